"""What is pressed on a page at its own table: acts, through ``Tables.act`` as an interaction's, and the looks
by which they begin. All else is answered as in Discord (``cogs.pages``).

Whether a press was offered has been checked before (``web.pages``): a browser vouches for nothing.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from bot.app import Biritch
from bot.messages.drawing import names_at
from bot.streams.open_stream import Key
from bot.tables.open_table import ANYTIME, Point
from cogs import registry
from cogs.pages import HandedOver, SheetPressed
from cogs.presses import means_it, verb_of
from rules.calls import Play
from rules.frozen import replace
from rules.refusals import LeavingCosts
from rules.seats import Seat
from rules.table.requests import ClaimRest, Join, Leave, Request
from screens.chairs import confirmed, leaving_screen
from screens.claims import BACK, confirming_screen, how_many_screen, tricks_claimed
from screens.presses import Press, read_as
from screens.screen import Form, Row, Screen, Text
from storage.ports.records import TableId, UserId
from storage.ports.storage import StorageError

LOOKS: Final = frozenset({"hand", "level", "claim", "join", "back", "leave"})
"""The verbs that are answered here and only show something, or ask something of the table at last."""
OF_THE_TABLE: Final = frozenset({"play", "call", "discard", "cut", "start"})
"""The verbs of what a page shows as its table."""


def is_act(press: Press, table: TableId) -> bool:
    """Whether this is answered here: what is done at the page's own table."""
    return press.table == table and (press.verb in LOOKS or verb_of(press, str(press)) in registry.ASKS)


@dataclass
class Looking:
    """What one page shows besides the table: a sheet over it, and the level of the bids that are open."""

    sheet: Screen | Form | HandedOver | None = None
    level: int | None = None
    pressed_on: SheetPressed = field(default_factory=SheetPressed)
    has_news: bool = False
    """Whether the sheet is what the host has people told, and has not been sent yet."""


@dataclass(eq=False)
class PressAnswer:
    """What a press comes to: where, what is said of it, and whether that is all."""

    looking: Looking
    note: str = ""
    over: asyncio.Event = field(default_factory=asyncio.Event)


def beyond_table(screen: Screen, panel: Screen, table: TableId) -> Screen | None:
    """What an answer shows that the page does not: all of it, unless it is the table itself; of that only
    what is said besides."""
    buttons = [button for part in screen.parts if isinstance(part, Row) for button in part.buttons]
    presses = [press for button in buttons if (press := read_as(Press, button.id)) is not None]
    if not any(press.table == table and press.verb in OF_THE_TABLE for press in presses):
        return screen
    known = _lines(panel)
    more = [line for line in _lines(screen) if line not in known]
    return replace(screen, parts=(Text("\n".join(more)),)) if more else None


def _lines(screen: Screen) -> list[str]:
    texts = [part.markdown for part in screen.parts if isinstance(part, Text)]
    return [line for text in texts for line in text.split("\n")]


async def answer_act(
    bot: Biritch, user: UserId, press: Press, given: registry.PressValues, key: Key, looking: Looking
) -> None:
    """Acts, or opens a sheet on the page. Raises a Refusal, and whatever else ``Tables.act`` raises."""
    tables, table_id = bot.services.tables, TableId(press.table)
    if bot.services.blocks.blocked_since:
        bot.services.blocks.check_answered(user, (await tables.get(table_id)).place.guild)
    request: Request
    point = Point(press.at, press.point, press.what)
    match press.verb:
        case "hand" | "level":
            is_level = press.verb == "level" and press.what.isdecimal() and press.what != "0"
            looking.sheet, looking.level = None, int(press.what) if is_level else None
            return
        case "claim":
            point = Point(press.at, press.point)
            if press.point is None or given.values or press.what == BACK:
                looking.sheet = await _claiming(bot, user, table_id, point, given)
                return
            request = ClaimRest(tricks_claimed(press.what))
        case "join":
            request = Join(Seat(press.what) if press.what in {one.letter for one in Seat} else None)
        case "back":
            request = Join()
        case "leave":
            request = Leave(confirmed(press, (await tables.get(table_id)).state.rubbers))
            point = ANYTIME
        case _:
            request = registry.ASKS[verb_of(press, str(press))](press, given)
    if isinstance(request, Play) and not await means_it(bot, user, table_id, request, point, given.number):
        return
    try:
        await tables.act(table_id, user, request, point=point, key=key)
    except LeavingCosts as refusal:
        rubbers = (await tables.get(table_id)).state.rubbers
        looking.sheet = leaving_screen(table_id, rubbers, refusal.price)
        return
    looking.sheet, looking.level = None, None
    with suppress(StorageError):  # what was done is done; they are told at another card
        looking.sheet = await _news_screen(bot, user, table_id)
        looking.has_news = looking.sheet is not None


async def _news_screen(bot: Biritch, user: UserId, table_id: TableId) -> Screen | None:
    """What the host has people told: all of it to somebody who plays alone and is in no channel where that
    stands, and at a table in a channel that of a maintenance."""
    table, carrying = await bot.services.tables.get(table_id), bot.services.carrying
    told = await carrying.news_for(user) if table.state.alone is not None else carrying.maintenance_for(user)
    return Screen(tuple(part for one in told for part in one.parts), told[0].accent) if told else None


async def _claiming(
    bot: Biritch, user: UserId, table_id: TableId, point: Point, given: registry.PressValues
) -> Screen:
    """The steps before a claim is made. Raises a Refusal."""
    table = await bot.services.tables.get(table_id)
    tricks = tricks_claimed(given.values[0]) if given.values else None
    await bot.services.tables.check_request(table_id, user, ClaimRest(tricks), point)
    view = table.view(user)
    if tricks is None:
        return how_many_screen(view, table_id)
    return confirming_screen(view, table_id, tricks, names_at(table))
