"""Declarations and doubling by fitted figures, for games in which trumps are declared without an auction.

Expected tricks come from ``trick_model``, points from ``payoffs``. These decide what to declare, when to
leave it to partner, when to double, and how likely another player was to call as they did.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, fsum
from typing import Final

from robots.calls.trick_outlook import FIGURES, STRAINS, TrickModel, weigh
from robots.payoffs import MOST_WEIGHED, TRICKS, Payoffs, payoffs_of, trick_chances
from robots.player import Answer, Candidate, Reasons
from rules.calls import Call, Content, Declare, Double, Pass
from rules.cards import Hand, Suit
from rules.counting.reckon import Standing
from rules.frozen import frozen
from rules.seats import Seat, Side
from rules.view import SeatView, Settled

SPREAD: Final = 2.3
"""Standard deviation of the tricks that a side wins, when one hand of it is known and nobody has called."""

SPREAD_HEARD: Final = 2.0
"""The same deviation after partner, or the adversaries, have named trumps."""

RELUCTANCE: Final = 3.0
"""Points by which a pass must be better than a declaration."""

CONTRE_GAIN: Final = 3.5
"""Points that a contre must be expected to gain. Either of two partners may say it, so the one who expects
more says it, and is wrong more often."""

RISE: Final = 3.0
"""The factor by which each further doubling must gain more; two would keep it constant in tricks."""

HIGHEST: Final = 3
"""Robots make no fourth doubling."""

TEMPERATURE: Final = 12.0
"""Points by which a call must be better to be e times as likely, from an unknown player."""

WHIM: Final = 0.02
"""How often an unknown player calls at random."""

_STEPS: Final = 4  # to a trick

MODEL: Final = TrickModel(FIGURES)


# Declarations


class Declarer:
    """A player of the side that is to declare, at this standing of the rubber."""

    def __init__(self, payoffs: Payoffs, side: Side, standing: Standing, model: TrickModel = MODEL) -> None:
        self._prospects = _prospects(payoffs, side, standing)
        self._model = model

    def calls(self, hand: Hand, *, may_pass: bool) -> dict[Call, float]:
        """Expected points of each declaration for the player's side, and of a pass where it is allowed."""
        bits, weighs = hand.bits, self._model.own.tricks
        expected = [weighs(bits, strain) for strain in range(len(STRAINS))]
        worth: dict[Call, float] = {
            prospect.declares: _interpolated(prospect.alone, tricks) + prospect.honours_gain(bits)
            for prospect, tricks in zip(self._prospects, expected, strict=True)
        }
        if may_pass:
            worth[Pass()] = self._left_to_partner(bits, expected) - RELUCTANCE
        return worth

    def _left_to_partner(self, bits: int, expected: Sequence[float]) -> float:
        """Expected points of a pass: with what partner is likely to name, and this hand opposite."""
        figures, brings = self._model.figures, 0.0
        for strain, prospect in enumerate(self._prospects):
            base, *slopes = figures.names[strain]
            chance = base + weigh(slopes, expected)
            if chance > 0:
                more, slope = figures.named[strain]
                honours = prospect.honours_gain(bits) + figures.named_honours[strain] * prospect.price
                brings += chance * (_interpolated(prospect.heard, more + slope * expected[strain]) + honours)
        return brings


def softly(worth: dict[Call, float], call: Call, temperature: float = TEMPERATURE) -> float:
    """The chance of a call from a player to whom each call is worth so many points: a softmax, since another
    player's judgement may differ."""
    best = max(worth.values())
    weights = {one: exp((points - best) / temperature) for one, points in worth.items()}
    return WHIM / len(weights) + (1 - WHIM) * weights[call] / fsum(weights.values())


def choose_call(view: SeatView, calls: Sequence[Call]) -> Answer:
    """The declaration of the view's seat, or whether it doubles, out of the calls open to it. In the reasons
    the margin that a pass or a doubling needs is already subtracted from its points."""
    assert view.own is not None and view.deal is not None and view.viewer is not None
    assert view.table.rubber is not None
    hand, side, standing = view.own.dealt, view.viewer.side, view.table.rubber.standing
    payoffs = payoffs_of(view.table)
    if any(isinstance(option, Declare) for option in calls):
        worth = Declarer(payoffs, side, standing).calls(hand, may_pass=Pass() in calls)
        return _best_call({option: points for option, points in worth.items() if option in calls})
    settled = view.deal.settled
    if Double() not in calls or settled is None or settled.level >= HIGHEST:
        return Answer(Content() if Content() in calls else calls[0])
    content, doubled = doubling(hand, view.viewer, view.deal.dealer, settled, payoffs, standing)
    return _best_call({Content(): content, Double(): doubled - threshold(settled.level)})


def _best_call(worth: dict[Call, float]) -> Answer:
    ranked = sorted(worth.items(), key=lambda one: -one[1])
    return Answer(ranked[0][0], Reasons(tuple(Candidate(*one) for one in ranked)))


# Contre


def doubling(
    hand: Hand,
    seat: Seat,
    dealer: Seat,
    settled: Settled,
    payoffs: Payoffs,
    standing: Standing,
    model: TrickModel = MODEL,
) -> tuple[float, float]:
    """Expected points of the seat's side, without honours, as it stands and after one more doubling."""
    tricks = model.expected_tricks(hand, seat, dealer, settled)
    as_it_stands, doubled = (
        _curve(payoffs, seat.side, standing, settled.trumps, level, SPREAD_HEARD)
        for level in (settled.level, settled.level + 1)
    )
    return _interpolated(as_it_stands, tricks), _interpolated(doubled, tricks)


def hope(
    hand: Hand,
    seat: Seat,
    dealer: Seat,
    settled: Settled,
    payoffs: Payoffs,
    standing: Standing,
    model: TrickModel = MODEL,
) -> float:
    """Expected gain from doubling once more."""
    content, doubled = doubling(hand, seat, dealer, settled, payoffs, standing, model)
    return doubled - content


def threshold(level: int) -> float:
    """The expected gain that the next doubling needs, after ``level`` doublings."""
    return CONTRE_GAIN * RISE ** min(level, MOST_WEIGHED)


# Points


@frozen
class _Prospect:
    """What declaring a strain may bring. Points by expected tricks are read with ``_interpolated``."""

    declares: Declare
    alone: tuple[float, ...]  # before any other call
    heard: tuple[float, ...]  # when partner has named it
    price: int  # of a trick
    honour_bits: int
    by_honours: tuple[float, ...]  # points for honours, by how many this hand holds

    def honours_gain(self, bits: int) -> float:
        return self.by_honours[(bits & self.honour_bits).bit_count()]


@lru_cache(maxsize=256)
def _prospects(payoffs: Payoffs, side: Side, standing: Standing) -> tuple[_Prospect, ...]:
    prospects = []
    for trumps in STRAINS:
        honours = payoffs.honours_of(trumps)
        prospects.append(
            _Prospect(
                declares=Declare(trumps),
                alone=_curve(payoffs, side, standing, trumps, 0, SPREAD),
                heard=_curve(payoffs, side, standing, trumps, 0, SPREAD_HEARD),
                price=payoffs.price(trumps),
                honour_bits=honours.bits,
                by_honours=tuple(payoffs.honours_gain(trumps, held) for held in range(len(honours) + 1)),
            )
        )
    return tuple(prospects)


@lru_cache(maxsize=2048)
def _curve(
    payoffs: Payoffs, side: Side, standing: Standing, trumps: Suit | None, level: int, spread: float
) -> tuple[float, ...]:
    """Expected points with these trumps and doublings, by the mean of tricks. There is no contract, so it
    does not matter who has declared and who leads."""
    settled = Settled(trumps, level, 0, Seat.NORTH, None, ())
    return _by_mean(payoffs.outcomes(settled, side, standing), spread)


def _by_mean(outcomes: Sequence[float], spread: float) -> tuple[float, ...]:
    """Expected points at each mean from 0 to 13 tricks, in steps; tricks are normally distributed."""
    means = (step / _STEPS for step in range(_STEPS * TRICKS + 1))
    return tuple(weigh(trick_chances(mean, spread), outcomes) for mean in means)


def _interpolated(curve: Sequence[float], mean: float) -> float:
    """The value between two steps of a curve."""
    at = min(max(mean * _STEPS, 0.0), _STEPS * TRICKS - 1e-9)
    step = int(at)
    return curve[step] + (at - step) * (curve[step + 1] - curve[step])
