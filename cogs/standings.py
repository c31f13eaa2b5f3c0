"""``/leaderboard`` and ``/stats``: what has been counted in a server."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import discord
from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.errors import AppRefused, AppWhy, UnknownPress
from cogs.answers import conclude, redraw, show_message, speaking_to_all, think
from cogs.errors import answered
from cogs.interactions import Asked, chosen_values, today_of
from cogs.registry import press
from cogs.typed import GAME_CHOICES, USUAL_GAME, matching
from rules.counting.seasons import Month, Season, season_in
from rules.errors import Refusal
from rules.evening.plan import Kind
from rules.games.all_games import GAMES
from screens.evening import ranks_screen
from screens.leaderboard import (
    BOARDS,
    CHOSEN,
    PERIODS,
    BoardPress,
    SeasonsHere,
    leaderboard_screen,
    names_beside,
    period_name,
    season_name,
)
from screens.pictures.charts import drawn_chart
from screens.screen import Screen
from screens.stats import chart_of, stats_screen
from screens.words.commands import COMMAND_TEXTS as TEXT
from screens.words.commands import OPTION_TEXTS as OPTION
from screens.words.evenings import KINDS
from screens.words.languages import spoken
from storage.ports.records import Board, BoardPage, UserId, evening_board
from storage.ports.storage import StorageError
from storage.ports.waits import run_in_thread

BOARD_CHOICES = [app_commands.Choice(name=name.english, value=key) for key, name in BOARDS.items()]
KIND_CHOICES = [app_commands.Choice(name=one.english, value=key.value) for key, one in KINDS.items()]
PERIOD_CHOICES = [app_commands.Choice(name=name.english, value=key) for key, name in PERIODS.items()]


class StandingCommands(commands.Cog):
    def __init__(self, bot: Biritch) -> None:
        self._bot = bot

    @app_commands.command(description=TEXT["leaderboard"])
    @app_commands.describe(
        game=OPTION["game"],
        board=OPTION["board"],
        period=OPTION["period"],
        evening=OPTION["evening"],
        season=OPTION["season"],
    )
    @app_commands.choices(game=GAME_CHOICES, board=BOARD_CHOICES, period=PERIOD_CHOICES, evening=KIND_CHOICES)
    async def leaderboard(
        self,
        interaction: Asked,
        game: str | None = None,
        board: str = Board.PERSONS.value,
        period: str | None = None,
        evening: str | None = None,
        season: str | None = None,
    ) -> None:
        """Of one game or, with ``evening``, of evenings of a kind, whose leaderboard has persons alone. Where
        a server has seasons, it is that of the present one, in which everybody begins from nothing."""
        async with answered(interaction):
            if evening is not None:
                await _evenings(self._bot, interaction, Kind(evening), period or "all", season)
                return
            of = game or await _game_here(self._bot, interaction)
            stored = await _stored_period(self._bot, interaction, of, period or "season", season)
            screen = await _board_screen(self._bot, interaction, BoardPress(of, board, stored))
            await show_message(interaction, screen, private=False)

    @leaderboard.autocomplete("season")
    async def _seasons_like(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        kind, game = (getattr(interaction.namespace, name, None) for name in ("evening", "game"))
        try:
            if kind in {one.value for one in Kind}:
                of = evening_board(Kind(kind))
            else:
                of = str(game) if game in GAMES else await _game_here(self._bot, interaction)
            return matching(await _seasons_over(self._bot, interaction, of), typed)
        except (Refusal, StorageError):
            return []

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


async def _evenings(bot: Biritch, interaction: Asked, kind: Kind, period: str, season: str | None) -> None:
    assert interaction.guild_id is not None
    of = evening_board(kind)
    stored = await _stored_period(bot, interaction, of, period, season)
    found = await bot.services.rankings.leaderboard(interaction.guild_id, of, Board.PERSONS, stored)
    shown = await _season_shown(bot, interaction, stored)
    beside = await bot.services.names_beside.names_of(_named(found), interaction.guild_id)
    with spoken(await speaking_to_all(interaction)), names_beside(beside):
        name = period_name(stored, shown) if stored != "all" else ""
        screen = ranks_screen(kind, found.lines, name)
    await show_message(interaction, screen, private=False)


async def _stored_period(bot: Biritch, interaction: Asked, game: str, period: str, season: str | None) -> str:
    """What is meant by the options, as it is stored. Raises AppWhy.NO_SUCH_SEASON."""
    if season is not None:
        found = matching(await _seasons_over(bot, interaction, game), season)
        if not found:
            raise AppRefused(AppWhy.NO_SUCH_SEASON)
        return found[0].value
    today = today_of(interaction).key
    running = await _running(bot, interaction)
    named = {"season": running.period if running is not None else "all", "year": today[:4], "month": today}
    return named.get(period, period)


async def _running(bot: Biritch, interaction: Asked) -> Season | None:
    """The season that goes on in the server; None where it has none."""
    assert interaction.guild_id is not None
    if not (await bot.services.preferences.of_server(interaction.guild_id)).seasons:
        return None
    lengths = await bot.services.seasons.season_lengths(interaction.guild_id)
    return season_in(lengths, today_of(interaction))


async def _season_shown(bot: Biritch, interaction: Asked, period: str) -> Season | None:
    """That of a period as it is stored. Raises UnknownPress for one that never began so."""
    assert interaction.guild_id is not None
    if not period.startswith("s"):
        return None
    begin = Month.of_key(period[1:])
    found = season_in(await bot.services.seasons.season_lengths(interaction.guild_id), begin)
    if found.begin != begin or begin > today_of(interaction):
        raise UnknownPress
    return found


async def _seasons_over(bot: Biritch, interaction: Asked, game: str) -> list[tuple[str, str]]:
    """The seasons that are over and in which anybody is listed, by name, the newest first."""
    assert interaction.guild_id is not None
    today, seasons = today_of(interaction), bot.services.seasons
    running = season_in(await seasons.season_lengths(interaction.guild_id), today)
    played = await seasons.seasons_played(interaction.guild_id, game, running.begin)
    return [(season_name(one), one.period) for one in played]


async def _board_screen(bot: Biritch, interaction: Asked, page: BoardPress) -> Screen:
    assert interaction.guild_id is not None
    guild, board, rankings = interaction.guild_id, Board(page.board), bot.services.rankings
    running, shown = await _running(bot, interaction), await _season_shown(bot, interaction, page.period)
    found = await rankings.leaderboard(guild, page.game, board, page.period, first=page.first)
    own = None
    if shown is not None and board in (Board.PERSONS, Board.ALONE):
        user = UserId(interaction.user.id)
        own = await rankings.placed_line(guild, page.game, board, page.period, user)
    today = today_of(interaction)
    ends = _moment_of(shown.after) if shown is not None and today < shown.after else 0
    seasons = SeasonsHere(running, shown, ends, own)
    beside = await bot.services.names_beside.names_of(_named(found), guild)
    with spoken(await speaking_to_all(interaction)), names_beside(beside):
        return leaderboard_screen(
            found.lines, found.total, page, today.key, counting=found.counting, seasons=seasons
        )


def _named(page: BoardPage) -> Iterator[UserId]:
    """Those who stand on a page."""
    for line in page.lines:
        yield line.user
        if line.partner is not None:
            yield line.partner


async def _game_here(bot: Biritch, interaction: Asked) -> str:
    """The game of the table in this channel, else of the last rubber that ended in this server."""
    assert interaction.channel_id is not None and interaction.guild_id is not None
    here = bot.services.tables.stream_in(interaction.channel_id)
    if here is not None:
        return (await bot.services.tables.get(here)).state.game
    last = await bot.services.rankings.last_game(interaction.guild_id)
    return last if last is not None and last in GAMES else USUAL_GAME


def _moment_of(month: Month) -> int:
    """Its beginning, in seconds since 1970."""
    return int(datetime(month.year, month.number, 1, tzinfo=UTC).timestamp())
