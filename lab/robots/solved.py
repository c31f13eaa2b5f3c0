"""Random deals with their double-dummy tables, and the points of each declaration by a game's scoring.

A deal is named by a word and a number, which seed its cards; no two words share a deal.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from robots.calls.trick_outlook import STRAINS
from robots.payoffs import Payoffs
from robots.search.double_dummy import Solver, load_solver
from rules.cards import Hand, Suit
from rules.counting.reckon import ACES, NOTHING_SCORED, Tally
from rules.seats import BySeat, BySide, Seat, Side


@dataclass(frozen=True, slots=True)
class SolvedDeal:
    """Four hands, and the tricks of north, east, south and west as declarer at each of ``STRAINS``."""

    hands: tuple[Hand, Hand, Hand, Hand]
    table: tuple[tuple[int, ...], ...]

    def tricks(self, strain: int, dealer: Seat) -> int:
        """The tricks of dealer's side. Dealer plays the hand, whichever partner has declared."""
        return self.table[strain][dealer.index]

    def points(self, payoffs: Payoffs, strain: int, dealer: Seat, level: int = 0) -> int:
        """The points of dealer's side, with honours and chicane, less those of the adversaries."""
        tricks = self.tricks(strain, dealer)
        return self._side_points(payoffs, strain, dealer, tricks, level)

    def honours(self, payoffs: Payoffs, strain: int, dealer: Seat) -> int:
        """The points of dealer's side for honours and chicane, less those of the adversaries."""
        none = _points(payoffs, STRAINS[strain], 7, 0, BySeat(0, 0, 0, 0), frozenset())
        sign = 1 if dealer.side is Side.NS else -1
        return self._side_points(payoffs, strain, dealer, 7 if sign > 0 else 6, 0) - sign * none

    def _side_points(self, payoffs: Payoffs, strain: int, dealer: Seat, tricks: int, level: int) -> int:
        trumps, north_south = STRAINS[strain], dealer.side is Side.NS
        honours = payoffs.law.honours.in_suit(trumps) if trumps is not None else ACES
        held = BySeat(*(len(hand & honours) for hand in self.hands))
        voids = frozenset(
            seat for seat in Seat if trumps is not None and not self.hands[seat.index].holds(trumps)
        )
        won = tricks if north_south else 13 - tricks
        points = _points(payoffs, trumps, won, level, held, voids)
        return points if north_south else -points


@lru_cache(maxsize=200_000)
def _points(
    payoffs: Payoffs, trumps: Suit | None, won: int, level: int, held: BySeat[int], voids: frozenset[Seat]
) -> int:
    """Points of north and south, less those of east and west."""
    tally = Tally(trumps, level, BySide(won, 13 - won), held, voids=voids)
    entries = payoffs.law.reckon(tally, NOTHING_SCORED)
    return sum(entry.amount if entry.side is Side.NS else -entry.amount for entry in entries)


def dealt(word: str, number: int) -> tuple[int, ...]:
    """The four hands of this deal, as bits."""
    cards = random.Random(f"{word} {number}").sample(range(52), 52)
    return tuple(sum(1 << card for card in cards[13 * seat : 13 * seat + 13]) for seat in range(4))


def solve(solver: Solver, hands: Sequence[int]) -> SolvedDeal:
    north, east, south, west = (Hand(bits) for bits in hands)
    table = solver.tables(hands)
    return SolvedDeal((north, east, south, west), tuple(table[strain] for strain in STRAINS))


def solved(word: str, count: int, kept: Path | None = None) -> Iterator[SolvedDeal]:
    """So many deals of this word. Solved ones are read from the file ``kept``, and new ones are added to
    it."""
    return solved_layouts((dealt(word, number) for number in range(count)), kept)


def solved_layouts(layouts: Iterable[Sequence[int]], kept: Path | None = None) -> Iterator[SolvedDeal]:
    """These layouts of all four hands, solved. The file ``kept`` has the first of them."""
    lines = kept.read_text().splitlines() if kept is not None and kept.exists() else []
    solver: Solver | None = None
    for number, hands in enumerate(layouts):
        if number < len(lines):
            yield _read(lines[number])
            continue
        solver = solver or load_solver()
        if solver is None:
            raise SystemExit("the solver is not installed")
        deal = solve(solver, hands)
        if kept is not None:
            with kept.open("a") as file:
                file.write(_written(deal))
        yield deal


def _written(deal: SolvedDeal) -> str:
    hands = " ".join(f"{hand.bits:x}" for hand in deal.hands)
    return hands + " " + "".join(f"{tricks:x}" for row in deal.table for tricks in row) + "\n"


def _read(line: str) -> SolvedDeal:
    *hands, tricks = line.split()
    north, east, south, west = (Hand(int(bits, 16)) for bits in hands)
    rows = tuple(tuple(int(digit, 16) for digit in tricks[4 * row : 4 * row + 4]) for row in range(5))
    return SolvedDeal((north, east, south, west), rows)
