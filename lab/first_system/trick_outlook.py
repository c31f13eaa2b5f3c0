"""The expected tricks of a side, from one hand and from what an auction has told of the other hands.

The figures were fitted to 60,000 deals that plain robots played out with a dummy, at trumps that suited the
declarer's side or without trumps. Nothing here knows prices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

from lab.first_system.reading import Picture, points
from rules.cards import Card, Hand, Suit
from rules.seats import BySeat, Seat, by_seat
from rules.tricks import Strain

IN_THE_PACK: Final = 40
"""Points of the whole pack."""

SHORT: Final = 1.4
"""Cards by which an unseen hand falls short of three in its side suits, on average, all suits together."""

HARD: Final = 10.5
HARDER: Final = 0.6
"""The last tricks are the hardest: above ``HARD`` tricks each further one counts only ``HARDER``."""

SUIT_ERROR: Final = 1.1
EVEN_ERROR: Final = 1.75
"""Standard deviation of the tricks with trumps, and without, when both hands of a side are known."""


@dataclass(frozen=True, slots=True)
class TrickOutlook:
    """What the player of this seat expects of every hand."""

    seat: Seat
    hand: Hand
    known: BySeat[Picture]
    strength: BySeat[float]  # points
    lengths: BySeat[tuple[float, ...]]  # cards of each suit, by its index

    @property
    def points(self) -> int:
        return points(self.hand)

    def length(self, suit: Suit) -> int:
        return len(self.hand.suit(suit))

    def together(self, suit: Suit) -> float:
        """Expected cards of a suit in this hand and its partner's."""
        return self.length(suit) + self.lengths.of(self.seat.partner)[suit.index]

    def tricks(self, strain: Strain, *, ours: bool) -> float:
        """Expected tricks of this side if it plays at this strain (``ours``), or if its adversaries do."""
        strength = self.points + self.strength.of(self.seat.partner)
        if strain is Strain.MISERE:
            return _losing(self.hand, strength) if ours else 13 - _losing(None, IN_THE_PACK - strength)
        trumps = strain.trumps
        length = 0.0 if trumps is None else self.together(trumps)
        short = SHORT + (SHORT if trumps is None else shortness(self.hand, trumps))
        if ours:
            return _expected(strength, trumps, length, short)
        return 13 - _expected(IN_THE_PACK - strength, trumps, 13 - length, 2 * SHORT)

    def spread(self, strain: Strain) -> float:
        """The standard deviation of that: the less partner has told, the larger."""
        partner = self.known.of(self.seat.partner)
        doubt = min(3.7, (partner.high - partner.low) / 3)
        trumps = strain.trumps
        if trumps is None:
            return hypot(EVEN_ERROR, 0.377 * doubt)
        unknown = 0.8 if partner.lengths[trumps.index] else 1.2
        return hypot(SUIT_ERROR, 0.27 * doubt, 0.68 * unknown)


def outlook_of(seat: Seat, hand: Hand, known: BySeat[Picture]) -> TrickOutlook:
    """The outlook of this hand's player, given what is known of every hand."""
    others = (seat.left, seat.partner, seat.right)
    left = IN_THE_PACK - points(hand)
    strength = _shared(left, [(known.of(one).low, known.of(one).high) for one in others])
    shares = {
        suit: _of_suit(13 - len(hand.suit(suit)), suit, [known.of(one) for one in others]) for suit in Suit
    }

    def lengths(one: Seat) -> tuple[float, ...]:
        if one is seat:
            return tuple(float(len(hand.suit(suit))) for suit in Suit)
        return tuple(shares[suit][others.index(one)] for suit in Suit)

    return TrickOutlook(
        seat=seat,
        hand=hand,
        known=known,
        strength=by_seat(lambda one: points(hand) if one is seat else strength[others.index(one)]),
        lengths=by_seat(lengths),
    )


def shortness(hand: Hand, trumps: Suit) -> int:
    """Cards by which a hand with three trumps or more falls short of three in the other suits."""
    if len(hand.suit(trumps)) < 3:
        return 0
    return sum(max(0, 3 - len(hand.suit(suit))) for suit in Suit if suit is not trumps)


def _expected(strength: float, trumps: Suit | None, length: float, short: float) -> float:
    """Tricks of a side with so many points, trumps, and cards short of three in side suits."""
    if trumps is None:
        tricks = 0.377 * strength - 0.92
    else:
        tricks = 0.269 * strength + 0.68 * length + 0.247 * short - 3.58
    return tricks if tricks <= HARD else HARD + HARDER * (tricks - HARD)


def _losing(hand: Hand | None, strength: float) -> float:
    """Tricks of a side that tries to lose them."""
    return 6.5 + 0.2 * (strength - 20) - (0.0 if hand is None else 0.3 * (safe_suits(hand) - 2))


def safe_suits(hand: Hand) -> int:
    """The number of suits in which a hand can hardly be made to take a trick: void, or with low cards."""
    return sum(1 for suit in Suit if _safe(list(hand.suit(suit))))


def _safe(cards: Sequence[Card]) -> bool:
    lowest = [card.rank for card in reversed(cards)][:3]
    return all(rank <= 4 + 2 * place for place, rank in enumerate(lowest))


def _shared(left: float, bounds: Sequence[tuple[int, int]]) -> list[float]:
    """So many points shared evenly among hands, each within its bounds."""
    shares = [min(max(left / len(bounds), low), high) for low, high in bounds]
    for _ in range(4):
        over = left - sum(shares)
        room = [
            high - share if over > 0 else share - low
            for share, (low, high) in zip(shares, bounds, strict=True)
        ]
        free = [place for place, space in enumerate(room) if space > 0]
        if abs(over) < 0.1 or not free:
            break
        for place in free:
            low, high = bounds[place]
            shares[place] = min(max(shares[place] + over / len(free), low), high)
    return shares


def _of_suit(left: int, suit: Suit, others: Sequence[Picture]) -> list[float]:
    """So many cards of a suit shared out: to each hand what it has told, the rest in proportion to its
    room."""
    told = [one.lengths[suit.index] for one in others]
    rest = max(0, left - sum(told))
    room = [max(0, 13 - sum(one.lengths)) for one in others]
    if not any(room):  # more was bid than can be held
        room = [1] * len(others)
    return [least + rest * space / sum(room) for least, space in zip(told, room, strict=True)]
