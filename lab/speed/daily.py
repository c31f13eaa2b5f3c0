"""What somebody alone waits for, and what it costs: ``python -m lab.speed.daily [--people N] [--same]``.

People who have never been there type ``/play`` in direct messages, one of them as soon as the bot can be
asked, and play a deal to its end on the message that they get. The robots are the best, and think in worker
processes; somebody new is given easy ones if they ask for none. With ``--same`` they type ``/daily`` and play
the deal of the day, all in the same way, against robots that choose alike: ``OTHERWISE`` counts the plays
whose presses went another way than the first.

The last lines are ``NAME FIGURE goal GOAL ok`` (or ``short``, or no goal):

* ``FIRST_CARD_COLD``: seconds from the first command on a process that has answered nothing to one's hand;
* ``FIRST_CARD_WARM``: the same later, the longest of all;
* ``PRESS_LATE``: seconds from a press to the message drawn anew, at the 95th percentile;
* ``COUNTED_CALLS``: for a deal, those that count against what Discord allows the bot;
* ``PROCESSOR``: seconds of processor time for a deal, of the bot and its workers;
* ``DEALS_A_DAY``: so many deals the processors of this machine carry in a day.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from pathlib import Path

from lab.speed import processor
from lab.speed.figures import figure, percentile
from playground.calls import Kind
from playground.errors import Json
from playground.ground import Playground
from playground.people import Person
from tests.trials.stage.playing import next_act, now

COLD, WARM, COUNTED = 10.0, 1.0, 0.0
DAY = 24 * 3600
COUNTS = (Kind.CREATE, Kind.EDIT, Kind.DELETE, Kind.OPEN_DM)
CAREFUL = 0.8
"""Seconds between two presses: of two that come sooner the second would count as a double tap."""


def family(process: int) -> float:
    """The processor time of a process and all that it has started."""
    children = (
        int(child)
        for thread in Path(f"/proc/{process}/task").iterdir()
        for child in (thread / "children").read_text().split()
    )
    return processor.seconds(process) + sum(map(family, children))


async def begun(person: Person, command: str) -> tuple[float, Json]:
    """Seconds until the command has shown a hand; and the message."""
    began = time.monotonic()
    strength = {"strength": "best"} if command == "play" else {}
    answer = await person.slash(command, channel=person.dm, options=strength)
    assert answer.message is not None
    return time.monotonic() - began, answer.message


async def played(person: Person, message: Json, pressed: list[str]) -> list[float]:
    """Seconds from each press to the message drawn anew, until the deal is over. While robots act before the
    first there is nothing to press."""
    took: list[float] = []
    await person.until(lambda _: next_act(now(person, message)) is not None, channel=person.dm)
    while (act := next_act(before := now(person, message))) is not None:
        began = time.monotonic()
        pressed.append(act.rpartition(":")[2])
        await person.press(before, act)
        await person.until(lambda _, was=before: now(person, message) != was, channel=person.dm)  # type: ignore[misc]
        took.append(time.monotonic() - began)
        await asyncio.sleep(max(0.0, CAREFUL - took[-1]))
    return took


async def measured(people: int, command: str) -> None:
    async with Playground.open() as ground:
        bot = await ground.start_bot()
        cold, first = await begun(ground.people["anna"], command)
        ways: list[list[str]] = [[]]
        presses = await played(ground.people["anna"], first, ways[0])
        before = family(bot.pid)
        warm: list[float] = []
        others = [one for name, one in ground.people.items() if name != "anna"][:people]
        for person in others:
            wait, message = await begun(person, command)
            warm.append(wait)
            ways.append([])
            presses += await played(person, message, ways[-1])
        spent = (family(bot.pid) - before) / len(others)
        counted = sum(len(ground.calls.of_kind(kind)) for kind in COUNTS) / (len(others) + 1)
    print(f"{len(others) + 1} deals, {len(presses)} presses, {os.cpu_count()} processors")
    if command == "daily":
        figure("OTHERWISE", sum(way != ways[0] for way in ways), 0.0)
    figure("FIRST_CARD_COLD", cold, COLD)
    figure("FIRST_CARD_WARM", max(warm), WARM)
    figure("PRESS_LATE", percentile(presses, 95))
    figure("COUNTED_CALLS", counted, COUNTED)
    figure("PROCESSOR", spent)
    figure("DEALS_A_DAY", DAY * (os.cpu_count() or 1) / spent)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="What somebody alone waits for.")
    parser.add_argument("--same", action="store_true", help="the deal of the day")
    parser.add_argument("--people", type=int, default=4, help="after the first (default and most: 4)")
    asked = parser.parse_args()
    asyncio.run(measured(asked.people, "daily" if asked.same else "play"))
