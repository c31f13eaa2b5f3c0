"""Errors of the storage besides those of ``bot.ports.errors``: facts, which ``bot.__main__`` puts into words.

Each is an ordinary class with an explicit ``__init__`` whose arguments are also its attributes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bot.ports.errors import StorageError
from bot.ports.records import TableId

_OF_THE_DISK: Final = ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_BUSY")


class CannotOpen(StorageError):
    """The file cannot be opened or brought up to date; ``reason`` is the system's or SQLite's message."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(path, reason)
        self.path, self.reason = path, reason


class NotWritable(StorageError):
    """The process may not write to the file, or to its folder; ``place`` is which of them."""

    def __init__(self, path: Path, place: Path) -> None:
        super().__init__(path, place)
        self.path, self.place = path, place


class DatabaseMissing(StorageError):
    """The database file is missing or empty. ``evidence`` is the file that shows that there has been a
    database; None where the host has forbidden to begin one."""

    def __init__(self, path: Path, evidence: Path | None) -> None:
        super().__init__(path, evidence)
        self.path, self.evidence = path, evidence


class StrayWriteAheadLog(StorageError):
    """Beside a copy of a database lies the write-ahead log of another, which SQLite would mix into it."""

    def __init__(self, path: Path, log: Path) -> None:
        super().__init__(path, log)
        self.path, self.log = path, log


class DatabaseInUse(StorageError):
    """Another process, or another opening in this one, holds the file."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class NotADatabase(StorageError):
    """The file is no SQLite database. It has not been touched."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class ForeignDatabase(StorageError):
    """An SQLite database of some other program, by its ``application_id``. It has not been touched."""

    def __init__(self, path: Path, application_id: int) -> None:
        super().__init__(path, application_id)
        self.path, self.application_id = path, application_id


class NewerDatabase(StorageError):
    """The file was written by a later release: its schema number is higher than ours. It has not been
    touched."""

    def __init__(self, path: Path, found: int, known: int) -> None:
        super().__init__(path, found, known)
        self.path, self.found, self.known = path, found, known


class DamagedDatabase(StorageError):
    """SQLite's check of the file found a fault; ``finding`` is its message."""

    def __init__(self, path: Path, finding: str) -> None:
        super().__init__(path, finding)
        self.path, self.finding = path, finding


class DatabaseClosed(StorageError):
    """The store was asked for something after it had been closed."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class DatabaseGone(StorageError):
    """The open file, or its write-ahead log, has been removed, replaced or cut short: what is committed may
    not be in the file at this path. Nothing is written from then on."""

    outside = True

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class DatabaseFailed(StorageError):
    """SQLite failed at a statement, and the whole transaction was undone. ``code`` is SQLite's name for the
    cause, say ``SQLITE_FULL``. After an I/O error during a commit it is not known whether the transaction
    counts: once the file has been opened again, its idempotency key shows it."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(code, reason)
        self.code, self.reason = code, reason
        self.outside = code.startswith(_OF_THE_DISK)


class AliasTaken(StorageError):
    """The pseudonym belongs to somebody else at this table, or the user has another one there."""

    def __init__(self, table: TableId, alias: str) -> None:
        super().__init__(table, alias)
        self.table, self.alias = table, alias


class RubberNotBegun(StorageError):
    """The result of a rubber that never began in the table's log."""

    def __init__(self, table: TableId, number: int) -> None:
        super().__init__(table, number)
        self.table, self.number = table, number
