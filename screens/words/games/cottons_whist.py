"""Cotton's Whist in words."""

from __future__ import annotations

from screens.words.gamewords import CARDS_ABOVE_TWO, GameWords, by_number, points_up
from screens.words.languages import say
from screens.words.robot_system import calls_honours


def _rules() -> tuple[str, ...]:
    return (
        say("### Cotton's Whist"),
        say(
            "Whist as it was described in 1674, beside Ruff and Honours. *Where the sources are silent or "
            "differ, the words in italics tell what this table does.*"
        ),
        CARDS_ABOVE_TWO(),
        say(
            "**Partners**\n"
            "Before each game all cut: the two lowest play together, and the lowest deals. *In cutting the "
            "ace is low; equal cards cut again.* The deal then passes to the left."
        ),
        say(
            "**The deal**\n"
            "The deuces are out of the pack. *Twelve cards each; the bottom card is the dealer's last.* It "
            "is turned up, and its suit is trumps. *It lies in sight until the dealer has played to the "
            "first trick.*"
        ),
        say(
            "**The play**\n"
            "The player on the dealer's left leads. There is no dummy, and there are twelve tricks. "
            "*Any number of the tricks that are left may be claimed, if the other three agree, or all "
            "of them conceded, if the partner agrees.*"
        ),
        say("**Tricks**\n*Each trick over six counts one point*; six and six, nothing."),
        say(
            "**Honours**\n"
            "A K Q J of trumps, as dealt. A side with three scores 2, with four 4; two and two, nothing."
        ),
        say(
            "**Calling honours**\n"
            "*A side with eight points may show its honours before play: a player with two of them asks the "
            "partner, until they have played a card. If they hold three together, that ends the game.*"
        ),
        say(
            "**The game**\n"
            "Nine points. *Tricks are counted before honours, and counting stops when the game is won. Each "
            "game is a match of its own, and is worth 1 point.*"
        ),
    )


def cottons_whist() -> GameWords:
    return GameWords(
        name=say("Cotton's Whist"),
        pitch=say("Whist of 1674: the deuces are out, twelve cards each, nine points to the game."),
        prices=say("Each trick over six is a point; nine are the game."),
        rules=_rules(),
        title=say("Cotton's Whist (1674)"),
        hook=say("the deuces are out, the bottom card is turned up, nine in all"),
        honours=by_number,
        columns=points_up(),
        robots=calls_honours(),
    )
