"""Strains and tricks: what declarations and bids name, who wins a trick, which cards may be played to one."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from rules.cards import SUIT_BITS, Card, Suit
from rules.seats import ROUND, Seat


class Strain(Enum):
    """A trump suit, no trumps, or at some tables royal spades or misère. Strains have no order of their own:
    each game ranks them."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    ROYALS = "R"  # spades at a high price, where plain spades are the cheapest suit
    NO_TRUMPS = "N"
    MISERE = "M"  # to lose the tricks, without trumps

    __hash__ = object.__hash__  # quicker than an Enum's own; members are equal only to themselves

    letter: str
    trumps: Suit | None


_TRUMPS: Final = {"C": Suit.CLUBS, "D": Suit.DIAMONDS, "H": Suit.HEARTS, "S": Suit.SPADES, "R": Suit.SPADES}
for _strain in Strain:
    _strain.letter = str(_strain.value)
    _strain.trumps = _TRUMPS.get(_strain.letter)


def plain_strain(trumps: Suit | None) -> Strain:
    """The strain with these trumps, in games without royals and misère."""
    return Strain.NO_TRUMPS if trumps is None else Strain(trumps.letter)


class Prices(NamedTuple):
    """What an undoubled trick is worth at each strain; None where a game does not offer it."""

    no_trumps: int
    hearts: int
    diamonds: int
    clubs: int
    spades: int | None
    royals: int | None = None
    misere: int | None = None

    def of_strain(self, strain: Strain) -> int:
        """The price. The strain must be offered."""
        price = self._offered_price(strain)
        assert price is not None
        return price

    def offers(self, strain: Strain) -> bool:
        return self._offered_price(strain) is not None

    def _offered_price(self, strain: Strain) -> int | None:
        match strain:
            case Strain.NO_TRUMPS:
                return self.no_trumps
            case Strain.HEARTS:
                return self.hearts
            case Strain.DIAMONDS:
                return self.diamonds
            case Strain.CLUBS:
                return self.clubs
            case Strain.SPADES:
                return self.spades
            case Strain.ROYALS:
                return self.royals
            case Strain.MISERE:
                return self.misere


class Trick(NamedTuple):
    """The cards of a trick in the order played, the leader's first. A complete trick has four."""

    leader: Seat
    cards: tuple[Card, ...] = ()

    @property
    def led(self) -> Suit | None:
        return self.cards[0].suit if self.cards else None

    @property
    def due(self) -> Seat:
        """Whose card is next; after four cards, the leader again."""
        return ROUND[(self.leader.index + len(self.cards)) % 4]

    def by_player(self) -> tuple[tuple[Seat, Card], ...]:
        return tuple(zip(self.leader.onwards(), self.cards, strict=False))


def winner(trick: Trick, trumps: Suit | None) -> Seat:
    """Who has won the trick, or is winning it so far: the highest trump, else the highest card of the suit
    led (laws 1.1). The trick must have at least one card."""
    leader, cards = trick
    best = cards[0]
    suit = best.suit
    for card in cards[1:]:
        if card.suit is suit:
            if card.index > best.index:
                best = card
        elif card.suit is trumps:
            best, suit = card, trumps
    return ROUND[(leader.index + cards.index(best)) & 3]


def playable(hand: int, led: Suit) -> int:
    """The cards of a hand that may be played, as its bits: those of the suit led, or all if there are none
    (laws 1.1)."""
    return hand & SUIT_BITS[led.index] or hand
