"""``/help`` and ``/rules``."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.server_options import of_table
from cogs.answers import Asked, answered, show
from cogs.games import GAME_CHOICES, USUAL_GAME
from screens.reference import help_screen, penalties_screen, robots_screen, rules_screen
from screens.screen import Screen
from screens.words.commands import COMMAND_TEXTS as TEXT
from screens.words.commands import OPTION_TEXTS as OPTION
from screens.words.penalties import ABOUT as ABOUT_PENALTIES
from screens.words.reference import ABOUT_GAME, ABOUT_ROBOTS

ABOUT = [
    app_commands.Choice(name=ABOUT_GAME, value="game"),
    app_commands.Choice(name=ABOUT_ROBOTS, value="robots"),
    app_commands.Choice(name=ABOUT_PENALTIES, value="penalties"),
]


class ReferenceCommands(commands.Cog):
    def __init__(self, bot: Biritch) -> None:
        self._preferences = bot.services.preferences

    @app_commands.command(description=TEXT["help"])
    async def help(self, interaction: Asked) -> None:
        async with answered(interaction):
            await show(interaction, help_screen(interaction.client.command_ids))

    @app_commands.command(description=TEXT["rules"])
    @app_commands.describe(game=OPTION["game"], about=OPTION["about"])
    @app_commands.choices(game=GAME_CHOICES, about=ABOUT)
    async def rules(self, interaction: Asked, game: str = USUAL_GAME, about: str = "game") -> None:
        async with answered(interaction):
            await show(interaction, await self._page(interaction, game, about))

    async def _page(self, interaction: Asked, game: str, about: str) -> Screen:
        match about:
            case "penalties":
                return penalties_screen()
            case "robots":
                return robots_screen(game)
        house = await self._preferences.of_server(interaction.guild_id or 0)
        return rules_screen(game, of_table(house))


async def setup(bot: Biritch) -> None:
    await bot.add_cog(ReferenceCommands(bot))
