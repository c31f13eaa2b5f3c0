"""Cuts the power in the midst of what the storage writes: ``python -m tests.trials.soak.power 2000``.

A VFS of SQLite's, put between the library and the disk, records every write, sync and truncation that the
storage's own statements come to. A cut at any of them leaves what was synced, and of the rest, by model,
nothing or each sector of 512 bytes by a draw. What was acknowledged before the cut must be found in what is
left.

Structures as in <https://www.sqlite.org/c3ref/vfs.html> and <https://www.sqlite.org/c3ref/io_methods.html>.
"""

from __future__ import annotations

import argparse
import asyncio
import ctypes
import sqlite3
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from rules.cards import PACK
from storage.ports.records import Append, Slot
from storage.ports.storage import StorageError
from storage.sqlite import connections
from storage.store import Store
from tests.trials.stage.happenings import TABLE, begun, inside, opened, played

SECTOR: Final = 512
NAME: Final = b"recording"
P = ctypes.c_void_p
MEMORY: Final = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""Where the files are, if it is there: what is synced is recorded, whatever the disk is."""


class _Vfs(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_int) for name in ("version", "size", "longest")),
        *((name, P) for name in ("following", "name", "data", "open", "delete")),
        *((f"other{number}", P) for number in range(14)),
    )


class _Methods(ctypes.Structure):
    _fields_ = (
        ("version", ctypes.c_int),
        *((name, P) for name in ("close", "read", "write", "truncate", "sync")),
        *((f"other{number}", P) for number in range(13)),
    )


_OPEN = ctypes.CFUNCTYPE(ctypes.c_int, P, P, P, ctypes.c_int, P)
_DELETE = ctypes.CFUNCTYPE(ctypes.c_int, P, ctypes.c_char_p, ctypes.c_int)
_WRITE = ctypes.CFUNCTYPE(ctypes.c_int, P, P, ctypes.c_int, ctypes.c_int64)
_TRUNCATE = ctypes.CFUNCTYPE(ctypes.c_int, P, ctypes.c_int64)
_SYNC = ctypes.CFUNCTYPE(ctypes.c_int, P, ctypes.c_int)


class Did(NamedTuple):
    """Something that was done to a file: ``write``, ``truncate``, ``sync``, ``delete``. In between stands
    ``told``: so many events had been acknowledged."""

    what: str
    file: str = ""
    at: int = 0
    content: bytes = b""


class Recorder:
    """The VFS under the name ``recording``, for one process."""

    def __init__(self) -> None:
        self.did: list[Did] = []
        self._files: dict[int, str] = {}
        self._methods: dict[int, tuple[_Methods, _Methods]] = {}
        self._library = ctypes.CDLL(library())
        self._library.sqlite3_vfs_find.restype = P
        found = self._library.sqlite3_vfs_find(connections.ONE_PROCESS.encode())
        self._vfs = _Vfs.from_buffer_copy(ctypes.string_at(found, ctypes.sizeof(_Vfs)))
        opens, deletes = _OPEN(self._vfs.open), _DELETE(self._vfs.delete)
        self._name = ctypes.create_string_buffer(NAME)
        self._vfs.name = ctypes.addressof(self._name)

        def opened(_: int, name: int | None, file: int, flags: int, out: int) -> int:
            status = int(opens(found, name, file, flags, out))  # which keeps the address of the name
            if not status and name:
                self._files[file] = Path(ctypes.string_at(name).decode()).name
                where = P.from_address(file)
                if where.value is not None:
                    where.value = ctypes.addressof(self._watched(where.value))
            return status

        def deleted(vfs: Any, name: bytes, synced: int) -> int:
            self.did.append(Did("delete", Path(name.decode()).name))
            return int(deletes(vfs, name, synced))

        self._kept: list[Any] = [_OPEN(opened), _DELETE(deleted), opens, deletes]
        self._vfs.open = ctypes.cast(self._kept[0], P).value
        self._vfs.delete = ctypes.cast(self._kept[1], P).value
        self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 0)

    def _watched(self, address: int) -> _Methods:
        """These methods of an open file, with those that change it recorded."""
        if address in self._methods:
            return self._methods[address][1]
        plain = _Methods.from_buffer_copy(ctypes.string_at(address, ctypes.sizeof(_Methods)))
        watched = _Methods.from_buffer_copy(plain)
        writes, cuts, syncs = _WRITE(plain.write), _TRUNCATE(plain.truncate), _SYNC(plain.sync)

        def wrote(file: int, content: int, size: int, at: int) -> int:
            self.did.append(Did("write", self._files[file], at, ctypes.string_at(content, size)))
            return int(writes(file, content, size, at))

        def truncated(file: int, size: int) -> int:
            self.did.append(Did("truncate", self._files[file], size))
            return int(cuts(file, size))

        def synced(file: int, flags: int) -> int:
            status = int(syncs(file, flags))
            self.did.append(Did("sync", self._files[file]))
            return status

        calls = (_WRITE(wrote), _TRUNCATE(truncated), _SYNC(synced))
        self._kept += [*calls, writes, cuts, syncs]
        watched.write, watched.truncate, watched.sync = (ctypes.cast(one, P).value for one in calls)
        self._methods[address] = plain, watched
        return watched

    @contextmanager
    def recording(self) -> Iterator[list[Did]]:
        """All that the storage does to the files that it opens meanwhile."""
        module: Any = connections
        before, module.ONE_PROCESS = module.ONE_PROCESS, NAME.decode()
        self.did = []
        try:
            yield self.did
        finally:
            module.ONE_PROCESS = before


def library() -> str | None:
    """The file of the SQLite that Python itself uses; None if it is built in."""
    sqlite3.connect(":memory:").close()
    maps = Path("/proc/self/maps")
    lines = maps.read_text().splitlines() if maps.exists() else []
    return next((line.split()[-1] for line in lines if "libsqlite3.so" in line), None)


async def written(recorder: Recorder, path: Path, appends: int, *, synchronous: str = "FULL") -> list[Did]:
    """What appends and notes of slots come to, with the log often copied into the file, from the opening of
    the file on."""
    with recorder.recording() as did:
        async with Store.open(path) as store:
            await inside(store, lambda db: db.execute("PRAGMA wal_autocheckpoint = 60").fetchall())
            if synchronous != "FULL":
                await inside(store, lambda db: db.execute(f"PRAGMA synchronous = {synchronous}").fetchall())
            version = await opened(store, TABLE, begun())
            for number in range(appends):
                did.append(Did("told", at=version))
                room = (Slot.of_name("table:1"), Slot.of_name("hand:a1"))
                cards = [played(PACK[number % 52])] * (1 + number % 3)
                new: Append[Any] = Append(TABLE, version, cards, key=str(number), slots=room)
                version = await store.streams.append(new)
                if number % 10 == 9:
                    await store.slots.note_slots(
                        [one.as_shown(version, "digest", 1, 2) for one in await store.slots.of_stream(TABLE)]
                    )
            did.append(Did("told", at=version))
        return did[:]


@dataclass
class _File:
    durable: bytearray = field(default_factory=bytearray)
    waiting: list[Did] = field(default_factory=list)


def left(did: Sequence[Did], numbers: Random | None) -> tuple[dict[str, bytes], int]:
    """The files after a cut, and how many events had been acknowledged: without ``numbers`` everything that
    was not synced is lost."""
    files, told = dict[str, _File](), 0
    for one in did:
        if one.what == "told":
            told = one.at
            continue
        file = files.setdefault(one.file, _File())
        if one.what == "sync":
            for waited in file.waiting:
                _apply(file.durable, waited)
            file.waiting.clear()
        elif one.what == "delete":
            del files[one.file]
        else:
            file.waiting.append(one)
    for file in files.values():
        for waited in file.waiting if numbers is not None else ():
            assert numbers is not None
            if waited.what == "truncate":
                if numbers.random() < 0.5:
                    _apply(file.durable, waited)
                continue
            for start in range(0, len(waited.content), SECTOR):
                if numbers.random() < 0.5:
                    part = waited.content[start : start + SECTOR]
                    _apply(file.durable, Did("write", "", waited.at + start, part))
    return {name: bytes(file.durable) for name, file in files.items()}, told


def _apply(content: bytearray, did: Did) -> None:
    if did.what == "truncate":
        del content[did.at :]
        return
    content.extend(bytes(max(0, did.at - len(content))))
    content[did.at : did.at + len(did.content)] = did.content


class Cut(NamedTuple):
    """What came of one cut: events acknowledged before it that are gone, and what was wrong besides."""

    lost: int
    corrupt: str


async def cut(did: Sequence[Did], folder: Path, numbers: Random, *, all_lost: bool, first: int = 0) -> Cut:
    """Cut the power at a drawn moment after the first so many."""
    at = numbers.randint(first, len(did))
    files, told = left(did[:at], None if all_lost else numbers)
    _put(folder, files)
    path = folder / "power.sqlite3"
    try:
        async with Store.open(path) as store:
            stream = await store.streams.find_stream(TABLE)
            kept = await store.streams.verify_chain(TABLE) if stream is not None else 0
            slots = await store.slots.of_stream(TABLE)
            wrong = "" if all(one.wanted <= kept for one in slots) else "slots ahead of the log"
            return Cut(max(0, told - kept), wrong)
    except (StorageError, ValueError) as fault:
        return Cut(0 if told == 0 else told, repr(fault)[:120])


def _put(folder: Path, files: Mapping[str, bytes]) -> None:
    for old in folder.iterdir():
        old.unlink()
    for name, content in files.items():
        (folder / name).write_bytes(content)


async def cuts(count: int, appends: int, seed: int, synchronous: str = "FULL") -> dict[str, list[Cut]]:
    """So many cuts in each of the two models, from the moment when the file has been opened on."""
    found: dict[str, list[Cut]] = {}
    recorder = _recorder()
    with tempfile.TemporaryDirectory(dir=MEMORY) as place:
        folder, after = Path(place) / "written", Path(place) / "left"
        folder.mkdir()
        after.mkdir()
        did = await written(recorder, folder / "power.sqlite3", appends, synchronous=synchronous)
        first = next(number for number, one in enumerate(did) if one.what == "told")
        for model, all_lost in (("torn", False), ("lost", True)):
            numbers = Random(f"{seed} {model}")
            found[model] = [
                await cut(did, after, numbers, all_lost=all_lost, first=first) for _ in range(count)
            ]
    return found


_made: list[Recorder] = []


def _recorder() -> Recorder:
    """The one of this process: what SQLite has been given must stay."""
    if not _made:
        _made.append(Recorder())
    return _made[0]


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.trials.soak.power", description=__doc__)
    asked.add_argument("cuts", type=int, nargs="?", default=2000, help="in both models together")
    asked.add_argument("--seed", type=int, default=1)
    options = asked.parse_args()
    short = False
    for synchronous in ("FULL", "NORMAL"):
        for model, found in asyncio.run(cuts(options.cuts // 2, 400, options.seed, synchronous)).items():
            losing = sum(one.lost > 0 for one in found)
            corrupt = sum(bool(one.corrupt) for one in found)
            print(
                f"synchronous={synchronous}, unsynced {model}: {len(found)} cuts, {losing} lost acknowledged"
                f" events, at most {max(one.lost for one in found)}, {corrupt} corrupt"
            )
            for one in [one for one in found if one.corrupt][:3]:
                print(f"  {one.corrupt}")
            short |= bool(losing or corrupt) if synchronous == "FULL" else not losing
    print(f"power-cuts {options.cuts} {'short' if short else 'ok'}")
    return short


if __name__ == "__main__":
    sys.exit(main())
