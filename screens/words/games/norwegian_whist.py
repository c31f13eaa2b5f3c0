"""Norwegian Whist in words."""

from __future__ import annotations

from typing import Final

from rules.calls import Bid, Pass
from rules.tricks import Strain
from screens.words.gamewords import PARTNERS, GameWords, points_up
from screens.words.languages import say
from screens.words.robot_system import grand_or_nullo

GRAND: Final = Bid(1, Strain.NO_TRUMPS)
NULLO: Final = Bid(1, Strain.MISERE)


def _rules() -> tuple[str, ...]:
    return (
        say("### Norwegian Whist"),
        say(
            "Grand or nullo: without trumps, to win tricks or to lose them. *Where the sources are silent or "
            "differ, the words in italics tell what this table does.*"
        ),
        say(
            "**The cards**\n"
            "Ace high, two low. Follow suit if you can; if not, play anything. There are no trumps: the "
            "highest card of the suit led takes the trick. *A card that breaks the rule is refused, so "
            "nobody revokes. Play goes clockwise.*"
        ),
        PARTNERS(),
        say(
            "**Grand or nullo**\n"
            "The player on the dealer's left speaks first, then each in turn: grand, to win tricks, or "
            "nullo, to lose them. *The first grand ends the calling, even after a nullo*, and that player's "
            "side undertakes to win seven tricks or more. If all four say nullo, the hand is played low, and "
            "both sides try to lose."
        ),
        say(
            "**The play**\n"
            "At grand *the player on the right of the one who called it* leads, at nullo *the player "
            "on the dealer's left*. There is no dummy. *Any number of the tricks that are left may be "
            "claimed, if the other three agree, or all of them conceded, if the partner agrees.*"
        ),
        say(
            "**The score**\n"
            "Grand made: 4 points for each trick over six. Grand lost: the other side scores 8 for each of "
            "its tricks over six. Nullo: the side with fewer tricks scores *2* for each trick over six that "
            "the others had to take."
        ),
        say(
            "**The game**\n"
            "Fifty points. *Each game is a match of its own; each winner wins the difference of the two "
            "scores from each loser.*"
        ),
    )


def norwegian_whist() -> GameWords:
    return GameWords(
        name=say("Norwegian Whist"),
        pitch=say("No trumps: each hand is played grand, to win tricks, or nullo, to lose them."),
        prices=say("A trick over six: grand 4, or 8 to the others if it is lost; nullo 2."),
        rules=_rules(),
        title=say("Norwegian Whist"),
        hook=say("grand or nullo: to win tricks or to lose them, without trumps"),
        calls=(
            (
                GRAND,
                say("Grand"),
            ),
            (
                NULLO,
                say("Nullo"),
            ),
            (
                Pass(),
                say("Nullo"),
            ),
        ),
        columns=points_up(),
        robots=grand_or_nullo(),
    )
