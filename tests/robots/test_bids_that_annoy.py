"""Calls at contract that a partner curses, and what is reasonable instead. The south deals, at nil score."""

from __future__ import annotations

from typing import Final, NamedTuple

from robots.plain import PlainRobot
from tests.each import each
from tests.trials.stage.matches import is_one_of, said_by, speaks


class Curses(NamedTuple):
    """A hand, spades first, the calls before it, and those that are reasonable; after ``not`` those that are
    not."""

    why: str
    hand: str
    calls: str
    wants: str


PLACES: Final = (
    Curses("20 points opposite two no trumps are a game", "KQ82.J.AK64.AQJ2", "2H X P 2N P", "3N"),
    Curses("15 points and five clubs are not silent", "AK6.T.9875.AKJ76", "1D", "2C double"),
    Curses("19 points and a void in their suit are not silent", "AKQ6..KQ75.KJ732", "4H", "double"),
    Curses("the same over four clubs", "AKQ6.KQ75.KJ732.", "4C", "double"),
    Curses("a pre-emptor leaves the doubling to partner", "3.KQT9764.84.J52", "3H P P 3N", "pass"),
    Curses("six points do not double three no trumps", "QJ3.Q764.J84.952", "P 1H P 1S P 2N P 3N P P", "pass"),
    Curses(
        "six points do not double a game in partner's silence",
        "QJ63.764.QJ4.952",
        "P 1H P 2H P 4H P P",
        "pass",
    ),
    Curses("34 points are not left in three no trumps", "AKQ.KQJ.AQ54.J32", "1N P", "not 3N pass"),
    Curses("33 points neither", "AKQ4.AQ4.KJ4.J82", "1N P", "not 3N pass"),
    Curses("one club is not passed with a void in it", "KT86.Q9752.J853.", "1C P", "not pass"),
    Curses("six diamonds and 14 over two spades", "A2.K73.KQJ943.A8", "2S", "not pass"),
    Curses("five spades and 11 over two clubs", "AQJ83.K4.Q853.82", "2C", "2S"),
    Curses("two five-card suits over one spade", "5.AKJ87.AQ943.82", "1S", "2H"),
    Curses("an even 16 with their suit stopped over two hearts", "KQ4.AQ4.KJ83.Q92", "2H", "2N"),
    Curses("four spades and 13, short in their suit", "KQ84.5.AJ83.KJ92", "1H", "double"),
    Curses("17 points in a five-card suit double first", "AKQ84.A5.KQ3.J92", "1H", "double"),
    Curses("eight points and five spades at one", "KQ984.52.A83.982", "1D", "1S"),
    Curses("three small points pass", "J984.52.983.9862", "1D P", "pass"),
    Curses(
        "the answer to a double of one heart with nothing is one spade", "9842.952.983.986", "1H X P", "1S"
    ),
    Curses("ten points and four spades jump in answer to it", "KQ42.952.A83.J86", "1H X P", "2S"),
    Curses("12 points and five spades bid game in answer to it", "KQJ42.952.A83.Q6", "1H X P", "4S"),
    Curses("partner's spades are raised with four and seven", "KJ42.52.Q983.986", "1S P", "2S"),
    Curses("and to game with four, a singleton and ten", "KJ42.5.A9832.Q86", "1S P", "4S 3S"),
    Curses("an even twelve opposite an opening goes to game", "KJ4.Q52.A983.K86", "1H P", "2N 3N 3H 4H"),
    Curses("a weak hand leaves one no trump alone", "J84.Q52.9832.K86", "1N P", "pass"),
    Curses("six small hearts play in hearts", "84.Q98752.832.86", "1N P", "2H"),
    Curses("ten points and no long suit raise one no trump", "KJ4.Q52.A983.J86", "1N P", "3N"),
    Curses("eight points raise it to two", "KJ4.Q52.Q983.986", "1N P", "2N pass"),
    Curses("nothing special is rebid at one no trump", "KJ4.AQ952.Q83.K6", "P P 1H P 1S P", "1N 2H"),
    Curses("a fit of four with partner's spades is told", "KJ84.AQ952.83.K6", "1H P 1S P", "2S 3S"),
    Curses("four trumps and twelve points raise a major to game", "K8.T754.A963.KQ4", "1H P", "4H"),
    Curses("nothing is answered with nothing", "985.942.T753.543", "1H P", "pass"),
    Curses("five spades are enough for an overcall", "KQJ63.A84.K4.972", "1D", "1S"),
    Curses("four are not", "KQJ6.A84.K432.72", "1D", "pass"),
    Curses("adversaries who must fail by far are doubled", "AKQJT.65.AK4.A72", "4S", "double"),
    Curses("a contract that may be made is not", "AK4.653.984.T752", "4H", "pass"),
    Curses("a strong fit is told by a jump", "KJ84.AKQ52.83.A6", "1H P 1S P", "3S 4S"),
)

# No trumps and what follows.

OVER_NO_TRUMPS: Final = (
    Curses(
        "five no trumps in answer to the question is no place to bid three",
        "T754.JT63.Q6.QT9",
        "2N P 3C P 5N P",
        "pass 6N",
    ),
    Curses(
        "four spades and eleven points ask for four of a suit over one no trump",
        "KJ84.Q5.A983.J86",
        "1N P",
        "2C",
    ),
    Curses("four hearts and nine points ask too", "J4.KQ85.Q983.J86", "1N P", "2C"),
    Curses("nothing with four spades passes", "J984.52.Q983.986", "1N P", "pass"),
    Curses("the opener tells four hearts", "AQ4.KJ85.K93.K86", "1N P 2C P", "2H"),
    Curses("with both the hearts come first", "AQ84.KJ85.K93.K6", "1N P 2C P", "2H"),
    Curses("with four spades alone it tells them", "AQ84.KJ5.K93.K86", "1N P 2C P", "2S"),
    Curses("with neither it bids two diamonds", "AQ4.KJ5.KQ93.986", "1N P 2C P", "2D"),
    Curses(
        "a fit of four after the question goes to game with eleven",
        "KJ84.Q5.A983.J86",
        "1N P 2C P 2S P",
        "4S",
    ),
    Curses("a fit of four after the question is a try with nine", "KJ84.Q5.Q983.J86", "1N P 2C P 2S P", "3S"),
    Curses("without a fit eleven points go to three no trumps", "KJ84.Q5.A983.J86", "1N P 2C P 2H P", "3N"),
    Curses("without a fit nine points try in no trumps", "KJ84.Q5.Q983.J86", "1N P 2C P 2D P", "2N"),
    Curses("the opener goes on with seventeen", "AQ84.KJ5.KJ3.K86", "1N P 2C P 2S P 3S P", "4S"),
    Curses("and stays with fifteen", "AQ84.QJ5.KJ3.Q86", "1N P 2C P 2S P 3S P", "pass"),
    Curses("the opener takes two no trumps with seventeen", "AQ4.KJ5.KQ93.Q86", "1N P 2C P 2D P 2N P", "3N"),
    Curses("five spades and nine are not dropped in two", "KJ984.52.A83.J86", "1N P", "2C"),
    Curses("five spades and nine are told after the question", "KJ984.52.A83.J86", "1N P 2C P 2D P", "2S"),
    Curses("five spades and five points are left in two", "KJ984.52.983.J86", "1N P", "2S"),
    Curses("five hearts and thirteen force to game", "A4.KQ985.K83.J86", "1N P", "3H"),
    Curses("the opener raises the game force with three", "KQ82.A53.KQ2.Q42", "1N P 3H P", "4H"),
    Curses("the opener with two goes to three no trumps", "KQ82.A3.KQ72.Q42", "1N P 3H P", "3N"),
    Curses("the opener leaves the weak two of a suit alone", "KQ82.A53.KQ2.Q42", "1N P 2S P", "pass"),
    Curses("seventeen opposite one no trump are a game at least", "KQ4.AQ4.KJ83.Q92", "1N P", "3N 4N 6N"),
    Curses(
        "a double of one no trump by partner is left in with points", "KQ4.J42.K983.J92", "1N X P", "pass"
    ),
)

# Minors.

MINOR: Final = (
    Curses(
        "a minor is not raised past three no trumps on 12 even points",
        "KJ4.A5.KJ83.9862",
        "1D P",
        "not 4D 5D",
    ),
    Curses("thirteen points and four clubs do not go past it", "KJ4.A5.9863.KQ62", "1C P", "not 4C 5C"),
    Curses("a four-card heart suit is shown before a raise of clubs", "Q.AT53.K653.8532", "1C P", "1H"),
    Curses("a four-card spade suit before a raise of diamonds", "KJT5.82.KQ53.832", "1D P", "1S"),
    Curses("six points and five clubs raise one club", "84.Q53.832.KJ842", "1C P", "2C 1N"),
    Curses("thirteen even points aim at no trumps", "KQ4.QJ5.9863.AJ2", "1C P", "1D 2N 3N"),
)

# The heart fit behind one spade.

HEARTS: Final = (
    Curses("hearts are shown by the opener after one spade", "K4.AQ52.3.AQ9852", "1C P 1S P", "2C 2H"),
    Curses("a heart fit is not lost behind one spade", "KJ84.AQ52.832.K6", "1D P", "1H 1S"),
    Curses(
        "the opener with four hearts and four spades answers one heart with a raise",
        "AQ84.KJ52.K832.6",
        "1D P 1H P",
        "2H",
    ),
    Curses(
        "the opener with three-card hearts raises two hearts",
        "K4.QJ5.AQ983.K86",
        "1D P 1S P 2D P 2H P",
        "3H 4H 2N 3N 2S",
    ),
)

# Answers to doubles.

TO_DOUBLES: Final = (
    Curses(
        "16 points and their suit stopped go to a game opposite a double", "AQ4.AJ5.K8642.Q7", "2H X P", "3N"
    ),
    Curses("thirteen and four spades bid the game opposite a double", "KQ84.A52.KJ83.86", "1H X P", "4S 3S"),
    Curses(
        "nine points and four spades opposite a double of two hearts", "KQ84.852.KJ83.86", "2H X P", "2S 3S"
    ),
    Curses("nothing at all still answers", "9842.952.983.986", "2H X P", "2S"),
    Curses(
        "a trump stack leaves partner's double of two hearts in", "84.KQJT9.A83.J86", "2H X P", "pass 2N 3N"
    ),
    Curses("nine and a stopper say one no trump", "J84.KQ9.J832.Q86", "1H X P", "1N"),
)

# Strong doublers.

DOUBLERS: Final = (
    Curses(
        "20 points do not leave three clubs alone after partner's silence",
        "AQJ6.AK84.AQ98.4",
        "P 1C X 3C P P",
        "double",
    ),
    Curses("the same over two clubs", "AQJ6.AK84.AQ98.4", "P 1C X 2C P P", "double"),
    Curses(
        "19 points with their suit stopped are told after the double",
        "AKQ84.A5.KQ3.J92",
        "P 1H X P 2C P",
        "2N 2S",
    ),
    Curses("14 points are silent after partner's lowest answer", "KQ84.5.AJ83.KJ92", "P 1H X P 1S P", "pass"),
    Curses("seventeen and four spades raise it", "KQ84.5.AKJ3.KJ92", "P 1H X P 1S P", "2S 3S"),
)

# Overcalls and their raises.

OVERCALLS: Final = (
    Curses("six small clubs and five points do not jump to four", "T9.J73.T3.A76543", "P 2S", "pass"),
    Curses("a flat twelve with four of their diamonds passes", "AT8.T93.AKT3.J84", "P P P 1D", "pass"),
    Curses("three cards and nine points raise an overcall", "K84.Q52.A9832.86", "1D 1S P", "2S"),
    Curses("four cards and twelve raise it by a jump", "K984.Q52.A983.K6", "1D 1S P", "3S 4S 2S"),
    Curses("nothing leaves an overcall alone", "J84.9752.T983.86", "1D 1S P", "pass"),
    Curses(
        "fourteen and their suit stopped answer an overcall in no trumps",
        "K4.Q52.AQ83.K986",
        "1D 1S P",
        "2N 3N",
    ),
)

# Over partner's no trumps, which an adversary's bid has preceded; and a strong doubler's second bid.

OVER_AN_OVERCALL: Final = (
    Curses("ten points and five spades are not left in two", "KQ654.A54.T96.J7", "1D 1N P", "2C 3S"),
    Curses("ten points and four hearts ask", "84.KQ75.A983.J86", "1S 1N P", "2C"),
    Curses("four cards of their hearts do not", "84.KQ75.A983.J86", "1H 1N P", "not 2C"),
    Curses("five spades and three points are left in two", "J9654.J54.T96.87", "1D 1N P", "2S"),
    Curses("the overcaller tells four spades", "AQ84.K5.AJ83.K86", "1H 1N P 2C P", "2S"),
    Curses("and without them diamonds", "AQ8.K53.AJ83.K86", "1H 1N P 2C P", "2D"),
    Curses("the asker goes to game with a fit", "KJ75.54.A983.K86", "1H 1N P 2C P 2S P", "4S"),
    Curses("19 points and three cards raise partner's answer", "AQ8.54.AKJ8.KQ92", "1H X P 1S P", "2S 3S"),
)

# Two suits at once.

TWO_SUITED: Final = (
    Curses("five spades and five hearts over one club", "KQ984.AJ983.82.5", "1C", "2C"),
    Curses("the same over one diamond", "KQ984.KJ983.8.52", "1D", "2D"),
    Curses("spades and diamonds over one heart", "KQ984.5.KJ983.82", "1H", "2H"),
    Curses("clubs and diamonds over one spade", "5.82.KQ984.AJ983", "1S", "2N"),
    Curses("spades and clubs over one heart are told in turn", "KQ984.5.82.AJ983", "1H", "1S"),
    Curses("13 points are told in turn too", "AQ984.AJ983.K2.5", "1C", "1S"),
    Curses("nothing takes its longest of the two", "84.J752.T983.986", "1C 2C P", "2H"),
    Curses("nor is it passed in their suit", "84.75.T983.J9862", "1C 2C P", "not pass"),
    Curses("four cards and ten points go to game or ask", "84.KJ75.A983.A86", "1C 2C P", "4H 3H"),
    Curses("a hand without a fit takes one of the suits", "9842.J9752.84.86", "1S 2N P", "not pass"),
)

# Doubles by responder.

FOR_OPENERS: Final = (
    Curses(
        "four hearts and nine points double one spade over one diamond", "84.KQ52.J83.K986", "1D 1S", "double"
    ),
    Curses("four spades and nine after one club, one heart", "KQ84.52.K983.J86", "1C 1H", "1S X"),
    Curses("the opener answers the double in hearts", "A4.KJ52.AQ983.86", "1D 1S X P", "2H"),
    Curses("the opener without hearts rebids diamonds", "A4.K52.AQT983.86", "1D 1S X P", "2D"),
    Curses("the opener with their suit stopped says one no trump", "KJ4.J52.AQ98.K86", "1D 1S X P", "1N"),
    Curses("with eighteen it jumps", "A4.KQJ2.AQ983.Q6", "1D 1S X P", "3H 4H"),
    Curses("five hearts and thirteen are bid", "84.KQJ52.A83.K98", "1D 1S", "2H"),
    Curses("six points and no suit pass", "84.Q952.J83.K986", "1D 1S", "pass"),
    Curses(
        "after partner's overcall and a raise the double shows the other suits",
        "84.KJ52.83.AJ986",
        "1D 1S 2D",
        "double 2S pass",
    ),
    Curses(
        "after partner's double and a raise nine points with four hearts are told",
        "84.KJ52.Q83.K986",
        "1S X 2S",
        "double 3H",
    ),
)

# Reopening.

REOPENING: Final = (
    Curses("eleven points and shortness reopen with a double", "KQ84.5.A983.Q982", "1H P P", "double"),
    Curses("eight points and five spades reopen", "KQ984.52.K83.982", "1H P P", "1S"),
    Curses(
        "twelve even points and a stopper reopen with one no trump", "K84.KQ5.A983.982", "1H P P", "1N double"
    ),
    Curses("six points and four hearts leave one heart", "84.QJ95.K983.982", "1H P P", "pass"),
    Curses("eleven points reopen over two hearts", "KQ84.5.A983.Q982", "2H P P", "double"),
)

# Strong hands after a double, long suits, and two no trumps over an adversary.

GAMES_MISSED: Final = (
    Curses("19 points with their suit stopped go to game", "T7.K3.AKQJ6.AQ73", "1D 2H X P", "3N"),
    Curses("23 points do not pass partner's two spades", "AQ5.AQ.KQJ8.AJT6", "2H P P X P 2S P", "3N 4S"),
    Curses("nor 24 points three clubs", "AKQ.AQ4.AQ64.AJ4", "2S X P 3C P", "not pass"),
    Curses("nine points raise two no trumps over two diamonds", "T63.K87.K85.QJ32", "2D 2N P", "3N"),
    Curses("eight points raise it too", "K3.97654.JT8.A96", "2D 2N P", "3N"),
    Curses("with six hearts they go to four there", "K2.KQJT85.2.8754", "2D 2N P", "4H"),
    Curses("five points leave it", "K63.97654.JT8.J6", "2D 2N P", "not 3N"),
    Curses("seven spades and six points go to four over one no trump", "KT98762.K6.873.2", "1N P", "4S"),
    Curses("six hearts, a singleton and nine points go to four", "K.KQ9763.J6432.8", "1N P", "4H"),
    Curses("six hearts and three points do not", "84.KT8752.832.86", "1N P", "2H"),
    Curses("the opener leaves four spades alone", "AQ4.KQ5.KQ93.Q86", "1N P 4S P", "pass"),
    Curses("eight hearts are bid at four at once", "7.KJT98732.A4.T6", "1C", "4H"),
    Curses("eight spades over one heart too", "KQT98753...KQ953", "1H", "4S"),
    Curses("not with the points of an opening bid", "8.AKJT9643.A4.Q6", "1C", "not 4H"),
)


# Slams by points, raises with three cards, and games a little lighter.

SLAMS_AND_GAMES: Final = (
    Curses("twelve opposite 20 are a slam in no trumps", "KQT.A964.QJ9.T82", "2N P 3C P 3D P", "6N"),
    Curses("nine opposite 20 are not", "KQT.A964.J93.T82", "2N P 3C P 3D P", "3N"),
    Curses(
        "eleven points and long diamonds do not ask for aces",
        "QT.K6.AJT953.Q93",
        "1S P 2D P 3D P",
        "not 4N 6D",
    ),
    Curses("seventeen and long diamonds may", "A2.K6.AKQ953.Q93", "1S P 2D P 3D P", "4N 6D"),
    Curses("three spades and nine points raise one spade", "Q83.K72.A9852.86", "1S P", "2S"),
    Curses("three hearts and ten do", "K85.QJ6.J754.A63", "1H P", "2H"),
    Curses("three small spades and six even points do not", "983.KJ2.QT52.864", "1S P", "1N pass"),
    Curses("four spades and eight points ask over one no trump", "KJ84.52.Q983.Q86", "1N P", "2C"),
    Curses("seven do not", "KJ84.52.Q983.J86", "1N P", "pass"),
    Curses("the partner of a doubler bids game on five spades", "AQT42.Q97.Q762.2", "3C X 4C", "4S"),
    Curses("with six points they do not", "QT942.J97.8762.K", "3C X 4C", "not 4S"),
    Curses("17 and two spades are a game opposite a weak two", "83.AT9.KQT2.AKJ2", "2S P", "4S"),
    Curses("14 and two are not", "83.AT9.KQT2.KQ42", "2S P", "not 4S"),
)

# What reading 305 auctions found: bids that ask and are passed, doubles by an opener and of one no trump,
# games taken out, and weak hands that speak twice.

READ: Final = (
    Curses("a suit after strong two clubs is not passed", "83.J73.98742.J86", "2C P 2D P 3C P", "not pass"),
    Curses("nor over an adversary's bid", "K973.863.92.8762", "P P 2C P 2D 2S 3D P", "not pass"),
    Curses("with three cards it is raised", "J43.9532.Q965.75", "2C P 2D 3C 3S P", "4S"),
    Curses("19 points double again when two clubs come round", "AQJ5.KJ72.AK7.J7", "1S 2C P P", "double"),
    Curses("19 and short in their suit do too", "AQT4.KT4.AKQ82.J", "1D 2C P P", "double"),
    Curses("17 and both other suits over three diamonds", "AK65.KQ732.A.J97", "1H 3D P P", "double"),
    Curses("twelve do not", "AQJ5.K752.Q87.J7", "1S 2C P P", "not double"),
    Curses("nor where both adversaries have spoken", "KJT8.AK952.5.AJ8", "1H P P X P 3D P P", "pass"),
    Curses("nothing answers such a double", "T8643.95.8432.96", "1H 3D P P X P", "3S"),
    Curses("five good trumps leave it in", "A7.KJT96.J753.83", "1S 3H P P X P", "pass"),
    Curses("18 even points double one no trump", "AJ83.QJ6.KQ7.KQ2", "1N P P", "double"),
    Curses("so do 16 directly over it", "AQ4.KJ83.KJ7.Q92", "1N", "double"),
    Curses("partner with little leaves that in", "T42.8753.AJ95.T3", "1N X P", "pass"),
    Curses("15 even points leave one no trump", "AQ4.KJ83.KJ7.J92", "1N", "pass"),
    Curses("nor do 15 bid two no trumps over two diamonds to it", "Q62.KQ4.KQ9.QJT8", "1N P 2D", "not 2N"),
    Curses("five bad spades do not take out three no trumps", "QJ865.AK7.2.K762", "1S P 3N P", "pass"),
    Curses("six do", "AKQ963.72.K43.72", "1S P 3N P", "4S"),
    Curses("three no trumps are not left for four clubs", "97.8.AJ95.AK9764", "1C 1S 3N P", "pass"),
    Curses("nor for five with seven diamonds", "A75.K.QJT9874.T4", "1D 1H 3N P", "pass"),
    Curses("a weak two does not speak again", "42.Q87.AKT765.76", "2D P P 2S", "pass"),
    Curses("nor does it double four spades", "T4.J62.KJT642.AJ", "2D P P 2S P 3S P 4S", "pass"),
    Curses("nor a bid of three", "KJ98752.AJ42..T6", "3S X P 4D", "pass"),
    Curses("but it answers a partner who asks", "42.Q87.AKT765.76", "2D P 2S P", "not 4D"),
    Curses("15 points do not answer an overcall at one", "KQT63.T96.KQ6.KQ", "1C 1D P", "not 1S"),
    Curses("ten and three cards raise an overcall of who passed", "KQ5.KQ6.T865.975", "P P P 1C 1S P", "2S"),
    Curses("four trumps do too, over a double", "A632.96.Q9742.A9", "P P P 1C 1S X", "2S 3S"),
    Curses(
        "a second suit after two diamonds is not passed", "Q.JT8.K9732.A932", "P P 1S P 2D P 2H P", "not pass"
    ),
)

# Opening bids.

OPENINGS: Final = (
    Curses("eleven points and two suits of five open", "KQ984.AJ983.82.J", "", "1S"),
    Curses("ten and two suits of five open too", "AJ972.AJ543.T5.7", "", "1S"),
    Curses("eleven with five and four open", "A4.KQ963.Q984.82", "P P", "1H"),
    Curses("ten with six and four open", "3.AQ9852.KJ84.82", "P", "1H"),
    Curses("eleven even points do not", "KJ4.A852.Q83.J82", "", "pass"),
    Curses("eleven with one suit of five and no other do not", "K4.A9852.QJ3.J82", "P", "pass"),
    Curses("nor nine with two suits of five", "AJ972.KT543.J5.7", "", "pass"),
    Curses("six spades and eight points are opened at two", "KQJ832.72.652.Q6", "", "2S"),
    Curses("so are six hearts and five", "832.KQ9874.96.74", "", "2H"),
    Curses("not six hearts beside four spades", "QT62.KQ9874.96.7", "", "pass"),
    Curses("nor six diamonds beside four hearts", "4.Q875.AKT765.76", "", "pass"),
    Curses("six diamonds and ten points with no second suit too", "Q42.KJ.KQT654.73", "P", "1D 2D"),
    Curses("six clubs and eight points are not", "Q42.J.753.KQT654", "", "pass"),
    Curses("nor five spades", "KQJ83.72.6542.Q6", "", "pass"),
    Curses("seven spades and eight points are opened at three", "KQJ8532.72.652.Q", "", "3S"),
    Curses("20 points and six hearts open two clubs", "AK4.AKQJ84.5.KJ2", "", "2C"),
    Curses("21 points and a void do", "AKQ84.AKJ72.A5.5", "", "2C"),
)

AFTER_TWO: Final = (
    Curses("a strong opening is not passed", "J83.972.98652.86", "2C P", "2D"),
    Curses("nor with nothing but clubs", "83.97.986.J98652", "2C P", "2D"),
    Curses("five spades and eight points are told", "KQ983.972.A86.86", "2C P", "2S"),
    Curses("five diamonds and nine points are told at three", "83.972.KQJ86.A86", "2C P", "3D"),
    Curses("the opener tells the suit", "AK4.AKQJ84.5.KJ2", "2C P 2D P", "2H"),
    Curses("the opener raises with three cards", "AK4.AKQJ84.5.KJ2", "2C P 2S P", "3S 4S 3H"),
    Curses(
        "nothing leaves the opener's hearts at two no more than it must",
        "J83.972.98652.86",
        "2C P 2D P 2H P",
        "3H 4H 2N",
    ),
    Curses("over an adversary nothing passes", "J83.972.98652.86", "2C 2S", "pass"),
    Curses("four points and a fit of two leave partner's weak two", "J983.97.K652.J86", "2H P", "pass"),
    Curses("a good hand with a fit goes to game over a weak two", "AK83.K97.AQ62.86", "2H P", "4H"),
    Curses("three hearts and few points take more room", "83.K97.QJ652.862", "2H P", "3H pass"),
    Curses(
        "sixteen points without a fit pass a weak two or go to game", "AQ83.7.AK52.KJ86", "2H P", "pass 3N 2N"
    ),
)

# Later calls.

LATER: Final = (
    Curses("a slam is not bid on seven trumps", "AK65.K53.KJ732.4", "1H P 2D P 3N P", "not 6H"),
    Curses("13 and 13 with a diamond fit are no slam", "3.AQT2.AJ873.Q95", "1D P 3D P", "3N 4D 5D pass 3H"),
    Curses(
        "the opener with a minimum passes partner's two no trumps",
        "KQ842.A5.QJ83.86",
        "1S P 2N P",
        "pass 3D 3S",
    ),
    Curses("the opener with fifteen takes two no trumps on", "KQ842.A5.KJ83.Q6", "1S P 2N P", "3N 4S"),
    Curses("six hearts and a minimum are bid again", "A4.KQJ952.Q83.86", "1H P 1S P", "2H"),
    Curses("six hearts and sixteen jump", "A4.AKQ952.K83.86", "1H P 1S P", "3H"),
    Curses("six hearts and fifteen are bid again at the lowest", "A4.AKJ952.K83.86", "1H P 1S P", "2H"),
    Curses("two suits are told in turn", "A4.KQJ52.8.AJ986", "1H P 1S P", "2C"),
    Curses("nineteen even points jump in no trumps", "KJ4.AQ952.AQ3.K6", "1H P 1S P", "2N 3N"),
    Curses("the opener with twelve and five leaves the raise", "KQJ42.A95.Q83.86", "1S P 2S P", "pass"),
    Curses("the opener with nineteen goes to game over the raise", "KQJ42.AK5.AQ3.86", "1S P 2S P", "4S"),
    Curses("the opener with sixteen asks over the raise", "AKJ42.A95.KJ3.86", "1S P 2S P", "3S 4S 2N"),
    Curses("answerer with nine takes the question up", "Q83.K72.A9852.86", "1S P 2S P 3S P", "4S 3N"),
    Curses("answerer with six leaves it", "Q83.J72.K9852.86", "1S P 2S P 3S P", "pass"),
    Curses("22 even points open two no trumps", "AQ4.KQJ5.AK3.K86", "", "2N"),
    Curses("three points leave two no trumps", "J984.52.Q983.986", "2N P", "pass"),
    Curses("six points opposite two no trumps go to game", "J84.K52.Q983.986", "2N P", "3N"),
    Curses("seven points and a suit of four ask over two no trumps", "KJ84.52.Q983.J86", "2N P", "3C 3N"),
)


@each(
    "place",
    (
        *PLACES,
        *OVER_NO_TRUMPS,
        *MINOR,
        *HEARTS,
        *TO_DOUBLES,
        *DOUBLERS,
        *OVERCALLS,
        *OVER_AN_OVERCALL,
        *TWO_SUITED,
        *FOR_OPENERS,
        *REOPENING,
        *GAMES_MISSED,
        *SLAMS_AND_GAMES,
        *READ,
        *OPENINGS,
        *AFTER_TWO,
        *LATER,
    ),
)
def test_a_robot_calls_as_a_reasonable_partner_would(place: Curses) -> None:
    told = said_by(PlainRobot(), speaks(place.hand, place.calls))
    assert is_one_of(told, place.wants), f"{place.why}: {told}"
