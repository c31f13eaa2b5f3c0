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


class ScoreError(Refusal):
    """The root of what a score sheet refuses: nothing has been written down."""


class NotUnderstood(ScoreError):
    """Text that tells nothing of the sort that was asked for."""

    def __init__(self, part: Part) -> None:
        super().__init__(part)
        self.part = part


class StillNeeded(ScoreError):
    """A deal of this game cannot be reckoned without this."""

    def __init__(self, part: Part) -> None:
        super().__init__(part)
        self.part = part


class NotNeeded(ScoreError):
    """This changes nothing in such a deal of this game."""

    def __init__(self, part: Part) -> None:
        super().__init__(part)
        self.part = part


class NoSuchBid(ScoreError):
    """The game does not offer this declaration, or this bid."""


class DoubledTooOften(ScoreError):
    """More doublings than the game, or the table's limit, allows; ``most`` where that is one number."""

    def __init__(self, most: int | None) -> None:
        super().__init__(most)
        self.most = most


class TooManyTricks(ScoreError):
    """A deal has only so many tricks."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


class HonoursDoNotAddUp(ScoreError):
    """There are exactly so many, and they cannot lie as was told."""

    def __init__(self, part: Part, there_are: int) -> None:
        super().__init__(part, there_are)
        self.part, self.there_are = part, there_are


class TellEveryHand(ScoreError):
    """The score depends on how the honours were divided, and that was not told."""

    def __init__(self, part: Part) -> None:
        super().__init__(part)
        self.part = part


class VoidWithHonours(ScoreError):
    """A hand dealt no trump cannot hold honours."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat


class TooManyVoids(ScoreError):
    """Somebody must have been dealt the trumps."""


class NoSuchPenalty(ScoreError):
    """The game has no such penalty for this side's revoke."""

    def __init__(self, penalty: Penalty) -> None:
        super().__init__(penalty)
        self.penalty = penalty


class MayNotCallNow(ScoreError):
    """This side's score does not let it call honours, or the game has no such call."""


class TooFewToCall(ScoreError):
    """Honours that end the game are three at least (laws 4.2)."""


class RubberIsOver(ScoreError):
    """A deal after the end of the rubber."""


class RubberNotOver(ScoreError):
    """What waits until the rubber is over."""


class NothingToTakeBack(ScoreError):
    """No deal has been entered."""


class AlreadyCounted(ScoreError):
    """All have confirmed this rubber, and it stands."""


class AlreadyConfirmed(ScoreError):
    """He has said so before."""


class NotNamed(ScoreError):
    """He who would confirm did not play this rubber."""


class NotYourSheet(ScoreError):
    """Only those named on a sheet, and whoever opened it, write on it."""


class SheetIsClosed(ScoreError):
    """The sheet has been closed."""


class OptionsStand(ScoreError):
    """The first deal has been entered, and the options with it."""


class SeatsMustBeFilled(ScoreError):
    """So many sit down to this game."""

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.players = players


class DummiesFaceEachOther(ScoreError):
    """Two dummies cannot be partners: nobody would play their cards (laws 4.4)."""


class SittingTwice(ScoreError):
    """One person in two seats."""
