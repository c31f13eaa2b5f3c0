"""A slot stays due until its message shows what it must, whatever happens in between."""

from __future__ import annotations

import asyncio

import pytest

from storage.errors import DatabaseFailed
from storage.ports.records import Append, Notes, Slot, SlotKey, SlotState
from storage.ports.storage import StaleVersion
from storage.store import Store
from tests.storage.conformance.test_slots import DEAL, now, parked, shows
from tests.trials.stage.happenings import HERE, TABLE, inside, opened, played


def test_a_version_may_be_skipped_and_news_out_of_order_is_passed_over() -> None:
    shown = SlotState(DEAL, wanted=3).as_shown(3, "d3", 200, 300)
    assert shown == SlotState(DEAL, wanted=3, shown=3, digest="d3", channel=200, message=300)
    assert shown.as_shown(2, "d2", 200, 299) == shown
    assert shown.as_shown(3, "e", 200, 301) == SlotState(DEAL, 3, 3, "e", 200, 301)
    assert (shown.as_wanted(2), shown.as_wanted(4).wanted) == (shown, 4)


def test_failures_are_forgotten_once_it_is_shown_or_unparked() -> None:
    failed = SlotState(DEAL, wanted=1).as_failed(5.0).as_parked("why")
    assert not failed.due
    assert failed.as_unparked() == SlotState(DEAL, wanted=1)
    shown = failed.as_shown(1, "d", 200, 300)
    assert (shown.tries, shown.not_before, shown.parked) == (0, 0, None)


def test_a_lost_message_makes_its_slot_due_at_no_place_and_is_counted() -> None:
    lost = SlotState(DEAL, wanted=1).as_shown(1, "d", 200, 300).as_lost()
    assert lost == SlotState(DEAL, wanted=1, posts=1) and lost.due
    assert lost.as_shown(1, "d", 200, 301).as_lost().posts == 2


async def test_the_store_and_the_slot_agree_on_what_is_due(store: Store) -> None:
    await opened(
        store,
        TABLE,
        played(),
        played(),
        slots=[Slot.of_name("a"), Slot.of_name("b"), Slot.of_name("c"), Slot.of_name("d"), Slot.of_name("e")],
    )
    for name, shown in (("a", 1), ("b", 2), ("c", 3), ("d", 4)):
        await shows(store, SlotKey(TABLE, name), shown)  # type: ignore[arg-type]
    await parked(store, SlotKey(TABLE, Slot.of_name("b")))
    everything = await store.slots.of_stream(TABLE)
    assert {slot.key.slot for slot in everything if slot.due} == {"a", "e"}
    assert set(await store.slots.due_slots()) == {slot for slot in everything if slot.due}
    plan = await inside(
        store,
        lambda db: db.execute(
            "EXPLAIN QUERY PLAN SELECT table_id FROM slot "
            "WHERE parked IS NULL AND (shown IS NULL OR shown < wanted) ORDER BY table_id, wanted, name"
        ).fetchall(),
    )
    assert "slot_due" in plan[0][3]


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


async def test_notes_that_ride_with_a_refused_append_are_kept(store: Store) -> None:
    await opened(store, slots=[Slot.of_name("table:1")])
    waiting = [Notes([], [await now(store, DEAL)])]
    let_ride(store, waiting)
    with pytest.raises(StaleVersion):
        await store.streams.append(Append(TABLE, 7, [played()]))
    assert await store.slots.of_stream(TABLE) == ()
