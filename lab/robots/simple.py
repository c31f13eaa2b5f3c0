"""The baseline of whole deals: declarations by three rules of thumb, no contre, and the plain robot's cards.

Four for an ace, three, two and one for king, queen and knave: with fifteen or more and a balanced hand no
trumps; else a red suit of five; else with thirteen or more the longest suit; else the dealer passes, and
dealer's partner, who may not pass, names their longest suit.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Final

from robots.plain import PlainRobot
from robots.player import Answer
from robots.teaching.meanings import high_card_points
from rules.calls import Call, Content, Declare, Pass
from rules.cards import Hand, Suit
from rules.view import SeatView

NO_TRUMPS_FROM: Final = 15
SUIT_FROM: Final = 13
RED: Final = (Suit.HEARTS, Suit.DIAMONDS)


@dataclass(frozen=True, slots=True)
class SimpleCalls:
    """Declares by rule of thumb and is always content; the plain robot does the rest."""

    plain: PlainRobot = field(default_factory=PlainRobot)

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        calls = view.options
        if Content() in calls:
            return Answer(Content())
        if view.own is not None and any(isinstance(option, Declare) for option in calls):
            return Answer(simple_call(view.own.dealt, may_pass=Pass() in calls))
        return self.plain.choose(view, budget, rng)


def simple_call(hand: Hand, *, may_pass: bool) -> Call:
    """The call by the rules of thumb."""
    lengths = {suit: len(hand.suit(suit)) for suit in Suit}
    shape = sorted(lengths.values())
    strength = high_card_points(hand)
    if strength >= NO_TRUMPS_FROM and shape[0] >= 2 and shape[1] >= 3:
        return Declare(None)
    for suit in RED:
        if lengths[suit] >= 5:
            return Declare(suit)
    if strength >= SUIT_FROM or not may_pass:
        return Declare(max((*RED, Suit.CLUBS, Suit.SPADES), key=lambda suit: lengths[suit]))
    return Pass()
