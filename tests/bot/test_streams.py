"""The service that all kinds of streams share, with counters for a kind, on a real store."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.errors import AppWhy, SetAside
from bot.streams.fair_deal import ChanceSource
from bot.streams.open_stream import TOO_OLD, Key, OpenStream
from storage.ports.records import Place, TableId
from storage.ports.storage import StorageError
from storage.sqlite.connections import Connection
from storage.sqlite.database import Database
from storage.store import Store
from tests.bot.counters import (
    CannotCount,
    Clock,
    CounterHere,
    CounterIsClosed,
    Counters,
    Listener,
    NoSuchCounter,
)
from tests.refusing import refusing
from tests.trials.stage.empty_database import made_ready
from tests.trials.stage.guard import guarded, until
from tests.trials.stage.happenings import inside

HERE, THERE = 11, 12


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(tmp_path: Path, clock: Clock) -> AsyncIterator[Store]:
    await made_ready(tmp_path / "counters.sqlite3")
    async with Store.open(tmp_path / "counters.sqlite3", clock) as store:
        yield store


@pytest.fixture
def counters(store: Store, clock: Clock) -> Counters:
    return another(store, clock)


def another(store: Store, clock: Clock) -> Counters:
    """A second service on the same log, as after a restart, or in another process."""
    return Counters(store.streams, ChanceSource(), clock)


class Stumbling:
    """A follower that always fails."""

    def changed(self, stream: OpenStream) -> None:
        raise ZeroDivisionError


@contextmanager
def busy_writer(store: Store) -> Iterator[threading.Event]:
    """Nothing is stored until this is set."""
    go_on = threading.Event()
    working = asyncio.create_task(inside(store, lambda db: go_on.wait()))
    try:
        yield go_on
    finally:
        go_on.set()
        assert not working.cancelled()


# Loading


async def test_a_slow_load_of_one_stream_delays_no_act_on_another_and_no_opening(
    counters: Counters, store: Store, clock: Clock
) -> None:
    slow, quick = (await counters.begin(HERE)).id, (await counters.begin(THERE)).id
    fresh = another(store, clock)
    fresh.read_when[slow] = asyncio.Event()
    waiting = [asyncio.create_task(fresh.add(slow)) for _ in range(3)]
    await until(lambda: fresh.read[slow])
    async with guarded():
        assert (await fresh.add(quick)).state.number == 1
        await fresh.begin(13)
    assert not any(task.done() for task in waiting)
    fresh.read_when[slow].set()
    assert (await asyncio.gather(*waiting))[0].state.number == 3
    assert fresh.read[slow] == 1


async def test_a_load_that_was_cancelled_is_made_by_the_next_who_asks(
    counters: Counters, store: Store, clock: Clock
) -> None:
    counter_id = (await counters.begin(HERE)).id
    fresh = another(store, clock)
    fresh.read_when[counter_id] = asyncio.Event()
    first, second = (asyncio.create_task(fresh.get(counter_id)) for _ in range(2))
    await until(lambda: fresh.read[counter_id])
    first.cancel()
    async with guarded():
        with pytest.raises(asyncio.CancelledError):
            await first
        fresh.read_when[counter_id].set()
        assert (await second).state.number == 0


async def test_after_a_start_it_is_known_where_everything_stands_though_nothing_is_loaded(
    counters: Counters, store: Store, clock: Clock
) -> None:
    kept, other, closed = [(await counters.begin(channel)).id for channel in (HERE, THERE, 13)]
    await counters.close(closed)
    fresh, listener = another(store, clock), Listener()
    fresh.followers.append(listener)
    await fresh.find()
    assert [fresh.stream_in(channel) for channel in (HERE, THERE, 13)] == [kept, other, None]
    assert dict(fresh.places) == {kept: Place(1, HERE), other: Place(1, THERE)}
    assert not fresh.read and not listener.told
    with pytest.raises(CounterHere):
        await fresh.begin(THERE)


async def test_a_stream_is_loaded_once_when_it_is_needed_and_the_followers_are_told_of_it(
    counters: Counters, store: Store, clock: Clock
) -> None:
    counter_id = (await counters.begin(HERE)).id
    fresh, listener = another(store, clock), Listener()
    fresh.followers.append(listener)
    await asyncio.gather(*(fresh.get(counter_id) for _ in range(5)))
    assert fresh.read[counter_id] == 1 and listener.told == [(counter_id, 1)]


async def test_waking_loads_what_goes_on_by_itself_the_last_used_first_and_nothing_else(
    counters: Counters, store: Store, clock: Clock
) -> None:
    going, waiting, later = [(await counters.begin(channel)).id for channel in (HERE, THERE, 13)]
    for counter_id in (going, later):
        clock.time += 1
        await counters.add(counter_id, goes_on=True)
    await counters.add(waiting, goes_on=True)
    await counters.add(waiting)
    fresh, listener = another(store, clock), Listener()
    fresh.followers.append(listener)
    await fresh.find()
    await fresh.load_going_on()
    assert listener.told == [(later, 2), (going, 2)]


async def test_a_stream_that_cannot_be_read_is_set_aside_and_leaves_its_channel(
    tmp_path: Path, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "damaged.sqlite3"
    async with Store.open(file, clock) as store:
        counters = another(store, clock)
        damaged, sound = (await counters.begin(HERE)).id, (await counters.begin(THERE)).id
        await counters.add(damaged)
    with sqlite3.connect(file) as by_hand:
        by_hand.execute("UPDATE event SET at = at + 1 WHERE version = 2")
    by_hand.close()
    async with Store.open(file, clock) as store:
        fresh = another(store, clock)
        await fresh.find()
        assert fresh.stream_in(HERE) == damaged
        new = await fresh.begin(HERE)
        for _ in range(2):
            with pytest.raises(SetAside):
                await fresh.add(damaged)
        assert (fresh.stream_in(HERE), fresh.read[damaged]) == (new.id, 1)
        assert (await fresh.add(sound)).state.number == 1
        told = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
        assert len(told) == 1 and f"counter {damaged} cannot be read and is set aside" in told[0]
    async with Store.open(file, clock) as store:
        again = another(store, clock)
        await again.find()
        with pytest.raises(SetAside):
            await again.get(damaged)
        assert again.stream_in(HERE) == new.id
        assert len(await store.streams.read(damaged)) == 2


async def test_a_damaged_stream_that_was_used_last_hides_none_that_stands_in_its_channel(
    tmp_path: Path, clock: Clock
) -> None:
    file = tmp_path / "damaged.sqlite3"
    async with Store.open(file, clock) as store:
        counters = another(store, clock)
        damaged = (await counters.begin(HERE)).id
        await counters.close(damaged)
        sound = (await counters.begin(HERE)).id
    with sqlite3.connect(file) as by_hand:  # it seems open, and the last used
        by_hand.execute("UPDATE stream SET open = 1 WHERE table_id = ?1", (damaged,))
        by_hand.execute("UPDATE event SET at = at + 5000 WHERE table_id = ?1", (damaged,))
    by_hand.close()
    async with Store.open(file, clock) as store:
        fresh = another(store, clock)
        await fresh.find()
        assert fresh.stream_in(HERE) == damaged
        with pytest.raises(SetAside):
            await fresh.get(damaged)
        assert fresh.stream_in(HERE) == sound
        with pytest.raises(CounterHere):
            await fresh.begin(HERE)


async def test_an_id_that_nobody_has_is_refused_in_the_words_of_its_kind(counters: Counters) -> None:
    with pytest.raises(NoSuchCounter):
        await counters.get(TableId("00000000"))
    with pytest.raises(NoSuchCounter):
        await counters.add(TableId("00000000"))


# Opening


async def test_of_two_openings_in_one_channel_at_once_one_is_refused(
    counters: Counters, store: Store
) -> None:
    one, other = await asyncio.gather(counters.begin(HERE), counters.begin(HERE), return_exceptions=True)
    assert sorted((type(one).__name__, type(other).__name__)) == ["CounterHere", "OpenCounter"]
    assert len(await store.streams.all_open("table")) == 1


async def test_a_stream_that_is_asked_for_while_it_is_opened_is_in_memory_once(counters: Counters) -> None:
    """If there were two of the same stream, each would hear of half of what happens."""
    listener, chosen = Listener(), TableId("0a1b2c3d")
    counters.followers.append(listener)
    read = counters.read_when[chosen] = asyncio.Event()
    opening = asyncio.create_task(counters.begin(HERE, stream_id=chosen))
    await until(lambda: counters.read[chosen])  # it is in the log from here on
    asking = asyncio.create_task(counters.get(chosen))
    await asyncio.sleep(1)
    read.set()
    async with guarded():
        assert await opening is await asking is await counters.get(chosen)
    assert counters.read[chosen] == 1


async def test_no_opening_waits_for_one_elsewhere(counters: Counters, store: Store) -> None:
    """Nor where people play alone, each for themselves: no channel is theirs."""
    alone = [TableId(f"{number:08x}") for number in range(3)]
    held = counters.read_when[alone[0]] = asyncio.Event()
    first = asyncio.create_task(counters.begin(0, stream_id=alone[0]))
    await until(lambda: counters.read[alone[0]])
    async with guarded():
        await counters.begin(0, stream_id=alone[1])
    held.set()
    await first
    database = store._database
    assert isinstance(database, Database)
    with busy_writer(store) as go_on:
        several = [
            asyncio.create_task(counters.begin(0, stream_id=alone[2])),
            *(asyncio.create_task(counters.begin(channel, guild=channel)) for channel in (HERE, THERE)),
        ]
        await until(lambda: len(database._waiting) == len(several))
        go_on.set()
        await asyncio.gather(*several)


async def test_an_opening_delivered_again_is_the_same_stream(
    counters: Counters, store: Store, clock: Clock
) -> None:
    key, listener = Key("7", clock.time), Listener()
    counters.followers.append(listener)
    both = await asyncio.gather(counters.begin(HERE, key), counters.begin(HERE, key))
    later = await another(store, clock).begin(HERE, key)
    assert both[0] is both[1] and later.id == both[0].id
    assert listener.told == [(later.id, 1)]


async def test_a_follower_that_fails_is_logged_and_neither_the_act_nor_the_others_suffer(
    counters: Counters, caplog: pytest.LogCaptureFixture
) -> None:
    counter_id, listener = (await counters.begin(HERE)).id, Listener()
    counters.followers.extend((Stumbling(), listener))
    assert (await counters.add(counter_id)).state.number == 1
    assert listener.told == [(counter_id, 2)]
    assert "Stumbling failed" in caplog.text


async def test_an_opening_that_was_refused_is_refused_again_though_the_channel_is_free_now(
    counters: Counters, clock: Clock
) -> None:
    key, first = Key("7", clock.time), await counters.begin(HERE)
    with pytest.raises(CounterHere):
        await counters.begin(HERE, key)
    await counters.close(first.id)
    with pytest.raises(CounterHere):
        await counters.begin(HERE, key)
    await counters.begin(HERE)


async def test_an_opening_whose_caller_is_cancelled_is_done_whole(counters: Counters, store: Store) -> None:
    opening = asyncio.create_task(counters.begin(HERE))
    await asyncio.sleep(0)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    with pytest.raises(CounterHere):  # it waits for the opening, and finds the channel taken
        await counters.begin(HERE)
    (stream,) = await store.streams.all_open("table")
    assert counters.stream_in(HERE) == stream.table


# Acting


async def test_an_act_delivered_five_times_at_once_is_done_once(counters: Counters, clock: Clock) -> None:
    counter_id, listener = (await counters.begin(HERE)).id, Listener()
    counters.followers.append(listener)
    done = await asyncio.gather(*(counters.add(counter_id, key=Key("7", clock.time)) for _ in range(5)))
    assert [counter.state.number for counter in done] == [1] * 5
    assert done[0].version == 2 and listener.told == [(counter_id, 2)]


async def test_an_act_delivered_again_after_a_restart_is_not_done_again(
    counters: Counters, store: Store, clock: Clock
) -> None:
    key, counter_id = Key("7", clock.time), (await counters.begin(HERE)).id
    await counters.add(counter_id, key=key)
    again = await another(store, clock).add(counter_id, key=key)
    assert (again.state.number, again.version) == (1, 2)


async def test_an_act_delivered_again_is_answered_again_though_by_now_it_would_be_refused(
    counters: Counters, store: Store, clock: Clock
) -> None:
    key, counter_id = Key("7", clock.time), (await counters.begin(HERE)).id
    for service in (counters, counters, another(store, clock)):
        assert (await service.add(counter_id, most=1, key=key)).state.number == 1


async def test_an_act_that_was_done_is_answered_again_however_late_it_is_delivered(
    counters: Counters, clock: Clock
) -> None:
    key, counter_id = Key("7", clock.time), (await counters.begin(HERE)).id
    await counters.add(counter_id, key=key)
    clock.time += TOO_OLD + 1
    assert (await counters.add(counter_id, key=key)).state.number == 1
    with refusing(AppWhy.TOO_LATE):
        await counters.add(counter_id, key=Key("8", key.at))


async def test_an_act_is_one_call_of_the_storage_and_one_commit(
    counters: Counters, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    counter_id = (await counters.begin(HERE)).id
    statements: list[str] = []
    await store._database.alone(lambda db: db.set_trace_callback(statements.append))  # type: ignore[attr-defined]
    calls, run = list[object](), Connection.run_on_thread

    async def counted(self: Connection, work: Any, *args: Any) -> Any:
        calls.append(work)
        return await run(self, work, *args)

    monkeypatch.setattr(Connection, "run_on_thread", counted)
    await counters.add(counter_id, key=Key("7", clock.time))
    assert (len(calls), statements.count("COMMIT")) == (1, 1)


async def test_a_refusal_is_given_again_for_a_minute_and_then_the_key_is_too_old(
    counters: Counters, clock: Clock
) -> None:
    key, counter_id = Key("7", clock.time), (await counters.begin(HERE)).id
    with pytest.raises(CannotCount):
        await counters.add(counter_id, most=0, key=key)
    with pytest.raises(CannotCount):  # though now it would be allowed
        await counters.add(counter_id, key=key)
    clock.time += TOO_OLD + 1
    with refusing(AppWhy.TOO_LATE):
        await counters.add(counter_id, key=key)
    assert (await counters.get(counter_id)).version == 1


async def test_a_cancelled_act_is_done_whole_and_its_key_is_known(counters: Counters, clock: Clock) -> None:
    key, counter_id = Key("7", clock.time), (await counters.begin(HERE)).id
    listener = Listener()
    counters.followers.append(listener)
    act = asyncio.create_task(counters.add(counter_id, key=key))
    await asyncio.sleep(0)
    act.cancel()
    with pytest.raises(asyncio.CancelledError):
        await act
    assert (await counters.add(counter_id, key=key)).state.number == 1
    assert listener.told == [(counter_id, 2)]


async def test_a_log_that_has_gone_on_is_read_again_and_the_act_decided_again(
    counters: Counters, store: Store, clock: Clock
) -> None:
    counter_id = (await counters.begin(HERE)).id
    other = another(store, clock)
    await other.get(counter_id)
    await counters.add(counter_id)
    counter = await other.add(counter_id)
    assert (counter.state.number, counter.version, other.decided) == (2, 3, 2)
    with pytest.raises(CannotCount):  # as the log says, not as this service last saw it
        await counters.add(counter_id, most=2)
    assert (await counters.get(counter_id)).version == 3


async def test_a_service_that_finds_itself_behind_tells_its_followers_though_it_refuses(
    counters: Counters, store: Store, clock: Clock
) -> None:
    """As after a commit whose answer was lost with the connection."""
    counter_id = (await counters.begin(HERE)).id
    other, listener = another(store, clock), Listener()
    await other.add(counter_id)
    counters.followers.append(listener)
    with pytest.raises(CannotCount):
        await counters.add(counter_id, most=1)
    assert listener.told == [(counter_id, 2)]
    with pytest.raises(CannotCount):
        await counters.add(counter_id, most=1)
    assert listener.told == [(counter_id, 2)]


async def test_a_stream_that_was_closed_elsewhere_is_forgotten_by_whoever_finds_out(
    counters: Counters, store: Store, clock: Clock
) -> None:
    counter_id = (await counters.begin(HERE)).id
    other = another(store, clock)
    await other.get(counter_id)
    await counters.close(counter_id)
    assert other.stream_in(HERE) == counter_id
    with pytest.raises(CounterIsClosed):
        await other.add(counter_id)
    assert other.stream_in(HERE) is None
    await other.begin(HERE)


async def test_an_act_that_another_service_has_done_meanwhile_shows_what_it_came_to(
    counters: Counters, store: Store, clock: Clock
) -> None:
    key, counter_id = Key("7", clock.time), (await counters.begin(HERE)).id
    other = another(store, clock)
    await other.get(counter_id)
    both = await asyncio.gather(counters.add(counter_id, key=key), other.add(counter_id, key=key))
    assert [(counter.state.number, counter.version) for counter in both] == [(1, 2), (1, 2)]


async def test_followers_are_told_only_of_what_is_stored_and_of_nothing_when_nothing_happens(
    counters: Counters, store: Store
) -> None:
    stored: list[int] = []

    class Careful(Listener):
        def changed(self, stream: OpenStream) -> None:
            super().changed(stream)
            stored.append(counters.committed)

    listener = Careful()
    counters.followers.append(listener)
    counter_id = (await counters.begin(HERE)).id
    await counters.add(counter_id)
    await counters.look(counter_id)
    with pytest.raises(CannotCount):
        await counters.add(counter_id, most=1)
    await counters.close(counter_id)
    assert listener.told == [(counter_id, 1), (counter_id, 2), (counter_id, 3)]
    assert stored == [1, 2, 3]


async def test_a_closed_stream_leaves_memory_and_its_channel_and_can_still_be_read(
    counters: Counters,
) -> None:
    counter_id = (await counters.begin(HERE)).id
    await counters.add(counter_id)
    await counters.close(counter_id)
    assert counters.stream_in(HERE) is None
    await asyncio.sleep(0)  # a turn of the loop, after which nobody holds it
    before = counters.read[counter_id]
    assert (await counters.get(counter_id)).state.number == 1
    assert counters.read[counter_id] == before + 1  # from the log, since it is not kept
    with pytest.raises(CounterIsClosed):
        await counters.add(counter_id)
    assert (await counters.begin(HERE)).id != counter_id


async def test_what_happens_to_a_closed_stream_leaves_its_channel_to_the_one_that_stands_there_now(
    counters: Counters,
) -> None:
    old = await counters.begin(HERE)
    await counters.close(old.id)
    new = await counters.begin(HERE)
    await counters.close(old.id)  # counters do not refuse it
    assert counters.stream_in(HERE) == new.id


async def test_an_act_that_cannot_be_stored_changes_nothing_and_holds_nobody_up(
    tmp_path: Path, clock: Clock
) -> None:
    listener = Listener()
    async with Store.open(tmp_path / "counters.sqlite3", clock) as store:
        counters = another(store, clock)
        counter = await counters.begin(HERE)
        counters.followers.append(listener)
    for _ in range(2):
        async with guarded():
            with pytest.raises(StorageError):
                await counters.add(counter.id)
    assert (counter.state.number, counter.version, listener.told) == (0, 1, [])
