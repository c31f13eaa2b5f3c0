"""One day of many people through the playground: ``python -m lab.speed.day [--people N] [--servers N]``.

People of many servers type ``/daily`` there, so many ``--at-once``, and play the deal of the day to its end,
each in a way of their own, against robots that choose alike. Then each asks what it came to, and one in each
server for the table of the week. What they are told is held against a plain recount of what all were told.

The last lines are ``NAME FIGURE goal GOAL ok`` (or ``short``, or no goal):

* ``ENDED``: people who have not ended the deal;
* ``DEALS``: different deals among all that were played, beyond the first;
* ``OTHERWISE``: choices of robots that were not the same where everything before was;
* ``WRONG``: percentages and places in the tables of servers that the recount has otherwise;
* ``RESULT``: seconds from asking what it came to until it is told, the longest of all;
* ``COUNTED_CALLS``: for a deal, those that count against what Discord allows the bot;
* ``UNANSWERED``: presses and commands that Discord saw not answered within three seconds, and that were made
  again;
* ``QUEUED``: the share of the waits for one's turn that were longer than ten seconds;
* ``UNTOLD``: of these, the share in which no place in the queue was told;
* ``LONGEST``: seconds of the longest wait;
* ``PROCESSOR``: seconds of processor time for a deal, of the bot and its workers.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from bot.streams.fair_deal import ChanceSource
from bot.tables.service import Tables
from lab.speed.crowd import recount
from lab.speed.daily import COUNTS, family
from lab.speed.figures import figure
from playground.errors import Json
from playground.ground import Playground
from playground.people import Person, buttons, texts
from rules.seats import Seat
from rules.view import FinishedDeal
from storage.store import Store
from tests.trials.stage.playing import ACTS

LONG: Final = 10.0
"""Seconds of a wait in which a place in the queue must have been told."""
PATIENCE: Final = 240.0
SHARE: Final = re.compile(r"\*\*(\d+) %\*\* of the matchpoints, with \*\*([+−]?\d+)\*\* points")
ROBOT: Final = re.compile(r"(?:best|good|easy) ([+−]?\d+)")
LINE: Final = re.compile(r"(\d+)\. <@(\d+)> \*\*(\d+)\*\* · 1 day")
PLACE: Final = "Robots' moves that come before yours"
FIELD: Final = 3
"""Robots that play the deal in the person's chair."""
ENV: Final = {"DOUBLE_TAP": "0"}


@dataclass
class Played:
    """What somebody was told of their day."""

    person: Person
    channel: int
    waits: list[tuple[float, bool]] = field(default_factory=list)  # seconds, and whether a place was told
    percent: int = -1
    points: int = 0
    took: float = 0.0
    unanswered: int = 0
    ended: bool = False


class Watch:
    """Wakes those who wait for a message to change."""

    def __init__(self, ground: Playground) -> None:
        self._ground = ground
        self._changed: dict[int, asyncio.Event] = {}
        ground.world.changed.append(self._note)

    def _note(self, _: int, message: int) -> None:
        if message in self._changed:
            self._changed[message].set()

    async def turn(self, one: Played, message: Json, *, after: Json | None = None) -> tuple[Json, bool]:
        """The message once there is something to press, or the deal is over; whether a place was told."""
        number, told, until = int(message["id"]), False, time.monotonic() + PATIENCE
        while True:
            changed = self._changed[number] = asyncio.Event()
            now = self._ground.world.message_json(one.channel, number)
            assert now is not None
            said = "\n".join(texts(now))
            told |= PLACE in said
            if now != after and PLACE not in said and (acts(now) or is_over(now)):
                return now, told
            try:
                await asyncio.wait_for(changed.wait(), until - time.monotonic())
            except TimeoutError:
                raise TimeoutError(f"{one.person.name} still sees {said}, {acts(now)}") from None


def acts(message: Json) -> list[str]:
    found = (one.custom_id or "" for one in buttons(message) if not one.disabled)
    return [one for one in found if one.partition(":")[0] in ACTS]


def is_over(message: Json) -> bool:
    """Where a press was made again, the result stands with a button to what it came to."""
    ids = [one.custom_id or "" for one in buttons(message)]
    return any(one.endswith(":share") or one.startswith("compare:") for one in ids)


def number(written: str) -> int:
    return int(written.replace("−", "-"))


async def plays(watch: Watch, one: Played, rng: Random) -> None:
    """Types the command, and presses something that is open until the deal is over."""
    began = time.monotonic()
    while (answer := await one.person.slash("daily", channel=one.channel)).message is None:
        one.unanswered += 1
    message, told = await watch.turn(one, answer.message)
    one.waits.append((time.monotonic() - began, told))
    while open_now := acts(message):
        began = time.monotonic()
        while (await one.person.press(message, rng.choice(open_now))).failed:
            one.unanswered += 1
        message, told = await watch.turn(one, message, after=message)
        one.waits.append((time.monotonic() - began, told))
    one.ended = True


async def asks(one: Played) -> str:
    """What it came to; the text."""
    began = time.monotonic()
    answer = await one.person.slash("daily", channel=one.channel)
    one.took = time.monotonic() - began
    said = "\n".join(texts(answer.message)) if answer.message is not None else ""
    found = SHARE.search(said)
    if found is not None:
        one.percent, one.points = int(found[1]), number(found[2])
    return said


def rounded(share: Fraction) -> int:
    return int(share + Fraction(1, 2))


def wrong_percentages(all_played: Sequence[Played], robots: Sequence[int]) -> int:
    field_ = [one.points for one in all_played] + [*robots]
    return sum(one.percent != rounded(recount(one.points, field_)) for one in all_played)


def wrong_places(said: str, here: Sequence[Played]) -> int:
    """People whose line in the table of their server is not what their percentage makes it."""
    lines = {int(who): (int(rank), int(score)) for rank, who, score in LINE.findall(said)}
    return sum(
        lines.get(one.person.id, (0, 0))[1] != one.percent
        or lines[one.person.id][0] > 1 + sum(other.percent >= one.percent for other in here if other != one)
        for one in here
    )


def choices(deal: FinishedDeal) -> Iterator[tuple[Seat, str]]:
    """Who called or played what, in turn."""
    for called in deal.calls:
        yield called.seat, str(called.call)
    for trick in deal.tricks:
        for seat, card in trick.by_player():
            yield seat, str(card)


def otherwise(deals: Sequence[FinishedDeal]) -> int:
    """Choices of East and West, who are always robots, that were not the first made after the same."""
    made: dict[tuple[str, ...], str] = {}
    different = 0
    for deal in deals:
        before: tuple[str, ...] = ()
        for seat, choice in choices(deal):
            if seat in (Seat.EAST, Seat.WEST):
                different += made.setdefault(before, choice) != choice
            before = (*before, choice)
    return different


async def all_deals(database: Path, day: str) -> list[FinishedDeal]:
    """Of every table of the day, read from what is stored."""
    async with Store.open(database) as store:
        tables = Tables(store.streams, ChanceSource("day"))
        found = []
        for attempt in await store.contests.attempts(day):
            if attempt.user is not None and (done := await tables.finished(attempt.table, 1)) is not None:
                found.append(done.deal)
        return found


async def measured(people: int, servers: int, at_once: int, workers: int) -> None:
    day = time.strftime("%Y-%m-%d", time.gmtime())
    with TemporaryDirectory() as folder:
        database = Path(folder) / "day.sqlite3"
        async with Playground.open(database=database) as ground:
            crowd = populated(ground, people, servers)
            bot = await ground.start_bot({**ENV, "ROBOT_WORKERS": str(workers)})
            watch, room, before = Watch(ground), asyncio.Semaphore(at_once), family(bot.pid)
            began = time.monotonic()

            async def one_plays(place: int, one: Played) -> None:
                async with room:
                    await plays(watch, one, Random(place))

            await asyncio.gather(*(one_plays(place, one) for place, one in enumerate(crowd)))
            took, spent = time.monotonic() - began, (family(bot.pid) - before) / len(crowd)
            counted = sum(len(ground.calls.of_kind(kind)) for kind in COUNTS) / len(crowd)
            async with asyncio.timeout(PATIENCE):
                while len(ROBOT.findall(await asks(crowd[0]))) < FIELD:
                    await asyncio.sleep(1.0)
            said = [await asks(one) for one in crowd]
            robots = [number(found) for found in ROBOT.findall(said[-1])]
            wrong = wrong_percentages(crowd, robots)
            for channel in dict.fromkeys(one.channel for one in crowd):
                here = [one for one in crowd if one.channel == channel]
                table = await here[0].person.slash("daily", channel=channel, what="week")
                wrong += wrong_places("\n".join(texts(table.message)) if table.message else "", here)
            await bot.stop()
        deals = await all_deals(database, day)
    waits = [wait for one in crowd for wait in one.waits]
    queued = [told for seconds, told in waits if seconds > LONG]
    print(f"{people} people of {servers} servers, {at_once} at once, {workers} workers: {took:.0f} s,")
    print(
        f"{len(waits)} turns, {len(robots)} robots in the field, {len({one.points for one in crowd})} results"
    )
    figure("ENDED", sum(not one.ended for one in crowd), 0.0)
    figure("DEALS", len({(deal.hands, deal.dealer) for deal in deals}) - 1, 0.0)
    figure("OTHERWISE", otherwise(deals), 0.0)
    figure("WRONG", wrong, 0.0)
    figure("RESULT", max(one.took for one in crowd), 1.0)
    figure("COUNTED_CALLS", counted, 0.0)
    figure("UNANSWERED", sum(one.unanswered for one in crowd))
    figure("QUEUED", len(queued) / len(waits))
    figure("UNTOLD", queued.count(False) / len(queued) if queued else 0.0, 0.0)
    figure("LONGEST", max(seconds for seconds, _ in waits))
    figure("PROCESSOR", spent)


def populated(ground: Playground, people: int, servers: int) -> list[Played]:
    """So many people, each of one of the servers, before the bot is there."""
    channels = []
    for place in range(servers):
        guild = ground.world.found(f"Club {place}")
        channels.append((guild, ground.world.create_channel(guild.id, "daily").id))
    crowd = []
    for place in range(people):
        guild, channel = channels[place % servers]
        user = ground.world.new_member(guild, f"P{place}")
        crowd.append(Played(Person(ground._crowd, user.name, user.id), channel))
    return crowd


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="One day of many people through the playground.")
    parser.add_argument("--people", type=int, default=100)
    parser.add_argument("--servers", type=int, default=50)
    parser.add_argument("--at-once", type=int, default=16, help="people who play at the same time")
    parser.add_argument("--workers", type=int, default=3, help="the bot's worker processes")
    asked = parser.parse_args()
    asyncio.run(measured(asked.people, asked.servers, asked.at_once, asked.workers))
