"""The strength of the good robot's card play: duplicate deals against the plain robot, with equal calls.

    python -m lab.robots.good [--game GAME ...] [--deals N] [--layouts N] [--per-kept N] [--seed N]

Prints its gain in points and tricks a deal, with 95 % intervals, and the time of a card by trick.
"""

from __future__ import annotations

import argparse

from lab.robots.match import FIRST_GAME, Match, play, tell
from lab.robots.players import PLAYERS
from robots.plain import PlainRobot
from robots.search.playout_robot import LAYOUTS, PER_KEPT, PlayoutRobot
from rules.games.all_games import GAMES


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m lab.robots.good")
    asked.add_argument("--game", nargs="+", default=[FIRST_GAME], choices=GAMES)
    asked.add_argument("--deals", type=int, default=200)
    asked.add_argument("--layouts", type=int, default=LAYOUTS)
    asked.add_argument("--per-kept", type=int, default=PER_KEPT)
    asked.add_argument("--seed", type=int, default=1)
    words = asked.parse_args()
    name = f"cards of good, {words.layouts} layouts out of {words.layouts * words.per_kept}"
    PLAYERS[name] = lambda: PlayoutRobot(PlainRobot(), words.layouts, words.per_kept)
    for game in words.game:
        match = Match(name, "plain", game, seed=words.seed)
        tell(match, [play(match, number) for number in range(words.deals)])


if __name__ == "__main__":
    main()
