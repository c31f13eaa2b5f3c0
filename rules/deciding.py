"""What members ask of a table, and the answer: a refusal that changes nothing, or the events that follow.

Chance comes in as an argument. Whatever must follow by itself (a reckoning, the next pack) is part of the
same answer, so that one act is one transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from rules import errors, events
from rules.calls import Action, Called, Play
from rules.cards import Card
from rules.cutting import cut_and_recut, cut_for_deal, cut_for_partners
from rules.dealing import TurnedUp
from rules.events import Event
from rules.members import ROBOT_NAMES, Member, Person, Robot
from rules.rubber import End, RubberResult, Share
from rules.seats import BySeat, Seat
from rules.standing import NIL
from rules.table import Rubber, Table

RANKED_DOUBLINGS: Final = 6
"""A rubber in which a trick was doubled oftener than this is not ranked, so that no leaderboard is won by
agreeing to double without end."""
THINNEST_CUT: Final = 4
"""At least four cards in each packet (laws 1.3)."""


@dataclass(frozen=True, slots=True)
class Join:
    """Take a chair; or, during a rubber, take one's own chair back from a robot."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Give up one's chair; during a rubber a robot plays on."""


@dataclass(frozen=True, slots=True)
class AddRobot:
    """Seat a robot, between rubbers."""


@dataclass(frozen=True, slots=True)
class RemoveRobot:
    """Send the robot that came last away, between rubbers."""


@dataclass(frozen=True, slots=True)
class RobotForAbsent:
    """A robot plays on for every other person for whom the table waits. Whether it has waited long enough is
    for the caller to know; those replaced may take their chairs back."""


@dataclass(frozen=True, slots=True)
class SetOption:
    """Arrange one of the table's options, before the first hand is dealt."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class TakeDummy:
    """Have Dummy in the next rubber, or where all have one, the first deal."""


@dataclass(frozen=True, slots=True)
class Start:
    """Fill the empty chairs with robots and cut for partners."""


@dataclass(frozen=True, slots=True)
class CutPack:
    """Cut the pack ``at`` cards down; ``salt`` is mixed into the shuffle with it."""

    at: int
    salt: str


@dataclass(frozen=True, slots=True)
class ClaimRest:
    """Lay one's hand open and claim every trick that is left."""


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    agrees: bool


@dataclass(frozen=True, slots=True)
class AgreeToClose:
    """Close the table, if all who sit agree."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Close the table at once. Whether the asker may is for the caller to know."""


Ask = (
    Action
    | Join
    | Leave
    | AddRobot
    | RemoveRobot
    | RobotForAbsent
    | SetOption
    | TakeDummy
    | Start
    | CutPack
    | ClaimRest
    | AnswerClaim
    | AgreeToClose
    | CloseTable
)


class Chance(Protocol):
    """Where cards come from. The rules know no seed."""

    def cards(self, count: int) -> Sequence[Card]:
        """So many different cards, drawn from a fresh pack to cut for partners."""

    def commit(self, deal: int) -> str:
        """Shuffles a pack for this deal in secret; the commitment to it."""

    def pack(self, deal: int, at: int, salt: str) -> Sequence[Card]:
        """The pack of this deal once it has been cut so, in the order in which to deal it."""

    def blind(self, deal: int, at: int, salt: str) -> Card:
        """The card cut for trumps before this pack was shuffled, where the game has it so (laws 4.1)."""

    def reveal(self, deal: int) -> str:
        """The seed of this deal, which is over."""


def decide(table: Table, who: Member | None, ask: Ask, chance: Chance) -> tuple[Table, tuple[Event, ...]]:
    """The table after what was asked, and all that happened. ``who`` is None for the bot itself.

    Raises a RulesError, and then nothing has happened.
    """
    if table.closed:
        raise errors.TableIsClosed
    happened: list[Event] = []
    pending = _first(table, who, ask, chance)
    while pending:
        for event in pending:
            table = table.after(event)
        happened += pending
        pending = _sequel(table, chance)
    return table, tuple(happened)


def _first(table: Table, who: Member | None, ask: Ask, chance: Chance) -> Sequence[Event]:
    match ask:
        case CloseTable():
            return (*_abandoned(table, chance), events.Closed("moderator"))
        case CutPack(at, salt):
            return _cut(table, who, at, salt)
        case _ if who is None:
            raise errors.NotSeated
        case Join():
            return _join(table, who)
        case _ if who not in table.members:
            raise errors.NotSeated
        case Leave():
            return _leave(table, who, chance)
        case AddRobot():
            _between_rubbers(table)
            if len(table.members) == table.variant.players:
                raise errors.TableIsFull
            return (events.Joined(_new_robot(table)),)
        case RemoveRobot():
            _between_rubbers(table)
            robots = [member for member in table.members if isinstance(member, Robot)]
            if not robots:
                raise errors.NoRobotThere
            return (events.Left(robots[-1]),)
        case RobotForAbsent():
            return _replace_absent(table, who, chance)
        case SetOption(key, value):
            return _set_option(table, key, value)
        case TakeDummy():
            _between_rubbers(table)
            if not table.variant.dummies:
                raise errors.NobodyHasDummy
            return (events.DummyTaken(who),)
        case Start():
            return _start(table, chance)
        case ClaimRest():
            return _claim(table, who)
        case AnswerClaim(agrees):
            return _answer(table, who, agrees=agrees)
        case AgreeToClose():
            return _agree_to_close(table, who, chance)
        case _:
            return _act(table, who, ask)


def _act(table: Table, who: Member, action: Action) -> Sequence[Event]:
    """A call or a card."""
    seat = _seat(table, who)
    if table.deal is None:
        raise errors.NothingIsPlayed if isinstance(action, Play) else errors.NothingToCall
    if table.claim is not None:
        raise errors.ClaimIsOpen
    table.deal.check(seat, action)
    if isinstance(action, Play):
        assert table.deal.playing is not None
        return (events.CardPlayed(table.deal.playing.hand_due, action.card),)
    return (events.CallMade(Called(seat, action)),)


def _join(table: Table, who: Member) -> Sequence[Event]:
    if who in table.members:
        raise errors.AlreadySeated
    if table.rubber is not None:
        chair = table.rubber.chair_of(who) if isinstance(who, Person) else None
        if chair is None or not isinstance(who, Person):
            raise errors.RubberUnderWay
        return (events.TookBack(chair, who),)
    if len(table.members) < table.variant.players:
        return (events.Joined(who),)
    robots = [member for member in table.members if isinstance(member, Robot)]
    if not robots:
        raise errors.TableIsFull
    return (events.Left(robots[-1]), events.Joined(who))  # a robot gives its chair to a person


def _leave(table: Table, who: Member, chance: Chance) -> Sequence[Event]:
    alone = not any(person != who for person in table.persons)
    if table.rubber is None:
        left: Event = events.Left(who)
    else:
        left = events.RobotTookOver(_seat(table, who), _new_robot(table))
    if alone:
        return (left, *_abandoned(table, chance), events.Closed("empty"))
    if set(table.persons) - {who} <= table.closing:  # all who remain would close it
        return (left, *_broken_off(table.after(left), chance), events.Closed("agreed"))
    return (left,)


def _replace_absent(table: Table, who: Member, chance: Chance) -> Sequence[Event]:
    if table.rubber is None:
        raise errors.NoRubber
    replaced: list[Event] = []
    for seat in Seat:
        sitting = table.rubber.seats.of(seat)
        if seat in table.waits_for and isinstance(sitting, Person) and sitting != who:
            replaced.append(events.RobotTookOver(seat, _new_robot(table)))
            table = table.after(replaced[-1])
            assert table.rubber is not None
    if not replaced:
        raise errors.NobodyAwaited
    if set(table.persons) <= table.closing:  # all who remain would close it
        return (*replaced, *_broken_off(table, chance), events.Closed("agreed"))
    return replaced


def _start(table: Table, chance: Chance) -> Sequence[Event]:
    _between_rubbers(table)
    if not table.persons:
        raise errors.NobodySeated
    joined: list[Event] = []
    filled = table
    while len(filled.members) < table.variant.players:
        joined.append(events.Joined(_new_robot(filled)))
        filled = filled.after(joined[-1])
    return (*joined, _cut_in(filled, chance))


def _set_option(table: Table, key: str, value: str) -> Sequence[Event]:
    if table.rubbers:
        raise errors.OptionsAreFixed
    chosen = {**dict(table.options), key: value}
    table.rules.variant(chosen)  # raises BadOption, OptionsClash
    return (events.OptionsChosen(table.rules.differing(chosen)),)


def _cut_in(table: Table, chance: Chance) -> Event:
    """Partners are cut for, the lowest dealing; or the chairs stand in the order in which they were taken and
    only the deal is cut for (laws 1.2, ambiguity 3)."""
    variant, house = table.variant, table.variant.house
    if variant.dummies:
        return _seated_with_dummies(table, chance)
    if table.ended_seats is not None and _partners_stay(table, table.ended_seats):
        seats = table.ended_seats
        first, cuts = cut_and_recut(
            table.members, chance.cards, cut_for_deal, suit_order=house.suit_order_breaks_ties
        )
    elif house.seating_cut:
        partners, cuts = cut_and_recut(
            table.members, chance.cards, cut_for_partners, suit_order=house.suit_order_breaks_ties
        )
        (south, north), (west, east) = partners.low, partners.high
        seats, first = BySeat(north, east, south, west), partners.dealer
    else:
        seats = BySeat(*table.members)
        first, cuts = cut_and_recut(
            table.members, chance.cards, cut_for_deal, suit_order=house.suit_order_breaks_ties
        )
    dealer = next(seat for seat, member in seats.items() if member == first)
    return events.RubberBegun(table.rubbers + 1, table.game, table.options, seats, dealer, cuts)


def _partners_stay(table: Table, seats: BySeat[Member]) -> bool:
    """Whether those who have just played go on together."""
    return table.partners_may_stay and set(seats) == set(table.members)


def _seated_with_dummies(table: Table, chance: Chance) -> Event:
    """Whoever asked for Dummy has him; else each in turn, or among new people the lowest cut. He sits south
    with Dummy opposite, and Dummy deals first (laws 4.3, 4.4; ambiguity 41)."""
    house, members = table.variant.house, table.members
    cuts: tuple[tuple[tuple[Member, Card], ...], ...] = ()
    if set(table.sat) == set(members):
        members = table.sat if table.partners_may_stay else (*table.sat[1:], table.sat[0])
    elif house.seating_cut and table.dummy_for is None:
        first, cuts = cut_and_recut(
            members, chance.cards, cut_for_deal, suit_order=house.suit_order_breaks_ties
        )
        members = _from(first, members)
    if table.dummy_for is not None:
        members = _from(table.dummy_for, members)
    south, west, *others = members
    seats = BySeat(south, others[0] if others else west, south, west)
    dummies = (Seat.NORTH,) if others else (Seat.NORTH, Seat.EAST)
    return events.RubberBegun(table.rubbers + 1, table.game, table.options, seats, Seat.NORTH, cuts, dummies)


def _from(first: Member, members: tuple[Member, ...]) -> tuple[Member, ...]:
    """The same in turn, this one first."""
    place = members.index(first)
    return (*members[place:], *members[:place])


def _cut(table: Table, who: Member | None, at: int, salt: str) -> Sequence[Event]:
    if table.pack is None or table.rubber is None:
        raise errors.NothingToCut
    cutter = table.pack.cutter
    if who is not None and table.rubber.seats.of(cutter) != who:
        if who not in table.members:
            raise errors.NotSeated
        raise errors.NotYoursToCut(cutter)
    if not THINNEST_CUT <= at <= 52 - THINNEST_CUT:
        raise errors.CutTooThin
    return (events.PackCut(at, salt, who),)


def _claim(table: Table, who: Member) -> Sequence[Event]:
    seat = _seat(table, who)
    playing = table.deal.playing if table.deal is not None else None
    if playing is None:
        raise errors.NothingIsPlayed
    if not table.variant.house.claims:
        raise errors.ClaimsAreOff
    if table.claim is not None:
        raise errors.ClaimIsOpen
    if playing.terms.is_dummy(seat):
        raise errors.DummyMayNotAct
    if not playing.may_claim(seat):
        raise errors.TooEarlyToClaim
    return (events.Claimed(seat),)


def _answer(table: Table, who: Member, *, agrees: bool) -> Sequence[Event]:
    seat = _seat(table, who)
    if table.claim is None:
        raise errors.NoClaim
    if seat is table.claim.seat or seat in table.claim.agreed:
        raise errors.NotYoursToAnswer
    return (events.ClaimAnswered(seat, agrees),)


def _agree_to_close(table: Table, who: Member, chance: Chance) -> Sequence[Event]:
    if not isinstance(who, Person):
        raise errors.NotSeated
    agreed = events.CloseAgreed(who)
    if {*table.closing, who} >= set(table.persons):
        return (agreed, *_broken_off(table, chance), events.Closed("agreed"))
    return (agreed,)


def _sequel(table: Table, chance: Chance) -> Sequence[Event]:
    """What follows by itself."""
    rubber, deal = table.rubber, table.deal
    if table.closed or rubber is None:
        return ()
    if deal is not None:
        return _reckoning(table, chance) if deal.over else ()
    end = table.variant.rubber.end(rubber.standing)
    if end is not None:
        return (_ended(table, rubber, end),)
    if table.pack is not None:
        return ()
    if table.cut is not None and table.last_number < table.deals:
        order = chance.pack(table.deals, table.cut.at, table.cut.salt)
        dealing = table.variant.dealing
        blind = None
        if dealing.turned is TurnedUp.BLIND:
            blind = chance.blind(table.deals, table.cut.at, table.cut.salt)
        dealt = dealing.dealt_out(order, rubber.dealer, blind)
        return (events.CardsDealt(table.deals, dealt.dealer, dealt.hands, dealt.turned),)
    return (events.PackReady(table.deals + 1, chance.commit(table.deals + 1)),)


def _reckoning(table: Table, chance: Chance) -> Sequence[Event]:
    assert table.deal is not None and table.rubber is not None
    seed = events.SeedRevealed(table.deals, chance.reveal(table.deals))
    if table.deal.playing is None:  # thrown in
        return (seed, events.DealReckoned(events.RULES_REVISION, NIL, ()))
    tally = table.deal.tally(table.variant.honours)
    entries = table.variant.reckon(tally, table.rubber.standing)
    return (seed, events.DealReckoned(events.RULES_REVISION, tally.tricks, entries))


def _ended(table: Table, rubber: Rubber, end: End) -> Event:
    """The rubber is over. It is not ranked where a side has nobody left who cut in, nor after contres without
    end."""
    alone = table.variant.dummies == 1  # he who plays Dummy has two adversaries to win from
    shares = tuple(
        Share(owner, seat.side, 2 if alone and seat.partner in rubber.dummies else 1)
        for seat, owner in rubber.owners.items()
        if isinstance(owner, Person) and seat in rubber.chairs and seat not in rubber.deserted
    )
    uncounted = ""
    if len({share.side for share in shares}) < 2:
        uncounted = "seats"
    elif rubber.highest > RANKED_DOUBLINGS:
        uncounted = "doubling"
    result = RubberResult(
        number=rubber.number,
        winner=end.winner,
        value=end.value,
        totals=end.totals,
        games=rubber.standing.games,
        bonus=end.bonus,
        shares=shares,
        uncounted=uncounted,
    )
    return events.RubberReckoned(events.RULES_REVISION, result)


def _broken_off(table: Table, chance: Chance) -> Sequence[Event]:
    """What all agree to leave unfinished: it has no value, unless the table has arranged one."""
    abandoned = _abandoned(table, chance)
    rubber = table.rubber
    end = table.variant.rubber.broken_off(rubber.standing) if rubber is not None else None
    return (*abandoned, _ended(table, rubber, end)) if rubber is not None and end is not None else abandoned


def _abandoned(table: Table, chance: Chance) -> Sequence[Event]:
    """The seed of a deal that will not be finished: it too is revealed."""
    if table.rubber is not None and (table.pack is not None or table.deal is not None):
        return (events.SeedRevealed(table.deals, chance.reveal(table.deals)),)
    return ()


def _seat(table: Table, who: Member) -> Seat:
    if table.rubber is None:
        raise errors.NoRubber
    seat = table.rubber.seat_of(who)
    if seat is None:
        raise errors.NotSeated
    return seat


def _between_rubbers(table: Table) -> None:
    if table.rubber is not None:
        raise errors.RubberUnderWay


def _new_robot(table: Table) -> Robot:
    taken = set(table.members)
    return next(robot for name in ROBOT_NAMES if (robot := Robot(name)) not in taken)
