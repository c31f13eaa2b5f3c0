"""``/help`` and ``/rules`` with the buttons that turn their pages, and ``/privacy``: what the bot keeps of a
person, as a sentence and as a file, and that it forgets them.
"""

from __future__ import annotations

from typing import Final

from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.errors import AppRefused, AppWhy
from bot.preferences import NO_HOUSE, table_choices
from cogs.answers import hand_over, redraw, show_message, think
from cogs.errors import answered, whisper
from cogs.finding import table_or_none
from cogs.interactions import Asked
from cogs.registry import press
from cogs.typed import GAME_CHOICES, USUAL_GAME, matching
from rules.games.variant import EDITION, FIRST
from screens.out_of_turn import ABOUT as ABOUT_PENALTIES
from screens.presses import Press
from screens.reference import ABOUT_EVENINGS, ABOUT_GAME, ABOUT_ROBOTS, Page, page_screen
from screens.revoke_page import ABOUT as ABOUT_REVOKES
from screens.screen import Screen
from screens.words import privacy as words
from screens.words.commands import COMMAND_TEXTS as TEXT
from screens.words.commands import OPTION_TEXTS as OPTION
from screens.words.glossary import GLOSSARY
from storage.ports.records import TableId, UserId

ABOUT: Final = {
    "game": ABOUT_GAME,
    "robots": ABOUT_ROBOTS,
    "revokes": ABOUT_REVOKES,
    "penalties": ABOUT_PENALTIES,
    "evenings": ABOUT_EVENINGS,
}
"""The pages that ``/rules`` has besides the words of the trade."""
WORD: Final = "word:"
"""Before the key of a word, where autocomplete gives it."""


def abouts() -> list[tuple[str, str]]:
    """Everything that ``/rules`` can tell about, by name: the pages, then the words."""
    pages = [(name(), about) for about, name in ABOUT.items()]
    words = sorted((term.name(), f"{WORD}{key}") for key, term in GLOSSARY.items())
    return [*pages, *words]


def page_about(typed: str, game: str) -> Page:
    """The page that was chosen, or typed by its name or a part of it. Raises AppWhy.NO_SUCH_WORD."""
    found = matching(abouts(), typed)
    if not found:
        raise AppRefused(AppWhy.NO_SUCH_WORD)
    about, _, word = found[0].value.partition(":")
    return Page(about, word or game)


class ReferenceCommands(commands.Cog):
    def __init__(self, bot: Biritch) -> None:
        self._bot = bot

    @app_commands.command(description=TEXT["help"])
    async def help(self, interaction: Asked) -> None:
        async with answered(interaction):
            await show_message(interaction, await reference_page(self._bot, interaction, Page("help")))

    @app_commands.command(description=TEXT["rules"])
    @app_commands.describe(game=OPTION["game"], about=OPTION["about"])
    @app_commands.choices(game=GAME_CHOICES)
    async def rules(self, interaction: Asked, game: str | None = None, about: str = "game") -> None:
        """Of the game that is played in this channel, if none is named."""
        async with answered(interaction):
            if game is None:
                here = await table_or_none(interaction)
                game = here.state.game if here is not None else USUAL_GAME
            await show_message(
                interaction, await reference_page(self._bot, interaction, page_about(about, game))
            )

    @rules.autocomplete("about")
    async def _abouts(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        return matching(abouts(), typed)


@press("page")
async def page_pressed(bot: Biritch, interaction: Asked, asked: Page) -> None:
    """The message on which the button stands becomes the page that it turns to."""
    await redraw(interaction, await reference_page(bot, interaction, asked))


@press("rules")
async def rules_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """The rules of the game at a table."""
    table = await bot.services.tables.get(TableId(pressed.table))
    await show_message(interaction, await reference_page(bot, interaction, Page("game", table.state.game)))


async def reference_page(bot: Biritch, interaction: Asked, asked: Page) -> Screen:
    """The page, told of the table in this channel if it plays that game."""
    here = await table_or_none(interaction)
    if here is not None and asked.about not in ("help", "evenings", "word"):
        table = here.state
        if asked.game in (table.game, "-") or asked.about == "penalties":
            options = {EDITION: FIRST, **dict(table.options)}
            if asked.about == "penalties":
                options = table.rules.options(options)
            return page_screen(asked, options, bot.command_ids)
    guild = interaction.guild_id
    house = await bot.services.preferences.of_server(guild) if guild is not None else NO_HOUSE
    return page_screen(asked, table_choices(house), bot.command_ids)


SURE = [app_commands.Choice(name=words.YES.english, value="yes")]


class PrivacyCommands(commands.GroupCog, group_name="privacy", group_description=TEXT["privacy"]):
    def __init__(self, bot: Biritch) -> None:
        self._bot = bot

    @app_commands.command(description=TEXT["privacy show"])
    async def show(self, interaction: Asked) -> None:
        async with answered(interaction):
            known = await self._bot.services.privacy.known_of(UserId(interaction.user.id))
            terms = words.list_terms(self._bot.details_days)
            await whisper(interaction, f"{words.kept_summary(known)}\n{terms}")

    @app_commands.command(description=TEXT["privacy export"])
    async def export(self, interaction: Asked) -> None:
        async with answered(interaction):
            await think(interaction)
            body = await self._bot.services.privacy.file(UserId(interaction.user.id))
            await hand_over(interaction, words.FILE(), {"biritch.json": body})

    @app_commands.command(description=TEXT["privacy forget"])
    @app_commands.describe(sure=OPTION["sure"])
    @app_commands.choices(sure=SURE)
    async def forget(self, interaction: Asked, sure: str) -> None:
        """The choice is the confirmation; there is no other."""
        async with answered(interaction):
            await think(interaction)
            await self._bot.services.privacy.forget_person(UserId(interaction.user.id))
            self._bot.services.readers.forget_reader(UserId(interaction.user.id))
            await whisper(interaction, words.FORGOTTEN())
