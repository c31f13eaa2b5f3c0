"""Requests of members to a table. Calls and cards are in ``rules.calls``."""

from __future__ import annotations

from dataclasses import dataclass

from rules.calls import Action
from rules.refusals import Price


@dataclass(frozen=True, slots=True)
class Join:
    """Take a chair; during a rubber, take back one's own chair from a robot."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Give up one's chair; during a rubber a robot plays on. What that costs must have been confirmed."""

    confirmed: Price | None = None


@dataclass(frozen=True, slots=True)
class AddRobot:
    """Seat a robot, between rubbers."""


@dataclass(frozen=True, slots=True)
class RemoveRobot:
    """Remove the robot that joined last, between rubbers."""


@dataclass(frozen=True, slots=True)
class RobotForAbsent:
    """Let robots play on for the other persons that the table waits for. The caller checks that it has waited
    long enough. Those replaced may take their chairs back."""


@dataclass(frozen=True, slots=True)
class SetOption:
    """Change an option, before the first hand is dealt or, for some options, between rubbers."""

    key: str
    value: str


@dataclass(frozen=True, slots=True)
class TakeDummy:
    """Have Dummy in the next rubber; if everybody has one, deal first."""


@dataclass(frozen=True, slots=True)
class Start:
    """Fill the empty chairs with robots and cut for partners."""


@dataclass(frozen=True, slots=True)
class CutPack:
    """Cut the pack ``at`` cards down. ``salt`` is mixed into the shuffle besides."""

    at: int
    salt: str


@dataclass(frozen=True, slots=True)
class ClaimRest:
    """Lay one's hand open and claim so many of the remaining tricks; with 0, concede them all and keep the
    hand closed (laws 1.8)."""

    tricks: int | None = None  # None: all of them


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    agrees: bool


@dataclass(frozen=True, slots=True)
class AgreeToClose:
    """Agree to close the table, which closes when all persons have agreed."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Close the table at once. The caller checks that this is allowed."""


@dataclass(frozen=True, slots=True)
class Adjourn:
    """Interrupt play until it is resumed. Only the bot itself asks for it."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on after an adjournment. Only the bot itself asks for it."""


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
    | Adjourn
    | Resume
)
