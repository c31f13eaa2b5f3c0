"""What is pressed on a page at its own table: acts, through ``Tables.act`` as an interaction's, and the looks
by which they begin. All else is answered as in Discord (``cogs.pages``).

Whether a press was offered has been checked before (``web.pages``): a browser vouches for nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bot.app import Biritch
from bot.discord_api.layout import Document
from bot.errors import UnknownPress
from bot.messages.drawing import names_at
from bot.streams.open_stream import Key
from bot.tables.open_table import ANYTIME, Point
from cogs import registry
from cogs.pages import SheetPressed
from cogs.presses import verb_of
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


def is_act(press: object, table: TableId) -> bool:
    """Whether this is answered here: what is done at the page's own table."""
    if not isinstance(press, Press) or press.table != table:
        return False
    return verb_of(press, str(press)) in registry.ASKS or press.verb in LOOKS


def is_shown(press: object, table: TableId) -> bool:
    """Whether a button has a place on the page of this table: all but the one that gives a link to it."""
    return not (isinstance(press, Press) and press.verb == "browse" and press.table == table)


class Pressed(NamedTuple):
    values: tuple[str, ...]
    key: Key
    salt: int


class HandedOver(NamedTuple):
    """Files, with what is said of them."""

    sentence: str
    files: Sequence[Document]


@dataclass
class Looking:
    """What one page shows besides the table: a sheet over it, and the level of the bids that are open."""

    sheet: Screen | Form | HandedOver | None = None
    level: int | None = None
    pressed_on: SheetPressed = field(default_factory=SheetPressed)


def beyond_table(screen: Screen, panel: Screen, table: TableId) -> Screen | None:
    """What an answer shows that the page does not: all of it, unless it is the table itself; of that only
    what is said besides."""
    ids = {button.id for part in screen.parts if isinstance(part, Row) for button in part.buttons}
    if not any(press.table == table and press.verb in OF_THE_TABLE for press in map(_read, ids) if press):
        return screen
    known = {line for part in panel.parts if isinstance(part, Text) for line in part.markdown.split("\n")}
    told = [part.markdown.split("\n") for part in screen.parts if isinstance(part, Text)]
    more = [line for lines in told for line in lines if line not in known]
    return replace(screen, parts=(Text("\n".join(more)),)) if more else None


def _read(custom_id: str) -> Press | None:
    return read_as(Press, custom_id)


def request_of(press: Press, pressed: Pressed) -> Request | None:
    """What a press asks of the table; None if it only looks. Raises a Refusal."""
    verb = verb_of(press, str(press))
    if press.verb == "claim":
        return ClaimRest(tricks_claimed(press.what)) if _is_sure(press, pressed) else None
    if press.verb == "join":
        return Join(Seat(press.what) if press.what in {one.letter for one in Seat} else None)
    if press.verb == "back":
        return Join()
    ask = registry.ASKS.get(verb)
    if ask is None:
        return None
    return ask(press, registry.PressValues(pressed.salt, pressed.values))


async def answer_act(bot: Biritch, user: UserId, press: Press, pressed: Pressed, looking: Looking) -> None:
    """Acts, or opens a sheet on the page. Raises a Refusal, and whatever else ``Tables.act`` raises."""
    tables, table_id = bot.services.tables, TableId(press.table)
    if bot.services.blocks.blocked_since:
        place = (await tables.get(table_id)).place
        bot.services.blocks.check_answered(user, place.guild)
    request = request_of(press, pressed)
    if press.verb == "leave":
        request = Leave(confirmed(press, (await tables.get(table_id)).state.rubbers))
    if request is None:
        looking.sheet = await _looked(bot, user, press, pressed, looking)
        return
    point = Point(press.at, press.point, press.what)
    if press.verb == "claim":
        point = Point(press.at, press.point)
    if isinstance(request, Play) and not await _means_it(bot, user, table_id, request, point, pressed.salt):
        return
    if press.verb == "leave":
        point = ANYTIME
    try:
        await tables.act(table_id, user, request, point=point, key=pressed.key)
    except LeavingCosts as refusal:
        rubbers = (await tables.get(table_id)).state.rubbers
        looking.sheet = leaving_screen(table_id, rubbers, refusal.price)
        return
    looking.sheet, looking.level = None, None
    with suppress(StorageError):  # what was done is done; they are told at another card
        looking.sheet = await _news_screen(bot, user, table_id)


async def _news_screen(bot: Biritch, user: UserId, table_id: TableId) -> Screen | None:
    """What the host has people told: all of it to somebody who plays alone and is in no channel where that
    stands, and at a table in a channel that of a maintenance."""
    table, carrying = await bot.services.tables.get(table_id), bot.services.carrying
    told = await carrying.news_for(user) if table.state.alone is not None else carrying.maintenance_for(user)
    return Screen(tuple(part for one in told for part in one.parts), told[0].accent) if told else None


async def _means_it(bot: Biritch, user: UserId, table_id: TableId, play: Play, point: Point, by: int) -> bool:
    """As in Discord: at once or, for those who play with two taps, the second time."""
    tastes = await bot.services.preferences.of_person(user)
    marks = bot.services.drawing.marks
    if not tastes.two_tap or marks.is_second_tap(user, by):
        return True
    await bot.services.tables.check_request(table_id, user, play, point)
    table = await bot.services.tables.get(table_id)
    return marks.tapped(user, table_id, table.state.deals, play.card, by)


async def _looked(
    bot: Biritch, user: UserId, press: Press, pressed: Pressed, looking: Looking
) -> Screen | None:
    """The sheet that a look opens; None closes the one that is open. Raises a Refusal."""
    match press.verb:
        case "hand":
            looking.level = None
            return None
        case "level":
            looking.level = int(press.what) if press.what.isdecimal() and press.what != "0" else None
            return None
        case "claim":
            return await _claiming(bot, user, press, pressed)
    raise UnknownPress


async def _claiming(bot: Biritch, user: UserId, press: Press, pressed: Pressed) -> Screen:
    """The steps before a claim is made. Raises a Refusal."""
    table = await bot.services.tables.get(TableId(press.table))
    tricks = tricks_claimed(pressed.values[0]) if pressed.values else None
    await bot.services.tables.check_request(table.id, user, ClaimRest(tricks), Point(press.at, press.point))
    view = table.view(user)
    if tricks is None:
        return how_many_screen(view, table.id)
    return confirming_screen(view, table.id, tricks, names_at(table))


def _is_sure(press: Press, pressed: Pressed) -> bool:
    return press.point is not None and not pressed.values and press.what != BACK
