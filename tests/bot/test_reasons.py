"""A robot's reasons: kept with its calls and cards, read once the deal is over, and never before."""

from __future__ import annotations

import sqlite3
from math import inf, nan
from pathlib import Path

import pytest

from bot.errors import AppWhy
from bot.streams.fair_deal import ChanceSource
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from robots.player import Candidate, Reasons
from robots.teaching.maxims import Maxim
from robots.teaching.reasons import decode, encode, explained
from rules.calls import Bid, Declare, Double, Pass, Play
from rules.cards import parse_card
from rules.errors import Unreadable
from rules.seats import Person, Seat
from rules.table.requests import AgreeToClose, Join, Start
from rules.tricks import Strain
from storage.ports.records import Place, UserId
from storage.store import Store
from tests.refusing import refusing
from tests.trials.stage.played import LAYOUTS, goes_on

ANNA = UserId(101)
QUEEN = Play(parse_card("QH"))


async def begun(store: Store) -> tuple[Tables, OpenTable]:
    """Anna and three robots, with a pack to be cut."""
    tables = Tables(store.streams, ChanceSource("reasons"))
    table = await tables.open_table(Place(1, 11), "biritch", {})
    await tables.act(table.id, ANNA, Join())
    await tables.act(table.id, ANNA, Start())
    return tables, table


def test_reasons_come_back_as_they_were_put_down() -> None:
    reasons = Reasons(
        (
            Candidate(QUEEN, 2.5),
            Candidate(Declare(None), -13.25),
            Candidate(Bid(3, Strain.NO_TRUMPS), 0.0),
            Candidate(Pass(), 1e30),
        ),
        60,
    )
    assert decode(encode(reasons)) == reasons
    assert decode(encode(Reasons())) == Reasons()


def test_an_estimate_that_is_no_number_is_left_out() -> None:
    told = Reasons((Candidate(QUEEN, nan), Candidate(Pass(), 1.0), Candidate(Double(), inf)))
    assert decode(encode(told)).candidates == (Candidate(Pass(), 1.0),)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "QH",
        "[]",
        "{}",
        '{"candidates":[["play:1X",1]],"worlds":1}',
        '{"candidates":[["play:QH",Infinity]],"worlds":1}',
        '{"candidates":[["play:QH"]],"worlds":1}',
        '{"candidates":[],"worlds":null}',
    ],
)
def test_what_nobody_has_written_is_refused_without_being_repeated(text: str) -> None:
    with pytest.raises(Unreadable) as refused:
        decode(text)
    assert "QH" not in str(refused.value)


def test_what_older_reasons_hold_besides_is_passed_over() -> None:
    assert decode('{"candidates":[],"worlds":5,"maxim":"of old"}') == Reasons(layouts=5)


async def test_reasons_are_kept_with_every_call_and_card_of_a_robot_and_outlive_the_process(
    tmp_path: Path,
) -> None:
    path = tmp_path / "tables.sqlite3"
    async with Store.open(path) as store:
        tables, table = await begun(store)
        while not table.state.last_number:
            await goes_on(tables, table, ANNA)
        assert table.state.last is not None
        people = {seat for seat in Seat if isinstance(table.state.rubber.seats.of(seat), Person)}  # type: ignore[union-attr]
    async with Store.open(path) as store:
        _, made = await Tables(store.streams).thoughts(table.id, 1)
    decisions = [explained(*one) for one in made]
    last = table.state.last
    cards = [one for one in decisions if isinstance(one.action, Play)]
    (dummy, declarer), *_ = last.settled.dummies  # type: ignore[union-attr]
    by_people = {seat for seat in Seat if (declarer if seat is dummy else seat) in people}
    flat = [(seat, card) for trick in last.tricks for seat, card in trick.by_player()]
    assert [(one.place, one.seat, one.action) for one in cards] == [
        (place, seat, Play(card)) for place, (seat, card) in enumerate(flat) if seat not in by_people
    ]
    calls = [one for one in decisions if not isinstance(one.action, Play)]
    assert [(one.place, one.seat, one.action) for one in calls] == [
        (place, one.seat, one.call) for place, one in enumerate(last.calls) if one.seat not in people
    ]
    for one in decisions:
        assert one.reasons is not None and one.reasons.layouts == LAYOUTS
        assert one.action in [candidate.choice for candidate in one.reasons.candidates]
    assert all(one.maxim is Maxim.ONLY_CARD for one in cards[-3:])


async def test_nobody_is_told_what_robots_think_of_a_deal_that_is_being_played(store: Store) -> None:
    tables, table = await begun(store)
    for step in range(400):
        if table.state.last_number:
            break
        if table.state.deals and step % 12 == 3:
            with refusing(AppWhy.DEAL_NOT_OVER):
                await tables.thoughts(table.id, 1)
            with refusing(AppWhy.NO_SUCH_DEAL):
                await tables.thoughts(table.id, 2)
        await goes_on(tables, table, ANNA)
    done, decisions = await tables.thoughts(table.id, 1)
    assert done.deal == table.state.last and decisions


async def test_a_deal_broken_off_for_ever_is_told_of_by_nobody(store: Store) -> None:
    """Its hands were never laid open."""
    tables, table = await begun(store)
    while table.state.deal is None or table.state.deal.playing is None:
        await goes_on(tables, table, ANNA)
    assert await store.streams.reasons(table.id, 1)
    await tables.act(table.id, ANNA, AgreeToClose())
    with refusing(AppWhy.NO_SUCH_DEAL):
        await tables.thoughts(table.id, 1)


async def test_a_row_that_is_damaged_or_missing_takes_nothing_else_with_it(
    store: Store, tmp_path: Path
) -> None:
    tables, table = await begun(store)
    while not table.state.last_number:
        await goes_on(tables, table, ANNA)
    _, whole = await tables.thoughts(table.id, 1)

    def damage(db: sqlite3.Connection) -> None:
        versions = [version for (version,) in db.execute("SELECT version FROM reason ORDER BY version")]
        db.execute("UPDATE reason SET body = 'no' WHERE version = ?", (versions[0],))
        db.execute("DELETE FROM reason WHERE version = ?", (versions[1],))

    await store._database.alone(damage)  # type: ignore[attr-defined]
    _, left = await tables.thoughts(table.id, 1)
    assert [one.action for one, _ in left] == [one.action for one, _ in whole]
    assert [one.reasons is None for one, _ in left] == [True, True, *[False] * (len(whole) - 2)]
