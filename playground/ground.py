"""The playground: a Discord on this machine, with its API, gateway, web pages and people, and the bot.

For tests and benchmarks::

    async with Playground.open() as ground:
        bot = await ground.start_bot()              # python -m bot, ready when this returns
        anna = ground.people["anna"]
        answer = await anna.slash("table open", game="biritch")
        answer = await anna.press(answer.message, label="Join")
        answer.failed, answer.type, answer.texts, answer.message
        await anna.until(lambda seen: "your lead" in str(seen), channel=anna.dm)
        ground.calls.by_kind()                      # what it cost
        ground.close_dms("boris"); ground.fail("POST", r"/channels/\\d+/messages", status=500)
        bot.kill(); await bot.restart()             # the same database

The hub runs in the caller's loop and on the real clock; only the bot is another process. Knows nothing of the
game: everything the bot is told is in its environment, and a ``.env`` where it runs tells it nothing.
"""

import asyncio
import base64
import errno
import re
import secrets
import socket
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import Any

from aiohttp import web

from playground.browser import Pages
from playground.calls import Calls
from playground.errors import BotDied, Fault, Json, PortTaken
from playground.gateway import PATH as GATEWAY_PATH
from playground.gateway import Gateway
from playground.limits import Limits, Mood, limits_in
from playground.people import Bell, Crowd, Person
from playground.process import BotProcess
from playground.rest import PREFIX, Rest
from playground.world import World

HOST = "127.0.0.1"
NAMES = ("Anna", "Boris", "Clara", "David", "Ivan")
BOT = (sys.executable, "-m", "bot")
PORTS_TRIED = 3
_BIGGEST_REQUEST = 512 * 1024 * 1024


class Playground:
    """A running playground at this address. Made by ``open``, or served by somebody else."""

    def __init__(
        self,
        url: str,
        limits: Limits,
        database: Path | str,
        command: Sequence[str],
        bot_name: str,
        moods: Collection[Mood],
    ) -> None:
        self.url = url
        self.limits, self.database = limits_in(moods, limits), database
        limits = self.limits
        self.world = World(self.url, bot_name)
        guild = self.world.found("Whist Club")
        users = [self.world.new_member(guild, name) for name in NAMES]
        self.world.let_manage(guild, users[-1])
        self.guild: int = guild.id
        self.channel: int = self.world.create_channel(guild.id, "whist-table").id
        self.spare_channel: int = self.world.create_channel(guild.id, "parlour").id
        self.token = _fake_token(self.world.bot_user.id)
        gateway_url = url.replace("http", "ws", 1) + GATEWAY_PATH
        self.rest = Rest(self.world, limits, self.token, gateway_url, moods)
        self.gateway = Gateway(self.world, limits, self.token, gateway_url)
        bell, pending = Bell(), dict[int, asyncio.Future[None]]()
        self.rest.sessions_begun = lambda: self.gateway.identified
        self._crowd = Crowd(self.world, limits, self.channel, bell, pending)
        self.people: dict[str, Person] = {
            user.name: Person(self._crowd, user.name, user.id) for user in users
        }
        self.pages = Pages(self.world, self.gateway, self.people, (self.channel, self.spare_channel))
        self.world.changed.append(lambda _channel, _message: bell.ring())
        self.world.answered.append(self._note_answer)
        self.bot: BotProcess | None = None
        self._command = tuple(command)
        self._bots: list[BotProcess] = []

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        *,
        port: int = 0,
        limits: Limits | None = None,
        database: Path | str | None = None,
        command: Sequence[str] = BOT,
        bot_name: str = "Biritch",
        moods: Collection[Mood] = (),
    ) -> AsyncIterator["Playground"]:
        """The hub on a port (0: any free one), its world made, no bot yet. In ``moods`` Discord is otherwise
        than the bot hopes.

        ``PortTaken`` if another program has the port. Without a database the bot gets one that vanishes with
        the playground. On leaving, every bot is stopped.
        """
        listening = _listen(port)
        with tempfile.TemporaryDirectory(prefix="playground-") as folder:
            ground = cls(
                f"http://{HOST}:{listening.getsockname()[1]}",
                Limits() if limits is None else limits,
                Path(folder) / "playground.sqlite3" if database is None else database,
                command,
                bot_name,
                moods,
            )
            runner = web.AppRunner(ground.application(), access_log=None, shutdown_timeout=0.5)
            await runner.setup()
            await web.SockSite(runner, listening).start()
            try:
                yield ground
            finally:
                ground.mend()
                try:
                    for bot in ground._bots:
                        await bot.stop()
                finally:
                    for bot in ground._bots:
                        bot.kill()
                await ground.pages.close()
                await ground.gateway.close()
                await runner.cleanup()

    # ------------------------------------------------------------------ the bot

    async def start_bot(
        self,
        env: Mapping[str, str] | None = None,
        *,
        command: Sequence[str] | None = None,
        cwd: Path | None = None,
        timeout: float | None = None,  # noqa: ASYNC109
        on_death: Callable[[int], None] | None = None,
    ) -> BotProcess:
        """Start the bot and wait until it has identified and its commands are known.

        ``on_death`` is called with the exit code of a process that nobody here ended. A second bot may be
        started beside the first: both then receive every event, as in a rolling deployment.
        """
        bot = BotProcess(
            command or self._command,
            {**self.environment, **(env or {})},
            self._readiness,
            cwd=cwd,
            on_death=on_death,
        )
        self._bots.append(bot)
        self.bot = bot
        await bot.start(timeout=timeout)
        return bot

    async def start_with_page(self, on_death: Callable[[int], None]) -> BotProcess:
        """The same for a bot with a page. Another program may take its port first: then at another one."""
        for tries_left in reversed(range(PORTS_TRIED)):
            settings = self.with_page()
            try:
                return await self.start_bot(settings, on_death=on_death)
            except BotDied:
                if not tries_left or _is_free(int(settings["PAGE"].rpartition(":")[2])):
                    raise
        raise AssertionError

    @property
    def environment(self) -> dict[str, str]:
        """The bot's settings."""
        return {
            "DISCORD_TOKEN": self.token,
            "DISCORD_API": self.url + PREFIX,
            "DISCORD_GATEWAY": self.rest.gateway_url,
            "DATABASE": str(self.database),
        }

    def with_page(self) -> dict[str, str]:
        """The bot's settings for a page of the table on this machine, at a port that is free now."""
        with _listen(0) as free:
            at = f"{HOST}:{free.getsockname()[1]}"
        return {"PAGE": at, "PAGE_ADDRESS": f"http://{at}"}

    @property
    def calls(self) -> Calls:
        """Every HTTP call of the bot so far."""
        return self.rest.calls

    # ------------------------------------------------------------------ elsewhere

    def elsewhere(self) -> tuple[int, int]:
        """A channel of another server, and a group: everybody is there but the bot, which they have installed
        for themselves. The pages show both."""
        users = [self.world.get_user(one.id) for one in self.people.values()]
        places = (
            self.world.found_elsewhere("Other Club", "lounge", users),
            self.world.gather("friends", users),
        )
        self.pages.channels += places
        return places

    # ------------------------------------------------------------------ time

    def pass_time(self, seconds: float) -> None:
        """Make every interaction, token, nonce, message and counted call so much older, without waiting.
        Interactions that should have been answered by then have failed."""
        self.world.pass_time(seconds)
        self._fail(number for number in self._crowd.pending if self.world.answered_late(number))

    def lose_answers(self) -> None:
        """Make every interaction fail that has not been answered: nobody is left who would answer it."""
        self._fail(self._crowd.pending)

    def _fail(self, interactions: Iterable[int]) -> None:
        for number in tuple(interactions):
            waiting = self._crowd.pending[number]
            if not waiting.done():
                self.world.interactions[number].initial_response_deadline = self.world.iso_after(0)
                waiting.set_result(None)

    # ------------------------------------------------------------------ mischief

    def close_dms(self, person: str) -> None:
        """Refuse, with 50007, every message to this person's DM from now on."""
        self.rest.law.closed.add(self.people[person].id)

    def open_dms(self, person: str) -> None:
        self.rest.law.closed.discard(self.people[person].id)

    def deny(self, permission: str, channel: int | None = None) -> None:
        """Take a permission, say ``SEND_MESSAGES``, from the bot in a channel."""
        self.world.set_permission(channel or self.channel, permission, denied=True)

    def allow(self, permission: str, channel: int | None = None) -> None:
        self.world.set_permission(channel or self.channel, permission, denied=False)

    def forbid(self, person: str, permission: str) -> None:
        """Take a permission, say ``USE_APPLICATION_COMMANDS``, from a person's role."""
        self.world.set_right(self.guild, self.people[person].id, permission, given=False)

    def permit(self, person: str, permission: str) -> None:
        self.world.set_right(self.guild, self.people[person].id, permission, given=True)

    def delete_message(self, message: Json | int | str) -> None:
        """Delete anybody's message, as a moderator can."""
        number = int(message["id"]) if isinstance(message, dict) else int(message)
        channel = self.world.channel_holding(number)
        if channel is not None:
            self.world.delete_message(channel, number)

    def delete_channel(self, channel: int) -> None:
        self.world.delete_channel(channel)

    def fail(
        self,
        method: str,
        path: str,
        *,
        status: int,
        code: int = 0,
        message: str = "",
        retry_after: float | None = None,
        times: int | None = 1,
        effect: bool = False,
    ) -> Fault:
        """Answer calls to paths that match with an error; with ``effect`` they are carried out."""
        body: Json = {"code": code, "message": message or f"{status}: ordered by a test"}
        if retry_after is not None:
            body |= {"retry_after": retry_after, "global": False}
        return self.rest.faults.plan_fault(
            Fault(method, re.compile(path), times, effect, status=status, body=body)
        )

    def hang(
        self,
        method: str,
        path: str,
        *,
        seconds: float | None = None,
        times: int | None = 1,
        effect: bool = True,
    ) -> Fault:
        """Answer late: after so many seconds, or once ``mend`` is called. With ``effect`` the call is carried
        out at once; without, the connection is cut."""
        return self.rest.faults.plan_fault(
            Fault(method, re.compile(path), times, effect, seconds=seconds, cut=not effect)
        )

    def misdate(
        self, method: str, path: str, *, ahead: float, status: int | None = None, times: int | None = 1
    ) -> Fault:
        """Date an answer so many seconds ahead: the true one, or with a ``status`` that of a gateway on the
        way, which carries nothing out."""
        date = format_datetime(
            datetime.fromtimestamp(time.time(), UTC) + timedelta(seconds=ahead), usegmt=True
        )
        body: Json = {} if status is None else {"code": 0, "message": f"{status}: ordered by a test"}
        return self.rest.faults.plan_fault(
            Fault(
                method,
                re.compile(path),
                times,
                effect=status is None,
                status=status,
                body=body,
                headers={"Date": date},
            )
        )

    def alter(
        self,
        method: str,
        path: str,
        change: Callable[[str, Any], Any] | None,
        *,
        headers: Mapping[str, str] | None = None,
        times: int | None = 1,
    ) -> Fault:
        """Answer with another body, as ``Fault.change`` has it, and with other headers; an empty one is left
        out."""
        return self.rest.faults.plan_fault(
            Fault(method, re.compile(path), times, effect=True, change=change, headers=dict(headers or {}))
        )

    def cut_off(self, method: str, path: str, *, times: int | None = 1, effect: bool = False) -> Fault:
        """Reset the connection instead of answering."""
        return self.rest.faults.plan_fault(Fault(method, re.compile(path), times, effect, cut=True))

    def mend(self) -> None:
        """Cancel all faults ordered. Answers that are held back until now are given."""
        self.rest.faults.clear()

    async def drop_gateway(self, *, resume: bool = True, politely: bool = False) -> None:
        """Close the gateway connection, by opcode 7 if politely; without ``resume`` a RESUME fails."""
        await self.gateway.end_connections(resume=resume, politely=politely)

    async def invalidate_session(self) -> None:
        """Opcode 9 on the open connection."""
        await self.gateway.invalidate()

    @property
    def deliver_twice(self) -> bool:
        """Whether every interaction is sent to the bot twice."""
        return self.gateway.deliver_twice

    @deliver_twice.setter
    def deliver_twice(self, twice: bool) -> None:
        self.gateway.deliver_twice = twice

    # ------------------------------------------------------------------ how

    def application(self) -> web.Application:
        """What answers the bot and the browsers, for a server to run."""
        hosts = {
            self.url.removeprefix("http://"),
            self.url.removeprefix("http://").replace(HOST, "localhost"),
        }

        @web.middleware
        async def only_this_machine(
            request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
        ) -> web.StreamResponse:
            origin = request.headers.get("Origin")
            if request.host not in hosts or (origin is not None and origin.partition("//")[2] not in hosts):
                return web.Response(status=403, text="This playground answers only its own pages.\n")
            return await handler(request)

        application = web.Application(client_max_size=_BIGGEST_REQUEST, middlewares=[only_this_machine])
        application.add_routes([*self.rest.routes(), *self.gateway.routes(), *self.pages.routes()])
        return application

    def _readiness(self) -> Callable[[], bool]:
        """A test whether the bot that starts now is ready: it has identified, and its commands are known."""
        identified, touched = self.gateway.identified, self.rest.commands_touched
        return lambda: (
            self.gateway.identified > identified
            and self.rest.commands_touched > touched
            and any(self.world.commands.values())
        )

    def _note_answer(self, interaction: int) -> None:
        waiting = self._crowd.pending.get(interaction)
        if waiting is not None and not waiting.done():
            waiting.set_result(None)
        self._crowd.bell.ring()


def _listen(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
    except OSError as taken:
        listening.close()
        if taken.errno == errno.EADDRINUSE:
            raise PortTaken(port) from taken
        raise
    return listening


def _is_free(port: int) -> bool:
    try:
        _listen(port).close()
    except PortTaken:
        return False
    return True


def _fake_token(bot_id: int) -> str:
    """Three parts as in a real token: the bot's id, a date, a signature of nothing."""
    first = base64.urlsafe_b64encode(str(bot_id).encode()).decode().rstrip("=")
    return f"{first}.{secrets.token_urlsafe(5)[:6]}.{secrets.token_urlsafe(30)[:38]}"
