"""The plain robot's stability, strength and speed, in every game.

``python -m lab.robots.plain``            strength and time, 300 deals of each game
``python -m lab.robots.plain 10000``      as many deals of each game without a stall or a refusal
``python -m lab.robots.plain 1000 vint``  the same of one game; several may be named
``python -m lab.robots.plain parts``      the worth of the calls and the doublings of biritch

Strength is measured in duplicate: every deal is played twice with the seats exchanged; the error is one
standard error of the mean of the pairs.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence
from statistics import median, quantiles

from robots.plain import PlainRobot
from robots.player import Answer, Player
from rules.calls import Content, Declare, Double, Play
from rules.cards import PACK, Suit
from rules.games.all_games import GAMES
from rules.view import SeatView
from tests.trials.stage.matches import RandomRobot, deal_from, duplicate, rubbers, step, waiting

PLAIN, RANDOM = PlainRobot(), RandomRobot()
DEALS_TO_COMPARE = 300


class PlaysOnly:
    """The plain robot with random calls, to measure its card play alone."""

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


def times(game: str, deals: int) -> tuple[list[float], list[float]]:
    """Milliseconds for each call, and for each card."""
    rng, calls, cards = random.Random(2), list[float](), list[float]()
    for _ in range(deals):
        evening = deal_from(rng.sample(PACK, 52), game)
        while evening.table.last is None:
            view = waiting(evening)
            began = time.perf_counter()
            PLAIN.choose(view, 1, rng)
            playing = view.deal is not None and view.deal.playing
            (cards if playing else calls).append(1000 * (time.perf_counter() - began))
            step(evening, lambda seat: PLAIN, rng)
    return calls, cards


def told(milliseconds: Sequence[float]) -> str:
    if len(milliseconds) < 2:
        return "none"
    return f"{median(milliseconds):.2f} ms, p99 {quantiles(milliseconds, n=100)[98]:.2f}"


def compare(games: Sequence[str]) -> None:
    for game in games:
        won, tricks = duplicate(PLAIN, RANDOM, DEALS_TO_COMPARE, seed=1886, game=game)
        calls, cards = times(game, 30)
        print(f"{game:18} {won} points, {tricks} tricks a deal; a call {told(calls)}; a card {told(cards)}")


def run_steadily(deals: int, games: Sequence[str]) -> None:
    """Stops at the first refusal or stall."""
    for game in games:
        began = time.perf_counter()
        thrown_in = failed = doubled = 0
        for deal in rubbers(PLAIN, game, deals, seed=1886):
            settled = deal.settled
            thrown_in += settled is None
            doubled += settled is not None and settled.level > 0
            failed += any(entry.line.value == "undertricks" for entry in deal.entries)
        took = time.perf_counter() - began
        print(
            f"{game:18} {deals} deals, no stall and no refusal; {thrown_in} thrown in, {failed} contracts "
            f"broken, {doubled} deals doubled; {took:.0f} s",
            flush=True,
        )


def take_apart() -> None:
    rivals: dict[str, Player] = {
        "plain play, random calls": PlaysOnly(),
        "plain, longest suit": LongestSuit(),
        "plain, never doubles": NeverDoubles(),
    }
    for name, rival in rivals.items():
        won, tricks = duplicate(PLAIN, rival, DEALS_TO_COMPARE, seed=1886)
        print(f"plain against {name:26} {won} points, {tricks} tricks a deal")


def main(words: Sequence[str]) -> None:
    games = [word for word in words if word in GAMES] or list(GAMES)
    numbers = [int(word) for word in words if word.isdecimal()]
    if "parts" in words:
        take_apart()
    elif numbers:
        run_steadily(numbers[0], games)
    else:
        compare(games)


if __name__ == "__main__":
    main(sys.argv[1:])
