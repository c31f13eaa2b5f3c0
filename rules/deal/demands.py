"""What demands for cards out of turn hold a hand to, and what a card in turn pays and lets lapse (laws 1.6;
readings R16 and R17)."""

from __future__ import annotations

from typing import Final

from rules.cards import Card, Hand
from rules.deal.play import Playing
from rules.frozen import replace
from rules.out_of_turn import OF_A_CARD, Demand, Exacted, Offence, OutOfTurnState, Paid
from rules.tricks import Trick, winner

CORRECTING: Final = frozenset((Exacted.HIGHEST, Exacted.LOWEST))
LEADS: Final = frozenset((Exacted.SUIT,))
SECOND: Final = frozenset((Exacted.WIN, Exacted.LOSE))


def bound(state: OutOfTurnState, playing: Playing) -> Hand | None:
    """The cards to which demands hold the hand that is due; None if it may play as ever. Nobody need play a
    card that would make a revoke (laws 1.6), and a demand that cannot be obeyed is paid. Of two that meet in
    one card the first binds, and the other as far as it still can (reading R17)."""
    held: Hand | None = None
    for demand in state.demands:
        if demand.binds(playing.hand_due, leads=not playing.laid):
            cards = _obeying(demand, playing)
            both = Hand(cards.bits & held.bits) if held is not None else cards
            held = both or held
    return held


def _obeying(demand: Demand, playing: Playing) -> Hand:
    """The cards with which the hand that is due obeys a demand."""
    legal = playing.legal
    match demand.what:
        case Exacted.CARD:
            return Hand.of(card for card in legal if card is demand.card)
        case Exacted.SUIT:
            assert demand.suit is not None
            return legal.suit(demand.suit)
        case Exacted.HIGHEST | Exacted.LOWEST:
            suit = legal.suit(playing.laid[0].suit) if playing.laid else Hand()
            ends = (max, min)[demand.what is Exacted.LOWEST]
            return Hand.of((ends(suit, key=lambda card: card.rank),)) if suit else Hand()
    wins = demand.what is Exacted.WIN
    return Hand.of(card for card in legal if _would_win(playing, card) is wins)


def _would_win(playing: Playing, card: Card) -> bool:
    trick = Trick(playing.leader, (*playing.laid, card))
    return winner(trick, playing.terms.trumps) is playing.hand_due


def after_card(state: OutOfTurnState, before: Playing, card: Card) -> OutOfTurnState:
    """The state after the hand that is due has played this card: what lapses by it and what is paid, and a
    lead out of turn that lay there is taken back."""
    state = without_lead(state)
    if not state.offences and not state.demands:
        return state
    hand, leads, trick = before.hand_due, not before.laid, len(before.tricks) + 1
    left = Hand(before.left[hand.index] & ~card.bit)
    due = [one for one in state.demands if one.binds(hand, leads=leads)]
    again = (one.card for one in due if one.card is not None and one.card in left)  # it may be called again
    state = replace(
        state,
        demands=tuple(one for one in state.demands if one not in due),
        paid=(*state.paid, *(Paid(trick, hand, replace(one, of=hand)) for one in due)),
        offences=(*state.offences, *(Offence(trick, hand, card, OF_A_CARD) for card in again)),
    )
    state = state.lapsed(CORRECTING)
    if leads:
        state = state.lapsed(LEADS, side=hand.side)
    return without_card(state.lapsed(SECOND, seat=hand.partner), card)


def without_card(state: OutOfTurnState, card: Card) -> OutOfTurnState:
    """Once a card has been played it cannot be called, and a call of it is settled."""
    demands = tuple(one for one in state.demands if one.card is not card)
    offences = tuple(
        replace(one, open_to=one.open_to - OF_A_CARD) if one.card is card else one for one in state.offences
    )
    return replace(state, demands=demands, offences=tuple(one for one in offences if one.open_to))


def without_lead(state: OutOfTurnState) -> OutOfTurnState:
    """A lead out of turn is discovered: the cards that followed it go back, and have no penalty."""
    return replace(state, astray=None) if state.astray is not None else state
