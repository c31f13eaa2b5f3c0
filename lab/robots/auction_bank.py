"""A bank of turns in auctions with the value of every call in question, by which ways of bidding are compared
cheaply.

    python -m lab.robots.auction_bank make FILE --game GAME [--positions N] [--layouts N]
    python -m lab.robots.auction_bank judge FILE ROBOT [ROBOT ...] [--positions N]

``make`` breaks off auctions at nil score at a random turn after the first bid at which the search for calls
sees more than one: even deals are bid by the system, odd ones by robots that search. Layouts of the hidden
hands are drawn and kept as that search keeps them; in each of them every call is made, the auction goes on by
the system, and the contract is scored at its double-dummy tricks. The value of a call is its mean, once over
the layouts of even numbers and once over the others. Calls that estimated tricks find much too bad are left
out. What is in the file already is kept.

``judge`` prints what the calls of each robot lose against the best call, in points, how much more than those
of the first, turn by turn, and how many are not those of the first. The loss is somewhat too large if a call
is judged in the layouts in which another was found best, and somewhat too small if in the others: both are
told. The difference between two robots has neither fault. A call that is not in the file is valued then, in
the same layouts if the code that draws them is the same.

A value knows nothing of what another way of bidding would do later: who judges a convention plays a match.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf, sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Final

from lab.robots.auction_table import bid_out
from lab.robots.auctions import GAMES
from lab.robots.bank import fill
from lab.robots.match import interval
from lab.robots.players import player, solver
from lab.robots.recorded import Record, parse_record
from lab.robots.solved import dealt
from robots.calls.bidding import call_of, truthful
from robots.calls.meaning import Heard
from robots.calls.system import heard_after, heard_by
from robots.calls.trick_outlook import holding
from robots.payoffs import TRICKS, Undertaken
from robots.search.auction_layouts import AuctionLayouts
from robots.search.auction_search import Contract, ValuedLayout, play_on
from robots.search.double_dummy import Position
from robots.search.layouts import Layout
from rules.calls import Bid, Call, Double, Pass, action_word, parse_call
from rules.cards import Hand
from rules.seats import Seat, Side
from rules.tricks import Strain

WORD: Final = "auction bank"
BIDDERS: Final = ("rules", "searching")

HOPELESS: Final = 1.5
"""Standard errors by which a call is so much worse than the best that it is not solved."""

Halves = tuple[float, float]
"""The value of a call over the layouts of even numbers, and over the others."""


@dataclass(frozen=True)
class Turn:
    """A turn in an auction, with the value of each call."""

    record: Record
    values: dict[Call, Halves]

    @property
    def text(self) -> str:
        values = " ".join(
            f"{action_word(call)}={one:.1f}/{two:.1f}" for call, (one, two) in self.values.items()
        )
        return f"{self.record.text} : {values}"

    @property
    def state(self) -> tuple[Heard, Hand]:
        view = self.record.view
        assert view.own is not None
        return heard_by(view), view.own.dealt


def parse_turn(text: str) -> Turn:
    record, values = text.split(" : ")
    found = {}
    for word in values.split():
        call, both = word.split("=")
        one, two = both.split("/")
        found[parse_call(call)] = float(one), float(two)
    return Turn(parse_record(record), found)


def valued(game: str, number: int, layouts: int) -> Turn | None:
    """The turn of this number; None if nobody had a choice in that auction."""
    hands = tuple(Hand(bits) for bits in dealt(WORD, number))
    robot = player(BIDDERS[number % 2])
    calls = tuple(one.call for one in bid_out(hands, game, lambda seat: robot, inf, f"{WORD} {number}").calls)
    first = next((place for place, call in enumerate(calls) if isinstance(call, Bid)), len(calls))
    turns = [Turn(Record(game, hands, calls[:place]), {}) for place in range(first + 1, len(calls))]
    with_choice = [turn for turn in turns if len(sensible(*turn.state)) > 1]
    if not with_choice:
        return None
    turn = random.Random(f"turn {number}").choice(with_choice)
    return Turn(turn.record, values_of(turn, number, layouts))


def sensible(heard: Heard, hand: Hand) -> list[Call]:
    """The calls that the search would try, that of the system first."""
    system = call_of(heard, holding(hand))
    return [system, *(call for call in truthful(heard, holding(hand)) if call != system)]


def in_question(heard: Heard, hand: Hand) -> list[Call]:
    """The calls that are valued: these, and a pass and a double wherever they are open."""
    calls, auction = sensible(heard, hand), heard.auction
    may: tuple[tuple[Call, bool], ...] = ((Pass(), auction.may_pass), (Double(), auction.may_double))
    return calls + [call for call, open_ in may if open_ and call not in calls]


def values_of(turn: Turn, number: int, layouts: int) -> dict[Call, Halves]:
    """The values of the calls in question, but for those that estimated tricks find much too bad."""
    tried = Tried(turn, number, layouts)
    calls = in_question(*turn.state)
    means = {call: tried.estimates(call) for call in calls}
    best = max(calls, key=lambda call: mean(means[call]))
    kept = [call for call in calls if not _hopeless(means[call], means[best])]
    return {call: tried.value(call, kept) for call in kept}


def _hopeless(values: Sequence[float], best: Sequence[float]) -> bool:
    by = [high - low for high, low in zip(best, values, strict=True)]
    return mean(by) > HOPELESS * stdev(by) / sqrt(len(by)) > 0


class Tried:
    """The layouts of a turn, with what calls come to in them."""

    def __init__(self, turn: Turn, number: int, layouts: int) -> None:
        self._heard, hand = turn.state
        self._side = self._heard.seat.side
        drawn = AuctionLayouts(self._heard, self._heard.seat, hand, random.Random(f"layouts {number}"))
        self._layouts = [drawn.likely() for _ in range(layouts)]
        self._scored = [Solved(self._heard, layout) for layout, _ in self._layouts]
        self._ends: dict[Call, list[Contract]] = {}

    def ends(self, call: Call) -> list[Contract]:
        """The contracts that a call leads to."""
        if call not in self._ends:
            heard = heard_after(self._heard, call)
            self._ends[call] = [play_on(heard, layout) for layout, _ in self._layouts]
        return self._ends[call]

    def estimates(self, call: Call) -> list[float]:
        return [one.estimate(self._side, end) for one, end in zip(self._scored, self.ends(call), strict=True)]

    def value(self, call: Call, among: Sequence[Call]) -> Halves:
        """The value of a call. Where all these calls lead to the same contract it does not matter what that
        brings, and its tricks are only estimated."""
        gains = [
            one.gain(self._side, ends[0]) if len({*ends}) > 1 else one.estimate(self._side, ends[0])
            for one, *ends in zip(self._scored, self.ends(call), *map(self.ends, among), strict=True)
        ]
        weights = [weight for _, weight in self._layouts]
        even, odd = (_mean(gains[half::2], weights[half::2]) for half in (0, 1))
        return even, odd


class Solved:
    """One layout, with the tricks of the contracts that have been solved in it."""

    def __init__(self, heard: Heard, layout: Layout) -> None:
        self._setting, self._layout = heard.auction.setting, layout
        self._estimated = ValuedLayout(self._setting, layout)
        self._tricks: dict[tuple[Strain, Seat], int] = {}

    def estimate(self, side: Side, end: Contract) -> float:
        """What a side gains by a contract, by estimated tricks: points and the prospect of games."""
        return self._estimated.gain(side, *end) if end is not None else 0.0

    def gain(self, side: Side, end: Contract) -> float:
        """The same at its double-dummy tricks."""
        if end is None or end[0].strain is Strain.MISERE:  # which the solver does not know
            return self.estimate(side, end)
        bid, level, declarer = end
        hands = [self._layout[seat.index] for seat in declarer.onwards()]
        contract, score = Undertaken(bid, level, ours=True), self._setting.standing_of(declarer.side)
        gain = self._setting.payoffs.gain(contract, score, self._won(bid, declarer), hands)
        return gain if side is declarer.side else -gain

    def _won(self, bid: Bid, declarer: Seat) -> int:
        key = bid.strain, declarer
        if key not in self._tricks:
            (lost,) = solver().most_tricks([Position(self._layout, bid.strain.trumps, declarer.left.index)])
            self._tricks[key] = TRICKS - lost
        return self._tricks[key]


def _mean(values: Sequence[float], weights: Sequence[float]) -> float:
    return sum(value * weight for value, weight in zip(values, weights, strict=True)) / sum(weights)


def lost(turn: Turn, call: Call) -> tuple[float, float]:
    """What a call loses against the best, found in the layouts in which both are judged, and in the
    others."""
    values = list(turn.values.values())
    best = max(map(mean, values))
    apart = mean(max(values, key=lambda one: one[half])[1 - half] for half in (0, 1))
    return best - mean(turn.values[call]), apart - mean(turn.values[call])


def calls_of(robot: str, numbered: Iterable[tuple[int, Turn]], layouts: int) -> Iterator[Call]:
    """The robot's call at each turn. One that has no value gets it."""
    for number, turn in numbered:
        call = player(robot).choose(turn.record.view, inf, random.Random(f"judge {number}")).choice
        assert isinstance(call, Pass | Double | Bid)
        if call not in turn.values:
            turn.values[call] = Tried(turn, number, layouts).value(call, [*turn.values])
        yield call


def make(file: Path, game: str, positions: int, layouts: int) -> None:
    def line(number: int) -> str | None:
        turn = valued(game, number, layouts)
        return f"{layouts} {turn.text}" if turn is not None else None

    fill(file, positions, line)


def judge(file: Path, robots: Sequence[str], positions: int | None) -> None:
    numbered, layouts = list[tuple[int, Turn]](), 0
    for line in file.read_text().splitlines()[:positions]:
        number, drawn, text = line.split(" ", 2)
        numbered.append((int(number), parse_turn(text)))
        layouts = int(drawn)
    every = [list(calls_of(robot, numbered, layouts)) for robot in robots]
    for robot, calls in zip(robots, every, strict=True):
        loses = [lost(turn, call) for (_, turn), call in zip(numbered, calls, strict=True)]
        firsts = [lost(turn, call)[0] for (_, turn), call in zip(numbered, every[0], strict=True)]
        most, least = zip(*loses, strict=True)
        more = [one - first for one, first in zip(most, firsts, strict=True)]
        others = sum(call != first for call, first in zip(calls, every[0], strict=True))
        print(
            f"{robot}: loses at most {interval(most)}, at least {interval(least)}, {interval(more)} more "
            f"than {robots[0]}, {others} of {len(calls)} calls are others",
            flush=True,
        )


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m lab.robots.auction_bank")
    asked.add_argument("does", choices=("make", "judge"))
    asked.add_argument("file", type=Path)
    asked.add_argument("robots", nargs="*", default=["best"])
    asked.add_argument("--game", choices=GAMES, default=GAMES[0])
    asked.add_argument("--positions", type=int)
    asked.add_argument("--layouts", type=int, default=24)
    given = asked.parse_args()
    if given.does == "make":
        make(given.file, given.game, given.positions or 1000, given.layouts)
    else:
        judge(given.file, given.robots, given.positions)


if __name__ == "__main__":
    main()
