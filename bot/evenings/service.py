"""The evenings as a service: whatever is asked of one goes through ``Evenings.act``.

The tables of an evening are opened, and their results entered, by ``bot.evenings.steward``. Nothing here
knows Discord. Each message of an evening is a slot with a name: ``evening:0`` is the one with the players,
the round and the standings; ``evening:N`` the travelling sheet of deal N of a duplicate, once every table has
played it; ``evening:final`` the final table; ``evening:stopped`` tells the director, while it is so, that
tables cannot be opened, and ``evening:over`` that all tables have finished. ``evening-dm:`` and a pseudonym
tells somebody who has played to the end what they have won.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Protocol, Self

from bot.cluster import ALONE, Cluster
from bot.errors import AppRefused, AppWhy, EveningHere, NoSuchEvening, SetAside
from bot.streams.fair_deal import ChanceSource, check_seeds
from bot.streams.open_stream import KEPT_IN_SIGHT, STRANGER, Key, Limits, OpenStream
from bot.streams.service import Streams
from rules.deal.brought import BroughtDeal
from rules.errors import Refusal
from rules.evening.decide import SEED, check_plan, decide
from rules.evening.evening import Evening
from rules.evening.events import (
    CloseEvening,
    Enter,
    EveningEvent,
    EveningOpened,
    EveningRequest,
    LotsDrawn,
    Withdraw,
)
from rules.evening.plan import Plan
from rules.evening.standings import played_by_all
from rules.frozen import frozen
from rules.games.all_games import game
from rules.seats import Person
from rules.table.events import DealsBrought
from rules.table.requests import Adjourn, Resume
from storage.ports.records import Append, Place, Slot, SlotKey, SlotKind, StoredTurn, TableId, UserId
from storage.ports.storage import EveningLog
from storage.ports.waits import run_in_thread

NO_THREADS: Final = 50024
"""Discord's code for a channel of a kind that cannot have what is asked for."""


REFUSALS: Final = range(400, 500)
ASKED_TOO_OFTEN: Final = 429
"""Statuses of HTTP."""


@frozen
class Hindrance:
    """Why a table has no place: permissions that the bot lacks, as Discord names them in code, in the channel
    of the evening or another; or what Discord answered, 0 and 0 if nothing. Or it is set aside, since its
    record is damaged: then it has none until the director has said what its deal counts for."""

    permissions: tuple[str, ...] = ()
    channel: int | None = None
    status: int = 0
    code: int = 0
    damaged: bool = False

    @property
    def may_pass(self) -> bool:
        """Whether the same may be answered otherwise a little later: Discord has not refused it."""
        return self.status == ASKED_TOO_OFTEN or self.status not in REFUSALS


class NoRoom(Exception):
    """No place could be opened or reached; it may be later."""

    def __init__(self, hindrance: Hindrance) -> None:
        super().__init__(hindrance)
        self.hindrance = hindrance


class Rooms(Protocol):
    """Threads of the bot's, and channels that were named. Those methods that wait may raise NoRoom."""

    def hindrance(self, place: Place, *, private: bool) -> Hindrance | None:
        """What keeps the bot from opening threads in a channel and from writing there, as far as Discord has
        told."""

    def hindrance_in(self, room: Place) -> Hindrance | None:
        """What keeps the bot from writing in a channel or a thread, as far as Discord has told."""

    async def is_there(self, room: Place) -> bool:
        """Whether a channel or a thread is there."""

    async def open_threads(self, place: Place, since: float) -> Mapping[str, int]:
        """The bot's open threads of a channel, by name, that were begun since a moment in seconds since
        1970: those of earlier evenings have the same names, and other people read them."""

    async def begin_thread(self, place: Place, name: str, *, private: bool) -> int:
        """A new thread of a channel. A ``private`` one is seen by those who are invited."""

    async def invite(self, room: int, people: Sequence[UserId]) -> None:
        """Have these see a private thread."""

    async def archive(self, room: int) -> None:
        """Archive a thread; nothing happens if it is gone."""


@dataclass(eq=False)
class OpenEvening(OpenStream):
    """One open evening."""

    state: Evening
    seeds: dict[int, bytes]  # that of all deals of a duplicate, until it is over
    began: float | None  # when lots were drawn, in seconds since 1970
    stopped: Mapping[int, Hindrance] | None = field(default=None, init=False)
    """What keeps tables of the round from being opened, by their numbers; None until somebody has looked,
    which happens anew at a start."""

    @property
    def closed(self) -> bool:
        return self.state.closed

    @property
    def adjourned(self) -> bool:
        return self.state.adjourned

    def refresh(self, fresh: Self) -> None:
        super().refresh(fresh)
        self.state, self.seeds, self.began = fresh.state, fresh.seeds, fresh.began

    @property
    def next_tables(self) -> int:
        """How many tables the next round has, with those who have joined so far."""
        state = self.state
        return state.tables if state.begun else max(state.plan.least_tables, -(-len(state.people) // 4))

    def takes_part(self, user: UserId) -> bool:
        """Whether a user has entered, or holds a place."""
        return self.person(user) in self.state.people

    def user(self, person: Person) -> UserId | None:
        return self.people.get(person)


ROOM: Final = Slot(SlotKind.EVENING)
FINAL: Final = Slot(SlotKind.FINAL)
STOPPED: Final = Slot(SlotKind.STOPPED)
ROUND_OVER: Final = Slot(SlotKind.ROUND_OVER)


def outdated_slots(before: Evening, after: Evening) -> tuple[Slot, ...]:
    """The slots that are out of date once an evening has come from the one to the other."""
    if before == after:
        return ()
    changed = [ROOM]
    if after.plan.kind.duplicate:
        scored = {one.board for one in {*after.scored} - {*before.scored}}
        changed += [Slot(SlotKind.BOARD, board) for board in played_by_all(after) if board in scored]
    if before.waits_for_signal != after.waits_for_signal:
        changed.append(ROUND_OVER)
    if after.closed and after.scored:
        changed.append(FINAL)
        holders = (one for one in after.holders if isinstance(one, Person))
        changed += [Slot(SlotKind.OWN_END, one.alias) for one in dict.fromkeys(holders)]
    return tuple(changed)


class Evenings(Streams[OpenEvening, Evening, EveningEvent]):
    """All open evenings."""

    kind = stored_as = "evening"
    unknown = NoSuchEvening
    occupied = EveningHere
    _log: EveningLog

    def __init__(
        self,
        log: EveningLog,
        chance: ChanceSource | None = None,
        now: Callable[[], float] = time.time,
        limits: Limits = Limits(),  # noqa: B008 (it is frozen)
        cluster: Cluster = ALONE,
        append_took: Callable[[float | None], None] = lambda seconds: None,
    ) -> None:
        super().__init__(log, chance or ChanceSource(), now, limits, cluster, append_took)

    async def open_evening(
        self,
        place: Place,
        plan: Plan,
        opener: UserId,
        directors: Sequence[UserId] = (),
        *,
        deals: tuple[BroughtDeal, ...] = (),
        by: Key | None = None,
    ) -> OpenEvening:
        """Opens an evening, which the opener and those whom they name direct; with the ``deals`` that the
        opener has brought, if they have. Raises EveningHere, TooManyOpen, AppWhy.TOO_LATE, Unreadable,
        BadOption, OptionsClash, and what ``check_plan`` raises."""
        check_plan(plan, game(plan.game).variant_of(plan.options), brought=bool(deals))
        people = {Person(self._chance.token()): user for user in dict.fromkeys((opener, *directors))}
        opener_there = next(iter(people))
        event = EveningOpened(plan.within_limits, tuple(people))
        new = Append[EveningEvent](
            TableId(self._chance.token()),
            0,
            (event, DealsBrought(opener_there, deals)) if deals else (event,),
            at=self._now(),
            key=by.id if by is not None else None,
            actor=opener_there,
            slots=(ROOM,),
            people=people,
        )
        return await self._begin_stream(place, new, by)

    async def act(
        self,
        evening_id: TableId,
        who: UserId | None,
        request: EveningRequest,
        *,
        partner: UserId | None = None,
        directs: bool = False,
        key: Key | None = None,
    ) -> OpenEvening:
        """Does what is asked, or refuses and changes nothing; the evening as it then is.

        ``who`` is None for the bot itself. ``partner`` is with whom somebody enters. ``directs`` says that
        they may direct every evening of the server. The same key again is answered again and done once.
        Raises an EveningError, NoSuchEvening, AppWhy.TOO_LATE. A caller who is cancelled leaves nothing half
        done."""

        def decided_evening(evening: OpenEvening) -> tuple[Evening, Append[EveningEvent]]:
            new: dict[Person, UserId] = {}
            asked, entering = request, isinstance(request, Enter)
            person = None if who is None else self._known(evening, who, new, meet=entering)
            if isinstance(asked, Enter) and partner is not None:
                asked = Enter(self._known(evening, partner, new, meet=True), asked.role, asked.team)
            chance = self._chance.evening(evening.id, evening.seeds)
            rules = game(evening.state.plan.game)
            after, events = decide(evening.state, rules, person, asked, chance, directs=directs)
            actor = person if person in evening.people or person in new else None
            return after, Append(
                evening.id,
                evening.version,
                events,
                at=self._now(),
                key=key.id if key is not None else None,
                actor=actor,
                slots=outdated_slots(evening.state, after),
                people=new,
                secrets=chance.made,
                goes_on=(after.begun or after.adjourned) and not after.closed,
            )

        return await self._decide_and_append(evening_id, decided_evening, key)

    async def adjourn(self, evening_id: TableId) -> OpenEvening:
        """Raises EveningWhy.EVENING_IS_ADJOURNED, EveningWhy.EVENING_IS_CLOSED, NoSuchEvening."""
        return await self.act(evening_id, None, Adjourn())

    async def resume(self, evening_id: TableId) -> OpenEvening:
        """Raises EveningWhy.EVENING_IS_NOT_ADJOURNED, EveningWhy.EVENING_IS_CLOSED, NoSuchEvening."""
        return await self.act(evening_id, None, Resume())

    async def close(self, evening_id: TableId) -> OpenEvening:
        """Raises EveningWhy.EVENING_IS_CLOSED, NoSuchEvening."""
        return await self.act(evening_id, None, CloseEvening())

    async def stops(self, evening_id: TableId, stopped: Mapping[int, Hindrance]) -> None:
        """Shows what keeps tables from being opened, and tells the director when that begins."""
        evening = await self.get(evening_id)
        async with evening.lock:
            if evening.stopped == stopped or evening.closed:
                return
            told = evening.stopped
            if stopped and not told:
                await self._log.want(evening_id, STOPPED)
                evening.note_wanted((STOPPED,))
            evening.stopped = stopped
            evening.redraw |= {STOPPED, *((ROOM,) if told or stopped else ())}
        self._notify(evening)

    def busy_in(self, channel: int) -> SlotKey | None:
        """The standing message of the evening in a channel, if something has happened in it in the last
        hour."""
        evening_id = self.stream_in(channel)
        evening = self._open.get(evening_id) if evening_id is not None else None
        if evening is None or evening.adjourned or self._now() - self.past(evening.at) >= KEPT_IN_SIGHT:
            return None
        return SlotKey(evening.id, ROOM)

    async def evenings_of(self, user: UserId, guild: int) -> list[OpenEvening]:
        """The open evenings of a server in which a user plays."""
        theirs: list[OpenEvening] = []
        for stream in await self._log.open_of_user(self.stored_as, user):
            with suppress(SetAside):  # it hides no other
                evening = await self.get(stream.table)
                if stream.place.guild == guild and evening.takes_part(user):
                    theirs.append(evening)
        return theirs

    async def withdraw_from_all(self, user: UserId) -> None:
        """A user plays on at no evening: once lots are drawn a robot has their place. Raises StorageError."""
        for stream in await self._log.open_of_user(self.stored_as, user):
            with suppress(Refusal):  # they only direct it, or it is over
                await self.act(stream.table, user, Withdraw())

    async def stood(self, table_id: TableId) -> int | None:
        """The channel in which a table stands or stood; None if it was never opened."""
        stream = await self._log.find_stream(table_id)
        return stream.place.channel if stream is not None else None

    def _known(self, evening: OpenEvening, user: UserId, new: dict[Person, UserId], *, meet: bool) -> Person:
        """A user's pseudonym; a new one if they have none. Raises AppWhy.BRINGER_FORGOTTEN and
        AppWhy.HANDS_MAY_BE_KNOWN."""
        known = evening.person(user) or next((one for one, other in new.items() if other == user), None)
        if known is not None:
            return known
        if not meet:
            return STRANGER
        if evening.bringer_is_forgotten(evening.state.brought):
            raise AppRefused(AppWhy.BRINGER_FORGOTTEN)
        played = {*evening.state.people, *(one for one, _ in evening.state.left)}
        if evening.state.begun and evening.state.plan.kind.duplicate and not played <= evening.people.keys():
            raise AppRefused(AppWhy.HANDS_MAY_BE_KNOWN)
        person = Person(self._chance.token())
        new[person] = user
        return person

    async def _read_stream(self, stream_id: TableId) -> OpenEvening:
        kept = await self._log.load_evening(stream_id)
        if kept is None:
            raise self.unknown
        state, began = await run_in_thread(replayed_evening, kept.events)
        shown = {SEED: state.commitment} if state.commitment and not state.seed else {}
        check_seeds(stream_id, stream_id, kept.seeds, shown)
        evening = OpenEvening(
            id=stream_id,
            place=kept.stream.place,
            version=kept.stream.version,
            at=kept.stream.at,
            people=dict(kept.people),
            state=state,
            seeds=dict(kept.seeds),
            began=began,
        )
        if kept.lost:
            await self._renew(evening, (ROOM,))
        return evening

    def _apply(self, opened: OpenEvening, state: Evening, new: Append[EveningEvent]) -> None:
        opened.state = state
        opened.seeds = {**opened.seeds, **new.secrets} if not state.closed else {}
        if any(isinstance(event, LotsDrawn) for event in new.events):
            opened.began = opened.at
        if state.closed and opened.stopped:
            opened.stopped = None
            opened.redraw.add(STOPPED)


def replayed_evening(stored: Sequence[StoredTurn]) -> tuple[Evening, float | None]:
    """The evening that its events come to, and when lots were drawn. Raises NoSuchEvening for a stream that
    does not begin as one."""
    if not stored or not isinstance(stored[0].event, EveningOpened):
        raise NoSuchEvening
    state, began = Evening.opened(stored[0].event), None
    for one in stored[1:]:
        state = state.after(one.event)
        if isinstance(one.event, LotsDrawn):
            began = one.at
    return state, began
