"""Questions to Discord by a token, before the bot runs or beside it. They change nothing there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from email.utils import parsedate_to_datetime
from typing import Any, Final

import aiohttp

DISCORD: Final = "https://discord.com/api/v10"
TIME_OUT: Final = 10.0
"""Seconds for one question."""
LONGEST_WAIT: Final = 30.0
"""Seconds that Discord may ask us to wait before a question is asked again."""
INVITATION: Final = (
    "https://discord.com/oauth2/authorize?client_id={}&scope=bot+applications.commands&permissions={}"
)

ADMINISTRATOR: Final = 1 << 3
VIEW_CHANNEL: Final = 1 << 10
SEND_MESSAGES: Final = 1 << 11
ATTACH_FILES: Final = 1 << 15
CREATE_PUBLIC_THREADS: Final = 1 << 35
CREATE_PRIVATE_THREADS: Final = 1 << 36
SEND_IN_THREADS: Final = 1 << 38
NEEDED: Final = {
    VIEW_CHANNEL: "View Channel",
    SEND_MESSAGES: "Send Messages",
    SEND_IN_THREADS: "Send Messages in Threads",
}
"""The permissions without which there is no play."""
FOR_MORE: Final = {
    CREATE_PUBLIC_THREADS: ("Create Public Threads", "evenings of whist or tables in threads"),
    CREATE_PRIVATE_THREADS: ("Create Private Threads", "duplicate evenings"),
    ATTACH_FILES: ("Attach Files", "pictures or records as files"),
}
"""Those for a part of what the bot does, with what there is not without them."""


class Unreachable(Exception):
    """No answer came; ``reason`` in a few words."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Refused(Exception):
    """Discord answered with an error of this status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Asking:
    """A session. ``ahead`` is by how many seconds this machine's clock is ahead of Discord's, known to about
    a second, once anything has been answered."""

    def __init__(self, session: aiohttp.ClientSession, base: str) -> None:
        self._session, self._base = session, base
        self.ahead: float | None = None

    @classmethod
    @asynccontextmanager
    async def with_token(cls, token: str, api: str | None) -> AsyncIterator[Asking]:
        headers = {"Authorization": f"Bot {token}", "User-Agent": "DiscordBot (biritch, 0)"}
        timeout = aiohttp.ClientTimeout(total=TIME_OUT)
        async with aiohttp.ClientSession(headers=headers, timeout=timeout) as session:
            yield cls(session, api or DISCORD)

    async def get(self, path: str) -> Any:
        """The body of the answer. Raises Unreachable, Refused."""
        for _ in range(3):
            try:
                async with self._session.get(self._base + path) as answer:
                    if (date := answer.headers.get("Date")) is not None:
                        self.ahead = time.time() - parsedate_to_datetime(date).timestamp() - 0.5
                    if answer.status == 429:
                        wait = float(answer.headers.get("Retry-After", "1"))
                        await asyncio.sleep(min(wait, LONGEST_WAIT))
                        continue
                    if answer.status >= 300:
                        raise Refused(answer.status)
                    return await answer.json(content_type=None)
            except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as fault:
                # a token with a line break in it is a ValueError; its words would hold the token
                raise Unreachable(getattr(fault, "strerror", None) or type(fault).__name__) from None
        raise Refused(429)


def invitation(application: object) -> str:
    """The address at which somebody adds the bot to a server, with no more permissions than it uses."""
    return INVITATION.format(application, _all((*NEEDED, *FOR_MORE)))


def permissions_in(channel: Mapping[str, Any], guild: Mapping[str, Any], member: Mapping[str, Any]) -> int:
    """What a member may do in a channel, by Discord's rules: the roles, and then what the channel takes and
    gives: of everybody, of the roles together, of the member."""
    user, everybody = member["user"]["id"], guild["id"]
    if guild.get("owner_id") == user:
        return ~0
    roles = {everybody, *member["roles"]}
    allowed = 0
    for role in guild["roles"]:
        if role["id"] in roles:
            allowed |= int(role["permissions"])
    if allowed & ADMINISTRATOR:
        return ~0
    by_id = {one["id"]: (int(one["allow"]), int(one["deny"])) for one in channel["permission_overwrites"]}
    own = [by_id[role] for role in member["roles"] if role in by_id]
    steps = [
        by_id.get(everybody, (0, 0)),
        (_all(allow for allow, _ in own), _all(deny for _, deny in own)),
        by_id.get(user, (0, 0)),
    ]
    for allow, deny in steps:
        allowed = allowed & ~deny | allow
    return allowed


def _all(bits: Any) -> int:
    together = 0
    for one in bits:
        together |= one
    return together
