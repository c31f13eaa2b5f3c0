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

from storage import cluster, standings
from storage.engine import from_nothing, migrations
from storage.postgres import session
from storage.postgres.session import to_postgres
from storage.sqlite.connections import migrate

_STEP: Final = migrations("postgres")[-1].number
_TABLES: Final = f"""
    CREATE TABLE biritch (schema INTEGER NOT NULL);
    INSERT INTO biritch (schema) VALUES ({_STEP});
    CREATE TABLE process (
        id TEXT NOT NULL PRIMARY KEY, "first" INTEGER NOT NULL, "last" INTEGER NOT NULL,
        shards INTEGER NOT NULL, until REAL NOT NULL, stands_by INTEGER NOT NULL DEFAULT 0,
        wants INTEGER, leaving INTEGER NOT NULL DEFAULT 0
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
    to_postgres(session.IN_TURN): lambda _: [("",)],
    to_postgres(session.OURS): lambda _: [(True,)],
    to_postgres(session.CLOSED): lambda _: [],
    to_postgres(session.OTHERS): lambda _: [],
    to_postgres(session.SETTING): lambda given: [(_SETTINGS[given[0]],)],
}
"""Questions about the server, with what it answers."""
_OVER: Final = """
    DELETE FROM lease WHERE owner = ?1 AND table_id IN (
        SELECT table_id FROM stream WHERE open = 0 AND NOT EXISTS (
            SELECT 1 FROM slot WHERE slot.table_id = stream.table_id
            AND slot.parked IS NULL AND (slot.shown IS NULL OR slot.shown < slot.wanted)
        )
    ) RETURNING table_id
"""
_LIVE_ON: Final = """
    UPDATE process SET until = clock_timestamp() + ?2, "first" = ?3, "last" = ?4 WHERE id = ?1
"""
_IN_TIME: Final = "SELECT until > clock_timestamp() FROM process WHERE id = ?1"


class Spoken(NamedTuple):
    """A statement as SQLite takes it."""

    sql: str
    verb: str
    """``SELECT``, ``INSERT``, ``UPDATE`` or ``DELETE``."""
    locks: tuple[str, ...]
    """What it locks until the transaction ends, if it changes any row."""
    logs: bool
    """Whether it is in the server's log for itself, though it changes no row."""
    noted: str = ""
    """How each row of its result is put where the log is followed: it asks for what it has not locked."""
    before: str = ""
    """A query whose rows, from before the change, are its result."""
    known: Callable[[Sequence[Any]], list[tuple[Any, ...]]] | None = None
    """Its result, if it is no question about rows."""
    ends_hung: bool = False
    """Whether it ends those that have locked something and say nothing more for so many seconds."""


@cache
def spoken(statement: bytes) -> Spoken:
    if statement in _KNOWN:
        locks: tuple[str, ...] = ("start",) if statement == to_postgres(session.IN_TURN) else ()
        return Spoken("", "SELECT", locks, False, known=_KNOWN[statement])
    if b"pg_logical_emit_message" in statement:
        return Spoken("", "SELECT", (), True, known=lambda _: [("",)])
    if statement == to_postgres(cluster.END_HUNG):
        return Spoken("", "SELECT", (), False, ends_hung=True)
    if statement == to_postgres(cluster.LIVE_ON):
        return Spoken(_LIVE_ON, "UPDATE", ("process",), False, before=_IN_TIME)
    if statement == to_postgres(cluster.OVER):
        return Spoken(_OVER, "DELETE", ("lease",), False, "DELETE FROM lease WHERE table_id = ?1")
    text = statement.decode()
    row_locks = re.search(r"\bFOR (UPDATE|SHARE)\s*$", text)
    text = text[: row_locks.start()] if row_locks else text
    for found, put in _REPLACED:
        text = re.sub(found, put, text)
    verb = text.split(None, 1)[0].upper()
    changed = _CHANGED.match(text)
    locks = _LOCK.get(changed[1], (_TABLE,)) if changed else ()
    if row_locks is not None:
        return Spoken(text, verb, ("lease",), True)
    if statement == to_postgres(cluster.FREE):
        return Spoken(f"{text} RETURNING table_id, owner, epoch, freely", verb, ("lease",), False, _TAKEN)
    return Spoken(text, verb, locks, False)


_TABLE: Final = "table"
"""The lock of all that belongs to a table: there is one in a world, and each of its acts locks its row."""
_CHECKS: Final = "SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'check_%'"
_OWN: Final = ("turn", "errand", "uptime", "preference", "tally", "dm", "private_copy")
_LOCK: Final[dict[str, tuple[str, ...]]] = {
    **{name: (name,) for name in _OWN},
    "process": ("process", "lease"),
    "lease": ("lease",),
}
_CHANGED: Final = re.compile(r"\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)")
_TAKEN: Final = "INSERT OR REPLACE INTO lease (table_id, owner, epoch, freely) VALUES (?1, ?2, ?3, ?4)"
_REPLACED: Final = (
    (r"\$(\d+)", r"?\1"),
    (r"make_interval\(secs => (\?\d+)::float8\)", r"\1"),
    (r"extract\(epoch FROM (.*?)\)::float8", r"(\1)"),
    (r"\bgreatest\(", "max("),
    (r"\bFOR UPDATE SKIP LOCKED\b", ""),
    (r"= ANY\((\?\d+)\)", r"IN (SELECT value FROM json_each(\1))"),
)


def given(parameters: Sequence[Any] | None) -> tuple[Any, ...]:
    """Parameters as SQLite takes them: a list is one text."""
    return tuple(json.dumps(one) if isinstance(one, list) else one for one in parameters or ())


def connected(path: Path, now: Callable[[], float], begun: Callable[[], float]) -> sqlite3.Connection:
    """A connection to the rows of a server. ``now`` is its clock, and ``begun`` when the transaction was."""
    raw = sqlite3.connect(path, isolation_level=None, timeout=0.0)
    raw.execute("PRAGMA journal_mode = WAL")
    raw.execute("PRAGMA synchronous = OFF")
    raw.execute("PRAGMA foreign_keys = ON")
    raw.create_function("clock_timestamp", 0, now)
    raw.create_function("now", 0, begun)
    return raw


def make(path: Path) -> None:
    """The rows of a server whose schema is that of today, and on which nobody has played."""
    raw = connected(path, lambda: 0.0, lambda: 0.0)
    migrate(raw, 0, from_nothing())
    standings.note_count(raw)
    raw.executescript(_TABLES)
    for (check,) in raw.execute(_CHECKS).fetchall():  # tests spoil rows behind the back of a server's checks
        raw.execute(f"DROP TRIGGER {check}")
    raw.close()
