"""What people are called on pages: as they were heard last, or as Discord says. In memory alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping
from math import inf
from typing import Final

from bot.app import Biritch
from bot.client.places import DiscordMembers
from bot.clocks import is_within
from bot.streams.open_stream import Recent
from bot.supervisor import SUPERVISOR
from bot.tables.open_table import OpenTable
from storage.ports.records import UserId
from web.sheet import Called

MEMBERSHIP_EVERY: Final = 300.0
"""Seconds between two questions whether somebody is still a member of the server."""
MEMBERSHIP_AGAIN: Final = 60.0
"""The same after an answer that they are none, or that did not come."""
NAMES_ASKED_AT_ONCE: Final = 2
"""Questions to Discord, what somebody is called."""


class PageNames:
    def __init__(self, bot: Biritch, told: Callable[[OpenTable], None]) -> None:
        self._bot, self._told = bot, told
        self._members = DiscordMembers(bot)
        self._at_once = asyncio.Semaphore(NAMES_ASKED_AT_ONCE)
        self._called: Recent[UserId, str] = Recent()
        self._asked: Recent[tuple[UserId, int | None], tuple[float, str | None]] = Recent()

    async def is_member(self, user: UserId, guild: int | None) -> bool:
        """Asks Discord, which also says what they are called, unless it has said so lately. Where it
        cannot be asked, they are; then, and where they are not, it is asked again after a minute."""
        now = self._bot.now()
        at, name = self._asked.get((user, guild), (-inf, ""))
        if not is_within(MEMBERSHIP_EVERY if name else MEMBERSHIP_AGAIN, at, now):
            name = await self._members.display_name(user, guild)
            self._asked[user, guild] = now, name
            self._called[user] = name or self._called.get(user, "")
        return name is not None

    def name_of(self, user: UserId) -> str:
        return self._bot.services.readers.last_name(user) or self._called.get(user, "")

    def names_at(self, table: OpenTable, others: Collection[UserId] = ()) -> Called:
        """The names of those at a table and of ``others``, as far as they are known. Of who is not Discord is
        asked, until it answers, and beside the drawing, which is done anew then."""
        people = dict.fromkeys((*table.people.values(), *others))
        for user in people:
            if not self.name_of(user) and user not in self._called:
                self._called[user] = ""
                SUPERVISOR.run_once(self._ask_name(user, table), "page-name", table.id)
        guild = self._bot.get_guild(table.place.guild)

        def channels() -> Mapping[int, str]:
            return {one.id: one.name for one in guild.text_channels} if guild is not None else {}

        return Called({user: self.name_of(user) for user in people}, self._channel_name, channels)

    async def _ask_name(self, user: UserId, table: OpenTable) -> None:
        async with self._at_once:
            stays = await self.is_member(user, table.place.guild or None)
        if stays and not self.name_of(user):
            self._called.pop(user, None)  # it was not told this time: a later drawing asks again
        else:
            self._told(table)

    def _channel_name(self, number: int) -> str:
        found = self._bot.get_channel(number)
        return str(getattr(found, "name", "")) or "…"
