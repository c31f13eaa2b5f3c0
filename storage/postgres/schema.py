"""Brings the schema of a PostgreSQL database up to date, and checks that the database is ours and that its
server keeps what it is given. Knows no table's meaning.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final

from bot.ports.records import ServerUrl
from storage.engine import Connection
from storage.errors import (
    CannotOpen,
    DatabaseMissing,
    ForeignDatabase,
    NewerDatabase,
    NotDurable,
)
from storage.migrations import APPLICATION_ID, Migration

log = logging.getLogger(__name__)

IN_TURN: Final = "SELECT pg_advisory_xact_lock(?1)"
OURS: Final = "SELECT to_regclass('biritch') IS NOT NULL"
NUMBER: Final = "SELECT schema FROM biritch"
ANY_TABLE: Final = """
    SELECT EXISTS (
        SELECT 1 FROM information_schema.tables
        WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
    )
"""
SETTING: Final = "SELECT current_setting(?1)"

DURABLE: Final = ("on", "remote_apply", "remote_write")
"""The values of ``synchronous_commit`` with which a commit is on the disk before anybody hears of it."""


def bring_up_to_date(
    db: Connection, where: ServerUrl, steps: Sequence[Migration], *, may_begin: bool
) -> bool:
    """Run the steps that the database has not taken, all in this transaction; whether it was empty before.

    Processes that start together do it one after the other. Raises NotDurable, DatabaseMissing,
    ForeignDatabase, NewerDatabase, CannotOpen.
    """
    db.execute(IN_TURN, (APPLICATION_ID,))
    _check_server(db, where)
    found = _found(db, where)
    known = max(step.number for step in steps)
    if found > known:
        raise NewerDatabase(where, found, known)
    if found == 0 and not may_begin:
        raise DatabaseMissing(where, None)
    for step in steps:
        if step.number > found:
            db.execute(step.script)
    return found == 0


def _found(db: Connection, where: ServerUrl) -> int:
    """The number of the last step taken, 0 for an empty database. Raises ForeignDatabase."""
    (ours,) = db.execute(OURS).fetchone()
    if ours:
        (number,) = db.execute(NUMBER).fetchone()
        return int(number)
    (foreign,) = db.execute(ANY_TABLE).fetchone()
    if foreign:
        raise ForeignDatabase(where, 0)
    return 0


def _check_server(db: Connection, where: ServerUrl) -> None:
    """Raises NotDurable where a commit may be lost in a crash, CannotOpen where some text has no place."""
    if _setting(db, "fsync") != "on":
        raise NotDurable(where, "fsync")
    if (how := _setting(db, "synchronous_commit")) not in DURABLE:
        log.warning(
            "the server's synchronous_commit is %s, not on: what was answered may be lost if it stops", how
        )
    if (encoding := _setting(db, "server_encoding")) != "UTF8":
        raise CannotOpen(where, f"its encoding is {encoding}, not UTF8")


def _setting(db: Connection, name: str) -> str:
    (value,) = db.execute(SETTING, (name,)).fetchone()
    return str(value)
