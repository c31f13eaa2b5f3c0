"""The plain robot: the conventions of the whist books and a count of the cards, at once, without a search.

It asks only what is open to its seat, so it sits down to any game whose calls and cards it knows.
"""

from __future__ import annotations

import random
from typing import Final

from bot.robots.claims import surely_wins_all
from bot.robots.declaring import COLLINSON, Stakes, call
from bot.robots.following import follow
from bot.robots.leading import lead
from bot.robots.position import read
from bot.robots.robot import Answer, Choice, ClaimVerdict, CutAt
from rules.calls import PLAYS, Play
from rules.cards import Card
from rules.view import May, SeatView

DEEPEST_CUT: Final = 48
SHALLOWEST_CUT: Final = 4


class PlainRobot:
    """Plays by rule. The stakes are those of the game that it sits at."""

    def __init__(self, stakes: Stakes = COLLINSON) -> None:
        self._stakes = stakes

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        """At once, whatever the budget."""
        return Answer(self._choice(view, rng))

    def _choice(self, view: SeatView, rng: random.Random) -> Choice:
        if May.CUT in view.may:
            return CutAt(rng.randint(SHALLOWEST_CUT, DEEPEST_CUT))
        if May.ANSWER_CLAIM in view.may:
            return ClaimVerdict(surely_wins_all(view))
        calls = [option for option in view.options if not isinstance(option, Play)]
        return call(view, calls, self._stakes) if calls else PLAYS[card_to_play(view).index]


def card_to_play(view: SeatView) -> Card:
    """The card for the hand that is due, which the view's seat is to choose."""
    position = read(view)
    if len(position.legal) == 1:
        return next(iter(position.legal))
    return follow(position) if position.trick.cards else lead(position)
