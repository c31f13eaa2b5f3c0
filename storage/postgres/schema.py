"""Brings the schema of a PostgreSQL database up to date, and checks that the database is ours and that its
server keeps what it is given. Knows no table's meaning.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Final

from bot.ports.records import ServerUrl
from storage.copying import TABLES
from storage.engine import Connection
from storage.errors import (
    CannotOpen,
    DatabaseMissing,
    ForeignDatabase,
    NewerDatabase,
    NotDurable,
    NotPermitted,
    ServerTooOld,
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
MAY_MAKE_TABLES: Final = "SELECT has_schema_privilege(current_schema(), 'CREATE')"
NAMES: Final = (*TABLES, "process", "lease", "errand", "turn")
"""Our tables, besides the one that shows the number of the step."""
CLOSED: Final = """
    SELECT relname FROM pg_class
    WHERE relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('biritch'))
    AND (oid = to_regclass('biritch') OR relname::text = ANY(?1)) AND NOT (
        has_table_privilege(oid, 'SELECT') AND has_table_privilege(oid, 'INSERT')
        AND has_table_privilege(oid, 'UPDATE') AND has_table_privilege(oid, 'DELETE')
    )
    ORDER BY relname
"""
"""Those that the user may not use."""
OTHERS: Final = """
    SELECT relname FROM pg_class
    WHERE relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('biritch'))
    AND (oid = to_regclass('biritch') OR relname::text = ANY(?1)) AND NOT pg_has_role(relowner, 'USAGE')
    ORDER BY relname
"""
"""Those that belong to somebody else, so that no step can change them."""
SETTING: Final = "SELECT current_setting(?1)"

OLDEST: Final = 14
"""The oldest release of PostgreSQL that its own makers still mended when the bot was last tried (on 15)."""
DURABLE: Final = ("on", "remote_apply", "remote_write")
"""The values of ``synchronous_commit`` with which a commit is on the disk before anybody hears of it."""


def bring_up_to_date(db: Connection, where: ServerUrl, steps: Sequence[Migration], *, may_begin: bool) -> int:
    """Run the steps that the database has not taken, all in this transaction; the number of the last that it
    had taken before, 0 if it was empty.

    Processes that start together do it one after the other. Raises NotDurable, DatabaseMissing,
    ForeignDatabase, NewerDatabase, ServerTooOld, NotPermitted, CannotOpen.
    """
    db.execute(IN_TURN, (APPLICATION_ID,))
    found = look(db, where, steps)
    if found == 0 and not may_begin:
        raise DatabaseMissing(where, None)
    check_rights(db, where, steps, found)
    for step in steps:
        if step.number > found:
            db.execute(step.script)
    return found


def look(db: Connection, where: ServerUrl, steps: Sequence[Migration]) -> int:
    """The number of the last step that the database has taken, 0 if it is empty. Reads only. Raises
    NotDurable, ForeignDatabase, NewerDatabase, ServerTooOld, CannotOpen."""
    _check_server(db, where)
    found = _found(db, where)
    known = max(step.number for step in steps)
    if found > known:
        raise NewerDatabase(where, found, known)
    return found


def check_rights(db: Connection, where: ServerUrl, steps: Sequence[Migration], found: int) -> None:
    """Raises NotPermitted where the user may not write to one of our tables, or not take the steps that are
    missing. Reads only."""
    missing = any(step.number > found for step in steps)
    if missing and db.execute(MAY_MAKE_TABLES).fetchone() != (True,):
        raise NotPermitted(where, "make tables")
    for query, what in ((CLOSED, "write to"), *([(OTHERS, "change")] if missing else [])):
        if (table := db.execute(query, (list(NAMES),)).fetchone()) is not None:
            raise NotPermitted(where, f"{what} the table {table[0]}")


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
    """Raises ServerTooOld, NotDurable where a commit may be lost in a crash, CannotOpen where some text has
    no place."""
    if int(_setting(db, "server_version_num")) < OLDEST * 10_000:
        raise ServerTooOld(where, _setting(db, "server_version"), OLDEST)
    if _setting(db, "fsync") != "on":
        raise NotDurable(where, "fsync")
    if (how := _setting(db, "synchronous_commit")) not in DURABLE:
        log.warning(
            "the server's synchronous_commit is %s, not on: what was answered may be lost if it stops", how
        )
    if (encoding := _setting(db, "server_encoding")) != "UTF8":
        raise CannotOpen(
            where, f"its encoding is {encoding}; make one with createdb --encoding UTF8 --template template0"
        )


def _setting(db: Connection, name: str) -> str:
    (value,) = db.execute(SETTING, (name,)).fetchone()
    return str(value)
