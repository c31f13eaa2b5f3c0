"""What is waited for in the background."""

from __future__ import annotations

import asyncio
import contextvars
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.clocks import between_starts, cancelled, first
from storage.ports.waits import HASTEN_EVERY, run_in_thread, run_to_end
from tests.trials.stage.guard import HANGS_AFTER, until
from tests.trials.stage.virtual_time import passes


async def test_cancelled_tasks_are_waited_for_though_one_fails_and_one_has_to_tidy_up() -> None:
    tidied: list[str] = []

    async def fails() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            raise ZeroDivisionError

    async def tidies() -> None:
        try:
            await asyncio.sleep(3600)
        finally:
            for _ in range(10):
                await asyncio.sleep(0)
            tidied.append("up")

    tasks = [asyncio.create_task(work()) for work in (fails, tidies)]
    await asyncio.sleep(0)
    await cancelled(iter(tasks))
    assert [task.done() for task in tasks] == [True, True] and tidied == ["up"]
    await cancelled(())


class Held:
    """Work on a thread that goes on until it is let go, or asked to end."""

    def __init__(self) -> None:
        self.begun, self._let_go = threading.Event(), threading.Event()
        self.asked, self.ended = 0, False

    def __call__(self) -> str:
        self.begun.set()
        self._let_go.wait(HANGS_AFTER)
        self.ended = True
        return "done"

    def let_go(self) -> None:
        self._let_go.set()

    def hasten(self) -> None:
        """The first time it is busy, as a database between two statements is."""
        self.asked += 1
        if self.asked == 2:
            self.let_go()

    async def underway(self) -> None:
        await asyncio.sleep(0)  # the wait for it has begun
        await until(self.begun.is_set, "the thread")


async def test_work_on_a_thread_has_its_callers_context_and_its_result_or_error_comes_back() -> None:
    language = contextvars.ContextVar("language", default="English")
    language.set("French")
    assert await run_in_thread(language.get) == "French"
    with pytest.raises(ZeroDivisionError):
        await run_in_thread(divmod, 1, 0)


async def test_a_wait_for_a_thread_that_is_cancelled_again_and_again_ends_with_the_thread() -> None:
    held = Held()
    waiting = asyncio.create_task(run_in_thread(held))
    await held.underway()
    for _ in range(3):
        waiting.cancel()
        await passes(HASTEN_EVERY)
        assert not waiting.done()
    held.let_go()
    await asyncio.wait([waiting])
    assert waiting.cancelled() and held.ended


@pytest.mark.parametrize("on_a_thread_of_others", [False, True])
async def test_work_that_is_asked_to_end_is_asked_until_it_does(on_a_thread_of_others: bool) -> None:
    held = Held()
    if on_a_thread_of_others:
        theirs = asyncio.get_running_loop().run_in_executor(None, held)
        waiting = asyncio.create_task(run_to_end(theirs, hasten=held.hasten))
    else:
        waiting = asyncio.create_task(run_in_thread(held, hasten=held.hasten))
    await held.underway()
    waiting.cancel()
    await until(lambda: held.asked, "the first asking")
    await passes(HASTEN_EVERY)
    await asyncio.wait([waiting])
    assert waiting.cancelled() and held.ended and held.asked == 2


async def test_work_that_no_thread_has_begun_when_its_wait_is_cancelled_is_never_begun() -> None:
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
    held, late = Held(), Held()
    first, second = asyncio.create_task(run_in_thread(held)), asyncio.create_task(run_in_thread(late))
    await held.underway()
    second.cancel()
    await asyncio.wait([second])
    held.let_go()
    assert await first == "done" and await run_in_thread(lambda: "next") == "next"
    assert second.cancelled() and not late.begun.is_set()


async def test_a_thread_that_owns_what_it_uses_may_be_abandoned() -> None:
    held = Held()
    waiting = asyncio.create_task(run_in_thread(held, abandon_on_cancel=True))
    await held.underway()
    waiting.cancel()
    await asyncio.wait([waiting])
    assert waiting.cancelled() and not held.ended
    held.let_go()


async def test_what_is_itself_never_cancelled_is_waited_for_though_its_wait_is() -> None:
    let_go, ended = asyncio.Event(), list[str]()

    async def closes() -> None:
        await let_go.wait()
        ended.append("closed")

    waiting = asyncio.create_task(run_to_end(closes()))
    for _ in range(3):
        await asyncio.sleep(0)
        waiting.cancel()
    assert not waiting.done() and not ended
    let_go.set()
    await asyncio.wait([waiting])
    assert waiting.cancelled() and ended == ["closed"]


DAY = 86_400.0


@pytest.mark.parametrize(
    ("remaining", "reset_after", "wait"),
    [
        (1000, DAY, 0.0),
        (501, DAY, 0.0),
        (500, DAY, 172.8),
        (100, DAY / 2, 432.0),
        (1, 60.0, 60.0),
        (0, 60.0, 60.0),
    ],
)
def test_from_half_of_the_starts_of_a_day_on_those_that_are_left_last_for_the_rest_of_it(
    remaining: int, reset_after: float, wait: float
) -> None:
    assert between_starts(1000, remaining, reset_after) == wait


async def test_whoever_waits_for_the_first_of_several_leaves_nothing_that_waits_when_it_is_cancelled() -> (
    None
):
    before = asyncio.all_tasks()
    for ended in (False, True):
        event = asyncio.Event()
        waiting = asyncio.create_task(first(event, asyncio.Event()))
        await asyncio.sleep(0.01)
        event.set() if ended else waiting.cancel()
        await asyncio.wait([waiting])
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == before, ended
