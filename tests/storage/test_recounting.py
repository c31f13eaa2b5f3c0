"""Everything is counted again beside whatever goes on: rows that have decayed are put right, others stay."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rules.seats import Person, Side
from storage import recounting
from storage.engine import Breath, migrations, unheard
from storage.ports.records import Append, Checked, DealCount, Stored, TableId, UserId
from storage.ports.storage import UnknownEvent
from storage.sqlite.connections import scratch
from storage.sqlite.database import Database
from storage.store import Store
from tests.storage.conformance.test_recounting import DEAL, ELSEWHERE, PROJECTIONS, counted, deals, filled
from tests.storage.conftest import Clock, both
from tests.storage.spoiling import change
from tests.trials.stage.guard import HANGS_AFTER
from tests.trials.stage.happenings import (
    ANNA,
    BORIS,
    HERE,
    OPENED,
    OTHER,
    TABLE,
    USERS,
    begun,
    inside,
    played,
    reckoned,
)


async def test_a_table_of_which_no_event_is_stored_does_not_stop_the_count(tmp_path: Path) -> None:
    empty = "INSERT INTO stream (table_id, guild, channel, version, head, open) VALUES ('e', 1, 0, 0, ?1, 1)"
    async with Database.open(tmp_path / "tables.sqlite3", migrations()[:11]) as earlier:
        await earlier.write(lambda db: db.execute(empty, (b"\0" * 32,)))
    async with Store.open(tmp_path / "tables.sqlite3") as store:
        assert await store.checks.rebuild_projections(deals, unhurried=False)
        assert store.checks.damaged == {}


async def test_a_player_who_is_not_found_leaves_what_is_counted_as_it_is_and_the_table_is_named(
    store: Store, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    await filled(store, clock)
    before = await inside(store, counted)

    def decay(db: Any) -> None:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("DELETE FROM person WHERE table_id = 'b01d22' AND alias = 'a1'")
        db.execute("PRAGMA foreign_keys = ON")

    await inside(store, decay)
    with caplog.at_level(logging.ERROR):
        checked = await store.checks.check_projections(deals, unhurried=False)
    assert checked == Checked({}, {OTHER: 0}) and store.checks.damaged == {OTHER: 0}
    assert await inside(store, counted) == before
    assert caplog.messages == [
        "what is counted of server 100 stays as it is: DamagedRows('b01d22', 'people')"
    ]


@pytest.mark.parametrize(
    ("decayed", "servers"), [("guild = 777", {100, 777}), ("channel = channel + 1", {100})]
)
async def test_a_table_that_stands_elsewhere_than_it_was_put_leaves_what_is_counted_of_its_server_as_it_is(
    store: Store, clock: Clock, caplog: pytest.LogCaptureFixture, decayed: str, servers: set[int]
) -> None:
    """Also of the server in which it is no longer found: its rubbers would be taken for too many."""
    await filled(store, clock)
    before = await inside(store, counted)
    await inside(store, lambda db: db.execute(f"UPDATE stream SET {decayed} WHERE table_id = '{OTHER}'"))
    with caplog.at_level(logging.ERROR):
        checked = await store.checks.check_projections(deals, unhurried=False)
    assert checked == Checked({}, {OTHER: 0})
    assert await inside(store, counted) == before
    assert set(caplog.messages) == {
        f"what is counted of server {server} stays as it is: DamagedRows('b01d22', 'place')"
        for server in servers
    }


async def test_a_table_whose_deals_these_rules_cannot_count_is_named_with_the_event_that_they_cannot_read(
    store: Store, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    await filled(store, clock)

    def later(table: TableId, stored: Sequence[Stored]) -> list[tuple[DealCount, float]]:
        if table == OTHER:
            raise UnknownEvent(OTHER, 5, "a later kind", 99)
        return deals(table, stored)

    with caplog.at_level(logging.ERROR):
        checked = await store.checks.check_projections(later, unhurried=False)
    assert checked.damaged == store.checks.damaged == {OTHER: 5}
    assert caplog.messages == [
        "the deals of table b01d22 cannot be counted: UnknownEvent('b01d22', 5, 'a later kind', 99)"
    ]


async def test_an_actor_who_is_not_among_the_people_of_their_table_leaves_what_is_counted_as_it_is(
    store: Store, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    await filled(store, clock)
    table = await store.streams.find_stream(TABLE)
    assert table is not None
    guest = Person("z9")
    await store.streams.append(
        Append(TABLE, table.version, [played()], people={guest: UserId(99)}, actor=guest)
    )
    assert (await store.checks.check_projections(deals, unhurried=False)).damaged == {}

    def decay(db: Any) -> None:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("DELETE FROM person WHERE alias = 'z9'")
        db.execute("PRAGMA foreign_keys = ON")

    await inside(store, decay)
    with caplog.at_level(logging.ERROR):
        assert (await store.checks.check_projections(deals, unhurried=False)).damaged == {TABLE: 0}
    assert caplog.messages == [
        "what is counted of server 100 stays as it is: DamagedRows('7f3a9c', 'people')"
    ]


async def test_rows_that_cannot_be_put_right_are_told_of_and_hold_nothing_up(
    store: Store, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """As where the disk gives back something else than was written: here by a trigger."""
    await filled(store, clock)
    spoil = (
        "CREATE TRIGGER spoil AFTER UPDATE ON deed WHEN NEW.count < 7 BEGIN UPDATE deed SET count = 7; END"
    )
    await inside(store, lambda db: db.execute("UPDATE deed SET count = 7"))
    await inside(store, lambda db: db.execute(spoil))
    with caplog.at_level(logging.ERROR):
        checked = await store.checks.check_projections(deals, unhurried=False)
    assert checked.mended == {HERE.guild: 3, ELSEWHERE.guild: 3}
    assert caplog.messages == [f"3 rows of server {guild} cannot be put right" for guild in (100, 101)]


async def test_a_server_in_which_too_much_ends_is_left_to_the_next_count(
    store: Store, clock: Clock, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here after one look, which finds something to correct, instead of a hundred."""
    monkeypatch.setattr(recounting, "TRIES", 1)
    await filled(store, clock)
    await inside(store, lambda db: db.execute("UPDATE deed SET count = 7 WHERE guild = 100"))
    with caplog.at_level(logging.WARNING):
        checked = await store.checks.check_projections(deals, unhurried=False)
    assert checked.mended == {HERE.guild: 3}
    assert caplog.messages == ["too much ends in server 100 for it to be counted beside that"]


class Held:
    """Counts deals as ``deals`` does, but waits at the first table until it is let go."""

    def __init__(self) -> None:
        self.reached, self.let_go = threading.Event(), threading.Event()

    def __call__(self, table: TableId, stored: Sequence[Stored]) -> list[tuple[DealCount, float]]:
        self.reached.set()
        assert self.let_go.wait(HANGS_AFTER)
        return deals(table, stored)


@both
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


@both
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


async def test_a_row_that_has_left_its_rubber_is_put_back(store: Store, clock: Clock) -> None:
    await filled(store, clock)
    before = await inside(store, counted)

    def decay(db: Any) -> None:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("UPDATE rubber_share SET number = 3 WHERE alias = 'c3' AND table_id = 'b01d22'")
        db.execute("UPDATE rubber SET number = 9 WHERE table_id = '7f3a9c' AND number = 2")
        db.execute("PRAGMA foreign_keys = ON")

    await inside(store, decay)
    assert (await store.checks.check_projections(deals, unhurried=False)).mended == {HERE.guild: 4}
    assert await inside(store, counted) == before


async def test_a_new_database_has_nothing_to_count(store: Store) -> None:
    assert not await store.checks.is_count_due()


async def test_the_loop_makes_no_database_for_any_server(store: Store, clock: Clock) -> None:
    """To make one takes milliseconds, and there may be thousands of servers."""
    await filled(store, clock)
    made = list[int]()

    def memory() -> Any:
        made.append(threading.get_ident())
        return closing(scratch())

    breath = Breath(rest=0.0)
    await recounting.every_server(store._database, memory, deals, breath, unheard, check=True)
    assert len(made) == 2 and threading.get_ident() not in made
