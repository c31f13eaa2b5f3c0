"""A slot stays due until its message shows what it must, whatever happens in between."""

from __future__ import annotations

import asyncio

import pytest

from rules.seats import Side
from storage.ports.records import NOWHERE, Append, DatabaseAddress, Notes, Slot, SlotKey, SlotState
from storage.ports.storage import AlreadyDone, StaleVersion
from storage.store import Store
from tests.storage.conftest import Clock
from tests.trials.stage.happenings import (
    HERE,
    OPENED,
    OTHER,
    TABLE,
    USERS,
    begun,
    inside,
    no_deals,
    opened,
    played,
    reckoned,
)

DEAL = SlotKey(TABLE, Slot.of_name("table:1"))


RESULT = SlotKey(TABLE, Slot.of_name("result:1"))


HAND = SlotKey(TABLE, Slot.of_name("hand:a1"))


async def now(store: Store, key: SlotKey) -> SlotState:
    return next(slot for slot in await store.slots.of_stream(key.table) if slot.key == key)


async def shows(store: Store, key: SlotKey, version: int, digest: str = "d", *, message: int = 300) -> None:
    slot = await now(store, key)
    await store.slots.note_slots([slot.as_shown(version, digest, HERE.channel, message)])


async def parked(store: Store, key: SlotKey) -> None:
    await store.slots.note_slots([(await now(store, key)).as_parked("no permission")])


async def due(store: Store) -> list[tuple[str, int]]:
    return [(slot.key.slot, slot.wanted) for slot in await store.slots.due_slots()]


async def test_a_slot_is_due_from_the_append_that_wants_it_until_it_is_shown(store: Store) -> None:
    await opened(store, slots=[Slot.of_name("table:1")])
    assert await store.slots.of_stream(TABLE) == (SlotState(DEAL, wanted=1),)
    await shows(store, DEAL, 1)
    assert await due(store) == []
    shown = SlotState(DEAL, wanted=1, shown=1, digest="d", channel=HERE.channel, message=300)
    assert await store.slots.of_stream(TABLE) == (shown,)
    assert not shown.due
    await store.streams.append(Append(TABLE, 1, [played()], slots=[Slot.of_name("table:1")]))
    assert await due(store) == [("table:1", 2)]


async def test_what_was_wanted_while_an_older_version_was_shown_stays_due(store: Store) -> None:
    await opened(store, slots=[Slot.of_name("table:1")])
    before = await now(store, DEAL)
    await store.streams.append(Append(TABLE, 1, [played()], slots=[Slot.of_name("table:1")]))
    await store.slots.note_slots([before.as_shown(1, "d", HERE.channel, 300)])
    assert await due(store) == [("table:1", 2)]


async def test_the_result_of_an_earlier_deal_is_still_due_after_a_reopening(where: DatabaseAddress) -> None:
    async with Store.open(where) as store:
        await opened(store, slots=[Slot.of_name("result:1")])
        await store.streams.append(Append(TABLE, 1, [played()], slots=[Slot.of_name("table:2")]))
        await opened(store, OTHER, slots=[Slot.of_name("table:1")])
    async with Store.open(where) as store:
        assert [(slot.key.table, slot.key.slot) for slot in await store.slots.due_slots()] == [
            (TABLE, "result:1"),
            (TABLE, "table:2"),
            (OTHER, "table:1"),
        ]
        assert [slot.key.slot for slot in await store.slots.of_stream(TABLE)] == ["result:1", "table:2"]


async def test_all_that_is_known_of_a_slot_is_kept(store: Store) -> None:
    await opened(store, slots=[Slot.of_name("table:1")])
    failed = SlotState(DEAL, wanted=1, posts=3).as_failed(1_700_000_005.5).as_failed(1_700_000_011.25)
    assert (failed.tries, failed.due) == (2, True)
    given_up = failed.as_shown(1, "d", 200, 300).as_failed(1_700_000_011.25).as_parked("no permission")
    for noted in (failed, given_up):
        await store.slots.note_slots([noted])
        assert await store.slots.of_stream(TABLE) == (noted,)


async def test_a_parked_slot_is_not_due_though_it_is_wanted_again(store: Store) -> None:
    await opened(store, slots=[Slot.of_name("table:1")])
    await parked(store, DEAL)
    await store.streams.append(Append(TABLE, 1, [played()], slots=[Slot.of_name("table:1")]))
    assert await store.slots.due_slots() == ()
    assert not (await now(store, DEAL)).due


async def test_a_retired_slot_is_forgotten_and_late_news_of_it_too(store: Store) -> None:
    await opened(store, slots=[Slot.of_name("table:1"), Slot.of_name("result:1"), Slot.of_name("hand:a1")])
    slot = await now(store, DEAL)
    await store.slots.note_slots([], [slot, SlotState(SlotKey(TABLE, Slot.of_name("never")), wanted=9)])
    await store.slots.note_slots([slot.as_shown(2, "d", 200, 300)])
    assert [slot.key for slot in await store.slots.of_stream(TABLE)] == [HAND, RESULT]


async def test_a_slot_that_is_wanted_again_before_it_is_retired_stays(store: Store) -> None:
    await opened(store, slots=[Slot.of_name("table:1")])
    before = await now(store, DEAL)
    await store.streams.append(Append(TABLE, 1, [played()], slots=[Slot.of_name("table:1")]))
    await store.slots.note_slots([], [before])
    assert await due(store) == [("table:1", 2)]


async def test_a_slot_may_be_wanted_without_anything_having_happened(store: Store) -> None:
    await opened(store, TABLE, played())
    await store.streams.want(TABLE, Slot.of_name("hand:a1"))
    assert await store.slots.due_slots() == (SlotState(HAND, wanted=2),)
    await shows(store, HAND, 2)
    await store.streams.want(TABLE, Slot.of_name("hand:a1"))
    await store.streams.want(OTHER, Slot.of_name("hand:a1"))
    assert await store.slots.due_slots() == ()
    assert await store.slots.of_stream(OTHER) == ()
    await store.streams.append(Append(TABLE, 2, [played()]))
    await store.streams.want(TABLE, Slot.of_name("hand:a1"))
    assert await due(store) == [("hand:a1", 3)]


async def test_a_table_that_moves_is_shown_anew_there_but_not_the_hands_held_elsewhere(store: Store) -> None:
    await opened(store, slots=[Slot.of_name("table:1"), Slot.of_name("hand:a1"), Slot.of_name("result:1")])
    hand = (await now(store, HAND)).as_shown(1, "h", 9, 301)
    failed = (await now(store, RESULT)).as_failed(1_800_000_000.0).as_parked("no permission")
    await shows(store, DEAL, 1)
    await store.slots.note_slots([hand, failed])
    await parked(store, DEAL)
    await store.streams.move(TABLE, 201)
    assert await store.slots.due_slots() == (
        SlotState(RESULT, wanted=1, posts=1),
        SlotState(DEAL, wanted=1, posts=1),
    )
    assert SlotState(
        HAND, wanted=1, shown=1, digest="h", channel=9, message=301
    ) in await store.slots.of_stream(TABLE)


async def test_a_table_that_stood_nowhere_is_among_the_places_once_it_moves_into_a_server(
    store: Store,
) -> None:
    await store.streams.append(Append(TABLE, 0, [OPENED], place=NOWHERE, people=USERS))
    assert await store.streams.open_places("table") == ()
    await store.streams.move(TABLE, HERE.channel, guild=HERE.guild)
    assert await store.streams.open_places("table") == ((TABLE, HERE),)


async def test_what_is_over_and_shown_stays_in_the_channel_that_a_table_leaves(store: Store) -> None:
    """Deal 1 was over before the last act, which deal 2 shows."""
    await opened(store, slots=[Slot.of_name("table:1")])
    await shows(store, DEAL, 1)
    await store.streams.append(Append(TABLE, 1, [played()], slots=[Slot.of_name("table:2")]))
    await shows(store, SlotKey(TABLE, Slot.of_name("table:2")), 2, "e", message=301)
    await store.streams.move(TABLE, 201)
    assert await due(store) == [("table:2", 2)]
    assert SlotState(DEAL, wanted=1, shown=1, digest="d", channel=HERE.channel, message=300) in (
        await store.slots.of_stream(TABLE)
    )


async def test_what_is_over_and_not_yet_shown_as_it_ended_moves_with_its_table(store: Store) -> None:
    """Deal 1 was over with the second act, and its message still shows the first."""
    await opened(store, slots=[Slot.of_name("table:1")])
    await shows(store, DEAL, 1)
    await store.streams.append(Append(TABLE, 1, [played()], slots=[Slot.of_name("table:1")]))
    await store.streams.append(Append(TABLE, 2, [played()], slots=[Slot.of_name("table:2")]))
    await parked(store, DEAL)
    await store.streams.move(TABLE, 201)
    assert await store.slots.of_stream(TABLE) == (
        SlotState(DEAL, wanted=2, posts=1),
        SlotState(SlotKey(TABLE, Slot.of_name("table:2")), wanted=3, posts=1),
    )


async def test_messages_of_the_same_names_at_another_table_stay_where_they_are(store: Store) -> None:
    for table in (TABLE, OTHER):
        await opened(store, table, slots=[Slot.of_name("table:1")])
        await shows(store, SlotKey(table, Slot.of_name("table:1")), 1)
    await store.streams.move(TABLE, 201)
    assert [one.key for one in await store.slots.due_slots()] == [DEAL]
    assert (await store.slots.of_stream(OTHER))[0].channel == HERE.channel


async def test_a_message_whose_row_has_decayed_is_due_as_if_nothing_had_been_shown(store: Store) -> None:
    await opened(store, slots=[Slot.of_name("table:1")])
    await shows(store, DEAL, 1)
    await store.streams.append(Append(TABLE, 1, [played()], slots=[Slot.of_name("table:1")]))
    await inside(store, lambda db: db.execute("UPDATE slot SET message = message + 1"))
    (found,) = await store.slots.due_slots()
    assert found == SlotState(DEAL, 2) and found.message is None


async def test_a_refused_append_wants_nothing(store: Store) -> None:
    await opened(store, key="k")
    for version in (1, 7):
        with pytest.raises(AlreadyDone):
            await store.streams.append(
                Append(TABLE, version, [played()], key="k", slots=[Slot.of_name("table:1")])
            )
    assert await store.slots.of_stream(TABLE) == ()


async def test_what_befalls_one_slot_befalls_no_other(store: Store) -> None:
    for table in (TABLE, OTHER):
        await opened(store, table, slots=[Slot.of_name("table:1"), Slot.of_name("hand:a1")])
        for name in ("table:1", "hand:a1"):
            slot = SlotState(SlotKey(table, name), wanted=1).as_shown(1, "d", 9, 300)  # type: ignore[arg-type]
            await store.slots.note_slots([slot.as_failed(1_800_000_000.0).as_parked("why")])

    async def others() -> set[SlotState]:
        return {
            slot
            for table in (TABLE, OTHER)
            for slot in await store.slots.of_stream(table)
            if slot.key != DEAL
        }

    before = await others()
    assert len(before) == 3
    await store.slots.note_slots(
        [(await now(store, DEAL)).as_shown(1, "e", 8, 301).as_failed(1_900_000_000.0)]
    )
    await store.streams.want(TABLE, Slot.of_name("table:1"))
    await store.streams.move(TABLE, 201)
    await store.slots.note_slots([], [await now(store, DEAL)])
    await store.streams.append(Append(TABLE, 1, [played()], slots=[Slot.of_name("table:1")]))
    assert await others() == before


async def test_slots_are_listed_longest_wanted_first_and_then_by_name(store: Store) -> None:
    await opened(store, slots=[Slot.of_name("z")])
    await store.streams.append(
        Append(TABLE, 1, [played()], slots=[Slot.of_name("c"), Slot.of_name("a"), Slot.of_name("b")])
    )
    assert [slot.key.slot for slot in await store.slots.of_stream(TABLE)] == ["z", "a", "b", "c"]
    assert [slot.key.slot for slot in await store.slots.due_slots()] == ["z", "a", "b", "c"]


async def test_the_store_and_the_slot_agree_on_what_is_due(store: Store) -> None:
    await opened(store, TABLE, played(), played(), slots=[Slot.of_name(name) for name in "abcde"])
    for name, shown in (("a", 1), ("b", 2), ("c", 3), ("d", 4)):
        await shows(store, SlotKey(TABLE, Slot.of_name(name)), shown)
    await parked(store, SlotKey(TABLE, Slot.of_name("b")))
    everything = await store.slots.of_stream(TABLE)
    assert {slot.key.slot for slot in everything if slot.due} == {"a", "e"}
    assert set(await store.slots.due_slots()) == {slot for slot in everything if slot.due}


async def test_notes_ride_with_the_next_write_also_with_a_refused_one_and_not_with_a_read(
    store: Store,
) -> None:
    await opened(store, slots=[Slot.of_name("table:1"), Slot.of_name("hand:a1")])
    shown = (await now(store, DEAL)).as_shown(1, "d", HERE.channel, 300)
    waiting = [shows := Notes([shown], []), retires := Notes([], [await now(store, HAND)])]
    told = asyncio.Queue[tuple[Notes, bool]]()
    store.slots.let_notes_ride(
        lambda: waiting.pop() if waiting else None,
        lambda notes, is_stored: told.put_nowait((notes, is_stored)),
    )
    assert len(await store.slots.of_stream(TABLE)) == len(waiting) == 2
    await store.streams.append(Append(TABLE, 1, [played()]))
    assert await told.get() == (retires, True) and waiting == [shows]
    with pytest.raises(StaleVersion):
        await store.streams.append(Append(TABLE, 7, [played()]))
    assert await told.get() == (shows, True)
    assert await store.slots.of_stream(TABLE) == (shown,)


async def test_a_table_that_moves_into_a_server_takes_its_rubbers_along_and_those_of_no_other(
    store: Store, clock: Clock
) -> None:
    for table, game in ((TABLE, "vint"), (OTHER, "biritch")):
        clock.time += 60
        events = [OPENED, begun(1, game), reckoned(1, Side.NS, 10, "seats")]
        await store.streams.append(Append(table, 0, events, place=NOWHERE, people=USERS))  # type: ignore[arg-type]
    assert await store.standings.last_game(NOWHERE.guild) == "biritch"
    await store.streams.move(OTHER, HERE.channel, guild=HERE.guild)
    await store.streams.move(OTHER, HERE.channel + 1)
    games = [await store.standings.last_game(guild) for guild in (HERE.guild, NOWHERE.guild)]
    assert games == ["biritch", "vint"]
    assert (await store.checks.check_projections(no_deals, unhurried=False)).mended == {}
