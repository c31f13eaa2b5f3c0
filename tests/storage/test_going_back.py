"""Before a release changes the schema it leaves a copy of the database as it was, for going back."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from storage.engine import migrations
from storage.ports.records import UserId
from storage.sqlite.database import Database
from storage.sqlite.file import before_migration, marker
from storage.store import Store
from tests.trials.stage.happenings import inside

LATEST = len(migrations())


@pytest.mark.parametrize("schema", range(1, LATEST))
async def test_from_every_schema_there_has_been_an_upgrade_leaves_what_an_older_release_can_open(
    path: Path, schema: int
) -> None:
    async with Database.open(path, migrations()[:schema]) as old:
        await old.write(lambda db: db.execute("INSERT INTO dm VALUES (11, 22, 0)"))
    async with Store.open(path) as store:
        ((number,),) = await inside(store, lambda db: db.execute("PRAGMA user_version").fetchall())
        assert number == LATEST
        assert (await store.slots.dm(UserId(11))).channel == 22
    async with Database.open(before_migration(path, schema), migrations()[:schema]) as back:
        assert await back.read(lambda db: db.execute("SELECT * FROM dm").fetchall()) == [(11, 22, 0)]


def schema_copies(path: Path) -> list[Path]:
    return [*path.parent.glob("*.schema-*")]


def remove(path: Path) -> None:
    path.unlink()
    marker(path).unlink()


async def test_a_second_upgrade_leaves_a_new_copy_and_a_start_without_one_leaves_none(path: Path) -> None:
    async with Store.open(path):
        pass
    assert schema_copies(path) == []
    before_migration(path, LATEST - 1).write_text("an earlier one")
    remove(path)
    async with Database.open(path, migrations()[:-1]):
        pass
    async with Store.open(path):
        pass
    with sqlite3.connect(before_migration(path, LATEST - 1)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (LATEST - 1,)
    db.close()
