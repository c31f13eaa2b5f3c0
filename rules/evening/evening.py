"""An evening from its opening to its close: who plays, who holds which place by lot, the rounds, and what
they came to (laws 4.5, 4.6).

``after`` applies an event and checks nothing, since the event has happened. Refusals are in
``rules.evening.decide``, and scores in ``rules.evening.standings``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Final, TypeVar, assert_never

from rules.cards import Card
from rules.deal.brought import Brought
from rules.evening import events
from rules.evening.events import BoardScored, EveningEvent, RoundBegun
from rules.evening.page import BoardAt, Entrant, Outcome, Sitting
from rules.evening.plan import FEWEST_TABLES, Kind, Plan, Role, schedule
from rules.frozen import frozen, replace
from rules.seats import ROBOT_NAMES, Member, Person, RobotMember
from rules.table.events import Adjourned, Closed, DealsBrought, Resumed, SeedRevealed


@frozen
class Evening:
    """The whole state of an evening."""

    plan: Plan
    directors: tuple[Person, ...]
    brought: Brought | None = None
    entrants: tuple[Entrant, ...] = ()
    holders: tuple[Member, ...] = ()  # of the places, once lots are drawn
    commitment: str = ""
    seed: str = ""  # of all deals, once it is over
    left: tuple[tuple[Person, int], ...] = ()  # who gave up which place, once lots were drawn
    rounds: tuple[RoundBegun, ...] = ()
    scored: tuple[BoardScored, ...] = ()
    time_is_over: bool = False
    cuts: tuple[tuple[tuple[int, Card], ...], ...] = ()
    adjourned: bool = False
    closed: bool = False

    @classmethod
    def opened(cls, event: events.EveningOpened) -> Evening:
        return cls(event.plan, event.directors)

    @property
    def people(self) -> tuple[Person, ...]:
        """All who play."""
        if self.holders:
            return tuple(one for one in self.holders if isinstance(one, Person))
        return tuple(person for entrant in self.entrants for person in entrant.people)

    @property
    def begun(self) -> bool:
        """Whether lots have been drawn."""
        return bool(self.holders)

    @property
    def tables(self) -> int:
        """How many there are, once lots are drawn."""
        return len(self.holders) // 4

    @property
    def round(self) -> RoundBegun | None:
        """The last that was begun."""
        return self.rounds[-1] if self.rounds else None

    @property
    def last_round(self) -> int:
        """How many rounds there are to be, unless the time is over before. Deals of a file may run out in the
        last one."""
        rounds = self.plan.rounds or (2 if self.plan.kind is Kind.TEAMS else self.tables)
        if self.plan.kind is Kind.PAIRS:
            most = len(schedule(self.plan.movement, self.tables, arrow=self.plan.arrow))
            rounds = min(self.plan.rounds or most, most)
        if self.brought is not None:
            rounds = min(rounds, -(-self.brought.last // self.plan.boards))
        return rounds

    @property
    def outcomes(self) -> Mapping[tuple[int, int, int], Outcome]:
        """What each deal came to, by round, table and number."""
        return {(one.round, one.table, one.board): one.outcome for one in self.scored}

    def unfinished(self, sitting: Sitting) -> tuple[BoardAt, ...]:
        """The deals that this table of the last round has still to play, in order."""
        return self._left_of(sitting, self._scored_now)

    @property
    def to_play(self) -> tuple[tuple[Sitting, tuple[BoardAt, ...]], ...]:
        """The tables of the last round, each with the deals that it has still to play."""
        begun, known = self.round, self._scored_now
        return tuple((one, self._left_of(one, known)) for one in begun.sittings) if begun is not None else ()

    @property
    def _scored_now(self) -> frozenset[tuple[int, int]]:
        """The tables of the last round, and the numbers of the deals whose results are known."""
        number = len(self.rounds)
        return frozenset((one.table, one.board) for one in self.scored if one.round == number)

    @staticmethod
    def _left_of(sitting: Sitting, known: Set[tuple[int, int]]) -> tuple[BoardAt, ...]:
        return tuple(board for board in sitting.boards if (sitting.table, board.number) not in known)

    @property
    def playing(self) -> tuple[Sitting, ...]:
        """The tables of the last round that have not finished."""
        return tuple(sitting for sitting, left in self.to_play if left)

    @property
    def round_is_over(self) -> bool:
        return self.round is not None and not self.playing

    @property
    def waits_for_signal(self) -> bool:
        """Whether the director has the next round to open."""
        return self.round_is_over and not self.closed

    @property
    def no_more_rounds(self) -> bool:
        """Whether the round in progress is the last one."""
        return self.time_is_over or len(self.rounds) >= self.last_round

    def place_of(self, member: Member) -> int | None:
        return self.holders.index(member) if member in self.holders else None

    def sitting_of(self, person: Person) -> Sitting | None:
        """Where somebody sits in the last round."""
        place, begun = self.place_of(person), self.round
        if place is None or begun is None:
            return None
        return next((one for one in begun.sittings if place in one.seats), None)

    def after(self, event: EveningEvent) -> Evening:
        """The evening after this event."""
        match event:
            case events.EveningOpened() | events.EveningReckoned():
                return self
            case DealsBrought(by, deals, first):
                return replace(self, brought=Brought(by, deals, first))
            case events.Entered(people, role, team):
                others = tuple(one for one in self.entrants if not set(one.people) & set(people))
                return replace(self, entrants=(*others, Entrant(people, role, team)))
            case events.Withdrew(person):
                return replace(self, entrants=tuple(_without(self.entrants, person)))
            case events.LotsDrawn(holders, commitment):
                return replace(self, holders=holders, commitment=commitment)
            case events.RoundBegun():
                return replace(self, rounds=(*self.rounds, event))
            case events.BoardScored(number, table, board):
                others_scored = tuple(
                    one
                    for one in self.scored
                    if one.board != board or one.table != table or one.round != number
                )
                return replace(self, scored=(*others_scored, event))
            case events.PlaceTaken(place, holder):
                before = self.holders[place]
                left = (*self.left, (before, place)) if isinstance(before, Person) else self.left
                holders = (*self.holders[:place], holder, *self.holders[place + 1 :])
                return replace(self, holders=holders, left=left)
            case events.TimeCalled():
                return replace(self, time_is_over=True)
            case events.PrizesCut(cuts):
                return replace(self, cuts=cuts)
            case SeedRevealed(_, seed):
                return replace(self, seed=seed)
            case Adjourned():
                return replace(self, adjourned=True)
            case Resumed():
                return replace(self, adjourned=False)
            case Closed():
                return replace(self, closed=True)
        assert_never(event)


def _without(entrants: tuple[Entrant, ...], person: Person) -> list[Entrant]:
    """The entrants once this person plays no more; a partner stays."""
    left = [replace(one, people=tuple(other for other in one.people if other != person)) for one in entrants]
    return [one for one in left if one.people]


T = TypeVar("T")
Order = Callable[[int], Sequence[int]]
"""Numbers from 0, as many as are asked for, in an order that is left to chance."""

PLACES_OF_TEAM: Final = 4


def places_drawn(evening: Evening, order: Order) -> tuple[Member, ...]:
    """Who holds each place."""
    robots = Robots(evening.people)
    match evening.plan.kind:
        case Kind.PROGRESSIVE:
            return _tickets(evening, order, robots)
        case Kind.TEAMS:
            return tuple(one for team in (0, 1) for one in _team(evening.entrants, team, robots))
        case Kind.COUPLES | Kind.PAIRS:
            pairs = _entrant_pairs(evening.entrants, order, robots)
            while len(pairs) < 2 * _fewest(evening) or len(pairs) % 2:
                pairs.append((robots.another(), robots.another()))
            return tuple(one for pair in _in(order, pairs) for one in pair)


class Robots:
    """Robots for empty places, each with a name of its own."""

    def __init__(self, taken: Sequence[Member]) -> None:
        self._taken = set(taken)

    def another(self) -> RobotMember:
        number = 1
        while True:
            for name in ROBOT_NAMES:
                robot = RobotMember(name if number == 1 else f"{name} {number}")
                if robot not in self._taken:
                    self._taken.add(robot)
                    return robot
            number += 1


def _tickets(evening: Evening, order: Order, robots: Robots) -> tuple[Member, ...]:
    """All of the role A and then all of the role B, both in the order of their tickets. Those who wished no
    role are given the one that has fewer people."""
    roles: dict[Role, list[Member]] = {
        role: [entrant.people[0] for entrant in evening.entrants if entrant.role is role] for role in Role
    }
    for entrant in _in(order, [one for one in evening.entrants if one.role is None]):
        min(roles.values(), key=len).append(entrant.people[0])
    count = max(2 * _fewest(evening), *map(len, roles.values()))
    count += count % 2
    for people in roles.values():
        people += [robots.another() for _ in range(count - len(people))]
    return tuple(one for role in Role for one in _in(order, roles[role]))


def _entrant_pairs(entrants: Sequence[Entrant], order: Order, robots: Robots) -> list[tuple[Member, Member]]:
    """Those who entered with a partner, and those who came alone by lot."""
    together = [one.people for one in entrants if len(one.people) == 2]
    alone: list[Member] = [one.people[0] for one in _in(order, [e for e in entrants if len(e.people) == 1])]
    if len(alone) % 2:
        alone.append(robots.another())
    pairs: list[tuple[Member, Member]] = [(first, second) for first, second in together]
    return pairs + [(alone[place], alone[place + 1]) for place in range(0, len(alone), 2)]


def _team(entrants: Sequence[Entrant], team: int, robots: Robots) -> list[Member]:
    """The four of a team: those who entered together are a pair."""
    mine = sorted((one for one in entrants if one.team == team), key=lambda one: -len(one.people))
    people: list[Member] = [person for one in mine for person in one.people]
    return people + [robots.another() for _ in range(PLACES_OF_TEAM - len(people))]


def _fewest(evening: Evening) -> int:
    return max(FEWEST_TABLES[evening.plan.kind], evening.plan.least_tables)


def _in(order: Order, things: Sequence[T]) -> list[T]:
    return [things[place] for place in order(len(things))]


def persons_in(holders: Sequence[Member]) -> int:
    return sum(isinstance(one, Person) for one in holders)
