"""How long the bot was connected, on a real store whose writes take as long as a test likes."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.clocks import Uptime
from storage.store import Store
from tests.bot.counters import Clock


class SlowToNote:
    """A store that is told to write only when a test lets it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.may_write = asyncio.Event()

    async def uptime(self, since: float) -> tuple[tuple[float, float], ...]:
        return await self._store.uptime(since)

    async def note_uptime(self, began: float, ended: float, forget: float) -> None:
        await self.may_write.wait()
        await self._store.note_uptime(began, ended, forget)


async def test_a_connection_lost_made_and_lost_while_the_first_loss_is_stored_counts_each_time_once(
    tmp_path: Path,
) -> None:
    """Ten seconds connected, five away, three connected, two away, and four more: seventeen count."""
    clock = Clock()
    began = clock()
    async with Store.open(tmp_path / "uptime.sqlite3", clock) as store:
        slow = SlowToNote(store)
        uptime = Uptime(slow, clock)
        uptime.connected()
        clock.time += 10
        losses = [asyncio.create_task(uptime.disconnected()) for _ in range(2)]
        await asyncio.sleep(0)
        clock.time += 5
        uptime.connected()
        clock.time += 3
        losses.append(asyncio.create_task(uptime.disconnected()))
        await asyncio.sleep(0)
        clock.time += 2
        slow.may_write.set()
        await asyncio.gather(*losses)
        uptime.connected()
        clock.time += 4
        assert uptime.counted(began) == 17
        assert await store.uptime(began) == ((began, began + 10), (began + 15, began + 18))


async def test_a_time_for_which_several_processes_were_connected_counts_once(tmp_path: Path) -> None:
    """Ten seconds, three within them, and eight of which six lie within the ten: twelve in all. Then another
    was there for two, and before it left this one came, for four: five together."""
    clock = Clock()
    began = clock()
    async with Store.open(tmp_path / "uptime.sqlite3", clock) as store:
        for start, end in ((0, 10), (2, 5), (4, 12), (16, 18)):
            await store.note_uptime(began + start, began + end, 0)
        clock.time += 17
        uptime = Uptime(store, clock)
        await uptime.load()
        uptime.connected()
        clock.time += 4
        assert uptime.counted(began) == 12 + 5
        assert uptime.counted(began + 3) == 9 + 5
