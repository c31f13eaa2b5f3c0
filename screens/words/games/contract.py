"""Contract Bridge in words, at its own figures and at those of auction."""

from __future__ import annotations

from typing import Final

from screens.words.gamewords import CARDS, DECLARER, PARTNERS, PLAINLY_BID, GameWords
from screens.words.languages import Sentence, say
from screens.words.robot_system import bids

_VULNERABLE: Final = Sentence(
    "**Vulnerable**\n"
    "A side that has won a game of the rubber is vulnerable: it gains and loses by the second figures."
)


_SLAMS: Final = Sentence(
    "**Slams**\n"
    "Only for declarer's side, and only if bid and made: the little slam {little} or "
    "{little_vulnerable}, the grand slam {grand} or {grand_vulnerable}."
)


def _contract() -> tuple[str, ...]:
    return (
        say("### Contract Bridge"),
        say(
            "At the figures of 1935. *Where the sources are silent or differ, the words in italics tell what "
            "this table does.*"
        ),
        CARDS(),
        PARTNERS(),
        PLAINLY_BID(),
        DECLARER(),
        _VULNERABLE(),
        say(
            "**Made**\n"
            "Only the odd tricks that were bid count below the line, twice if doubled, four times if "
            "redoubled:\n"
            "No trumps 40 the first, 30 each further · ♠︎ ♥︎ 30 · ♦︎ ♣︎ 20\n"
            "A trick beyond the bid brings its own value above; doubled 100 or 200, redoubled 200 or 400. "
            "Making a doubled contract brings 50, *redoubled no more*."
        ),
        say(
            "**Broken**\n"
            "The adversaries score above for each trick short, first and further ones:\n"
            "not vulnerable 50 and 50, doubled 100 and 200, redoubled 200 and 300;\n"
            "vulnerable 100 and 100, doubled 200 and 300, redoubled *400 and 500*."
        ),
        _SLAMS(little=500, little_vulnerable=750, grand=1000, grand_vulnerable=1500),
        say(
            "**Honours**\n"
            "Only in one hand, anybody's, made or not: all five trump honours, A K Q J 10, or at no trumps "
            "the four aces, 150; four trump honours 100."
        ),
        say(
            "**Game and rubber**\n"
            "A game is 100 points below the line. Two games win the rubber: 700 if the others have none, "
            "else 500. Each winner wins the difference of the two totals from each loser. *A rubber broken "
            "off has no value.*"
        ),
    )


def _scaled() -> tuple[str, ...]:
    return (
        say("### Contract at Auction's figures"),
        say(
            "Contract Bridge with every figure scaled back to those of auction: a modern proposal. *Where it "
            "is silent, the words in italics tell what this table does.*"
        ),
        CARDS(),
        PARTNERS(),
        PLAINLY_BID(),
        DECLARER(),
        _VULNERABLE(),
        say(
            "**Made**\n"
            "Only the odd tricks that were bid count below the line, twice if doubled, four times if "
            "redoubled:\n"
            "No trumps 10 · ♠︎ 9 · ♥︎ 8 · ♦︎ 7 · ♣︎ 6\n"
            "A trick beyond the bid brings its own value above; doubled 30 or 60, redoubled 60 or 120. "
            "Making a doubled or redoubled contract brings 15."
        ),
        say(
            "**Broken**\n"
            "The adversaries score above for each trick short, first and further ones:\n"
            "not vulnerable 15 and 15, doubled 30 and 60, redoubled 60 and 90;\n"
            "vulnerable 30 and 30, doubled 60 and 90, redoubled 120 and 150."
        ),
        _SLAMS(little=150, little_vulnerable=225, grand=300, grand_vulnerable=450),
        say(
            "**Honours**\n"
            "*Only in one hand, anybody's, made or not: all five trump honours, A K Q J 10, or at no trumps "
            "the four aces, 45; four trump honours 30.*"
        ),
        say(
            "**Game and rubber**\n"
            "A game is 30 points below the line. Two games win the rubber: 210 if the others have none, else "
            "150. Each winner wins the difference of the two totals from each loser."
        ),
    )


def contract() -> GameWords:
    return GameWords(
        name=say("Contract Bridge"),
        pitch=say("Bid what you will make: only that counts to the game, and slams must be bid."),
        prices=say("An odd trick: no trumps 40 and then 30, spades and hearts 30, diamonds and clubs 20."),
        rules=_contract(),
        title=say("Contract Bridge (1935)"),
        hook=say("bid what you will make; vulnerability and slams"),
        after_game=say("They are vulnerable from now on."),
        robots=bids(),
    )


def scaled_contract() -> GameWords:
    return GameWords(
        name=say("Contract at Auction's figures"),
        pitch=say("Contract Bridge, with every figure scaled back to auction's."),
        prices=say("An odd trick: no trumps 10, spades 9, hearts 8, diamonds 7, clubs 6."),
        rules=_scaled(),
        title=say("Contract at Auction's figures"),
        hook=say("contract bridge scaled back; a game is 30"),
        after_game=say("They are vulnerable from now on."),
        robots=bids(),
    )
