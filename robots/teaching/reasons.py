"""A robot's reasons as JSON text and back. The text is stored with the deal, so its keys do not change."""

from __future__ import annotations

import json
from math import isfinite

from robots.player import Candidate, Reasons
from robots.teaching.maxims import Maxim, maxim_of
from robots.teaching.meanings import Told, shown_by, told_by
from rules.calls import Action, Discard, Play, action_word, parse_action
from rules.errors import Unreadable
from rules.frozen import frozen, replace
from rules.seats import RobotMember, Seat
from rules.view import SeatView


@frozen
class Decision:
    """What a robot did in a deal that is over, and why."""

    seat: Seat  # who called, or the hand that the card came from (for a dummy's card the dummy)
    by: RobotMember
    place: int  # the position among the deal's calls, or among its cards, from 0
    action: Action
    reasons: Reasons | None  # None if none were stored, or the stored text cannot be read
    maxim: Maxim | None = None  # the maxim of the books that the action agrees with, seen from its seat
    told: Told | None = None  # what a call of an auction told, by the robots' system
    partner: Told | None = None  # what the partner had shown by then


def explained(decision: Decision, view: SeatView) -> Decision:
    """The decision with the maxim that it agrees with, and in an auction with what its call told and what its
    partner had shown; ``view`` is what its seat saw."""
    action = decision.action
    told = told_by(view, action) if not isinstance(action, Play | Discard) else None
    partner = shown_by(view, decision.seat.partner) if told is not None else None
    return replace(decision, maxim=maxim_of(view, action), told=told, partner=partner)


def encode(reasons: Reasons) -> str:
    """JSON text. A candidate whose estimate is not finite is left out."""
    candidates = [
        [action_word(one.choice), round(one.points, 3)] for one in reasons.candidates if isfinite(one.points)
    ]
    body: dict[str, object] = {"candidates": candidates, "worlds": reasons.layouts}
    if reasons.seed is not None:  # as text: it is larger than numbers in JSON are
        body |= {"seed": str(reasons.seed), "seconds": round(reasons.seconds, 3)}
    return json.dumps(body, separators=(",", ":"), sort_keys=True)


def decode(text: str) -> Reasons:
    """Reasons from their text; unknown keys, which older texts have, are ignored. Raises Unreadable."""
    try:
        body = json.loads(text)
        candidates = tuple(Candidate(parse_action(word), float(by)) for word, by in body["candidates"])
        if not all(isfinite(one.points) for one in candidates):
            raise ValueError
        seed = int(body["seed"]) if "seed" in body else None
        return Reasons(candidates, int(body["worlds"]), seed, float(body.get("seconds", 0.0)))
    except (KeyError, ValueError, TypeError, AttributeError, OverflowError, Unreadable):
        raise Unreadable("reasons") from None  # the text itself may name cards
