"""The leaderboard follows from the log, to the last point and the last byte."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest

from rules.record.codec import encode
from rules.seats import Person, Side
from storage.ports.records import Append, DatabaseAddress, Place
from storage.store import Store
from tests.storage.conformance.test_projections import B, rubber
from tests.storage.conftest import Clock, both
from tests.trials.stage.happenings import (
    ANNA,
    HERE,
    OPENED,
    OTHER,
    USERS,
    begun,
    inside,
    no_deals,
    opened,
    reckoned,
    rows,
)


def projected(db: sqlite3.Connection) -> list[Any]:
    found = rows(db)
    return [found[name] for name in ("rubber", "rubber_share", "standing", "rating", "result")]


@both
async def test_the_projections_are_rebuilt_to_the_same_bytes(
    store: Store, clock: Clock, where: DatabaseAddress
) -> None:
    await opened(store)
    for number in range(1, 8):
        clock.time += 1000.0625
        winner = Side.NS if number % 3 else Side.EW
        await rubber(
            store,
            number,
            winner,
            (-1) ** number * 2 ** (30 * number),
            uncounted="" if number % 4 else "seats",
        )
    await store.streams.append(
        Append(OTHER, 0, [OPENED, begun(), reckoned(1, Side.NS, 30)], place=Place(7, 8), people=USERS)
    )
    await store.people.forget(B)
    await store.checks.rate_late()
    await store.streams.move(OTHER, 9)
    before, board = (
        await inside(store, projected),
        (await store.standings.leaderboard(HERE.guild, "biritch")).lines,
    )
    assert len(before[0]) == 8
    assert len(before[1]) == 32
    await store.checks.rebuild_projections(no_deals)
    assert await inside(store, projected) == before

    def spoil(db: sqlite3.Connection) -> None:
        db.execute("UPDATE rubber SET value = '1', game = 'vint'")
        db.execute("DELETE FROM rubber_share WHERE side = 'NS'")
        db.execute("DELETE FROM standing WHERE period = 'all'")
        db.execute("UPDATE rating SET mu = mu + 1")

    await inside(store, spoil)
    assert await inside(store, projected) != before
    await store.checks.rebuild_projections(no_deals)
    assert await inside(store, projected) == before
    assert (await store.standings.leaderboard(HERE.guild, "biritch")).lines == board


async def test_projections_that_cannot_be_rebuilt_stay_as_they_were(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    await opened(store)
    await rubber(store, 1, Side.NS, 10)
    before = await inside(store, projected)
    change = "UPDATE event SET revision = revision + ?2 WHERE kind = ?1"
    for kind in ("rubber_reckoned", "rubber_begun"):
        await inside(store, lambda db, kind=kind: db.execute(change, (kind, 99)))  # type: ignore[misc]
        await store.checks.rebuild_projections(no_deals)
        assert await inside(store, projected) == before
        assert f"what is counted of server {HERE.guild} stays as it is: UnknownEvent" in caplog.text
        caplog.clear()
        await inside(store, lambda db, kind=kind: db.execute(change, (kind, -99)))  # type: ignore[misc]


def test_a_value_beyond_every_integer_is_stored_as_decimal_text() -> None:
    kind, body = encode(reckoned(1, Side.NS, 2**200))
    assert kind == "rubber_reckoned"
    assert f'"{2**200}"' in body
    assert Person("a1") == ANNA
