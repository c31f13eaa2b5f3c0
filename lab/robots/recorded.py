"""Deals that robots have played, as text: one deal a line, so that measurements can be repeated on the same
deals.

    python -m lab.robots.recorded FILE --robot NAME --deals N [--game GAME] [--seed WORD] [--seconds S]

The robots of ``lab.robots.players`` sit in all four chairs, at nil score. A line has the game, the
hands of north, east, south and west in hexadecimal, and every call and card as the log writes them. Deals
that are in the file already are not played again.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from pathlib import Path

from lab.robots.auction_table import order_of
from lab.robots.players import player
from lab.robots.solved import dealt
from rules.calls import Action, Call, Play, action_word, parse_action
from rules.cards import Hand
from rules.games.all_games import GAMES
from rules.view import SeatView
from tests.trials.stage.matches import among_robots, deal_from, waiting
from tests.trials.stage.tables import Evening

WORD = "recorded"
"""The word by which deals are named unless another is given."""


@dataclass(frozen=True, slots=True)
class Record:
    """A deal that was dealt by the south, with what was called and played in turn."""

    game: str
    hands: tuple[Hand, ...]
    actions: tuple[Action, ...]

    @property
    def text(self) -> str:
        hands = " ".join(f"{hand.bits:x}" for hand in self.hands)
        return f"{self.game} {hands} " + " ".join(action_word(action) for action in self.actions)

    def moments(self) -> Iterator[tuple[Evening, SeatView, Action]]:
        """The table before each call and card, with the view of the seat that made it."""
        evening = deal_from(order_of(self.hands), self.game)
        for action in self.actions:
            view = among_robots(waiting(evening))
            assert view.viewer is not None
            yield evening, view, action
            evening.do(view.viewer, action)

    @property
    def view(self) -> SeatView:
        """What the seat sees that is to act after all of this."""
        evening = deal_from(order_of(self.hands), self.game)
        for action in self.actions:
            seat = waiting(evening).viewer
            assert seat is not None
            evening.do(seat, action)
        return among_robots(waiting(evening))


def parse_record(text: str) -> Record:
    game, north, east, south, west, *actions = text.split()
    hands = tuple(Hand(int(bits, 16)) for bits in (north, east, south, west))
    return Record(game, hands, tuple(parse_action(word) for word in actions))


def read_records(file: Path) -> Sequence[Record]:
    return [parse_record(line) for line in file.read_text().splitlines()]


def play(game: str, robot: str, word: str, number: int, seconds: float) -> Record:
    """The deal of this word and number as four robots of this name play it."""
    hands = tuple(Hand(bits) for bits in dealt(word, number))
    evening, actions, sits = deal_from(order_of(hands), game), list[Action](), player(robot)
    while evening.table.last is None:
        view = among_robots(waiting(evening))
        assert view.viewer is not None
        rng = random.Random(f"{word} {number} {len(actions)}")
        choice = sits.choose(view, seconds, rng).choice
        if isinstance(choice, Call | Play):
            actions.append(choice)
        evening.do(view.viewer, choice)
    return Record(game, hands, tuple(actions))


def keep(file: Path, game: str, robot: str, deals: int, word: str = WORD, seconds: float = inf) -> None:
    """Plays so many deals into a file, beyond those that it has."""
    done = len(read_records(file)) if file.exists() else 0
    for number in range(done, deals):
        record = play(game, robot, word, number, seconds)
        with file.open("a") as lines:
            lines.write(record.text + "\n")


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m lab.robots.recorded")
    asked.add_argument("file", type=Path)
    asked.add_argument("--robot", default="best")
    asked.add_argument("--deals", type=int, default=100)
    asked.add_argument("--game", choices=GAMES, default=next(iter(GAMES)))
    asked.add_argument("--seed", default=WORD, help="the word of the deals")
    asked.add_argument("--seconds", type=float, default=inf)
    given = asked.parse_args()
    keep(given.file, given.game, given.robot, given.deals, given.seed, given.seconds)


if __name__ == "__main__":
    main()
