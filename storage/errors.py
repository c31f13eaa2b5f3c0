"""Errors of the storage besides those of its ports. They state facts; ``bot.__main__`` words them.

Each is an ordinary class with an explicit ``__init__`` whose arguments are also its attributes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from storage.ports.records import DatabaseAddress, ServerUrl, TableId, UserId
from storage.ports.storage import StorageError

_OF_THE_DISK: Final = ("SQLITE_FULL", "SQLITE_IOERR", "SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_BUSY")
_OF_THE_SERVER: Final = ("08", "25006", "53", "57", "58")
"""SQLSTATE classes for a lost connection, a server that takes no writes, a full disk, a shutdown, and a fault
of the server's own disk."""
_AFTER_ANOTHER: Final = "25P02"
_OF_THE_CONTENT: Final = (
    *("SQLITE_CORRUPT", "SQLITE_IOERR_READ", "SQLITE_IOERR_DATA", "SQLITE_IOERR_CORRUPTFS", "SQLITE_TOOBIG"),
    *("22", _AFTER_ANOTHER, "XX"),
)
"""Errors for rows that an engine cannot read, or for statements after such an error in the same
transaction."""
UNDECODED: Final = "22021"
"""The code that both engines give for stored text that is not valid UTF-8."""
_MEANT: Final = {
    "SQLITE_FULL": "the disk is full",
    "SQLITE_IOERR": "the disk cannot be read or written",
    "SQLITE_READONLY": "the file may not be written",
    "SQLITE_CANTOPEN": "the file, or one beside it, cannot be opened",
    "SQLITE_BUSY": "another process holds the file",
    "SQLITE_CORRUPT": "the file is damaged",
    "SQLITE_NOTADB": "the file is damaged",
    "SQLITE_CONSTRAINT": "the database refuses such a row",
    "08": "the connection to the server is lost",
    "22": "something stored cannot be read",
    "23": "the database refuses such a row",
    "25006": "the server takes no writes",
    "42501": "the role of the database may not do that",
    "53": "the server has no room left",
    "57": "the server stops, or has stopped this",
    "58": "the server's disk cannot be read or written",
    "XX": "something stored cannot be read",
}
"""What codes that begin in this way mean. The engine's own text is never shown, because it may quote stored
data."""


_FAMILIES: Final = {10: "SQLITE_IOERR", 11: "SQLITE_CORRUPT", 19: "SQLITE_CONSTRAINT"}


def code_of(fault: BaseException | None) -> str | None:
    """The engine's name or SQLSTATE for an error; None if it has neither."""
    if isinstance(fault, UnicodeDecodeError):
        return UNDECODED
    code = getattr(fault, "sqlite_errorname", None) or getattr(fault, "sqlstate", None)
    if type(fault).__name__ == "PipelineAborted":  # psycopg's error for a statement after one that failed
        return _AFTER_ANOTHER
    if code == "unknown":  # unknown to this version of Python
        return _FAMILIES.get(getattr(fault, "sqlite_errorcode", 0) & 0xFF, "SQLITE_ERROR")
    if (
        code is None and type(fault).__module__ == "sqlite3"
    ):  # Python's own error for text that is not valid UTF-8
        return UNDECODED
    return code


def code_meaning(code: str) -> str:
    """What a code means, in a few words."""
    known = (told for begins, told in _MEANT.items() if code.startswith(begins))
    return next(known, "an error of the database")


def is_unreadable(fault: Exception) -> bool:
    """Whether a row cannot be read while others still can within the same transaction. A server reads nothing
    more in a transaction in which a statement has failed."""
    if type(fault).__module__ not in ("sqlite3", "builtins"):
        return False
    return (code_of(fault) or "").startswith(_OF_THE_CONTENT)


class CannotOpen(StorageError):
    """The database cannot be opened or brought up to date. ``reason`` is in our words or the system's."""

    def __init__(self, path: DatabaseAddress, reason: str) -> None:
        super().__init__(path, reason)
        self.path, self.reason = path, reason


class NoFolder(CannotOpen):
    """The folder for the database does not exist."""


class ServerAway(CannotOpen):
    """No server answers at the address, or not yet."""

    outside = True


class PasswordMissing(CannotOpen):
    """The server asks for a password and none is set."""


class PasswordWrong(CannotOpen):
    """The server rejects the password."""


class NoSuchRole(CannotOpen):
    """The server has no user with that name."""


class NoSuchDatabase(CannotOpen):
    """The server has no database with that name."""


class NotLetIn(CannotOpen):
    """The server refuses the connection; ``reason`` is its message."""


class NotPermitted(CannotOpen):
    """The user lacks a right in the database; ``reason`` is what they may not do."""


class NotReadable(StorageError):
    """The process may not read the file."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class DiskFull(StorageError):
    """There is no room on the disk of the folder ``place``."""

    outside = True

    def __init__(self, path: Path, place: Path) -> None:
        super().__init__(path, place)
        self.path, self.place = path, place


class NotWritable(StorageError):
    """The process may not write to the file, or to its folder; ``place`` is which of them."""

    def __init__(self, path: Path, place: Path) -> None:
        super().__init__(path, place)
        self.path, self.place = path, place


class DatabaseMissing(StorageError):
    """The database is missing or empty. ``evidence`` is the file that shows that there has been one, or None
    if the host has forbidden to create one."""

    def __init__(self, path: DatabaseAddress, evidence: Path | None) -> None:
        super().__init__(path, evidence)
        self.path, self.evidence = path, evidence


class StrayWriteAheadLog(StorageError):
    """Beside a copy of a database lies the write-ahead log of another one, which SQLite would mix into it."""

    def __init__(self, path: Path, log: Path) -> None:
        super().__init__(path, log)
        self.path, self.log = path, log


class DatabaseInUse(StorageError):
    """Another process holds the file, or this process has it open already. Of a server, which holds nobody
    off, it is said of what no process of the bot may meet."""

    def __init__(self, path: DatabaseAddress) -> None:
        super().__init__(path)
        self.path = path


class NotADatabase(StorageError):
    """The file is not an SQLite database. It was not changed."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.path = path


class ForeignDatabase(StorageError):
    """The database belongs to another program, by the ``application_id`` of an SQLite file or by the tables
    on a server. It was not changed."""

    def __init__(self, path: DatabaseAddress, application_id: int) -> None:
        super().__init__(path, application_id)
        self.path, self.application_id = path, application_id


class NewerDatabase(StorageError):
    """The database was written by a later release: its schema number is higher than ours. It was not
    changed."""

    def __init__(self, path: DatabaseAddress, found: int, known: int) -> None:
        super().__init__(path, found, known)
        self.path, self.found, self.known = path, found, known


class DamagedDatabase(StorageError):
    """SQLite's check of the file found a fault. ``finding`` is its message, about pages and columns."""

    def __init__(self, path: Path, finding: str) -> None:
        super().__init__(path, finding)
        self.path, self.finding = path, finding


class DatabaseClosed(StorageError):
    """The store was used after it had been closed."""

    closed = True

    def __init__(self, path: DatabaseAddress) -> None:
        super().__init__(path)
        self.path = path


class DatabaseGone(StorageError):
    """The open file, or its write-ahead log, has been removed, replaced or cut short, so what is committed
    may not be in the file at this path. Nothing is written from then on."""

    outside = True

    def __init__(self, path: DatabaseAddress) -> None:
        super().__init__(path)
        self.path = path


class NotDurable(StorageError):
    """A setting of the server lets it lose what was committed. Nothing has been written."""

    def __init__(self, url: ServerUrl, setting: str) -> None:
        super().__init__(url, setting)
        self.url, self.setting = url, setting


class ServerTooOld(StorageError):
    """The server is older than ``oldest``, the first release that the bot supports. Nothing has been
    written."""

    def __init__(self, url: ServerUrl, version: str, oldest: int) -> None:
        super().__init__(url, version, oldest)
        self.url, self.version, self.oldest = url, version, oldest


class DriverMissing(StorageError):
    """The library for such a server is not installed."""

    def __init__(self, url: ServerUrl) -> None:
        super().__init__(url)
        self.url = url


class DatabaseFailed(StorageError):
    """The database failed at a statement, and the whole transaction was undone.

    ``code`` is SQLite's name for the cause, such as ``SQLITE_FULL``, or the server's SQLSTATE, such as
    ``53100``; ``reason`` is in our words. After an I/O error or a lost connection during a commit it is
    unknown whether the transaction was committed: its idempotency key tells, once the database answers again.
    ``unreadable`` is true if stored data cannot be read, and trying again would not help.
    """

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(code, reason)
        self.code, self.reason = code, reason
        self.outside = code.startswith(_OF_THE_DISK + _OF_THE_SERVER)
        self.unreadable = code.startswith(_OF_THE_CONTENT)


class EarlierDatabase(StorageError):
    """A database to be copied has the schema of an earlier release, with this number."""

    def __init__(self, schema: int) -> None:
        super().__init__(schema)
        self.schema = schema


class NotEmpty(StorageError):
    """The database to copy into is not empty; ``table`` is the first one with rows."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table


class CopyFailed(StorageError):
    """A copy was undone: one side stopped while the other was at ``work``, or the two differed when they were
    compared."""

    def __init__(self, work: str) -> None:
        super().__init__(work)
        self.work = work


class AliasTaken(StorageError):
    """The pseudonym belongs to somebody else at this table, or the user has another one there."""

    def __init__(self, table: TableId, alias: str) -> None:
        super().__init__(table, alias)
        self.table, self.alias = table, alias


class BeingForgotten(StorageError):
    """This user is being forgotten: whatever they do anew comes after that."""

    def __init__(self, user: UserId) -> None:
        super().__init__(user)
        self.user = user


class RubberNotBegun(StorageError):
    """A rubber was reckoned that never began in the table's log."""

    def __init__(self, table: TableId, number: int) -> None:
        super().__init__(table, number)
        self.table, self.number = table, number
