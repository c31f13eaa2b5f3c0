"""A snapshot is read only if its seal fits the chain of its own table; the log says the same without it."""

from __future__ import annotations

from pathlib import Path

from storage.engine import migrations
from storage.sqlite.database import Database
from storage.store import Store
from tests.storage.conformance.test_snapshots import kept_at, load


async def test_a_file_without_snapshots_takes_them_when_it_is_brought_up_to_date(path: Path) -> None:
    async with Database.open(path, migrations()[:3]) as old:
        await old.write(lambda db: db.execute("INSERT INTO dm VALUES (11, 22, 0)"))
    async with Store.open(path) as store:
        await kept_at(store, 5)
        assert (await load(store)).snapshot is not None
