"""What an evening refuses, as facts. ``screens.words.evenings`` has the sentences."""

from __future__ import annotations

from enum import Enum, auto

from rules.errors import Refusal


class EveningError(Refusal):
    """The root of an evening's refusals: nothing has happened."""


class EveningWhy(Enum):
    """The refusals of an evening that carry nothing else."""

    EVENING_IS_CLOSED = auto()
    """It has ended."""
    POINTS_ARE_NEEDED = auto()
    """Tricks were told of a deal that is compared by its points."""
    WHICH_DEAL = auto()
    """A table has played several deals, and none of them was named."""
    NO_TEAMS = auto()
    """A team was named where there are none."""
    EVENING_IS_ADJOURNED = auto()
    """The place where it stood is gone."""
    EVENING_IS_NOT_ADJOURNED = auto()
    """It goes on already."""
    NOT_THE_DIRECTOR = auto()
    """Only a director may do this."""
    ALREADY_ENTERED = auto()
    """They play already."""
    PARTNER_ENTERED = auto()
    """The partner whom they name plays already."""
    NOT_ENTERED = auto()
    """They do not play here."""
    NOBODY_BY_THAT_NAME = auto()
    """Somebody whom the director names does not play here."""
    EVENING_IS_FULL = auto()
    """No more can play: every place is a person's, or there are as many tables as there may be."""
    NO_ROOM_FOR_TWO = auto()
    """There is a place for one, and none for their partner beside them."""
    TEAM_IS_FULL = auto()
    """The team that was named has too few places left; the other has enough."""
    ROLE_IS_TAKEN = auto()
    """Once lots are drawn: no robot has the role that was named, but one has the other."""
    PLACE_IS_TAKEN = auto()
    """At duplicate: somebody has the place that they left, and at another they would meet deals that they
    have seen."""
    NO_PARTNERS = auto()
    """Partners change all the evening, so nobody enters with one."""
    NO_ROLES = auto()
    """Only at progressive whist are there roles."""
    LOTS_ARE_DRAWN = auto()
    """Entries are closed: a robot's place can be taken, by one person at a time."""
    HAS_BEGUN = auto()
    """It has begun already."""
    NOBODY_ENTERED = auto()
    """There is nobody to play: an evening needs one person."""
    NOT_BEGUN = auto()
    """Lots have not been drawn yet."""
    ROUND_IS_OVER = auto()
    """All tables of the round have finished."""
    NO_SUCH_BOARD = auto()
    """No table of this number plays such a deal in this round."""
    ALREADY_SCORED = auto()
    """The deal has its result."""
    NO_AVERAGE = auto()
    """Where losers move a table needs a winner: tricks that are not equal, thirteen at most."""
    NEEDS_DECIDED_DEALS = auto()
    """Where losers move, every deal must have a side with more tricks: at whist."""
    TOO_FEW_IMPS = auto()
    """At teams: the game's figures are too small for international match points."""
    FILE_NEEDS_DUPLICATE = auto()
    """Deals of a file, where all tables do not play the same deals."""
    KNOWS_THE_HANDS = auto()
    """Somebody would play who has brought the deals."""
    NEEDS_FOUR = auto()
    """A game with a dummy has too few players for an evening."""


class EveningRefused(EveningError):
    """A refusal that carries nothing but its reason."""

    def __init__(self, why: EveningWhy) -> None:
        super().__init__(why)
        self.why = why

    @property
    def fact(self) -> EveningWhy:
        return self.why


class RoundGoesOn(EveningError):
    """Some tables have not finished; ``tables`` are their numbers."""

    def __init__(self, tables: tuple[int, ...]) -> None:
        super().__init__(tables)
        self.tables = tables


class PeopleMissing(EveningError):
    """The server allows no robots, and ``missing`` people are wanted."""

    def __init__(self, missing: int) -> None:
        super().__init__(missing)
        self.missing = missing
