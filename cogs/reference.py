"""``/help``, ``/rules`` and ``/leaderboard``."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.presenter.reference import help_screen, leaderboard_screen, rules_screen
from bot.wording import COMMAND_TEXTS as TEXT
from bot.wording import GAME_NAMES
from bot.wording import OPTION_TEXTS as OPTION
from cogs.answers import Asked, answered, show
from rules.variants import GAMES

GAME_CHOICES = [app_commands.Choice(name=GAME_NAMES[key], value=key) for key in GAMES]


class ReferenceCommands(commands.Cog):
    def __init__(self, bot: Biritch) -> None:
        self._rankings = bot.services.rankings

    @app_commands.command(description=TEXT["help"])
    async def help(self, interaction: Asked) -> None:
        async with answered(interaction):
            await show(interaction, help_screen())

    @app_commands.command(description=TEXT["rules"])
    @app_commands.describe(game=OPTION["game"])
    @app_commands.choices(game=GAME_CHOICES)
    async def rules(self, interaction: Asked, game: str = "biritch") -> None:
        async with answered(interaction):
            await show(interaction, rules_screen(game))

    @app_commands.command(description=TEXT["leaderboard"])
    @app_commands.guild_only()
    @app_commands.describe(game=OPTION["game"])
    @app_commands.choices(game=GAME_CHOICES)
    async def leaderboard(self, interaction: Asked, game: str = "biritch") -> None:
        async with answered(interaction):
            assert interaction.guild_id is not None
            rows = await self._rankings.leaderboard(interaction.guild_id, game)
            await show(interaction, leaderboard_screen(rows, game), private=False)


async def setup(bot: Biritch) -> None:
    await bot.add_cog(ReferenceCommands(bot))
