"""``python -m tests.trials.soak.calls``: every fault of Discord's at every call, over real sockets.

One person plays a deal alone, and robots play the rounds of an evening in threads. In one world every
twelfth call meets a fault, in the next those after them, and so on; in five more the fault lasts for a while,
and so do refusals. At the end all must be as without any fault. The calls that were refused (401, 403, 429)
are counted: Discord shuts out the address of a machine that is refused ten thousand in ten minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import re
import sqlite3
import sys
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from bot.tables import replay
from playground.errors import Json, NotThere
from playground.ground import Playground
from playground.limits import Limits
from playground.people import Person, buttons, texts
from rules.evening.events import BoardScored
from rules.record.audit import audited
from rules.record.codec import decode_evening
from rules.record.writing import recorded
from rules.table.events import CardsDealt
from storage.ports.records import TableId
from storage.store import Store
from tests.trials.simulation.calls import DRAWN, FAULTS, LASTING, STRIDE, AtCalls
from tests.trials.simulation.people import APOLOGY
from tests.trials.stage.playing import EPHEMERAL, QUICK
from tests.trials.stage.processes import ends_as_interrupted

LASTS: Final = 12.0
"""Seconds for which a fault lasts, where it does."""
ANSWERED_WITHIN: Final = 1.5
"""Seconds after which a press has failed, and is made again."""
ENDS_WITHIN: Final = 150.0
"""Seconds in which all has been played and shown, whatever was met."""
TABLES: Final = 2
HANDS: Final = 2
RESULT: Final = re.compile(r"### Deal 1: (?!the declaration)")
ACTS: Final = ("play", "call", "agree", "discard")
REFUSED: Final = (401, 403, 429)
SETTLES: Final = 45.0
"""Seconds after the end in which everything that is late has come: what has failed again and again is tried
every twenty."""
LAST: Final = 25.0
"""Seconds more: nothing may be posted that should not be, and what was shown is noted."""
BAN: Final = 10_000
TEN_MINUTES: Final = 600.0


class World(NamedTuple):
    """What came of one world."""

    broken: tuple[str, ...]
    met: int
    calls: int
    refused: int
    seconds: float


async def alone(ground: Playground) -> list[str]:
    """Somebody plays a deal in direct messages, and presses again what was not answered."""
    anna = ground.people["anna"]
    while not (over := _results(anna)):
        message = _last(anna)
        acts = [one.custom_id or "" for one in buttons(message) if not one.disabled]
        act = next((one for one in acts if one.partition(":")[0] in ACTS), None)
        with suppress(NotThere):
            if act is not None:
                await anna.press(message, act)
            else:
                await anna.slash("play", channel=anna.dm, declare=True)
    return [f"the result stands {over} times"] if over != 1 else []


def _last(person: Person) -> Json:
    shown = [one for one in person.sees(person.dm) if buttons(one)]
    return shown[-1] if shown else {}


def _results(person: Person) -> int:
    return sum(any(RESULT.match(text) for text in texts(one)) for one in person.sees(person.dm))


async def a_round(ground: Playground) -> list[str]:
    """Robots play an evening; somebody opens it, and asks again for what was not done."""
    anna = ground.people["anna"]
    while not _stands(anna, ""):
        await anna.slash("evening open", tables=TABLES, rounds=HANDS, signal=False)
        await asyncio.sleep(0.5)
    steps: Sequence[tuple[str, dict[str, str]]] = (("join", {}), ("direct", {"what": "begin"}), ("leave", {}))
    for command, options in steps:  # a robot plays for her
        while not (await anna.slash(f"evening {command}", options=options)).acknowledged:
            await asyncio.sleep(0.1)
    while not _stands(anna, "Final table"):
        await asyncio.sleep(0.2)
    until = asyncio.get_running_loop().time() + SETTLES
    while (wrong := list(_of_an_evening(ground))) and asyncio.get_running_loop().time() < until:
        await asyncio.sleep(0.5)
    return wrong


def _stands(person: Person, words: str) -> bool:
    seen = [one for one in person.sees() if not one["flags"] & EPHEMERAL]
    return any(words in text for one in seen for text in texts(one))


def _of_an_evening(ground: Playground) -> Iterator[str]:
    anna = ground.people["anna"]
    finals = sum(any("Final table" in text for text in texts(one)) for one in anna.sees())
    if finals != 1:
        yield f"the final table stands {finals} times"
    threads = [one for one in ground.world.channels.values() if one.is_thread]
    if len(threads) != TABLES or len({one.name for one in threads}) != TABLES:
        yield f"{len(threads)} threads: {[one.name for one in threads]}"
    for thread in threads:
        said = [text.splitlines()[0] for one in anna.sees(thread.id, newest=1000) for text in texts(one)[:1]]
        deals = [line for line in said if line.startswith("### Deal")]
        if len(deals) != len(set(deals)) or len(deals) != HANDS:
            yield f"in {thread.name} stand {said}"


async def _stored(path: Path) -> list[str]:
    """What is wrong with what is stored of a stopped bot."""
    found, over = list[str](), 0
    with closing(sqlite3.connect(path)) as db:
        streams = dict(db.execute("SELECT table_id, kind FROM stream").fetchall())
        query = (
            "SELECT event.kind, body FROM event JOIN stream USING (table_id) WHERE stream.kind = 'evening'"
        )
        evening = [decode_evening(*row) for row in db.execute(query).fetchall()]
    scored = [(one.round, one.table) for one in evening if isinstance(one, BoardScored)]
    if evening and sorted(scored) != [(hand + 1, at + 1) for hand in range(HANDS) for at in range(TABLES)]:
        found.append(f"entered are {scored}")
    async with Store.open(path) as store:
        found += [f"the chain of {one} is broken" for one in (await store.checks.verify_chains()).broken]
        found += [f"{one.key} waits to be shown" for one in await store.slots.due_slots() if one.due]
        for table in (TableId(one) for one, kind in streams.items() if kind == "table"):
            events = await store.streams.read(table)
            begun = replay.replay(table, None, events)
            for deal in [one.event.deal for one in events if isinstance(one.event, CardsDealt)]:
                if (done := replay.finished_deal(begun, deal)) is not None:
                    over += 1
                    record = recorded(begun.state.game, begun.state.options, done.deal)
                    found += [f"deal {deal} of {table}: {one}" for one in audited(record)]
    return found if over else [*found, "no deal is over"]


PLAYS: Final[dict[str, Callable[[Playground], Coroutine[Any, Any, list[str]]]]] = {
    "a deal alone": alone,
    "an evening's round": a_round,
}


async def world(what: str, kind: str, offset: int) -> World:
    limits = replace(Limits().unmetered(), answer_seconds=ANSWERED_WITHIN)
    async with Playground.open(limits=limits) as ground:
        bot = await ground.start_bot(QUICK, timeout=120.0)
        loop = asyncio.get_running_loop()
        began, before = loop.time(), len(ground.calls)
        at = AtCalls(ground, kind, offset, loop.time, lasts=LASTS, earliest=2)
        playing = asyncio.create_task(PLAYS[what](ground))
        try:
            async with asyncio.timeout(ENDS_WITHIN):
                broken = await playing
                at.stop()
                await asyncio.sleep(LAST)
        except TimeoutError:
            broken = [f"it stands still: {[texts(one) for one in ground.people['anna'].sees()[-2:]]}"]
        took, calls = loop.time() - began, list(ground.calls)[before:]
        await bot.stop()
        said = [text for held in ground.world.messages.values() for text in _texts_of(ground, held)]
        broken += [f"somebody is told: {text}" for text in said if APOLOGY in text]
        broken += await _stored(Path(str(ground.database)))
        refused = sum(one.status in REFUSED for one in calls)
        return World(tuple(broken), at.met, len(calls), refused, took)


def _texts_of(ground: Playground, held: Iterable[int]) -> Iterator[str]:
    for number in held:
        channel = ground.world.channel_holding(number)
        message = ground.world.message_json(channel, number) if channel is not None else None
        yield from texts(message) if message is not None else ()


def plans() -> list[tuple[str, str, int]]:
    """Every world, in an order in which any part of them has something of all kinds."""
    every = [
        (what, kind, offset)
        for what in PLAYS
        for kind in (*FAULTS, *LASTING)
        for offset in range(STRIDE if kind in LASTING else 0, STRIDE + DRAWN)
    ]
    Random(0).shuffle(every)
    return every


async def all_worlds(jobs: int, some: Sequence[tuple[str, str, int]]) -> int:
    """How many of these broke something. Tells of each that did."""
    room, results = asyncio.Semaphore(jobs), list[World]()

    async def one(what: str, kind: str, offset: int) -> None:
        async with room:
            result = await world(what, kind, offset)
        results.append(result)
        for line in result.broken[:4]:
            print(f"{what}, {kind}, {offset}: {line}", flush=True)

    await asyncio.gather(*(one(*plan) for plan in some))
    met, calls = sum(one.met for one in results), sum(one.calls for one in results)
    print(f"worlds {len(results)}, calls {calls}, of which {met} met a fault")
    worst = max(one.refused / max(one.seconds, LASTS) * TEN_MINUTES for one in results)
    broken = sum(bool(one.broken) for one in results)
    print(f"refused-in-ten-minutes {worst:.0f} goal {BAN // 10} {'ok' if worst <= BAN / 10 else 'short'}")
    print(f"worlds-broken {broken} goal 0 {'short' if broken else 'ok'}")
    return broken


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.trials.soak.calls", description=__doc__)
    asked.add_argument("--jobs", type=int, default=6, help="worlds at a time: they mostly wait")
    asked.add_argument("--from", dest="first", type=int, default=0, help="the first of the worlds to run")
    asked.add_argument("--worlds", type=int, help="only so many of them; any part has something of all kinds")
    options = asked.parse_args()
    ends_as_interrupted()
    some = plans()[options.first :][: options.worlds]
    logging.getLogger("aiohttp.server").setLevel(logging.CRITICAL)
    return int(asyncio.run(all_worlds(options.jobs, some)) > 0)


if __name__ == "__main__":
    sys.exit(main())
