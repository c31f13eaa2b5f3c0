"""How long the bot was connected, on a real store whose writes take as long as a test likes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot import clocks
from bot.clocks import Uptime
from storage.store import Store
from tests.bot.counters import Clock


class SlowToNote:
    """A store that is told to write only when a test lets it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.may_write = asyncio.Event()

    async def periods(self, moment: float) -> tuple[tuple[float, float], ...]:
        return await self._store.uptime.periods(moment)  # type: ignore[return-value]

    async def note_period(self, began: float, ended: float, forget: float) -> None:
        await self.may_write.wait()
        await self._store.uptime.note_period(began, ended, forget)


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
        assert uptime.connected_seconds(began) == 17
        assert await store.uptime.periods(began) == ((began, began + 10), (began + 15, began + 18))


async def test_a_time_for_which_several_processes_were_connected_counts_once(tmp_path: Path) -> None:
    """Ten seconds, three within them, and eight of which six lie within the ten: twelve in all. Then another
    was there for two, and before it left this one came, for four: five together."""
    clock = Clock()
    began = clock()
    async with Store.open(tmp_path / "uptime.sqlite3", clock) as store:
        for start, end in ((0, 10), (2, 5), (4, 12), (16, 18)):
            await store.uptime.note_period(began + start, began + end, 0)
        clock.time += 17
        uptime = Uptime(store.uptime, clock)
        await uptime.load_periods()
        uptime.connected()
        clock.time += 4
        assert uptime.connected_seconds(began) == 12 + 5
        assert uptime.connected_seconds(began + 3) == 9 + 5


class Machine:
    """What has elapsed, and a date that is set at will."""

    def __init__(self) -> None:
        self.elapsed, self.ahead = 50.0, 0.0

    def now(self) -> float:
        return NOON + self.elapsed + self.ahead


NOON = 1_780_000_000.0
DAY = 86_400.0


@pytest.mark.parametrize("step", [1.0, 3600.0, 40 * DAY, 3650 * DAY, -1.0, -3600.0, -40 * DAY, -3650 * DAY])
async def test_a_clock_that_is_set_and_put_right_changes_nothing_of_how_long_the_bot_was_connected(
    step: float, tmp_path: Path
) -> None:
    """Ten hours of an earlier process, an hour away; then three hours, five away, and two more. The clock is
    wrong in the middle of the three, at both ends of the five, and where the next process begins."""
    machine = Machine()
    async with Store.open(tmp_path / "uptime.sqlite3", machine.now) as store:
        began = machine.now()
        await store.uptime.note_period(began, began + 36_000, 0)
        machine.elapsed += 39_600
        uptime = Uptime(store.uptime, machine.now, lambda: machine.elapsed)
        machine.ahead = step
        await uptime.load_periods()
        machine.ahead = 0.0
        for connected, away in ((10_800.0, 18_000.0), (7200.0, 0.0)):
            uptime.connected()
            machine.elapsed += connected / 2
            machine.ahead = step
            machine.elapsed += connected / 2
            await uptime.disconnected()
            machine.elapsed += away
            if away:
                uptime.connected()
                uptime._began = None  # it was lost at once, and the process killed before that was noted
            machine.ahead = 0.0
        assert uptime.connected_seconds(began) == pytest.approx(36_000 + 10_800 + 7200)
        assert uptime.connected_seconds(began + 39_600) == pytest.approx(10_800 + 7200)
        fresh = Uptime(store.uptime, machine.now, lambda: machine.elapsed)
        await fresh.load_periods()
        fresh.connected()
        machine.elapsed += 60
        assert 36_060 <= fresh.connected_seconds(began) <= 36_060 + 18_000, (
            "what ends ahead counts against nobody"
        )


async def test_a_period_of_an_earlier_release_that_ends_ahead_hides_none_and_counts_against_nobody(
    tmp_path: Path,
) -> None:
    """An hour, five away, and one that was noted as lasting for a year; then ten minutes here."""
    machine = Machine()
    async with Store.open(tmp_path / "uptime.sqlite3", machine.now) as store:
        began = machine.now()
        await store.uptime.note_period(began, began + 3600, 0)
        await store.uptime.note_period(began + 1800, began + 365 * DAY, 0)
        machine.elapsed += 6 * 3600
        uptime = Uptime(store.uptime, machine.now, lambda: machine.elapsed)
        await uptime.load_periods()
        uptime.connected()
        machine.elapsed += 600
        assert uptime.connected_seconds(began) == pytest.approx(3600 + 600)


async def test_no_more_periods_are_kept_than_may_be_and_the_newest_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clocks, "PERIODS", 5)
    machine = Machine()
    async with Store.open(tmp_path / "uptime.sqlite3", machine.now) as store:
        uptime = Uptime(store.uptime, machine.now, lambda: machine.elapsed)
        began = machine.now()
        for _ in range(9):
            uptime.connected()
            machine.elapsed += 10
            await uptime.disconnected()
            machine.elapsed += 10
        assert [begun - began for begun, _ in await store.uptime.periods(0.0)] == [80, 100, 120, 140, 160]
        assert uptime.connected_seconds(began) == 50
