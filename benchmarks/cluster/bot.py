"""The bot as one of the processes of a soak: ``python -m benchmarks.cluster.bot``, like ``python -m bot``.

``PROCESS`` is its number, which its calls to Discord carry. Its machine's clock is ``CLOCK_AHEAD`` seconds
ahead. With ``WITHOUT_CONFIRM`` it tells people what it finds in the database before the replica has it: a
soak must detect this fault.
"""

from __future__ import annotations

import os
import sys
import time
from importlib import import_module
from typing import Any, Final

AGENT: Final = "process"
"""Stands before the number, at the end of a call's User-Agent."""


def altered() -> None:
    right, ahead = time.time, float(os.environ.get("CLOCK_AHEAD", "0"))
    time.time = lambda: right() + ahead  # before anything of ours is imported and takes it
    rest = import_module("bot.discord_api.rest").Rest
    made = rest.__init__

    def make(self: object, wire: object, token: object, app: object, agent: str, *others: Any) -> None:
        made(self, wire, token, app, f"{agent} {AGENT} {os.environ['PROCESS']}", *others)

    rest.__init__ = make
    if "WITHOUT_CONFIRM" in os.environ:
        import_module("storage.postgres.session").Session._vouch = lambda _: None


if __name__ == "__main__":
    altered()
    sys.exit(import_module("bot.__main__").main())
