"""What is arranged for an evening before it begins: its kind, its game, and how long it goes on."""

from __future__ import annotations

from enum import Enum
from typing import Final

from rules.frozen import frozen, replace


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
    def within_limits(self) -> Plan:
        """The plan with numbers that an evening of its kind can have."""
        return replace(
            self,
            rounds=max(0, min(self.rounds, MOST_ROUNDS)),
            boards=max(1, min(self.boards, MOST_BOARDS)) if self.kind.duplicate else 1,
            minutes=max(0, min(self.minutes, MOST_MINUTES)),
            least_tables=max(FEWEST_TABLES[self.kind], min(self.least_tables, MOST_TABLES[self.kind])),
        )
