"""Decides what people ask of an evening: a request is refused and nothing changes, or events follow.

Chance is an argument. Events that follow by themselves (the next round, the prizes) are part of the same
answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from rules.cards import PACK, Card
from rules.evening import errors, events
from rules.evening.evening import PLACES_OF_TEAM, Evening, Robots, persons_in, places_drawn
from rules.evening.events import (
    BY_DIRECTORS,
    Adjust,
    Begin,
    BoardScored,
    CallRound,
    CallTime,
    CloseEvening,
    Enter,
    EveningEvent,
    EveningRequest,
    Remove,
    Report,
    RoundBegun,
    Signal,
    Withdraw,
)
from rules.evening.page import BoardAt, Entrant, Outcome, Sitting
from rules.evening.plan import (
    MOST_TABLES,
    Kind,
    Meeting,
    Pair,
    Plan,
    Role,
    TeamScore,
    first_tables,
    next_tables,
    schedule,
    teams_of_four,
)
from rules.evening.standings import (
    FEWEST_IMPS,
    greatest_difference,
    imps,
    results_of,
    shares,
    tied_for_prizes,
)
from rules.games.variant import Game, Variant
from rules.refusals import Refused, Why
from rules.seats import BySeat, BySide, Member, Person, RobotMember, Side
from rules.settling.turnup import TurnUp
from rules.table.events import RULES_REVISION, Adjourned, Closed, Resumed, SeedRevealed
from rules.table.requests import Adjourn, Resume

SEED: Final = 0
"""The number under which the seed of all deals is kept, as a table's seeds are under those of its deals."""

NOTHING: Final = BySide(0, 0)
AVERAGE: Final = Outcome(NOTHING, adjusted=True, average=True)


class Lots(Protocol):
    """All that is left to chance in an evening itself."""

    def order(self, count: int) -> Sequence[int]:
        """The numbers from 0 to ``count`` - 1 in a random order."""

    def token(self) -> str:
        """An id for the log of a table."""

    def cards(self, count: int) -> Sequence[Card]:
        """So many different cards, to cut for prizes."""

    def commit(self, deal: int) -> str:
        """Draw a seed, and give the commitment to it."""

    def reveal(self, deal: int) -> str:
        """The seed of the evening, which is over."""


def check_plan(plan: Plan, variant: Variant, *, brought: bool = False) -> None:
    """Whether such an evening can be held, with deals that were ``brought``. Raises
    EveningWhy.FILE_NEEDS_DUPLICATE and Why.NOT_FOR_BROUGHT for those; EveningWhy.NEEDS_FOUR for a game with a
    dummy's hand, EveningWhy.NEEDS_DECIDED_DEALS where losers move in a game that may have no winner of a
    deal, and EveningWhy.TOO_FEW_IMPS where teams count international match points in a game of small figures
    (laws 4.6)."""
    if brought and not plan.kind.duplicate:
        raise errors.EveningRefused(errors.EveningWhy.FILE_NEEDS_DUPLICATE)
    if brought and not variant.takes_brought_deals:
        raise Refused(Why.NOT_FOR_BROUGHT)
    if variant.dummies:
        raise errors.EveningRefused(errors.EveningWhy.NEEDS_FOUR)
    decided = isinstance(variant.settlement, TurnUp) and variant.dealing.each % 2 == 1
    if not plan.kind.duplicate and not decided:
        raise errors.EveningRefused(errors.EveningWhy.NEEDS_DECIDED_DEALS)
    counts_imps = plan.kind is Kind.TEAMS and plan.team_score is TeamScore.IMPS
    if counts_imps and imps(greatest_difference(variant)) < FEWEST_IMPS:
        raise errors.EveningRefused(errors.EveningWhy.TOO_FEW_IMPS)


def decide(
    evening: Evening,
    rules: Game,
    who: Person | None,
    request: EveningRequest,
    chance: Lots,
    *,
    directs: bool = False,
) -> tuple[Evening, tuple[EveningEvent, ...]]:
    """The evening after this request, and the events. ``rules`` is its game. ``who`` is None for the bot
    itself; ``directs`` says that they may direct any evening of the server. Raises an EveningError."""
    if evening.closed:
        raise errors.EveningRefused(errors.EveningWhy.EVENING_IS_CLOSED)
    if evening.adjourned and not isinstance(request, Resume | CloseEvening | Report):
        raise errors.EveningRefused(errors.EveningWhy.EVENING_IS_ADJOURNED)
    if isinstance(request, BY_DIRECTORS) and not directs and who is not None and who not in evening.directors:
        raise errors.EveningRefused(errors.EveningWhy.NOT_THE_DIRECTOR)
    happened: list[EveningEvent] = []
    pending = _first(evening, rules, who, request, chance)
    while pending:
        for event in pending:
            evening = evening.after(event)
        happened += pending
        pending = _sequel(evening, chance)
    return evening, tuple(happened)


def _first(
    evening: Evening, rules: Game, who: Person | None, request: EveningRequest, chance: Lots
) -> Sequence[EveningEvent]:
    match request:
        case Enter():
            assert who is not None
            return _enter(evening, who, request)
        case Withdraw():
            assert who is not None
            if who not in evening.people:
                raise errors.EveningRefused(errors.EveningWhy.NOT_ENTERED)
            return _withdraw(evening, who)
        case Remove(person):
            if person not in evening.people:
                raise errors.EveningRefused(errors.EveningWhy.NOBODY_BY_THAT_NAME)
            return _withdraw(evening, person)
        case Begin():
            return _begin_evening(evening, rules, chance)
        case Signal():
            return _signal(evening, chance)
        case Report(number, table, board, outcome):
            return _report(evening, BoardScored(number, table, board, outcome))
        case Adjust():
            return _adjust(evening, request)
        case CallRound():
            return _call_round(evening, request)
        case CallTime():
            return () if evening.time_is_over else (events.TimeCalled(),)
        case CloseEvening():
            return _end(evening, chance, "director")
        case Adjourn():
            return (Adjourned(),)
        case Resume():
            if not evening.adjourned:
                raise errors.EveningRefused(errors.EveningWhy.EVENING_IS_NOT_ADJOURNED)
            return (Resumed(),)


def _enter(evening: Evening, who: Person, request: Enter) -> Sequence[EveningEvent]:
    kind = evening.plan.kind
    people = (who, request.partner) if request.partner not in (None, who) else (who,)
    wanted = tuple(one for one in people if one is not None)
    if evening.brought is not None and evening.brought.by in wanted:
        raise errors.EveningRefused(errors.EveningWhy.KNOWS_THE_HANDS)
    if len(wanted) > 1 and not kind.in_pairs:
        raise errors.EveningRefused(errors.EveningWhy.NO_PARTNERS)
    if request.role is not None and kind is not Kind.PROGRESSIVE:
        raise errors.EveningRefused(errors.EveningWhy.NO_ROLES)
    if request.team is not None and kind is not Kind.TEAMS:
        raise errors.EveningRefused(errors.EveningWhy.NO_TEAMS)
    if evening.begun:
        return _late(evening, who, wanted, request.role)
    with_others = [one for one in evening.entrants if set(one.people) & set(wanted)]
    for one in with_others:
        changes = len(wanted) > 1 or (request.role, request.team) not in ((None, None), (one.role, one.team))
        if len(one.people) > 1 or not changes:
            raise (
                errors.EveningRefused(errors.EveningWhy.ALREADY_ENTERED)
                if who in one.people
                else errors.EveningRefused(errors.EveningWhy.PARTNER_ENTERED)
            )
    others = [one for one in evening.entrants if one not in with_others]
    free = 4 * MOST_TABLES[kind] - sum(len(one.people) for one in others)
    if free < len(wanted):
        raise (
            errors.EveningRefused(errors.EveningWhy.NO_ROOM_FOR_TWO)
            if free
            else errors.EveningRefused(errors.EveningWhy.EVENING_IS_FULL)
        )
    if request.role is not None and _of_role(others, request.role) >= 2 * MOST_TABLES[kind]:
        raise errors.EveningRefused(errors.EveningWhy.ROLE_IS_TAKEN)
    team = _team(others, request.team, len(wanted)) if kind is Kind.TEAMS else None
    return (events.Entered(wanted, request.role, team),)


def _of_role(others: Sequence[Entrant], role: Role) -> int:
    """How many wish this role: half of those at a table have it."""
    return sum(len(one.people) for one in others if one.role is role)


def _team(others: Sequence[Entrant], named: int | None, count: int) -> int:
    """The team that is named, or else the one with more places; it has room for so many."""
    free = [PLACES_OF_TEAM - sum(len(one.people) for one in others if one.team == team) for team in (0, 1)]
    team = named if named in (0, 1) else free.index(max(free))
    if free[team] < count:
        if not any(free):
            raise errors.EveningRefused(errors.EveningWhy.EVENING_IS_FULL)
        raise (
            errors.EveningRefused(errors.EveningWhy.TEAM_IS_FULL)
            if max(free) >= count
            else errors.EveningRefused(errors.EveningWhy.NO_ROOM_FOR_TWO)
        )
    return team


def _late(
    evening: Evening, who: Person, wanted: tuple[Person, ...], role: Role | None
) -> Sequence[EveningEvent]:
    """Once lots are drawn, a robot gives its place to a person, who plays from the next deal on: if there is
    one, the robot whose partner is a person."""
    if who in evening.holders:
        raise errors.EveningRefused(errors.EveningWhy.ALREADY_ENTERED)
    if len(wanted) > 1:
        raise errors.EveningRefused(errors.EveningWhy.LOTS_ARE_DRAWN)
    half = len(evening.holders) // 2
    allowed = range(len(evening.holders))
    if role is not None:
        allowed = range(half) if role is Role.A else range(half, 2 * half)
    theirs = [place for person, place in evening.left if person == who]
    if theirs and evening.plan.kind.duplicate:  # elsewhere they would meet deals that they have seen
        allowed = range(theirs[-1], theirs[-1] + 1)
    free = [place for place in allowed if isinstance(evening.holders[place], RobotMember)]
    if not free:
        if theirs and evening.plan.kind.duplicate:
            raise errors.EveningRefused(errors.EveningWhy.PLACE_IS_TAKEN)
        others = any(isinstance(one, RobotMember) for one in evening.holders)
        raise (
            errors.EveningRefused(errors.EveningWhy.ROLE_IS_TAKEN)
            if others
            else errors.EveningRefused(errors.EveningWhy.EVENING_IS_FULL)
        )

    def beside_robot(place: int) -> bool:
        partner = place ^ 1
        return evening.plan.kind.in_pairs and isinstance(evening.holders[partner], RobotMember)

    return (events.PlaceTaken(min(free, key=beside_robot), who),)


def _withdraw(evening: Evening, who: Person) -> Sequence[EveningEvent]:
    if not evening.begun:
        return (events.Withdrew(who),)
    place = evening.holders.index(who)
    return (events.PlaceTaken(place, Robots(evening.holders).another()),)


def _begin_evening(evening: Evening, rules: Game, chance: Lots) -> Sequence[EveningEvent]:
    if evening.begun:
        raise errors.EveningRefused(errors.EveningWhy.HAS_BEGUN)
    if not evening.entrants:
        raise errors.EveningRefused(errors.EveningWhy.NOBODY_ENTERED)
    holders = places_drawn(evening, chance.order)
    missing = len(holders) - persons_in(holders)
    if missing and not rules.variant_of(evening.plan.options).house.robots:
        raise errors.PeopleMissing(missing)
    commitment = chance.commit(SEED) if evening.plan.kind.duplicate else ""
    lots = events.LotsDrawn(holders, commitment)
    return (lots, _next_round(evening.after(lots), chance))


def _signal(evening: Evening, chance: Lots) -> Sequence[EveningEvent]:
    if not evening.begun:
        raise errors.EveningRefused(errors.EveningWhy.NOT_BEGUN)
    if evening.playing:
        raise errors.RoundGoesOn(tuple(one.table for one in evening.playing))
    return (_next_round(evening, chance),)


def _next_round(evening: Evening, chance: Lots) -> RoundBegun:
    number = len(evening.rounds) + 1
    if evening.plan.kind.duplicate:
        seats = _duplicate_seats(evening, number)
    else:
        seats = [_by_seat(*pairs) for pairs in _pairs_that_meet(evening)]
    boards = evening.plan.boards
    first = (number - 1) * boards + 1 if evening.plan.kind.duplicate else number
    end = first + boards
    if evening.brought is not None:
        end = min(end, evening.brought.last + 1)
    return RoundBegun(
        number,
        tuple(
            Sitting(
                table,
                sitting,
                tuple(BoardAt(board, chance.token()) for board in range(first, end)),
            )
            for table, sitting in enumerate(seats, 1)
        ),
    )


def _pairs_that_meet(evening: Evening) -> list[tuple[Pair[int], Pair[int]]]:
    """Where losers move: the tables of the first hand by the tickets, later by who has won (laws 4.5)."""
    kind, count = evening.plan.kind, len(evening.holders)
    begun = evening.round
    if begun is None:
        half = count // 2
        tickets = (
            [Pair(place, half + place) for place in range(half)]
            if kind is Kind.PROGRESSIVE
            else [Pair(place, place + 1) for place in range(0, count, 2)]
        )
        return [(table.ns, table.ew) for table in first_tables(tickets)]
    tables = next_tables(results_of(evening.outcomes, begun))
    return [table.pairs if kind is Kind.PROGRESSIVE else table.pairs_kept for table in tables]


def _by_seat(ns: Pair[int], ew: Pair[int]) -> BySeat[int]:
    return BySeat(ns.first, ew.first, ns.second, ew.second)


def _duplicate_seats(evening: Evening, number: int) -> list[BySeat[int]]:
    meetings: tuple[Meeting, ...]
    if evening.plan.kind is Kind.TEAMS:
        meetings = teams_of_four(number)[-1]
    else:
        plan = schedule(evening.plan.movement, evening.tables, arrow=evening.plan.arrow)
        meetings = plan[number - 1]
    return [_by_seat(*(Pair(2 * pair, 2 * pair + 1) for pair in meeting)) for meeting in meetings]


def _report(evening: Evening, scored: BoardScored) -> Sequence[EveningEvent]:
    begun = evening.rounds[scored.round - 1] if scored.round <= len(evening.rounds) else None
    sitting = _sitting_of(begun.sittings, scored.table) if begun is not None else None
    if sitting is None or scored.board not in (one.number for one in sitting.boards):
        raise errors.EveningRefused(errors.EveningWhy.NO_SUCH_BOARD)
    if (scored.round, scored.table, scored.board) in evening.outcomes:
        raise errors.EveningRefused(errors.EveningWhy.ALREADY_SCORED)
    return (scored,)


def _adjust(evening: Evening, request: Adjust) -> Sequence[EveningEvent]:
    """Of the last round, or at duplicate of any deal by its number. Without one it is that which the table
    plays now, or the only one that it has played."""
    duplicate, outcome = evening.plan.kind.duplicate, request.outcome or AVERAGE
    if evening.round is None:
        raise errors.EveningRefused(errors.EveningWhy.NOT_BEGUN)
    rounds = evening.rounds if duplicate and request.board is not None else evening.rounds[-1:]
    for begun in reversed(rounds):
        sitting = _sitting_of(begun.sittings, request.table)
        if sitting is None:
            continue
        left = evening.unfinished(sitting) if begun is evening.round else ()
        if request.board is None and not left and len(sitting.boards) > 1:
            raise errors.EveningRefused(errors.EveningWhy.WHICH_DEAL)
        open_boards = (*left, *sitting.boards)
        board = next((one for one in open_boards if request.board in (None, one.number)), None)
        if board is not None:
            _check_outcome(outcome, duplicate=duplicate)
            return (BoardScored(begun.number, sitting.table, board.number, outcome),)
    raise errors.EveningRefused(errors.EveningWhy.NO_SUCH_BOARD)


def _check_outcome(outcome: Outcome, *, duplicate: bool) -> None:
    if duplicate:
        return
    tricks = outcome.tricks
    if outcome.average or tricks.ns == tricks.ew or min(tricks) < 0 or sum(tricks) > 13:
        raise errors.EveningRefused(errors.EveningWhy.NO_AVERAGE)


def _call_round(evening: Evening, request: CallRound) -> Sequence[EveningEvent]:
    """Where losers move and both sides have as many tricks, north and south count as having won: theirs is
    the table to stay at (reading R19)."""
    if evening.round is None:
        raise errors.EveningRefused(errors.EveningWhy.NOT_BEGUN)
    if not evening.playing:
        raise errors.EveningRefused(errors.EveningWhy.ROUND_IS_OVER)
    number, so_far = len(evening.rounds), dict(request.so_far)
    scored = []
    for sitting, left in evening.to_play:
        tricks = so_far.get(sitting.table, NOTHING)
        if tricks.ns == tricks.ew:
            tricks = tricks.put(Side.NS, tricks.ns + 1)
        outcome = AVERAGE if evening.plan.kind.duplicate else Outcome(tricks, adjusted=True)
        scored += [BoardScored(number, sitting.table, board.number, outcome) for board in left]
    return tuple(scored)


def _sequel(evening: Evening, chance: Lots) -> Sequence[EveningEvent]:
    """What follows by itself when a round is over."""
    if evening.closed or not evening.round_is_over:
        return ()
    if evening.no_more_rounds:
        return _end(evening, chance, "over")
    return () if evening.plan.signal else (_next_round(evening, chance),)


def _end(evening: Evening, chance: Lots, why: str) -> Sequence[EveningEvent]:
    """The cuts for prizes, the seed of the deals, and the close."""
    happened: list[EveningEvent] = []
    cuts = _cuts_for_prizes(evening, chance) if evening.rounds else ()
    if cuts:
        happened.append(events.PrizesCut(cuts))
    if evening.scored and evening.brought is None:
        evening = evening.after(events.PrizesCut(cuts))
        happened.append(events.EveningReckoned(RULES_REVISION, evening.plan.kind, shares(evening)))
    if evening.commitment:
        happened.append(SeedRevealed(SEED, chance.reveal(SEED)))
    return (*happened, Closed(why))


def _cuts_for_prizes(evening: Evening, chance: Lots) -> tuple[tuple[tuple[int, Card], ...], ...]:
    """Cards for all who are equal where a prize is at stake, until none are."""
    cuts: tuple[tuple[tuple[int, Card], ...], ...] = ()
    while tied := tied_for_prizes(evening.after(events.PrizesCut(cuts))):
        cuts = (*cuts, *(cut for places in tied for cut in _cut_for(places, chance)))
    return cuts


def _cut_for(places: Sequence[int], chance: Lots) -> Iterable[tuple[tuple[int, Card], ...]]:
    """A card for each of these; from a second pack for more than fifty-two."""
    for first in range(0, len(places), len(PACK)):
        some = places[first : first + len(PACK)]
        yield tuple(zip(some, chance.cards(len(some)), strict=True))


def _sitting_of(sittings: Sequence[Sitting], table: int) -> Sitting | None:
    return next((one for one in sittings if one.table == table), None)


def holders_of(evening: Evening, sitting: Sitting) -> BySeat[Member]:
    """Who sits at a table, as the places are held now."""
    return BySeat(*(evening.holders[place] for place in sitting.seats))
