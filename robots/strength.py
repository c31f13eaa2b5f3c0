"""The strengths of robots, one of which the members of a table choose, and who of the players are robots."""

from __future__ import annotations

from enum import Enum
from typing import Final

from rules.seats import RobotMember, Seat
from rules.view import PublicTable


class Strength(Enum):
    EASY = "easy"  # by rule, at once
    GOOD = "good"  # a fiftieth of a second a card, without the solver
    BEST = "best"  # as long as it is given, with the solver where there is one


OPTION: Final = "robots"
"""The key of the table's option for it."""


def strength_at(table: PublicTable) -> Strength:
    """The strength that this table has chosen."""
    return next((Strength(value) for key, value in table.options if key == OPTION), Strength.BEST)


def robots_at(table: PublicTable) -> frozenset[Seat]:
    """The seats at which a robot has made every call of this deal: those of the robots with which the rubber
    began. One that plays for a person who has gone may have come after their calls."""
    rubber = table.rubber
    if rubber is None:
        return frozenset()
    begun = zip(Seat, rubber.owners, rubber.seats, strict=True)
    return frozenset(
        seat for seat, owner, member in begun if isinstance(owner, RobotMember) and owner == member
    )
