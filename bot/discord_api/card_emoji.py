"""The cards as emoji of the application: uploaded once, and found again at every start.

An application has room for two thousand emoji, shows them in every server and in direct messages, and needs
no permission for it. Emoji of other names are left alone.
"""

from __future__ import annotations

import asyncio
import base64
import json
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Final

from bot.discord_api import rest
from bot.discord_api.rest import Endpoint, Limited, Rejected, Rest, Unreachable
from bot.screen_sync.scheduler import Scheduler
from screens.deck import Emoji

log = logging.getLogger(__name__)

BETWEEN: Final = 0.02
"""Seconds between two uploads, so that play comes first."""
PATIENCE: Final = 3.0
"""Seconds for which a start waits for them. At the first of all Discord may take longer over them."""


class CardEmoji:
    """``known`` is empty until all of them are there, so that no hand is shown half in letters."""

    def __init__(
        self,
        calls: Rest,
        scheduler: Scheduler,
        wanted: Mapping[str, Callable[[], bytes]],
        between: float = BETWEEN,
    ) -> None:
        """``wanted`` is what draws each as PNG, by name."""
        self._calls = calls
        self._scheduler = scheduler
        self._wanted = wanted
        self._between = between
        self.known: Mapping[str, Emoji] = MappingProxyType({})
        self._waited_for = asyncio.Event()

    async def waited_for(self) -> None:
        """Returns once they are there, or cannot be had, or have been waited for long enough."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._waited_for.wait(), PATIENCE)
        self._waited_for.set()

    async def bring_up_to_date(self) -> None:
        """Uploads what is missing. If Discord refuses, the cards stay letters until the next start."""
        try:
            await self._bring_up_to_date()
        finally:
            self._waited_for.set()

    async def _bring_up_to_date(self) -> None:
        application = self._calls.application
        try:
            listed = json.loads(await self._call(rest.list_emoji(application)))
            there = {str(one["name"]): int(one["id"]) for one in listed["items"]}
            for name, draw in self._wanted.items():
                if name not in there:
                    image = base64.b64encode(await asyncio.to_thread(draw)).decode()
                    body = {"name": name, "image": f"data:image/png;base64,{image}"}
                    made = await self._call(rest.create_emoji(application), json.dumps(body).encode())
                    there[name] = int(json.loads(made)["id"])
                    await asyncio.sleep(self._between)
        except (Rejected, Unreachable, ValueError, KeyError, TypeError) as fault:
            log.warning("the emoji of the cards could not be uploaded: %s", fault)
            return
        self.known = MappingProxyType({name: Emoji(name, there[name]) for name in self._wanted})

    async def _call(self, to: Endpoint, body: bytes | None = None) -> bytes:
        """When there is room for it, however often Discord says that there is none."""
        while True:
            async with self._scheduler.reserved(to.route):
                try:
                    return await self._calls.call(to, body)
                except Limited as refusal:
                    log.info("the emoji of the cards wait: %s", refusal)
