"""The emoji of the cards, which the application owns at Discord.

They are uploaded once, by one process, and found again at every start. An application has room for two
thousand emoji, shows them in every server and in direct messages, and needs no permission for it. Emoji of
other names are left alone.

They go by our own scheduler, which has play go first: of calls by the library's functions it would hear
nothing.
"""

from __future__ import annotations

import asyncio
import base64
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from bot.clocks import pauses
from bot.discord_api.faults import SERVER_ERROR
from bot.discord_api.rest import Endpoint, Limited, Rejected, Rest, Unreachable
from bot.discord_api.scheduler import CREATE_EMOJI, LIST_EMOJI, Scheduler
from screens.deck import LETTERS, Deck, Emoji
from storage.ports.waits import run_in_thread

log = logging.getLogger(__name__)

UPLOAD_PAUSE: Final = 0.02
"""Seconds between two uploads, so that play comes first."""
PATIENCE: Final = 3.0
"""Seconds for which a start waits for them. At the first of all Discord may take longer over them."""
LOOK_EVERY: Final = 2.0
"""Seconds between two looks for what another process uploads."""


async def _is_alone() -> bool:
    """No other process uploads anything."""
    return True


class CardEmoji:
    """``deck`` is what the cards look like: letters until all emoji are there, so that no hand is shown half
    in letters."""

    def __init__(
        self,
        calls: Rest,
        scheduler: Scheduler,
        wanted: Mapping[str, Callable[[], bytes]],
        between: float = UPLOAD_PAUSE,
        may_upload: Callable[[], Awaitable[bool]] = _is_alone,
    ) -> None:
        """``wanted`` is what draws each as PNG, by name. ``may_upload`` says whether this process uploads
        what is missing; if not, another one does."""
        self._calls = calls
        self._scheduler = scheduler
        self._wanted = wanted
        self._between = between
        self._may_upload = may_upload
        self.deck = LETTERS
        self._waited_for = asyncio.Event()

    async def waited_for(self) -> None:
        """Returns once they are there, or cannot be had, or have been waited for long enough."""
        try:
            await asyncio.wait_for(self._waited_for.wait(), PATIENCE)
        except TimeoutError:
            log.info("the emoji of the cards take long: play begins without them")
        self._waited_for.set()

    async def upload_missing(self) -> None:
        """Uploads what is missing, or waits until another process has; once more a little later where Discord
        does not answer. If it refuses, the cards stay letters until the next start."""
        for pause in pauses():
            try:
                await self._upload_missing()
                return
            except (Rejected, Unreachable, ValueError, KeyError, TypeError) as fault:
                log.warning("the emoji of the cards could not be uploaded: %s", fault)
                if not isinstance(fault, Unreachable) and getattr(fault, "status", 0) < SERVER_ERROR:
                    return
            finally:
                self._waited_for.set()
            await asyncio.sleep(pause)

    async def _upload_missing(self) -> None:
        there = await self._emoji_listed()
        while missing := [name for name in self._wanted if name not in there]:
            if await self._may_upload():
                there = await self._with_uploaded(missing, there)
            else:
                await asyncio.sleep(LOOK_EVERY)
                there = await self._emoji_listed()
        self.deck = Deck(MappingProxyType({name: Emoji(name, there[name]) for name in self._wanted}))

    @property
    def _path(self) -> str:
        return f"/applications/{self._calls.application}/emojis"

    async def _emoji_listed(self) -> Mapping[str, int]:
        """The id of each that Discord has, by its name."""
        listed = json.loads(await self._call(Endpoint("GET", self._path, LIST_EMOJI)))
        return {str(one["name"]): int(one["id"]) for one in listed["items"]}

    async def _with_uploaded(self, missing: Sequence[str], there: Mapping[str, int]) -> Mapping[str, int]:
        """Those that are there once these have been uploaded; or those that are there now, if another process
        has uploaded one of them meanwhile, or Discord has taken it and its answer was lost."""
        made: dict[str, int] = {}
        for name in missing:
            image = base64.b64encode(await run_in_thread(self._wanted[name])).decode()
            body = json.dumps({"name": name, "image": f"data:image/png;base64,{image}"}).encode()
            try:
                answer = await self._call(Endpoint("POST", self._path, CREATE_EMOJI), body)
            except (Rejected, Unreachable):  # it may be there all the same
                if name not in (now := await self._emoji_listed()):
                    raise
                return now
            made[name] = int(json.loads(answer)["id"])
            await asyncio.sleep(self._between)
        return {**there, **made}

    async def _call(self, to: Endpoint, body: bytes | None = None) -> bytes:
        """When there is room for it, however often Discord says that there is none."""
        while True:
            async with self._scheduler.reserved(to.route):
                try:
                    return await self._calls.call(to, body)
                except Limited as refusal:
                    log.info("the emoji of the cards wait: %s", refusal)
