"""The plain robot: it plays by the conventions of the whist books and a count of the cards, without a search.

It looks only at the options of its seat, so it can play any game whose calls and cards it knows.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from robots.calls import bidding, declaring
from robots.calls.declaring import calls_honours, put_out
from robots.payoffs import Payoffs, payoffs_of
from robots.play.claims import grants
from robots.play.following import follow
from robots.play.leading import conventional, lead, lose
from robots.play.position import read
from robots.player import DUTIES, Answer, Choice
from rules.calls import PLAYS, Bid, Call, CallHonours, Content, Declare, Double, Pass, Play, TakeStock
from rules.cards import Card
from rules.table.requests import AnswerClaim, CutPack
from rules.tricks import Strain
from rules.view import May, PublicTable, SeatView

DEEPEST_CUT: Final = 48
SHALLOWEST_CUT: Final = 4


class PlainRobot:
    """Plays by rule. ``payoffs`` gives the prices of the game at a table; ``declares`` replaces the way in
    which it declares trumps and doubles where there is no auction."""

    def __init__(
        self,
        payoffs: Callable[[PublicTable], Payoffs] = payoffs_of,
        declares: Callable[[SeatView, Sequence[Call], Payoffs], Answer] | None = None,
    ) -> None:
        self._payoffs = payoffs
        self._declares = declares or _declares

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        """The answer by rule; the budget is not used."""
        calls = [option for option in view.options if not isinstance(option, Play)]
        if TakeStock() in view.options:
            return Answer(TakeStock())
        if not view.may & DUTIES and any(isinstance(option, Declare | Content) for option in calls):
            return self._declares(view, calls, self._payoffs(view.table))
        if not view.may & DUTIES and any(isinstance(option, Bid | Pass | Double) for option in calls):
            return bidding.bid(view, self._payoffs(view.table))
        return Answer(self._choice(view, rng))

    def _choice(self, view: SeatView, rng: random.Random) -> Choice:
        if May.CUT in view.may:
            return CutPack(rng.randint(SHALLOWEST_CUT, DEEPEST_CUT), salt="")
        if May.ANSWER_CLAIM in view.may:
            return AnswerClaim(grants(view))
        if May.PUT_OUT in view.may:
            return put_out(view)
        if any(isinstance(option, Play) for option in view.options):
            if calls_honours(view, view.options, self._payoffs(view.table)):
                return CallHonours()
            return PLAYS[card_to_play(view).index]
        raise ValueError(view.options)  # calls are answered in ``choose``


def _declares(view: SeatView, calls: Sequence[Call], payoffs: Payoffs) -> Answer:
    return Answer(declaring.call(view, calls, payoffs))


def card_to_play(view: SeatView) -> Card:
    """The card for the hand that is due, chosen by the view's seat."""
    position = read(view)
    if len(position.legal) == 1:
        return next(iter(position.legal))
    assert view.deal is not None and view.deal.settled is not None
    undertaken = view.deal.settled.bid
    if undertaken is not None and undertaken.strain is Strain.MISERE:
        card = lose(position)
    elif position.trick.cards:
        card = follow(position)
    else:
        called = position.legal != position.hand  # the lead of a suit
        card = conventional(position.legal) if called else lead(position)
    if card in position.legal:
        return card
    return min(position.legal, key=lambda one: one.rank)  # a demand leaves no other
