"""The scores of an evening, from the results of its deals: who leads, and who wins the prizes. And what
everybody may see of it.

At duplicate a deal counts once every table has played it, so that nobody learns anything of one that they
have still to play.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Final

from rules.calls import Bid
from rules.cards import Suit
from rules.counting.reckon import NIL, NOTHING_SCORED, Contract, Counted, Tally
from rules.counting.rubber import gains_in
from rules.evening.evening import Evening, persons_in, places_drawn
from rules.evening.events import EveningShare, RoundBegun
from rules.evening.page import Line, Outcome, Outlook, Ranking, SeenEvening, SeenTable, SheetLine, Sitting
from rules.evening.plan import (
    SCORES,
    Kind,
    Movement,
    Pair,
    Prizes,
    Result,
    Role,
    TeamScore,
    matchpoints,
    prizes,
    scores,
)
from rules.frozen import replace
from rules.games.promise import columns_of_a_deal
from rules.games.variant import Variant
from rules.seats import BySeat, BySide, Person, Side, plus
from rules.settling.auction import Auction
from rules.settling.high_or_low import HighOrLow
from rules.settling.turnup import Ruff, TurnUp
from rules.table.cutting import cutting_key
from rules.tricks import Strain

LINES: Final = ("NS", "EW")


def rankings(evening: Evening) -> tuple[Ranking, ...]:
    """The standings after all that has been scored; none before lots are drawn."""
    if not evening.holders:
        return ()
    match evening.plan.kind:
        case Kind.PROGRESSIVE:
            won, half = _tricks_scored(evening), len(evening.holders) // 2
            return tuple(
                Ranking(role.value, _ranked({(place,): Fraction(won[place]) for place in places}))
                for role, places in ((Role.A, range(half)), (Role.B, range(half, 2 * half)))
            )
        case Kind.COUPLES:
            won = _tricks_scored(evening)
            pairs = range(0, len(evening.holders), 2)
            return (Ranking("", _ranked({(one, one + 1): Fraction(won[one]) for one in pairs})),)
        case Kind.TEAMS:
            ahead = team_points(evening)
            teams = {places_of_team(team): Fraction(ahead if team == 0 else -ahead) for team in (0, 1)}
            return (Ranking("", _ranked(teams)),)
        case Kind.PAIRS:
            return _of_pairs(evening)


Outcomes = Mapping[tuple[int, int, int], Outcome]
"""What each deal came to, by round, table and number."""


def results_of(known: Outcomes, begun: RoundBegun) -> tuple[Result[int], ...]:
    """The hand of a round, where losers move, at each table that has finished."""
    found = []
    for sitting in begun.sittings:
        outcome = known.get((begun.number, sitting.table, sitting.boards[0].number))
        if outcome is not None:
            ns, ew = (Pair(*(sitting.seats.of(seat) for seat in side.seats)) for side in Side)
            found.append(Result(BySide(ns, ew), outcome.tricks))
    return tuple(found)


def cut_key(evening: Evening, place: int) -> tuple[int, ...]:
    """The cards that a place drew for a prize, in cutting order."""
    drawn = (card for cut in evening.cuts for one, card in cut if one == place)
    return tuple(cutting_key(card, suit_order=False)[0] for card in drawn)


def prizes_of(evening: Evening, ranking: Ranking) -> Prizes[tuple[int, ...]] | None:
    """First, second and booby prize, where losers move (laws 4.5). None at duplicate, and for fewer than
    three."""
    if evening.plan.kind.duplicate:
        return None
    competing = ranking.competing(evening.plan, evening.holders)
    totals = {line.places: int(line.score) for line in competing}
    robots = {line.places for line in competing if _gives_way(evening, line)}
    return prizes(totals, lambda places: cut_key(evening, places[0]), robots)


def _gives_way(evening: Evening, line: Line) -> bool:
    """Whether robots alone hold these places, and win what people leave."""
    return evening.plan.people_first and not line.has_person(evening.holders)


def shares(evening: Evening) -> tuple[EveningShare, ...]:
    """What the evening counts for each person who held a place at its end. The cards that were cut for a
    prize decide between equals here too; where nobody else played, it counts for nobody."""
    found = []
    for ranking in rankings(evening):
        ended = [(line.rank, cut_key(evening, line.places[0])) for line in ranking.lines]  # less is better
        worst_first = sorted(ended, reverse=True)
        # A robot that gives way has cut no card, and takes the first place from nobody who has as much.
        keys = [*zip(ranking.lines, ended, strict=True)]
        best = min((one for line, one in keys if not _gives_way(evening, line)), default=None)
        for line, one in keys:
            behind, won = worst_first.index(one), line.rank == 1 and one == best
            held = (evening.holders[place] for place in line.places)
            found += [EveningShare(who, behind, won) for who in held if isinstance(who, Person)]
    return tuple(found) if len(found) > 1 else ()


def tied_for_prizes(evening: Evening) -> tuple[tuple[int, ...], ...]:
    """The groups of places that have still to cut for a prize: equal in points and in all that they drew."""
    groups: list[tuple[int, ...]] = []
    for ranking in rankings(evening):
        if len(ranking.lines) < 3 or evening.plan.kind.duplicate:
            continue
        competing = ranking.competing(evening.plan, evening.holders)
        equal: defaultdict[tuple[tuple[bool, Fraction], tuple[int, ...]], list[int]] = defaultdict(list)
        standing = [(not _gives_way(evening, line), line.score) for line in competing]
        for line, one in zip(competing, standing, strict=True):
            equal[one, cut_key(evening, line.places[0])].append(line.places[0])
        last = len(competing)
        for (own, _), places in equal.items():
            better = sum(one > own for one in standing)
            level = standing.count(own)
            if len(places) > 1 and (better < 2 or better + level == last):
                groups.append(tuple(places))
    return tuple(groups)


def pair_at(sitting: Sitting, side: Side) -> int:
    """The number of a pair, from 0, where partners stay together."""
    return sitting.seats.of(side.seats[0]) // 2


def places_of_team(team: int) -> tuple[int, ...]:
    return tuple(range(4 * team, 4 * team + 4))


def played_by_all(evening: Evening) -> tuple[int, ...]:
    """The deals of a duplicate that every table has played."""
    known = evening.outcomes
    return tuple(
        board.number
        for begun in evening.rounds
        for board in begun.sittings[0].boards
        if _is_played_by_all(begun, board.number, known)
    )


def _is_played_by_all(begun: RoundBegun, board: int, known: Outcomes) -> bool:
    return all((begun.number, sitting.table, board) in known for sitting in begun.sittings)


def travelling_sheets(evening: Evening) -> dict[int, tuple[SheetLine, ...]]:
    """What each deal that every table has played came to at each of them, by its number."""
    known = evening.outcomes
    return {
        board.number: _sheet_of(begun, board.number, known)
        for begun in evening.rounds
        for board in begun.sittings[0].boards
        if _is_played_by_all(begun, board.number, known)
    }


def _sheet_of(begun: RoundBegun, board: int, known: Outcomes) -> tuple[SheetLine, ...]:
    came = {sitting.table: known[begun.number, sitting.table, board] for sitting in begun.sittings}
    top = Fraction(2 * (len(came) - 1))
    earned = matchpoints({table: None if one.average else one.points for table, one in came.items()})
    return tuple(
        SheetLine(
            table=sitting.table,
            ns=pair_at(sitting, Side.NS),
            ew=pair_at(sitting, Side.EW),
            outcome=came[sitting.table],
            matchpoints=earned[sitting.table],
            top=top,
        )
        for sitting in begun.sittings
    )


IMPS: Final = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The difference in points from which on a deal is worth 1, 2, 3 ... international match points (Laws of
Duplicate Bridge 2017, 78B)."""


def imps(points: int) -> int:
    """What a difference is worth to the team that is ahead by it; negative to one that is behind."""
    worth = bisect_right(IMPS, abs(points))
    return worth if points > 0 else -worth


FEWEST_IMPS: Final = 4
"""Where no deal can be worth so many, nearly all would count as equal (laws 4.6)."""


def greatest_difference(variant: Variant) -> int:
    """By how many points the same deal can differ at the two tables of a team: at the least, since of an
    auction only no trumps are looked at. Who holds the honours is the same at both tables, unless they are
    counted for those who capture them."""
    points = [_ahead(variant, tally) for tally in _extremes(variant)]
    return max(points) - min(points)


def _extremes(variant: Variant) -> Iterator[Tally]:
    each = variant.dealing.each
    splits = [BySide(ns, each - ns) for ns in range(each + 1)]  # a game won by tricks counts no honours
    captured = variant.honours.counted is Counted.CAPTURED
    terms: list[tuple[Suit | None, int, Contract | None]]
    match variant.settlement:
        case TurnUp() | Ruff():
            terms = [(Suit.SPADES, 0, None)]
        case HighOrLow(high, low):
            terms = [(None, 0, Contract(bid, side)) for bid in (high, low) for side in Side]
        case Auction():
            bids = [Bid(odd, Strain.NO_TRUMPS) for odd in (1, 7)]
            terms = [(None, 0, Contract(bid, side)) for bid in bids for side in Side]
        case _:
            terms = [(None, 0, None)]
    for (trumps, level, contract), tricks in product(terms, splits):
        most = BySeat(4, 0, 0, 0) if tricks.ns > tricks.ew else BySeat(0, 4, 0, 0)
        honours = most if captured else BySeat(0, 0, 0, 0)
        yield Tally(trumps, level, tricks, honours, contract=contract)


def _ahead(variant: Variant, tally: Tally) -> int:
    total = NIL
    for column in columns_of_a_deal(variant.rubber, by_itself=True):
        total = plus(total, gains_in(variant.reckoning(tally, NOTHING_SCORED), column))
    return total.ns - total.ew


def team_points(evening: Evening) -> int:
    """By how many points, or international match points, the first team is ahead. A deal with an average at
    either table counts nothing."""
    ahead = 0
    for lines in travelling_sheets(evening).values():
        if not any(line.outcome.average for line in lines):
            deal = sum(line.outcome.points if line.ns < 2 else -line.outcome.points for line in lines)
            ahead += imps(deal) if evening.plan.team_score is TeamScore.IMPS else deal
    return ahead


def _of_pairs(evening: Evening) -> tuple[Ranking, ...]:
    won: defaultdict[int, Fraction] = defaultdict(Fraction)
    most: defaultdict[int, Fraction] = defaultdict(Fraction)
    for lines in travelling_sheets(evening).values():
        for line in lines:
            won[line.ns] += line.matchpoints
            won[line.ew] += line.top - line.matchpoints
            for pair in (line.ns, line.ew):
                most[pair] += line.top
    count = len(evening.holders) // 2
    plan = evening.plan
    two = plan.movement is Movement.MITCHELL and not plan.arrow
    groups = (
        ((LINES[0], range(count // 2)), (LINES[1], range(count // 2, count)))
        if two
        else (("", range(count)),)
    )
    return tuple(
        Ranking(
            of,
            _ranked(
                {(2 * pair, 2 * pair + 1): won[pair] for pair in pairs},
                {(2 * pair, 2 * pair + 1): most[pair] for pair in pairs},
            ),
        )
        for of, pairs in groups
    )


def _tricks_scored(evening: Evening) -> Mapping[int, int]:
    """What each place has scored where losers move."""
    totals: defaultdict[int, int] = defaultdict(int)
    known = evening.outcomes
    for begun in evening.rounds:
        hand = scores(results_of(known, begun), SCORES[evening.plan.counting.value])
        for place, won in hand.items():
            totals[place] += won
    return totals


def _ranked(
    scores: Mapping[tuple[int, ...], Fraction], most: Mapping[tuple[int, ...], Fraction] | None = None
) -> tuple[Line, ...]:
    """Best first; equals in the order of their places."""
    possible = most or {}
    lines = [Line(0, places, score, possible.get(places, Fraction(0))) for places, score in scores.items()]

    def value(line: Line) -> Fraction:
        return line.percent if most else line.score

    ordered = sorted(lines, key=lambda line: (-value(line), line.places))
    first: dict[Fraction, int] = {}
    for at, line in enumerate(ordered, 1):
        first.setdefault(value(line), at)
    return tuple(Line(first[value(line)], line.places, line.score, line.most) for line in ordered)


def evening_as_seen(evening: Evening) -> SeenEvening:
    ranked = rankings(evening)
    return SeenEvening(
        plan=evening.plan,
        brought=evening.brought.as_told if evening.brought is not None else None,
        entrants=evening.entrants,
        holders=evening.holders,
        round=len(evening.rounds),
        last_round=evening.last_round if evening.begun else 0,
        outlook=_outlook(evening) if evening.entrants and not evening.begun else None,
        tables=tuple(SeenTable(sitting, len(left)) for sitting, left in evening.to_play),
        rankings=ranked,
        prizes=tuple(prizes_of(evening, one) if evening.closed else None for one in ranked),
        sheets=tuple(travelling_sheets(evening).items()) if evening.plan.kind.duplicate else (),
        cuts=evening.cuts,
        commitment=evening.commitment,
        seed=evening.seed,
        time_is_over=evening.time_is_over,
        adjourned=evening.adjourned,
        closed=evening.closed,
    )


def _outlook(evening: Evening) -> Outlook:
    """The order of the lots changes nothing of it."""
    begun = replace(evening, holders=places_drawn(evening, range))
    people = persons_in(begun.holders)
    return Outlook(begun.tables, begun.last_round, people, len(begun.holders) - people)
