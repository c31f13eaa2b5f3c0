"""The tables as a service: whatever people, robots and the clock do at one goes through ``Tables.act``.

Nothing here knows Discord.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from bot import errors
from bot.ports.records import Place, Reason, Stream, TableId, UserId
from bot.ports.storage import TableLog
from bot.streams.chance import ChanceSource
from bot.streams.idempotency import Key
from bot.streams.open_stream import Change
from bot.streams.service import Streams
from bot.tables import open_table, slots
from bot.tables.open_table import Finished, Made, OpenTable
from robots.player import NO_REASONS, Reasons
from robots.reasons import encode
from rules.calls import Action, Play
from rules.cards import Card
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
from rules.table.table import Table


@dataclass(frozen=True, slots=True)
class Point:
    """The moment of the game to which a press belongs: the deal (for a start the number of rubbers), and how
    far the calls had come (for a claim how many cards had been played). None where the press does not say."""

    at: int | None = None
    point: int | None = None


ANYTIME: Final = Point()
ABSENCE_LIMIT: Final = 180.0
"""Seconds for which a table waits for a person before the others may have a robot play on in their place."""


class Tables(Streams[OpenTable, Table, Event]):
    """All open tables."""

    kind = "table"
    unknown = errors.NoSuchTable
    occupied = errors.TableHere
    _log: TableLog

    def __init__(
        self, log: TableLog, chance: ChanceSource | None = None, now: Callable[[], float] = time.time
    ) -> None:
        super().__init__(log, chance or ChanceSource(), now)
        self._connected = now()

    def connected(self) -> None:
        """The bot is connected to Discord (again): time in which nobody could press counts for nobody."""
        self._connected = self._now()

    def since(self, table: OpenTable) -> float:
        """The moment from which a table has been waiting for somebody, in seconds since 1970."""
        return max(table.at, self._connected)

    async def of_user(self, user: UserId) -> list[OpenTable]:
        """The open tables at which a user has a chair."""
        streams = await self._log.open_tables_of(user)
        known = [await self.get(stream.table) for stream in streams]
        return [one for one in known if one.belongs(user)]

    async def open(
        self, place: Place, key: str, options: Mapping[str, str], *, by: Key | None = None
    ) -> OpenTable:
        """Opens a table for a game. Raises TableHere, TooLate, Unreadable, BadOption, OptionsClash."""
        variant = game(key).variant(options)
        event = Opened(variant.key, tuple(sorted(options.items())))
        return await self._begin(place, Change((event,), slots=(slots.room(open_table.opened(event)),)), by)

    async def act(
        self,
        table_id: TableId,
        who: UserId | RobotMember | None,
        request: Request,
        *,
        point: Point = ANYTIME,
        key: Key | None = None,
        reasons: Reasons = NO_REASONS,
    ) -> OpenTable:
        """Does what is asked, or refuses and changes nothing; the table as it then is.

        ``who`` is a user, a robot at the table, or None for the house. ``reasons`` are why a robot does
        it, stored with the call or card. The same key again is answered again and done once. Raises a
        RulesError, NoSuchTable, PointPassed, TooSoon or TooLate. A caller who is cancelled leaves nothing
        half done.
        """

        def decided(table: OpenTable) -> tuple[Table, Change[Event]]:
            _check_point(table, request, point)
            member, new = self._member(table, who, request)
            actor = member if isinstance(member, Person) else None
            if isinstance(request, RobotForAbsent) and member in table.state.members:
                self._check_absence(table)
            chance = self._chance.shuffler(table.id, table.seeds)
            after, events = decide(table.state, member, request, chance)
            wanted = slots.wanted(table.state, after, events)
            return after, Change(
                events,
                actor=actor,
                slots=wanted,
                people=new,
                secrets=chance.made,
                reason=_reason(table, who, request, reasons),
            )

        return await self._act(table_id, decided, key)

    async def show_again(self, table_id: TableId, channel: int) -> OpenTable:
        """The table, moved to this channel if it stands in another. Raises NoSuchTable, TableHere."""
        return await asyncio.shield(self._show_again(table_id, channel))

    async def _show_again(self, table_id: TableId, channel: int) -> OpenTable:
        table = await self.get(table_id)
        async with table.lock:
            if channel != table.place.channel:
                await self._move(table, channel)
                panels = tuple(map(slots.panel, table.state.persons))
                await self._log.want(table_id, *panels)
                table.want(panels)
                self._tell(table)
        return table

    async def finished(self, table_id: TableId, deal: int) -> Finished | None:
        """A deal of this table that is over; None if it is not, or was never played."""
        return await asyncio.to_thread(open_table.finished, await self._log.read(table_id), deal)

    async def thoughts(self, table_id: TableId, deal: int) -> tuple[Finished, tuple[Made, ...]]:
        """A deal that is over, with what the robots did in it and why. Raises NoSuchTable, NoSuchDeal, or
        DealNotOver while it is played.

        Replays the log on a thread: that of a long evening takes a tenth of a second."""
        table = await self.get(table_id)
        stored = await self._log.read(table_id)
        done = await asyncio.to_thread(open_table.finished, stored, deal)
        if done is None:
            goes_on = not table.state.closed and table.state.deals == deal
            raise errors.DealNotOver if goes_on else errors.NoSuchDeal
        kept = await self._log.reasons(table_id, deal)
        return done, await asyncio.to_thread(open_table.decisions, stored, deal, kept)

    async def _listed(self) -> Sequence[Stream]:
        return await self._log.open_tables()

    async def _replayed(self, stream: Stream, people: dict[Person, UserId]) -> OpenTable:
        if stream.kind != self.kind:
            raise self.unknown
        state = await asyncio.to_thread(open_table.replayed, await self._log.read(stream.table))
        seed = await self._log.secret(stream.table, state.deals)
        return OpenTable(
            id=stream.table,
            place=stream.place,
            version=stream.version,
            at=stream.at,
            people=people,
            state=state,
            seeds={state.deals: seed} if seed is not None else {},
        )

    def _apply(self, opened: OpenTable, state: Table, change: Change[Event]) -> None:
        seeds = {**opened.seeds, **change.secrets}
        opened.state = state
        opened.seeds = {deal: seed for deal, seed in seeds.items() if deal >= state.deals}

    def _member(
        self, table: OpenTable, who: UserId | RobotMember | None, request: Request
    ) -> tuple[Member | None, Mapping[Person, UserId]]:
        """Who acts, as the table knows them, and their pseudonym if it is a new one."""
        if who is None or isinstance(who, RobotMember):
            return who, {}
        known = table.person(who)
        if known is not None:
            return known, {}
        stranger = Person(self._chance.token())
        return stranger, {stranger: who} if isinstance(request, Join) else {}

    def _check_absence(self, table: OpenTable) -> None:
        """Raises TooSoon while somebody who keeps the table waiting may still come back."""
        left = self.since(table) + ABSENCE_LIMIT - self._now()
        if left > 0:
            raise errors.TooSoon(ceil(left))


def _reason(
    table: OpenTable, who: UserId | RobotMember | None, request: Request, reasons: Reasons
) -> Reason | None:
    """What is stored of why a robot calls or plays as it does."""
    if isinstance(who, RobotMember) and isinstance(request, Action):
        return Reason(table.state.deals, encode(reasons))
    return None


def _check_point(table: OpenTable, request: Request, point: Point) -> None:
    """Raises PointPassed, or one of its kinds, if the moment of a press is over or has not come."""
    if point.at is None:
        return
    state, deal = table.state, table.state.deal
    playing = deal.playing if deal is not None else None
    match request:
        case Start() | SetOption() | TakeDummy():
            stands = point.at == state.rubbers and state.rubber is None
        case _ if point.at > state.deals:
            raise errors.UnknownPress
        case Play(card):
            _check_card(state, point.at, card)
            return
        case _ if point.at < state.deals:
            stands = False
        case CutPack():
            stands = state.pack is not None
        case ClaimRest():
            stands = playing is not None
        case AnswerClaim():
            stands = playing is not None and state.claim is not None and point.point == playing.cards_played
        case _:
            stands = deal is not None and point.point == deal.point
    if not stands:
        raise errors.MomentPassed


def _check_card(state: Table, deal: int, card: Card) -> None:
    """Raises PointPassed if the deal of a card is over, CardsComeLater while its calls go on, and CardPlayed
    if it lies on the table already."""
    if deal < state.deals or state.rubber is None:
        raise errors.PointPassed
    if state.deal is not None and state.deal.playing is None:
        raise errors.CardsComeLater
    if state.deal is not None and state.deal.playing is not None and card in state.deal.playing.gone():
        raise errors.CardPlayed
