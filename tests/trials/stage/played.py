"""A table of the real service that is played on by rule, one person and three robots, seat after seat."""

from __future__ import annotations

import random

from bot.streams.fair_deal import ChanceSource
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from robots.plain import PlainRobot
from robots.player import Candidate, Reasons, has_to_act
from rules.seats import Person, Seat
from rules.table.requests import CutPack, Join, Start
from rules.table.seen import seen
from storage.ports.records import Place, UserId
from storage.sqlite.database import Database
from storage.store import Store

LAYOUTS = 60
PLAYER = UserId(101)


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


async def mid_deal(store: Store, channel: int, cards: int = 3) -> OpenTable:
    """A table of one person and three robots with so many cards on it."""
    tables = Tables(store.streams, ChanceSource(f"damage {channel}"))
    table = await tables.open_table(Place(1, channel), "biritch", {})
    await tables.act(table.id, PLAYER, Join())
    await tables.act(table.id, PLAYER, Start())
    await tables.act(table.id, None, CutPack(20, ""))
    while not (deal := table.state.deal) or not deal.playing or deal.playing.cards_played < cards:
        await goes_on(tables, table, PLAYER)
    return table


async def forgetting(store: Store) -> None:
    """Make the readers read every page from the file again."""
    database = store._database
    assert isinstance(database, Database)
    for reader in database._readers._connections:
        await reader.run_on_thread(lambda db: db.execute("PRAGMA shrink_memory").fetchall())
