"""What the keeping of a score sheet refuses, as facts. ``screens.words.scorebook`` makes the sentences."""

from __future__ import annotations

from enum import Enum

from rules.counting.reckon import Penalty
from rules.errors import Refusal
from rules.seats import Seat


class Part(Enum):
    """What may be told of a deal. The word is the option's name."""

    DECLARED = "declared"
    BY = "by"
    TRICKS = "tricks"
    DOUBLINGS = "doublings"
    HONOURS = "honours"
    ACES = "aces"
    CHICANE = "chicane"
    REVOKES = "revokes"
    CALLED = "called"


class SheetError(Refusal):
    """The root of what a score sheet refuses: nothing has been written down."""


class NotUnderstood(SheetError):
    """Text that tells nothing of the sort that was asked for."""

    def __init__(self, part: Part) -> None:
        super().__init__(part)
        self.part = part


class StillNeeded(SheetError):
    """A deal of this game cannot be reckoned without this."""

    def __init__(self, part: Part) -> None:
        super().__init__(part)
        self.part = part


class NotNeeded(SheetError):
    """This changes nothing in such a deal of this game."""

    def __init__(self, part: Part) -> None:
        super().__init__(part)
        self.part = part


class NoSuchBid(SheetError):
    """The game does not offer this declaration, or this bid."""


class DoubledTooOften(SheetError):
    """More doublings than the game, or the table's limit, allows; ``most`` where that is one number."""

    def __init__(self, most: int | None) -> None:
        super().__init__(most)
        self.most = most


class TooManyTricks(SheetError):
    """A deal has only so many tricks."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


class HonoursDoNotAddUp(SheetError):
    """There are exactly so many, and they cannot lie as was told."""

    def __init__(self, part: Part, there_are: int) -> None:
        super().__init__(part, there_are)
        self.part, self.there_are = part, there_are


class TellEveryHand(SheetError):
    """The score depends on how the honours were divided, and that was not told."""

    def __init__(self, part: Part) -> None:
        super().__init__(part)
        self.part = part


class VoidWithHonours(SheetError):
    """A hand dealt no trump cannot hold honours."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat


class TooManyVoids(SheetError):
    """Somebody must have been dealt the trumps."""


class NoSuchPenalty(SheetError):
    """The game has no such penalty for this side's revoke."""

    def __init__(self, penalty: Penalty) -> None:
        super().__init__(penalty)
        self.penalty = penalty


class MayNotCallNow(SheetError):
    """This side's score does not let it call honours, or the game has no such call."""


class TooFewToCall(SheetError):
    """Honours that end the game are three at least (laws 4.2)."""


class RubberIsOver(SheetError):
    """A deal after the end of the rubber."""


class RubberNotOver(SheetError):
    """What waits until the rubber is over."""


class NothingToTakeBack(SheetError):
    """No deal has been entered."""


class AlreadyCounted(SheetError):
    """All have confirmed this rubber, and it stands."""


class AlreadyConfirmed(SheetError):
    """He has said so before."""


class NotNamed(SheetError):
    """He who would confirm did not play this rubber."""


class NotYourSheet(SheetError):
    """Only those named on a sheet, and whoever opened it, write on it."""


class SheetIsClosed(SheetError):
    """The sheet has been closed."""


class OptionsStand(SheetError):
    """The first deal has been entered, and the options with it."""


class SeatsMustBeFilled(SheetError):
    """So many sit down to this game."""

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.players = players


class DummiesFaceEachOther(SheetError):
    """Two dummies cannot be partners: nobody would play their cards (laws 4.4)."""


class SittingTwice(SheetError):
    """One person in two seats."""
