"""Leaderboards, ratings and statistics: figures worked out by hand, and pages that read no more than they
show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from rules.counting.rubber import Share
from rules.seats import BySeat, RobotMember, Seat, Side
from rules.table.events import ChairTaken, RubberBegun, RubberReckoned
from storage.ports.records import (
    Append,
    BestDeal,
    Board,
    Career,
    DealCount,
    DealShare,
    Place,
    Ranked,
    Stored,
    TableId,
    UserId,
)
from storage.store import Store
from tests.storage.conftest import Clock
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

A, B, C, D = (USERS[person] for person in (ANNA, BORIS, CLARA, DMITRI))


DEAL = DealCount(
    "biritch",
    1,
    (
        DealShare(ANNA, 24, ("deal", "declared H", "made H")),
        DealShare(BORIS, -24, ("deal", "contre lost")),
        DealShare(CLARA, 24, ("deal",)),
    ),
)


async def rubber(
    store: Store, number: int, winner: Side, value: int, *, table: TableId = TABLE, uncounted: str = ""
) -> None:
    """One more rubber: Anna and Clara are north and south."""
    stands = await store.streams.find_stream(table)
    assert stands is not None
    await store.streams.append(
        Append(table, stands.version, [begun(number), reckoned(number, winner, value, uncounted)])
    )


async def lines(store: Store, board: Board, period: str = "all") -> tuple[Ranked, ...]:
    return (await store.standings.leaderboard(HERE.guild, "biritch", board, period)).lines


async def test_a_rubber_counts_in_the_month_in_utc_in_which_it_ended(store: Store, clock: Clock) -> None:
    await opened(store)
    for number, (year, month, day, hour) in enumerate(
        [(2025, 12, 31, 23), (2026, 1, 1, 0), (2026, 2, 28, 12)], 1
    ):
        clock.time = datetime(year, month, day, hour, 59, tzinfo=UTC).timestamp()
        await rubber(store, number, Side.NS, 10**number)
    found = {
        period: (await lines(store, Board.PERSONS, period))[0].points
        for period in ("all", "2025", "2025-12", "2026", "2026-01", "2026-02")
    }
    assert found == {
        "all": 1110,
        "2025": 10,
        "2025-12": 10,
        "2026": 1100,
        "2026-01": 100,
        "2026-02": 1000,
    }
    assert await lines(store, Board.PERSONS, "2026-03") == ()


async def test_partners_are_one_line_whoever_sat_where(store: Store) -> None:
    await opened(store)
    await rubber(store, 1, Side.NS, 100)
    people = {ANNA: C, BORIS: D, CLARA: A, DMITRI: B}
    await store.streams.append(
        Append(OTHER, 0, [OPENED, begun(), reckoned(1, Side.EW, 30)], place=HERE, people=people)
    )
    assert await lines(store, Board.PAIRS) == (Ranked(A, 2, 1, 70, C), Ranked(B, 2, 1, -70, D))
    (rating,) = [one.rating for one in await lines(store, Board.RATING) if one.user == A]
    for user, partner in (A, C), (C, A):
        (pair,) = (await store.standings.record(HERE.guild, "biritch", user)).pairs
        assert (pair.user, pair.partner, pair.points, pair.rating) == (user, partner, 70, rating)


def alone(number: int, winner: Side, value: int, *more: Share) -> list[RubberBegun | RubberReckoned]:
    """A rubber of Anna's, who sits in the north, with three robots."""
    robots = [RobotMember(name) for name in ("Clay", "Pole", "Deschapelles")]
    seats = BySeat(ANNA, *robots)
    whole = reckoned(number, winner, value)
    shares = (Share(ANNA, Side.NS), *more)
    result = replace(whole.result, shares=shares, uncounted="seats")
    return [RubberBegun(number, "biritch", (), seats, Seat.NORTH, ()), RubberReckoned(1, result)]  # type: ignore[arg-type]


async def test_one_person_against_robots_has_a_record_apart(store: Store) -> None:
    """Anna wins 80, loses 30 and, when the friend has gone, wins 5. With a friend, from the beginning or
    later, it is none; nor where all but one of four people left."""
    await opened(store)
    await store.streams.append(Append(TABLE, 1, alone(1, Side.NS, 80)))
    await store.streams.append(Append(TABLE, 3, alone(2, Side.EW, 30)))
    four = reckoned(3, Side.NS, 999).result
    left = replace(four, shares=(Share(ANNA, Side.NS),), uncounted="seats")
    await store.streams.append(Append(TABLE, 5, [begun(3), RubberReckoned(1, left)]))
    await store.streams.append(Append(TABLE, 7, alone(4, Side.NS, 999, Share(CLARA, Side.NS))))
    began, over = alone(5, Side.NS, 999)
    await store.streams.append(Append(TABLE, 9, [began, ChairTaken(Seat.EAST, BORIS, shares=False), over]))
    await store.streams.append(Append(TABLE, 12, alone(6, Side.NS, 5)))
    assert await lines(store, Board.ALONE) == (Ranked(A, 3, 2, 55),)
    assert await lines(store, Board.PERSONS) == () == await lines(store, Board.PAIRS)
    record = await store.standings.record(HERE.guild, "biritch", A)
    assert (record.ranked, record.alone, record.results) == (None, Ranked(A, 3, 2, 55), ())


async def test_deeds_are_counted_and_the_deal_that_brought_most_is_kept(store: Store, clock: Clock) -> None:
    await opened(store)
    deals = [(1, 24, ("deal", "declared H", "made H")), (2, 90, ("deal", "contre won")), (3, 90, ("deal",))]
    for number, points, words in deals:
        clock.time += 60
        deal = DealCount("biritch", number, (DealShare(ANNA, points, words),))
        await store.streams.append(Append(TABLE, 1, [], deal=deal))
    record = await store.standings.record(HERE.guild, "biritch", A)
    assert record.deeds == {"deal": 3, "declared H": 1, "made H": 1, "contre won": 1}
    assert record.best == BestDeal(TABLE, 2, 90)
    assert (await store.standings.record(HERE.guild, "vint", A)).deeds == {}
    assert (await store.standings.record(HERE.guild, "biritch", B)).best is None


async def test_the_best_deal_is_the_first_that_brought_so_much_and_one_that_brought_nothing_is_none(
    store: Store, clock: Clock
) -> None:
    """The clock is set back before the last of them: that was the first."""
    await opened(store)
    await opened(store, OTHER)

    async def over(table: TableId, number: int, points: int) -> BestDeal | None:
        deal = DealCount("biritch", number, (DealShare(ANNA, points, ()),))
        await store.streams.append(Append(table, 1, [], deal=deal))
        return (await store.standings.record(HERE.guild, "biritch", A)).best

    assert await over(TABLE, 1, 0) is None and await over(TABLE, 2, -40) is None
    assert await over(TABLE, 3, 1) == BestDeal(TABLE, 3, 1)
    assert await over(TABLE, 4, 9) == BestDeal(TABLE, 4, 9)
    assert await over(TABLE, 5, 9) == BestDeal(TABLE, 4, 9)
    assert await over(OTHER, 1, 9) == BestDeal(TABLE, 4, 9)
    clock.time -= 60
    assert await over(OTHER, 2, 9) == BestDeal(OTHER, 2, 9)
    assert await over(OTHER, 3, 10) == BestDeal(OTHER, 3, 10)


async def test_a_record_tells_of_one_user_at_one_game_in_one_server(store: Store, clock: Clock) -> None:
    """Anna wins 100 with Clara and loses 30. Another game, and deals in another server, do not count."""
    await store.checks.rebuild_projections(no_deals)
    await opened(store)
    began = clock.time
    for number, (winner, value) in enumerate(((Side.NS, 100), (Side.EW, 30)), 1):
        clock.time += 60
        await rubber(store, number, winner, value)
    await store.streams.append(Append(TABLE, 5, alone(3, Side.NS, 80)))
    await store.streams.append(Append(TABLE, 7, [], deal=DEAL))
    elsewhere, vint = Place(HERE.guild + 1, 9), TableId("c0ffee")
    events = [OPENED, begun(), reckoned(1, Side.EW, 999)]
    await store.streams.append(Append(OTHER, 0, events, place=elsewhere, people=USERS))  # type: ignore[arg-type]
    await store.streams.append(
        Append(vint, 0, [OPENED, begun(1, "vint"), reckoned(1, Side.EW, 7)], place=HERE, people=USERS)
    )
    (rating,) = [one.rating for one in await lines(store, Board.RATING) if one.user == A]
    assert rating is not None
    assert await store.standings.record(HERE.guild, "biritch", A) == Career(
        ranked=Ranked(A, 2, 1, 70),
        alone=Ranked(A, 1, 1, 80),
        results=((began + 60, 100), (began + 120, -30)),
        deeds={"deal": 1, "declared H": 1, "made H": 1},
        best=BestDeal(TABLE, 1, 24),
        pairs=(Ranked(A, 2, 1, 70, C, rating),),
    )
    there = await store.standings.record(elsewhere.guild, "biritch", A)
    assert (there.ranked, there.alone, there.deeds) == (Ranked(A, 1, 0, -999), None, {})
    assert [points for _, points in there.results] == [-999]
    other = await store.standings.record(HERE.guild, "vint", B)
    assert (other.ranked, [points for _, points in other.results]) == (Ranked(B, 1, 1, 7), [7])
    assert await store.standings.record(HERE.guild, "biritch", UserId(99)) == Career(
        None, None, (), {}, None, ()
    )


async def test_a_record_draws_the_last_two_hundred_rubbers_and_names_five_partners(
    store: Store, clock: Clock
) -> None:
    """Anna has seven partners: three rubbers with one, two with another, one with each of the rest."""
    partners = [UserId(1000 + number) for number in range(7)]
    for number, partner in enumerate(partners):
        table = TableId(f"t{number}")
        people = {**USERS, CLARA: partner}
        await store.streams.append(Append(table, 0, [OPENED], place=HERE, people=people))
        for again in range({5: 3, 6: 2}.get(number, 1)):
            clock.time += 1
            await rubber(store, again + 1, Side.NS, 10 + number, table=table)
    found = (await store.standings.record(HERE.guild, "biritch", A)).pairs
    assert [(one.partner, one.rubbers, one.points) for one in found] == [
        (1005, 3, 45),
        (1006, 2, 32),
        (1000, 1, 10),
        (1001, 1, 11),
        (1002, 1, 12),
    ]
    for number in range(4, 205):
        clock.time += 1
        await rubber(store, number, Side.NS, number, table=TableId("t5"))
    results = (await store.standings.record(HERE.guild, "biritch", A)).results
    assert [points for _, points in results] == list(range(5, 205))
    assert results[-1][0] == clock.time


async def test_the_last_game_of_a_server_is_that_of_the_rubber_that_ended_there_last(
    store: Store, clock: Clock
) -> None:
    assert await store.standings.last_game(HERE.guild) is None
    for table, game, guild in (
        (TABLE, "vint", 100),
        (OTHER, "biritch", 100),
        (TableId("c0ffee"), "whist", 7),
    ):
        clock.time += 60
        events = [OPENED, begun(1, game), reckoned(1, Side.NS, 10)]
        await store.streams.append(Append(table, 0, events, place=Place(guild, 1), people=USERS))  # type: ignore[arg-type]
    assert [await store.standings.last_game(guild) for guild in (100, 7, 101)] == ["biritch", "whist", None]
    since = [(100, 61), (100, 60), (7, 1), (101, 1000)]
    played = [await store.standings.has_played_since(guild, clock.time - ago) for guild, ago in since]
    assert played == [True, False, True, False]


async def test_a_database_of_an_earlier_version_is_counted_once_at_the_start(store: Store) -> None:
    await opened(store)
    seen: list[TableId] = []

    def count(table: TableId, stored: Sequence[Stored]) -> list[tuple[DealCount, float]]:
        seen.append(table)
        return [(DEAL, stored[-1].at)]

    await inside(store, lambda db: db.execute("UPDATE counted SET revision = 0"))
    assert await store.checks.rebuild_projections(count, if_due=True)
    assert not await store.checks.rebuild_projections(count, if_due=True)
    assert seen == [TABLE]
    assert (await store.standings.record(HERE.guild, "biritch", A)).best == BestDeal(TABLE, 1, 24)


async def test_a_table_that_cannot_be_read_keeps_no_other_from_being_counted(store: Store) -> None:
    await opened(store)
    await store.streams.append(Append(OTHER, 0, [OPENED], place=HERE, people=USERS))
    await inside(store, lambda db: db.execute("UPDATE event SET body = '{}' WHERE table_id = ?1", (OTHER,)))
    await store.checks.rebuild_projections(lambda table, stored: [(DEAL, 1.0)])
    assert (await store.standings.record(HERE.guild, "biritch", A)).deeds["deal"] == 1


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
    assert [one.points for one in await lines(store, Board.PERSONS)] == [50, -50, -50, -110]
    pairs = {(one.user, one.partner): one.points for one in await lines(store, Board.PAIRS)}
    assert pairs == {(A, C): -30, (B, D): -50}
    rated = await lines(store, Board.RATING)
    assert {(one.user, one.partner): one.rubbers for one in rated} == {(A, C): 1, (B, D): 2}


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


async def test_a_server_has_played_where_anything_was_done_at_a_table_of_it_since(
    store: Store, clock: Clock
) -> None:
    await opened(store)
    at, there = clock.time, HERE.guild + 1
    clock.time += 60
    await store.streams.append(Append(OTHER, 0, [OPENED], place=Place(there, 1)))
    since = [(HERE.guild, at - 0.001), (HERE.guild, at), (there, at), (there + 1, 0.0)]
    played = [await store.standings.has_played_since(*one) for one in since]
    assert played == [True, False, True, False]
    await store.streams.append(Append(TABLE, 1, [begun()]))
    assert await store.standings.has_played_since(HERE.guild, at)


async def test_rubbers_that_ended_at_the_same_moment_are_told_by_their_tables_and_numbers(
    store: Store,
) -> None:
    for table, values in ((OTHER, (20,)), (TABLE, (10, 11))):
        await opened(store, table)
        for number, value in enumerate(values, 1):
            await rubber(store, number, Side.NS, value, table=table)
    results = (await store.standings.record(HERE.guild, "biritch", A)).results
    assert [points for _, points in results] == [10, 11, 20]
    known = (await store.people.known(A))["results"]
    assert [(one["table_id"], one["number"]) for one in known] == [(TABLE, 1), (TABLE, 2), (OTHER, 1)]
