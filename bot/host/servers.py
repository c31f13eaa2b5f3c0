"""What the bot may do in the servers that it is in, channel by channel, as Discord tells it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Final

from bot.host.discord_asked import (
    FOR_MORE,
    NEEDED,
    SEND_MESSAGES,
    VIEW_CHANNEL,
    Asking,
    Refused,
    invitation,
    permissions_in,
)
from bot.ports.records import Place
from rules.frozen import frozen
from screens.words import host_checks as words

TEXT: Final = (0, 5)
"""Discord's types of channels for text: ordinary ones, and those for announcements."""
PAGE: Final = 200


@frozen
class Told:
    """A sentence: of a fault, or of something worth knowing, or that all is well."""

    sentence: str
    fault: bool = True
    note: bool = False


async def in_servers(
    asking: Asking,
    user: str,
    application: str,
    places: Sequence[Place],
    chosen: Mapping[int, Sequence[int]],
) -> AsyncIterator[Told]:
    """What is to be told of each. ``places`` are those where something stands, ``chosen`` the channels in
    which each server has tables opened. Raises Unreachable, Refused."""
    address = invitation(application)
    any_server = False
    async for listed in _all(asking):
        any_server = True
        number, name = listed["id"], listed["name"]
        try:
            guild = await asking.get(f"/guilds/{number}")
            member = await asking.get(f"/guilds/{number}/members/{user}")
            channels = {int(one["id"]): one for one in await asking.get(f"/guilds/{number}/channels")}
        except Refused as refusal:
            if refusal.status not in (403, 404):
                raise
            yield Told(words.server_unknown(name, refusal.status))
            continue
        wanted = {
            *(place.channel for place in places if place.guild == int(number)),
            *chosen.get(int(number), ()),
        }
        faults, looked_at = [], []
        for one in sorted(wanted):
            channel = channels.get(one) or channels.get(await _parent(asking, one))
            if channel is None:
                faults.append(words.channel_gone(name, one))
                continue
            looked_at.append(channel)
            may = permissions_in(channel, guild, member)
            missing = [told for bit, told in NEEDED.items() if not may & bit]
            if missing:
                faults.append(words.permissions_missing(name, channel["name"], ", ".join(missing)))
        to_write = VIEW_CHANNEL | SEND_MESSAGES
        text = [one for one in channels.values() if one["type"] in TEXT]
        open_to_it = [one for one in text if permissions_in(one, guild, member) & to_write == to_write]
        if not open_to_it:
            faults.append(words.writes_nowhere(name, address))
        for told in faults:
            yield Told(told)
        if not faults:
            yield Told(words.permissions_fine(name), fault=False)
        for bit, (permission, what) in FOR_MORE.items():
            lacking = [one for one in looked_at or open_to_it if not permissions_in(one, guild, member) & bit]
            if lacking and (looked_at or len(lacking) == len(open_to_it)):
                where = [f"#{one['name']}" for one in lacking] if looked_at else []
                yield Told(words.without(name, where, permission, what), fault=False, note=True)
    if not any_server:
        yield Told(words.in_no_server(address))


async def _all(asking: Asking) -> AsyncIterator[Mapping[str, Any]]:
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
    """The channel of a thread; 0 for what is not there or hidden. Raises Unreachable, Refused."""
    try:
        return int((await asking.get(f"/channels/{number}")).get("parent_id") or 0)
    except Refused as refusal:
        if refusal.status not in (403, 404):
            raise
        return 0
