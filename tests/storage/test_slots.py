"""A slot stays due until its message shows what it must, whatever happens in between."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.ports.errors import AlreadyDone
from bot.ports.records import Slot, SlotKey
from storage.store import Store
from tests.storage.happenings import HERE, OTHER, TABLE, inside, opened, played

DEAL = SlotKey(TABLE, "table:1")
RESULT = SlotKey(TABLE, "result:1")
HAND = SlotKey(TABLE, "hand:a1")


async def due(store: Store) -> list[tuple[str, int]]:
    return [(slot.key.name, slot.wanted) for slot in await store.due_slots()]


async def test_a_slot_is_due_from_the_append_that_wants_it_until_it_is_shown(store: Store) -> None:
    await opened(store, slots=["table:1"])
    assert await store.slots(TABLE) == (Slot(DEAL, wanted=1),)
    await store.showing(DEAL, shown=1, digest="d1", channel=200, message=300)
    assert await due(store) == []
    shown = Slot(DEAL, wanted=1, shown=1, digest="d1", channel=200, message=300)
    assert await store.slots(TABLE) == (shown,)
    assert not shown.due
    await store.append(TABLE, 1, [played()], slots=["table:1"])
    assert await due(store) == [("table:1", 2)]


async def test_what_was_wanted_while_an_older_version_was_shown_stays_due(store: Store) -> None:
    await opened(store, slots=["table:1"])
    await store.append(TABLE, 1, [played()], slots=["table:1"])
    await store.showing(DEAL, shown=1, digest="d1", channel=200, message=300)
    assert await due(store) == [("table:1", 2)]


async def test_a_version_may_be_skipped_and_news_out_of_order_is_passed_over(store: Store) -> None:
    await opened(store, slots=["table:1"])
    await store.append(TABLE, 1, [played(), played()], slots=["table:1"])
    await store.showing(DEAL, shown=3, digest="d3", channel=200, message=300)
    await store.showing(DEAL, shown=2, digest="d2", channel=200, message=299)
    assert await store.slots(TABLE) == (Slot(DEAL, wanted=3, shown=3, digest="d3", channel=200, message=300),)


async def test_the_result_of_an_earlier_deal_is_still_due_after_a_reopening(path: Path) -> None:
    async with Store.open(path) as store:
        await opened(store, slots=["result:1"])
        await store.append(TABLE, 1, [played()], slots=["table:2"])
        await opened(store, OTHER, slots=["table:1"])
    async with Store.open(path) as store:
        assert [(slot.key.table, slot.key.name) for slot in await store.due_slots()] == [
            (TABLE, "result:1"),
            (TABLE, "table:2"),
            (OTHER, "table:1"),
        ]
        assert [slot.key.name for slot in await store.slots(TABLE)] == ["result:1", "table:2"]


async def test_a_failure_is_counted_and_put_off_and_forgotten_once_shown(store: Store, path: Path) -> None:
    await opened(store, slots=["table:1"])
    await store.slot_failed(DEAL, not_before=1_700_000_005.5)
    await store.slot_failed(DEAL, not_before=1_700_000_011.25)
    (slot,) = await store.due_slots()
    assert (slot.tries, slot.not_before) == (2, 1_700_000_011.25)
    await store.showing(DEAL, shown=1, digest="d", channel=200, message=300)
    (slot,) = await store.slots(TABLE)
    assert (slot.tries, slot.not_before) == (0, 0)


async def test_a_lost_message_makes_its_slot_due_at_no_place_and_is_counted(store: Store) -> None:
    await opened(store, slots=["table:1"])
    await store.showing(DEAL, shown=1, digest="d", channel=200, message=300)
    await store.slot_lost(DEAL)
    assert await store.due_slots() == (Slot(DEAL, wanted=1, posts=1),)
    await store.showing(DEAL, shown=1, digest="d", channel=200, message=301)
    assert (await store.slots(TABLE))[0].message == 301
    await store.slot_lost(DEAL)
    assert (await store.slots(TABLE))[0].posts == 2


async def test_a_parked_slot_is_not_due_until_it_is_unparked_or_shown_all_the_same(store: Store) -> None:
    await opened(store, slots=["table:1"])
    await store.slot_failed(DEAL, not_before=1_800_000_000.0)
    await store.park(DEAL, "no permission")
    await store.append(TABLE, 1, [played()], slots=["table:1"])
    assert await store.due_slots() == ()
    (slot,) = await store.slots(TABLE)
    assert (slot.parked, slot.wanted, slot.due) == ("no permission", 2, False)
    await store.unpark(DEAL)
    assert await store.due_slots() == (Slot(DEAL, wanted=2),)
    await store.park(DEAL, "again")
    await store.showing(DEAL, shown=1, digest="d", channel=200, message=300)
    assert await due(store) == [("table:1", 2)]


async def test_a_retired_slot_is_forgotten_and_late_news_of_it_too(store: Store) -> None:
    await opened(store, slots=["table:1", "result:1", "hand:a1"])
    await store.retire(DEAL)
    await store.retire(SlotKey(TABLE, "never"))
    await store.showing(DEAL, shown=2, digest="d", channel=200, message=300)
    assert [slot.key for slot in await store.slots(TABLE)] == [HAND, RESULT]


async def test_a_retired_slot_that_is_wanted_again_begins_anew(store: Store) -> None:
    await opened(store, slots=["table:1"])
    await store.showing(DEAL, shown=1, digest="d", channel=200, message=300)
    await store.retire(DEAL)
    await store.append(TABLE, 1, [], slots=["table:1"])
    assert await store.due_slots() == (Slot(DEAL, wanted=1),)


async def test_a_slot_may_be_wanted_without_anything_having_happened(store: Store) -> None:
    await opened(store, TABLE, played())
    await store.want(TABLE, "hand:a1")
    assert await store.due_slots() == (Slot(HAND, wanted=2),)
    await store.showing(HAND, shown=2, digest="d")
    await store.want(TABLE, "hand:a1")
    await store.want(OTHER, "hand:a1")
    assert await store.due_slots() == ()
    assert await store.slots(OTHER) == ()
    await store.append(TABLE, 2, [played()])
    await store.want(TABLE, "hand:a1")
    assert await due(store) == [("hand:a1", 3)]


async def test_a_table_that_moves_is_shown_anew_there_but_not_the_hands_held_elsewhere(store: Store) -> None:
    await opened(store, slots=["table:1", "hand:a1", "result:1"])
    await store.showing(DEAL, shown=1, digest="d", channel=HERE.channel, message=300)
    await store.showing(HAND, shown=1, digest="h", channel=9, message=301)
    await store.slot_failed(RESULT, not_before=1_800_000_000.0)
    await store.park(DEAL, "no permission")
    await store.park(RESULT, "no permission")
    await store.move(TABLE, 201)
    assert await store.due_slots() == (Slot(RESULT, wanted=1, posts=1), Slot(DEAL, wanted=1, posts=1))
    assert Slot(HAND, wanted=1, shown=1, digest="h", channel=9, message=301) in await store.slots(TABLE)


async def test_what_is_over_and_shown_stays_in_the_channel_that_a_table_leaves(store: Store) -> None:
    """Deal 1 was over before the last act, which deal 2 shows."""
    await opened(store, slots=["table:1"])
    await store.showing(DEAL, shown=1, digest="d", channel=HERE.channel, message=300)
    await store.append(TABLE, 1, [played()], slots=["table:2"])
    await store.showing(SlotKey(TABLE, "table:2"), shown=2, digest="e", channel=HERE.channel, message=301)
    await store.move(TABLE, 201)
    assert await due(store) == [("table:2", 2)]
    assert Slot(DEAL, wanted=1, shown=1, digest="d", channel=HERE.channel, message=300) in (
        await store.slots(TABLE)
    )


async def test_what_is_over_and_not_yet_shown_as_it_ended_moves_with_its_table(store: Store) -> None:
    """Deal 1 was over with the second act, and its message still shows the first."""
    await opened(store, slots=["table:1"])
    await store.showing(DEAL, shown=1, digest="d", channel=HERE.channel, message=300)
    await store.append(TABLE, 1, [played()], slots=["table:1"])
    await store.append(TABLE, 2, [played()], slots=["table:2"])
    await store.park(DEAL, "no permission")
    await store.move(TABLE, 201)
    assert await store.slots(TABLE) == (
        Slot(DEAL, wanted=2, posts=1),
        Slot(SlotKey(TABLE, "table:2"), wanted=3, posts=1),
    )


async def test_a_refused_append_wants_nothing(store: Store) -> None:
    await opened(store, key="k")
    for version in (1, 7):
        with pytest.raises(AlreadyDone):
            await store.append(TABLE, version, [played()], key="k", slots=["table:1"])
    assert await store.slots(TABLE) == ()


async def test_what_befalls_one_slot_befalls_no_other(store: Store) -> None:
    for table in (TABLE, OTHER):
        await opened(store, table, slots=["table:1", "hand:a1"])
        for name in ("table:1", "hand:a1"):
            await store.showing(SlotKey(table, name), shown=1, digest="d", channel=9, message=300)
            await store.slot_failed(SlotKey(table, name), not_before=1_800_000_000.0)
            await store.park(SlotKey(table, name), "why")

    async def others() -> set[Slot]:
        return {slot for table in (TABLE, OTHER) for slot in await store.slots(table) if slot.key != DEAL}

    before = await others()
    assert len(before) == 3
    await store.showing(DEAL, shown=1, digest="e", channel=8, message=301)
    await store.slot_failed(DEAL, not_before=1_900_000_000.0)
    await store.park(DEAL, "because")
    await store.unpark(DEAL)
    await store.slot_lost(DEAL)
    await store.want(TABLE, "table:1")
    await store.move(TABLE, 201)
    await store.retire(DEAL)
    await store.append(TABLE, 1, [played()], slots=["table:1"])
    assert await others() == before


async def test_slots_are_listed_longest_wanted_first_and_then_by_name(store: Store) -> None:
    await opened(store, slots=["z"])
    await store.append(TABLE, 1, [played()], slots=["c", "a", "b"])
    assert [slot.key.name for slot in await store.slots(TABLE)] == ["z", "a", "b", "c"]
    assert [slot.key.name for slot in await store.due_slots()] == ["z", "a", "b", "c"]


async def test_the_same_version_may_be_shown_in_another_form(store: Store) -> None:
    await opened(store, slots=["table:1"])
    await store.showing(DEAL, shown=1, digest="d", channel=200, message=300)
    await store.showing(DEAL, shown=1, digest="e", channel=200, message=301)
    assert await store.slots(TABLE) == (Slot(DEAL, 1, 1, "e", 200, 301),)


async def test_the_store_and_the_slot_agree_on_what_is_due(store: Store) -> None:
    await opened(store, TABLE, played(), played(), slots=["a", "b", "c", "d", "e"])
    for name, shown in (("a", 1), ("b", 2), ("c", 3), ("d", 4)):
        await store.showing(SlotKey(TABLE, name), shown=shown, digest="x")
    await store.park(SlotKey(TABLE, "b"), "why")
    everything = await store.slots(TABLE)
    assert {slot.key.name for slot in everything if slot.due} == {"a", "e"}
    assert set(await store.due_slots()) == {slot for slot in everything if slot.due}
    plan = await inside(
        store,
        lambda db: db.execute(
            "EXPLAIN QUERY PLAN SELECT table_id FROM slot "
            "WHERE parked IS NULL AND (shown IS NULL OR shown < wanted) ORDER BY table_id, wanted, name"
        ).fetchall(),
    )
    assert "slot_due" in plan[0][3]
