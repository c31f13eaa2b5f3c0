"""Worker processes, really started and really killed."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

import bot.worker_pool
from bot.worker_pool import OutOfTime, TaskRaised, WorkerLost, WorkerPool
from robots.player import Strength, awaited
from robots.thinking import Think
from rules.games.all_games import GAMES
from rules.seats import Seat
from tests.bot.tasks import Fail, Hoard, Meet, Print, Sleep, Tell, WhoAmI, WithoutSolver
from tests.processes import children, ended
from tests.tables import ANNA, Evening

LONG = 20.0
"""Seconds: nothing that goes well takes so long, however busy the machine is."""
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


async def test_a_worker_killed_in_mid_thought_is_replaced(one: WorkerPool) -> None:
    first = await worker(one)
    thinking = asyncio.create_task(one.run(Sleep(LONG), within=LONG))
    await asyncio.sleep(0.05)
    os.kill(first, signal.SIGKILL)
    with pytest.raises(WorkerLost):
        await thinking
    assert await worker(one) != first
    await ended(first)


async def test_a_worker_killed_while_it_had_nothing_to_do_is_not_asked(one: WorkerPool) -> None:
    first = await worker(one)
    os.kill(first, signal.SIGKILL)
    await ended(first)
    assert await worker(one) != first


async def test_a_worker_that_hangs_is_killed_and_replaced(
    one: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.worker_pool, "GRACE", 0.05)
    first = await worker(one)
    with pytest.raises(OutOfTime):
        await one.run(Sleep(10 * LONG), within=0.3)
    await ended(first)
    assert await worker(one) != first


@in_one_loop
async def test_a_worker_that_is_late_is_kept_and_its_answer_given_to_nobody(shared: WorkerPool) -> None:
    first = await worker(shared)
    with pytest.raises(OutOfTime):
        await shared.run(Sleep(0.3), within=0.1)
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
    assert of_both[0] > of_both[1]


@in_one_loop
async def test_to_wait_for_a_worker_counts_as_time_and_costs_none(shared: WorkerPool) -> None:
    first = await worker(shared)
    busy = asyncio.create_task(shared.run(Sleep(0.6), within=LONG))
    await asyncio.sleep(0)
    with pytest.raises(OutOfTime):
        await shared.run(Tell(1), within=0.3)
    await busy
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
async def test_the_more_are_waiting_the_less_time_each_is_told_to_take(shared: WorkerPool) -> None:
    """Alone all of it; one of four, whose worker was busy at first, a quarter."""
    await worker(shared)
    assert await shared.run_timed(Tell, within=80.0) == pytest.approx(80.0 - bot.worker_pool.MARGIN, abs=0.5)
    busy = asyncio.create_task(shared.run(Sleep(0.1), within=LONG))
    await asyncio.sleep(0)
    assert not shared.hurries
    waiting = [asyncio.create_task(shared.run_timed(Tell, within=80.0)) for _ in range(4)]
    await asyncio.sleep(0)
    assert shared.hurries
    assert await waiting[0] == 20.0 - bot.worker_pool.MARGIN
    await asyncio.gather(busy, *waiting)
    assert not shared.hurries


async def test_workers_with_nothing_to_do_are_let_go_and_come_again(
    one: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.worker_pool, "REST", 0.01)
    first = await worker(one)
    await ended(first)
    assert await worker(one) != first


async def test_nothing_is_left_running_after_the_close_and_nothing_is_started() -> None:
    workers = WorkerPool(2)
    processes = await asyncio.gather(*(workers.run(WhoAmI(), within=LONG) for _ in range(2)))
    thinking = asyncio.create_task(workers.run(Sleep(LONG), within=LONG))
    await asyncio.sleep(0.05)
    await workers.close()
    assert not children(os.getpid()) & set(processes)
    with pytest.raises(WorkerLost):
        await thinking
    with pytest.raises(OutOfTime):
        await workers.run(Tell(1), within=0.01)


@pytest.mark.parametrize("seconds", [0, 0.02])
async def test_closing_while_workers_are_being_started_leaves_nothing(seconds: float) -> None:
    before = children(os.getpid())
    workers = WorkerPool(2)
    workers.start()
    await asyncio.sleep(seconds)
    await workers.close()
    assert children(os.getpid()) == before


ORPHANED = """
import asyncio
from bot.worker_pool import WorkerPool
from tests.bot.tasks import Sleep, WhoAmI

async def main():
    workers = WorkerPool(1)
    print(await workers.run(WhoAmI(), within=20), flush=True)
    await workers.run(Sleep(200), within=200)

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
        view = next(view for view in map(evening.view, Seat) if awaited(view))
        for strength in (Strength.GOOD, Strength.BEST):
            answer = await shared.run(Think(view, strength, 0.01, 7), within=LONG)
            assert answer.choice in view.options
        answer = await shared.run(WithoutSolver(Think(view, Strength.BEST, 0.01, 7)), within=LONG)
        assert answer.choice in view.options
