"""How long a plain robot takes to judge a claim, of all or of some: ``python -m lab.robots.claims
[COUNT]``.

Six to twelve cards a hand, the higher ones mostly with the claimer and dummy, so that the search has to try
much before it finds a line or gives up. It runs on the event loop, so it must stay far below 20 ms.
"""

from __future__ import annotations

import random
import sys
import time
from statistics import mean, quantiles

from robots.law.claims import grants
from rules.cards import PACK, Hand, Suit
from rules.frozen import replace
from rules.seats import BySeat, Seat
from rules.table.rubber import Claim
from rules.table.seen import seen
from rules.tricks import Trick
from rules.view import SeatView
from tests.trials.stage.endings import Ending, table_of


def hard_claim(rng: random.Random) -> SeatView:
    """The view of the claimer's left."""
    each = rng.randint(6, 12)
    left = rng.sample(PACK, 4 * each)
    left.sort(key=lambda card: card.rank + rng.gauss(0, 2))
    best, others = left[2 * each :], left[: 2 * each]
    rng.shuffle(best)
    rng.shuffle(others)
    hands = BySeat(*(Hand.of(part) for part in (best[:each], others[:each], best[each:], others[each:])))
    trumps = rng.choice((None, *Suit))
    table = table_of(Ending(hands, Trick(Seat.SOUTH), trumps, Seat.SOUTH, dummy=True))
    claim = Claim(Seat.SOUTH, rng.choice((None, each - 1, each - 2, each - 3)))
    return seen(replace(table, claim=claim), Seat.WEST)


def main(count: int = 2000) -> None:
    rng, took = random.Random(7), list[float]()
    for _ in range(count):
        view = hard_claim(rng)
        began = time.process_time()
        grants(view)
        took.append(1000 * (time.process_time() - began))
    p99 = quantiles(took, n=100)[98]
    print(f"{count} claims: mean {mean(took):.2f} ms, p99 {p99:.2f} ms, longest {max(took):.2f} ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
