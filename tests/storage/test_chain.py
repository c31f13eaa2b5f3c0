"""A log that was changed in any way behind the store's back is found out."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import pytest

from rules.table.events import Closed
from storage.events import START, link
from storage.ports.storage import BrokenChain
from storage.store import Store
from tests.storage.conformance.test_chain import five
from tests.trials.stage.happenings import TABLE, inside, opened


async def broken_at(store: Store, *changes: str) -> int:
    """The event at which the chain of the table breaks after this change of the file."""

    def change(db: sqlite3.Connection) -> None:
        db.execute("PRAGMA foreign_keys = OFF")
        for statement in changes:
            assert db.execute(statement).rowcount == 1

    await inside(store, change)
    with pytest.raises(BrokenChain) as broken:
        await store.streams.verify_chain(TABLE)
    assert broken.value.table == TABLE
    return broken.value.version


async def test_two_events_that_changed_places_are_found(store: Store) -> None:
    await five(store)
    changes = (
        "UPDATE event SET version = 99 WHERE table_id = '7f3a9c' AND version = 3",
        "UPDATE event SET version = 3 WHERE table_id = '7f3a9c' AND version = 4",
        "UPDATE event SET version = 4 WHERE table_id = '7f3a9c' AND version = 99",
    )
    assert await broken_at(store, *changes) == 3


async def test_an_event_added_by_hand_with_a_right_hash_is_found_by_the_head(store: Store) -> None:
    await five(store)

    def forge(db: sqlite3.Connection) -> None:
        (last,) = db.execute(
            "SELECT hash FROM event WHERE table_id = ?1 AND version = 5", (TABLE,)
        ).fetchone()
        forged = (TABLE, 6, "closed", '{"why":"empty"}', 1, None, 0)
        row = (*forged, link(last, *forged))
        db.execute("INSERT INTO event VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)", row)

    await inside(store, forge)
    with pytest.raises(BrokenChain):
        await store.streams.verify_chain(TABLE)


async def test_a_closed_table_marked_open_is_found(store: Store) -> None:
    await opened(store, TABLE, Closed("empty"))
    assert await store.streams.verify_chain(TABLE) == 2
    assert await broken_at(store, "UPDATE stream SET open = 1") == 3


def _links(columns: Sequence[tuple[object, ...]]) -> set[bytes]:
    return {link(START, *one) for one in columns}  # type: ignore[arg-type]


def test_no_two_rows_share_a_hash_by_where_a_column_ends() -> None:
    rows = [
        ("t", 1, "ab", "c", 1, None, 5),
        ("t", 1, "a", "bc", 1, None, 5),
        ("t", 1, "ab", "c", 1, "", 5),
        ("t", 11, "ab", "c", 1, None, 5),
        ("t", 1, 'ab","c', "", 1, None, 5),
        ("t", 1, "ab", "c", 1, "null", 5),
    ]
    assert len(_links(rows)) == len(rows)


def test_the_hash_of_an_event_is_the_one_that_it_was_in_the_first_release() -> None:
    first = link(START, "7f3a9c", 1, "closed", '{"why":"empty"}', 1, None, 1_700_000_000_000)
    assert first.hex() == "b2de995d149b2432aa0a17968973e0e3a412b2922e3fee5c97e0608ab17a5308"
    second = link(first, "7f3a9c", 2, "closed", '{"why":"\u00e9"}', 1, "a1", 1_700_000_000_001)
    assert second.hex() == "fc9babe11ac983c7e6dabe716276d4eaa701a6f8c3fdfc9bac4b35b74579e55d"
