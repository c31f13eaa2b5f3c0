"""What is stored is changed behind the back of a store, or cannot be read, on any of the engines."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from storage.store import Store
from tests.trials.stage.happenings import inside

_REFERENCE: Final = re.compile(
    r"contest = '|DELETE FROM stream|table_id = 'elsewhere'|actor = ''|alias = 'z9'|rubber_share SET number"
    r"|table_id = 'b01d22' AND alias"
)


CHECKS: Final = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'check_%'"


async def change(store: Store, statement: str, values: Sequence[Any] = ()) -> int:
    """How many rows are as this statement makes them, whatever refers to them."""

    def on_server(db: Any) -> int:
        db.execute("SET LOCAL session_replication_role = replica")
        return int(db.execute(statement, values).rowcount)

    def in_file(db: Any) -> int:
        db.execute("PRAGMA foreign_keys = OFF")
        checks = db.execute(CHECKS).fetchall()
        for name, _ in checks:
            db.execute(f"DROP TRIGGER {name}")
        try:
            return int(db.execute(statement, values).rowcount)
        finally:
            db.execute("PRAGMA foreign_keys = ON")
            for _, made in checks:
                db.execute(made)

    return await inside(store, on_server if store._database.has_peers else in_file)


def leads_nowhere(engine: str, change: str) -> bool:
    """Whether a reference is to be broken, which the simulated servers let nobody do."""
    return engine == "simulated" and _REFERENCE.search(change) is not None


_UNREAD: Final = """
    CREATE FUNCTION unread(kept anyelement) RETURNS anyelement IMMUTABLE LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'it quotes %', kept USING ERRCODE = 'data_corrupted'; END $$
"""
"""Called immutable, so that it is asked only of what is read."""


@asynccontextmanager
async def unreadable(store: Store, table: str, column: str, where: str) -> AsyncIterator[None]:
    """Meanwhile the engine fails at a column of these rows, as it does at a damaged page, and takes no others
    in the table. A server's message quotes what stands there."""
    on_server = store._database.has_peers
    fails = f"unread({column})" if on_server else "(SELECT lost FROM broken)"

    def spoil(db: Any) -> None:
        columns = [one[0] for one in db.execute(f"SELECT * FROM {table} LIMIT 0").description]
        db.execute(_UNREAD) if on_server else _break(db)
        kept = ", ".join(
            f"CASE WHEN {where} THEN {fails} ELSE {one} END AS {one}" if one == column else one
            for one in columns
        )
        db.execute(f"ALTER TABLE {table} RENAME TO kept")
        db.execute(f"CREATE VIEW {table} AS SELECT {kept} FROM kept")

    def mend(db: Any) -> None:
        db.execute(f"DROP VIEW {table}")
        db.execute(f"ALTER TABLE kept RENAME TO {table}")
        if on_server:
            db.execute("DROP FUNCTION unread")

    await inside(store, spoil)
    try:
        yield
    finally:
        await inside(store, mend)


def _break(db: Any) -> None:
    """Make a table whose first page is one of an index."""
    (version,) = db.execute("PRAGMA schema_version").fetchone()
    for statement in (
        "CREATE TABLE broken (lost)",
        "CREATE INDEX of_broken ON broken (lost)",
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE name = 'of_broken') "
        "WHERE name = 'broken'",
        "PRAGMA writable_schema = OFF",
        f"PRAGMA schema_version = {version + 3}",
    ):
        db.execute(statement)
