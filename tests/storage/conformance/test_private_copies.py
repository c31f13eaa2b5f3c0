"""Messages that only one person sees, with the tokens that reach them."""

from __future__ import annotations

from dataclasses import replace

from storage.ports.records import Append, DatabaseAddress, PrivateCopy, Slot, SlotKey, TableId, UserId
from storage.store import Store
from tests.storage.conftest import Clock
from tests.trials.stage.happenings import ANNA, BORIS, HERE, OPENED, OTHER, TABLE, USERS, opened

NOW = 1_700_000_000.0
THIRD = TableId("c0ffee")


ANNAS = PrivateCopy(501, SlotKey(TABLE, Slot.of_name(f"hand:{ANNA.alias}")), "anna-token", False, NOW - 60)


BORISS = PrivateCopy(502, SlotKey(TABLE, Slot.of_name(f"hand:{BORIS.alias}")), "boris-token", True, NOW - 30)


ELSEWHERE = PrivateCopy(503, SlotKey(OTHER, Slot.of_name(f"hand:{ANNA.alias}")), "other-token", False, NOW)


async def test_copies_are_there_after_a_reopening_with_their_newest_tokens_until_they_are_dropped(
    where: DatabaseAddress, clock: Clock
) -> None:
    newer = replace(ANNAS, token="newer", made=NOW)
    async with Store.open(where, clock) as store:
        await opened(store)
        await opened(store, OTHER)
        await store.slots.note_slots((), (), [ANNAS, BORISS, ELSEWHERE])
        await store.slots.note_slots((), (), [newer])
        await store.slots.note_slots((), (), [ANNAS])  # news that comes late
        await store.slots.note_slots((), (), [replace(newer, token="made at the same moment")])
    async with Store.open(where, clock) as store:
        assert await store.slots.private_copies() == (BORISS, newer, ELSEWHERE)
        assert await store.slots.private_copies(TABLE) == (BORISS, newer)
        await store.slots.note_slots((), (), (), [BORISS.message, 999])
        assert await store.slots.private_copies() == (newer, ELSEWHERE)


async def test_an_expired_token_is_deleted_with_the_next_that_is_kept(store: Store, clock: Clock) -> None:
    await opened(store)
    await store.slots.note_slots((), (), [ANNAS])
    clock.time += 15 * 60
    fresh = replace(BORISS, made=clock.time)
    await store.slots.note_slots((), (), [fresh])
    assert await store.slots.private_copies() == (fresh,)


async def test_where_this_machines_clock_is_ahead_no_token_is_deleted_that_discord_still_takes(
    store: Store, clock: Clock
) -> None:
    await opened(store)
    clock.time += 365 * 86_400
    await store.slots.note_slots((), (), [ANNAS])
    await store.slots.note_slots((), (), [BORISS])
    assert {*await store.slots.private_copies()} == {ANNAS, BORISS}


async def test_where_this_machines_clock_is_behind_no_token_is_deleted_that_it_takes_for_fresh(
    store: Store, clock: Clock
) -> None:
    await opened(store)
    clock.time = NOW - 365 * 86_400
    much_later = replace(BORISS, made=ANNAS.made + 16 * 60)
    await store.slots.note_slots((), (), [ANNAS, much_later])
    assert {*await store.slots.private_copies()} == {ANNAS, much_later}


async def test_a_token_is_kept_to_the_last_moment_by_this_machines_clock_and_by_the_newest(
    store: Store, clock: Clock
) -> None:
    """A quarter of an hour; a hair's breadth beyond it, it goes."""
    await opened(store)
    by_the_clock = ANNAS.made + 15 * 60
    newest = replace(BORISS, made=by_the_clock + 1)
    clock.time = by_the_clock
    await store.slots.note_slots((), (), [ANNAS, newest])
    assert {*await store.slots.private_copies()} == {ANNAS, newest}
    clock.time += 1
    await store.slots.note_slots((), (), (), [newest.message])
    by_the_newest = replace(BORISS, made=by_the_clock)
    await store.slots.note_slots((), (), [by_the_newest])
    assert {*await store.slots.private_copies()} == {ANNAS, by_the_newest}
    await store.slots.note_slots((), (), [newest])
    assert await store.slots.private_copies() == (newest,)


async def test_whoever_is_forgotten_takes_their_tokens_with_them_and_nobody_elses(store: Store) -> None:
    """At the third table Anna's pseudonym is somebody else's."""
    await opened(store)
    await opened(store, OTHER)
    people = {ANNA: UserId(55), BORIS: USERS[ANNA]}
    await store.streams.append(Append(THIRD, 0, [OPENED], place=HERE, people=people))
    somebodys = replace(ELSEWHERE, message=504, key=SlotKey(THIRD, ELSEWHERE.key.slot))
    await store.slots.note_slots((), (), [ANNAS, BORISS, ELSEWHERE, somebodys])
    told = (await store.people.known(USERS[ANNA]))["messages for one alone"]
    assert [one["message"] for one in told] == ["501", "503"] and "token-" not in repr(told)
    await store.people.forget(USERS[ANNA])
    assert await store.slots.private_copies() == (BORISS, somebodys)
