"""What members ask of a table, besides calls and cards."""

from __future__ import annotations

from dataclasses import dataclass

from rules.calls import Action


@dataclass(frozen=True, slots=True)
class Join:
    """Take a chair; or, during a rubber, take one's own chair back from a robot."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Give up one's chair; during a rubber a robot plays on."""


@dataclass(frozen=True, slots=True)
class AddRobot:
    """Seat a robot, between rubbers."""


@dataclass(frozen=True, slots=True)
class RemoveRobot:
    """Send the robot that came last away, between rubbers."""


@dataclass(frozen=True, slots=True)
class RobotForAbsent:
    """A robot plays on for every other person for whom the table waits. Whether it has waited long enough is
    for the caller to know; those replaced may take their chairs back."""


@dataclass(frozen=True, slots=True)
class SetOption:
    """Arrange one of the table's options, before the first hand is dealt."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class TakeDummy:
    """Have Dummy in the next rubber, or where all have one, the first deal."""


@dataclass(frozen=True, slots=True)
class Start:
    """Fill the empty chairs with robots and cut for partners."""


@dataclass(frozen=True, slots=True)
class CutPack:
    """Cut the pack ``at`` cards down; ``salt`` is mixed into the shuffle with it."""

    at: int
    salt: str


@dataclass(frozen=True, slots=True)
class ClaimRest:
    """Lay one's hand open and claim every trick that is left."""


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    agrees: bool


@dataclass(frozen=True, slots=True)
class AgreeToClose:
    """Close the table, if all who sit agree."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Close the table at once. Whether the asker may is for the caller to know."""


Request = (
    Action
    | Join
    | Leave
    | AddRobot
    | RemoveRobot
    | RobotForAbsent
    | SetOption
    | TakeDummy
    | Start
    | CutPack
    | ClaimRest
    | AnswerClaim
    | AgreeToClose
    | CloseTable
)
