"""EPBot, the bidder of Bridge Bidding Analyser, as a rival: answers the lines of ``lab.robots.rival``.

    python -m lab.robots.epbot LIBRARY

LIBRARY is its native library; ``lab/robots/RIVALS.md`` says where to get it. Each question is answered from
nothing, with two over one as both sides' system.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Final

WORDS: Final = ("P", "X", "XX", "", "", *(f"{odd}{strain}" for odd in range(1, 8) for strain in "CDHSN"))
"""The words of the calls by the numbers that EPBot gives them; two numbers stand for none."""

TWO_OVER_ONE: Final = 0

DUPLICATE_IMPS: Final = 1
"""The scoring that is nearest to points: games and slams are worth what they score."""

MOST_CALLS: Final = 64
"""Places for calls in an auction."""


class EpBot:
    """The library."""

    def __init__(self, path: str) -> None:
        self._library = library = ctypes.CDLL(path)
        library.epbot_create.restype = ctypes.c_void_p
        for name in ("new_hand", "set_system_type", "set_scoring", "set_arr_bids", "get_bid"):
            getattr(library, f"epbot_{name}").restype = ctypes.c_int
        self._player = ctypes.c_void_p(library.epbot_create())
        for side in range(2):
            self._done(library.epbot_set_system_type(self._player, side, TWO_OVER_ONE))
        self._done(library.epbot_set_scoring(self._player, DUPLICATE_IMPS))

    def answer(self, hand: str, vulnerable: str, calls: list[str]) -> str:
        """The word of the call. The dealer sits north."""
        seat, suits = len(calls) % 4, "\n".join(reversed(hand.split(".")))
        ours, theirs = vulnerable in ("we", "both"), vulnerable in ("they", "both")
        ns, ew = (ours, theirs) if seat % 2 == 0 else (theirs, ours)
        self._done(self._library.epbot_new_hand(self._player, seat, suits.encode(), 0, ew + 2 * ns, 0, 0))
        numbers = [f"{WORDS.index(call):02}" for call in calls]
        said = "\n".join([*numbers, *[""] * (MOST_CALLS - len(numbers))])
        self._done(self._library.epbot_set_arr_bids(self._player, said.encode()))
        return WORDS[self._done(self._library.epbot_get_bid(self._player))]

    def _done(self, result: int) -> int:
        """Raises ValueError if the library has refused."""
        if result < 0:
            raise ValueError(f"EPBot refused: {result}")
        return result


def main() -> None:
    bot = EpBot(sys.argv[1])
    for line in sys.stdin:
        hand, vulnerable, *calls = line.split()
        print(bot.answer(hand, vulnerable, calls), flush=True)


if __name__ == "__main__":
    main()
