"""What nobody uses is dropped from memory, and is there again when somebody needs it."""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any
from weakref import ref

from bot.app import LET_GO_EVERY
from bot.messages.tokens import LIFE
from bot.streams.service import IDLE
from rules.seats import Seat
from tests.trials.stage.club import Club

LONG = 2 * IDLE + LET_GO_EVERY
"""Seconds after which what was waited for has been told, and nobody has used a table since."""
DAY = 24 * 3600.0


def in_memory(of: Callable[[], Any]) -> bool:
    gc.collect()
    return of() is not None


async def test_a_table_that_nobody_uses_is_let_go_of_memory_and_is_there_at_the_next_press(
    house: Club,
) -> None:
    await house.playing(cards=1)
    who, east = house.to_act(), house.at(Seat.EAST)
    card, table, panel = house.plays(who)[0], ref(house.table), house.panel(who)
    await house.types(east, "hand")
    await house.env.advance_time(LIFE)
    assert in_memory(table)
    await house.env.advance_time(LONG)
    assert not in_memory(table) and not house.bot.services.tables.loaded
    services = house.bot.services
    assert not services.boards.known and not services.outbox._streams and not services.posting.copies._copies
    assert len(who.user.dm_channel.history()) == 2, "they have been told that it is their turn"
    await house.presses(who, house.seen(panel.message), "play", card)
    assert house.cards_played == 2 and len(who.user.dm_channel.history()) == 1


async def test_what_is_due_at_a_table_comes_though_it_has_been_let_go(house: Club) -> None:
    await house.playing(cards=1)
    table = ref(house.table)
    await house.env.advance_time(LONG)
    assert not in_memory(table)
    await house.env.advance_time(DAY)
    assert house.screen().text.startswith("### Adjourned")
    await house.env.advance_time(LONG)
    assert not house.bot.services.tables.loaded
    await house.presses(house.anna, house.screen(), "resume")
    assert house.table.state.deal is not None and not house.table.adjourned


async def test_a_table_whose_channel_is_gone_is_let_go_until_it_is_brought_into_another(house: Club) -> None:
    await house.playing(cards=1)
    table = ref(house.table)
    house.env.backend.delete_channel(house.room.id)
    await house.env.settle()
    await house.env.advance_time(LONG)
    assert not in_memory(table)
    await house.types(house.anna, "table show", channel=house.parlour)
    assert house.screen(house.parlour).text.startswith("## ")
    await house.env.advance_time(LONG)
    assert not house.bot.services.tables.loaded


async def test_a_sheet_that_nobody_uses_is_let_go_and_is_written_on_again(house: Club) -> None:
    await house.types(house.anna, "score open", game="biritch")
    await house.env.advance_time(LONG)
    assert not house.bot.services.sheets.loaded
    assert (await house.types(house.anna, "score close")).text
