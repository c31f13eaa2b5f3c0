"""Who sits at a table of the tests, and requests that it refuses without a change."""

from __future__ import annotations

from rules.errors import RulesError
from rules.refusals import Why
from rules.seats import BySeat, Member, Person, RobotMember
from rules.table.requests import Request
from tests.refusing import refusing
from tests.trials.stage.tables import Evening

EMMA = Person("emma")
HOYLE, CAVENDISH, CLAY = RobotMember("Hoyle"), RobotMember("Cavendish"), RobotMember("Clay")


def refused(
    evening: Evening, who: Person | RobotMember | None, ask: Request, fact: type[RulesError] | Why
) -> None:
    """Refused, and nothing has changed."""
    table, events = evening.table, evening.events
    with refusing(fact):
        evening.ask(who, ask)
    assert (evening.table, evening.events) == (table, events)


def members(evening: Evening) -> tuple[Member, ...]:
    return evening.table.members


def seats(evening: Evening) -> BySeat[Person | RobotMember]:
    assert evening.table.rubber is not None
    return evening.table.rubber.seats
