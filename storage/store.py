"""The store: everything that the bot keeps, behind one class.

It knows the events of a table, but not the rules that they follow. Each method is one transaction or one
read. ``storage.errors`` lists what they raise; besides the errors that a method names, any of them may raise
DatabaseFailed or DatabaseClosed.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, closing, suppress
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeVar

from ports.patience import stored
from ports.records import (
    Append,
    Attempt,
    Board,
    BoardPage,
    Career,
    Checked,
    Contest,
    DatabaseAddress,
    Decayed,
    DirectMessages,
    Done,
    KeptEvening,
    KeptSheet,
    KeptTable,
    Notes,
    OptionSet,
    Place,
    Plays,
    PrivateCopy,
    Regulars,
    Results,
    Saving,
    Slot,
    SlotState,
    Snapshot,
    Stored,
    StoredScore,
    Stream,
    TableId,
    UserId,
    millis,
    seconds,
)
from ports.storage import AlreadyDone, BrokenChain, DamagedRows, Shards
from rules.frozen import replace
from rules.seats import Person
from storage import (
    cluster,
    contests,
    copying,
    deeds,
    log,
    people,
    preferences,
    private_copies,
    recounting,
    seals,
    slots,
    snapshots,
    standings,
    streams,
)
from storage import people as known
from storage.cluster import Cluster
from storage.copying import Chains, Contents
from storage.engine import REST, Breath, Connection, Engine, Rider, Step, Work, migrations, unheard
from storage.errors import DatabaseFailed, DriverMissing, EarlierDatabase
from storage.log import AnyEvent
from storage.recounting import CountDeals
from storage.sqlite.as_it_is import FileAsItIs
from storage.sqlite.connections import scratch
from storage.sqlite.database import Database

CHECKS_REST: Final = 20.0
"""Of a check that nobody waits for, after each of its slices: a pause of so many times as long."""

T = TypeVar("T")

KEYS_KEPT: Final = 7 * 24 * 3600
"""Seconds for which an idempotency key is kept; an interaction is over after a quarter of an hour."""

TOKENS_KEPT: Final = 15 * 60
"""Seconds for which an interaction's token is kept: Discord takes it for no longer."""
KEYS_AT_ONCE: Final = 500
"""Keys that are deleted in one transaction, which holds up all others."""
PURGE_KEYS: Final = """
    DELETE FROM seen WHERE key IN (
        SELECT key FROM seen WHERE at < ?1 AND key NOT LIKE 'share:%' ORDER BY at LIMIT ?2
    )
"""
TRIED: Final = 1 << 15
"""Characters that are written to see whether there is room: more than an act needs."""
SETS_KEPT: Final = 25
"""Sets of options that a server may keep, as many as a list in Discord has room for."""
LINES: Final = 10
"""Of a leaderboard at a time."""
RESULTS: Final = 200
"""Rubbers of a user that are drawn."""
PARTNERS: Final = 5
_NOBODY: Final[Mapping[Person, UserId]] = MappingProxyType({})


class Store:
    """An open database of tables."""

    def __init__(self, database: Engine, now: Callable[[], float]) -> None:
        self._database = database
        self._now = now
        self._is_sure: Callable[[], bool] = lambda: True
        self._cluster: Cluster | None = None
        self.damaged: Mapping[TableId, int] = {}
        """The tables and score sheets of which not everything could be read when all was last counted, with
        the first wrong event of each."""

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        where: DatabaseAddress,
        now: Callable[[], float] = time.time,
        *,
        may_begin: bool = True,
        as_it_is: bool = False,
    ) -> AsyncIterator[Store]:
        """Open the store in this file or on this server. ``now`` gives seconds since 1970.

        If there has never been a database, one is created if ``may_begin``. A database of an earlier release
        is brought up to date. With ``as_it_is`` nothing is created, changed or written, and the database may
        be of an earlier release; see ``up_to_date``. Raises CannotOpen, DatabaseMissing, ForeignDatabase,
        NewerDatabase; for a file also NotWritable, NotReadable, DiskFull, DatabaseInUse, StrayWriteAheadLog,
        NotADatabase, DamagedDatabase; for a server NotDurable, DriverMissing.
        """
        async with _engine(where, may_begin=may_begin, as_it_is=as_it_is) as database:
            if database.begun:  # there is nothing to count in it
                await database.write(recounting.note)
            yield cls(database, now)

    def judge_by(self, now: Callable[[], float], is_sure: Callable[[], bool]) -> None:
        """From now on this tells what is old: Discord's time, where it was this machine's. What must be kept
        for so long is deleted only while it ``is_sure``."""
        self._now, self._is_sure = now, is_sure

    @property
    def schema(self) -> int:
        """The number of the last step that the schema of the database has taken."""
        return self._database.schema

    @property
    def up_to_date(self) -> bool:
        """Whether the schema is that of this release. If it is an earlier one, only the log can be read."""
        return self.schema == migrations()[-1].number

    async def check_writable(self) -> None:
        """Check that the bot could write to this database. Raises NotWritable or NotPermitted."""
        await self._database.check_writable()

    async def try_write(self) -> None:
        """Store something and delete it again. Raises StorageError if the database takes nothing now."""
        text = secrets.token_hex(TRIED // 2)
        await self._database.write(lambda db: preferences.try_out(db, f"try:{text[:16]}", text))

    @property
    def begun(self) -> bool:
        """Whether this opening created the database."""
        return self._database.begun

    @property
    def gone(self) -> asyncio.Event:
        """Set once the open file has been found removed, replaced or cut short. From then on nothing is
        stored."""
        return self._database.gone

    def shared_by(self, shards: Shards) -> Cluster | None:
        """Join the processes on the same server as the one with these shards. From then on the store writes
        nothing about messages that another process looks after. Returns None for a file, which only one
        process can use."""
        self._cluster = Cluster(self._database, shards) if self._database.has_peers else None
        return self._cluster

    async def may_do(self, job: str, within: float, early: float) -> bool:
        """Whether this process should do a job that one process does for all; see ``Cluster.may_do``. Always
        true for a single process."""
        return self._cluster is None or await self._cluster.may_do(job, within, early)

    async def done_until(self, job: str, seconds: float) -> None:
        if self._cluster is not None:
            await self._cluster.done_until(job, seconds)

    # The log of a table.

    async def append(self, new: Append[AnyEvent]) -> int:
        """Append to the log of a stream, all of it or nothing; the stream's version afterwards.

        Raises AlreadyDone, StaleVersion, PlaceTaken, AliasTaken, RubberNotBegun.
        """
        if (new.place is not None) != (new.expected == 0) or (new.expected == 0 and not new.events):
            raise ValueError("a stream is opened with a place and an event, and only once")
        at = millis(self._now() if new.at is None else new.at)
        try:
            return await self._acted(lambda db: log.append(db, new, at))
        except AlreadyDone:  # it was stored after all, when that could not be known
            stored()
            raise

    async def _acted(self, work: Work[T], *, once: bool = False) -> T:
        """Write what somebody has asked for."""
        result = await self._database.write(work, once=once)
        stored()
        return result

    async def read(self, table: TableId, after: int = 0) -> tuple[Stored, ...]:
        """The events of a table after a version; empty if there is no such table. Raises UnknownEvent."""
        return await self._database.read(lambda db: log.read(db, table, after))

    async def load(self, table: TableId, *, whole: bool = False) -> KeptTable | None:
        """Everything that is kept of a table, with its events checked against their hashes; None if there is
        no such table. With ``whole`` no snapshot is used. Raises BrokenChain, UnknownEvent, DamagedRows."""
        return await self._of(table, lambda db: streams.table(db, table, whole=whole))

    async def load_sheet(self, sheet: TableId) -> KeptSheet | None:
        """Everything that is kept of a score sheet; otherwise as ``table``."""
        return await self._of(sheet, lambda db: streams.sheet(db, sheet))

    async def load_evening(self, evening: TableId) -> KeptEvening | None:
        """Everything that is kept of an evening; otherwise as ``table``."""
        return await self._of(evening, lambda db: streams.evening(db, evening))

    async def read_deal(
        self, table: TableId, deal: int, *, whole: bool = False
    ) -> tuple[Snapshot | None, tuple[Stored, ...]]:
        """What a replay of one deal needs: a snapshot from before the deal was over, and the events from
        there until a later deal is over. With ``whole``, all events. They are checked against their hashes.
        Raises BrokenChain, UnknownEvent, DamagedRows."""
        return await self._of(table, lambda db: streams.deal(db, table, deal, whole=whole))

    async def read_sheet(self, sheet: TableId, after: int = 0) -> tuple[StoredScore, ...]:
        """The events of a score sheet after a version; empty if there is no such sheet. Raises
        UnknownEvent."""
        return await self._database.read(lambda db: log.read_sheet(db, sheet, after))

    async def done(self, key: str) -> Done | None:
        """The stream and version after the append with this idempotency key; None if there was none. The
        answer waits for appends that were asked for before, also those whose callers were cancelled."""
        return await self._database.read_in_turn(lambda db: log.find(db, key))

    async def forget_old_keys(self) -> int:
        """Delete the idempotency keys that are older than a week. Returns how many there were."""
        if not self._is_sure():
            return 0
        before, forgotten, deleted = millis(self._now() - KEYS_KEPT), 0, KEYS_AT_ONCE
        while deleted == KEYS_AT_ONCE:
            deleted = await self._database.write(
                lambda db: db.execute(PURGE_KEYS, (before, KEYS_AT_ONCE)).rowcount
            )
            forgotten += deleted
        return forgotten

    async def secret(self, table: TableId, deal: int) -> bytes | None:
        """The seed of a deal, until it is revealed; then None."""
        return await self._database.read(lambda db: streams.seeds(db, table).get(deal))

    async def reasons(self, table: TableId, deal: int) -> Mapping[int, str]:
        """The reasons for what robots did in a deal, by the versions of the events. They reveal hidden cards
        until the deal is over."""
        return await self._database.read(lambda db: snapshots.reasons_of_deal(db, table, deal))

    async def verify_chain(self, table: TableId) -> int:
        """Check that every event of a table is as it was appended. Returns how many there are. Raises
        BrokenChain."""
        return await self._database.read(lambda db: log.verify(db, table))

    async def verify_chains(self, step: Step = unheard) -> Chains:
        """Check every table and score sheet that there has been."""
        try:
            return await self._database.read(partial(copying.chains, step=step))
        except DatabaseFailed as fault:  # on a server nothing can be read after what could not
            if not fault.unreadable:
                raise
        found = Chains({}, {})
        for table in await self._database.read(copying.streams):
            try:
                found.whole[table] = await self._of(table, partial(log.verify, table=table))
            except BrokenChain as broken:
                found.broken[table] = broken.version
            except DamagedRows:
                found.broken[table] = 0
        return found

    async def _of(self, table: TableId, work: Work[T]) -> T:
        """Read something of one stream. Raises BrokenChain or DamagedRows if it cannot be read."""
        try:
            return await self._database.read_durably(work)
        except DatabaseFailed as fault:
            if not fault.unreadable:
                raise
        readable, last = 0, await self._database.read(lambda db: log.last(db, table))
        unreadable = last + 1
        while readable + 1 < unreadable:  # a server tells of no event when it fails at one
            middle = (readable + unreadable) // 2
            try:
                await self._database.read(partial(log.touch, table=table, until=middle))
                readable = middle
            except DatabaseFailed:
                unreadable = middle
        if unreadable <= last:
            raise BrokenChain(table, unreadable)
        raise DamagedRows(table, "rows")

    # Lists of tables and sheets.

    async def table(self, table: TableId) -> Stream | None:
        return await self._database.read(lambda db: streams.one(db, table))

    async def open_tables(self) -> tuple[Stream, ...]:
        return await self._list(lambda db, timed: streams.all_open(db, "table", timed=timed))

    async def open_sheets(self) -> tuple[Stream, ...]:
        return await self._list(lambda db, timed: streams.all_open(db, "sheet", timed=timed))

    async def open_places(self, kind: str) -> tuple[tuple[TableId, Place], ...]:
        """Where each open stream of a kind (``table`` or ``sheet``) stands; the one used last comes last."""
        return await self._list(lambda db, timed: streams.open_places(db, kind, timed=timed))

    async def going_on(self, kind: str) -> tuple[TableId, ...]:
        """The open streams of a kind that go on by themselves; the one used last comes first."""
        return await self._list(lambda db, timed: streams.going_on(db, kind, timed=timed))

    async def open_tables_of(self, user: UserId) -> tuple[Stream, ...]:
        """The open tables that this user has ever joined."""
        return await self._list(lambda db, timed: streams.open_of_user(db, user, "table", timed=timed))

    async def open_sheets_of(self, user: UserId) -> tuple[Stream, ...]:
        """The open score sheets to which this user has ever belonged."""
        return await self._list(lambda db, timed: streams.open_of_user(db, user, "sheet", timed=timed))

    async def open_evenings_of(self, user: UserId) -> tuple[Stream, ...]:
        """The open evenings to which this user has ever belonged."""
        return await self._list(lambda db, timed: streams.open_of_user(db, user, "evening", timed=timed))

    async def count_open(self, kind: str, guild: int) -> int:
        """How many tables, or sheets, are open in a server."""
        return await self._database.read(lambda db: streams.count_open(db, kind, guild))

    async def opened_by(self, kind: str, user: UserId) -> tuple[TableId, ...]:
        """The open tables, or sheets, that this user opened."""
        return await self._list(lambda db, timed: streams.opened_by(db, kind, user, timed=timed))

    async def late(self, before: float) -> tuple[Stream, ...]:
        """The open tables that go on by themselves and have not done so since this moment."""
        return await self._list(lambda db, timed: streams.late(db, millis(before), timed=timed))

    async def _list(self, work: Callable[[Connection, bool], T]) -> T:
        """Read a list of streams with the times of their last events, or without them if one of these cannot
        be read."""
        try:
            return await self._database.read(lambda db: work(db, True))
        except DatabaseFailed as fault:
            if not fault.unreadable:
                raise
        return await self._database.read(lambda db: work(db, False))

    async def hidden(self) -> Mapping[TableId, str]:
        """The open tables and sheets whose own message could not be shown, each with the reason."""
        return await self._database.read(streams.hidden)

    async def move(self, table: TableId, channel: int, staying: str = "", guild: int | None = None) -> None:
        """Move a table to another channel of its guild, or into this guild if it has none. Its newest
        messages, and those not yet shown, become due there, also if they were parked; those whose names match
        ``staying`` stay where they are. Raises DamagedRows."""
        await self._acted(lambda db: streams.move(db, table, channel, staying, guild))

    # What must be on screen.

    async def slots(self, table: TableId) -> tuple[SlotState, ...]:
        """All slots of a table, ordered by the version that they must show, then by name."""
        return await self._database.read(lambda db: slots.of_table(db, table))

    async def due_slots(self) -> tuple[SlotState, ...]:
        """The slots of all tables that are due, table by table; those that have waited longest come first.
        Slots whose ``not_before`` is in the future are included."""
        return await self._database.read(slots.due)

    async def want(self, table: TableId, *names: Slot) -> None:
        """Ask for these slots to show the table as it is now, without a new event."""
        await self._database.write(lambda db: slots.want_now(db, table, names))

    async def renew(self, table: TableId, *names: Slot) -> None:
        """Forget the slots whose rows are not what was stored, and ask for these slots to be shown. Their
        messages are posted again."""
        await self._database.write(lambda db: slots.renew(db, table, names))

    async def private_copies(self, table: TableId | None = None) -> tuple[PrivateCopy, ...]:
        """The private copies of a stream, or of all streams; the newest comes last."""
        return await self._database.read(lambda db: private_copies.read(db, table))

    async def note_slots(
        self,
        noted: Sequence[SlotState],
        retired: Sequence[SlotState] = (),
        copies: Sequence[PrivateCopy] = (),
        dropped: Sequence[int] = (),
    ) -> None:
        """Store what is known of the messages of these slots, and forget retired slots: their messages stay
        in Discord as they are. The versions that are wanted stay as they were stored. Notes about a slot that
        has been retired are ignored, and a retired slot that has been asked for since is kept. Private copies
        are stored in the same way; those with expired tokens are deleted."""

        await self._database.write(lambda db: self._note(db, noted, retired, copies, dropped))

    def let_notes_ride(self, take: Callable[[], Notes | None], lost: Callable[[Notes], None]) -> None:
        """Register a source that is asked, at each write, for notes about slots that can share its commit. It
        is told which of them were not stored."""

        def rider() -> Rider | None:
            notes = take()
            return None if notes is None else Rider(lambda db: self._note(db, *notes), lambda: lost(notes))

        self._database.rider = rider

    def _note(
        self,
        db: Connection,
        noted: Sequence[SlotState],
        retired: Sequence[SlotState],
        copies: Sequence[PrivateCopy],
        dropped: Sequence[int],
    ) -> None:
        if self._cluster is not None:
            noted, retired = (self._cluster.still_held(db, some) for some in (noted, retired))
        if noted:
            slots.note(db, noted)
        if retired:
            slots.retire(db, retired)
        if copies or dropped:
            private_copies.note(db, copies, dropped, self._now(), TOKENS_KEPT)

    # People.

    async def people(self, table: TableId) -> Mapping[Person, UserId]:
        """The users behind a table's pseudonyms, except those who have been forgotten."""
        return await self._database.read(lambda db: people.of_table(db, table))

    async def guests(self, sheet: TableId) -> Mapping[Person, str]:
        """The names of the people on a score sheet who have no Discord account."""
        return await self._database.read(lambda db: people.guests(db, sheet))

    async def dm(self, user: UserId) -> DirectMessages:
        return await self._database.read(lambda db: people.dm(db, user))

    async def remember_dm(self, user: UserId, channel: int) -> None:
        """Note that direct messages reach the user in this channel."""
        await self._database.write(lambda db: people.remember_dm(db, user, channel))

    async def dm_refused(self, user: UserId) -> None:
        """Note that the user's settings refused a direct message."""
        await self._database.write(lambda db: people.refuse_dm(db, user))

    async def known(self, user: UserId) -> Mapping[str, object]:
        """Everything that is kept of a user, as plain values for a file."""
        return await self._list(lambda db, timed: known.of_user(db, user, timed=timed))

    async def forget(self, user: UserId) -> tuple[TableId, ...]:
        """Forget a user. Returns the open tables and score sheets that they belonged to. Pseudonyms and games
        stay, but no longer lead to anybody; until the day of a contest that they have begun is over, a mark
        stays by which they cannot begin it again."""
        now = self._now()
        forgotten = await self._database.erase(lambda db: people.forget(db, user, now))
        stored()
        return forgotten

    async def forget_marks(self, now: float) -> int:
        """Delete the keys and the marks of contests whose day is over. Returns of how many contests."""
        if not self._is_sure():
            return 0
        over = await self._database.read(lambda db: contests.overdue(db, now))
        for contest in over:
            while await self._database.erase(partial(contests.unmark, contest=contest, most=KEYS_AT_ONCE)):
                continue
        return len(over)

    # When the bot was connected.

    async def uptime(self, since: float) -> tuple[tuple[float, float], ...]:
        """Each period since a moment in which the bot was connected, as its beginning and end."""
        return await self._database.read(lambda db: cluster.since(db, since))

    async def note_uptime(self, began: float, ended: float, forget: float) -> None:
        """Store that a period of connection lasts, or lasted, until ``ended``. Periods that ended before
        ``forget`` are deleted."""
        await self._database.write(lambda db: cluster.note(db, began, ended, forget))

    # What people and servers have chosen.

    async def choices(self, owner: str) -> Mapping[str, str]:
        """What ``user:ID`` or ``guild:ID`` has chosen, by the choices' names, without what is not stored as
        it was chosen."""
        return await self._database.read(lambda db: preferences.of_owner(db, owner))

    async def choices_lost(self, owner: str) -> bool:
        """Whether an owner has to be told that something is not there any more that they had chosen. They are
        told once."""
        if await self._database.read(lambda db: preferences.are_whole(db, owner)):
            return False
        await self._database.write(lambda db: preferences.settle_choices(db, owner))
        return True

    async def is_met(self, user: UserId) -> bool:
        """Whether a user has taken part in anything, and has not been forgotten since."""
        return await self._database.read(lambda db: people.is_met(db, user))

    async def has_played(self, user: UserId) -> bool:
        """Whether a user has sat through a whole deal, and has not been forgotten since."""
        return await self._database.read(lambda db: people.has_played(db, user))

    async def have_met(self, users: Sequence[UserId]) -> bool:
        """Whether any two of these have ended a rubber together, and have not been forgotten since."""
        return await self._database.read(lambda db: people.have_met(db, users))

    async def chosen_by_all(self, name: str) -> Mapping[str, str]:
        """What every owner has chosen under a name, except those who left it at its default."""
        return await self._database.read(lambda db: preferences.of_all(db, name))

    async def choose(self, owner: str, chosen: Mapping[str, str | None]) -> None:
        """Store these choices; None means the default."""
        await self._acted(lambda db: preferences.choose(db, owner, chosen))

    # Deals that many play alone.

    async def add_contest(self, new: Contest) -> Contest:
        """The contest as it is kept: another process may have made it before. Raises DamagedContest."""
        return await self._database.write(lambda db: contests.add(db, new))

    async def contest(self, contest: str) -> Contest | None:
        """Raises DamagedContest."""
        return await self._database.read(lambda db: contests.one(db, contest))

    async def contest_not_played(self, game: str, user: UserId, but: Collection[str]) -> Contest | None:
        """The newest contest of a game that a user has not begun, nor anybody who is forgotten; none of
        these."""
        return await self._database.read(lambda db: contests.not_played(db, game, user, but))

    async def enter(self, new: Attempt) -> bool:
        """Store what a robot made of a contest. Returns False if it is there. Raises DamagedContest."""
        return await self._acted(lambda db: contests.enter(db, new), once=True)

    async def attempt(self, contest: str, user: UserId) -> Attempt | None:
        """What a user has made of a contest. Raises DamagedPlay."""
        return await self._database.read(lambda db: contests.of_both(db, contest, user))

    async def attempts(self, contest: str) -> Plays:
        return await self._database.read(lambda db: contests.of_contest(db, contest))

    async def attempts_of(self, user: UserId) -> Plays:
        return await self._database.read(lambda db: contests.of_user(db, user))

    async def results(self, first: str, last: str) -> Results:
        """Those of the contests from one to another in the order of their names."""
        return await self._database.read(lambda db: contests.results(db, first, last))

    async def share(self, table: TableId, channel: int) -> bool:
        """Note that the play at a table is shown in a channel. Returns False if it has been."""
        at = millis(self._now())
        return await self._acted(lambda db: contests.share(db, table, channel, at), once=True)

    async def unshare(self, table: TableId, channel: int) -> None:
        """It could not be shown there."""
        await self._database.write(lambda db: contests.unshare(db, table, channel))

    async def frequents(self, guild: int, user: UserId) -> None:
        """Note that a user plays the deal of the day in a server."""
        await self._database.write(lambda db: contests.frequents(db, guild, user))

    async def regulars(self, guild: int) -> Regulars:
        return await self._database.read(lambda db: contests.regulars(db, guild))

    async def share_server(self, one: UserId, other: UserId) -> bool:
        """Whether two play the deal of the day in the same server."""
        return await self._database.read(lambda db: contests.share_server(db, one, other))

    async def sat_with(self, user: UserId) -> frozenset[UserId]:
        """Everybody with whom a user has been at a table."""
        return await self._database.read(lambda db: contests.sat_with(db, user))

    async def remind(self, user: UserId, day: str) -> bool:
        """Note that a user is reminded of a day. Returns False if they have been."""
        return await self._database.write(lambda db: preferences.remind(db, user, day), once=True)

    async def option_sets(self, guild: int) -> tuple[OptionSet, ...]:
        """The named sets of options of a server, ordered by name."""
        return await self._database.read(lambda db: preferences.of_server(db, guild))

    async def save_set(self, guild: int, one: OptionSet) -> Saving:
        return await self._acted(lambda db: preferences.save(db, guild, one, SETS_KEPT), once=True)

    async def delete_set(self, guild: int, name: str) -> bool:
        """Delete a named set of options. Returns whether there was one."""
        return await self._acted(lambda db: preferences.delete(db, guild, name), once=True)

    # Projections.

    async def leaderboard(
        self,
        guild: int,
        game: str,
        board: Board = Board.PERSONS,
        period: str = "all",
        *,
        first: int = 1,
        most: int = LINES,
    ) -> BoardPage:
        """Lines of a leaderboard from the place ``first`` on: most points first, then fewest rubbers, then
        the oldest account. ``period`` is ``all``, a year (``2026``) or a month (``2026-11``), in UTC. Only
        rubbers that count are included; the board of those who play alone has only those against robots."""
        return await self._database.read(
            lambda db: replace(
                standings.page(db, guild, game, board, period, first, most), counting=recounting.is_due(db)
            )
        )

    async def record(self, guild: int, game: str, user: UserId) -> Career:
        """What a user has done at a game in a server."""
        return await self._database.read(lambda db: _record(db, guild, game, user))

    async def last_game(self, guild: int) -> str | None:
        """The game of the last rubber that ended in a server."""
        return await self._database.read(lambda db: standings.last_game(db, guild))

    async def is_count_due(self) -> bool:
        """Whether the last count was made by an earlier version of the bot."""
        return await self._database.read(recounting.is_due)

    async def rebuild_projections(
        self, count: CountDeals, *, if_due: bool = False, unhurried: bool = False, step: Step = unheard
    ) -> bool:
        """Rebuild the projections from the log while the bot goes on. With ``if_due``, only if an earlier
        version of the bot made the last count. Returns whether it did so. What cannot be read is logged and
        left out."""
        if if_due and not await self.is_count_due():
            return False
        await self._recount(count, unhurried=unhurried, check=False, step=step)
        await self._database.write(recounting.note)
        return True

    async def check_projections(self, count: CountDeals, *, unhurried: bool = True) -> Checked:
        """Count every server again while the bot goes on, and correct what differs. A server of which
        something cannot be read stays as it is. Rows of messages that have left their place are put back, and
        people who are no longer found in a server's list are noted again when they play."""
        checked = await self._recount(count, unhurried=unhurried, check=True, step=unheard)
        misplaced = await self._database.read(slots.misplaced)
        if misplaced:
            await self._database.write(slots.put_in_order)
        decayed = tuple(
            one for one in await self.decayed(unhurried=unhurried) if one.table not in seals.OF_STREAMS
        )
        for guild in contests.guilds_of(decayed):
            await self._database.write(partial(contests.settle_regulars, guild=guild))
        return replace(checked, misplaced=misplaced, decayed=decayed)

    async def moments_ahead(self) -> Mapping[str, tuple[int, float]]:
        """What is stored of moments that lie ahead, by its table: how many rows, and the last. None is
        waited for."""
        now, found = millis(self._now()), dict[str, tuple[int, float]]()
        for table, (statement, may_be) in streams.AHEAD.items():
            with suppress(DatabaseFailed):  # damage is told of otherwise
                row = await self._database.read(partial(streams.ahead, statement=statement, of=now + may_be))
                if row is not None:
                    found[table] = row
        return found

    async def decayed(self, *, unhurried: bool = False) -> tuple[Decayed, ...]:
        """What has a seal, or a length, and is not what was written. No seal covers a message that is posted
        again. While the bot goes on, and on a server, tables are read piece by piece."""
        found = list[Decayed]()
        for table in seals.COVERED:
            try:
                found += await self._decayed_in(table, unhurried=unhurried)
            except DatabaseFailed as fault:
                if not fault.unreadable:
                    raise
                found.append(Decayed("rows", table))
        return (*found, *await self._database.read(seals.decayed_lists))

    async def _decayed_in(self, table: str, *, unhurried: bool) -> Sequence[Decayed]:
        if not (unhurried or self._database.has_peers):
            return await self._database.read(lambda db: seals.decayed_rows(db, table))
        found, after, more = list[Decayed](), seals.FIRST, True
        while more:
            began = time.monotonic()
            page, after = await self._database.read(partial(seals.decayed_page, table=table, after=after))
            found += page
            more = bool(after)
            await asyncio.sleep((time.monotonic() - began) * CHECKS_REST if unhurried else 0.0)
        return found

    async def _recount(self, count: CountDeals, *, unhurried: bool, check: bool, step: Step) -> Checked:
        breath = Breath(rest=(CHECKS_REST if check else REST) if unhurried else 0.0)
        counted = await recounting.every_server(
            self._database, self._of, lambda: closing(scratch()), count, breath, step, check=check
        )
        self.damaged = counted.damaged
        return counted

    async def check_empty(self) -> None:
        """Raises NotEmpty, EarlierDatabase."""
        if not self.up_to_date:
            raise EarlierDatabase(self.schema)
        await self._database.read(copying.check_empty)

    async def copy_to(self, target: Store, step: Step = unheard) -> Contents:
        """Copy all that is kept into another store, which must be empty; what that is. Raises
        EarlierDatabase, NotEmpty, CopyFailed."""
        if not self.up_to_date:
            raise EarlierDatabase(self.schema)
        return await copying.copy(self._database, target._database, step)

    async def backup(
        self, target: Path, *, unhurried: bool = True, step: Step = unheard
    ) -> Mapping[TableId, int]:
        """Copy the database to a file that must not exist yet, while the bot goes on. Returns the tables that
        are damaged in it, with the first wrong event of each. Every chain in it is checked; if the copy is
        not to be ``unhurried``, the damaged tables are those of the last count. Raises CannotOpen,
        DamagedDatabase.
        """
        if unhurried:
            await self._database.backup(target, lambda *_: None, unhurried=True)
            return self.damaged
        return (await self._database.backup(target, copying.chains, unhurried=False, step=step)).broken


def _engine(
    where: DatabaseAddress, *, may_begin: bool, as_it_is: bool
) -> AbstractAsyncContextManager[Engine]:
    """Raises DriverMissing."""
    if isinstance(where, Path):
        return FileAsItIs.open(where) if as_it_is else Database.open(where, may_begin=may_begin)
    try:
        from storage.postgres.database import Postgres
    except ImportError:
        raise DriverMissing(where) from None
    return Postgres.open(where, may_begin=may_begin, as_it_is=as_it_is)


def _record(db: Connection, guild: int, game: str, user: UserId) -> Career:
    found = standings.results(db, guild, game, user, RESULTS)
    return Career(
        ranked=standings.one(db, guild, game, Board.PERSONS, user),
        alone=standings.one(db, guild, game, Board.ALONE, user),
        results=tuple((seconds(at), points) for at, points in found),
        deeds=deeds.of_user(db, guild, game, user),
        best=deeds.best(db, guild, game, user),
        pairs=standings.pairs(db, guild, game, user, PARTNERS),
        counting=recounting.is_due(db),
    )
