"""A log that was changed in any way behind the store's back is found out."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

import pytest

from ports.records import Append
from ports.storage import BrokenChain
from rules.cards import PACK
from rules.table.events import Closed
from storage.events import START, link
from storage.store import Store
from tests.storage.happenings import ANNA, OTHER, TABLE, USERS, begun, inside, opened, played


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


async def five(store: Store) -> None:
    await opened(store, TABLE, begun())
    await store.streams.append(Append(TABLE, 2, [played(card) for card in PACK[:3]], actor=ANNA))
    await opened(store, OTHER)


async def test_a_chain_nobody_touched_is_whole(store: Store) -> None:
    await five(store)
    assert await store.streams.verify_chain(TABLE) == 5
    assert await store.streams.verify_chain(OTHER) == 1
    assert await store.streams.verify_chain(TABLE.__class__("none")) == 0


@pytest.mark.parametrize(
    ("change", "found_at"),
    [
        ("UPDATE event SET table_id = 'elsewhere' WHERE table_id = '7f3a9c' AND version = 3", 3),
        ("UPDATE event SET version = 9 WHERE table_id = '7f3a9c' AND version = 3", 3),
        ("UPDATE event SET kind = 'call_made' WHERE table_id = '7f3a9c' AND version = 3", 3),
        (
            "UPDATE event SET body = replace(body, 'N', 'S') WHERE table_id = '7f3a9c' AND version = 3",
            3,
        ),
        ("UPDATE event SET revision = 2 WHERE table_id = '7f3a9c' AND version = 3", 3),
        ("UPDATE event SET actor = 'b2' WHERE table_id = '7f3a9c' AND version = 3", 3),
        ("UPDATE event SET actor = NULL WHERE table_id = '7f3a9c' AND version = 3", 3),
        ("UPDATE event SET actor = '' WHERE table_id = '7f3a9c' AND version = 1", 1),
        ("UPDATE event SET at = at + 1 WHERE table_id = '7f3a9c' AND version = 3", 3),
        ("UPDATE event SET hash = zeroblob(32) WHERE table_id = '7f3a9c' AND version = 3", 3),
        ("DELETE FROM event WHERE table_id = '7f3a9c' AND version = 1", 1),
        ("DELETE FROM event WHERE table_id = '7f3a9c' AND version = 3", 3),
        ("DELETE FROM event WHERE table_id = '7f3a9c' AND version = 5", 5),
        ("UPDATE stream SET version = 4 WHERE table_id = '7f3a9c'", 5),
        ("UPDATE stream SET version = 6 WHERE table_id = '7f3a9c'", 6),
        ("UPDATE stream SET head = zeroblob(32) WHERE table_id = '7f3a9c'", 6),
        ("UPDATE stream SET open = 0 WHERE table_id = '7f3a9c'", 6),
        ("DELETE FROM stream WHERE table_id = '7f3a9c'", 1),
    ],
)
async def test_a_change_to_any_column_or_row_is_found_where_it_was_made(
    store: Store, change: str, found_at: int
) -> None:
    await five(store)
    assert await broken_at(store, change) == found_at
    assert await store.streams.verify_chain(OTHER) == 1


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


async def test_a_person_is_forgotten_without_breaking_the_chain(store: Store) -> None:
    await five(store)
    await store.people.forget(USERS[ANNA])
    assert await store.streams.verify_chain(TABLE) == 5
    assert (await store.streams.read(TABLE))[4].actor == ANNA


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
