"""How much better a declarer could do who averages exactly over the cards that it does not see.

    python -m lab.robots.declarers_bound [--deals N] [--layouts N] [--raw FILE]

Each deal has two situations: the dealer's declaration or pass, and, if our dealer passes, the declaration of
its partner. In each the other three hands are dealt so many times (the dealer's only with hands on which it
passes), every strain is solved double dummy in each layout, and the call that is best on average is compared
with that of the robots in the same layouts. In the dealer's layouts partner declares as the robots do.

The best call is found twice: in the layouts in which it is then judged, which says too much (``at most``),
and in the other half of them, which says too little (``at least``). Figures are points of the deal for the
dealer's side, with 95 % intervals; their sums are what exact averages are worth in all.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import Final

from lab.robots.declarations import STAKES, by_ours, interval
from lab.robots.players import solver
from lab.robots.solved import SolvedDeal, dealt
from robots.calls.trick_outlook import STRAINS
from robots.search.double_dummy import Position
from rules.calls import Declare, Pass
from rules.cards import Hand
from rules.seats import Seat

WORD: Final = "bound"
PASSED: Final = len(STRAINS)
"""The place of a pass after the strains."""

TRIES: Final = 10_000
"""Hands dealt to a dealer until it passes."""


def layouts(seat: Seat, hand: int, count: int, rng: random.Random, passes: Seat | None) -> list[list[int]]:
    """Random hands of the other three; where ``passes`` is a seat, it has hands on which it passes."""
    hidden = [card for card in range(52) if not hand >> card & 1]
    others = [other for other in Seat if other is not seat]
    found: list[list[int]] = []
    for _ in range(TRIES):
        rng.shuffle(hidden)
        hands = [0, 0, 0, 0]
        hands[seat.index] = hand
        for place, other in enumerate(others):
            hands[other.index] = sum(1 << card for card in hidden[13 * place : 13 * place + 13])
        if passes is None or by_ours(Hand(hands[passes.index]), True) == Pass():
            found.append(hands)
        if len(found) == count:
            return found
    raise RuntimeError("no layouts")


def brought(hands: Sequence[int], dealer: Seat) -> list[float]:
    """The points of the dealer's side for each strain."""
    positions = [Position(hands, trumps, dealer.left.index) for trumps in STRAINS]
    tricks = [13 - lost for lost in solver().most_tricks(positions)]
    north, east, south, west = (Hand(bits) for bits in hands)
    deal = SolvedDeal((north, east, south, west), tuple((won, won, won, won) for won in tricks))
    return [float(deal.points(STAKES, strain, dealer)) for strain in range(len(STRAINS))]


def named(hand: Hand, may_pass: bool) -> int:
    call = by_ours(hand, may_pass)
    return STRAINS.index(call.trumps) if isinstance(call, Declare) else PASSED


def gains(rows: Sequence[Sequence[float]], ours: int) -> tuple[float, float]:
    """What the best call brings more than ours, judged where it was found and judged elsewhere."""

    def best(some: Sequence[Sequence[float]]) -> int:
        return max(range(len(rows[0])), key=lambda call: mean(row[call] for row in some))

    def more(some: Sequence[Sequence[float]], call: int) -> float:
        return mean(row[call] - row[ours] for row in some)

    halves = rows[::2], rows[1::2]
    apart = mean(more(some, best(other)) for some, other in (halves, halves[::-1]))
    return more(rows, best(rows)), apart


def situation(number: int, count: int) -> list[float]:
    """Of one deal: at most and at least for the dealer, the same for partner."""
    hands, dealer = dealt(WORD, number), tuple(Seat)[number % 4]
    rng = random.Random(f"{WORD} layouts {number}")
    hand, ours = hands[dealer.index], named(Hand(hands[dealer.index]), True)
    rows = []
    for layout in layouts(dealer, hand, count, rng, None):
        row = brought(layout, dealer)
        rows.append([*row, row[named(Hand(layout[dealer.partner.index]), False)]])
    found = [*gains(rows, ours), 0.0, 0.0]
    if ours == PASSED:
        partner = hands[dealer.partner.index]
        rows = [brought(layout, dealer) for layout in layouts(dealer.partner, partner, count, rng, dealer)]
        found[2:] = gains(rows, named(Hand(partner), False))
    return found


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m lab.robots.declarers_bound")
    asked.add_argument("--deals", type=int, default=40)
    asked.add_argument("--layouts", type=int, default=60)
    asked.add_argument("--raw", type=Path)
    given = asked.parse_args()
    raw: Path | None = given.raw
    lines = raw.read_text().splitlines() if raw is not None and raw.exists() else []
    found = [[float(word) for word in line.split()] for line in lines[: given.deals]]
    for number in range(len(found), given.deals):
        found.append(situation(number, given.layouts))
        if raw is not None:
            with raw.open("a") as file:
                file.write(" ".join(f"{value:.3f}" for value in found[-1]) + "\n")
    print(f"{given.deals} deals of {WORD!r}, {given.layouts} layouts for each situation")
    for name, places in (("dealer", (0, 1)), ("partner", (2, 3))):
        most, least = ([row[place] for row in found] for place in places)
        print(f"  {name:8} at most {interval(most)}, at least {interval(least)}")
    most, least = ([row[place] + row[place + 2] for row in found] for place in (0, 1))
    print(f"  {'both':8} at most {interval(most)}, at least {interval(least)}", flush=True)


if __name__ == "__main__":
    main()
