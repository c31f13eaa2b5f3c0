"""How good the robots' auctions are, on deals whose results are known double dummy.

    python -m lab.robots.auctions --game GAME --deals N [--robot NAME] [--against NAME]
                                         [--seed WORD] [--seconds S] [--silent DEALS] [--kept FOLDER]
                                         [--raw FILE]

Four robots of one name (``lab.robots.players``) bid each deal at nil score, and the final contract is
scored at its double-dummy tricks: points of the deal and the prospect of games, as ``robots.payoffs`` counts
them, honours and doubles included. No card is played. The last lines are ``NAME FIGURE ± INTERVAL goal GOAL
ok`` (or ``short``, or no goal), intervals at 95 %:

* ``loss``: the gain of the declaring side short of its own best undoubled contract of the deal (or of
  nothing, if that is better); if all passed, of the better side's best contract
* ``games-made``: the share of contracts worth a game that are made
* ``slams-bid``: the share of deals in which the declaring side has twelve tricks in some strain that
  bids a slam
* ``slams-made``: the share of slams bid that are made
* ``sharp-doubler``: the gain of adversaries who double exactly the undoubled contracts that fail
* ``stopped-at-one``: the share of contracts of one odd trick
* ``both-hands-``: the same rows if that side saw both its hands, bid without being disturbed, and took the
  contract that is best on average by estimated tricks: hardly any way of bidding can be better
* ``at-par-loss``: the first row if everybody saw all cards and bid perfectly: it counts a sacrifice as a loss
* ``silent-loss``: the gain of the south's side, if the other always passes, short of the contract that
  is best on average over twenty layouts of the other side's cards: somewhat too much, since the layouts in
  which a contract is found best are those in which it is judged
* ``silent-loss-apart``: the same with contracts found best in ten layouts and judged in the other ten:
  somewhat too little
* ``unknowable``: what that best contract is short of the best of each layout: who sees both hands of a side
  and bids perfectly still loses at least so much of the first row

With ``--against`` it is a match instead: every deal is bid twice with the sides exchanged, and ``gain`` is
that of the first robot. ``--raw`` keeps every auction in a file whose first line says what was asked; a
measurement that was broken off goes on from there. Solved deals are kept in the folder of ``--kept``; solving
takes 0.2 s a deal, and for the last three rows, which are measured on the first ``--silent`` deals (a tenth
of all, if not given), four seconds more.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Final

from lab.robots.auction_table import Reached, Scored, Seated, bid_again, bid_out, is_game, payoffs_at
from lab.robots.both_hands import best_for_both
from lab.robots.par import at_par
from lab.robots.players import player
from lab.robots.solved import SolvedDeal, solved, solved_layouts
from robots.player import Player
from rules.counting.reckon import NOTHING_SCORED, Standing
from rules.seats import Seat, Side
from rules.tricks import Strain

GAMES: Final = ("contract", "scaled_contract", "plafond", "auction", "vint")

LAYOUTS: Final = 20
"""Layouts of the silent side's cards over which contracts are averaged."""

SLAM: Final = 6
"""Odd tricks of a slam."""

BOTH: Final = "both-hands-"
"""Before the names of rows of a side that sees both its hands."""

GOALS: Final[dict[tuple[str, str], str]] = {
    ("contract", "loss"): "<= 220",
    ("contract", "games-made"): ">= 0.65",
    ("contract", "slams-bid"): ">= 0.40",
    ("contract", "slams-made"): ">= 0.60",
    ("contract", "sharp-doubler"): "<= 10",
    ("contract", "silent-loss"): "<= 40",
    ("plafond", "loss"): "<= 130",
    ("auction", "loss"): "<= 40",
    ("vint", "loss"): "<= 1500",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be measured."""

    game: str
    robot: str
    against: str | None
    seconds: float
    seed: str
    silent: int  # deals
    kept: Path | None
    raw: Path | None

    @property
    def head(self) -> str:
        """The first line of a file of auctions."""
        against = f" v {self.against}" if self.against else ""
        return f"# {self.game}: {self.robot}{against}, deals of {self.seed!r}, {self.seconds} s a call"


class Kept:
    """The auctions that have been bid, in a file if there is one. Raises ValueError if the file has the
    auctions of another measurement."""

    def __init__(self, asked: Asked, strangers: bool = False) -> None:
        self._asked, self._strangers, self._words = asked, strangers, dict[str, str]()
        raw = asked.raw
        if raw is None:
            return
        if not raw.exists():
            raw.write_text(asked.head + "\n")
        first, *lines = raw.read_text().splitlines()
        if first != asked.head:
            raise ValueError(f"{raw} has other auctions: {first}")
        self._words = dict(line.split(": ", 1) for line in lines)

    def reached(
        self,
        kind: str,
        number: int,
        deal: SolvedDeal,
        seated: Seated,
        standing: Standing = NOTHING_SCORED,
    ) -> Reached:
        """The auction of this kind and number, bid now if it is not kept."""
        asked, key = self._asked, f"{kind} {number}"
        if key in self._words:
            return bid_again(deal.hands, asked.game, self._words[key].split(), standing)
        seed = f"{asked.seed} {number}"
        reached = bid_out(deal.hands, asked.game, seated, asked.seconds, seed, standing, self._strangers)
        if asked.raw is not None:
            with asked.raw.open("a") as file:
                file.write(f"{key}: {reached.words}\n")
        return reached


@dataclass(slots=True)
class Figures:
    """Results, one value a deal, under the names of the rows."""

    rows: dict[str, list[float]] = field(default_factory=dict)

    def add(self, name: str, value: float) -> None:
        self.rows.setdefault(name, []).append(value)


def measured(asked: Asked, kept: Kept, deals: Sequence[SolvedDeal], robot: Player) -> Figures:
    """Every row of four such robots, those against silent adversaries on as many deals as were asked."""
    figures = measure(asked, kept, deals, robot)
    measure_silent(asked, kept, deals[: asked.silent], robot, figures)
    return figures


def measure(asked: Asked, kept: Kept, deals: Iterable[SolvedDeal], robot: Player) -> Figures:
    """Four such robots bid every deal."""
    figures, payoffs = Figures(), payoffs_at(asked.game)
    for number, deal in enumerate(deals):
        scored = Scored(deal, payoffs)
        reached = kept.reached("all", number, deal, lambda seat: robot)
        figures.add("loss", scored.lost(reached))
        _of_contract(figures, scored, reached)
        side = reached.declarer.side if reached.bid is not None else max(Side, key=scored.best)
        seen = best_for_both(scored, side, random.Random(f"both {asked.seed} {number}"))
        figures.add(BOTH + "loss", scored.best(side) - scored.gain_of(side, seen))
        _of_contract(figures, scored, seen, BOTH)
        figures.add("at-par-loss", scored.lost(at_par(scored)))
    return figures


def _of_contract(figures: Figures, scored: Scored, reached: Reached, whose: str = "") -> None:
    bid, level, declarer = reached.bid, reached.level, reached.declarer
    if bid is None:
        figures.add(whose + "sharp-doubler", 0.0)
        return
    made = scored.made(bid, declarer)
    can_double = scored.payoffs.bidding_law is not None and scored.payoffs.bidding_law.max_doublings
    taken = 0.0
    if can_double and not level and not made:
        taken = scored.gain(bid, 0, declarer) - scored.gain(bid, 1, declarer)
    figures.add(whose + "sharp-doubler", taken)
    figures.add(whose + "stopped-at-one", bid.odd == 1)
    if is_game(scored.payoffs, bid):
        figures.add(whose + "games-made", made)
    if bid.odd >= SLAM:
        figures.add(whose + "slams-made", made)
    most = max(row[seat.index] for row in scored.deal.table for seat in declarer.side.seats)
    if most >= 12:
        figures.add(whose + "slams-bid", bid.odd >= SLAM)


def measure_silent(
    asked: Asked, kept: Kept, deals: Sequence[SolvedDeal], robot: Player, figures: Figures
) -> None:
    """North and south bid every deal while the other side passes. The contract that they reach is compared
    with the best for one who sees both their hands: on average over layouts of the other two."""
    payoffs = payoffs_at(asked.game)
    assert payoffs.bidding_law is not None
    zero = [0.0] * LAYOUTS  # of a side that bids nothing
    bids = [bid for bid in payoffs.bidding_law.ladder if bid.strain is not Strain.MISERE]
    for number, deal in enumerate(deals):
        reached = kept.reached("silent", number, deal, lambda seat: robot if seat.side is Side.NS else None)
        layouts = [Scored(one, payoffs) for one in others_dealt(asked, number, deal)]
        every = [(bid, seat) for bid in bids for seat in Side.NS.seats]
        gains = [zero, *([one.gain(bid, 0, seat) for one in layouts] for bid, seat in every)]
        best = max(map(mean, gains))
        halves = slice(0, None, 2), slice(1, None, 2)
        apart = mean(
            mean(max(gains, key=lambda row: mean(row[found]))[judged])
            for found, judged in (halves, halves[::-1])
        )
        brought = mean(one.gain_of(Side.NS, reached) for one in layouts)
        figures.add("silent-loss", best - brought)
        figures.add("silent-loss-apart", apart - brought)
        figures.add("unknowable", mean(max(column) for column in zip(*gains, strict=True)) - best)


def others_dealt(asked: Asked, number: int, deal: SolvedDeal) -> Sequence[SolvedDeal]:
    """The deal with the hands of east and west dealt anew, twenty times."""
    ours = deal.hands[0] | deal.hands[2]
    hidden = [card for card in range(52) if not ours.bits >> card & 1]
    rng, layouts = random.Random(f"silent {asked.seed} {number}"), []
    for _ in range(LAYOUTS):
        east = sum(1 << card for card in rng.sample(hidden, 13))
        west = sum(1 << card for card in hidden) ^ east
        layouts.append((deal.hands[0].bits, east, deal.hands[2].bits, west))
    kept = asked.kept / f"{asked.seed}-silent-{number}.txt" if asked.kept is not None else None
    return tuple(solved_layouts(layouts, kept))


def match(asked: Asked, kept: Kept, deals: Iterable[SolvedDeal]) -> Figures:
    """The gain of ``robot`` over ``against`` with the same cards, each as either side."""
    assert asked.against is not None
    figures, payoffs = Figures(), payoffs_at(asked.game)
    one, other = player(asked.robot), player(asked.against)
    for number, deal in enumerate(deals):
        scored, gains = Scored(deal, payoffs), list[float]()
        for side in Side:
            seated = {seat: one if seat.side is side else other for seat in Seat}
            reached = kept.reached(f"as {side.name}", number, deal, seated.__getitem__)
            gains.append(scored.gain_of(side, reached))
        figures.add("gain", mean(gains))
    return figures


def lines(game: str, figures: Figures) -> Iterator[str]:
    for name, values in figures.rows.items():
        error = 1.96 * stdev(values) / sqrt(len(values)) if len(values) > 1 else inf
        figure, goal = mean(values), GOALS.get((game, name))
        line = f"{name} {figure:.2f} ± {error:.2f}"
        if goal is not None:
            sign, limit = goal.split()
            reached = figure <= float(limit) if sign == "<=" else figure >= float(limit)
            line += f" goal {goal} {'ok' if reached else 'short'}"
        yield line


def main(words: Sequence[str] | None = None) -> None:
    asked = argparse.ArgumentParser(prog="python -m lab.robots.auctions")
    asked.add_argument("--game", choices=GAMES, default=GAMES[0])
    asked.add_argument("--deals", type=int, default=500)
    asked.add_argument("--robot", default="best")
    asked.add_argument("--against")
    asked.add_argument("--seconds", type=float, default=inf)
    asked.add_argument("--seed", default="auctions", help="the word of the deals")
    asked.add_argument("--silent", type=int, help="deals that are bid against silent adversaries too")
    asked.add_argument("--kept", type=Path, help="a folder")
    asked.add_argument("--raw", type=Path)
    given = asked.parse_args(words)
    what = Asked(
        given.game,
        given.robot,
        given.against,
        given.seconds,
        given.seed,
        given.silent if given.silent is not None else given.deals // 10,
        given.kept,
        given.raw,
    )
    kept = given.kept / f"{given.seed}.txt" if given.kept is not None else None
    deals = tuple(solved(given.seed, given.deals, kept))
    auctions = Kept(what)
    if given.against:
        figures = match(what, auctions, deals)
    else:
        figures = measured(what, auctions, deals, player(given.robot))
    print(f"{given.game}: {given.robot}, {given.deals} deals of {given.seed!r}, {given.seconds} s a call")
    for line in lines(given.game, figures):
        print(line, flush=True)


if __name__ == "__main__":
    main()
