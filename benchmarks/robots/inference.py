"""How well the robots infer the hidden cards: the log-score of the true layout on recorded deals.

    python -m benchmarks.robots.inference FILE [--deals N] [--layouts N] [--trust T] [--softly]

The file is one of ``benchmarks.robots.recorded``. At the first card of tricks 1, 2, 4, 6, 8 and 10 the seat
that is to play deals layouts that agree with what it knows for certain, and weighs them and the true one by
``robots.search.likely``. The score, in nats, is the logarithm of the true layout's weight over the mean
weight of the others: 0 is no inference, and one nat more makes the true layout e times as likely. It is given
for each kind of evidence by itself and for all together, with 95 % intervals. The last column is the number
of equally weighted layouts that are worth as much as 800 weighted ones.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import exp, log
from pathlib import Path
from statistics import mean
from typing import Final

from benchmarks.robots.match import interval
from benchmarks.robots.recorded import Record, read_records
from robots.search.layouts import Layout, Layouts
from robots.search.likely import TRUST, Evidence, Likely
from rules.calls import Play
from rules.seats import Seat
from rules.table.table import Table
from rules.view import SeatView

TRICKS: Final = (1, 2, 4, 6, 8, 10)

OF: Final = 800
"""Layouts to which the effective number refers."""

KINDS: Final = (*Evidence._fields, "all")


def score(true: Evidence, others: Sequence[Evidence]) -> dict[str, float]:
    """The log-score of the true layout, by kind of evidence."""
    scores = {}
    for place, kind in enumerate(KINDS):

        def weight(one: Evidence, place: int = place) -> float:
            return one[place] if place < len(one) else sum(one)

        most = max(map(weight, others))
        scores[kind] = weight(true) - most - log(mean(exp(weight(one) - most) for one in others))
    return scores


def effective(others: Sequence[Evidence]) -> float:
    """The number of equally weighted layouts worth as much as ``OF`` weighted ones."""
    most = max(map(sum, others))
    weights = [exp(sum(one) - most) for one in others]
    return OF * sum(weights) ** 2 / sum(weight**2 for weight in weights) / len(others)


def measured(
    records: Iterable[Record], layouts: int, trust: float, sharply: bool
) -> Iterator[tuple[int, dict[str, float]]]:
    """For each moment its trick and its scores; under "effective" the number of layouts."""
    for number, record in enumerate(records):
        for evening, view, action in record.moments():
            deal = view.deal
            if deal is None or deal.trick is None or deal.trick.cards or not isinstance(action, Play):
                continue
            trick = len(deal.tricks) + 1
            if trick not in TRICKS:
                continue
            found = _scores(evening.table, view, layouts, trust, sharply, random.Random(f"{number} {trick}"))
            if found is not None:
                yield trick, found


def _scores(
    table: Table, view: SeatView, layouts: int, trust: float, sharply: bool, rng: random.Random
) -> dict[str, float] | None:
    assert table.deal is not None
    deals = Layouts(view)
    if deals.only_one:
        return None
    north, east, south, west = (table.deal.left(seat).bits for seat in Seat)
    truth: Layout = (north, east, south, west)
    likely = Likely(view, trust=trust, sharply=sharply)
    others = [likely.evidence(deals.deal(rng)) for _ in range(layouts)]
    return score(likely.evidence(truth), others) | {"effective": effective(others)}


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m benchmarks.robots.inference")
    asked.add_argument("file", type=Path)
    asked.add_argument("--deals", type=int)
    asked.add_argument("--layouts", type=int, default=1000)
    asked.add_argument("--trust", type=float, default=TRUST)
    asked.add_argument("--softly", action="store_true", help="read robots' calls as people's")
    given = asked.parse_args()
    rows: dict[int, list[dict[str, float]]] = defaultdict(list)
    for trick, found in measured(
        read_records(given.file)[: given.deals], given.layouts, given.trust, not given.softly
    ):
        rows[trick].append(found)
    print("trick  positions  " + "  ".join(f"{kind:>14}" for kind in KINDS) + "  effective")
    for trick, found_there in sorted(rows.items()):
        columns = [f"{interval([one[kind] for one in found_there]):>14}" for kind in KINDS]
        worth = mean(one["effective"] for one in found_there)
        print(f"{trick:5}  {len(found_there):9}  " + "  ".join(columns) + f"  {worth:9.0f}")


if __name__ == "__main__":
    main()
