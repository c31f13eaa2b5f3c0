"""A day of many people at one deal: ``python -m lab.speed.crowd [--people N] [--servers N]``.

The results of so many people, who play the deal of the day in so many servers for a month, are written into a
database as plays are, and read as ``/daily`` reads them. What is told is held against a plain recount: each
result compared with every other.

The last lines are ``NAME FIGURE goal GOAL ok`` (or ``short``):

* ``WRONG``: percentages and places in tables that a recount has otherwise;
* ``RESULT``: seconds of processor time for somebody's result of the day, the longest of a hundred;
* ``MONTH``: the same for the table of a month in a server, the longest of all servers.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import time
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.streams.fair_deal import ChanceSource
from bot.tables.contests import Contests, Thinkers
from bot.tables.service import Tables
from lab.speed.figures import figure
from rules.table.events import Opened
from storage.ports.records import Append, Attempt, Place, TableId, UserId
from storage.store import Store

SECOND = 1.0
DAYS = 30
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def recount(points: int, field: list[int]) -> Fraction:
    """Each of the others in turn; ``field`` has this result too."""
    won = -1  # it is level with itself
    for other in field:
        won += 2 if other < points else 1 if other == points else 0
    return Fraction(100 * won, 2 * (len(field) - 1))


async def measured(people: int, servers: int) -> None:
    rng, users = random.Random(28), [UserId(10_000 + one) for one in range(people)]
    with TemporaryDirectory() as folder:
        async with Store.open(Path(folder) / "crowd.sqlite3") as store:
            chance = ChanceSource("crowd")
            contests = Contests(
                store.contests, Tables(store.streams, chance), Thinkers(None), chance, NOON.timestamp
            )
            for place, user in enumerate(users):
                await store.contests.frequents(place % servers, user)
            fields: dict[str, dict[UserId, int]] = {}
            for back in range(DAYS):
                at = NOON - timedelta(days=back)
                day = at.date().isoformat()
                game = (await contests.of_day(day)).game
                fields[day] = {}
                for user in users:
                    if back and rng.random() < 0.2:
                        continue
                    points = fields[day][user] = rng.randrange(-20, 40) * 4
                    table, moment = TableId(f"{day} {user}"), at.timestamp()
                    play = Attempt(table, day, user, "", moment, moment, points, ("H", "2S"))
                    await store.streams.append(
                        Append(table, 0, [Opened(game, ())], place=Place(1, 1), attempt=play)
                    )
            wrong, took = 0, []
            today, field = contests.today, [*fields[contests.today].values()]
            for user in rng.sample(users, min(100, people)):
                began = time.process_time()
                came = await contests.compared(user, today)
                took.append(time.process_time() - began)
                wrong += came.percent != recount(fields[today][user], field)
            month = []
            for server in range(servers):
                began = time.process_time()
                among = await contests.in_server(server)
                lines = await contests.user_standings(users[server], contests.days(month=True), among)
                month.append(time.process_time() - began)
                plain = {}
                for user in among:
                    shares = (
                        [
                            recount(results[user], [*results.values()])
                            for results in fields.values()
                            if user in results
                        ]
                        if server < 3
                        else []
                    )
                    plain[user] = sum(sorted(shares, reverse=True)[:15], Fraction(0))
                wrong += server < 3 and any(line.score != plain[UserId(line.who)] for line in lines)
    print(f"{people} people, {servers} servers, {DAYS} days")
    figure("WRONG", wrong, 0.0)
    figure("RESULT", max(took), SECOND)
    figure("MONTH", max(month), SECOND)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A day of many people at one deal.")
    parser.add_argument("--people", type=int, default=1000)
    parser.add_argument("--servers", type=int, default=50)
    asked = parser.parse_args()
    asyncio.run(measured(asked.people, asked.servers))
