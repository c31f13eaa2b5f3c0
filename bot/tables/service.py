"""The tables as a service: whatever people, robots and the clock do at one goes through ``Tables.act``.

Nothing here knows Discord.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final, TypeVar

from bot import errors
from bot.cluster import ALONE, Cluster
from bot.streams.fair_deal import ChanceSource, SharedDeal, Shuffler, check_seeds
from bot.streams.open_stream import KEPT_IN_SIGHT, Key, Limits, Recent
from bot.streams.service import Streams
from bot.tables import open_table, replay
from bot.tables.counting import deal_count, is_counted
from bot.tables.open_table import ANYTIME, OpenTable, Point, check_point
from bot.tables.replay import Finished, Made, Replay
from bot.tables.waiting import Waiting
from robots.player import NO_REASONS, Reasons
from robots.teaching.reasons import encode
from rules.calls import Action
from rules.deal.brought import Brought, BroughtDeal
from rules.errors import Unreadable
from rules.frozen import replace
from rules.games.all_games import game
from rules.games.variant import Stored
from rules.record.codec import can_be_kept
from rules.refusals import Refused, Why
from rules.seats import BySeat, Member, Person, RobotMember
from rules.table.decide import begun_at_evening, decide
from rules.table.events import (
    Abandoned,
    Adjourned,
    DealReckoned,
    DealsBrought,
    Event,
    Joined,
    Opened,
    OpenedForEvening,
    OpenedToOthers,
    Paused,
    PlayedAlone,
    ResultSeen,
    Resumed,
    RubberReckoned,
)
from rules.table.requests import (
    Adjourn,
    CloseTable,
    CutPack,
    GoOn,
    Join,
    OtherRequest,
    Request,
    Resume,
    RobotForAbsent,
    Start,
    TakeDummy,
)
from rules.table.table import Table
from rules.view import Alone, AtEvening
from storage.ports.patience import through
from storage.ports.records import (
    NOWHERE,
    Append,
    Attempt,
    DealCount,
    KeptTable,
    Place,
    Reason,
    SlotKey,
    Snapshot,
    TableId,
    UserId,
)
from storage.ports.storage import StorageError, TableLog
from storage.ports.waits import run_in_thread

log = logging.getLogger(__name__)

T = TypeVar("T")


SNAPSHOT_EVERY: Final = 100
"""Events after which a table is stored whole at the next end of a deal. To read a snapshot costs as much as
to replay about thirty events."""


class Tables(Streams[OpenTable, Table, Event]):
    """All open tables."""

    kind = stored_as = "table"
    staying = open_table.EVERY_ALERT
    unknown = errors.NoSuchTable
    occupied = errors.TableHere
    _log: TableLog

    def __init__(
        self,
        log: TableLog,
        chance: ChanceSource | None = None,
        now: Callable[[], float] = time.time,
        limits: Limits = Limits(),  # noqa: B008 (it is frozen)
        cluster: Cluster = ALONE,
        append_took: Callable[[float | None], None] = lambda seconds: None,
        counted: Callable[[float], float] | None = None,
    ) -> None:
        """``counted`` gives the seconds since a moment that count against somebody: not those in which the
        bot was away."""
        super().__init__(log, chance or ChanceSource(), now, limits, cluster, append_took)
        self.waiting = Waiting(now, self.past, counted)
        self.newcomers: Recent[UserId, bool] = Recent()
        """Those at a table in memory who have not sat through a deal yet."""

    def connected(self) -> None:
        """The bot is connected to Discord (again): time in which nobody could press counts for nobody."""
        waiting, now = self.waiting, self._now()
        before, waiting.connected_at = waiting.connected_at, now
        if before > now:  # the machine's clock was ahead, and Discord's is known by now
            for table in list(self._open.values()):
                self._notify(table)

    def busy_in(self, channel: int) -> SlotKey | None:
        """The newest message of the table in a channel, if something has happened at it in the last hour."""
        table_id = self.stream_in(channel)
        table = self._open.get(table_id) if table_id is not None else None
        if table is None or table.adjourned or table.state.paused is not None:
            return None
        return (
            SlotKey(table.id, table.moment.room)
            if self._now() - self.past(table.at) < KEPT_IN_SIGHT
            else None
        )

    async def tables_of(self, user: UserId) -> list[OpenTable]:
        """The open tables that a user belongs to, those in channels before those at which they play alone."""
        streams = await self._log.open_of_user(self.stored_as, user)
        theirs: list[OpenTable] = []
        for stream in streams:
            with suppress(errors.SetAside):  # it hides no other
                table = await self.get(stream.table)
                if table.belongs(user):
                    theirs.append(table)
        return sorted(theirs, key=lambda table: table.state.alone is not None)

    async def open_table(
        self,
        place: Place,
        key: str,
        options: Mapping[str, str],
        *,
        opener: UserId | None = None,
        deals: tuple[BroughtDeal, ...] = (),
        by: Key | None = None,
    ) -> OpenTable:
        """Opens a table for a game, at which the opener, if there is one, has the first chair; but none where
        they have brought the ``deals``, and know the hands. Raises TableHere, TooManyOpen, AppWhy.TOO_LATE,
        Unreadable, BadOption, OptionsClash, Why.NOT_FOR_BROUGHT."""
        if opener is not None:
            await self.is_newcomer(opener)
        event = Opened(key, game(key).opening(options))
        state = replay.opened_table(event)
        if deals and not state.variant.takes_brought_deals:
            raise Refused(Why.NOT_FOR_BROUGHT)
        room = open_table.room(state)
        person = Person(self._chance.token()) if opener is not None else None
        begins: tuple[Event, ...] = (event,)
        if deals:
            begins = event, DealsBrought(person, deals)
        elif person is not None:
            begins = event, Joined(person)
        sits = person is not None and not deals
        new: Append[Event] = Append(
            TableId(self._chance.token()),
            0,
            begins,
            at=self._now(),
            key=by.id if by is not None else None,
            actor=person,
            slots=(room, open_table.panel(person)) if person is not None and sits else (room,),
            people={person: opener} if person is not None and opener is not None else {},
            goes_on=True,
        )
        return await self._begin_stream(place, new, by)

    async def open_alone(
        self,
        user: UserId,
        key: str,
        options: Mapping[str, str],
        alone: Alone,
        *,
        cut: CutPack,
        seed: bytes | None = None,
        by: Key | None = None,
        attempt: Attempt | None = None,
    ) -> OpenTable:
        """Opens a table at which this user plays alone, with the cards dealt. ``cut`` is that of the pack,
        ``seed`` that of a deal that is given, ``attempt`` this user's play of a contest: if it was begun
        before, gives the table of then. Raises AppWhy.TOO_LATE, Unreadable, BadOption, OptionsClash."""
        table_id, person = TableId(self._chance.token()), Person(self._chance.token())
        given = alone.given
        chance: Shuffler = (
            SharedDeal(given.shuffled_as, given.number, seed)
            if given is not None and seed is not None
            else self._chance.shuffler(table_id, {})
        )
        _, events = begun_alone(key, options, alone, person, cut, chance)
        new: Append[Event] = Append(
            table_id,
            0,
            events,
            at=self._now(),
            key=by.id if by is not None else None,
            actor=person,
            people={person: user},
            secrets=chance.made,
            attempt=replace(attempt, table=table_id) if attempt is not None else None,
        )
        return await self._begin_stream(NOWHERE, new, by, limited=False)

    async def open_for_evening(
        self,
        place: Place,
        table_id: TableId,
        game_and_options: tuple[str, Stored],
        at: AtEvening,
        seats: BySeat[Member],
        people: Mapping[Person, UserId],
        seed: bytes | None,
        brought: Brought | None = None,
    ) -> OpenTable:
        """Opens a table of an evening, with four seated and the pack ready; or gives the one that has been
        opened under this id. ``seed`` is that of a deal that all tables play, which is one of those that were
        ``brought``, if any were. Raises TableHere."""
        with suppress(errors.NoSuchTable):
            return await self.get(table_id)
        opening = Opened(*game_and_options)
        chance: Shuffler = (
            SharedDeal(at.evening, at.deal, seed) if seed is not None else self._chance.shuffler(table_id, {})
        )
        events: tuple[Event, ...] = (opening, OpenedForEvening(at))
        if brought is not None:
            events = (*events, DealsBrought(brought.by, (brought.numbered(at.deal),), at.deal))
        state = replay.opened_table(opening)
        for event in events[1:]:
            state = state.after(event)
        state, begun = begun_at_evening(state, seats, chance)
        sitting = {one: people[one] for one in seats if isinstance(one, Person) and one in people}
        shown = (open_table.room(state), *map(open_table.panel, sitting))
        new: Append[Event] = Append(
            table_id,
            0,
            (*events, *begun),
            at=self._now(),
            slots=shown,
            people={**people, **sitting} if brought is not None else sitting,
            secrets=chance.made,
            goes_on=True,
        )
        return await self._begin_stream(place, new, limited=False)

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

        ``who`` is a user, a robot at the table, or None for the house. ``reasons`` are why a robot does it,
        stored with the call or card. The same key again is answered again and done once. Raises a RulesError,
        NoSuchTable, PointPassed, TooSoon or AppWhy.TOO_LATE. A caller who is cancelled leaves nothing half
        done."""

        def decided_table(table: OpenTable) -> tuple[Table, Append[Event]]:
            member, new = self._member(table, who, request)
            check_point(table, member, request, point)
            actor = member if isinstance(member, Person) else None
            asked = request if isinstance(request, Action) else self._meant(table, member, request)
            chance = self._chance.shuffler(table.id, table.seeds)
            state = table.state
            if not state.witnesses <= table.people.keys():
                state = _with_strangers_as_witnesses(table, member)
            after, events = decide(state, member, asked, chance)
            if state is not table.state:  # what is kept follows from the events alone
                after = table.state
                for event in events:
                    after = after.after(event)
            wanted = (
                *open_table.outdated_slots(table.state, after, events),
                *table.outdated_alerts(after, actor),
            )
            reckoned = any(isinstance(one, DealReckoned) for one in events)
            return after, Append(
                table.id,
                table.version,
                events,
                at=self._now(),
                key=key.id if key is not None else None,
                actor=actor,
                slots=wanted,
                people=new,
                secrets=chance.made,
                reason=Reason(table.state.deals, encode(reasons))
                if isinstance(who, RobotMember) and isinstance(request, Action)
                else None,
                snapshot=_snapshot(table, after, events),
                # Without anybody's doing: during a rubber a robot is to act, the pack to be cut when time is
                # up, or a person to be told that it is their turn; between rubbers a table is adjourned when
                # nobody comes; an adjourned one is closed after its term. One person alone may stay away as
                # long as they like.
                goes_on=not after.closed and after.alone is None,
                deal=_deal_count(table.state, after) if reckoned else None,
                attempt=_attempted(table, after) if reckoned else None,
            )

        if isinstance(request, Join) and who is not None and not isinstance(who, RobotMember):
            await self.is_newcomer(who)
        if isinstance(request, Start):
            request = replace(request, acquainted=await self._are_acquainted(await self.get(table_id)))
        return await self._decide_and_append(table_id, decided_table, key)

    def _meant(self, table: OpenTable, member: Member | None, request: OtherRequest) -> OtherRequest:
        """What somebody asks for who neither calls nor plays, by the state of the table. Raises SomebodyLeft,
        TooSoon, AppWhy.ABSENT_ARE_WAITED_FOR, and what the server of the table forbids."""
        open_table.check_server(table.state, request)
        match request:
            case Start(again=True) if gone := table.state.gone_since:
                empty = table.state.variant.players - len(table.state.members)
                raise errors.SomebodyLeft(tuple(map(table.people.get, gone)), empty)
            case CutPack(at, salt) if isinstance(member, Person) and table.state.result_stands:
                return GoOn(at, salt)  # others have the time to see it too
            case RobotForAbsent() if {*table.moment.awaited} - {member}:
                return RobotForAbsent(self.waiting.late_seats(table, member))
            case RobotForAbsent() if table.state.result_stands:  # nobody is absent yet
                return RobotForAbsent(frozenset())
            case _:
                return request

    async def _are_acquainted(self, table: OpenTable) -> bool:
        """Whether any two of those who belong to a table have ended a rubber together before; no, while the
        storage fails: it decides only whether cards may be taken back where rubbers are ranked."""
        belonging = (*table.state.persons, *table.state.waiting)
        users = [table.people[person] for person in belonging if person in table.people]
        try:
            return 1 < len(users) == len(belonging) and await self._log.have_met(users)
        except StorageError:
            return False

    async def is_newcomer(self, user: UserId) -> bool:
        """Whether somebody has not sat through a deal yet; no, while the storage fails: it decides only what
        they are told."""
        try:
            played = await self._log.has_played(user)
        except StorageError:
            return False
        if played:
            self.newcomers.pop(user, None)
            return False
        self.newcomers[user] = True
        return True

    async def check_request(
        self, table_id: TableId, who: UserId, request: Request, point: Point = ANYTIME
    ) -> None:
        """Raises what ``act`` would raise now, and changes nothing."""
        table = await self.get(table_id)
        member, _ = self._member(table, who, request)
        check_point(table, member, request, point)
        asked = request if isinstance(request, Action) else self._meant(table, member, request)
        decide(table.state, member, asked, self._chance.shuffler(table.id, table.seeds))

    async def adjourn(self, table_id: TableId) -> OpenTable:
        """Raises Why.TABLE_IS_ADJOURNED, Why.TABLE_IS_CLOSED, NoSuchTable."""
        return await self.act(table_id, None, Adjourn())

    async def resume(self, table_id: TableId) -> OpenTable:
        """Raises Why.TABLE_IS_NOT_ADJOURNED, Why.TABLE_IS_CLOSED, NoSuchTable."""
        return await self.act(table_id, None, Resume())

    async def close(self, table_id: TableId) -> OpenTable:
        """Raises Why.TABLE_IS_CLOSED, NoSuchTable."""
        return await self.act(table_id, None, CloseTable())

    async def alert(self, table_id: TableId, person: Person, *, private: bool) -> None:
        """Alert a person for whom the table waits, and take back the alert before."""
        async with (table := await self.get(table_id)).lock:
            if person not in table.waiting:
                return
            before = table.alerts.get(person)
            alert = open_table.Alert(person.alias, int(self._now()), private)
            await self._log.want(table_id, alert.slot)
            table.alerts[person] = alert
            table.note_wanted((alert.slot,))
            if before is not None:
                table.redraw.add(before.slot)
        self._notify(table)

    async def grow_late(self, table_id: TableId) -> None:
        """Shows who has kept the table waiting for so long that a robot may sit in."""
        async with (table := await self.get(table_id)).lock:
            now = self._now()
            late = frozenset(
                seat
                for person in table.waiting
                if self.waiting.late_at(table, person) <= now and (seat := table.seat_of(person)) is not None
            )
            if late == table.late:
                return
            table.late = late
            table.redraw |= {table.moment.room, *map(open_table.panel, table.state.persons)}
        self._notify(table)

    async def redraw_panels(self, user: UserId) -> None:
        """Draws this user's panels anew, as after a change of what they like to see."""
        for table in await self.tables_of(user):
            person = table.person(user)
            assert person is not None
            if not table.place.is_in_discord:
                continue  # it is drawn when they press
            table.redraw.add(open_table.panel(person))
            self._notify(table)

    async def show_again(self, table_id: TableId, channel: int) -> OpenTable:
        """The table, moved to this channel if it stands in another. Raises NoSuchTable, TableHere, and
        Why.BELONGS_TO_EVENING for one that stays where the director has it."""
        table = await self.get(table_id)
        if table.state.evening is not None and channel != table.place.channel:
            raise Refused(Why.BELONGS_TO_EVENING)
        return await self.move(table_id, channel)

    async def move(self, table_id: TableId, channel: int, guild: int | None = None) -> OpenTable:
        """The same for any table; ``guild`` is for one that stands nowhere. Raises NoSuchTable, TableHere,
        TooManyOpen."""
        return await through(self._show_again(table_id, channel, guild))

    async def _show_again(self, table_id: TableId, channel: int, guild: int | None) -> OpenTable:
        table = await self.get(table_id)
        async with table.lock:
            if channel != table.place.channel:
                await self._move(table, Place(table.place.guild if guild is None else guild, channel))
                table.redraw |= {alert.slot for alert in table.alerts.values()}
                table.alerts = {}
                panels = tuple(map(open_table.panel, table.state.persons))
                try:
                    await self._log.want(table_id, *panels)
                    table.note_wanted(panels)
                except StorageError:  # it stands there all the same
                    table.redraw |= {*panels}
                    raise
                finally:
                    self._notify(table)
        return table

    async def finished(self, table_id: TableId, deal: int) -> Finished | None:
        """A deal of this table that is over; None if it is not, or was never played. Raises DealDamaged."""
        return await self.read_back(table_id, deal, lambda begun: replay.finished_deal(begun, deal))

    async def rubber_to(self, table_id: TableId, deal: int) -> tuple[Finished, ...]:
        """The deals of a rubber up to one that is over, in order. Raises DealDamaged."""
        rubber = await self.read_back(table_id, deal, lambda begun: replay.rubber_of(begun, deal), whole=True)
        return tuple(one for one in rubber or () if one.deal.number <= deal)

    async def dealt_to(self, table_id: TableId, deal: int) -> BySeat[Member] | None:
        """Who sat where when a deal was dealt that is over. Raises DealDamaged."""
        return await self.read_back(table_id, deal, lambda begun: replay.dealt_to(begun, deal))

    async def thoughts(self, table_id: TableId, deal: int) -> tuple[Finished, tuple[Made, ...]]:
        """A deal that is over, with what the robots did in it and why. Raises NoSuchTable,
        AppWhy.NO_SUCH_DEAL, DealDamaged, or AppWhy.DEAL_NOT_OVER while it is played."""
        table = await self.get(table_id)
        kept = await self._log.reasons(table_id, deal)

        def thought(begun: Replay) -> tuple[Finished | None, tuple[Made, ...]]:
            return replay.finished_deal(begun, deal), replay.decisions(begun, deal, kept)

        done, made = await self.read_back(table_id, deal, thought) or (None, ())
        if done is None:
            goes_on = not table.state.closed and table.state.deals == deal
            raise (
                errors.AppRefused(errors.AppWhy.DEAL_NOT_OVER)
                if goes_on
                else errors.AppRefused(errors.AppWhy.NO_SUCH_DEAL)
            )
        return done, made

    async def read_back(
        self, table_id: TableId, deal: int, work: Callable[[Replay], T], *, whole: bool = False
    ) -> T | None:
        """What this comes to, from a replay around one deal or, if ``whole``, of all there is; None if there
        is no such table. Made on a thread. Raises DealDamaged."""

        async def attempt(*, whole: bool) -> T | None:
            begun = await replay.of_deal(self._log, table_id, deal, whole=whole)
            return None if begun is None else await run_in_thread(work, begun)

        try:
            return await attempt(whole=whole)
        except Unreadable:
            _warn_of_snapshot(table_id)
            return await attempt(whole=True)

    def _counts_for(self, opener: Person, opened: OpenTable) -> bool:
        """While they sit there, or nobody does; not where they play alone."""
        sits = opener in opened.state.members or not opened.state.persons
        return sits and opened.place.is_in_discord

    async def _read_stream(self, stream_id: TableId) -> OpenTable:
        try:
            return await self._load_from(stream_id, whole=False)
        except Unreadable:
            _warn_of_snapshot(stream_id)
            return await self._load_from(stream_id, whole=True)

    async def _load_from(self, table_id: TableId, *, whole: bool) -> OpenTable:
        """From the newest snapshot or, if ``whole``, from the first event. Raises Unreadable if the snapshot
        is of no use."""
        kept = await self._log.load(table_id, whole=whole)
        if kept is None:
            raise self.unknown
        begun = await run_in_thread(replay.replay, table_id, kept.snapshot, kept.events)
        state = await run_in_thread(replay.replayed_table, begun)
        result_at, seen_at = _result_of(kept)
        table = OpenTable(
            id=table_id,
            place=kept.stream.place,
            version=kept.stream.version,
            at=kept.stream.at,
            people=dict(kept.people),
            state=state,
            seeds={deal: seed for deal, seed in kept.seeds.items() if deal >= state.deals},
            kept_at=kept.snapshot.version if kept.snapshot is not None else 0,
            alerts=_standing_alerts(kept),
            result_at=result_at,
            seen_at=seen_at,
        )
        self.newcomers.update(dict.fromkeys(kept.newcomers, True))
        for user in set(kept.people.values()) - kept.newcomers:
            self.newcomers.pop(user, None)
        table.redraw = {
            slot.key.slot
            for slot in kept.slots
            if open_table.alert_of(slot.key.slot) is not None and not table.keeps_alert(slot.key.slot)
        }
        in_play = (state.pack is not None or state.deal is not None) and not state.closed
        shown = {state.deals: state.commitment} if in_play else {}
        check_seeds(table_id, table.shuffled_as, table.seeds, shown)
        if kept.lost:
            await self._renew(table, (open_table.room(state), *map(open_table.panel, state.persons)))
        return table

    def _apply(self, opened: OpenTable, state: Table, new: Append[Event]) -> None:
        seeds = {**opened.seeds, **new.secrets}
        opened.become(state, new.actor)
        opened.seeds = {deal: seed for deal, seed in seeds.items() if deal >= state.deals}
        if new.snapshot is not None:
            opened.kept_at = new.snapshot.version
        sat = [share.person for share in new.deal.shares] if new.deal is not None else []
        if state.alone is not None and state.last is not None:  # no such deal is counted
            sat = [*state.persons]
        for person in sat:
            if person in opened.people:  # else they have been forgotten
                self.newcomers.pop(opened.people[person], None)

    def _member(
        self, table: OpenTable, who: UserId | RobotMember | None, request: Request
    ) -> tuple[Member | None, Mapping[Person, UserId]]:
        """Who acts, as the table knows them, and their pseudonym if it is a new one. Raises
        AppWhy.BRINGER_FORGOTTEN."""
        if who is None or isinstance(who, RobotMember):
            return who, {}
        if (known := table.person(who)) is not None:
            return known, {}
        if isinstance(request, Join) and table.bringer_is_forgotten(table.state.brought):
            raise errors.AppRefused(errors.AppWhy.BRINGER_FORGOTTEN)
        stranger = Person(self._chance.token())
        return stranger, {stranger: who} if isinstance(request, Join) else {}


def _with_strangers_as_witnesses(table: OpenTable, member: Member | None) -> Table:
    """The state on which an act is decided where somebody was forgotten who has held a hand of this deal.
    They may be anybody who has no chair: until the next deal all of these count as if they had held one."""
    state = table.state
    asking = state.rubber.asking if state.rubber is not None else None
    strangers = {*state.waiting, member, asking.person if asking is not None else None}
    return replace(state, witnesses=state.witnesses | {one for one in strangers if isinstance(one, Person)})


def _snapshot(table: OpenTable, after: Table, events: Sequence[Event]) -> Snapshot | None:
    """What is stored so that the log need not be replayed beyond it: at the end of a rubber, and between two
    deals once enough has happened since the last one."""
    version = table.version + len(events)
    due = version - table.kept_at >= SNAPSHOT_EVERY or any(isinstance(one, RubberReckoned) for one in events)
    if not due or after.closed or not can_be_kept(after):
        return None
    return replay.snapshot_of(after, version)


def _deal_count(before: Table, after: Table) -> DealCount | None:
    """What is counted of the deal that has just ended."""
    return deal_count(before.rubber, after) if before.rubber is not None and is_counted(after) else None


def _attempted(table: OpenTable, after: Table) -> Attempt | None:
    """The play of a contest, if the deal that has just ended was one."""
    given = after.one_try
    if given is None:
        return None
    points, line = replay.came_to(after)
    return Attempt(table.id, given.shuffled_as, None, "", 0.0, 0.0, points, line)


def begun_alone(
    key: str, options: Mapping[str, str], alone: Alone, person: Person, cut: CutPack, chance: Shuffler
) -> tuple[Table, tuple[Event, ...]]:
    """A table at which this person plays alone, with the cards dealt, and its events. Raises Unreadable,
    BadOption, OptionsClash."""
    opening, arranged = Opened(key, game(key).opening(options)), PlayedAlone(alone)
    events: tuple[Event, ...] = (opening, arranged)
    state = replay.opened_table(opening).after(arranged)
    for request in (
        Join(),
        *((TakeDummy(),) if alone.declares and state.variant.dummies else ()),
        Start(),
    ):
        state, more = decide(state, person, request, chance)
        events += more
    if state.pack is not None:
        state, more = decide(state, person, cut, chance)
        events += more
    return state, events


def _standing_alerts(kept: KeptTable) -> dict[Person, open_table.Alert]:
    """The alerts that stand and have not been taken back: of each person the last, and in the channel where
    the table now stands."""
    shown = (slot for slot in kept.slots if slot.message is not None and not slot.due)
    found = [
        alert
        for slot in shown
        if (alert := open_table.alert_of(slot.key.slot)) is not None
        and (alert.private or slot.channel == kept.stream.place.channel)
    ]
    return {Person(alert.alias): alert for alert in sorted(found, key=lambda alert: alert.at)}


def _result_of(kept: KeptTable) -> tuple[float, float]:
    """Since when a result stands, and has been seen, if one does; as far as the snapshot has left of it."""
    result_at = seen_at = 0.0
    for one in kept.events:
        match one.event:
            case DealReckoned() | Paused() | Adjourned() | Abandoned() | Resumed() | OpenedToOthers():
                result_at, seen_at = one.at, 0.0
            case ResultSeen() if not seen_at:
                result_at, seen_at = result_at or one.at, one.at
    return result_at or kept.stream.at, seen_at


def _warn_of_snapshot(table_id: TableId) -> None:
    log.error("a snapshot of table %s cannot be used: its whole log is replayed instead", table_id)
