"""An evening of robots in the playground: ``python -m lab.speed.evening [--tables N] [--hands N]``.

Progressive whist at many tables at once, each in its own thread, with Discord's limits on. The signal follows
by itself. What is told is how long the hands took, and how many calls were refused for having come too fast.

The last lines are ``NAME FIGURE goal GOAL ok`` (or ``short``):

* ``refused``: calls refused;
* ``unscored``: deals without a result at the end;
* ``threads``: more or fewer threads than tables;
* ``open-seconds``: until every table of the first hand was open;
* ``behind-seconds``: from the message that tells that it is over to the final table.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sqlite3
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from lab.speed.figures import figure
from playground.ground import Playground
from playground.limits import Limits
from playground.people import texts
from rules.evening.evening import Evening
from rules.evening.events import EveningOpened
from rules.record.codec import decode_evening

OPEN_WITHIN: Final = 60.0
MANY: Final = 300
"""Messages of the channel that are looked through: each thread is announced by one."""
BEHIND: Final = 30.0
ENV: Final = {"ROBOT_WORKERS": "0", "CARD_EMOJI": "off", "CUT_SECONDS": "3000"}


async def shown(ground: Playground, words: str, within: float) -> float:
    """The time at which a message with these words stands in the channel. Raises TimeoutError."""
    loop, anna = asyncio.get_running_loop(), ground.people["anna"]
    async with asyncio.timeout(within):
        while not any(words in text for message in anna.sees(newest=MANY) for text in texts(message)):
            await asyncio.sleep(0.25)
    return loop.time()


async def scored(path: Path) -> tuple[int, int]:
    """How many deals the only evening of a database has a result for, and how many it has begun."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        ((evening_id,),) = db.execute("SELECT table_id FROM stream WHERE kind = 'evening'").fetchall()
        rows = db.execute("SELECT kind, body FROM event WHERE table_id = ?1 ORDER BY version", (evening_id,))
        state: Evening | None = None
        for event in (decode_evening(kind, body) for kind, body in rows):
            state = Evening.opened(event) if isinstance(event, EveningOpened) else state
            assert state is not None
            state = state.after(event)
    assert state is not None
    begun = sum(len(sitting.boards) for one in state.rounds for sitting in one.sittings)
    return len(state.scored), begun


async def played(tables: int, hands: int, pace: float) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tables.sqlite3"
        async with Playground.open(limits=Limits(), database=path) as ground:
            await ground.start_bot({**ENV, "ROBOT_PACE": str(pace)})
            anna, loop = ground.people["anna"], asyncio.get_running_loop()
            await anna.slash("evening open", tables=tables, rounds=hands, signal=False)
            await anna.slash("evening join")
            began = loop.time()
            await anna.slash("evening direct", what="begin")
            await anna.slash("evening leave")  # a robot plays for her
            channels = ground.world.channels
            async with asyncio.timeout(10 * OPEN_WITHIN):
                while sum(one.is_thread for one in channels.values()) < tables:
                    await asyncio.sleep(0.1)
            opened = loop.time() - began
            over = await shown(ground, "The evening is over.", 600 + 200 * hands * max(pace, 0.2))
            final = await shown(ground, "Final table", 120)
            refused = Counter(f"{call.label} ({call.scope})" for call in ground.calls if call.status == 429)
            made = Counter(str(call.kind) for call in ground.calls)
        done, begun = await scored(path)
        threads = sum(one.is_thread for one in channels.values())
    print(f"{tables} tables, {hands} hands in {over - began:.0f} s: {done} of {begun} deals have a result")
    print(", ".join(f"{count} × {what}" for what, count in made.most_common()))
    for what, times in refused.items():
        print(f"refused: {what} × {times}")
    figure("refused", sum(refused.values()), 0)
    figure("unscored", begun - done, 0)
    figure("threads", abs(threads - tables), 0)
    figure("open-seconds", opened, OPEN_WITHIN)
    figure("behind-seconds", final - over, BEHIND)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--hands", type=int, default=2)
    parser.add_argument("--pace", type=float, default=0.8, help="seconds between two acts of a robot")
    given = parser.parse_args()
    asyncio.run(played(given.tables, given.hands, given.pace))


if __name__ == "__main__":
    main()
