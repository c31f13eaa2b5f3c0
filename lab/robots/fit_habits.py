"""Counts how cards are usually played, and writes ``robots/data/habits.json``.

    python -m lab.robots.fit_habits GAME [GAME ...] [--plain N] [--solving N]

Plays deals of each game with plain robots (1,000 by default) and with robots that solve ten layouts for a
card (150, three seconds each). Both kinds have the same total weight. Needs numpy.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Final

from lab.robots.players import CALLER, solving
from robots.fitted import write_figures
from robots.player import Player
from robots.search.habits import (
    DISCARD,
    KINDS,
    OF_HOLDING,
    Played,
    holding_marks,
    plays_by,
)
from rules.cards import PACK
from rules.games.all_games import GAMES
from rules.seats import Seat
from rules.view import FinishedDeal
from tests.trials.stage.matches import deal_from, step

OF_TABLE: Final = 6

SELDOM: Final = 5
"""Cases with fewer examples are left out."""

ROUNDS: Final = 600
RATE: Final = 0.05
RIDGE: Final = 1e-3
PRIOR: Final = 0.5

Case = tuple[int, ...]


def table_marks(card: Played, held: int, suit: int) -> tuple[float, ...]:
    """Features of what has been played: who led the suit first, whether the holding has the master, and
    whether nobody else has any of it."""
    by, out = card.opened_by[suit], card.out(held, suit)
    master = held > out
    return tuple(map(float, (by == 1, by == 2, by == 3, master, master and suit == card.trumps, not out)))


@dataclass
class Counts:
    """What was played: kinds by case, cards by shape, and for leads the features of each suit, the one chosen
    and its weight. Opening leads are kept apart."""

    followed: dict[Case, list[float]] = field(default_factory=lambda: defaultdict(lambda: [0.0] * KINDS))
    led: dict[Case, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    suits: dict[bool, list[tuple[list[tuple[float, ...]], int, float]]] = field(
        default_factory=lambda: {True: [], False: []}
    )

    def add(self, deal: FinishedDeal, weight: float) -> None:
        if deal.settled is None:
            return
        dummies = {dummy for dummy, _ in deal.settled.dummies}
        hands = deal.held or deal.hands
        for card in plays_by(deal.tricks, frozenset(Seat) - dummies, deal.settled.trumps):
            left = hands[card.seat].bits & ~card.gone & ~card.later
            if card.place:
                case, kind, _ = card.follow_case(left)
                if case[-1] & (case[-1] - 1):
                    self.followed[case][kind] += weight
            else:
                self._add_lead(card, left, weight)

    def _add_lead(self, card: Played, left: int, weight: float) -> None:
        led = (card.card.bit_length() - 1) // 13
        shape, higher = card.shape(card.suit_then(left, led), led)
        self.led[shape][higher] += weight  # type: ignore[assignment]  # a counter of weights
        marks: list[tuple[float, ...]] = []
        chosen = 0
        for suit in range(4):
            held = card.suit_then(left, suit)
            if held:
                chosen = len(marks) if suit == led else chosen
                of_holding = holding_marks(held, suit == card.trumps, card.trumps >= 0)
                marks.append((*of_holding, *table_marks(card, held, suit)))
        if len(marks) > 1:
            self.suits[card.first].append((marks, chosen, weight))


def deals(robot: Player, game: str, count: int) -> Iterator[FinishedDeal]:
    for number in range(count):
        evening = deal_from(random.Random(f"habits {number}").sample(PACK, 52), game)
        rng = random.Random(number)
        while evening.table.last is None:
            step(evening, lambda seat: robot, rng, budget=inf)
        yield evening.table.last


def liked(rows: Sequence[tuple[list[tuple[float, ...]], int, float]]) -> list[float]:
    """The softmax weights under which the suits that were led are likeliest."""
    import numpy as np  # type: ignore[import-not-found,unused-ignore]

    size = OF_HOLDING + OF_TABLE
    marks = np.zeros((len(rows), 4, size))
    shut = np.full((len(rows), 4), -1e9)
    for row, (of_suits, _, _) in enumerate(rows):
        marks[row, : len(of_suits)] = of_suits
        shut[row, : len(of_suits)] = 0.0
    chosen = marks[np.arange(len(rows)), [row[1] for row in rows]]
    counts = np.array([row[2] for row in rows])
    counts /= counts.mean()
    weights, push, square = np.zeros(size), np.zeros(size), np.zeros(size)
    for number in range(1, ROUNDS + 1):
        scores = marks @ weights + shut
        shares = np.exp(scores - scores.max(1, keepdims=True))
        shares *= (counts / shares.sum(1))[:, None]
        slope = np.einsum("rs,rsm->m", shares, marks) - (chosen * counts[:, None]).sum(0)
        slope = slope / len(rows) + RIDGE * weights
        push, square = 0.9 * push + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        weights -= RATE * push / (1 - 0.9**number) / (np.sqrt(square / (1 - 0.99**number)) + 1e-8)
    return [round(float(weight), 3) for weight in weights]


def shares(counts: Iterable[float]) -> tuple[float, ...]:
    counts = list(counts)
    return tuple(round(count / sum(counts), 3) for count in counts)


def tables(counts: Counts) -> dict[str, object]:
    """The counts as they are kept."""
    followed = {
        tuple(map(int, case)): shares(
            count + PRIOR * (case[-1] >> kind & 1) for kind, count in enumerate(kinds[: DISCARD + 1])
        )
        for case, kinds in sorted(counts.followed.items())
        if sum(kinds) >= SELDOM
    }
    led = {
        tuple(map(int, shape)): shares(
            higher[place] + PRIOR for place in range(max(shape[1], max(higher) + 1))
        )
        for shape, higher in sorted(counts.led.items())
        if sum(higher.values()) >= SELDOM
    }
    opening, later = (tuple(liked(counts.suits[first])) for first in (True, False))
    return {
        "followed": list(followed.items()),
        "led": list(led.items()),
        "opening": opening,
        "later": later,
    }


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m lab.robots.fit_habits")
    asked.add_argument("game", nargs="+", choices=GAMES)
    asked.add_argument("--plain", type=int, default=1000)
    asked.add_argument("--solving", type=int, default=150)
    given = asked.parse_args()
    counts, solves = Counts(), solving((10,), 1)()
    for game in given.game:
        for deal in deals(CALLER, game, given.plain):
            counts.add(deal, 1.0)
        for deal in deals(solves, game, given.solving):
            counts.add(deal, given.plain / given.solving)
    print("habits", write_figures("habits", tables(counts)))


if __name__ == "__main__":
    main()
