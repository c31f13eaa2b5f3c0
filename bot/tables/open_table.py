"""A table in memory, the messages that it has, and the moments of its game.

Each message is a slot; an act puts some of them out of date. An alert told a person at its second, in the
channel or in their direct messages, that the table waits for them. It is posted once, never changed, and
deleted when its slot is wanted again. A press belongs to a moment; one whose moment is over is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, NamedTuple, Self

from bot import errors
from bot.errors import AppRefused, AppWhy
from bot.streams.open_stream import OpenStream
from rules.calls import Play
from rules.cards import Card
from rules.deal import out_of_turn, revoke
from rules.deal.deal import Deal
from rules.frozen import frozen
from rules.seats import ROUND, Member, Person, Seat
from rules.table.events import Event
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
    OtherRequest,
    PlayOut,
    ReplaceCard,
    Request,
    RobotForAbsent,
    SetOption,
    Start,
    TakeBack,
    TakeDummy,
)
from rules.table.seen import seen
from rules.table.table import Table
from rules.view import HINTS_ON, OpenClaim, SeatView
from storage.ports.records import Slot, SlotKind, TableId, UserId

EVERY_ALERT: Final = "alert*"


class Alert(NamedTuple):
    """What the slot of an alert says."""

    alias: str
    at: int  # in seconds since 1970
    private: bool

    @property
    def slot(self) -> Slot:
        kind = SlotKind.ALERT_IN_PRIVATE if self.private else SlotKind.ALERT
        return Slot(kind, f"{self.alias}:{self.at}")


def alert_of(slot: Slot) -> Alert | None:
    """The alert whose slot this is, if it is one."""
    if slot.kind not in (SlotKind.ALERT, SlotKind.ALERT_IN_PRIVATE):
        return None
    alias, _, at = slot.owner.rpartition(":")
    return Alert(alias, int(at), slot.kind.private)


def room(state: Table) -> Slot:
    """The slot of the message in the channel that is up to date now. While a result stands it is that of its
    deal; so it is after a rubber, until something about the table changes. While seats are chosen there is no
    deal yet."""
    if state.rubber is not None and not state.rubber.seats_open:
        if state.pack is not None and state.result_stands:
            return Slot(SlotKind.DEAL, state.last_number)
        return Slot(SlotKind.DEAL, state.deals)
    return Slot(SlotKind.DEAL, state.last_number) if state.end_stands else lobby(state)


def lobby(state: Table) -> Slot:
    """The slot of the message between rubbers, or of what it turned into when the last one began: it tells
    the cut, and who has the choice of seats."""
    has_begun = state.rubber is not None and state.rubber.seats_open
    return Slot(SlotKind.LOBBY, state.rubbers - has_begun)


@lru_cache(maxsize=4096)
def panel(person: Person) -> Slot:
    """The slot of the panel in a person's direct messages."""
    return Slot(SlotKind.PANEL, person.alias)


def outdated_slots(before: Table, after: Table, happened: Sequence[Event]) -> tuple[Slot, ...]:
    """The slots that these events put out of date: the messages in the channel before those in private. A
    table at which one person plays alone has none."""
    if not happened or after.alone is not None:
        return ()
    people = dict.fromkeys(before.persons + after.persons)
    rooms = (room(before), room(after)) if before.alone is None else (room(after),)
    offered = () if after.rubber is None and not after.closed else last_result(before)
    if before.end_stands and after.rubber is not None:
        offered = (*offered, lobby(before))  # it tells the cut, between the end of one rubber and the next
    return tuple(dict.fromkeys((*rooms, *offered, *map(panel, people))))


def last_result(table: Table) -> tuple[Slot, ...]:
    """The message with the end of a rubber, as long as it offers the next one."""
    over = table.rubber is None and table.ended is not None and table.evening is None
    return (Slot(SlotKind.DEAL, table.last_number),) if over else ()


@frozen
class Moment:
    """What is asked about one state of a table several times while its messages are drawn."""

    room: Slot
    """The message in the channel that is up to date."""
    waits_for: frozenset[Seat] = frozenset()
    awaited: tuple[Person, ...] = ()
    """The persons for whom the table waits, in the order of their seats: what is sent follows it."""
    due: frozenset[Person] = frozenset()
    """These, and everybody else who may say something just now that cannot wait."""
    between: bool = True
    """Whether a deal has just been dealt, or none is in progress: nobody has called or played yet."""


def moment(state: Table) -> Moment:
    shown, rubber, deal = room(state), state.rubber, state.deal
    between = deal is None or not (deal.calls or deal.playing)
    stands = state.pack is not None and state.result_stands
    if rubber is None or stands:  # nobody is told that it is their turn to have seen enough
        return Moment(shown, between=between)
    waits_for = state.waits_for
    people = [(seat, one) for seat, one in zip(ROUND, rubber.seats, strict=True) if isinstance(one, Person)]
    speak = deal is not None and (deal.revoke is not None or deal.out_of_turn is not None)
    awaited = tuple(one for seat, one in people if seat in waits_for)
    due = frozenset(
        one
        for seat, one in people
        if seat not in rubber.dummies and (seat in waits_for or (speak and deal and _may_speak(deal, seat)))
    )
    return Moment(shown, waits_for, awaited, due, between)


def _may_speak(deal: Deal, seat: Seat) -> bool:
    """Whether this seat may ask, answer or correct just now, choose a penalty, or demand one that may soon be
    lost, as everybody knows."""
    if deal.out_of_turn is not None and out_of_turn.may_soon_lose(deal, seat):
        return True
    if deal.revoke is None:
        return False
    chooses = any(one.is_open and one.seat.side is not seat.side for one in deal.revoke.claims)
    asks = revoke.askable(deal, seat) is not None
    return chooses or asks or revoke.correctable(deal, seat) is not None


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
    _seen: tuple[Table, frozenset[Seat], dict[Seat | None, SeatView]] | None = field(
        default=None, init=False, repr=False
    )
    """What a spectator sees, and of which state: five screens are drawn of each."""
    alerts: dict[Person, Alert] = field(default_factory=dict)
    """The alerts that stand: those whom the table waits for have been told so once in this turn."""
    waiting: dict[Person, float] = field(default_factory=dict, init=False)
    """Since when the table has been waiting for each person, in seconds since 1970."""
    claimed_at: float = field(default=0.0, init=False)
    """When the claim was made that waits for answers."""
    result_at: float = field(default=0.0)
    """When the pack was ready before which a result stands, or the table went on or took others in since."""
    seen_at: float = field(default=0.0)
    """When the first of those who sit there had seen it; 0 while nobody has."""
    late: frozenset[Seat] = field(default=frozenset(), init=False)
    """Who have kept it waiting so long that a robot may sit in for them."""

    moment: Moment = field(init=False, repr=False)
    """What is often asked of the state."""

    def __post_init__(self) -> None:
        self.moment = moment(self.state)
        self.waiting = dict.fromkeys(self.moment.awaited, self.at)
        self.alerts = {person: alert for person, alert in self.alerts.items() if person in self.waiting}
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
        if self._seen is None or self._seen[0] is not self.state or self._seen[1] is not self.late:
            self._seen = self.state, self.late, {None: seen(self.state, None, late=self.late)}
        views = self._seen[2]
        if seat not in views:
            views[seat] = seen(self.state, seat, views[None])
        return views[seat]

    def chair(self, user: UserId) -> Seat | None:
        """The chair that is a user's in the rubber in progress, even if a robot sits there now."""
        return self.place_of(user).chair

    def become(self, state: Table, actor: Person | None) -> None:
        """The table once somebody has acted: the time of those who still have to begins with their turn."""
        if self.state.claim is None:
            self.claimed_at = self.at
        was = self.state
        if state.pack is not None:
            stood, stands = ((one.paused, one.adjourned, one.alone) for one in (was, state))
            if was.pack is None or stood != stands:
                self.result_at, self.seen_at = self.at, 0.0
            elif state.result_seen and not self.seen_at:
                self.seen_at = self.at
        before, self.state, self.moment = self.waiting, state, moment(state)
        started = dict.fromkeys(self.moment.awaited, self.at)
        going_on = {person: at for person, at in before.items() if person in started and person != actor}
        self.waiting = {**started, **going_on}
        self.alerts = {person: alert for person, alert in self.alerts.items() if person in going_on}
        self.late &= {self.seat_of(person) for person in going_on}

    def outdated_alerts(self, after: Table, actor: Person | None) -> tuple[Slot, ...]:
        """The slots of the alerts that say nothing true any longer once the table has come to this."""
        if not self.alerts:
            return ()
        still = moment(after).awaited
        return tuple(
            alert.slot for person, alert in self.alerts.items() if person == actor or person not in still
        )

    def keeps_alert(self, slot: Slot) -> bool:
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
        self.result_at, self.seen_at = fresh.result_at, fresh.seen_at
        self.alerts = fresh.alerts


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
    if isinstance(request, Play):
        _check_card(table.state, point.at, point.point, request.card)
    elif not _moment_stands(table.state, who, request, point):
        raise errors.MomentPassed


def _moment_stands(state: Table, who: Member | None, request: Request, point: Point) -> bool:
    """Whether that of a press which plays no card has come and is not over. Raises HasBegun, UnknownPress."""
    assert point.at is not None
    deal = state.deal
    playing = deal.playing if deal is not None else None
    match request:
        case Start() if state.rubber is not None and point.at == state.rubbers - 1:
            raise errors.HasBegun
        case Start() | SetOption() | TakeDummy():
            return point.at == state.rubbers and state.rubber is None
        case _ if point.at > state.deals:
            raise errors.UnknownPress
        case _ if point.at < state.deals:
            return False
        case ChooseSeat():
            return state.rubber is not None and state.rubber.seats_open
        case CutPack():
            return state.pack is not None
        case ClaimRest():
            return playing is not None and point.point in (None, len(playing.tricks))
        case AnswerClaim():
            return (
                playing is not None and point.point == playing.cards_played and _answers_claim(state, point)
            )
        case Gather() | AskSuit() | DenySuit() | Correct():
            return playing is not None and len(playing.all_tricks) - (point.point or 0) in (0, 1)
        case DemandPenalty() | FollowLead() | ReplaceCard():
            seat = state.rubber.seat_of(who) if state.rubber is not None and who is not None else None
            return deal is not None and seat is not None and is_timely(deal, seat, request, point.point)
        case TakeBack():
            return deal is not None and point.point == sum(state.played_so_far)
        case ClaimRevoke() | ChoosePenalty() | PlayOut() | AgreeScore():
            return playing is not None
        case _:
            return deal is not None and point.point == deal.point


def _answers_claim(state: Table, point: Point) -> bool:
    """Whether the open claim is the one that is answered. Buttons in old messages do not say."""
    claim, playing = state.claim, state.deal.playing if state.deal is not None else None
    if claim is None or playing is None:
        return False
    tricks = playing.tricks_left if claim.tricks is None else claim.tricks
    asked = OpenClaim(claim.seat, tricks, claim.agreed, (), claim.back)
    return point.what == asked.word or (point.what == "" and claim.back is None)


def _check_card(state: Table, at: int, played: int | None, card: Card) -> None:
    """Raises UnknownPress if the deal of a card has not come, PointPassed if it is over, CardsComeLater while
    its calls go on, CardPlayed if it lies on the table already, and MomentPassed if it was meant for an
    earlier turn."""
    if at > state.deals:
        raise errors.UnknownPress
    if at < state.deals or state.rubber is None:
        raise errors.PointPassed
    if state.deal is None:
        return
    playing = state.deal.playing
    if playing is None:
        raise errors.CardsComeLater
    if card in playing.played_cards():
        raise errors.CardPlayed
    if played not in (None, playing.cards_played):
        raise errors.MomentPassed


def check_server(table: Table, request: OtherRequest) -> None:
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
