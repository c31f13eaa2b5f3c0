"""Norwegian Whist in words. English."""

from __future__ import annotations

from typing import Final

from rules.calls import Bid, Pass
from rules.strains import Strain
from screens.words.games.common import PARTNERS
from screens.words.gamewords import POINTS_UP, GameWords
from screens.words.robot_system import GRAND_OR_NULLO

GRAND: Final = Bid(1, Strain.NO_TRUMPS)
NULLO: Final = Bid(1, Strain.MISERE)

_RULES: Final = (
    "### Norwegian Whist",
    "Grand or nullo: without trumps, to win tricks or to lose them. *Where the sources are silent or differ, "
    "the words in italics tell what this table does.*",
    "**The cards**\n"
    "Ace high, two low. Follow suit if you can; if not, play anything. There are no trumps: the highest card "
    "of the suit led takes the trick. *A card that breaks the rule is refused, so nobody revokes. Play goes "
    "clockwise.*",
    PARTNERS,
    "**Grand or nullo**\n"
    "The player on the dealer's left speaks first, then each in turn: grand, to win tricks, or nullo, to "
    "lose them. *The first grand ends the calling, even after a nullo*, and that player's side undertakes to "
    "win seven tricks or more. If all four say nullo, the hand is played low, and both sides try to lose.",
    "**The play**\n"
    "At grand *the player on the right of the one who called it* leads, at nullo *the player on the dealer's "
    "left*. There is no dummy. *The last tricks may be claimed, if the "
    "other three agree.*",
    "**The score**\n"
    "Grand made: 4 points for each trick over six. Grand lost: the other side scores 8 for each of its "
    "tricks over six. Nullo: the side with fewer tricks scores *2* for each trick over six that the others "
    "had to take.",
    "**The game**\n"
    "Fifty points. *Each game is a match of its own; each winner wins the difference of the two scores from "
    "each loser.*",
)

NORWEGIAN_WHIST: Final = GameWords(
    name="Norwegian Whist",
    pitch="No trumps: each hand is played grand, to win tricks, or nullo, to lose them.",
    prices="A trick over six: grand 4, or 8 to the others if it is lost; nullo 2.",
    rules=_RULES,
    title="Norwegian Whist",
    hook="grand or nullo: to win tricks or to lose them, without trumps",
    calls=((GRAND, "Grand"), (NULLO, "Nullo"), (Pass(), "Nullo")),
    columns=POINTS_UP,
    robots=GRAND_OR_NULLO,
)
