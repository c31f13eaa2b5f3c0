"""Discord's HTTP API and its gateway for a rehearsal: a few calls by hand, and the presses of people.

The gateway is spoken without the library: a rehearsal needs no cache and no commands, and wants to see each
answer as it comes. Intents are none, which is enough for interactions.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, Final, NamedTuple

import aiohttp

from bot.clocks import retry_after
from bot.host.discord_asked import CONNECTS_WITHIN, DISCORD, Unreachable
from rules.frozen import frozen

TIME_OUT: Final = 15.0
"""Seconds for one call, and for the gateway to be ready."""
PATIENCE: Final = 3
"""How often a call is made again that came too fast."""
LONGEST_WAIT: Final = 65.0
"""Seconds; if Discord wants more, its refusal is the answer."""
_HELLO, _IDENTIFY, _HEARTBEAT, _DISPATCH = 10, 2, 1, 0


class Reply(NamedTuple):
    """An answer of Discord's."""

    status: int
    body: Any
    headers: Mapping[str, str]

    @property
    def is_right(self) -> bool:
        return self.status < 300

    @property
    def code(self) -> int:
        """Discord's own code for a refusal, 0 without one."""
        return int(self.body.get("code") or 0) if isinstance(self.body, dict) else 0

    @property
    def status_line(self) -> str:
        return f"{self.status}, code {self.code}" if self.code else str(self.status)


@frozen
class Press:
    """Somebody has pressed a button of the rehearsal."""

    button: str
    interaction: str
    token: str
    user: str
    came: float


class Wire:
    """Calls by a bot's token or an interaction's."""

    def __init__(self, session: aiohttp.ClientSession, base: str, token: str) -> None:
        self._session, self._base, self._token = session, base, token
        self.calls = 0
        self.limits: dict[str, str] = {}
        """What the headers tell of each kind of call: so many in so many seconds."""

    @classmethod
    @asynccontextmanager
    async def open(cls, token: str, api: str | None) -> AsyncIterator[Wire]:
        timeout = aiohttp.ClientTimeout(total=TIME_OUT, connect=CONNECTS_WITHIN)
        async with aiohttp.ClientSession(timeout=timeout) as session:
            yield cls(session, api or DISCORD, token)

    async def send_request(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        kind: str = "",
        file: bytes = b"",
        once: bool = False,
    ) -> Reply:
        """One call; ``kind`` is what it is called in the report. ``once``: a refusal for haste is an answer.
        Raises Unreachable."""
        for _ in range(1 if once else PATIENCE):
            reply = await self._send_once(method, path, body, file)
            self._learn(kind, reply)
            if reply.status != 429 or once or (wait := retry_after(reply.headers)) > LONGEST_WAIT:
                return reply
            await asyncio.sleep(wait)
        return reply

    async def _send_once(self, method: str, path: str, body: Any, file: bytes) -> Reply:
        self.calls += 1
        headers = {"User-Agent": "DiscordBot (biritch, 0)"}
        if not path.startswith(("/interactions/", "/webhooks/")):
            headers["Authorization"] = f"Bot {self._token}"
        content: dict[str, Any] = {"json": body} if body is not None else {}
        if file:
            form = aiohttp.FormData()
            form.add_field("payload_json", json.dumps(body), content_type="application/json")
            form.add_field("files[0]", file, filename="rehearsal.png", content_type="image/png")
            content = {"data": form}
        try:
            async with self._session.request(method, self._base + path, headers=headers, **content) as answer:
                raw = await answer.read()
                with suppress(ValueError):
                    return Reply(answer.status, json.loads(raw) if raw else None, dict(answer.headers))
                return Reply(answer.status, None, dict(answer.headers))
        except (aiohttp.ClientError, OSError, TimeoutError) as fault:
            raise Unreachable(type(fault).__name__) from None  # its words may hold a token

    def _learn(self, kind: str, reply: Reply) -> None:
        limit, after = (reply.headers.get(f"X-RateLimit-{name}") for name in ("Limit", "Reset-After"))
        if kind and limit and after:
            before = float(self.limits.get(kind, "0 in 0").rpartition(" ")[2])
            self.limits[kind] = f"{limit} in {max(before, round(float(after), 1)):g}"

    # ------------------------------------------------------------------ the gateway

    @asynccontextmanager
    async def presses(self, marked: str, gateway: str | None) -> AsyncIterator[asyncio.Queue[Press]]:
        """The presses on buttons whose ids begin with a mark. Raises Unreachable."""
        if gateway is None:
            found = await self.send_request("GET", "/gateway/bot")
            if not found.is_right:
                raise Unreachable(found.status_line)
            gateway = str(found.body["url"])
        queue: asyncio.Queue[Press] = asyncio.Queue()
        try:
            socket = await self._session.ws_connect(f"{gateway}/?v=10&encoding=json")
        except (aiohttp.ClientError, OSError, TimeoutError) as fault:
            raise Unreachable(type(fault).__name__) from None
        ready = asyncio.Event()
        # short-lived: it ends with this conversation
        listening = asyncio.create_task(self._listen(socket, marked, queue, ready))
        try:
            async with asyncio.timeout(TIME_OUT):
                # short-lived: it ends with this conversation
                waiting = asyncio.create_task(ready.wait())
                await asyncio.wait([waiting, listening], return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
            if not ready.is_set():
                raise Unreachable("the gateway closed")
            yield queue
        except TimeoutError:
            raise Unreachable("the gateway was not ready") from None
        finally:
            listening.cancel()
            await socket.close()

    async def _listen(
        self,
        socket: aiohttp.ClientWebSocketResponse,
        marked: str,
        queue: asyncio.Queue[Press],
        ready: asyncio.Event,
    ) -> None:
        beating: asyncio.Task[None] | None = None
        try:
            async for message in socket:
                if message.type is not aiohttp.WSMsgType.TEXT:
                    continue
                frame = json.loads(message.data)
                if frame["op"] == _HELLO:
                    # short-lived: it ends with this conversation
                    beating = asyncio.create_task(_beat(socket, frame["d"]["heartbeat_interval"] / 1000))
                    about = {"os": "linux", "browser": "rehearsal", "device": "rehearsal"}
                    identity = {"token": self._token, "intents": 0, "properties": about}
                    await socket.send_json({"op": _IDENTIFY, "d": identity})
                elif frame["op"] == _DISPATCH and frame["t"] == "READY":
                    ready.set()
                elif frame["op"] == _DISPATCH and frame["t"] == "INTERACTION_CREATE":
                    press = _parse_press(frame["d"], marked)
                    if press is not None:
                        queue.put_nowait(press)
        finally:
            if beating is not None:
                beating.cancel()


async def _beat(socket: aiohttp.ClientWebSocketResponse, every: float) -> None:
    while True:
        await asyncio.sleep(every)
        await socket.send_json({"op": _HEARTBEAT, "d": None})


def _parse_press(told: Mapping[str, Any], marked: str) -> Press | None:
    button = str((told.get("data") or {}).get("custom_id") or "")
    if not button.startswith(marked):
        return None
    user = told.get("user") or told["member"]["user"]
    return Press(
        button.removeprefix(marked), str(told["id"]), str(told["token"]), str(user["id"]), time.monotonic()
    )
