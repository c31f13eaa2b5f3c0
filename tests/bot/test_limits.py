"""How many tables and score sheets may be open, for one person and in one server."""

from __future__ import annotations

import asyncio

import pytest

from bot.errors import TooManyOpen
from bot.sheets.service import ScoreSheets
from bot.streams.fair_deal import ChanceSource
from bot.streams.open_stream import Limits
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from rules.refusals import Ending
from rules.seats import Seat
from rules.table.requests import CloseTable, CutPack, Join, Leave
from rules.view import Alone
from storage.ports.records import Place, UserId
from storage.store import Store

ANNA, BORIS, CLARA, DAVID = map(UserId, (11, 22, 33, 44))
FOUR = {Seat.NORTH: ANNA, Seat.EAST: BORIS, Seat.SOUTH: CLARA, Seat.WEST: DAVID}
TWO_AND_THREE = Limits(person=2, server=3)


def tables_in(store: Store) -> Tables:
    return Tables(store.streams, ChanceSource(), limits=TWO_AND_THREE)


async def opens(tables: Tables, who: UserId, channel: int, guild: int = 1) -> OpenTable:
    return await tables.open_table(Place(guild, channel), "biritch", {}, opener=who)


async def refused(tables: Tables, who: UserId, channel: int, guild: int = 1) -> tuple[int, bool]:
    """The limit that is met, and whether it is a person's."""
    with pytest.raises(TooManyOpen) as met:
        await opens(tables, who, channel, guild)
    assert tables.stream_in(channel) is None
    return met.value.limit, met.value.by_one


async def test_a_person_opens_so_many_tables_in_all_servers_and_after_a_restart_no_more(
    store: Store,
) -> None:
    tables = tables_in(store)
    first, _ = await opens(tables, ANNA, 10), await opens(tables, ANNA, 20, guild=2)
    assert await refused(tables, ANNA, 11) == (2, True)
    fresh = tables_in(store)
    await fresh.load_going_on()
    assert await refused(fresh, ANNA, 11) == (2, True)
    await opens(fresh, BORIS, 11)
    await fresh.act(first.id, None, CloseTable())
    await opens(fresh, ANNA, 12)


async def test_a_table_that_its_opener_has_left_to_others_does_not_count(store: Store) -> None:
    tables = tables_in(store)
    one, other = await opens(tables, ANNA, 10), await opens(tables, ANNA, 20, guild=2)
    await tables.act(one.id, BORIS, Join())
    assert one.person(ANNA) in one.state.members
    assert await refused(tables, ANNA, 11) == (2, True)
    await tables.act(one.id, ANNA, Leave())
    await opens(tables, ANNA, 11)
    assert await refused(tables, ANNA, 21, guild=2) == (2, True)
    await tables.act(other.id, ANNA, Leave(Ending(rubber=False, agreed=False)))  # the last to leave
    assert other.closed
    await opens(tables, ANNA, 21, guild=2)


async def test_a_game_begun_alone_counts_once_it_is_opened_to_friends_and_is_not_opened_past_a_limit(
    store: Store,
) -> None:
    tables = tables_in(store)
    alone = [await tables.open_alone(ANNA, "biritch", {}, Alone(), cut=CutPack(26, "")) for _ in range(3)]
    await opens(tables, ANNA, 10)
    await tables.move(alone[0].id, 11, 1)
    for channel, guild in ((12, 1), (20, 2)):
        with pytest.raises(TooManyOpen) as met:
            await tables.move(alone[1].id, channel, guild)
        assert (met.value.limit, met.value.by_one) == (2, True)
        assert not alone[1].place.is_in_discord and tables.stream_in(channel) is None
    await opens(tables, BORIS, 12)
    other = await tables.open_alone(CLARA, "biritch", {}, Alone(), cut=CutPack(26, ""))
    with pytest.raises(TooManyOpen) as met:
        await tables.move(other.id, 13, 1)
    assert (met.value.limit, met.value.by_one) == (3, False)
    await tables.move(other.id, 20, 2)


async def test_a_server_holds_so_many_tables_and_another_server_its_own(store: Store) -> None:
    tables = tables_in(store)
    for channel, who in enumerate((ANNA, ANNA, BORIS)):
        await opens(tables, who, channel)
    assert await refused(tables, CLARA, 10) == (3, False)
    await opens(tables, CLARA, 20, guild=2)


async def test_two_tables_opened_in_the_same_moment_do_not_pass_the_limit(store: Store) -> None:
    tables = tables_in(store)
    await opens(tables, ANNA, 10)
    both = await asyncio.gather(
        opens(tables, ANNA, 11), opens(tables, ANNA, 20, guild=2), return_exceptions=True
    )
    assert sorted(isinstance(one, TooManyOpen) for one in both) == [False, True]


async def test_score_sheets_have_limits_of_their_own(store: Store) -> None:
    tables, sheets = (
        tables_in(store),
        ScoreSheets(store.streams, ChanceSource("sheets"), limits=TWO_AND_THREE),
    )
    for channel in (10, 11):
        await opens(tables, ANNA, channel)
        await sheets.open_sheet(Place(1, channel), "biritch", {}, FOUR, ANNA)
    with pytest.raises(TooManyOpen) as met:
        await sheets.open_sheet(Place(2, 12), "biritch", {}, FOUR, ANNA)
    assert (met.value.kind, met.value.limit, met.value.by_one) == ("sheet", 2, True)
    await sheets.open_sheet(Place(1, 12), "biritch", {}, FOUR, BORIS)
    with pytest.raises(TooManyOpen) as met:
        await sheets.open_sheet(Place(1, 13), "biritch", {}, FOUR, CLARA)
    assert (met.value.limit, met.value.by_one) == (3, False)
