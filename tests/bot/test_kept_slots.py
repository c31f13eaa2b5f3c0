"""The slots that are kept in memory, over a real store."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.messages.outbox import Outbox
from bot.streams.fair_deal import ChanceSource
from storage.ports.records import PrivateCopy, SlotKey, SlotState, TableId
from storage.store import Store
from tests.bot.counters import SLOTS, Clock, Counters
from tests.trials.stage.guard import HANGS_AFTER
from tests.trials.stage.happenings import all_wait, inside

ROOM, PRIVATE = SLOTS
CHANNEL, MESSAGE = 11, 77


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with Store.open(tmp_path / "biritch.sqlite3", Clock()) as store:
        yield store


async def posted(store: Store) -> TableId:
    """A counter at its first version, whose message stands in the channel."""
    counter = await Counters(store.streams, ChanceSource(), Clock()).begin(CHANNEL)
    (room,) = [slot for slot in await store.slots.of_stream(counter.id) if slot.key.slot == ROOM]
    await store.slots.note_slots([room.as_shown(1, "as it was", CHANNEL, MESSAGE)])
    return counter.id


def of(kept: Outbox, counter_id: TableId) -> SlotState:
    state = kept.state(SlotKey(counter_id, ROOM))
    assert state is not None
    return state


@pytest.mark.parametrize("reading", [False, True], ids=["before it is read", "while it is being read"])
async def test_what_is_wanted_of_a_stream_not_in_memory_hides_no_message_that_stands(
    store: Store, reading: bool
) -> None:
    counter_id = await posted(store)
    kept = Outbox(store.slots)
    loading = asyncio.create_task(kept.load_slots(counter_id)) if reading else None
    await asyncio.sleep(0)
    kept.take_wanted(counter_id, {ROOM: 2})
    await (loading or kept.load_slots(counter_id))
    found = of(kept, counter_id)
    assert (found.message, found.wanted) == (MESSAGE, 2 if reading else 1)
    await kept.close()


@pytest.mark.parametrize("looked_at", [False, True])
async def test_a_stream_that_was_to_leave_memory_stays_when_something_of_it_is_wanted_again(
    store: Store, looked_at: bool
) -> None:
    """It would be forgotten once what is known of it is written: also after it was looked at, and before
    what is wanted of it is taken over."""
    counter_id = await posted(store)
    kept = Outbox(store.slots)
    await kept.load_slots(counter_id)
    kept.note_slot(of(kept, counter_id).as_failed(0.0))
    kept.release(counter_id)
    if looked_at:
        kept.stay(counter_id)
        await kept.flush()
    kept.take_wanted(counter_id, {ROOM: 2})
    await kept.flush()
    found = of(kept, counter_id)
    assert (found.message, found.wanted) == (MESSAGE, 2)
    kept.release(counter_id)
    assert not kept.slots_of(counter_id)
    await kept.close()


async def stored(store: Store, counter_id: TableId) -> SlotState:
    (state,) = [one for one in await store.slots.of_stream(counter_id) if one.key.slot == ROOM]
    return state


async def test_what_is_known_of_a_message_is_written_a_little_later_and_at_the_end_at_the_latest(
    store: Store,
) -> None:
    counter_id = await posted(store)
    later, at_the_end = Outbox(store.slots, note_after=0.01), Outbox(store.slots)
    for number, kept in enumerate((later, at_the_end), 2):
        await kept.load_slots(counter_id)
        kept.note_slot(of(kept, counter_id).as_shown(number, f"digest {number}", CHANNEL, MESSAGE))
        assert (await stored(store, counter_id)).shown == number - 1
        if kept is later:
            await asyncio.sleep(1)
            assert (await stored(store, counter_id)).shown == 2
        await kept.close()
        assert (await stored(store, counter_id)).digest == f"digest {number}"


async def test_which_slot_a_message_shows_is_known_as_long_as_it_stands_there(store: Store) -> None:
    counter_id = await posted(store)
    kept, room = Outbox(store.slots), SlotKey(counter_id, ROOM)
    assert kept.showing(MESSAGE) is None and kept.slots_of(counter_id) == ()
    kept.note_slot(SlotState(room, 1, message=MESSAGE))  # of a stream that is not in memory
    assert kept.showing(MESSAGE) is None
    assert not await kept.load_slots(counter_id)
    assert kept.showing(MESSAGE) == room and {one.key.slot for one in kept.slots_of(counter_id)} == {*SLOTS}
    assert of(kept, counter_id).digest is None, "a process that was killed may have shown more"
    kept.note_slot(of(kept, counter_id).as_lost())
    assert kept.showing(MESSAGE) is None
    kept.note_slot(of(kept, counter_id).as_shown(2, "", CHANNEL, MESSAGE + 1))
    assert kept.showing(MESSAGE + 1) == room
    kept.drop_slots(counter_id)
    assert kept.showing(MESSAGE + 1) is None and kept.state(room) is None
    await kept.close()


async def test_a_slot_that_will_not_change_again_is_forgotten_and_begins_anew_if_it_is_wanted(
    store: Store,
) -> None:
    counter_id = await posted(store)
    kept, room = Outbox(store.slots), SlotKey(counter_id, ROOM)
    await kept.load_slots(counter_id)
    kept.retire(room)
    kept.retire(room)
    assert kept.state(room) is None and kept.showing(MESSAGE) is None
    await kept.flush()
    assert [one.key.slot for one in await store.slots.of_stream(counter_id)] == [PRIVATE]
    kept.take_wanted(counter_id, {ROOM: 3})
    assert (of(kept, counter_id).wanted, of(kept, counter_id).message) == (3, None)
    kept.retire(SlotKey(counter_id, PRIVATE))
    kept.take_wanted(counter_id, {PRIVATE: 3})
    await kept.flush()
    assert PRIVATE in [one.key.slot for one in await store.slots.of_stream(counter_id)]
    await kept.close()


async def test_what_cannot_be_written_is_told_of_and_written_later(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    counter_id = await posted(store)
    kept, private = Outbox(store.slots), SlotKey(counter_id, PRIVATE)
    copies = [PrivateCopy(message, private, f"token {message}", False, Clock()()) for message in (5, 6)]
    kept.keep_copy(copies[0])
    await kept.flush()
    await kept.load_slots(counter_id)
    kept.note_slot(of(kept, counter_id).as_shown(2, "new", CHANNEL, MESSAGE))
    kept.retire(private)
    kept.drop_copy(5)
    kept.keep_copy(copies[1])
    await inside(store, lambda db: db.execute("PRAGMA query_only = 1"))
    await kept.try_flush()
    assert {*caplog.messages} == {"what is shown could not be noted: DatabaseFailed"}
    await inside(store, lambda db: db.execute("PRAGMA query_only = 0"))
    assert await store.slots.private_copies() == (copies[0],) and (await stored(store, counter_id)).shown == 1
    await kept.close()
    assert [*await store.slots.private_copies()] == [copies[1]]
    assert [(one.key.slot, one.digest) for one in await store.slots.of_stream(counter_id)] == [(ROOM, "new")]


async def test_no_copy_that_was_dropped_comes_back_however_often_that_could_not_be_written(
    store: Store,
) -> None:
    counter_id = await posted(store)
    kept, private = Outbox(store.slots), SlotKey(counter_id, PRIVATE)
    for message in (5, 6, 7):
        kept.keep_copy(PrivateCopy(message, private, f"token {message}", False, Clock()()))
    await kept.flush()
    await inside(store, lambda db: db.execute("PRAGMA query_only = 1"))
    for message in (5, 6):
        kept.drop_copy(message)
        await kept.try_flush()
    await inside(store, lambda db: db.execute("PRAGMA query_only = 0"))
    await kept.close()
    assert [one.message for one in await store.slots.private_copies()] == [7]


async def test_of_a_stream_taken_over_from_a_dead_process_nobody_knows_what_its_messages_show(
    store: Store,
) -> None:
    counter_id = await posted(store)
    kept = Outbox(store.slots)
    await kept.load_slots(counter_id)
    kept.note_slot(of(kept, counter_id).as_shown(1, "as it is", CHANNEL, MESSAGE))
    kept.gained(counter_id, orphaned=True)
    assert await kept.load_slots(counter_id) and of(kept, counter_id).digest is None
    assert kept.uncertain == {SlotKey(counter_id, PRIVATE)}, "it may have been posted"
    kept.uncertain.clear()
    kept.gained(counter_id, orphaned=False)
    assert await kept.load_slots(counter_id) and kept.uncertain == {SlotKey(counter_id, PRIVATE)}, (
        "as may this"
    )
    kept.uncertain.clear()
    kept.stale((counter_id,))
    assert await kept.load_slots(counter_id) and kept.uncertain == set()
    assert not await kept.load_slots(counter_id)
    await kept.close()


async def test_a_slot_that_is_over_once_its_stream_has_left_memory_is_passed_over(store: Store) -> None:
    """An alert is deleted meanwhile; the next look at the stream finds it gone, and forgets it."""
    counter_id = await posted(store)
    kept = Outbox(store.slots)
    await kept.load_slots(counter_id)
    kept.release(counter_id)
    kept.retire(SlotKey(counter_id, ROOM))
    await kept.load_slots(counter_id)
    assert of(kept, counter_id).message == MESSAGE
    await kept.close()


@asynccontextmanager
async def act(store: Store, before: str = "SELECT 1") -> AsyncIterator[None]:
    """One is being stored meanwhile, and takes along what there is to be written of messages."""
    begun, goes_on = threading.Event(), threading.Event()
    database: Any = store._database

    def work(db: Any) -> None:
        db.execute(before)
        begun.set()
        assert goes_on.wait(HANGS_AFTER)

    storing = asyncio.create_task(database.write(work))
    await asyncio.to_thread(begun.wait)
    try:
        yield
    finally:
        goes_on.set()
        await asyncio.wait([storing])
        assert storing.exception() is None or "query_only" in before


async def test_what_an_act_has_taken_along_is_written_once_the_act_is_and_kept_until_then(
    store: Store,
) -> None:
    counter_id = await posted(store)
    kept = Outbox(store.slots)
    await kept.load_slots(counter_id)
    kept.note_slot(of(kept, counter_id).as_shown(2, "newer", CHANNEL, MESSAGE))
    async with act(store):
        flushing = asyncio.create_task(kept.flush())
        kept.release(counter_id)
        await all_wait()
        assert not flushing.done() and of(kept, counter_id).digest == "newer"
    await flushing
    assert (await stored(store, counter_id)).digest == "newer" and not kept.slots_of(counter_id)
    await kept.close()


async def test_what_an_act_has_taken_along_and_could_not_store_is_written_after_it_though_it_was_to_leave(
    store: Store,
) -> None:
    counter_id = await posted(store)
    kept = Outbox(store.slots)
    await kept.load_slots(counter_id)
    kept.note_slot(of(kept, counter_id).as_shown(2, "newer", CHANNEL, MESSAGE))
    async with act(store, "PRAGMA query_only = ON"):
        kept.release(counter_id)
    await inside(store, lambda db: db.execute("PRAGMA query_only = OFF"))
    await kept.flush()
    assert (await stored(store, counter_id)).digest == "newer" and not kept.slots_of(counter_id)
    await kept.close()


async def test_what_is_newer_is_not_taken_along_while_what_is_older_is_on_its_way(store: Store) -> None:
    """On a server, where several write at once, the older might be stored last."""
    counter_id = await posted(store)
    kept = Outbox(store.slots)
    await kept.load_slots(counter_id)
    database: Any = store._database
    kept.note_slot(of(kept, counter_id).as_failed(0.0))
    async with act(store):
        kept.note_slot(of(kept, counter_id).as_shown(2, "newer", CHANNEL, MESSAGE))
        assert database.rider() is None
    await all_wait()
    async with act(store):
        pass
    assert (await stored(store, counter_id)).digest == "newer"
    await kept.close()
