"""Brings the schema of an SQLite file up to date, and checks that a file is ours. Knows no table's meaning.

The last statement of each migration sets ``user_version`` to its number.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from storage.chain import seal
from storage.errors import ForeignDatabase, NewerDatabase
from storage.migrations import APPLICATION_ID, Migration
from storage.sqlite.transaction import transaction


def recognise(db: sqlite3.Connection, path: Path, known: int) -> int:
    """The schema number of a file that is ours, 0 if it is new. Writes nothing.

    Raises ForeignDatabase and NewerDatabase.
    """
    (application_id,) = db.execute("PRAGMA application_id").fetchone()
    (found,) = db.execute("PRAGMA user_version").fetchone()
    (objects,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    new = application_id == found == objects == 0
    if not new and application_id != APPLICATION_ID:
        raise ForeignDatabase(path, application_id)
    if found > known:
        raise NewerDatabase(path, found, known)
    return int(found)


def migrate(db: sqlite3.Connection, found: int, steps: Sequence[Migration]) -> None:
    """Run the migrations beyond the number found, each in a transaction of its own."""
    db.create_function("seal", -1, seal, deterministic=True)
    for step in steps:
        if step.number > found:
            transaction(db, lambda db, step=step: _take(db, step))  # type: ignore[misc]  # binds the step


def _take(db: sqlite3.Connection, step: Migration) -> None:
    for statement in statements(step.script):
        db.execute(statement)


def statements(script: str) -> Iterator[str]:
    """The statements of a script, one by one: ``executescript`` would commit before it began."""
    gathered = ""
    for line in script.splitlines(keepends=True):
        gathered += line
        if sqlite3.complete_statement(gathered):
            yield gathered
            gathered = ""
    if gathered.strip():
        raise sqlite3.ProgrammingError(f"no end: {gathered}")
