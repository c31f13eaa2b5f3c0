"""Cards, hands and the pack. Nothing here knows any game.

Cards print rank then suit, ten as ``T``: ``QH``, ``TS``. A hand is a set of cards held as one integer, a bit
for each card. Neither can be changed once it is made, not even by ``object.__setattr__``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, IntEnum
from typing import TYPE_CHECKING, Final, NamedTuple, NoReturn, TypeVar

from rules.errors import Unreadable

T = TypeVar("T")

if TYPE_CHECKING:

    class _Sealed:
        pass

    def new_value(cls: type[T], values: Iterable[object], /) -> T: ...

else:

    class _Sealed(tuple):
        """A value whose parts are held by a tuple, so that nothing in it can be assigned. Type checkers are
        not told, since whatever else a tuple does (it has an order, it can be indexed) is not for cards."""

        __slots__ = ()

        __hash__ = object.__hash__
        __eq__, __ne__ = object.__eq__, object.__ne__
        __lt__, __le__, __gt__, __ge__ = object.__lt__, object.__le__, object.__gt__, object.__ge__

    new_value: Final = tuple.__new__
    """Makes a hand or a named tuple at half the cost of calling its class, and without its checks: a search
    plays thousands of cards."""


class Suit(Enum):
    """A suit. Suits have no order of their own: spades are cheapest at Biritch and dearest at Contract."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    __hash__ = object.__hash__  # quicker than an Enum's own; members are equal only to themselves

    letter: str
    index: int  # 0 to 3: where the suit's thirteen bits lie in a hand

    def __setattr__(self, name: str, value: object) -> None:
        """Each attribute is given once, when this module is read."""
        if name in self.__dict__:
            raise AttributeError(f"{self} cannot be changed")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{self} cannot be changed")


class Rank(IntEnum):
    """A rank. Ranks are ordered as in play, ace highest (laws 1.1)."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    KNAVE = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        return _LETTERS[self - 2]

    @property
    def in_cutting(self) -> int:
        """The order when cards are cut for partners, ace lowest (laws 1.1)."""
        return 1 if self is Rank.ACE else int(self)


_LETTERS: Final = "23456789TJQKA"
for _index, _suit in enumerate(Suit):
    _suit.index, _suit.letter = _index, str(_suit.value)


class _Printed(NamedTuple):
    """The parts of a card."""

    rank: Rank
    suit: Suit
    place: int
    bit: int


class Card(_Sealed):
    """One of the fifty-two cards. There is exactly one object for each, so ``is`` and ``==`` agree."""

    __slots__ = ()

    rank: Final = _Printed.rank
    suit: Final = _Printed.suit
    index: Final = _Printed.place  # 0 to 51: suit by suit, two lowest
    bit: Final = _Printed.bit  # 1 << index: its place in a Hand

    def __new__(cls, rank: Rank, suit: Suit) -> Card:
        return PACK[suit.index * 13 + rank - 2]

    def __str__(self) -> str:
        return _NAMES[self.index]

    __repr__ = __str__

    def __reduce__(self) -> tuple[type[Card], tuple[Rank, Suit]]:
        """Copied or unpickled, a card is the same object again."""
        return Card, (self.rank, self.suit)


def _printed(rank: Rank, suit: Suit) -> Card:
    index = suit.index * 13 + rank - 2
    return new_value(Card, (rank, suit, index, 1 << index))


PACK: Final[tuple[Card, ...]] = tuple(_printed(rank, suit) for suit in Suit for rank in Rank)
"""All fifty-two, in the order of their indices."""

_NAMES: Final = tuple(card.rank.letter + card.suit.letter for card in PACK)
_BY_NAME: Final = dict(zip(_NAMES, PACK, strict=True))
SUIT_BITS: Final = tuple(0x1FFF << (13 * suit.index) for suit in Suit)


def parse_card(text: str) -> Card:
    """The card of this name, in either case; the ten may be ``T`` or ``10``. Raises Unreadable."""
    try:
        return _BY_NAME[text.strip().upper().replace("10", "T")]
    except KeyError:
        raise Unreadable(text) from None


class _Held(NamedTuple):
    bits: int


class Hand(_Sealed):
    """A set of cards. Its repr gives only their number, so that no log shows a hand by accident."""

    __slots__ = ()

    bits: Final = _Held.bits  # the sum of its cards' bits

    def __new__(cls, bits: int = 0) -> Hand:
        if bits >> 52:
            raise ValueError("there are no such cards")
        return new_value(cls, (bits,))

    def __reduce__(self) -> tuple[type[Hand], tuple[int]]:
        return Hand, (self.bits,)

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Hand:
        bits = 0
        for card in cards:
            bits |= card.bit
        return new_value(cls, (bits,))

    @classmethod
    def parse(cls, text: str) -> Hand:
        """A hand from names of cards with blanks between them. Raises Unreadable."""
        return cls.of(parse_card(word) for word in text.split())

    def __contains__(self, card: Card) -> bool:
        return self.bits & card.bit != 0

    def __iter__(self) -> Iterator[Card]:
        """Suit by suit, the highest first, as a hand is held."""
        return iter(self.cards)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in that order, as a tuple."""
        bits, of = self.bits, _HOLDINGS
        held = of.get(bits)
        if held is not None:
            return held
        spades, hearts, diamonds, clubs = SUIT_BITS
        return (*of[bits & spades], *of[bits & hearts], *of[bits & diamonds], *of[bits & clubs])

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self.bits == other.bits

    def __hash__(self) -> int:
        return hash(self.bits)

    def __repr__(self) -> str:
        return f"<{len(self)} cards>"

    def __or__(self, other: Hand) -> Hand:
        return new_value(Hand, (self.bits | other.bits,))

    def __sub__(self, other: Hand) -> Hand:
        return new_value(Hand, (self.bits & ~other.bits,))

    def __and__(self, other: Hand) -> Hand:
        return new_value(Hand, (self.bits & other.bits,))

    def suit(self, suit: Suit) -> Hand:
        """The cards of one suit."""
        return new_value(Hand, (self.bits & SUIT_BITS[suit.index],))

    def holds(self, suit: Suit) -> bool:
        return self.bits & SUIT_BITS[suit.index] != 0

    @property
    def text(self) -> str:
        """The cards by name, for records and the event log; never for a log line."""
        return " ".join(str(card) for card in self)

    @property
    def ranks_by_suit(self) -> str:
        """As notations for boards write a hand: ``AK.QJT..2``."""
        return ".".join("".join(card.rank.letter for card in self.suit(suit)) for suit in Suit)


class _Holdings(dict[int, tuple[Card, ...]]):
    """The cards of each holding of one suit, the highest first, made when it is first asked for. There are
    8,192 in each suit."""

    def __missing__(self, bits: int) -> tuple[Card, ...]:
        highest = bits.bit_length() - 1
        cards = self[bits] = (PACK[highest], *self[bits ^ 1 << highest])
        return cards


_HOLDINGS: Final = _Holdings({0: ()})


WHOLE_PACK: Final = Hand.of(PACK)
