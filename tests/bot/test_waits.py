"""What is waited for in the background."""

from __future__ import annotations

import asyncio

import pytest

from bot.clocks import between_starts, cancelled


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
