"""What ``storage`` says to PostgreSQL, said to SQLite, which keeps the rows of a simulated server.

Most statements are written for both. Those of ``storage.cluster`` are not, nor the questions of a start.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from storage import cluster, recounting
from storage.engine import from_nothing, migrations
from storage.postgres import session
from storage.postgres.session import plain
from storage.sqlite.connections import migrate

_STEP: Final = migrations("postgres")[-1].number
_TABLES: Final = f"""
    CREATE TABLE biritch (schema INTEGER NOT NULL);
    INSERT INTO biritch (schema) VALUES ({_STEP});
    CREATE TABLE process (
        id TEXT NOT NULL PRIMARY KEY, "first" INTEGER NOT NULL, "last" INTEGER NOT NULL,
        shards INTEGER NOT NULL, until REAL NOT NULL
    );
    CREATE TABLE lease (
        table_id TEXT NOT NULL PRIMARY KEY, owner TEXT REFERENCES process (id) ON DELETE SET NULL,
        epoch INTEGER NOT NULL, freely INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE errand (
        table_id TEXT NOT NULL, name TEXT NOT NULL, what TEXT NOT NULL, PRIMARY KEY (table_id, name, what)
    );
    CREATE TABLE turn (name TEXT NOT NULL PRIMARY KEY, at REAL NOT NULL);
"""
"""Those that only a server has."""
_SETTINGS: Final = {
    "server_version_num": "150018",
    "fsync": "on",
    "synchronous_commit": "on",
    "server_encoding": "UTF8",
}
_KNOWN: Final[dict[bytes, Callable[[Sequence[Any]], list[tuple[Any, ...]]]]] = {
    plain(session.IN_TURN): lambda _: [("",)],
    plain(session.OURS): lambda _: [(True,)],
    plain(session.CLOSED): lambda _: [],
    plain(session.OTHERS): lambda _: [],
    plain(session.SETTING): lambda given: [(_SETTINGS[given[0]],)],
}
"""Questions about the server, with what it answers."""
_OVER: Final = """
    DELETE FROM lease WHERE owner = ?1 AND table_id IN (
        SELECT table_id FROM stream WHERE open = 0 AND NOT EXISTS (
            SELECT 1 FROM slot WHERE slot.table_id = stream.table_id
            AND slot.parked IS NULL AND (slot.shown IS NULL OR slot.shown < slot.wanted)
        )
    )
"""
_LIVE_ON: Final = "UPDATE process SET until = clock_timestamp() + ?2 WHERE id = ?1"
_IN_TIME: Final = "SELECT until > clock_timestamp() FROM process WHERE id = ?1"


class Spoken(NamedTuple):
    """A statement as SQLite takes it."""

    sql: str
    verb: str
    """``SELECT``, ``INSERT``, ``UPDATE`` or ``DELETE``."""
    locks: bool
    """Whether it takes locks that are held until the transaction ends; what writes does."""
    logs: bool
    """Whether it is in the server's log for itself, though it changes no row."""
    before: str = ""
    """A query whose rows, from before the change, are its result."""
    known: Callable[[Sequence[Any]], list[tuple[Any, ...]]] | None = None
    """Its result, if it is no question about rows."""


@cache
def spoken(statement: bytes) -> Spoken:
    if statement in _KNOWN:
        locks = statement == plain(session.IN_TURN)
        return Spoken("", "SELECT", locks, False, known=_KNOWN[statement])
    if b"pg_logical_emit_message" in statement:
        return Spoken("", "SELECT", False, True, known=lambda _: [("",)])
    if statement == plain(cluster.LIVE_ON):
        return Spoken(_LIVE_ON, "UPDATE", True, False, before=_IN_TIME)
    text = _OVER if statement == plain(cluster.OVER) else statement.decode()
    row_locks = re.search(r"\bFOR (UPDATE|SHARE)\s*$", text)
    text = text[: row_locks.start()] if row_locks else text
    for found, put in _REPLACED:
        text = re.sub(found, put, text)
    verb = text.split(None, 1)[0].upper()
    return Spoken(text, verb, verb != "SELECT" or row_locks is not None, row_locks is not None)


_REPLACED: Final = (
    (r"\$(\d+)", r"?\1"),
    (r"make_interval\(secs => (\?\d+)::float8\)", r"\1"),
    (r"extract\(epoch FROM (.*?)\)::float8", r"(\1)"),
    (r"\bgreatest\(", "max("),
    (r"= ANY\((\?\d+)\)", r"IN (SELECT value FROM json_each(\1))"),
)


def given(parameters: Sequence[Any] | None) -> tuple[Any, ...]:
    """Parameters as SQLite takes them: a list is one text."""
    return tuple(json.dumps(one) if isinstance(one, list) else one for one in parameters or ())


def connected(path: Path, now: Callable[[], float]) -> sqlite3.Connection:
    """A connection to the rows of a server. ``now`` is its clock."""
    raw = sqlite3.connect(path, isolation_level=None, timeout=0.0)
    raw.execute("PRAGMA journal_mode = WAL")
    raw.execute("PRAGMA synchronous = OFF")
    raw.execute("PRAGMA foreign_keys = ON")
    raw.create_function("clock_timestamp", 0, now)
    return raw


def make(path: Path) -> None:
    """The rows of a server whose schema is that of today, and on which nobody has played."""
    raw = connected(path, lambda: 0.0)
    migrate(raw, 0, from_nothing())
    recounting.note(raw)
    raw.executescript(_TABLES)
    raw.close()
