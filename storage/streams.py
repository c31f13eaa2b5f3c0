"""Reads streams: which tables, score sheets and evenings there are, and all that is kept of one of them.

Lists read no event but for the time of the last; with ``timed`` false they read none at all: a damaged one
would otherwise hide all streams of the list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from storage import log, people, slots, snapshots
from storage.engine import Connection, Slices
from storage.errors import is_unreadable
from storage.events import seal
from storage.ports.patience import stored
from storage.ports.records import (
    Append,
    Done,
    KeptEvening,
    KeptSheet,
    KeptTable,
    Place,
    Snapshot,
    Stored,
    Stream,
    TableId,
    UserId,
    millis,
    seconds,
)
from storage.ports.storage import AlreadyDone, DamagedRows
from storage.roles import KEYS_AT_ONCE, Method, Role, acting, listing, reading, writing
from storage.snapshots import BEGINNING

P = ParamSpec("P")
T = TypeVar("T")

ONE: Final = """
    SELECT stream.table_id, stream.kind, guild, channel, stream.version, open, coalesce(event.at, 0), seal
    FROM stream LEFT JOIN event ON event.table_id = stream.table_id AND event.version = stream.version
    WHERE stream.table_id = ?1
"""
ALL_OPEN: Final = """
    SELECT stream.table_id, stream.kind, guild, channel, stream.version, open, coalesce(event.at, 0)
    FROM stream LEFT JOIN event ON event.table_id = stream.table_id AND event.version = stream.version
    WHERE stream.kind = ?1 AND open = 1 ORDER BY stream.table_id
"""
OPEN_OF_USER: Final = """
    SELECT stream.table_id, stream.kind, guild, channel, stream.version, open, coalesce(event.at, 0)
    FROM person JOIN stream ON stream.table_id = person.table_id
    LEFT JOIN event ON event.table_id = stream.table_id AND event.version = stream.version
    WHERE person.user_id = ?1 AND stream.kind = ?2 AND open = 1 ORDER BY stream.table_id
"""
OPEN_PLACES: Final = """
    SELECT stream.table_id, guild, channel
    FROM stream LEFT JOIN event ON event.table_id = stream.table_id AND event.version = stream.version
    WHERE stream.kind = ?1 AND open = 1 AND channel <> 0 ORDER BY coalesce(event.at, 0), stream.table_id
"""
GOING_ON: Final = """
    SELECT stream.table_id
    FROM stream LEFT JOIN event ON event.table_id = stream.table_id AND event.version = stream.version
    WHERE stream.kind = ?1 AND open = 1 AND goes_on = 1 ORDER BY coalesce(event.at, 0) DESC, stream.table_id
"""
_SECONDS: Final = 1000
_LAST_OF_PLACE: Final = """
    CASE WHEN coalesce(reminded, 0) > coalesce(answered, asked) THEN reminded
        WHEN coalesce(answered, 0) > asked THEN answered ELSE asked END
"""
_NONE_LATER: Final = 2**63 - 1
"""A column of another type than its own, by decay, is later than any number."""
AHEAD: Final[dict[str, tuple[str, int]]] = {
    name: (f"SELECT count(*), max({at}) FROM {name} WHERE {at} > ?1 AND {at} < {_NONE_LATER}", may_be)
    for name, at, may_be in (
        ("event", "at", 5 * _SECONDS),
        ("slot", "not_before", 125 * _SECONDS),
        ("uptime", "ended", 5 * _SECONDS),
        ("attempt", "CASE WHEN coalesce(ended, 0) > began THEN ended ELSE began END", 5 * _SECONDS),
        ("contest", "made", 5 * _SECONDS),
        ("challenge", "made", 5 * _SECONDS),
        ("challenged", _LAST_OF_PLACE, 5 * _SECONDS),
    )
}
"""Finds rows of a moment that lies ahead; and how far it may, in milliseconds."""
LATE: Final = """
    SELECT stream.table_id, stream.kind, guild, channel, stream.version, open, event.at
    FROM stream JOIN event ON event.table_id = stream.table_id AND event.version = stream.version
    WHERE open = 1 AND goes_on = 1 AND event.at < ?1 ORDER BY event.at, stream.table_id
"""
HIDDEN: Final = """
    SELECT stream.table_id, slot.parked FROM slot JOIN stream ON stream.table_id = slot.table_id
    WHERE open = 1 AND parked IS NOT NULL AND substr(name, 1, 5) NOT IN ('hand:', 'alert')
    ORDER BY stream.table_id, name
"""
COUNT_OPEN: Final = "SELECT count(*) FROM stream WHERE kind = ?1 AND guild = ?2 AND open = 1"
OPENED_BY: Final = """
    SELECT stream.table_id FROM person JOIN stream ON stream.table_id = person.table_id
    JOIN event ON event.table_id = stream.table_id AND event.version = 1 AND event.actor = person.alias
    WHERE person.user_id = ?2 AND stream.kind = ?1 AND open = 1 ORDER BY stream.table_id
"""
PLACE: Final = "SELECT guild, channel, kind, seal FROM stream WHERE table_id = ?1"
MOVE: Final = "UPDATE stream SET guild = ?2, channel = ?3, seal = ?4 WHERE table_id = ?1"
GOES_ON: Final = "UPDATE stream SET goes_on = 1 WHERE table_id = ?1"
MOVE_RUBBERS: Final = "UPDATE rubber SET guild = ?2 WHERE table_id = ?1"

_JOINED: Final = "LEFT JOIN event ON event.table_id = stream.table_id AND event.version = stream.version"


def stream_row(db: Connection, table: TableId) -> Stream | None:
    """As its row is, which is not compared with its seal."""
    return next(iter(_streams(db.execute(ONE, (table,)))), None)


def move_table(
    db: Connection, table: TableId, channel: int, staying: str = "", guild: int | None = None
) -> None:
    """Move a table to another channel of its guild, or into this guild if it has none, with the rubbers that
    have been played and are counted in none; a start then loads it, though nothing more had come of it.
    ``slots.leave_channel`` says which messages go along, and that those whose names match ``staying`` do
    not. Raises DamagedRows."""
    here, before, kind, sealed = db.execute(PLACE, (table,)).fetchone()
    if seal(table, here, before, kind) != sealed:  # what is damaged is not sealed
        raise DamagedRows(table, "place")
    slots.leave_channel(db, table, staying)
    there = here if guild is None else guild
    db.execute(MOVE, (table, there, channel, seal(table, there, channel, kind)))
    if guild is not None:
        db.execute(MOVE_RUBBERS, (table, guild))
        db.execute(GOES_ON, (table,))


def all_open(db: Connection, timed: bool, kind: str) -> tuple[Stream, ...]:
    """The open streams of one kind: ``table`` or ``sheet``."""
    return _streams(db.execute(_statement(ALL_OPEN, timed), (kind,)))


def open_of_user(db: Connection, timed: bool, kind: str, user: UserId) -> tuple[Stream, ...]:
    return _streams(db.execute(_statement(OPEN_OF_USER, timed), (user, kind)))


def open_places(db: Connection, timed: bool, kind: str) -> tuple[tuple[TableId, Place], ...]:
    """The one used last comes last. Streams that stand nowhere are left out."""
    rows = db.execute(_statement(OPEN_PLACES, timed), (kind,))
    return tuple([(TableId(table), Place(guild, channel)) for table, guild, channel in rows])


def going_on(db: Connection, timed: bool, kind: str) -> tuple[TableId, ...]:
    """The one used last comes first."""
    return tuple([TableId(table) for (table,) in db.execute(_statement(GOING_ON, timed), (kind,))])


def ahead(db: Connection, statement: str, of: int) -> tuple[int, float] | None:
    """How many rows are of a later moment than this, in milliseconds, and the last one."""
    count, last = db.execute(statement, (of,)).fetchone()
    return (int(count), seconds(last)) if count else None


def late(db: Connection, timed: bool, before: float) -> tuple[Stream, ...]:
    """The open tables that go on by themselves and have not done so since a moment."""
    return _streams(db.execute(LATE, (millis(before),))) if timed else ()


def hidden(db: Connection) -> dict[TableId, str]:
    """The open streams whose own message could not be shown, each with the reason."""
    return {TableId(table): reason for table, reason in db.execute(HIDDEN)}


def count_open(db: Connection, kind: str, guild: int) -> int:
    return int(db.execute(COUNT_OPEN, (kind, guild)).fetchone()[0])


def opened_by(db: Connection, timed: bool, kind: str, user: UserId) -> tuple[TableId, ...]:
    """The open streams whose first event is this user's. Streams from before openers were noted have none."""
    return tuple(TableId(table) for (table,) in db.execute(OPENED_BY, (kind, user))) if timed else ()


def _statement(statement: str, timed: bool) -> str:
    return statement if timed else statement.replace(_JOINED, "").replace("coalesce(event.at, 0)", "0 + 0")


def _streams(rows: Iterable[tuple[Any, ...]]) -> tuple[Stream, ...]:
    return tuple(
        Stream(TableId(table), kind, Place(guild, channel), version, bool(is_open), seconds(at))
        for table, kind, guild, channel, version, is_open, at, *_ in rows
    )


def _sound(db: Connection, stream_id: TableId, kind: str) -> Stream | None:
    """None if there is no such stream of this kind. Raises DamagedRows."""
    try:
        row = db.execute(ONE, (stream_id,)).fetchone()
    except Exception as fault:
        if not is_unreadable(fault):
            raise
        row = _searched(db, stream_id)
    if row is None:
        return None
    (stream,) = _streams([row])
    if seal(stream_id, stream.place.guild, stream.place.channel, stream.kind) != row[-1]:
        raise DamagedRows(stream_id, "place")
    return stream if stream.kind == kind else None


def _searched(db: Connection, stream_id: TableId) -> tuple[Any, ...] | None:
    """A stream whose last event cannot be found by its key, since a damaged one stands beside it."""
    row = db.execute(_statement(ONE, False), (stream_id,)).fetchone()
    if row is None:
        return None
    *about, _, sealed = row
    return (*about, log.time_of(db, stream_id, about[4]), sealed)


KEYS_KEPT: Final = 7 * 24 * 3600
"""Seconds for which an idempotency key is kept; an interaction is over after a quarter of an hour."""
PURGE_KEYS: Final = """
    DELETE FROM seen WHERE key IN (
        SELECT key FROM seen WHERE at < ?1 AND key NOT LIKE 'share:%' ORDER BY at LIMIT ?2
    )
"""
SEEDS: Final = "SELECT deal, seed FROM secret WHERE table_id = ?1"


def kept_table(db: Connection, table_id: TableId, *, whole: bool = False) -> KeptTable | None:
    """Everything that is kept of a table, with its events checked against their hashes; None if there is no
    such table. With ``whole`` no snapshot is used. Raises BrokenChain, UnknownEvent, DamagedRows."""
    stream = _sound(db, table_id, "table")
    if stream is None:
        return None
    base = BEGINNING if whole else snapshots.newest(db, table_id)
    known = people.users_of_table(db, table_id)
    return KeptTable(
        stream=stream,
        people=known,
        newcomers=frozenset(user for user in known.values() if not people.has_sat_through(db, user)),
        snapshot=base.snapshot,
        events=log.events_to_replay(db, table_id, base),
        seeds=seeds(db, table_id),
        slots=slots.slots_of_table(db, table_id),
        lost=bool(slots.unsound(db, table_id)),
    )


def sheet(db: Connection, sheet_id: TableId) -> KeptSheet | None:
    """None if there is no such sheet. Raises BrokenChain, UnknownEvent, DamagedRows."""
    stream = _sound(db, sheet_id, "sheet")
    if stream is None:
        return None
    return KeptSheet(
        stream=stream,
        people=people.users_of_table(db, sheet_id),
        guests=people.guests(db, sheet_id),
        events=log.replay_sheet(db, sheet_id),
        lost=bool(slots.unsound(db, sheet_id)),
    )


def evening(db: Connection, evening_id: TableId) -> KeptEvening | None:
    """None if there is no such evening. Raises BrokenChain, UnknownEvent, DamagedRows."""
    stream = _sound(db, evening_id, "evening")
    if stream is None:
        return None
    return KeptEvening(
        stream=stream,
        people=people.users_of_table(db, evening_id),
        events=log.replay_evening(db, evening_id),
        seeds=seeds(db, evening_id),
        lost=bool(slots.unsound(db, evening_id)),
    )


def deal_events(
    db: Connection, table_id: TableId, number: int, *, whole: bool = False
) -> tuple[Snapshot | None, tuple[Stored, ...]]:
    """What a replay of one deal needs: a snapshot from before the deal was over, and the events from there
    until a later deal is over. With ``whole``, all events. They are checked against their hashes. Raises
    BrokenChain, UnknownEvent."""
    if whole:
        return None, log.events_to_replay(db, table_id, BEGINNING)
    base = snapshots.before_deal(db, table_id, number)
    until = snapshots.after_deal(db, table_id, number)
    return base.snapshot, log.events_to_replay(db, table_id, base, until)


def seeds(db: Connection, table_id: TableId) -> dict[int, bytes]:
    """The seeds of a table's unfinished deals, by the numbers of the deals."""
    return dict(db.execute(SEEDS, (table_id,)).fetchall())


def seed_of(db: Connection, table_id: TableId, deal: int) -> bytes | None:
    """The seed of a deal, until it is revealed; then None."""
    return seeds(db, table_id).get(deal)


def loading(work: Callable[Concatenate[Connection, TableId, P], T]) -> Method[Concatenate[TableId, P], T]:
    """A method that reads something of one stream; it raises BrokenChain or DamagedRows if that cannot be
    read."""

    @wraps(work)
    async def method(role: Role, stream: TableId, /, *given: P.args, **named: P.kwargs) -> T:
        return await log.read_stream(role.database, stream, lambda db: work(db, stream, *given, **named))

    return method


class Streams(Role):
    """The streams and their logs: ``StreamLog``, ``TableLog``, ``SheetLog`` and ``EveningLog``."""

    async def append(self, new: Append[log.AnyEvent]) -> int:
        """Append to the log of a stream, all of it or nothing; the stream's version afterwards.

        Raises AlreadyDone, StaleVersion, PlaceTaken, AliasTaken, RubberNotBegun.
        """
        if (new.place is not None) != (new.expected == 0) or (new.expected == 0 and not new.events):
            raise ValueError("a stream is opened with a place and an event, and only once")
        at = millis(self.shared.now() if new.at is None else new.at)
        try:
            appended = await self.acted(lambda db: log.append_events(db, new, at))
        except AlreadyDone:  # it was stored after all, when that could not be known
            stored()
            raise
        if appended.unrated is not None:
            self.shared.unrated.put_nowait(appended.unrated)
        return appended.version

    async def done(self, key: str) -> Done | None:
        """The stream and version after the append with this idempotency key; None if there was none. The
        answer waits for appends that were asked for before, also those whose callers were cancelled."""
        return await self.database.read_in_turn(lambda db: log.find_done(db, key))

    async def forget_old_keys(self) -> int:
        """Delete the idempotency keys that are older than a week. Returns how many there were."""
        if not self.shared.is_sure():
            return 0
        before, forgotten, deleted = millis(self.shared.now() - KEYS_KEPT), 0, KEYS_AT_ONCE
        sliced = Slices()
        while deleted == KEYS_AT_ONCE:
            purge = self.database.write(lambda db: db.execute(PURGE_KEYS, (before, KEYS_AT_ONCE)).rowcount)
            deleted = await sliced(purge)
            forgotten += deleted
        return forgotten

    read = reading(log.read_events)
    read_sheet = reading(log.read_sheet)
    verify_chain = reading(log.verify)
    load = loading(kept_table)
    load_sheet = loading(sheet)
    load_evening = loading(evening)
    read_deal = loading(deal_events)
    secret = reading(seed_of)
    reasons = reading(snapshots.reasons_of_deal)
    users_of = reading(people.users_of_table)
    guests_of = reading(people.guests)
    has_played = reading(people.has_sat_through)
    have_met = reading(people.have_met)

    find_stream = reading(stream_row)
    all_open = listing(all_open)
    open_places = listing(open_places)
    going_on = listing(going_on)
    open_of_user = listing(open_of_user)
    opened_by = listing(opened_by)
    count_open = reading(count_open)
    move = acting(move_table)
    want = writing(slots.want_now)
    renew = writing(slots.renew)
