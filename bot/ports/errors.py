"""Errors of the storage that the application handles.

Those that only a host meets, say a file that cannot be opened, are in ``storage.errors``.
"""

from __future__ import annotations

from bot.ports.records import TableId


class StorageError(Exception):
    """The root of the storage's errors. Unless a subclass says otherwise, nothing has been written.

    ``outside`` is true if the cause is the machine's disk and not a mistake in our code."""

    outside = False


class StaleVersion(StorageError):
    """The table is at another version than expected, or (``actual`` 0) was never opened."""

    def __init__(self, table: TableId, expected: int, actual: int) -> None:
        super().__init__(table, expected, actual)
        self.table, self.expected, self.actual = table, expected, actual


class AlreadyDone(StorageError):
    """The idempotency key was stored before, by an append that left its stream at this version."""

    def __init__(self, key: str, table: TableId, version: int) -> None:
        super().__init__(key, table, version)
        self.key, self.table, self.version = key, table, version


class PlaceTaken(StorageError):
    """Another process has meanwhile opened a stream in the same channel."""

    def __init__(self, channel: int) -> None:
        super().__init__(channel)
        self.channel = channel


class UnknownEvent(StorageError):
    """A stored event that these rules cannot read: they do not know its kind or its body, or it was written
    by a later revision of them."""

    def __init__(self, table: TableId, version: int, kind: str, revision: int) -> None:
        super().__init__(table, version, kind, revision)
        self.table, self.version, self.kind, self.revision = table, version, kind, revision


class BrokenChain(StorageError):
    """The log of a table is not what was appended; ``version`` is the first wrong or missing event."""

    def __init__(self, table: TableId, version: int) -> None:
        super().__init__(table, version)
        self.table, self.version = table, version


class DamagedRows(StorageError):
    """Something that is kept of a stream besides its events is not what was stored, or cannot be read:
    ``what`` is ``people``, ``seeds`` or ``rows``."""

    def __init__(self, table: TableId, what: str) -> None:
        super().__init__(table, what)
        self.table, self.what = table, what


UNREADABLE = (BrokenChain, DamagedRows, UnknownEvent)
"""What is raised of a stream that cannot be read, now or when it is tried again."""
