"""Drawing lots: who holds which place of an evening, with robots in those that are empty (laws 4.5, 4.6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from rules.evening.evening import Evening
from rules.evening.page import Entrant
from rules.evening.plan import FEWEST_TABLES, Kind, Role
from rules.members import ROBOT_NAMES, Member, Person, RobotMember

T = TypeVar("T")
Order = Callable[[int], Sequence[int]]
"""Numbers from 0, as many as are asked for, in an order that is left to chance."""

PLACES_OF_TEAM: Final = 4


def drawn(evening: Evening, order: Order) -> tuple[Member, ...]:
    """Who holds each place."""
    robots = Robots(evening.people)
    match evening.plan.kind:
        case Kind.PROGRESSIVE:
            return _tickets(evening, order, robots)
        case Kind.TEAMS:
            return tuple(one for team in (0, 1) for one in _team(evening.entrants, team, robots))
        case Kind.COUPLES | Kind.PAIRS:
            pairs = _pairs(evening.entrants, order, robots)
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


def _pairs(entrants: Sequence[Entrant], order: Order, robots: Robots) -> list[tuple[Member, Member]]:
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
