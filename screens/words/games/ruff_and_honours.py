"""Ruff and Honours in words. English."""

from __future__ import annotations

from typing import Final

from screens.words.games.common import CARDS
from screens.words.gamewords import POINTS_UP, GameWords, by_number
from screens.words.robot_system import RUFFS

_RULES: Final = (
    "### Ruff and Honours",
    "The game before whist, as it was described in 1674. *Where the sources are silent or differ, the words "
    "in italics tell what this table does.*",
    CARDS,
    "**Partners**\n"
    "Before each game all cut: the two lowest play together, and the lowest deals. *In cutting the ace is "
    "low; equal cards cut again.* The deal then passes to the left.",
    "**The deal**\n"
    "Twelve cards each. Four are left as the stock, and the top one is turned: its suit is trumps.",
    "**The ruff**\n"
    "*Who holds the ace of trumps* may take the four cards of the stock, and then puts out four of his "
    "sixteen, face down. He may decline. *If the ace itself was turned, the dealer has the ruff; if it lies "
    "hidden in the stock, nobody has.*",
    "**The play**\n"
    "The player on the dealer's left leads. There is no dummy, and there are twelve tricks. *The last "
    "tricks may be claimed, if the other three agree.*",
    "**Tricks**\n*Each trick over six counts one point*; six and six, nothing.",
    "**Honours**\n"
    "A K Q J of trumps, *in the hands as they are played, after the ruff*. A side with three scores 2, with "
    "four 4; two and two, nothing. Honours in the stock or put out count for nobody.",
    "**Calling honours**\n"
    "A side with eight points may show its honours before play: a player *with two of them* asks his "
    "partner, until he himself has played. If they hold three together, that ends the game.",
    "**The game**\n"
    "Nine points. Tricks are counted before honours, and counting stops when the game is won. *Each game is "
    "a match of its own, and is worth 1 point.*",
)

RUFF_AND_HONOURS: Final = GameWords(
    name="Ruff and Honours",
    pitch="The game before whist: twelve cards each, a stock of four, and a ruff with the ace of trumps.",
    prices="Each trick over six is a point; nine are the game.",
    rules=_RULES,
    title="Ruff and Honours (1674)",
    hook="before whist: a stock of four, and who has the ace may take it",
    honours=by_number,
    columns=POINTS_UP,
    robots=RUFFS,
)
