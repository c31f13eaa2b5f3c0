"""The tables at which one person plays with robots: each person has one, on whatever message they press.

Such a table has no slots, and nothing is posted for it: an act waits until the robots have acted too, and is
answered by redrawing the message on which it was asked for. It is never waited for, and lies as long as its
person stays away.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Final

from bot.clocks import cancelled
from bot.errors import AppRefused, AppWhy
from bot.preferences import Preferences, table_choices
from bot.streams.open_stream import Key, Locks
from bot.supervisor import SUPERVISOR
from bot.tables.contests import is_contest
from bot.tables.open_table import OpenTable
from bot.tables.robots import RobotFollower
from bot.tables.service import Tables
from robots.player import STRENGTH_OPTION as ROBOTS
from robots.player import Strength
from rules.challenges import has_own_door
from rules.errors import Refusal
from rules.frozen import frozen, replace
from rules.games.all_games import GAMES
from rules.refusals import Refused, Why
from rules.seats import Seat
from rules.table.alone import opened_to_others
from rules.table.requests import CloseTable, CutPack, OpenToOthers
from rules.table.taking_back import has_acted
from rules.view import HINTS_ON, Alone, GivenDeal
from storage.ports.records import Place, TableId, UserId

_OWN_BEFORE_DUMMYS: Final = (Seat.SOUTH, Seat.WEST, Seat.EAST, Seat.NORTH)
"""Where a player of two hands has their own before that of Dummy."""
THINKING: Final = 0.25
"""The most seconds that a robot thinks about a card: three of them before somebody sees their own play."""


@frozen
class Wish:
    """What somebody wants to play alone."""

    game: str = next(iter(GAMES))
    robots: Strength = Strength.BEST
    declares: bool = False
    best_hand: bool = False

    def __str__(self) -> str:
        """As it is kept: ``vint easy declares``."""
        words = (("declares", self.declares), ("best-hand", self.best_hand))
        return " ".join((self.game, self.robots.value, *(word for word, wanted in words if wanted)))

    @classmethod
    def from_kept(cls, kept: str) -> Wish:
        """What was kept; the usual wish if nothing was, or a game that is no longer there."""
        game, _, others = kept.partition(" ")
        robots, *more = others.split() or [Strength.BEST.value]
        if game not in GAMES or robots not in {one.value for one in Strength}:
            return cls()
        return cls(game, Strength(robots), "declares" in more, "best-hand" in more)


class PlayedAlone:
    """Begins them, takes them up, and waits for the robots."""

    def __init__(self, tables: Tables, robots: RobotFollower, preferences: Preferences) -> None:
        self._tables = tables
        self._robots = robots
        self._preferences = preferences
        self._beginning: Locks[UserId] = Locks()
        self._opening: dict[TableId, asyncio.Task[None] | None] = {}
        """The tables that are opened to others now; with a task those that were left half opened."""

    async def close(self) -> None:
        await cancelled(task for task in self._opening.values() if task is not None)

    def taken_up(self, table: OpenTable) -> None:
        """Opens to others a table that stands in a channel though one person plays there alone: the process
        was killed, or the storage away, between the two."""
        if table.id in self._opening or table.closed or not _is_half_opened(table):
            return
        task = SUPERVISOR.run_until_done("opening to friends", lambda: self._open_the_rest(table.id))
        self._opening[table.id] = task
        task.add_done_callback(lambda _: self._opening.pop(table.id, None))

    async def _open_the_rest(self, table_id: TableId) -> None:
        with suppress(Refusal):  # it stays as it is
            await self.finish_opening(await self._tables.get(table_id))

    async def table_of(self, user: UserId) -> OpenTable | None:
        """The table at which somebody plays alone; the one that they used last, if a deal is played once
        more beside it."""
        return max(await self._tables_of(user), key=lambda table: table.at, default=None)

    async def in_hand(self, user: UserId) -> OpenTable | None:
        """Of all tables at which somebody plays alone, that of the deal of a day too, the one that they used
        last; of two in one moment, one with a deal in progress that others play too."""

        def used(table: OpenTable) -> tuple[float, bool, bool]:
            return table.at, table.state.deal is not None, is_contest(table.shuffled_as)

        mine = await self._tables.tables_of(user)
        return max((one for one in mine if one.state.alone is not None), key=used, default=None)

    async def unfinished_table(self, user: UserId) -> OpenTable | None:
        """Of the tables that ``begin_game`` would close, one with a deal in which they have called or
        played."""
        return next((one for one in await self._replaceable(user) if has_acted(one.state)), None)

    async def last_wish(self, user: UserId) -> Wish:
        """What they wished for last; easy robots for somebody who has not sat through a deal yet."""
        kept = (await self._preferences.of_person(user)).alone
        if not kept and await self._tables.is_newcomer(user):
            return Wish(robots=Strength.EASY)
        return Wish.from_kept(kept)

    async def begin_game(self, user: UserId, wish: Wish, cut: CutPack, key: Key) -> OpenTable:
        """Opens a table for this wish, which is kept; earlier ones are closed, but for a deal that is
        compared: who looks at one has had their try at it. Done once for each key."""
        options = {**dict((HINTS_ON,)), ROBOTS: wish.robots.value}
        alone = Alone(wish.declares, wish.best_hand)
        async with self._beginning.lock_for(user):
            repeated = await self._tables.was_done(key)
            table = await self._tables.open_alone(user, wish.game, options, alone, cut=cut, by=key)
            if repeated:  # what stands beside it is newer
                return table
            await self._close_tables([one for one in await self._replaceable(user) if one.id != table.id])
        await self._preferences.change_person(user, lambda tastes: replace(tastes, alone=str(wish)))
        return table

    async def again(self, user: UserId, table: OpenTable, number: int, key: Key) -> OpenTable:
        """A deal of a table that is over once more, at a table of its own: the same cards in the same seats.
        One deal at a time is played so, beside the table that it is of. Raises AppWhy.NO_DEAL_YET,
        Why.NOT_SEATED, AppWhy.ONE_MORE_OPEN."""
        done = await self._tables.finished(table.id, number)
        sat = await self._tables.dealt_to(table.id, number)
        if done is None or sat is None or table.state.evening is not None:  # others may have still to play it
            raise AppRefused(AppWhy.NO_DEAL_YET)
        deal, person = done.deal, table.person(user)
        if person not in sat:
            raise Refused(Why.NOT_SEATED)
        seat = next(seat for seat in _OWN_BEFORE_DUMMYS if sat.of(seat) == person)
        given = GivenDeal(table.shuffled_as, deal.number, deal.cut.at, deal.cut.salt, deal.dealer, seat)
        options: Mapping[str, str] = dict(done.options)
        cut, seed = CutPack(deal.cut.at, deal.cut.salt), bytes.fromhex(deal.seed)
        async with self._beginning.lock_for(user):
            before = [one for one in await self._tables_of(user) if _is_once_more(one)]
            repeated = await self._tables.was_done(key)
            if not repeated and any(has_acted(one.state) for one in before):
                raise AppRefused(AppWhy.ONE_MORE_OPEN)
            new = await self._tables.open_alone(
                user, table.state.game, options, Alone(given=given), cut=cut, seed=seed, by=key
            )
            await self._close_tables([one for one in before if not repeated and one.id != new.id])
        return new

    async def _tables_of(self, user: UserId) -> list[OpenTable]:
        """All but those at which they play the deal of a day or of a challenge, which are taken up where they
        were begun."""
        mine = await self._tables.tables_of(user)
        others = [one for one in mine if one.state.one_try is not None and has_own_door(one.shuffled_as)]
        return [one for one in mine if one.state.alone is not None and one not in others]

    async def _replaceable(self, user: UserId) -> list[OpenTable]:
        return [one for one in await self._tables_of(user) if one.state.one_try is None]

    async def _close_tables(self, tables: Iterable[OpenTable]) -> None:
        for table in tables:
            with suppress(Refusal):  # it is closed by now
                await self._tables.act(table.id, None, CloseTable())

    async def wait_for_robots(self, table_id: TableId) -> None:
        """Waits until the robots of a table have done what is theirs to do."""
        await self._robots.wait_for_robots(table_id)

    async def open_to_others(self, table: OpenTable, place: Place, key: Key) -> OpenTable:
        """Move a table to a channel, where others may take the robots' chairs, as the server has chosen.
        Raises TableHere, TooManyOpen, AppWhy.ROBOTS_FORBIDDEN, Why.CANNOT_BE_SHARED, Why.SEEN_BEFORE."""
        house = await self._preferences.of_server(place.guild)
        if not house.robots:
            raise AppRefused(AppWhy.ROBOTS_FORBIDDEN)
        server = tuple(table_choices(house).items())
        opened_to_others(table.state, None, server)  # what is refused moves nothing
        self._opening.setdefault(table.id, None)
        try:
            await self._tables.move(table.id, place.channel, place.guild)
            return await self._tables.act(table.id, None, OpenToOthers(server), key=key)
        finally:
            if self._opening.get(table.id) is None:
                self._opening.pop(table.id, None)
                self.taken_up(table)

    async def finish_opening(self, table: OpenTable) -> OpenTable:
        """Opens a table to others that stands in a channel unseen. Raises Why.SEEN_BEFORE."""
        if not _is_half_opened(table):
            return table
        house = await self._preferences.of_server(table.place.guild)
        try:
            return await self._tables.act(table.id, None, OpenToOthers(tuple(table_choices(house).items())))
        except Refusal:
            if _is_half_opened(opened := await self._tables.get(table.id)):
                raise
            return opened  # somebody else has done it


def _is_half_opened(table: OpenTable) -> bool:
    return table.state.alone is not None and table.place.is_in_discord


def _is_once_more(table: OpenTable) -> bool:
    given = table.state.alone.given if table.state.alone is not None else None
    return given is not None and not given.once
