"""Decides what members ask of a table: a request is refused and nothing changes, or events follow.

Chance is an argument. Events that follow by themselves (a reckoning, the next pack) are part of the same
answer, so that one request is one transaction. At a table of an evening the director seats four, one deal is
played, and the table closes (laws 4.5, 4.6).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from rules import refusals
from rules.calls import Action, Called, Play
from rules.chance import Chance
from rules.counting.reckon import NIL
from rules.deal.brought import turned_of
from rules.deal.dealing import TurnedUp
from rules.seats import ROUND, BySeat, Member, Person, RobotMember, Seat
from rules.table import alone, events, out_of_turn, revoke, taking_back
from rules.table.chairs import (
    abandoned,
    after_rubber,
    answer_substitute,
    broken_off,
    cut_for_seats,
    join_table,
    leave_table,
    new_robot,
    no_chair,
    replace_absent,
    robot_for,
    rubber_ended,
    seat_in_rubber,
    substitution,
    taken_as_promised,
)
from rules.table.cutting import coming_in, cut_and_recut, cut_for_deal, standing_out
from rules.table.events import Event
from rules.table.requests import (
    AddRobot,
    Adjourn,
    AdmitBringer,
    AgreeScore,
    AgreeToClose,
    AnswerClaim,
    AnswerSubstitute,
    AskSuit,
    ChoosePenalty,
    ChooseSeat,
    ClaimRest,
    ClaimRevoke,
    CloseTable,
    Correct,
    CutPack,
    DemandPenalty,
    DenySuit,
    FollowLead,
    Gather,
    GoOn,
    Join,
    Leave,
    OpenToOthers,
    OtherRequest,
    Pause,
    PlayAlone,
    PlayOut,
    RemoveRobot,
    ReplaceCard,
    Request,
    Resume,
    RobotFor,
    RobotForAbsent,
    SetOption,
    Start,
    TakeBack,
    TakeDummy,
)
from rules.table.rubber import Rubber
from rules.table.table import Table

MIDDLE: Final = 26
"""Where the pack of a shared deal is cut at every table, so that all have the same hands."""
OVER: Final = "evening"
"""Why the table was closed."""
ALL_PLAYED: Final = "brought"
"""Why a table was closed at which all deals of a file have been played."""

_LEFT_TO_THE_DIRECTOR: Final = (AddRobot, AgreeToClose, Leave, Pause, RemoveRobot, Start)


def sit_down(table: Table, seats: BySeat[Member], chance: Chance) -> Sequence[Event]:
    """The four sit down. A shared deal is dealt from the seat whose turn it is by its number; else they cut
    for the deal."""
    assert table.evening is not None
    joined = tuple(events.Joined(member) for member in seats)
    if table.evening.shared:
        dealer, cuts = ROUND[(table.evening.deal - 1) % len(ROUND)], ()
        return (*joined, events.RubberBegun(1, table.game, table.options, seats, dealer, cuts))
    first, drawn = cut_and_recut(
        tuple(seats), chance.cards, cut_for_deal, suit_order=table.variant.house.suit_order_breaks_ties
    )
    dealer = next(seat for seat, member in seats.items() if member == first)
    return (*joined, events.RubberBegun(1, table.game, table.options, seats, dealer, drawn))


def check(table: Table, who: Member | None, request: Request) -> None:
    """Raises Why.BELONGS_TO_EVENING for what the director alone decides, such as who sits there. People take
    back their own chairs."""
    own = isinstance(who, Person) and table.rubber is not None and table.rubber.chair_of(who) is not None
    if isinstance(request, _LEFT_TO_THE_DIRECTOR) or (isinstance(request, Join) and not own):
        raise refusals.Refused(refusals.Why.BELONGS_TO_EVENING)


def sequel(table: Table) -> Sequence[Event]:
    """A shared pack is cut for all, and after its deal the table closes."""
    assert table.evening is not None
    if table.last_number == table.evening.deal:
        return (events.Closed(OVER),)
    if table.pack is not None and table.evening.shared:
        return (events.PackCut(MIDDLE, "", None),)
    return ()


THINNEST_CUT: Final = 4
"""At least four cards in each packet (laws 1.3)."""


_WHILE_ADJOURNED: Final = (Resume, Leave, AgreeToClose, CloseTable)
_WHILE_PAUSED: Final = (*_WHILE_ADJOURNED, Adjourn, Join)


def decide(
    table: Table, who: Member | None, request: Request, chance: Chance
) -> tuple[Table, tuple[Event, ...]]:
    """The table after this request, and the events. ``who`` is None for the bot itself.

    Raises a RulesError if the request is refused.
    """
    if table.closed:
        raise refusals.Refused(refusals.Why.TABLE_IS_CLOSED)
    lost = table.abandoned and request == Adjourn()
    rejoins = table.abandoned and table.rubber is None and isinstance(request, Join)
    if table.adjourned and not lost and not rejoins and not isinstance(request, _WHILE_ADJOURNED):
        why = refusals.Why.NOBODY_HAS_PLAYED if table.abandoned else refusals.Why.TABLE_IS_ADJOURNED
        raise refusals.Refused(why)
    if table.paused is not None and not isinstance(request, _WHILE_PAUSED):
        raise refusals.Refused(refusals.Why.TABLE_IS_PAUSED)
    if table.evening is not None:
        check(table, who, request)
    if table.alone is not None:
        alone.check_company(table, request)
    if table.brought is not None and isinstance(request, Join):
        _check_bringer(table, who)
    first = (
        _call_or_play(table, who, request)
        if isinstance(request, Action)
        else _first(table, who, request, chance)
    )
    return _followed(table, first, chance)


def _followed(table: Table, pending: Sequence[Event], chance: Chance) -> tuple[Table, tuple[Event, ...]]:
    """The table after these events and what follows from them by itself, and all of these events."""
    happened: list[Event] = []
    while pending:
        for event in pending:
            table = table.after(event)
        happened += pending
        pending = _sequel(table, chance)
    return table, tuple(happened)


def _check_bringer(table: Table, who: Member | None) -> None:
    """Raises Why.KNOWS_THE_HANDS. Who has a chair was admitted, and takes it back."""
    owns = table.rubber is not None and isinstance(who, Person) and table.rubber.chair_of(who) is not None
    if table.brought is not None and not owns and table.brought.keeps_out(who, table.sitting_or_to_come):
        raise refusals.Refused(refusals.Why.KNOWS_THE_HANDS)


def begun_at_evening(table: Table, seats: BySeat[Member], chance: Chance) -> tuple[Table, tuple[Event, ...]]:
    """The table once these four have sat down at it for its deal, and the events."""
    return _followed(table, sit_down(table, seats, chance), chance)


def _first(table: Table, who: Member | None, request: OtherRequest, chance: Chance) -> Sequence[Event]:
    match request:
        case CloseTable():
            return (*abandoned(table, chance), events.Closed("moderator"))
        case Adjourn(nobody_came):
            return (events.Abandoned() if nobody_came else events.Adjourned(),)
        case Resume():
            return _resume(table, who)
        case RobotForAbsent(seats):
            return replace_absent(table, who, seats, chance)
        case RobotFor(person):
            if who is not None:
                raise refusals.Refused(refusals.Why.NOT_SEATED)
            return robot_for(table, person)
        case CutPack(at, salt):
            return _cut_pack(table, who, at, alone.salted(table, chance, at, salt))
        case PlayAlone(arrangement):
            return alone.arrange_deals(table, arrangement)
        case OpenToOthers(server):
            return alone.opened_to_others(table, who, server)
        case ChooseSeat(chair):
            return _choose_seat(table, who, chair)
        case GoOn(at, salt):
            return _go_on(table, who, at, salt)
        case Gather() | AgreeScore() if who is None:
            return revoke.decide_revoke(table, None, request)
        case _ if who is None:
            raise refusals.Refused(refusals.Why.NOT_SEATED)
        case Join() if table.adjourned:  # between two rubbers there is nobody else to be asked
            return (events.Resumed(), *join_table(table, who))
        case Join(chair):
            return join_table(table, who, chair)
        case Leave() if table.rubber is not None and (seat := table.rubber.promised_to(who)) is not None:
            return (events.ChairFreed(seat), *((events.Left(who),) if who in table.waiting else ()))
        case Leave() if who in table.waiting:
            return (events.Left(who),)
        case AgreeToClose() if table.brought is not None and who == table.brought.by and not table.persons:
            return (*abandoned(table, chance), events.Closed("agreed"))
        case AdmitBringer():
            return _admit_bringer(table, who)
        case _ if who not in table.members:
            raise no_chair(table, who)
        case Leave(confirmed):
            return leave_table(table, who, confirmed, chance)
        case AddRobot():
            _between_rubbers(table)
            if len(table.members) == table.variant.players:
                raise refusals.Refused(refusals.Why.TABLE_IS_FULL)
            return (events.Joined(new_robot(table)),)
        case RemoveRobot():
            _between_rubbers(table)
            robots = [member for member in table.members if isinstance(member, RobotMember)]
            if not robots:
                raise refusals.Refused(refusals.Why.NO_ROBOT_THERE)
            return (events.Left(robots[-1]),)
        case Pause():
            return _pause(table, who)
        case SetOption(key, value):
            return _set_option(table, key, value)
        case TakeDummy():
            _between_rubbers(table)
            if not table.variant.dummies:
                raise refusals.Refused(refusals.Why.NOBODY_HAS_DUMMY)
            return (events.DummyTaken(who),)
        case Start(acquainted=acquainted):
            return _start(table, chance, acquainted=acquainted)
        case ClaimRest(tricks):
            return _decide_claim(table, who, tricks)
        case TakeBack():
            return taking_back.decide_taking_back(table, seat_in_rubber(table, who))
        case AnswerClaim(agrees):
            return _decide_answer(table, who, agrees=agrees)
        case AnswerSubstitute(agrees, about):
            return answer_substitute(table, who, about, agrees=agrees)
        case AgreeToClose():
            return _agree_to_close(table, who, chance)
        case (
            Gather()
            | AskSuit()
            | DenySuit()
            | Correct()
            | ClaimRevoke()
            | ChoosePenalty()
            | PlayOut()
            | AgreeScore()
        ):
            return revoke.decide_revoke(table, seat_in_rubber(table, who), request)
        case FollowLead() | DemandPenalty() | ReplaceCard():
            return out_of_turn.decide_out_of_turn(table, seat_in_rubber(table, who), request)
    assert_never(request)


def _call_or_play(table: Table, who: Member | None, action: Action) -> Sequence[Event]:
    """A call or a card."""
    if who is None:
        raise refusals.Refused(refusals.Why.NOT_SEATED)
    if who not in table.members:
        raise no_chair(table, who)
    seat = seat_in_rubber(table, who)
    if table.deal is None:
        raise (
            refusals.CutComesFirst(table.pack.cutter)
            if table.pack
            else refusals.Refused(refusals.Why.NOTHING_IS_PLAYED)
        )
    table.check_claim_answered()
    if table.undecided:
        raise refusals.Refused(refusals.Why.REVOKERS_DECIDE)
    may_err = table.deal.out_of_turn is not None and isinstance(who, Person)  # a late robot is refused
    if may_err and isinstance(action, Play):
        astray = out_of_turn.played_out_of_turn(table.deal, seat, action.card)
        if astray is not None:
            return (astray,)
    table.deal.check(seat, action)
    if isinstance(action, Play):
        assert table.deal.playing is not None
        return (events.CardPlayed(table.deal.playing.hand_due, action.card),)
    return (events.CallMade(Called(seat, action)),)


def _admit_bringer(table: Table, who: Member) -> Sequence[Event]:
    if who not in table.sitting_or_to_come:
        raise no_chair(table, who)
    brought = table.brought
    needed = brought is not None and brought.by is not None and brought.by not in table.sitting_or_to_come
    if brought is None or not needed or who in brought.admitted:
        raise refusals.Refused(refusals.Why.NOBODY_TO_ADMIT)
    return (events.BringerAdmitted(who),)


def _pause(table: Table, who: Member) -> Sequence[Event]:
    if table.rubber is None:
        raise refusals.Refused(refusals.Why.NO_RUBBER)
    if not isinstance(who, Person):
        raise refusals.Refused(refusals.Why.NOT_SEATED)
    return (events.Paused(who),)


def _resume(table: Table, who: Member | None) -> Sequence[Event]:
    if who is None:
        if not table.adjourned:
            raise refusals.Refused(refusals.Why.TABLE_IS_NOT_ADJOURNED)
        return (events.Resumed(),)
    owns = table.rubber is not None and isinstance(who, Person) and table.rubber.chair_of(who) is not None
    if who not in table.members and not owns:
        raise refusals.Refused(refusals.Why.NOT_SEATED)
    if table.adjourned and not table.abandoned:
        raise refusals.Refused(refusals.Why.TABLE_IS_ADJOURNED)
    if not table.adjourned and table.paused is None:
        raise refusals.Refused(refusals.Why.TABLE_IS_NOT_PAUSED)
    return (events.Resumed(),)


def _start(table: Table, chance: Chance, *, acquainted: bool) -> Sequence[Event]:
    _between_rubbers(table, otherwise=refusals.Why.RUBBER_HAS_BEGUN)
    if not table.persons:
        raise refusals.Refused(refusals.Why.NOBODY_SEATED)
    joined: list[Event] = [*standing_out(table, chance)]
    filled = table.after(joined[0]) if joined else table
    while len(filled.members) < table.variant.players:
        joined.append(events.Joined(new_robot(filled)))
        filled = filled.after(joined[-1])
    begun = cut_for_seats(filled, chance)
    if filled.alone is not None:
        return (*joined, alone.seat_alone(filled, filled.alone, begun))
    return (*joined, begun, events.Acquainted()) if acquainted else (*joined, begun)


def _set_option(table: Table, key: str, value: str) -> Sequence[Event]:
    if table.rubbers and table.rules.for_good(key):
        raise refusals.Refused(refusals.Why.OPTION_IS_FIXED)
    _between_rubbers(table)
    return (events.OptionsChosen(table.rules.with_option(table.options, key, value)),)


def _cut_pack(table: Table, who: Member | None, at: int, salt: str) -> Sequence[Event]:
    if table.pack is None or table.rubber is None:
        raise refusals.Refused(refusals.Why.NOTHING_TO_CUT)
    cutter = table.pack.cutter
    if isinstance(who, Person) and who in table.result_seen:
        raise refusals.Refused(refusals.Why.NOTHING_TO_CUT)
    if who is not None and table.rubber.seats.of(cutter) != who:
        if isinstance(who, Person) and who in table.unready:
            return _go_on(table, who, at, salt)
        if who not in table.members:
            raise refusals.Refused(refusals.Why.NOT_SEATED)
        raise refusals.NotYoursToCut(cutter)
    if not THINNEST_CUT <= at <= 52 - THINNEST_CUT:
        raise refusals.Refused(refusals.Why.CUT_TOO_THIN)
    return (events.PackCut(at, salt, who),)


def _go_on(table: Table, who: Member | None, at: int, salt: str) -> Sequence[Event]:
    """Nothing happens if they have said so before."""
    rubber = table.rubber
    if rubber is None or table.pack is None or not table.result_stands:
        raise refusals.Refused(refusals.Why.NOTHING_TO_CUT)
    if not isinstance(who, Person) or rubber.seat_of(who) is None:
        raise refusals.Refused(refusals.Why.NOT_SEATED)
    if who not in table.unready:
        return ()
    if not THINNEST_CUT <= at <= 52 - THINNEST_CUT:
        raise refusals.Refused(refusals.Why.CUT_TOO_THIN)
    seen = events.ResultSeen(who)
    if len(table.unready) > 1:
        return (seen,)
    return (seen, events.PackCut(at, salt, rubber.seats.of(table.pack.cutter)))


def _choose_seat(table: Table, who: Member | None, chosen: Seat | None) -> Sequence[Event]:
    rubber = table.rubber
    if rubber is None or not rubber.seats_open:
        raise refusals.Refused(refusals.Why.NO_SEAT_TO_CHOOSE)
    if who is not None and rubber.seats.of(rubber.dealer) != who:
        raise refusals.Refused(
            refusals.Why.NOT_YOURS_TO_CHOOSE if who in table.members else refusals.Why.NOT_SEATED
        )
    return (events.SeatsChosen(rubber.dealer if chosen is None else chosen, who),)


def _decide_claim(table: Table, who: Member, tricks: int | None) -> Sequence[Event]:
    seat = seat_in_rubber(table, who)
    playing = table.deal.playing if table.deal is not None else None
    if not table.variant.house.claims:
        raise refusals.Refused(refusals.Why.CLAIMS_ARE_OFF)
    if playing is None:
        raise refusals.Refused(refusals.Why.TOO_EARLY_TO_CLAIM)
    table.check_claim_answered()
    if playing.terms.is_dummy(seat):
        raise refusals.Refused(refusals.Why.DUMMY_MAY_NOT_ACT)
    if table.undecided:
        raise refusals.Refused(refusals.Why.REVOKERS_DECIDE)
    if table.deal is not None and table.deal.over:
        raise refusals.Refused(refusals.Why.PLAY_IS_OVER)
    if not playing.may_claim(seat):
        raise refusals.Refused(refusals.Why.TOO_EARLY_TO_CLAIM)
    left = playing.tricks_left
    if tricks is not None and not 0 <= tricks <= left:
        raise refusals.NotSoManyLeft(left)
    return (events.Claimed(seat, None if tricks == left else tricks),)


def _decide_answer(table: Table, who: Member, *, agrees: bool) -> Sequence[Event]:
    seat = seat_in_rubber(table, who)
    if table.claim is None:
        raise refusals.Refused(refusals.Why.NO_CLAIM)
    if seat not in table.unanswered:
        waits = tuple(one for one in Seat if one in table.unanswered)
        back = table.claim.back is not None
        if seat is table.claim.seat:
            raise refusals.OwnClaim(waits, back=back)
        refusal = refusals.AlreadyAgreed if seat in table.claim.agreed else refusals.NotYoursToAnswer
        raise refusal(waits, back=back)
    return (events.ClaimAnswered(seat, agrees),)


def _agree_to_close(table: Table, who: Member, chance: Chance) -> Sequence[Event]:
    if not isinstance(who, Person):
        raise refusals.Refused(refusals.Why.NOT_SEATED)
    agreed = events.CloseAgreed(who)
    if {*table.closing, who} >= set(table.persons):
        return (agreed, *broken_off(table, chance), events.Closed("agreed"))
    return (agreed,)


def _sequel(table: Table, chance: Chance) -> Sequence[Event]:
    """The events that follow by themselves from the state of the table."""
    rubber, deal = table.rubber, table.deal
    if table.closed:
        return ()
    if table.brought is not None and table.evening is None and table.all_brought_played:
        return (events.Closed(ALL_PLAYED),)
    if rubber is None:
        return coming_in(table, chance)
    if table.claim is not None and (taken_back := taking_back.take_back_agreed(table)):
        return taken_back
    if rubber.asking is not None and (substituted := substitution(table, rubber)):
        return substituted
    if deal is None:
        return _between_deals(table, rubber, chance)
    if deal.over and not deal.claims_open:
        return _reckoning(table, chance)
    return alone.turned(table, deal) if table.alone is not None else ()


def _between_deals(table: Table, rubber: Rubber, chance: Chance) -> Sequence[Event]:
    """The same before the cards are dealt: the end of the rubber, or what leads to the next deal."""
    if table.evening is not None and (follows := sequel(table)):
        return follows
    if table.alone is not None and (follows := alone.alone_sequel(table, table.alone)):
        return follows
    end = table.variant.rubber.end(rubber.standing) if table.brought is None else None
    if end is not None:
        return (rubber_ended(table, rubber, end), *after_rubber(rubber, waiting=bool(table.waiting)))
    if rubber.reserved:
        return taken_as_promised(table, rubber)
    if rubber.seats_open:
        chosen = not isinstance(rubber.seats.of(rubber.dealer), Person)
        return (events.SeatsChosen(rubber.dealer, None),) if chosen else ()
    if table.pack is not None:  # nobody cuts for hands that were brought
        cut_for_them = table.brought is not None and table.evening is None and not table.result_stands
        return (events.PackCut(MIDDLE, "", None),) if cut_for_them else ()
    if table.cut is not None and table.last_number < table.deals:
        order = chance.pack(table.deals, table.cut.at, table.cut.salt)
        dealing = table.variant.dealing
        blind = None
        if dealing.turned is TurnedUp.BLIND:
            blind = chance.blind(table.deals, table.cut.at, table.cut.salt)
        dealt = dealing.dealt_out(order, rubber.dealer, blind)
        hands, up = dealt.hands, dealt.turned
        if table.brought is not None:
            hands = table.brought.numbered(table.deals).hands
            up = turned_of(hands.of(dealt.dealer), order) if dealing.turned is TurnedUp.LAST else up
        return (events.CardsDealt(table.deals, dealt.dealer, hands, up),)
    return (events.PackReady(table.deals + 1, chance.commit(table.deals + 1)),)


def _reckoning(table: Table, chance: Chance) -> Sequence[Event]:
    assert table.deal is not None and table.rubber is not None
    seed = events.SeedRevealed(table.deals, chance.reveal(table.deals))
    if table.deal.playing is None:  # thrown in
        return (seed, events.DealReckoned(events.RULES_REVISION, NIL, ()))
    tally = table.deal.tally(table.variant.honours)
    entries = table.variant.reckon(tally, table.rubber.standing)
    return (seed, events.DealReckoned(events.RULES_REVISION, tally.tricks, entries))


def _between_rubbers(table: Table, otherwise: refusals.Why = refusals.Why.RUBBER_UNDER_WAY) -> None:
    if table.rubber is not None:
        raise refusals.Refused(otherwise)
