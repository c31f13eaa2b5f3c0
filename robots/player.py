"""The protocol that every robot follows: it is shown a seat's view and answers with what the seat does now.

A robot sees what a person in its chair would see and nothing else: no table, no whole deal, no clock.
"""

from __future__ import annotations

import random
from typing import Final, Protocol

from rules.calls import Action, CallHonours
from rules.frozen import frozen
from rules.table.requests import AnswerClaim, CutPack
from rules.view import May, SeatView

Choice = Action | CutPack | AnswerClaim
"""A call or a card out of ``view.options``, cards to put out, a cut, or the answer to a claim: a request as
anybody at the table makes it."""


@frozen
class Candidate:
    """Something that the seat could have done. ``points`` is the expected gain of the seat's side, less that
    of the adversaries, in points of the rubber."""

    choice: Action
    points: float


@frozen
class Reasons:
    """Why a robot chose as it did. Reasons give its hand away, so they are shown only after the deal."""

    candidates: tuple[Candidate, ...] = ()  # the best first; empty where the robot chose by rule alone
    layouts: int = 0  # the number of layouts of the hidden cards in which they were tried


NO_REASONS: Final = Reasons()


@frozen
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
    """Whether the view's seat has anything to answer. Claiming and calling honours are never a duty: a player
    may call honours until they play a card (laws 4.2)."""
    return bool(view.may & DUTIES) or any(option != CallHonours() for option in view.options)
