"""The slots that are kept in memory, over a real store."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.messages.outbox import Outbox
from bot.streams.fair_deal import ChanceSource
from ports.records import SlotKey, TableId
from storage.store import Store
from tests.bot.counters import SLOTS, Clock, Counters

ROOM, _ = SLOTS
CHANNEL, MESSAGE = 11, 77


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with Store.open(tmp_path / "biritch.sqlite3", Clock()) as store:
        yield store


async def posted(store: Store) -> TableId:
    """A counter at its first version, whose message stands in the channel."""
    counter = await Counters(store, ChanceSource(), Clock()).begin(CHANNEL)
    (room,) = [slot for slot in await store.slots(counter.id) if slot.key.slot == ROOM]
    await store.note_slots([room.as_shown(1, "as it was", CHANNEL, MESSAGE)])
    return counter.id


@pytest.mark.parametrize("reading", [False, True], ids=["before it is read", "while it is being read"])
async def test_what_is_wanted_of_a_stream_not_in_memory_hides_no_message_that_stands(
    store: Store, reading: bool
) -> None:
    counter_id = await posted(store)
    kept, room = Outbox(store), SlotKey(counter_id, ROOM)
    loading = asyncio.create_task(kept.load(counter_id)) if reading else None
    await asyncio.sleep(0)
    kept.want(counter_id, {ROOM: 2})
    await (loading or kept.load(counter_id))
    found = kept.state(room)
    assert found is not None
    assert (found.message, found.wanted) == (MESSAGE, 2 if reading else 1)
    await kept.close()


async def test_a_stream_that_was_to_leave_memory_stays_when_something_of_it_is_wanted_again(
    store: Store,
) -> None:
    """It would be forgotten once what is known of it is written."""
    counter_id = await posted(store)
    kept, room = Outbox(store), SlotKey(counter_id, ROOM)
    await kept.load(counter_id)
    before = kept.state(room)
    assert before is not None
    kept.note(before.as_failed(0.0))
    kept.leave(counter_id)
    kept.want(counter_id, {ROOM: 2})
    await kept.flush()
    found = kept.state(room)
    assert found is not None and (found.message, found.wanted) == (MESSAGE, 2)
    kept.leave(counter_id)
    assert not kept.of(counter_id)
    await kept.close()
