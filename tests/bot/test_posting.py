"""``Posting`` with boards of a new kind: counters, shown in the simulated Discord."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.discord_api.messenger import DiscordMessenger
from bot.ports.records import SlotKey, TableId, UserId
from bot.screen_sync.posting import Posting
from bot.screen_sync.rate_limit import RateLimit
from bot.streams.chance import ChanceSource
from screens.screen import Screen, Text
from storage.store import Store
from tests.bot.counters import SLOTS, Counters, OpenCounter
from tests.cogs.club import Club, club

WITHIN = 10.0
ROOM, PRIVATE = SLOTS


@dataclass
class CounterBoard:
    counter: OpenCounter
    reader: UserId
    told: list[str]

    @property
    def id(self) -> TableId:
        return self.counter.id

    @property
    def version(self) -> int:
        return self.counter.version

    @property
    def channel(self) -> int:
        return self.counter.place.channel

    def is_private(self, slot: str) -> bool:
        return slot == PRIVATE

    def owner(self, slot: str) -> UserId | None:
        return self.reader

    async def draw(self, slot: str) -> Screen | None:
        if slot == PRIVATE and self.counter.state.number < 1:
            return None
        return Screen((Text(f"{slot} {self.counter.state.number}"),))

    async def posted(self, slot: str) -> None:
        self.told.append(slot)


@dataclass
class CounterBoards:
    counters: Counters
    reader: UserId
    told: list[str] = field(default_factory=list)

    def owns(self, slot: str) -> bool:
        return slot.startswith("count:")

    async def get(self, stream_id: TableId) -> CounterBoard:
        return CounterBoard(await self.counters.get(stream_id), self.reader, self.told)


@dataclass
class Shown:
    """A club in which a counter can be shown."""

    house: Club
    store: Store
    counters: Counters
    boards: CounterBoards
    posting: Posting

    async def settled(self, counter_id: TableId) -> None:
        for name in SLOTS:
            await self.posting.settled(SlotKey(counter_id, name), WITHIN)

    @property
    def room(self) -> list[str]:
        return [self.house.seen(message).text for message in self.house.room.history()]

    @property
    def private(self) -> list[str]:
        messages = self.house.anna.user.dm_channel.history()
        return [self.house.seen(message).text for message in messages]


@pytest.fixture
async def shown(tmp_path: Path) -> AsyncIterator[Shown]:
    async with (
        club(tmp_path / "tables.sqlite3") as house,
        Store.open(tmp_path / "counters.sqlite3") as store,
    ):
        counters = Counters(store, ChanceSource(), time.time)
        boards = CounterBoards(counters, UserId(house.anna.id))
        posting = Posting(store, (boards,), DiscordMessenger(house.bot._rest), RateLimit(1000))
        counters.followers.append(posting)
        yield Shown(house, store, counters, boards, posting)
        await posting.close()


async def test_a_stream_of_a_new_kind_is_shown_in_its_channel_and_in_private(shown: Shown) -> None:
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.settled(counter.id)
    assert (shown.room, shown.private) == ([f"{ROOM} 0"], [])  # nothing to show in private, so far
    assert [slot.key.name for slot in await shown.store.slots(counter.id)] == [ROOM]
    for number in (1, 2):
        await shown.counters.add(counter.id)
        await shown.settled(counter.id)
        assert (shown.room, shown.private) == ([f"{ROOM} {number}"], [f"{PRIVATE} {number}"])
    assert shown.boards.told == [PRIVATE]  # when it was posted, and not when it was edited


async def test_what_is_due_at_a_start_is_shown_and_what_nothing_draws_is_left(
    shown: Shown, caplog: pytest.LogCaptureFixture
) -> None:
    shown.counters.followers.clear()
    counter, other = await shown.counters.begin(shown.house.room.id), await shown.counters.begin(1)
    await shown.store.retire(SlotKey(other.id, ROOM))
    await shown.store.retire(SlotKey(other.id, PRIVATE))
    await shown.store.want(other.id, "unknown:1")
    await shown.posting.wake()
    await shown.settled(counter.id)
    assert shown.room == [f"{ROOM} 0"]
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == [
        f"nothing draws slot unknown:1 of {other.id}"
    ]


async def test_a_message_that_is_posted_again_stands_below_and_the_old_one_is_gone(shown: Shown) -> None:
    counter = await shown.counters.begin(shown.house.room.id)
    await shown.settled(counter.id)
    (before,) = shown.house.room.history()
    await shown.posting.post_again(SlotKey(counter.id, ROOM))
    await shown.settled(counter.id)
    (after,) = shown.house.room.history()
    assert after.id != before.id and shown.room == [f"{ROOM} 0"]
