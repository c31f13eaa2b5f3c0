"""The words of the games in which the highest bid stands; their rows are in ``rules.games.auctions``."""

from __future__ import annotations

from typing import Final

from screens.words.gamewords import CARDS, DECLARER, PARTNERS, PLAINLY_BID, GameWords, by_majority
from screens.words.languages import Sentence, say
from screens.words.robot_system import FREELY_AT_TIMES, MISERE, bids_paragraphs, bids_without_dummy

# Auction Bridge


def _auction() -> tuple[str, ...]:
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
        rules=_auction(),
        title=say("Auction Bridge (1904 to 1920)"),
        hook=say("all bid for the declaration; each odd trick counts"),
        robots=(*bids_paragraphs(cheap=False), FREELY_AT_TIMES(), MISERE()),
    )


# Contract Bridge, at its own figures and at those of auction


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


def _scaled_contract() -> tuple[str, ...]:
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
        robots=bids_paragraphs(),
    )


def scaled_contract() -> GameWords:
    return GameWords(
        name=say("Contract at Auction's figures"),
        pitch=say("Contract Bridge, with every figure scaled back to auction's."),
        prices=say("An odd trick: no trumps 10, spades 9, hearts 8, diamonds 7, clubs 6."),
        rules=_scaled_contract(),
        title=say("Contract at Auction's figures"),
        hook=say("contract bridge scaled back; a game is 30"),
        after_game=say("They are vulnerable from now on."),
        robots=bids_paragraphs(),
    )


# Plafond


def _plafond() -> tuple[str, ...]:
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
        rules=_plafond(),
        title=say("Plafond"),
        hook=say("the French auction: only the tricks that you bid count to the game"),
        prize=say("The first game of the rubber"),
        robots=bids_paragraphs(),
    )


# Vint


def _vint() -> tuple[str, ...]:
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
        rules=_vint(),
        title=say("Vint"),
        hook=say("the Russian auction: no dummy, every trick counts, big slams"),
        honours=by_majority,
        robots=bids_without_dummy(),
    )
