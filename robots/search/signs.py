"""Cards by which hidden players may have told something, and what a hypothetical hand would have played.

The conventions are those by which robots play: the call for trumps, the echo and signals to a partner. A
card counts only if it is the first of its suit from its player, small, and not needed to win.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Final

from robots.play import signals, trump_call
from robots.search.habits import ALONE, Played
from rules.cards import SUIT_BITS
from rules.frozen import frozen
from rules.seats import ROUND, Seat
from rules.tricks import Trick
from rules.view import Settled

PLACES: Final = 4


class Tells(Enum):
    """What a higher card than need be would tell."""

    STRONG = "strong in trumps"  # it calls for them
    FOUR = "four trumps"  # partner has called for them, or leads them
    GO_ON = "go on"  # the suit that partner leads is liked
    EVEN = "even"  # an even number of a suit that the other side leads


@frozen
class Sign:
    """One card, with what it may tell. Sets of cards are bits."""

    card: int
    later: int  # this card and those that its hand has played since
    suit: int  # all cards of the suit led
    trumps: int  # all trumps; 0 without any
    beats: int  # the cards with which a signal would not be made, since they might be meant to win
    tells: Tells

    def agrees(self, left: int) -> bool:
        """Whether a seat that now has the cards ``left`` would have played this one by the conventions."""
        hand = left | self.later
        held = hand & self.suit
        low = held & -held
        match self.tells:
            case Tells.GO_ON | Tells.EVEN:
                if not signals.tells(held, hand & self.trumps, partner_led=self.tells is Tells.GO_ON):
                    return self.card == low
                free = signals.spare(held, self.beats)
                return bool(self.card & free) if free else self.card == low
        count = (hand & self.trumps).bit_count()
        calls = trump_call.strong(hand & self.trumps)
        if self.tells is Tells.FOUR:
            calls = calls or count >= trump_call.ENOUGH_TO_ECHO
        if not calls:
            return self.card == low
        above = held ^ low
        higher = above & -above
        free = higher & signals.SPARED & ~self.beats
        return self.card == (free or low)


def signs(tricks: Sequence[Trick], cards: Sequence[Played], settled: Settled) -> Iterator[Sign | None]:
    """For each of these cards, which hidden players have played, what it may tell; None if nothing."""
    seen: set[tuple[int, int]] = set()
    for card in cards:
        fresh = (card.seat, card.led) not in seen
        suit = (card.card.bit_length() - 1) // 13
        seen.add((card.seat, suit))
        yield _sign(tricks, card, settled) if card.place and card.follows and fresh else None


def _sign(tricks: Sequence[Trick], card: Played, settled: Settled) -> Sign | None:
    beats = 0 if card.place == 1 else card.beats
    if card.card & beats or not card.card & signals.SPARED:
        return None
    seat, number = ROUND[card.seat], card.gone.bit_count() // PLACES
    tells = _told(tricks[:number], tricks[number], seat, card, settled)
    if tells is None:
        return None
    trumps = SUIT_BITS[card.trumps] if card.trumps != ALONE else 0
    return Sign(card.card, card.later, SUIT_BITS[card.led], trumps, beats, tells)


def _told(before: Sequence[Trick], trick: Trick, seat: Seat, card: Played, settled: Settled) -> Tells | None:
    partner_led = trick.leader is seat.partner
    if settled.dummies:
        if settled.player_of(seat.partner) is not seat.partner:
            return None  # the partner is dummy
        return None if card.led == card.trumps else Tells.GO_ON if partner_led else Tells.EVEN
    trumps = settled.trumps
    if trumps is None:
        return None
    if card.led == card.trumps:
        return Tells.FOUR if partner_led else None
    if any(one.led is trumps and one.leader.side is seat.side for one in before):
        return None
    so_far = (*before, Trick(trick.leader, trick.cards[: card.place]))
    return Tells.FOUR if trump_call.has_called(so_far, trumps, seat.partner) else Tells.STRONG
