"""An outside opponent: open_spiel's ISMCTSBot at its own bridge, the contract fixed at one odd trick.

    pip install open_spiel==2.0.2

When it samples the hidden cards it keeps the player's own hand and dummy and respects shown voids. It is
given the whole deal only because its game must be dealt.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any, Final

from robots.plain import PlainRobot
from robots.player import Answer, Player
from robots.search.solving_robot import searchable
from rules.calls import PLAYS
from rules.cards import PACK, Card, Suit
from rules.table.table import Table
from rules.view import SeatView

_PASS: Final = 52
_ONE_CLUB: Final = 55
_SUITS: Final = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)


class IsMcts:
    """Plays cards; calls are left to another robot."""

    def __init__(self, simulations: int, caller: Player | None = None) -> None:
        self.table: Table | None = None  # set before each of its answers
        self._simulations = simulations
        self._caller = caller or PlainRobot()

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        if not searchable(view):
            return self._caller.choose(view, budget, rng)
        assert self.table is not None
        state = _state(self.table)
        action = _bot(self._simulations).step(state)
        return Answer(PLAYS[_BY_NUMBER[action].index])


def _number(card: Card) -> int:
    return (card.rank - 2) * 4 + _SUITS.index(card.suit)


_BY_NUMBER: Final = {_number(card): card for card in PACK}


@lru_cache
def _game() -> Any:
    import pyspiel  # type: ignore[import-not-found,unused-ignore]

    return pyspiel.load_game("bridge(use_double_dummy_result=false)")


@lru_cache
def _bot(simulations: int) -> Any:
    import pyspiel  # type: ignore[import-not-found,unused-ignore]

    return pyspiel.ISMCTSBot(
        1886,
        pyspiel.RandomRolloutEvaluator(1, 1886),
        2.0,
        simulations,
        -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        False,
    )


def _state(table: Table) -> Any:
    """The deal so far, rotated so that the declarer is the first player."""
    deal = table.deal
    assert deal is not None and deal.playing is not None
    settled = table.settled()
    assert settled is not None
    ((_, declarer),) = settled.dummies
    state = _game().new_initial_state()
    hands = [list(deal.held.of(seat)) for seat in declarer.onwards()]
    for place in range(13):
        for hand in hands:
            state.apply_action(_number(hand[place]))
    strain = 4 if settled.trumps is None else _SUITS.index(settled.trumps)
    for action in (_ONE_CLUB + strain, _PASS, _PASS, _PASS):
        state.apply_action(action)
    for trick in (*deal.playing.tricks, *((deal.playing.trick,) if deal.playing.trick is not None else ())):
        for card in trick.cards:
            state.apply_action(_number(card))
    return state
