"""``/me`` and ``/settings``: what a person and a server have chosen, and the lists that change it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.errors import AppRefused, AppWhy, UnknownPress
from bot.preferences import Alert, House, Tastes, as_texts, house_with, tastes_with
from cogs.answers import Asked, answered, chosen, redraw, show
from cogs.registry import press
from ports.records import UserId
from screens import choices as words
from screens.choices import CHANNELS, MOST_CHANNELS, PAGES, SETS, ChoicePress, me_screen, settings_screen
from screens.screen import Screen
from screens.words.commands import COMMAND_TEXTS as TEXT
from screens.words.languages import spoken

NEVER: Final = "never"
FIRST_PAGE: Final = next(iter(PAGES))


class ChoiceCommands(commands.Cog):
    def __init__(self, bot: Biritch) -> None:
        self._bot = bot

    @app_commands.command(description=TEXT["me"])
    async def me(self, interaction: Asked) -> None:
        async with answered(interaction):
            await show(interaction, await _mine(self._bot, interaction))

    @app_commands.command(description=TEXT["settings"])
    @app_commands.default_permissions(manage_guild=True)
    async def settings(self, interaction: Asked) -> None:
        async with answered(interaction):
            _check(interaction)
            await show(interaction, await _settings(self._bot, interaction, FIRST_PAGE))


@press("me")
async def mine_pressed(bot: Biritch, interaction: Asked, pressed: ChoicePress) -> None:
    """Keeps what somebody has chosen in a list, and shows how everything is set now."""
    await _choose_mine(bot, interaction, pressed.key, chosen(interaction))


@press("server")
async def servers_pressed(bot: Biritch, interaction: Asked, pressed: ChoicePress) -> None:
    """Keeps what has been chosen for a server, and shows how everything is set now."""
    await _choose_servers(bot, interaction, pressed, chosen(interaction))


# Of a person


async def _mine(bot: Biritch, interaction: Asked) -> Screen:
    return me_screen(_of_person(await bot.services.preferences.of_person(UserId(interaction.user.id))))


ON_PANELS: Final = ("cards", "language")
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
    return settings_screen(
        page, as_texts(house), house.channels, [(one.name, one.game) for one in sets], note
    )


async def _choose_servers(
    bot: Biritch, interaction: Asked, press: ChoicePress, chosen: tuple[str, ...]
) -> None:
    _check(interaction)
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


def _check(interaction: Asked) -> None:
    """Raises AppWhy.ONLY_IN_SERVERS and AppWhy.NOT_AN_ADMINISTRATOR."""
    if interaction.guild_id is None:
        raise AppRefused(AppWhy.ONLY_IN_SERVERS)
    if not interaction.permissions.manage_guild:
        raise AppRefused(AppWhy.NOT_AN_ADMINISTRATOR)
