"""Whether open hands are true while the bot is killed: ``python -m lab.speed.hands [--kills N] [--seed N]``.

Four people play with the bot as its own process: one by the panel in their direct messages, two by the hands
that **My hand** opened for them alone, and one types and looks at such a hand. The bot is killed while
a move is under way, and started again after a while. All along, the newest hand of each person is looked at,
and so is each panel: which cards lie on the table, how many tricks are made, and who is to act. What is true
is read from the stored events.

The last lines are ``NAME FIGURE goal GOAL ok`` (or ``short``):

* ``HANDS_UNTRUE``: the part of the looks at open hands that show a moment that has been over for more than
  three seconds, also while there is no bot;
* ``PANELS_UNTRUE``: the same of the panels in direct messages.
"""

from __future__ import annotations

import argparse
import asyncio
import re
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import inf
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from bot.tables.replay import opened_table
from lab.speed.figures import figure
from playground.ground import Playground
from playground.limits import Limits
from playground.people import texts
from rules.seats import Seat
from rules.table.events import Opened
from rules.table.table import Table
from storage.ports.records import Stored
from tests.trials.stage.playing import EPHEMERAL, FOUR, QUICK, Evening, Move, Way

OVER: Final = 3.0
"""Seconds for which a screen may still show a moment that is over."""
AHEAD: Final = 1.5
"""Seconds by which Discord's clock may be ahead of this machine's."""
GOAL: Final = 0.01
LOOK: Final = 0.05
"""Seconds between two looks."""
PACE: Final = 0.8
"""Seconds that people think about a move."""
MOVES: Final = 5
"""Between two kills."""
STILL: Final = 4.0
"""Seconds after which somebody who sees nothing to do looks again."""
OUTAGE: Final = 1.0
"""Seconds at most until somebody starts the bot again."""
WAYS: Final = {"boris": Way.HAND, "clara": Way.SLASH, "david": Way.HAND}
RESTS: Final = "to follow it here"
"""On a hand that shows nothing which a card makes untrue."""

_CHAIR: Final = re.compile(r"\*\*([NESW])\*\*\s(?:\*\*)?<@(\d+)>([^\u2003\n]*)")
_OTHER: Final = re.compile(r"(Partner|Left|Right)\s<@(\d+)>([^\u2003\n]*)")
_TURN: Final = re.compile(r"^It is <@(\d+)>'s turn", re.MULTILINE)
_OWN_TURN: Final = re.compile(r"^\*\*(?:Your|Dummy's) turn[:.]\*\*", re.MULTILINE)
_TRICKS: Final = re.compile(r"▮\s\*\*(\d+)")
_CROSS: Final = re.compile(r"^`([^`\n]+)`$", re.MULTILINE)
_WIDE: Final = 5
"""Letters of a place in the cross."""
_CARD: Final = re.compile(r"^(10|[2-9AKQJ])([♠♥♦♣])")
_SEATS: Final = {seat.letter: seat.name.capitalize() for seat in Seat}
_SUITS: Final = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


class Moment(NamedTuple):
    """What a screen says of a deal that is being played."""

    tricks: int
    lying: frozenset[tuple[str, str]]
    to_act: frozenset[str]


def chairs_in(room: str) -> Mapping[str, Seat]:
    """Who sits where, by the ids that stand in the message of the room."""
    return {user: Seat(letter) for letter, user, _ in _CHAIR.findall(room)}


def told(text: str, chairs: Mapping[str, Seat] | None = None) -> Moment | None:
    """The moment that a hand shows whose owner sits in one of these ``chairs``, or the room's message does;
    None if it shows none."""
    around, due = _seen_by_owner(text, chairs) if chairs is not None else _seen_by_room(text)
    if not around or RESTS in text:
        return None
    cross = [
        [line[at : at + _WIDE].strip() for at in range(0, len(line), _WIDE)]
        for line in _CROSS.findall(text.replace("\ufe0e", ""))
    ]
    lying = set()
    if cross:  # a player sees no place of their own until their card lies there, and none if nothing lies
        cross += [["", "", ""]] * (len(_PLACES) - 1 - len(cross))
        for seat, (line, column) in zip(around, _PLACES, strict=True):
            if (found := _CARD.match(cross[line][column])) is not None:
                lying.add((_SEATS[seat.letter], found[1].replace("10", "T") + _SUITS[found[2]]))
        marked = [seat for seat, (line, at) in zip(around, _PLACES, strict=True) if cross[line][at] == "?"]
        if not due and cross[1][1]:  # dummy is not told whose turn it is, but a sign or an arrow stands there
            marked = [around["↑←→↓".index(cross[1][1])]]
        if not due and marked:
            due = {marked[0].partner if marked[0] is around[-1] else marked[0]}
    return Moment(
        sum(map(int, _TRICKS.findall(text))),
        frozenset(lying if len(lying) < len(Seat) else ()),  # a finished trick lies there for a while
        frozenset(_SEATS[one.letter] for one in due),
    )


_PLACES: Final = ((0, 1), (1, 0), (1, 2), (2, 1))
"""Line and column of the cards at the top, at the left, at the right and at the bottom."""


def _seen_by_room(text: str) -> tuple[Sequence[Seat], set[Seat]]:
    """Who is drawn at those places, and who is to act."""
    chairs = _CHAIR.findall(text)
    if len(chairs) != len(Seat):
        return (), set()
    due = {Seat(one) for one, _, rest in chairs if " · to " in rest or " · plays dummy" in rest}
    return (Seat.NORTH, Seat.WEST, Seat.EAST, Seat.SOUTH), due


def _seen_by_owner(text: str, chairs: Mapping[str, Seat]) -> tuple[Sequence[Seat], set[Seat]]:
    others = _OTHER.findall(text)
    if len(others) != len(Seat) - 1 or any(user not in chairs for _, user, _ in others):
        return (), set()
    partner = chairs[others[0][1]]
    own = partner.partner
    due = {chairs[user] for _, user, rest in others if " · to " in rest}
    due |= {chairs[user] for user in _TURN.findall(text)}
    return (partner, own.left, own.right, own), due | ({own} if _OWN_TURN.search(text) else set())


def stands(table: Table) -> Moment | None:
    """The moment at which a table stands."""
    if table.rubber is None:
        return None
    to_act = frozenset(seat.name.capitalize() for seat in table.waits_for)
    playing = table.deal.playing if table.deal is not None else None
    if playing is None:
        return Moment(0, frozenset(), to_act)
    lying = frozenset((seat.name.capitalize(), str(card)) for seat, card in playing.trick.by_player())
    return Moment(len(playing.tricks), lying, to_act)


Shown = dict[tuple[str, bool], Moment | None]
"""By person, and whether it is their panel in direct messages: what their newest hand shows."""


class Looks:
    """All looks at the hands of an evening."""

    def __init__(self, table: Evening) -> None:
        self._table = table
        self._newest: dict[tuple[str, bool], int] = {}
        self._shown: Shown = {}
        self.seen: list[tuple[float, bool, Shown]] = []
        self.away = False
        """Whether there is no bot."""
        table.ground.world.changed.append(self._changed)

    async def run(self) -> None:
        while True:
            self.seen.append((time.time(), self.away, dict(self._shown)))
            await asyncio.sleep(LOOK)

    def _changed(self, channel: int, number: int) -> None:
        message = self._table.ground.world.message_json(channel, number)
        text = "\n".join(texts(message)) if message is not None else ""
        if message is None or "-# <#" not in text:
            return
        for person in self._table.people:
            hand = person.key, channel == person.dm
            theirs = channel == person.dm or bool(message["flags"] & EPHEMERAL)
            sees = self._table.ground.world.may_see(person.id, channel, number)
            if theirs and sees and number >= self._newest.get(hand, 0):
                chairs = chairs_in(self._table.room_text)
                self._newest[hand], self._shown[hand] = number, told(text, chairs)


class Look(NamedTuple):
    """What comes of a look."""

    whose: str
    at_panel: bool
    untrue: bool
    away: bool


def moments(events: Sequence[Stored]) -> dict[Moment | None, list[tuple[float, float]]]:
    """When the table stood at each moment, from when to when."""
    first, *coming = events
    assert isinstance(first.event, Opened)
    table, since = opened_table(first.event), first.at
    found: dict[Moment | None, list[tuple[float, float]]] = defaultdict(list)
    for event in coming:
        found[stands(table)].append((since, event.at))
        table, since = table.after(event.event), event.at
    found[stands(table)].append((since, inf))
    return found


def judged(events: Sequence[Stored], seen: Sequence[tuple[float, bool, Shown]]) -> Counter[Look]:
    """How many looks there were of each sort. Events are dated by Discord's clock as the bot knows it, which
    may be a second ahead of this machine's: a screen may seem to show what has yet to happen."""
    found: Counter[Look] = Counter()
    stood = moments(events)
    for at, away, shown in seen:
        for (whose, at_panel), moment in shown.items():
            is_true = any(since - AHEAD <= at <= until + OVER for since, until in stood.get(moment, ()))
            untrue = moment is not None and not is_true
            found[Look(whose, at_panel, untrue, away)] += 1
    return found


async def next_move(table: Evening) -> Move:
    """The next move; whoever was left without an answer looks again."""
    while True:
        with suppress(TimeoutError):
            async with asyncio.timeout(STILL):
                return await table.move()


async def moves(table: Evening, count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(PACE)
        if table.to_start:
            await table.start()
        before = table.room_text
        if (await table.do(await next_move(table))).accepted:  # else they try again
            await table.until_changed(before)


async def struck(table: Evening, looks: Looks, chance: Random) -> None:
    """The bot is killed while somebody makes a move, and started again."""
    if table.to_start:
        await table.start()
    moving = asyncio.create_task(table.do(await next_move(table)))
    await asyncio.sleep(chance.uniform(0.0, 0.2))
    table.bot.kill()
    looks.away = True
    await table.bot.dead()
    moving.cancel()
    await asyncio.gather(moving, return_exceptions=True)
    await asyncio.sleep(chance.uniform(0.0, OUTAGE))
    await table.bot.start()
    looks.away = False


async def main(kills: int, seed: int) -> None:
    chance = Random(seed)
    with TemporaryDirectory() as folder:
        database = Path(folder) / "tables.sqlite3"
        async with Playground.open(limits=Limits(), database=database) as ground:
            await ground.start_bot(QUICK)
            table = Evening(ground, Random(seed), FOUR, dict(WAYS))
            await table.sit_down()
            await table.start()
            looks = Looks(table)
            for person in (table.person(name) for name in WAYS):
                shown = await table.shown_hand(person)
                assert shown is not None
                table.hands[person.key] = shown
            looking = asyncio.create_task(looks.run())
            for number in range(kills):
                await moves(table, MOVES)
                await struck(table, looks, chance)
                print(f"kill {number + 1}", flush=True)
            await moves(table, MOVES)
            looking.cancel()
            assert not table.complaints(), table.complaints()
            kept = await table.book()
    found = judged(kept.events, looks.seen)
    parts = {}
    for name, at_panel in (("HANDS_UNTRUE", False), ("PANELS_UNTRUE", True)):
        looked = {look: count for look, count in found.items() if look.at_panel is at_panel}
        untrue = sum(count for look, count in looked.items() if look.untrue)
        away = sum(count for look, count in looked.items() if look.untrue and look.away)
        print(f"{name}: {untrue} of {sum(looked.values())} looks, {away} of them while there was no bot")
        parts[name] = untrue / sum(looked.values())
    for name, part in parts.items():
        figure(name, part, GOAL)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="whether open hands are true while the bot is killed")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    asyncio.run(main(given.kills, given.seed))
