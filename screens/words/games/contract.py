"""Contract Bridge in words, at its own figures and at those of auction. English."""

from __future__ import annotations

from typing import Final

from screens.words.games.common import CARDS, DECLARER, PARTNERS, PLAINLY_BID
from screens.words.gamewords import GameWords
from screens.words.robot_system import BIDS

_VULNERABLE: Final = (
    "**Vulnerable**\n"
    "A side that has won a game of the rubber is vulnerable: it gains and loses by the second figures."
)
_SLAMS_OF_THE_BIDDER: Final = "Only for declarer's side, and only if bid and made"

_CONTRACT: Final = (
    "### Contract Bridge",
    "At the figures of 1935. *Where the sources are silent or differ, the words in italics tell what this "
    "table does.*",
    CARDS,
    PARTNERS,
    PLAINLY_BID,
    DECLARER,
    _VULNERABLE,
    "**Made**\n"
    "Only the odd tricks that were bid count below the line, twice if doubled, four times if redoubled:\n"
    "No trumps 40 the first, 30 each further · ♠︎ ♥︎ 30 · ♦︎ ♣︎ 20\n"
    "A trick beyond the bid brings its own value above; doubled 100 or 200, redoubled 200 or 400. Making a "
    "doubled contract brings 50, *redoubled no more*.",
    "**Broken**\n"
    "The adversaries score above for each trick short, first and further ones:\n"
    "not vulnerable 50 and 50, doubled 100 and 200, redoubled 200 and 300;\n"
    "vulnerable 100 and 100, doubled 200 and 300, redoubled *400 and 500*.",
    f"**Slams**\n{_SLAMS_OF_THE_BIDDER}: the little slam 500 or 750, the grand slam 1000 or 1500.",
    "**Honours**\n"
    "Only in one hand, anybody's, made or not: all five trump honours, A K Q J 10, or at no trumps the four "
    "aces, 150; four trump honours 100.",
    "**Game and rubber**\n"
    "A game is 100 points below the line. Two games win the rubber: 700 if the others have none, else 500. "
    "Each winner wins the difference of the two totals from each loser. *A rubber broken off has no "
    "value.*",
)

_SCALED: Final = (
    "### Contract at Auction's figures",
    "Contract Bridge with every figure scaled back to those of auction: a modern proposal. *Where it is "
    "silent, the words in italics tell what this table does.*",
    CARDS,
    PARTNERS,
    PLAINLY_BID,
    DECLARER,
    _VULNERABLE,
    "**Made**\n"
    "Only the odd tricks that were bid count below the line, twice if doubled, four times if redoubled:\n"
    "No trumps 10 · ♠︎ 9 · ♥︎ 8 · ♦︎ 7 · ♣︎ 6\n"
    "A trick beyond the bid brings its own value above; doubled 30 or 60, redoubled 60 or 120. Making a "
    "doubled or redoubled contract brings 15.",
    "**Broken**\n"
    "The adversaries score above for each trick short, first and further ones:\n"
    "not vulnerable 15 and 15, doubled 30 and 60, redoubled 60 and 90;\n"
    "vulnerable 30 and 30, doubled 60 and 90, redoubled 120 and 150.",
    f"**Slams**\n{_SLAMS_OF_THE_BIDDER}: the little slam 150 or 225, the grand slam 300 or 450.",
    "**Honours**\n"
    "*Only in one hand, anybody's, made or not: all five trump honours, A K Q J 10, or at no trumps the four "
    "aces, 45; four trump honours 30.*",
    "**Game and rubber**\n"
    "A game is 30 points below the line. Two games win the rubber: 210 if the others have none, else 150. "
    "Each winner wins the difference of the two totals from each loser.",
)

CONTRACT: Final = GameWords(
    name="Contract Bridge",
    pitch="Bid what you will make: only that counts to the game, and slams must be bid.",
    prices="An odd trick: no trumps 40 and then 30, spades and hearts 30, diamonds and clubs 20.",
    rules=_CONTRACT,
    title="Contract Bridge (1935)",
    hook="bid what you will make; vulnerability and slams",
    after_game="They are vulnerable from now on.",
    robots=BIDS,
)

SCALED_CONTRACT: Final = GameWords(
    name="Contract at Auction's figures",
    pitch="Contract Bridge, with every figure scaled back to auction's.",
    prices="An odd trick: no trumps 10, spades 9, hearts 8, diamonds 7, clubs 6.",
    rules=_SCALED,
    title="Contract at Auction's figures",
    hook="contract bridge scaled back; a game is 30",
    after_game="They are vulnerable from now on.",
    robots=BIDS,
)
