"""Calls at contract that a partner curses, and what is reasonable instead. The south deals, at nil score."""

from __future__ import annotations

import random
from typing import Final, NamedTuple

from robots.plain import PlainRobot
from rules.calls import action_word
from rules.seats import Seat
from tests.each import each
from tests.robots.matches import after

SPEAKERS: Final = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)


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
    Curses("a strong fit is told by a jump", "KJ84.AKQ52.83.A6", "1H P 1S P", "3S 4S"),
)


@each("place", PLACES)
def test_a_robot_calls_as_a_reasonable_partner_would(place: Curses) -> None:
    calls = place.calls.split()
    seat = SPEAKERS[len(calls) % 4]
    suits = zip("SHDC", place.hand.split("."), strict=True)
    cards = " ".join(f"{rank}{suit}" for suit, ranks in suits for rank in ranks)
    words = " ".join({"P": "pass", "X": "double", "XX": "double"}.get(word, f"bid:{word}") for word in calls)
    view = after({seat: cards}, words, game="contract").view(seat)
    choice = PlainRobot().choose(view, 1, random.Random(0)).choice
    told = action_word(choice).removeprefix("bid:")
    wants, refuses = place.wants.removeprefix("not ").split(), place.wants.startswith("not ")
    assert (told in wants) is not refuses, f"{place.why}: {told}"
