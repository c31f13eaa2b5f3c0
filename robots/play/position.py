"""What a player knows when a card of a hand is due, read once from their view.

It counts the cards: which may be in which hand, and which are masters. It knows no game and no conventions.
"""

from __future__ import annotations

from typing import Final

from robots.law.revoke import voids
from rules.calls import Play
from rules.cards import PACK, SUIT_BITS, Card, Hand, Rank, Suit
from rules.frozen import frozen
from rules.seats import BySeat, Seat, by_seat
from rules.tricks import Trick, winner
from rules.view import SeatView


@frozen
class Position:
    """A card is due from ``seat``."""

    seat: Seat
    hand: Hand
    legal: Hand
    trumps: Suit | None
    tricks: tuple[Trick, ...]
    trick: Trick
    partner: Hand | None  # partner's cards, where the player knows them
    commands: bool  # whether the player plays partner's cards too
    may_hold: BySeat[Hand]  # for each other seat, the cards that it may have
    dummy: bool = True  # whether anybody's hand lies open, or will
    losing: bool = False  # whether a side has undertaken to lose tricks (misère)
    turned: Card | None = None  # this hand's card that was turned up for trumps, if it is there still
    taught: bool = False  # whether by rule alone what others find by search: to hold up, and to ruff first

    @property
    def by_the_book(self) -> bool:
        """Whether conventions are kept that lean to losing: only where no hand lies open."""
        return self.taught and not self.dummy

    @property
    def against(self) -> Hand:
        """The cards that the adversaries may have."""
        return self.may_hold.of(self.seat.left) | self.may_hold.of(self.seat.right)

    @property
    def elsewhere(self) -> Hand:
        """The cards that other hands may have; partner's too, unless the player plays them."""
        return self.against if self.commands else self.against | self.may_hold.of(self.seat.partner)

    @property
    def winning_card(self) -> Card:
        """The card that is winning the trick in progress."""
        return best_of(self.trick, self.trumps)

    @property
    def partner_winning(self) -> bool:
        return winner(self.trick, self.trumps) is self.seat.partner

    @property
    def all_tricks(self) -> tuple[Trick, ...]:
        """All tricks, the one in progress last."""
        return *self.tricks, self.trick

    @property
    def earlier_cards(self) -> list[tuple[Trick, Card]]:
        """What this hand has played to earlier tricks."""
        return [(trick, card) for trick in self.tricks for by, card in trick.by_player() if by is self.seat]

    def has_played(self, suit: Suit) -> bool:
        return any(card.suit is suit for _, card in self.earlier_cards)

    @property
    def yet_to_play(self) -> tuple[Seat, ...]:
        """The adversaries who play to this trick after this hand."""
        after = 3 - len(self.trick.cards)
        onwards = (self.seat.left, self.seat.partner, self.seat.right)[:after]
        return tuple(seat for seat in onwards if seat is not self.seat.partner)

    def between(self, low: Card, high: Card) -> Hand:
        """The adversaries' cards between two of a suit."""
        return Hand(self.against.suit(low.suit).bits & (high.bit - 1) & ~(low.bit - 1))

    @property
    def beating(self) -> int:
        """The cards of the suit led, as bits, that would win the trick so far."""
        best = self.winning_card
        return SUIT_BITS[best.suit.index] & -(best.bit << 1) if best.suit is self.trick.led else 0

    def beats(self, card: Card, best: Card) -> bool:
        """Whether this card, played later, takes the trick from that one."""
        if card.suit is best.suit:
            return card.index > best.index
        return card.suit is self.trumps

    def is_master(self, card: Card) -> bool:
        """Whether no adversary can have a higher card of the suit."""
        return self.against.suit(card.suit).bits < card.bit

    def lies_open(self, seat: Seat) -> bool:
        """Whether all the cards of another hand are known, as those of a dummy are."""
        return len(self.may_hold.of(seat)) <= len(self.hand)

    def may_be_beaten(self, card: Card) -> bool:
        """Whether an adversary yet to play may beat this card. Who may hold the suit is taken to follow."""
        return any(self._may_beat(seat, card) for seat in self.yet_to_play)

    def may_ruff(self, seat: Seat, suit: Suit) -> bool:
        """Whether a hand is known to have none of a plain suit and may have a trump."""
        held = self.may_hold.of(seat)
        plain = self.trumps is not None and suit is not self.trumps
        return plain and not held.holds(suit) and bool(self.trumps and held.holds(self.trumps))

    def cheapest_equal(self, card: Card) -> Card:
        """The lowest card of the hand that is equal to this one: no other hand can have a card between, nor
        is the card between them that wins the trick so far."""
        others = self.elsewhere | Hand(self.winning_card.bit) if self.trick.cards else self.elsewhere
        mine = self.legal.suit(card.suit).bits
        lower_others = others.suit(card.suit).bits & (card.bit - 1)
        floor = 1 << lower_others.bit_length() if lower_others else 1
        equals = mine & (2 * card.bit - 1) & ~(floor - 1)
        return PACK[(equals & -equals).bit_length() - 1]

    def _may_beat(self, seat: Seat, card: Card) -> bool:
        held, led = self.may_hold.of(seat), self.trick.led or card.suit
        if held.holds(led):
            return card.suit is led and held.suit(led).bits > card.bit
        if self.trumps is None:
            return False
        ruffs = held.suit(self.trumps)
        return bool(ruffs) and (card.suit is not self.trumps or ruffs.bits > card.bit)


def best_of(trick: Trick, trumps: Suit | None) -> Card:
    return trick.cards[(winner(trick, trumps).index - trick.leader.index) % 4]


def read_position(view: SeatView, *, by_the_book: bool = False) -> Position:
    """The position of the hand that is due, as the view's seat, which chooses its card, knows it."""
    deal = view.deal
    assert deal is not None and deal.settled is not None and deal.trick is not None
    assert deal.hand_due is not None and view.own is not None and view.viewer is not None
    seat = deal.hand_due
    known = {faced.seat: faced.left for faced in deal.faced} | {view.viewer: view.own.left}
    unseen, void = view.unseen(), voids(view)

    def may_hold(other: Seat) -> Hand:
        if other in known:
            return known[other]
        held = unseen
        for suit in void[other]:
            held = held - unseen.suit(suit)
        return held | view.placed(other) if deal.counts.of(other) else Hand()

    legal = Hand.of(action.card for action in view.options if isinstance(action, Play))
    return Position(
        seat=seat,
        hand=known.get(seat, legal),
        legal=legal,
        trumps=deal.settled.trumps,
        tricks=deal.tricks,
        trick=deal.trick,
        partner=known.get(seat.partner),
        commands=deal.settled.player_of(seat.partner) is deal.settled.player_of(seat),
        may_hold=by_seat(may_hold),
        dummy=bool(deal.settled.dummies),
        losing=deal.settled.at_misere,
        turned=deal.turned if deal.turned_with is seat else None,
        taught=by_the_book,
    )


# Signals of a player whose partner is hidden while a dummy lies open: a spare card, higher than need be


HIGHEST_SPARED: Final = Rank.NINE
"""The highest card that is played only to tell something."""

AT_LEAST_OUT: Final = 3
"""A player who cannot search spares a card only if so many higher ones are out."""

SPARED: Final = sum(card.bit for card in PACK if card.rank <= HIGHEST_SPARED)
_HONOURS: Final = sum(card.bit for card in PACK if card.rank >= Rank.QUEEN)


def tells(held: int, trumps_held: int, *, partner_led: bool) -> bool:
    """Whether a hand with these cards of the suit led, as bits, plays a higher one than it needs to: it has
    an ace, king or queen of partner's suit, or two cards of it and a trump for the third round; or it has an
    even number of cards of the other side's."""
    count = held.bit_count()
    if partner_led:
        return held & _HONOURS != 0 or (count == 2 and trumps_held != 0)
    return count % 2 == 0


def spare(held: int, beats: int) -> int:
    """The cards of a holding, as bits, any of which would signal: neither its lowest nor able to win."""
    return held & SPARED & ~beats & (held - 1)


def signalled(position: Position) -> tuple[Card, ...]:
    """The cards that would tell partner the truth about the suit led, the clearest first; empty where this
    hand has nobody to tell, or has told already."""
    led, hears = position.trick.led, position.dummy and not position.commands and position.partner is None
    if led is None or led is position.trumps or not position.hand.holds(led) or not hears:
        return ()
    if position.has_played(led):
        return ()
    held = position.hand.suit(led).bits
    trumps = position.hand.suit(position.trumps).bits if position.trumps is not None else 0
    if not tells(held, trumps, partner_led=position.trick.leader is position.seat.partner):
        return (PACK[(held & -held).bit_length() - 1],)
    free = spare(held, 0 if len(position.trick.cards) == 1 else position.beating)
    return tuple(card for card in position.legal.suit(led) if card.bit & free)


def signalling(position: Position, low: Card) -> Card:
    """The card of a player who may signal and does not search: for the lowest of the suit led a higher one,
    if enough others are higher still; else ``low``."""
    others = position.elsewhere.suit(low.suit)
    enough = (card for card in signalled(position) if (others.bits >> card.index).bit_count() >= AT_LEAST_OUT)
    return next(enough, low)
