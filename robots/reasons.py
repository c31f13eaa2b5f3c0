"""A robot's reasons as text and back, as they are kept with the record. Stored names are our own words."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from math import isfinite

from robots.maxims import Maxim, maxim_of
from robots.player import Candidate, Reasons
from rules.calls import Action, action_word, parse_action
from rules.errors import Unreadable
from rules.members import RobotMember
from rules.seats import Seat
from rules.view import SeatView


@dataclass(frozen=True, slots=True)
class Decision:
    """What a robot did in a deal that is over, and why."""

    seat: Seat  # whose voice or hand it was; a dummy's card comes from dummy's hand
    by: RobotMember
    place: int  # which of the deal's calls it was, or which of its cards; the first is 0
    action: Action
    reasons: Reasons | None  # None where none were kept, or none that can be read
    maxim: Maxim | None = None  # with which it agrees, as seen from its seat


def with_maxim(decision: Decision, view: SeatView) -> Decision:
    """The decision with what it agrees with, where that has a name; ``view`` is what its seat saw."""
    return replace(decision, maxim=maxim_of(view, decision.action))


def encode(reasons: Reasons) -> str:
    """The text; an estimate that is no number is left out."""
    candidates = [
        [action_word(one.choice), round(one.points, 3)] for one in reasons.candidates if isfinite(one.points)
    ]
    body = {"candidates": candidates, "worlds": reasons.worlds}
    return json.dumps(body, separators=(",", ":"), sort_keys=True)


def decode(text: str) -> Reasons:
    """Raises Unreadable. What else a text holds, as older ones do, is passed over."""
    try:
        body = json.loads(text)
        candidates = tuple(_candidate(word, float(points)) for word, points in body["candidates"])
        return Reasons(candidates, int(body["worlds"]))
    except (KeyError, ValueError, TypeError, AttributeError, OverflowError, Unreadable):
        raise Unreadable("reasons") from None  # the text itself may name cards


def _candidate(word: str, points: float) -> Candidate:
    if not isfinite(points):
        raise Unreadable("points")
    return Candidate(parse_action(word), points)
