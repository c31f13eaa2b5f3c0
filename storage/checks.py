"""What a host is told of, has counted and has checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from functools import partial
from typing import Final

from rules.frozen import replace
from storage import contests, copying, log, ratings, recounting, seals, slots, snapshots, standings, streams
from storage.copying import Chains
from storage.engine import LONG_REST, REST, Breath, Slices, Step, unheard
from storage.errors import DamagedDatabase, DatabaseFailed
from storage.ports.records import Checked, Decayed, TableId, millis
from storage.ports.storage import BrokenChain, DamagedRows, Troubles
from storage.recounting import CountDeals
from storage.roles import KEYS_AT_ONCE, Role, Shared, listing, reading
from storage.sqlite.connections import scratch

DETAILS_KEPT: Final = 365
"""Days for which it is kept why robots acted, and how the plays of compared deals went, if nothing else is
set. ``/privacy`` tells of it."""
COPIES_KEPT: Final = 30 * 24 * 3600.0
"""Seconds for which a copy stays of the database as it was before an update. ``/privacy`` tells of it."""


class Checks(Role, Troubles):
    """The troubles of the streams, and what takes long."""

    def __init__(self, shared: Shared) -> None:
        super().__init__(shared)
        self.damaged: Mapping[TableId, int] = {}
        self.flaw: str | None = None

    late = listing(streams.late)
    hidden = reading(streams.hidden)
    is_count_due = reading(standings.is_count_due)

    async def verify_chains(self, step: Step = unheard) -> Chains:
        """Check every table and score sheet that there has been."""
        try:
            return await self.database.read(partial(copying.chains, step=step))
        except DatabaseFailed as fault:  # on a server nothing can be read after what could not
            if not fault.unreadable:
                raise
        found = Chains({}, {})
        for table in await self.database.read(copying.streams):
            try:
                found.whole[table] = await log.read_stream(
                    self.database, table, partial(log.verify, table=table)
                )
            except BrokenChain as broken:
                found.broken[table] = broken.version
            except DamagedRows:
                found.broken[table] = 0
        return found

    async def drop_old_copies(self) -> None:
        """Delete what is left of the database as it was before an update, once its term is over."""
        if self.shared.is_sure():
            await self.database.drop_copies(self.shared.now() - COPIES_KEPT)

    async def drop_details(self, days: float) -> tuple[int, int]:
        """Delete, in slices while the bot goes on, why robots acted so many days ago, and how plays went that
        ended then. Returns how many of each. A table whose rows cannot be read keeps no other from it; the
        first DatabaseFailed is raised then."""
        if not self.shared.is_sure():
            return 0, 0
        before, sliced = millis(self.shared.now() - days * 24 * 3600.0), Slices()
        reasons, plays = 0, 0
        first: DatabaseFailed | None = None
        stream: str | None = ""
        while stream is not None:
            old, stream = await sliced(self._with_old_reasons(stream, before))
            for table in old:
                dropped = KEYS_AT_ONCE
                while dropped == KEYS_AT_ONCE:
                    work = partial(snapshots.drop_reasons, table=table, before=before, most=KEYS_AT_ONCE)
                    try:
                        dropped = await sliced(self.database.write(work))
                    except DatabaseFailed as fault:
                        if not fault.unreadable:
                            raise
                        first, dropped = first or fault, 0
                    reasons += dropped
        place: contests.Place | None = contests.OLDEST
        while place is not None:
            lines = partial(contests.drop_lines, before=before, after=place, most=KEYS_AT_ONCE)
            dropped, place = await sliced(self.database.write(lines))
            plays += dropped
        if first is not None:
            raise first
        return reasons, plays

    async def _with_old_reasons(self, after: str, before: int) -> tuple[Sequence[TableId], str | None]:
        """As ``snapshots.old_reasons``; all of these streams, if the reasons of one cannot be read."""
        try:
            return await self.database.read(
                partial(snapshots.old_reasons, after=after, before=before, most=KEYS_AT_ONCE)
            )
        except DatabaseFailed as fault:
            if not fault.unreadable:
                raise
        return await self.database.read(partial(snapshots.next_streams, after=after, most=KEYS_AT_ONCE))

    async def examine_file(self) -> None:
        """Look through the whole file in slices, while the bot goes on: a start does not. Raises
        DamagedDatabase, and ``flaw`` then says why."""
        breath = Breath(rest=LONG_REST)
        try:
            await self.database.examine(breath)
        except DamagedDatabase as damage:
            self.flaw = damage.finding
            raise
        self.flaw = None

    async def rebuild_projections(
        self, count: CountDeals, *, if_due: bool = False, unhurried: bool = False, step: Step = unheard
    ) -> bool:
        """Rebuild the projections from the log while the bot goes on. With ``if_due``, only if an earlier
        version of the bot made the last count. Returns whether it did so. What cannot be read is logged and
        left out."""
        if if_due and not await self.is_count_due():
            return False
        await self._recount(count, unhurried=unhurried, check=False, step=step)
        await self.database.write(standings.note_count)
        return True

    async def rate_late(self) -> None:
        """Wait for a rubber that ends before the last that is rated, as by the clock of another process, or
        for somebody to be forgotten, and rate all of the game in the server again. If that is cut short, the
        check of the day does it."""
        await self._rate_again({await self.shared.unrated.get()}, LONG_REST)

    async def rate_forgotten(self) -> None:
        """The same at once for those that wait, where nobody does it beside."""
        await self._rate_again(set(), 0.0)

    async def _rate_again(self, games: set[tuple[int, str]], rest: float) -> None:
        while not self.shared.unrated.empty():
            games.add(self.shared.unrated.get_nowait())
        waiting = sorted(games)
        try:
            while waiting:
                await ratings.settle(self.database, *waiting.pop(), rest)
        finally:
            for game in waiting:  # they do not wait for one that fails
                self.shared.unrated.put_nowait(game)

    async def check_projections(self, count: CountDeals, *, unhurried: bool = True) -> Checked:
        """Count every server again while the bot goes on, and correct what differs. A server of which
        something cannot be read stays as it is. Rows of messages that have left their place are put back, and
        people who are no longer found in a server's list are noted again when they play."""
        checked = await self._recount(count, unhurried=unhurried, check=True, step=unheard)
        misplaced = await self.database.read(slots.misplaced)
        if misplaced:
            await self.database.write(slots.put_in_order)
        decayed = tuple(
            one for one in await self.decayed(unhurried=unhurried) if one.table not in seals.OF_STREAMS
        )
        for guild in contests.guilds_of(decayed):
            await self.database.write(partial(contests.settle_regulars, guild=guild))
        return replace(checked, misplaced=misplaced, decayed=decayed)

    async def moments_ahead(self) -> Mapping[str, tuple[int, float]]:
        """What is stored of moments that lie ahead, by its table: how many rows, and the last. None is
        waited for."""
        now, found = millis(self.shared.now()), dict[str, tuple[int, float]]()
        for table, (statement, may_be) in streams.AHEAD.items():
            with suppress(DatabaseFailed):  # damage is told of otherwise
                row = await self.database.read(partial(streams.ahead, statement=statement, of=now + may_be))
                if row is not None:
                    found[table] = row
        return found

    async def decayed(self, *, unhurried: bool = False) -> tuple[Decayed, ...]:
        """What has a seal, or a length, and is not what was written. No seal covers a message that is posted
        again. While the bot goes on, and on a server, tables are read piece by piece."""
        found = list[Decayed]()
        for table in seals.COVERED:
            try:
                found += await self._decayed_in(table, unhurried=unhurried)
            except DatabaseFailed as fault:
                if not fault.unreadable:
                    raise
                found.append(Decayed("rows", table))
        return (*found, *await self.database.read(seals.decayed_lists))

    async def _decayed_in(self, table: str, *, unhurried: bool) -> Sequence[Decayed]:
        if not (unhurried or self.database.has_peers):
            return await self.database.read(lambda db: seals.decayed_rows(db, table))
        found, after, more = list[Decayed](), seals.FIRST, True
        sliced = Slices(LONG_REST if unhurried else 0.0)
        while more:
            page, after = await sliced(
                self.database.read(partial(seals.decayed_page, table=table, after=after))
            )
            found += page
            more = bool(after)
        return found

    async def _recount(self, count: CountDeals, *, unhurried: bool, check: bool, step: Step) -> Checked:
        breath = Breath(rest=(LONG_REST if check else REST) if unhurried else 0.0)
        counted = await recounting.every_server(
            self.database, lambda: closing(scratch()), count, breath, step, check=check
        )
        self.damaged = counted.damaged
        return counted
