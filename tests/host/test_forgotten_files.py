"""Whoever is forgotten is in no file that the bot has made, once the term of that file is over."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.host import backups
from bot.host.upkeep import Counting
from ports.records import Append, UserId
from rules.seats import Person
from screens.words.privacy import FORGOTTEN
from storage.checks import COPIES_KEPT
from storage.engine import migrations
from storage.sqlite.database import Database
from storage.store import Store
from tests.storage.happenings import HERE, OPENED, TABLE

GONE = UserId(0x0123_4567_89AB_CDEF)
DAY = 24 * 3600.0
DOCS = Path(__file__).parents[2] / "docs" / "privacy.md"


def holding(folder: Path) -> set[str]:
    """The kinds of the files in which the person is, as text or as SQLite stores their number."""
    bytes_of = (str(GONE).encode(), GONE.to_bytes(8))
    found = (one for one in folder.rglob("*") if one.is_file())
    return {kind(one) for one in found if any(theirs in one.read_bytes() for theirs in bytes_of)}


def kind(file: Path) -> str:
    return next(one for one in ("schema-", "before-", "biritch-", "tables.sqlite3") if one in file.name)


class Ground:
    """A folder with a database, and a clock."""

    def __init__(self, folder: Path) -> None:
        self.path, self.backups = folder / "tables.sqlite3", folder / "backups"
        self.now = time.time()

    def open(self) -> Any:
        return Store.open(self.path, lambda: self.now)

    async def back_up(self) -> Path:
        moment = datetime.fromtimestamp(self.now, UTC)
        async with self.open() as store:
            made, _ = await backups.back_up(store, self.path, self.backups, moment, unhurried=False)
        return made

    async def day_of_upkeep(self) -> None:
        async with self.open() as store:
            await Counting(store).work()


@pytest.fixture
async def ground(tmp_path: Path) -> Ground:
    """The person is in the database, in a backup, in a copy of before an update and in one of before a backup
    was put back."""
    ground = Ground(tmp_path)
    async with Database.open(ground.path, migrations()[:-1]) as old:
        await old.write(lambda db: db.execute("INSERT INTO dm VALUES (?1, 22, 0)", (GONE,)))
    async with ground.open() as store:
        people = {Person("a1"): GONE}
        await store.streams.append(Append(TABLE, 0, [OPENED], place=HERE, people=people))
        await store.preferences.choose(f"user:{GONE}", {"cards": "large"})
    made = await ground.back_up()
    assert await asyncio.to_thread(backups.restore, made, ground.path) == 0
    return ground


async def test_whoever_is_forgotten_is_in_no_file_of_the_bots_after_its_term(
    ground: Ground, tmp_path: Path
) -> None:
    assert holding(tmp_path) == {"tables.sqlite3", "schema-", "before-", "biritch-"}
    async with ground.open() as store:
        await store.people.forget(GONE)
    assert holding(tmp_path) == {"schema-", "before-", "biritch-"}
    ground.now += COPIES_KEPT - DAY
    await ground.day_of_upkeep()
    assert holding(tmp_path) == {"schema-", "before-", "biritch-"}, "they are there for going back"
    ground.now += 2 * DAY
    await ground.day_of_upkeep()
    assert holding(tmp_path) == {"biritch-"}
    ground.now += 335 * DAY
    await ground.back_up()
    assert holding(tmp_path) == set()


async def test_by_a_clock_that_nobody_has_confirmed_no_copy_is_deleted(
    ground: Ground, tmp_path: Path
) -> None:
    async with ground.open() as store:
        store.judge_by(lambda: ground.now + 10 * COPIES_KEPT, lambda: False)
        await store.checks.drop_old_copies()
        assert {"schema-", "before-"} < holding(tmp_path)
        store.judge_by(lambda: ground.now + 10 * COPIES_KEPT, lambda: True)
        await store.checks.drop_old_copies()
        assert not {"schema-", "before-"} & holding(tmp_path)


def test_the_terms_are_those_that_people_are_told() -> None:
    assert COPIES_KEPT == 30 * DAY
    assert backups.LONGEST_KEPT.days == 365
    for text in (FORGOTTEN.english, DOCS.read_text(encoding="utf-8")):
        assert "thirty days" in text and "for up to a year" in text
