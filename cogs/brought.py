"""Deals that somebody brings as a file with a command: looked at before it is fetched, fetched, and read.

The library fetches it from the address that Discord gives with the command: nobody can name another. Nothing
of a file is kept but its deals, and nothing of it is logged.
"""

from __future__ import annotations

import asyncio
from typing import Final

import aiohttp
import discord

from bot.errors import AppRefused, AppWhy
from bot.messages.drawing import names_at
from bot.tables.open_table import OpenTable
from cogs.answers import think
from cogs.interactions import Asked
from rules.deal.brought import BroughtDeal
from rules.record.boards import boards_of_file
from screens.brought import hands_were_brought
from screens.parts import CLARET, text
from screens.screen import Screen
from storage.ports.waits import run_in_thread

LARGEST_FILE: Final = 512 * 1024
"""Bytes. The results of 128 deals, with every call and card, are a third of it."""
FILE_ENDINGS: Final = (".pbn", ".lin")
FETCHED_WITHIN: Final = 20.0
"""Seconds."""


def check_file(file: discord.Attachment) -> None:
    """By what Discord says of it. Raises AppWhy.NOT_A_FILE_OF_DEALS, AppWhy.FILE_TOO_LARGE."""
    if not file.filename.lower().endswith(FILE_ENDINGS):
        raise AppRefused(AppWhy.NOT_A_FILE_OF_DEALS)
    if file.size > LARGEST_FILE:
        raise AppRefused(AppWhy.FILE_TOO_LARGE)


async def brought_deals(interaction: Asked, file: discord.Attachment | None) -> tuple[BroughtDeal, ...]:
    """The deals of a file that came with a command; none without a file. Raises AppWhy.NOT_A_FILE_OF_DEALS,
    AppWhy.FILE_TOO_LARGE, AppWhy.FILE_NOT_THERE, BadDeals."""
    if file is None:
        return ()
    check_file(file)
    await think(interaction)
    try:
        async with asyncio.timeout(FETCHED_WITHIN):
            data = await file.read()
    except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as fault:
        raise AppRefused(AppWhy.FILE_NOT_THERE) from fault
    if len(data) > LARGEST_FILE:
        raise AppRefused(AppWhy.FILE_TOO_LARGE)
    return await run_in_thread(boards_of_file, data)


def not_shuffled_screen(table: OpenTable, deal: int) -> Screen:
    """The answer to a person who asks to verify a deal that was brought."""
    by = table.state.brought.by if table.state.brought is not None else None
    return Screen((text(hands_were_brought(deal, names_at(table)(by) if by is not None else "")),), CLARET)
