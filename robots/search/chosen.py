"""Cards as they were chosen: each card of a hidden player, or of the dummy that they play, with all that was
public then.

``robots.search.policy`` gives their features for a hypothetical hand of the player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from robots.search.habits import ALONE, beating
from rules.cards import SUIT_BITS
from rules.frozen import frozen
from rules.seats import Seat
from rules.view import PublicDeal

SUIT: Final = 0x1FFF

# Parts: who chooses, and from which hand.
DECLARER: Final = 0  # from the own hand
BEFORE_DUMMY: Final = 1  # an adversary whose left-hand neighbour is dummy
BEHIND_DUMMY: Final = 2
NO_DUMMY: Final = 3
FROM_DUMMY: Final = 4  # declarer, from dummy's hand
OPENING: Final = 5  # an opening lead, before dummy's hand is seen
OPENING_ALONE: Final = 6
PARTS: Final = 7

STRENGTHS: Final = 4
"""Classes of the number of trumps: 0, 1 or 2, 3 or 4, more."""


@frozen
class Chosen:
    """One card as it was chosen. Cards and sets of cards are bits, suits and seats indices."""

    seat: int  # whose choice it was
    part: int
    card: int
    suit: int
    later: int  # what the player's own hand has played since, with this card if it came from there
    gone: int  # the cards that all hands had played
    shown: int  # dummy's cards, where the player sees them
    trumps: int
    place: int  # in the trick; 0 leads
    led: int
    beats: int  # the cards that would take the lead in the trick
    partner_winning: bool
    honour_winning: bool
    partner_led: bool
    dummy_follows: bool  # whether dummy is yet to play to the trick
    opened_by: tuple[int, int, int, int]  # see ``robots.search.habits``
    void: tuple[int, int, int]  # suits, as four bits, that left-hand adversary, partner and right have not
    has_played: int  # suits, as four bits, that this hand has played before
    follows: bool


def chosen(deal: PublicDeal, hidden: frozenset[Seat]) -> Iterator[Chosen]:
    """Every card that these players have chosen, in order."""
    settled = deal.settled
    assert settled is not None
    tricks = (*deal.tricks, *((deal.trick,) if deal.trick is not None else ()))
    order = settled.trumps.index if settled.trumps is not None else ALONE
    dummies = {seat.index: player.index for seat, player in settled.dummies}
    left = [0, 0, 0, 0]  # of the hands that lie open
    for faced in deal.faced:
        if faced.seat.index in dummies:
            left[faced.seat.index] = faced.left.bits
    later = [0, 0, 0, 0]
    for trick in tricks:
        for seat, card in trick.by_player():
            later[seat.index] |= card.bit
            if seat.index in dummies:
                left[seat.index] |= card.bit
    watched = {seat.index for seat in hidden}
    gone, opened, void, has_played = 0, [ALONE] * 4, [0] * 4, [0] * 4
    for trick in tricks:
        led, best, best_by = ALONE, ALONE, ALONE
        for place, (seat, card) in enumerate(trick.by_player()):
            hand, suit = seat.index, card.suit.index
            me = dummies.get(hand, hand)
            if me in watched:
                shown, part = _part(dummies, left, hand, me, first=not gone)
                yield Chosen(
                    seat=me,
                    part=part,
                    card=card.bit,
                    suit=suit,
                    later=later[me],
                    gone=gone,
                    shown=shown,
                    trumps=order,
                    place=place,
                    led=led,
                    beats=beating(best, order) if place else 0,
                    partner_winning=place > 1 and best_by ^ hand == 2,
                    honour_winning=place > 0 and best % 13 >= _TEN,
                    partner_led=trick.leader.index ^ hand == 2,
                    dummy_follows=any((one - hand) % 4 + place < 4 for one in dummies if one != hand),
                    opened_by=_opened_by(opened, hand),
                    void=(void[hand + 1 & 3], void[hand ^ 2], void[hand + 3 & 3]),
                    has_played=has_played[hand],
                    follows=not place or suit == led,
                )
            later[hand] &= ~card.bit
            left[hand] &= ~card.bit
            gone |= card.bit
            has_played[hand] |= 1 << suit
            if not place:
                led = suit
                opened[suit] = hand if opened[suit] == ALONE else opened[suit]
            elif suit != led:
                void[hand] |= 1 << led
            if not place or (card.index > best if suit == best // 13 else suit == order):
                best, best_by = card.index, hand


def _part(
    dummies: dict[int, int], left: Sequence[int], hand: int, me: int, *, first: bool
) -> tuple[int, int]:
    """Dummy's cards, if this player sees them, and the part that they play."""
    if first:
        return 0, OPENING if dummies else OPENING_ALONE
    if hand in dummies:
        return left[hand], FROM_DUMMY
    if dummies.get(hand ^ 2) == me:
        return left[hand ^ 2], DECLARER
    for at, part in ((hand + 1 & 3, BEFORE_DUMMY), (hand + 3 & 3, BEHIND_DUMMY)):
        if at in dummies:
            return left[at], part
    return 0, NO_DUMMY


def _opened_by(opened: Sequence[int], me: int) -> tuple[int, int, int, int]:
    one, two, three, four = (
        0 if who == ALONE else 1 if who == me else 2 if who ^ me == 2 else 3 for who in opened
    )
    return one, two, three, four


_TEN: Final = 8


def strength(own: int, trumps: int) -> int:
    """The class of the number of trumps in a hand."""
    if trumps == ALONE:
        return 0
    return STRENGTH[(own & SUIT_BITS[trumps]).bit_count()]


STRENGTH: Final = (0, 1, 1, 2, 2, *(3,) * 9)
"""The class of each number of trumps."""
