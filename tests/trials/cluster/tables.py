"""The tables of a soak and the people who play there: what they press, what they are told, how long it takes.

Knows of the bot what stands on its screens, and nothing of processes and servers."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable
from random import Random
from typing import Final

from playground.errors import Json
from playground.ground import Playground
from playground.people import Answer, Person, buttons, texts
from rules.frozen import replace
from storage.ports.records import UserId
from tests.trials.stage.playing import FOUR, Done, Evening, Move

LONG: Final = 10.0
"""Seconds within which a table must go on."""
STILL: Final = 60.0
"""Seconds after which a table is given up."""
BETWEEN: Final = 1.0
"""Seconds between two moves at a table, so that what is shown of them keeps to Discord's limits."""
RESTS: Final = "Play goes on in the hands"
_CARD: Final = re.compile(r"(10|[2-9AKQJ])([♠♥♦♣])")
_SUITS: Final = dict(zip("♠♥♦♣", "SHDC", strict=True))
_OWN: Final = re.compile(r"\*\*(?:Your cards|The rest of your hand).*?\*\*\n(.*)")
_BARE: Final = re.compile(r"^((?:\S+[♠♥♦♣]\S* ?)+)$", re.MULTILINE)
"""A hand with nothing before it: its owner's own. Any other has its place before it."""


class Sitting(Evening):
    """A table at which people move until they are told to stop."""

    moved = 0
    waited: list[float]
    """Seconds that each move took, from the first try until all saw it."""
    acted = 0.0
    """When the last act was acknowledged, by ``time.monotonic``."""
    turn: asyncio.Lock
    """Held while somebody moves: who holds it has the table rest."""
    refused: set[int]
    """Interactions whose answer said why not. It is looked at as it arrives: the message may be drawn anew,
    by another process, before the person who pressed has read it."""
    shown: set[tuple[UserId, frozenset[str]]]
    """The cards that have stood in somebody's direct messages, all of one moment."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.refused, self.waited, self.turn, self.shown = set(), [], asyncio.Lock(), set()
        self._owners = {person.dm: UserId(person.id) for person in self.people}
        self.ground.world.answered.append(self._hear)
        self.ground.world.changed.append(self._see)

    def _hear(self, interaction: int) -> None:
        answer = Answer(self.ground.world, self.ground.world.interactions[interaction], 0.0)
        if any(text.startswith("> ") for text in answer.texts[:1]):
            self.refused.add(interaction)

    def _see(self, channel: int, message: int) -> None:
        owner = self._owners.get(channel)
        panel = self.ground.world.message_json(channel, message) if owner is not None else None
        if owner is not None and panel is not None and (cards := cards_on(panel)):
            self.shown.add((owner, cards))

    async def do(self, move: Move) -> Done:
        done = await super().do(move)
        if done.accepted and done.answer.interaction_id in self.refused:
            done = self.done[-1] = replace(done, accepted=False)
        if done.accepted:
            self.acted = time.monotonic()
        return done

    @property
    def rests(self) -> bool:
        """Whether the table's message shows no cards, since there are too many to show."""
        return RESTS in self.room_text

    def due(self) -> list[Person]:
        return self.people if self.rests else super().due()

    async def start(self) -> None:
        """Begin a rubber. The answer may come from a process that met it already begun by the same press."""
        lobby = self.room["id"]
        await self.people[0].press(self.room, self.to_start, anyway=True)
        await self.until(lambda: self.room["id"] != lobby and buttons(self.room))
        self.acted = time.monotonic()

    async def play(self, struck: Callable[[], str], away: Callable[[], float]) -> None:
        """``away`` is how many seconds the only server has hung so far: nobody can go on meanwhile. Raises
        TimeoutError if the table stands still."""
        while True:
            async with self.turn:
                began, before = time.monotonic(), away()
                while not await self._moved():
                    if time.monotonic() > began + STILL:
                        raise TimeoutError(f"{self.channel} stands still after {struck()}\n{self.picture()}")
                took = time.monotonic() - began - (away() - before)
            self.waited.append(took)
            self.moved += 1
            if took > LONG:
                print(f"{self.channel}: {took:.1f} s after {struck()}\n{self.picture()}", flush=True)
            await asyncio.sleep(BETWEEN)

    async def _moved(self) -> bool:
        """Whether a move was made and shown."""
        before = self.room_text
        try:
            move = await self._move_unless(lambda: self.to_start != "")
            if move is None:
                await self.start()
                return True
            done = await self.do(move)
            if done.accepted:
                await self.until(lambda: self.room_text != before or self.rests or self.goes_on, STILL)
            return done.accepted
        except TimeoutError:
            return self.room_text != before

    def picture(self) -> str:
        """What stands there, to see why nobody goes on."""
        room = self.room_text
        hands = [
            f"{one.name}: {[button.custom_id for button in buttons(self.panel(one))]}" for one in self.due()
        ]
        last = [f"{one.move.what} {one.answer!r}" for one in self.done[-3:]]
        return "\n".join([room, *hands, *last])


def cards_on(panel: Json) -> frozenset[str]:
    """The cards of a hand, and dummy's where its owner may play them."""
    pressed = [button.custom_id or "" for button in buttons(panel)]
    cards = {name.rpartition(":")[2] for name in pressed if name.startswith("play:")}
    text = "\n".join(texts(panel))
    lines = _OWN.findall(text)
    lines += _BARE.findall(text)
    return frozenset(cards) | {
        rank.replace("10", "T") + _SUITS[suit] for line in lines for rank, suit in _CARD.findall(line)
    }


def seat(ground: Playground, shard: int, shards: int) -> Sitting:
    """A table of four people of its own, in a new server of this shard."""
    while ((guild := ground.world.found(f"Club {shard}")).id >> 22) % shards != shard:
        time.sleep(0.001)  # a server in which there is no table does no harm
    names = tuple(f"{name}-{shard}" for name in FOUR)
    for name in names:
        user = ground.world.new_member(guild, name)
        ground.people[name] = Person(ground._crowd, user.name, user.id)
    ground.world.let_in(guild, ground.people["ivan"].id, "ivan")
    channel = ground.world.create_channel(guild.id, "table").id
    return Sitting(ground, Random(shard), names, channel=channel)
