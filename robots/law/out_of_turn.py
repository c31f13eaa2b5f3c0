"""Robots at tables where cards can be played out of turn: what they demand of a side that has erred.

Robots never play out of turn, and never follow a lead made out of turn. They take the penalties that pay by a
few rules of thumb, from their view alone.
"""

from __future__ import annotations

from typing import Final

from robots.law.revoke import human_seats
from rules.cards import Card, Hand, Rank, Suit
from rules.out_of_turn import Exacted, Offence
from rules.seats import Seat
from rules.table.requests import DemandPenalty
from rules.tricks import Trick, winner
from rules.view import May, PublicDeal, SeatView

BRIEF: Final = frozenset((Exacted.WIN, Exacted.LOSE, Exacted.HIGHEST, Exacted.LOWEST))
"""Penalties that are lost with the next card or two, and so are demanded at once."""


def demand(view: SeatView) -> DemandPenalty | None:
    """What a robot demands now, before anything else; None if nothing pays yet. To a partner who is a person,
    and may demand it too, it leaves the choice."""
    deal, viewer = view.deal, view.viewer
    if deal is None or deal.out_of_turn is None or viewer is None or May.DEMAND not in view.may:
        return None
    dummies = {dummy for dummy, _ in deal.settled.dummies} if deal.settled is not None else set[Seat]()
    if viewer.partner in human_seats(view) - dummies:
        return None
    for offence in deal.out_of_turn.against(viewer.side.other):
        if offence.may_be_demanded_by(viewer):
            asked = _penalty_now(view, deal, viewer, offence)
            if asked is not None and not deal.out_of_turn.is_demanded(
                viewer, asked.what, asked.card, asked.suit
            ):
                return asked
    return None


def gives_time(view: SeatView) -> bool:
    """Whether the viewer's next card would take away a person's chance to demand something, or to follow a
    lead out of turn. A robot then plays more slowly."""
    deal = view.deal
    if deal is None or deal.out_of_turn is None or deal.hand_due is None or view.viewer is None:
        return False
    state, hand, people = deal.out_of_turn, deal.hand_due, human_seats(view)
    if state.astray is not None:
        return bool(people)
    leads = deal.trick is not None and not deal.trick.cards
    for offence in (one for side in (hand.side, hand.side.other) for one in state.against(side)):
        if not any(offence.may_be_demanded_by(seat) for seat in people):
            continue
        of_a_lead = Exacted.SUIT in offence.open_to and leads and offence.seat.side is hand.side
        of_a_card = Exacted.CARD in offence.open_to and offence.seat is hand
        if of_a_lead or of_a_card or offence.open_to & BRIEF:
            return True
    return False


def _penalty_now(view: SeatView, deal: PublicDeal, viewer: Seat, offence: Offence) -> DemandPenalty | None:
    """The penalty that pays for this error now."""
    if offence.open_to & BRIEF:
        return _brief(deal, viewer, offence)
    if Exacted.SUIT in offence.open_to:
        suit = _commanded(view, deal, viewer)
        if suit is not None:
            return DemandPenalty(Exacted.SUIT, suit=suit)
    if Exacted.CARD in offence.open_to and deal.hand_due is offence.seat and _pays(view, deal, offence.card):
        return DemandPenalty(Exacted.CARD, card=offence.card)
    return None


def _brief(deal: PublicDeal, viewer: Seat, offence: Offence) -> DemandPenalty:
    trick, trumps = deal.trick, deal.trumps
    if Exacted.WIN in offence.open_to:
        assert trick is not None and trick.led is not None
        wins = offence.card.suit is trick.led and offence.card.rank > trick.cards[0].rank
        return DemandPenalty(Exacted.WIN if wins else Exacted.LOSE)  # two high cards in one trick, or none
    lying = trick if trick is not None and trick.cards else deal.tricks[-1]
    before = lying.cards[: (offence.seat.index - lying.leader.index) % 4]
    ours = _ahead(Trick(lying.leader, before), viewer, trumps)
    best = max((card for card in before if card.suit is lying.led), key=lambda card: card.rank)
    return DemandPenalty(Exacted.HIGHEST if ours and best.rank is Rank.ACE else Exacted.LOWEST)


def _ahead(trick: Trick, viewer: Seat, trumps: Suit | None) -> bool:
    """Whether the viewer's side wins the trick as it lies."""
    return bool(trick.cards) and winner(trick, trumps).side is viewer.side


def _commanded(view: SeatView, deal: PublicDeal, viewer: Seat) -> Suit | None:
    """A suit whose highest card left is the viewer's side's, in a hand that the viewer sees; trumps last."""
    ours, theirs = _ours(view, deal, viewer), view.unseen()
    for seat in viewer.side.other.seats:
        theirs = theirs | view.placed(seat)
    led = [suit for suit in Suit if ours.suit(suit).bits > theirs.suit(suit).bits]
    return min(led, key=lambda suit: (suit is deal.trumps, -len(ours.suit(suit))), default=None)


def _ours(view: SeatView, deal: PublicDeal, viewer: Seat) -> Hand:
    """The cards of the viewer's side that the viewer sees."""
    assert view.own is not None
    faced = deal.faced_hand(viewer.partner)
    return view.own.left | faced.left if faced is not None else view.own.left


def _pays(view: SeatView, deal: PublicDeal, card: Card) -> bool:
    """Whether the viewer's side gains if this card is played now: it loses a trick that they are winning, or
    is led to a higher card of theirs."""
    trick, viewer = deal.trick, view.viewer
    assert trick is not None and viewer is not None
    if not trick.cards:
        higher = (one.rank > card.rank for one in _ours(view, deal, viewer).suit(card.suit))
        return card.suit is not deal.trumps and any(higher)
    after = Trick(trick.leader, (*trick.cards, card))
    return _ahead(trick, viewer, deal.trumps) and _ahead(after, viewer, deal.trumps)
