"""A table of the real service played on by rule: one person and three robots, seat after seat."""

from __future__ import annotations

import random

from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from robots.plain import PlainRobot
from robots.player import Candidate, Reasons, has_to_act
from rules.seats import Person, Seat
from rules.table.seen import seen
from storage.ports.records import UserId

LAYOUTS = 60


async def goes_on(tables: Tables, table: OpenTable, user: UserId) -> None:
    """The first seat that is asked for anything answers. A robot says that it looked at ``LAYOUTS`` layouts
    and found everything that was open equally good."""
    deal = table.state.deal
    seats = [seat for seat in Seat if deal is None or seat in deal.may_act]
    view = next(view for seat in seats if has_to_act(view := seen(table.state, seat)))
    assert view.viewer is not None and table.state.rubber is not None
    choice = PlainRobot().choose(view, 0.0, random.Random(1)).choice
    member = table.state.rubber.seats.of(view.viewer)
    if isinstance(member, Person):
        await tables.act(table.id, user, choice)
    else:
        reasons = Reasons(tuple(Candidate(option, -0.5) for option in view.options), LAYOUTS)
        await tables.act(table.id, member, choice, reasons=reasons)
