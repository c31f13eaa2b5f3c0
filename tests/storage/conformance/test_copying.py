"""A whole database goes from one engine to the other and back, and is the same."""

from __future__ import annotations

from storage.engine import Part
from storage.store import Store
from tests.trials.stage.happenings import (
    OTHER,
    TABLE,
    opened,
    played,
)


async def test_a_long_chain_is_told_of_at_every_hundred_events(store: Store) -> None:
    await opened(store, TABLE, *[played()] * 249)
    await opened(store, OTHER, played())
    heard: list[tuple[Part, int, int]] = []
    assert await store.checks.verify_chains(lambda *told: heard.append(told)) == ({TABLE: 250, OTHER: 2}, {})
    assert heard == [(Part.CHECKING, done, 252) for done in (100, 200, 250, 252)]
