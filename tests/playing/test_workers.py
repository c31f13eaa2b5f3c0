"""The worker processes start with the bot and end with it, even if it is killed."""

from __future__ import annotations

from tests.trials.stage.guard import until
from tests.trials.stage.playing import Evening, evening
from tests.trials.stage.processes import children, ended

THINKING = {"ROBOT_WORKERS": "1", "ROBOT_SECONDS": "0.01", "CUT_SECONDS": "0"}


async def worker(table: Evening) -> int:
    """The one worker, once it is there."""
    (one,) = await until(lambda: children(table.bot.pid), "a worker")
    return one


async def test_no_worker_outlives_the_bot_whether_it_is_killed_or_stopped() -> None:
    """Anna sits down with three robots, who play on after the bot is started again."""
    async with evening(env=THINKING, names=("anna",)) as table:
        first = await worker(table)
        table.bot.kill()
        await table.bot.dead()
        await ended(first)
        await table.bot.start()
        second = await worker(table)
        await table.act()
        assert await table.bot.stop() == 0
        await ended(second)
        assert "Traceback" not in table.bot.log and not table.complaints()
