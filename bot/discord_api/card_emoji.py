"""The cards as emoji of the application: uploaded once, and found again at every start.

An application has room for two thousand emoji, shows them in every server and in direct messages, and needs
no permission for it. Emoji of other names are left alone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import aiohttp
import discord

from screens.deck import Emoji

log = logging.getLogger(__name__)

BETWEEN: Final = 0.1
"""Seconds between two uploads, so that play comes first; the library keeps to their limits."""


class CardEmoji:
    """``known`` is empty until all of them are there, so that no hand is shown half in letters."""

    def __init__(
        self, client: discord.Client, wanted: Mapping[str, Callable[[], bytes]], between: float = BETWEEN
    ) -> None:
        """``wanted`` is what draws each as PNG, by name."""
        self._client = client
        self._wanted = wanted
        self._between = between
        self.known: Mapping[str, Emoji] = MappingProxyType({})

    async def bring_up_to_date(self) -> None:
        """Uploads what is missing. If Discord refuses, the cards stay letters until the next start."""
        try:
            there = {one.name: one.id for one in await self._client.fetch_application_emojis()}
            for name, draw in self._wanted.items():
                if name not in there:
                    image = await asyncio.to_thread(draw)
                    made = await self._client.create_application_emoji(name=name, image=image)
                    there[name] = made.id
                    await asyncio.sleep(self._between)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as fault:
            log.warning("the emoji of the cards could not be uploaded: %s", type(fault).__name__)
            return
        self.known = MappingProxyType({name: Emoji(name, there[name]) for name in self._wanted})
