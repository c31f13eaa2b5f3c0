"""What robots answer that choose alike everywhere.

``python -m tests.robots.alike [--without-solver] [--record]`` prints a line for each of a few deals: the game
with the number of calls and cards, and their digest. It needs nothing but the standard library, so that any
Python can be asked. ``--record`` writes them into ``alike.txt``, after a change of how robots choose.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from robots.player import Strength
from robots.process.thinking import ThinkAlike
from robots.search import double_dummy
from rules.cards import PACK
from tests.trials.stage.matches import among_robots, deal_from, waiting

DEALS: Final = (
    ("biritch", Strength.BEST),
    ("contract", Strength.BEST),
    ("whist_english", Strength.GOOD),
    ("vint", Strength.BEST),
)


def lines() -> Iterator[str]:
    for number, (game, strength) in enumerate(DEALS):
        evening, said = deal_from(random.Random(number).sample(PACK, 52), game), list[str]()
        while evening.table.last is None:
            view = among_robots(waiting(evening))
            assert view.viewer is not None
            answer = ThinkAlike(view, strength, len(said)).run()
            said.append(str(answer.choice))
            evening.do(view.viewer, answer.choice)
        yield f"{game} {len(said)} {sha256(' | '.join(said).encode()).hexdigest()}"


RECORD: Final = Path(__file__).with_suffix(".txt")

if __name__ == "__main__":
    if "--without-solver" in sys.argv:
        double_dummy.library = lambda: None
        assert double_dummy.load_solver() is None
    found = "".join(f"{line}\n" for line in lines())
    sys.stdout.write(found)
    if "--record" in sys.argv:
        RECORD.write_text(found)
