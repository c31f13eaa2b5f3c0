"""How well the robots infer the hidden cards: the log-score of the true layout on recorded deals.

    python -m lab.robots.inference FILE [--deals N] [--layouts N] [--trust T] [--softly]
                                         [--bids]

The file is one of ``lab.robots.recorded``. At the first card of tricks 1, 2, 4, 6, 8 and 10 the seat
that is to play deals layouts that agree with what it knows for certain, and weighs them and the true one by
``robots.search.likely``. The score, in nats, is the logarithm of the true layout's weight over the mean
weight of the others: 0 is no inference, and one nat more makes the true layout e times as likely. It is given
for each kind of evidence by itself and for all together, with 95 % intervals. The last column is the number
of equally weighted layouts that are worth as much as 800 weighted ones. With ``--bids`` a further column has
the calls of an auction with, besides, the system's own code asked for each of them.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, log
from pathlib import Path
from statistics import mean
from typing import Final

from lab.robots.match import interval
from lab.robots.recorded import Record, read_records
from robots.calls.bidding import call_of
from robots.calls.meaning import Heard
from robots.calls.system import heard_after, heard_by
from robots.calls.trick_outlook import holding
from robots.search.layouts import Layout, Layouts
from robots.search.likely import TRUST, Evidence, Likely
from rules.calls import Play
from rules.cards import Hand
from rules.seats import Seat
from rules.table.table import Table
from rules.view import SeatView

TRICKS: Final = (1, 2, 4, 6, 8, 10)

OF: Final = 800
"""Layouts to which the effective number refers."""

KINDS: Final = (*Evidence._fields, "all")
BIDS: Final = "bids"

OTHERWISE: Final = 0.15
"""The weight of a hand for each bid that the system would not have made with it. Robots do not ask for that:
it takes a millisecond for a layout."""


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


@dataclass(frozen=True)
class Reading:
    """How the seat that is to play reads the others, and by how many layouts it is measured."""

    layouts: int = 1000
    trust: float = TRUST
    sharply: bool = True
    bids: bool = False

    def scores(self, table: Table, view: SeatView, rng: random.Random) -> dict[str, float] | None:
        """None where the seat knows all cards. Under "effective" the number of layouts."""
        assert table.deal is not None
        deals = Layouts(view)
        if deals.only_one:
            return None
        north, east, south, west = (table.deal.left(seat).bits for seat in Seat)
        truth: Layout = (north, east, south, west)
        likely = Likely(view, trust=self.trust, sharply=self.sharply)
        dealt = [deals.draw_layout(rng) for _ in range(self.layouts)]
        true, others = likely.evidence(truth), [likely.evidence(one) for one in dealt]
        found = score(true, others) | {"effective": effective(others)}
        if self.bids:
            told = [
                exp(one.calls) * OTHERWISE ** wrong_bids(view, layout)
                for one, layout in zip(others, dealt, strict=True)
            ]
            found[BIDS] = true.calls + log(OTHERWISE) * wrong_bids(view, truth) - log(mean(told))
        return found


def measured(records: Iterable[Record], reading: Reading) -> Iterator[tuple[int, dict[str, float]]]:
    """For each moment its trick and its scores."""
    for number, record in enumerate(records):
        for evening, view, action in record.moments():
            deal = view.deal
            if deal is None or deal.trick is None or deal.trick.cards or not isinstance(action, Play):
                continue
            trick = len(deal.tricks) + 1
            if trick in TRICKS:
                found = reading.scores(evening.table, view, random.Random(f"{number} {trick}"))
                if found is not None:
                    yield trick, found


def wrong_bids(view: SeatView, layout: Layout) -> int:
    """How many calls of an auction the system would not have made with these hands."""
    deal = view.deal
    assert deal is not None
    hands = list(layout)
    for seat, card in deal.cards_played():
        hands[seat.index] |= card.bit
    known = {faced.seat for faced in deal.faced} | {view.viewer}
    auction = heard_by(view).auction
    state, wrong = Heard.beginning(auction.setting), 0
    for call in auction.calls:
        if state.seat not in known:
            wrong += call_of(state, holding(Hand(hands[state.seat.index]))) != call
        state = heard_after(state, call)
    return wrong


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m lab.robots.inference")
    asked.add_argument("file", type=Path)
    asked.add_argument("--deals", type=int)
    asked.add_argument("--layouts", type=int, default=1000)
    asked.add_argument("--trust", type=float, default=TRUST)
    asked.add_argument("--softly", action="store_true", help="read robots' calls as people's")
    asked.add_argument("--bids", action="store_true")
    given = asked.parse_args()
    reading = Reading(given.layouts, given.trust, not given.softly, given.bids)
    kinds = (*KINDS, BIDS) if given.bids else KINDS
    rows: dict[int, list[dict[str, float]]] = defaultdict(list)
    for trick, found in measured(read_records(given.file)[: given.deals], reading):
        rows[trick].append(found)
    print("trick  positions  " + "  ".join(f"{kind:>14}" for kind in kinds) + "  effective")
    for trick, found_there in sorted(rows.items()):
        columns = [f"{interval([one[kind] for one in found_there]):>14}" for kind in kinds]
        worth = mean(one["effective"] for one in found_there)
        print(f"{trick:5}  {len(found_there):9}  " + "  ".join(columns) + f"  {worth:9.0f}")


if __name__ == "__main__":
    main()
