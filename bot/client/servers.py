"""The servers of which Discord tells this process, as a host's orders need them: their system channels,
leaving them, and who is the host.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

import discord

from bot.client.asking import NoAnswer, asking_library
from bot.client.places import DiscordMembers
from bot.streams.open_stream import Recent
from bot.supervisor import SUPERVISOR
from storage.ports.records import UserId

log = logging.getLogger(__name__)

NOT_MEMBER: Final = frozenset({10004, 50001})
"""Discord's codes for a server that is gone, or to which the bot does not belong."""
READ_ONLY: Final = "read_only"
"""The role of those in a team who may only look."""


class JoinedServer(NamedTuple):
    """A server that Discord has told of."""

    number: int
    came: float
    """When the bot came, in seconds since 1970; 0 if Discord has not said."""
    system_channel: int | None
    """Where Discord welcomes people; None if there is no such channel, or the bot may not write there."""


class HostUnknown(Exception):
    """Discord did not say who owns the application."""


class DiscordServers:
    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def joined(self) -> Iterator[JoinedServer]:
        """Those that are not out of order."""
        for guild in list(self._client.guilds):
            if guild.unavailable:
                continue
            me, channel = guild.me, guild.system_channel
            came = me.joined_at if me is not None else None
            writable = channel.id if channel is not None and _may_write(guild, channel) else None
            yield JoinedServer(guild.id, came.timestamp() if came is not None else 0.0, writable)

    def first_writable(self, number: int) -> int | None:
        """The uppermost channel of a server in which the bot may write; None if there is none."""
        guild = self._client.get_guild(number)
        channels = guild.text_channels if guild is not None else ()
        return next((one.id for one in channels if guild is not None and _may_write(guild, one)), None)

    def is_in(self, number: int) -> bool | None:
        """Whether the bot is in a server; None as long as Discord has not told of all."""
        if self._client.get_guild(number) is not None:
            return True
        return False if self._client.is_ready() else None

    async def leave(self, number: int) -> bool:
        """Leaves a server. Whether the bot does not belong to it now; False if Discord could not be asked."""
        try:
            with asking_library():
                await self._client.http.leave_guild(number)
        except discord.HTTPException as error:
            if error.code not in NOT_MEMBER:
                log.warning("Discord answered %s (%s) to leaving a server", error.status, error.code)
                return False
        except NoAnswer as error:
            log.warning("Discord could not be told of leaving a server: %s", error)
            return False
        return True

    async def is_host(self, user: int) -> bool:
        """Whether somebody owns the application or may manage it in its team, as Discord has it at this
        moment. Raises HostUnknown."""
        try:
            with asking_library():
                application = await self._client.application_info()
        except (discord.HTTPException, NoAnswer) as error:
            log.warning("Discord was asked in vain who owns the application: %s", error)
            raise HostUnknown from error
        if application.team is None:
            return application.owner.id == user
        return application.team.owner_id == user or any(
            one.id == user
            and one.membership_state is discord.TeamMembershipState.accepted
            and one.role.value != READ_ONLY
            for one in application.team.members
        )


def _may_write(guild: discord.Guild, channel: discord.TextChannel) -> bool:
    mine = channel.permissions_for(guild.me) if guild.me is not None else discord.Permissions.none()
    return mine.view_channel and mine.send_messages


ANSWERS_WITHIN: Final = 1.0
"""Seconds for which a list waits for names; those that come later stand there the next time."""
ASKED_AT_ONCE: Final = 5


class NamesBeside:
    """What people are called, to stand beside mentions of them, if the host wants that (NAMES_BESIDE)."""

    def __init__(self, client: discord.Client, last_name: Callable[[UserId], str], *, wanted: bool) -> None:
        """``last_name`` is by which somebody pressed something last; empty if they have not."""
        self._members, self._last_name, self._wanted = DiscordMembers(client), last_name, wanted
        self._called: Recent[tuple[UserId, int | None], str] = Recent()
        self._at_once = asyncio.Semaphore(ASKED_AT_ONCE)

    async def names_of(self, users: Iterable[UserId], guild: int | None) -> Mapping[int, str]:
        """The names that are known, or that Discord tells soon."""
        if not self._wanted:
            return {}
        people = [*dict.fromkeys(users)]
        asked = [
            SUPERVISOR.run_once(self._ask(user, guild), "names", guild)
            for user in people
            if not self._last_name(user) and (user, guild) not in self._called
        ]
        if asked:
            await asyncio.wait(asked, timeout=ANSWERS_WITHIN)
        named = {user: self._last_name(user) or self._called.get((user, guild), "") for user in people}
        return {user: name for user, name in named.items() if name}

    async def _ask(self, user: UserId, guild: int | None) -> None:
        async with self._at_once:
            self._called[user, guild] = await self._members.display_name(user, guild) or ""
