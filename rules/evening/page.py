"""The values of an evening that everybody may see: tables, results, standings. Nothing here has a hand of
cards."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from rules.cards import Card
from rules.evening.plan import Plan, Prizes, Role
from rules.frozen import frozen
from rules.seats import BySeat, BySide, Member, Person
from rules.view import DealsFrom


@frozen
class Entrant:
    """Somebody who has entered, or two partners."""

    people: tuple[Person, ...]
    role: Role | None = None
    team: int | None = None


@frozen
class BoardAt:
    """A deal to be played at one table. ``stream`` is the id of the table's log, chosen beforehand, so that
    it is opened once and its result is known again whatever is interrupted."""

    number: int
    stream: str


@frozen
class Sitting:
    """One table in one round: which places sit where, and what they play."""

    table: int
    seats: BySeat[int]
    boards: tuple[BoardAt, ...]


@frozen
class Outcome:
    """What a deal came to: the tricks, and at duplicate the points of north and south less those of east and
    west. The director may have ``adjusted`` it; an ``average`` is no result, but half of the matchpoints."""

    tricks: BySide[int]
    points: int = 0
    adjusted: bool = False
    average: bool = False


@frozen
class Line:
    """One line of the standings: the places of a person, a pair or a team."""

    rank: int  # equal scores have the same
    places: tuple[int, ...]
    score: Fraction
    most: Fraction = Fraction(0)  # what the deals they have played could have brought; at matchpoints alone

    @property
    def percent(self) -> Fraction:
        return 100 * self.score / self.most if self.most else Fraction(0)

    def has_person(self, holders: Sequence[Member]) -> bool:
        return any(isinstance(holders[place], Person) for place in self.places)


@frozen
class Ranking:
    """Those who compete with each other. ``of`` is a role or a line where there are two; else it is empty."""

    of: str
    lines: tuple[Line, ...]

    def competing(self, plan: Plan, holders: Sequence[Member]) -> tuple[Line, ...]:
        """Those among whom the prizes go: people and, only where these are fewer than three, robots after
        them. Two partners are a person if one of them is. By the earlier editions all alike."""
        if not plan.people_first:
            return self.lines
        people = tuple(line for line in self.lines if line.has_person(holders))
        robots = tuple(line for line in self.lines if line not in people)
        return people if len(people) >= 3 else people + robots


@frozen
class SheetLine:
    """A result on a travelling sheet: the pairs by their numbers from 0, and what the deal came to."""

    table: int
    ns: int
    ew: int
    outcome: Outcome
    matchpoints: Fraction  # of north and south
    top: Fraction


@frozen
class SeenTable:
    """A table of the last round, and how many deals it has still to play."""

    sitting: Sitting
    left: int


@frozen
class Outlook:
    """What the evening would be if lots were drawn now."""

    tables: int
    rounds: int
    people: int
    robots: int


@frozen
class SeenEvening:
    """An evening as the whole room sees it."""

    plan: Plan
    brought: DealsFrom | None
    entrants: tuple[Entrant, ...]
    holders: tuple[Member, ...]
    round: int  # the number of the last that was begun; 0 before
    last_round: int  # how many there are to be; 0 before lots are drawn
    outlook: Outlook | None  # before lots are drawn, once somebody has entered
    tables: tuple[SeenTable, ...]
    rankings: tuple[Ranking, ...]
    prizes: tuple[Prizes[tuple[int, ...]] | None, ...]  # of each ranking, once it is over
    sheets: tuple[tuple[int, tuple[SheetLine, ...]], ...]  # of the deals that every table has played
    cuts: tuple[tuple[tuple[int, Card], ...], ...]
    commitment: str
    seed: str
    time_is_over: bool
    adjourned: bool
    closed: bool

    @property
    def open_tables(self) -> tuple[SeenTable, ...]:
        """Those that have not finished."""
        return tuple(one for one in self.tables if one.left)

    @property
    def waits_for_signal(self) -> bool:
        return bool(self.round) and not self.open_tables and not self.closed
