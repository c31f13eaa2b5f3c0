"""Leaderboards, ratings and statistics: figures worked out by hand, and pages that read no more than they
show."""

from __future__ import annotations

import re

import pytest

from rules.seats import Side
from storage import deeds, ratings, standings
from storage.standings import sortable_points
from storage.store import Store
from tests.storage.conformance.test_standings import rubber
from tests.trials.stage.happenings import (
    inside,
    opened,
)


def test_text_orders_points_as_numbers() -> None:
    points = [-(10**40), -(2**64), -1000, -999, -10, -9, -1, 0, 1, 9, 10, 99, 100, 2**64, 10**40]
    assert sorted(points, key=sortable_points) == points


def test_the_text_that_orders_points_is_the_one_that_was_always_stored() -> None:
    """A sign, the number of digits, the digits; all turned round below nothing."""
    found = [sortable_points(points) for points in (0, 7, 140, -1, -140)]
    assert found == ["10000010", "10000017", "1000003140", "09999998", "0999997859"]


async def test_to_rate_the_newest_rubber_takes_no_more_for_all_those_before_it(store: Store) -> None:
    await opened(store)
    statements: list[str] = []
    took = []
    for number in range(1, 9):
        statements.clear()
        await inside(store, lambda db: db.set_trace_callback(statements.append))
        await rubber(store, number, Side.NS, 100)
        await inside(store, lambda db: db.set_trace_callback(None))
        took.append(sum("rating" in one for one in statements))
    assert took[7] == took[1] > 0


@pytest.mark.parametrize(
    ("sql", "index"),
    [
        (standings.PAGE, "standing USING COVERING INDEX standing_place"),
        (standings.COUNT, "standing USING COVERING INDEX standing_place"),
        (standings.RATED, "rating USING COVERING INDEX rating_place"),
        (standings.COUNT_RATED, "rating USING COVERING INDEX rating_place"),
        (standings.RESULTS, "result USING PRIMARY KEY"),
        (standings.PAIRS, "standing USING INDEX standing_partner"),
        (standings.LAST_GAME, "rubber USING INDEX rubber_last"),
        (standings.OF, "standing USING PRIMARY KEY"),
        (deeds.OF_USER, "deed USING PRIMARY KEY"),
        (ratings.LAST, "rubber USING INDEX rubber_ranked"),
        *((one, "standing USING COVERING INDEX standing_") for one in standings.FORGET[:2]),
    ],
)
async def test_no_page_reads_more_than_an_index_leads_it_to(store: Store, sql: str, index: str) -> None:
    asked = (1,) * len(set(re.findall(r"\?\d", sql)))
    plan = await inside(store, lambda db: db.execute(f"EXPLAIN QUERY PLAN {sql}", asked).fetchall())
    told = [row[3] for row in plan]
    assert any(index in one for one in told), told
    assert not any(one.startswith("SCAN") for one in told), told
    if sql is not standings.PAIRS:  # a person's partners are few
        assert not any("TEMP B-TREE" in one for one in told), told
