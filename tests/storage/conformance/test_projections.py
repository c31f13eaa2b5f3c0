"""The leaderboard follows from the log, to the last point and the last byte."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.counting.rubber import RubberResult, Share
from rules.record.codec import encode
from rules.seats import Person, Side
from storage.errors import RubberNotBegun
from storage.ports.records import Append, Board, DatabaseAddress, Place, Ranked, TableId, UserId
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
    played,
    reckoned,
    rows,
)

A, B, C, D = (USERS[person] for person in (ANNA, BORIS, CLARA, DMITRI))


async def rubber(store: Store, number: int, winner: Side, value: int, **others: Any) -> None:
    """One more rubber at the table."""
    table = await store.streams.find_stream(TABLE)
    assert table is not None
    game, uncounted = others.get("game", "biritch"), others.get("uncounted", "")
    await store.streams.append(Append(TABLE, table.version, [begun(number, game), played()]))
    await store.streams.append(Append(TABLE, table.version + 2, [reckoned(number, winner, value, uncounted)]))


async def test_winners_win_the_value_and_losers_lose_it(store: Store) -> None:
    await opened(store)
    await rubber(store, 1, Side.NS, 120)
    await rubber(store, 2, Side.EW, 50)
    await rubber(store, 3, Side.NS, 7)
    assert (await store.standings.leaderboard(HERE.guild, "biritch")).lines == (
        Ranked(A, 3, 2, 77),
        Ranked(C, 3, 2, 77),
        Ranked(B, 3, 1, -77),
        Ranked(D, 3, 1, -77),
    )
    assert Ranked(A, 3, 2, 77).average == Fraction(77, 3)


async def test_a_rubber_may_be_won_at_a_loss(store: Store) -> None:
    await opened(store)
    await rubber(store, 1, Side.EW, -36)
    assert (await store.standings.leaderboard(HERE.guild, "biritch")).lines == (
        Ranked(A, 1, 0, 36),
        Ranked(C, 1, 0, 36),
        Ranked(B, 1, 1, -36),
        Ranked(D, 1, 1, -36),
    )
    shares = "SELECT alias, won, points FROM rubber_share ORDER BY alias"
    kept = await inside(store, lambda db: db.execute(shares).fetchall())
    won = {ANNA: (0, "36"), BORIS: (1, "-36"), CLARA: (0, "36"), DMITRI: (1, "-36")}
    assert kept == [(person.alias, *of) for person, of in won.items()]


async def test_nine_points_are_less_than_ten_and_minus_ten_less_than_minus_nine(store: Store) -> None:
    values = {11: 9, 12: 10, 13: 2**70, 14: 100, 15: -9, 16: -(2**70), 17: 0}
    for user, value in values.items():
        table = TableId(f"t{user}")
        people = {
            ANNA: UserId(user),
            BORIS: UserId(user + 100),
            CLARA: UserId(user + 200),
            DMITRI: UserId(user + 300),
        }
        events = [OPENED, begun(), reckoned(1, Side.NS, value)]
        await store.streams.append(Append(table, 0, events, place=HERE, people=people))  # type: ignore[arg-type]
    board = (await store.standings.leaderboard(HERE.guild, "biritch", most=100)).lines  # type: ignore[call-arg]
    assert [line.user for line in board if line.user < 100] == [13, 14, 12, 11, 17, 15, 16]
    assert [line.points for line in board] == sorted((line.points for line in board), reverse=True)


async def test_equal_points_are_ranked_by_fewer_rubbers_and_then_by_the_older_account(store: Store) -> None:
    await opened(store)
    for number, value in enumerate((10, 20), 1):
        await rubber(store, number, Side.NS, value)
    newer = {person: UserId(user + 1000) for person, user in USERS.items()}
    await store.streams.append(
        Append(OTHER, 0, [OPENED, begun(), reckoned(1, Side.NS, 30)], place=HERE, people=newer)
    )
    board = (await store.standings.leaderboard(HERE.guild, "biritch")).lines
    assert [line.user for line in board] == [A + 1000, C + 1000, A, C, B + 1000, D + 1000, B, D]
    best = {person: UserId(user + 2000) for person, user in USERS.items()}
    for name, place, game in (("there", Place(HERE.guild + 1, 1), "biritch"), ("vint", HERE, "vint")):
        events = [OPENED, begun(1, game), reckoned(1, Side.NS, 999)]
        await store.streams.append(Append(TableId(name), 0, events, place=place, people=best))  # type: ignore[arg-type]
    places = [
        await store.standings.placed_line(HERE.guild, "biritch", Board.PERSONS, "all", line.user)
        for line in board
    ]
    assert places == [*enumerate(board, 1)]


async def test_a_user_is_the_same_under_every_tables_pseudonyms(store: Store) -> None:
    await opened(store)
    await rubber(store, 1, Side.NS, 100)
    people = {ANNA: B, BORIS: A, CLARA: D, DMITRI: C}
    await store.streams.append(
        Append(OTHER, 0, [OPENED, begun(), reckoned(1, Side.NS, 30)], place=HERE, people=people)
    )
    assert (await store.standings.leaderboard(HERE.guild, "biritch")).lines == (
        Ranked(A, 2, 1, 70),
        Ranked(C, 2, 1, 70),
        Ranked(B, 2, 1, -70),
        Ranked(D, 2, 1, -70),
    )


async def test_a_forgotten_user_is_off_the_leaderboard_and_the_others_stay(store: Store) -> None:
    await opened(store)
    await rubber(store, 1, Side.NS, 100)
    await store.people.forget(A)
    assert [line.user for line in (await store.standings.leaderboard(HERE.guild, "biritch")).lines] == [
        C,
        B,
        D,
    ]


async def test_two_have_met_once_both_have_a_share_in_one_rubber(store: Store) -> None:
    """Dmitri left before the end, and a stranger has never played."""
    await opened(store)
    assert not await store.streams.have_met([A, B])
    whole = reckoned(1, Side.NS, 100)
    result = whole.result
    shares = (Share(ANNA, Side.NS), Share(BORIS, Side.EW), Share(CLARA, Side.NS))
    part = RubberResult(
        result.number, result.winner, result.value, result.totals, result.games, result.bonus, shares, ""
    )
    await store.streams.append(Append(TABLE, 1, [begun(), type(whole)(1, part)]))
    assert (
        await store.streams.have_met([A, B])
        and await store.streams.have_met([B, A])
        and await store.streams.have_met([A, B, C])
    )
    assert not await store.streams.have_met([A, B, D]) and not await store.streams.have_met([A, UserId(77)])
    await store.people.forget(A)
    assert not await store.streams.have_met([A, B]) and await store.streams.have_met([B, C])


async def test_only_people_who_sat_through_the_rubber_share_in_it(store: Store) -> None:
    await opened(store)
    whole = reckoned(1, Side.NS, 100)
    result = whole.result
    shares = (Share(ANNA, Side.NS), Share(BORIS, Side.EW))
    part = RubberResult(
        result.number, result.winner, result.value, result.totals, result.games, result.bonus, shares, ""
    )
    await store.streams.append(Append(TABLE, 1, [begun(), type(whole)(1, part)]))
    assert [line.user for line in (await store.standings.leaderboard(HERE.guild, "biritch")).lines] == [A, B]


async def test_a_rubber_that_never_began_is_not_entered_and_nothing_of_the_append_is(store: Store) -> None:
    await opened(store)
    for events in ([reckoned(1, Side.NS, 5)], [begun(1), reckoned(2, Side.NS, 5)]):
        with pytest.raises(RubberNotBegun) as not_begun:
            await store.streams.append(Append(TABLE, 1, events, key="k"))  # type: ignore[arg-type]
        assert not_begun.value.table == TABLE
    assert len(await store.streams.read(TABLE)) == 1
    assert await store.streams.done("k") is None


async def test_only_rubbers_that_count_of_this_game_and_guild_are_ranked(store: Store) -> None:
    await opened(store)
    await rubber(store, 1, Side.NS, 120, uncounted="seats")
    await rubber(store, 2, Side.NS, 130, uncounted="doubling")
    await rubber(store, 3, Side.NS, 140, game="vint")
    assert (await store.standings.leaderboard(HERE.guild, "biritch")).lines == ()
    assert (await store.standings.leaderboard(HERE.guild + 1, "vint")).lines == ()
    vint = (await store.standings.leaderboard(HERE.guild, "vint")).lines
    assert [line.points for line in vint] == [140, 140, -140, -140]
    kept = await inside(store, lambda db: db.execute("SELECT number, uncounted FROM rubber").fetchall())
    assert kept == [(1, "seats"), (2, "doubling"), (3, "")]


async def test_points_of_any_size_are_exact_and_ordered_as_numbers(store: Store) -> None:
    await opened(store)
    for number, power in enumerate((3, 62, 63, 64, 100, 200), 1):
        await rubber(store, number, Side.NS, 2**power)
    total = 2**3 + 2**62 + 2**63 + 2**64 + 2**100 + 2**200
    board = (await store.standings.leaderboard(HERE.guild, "biritch")).lines
    assert [line.points for line in board] == [total, total, -total, -total]
    (value,) = await inside(
        store, lambda db: db.execute("SELECT value FROM rubber WHERE number = 6").fetchone()
    )
    assert value == "1606938044258990275541962092341162602522202993782792835301376"
    last = (await store.streams.read(TABLE))[-1].event
    assert last == reckoned(6, Side.NS, 2**200)


async def test_the_game_of_a_rubber_is_the_one_that_it_began_with(store: Store) -> None:
    await opened(store)
    await rubber(store, 1, Side.NS, 10, game="vint")
    await rubber(store, 2, Side.NS, 20, game="biritch")
    games = await inside(store, lambda db: db.execute("SELECT number, game FROM rubber").fetchall())
    assert games == [(1, "vint"), (2, "biritch")]


def projected(db: Any) -> list[Any]:
    found = rows(db)
    return [found[name] for name in ("rubber", "rubber_share", "standing", "rating", "result")]


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

    def spoil(db: Any) -> None:
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
