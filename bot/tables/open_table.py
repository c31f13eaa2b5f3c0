"""A table in memory, what can be read from the stored events of one, and the moments of its game.

A replay begins with the first event, or with a snapshot of the table as it stood between two deals. A press
belongs to a moment; one whose moment is over is refused.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Self

from bot import errors
from bot.errors import AppRefused, AppWhy, DealDamaged
from bot.streams.fair_deal import commitment
from bot.streams.open_stream import OpenStream
from bot.tables.slots import Alert, Moment, moment
from ports.records import Slot, SlotKind, Snapshot, Stored, TableId, UserId
from ports.storage import UNREADABLE, TableLog
from robots.player import Reasons
from robots.reasons import Decision, decode
from robots.revoke import following
from rules.calls import PLAYS, Action, Play, action_word
from rules.cards import Card
from rules.counting.rubber import RubberResult
from rules.errors import Unreadable
from rules.frozen import frozen, replace
from rules.games import all_games
from rules.games.promise import points
from rules.record.codec import decode_table, encode_table
from rules.seats import BySeat, Member, Person, RobotMember, Seat
from rules.table.events import (
    CallMade,
    CardPlayed,
    CardsDealt,
    DealReckoned,
    Opened,
    RubberReckoned,
    TakenBack,
)
from rules.table.out_of_turn import is_timely
from rules.table.requests import (
    AddRobot,
    AgreeScore,
    AnswerClaim,
    AskSuit,
    ChoosePenalty,
    ChooseSeat,
    ClaimRest,
    ClaimRevoke,
    Correct,
    CutPack,
    DemandPenalty,
    DenySuit,
    FollowLead,
    Gather,
    PlayOut,
    Request,
    RobotForAbsent,
    SetOption,
    Start,
    TakeBack,
    TakeDummy,
)
from rules.table.seen import seen
from rules.table.table import Table
from rules.view import HINTS_ON, FinishedDeal, OpenClaim, PublicTable, SeatView

logger = logging.getLogger(__name__)


class AtTable(NamedTuple):
    """Who somebody is at a table: their pseudonym there, where they sit in the rubber in progress, and the
    chair that is theirs, even if a robot sits there now."""

    person: Person | None
    seat: Seat | None
    chair: Seat | None


@dataclass(eq=False)
class OpenTable(OpenStream):
    """One open table."""

    state: Table
    seeds: dict[int, bytes]  # of deals not yet over
    kept_at: int = 0  # the version of the newest snapshot that was stored; 0 if there is none
    _room: tuple[Table, frozenset[Seat], SeatView] | None = field(default=None, init=False, repr=False)
    """What a spectator sees, and of which state: five screens are drawn of each."""
    alerts: dict[Person, Alert] = field(default_factory=dict)
    """The alerts that stand: those whom the table waits for have been told so once in this turn."""
    waiting: dict[Person, float] = field(default_factory=dict, init=False)
    """Since when the table has been waiting for each person, in seconds since 1970."""
    claimed_at: float = field(default=0.0, init=False)
    """When the claim was made that waits for answers."""
    late: frozenset[Seat] = field(default=frozenset(), init=False)
    """Who have kept it waiting so long that a robot may sit in for them."""

    moment: Moment = field(init=False, repr=False)
    """What is often asked of the state."""

    def __post_init__(self) -> None:
        self.moment = moment(self.state)
        self.waiting = dict.fromkeys(_in_order(self.moment.awaited), self.at)
        self.claimed_at = self.at

    @property
    def closed(self) -> bool:
        return self.state.closed

    @property
    def adjourned(self) -> bool:
        return self.state.adjourned

    @property
    def has_place(self) -> bool:
        return not self.state.adjourned or self.state.abandoned

    @property
    def shuffled_as(self) -> TableId:
        """The id under which the packs of this table are shuffled and sealed."""
        evening, alone = self.state.evening, self.state.alone
        if alone is not None and alone.given is not None:
            return TableId(alone.given.shuffled_as)
        return TableId(evening.evening) if evening is not None and evening.shared else self.id

    def place_of(self, user: UserId) -> AtTable:
        """Who a user is at this table, and where."""
        person, rubber = self.person(user), self.state.rubber
        if person is None or rubber is None:
            return AtTable(person, None, None)
        seat = rubber.seat_of(person)
        same = seat is not None and rubber.owners.of(seat) == person
        return AtTable(person, seat, seat if same else rubber.chair_of(person))

    def seat(self, user: UserId) -> Seat | None:
        """Where a user sits in the rubber in progress."""
        return self.place_of(user).seat

    def owner(self, slot: Slot) -> UserId | None:
        """The one in whose direct messages a slot stands; None for one in the channel, or if they have been
        forgotten."""
        if not slot.kind.private:
            return None
        alias = slot.owner if slot.kind is SlotKind.PANEL else slot.owner.rpartition(":")[0]
        return self.people.get(Person(alias))

    def belongs(self, user: UserId) -> bool:
        """Whether a user is a member of this table: has a chair here, or waits for one."""
        return self.person(user) in self.state.members or self.waits(user)

    def waits(self, user: UserId) -> bool:
        """Whether a user is a member without a chair."""
        return self.person(user) in self.state.waiting

    def view(self, user: UserId | None) -> SeatView:
        """What this user may see. A user without a seat, or None, sees what everybody in the room sees."""
        return self.seen_from(self.place_of(user).seat if user is not None else None)

    def seen_from(self, seat: Seat | None) -> SeatView:
        """What may be seen from a seat or, with None, in the room."""
        if self._room is None or self._room[0] is not self.state or self._room[1] is not self.late:
            self._room = self.state, self.late, seen(self.state, None, late=self.late)
        return seen(self.state, seat, self._room[2]) if seat is not None else self._room[2]

    def chair(self, user: UserId) -> Seat | None:
        """The chair that is a user's in the rubber in progress, even if a robot sits there now."""
        return self.place_of(user).chair

    def become(self, state: Table, actor: Person | None) -> None:
        """The table once somebody has acted: the time of those who still have to begins with their turn."""
        if self.state.claim is None:
            self.claimed_at = self.at
        before, self.state, self.moment = self.waiting, state, moment(state)
        started = dict.fromkeys(_in_order(self.moment.awaited), self.at)
        going_on = {person: at for person, at in before.items() if person in started and person != actor}
        self.waiting = {**started, **going_on}
        self.alerts = {person: alert for person, alert in self.alerts.items() if person in going_on}
        self.late &= {self.seat_of(person) for person in going_on}

    def over(self, after: Table, actor: Person | None) -> tuple[Slot, ...]:
        """The slots of the alerts that say nothing true any longer once the table has come to this."""
        if not self.alerts:
            return ()
        still = moment(after).awaited - {actor}
        return tuple(alert.slot for person, alert in self.alerts.items() if person not in still)

    def stands(self, slot: Slot) -> bool:
        """Whether this is the slot of an alert that is to stand."""
        return any(alert.slot == slot for alert in self.alerts.values())

    def seat_of(self, person: Person) -> Seat | None:
        """Where a person sits in the rubber in progress."""
        return self.state.rubber.seat_of(person) if self.state.rubber is not None else None

    def refresh(self, fresh: Self) -> None:
        super().refresh(fresh)
        self.state, self.moment = fresh.state, fresh.moment
        self.seeds, self.kept_at = fresh.seeds, fresh.kept_at
        self.waiting, self.late, self.claimed_at = fresh.waiting, fresh.late, fresh.claimed_at
        self.alerts = {person: alert for person, alert in fresh.alerts.items() if person in fresh.waiting}


def _in_order(persons: Iterable[Person]) -> list[Person]:
    """The same in every process: a set has no order of its own, and what is sent follows this one."""
    return sorted(persons, key=lambda person: person.alias)


@frozen
class Finished:
    """A deal that is over, and the result of the rubber if the deal ended one. ``options`` are those with
    which it was played: before another rubber the table may have chosen others."""

    deal: FinishedDeal
    ended: RubberResult | None
    seats: BySeat[Member]
    options: tuple[tuple[str, str], ...]

    def at(self, table: OpenTable) -> PublicTable:
        """The table as everybody sees it, with the options of this deal."""
        return replace(table.view(None).table, options=self.options)


Made = tuple[Decision, SeatView]
"""What a robot did, and what its seat saw when it did so."""


class Replay(NamedTuple):
    """A table as it stood, and the events that followed."""

    state: Table
    events: Sequence[Stored]


async def of_deal(log: TableLog, table_id: TableId, deal: int, *, whole: bool) -> Replay | None:
    """A replay around one deal that is over, made on a thread; if ``whole``, of all there is. None if there
    is no such table. Raises DealDamaged, and Unreadable for a snapshot that is of no use."""
    try:
        snapshot, stored = await log.read_deal(table_id, deal, whole=whole)
    except UNREADABLE as fault:
        logger.error("deal %s of table %s cannot be shown: %r", deal, table_id, fault)
        raise DealDamaged(deal) from None
    if snapshot is None and not stored:
        return None
    return await asyncio.to_thread(replay, table_id, snapshot, stored)


def replay(table_id: TableId, snapshot: Snapshot | None, stored: Sequence[Stored]) -> Replay:
    """From a snapshot, if there is one, else from the first event, which is ``opened``. Raises Unreadable for
    a snapshot that these rules did not write, or of another table."""
    if snapshot is None:
        first = stored[0].event
        assert isinstance(first, Opened)
        return Replay(opened(first), stored[1:])
    state = decode_table(snapshot.body, all_games.game)
    if state.last_number != snapshot.over or not _is_of(table_id, state.last):
        raise Unreadable("a snapshot of another table")
    return Replay(state, stored)


def _is_of(table_id: TableId, last: FinishedDeal | None) -> bool:
    """Whether a finished deal was dealt at this table: the commitment to its seed names the table."""
    if last is None:
        return True
    try:
        seed = bytes.fromhex(last.seed)
    except ValueError:
        return False
    return commitment(table_id, last.number, seed) == last.commitment


def snapshot_of(state: Table, version: int) -> Snapshot:
    """The snapshot of a table between two deals, after so many events."""
    return Snapshot(version, state.last_number, encode_table(state))


def replayed(begun: Replay) -> Table:
    """The table that its events come to."""
    state = begun.state
    for one in begun.events:
        state = state.after(one.event)
    return state


def opened(event: Opened) -> Table:
    """A table as it is opened. Raises Unreadable for a game that is not listed, BadOption, OptionsClash."""
    return Table.opened(all_games.game(event.game), event.options)


def finished(begun: Replay, deal: int) -> Finished | None:
    """A deal that is over, from the events of its table; None if it is not over or was never played. The
    replay must begin before it was over."""
    state = begun.state
    found: Finished | None = None
    for one in begun.events:
        seats = state.rubber.seats if state.rubber is not None else None
        state = state.after(one.event)
        if isinstance(one.event, DealReckoned) and state.last is not None and state.last.number == deal:
            assert seats is not None
            found = Finished(state.last, None, seats, state.options)
        elif isinstance(one.event, RubberReckoned) and found is not None and state.last_number == deal:
            return replace(found, ended=one.event.result)
        elif found is not None and state.deals > deal:
            return found
    return found


def rubber_to(begun: Replay, deal: int) -> tuple[Finished, ...]:
    """The deals of a rubber up to this one, each with who sat where in it. The replay must begin before the
    rubber."""
    state, found = begun.state, list[Finished]()
    for one in begun.events:
        seats, rubbers = state.rubber.seats if state.rubber is not None else None, state.rubbers
        state = state.after(one.event)
        if state.rubbers != rubbers:
            found.clear()
        if isinstance(one.event, DealReckoned) and state.last is not None and seats is not None:
            found.append(Finished(state.last, None, seats, state.options))
            if state.last.number == deal:
                break
    return tuple(found)


def dealt_to(begun: Replay, deal: int) -> BySeat[Member] | None:
    """Who sat where when the cards of a deal were dealt, before partners may have changed places. The replay
    must begin before that."""
    state = begun.state
    for one in begun.events:
        if isinstance(one.event, CardsDealt) and one.event.deal == deal and state.rubber is not None:
            return state.rubber.seats
        state = state.after(one.event)
    return None


def decisions(begun: Replay, deal: int, reasons: Mapping[int, str]) -> tuple[Made, ...]:
    """What robots did in a deal, in order, each with what its seat saw: from the events of its table, and the
    reasons that were stored with them, by version."""
    state = begun.state
    made: list[Made] = []
    for one in begun.events:
        if state.deals > deal:
            break
        if isinstance(one.event, CallMade | CardPlayed) and state.deals == deal:
            decision = _decision(state, one.event, reasons.get(one.version))
            made += [decision] if decision is not None else []
        elif isinstance(one.event, TakenBack) and state.deals == deal:
            made = [one_made for one_made in made if _stands(one_made[0], one.event)]
        state = state.after(one.event)
    return tuple(made)


def _stands(decision: Decision, back: TakenBack) -> bool:
    """Whether a call or card was made before those that were taken back."""
    return decision.place < (back.cards if isinstance(decision.action, Play) else back.calls)


def _decision(state: Table, event: CallMade | CardPlayed, reasons: str | None) -> Made | None:
    """This call or card, made at this state of the table, if a robot made it."""
    assert state.rubber is not None and state.deal is not None
    if isinstance(event, CallMade):
        hand = player = event.called.seat
        action: Action = event.called.call
        place = len(state.deal.calls)
    else:
        hand, action = event.seat, PLAYS[event.card.index]
        place = state.deal.playing.cards_played if state.deal.playing is not None else 0
        player = next(iter(state.deal.may_act))
    by = state.rubber.seats.of(player)
    if not isinstance(by, RobotMember):
        return None
    return Decision(hand, by, place, action, _read(reasons)), following(seen(state, player))


def _read(reasons: str | None) -> Reasons | None:
    try:
        return decode(reasons) if reasons is not None else None
    except Unreadable:
        return None


def from_seat(state: Table, seat: Seat) -> SeatView:
    """What a robot in this seat goes by."""
    return following(seen(state, seat))


def came_to(state: Table) -> tuple[int, tuple[str, ...]]:
    """What the deal that is over brought the side of the person who plays alone, less what it brought the
    other; and its calls and cards in order."""
    deal, alone = state.last, state.alone
    assert deal is not None and alone is not None and alone.given is not None
    own = alone.given.seat
    brought = points(deal, state.variant.rubber)
    line = (
        *(action_word(one.call) for one in deal.calls),
        *(str(card) for trick in deal.tricks for _, card in trick.by_player()),
    )
    return brought.of(own.side) - brought.of(own.side.other), line


@frozen
class Point:
    """The moment of the game to which a press belongs: the deal (for a start the number of rubbers), and how
    far the calls had come (for a claim how many tricks; for a card, and an answer to a claim, how many cards
    had been played). None where the press does not say."""

    at: int | None = None
    point: int | None = None
    what: str = ""
    """Of an answer, whose claim and of how many tricks: ``S5``; or whose card would go back: ``Sb``."""


ANYTIME: Final = Point()


def check_point(table: OpenTable, who: Member | None, request: Request, point: Point) -> None:
    """Raises PointPassed, or one of its kinds, if the moment of a press by this member is over or has not
    come."""
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
            _check_card(state, point, card)
            return
        case _ if point.at < state.deals:
            stands = False
        case ChooseSeat():
            stands = state.rubber is not None and state.rubber.seats_open
        case CutPack():
            stands = state.pack is not None
        case ClaimRest():
            stands = playing is not None and point.point in (None, len(playing.tricks))
        case AnswerClaim():
            stands = playing is not None and point.point == playing.cards_played and _answers(state, point)
        case Gather() | AskSuit() | DenySuit() | Correct():
            stands = playing is not None and len(playing.all_tricks) - (point.point or 0) in (0, 1)
        case DemandPenalty() | FollowLead():
            seat = state.rubber.seat_of(who) if state.rubber is not None and who is not None else None
            stands = deal is not None and seat is not None and is_timely(deal, seat, request, point.point)
        case TakeBack():
            stands = deal is not None and point.point == sum(state.played_so_far)
        case ClaimRevoke() | ChoosePenalty() | PlayOut() | AgreeScore():
            stands = playing is not None
        case _:
            stands = deal is not None and point.point == deal.point
    if not stands:
        raise errors.MomentPassed


def _answers(state: Table, point: Point) -> bool:
    """Whether the open claim is the one that is answered. Buttons in old messages do not say."""
    claim, playing = state.claim, state.deal.playing if state.deal is not None else None
    if claim is None or playing is None:
        return False
    tricks = playing.tricks_left if claim.tricks is None else claim.tricks
    asked = OpenClaim(claim.seat, tricks, claim.agreed, (), claim.back)
    return point.what == asked.word or (point.what == "" and claim.back is None)


def _check_card(state: Table, point: Point, card: Card) -> None:
    """Raises PointPassed if the deal of a card is over, CardsComeLater while its calls go on, CardPlayed if
    it lies on the table already, and MomentPassed if it was meant for an earlier turn."""
    if (point.at or 0) < state.deals or state.rubber is None:
        raise errors.PointPassed
    if state.deal is None:
        return
    playing = state.deal.playing
    if playing is None:
        raise errors.CardsComeLater
    if card in playing.gone():
        raise errors.CardPlayed
    if point.point not in (None, playing.cards_played):
        raise errors.MomentPassed


def check_server(table: Table, request: Request) -> None:
    """What the server in which the table was opened forbids, whatever the rules of the game allow. Raises
    AppWhy.ROBOTS_FORBIDDEN, AppWhy.HINTS_FORBIDDEN."""
    house = table.variant.house
    match request:
        case AddRobot() | RobotForAbsent() if not house.robots:
            raise AppRefused(AppWhy.ROBOTS_FORBIDDEN)
        case Start() if not house.robots and len(table.members) < table.variant.players:
            raise AppRefused(AppWhy.ROBOTS_FORBIDDEN)
        case SetOption(key, value) if not house.hints and (key, value) == HINTS_ON:
            raise AppRefused(AppWhy.HINTS_FORBIDDEN)
        case _:
            pass
