"""What is waited for in the background."""

from __future__ import annotations

import asyncio

from bot.clocks import cancelled


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
