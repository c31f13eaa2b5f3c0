"""How long a presser waits for others: ``python -m lab.speed.answers [--cards N]``.

The time from the commit of a card to the moment at which its answer goes out, with the messages of the three
others to draw and send, over the same where nobody follows the table. One card is played each way in turn, in
the bot itself on a simulated Discord.

The last line is ``ANSWER_OVER_ALONE FIGURE goal 1.5``: the median of the ratios of neighbours.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, Final

from simcord.http import router

from bot.discord_api.rest import ANSWER
from lab.speed.figures import figure
from tests.trials.stage.club import Club, club

GOAL: Final = 1.5
DEALS: Final = 20


class Watch:
    """When the last act was committed, and how long after it the first answer went out."""

    def __init__(self, at: Club) -> None:
        self._committed = 0.0
        self.waits: list[float] = []
        tables = at.bot.services.tables
        apply, dispatch = tables._apply, router.dispatch

        def applied(*all_of_it: Any) -> None:
            apply(*all_of_it)
            self._committed = time.perf_counter()

        def dispatched(backend: Any, method: str, path: str, **rest: Any) -> Any:
            if ANSWER.search(path) is not None and self._committed:
                self.waits.append(time.perf_counter() - self._committed)
                self._committed = 0.0
            return dispatch(backend, method, path, **rest)

        tables._apply = applied  # type: ignore[method-assign, assignment]
        router.dispatch = dispatched


async def measured(cards: int) -> tuple[list[float], list[float]]:
    """The seconds from commit to answer with followers, and without."""
    with tempfile.TemporaryDirectory() as folder:
        async with club(Path(folder) / "answers.sqlite3", threads=True) as at:
            await at.playing()
            watch, tables = Watch(at), at.bot.services.tables
            followers, found = tables.followers, ([], [])  # type: ignore[var-annotated]
            for number in range(cards):
                if not at.plays(at.to_act_next()):
                    break
                alone = number % 2
                tables.followers = [] if alone else followers
                who = at.to_act()
                watch.waits.clear()
                await at.types(who, "play", card=at.plays(who)[0])
                found[alone].append(watch.waits[0])
            return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m lab.speed.answers")
    parser.add_argument("--cards", type=int, default=40)
    followed, alone = asyncio.run(measured(parser.parse_args().cards))
    print(f"cards {len(followed) + len(alone)}")
    print(f"followed_ms {1000 * median(followed):.2f}\nalone_ms {1000 * median(alone):.2f}")
    figure("ANSWER_OVER_ALONE", median(a / b for a, b in zip(followed, alone, strict=False)), GOAL)


if __name__ == "__main__":
    main()
