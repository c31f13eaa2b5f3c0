"""How many tables one bot carries: ``python -m benchmarks.capacity``.

Tables in the middle of a deal stand in a database before the bot starts. Four people sit at each and play by
the panels in their direct messages, one card at every table each few seconds. With Discord's limits on, more
and more tables are tried; with limits off, the answers alone are timed. The driver is the playground's own
process, so that two cores are needed: one for it and one for the bot.

The last lines are ``NAME FIGURE goal GOAL ok`` (or ``short``):

* ``tables``: the largest number tried at which screens are late by at most a second at p99 and no call was
  refused for having come too fast;
* ``late-N``: seconds at p99 by which the panels and the table's message of N tables were late;
* ``refused-N``: calls refused;
* ``answer-N``: seconds at p99 to the answer to a press, with limits off.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from benchmarks.figures import figure
from benchmarks.filling import channels, mid_deal, unsynced
from benchmarks.paired import verdict
from bot.ports.records import Place, TableId, UserId, database_at
from playground.ground import Playground
from playground.limits import Limits
from playground.people import Person
from playground.reading import buttons, texts
from storage.store import Store
from tests.tables import ANNA, BORIS, CLARA, DAVID

SIZES: Final = (75, 150, 300)
UNLIMITED: Final = 400
GOAL: Final = 150
LATE: Final = 1.0
"""Seconds by which a screen may be late at p99, and an answer take."""
WARM_UP: Final = 4
"""Cards at each table before anything is counted: everybody has then pressed once."""
RESTS: Final = ("to follow it here", "Play goes on in the hands")
"""On a screen that shows nothing that a card makes untrue: it cannot be late."""
ENV: Final = {
    "ROBOT_PACE": "3000",
    "ROBOT_WORKERS": "0",
    "CUT_SECONDS": "3000",
    "DOUBLE_TAP": "0",
    "CARD_EMOJI": "off",
}
PRIMARY: Final = 1


@dataclass
class Seated:
    """One table of the playground, and the four who sit there."""

    channel: int
    people: Sequence[Person]

    @property
    def screens(self) -> list[int]:
        """The channels in which something is shown of this table."""
        return [self.channel, *(person.dm for person in self.people)]


@dataclass
class Counted:
    """What was measured at one number of tables."""

    tables: int
    late: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    refused: int = 0


def p99(values: Sequence[float]) -> float:
    return sorted(values)[int(0.99 * (len(values) - 1))] if values else 0.0


async def seated(ground: Playground, places: Sequence[Place]) -> list[Seated]:
    """A table in each of these places, in the database of a bot that has not yet been started."""
    tables = []
    async with Store.open(database_at(str(ground.database))) as store:
        if isinstance(ground.database, Path):
            await unsynced(store)
        for number, place in enumerate(places):
            guild = ground.world.get_guild(place.guild)
            users = [ground.world.person(guild, f"P{number}x{at}") for at in range(4)]
            crowd = [Person(ground._crowd, user.name, user.id) for user in users]
            people = {
                who: UserId(one.id) for who, one in zip((ANNA, BORIS, CLARA, DAVID), crowd, strict=True)
            }
            slots = ("table:1", *(f"hand:{who.alias}" for who in people))
            secret = {1: number.to_bytes(32)}
            table_id, events = TableId(f"{number:08x}"), mid_deal(number)
            await store.append(table_id, 0, events, place=place, people=people, slots=slots, secrets=secret)
            tables.append(Seated(place.channel, crowd))
    return tables


class Drive:
    """Plays at every table, and notes when its screens change."""

    def __init__(self, ground: Playground, tables: Sequence[Seated], pace: float) -> None:
        self._ground, self._tables, self._pace = ground, tables, pace
        self._changed: dict[int, float] = {}
        self._resting: set[int] = set()  # screens that show nothing that a card makes untrue
        self._true_since: dict[int, float] = {}  # since its last change but those from and to such a one
        self._loop = asyncio.get_running_loop()
        self.counted = Counted(len(tables))
        self.counting = False
        ground.world.changed.append(self._note)

    async def shown(self) -> None:
        """Returns once every message stands that was due at the start."""
        due = [screen for table in self._tables for screen in table.screens]
        while not all(screen in self._changed for screen in due):
            await asyncio.sleep(0.2)

    async def play(self, cards: int) -> None:
        """So many cards at each table, the tables evenly spread over the time."""
        await asyncio.gather(*(self._table(table, at, cards) for at, table in enumerate(self._tables)))

    async def _table(self, table: Seated, at: int, cards: int) -> None:
        await asyncio.sleep(self._pace * at / len(self._tables))
        began = self._loop.time()
        for number in range(1, cards + 1):
            pressed = await self._press(table)
            await asyncio.sleep(max(0.0, began + number * self._pace - self._loop.time()))
            if pressed is not None and self.counting:
                self.counted.late += [self._late(screen, pressed) for screen in table.screens]

    async def _press(self, table: Seated) -> float | None:
        """When a card was accepted at a table; None if nobody there has one to play."""
        for person in table.people:
            for message in reversed(person.sees(person.dm, newest=1)):
                for button in buttons(message):
                    plays = (button.custom_id or "").startswith("play:") and button.style == PRIMARY
                    if plays and not button.disabled:
                        answer = await person.press(message, button.custom_id, anyway=True)
                        if self.counting:
                            self.counted.answers.append(answer.took)
                        return self._loop.time()
        return None

    def _late(self, screen: int, pressed: float) -> float:
        """By how much a screen came after the answer to the card that it had to show, or else to say that it
        does not follow."""
        if screen not in self._resting and self._changed.get(screen, 0.0) < pressed - self._pace / 2:
            return self._pace
        return max(0.0, self._true_since.get(screen, 0.0) - pressed)

    def _note(self, channel: int, message: int) -> None:
        shown = "\n".join(texts(self._ground.world.message_json(channel, message) or {}))
        self._changed[channel] = self._loop.time()
        if channel not in self._resting:
            self._true_since[channel] = self._changed[channel]
        if any(words in shown for words in RESTS):
            self._resting.add(channel)
        else:
            self._resting.discard(channel)


async def carried(count: int, limits: Limits, pace: float, cards: int) -> Counted:
    """What comes of so many tables."""
    with TemporaryDirectory() as folder:
        async with Playground.open(limits=limits, database=Path(folder) / "tables.sqlite3") as ground:
            tables = await seated(ground, channels(ground, count))
            drive = Drive(ground, tables, pace)
            await ground.start_bot(ENV, timeout=120.0)
            await drive.shown()
            await drive.play(WARM_UP)
            drive.counting = True
            await drive.play(cards)
            refused = [f"{call.label} ({call.scope})" for call in ground.calls if call.status == 429]
            drive.counted.refused = len(refused)
            for what, times in Counter(refused).items():
                print(f"refused: {what} ×{times}")
            return drive.counted


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, nargs="*", default=SIZES, help="with Discord's limits on")
    parser.add_argument("--unlimited", type=int, default=UNLIMITED, help="with limits off; 0 for none")
    parser.add_argument("--pace", type=float, default=3.0, help="seconds for a card")
    parser.add_argument("--cards", type=int, default=8, help="that are counted at each table")
    given = parser.parse_args()
    most, told = 0, []
    for count in sorted(given.tables):
        found = await carried(count, Limits(), given.pace, given.cards)
        late = p99(found.late)
        print(
            f"{count} tables: late {p99(found.late):.2f} s at p99, answers {p99(found.answers):.2f} s, "
            f"{found.refused} refused, {len(found.answers)} cards"
        )
        told.append((count, late, found.refused))
        if late <= LATE and not found.refused:
            most = count
    unlimited = None
    if given.unlimited:
        unlimited = await carried(given.unlimited, Limits().unmetered(), given.pace, given.cards)
    for count, late, refused in told:
        figure(f"late-{count}", late, LATE)
        figure(f"refused-{count}", refused, 0)
    if unlimited is not None:
        figure(f"answer-{given.unlimited}", p99(unlimited.answers), LATE)
    print(verdict("tables", most, GOAL))


if __name__ == "__main__":
    asyncio.run(main())
