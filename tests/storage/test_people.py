"""How people are reached, and that they can be forgotten."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final

import pytest

from rules.challenges import Challenge, Challenged
from rules.seats import Person, Seat
from storage import people
from storage.ports.records import (
    Admission,
    Append,
    Attempt,
    Contest,
    TableId,
    UserId,
)
from storage.store import Store
from tests.storage.conftest import Clock
from tests.trials.stage.flipping import flip_key
from tests.trials.stage.guard import guarded
from tests.trials.stage.happenings import (
    ANNA,
    BORIS,
    TABLE,
    USERS,
    begin_at_table,
    inside,
    opened,
    played,
    rows,
)


def everything(path: Path) -> bytes:
    """The bytes of the file and of all files beside it."""
    return b"".join(file.read_bytes() for file in path.parent.iterdir())


@pytest.mark.parametrize("few", [people.FEW, 0], ids=["at once", "in slices"])
async def test_no_byte_of_a_forgotten_id_is_left_in_the_files(
    path: Path, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(people, "FEW", few)
    anna = UserId(0x1234_5678_9ABC_DEF)
    async with Store.open(path) as store:
        await opened(store)
        await store.streams.append(Append(TABLE, 1, [played()], people={Person("e5"): anna}))
        await store.slots.remember_dm(anna, 777)
        trace = int(anna).to_bytes(8, "big")
        assert trace in everything(path)
        await store.people.forget(anna)
        assert trace not in everything(path) and str(int(anna)).encode() not in everything(path)
        assert str(int(anna)) not in repr(await inside(store, rows))


async def test_an_id_that_does_not_fit_an_integer_of_the_database_is_refused_with_all_that_came_with_it(
    store: Store,
) -> None:
    await opened(store)
    before = await inside(store, rows)
    with pytest.raises(OverflowError):
        await store.streams.append(
            Append(TABLE, 1, [played()], key="k", people={Person("e5"): UserId(2**63)})
        )
    assert await inside(store, rows) == before
    await store.streams.append(
        Append(TABLE, 1, [played()], key="k", people={Person("e5"): UserId(2**63 - 1)})
    )
    assert (await store.streams.users_of(TABLE))[Person("e5")] == 2**63 - 1


KEYS: Final = {
    **dict.fromkeys(("attempt", "sqlite_autoindex_attempt_1"), "c1deal-t"),
    **dict.fromkeys(("challenged", "sqlite_autoindex_challenged_1"), "fcalled"),
}


@pytest.mark.parametrize("kept", KEYS)
async def test_whoever_is_forgotten_is_so_though_the_key_of_a_row_or_its_index_has_decayed(
    path: Path, clock: Clock, kept: str
) -> None:
    """It leads to the row no more."""
    anna, now = USERS[ANNA], clock.time
    async with Store.open(path, now=clock) as store:
        await store.contests.add_contest(Contest("c1deal", "biritch", Seat.EAST, "good", bytes(32), now))
        await begin_at_table(store, Attempt(TableId("c1deal-t"), "c1deal", anna, "", now, None, None, ()))
        places = (Challenged(anna, now, now, True), Challenged(USERS[BORIS], now, None, False))
        called = Challenge("fcalled", "biritch", "easy", now, 5, 6, True, places)
        assert await store.challenges.begin_challenge(called, []) is Admission.DONE
    assert flip_key(path, KEYS[kept], kept) > 0
    async with guarded("the forgetting"), Store.open(path, now=clock) as store:
        await store.people.forget(anna)
        everything = await inside(store, rows)
    assert anna not in {value for table in everything.values() for row in table for value in row}


async def test_whoever_is_forgotten_is_told_so_though_the_log_cannot_be_emptied_now(store: Store) -> None:
    """It is done by then: the disk may be full, or cannot be written any more."""

    def refused(action: int, what: str | None, *_: object) -> int:
        is_that = action == sqlite3.SQLITE_PRAGMA and what == "wal_checkpoint"
        return sqlite3.SQLITE_DENY if is_that else sqlite3.SQLITE_OK

    await opened(store)
    await inside(store, lambda db: db.set_authorizer(refused))
    assert await store.people.forget(USERS[ANNA]) == (TABLE,)
    assert ANNA not in await store.streams.users_of(TABLE)
    await inside(store, lambda db: db.set_authorizer(None))
