"""Backups as they are kept: the newest as a plain SQLite file, and those before it compressed.

The first of a month is kept whole (``biritch-STAMP.sqlite3.gz``, which any gunzip opens), and a later one as
the pages in which it differs from that (``biritch-STAMP.sqlite3.since-STAMP.gz``): a line of JSON with the
size of a page, of the file, and the SHA-256 of the file; then for each page its number in eight bytes,
big-endian, and the page. A page that has not changed is one that nobody has written to, so that no more is
kept again than a month's play.
"""

from __future__ import annotations

import gzip
import json
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from io import BufferedIOBase
from pathlib import Path
from typing import IO, Final, NamedTuple

from storage.engine import Breath
from storage.sqlite.file import appearing

STAMP: Final = "%Y%m%dT%H%M%SZ"
NAME: Final = re.compile(r"biritch-(\d{8}T\d{6}Z)\.sqlite3(?:(?:\.since-(\d{8}T\d{6}Z))?(\.gz))?")
DATABASE: Final = b"SQLite format 3\0"
LEVEL: Final = 6
PIECE: Final = 1 << 20
"""Bytes that are read at once."""
TIMES_THE_FILE: Final = 3
"""The most that all backups take, as a multiple of the largest: of the newest, or of one of a lost database,
which a small new one must not take away."""
PAGE_SIZE: Final = slice(16, 18)
DAMAGE: Final = (EOFError, zlib.error, gzip.BadGzipFile)
"""What the library finds of a compressed file that is not what was written."""
NUMBER: Final = 8
"""Bytes of the number of a page."""


class Unpackable(OSError):
    """A backup cannot be put together again; its text says why."""


class Kind(NamedTuple):
    """What the name of a backup says of it."""

    made: datetime
    since: datetime | None = None  # of the whole one from which it differs
    is_packed: bool = False

    @property
    def oldest(self) -> datetime:
        """When the older of the files was made that it takes to put it back."""
        return self.since or self.made


def kind_of(path: Path) -> Kind | None:
    """None if it is no backup's, or of a day that there never was."""
    with suppress(ValueError):
        if name := NAME.fullmatch(path.name):
            return Kind(_moment(name[1]), _moment(name[2]) if name[2] else None, name[3] is not None)
    return None


def _moment(stamp: str) -> datetime:
    return datetime.strptime(stamp, STAMP).replace(tzinfo=UTC)


def with_bases(keep: Iterable[datetime], backups: Mapping[datetime, Path]) -> set[datetime]:
    """These and the whole ones that they need."""
    kept = set(keep)
    for made in [*kept]:
        kind = kind_of(backups[made]) if made in backups else None
        if kind is not None and kind.since is not None:
            kept.add(kind.since)
    return kept


def pack_older(backups: Mapping[datetime, Path], newest: datetime, breath: Breath) -> None:
    """Compress those before the newest that are plain, oldest first. Raises OSError, StorageError, Ended."""
    there = dict(backups)
    for made in sorted(one for one in backups if one < newest):
        plain = backups[made]
        if plain.name.endswith(".gz") or not _is_database(plain):
            continue
        base = _whole_of_the_month(there, made)
        there[made] = _packed(plain, there, base, breath)
        plain.unlink()


def shed(backups: Mapping[datetime, Path], newest: datetime) -> None:
    """Delete the oldest until all take no more than they may."""
    left = {made: path for made, path in backups.items() if made <= newest}
    sizes = {made: path.stat().st_size for made, path in left.items()}
    most = TIMES_THE_FILE * max(sizes.values())
    while sum(sizes.values()) > most and len(sizes) > 1:
        needed = {kind.since for path in left.values() if (kind := kind_of(path)) is not None}
        oldest = min(made for made in left if made != newest and made not in needed)
        left.pop(oldest).unlink(missing_ok=True)
        del sizes[oldest]


def unpack(backup: Path, into: IO[bytes]) -> None:
    """Write the database that a backup of any kind holds. Raises OSError, also for one that is damaged."""
    kind = kind_of(backup)
    try:
        if kind is not None and kind.since is not None:
            _put_together(backup, kind.since, into)
            return
        with gzip.open(backup) if backup.name.endswith(".gz") else backup.open("rb") as whole:
            for piece in _pieces(whole, PIECE):
                into.write(piece)
    except (*DAMAGE, ValueError, KeyError) as damage:
        raise Unpackable(0, f"{backup.name} is damaged") from damage


def _is_database(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(DATABASE)) == DATABASE


def _whole_of_the_month(backups: Mapping[datetime, Path], made: datetime) -> datetime | None:
    """The newest whole one of this month that is compressed and older."""
    kinds = (kind_of(path) for path in backups.values())
    wholes = [one.made for one in kinds if one is not None and one.is_packed and one.since is None]
    same = (one for one in wholes if one < made and (one.year, one.month) == (made.year, made.month))
    return max(same, default=None)


def _packed(plain: Path, backups: Mapping[datetime, Path], base: datetime | None, breath: Breath) -> Path:
    """Whole if there is none to differ from that can be read, or if they differ so much that little is
    won."""
    if base is not None:
        target = plain.with_name(f"{plain.name}.since-{base.strftime(STAMP)}.gz")
        with suppress(*DAMAGE):
            _write_difference(plain, backups[base], target, breath)
            if target.stat().st_size <= backups[base].stat().st_size / 2:
                return target
        target.unlink(missing_ok=True)
    target = plain.with_name(f"{plain.name}.gz")
    target.unlink(missing_ok=True)  # of a process that was killed between the two
    with appearing(target) as (part, _), plain.open("rb") as file, _compressing(part) as into:
        for piece in _pieces(file, PIECE):
            into.write(piece)
            breath()
    return target


def _write_difference(plain: Path, base: Path, target: Path, breath: Breath) -> None:
    target.unlink(missing_ok=True)
    with plain.open("rb") as file:
        page = int.from_bytes(file.read(PAGE_SIZE.stop)[PAGE_SIZE]) or 1
        page = 1 << 16 if page == 1 else page
        digest = sha256()
        file.seek(0)
        for piece in _pieces(file, PIECE):
            digest.update(piece)
            breath()
        head = {"page": page, "size": file.tell(), "sha256": digest.hexdigest()}
        file.seek(0)
        with appearing(target) as (part, _), gzip.open(base) as whole, _compressing(part) as into:
            into.write(json.dumps(head).encode() + b"\n")
            for number, now in enumerate(_pieces(file, page)):
                if now != whole.read(page):
                    into.write(number.to_bytes(NUMBER) + now)
                breath()


def _put_together(backup: Path, since: datetime, into: IO[bytes]) -> None:
    base = backup.with_name(f"biritch-{since.strftime(STAMP)}.sqlite3.gz")
    if not base.exists():
        raise Unpackable(0, f"{base.name}, from which {backup.name} differs, is not beside it")
    with gzip.open(backup) as changes, gzip.open(base) as whole:
        head = json.loads(changes.readline())
        page, size = int(head["page"]), int(head["size"])
        changed, digest = _changes(changes, page), sha256()
        place, put = next(changed, (-1, b""))
        for number in range(-(-size // page)):
            now = whole.read(page)
            if number == place:
                now = put
                place, put = next(changed, (-1, b""))
            into.write(now)
            digest.update(now)
    if digest.hexdigest() != head["sha256"]:
        raise Unpackable(0, f"{backup.name} or {base.name} is damaged")


def _changes(changes: BufferedIOBase, page: int) -> Iterator[tuple[int, bytes]]:
    while number := changes.read(NUMBER):
        yield int.from_bytes(number), changes.read(page)


def _compressing(part: Path) -> gzip.GzipFile:
    return gzip.GzipFile(part, "wb", compresslevel=LEVEL, mtime=0)


def _pieces(file: BufferedIOBase, size: int) -> Iterator[bytes]:
    while piece := file.read(size):
        yield piece
