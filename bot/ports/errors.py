"""The errors of the storage that the application handles.

Those that only a host meets, such as a file that cannot be opened, are in ``storage.errors``.
"""

from __future__ import annotations

from bot.ports.records import TableId


class StorageError(Exception):
    """The root. Unless a child says otherwise, nothing has been written.

    ``outside`` is true where the cause is the machine's disk and not a mistake of ours."""

    outside = False


class StaleVersion(StorageError):
    """The stream has gone on since this version, or (actual 0) was never opened."""

    def __init__(self, table: TableId, expected: int, actual: int) -> None:
        super().__init__(table, expected, actual)
        self.table, self.expected, self.actual = table, expected, actual


class AlreadyDone(StorageError):
    """The idempotency key was stored before, by an append that left its stream at this version."""

    def __init__(self, key: str, table: TableId, version: int) -> None:
        super().__init__(key, table, version)
        self.key, self.table, self.version = key, table, version


class UnknownEvent(StorageError):
    """A stored event that these rules cannot read: its kind or body is unknown to them, or a later revision
    of them wrote it."""

    def __init__(self, table: TableId, version: int, kind: str, revision: int) -> None:
        super().__init__(table, version, kind, revision)
        self.table, self.version, self.kind, self.revision = table, version, kind, revision


class BrokenChain(StorageError):
    """The log of a stream is not what was appended; ``version`` is the first event that is wrong or
    missing."""

    def __init__(self, table: TableId, version: int) -> None:
        super().__init__(table, version)
        self.table, self.version = table, version
