"""An evening with a director, who does not play: two people sit at its tables with robots."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator, Mapping
from typing import ClassVar, Final

from playground.people import texts
from rules.evening.events import BoardScored, EveningReckoned, RoundBegun
from rules.record.codec import decode, decode_evening
from rules.table.events import DealReckoned
from tests.trials.simulation.alone import plays_on
from tests.trials.simulation.beside import Life, Somebody
from tests.trials.simulation.secrets import EPHEMERAL

TABLES: Final = 2
ROUNDS: Final = 2
SCORED: Final = "every deal of an evening is entered once, as it was played"
FINAL: Final = "Final table"
LOOKS: Final = 0.1
EVENING: Final = "SELECT table_id FROM stream WHERE kind = 'evening' AND channel = ?"
EVENTS: Final = "SELECT kind, body FROM event WHERE table_id = ? ORDER BY version"


class Evening(Life):
    name: ClassVar[str] = "evening"
    people: ClassVar[int] = 3
    in_private: ClassVar[bool] = False

    room = 0
    """The channel of the evening."""

    async def live(self) -> None:
        director, *players = self.who
        ground = director.ground
        self.room = ground.world.create_channel(director.guild, f"evening-{director.person.key}").id
        for one in self.who:
            one.channel = self.room
        plan = {"tables": TABLES, "rounds": ROUNDS, "signal": False}
        await self._until_done(director, "open", "evening open", plan)
        for one in players:
            await self._until_done(one, "join", "evening join", {})
        await self._until_done(director, "begin", "evening direct", {"what": "begin"})
        await asyncio.gather(self._looks_on(director), *map(self._plays, players))

    async def _looks_on(self, director: Somebody) -> None:
        while not self.over:
            await director.pause()
            if director.draw(LOOKS):
                await director.types("standings", "evening show", {"what": "standings"}, keeps=False)
            director.waited()

    async def _until_done(
        self, one: Somebody, verb: str, command: str, options: Mapping[str, object]
    ) -> None:
        one.begins_anew()  # those before them may have rested for long
        while True:
            await one.pause()
            if await one.types(verb, command, options, keeps=False) or AGAIN in one.said:
                return

    @property
    def over(self) -> bool:
        seen = self.who[0].person.sees(self.room)
        return any(FINAL in text for one in seen if not one["flags"] & EPHEMERAL for text in texts(one))

    async def _plays(self, one: Somebody) -> None:
        """By the hand in their direct messages."""
        one.channel = one.person.dm
        one.begins_anew()
        while not self.over:
            await one.pause()
            hands = [int(each["id"]) for each in one.person.sees(one.channel)]
            one.message = next((each for each in reversed(hands) if one.ids_of(each)), None)
            if one.acts():
                await plays_on(one, often=False)
            elif (hand := one.button("hand:")) is not None and "This is how it was" in one.text:
                await one.presses(hand, "my hand")
            else:
                one.waited()

    def broken(self, db: sqlite3.Connection) -> Iterator[tuple[str, str]]:
        found = db.execute(EVENING, (self.room,)).fetchall()
        if len(found) != 1:
            yield SCORED, f"{len(found)} evenings stand in the channel"
            return
        events = [decode_evening(*row) for row in db.execute(EVENTS, found[0])]
        streams = {
            (begun.number, number): board.stream
            for begun in events
            if isinstance(begun, RoundBegun)
            for number, sitting in enumerate(begun.sittings, 1)
            for board in sitting.boards
        }
        scored = [one for one in events if isinstance(one, BoardScored)]
        places = sorted((one.round, one.table) for one in scored)
        if places != sorted(streams) or len(places) != TABLES * ROUNDS:
            yield SCORED, f"entered are {places}, dealt were {sorted(streams)}"
        for one in scored:
            log = (decode(*row) for row in db.execute(EVENTS, (streams.get((one.round, one.table)),)))
            over = [each for each in log if isinstance(each, DealReckoned)]
            if len(over) != 1 or over[0].tricks != one.outcome.tricks:
                yield SCORED, f"round {one.round}, table {one.table}: {one.outcome}, played were {over}"
        if sum(isinstance(one, EveningReckoned) for one in events) != 1:
            yield SCORED, "it is not reckoned once"


AGAIN: Final = "already"
"""In what is said to somebody who has done that before."""
