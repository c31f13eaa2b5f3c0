"""What a score sheet refuses, as facts. ``screens.words.scorebook`` has the sentences."""

from __future__ import annotations

from enum import Enum, auto

from rules.counting.reckon import Penalty
from rules.errors import Refusal
from rules.seats import Seat, Side


class Part(Enum):
    """What may be told of a deal. The value is the name of the command's option."""

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
    """The root of a score sheet's refusals: nothing has been written."""


class SheetWhy(Enum):
    """The refusals of a score sheet that carry nothing else."""

    NO_SUCH_RUBBER = auto()
    """The sheet has no page for it."""
    NO_SUCH_BID = auto()
    """The game has no such declaration or bid."""
    TOO_MANY_VOIDS = auto()
    """Four hands without trumps."""
    MAY_NOT_CALL_NOW = auto()
    """This side may not call honours at its score, or the game has no such call."""
    TOO_FEW_TO_CALL = auto()
    """Fewer than three honours cannot end the game (laws 4.2)."""
    RUBBER_IS_OVER = auto()
    """A deal is entered in a rubber that is over."""
    RUBBER_NOT_OVER = auto()
    """Something that can only be done when the rubber is over."""
    NO_SUCH_DEAL = auto()
    """A deal that is not on the page."""
    RUBBER_WOULD_GO_ON = auto()
    """With this correction the rubber would not be over, and the next one has been begun."""
    NOTHING_TO_TAKE_BACK = auto()
    """There is nothing to take back."""
    ALREADY_COUNTED = auto()
    """Everybody has confirmed this rubber, so it cannot be changed."""
    ALREADY_CONFIRMED = auto()
    """This person has said the same before."""
    NOT_NAMED = auto()
    """This person did not play the rubber."""
    NOT_YOUR_SHEET = auto()
    """Only the players on a sheet and the person who opened it may write on it."""
    SHEET_IS_CLOSED = auto()
    """Something is asked of a sheet that is closed."""
    SHEET_IS_ADJOURNED = auto()
    """Something is asked of a sheet that is adjourned."""
    SHEET_IS_NOT_ADJOURNED = auto()
    """There is nothing to resume."""
    OPTIONS_STAND = auto()
    """The first deal has been entered, and the options can no longer be changed."""
    DUMMIES_FACE_EACH_OTHER = auto()
    """Two dummies would be partners, and nobody would play their cards (laws 4.4)."""
    SITTING_TWICE = auto()
    """One person is to sit in two seats."""


class SheetRefused(SheetError):
    """A refusal that carries nothing but its reason."""

    def __init__(self, why: SheetWhy) -> None:
        super().__init__(why)
        self.why = why

    @property
    def fact(self) -> SheetWhy:
        return self.why


class NotUnderstood(SheetError):
    """Text that is not a value of this part."""

    def __init__(self, part: Part) -> None:
        super().__init__(part)
        self.part = part


class StillNeeded(SheetError):
    """This must be told, or the deal cannot be reckoned."""

    def __init__(self, part: Part) -> None:
        super().__init__(part)
        self.part = part


class NotNeeded(SheetError):
    """This has no effect on such a deal."""

    def __init__(self, part: Part) -> None:
        super().__init__(part)
        self.part = part


class DoubledTooOften(SheetError):
    """More doublings than the game or the table's limit allows; ``most`` is the limit if it is a number of
    doublings."""

    def __init__(self, most: int | None) -> None:
        super().__init__(most)
        self.most = most


class TooManyTricks(SheetError):
    """More tricks than a deal has."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


class HonoursDoNotAddUp(SheetError):
    """The honours or aces told do not add up: there are ``there_are`` of them."""

    def __init__(self, part: Part, there_are: int) -> None:
        super().__init__(part, there_are)
        self.part, self.there_are = part, there_are


class TellEveryHand(SheetError):
    """The score depends on how the honours were divided between the hands, which was not told."""

    def __init__(self, part: Part) -> None:
        super().__init__(part)
        self.part = part


class VoidWithHonours(SheetError):
    """A hand without trumps is said to hold honours."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(seat)
        self.seat = seat


class TooFewTricks(SheetError):
    """A side with such hands wins ``least`` tricks at least, however the cards are played."""

    def __init__(self, side: Side, least: int) -> None:
        super().__init__(side, least)
        self.side, self.least = side, least


class NoSuchPenalty(SheetError):
    """The game does not have this penalty for this side's revoke."""

    def __init__(self, penalty: Penalty) -> None:
        super().__init__(penalty)
        self.penalty = penalty


class ChangesLaterDeal(SheetError):
    """With this correction the rubber would have been over before deal ``deal``, or its honours could not
    have been called."""

    def __init__(self, deal: int) -> None:
        super().__init__(deal)
        self.deal = deal


class SeatsMustBeFilled(SheetError):
    """The game has ``players`` players."""

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.players = players
