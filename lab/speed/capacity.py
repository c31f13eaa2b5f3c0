"""How many tables one bot carries: ``python -m lab.speed.capacity``.

Tables in the middle of a deal stand in a database before the bot starts. Four people sit at each and play by
the panels in their direct messages, one card at every table each few seconds. With Discord's limits on, more
and more tables are tried; with limits off, the answers alone are timed. The driver is the playground's own
process, so that two cores are needed: one for it and one for the bot.

The last lines are ``NAME FIGURE goal GOAL ok`` (or ``short``, or no goal):

* ``tables``: the largest number tried at which the cards were played, screens are late by at most a second at
  p99 and no call was refused for having come too fast;
* ``played-N``: of the cards that N tables were to play, the share that they played, by what is stored;
* ``shown-N``: the share of the cards played that the table's message showed before the next one;
* ``late-N``: seconds at p99 by which the panels and the table's message of N tables were late; a card that
  could not be played counts as late by the whole pace on each of them;
* ``refused-N``: calls refused;
* ``answer-N``: seconds at p99 to the answer to a press, with limits off.

The run fails where fewer than 98 % of the cards were played.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import shutil
import sqlite3
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from lab.speed.figures import figure
from lab.speed.filling import channels, mid_deal, put_emoji, sealed, unsynced
from lab.speed.paired import verdict
from playground.errors import Json
from playground.ground import Playground
from playground.limits import Limits
from playground.people import Person, buttons, texts
from rules.cards import parse_card
from screens.pictures.emoji import SEAT_NAMES, Colours, card_name
from storage.ports.records import Append, Place, Slot, SlotKind, TableId, UserId, database_at
from storage.store import Store
from tests.trials.stage.playing import accepts
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID

SIZES: Final = (75, 150, 300)
UNLIMITED: Final = 400
GOAL: Final = 150
LATE: Final = 1.0
"""Seconds by which a screen may be late at p99, and that an answer may take."""
PLAYED: Final = 0.98
"""The share of the cards that must have been played; with fewer, the other figures describe fewer tables."""
WARM_UP: Final = 4
"""Cards at each table before anything is counted: by then everybody has pressed once."""
MOST_CARDS: Final = 52 - 19 - WARM_UP
"""Cards that can be counted: up to nineteen have been played before, and the deal must not end."""
RESTS: Final = ("to follow it here", "follows trick by trick")
"""Marks a screen that shows nothing that a card makes untrue: it cannot be late."""
ENV: Final = {
    "ROBOT_PACE": "3000",
    "ROBOT_WORKERS": "0",
    "CUT_SECONDS": "3000",
    "DOUBLE_TAP": "0",
}
PRIMARY: Final = 1
FACED: Final = tuple(f"<:{name}:" for name, _ in SEAT_NAMES["en"])
"""The beginning of the part of the table's message that shows dummy's cards before they are played."""
CARDS_PLAYED: Final = "SELECT count(*) FROM event WHERE kind = 'card_played'"


@dataclass
class Seated:
    """One table of the playground, and the four who sit there."""

    channel: int
    people: Sequence[Person]

    @property
    def screens(self) -> list[int]:
        """The channels in which this table is shown."""
        return [self.channel, *(person.dm for person in self.people)]


@dataclass
class Counted:
    """What was measured with one number of tables."""

    tables: int
    warm_up: int = 0  # cards played before anything was counted
    meant: int = 0  # cards that were to be played since
    played: int = 0  # of these, by what is stored
    pressed: int = 0  # of these, by what people were answered in time
    shown: int = 0  # of these, by the table's message before the next card
    late: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    refused: int = 0

    @property
    def share(self) -> float:
        """The share of the cards to be played that were played."""
        return self.played / self.meant if self.meant else 0.0


def p99(values: Sequence[float]) -> float:
    return sorted(values)[int(0.99 * (len(values) - 1))] if values else 0.0


async def seated(ground: Playground, places: Sequence[Place]) -> list[Seated]:
    """A table in each of these places, in the database of a bot that has not been started yet. Its emoji are
    there."""
    put_emoji(ground)
    tables = []
    async with Store.open(database_at(str(ground.database))) as store:
        if isinstance(ground.database, Path):
            await unsynced(store)
        for number, place in enumerate(places):
            guild = ground.world.get_guild(place.guild)
            users = [ground.world.new_member(guild, f"P{number}x{at}") for at in range(4)]
            crowd = [Person(ground._crowd, user.name, user.id) for user in users]
            people = {
                who: UserId(one.id) for who, one in zip((ANNA, BORIS, CLARA, DAVID), crowd, strict=True)
            }
            slots = (Slot(SlotKind.DEAL, 1), *(Slot(SlotKind.PANEL, who.alias) for who in people))
            secret = {1: number.to_bytes(32)}
            table_id = TableId(f"{number:08x}")
            events = sealed(mid_deal(number), table_id, secret[1])
            await store.streams.append(
                Append(table_id, 0, events, place=place, people=people, slots=slots, secrets=secret)
            )
            tables.append(Seated(place.channel, crowd))
    return tables


class Drive:
    """Plays at every table, and notes when its screens change: the table's message and the four hands. A
    message without a button is an alert, not a screen."""

    def __init__(
        self,
        ground: Playground,
        tables: Sequence[Seated],
        pace: float,
        pause: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        """Each table plays a card in ``pace`` seconds, between which it waits by ``pause``."""
        self._ground, self._tables, self._pace, self._pause = ground, tables, pace, pause
        self._screens: dict[int, Json] = {}  # what stands, by channel
        self._changed: dict[int, float] = {}
        self._resting: set[int] = set()  # screens that show nothing that a card makes untrue
        self._true_since: dict[int, float] = {}  # since its last change but those from and to such a one
        self.awaited: dict[int, str] = {}  # the card that a table's message is to show, as it is written
        self._loop = asyncio.get_running_loop()
        self.counted = Counted(len(tables))
        self.counting = False
        ground.world.changed.append(self._note)

    async def shown(self) -> None:
        """Wait until every message stands that was due at the start."""
        due = [screen for table in self._tables for screen in table.screens]
        while not all(screen in self._changed for screen in due):
            await asyncio.sleep(0.2)

    async def play(self, cards: int) -> None:
        """Play this many cards at each table, with the tables spread evenly over the time."""
        await asyncio.gather(*(self._table(table, at, cards) for at, table in enumerate(self._tables)))

    async def _table(self, table: Seated, at: int, cards: int) -> None:
        await self._pause(self._pace * at / len(self._tables))
        began = self._loop.time()
        for number in range(1, cards + 1):
            pressed = await self._press(table)
            await self._pause(max(0.0, began + number * self._pace - self._loop.time()))
            unseen = self.awaited.pop(table.channel, None) is not None
            if self.counting:
                self.counted.meant += 1
                self.counted.pressed += pressed is not None
                self.counted.shown += pressed is not None and not unseen
                self.counted.late += [self._late(screen, pressed) for screen in table.screens]

    async def _press(self, table: Seated) -> float | None:
        """When a card was accepted at a table; None if nobody there has one to play."""
        for person, message, card in self.offered(table):
            self.awaited[table.channel] = _written(card)
            answer = await person.press(message, card, anyway=True)
            if self.counting:
                self.counted.answers.append(answer.took)
            if accepts(answer):
                return self._loop.time()
            # it is somebody else's turn, and this hand came too late to say so
            self.awaited.pop(table.channel, None)
        return None

    def offered(self, table: Seated) -> Iterator[tuple[Person, Json, str]]:
        """Who may play by what their hand shows, with the hand and the button of the first card."""
        for person in table.people:
            hand = self._screens.get(person.dm, {})
            for button in buttons(hand):
                card = button.custom_id or ""
                if card.startswith("play:") and button.style == PRIMARY and not button.disabled:
                    yield person, hand, card
                    break

    def _late(self, screen: int, pressed: float | None) -> float:
        """How late a screen came after the answer to the card that it had to show, or at which it had to say
        that it does not follow."""
        if pressed is None:
            return self._pace
        if screen not in self._resting and self._changed.get(screen, 0.0) < pressed - self._pace / 2:
            return self._pace
        return max(0.0, self._true_since.get(screen, 0.0) - pressed)

    def _note(self, channel: int, message: int) -> None:
        screen = self._ground.world.message_json(channel, message)
        if screen is None or not any(button.custom_id for button in buttons(screen)):
            return
        self._screens[channel] = screen
        self._changed[channel] = self._loop.time()
        if channel not in self._resting:
            self._true_since[channel] = self._changed[channel]
        parts = texts(screen)
        if any(words in part for part in parts for words in RESTS):
            self._resting.add(channel)
        else:
            self._resting.discard(channel)
        card = self.awaited.get(channel)
        if card is not None and any(card in part for part in parts if not part.startswith(FACED)):
            self.awaited.pop(channel)


def _written(custom_id: str) -> str:
    """How the card of a button stands in a message."""
    return f"<:{card_name(parse_card(custom_id.rpartition(':')[2]), Colours.FOUR)}:"


def cards_played(database: Path) -> int:
    """The cards stored by all tables so far."""
    return number_in(database, CARDS_PLAYED)


def number_in(database: Path, query: str) -> int:
    """The number that a query gives. A running bot lets nobody else read its file, so a copy of the file and
    its log is read. Raises sqlite3.Error if it was copied as the bot changed it."""
    with TemporaryDirectory() as folder:
        for path in database.parent.glob(f"{database.name}*"):
            if path.is_file():  # and no socket
                shutil.copy(path, folder)
        with contextlib.closing(sqlite3.connect(Path(folder) / database.name)) as db:
            ((count,),) = db.execute(query).fetchall()
    return int(count)


async def carried(count: int, limits: Limits, pace: float, cards: int) -> Counted:
    """The measurements with this many tables."""
    with TemporaryDirectory() as folder:
        database = Path(folder) / "tables.sqlite3"
        async with Playground.open(limits=limits, database=database) as ground:
            tables = await seated(ground, channels(ground, count))
            dealt = cards_played(database)
            drive = Drive(ground, tables, pace)
            await ground.start_bot(ENV, timeout=120.0)
            await drive.shown()
            await drive.play(WARM_UP)
            before = cards_played(database)
            drive.counting = True
            await drive.play(cards)
            drive.counted.warm_up = before - dealt
            drive.counted.played = cards_played(database) - before
            refused = [f"{call.label} ({call.scope})" for call in ground.calls if call.status == 429]
            drive.counted.refused = len(refused)
            for what, times in Counter(refused).items():
                print(f"refused: {what} ×{times}")
            return drive.counted


def report(found: Counted) -> None:
    print(
        f"{found.tables} tables: {found.played} of {found.meant} cards played, {found.shown} of "
        f"{found.pressed} shown by the table's message; late {p99(found.late):.2f} s at p99, answers "
        f"{p99(found.answers):.2f} s, {found.refused} refused; before anything was counted {found.warm_up} "
        f"of {WARM_UP * found.tables} cards",
        flush=True,
    )


async def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--tables", type=int, nargs="*", default=SIZES, help="with Discord's limits on")
    parser.add_argument("--unlimited", type=int, default=UNLIMITED, help="with limits off; 0 for none")
    parser.add_argument("--pace", type=float, default=3.0, help="seconds for a card")
    parser.add_argument("--cards", type=int, default=8, help="that are counted at each table")
    given = parser.parse_args()
    if not 0 < given.cards <= MOST_CARDS:
        parser.error(f"--cards: 1 to {MOST_CARDS}, so that no deal ends")
    limited, most = [], 0
    for count in sorted(given.tables):
        found = await carried(count, Limits(), given.pace, given.cards)
        report(found)
        limited.append(found)
        if found.share >= PLAYED and p99(found.late) <= LATE and not found.refused:
            most = count
    every = list(limited)
    if given.unlimited:
        every.append(await carried(given.unlimited, Limits().unmetered(), given.pace, given.cards))
        report(every[-1])
    for found in limited:
        figure(f"late-{found.tables}", p99(found.late), LATE)
        figure(f"refused-{found.tables}", found.refused, 0)
        figure(f"shown-{found.tables}", found.shown / max(1, found.pressed))
    for found in every:
        print(verdict(f"played-{found.tables}", found.share, PLAYED))
    if given.unlimited:
        figure(f"answer-{given.unlimited}", p99(every[-1].answers), LATE)
    print(verdict("tables", most, GOAL))
    return int(any(found.share < PLAYED for found in every))


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
