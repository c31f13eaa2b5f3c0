"""Vint in words."""

from __future__ import annotations

from screens.words.gamewords import CARDS, PARTNERS, GameWords, by_majority
from screens.words.languages import say
from screens.words.robot_system import bids_without_dummy


def _rules() -> tuple[str, ...]:
    return (
        say("### Vint"),
        say(
            "The Russian game with an auction and no dummy, in which every trick counts. *Where the sources "
            "are silent or differ, the words in italics tell what this table does.*"
        ),
        CARDS(),
        PARTNERS(),
        say(
            "**The auction**\n"
            "The dealer speaks first, then all in turn: bid or pass. A bid is one to seven odd tricks, those "
            "over six, in a suit or at no trumps; it must be higher than the last: more tricks, or as many "
            "in a higher suit, *♠︎ ♣︎ ♦︎ ♥︎ no trumps upwards*. There is no doubling. *Three passes after a "
            "bid end it; four at the start, and the next player deals.*"
        ),
        say(
            "**The play**\n"
            "*The player on the left of the last bidder leads.* There is no dummy: each plays their "
            "own hand. *Any number of the tricks that are left may be claimed, if the other three "
            "agree, or all of them conceded, if the partner agrees.*"
        ),
        say(
            "**Tricks**\n"
            "A trick is worth 10 for each odd trick bid: at three hearts 30. Every trick counts, the first "
            "six too, for both sides, below the line, whether or not the bid is made."
        ),
        say(
            "**Broken**\n"
            "*For each trick short the adversaries score a hundred trick values above: at three hearts 3000.*"
        ),
        say(
            "**Slams, above the line**\n"
            "Seven bid, thirteen tricks won: 12 000. Six bid, thirteen won: 7000; twelve won: 5000. Thirteen "
            "otherwise 2000 and twelve otherwise 1000, for either side, *after seven bid and twelve won too*."
        ),
        say(
            "**Honours and aces, above the line**\n"
            "*A K Q J* of trumps and the four aces; the ace of trumps counts as both. A side with most of "
            "both scores ten trick values for each that it holds. If one has most honours and the other most "
            "aces, *the margins are subtracted, and the larger scores the difference*. *If honours or aces "
            "are two and two, or the margins are equal, the side that won seven tricks or more scores all "
            "its honours and aces, and the other side nothing.*\n"
            "At no trumps the side with most aces scores 25 trick values for each; two and two, nothing."
        ),
        say(
            "**Game and rubber**\n"
            "A game is 500 points below the line and brings 1000 more. *If both sides reach it in one deal, "
            "the higher wins.* Two games win the rubber and 2000. Each winner wins the difference of the two "
            "totals from each loser."
        ),
    )


def vint() -> GameWords:
    return GameWords(
        name=say("Vint"),
        pitch=say("An auction without a dummy: every trick counts for both sides, at the price of the bid."),
        prices=say("Every trick is worth 10 for each odd trick bid, whatever is trumps."),
        rules=_rules(),
        title=say("Vint"),
        hook=say("the Russian auction: no dummy, every trick counts, big slams"),
        honours=by_majority,
        robots=bids_without_dummy(),
    )
