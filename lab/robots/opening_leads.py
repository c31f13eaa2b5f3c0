"""Opening leads after an auction: layouts dealt by the robots' bids against layouts weighed by them roughly.

    python -m lab.robots.opening_leads [--game GAME] [--deals N] [--layouts N]

The system bids; in each deal the leader chooses a card in either way, with as many layouts. Printed are the
tricks and points that the cards lose double dummy, with 95 % intervals, and the seconds of a choice.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from math import inf
from statistics import mean
from typing import Final, NamedTuple

from lab.robots.auction_table import bid_out
from lab.robots.auctions import GAMES
from lab.robots.match import interval
from lab.robots.players import CALLER, solver
from lab.robots.recorded import Record
from lab.robots.solved import dealt
from robots.payoffs import payoffs_of
from robots.search.double_dummy import Position
from robots.search.layouts import Layout
from robots.search.likely import likely_layouts
from robots.search.solving_robot import Method, SolvingRobot, searchable
from rules.calls import Play
from rules.cards import Hand
from rules.view import SeatView

WORD: Final = "leads"


class Roughly(SolvingRobot):
    """Weighs random layouts, for the lead as for every other card."""

    def layouts(self, view: SeatView, count: int, rng: random.Random, until: float) -> list[Layout]:
        return likely_layouts(view, count, Method().per_kept, rng, until=until)


class Led(NamedTuple):
    """What a lead lost against the best, and how long it took."""

    tricks: float
    points: float
    seconds: float


def leads(game: str, number: int, robots: Sequence[SolvingRobot]) -> list[Led] | None:
    """The leads of these robots; None if the deal was passed out or is not played to win tricks."""
    hands = tuple(Hand(bits) for bits in dealt(WORD, number))
    calls = bid_out(hands, game, lambda seat: CALLER, inf, f"{WORD} {number}").calls
    view = Record(game, hands, tuple(called.call for called in calls)).view
    deal, rubber = view.deal, view.table.rubber
    if deal is None or deal.trick is None or not searchable(view):
        return None
    assert deal.settled is not None and deal.hand_due is not None and rubber is not None
    north, east, south, west = (hand.bits for hand in hands)
    truth = Position((north, east, south, west), deal.settled.trumps, deal.trick.leader.index, ())
    won = solver().solve([truth])[0]
    brings = payoffs_of(view.table).outcomes(deal.settled, deal.hand_due.side, rubber.standing, 13)
    found = []
    for robot in robots:
        began = time.perf_counter()
        choice = robot.choose(view, inf, random.Random(f"{WORD} {number}")).choice
        seconds = time.perf_counter() - began
        assert isinstance(choice, Play)
        tricks = won[choice.card.index]
        best = max(brings[one] for one in won.values())
        found.append(Led(float(max(won.values()) - tricks), float(best - brings[tricks]), seconds))
    return found


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m lab.robots.opening_leads")
    asked.add_argument("--game", choices=GAMES, default=GAMES[0])
    asked.add_argument("--deals", type=int, default=100)
    asked.add_argument("--layouts", type=int, default=20)
    given = asked.parse_args()
    method = Method(layouts=(given.layouts,))
    robots = [
        SolvingRobot(solver(), CALLER, CALLER, method),
        Roughly(solver(), CALLER, CALLER, method),
    ]
    found = [one for number in range(given.deals) if (one := leads(given.game, number, robots)) is not None]
    for name, place in (("by bids", 0), ("roughly", 1)):
        mine = [one[place] for one in found]
        tricks, points = interval([one.tricks for one in mine]), interval([one.points for one in mine])
        print(f"{name}: loses {tricks} tricks, {points} points; {mean(one.seconds for one in mine):.2f} s")
    tricks = interval([one[0].tricks - one[1].tricks for one in found])
    points = interval([one[0].points - one[1].points for one in found])
    print(f"by bids less roughly, {len(found)} leads: {tricks} tricks, {points} points")


if __name__ == "__main__":
    main()
