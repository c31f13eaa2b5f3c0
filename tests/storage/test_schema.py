"""What the file itself refuses, whatever a fault in our code may ask of it."""

from __future__ import annotations

import sqlite3

import pytest

from rules.seats import Side
from storage.errors import DatabaseFailed
from storage.ports.records import Append
from storage.store import Store
from tests.trials.stage.happenings import ANNA, TABLE, USERS, begun, inside, opened, played, reckoned

MAY_BE_EMPTY = {
    "person.user_id",  # of somebody who has been forgotten
    "person.seal",
    "slot.seal",
    "stream.seal",
    "event.actor",  # of what nobody did
    "slot.shown",
    "slot.digest",
    "slot.channel",
    "slot.message",
    "slot.parked",
    "dm.channel",  # of somebody whose settings refuse messages
    "attempt.user_id",  # of somebody who has been forgotten, and of robots
    "attempt.ended",  # of what is still played
    "attempt.points",
    "attempt.line",
    "attempt.mark",  # of robots, and once nobody need be known by it
    "attempt.seal",
    "contest.key",
    "contest.seal",
    "regular.seal",
    "preference.seal",
    "challenge.seal",
    "challenged.user_id",  # of somebody who has been forgotten
    "challenged.answered",  # of somebody who has not answered yet
    "challenged.reminded",
    "challenged.seal",
}

REFERENCES = {
    "person.table_id -> stream.table_id",
    "event.table_id -> stream.table_id",
    "event.table_id, actor -> person.table_id, alias",
    "seen.table_id -> stream.table_id",
    "secret.table_id -> stream.table_id",
    "slot.table_id -> stream.table_id",
    "private_copy.table_id -> stream.table_id",
    "guest.table_id -> stream.table_id",
    "reason.table_id, version -> event.table_id, version",
    "snapshot.table_id, version -> event.table_id, version",
    "rubber.table_id -> stream.table_id",
    "rubber_share.table_id, number -> rubber.table_id, number",
    "rubber_share.table_id, alias -> person.table_id, alias",
    "attempt.contest -> contest.contest",
}

DEFAULTS = {
    "stream.kind": "'table'",
    "stream.goes_on": "1",
    "slot.posts": "0",
    "slot.tries": "0",
    "slot.not_before": "0",
    "attempt.robot": "''",
}


def _tables(db: sqlite3.Connection) -> list[str]:
    return [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]


def _columns(db: sqlite3.Connection) -> list[tuple[str, bool, str | None]]:
    """Each column's name, whether it may be empty, and its default."""
    return [
        (f"{table}.{name}", not bound, default)
        for table in _tables(db)
        for _, name, _, bound, default, _ in db.execute(f"PRAGMA table_info({table})")
    ]


def _references(db: sqlite3.Connection) -> set[str]:
    found: dict[tuple[str, int], tuple[str, list[str], list[str]]] = {}
    for table in _tables(db):
        for key, _, to, here, there, *_ in db.execute(f"PRAGMA foreign_key_list({table})"):
            _, from_columns, to_columns = found.setdefault((table, key), (to, [], []))
            from_columns.append(here)
            to_columns.append(there)
    return {
        f"{table}.{', '.join(here)} -> {to}.{', '.join(there)}"
        for (table, _), (to, here, there) in found.items()
    }


async def test_only_what_may_be_unknown_may_be_empty(store: Store) -> None:
    columns = await inside(store, _columns)
    assert {name for name, empty, _ in columns if empty} == MAY_BE_EMPTY
    assert {name: default for name, _, default in columns if default is not None} == DEFAULTS


async def test_nothing_hangs_in_the_air(store: Store) -> None:
    """Every row belongs to a stream, an event, a rubber or a person that is there."""
    assert await inside(store, _references) == REFERENCES


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        ("CHECK", "UPDATE stream SET version = -1"),
        ("CHECK", "UPDATE stream SET head = zeroblob(31)"),
        ("CHECK", "UPDATE stream SET open = 2"),
        ("CHECK", "UPDATE stream SET kind = 'another'"),
        ("CHECK", "UPDATE stream SET goes_on = 2"),
        ("CHECK", "UPDATE event SET version = 0 WHERE version = 1"),
        ("CHECK", "UPDATE event SET hash = zeroblob(33) WHERE version = 1"),
        ("CHECK", "UPDATE dm SET refused = 2"),
        ("CHECK", "UPDATE rubber_share SET won = 2"),
        ("CONSTRAINT", "UPDATE event SET at = 'today' WHERE version = 1"),
        ("UNIQUE", "UPDATE person SET user_id = 22"),
        ("FOREIGNKEY", "DELETE FROM person"),
        ("FOREIGNKEY", "INSERT INTO secret (table_id, deal, seed) VALUES ('none', 1, x'00')"),
    ],
)
async def test_a_row_that_cannot_be_true_is_refused(store: Store, kind: str, fault: str) -> None:
    await opened(store, TABLE, begun(), played())
    await store.streams.append(Append(TABLE, 3, [reckoned(1, Side.NS, 120)], actor=ANNA))
    await store.slots.remember_dm(USERS[ANNA], 77)
    with pytest.raises(DatabaseFailed, match=kind):
        await inside(store, lambda db: db.execute(fault))
