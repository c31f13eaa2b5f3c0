"""Where the events of a table stand in an SQLite file, byte by byte, and a file whose bytes can be flipped.

The pages are read as <https://www.sqlite.org/fileformat2.html> describes them.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

INTERIOR, NUMBERED_INTERIOR, NUMBERED = 2, 5, 13
"""The first byte of a page of keys that lead to other pages (ten on one that has rows only), and those of
pages whose rows have numbers."""


def bytes_of(path: Path, table: str, kept: str = "event") -> list[int]:
    """The offset of every byte of the rows of a table's events, or of what else is ``kept`` of it, in a file
    that nobody has open: their sizes, the types of their columns, and what is in them. With ``table`` empty
    those of all that is kept under that name."""
    return sorted(at for row in rows_of(path, table, kept) for at in row)


def rows_of(path: Path, table: str, kept: str = "event") -> list[range]:
    """These rows; the first byte of each is of its size."""
    with closing(sqlite3.connect(path)) as db:
        (root,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (kept,)).fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    data = path.read_bytes()
    found = [
        range(start, row.stop)
        for start, row in _rows(data, root, size)
        if table.encode() in data[row.start : row.start + 40]
    ]
    assert found
    return found


def flip_key(path: Path, key: str, kept: str, *, but: str = "-") -> int:
    """Flip a bit of this in each row that is kept under a name in a closed file, but in those in which that
    stands after it. Returns in how many."""
    content, flipped = bytearray(path.read_bytes()), 0
    for row in rows_of(path, key, kept):
        at = content.index(key.encode(), row.start, row.stop)
        if not content.startswith(but.encode(), at + len(key)):
            content[at] ^= 1
            flipped += 1
    path.write_bytes(content)
    return flipped


def _rows(data: bytes, page: int, size: int) -> Iterator[tuple[int, range]]:
    """Where each row of a tree begins, and the bytes of its columns."""
    base = (page - 1) * size
    interior = data[base] in (INTERIOR, NUMBERED_INTERIOR)
    for number in range(int.from_bytes(data[base + 3 : base + 5])):
        pointer = base + (12 if interior else 8) + 2 * number
        start = base + int.from_bytes(data[pointer : pointer + 2])
        if interior:
            yield from _rows(data, int.from_bytes(data[start : start + 4]), size)
            start += 4
        if data[base] == NUMBERED_INTERIOR:
            continue
        length, at = _number(data, start)
        if data[base] == NUMBERED:
            _, at = _number(data, at)
        yield start, range(at, at + length)
    if interior:
        yield from _rows(data, int.from_bytes(data[base + 8 : base + 12]), size)


def _number(data: bytes, at: int) -> tuple[int, int]:
    """A number of as many bytes as it needs, and where it ends."""
    number = 0
    while True:
        number, at = number << 7 | data[at] & 0x7F, at + 1
        if data[at - 1] < 0x80:
            return number, at


class Flipped:
    """A file of which one byte at a time is another."""

    def __init__(self, path: Path) -> None:
        # it stays open, since to close it would let go of every lock that SQLite has on the file (POSIX)
        self._file = os.open(path, os.O_RDWR)

    @contextmanager
    def at(self, offset: int, mask: int) -> Iterator[None]:
        """With these bits the other way round."""
        before = self.byte(offset)
        self.put(offset, before ^ mask)
        try:
            yield
        finally:
            self.put(offset, before)

    def byte(self, offset: int) -> int:
        return os.pread(self._file, 1, offset)[0]

    def put(self, offset: int, byte: int) -> None:
        os.pwrite(self._file, bytes([byte]), offset)
