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
from bot.tables.open_table import Finished, Made, OpenTable
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

    def changed(self, table: OpenTable) -> None: ...


ANYTIME: Final = Point()
ABSENCE_LIMIT: Final = 180.0
"""Seconds for which a table waits for a person before the others may have a robot play on for him."""


class Tables:
    """All open tables."""

    def __init__(
        self, log: EventLog, chance: ChanceSource | None = None, now: Callable[[], float] = time.time
    ) -> None:
        self._log = log
        self._chance = chance or ChanceSource()
        self._now = now
        self._open: dict[TableId, OpenTable] = {}
        self._by_channel: dict[int, TableId] = {}
        self._opening = asyncio.Lock()
        self._idempotency = Idempotency(log, now)
        self._connected = now()
        self.followers: list[Follower] = []

    def connected(self) -> None:
        """The bot is connected to Discord (again): time in which nobody could press counts for nobody."""
        self._connected = self._now()

    def since(self, table: OpenTable) -> float:
        """The moment from which a table has been waiting for somebody."""
        return max(table.at, self._connected)

    async def wake(self) -> None:
        """Takes up every open table after a start, and tells the followers of each."""
        for stream in await self._log.open_tables():
            self._by_channel[stream.place.channel] = stream.table
            try:
                self._tell(await self.get(stream.table))
            except (StorageError, Refusal) as fault:  # the others go on without it
                log.error("table %s cannot be taken up: %r", stream.table, fault)

    async def get(self, table_id: TableId) -> OpenTable:
        """The table, open or closed. Raises NoSuchTable."""
        table = self._open.get(table_id)
        if table is None:
            async with self._opening:
                table = self._open.get(table_id) or await self._load(table_id)
        return table

    async def _load(self, table_id: TableId) -> OpenTable:
        stream = await self._log.table(table_id)
        if stream is None:
            raise errors.NoSuchTable
        loaded = await self._replayed(stream)
        if stream.open:
            self._open[table_id] = loaded
        return loaded

    async def _replayed(self, stream: Stream) -> OpenTable:
        await self._log.verify_chain(stream.table)
        state = await asyncio.to_thread(open_table.replayed, await self._log.read(stream.table))
        seed = await self._log.secret(stream.table, state.deals)
        shown = {
            slot.key.name for slot in await self._log.slots(stream.table) if slot.message and not slot.parked
        }
        people = dict(await self._log.people(stream.table))
        return OpenTable(
            id=stream.table,
            place=stream.place,
            state=state,
            version=stream.version,
            at=stream.at,
            people=people,
            seeds={state.deals: seed} if seed is not None else {},
            panels=(panels := {person for person in people if slots.panel(person) in shown}),
            by_dm=set(panels),
        )

    def in_channel(self, channel: int) -> TableId | None:
        """The open table that stands in a channel."""
        return self._by_channel.get(channel)

    async def of_user(self, user: UserId) -> list[OpenTable]:
        """The open tables to which a user belongs."""
        streams = await self._log.open_tables_of(user)
        known = [await self.get(stream.table) for stream in streams]
        return [one for one in known if one.belongs(user)]

    async def open(
        self, place: Place, key: str, options: Mapping[str, str], *, by: Key | None = None
    ) -> OpenTable:
        """Opens a table for a game. Raises TableHere, TooLate, Unreadable, BadOption, OptionsClash."""
        variant = game(key).variant(options)
        event = Opened(variant.key, tuple(sorted(options.items())))
        async with self._opening:
            done = await self._idempotency.done_before(by)
            if done is not None:
                return self._open.get(done) or await self._load(done)
            if place.channel in self._by_channel:
                raise errors.TableHere
            table_id = TableId(self._chance.token())
            state = open_table.opened(event)
            version = await self._log.append(
                table_id, 0, (event,), key=str(by) if by else None, slots=(slots.room(state),), place=place
            )
            table = OpenTable(table_id, place, state, version, self._now(), {}, {}, set(), set())
            self._open[table_id] = table
            self._by_channel[place.channel] = table_id
        self._tell(table)
        return table

    async def act(
        self,
        table_id: TableId,
        who: UserId | RobotMember | None,
        ask: Request,
        *,
        point: Point = ANYTIME,
        key: Key | None = None,
        by_dm: bool | None = None,
        reasons: Reasons = NO_REASONS,
    ) -> OpenTable:
        """Does what is asked, or refuses and changes nothing; the table as it then is.

        ``who`` is a user, a robot at the table, or None for the house. ``by_dm`` tells whether the asker used
        the panel in his direct messages (True) or another (False). ``reasons`` are why a robot does it, kept
        with the call or card. The same key again is answered again and
        done once. Raises a RulesError, or NoSuchTable, PointPassed, TooLate. A caller who is cancelled leaves
        nothing half done.
        """
        return await asyncio.shield(self._act(table_id, who, ask, point, key, by_dm, reasons))

    async def _act(
        self,
        table_id: TableId,
        who: UserId | RobotMember | None,
        ask: Request,
        point: Point,
        key: Key | None,
        by_dm: bool | None,
        reasons: Reasons,
    ) -> OpenTable:
        table = await self.get(table_id)
        async with table.lock:
            if await self._idempotency.done_before(key) is not None:
                return table
            try:
                happened = await self._decide(table, who, ask, point, key, by_dm, reasons)
            except Refusal as refusal:
                self._idempotency.refused(key, refusal)
                raise
        if happened:
            self._tell(table)
        return table

    async def _decide(
        self,
        table: OpenTable,
        who: UserId | RobotMember | None,
        ask: Request,
        point: Point,
        key: Key | None,
        by_dm: bool | None,
        reasons: Reasons,
    ) -> tuple[Event, ...]:
        _check_point(table, ask, point)
        member, people = self._member(table, who, ask)
        if isinstance(ask, RobotForAbsent) and member in table.state.members:
            self._check_absence(table)
        if by_dm is not None and isinstance(member, Person):
            (table.by_dm.add if by_dm else table.by_dm.discard)(member)
        for attempt in (1, 2):
            chance = self._chance.shuffler(table.id, table.seeds)
            after, happened = decide(table.state, member, ask, chance)
            actor = member if isinstance(member, Person) else None
            try:
                table.version = await self._log.append(
                    table.id,
                    table.version,
                    happened,
                    key=str(key) if key else None,
                    actor=actor,
                    slots=slots.wanted(
                        table.state, after, happened, actor, panels=table.panels, by_dm=table.by_dm
                    ),
                    people=people,
                    secrets=chance.made,
                    reason=_kept(table, who, ask, reasons),
                )
                break
            except AlreadyDone:
                return ()
            except StaleVersion:
                if attempt == 2:
                    raise
                await self._reload(table)
        table.people.update(people)
        table.state, table.at = after, self._now()
        table.seeds = {
            deal: seed for deal, seed in {**table.seeds, **chance.made}.items() if deal >= after.deals
        }
        if after.closed:
            self._open.pop(table.id, None)
            self._by_channel.pop(table.place.channel, None)
        return happened

    def _member(
        self, table: OpenTable, who: UserId | RobotMember | None, ask: Request
    ) -> tuple[Member | None, Mapping[Person, UserId]]:
        """Who acts, under the table's name for him, and the pseudonym if it is a new one."""
        if who is None or isinstance(who, RobotMember):
            return who, {}
        known = table.person(who)
        if known is not None:
            return known, {}
        stranger = Person(self._chance.token())
        return stranger, {stranger: who} if isinstance(ask, Join) else {}

    def _check_absence(self, table: OpenTable) -> None:
        left = self.since(table) + ABSENCE_LIMIT - self._now()
        if left > 0:
            raise errors.TooSoon(ceil(left))

    async def _reload(self, table: OpenTable) -> None:
        """Takes the state from the log again: somebody else has written to it."""
        stream = await self._log.table(table.id)
        assert stream is not None
        fresh = await self._replayed(stream)
        table.state, table.version, table.people, table.seeds = (
            fresh.state,
            fresh.version,
            fresh.people,
            fresh.seeds,
        )

    async def show_again(self, table_id: TableId, channel: int) -> OpenTable:
        """Has the table's message posted anew at the bottom of a channel, which may be another one.
        Raises NoSuchTable, TableHere."""
        table = await self.get(table_id)
        async with table.lock:
            if channel != table.place.channel:
                if channel in self._by_channel:
                    raise errors.TableHere
                await self._log.move(table_id, channel)
                del self._by_channel[table.place.channel]
                table.place = Place(table.place.guild, channel)
                self._by_channel[channel] = table_id
                await self._log.want(table_id, *map(slots.panel, table.panels))
        return table

    async def finished(self, table_id: TableId, deal: int) -> Finished | None:
        """A deal of this table that is over."""
        return await asyncio.to_thread(open_table.finished, await self._log.read(table_id), deal)

    async def thoughts(self, table_id: TableId, deal: int) -> tuple[Finished, tuple[Made, ...]]:
        """A deal that is over, with what the robots did in it and why. Raises NoSuchTable, NoSuchDeal, or
        DealNotOver while it is live.

        The log of a long evening takes a tenth of a second to replay, in which others are answered."""
        table = await self.get(table_id)
        stored = await self._log.read(table_id)
        done = await asyncio.to_thread(open_table.finished, stored, deal)
        if done is None:
            goes_on = not table.state.closed and table.state.deals == deal
            raise errors.DealNotOver if goes_on else errors.NoSuchDeal
        kept = await self._log.reasons(table_id, deal)
        return done, await asyncio.to_thread(open_table.decisions, stored, deal, kept)

    def uses_dm(self, table: OpenTable, user: UserId, *, by_dm: bool) -> None:
        """Notes which copy of a hand its owner used last: that one is kept true."""
        person = table.person(user)
        if person is not None:
            (table.by_dm.add if by_dm else table.by_dm.discard)(person)

    def _tell(self, table: OpenTable) -> None:
        for follower in self.followers:
            follower.changed(table)


def _kept(
    table: OpenTable, who: UserId | RobotMember | None, ask: Request, reasons: Reasons
) -> Reason | None:
    """What is kept of why a robot calls or plays as it does."""
    if isinstance(who, RobotMember) and isinstance(ask, Action):
        return Reason(table.state.deals, encode(reasons))
    return None


def _check_point(table: OpenTable, ask: Request, point: Point) -> None:
    """Raises PointPassed, or for anything but a card MomentPassed, if what a press answers is over."""
    if point.at is None:
        return
    state, deal = table.state, table.state.deal
    playing = deal.playing if deal is not None else None
    match ask:
        case Start() | SetOption() | TakeDummy():
            stands = point.at == state.rubbers and state.rubber is None
        case _ if point.at != state.deals:
            stands = False
        case CutPack():
            stands = state.pack is not None
        case Play(card):
            stands = playing is not None and card not in playing.gone()
        case ClaimRest():
            stands = playing is not None
        case AnswerClaim():
            stands = playing is not None and state.claim is not None and point.point == playing.cards_played
        case _:
            stands = deal is not None and point.point == deal.point
    if not stands:
        raise errors.PointPassed if isinstance(ask, Play) else errors.MomentPassed
