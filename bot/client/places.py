"""Whether a channel stands and can be seen, threads for the tables of an evening, and what a server is told
once when the bot comes to it, where it may write: how to begin.

What the gateway has told is asked first, then Discord: by the library's plain calls (``client.http``), since
its objects can do nothing in a server that is not in memory, as those of other processes' shards and those of
which nothing could be read.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import discord

from bot.adjourning import Finding
from bot.blocks import Blocks
from bot.client.asking import NoAnswer, asking_library
from bot.clocks import DATE_STEP, pauses
from bot.discord_api.faults import UNREACHABLE, NoPlace, TryLater
from bot.discord_api.rest import TOO_MANY, Endpoint, Rejected, Rest, Unreachable
from bot.discord_api.scheduler import Route
from bot.discord_api.sender import Messenger
from bot.evenings.service import NO_THREADS, Hindrance, NoRoom
from bot.permissions import Feature
from bot.readers import Readers
from bot.streams.open_stream import Locks, Recent
from rules.frozen import frozen
from rules.games.all_games import GAMES
from screens.newcomers import welcome_screen
from screens.words.languages import spoken
from storage.ports.records import Place, UserId
from storage.ports.storage import Choices

log = logging.getLogger(__name__)

_THREADS: Final = (10, 11, 12)
"""Discord's numbers for the kinds of threads."""
TIME_OUT: Final = 10.0
"""Seconds for one request."""


class DiscordMembers:
    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def display_name(self, user: UserId, guild: int | None) -> str | None:
        """What somebody is called in a server or, without one, on Discord; None if they have left it. Empty
        if Discord cannot be asked just now."""
        try:
            with asking_library():
                async with asyncio.timeout(TIME_OUT):
                    if guild is None:
                        return _display_name({**await self._client.http.get_user(user)})
                    member = await self._client.http.get_member(guild, user)
                    return member.get("nick") or _display_name({**member["user"]})
        except discord.HTTPException as error:
            if error.code in NOT_THERE:
                return None
            log.warning("Discord answered %s (%s) when asked for a member", error.status, error.code)
        except NoAnswer as error:
            log.warning("Discord could not be asked for a member: %s", error)
        return ""


def _display_name(user: Mapping[str, Any]) -> str:
    return user.get("global_name") or str(user["username"])


@frozen
class DiscordPlaces:
    """Where tables stand. The places of a server that the host has blocked are as gone."""

    _client: discord.Client
    _rest: Rest
    _blocks: Blocks

    def last_finding(self, place: Place) -> Finding:
        if self._blocks.is_server_blocked(place.guild):
            return Finding.UNKNOWN
        guild = self._client.get_guild(place.guild)
        channel = guild.get_channel_or_thread(place.channel) if guild is not None else None
        if guild is None or guild.unavailable or channel is None:
            return Finding.UNKNOWN
        try:
            visible = guild.me is not None and channel.permissions_for(guild.me).view_channel
        except discord.ClientException:  # a thread whose channel is not known
            visible = False
        return Finding.STANDS if visible else Finding.UNKNOWN

    def locale(self, guild_id: int) -> str | None:
        """That which a server has set; None if the bot does not know the server."""
        guild = self._client.get_guild(guild_id)
        told = guild.preferred_locale.value if guild is not None else None
        return told if isinstance(told, str) else None

    def servers(self) -> Sequence[int]:
        blocked = self._blocks.is_server_blocked
        return [guild.id for guild in self._client.guilds if not guild.unavailable and not blocked(guild.id)]

    async def room_of(self, guild: int, channel: int) -> int | None:
        here = self._client.get_guild(guild)
        known = here.get_channel_or_thread(channel) if here is not None else None
        if known is not None:
            return _above(here, known.parent_id, known.id) if isinstance(known, discord.Thread) else known.id
        try:  # a thread that was archived is not in memory
            with asking_library():
                told = await asyncio.wait_for(self._client.http.get_channel(channel), TIME_OUT)
                is_thread = told["type"] in _THREADS
                return _above(here, int(str({**told}["parent_id"])), channel) if is_thread else channel
        except (discord.NotFound, discord.Forbidden):
            return None
        except (discord.HTTPException, NoAnswer) as error:
            log.info("Discord does not tell of a channel: %s", error)
            raise TryLater from error

    async def ask_discord(self, place: Place) -> Finding:
        if self._blocks.is_server_blocked(place.guild):
            return Finding.GONE
        guild = self._client.get_guild(place.guild)
        waits = not self._client.is_ready() or self._rest.is_shut_out
        if waits or (guild is not None and guild.unavailable):
            return Finding.UNKNOWN
        try:
            with asking_library():
                await asyncio.wait_for(self._client.http.get_channel(place.channel), TIME_OUT)
        except discord.HTTPException as error:
            if error.code in UNREACHABLE:
                return Finding.GONE
            log.warning("Discord answered %s (%s) when asked for a channel", error.status, error.code)
            return Finding.UNKNOWN
        except NoAnswer as error:
            log.warning("Discord could not be asked for a channel: %s", error)
            return Finding.UNKNOWN
        return Finding.STANDS


def _above(guild: discord.Guild | None, parent: int, thread: int) -> int:
    """The channel of a thread; the thread itself in a forum, which takes no messages."""
    channel = guild.get_channel(parent) if guild is not None else None
    return thread if isinstance(channel, discord.ForumChannel) else parent


IDLE: Final = 1440
"""Minutes without a message after which Discord archives a thread."""
THREAD_TIME_OUT: Final = 60.0
"""Seconds for one request. The library waits for rate limits by itself."""
UNKNOWN_CHANNEL: Final = 10003
GONE_CHANNEL: Final = frozenset({UNKNOWN_CHANNEL, 50001})
"""Discord's codes for a channel that is gone, or that the bot may not see."""
PACE: Final = 0.4
"""Seconds between two of these calls. The scheduler knows nothing of them, but leaves three calls a second
for such as these (``bot.discord_api.scheduler``)."""
THREAD_RETRIES: Final = (1.0, 3.0, 8.0)
"""Seconds before a thread is asked for again, if it does not stand by then though no answer said so."""
SERVER_ERROR: Final = 500
NOT_THERE: Final = frozenset({10007, 10013})
"""Discord's codes for somebody who has left the server, or deleted their account."""


class DiscordThreads:
    def __init__(self, client: discord.Client, rest: Rest) -> None:
        self._client = client
        self._rest = rest
        self._turn = asyncio.Lock()
        self._next = 0.0  # when the next call may be made, on the loop's clock
        self._begins: Locks[tuple[int, str]] = Locks(asyncio.Lock)  # by channel and name
        self._given: Recent[int, None] = Recent()  # those begun lately: a table may still be on its way there

    def hindrance(self, place: Place, *, private: bool) -> Hindrance | None:
        channel, me = self._channel(place)
        if channel is None or me is None:
            return None
        if not isinstance(channel, discord.TextChannel) or channel.is_news():
            return Hindrance(code=NO_THREADS)
        return _lacking(channel.permissions_for(me), Feature.DUPLICATE if private else Feature.THREADS)

    def hindrance_in(self, room: Place) -> Hindrance | None:
        channel, me = self._channel(room)
        if channel is None or me is None:
            return None
        in_thread = isinstance(channel, discord.Thread)
        try:
            mine = channel.permissions_for(me)
        except discord.ClientException:  # a thread whose channel is not known
            return None
        feature = Feature.TABLES_IN_A_THREAD if in_thread else Feature.TABLES
        return _lacking(mine, feature, channel=room.channel)

    def _channel(
        self, place: Place
    ) -> tuple[discord.abc.GuildChannel | discord.Thread | None, discord.Member | None]:
        guild = self._client.get_guild(place.guild)
        if guild is None or guild.unavailable:
            return None, None
        return guild.get_channel_or_thread(place.channel), guild.me

    async def is_there(self, room: Place) -> bool:
        channel, _ = self._channel(room)
        if channel is not None:
            return True
        async with self._asking(though=frozenset({UNKNOWN_CHANNEL})):
            await self._client.http.get_channel(room.channel)
            return True
        return False

    async def open_threads(self, place: Place, since: float) -> Mapping[str, int]:
        return dict(await self._own_threads(place, since))

    async def _own_threads(self, place: Place, since: float) -> Sequence[tuple[str, int]]:
        mine = self._client.user.id if self._client.user is not None else None
        async with self._asking():
            told = await self._client.http.get_active_threads(place.guild)
            return [
                (one["name"], int(one["id"]))
                for one in told["threads"]
                if int(one["parent_id"]) == place.channel
                and int(one["owner_id"]) == mine
                and discord.utils.snowflake_time(int(one["id"])).timestamp() > since - DATE_STEP
            ]
        return ()

    async def begin_thread(
        self, place: Place, name: str, *, private: bool, is_free: Callable[[int], bool] = lambda _: True
    ) -> int:
        """One that was begun, though the answer was lost, is known by its name and by being ``is_free``; of
        one name in a channel one is begun at a time."""
        async with self._begins.lock_for((place.channel, name)):
            thread = await self._begun(place, name, private=private, is_free=is_free)
            self._given[thread] = None
        return thread

    async def _begun(self, place: Place, name: str, *, private: bool, is_free: Callable[[int], bool]) -> int:
        since, body = self._rest.now(), _thread(name, private=private)
        for pause in THREAD_RETRIES:
            try:
                return await self._post_thread(place.channel, body)
            except NoRoom as no:
                if 0 < no.hindrance.status < SERVER_ERROR and no.hindrance.status != TOO_MANY:
                    raise
            await asyncio.sleep(pause)
            for found, thread in await self._own_threads(place, since):
                if found == name and thread not in self._given and is_free(thread):
                    return thread
        return await self._post_thread(place.channel, body)

    async def _post_thread(self, channel: int, body: bytes) -> int:
        """One request. The library would make it again where the answer is lost, and two threads would stand.
        Raises NoRoom."""
        to = Endpoint("POST", f"/channels/{channel}/threads", Route("begin thread", channel))
        async with self._asking():
            try:
                return int(json.loads(await self._rest.call(to, body))["id"])
            except Rejected as error:
                log.warning("Discord answered %s when asked for a thread", error)
                raise NoRoom(Hindrance(status=error.status, code=error.code)) from error
            except Unreachable as error:
                raise NoRoom(Hindrance()) from error
        raise NoRoom(Hindrance())

    async def invite(self, room: int, people: Sequence[UserId]) -> None:
        for user in people:
            async with self._asking(though=NOT_THERE):
                await self._client.http.add_user_to_thread(room, user)

    async def archive(self, room: int) -> None:
        async with self._asking(though=GONE_CHANNEL):
            await self._client.http.edit_channel(room, archived=True)

    @asynccontextmanager
    async def _asking(self, *, though: frozenset[int] = frozenset()) -> AsyncIterator[None]:
        """Raises NoRoom if Discord refuses, but for the codes in ``though``, or does not answer."""
        await self._wait()
        if self._rest.is_shut_out:
            raise NoRoom(Hindrance(status=TOO_MANY))
        try:
            with asking_library():
                async with asyncio.timeout(THREAD_TIME_OUT):
                    yield
        except discord.HTTPException as error:
            if error.code in though:
                return
            log.warning("Discord answered %s (%s) when asked for a thread", error.status, error.code)
            raise NoRoom(Hindrance(status=error.status, code=error.code)) from error
        except NoAnswer as error:
            log.warning("Discord could not be asked for a thread: %s", error)
            raise NoRoom(Hindrance()) from error

    async def _wait(self) -> None:
        """For the turn of the next call."""
        async with self._turn:
            loop = asyncio.get_running_loop()
            await asyncio.sleep(max(0.0, self._next - loop.time()))
            self._next = loop.time() + PACE


def _thread(name: str, *, private: bool) -> bytes:
    """The body of a request for a private or a public thread."""
    kind = discord.ChannelType.private_thread if private else discord.ChannelType.public_thread
    form = {"name": name, "auto_archive_duration": IDLE, "type": kind.value, "invitable": not private}
    return json.dumps(form).encode()


def _lacking(mine: discord.Permissions, feature: Feature, channel: int | None = None) -> Hindrance | None:
    lacking = tuple(one.code for one in feature.lacking(mine.value))
    return Hindrance(lacking, channel) if lacking else None


FRESH: Final = 24 * 3600.0
"""Seconds after which a server is told nothing more: the bot was there before."""
TRIES: Final = 5


class Welcome:
    """Greets a server in its system channel, or nowhere. What is stored is when the bot came, as Discord
    tells it: a server that has removed the bot and asks it back is greeted again."""

    def __init__(
        self,
        choices: Choices,
        messenger: Messenger,
        readers: Readers,
        now: Callable[[], float],
        blocks: Blocks,
    ) -> None:
        self._choices, self._messenger, self._readers, self._now = choices, messenger, readers, now
        self._blocks = blocks

    async def greet(self, guild: discord.Guild) -> None:
        """Once. What is sent again before that is stored has the same nonce: Discord posts it once."""
        came, channel = guild.me.joined_at if guild.me is not None else None, guild.system_channel
        if self._blocks.is_server_blocked(guild.id):
            return
        if came is None or channel is None or self._now() - came.timestamp() > FRESH:
            return
        mine = channel.permissions_for(guild.me)
        owner, mark = f"welcome:{guild.id}", str(int(came.timestamp()))
        if not (mine.view_channel and mine.send_messages) or await self._welcome_text(owner) == mark:
            return
        with spoken((await self._readers.room(guild.id)).language):
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
        await self._choices.set_choices(owner, {"said": mark})

    async def _welcome_text(self, owner: str) -> str | None:
        return (await self._choices.choices(owner)).get("said")
