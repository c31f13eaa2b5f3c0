"""No background task ends unseen: it is logged, counted and, where that may be, begun again."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.supervisor import LATEST, PROVEN, SOONEST, Supervisor
from storage.ports.patience import CURRENT_PATIENCE, Patience, StorageAway
from tests.each import each

ROOT = Path(__file__).parents[2]
PRODUCT = ("packaging/biritch", "bot", "cogs", "playground", "robots", "rules", "screens", "storage", "web")
SUPERVISING = "bot/supervisor.py"
BEGINS = re.compile(r"\b(create_task|ensure_future|TaskGroup|run_coroutine_threadsafe)\(")
WHY = re.compile(r"# short-lived: \w+(\W+\w+){2,}")


def unsupervised(text: str) -> Iterator[int]:
    """The lines on which something begins a task, and neither they nor those before them say why it may."""
    before = ""
    for number, line in enumerate(text.splitlines(), 1):
        if BEGINS.search(line) and not (WHY.search(before) or WHY.search(line)):
            yield number
        before = line


def test_nothing_begins_a_task_but_the_supervisor_or_says_why_it_is_short_lived() -> None:
    found = {}
    for room in PRODUCT:
        for file in sorted((ROOT / room).rglob("*.py")):
            name = file.relative_to(ROOT).as_posix()
            if name != SUPERVISING and (at := [*unsupervised(file.read_text("utf-8"))]):
                found[name] = at
    assert found == {}


@each(
    ("code", "counts"),
    [
        ("task = asyncio.create_task(work())", True),
        ("task = loop.create_task(work())", True),
        ("task = ensure_future(work())", True),
        ("async def f():\n    async with asyncio.TaskGroup() as group:\n        pass", True),
        ("# short-lived: soon\ntask = asyncio.create_task(work())", True),
        ("# short-lived: it is waited for below\ntask = asyncio.create_task(work())", False),
        ("task = asyncio.create_task(work())  # short-lived: it is waited for", False),
    ],
)
def test_a_planted_task_is_found_unless_it_says_why(code: str, counts: bool) -> None:
    assert [*unsupervised(code)] == ([] if not counts else [len(code.splitlines()) - code.endswith("pass")])


class Time:
    """A loop's clock that is set by hand: a sleep lasts until it is."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.loop, self.ahead = asyncio.get_running_loop(), 0.0
        began = self.loop.time()
        monkeypatch.setattr(self.loop, "time", lambda: began + self.ahead)

    async def passes(self, seconds: float) -> None:
        self.ahead += seconds
        for _ in range(5):
            await asyncio.sleep(0)


async def test_work_that_must_go_on_is_begun_again_later_and_later_and_is_dead_until_it_runs_for_a_while(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    time, supervisor, begun = Time(monkeypatch), Supervisor(), 0
    fails = True

    async def work() -> None:
        nonlocal begun
        begun += 1
        if fails:
            raise ZeroDivisionError
        await asyncio.Event().wait()

    task = supervisor.run_for_ever("beats", work, essential=True)
    await time.passes(0)
    pauses, pause = [], SOONEST
    while pause < LATEST:
        pauses.append(pause)
        pause *= 2
    for count, pause in enumerate([*pauses, LATEST, LATEST], 1):
        assert (begun, supervisor.ended_tasks) == (count, {"beats": count})
        assert supervisor.dead_tasks == supervisor.essential_dead == {"beats"}
        await time.passes(0.9 * pause)
        assert begun == count
        fails = count < len(pauses) + 2
        await time.passes(0.1 * pause)
    assert begun == len(pauses) + 3
    assert supervisor.dead_tasks == {"beats"}  # it may fail again at once
    await time.passes(PROVEN)
    assert not supervisor.dead_tasks
    assert "the task beats has failed" in caplog.text and "ZeroDivisionError" in caplog.text
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled() and not supervisor.dead_tasks


@pytest.mark.parametrize("ends", ["returns", "is cancelled from within"])
async def test_work_that_must_go_on_may_not_end_in_peace_either(
    ends: str, caplog: pytest.LogCaptureFixture
) -> None:
    supervisor = Supervisor()

    async def work() -> None:
        if ends != "returns":
            raise asyncio.CancelledError

    task = supervisor.run_for_ever("beats", work)
    for _ in range(3):
        await asyncio.sleep(0)
    assert supervisor.ended_tasks == {"beats": 1} and not task.done()
    assert "the task beats" in caplog.text and "begun again" in caplog.text
    task.cancel()


async def test_what_is_to_succeed_once_is_tried_until_it_does_and_helps_no_restart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    time, supervisor, faults = Time(monkeypatch), Supervisor(), [KeyError(), OSError()]

    async def work() -> None:
        if faults:
            raise faults.pop()

    task = supervisor.run_until_done("commands", work)
    await time.passes(0)
    assert supervisor.dead_tasks == {"commands"} and not supervisor.essential_dead
    for _ in range(2):
        await time.passes(LATEST)
    assert task.done() and not supervisor.dead_tasks and supervisor.ended_tasks == {"commands": 2}


async def test_a_storage_that_is_away_is_waited_for_and_is_no_fault_of_the_task(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    time, supervisor, away = Time(monkeypatch), Supervisor(), True

    async def work() -> None:
        if away:
            raise StorageAway

    task = supervisor.run_until_done("tables", work)
    await time.passes(0)
    assert not supervisor.ended_tasks and not supervisor.dead_tasks
    away = False
    await time.passes(LATEST)
    assert task.done()


async def test_work_about_one_stream_that_fails_is_told_with_its_name_and_counted_by_its_kind(
    caplog: pytest.LogCaptureFixture,
) -> None:
    supervisor = Supervisor()

    async def work(fault: BaseException | None) -> None:
        if fault is not None:
            raise fault
        await asyncio.Event().wait()

    tasks = [supervisor.run_once(work(one), "clock", n) for n, one in enumerate((KeyError("x"), None))]
    ended = supervisor.run_once(work(asyncio.CancelledError()), "screens", "7f")
    await asyncio.wait([tasks[0], ended])
    tasks[1].cancel()
    await asyncio.wait(tasks)
    assert supervisor.ended_tasks == {"clock": 1, "screens": 1}
    assert caplog.messages == ["the task clock 0 has failed", "the task screens 7f has failed"]
    assert not supervisor.dead_tasks


async def test_what_a_press_has_begun_is_not_given_up_with_the_press() -> None:
    supervisor, found = Supervisor(), list[Patience | None]()

    async def work() -> None:
        found.append(CURRENT_PATIENCE.get())

    mine = Patience(0.0)
    CURRENT_PATIENCE.set(mine)
    await supervisor.run_once(work(), "notes")
    await supervisor.run_until_done("places", work)
    assert found == [None, None] and CURRENT_PATIENCE.get() is mine
