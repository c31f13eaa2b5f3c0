"""The protocol that every robot follows: it is shown a seat's view and answers with what the seat does now;
and the strengths of robots, one of which the members of a table choose.

A robot sees what a person in its chair would see and nothing else: no table, no whole deal, no clock.
"""

from __future__ import annotations

import random
from enum import Enum
from typing import Final, Protocol

from rules.calls import Action, CallHonours
from rules.cards import Card
from rules.frozen import frozen
from rules.seats import RobotMember, Seat
from rules.table.requests import AnswerClaim, CutPack
from rules.view import May, PublicTable, SeatView

Choice = Action | CutPack | AnswerClaim
"""A call or a card out of ``view.options``, cards to put out, a cut, or the answer to a claim: a request as
anybody at the table makes it."""


@frozen
class Candidate:
    """Something that the seat could have done. ``points`` is the expected gain of the seat's side, less that
    of the adversaries, in points of the rubber."""

    choice: Action
    points: float
    error: float = 0.0  # standard error of its difference from the choice; not stored


@frozen
class Cause:
    """What decided between the card that was chosen and the next best: where ``seat`` has ``holds``, the
    choice wins about so many ``tricks`` more than ``other``. Found in layouts, it tells of no hidden card."""

    seat: Seat
    holds: Card
    other: Card
    tricks: int


@frozen
class Reasons:
    """Why a robot chose as it did. Reasons give its hand away, so they are shown only after the deal."""

    candidates: tuple[Candidate, ...] = ()  # the best first; empty where the robot chose by rule alone
    layouts: int = 0  # the number of layouts of the hidden cards in which they were tried
    seed: int | None = None  # with which a worker chose; None where the robot chose by rule, or by a secret
    seconds: float = 0.0  # that it had to think with that seed
    cause: Cause | None = None  # not stored
    little: float = 20.0  # points by which choices are about the same at most: a tenth of a trick; not stored


NO_REASONS: Final = Reasons()


@frozen
class Answer:
    """What the seat does now."""

    choice: Choice
    reasons: Reasons = NO_REASONS


class Player(Protocol):
    """Plays from one seat. The same view and the same state of ``rng`` give the same answer."""

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        """The answer of the view's seat, within ``budget`` seconds. Only where it ``has_to_act``."""


DUTIES: Final = frozenset((May.CUT, May.ANSWER_CLAIM, May.PUT_OUT))


def has_to_act(view: SeatView) -> bool:
    """Whether the view's seat has anything to answer. Claiming and calling honours are never a duty: a player
    may call honours until they play a card (laws 4.2)."""
    return bool(view.may & DUTIES) or any(option != CallHonours() for option in view.options)


class Strength(Enum):
    EASY = "easy"  # by rule, at once
    GOOD = "good"  # a fiftieth of a second a card, without the solver
    BEST = "best"  # as long as it is given, with the solver where there is one


STRENGTH_OPTION: Final = "robots"
"""The key of the table's option for it."""


def strength_at(table: PublicTable) -> Strength:
    return next((Strength(value) for key, value in table.options if key == STRENGTH_OPTION), Strength.BEST)


def robots_at(table: PublicTable) -> frozenset[Seat]:
    """The seats at which a robot has made every call of this deal: those of the robots with which the rubber
    began. One that plays for a person who has gone may have come after their calls."""
    rubber = table.rubber
    if rubber is None:
        return frozenset()
    begun = zip(Seat, rubber.owners, rubber.seats, strict=True)
    return frozenset(
        seat for seat, owner, member in begun if isinstance(owner, RobotMember) and owner == member
    )
