"""``/leaderboard`` and ``/stats``: what has been counted in a server."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.errors import UnknownPress
from cogs.answers import Asked, answered, chosen_values, conclude, redraw, show_message, think
from cogs.registry import press
from cogs.typed import GAME_CHOICES, USUAL_GAME
from rules.evening.plan import Kind
from rules.games.all_games import GAMES
from screens.evening import ranks_screen
from screens.leaderboard import (
    BOARDS,
    CHOSEN,
    PERIODS,
    BoardPress,
    chart_of,
    leaderboard_screen,
    stats_screen,
)
from screens.pictures.charts import drawn_chart
from screens.screen import Screen
from screens.words.commands import COMMAND_TEXTS as TEXT
from screens.words.commands import OPTION_TEXTS as OPTION
from screens.words.evenings import KINDS
from storage.ports.records import Board, UserId, evening_board
from storage.ports.waits import run_in_thread

BOARD_CHOICES = [app_commands.Choice(name=name.english, value=key) for key, name in BOARDS.items()]
KIND_CHOICES = [app_commands.Choice(name=one.english, value=key.value) for key, one in KINDS.items()]
PERIOD_CHOICES = [app_commands.Choice(name=name.english, value=key) for key, name in PERIODS.items()]


class StandingCommands(commands.Cog):
    def __init__(self, bot: Biritch) -> None:
        self._bot = bot

    @app_commands.command(description=TEXT["leaderboard"])
    @app_commands.describe(
        game=OPTION["game"], board=OPTION["board"], period=OPTION["period"], evening=OPTION["evening"]
    )
    @app_commands.choices(game=GAME_CHOICES, board=BOARD_CHOICES, period=PERIOD_CHOICES, evening=KIND_CHOICES)
    async def leaderboard(
        self,
        interaction: Asked,
        game: str | None = None,
        board: str = Board.PERSONS.value,
        period: str = "all",
        evening: str | None = None,
    ) -> None:
        """Of one game or, with ``evening``, of evenings of a kind, whose leaderboard has persons alone."""
        async with answered(interaction):
            month = month_of(interaction)
            stored = {"year": month[:4], "month": month}.get(period, period)
            if evening is not None:
                await _evenings(self._bot, interaction, Kind(evening), stored)
                return
            page = BoardPress(game or await _game_here(self._bot, interaction), board, stored)
            await show_message(interaction, await _board_screen(self._bot, interaction, page), private=False)

    @app_commands.command(description=TEXT["stats"])
    @app_commands.describe(person=OPTION["person"], game=OPTION["game"])
    @app_commands.choices(game=GAME_CHOICES)
    async def stats(
        self, interaction: Asked, person: discord.User | None = None, game: str | None = None
    ) -> None:
        """For the asker alone. To draw a chart takes longer than an answer may."""
        async with answered(interaction):
            assert interaction.guild_id is not None
            of = game or await _game_here(self._bot, interaction)
            user = UserId((person or interaction.user).id)
            record = await self._bot.services.rankings.record(interaction.guild_id, of, user)
            chart = chart_of(record)
            if chart is None:
                await show_message(interaction, stats_screen(user, of, record, None))
                return
            await think(interaction)
            drawing = await run_in_thread(drawn_chart, chart)
            await conclude(interaction, stats_screen(user, of, record, drawing))


@press("board", "when")
async def board_pressed(bot: Biritch, interaction: Asked, page: BoardPress) -> None:
    """Turns the page of the leaderboard on which the button stands."""
    if page.board == CHOSEN:
        page = page._replace(board=next(iter(chosen_values(interaction)), ""))
    if page.game not in GAMES or page.board not in BOARDS or interaction.guild_id is None:
        raise UnknownPress
    await redraw(interaction, await _board_screen(bot, interaction, page))


async def _evenings(bot: Biritch, interaction: Asked, kind: Kind, period: str) -> None:
    assert interaction.guild_id is not None
    found = await bot.services.rankings.leaderboard(
        interaction.guild_id, evening_board(kind), Board.PERSONS, period
    )
    await show_message(interaction, ranks_screen(kind, found.lines), private=False)


async def _board_screen(bot: Biritch, interaction: Asked, page: BoardPress) -> Screen:
    assert interaction.guild_id is not None
    found = await bot.services.rankings.leaderboard(
        interaction.guild_id, page.game, Board(page.board), page.period, first=page.first
    )
    return leaderboard_screen(found.lines, found.total, page, month_of(interaction), counting=found.counting)


async def _game_here(bot: Biritch, interaction: Asked) -> str:
    """The game of the table in this channel, else of the last rubber that ended in this server."""
    assert interaction.channel_id is not None and interaction.guild_id is not None
    here = bot.services.tables.stream_in(interaction.channel_id)
    if here is not None:
        return (await bot.services.tables.get(here)).state.game
    last = await bot.services.rankings.last_game(interaction.guild_id)
    return last if last is not None and last in GAMES else USUAL_GAME


def month_of(interaction: Asked) -> str:
    """The month of now, UTC, as it is stored."""
    return interaction.created_at.strftime("%Y-%m")
