"""Analyses of finished deals: made once for all who ask, and what is said when a worker fails."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Any

import pytest

from bot.streams.fair_deal import ChanceSource
from bot.tables.open_table import OpenTable
from bot.tables.past_deals import Analyses, Looked, Unanalysed
from bot.tables.replay import Finished
from bot.tables.service import Tables
from bot.worker_pool import TURNS, OutOfTime, Task, TaskRaised, WorkerLost, WorkerPool
from robots.teaching.analysis import Analysis, Study
from rules.table.requests import Join, Start
from storage.ports.records import Place, TableId, UserId
from storage.store import Store
from tests.bot.tasks import Tell
from tests.solver import needs_solver
from tests.trials.stage.played import goes_on

ANNA = UserId(101)


class Failing(WorkerPool):
    """Workers to which these things happen first, one with each task; then the task is run here."""

    def __init__(self, *happens: Exception) -> None:
        super().__init__(2)
        self._happens = list(happens)
        self.asked: list[Study] = []

    async def run(self, task: Task[Any], *, within: float, **turn: Any) -> Any:
        assert isinstance(task, Study)
        self.asked.append(task)
        await asyncio.sleep(0)
        if self._happens:
            raise self._happens.pop(0)
        return task.run()


class Busy(WorkerPool):
    """Workers none of whose tasks ends before ``done`` is set; then there is no result."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.done = asyncio.Event()
        self.under_way = self.most = 0

    async def run(self, task: Task[Any], *, within: float, **turn: Any) -> Any:
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        await self.done.wait()
        self.under_way -= 1


async def over(store: Store) -> tuple[Tables, OpenTable]:
    """A table with one deal that is over."""
    tables = Tables(store.streams, ChanceSource("analyses"))
    table = await tables.open_table(Place(1, 11), "biritch", {})
    await tables.act(table.id, ANNA, Join())
    await tables.act(table.id, ANNA, Start())
    while not table.state.last_number:
        await goes_on(tables, table, ANNA)
    return tables, table


async def finished(analyses: Analyses, table: OpenTable) -> Finished:
    done = await analyses.analysable(table, 1)
    assert isinstance(done, Finished)
    return done


@needs_solver
async def test_the_last_deal_is_the_one_that_is_meant_where_none_is_named(store: Store) -> None:
    tables, table = await over(store)
    analyses = Analyses(tables, Failing())
    assert await analyses.analysable(table, None) == await finished(analyses, table)
    assert await analyses.analysable(table, 2) is Unanalysed.NOT_OVER


@needs_solver
async def test_whoever_asks_while_an_analysis_is_made_gets_the_same_and_so_does_who_asks_later(
    store: Store,
) -> None:
    tables, table = await over(store)
    workers = Failing()
    analyses = Analyses(tables, workers)
    done = await finished(analyses, table)
    first, *others = await asyncio.gather(*(analyses.analyse(table, done) for _ in range(4)))
    assert isinstance(first, Looked) and all(other is first for other in others)
    assert await analyses.analyse(table, done) is first
    assert len(workers.asked) == 1


@needs_solver
async def test_one_that_takes_too_long_is_made_without_its_table(store: Store) -> None:
    tables, table = await over(store)
    workers = Failing(OutOfTime())
    analyses = Analyses(tables, workers)
    looked = await analyses.analyse(table, await finished(analyses, table))
    assert isinstance(looked, Looked) and isinstance(looked.found, Analysis)
    assert looked.found.table is None and looked.found.course is not None
    assert [study.with_table for study in workers.asked] == [True, False]


@needs_solver
@pytest.mark.parametrize(
    ("happens", "told", "level"),
    [
        ([OutOfTime(), OutOfTime()], Unanalysed.NOT_DONE, logging.INFO),
        ([WorkerLost()], Unanalysed.NOT_DONE, logging.ERROR),
        ([TaskRaised("LookupError at a line")], Unanalysed.FAULT, logging.ERROR),
    ],
)
async def test_what_fails_is_told_and_logged_and_may_be_asked_for_again(
    store: Store,
    happens: list[Exception],
    told: Unanalysed,
    level: int,
    caplog: pytest.LogCaptureFixture,
) -> None:
    tables, table = await over(store)
    analyses = Analyses(tables, Failing(*happens))
    done = await finished(analyses, table)
    with caplog.at_level(logging.INFO, "bot.tables.past_deals"):
        assert await analyses.analyse(table, done) is told
    assert [record.levelno for record in caplog.records if record.name == "bot.tables.past_deals"] == [level]
    assert isinstance(await analyses.analyse(table, done), Looked)


@pytest.mark.parametrize(("count", "at_once"), [(1, 1), (2, 1), (3, 2)])
async def test_of_two_workers_or_more_one_is_never_given_an_analysis(
    store: Store, count: int, at_once: int
) -> None:
    """It is left to the robots that play meanwhile."""
    tables, table = await over(store)
    workers = Busy(count)
    analyses, done = Analyses(tables, workers), await tables.finished(table.id, 1)
    assert done is not None
    deals = [replace(done, deal=replace(done.deal, number=number)) for number in range(1, 5)]
    looks = [asyncio.create_task(analyses.analyse(table, deal, UserId(of))) for of, deal in enumerate(deals)]
    for _ in range(len(deals)):
        await asyncio.sleep(0)
    assert workers.under_way == at_once
    workers.done.set()
    assert await asyncio.gather(*looks) == [Unanalysed.NO_SOLVER] * 4
    assert workers.most == at_once


async def test_the_analysis_of_a_deal_is_shown_to_all_once_at_each_table(store: Store) -> None:
    analyses = Analyses(Tables(store.streams, ChanceSource("analyses")), None)
    one, other = TableId("1" * 8), TableId("2" * 8)
    asked = ((one, 7), (one, 7), (one, 8), (other, 7), (one, 7))
    assert [analyses.shown_first(*deal) for deal in asked] == [True, False, True, True, False]
    assert analyses.is_shown(one, 8) and not analyses.is_shown(other, 8)


@needs_solver
async def test_an_analysis_that_a_stop_breaks_off_is_no_fault_of_a_worker(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    tables, table = await over(store)
    workers = WorkerPool(1)
    analyses = Analyses(tables, workers)
    done = await finished(analyses, table)
    await workers.run(Tell(None), within=20.0)  # it has started
    looking = asyncio.create_task(analyses.analyse(table, done))
    for _ in range(2 * TURNS):
        await asyncio.sleep(0)
    await workers.close()
    assert await looking is Unanalysed.NOT_DONE
    assert [one for one in caplog.records if one.levelno > logging.INFO] == []
