"""A deal with the penalties of the period: cards out of turn, what may be demanded for them, and what follows
(laws 1.6; readings R14 to R18).

What may be demanded depends only on what everybody has seen. A hand is looked at to know which of its cards
obey a demand, and which follow a lead out of turn.
"""

from __future__ import annotations

from rules.cards import Card, Hand, Suit
from rules.deal.deal import Deal
from rules.deal.play import CORRECTING, LEADS, SECOND, Playing, bound, without_card, without_lead
from rules.frozen import replace
from rules.out_of_turn import (
    NOTHING_EXACTED,
    OF_A_CARD,
    OF_A_DEALERS_RENOUNCE,
    OF_A_LEAD,
    OF_A_RENOUNCE,
    OF_FOURTH_HAND,
    OF_THE_WRONG_HAND,
    Demand,
    Exacted,
    Offence,
    OutOfTurnState,
    WrongDemand,
)
from rules.revoke import Withdrawn
from rules.seats import Seat
from rules.settling.terms import Terms
from rules.tricks import Trick, playable, winner


def state_of(deal: Deal) -> OutOfTurnState:
    """The state of a deal with the penalties of the period."""
    assert deal.out_of_turn is not None
    return deal.out_of_turn


def playing_of(deal: Deal) -> Playing:
    assert deal.playing is not None
    return deal.playing


# What everybody knows


def is_exempt(terms: Terms, hand: Seat) -> bool:
    """Whether the cards of this hand cannot be called: those of a dummy and of the hand that plays it."""
    return any(hand in (dummy.seat, dummy.player) for dummy in terms.dummies)


def number_due(deal: Deal) -> int:
    """The number of the trick to which the next card is played."""
    return len(playing_of(deal).tricks) + 1


def may_err(deal: Deal, seat: Seat) -> bool:
    """Whether a card of this seat's own hand would now be out of turn and could be called. While a lead out
    of turn lies on the table there is no other."""
    playing, state = deal.playing, deal.out_of_turn
    if playing is None or state is None or deal.over or state.astray is not None:
        return False
    return (
        playing.to_act is not seat and not is_exempt(playing.terms, seat) and bool(playing.left[seat.index])
    )


def hand_astray(deal: Deal, seat: Seat, card: Card) -> Seat | None:
    """The hand from which this seat would play this card out of turn; None where it would not, or cannot.
    From a dummy that is not laid open yet nobody plays: what is answered must not tell what it holds."""
    playing, state = deal.playing, deal.out_of_turn
    if playing is None or state is None or deal.over or state.astray is not None:
        return None
    if playing.to_act is seat and card in deal.left(playing.hand_due):
        return None
    if playing.terms.is_dummy(seat):
        return None
    for hand in (seat, *playing.faced()):
        if playing.terms.chooser(hand) is seat and card in deal.left(hand):
            return None if playing.laid and is_exempt(playing.terms, hand) else hand
    return None


def to_follow(deal: Deal, seat: Seat) -> Seat | None:
    """The hand from which this seat may follow a lead out of turn, if there is one."""
    playing, state = deal.playing, deal.out_of_turn
    if playing is None or state is None or state.astray is None or deal.over:
        return None
    hand = state.astray.due
    return hand if playing.terms.chooser(hand) is seat else None


def may_demand(deal: Deal, seat: Seat) -> bool:
    """Whether the other side has erred and this seat may demand something for it; a dummy may not."""
    playing, state = deal.playing, deal.out_of_turn
    if playing is None or state is None or deal.over or playing.terms.is_dummy(seat):
        return False
    return bool(state.against(seat.side.other))


def may_soon_lose(deal: Deal, seat: Seat) -> bool:
    """Whether this seat may demand something that lapses with the next cards: all but an exposed card whose
    owner's turn has not come."""
    playing, state = deal.playing, deal.out_of_turn
    if playing is None or state is None or not may_demand(deal, seat):
        return False
    return any(
        bool(one.open_to - OF_A_CARD) or one.seat is playing.hand_due
        for one in state.against(seat.side.other)
        if one.may_be_demanded_by(seat)
    )


def is_shut(deal: Deal) -> bool:
    """Whether the card that was played last can no longer be replaced: the next hand has played since, though
    its card went back, or somebody has led to the next trick, in turn or not."""
    playing, state = playing_of(deal), state_of(deal)
    number = len(playing.all_tricks)
    return playing.followed or state.astray is not None or any(one > number for one, _ in state.out_of_turn)


# What the hands tell


def instead(deal: Deal) -> Hand:
    """The cards that the hand which has played last may play in that card's stead. It may not revoke where
    nobody can, and what was demanded of that card is demanded of this one."""
    before = _before_last(deal)
    playing = playing_of(before)
    hand, free = playing.hand_due, deal.revoke is not None
    cards = Hand(playing.left[hand.index]) if free else playing.legal
    held = bound(state_of(before), playing)
    return (held if held is not None else cards) & playing_of(deal).hands.of(hand)


def _before_last(deal: Deal) -> Deal:
    """The deal before the last card, with what was paid by it due again."""
    before = deal.before_last()
    state, playing = state_of(deal), playing_of(before)
    played = len(playing.tricks) + 1, playing.hand_due
    again = tuple(one.demand for one in state.paid if (one.trick, one.hand) == played)
    paid = tuple(one for one in state.paid if (one.trick, one.hand) != played)
    return before._replace(out_of_turn=replace(state, paid=paid, demands=(*state.demands, *again)))


def cards_to_follow(deal: Deal) -> Hand:
    """The cards with which the next hand may follow a lead out of turn."""
    astray = state_of(deal).astray
    assert astray is not None and astray.led is not None
    hand = playing_of(deal).left[astray.due.index]
    free = deal.revoke is not None and not playing_of(deal).terms.is_dummy(astray.due)
    return Hand(hand if free else playable(hand, astray.led))


# What follows. Nothing is checked.


def played_out_of_turn(deal: Deal, hand: Seat, card: Card) -> Deal:
    """The deal after this card of this hand was led or played out of turn."""
    playing, state = playing_of(deal), state_of(deal)
    trick = number_due(deal)
    exempt = is_exempt(playing.terms, hand)
    if playing.laid:
        open_to = _early(playing, state, trick, hand)
    elif exempt:
        open_to = OF_THE_WRONG_HAND if state.wrong_hand_pays else NOTHING_EXACTED
    else:
        open_to = OF_A_LEAD
    if card in state.exposed(hand):
        open_to -= OF_A_CARD
    state = replace(
        state,
        astray=state.astray if playing.laid else Trick(hand, (card,)),
        shown=(*state.shown, (hand, card)),
        out_of_turn=(*state.out_of_turn, (trick, hand)),
        early=(*state.early, (trick, hand)) if playing.laid else state.early,
    )
    if open_to:
        state = replace(state, offences=(*state.offences, Offence(trick, hand, card, open_to)))
    return _quitting(deal._replace(out_of_turn=state))


def _early(playing: Playing, state: OutOfTurnState, trick: int, hand: Seat) -> frozenset[Exacted]:
    """The penalties for a card that came too early to a trick that has begun. Fourth hand may play before
    second if third has, out of turn (laws 1.6; reading R15)."""
    if (hand.index - playing.leader.index) % 4 == 3 and len(playing.laid) == 1:
        third = playing.leader.partner
        return NOTHING_EXACTED if (trick, third) in state.early else OF_FOURTH_HAND
    return OF_A_CARD


def _quitting(deal: Deal) -> Deal:
    """A lead quits the trick before it, out of turn too (ambiguity 6)."""
    playing, state = playing_of(deal), deal.revoke
    if state is None or playing.laid or state.quitted >= len(playing.tricks):
        return deal
    return deal.with_revoke(replace(state, quitted=len(playing.tricks), led_after=len(playing.tricks)))


def followed(deal: Deal, hand: Seat, card: Card) -> Deal:
    """The deal after this hand has followed a lead out of turn. Once all have, the trick stands; a lead by
    the hand that has a dummy, or by the dummy, stands as soon as second hand has played (reading R14)."""
    playing, state = playing_of(deal), state_of(deal)
    assert state.astray is not None
    trick = Trick(state.astray.leader, (*state.astray.cards, card))
    state = replace(
        state,
        astray=trick,
        shown=(*state.shown, (hand, card)),
        out_of_turn=(*state.out_of_turn, (number_due(deal), hand)),
    )
    if len(trick.cards) < 4 and not is_exempt(playing.terms, trick.leader):
        return deal._replace(out_of_turn=state)
    number, left = number_due(deal), list(playing.left)
    for by, laid in trick.by_player():
        left[by.index] ^= laid.bit
    whole = len(trick.cards) == 4
    playing = playing._replace(
        left=tuple(left),
        tricks=(*playing.tricks, trick) if whole else playing.tricks,
        leader=winner(trick, playing.terms.trumps) if whole else trick.leader,
        laid=() if whole else trick.cards,
        stood=(*playing.stood, number),
    )
    state = replace(
        state,
        astray=None,
        offences=tuple(one for one in state.offences if (one.trick, one.seat) != (number, trick.leader)),
    )
    for _, laid in trick.by_player():
        state = without_card(state, laid)
    state = state.lapsed(CORRECTING).lapsed(LEADS, side=trick.leader.side)
    return deal._replace(stage=playing, out_of_turn=state)


def after_renounce_corrected(deal: Deal, before: Deal, number: int, seat: Seat) -> Deal:
    """The deal after this seat has corrected its renounce in this trick; ``before`` is the deal before. The
    card shown in error may be called, or the highest or lowest of the suit required. Of the hand that has a
    dummy nothing but that may be required, and only by the adversary on its left if both of them had played
    (laws 1.5.1; reading R16)."""
    terms, trick = playing_of(before).terms, playing_of(before).all_tricks[number - 1]
    wrong, right = (
        dict(trick.by_player())[seat],
        dict(playing_of(deal).all_tricks[number - 1].by_player())[seat],
    )
    state = _undone(state_of(before), before, number, seat).lapsed(CORRECTING)
    state = without_card(state, right)
    open_to, eldest = OF_A_RENOUNCE, None
    if is_exempt(terms, seat):
        both = {by for by, _ in trick.by_player()} >= set(seat.side.other.seats)
        open_to, eldest = OF_A_DEALERS_RENOUNCE if both else NOTHING_EXACTED, seat.left
    if open_to:
        offence = Offence(number, seat, wrong, open_to, eldest)
        state = replace(state, offences=(*state.offences, offence))
    return deal._replace(out_of_turn=state)


def _undone(state: OutOfTurnState, before: Deal, number: int, seat: Seat) -> OutOfTurnState:
    """Once a card in this trick is changed and all after it go back. They have been seen, and what was paid
    with them is due again. A lead out of turn goes back too, and has no penalty."""
    tricks = playing_of(before).all_tricks[number - 1 :]
    back = [(late, by, card) for late, trick in enumerate(tricks, number) for by, card in trick.by_player()]
    back = back[[by for _, by, _ in back].index(seat) :]
    hands = {(late, by) for late, by, _ in back}
    again = tuple(one.demand for one in state.paid if (one.trick, one.hand) in hands - {(number, seat)})
    lying = state.astray.cards[0] if state.astray is not None else None
    return replace(
        state,
        astray=None,
        shown=(*state.shown, *((by, card) for _, by, card in back)),
        paid=tuple(one for one in state.paid if (one.trick, one.hand) not in hands),
        demands=(*state.demands, *again),
        offences=tuple(one for one in state.offences if one.card is not lying),
    )


def judged(deal: Deal) -> Deal:
    """The deal after a claim of a revoke: a card that was corrected stands as it is."""
    if deal.out_of_turn is None:
        return deal
    return deal._replace(out_of_turn=without_lead(deal.out_of_turn).lapsed(CORRECTING))


def after_demand(deal: Deal, by: Seat, what: Exacted, card: Card | None, suit: Suit | None) -> Deal:
    """The deal after a demand, which is judged. A wrong one loses the right to any penalty for the errors
    that lie open (laws 1.6; appendix D, D6); by the earlier editions, for the last of them."""
    state = without_lead(state_of(deal))
    offence = state.offence_for(by, what, card)
    if offence is None:
        errors = state.against(by.side.other)
        for error in errors if state.wrong_loses_all else errors[:1]:
            state = state.without(error)
        wrong = WrongDemand(number_due(deal), by, what)
        return deal._replace(out_of_turn=replace(state, wrong=(*state.wrong, wrong)))
    of = offence.seat.partner if what in SECOND else offence.seat
    demand = Demand(by, what, of, card, suit)
    state = replace(state.without(offence), demands=(*state.demands, demand))
    deal = deal._replace(out_of_turn=state)
    return _played_again(deal, offence) if what in CORRECTING else deal


def replaced(deal: Deal, card: Card) -> Deal:
    """The deal after the hand that has played last has played this card in its stead. The first lies exposed
    and may be called, unless no card of that hand can be (laws 1.6; appendix E, E2)."""
    trick = playing_of(deal).all_tricks[-1]
    hand, wrong = trick.by_player()[-1]
    number = len(playing_of(deal).all_tricks)
    after = _before_last(deal).after_card(card)
    state = state_of(after)
    state = replace(state, shown=(*state.shown, (hand, wrong)))
    if not is_exempt(playing_of(deal).terms, hand):
        state = replace(state, offences=(*state.offences, Offence(number, hand, wrong, OF_A_CARD)))
    return after._replace(out_of_turn=state)


def _played_again(deal: Deal, offence: Offence) -> Deal:
    """The deal when a corrected card goes back to its hand, which is to play its highest or lowest."""
    playing, number = playing_of(deal), offence.trick
    trick = playing.all_tricks[number - 1]
    place = (offence.seat.index - trick.leader.index) % 4
    card = trick.cards[place]
    left = list(playing.left)
    left[offence.seat.index] |= card.bit
    state, revokes = state_of(deal), deal.revoke
    assert revokes is not None  # a renounce was corrected
    settled_stays = revokes.law.settled_stays
    deal = deal._replace(
        stage=playing._replace(
            tricks=playing.tricks[: number - 1],
            left=tuple(left),
            leader=trick.leader,
            laid=trick.cards[:place],
            begun=playing.have_begun if settled_stays else playing.begun,
            followed=settled_stays,
        ),
        out_of_turn=replace(state, shown=(*state.shown, (offence.seat, card))),
    )
    withdrawn = (*revokes.withdrawn, Withdrawn(number, offence.seat, card))
    quitted = min(revokes.quitted, number - 1)
    revokes = revokes.settled_without({(number, offence.seat)})
    return deal.with_revoke(replace(revokes, quitted=quitted, led_after=0, led_from=0, withdrawn=withdrawn))
