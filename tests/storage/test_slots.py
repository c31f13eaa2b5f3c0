"""Notes of messages that ride with a write of a file."""

from __future__ import annotations

import asyncio

import pytest

from storage.errors import DatabaseFailed
from storage.ports.records import Append, Notes, Slot
from storage.store import Store
from tests.storage.conformance.test_slots import DEAL, now
from tests.trials.stage.happenings import HERE, TABLE, inside, opened, played


def let_ride(store: Store, waiting: list[Notes]) -> None:
    """Each of these rides once, and waits again if it was not stored."""

    def tell(notes: Notes, is_stored: bool) -> None:
        if not is_stored:
            waiting.append(notes)

    store.slots.let_notes_ride(lambda: waiting.pop() if waiting else None, tell)


async def test_notes_ride_with_the_next_write_and_share_its_commit(store: Store) -> None:
    await opened(store, slots=[Slot.of_name("table:1")])
    slot = await now(store, DEAL)
    waiting = [Notes([slot.as_shown(1, "d", HERE.channel, 300)], [])]
    let_ride(store, waiting)
    ran: list[str] = []
    await inside(store, lambda db: db.set_trace_callback(ran.append))
    assert await now(store, DEAL) == slot, "neither a read nor work without a transaction carries them"
    await store.streams.append(Append(TABLE, 1, [played()]))
    assert (await now(store, DEAL)).message == 300
    assert ran.count("COMMIT") == 1


async def test_notes_that_rode_with_a_write_that_failed_are_given_back(store: Store) -> None:
    await opened(store, slots=[Slot.of_name("table:1")])
    notes = Notes([], [await now(store, DEAL)])
    waiting = [notes]
    let_ride(store, waiting)
    await inside(store, lambda db: db.execute("PRAGMA query_only = ON"))
    with pytest.raises(DatabaseFailed):
        await store.streams.append(Append(TABLE, 1, [played()]))
    await asyncio.sleep(0)  # the one who waits for the append is told first
    assert waiting == [notes]
    await inside(store, lambda db: db.execute("PRAGMA query_only = OFF"))
    await store.streams.append(Append(TABLE, 1, [played()]))
    assert await store.slots.of_stream(TABLE) == ()
