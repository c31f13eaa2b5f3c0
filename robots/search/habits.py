"""Kinds of play, by which a card tells something about the hand that it came from.

A ``Played`` is one card with all that was public when it was played. For a hypothetical hand it gives the
kind of play that the card would have been, and the kinds that were open. How often players choose each kind
was counted by ``lab.robots.fit_habits``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Final

from robots.fitted import figures
from robots.play import position, trump_call
from robots.search.playouts import beating, cards_of
from rules.cards import SUIT_BITS, Rank, Suit
from rules.frozen import frozen
from rules.seats import ROUND, Seat
from rules.tricks import Trick
from rules.view import Settled

_COUNTED: Final = figures("habits")
FOLLOWED: Final[dict[tuple[int, ...], tuple[float, ...]]] = dict(_COUNTED["followed"])
"""How often a player who follows chooses each kind of play, by the case."""
LED: Final[dict[tuple[int, ...], tuple[float, ...]]] = dict(_COUNTED["led"])
"""How often a leader plays a card with so many higher ones in their hand, by the shape of the holding."""
OPENING: Final[tuple[float, ...]] = _COUNTED["opening"]
LATER: Final[tuple[float, ...]] = _COUNTED["later"]
"""The weights of a suit's features when it is chosen to be led: first of all, and later."""

# Kinds of play for a hand that follows: cards of the suit led, or trumps, by whether they take the trick.
LOWEST: Final = 0  # of the suit led, not taking it
OTHER: Final = 1  # of the suit led, not the lowest, and not taking it
CHEAPEST: Final = 2  # the lowest that takes it
DEAREST: Final = 3  # the highest, where more than one would take it
BETWEEN: Final = 4
DISCARD: Final = 5  # of another suit
KINDS: Final = 6

SUIT: Final = 0x1FFF
ALONE: Final = -1
"""In place of a suit's index: no suit to follow, or no trumps."""


@frozen
class Played:
    """One card as it was played. Cards and sets of cards are bits, suits and seats indices."""

    seat: int
    card: int
    later: int  # this card and those that its hand has played since
    gone: int  # the cards that all hands have played before it
    trumps: int
    place: int  # in the trick; 0 leads
    led: int
    beats: int  # the cards that would take the lead in the trick
    partner_winning: bool
    honour_winning: bool  # whether the card to be beaten is a ten or higher
    opened_by: tuple[int, ...]  # who first led each suit: 0 nobody, 1 this seat, 2 partner, 3 an adversary
    first: bool  # of the deal

    @property
    def follows(self) -> bool:
        """Whether the card was led, or is of the suit led."""
        return not self.place or bool(self.card & SUIT_BITS[self.led])

    @property
    def trump_cards(self) -> int:
        return SUIT_BITS[self.trumps] if self.trumps != ALONE else 0

    @property
    def might_win(self) -> int:
        """The cards that are not played to tell something, since they might be meant to win."""
        return 0 if self.place == 1 else self.beats

    def follow_case(self, left: int) -> tuple[tuple[int, ...], int, int]:
        """For a seat that followed and now has the cards ``left``: the case, whose last number has the kinds
        that were open as bits; the kind of the card; and the number of cards of that kind in the hand."""
        hand = left | self.later
        following = hand & SUIT_BITS[self.led]
        legal = following or hand
        takes, ducks = legal & self.beats, legal & ~self.beats
        low, cheap = ducks & -ducks, takes & -takes
        open_kinds = 0
        if ducks:
            open_kinds = 1 << DISCARD if not following else 1 << LOWEST | (ducks != low) << OTHER
        if takes:
            rest = takes ^ cheap
            open_kinds |= 1 << CHEAPEST | (rest != 0) << DEAREST | (rest & (rest - 1) != 0) << BETWEEN
        case = (self.place, self.partner_winning, self.honour_winning, not following, open_kinds)
        if self.card & takes:
            if self.card == cheap:
                return case, CHEAPEST, 1
            if self.card << 1 > takes:
                return case, DEAREST, 1
            return case, BETWEEN, takes.bit_count() - 2
        if not following:
            return case, DISCARD, 1
        return (case, LOWEST, 1) if self.card == low else (case, OTHER, ducks.bit_count() - 1)

    def suit_then(self, left: int, suit: int) -> int:
        """The cards of a suit that the seat held then, as thirteen bits."""
        return (left | self.later) >> 13 * suit & SUIT

    def out(self, held: int, suit: int) -> int:
        """The cards of the suit that the others held then."""
        return SUIT & ~(held | self.gone >> 13 * suit)

    def shape(self, held: int, suit: int) -> tuple[tuple[int, ...], int]:
        """For a lead from this holding: its shape, and the number of its cards above the one led."""
        top = held.bit_length() - 1
        two = bool(top and held >> (top - 1) & 1)
        three = two and top > 1 and bool(held >> (top - 2) & 1)
        master = held > self.out(held, suit)
        led = self.card.bit_length() - 1 - 13 * suit
        shape = (self.first, min(held.bit_count(), LENGTHS), max(top, _EIGHT), two, three, master)
        return shape, (held >> led + 1).bit_count()


_EIGHT: Final = Rank.EIGHT - Rank.TWO + 1
_TEN: Final = Rank.TEN - Rank.TWO


def plays_by(tricks: Sequence[Trick], seats: frozenset[Seat], trumps: Suit | None) -> Iterator[Played]:
    """Every card that these hands have played, in order."""
    order = trumps.index if trumps is not None else ALONE
    later = [0, 0, 0, 0]
    for trick in tricks:
        for seat, card in trick.by_player():
            later[seat.index] |= card.bit
    gone = 0
    opened: list[int | None] = [None] * 4
    for trick in tricks:
        led, best, best_by = ALONE, ALONE, ALONE
        for place, (seat, card) in enumerate(trick.by_player()):
            me, suit = seat.index, card.suit.index
            if seat in seats:
                yield Played(
                    seat=me,
                    card=card.bit,
                    later=later[me],
                    gone=gone,
                    trumps=order,
                    place=place,
                    led=led,
                    beats=beating(1 << best, SUIT_BITS[led], cards_of(trumps)) if place else 0,
                    partner_winning=place > 1 and best_by ^ me == 2,
                    honour_winning=place > 0 and best % 13 >= _TEN,
                    opened_by=_opened_by(opened, me),
                    first=not gone,
                )
            later[me] ^= card.bit
            gone |= card.bit
            if not place:
                led = suit
                opened[suit] = me if opened[suit] is None else opened[suit]
            if not place or (card.index > best if suit == best // 13 else suit == order):
                best, best_by = card.index, me


def _opened_by(opened: Sequence[int | None], me: int) -> tuple[int, ...]:
    return tuple(0 if who is None else 1 if who == me else 2 if who ^ me == 2 else 3 for who in opened)


# The suit that is led is chosen with a softmax over features of the holding and of what has been played.

LENGTHS: Final = 7
"""Longer suits count as this length."""

OF_HOLDING: Final = LENGTHS + 12


def holding_marks(held: int, is_trumps: bool, with_trumps: bool) -> tuple[float, ...]:
    """Features of the cards held in a suit."""
    length = held.bit_count()
    ace, king, queen, knave = (held >> bit & 1 for bit in (12, 11, 10, 9))
    top = held.bit_length() - 1
    touching = top >= Rank.KNAVE - Rank.TWO and held >> (top - 1) & 1
    singleton = with_trumps and not is_trumps and length == 1
    by_length = (float(min(length, LENGTHS) == count) for count in range(1, LENGTHS + 1))
    honours = (ace, king, queen, knave, ace & king, touching)
    trumps = (is_trumps, is_trumps * length, singleton)
    against_trumps = (with_trumps * ace, with_trumps * king, with_trumps * min(length, 6))
    return (*by_length, *map(float, (*honours, *trumps, *against_trumps)))


# Cards by which hidden players may have told something, and what a hypothetical hand would have played


class Tells(Enum):
    """What a higher card than need be would tell."""

    STRONG = "strong in trumps"  # it calls for them
    FOUR = "four trumps"  # partner has called for them, or leads them
    GO_ON = "go on"  # the suit that partner leads is liked
    EVEN = "even"  # an even number of a suit that the other side leads


def agrees(card: Played, tells: Tells, left: int) -> bool:
    """Whether a seat that now has the cards ``left`` would have played this one by the conventions."""
    hand = left | card.later
    held, trumps = hand & SUIT_BITS[card.led], hand & card.trump_cards
    low, beats = held & -held, card.might_win
    if tells in (Tells.GO_ON, Tells.EVEN):
        shows = position.tells(held, trumps, partner_led=tells is Tells.GO_ON)
        return bool(card.card & ((shows and position.spare(held, beats)) or low))
    four = tells is Tells.FOUR and trumps.bit_count() >= trump_call.ENOUGH_TO_ECHO
    calls = four or trump_call.strong(trumps)
    return card.card == (trump_call.called(low, held ^ low, beats) if calls else low)


def signs(tricks: Sequence[Trick], cards: Sequence[Played], settled: Settled) -> Iterator[Tells | None]:
    """For each of these cards, which hidden players have played, what it may tell; None if nothing."""
    seen: set[tuple[int, int]] = set()
    for card in cards:
        fresh = (card.seat, card.led) not in seen
        seen.add((card.seat, (card.card.bit_length() - 1) // 13))
        small = card.card & position.SPARED & ~card.might_win
        number = card.gone.bit_count() // len(Seat)
        may_tell = card.place and card.follows and fresh and small
        yield _card_tells(tricks[:number], tricks[number], card, settled) if may_tell else None


def _card_tells(before: Sequence[Trick], trick: Trick, card: Played, settled: Settled) -> Tells | None:
    seat = ROUND[card.seat]
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
