"""Questions to Discord with a token, before the bot runs or beside it. They change nothing there.

One of them is what the bot may do in its servers, channel by channel.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

import aiohttp

from bot.clocks import ITS_OWN, http_date, retry_after
from bot.permissions import LEAST, MORE, Feature, invitation, permissions
from rules.frozen import frozen
from screens.words import host_checks
from storage.ports.records import Place

DISCORD: Final = "https://discord.com/api/v10"
TIME_OUT: Final = 10.0
"""Seconds to wait for one answer."""
CONNECTS_WITHIN: Final = 4.0
"""Of these so many, at most, until there is a connection: a network that loses everything says nothing."""
LONGEST_WAIT: Final = 30.0
"""Seconds that Discord may ask us to wait before a question is asked again; after more it is not."""
ADMINISTRATOR: Final = 1 << 3


class Unreachable(Exception):
    """No answer came; ``reason`` says why in a few words."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Refused(Exception):
    """Discord answered with an error of this status."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Asking:
    """A session. ``ahead`` is the number of seconds, accurate to about one, by which this machine's clock is
    ahead of Discord's. It is known after the first answer."""

    def __init__(self, session: aiohttp.ClientSession, base: str) -> None:
        self._session, self._base = session, base
        self.ahead: float | None = None

    @classmethod
    @asynccontextmanager
    async def with_token(cls, token: str, api: str | None) -> AsyncIterator[Asking]:
        headers = {"Authorization": f"Bot {token}", "User-Agent": "DiscordBot (biritch, 0)"}
        timeout = aiohttp.ClientTimeout(total=TIME_OUT, connect=CONNECTS_WITHIN)
        async with aiohttp.ClientSession(headers=headers, timeout=timeout) as session:
            yield cls(session, api or DISCORD)

    async def get(self, path: str) -> Any:
        """The body of the answer. Raises Unreachable, Refused."""
        for _ in range(3):
            try:
                async with self._session.get(self._base + path) as answer:
                    date = http_date(answer.headers.get("Date", "")) if answer.status < ITS_OWN else None
                    if date is not None:
                        self.ahead = time.time() - date - 0.5
                    if answer.status == 429:
                        if (wait := retry_after(answer.headers)) > LONGEST_WAIT:
                            raise Refused(answer.status)
                        await asyncio.sleep(wait)
                        continue
                    if answer.status >= 300:
                        raise Refused(answer.status)
                    return await answer.json(content_type=None)
            except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as fault:
                # a token with a line break is a ValueError, whose text would contain the token
                raise Unreachable(getattr(fault, "strerror", None) or type(fault).__name__) from None
        raise Refused(429)


def permissions_in(channel: Mapping[str, Any], guild: Mapping[str, Any], member: Mapping[str, Any]) -> int:
    """What a member may do in a channel by Discord's rules: first the roles, then what the channel grants and
    denies to everybody, to the roles together, and to the member."""
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
        (_all_bits(allow for allow, _ in own), _all_bits(deny for _, deny in own)),
        by_id.get(user, (0, 0)),
    ]
    for allow, deny in steps:
        allowed = allowed & ~deny | allow
    return allowed


def _all_bits(bits: Any) -> int:
    together = 0
    for one in bits:
        together |= one
    return together


Listed = Mapping[str, Any]
"""A server as Discord lists it: its number, its name, and what the bot's roles allow it there."""

TEXT: Final = (0, 5)
"""Discord's types of channels for text: ordinary ones, and those for announcements."""
THREADS: Final = (10, 11, 12)
WITHOUT_MESSAGES: Final = (4, 14, 15, 16)
"""Categories, directories and forums."""
PAGE: Final = 200


@frozen
class Told:
    """A sentence about a fault, about something worth knowing, or to say that all is well. ``missing`` is the
    permission that a note is about, and what there is not without it."""

    sentence: str
    fault: bool = True
    note: bool = False
    missing: tuple[str, str] | None = None


FEW: Final = 25
"""Servers of which each is told of by itself."""
MOST_FAULTS: Final = 15
"""Sentences about faults in more servers: as many as a screen has room for."""


async def _found_in_all(
    asking: Asking, look_into: Callable[[Listed, bool], AsyncIterator[Told]]
) -> AsyncIterator[Told]:
    """What is found in the servers of the bot, one by one. Of many it is how many are well, and what is
    missing in how many; then what is wrong, as much as fits on a screen. ``look_into`` is told whether to
    look closely where no table stands. Raises Unreachable, Refused."""
    servers = [one async for one in _servers(asking)]
    if len(servers) <= FEW:
        for one in servers:
            async for told in look_into(one, True):
                yield told
        return
    faults, missing, well = list[str](), Counter[tuple[str, str]](), 0
    for one in servers:
        found = [told async for told in look_into(one, False)]
        of_this = [told.sentence for told in found if told.fault]
        faults += of_this
        well += not of_this
        missing.update({told.missing for told in found if told.missing is not None})
    if well:
        yield Told(host_checks.servers_fine(well, len(servers)), fault=False)
    for (permission, what), count in missing.most_common():
        yield Told(host_checks.servers_without(count, permission, what), fault=False, note=True)
    for sentence in faults[:MOST_FAULTS]:
        yield Told(sentence)
    if len(faults) > MOST_FAULTS:
        yield Told(host_checks.more_faults(len(faults) - MOST_FAULTS))


async def in_servers(
    asking: Asking,
    user: str,
    application: str,
    places: Sequence[Place],
    chosen: Mapping[int, Sequence[int]],
    unread: Mapping[int, str],
) -> AsyncIterator[Told]:
    """Findings about each server. ``places`` are the channels in which something stands, ``chosen`` those in
    which the tables of each server are opened, and ``unread`` the servers of which the bot cannot read what
    Discord tells, each with the field. Raises Unreachable, Refused."""
    address = invitation(application)
    any_server = False

    async def look_into(listed: Listed, closely: bool) -> AsyncIterator[Told]:
        number = int(listed["id"])
        wanted = {*(place.channel for place in places if place.guild == number), *chosen.get(number, ())}
        field = unread.get(number)
        if not (closely or wanted or field is not None) and _has_everything(listed):
            yield Told(host_checks.permissions_fine(listed["name"], (), 0), fault=False)
            return
        async for told in _in_server(asking, user, listed, wanted, address, field):
            yield told

    async for told in _found_in_all(asking, look_into):
        any_server = True
        yield told
    if not any_server:
        yield Told(host_checks.in_no_server(address))


async def _in_server(
    asking: Asking, user: str, listed: Listed, wanted: Collection[int], address: str, unread: str | None
) -> AsyncIterator[Told]:
    """Findings about one server; ``wanted`` are the channels in which tables stand or may be opened there."""
    name = listed["name"]
    if unread is not None:
        yield Told(host_checks.server_unread(name, listed["id"], unread))
    try:
        guild = await asking.get(f"/guilds/{listed['id']}")
        member = await asking.get(f"/guilds/{listed['id']}/members/{user}")
        channels = {int(one["id"]): one for one in await asking.get(f"/guilds/{listed['id']}/channels")}
    except Refused as refusal:
        if refusal.status not in (403, 404):
            raise
        yield Told(host_checks.server_unknown(name, refusal.status))
        return
    faults, looked_at = [], []
    for one in sorted(wanted):
        channel = channels.get(one) or channels.get(await _parent(asking, one))
        if channel is None:
            faults.append(host_checks.channel_gone(name, one))
            continue
        looked_at.append(channel)
        may = permissions_in(channel, guild, member)
        missing = [one.client_name for one in permissions(LEAST) if not may & one.bit]
        if missing:
            faults.append(host_checks.permissions_missing(name, channel["name"], ", ".join(missing)))
    text = [one for one in channels.values() if one["type"] in TEXT]
    open_to_it = [one for one in text if not Feature.TABLES.lacking(permissions_in(one, guild, member))]
    if not open_to_it:
        faults.append(host_checks.writes_nowhere(name, address))
    for told in faults:
        yield Told(told)
    if not faults:
        named = [f"#{one['name']}" for one in open_to_it]
        closed = 0 if looked_at else len(text) - len(open_to_it)
        yield Told(host_checks.permissions_fine(name, named, closed), fault=False)
    least = permissions(LEAST)
    for feature in MORE:
        (special,) = (one for one in feature.needs if one not in least)
        without = [
            one
            for one in looked_at or open_to_it
            if special in feature.lacking(permissions_in(one, guild, member))
        ]
        if without and (looked_at or len(without) == len(open_to_it)):
            where = [f"#{one['name']}" for one in without] if looked_at else []
            sentence = host_checks.without(name, where, special.client_name, feature.what)
            yield Told(sentence, fault=False, note=True, missing=(special.client_name, feature.what))


def _has_everything(listed: Listed) -> bool:
    """Whether the bot's roles allow it all that it may want, as far as the list of servers tells."""
    may = int(listed.get("permissions") or 0)
    needed = {one for feature in MORE for one in feature.needs} | {*permissions(LEAST)}
    return bool(may & ADMINISTRATOR) or all(may & one.bit for one in needed)


async def _servers(asking: Asking) -> AsyncIterator[Mapping[str, Any]]:
    """All servers of the bot."""
    after = "0"
    while True:
        page = await asking.get(f"/users/@me/guilds?limit={PAGE}&after={after}")
        for one in page:
            yield one
        if len(page) < PAGE:
            return
        after = page[-1]["id"]


async def _parent(asking: Asking, number: int) -> int:
    """The channel of a thread; 0 if it does not exist or is hidden. Raises Unreachable, Refused."""
    return int((await get_if_visible(asking, f"/channels/{number}") or {}).get("parent_id") or 0)


async def get_if_visible(asking: Asking, path: str) -> Any:
    """A server or a channel; None if it does not exist or is hidden. Raises Unreachable, Refused."""
    try:
        return await asking.get(path)
    except Refused as refusal:
        if refusal.status not in (403, 404):
            raise
        return None


async def why_silent(asking: Asking, user: str, number: str) -> str:
    """Why the bot can tell of faults in no such channel; empty if it can. Raises Unreachable, Refused."""
    channel = await get_if_visible(asking, f"/channels/{number}")
    if channel is None:
        return host_checks.faults_channel_closed(number)
    if channel["type"] in WITHOUT_MESSAGES:
        return host_checks.faults_channel_silent(number)
    if "guild_id" not in channel:  # direct messages
        return ""
    guild = await asking.get(f"/guilds/{channel['guild_id']}")
    member = await asking.get(f"/guilds/{channel['guild_id']}/members/{user}")
    feature = Feature.TABLES
    if channel["type"] in THREADS:
        feature, channel = Feature.TABLES_IN_A_THREAD, await asking.get(f"/channels/{channel['parent_id']}")
    lacking = feature.lacking(permissions_in(channel, guild, member))
    return host_checks.faults_channel_lacks(number, lacking[0].client_name) if lacking else ""
