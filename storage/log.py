"""The event log: appends, reads, and checks that it still holds what was appended.

Knows streams, idempotency keys, people and seeds; what must be shown is in ``slots``, what is counted in
``projections``. All functions run inside a transaction or a read on the connection's thread.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from rules.evening.events import EveningEvent, EveningOpened, EveningReckoned
from rules.record.codec import encode
from rules.seats import Person
from rules.sheet.events import SheetEvent, SheetOpened
from rules.table.events import RULES_REVISION, Closed, Event, RubberReckoned, SeedRevealed
from storage import contests, deeds, engine, preferences, projections, slots, snapshots
from storage.engine import Connection, Engine, Work
from storage.errors import AliasTaken, DatabaseFailed, is_unreadable
from storage.events import START, decoded, decoded_score, decoded_turn, link, seal
from storage.ports.records import (
    Append,
    Done,
    Place,
    Stored,
    StoredScore,
    StoredTurn,
    TableId,
    UserId,
    seconds,
)
from storage.ports.storage import AlreadyDone, BrokenChain, DamagedRows, PlaceTaken, StaleVersion
from storage.snapshots import BEGINNING, Base

T = TypeVar("T")

SEEN: Final = "SELECT table_id, version FROM seen WHERE key = ?1"
HEAD: Final = "SELECT version, head FROM stream WHERE table_id = ?1"
CREATE: Final = """
    INSERT INTO stream (table_id, guild, channel, version, head, open, kind, seal)
    VALUES (?1, ?2, ?3, 0, ?4, 1, ?5, ?6)
    ON CONFLICT (table_id) DO NOTHING
"""
THERE: Final = """
    SELECT table_id FROM stream WHERE kind = ?1 AND guild = ?2 AND channel = ?3 AND open = 1
"""
ADVANCE: Final = """
    UPDATE stream SET version = ?3, head = ?4, open = open * ?5, goes_on = ?6
    WHERE table_id = ?1 AND version = ?2
"""
PEOPLE: Final = "SELECT alias, user_id FROM person WHERE table_id = ?1 ORDER BY alias"
NAME_GUEST: Final = "INSERT INTO guest (table_id, alias, name) VALUES (?1, ?2, ?3)"
INTRODUCE: Final = "INSERT INTO person (table_id, alias, user_id, seal) VALUES (?1, ?2, ?3, ?4)"
RECORD: Final = """
    INSERT INTO event (table_id, version, kind, body, revision, actor, at, hash)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
"""
REMEMBER: Final = """
    INSERT INTO seen (key, table_id, version, at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (key) DO NOTHING
"""
HIDE: Final = "INSERT INTO secret (table_id, deal, seed) VALUES (?1, ?2, ?3)"
REVEAL: Final = "DELETE FROM secret WHERE table_id = ?1 AND deal = ?2"
READ: Final = """
    SELECT version, kind, body, revision, actor, at FROM event
    WHERE table_id = ?1 AND version > ?2 ORDER BY version
"""
_LINKED: Final = "SELECT version, kind, body, revision, actor, at, hash, table_id FROM event"
CHAIN: Final = f"{_LINKED} WHERE table_id = ?1 AND version > ?2 AND version <= ?3 ORDER BY version"
_ANYWHERE: Final = f"{_LINKED} WHERE table_id || '' = ?1 AND version + 0 > ?2 ORDER BY table_id"
FROM_BOTH_ENDS: Final = (
    f"{_ANYWHERE}, version LIMIT ?3",
    f"{_ANYWHERE} DESC, version DESC LIMIT ?3",
)
"""The same without a search: a damaged row may lead it astray, or end it. From each end a whole table is read
up to the damage."""
STREAM_HEAD: Final = "SELECT version, head, open FROM stream WHERE table_id = ?1"
NEWEST: Final = 2**63 - 1
"""Beyond every version."""

Row = tuple[int, str, str, int, str | None, int]
"""An event's version, kind, body, revision, actor, and time in milliseconds."""


AnyEvent = Event | SheetEvent | EveningEvent


class Appended(NamedTuple):
    """What an append came to."""

    version: int  # of the stream
    unrated: tuple[int, str] | None  # a server and game in which all are to be rated again


def append_events(db: Connection, new: Append[AnyEvent], at: int) -> Appended:
    """``at`` is in milliseconds. Raises AlreadyDone, StaleVersion, PlaceTaken,
    AliasTaken, RubberNotBegun, BeingForgotten."""
    _check_new(db, new)
    if new.people:
        preferences.check_not_being_forgotten(db, new.people.values())
    if new.expected == 0 and new.place is not None:
        _begin_stream(db, new, new.place)
    actual, head = db.execute(HEAD, (new.stream,)).fetchone() or (0, START)
    if actual != new.expected:
        _check_new(db, new)  # it may have been done since it was looked up
        raise StaleVersion(new.stream, new.expected, actual)

    rows = []
    version = new.expected
    actor = new.actor.alias if new.actor else None
    for event in new.events:
        version += 1
        kind, body = encode(event)
        head = link(head, new.stream, version, kind, body, RULES_REVISION, actor, at)
        rows.append((new.stream, version, kind, body, RULES_REVISION, actor, at, head))
    still_open = not any(isinstance(event, Closed) for event in new.events)
    advanced = (new.stream, new.expected, version, head, int(still_open), int(new.goes_on))
    if db.execute(ADVANCE, advanced).rowcount != 1:  # another writer was quicker, and has committed
        _check_new(db, new)
        actual, _ = db.execute(HEAD, (new.stream,)).fetchone()
        raise StaleVersion(new.stream, new.expected, actual)

    if new.people:
        _introduce(db, new.stream, new.people)
    for guest, name in new.guests.items():
        db.execute(NAME_GUEST, (new.stream, guest.alias, name))
    db.executemany(RECORD, rows)
    if new.reason is not None and rows:
        snapshots.keep_reason(db, new.stream, new.expected + 1, new.reason)
    if new.snapshot is not None:
        snapshots.store_snapshot(db, new.stream, new.snapshot, head)
    if new.key is not None and not db.execute(REMEMBER, (new.key, new.stream, version, at)).rowcount:
        _check_new(db, new)  # at another table, or with no event
    for deal, seed in new.secrets.items():
        db.execute(HIDE, (new.stream, deal, seed))
    slots.want_slots(db, new.stream, new.slots, version)
    unrated = None
    for at_version, event in enumerate(new.events, new.expected + 1):
        match event:
            case SeedRevealed(deal=deal):
                db.execute(REVEAL, (new.stream, deal))
            case RubberReckoned():
                unrated = projections.store_rubber(db, new.stream, at_version, event, at) or unrated
            case EveningReckoned():
                projections.enter_evening(db, new.stream, event, at)
            case _:
                pass
    if new.deal is not None:
        deeds.count_deal(db, new.stream, new.deal, at)
    if new.attempt is not None and new.attempt.ended is not None:
        contests.finish(db, new.attempt, at)
    return Appended(version, unrated)


def _check_new(db: Connection, new: Append[AnyEvent]) -> None:
    """Raises AlreadyDone."""
    if new.key is not None and (done := find_done(db, new.key)):
        raise AlreadyDone(new.key, done.table, done.version)


def _begin_stream(db: Connection, new: Append[AnyEvent], place: Place) -> None:
    """Raises PlaceTaken."""
    _check_place(db, new, place)
    kind = _stream_kind(new.events[0])
    sealed = seal(new.stream, place.guild, place.channel, kind)
    db.execute(CREATE, (new.stream, place.guild, place.channel, START, kind, sealed))
    if new.attempt is not None:
        contests.begin_play(db, new.attempt, new.key)


def _check_place(db: Connection, new: Append[AnyEvent], place: Place) -> None:
    """Check that no other table is open there. Raises PlaceTaken. An opening elsewhere at the same moment
    either comes before this transaction or waits for its end."""
    if new.beside is None:
        return
    engine.take_turn(db)
    there = db.execute(THERE, (_stream_kind(new.events[0]), place.guild, place.channel)).fetchall()
    if any(TableId(one) not in new.beside and one != new.stream for (one,) in there):
        _check_new(db, new)
        raise PlaceTaken(place.channel)


def _stream_kind(first: Event | SheetEvent | EveningEvent) -> str:
    """The kind of stream that begins with this event."""
    match first:
        case SheetOpened():
            return "sheet"
        case EveningOpened():
            return "evening"
        case _:
            return "table"


def _introduce(db: Connection, table: TableId, people: Mapping[Person, UserId]) -> None:
    """Store the users of those pseudonyms that are new. Raises AliasTaken."""
    known = dict(db.execute(PEOPLE, (table,)).fetchall())
    for person, user in people.items():
        if person.alias in known:
            if known[person.alias] != user:
                raise AliasTaken(table, person.alias)
        elif user in known.values():
            raise AliasTaken(table, person.alias)
        else:
            db.execute(INTRODUCE, (table, person.alias, user, seal(table, person.alias, user)))
            known[person.alias] = user


def find_done(db: Connection, key: str) -> Done | None:
    """The stream and version after the append with this idempotency key."""
    row = db.execute(SEEN, (key,)).fetchone()
    return Done(TableId(row[0]), row[1]) if row else None


def read_events(db: Connection, table: TableId, after: int = 0) -> tuple[Stored, ...]:
    """The events of a table after a version, in order, as stored. Raises UnknownEvent."""
    return tuple(stored_of_row(table, row) for row in db.execute(READ, (table, after)))


def read_sheet(db: Connection, sheet: TableId, after: int = 0) -> tuple[StoredScore, ...]:
    """The events of a score sheet after a version, in order, as stored. Raises UnknownEvent."""
    return tuple(_stored_score(sheet, row) for row in db.execute(READ, (sheet, after)))


def proved(db: Connection, table: TableId, base: Base = BEGINNING, until: int | None = None) -> Iterator[Row]:
    """The events of a stream after the point where a replay begins, each checked against its hash; all of
    them, or those up to a version. Raises BrokenChain at the first event that was not appended like this or
    cannot be read, at the latest after the last one."""
    stream = db.execute(STREAM_HEAD, (table,)).fetchone()
    last, last_hash, is_open = stream or (0, START, 1)
    if not isinstance(last, int):
        raise BrokenChain(table, 1)
    previous, count, closed = base.hash, base.version, False
    for version, kind, body, revision, actor, at, stored, of in _linked(db, table, count, last, until):
        count += 1
        try:
            expected = link(previous, table, count, kind, body, revision, actor, at)
        except (TypeError, ValueError):  # a column of another type than ever was stored
            raise BrokenChain(table, count) from None
        if version != count or stored != expected or of != table:  # SQLite compares no key between two others
            raise BrokenChain(table, count)
        previous, closed = stored, closed or kind == "closed"
        yield version, kind, body, revision, actor, at
    if until is not None:
        if count != until:
            raise BrokenChain(table, count + 1)
    elif count != last or previous != last_hash or closed == bool(is_open):
        raise BrokenChain(table, min(count, last) + 1)


def _linked(
    db: Connection, table: TableId, after: int, last: int, until: int | None
) -> Iterator[tuple[Any, ...]]:
    """The events after a version with their hashes, up to the first that cannot be read. Without
    ``until`` it reads one beyond the last. If rows beside the events are damaged, they are searched for
    in the whole log."""
    found = after
    try:
        for row in db.execute(CHAIN, (table, after, until or NEWEST)):
            if row[0] != found + 1:
                if found >= last:
                    yield row
                break
            found += 1
            yield row
    except Exception as fault:
        if not is_unreadable(fault):
            raise
    if found < (until or last):
        rows = {row[0]: row for end in FROM_BOTH_ENDS for row in _until_damage(db, end, table, found)}
        while found + 1 in rows:
            found += 1
            yield rows[found]


def time_of(db: Connection, table: TableId, version: int) -> int:
    """When an event happened, in milliseconds; 0 if it cannot be read. Damage beside it is gone round."""
    found: object = next((row[5] for row in _linked(db, table, version - 1, version, version)), 0)
    return found if isinstance(found, int) else 0


def _until_damage(db: Connection, statement: str, table: TableId, after: int) -> list[tuple[Any, ...]]:
    """The rows that a statement finds before it fails. The error takes the last row before it along, so that
    row is then read by its number."""
    rows: list[tuple[Any, ...]] = []
    try:
        for row in db.execute(statement, (table, after, NEWEST)):
            rows.append(row)  # what came before an error is kept
    except Exception as fault:
        if not is_unreadable(fault):
            raise
        with suppress(Exception):
            return db.execute(statement, (table, after, len(rows) + 1)).fetchall()
    return rows


def last_version(db: Connection, table: TableId) -> int:
    """The version of a table, 0 if there is none."""
    row = db.execute(HEAD, (table,)).fetchone()
    return int(row[0]) if row else 0


def touch(db: Connection, table: TableId, until: int) -> None:
    """Read the events of a table up to a version, without checking them."""
    db.execute(CHAIN, (table, 0, until)).fetchall()


def verify(db: Connection, table: TableId) -> int:
    """Check each event of a table. Returns how many there are. Raises BrokenChain at the first that was not
    appended like this."""
    return sum(1 for _ in proved(db, table))


async def read_stream(database: Engine, stream: TableId, work: Work[T]) -> T:
    """Read something of one stream. Raises BrokenChain or DamagedRows if it cannot be read."""
    try:
        return await database.read_durably(work)
    except DatabaseFailed as fault:
        if not fault.unreadable:
            raise
    readable, newest = 0, await database.read(lambda db: last_version(db, stream))
    unreadable = newest + 1
    while readable + 1 < unreadable:  # a server tells of no event when it fails at one
        middle = (readable + unreadable) // 2
        try:
            await database.read(partial(touch, table=stream, until=middle))
            readable = middle
        except DatabaseFailed:
            unreadable = middle
    if unreadable <= newest:
        raise BrokenChain(stream, unreadable)
    raise DamagedRows(stream, "rows")


def events_to_replay(
    db: Connection, table: TableId, base: Base, until: int | None = None
) -> tuple[Stored, ...]:
    """The events of a table after the point where a replay begins, to the last one or up to a version. Raises
    BrokenChain, UnknownEvent."""
    return tuple([stored_of_row(table, row) for row in proved(db, table, base, until)])


def replay_sheet(db: Connection, sheet: TableId) -> tuple[StoredScore, ...]:
    """All events of a score sheet. Raises BrokenChain, UnknownEvent."""
    return tuple([_stored_score(sheet, row) for row in proved(db, sheet)])


def replay_evening(db: Connection, evening: TableId) -> tuple[StoredTurn, ...]:
    """All events of an evening. Raises BrokenChain, UnknownEvent."""
    return tuple([_stored_turn(evening, row) for row in proved(db, evening)])


def stored_of_row(table: TableId, row: Row) -> Stored:
    """Raises UnknownEvent."""
    version, kind, body, revision, actor, at = row
    event = decoded(table, version, kind, body, revision)
    return Stored(version, event, None if actor is None else Person(actor), seconds(at))


def _stored_score(sheet: TableId, row: Row) -> StoredScore:
    version, kind, body, revision, actor, at = row
    event = decoded_score(sheet, version, kind, body, revision)
    return StoredScore(version, event, None if actor is None else Person(actor), seconds(at))


def _stored_turn(evening: TableId, row: Row) -> StoredTurn:
    version, kind, body, revision, actor, at = row
    event = decoded_turn(evening, version, kind, body, revision)
    return StoredTurn(version, event, None if actor is None else Person(actor), seconds(at))
