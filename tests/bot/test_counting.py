"""What is counted of a deal when it ends is what a replay of the log counts."""

from __future__ import annotations

import random
import sqlite3

import pytest

from bot.streams.fair_deal import ChanceSource
from bot.tables.counting import deal_count, deal_counts
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from rules.calls import Bid, Content, Declare, Double, Pass
from rules.cards import Suit
from rules.seats import Person, Seat, Side
from rules.table.requests import CutPack, Join, Start
from rules.tricks import Strain
from rules.view import May
from storage.ports.records import Place, UserId
from storage.store import Store
from tests.trials.stage.happenings import inside
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening, likely

PLACE = Place(guild=1, channel=11)
PEOPLE = [UserId(number) for number in (101, 102, 103, 104)]


def deeds(evening: Evening) -> dict[Seat, tuple[str, ...]]:
    """What is counted of the deal in progress, once it is played to its end."""
    rubber = evening.table.rubber
    assert rubber is not None
    evening.play_deal()
    shares = {share.person: share.deeds for share in deal_count(rubber, evening.table).shares}
    return {seat: shares[one] for seat, one in rubber.seats.items() if isinstance(one, Person)}


def begun(of: str = "biritch", seed: object = 0, **options: str) -> Evening:
    """South has dealt, and is first to answer."""
    return Evening(seed, of, **options).seat(ANNA, BORIS, CLARA, DAVID).start().cut()


@pytest.mark.parametrize("seed", range(4))
def test_who_declared_and_who_doubled_is_counted_with_how_it_ended(seed: int) -> None:
    """South passes and North declares hearts; East says contre and South sur contre. Whether the odd trick
    was won is taken from the tricks."""
    evening = begun(seed=seed)
    for seat, call in [
        (Seat.SOUTH, Pass()),
        (Seat.NORTH, Declare(Suit.HEARTS)),
        (Seat.EAST, Double()),
        (Seat.SOUTH, Double()),
        (Seat.WEST, Content()),
        (Seat.EAST, Content()),
    ]:
        evening.do(seat, call)  # type: ignore[arg-type]
    found = deeds(evening)
    last = evening.table.last
    assert last is not None
    made = last.won.of(Side.NS) >= 7
    assert found == {
        Seat.NORTH: ("deal", "declared H", "made H") if made else ("deal", "declared H"),
        Seat.EAST: ("deal", "contre lost" if made else "contre won"),
        Seat.SOUTH: ("deal", "surcontre won" if made else "surcontre lost"),
        Seat.WEST: ("deal",),
    }


def test_of_an_auction_only_what_stands_at_its_end_is_counted() -> None:
    """East doubles one club; South bids one no trumps over it, and makes it or not."""
    evening = begun("auction")
    first = evening.view(Seat.SOUTH)
    assert first.viewer is Seat.SOUTH
    for seat, call in [
        (Seat.SOUTH, Bid(1, Strain.CLUBS)),
        (Seat.WEST, Double()),
        (Seat.NORTH, Bid(1, Strain.NO_TRUMPS)),
        (Seat.EAST, Pass()),
        (Seat.SOUTH, Pass()),
        (Seat.WEST, Pass()),
    ]:
        evening.do(seat, call)  # type: ignore[arg-type]
    found = deeds(evening)
    assert found[Seat.NORTH][:2] == ("deal", "declared N")
    assert [found[seat] for seat in (Seat.SOUTH, Seat.WEST, Seat.EAST)] == [("deal",)] * 3


async def play(tables: Tables, table: OpenTable, rng: random.Random) -> None:
    """One call, card or cut of somebody whose turn it is."""
    for user in PEOPLE:
        view = table.view(user)
        if May.CUT in view.may:
            await tables.act(table.id, user, CutPack(20, ""))
            return
        if view.options:
            await tables.act(table.id, user, likely(rng, view.options))
            return
    raise AssertionError("nobody can go on")


def kept(db: sqlite3.Connection) -> list[list[object]]:
    names = ("rubber", "rubber_share", "standing", "rating", "result", "deed", "best_deal")
    return [db.execute(f"SELECT * FROM {name}").fetchall() for name in names]


@pytest.mark.parametrize("key", ["biritch", "vint"])
async def test_leaderboards_and_statistics_are_rebuilt_to_the_same_rows(store: Store, key: str) -> None:
    tables, rng = Tables(store.streams, ChanceSource("counted")), random.Random(3)
    table = await tables.open_table(PLACE, key, {})
    for user in PEOPLE:
        await tables.act(table.id, user, Join())
    await tables.act(table.id, PEOPLE[0], Start())
    while table.state.rubber is not None:
        await play(tables, table, rng)
    assert table.state.last_number > 1
    before = await inside(store, kept)
    assert all(before)
    record = await store.standings.record(PLACE.guild, key, PEOPLE[0])
    assert record.deeds["deal"] == table.state.last_number
    assert record.ranked is not None and len(record.results) == 1
    assert record.best is None or record.best.deal <= table.state.last_number
    await store.checks.rebuild_projections(deal_counts)
    assert await inside(store, kept) == before


async def test_those_who_have_ended_a_rubber_together_are_acquainted_at_their_next_table(
    store: Store,
) -> None:
    tables, rng = Tables(store.streams, ChanceSource("met")), random.Random(1)
    table = await tables.open_table(PLACE, "whist_british", {})
    for user in PEOPLE:
        await tables.act(table.id, user, Join())
    await tables.act(table.id, PEOPLE[0], Start())
    assert table.state.rubber is not None and not table.state.rubber.acquainted
    while table.state.rubber is not None:
        await play(tables, table, rng)
    for channel, people, known in ((12, PEOPLE, True), (13, (*PEOPLE[:3], UserId(105)), False)):
        other = await tables.open_table(Place(guild=2, channel=channel), "biritch", {})
        for user in people:
            await tables.act(other.id, user, Join())
        await tables.act(other.id, people[0], Start())
        assert other.state.rubber is not None and other.state.rubber.acquainted is known
