"""Leaderboards, ratings and statistics: figures worked out by hand, and pages that read no more than they
show."""

from __future__ import annotations

import re
import sqlite3
from dataclasses import replace

import pytest

from rules.seats import Person, Side
from rules.table.events import RubberReckoned
from storage import deeds, ratings, standings
from storage.ports.records import (
    Append,
    Board,
    TableId,
    UserId,
)
from storage.standings import sortable_points
from storage.store import Store
from tests.storage.conformance.test_standings import DEAL, A, B, C, D, lines, one_match, rubber
from tests.storage.conftest import Clock, both
from tests.storage.happenings import (
    ANNA,
    HERE,
    OPENED,
    OTHER,
    TABLE,
    USERS,
    begun,
    inside,
    no_deals,
    opened,
    reckoned,
)


def test_text_orders_points_as_numbers() -> None:
    points = [-(10**40), -(2**64), -1000, -999, -10, -9, -1, 0, 1, 9, 10, 99, 100, 2**64, 10**40]
    assert sorted(points, key=sortable_points) == points


def test_the_text_that_orders_points_is_the_one_that_was_always_stored() -> None:
    """A sign, the number of digits, the digits; all turned round below nothing."""
    found = [sortable_points(points) for points in (0, 7, 140, -1, -140)]
    assert found == ["10000010", "10000017", "1000003140", "09999998", "0999997859"]


async def test_whoever_left_a_rubber_for_good_has_lost_it_and_nobody_else_has_for_that(store: Store) -> None:
    """North and South win 80. Anna, who sat North, had left: Clara wins alone, and their pair is not rated.
    Then they lose 30, Anna having left again: the pair has lost."""
    await opened(store)
    for number, winner, value in (1, Side.NS, 80), (2, Side.EW, 30):
        whole = reckoned(number, winner, value).result
        gone = tuple(replace(one, left=one.person == ANNA) for one in whole.shares)
        over = RubberReckoned(1, replace(whole, shares=gone))
        await store.streams.append(Append(TABLE, 2 * number - 1, [begun(number), over]))
    found = {one.user: (one.rubbers, one.won, one.points) for one in await lines(store, Board.PERSONS)}
    assert found == {C: (2, 1, 50), B: (2, 1, -50), D: (2, 1, -50), A: (2, 0, -110)}
    pairs = {(one.user, one.partner): one.points for one in await lines(store, Board.PAIRS)}
    assert pairs == {(A, C): -30, (B, D): -50}
    rated = await lines(store, Board.RATING)
    assert {(one.user, one.partner): one.rubbers for one in rated} == {(A, C): 1, (B, D): 2}


def rated(db: sqlite3.Connection) -> list[tuple[object, ...]]:
    return db.execute("SELECT * FROM rating ORDER BY user_id, partner_id").fetchall()


@both
async def test_ratings_follow_the_time_of_the_rubbers_though_the_clock_was_set_back(
    store: Store, clock: Clock
) -> None:
    """Anna and Clara lose one at another table, win one that was written down before but ended after it, and
    lose a third."""
    await opened(store)
    await rubber(store, 1, Side.NS, 100)
    clock.time -= 5000
    await store.streams.append(
        Append(OTHER, 0, [OPENED, begun(), reckoned(1, Side.EW, 30)], place=HERE, people=USERS)
    )
    clock.time += 9000
    await rubber(store, 2, Side.EW, 100)
    await store.checks.rate_late()
    new = 25.0, 25 / 3
    bd, ac = one_match(new, new)
    ac, bd = one_match(ac, bd)
    bd, ac = one_match(bd, ac)
    found = {(one.user, one.partner): one.rating for one in await lines(store, Board.RATING)}
    for pair, (mean, deviation) in (((A, C), ac), ((B, D), bd)):
        assert found[pair] == pytest.approx(1500 + 24 * (mean - 3 * deviation), abs=1e-9)
    before = await inside(store, rated)
    await store.checks.rebuild_projections(no_deals)
    assert await inside(store, rated) == before


@both
async def test_after_somebody_is_forgotten_all_is_as_if_it_were_counted_again(store: Store) -> None:
    await opened(store)
    for number, winner in enumerate((Side.NS, Side.EW, Side.NS), 1):
        await rubber(store, number, winner, 100)
    await store.streams.append(Append(TABLE, 7, [], deal=DEAL))
    await store.people.forget(A)
    names = ("standing", "rating", "result")

    def kept(db: sqlite3.Connection) -> list[list[object]]:
        return [sorted(db.execute(f"SELECT * FROM {name}").fetchall(), key=repr) for name in names]

    before = await inside(store, kept)
    await store.checks.rebuild_projections(lambda table, stored: [(DEAL, 5.0)])
    assert await inside(store, kept) == before
    assert [one.user for one in await lines(store, Board.RATING)] == [B]
    users = await inside(store, lambda db: {row[0] for row in db.execute("SELECT user_id FROM deed")})
    assert users == {B, C}


@both
async def test_pages_follow_each_other_without_gap(store: Store) -> None:
    for number in range(12):
        people = {person: UserId(1000 + 10 * number + place) for place, person in enumerate(USERS)}
        events = [OPENED, begun(), reckoned(1, Side.NS, number)]
        await store.streams.append(Append(TableId(f"t{number}"), 0, events, place=HERE, people=people))  # type: ignore[arg-type]
    await store.checks.rate_late()  # of the same moment those count first that were not stored first
    whole = await store.standings.leaderboard(HERE.guild, "biritch", most=100)  # type: ignore[call-arg]
    assert (len(whole.lines), whole.first, whole.total) == (48, 1, 48)
    pages = [
        await store.standings.leaderboard(HERE.guild, "biritch", first=first) for first in (1, 11, 21, 31, 41)
    ]
    assert [(page.first, page.total) for page in pages] == [(n, 48) for n in (1, 11, 21, 31, 41)]
    rated = await store.standings.leaderboard(HERE.guild, "biritch", Board.RATING, first=3, most=7)  # type: ignore[call-arg]
    assert (len(rated.lines), rated.first, rated.total) == (7, 3, 24)
    assert [len(page.lines) for page in pages] == [10, 10, 10, 10, 8]
    assert tuple(line for page in pages for line in page.lines) == whole.lines
    assert Person("a1") == ANNA


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
