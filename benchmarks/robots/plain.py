"""How strong and how quick the plain robot is: ``python -m benchmarks.robots.plain [DEALS]``.

Every deal is played twice with the seats exchanged; the error is one standard error of the mean of the pairs.
"""

from __future__ import annotations

import random
import sys
import time
from statistics import median, quantiles

from bot.robots.plain import PlainRobot
from bot.robots.robot import Answer, Robot
from rules.calls import Content, Declare, Double, Play
from rules.cards import PACK, Suit
from rules.view import SeatView
from tests.bot.robots.matches import RandomRobot, deal_from, duplicate, step, waiting

PLAIN, RANDOM = PlainRobot(), RandomRobot()


class PlaysOnly:
    """The plain robot with its calls chosen by chance, to measure the play of the cards alone."""

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        if view.options and not isinstance(view.options[0], Play):
            return RANDOM.choose(view, budget, rng)
        return PLAIN.choose(view, budget, rng)


class NeverDoubles:
    """The plain robot that is always content."""

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        return Answer(Content()) if Double() in view.options else PLAIN.choose(view, budget, rng)


class LongestSuit:
    """The plain robot that declares its longest suit and never passes."""

    def choose(self, view: SeatView, budget: float, rng: random.Random) -> Answer:
        own = view.own
        if own is not None and any(isinstance(option, Declare) for option in view.options):
            return Answer(Declare(max(Suit, key=lambda suit: len(own.dealt.suit(suit)))))
        return PLAIN.choose(view, budget, rng)


def times(deals: int) -> list[float]:
    """Milliseconds for each answer."""
    rng, took = random.Random(2), []
    for _ in range(deals):
        evening = deal_from(rng.sample(PACK, 52))
        while evening.table.last is None:
            view = waiting(evening)
            began = time.perf_counter()
            PLAIN.choose(view, 1, rng)
            took.append(1000 * (time.perf_counter() - began))
            step(evening, lambda seat: PLAIN, rng)
    return took


def main() -> None:
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    rivals: dict[str, Robot] = {
        "random": RANDOM,
        "plain play, random calls": PlaysOnly(),
        "plain, longest suit": LongestSuit(),
        "plain, never doubles": NeverDoubles(),
    }
    for name, rival in rivals.items():
        won, tricks = duplicate(PLAIN, rival, deals, seed=1886)
        print(f"plain against {name:26} {won} points, {tricks} tricks a deal ({deals} deals)")
    took = times(50)
    print(f"an answer takes {median(took):.3f} ms, p99 {quantiles(took, n=100)[98]:.3f} ms")


if __name__ == "__main__":
    main()
