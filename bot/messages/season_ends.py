"""Tells the end of a season once, in the channel in which the last rubber of it ended that counts; where that
is a thread, in the channel to which it belongs, unless that is a forum.

That it is told is noted before, so that no end is told twice, whatever fails then and however many processes
look; if the process is killed between the two, nothing is told. Nor is anything where nothing was ranked,
where the server has no seasons, or days after.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final, Protocol

from bot.clocks import pauses
from bot.discord_api.faults import NoPlace, TryLater
from bot.discord_api.rest import TOO_MANY
from bot.discord_api.sender import Messenger
from bot.preferences import House, Preferences
from bot.readers import Readers
from bot.supervisor import sparing_others
from rules.counting.seasons import Month, Season, begins_season, season_in
from rules.games.all_games import GAMES
from screens.leaderboard import season_over_screen
from screens.screen import Screen
from screens.words.languages import spoken
from storage.ports.records import Board, Ranked
from storage.ports.storage import Rankings, Seasons, StorageError

log = logging.getLogger(__name__)

LOOK: Final = 300.0
"""Seconds between two looks."""
SETTLED: Final = 60.0
"""Seconds after the end of a season before it is told: the last rubber is stored by then."""
TOO_LATE: Final = 3 * 24 * 3600.0
"""Seconds after which it is told no more."""
TRIES: Final = 5
ROOMS_TRIED: Final = 5
WILL_NOT_DO: Final = range(400, 500)
"""How Discord answers what it will not do another time either, but for ``TOO_MANY``."""


class Servers(Protocol):
    """The servers that this process sees."""

    def servers(self) -> Sequence[int]: ...
    async def room_of(self, guild: int, channel: int) -> int | None:
        """The channel to which one belongs, itself if it is no thread or one of a forum; None if it is gone.
        Raises TryLater."""


class SeasonEnds:
    """``tell_when_due`` goes on for as long as the bot does."""

    def __init__(
        self,
        seasons: Seasons,
        rankings: Rankings,
        preferences: Preferences,
        readers: Readers,
        messenger: Messenger,
        places: Servers,
        sure_now: Callable[[], float | None],
    ) -> None:
        """``sure_now`` gives seconds since 1970, and None while they are not certain: a clock that is ahead
        ends no season."""
        self._seasons, self._rankings, self._preferences = seasons, rankings, preferences
        self._readers, self._messenger, self._places = readers, messenger, places
        self._sure_now = sure_now
        self._done: dict[int, Month] = {}
        """The servers in which nothing is to be told any more of a season that ended before this month."""

    async def tell_when_due(self) -> None:
        while True:
            try:
                await self.tell_due()
            except StorageError:
                log.exception("the end of a season could not be told")
            await asyncio.sleep(LOOK)

    async def tell_due(self) -> None:
        """Raises StorageError."""
        now = self._sure_now()
        if now is None:
            return
        moment = datetime.fromtimestamp(now, UTC)
        today = Month(moment.year, moment.month)
        since = now - datetime(today.year, today.number, 1, tzinfo=UTC).timestamp()
        if not SETTLED <= since < TOO_LATE:
            return
        for guild in self._places.servers():
            with sparing_others("the end of a season could not be told in the server %s", guild):
                if self._done.get(guild) != today and await self._is_done(guild, today):
                    self._done[guild] = today

    async def _is_done(self, guild: int, today: Month) -> bool:
        """Whether nothing is left to tell in a server in this month."""
        house = await self._preferences.of_server(guild)
        lengths = await self._seasons.season_lengths(guild)
        if not house.seasons or not begins_season(lengths, today):
            return True
        season, following = season_in(lengths, today.plus(-1)), season_in(lengths, today)
        if await self._seasons.is_end_told(guild, season):
            return True
        rooms = await self._seasons.season_rooms(guild, season)
        best = await self._best(guild, season) if rooms else {}
        if best is None:
            return False
        if not best:
            return True
        try:
            channels = await self._rooms_known(guild, rooms)
        except TryLater:
            return False
        if await self._seasons.claim_end(guild, season):
            with spoken((await self._readers.room(guild)).language):
                screen = season_over_screen(season, following, best)
            await self._post_end(guild, _in_order(channels, house), screen)
        return True

    async def _best(self, guild: int, season: Season) -> Mapping[str, Sequence[Ranked]] | None:
        """The first lines of each game that was played, the games with most rubbers first; None while all is
        being counted anew."""
        found = dict[str, Sequence[Ranked]]()
        for game in GAMES:
            page = await self._rankings.leaderboard(guild, game, Board.PERSONS, season.period)
            if page.counting:
                return None
            if page.lines:
                found[game] = page.lines
        return dict(sorted(found.items(), key=lambda one: -sum(line.rubbers for line in one[1])))

    async def _rooms_known(self, guild: int, rooms: Sequence[int]) -> Sequence[int]:
        found = [await self._places.room_of(guild, room) for room in rooms[:ROOMS_TRIED]]
        return [*dict.fromkeys(room for room in found if room is not None)]

    async def _post_end(self, guild: int, channels: Iterator[int], screen: Screen) -> None:
        """Posts once, in the first of these channels that takes it. The same nonce again posts nothing."""
        for channel in channels:
            for tries, pause in zip(range(TRIES), pauses(), strict=False):
                try:
                    await self._messenger.post(None, channel, screen, f"s{guild}")
                except NoPlace as fault:
                    log.info("the end of a season is not told there: %s", fault)
                    break
                except TryLater as fault:
                    if fault.status in WILL_NOT_DO and fault.status != TOO_MANY:
                        log.warning("the end of a season cannot be told there: %s", fault)
                        break
                    if tries == TRIES - 1:
                        log.warning("the end of a season is told nowhere: %s", type(fault).__name__)
                        return
                    await asyncio.sleep(pause)
                else:
                    return


def _in_order(channels: Sequence[int], house: House) -> Iterator[int]:
    """Where tables may be opened, if the server says so; the first of these if they were played elsewhere."""
    if not house.channels:
        yield from channels
        return
    yield from dict.fromkeys([*(one for one in channels if one in house.channels), *house.channels[:1]])
