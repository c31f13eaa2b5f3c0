"""What a hand is worth before a card is played: which trumps to declare, and whether to double.

``tricks`` was fitted to 12,000 deals that plain robots played out. What tricks and honours bring is handed
in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rules.calls import Call, Content, Declare, Double, Pass
from rules.cards import Hand, Rank, Suit
from rules.view import SeatView, Settled

PASS_BELOW: Final = 20.0
"""Points for which the dealer would rather speak himself than hear his partner."""

DOUBLE_FROM: Final = 7.5
"""Tricks that a side must hope for to say contre."""

RISE: Final = 0.8
"""How many more for each further doubling, so that two robots who both trust their cards come to an end."""

HIGHEST: Final = 3
"""No plain robot makes a fourth doubling."""

_PLAIN_TRICKS: Final = {Rank.ACE: 1.0, Rank.KING: 0.75, Rank.QUEEN: 0.4, Rank.KNAVE: 0.2, Rank.TEN: 0.1}
_SIDE_TRICKS: Final = {Rank.ACE: 0.75, Rank.KING: 0.55, Rank.QUEEN: 0.22, Rank.KNAVE: 0.1}
_TRUMP_TRICKS: Final = {Rank.ACE: 0.8, Rank.KING: 0.6, Rank.QUEEN: 0.42, Rank.KNAVE: 0.24, Rank.TEN: 0.05}


@dataclass(frozen=True, slots=True)
class Stakes:
    """What there is to win: an odd trick's price under each declaration, and how many such prices the honours
    may be expected to bring by the number held in one's own hand, less what they bring the adversaries."""

    prices: Mapping[Suit | None, int]
    honours: tuple[float, ...]  # by trump honours held, 0 to 5
    aces: tuple[float, ...]  # without trumps, by aces held, 0 to 4


COLLINSON: Final = Stakes(
    prices={None: 10, Suit.HEARTS: 8, Suit.DIAMONDS: 6, Suit.CLUBS: 4, Suit.SPADES: 2},
    honours=(-2.1, -0.6, 1.4, 3.2, 8.3, 9.0),
    aces=(-1.7, -0.1, 1.8, 3.3, 8.0),
)
"""Collinson 1886, "Scoring"; the honours not held are dealt to the other three by chance."""


def call(view: SeatView, calls: Sequence[Call], stakes: Stakes) -> Call:
    """The call of the view's seat, out of those open to it."""
    assert view.own is not None and view.deal is not None
    hand = view.own.dealt
    declarations = [option for option in calls if isinstance(option, Declare)]
    if declarations:
        best = max(declarations, key=lambda option: points(hand, option.trumps, stakes))
        weak = points(hand, best.trumps, stakes) < PASS_BELOW
        return Pass() if weak and Pass() in calls else best
    settled = view.deal.settled
    if Double() in calls and settled is not None and _doubles(hand, settled):
        return Double()
    return Content() if Content() in calls else calls[0]


def points(hand: Hand, trumps: Suit | None, stakes: Stakes) -> float:
    """What a declaration may be expected to bring, honours included. Seven tricks bring one price, six lose
    one: the even chance lies between."""
    honours = _held(hand, trumps)
    bring = stakes.aces[honours] if trumps is None else stakes.honours[honours]
    return stakes.prices[trumps] * (tricks(hand, trumps) - 6.5 + bring)


def tricks(hand: Hand, trumps: Suit | None) -> float:
    """How many tricks the side that holds this hand may expect, its partner's cards being unknown."""
    if trumps is None:
        return 4.0 + sum(_PLAIN_TRICKS.get(card.rank, 0) for card in hand)
    held = hand.suit(trumps)
    length = len(held)
    expected = 3.2 + 0.4 * length + 0.2 * max(0, length - 4)
    expected += sum(_TRUMP_TRICKS.get(card.rank, 0) for card in held)
    expected += sum(_SIDE_TRICKS.get(card.rank, 0) for card in hand - held)
    if length >= 3:
        sides = (len(hand.suit(suit)) for suit in Suit if suit is not trumps)
        expected += 0.22 * sum(max(0, 3 - side) for side in sides)  # short suits are for ruffing
    return expected


def _doubles(hand: Hand, settled: Settled) -> bool:
    enough = DOUBLE_FROM + RISE * settled.level
    return settled.level < HIGHEST and tricks(hand, settled.trumps) >= enough


def _held(hand: Hand, trumps: Suit | None) -> int:
    """The honours in a hand: the five highest trumps, or without trumps the aces."""
    if trumps is None:
        return sum(1 for card in hand if card.rank is Rank.ACE)
    return sum(1 for card in hand.suit(trumps) if card.rank >= Rank.TEN)
