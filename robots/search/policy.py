"""Cards as they were chosen, and the features of a card that a player could choose.

A chosen card is one of a hidden player, or of the dummy that they play, with all that was public then. For a
hypothetical hand of the player a card has features: indices into one array of weights, one of each group. The
groups are tables over a few numbers each, which are worked out from the holding of the card's suit, the other
hand that the player sees, and what was public.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from math import exp, log, prod
from typing import Final

from robots.fitted import figures
from robots.search.habits import ALONE, beating
from rules.cards import SUIT_BITS
from rules.frozen import frozen, replace
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


SORTS: Final = 3
"""Without trumps, a plain suit, trumps."""

_LEADS: Final = (
    (PARTS, SORTS, 8, 5, 2),  # length, higher cards in the hand, whether it is the lowest
    (PARTS, SORTS, 4, 2, 2, 4),  # higher cards out, an equal above and below it, length
    (PARTS, SORTS, 13),  # rank
    (PARTS, SORTS, 4, 2, 2),  # who opened the suit, whether it is the highest, the lowest
    (PARTS, SORTS, 5, 5, 2, 2),  # length and top of the other hand, whether it is the highest, the lowest
    (PARTS, SORTS, 8, 2),  # who is void, whether trumps are held
    (PARTS, SORTS, 5, STRENGTHS, 4),  # length, trumps, masters
    (PARTS, 6, 2, 6, 4),  # highest card, whether it touches the next, length, higher cards in the hand
    (PARTS, SORTS, 2, 3, 2),  # whether nobody else has the suit, stage of the deal, whether it is a master
)
_FOLLOWS: Final = (
    (PARTS, 3, 2, 2, 6, 8),  # place, partner is winning, an honour is, kind of card, kinds that are open
    (3, 2, 4, 2, 2, 2),  # place, takes, higher cards out, partner is winning, the lowest, an equal below it
    (PARTS, 13, 2, 3),  # rank, takes, place
    (PARTS, 3, 2, 2, 2),  # place, dummy is to follow, the other hand beats it, takes
    (PARTS, 2, 2, 3, 2, 2, 2, STRENGTHS),  # what could be a signal, and what it would tell
    (PARTS, 3, 6, 5, 2),  # place, length, higher cards in the hand, takes
    (3, 2, 4, 3, 2),  # round of the suit, takes, higher cards out, place, partner is winning
    (SORTS, 2, 3, 4),  # takes, place, higher cards out
)
_DISCARDS: Final = (
    (PARTS, 3, 2, 2, SORTS, 3),  # place, partner is winning, an honour is, the cheapest that takes, or dearer
    (SORTS, 6, 2, 2, 4),  # length, the lowest, the highest, higher cards out
    (PARTS, SORTS, 13),  # rank
    (PARTS, SORTS, 4, 2),  # who opened the suit, the lowest
    (PARTS, 5, 6, 2),  # higher cards out than the highest, length, the lowest
    (PARTS, SORTS, 5, 5, 2),  # length and top of the other hand, the lowest
    (SORTS, STRENGTHS, 5, 2),  # trumps, length, whether the hand has played the suit
    (SORTS, 3, 2, STRENGTHS),  # place, partner is winning, trumps
)

_SIZES: Final = tuple(prod(group) for group in (*_LEADS, *_FOLLOWS, *_DISCARDS))
_STARTS: Final = (0, *accumulate(_SIZES))
COUNT: Final = _STARTS[-1]
"""The number of weights."""

_L: Final = _STARTS[: len(_LEADS)]
_F: Final = _STARTS[len(_LEADS) : len(_LEADS) + len(_FOLLOWS)]
_D: Final = _STARTS[len(_LEADS) + len(_FOLLOWS) : -1]

Marks = list[tuple[int, tuple[int, ...]]]
"""Cards of a suit, each as a bit of thirteen, with the indices of their features."""


def marks(one: Chosen, suit: int, held: int, other: int, trumps_held: int) -> Marks:
    """The features of each card of a suit. The hand from which one was chosen has the cards ``held``, and the
    other hand that the player sees ``other``, both as thirteen bits; ``trumps_held`` is a class as of
    ``robots.search.policy.strength``."""
    of = _leads if not one.place else _follows if suit == one.led else _discards
    return of(one, suit, held, other, trumps_held)


def _sort(one: Chosen, suit: int) -> int:
    return 0 if one.trumps == ALONE else 1 + (suit == one.trumps)


def _cards(held: int, out: int, live: int) -> Iterator[tuple[int, int, int, int, bool, bool]]:
    """Each card with the number of higher and lower ones in the hand, of higher ones out (three at most), and
    whether the next that is left above it, and below it, is in the same hand."""
    rest, lower, count = held, 0, held.bit_count()
    while rest:
        bit = rest & -rest
        rest ^= bit
        above, below = live & -(bit << 1), live & (bit - 1)
        yield (
            bit,
            count - lower - 1,
            lower,
            min((out & -bit).bit_count(), 3),
            bool(above & -above & held),
            bool(below and held >> below.bit_length() - 1 & 1),
        )
        lower += 1


def _seen(one: Chosen, suit: int, held: int, other: int) -> tuple[int, int, int]:
    """The cards of the suit that are left, and those of them that the player does not command; and the length
    and top of the other hand in one number."""
    live = SUIT & ~(one.gone >> 13 * suit)
    commands = one.part in (DECLARER, FROM_DUMMY)
    out = live & ~(held | other) if commands else live & ~held
    unknown = live & ~(held | other)
    top = min(3, (unknown >> other.bit_length()).bit_count()) if other else 4
    return live, out, min(other.bit_count(), 4) * 5 + top


def _leads(one: Chosen, suit: int, held: int, other: int, trumps_held: int) -> Marks:
    live, out, others = _seen(one, suit, held, other)
    sort, count = _sort(one, suit), held.bit_count()
    base = one.part * SORTS + sort
    top = held.bit_length() - 1
    touching = top > 0 and held >> (top - 1) & 1
    masters = min(3, (held >> out.bit_length()).bit_count())
    left, partner, right = one.void
    void = (left >> suit & 1) * 4 + (partner >> suit & 1) * 2 + (right >> suit & 1)
    tricks = one.gone.bit_count() // 4
    stage = 0 if tricks < 3 else 1 if tricks < 8 else 2
    opened = base * 4 + one.opened_by[suit]
    shape = ((one.part * 6 + max(0, top - 7)) * 2 + touching) * 6 + min(count, 5)
    of_suit = (
        _L[5] + (base * 8 + void) * 2 + (trumps_held > 0),
        _L[6] + ((base * 5 + min(count, 4)) * STRENGTHS + trumps_held) * 4 + masters,
    )
    found: Marks = []
    for bit, higher, lower, above, up, down in _cards(held, out, live):
        lowest, highest = not lower, not higher
        of_card = (
            _L[0] + ((base * 8 + min(count, 7)) * 5 + min(higher, 4)) * 2 + lowest,
            _L[1] + (((base * 4 + above) * 2 + up) * 2 + down) * 4 + min(count, 4) - 1,
            _L[2] + base * 13 + bit.bit_length() - 1,
            _L[3] + (opened * 2 + highest) * 2 + lowest,
            _L[4] + ((base * 25 + others) * 2 + highest) * 2 + lowest,
            _L[7] + shape * 4 + min(higher, 3),
            _L[8] + ((base * 2 + (not out)) * 3 + stage) * 2 + (not above),
        )
        found.append((bit, of_card + of_suit))
    return found


def _follows(one: Chosen, suit: int, held: int, other: int, trumps_held: int) -> Marks:
    live, out, _ = _seen(one, suit, held, other)
    count, place, part = held.bit_count(), one.place - 1, one.part
    winning, honour = one.partner_winning, one.honour_winning
    beats = one.beats >> 13 * suit & SUIT
    takers = held & beats
    taking, low = takers.bit_count(), count - takers.bit_count()
    open_kinds = (low > 0) + 2 * (taking > 0) + 4 * (taking > 1)
    case = ((part * 3 + place) * 2 + winning) * 2 + honour
    played = (SUIT & ~live).bit_count()
    stage = 0 if not played else 1 if played < 5 else 2
    told = ((count + 1) % 2) * 2 + (held >> 10 > 0)
    first = not one.has_played >> suit & 1
    sort = _sort(one, suit)
    found: Marks = []
    for bit, higher, lower, above, _, down in _cards(held, out, live):
        takes, rank = bool(bit & beats), bit.bit_length() - 1
        lowest = not lower
        beaten = other > bit
        if takes:
            kind, tells = 2 if not bit - 1 & takers else 3 if not higher else 4, 0
        else:
            kind = 0 if lowest else 1
            tells = (((one.partner_led * 2 + first) * 3 + min(lower, 2)) * 2 + (rank <= 7)) * 4 + told
        found.append(
            (
                bit,
                (
                    _F[0] + (case * 6 + kind) * 8 + open_kinds,
                    _F[1] + ((((place * 2 + takes) * 4 + above) * 2 + winning) * 2 + lowest) * 2 + down,
                    _F[2] + ((part * 13 + rank) * 2 + takes) * 3 + place,
                    _F[3] + (((part * 3 + place) * 2 + one.dummy_follows) * 2 + beaten) * 2 + takes,
                    _F[4] + (part * 96 + tells) * STRENGTHS + trumps_held,
                    _F[5] + (((part * 3 + place) * 6 + min(count, 5)) * 5 + min(higher, 4)) * 2 + takes,
                    _F[6] + (((stage * 2 + takes) * 4 + above) * 3 + place) * 2 + winning,
                    _F[7] + ((sort * 2 + takes) * 3 + place) * 4 + above,
                ),
            )
        )
    return found


def _discards(one: Chosen, suit: int, held: int, other: int, trumps_held: int) -> Marks:
    live, out, others = _seen(one, suit, held, other)
    count, place, part, sort = held.bit_count(), one.place - 1, one.part, _sort(one, suit)
    winning = one.partner_winning
    beats = one.beats >> 13 * suit & SUIT
    takers = held & beats
    base = part * SORTS + sort
    case = (((part * 3 + place) * 2 + winning) * 2 + one.honour_winning) * SORTS + sort
    guard = (part * 5 + min(4, (out >> held.bit_length()).bit_count())) * 6 + min(count, 5)
    opened = base * 4 + one.opened_by[suit]
    fresh = one.has_played >> suit & 1
    of_suit = (
        _D[6] + ((sort * STRENGTHS + trumps_held) * 5 + min(count, 4)) * 2 + fresh,
        _D[7] + ((sort * 3 + place) * 2 + winning) * STRENGTHS + trumps_held,
    )
    found: Marks = []
    for bit, higher, lower, above, _, _ in _cards(held, out, live):
        lowest = not lower
        ruff = 0 if not bit & beats else 1 if not bit - 1 & takers else 2
        of_card = (
            _D[0] + case * 3 + ruff,
            _D[1] + (((sort * 6 + min(count, 5)) * 2 + lowest) * 2 + (not higher)) * 4 + above,
            _D[2] + base * 13 + bit.bit_length() - 1,
            _D[3] + opened * 2 + lowest,
            _D[4] + guard * 2 + lowest,
            _D[5] + (base * 25 + others) * 2 + lowest,
        )
        found.append((bit, of_card + of_suit))
    return found


# How likely a player with a hypothetical hand was to choose the card that they played


WEIGHTS: Final = tuple(weight for row in figures("policy") for weight in row)
"""Fitted by ``lab.fit_policy``, in ``UNIT``."""

UNIT: Final = 0.01
"""Weights are kept as whole numbers of this unit."""

AT_RANDOM: Final = 0.05
"""How often a card is taken to be chosen at random."""

CARDS_KEPT: Final = 80
"""Cards of which the shares are kept, most of them of some hundred holdings."""

SUITS: Final = range(4)
NOT_LED: Final = -1


class Policy:
    """The log-likelihood of one card that was chosen, for many hands."""

    def __init__(self, one: Chosen) -> None:
        self._one = one
        self._trumps = SUIT_BITS[one.trumps] if one.trumps != ALONE else 0
        self._led = 13 * one.led if one.place else NOT_LED
        self._of_suit = _shares(replace(one, later=0))

    def log(self, left: int) -> float:
        """The log-likelihood if the player's hand now has the cards ``left``."""
        one = self._one
        own = left | one.later
        trumps_held = STRENGTH[(own & self._trumps).bit_count()]
        if self._led != NOT_LED and (one.shown if one.part == FROM_DUMMY else own) >> self._led & SUIT:
            return _log([self._share(one.led, own >> self._led & SUIT, trumps_held)])
        return _log([self._share(suit, own >> 13 * suit & SUIT, trumps_held) for suit in SUITS])

    def _share(self, suit: int, held: int, trumps_held: int) -> _Share:
        key = (held << 2 | trumps_held) << 2 | suit
        found = self._of_suit.get(key)
        if found is None:
            found = self._of_suit[key] = self._weighed(suit, held, trumps_held)
        return found

    def _weighed(self, suit: int, held: int, trumps_held: int) -> _Share:
        one = self._one
        other = one.shown >> 13 * suit & SUIT
        if one.part == FROM_DUMMY:
            held, other = other, held
        card = one.card >> 13 * suit
        total = chosen = 0.0
        for bit, indices in marks(one, suit, held, other, trumps_held):
            share = exp(UNIT * sum([WEIGHTS[index] for index in indices]))
            total += share
            if bit == card:
                chosen = share
        return total, held.bit_count(), chosen


_Share = tuple[float, int, float]
"""Of the cards of one suit: the sum of their shares, their number, and the share of the card that was
chosen."""


@lru_cache(maxsize=CARDS_KEPT)
def _shares(one: Chosen) -> dict[int, _Share]:
    """What has been worked out for this card. A player's card is weighed again and again until the deal is
    over."""
    return {}


def _log(shares: Sequence[_Share]) -> float:
    total = chosen = 0.0
    cards = 0
    for of_suit, count, share in shares:
        total += of_suit
        cards += count
        chosen += share
    return log((1 - AT_RANDOM) * chosen / total + AT_RANDOM / cards)
