"""What is arranged for an evening before it begins, its kind, its game, its length and its movement; and how
results become a standing.

A movement says which pairs meet at which table in each round (laws 4.6). Pairs are numbers. All tables play
the same boards in a round, so nobody can come to a board that they have played, and what a movement must see
to is only who meets whom, and in which direction.

At progressive whist one hand is played at each table, then the losers move on and all change partners (laws
4.5). By matchpoints a pair's result in a deal is compared with those of all who held the same cards (laws
4.6). These are functions of names and results; how a hand is played is elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final, Generic, NamedTuple, TypeVar

from rules.counting.reckon import BOOK
from rules.frozen import frozen, replace
from rules.games.variant import EDITION, FIRST, THIRD
from rules.seats import BySide, Side


class Kind(Enum):
    """How people meet at the tables of an evening. The values are stored."""

    PROGRESSIVE = "progressive"  # winners stay, losers move, all change partners (laws 4.5)
    COUPLES = "couples"  # winners stay, losers move, partners stay together ([003])
    PAIRS = "pairs"  # duplicate: every pair plays the same deals (laws 4.6)
    TEAMS = "teams"  # duplicate: two teams of four at two tables (laws 4.6)

    @property
    def duplicate(self) -> bool:
        """Whether all tables play the same deals."""
        return self in (Kind.PAIRS, Kind.TEAMS)

    @property
    def in_pairs(self) -> bool:
        """Whether the same two people are partners all the evening."""
        return self is not Kind.PROGRESSIVE


class Role(Enum):
    """The two roles of progressive whist: partners have one each. By custom gentlemen and ladies."""

    A = "a"
    B = "b"


class Movement(Enum):
    """How pairs meet at duplicate (laws 4.6)."""

    HOWELL = "howell"  # every pair meets every other
    MITCHELL = "mitchell"  # every pair of one line meets every pair of the other


class Counting(Enum):
    """What each of the four scores for a hand: the option ``progressive_score`` (laws 4.5)."""

    ALL_TRICKS = "all_tricks"
    WINNERS_ODD = "winners_odd"


class TeamScore(Enum):
    """What the difference of two teams in a deal counts: the option ``team_score`` (laws 4.6)."""

    POINTS = "points"  # the points themselves
    IMPS = "imps"  # international match points


FEWEST_TABLES: Final = {Kind.PROGRESSIVE: 1, Kind.COUPLES: 1, Kind.PAIRS: 2, Kind.TEAMS: 2}
MOST_TABLES: Final = {Kind.PROGRESSIVE: 100, Kind.COUPLES: 100, Kind.PAIRS: 12, Kind.TEAMS: 2}
MOST_ROUNDS: Final = 99
MOST_BOARDS: Final = 16
"""A round."""
MOST_MINUTES: Final = 600


@frozen
class Plan:
    """What the opener has arranged."""

    kind: Kind
    game: str
    options: tuple[tuple[str, str], ...]
    rounds: int = 0  # 0: as many as the movement has; where losers move, as many hands as there are tables
    boards: int = 1  # a round, at duplicate
    minutes: int = 0  # after so many no fresh round is begun; 0: no limit
    counting: Counting = Counting.ALL_TRICKS
    movement: Movement = Movement.HOWELL
    arrow: bool = True  # in the last rounds of a Mitchell the lines change seats, so that one pair wins
    signal: bool = True  # the director opens each round; else it follows the last by itself
    least_tables: int = 0  # robots make up at least so many
    team_score: TeamScore = TeamScore.POINTS
    rooms: tuple[int, ...] = ()  # where the tables stand, from the first on, if places were named for them

    @property
    def people_first(self) -> bool:
        """Whether prizes go to people before robots: by the third edition, under which an evening was opened
        if its options say so (laws appendix D, D12)."""
        return dict(self.options).get(EDITION, FIRST) >= THIRD

    @property
    def within_limits(self) -> Plan:
        """The plan with numbers that an evening of its kind can have."""
        return replace(
            self,
            rounds=max(0, min(self.rounds, MOST_ROUNDS)),
            boards=max(1, min(self.boards, MOST_BOARDS)) if self.kind.duplicate else 1,
            minutes=max(0, min(self.minutes, MOST_MINUTES)),
            least_tables=max(FEWEST_TABLES[self.kind], min(self.least_tables, MOST_TABLES[self.kind])),
        )


Meeting = BySide[int]
"""The pair that sits north and south at a table, and the pair that sits east and west."""

Schedule = tuple[tuple[Meeting, ...], ...]
"""For each round the meetings, table by table."""


def mitchell(tables: int, *, arrow: bool) -> Schedule:
    """The pairs 0 to ``tables`` - 1 stay at their tables, and the others move one table up after each round,
    so that every pair of the one line meets every pair of the other.

    With the ``arrow`` switched each pair sits once in the seats of the other line: otherwise nobody is ever
    compared with a pair of the other line, and each line has its own winner.
    """
    switched = _switched(tables) if arrow else frozenset()
    return tuple(
        tuple(
            _meeting(table, tables + (table - turn) % tables, turned=(table, turn) in switched)
            for table in range(tables)
        )
        for turn in range(tables)
    )


def howell(tables: int) -> Schedule:
    """Every pair meets every other once. The last pair stays at the first table; of the others each follows
    the one before it through all places.

    At table k in round r the pairs r + k and r - k meet, modulo the number of rounds. Who of them sits north
    and south is chosen so that any two pairs sit in the same direction, and so are compared, as equally often
    as can be.
    """
    rounds = 2 * tables - 1
    north = _directions(rounds)
    return tuple(
        (
            BySide(rounds, turn),
            *(
                _meeting((turn + step) % rounds, (turn - step) % rounds, turned=step not in north)
                for step in range(1, tables)
            ),
        )
        for turn in range(rounds)
    )


def schedule(movement: Movement, tables: int, *, arrow: bool) -> Schedule:
    return howell(tables) if movement is Movement.HOWELL else mitchell(tables, arrow=arrow)


def teams_of_four(rounds: int) -> Schedule:
    """Pairs 0 and 1 are one team, 2 and 3 the other. At the second table the teams have each other's seats;
    from round to round a pair meets the other pair of the adversaries."""
    return tuple((BySide(0, 2 + turn % 2), BySide(3 - turn % 2, 1)) for turn in range(rounds))


def _meeting(first: int, second: int, *, turned: bool) -> Meeting:
    return BySide(second, first) if turned else BySide(first, second)


def _switched(tables: int) -> frozenset[tuple[int, int]]:
    """The tables and rounds with the arrow switched: each pair once, of two tables only one, since pairs are
    compared at two tables only if one of them is as usual. With an even number nothing does so with one table
    in every round: the first round has two, and one in the middle has none."""
    if tables == 2:
        return frozenset({(0, 0)})
    late = tables % 2 == 0
    return frozenset((table, -(table + (late and table >= tables // 2)) % tables) for table in range(tables))


@cache
def _directions(rounds: int) -> frozenset[int]:
    """The steps at which the higher pair of a Howell sits north and south: of each step and its negative one,
    chosen so that the comparisons of any two pairs differ least. With it sits the pair that stays.

    Two pairs that are ``apart`` sit in the same direction whenever their places both belong to the chosen
    half, or both do not.
    """
    steps = range(1, (rounds + 1) // 2)
    found: tuple[int, frozenset[int]] | None = None
    for signs in product((True, False), repeat=len(steps)):
        half = frozenset(step if sign else rounds - step for step, sign in zip(steps, signs, strict=True))
        shared = [
            sum((place in half) == ((place + apart) % rounds in half) for place in range(rounds))
            for apart in steps
        ]
        spread = sum(one * one for one in shared)
        if found is None or spread < found[0]:
            found = spread, half
    assert found is not None
    return frozenset(step for step in found[1] if step in steps)


Who = TypeVar("Who")


class Pair(NamedTuple, Generic[Who]):
    """Two partners of a hand, one of each role: by custom a gentleman and a lady."""

    first: Who
    second: Who


@frozen
class Result(Generic[Who]):
    """The result of one table."""

    pairs: BySide[Pair[Who]]
    tricks: BySide[int]

    @property
    def winning_side(self) -> Side:
        """The side with more tricks; of thirteen, one side always has more (laws 1.1)."""
        return Side.NS if self.tricks.ns > self.tricks.ew else Side.EW


@frozen
class NextTable(Generic[Who]):
    """The pair that stays at a table, and the pair that comes to it."""

    stay: Pair[Who]
    arrive: Pair[Who]

    @property
    def pairs_kept(self) -> tuple[Pair[Who], Pair[Who]]:
        """The pairs where partners stay together, as couples do ([003])."""
        return self.stay, self.arrive

    @property
    def pairs(self) -> tuple[Pair[Who], Pair[Who]]:
        """The new partners: each winner who stayed plays with the loser of the other role who arrived."""
        return Pair(self.stay.first, self.arrive.second), Pair(self.arrive.first, self.stay.second)


Score = Callable[[int], int]
"""What each of two partners scores for their side's tricks."""


def all_tricks(tricks: int) -> int:
    """Every trick counts."""
    return tricks


def winners_odd(tricks: int) -> int:
    """Only tricks over the book count, so only winners score ([002], "Progressive Whist")."""
    return max(tricks - BOOK, 0)


SCORES: Final[Mapping[str, Score]] = {"all_tricks": all_tricks, "winners_odd": winners_odd}
"""The values of the option ``progressive_score`` (laws 4.5)."""


def first_tables(tickets: Sequence[Pair[Who]]) -> tuple[BySide[Pair[Who]], ...]:
    """The tables of the first hand. Equal numbers of two sets of tickets are partners; 1 and 2 form the first
    table, 3 and 4 the second."""
    assert len(tickets) % 2 == 0
    return tuple(BySide(*tickets[place : place + 2]) for place in range(0, len(tickets), 2))


def scores(results: Sequence[Result[Who]], score: Score = all_tricks) -> dict[Who, int]:
    """What each person scored in one hand, at all tables. Honours are not counted."""
    return {
        person: score(result.tricks.of(side))
        for result in results
        for side in Side
        for person in result.pairs.of(side)
    }


def next_tables(results: Sequence[Result[Who]]) -> tuple[NextTable[Who], ...]:
    """The tables of the next hand: winners stay, losers move to the next table, from the last to the first.
    With one table all stay and change partners (ambiguity 42)."""
    return tuple(
        NextTable(
            stay=result.pairs.of(result.winning_side),
            arrive=results[place - 1].pairs.of(results[place - 1].winning_side.other),
        )
        for place, result in enumerate(results)
    )


class Prizes(NamedTuple, Generic[Who]):
    """The prizes of one role: for the most points, the next most, and the fewest."""

    first: Who
    second: Who
    booby: Who


def ranked_by_total(
    totals: Mapping[Who, int], cut: Callable[[Who], tuple[int, ...]], after: Collection[Who] = ()
) -> tuple[Who, ...]:
    """From the most points to the fewest. Of those with equal totals the one who cuts lowest comes first;
    those in ``after`` follow all others."""
    return tuple(sorted(totals, key=lambda one: (one in after, -totals[one], cut(one))))


def prizes(
    totals: Mapping[Who, int], cut: Callable[[Who], tuple[int, ...]], after: Collection[Who] = ()
) -> Prizes[Who] | None:
    """Who wins the prizes of their role. Ties are cut for, and the lowest wins, the booby prize too (laws
    4.5). ``cut`` is the cards that somebody drew, in cutting order; those in ``after`` win what the others
    leave. None where fewer than three compete."""
    if len(totals) < 3:
        return None
    best = ranked_by_total(totals, cut, after)
    booby = min(best[2:], key=lambda one: (totals[one], cut(one)))
    return Prizes(best[0], best[1], booby)


def matchpoints(points: Mapping[int, int | None]) -> dict[int, Fraction]:
    """The matchpoints of north and south at each table, from their points; None is an average. Those of east
    and west are what is left of the top, which is two less than twice the number of tables.

    Two for each result that is beaten and one for each that is equal. A result that has fewer others to be
    compared with than it should counts as if each of them had come about more often (Neuberg's formula), and
    an average is half of the top.
    """
    tables, results = len(points), [one for one in points.values() if one is not None]
    top, real = Fraction(2 * (tables - 1)), len(results)
    found = {}
    for table, own in points.items():
        if own is None:
            found[table] = top / 2
            continue
        beaten = sum(2 * (other < own) + (other == own) for other in results) - 1  # it is equal to itself
        found[table] = Fraction(tables, real) * (beaten + 1) - 1
    return found
