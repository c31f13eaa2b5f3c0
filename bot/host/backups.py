"""Backups: made by the running bot every day and on request, or by ``biritch backup``, and put back by
``biritch restore``.

A backup is an SQLite file, even of a database on a server. It holds everything, seeds and people too, so only
its owner may read it. The newest backup is kept of each of the last seven days, five weeks and twelve months
that have one, and fewer where they would take more than three times the largest; but for the newest they are
compressed (``bot.host.packing``).
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final

from bot.cannot_start import cannot_start, is_full, reason_of
from bot.host.backup_command import CommandFailed, give_away, give_to_command
from bot.host.packing import STAMP, kind_of, pack_older, shed, unpack, with_bases
from bot.host.stops import run_unless_stopped, signals_blocked
from bot.host.terminal import DONE, FAULT, NOTE, Progress, print_result
from screens.words import host_checks
from screens.words import hosting as words
from storage.engine import Breath, Ended, Step, unheard
from storage.errors import DatabaseInUse, DatabaseMissing
from storage.ports.records import DatabaseAddress, ServerUrl, TableId
from storage.ports.storage import StorageError
from storage.ports.waits import run_in_thread
from storage.sqlite.file import PART, appearing, discarded, flush_folder, moved_aside, remove
from storage.store import Store

log = logging.getLogger(__name__)

EVERY: Final = timedelta(days=1)
JOB: Final = "backup"
"""The job that one of several processes on a server does for all of them, in a folder of its own machine."""
LOOK: Final = 3600.0
"""Seconds between two checks by the other processes whether it is late, and how late it may be."""
AT_FIRST: Final = 3600.0
"""Seconds from a start to the first backup, if there is none yet."""
KEPT: Final = (("%Y-%m-%d", 7), ("%G-%V", 5), ("%Y-%m", 12))
"""Days, weeks and months: how they are told apart, and for how many of them the newest backup is kept."""
LONGEST_KEPT: Final = timedelta(days=365)
"""No older backup is left with people who were forgotten since, also where some months had none."""
TAKEN: Final = ".taken"
"""A file beside the backups with the name of the last that the host's program took."""
BESIDE: Final = ("-wal", "-shm")
"""Files that SQLite keeps beside a database."""

Damaged = Mapping[TableId, int]
"""The tables and score sheets whose log is damaged, with the first event of each that is wrong or missing."""


def found(folder: Path) -> dict[datetime, Path]:
    """The backups in a folder by the time when they were made. A name whose date there never was is none of a
    backup's. One may lie ahead: it was made, or named, by a clock that was wrong."""
    if not folder.is_dir():
        return {}
    made = dict[datetime, Path]()
    for path in sorted(
        folder.iterdir(), reverse=True
    ):  # a plain one goes before what it was being packed into
        if kind := kind_of(path):
            made[kind.made] = path
    return made


def kept(made: Iterable[datetime]) -> set[datetime]:
    """The times of those backups that are kept."""
    newest_first = sorted(made, reverse=True)
    keep: set[datetime] = set()
    for period, count in KEPT:
        newest: dict[str, datetime] = {}
        for moment in newest_first:
            newest.setdefault(moment.strftime(period), moment)
        keep.update(list(newest.values())[:count])
    return keep


async def back_up(
    store: Store,
    database: DatabaseAddress,
    folder: Path,
    now: datetime,
    *,
    unhurried: bool,
    step: Step = unheard,
) -> tuple[Path, Damaged]:
    """Make a new backup in the folder, and remove old ones that are not kept and what killed processes have
    left. Raises StorageError, OSError."""
    await run_in_thread(partial(folder.mkdir, mode=0o700, parents=True, exist_ok=True))
    target = folder / f"biritch-{now.strftime(STAMP)}.sqlite3"
    damaged = await copy_to_file(store, database, target, unhurried=unhurried, step=step)
    breath = Breath() if unhurried else Breath(rest=0.0)
    try:
        await run_in_thread(_thin_out, folder, now, breath, hasten=breath.break_off)
    except (StorageError, OSError) as fault:  # the new one is made all the same
        log.error("the backups before cannot be put in order: %r", fault)
    return target, damaged


def _thin_out(folder: Path, now: datetime, breath: Breath) -> None:
    """Those that lie ahead stay, and take no other's place; the one just made stays by whatever clock."""
    newest = now.replace(microsecond=0)
    backups = {made: path for made, path in found(folder).items() if made <= now}
    in_term = {
        made: path
        for made, path in backups.items()
        if (kind := kind_of(path)) and kind.oldest > now - LONGEST_KEPT
    }
    keep = kept(in_term) | {newest}
    for made in backups.keys() - with_bases(keep, backups):
        _delete(backups[made])
    _drop_parts(folder)
    with suppress(Ended):  # the next one goes on
        pack_older({made: path for made, path in found(folder).items() if made <= now}, newest, breath)
    shed(found(folder), newest)


def _drop_parts(folder: Path) -> None:
    """What killed processes have left."""
    for part in [*folder.iterdir()] if folder.is_dir() else ():
        if part.name.endswith(PART) and kind_of(part.with_suffix("")):
            discarded(part)


def drop_overdue(folder: Path, now: datetime) -> None:
    """Delete the backups whose term is over, and what killed processes have left, also where no more are
    made."""
    for path in found(folder).values():
        kind = kind_of(path)
        if kind is not None and kind.oldest <= now - LONGEST_KEPT and _delete(path):
            log.info("an old backup is deleted: %s", path)
    _drop_parts(folder)


def _delete(backup: Path) -> bool:
    """Whether it is gone. One that stays, such as somebody else's file, keeps no other from going."""
    try:
        backup.unlink(missing_ok=True)
    except OSError as fault:
        log.error("an old backup cannot be deleted: %s (%s)", backup, reason_of(fault))
        return False
    return True


async def copy_to_file(
    store: Store, database: DatabaseAddress, target: Path, *, unhurried: bool, step: Step = unheard
) -> Damaged:
    """Copy the database to a file that must not exist yet. Returns the tables that are damaged. The file
    appears complete or not at all. Use ``unhurried`` if people are playing. Raises StorageError, OSError."""
    if isinstance(database, Path):
        return await store.backup(target, unhurried=unhurried, step=step)
    with appearing(target) as (part, _):
        async with Store.open(part) as empty:
            return (await store.copy_to(empty, step)).chains.broken


class Daily:
    """The backups of the running bot."""

    def __init__(
        self,
        store: Store,
        database: DatabaseAddress,
        folder: Path,
        *,
        daily: bool,
        now: Callable[[], float] = time.time,
        at_first: float = AT_FIRST,
        look: float = LOOK,
        command: Sequence[str] = (),
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """``command`` is given each backup; it knows of ``environment``."""
        self._command, self._environment = command, environment
        self._to_give: Path | None = None  # the newest, as long as it has not been taken
        self._store, self._database, self._folder, self._look = store, database, folder, look
        self._daily, self._now, self._at_first = daily, now, at_first
        self._asked = asyncio.Event()
        self._made = False  # whether this process made the last one

    def request_backup(self) -> None:
        """Ask for one now."""
        self._asked.set()

    async def back_up_daily(self) -> None:
        """Make backups when they are due, and delete old ones, until it is cancelled."""
        self._to_give = self._not_taken()
        await self._give_away()
        wait = self._due(self._at_first)
        while True:
            asked = await self._is_asked_within(self._look if wait is None else min(wait, self._look))
            await self._drop_overdue()
            await self._give_away()
            if not asked and (wait is None or wait > LOOK):  # the clock may have been set meanwhile
                wait = None if wait is None else min(wait - LOOK, self._due(0.0) or 0.0)
                continue
            try:
                if asked or await self._is_our_turn():
                    made, damaged = await back_up(
                        self._store, self._database, self._folder, self._moment(), unhurried=True
                    )
                    log.info(words.BACKED_UP, made)
                    for sentence in _damage_lines(damaged):
                        log.error("%s", sentence)
                    await self._store.done_until(JOB, EVERY.total_seconds() + LOOK)
                    self._made, self._to_give = True, made
                    await self._give_away()
            except (StorageError, OSError) as fault:
                log.error("%s", not_made(fault, self._folder))
                self._made = False
            every = EVERY.total_seconds() if self._made else LOOK
            wait = every if self._daily else None

    async def _give_away(self) -> None:
        """The newest backup to the host's program, once it takes it."""
        backup = self._to_give
        if backup is not None and await give_away(self._command, backup, self._environment):
            self._to_give = None
            with suppress(OSError):  # the next start gives it once more
                (self._folder / TAKEN).write_text(backup.name, "utf-8")

    def _not_taken(self) -> Path | None:
        """The newest, if an earlier process could not give it away."""
        now = self._moment()
        with suppress(OSError):
            made = {at: path for at, path in found(self._folder).items() if at <= now}
            newest = made[max(made)] if made and self._command else None
            taken = self._folder / TAKEN
            if newest is not None and not (taken.exists() and taken.read_text("utf-8") == newest.name):
                return newest
        return None

    async def _drop_overdue(self) -> None:
        if (now := self._store.sure_now) is not None:
            with suppress(OSError):
                await run_in_thread(drop_overdue, self._folder, datetime.fromtimestamp(now, UTC))

    async def _is_asked_within(self, seconds: float) -> bool:
        with suppress(TimeoutError):
            await asyncio.wait_for(self._asked.wait(), seconds)
        asked = self._asked.is_set()
        self._asked.clear()
        return asked

    async def _is_our_turn(self) -> bool:
        """Whether this process makes the one that is due: the process that made the last one, or another if
        that is late."""
        self._made = await self._store.may_do(JOB, LOOK, early=2 * LOOK if self._made else 0.0)
        return self._made

    def _due(self, least: float) -> float | None:
        """Seconds until one is due, at least so many and at most a day; None for never. One that lies ahead
        says nothing of when the last was made."""
        if not self._daily:
            return None
        now = self._moment()
        try:
            newest = max((made for made in found(self._folder) if made <= now), default=None)
        except OSError:
            newest = None
        return least if newest is None else max(least, (newest + EVERY - now).total_seconds())

    def _moment(self) -> datetime:
        return datetime.fromtimestamp(self._now(), UTC)


def main(
    database: DatabaseAddress,
    folder: Path,
    file: Path | None,
    command: Sequence[str] = (),
    environment: Mapping[str, str] = MappingProxyType({}),
) -> int:
    """``biritch backup``, to this file or to a new one in the folder, which is given to the ``command``.
    Returns the exit status."""
    try:
        with Progress() as progress:
            made, damaged = run_unless_stopped(_back_up(database, folder, file, progress.step))
        if file is None:
            run_unless_stopped(give_to_command(command, made, environment))
    except CommandFailed as failed:
        return _fail_with(words.not_copied_away(str(failed)))
    except DatabaseInUse as held:
        return _fail_with(words.backup_while_running(held.path))
    except DatabaseMissing:
        return _fail_with(words.no_database(database))
    except (StorageError, OSError) as fault:
        return _fail_with(not_made(fault, folder if file is None else file.parent))
    for sentence in _damage_lines(damaged):
        print_result(NOTE, sentence)
    print_result(DONE, words.backed_up(made))
    return 0


def not_made(fault: StorageError | OSError, folder: Path) -> str:
    """Why there is no backup in this folder, in one sentence for the host."""
    if is_full(fault):
        return host_checks.backups_without_room(folder)
    if isinstance(fault, PermissionError) or isinstance(fault.__cause__, PermissionError):
        return host_checks.backups_not_writable(folder)
    if isinstance(fault, FileExistsError | NotADirectoryError):
        return host_checks.backups_no_folder(folder)
    if isinstance(fault, StorageError):
        return words.backup_failed(cannot_start(fault).removesuffix("."))
    return words.backup_failed(reason_of(fault))


async def _back_up(
    database: DatabaseAddress, folder: Path, file: Path | None, step: Step
) -> tuple[Path, Damaged]:
    async with Store.open(database, as_it_is=True) as store:
        if file is None:
            return await back_up(store, database, folder, datetime.now(UTC), unhurried=False, step=step)
        return file, await copy_to_file(store, database, file, unhurried=False, step=step)


def _damage_lines(damaged: Damaged) -> Iterator[str]:
    for stream, version in damaged.items():
        yield words.restored_damaged(stream, version)


def restore(file: Path, database: DatabaseAddress) -> int:
    """``biritch restore``: puts a backup in the place of the database, which is moved aside. Returns the exit
    status."""
    if isinstance(database, ServerUrl):
        return _fail_with(words.restore_on_server(file, database))
    if not file.is_file():
        return _fail_with(words.no_database(file))
    if database.exists() and file.samefile(database):
        return _fail_with(words.restore_itself(file))
    part = database.with_name(f"{database.name}.restoring")
    try:
        remove(part)
        part.touch(mode=0o600, exist_ok=False)
        with Progress() as progress:
            with part.open("wb") as into:
                unpack(file, into)
                into.flush()
                os.fsync(into.fileno())
            streams, events, damaged = run_unless_stopped(_looked_through(part, progress.step))
        run_unless_stopped(_check_free(database))
        with part.open("rb") as brought_up_to_date:
            os.fsync(brought_up_to_date.fileno())
        with signals_blocked():  # else there might be no database
            aside = _moved_aside(database)
            part.rename(database)
            flush_folder(database.parent)
    except DatabaseInUse:
        return _fail_with(words.database_in_use(database))
    except StorageError as fault:
        return _fail_with(cannot_start(fault).replace(str(part), str(file)))
    except OSError as fault:
        return _fail_with(words.restore_failed(reason_of(fault)))
    finally:
        remove(part)
    for sentence in _damage_lines(damaged):
        print_result(NOTE, sentence)
    print_result(DONE, words.restored(file, streams, events))
    if aside is not None:
        print_result(NOTE, words.moved_aside(aside))
    return 0


async def _looked_through(part: Path, step: Step) -> tuple[int, int, Damaged]:
    """How many tables and events a copy of a backup holds, and which of them are damaged. The backup is not
    changed, also if an earlier release made it: the next start brings it up to date. Raises StorageError."""
    async with Store.open(part, as_it_is=True) as store:
        chains = await store.checks.verify_chains(step)
    return (
        len(chains.whole) + len(chains.broken),
        sum(chains.whole.values()),
        chains.broken,
    )


async def _check_free(database: Path) -> None:
    """Check that no process uses the database. Raises DatabaseInUse. Its state does not matter, because it
    will be moved aside."""
    try:
        async with Store.open(database, as_it_is=True):
            pass
    except DatabaseInUse:
        raise
    except StorageError:
        pass


def _moved_aside(database: Path) -> Path | None:
    """Move the database aside. Returns its new path, or None if there was no database."""
    aside = moved_aside(database, datetime.now(UTC).strftime(STAMP))
    was_there = database.exists()
    for end in ("", *BESIDE):
        with suppress(FileNotFoundError):
            now_aside = database.with_name(database.name + end).rename(aside.with_name(aside.name + end))
            os.utime(now_aside)  # its term begins
    return aside if was_there else None


def _fail_with(sentence: str) -> int:
    print_result(FAULT, sentence)
    return 2
