"""``/me`` and ``/settings``, what a person and a server have chosen, and the options of a table: the lists
and buttons that show and change them, and what ``/table options`` offers while somebody types.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.errors import AppRefused, AppWhy, MomentPassed, UnknownPress
from bot.messages.drawing import speech_at
from bot.preferences import Alert, House, Tastes, as_texts, house_with, tastes_with
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from cogs.answers import redraw, show_message
from cogs.errors import answered
from cogs.interactions import Asked, chosen_values, key_of, today_of
from cogs.panels import answer_on_own_copy
from cogs.refusals import worded
from cogs.registry import press
from cogs.typed import matching
from rules.errors import Refusal
from rules.games.all_games import game_of
from rules.games.variant import Choice
from rules.table.requests import SetOption
from screens import choices as words
from screens.choices import (
    CHANNELS,
    CLOSE_PAGES,
    MOST_CHANNELS,
    PAGES,
    SETS,
    ChoicePress,
    me_screen,
    settings_screen,
)
from screens.options import option_meant, option_picture, option_values, options_screen
from screens.presses import Press
from screens.screen import Screen
from screens.words.commands import COMMAND_TEXTS as TEXT
from screens.words.languages import colon, spoken
from screens.words.options import label, option_changed, phrase
from screens.words.page import PAGES_CLOSED
from storage.ports.records import TableId, UserId

NEVER: Final = "never"
FIRST_PAGE: Final = next(iter(PAGES))


class ChoiceCommands(commands.Cog):
    def __init__(self, bot: Biritch) -> None:
        self._bot = bot

    @app_commands.command(description=TEXT["me"])
    async def me(self, interaction: Asked) -> None:
        async with answered(interaction):
            await show_message(interaction, await _mine(self._bot, interaction))

    @app_commands.command(description=TEXT["settings"])
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: Asked) -> None:
        async with answered(interaction):
            _check_administrator(interaction)
            await show_message(interaction, await _settings(self._bot, interaction, FIRST_PAGE))


@press("me")
async def mine_pressed(bot: Biritch, interaction: Asked, pressed: ChoicePress) -> None:
    """Keeps what somebody has chosen in a list, and shows how everything is set now."""
    if pressed.key == CLOSE_PAGES:
        await bot.services.pages.end_all_of(UserId(interaction.user.id))
        await redraw(interaction, await _mine(bot, interaction, PAGES_CLOSED()))
        return
    await _choose_mine(bot, interaction, pressed.key, chosen_values(interaction))


@press("server")
async def servers_pressed(bot: Biritch, interaction: Asked, pressed: ChoicePress) -> None:
    """Keeps what has been chosen for a server, and shows how everything is set now."""
    await _choose_servers(bot, interaction, pressed, chosen_values(interaction))


# Of a person


async def _mine(bot: Biritch, interaction: Asked, note: str = "") -> Screen:
    user, preferences = UserId(interaction.user.id), bot.services.preferences
    if await preferences.person_lost(user):
        note = words.LOST_OF_PERSON()
    chosen, pages = _of_person(await preferences.of_person(user)), bot.services.pages.are_offered
    return me_screen(chosen, note, pages=pages)


ON_PANELS: Final = ("cards", "picture", "language")
"""What changes how somebody's panels look."""


def _of_person(tastes: Tastes) -> dict[str, str]:
    """The values of the lists: an alert and its delay are one."""
    texts = as_texts(tastes)
    after = {Alert.AT_ONCE: "0", Alert.LATER: texts["alert_after"], Alert.NEVER: NEVER}
    return {**texts, "alert": after[tastes.alert]}


async def _choose_mine(bot: Biritch, interaction: Asked, key: str, chosen: tuple[str, ...]) -> None:
    value = _offered(words.of_person(), key, chosen)
    changed = _alert(value) if key == "alert" else {key: value}
    user = UserId(interaction.user.id)
    await bot.services.preferences.change_person(user, lambda tastes: tastes_with(tastes, changed))
    with spoken(await bot.services.readers.asker(user, interaction.locale.value)):
        await redraw(interaction, await _mine(bot, interaction))
    if key in ON_PANELS:
        await bot.services.tables.redraw_panels(user)


def _alert(value: str) -> Mapping[str, str]:
    match value:
        case "0":
            return {"alert": Alert.AT_ONCE.value}
        case "never":
            return {"alert": Alert.NEVER.value}
    return {"alert": Alert.LATER.value, "alert_after": value}


# Of a server


async def _settings(bot: Biritch, interaction: Asked, page: str, note: str = "") -> Screen:
    assert interaction.guild_id is not None
    house = await bot.services.preferences.of_server(interaction.guild_id)
    sets = await bot.services.sets.option_sets(interaction.guild_id) if page == SETS else ()
    if await bot.services.preferences.server_lost(interaction.guild_id):
        note = words.LOST_OF_SERVER()
    return settings_screen(
        page, as_texts(house), house.channels, [(one.name, one.game) for one in sets], note
    )


async def _choose_servers(
    bot: Biritch, interaction: Asked, press: ChoicePress, chosen: tuple[str, ...]
) -> None:
    _check_administrator(interaction)
    assert interaction.guild_id is not None
    page, note = _page_of(press.key), ""
    match press.key:
        case "page" if press.what in PAGES:
            page = press.what
        case "unsave" if chosen:
            if await bot.services.sets.delete_set(interaction.guild_id, chosen[0]):
                note = words.UNSAVED(name=chosen[0])
            page = SETS
        case key:
            changed = _changed(key, chosen)

            def change(house: House) -> House:
                return house_with(house, changed)

            if months := int(changed.get("seasons", "0")):  # 0: what is counted goes on unseen
                await bot.services.seasons.set_season_length(
                    interaction.guild_id, months, today_of(interaction)
                )

            await bot.services.preferences.change_server(interaction.guild_id, change)
    await redraw(interaction, await _settings(bot, interaction, page, note))


def _changed(key: str, chosen: tuple[str, ...]) -> Mapping[str, str]:
    if key == CHANNELS:
        ids = [one for one in chosen if one.isascii() and one.isdecimal()][:MOST_CHANNELS]
        return {CHANNELS: " ".join(ids)}
    return {key: _offered(words.of_server(), key, chosen)}


def _page_of(key: str) -> str:
    return next((page for page, keys in PAGES.items() if key in keys), FIRST_PAGE)


def _offered(choices: tuple[words.Choice, ...], key: str, chosen: tuple[str, ...]) -> str:
    """The value that was chosen. Raises UnknownPress if it is not offered."""
    offers = next((dict(one.offers) for one in choices if one.key == key), {})
    if len(chosen) != 1 or chosen[0] not in offers:
        raise UnknownPress
    return chosen[0]


def _check_administrator(interaction: Asked) -> None:
    """Raises AppWhy.ONLY_IN_SERVERS and AppWhy.NOT_AN_ADMINISTRATOR."""
    if interaction.guild_id is None:
        raise AppRefused(AppWhy.ONLY_IN_SERVERS)
    if not interaction.permissions.manage_guild:
        raise AppRefused(AppWhy.NOT_AN_ADMINISTRATOR)


@press("options", "option", "set")
async def option_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """Shows the options to the presser alone, or redraws the copy on which the button stands."""
    tables = bot.services.tables
    table = await tables.get(TableId(pressed.table))
    match pressed.verb:
        case "option":
            screen = options_of(table, next(iter(chosen_values(interaction)), ""))
        case "set":
            screen = await _set(interaction, pressed, table, tables)
        case _:
            screen = options_of(table)
    await answer_on_own_copy(interaction, screen)


def options_of(table: OpenTable, key: str | None = None, note: str = "") -> Screen:
    public = table.view(None).table
    picture = option_picture(public, key)
    return options_screen(public, table.id, key=key, note=note, picture=picture)


async def _set(interaction: Asked, pressed: Press, table: OpenTable, tables: Tables) -> Screen:
    """The option as it now stands; if it was refused, with the reason."""
    message = interaction.message
    assert message is not None
    asked = option_meant(table.view(None).table, pressed, message.edited_at or message.created_at)
    if asked is None:
        raise MomentPassed
    user = UserId(interaction.user.id)
    try:
        table = await tables.act(table.id, user, SetOption(*asked), key=key_of(interaction))
    except Refusal as refusal:
        return options_of(table, asked[0], worded(refusal, speech_at(table, user)))
    return options_of(table, asked[0], option_changed(*asked))


# While somebody types


def keys_like(table: OpenTable, typed: str) -> list[app_commands.Choice[str]]:
    """The options that fit what is typed, with their values."""
    public = table.view(None).table
    now = option_values(public)
    return matching(
        [
            (colon(label(choice.key), phrase(choice.key, now[choice.key])), choice.key)
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
