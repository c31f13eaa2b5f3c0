"""Fits the worth of leads, and writes ``robots/data/leads.json``.

    python -m lab.robots.fit_leads [POSITIONS] [--seed N] [--write]

Deals cards at random, plays them to some trick with a random card in every eight, and solves the worth of
every lead there double dummy. The figures are fitted to minimise the tricks lost by the lead with the highest
score; a quarter of the positions is held out to measure that loss, and the loss of the present figures.
Without ``--write`` it only prints. Needs libdds, and numpy and scipy, which nothing else here needs: ``pip
install numpy scipy``.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np  # type: ignore[import-not-found,unused-ignore]
from scipy.optimize import minimize  # type: ignore[import-not-found,import-untyped,unused-ignore]
from scipy.sparse import csr_matrix  # type: ignore[import-not-found,import-untyped,unused-ignore]

from robots.fitted import write_figures
from robots.search.double_dummy import MOST_BOARDS, Position, load_solver
from robots.search.playouts import (
    OF_TRUMPS,
    WEIGHTS,
    WITHOUT,
    beating,
    features,
    following_card,
    lead,
    ruffing,
)
from rules.cards import SUIT_BITS, Suit

ROWS: Final = 12
PLACES: Final = 216  # the figures of a row
SLIP: Final = 0.12
"""The share of random cards, so that positions outside good play occur too."""

TAKEN: Final = 0.3
"""The share of the leads of a deal that are used: those of one deal are too much alike."""

WITHOUT_TRUMPS: Final = 0.27
PENALTY: Final = 0.7
"""The penalty on large figures."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A position with a lead due."""

    hands: tuple[int, ...]
    trumps: int
    turn: int


def leads(rng: random.Random) -> Iterator[Asked]:
    """Positions with a choice of leads, deal after deal."""
    while True:
        pack = rng.sample(range(52), 52)
        hands = [sum(1 << card for card in pack[seat::4]) for seat in range(4)]
        trumps = 0 if rng.random() < WITHOUT_TRUMPS else _chosen(hands[0], hands[2], rng)
        turn = rng.choice((1, 3))
        for _ in range(10):
            if rng.random() < TAKEN:
                yield Asked(tuple(hands), trumps, turn)
            turn = _trick(hands, trumps, turn, rng)


def _chosen(hand: int, partner: int, rng: random.Random) -> int:
    """A suit that north and south could have named."""
    return max(
        SUIT_BITS,
        key=lambda suit: 2 * (hand & suit).bit_count() + (partner & suit).bit_count() + rng.random(),
    )


def _trick(hands: list[int], trumps: int, turn: int, rng: random.Random) -> int:
    """Plays one trick and returns its winner."""
    led = beats = 0
    by = turn
    for laid in range(4):
        legal = hands[turn] & led or hands[turn]
        if rng.random() < SLIP:
            card = rng.choice([1 << place for place in range(52) if legal >> place & 1])
        elif not laid:
            card = lead(hands, trumps, turn)
        elif legal & (legal - 1):
            card = following_card(hands, legal, turn, trumps, led, beats, by == turn ^ 2, laid)
        else:
            card = legal
        if not laid:
            led = SUIT_BITS[(card.bit_length() - 1) // 13]
        if not laid or card & beats:
            by, beats = turn, beating(card, led, trumps)
        hands[turn] ^= card
        turn = turn + 1 & 3
    return by


class Leads:
    """Every possible lead in many positions, low or high, with its worth: one row of a sparse matrix each."""

    def __init__(self, positions: Sequence[Asked], worth: Sequence[dict[int, int]]) -> None:
        lines: list[int] = []
        columns: list[int] = []
        tricks: list[int] = []
        self.starts = []
        for position, found in zip(positions, worth, strict=True):
            self.starts.append(len(tricks))
            for card, row, places in _candidates(position):
                columns += [PLACES * row + place for place in places]
                lines += [len(tricks)] * len(places)
                tricks.append(found[card.bit_length() - 1])
        self.tricks = np.array(tricks, float)
        self.best = np.array([max(found.values()) for found in worth], float)
        self.of = np.repeat(np.arange(len(positions)), np.diff([*self.starts, len(tricks)]))
        shape = len(tricks), ROWS * PLACES
        self.matrix = csr_matrix((np.ones(len(lines)), (lines, columns)), shape=shape)

    def fit(self) -> Any:
        """The figures with the least expected loss, if a lead is chosen by a softmax of its score."""

        def lost(weights: Any) -> tuple[float, Any]:
            liked = self.matrix @ weights
            chance = np.exp(liked - np.maximum.reduceat(liked, self.starts)[self.of])
            chance /= np.add.reduceat(chance, self.starts)[self.of]
            expected = np.add.reduceat(chance * self.tricks, self.starts)
            slope = chance * (self.tricks - expected[self.of])
            loss = float((self.best - expected).sum() + PENALTY * weights @ weights)
            return loss, 2 * PENALTY * weights - self.matrix.T @ slope

        begin = np.zeros(ROWS * PLACES)
        return minimize(lost, begin, jac=True, method="L-BFGS-B", options={"maxiter": 400}).x

    def loss(self, weights: Any) -> float:
        """Mean tricks lost by the lead with the highest score."""
        liked = self.matrix @ weights
        ends = [*self.starts[1:], len(liked)]
        chosen = [
            begin + int(liked[begin:end].argmax()) for begin, end in zip(self.starts, ends, strict=True)
        ]
        return float((self.best - self.tricks[chosen]).mean())


def _candidates(position: Asked) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """The card, its row, and the indices of its figures."""
    hands, trumps, turn = position.hands, position.trumps, position.turn
    own, left, partner, right = (hands[turn + place & 3] for place in range(4))
    ruffs = ruffing(left & trumps, partner & trumps, right & trumps) if trumps else WITHOUT
    for suit in SUIT_BITS:
        mine = own & suit
        if mine:
            row, places = features(
                mine, partner & suit, left & suit, right & suit, OF_TRUMPS if suit == trumps else ruffs
            )
            low, top = mine & -mine, 1 << mine.bit_length() - 1
            if low == top:
                yield low, row, places
            else:
                yield low, row + 1, places
                yield top, row + 2, places


def solved(positions: Sequence[Asked]) -> list[dict[int, int]]:
    solver = load_solver()
    assert solver is not None, "pip install --no-deps endplay==0.5.12"
    trumps = {0: None, **dict(zip(SUIT_BITS, Suit, strict=True))}
    boards = [Position(one.hands, trumps[one.trumps], one.turn) for one in positions]
    return [
        worth
        for begin in range(0, len(boards), MOST_BOARDS)
        for worth in solver.solve(boards[begin : begin + MOST_BOARDS])
    ]


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m lab.robots.fit_leads")
    asked.add_argument("positions", type=int, nargs="?", default=24_000)
    asked.add_argument("--seed", type=int, default=11)
    asked.add_argument("--write", action="store_true")
    words = asked.parse_args()
    source = leads(random.Random(words.seed))
    positions = [next(source) for _ in range(words.positions)]
    worth = solved(positions)
    kept = 3 * len(positions) // 4
    seen, unseen = Leads(positions[:kept], worth[:kept]), Leads(positions[kept:], worth[kept:])
    weights = seen.fit()
    before = np.array(WEIGHTS, float).ravel()
    print(
        f"tricks lost by a lead: {seen.loss(weights):.3f} where they were fitted, {unseen.loss(weights):.3f} "
        f"elsewhere ({unseen.loss(before):.3f} by the figures that stand)"
    )
    if words.write:
        rows = Leads(positions, worth).fit().reshape(ROWS, PLACES)
        print("leads", write_figures("leads", [[round(10 * one) for one in row] for row in rows]))


if __name__ == "__main__":
    main()
