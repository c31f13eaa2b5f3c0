"""The simulated Discord as the bot in process meets it: its time, the wire to it, and the settings."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from email import message_from_bytes
from email.message import Message
from io import BytesIO
from math import inf
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl
from weakref import WeakKeyDictionary

import discord
import simcord
from simcord.backend.errors import BackendError
from simcord.http import router

from bot.discord_api import commands
from bot.discord_api.rest import ANSWER, TOO_MANY, Reply
from bot.first_answer import hand_over_first_answer
from bot.settings import Secret, Settings
from playground.copying import copied
from tests.trials.stage import settling  # noqa: F401  # quicker than SimCord's own
from tests.trials.stage.guard import HANGS_AFTER

# To word the commands and to compare them with Discord's is most of what a bot's start costs, and they are
# the same for every bot. The others are given what a Discord lists after a first one, and compare nothing.
LISTED: dict[Any, dict[str, Any]] = {}
_WORDED: dict[str, dict[str, Any]] = {}
_payload_of, _brought = commands._payload, commands.bring_up_to_date


async def _payload(bot: Any, command: Any) -> dict[str, Any]:
    if command.name not in _WORDED:
        _WORDED[command.name] = await _payload_of(bot, command)
    return copied(_WORDED[command.name])  # type: ignore[no-any-return]


async def _bring_up_to_date(bot: Any) -> Mapping[str, int]:
    discord_ = getattr(bot.http, "backend", None)
    if discord_ is None or discord_.commands.get(None) is not LISTED:
        return await _brought(bot)
    return {one["name"]: int(one["id"]) for one in LISTED.values()}


commands._payload = _payload
commands.bring_up_to_date = _bring_up_to_date

OWNED: WeakKeyDictionary[Any, dict[str, Any]] = WeakKeyDictionary()
"""What a simulated Discord tells of the application's owner or team, where it is not the bot itself."""

_dispatch = router.dispatch


def _handed_over(backend: Any, method: str, path: str, **rest: Any) -> Any:
    """The simulated Discord takes a request at once: then an answer is no longer waited for."""
    try:
        told = _dispatch(backend, method, path, **rest)
        return {**told, **OWNED.get(backend, {})} if path == "/oauth2/applications/@me" else told
    finally:
        if ANSWER.search(path) is not None:
            hand_over_first_answer()


router.dispatch = _handed_over

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
"""When every simulated Discord begins. Its time stands still unless a test advances it."""
LONG = 3000.0
"""Seconds in which nobody cuts for anybody."""

NOTE_AFTER = 0.004
"""Seconds until what is shown is noted. With none SimCord's clock would ask for the time all the while."""

MOMENT = 0.05
"""Seconds: longer than notes and looks wait, and shorter than anything that a test lets pass."""

FOR_EVER = 1000.0
"""Seconds: longer than any act may take."""
LAG = 0.2


class Wall:
    """The time as the simulated Discord has it."""

    def __init__(self) -> None:
        self.env: simcord.Env | None = None
        self.ahead = 0.0
        """Seconds that have passed for the bot alone, as if it had been away."""

    def __call__(self) -> float:
        return self.ahead + (self.env.now().timestamp() if self.env is not None else BEGINNING)


class Ids:
    """Numbers what comes about in a simulated Discord by its time, but for the few milliseconds by which that
    goes on whenever something is noted or looked for: this may be before a press or after it, and where
    nobody chooses one a cut is drawn from the id of a press."""

    FIRST: Final = 2048
    """Of a millisecond. The first Discord of a process has used more than others: those of all commands."""

    def __init__(self, env: simcord.Env) -> None:
        self._backend, self._advances, self._for_notes = env.backend, env.backend.advance_clock, 0.0
        env.backend._sequences[self._now] = self.FIRST
        env.backend.snowflake = self._next  # type: ignore[method-assign]
        env.backend.advance_clock = self._advance_clock  # type: ignore[method-assign]

    @property
    def _now(self) -> int:
        """In milliseconds, as Discord counts them."""
        seconds = self._backend.clock.now().timestamp() - self._for_notes
        return round(seconds * 1000) - discord.utils.DISCORD_EPOCH

    def _next(self) -> int:
        return self._backend._allocate_at(self._now)

    def _advance_clock(self, seconds: float) -> None:
        self._advances(seconds)
        if seconds <= MOMENT:
            self._for_notes += seconds


class SimWire:
    """Carries the bot's own requests to the simulated Discord, as SimCord does those of the library."""

    def __init__(self) -> None:
        self.env: simcord.Env | None = None
        self.loses = "nothing"
        """What the path of a request has that Discord does not take, as out of order."""
        self.forgets = "nothing"
        """What the path of a request has that Discord carries out, though its reply is lost."""
        self.forgets_once: list[str] = []
        """The same of single requests, of which each has the next of these in its method and path."""
        self.stays_silent = "nothing"
        """What the path of a request has that Discord carries out, and is given up before it is answered."""
        self.struck = inf
        """How many more requests are lost, forgotten or hang, of those whose path has it."""
        self.hangs = "nothing"
        """What the path of a request has that Discord does not answer until it is ``freed``."""
        self.keeps = "nothing"
        """What the path of a request has that Discord carries out, and answers once it is ``freed``."""
        self.freed = asyncio.Event()
        self.lags = "nothing"
        """What the path of a request has whose answer is ``LAG`` seconds on its way."""

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    async def request(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> Reply:
        assert self.env is not None
        if self._is_struck(self.loses, path):
            return Reply(500, {}, b"{}")
        forgotten = self._is_struck(self.forgets, path)
        if self._is_struck(self.hangs, path):
            await self._until_freed()
        sent, files = _read(body, headers.get("Content-Type", ""))
        path, _, query = path.partition("?")
        await asyncio.sleep(0)
        try:
            asked = dict(parse_qsl(query))
            told = router.dispatch(self.env.backend, method, path, json=sent, params=asked, files=files)
        except (router.RouteNotImplemented, router.UnsupportedField):
            raise
        except BackendError as refusal:
            return Reply(refusal.status, {}, json.dumps(_in_full(refusal.status, refusal.to_json())).encode())
        if forgotten:
            return Reply(502, {}, b"")
        if self.forgets_once and self.forgets_once[0] in f"{method} {path}":
            del self.forgets_once[0]
            return Reply(502, {}, b"")
        if self.stays_silent in path:
            raise TimeoutError
        if self.keeps in path:
            await self._until_freed()
        if self.lags in path:
            await asyncio.sleep(LAG)
        return Reply(204 if told is None else 200, {}, json.dumps(told).encode())

    def _is_struck(self, part: str, path: str) -> bool:
        struck = part in path and self.struck > 0
        self.struck -= struck
        return struck

    async def _until_freed(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(FOR_EVER):
                await self.freed.wait()


def _in_full(status: int, told: dict[str, Any]) -> dict[str, Any]:
    """A refusal as Discord has it: SimCord names the fields that are wrong in its sentence alone, and says
    nowhere how long one is to wait."""
    if status == TOO_MANY:
        return {**told, "retry_after": 1.0}
    fields = re.findall(r"^In ([\w.]+):", str(told.get("message")), re.MULTILINE)
    return {**told, "errors": {field: {"_errors": []} for field in fields}} if fields else told


def _read(body: bytes | None, kind: str) -> tuple[Any, list[discord.File]]:
    """The JSON of a request, and the files that came with it."""
    if body is None or not kind.startswith("multipart/"):
        return json.loads(body) if body is not None else None, []
    parts = message_from_bytes(f"Content-Type: {kind}\r\n\r\n".encode() + body).get_payload()
    first, *files = (part for part in parts if isinstance(part, Message))
    sent = json.loads(first.get_payload(decode=True))  # type: ignore[arg-type]  # it is bytes
    words = [one.get("description") for one in sent.get("data", sent)["attachments"]]
    return sent, [
        discord.File(BytesIO(file.get_payload(decode=True)), file.get_filename(), description=alt)  # type: ignore[arg-type]
        for file, alt in zip(files, words, strict=True)
    ]


def settings(database: Path, *, cut_seconds: float = LONG, double_tap: float = 0.0) -> Settings:
    return Settings(
        token=Secret("none"),
        database=database,
        backups=None,
        robot_pace=0.0,
        robot_seconds=0.0,
        analysis_seconds=HANGS_AFTER,
        robot_workers=0,
        cut_seconds=cut_seconds,
        double_tap=double_tap,
        card_emoji=False,
    )
