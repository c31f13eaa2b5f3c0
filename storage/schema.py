"""The numbered migrations of an SQLite file, and the check that a file is ours. Knows no table's meaning.

A migration is a file ``sqlite_NNNN_what.sql`` in this package whose last statement sets ``user_version`` to
its number. It runs whole, in one transaction, or not at all.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from storage.errors import ForeignDatabase, NewerDatabase
from storage.transaction import transaction

APPLICATION_ID: Final = 1114206825
"""In the header of every database of ours."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One step of the schema, from the number before to its own."""

    number: int
    script: str


@cache
def migrations() -> tuple[Migration, ...]:
    """All steps, in order."""
    scripts = (one for one in files("storage").iterdir() if one.name.endswith(".sql"))
    return tuple(
        Migration(int(script.name.split("_")[1]), script.read_text(encoding="utf-8"))
        for script in sorted(scripts, key=lambda one: one.name)
    )


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
