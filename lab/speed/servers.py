"""What many servers cost one process: ``python -m lab.speed.servers [--servers N] [--channels N]``.

The bot starts in a playground with so many servers of so many channels each, once with the first alone and
once with all: how long after it has identified it is ready, and its memory then.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path
from typing import Final

from lab.speed import processor
from lab.speed.figures import figure
from lab.speed.memory import resident
from playground.ground import Playground
from playground.limits import Limits
from tests.trials.stage.playing import QUICK

ROLES: Final = 10
"""In each server, besides the bot's."""
MANY: Final = Limits().unmetered()
WAIT: Final = 300.0
READY: Final = "bot.app: ready"
"""In its log, once it knows all servers."""


async def measured(servers: int, channels: int) -> tuple[float, float]:
    """Seconds of the processor until it is ready, and mebibytes then."""
    with tempfile.TemporaryDirectory() as folder:
        async with Playground.open(limits=MANY, database=Path(folder) / "b.sqlite3") as ground:
            for number in range(servers - 1):
                guild = ground.world.found(f"Server {number}")
                for role in range(ROLES):
                    ground.world.create_role(guild.id, f"Role {role}")
                for channel in range(channels):
                    ground.world.create_channel(guild.id, f"channel-{channel}")
            bot = await ground.start_bot({**QUICK, "PYTHONDONTWRITEBYTECODE": ""}, timeout=WAIT)
            while READY not in bot.log:
                await asyncio.sleep(0.05)
            return processor.seconds(bot.pid), resident(bot.pid)


async def main(servers: int, channels: int) -> None:
    few, many = await measured(1, channels), await measured(servers, channels)
    print(f"one server: {few[0]:.2f} s of the processor until it is ready, {few[1]:.0f} MiB")
    print(f"{servers} servers of {channels} channels: {many[0]:.2f} s, {many[1]:.0f} MiB")
    figure("SERVERS_READY", many[0] - few[0])
    figure("SERVERS_MEMORY", many[1] - few[1])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="what many servers cost one process")
    parser.add_argument("--servers", type=int, default=2000)
    parser.add_argument("--channels", type=int, default=40)
    given = parser.parse_args()
    asyncio.run(main(given.servers, given.channels))
