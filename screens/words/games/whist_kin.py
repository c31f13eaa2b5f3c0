"""The words of relatives of whist; their rows are in ``rules.games.whist_kin``."""

from __future__ import annotations

from typing import Final

from rules.calls import Bid, Pass
from rules.tricks import Strain
from screens.words.gamewords import CARDS, CARDS_ABOVE_TWO, PARTNERS, GameWords, by_number, points_up
from screens.words.languages import say
from screens.words.robot_system import calls_honours, grand_or_nullo, ruffs

# Ruff and Honours


def _ruff_and_honours() -> tuple[str, ...]:
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
            "out four of the sixteen, face down. They may decline, *but not where the table gives the ruff "
            "to the dealer. If the ace itself was turned, the dealer "
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
        rules=_ruff_and_honours(),
        title=say("Ruff and Honours (1674)"),
        hook=say("before whist: a stock of four, and who has the ace may take it"),
        honours=by_number,
        columns=points_up(),
        robots=ruffs(),
    )


# Cotton's Whist


def _cottons_whist() -> tuple[str, ...]:
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
            "The twos are out of the pack. *Twelve cards each; the bottom card is the dealer's "
            "last.* It is turned up, and its suit is trumps. *It lies in sight until the dealer "
            "has played to the first trick.*"
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
        pitch=say("Whist of 1674: no twos, twelve cards each, nine points to the game."),
        prices=say("Each trick over six is a point; nine are the game."),
        rules=_cottons_whist(),
        title=say("Cotton's Whist (1674)"),
        hook=say("no twos; the bottom card is turned up; nine points win"),
        honours=by_number,
        columns=points_up(),
        robots=calls_honours(),
    )


# Norwegian Whist


GRAND: Final = Bid(1, Strain.NO_TRUMPS)
NULLO: Final = Bid(1, Strain.MISERE)


def _norwegian_whist() -> tuple[str, ...]:
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
        rules=_norwegian_whist(),
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
