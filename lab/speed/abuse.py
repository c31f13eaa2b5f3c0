"""Whether one person can hold up the others: ``python -m lab.speed.abuse [--short]``.

Four people sit at each of some tables in the middle of a deal and play a card there at an even pace. Blocks
in which nobody else asks for anything take turns with blocks in which one person does: they open 150 games
alone in a minute, half of them deals that are compared, and ask 200 times for each answer that is dear. After
that twenty people ask, each for one answer at a time. ``--short`` does a tenth of it in under three minutes.

The last lines are ``NAME FIGURE goal GOAL ok`` (or ``short``, or no goal):

* ``ONE``: the answers to presses of the others at p99 while one person asks, over those while nobody does;
* ``LOST``: presses and questions that Discord showed as failed;
* ``TWENTY``: as ``ONE``, while twenty ask;
* ``UNFAIR``: of the twenty, the most answers that one has had over the fewest that one has had;
* ``UNTOLD``: of their questions that waited longer than a moment, those that were told no place.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from lab.speed.capacity import Drive, seated
from lab.speed.figures import figure, percentile
from lab.speed.filling import Long, channels, unsynced
from playground.ground import Playground
from playground.people import Answer, Person, texts
from rules.games.all_games import GAMES
from storage.ports.records import Place, TableId, UserId, database_at
from storage.store import Store

HELD_UP: Final = 1.5
NONE: Final = 0.0
FAIR: Final = 2.0
TABLES: Final = 32
WARM_UP: Final = 1
CARDS: Final = 1
"""At each table in each block: sixteen blocks must not end a deal."""
DEAR: Final = ("replay", "picture", "record", "why", "analyse", "hint")
DRAWN: Final = DEAR[:4]
"""Of these the making itself takes no more than a moment, so that a longer wait is for others."""
ASKED_APART: Final = 3.5
"""Seconds after which somebody who has no answer should have been told how many come before theirs."""
TOLD: Final = "come before yours"
ENV: Final = {"ROBOT_PACE": "0.1", "CUT_SECONDS": "3000", "DOUBLE_TAP": "0"}


@dataclass(frozen=True)
class Size:
    """How much is asked, and how long a block lasts."""

    block: float  # seconds
    openings: int
    questions: int  # for each dear answer


WHOLE: Final = Size(60.0, 150, 200)
SHORT: Final = Size(6.0, 15, 20)


@dataclass(frozen=True)
class Asker:
    """Somebody with deals behind them, at the table in this channel."""

    person: Person
    channel: int

    async def ask(self, look: str) -> Answer:
        """A hint is asked for where they play alone."""
        channel = self.person.dm if look == "hint" else self.channel
        return await self.person.slash("deal", channel=channel, show=look)


async def askers(ground: Playground, count: int) -> list[Asker]:
    """Four at each table, at which a rubber has been played."""
    found: list[Asker] = []
    async with Store.open(database_at(str(ground.database))) as store:
        await unsynced(store)
        for number in range(-(-count // 4)):
            channel = ground.world.create_channel(ground.guild, f"asked-{number}").id
            guild = ground.world.get_guild(ground.guild)
            users = [ground.world.new_member(guild, f"Q{number}x{at}") for at in range(4)]
            place, ids = Place(ground.guild, channel), [UserId(one.id) for one in users]
            await Long(TableId(f"a{number:07x}"), 1, number).put(store, place, ids)
            found += [Asker(Person(ground._crowd, one.name, one.id), channel) for one in users]
    return found[:count]


class Measured:
    """The answers to the others' presses, and what came of the questions."""

    def __init__(self, drive: Drive) -> None:
        self.drive, self.lost = drive, 0
        self.drive.counting = True

    async def block(self, meanwhile: Awaitable[object] | None = None) -> list[float]:
        """Seconds to the answer to each press in a block, in which something else may go on."""
        answers = self.drive.counted.answers = []
        await asyncio.gather(self.drive.play(CARDS), *([meanwhile] if meanwhile is not None else []))
        return answers

    async def evenly(self, count: int, seconds: float, ask: Callable[[int], Awaitable[Answer]]) -> None:
        """Asks so often in so many seconds, whether there has been an answer or not."""

        async def later(number: int) -> None:
            await asyncio.sleep(seconds * number / count)
            self.lost += (await ask(number)).failed

        await asyncio.gather(*map(later, range(count)))


async def one_person(measured: Measured, size: Size, who: Asker) -> tuple[list[float], list[float]]:
    """Seconds to the answers to others while nobody asks for anything, and while one person does."""
    games = [*GAMES]

    def opening(number: int) -> Awaitable[Answer]:
        wish = {"step": "compared"} if number % 2 else {"strength": "best"}
        return who.person.slash(
            "play", channel=who.person.dm, options={"game": games[number % len(games)], **wish}
        )

    blocks: list[Callable[[], Awaitable[None]]] = [
        lambda: measured.evenly(size.openings, size.block, opening)
    ]
    for command in DEAR:
        blocks.append(
            lambda command=command: measured.evenly(size.questions, size.block, lambda _: who.ask(command))  # type: ignore[misc]
        )
    without, while_asked = list[float](), list[float]()
    for name, block in zip(("opening", *DEAR), blocks, strict=True):
        quiet, busy = await measured.block(), await measured.block(block())
        print(f"{name}: p99 {percentile(busy, 99):.3f} s, without {percentile(quiet, 99):.3f} s", flush=True)
        without += quiet
        while_asked += busy
    return without, while_asked


async def many_people(
    ground: Playground, measured: Measured, seconds: float, people: Sequence[Asker]
) -> tuple[list[float], Counter[int], list[bool]]:
    """While each asks for one answer after the other: seconds to the answers to others, how many answers each
    has had, and of those that waited long whether they were told their place."""
    told, had, long = set[int](), Counter[int](), list[bool]()

    def note(channel: int, message: int) -> None:
        shown = ground.world.message_json(channel, message)
        if shown is not None and any(TOLD in one for one in texts(shown)):
            told.add(message)

    ground.world.changed.append(note)
    clock = asyncio.get_running_loop().time
    ends = clock() + seconds

    async def asks(at: int, who: Asker) -> None:
        for command in cycle(DRAWN[at % 4 :] + DRAWN[: at % 4]):
            began = clock()
            if began >= ends:
                return
            answer = await who.ask(command)
            measured.lost += answer.failed
            while clock() < ends and (answer.message is None or any(TOLD in one for one in answer.texts)):
                await asyncio.sleep(0.05)
            if clock() < ends:
                had[at] += 1
            if clock() - began > ASKED_APART:
                shown = [one for one in (answer.message, *answer.followups) if one is not None]
                long.append(any(int(one["id"]) in told for one in shown))

    others = asyncio.gather(*(asks(at, who) for at, who in enumerate(people)))
    return await measured.block(others), had, long


async def main(size: Size) -> None:
    with TemporaryDirectory() as folder:
        async with Playground.open(database=Path(folder) / "tables.sqlite3") as ground:
            tables = await seated(ground, channels(ground, TABLES))
            first, *people = await askers(ground, 21)
            drive = Drive(ground, tables, size.block / (CARDS + 1))
            await ground.start_bot(ENV, timeout=120.0)
            await drive.shown()
            await drive.play(WARM_UP)
            measured = Measured(drive)
            without, one = await one_person(measured, size, first)
            quiet = await measured.block()
            twenty, had, long = await many_people(ground, measured, 3 * size.block, people)
    fewest = min(had[at] for at in range(len(people)))
    for name, took in (("nobody", without), ("one", one), ("twenty", twenty)):
        middle, late = percentile(took, 50), percentile(took, 99)
        print(f"{name} asking: {len(took)} presses of others, p50 {middle:.3f} s, p99 {late:.3f} s")
    print(f"{had.total()} answers to twenty, {fewest} to {max(had.values())} each; {len(long)} waited long")
    figure("ONE", percentile(one, 99) / percentile(without, 99), HELD_UP)
    figure("LOST", measured.lost, NONE)
    figure("TWENTY", percentile(twenty, 99) / percentile([*without, *quiet], 99))
    figure("UNFAIR", max(had.values()) / max(fewest, 1), FAIR)
    figure("UNTOLD", long.count(False), NONE)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Whether one person can hold up the others.")
    parser.add_argument("--short", action="store_true", help="a tenth of it, in under three minutes")
    asyncio.run(main(SHORT if parser.parse_args().short else WHOLE))
