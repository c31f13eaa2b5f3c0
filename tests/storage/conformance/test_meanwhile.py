"""What happens while everything is counted again is counted too, once, and nobody waits for the count."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

import pytest

from rules.seats import Side
from storage.ports.records import Append, DealCount, Stored, TableId, UserId
from storage.store import Store
from tests.storage.conformance.test_recounting import DEAL, PROJECTIONS, counted, deals, filled
from tests.storage.conftest import Clock
from tests.storage.spoiling import change
from tests.trials.stage.guard import HANGS_AFTER
from tests.trials.stage.happenings import (
    ANNA,
    BORIS,
    HERE,
    OPENED,
    TABLE,
    USERS,
    begun,
    inside,
    reckoned,
)


class Held:
    """Counts deals as ``deals`` does, but waits at the first table until it is let go."""

    def __init__(self) -> None:
        self.reached, self.let_go = threading.Event(), threading.Event()

    def __call__(self, table: TableId, stored: Sequence[Stored]) -> list[tuple[DealCount, float]]:
        self.reached.set()
        assert self.let_go.wait(HANGS_AFTER)
        return deals(table, stored)


async def test_what_ends_while_it_is_counted_is_counted_once_and_who_is_forgotten_is_left_out(
    store: Store, clock: Clock
) -> None:
    """Nobody waits for it meanwhile."""
    await filled(store, clock)
    await change(store, "UPDATE standing SET won = won + 1")
    held = Held()
    counting = asyncio.create_task(store.checks.check_projections(held, unhurried=False))
    assert await asyncio.to_thread(held.reached.wait, HANGS_AFTER)
    clock.time += 60
    table = await store.streams.find_stream(TABLE)
    assert table is not None
    await store.streams.append(Append(TABLE, table.version, [reckoned(3, Side.EW, 30), begun(4)]))
    new = TableId("ab12cd")
    await store.streams.append(
        Append(new, 0, [OPENED, begun(), reckoned(1, Side.EW, 9)], place=HERE, people=USERS, deal=DEAL)
    )
    await store.people.forget(USERS[BORIS])
    assert not counting.done()
    held.let_go.set()
    await counting
    mended = await inside(store, counted)
    await inside(store, lambda db: [db.execute(f"DELETE FROM {name}") for name in reversed(PROJECTIONS)])
    await store.checks.rebuild_projections(deals)
    assert await inside(store, counted) == mended
    assert {row[0] for row in mended["deed"]} == {USERS[ANNA]}


@pytest.mark.parametrize("meanwhile", ["a rubber ends", "a table begins with one", "somebody is forgotten"])
async def test_rows_are_put_right_though_something_happens_while_they_are_counted(
    store: Store, clock: Clock, meanwhile: str
) -> None:
    await filled(store, clock)
    await inside(store, lambda db: db.execute("UPDATE deed SET count = 7"))
    held = Held()
    counting = asyncio.create_task(store.checks.check_projections(held, unhurried=False))
    assert await asyncio.to_thread(held.reached.wait, HANGS_AFTER)
    if meanwhile == "somebody is forgotten":
        await store.people.forget(USERS[BORIS])
        await store.checks.rate_late()
    elif meanwhile == "a rubber ends":
        table = await store.streams.find_stream(TABLE)
        assert table is not None
        await store.streams.append(Append(TABLE, table.version, [reckoned(3, Side.EW, 30)]))
    else:
        new = [OPENED, begun(), reckoned(1, Side.EW, 9)]
        await store.streams.append(Append(TableId("ab12cd"), 0, new, place=HERE, people=USERS, deal=DEAL))  # type: ignore[arg-type]
    after = await inside(store, counted)
    held.let_go.set()
    await counting
    mended = await inside(store, counted)
    assert {name: rows for name, rows in mended.items() if name != "deed"} == {
        name: rows for name, rows in after.items() if name != "deed"
    }
    assert {row[-1] for row in mended["deed"]} <= {1, 2, 3}
    assert (await store.checks.check_projections(deals, unhurried=False)).mended == {}


async def test_a_leaderboard_says_that_it_is_being_counted_until_it_has_been(
    store: Store, clock: Clock
) -> None:
    await filled(store, clock)
    await inside(store, lambda db: db.execute("UPDATE counted SET revision = 0"))
    held = Held()
    counting = asyncio.create_task(store.checks.rebuild_projections(held, if_due=True))
    assert await asyncio.to_thread(held.reached.wait, HANGS_AFTER)
    assert (await store.standings.leaderboard(HERE.guild, "biritch")).counting
    assert (await store.standings.record(HERE.guild, "biritch", UserId(11))).counting
    held.let_go.set()
    assert await counting
    assert not (await store.standings.leaderboard(HERE.guild, "biritch")).counting
    assert not (await store.standings.record(HERE.guild, "biritch", UserId(11))).counting
