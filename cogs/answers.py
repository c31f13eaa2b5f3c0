"""Answering people: every refusal and every fault becomes one sentence for the person who asked.

Without an answer Discord says "This interaction failed"; the library would only log what fails in a button.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import aiohttp
import discord
from discord import app_commands

from bot.app import Biritch
from bot.discord_api.layout import laid_out
from bot.errors import AppError, CommandChanged, Restarting
from bot.streams.idempotency import Key
from cogs.refusals import worded
from rules.errors import Refusal
from screens.screen import Screen
from screens.words.refusals import APOLOGY
from screens.words.speech import ON_PAPER

log = logging.getLogger(__name__)

Asked = discord.Interaction[Biritch]

ANSWER_WITHIN: Final = 2.0
"""Seconds for one answer; Discord waits three from the press."""


@asynccontextmanager
async def answered(interaction: Asked) -> AsyncIterator[None]:
    """Tells the person who asked whatever goes wrong inside. What is committed stays committed."""
    with interaction.client.answering():
        try:
            yield
        except Refusal as refusal:
            # those that name a seat are worded where the table is known
            await whisper(interaction, worded(refusal, ON_PAPER))
        except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as fault:
            # The act is committed and the screens will be drawn; only this answer did not arrive.
            log.info("interaction %s could not be answered: %s", interaction.id, type(fault).__name__)
        except Exception:
            log.exception("interaction %s failed", interaction.id)
            await whisper(interaction, APOLOGY)


async def command_failed(interaction: Asked, error: app_commands.AppCommandError) -> None:
    """For what fails before one of our commands begins."""
    async with answered(interaction):
        if interaction.client.stopping:
            raise Restarting
        match error:
            case (
                app_commands.CommandNotFound()
                | app_commands.CommandSignatureMismatch()
                | app_commands.TransformerError()
            ):
                raise CommandChanged  # a client still shows it as it was before an update
            case app_commands.CheckFailure():
                raise AppError
            case app_commands.CommandInvokeError(original=fault):
                raise fault
        raise error


async def whisper(interaction: Asked, sentence: str) -> None:
    """One sentence for the asker alone. While somebody types a command there is no room for one."""
    try:
        async with asyncio.timeout(ANSWER_WITHIN):
            if interaction.type is discord.InteractionType.autocomplete:
                await interaction.response.autocomplete([])
            elif interaction.response.is_done():
                await interaction.followup.send(sentence, ephemeral=True)
            else:
                await interaction.response.send_message(sentence, ephemeral=True)
    except (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError) as fault:
        log.info("interaction %s could not be answered: %s", interaction.id, type(fault).__name__)


async def show(interaction: Asked, screen: Screen, *, private: bool = True) -> None:
    """A new message in answer, for the asker alone unless said otherwise."""
    async with asyncio.timeout(ANSWER_WITHIN):
        await interaction.response.send_message(view=laid_out(screen), ephemeral=private)


async def redraw(interaction: Asked, screen: Screen) -> None:
    """The message on which the button stands becomes this screen."""
    async with asyncio.timeout(ANSWER_WITHIN):
        await interaction.response.edit_message(view=laid_out(screen))


def key_of(interaction: Asked) -> Key:
    """The idempotency key of an interaction."""
    made = interaction.created_at.timestamp()
    return Key(interaction.id, interaction.client.discord_clock.here(made))


async def setup(bot: Biritch) -> None:
    bot.tree.error(command_failed)
