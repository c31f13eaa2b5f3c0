"""The worth of declarations and contre, in games where the dealer's side names trumps.

``python -m lab.robots.declarations``                 400 new deals solved, each with four dealers;
1,000 whole deals played, the cards by plain robots
``python -m lab.robots.declarations 400 1000 deals``  the same; solved deals are kept in this file
``python -m lab.robots.declarations 0 500 good``      only deals played, the cards by this robot

Points are those of the deal for dealer's side by the game's scoring; ± is a 95 % interval. The omniscient
policy sees all four hands and the double-dummy table.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path
from typing import Final

from lab.robots.players import PLAYERS, player
from lab.robots.simple import SimpleCalls, simple_call
from lab.robots.solved import SolvedDeal, solved
from robots import plain
from robots.calls import valuing
from robots.calls.trick_outlook import STRAINS
from robots.payoffs import Payoffs
from robots.player import Answer, Player
from rules.calls import Call, Content, Declare, Double, Pass
from rules.cards import PACK, Hand
from rules.counting.reckon import NOTHING_SCORED
from rules.frozen import replace
from rules.seats import Seat, Side
from rules.view import SeatView, Settled
from tests.trials.stage.matches import duplicate, margin, played, points
from tests.trials.stage.tables import opened

WORD: Final = "test"
STAKES: Final = Payoffs(opened()[0].variant)
Says = Callable[[Hand, bool], Call]
"""A policy: the declaration for a hand, given whether a pass is allowed."""


@dataclass(frozen=True, slots=True)
class Case:
    """One deal and its dealer."""

    deal: SolvedDeal
    dealer: Seat

    def points(self, strain: int, level: int = 0) -> int:
        return self.deal.points(STAKES, strain, self.dealer, level)

    def hand(self, seat: Seat) -> Hand:
        return self.deal.hands[seat.index]

    def named(self, says: Says) -> tuple[int, Seat]:
        """The strain that this policy declares, and who declares it."""
        for seat, may_pass in ((self.dealer, True), (self.dealer.partner, False)):
            call = says(self.hand(seat), may_pass)
            if isinstance(call, Declare):
                return STRAINS.index(call.trumps), seat
        raise AssertionError("one of the two must declare")


def interval(values: Sequence[float]) -> str:
    mean, error = margin(values)
    return f"{mean:+6.2f} ± {1.96 * error:.2f}"


def by_random(rng: random.Random) -> Says:
    return lambda hand, may_pass: Declare(rng.choice(STRAINS))


def by_plain(hand: Hand, may_pass: bool) -> Call:
    best = max(STRAINS, key=lambda trumps: plain.points_of(hand, trumps, STAKES))
    weak = plain.points_of(hand, best, STAKES) < plain.PASS_BELOW * STAKES.price(None)
    return Pass() if weak and may_pass else Declare(best)


def by_simple(hand: Hand, may_pass: bool) -> Call:
    return simple_call(hand, may_pass=may_pass)


def by_ours(hand: Hand, may_pass: bool) -> Call:
    worth = valuing.Declarer(STAKES, Side.NS, NOTHING_SCORED).calls(hand, may_pass=may_pass)
    return max(worth, key=lambda one: worth[one])


def by_ours_alone(hand: Hand, may_pass: bool) -> Call:
    return by_ours(hand, False)


def compare_declarations(cases: Sequence[Case]) -> None:
    policies: dict[str, Says] = {
        "random strain": by_random(random.Random(1886)),
        "always spades": lambda hand, may_pass: Declare(STRAINS[0]),
        "simple rules": by_simple,
        "plain robot": by_plain,
        "ours, never passing": by_ours_alone,
        "ours": by_ours,
    }
    brought = {
        name: [float(one.points(one.named(says)[0])) for one in cases] for name, says in policies.items()
    }
    brought["omniscient"] = [
        float(max(one.points(strain) for strain in range(len(STRAINS)))) for one in cases
    ]
    ours = brought["ours"]
    print(f"declarations, {len(cases)} situations, points for dealer's side; ours less this")
    for name, values in brought.items():
        less = [mine - its for mine, its in zip(ours, values, strict=True)]
        print(f"  {name:20} {interval(values)}   {interval(less) if values is not ours else ''}")
    passed = sum(one.named(by_ours)[1] is not one.dealer for one in cases)
    print(f"  dealer passes {passed / len(cases):.0%}", flush=True)


def temperature(cases: Sequence[Case]) -> None:
    """The temperature of the softmax at which these players' calls are likeliest."""
    ours = valuing.Declarer(STAKES, Side.NS, NOTHING_SCORED)
    for name, says in (("simple rules", by_simple), ("plain robot", by_plain)):
        said = [
            (ours.calls(hand, may_pass=may_pass), says(hand, may_pass))
            for one in cases
            for hand, may_pass in ((one.hand(one.dealer), True), (one.hand(one.dealer.partner), False))
        ]
        for heat in (6.0, 9.0, 12.0, 16.0, 24.0):
            likely = [valuing.softly(worth, call, heat) for worth, call in said]
            mean = sum(map(log, likely)) / len(likely)
            print(f"  {name:20} at {heat:4.0f}: mean log likelihood {mean:.3f} (by chance {-log(6):.3f})")


def gains(one: Case, strain: int, named_by: Seat) -> float:
    """The gain that the more optimistic adversary expects from a contre."""
    settled = Settled(STRAINS[strain], 0, 0, one.dealer.left, named_by, ())
    return max(
        valuing.hope(one.hand(seat), seat, one.dealer, settled, STAKES, NOTHING_SCORED)
        for seat in (one.dealer.left, one.dealer.right)
    )


def doublings(one: Case, strain: int, named_by: Seat) -> int:
    """The number of doublings that our robots make, the sides in turn."""
    settled = Settled(STRAINS[strain], 0, 0, one.dealer.left, named_by, ())
    side = one.dealer.side.other
    while settled.level < valuing.HIGHEST:
        asked = valuing.threshold(settled.level)
        if not any(
            valuing.hope(one.hand(seat), seat, one.dealer, settled, STAKES, NOTHING_SCORED) > asked
            for seat in side.seats
        ):
            break
        settled, side = replace(settled, level=settled.level + 1), side.other
    return settled.level


def compare_contre(cases: Sequence[Case], name: str, says: Says) -> None:
    print(f"contre, after {name}: gain a deal for the adversaries, double dummy")
    named = [one.named(says) for one in cases]
    worth = [
        float(one.points(strain) - one.points(strain, 1))
        for one, (strain, _) in zip(cases, named, strict=True)
    ]
    print(f"  omniscient {interval([max(value, 0.0) for value in worth])}, always {interval(worth)}")
    expected = [gains(one, *spoken) for one, spoken in zip(cases, named, strict=True)]
    for least in (0.0, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 10.0):
        done = [value for value, hope in zip(worth, expected, strict=True) if hope > least]
        values = [value if hope > least else 0.0 for value, hope in zip(worth, expected, strict=True)]
        share, right = len(done) / len(cases), sum(value > 0 for value in done) / max(1, len(done))
        print(f"  hope > {least:4.1f}: {interval(values)}, {share:.0%} doubled, {right:.0%} right")
    levels = [doublings(one, *spoken) for one, spoken in zip(cases, named, strict=True)]
    values = [
        float(one.points(strain) - one.points(strain, level))
        for one, (strain, _), level in zip(cases, named, levels, strict=True)
    ]
    counts = ", ".join(f"{levels.count(level) / len(levels):.1%}" for level in range(valuing.HIGHEST + 1))
    print(f"  ours, sur contre and all: {interval(values)}; so many doublings: {counts}")
    answered = [
        float(one.points(strain, level) - one.points(strain, 1))
        for one, (strain, _), level in zip(cases, named, levels, strict=True)
        if level > 1
    ]
    if len(answered) > 1:
        print(f"  a sur contre, where made, brings dealer's side {interval(answered)}", flush=True)


class OurCalls:
    """Declares and doubles by fitted figures; another robot does the rest."""

    def __init__(self, other: Player, *, doubles: bool) -> None:
        self._doubles, self._other = doubles, other

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        calls = [option for option in view.options if isinstance(option, Declare | Pass | Double | Content)]
        if not calls or view.may:
            return self._other.choose(view, budget, rng)
        if Content() in calls and not self._doubles:
            return Answer(Content())
        return valuing.choose_call(view, calls)


def in_play(deals: int, cards: str) -> None:
    """Whole deals, the cards played by this robot."""
    rng, other = random.Random(1904), player(cards)
    doubling, content = OurCalls(other, doubles=True), OurCalls(other, doubles=False)
    gained = []
    for _ in range(deals):
        order = rng.sample(PACK, 52)
        with_it = played(order, lambda seat: doubling, rng)
        if any(isinstance(called.call, Double) for called in with_it.calls):
            without = played(order, lambda seat: content, rng)
            gained.append(float(points(with_it, Side.EW) - points(without, Side.EW)))
        else:
            gained.append(0.0)
    doubled = sum(value != 0 for value in gained)
    print(f"contre in play, the cards by {cards}: gain a deal for the adversaries {interval(gained)}")
    print(f"  {deals} deals, of which it changed {doubled}", flush=True)
    if cards != "plain":
        return
    for name, one in (("with contre", doubling), ("without", content)):
        won, _ = duplicate(one, SimpleCalls(), deals, seed=1911)
        print(f"calls of ours {name} against simple rules: {won.mean:+.2f} ± {1.96 * won.error:.2f} a deal")


def main(words: Sequence[str]) -> None:
    numbers = [int(word) for word in words if word.isdecimal()]
    numbers += [400, 1000][len(numbers) :]
    named = [word for word in words if not word.isdecimal()]
    cards = next((word for word in named if word in PLAYERS), "plain")
    kept = next((Path(word) for word in named if word not in PLAYERS), None)
    if numbers[0]:
        cases = [Case(deal, dealer) for deal in solved(WORD, numbers[0], kept) for dealer in Seat]
        compare_declarations(cases)
        temperature(cases)
        compare_contre(cases, "our declarations", by_ours)
        compare_contre(cases, "the plain robot's declarations", by_plain)
        compare_contre(cases, "simple rules", by_simple)
    in_play(numbers[1], cards)


if __name__ == "__main__":
    main(sys.argv[1:])
