"""How a robot answers a claim or a concession: from its own view and what has been laid open."""

from __future__ import annotations

from robots.play.claims import OF_SUIT, surely_wins_all
from robots.play.claims_of_some import surely_wins
from rules.view import SeatView


def grants(view: SeatView) -> bool:
    """Whether the viewer agrees. A claim is granted if it is surely good. A partner who would give tricks up
    is trusted, unless the viewer's own trumps win more than that."""
    deal = view.deal
    if deal is None or deal.claim is None:
        return False
    if deal.claim.tricks == deal.tricks_left:
        return surely_wins_all(view)
    if view.viewer is deal.claim.seat.partner:
        return sure_trumps(view) <= deal.claim.tricks
    return surely_wins(view)


def sure_trumps(view: SeatView) -> int:
    """The tricks that the viewer wins whatever happens: with the highest of all trumps that are not yet
    gathered in."""
    deal, own = view.deal, view.own
    if deal is None or own is None or deal.settled is None or deal.settled.trumps is None:
        return 0
    others = view.unseen().bits
    for faced in deal.faced:
        others |= faced.left.bits if faced.seat is not view.viewer else 0
    for card in deal.trick.cards if deal.trick is not None else ():
        others |= card.bit
    others &= OF_SUIT[deal.settled.trumps]
    return sum(card.suit is deal.settled.trumps and card.bit > others for card in own.left)
