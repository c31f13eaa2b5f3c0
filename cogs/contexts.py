"""Where Discord offers each command: the one table of it, set when all commands are there.

Nothing is offered where it could only answer "use that in a channel". What play needs is offered in servers
and in direct messages with the bot, where hands are. Pages that need no table, and what one plays alone with
robots, are offered everywhere: also in groups, which a bot cannot join, and in other servers to people who
have installed the bot for themselves, where its host has allowed that in the portal. Nothing else is, since
it would speak of tables that are not there.
"""

from __future__ import annotations

from typing import Final

from discord.app_commands import AppCommandContext, AppInstallationType

from bot.app import Biritch

SERVERS: Final = frozenset({"admin", "evening", "leaderboard", "settings", "stats"})
"""What belongs to a channel, or to a whole server."""
EVERYWHERE: Final = frozenset({"help", "play", "rules"})
"""Pages to be read, and what one plays alone."""


async def setup(bot: Biritch) -> None:
    for command in bot.tree.get_commands():
        private, anywhere = command.name not in SERVERS, command.name in EVERYWHERE
        command.allowed_contexts = AppCommandContext(guild=True, dm_channel=private, private_channel=anywhere)
        # unsaid it is as the host has set it in the portal; Discord need not take more than that
        command.allowed_installs = None if anywhere else AppInstallationType(guild=True, user=False)
