"""``/replay``, ``/picture``, ``/record`` and ``/verify`` of a deal that is over, and the buttons for them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.errors import AppRefused, AppWhy
from bot.messages.drawing import names_at
from bot.tables.open_table import Finished, OpenTable
from bot.tables.past_deals import Unanalysed, over, verified
from cogs.analyse import refused
from cogs.answers import Asked, answered, chosen, conclude, hand_over, redraw, show, think
from cogs.finding import table_here
from cogs.registry import press
from ports.records import TableId
from robots.reasons import explained
from rules.games.all_games import game
from rules.record.pbn import pbn
from rules.record.writing import Record, as_json, written
from rules.seats import Seat
from screens.after import ANALYSED, pictured_screen, pictures_of, replay_screen, verify_screen
from screens.presses import Press
from screens.result import points_screen, tricks_screen
from screens.screen import Screen
from screens.words import after as words
from screens.words.commands import COMMAND_TEXTS as TEXT
from screens.words.commands import OPTION_TEXTS as OPTION
from screens.words.names import Speech

Deal = app_commands.Range[int, 1, 999_999]


class AfterCommands(commands.Cog):
    def __init__(self, bot: Biritch) -> None:
        self._bot = bot

    @app_commands.command(description=TEXT["replay"])
    @app_commands.describe(deal=OPTION["analysed"])
    async def replay(self, interaction: Asked, deal: Deal | None = None) -> None:
        async with answered(interaction):
            table = await self._bot.services.tables.get(await table_here(interaction))
            await show(interaction, await _replayed(self._bot, table, over(table, deal)))

    @app_commands.command(description=TEXT["picture"])
    @app_commands.describe(deal=OPTION["analysed"])
    async def picture(self, interaction: Asked, deal: Deal | None = None) -> None:
        async with answered(interaction):
            table = await self._bot.services.tables.get(await table_here(interaction))
            await _pictured(self._bot, interaction, table, over(table, deal))


@press("replay", "picture", "tricks", "points")
async def after_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """Answers the buttons beneath a result, and those of a replay."""
    table = await bot.services.tables.get(TableId(pressed.table))
    deal = over(table, pressed.at)
    match pressed.verb:
        case "replay" if pressed.what:
            await _stepped(bot, interaction, table, deal, pressed)
        case "replay":
            await show(interaction, await _replayed(bot, table, deal))
        case "picture":
            await _pictured(bot, interaction, table, deal)
        case "tricks":
            done = await _finished(bot, table, deal)
            await show(interaction, tricks_screen(done.deal, table.id, at=done.at(table)))
        case "points":
            done = await _finished(bot, table, deal)
            at, names = done.at(table), names_at(table)
            await show(
                interaction, points_screen(done.deal, done.seats, table.id, names, at=at, ended=done.ended)
            )


async def _finished(bot: Biritch, table: OpenTable, deal: int) -> Finished:
    """Raises AppWhy.NO_SUCH_DEAL."""
    done = await bot.services.tables.finished(table.id, deal)
    if done is None:
        raise AppRefused(AppWhy.NO_SUCH_DEAL)
    return done


async def _stepped(bot: Biritch, interaction: Asked, table: OpenTable, deal: int, pressed: Press) -> None:
    """Redraws the replay on which the button stands, at another trick or with an analysis."""
    asked = next(iter(chosen(interaction)), "")
    step = int(asked) if asked.isdecimal() and len(asked) < 4 else pressed.point or 0
    if pressed.what != ANALYSED:
        await redraw(interaction, await _replayed(bot, table, deal, step))
        return
    await interaction.response.defer()
    done = await bot.services.analyses.finished(table, deal)
    looked = await bot.services.analyses.look(table, done) if isinstance(done, Finished) else done
    note = refused(looked, deal) if isinstance(looked, Unanalysed) else ""
    await conclude(interaction, await _replayed(bot, table, deal, step, note))


async def _replayed(bot: Biritch, table: OpenTable, deal: int, step: int = 0, note: str = "") -> Screen:
    """Raises NoSuchTable, AppWhy.NO_SUCH_DEAL."""
    done, made = await bot.services.tables.thoughts(table.id, deal)
    return replay_screen(
        done.deal,
        done.seats,
        [explained(decision, view) for decision, view in made if decision.place // len(Seat) == step - 1],
        bot.services.analyses.kept(table.id, deal),
        table.id,
        names_at(table),
        at=done.at(table),
        step=step,
        note=note,
    )


async def _pictured(bot: Biritch, interaction: Asked, table: OpenTable, deal: int) -> None:
    """Both pictures, for the asker alone."""
    await think(interaction)
    done = await _finished(bot, table, deal)
    at = done.at(table)
    bonus = done.ended.bonus if done.ended is not None else None
    drawn = await asyncio.to_thread(pictures_of, done.deal, at, bonus)
    await conclude(interaction, pictured_screen(done.deal, at, bonus, drawn))


WHAT = [
    app_commands.Choice(name=words.ONE_DEAL.english, value="deal"),
    app_commands.Choice(name=words.WHOLE_RUBBER.english, value="rubber"),
]


class RecordCommands(commands.Cog):
    def __init__(self, bot: Biritch) -> None:
        self._bot = bot

    @app_commands.command(description=TEXT["record"])
    @app_commands.describe(what=OPTION["recorded"], deal=OPTION["analysed"])
    @app_commands.choices(what=WHAT)
    async def record(self, interaction: Asked, what: str = "deal", deal: Deal | None = None) -> None:
        async with answered(interaction):
            table = await self._bot.services.tables.get(await table_here(interaction))
            await _record(self._bot, interaction, table, deal, whole=what == "rubber")

    @app_commands.command(description=TEXT["verify"])
    @app_commands.describe(deal=OPTION["analysed"])
    async def verify(self, interaction: Asked, deal: Deal | None = None) -> None:
        async with answered(interaction):
            table = await self._bot.services.tables.get(await table_here(interaction))
            await _verify(self._bot, interaction, table, deal)


@press("verify", "record")
async def record_pressed(bot: Biritch, interaction: Asked, pressed: Press) -> None:
    """Answers **Record** and **Verify deal** beneath a deal that is over."""
    table = await bot.services.tables.get(TableId(pressed.table))
    if pressed.verb == "verify":
        await _verify(bot, interaction, table, pressed.at)
    else:
        await _record(bot, interaction, table, pressed.at, whole=False)


async def _verify(bot: Biritch, interaction: Asked, table: OpenTable, deal: int | None) -> None:
    record = await bot.services.finished.one(table, deal)
    verdict = verified(table.shuffled_as, record)
    variant = game(record.game).stored(record.options)
    screen = verify_screen(
        Speech.at(record.options),
        record.deal,
        table.shuffled_as,
        variant,
        sealed=verdict.sealed,
        dealt=verdict.dealt,
    )
    await show(interaction, screen)


async def _record(
    bot: Biritch, interaction: Asked, table: OpenTable, deal: int | None, *, whole: bool
) -> None:
    """The files, for the asker alone."""
    await think(interaction)
    finished = bot.services.finished
    records = await finished.rubber_of(table, deal) if whole else (await finished.one(table, deal),)
    files = await asyncio.to_thread(_files, records)
    numbers = [one.deal.number for one in records]
    has_pbn = any(name.endswith(".pbn") for name in files)
    about = words.RECORD_FORMS() if has_pbn else words.RECORD_WITHOUT_PBN()
    await hand_over(interaction, f"{words.record_of(numbers)} {about}", files)


def _files(records: Sequence[Record]) -> dict[str, str]:
    """The text of each file by its name; PBN only if it has words for every deal."""
    numbers = [one.deal.number for one in records]
    name = f"deal-{numbers[0]}" if len(numbers) == 1 else f"deals-{numbers[0]}-{numbers[-1]}"
    files = {f"{name}.txt": "\n".join(map(written, records)), f"{name}.json": as_json(records)}
    notation = pbn(records)
    return {**files, f"{name}.pbn": notation} if notation else files


async def setup(bot: Biritch) -> None:
    await bot.add_cog(AfterCommands(bot))
    await bot.add_cog(RecordCommands(bot))
