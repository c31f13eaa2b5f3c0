"""Claiming and conceding: the steps that lead there, and the act at their end.

Until the claimer has confirmed, the table is not changed and nobody else is told anything.
"""

from __future__ import annotations

from bot.app import Biritch
from bot.errors import MomentPassed
from bot.ports.records import TableId, UserId
from bot.screen_sync.drawing import names_at
from bot.tables.open_table import OpenTable
from bot.tables.points import Point
from cogs.answers import Asked, key_of, redraw, show
from cogs.refusals import worded
from rules.errors import Refusal
from rules.table.requests import ClaimRest
from screens.claiming import BACK, claimed_screen, confirming_screen, how_many_screen
from screens.presses import Press
from screens.screen import Screen
from screens.words.claims import SINCE_THEN, done
from screens.words.speech import Speech


async def claim_asked(bot: Biritch, interaction: Asked, table_id: TableId, tricks: int | None) -> None:
    """Answers the command: with the list of numbers or, of one that is named, with what it lays open. Raises
    a Refusal."""
    table, user = await bot.services.tables.get(table_id), UserId(interaction.user.id)
    await bot.services.tables.check(table_id, user, ClaimRest(tricks))
    await show(interaction, _first(table, user) if tricks is None else _second(table, user, tricks))


async def claim_pressed(bot: Biritch, interaction: Asked, press: Press, chosen: tuple[str, ...]) -> None:
    """Answers the button on the table and the panels, and then those of the steps. Raises a Refusal at the
    first step; at the others it stands where the step did."""
    tables, table_id, user = bot.services.tables, TableId(press.table), UserId(interaction.user.id)
    if press.point is None:
        await tables.check(table_id, user, ClaimRest(), Point(press.at))
        await show(interaction, _first(await tables.get(table_id), user))
        return
    tricks = _number(chosen[0]) if chosen else None
    point = Point(press.at, press.point)
    try:
        if not chosen and press.what != BACK:
            sure = _number(press.what)
            await tables.act(table_id, user, ClaimRest(sure), point=point, key=key_of(interaction))
            await redraw(interaction, claimed_screen(done(sure)))
            return
        await tables.check(table_id, user, ClaimRest(tricks), point)
    except MomentPassed:
        await redraw(interaction, await _again(bot, table_id, user, press))
    except Refusal as refusal:
        await redraw(interaction, claimed_screen(await _worded(bot, table_id, refusal)))
    else:
        table = await tables.get(table_id)
        await redraw(interaction, _first(table, user) if tricks is None else _second(table, user, tricks))


async def _again(bot: Biritch, table_id: TableId, user: UserId, press: Press) -> Screen:
    """The list of numbers as it is since a trick has been gathered; a sentence if nothing can be claimed."""
    tables = bot.services.tables
    try:
        await tables.check(table_id, user, ClaimRest(), Point(press.at))
    except Refusal as refusal:
        return claimed_screen(await _worded(bot, table_id, refusal))
    return _first(await tables.get(table_id), user, SINCE_THEN())


async def _worded(bot: Biritch, table_id: TableId, refusal: Refusal) -> str:
    table = await bot.services.tables.get(table_id)
    return worded(refusal, Speech.at(table.state.options))


def _first(table: OpenTable, user: UserId, note: str = "") -> Screen:
    return how_many_screen(table.view(user), table.id, note)


def _second(table: OpenTable, user: UserId, tricks: int) -> Screen:
    return confirming_screen(table.view(user), table.id, tricks, names_at(table))


def _number(text: str) -> int:
    """More than are left, if it is no number: a list of ours has none such."""
    return int(text) if text.isdecimal() and len(text) < 3 else 99
