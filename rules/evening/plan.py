"""What is arranged for an evening before it begins: its kind, its game, its length and its movement.

A movement says which pairs meet at which table in each round (laws 4.6). Pairs are numbers. All tables play
the same boards in a round, so nobody can come to a board that they have played, and what a movement must see
to is only who meets whom, and in which direction.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from itertools import product
from typing import Final

from rules.frozen import frozen, replace
from rules.games.variant import EDITION, FIRST, THIRD
from rules.seats import BySide


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
            _turned(table, tables + (table - turn) % tables, turned=(table, turn) in switched)
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
                _turned((turn + step) % rounds, (turn - step) % rounds, turned=step not in north)
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


def _turned(first: int, second: int, *, turned: bool) -> Meeting:
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
