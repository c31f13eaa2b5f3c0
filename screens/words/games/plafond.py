"""Plafond in words."""

from __future__ import annotations

from screens.words.gamewords import CARDS, DECLARER, PARTNERS, PLAINLY_BID, GameWords
from screens.words.languages import say
from screens.words.robot_system import bids


def _rules() -> tuple[str, ...]:
    return (
        say("### Plafond"),
        say(
            "The French game between auction and contract. *Where the sources are silent or differ, the "
            "words in italics tell what this table does.*"
        ),
        CARDS(),
        PARTNERS(),
        PLAINLY_BID(),
        DECLARER(),
        say(
            "**Made**\n"
            "Only the odd tricks that were bid count below the line:\n"
            "No trumps 10 · ♠︎ 9 · ♥︎ 8 · ♦︎ 7 · ♣︎ 6\n"
            "Each trick beyond the bid brings 50 above. *Doubled, the tricks and the awards count twice, and "
            "making it brings 50 more; redoubled four times, and 100 more.*"
        ),
        say(
            "**Broken**\n"
            "Nothing below. The adversaries score above: 50 for the first trick short, 100 for the second, "
            "150 for each further; *doubled twice that, redoubled four times*."
        ),
        say("**Slams**\n*For either side, bid or not: twelve tricks won 100, all thirteen won 200.*"),
        say(
            "**Honours**\n"
            "Only in one hand, anybody's, made or not: all five trump honours, A K Q J 10, or at no trumps "
            "the four aces, 200; four with the fifth in partner's hand 150; four 100. Never doubled."
        ),
        say(
            "**Game and rubber**\n"
            "A game is 30 points below the line. The first game of the rubber brings its winners 100, "
            "*whichever side wins it*, and two games bring 400 for the rubber. Each winner wins the "
            "difference of the two totals from each loser."
        ),
    )


def plafond() -> GameWords:
    return GameWords(
        name=say("Plafond"),
        pitch=say("Auction in which only the tricks that were bid count to the game."),
        prices=say("An odd trick: no trumps 10, spades 9, hearts 8, diamonds 7, clubs 6."),
        rules=_rules(),
        title=say("Plafond"),
        hook=say("the French auction: only the tricks that you bid count to the game"),
        prize=say("The first game of the rubber"),
        robots=bids(),
    )
