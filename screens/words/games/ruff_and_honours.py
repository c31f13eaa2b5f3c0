"""Ruff and Honours in words."""

from __future__ import annotations

from screens.words.gamewords import CARDS, GameWords, by_number, points_up
from screens.words.languages import say
from screens.words.robot_system import ruffs


def _rules() -> tuple[str, ...]:
    return (
        say("### Ruff and Honours"),
        say(
            "The game before whist, as it was described in 1674. *Where the sources are silent or differ, "
            "the words in italics tell what this table does.*"
        ),
        CARDS(),
        say(
            "**Partners**\n"
            "Before each game all cut: the two lowest play together, and the lowest deals. *In cutting the "
            "ace is low; equal cards cut again.* The deal then passes to the left."
        ),
        say(
            "**The deal**\n"
            "Twelve cards each. Four are left as the stock, and the top one is turned: its suit is trumps."
        ),
        say(
            "**The ruff**\n"
            "*The player who holds the ace of trumps* may take the four cards of the stock, and then puts "
            "out four of the sixteen, face down. They may decline. *If the ace itself was turned, the dealer "
            "has the ruff; if it lies hidden in the stock, nobody has.*"
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
            "A K Q J of trumps, *in the hands as they are played, after the ruff*. A side with three scores "
            "2, with four 4; two and two, nothing. Honours in the stock or put out count for nobody."
        ),
        say(
            "**Calling honours**\n"
            "A side with eight points may show its honours before play: a player *with two of them* asks "
            "their partner, until they have played a card. If they hold three together, that ends the game."
        ),
        say(
            "**The game**\n"
            "Nine points. Tricks are counted before honours, and counting stops when the game is won. *Each "
            "game is a match of its own, and is worth 1 point.*"
        ),
    )


def ruff_and_honours() -> GameWords:
    return GameWords(
        name=say("Ruff and Honours"),
        pitch=say(
            "The game before whist: twelve cards each, a stock of four, and a ruff with the ace of trumps."
        ),
        prices=say("Each trick over six is a point; nine are the game."),
        rules=_rules(),
        title=say("Ruff and Honours (1674)"),
        hook=say("before whist: a stock of four, and who has the ace may take it"),
        honours=by_number,
        columns=points_up(),
        robots=ruffs(),
    )
