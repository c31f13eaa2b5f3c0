"""The connection to Discord's gateway. It is made again and again; a frame that is broken ends nothing; and
the host is told why Discord has closed it, and what to do.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from contextvars import ContextVar
from functools import cached_property
from typing import Any, Final, Literal, Self

import discord
import yarl
from aiohttp import WSCloseCode, WSMessage, WSMsgType
from discord.backoff import ExponentialBackoff
from discord.ext import commands
from discord.gateway import DiscordWebSocket, ReconnectWebSocket, WebSocketClosure
from discord.shard import Shard

from bot.client.events import EVENTS_READ, EventReader
from bot.clocks import LONGEST_WAIT
from screens.words.hosting import DISCORDS_CODES, gateway_closed

log = logging.getLogger(__name__)

REFUSED_FOR_GOOD: Final = frozenset({4004, 4010, 4011, 4012, 4013, 4014})
"""Discord's codes for closing a connection that would be closed again in the same way."""
NOT_RESUMED: Final = frozenset({4003, 4007, 4009})
"""The codes after which a session is over: to resume it would be answered by the same code."""


def gateway_at(url: str) -> yarl.URL:
    """Raises ValueError, TypeError if there can be no gateway."""
    at = yarl.URL(url)
    if at.scheme not in ("ws", "wss") or not at.host:
        raise ValueError(url)
    return at


class _NestedTry(Exception):
    """The library tries again to connect, from within the try that failed."""


class Backoff:
    """How long a shard waits before it connects again, in place of the library's exponential back-off.

    The library waits for up to 17 minutes once a gateway was long out of reach, and a bot would come back
    that much later than Discord. To try costs nothing. But a connection that was made and then lost has cost
    one of the thousand sessions that may begin in a day: from one such loss to the next the waits grow as
    the library's do.
    """

    def __init__(self, shard: Shard) -> None:
        self._shard = shard
        self._seen: object = None  # the connection that was lost last
        self._lost = ExponentialBackoff[Literal[False]]()
        self._unreached = ExponentialBackoff[Literal[False]]()

    def delay(self) -> float:
        """In seconds, drawn by chance."""
        if self._shard.ws is self._seen:
            return self._unreached.delay() % LONGEST_WAIT
        self._seen = self._shard.ws
        self._unreached = ExponentialBackoff()
        return self._lost.delay()


class Reconnecting(commands.AutoShardedBot):
    """Connects again and again, for as long as that takes. The library would call itself for each new try,
    until it is nested too deeply."""

    events: EventReader
    gateway_set: yarl.URL | None = None
    """Where the host has its gateway, whatever Discord says where its own is."""
    gateway_told: yarl.URL | None = None
    """Where Discord says that its own is."""

    @cached_property
    def _launching(self) -> set[int]:
        """The shards that are being connected."""
        return set()

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Tries until the gateway can be reached."""
        if shard_id in self._launching:
            raise _NestedTry
        self._launching.add(shard_id)
        try:
            while shard_id in self._launching:
                with suppress(_NestedTry):
                    at = self.gateway_set or self.gateway_told or gateway
                    await super().launch_shard(at, shard_id, initial=initial)
                    self._launching.discard(shard_id)
                    shard = self.shards[shard_id]._parent
                    shard._backoff = Backoff(shard)  # type: ignore[assignment]
        finally:
            self._launching.discard(shard_id)


NO_EVENT: Final = "frame"
"""In place of an event's name, for a frame that is none."""
USUAL_BEAT: Final = 41_250
"""Milliseconds between two heartbeats, where Discord's greeting cannot be read."""
SHORTEST_BEAT: Final = 100
LONGEST_BEAT: Final = 600_000


FAREWELL: Final = 0.5
"""Seconds for which a gateway may take to answer that it is left before a session has begun."""


class GatewayConnection(DiscordWebSocket):
    """One connection. The library's own ends the bot at a frame or an event that is not as it expects."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._heard = False  # whether an event has come
        self._farewell: int | None = None  # the code with which Discord has closed it
        self.socket.receive = self._noting_farewell(self.socket.receive)  # type: ignore[assignment,method-assign]
        _BEGUN.get([]).append(self)

    def _noting_farewell(
        self, receive: Callable[..., Awaitable[WSMessage]]
    ) -> Callable[..., Awaitable[WSMessage]]:
        """The library reads the code from the socket, which forgets it (1006) if the other side hangs up
        before it has been answered. The bot would connect again and again with a token that is refused."""

        async def received(*given: Any, **named: Any) -> WSMessage:
            message = await receive(*given, **named)
            if message.type is WSMsgType.CLOSE and message.data:
                self._farewell = message.data
                if message.data != WSCloseCode.OK:  # the library takes that for its own
                    self._close_code = message.data
            return message

        return received

    @classmethod
    async def from_client(cls, client: discord.Client, **named: Any) -> Self:
        """Connects. Where that is cancelled the library would forget the connection, and the thread that
        keeps it alive."""
        begun = list[GatewayConnection]()
        _BEGUN.set(begun)
        try:
            return await super().from_client(client, **named)
        except BaseException:
            for one in begun:
                await one._leave()
            raise

    async def _leave(self) -> None:
        if self._keep_alive is not None:
            self._keep_alive.stop()
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self.socket.close()

    @property
    def _events(self) -> EventReader:
        client = self._connection._get_client()
        assert isinstance(client, Reconnecting)
        return client.events

    async def poll_event(self) -> None:
        """Reads the next frame. Raises what the library does, but has a session begin anew that cannot be
        resumed."""
        try:
            await super().poll_event()
        except ReconnectWebSocket as again:
            code = self._farewell or self.socket.close_code
            by_discord = isinstance(again.__context__, WebSocketClosure)  # neither an opcode nor silence
            if by_discord:
                level = logging.INFO if code is None or code < DISCORDS_CODES else logging.WARNING
                log.log(level, gateway_closed(code))
            if again.resume and (self.session_id is None or (by_discord and code in NOT_RESUMED)):
                self.session_id = self.sequence = None
                raise ReconnectWebSocket(self.shard_id, resume=False) from None
            raise

    async def received_message(self, msg: Any, /) -> None:
        """Reads a frame, or leaves it out. Where nothing can be read any more raises ReconnectWebSocket, and
        OSError if that has not helped."""
        text = await self._inflated(msg) if type(msg) is bytes else msg
        if text is None:  # the rest of it comes with the next message
            return
        try:
            frame = json.loads(text)
        except (ValueError, RecursionError):
            frame = None
        if isinstance(frame, dict):
            await self._take_frame(frame)
        else:
            self._events.skip_event(NO_EVENT, "JSON")
        if self._keep_alive is None:  # this was to be the greeting
            await self._pass_on(self.HELLO, {"heartbeat_interval": USUAL_BEAT})

    async def _take_frame(self, frame: dict[str, Any]) -> None:
        op, name, told, sequence = (frame.get(key) for key in ("op", "t", "d", "s"))
        if type(sequence) is int and sequence >= 0:
            self.sequence = sequence
        if op == self.DISPATCH:
            self._heard = True
            match name:
                case "READY":
                    shard = self.shard_id, self.shard_count
                    await self._pass_on(op, self._events.sound_ready(told, shard, str(self.gateway)), name)
                case "RESUMED":
                    await self._pass_on(op, {}, name)
                case str():
                    if self._keep_alive is not None:
                        self._keep_alive.tick()
                    if (parser := self._discord_parsers.get(name)) is not None:
                        parser(told)
                case _:
                    self._events.skip_event(NO_EVENT, "t")
        elif op == self.HELLO:
            beat = told.get("heartbeat_interval") if isinstance(told, dict) else None
            if isinstance(beat, int | float) and SHORTEST_BEAT <= beat <= LONGEST_BEAT:
                await self._pass_on(op, {"heartbeat_interval": beat})
            else:
                self._events.skip_event(NO_EVENT, "heartbeat_interval")
        elif op in (self.HEARTBEAT, self.HEARTBEAT_ACK, self.RECONNECT, self.INVALIDATE_SESSION):
            await self._pass_on(op, told)
        else:
            self._events.skip_event(name if name in EVENTS_READ else NO_EVENT, "op")

    async def _pass_on(self, op: int, told: object, name: str | None = None) -> None:
        """To the library: what keeps the connection alive, and what begins or ends a session."""
        frame = {"op": op, "d": told, "s": self.sequence, "t": name}
        await super().received_message(json.dumps(frame))

    async def _inflated(self, message: bytes) -> str | None:
        """After one message that cannot be inflated no other can. What is resumed is sent once more; if even
        that cannot be read, another session begins, after a while."""
        try:
            return self._decompressor.decompress(message)
        except Exception:  # noqa: BLE001 (there are two libraries for it)
            self._events.skip_event(NO_EVENT, "compression")
            await self.close()
            if self._heard:
                raise ReconnectWebSocket(self.shard_id) from None
            raise OSError("what the gateway sends cannot be read") from None


_BEGUN: Final = ContextVar[list[GatewayConnection]]("begun")
"""What has been begun by a try to connect."""

discord.shard.DiscordWebSocket = GatewayConnection  # type: ignore[misc]  # the library has no other place for it
