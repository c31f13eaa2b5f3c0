"""Decides what members ask of a table: a request is refused and nothing changes, or events follow.

Chance is an argument. Events that follow by themselves (a reckoning, the next pack) are part of the same
answer, so that one request is one transaction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules import refusals
from rules.calls import Action, Called, Play
from rules.chance import Chance
from rules.counting.rubber import RANKED_DOUBLINGS, End, Share
from rules.counting.standing import NIL
from rules.deal.dealing import TurnedUp
from rules.members import ROBOT_NAMES, Member, Person, RobotMember
from rules.refusals import Ending, Forfeit, Price
from rules.seats import Seat, Side
from rules.table import events
from rules.table.events import Event
from rules.table.requests import (
    AddRobot,
    Adjourn,
    AgreeToClose,
    AnswerClaim,
    ClaimRest,
    CloseTable,
    CutPack,
    Join,
    Leave,
    RemoveRobot,
    Request,
    Resume,
    RobotForAbsent,
    SetOption,
    Start,
    TakeDummy,
)
from rules.table.seating import seated
from rules.table.table import Rubber, Table

THINNEST_CUT: Final = 4
"""At least four cards in each packet (laws 1.3)."""


_WHILE_ADJOURNED: Final = (Resume, Leave, AgreeToClose, CloseTable)


def decide(
    table: Table, who: Member | None, request: Request, chance: Chance
) -> tuple[Table, tuple[Event, ...]]:
    """The table after this request, and the events. ``who`` is None for the bot itself.

    Raises a RulesError if the request is refused.
    """
    if table.closed:
        raise refusals.TableIsClosed
    if table.adjourned and not isinstance(request, _WHILE_ADJOURNED):
        raise refusals.TableIsAdjourned
    happened: list[Event] = []
    pending = _first(table, who, request, chance)
    while pending:
        for event in pending:
            table = table.after(event)
        happened += pending
        pending = _sequel(table, chance)
    return table, tuple(happened)


def _first(table: Table, who: Member | None, request: Request, chance: Chance) -> Sequence[Event]:
    match request:
        case CloseTable():
            return (*_abandoned(table, chance), events.Closed("moderator"))
        case Adjourn():
            return (events.Adjourned(),)
        case Resume():
            if not table.adjourned:
                raise refusals.TableIsNotAdjourned
            return (events.Resumed(),)
        case CutPack(at, salt):
            return _cut(table, who, at, salt)
        case _ if who is None:
            raise refusals.NotSeated
        case Join():
            return _join(table, who)
        case _ if who not in table.members:
            raise refusals.NotSeated
        case Leave(confirmed):
            return _leave(table, who, confirmed, chance)
        case AddRobot():
            _between_rubbers(table)
            if len(table.members) == table.variant.players:
                raise refusals.TableIsFull
            return (events.Joined(_new_robot(table)),)
        case RemoveRobot():
            _between_rubbers(table)
            robots = [member for member in table.members if isinstance(member, RobotMember)]
            if not robots:
                raise refusals.NoRobotThere
            return (events.Left(robots[-1]),)
        case RobotForAbsent():
            return _replace_absent(table, who, chance)
        case SetOption(key, value):
            return _set_option(table, key, value)
        case TakeDummy():
            _between_rubbers(table)
            if not table.variant.dummies:
                raise refusals.NobodyHasDummy
            return (events.DummyTaken(who),)
        case Start():
            return _start(table, chance)
        case ClaimRest(tricks):
            return _claim(table, who, tricks)
        case AnswerClaim(agrees):
            return _answer(table, who, agrees=agrees)
        case AgreeToClose():
            return _agree_to_close(table, who, chance)
        case _:
            return _act(table, who, request)


def _act(table: Table, who: Member, action: Action) -> Sequence[Event]:
    """A call or a card."""
    seat = _seat(table, who)
    if table.deal is None:
        raise refusals.NothingIsPlayed if isinstance(action, Play) else refusals.NothingToCall
    if table.claim is not None:
        raise refusals.ClaimIsOpen
    table.deal.check(seat, action)
    if isinstance(action, Play):
        assert table.deal.playing is not None
        return (events.CardPlayed(table.deal.playing.hand_due, action.card),)
    return (events.CallMade(Called(seat, action)),)


def _join(table: Table, who: Member) -> Sequence[Event]:
    if who in table.members:
        raise refusals.AlreadySeated
    if table.rubber is not None:
        chair = table.rubber.chair_of(who) if isinstance(who, Person) else None
        if chair is None or not isinstance(who, Person):
            raise refusals.RubberUnderWay
        return (events.TookBack(chair, who),)
    if len(table.members) < table.variant.players:
        return (events.Joined(who),)
    robots = [member for member in table.members if isinstance(member, RobotMember)]
    if not robots:
        raise refusals.TableIsFull
    return (events.Left(robots[-1]), events.Joined(who))  # a robot gives its chair to a person


def _leave(table: Table, who: Member, confirmed: Price | None, chance: Chance) -> Sequence[Event]:
    ending = _ending(table, who)
    price = ending if ending is not None else _forfeit(table, who)
    if price is not None and price != confirmed:
        raise refusals.LeavingCosts(price)
    if table.rubber is None:
        left: Event = events.Left(who)
    else:
        left = events.RobotTookOver(_seat(table, who), _new_robot(table))
    if ending is None:
        return (left,)
    if ending.agreed:
        return (left, *_broken_off(table.after(left), chance), events.Closed("agreed"))
    return (left, *_abandoned(table, chance), events.Closed("empty"))


def _ending(table: Table, who: Member) -> Ending | None:
    """What ends if this member leaves; None where somebody stays who would not close the table."""
    staying = set(table.persons) - {who}
    if staying - table.closing:
        return None
    return Ending(rubber=table.rubber is not None, agreed=bool(staying))


def _forfeit(table: Table, who: Member) -> Forfeit | None:
    """The loss of a share in the rubber (``_shares``), where the rubber would be ranked."""
    if table.rubber is None or table.rubber.highest > RANKED_DOUBLINGS:
        return None
    shares = _shares(table, table.rubber)
    ranked = {share.side for share in shares} == set(Side)
    return Forfeit() if ranked and any(share.person == who for share in shares) else None


def _replace_absent(table: Table, who: Member, chance: Chance) -> Sequence[Event]:
    if table.rubber is None:
        raise refusals.NoRubber
    replaced: list[Event] = []
    for seat in Seat:
        sitting = table.rubber.seats.of(seat)
        if seat in table.waits_for and isinstance(sitting, Person) and sitting != who:
            replaced.append(events.RobotTookOver(seat, _new_robot(table)))
            table = table.after(replaced[-1])
            assert table.rubber is not None
    if not replaced:
        raise refusals.NobodyAwaited
    if set(table.persons) <= table.closing:  # all who remain would close it
        return (*replaced, *_broken_off(table, chance), events.Closed("agreed"))
    return replaced


def _start(table: Table, chance: Chance) -> Sequence[Event]:
    _between_rubbers(table)
    if not table.persons:
        raise refusals.NobodySeated
    joined: list[Event] = []
    filled = table
    while len(filled.members) < table.variant.players:
        joined.append(events.Joined(_new_robot(filled)))
        filled = filled.after(joined[-1])
    return (*joined, seated(filled, chance))


def _set_option(table: Table, key: str, value: str) -> Sequence[Event]:
    if table.rules.until_rubber(key):
        _between_rubbers(table)
    elif table.rubbers:
        raise refusals.OptionsAreFixed
    return (events.OptionsChosen(table.rules.with_option(table.options, key, value)),)


def _cut(table: Table, who: Member | None, at: int, salt: str) -> Sequence[Event]:
    if table.pack is None or table.rubber is None:
        raise refusals.NothingToCut
    cutter = table.pack.cutter
    if who is not None and table.rubber.seats.of(cutter) != who:
        if who not in table.members:
            raise refusals.NotSeated
        raise refusals.NotYoursToCut(cutter)
    if not THINNEST_CUT <= at <= 52 - THINNEST_CUT:
        raise refusals.CutTooThin
    return (events.PackCut(at, salt, who),)


def _claim(table: Table, who: Member, tricks: int | None) -> Sequence[Event]:
    seat = _seat(table, who)
    playing = table.deal.playing if table.deal is not None else None
    if playing is None:
        raise refusals.NothingIsPlayed
    if not table.variant.house.claims:
        raise refusals.ClaimsAreOff
    if table.claim is not None:
        raise refusals.ClaimIsOpen
    if playing.terms.is_dummy(seat):
        raise refusals.DummyMayNotAct
    if not playing.may_claim(seat):
        raise refusals.TooEarlyToClaim
    left = playing.tricks_left
    if tricks is not None and not 0 <= tricks <= left:
        raise refusals.NotSoManyLeft(left)
    return (events.Claimed(seat, None if tricks == left else tricks),)


def _answer(table: Table, who: Member, *, agrees: bool) -> Sequence[Event]:
    seat = _seat(table, who)
    if table.claim is None:
        raise refusals.NoClaim
    if seat not in table.unanswered:
        raise refusals.NotYoursToAnswer
    return (events.ClaimAnswered(seat, agrees),)


def _agree_to_close(table: Table, who: Member, chance: Chance) -> Sequence[Event]:
    if not isinstance(who, Person):
        raise refusals.NotSeated
    agreed = events.CloseAgreed(who)
    if {*table.closing, who} >= set(table.persons):
        return (agreed, *_broken_off(table, chance), events.Closed("agreed"))
    return (agreed,)


def _sequel(table: Table, chance: Chance) -> Sequence[Event]:
    """The events that follow by themselves from the state of the table."""
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
    shares = _shares(table, rubber)
    return events.RubberReckoned(events.RULES_REVISION, end.result(rubber.number, shares, rubber.highest))


def _shares(table: Table, rubber: Rubber) -> tuple[Share, ...]:
    """The people for whom the rubber counts. Those who have ever left their chair in it have no share."""
    alone = table.variant.dummies == 1  # dummy's player wins or loses from two adversaries
    return tuple(
        Share(owner, seat.side, 2 if alone and seat.partner in rubber.dummies else 1)
        for seat, owner in rubber.owners.items()
        if isinstance(owner, Person) and seat in rubber.chairs and seat not in rubber.deserted
    )


def _broken_off(table: Table, chance: Chance) -> Sequence[Event]:
    """The events when all agree to end a rubber early: it has no value unless the table's options give it one
    (ambiguity 66)."""
    abandoned = _abandoned(table, chance)
    rubber = table.rubber
    end = table.variant.rubber.broken_off(rubber.standing) if rubber is not None else None
    return (*abandoned, _ended(table, rubber, end)) if rubber is not None and end is not None else abandoned


def _abandoned(table: Table, chance: Chance) -> Sequence[Event]:
    """The events when a deal is not finished: its seed is revealed too."""
    if table.rubber is not None and (table.pack is not None or table.deal is not None):
        return (events.SeedRevealed(table.deals, chance.reveal(table.deals)),)
    return ()


def _seat(table: Table, who: Member) -> Seat:
    if table.rubber is None:
        raise refusals.NoRubber
    seat = table.rubber.seat_of(who)
    if seat is None:
        raise refusals.NotSeated
    return seat


def _between_rubbers(table: Table) -> None:
    if table.rubber is not None:
        raise refusals.RubberUnderWay


def _new_robot(table: Table) -> RobotMember:
    taken = set(table.members)
    return next(robot for name in ROBOT_NAMES if (robot := RobotMember(name)) not in taken)
