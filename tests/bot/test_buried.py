"""When the message of what goes on in a channel comes back to its bottom."""

from __future__ import annotations

import asyncio

import pytest

from bot.messages.buried import Buried
from storage.ports.records import SlotKey
from tests.bot import test_calls_made
from tests.bot.counters import OpenCounter
from tests.bot.test_calls_made import ROOM, Desk

desk = test_calls_made.desk


class Channel:
    """Channel 11, in which a counter is shown, and chat."""

    def __init__(self, desk: Desk, counter: OpenCounter) -> None:
        self.desk, self.counter, self.goes_on = desk, counter, True
        self.buried = Buried(desk.posting, self._newest, desk.clock)

    def _newest(self, channel: int) -> SlotKey | None:
        return SlotKey(self.counter.id, ROOM) if channel == 11 and self.goes_on else None

    def returning(self) -> list[asyncio.Task[object]]:
        return [task for task in asyncio.all_tasks() if task.get_name() == "buried 11"]

    @property
    def message(self) -> int:
        state = self.desk.posting.state(SlotKey(self.counter.id, ROOM))
        assert state is not None and state.message is not None
        return state.message

    async def writes(self, *messages: int, channel: int = 11, too_soon: bool = False) -> list[str]:
        """People write messages with these ids. The calls that are made then, once the message is back if it
        comes back; ``too_soon`` if it must wait for its minute."""
        for one in messages:
            self.buried.message_written(channel, one)
        await asyncio.sleep(0.02)
        returning = [] if too_soon else self.returning()
        if returning:
            await asyncio.wait(returning)
        return [call.partition(" ")[0] for call in await self.desk.settled()]


@pytest.fixture
async def channel(desk: Desk) -> Channel:
    return Channel(desk, await desk.begin())


async def test_it_comes_back_below_ten_messages_and_not_below_nine(channel: Channel) -> None:
    first = channel.message
    assert await channel.writes(*(first + number for number in range(1, 10))) == []
    assert sorted(await channel.writes(first + 10)) == ["DELETE", "POST"]
    assert channel.message != first
    second = channel.message
    assert await channel.writes(*(second + number for number in range(1, 10))) == []
    await channel.buried.close()


async def test_what_was_written_above_it_or_elsewhere_does_not_bury_it(channel: Channel) -> None:
    first = channel.message
    assert await channel.writes(*(first - number for number in range(1, 12))) == []
    assert await channel.writes(*(first + number for number in range(1, 12)), channel=12) == []
    assert await channel.writes(*(first + number for number in range(1, 10))) == []
    assert sorted(await channel.writes(first + 10)) == ["DELETE", "POST"]
    await channel.buried.close()


async def test_what_was_written_while_nothing_went_on_there_does_not_count(channel: Channel) -> None:
    first = channel.message
    assert await channel.writes(*(first + number for number in range(1, 10))) == []
    channel.goes_on = False
    assert await channel.writes(first + 10) == []
    channel.goes_on = True
    assert await channel.writes(*(first + number for number in range(11, 20))) == []
    assert sorted(await channel.writes(first + 20)) == ["DELETE", "POST"]
    await channel.buried.close()


async def test_within_a_minute_of_its_return_it_waits_and_an_end_forgets_it(channel: Channel) -> None:
    first = channel.message
    await channel.writes(*(first + number for number in range(1, 11)))
    second = channel.message
    channel.desk.clock.time += 59
    assert await channel.writes(*(second + number for number in range(1, 12)), too_soon=True) == []
    assert channel.returning()
    await channel.buried.close()
    assert not channel.returning()
    assert channel.message == second


async def test_after_a_minute_it_comes_back_again(channel: Channel) -> None:
    for _ in range(3):
        before = channel.message
        calls = await channel.writes(*(before + number for number in range(1, 11)))
        assert sorted(calls) == ["DELETE", "POST"] and channel.message != before
        channel.desk.clock.time += 60
    await channel.buried.close()
