"""Opening a table as the server has it: where, in which thread, and with which set of options."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

import discord
from discord import app_commands

from bot.app import Biritch
from bot.errors import (
    BadSetName,
    NoSuchSet,
    NoThread,
    NotInThisChannel,
    OnlyInServers,
    SetExists,
    SetOfOtherGame,
    TooManySets,
)
from bot.ports.records import OptionSet, Place, Saving, UserId
from bot.preferences import House
from bot.server_options import of_table
from bot.tables.open_table import OpenTable
from cogs.answers import Asked, key_of, think
from cogs.chairs import joined
from cogs.completion import matching
from cogs.permissions import check_threads
from rules.errors import Refusal
from rules.games.all_games import GAMES
from rules.refusals import NotSeated
from screens.words.choices import set_offer, thread_name, thread_opened
from screens.words.commands import opened_note

NAME: Final = re.compile(r"(?=.{1,32}$)[^\W_]+(?:[ '-][^\W_]+)*")
"""The name of a set: nothing that would be read as markup."""

IDLE: Final = 1440
"""Minutes without a message after which Discord closes a thread; opening it again needs no permission."""


async def opened(bot: Biritch, interaction: Asked, game: str, options: Mapping[str, str]) -> str:
    """Opens a table here or, where there is one already and the server wants it so, in a thread; what to tell
    the asker.

    Raises NotInThisChannel, NoThreadsHere, NotAllowed, NoThread, and what ``Tables.open`` raises.
    """
    assert interaction.guild_id is not None and interaction.channel_id is not None
    house = await bot.services.preferences.of_server(interaction.guild_id)
    parent = _parent(interaction)
    if house.channels and parent not in house.channels:
        raise NotInThisChannel(house.channels)
    place = Place(interaction.guild_id, interaction.channel_id)
    options = {**of_table(house), **options}
    opener, key, tables = UserId(interaction.user.id), key_of(interaction), bot.services.tables
    if not await _needs_thread(bot, interaction, house):
        table = await tables.open(place, game, options, opener=opener, by=key)
        return opened_note(game, await joined(bot, table, opener))
    thread = await _begin_thread(interaction, game)
    try:
        await tables.open(Place(place.guild, thread.id), game, options, opener=opener, by=key)
    except Refusal:
        with suppress(discord.HTTPException):
            await thread.edit(archived=True)
        raise
    return thread_opened(f"<#{thread.id}>")


async def _needs_thread(bot: Biritch, interaction: Asked, house: House) -> bool:
    """Whether a table stands here already, and this interaction has not opened it."""
    assert interaction.channel_id is not None
    tables = bot.services.tables
    if not house.threads or tables.in_channel(interaction.channel_id) is None:
        return False
    return not await tables.was_done(key_of(interaction))


async def _begin_thread(interaction: Asked, game: str) -> discord.Thread:
    """A public thread of this channel, or of the channel of this thread. Raises NoThreadsHere, NotAllowed,
    NoThread."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    channel = check_threads(channel, interaction.app_permissions, private=False)
    await think(interaction)
    try:
        return await channel.create_thread(
            name=thread_name(game), type=discord.ChannelType.public_thread, auto_archive_duration=IDLE
        )
    except discord.HTTPException as fault:
        raise NoThread(fault.status, fault.code) from fault


def _parent(interaction: Asked) -> int | None:
    """The channel that is meant by the server's choice: a thread belongs to its channel."""
    channel = interaction.channel
    return channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id


# Named sets of options


async def set_named(
    bot: Biritch, interaction: Asked, name: str, game: str | None
) -> tuple[str, Mapping[str, str]]:
    """The game and the options of a set of this server; ``game`` is what the asker has chosen besides.
    Raises OnlyInServers, NoSuchSet, SetOfOtherGame."""
    meant, sets = name.strip(), await _sets(bot, interaction)
    exact = (one for one in sets if one.name == meant)  # some were kept when case made two of them
    found = next(exact, None) or next((one for one in sets if one.name.casefold() == meant.casefold()), None)
    if found is None:
        raise NoSuchSet
    if game not in (None, found.game):
        raise SetOfOtherGame(found.game)
    return found.game, dict(found.options)


async def sets_like(bot: Biritch, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
    """The sets of this server that fit what is typed."""
    if interaction.guild_id is None:
        return []
    sets = await _sets(bot, interaction)
    return matching([(set_offer(one.name, one.game), one.name) for one in sets], typed)


async def save_set(bot: Biritch, interaction: Asked, table: OpenTable, name: str) -> None:
    """Keeps the options of a table under a name. Raises NotSeated to somebody who has no chair there,
    OnlyInServers, BadSetName, SetExists, TooManySets."""
    if interaction.guild_id is None:
        raise OnlyInServers
    if not table.belongs(UserId(interaction.user.id)) and not interaction.permissions.manage_guild:
        raise NotSeated
    name = name.strip()
    if NAME.fullmatch(name) is None:
        raise BadSetName
    options = table.state.rules.differing(dict(table.state.options))
    match await bot.services.sets.save_set(interaction.guild_id, OptionSet(name, table.state.game, options)):
        case Saving.TAKEN:
            raise SetExists
        case Saving.FULL:
            raise TooManySets
        case _:
            pass


async def _sets(bot: Biritch, interaction: Asked) -> list[OptionSet]:
    """Those of games that are in the list."""
    if interaction.guild_id is None:
        raise OnlyInServers
    return [one for one in await bot.services.sets.option_sets(interaction.guild_id) if one.game in GAMES]
