"""Nobody plays a contest twice, though they are forgotten in between; and no mark of it outlives its day."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest

from rules.seats import Seat
from storage.errors import DatabaseFailed
from storage.ports.records import Contest, ServerUrl, UserId
from storage.ports.storage import AlreadyDone, PlayedBefore
from storage.store import Store
from tests.storage.conformance.test_marks import (
    ANNA,
    BORIS,
    BOTH,
    OVER_AT,
    TODAY,
    begins,
    marks,
    refused,
    two_contests,
)
from tests.storage.conftest import Clock
from tests.trials.stage.flipping import flip_key
from tests.trials.stage.happenings import inside


async def test_a_copy_to_the_other_engine_and_back_knows_who_has_played(
    path: Path, url: ServerUrl, tmp_path: Path, clock: Clock
) -> None:
    async with Store.open(path, now=clock) as first, Store.open(url, now=clock) as second:
        await two_contests(first, clock)
        await first.people.forget(ANNA)
        await first.copy_to(second)
        await refused(second, clock, TODAY, ANNA)
        await second.people.forget(BORIS)
        async with Store.open(tmp_path / "back.sqlite3", now=clock) as back:
            await second.copy_to(back)
            for user in (ANNA, BORIS):
                for name in BOTH:
                    await refused(back, clock, name, user)
            assert await back.checks.decayed() == ()


async def test_a_backup_that_is_put_back_knows_who_has_played_and_forgets_it_in_time(
    path: Path, tmp_path: Path, clock: Clock
) -> None:
    backup = tmp_path / "backup.sqlite3"
    async with Store.open(path, now=clock) as store:
        await two_contests(store, clock)
        await store.people.forget(ANNA)
        await store.backup(backup)
    async with Store.open(backup, now=clock) as store:
        await refused(store, clock, TODAY, ANNA)
        assert await store.contests.forget_marks(OVER_AT) == 2
        assert "deals played before you were forgotten" not in await store.people.known(ANNA)


async def test_no_byte_of_a_mark_or_of_its_key_is_left_in_the_file(path: Path, clock: Clock) -> None:
    async with Store.open(path, now=clock) as store:
        await two_contests(store, clock)
        await store.people.forget(ANNA)
        both = "SELECT mark FROM attempt UNION SELECT key FROM contest"
        found = marks(await inside(store, lambda db: db.execute(both).fetchall()))
        await store.contests.forget_marks(OVER_AT)
        files = b"".join(one.read_bytes() for one in path.parent.iterdir() if one.is_file())
    assert len(found) == 8
    assert not any(isinstance(one, bytes) and one in files for one in found)


async def test_a_contest_whose_marks_cannot_be_deleted_keeps_those_of_no_other(
    path: Path, clock: Clock
) -> None:
    """The name of the first has decayed in the rows of it, and SQLite refuses to touch them."""
    async with Store.open(path, now=clock) as store:
        await two_contests(store, clock)
    first, other = sorted(BOTH)
    assert flip_key(path, first, "attempt", but=" best") == 3
    async with Store.open(path, now=clock) as store:
        with pytest.raises(DatabaseFailed) as failed:
            await store.contests.forget_marks(OVER_AT)
        assert failed.value.unreadable
        left = "SELECT count(*) FROM attempt WHERE contest = ?1 AND mark IS NOT NULL"
        assert await inside(store, lambda db: db.execute(left, (other,)).fetchone()) == (0,)
        keys = await inside(store, lambda db: db.execute("SELECT key FROM contest").fetchall())
        assert marks(keys) == set(), "the marks that are left lead to nobody"


async def test_of_two_processes_one_forgets_somebody_while_the_other_deals_to_them_and_they_play_once(
    url: ServerUrl, clock: Clock
) -> None:
    """Whichever comes first: they have one play at most, and afterwards none can be begun."""
    async with Store.open(url, now=clock) as one, Store.open(url, now=clock) as other:
        await one.contests.add_contest(Contest(TODAY, "biritch", Seat.SOUTH, "good", bytes(32), clock.time))
        for number in range(6):
            user = UserId(100 + number)
            if number % 2:
                await begins(one, clock, TODAY, user, f"first {number}")

            async def deals(user: UserId = user, number: int = number) -> None:
                with suppress(AlreadyDone, PlayedBefore):
                    await begins(other, clock, TODAY, user, f"second {number}")

            await asyncio.gather(one.people.forget(user), deals())
            if await one.contests.attempt(TODAY, user) is not None:  # it was dealt to somebody new
                await one.people.forget(user)
            await refused(other, clock, TODAY, user)
        assert len(await one.contests.attempts(TODAY)) == 6
