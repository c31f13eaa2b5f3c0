"""Worker processes, really started and really killed. While one lives, time passes when a test says so."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.worker_pool import GRACE, OVERRUN, REST, OutOfTime, TaskRaised, WorkerLost, WorkerPool
from robots.player import Strength, has_to_act
from robots.process.thinking import Think
from rules.games.all_games import GAMES
from rules.seats import Seat
from tests.bot.tasks import Fail, Hoard, Meet, Print, Tell, WhoAmI, WithoutSolver
from tests.trials.stage.guard import until
from tests.trials.stage.processes import children, ended, runs
from tests.trials.stage.tables import ANNA, Evening
from tests.trials.stage.virtual_time import passes

LONG = 20.0
"""Seconds that never pass."""
SECRET = "the king of hearts"


@pytest.fixture
async def one() -> AsyncIterator[WorkerPool]:
    """A single worker."""
    workers = WorkerPool(1)
    yield workers
    await workers.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared() -> AsyncIterator[WorkerPool]:
    """A single worker for all tests in which none is lost."""
    workers = WorkerPool(1)
    yield workers
    await workers.close()


in_one_loop = pytest.mark.asyncio(loop_scope="module")


class Busy:
    """A worker at a task that it ends when ``done``."""

    def __init__(self, workers: WorkerPool, folder: Path, within: float = LONG) -> None:
        self._folder = folder
        self.task = asyncio.create_task(workers.run(Meet(folder), within=within))

    async def begun(self) -> Busy:
        await until(lambda: any(self._folder.iterdir()), "a worker at its task")
        return self

    def done(self) -> None:
        (self._folder / "done").touch()


async def worker(workers: WorkerPool) -> int:
    """The process that runs the next task."""
    return await workers.run(WhoAmI(), within=LONG)


@in_one_loop
async def test_tasks_are_run_one_after_another_in_a_process_of_their_own(shared: WorkerPool) -> None:
    first = await worker(shared)
    assert first != os.getpid()
    told = await asyncio.gather(*(shared.run(Tell(value), within=LONG) for value in range(5)))
    assert told == [0, 1, 2, 3, 4]
    assert await worker(shared) == first


async def test_two_workers_run_two_tasks_at_once(tmp_path: Path) -> None:
    workers = WorkerPool(2)
    first, second = await asyncio.gather(*(workers.run(Meet(tmp_path), within=LONG) for _ in range(2)))
    assert first != second
    await workers.close()


@in_one_loop
async def test_what_a_task_prints_does_not_come_between_the_answers(shared: WorkerPool) -> None:
    assert await shared.run(Print(), within=LONG) == "seven tricks"
    assert await shared.run(Tell("eight"), within=LONG) == "eight"


async def test_a_worker_killed_in_mid_thought_is_replaced(one: WorkerPool, tmp_path: Path) -> None:
    first = await worker(one)
    thinking = await Busy(one, tmp_path).begun()
    os.kill(first, signal.SIGKILL)
    with pytest.raises(WorkerLost):
        await thinking.task
    assert await worker(one) != first
    await ended(first)


@in_one_loop
async def test_a_stop_that_reaches_the_workers_too_leaves_their_end_to_the_bot(shared: WorkerPool) -> None:
    """As systemd stops every process of a service."""
    process = await worker(shared)
    os.kill(process, signal.SIGTERM)
    assert await worker(shared) == process


async def test_a_worker_killed_while_it_had_nothing_to_do_is_not_asked(one: WorkerPool) -> None:
    first = await worker(one)
    os.kill(first, signal.SIGKILL)
    await ended(first)
    assert await worker(one) != first


async def test_a_worker_that_hangs_is_killed_and_replaced(one: WorkerPool, tmp_path: Path) -> None:
    first = await worker(one)
    hangs = await Busy(one, tmp_path, within=0.3).begun()
    await passes(0.3)
    with pytest.raises(OutOfTime):
        await hangs.task
    assert runs(first)
    await passes(GRACE)
    await ended(first)
    assert await worker(one) != first


@in_one_loop
async def test_a_worker_that_is_late_is_kept_and_its_answer_given_to_nobody(
    shared: WorkerPool, tmp_path: Path
) -> None:
    first = await worker(shared)
    late = await Busy(shared, tmp_path, within=0.3).begun()
    await passes(0.3)
    with pytest.raises(OutOfTime):
        await late.task
    await passes(GRACE / 2)
    late.done()
    assert await shared.run(Tell("the next"), within=LONG) == "the next"
    assert await worker(shared) == first


@in_one_loop
async def test_a_task_that_raises_costs_no_worker_and_its_words_are_not_told(shared: WorkerPool) -> None:
    first = await worker(shared)
    with pytest.raises(TaskRaised) as caught:
        await shared.run(Fail(SECRET), within=LONG)
    assert caught.value.told.startswith("LookupError\n") and "in run" in caught.value.told
    assert SECRET not in caught.value.told
    assert await worker(shared) == first


@in_one_loop
async def test_a_task_that_takes_too_much_memory_fails_alone(shared: WorkerPool) -> None:
    first = await worker(shared)
    with pytest.raises(TaskRaised) as caught:
        await shared.run(Hoard(), within=LONG)
    assert caught.value.told.startswith("MemoryError\n")
    assert await worker(shared) == first


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can be told which process to end first")
@in_one_loop
async def test_where_memory_runs_out_a_worker_is_ended_before_the_bot(shared: WorkerPool) -> None:
    of_both = [
        int(await asyncio.to_thread(Path(f"/proc/{one}/oom_score_adj").read_text, "ascii"))
        for one in (await worker(shared), os.getpid())
    ]
    assert of_both[0] == min(1000, of_both[1] + 500)


@in_one_loop
async def test_to_wait_for_a_worker_counts_as_time_and_costs_none(shared: WorkerPool, tmp_path: Path) -> None:
    first = await worker(shared)
    busy = await Busy(shared, tmp_path).begun()
    waiting = asyncio.create_task(shared.run(Tell(1), within=0.3))
    await asyncio.sleep(0)
    await passes(0.3)
    with pytest.raises(OutOfTime):
        await waiting
    busy.done()
    await busy.task
    assert await worker(shared) == first


@in_one_loop
async def test_nobody_who_waits_is_passed_over_by_one_who_comes_again(shared: WorkerPool) -> None:
    done: list[int] = []

    async def asking(asker: int) -> None:
        for _ in range(10):
            await shared.run(Tell(asker), within=LONG)
            done.append(asker)

    await asyncio.gather(asking(0), asking(1), asking(2))
    assert done == [0, 1, 2] * 10


@in_one_loop
async def test_the_more_are_waiting_the_less_time_each_is_told_to_take(
    shared: WorkerPool, tmp_path: Path
) -> None:
    """Alone all of it; one of four, whose worker was busy at first, a quarter."""
    await worker(shared)
    assert await shared.run_timed(Tell, within=80.0) == 80.0 - OVERRUN
    busy = await Busy(shared, tmp_path).begun()
    assert not shared.hurries
    waiting = [asyncio.create_task(shared.run_timed(Tell, within=80.0)) for _ in range(4)]
    await asyncio.sleep(0)
    assert shared.hurries
    busy.done()
    assert await waiting[0] == 20.0 - OVERRUN
    await asyncio.gather(busy.task, *waiting)
    assert not shared.hurries


async def test_workers_with_nothing_to_do_are_let_go_and_come_again(one: WorkerPool) -> None:
    first = await worker(one)
    await passes(REST - 1)
    assert await worker(one) == first
    await passes(REST)
    await ended(first)
    assert await worker(one) != first


async def test_nothing_is_left_running_after_the_close_and_nothing_is_started(tmp_path: Path) -> None:
    workers = WorkerPool(2)
    processes = await asyncio.gather(*(workers.run(WhoAmI(), within=LONG) for _ in range(2)))
    thinking = await Busy(workers, tmp_path).begun()
    await workers.close()
    assert not children(os.getpid()) & set(processes)
    with pytest.raises(WorkerLost):
        await thinking.task
    with pytest.raises(OutOfTime):
        await workers.run(Tell(1), within=0.01)


async def test_the_close_waits_for_the_end_of_workers_that_were_let_go_just_before() -> None:
    """Else the loop is closed before it is told, and says so."""
    workers = WorkerPool(1)
    process = await worker(workers)
    await passes(REST)
    await asyncio.sleep(0)
    await workers.close()
    assert not children(os.getpid()) & {process}


@pytest.mark.parametrize("begun", [False, True])
async def test_closing_while_workers_are_being_started_leaves_nothing(begun: bool) -> None:
    before = children(os.getpid())
    workers = WorkerPool(2)
    workers.start_missing()
    if begun:
        await until(lambda: children(os.getpid()) - before, "a process that starts")
    await workers.close()
    assert not children(os.getpid()) - before


ORPHANED = """
import asyncio
from bot.worker_pool import WorkerPool
from tests.bot.tasks import Sleep, WhoAmI

async def main():
    workers = WorkerPool(1)
    print(await workers.run(WhoAmI(), within=600), flush=True)
    await workers.run(Sleep(600), within=600)

asyncio.run(main())
"""


async def test_a_worker_that_hangs_does_not_outlive_a_bot_that_was_killed() -> None:
    bot = await asyncio.create_subprocess_exec(sys.executable, "-c", ORPHANED, stdout=asyncio.subprocess.PIPE)
    assert bot.stdout is not None
    process = int(await bot.stdout.readline())
    bot.kill()
    await bot.wait()
    await ended(process)


@in_one_loop
async def test_robots_of_each_strength_think_in_a_worker_at_every_game_also_without_a_solver(
    shared: WorkerPool,
) -> None:
    for key in GAMES:
        evening = Evening(0, key).seat(ANNA).start().cut()
        view = next(view for view in map(evening.view, Seat) if has_to_act(view))
        for strength in (Strength.GOOD, Strength.BEST):
            answer = await shared.run(Think(view, strength, 0.01, 7), within=LONG)
            assert answer.choice in view.options
        answer = await shared.run(WithoutSolver(Think(view, Strength.BEST, 0.01, 7)), within=LONG)
        assert answer.choice in view.options
