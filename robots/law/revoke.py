"""Robots at tables where people can revoke: they follow suit, and know that others need not have done so.

A robot claims a revoke only when cards that it sees prove it. It asks and claims by its view alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Final

from rules.calls import Play
from rules.cards import SUIT_BITS, Hand, Suit
from rules.counting.reckon import ACES, Contract, Penalty, Revoked, Tally
from rules.counting.revoke import ClaimWindow
from rules.frozen import replace
from rules.games.all_games import game
from rules.games.variant import Variant, best_penalty
from rules.revoke import RevokeClaim, renounced
from rules.seats import Person, Seat, by_seat
from rules.table.requests import (
    AgreeScore,
    AskSuit,
    ChoosePenalty,
    ClaimRevoke,
    DenySuit,
    PlayOut,
    RevokeRequest,
)
from rules.tricks import Trick
from rules.view import May, PublicDeal, SeatView

ONE_IN: Final = 3
"""A robot asks its partner about one renounce in so many."""


def only_following(view: SeatView) -> SeatView:
    """The same view with only those cards open that follow suit: robots never revoke."""
    deal = view.deal
    if deal is None or deal.revoke is None or deal.trick is None or view.own is None:
        return view
    led = deal.trick.led
    if led is None or deal.hand_due is not view.viewer or not view.own.left.holds(led):
        return view
    follow = (one for one in view.options if not isinstance(one, Play) or one.card.suit is led)
    return replace(view, options=tuple(follow))


def voids(view: SeatView) -> Mapping[Seat, frozenset[Suit]]:
    """The suits that each seat is taken to have none of. Where people can revoke, a renounce proves nothing:
    those that the cards disprove are left out, and if no layout agrees with the rest, all are."""
    shown, deal = view.shown_voids(), view.deal
    if deal is None or deal.revoke is None:
        return shown
    disproved: set[tuple[Seat, Suit | None]] = {(seat, suit) for _, seat, suit in _proved(view, deal)}
    for one in deal.revoke.claims:
        if one.right and one.trick <= len(_all_tricks(deal)):  # or a correction has taken it back since
            disproved.add((one.seat, _all_tricks(deal)[one.trick - 1].led))
    left = {seat: frozenset(s for s in suits if (seat, s) not in disproved) for seat, suits in shown.items()}
    return left if _can_be(view, deal, left) else {seat: frozenset() for seat in Seat}


def _all_tricks(deal: PublicDeal) -> tuple[Trick, ...]:
    """All tricks to which a card has been played."""
    return (*deal.tricks, deal.trick) if deal.trick is not None and deal.trick.cards else deal.tricks


def _can_be(view: SeatView, deal: PublicDeal, void: Mapping[Seat, frozenset[Suit]]) -> bool:
    """Whether the unseen cards fit into the hidden hands: no group of hands must take more than it can."""
    known = {faced.seat for faced in deal.faced} | {view.viewer}
    hidden = [seat for seat in Seat if seat not in known]
    unseen = view.unseen().bits
    room = {seat: deal.counts.of(seat) - len(view.placed(seat)) for seat in hidden}
    aside = unseen.bit_count() - sum(room.values())
    for size in range(len(hidden) + 1):
        for group in combinations(hidden, size):
            others = [seat for seat in hidden if seat not in group]
            only_here = [s for s in Suit if all(s in void[seat] for seat in others)]
            here = sum((unseen & SUIT_BITS[suit.index]).bit_count() for suit in only_here)
            if here > sum(room[seat] for seat in group) + aside:
                return False
    return True


def _proved(view: SeatView, deal: PublicDeal) -> list[tuple[int, Seat, Suit]]:
    """The tricks in which a hand renounced though it held the suit, as cards shown since then prove."""
    tricks = _all_tricks(deal)
    shown = {faced.seat: faced.left.bits for faced in deal.faced}
    if view.viewer is not None and view.own is not None:
        shown[view.viewer] = view.own.left.bits
    for seat in Seat:
        shown[seat] = shown.get(seat, 0) | deal.known_cards(seat).bits
    proved = []
    for number in range(len(tricks), 0, -1):
        trick = tricks[number - 1]
        led = trick.led
        assert led is not None
        for seat, card in trick.by_player():
            if card.suit is not led and shown.get(seat, 0) & SUIT_BITS[led.index]:
                proved.append((number, seat, led))
        for seat, card in trick.by_player():
            shown[seat] = shown.get(seat, 0) | card.bit
    return proved


def reply(view: SeatView) -> RevokeRequest | None:
    """What a robot does about revokes now, before anything else; None if there is nothing."""
    deal = view.deal
    if deal is None or deal.revoke is None:
        return None
    if May.DENY_SUIT in view.may:
        return DenySuit()
    if May.PLAY_OUT in view.may:
        return PlayOut(False)  # its partner may still wish it
    if view.claimable:
        proved = {(number, seat) for number, seat, _ in _proved(view, deal)}
        for number, seat in view.claimable:
            if (number, seat) in proved:
                return ClaimRevoke(number, seat)
    if view.choosing:
        claim, open_to = view.choosing[0]
        penalty = _penalty(view, deal, claim, open_to)
        if penalty is not None:
            return ChoosePenalty(claim.trick, claim.seat, penalty)
    if May.ASK_SUIT in view.may and _asks_for_revoke(view, deal):
        return AskSuit()
    return AgreeScore() if May.AGREE_SCORE in view.may else None


def _asks_for_revoke(view: SeatView, deal: PublicDeal) -> bool:
    """One renounce in so many, as long as partner may hold the suit for all the robot knows."""
    assert view.viewer is not None
    led = _all_tricks(deal)[-1].led
    assert led is not None
    first = not any(
        earlier.led is led and renounced(earlier, view.viewer.partner) for earlier in deal.tricks[:-1]
    )
    drawn = (deal.number * 5 + len(deal.tricks) * 7 + view.viewer.index) % ONE_IN == 0
    return first and drawn and bool(view.unseen().suit(led))


def _penalty(
    view: SeatView, deal: PublicDeal, claim: RevokeClaim, open_to: tuple[Penalty, ...]
) -> Penalty | None:
    """The penalty that pays best at the score. During the play only one that wins the game at once."""
    assert view.table.rubber is not None and deal.revoke is not None
    variant = game(view.table.game).variant_of(view.table.options)
    standing = view.table.rubber.standing
    chosen = tuple(
        Revoked(one.seat.side, one.penalty) for one in deal.revoke.claims if one.penalty is not None
    )
    if May.CHOOSE_PENALTY in view.may and not deal.may_act:
        tally = _known_tally(view, deal, variant)._replace(revokes=chosen)
        earlier = deal.revoke.claims[: deal.revoke.claims.index(claim)]
        before = sum(one.penalty is not None for one in earlier)
        return best_penalty(variant, tally, standing, claim.seat.side, open_to, before)
    sides = {one.side for one in chosen}
    if claim.seat.side.other in sides:
        return None
    for penalty in open_to:
        if variant.decided_by((*chosen, Revoked(claim.seat.side, penalty)), standing):
            return penalty
    return None


def _known_tally(view: SeatView, deal: PublicDeal, variant: Variant) -> Tally:
    """The counts of the deal as far as this seat knows the hands: after thirteen tricks, all of them."""
    assert deal.settled is not None
    held = dict.fromkeys(Seat, 0)
    for seat, card in deal.cards_played():
        held[seat] |= card.bit
    for faced in deal.faced:
        held[faced.seat] |= faced.dealt.bits
    if view.viewer is not None and view.own is not None:
        held[view.viewer] |= view.own.dealt.bits
    trumps, bid = deal.settled.trumps, deal.settled.bid
    honours = variant.honours.in_suit(trumps).bits if trumps is not None else ACES.bits
    by = deal.settled.declared_by
    return Tally(
        trumps=trumps,
        level=deal.settled.level,
        tricks=deal.won,
        honours=by_seat(lambda seat: len(Hand(held[seat] & honours))),
        aces=by_seat(lambda seat: len(Hand(held[seat] & ACES.bits))),
        contract=Contract(bid, by.side) if bid is not None and by is not None else None,
    )


def waits_for_people(view: SeatView) -> bool:
    """Whether the trick on the table is to lie until it is quitted, so that people can still ask and correct:
    where somebody who is no robot threw off to it. Robots lead no sooner, whatever the hidden cards are."""
    deal = view.deal
    if deal is None or deal.revoke is None or deal.revoke.quitted >= len(deal.tricks):
        return False
    return not human_seats(view).isdisjoint(_threw_off(view))


def gives_time_to_claim(view: SeatView) -> bool:
    """Whether the viewer's lead takes from a person the chance to claim a revoke in the trick that has just
    been gathered: a robot then leads more slowly."""
    deal = view.deal
    if deal is None or deal.revoke is None or deal.revoke.law.window is not ClaimWindow.BEFORE_NEXT_LEAD:
        return False
    return any({*seat.side.other.seats} & human_seats(view) for seat in _threw_off(view))


def _threw_off(view: SeatView) -> list[Seat]:
    """The hands, but for dummies, that did not follow to the last trick, while nobody has led to the next."""
    deal = view.deal
    if deal is None or deal.settled is None or not deal.tricks or deal.trick is None or deal.trick.cards:
        return []
    dummies = {dummy for dummy, _ in deal.settled.dummies}
    return [seat for seat in Seat if seat not in dummies and renounced(deal.tricks[-1], seat)]


def human_seats(view: SeatView) -> frozenset[Seat]:
    rubber = view.table.rubber
    return frozenset(seat for seat in Seat if rubber and isinstance(rubber.seats.of(seat), Person))
