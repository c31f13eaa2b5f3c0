"""A bank of positions with the value of every card, by which ways of choosing a card are compared cheaply.

    python -m lab.robots.bank make FILE [--positions N] [--layouts N] [--game GAME]
    python -m lab.robots.bank judge FILE ROBOT [ROBOT ...] [--positions N] [--losses FILE]

``make`` takes a card of each of N deals that the robot ``rules`` has played against itself, of any of the
first nine tricks. Layouts are dealt until there are enough with which the hidden players, asked by their very
code, would have called and played all that they did (``exact_layouts``); a position is left out if one layout
in a thousand is not enough for that. The value of a card, in points, is its mean over these layouts, once
solved double dummy, and once played out by the rules, every player seeing their own cards and dummy's only.
What is in the file already is kept. With ``--game`` the layouts are those that the best robot would draw
with another seed, in any game, and they are only solved. ``judge`` prints what the cards of each robot lose
against the best, by both values, the mean of the worst hundredth, and how much less the others lose than the
first, position by position; ``--losses`` keeps what each position cost the last robot, so that two versions
of the project can be compared.

A file of 2,000 positions, of 100 layouts each, has 0.65 MB and is made in an hour and a quarter of one core.
The digest that ``make`` prints tells whether two banks are the same.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import inf
from pathlib import Path
from statistics import mean
from typing import Final

from lab.robots.exact_layouts import Exact, Known, would_play
from lab.robots.match import interval
from lab.robots.players import player, solver
from lab.robots.recorded import Record, parse_record, play
from robots.payoffs import gains_by_tricks
from robots.search.double_dummy import Position
from robots.search.layouts import Layout, Layouts
from robots.search.solving_robot import SolvingRobot, searchable
from rules.calls import Play
from rules.cards import PACK, SUIT_BITS, Card
from rules.games.all_games import GAMES
from rules.seats import Side
from rules.tricks import Trick, winner
from rules.view import SeatView

WORD: Final = "bank"
LAST_TRICK: Final = 9
ONE_IN: Final = 1000
HUNDREDTH: Final = 100
FEWER: Final = 4
"""Layouts solved for each that is played out."""


@dataclass(frozen=True)
class Valued:
    """A position, with the value of each card: solved, and played out."""

    record: Record
    values: dict[Card, tuple[float, float]]

    @property
    def text(self) -> str:
        values = " ".join(
            f"{card}={solved:.2f}/{played:.2f}" for card, (solved, played) in self.values.items()
        )
        return f"{self.record.text} : {values}"


def parse_valued(text: str) -> Valued:
    record, values = text.split(" : ")
    found = {}
    names = {str(card): card for card in PACK}
    for word in values.split():
        name, both = word.split("=")
        solved, played = both.split("/")
        found[names[name]] = float(solved), float(played)
    return Valued(parse_record(record), found)


def valued(number: int, layouts: int, game: str | None = None) -> Valued | None:
    """The position of this number; None if it is left out."""
    rng = random.Random(f"{WORD} {number}")
    record = play(game or "biritch", "rules", WORD, number, inf)
    trick = rng.randint(1, LAST_TRICK)
    choices = [
        (place, view)
        for place, (_, view, action) in enumerate(record.moments())
        if isinstance(action, Play) and view.deal is not None and len(view.deal.tricks) == trick - 1
        if len(view.options) > 1 and (game is None or searchable(view))
    ]
    if not choices:
        return None
    place, view = rng.choice(choices)
    if game is not None:
        drawn = SolvingRobot(solver(), player("rules"), player("rules")).layouts(view, layouts, rng, inf)
        so_far = Record(record.game, record.hands, record.actions[:place])
        return Valued(
            so_far, {card: (value, 0.0) for card, (value, _) in _values(view, drawn, play_out=False)}
        )
    deals, exact = Layouts(view), Exact(view)
    if deals.only_one:
        return None
    found: list[Layout] = []
    for tried in range(layouts * ONE_IN):
        one = deals.draw_layout(rng)
        if exact.fits(one):
            found.append(one)
        if len(found) == layouts:
            break
        if tried == 30 * ONE_IN and len(found) < layouts // 8:
            return None
    if len(found) < layouts // 4:
        return None
    so_far = Record(record.game, record.hands, record.actions[:place])
    return Valued(so_far, dict(_values(view, found)))


def _values(
    view: SeatView, layouts: Sequence[Layout], *, play_out: bool = True
) -> Iterator[tuple[Card, tuple[float, float]]]:
    deal, brings = view.deal, gains_by_tricks(view)
    assert deal is not None and deal.settled is not None
    assert deal.trick is not None and deal.hand_due is not None
    side, won = deal.hand_due.side, deal.won.of(deal.hand_due.side)
    laid = tuple(card.index for card in deal.trick.cards)
    solved: list[dict[int, int]] = []
    for begin in range(0, len(layouts), 100):
        boards = [
            Position(one, deal.settled.trumps, deal.trick.leader.index, laid)
            for one in layouts[begin : begin + 100]
        ]
        solved += solver().solve(boards)
    few = layouts[::FEWER]
    for option in view.options:
        if isinstance(option, Play):
            card = option.card
            double_dummy = mean(brings[won + one[card.index]] for one in solved)
            out = [brings[_played_out(view, one, card, side)] for one in few] if play_out else [0.0]
            yield card, (double_dummy, mean(out))


def _played_out(view: SeatView, layout: Layout, card: Card, side: Side) -> int:
    """The tricks of a side in the whole deal if this card is played and the rules play on."""
    deal = view.deal
    assert (
        deal is not None and deal.settled is not None and deal.trick is not None and deal.hand_due is not None
    )
    settled = deal.settled
    dummies = [dummy for dummy, _ in settled.dummies]
    hands, void = list(layout), [0, 0, 0, 0]
    tricks, trick, gone = list(deal.tricks), deal.trick, 0
    for one in (*tricks, trick):
        for seat, laid in one.by_player():
            gone |= laid.bit
            if one.led is not None and laid.suit is not one.led:
                void[seat.index] |= SUIT_BITS[one.led.index]
    won, seat = deal.won.of(side), deal.hand_due
    while True:
        hands[seat.index] &= ~card.bit
        gone |= card.bit
        trick = Trick(trick.leader, (*trick.cards, card))
        if trick.led is not None and card.suit is not trick.led:
            void[seat.index] |= SUIT_BITS[trick.led.index]
        seat = seat.left
        if len(trick.cards) == 4:
            seat = winner(trick, settled.trumps)
            won += seat.side is side
            tricks.append(trick)
            trick = Trick(seat, ())
            if not any(hands):
                return won
        player_ = settled.player_of(seat)
        faced = {dummy: hands[dummy.index] for dummy in dummies}
        known = Known(player_, seat, hands[player_.index], faced, gone, tuple(void), tuple(tricks), trick)
        card = would_play(settled, known)


def judged(positions: Sequence[Valued], robot: str) -> list[tuple[float, float]]:
    """What this robot's card loses against the best, by each value."""
    losses = []
    for number, one in enumerate(positions):
        choice = player(robot).choose(one.record.view, inf, random.Random(f"judge {number}")).choice
        assert isinstance(choice, Play)
        solved, played = one.values[choice.card]
        losses.append(
            (
                max(value for value, _ in one.values.values()) - solved,
                max(value for _, value in one.values.values()) - played,
            )
        )
    return losses


def digest(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()


def fill(file: Path, positions: int, line: Callable[[int], str | None]) -> None:
    """Adds the lines of further numbers to a file until it has so many positions. A line begins with its
    number; a number may have none."""
    lines = file.read_text().splitlines() if file.exists() else []
    number = int(lines[-1].split(" ", 1)[0]) + 1 if lines else 0
    while len(lines) < positions:
        found = line(number)
        if found is not None:
            lines.append(f"{number} {found}")
            with file.open("a") as kept:
                kept.write(lines[-1] + "\n")
        number += 1
    print(f"{len(lines)} positions, {file.stat().st_size} bytes, SHA-256 {digest(file)}")


def make(file: Path, positions: int, layouts: int, game: str | None = None) -> None:
    def line(number: int) -> str | None:
        found = valued(number, layouts, game)
        return found.text if found is not None else None

    fill(file, positions, line)


def judge(file: Path, robots: Sequence[str], positions: int | None, losses: Path | None = None) -> None:
    lines = file.read_text().splitlines()[:positions]
    bank = [parse_valued(line.split(" ", 1)[1]) for line in lines]
    first: list[tuple[float, float]] | None = None
    for robot in robots:
        lost = judged(bank, robot)
        first = first or lost
        for place, value in enumerate(("solved", "played out")):
            column = [one[place] for one in lost]
            less = [one[place] - other[place] for one, other in zip(first, lost, strict=True)]
            worst = mean(sorted(column)[-max(1, len(column) // HUNDREDTH) :])
            print(
                f"{robot}, {value}: loses {interval(column)}, the worst hundredth {worst:.1f}, "
                f"{interval(less)} less than {robots[0]}",
                flush=True,
            )
        if losses is not None:
            losses.write_text("".join(f"{solved:.2f} {out:.2f}\n" for solved, out in lost))


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m lab.robots.bank")
    asked.add_argument("does", choices=("make", "judge"))
    asked.add_argument("file", type=Path)
    asked.add_argument("robots", nargs="*", default=["best"])
    asked.add_argument("--positions", type=int)
    asked.add_argument("--layouts", type=int, default=200)
    asked.add_argument("--game", choices=GAMES)
    asked.add_argument("--losses", type=Path)
    given = asked.parse_args()
    if given.does == "make":
        make(given.file, given.positions or 2000, given.layouts, given.game)
    else:
        judge(given.file, given.robots, given.positions, given.losses)


if __name__ == "__main__":
    main()
