"""What several processes on one server tell each other: which of them are alive, and which streams each one
holds.

A process is alive as long as it renews its row in time, by the server's clock. One renewal covers everything
that it holds. The first process that finds the row of a dead one deletes it, under the lock of that row; so a
process either holds what it held, or its row is gone and it holds nothing. Only a process that was itself in
time deletes others, because after an outage of the server all of them are late.

If a process hangs in the middle of a transaction, or its machine is gone, the server keeps its rows locked.
So a process ends the sessions of those that hang: before it renews its own row, and while that has to wait.

None of this outlives the processes, so it is not copied. Only a server runs these statements, except those
that note when the bot was connected.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from storage.engine import Connection, Engine
from storage.ports import storage as ports
from storage.ports.records import Slot, SlotKey, SlotState, TableId, millis, seconds
from storage.ports.storage import AnyShard, Beat, Errand, Held, Shards, Standing, UnknownShards
from storage.roles import Role, reading, writing

JOIN: Final = """
    INSERT INTO process (id, "first", "last", shards, until)
    VALUES (?1, ?2, ?3, ?4, clock_timestamp() + make_interval(secs => ?5::float8))
    ON CONFLICT (id) DO NOTHING
"""
LIVE_ON: Final = """
    WITH before AS (SELECT until > clock_timestamp() AS in_time FROM process WHERE id = ?1 FOR UPDATE)
    UPDATE process
    SET until = clock_timestamp() + make_interval(secs => ?2::float8), "first" = ?3, "last" = ?4,
        stands_by = 0, wants = CASE WHEN ?3 <= ?4 THEN NULL ELSE wants END
    FROM before WHERE id = ?1
    RETURNING in_time
"""
END_HUNG: Final = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND usename = current_user
    AND application_name = current_setting('application_name') AND pid <> pg_backend_pid()
    AND backend_xid IS NOT NULL AND wait_event = 'ClientRead'
    AND state_change < clock_timestamp() - make_interval(secs => ?1::float8)
"""
"""Ends each session of the bot that has locked a row and whose client has not said for so many seconds how
the transaction goes on. What it did is undone; a client that is only slow does it again."""
NO_SHARDS: Final = (1, 0)
HUNG: Final = 0.5
"""After this part of the time for which a process counts as alive: before others may find its row too old."""
BURY: Final = "DELETE FROM process WHERE until < now()"
"""By the time at which the transaction began. It may wait for a row so long that its own process would seem
dead too, and a process that was alive at its beginning must stay."""
CLAMP: Final = """
    UPDATE process SET until = clock_timestamp() + make_interval(secs => ?1::float8) WHERE id IN (
        SELECT id FROM process WHERE until > clock_timestamp() + make_interval(secs => ?1::float8)
        FOR UPDATE SKIP LOCKED
    )
"""
"""While the server's clock was ahead a process may have said that it lives for years. One that does will say
so again."""
ANY_ALIVE: Final = "SELECT EXISTS (SELECT 1 FROM process WHERE until > clock_timestamp())"
ALIVE: Final = "SELECT count(*) FROM process WHERE stands_by = 0"
IN_TIME: Final = "SELECT until > clock_timestamp() FROM process WHERE id = ?1"
STAND_BY: Final = """
    INSERT INTO process (id, "first", "last", shards, until, stands_by)
    VALUES (?1, ?2, ?3, ?4, clock_timestamp() + make_interval(secs => ?5::float8), 1)
    ON CONFLICT (id) DO UPDATE SET until = excluded.until, shards = excluded.shards
"""
ONE_AFTER_ANOTHER: Final = "SELECT pg_advisory_xact_lock(hashtext('biritch shards'))"
HOW_MANY: Final = "SELECT max(shards) FROM process WHERE stands_by = 0"
CLAIM: Final = """
    WITH free AS (
        SELECT shard FROM generate_series(0, ?2::bigint - 1) AS shard
        WHERE NOT EXISTS (
            SELECT 1 FROM process AS other WHERE other.id <> ?1 AND other.shards = ?2 AND (
                other.wants = shard OR (other.leaving = 0 AND shard BETWEEN other."first" AND other."last")
            )
        )
        ORDER BY EXISTS (
            SELECT 1 FROM process AS other
            WHERE other.shards = ?2 AND shard BETWEEN other."first" AND other."last"
        ), shard LIMIT 1
    )
    UPDATE process SET stands_by = 0, wants = free.shard FROM free WHERE process.id = ?1 RETURNING free.shard
"""
"""A shard that nobody serves comes before one whose process is leaving."""
OFFER: Final = """
    UPDATE process SET leaving = 1 WHERE id = ?1
    RETURNING EXISTS (
        SELECT 1 FROM process AS other WHERE other.stands_by = 1 AND other.shards = process.shards
        AND other.until > clock_timestamp()
    )
"""
TAKEN: Final = """
    SELECT EXISTS (
        SELECT 1 FROM process AS other JOIN process AS me ON me.id = ?1
        WHERE other.id <> me.id AND other.shards = me.shards AND (
            me."first" BETWEEN other."first" AND other."last" OR (?2 = 1 AND other.wants = me."first")
        )
    )
"""
FREE: Final = """
    INSERT INTO lease (table_id, owner, epoch)
    SELECT stream.table_id, me.id, 1
    FROM process AS me CROSS JOIN (
        SELECT table_id FROM stream WHERE open = 1
        UNION SELECT table_id FROM slot WHERE parked IS NULL AND (shown IS NULL OR shown < wanted)
        UNION SELECT table_id FROM errand
    ) AS asked LEFT JOIN lease ON lease.table_id = asked.table_id
    JOIN stream ON stream.table_id = asked.table_id
    WHERE me.id = ?1 AND lease.owner IS NULL
    AND ((stream.guild >> 22) % me.shards BETWEEN me."first" AND me."last" OR NOT EXISTS (
        SELECT 1 FROM process AS home
        WHERE (stream.guild >> 22) % home.shards BETWEEN home."first" AND home."last"
    ))
    ORDER BY stream.goes_on DESC, stream.table_id LIMIT ?2
    ON CONFLICT (table_id) DO UPDATE SET owner = excluded.owner, epoch = lease.epoch + 1
    WHERE lease.owner IS NULL
"""
"""Only what is open or due, or of which something is asked, is looked at, each found by its key: there are
as many streams as were ever played."""
HELD: Final = "SELECT table_id FROM lease WHERE owner = ?1"
ELSEWHERE: Final = """
    SELECT lease.table_id
    FROM lease JOIN process AS me ON me.id = lease.owner JOIN stream ON stream.table_id = lease.table_id
    WHERE me.id = ?1 AND NOT (stream.guild >> 22) % me.shards BETWEEN me."first" AND me."last"
    AND EXISTS (
        SELECT 1 FROM process AS home
        WHERE (stream.guild >> 22) % home.shards BETWEEN home."first" AND home."last"
    )
"""
OVER: Final = """
    DELETE FROM lease USING stream
    WHERE (lease.owner = ?1 OR lease.owner IS NULL)
    AND stream.table_id = lease.table_id AND stream.open = 0 AND NOT EXISTS (
        SELECT 1 FROM slot WHERE slot.table_id = stream.table_id
        AND slot.parked IS NULL AND (slot.shown IS NULL OR slot.shown < slot.wanted)
    ) AND NOT EXISTS (SELECT 1 FROM errand WHERE errand.table_id = stream.table_id)
"""
"""Also of those that a process which is no more has left."""
ABOUT: Final = """
    SELECT stream.table_id, stream.kind, stream.goes_on, EXISTS (
        SELECT 1 FROM slot WHERE slot.table_id = stream.table_id
        AND slot.parked IS NULL AND (slot.shown IS NULL OR slot.shown < slot.wanted)
    ), lease.epoch > 1 AND lease.freely = 0
    FROM stream JOIN lease ON lease.table_id = stream.table_id
    WHERE stream.table_id = ANY(?1) ORDER BY stream.goes_on DESC, stream.table_id
"""
WITH_DUE: Final = """
    SELECT stream.table_id, stream.kind, stream.goes_on
    FROM stream JOIN lease ON lease.table_id = stream.table_id
    WHERE lease.owner = ?1 AND stream.table_id IN (
        SELECT table_id FROM slot WHERE parked IS NULL AND (shown IS NULL OR shown < wanted)
    )
    ORDER BY stream.goes_on DESC, stream.table_id
"""
TAKE: Final = """
    INSERT INTO lease (table_id, owner, epoch) SELECT ?1, id, 1 FROM process WHERE id = ?2
    ON CONFLICT (table_id) DO UPDATE SET owner = excluded.owner, epoch = lease.epoch + 1
    WHERE lease.owner IS NULL
"""
OWNER: Final = "SELECT owner FROM lease WHERE table_id = ?1"
LEAVE: Final = "UPDATE lease SET owner = NULL, freely = 1 WHERE owner = ?1 AND table_id = ANY(?2)"
LEAVE_ALL: Final = "UPDATE lease SET owner = NULL, freely = 1 WHERE owner = ?1"
HELD_BY_FORCE: Final = "UPDATE lease SET freely = 0 WHERE owner = ?1 AND freely = 1"
PART: Final = "DELETE FROM process WHERE id = ?1"
STANDINGS: Final = """
    SELECT table_id, version, channel, (
        SELECT count(*) FROM person WHERE person.table_id = stream.table_id AND person.user_id IS NOT NULL
    ) FROM stream WHERE table_id = ANY(?1)
"""
IN_CHANNEL: Final = """
    SELECT stream.table_id FROM stream JOIN event ON event.table_id = stream.table_id AND event.version = 1
    WHERE stream.kind = ?1 AND stream.channel = ?2 AND stream.open = 1 ORDER BY event.at, stream.table_id
"""
ASK: Final = "INSERT INTO errand (table_id, name, what) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING"
ERRANDS: Final = """
    SELECT errand.table_id, errand.name, errand.what
    FROM errand JOIN lease ON lease.table_id = errand.table_id WHERE lease.owner = ?1
"""
DONE: Final = "DELETE FROM errand WHERE table_id = ?1 AND name = ?2 AND what = ?3"
STILL_HELD: Final = """
    SELECT table_id FROM lease WHERE owner = ?1 AND table_id = ANY(?2) ORDER BY table_id FOR SHARE
"""
NEXT_TURN: Final = """
    INSERT INTO turn (name, at) VALUES (?1, clock_timestamp())
    ON CONFLICT (name) DO UPDATE
    SET at = CASE WHEN turn.at > clock_timestamp() + make_interval(secs => ?3::float8) THEN clock_timestamp()
             ELSE greatest(clock_timestamp(), turn.at + make_interval(secs => ?2::float8)) END
    RETURNING extract(epoch FROM at - clock_timestamp())::float8
"""
DUE: Final = """
    INSERT INTO turn (name, at) VALUES (?1, clock_timestamp() + make_interval(secs => ?2::float8))
    ON CONFLICT (name) DO UPDATE SET at = excluded.at
    WHERE turn.at < clock_timestamp() + make_interval(secs => ?3::float8)
    OR turn.at > clock_timestamp() + make_interval(secs => ?4::float8)
"""
PUT_OFF: Final = """
    INSERT INTO turn (name, at) VALUES (?1, clock_timestamp() + make_interval(secs => ?2::float8))
    ON CONFLICT (name) DO UPDATE SET at = excluded.at
"""
LONGEST_ALIVE: Final = 600.0
"""Seconds for which no process counts as alive without saying so again, unless this one lasts for a tenth of
that. What lies farther ahead was stored by a clock that was ahead."""
LONGEST_QUEUE: Final = 600.0
"""The same for the turn to begin a session, unless this is a hundred of them."""
LONGEST_OFF: Final = 26 * 3600.0
"""The same for a job that is put off."""


class Cluster:
    """One process among several on the same server."""

    def __init__(self, database: Engine, shards: Shards) -> None:
        self._database = database
        self.shards = shards
        self.me = ""
        self.has_claimed = False
        """Whether this process has a shard that it has not begun to serve."""

    async def join(self, lasts: float, *, serves: bool = True) -> None:
        if self.has_claimed:
            self.has_claimed = False
            return
        me, (first, last) = secrets.token_hex(8), self._served(serves)
        count = self.shards.count
        await self._database.write(lambda db: db.execute(JOIN, (me, first, last, count, lasts)))
        self.me = me

    async def claim_shard(self, of: AnyShard, lasts: float) -> Shards | None:
        me = self.me or secrets.token_hex(8)

        def work(db: Connection) -> Shards | None:
            db.execute(ONE_AFTER_ANOTHER)
            count = of.count or db.execute(HOW_MANY).fetchone()[0]
            if count is None:
                raise UnknownShards
            before = db.execute(IN_TIME, (me,)).fetchone()
            in_time = before is not None and before[0]  # else the server may have been away for all
            if in_time:
                db.execute(BURY)
            db.execute(STAND_BY, (me, *NO_SHARDS, count, lasts))
            row = db.execute(CLAIM, (me, count)).fetchone() if in_time else None
            return Shards(row[0], row[0], count) if row is not None else None

        found = await self._database.write(work)
        self.me = me
        if found is not None:
            self.shards, self.has_claimed = found, True
        return found

    async def leave_shards(self) -> bool:
        me = self.me
        row = await self._database.write(lambda db: db.execute(OFFER, (me,)).fetchone())
        return row is not None and bool(row[0])

    async def are_shards_taken(self, *, or_wanted: bool = False) -> bool:
        asked = self.me, int(or_wanted)
        (taken,) = await self._database.read(lambda db: db.execute(TAKEN, asked).fetchone())
        return bool(taken)

    async def beat(self, lasts: float, most: int, *, serves: bool = True) -> Beat | None:
        me, (first, last) = self.me, self._served(serves)

        def work(db: Connection) -> Beat | None:
            row = db.execute(LIVE_ON, (me, lasts, first, last)).fetchone()
            if row is None:
                return None
            if row[0]:  # else the server may have been away for all: each has a beat's time to come back
                db.execute(CLAMP, (max(LONGEST_ALIVE, 10 * lasts),))
                db.execute(BURY)
            db.execute(OVER, (me,))
            db.execute(FREE, (me, most))
            (alive,) = db.execute(ALIVE).fetchone()
            return Beat(_table_ids(db, HELD, me), _table_ids(db, ELSEWHERE, me), alive)

        def end_hung(db: Connection) -> None:
            db.execute(END_HUNG, (HUNG * lasts,)).fetchall()

        await self._database.read(end_hung)
        # short-lived: it is waited for at once
        renewing = asyncio.create_task(self._database.write(work))
        try:  # it may wait for one that had begun to hang only a moment before
            while not (await asyncio.wait([renewing], timeout=HUNG * lasts))[0]:
                await self._database.read(end_hung)
            return renewing.result()
        finally:
            renewing.cancel()

    def _served(self, serves: bool) -> tuple[int, int]:
        """The first and the last of the shards whose streams may come home; none before any is connected."""
        return (self.shards.first, self.shards.last) if serves else NO_SHARDS

    async def about(self, streams: Collection[TableId]) -> Sequence[Held]:
        """The streams that were found; those that go on by themselves come first."""
        me, asked = self.me, list(streams)

        def work(db: Connection) -> Sequence[Held]:
            rows = db.execute(ABOUT, (asked,)).fetchall()
            db.execute(HELD_BY_FORCE, (me,))
            return [
                Held(TableId(one), kind, bool(goes_on), due, orphaned)
                for one, kind, goes_on, due, orphaned in rows
            ]

        return await self._database.write(work)

    async def due_streams(self) -> Sequence[Held]:
        """The streams with a message that is out of date; those that go on by themselves come first."""
        me = self.me
        rows = await self._database.read(lambda db: db.execute(WITH_DUE, (me,)).fetchall())
        return [Held(TableId(one), kind, bool(goes_on), True, False) for one, kind, goes_on in rows]

    async def take(self, stream_id: TableId) -> bool:
        me = self.me

        def work(db: Connection) -> bool:
            db.execute(TAKE, (stream_id, me))
            row = db.execute(OWNER, (stream_id,)).fetchone()
            return row is not None and row[0] == me

        return await self._database.write(work)

    async def leave(self, streams: Collection[TableId]) -> None:
        me, left = self.me, list(streams)
        await self._database.write(lambda db: db.execute(LEAVE, (me, left)))

    async def part(self) -> None:
        me = self.me

        def work(db: Connection) -> None:
            db.execute(LEAVE_ALL, (me,))
            db.execute(PART, (me,))

        await self._database.write(work)

    async def standings(self, streams: Collection[TableId]) -> Mapping[TableId, Standing]:
        asked = list(streams)
        rows = await self._database.read(lambda db: db.execute(STANDINGS, (asked,)).fetchall())
        return {TableId(one): Standing(*standing) for one, *standing in rows}

    async def in_channel(self, kind: str, channel: int) -> Sequence[TableId]:
        rows = await self._database.read(lambda db: db.execute(IN_CHANNEL, (kind, channel)).fetchall())
        return [TableId(one) for (one,) in rows]

    async def send_errand(self, errand: Errand) -> None:
        await self._database.write(lambda db: db.execute(ASK, (*_key(errand.key), errand.what)))

    async def errands(self) -> Sequence[Errand]:
        me = self.me
        rows = await self._database.read(lambda db: db.execute(ERRANDS, (me,)).fetchall())
        return [Errand(SlotKey(TableId(one), Slot.of_name(name)), what) for one, name, what in rows]

    async def done(self, errands: Collection[Errand]) -> None:
        rows = sorted((*_key(one.key), one.what) for one in errands)
        await self._database.write(lambda db: db.executemany(DONE, rows))

    async def identify_in(self, apart: float) -> float:
        def work(db: Connection) -> float:
            longest = max(LONGEST_QUEUE, 100 * apart)
            (wait,) = db.execute(NEXT_TURN, ("identify", apart, longest)).fetchone()
            return max(0.0, float(wait))

        return await self._database.write(work)

    async def may_do(self, job: str, within: float, early: float) -> bool:
        """Whether this process should do a job now that one process does for all: if it is due, or will be in
        ``early`` seconds. No other process may begin it for ``within`` seconds."""
        return await self._database.write(
            lambda db: db.execute(DUE, (job, within, early, LONGEST_OFF)).rowcount == 1
        )

    async def done_until(self, job: str, seconds: float) -> None:
        """Note that the job is done, and not due again before this many seconds have passed."""
        await self._database.write(lambda db: db.execute(PUT_OFF, (job, seconds)))

    def still_held(self, db: Connection, slots: Sequence[SlotState]) -> list[SlotState]:
        """Those of the slots whose streams this process still holds. They stay held until the transaction is
        committed. Nothing may be stored about the others: another process knows better."""
        asked = sorted({slot.key.table for slot in slots})
        held = {one for (one,) in db.execute(STILL_HELD, (self.me, asked)).fetchall()}
        return [slot for slot in slots if slot.key.table in held]


def process_lives(db: Connection) -> bool:
    """Whether any process on this server counts as alive."""
    return bool(db.execute(ANY_ALIVE).fetchone()[0])


def _table_ids(db: Connection, statement: str, me: str) -> frozenset[TableId]:
    return frozenset(TableId(one) for (one,) in db.execute(statement, (me,)).fetchall())


def _key(key: SlotKey) -> tuple[str, str]:
    return key.table, str(key.slot)


SINCE: Final = "SELECT began, ended FROM uptime WHERE ended > ?1 ORDER BY began"
NOTE: Final = """
    INSERT INTO uptime (began, ended) VALUES (?1, ?2)
    ON CONFLICT (began) DO UPDATE SET ended = excluded.ended WHERE excluded.ended > uptime.ended
"""
FORGET: Final = "DELETE FROM uptime WHERE ended <= ?1"


def since(db: Connection, moment: float) -> tuple[tuple[float, float], ...]:
    """Each period in which the bot was connected, as its beginning and end, except those that ended before
    this moment."""
    rows = db.execute(SINCE, (millis(moment),))
    return tuple((seconds(began), seconds(ended)) for began, ended in rows)


def store_period(db: Connection, began: float, ended: float, forget: float) -> None:
    """Store that a period lasts, or lasted, until ``ended``, and delete those that ended before
    ``forget``."""
    db.execute(FORGET, (millis(forget),))
    db.execute(NOTE, (millis(began), millis(ended)))


class Uptime(Role, ports.Uptime):
    """When the bot was connected."""

    periods = reading(since)
    note_period = writing(store_period)
