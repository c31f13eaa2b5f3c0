"""A deal with the penalties of the period: cards out of turn, what may be demanded for them, and what follows
(laws 1.6; readings R14 to R18).

What may be demanded depends only on what everybody has seen. A hand is looked at to know which of its cards
obey a demand, and which follow a lead out of turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rules.cards import Card, Hand, Suit
from rules.deal.play import Playing
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
    Exposures,
    Offence,
    Paid,
    WrongDemand,
)
from rules.revoke import Withdrawn
from rules.seats import Seat
from rules.settling.terms import Terms
from rules.tricks import Trick, playable, winner

if TYPE_CHECKING:
    from rules.deal.deal import Deal


def exposures_of(deal: Deal) -> Exposures:
    """The exposures of a deal with the penalties of the period."""
    assert deal.exposures is not None
    return deal.exposures


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
    playing, exposures = deal.playing, deal.exposures
    if playing is None or exposures is None or deal.over or exposures.astray is not None:
        return False
    return (
        playing.to_act is not seat and not is_exempt(playing.terms, seat) and bool(playing.left[seat.index])
    )


def hand_astray(deal: Deal, seat: Seat, card: Card) -> Seat | None:
    """The hand from which this seat would play this card out of turn; None where it would not, or cannot."""
    playing, exposures = deal.playing, deal.exposures
    if playing is None or exposures is None or deal.over or exposures.astray is not None:
        return None
    if playing.to_act is seat and card in deal.left(playing.hand_due):
        return None
    if playing.terms.is_dummy(seat):
        return None
    for hand in (seat, seat.partner):
        if playing.terms.chooser(hand) is seat and card in deal.left(hand):
            return None if playing.laid and is_exempt(playing.terms, hand) else hand
    return None


def to_follow(deal: Deal, seat: Seat) -> Seat | None:
    """The hand from which this seat may follow a lead out of turn, if there is one."""
    playing, exposures = deal.playing, deal.exposures
    if playing is None or exposures is None or exposures.astray is None or deal.over:
        return None
    hand = exposures.astray.due
    return hand if playing.terms.chooser(hand) is seat else None


def may_demand(deal: Deal, seat: Seat) -> bool:
    """Whether the other side has erred and this seat may demand something for it; a dummy may not."""
    playing, exposures = deal.playing, deal.exposures
    if playing is None or exposures is None or deal.over or playing.terms.is_dummy(seat):
        return False
    return bool(exposures.against(seat.side.other))


def may_soon_lose(deal: Deal, seat: Seat) -> bool:
    """Whether this seat may demand something that lapses with the next cards: all but an exposed card whose
    owner's turn has not come."""
    playing, exposures = deal.playing, deal.exposures
    if playing is None or exposures is None or not may_demand(deal, seat):
        return False
    return any(
        bool(one.open_to - OF_A_CARD) or one.seat is playing.hand_due
        for one in exposures.against(seat.side.other)
        if one.may_be_demanded_by(seat)
    )


# What the hands tell


def following(deal: Deal) -> Hand:
    """The cards with which the next hand may follow a lead out of turn."""
    astray = exposures_of(deal).astray
    assert astray is not None and astray.led is not None
    hand = playing_of(deal).left[astray.due.index]
    free = deal.course is not None and not playing_of(deal).terms.is_dummy(astray.due)
    return Hand(hand if free else playable(hand, astray.led))


def bound(deal: Deal) -> Hand | None:
    """The cards to which demands hold the hand that is due; None if it may play as ever. Nobody need play a
    card that would make a revoke (laws 1.6), and a demand that cannot be obeyed is paid. Of two that meet in
    one card the first binds, and the other as far as it still can (reading R17)."""
    exposures, playing = deal.exposures, deal.playing
    if exposures is None or playing is None or not exposures.demands:
        return None
    held: Hand | None = None
    for demand in exposures.demands:
        if demand.binds(playing.hand_due, leads=not playing.laid):
            cards = obeying(demand, playing)
            both = Hand(cards.bits & held.bits) if held is not None else cards
            held = both or held
    return held


def obeying(demand: Demand, playing: Playing) -> Hand:
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


# What follows. Nothing is checked.


def played(deal: Deal, before: Deal) -> Deal:
    """The deal after a card in turn, with what lapses by it and what is paid. ``before`` is the deal before
    the card: a lead out of turn that lay there is taken back."""
    exposures, playing = _taken_back(exposures_of(before)), playing_of(before)
    hand, leads, trick = playing.hand_due, not playing.laid, number_due(before)
    if not exposures.offences and not exposures.demands:
        return deal._replace(exposures=exposures)
    card = next(one for one in Hand(playing.left[hand.index]) if one not in deal.left(hand))
    paid = tuple(
        Paid(trick, hand, replace(one, of=hand)) for one in exposures.demands if one.binds(hand, leads=leads)
    )
    called = [one.demand.card for one in paid]
    exposures = replace(
        exposures,
        demands=tuple(one for one in exposures.demands if not one.binds(hand, leads=leads)),
        paid=(*exposures.paid, *paid),
        offences=(
            *exposures.offences,
            *(Offence(trick, hand, c, OF_A_CARD) for c in called if c is not None and c in deal.left(hand)),
        ),  # a call that could not be obeyed may be repeated
    )
    exposures = exposures.lapsed(_CORRECTING)
    if leads:
        exposures = exposures.lapsed(_LEADS, side=hand.side)
    exposures = exposures.lapsed(_SECOND, seat=hand.partner)
    return deal._replace(exposures=_without_card(exposures, card))


_CORRECTING: Final = frozenset((Exacted.HIGHEST, Exacted.LOWEST))
_LEADS: Final = frozenset((Exacted.SUIT,))
_SECOND: Final = frozenset((Exacted.WIN, Exacted.LOSE))


def _without_card(exposures: Exposures, card: Card) -> Exposures:
    """Once a card has been played it cannot be called, and a call of it is settled."""
    demands = tuple(one for one in exposures.demands if one.card is not card)
    offences = tuple(
        replace(one, open_to=one.open_to - OF_A_CARD) if one.card is card else one
        for one in exposures.offences
    )
    return replace(exposures, demands=demands, offences=tuple(one for one in offences if one.open_to))


def _taken_back(exposures: Exposures) -> Exposures:
    """A lead out of turn is discovered: the cards that followed it go back, and have no penalty."""
    return replace(exposures, astray=None) if exposures.astray is not None else exposures


def out_of_turn(deal: Deal, hand: Seat, card: Card) -> Deal:
    """The deal after this card of this hand was led or played out of turn."""
    playing, exposures = playing_of(deal), exposures_of(deal)
    trick = number_due(deal)
    exempt = is_exempt(playing.terms, hand)
    if playing.laid:
        open_to = _early(playing, exposures, trick, hand)
    elif exempt:
        open_to = OF_THE_WRONG_HAND if exposures.wrong_hand_pays else NOTHING_EXACTED
    else:
        open_to = OF_A_LEAD
    if card in exposures.exposed(hand):
        open_to -= OF_A_CARD
    exposures = replace(
        exposures,
        astray=exposures.astray if playing.laid else Trick(hand, (card,)),
        shown=(*exposures.shown, (hand, card)),
        out_of_turn=(*exposures.out_of_turn, (trick, hand)),
        early=(*exposures.early, (trick, hand)) if playing.laid else exposures.early,
    )
    if open_to:
        exposures = replace(exposures, offences=(*exposures.offences, Offence(trick, hand, card, open_to)))
    return _quitting(deal._replace(exposures=exposures))


def _early(playing: Playing, exposures: Exposures, trick: int, hand: Seat) -> frozenset[Exacted]:
    """The penalties for a card that came too early to a trick that has begun. Fourth hand may play before
    second if third has, out of turn (laws 1.6; reading R15)."""
    if (hand.index - playing.leader.index) % 4 == 3 and len(playing.laid) == 1:
        third = playing.leader.partner
        return NOTHING_EXACTED if (trick, third) in exposures.early else OF_FOURTH_HAND
    return OF_A_CARD


def _quitting(deal: Deal) -> Deal:
    """A lead quits the trick before it, out of turn too (ambiguity 6)."""
    playing, course = playing_of(deal), deal.course
    if course is None or playing.laid or course.quitted >= len(playing.tricks):
        return deal
    return deal.with_course(replace(course, quitted=len(playing.tricks)))


def followed(deal: Deal, hand: Seat, card: Card) -> Deal:
    """The deal after this hand has followed a lead out of turn. Once all have, the trick stands; a lead by
    the hand that has a dummy, or by the dummy, stands as soon as second hand has played (reading R14)."""
    playing, exposures = playing_of(deal), exposures_of(deal)
    assert exposures.astray is not None
    trick = Trick(exposures.astray.leader, (*exposures.astray.cards, card))
    exposures = replace(
        exposures,
        astray=trick,
        shown=(*exposures.shown, (hand, card)),
        out_of_turn=(*exposures.out_of_turn, (number_due(deal), hand)),
    )
    if len(trick.cards) < 4 and not is_exempt(playing.terms, trick.leader):
        return deal._replace(exposures=exposures)
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
    exposures = replace(
        exposures,
        astray=None,
        offences=tuple(one for one in exposures.offences if (one.trick, one.seat) != (number, trick.leader)),
    )
    for _, laid in trick.by_player():
        exposures = _without_card(exposures, laid)
    exposures = exposures.lapsed(_CORRECTING).lapsed(_LEADS, side=trick.leader.side)
    return deal._replace(stage=playing, exposures=exposures)


def corrected(deal: Deal, before: Deal, number: int, seat: Seat) -> Deal:
    """The deal after this seat has corrected its renounce in this trick; ``before`` is the deal before. The
    card shown in error may be called, or the highest or lowest of the suit required. Of the hand that has a
    dummy nothing but that may be required, and only by the adversary on its left if both of them had played
    (laws 1.5.1; reading R16)."""
    terms, trick = playing_of(before).terms, playing_of(before).all_tricks[number - 1]
    wrong, right = (
        dict(trick.by_player())[seat],
        dict(playing_of(deal).all_tricks[number - 1].by_player())[seat],
    )
    exposures = _undone(exposures_of(before), before, number, seat).lapsed(_CORRECTING)
    exposures = _without_card(exposures, right)
    open_to, eldest = OF_A_RENOUNCE, None
    if is_exempt(terms, seat):
        both = {by for by, _ in trick.by_player()} >= set(seat.side.other.seats)
        open_to, eldest = OF_A_DEALERS_RENOUNCE if both else NOTHING_EXACTED, seat.left
    if open_to:
        offence = Offence(number, seat, wrong, open_to, eldest)
        exposures = replace(exposures, offences=(*exposures.offences, offence))
    return deal._replace(exposures=exposures)


def _undone(exposures: Exposures, before: Deal, number: int, seat: Seat) -> Exposures:
    """Once a card in this trick is changed and all after it go back. They have been seen, and what was paid
    with them is due again. A lead out of turn goes back too, and has no penalty."""
    tricks = playing_of(before).all_tricks[number - 1 :]
    back = [(late, by, card) for late, trick in enumerate(tricks, number) for by, card in trick.by_player()]
    back = back[[by for _, by, _ in back].index(seat) :]
    hands = {(late, by) for late, by, _ in back}
    again = tuple(one.demand for one in exposures.paid if (one.trick, one.hand) in hands - {(number, seat)})
    lying = exposures.astray.cards[0] if exposures.astray is not None else None
    return replace(
        exposures,
        astray=None,
        shown=(*exposures.shown, *((by, card) for _, by, card in back)),
        paid=tuple(one for one in exposures.paid if (one.trick, one.hand) not in hands),
        demands=(*exposures.demands, *again),
        offences=tuple(one for one in exposures.offences if one.card is not lying),
    )


def judged(deal: Deal) -> Deal:
    """The deal after a claim of a revoke: a card that was corrected stands as it is."""
    if deal.exposures is None:
        return deal
    return deal._replace(exposures=_taken_back(deal.exposures).lapsed(_CORRECTING))


def demanded(deal: Deal, by: Seat, what: Exacted, card: Card | None, suit: Suit | None) -> Deal:
    """The deal after a demand, which is judged. A wrong one loses the right that came last (reading R18)."""
    exposures = _taken_back(exposures_of(deal))
    offence = exposures.offence_for(by, what, card)
    if offence is None:
        last = exposures.against(by.side.other)[0]
        wrong = WrongDemand(number_due(deal), by, what)
        return deal._replace(exposures=replace(exposures.without(last), wrong=(*exposures.wrong, wrong)))
    of = offence.seat.partner if what in _SECOND else offence.seat
    demand = Demand(by, what, of, card, suit)
    exposures = replace(exposures.without(offence), demands=(*exposures.demands, demand))
    deal = deal._replace(exposures=exposures)
    return _played_again(deal, offence) if what in _CORRECTING else deal


def _played_again(deal: Deal, offence: Offence) -> Deal:
    """The deal when a corrected card goes back to its hand, which is to play its highest or lowest."""
    playing, number = playing_of(deal), offence.trick
    trick = playing.all_tricks[number - 1]
    place = (offence.seat.index - trick.leader.index) % 4
    card = trick.cards[place]
    left = list(playing.left)
    left[offence.seat.index] |= card.bit
    exposures = exposures_of(deal)
    deal = deal._replace(
        stage=playing._replace(
            tricks=playing.tricks[: number - 1],
            left=tuple(left),
            leader=trick.leader,
            laid=trick.cards[:place],
        ),
        exposures=replace(exposures, shown=(*exposures.shown, (offence.seat, card))),
    )
    course = deal.course
    assert course is not None  # a renounce was corrected
    withdrawn = (*course.withdrawn, Withdrawn(number, offence.seat, card))
    return deal.with_course(replace(course, quitted=min(course.quitted, number - 1), withdrawn=withdrawn))
