"""What the storage refuses that the application must know of, as facts.

What only a host meets, a file that cannot be opened say, is in ``storage.errors``.
"""

from __future__ import annotations

from bot.ports.records import TableId


class StorageError(Exception):
    """The root. Unless a child says otherwise, nothing has been written.

    ``outside`` is true where the cause is the machine's disk and not a mistake of ours."""

    outside = False


class StaleVersion(StorageError):
    """The table has moved on, or (actual 0) was never opened."""

    def __init__(self, table: TableId, expected: int, actual: int) -> None:
        super().__init__(table, expected, actual)
        self.table, self.expected, self.actual = table, expected, actual


class AlreadyDone(StorageError):
    """The key was stored before, by an append that left its table at this version."""

    def __init__(self, key: str, table: TableId, version: int) -> None:
        super().__init__(key, table, version)
        self.key, self.table, self.version = key, table, version


class UnknownEvent(StorageError):
    """A stored event that these rules cannot read: its kind or body is strange to them, or it was written
    under a later revision of them."""

    def __init__(self, table: TableId, version: int, kind: str, revision: int) -> None:
        super().__init__(table, version, kind, revision)
        self.table, self.version, self.kind, self.revision = table, version, kind, revision


class BrokenChain(StorageError):
    """The log of a table is not what was appended; ``version`` is the first event wrong or missing."""

    def __init__(self, table: TableId, version: int) -> None:
        super().__init__(table, version)
        self.table, self.version = table, version
