"""Slots, the outbox: for each message that must be on screen, the version of its table that should be shown
and the one that was shown last. Knows no screen and no Discord.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache, partial
from typing import Any, Final

from storage import people, private_copies
from storage.engine import Connection, Rider
from storage.events import seal
from storage.ports import storage as ports
from storage.ports.records import Notes, PrivateCopy, Slot, SlotKey, SlotState, TableId, millis, seconds
from storage.roles import Role, reading, writing

WANT: Final = """
    INSERT INTO slot (table_id, name, wanted, seal) VALUES (?1, ?2, ?3, ?4)
    ON CONFLICT (table_id, name) DO UPDATE SET wanted = excluded.wanted
    WHERE excluded.wanted > slot.wanted
"""
WANT_NOW: Final = """
    INSERT INTO slot (table_id, name, wanted, seal)
    SELECT table_id, ?2, version, ?3 FROM stream WHERE table_id = ?1
    ON CONFLICT (table_id, name) DO UPDATE SET wanted = excluded.wanted
    WHERE excluded.wanted > slot.wanted
"""
RETIRE: Final = "DELETE FROM slot WHERE table_id = ?1 AND name = ?2 AND wanted <= ?3"
OF_TABLE: Final = """
    SELECT slot.table_id, name, wanted, shown, digest, slot.channel, message, posts, tries, not_before,
        parked, slot.seal, stream.version
    FROM slot JOIN stream ON stream.table_id = slot.table_id
    WHERE slot.table_id = ?1 ORDER BY wanted, name
"""
DUE: Final = """
    SELECT slot.table_id, name, wanted, shown, digest, slot.channel, message, posts, tries, not_before,
        parked, slot.seal, stream.version
    FROM slot JOIN stream ON stream.table_id = slot.table_id
    WHERE parked IS NULL AND (shown IS NULL OR shown < wanted)
    ORDER BY slot.table_id, wanted, name
"""
NOTE: Final = """
    UPDATE slot SET shown = ?3, digest = ?4, channel = ?5, message = ?6, posts = ?7,
                    tries = ?8, not_before = ?9, parked = ?10, seal = ?11
    WHERE table_id = ?1 AND name = ?2
"""
LEAVING: Final = """
    SELECT name, posts FROM slot
    WHERE table_id = ?1 AND (channel IS NULL OR channel = (SELECT channel FROM stream WHERE table_id = ?1))
    AND (shown IS NULL OR shown < wanted OR wanted = (SELECT max(wanted) FROM slot WHERE table_id = ?1))
"""
LEAVE_CHANNEL: Final = """
    UPDATE slot SET shown = NULL, digest = NULL, channel = NULL, message = NULL, posts = ?3,
                    tries = 0, not_before = 0, parked = NULL, seal = ?4
    WHERE table_id = ?1 AND name = ?2
"""
DELETE: Final = "DELETE FROM slot WHERE table_id = ?1 AND name = ?2"
MISPLACED: Final = """
    SELECT count(*) FROM slot AS one WHERE NOT EXISTS (
        SELECT 1 FROM slot JOIN stream ON stream.table_id = slot.table_id
        WHERE slot.table_id = one.table_id AND slot.name = one.name
    )
"""
MADE: Final = "SELECT sql FROM sqlite_master WHERE tbl_name = 'slot' AND sql IS NOT NULL ORDER BY type DESC"
EVERY: Final = "SELECT * FROM slot"
STREAMS: Final = "SELECT table_id FROM stream"
DROP: Final = "DROP TABLE slot"
WRITE: Final = """
    INSERT INTO slot VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
    ON CONFLICT (table_id, name) DO NOTHING
"""


def want_slots(db: Connection, table: TableId, names: Sequence[Slot], version: int) -> None:
    """Ask for these slots to show at least this version. They are written in order, so that two writers wait
    for each other at the first slot that they share, and never in a circle."""
    for name in sorted(map(str, names)):
        db.execute(WANT, (table, name, version, _fresh(table, name)))


def want_now(db: Connection, table: TableId, *names: Slot) -> None:
    """Ask for these slots to show the table as it is now, without a new event."""
    for name in sorted(map(str, names)):
        db.execute(WANT_NOW, (table, name, _fresh(table, name)))


def slots_of_table(db: Connection, table: TableId) -> tuple[SlotState, ...]:
    """The slots of a table, ordered by the version that they must show, then by name, without those whose
    rows are not what was stored."""
    return tuple(slot for slot, sound in _slots(db.execute(OF_TABLE, (table,))) if sound)


def unsound(db: Connection, table: TableId) -> tuple[SlotState, ...]:
    """The slots whose rows are not what was stored. Anything in such a row may be wrong, even the name."""
    return tuple(slot for slot, sound in _slots(db.execute(OF_TABLE, (table,))) if not sound)


def renew(db: Connection, table: TableId, *names: Slot) -> None:
    """Forget the slots whose rows are not what was stored, and ask for these to be shown. Their messages are
    posted again."""
    for slot in unsound(db, table):
        db.execute(DELETE, _key(slot))
    want_now(db, table, *names)


def slots_due(db: Connection) -> tuple[SlotState, ...]:
    """The slots of all tables that are due, table by table; those that have waited longest come first. Slots
    whose ``not_before`` is in the future are included, and slots with damaged rows, as if nothing had been
    shown: somebody has to look at their streams."""
    return tuple(
        slot if sound else SlotState(slot.key, slot.wanted) for slot, sound in _slots(db.execute(DUE))
    )


def store_shown(db: Connection, slots: Iterable[SlotState]) -> None:
    """Store what is known of the messages of these slots, without changing what should be shown."""
    db.executemany(NOTE, [(*columns, seal(*columns)) for columns in sorted(map(_noted, slots))])


def misplaced(db: Connection) -> int:
    """How many slots are not found where their key says, or belong to no table. In an SQLite file one bit
    that decays in a key hides the rows after it; with PostgreSQL, which has checksums, it is none."""
    (count,) = db.execute(MISPLACED).fetchone()
    return int(count)


def put_in_order(db: Connection) -> None:
    """Write every slot of an SQLite file anew in its place, and forget those that belong to no table: their
    messages stay in Discord as they are. The rows are not deleted but dropped with their table, since SQLite
    would look for each."""
    made, rows = db.execute(MADE).fetchall(), db.execute(EVERY).fetchall()
    streams = {stream for (stream,) in db.execute(STREAMS).fetchall()}
    db.execute(DROP)
    for (statement,) in made:
        db.execute(statement)
    db.executemany(WRITE, [row for row in rows if row[0] in streams])


def retire(db: Connection, slots: Iterable[SlotState]) -> None:
    """Forget these slots, except those that have been asked for since. Their messages stay in Discord as they
    are."""
    db.executemany(RETIRE, [(*_key(slot), slot.wanted) for slot in sorted(slots, key=_key)])


def leave_channel(db: Connection, table: TableId, staying: str) -> None:
    """Before a table moves: its newest messages, and those not yet shown, become due in the new channel.
    Messages of what is over stay in the old one, and so do those whose names match ``staying``."""
    leaving = [one for one in db.execute(LEAVING, (table,)).fetchall() if not fnmatchcase(one[0], staying)]
    for name, posts in sorted(leaving):
        db.execute(LEAVE_CHANNEL, (table, name, posts + 1, _fresh(table, name, posts + 1)))


def _key(slot: SlotState) -> tuple[str, str]:
    return slot.key.table, str(slot.key.slot)


def _noted(slot: SlotState) -> tuple[str | int | None, ...]:
    """All columns of a slot's row except what should be shown."""
    about = (slot.shown, slot.digest, slot.channel, slot.message, slot.posts, slot.tries)
    return (slot.key.table, str(slot.key.slot), *about, millis(slot.not_before), slot.parked)


@lru_cache(maxsize=512)
def _fresh(table: TableId, name: str, posts: int = 0) -> bytes:
    """The seal of a slot of which nothing has been shown: each act wants the same slots."""
    return seal(*_noted(SlotState(SlotKey(table, Slot.of_name(name)), 0, posts=posts)))


def _slots(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[SlotState, bool]]:
    """Each slot, with whether its row is what was stored. The wanted version is left as it stands."""
    for row in rows:
        table, name, wanted, *about, not_before, parked, sealed, version = row
        sound = seal(table, name, *about, not_before, parked) == sealed
        at = seconds(not_before) if sound else 0.0
        slot = SlotState(SlotKey(TableId(table), Slot.of_name(name)), min(wanted, version), *about)
        yield slot._replace(not_before=at, parked=parked), sound


TOKENS_KEPT: Final = 15 * 60
"""Seconds for which an interaction's token is kept: Discord takes it for no longer."""


class Slots(Role, ports.Slots):
    """What must be on screen, and where."""

    due_slots = reading(slots_due)
    of_stream = reading(slots_of_table)
    private_copies = reading(private_copies.read_copies)
    dm = reading(people.dm)
    remember_dm = writing(people.remember_dm)
    dm_refused = writing(people.refuse_dm)

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
        await self.database.write(lambda db: self._store_noted(db, noted, retired, copies, dropped))

    def let_notes_ride(self, take: Callable[[], Notes | None], tell: Callable[[Notes, bool], None]) -> None:
        """Register a source that is asked, at each write, for notes about slots that can share its commit. It
        is told of each whether they were stored."""

        def rider() -> Rider | None:
            notes = take()
            return (
                None
                if notes is None
                else Rider(lambda db: self._store_noted(db, *notes), partial(tell, notes))
            )

        self.database.rider = rider

    def _store_noted(
        self,
        db: Connection,
        noted: Sequence[SlotState],
        retired: Sequence[SlotState],
        copies: Sequence[PrivateCopy],
        dropped: Sequence[int],
    ) -> None:
        if (still_held := self.shared.still_held) is not None:
            noted, retired = (still_held(db, some) for some in (noted, retired))
        if noted:
            store_shown(db, noted)
        if retired:
            retire(db, retired)
        if copies or dropped:
            private_copies.store_copies(db, copies, dropped, self.shared.now(), TOKENS_KEPT)
