"""Two friends who challenge each other, and play the five deals beside each other."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterator
from typing import ClassVar, Final

from rules.challenges import DEALS
from tests.trials.simulation.alone import BY_BUTTONS, plays_on
from tests.trials.simulation.beside import AFRESH, Life, Somebody

EARLY: Final = "of a deal of a challenge nobody learns anything before they have played it"
SUMS: Final = "the sums of a challenge are those of its plays"
PLAYS: Final = (
    "SELECT contest, user_id, points FROM attempt WHERE contest LIKE ? || '-%' AND points IS NOT NULL"
)
LOOKS: Final = {"play": "take up", "see": "look"}
_DEAL: Final = re.compile(r"^\*\*Deal (\d)\*\* · (.*)$", re.MULTILINE)
_RESULT: Final = re.compile(r"<@(\d+)> \*\*([^*]+)\*\*")
_PLACE: Final = re.compile(r"^(\d)\. <@(\d+)> \*\*([^*]+)\*\* · (\d)", re.MULTILINE)


class Challenge(Life):
    name: ClassVar[str] = "challenge"
    people: ClassVar[int] = 2
    in_private: ClassVar[bool] = False

    public = 0
    """The message in the channel."""

    async def live(self) -> None:
        first, friend = self.who
        while not self.public:
            await first.pause()
            wish = {"friend": friend.person, "game": self.draw.choice(BY_BUTTONS)}
            if await first.types("challenge", "challenge", wish):
                self.public = first.message or 0
        await asyncio.gather(*map(self._plays, self.who))
        for one in self.who:  # one has waited for the other through any number of rests
            one.begins_anew()
            await self._looks(one)
        first.begins_anew()
        await first.pause()
        await first.presses(f"challenge:{self.id}:share", "share", keeps=False)

    @property
    def id(self) -> str:
        ids = self.who[0].ids_of(self.public)
        return next(one.split(":")[1] for one in ids if one.startswith("challenge:"))

    async def _looks(self, one: Somebody) -> None:
        """They see how it stands, for themselves alone."""
        while True:
            await one.pause()
            one.message = self.public
            see = one.button(f"challenge:{self.id}:see", f"challenge:{self.id}:play")
            if (
                see is not None
                and await one.presses(see, LOOKS[see.rpartition(":")[2]])
                and one.message != self.public
            ):
                return

    async def _plays(self, one: Somebody) -> None:
        await self._looks(one)
        while True:
            await one.pause()
            self._note_early(one)
            if one.idle >= AFRESH:
                one.idle = 0
                await self._looks(one)
            elif one.acts():
                await plays_on(one, often=False)
            elif (compare := one.button("compare:")) is not None:
                await one.presses(compare, "result")
            elif (deal := one.button(f"challenge:{self.id}:deal")) is not None:
                await one.presses(deal, "deal")
            elif _DEAL.search(one.text) is not None:
                return
            else:
                one.idle += 1

    def _note_early(self, one: Somebody) -> None:
        """What their page tells of deals that they have still to play."""
        left = one.text.count("you have still to play it")
        for number, told in _DEAL.findall(one.text):
            if left and int(number) > DEALS - left and _RESULT.search(told):
                one.ledger.wrong.append((EARLY, f"deal {number} to {one.person.name}: {told}"))

    def broken(self, db: sqlite3.Connection) -> Iterator[tuple[str, str]]:
        """Both look at the end, when both have played."""
        plays = defaultdict[int, dict[int, int]](dict)
        for contest, user, points in db.execute(PLAYS, (self.id,)):
            plays[user][int(contest.rpartition("-")[2])] = int(points)
        sums = {user: sum(deals.values()) for user, deals in plays.items()}
        if any(len(plays[one.person.id]) != DEALS for one in self.who):
            yield SUMS, f"stored are {dict(plays)}"
            return
        for one in self.who:
            for number, told in _DEAL.findall(one.text):
                shown = {int(user): _number(points) for user, points in _RESULT.findall(told)}
                if shown != {user: deals[int(number)] for user, deals in plays.items()}:
                    yield SUMS, f"deal {number}: {told}, stored are {dict(plays)}"
            places = {
                int(user): (int(place), _number(points))
                for place, user, points, _ in _PLACE.findall(one.text)
            }
            right = {
                user: (1 + sum(other > own for other in sums.values()), own) for user, own in sums.items()
            }
            if places != right:
                yield SUMS, f"{one.person.name} sees {places}, and it is {right}: {one.text}"


def _number(points: str) -> int:
    return int(re.sub(r"[^0-9-]", "", points.replace("\N{MINUS SIGN}", "-")))
