"""``/record`` and ``/verify``: a deal that is over as files, and the proof that it was dealt fairly."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from bot.app import Biritch
from bot.ports.records import TableId
from bot.tables.finished_deals import verified
from bot.tables.open_table import OpenTable
from cogs.answers import Asked, answered, hand_over, show, think
from cogs.finding import table_here
from rules.games.all_games import game
from rules.record.as_json import as_json
from rules.record.pbn import pbn
from rules.record.writing import Record, written
from screens.presses import Press
from screens.verify import verify_screen
from screens.words import after as words
from screens.words.commands import COMMAND_TEXTS as TEXT
from screens.words.commands import OPTION_TEXTS as OPTION
from screens.words.speech import Speech

Deal = app_commands.Range[int, 1, 999_999]

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


async def record_pressed(bot: Biritch, interaction: Asked, press: Press) -> None:
    """Answers **Record** and **Verify deal** beneath a deal that is over."""
    table = await bot.services.tables.get(TableId(press.table))
    if press.verb == "verify":
        await _verify(bot, interaction, table, press.at)
    else:
        await _record(bot, interaction, table, press.at, whole=False)


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
    await bot.add_cog(RecordCommands(bot))
