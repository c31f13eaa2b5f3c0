"""Straight bridge in words."""

from __future__ import annotations

from screens.words.gamewords import CARDS, PARTNERS, GameWords
from screens.words.languages import say
from screens.words.robot_system import declares


def _rules() -> tuple[str, ...]:
    return (
        say("### Bridge, before there was an auction"),
        say(
            "Biritch as clubs played it from the 1890s to 1904. *Where the sources are silent or differ, the "
            "words in italics tell what this table does.*"
        ),
        CARDS(),
        PARTNERS(),
        say(
            "**The declaration**\n"
            "The dealer names trumps or no trumps, or leaves it to their partner, who must name something."
        ),
        say(
            "**Doubling**\n"
            "Either adversary may double: every odd trick counts twice. The dealer's side may redouble, and "
            "so on without limit. *Partners speak in any order, and both must be content before play begins.*"
        ),
        say(
            "**The play**\n"
            "The dealer's partner lays the hand open as dummy *before the first lead*, also if they "
            "declared, and the dealer plays both hands. The player on the dealer's left leads. *Any "
            "number of the tricks that are left may be claimed, if the others agree, or all of them "
            "conceded, if a partner agrees.*"
        ),
        say(
            "**Odd tricks**\n"
            "Each trick over six counts, for whichever side wins them:\n"
            "No trumps 12 · ♥︎ 8 · ♦︎ 6 · ♣︎ 4 · ♠︎ 2"
        ),
        say(
            "**Slams**\n"
            "All thirteen tricks: 40 more. Twelve: 20 more. They are not doubled and do not count to the "
            "game."
        ),
        say(
            "**Honours**\n"
            "A K Q J 10 of trumps, as dealt. A side with three scores 2 tricks; four 4, or 8 if in one hand; "
            "five 5, *or 9 with four in one hand*, or 10 with all five. At no trumps the aces: three 3, four "
            "4, or 8 in one hand: *36, 48 or 96 points*. They are never doubled and never count to the game."
        ),
        say(
            "**Chicane**\n"
            "For a hand without a trump, its side adds 2 tricks to its honours; if the other side scores the "
            "honours, it loses 2. *Each such hand counts.*"
        ),
        say(
            "**Game and rubber**\n"
            "A game is 30 points from odd tricks. Two games win the rubber and 40 points. Each winner wins "
            "the difference of the two totals from each loser."
        ),
        say(
            "**The laws of 1904**\n"
            "By `/table options` the table may keep to them: 100 for the rubber; 30, 40 or 100 for aces; "
            "chicane to its own side; partners double in turn, and no trick is doubled beyond 100; dummy "
            "lies open after the first lead."
        ),
    )


def bridge() -> GameWords:
    return GameWords(
        name=say("Bridge"),
        pitch=say("Straight bridge, before the auction: the dealer or their partner names trumps."),
        prices=say("An odd trick: no trumps 12, hearts 8, diamonds 6, clubs 4, spades 2."),
        rules=_rules(),
        title=say("Bridge (1890s to 1904)"),
        hook=say("the dealer or their partner names trumps; doubling without end"),
        robots=declares(),
    )
