"""Calls of which players have complained, at every strength and at part scores. The south deals."""

from __future__ import annotations

from typing import Final, NamedTuple

import pytest

from robots.player import Strength
from robots.process.thinking import alike_robot, robot_of
from tests.each import each, mostly_long
from tests.trials.stage.matches import among_robots, is_one_of, said_by, speaks

BY_RULE: Final = (Strength.EASY, Strength.GOOD)

SEEDS_TRIED: Final = 8


class Complaint(NamedTuple):
    """A hand, the calls before it, the score, and what is reasonable; after ``not`` what is not."""

    why: str
    hand: str
    calls: str
    wants: str
    below: tuple[int, int] = (0, 0)
    games: tuple[int, int] = (0, 0)
    game: str = "contract"


COMPLAINTS: Final = (
    Complaint(
        "17 points opposite a weak two are no slam", "AQ42.K8.KQ72.K86", "2H P", "not 7N 6N 5N 4N", (40, 0)
    ),
    Complaint("nor with more below", "AQ42.K8.KQ72.K86", "2H P", "not 7N 6N 5N 4N 6H", (60, 40)),
    Complaint("nor for the other side", "AQ42.K8.KQ72.K86", "P 2H P", "not 7N 6N 5N 4N 6H", (0, 40)),
    Complaint("nor with four trumps", "AQ42.K8.KQ72.K86", "2S P", "pass", (40, 0)),
    Complaint(
        "sixteen are no grand slam over a raise past the game",
        "A4.K85.Q32.AQJ86",
        "1C P 3C P",
        "not 7N 7C",
        (60, 0),
    ),
    Complaint("a weak two is opened at a part score", "832.KQ9874.96.74", "", "2H", (40, 0)),
    Complaint("at theirs", "832.KQ9874.96.74", "", "2H", (0, 40)),
    Complaint("and by the other side", "832.KQ9874.96.74", "P", "2H", (0, 60)),
    Complaint("two hearts are the game at forty", "AQ4.AKJ85.Q83.Q6", "1H P 2H P", "pass", (40, 0)),
    Complaint("two spades are", "AKJ85.KQ4.Q83.Q6", "P 1S P 2S P", "pass", (0, 40)),
    Complaint("one no trump is at sixty", "A4.KJ85.KQJ64.Q6", "1D P 1N P", "pass", (60, 0)),
    Complaint("three clubs are at forty", "A4.K85.Q32.AQJ86", "1C P 3C P", "pass", (40, 0)),
    Complaint(
        "six hearts and a strong hand do not jump past it", "A4.AKQ952.K83.86", "1H P 1S P", "2H", (40, 0)
    ),
    Complaint("nor does an even one", "KJ4.AQ952.AQ3.K6", "1H P 1S P", "2H 1N", (60, 0)),
    Complaint("nor the answer to a double", "Q42.KJ52.A83.986", "1S X P", "2H 2N", (0, 40)),
    Complaint("a weak two is left there if it is the game", "83.K97.QJ652.K62", "2H P", "pass", (40, 0)),
    Complaint("aces are told after partner's own game", "Q92.K84.AT98.AQ5", "1H P 2D P 2H P 4H P 4N P", "5H"),
    Complaint("after a raise to game", "Q92.K84.AT98.KQ5", "1H P 4H P 4N P", "5D"),
    Complaint("over an adversary's bid", "Q92.K84.KT98.KQ5", "1H 2C 3H 4C 4N P", "5C"),
    Complaint(
        "over partner's no trumps, once hearts are agreed", "A92.A84.AT98.KQ5", "1H P 3H P 3N P 4N P", "5S"
    ),
    Complaint("a bid of their suit over one's double", "KQ84.AQ75.4.K962", "1D X P 2D P", "not pass"),
    Complaint("over one's overcall", "4.KQ8752.KQ5.K62", "1S 2H P 2S P", "not pass"),
    Complaint("over one's opening bid", "4.AQ752.KQ5.K962", "1H 2C 3C P", "not pass"),
    Complaint("with nothing to say", "84.J7532.9642.92", "1S X P 2H P 2S P", "not pass"),
    Complaint("partner redoubles to be rescued", "J9642.753.86.T42", "1C X P P XX P", "1S"),
    Complaint("after a reopening double too", "J94.75.QT8642.T2", "1C P P X P P XX P", "1D"),
    Complaint("a redouble at once is not a cry", "KJ4.AQJ7.42.KQ92", "1C X XX P P", "not 1S"),
    Complaint(
        "seven bad spades are not opened by a vulnerable side", "QT98743.6.K85.92", "", "pass", (0, 0), (1, 0)
    ),
    Complaint("nor by the other", "QT98743.6.K85.92", "P", "pass", (0, 0), (0, 1)),
    Complaint("they are by one that is not", "QT98743.6.K85.92", "", "3S"),
    Complaint("though their adversaries are", "QT98743.6.K85.92", "", "3S", (0, 0), (0, 1)),
    Complaint("seven good ones are", "KQJ9874.6.K85.92", "", "3S", (0, 0), (1, 0)),
    Complaint("bad ones are not bid over an adversary", "98742.6.K85.9642", "1D", "pass", (0, 0), (0, 1)),
)


ABOUT_THEIR_GAME: Final = (
    Complaint("no five on an even hand over their game", "K4.Q974.A876.K54", "1S 2H 4S", "pass double"),
    Complaint("nor on three trumps", "K4.Q97.KQ74.K854", "1S 2D 4S", "pass double"),
    Complaint("a weak hand with ten trumps saves", "4.K9874.QT876.54", "1S 2H 4S", "5H"),
    Complaint("with eleven too", "4.QT8764.K9874.5", "1S 2H 4S", "5H"),
    Complaint("in clubs too", "8.A752.96.QJ8743", "1S 2C 4S", "5C"),
    Complaint("five sure tricks double", "QJT9.A5.AK3.8542", "P P 1S P 4S P P", "double"),
    Complaint("in hearts too", "A5.QJT9.AK3.8542", "P P 1H P 4H P P", "double"),
    Complaint("over a raise", "QJT9.A5.AK3.8542", "1S P 2S P 4S", "double"),
    Complaint("where no double would ask", "A5.A842.A93.QJT9", "1C P 5C", "double"),
    Complaint("five in a suit that the hand leads", "AKQJT.54.A32.864", "P P 1N P 3N P P", "double"),
    Complaint(
        "no redouble below a game by a coin",
        "J7.A9753.J8.A974",
        "P P P 1C 1H X P P",
        "pass",
        game="plafond",
    ),
    Complaint("nor in spades", "A9753.J7.J8.A974", "P P P 1D 1S X P P", "pass", game="plafond"),
)
"""Where a pass, a double and a bid that fails are to be weighed, by the best robot."""


@pytest.mark.parametrize("seeds", mostly_long([1, 2 * SEEDS_TRIED], [1]))
def test_their_game_is_passed_doubled_or_taken_from_them_as_it_pays(seeds: int) -> None:
    """Alike where all others are people and where they are robots. In short every second."""
    wrong = []
    for place in ABOUT_THEIR_GAME[:: 2 if seeds == 1 else 1]:
        view = speaks(place.hand, place.calls, place.game)
        for one in (view, among_robots(view)):
            told = [said_by(alike_robot(Strength.BEST), one, seed) for seed in range(seeds)]
            wrong += [(place.why, word) for word in told if not is_one_of(word, place.wants)]
    assert not wrong


@each("strength", BY_RULE)
@each("place", COMPLAINTS)
def test_a_robot_that_bids_by_rule_calls_reasonably(place: Complaint, strength: Strength) -> None:
    view = speaks(place.hand, place.calls, below=place.below, games=place.games)
    told = said_by(robot_of(strength), view)
    assert is_one_of(told, place.wants), f"{place.why}: {told}"


@pytest.mark.parametrize("seeds", mostly_long([1, SEEDS_TRIED], [1]))
def test_a_robot_that_searches_calls_reasonably(seeds: int) -> None:
    """In short every seventh."""
    wrong = []
    for place in COMPLAINTS[:: 7 if seeds == 1 else 1]:
        view = speaks(place.hand, place.calls, below=place.below, games=place.games)
        told = [said_by(alike_robot(Strength.BEST), view, seed) for seed in range(seeds)]
        wrong += [(place.why, word) for word in told if not is_one_of(word, place.wants)]
    assert not wrong


@each("strength", BY_RULE)
def test_the_words_of_a_rescue_and_of_a_cue_bid_are_read_by_everybody_alike(strength: Strength) -> None:
    """With many times the points partner still answers: it does not know better."""
    for calls, wants in (("1C X P P XX P", "not pass"), ("1D X P 2D P", "not pass")):
        assert is_one_of(said_by(robot_of(strength), speaks("KQJ4.KQ75.64.AK2", calls)), wants)
