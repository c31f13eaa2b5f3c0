"""Database files to measure on: many tables in the middle of a deal."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Final

from bot.ports.records import Place, TableId, UserId
from playground.ground import Playground
from rules.table.events import Event
from storage.store import Store
from tests.tables import ANNA, BORIS, CLARA, DAVID, Evening

CHANNELS: Final = 100
"""In each server; Discord allows 500."""
KINDS: Final = 20
"""Different evenings, of which the tables are copies."""
AT_ONCE: Final = 500
FIRST_USER: Final = 10**17


async def unsynced(store: Store) -> None:
    """Writes to this store are not waited for: for files that are made, and made again, by a benchmark."""
    await store._database.alone(lambda db: db.execute("PRAGMA synchronous = OFF"))


def channels(ground: Playground, count: int) -> list[Place]:
    """So many new channels of the playground, in as many servers as they need."""
    places: list[Place] = []
    while len(places) < count:
        guild = ground.world.found(f"Club {len(places) // CHANNELS + 1}").id
        for number in range(min(CHANNELS, count - len(places))):
            places.append(Place(guild, ground.world.create_channel(guild, f"table-{number + 1}").id))
    return places


def mid_deal(seed: int) -> Sequence[Event]:
    """The events of a table of four people at which a deal is being played."""
    evening = Evening(("mid-deal", seed)).seat(ANNA, BORIS, CLARA, DAVID).start().cut()
    while evening.table.deal is None or evening.table.deal.playing is None:
        evening.step()
    for _ in range(seed % 20):
        evening.step()
    return evening.events


async def fill(store: Store, places: Sequence[Place]) -> list[TableId]:
    """Puts a table into each of these places: four people each, and a message that is due."""
    evenings = [mid_deal(seed) for seed in range(KINDS)]

    async def put(number: int, place: Place) -> TableId:
        table_id = TableId(f"{number:08x}")
        first = FIRST_USER + 4 * number
        people = {who: UserId(first + at) for at, who in enumerate((ANNA, BORIS, CLARA, DAVID))}
        events = evenings[number % KINDS]
        seed = number.to_bytes(32)
        await store.append(
            table_id, 0, events, place=place, people=people, slots=("table:1",), secrets={1: seed}
        )
        return table_id

    ids: list[TableId] = []
    for at in range(0, len(places), AT_ONCE):
        some = enumerate(places[at : at + AT_ONCE], at)
        ids += await asyncio.gather(*(put(number, place) for number, place in some))
    return ids
