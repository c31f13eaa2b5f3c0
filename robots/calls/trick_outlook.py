"""The expected tricks of a side of which one hand is known: a linear model over the holdings in each suit.

The figures are fitted to deals solved double dummy (``lab.robots.fit_declarations``) and are kept in
``fitted``. Nothing here knows prices.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, fsum
from operator import mul
from typing import Final, NamedTuple

from robots.calls.auction import Computed
from robots.calls.meaning import MOST_POINTS, Lengths, Picture
from robots.fitted import figures
from rules.cards import Hand, Rank, Suit
from rules.frozen import frozen
from rules.seats import BySeat, Seat
from rules.tricks import Strain
from rules.view import Settled

STRAINS: Final = (*Suit, None)
"""The order in every row of figures."""

NO_TRUMPS: Final = 4
"""The place of no trumps among them."""

MIDDLING: Final = 3
"""The length of a suit from which longer and shorter ones are counted."""

Kinds = tuple[float, float]
"""A figure with trumps, and one without."""

Strains = tuple[float, float, float, float, float]

Line = tuple[float, float]
"""Intercept and slope: tricks = intercept + slope * the tricks that the hand promises by itself."""

Situations = tuple[tuple[tuple[Line, Line], tuple[Line, Line]], tuple[tuple[Line, Line], tuple[Line, Line]]]
"""Indexed by whether this hand named the trumps, whether dealer had passed, and whether there are none."""


@frozen
class Weights:
    """Weights of the ``marks`` of each suit and of its ``shape``."""

    base: Kinds
    trumps: tuple[float, ...]
    sides: tuple[float, ...]
    shape: tuple[float, ...]
    plain: tuple[float, ...]  # for every suit where there are no trumps


@frozen
class Figures:
    own: Weights  # for a side that is to declare, before any call
    against: Weights  # for a side against which trumps were named
    against_named: tuple[Strains, Strains]  # added, if by dealer, and if by dealer's partner
    on_lead: Kinds  # added for dealer's left
    answered: float  # added once a contre has been answered with sur contre
    heard: Situations  # for the declaring side, once trumps are named
    heard_contre: Situations  # the same once they are doubled
    names: tuple[tuple[float, ...], ...]  # chances of partner's strains: base, then slopes by own tricks
    named: tuple[Line, ...]  # tricks if partner does
    named_honours: Strains  # partner's honours beyond chance, in prices of a trick


def _read_figures() -> Figures:
    read = figures("tricks")
    own, against = (Weights(**read.pop(side)) for side in ("own", "against"))
    return Figures(own=own, against=against, **read)


FIGURES: Final = _read_figures()
"""Fitted by ``lab.robots.fit_declarations``."""


def marks(holding: int) -> tuple[float, ...]:
    """The features of the cards held in one suit: the length, the five honours, pairs of honours, honours in
    a long suit, and unguarded honours. ``holding`` is thirteen bits, the ace highest."""
    length = holding.bit_count()
    ace, king, queen, knave, ten = (holding >> bit & 1 for bit in (12, 11, 10, 9, 8))
    longer = length - MIDDLING
    return (
        *(float(length == count) for count in range(1, 8)),
        float(length > 7),
        ace,
        king,
        queen,
        knave,
        ten,
        ace * king,
        ace * queen,
        king * queen,
        ace * knave,
        king * knave,
        queen * knave,
        knave * ten,
        ace * king * queen,
        ace * longer,
        king * longer,
        queen * longer,
        knave * longer,
        ten * longer,
        float(king and length == 1),
        float(queen and length <= 2 and not ace | king),
        float(knave and length <= 3 and not ace | king | queen),
    )


def length_features(length: int) -> tuple[float, ...]:
    """The features of a side suit of this length, which count more with more trumps to ruff it."""
    return float(max(MIDDLING - length, 0)), float(not length), float(length >= 5)


class TrickModel:
    """Expected tricks by one set of figures."""

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        self.own, self.against = HandModel(figures.own), HandModel(figures.against)

    def expected_tricks(self, hand: Hand, seat: Seat, dealer: Seat, settled: Settled) -> float:
        """Expected tricks of the seat's side with this hand once trumps are named, doubled or not."""
        figures, strain, named_by = self.figures, strain_index(settled.trumps), settled.declared_by
        passed, even = named_by is not dealer, strain == NO_TRUMPS
        if seat.side is not dealer.side:
            tricks = self.against.tricks(hand.bits, strain) + figures.against_named[passed][strain]
            answered = figures.answered if settled.level > 1 else 0.0
            return tricks + answered + figures.on_lead[even] * (seat is dealer.left)
        heard = figures.heard_contre if settled.level else figures.heard
        base, slope = heard[seat is named_by][passed][even]
        return base + slope * self.own.tricks(hand.bits, strain)


class HandModel:
    """Expected tricks of a hand's side by one set of weights, the other hands being unknown."""

    def __init__(self, weights: Weights) -> None:
        self._base, self._even = weights.base
        self._trumps, self._sides = _of_holdings(weights.trumps), _of_holdings(weights.sides)
        self._plain = _of_holdings(weights.plain)
        self._shape = tuple(weigh(weights.shape, length_features(length)) for length in range(14))

    def tricks(self, bits: int, strain: int) -> float:
        """``bits`` of thirteen cards as in ``Hand``; ``strain`` is a place in ``STRAINS``."""
        suits = [bits & 0x1FFF, bits >> 13 & 0x1FFF, bits >> 26 & 0x1FFF, bits >> 39]
        if strain == NO_TRUMPS:
            one, two, three, four = suits
            plain = self._plain
            return self._even + plain[one] + plain[two] + plain[three] + plain[four]
        trumps = suits.pop(strain)
        one, two, three = suits
        sides, shapes = self._sides, self._shape
        ruffs = shapes[one.bit_count()] + shapes[two.bit_count()] + shapes[three.bit_count()]
        length = trumps.bit_count() - MIDDLING
        return self._base + self._trumps[trumps] + sides[one] + sides[two] + sides[three] + length * ruffs


def weigh(weights: Sequence[float], values: Sequence[float]) -> float:
    weighed: float = fsum(map(mul, weights, values))
    return weighed


def strain_index(trumps: Suit | None) -> int:
    """The index of a strain in ``STRAINS``."""
    return NO_TRUMPS if trumps is None else trumps.index


def _of_holdings(weights: Sequence[float]) -> Computed:
    """The weighted sum of each of the 8,192 holdings of a suit."""
    return Computed(lambda holding: weigh(weights, marks(holding)))


# The expected tricks of a side, from one hand and from what the auction has told about the other hands


SUIT: Final = 0x1FFF
"""The bits of thirteen cards."""

IN_THE_PACK: Final = 40
"""Points of the whole pack."""

POINTS_ERROR: Final = 4.1
"""Standard deviation of the points of an unknown hand."""

DOUBT: Final = 2
"""Points by which the adversaries may differ from what they tell: they may bid by another system."""

SHARES: Final = (0.3, 0.4, 0.3)
"""Parts of partner's possible hands: the weakest, the middle and the strongest."""

SHORT: Final = 1.4
"""Cards by which an unseen hand falls short of three in its side suits, on average, all suits together."""

TRICKS_OF_A_POINT: Final = 0.384
TRICKS_OF_A_TRUMP: Final = 0.722
TRICKS_OF_SHORTNESS: Final = 0.305
WITH_TRUMPS: Final = -6.31
EVEN_OF_A_POINT: Final = 0.505
WITHOUT: Final = -4.11

HARD: Final = 10.5
HARDER: Final = 0.6
"""With trumps the last tricks are the hardest: above ``HARD`` each further one counts only ``HARDER``."""

SELDOM_MORE: Final = 0.2
SELDOM_LONG: Final = 0.8
"""The part of the unaccounted cards of a suit that a hand has, if it has bid the suit and if it has not: with
more it would have called something else."""

SUIT_ERROR: Final = 1.15
EVEN_ERROR: Final = 1.4
"""Standard deviation of the tricks with trumps, and without, when the strength of both hands is known."""


class Holding:
    """A hand of thirteen cards with all that bidding asks about it."""

    def __init__(self, hand: Hand) -> None:
        self.hand, self.bits = hand, bits = hand, hand.bits
        suits = [_suit_features(bits >> 13 * suit & SUIT) for suit in range(4)]
        self.lengths: Lengths = tuple([suit.length for suit in suits])
        self.points = sum([suit.points for suit in suits])
        self.aces = sum([suit.ace for suit in suits])
        self.stops = tuple([suit.stop for suit in suits])
        shortest, shorter, longer, longest = sorted(self.lengths)
        self.longest_two = longest + longer  # cards of the two longest suits
        self.even = shortest >= 2 and longest <= 5 and shorter >= 3
        self.first = tuple(Suit)[self.lengths.index(longest)]  # the longest, of two as long the higher
        missing = [max(0, 3 - length) for length in self.lengths]
        self.short = tuple([0 if few else sum(missing) for few in missing])

    @property
    def playing_tricks(self) -> float:
        """The tricks that the hand promises by itself with its longest suit as trumps."""
        suits = [self.bits >> 13 * suit.index & SUIT for suit in Suit]
        trumps = suits.pop(self.first.index)
        return _long_tricks(trumps) + fsum(map(_short_tricks, suits))

    def sure_tricks(self, trumps: Suit | None, *, leads: bool) -> int:
        """The tricks that the hand wins against a contract of the adversaries however the other cards lie,
        with trumps though one of its high cards be ruffed. Without trumps a suit runs for who ``leads``."""
        suits = [self.bits >> 13 * suit & SUIT for suit in range(4)]
        if trumps is None:
            return sum(_running(cards) if leads else _tops(cards) for cards in suits)
        mine = suits.pop(trumps.index)
        tops = sum(min(_tops(cards), 1 if cards.bit_count() > 4 else 2) for cards in suits)
        return _unbeaten(mine) + max(0, tops - 1)

    def support(self, suit: Suit, partners: int) -> float:
        """Points in support of a suit of which partner has so many cards, short suits and trumps counted."""
        more = TRICKS_OF_SHORTNESS * (self.short[suit.index] - SHORT)
        more += TRICKS_OF_A_TRUMP * (self.lengths[suit.index] + partners - 8)
        return self.points + max(-3.0, min(6.0, more / TRICKS_OF_A_POINT))


class _Suit(NamedTuple):
    """What bidding asks about the cards of one suit."""

    length: int
    points: int
    ace: bool
    stop: bool  # whether the adversaries cannot run it


def _long_tricks(cards: int) -> float:
    """The tricks of a long suit: its cards, less those that the missing ace, king and queen are expected to
    take. A finesse, or the queen's fall under ace and king, succeeds half of the time."""
    ace, king, queen, knave = (cards >> bit & 1 for bit in (12, 11, 10, 9))
    by_king = 0 if king else 0.5 if ace and queen else 1
    by_queen = 0 if queen else 0.5 if knave or (ace and king) else 1
    return cards.bit_count() - (1 - ace) - by_king - by_queen


def _short_tricks(cards: int) -> float:
    """The tricks of a side suit: aces, and a king that is guarded, with the queen surely."""
    ace, king, queen = (cards >> bit & 1 for bit in (12, 11, 10))
    guarded = cards.bit_count() > 1
    return ace + (0.0 if not king or not guarded else 1.0 if ace or queen else 0.5)


def _tops(cards: int) -> int:
    """The cards from the ace down without a gap."""
    return next(place for place in range(14) if not cards >> (12 - place) & 1) if cards != SUIT else 13


def _running(cards: int) -> int:
    """The tricks of a suit led from the top: all of it, if it has four tops, or three of six cards."""
    tops, length = _tops(cards), cards.bit_count()
    return length if tops >= 4 or (tops == 3 and length >= 6) else tops


def _unbeaten(cards: int) -> int:
    """The trumps that are left if each is beaten by the lowest higher card that one adversary, who has all
    the others and plays last, still has."""
    left, higher = 0, 0
    for place in reversed(range(13)):
        if not cards >> place & 1:
            higher += 1
        elif higher:
            higher -= 1
        else:
            left += 1
    return left


@lru_cache(maxsize=1 << 13)
def _suit_features(cards: int) -> _Suit:
    """``cards`` are thirteen bits, the ace highest."""
    ranks = [place + Rank.TWO for place in range(13) if cards >> place & 1]
    return _Suit(
        len(ranks),
        sum(max(0, rank - Rank.TEN) for rank in ranks),
        Rank.ACE in ranks,
        any(rank + len(ranks) > Rank.ACE for rank in ranks),
    )


@lru_cache(maxsize=4096)
def holding(hand: Hand) -> Holding:
    return Holding(hand)


class TrickOutlook:
    """What the player of a seat expects of every hand."""

    __slots__ = ("_lengths", "hand", "strengths")

    def __init__(self, seat: Seat, hand: Holding, known: BySeat[Picture]) -> None:
        self.hand = hand
        partner, left, right = known.of(seat.partner), known.of(seat.left), known.of(seat.right)
        theirs = [(max(0, one.low - DOUBT), min(MOST_POINTS, one.high + DOUBT)) for one in (left, right)]
        bounds = ((partner.low, partner.high), *theirs)
        self.strengths = _shared(IN_THE_PACK - hand.points, bounds)  # partner's points, with chances
        self._lengths = tuple(
            _of_suit(
                13 - hand.lengths[suit],
                (partner.lengths[suit], left.lengths[suit], right.lengths[suit]),
                (sum(partner.lengths), sum(left.lengths), sum(right.lengths)),
            )
            for suit in range(4)
        )

    def partners(self, suit: Suit) -> float:
        """The cards of a suit that partner is expected to have."""
        return self._lengths[suit.index]

    def length_together(self, suit: Suit) -> float:
        return self.hand.lengths[suit.index] + self._lengths[suit.index]

    def tricks(self, strain: Strain, strength: float, *, ours: bool) -> float:
        """The expected tricks if this side (``ours``) or the other plays, and partner has so many points."""
        side = self.hand.points + strength
        trumps = strain.trumps
        if not ours:
            side = IN_THE_PACK - side
        if trumps is None:
            tricks = EVEN_OF_A_POINT * side + WITHOUT
        else:
            length = self.length_together(trumps)
            short = self.hand.short[trumps.index] + SHORT
            if not ours:
                length, short = 13 - length, 2 * SHORT
            tricks = TRICKS_OF_A_POINT * side + TRICKS_OF_A_TRUMP * length
            tricks = tricks + TRICKS_OF_SHORTNESS * short + WITH_TRUMPS
            tricks = min(tricks, HARD + HARDER * (tricks - HARD))
        tricks = min(13.0, max(0.0, tricks))
        return tricks if ours else 13 - tricks


@lru_cache(maxsize=1 << 14)
def _shared(left: int, bounds: Sequence[tuple[int, int]]) -> tuple[tuple[float, float], ...]:
    """The points of the first of three hands, with chances, if the three have this many in all and each is
    within its bounds. Without bounds each hand would be normally distributed."""
    low, high = -10.0, 50.0  # of the mean that the hands would have without bounds
    for _ in range(10):
        middle = (low + high) / 2
        if fsum(_mean(round(4 * middle), *one) for one in bounds) < left:
            low = middle
        else:
            high = middle
    return _thirds(round(4 * low), *bounds[0])


@lru_cache(maxsize=1 << 14)
def _within(quarters: int, low: int, high: int) -> tuple[float, ...]:
    """The chance of each number of points from ``low`` to ``high``; the mean is in quarters of a point."""
    weights = [
        exp(-(((4 * points - quarters) / (4 * POINTS_ERROR)) ** 2) / 2) for points in range(low, high + 1)
    ]
    total = fsum(weights)
    if not total:  # out of all reach
        return tuple(1.0 if (points == low) == (quarters < 4 * low) else 0.0 for points in (low, high))
    return tuple(weight / total for weight in weights)


@lru_cache(maxsize=1 << 14)
def _mean(quarters: int, low: int, high: int) -> float:
    return fsum(chance * (low + place) for place, chance in enumerate(_within(quarters, low, high)))


@lru_cache(maxsize=1 << 14)
def _thirds(quarters: int, low: int, high: int) -> tuple[tuple[float, float], ...]:
    """Three numbers of points that stand for the weakest, the middle and the strongest hands."""
    chances = _within(quarters, low, high)
    parts: list[tuple[float, float]] = []
    place, used = 0, 0.0
    for share in SHARES:
        want, total = share, 0.0
        while want > 1e-9 and place < len(chances):
            taken = min(want, chances[place] - used)
            total += taken * (low + place)
            want -= taken
            used += taken
            if used >= chances[place] - 1e-12:
                place, used = place + 1, 0.0
        parts.append((total / (share - want) if share > want else float(high), share))
    return tuple(parts)


@lru_cache(maxsize=1 << 14)
def _of_suit(left: int, told: tuple[int, int, int], every: tuple[int, int, int]) -> float:
    """Partner's share of these cards of a suit: each hand gets what it has told, and the rest in proportion
    to its room. Partner comes first; ``every`` are the cards that each hand has told of all suits."""
    rest = max(0, left - sum(told))
    room = [max(0, 13 - known) for known in every]
    share = rest * room[0] / sum(room) if any(room) else rest / 3
    return told[0] + share * (SELDOM_MORE if told[0] else SELDOM_LONG)


def safe_suits(hand: Hand) -> int:
    """The number of suits in which a hand can hardly be made to take a trick: void, or with low cards."""
    lowest = ([card.rank for card in reversed(list(hand.suit(suit)))][:3] for suit in Suit)
    return sum(all(rank <= 4 + 2 * place for place, rank in enumerate(ranks)) for ranks in lowest)


def losing_tricks(hand: Hand | None, strength: float) -> float:
    """Expected tricks of a side that tries to lose them, with this many points; for the hand that undertook
    it, if it is known."""
    return 6.5 + 0.2 * (strength - 20) - (0.0 if hand is None else 0.3 * (safe_suits(hand) - 2))
