"""People who play alone, learn, and play deals that are compared."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import combinations
from random import Random
from typing import ClassVar, Final

from rules.games.all_games import GAMES
from rules.games.all_games import game as game_named
from tests.trials.simulation.beside import AFRESH, Life, Somebody

TAKES_BACK: Final = 0.2
"""How often somebody who plays alone takes back, of all their acts; they type it or press it."""
TYPES: Final = 0.1
"""How often a card is typed."""
ASKS: Final = 0.04
"""How often they ask for a hint or why a robot did that."""
CLAIMS: Final = 0.03
AGAIN: Final = 0.3
"""How often a deal that is over is played once more."""
DEALS: Final = (2, 4)
PAGES: Final = (8, 16)
"""Pages of lessons that somebody reads, and exercises that they try."""
BY_BUTTONS: Final = [one for one in GAMES if not game_named(one).variant_of(()).dealing.leaves_stock]
"""Games in which nothing is chosen in a list."""
NEXT_DAY: Final = 0.3
"""How often they play on the next day, too."""
DAY: Final = 24 * 3600.0
AWAKE: Final = (30.0, 7200.0)
"""Seconds after the beginning of a day at which they play."""
OVER: Final = ("again:", "compare:")
"""Buttons of a deal that is over."""


async def plays_on(one: Somebody, *, often: bool) -> None:
    """One act of theirs in the deal on their message. ``often``: one that may also go back."""
    acts = one.acts()
    if not acts:
        return
    if often and one.draw(TAKES_BACK):
        if one.draw(0.5) and (back := one.button("takeback:")) is not None:
            await one.presses(back, "take back")
        else:
            await one.types("take back by typing", "play", {"step": "back"})
        return
    if often and one.draw(ASKS) and (asked := one.button("hint:", "why:")) is not None:
        await one.presses(asked, keeps=False)
        return
    if often and one.draw(CLAIMS):
        await claims(one)
        return
    act = one.choices.choice(acts)
    verb, *_, card = act.split(":")
    if verb == "play" and often and one.draw(TYPES):
        await one.types("play by typing", "play", {"card": card})
    else:
        await one.presses(act)


async def claims(one: Somebody) -> None:
    """So many of the tricks that are left as they draw: asked, named and confirmed on their message."""
    asked = one.button("claim:")
    if asked is None or not await one.presses(asked, "claim asked"):
        return
    await one.pause()
    numbers, offered = one.offers("claim:")
    if not offered:
        return
    tricks = one.choices.choice(offered)
    if await one.chooses(numbers, tricks, verb="claim named"):
        await one.pause()
        sure = next(
            (each for each in one.ids if each.startswith("claim:") and each.endswith(f":{tricks}")), ""
        )
        if sure:
            await one.presses(sure, "claim")


class Alone(Life):
    """Somebody plays some deals with robots, takes back, claims, and plays one once more."""

    name: ClassVar[str] = "alone"

    async def live(self) -> None:
        (one,) = self.who
        game, left = self.draw.choice(BY_BUTTONS), self.draw.randint(*DEALS)
        while left:
            await one.pause()
            if not one.ids or one.idle >= AFRESH:
                one.idle = 0
                wish = {} if one.message else {"game": game, "strength": "easy"}
                await one.types("begin", "play", wish)
            elif (anew := one.button("anew:")) is not None:
                await one.presses(anew)
            elif one.acts():
                await plays_on(one, often=True)
            elif one.button(*OVER) is not None:
                left -= 1
                if left:
                    await self._goes_on(one)
            else:
                one.idle += 1

    async def _goes_on(self, one: Somebody) -> None:
        over = one.seen
        while one.seen == over:
            await one.pause()
            again, on = one.button("again:"), one.button("cut:", "start:", "alone:")
            if again is not None and one.draw(AGAIN):
                await one.presses(again, "same deal again")
            elif on is not None:
                await one.presses(on, "next deal")
            if one.idle >= AFRESH:
                break


class Compared(Life):
    """Two people, one after the other, play a deal that is compared."""

    name: ClassVar[str] = "compared"
    people: ClassVar[int] = 2

    async def live(self) -> None:
        for one in self.who:
            await to_its_end(one, "compared", "play", step="compared")


class Learn(Life):
    """Somebody goes through lessons and exercises."""

    name: ClassVar[str] = "learn"

    async def live(self) -> None:
        (one,) = self.who
        left = self.draw.randint(*PAGES)
        while left:
            await one.pause()
            ids = [
                each for each in one.ids if each.startswith("learn:") and not each.startswith("learn:play")
            ]
            if not ids or one.idle >= AFRESH:
                one.idle = 0
                await one.types("learn", "learn")
                continue
            chosen = one.choices.choice(ids)
            left -= await one.presses(chosen, chosen.split(":")[1])


SHARED: Final = re.compile(r"Deal of the day, ([0-9-]+)\*\* · (\d+) % · (\d+) days? played")
ENDED: Final = "SELECT user_id, points, ended FROM attempt WHERE contest = ? AND points IS NOT NULL"
DAYS: Final = "SELECT contest FROM attempt WHERE user_id = ? AND contest LIKE '2%' AND ended IS NOT NULL"
RECOUNTED: Final = "what a day came to is what its plays say"
BORDER: Final = 15_000
"""Milliseconds around a moment in which another play may have ended before it or after it."""


async def to_its_end(one: Somebody, verb: str, command: str, **options: str) -> None:
    """A deal that is compared, which they play once, until its result stands there."""
    while True:
        await one.pause()
        if not one.ids or one.idle >= AFRESH:
            one.idle = 0
            await one.types(verb, command, options)
        elif one.acts():
            await plays_on(one, often=False)
        elif (compare := one.button("compare:")) is not None:
            await one.presses(compare, "result")
        elif one.button("contest:") is not None:
            return
        else:
            one.idle += 1
            await asyncio.sleep(0.5)


class Daily(Life):
    """Two people play the deal of the day, on some days, and look at the tables."""

    name: ClassVar[str] = "daily"
    people: ClassVar[int] = 2

    def __init__(self, who: Sequence[Somebody], draw: Random) -> None:
        super().__init__(who, draw)
        self.shared: list[tuple[int, str, int, int, float]] = []
        """What was shown to all of somebody's day: the percentage, the days in a row, and when."""

    async def live(self) -> None:
        await asyncio.gather(*map(self._plays, self.who))
        if self.draw.random() < NEXT_DAY:
            await self._sleep()
            await asyncio.gather(*map(self._plays, self.who))

    async def _sleep(self) -> None:
        """Until some time of the next day in UTC, once everything else is over."""
        ledger = self.who[0].ledger
        while not ledger.is_quiet():
            await asyncio.sleep(5.0)
        seconds = DAY - ledger.date() % DAY + self.draw.uniform(*AWAKE)
        ledger.slept += seconds
        await asyncio.sleep(seconds)
        for one in self.who:
            one.message = None
            one.begins_anew()

    async def _plays(self, one: Somebody) -> None:
        await to_its_end(one, "daily", "daily")
        await one.pause()
        share = next(
            (each for each in one.ids if each.startswith("contest:") and each.endswith(":share")), None
        )
        is_shared = share is not None and await one.presses(share, "share", keeps=False)
        if is_shared and (told := SHARED.search(one.said)) is not None:
            self.shared.append((one.person.id, told[1], int(told[2]), int(told[3]), one.ledger.date()))
        await one.pause()
        await one.types("week", "daily", {"what": "week"}, keeps=False)
        await one.pause()
        await one.types("seal", "daily", {"what": "seal"}, keeps=False)

    def broken(self, db: sqlite3.Connection) -> Iterator[tuple[str, str]]:
        for user, contest, percent, days, at in self.shared:
            plays = db.execute(ENDED, (contest,)).fetchall()
            own = next((int(points) for whose, points, _ in plays if whose == user), None)
            others = [(int(points), ended - 1000 * at) for whose, points, ended in plays if whose != user]
            before = [points for points, late in others if late < -BORDER]
            about = [points for points, late in others if abs(late) <= BORDER]
            fields = [
                [*before, *some] for count in range(len(about) + 1) for some in combinations(about, count)
            ]
            if own is None or percent not in [_percent(own, field) for field in fields if field]:
                yield RECOUNTED, f"{user} was shown {percent} % of {contest}, and the plays are {plays}"
            played = sorted(day for (day,) in db.execute(DAYS, (user,)) if day <= contest)
            first, last = (date.fromisoformat(played[at]).toordinal() for at in (0, -1))
            if last - first == len(played) - 1 and days != len(played):
                yield RECOUNTED, f"{user} was told of {days} days in a row at {contest}, and played {played}"


def _percent(own: int, field: Sequence[int]) -> int:
    """The share of the matchpoints, rounded."""
    won = sum(2 * (own > other) + (own == other) for other in field)
    return (100 * won + len(field)) // (2 * len(field))
