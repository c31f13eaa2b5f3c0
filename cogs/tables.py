"""``/table``: opening, showing and closing a table, its options, and the chairs."""

from __future__ import annotations

from collections.abc import Mapping

from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.ports.records import SlotKey, UserId
from bot.tables.open_table import OpenTable
from bot.tables.slots import room
from cogs.answers import Asked, answered, key_of, show, whisper
from cogs.chairs import chair_typed, chairs_like, joined, take_back
from cogs.finding import table_here, table_or_none, table_to_leave, table_to_show
from cogs.games import GAME_CHOICES, USUAL_GAME
from cogs.leaving import leave
from cogs.opening import opened, save_set, set_named, sets_like
from cogs.option_presses import keys_like, options_of, values_like
from cogs.permissions import check_permissions
from robots.strength import OPTION as ROBOTS
from robots.strength import Strength
from rules.table.requests import (
    AddRobot,
    AgreeToClose,
    AnswerSubstitute,
    CloseTable,
    Join,
    Pause,
    RemoveRobot,
    Request,
    Resume,
    RobotForAbsent,
    SetOption,
    Start,
    TakeDummy,
)
from screens.words.choices import saved
from screens.words.commands import COMMAND_TEXTS as TEXT
from screens.words.commands import OPTION_TEXTS as OPTION
from screens.words.commands import chair_note, closing_note, shown_note
from screens.words.options import changed, phrase

STRENGTHS = [app_commands.Choice(name=phrase(ROBOTS, one.value), value=one.value) for one in Strength]


class TableCommands(commands.GroupCog, group_name="table", group_description=TEXT["table"]):
    def __init__(self, bot: Biritch) -> None:
        self.bot = bot
        self._tables = bot.services.tables
        self._posting = bot.services.posting
        self._drawing = bot.services.drawing
        self._adjourning = bot.services.adjourning

    @app_commands.command(name="open", description=TEXT["table open"])
    @app_commands.describe(game=OPTION["game"], set=OPTION["set"])
    @app_commands.choices(game=GAME_CHOICES)
    async def open(self, interaction: Asked, game: str | None = None, set: str | None = None) -> None:
        """Opens a table for a game, or with a set of options, which says its game itself."""
        async with answered(interaction):
            check_permissions(interaction)
            options: Mapping[str, str] = {}
            if set is not None:
                game, options = await set_named(self.bot, interaction, set, game)
            await whisper(interaction, await opened(self.bot, interaction, game or USUAL_GAME, options))

    @open.autocomplete("set")
    async def _sets(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        return await sets_like(self.bot, interaction, typed)

    @app_commands.command(name="save", description=TEXT["table save"])
    @app_commands.describe(name=OPTION["save"])
    async def save(self, interaction: Asked, name: str) -> None:
        async with answered(interaction):
            table = await self._tables.get(await table_here(interaction))
            await save_set(self.bot, interaction, table, name)
            await whisper(interaction, saved(name.strip()))

    @app_commands.command(name="show", description=TEXT["table show"])
    async def show(self, interaction: Asked) -> None:
        async with answered(interaction):
            check_permissions(interaction)
            assert interaction.channel_id is not None
            table_id = await table_to_show(interaction)
            stood = (await self._tables.get(table_id)).place.channel
            table = await self._tables.show_again(table_id, interaction.channel_id)
            await self._adjourning.go_on(table_id)
            await whisper(interaction, shown_note())  # first: to post may take longer than Discord waits
            if stood == interaction.channel_id:
                await self._posting.post_again(SlotKey(table.id, room(table.state)))
            else:
                self._posting.changed(table)

    @app_commands.command(name="close", description=TEXT["table close"])
    async def close(self, interaction: Asked) -> None:
        """Closes the table at once for a moderator; else once all people who sit there agree."""
        async with answered(interaction):
            moderator = interaction.guild_id is not None and interaction.permissions.manage_messages
            ask = CloseTable() if moderator else AgreeToClose()
            table_id = await table_to_leave(interaction)
            who = None if moderator else UserId(interaction.user.id)
            table = await self._tables.act(table_id, who, ask, key=key_of(interaction))
            await whisper(interaction, closing_note(closed=table.state.closed))

    @app_commands.command(name="join", description=TEXT["table join"])
    @app_commands.describe(chair=OPTION["chair"])
    async def join(self, interaction: Asked, chair: str | None = None) -> None:
        async with answered(interaction):
            table = await self._tables.get(await table_here(interaction))
            table = await self._act(interaction, Join(chair_typed(table, chair) if chair else None))
            await whisper(interaction, await joined(self.bot, table, UserId(interaction.user.id)))

    @join.autocomplete("chair")
    async def _chairs(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        """The chairs that robots have at this channel's table."""
        table_id = await table_or_none(interaction)
        return chairs_like(await self._tables.get(table_id), typed) if table_id is not None else []

    @app_commands.command(name="back", description=TEXT["table back"])
    async def back(self, interaction: Asked) -> None:
        async with answered(interaction):
            table_id = await table_to_leave(interaction)
            await take_back(self._tables, interaction, table_id)
            await whisper(interaction, chair_note("back"))

    @app_commands.command(name="pause", description=TEXT["table pause"])
    async def pause(self, interaction: Asked) -> None:
        await self._chair(interaction, Pause(), "pause")

    @app_commands.command(name="resume", description=TEXT["table resume"])
    async def resume(self, interaction: Asked) -> None:
        await self._chair(interaction, Resume(), "resume")

    @app_commands.command(name="substitute", description=TEXT["table substitute"])
    @app_commands.describe(agree=OPTION["agree"])
    async def substitute(self, interaction: Asked, agree: bool) -> None:
        await self._chair(interaction, AnswerSubstitute(agree), "admitted" if agree else "unadmitted")

    @app_commands.command(name="leave", description=TEXT["table leave"])
    async def leave(self, interaction: Asked) -> None:
        async with answered(interaction):
            await leave(interaction, self._tables, await table_to_leave(interaction))

    @app_commands.command(name="robot", description=TEXT["table robot"])
    async def robot(self, interaction: Asked) -> None:
        """Seats a robot between rubbers. During one, has a robot play on for a person who keeps the table
        waiting."""
        async with answered(interaction):
            table = await self._tables.get(await table_here(interaction))
            under_way = table.state.rubber is not None
            await self._act(interaction, RobotForAbsent() if under_way else AddRobot())
            await whisper(interaction, chair_note("replaced" if under_way else "robot"))

    @app_commands.command(name="unrobot", description=TEXT["table unrobot"])
    async def unrobot(self, interaction: Asked) -> None:
        await self._chair(interaction, RemoveRobot(), "unrobot")

    @app_commands.command(name="start", description=TEXT["table start"])
    async def start(self, interaction: Asked) -> None:
        await self._chair(interaction, Start(), "start")

    @app_commands.command(name="score", description=TEXT["table score"])
    async def score(self, interaction: Asked) -> None:
        async with answered(interaction):
            table = await self._tables.get(await table_here(interaction))
            await show(interaction, self._drawing.look(table, UserId(interaction.user.id), "score"))

    @app_commands.command(name="options", description=TEXT["table options"])
    async def options(self, interaction: Asked) -> None:
        async with answered(interaction):
            table = await self._tables.get(await table_here(interaction))
            await show(interaction, options_of(table))

    @app_commands.command(name="option", description=TEXT["table option"])
    @app_commands.describe(name=OPTION["name"], value=OPTION["value"])
    async def option(self, interaction: Asked, name: str, value: str) -> None:
        async with answered(interaction):
            table = await self._act(interaction, SetOption(name, value.strip()))
            await show(interaction, options_of(table, name))

    @option.autocomplete("name")
    async def _names(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        """The options of the game of this channel's table."""
        table_id = await table_or_none(interaction)
        return keys_like(await self._tables.get(table_id), typed) if table_id is not None else []

    @option.autocomplete("value")
    async def _values(self, interaction: Asked, typed: str) -> list[app_commands.Choice[str]]:
        """The values of the option that has been named."""
        table_id = await table_or_none(interaction)
        name = str(getattr(interaction.namespace, "name", ""))
        return values_like(await self._tables.get(table_id), name, typed) if table_id is not None else []

    @app_commands.command(name="strength", description=TEXT["table strength"])
    @app_commands.describe(strength=OPTION["strength"])
    @app_commands.choices(strength=STRENGTHS)
    async def strength(self, interaction: Asked, strength: str) -> None:
        async with answered(interaction):
            await self._act(interaction, SetOption(ROBOTS, strength))
            await whisper(interaction, changed(ROBOTS, strength))

    @app_commands.command(name="dummy", description=TEXT["table dummy"])
    async def dummy(self, interaction: Asked) -> None:
        await self._chair(interaction, TakeDummy(), "dummy")

    async def _chair(self, interaction: Asked, ask: Request, done: str) -> None:
        async with answered(interaction):
            await self._act(interaction, ask)
            await whisper(interaction, chair_note(done))

    async def _act(self, interaction: Asked, ask: Request) -> OpenTable:
        table_id = await table_here(interaction)
        return await self._tables.act(table_id, UserId(interaction.user.id), ask, key=key_of(interaction))


async def setup(bot: Biritch) -> None:
    await bot.add_cog(TableCommands(bot))
