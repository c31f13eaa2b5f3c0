"""What is pressed on a page: acts, through ``Tables.act`` as an interaction's, and looks, which open a sheet.

Whether a press was offered has been checked before (``web.pages``): a browser vouches for nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.app import Biritch
from bot.errors import MomentPassed, UnknownPress
from bot.messages.drawing import names_at
from bot.streams.open_stream import Key
from bot.tables.open_table import ANYTIME, OpenTable, Point
from cogs import registry
from cogs.presses import verb_of, worth_asked
from rules.calls import Play
from rules.refusals import LeavingCosts
from rules.seats import Seat
from rules.table.requests import ClaimRest, Join, Leave, Request
from screens.chairs import confirmed, leaving_screen
from screens.claims import BACK, confirming_screen, how_many_screen
from screens.presses import Press
from screens.screen import Screen
from screens.settling import worth_screen
from storage.ports.records import TableId, UserId

LOOKS: Final = frozenset({"hand", "last", "score", "worth", "level", "claim", "join", "back", "leave"})
"""The verbs that are answered here; all others that are ask something of the table."""


def is_answered(press: Press) -> bool:
    """Whether a press of this kind is answered on a page."""
    verb = verb_of(press, str(press))
    return verb in registry.ASKS or press.verb in LOOKS


class Pressed(NamedTuple):
    press: Press
    values: tuple[str, ...]
    key: Key
    salt: int


@dataclass
class Looking:
    """What one page shows besides the table: a sheet over it, and the level of the bids that are open."""

    sheet: Screen | None = None
    level: int | None = None


def request_of(pressed: Pressed) -> Request | None:
    """What a press asks of the table; None if it only looks. Raises a Refusal."""
    press = pressed.press
    verb = verb_of(press, str(press))
    if press.verb == "claim":
        return ClaimRest(_tricks_typed(press.what)) if _is_sure(pressed) else None
    if press.verb == "join":
        return Join(Seat(press.what) if press.what in {one.letter for one in Seat} else None)
    if press.verb == "back":
        return Join()
    ask = registry.ASKS.get(verb)
    if ask is None:
        return None
    return ask(press, registry.PressValues(pressed.salt, pressed.values))


async def answer_press(bot: Biritch, user: UserId, pressed: Pressed, looking: Looking) -> None:
    """Acts, or opens a sheet on the page. Raises a Refusal, and whatever else ``Tables.act`` raises."""
    tables, press = bot.services.tables, pressed.press
    table_id = TableId(press.table)
    request = request_of(pressed)
    if press.verb == "leave":
        request = Leave(confirmed(press, (await tables.get(table_id)).state.rubbers))
    if request is None:
        looking.sheet = await _looked(bot, user, pressed, looking)
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
    else:
        looking.sheet, looking.level = None, None


async def _means_it(bot: Biritch, user: UserId, table_id: TableId, play: Play, point: Point, by: int) -> bool:
    """As in Discord: at once or, for those who play with two taps, the second time."""
    tastes = await bot.services.preferences.of_person(user)
    marks = bot.services.drawing.marks
    if not tastes.two_tap or marks.is_second_tap(user, by):
        return True
    await bot.services.tables.check_request(table_id, user, play, point)
    table = await bot.services.tables.get(table_id)
    return marks.tapped(user, table_id, table.state.deals, play.card, by)


async def _looked(bot: Biritch, user: UserId, pressed: Pressed, looking: Looking) -> Screen | None:
    """The sheet that a look opens; None closes the one that is open. Raises a Refusal."""
    press, values, drawing = pressed.press, pressed.values, bot.services.drawing
    table = await bot.services.tables.get(TableId(press.table))
    match press.verb:
        case "hand":
            looking.level = None
            return None
        case "last" | "score":
            await bot.services.contests.check_seen(user, table)
            return (
                drawing.last_trick(table, user) if press.verb == "last" else drawing.score_screen(table, user)
            )
        case "level":
            looking.level = int(press.what) if press.what.isdecimal() and press.what != "0" else None
            return None
        case "worth":
            if table.state.deals != press.at or table.state.deal is None:
                raise MomentPassed
            return worth_screen(table.view(user), worth_asked(values[0]) if values else None)
        case "claim":
            return await _claiming(bot, user, table, pressed)
    raise UnknownPress


async def _claiming(bot: Biritch, user: UserId, table: OpenTable, pressed: Pressed) -> Screen:
    """The steps before a claim is made. Raises a Refusal."""
    press = pressed.press
    tricks = _tricks_typed(pressed.values[0]) if pressed.values else None
    await bot.services.tables.check_request(table.id, user, ClaimRest(tricks), Point(press.at, press.point))
    view = table.view(user)
    if tricks is None:
        return how_many_screen(view, table.id)
    return confirming_screen(view, table.id, tricks, names_at(table))


def _is_sure(pressed: Pressed) -> bool:
    press = pressed.press
    return press.point is not None and not pressed.values and press.what != BACK


def _tricks_typed(text: str) -> int:
    """More than are left, if it is no number."""
    return int(text) if text.isdecimal() and len(text) < 3 else 99
