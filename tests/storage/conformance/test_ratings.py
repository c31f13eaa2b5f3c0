"""Ratings of partners, by the formulas of their authors, whatever order rubbers are written down in."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import replace
from math import exp, sqrt
from typing import Any

import pytest

from rules.seats import Side
from rules.table.events import RubberReckoned
from storage.ports.records import Append, Board, Place, TableId, UserId
from storage.store import Store
from tests.storage.conformance.test_standings import DEAL, A, B, C, D, lines, rubber
from tests.storage.conftest import Clock
from tests.storage.spoiling import change
from tests.trials.stage.happenings import (
    ANNA,
    BORIS,
    CLARA,
    DMITRI,
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


def one_match(
    winner: tuple[float, float], loser: tuple[float, float], score: float = 1.0
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Weng and Lin (2011), algorithm 1, for two teams of one: each is a mean and a deviation. ``score`` is
    the winner's; a half is a draw. The deviation has grown by a 300th of 25 before."""
    beta, tau = 25 / 6, 25 / 300
    first, second = winner[1] ** 2 + tau**2, loser[1] ** 2 + tau**2
    c = sqrt(first + second + 2 * beta**2)
    expected = 1 / (1 + exp((loser[0] - winner[0]) / c))
    spread = expected * (1 - expected)

    def after(mean: float, variance: float, gained: float) -> tuple[float, float]:
        shrunk = 1 - sqrt(variance) / c * variance / c**2 * spread
        return mean + variance / c * gained, sqrt(variance) * sqrt(max(shrunk, 0.0001))

    return after(winner[0], first, score - expected), after(loser[0], second, expected - score)


def rated(db: sqlite3.Connection) -> list[tuple[object, ...]]:
    return db.execute("SELECT * FROM rating ORDER BY user_id, partner_id").fetchall()


async def test_a_rating_is_what_the_published_formulas_give(store: Store) -> None:
    """Anna and Clara win, win at a loss (so that the others gained), and draw."""
    await opened(store)
    new = 25.0, 25 / 3
    ac, bd = one_match(new, new)
    bd, ac = one_match(bd, ac)
    ac, bd = one_match(ac, bd, 0.5)
    for number, value in enumerate((100, -36, 0), 1):
        await rubber(store, number, Side.NS, value)
    found = {(one.user, one.partner): (one.rating, one.rubbers) for one in await lines(store, Board.RATING)}
    for pair, (mean, deviation) in (((A, C), ac), ((B, D), bd)):
        assert found[pair] == (pytest.approx(1500 + 24 * (mean - 3 * deviation), abs=1e-9), 3)
    assert round(24 * (one_match(new, new)[0][0] - 3 * one_match(new, new)[0][1])) == 83


async def test_a_pair_is_rated_apart_in_each_server_and_game_whoever_ended_a_rubber_last(
    store: Store, clock: Clock
) -> None:
    """The same two pairs play in two servers and at two games: everywhere it is their first rubber."""
    await opened(store)
    elsewhere = Place(HERE.guild + 1, 9)
    for number, (place, game) in enumerate(((HERE, "biritch"), (elsewhere, "biritch"), (HERE, "vint"))):
        clock.time += 60
        events = [OPENED, begun(1, game), reckoned(1, Side.NS, 10 + number)]
        await store.streams.append(Append(TableId(f"r{number}"), 0, events, place=place, people=USERS))  # type: ignore[arg-type]
    boards = [
        (await store.standings.leaderboard(place.guild, game, Board.RATING)).lines
        for place, game in ((HERE, "biritch"), (elsewhere, "biritch"), (HERE, "vint"))
    ]
    new = 25.0, 25 / 3
    expected = [1500 + 24 * (mean - 3 * deviation) for mean, deviation in one_match(new, new)]
    for points, board in zip((10, 11, 12), boards, strict=True):
        assert [one.rating for one in board] == pytest.approx(expected, abs=1e-9)
        assert [(one.user, one.points, one.rubbers) for one in board] == [(A, points, 1), (B, -points, 1)]


async def test_when_somebody_is_forgotten_those_of_other_tables_are_rated_as_before(
    store: Store, clock: Clock
) -> None:
    """At the second table others have the same pseudonyms. Boris's rubber counts for Anna and Clara as one
    against a new pair, which it was."""
    await opened(store)
    others = {person: UserId(user + 500) for person, user in USERS.items()}
    await store.streams.append(Append(OTHER, 0, [OPENED], place=HERE, people=others))
    for number, (table, winner) in enumerate(((TABLE, Side.NS), (OTHER, Side.EW))):
        clock.time += 60
        await store.streams.append(Append(table, 1, [begun(), reckoned(1, winner, 10 + number)]))
    before = await lines(store, Board.RATING)
    assert {(one.user, one.partner) for one in before} == {(A, C), (B, D), (511, 533), (522, 544)}
    await store.people.forget(B)
    await store.checks.rate_late()
    assert await lines(store, Board.RATING) == tuple(one for one in before if one.user != B)


async def test_a_side_with_a_robot_plays_as_a_new_pair_and_is_not_rated(store: Store) -> None:
    await opened(store)
    whole = reckoned(1, Side.EW, 50).result
    shares = tuple(share for share in whole.shares if share.person != CLARA)
    for number in (1, 2):
        stands = await store.streams.find_stream(TABLE)
        assert stands is not None
        part = replace(whole, number=number, shares=shares)
        await store.streams.append(Append(TABLE, stands.version, [begun(number), RubberReckoned(1, part)]))
    (bd, _) = one_match((25.0, 25 / 3), (25.0, 25 / 3))
    (bd, _) = one_match(bd, (25.0, 25 / 3))
    (line,) = await lines(store, Board.RATING)
    assert (line.user, line.partner, line.won) == (B, D, 2)
    assert line.rating == pytest.approx(1500 + 24 * (bd[0] - 3 * bd[1]), abs=1e-9)


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


async def test_after_somebody_is_forgotten_all_is_as_if_it_were_counted_again(store: Store) -> None:
    await opened(store)
    for number, winner in enumerate((Side.NS, Side.EW, Side.NS), 1):
        await rubber(store, number, winner, 100)
    await store.streams.append(Append(TABLE, 7, [], deal=DEAL))
    await store.people.forget(A)
    await store.checks.rate_late()
    names = ("standing", "rating", "result")

    def kept(db: sqlite3.Connection) -> list[list[object]]:
        return [sorted(db.execute(f"SELECT * FROM {name}").fetchall(), key=repr) for name in names]

    before = await inside(store, kept)
    await store.checks.rebuild_projections(lambda table, stored: [(DEAL, 5.0)])
    assert await inside(store, kept) == before
    assert [one.user for one in await lines(store, Board.RATING)] == [B]
    users = await inside(store, lambda db: {row[0] for row in db.execute("SELECT user_id FROM deed")})
    assert users == {B, C}


async def test_a_pair_that_plays_in_two_servers_has_one_line_on_the_board_of_each(store: Store) -> None:
    await opened(store, TABLE, begun(), reckoned(1, Side.NS, 10))
    elsewhere = [OPENED, begun(), reckoned(1, Side.EW, 20)]
    await store.streams.append(
        Append(OTHER, 0, elsewhere, place=Place(HERE.guild + 1, 9), people=USERS)  # type: ignore[arg-type]
    )
    found = await lines(store, Board.RATING)
    assert [(one.user, one.partner, one.won, one.points) for one in found] == [(A, C, 1, 10), (B, D, 0, -10)]


async def rated_pairs(store: Store, clock: Clock) -> None:
    """Of seven pairs each wins against the next, in order. If somebody of the second is forgotten, its loss
    counts no more: the five after it are then rated otherwise."""
    for number in range(6):
        clock.time += 60
        north, south = UserId(300 + number), UserId(400 + number)
        people = {ANNA: north, CLARA: south, BORIS: UserId(north + 1), DMITRI: UserId(south + 1)}
        events = [OPENED, begun(), reckoned(1, Side.NS, 10 + number)]
        await store.streams.append(Append(TableId(f"t{number}"), 0, events, place=HERE, people=people))  # type: ignore[arg-type]


async def board(store: Store) -> Any:
    return (await store.standings.leaderboard(HERE.guild, "biritch", Board.RATING)).lines


def ratings_of(lines: Any) -> dict[int, float]:
    return {one.user: one.rating for one in lines}


async def test_a_rubber_that_ends_before_the_last_leaves_all_as_it_was_until_it_is_rated_too(
    store: Store, clock: Clock
) -> None:
    """As by the clock of another process, which is behind."""
    await rated_pairs(store, clock)
    before = ratings_of(await board(store))
    clock.time -= 330
    people = {ANNA: UserId(301), CLARA: UserId(401), BORIS: UserId(300), DMITRI: UserId(400)}
    late = [OPENED, begun(), reckoned(1, Side.NS, 500)]
    await store.streams.append(Append(TableId("late"), 0, late, place=HERE, people=people))  # type: ignore[arg-type]
    assert ratings_of(await board(store)) == before
    await store.checks.rate_forgotten()
    after = await board(store)
    assert {one.user for one in after if one.rating != before[one.user]} == {*before}
    assert (await store.checks.check_projections(no_deals, unhurried=False)).mended == {}
    assert await board(store) == after


async def test_two_who_are_forgotten_at_once_leave_the_others_rated_without_both(
    store: Store, clock: Clock
) -> None:
    await rated_pairs(store, clock)
    await asyncio.gather(*(store.people.forget(UserId(one)) for one in (301, 402, 303)))
    await store.checks.rate_late()
    lines = await board(store)
    assert {one.user for one in lines} == {300, 304, 305, 306}
    assert (await store.checks.check_projections(no_deals, unhurried=False)).mended == {}


async def test_whoever_is_forgotten_is_so_before_the_others_are_rated_anew(
    store: Store, clock: Clock
) -> None:
    """At a busy server that takes long, and whatever has somebody in memory is told only then."""
    await rated_pairs(store, clock)
    before = ratings_of(await board(store))
    await store.people.forget(UserId(301))
    assert ratings_of(await board(store)) == {user: before[user] for user in before if user != 301}
    await store.checks.rate_late()
    after = ratings_of(await board(store))
    assert {user for user in after if after[user] != before[user]} == {302, 303, 304, 305, 306}


async def test_a_game_that_cannot_be_rated_keeps_no_other_from_it(store: Store, clock: Clock) -> None:
    await rated_pairs(store, clock)
    people = {ANNA: UserId(301), CLARA: UserId(401), BORIS: UserId(300), DMITRI: UserId(400)}
    events = [OPENED, begun(), reckoned(1, Side.NS, 10)]
    elsewhere = Place(HERE.guild + 1, 9)
    await store.streams.append(Append(TableId("e"), 0, events, place=elsewhere, people=people))  # type: ignore[arg-type]
    await store.people.forget(UserId(401))
    await change(store, f"UPDATE rubber SET value = 'x' WHERE guild = {elsewhere.guild}")
    with pytest.raises(ValueError, match="'x'"):
        await store.checks.rate_late()
    await store.checks.rate_late()
    lines = await board(store)
    await change(store, f"UPDATE rubber SET value = '10' WHERE guild = {elsewhere.guild}")
    await store.checks.check_projections(no_deals, unhurried=False)
    assert await board(store) == lines


ELSEWHERE = Place(HERE.guild + 1, 9)
BOARDS = ((HERE, "biritch"), (HERE, "vint"), (ELSEWHERE, "biritch"))


async def boards(store: Store) -> list[Any]:
    read = store.standings.leaderboard
    return [(await read(place.guild, game, Board.RATING)).lines for place, game in BOARDS]


async def test_a_game_that_is_counted_again_since_a_rubber_came_late_leaves_other_games_and_servers_rated(
    store: Store, clock: Clock
) -> None:
    for number, (place, game) in enumerate(BOARDS):
        clock.time += 60
        events = [OPENED, begun(1, game), reckoned(1, Side.NS, 10 + number)]
        await store.streams.append(Append(TableId(f"r{number}"), 0, events, place=place, people=USERS))  # type: ignore[arg-type]
    clock.time -= 5000
    late = [OPENED, begun(), reckoned(1, Side.EW, 30)]
    await store.streams.append(Append(OTHER, 0, late, place=HERE, people=USERS))  # type: ignore[arg-type]
    await store.checks.rate_late()
    before = await boards(store)
    assert [one[0].rubbers for one in before] == [2, 1, 1]
    await store.checks.rebuild_projections(no_deals)
    assert await boards(store) == before


async def test_a_rating_that_no_rubber_stands_behind_goes_and_those_of_the_same_people_stay(
    store: Store, clock: Clock
) -> None:
    """Anna and Clara, Boris and Dmitri have played everywhere but at biritch here, where Anna has played with
    Boris, and Clara with Dmitri."""
    for number, (place, game) in enumerate(BOARDS[1:]):
        events = [OPENED, begun(1, game), reckoned(1, Side.NS, 10)]
        await store.streams.append(Append(TableId(f"r{number}"), 0, events, place=place, people=USERS))  # type: ignore[arg-type]
    crossed = {ANNA: A, CLARA: B, BORIS: C, DMITRI: D}
    events = [OPENED, begun(), reckoned(1, Side.NS, 10)]
    await store.streams.append(Append(TABLE, 0, events, place=HERE, people=crossed))  # type: ignore[arg-type]
    before = await boards(store)
    assert [(one.user, one.partner) for one in before[0]] == [(A, B), (C, D)]
    await change(
        store,
        "INSERT INTO rating (guild, game, user_id, partner_id, rubbers, mu, sigma, shown)"
        f" SELECT guild, 'biritch', user_id, partner_id, rubbers, mu, sigma, shown FROM rating"
        f" WHERE guild = {HERE.guild} AND game = 'vint'",
    )
    assert len((await boards(store))[0]) == 4
    clock.time -= 5000
    late = [OPENED, begun(), reckoned(1, Side.NS, 30)]
    await store.streams.append(Append(OTHER, 0, late, place=HERE, people=crossed))  # type: ignore[arg-type]
    await store.checks.rate_late()
    after = await boards(store)
    assert [(one.user, one.partner, one.rubbers) for one in after[0]] == [(A, B, 2), (C, D, 2)]
    assert after[1:] == before[1:]


async def test_a_rubber_that_does_not_count_rates_nobody_and_holds_no_other_up(
    store: Store, clock: Clock
) -> None:
    """It ended last, by a clock that was ahead."""
    await opened(store)
    await rubber(store, 1, Side.NS, 100)
    clock.time += 100
    await rubber(store, 2, Side.NS, 100, uncounted="seats")
    clock.time -= 50
    await rubber(store, 3, Side.EW, 100)
    rated = {(one.user, one.partner): one.rubbers for one in await lines(store, Board.RATING)}
    assert rated == {(A, C): 2, (B, D): 2}
    assert (await store.checks.check_projections(no_deals, unhurried=False)).mended == {}
    await store.people.forget(B)
    await store.checks.rate_late()
    assert [(one.user, one.partner, one.rubbers) for one in await lines(store, Board.RATING)] == [(A, C, 2)]
