"""The plain robot: the conventions of the whist books and a count of the cards, at once, without a search.

It asks only what is open to its seat, so it sits down to any game whose calls and cards it knows.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from bot.robots import bidding, declaring
from bot.robots.claims import surely_wins_all
from bot.robots.following import follow
from bot.robots.honours import calls_honours
from bot.robots.leading import lead
from bot.robots.losing import lose
from bot.robots.position import read
from bot.robots.robot import DUTIES, Answer, Choice, ClaimVerdict, CutAt
from bot.robots.ruffing import put_out
from bot.robots.stakes import Stakes, stakes_of
from rules.calls import PLAYS, Call, CallHonours, Content, Declare, Play, TakeStock
from rules.cards import Card
from rules.strains import Strain
from rules.view import May, PublicTable, SeatView

DEEPEST_CUT: Final = 48
SHALLOWEST_CUT: Final = 4


class PlainRobot:
    """Plays by rule. What there is to win it asks of the game that it sits at."""

    def __init__(
        self,
        stakes: Callable[[PublicTable], Stakes] = stakes_of,
        declares: Callable[[SeatView, Sequence[Call], Stakes], Answer] | None = None,
    ) -> None:
        self._stakes = stakes
        self._declares = declares or _declares

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        """At once, whatever the budget."""
        calls = [option for option in view.options if not isinstance(option, Play)]
        if not view.may & DUTIES and any(isinstance(option, Declare | Content) for option in calls):
            return self._declares(view, calls, self._stakes(view.table))
        return Answer(self._choice(view, rng))

    def _choice(self, view: SeatView, rng: random.Random) -> Choice:
        if May.CUT in view.may:
            return CutAt(rng.randint(SHALLOWEST_CUT, DEEPEST_CUT))
        if May.ANSWER_CLAIM in view.may:
            return ClaimVerdict(surely_wins_all(view))
        if May.PUT_OUT in view.may:
            return put_out(view)
        if any(isinstance(option, Play) for option in view.options):
            if calls_honours(view, view.options, self._stakes(view.table)):
                return CallHonours()
            return PLAYS[card_to_play(view).index]
        return self._call(view, [option for option in view.options if not isinstance(option, Play)])

    def _call(self, view: SeatView, calls: Sequence[Call]) -> Call:
        if TakeStock() in calls:
            return TakeStock()
        return bidding.bid(view, calls, self._stakes(view.table))


def _declares(view: SeatView, calls: Sequence[Call], stakes: Stakes) -> Answer:
    return Answer(declaring.call(view, calls, stakes))


def card_to_play(view: SeatView) -> Card:
    """The card for the hand that is due, which the view's seat is to choose."""
    position = read(view)
    if len(position.legal) == 1:
        return next(iter(position.legal))
    assert view.deal is not None and view.deal.settled is not None
    undertaken = view.deal.settled.bid
    if undertaken is not None and undertaken.strain is Strain.MISERE:
        return lose(position)
    return follow(position) if position.trick.cards else lead(position)
