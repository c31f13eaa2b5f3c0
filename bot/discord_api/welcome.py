"""What a server is told once when the bot comes to it, where it may write: how to begin."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import discord

from bot.back_off import pauses
from bot.languages import Languages
from bot.messages.discord import Messenger, NoPlace, TryLater
from ports.storage import Choices
from rules.games.all_games import GAMES
from screens.newcomers import welcome_screen
from screens.words.languages import spoken

log = logging.getLogger(__name__)

FRESH: Final = 24 * 3600.0
"""Seconds after which a server is told nothing more: the bot was there before."""
TRIES: Final = 5


class Welcome:
    """Greets a server in its system channel, or nowhere. What is stored is when the bot came, as Discord
    tells it: a server that has removed the bot and asks it back is greeted again."""

    def __init__(
        self, choices: Choices, messenger: Messenger, languages: Languages, now: Callable[[], float]
    ) -> None:
        self._choices, self._messenger, self._languages, self._now = choices, messenger, languages, now

    async def greet(self, guild: discord.Guild) -> None:
        """Once. What is sent again before that is stored has the same nonce: Discord posts it once."""
        came, channel = guild.me.joined_at if guild.me is not None else None, guild.system_channel
        if came is None or channel is None or self._now() - came.timestamp() > FRESH:
            return
        mine = channel.permissions_for(guild.me)
        owner, mark = f"welcome:{guild.id}", str(int(came.timestamp()))
        if not (mine.view_channel and mine.send_messages) or await self._said(owner) == mark:
            return
        with spoken(await self._languages.of_room(guild.id)):
            screen = welcome_screen(next(iter(GAMES)))
        for _, pause in zip(range(TRIES), pauses(), strict=False):
            try:
                await self._messenger.post(None, channel.id, screen, f"w{guild.id}{mark[-5:]}")
            except TryLater:
                await asyncio.sleep(pause)
            except NoPlace as error:
                log.info("a new server is not greeted: %s", error)
                break
            else:
                break
        else:
            return  # the next start tries again
        await self._choices.choose(owner, {"said": mark})

    async def _said(self, owner: str) -> str | None:
        return (await self._choices.choices(owner)).get("said")
