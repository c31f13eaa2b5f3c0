"""What may be asked of an evening, and the events that follow.

People are pseudonyms, as at a table; those who play are numbered places. A place is a number from 0: at
progressive whist the role A of each ticket and then the role B of each, in the other kinds the two partners
of each pair one after the other. Points belong to a place, and somebody holds it: where a robot takes over
from a person, the place keeps its points.
"""

from __future__ import annotations

from rules.cards import Card
from rules.evening.page import Outcome, Sitting
from rules.evening.plan import Kind, Plan, Role
from rules.frozen import frozen
from rules.seats import BySide, Member, Person
from rules.table.events import Adjourned, Closed, DealsBrought, Resumed, SeedRevealed
from rules.table.requests import Adjourn, Resume


@frozen
class EveningOpened:
    """An evening was arranged; people may enter."""

    plan: Plan
    directors: tuple[Person, ...]


@frozen
class Entered:
    """Somebody will play: alone, or with a partner. A ``team`` is 0 or 1 where there are teams."""

    people: tuple[Person, ...]
    role: Role | None = None
    team: int | None = None


@frozen
class Withdrew:
    """Somebody who had entered will not play after all. Their partner stays."""

    person: Person


@frozen
class LotsDrawn:
    """Entries are closed, and lots were drawn: who holds each place. At duplicate ``commitment`` is that to
    the seed of all deals."""

    holders: tuple[Member, ...]
    commitment: str = ""


@frozen
class RoundBegun:
    """The signal was given for a round."""

    number: int
    sittings: tuple[Sitting, ...]


@frozen
class BoardScored:
    """The result of a deal at one table; a later one replaces it."""

    round: int
    table: int
    board: int
    outcome: Outcome


@frozen
class PlaceTaken:
    """Somebody holds a place from now on: a robot for a person, or a person for a robot."""

    place: int
    holder: Member


@frozen
class TimeCalled:
    """The time is over: no fresh round is begun."""


@frozen
class PrizesCut:
    """Cards that were drawn for equal scores, in rounds: those whose cards are equal draw again."""

    cuts: tuple[tuple[tuple[int, Card], ...], ...]


@frozen
class EveningShare:
    """What an evening says of one person who played to its end: whom they left behind, and whether nobody
    did better."""

    person: Person
    behind: int  # how many others of their role or line, persons, pairs or teams, had fewer points
    won: bool


@frozen
class EveningReckoned:
    """How it ended, for the leaderboards."""

    revision: int
    kind: Kind
    shares: tuple[EveningShare, ...]


EveningEvent = (
    EveningOpened
    | DealsBrought
    | Entered
    | Withdrew
    | LotsDrawn
    | RoundBegun
    | BoardScored
    | PlaceTaken
    | TimeCalled
    | PrizesCut
    | EveningReckoned
    | SeedRevealed
    | Adjourned
    | Resumed
    | Closed
)


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
