"""Fits the policy by which players are taken to choose their cards, and writes
``robots/data/policy.json``.

    python -m lab.fit_policy FOLDER [--good N] [--solving N] [--plain N] [--game GAME ...]
                                           [--plain-game GAME ...] [--rounds N]

So many deals of each game are played by the good robot against itself, by one that solves six layouts for a
card, and by one that plays by the rules (``lab.recorded``). Of a ``--plain-game`` only the last
plays, a quarter as many. The deals are kept in FOLDER; those that are there already are not played again.

The weights are fitted to nine tenths of the deals by stochastic gradient descent. Each kind of robot has the
same total weight, but a card at most eight times another one. What is printed after each round is the mean
log-likelihood of a card, in nats: in some of these deals, and in the rest. Of one fast core, a thousand deals
take ten minutes for the good robot, twenty for the one that solves and a quarter of a minute for the rules,
and a round of fitting takes two seconds for each thousand.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from math import exp, log, sqrt
from pathlib import Path
from typing import Final

from lab import recorded
from lab.recorded import Record, read_records
from robots.fitted import written
from robots.search.policy import COUNT, FROM_DUMMY, SUIT, UNIT, chosen, marks, strength
from rules.calls import Play
from rules.games.all_games import GAMES
from rules.seats import Seat

RATE: Final = 0.08
RIDGE: Final = 4e-3
HELD_OUT: Final = 10
"""One deal in so many is not fitted."""

MOST: Final = 8.0

SAME: Final = tuple(range(COUNT))
"""Each number once: a million choices would have a hundred million of them."""

Example = tuple[int, tuple[tuple[int, ...], ...], float]
"""The place of the card that was played, the features of each that could have been, and the weight."""


def examples(record: Record, weight: float) -> Iterator[Example]:
    """Every choice between several cards in a deal."""
    deal, left = None, list[int]()
    for evening, view, action in record.moments():
        if isinstance(action, Play) and evening.table.deal is not None:
            deal, left = view.deal, [evening.table.deal.left(seat).bits for seat in Seat]
    if deal is None or deal.settled is None:
        return
    dummies = {dummy for dummy, _ in deal.settled.dummies}
    for one in chosen(deal, frozenset(Seat) - dummies):
        own = left[one.seat] | one.later
        source = one.shown if one.part == FROM_DUMMY else own
        suits: Sequence[int] = range(4)
        if one.place and source >> 13 * one.led & SUIT:
            suits = (one.led,)
        played, cards = -1, list[tuple[int, ...]]()
        for suit in suits:
            held, other = source >> 13 * suit & SUIT, one.shown >> 13 * suit & SUIT
            if one.part == FROM_DUMMY:
                other = own >> 13 * suit & SUIT
            for bit, indices in marks(one, suit, held, other, strength(own, one.trumps)):
                if bit << 13 * suit == one.card:
                    played = len(cards)
                cards.append(tuple([SAME[index] for index in indices]))
        if len(cards) > 1:
            yield played, tuple(cards), weight


def likelihood(weights: Sequence[float], rows: Sequence[Example]) -> float:
    """The mean log-likelihood of a card."""
    total = weighed = 0.0
    for played, cards, weight in rows:
        scores = [sum([weights[index] for index in one]) for one in cards]
        most = max(scores)
        total += weight * (scores[played] - most - log(sum([exp(score - most) for score in scores])))
        weighed += weight
    return total / weighed


def fitted(rows: Sequence[Example], rounds: int, tested: Sequence[Example]) -> list[float]:
    """The weights, by AdaGrad; after each round a line with both likelihoods."""
    weights, squares, rng = [0.0] * COUNT, [1e-2] * COUNT, random.Random(1)
    order = list(rows)
    for number in range(rounds):
        rng.shuffle(order)
        for played, cards, weight in order:
            scores = [sum([weights[index] for index in one]) for one in cards]
            most = max(scores)
            shares = [exp(score - most) for score in scores]
            total = sum(shares)
            for place, (one, share) in enumerate(zip(cards, shares, strict=True)):
                slope = weight * (share / total - (place == played))
                if -1e-4 < slope < 1e-4:
                    continue
                for index in one:
                    pull = slope + RIDGE * weights[index]
                    squares[index] += pull * pull
                    weights[index] -= RATE * pull / sqrt(squares[index])
        few = order[: len(tested)]
        print(
            f"round {number + 1}: {likelihood(weights, few):.4f}, {likelihood(weights, tested):.4f}",
            flush=True,
        )
    return weights


def rows_of(weights: Sequence[float]) -> list[list[int]]:
    """The weights as they are kept."""
    whole = [max(-999, min(999, round(weight / UNIT))) for weight in weights]
    return [whole[begin : begin + 18] for begin in range(0, len(whole), 18)]


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m lab.fit_policy")
    asked.add_argument("folder", type=Path)
    asked.add_argument("--good", type=int, default=2100)
    asked.add_argument("--solving", type=int, default=1050)
    asked.add_argument("--plain", type=int, default=6000)
    asked.add_argument("--game", nargs="+", choices=GAMES, default=[next(iter(GAMES))])
    asked.add_argument("--plain-game", nargs="*", choices=GAMES, default=[])
    asked.add_argument("--rounds", type=int, default=9)
    given = asked.parse_args()
    kinds = {"good": given.good, "pimc6s": given.solving, "rules": given.plain}
    rows, tested = list[Example](), list[Example]()
    jobs = [(game, *kind) for game in given.game for kind in kinds.items()]
    jobs += [(game, "rules", given.plain // 4) for game in given.plain_game]
    for game, robot, deals in jobs:
        file = given.folder / f"{game}-{robot}.txt"
        recorded.keep(file, game, robot, deals)
        weight = min(MOST, max(kinds.values()) / max(1, deals))
        for number, record in enumerate(read_records(file)[:deals]):
            (rows if number % HELD_OUT else tested).extend(examples(record, weight))
    print(f"{len(rows)} choices to fit, {len(tested)} held out")
    weights = fitted(rows, given.rounds, tested)
    print("policy", written("policy", rows_of(weights)))


if __name__ == "__main__":
    main()
