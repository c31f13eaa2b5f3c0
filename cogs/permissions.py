"""What the bot may do in a channel, asked before it opens something there."""

from __future__ import annotations

import discord

from bot.errors import NotAllowed, NoThreadsHere, OnlyInServers
from cogs.answers import Asked


def check_permissions(interaction: Asked) -> None:
    """Raises NotAllowed with the permissions that the bot lacks to keep a table or sheet in this channel, and
    OnlyInServers in direct messages."""
    if interaction.guild_id is None:
        raise OnlyInServers
    mine = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    _check(mine, "view_channel", "send_messages_in_threads" if in_thread else "send_messages")


def check_threads(channel: object, mine: discord.Permissions, *, private: bool) -> discord.TextChannel:
    """The channel, in which the bot may open threads for tables, and write in them. Raises NoThreadsHere,
    NotAllowed."""
    if not isinstance(channel, discord.TextChannel) or channel.is_news():  # whose threads are of another kind
        raise NoThreadsHere
    _check(mine, "create_private_threads" if private else "create_public_threads", "send_messages_in_threads")
    return channel


def _check(mine: discord.Permissions, *needed: str) -> None:
    lacking = tuple(one for one in needed if not getattr(mine, one))
    if lacking:
        raise NotAllowed(lacking)
