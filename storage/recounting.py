"""Counts the projections of one server again from its log while the bot goes on, and corrects what differs.

The counting goes into a scratch database in memory, by the functions that count each rubber and deal as it
ends, so it gives the same rows. Tables are read one after the other; before the rows are compared, what has
ended meanwhile is counted too. Each function that takes ``live`` reads or writes the real database, within a
transaction that somebody else has begun. It runs on the threads of that database, which may work on when
nobody waits for them any more, so it never uses the scratch database.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from rules.errors import Refusal
from rules.evening.events import EveningReckoned
from rules.table.events import RubberReckoned
from storage import deeds, engine, log, people, preferences, projections, ratings, seasons
from storage.engine import Breath, Connection, Engine, Part, Step
from storage.errors import DatabaseFailed, RubberNotBegun
from storage.events import START, decoded, decoded_turn, seal
from storage.log import Row
from storage.ports.records import Checked, DealCount, Stored, TableId, UserId, millis
from storage.ports.storage import BrokenChain, DamagedRows, UnknownEvent
from storage.ports.waits import run_in_thread

logger = logging.getLogger(__name__)

T = TypeVar("T")

TRIES: Final = 100
"""How often what has ended meanwhile is counted too, before a busy server is left as it is."""
ROWS_AT_A_TIME: Final = 200
"""Rows that are corrected in one transaction, for which acts may have to wait."""

GUILDS: Final = """
    SELECT guild FROM stream UNION SELECT guild FROM rubber UNION SELECT guild FROM standing
    UNION SELECT guild FROM result UNION SELECT guild FROM rating UNION SELECT guild FROM deed
    UNION SELECT guild FROM best_deal ORDER BY guild
"""
HOW_MANY: Final = "SELECT count(*) FROM stream"
STREAMS: Final = "SELECT table_id, version FROM stream WHERE guild = ?1 ORDER BY table_id"
ENDED: Final = """
    SELECT 1 FROM event WHERE table_id = ?1 AND version > ?2
    AND kind IN ('deal_reckoned', 'rubber_reckoned', 'evening_reckoned') LIMIT 1
"""
KIND: Final = "SELECT kind, version FROM stream WHERE table_id = ?1"
PLACES: Final = "SELECT table_id, guild, channel, kind, seal FROM stream"
ALL_PERSONS: Final = """
    SELECT person.table_id, person.alias, person.user_id FROM person
    JOIN stream ON stream.table_id = person.table_id WHERE stream.guild = ?1
"""
UNPROVED: Final = """
    SELECT version, kind, body, revision, actor, at FROM event
    WHERE table_id = ?1 AND kind IN ('rubber_begun', 'sheet_rubber_begun', 'chair_taken', 'rubber_reckoned',
        'evening_reckoned')
    ORDER BY version
"""
STREAM: Final = """
    INSERT INTO stream (table_id, guild, channel, version, head, open) VALUES (?1, ?2, 0, 0, ?3, 0)
    ON CONFLICT (table_id) DO NOTHING
"""
PERSON: Final = """
    INSERT INTO person (table_id, alias, user_id) VALUES (?1, ?2, ?3) ON CONFLICT (table_id, alias) DO NOTHING
"""
EVENT: Final = """
    INSERT INTO event (table_id, version, kind, body, revision, actor, at, hash)
    VALUES (?1, ?2, ?3, ?4, ?5, NULL, ?6, ?7) ON CONFLICT (table_id, version) DO NOTHING
"""
NEEDED: Final = ("rubber_begun", "sheet_rubber_begun", "chair_taken")
"""The events that are read again when a rubber is stored."""

OF_GUILD: Final = {
    "rubber": """
        SELECT rubber.* FROM rubber
        JOIN stream ON stream.table_id = rubber.table_id WHERE stream.guild = ?1
    """,
    "rubber_share": """
        SELECT rubber_share.* FROM rubber_share
        JOIN stream ON stream.table_id = rubber_share.table_id WHERE stream.guild = ?1
    """,
    "standing": "SELECT * FROM standing WHERE guild = ?1",
    "rating": "SELECT * FROM rating WHERE guild = ?1",
    "result": "SELECT * FROM result WHERE guild + 0 = ?1",
    "deed": "SELECT * FROM deed WHERE guild + 0 = ?1",
    "best_deal": "SELECT * FROM best_deal WHERE guild + 0 = ?1",
}
"""The rows of each projection; each table comes after those that it refers to."""

KEYS: Final = {
    "rubber": ("table_id", "number"),
    "rubber_share": ("table_id", "number", "alias"),
    "standing": ("guild", "game", "period", "board", "user_id", "partner_id"),
    "rating": ("guild", "game", "user_id", "partner_id"),
    "result": ("user_id", "guild", "game", "ended_at", "table_id", "number"),
    "deed": ("user_id", "guild", "game", "deed"),
    "best_deal": ("user_id", "guild", "game"),
}

GUARDS: Final = {"standing": "rubbers", "rating": "rubbers", "deed": "count", "best_deal": "ended_at"}
"""What changes in a row as something is counted in. Rows of the other tables stay as they were written."""
USERS: Final = ("user_id", "partner_id")

CountDeals = Callable[[TableId, Sequence[Stored]], Iterable[tuple[DealCount, float]]]
"""Counts the finished deals in all events of a table, each with its time. May raise a Refusal."""


class Ending(NamedTuple):
    """A rubber or an evening that was reckoned. They are counted in order."""

    at: int  # milliseconds
    stream: TableId
    version: int
    event: RubberReckoned | EveningReckoned


class Stream(NamedTuple):
    """The events of one stream."""

    id: TableId
    kind: str
    version: int
    persons: Sequence[tuple[str, int | None]]
    rows: Sequence[Row]
    damaged: int  # its first wrong event, if any: then only the events of its rubbers, not checked


class Placed(NamedTuple):
    """Where a stream stands, with the seal of that."""

    stream: TableId
    guild: int
    channel: int
    kind: str
    seal: bytes | None

    def belongs_to(self, guild: int) -> bool:
        """Whether this is what was stored if the server was this one."""
        return seal(self.stream, guild, self.channel, self.kind) == self.seal


class Behind(NamedTuple):
    """What has happened since the counting: the streams in which something has ended, and who has been
    forgotten."""

    streams: Sequence[TableId]
    users: Sequence[UserId]


class Change(NamedTuple):
    """A row to be deleted or corrected, if it is still as it was read."""

    statement: str
    parameters: tuple[Any, ...]
    users: tuple[int, ...] = ()  # who must be known if it is written


class Rows(NamedTuple):
    """The rows of a projection, with their columns in alphabetical order."""

    columns: Sequence[str]
    rows: set[tuple[Any, ...]]

    def by_key(self, table: str) -> dict[tuple[Any, ...], Any]:
        """What guards each row, None in a table whose rows stay."""
        places = [self.columns.index(name) for name in KEYS[table]]
        guard = self.columns.index(GUARDS[table]) if table in GUARDS else None
        return {tuple(row[at] for at in places): None if guard is None else row[guard] for row in self.rows}


def guilds(live: Connection) -> list[int]:
    """The servers that have counted rows, or could have."""
    return [guild for (guild,) in live.execute(GUILDS).fetchall()]


def how_many(live: Connection) -> int:
    """The tables, score sheets and evenings of all servers."""
    (count,) = live.execute(HOW_MANY).fetchone()
    return int(count)


def streams(live: Connection, guild: int) -> list[TableId]:
    return [TableId(stream) for stream, _ in live.execute(STREAMS, (guild,)).fetchall()]


def unsound(live: Connection, breath: Breath) -> list[Placed]:
    """The rows of the streams whose server, channel or kind is not what was stored."""
    found = []
    for row in live.execute(PLACES):
        breath()
        one = Placed(*row)
        if not one.belongs_to(one.guild):
            found.append(one)
    return found


def read_stream(live: Connection, stream: TableId, breath: Breath) -> Stream:
    """A stream with all its events; if they fail the check, with those of its rubbers. Raises DamagedRows."""
    kind, version = live.execute(KIND, (stream,)).fetchone()
    people.users_of_table(live, stream)  # whether each user is the one who was stored
    persons = live.execute(log.PEOPLE, (stream,)).fetchall()
    rows: list[Row] = []
    try:
        for row in log.proved(live, stream):
            breath()
            rows.append(row)
    except BrokenChain as fault:
        logger.error("not everything of %s %s can be counted: %r", kind, stream, fault)
        rows = live.execute(UNPROVED, (stream,)).fetchall()
        return Stream(stream, kind, version, persons, rows, fault.version)
    if {actor for *_, actor, _ in rows if actor is not None} - {alias for alias, _ in persons}:
        raise DamagedRows(stream, "people")  # somebody who has acted is not found
    return Stream(stream, kind, version, persons, rows, 0)


class Recount:
    """One server, counted into a ``scratch`` database that nobody else uses."""

    def __init__(self, guild: int, count: CountDeals, scratch: Connection, breath: Breath) -> None:
        self.guild = guild
        self.damaged: dict[TableId, int] = {}
        """The streams that cannot be read completely, with the first wrong event of each. Their deals are
        left out."""
        self._count, self._scratch, self.breath = count, scratch, breath
        self._versions: dict[TableId, int] = {}
        self._deals: dict[TableId, int] = {}  # how many events of each table are counted
        self._endings: list[Ending] = []
        self._persons: list[tuple[TableId, str, UserId | None]] = []

    def take_seasons(self, chosen: Mapping[str, str]) -> None:
        """Count by the seasons that the server has chosen."""
        preferences.store_choices(self._scratch, seasons.owner_of(self.guild), chosen)

    def count_stream(self, stream: Stream) -> None:
        """Count the deals of a stream, and note what else has ended in it since it was last read. Raises
        UnknownEvent for a rubber that cannot be read."""
        since = self._versions.get(stream.id, 0)
        self._scratch.execute(STREAM, (stream.id, self.guild, START))
        self._scratch.executemany(PERSON, [(stream.id, *one) for one in stream.persons])
        for row in stream.rows:
            self.breath()
            version, kind, body, revision, _, at = row
            if kind in NEEDED:
                self._scratch.execute(EVENT, (stream.id, version, kind, body, revision, at, START))
            elif version > since and kind == "rubber_reckoned":
                rubber = decoded(stream.id, version, kind, body, revision)
                assert isinstance(rubber, RubberReckoned)
                self._endings.append(Ending(at, stream.id, version, rubber))
            elif version > since and kind == "evening_reckoned":
                evening = decoded_turn(stream.id, version, kind, body, revision)
                assert isinstance(evening, EveningReckoned)
                self._endings.append(Ending(at, stream.id, version, evening))
        if stream.damaged:
            self.damaged[stream.id] = stream.damaged
        elif stream.kind == "table" and stream.rows:
            self._take_deals(stream)
        self._versions[stream.id] = stream.version

    def _take_deals(self, stream: Stream) -> None:
        before, found = self._deals.get(stream.id, 0), []
        try:
            for one in self._count(stream.id, [*self._decoded(stream)]):
                self.breath()
                found.append(one)
        except (UnknownEvent, Refusal) as fault:
            logger.error("the deals of table %s cannot be counted: %r", stream.id, fault)
            self.damaged[stream.id] = getattr(fault, "version", 0)
            return
        for deal, at in found[before:]:
            deeds.count_deal(self._scratch, stream.id, deal, millis(at))
        self._deals[stream.id] = len(found)

    def _decoded(self, stream: Stream) -> Iterator[Stored]:
        for row in stream.rows:
            self.breath()
            yield log.stored_of_row(stream.id, row)

    def catch_up(self, forgotten: Sequence[UserId] = ()) -> None:
        """Count what has ended, in order, and forget those who have been forgotten meanwhile. Raises
        RubberNotBegun, UnknownEvent."""
        for ending in sorted(self._endings, key=lambda one: one[:3]):
            self.breath()
            if isinstance(ending.event, RubberReckoned):
                late = projections.store_rubber(
                    self._scratch, ending.stream, ending.version, ending.event, ending.at
                )
                if late is not None:
                    ratings.again(self._scratch, *late)
            else:
                projections.enter_evening(self._scratch, ending.stream, ending.event, ending.at)
        self._endings.clear()
        for user in forgotten:
            for game in people.delete_person(self._scratch, user, 0.0).games:
                ratings.again(self._scratch, *game)
        self._persons = self._scratch.execute(ALL_PERSONS, (self.guild,)).fetchall()

    def behind(self, live: Connection) -> Behind:
        """Reads every stream of the server, so no write may wait for it."""
        streams = [
            TableId(stream)
            for stream, version in live.execute(STREAMS, (self.guild,)).fetchall()
            if version != self._versions.get(stream) and self._has_ended(live, stream)
        ]
        theirs = {row[:2]: row[2] for row in live.execute(ALL_PERSONS, (self.guild,)).fetchall()}
        leaving: set[UserId | None] = {None, *preferences.being_forgotten(live)}
        known = ((user, theirs.get((stream, alias), user)) for stream, alias, user in self._persons)
        return Behind(
            streams, sorted({user for user, there in known if user is not None and there in leaving})
        )

    def _has_ended(self, live: Connection, stream: TableId) -> bool:
        since = self._versions.get(stream, 0)
        return live.execute(ENDED, (stream, since)).fetchone() is not None

    def counted_rows(self, db: Connection, table: str) -> Rows:
        """Those of the server, in either database."""
        found = db.execute(OF_GUILD[table], (self.guild,))
        columns = [column[0] for column in found.description]
        order = sorted(range(len(columns)), key=columns.__getitem__)
        users = [at for at, column in enumerate(columns) if column in USERS]
        leaving = set(preferences.being_forgotten(db))  # their rows go, slice by slice
        rows = set()
        for row in found:
            self.breath()
            if leaving and not leaving.isdisjoint(row[at] for at in users):
                continue
            rows.add(tuple(row[at] for at in order))
        return Rows([columns[at] for at in order], rows)

    def compare(self, table: str, there: Rows) -> tuple[Sequence[Change], Sequence[Change]]:
        """What has to be deleted from a table that has these rows, and what to be put into it."""
        ought = self.counted_rows(self._scratch, table)
        columns, keys = ought.columns, KEYS[table]
        before, after = there.by_key(table), ought.by_key(table)
        matches = " AND ".join(f"{name} = ?{at}" for at, name in enumerate(keys, 1))
        marks = ", ".join(f"?{at}" for at in range(1, len(columns) + 1))
        put = (
            f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks}) ON CONFLICT ({', '.join(keys)}) "
            f"DO UPDATE SET {', '.join(f'{name} = excluded.{name}' for name in columns)}"
        )
        delete = f"DELETE FROM {table} WHERE {matches}"
        guarded = table in GUARDS
        if guarded:
            delete += f" AND {GUARDS[table]} = ?{len(keys) + 1}"
            put += f" WHERE {table}.{GUARDS[table]} = ?{len(columns) + 1}"
        gone = [Change(delete, (*key, before[key]) if guarded else key) for key in before if key not in after]
        wrong = []
        for row in ought.rows - there.rows:
            of = dict(zip(columns, row, strict=True))
            was = (before.get(tuple(of[name] for name in keys)),) if guarded else ()
            wrong.append(Change(put, (*row, *was), tuple(of[one] for one in USERS if of.get(one))))
        return gone, wrong

    def mend(self, live: Connection, changes: Sequence[Change]) -> int:
        """Make these changes up to the first row that is no longer as it was read, since something has ended
        or somebody was forgotten. Returns how many were made. Reads nothing but these rows: others wait."""
        engine.take_turn(live)
        for made, one in enumerate(changes):
            if not all(live.execute(ratings.IS_KNOWN, (user,)).fetchone()[0] for user in one.users):
                return made
            if not live.execute(one.statement, one.parameters).rowcount:
                return made
        return len(changes)


def _opened(memory: Callable[[], AbstractContextManager[Connection]], within: ExitStack) -> Connection:
    return within.enter_context(memory())


async def every_server(
    live: Engine,
    memory: Callable[[], AbstractContextManager[Connection]],
    count: CountDeals,
    breath: Breath,
    step: Step,
    *,
    check: bool,
) -> Checked:
    """Counts all servers again and corrects what differs. With ``check`` a server of which something cannot
    be read stays as it is. ``memory`` opens a database in memory for the counting."""
    mended: dict[int, int] = {}
    damaged: dict[TableId, int] = {}
    total, done = await live.read(how_many), 0

    def taken() -> None:
        nonlocal done
        done += 1
        step(Part.COUNTING, min(done, total), total)

    try:
        misplaced = await live.read(partial(unsound, breath=breath))
        for guild in await live.read(guilds):
            with ExitStack() as opened:  # it closes what the thread has opened, also if nobody waits any more
                scratch = await run_in_thread(partial(_opened, memory, opened))
                one = Recount(guild, count, scratch, breath)
                try:
                    for stray in misplaced:
                        if guild == stray.guild or stray.belongs_to(guild):
                            raise DamagedRows(stray.stream, "place")
                    if rows := await _mended(live, one, taken, check=check):
                        mended[guild] = rows
                except (RubberNotBegun, BrokenChain, UnknownEvent, DamagedRows) as fault:
                    logger.error("what is counted of server %s stays as it is: %r", guild, fault)
                    one.damaged[fault.table] = getattr(fault, "version", 0)
                except DatabaseFailed as fault:
                    if not fault.unreadable:
                        raise
                    logger.error("what is counted of server %s stays as it is: %r", guild, fault)
                finally:
                    damaged |= one.damaged
    finally:
        breath.break_off()
    return Checked(mended, damaged)


async def _mended(live: Engine, one: Recount, taken: Callable[[], None], *, check: bool) -> int:
    """Returns how many rows of a server were corrected; ``taken`` is called with each stream that is read.
    Raises RubberNotBegun, BrokenChain, UnknownEvent, DamagedRows."""
    owner = seasons.owner_of(one.guild)
    chosen = await live.read(partial(preferences.choices_of_owner, owner=owner))
    await run_in_thread(one.take_seasons, chosen, hasten=one.breath.break_off)
    unread: Sequence[TableId] = await live.read(partial(streams, guild=one.guild))
    forgotten: Sequence[UserId] = ()
    before: Sequence[Change] = ()
    mended = 0
    for _ in range(TRIES):
        for stream in unread:
            found = await log.read_stream(
                live, stream, partial(read_stream, stream=stream, breath=one.breath)
            )
            await run_in_thread(one.count_stream, found, hasten=one.breath.break_off)
            taken()
        if check and one.damaged:
            return 0
        await run_in_thread(one.catch_up, forgotten, hasten=one.breath.break_off)
        unread, forgotten = behind = await live.read(one.behind)
        changes = await _compared(live, one) if not any(behind) else ()
        if changes:  # what ended while the rows were read is in some of them
            unread, forgotten = behind = await live.read(one.behind)
            if any(behind):
                continue
        if not (unread or forgotten or changes):
            return mended
        if changes and changes == before:
            logger.error("%s rows of server %s cannot be put right", len(changes), one.guild)
            return mended
        before = changes
        for at in range(0, len(changes), ROWS_AT_A_TIME):
            some = changes[at : at + ROWS_AT_A_TIME]
            made = await live.write(partial(one.mend, changes=some))
            mended += made
            if made < len(some):
                break
    logger.warning("too much ends in server %s for it to be counted beside that", one.guild)
    return mended


async def _compared(live: Engine, one: Recount) -> Sequence[Change]:
    """What to change in the tables. They are read one after the other: the caller looks whether something
    has ended meanwhile."""
    deletions: list[Change] = []
    changes: list[Change] = []
    for table in OF_GUILD:
        there = await live.read(partial(one.counted_rows, table=table))
        gone, wrong = await run_in_thread(one.compare, table, there, hasten=one.breath.break_off)
        deletions += gone
        changes += wrong
    return [*reversed(deletions), *changes]
