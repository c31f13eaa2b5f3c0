"""After a start robots, alerts and the clock go on by themselves; a table between rubbers is not loaded."""

from __future__ import annotations

import asyncio

from bot.streams.fair_deal import ChanceSource
from bot.tables.clock import Clock
from bot.tables.open_table import OpenTable
from bot.tables.robots import RobotFollower
from bot.tables.service import Tables
from rules.seats import RobotMember
from rules.table.requests import Adjourn, CloseTable, CutPack, Join, Start
from rules.table.table import Table
from storage.ports.records import Place, UserId
from storage.store import Store
from tests.trials.stage.guard import until
from tests.trials.stage.played import goes_on

FOUR = tuple(UserId(number) for number in (101, 102, 103, 104))


async def begun(tables: Tables, channel: int, *users: UserId) -> OpenTable:
    """These people and as many robots as there are chairs left, with a pack to be cut."""
    table = await tables.open_table(Place(1, channel), "biritch", {})
    for user in users:
        await tables.act(table.id, user, Join())
    return await tables.act(table.id, users[0], Start())


async def test_a_robot_whose_turn_it_was_when_the_process_ended_plays_after_the_next_start(
    store: Store,
) -> None:
    tables = Tables(store.streams, ChanceSource("waking"))
    table = await begun(tables, 11, FOUR[0])
    await tables.act(table.id, None, CutPack(20, ""))
    while not robots_turn(table.state):
        await goes_on(tables, table, FOUR[0])
    fresh = Tables(store.streams, ChanceSource("waking again"))
    robots = RobotFollower(fresh, ChanceSource("robots"), 0.0)
    fresh.followers.append(robots)
    await fresh.find()
    await fresh.load_going_on()
    again = fresh._open[table.id]
    await until(lambda: not robots_turn(again.state))
    await robots.close()
    assert again.version > table.version


def robots_turn(state: Table) -> bool:
    if state.rubber is None:
        return False
    return any(isinstance(state.rubber.seats.of(seat), RobotMember) for seat in state.waits_for)


async def test_a_pack_that_nobody_cut_before_the_process_ended_is_cut_after_the_next_start(
    store: Store,
) -> None:
    table = await begun(Tables(store.streams, ChanceSource("waking")), 11, *FOUR)
    fresh = Tables(store.streams, ChanceSource("waking again"))
    clock = Clock(fresh, ChanceSource("clock"), cut_seconds=0.0)
    fresh.followers.append(clock)
    await fresh.find()
    await fresh.load_going_on()
    await until(lambda: fresh._open[table.id].state.deal)
    await clock.close()


async def test_a_start_loads_every_open_table_also_those_between_rubbers_and_adjourned(
    store: Store,
) -> None:
    tables = Tables(store.streams, ChanceSource("waking"))
    waiting, adjourned, closed = [await begun(tables, channel, *FOUR) for channel in (11, 12, 13)]
    for table in (waiting, adjourned):
        await tables.act(table.id, None, CutPack(20, ""))
    await tables.act(adjourned.id, None, Adjourn())
    await tables.act(closed.id, None, CloseTable())
    lobby = await tables.open_table(Place(1, 14), "biritch", {})
    fresh = Tables(store.streams, ChanceSource("waking again"))
    await fresh.find()
    await fresh.load_going_on()
    assert set(fresh._open) == {waiting.id, adjourned.id, lobby.id}
    assert set(fresh.places) == {waiting.id, adjourned.id, lobby.id}


async def test_a_trick_that_lay_on_the_table_when_the_process_ended_is_quitted_after_the_next_start(
    store: Store,
) -> None:
    now = [1_000_000.0]
    tables = Tables(store.streams, ChanceSource("waking"), lambda: now[0])
    table = await tables.open_table(
        Place(1, 11), "whist_modern", {"revoke_mode": "lawful", "quit_delay": "10"}
    )
    await tables.act(table.id, FOUR[0], Join())
    await tables.act(table.id, FOUR[0], Start())
    await tables.act(table.id, None, CutPack(20, ""))
    for _ in range(4):
        await goes_on(tables, table, FOUR[0])
    fresh = Tables(store.streams, ChanceSource("waking again"), lambda: now[0])
    await fresh.find()
    for seconds, tricks in ((9.5, 0), (1.0, 1)):
        now[0] += seconds
        clock = Clock(fresh, ChanceSource("clock"), 3600.0, lambda: now[0])
        again = await fresh.get(table.id)
        clock.changed(again)
        await asyncio.sleep(0.1)
        assert quitted(again.state) == tricks
        await clock.close()


def quitted(state: Table) -> int:
    assert state.deal is not None and state.deal.revoke is not None
    return state.deal.revoke.quitted
