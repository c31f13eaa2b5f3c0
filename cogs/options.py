"""The options of a table: the buttons and the list that show and change them, and what ``/table option``
offers while somebody types."""

from __future__ import annotations

from discord import app_commands

from bot.app import Biritch
from bot.errors import MomentPassed
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from cogs.answers import Asked, chosen, key_of, redraw, show
from cogs.refusals import worded
from cogs.registry import press
from cogs.typed import matching
from ports.records import TableId, UserId
from rules.errors import Refusal
from rules.games.all_games import game_of
from rules.games.variant import Choice
from rules.table.requests import SetOption
from screens.options import option_picture, options_screen, settled, value_at
from screens.presses import Press
from screens.screen import Screen
from screens.words.names import Speech
from screens.words.options import changed, label, phrase


@press("options", "option", "set")
async def option_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """Shows the options to the presser alone, or redraws the copy on which the button stands."""
    tables = bot.services.tables
    table = await tables.get(TableId(pressed.table))
    match pressed.verb:
        case "option":
            screen = options_of(table, next(iter(chosen(interaction)), ""))
        case "set":
            screen = await _set(interaction, pressed, table, tables)
        case _:
            screen = options_of(table)
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await redraw(interaction, screen)
    else:
        await show(interaction, screen)


def options_of(table: OpenTable, key: str | None = None, note: str = "") -> Screen:
    public = table.view(None).table
    picture = option_picture(public, key)
    return options_screen(public, table.id, key=key, note=note, picture=picture)


async def _set(interaction: Asked, pressed: Press, table: OpenTable, tables: Tables) -> Screen:
    """The option as it now stands; if it was refused, with the reason."""
    asked = value_at(table.view(None).table, pressed.at or 0, pressed.point or 0)
    if asked is None:
        raise MomentPassed
    user = UserId(interaction.user.id)
    try:
        table = await tables.act(table.id, user, SetOption(*asked), key=key_of(interaction))
    except Refusal as refusal:
        return options_of(table, asked[0], worded(refusal, Speech.at(table.state.options)))
    return options_of(table, asked[0], changed(*asked))


# While somebody types


def keys_like(table: OpenTable, typed: str) -> list[app_commands.Choice[str]]:
    """The options that fit what is typed, with their values."""
    public = table.view(None).table
    now = settled(public)
    return matching(
        [
            (f"{label(choice.key)}: {phrase(choice.key, now[choice.key])}", choice.key)
            for choice in game_of(public).offered
        ],
        typed,
    )


def values_like(table: OpenTable, key: str, typed: str) -> list[app_commands.Choice[str]]:
    """The values of the option with this key that fit what is typed; also a number, if the option takes
    it."""
    choice = next((one for one in game_of(table.view(None).table).offered if one.key == key), None)
    if choice is None:
        return []
    return values_of(choice, typed)


def values_of(choice: Choice, typed: str) -> list[app_commands.Choice[str]]:
    """The same for an option that is given."""
    number = typed.strip()
    values = choice.values
    if number.isascii() and number.isdecimal() and len(number) < 6 and int(number) in choice.numbers:
        values = (*values, str(int(number)))
    return matching([(phrase(choice.key, value), value) for value in dict.fromkeys(values)], typed)
