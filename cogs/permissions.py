"""What the bot may do in a channel, asked before it opens something there."""

from __future__ import annotations

import discord

from bot.errors import NotAllowed, OnlyInServers
from cogs.answers import Asked


def check_permissions(interaction: Asked) -> None:
    """Raises NotAllowed with the permissions that the bot lacks to keep a table or sheet in this channel, and
    OnlyInServers in direct messages."""
    if interaction.guild_id is None:
        raise OnlyInServers
    mine = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    needed = {
        "view_channel": mine.view_channel,
        "send_messages_in_threads" if in_thread else "send_messages": (
            mine.send_messages_in_threads if in_thread else mine.send_messages
        ),
    }
    lacking = tuple(name for name, granted in needed.items() if not granted)
    if lacking:
        raise NotAllowed(lacking)
