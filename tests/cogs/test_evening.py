"""Evenings as people see them: progressive whist from the lots to the prizes."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

from bot.evenings.open_evening import OpenEvening
from bot.ports.records import TableId, UserId
from bot.tables.open_table import OpenTable
from rules.seats import Seat
from rules.table.requests import AnswerClaim, CutPack
from rules.table.seen import seen
from rules.view import May
from tests.cogs.club import Club


def the_evening(club: Club) -> OpenEvening:
    (found,) = club.bot.services.evenings._open.values()
    return found


def tables(club: Club) -> Iterator[OpenTable]:
    """The open tables of the evening."""
    for table in club.bot.services.tables._open.values():
        if table.state.evening is not None:
            yield table


async def play_on(club: Club) -> None:
    """People do whatever is open to them until no table waits for anybody."""
    service = club.bot.services.tables
    while True:
        await club.env.settle()
        waiting = [(table, person) for table in tables(club) for person in table.waiting]
        if not waiting:
            return
        for table, person in waiting:
            seat = table.seat_of(person)
            if seat is None or seat not in table.state.waits_for:
                continue
            view = seen(table.state, seat)
            if May.CUT in view.may:
                request = CutPack(26, "")
            elif May.ANSWER_CLAIM in view.may:
                request = AnswerClaim(agrees=True)
            else:
                request = view.options[0]
            await service.act(table.id, table.people[person], request)


async def test_progressive_whist_from_the_lots_to_the_prizes(house: Club) -> None:
    told = await house.types(house.anna, "evening open", rounds=2)
    assert told.text.startswith("The evening is open: Progressive whist.")
    lobby = house.screen()
    for who in (house.anna, house.boris, house.clara):
        assert (await house.presses(who, lobby, "")).text
    assert "3 people play" in house.screen().text
