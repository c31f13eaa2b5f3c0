"""Messages that only one person sees, with the tokens that reach them."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

from ports.records import DatabaseAddress, PrivateCopy, Slot, SlotKey
from storage.engine import migrations
from storage.sqlite.database import Database
from storage.store import Store
from tests.storage.conftest import Clock, both
from tests.storage.happenings import ANNA, BORIS, OTHER, TABLE, USERS, inside, opened, rows

NOW = 1_700_000_000.0
ANNAS = PrivateCopy(501, SlotKey(TABLE, Slot.read(f"hand:{ANNA.alias}")), "anna-token", False, NOW - 60)
BORISS = PrivateCopy(502, SlotKey(TABLE, Slot.read(f"hand:{BORIS.alias}")), "boris-token", True, NOW - 30)
ELSEWHERE = PrivateCopy(503, SlotKey(OTHER, Slot.read(f"hand:{ANNA.alias}")), "other-token", False, NOW)


@both
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
    async with Store.open(where, clock) as store:
        assert await store.slots.private_copies() == (BORISS, newer, ELSEWHERE)
        assert await store.slots.private_copies(TABLE) == (BORISS, newer)
        await store.slots.note_slots((), (), (), [BORISS.message, 999])
        assert await store.slots.private_copies() == (newer, ELSEWHERE)


@both
async def test_an_expired_token_is_deleted_with_the_next_that_is_kept(store: Store, clock: Clock) -> None:
    await opened(store)
    await store.slots.note_slots((), (), [ANNAS])
    clock.time += 15 * 60
    fresh = replace(BORISS, made=clock.time)
    await store.slots.note_slots((), (), [fresh])
    assert await store.slots.private_copies() == (fresh,)


@both
async def test_where_this_machines_clock_is_ahead_no_token_is_deleted_that_discord_still_takes(
    store: Store, clock: Clock
) -> None:
    await opened(store)
    clock.time += 365 * 86_400
    await store.slots.note_slots((), (), [ANNAS])
    await store.slots.note_slots((), (), [BORISS])
    assert {*await store.slots.private_copies()} == {ANNAS, BORISS}


@both
async def test_whoever_is_forgotten_takes_their_tokens_with_them_and_nobody_elses(store: Store) -> None:
    await opened(store)
    await opened(store, OTHER)
    await store.slots.note_slots((), (), [ANNAS, BORISS, ELSEWHERE])
    told = (await store.people.known(USERS[ANNA]))["messages for one alone"]
    assert [one["message"] for one in told] == ["501", "503"] and "token-" not in repr(told)
    await store.people.forget(USERS[ANNA])
    assert await store.slots.private_copies() == (BORISS,)


def test_a_token_does_not_print_itself() -> None:
    assert "anna-token" not in repr(ANNAS)


async def test_no_byte_of_a_dropped_token_is_left_in_the_file(path: Path) -> None:
    async with Store.open(path, lambda: NOW) as store:
        await opened(store)
        await store.slots.note_slots((), (), [ANNAS])
        assert "anna-token" in repr(await inside(store, rows))
        await store.slots.note_slots((), (), (), [ANNAS.message])
    assert b"anna-token" not in await asyncio.to_thread(path.read_bytes)


async def test_a_file_from_before_takes_them(path: Path) -> None:
    async with Database.open(path, migrations()[:11]):
        pass
    async with Store.open(path, lambda: NOW) as store:
        await opened(store)
        await store.slots.note_slots((), (), [ANNAS])
        assert await store.slots.private_copies() == (ANNAS,)
