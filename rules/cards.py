"""Cards, hands and the pack. Nothing here knows any game.

Cards print rank then suit, ten as ``T``: ``QH``, ``TS``. A hand is a frozen set of cards held as one
integer, so that it hashes and compares at once and the engine stays quick.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum, IntEnum
from typing import Final

from rules.errors import Unreadable


class Suit(Enum):
    """A suit has no order of its own: spades are cheapest at Biritch and dearest at Contract."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    letter: str
    index: int  # 0 to 3: where the suit's thirteen bits lie in a hand


class Rank(IntEnum):
    """Ranks are ordered as in play, ace highest (laws 1.1); only in cutting is the ace low."""

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
        """The rank's order when cards are cut for partners, ace lowest (laws 1.1)."""
        return 1 if self is Rank.ACE else int(self)


_LETTERS: Final = "23456789TJQKA"
for _index, _suit in enumerate(Suit):
    _suit.index, _suit.letter = _index, str(_suit.value)


class Card:
    """One of the fifty-two; there is exactly one object for each, so ``is`` and ``==`` agree."""

    __slots__ = ("bit", "index", "rank", "suit")

    rank: Rank
    suit: Suit
    index: int  # 0 to 51: suit by suit, two lowest
    bit: int  # 1 << index: its place in a Hand

    def __new__(cls, rank: Rank, suit: Suit) -> Card:
        return PACK[suit.index * 13 + rank - 2]

    def __str__(self) -> str:
        return self.rank.letter + self.suit.letter

    __repr__ = __str__

    def __reduce__(self) -> tuple[type[Card], tuple[Rank, Suit]]:
        return Card, (self.rank, self.suit)


def _printed(rank: Rank, suit: Suit) -> Card:
    card = object.__new__(Card)
    card.rank, card.suit = rank, suit
    card.index = suit.index * 13 + rank - 2
    card.bit = 1 << card.index
    return card


PACK: Final[tuple[Card, ...]] = tuple(_printed(rank, suit) for suit in Suit for rank in Rank)
"""All fifty-two, in the order of their indices."""

_BY_NAME: Final = {str(card): card for card in PACK}
SUIT_BITS: Final = tuple(0x1FFF << (13 * suit.index) for suit in Suit)


def parse_card(text: str) -> Card:
    """The card written so, in either case, ``10`` allowed for ``T``. Raises Unreadable."""
    try:
        return _BY_NAME[text.strip().upper().replace("10", "T")]
    except KeyError:
        raise Unreadable(text) from None


def parse_suit(text: str) -> Suit:
    """The suit of this letter. Raises Unreadable."""
    try:
        return Suit(text.strip().upper())
    except ValueError:
        raise Unreadable(text) from None


class Hand:
    """A frozen set of cards. Its repr gives only their number, so that no log shows a hand by accident."""

    __slots__ = ("bits",)

    bits: int

    def __init__(self, bits: int = 0) -> None:
        self.bits = bits

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Hand:
        bits = 0
        for card in cards:
            bits |= card.bit
        return cls(bits)

    @classmethod
    def parse(cls, text: str) -> Hand:
        """A hand from cards parted by blanks. Raises Unreadable."""
        return cls.of(parse_card(word) for word in text.split())

    def __contains__(self, card: Card) -> bool:
        return self.bits & card.bit != 0

    def __iter__(self) -> Iterator[Card]:
        """Suit by suit, the highest first, as a hand is held."""
        return iter(self.cards)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The same as a tuple."""
        bits = self.bits
        held = _HOLDINGS.get(bits)
        if held is not None:
            return held
        spades, hearts, diamonds, clubs = SUIT_BITS
        low = _of_suit(bits & diamonds) + _of_suit(bits & clubs)
        return _of_suit(bits & spades) + _of_suit(bits & hearts) + low

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
        return Hand(self.bits | other.bits)

    def __sub__(self, other: Hand) -> Hand:
        return Hand(self.bits & ~other.bits)

    def __and__(self, other: Hand) -> Hand:
        return Hand(self.bits & other.bits)

    def suit(self, suit: Suit) -> Hand:
        """The cards of one suit."""
        return Hand(self.bits & SUIT_BITS[suit.index])

    def holds(self, suit: Suit) -> bool:
        return self.bits & SUIT_BITS[suit.index] != 0

    def without(self, card: Card) -> Hand:
        return Hand(self.bits & ~card.bit)

    @property
    def text(self) -> str:
        """The cards by name, for records and the event log; never for a log line."""
        return " ".join(str(card) for card in self)


_HOLDINGS: Final[dict[int, tuple[Card, ...]]] = {0: ()}
"""The cards of every holding of one suit that has been asked for. There are but 8,192 in each suit."""


def _of_suit(bits: int) -> tuple[Card, ...]:
    held = _HOLDINGS.get(bits)
    if held is None:
        places = range(bits.bit_length() - 1, -1, -1)
        held = _HOLDINGS[bits] = tuple(PACK[place] for place in places if bits >> place & 1)
    return held


WHOLE_PACK: Final = Hand.of(PACK)
