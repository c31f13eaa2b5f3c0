"""Worlds to measure in: files with many tables in the middle of a deal or with one that has played for long,
channels for them, and the emoji of the cards."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Final

from simcord.backend.models import GuildEmoji

from bot.streams.fair_deal import FairChance, commitment
from bot.tables.open_table import room
from bot.tables.replay import snapshot_of
from bot.tables.service import SNAPSHOT_EVERY
from playground.ground import Playground
from rules.table.events import Event, PackReady, RubberReckoned, SeedRevealed
from screens.pictures.emoji import drawings
from storage.ports.records import Append, Place, Slot, SlotKind, TableId, UserId
from storage.sqlite.database import Database
from storage.store import Store
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

CHANNELS: Final = 100
"""In each server; Discord allows 500."""
KINDS: Final = 20
"""Different evenings, of which the tables are copies."""
AT_ONCE: Final = 500
RETIRED: Final = "DELETE FROM slot WHERE table_id = ?1 AND name NOT IN (?2, ?3, ?4, ?5, ?6)"
FIRST_USER: Final = 10**17
FIRST_EMOJI: Final = 10**18  # as long as Discord's ids are


async def unsynced(store: Store) -> None:
    """Writes to this store are not waited for: for files that are made, and made again, by a benchmark."""
    database = store._database
    assert isinstance(database, Database)
    await database.alone(lambda db: db.execute("PRAGMA synchronous = OFF"))


async def without_alerts(store: Store, guild: int) -> None:
    """Nobody is told in this server that it is their turn: people wait while the other bots have theirs."""
    await store.preferences.set_choices(f"guild:{guild}", {"alerts": "no"})


def channels(ground: Playground, count: int) -> list[Place]:
    """So many new channels of the playground, in as many servers as they need."""
    places: list[Place] = []
    while len(places) < count:
        guild = ground.world.found(f"Club {len(places) // CHANNELS + 1}").id
        for number in range(min(CHANNELS, count - len(places))):
            places.append(Place(guild, ground.world.create_channel(guild, f"table-{number + 1}").id))
    return places


def put_emoji(ground: Playground) -> None:
    """The emoji of the cards as an earlier start of the bot has left them, with the same ids everywhere."""
    for number, name in enumerate(drawings(), FIRST_EMOJI):
        made = GuildEmoji(id=number, name=name, user_id=ground.world.bot_user.id)
        ground.world.application_emojis[number] = made


def mid_deal(seed: int) -> Sequence[Event]:
    """The events of a table of four people at which a deal is being played."""
    evening = Evening(("mid-deal", seed)).seat(ANNA, BORIS, CLARA, DAVID).start().cut()
    while evening.table.deal is None or evening.table.deal.playing is None:
        evening.step()
    for _ in range(seed % 20):
        evening.step()
    return evening.events


def sealed(events: Sequence[Event], table_id: TableId, seed: bytes) -> Sequence[Event]:
    """The same events of a table whose first pack is shuffled from this seed."""
    seal = PackReady(1, commitment(table_id, 1, seed))
    return [seal if isinstance(one, PackReady) else one for one in events]


async def fill(store: Store, places: Sequence[Place], slots: Sequence[Slot] = ()) -> list[TableId]:
    """Puts a table into each of these places: four people each, and these messages due."""
    evenings = [mid_deal(seed) for seed in range(KINDS)]

    async def put(number: int, place: Place) -> TableId:
        table_id = TableId(f"{number:08x}")
        first = FIRST_USER + 4 * number
        people = {who: UserId(first + at) for at, who in enumerate((ANNA, BORIS, CLARA, DAVID))}
        seed = number.to_bytes(32)
        events = sealed(evenings[number % KINDS], table_id, seed)
        await store.streams.append(
            Append(table_id, 0, events, place=place, people=people, slots=slots, secrets={1: seed})
        )
        return table_id

    ids: list[TableId] = []
    for at in range(0, len(places), AT_ONCE):
        some = enumerate(places[at : at + AT_ONCE], at)
        ids += await asyncio.gather(*(put(number, place) for number, place in some))
    return ids


class _Dice(FairChance):
    """The bot's own chance, from a seed; ``random`` is what the people choose by."""

    def __init__(self, table_id: TableId, seed: int) -> None:
        self.random = Random(seed)
        super().__init__(table_id, {}, Random(seed + 1))


class Long:
    """A table of four people that has played for so many rubbers, and stands before the next cut."""

    def __init__(self, table_id: TableId, rubbers: int, seed: int = 0) -> None:
        self.id = table_id
        self.evening = Evening(seed)
        self.evening.dice = self.dice = _Dice(table_id, seed)  # type: ignore[assignment]  # chance all the same
        self._rubbers = rubbers

    async def put(self, store: Store, place: Place, people: Sequence[UserId]) -> None:
        """Into a file, deal by deal, with the snapshots that the bot would have stored. What is over has been
        shown and its slots are retired; the newest message of the channel, and the panels, are due."""
        evening, who = self.evening, (ANNA, BORIS, CLARA, DAVID)
        evening.seat(*who)
        await store.streams.append(
            Append(
                self.id,
                0,
                evening.events,
                place=place,
                people=dict(zip(who, people, strict=True)),
                slots=(Slot(SlotKind.LOBBY, 0),),
            )
        )
        version = kept = len(evening.events)
        for number in range(1, self._rubbers + 2):
            evening.start()
            while number <= self._rubbers and evening.table.rubber is not None:
                evening.cut().play_deal()
                version, kept = await self._append(store, version, kept)
        await self._append(store, version, kept)
        now = (Slot(SlotKind.DEAL, evening.table.deals), *(Slot(SlotKind.PANEL, one.alias) for one in who))
        await store.streams.want(self.id, *now)
        await store._database.write(lambda db: db.execute(RETIRED, (self.id, *map(str, now))))

    async def _append(self, store: Store, version: int, kept: int) -> tuple[int, int]:
        """What has happened since this version."""
        table, new = self.evening.table, self.evening.events[version:]
        after = version + len(new)
        due = after - kept >= SNAPSHOT_EVERY or any(isinstance(one, RubberReckoned) for one in new)
        snapshot = snapshot_of(table, after) if due else None
        seeds = {deal: seed for deal, seed in self.dice.made.items() if deal == table.deals}
        revealed = {one.deal for one in new if isinstance(one, SeedRevealed)}
        await store.streams.append(
            Append(
                self.id,
                version,
                new,
                slots=(room(table),),
                snapshot=snapshot,
                secrets={deal: seed for deal, seed in seeds.items() if deal not in revealed},
            )
        )
        return after, after if snapshot is not None else kept
