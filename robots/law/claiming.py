"""What robots claim or concede by themselves: only what is certain, whatever the hidden cards are and
whatever anybody plays.

All the tricks that are left are claimed by a robot on lead that has the proof of ``robots.law.claims``. They
are conceded by one that plays two hands neither of which can win a trick. At a table with people either is
answered as a person's would be; a robot that was refused plays on and does not claim again in that deal.
"""

from __future__ import annotations

from typing import Final

from robots.law.claims import OF_SUIT, shared_out, surely_wins, together
from rules.cards import Suit
from rules.frozen import replace
from rules.table.requests import ClaimRest
from rules.tricks import winner
from rules.view import May, OpenClaim, PublicDeal, SeatView, Settled

LEAST: Final = 2
"""The fewest remaining tricks for a claim: the last one plays itself."""


def choose_claim(view: SeatView) -> ClaimRest | None:
    """What the view's seat, whose turn it is to play, claims before it plays; None if nothing is certain.

    Nothing is claimed where people can revoke, since a card may still be corrected, nor where a card may be
    demanded, nor at misère.
    """
    deal, viewer = view.deal, view.viewer
    if deal is None or viewer is None or deal.settled is None or deal.trick is None:
        return None
    if May.CLAIM not in view.may or viewer not in deal.may_act:
        return None
    if deal.revoke is not None or deal.out_of_turn is not None:
        return None
    if deal.tricks_left < LEAST or deal.faced_hand(viewer) is not None or deal.settled.at_misere:
        return None
    leads = not deal.trick.cards and deal.settled.player_of(deal.trick.leader) is viewer
    if not leads:
        return ClaimRest(0) if _loses_all(view, deal, deal.settled) else None
    if not _may_win_all(view, deal, deal.settled):
        return None
    asked = OpenClaim(viewer, deal.tricks_left, frozenset(), ())
    return ClaimRest() if surely_wins(replace(view, deal=replace(deal, claim=asked))) else None


def _may_win_all(view: SeatView, deal: PublicDeal, settled: Settled) -> bool:
    """Whether the proof is worth a search. It is not if others may hold the highest trump, or the highest
    card of every suit of ours."""
    ours, theirs = _both_sides(view, deal)
    if settled.trumps is not None and theirs & OF_SUIT[settled.trumps] > ours & OF_SUIT[settled.trumps]:
        return False
    return any(ours & OF_SUIT[suit] > theirs & OF_SUIT[suit] for suit in Suit)


def _loses_all(view: SeatView, deal: PublicDeal, settled: Settled) -> bool:
    """Whether two hands that the viewer plays win none of the tricks that are left, whatever happens. The
    others lead or have the best card, no hand of the two has a trump, and in each suit every card of the two
    is below every card of the others: so the two never win a trick, and never lead."""
    viewer, trick = view.viewer, deal.trick
    assert viewer is not None and trick is not None
    if settled.player_of(viewer.partner) is not viewer or deal.faced_hand(viewer.partner) is None:
        return False
    if trick.leader.side is viewer.side and not trick.cards:
        return False
    ours, theirs = _both_sides(view, deal)
    if trick.cards:
        best = winner(trick, settled.trumps)
        card = dict(trick.by_player())[best]
        if best.side is viewer.side or (card.suit is trick.led and ours & OF_SUIT[card.suit] > card.bit):
            return False
    if settled.trumps is not None and ours & OF_SUIT[settled.trumps]:
        return False
    of_suits = ((ours & of_suit, theirs & of_suit) for of_suit in OF_SUIT.values())
    return all(not lower or upper <= (lower & -lower) for upper, lower in of_suits)


def _both_sides(view: SeatView, deal: PublicDeal) -> tuple[int, int]:
    """The cards that the viewer plays, and those that others may hold."""
    assert view.viewer is not None
    mine, others = shared_out(view, deal, view.viewer)
    return together(mine.values()), together(group.cards for group in others)
