"""Hints: from the asker's own seat, at their turn, also when no worker has answered in time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from bot.errors import AppWhy
from bot.streams.fair_deal import ChanceSource
from bot.tables.open_table import OpenTable
from bot.tables.robots import Hints
from bot.tables.service import Tables
from bot.worker_pool import OVERRUN, Task, WorkerPool
from rules.calls import Content, Declare, Play
from rules.refusals import ClaimIsOpen, NotYourTurn, Why
from rules.seats import Seat
from rules.table.requests import ClaimRest, CutPack, Join, Start
from screens.why import hint_text
from storage.ports.records import Place, UserId
from storage.store import Store
from tests.bot.drawn import at
from tests.refusing import refusing

FOUR = tuple(UserId(number) for number in (101, 102, 103, 104))
STRANGER = UserId(105)

T = TypeVar("T")


async def dealt(store: Store, **options: str) -> OpenTable:
    """The dealer, South, is to declare."""
    tables = Tables(store.streams, ChanceSource("hints"))
    table = await tables.open_table(Place(1, 11), "biritch", options)
    for user in FOUR:
        await tables.act(table.id, user, Join())
    await tables.act(table.id, FOUR[0], Start())
    await tables.act(table.id, at(table, Seat.EAST), CutPack(26, "7"))
    return table


async def test_a_hint_is_the_same_as_often_as_it_is_asked_for_and_changes_nothing(store: Store) -> None:
    table = await dealt(store, hints="on")
    hints, version = Hints(None, 0.7), table.version
    told = {hint_text(*await hints.think_hint(table, at(table, Seat.SOUTH))) for _ in range(3)}
    assert len(told) == 1 and table.version == version == (await _stored(store, table))


async def _stored(store: Store, table: OpenTable) -> int:
    return len(await store.streams.read(table.id))


async def test_a_hint_comes_by_rule_if_no_worker_has_answered(store: Store) -> None:
    table = await dealt(store, hints="on")
    gone = WorkerPool(1)
    await gone.close()
    south = at(table, Seat.SOUTH)
    assert await Hints(gone, 0.0).think_hint(table, south) == await Hints(None, 0.0).think_hint(table, south)


async def test_a_hint_comes_from_a_worker_where_there_is_one(store: Store) -> None:
    table = await dealt(store, hints="on")
    workers = WorkerPool(1)
    try:
        told = await Hints(workers, 3.0).think_hint(table, at(table, Seat.SOUTH))
    finally:
        await workers.close()
    assert "Next best:" in hint_text(*told), "by rule nothing is compared"


class Noting(WorkerPool):
    """A worker that notes the seconds that it is given, and those that its tasks are."""

    def __init__(self) -> None:
        super().__init__(1)
        self.within: list[float] = []
        self.budgets: list[float] = []

    async def run_timed(self, timed: Callable[[float], Task[T]], *, within: float, **turn: Any) -> T:
        def noted(seconds: float) -> Task[T]:
            self.budgets.append(seconds)
            return timed(seconds)

        self.within.append(within)
        return await super().run_timed(noted, within=within, **turn)


@pytest.mark.parametrize(("thinking", "most"), [(30.0, 1.5), (0.7, 0.7)])
async def test_a_hint_is_thought_about_for_a_second_and_a_half_at_most(
    store: Store, thinking: float, most: float
) -> None:
    table, workers = await dealt(store, hints="on"), Noting()
    try:
        await Hints(workers, thinking).think_hint(table, at(table, Seat.SOUTH))
    finally:
        await workers.close()
    assert workers.within == [most + OVERRUN]
    assert all(budget <= most for budget in workers.budgets)


async def test_a_hint_is_given_only_to_the_player_whose_turn_it_is(store: Store) -> None:
    table, hints = await dealt(store, hints="on"), Hints(None, 0.0)
    with pytest.raises(NotYourTurn) as refused:
        await hints.think_hint(table, at(table, Seat.WEST))
    assert tuple(refused.value.due) == (Seat.SOUTH,)
    with refusing(Why.NOT_SEATED):
        await hints.think_hint(table, STRANGER)


async def test_a_hint_is_refused_between_rubbers_and_while_a_claim_lies_open(store: Store) -> None:
    """It would be the claimer's turn to play, but first the claim must be answered."""
    tables = Tables(store.streams, ChanceSource("lobby"))
    table = await tables.open_table(Place(1, 12), "biritch", {"hints": "on"})
    await tables.act(table.id, FOUR[0], Join())
    with refusing(Why.NO_RUBBER):
        await Hints(None, 0.0).think_hint(table, FOUR[0])

    table = await dealt(store, hints="on")
    tables = Tables(store.streams, ChanceSource("hints"))
    table = await tables.get(table.id)
    for seat, call in ((Seat.SOUTH, Declare(None)), (Seat.WEST, Content()), (Seat.EAST, Content())):
        await tables.act(table.id, at(table, seat), call)
    west, south = at(table, Seat.WEST), at(table, Seat.SOUTH)
    lead = next(option for option in table.view(west).options if isinstance(option, Play))
    await tables.act(table.id, west, lead)
    await tables.act(table.id, south, ClaimRest())
    with pytest.raises(ClaimIsOpen):
        await Hints(None, 0.0).think_hint(table, south)


async def test_a_table_without_the_option_gives_no_hints(store: Store) -> None:
    table = await dealt(store)
    with refusing(AppWhy.HINTS_ARE_OFF):
        await Hints(None, 0.0).think_hint(table, at(table, Seat.SOUTH))
