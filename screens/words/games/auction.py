"""Auction Bridge in words."""

from __future__ import annotations

from screens.words.gamewords import CARDS, DECLARER, PARTNERS, GameWords
from screens.words.languages import say
from screens.words.robot_system import MISERE, bids


def _rules() -> tuple[str, ...]:
    return (
        say("### Auction Bridge"),
        say(
            "As it was played from 1904 to 1920, at the last scale of values. *Where the sources are silent "
            "or differ, the words in italics tell what this table does.*"
        ),
        CARDS(),
        PARTNERS(),
        say(
            "**The auction**\n"
            "The dealer speaks first, then all in turn: bid, pass, double or redouble. A bid is a number of "
            "odd tricks, those over six, in a suit or at no trumps. It is higher if its tricks would bring "
            "more points, or as many points by more tricks. A double answers the adversaries' bid, a "
            "redouble their double; a new bid cancels both. Three passes end it. *Four passes at the start: "
            "the deal is thrown in, and the next player deals.*"
        ),
        DECLARER(),
        say(
            "**Made**\n"
            "All the odd tricks won count below the line, bid or not, twice if doubled, four times if "
            "redoubled:\n"
            "No trumps 10 · ♠︎ 9 · ♥︎ 8 · ♦︎ 7 · ♣︎ 6\n"
            "Doubled, 50 above for making the contract and 50 for each trick beyond it; redoubled, 100 and "
            "100."
        ),
        say(
            "**Broken**\n"
            "Nothing below. The adversaries score 50 above for each trick short, doubled 100, redoubled 200."
        ),
        say("**Slams**\nTwelve tricks 50, thirteen 100, for either side, bid or not."),
        say(
            "**Honours**\n"
            "A K Q J 10 of trumps, as dealt, for the side that holds them. A side with three scores 2 "
            "tricks; four 4, or 8 if in one hand; five 5, or 9 with four in one hand, or 10 with all five. "
            "At no trumps three aces 30, four 40, or 100 in one hand. Never doubled."
        ),
        say(
            "**Game and rubber**\n"
            "A game is 30 points below the line. Two games win the rubber and 250. Each winner wins the "
            "difference of the two totals from each loser."
        ),
        say(
            "**The older scales**\n"
            "By `/table options`: 1904 (no trumps 12, ♥︎ 8, ♦︎ 6, ♣︎ 4, ♠︎ 2), those with royal spades at 9 "
            "or 10, which were in the table until 1920 (*one suit with spades when declarer is found*), "
            "1913, and misère, *14 a trick, to lose the tricks without trumps*. While spades count 2 the "
            "dealer must open, one spade loses 100 at most, and until 1913 chicane counts as at bridge."
        ),
    )


def auction() -> GameWords:
    return GameWords(
        name=say("Auction Bridge"),
        pitch=say("All four bid for the declaration; every odd trick that is won counts to the game."),
        prices=say(
            "An odd trick: no trumps 10, spades 9, hearts 8, diamonds 7, clubs 6; other scales may be chosen."
        ),
        rules=_rules(),
        title=say("Auction Bridge (1904 to 1920)"),
        hook=say("all bid for the declaration; each odd trick counts"),
        robots=(*bids(cheap=False), MISERE()),
    )
