"""Score sheets in the store: streams of their own kind, and the projections made from them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from rules.record.codec import encode
from storage.engine import migrations
from storage.events import START, link
from storage.ports.records import (
    Append,
)
from storage.sqlite.database import Database
from storage.store import Store
from tests.storage.conformance.test_score_sheets import sheet
from tests.trials.stage.happenings import (
    OPENED,
    TABLE,
    inside,
    played,
)


async def test_a_database_of_the_first_schema_opens_and_its_tables_are_tables(path: Path) -> None:
    """Written as the first release wrote it, statement by statement."""
    kind, body = encode(OPENED)
    head = link(START, TABLE, 1, kind, body, 1, None, 1_700_000_000_000)

    def write(db: sqlite3.Connection) -> None:
        db.execute("INSERT INTO stream VALUES (?, 100, 200, 1, ?, 1)", (TABLE, head))
        event = (TABLE, 1, kind, body, 1, None, 1_700_000_000_000, head)
        db.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?)", event)

    async with Database.open(path, migrations()[:1]) as old:
        await old.write(write)  # type: ignore[arg-type]
    async with Store.open(path) as store:
        assert await store.streams.verify_chain(TABLE) == 1
        assert [one.table for one in await store.streams.all_open("table")] == [TABLE]
        assert await store.streams.all_open("sheet") == ()
        await store.streams.append(Append(TABLE, 1, [played()]))
        await sheet(store)
        number = await inside(store, lambda db: db.execute("PRAGMA user_version").fetchone()[0])
        assert number == len(migrations())
