"""What may be asked of an evening."""

from __future__ import annotations

from rules.evening.page import Outcome
from rules.evening.plan import Role
from rules.frozen import frozen
from rules.members import Person
from rules.seats import BySide
from rules.table.requests import Adjourn, Resume


@frozen
class Enter:
    """Play: alone or with a partner, in a role or a team if one is wished. Once lots are drawn, in the place
    of a robot."""

    partner: Person | None = None
    role: Role | None = None
    team: int | None = None


@frozen
class Withdraw:
    """Play no more. Once lots are drawn a robot takes the place."""


@frozen
class Remove:
    """The director has a robot play in a person's place."""

    person: Person


@frozen
class Begin:
    """Draw lots and open the first round."""


@frozen
class Signal:
    """Open the next round."""


@frozen
class Report:
    """The result of a deal, from the log of its table. Only the bot itself asks for it."""

    round: int
    table: int
    board: int
    outcome: Outcome


@frozen
class Adjust:
    """The director gives a table this result; without one it is an average, which there is at duplicate
    alone."""

    table: int
    board: int | None = None  # None: the first of the round without a result
    outcome: Outcome | None = None


@frozen
class CallRound:
    """The director ends the round. Deals that are not over are an average at duplicate; where losers move
    they count as far as they were played, which ``so_far`` says."""

    so_far: tuple[tuple[int, BySide[int]], ...] = ()  # by table, the tricks that each side has taken


@frozen
class CallTime:
    """The time is over. Only the bot itself asks for it."""


@frozen
class CloseEvening:
    """End it now. What has been scored counts."""


EveningRequest = (
    Enter
    | Withdraw
    | Remove
    | Begin
    | Signal
    | Report
    | Adjust
    | CallRound
    | CallTime
    | CloseEvening
    | Adjourn
    | Resume
)

BY_DIRECTORS = Remove | Begin | Signal | Adjust | CallRound | CloseEvening
"""What only a director may ask."""
