"""The bot as one of the processes of a soak: ``python -m tests.trials.cluster.bot``, like ``python -m bot``.

``PROCESS`` is its number, which its calls to Discord carry. Its machine's clock is ``CLOCK_AHEAD`` seconds
ahead. With ``WITHOUT_CONFIRM`` it tells people what it finds in the database before the replica has it: a
soak must detect this fault.
"""

from __future__ import annotations

import os
import sys
import time
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.clocks import DiscordClock
    from bot.discord_api.rest import Wire
    from bot.discord_api.scheduler import Buckets

    Told = Callable[[str, str, int], None]

AGENT: Final = "process"
"""Stands before the number, at the end of a call's User-Agent."""


def altered() -> None:
    right, ahead = time.time, float(os.environ.get("CLOCK_AHEAD", "0"))
    time.time = lambda: right() + ahead  # before anything of ours is imported and takes it
    from bot.discord_api.rest import Rest  # only now

    made = Rest.__init__

    def make(
        self: Rest, wire: Wire, user_agent: str, buckets: Buckets, clock: DiscordClock, told: Told
    ) -> None:
        made(self, wire, f"{user_agent} {AGENT} {os.environ['PROCESS']}", buckets, clock, told)

    Rest.__init__ = make  # type: ignore[method-assign, assignment]
    if "WITHOUT_CONFIRM" in os.environ:
        import_module("storage.postgres.session").Session._vouch = lambda _: None


if __name__ == "__main__":
    altered()
    sys.exit(import_module("bot.__main__").main())
