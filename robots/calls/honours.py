"""Whether to call honours before play (laws 4.2).

With three honours in the two hands the side goes out at once; with fewer it only gives away that it has not.
A player with two has an even chance that their partner has a third; with fewer they leave the question to the
partner, who may have two.
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
"""Honours with which a player asks a partner whose cards they do not see."""


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
