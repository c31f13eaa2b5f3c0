"""Two people keep the score of a rubber with real cards, each on a pad of their own."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Iterator
from typing import ClassVar, Final

from rules.counting.reckon import Column
from rules.games.all_games import GAMES
from rules.record.codec import decode_sheet
from rules.seats import Side
from rules.sheet.events import DealEntered
from tests.trials.simulation.beside import AFRESH, Deed, Life, Somebody

WRITTEN: Final = "the score on a sheet is what was written, once"
USUAL: Final = next(iter(GAMES))
EACH: Final = {"S": 2, "C": 4, "D": 6, "H": 8, "N": 10}
"""Points for each trick over six, of that game (laws 1.6)."""
SIX: Final = 6
DEALS: Final = (2, 5)
"""That each of the two writes."""
UNDOES: Final = 0.15
TYPES: Final = 0.3
"""How often a deal is typed, and not entered on the pad."""
SUITS: Final = {"S": "spades", "C": "clubs", "D": "diamonds", "H": "hearts", "N": "no trumps"}
SIDES: Final = {"N": Side.NS, "E": Side.EW}
ASKED: Final = ("pad-tricks:", "pad-honours:", "pad-aces:")
"""The lists in which something must be chosen."""
KEYS: Final = "SELECT key, version FROM seen WHERE table_id = ?"
EVENTS: Final = "SELECT version, kind, body FROM event WHERE table_id = ? ORDER BY version"


class Pads(Life):
    """The first opens the sheet; then both write, until each has written some deals."""

    name: ClassVar[str] = "score"
    people: ClassVar[int] = 4
    in_private: ClassVar[bool] = False

    async def live(self) -> None:
        first = self.who[0]
        channel = first.ground.world.create_channel(first.guild, f"cards-{first.person.key}").id
        for one in self.who:
            one.channel = channel
        seats = dict(zip(("north", "east", "south", "west"), (one.person for one in self.who), strict=True))
        while not first.button("sheet-enter:"):
            await first.pause()
            await first.types("open", "score open", {"game": USUAL, **seats})
        await asyncio.gather(*map(self._writes, self.who[:2]))

    async def _writes(self, one: Somebody) -> None:
        left = one.choices.randint(*DEALS)
        while left:
            await one.pause()
            if one.draw(UNDOES / 4):
                await one.types("undo", "score undo", keeps=False)
            elif (on := one.button("sheet-next:")) is not None:
                if not await one.presses(on, "next page"):  # somebody else has turned it
                    one.message = None
            elif (one.draw(TYPES) and await self._types(one)) or await self._touches(one):
                left -= 1

    async def _types(self, one: Somebody) -> bool:
        strain, tricks, side = (
            one.choices.choice(list(SUITS)),
            one.choices.randint(7, 13),
            one.choices.choice("NE"),
        )
        held = {"aces": "N 1 E 1 S 1 W 1"} if strain == "N" else {"honours": "N 2 E 1 S 1 W 1"}
        told = {"declared": SUITS[strain], "by": SIDES[side].value, "tricks": tricks, **held}
        return await one.types("write by typing", "score deal", told, note=f"{strain} {side}{tricks}")

    async def _touches(self, one: Somebody) -> bool:
        """One touch after the other, until it is written down."""
        strain = False
        while True:
            await one.pause()
            if one.idle >= AFRESH or not any(each.startswith("pad-") for each in one.ids):
                one.idle, strain = 0, False
                await one.types("pad", "score pad")
                if one.idle:
                    await one.types("next page", "score next", keeps=False)
                continue
            if not strain:
                offered = [each for each in one.ids if each.startswith("pad-strain:")]
                chosen = one.choices.choice(offered)
                strain = await one.presses(chosen, "touch")
                continue
            empty = [
                (menu, offers)
                for menu, offers, is_chosen in one.lists("pad-")
                if menu.startswith(ASKED) and not is_chosen
            ]
            if empty:
                menu, offers = empty[0]
                await one.chooses(menu, one.choices.choice(offers), verb="touch")
                continue
            write = one.button("pad-write:")
            if write is None:
                one.idle += 1
            elif await one.presses(write, "write"):
                return True

    def broken(self, db: sqlite3.Connection) -> Iterator[tuple[str, str]]:
        # not of the last answer alone, which may be a sentence
        seen = (
            one for each in self.who for one in (*each.ids, *(of.what for of in each.deeds("touch", "write")))
        )
        sheet = next((one.split(":")[1] for one in seen if one.startswith(("sheet-", "pad-"))), "")
        ends = {version: int(key) for key, version in db.execute(KEYS, (sheet,)) if key.isdecimal()}
        writes = {one.interaction: one for each in self.who for one in each.deeds("write", "write by typing")}
        written = Counter[int]()
        for version, kind, body in db.execute(EVENTS, (sheet,)):
            event = decode_sheet(kind, body)
            if not isinstance(event, DealEntered):
                continue
            deed = writes.get(ends.get(version) or ends.get(version + 1) or 0)
            if deed is None:
                yield WRITTEN, f"version {version} of {sheet}: nobody wrote {event.told}"
                continue
            written[deed.interaction] += 1
            yield from ((WRITTEN, f"{one}: {deed}") for one in _otherwise(event, deed))
        for deed in writes.values():
            if written[deed.interaction] != deed.done and (deed.done or written[deed.interaction] > 1):
                yield WRITTEN, f"{written[deed.interaction]} times: {deed}"


def _otherwise(event: DealEntered, deed: Deed) -> Iterator[str]:
    """What is written that was not chosen, and what it comes to otherwise."""
    strain, won = deed.note.split() or deed.what.split(":")[5].split(".")[:2]
    tricks, told = int(won[1:]), event.told
    if told.strain is None or told.strain.value != strain or told.tricks.of(SIDES[won[0]]) != tricks:
        yield f"{told} is written"
    below = {one.side: one.amount for one in event.entries if one.column is Column.BELOW}
    right = {SIDES[won[0]]: (tricks - SIX) * EACH[strain]} if tricks > SIX else {}
    if below != right:
        yield f"it comes to {below}, and should to {right}"
