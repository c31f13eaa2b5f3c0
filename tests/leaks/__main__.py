"""``python -m tests.leaks [GAME ...] [--deals N]``: two worlds at a moment of each deal.

In every deal of every game somebody looks once, at a moment drawn by lot, and the deal is exchanged for one
that differs only in cards that they must not know. All that the bot could tell them in both worlds is
compared: messages, components, alt texts, pictures, autocomplete, refusals, records and the log.
``test_two_worlds`` does so with a few deals, and ``test_planted`` plants leaks that must be found.

The last line is ``NAME FIGURE goal GOAL ok`` (or ``short``): the worlds that could be told apart.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from random import Random
from typing import Final

from lab.speed.figures import figure
from rules.games.all_games import GAMES
from tests.leaks.outputs import different, told
from tests.leaks.test_two_worlds import FAMILY, stopped
from tests.leaks.worlds import Watched, lookers
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

EACH: Final = 1_060
"""Deals of each of nineteen games: 20,000 in all."""
AN_EVENING: Final = 20
"""Deals until other people sit down, with another of the game's sittings."""
LOOKS: Final = 0.1
"""How often somebody looks at a moment of a deal at which nobody has looked."""


def moments(key: str, seed: int) -> Iterator[tuple[str, Watched, Random]]:
    """One of each deal, without end, and what is played there."""
    sittings, number = [options for of, options in FAMILY if of == key], 0
    while True:
        options = sittings[number % len(sittings)]
        name = f"{key} {options} {seed} {number}"
        evening, chance = Evening(name, key, **options), Random(name)
        evening.seat(*(ANNA, BORIS, CLARA, DAVID)[: evening.table.variant.players])
        looked = set[int]()
        for watched, drawn in stopped(evening, chance, sys.maxsize):
            if evening.table.deals > AN_EVENING:
                break
            if evening.table.deals not in looked and drawn.random() < LOOKS:
                looked.add(evening.table.deals)
                yield name, watched, drawn
        number += 1


def compared(key: str, deals: int, seed: int) -> tuple[Counter[str], list[str]]:
    """How often who has looked at so many deals of a game, and by what they could tell two worlds apart."""
    who, leaks = Counter[str](), list[str]()
    for name, watched, chance in moments(key, seed):
        ours = watched.evening.table
        viewer = chance.choice(list(lookers(ours)))
        theirs = watched.twin(viewer, chance)
        if theirs is None:  # nothing is hidden from them any more
            continue
        if found := different(told(ours, viewer), told(theirs, viewer)):
            leaks.append(
                f"{name}, deal {ours.deals}, after {len(watched.events)} events: {viewer} by {found}"
            )
        who["spectator" if viewer is None else viewer.name.lower()] += 1
        if who.total() == deals:
            break
    return who, leaks


async def _all(key: str, deals: int, seed: int) -> tuple[Counter[str], list[str]]:
    """On a loop, as the bot's own code expects."""
    return compared(key, deals, seed)


def of_game(key: str, deals: int, seed: int) -> tuple[Counter[str], list[str]]:
    return asyncio.run(_all(key, deals, seed))


def main() -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.leaks", description=__doc__)
    asked.add_argument("games", nargs="*", default=list(GAMES), help="all if none is named")
    asked.add_argument("--deals", type=int, default=EACH, help="of each game")
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--jobs", type=int, default=2)
    options = asked.parse_args()
    who, leaks = Counter[str](), 0
    with ProcessPoolExecutor(options.jobs) as pool:
        run = partial(of_game, deals=options.deals, seed=options.seed)
        for done in as_completed([pool.submit(run, key) for key in options.games]):
            looks, found = done.result()
            who += looks
            leaks += len(found)
            for line in found[:4]:
                print(line, flush=True)
    print(f"{who.total()} deals of {len(options.games)} games, looked at by {dict(sorted(who.items()))}")
    figure("TOLD_APART", leaks, 0)
    return int(leaks > 0)


if __name__ == "__main__":
    sys.exit(main())
