"""A match between two robots, in duplicate: every deal is played twice with the seats exchanged.

    python -m lab.robots.match ONE OTHER [--deals N] [--game GAME ...]
                                         [--jobs N] [--seed N] [--seconds S] [--raw FOLDER]

Names are those of ``lab.robots.players``. Prints the gain of ONE over OTHER in points and tricks a
deal, with 95 % intervals, and the time of its cards. Without ``--seconds`` the clock is off. Random numbers
are seeded by the deal and the place in it, so that equal robots make equal choices and only real differences
show. With ``seer`` as ONE the result is an upper bound.

``--raw`` keeps the result of every deal in a file whose first line says what was asked, the number of deals
included; a match that was broken off goes on from there. ``lab.robots.results`` reads such files.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from multiprocessing import Pool
from pathlib import Path
from statistics import mean, median, quantiles, stdev
from typing import Final

from lab.robots.ismcts import IsMcts
from lab.robots.players import From, Seer, player
from robots.player import Player
from rules.cards import PACK, Card
from rules.games.all_games import GAMES
from rules.seats import Side
from rules.table.table import Table
from rules.view import FinishedDeal
from tests.trials.stage.matches import among_robots, deal_from, points, waiting

FIRST_GAME: Final = next(iter(GAMES))


@dataclass(frozen=True)
class Match:
    one: str
    other: str
    game: str = FIRST_GAME
    seed: int = 1
    seconds: float = inf  # for a decision

    def head(self, deals: int) -> str:
        """The first line of a file of results."""
        clock = "no clock" if self.seconds == inf else f"{self.seconds:g} seconds"
        return f"# {self.one} v {self.other}, {self.game}, seed {self.seed}, {clock}, {deals} deals"

    def name(self) -> str:
        """The name of that file."""
        clock = "" if self.seconds == inf else f"-{self.seconds:g}s"
        return f"{self.game}-{self.one}-{self.other}-{self.seed}{clock}.txt"


@dataclass
class Result:
    """A deal played twice: the gain of ONE, and the seconds of each of its cards, with the trick."""

    points: float
    tricks: float
    took: list[tuple[int, float]]


def play(match: Match, number: int) -> Result:
    order = random.Random(f"deal {match.seed} {number}").sample(PACK, 52)
    took: list[tuple[int, float]] = []
    here = _played(match, number, order, Side.NS, took)
    there = _played(match, number, order, Side.EW, took)
    return Result(
        (points(here, Side.NS) + points(there, Side.EW)) / 2,
        (here.won.ns - here.won.ew + there.won.ew - there.won.ns) / 4,
        took,
    )


def _played(
    match: Match, number: int, order: Sequence[Card], ones: Side, took: list[tuple[int, float]]
) -> FinishedDeal:
    evening = deal_from(order, match.game)
    while evening.table.last is None:
        view = among_robots(waiting(evening))
        assert view.viewer is not None
        is_one = view.viewer.side is ones
        robot = player(match.one if is_one else match.other)
        _show(robot, evening.table)
        place = view.deal.cards_gone if view.deal is not None else -1
        rng = random.Random(f"{match.seed} {number} {place}")
        began = time.perf_counter()
        choice = robot.choose(view, match.seconds, rng).choice
        if is_one and view.deal is not None and view.deal.playing and len(view.options) > 1:
            took.append((len(view.deal.tricks) + 1, time.perf_counter() - began))
        evening.do(view.viewer, choice)
    return evening.table.last


def _show(robot: Player, table: Table) -> None:
    """Gives the table to robots that need more than a view: the seer, and open_spiel's."""
    while isinstance(robot, From):
        robot = robot.robot
    if isinstance(robot, Seer | IsMcts):
        robot.table = table


def interval(values: Sequence[float]) -> str:
    """The mean ± 1.96 standard errors."""
    return f"{mean(values):+.2f} ± {1.96 * stdev(values) / sqrt(len(values)):.2f}"


def _one(job: tuple[Match, int]) -> Result:
    return play(*job)


def run(match: Match, deals: int, jobs: int, raw: Path | None = None) -> list[Result]:
    """The results of so many deals, with a progress line at every fiftieth. Those that are in the file
    ``raw`` are not played again."""
    results = read_results(raw, match.head(deals)) if raw is not None else []
    with Pool(jobs) as pool:
        for result in pool.imap(_one, [(match, number) for number in range(len(results), deals)]):
            results.append(result)
            if raw is not None:
                with raw.open("a") as file:
                    file.write(f"{result.points:g} {result.tricks:g}\n")
            if len(results) % 50 == 0 and len(results) < deals:
                print(f"  {len(results)}: {interval([one.points for one in results])}", flush=True)
    return results


def read_results(raw: Path, head: str) -> list[Result]:
    """The results in a file with this first line, which is begun if there is none. Raises ValueError."""
    if not raw.exists():
        raw.write_text(head + "\n")
    first, *lines = raw.read_text().splitlines()
    if first != head:
        raise ValueError(f"{raw} has the results of another match: {first}")
    points_and_tricks = [line.split() for line in lines]
    return [Result(float(gained), float(tricks), []) for gained, tricks in points_and_tricks]


def tell(match: Match, results: Sequence[Result]) -> None:
    gained = interval([result.points for result in results])
    tricks = interval([result.tricks for result in results])
    print(
        f"{match.game}: {match.one} v {match.other}, {len(results)} deals: {gained} points, {tricks} tricks"
    )
    by_trick = defaultdict(list)
    for result in results:
        for trick, seconds in result.took:
            by_trick[trick].append(1000 * seconds)
    every = [milliseconds for some in by_trick.values() for milliseconds in some]
    if len(every) < 2:
        return
    p99 = quantiles(every, n=100)[98]
    print(
        f"  ms a card: mean {mean(every):.1f}, p99 {p99:.0f}, max {max(every):.0f}; median by trick", end=" "
    )
    print(", ".join(f"{trick}: {median(some):.1f}" for trick, some in sorted(by_trick.items())), flush=True)


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m lab.robots.match")
    asked.add_argument("one")
    asked.add_argument("other")
    asked.add_argument("--deals", type=int, default=200)
    asked.add_argument("--game", nargs="+", default=[FIRST_GAME], choices=GAMES)
    asked.add_argument("--jobs", type=int, default=1)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--seconds", type=float, default=inf)
    asked.add_argument("--raw", type=Path, help="a folder")
    given = asked.parse_args()
    for game in given.game:
        match = Match(given.one, given.other, game, given.seed, given.seconds)
        raw = given.raw / match.name() if given.raw is not None else None
        tell(match, run(match, given.deals, given.jobs, raw))


if __name__ == "__main__":
    main()
