"""What every robot is: somebody who is shown a seat's view and says what the seat does now.

A robot sees what a person in its chair would see and nothing else; it knows no table, no deal and no clock.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final, Protocol

from rules.calls import Action, CallHonours
from rules.view import May, SeatView


@dataclass(frozen=True, slots=True)
class CutAt:
    """Cuts the pack so many cards down."""

    at: int


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    """Grants or refuses the claim that lies open."""

    agrees: bool


Choice = Action | CutAt | ClaimVerdict
"""A call or a card out of ``view.options``, cards to put out, a cut, or the answer to a claim."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One of the things that the seat might have done, and what it was expected to bring the seat's side: in
    points of the rubber, less what it was expected to bring the adversaries."""

    choice: Action
    points: float


@dataclass(frozen=True, slots=True)
class Reasons:
    """Why a robot chose as it did. They tell of its hand, and are for after the deal."""

    candidates: tuple[Candidate, ...] = ()  # the best first; none where it chose by rule alone
    worlds: int = 0  # in how many layouts of the hidden cards it tried them


NO_REASONS: Final = Reasons()


@dataclass(frozen=True, slots=True)
class Answer:
    """What the seat does now."""

    choice: Choice
    reasons: Reasons = NO_REASONS


class Player(Protocol):
    """Plays from one seat. The same view and the same state of ``rng`` give the same answer."""

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        """The answer of the view's seat, within ``budget`` seconds. Only for a view that is ``awaited``."""


DUTIES: Final = frozenset((May.CUT, May.ANSWER_CLAIM, May.PUT_OUT))


def awaited(view: SeatView) -> bool:
    """Whether the view's seat has anything to answer. To claim is nobody's duty, nor to call honours: whoever
    would has time until he plays (laws 4.2)."""
    return bool(view.may & DUTIES) or any(option != CallHonours() for option in view.options)
