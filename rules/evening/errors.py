"""What an evening refuses, as facts. ``screens.words.evenings`` has the sentences."""

from __future__ import annotations

from rules.errors import Refusal


class EveningError(Refusal):
    """The root of an evening's refusals: nothing has happened."""


class EveningIsClosed(EveningError):
    """It has ended."""


class EveningIsAdjourned(EveningError):
    """The place where it stood is gone."""


class EveningIsNotAdjourned(EveningError):
    """It goes on already."""


class NotTheDirector(EveningError):
    """Only a director may do this."""


class AlreadyEntered(EveningError):
    """They play already."""


class PartnerEntered(EveningError):
    """The partner whom they name plays already."""


class NotEntered(EveningError):
    """They do not play here."""


class NobodyByThatName(EveningError):
    """Somebody whom the director names does not play here."""


class EveningIsFull(EveningError):
    """No more can play: every place is a person's, or there are as many tables as there may be."""


class NoRoomForTwo(EveningError):
    """There is a place for one, and none for their partner beside them."""


class TeamIsFull(EveningError):
    """The team that was named has too few places left; the other has enough."""


class RoleIsTaken(EveningError):
    """Once lots are drawn: no robot has the role that was named, but one has the other."""


class PlaceIsTaken(EveningError):
    """At duplicate: somebody has the place that they left, and at another they would meet deals that they
    have seen."""


class NoPartners(EveningError):
    """Partners change all the evening, so nobody enters with one."""


class NoRoles(EveningError):
    """Only at progressive whist are there roles."""


class LotsAreDrawn(EveningError):
    """Entries are closed: a robot's place can be taken, by one person at a time."""


class HasBegun(EveningError):
    """It has begun already."""


class NobodyEntered(EveningError):
    """There is nobody to play: an evening needs one person."""


class NotBegun(EveningError):
    """Lots have not been drawn yet."""


class RoundGoesOn(EveningError):
    """Some tables have not finished; ``tables`` are their numbers."""

    def __init__(self, tables: tuple[int, ...]) -> None:
        super().__init__(tables)
        self.tables = tables


class RoundIsOver(EveningError):
    """All tables of the round have finished."""


class NoSuchBoard(EveningError):
    """No table of this number plays such a deal in this round."""


class AlreadyScored(EveningError):
    """The deal has its result."""


class NoAverage(EveningError):
    """Where losers move a table needs a winner: tricks that are not equal, thirteen at most."""


class PeopleMissing(EveningError):
    """The server allows no robots, and ``missing`` people are wanted."""

    def __init__(self, missing: int) -> None:
        super().__init__(missing)
        self.missing = missing


class NeedsDecidedDeals(EveningError):
    """Where losers move, every deal must have a side with more tricks: at whist."""


class NeedsFour(EveningError):
    """A game with a dummy has too few players for an evening."""
