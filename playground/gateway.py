"""Discord's gateway on this machine: hello, identify, heartbeats, resume with replay. Knows no messages."""

import asyncio
import json
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from aiohttp import WSMsgType, web

from playground.errors import Json
from playground.limits import Limits, Meters
from playground.obfuscation import CHANGING_VIEWS
from playground.world import World

PATH = "/gw"
_REMEMBERED_FRAMES = 5000
_PRIVILEGED = (1 << 1) | (1 << 8) | (1 << 15)  # members, presences, message content: not granted here
_ONLY_INTERACTIONS = "INTERACTION_CREATE"
Outbox = asyncio.Queue[str | bytes]
"""The frames that a connection still has to send, in order."""


class _Session:
    """What Discord keeps of one IDENTIFY: the frames sent, and the connection if there is one."""

    def __init__(self, intents: int, shard: tuple[int, int]) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard  # its number, and how many there are
        self.intents = intents
        self.sequence = 0
        self.sent: deque[tuple[int, str]] = deque(maxlen=_REMEMBERED_FRAMES)
        self.outbox: Outbox | None = None
        self.left_at = 0.0

    def dispatch(self, event: str, payload: object) -> None:
        self.sequence += 1
        frame = json.dumps({"op": 0, "t": event, "s": self.sequence, "d": payload})
        self.sent.append((self.sequence, frame))
        if self.outbox is not None:
            self.outbox.put_nowait(frame)

    def hears_of(self, event: str, payload: Mapping[str, Any]) -> bool:
        """Whether an event belongs to this shard: those outside a server go to the first."""
        of_guild = event.startswith("GUILD_") and "guild_id" not in payload
        guild = payload.get("id" if of_guild else "guild_id")
        number, count = self.shard
        return number == ((int(guild) >> 22) % count if guild is not None else 0)

    def can_replay_after(self, sequence: int) -> bool:
        oldest = self.sent[0][0] if self.sent else self.sequence + 1
        return oldest - 1 <= sequence <= self.sequence


class Gateway:
    """All sessions of the one bot. Events go to every session, connected or not: RESUME replays them."""

    def __init__(self, world: World, limits: Limits, token: str, url: str) -> None:
        self.world, self.limits, self.token, self.url = world, limits, token, url
        self.identified = 0  # how many times a bot has identified
        self.resumed = 0  # how many times one has resumed
        self.away = False  # every connection is refused; those that stand are not ended
        self.deliver_twice = False
        beat = int(limits.heartbeat_seconds * 1000)
        self.greeting: str | bytes = json.dumps({"op": 10, "d": {"heartbeat_interval": beat}})
        self.spoils_ready: Callable[[Json], object] = lambda ready: ready
        """Changes what is told at the begin of a session."""
        self.delivered_to: Callable[[int], Sequence[int]] | None = None
        """Chooses, of so many connected sessions, those that an interaction is sent to, right or wrong."""
        self.on_ready: list[Callable[[], None]] = []
        self.on_lost: list[Callable[[], None]] = []
        """Called when the connection of a session has ended."""
        self._sessions: dict[str, _Session] = {}
        self._sockets: dict[web.WebSocketResponse, Outbox] = {}  # in the order in which they came
        world.subscribers.append(self.dispatch)

    def routes(self) -> list[web.RouteDef]:
        return [web.get(PATH, self.connect), web.get(PATH + "/", self.connect)]

    @property
    def connections(self) -> int:
        """How many sessions have one."""
        return sum(session.outbox is not None for session in self._sessions.values())

    def dispatch(self, event: str, payload: Mapping[str, Any]) -> None:
        self._drop_stale_sessions()
        if self.delivered_to is not None and event == _ONLY_INTERACTIONS:
            there = [one for one in self._sessions.values() if one.outbox is not None]
            for number in self.delivered_to(len(there)):
                there[number].dispatch(event, payload)
            return
        self._tell_whom_it_concerns(event, payload)
        if event in CHANGING_VIEWS:
            for channel in self.world.newly_viewed(payload["guild_id"]):
                self._tell_whom_it_concerns("CHANNEL_UPDATE", channel)

    def _tell_whom_it_concerns(self, event: str, payload: Mapping[str, Any]) -> None:
        for session in self._sessions.values():
            if not session.hears_of(event, payload):
                continue
            seen = self.world.for_intents(event, payload, session.intents)
            if seen is not None:
                session.dispatch(event, seen)
                if self.deliver_twice and event == _ONLY_INTERACTIONS:
                    session.dispatch(event, seen)

    async def end_connections(self, *, resume: bool, politely: bool) -> None:
        """End every connection, with opcode 7 if ``politely``. Without ``resume`` sessions are forgotten."""
        if not resume:
            self._sessions.clear()
        for socket in tuple(self._sockets):
            if politely:
                await socket.send_str(json.dumps({"op": 7, "d": None}))
            else:
                await socket.close(code=4000 if resume else 4009)

    async def close_with(self, code: int) -> None:
        """End every connection with this code. Sessions stay."""
        for socket in tuple(self._sockets):
            await socket.close(code=code)

    def send(self, frame: str | bytes) -> None:
        """Send this over every connection, after all that has been sent before."""
        for outbox in self._sockets.values():
            outbox.put_nowait(frame)

    def tell(self, event: str, payload: object) -> None:
        """Tell every session of something, right or wrong, that has not happened in the world."""
        for session in self._sessions.values():
            session.dispatch(event, payload)

    async def invalidate(self) -> None:
        """Opcode 9 on the open connections: the bot must identify afresh."""
        self._sessions.clear()
        for socket in tuple(self._sockets):
            await socket.send_str(json.dumps({"op": 9, "d": False}))

    async def close(self) -> None:
        for socket in tuple(self._sockets):
            await socket.close(code=1001)

    # ------------------------------------------------------------------ one connection

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        if self.away:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        outbox: Outbox = asyncio.Queue()
        self._sockets[socket] = outbox
        # short-lived: it is cancelled below
        writer = asyncio.create_task(_send_frames(socket, outbox))
        try:
            await self._converse(socket, outbox)
        finally:
            writer.cancel()
            self._sockets.pop(socket, None)
            for session in self._sessions.values():
                if session.outbox is outbox:
                    session.outbox, session.left_at = None, time.monotonic()
            for listener in self.on_lost:
                listener()
        return socket

    async def _converse(self, socket: web.WebSocketResponse, outbox: Outbox) -> None:
        outbox.put_nowait(self.greeting)
        meters = Meters(self.world.elapsed)
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            sends = self.limits.gateway_sends
            if sends is not None and not meters.count_use("sends", sends).allowed:
                await socket.close(code=4008, message=b"Rate limited.")
                return
            frame = json.loads(message.data)
            code = self._hear(int(frame["op"]), frame.get("d"), outbox)
            if code is not None:
                await socket.close(code=code)

    def _hear(self, op: int, said: Any, outbox: Outbox) -> int | None:
        """Handle one frame from the bot; a number is the code to close with (topics/opcodes)."""
        match op:
            case 1:
                outbox.put_nowait(json.dumps({"op": 11}))
            case 2:
                return self._identify(said, outbox)
            case 6:
                return self._resume(said, outbox)
            case 8:
                chunk = self.world.member_chunk(said)
                for session in self._sessions.values():
                    if session.outbox is outbox:
                        session.dispatch("GUILD_MEMBERS_CHUNK", chunk)
            case 3 | 4:
                pass
            case _:
                return 4001
        return None

    def _identify(self, said: Json, outbox: Outbox) -> int | None:
        if said.get("token") != self.token or self.identified >= self.limits.session_starts:
            return 4004
        intents = int(said["intents"])
        if intents & _PRIVILEGED:
            return 4014
        number, count = said.get("shard") or (0, 1)
        session = _Session(intents, (int(number), int(count)))
        session.outbox = outbox
        self._sessions[session.id] = session
        ready = self.world.ready(session.id, self.url) | {"shard": session.shard}
        ready["guilds"] = [one for one in ready["guilds"] if session.hears_of("GUILD_CREATE", one)]
        session.dispatch("READY", self.spoils_ready(ready))
        for guild in self.world.guild_frames():
            if not session.hears_of("GUILD_CREATE", guild):
                continue
            seen = self.world.for_intents("GUILD_CREATE", guild, intents)
            if seen is not None:
                session.dispatch("GUILD_CREATE", seen)
        self.identified += 1
        for listener in self.on_ready:
            listener()
        return None

    def _resume(self, said: Json, outbox: Outbox) -> int | None:
        if said.get("token") != self.token:
            return 4004
        session = self._sessions.get(str(said.get("session_id")))
        sequence = int(said.get("seq") or 0)
        if session is None or not session.can_replay_after(sequence):
            outbox.put_nowait(json.dumps({"op": 9, "d": False}))
            return None
        for number, frame in session.sent:
            if number > sequence:
                outbox.put_nowait(frame)
        session.outbox = outbox
        session.dispatch("RESUMED", {})
        self.resumed += 1
        return None

    def _drop_stale_sessions(self) -> None:
        now = time.monotonic()
        for session in list(self._sessions.values()):
            if session.outbox is None and now - session.left_at > self.limits.resume_seconds:
                del self._sessions[session.id]


async def _send_frames(socket: web.WebSocketResponse, outbox: Outbox) -> None:
    while True:
        frame = await outbox.get()
        try:
            await (socket.send_str(frame) if isinstance(frame, str) else socket.send_bytes(frame))
        except ConnectionError:
            return
