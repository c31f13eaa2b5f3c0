"""The expected tricks of a side of which one hand is known: a linear model over the holdings in each suit.

The figures are fitted to deals solved double dummy (``benchmarks.robots.fit_declarations``) and are kept in
``fitted``. Nothing here knows prices.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import Final

from rules.cards import Hand, Suit
from rules.frozen import frozen
from rules.seats import Seat
from rules.view import Settled

STRAINS: Final = (*Suit, None)
"""In the order of every row of figures."""

NO_TRUMPS: Final = 4
"""Its place among them."""

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
    """All fitted figures."""

    own: Weights  # for a side that is to declare, before any call
    against: Weights  # for a side against which trumps were named
    against_named: tuple[Strains, Strains]  # added, if by dealer, and if by dealer's partner
    on_lead: Kinds  # added for dealer's left
    answered: float  # added once a contre has been answered with sur contre
    heard: Situations  # for the declaring side, once trumps are named
    heard_contre: Situations  # the same once they are doubled
    names: tuple[
        tuple[float, ...], ...
    ]  # the chance that partner names each strain: base, then slopes by own tricks
    named: tuple[Line, ...]  # tricks if partner does
    named_honours: Strains  # partner's honours beyond chance, in prices of a trick


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


def shape(length: int) -> tuple[float, ...]:
    """The features of a side suit of this length, which count more with more trumps to ruff it."""
    return float(max(MIDDLING - length, 0)), float(not length), float(length >= 5)


class TrickModel:
    """Expected tricks by one set of figures."""

    def __init__(self, figures: Figures) -> None:
        self.figures = figures
        self.own, self.against = HandModel(figures.own), HandModel(figures.against)

    def heard(self, hand: Hand, seat: Seat, dealer: Seat, settled: Settled) -> float:
        """Expected tricks of the seat's side with this hand once trumps are named, doubled or not."""
        figures, strain, named_by = self.figures, place(settled.trumps), settled.declared_by
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
        self._trumps, self._sides = _Table(weights.trumps), _Table(weights.sides)
        self._plain = _Table(weights.plain)
        self._shape = tuple(weigh(weights.shape, shape(length)) for length in range(14))

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
    """The weighted sum."""
    weighed: float = sum(map(mul, weights, values))
    return weighed


def place(trumps: Suit | None) -> int:
    """The index of a strain in ``STRAINS``."""
    return NO_TRUMPS if trumps is None else trumps.index


class _Table(dict[int, float]):
    """The weighted sum of each of the 8,192 holdings of a suit, computed when it is first needed."""

    def __init__(self, weights: Sequence[float]) -> None:
        self._weights = weights

    def __missing__(self, holding: int) -> float:
        weighed = self[holding] = weigh(self._weights, marks(holding))
        return weighed
