"""Fits the figures that value hands where trumps are declared: ``robots/data/tricks.json``.

``python -m lab.robots.fit_declarations deals.txt 6000``  so many deals; solved ones are kept in the
file, and missing ones are solved and added to it: about 0.2 s each.

Everything is ridge regression. The order is that of the calls: the tricks of a hand by itself; what partner
names after a pass, and makes; from that who passes; then what the hands of either side may expect after those
calls, and whether the adversaries double.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from itertools import product
from math import sqrt
from pathlib import Path
from typing import Final

from lab.robots.solved import SolvedDeal, solved
from robots.calls.trick_outlook import (
    FIGURES,
    MIDDLING,
    NO_TRUMPS,
    STRAINS,
    Figures,
    Line,
    Situations,
    TrickModel,
    Weights,
    length_features,
    marks,
    weigh,
)
from robots.calls.valuing import Declarer, hope, threshold
from robots.fitted import write_figures
from robots.payoffs import Payoffs
from rules.calls import Call, Declare, Pass
from rules.cards import Hand
from rules.counting.reckon import NOTHING_SCORED
from rules.frozen import replace
from rules.seats import Seat, Side
from rules.view import Settled
from tests.trials.stage.tables import opened

WORD: Final = "training"
RIDGE: Final = 30.0
STIFF: Final = 300.0  # where deals are few
USUAL: Final = 7.0  # tricks, round which a line is turned
WIDTH: Final = 106
MARKS: Final = len(marks(0))


_SAME: Final[Line] = (0.0, 1.0)
UNHEARD: Final[Situations] = (((_SAME,) * 2,) * 2,) * 2


class Squares:
    """Rows for a ridge regression, each with its target. The first number of a row is 1 and is not
    penalised."""

    def __init__(self) -> None:
        self._rows: list[list[float]] = []
        self._right: list[float] = []
        self.count = 0
        self._total = self._squares = 0.0

    def add(self, row: Sequence[float], target: float) -> None:
        if not self._rows:
            self._rows = [[0.0] * len(row) for _ in row]
            self._right = [0.0] * len(row)
        there = [(place, value) for place, value in enumerate(row) if value]
        for place, value in there:
            sums = self._rows[place]
            for other, times in there:
                sums[other] += value * times
            self._right[place] += value * target
        self.count += 1
        self._total += target
        self._squares += target * target

    def solve(self, ridge: float = RIDGE) -> list[float]:
        """The weights, by Gaussian elimination."""
        size = len(self._rows)
        rows = [[*row, right] for row, right in zip(self._rows, self._right, strict=True)]
        for place in range(1, size):
            rows[place][place] += ridge
        for place in range(size):
            pivot = max(range(place, size), key=lambda row: abs(rows[row][place]))
            rows[place], rows[pivot] = rows[pivot], rows[place]
            top = rows[place]
            for row in rows:
                if row is not top and row[place]:
                    times = row[place] / top[place]
                    row[place:] = [
                        mine - times * its for mine, its in zip(row[place:], top[place:], strict=True)
                    ]
        return [rows[place][size] / rows[place][place] for place in range(size)]

    def explained(self, weights: Sequence[float]) -> tuple[float, float]:
        """The share of the variance that the weights explain, and the standard deviation of the rest."""
        rest = self._squares - 2 * weigh(weights, self._right)
        rest += sum(weight * weigh(row, weights) for weight, row in zip(weights, self._rows, strict=True))
        whole = self._squares - self._total**2 / self.count
        return 1 - rest / whole, sqrt(rest / self.count)


@dataclass(frozen=True, slots=True)
class Spoken:
    """A deal with its dealer and the calls of dealer's side."""

    deal: SolvedDeal
    dealer: Seat
    named_by: Seat
    strain: int

    @property
    def passed(self) -> bool:
        return self.named_by is not self.dealer

    @property
    def settled(self) -> Settled:
        return Settled(STRAINS[self.strain], 0, 0, self.dealer.left, self.named_by, ())

    @property
    def tricks(self) -> int:
        return self.deal.tricks(self.strain, self.dealer)

    def hand(self, seat: Seat) -> Hand:
        return self.deal.hands[seat.index]


def weighed(hand: Hand, strain: int) -> list[float]:
    """A row for the weights of a strain: marks of trumps, marks of side suits, and shape."""
    holdings = [hand.bits >> 13 * suit & 0x1FFF for suit in range(4)]
    if strain == NO_TRUMPS:
        return [1.0, *_sums(marks(holding) for holding in holdings)]
    trumps = holdings.pop(strain)
    ruffs = trumps.bit_count() - MIDDLING
    shapes = _sums(length_features(holding.bit_count()) for holding in holdings)
    sides = _sums(marks(holding) for holding in holdings)
    return [1.0, *marks(trumps), *sides, *(ruffs * value for value in shapes)]


def _sums(rows: Iterable[Sequence[float]]) -> list[float]:
    return [sum(column) for column in zip(*rows, strict=True)]


def weights(suits: Sequence[float], even: Sequence[float]) -> Weights:
    """The solutions with trumps and without, put into ``Weights``; further columns are left out."""
    after_trumps, after_sides = 1 + MARKS, 1 + 2 * MARKS
    return Weights(
        base=(suits[0], even[0]),
        trumps=tuple(suits[1:after_trumps]),
        sides=tuple(suits[after_trumps:after_sides]),
        shape=tuple(suits[after_sides : after_sides + len(length_features(0))]),
        plain=tuple(even[1 : 1 + MARKS]),
    )


def told(what: str, squares: Squares, solution: Sequence[float]) -> list[float]:
    share, rest = squares.explained(solution)
    print(
        f"{what:32} {squares.count:7} rows, R2 {share:.3f}, standard deviation of the rest {rest:.2f}",
        flush=True,
    )
    return list(solution)


def fit_own(deals: Sequence[SolvedDeal]) -> Weights:
    """Fits each hand to the tricks of its side, averaged over which of the two declares."""
    suits, even = Squares(), Squares()
    for deal in deals:
        for seat in Seat:
            for strain in range(len(STRAINS)):
                tricks = (deal.tricks(strain, seat) + deal.tricks(strain, seat.partner)) / 2
                squares = even if strain == NO_TRUMPS else suits
                squares.add(weighed(deal.hands[seat.index], strain), tricks)
    return weights(told("own, trumps", suits, suits.solve()), told("own, none", even, even.solve()))


def fit_partner(deals: Sequence[SolvedDeal], payoffs: Payoffs, model: TrickModel) -> Figures:
    """Fits what follows a pass: the chance of each strain, its tricks and its honours."""
    declarer = Declarer(payoffs, Side.NS, NOTHING_SCORED, model)
    chances, named = [Squares() for _ in STRAINS], [Squares() for _ in STRAINS]
    honours: list[list[float]] = [[] for _ in STRAINS]
    for deal in deals:
        spoken = [best(declarer.calls(hand, may_pass=False)) for hand in deal.hands]
        for seat in Seat:
            hand, strain = deal.hands[seat.index], spoken[seat.partner.index]
            assert strain is not None
            own = [model.own.tricks(hand.bits, one) for one in range(len(STRAINS))]
            for one, squares in enumerate(chances):
                squares.add([1.0, *own], float(one == strain))
            named[strain].add([1.0, own[strain]], deal.tricks(strain, seat))
            mine = len(hand & payoffs.honours_of(STRAINS[strain]))
            more = deal.honours(payoffs, strain, seat) - payoffs.honours_gain(STRAINS[strain], mine)
            honours[strain].append(more / payoffs.price(STRAINS[strain]))
    first, second, third, fourth, fifth = (sum(values) / len(values) for values in honours)
    return replace(
        model.figures,
        names=tuple(tuple(squares.solve(0)) for squares in chances),
        named=tuple(line(squares) for squares in named),
        named_honours=(first, second, third, fourth, fifth),
    )


def best(worth: dict[Call, float]) -> int | None:
    """The best strain to declare; None if a pass is best."""
    call = max(worth, key=lambda one: worth[one])
    if isinstance(call, Pass):
        return None
    assert isinstance(call, Declare)
    return STRAINS.index(call.trumps)


def line(squares: Squares) -> Line:
    base, slope = squares.solve(0)
    return base, slope


def spoken(deals: Sequence[SolvedDeal], declarer: Declarer) -> Iterator[Spoken]:
    """The calls of these robots, with each seat as dealer."""
    for deal in deals:
        for dealer in Seat:
            strain = best(declarer.calls(deal.hands[dealer.index], may_pass=True))
            if strain is not None:
                yield Spoken(deal, dealer, dealer, strain)
            else:
                partner = dealer.partner
                strain = best(declarer.calls(deal.hands[partner.index], may_pass=False))
                assert strain is not None
                yield Spoken(deal, dealer, partner, strain)


def fit_against(games: Sequence[Spoken], figures: Figures) -> Figures:
    """Fits the adversaries' tricks: by their marks, who leads, and who has named which strain."""
    both = [Squares(), Squares()]
    for one in games:
        named = [float(place == one.strain + 5 * one.passed) for place in range(10)]
        for seat in (one.dealer.left, one.dealer.right):
            row = [*weighed(one.hand(seat), one.strain), float(seat is one.dealer.left), *named]
            both[one.strain == NO_TRUMPS].add(row, 13 - one.tricks)
    suits = told("against, trumps", both[False], both[False].solve())
    even = told("against, none", both[True], both[True].solve())
    return replace(
        figures,
        against=weights(suits, even),
        on_lead=(suits[-11], even[-11]),
        against_named=(
            (suits[-10], suits[-9], suits[-8], suits[-7], even[-6]),
            (suits[-5], suits[-4], suits[-3], suits[-2], even[-1]),
        ),
    )


def fit_heard(games: Sequence[Spoken], model: TrickModel, before: Situations) -> Situations:
    """Fits the declaring side's tricks by the hand's own estimate and what has been called. It fits a change
    from ``before``, so that a few deals do not change much."""
    gathered = {place: Squares() for place in product((False, True), repeat=3)}
    for one in games:
        for seat in (one.dealer, one.dealer.partner):
            named, passed, even = place = (seat is one.named_by, one.passed, one.strain == NO_TRUMPS)
            own = model.own.tricks(one.hand(seat).bits, one.strain)
            base, slope = before[named][passed][even]
            gathered[place].add([1.0, own - USUAL], one.tricks - base - slope * own)

    def changed(named: bool, passed: bool, even: bool) -> Line:
        base, slope = before[named][passed][even]
        more, steeper = gathered[named, passed, even].solve(STIFF)
        return base + more - steeper * USUAL, slope + steeper

    def kinds(named: bool, passed: bool) -> tuple[Line, Line]:
        return changed(named, passed, False), changed(named, passed, True)

    return (kinds(False, False), kinds(False, True)), (kinds(True, False), kinds(True, True))


def fit(deals: Sequence[SolvedDeal], payoffs: Payoffs) -> Figures:
    figures = replace(FIGURES, own=fit_own(deals))
    figures = fit_partner(deals, payoffs, TrickModel(figures))
    games = list(spoken(deals, Declarer(payoffs, Side.NS, NOTHING_SCORED, TrickModel(figures))))
    print(f"dealer passes {sum(one.passed for one in games) / len(games):.0%}", flush=True)
    figures = fit_against(games, figures)
    model = TrickModel(figures)
    doubled = [one for one in games if hopes(one, 0, one.dealer.side.other, payoffs, model)[0] > threshold(0)]
    print(f"doubled {len(doubled) / len(games):.0%}", flush=True)
    heard = fit_heard(games, model, UNHEARD)
    figures = replace(figures, heard=heard, heard_contre=fit_heard(doubled, model, heard))
    return replace(figures, answered=fit_answered(doubled, payoffs, TrickModel(figures)))


def fit_answered(doubled: Sequence[Spoken], payoffs: Payoffs, model: TrickModel) -> float:
    """The mean error, in tricks, of a player who has doubled and whose adversaries double again."""
    deceived = []
    for one in doubled:
        if hopes(one, 1, one.dealer.side, payoffs, model)[0] > threshold(1):
            seat = hopes(one, 0, one.dealer.side.other, payoffs, model)[1]
            deceived.append(
                13 - one.tricks - model.expected_tricks(one.hand(seat), seat, one.dealer, one.settled)
            )
    return sum(deceived) / len(deceived)


def hopes(one: Spoken, level: int, side: Side, payoffs: Payoffs, model: TrickModel) -> tuple[float, Seat]:
    """The gain that the more optimistic of a side expects from doubling, and which of the two it is."""
    settled = replace(one.settled, level=level)
    gains = {
        seat: hope(one.hand(seat), seat, one.dealer, settled, payoffs, NOTHING_SCORED, model)
        for seat in side.seats
    }
    bolder = max(gains, key=lambda seat: gains[seat])
    return gains[bolder], bolder


def kept(value: object) -> object:
    """The value as it is kept, figures to the thousandth."""
    if isinstance(value, float):
        return round(value, 3) + 0.0
    if isinstance(value, tuple):
        return [kept(one) for one in value]
    assert is_dataclass(value)
    return {one.name: kept(getattr(value, one.name)) for one in fields(value)}


def main(words: Sequence[str]) -> None:
    folder, count = Path(words[0]), int(words[1])
    deals = list(solved(WORD, count, folder))
    figures = fit(deals, Payoffs(opened()[0].variant))
    print("tricks", write_figures("tricks", kept(figures)))


if __name__ == "__main__":
    main(sys.argv[1:])
