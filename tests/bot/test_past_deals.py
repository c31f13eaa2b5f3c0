"""Deals of the past at a table of one person and three robots: two are over, and a third has been begun."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.errors import AppWhy
from bot.streams.fair_deal import ChanceSource
from bot.tables.open_table import OpenTable
from bot.tables.past_deals import FinishedDeals, finished_number, verified
from bot.tables.service import Tables
from rules.frozen import replace
from rules.table.requests import CutPack, Join, Start
from storage.ports.records import Place, TableId, UserId
from storage.store import Store
from tests.bot.counters import Clock
from tests.refusing import refusing
from tests.trials.stage.empty_database import made_ready
from tests.trials.stage.played import goes_on

ANNA = UserId(101)


async def begins(tables: Tables, channel: int) -> OpenTable:
    table = await tables.open_table(Place(1, channel), "biritch", {})
    await tables.act(table.id, ANNA, Join())
    await tables.act(table.id, ANNA, Start())
    await tables.act(table.id, None, CutPack(20, ""))
    return table


class Past:
    def __init__(self, store: Store) -> None:
        self.tables = Tables(store.streams, ChanceSource("past"), Clock())
        self.deals = FinishedDeals(self.tables)
        self.table: OpenTable

    async def play(self) -> None:
        self.table = await begins(self.tables, 11)
        while self.table.state.last_number < 2 or self.table.state.deal is None:
            if self.table.state.pack is not None:
                await self.tables.act(self.table.id, None, CutPack(20, ""))
            else:
                await goes_on(self.tables, self.table, ANNA)
        assert self.table.state.deals == 3 and self.table.state.rubbers == 1


@pytest.fixture
async def past(tmp_path: Path) -> AsyncIterator[Past]:
    await made_ready(tmp_path / "tables.sqlite3")
    async with Store.open(tmp_path / "tables.sqlite3") as store:
        opened = Past(store)
        await opened.play()
        yield opened


async def test_a_deal_is_found_by_its_number_with_its_rubber_and_by_none_the_last(past: Past) -> None:
    table, deals = past.table, past.deals
    assert [(await deals.finished_record(table, number)).deal.number for number in (1, 2, None)] == [1, 2, 2]
    for number in (1, 2, None):
        assert [one.deal.number for one in await deals.rubber_of(table, number)] == [1, 2]
    first, second = await deals.rubber_of(table, 1)
    assert (await deals.finished_record(table, 1)) == first and (
        await deals.finished_record(table, None)
    ) == second
    assert table.state.last is not None and second.deal.hands == table.state.last.hands

    assert [finished_number(table, number) for number in (1, 2, None)] == [1, 2, 2]
    for number, why in (
        (0, AppWhy.NO_SUCH_DEAL),
        (3, AppWhy.DEAL_GOES_ON),
        (4, AppWhy.NO_SUCH_DEAL),
    ):
        with refusing(why):
            finished_number(table, number)
        with refusing(why):
            await deals.finished_record(table, number)
    with refusing(AppWhy.NO_DEAL_YET):
        await deals.finished_record(await begins(past.tables, 12), None)


async def test_what_was_dealt_is_checked_against_the_seal_and_the_seed(past: Past) -> None:
    table = past.table
    record = await past.deals.finished_record(table, 1)
    assert verified(table.id, record) == (True, True)
    assert verified(TableId("00000000"), record) == (False, False)
    other = replace(record, deal=replace(record.deal, seed="00" * 32))
    assert verified(table.id, other) == (False, False)
    assert verified(table.id, replace(record, deal=replace(record.deal, seed="no seed"))) == (False, False)
    resealed = replace(record, deal=replace(record.deal, commitment="ab" * 32))
    assert verified(table.id, resealed) == (False, True)
    recut = replace(record.deal.cut, at=record.deal.cut.at + 1)
    assert verified(table.id, replace(record, deal=replace(record.deal, cut=recut))) == (True, False)


async def test_the_tables_tell_of_a_deal_that_is_over_who_sat_there_and_what_robots_thought(
    past: Past,
) -> None:
    tables, table = past.tables, past.table
    for number in (1, 2):
        done = await tables.finished(table.id, number)
        assert done is not None and done.deal.number == number and done.ended is None
        told = [one.deal.number for one in await tables.rubber_to(table.id, number)]
        assert told == list(range(1, number + 1))
        sat = await tables.dealt_to(table.id, number)
        assert sat is not None and {*sat} == {*table.state.members}
        thought, made = await tables.thoughts(table.id, number)
        assert thought.deal == done.deal and made
    for number in (0, 3):
        assert await tables.finished(table.id, number) is None
    with refusing(AppWhy.DEAL_NOT_OVER):
        await tables.thoughts(table.id, 3)
    with refusing(AppWhy.NO_SUCH_DEAL):
        await tables.thoughts(table.id, 4)
    await tables.close(table.id)
    with refusing(AppWhy.NO_SUCH_DEAL):
        await tables.thoughts(table.id, 3)
