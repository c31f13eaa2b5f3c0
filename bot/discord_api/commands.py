"""Keeps the slash commands that the application has at Discord equal to ours.

The list of commands is compared at every start, and sent only if it differs: Discord allows two hundred new
commands a day, so a bot that restarts often must not send its list each time, as the library's ``tree.sync``
would. A list that is sent replaces
the whole of Discord's. If the application has an Activity, Discord has added a command that starts it, and
refuses (50240) a list without that one: it is sent back as it was.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any, Final

import discord
from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation, Translator, locale_str
from discord.app_commands.translator import TranslationContextTypes
from discord.ext import commands

from screens.words.commands import command_name, option_name, person_command_name
from screens.words.games.all_games import words_of
from screens.words.languages import ENGLISH, LANGUAGES, say, spoken

log = logging.getLogger(__name__)


_COMPARED: Final = (
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "required",
    "min_value",
    "max_value",
    "min_length",
    "max_length",
    "autocomplete",
    "default_member_permissions",
    "contexts",
    "integration_types",
)
"""What a command or an option says of itself; the rest of what Discord lists is Discord's own."""
_FILLED_IN: Final = ("contexts", "integration_types")
_SILENT: Final[tuple[object, ...]] = (None, False, "", [], {})


ENTRY_POINT: Final = 4
"""The type of the command that starts an Activity; the library does not know it."""
_OF_AN_ENTRY_POINT: Final = (
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "handler",
    "default_member_permissions",
    "contexts",
    "integration_types",
)


async def bring_up_to_date(bot: commands.AutoShardedBot) -> Mapping[str, int]:
    """Sends our commands if Discord lists others. The id of each command by its name, under which a message
    can mention it."""
    assert bot.application_id is not None
    said = {command.name: await _payload(bot, command) for command in bot.tree.get_commands()}
    ours = {name: _shape(payload) for name, payload in said.items()}
    # as plain mappings: the library's type of a command has no place for an entry point
    listed = await _listed(bot, bot.application_id)
    kept = [_as_sent(payload) for payload in listed if payload["type"] == ENTRY_POINT]
    slash = [payload for payload in listed if payload["type"] != ENTRY_POINT]
    theirs = {payload["name"]: _shape(_unfilled(payload, said)) for payload in slash}
    if ours != theirs:
        listed = [
            *await bot.http.bulk_upsert_global_commands(bot.application_id, payload=[*said.values(), *kept])
        ]
        log.info("sent %d commands to Discord", len(ours))
    return {str(one["name"]): int(str(one["id"])) for one in listed if one["type"] != ENTRY_POINT}


async def tell_host_server(bot: commands.AutoShardedBot, guild: int) -> None:
    """The same of the commands that the host's own server alone has."""
    assert bot.application_id is not None
    of_guild = bot.tree.get_commands(guild=discord.Object(guild))
    said = {command.name: await _payload(bot, command) for command in of_guild}
    listed = await _listed(bot, bot.application_id, guild)
    theirs = {str(one["name"]): _shape(_unfilled(one, said)) for one in listed}
    if theirs != {name: _shape(payload) for name, payload in said.items()}:
        await bot.http.bulk_upsert_guild_commands(bot.application_id, guild, payload=[*said.values()])
        log.info("sent %d commands to Discord for the host's server", len(said))


Command = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu


async def _payload(bot: commands.AutoShardedBot, command: Command) -> dict[str, Any]:
    """What is sent of a command, in all languages."""
    translator = bot.tree.translator
    if translator is None:
        return command.to_dict(bot.tree)
    return await command.get_translated_payload(bot.tree, translator)


async def _listed(
    bot: commands.AutoShardedBot, application: int, guild: int | None = None
) -> list[Mapping[str, object]]:
    """Discord's list, for everywhere or for one server. The library's own call leaves the other languages
    out."""
    of = "/applications/{application_id}/commands"
    if guild is not None:
        of = "/applications/{application_id}/guilds/{guild_id}/commands"
    route = discord.http.Route("GET", of, application_id=application, guild_id=guild or 0)
    found: list[Mapping[str, object]] = await bot.http.request(route, params={"with_localizations": "true"})
    return found


def _as_sent(listed: Mapping[str, object]) -> dict[str, object]:
    """The command that starts the Activity, without what Discord alone may say of it."""
    return {key: listed[key] for key in _OF_AN_ENTRY_POINT if listed.get(key) is not None}


def _unfilled(listed: Mapping[str, object], said: Mapping[str, Mapping[str, object]]) -> Mapping[str, object]:
    """A command as Discord lists it, without the defaults that it puts in where we say nothing."""
    ours = said.get(str(listed["name"]), {})
    return {key: value for key, value in listed.items() if key not in _FILLED_IN or ours.get(key)}


def _comparable(key: str, value: object) -> object:
    """A value so that Discord's and ours compare equal: lists in order, and permissions as text, which is how
    Discord lists the number that it is sent."""
    if key == "default_member_permissions":
        return str(value)
    return sorted(value) if isinstance(value, list) else value


def _shape(payload: Mapping[str, object]) -> object:
    """A command or option without what is unsaid or not ours, so that equal ones compare equal."""
    shape: dict[str, object] = {
        key: _comparable(key, value) for key in _COMPARED if (value := payload.get(key)) not in _SILENT
    }
    shape.setdefault("type", 1)
    options = payload.get("options")
    if isinstance(options, list) and options:
        shape["options"] = [_shape(option) for option in options]
    choices = payload.get("choices")
    if isinstance(choices, list) and choices:
        shape["choices"] = [
            (choice["name"], choice["value"], choice.get("name_localizations") or {}) for choice in choices
        ]
    return shape


_NAMES: Final = (TranslationContextLocation.command_name, TranslationContextLocation.group_name)


class CommandWords(Translator):
    """Finds the words in the catalogues. What has none there stays English."""

    async def translate(
        self, string: locale_str, locale: Locale, context: TranslationContextTypes
    ) -> str | None:
        if locale.value not in LANGUAGES or locale.value == ENGLISH:
            return None
        with spoken(locale.value):
            told = self._translated(string, context)
        return told if told != string.message else None

    def _translated(self, string: locale_str, context: TranslationContextTypes) -> str:
        if isinstance(context.data, app_commands.ContextMenu):
            return person_command_name(string.message)
        if context.location in _NAMES:
            return command_name(string.message)
        if context.location is TranslationContextLocation.parameter_name:
            return option_name(string.message)
        game: Any = string.extras.get("game")
        return words_of(game).listed_name if game is not None else say(string.message)
