"""What the good robot's cards are worth: duplicate deals against the plain robot, with the same calls on both
sides.

    python -m benchmarks.robots.good [--game GAME ...] [--deals N] [--worlds N] [--per-world N] [--seed N]

Prints what it gains a deal in points and in tricks, with 95 % intervals, and the time of a card by trick.
"""

from __future__ import annotations

import argparse

from benchmarks.robots.match import FIRST_GAME, Match, play, tell
from benchmarks.robots.players import PLAYERS
from robots.search.playout_robot import PER_WORLD, WORLDS, PlayoutRobot
from rules.games.all_games import GAMES


def main() -> None:
    asked = argparse.ArgumentParser(prog="python -m benchmarks.robots.good")
    asked.add_argument("--game", nargs="+", default=[FIRST_GAME], choices=GAMES)
    asked.add_argument("--deals", type=int, default=200)
    asked.add_argument("--worlds", type=int, default=WORLDS)
    asked.add_argument("--per-world", type=int, default=PER_WORLD)
    asked.add_argument("--seed", type=int, default=1)
    words = asked.parse_args()
    name = f"cards of good, {words.worlds} layouts out of {words.worlds * words.per_world}"
    PLAYERS[name] = lambda: PlayoutRobot(words.worlds, words.per_world)
    for game in words.game:
        match = Match(name, "plain", game, seed=words.seed)
        tell(match, [play(match, number) for number in range(words.deals)])


if __name__ == "__main__":
    main()
