"""The service of all streams beside others that write to the same log, and what it keeps in memory."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.streams.fair_deal import ChanceSource
from bot.streams.service import IDLE, TRIES
from rules.seats import Person
from rules.table.events import Event
from storage.ports.records import Append, Place, TableId, UserId
from storage.ports.storage import StaleVersion, Standing, StorageError
from storage.store import Store
from tests.bot.counters import SLOTS, Clock, CounterHere, Counters, Listener
from tests.trials.stage.empty_database import made_ready
from tests.trials.stage.guard import guarded
from tests.trials.stage.happenings import inside

HERE, THERE = 11, 12
BORIS = UserId(22)


class Side:
    """Two services on one log, of which one is watched."""

    def __init__(self, store: Store) -> None:
        self.store, self.clock, self.listener = store, Clock(), Listener()
        self.one, self.other = [Counters(store.streams, ChanceSource(), self.clock) for _ in range(2)]
        self.one.followers.append(self.listener)

    def told(self) -> list[tuple[TableId, int]]:
        """Of what the watched one's followers were told since last asked."""
        told, self.listener.told = self.listener.told, []
        return told


@pytest.fixture
async def side(tmp_path: Path) -> AsyncIterator[Side]:
    await made_ready(tmp_path / "counters.sqlite3")
    async with Store.open(tmp_path / "counters.sqlite3") as store:
        yield Side(store)


async def test_what_others_have_done_is_taken_over_once_it_is_heard_of_and_the_followers_are_told(
    side: Side,
) -> None:
    counter, away = [await side.one.begin(channel) for channel in (HERE, THERE)]
    side.one.let_go(lambda _: False)
    del side.one._open[away.id]
    side.told()
    await side.other.add(counter.id)
    counter.reread = False
    await side.one.heard({counter.id: Standing(2, HERE, 0), away.id: Standing(2, THERE, 0)})
    assert (counter.state.number, counter.version, counter.reread) == (1, 2, True)
    assert side.told() == [(counter.id, 2)] and side.one.loaded == (counter.id,)
    await side.one.heard({counter.id: Standing(2, HERE, 0)})
    assert side.told() == []
    await side.other.move(counter.id, Place(1, THERE + 1))
    await side.one.heard({counter.id: Standing(2, THERE + 1, 0)})
    assert side.one.stream_in(THERE + 1) == counter.id and side.one.stream_in(HERE) is None
    assert side.told() == [(counter.id, 2)]


async def test_one_that_cannot_be_read_again_is_told_of_and_holds_up_none_heard_of_with_it(
    side: Side, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.streams.service")
    damaged, sound = [await side.one.begin(channel) for channel in (HERE, THERE)]
    for counter in (damaged, sound):
        await side.other.add(counter.id)
    side.told()
    await inside(
        side.store,
        lambda db: db.execute("UPDATE event SET at = at + 1 WHERE table_id = ?1", (damaged.id,)),
    )
    await side.one.heard({damaged.id: Standing(2, HERE, 0), sound.id: Standing(2, THERE, 0)})
    assert f"counter {damaged.id} is not loaded again: SetAside()" in caplog.messages
    assert side.told() == [(sound.id, 2)] and side.one.set_aside == {damaged.id}


async def test_a_stream_that_is_looked_after_from_now_on_is_loaded_if_it_goes_on_or_told_of_anew(
    side: Side,
) -> None:
    known, going, resting = [await side.other.begin(channel) for channel in (HERE, THERE, 13)]
    counter = await side.one.get(known.id)
    counter.reread = False
    side.told()
    await side.one.gained(known.id, goes_on=False)
    assert side.told() == [(known.id, 1)] and counter.reread
    await side.one.gained(going.id, goes_on=True)
    await side.one.gained(resting.id, goes_on=False)
    assert side.told() == [(going.id, 1)] and {*side.one.loaded} == {known.id, going.id}


async def test_who_is_forgotten_is_nobodys_reader_and_followers_draw_without_them(side: Side) -> None:
    counter, without, closed = [await side.one.begin(channel) for channel in (HERE, THERE, 13)]
    boris, clara = Person("b"), Person("c")
    for each in (counter, closed):
        each.people = {boris: BORIS, clara: UserId(33)}
    await side.one.close(closed.id)
    side.told()
    for each in (counter, without):
        each.reread = False
    async with without.lock, guarded():  # whatever goes on where they never were
        await side.one.forgotten(BORIS)
    assert counter.people == closed.people == {clara: UserId(33)}
    assert counter.reread and not without.reread and side.told() == [(counter.id, 1)]


async def test_what_nobody_has_asked_for_in_an_hour_is_let_go_unless_something_is_still_to_be_shown(
    side: Side,
) -> None:
    idle, asked, wanted, drawn, read, kept, acting = [
        await side.one.begin(channel) for channel in range(HERE, HERE + 7)
    ]
    for counter in (idle, asked, wanted, drawn, read, kept, acting):
        counter.wants, counter.reread = {}, False
    wanted.note_wanted(SLOTS[:1])
    drawn.redraw.add(SLOTS[0])
    read.reread = True
    side.clock.time += IDLE
    side.one.let_go(lambda _: True)
    assert len(side.one.loaded) == 7
    side.clock.time += 0.5
    await side.one.get(asked.id)
    async with acting.lock:
        side.one.let_go(lambda counter_id: counter_id != kept.id)
    assert {*side.one.loaded} == {one.id for one in (asked, wanted, drawn, read, kept, acting)}
    side.told()
    assert (await side.one.get(idle.id)).version == 1 and side.told() == [(idle.id, 1)]


async def test_a_start_tells_of_each_stream_that_it_cannot_wake_and_wakes_the_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.streams.service")
    file = tmp_path / "damaged.sqlite3"
    async with Store.open(file) as store:
        counters = Counters(store.streams, ChanceSource(), Clock())
        damaged, sound = [await counters.begin(channel) for channel in (HERE, THERE)]
        for counter in (sound, damaged):
            await counters.add(counter.id, goes_on=True)
    with sqlite3.connect(file) as by_hand:
        by_hand.execute("UPDATE event SET at = at + 1 WHERE version = 2 AND table_id = ?1", (damaged.id,))
    by_hand.close()
    async with Store.open(file) as store:
        fresh = Counters(store.streams, ChanceSource(), Clock())
        await fresh.find()
        await fresh.load_going_on()
        assert fresh.loaded == (sound.id,)
        assert f"counter {damaged.id} is not woken: SetAside()" in caplog.messages
        fresh._open.clear()
        caplog.clear()
        await inside(store, lambda db: db.execute("ALTER TABLE person RENAME TO lost"))
        await fresh.load_going_on()
        await inside(store, lambda db: db.execute("ALTER TABLE lost RENAME TO person"))
        (told,) = caplog.messages
        assert told.startswith(f"counter {sound.id} cannot be loaded: DatabaseFailed('SQLITE_ERROR'")


class Overtaken(Counters):
    """Others write to the log before each of its own appends."""

    quicker: Counters

    async def _append(self, new: Append[Event]) -> int:
        if new.expected:
            await self.quicker.add(new.stream)
        return await super()._append(new)


async def test_an_act_is_given_up_after_eight_tries_if_others_are_quicker_each_time(side: Side) -> None:
    slow = Overtaken(side.store.streams, ChanceSource(), side.clock)
    slow.quicker = side.other
    counter = await slow.begin(HERE)
    with pytest.raises(StaleVersion) as refused:
        await slow.add(counter.id)
    assert slow.decided == TRIES == 8
    assert (refused.value.table, refused.value.expected, refused.value.actual) == (counter.id, 8, 9)
    assert (await side.other.get(counter.id)).state.number == 8


class Unread(Counters):
    """The database loses what it must read, just after an opening."""

    store: Store

    async def _append(self, new: Append[Event]) -> int:
        version = await super()._append(new)
        await inside(self.store, lambda db: db.execute("ALTER TABLE person RENAME TO lost"))
        return version


async def test_where_a_stream_that_is_stored_could_not_be_read_no_second_one_is_opened(side: Side) -> None:
    failing = Unread(side.store.streams, ChanceSource(), side.clock)
    failing.store = side.store
    with pytest.raises(StorageError):
        await failing.begin(HERE)
    await inside(side.store, lambda db: db.execute("ALTER TABLE lost RENAME TO person"))
    with pytest.raises(CounterHere):
        await failing.begin(HERE)
    ((stored, place),) = failing.places.items()
    assert failing.loaded == (stored,) and place == Place(1, HERE)
