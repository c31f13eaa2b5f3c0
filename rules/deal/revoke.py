"""A deal in which people can revoke: what may be asked, corrected and claimed, and what follows (laws 1.5).

Whether anything of this is open depends only on what everybody has seen. The hands are looked at in two
places: ``correction`` gives the cards with which a player may follow after all, ``revoked`` judges a claim.
"""

from __future__ import annotations

from rules.cards import Card, Hand
from rules.counting.reckon import Penalty
from rules.counting.revoke import ClaimWindow, awarded
from rules.deal import out_of_turn
from rules.deal.deal import Deal
from rules.deal.play import CORRECTING, Playing
from rules.frozen import replace
from rules.revoke import Asked, RevokeClaim, RevokeState, Withdrawn, renounced
from rules.seats import Seat
from rules.tricks import Trick, winner


def state_of(deal: Deal) -> RevokeState:
    """The state of a deal in which people can revoke."""
    assert deal.revoke is not None
    return deal.revoke


def playing_of(deal: Deal) -> Playing:
    assert deal.playing is not None
    return deal.playing


# What everybody knows


def lying(deal: Deal) -> int | None:
    """The number of the complete trick that lies on the table and is not yet quitted."""
    playing = deal.playing
    if deal.revoke is None or playing is None or deal.over or playing.laid or not playing.tricks:
        return None
    number = len(playing.tricks)
    return number if deal.revoke.quitted < number else None


def is_quitted(deal: Deal, number: int) -> bool:
    """Whether a complete trick is turned and quitted; a lead to the next one does that too (ambiguity 6)."""
    playing = playing_of(deal)
    return deal.over or state_of(deal).quitted >= number or len(playing.all_tricks) > number


def is_established(deal: Deal, number: int, seat: Seat) -> bool:
    """Whether a revoke by this hand in this trick, if it was one, can no longer be corrected (laws 1.5.2 and
    1.5.3). An adversary's lead, in turn or not, quits the trick and does not establish it (reading R8); a
    claim that was judged does (reading R9), and one that was found right any that it would undo (appendix
    D, D1)."""
    playing, state = playing_of(deal), state_of(deal)
    tricks = playing.all_tricks
    if (number, seat) in state.established:
        return True
    if number > len(tricks) or len(tricks[number - 1].cards) < 4:
        return False
    if deal.over or state.claim_on(number, seat) is not None or is_claimed(deal, number):
        return True
    if len(tricks) > number and any(by.side is seat.side for by, _ in tricks[number].by_player()):
        return True
    if _played_out_of_turn(deal, number, seat):
        return True
    if not state.law.settled_stays and _plays_again(deal, number, seat):
        return True
    asked = state.asked_of(number, seat)
    gathered = state.quitted >= number and state.led_after != number
    return gathered and (asked is None or asked.denied)


def is_claimed(deal: Deal, number: int) -> bool:
    """Whether a revoke has been claimed that the correction of a card to this trick would undo (appendix D,
    D1)."""
    state = state_of(deal)
    return state.law.claims_stand and any(one.right and one.trick >= number for one in state.claims)


def _played_out_of_turn(deal: Deal, number: int, seat: Seat) -> bool:
    """Whether this hand's side has played to a later trick out of its turn (laws 1.5.3)."""
    state = deal.out_of_turn
    return state is not None and any(
        later > number and by.side is seat.side for later, by in state.out_of_turn
    )


def _plays_again(deal: Deal, number: int, seat: Seat) -> bool:
    """Whether this hand's side had played to the next trick, and its card went back only because the highest
    or lowest was required instead (laws 1.6), as the third edition found it out."""
    if deal.out_of_turn is None or len(playing_of(deal).all_tricks) <= number:
        return False
    return any(one.what in CORRECTING and one.of.side is seat.side for one in deal.out_of_turn.demands)


def correctable(deal: Deal, seat: Seat) -> int | None:
    """The trick in which this seat renounced and may still correct it, if there is one."""
    if deal.revoke is None or deal.over or deal.playing is None or deal.playing.terms.is_dummy(seat):
        return None
    tricks = deal.playing.all_tricks
    for number in range(len(tricks), max(0, len(tricks) - 2), -1):
        if (
            renounced(tricks[number - 1], seat)
            and not is_established(deal, number, seat)
            and not _would_free_partner(deal, number, seat)
        ):
            return number
    return None


def _would_free_partner(deal: Deal, number: int, seat: Seat) -> bool:
    """Whether a correction by this hand would take back the renounce of its partner's that is established, so
    that the side that revoked would undo it. The other side may, since it alone could have claimed it."""
    state, partner = state_of(deal), seat.partner
    if not state.law.settled_stays or not renounced(playing_of(deal).all_tricks[number - 1], partner):
        return False
    players = [by for by, _ in playing_of(deal).all_tricks[number - 1].by_player()]
    if players.index(partner) < players.index(seat) or state.claim_on(number, partner) is not None:
        return False
    return is_established(deal, number, partner)


def stands_claimed(deal: Deal, seat: Seat) -> bool:
    """Whether this seat could correct a renounce, had no revoke been claimed that this would undo."""
    if deal.revoke is None or deal.over or deal.playing is None:
        return False
    tricks = deal.playing.all_tricks
    return any(
        renounced(tricks[number - 1], seat) and is_claimed(deal, number)
        for number in range(len(tricks), max(0, len(tricks) - 2), -1)
    )


def askable(deal: Deal, by: Seat) -> int | None:
    """The trick on the table to which the partner of this seat renounced and has not been asked about it."""
    if deal.revoke is None or deal.over or deal.playing is None:
        return None
    tricks, of = deal.playing.all_tricks, by.partner
    number = len(tricks)
    if not tricks or deal.playing.terms.is_dummy(of) or not renounced(tricks[-1], of):
        return None
    complete = len(tricks[-1].cards) == 4
    if (complete and is_quitted(deal, number)) or (number, of) in deal.revoke.turned:
        return None
    return number if deal.revoke.asked_of(number, of) is None else None


def deniable(deal: Deal, seat: Seat) -> int | None:
    """The trick about which this seat was asked and has not answered."""
    number = correctable(deal, seat)
    if number is None:
        return None
    asked = state_of(deal).asked_of(number, seat)
    return number if asked is not None and not asked.denied else None


def claimable(deal: Deal, by: Seat) -> tuple[tuple[int, Seat], ...]:
    """The renounces of the other side that this seat may claim as revokes now. Dummy takes no part in the
    play, and may claim when it is over (reading R10)."""
    state, playing = deal.revoke, deal.playing
    if state is None or playing is None or state.closed or playing.called is not None:
        return ()
    if playing.terms.is_dummy(by) and not deal.over:
        return ()
    return tuple(
        (number, seat)
        for number, trick in enumerate(playing.all_tricks, 1)
        for seat in by.side.other.seats
        if renounced(trick, seat)
        and not playing.terms.is_dummy(seat)
        and state.claim_on(number, seat) is None
        and _in_time(deal, number, seat)
    )


def _in_time(deal: Deal, number: int, seat: Seat) -> bool:
    """Where a claim must come before the next lead, it may be made once the trick is gathered (appendix D,
    D2); by the earlier editions as soon as it had four cards."""
    playing, state = playing_of(deal), state_of(deal)
    if number > len(playing.tricks):
        return False
    if state.law.window is ClaimWindow.UNTIL_CUT:
        return is_established(deal, number, seat)
    if _led_after(deal, number) or (number, seat) in state.led_past:
        return False
    return not state.law.gathered_first or is_quitted(deal, number)


def _led_after(deal: Deal, number: int) -> bool:
    return len(playing_of(deal).all_tricks) > number


# What the hands tell


def held_at(deal: Deal, number: int, seat: Seat) -> Hand:
    """What this hand held when its turn to this trick came."""
    before = playing_of(deal).all_tricks[: number - 1]
    gone = Hand.of(card for trick in before for by, card in trick.by_player() if by is seat)
    return deal.held.of(seat) - gone


def revoked(deal: Deal, number: int, seat: Seat) -> bool:
    """Whether this hand could have followed suit to this trick and did not. A dummy cannot revoke (laws 2.3,
    4.3)."""
    playing = playing_of(deal)
    trick = playing.all_tricks[number - 1]
    led = trick.led
    assert led is not None
    return (
        renounced(trick, seat) and not playing.terms.is_dummy(seat) and held_at(deal, number, seat).holds(led)
    )


def correction(deal: Deal, seat: Seat) -> Hand:
    """The cards with which this seat may correct its renounce: those of the suit led."""
    number = correctable(deal, seat)
    if number is None:
        return Hand()
    led = playing_of(deal).all_tricks[number - 1].led
    assert led is not None
    return deal.left(seat).suit(led)


# What follows. Nothing is checked.


def going_back(deal: Deal) -> Deal:
    """The deal in which a card is about to go back to its hand. What that card has settled is noted, since it
    stays settled: the trick before a lead is quitted, and what is established, or comes too late, remains so
    (appendix E, E1)."""
    state, playing = deal.revoke, deal.playing
    if state is None or playing is None or not state.law.settled_stays:
        return deal
    tricks = playing.all_tricks
    renounces = [
        (number, seat) for number, trick in enumerate(tricks, 1) for seat in Seat if renounced(trick, seat)
    ]
    before = len(playing.tricks) if playing.laid else 0  # the trick that a lead has quitted
    turned = {one for one in renounces if one[0] <= len(playing.tricks) and is_quitted(deal, one[0])}
    return deal.with_revoke(
        replace(
            state,
            quitted=max(state.quitted, before),
            led_after=before if before > state.quitted else state.led_after,
            established=state.established | {one for one in renounces if is_established(deal, *one)},
            led_past=state.led_past | {one for one in renounces if _led_after(deal, one[0])},
            turned=state.turned | turned,
            led_from=before or state.led_from,
        )
    )


def quitted(deal: Deal, number: int) -> Deal:
    return deal.with_revoke(replace(state_of(deal), quitted=number))


def after_asking(deal: Deal, number: int, of: Seat) -> Deal:
    state = state_of(deal)
    return deal.with_revoke(replace(state, asked=(*state.asked, Asked(number, of))))


def denied(deal: Deal, number: int, seat: Seat) -> Deal:
    state = state_of(deal)
    answered = tuple(
        replace(one, denied=True) if (one.trick, one.of) == (number, seat) else one for one in state.asked
    )
    return deal.with_revoke(replace(state, asked=answered))


def after_correction(deal: Deal, number: int, seat: Seat, card: Card) -> Deal:
    """The deal after this seat has changed its card in this trick. Every card played after it goes back to
    its hand, and its player plays again, the same or another (laws 1.5.1; reading R8)."""
    playing, state = playing_of(deal), state_of(going_back(deal))
    tricks = playing.all_tricks
    trick = tricks[number - 1]
    place = (seat.index - trick.leader.index) % 4
    since = [(number, by, was) for by, was in trick.by_player()[place:]]
    since += [(number + 1, by, was) for late in tricks[number:] for by, was in late.by_player()]
    left = list(playing.left)
    for _, by, was in since:
        left[by.index] |= was.bit
    left[seat.index] ^= card.bit
    before, leader, laid = playing.tricks[: number - 1], trick.leader, (*trick.cards[:place], card)
    if len(laid) == 4:
        whole = Trick(leader, laid)
        before, leader, laid = (*before, whole), winner(whole, playing.terms.trumps), ()
    again = {by for which, by, _ in since if which == number}
    begun = playing.have_begun if state.law.settled_stays else playing.begun
    gone = {(which, by) for which, by, _ in since}
    void = gone if state.law.claims_stand else set()
    state = replace(
        state.settled_without(gone),
        quitted=min(state.quitted, number - 1),
        led_after=0,
        led_from=0,
        asked=tuple(one for one in state.asked if one.trick < number or one.of not in again),
        claims=tuple(one for one in state.claims if (one.trick, one.seat) not in void),
        withdrawn=(*state.withdrawn, *(Withdrawn(*one) for one in since)),
    )
    # what stood of this trick or before it still does; both sides have played to what stands after it
    now = playing._replace(
        tricks=before, left=tuple(left), leader=leader, laid=laid, begun=begun, followed=False
    )
    after = deal._replace(stage=now, revoke=state)
    return (
        after if deal.out_of_turn is None else out_of_turn.after_renounce_corrected(after, deal, number, seat)
    )


def after_claim(deal: Deal, by: Seat, number: int, seat: Seat) -> Deal:
    """The deal after a claim, which is judged. Where the revokers also lose the trick, it goes to the other
    side, which leads if the next trick has not begun (ambiguity 37); if both sides revoked in it, it stays
    where the first claim put it."""
    playing, state = playing_of(deal), state_of(deal)
    right = revoked(deal, number, seat)
    state = replace(
        state,
        quitted=max(state.quitted, number),
        led_after=0 if state.led_after == number else state.led_after,
        claims=(*state.claims, RevokeClaim(by, number, seat, right)),
        agreed=frozenset() if right else state.agreed,
    )
    won_by = deal.winners()[number - 1]
    both = any(one.right and one.trick == number and one.seat.side is not seat.side for one in state.claims)
    if right and state.law.trick_lost and won_by.side is seat.side and not both:
        trick = playing.tricks[number - 1]
        wrong = frozenset(one for one in seat.side.other.seats if revoked(deal, number, one))
        instead = awarded(trick, seat, playing.terms.trumps, wrong)
        state = replace(state, awarded=(*state.awarded, (number, instead)))
        if number == len(playing.tricks) and not playing.laid and number != state.led_from:
            playing = playing._replace(leader=instead)
    return out_of_turn.judged(deal._replace(stage=playing, revoke=state))


def after_penalty(deal: Deal, number: int, seat: Seat, penalty: Penalty) -> Deal:
    state = state_of(deal)
    claims = tuple(
        replace(one, penalty=penalty) if (one.trick, one.seat) == (number, seat) else one
        for one in state.claims
    )
    return deal.with_revoke(replace(state, claims=claims))


def wished(deal: Deal, seat: Seat, *, play_on: bool) -> Deal:
    """The deal after a revoker has said whether the hand is to be played out (laws 1.5.6)."""
    state = state_of(deal)
    if play_on:
        return deal.with_revoke(replace(state, played_out=True))
    return deal.with_revoke(replace(state, thrown_up=state.thrown_up | {seat}))


def after_stop(deal: Deal) -> Deal:
    return deal.with_revoke(replace(state_of(deal), stopped=True))


def closed(deal: Deal) -> Deal:
    return deal.with_revoke(replace(state_of(deal), closed=True))


def agreed(deal: Deal, seat: Seat) -> Deal:
    state = state_of(deal)
    return deal.with_revoke(replace(state, agreed=state.agreed | {seat}))
