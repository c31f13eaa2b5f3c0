"""Discord's answers to the calls of the bot with one field changed: while people play, and at a start.

Of each answer come as many changed ones as its body has fields (``changed_events.changed``): the field is
missing, is null, or is of another type. Besides, the body is empty, breaks off, or is a page of what stands
before Discord, and the headers that tell of limits say what cannot be. That another number is told as an id
cannot be seen, and is left out.

``python -m tests.playing.changed_replies`` changes one answer after another; ``--count N`` ends it after so
many. The exit status is 1 if the bot ended, or if somebody was not answered.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from playground.ground import Playground
from tests.playing.changed_events import APOLOGY, BotEnded, Change, changed
from tests.trials.stage.playing import QUICK, UNMETERED, Evening

PAGE: Final = b"<!DOCTYPE html><title>Please sign in</title>"
LIMITS_TOLD: Final = {
    "X-RateLimit-Limit": "5",
    "X-RateLimit-Remaining": "0",
    "X-RateLimit-Reset": "1764460800.0",
    "X-RateLimit-Reset-After": "0.05",
    "X-RateLimit-Bucket": "a1b2",
    "Content-Type": "application/json",
}
"""What an answer says of its limit: the next call is to come a moment later."""
CANNOT_BE: Final = ("", "x", "nan", "inf", "-1", "1e300")
HEADERS: Final[tuple[Mapping[str, str], ...]] = (
    {},
    *(LIMITS_TOLD | {name: value} for name in LIMITS_TOLD for value in CANNOT_BE),
)
DEEPEST: Final = 2
"""Of fields within fields: of a message nothing further is read."""


def bodies(body: Any) -> Iterator[tuple[str, Any]]:
    """Other bodies in place of this one, and how each differs."""
    yield "nothing", b""
    yield "a page", PAGE
    yield "breaks off", json.dumps(body).encode()[:-7] if body is not None else b"{"
    if body is not None:
        for change in changed("", "", body):
            if len(change.path) <= DEEPEST and not _is_other_id(change):
                yield str(change).partition(": ")[2], change.payload


def _is_other_id(change: Change) -> bool:
    return bool(change.path) and "id" in str(change.path[-1]) and change.how.endswith(("number", "text"))


@dataclass
class Spoilt:
    """A table at which answers are spoilt one by one."""

    ground: Playground
    table: Evening
    random: Random
    made: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The changes made of each call."""
    last: str = ""
    faults: list[str] = field(default_factory=list)
    _sound: int = -1  # answers before one is not; negative once one was not

    async def step(self) -> None:
        """One answer is spoilt; then a call or card and a command are done as ever."""
        self.last, self._sound = "", self.random.randrange(6)
        self.ground.alter("*", ".*", self._spoil, headers=self.random.choice(HEADERS), times=None)
        await self._act()
        await self.table.person("anna").slash("table show", channel=self.table.channel)
        self.ground.mend()
        done = await self._act()
        rules = await self.ground.people["clara"].slash("rules", channel=self.table.channel)
        for answer in (done, rules):
            if answer.failed or APOLOGY in str(answer.texts):
                self.faults.append(f"{self.last}: {answer}")

    def _spoil(self, call: str, body: Any) -> Any:
        self._sound -= 1
        left = [(how, other) for how, other in bodies(body) if how not in self.made[call]]
        if self._sound != -1 or not left:
            return body
        how, other = self.random.choice(left)
        self.made[call].add(how)
        self.last = f"{call}: {how}"
        return other

    @property
    def tracebacks(self) -> int:
        """Those of the log, but for what the library says where its answer to somebody who types is lost."""
        log = self.table.bot.log
        return log.count("Traceback") - log.count("Ignoring exception in autocomplete")

    async def _act(self) -> Any:
        table = self.table
        if not table.bot.alive:
            raise BotEnded((), f"{self.last}\n{table.bot.tail}")
        await table.until(lambda: table.room_text)
        return (await table.go_on()).answer


@asynccontextmanager
async def spoilt(seed: int) -> AsyncIterator[Spoilt]:
    """A rubber has begun, of four who play by their panels."""
    async with Playground.open(limits=UNMETERED) as ground:
        await ground.start_bot(QUICK)
        table = Evening(ground, Random(seed))
        await table.sit_down()
        await table.start()
        yield Spoilt(ground, table, Random(seed))


async def started(call: str, how: str) -> str:
    """Starts a bot to which the first such call is answered so. What its log says once it is ready."""
    async with Playground.open(limits=UNMETERED) as ground:
        met = list[str]()

        def spoil(made: str, body: Any) -> Any:
            if made != call or met:
                return body
            met.append(made)
            return dict(bodies(body))[how]

        ground.alter("*", ".*", spoil, times=None)
        bot = await ground.start_bot({**QUICK, "CARD_EMOJI": "on"})
        opened = await ground.people["anna"].slash("table open", channel=ground.channel)
        assert met and not opened.failed, opened
        return bot.log


async def main(count: int, seed: int) -> int:
    async with spoilt(seed) as one:
        for _ in range(count):
            await one.step()
            sys.stdout.write(f"{one.last}\n")
        sys.stdout.write("\n".join([*one.faults, *(f"{call}: {len(how)}" for call, how in one.made.items())]))
        sys.stdout.write(f"\n{len(one.faults)} were not answered, {one.tracebacks} tracebacks\n")
        return int(bool(one.faults or one.tracebacks))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    sys.exit(asyncio.run(main(asked.count, asked.seed)))
