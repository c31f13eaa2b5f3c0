"""The words of the games in which trumps are named; their rows are in ``rules.games.biritch``."""

from __future__ import annotations

from screens.words.gamewords import CARDS_TO_THE_RIGHT, PARTNERS_TO_THE_RIGHT, GameWords, contre, to_game
from screens.words.languages import say
from screens.words.robot_system import declares

# Biritch, or Russian Whist


def _biritch() -> tuple[str, ...]:
    return (
        say("### Biritch, or Russian Whist"),
        say(
            "After John Collinson's booklet of 1886. *Where it is silent, the words in italics tell what "
            "this table does.*"
        ),
        say(
            "**The cards**\n"
            "Ace high, two low. Follow suit if you can; if not, play anything. The highest trump takes the "
            "trick, or else the highest card of the suit led. *A card that breaks the rule is refused, so "
            "nobody revokes, unless the table has chosen otherwise. Play goes clockwise.*"
        ),
        say(
            "**Partners**\n"
            "Before each rubber all cut: the two lowest play together, and the lowest deals. *In cutting the "
            "ace is low; equal cards cut again.* The deal then passes to the left."
        ),
        say(
            "**The declaration**\n"
            "Nothing is turned up. The dealer names trumps, says *biritch* (no trumps), or passes. If they "
            "pass, their partner must name trumps or say biritch."
        ),
        say(
            "**Contre**\n"
            "Either adversary may say contre: every odd trick counts double. The dealer's side may answer "
            "sur contre: four times. So it goes on, without limit. *Partners speak in any order, and both "
            "must be content before play begins.*"
        ),
        say(
            "**The play**\n"
            "The player on the dealer's left leads. The dealer's partner then lays the hand open as dummy, "
            "also if they declared, and the dealer plays both. Dummy may suggest nothing. *Any "
            "number of the tricks that are left may be claimed, if the other three agree, or all of "
            "them conceded, if the partner agrees.*"
        ),
        say(
            "**Odd tricks**\n"
            "Each trick over six counts, for whichever side wins them:\n"
            "Biritch 10 · ♥︎ 8 · ♦︎ 6 · ♣︎ 4 · ♠︎ 2"
        ),
        say(
            "**Slams**\n"
            "All thirteen tricks, Grand Slamm: 40 more. Twelve, Petit Slamm: 20 more. *They do not count to "
            "the game, and contre does not double them.*"
        ),
        say(
            "**Honours**\n"
            "A K Q J 10 of trumps, as dealt. A side with three scores 2 tricks; four 4, or 8 if in one hand; "
            "five one trick more than four. At biritch the aces: three 3, four 4, or 8 in one hand; two a "
            "side, nothing. They are never doubled and never count to the game."
        ),
        say(
            "**Chicane**\n"
            "For a hand without a trump, its side adds 2 tricks to its honours; if the other side scores the "
            "honours, it loses 2. *Each such hand counts.*"
        ),
        say(
            "**Game and rubber**\n"
            "A game is 30 points from odd tricks. *Every deal is played out, and points over 30 are not "
            "carried on.* Two games win the rubber and 40 points, the Consolation. *Each winner wins the "
            "difference of the two totals from each loser, or loses it if honours turned the scale.*"
        ),
    )


def biritch() -> GameWords:
    return GameWords(
        name=say("Biritch"),
        pitch=say(
            "Russian Whist as printed in 1886: the dealer names trumps, the other side may say *contre*."
        ),
        prices=say("An odd trick: biritch 10, hearts 8, diamonds 6, clubs 4, spades 2."),
        rules=_biritch(),
        title=say("Biritch, or Russian Whist (1886)"),
        hook=say("the dealer names trumps; contre without end"),
        doubling=contre(),
        no_trumps=say("Biritch"),
        without_trumps=say("Biritch — no trumps"),
        petit_slam=say("Petit Slamm"),
        grand_slam=say("Grand Slamm"),
        consolation=say("Consolation"),
        columns=to_game(),
        lined=False,
        robots=declares(),
    )


# Straight bridge


def _bridge() -> tuple[str, ...]:
    return (
        say("### Bridge, before there was an auction"),
        say(
            "Biritch as clubs played it from the 1890s to 1904. *Where the sources are silent or differ, the "
            "words in italics tell what this table does.*"
        ),
        CARDS_TO_THE_RIGHT(),
        PARTNERS_TO_THE_RIGHT(),
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
            "declared, and the dealer plays both hands. The player on the dealer's right leads. *Any "
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
        rules=_bridge(),
        title=say("Bridge (1890s to 1904)"),
        hook=say("the dealer or their partner names trumps; doubling without end"),
        robots=declares(),
    )
