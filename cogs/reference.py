"""``/help`` and ``/rules``, and the buttons that turn their pages."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.server_options import of_table
from cogs.answers import Asked, answered, redraw, show
from cogs.games import GAME_CHOICES, USUAL_GAME
from screens.reference import Page, page_screen
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
        self._bot = bot

    @app_commands.command(description=TEXT["help"])
    async def help(self, interaction: Asked) -> None:
        async with answered(interaction):
            await show(interaction, await page(self._bot, interaction, Page("help")))

    @app_commands.command(description=TEXT["rules"])
    @app_commands.describe(game=OPTION["game"], about=OPTION["about"])
    @app_commands.choices(game=GAME_CHOICES, about=ABOUT)
    async def rules(self, interaction: Asked, game: str = USUAL_GAME, about: str = "game") -> None:
        async with answered(interaction):
            await show(interaction, await page(self._bot, interaction, Page(about, game)))


async def page_pressed(bot: Biritch, interaction: Asked, asked: Page) -> None:
    """The message on which the button stands becomes the page that it turns to."""
    await redraw(interaction, await page(bot, interaction, asked))


async def page(bot: Biritch, interaction: Asked, asked: Page) -> Screen:
    house = await bot.services.preferences.of_server(interaction.guild_id or 0)
    return page_screen(asked, of_table(house), bot.command_ids)


async def setup(bot: Biritch) -> None:
    await bot.add_cog(ReferenceCommands(bot))
