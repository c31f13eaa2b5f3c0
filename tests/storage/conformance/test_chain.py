"""A log that was changed in any way behind the store's back is found out."""

from __future__ import annotations

import pytest

from rules.cards import PACK
from rules.table.events import RULES_REVISION, Closed
from storage.events import link
from storage.ports.records import Append
from storage.ports.storage import BrokenChain, UnknownEvent
from storage.store import Store
from tests.storage.conformance.conftest import of_many_cases
from tests.storage.spoiling import change, leads_nowhere
from tests.trials.stage.happenings import ANNA, OTHER, TABLE, USERS, begun, inside, opened, played

pytestmark = of_many_cases


async def five(store: Store) -> None:
    await opened(store, TABLE, begun())
    await store.streams.append(Append(TABLE, 2, [played(card) for card in PACK[:3]], actor=ANNA))
    await opened(store, OTHER)


async def test_a_chain_nobody_touched_is_whole(store: Store) -> None:
    await five(store)
    assert await store.streams.verify_chain(TABLE) == 5
    assert await store.streams.verify_chain(OTHER) == 1
    assert await store.streams.verify_chain(TABLE.__class__("none")) == 0


async def test_a_person_is_forgotten_without_breaking_the_chain(store: Store) -> None:
    await five(store)
    await store.people.forget(USERS[ANNA])
    assert await store.streams.verify_chain(TABLE) == 5
    assert (await store.streams.read(TABLE))[4].actor == ANNA


@pytest.mark.parametrize(
    ("spoiled", "found_at"),
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
        ("UPDATE event SET hash = ?1 WHERE table_id = '7f3a9c' AND version = 3", 3),
        ("DELETE FROM event WHERE table_id = '7f3a9c' AND version = 1", 1),
        ("DELETE FROM event WHERE table_id = '7f3a9c' AND version = 3", 3),
        ("DELETE FROM event WHERE table_id = '7f3a9c' AND version = 5", 5),
        ("UPDATE stream SET version = 4 WHERE table_id = '7f3a9c'", 5),
        ("UPDATE stream SET version = 6 WHERE table_id = '7f3a9c'", 6),
        ("UPDATE stream SET head = ?1 WHERE table_id = '7f3a9c'", 6),
        ("UPDATE stream SET open = 0 WHERE table_id = '7f3a9c'", 6),
        ("DELETE FROM stream WHERE table_id = '7f3a9c'", 1),
    ],
)
async def test_a_change_to_any_column_or_row_is_found_where_it_was_made(
    store: Store, engine: str, spoiled: str, found_at: int
) -> None:
    if leads_nowhere(engine, spoiled):
        pytest.skip("the simulated servers keep every reference")
    await five(store)
    assert await change(store, spoiled, [bytes(32)] if "?1" in spoiled else ()) == 1
    with pytest.raises(BrokenChain) as broken:
        await store.streams.verify_chain(TABLE)
    assert broken.value.args == (TABLE, found_at)
    assert await store.streams.verify_chain(OTHER) == 1


@pytest.mark.parametrize(
    ("spoiled", "kind", "revision"),
    [
        ("revision = revision + 1", "opened", RULES_REVISION + 1),
        ("kind = 'danced'", "danced", RULES_REVISION),
    ],
)
async def test_an_event_of_later_rules_or_of_no_kind_that_is_known_is_named(
    store: Store, spoiled: str, kind: str, revision: int
) -> None:
    await five(store)
    assert await change(store, f"UPDATE event SET {spoiled} WHERE table_id = ?1 AND version = 1", [TABLE])
    with pytest.raises(UnknownEvent) as unknown:
        await store.streams.read(TABLE)
    assert unknown.value.args == (TABLE, 1, kind, revision)


async def broken_at(store: Store, *changes: str) -> int:
    """The event at which the chain of the table breaks after these changes."""
    for one in changes:
        assert await change(store, one) == 1
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
    last = "SELECT hash FROM event WHERE table_id = ?1 AND version = 5"
    ((head,),) = await inside(store, lambda db: db.execute(last, (TABLE,)).fetchall())
    forged = (TABLE, 6, "closed", '{"why":"empty"}', 1, None, 0)
    row = (*forged, link(bytes(head), *forged))
    columns = "table_id, version, kind, body, revision, actor, at, hash"
    put = f"INSERT INTO event ({columns}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
    assert await change(store, put, row) == 1
    with pytest.raises(BrokenChain) as broken:
        await store.streams.verify_chain(TABLE)
    assert broken.value.args == (TABLE, 6)


async def test_a_closed_table_marked_open_is_found(store: Store) -> None:
    await opened(store, TABLE, Closed("empty"))
    assert await store.streams.verify_chain(TABLE) == 2
    assert await broken_at(store, "UPDATE stream SET open = 1") == 3
