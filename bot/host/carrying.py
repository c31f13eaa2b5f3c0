"""Carries out in the running bot what a host has ordered (``bot.host.orders``), and leaves servers that have
not played for long, if the host has set that.

Each thing is done from what is stored, and noted as done once it is: after a kill it is done again, and what
was posted already has the same nonce.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from math import inf
from typing import Any, Final

from bot.adjourning import Adjourning
from bot.blocks import PERSON, Blockable, Blocks
from bot.client.servers import DiscordServers, JoinedServer
from bot.cluster import Cluster
from bot.discord_api.faults import NoPlace, TryLater, may_be_done
from bot.discord_api.sender import Messenger
from bot.host.orders import (
    ANNOUNCED,
    ANNOUNCED_FOR,
    ANNOUNCEMENT,
    FORGETTING,
    HOST,
    LEAVING,
    MAINTENANCE,
    OF_PERSON,
    OF_SERVER,
    TOLD_BEFORE,
    Order,
    Orders,
)
from bot.page_keys import PageLinks
from bot.preferences import Preferences
from bot.privacy import Privacy
from bot.readers import Readers
from bot.streams.open_stream import Recent
from bot.streams.service import Streams
from bot.supervisor import SUPERVISOR, sparing_others
from rules.frozen import frozen, replace
from screens.host_messages import (
    announcement_screen,
    maintenance_off_screen,
    maintenance_screen,
    personal_news_screen,
    server_left_screen,
)
from screens.screen import Screen
from screens.words.languages import spoken
from storage.ports.records import UserId
from storage.ports.storage import Choices, Rankings, StorageError

log = logging.getLogger(__name__)

MINUTE: Final = 60.0
DAY: Final = 24 * 3600.0
EVERY: Final = 300.0
"""Seconds between two looks for what is due."""
EVERY_SHARED: Final = 3.0
"""The same where another process may have been given an order."""
ENFORCED_AGAIN: Final = 3600.0
"""Seconds after which all blocks are carried out once more: somebody may have been pressing at the moment."""
SENT_AGAIN: Final = 2.0
"""Seconds after which what may have been posted is sent once more."""
PLAYED_LATELY: Final = 3600.0
"""Seconds since something was done in a channel whose players are told."""
PLAYS_WITHIN: Final = 92 * DAY
"""A server plays that has done anything since."""
NOTED_EVERY: Final = 30 * DAY
"""How exactly it is kept when a server last used the bot."""
LEFT_AFTER: Final = 30 * DAY
"""From telling a server that the bot will leave it until the bot does."""
TOLD_AT_MOST: Final = LEFT_AFTER + 7 * DAY
"""After so long that is told anew: the host had not wanted it meanwhile, or the bot was not there."""
USED: Final = "used"
TOLD_LEAVING: Final = "told_leaving"
COMMANDS_IN: Final = "commands_in"
TOLD_MAINTENANCE: Final = "maintenance_told"


@frozen
class Notices:
    """What the host has people told. Moments are in seconds since 1970, 0 for none."""

    away: float = 0.0  # when the maintenance begins
    text: str = ""
    given: float = 0.0  # when the text was

    @classmethod
    def from_stored(cls, stored: Mapping[str, str]) -> Notices:
        text, given = stored.get(ANNOUNCEMENT, ""), _stored_moment(stored.get(ANNOUNCED))
        return cls(_stored_moment(stored.get(MAINTENANCE)), text, given)

    def away_soon(self, now: float) -> bool:
        return 0 < self.away - now <= TOLD_BEFORE

    def has_news(self, now: float) -> bool:
        return bool(self.text) and -MINUTE <= now - self.given <= ANNOUNCED_FOR


NO_NOTICES: Final = Notices()


class Carrying:
    """``follow_orders`` goes on for as long as the bot does."""

    def __init__(
        self,
        orders: Orders,
        blocks: Blocks,
        choices: Choices,
        rankings: Rankings,
        privacy: Privacy,
        pages: PageLinks,
        adjourning: Adjourning,
        played: Collection[Streams[Any, Any, Any]],
        servers: DiscordServers,
        messenger: Messenger,
        readers: Readers,
        preferences: Preferences,
        now: Callable[[], float],
        is_sure: Callable[[], bool],
        cluster: Cluster,
        leave_after: int,
        part: int = 0,
    ) -> None:
        """``leave_after`` are days without play after which a server is left, 0 for never; ``is_sure`` says
        whether ``now`` can be trusted; ``part`` tells this process from others."""
        self._orders, self._blocks, self._choices, self._rankings = orders, blocks, choices, rankings
        self._privacy, self._pages = privacy, pages
        self._adjourning, self._played, self._servers = adjourning, played, servers
        self._messenger, self._readers, self._preferences = messenger, readers, preferences
        self._now, self._is_sure, self._cluster = now, is_sure, cluster
        self._leave_after = leave_after * DAY
        self._told_maintenance = f"{TOLD_MAINTENANCE}:{part}"
        self._enforced: set[Blockable] = set()
        self._enforce_again = self._look_for_idle = self._woken_for = 0.0
        self._announced = 0.0
        """When what every server was last asked about was announced."""
        self._used: dict[int, float] = {}
        self._notices = NO_NOTICES
        self._told_away: Recent[UserId, float] = Recent()
        """Who plays alone, or on a page, and has been told of a maintenance, and when that begins."""
        self._told_last: Recent[UserId, tuple[float, bool]] = Recent()
        """What that was before they were told last, and whether that was news too: it may not reach them."""
        self._told_rooms: Recent[str, None] = Recent()
        """The nonces by which channels were told of a maintenance: Discord knows them for minutes alone."""
        self._taken_back = 0
        """How many that had been told; one may be named again for the same moment."""
        self._one_by_one = asyncio.Lock()

    async def give_order(self, order: Order) -> str:
        """Stores an order and begins to carry it out; what the host is told. Raises OrderRefused,
        StorageError."""
        told = await self._orders.take_order(order)
        SUPERVISOR.run_once(self.carry_out(), "orders")
        return told

    async def follow_orders(self) -> None:
        looked = -inf
        while True:
            now = asyncio.get_running_loop().time()
            whole = not self._cluster.shared or now - looked >= EVERY
            looked = now if whole else looked
            await self.carry_out(whole=whole)
            await asyncio.sleep(EVERY_SHARED if self._cluster.shared else EVERY)

    async def carry_out(self, *, whole: bool = True) -> None:
        """What is due now. What fails is due again at the next look. Where the look is not ``whole`` no
        server is asked again about what has been announced before."""
        async with self._one_by_one:
            with suppress(StorageError):
                self._notices = Notices.from_stored(await self._choices.choices(HOST))
            for step in (
                self._enforce_blocks,
                self._forget_people,
                self._leave_servers,
                self._tell_maintenance,
                partial(self._announce, whole=whole),
                self._leave_idle_servers,
            ):
                try:
                    with sparing_others("an order of the host could not be carried out"):
                        await step()
                except StorageError as fault:
                    if fault.closed:  # the bot stops; the next start goes on
                        return
                    log.exception("an order of the host waits for the storage")

    async def commands_stand_in(self) -> int:
        """The server that was last told of the host's commands; 0 for none. Raises StorageError."""
        stored = (await self._choices.choices(HOST)).get(COMMANDS_IN, "")
        return int(stored) if stored.isdecimal() else 0

    async def note_commands_in(self, guild: int) -> None:
        await self._choices.set_choices(HOST, {COMMANDS_IN: str(guild) if guild else None})

    # People

    async def _enforce_blocks(self) -> None:
        if self._cluster.shared:
            await self._blocks.load_blocks()
        now, blocked = self._now(), self._blocks.blocked_since.keys()
        if abs(now - self._enforce_again) > ENFORCED_AGAIN:
            self._enforced, self._enforce_again = self._enforced - blocked, now
        for whom in [*blocked]:
            if whom not in self._enforced:
                with sparing_others("a block could not be carried out: %s", whom.block_owner):
                    await self._enforce(whom)
                    self._enforced.add(whom)
        for whom in self._enforced - blocked:
            self._enforced.discard(whom)
            if whom.kind != PERSON:
                self._adjourning.compare_places(whom.number)

    async def _enforce(self, whom: Blockable) -> None:
        """Once more changes nothing."""
        if whom.kind != PERSON:
            self._adjourning.compare_places(whom.number)  # its places count as gone
            return
        user = UserId(whom.number)
        await self._pages.end_all_of(user)
        await self._privacy.leave_everything(user)

    async def _forget_people(self) -> None:
        for owner in await self._choices.chosen_by_all(FORGETTING):
            user = UserId(int(owner.removeprefix(OF_PERSON)))
            with sparing_others("somebody could not be forgotten as the host has ordered"):
                if self._cluster.ours(user):  # any one process, and the same for all
                    await self._privacy.forget_person(user)
                    self._readers.forget_reader(user)
                    await self._choices.set_choices(owner, {FORGETTING: None})
                    log.info("somebody has been forgotten, as the host ordered")

    # Servers

    def note_use(self, guild: int | None) -> None:
        """Somebody has used the bot in a server."""
        if not self._leave_after or guild is None:
            return
        if abs(self._now() - self._used.get(guild, 0.0)) > NOTED_EVERY:
            self._used[guild] = self._now()
            note = self._choices.set_choices(f"{OF_SERVER}{guild}", {USED: str(int(self._now()))})
            SUPERVISOR.run_once(note, "use of a server")

    async def _leave_servers(self) -> None:
        for guild in await self._of_servers(LEAVING):
            with sparing_others("the server %s could not be left", guild):
                if self._cluster.ours(guild) and await self._servers.leave(guild):
                    await self._note(guild, LEAVING, None)
                    log.info("the bot has left the server %s, as its host ordered", guild)

    async def _leave_idle_servers(self) -> None:
        """Once a day: tells those that have not played for long, and leaves those that were told a month ago
        and have not played since."""
        now = self._now()
        if not self._leave_after or not self._is_sure() or abs(now - self._look_for_idle) < DAY:
            return
        used, told = await self._of_servers(USED), await self._of_servers(TOLD_LEAVING)
        for server in [*self._servers.joined()]:
            with sparing_others("whether the server %s is to be left could not be seen", server.number):
                last = max(server.came, used.get(server.number, 0.0))
                await self._leave_if_idle(server, last, now, told.get(server.number))
        self._look_for_idle = now

    async def _leave_if_idle(self, server: JoinedServer, last: float, now: float, told: float | None) -> None:
        """``last`` is when it did something at the least, ``told`` when it was told that the bot will leave
        it."""
        guild = server.number
        if not server.came or await self._has_played(guild, last, self._leave_after):
            if told is not None:
                await self._note(guild, TOLD_LEAVING, None)
        elif told is None or not -MINUTE <= now - told <= TOLD_AT_MOST:
            await self._tell_leaving(server, now + LEFT_AFTER)
        elif now - told >= LEFT_AFTER and await self._servers.leave(guild):
            await self._note(guild, TOLD_LEAVING, None)
            log.info("the bot has left the server %s, which has not played for long", guild)

    async def _tell_leaving(self, server: JoinedServer, leaves: float) -> None:
        channel = server.system_channel or self._servers.first_writable(server.number)
        if channel is not None:  # else nobody can be told
            screen, nonce = partial(server_left_screen, int(leaves)), f"l{server.number}"
            if not await self._post_in_server(server.number, channel, screen, nonce):
                return
        await self._note(server.number, TOLD_LEAVING, str(int(self._now())))

    async def _has_played(self, guild: int, last: float, within: float) -> bool:
        """Whether it has done anything in so many seconds, where ``last`` is when it did so at the least."""
        since = self._now() - within
        return last > since or await self._rankings.has_played_since(guild, since)

    # What people are told

    async def tell_news(self, user: UserId, show: Callable[[Screen], Awaitable[None]]) -> None:
        """Shows somebody what ``news_for`` has for them; of what has not reached them they are told another
        time. Raises StorageError, and what ``show`` raises."""
        told = await self.news_for(user)
        for screen in told:
            try:
                await show(screen)
            except Exception as fault:
                if not may_be_done(fault) or screen is not told[-1]:
                    await self.tell_again(user)
                raise

    async def tell_again(self, user: UserId) -> None:
        """What ``news_for`` or ``maintenance_for`` has given has not reached them. Raises StorageError."""
        self._told_away[user], with_news = self._told_last.pop(user, (0.0, True))
        if with_news:
            await self._preferences.change_person(user, lambda one: replace(one, heard=0))

    async def news_for(self, user: UserId) -> Sequence[Screen]:
        """What somebody who plays alone, and is in no channel, has not been told of yet; they are told now.
        Raises StorageError, if that leaves nothing to tell."""
        notices, told = self._notices, [*self.maintenance_for(user)]
        before = self._told_last.get(user, (0.0,))[0] if told else self._told_away.get(user, 0.0)
        try:
            if notices.has_news(self._now()) and await self._has_not_heard(user, notices):
                await self._preferences.change_person(
                    user, lambda one: replace(one, heard=int(notices.given))
                )
                self._told_last[user] = before, True
                told.append(personal_news_screen(notices.text))
        except StorageError:
            if not told:
                raise
        return told

    async def _has_not_heard(self, user: UserId, notices: Notices) -> bool:
        return (await self._preferences.of_person(user)).heard != int(notices.given)

    def maintenance_for(self, user: UserId) -> Sequence[Screen]:
        """Of this alone also somebody is told who plays on a page at a table in a channel: what is said in
        the channel they may not see."""
        notices, now, told = self._notices, self._now(), list[Screen]()
        told_away = self._told_away.get(user, 0.0)
        if told_away > now and told_away != notices.away:
            del self._told_away[user]
            told.append(maintenance_off_screen(int(told_away)))
        if notices.away_soon(now) and self._told_away.get(user) != notices.away:
            self._told_away[user] = notices.away
            told.append(maintenance_screen(int(notices.away)))
        if told:
            self._told_last[user] = told_away, False
        return told

    async def _tell_maintenance(self) -> None:
        """A quarter of an hour before, in every channel in which people play."""
        stored = await self._choices.choices(HOST)
        begins, now = _stored_moment(stored.get(MAINTENANCE)), self._now()
        told = _stored_moment(stored.get(self._told_maintenance))
        off = partial(maintenance_off_screen, int(told))
        if told > now and told != begins and await self._tell_players(off, "o", told):
            await self._choices.set_choices(HOST, {self._told_maintenance: None})
            self._taken_back += 1
        if begins != self._woken_for and 0 < begins - TOLD_BEFORE - now <= EVERY:
            self._woken_for = begins
            SUPERVISOR.run_once(self._carry_out_after(begins - TOLD_BEFORE - now), "orders")
        if not 0 < begins - now <= TOLD_BEFORE or stored.get(self._told_maintenance) == stored[MAINTENANCE]:
            return
        if await self._tell_players(partial(maintenance_screen, int(begins)), "m", begins):
            await self._choices.set_choices(HOST, {self._told_maintenance: stored[MAINTENANCE]})

    async def _tell_players(self, screen: Callable[[], Screen], sort: str, begins: float) -> bool:
        """In every channel in which people play. Whether all have been told."""
        rooms = {one for played in self._played for one in played.played_lately(PLAYED_LATELY)}
        whole = True
        for room in sorted(rooms, key=lambda one: one.channel):
            nonce = f"{sort}{int(begins) % 10**8}{room.channel % 10**14}{self._taken_back % 100}"
            if not self._blocks.is_server_blocked(room.guild) and nonce not in self._told_rooms:
                posted = False
                with sparing_others("the server %s could not be told of a maintenance", room.guild):
                    posted = await self._post_in_server(room.guild, room.channel, screen, nonce)
                if posted:
                    self._told_rooms[nonce] = None
                whole &= posted
        return whole

    async def _carry_out_after(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
        await self.carry_out()

    async def _announce(self, *, whole: bool) -> None:
        """Once in each server that plays and wants news."""
        notices = Notices.from_stored(await self._choices.choices(HOST))
        text, given = notices.text, notices.given
        if not notices.has_news(self._now()):
            return
        if given == self._announced and not whole:
            return
        told, used = await self._of_servers(ANNOUNCED), await self._of_servers(USED)
        for server in [*self._servers.joined()]:
            guild, channel = server.number, server.system_channel
            if told.get(guild) == given or channel is None or self._blocks.is_server_blocked(guild):
                continue
            with sparing_others("nothing could be announced in the server %s", guild):
                wants = (await self._preferences.of_server(guild)).news
                if wants and await self._has_played(guild, used.get(guild, 0.0), PLAYS_WITHIN):
                    nonce = f"a{guild % 10**14}{int(given) % 10**8}"
                    if await self._post_in_server(guild, channel, partial(announcement_screen, text), nonce):
                        await self._note(guild, ANNOUNCED, str(int(given)))
        self._announced = given

    async def _post_in_server(
        self, guild: int, channel: int, screen: Callable[[], Screen], nonce: str
    ) -> bool:
        """In the language of the server. Whether that is done with: posted, or it never can be."""
        with spoken((await self._readers.room(guild)).language):
            try:
                await self._send_notice(channel, screen(), nonce)
            except TryLater:
                return False
            except NoPlace as fault:
                log.info("a server is not told: %s", fault)
        return True

    async def _send_notice(self, channel: int, screen: Screen, nonce: str) -> None:
        """Raises NoPlace, TryLater. What may have been posted is sent once more soon: at the next look
        Discord may not know the nonce any more."""
        try:
            await self._messenger.post(None, channel, screen, nonce)
        except TryLater as fault:
            if not may_be_done(fault):
                raise
            await asyncio.sleep(SENT_AGAIN)
            await self._messenger.post(None, channel, screen, nonce)

    async def _of_servers(self, name: str) -> Mapping[int, float]:
        """What has been noted of servers under a name, a moment each."""
        rows = await self._choices.chosen_by_all(name)
        return {
            int(owner.removeprefix(OF_SERVER)): _stored_moment(at)
            for owner, at in rows.items()
            if owner.startswith(OF_SERVER)
        }

    async def _note(self, guild: int, name: str, at: str | None) -> None:
        await self._choices.set_choices(f"{OF_SERVER}{guild}", {name: at})


def _stored_moment(stored: str | None) -> float:
    """0 if there is none."""
    return float(stored) if stored is not None and stored.isdecimal() else 0.0
