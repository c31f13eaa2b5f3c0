"""Prepared deals at a real table: every act is decided by the engine, which refuses what the law refuses.

Nothing is stored, since the same deal and the same number of acts give the same table.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

from rules.calls import Action
from rules.chance import Unsealed
from rules.games.all_games import game
from rules.prepared import Prepared
from rules.seats import BySeat, Member, Person, Seat, by_seat
from rules.table import events
from rules.table.decide import decide
from rules.table.seen import seen
from rules.table.table import Table
from rules.view import SeatView

LEARNER: Final = Seat.SOUTH
"""Where somebody sits who learns."""
_SITTING: Final[BySeat[Member]] = by_seat(lambda seat: Person(seat.letter))
_CHANCE: Final = Unsealed(Random(0))
"""For the pack after the deal, which nobody sees."""
KEPT: Final = 512
"""How many tables are kept in memory."""


@lru_cache(KEPT)
def table_at(deal: Prepared, acts: int) -> Table:
    """The table after so many of the acts. Raises a Refusal."""
    if acts:
        before, act = table_at(deal, acts - 1), deal.acts[acts - 1]
        return table_after(before, act.action, act.seat)
    rules = game(deal.game)
    options = rules.opening(dict(deal.options))
    table = Table.opened(rules, options)
    for member in _SITTING:
        table = table.after(events.Joined(member))
    for event in (
        events.RubberBegun(1, deal.game, options, _SITTING, deal.dealer, ()),
        events.PackReady(1, ""),
        events.PackCut(26, "", None),
        events.CardsDealt(1, deal.dealer, deal.hands, deal.turned),
    ):
        table = table.after(event)
    return table


def table_after(table: Table, action: Action, seat: Seat | None = None) -> Table:
    """The table after this call or card of the seat that is due. Raises a Refusal."""
    if seat is None:
        seat = next(one for one in Seat if one in table.waits_for)
    after, _ = decide(table, _SITTING.of(seat), action, _CHANCE)
    return after


def view_at(deal: Prepared, acts: int, seat: Seat = LEARNER) -> SeatView:
    """What a seat sees after so many acts. Raises a Refusal."""
    return seen(table_at(deal, acts), seat)


def check_act(deal: Prepared, acts: int, action: Action) -> None:
    """Raises a Refusal if the learner may not do this after so many acts."""
    table_after(table_at(deal, acts), action, LEARNER)
