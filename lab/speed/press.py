"""What a card costs: ``python -m lab.speed.press [--rounds N] [--cards N]``.

Four people play with their hands in direct messages, with the cards as emoji. The processor time of the whole
bot for a card is compared with that of three bots that think nothing: one of the library, and one of aiohttp
alone, that make the same calls with bodies that are ready, and one of the library that defers and edits one
message. The four take turns, and what is told is the median over the turns. The calls of the storage and its
commits are counted in a bot of their own.

The last lines are ``NAME FIGURE goal GOAL ok`` (or ``short``, or no goal):

* ``PRESS_OVER_READY``, ``PRESS_OVER_LEAN``: over the same calls by the library, and by aiohttp alone;
* ``PRESS_OVER_DEFERRING``: over deferring and one edit;
* ``STORAGE_CALLS``, ``COMMITS``: for a card.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import sys
import tempfile
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import Any, Final

from lab.speed import processor
from lab.speed.figures import figure
from lab.speed.filling import put_emoji, without_alerts
from playground.calls import Call, Kind
from playground.errors import Json
from playground.ground import Playground
from playground.limits import Limits
from storage.store import Store
from tests.trials.stage.playing import QUICK, Evening

OVER_READY: Final = 2.5
OVER_DEFERRED: Final = 8.0
STORAGE_CALLS: Final = 4
COMMITS: Final = 1
STILL: Final = 0.12
"""Seconds without a call after which a card has been shown everywhere."""
LONGEST: Final = 3.0
TABLE: Final = "table"
LIBRARY: Final = "lab.speed.ready_bot"
LEAN: Final = "lab.speed.lean_bot"
SENT: Final = {Kind.ANSWER: "answer", Kind.EDIT: "edit", Kind.EDIT_BY_TOKEN: "edit by token"}


@dataclass(frozen=True)
class Step:
    """A press: whose, on the message at which place, and the calls that it costs."""

    person: str
    place: str
    calls: Sequence[Json]


async def still(ground: Playground) -> None:
    """Wait until no call has been made for a moment."""
    loop, seen = asyncio.get_running_loop(), -1
    until = loop.time() + LONGEST
    while len(ground.calls) != seen and loop.time() < until:
        seen = len(ground.calls)
        await asyncio.sleep(STILL)


async def seated(ground: Playground, command: Sequence[str], env: dict[str, str], seed: int) -> Evening:
    """Four people with a rubber that has begun."""
    async with Store.open(Path(ground.database)) as store:
        await without_alerts(store, ground.guild)
    await ground.start_bot({**QUICK, "CARD_EMOJI": "on", **env}, command=command)
    table = Evening(ground, Random(seed))
    await table.sit_down()
    await table.start()
    await still(ground)
    return table


async def to_play(table: Evening) -> None:
    """Play on until the cards of a deal are to be played, in the next rubber if this one is over."""
    while not table.playing:
        await table.go_on()
    await still(table.ground)


async def card(table: Evening) -> Step | None:
    """A card, and the calls that it cost; None for the last of a deal, which causes further messages."""
    seen, before = len(table.ground.calls), table.room_text
    move = await table.move()
    done = await table.do(move)
    await table.until_changed(before)
    await still(table.ground)
    if move.verb != "play" or not done.accepted or not table.playing:
        return None
    made = [call for call in list(table.ground.calls)[seen:] if call.kind in SENT]
    return Step(move.person.key, move.person.key, [_ready(table, call) for call in made])


async def everybody_pressed(table: Evening) -> None:
    """Play until each of the four has pressed a card: from then on each has a token, by which their hand is
    brought up to date, so that every card costs the same calls."""
    pressed: set[str] = set()
    while len(pressed) < len(table.people):
        pressed.update(step.person for step in await cards(table, 1))


async def cards(table: Evening, count: int) -> list[Step]:
    """Play this many cards. Returns what each of them cost."""
    steps: list[Step] = []
    while len(steps) < count:
        if not table.playing:
            await to_play(table)
        step = await card(table)
        if step is not None:
            steps.append(step)
    return steps


def _place(table: Evening, channel: int | None, message: int | None) -> str:
    names = {person.dm: person.key for person in table.people}
    if channel is None and message is not None:
        channel = table.ground.world.channel_holding(message)
    return names.get(channel or 0, TABLE)


def _ready(table: Evening, call: Call) -> Json:
    return {
        "kind": SENT[call.kind],
        "place": _place(table, call.channel_id, call.message_id),
        "body": call.body,
    }


def script(table: Evening, steps: Sequence[Step]) -> Json:
    """What a bot needs to make the same calls with prepared bodies."""
    first = {
        _place(table, call.channel_id, None): {
            "flags": call.body["flags"],
            "components": call.body["components"],
        }
        for call in table.ground.calls.of_kind(Kind.CREATE)
    }
    return {"first": first, "steps": [list(step.calls) for step in steps]}


def deferring(made: Json) -> Json:
    """The script of a bot that defers, and edits the table's message."""
    edit = {"kind": "edit", "place": TABLE, "body": {"components": made["first"][TABLE]["components"]}}
    defer: Json = {"kind": "answer", "place": TABLE, "body": {"type": 6}}
    return {**made, "steps": [[defer, edit]]}


@dataclass
class Player:
    """A playground with one of the bots in it, and how its turn is taken."""

    ground: Playground
    steps: Sequence[Step]
    table: Evening | None = None  # of the real bot

    async def turn(self, count: int) -> tuple[float, float]:
        """For each of this many cards, or presses: the seconds of processor time, and the calls made."""
        assert self.ground.bot is not None
        spent, made, number = 0.0, 0, 0
        while number < count:
            if self.table is not None and not self.table.playing:
                await to_play(self.table)
            used, seen = processor.seconds(self.ground.bot.pid), len(self.ground.calls)
            if self.table is None:
                await self._press(self.steps[number % len(self.steps)])
            elif await card(self.table) is None:
                continue
            spent += processor.seconds(self.ground.bot.pid) - used
            made += sum(call.kind in SENT for call in list(self.ground.calls)[seen:])
            number += 1
        return spent / count, made / count

    async def _press(self, step: Step) -> None:
        person = self.ground.people[step.person]
        (message, *_) = [one for one in person.sees(person.dm) if one["author"]["bot"]]
        answer = await person.press(message, "ready", anyway=True)
        assert not answer.failed, answer
        await still(self.ground)


async def opened(stack: AsyncExitStack) -> Playground:
    ground = await stack.enter_async_context(Playground.open(limits=Limits().unmetered()))
    put_emoji(ground)
    return ground


async def counted(folder: Path, count: int) -> tuple[Json, list[Step], dict[str, float]]:
    """A deal in a bot that counts: its script, its steps, and the calls of the storage for a card."""
    file = folder / "counts.json"

    async def now() -> dict[str, int]:
        file.unlink(missing_ok=True)
        os.kill(table.bot.pid, signal.SIGUSR2)
        while not file.exists():
            await asyncio.sleep(0.01)
        told: dict[str, int] = json.loads(file.read_text(encoding="utf-8"))
        return told

    async with AsyncExitStack() as stack:
        ground = await opened(stack)
        command = (sys.executable, "-m", "lab.speed.counted_bot")
        table = await seated(ground, command, {"COUNTS": str(file)}, seed=1)
        await to_play(table)
        made = script(table, ())
        await everybody_pressed(table)
        before = await now()
        steps = await cards(table, count)
        after = await now()
    each = {name: (after[name] - before[name]) / count for name in ("calls", "commits")}
    return {**made, "steps": [list(step.calls) for step in steps]}, steps, each


async def ready(
    stack: AsyncExitStack, folder: Path, module: str, made: Json, steps: Sequence[Step]
) -> Player:
    """A bot with a script, once its messages stand."""
    ground = await opened(stack)
    users: dict[str, Any] = {key: person.id for key, person in ground.people.items()}
    file = folder / f"{ground.channel}.json"
    file.write_text(
        json.dumps({**made, "users": users, "channels": {TABLE: ground.channel}}), encoding="utf-8"
    )
    await ground.start_bot(command=(sys.executable, "-m", module, str(file)))
    async with asyncio.timeout(20):
        while ground.calls.count(Kind.CREATE, status=200) < len(made["first"]):
            await asyncio.sleep(0.01)
    return Player(ground, steps)


async def main(rounds: int, count: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made, steps, each = await counted(folder, count)
        async with AsyncExitStack() as stack:
            ours = await opened(stack)
            table = await seated(ours, (sys.executable, "-m", "bot"), {}, seed=2)
            await everybody_pressed(table)
            players = {
                "the bot": Player(ours, (), table),
                "the same calls, ready": await ready(stack, folder, LIBRARY, made, steps),
                "the same calls, aiohttp alone": await ready(stack, folder, LEAN, made, steps),
                "deferring, one edit": await ready(stack, folder, LIBRARY, deferring(made), steps),
            }
            used: dict[str, list[float]] = {player: [] for player in players}
            calls: dict[str, list[float]] = {player: [] for player in players}
            for number in range(rounds + 1):
                for player, bot in players.items():
                    took, sent = await bot.turn(count)
                    if number:  # the first turn warms everything up
                        used[player].append(took)
                        calls[player].append(sent)
    for player, turns in used.items():
        told = ", ".join(f"{one * 1000:.1f}" for one in turns)
        print(
            f"{player}: {median(turns) * 1000:.2f} ms of processor time a card ({told}), "
            f"{mean(calls[player]):.2f} calls"
        )
    real, same, lean, one = used.values()
    figure("PRESS_OVER_READY", median(a / b for a, b in zip(real, same, strict=True)), OVER_READY)
    figure("PRESS_OVER_LEAN", median(a / b for a, b in zip(real, lean, strict=True)))
    figure("PRESS_OVER_DEFERRING", median(a / b for a, b in zip(real, one, strict=True)), OVER_DEFERRED)
    figure("STORAGE_CALLS", each["calls"], STORAGE_CALLS)
    figure("COMMITS", each["commits"], COMMITS)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="what a card costs")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--cards", type=int, default=40, help="in each turn")
    given = parser.parse_args()
    asyncio.run(main(given.rounds, given.cards))
