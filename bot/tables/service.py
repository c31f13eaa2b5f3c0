"""The table service: ``Tables.act`` is the one way to move, for people, robots and the clock alike.

It decides under the table's lock, commits, and only then tells anybody. It knows nothing of Discord.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil
from typing import Final, Protocol

from bot import errors
from bot.ports.errors import AlreadyDone, StaleVersion, StorageError
from bot.ports.records import Place, Reason, Stream, TableId, UserId
from bot.ports.storage import EventLog
from bot.streams.chance import ChanceSource
from bot.streams.idempotency import Idempotency, Key
from bot.tables import open_table, slots
from bot.tables.open_table import Finished, Live, Made
from robots.player import NO_REASONS, Reasons
from robots.reasons import encode
from rules.calls import Action, Play
from rules.errors import Refusal
from rules.games.all_games import game
from rules.members import Member, Person, RobotMember
from rules.table.decide import decide
from rules.table.events import Event, Opened
from rules.table.requests import (
    AnswerClaim,
    ClaimRest,
    CutPack,
    Join,
    Request,
    RobotForAbsent,
    SetOption,
    Start,
    TakeDummy,
)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Point:
    """What a press answers: the deal (or for a start the number of rubbers), how far the calls had come, or
    for a claim how many cards lay played. None where the press says nothing of it."""

    at: int | None = None
    point: int | None = None


class Follower(Protocol):
    """One that looks at a table after every change and brings the world to what the state says."""

    def changed(self, live: Live) -> None: ...


ANYTIME: Final = Point()
PATIENCE: Final = 180.0
"""Seconds for which a table waits for a person before the others may have a robot play on for him."""


class Tables:
    """All open tables."""

    def __init__(
        self, log: EventLog, luck: ChanceSource | None = None, now: Callable[[], float] = time.time
    ) -> None:
        self._log = log
        self._luck = luck or ChanceSource()
        self._now = now
        self._live: dict[TableId, Live] = {}
        self._by_channel: dict[int, TableId] = {}
        self._opening = asyncio.Lock()
        self._once = Idempotency(log, now)
        self._connected = now()
        self.followers: list[Follower] = []

    def connected(self) -> None:
        """The bot is connected to Discord (again): time in which nobody could press counts for nobody."""
        self._connected = self._now()

    def since(self, found: Live) -> float:
        """The moment from which a table has been waiting for somebody."""
        return max(found.at, self._connected)

    async def wake(self) -> None:
        """Takes up every open table after a start, and tells the followers of each."""
        for stream in await self._log.open_tables():
            self._by_channel[stream.place.channel] = stream.table
            try:
                self._tell(await self.get(stream.table))
            except (StorageError, Refusal) as fault:  # the others go on without it
                log.error("table %s cannot be taken up: %r", stream.table, fault)

    async def get(self, table: TableId) -> Live:
        """The table, open or closed. Raises NoSuchTable."""
        found = self._live.get(table)
        if found is None:
            async with self._opening:
                found = self._live.get(table) or await self._load(table)
        return found

    async def _load(self, table: TableId) -> Live:
        stream = await self._log.table(table)
        if stream is None:
            raise errors.NoSuchTable
        loaded = await self._replayed(stream)
        if stream.open:
            self._live[table] = loaded
        return loaded

    async def _replayed(self, stream: Stream) -> Live:
        await self._log.verify_chain(stream.table)
        table = await asyncio.to_thread(open_table.replayed, await self._log.read(stream.table))
        seed = await self._log.secret(stream.table, table.deals)
        shown = {
            slot.key.name for slot in await self._log.slots(stream.table) if slot.message and not slot.parked
        }
        people = dict(await self._log.people(stream.table))
        return Live(
            id=stream.table,
            place=stream.place,
            table=table,
            version=stream.version,
            at=stream.at,
            people=people,
            seeds={table.deals: seed} if seed is not None else {},
            panels=(panels := {person for person in people if slots.panel(person) in shown}),
            by_dm=set(panels),
        )

    def in_channel(self, channel: int) -> TableId | None:
        """The open table that stands in a channel."""
        return self._by_channel.get(channel)

    async def of_user(self, user: UserId) -> list[Live]:
        """The open tables to which a user belongs."""
        streams = await self._log.open_tables_of(user)
        known = [await self.get(stream.table) for stream in streams]
        return [one for one in known if one.belongs(user)]

    async def open(
        self, place: Place, key: str, options: Mapping[str, str], *, by: Key | None = None
    ) -> Live:
        """Opens a table for a game. Raises TableHere, TooLate, Unreadable, BadOption, OptionsClash."""
        variant = game(key).variant(options)
        event = Opened(variant.key, tuple(sorted(options.items())))
        async with self._opening:
            done = await self._once.done_before(by)
            if done is not None:
                return self._live.get(done) or await self._load(done)
            if place.channel in self._by_channel:
                raise errors.TableHere
            table = TableId(self._luck.token())
            state = open_table.opened(event)
            version = await self._log.append(
                table, 0, (event,), key=str(by) if by else None, slots=(slots.room(state),), place=place
            )
            found = Live(table, place, state, version, self._now(), {}, {}, set(), set())
            self._live[table] = found
            self._by_channel[place.channel] = table
        self._tell(found)
        return found

    async def act(
        self,
        table: TableId,
        who: UserId | RobotMember | None,
        ask: Request,
        *,
        point: Point = ANYTIME,
        key: Key | None = None,
        by_dm: bool | None = None,
        reasons: Reasons = NO_REASONS,
    ) -> Live:
        """Does what is asked, or refuses and changes nothing; the table as it then is.

        ``who`` is a user, a robot at the table, or None for the house. ``by_dm`` tells whether the asker used
        the panel in his direct messages (True) or another (False). ``reasons`` are why a robot does it, kept
        with the call or card. The same key again is answered again and
        done once. Raises a RulesError, or NoSuchTable, PointPassed, TooLate. A caller who is cancelled leaves
        nothing half done.
        """
        return await asyncio.shield(self._act(table, who, ask, point, key, by_dm, reasons))

    async def _act(
        self,
        table: TableId,
        who: UserId | RobotMember | None,
        ask: Request,
        point: Point,
        key: Key | None,
        by_dm: bool | None,
        reasons: Reasons,
    ) -> Live:
        found = await self.get(table)
        async with found.lock:
            if await self._once.done_before(key) is not None:
                return found
            try:
                happened = await self._decide(found, who, ask, point, key, by_dm, reasons)
            except Refusal as refusal:
                self._once.refused(key, refusal)
                raise
        if happened:
            self._tell(found)
        return found

    async def _decide(
        self,
        found: Live,
        who: UserId | RobotMember | None,
        ask: Request,
        point: Point,
        key: Key | None,
        by_dm: bool | None,
        reasons: Reasons,
    ) -> tuple[Event, ...]:
        _check_point(found, ask, point)
        member, people = self._member(found, who, ask)
        if isinstance(ask, RobotForAbsent) and member in found.table.members:
            self._check_patience(found)
        if by_dm is not None and isinstance(member, Person):
            (found.by_dm.add if by_dm else found.by_dm.discard)(member)
        for attempt in (1, 2):
            chance = self._luck.shuffler(found.id, found.seeds)
            after, happened = decide(found.table, member, ask, chance)
            actor = member if isinstance(member, Person) else None
            try:
                found.version = await self._log.append(
                    found.id,
                    found.version,
                    happened,
                    key=str(key) if key else None,
                    actor=actor,
                    slots=slots.wanted(
                        found.table, after, happened, actor, panels=found.panels, by_dm=found.by_dm
                    ),
                    people=people,
                    secrets=chance.made,
                    reason=_kept(found, who, ask, reasons),
                )
                break
            except AlreadyDone:
                return ()
            except StaleVersion:
                if attempt == 2:
                    raise
                await self._reload(found)
        found.people.update(people)
        found.table, found.at = after, self._now()
        found.seeds = {
            deal: seed for deal, seed in {**found.seeds, **chance.made}.items() if deal >= after.deals
        }
        if after.closed:
            self._live.pop(found.id, None)
            self._by_channel.pop(found.place.channel, None)
        return happened

    def _member(
        self, found: Live, who: UserId | RobotMember | None, ask: Request
    ) -> tuple[Member | None, Mapping[Person, UserId]]:
        """Who acts, under the table's name for him, and the pseudonym if it is a new one."""
        if who is None or isinstance(who, RobotMember):
            return who, {}
        known = found.person(who)
        if known is not None:
            return known, {}
        stranger = Person(self._luck.token())
        return stranger, {stranger: who} if isinstance(ask, Join) else {}

    def _check_patience(self, found: Live) -> None:
        left = self.since(found) + PATIENCE - self._now()
        if left > 0:
            raise errors.TooSoon(ceil(left))

    async def _reload(self, found: Live) -> None:
        """Takes the state from the log again: somebody else has written to it."""
        stream = await self._log.table(found.id)
        assert stream is not None
        fresh = await self._replayed(stream)
        found.table, found.version, found.people, found.seeds = (
            fresh.table,
            fresh.version,
            fresh.people,
            fresh.seeds,
        )

    async def show_again(self, table: TableId, channel: int) -> Live:
        """Has the table's message posted anew at the bottom of a channel, which may be another one.
        Raises NoSuchTable, TableHere."""
        found = await self.get(table)
        async with found.lock:
            if channel != found.place.channel:
                if channel in self._by_channel:
                    raise errors.TableHere
                await self._log.move(table, channel)
                del self._by_channel[found.place.channel]
                found.place = Place(found.place.guild, channel)
                self._by_channel[channel] = table
                await self._log.want(table, *map(slots.panel, found.panels))
        return found

    async def finished(self, table: TableId, deal: int) -> Finished | None:
        """A deal of this table that is over."""
        return await asyncio.to_thread(open_table.finished, await self._log.read(table), deal)

    async def thoughts(self, table: TableId, deal: int) -> tuple[Finished, tuple[Made, ...]]:
        """A deal that is over, with what the robots did in it and why. Raises NoSuchTable, NoSuchDeal, or
        DealNotOver while it is live.

        The log of a long evening takes a tenth of a second to replay, in which others are answered."""
        found = await self.get(table)
        stored = await self._log.read(table)
        done = await asyncio.to_thread(open_table.finished, stored, deal)
        if done is None:
            goes_on = not found.table.closed and found.table.deals == deal
            raise errors.DealNotOver if goes_on else errors.NoSuchDeal
        kept = await self._log.reasons(table, deal)
        return done, await asyncio.to_thread(open_table.decisions, stored, deal, kept)

    def uses_dm(self, found: Live, user: UserId, *, by_dm: bool) -> None:
        """Notes which copy of a hand its owner used last: that one is kept true."""
        person = found.person(user)
        if person is not None:
            (found.by_dm.add if by_dm else found.by_dm.discard)(person)

    def _tell(self, found: Live) -> None:
        for follower in self.followers:
            follower.changed(found)


def _kept(found: Live, who: UserId | RobotMember | None, ask: Request, reasons: Reasons) -> Reason | None:
    """What is kept of why a robot calls or plays as it does."""
    if isinstance(who, RobotMember) and isinstance(ask, Action):
        return Reason(found.table.deals, encode(reasons))
    return None


def _check_point(found: Live, ask: Request, point: Point) -> None:
    """Raises PointPassed, or for anything but a card MomentPassed, if what a press answers is over."""
    if point.at is None:
        return
    table, deal = found.table, found.table.deal
    playing = deal.playing if deal is not None else None
    match ask:
        case Start() | SetOption() | TakeDummy():
            stands = point.at == table.rubbers and table.rubber is None
        case _ if point.at != table.deals:
            stands = False
        case CutPack():
            stands = table.pack is not None
        case Play(card):
            stands = playing is not None and card not in playing.gone()
        case ClaimRest():
            stands = playing is not None
        case AnswerClaim():
            stands = playing is not None and table.claim is not None and point.point == playing.cards_played
        case _:
            stands = deal is not None and point.point == deal.point
    if not stands:
        raise errors.PointPassed if isinstance(ask, Play) else errors.MomentPassed
