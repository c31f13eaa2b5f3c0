"""What inference could bring at most: layouts in which the robot of the rules itself would have called and
played all that it did.

    python -m lab.robots.exact FILE [--deals N] [--layouts N]

The file is one of ``lab.robots.recorded``, of the robot ``rules``. At the moments of
``lab.robots.inference`` layouts are dealt, and the very code of the hidden players is asked what it
would have called and played with each. The score, in nats, is the logarithm of one over the share of the
layouts with which they would have done all that they did; where none of N is left it is at least log N, and
counted as that. Beside it stands the score of the robots' own weights.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import log
from pathlib import Path
from statistics import mean

from lab.robots.exact_layouts import Exact
from lab.robots.inference import TRICKS, score
from lab.robots.match import interval
from lab.robots.recorded import Record, read_records
from robots.search.layouts import Layouts
from robots.search.likely import Likely
from rules.calls import Play
from rules.seats import Seat


def measured(record: Record, layouts: int, seed: object) -> Iterator[tuple[int, float, float, int]]:
    """The trick, the exact score and that of the robots, and the misfits of the true layout, of each
    moment."""
    for evening, view, action in record.moments():
        deal = view.deal
        if deal is None or deal.trick is None or deal.trick.cards or not isinstance(action, Play):
            continue
        trick, deals = len(deal.tricks) + 1, Layouts(view)
        if trick not in TRICKS or deals.only_one or evening.table.deal is None:
            continue
        north, east, south, west = (evening.table.deal.left(seat).bits for seat in Seat)
        truth, rng = (north, east, south, west), random.Random(f"{seed} {trick}")
        exact, likely = Exact(view), Likely(view)
        others = [deals.draw_layout(rng) for _ in range(layouts)]
        agree = sum(exact.fits(one) for one in others)
        ours = score(likely.evidence(truth), [likely.evidence(one) for one in others[:1000]])["all"]
        yield trick, -log(max(1, agree) / layouts), ours, exact.misfits(truth)


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m lab.robots.exact")
    asked.add_argument("file", type=Path)
    asked.add_argument("--deals", type=int)
    asked.add_argument("--layouts", type=int, default=3000)
    given = asked.parse_args()
    rows: dict[int, list[Sequence[float]]] = defaultdict(list)
    for number, record in enumerate(read_records(given.file)[: given.deals]):
        for trick, *found in measured(record, given.layouts, number):
            rows[trick].append(found)
    print("trick  positions           exact          robots  misfits of the truth")
    for trick, found_there in sorted(rows.items()):
        exact, ours, misfits = zip(*found_there, strict=True)
        print(f"{trick:5}  {len(exact):9}  {interval(exact):>14}  {interval(ours):>14}  {mean(misfits):.2f}")


if __name__ == "__main__":
    main()
