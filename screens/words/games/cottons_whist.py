"""Cotton's Whist in words. English."""

from __future__ import annotations

from typing import Final

from screens.words.games.common import CARDS
from screens.words.gamewords import POINTS_UP, GameWords, by_number
from screens.words.robot_system import CALLS_HONOURS

_RULES: Final = (
    "### Cotton's Whist",
    "Whist as it was described in 1674, beside Ruff and Honours. *Where the sources are silent or differ, "
    "the words in italics tell what this table does.*",
    CARDS.replace("two low", "three low"),
    "**Partners**\n"
    "Before each game all cut: the two lowest play together, and the lowest deals. *In cutting the ace is "
    "low; equal cards cut again.* The deal then passes to the left.",
    "**The deal**\n"
    "The deuces are out of the pack. *Twelve cards each; the bottom card is the dealer's last.* It is turned "
    "up, and its suit is trumps. *It lies in sight until the dealer has played to the first trick.*",
    "**The play**\n"
    "The player on the dealer's left leads. There is no dummy, and there are twelve tricks. *The last "
    "tricks may be claimed, if the other three agree.*",
    "**Tricks**\n*Each trick over six counts one point*; six and six, nothing.",
    "**Honours**\n"
    "A K Q J of trumps, as dealt. A side with three scores 2, with four 4; two and two, nothing.",
    "**Calling honours**\n"
    "*A side with eight points may show its honours before play: a player with two of them asks the partner, "
    "until they have played a card. If they hold three together, that ends the game.*",
    "**The game**\n"
    "Nine points. *Tricks are counted before honours, and counting stops when the game is won. Each game is "
    "a match of its own, and is worth 1 point.*",
)

COTTONS_WHIST: Final = GameWords(
    name="Cotton's Whist",
    pitch="Whist of 1674: the deuces are out, twelve cards each, nine points to the game.",
    prices="Each trick over six is a point; nine are the game.",
    rules=_RULES,
    title="Cotton's Whist (1674)",
    hook="the deuces are out, the bottom card is turned up, nine in all",
    honours=by_number,
    columns=POINTS_UP,
    robots=CALLS_HONOURS,
)
