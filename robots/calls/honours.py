"""Whether to call honours before play (laws 4.2).

Three in the two hands go out at once; with fewer nothing is lost but the secret. Who holds two has an even
chance that his partner has one more, and who holds fewer may leave the question to a partner who has two.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from robots.calls.declaring import held
from robots.payoffs import Payoffs
from rules.calls import Action, CallHonours
from rules.view import SeatView

WANTED: Final = 3
"""Honours that the two hands must hold to go out."""

TO_ASK: Final = 2
"""Honours with which to ask a partner whose cards are not seen."""


def calls_honours(view: SeatView, options: Sequence[Action], payoffs: Payoffs) -> bool:
    """Whether the view's seat asks its partner now."""
    if CallHonours() not in options or view.deal is None or view.own is None or view.viewer is None:
        return False
    settled, faced = view.deal.settled, view.deal.faced_hand(view.viewer.partner)
    assert settled is not None and settled.trumps is not None
    mine = held(view.own.dealt, settled.trumps, payoffs.honour_ranks)
    if faced is not None:
        return mine + held(faced.dealt, settled.trumps, payoffs.honour_ranks) >= WANTED
    return mine >= TO_ASK
