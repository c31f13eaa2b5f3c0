"""Every sentence of ``/rules about: robots`` about the bidding, tried at nil score and at part scores."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import pytest

from lab.robots.auction_table import payoffs_at
from robots.plain import PlainRobot
from rules.view import SeatView
from screens.words.games.all_games import words_of
from tests.each import each
from tests.trials.stage.matches import at_score, is_one_of, said_by, speaks

PART_SCORES: Final = ((0, 0), (40, 0), (60, 0), (0, 40), (0, 60))
"""Part scores of the speaker's side and of the other, in hundredths of a game."""

OF_ONE_PAGE: Final = ("contract", "plafond", "scaled_contract")
"""Games with one page: failing is cheap, and games take the same bids from nothing."""


class Illustration(NamedTuple):
    """A hand, the calls before it, and what the sentence says it calls; at 40 and 60 of its own side the same
    if nothing else is written, and whatever the other side has."""

    hand: str
    calls: str
    wants: str
    at_40: str = ""
    at_60: str = ""
    games: tuple[int, int] = (0, 0)
    game: str = "contract"
    options: Mapping[str, str] = {}

    def wanted(self, own: int) -> str:
        return {40: self.at_40, 60: self.at_60}.get(own, "") or self.wants

    def views(self, game: str) -> Iterator[tuple[int, int, SeatView]]:
        """The view of the speaker at every score."""
        own_first = 1 if len(self.calls.split()) % 2 == 0 else -1
        view, law = speaks(self.hand, self.calls, game, **self.options), payoffs_at(game).law.rubber  # type: ignore[arg-type]
        for score in PART_SCORES:
            north, east = (points * law.game // 100 for points in score[::own_first])
            games, others = self.games[::own_first]
            yield *score, at_score(view, (north, east), (games, others))


FREELY_BID: Final[dict[str, tuple[Illustration, ...]]] = {
    "Points: ace four": (
        Illustration("AQ84.KQ72.A4.932", "", "1N"),
        Illustration("AQ84.KJ72.A4.932", "", "1S 1H"),
    ),
    "An even hand has two cards": (
        Illustration("AQ84.K72.A64.Q93", "", "1N"),
        Illustration("AQ984.K72.A4.Q93", "", "1N"),
        Illustration("AQ94.KQ872.A4.93", "", "1H"),  # two suits of two
        Illustration("AQ84.KQ72.AJ64.9", "", "1S 1H 1D"),
        Illustration("AQ9842.K7.A64.Q9", "", "1S"),
    ),
    "With 12 points, or 10 that make 20": (
        Illustration("AQ975.K84.J62.Q3", "", "1S"),
        Illustration("KQ984.AJ975.2.93", "", "1S"),
        Illustration("KQ984.AJ75.42.93", "", "pass"),  # nineteen
        Illustration("KQ98.A975.K4.Q93", "", "1S 1H"),  # none of five
        Illustration("KQ98.A9754.K4.Q3", "", "1H"),
        Illustration("AQ975.K84.J62.J3", "", "pass"),
    ),
    "An even hand bids no trumps with 15": (
        Illustration("KJ4.AQ95.A93.932", "", "1H"),
        Illustration("KJ4.AQ95.A93.Q32", "", "1N"),
        Illustration("KJ4.AQ95.AQ3.Q32", "", "1H"),
        Illustration("KJ4.AQ95.AQ3.KJ2", "", "2N"),
        Illustration("KJ4.AQ95.AQ3.AQ2", "", "2N"),
        Illustration("KQ4.AQ95.AQ3.AQ2", "", "3N"),
        Illustration("AKQ.AQ95.AKQ.AQ2", "", "2C"),  # 29
    ),
    "Two clubs: 20": (
        Illustration("AKQJ95.AK3.Q74.2", "", "1S"),
        Illustration("AKQJ95.AK3.KJ4.2", "", "2C"),
        Illustration("A.K3.AKQ984.AQ32", "", "2C"),
        Illustration("962.8432.J65.982", "2C P", "2D"),
        Illustration("96.KQ843.Q65.982", "2C P", "2D"),
        Illustration("96.KQ843.K65.982", "2C P", "2H"),
        Illustration("96.K843.KQ65.982", "2C P", "2D"),  # none of five
    ),
    "Another suit at two: six cards": (
        Illustration("96.KQ9843.Q65.98", "", "2H"),
        Illustration("96.3.KQ9843.K865", "", "2D"),
        Illustration("832.KQ9874.A6.J4", "", "2H"),
        Illustration("832.Q98743.Q6.74", "", "pass"),  # four points
        Illustration("QJ96.3.KQ9843.86", "", "pass"),  # four spades
        Illustration("96.KQ984.Q653.98", "", "pass"),
        Illustration("KQJ9874.6.K85.92", "", "3S"),
        Illustration("92.65.KQJ9874.K5", "", "3D"),
        Illustration("QJ98754.6.985.92", "", "pass"),
    ),
    "Vulnerable, it fails by two": (
        Illustration("QT98743.6.K85.92", "", "3S"),
        Illustration("QT98743.6.K85.92", "", "pass", games=(1, 0)),
        Illustration("QT98743.6.K85.92", "", "3S", games=(0, 1)),
        Illustration("KQJ9874.6.K85.92", "", "3S", games=(1, 0)),
        Illustration("QT98743.6.K85.92", "P", "pass", games=(1, 1)),
    ),
    "A suit of five with 8 to 16": (
        Illustration("KQ984.Q75.42.932", "1D", "pass"),
        Illustration("KQ984.K75.42.932", "1D", "1S"),
        Illustration("842.K75.A2.KQ932", "1S", "2C"),
        Illustration("842.K75.42.AQ932", "1S", "pass"),
        Illustration("84.K75.42.AQ9832", "1S", "2C"),
        Illustration("842.A75.A2.KQ932", "2S", "3C"),
        Illustration("842.A75.Q2.KQ932", "2S", "pass"),
        Illustration("84.A75.Q2.KQ9832", "2S", "3C"),
        Illustration("KQ5.A75.KJ42.A93", "1S", "1N"),
        Illustration("KQ5.A75.KJ42.QJ3", "1S", "1N"),
        Illustration("865.AQ5.KJ42.AQ3", "1S", "double"),  # no stopper
    ),
    "Their suit at two": (
        Illustration("KQ984.AJ943.42.2", "1D", "2D"),
        Illustration("KQ984.42.AJ943.2", "1H", "2H"),
        Illustration("4.AQ943.KJ942.32", "1S", "2S"),
        Illustration("4.94.KQ942.AJ932", "1S", "2N"),
        Illustration("KQ984.97643.42.2", "1D", "pass"),
    ),
    "Double of a suit asks": (
        Illustration("KQ84.A754.2.Q932", "1D", "pass"),
        Illustration("KQ84.A754.2.K932", "1D", "double"),
        Illustration("KQ84.K752.J43.K9", "1D", "pass"),  # two clubs
        Illustration("KQ84.KQ52.J43.K9", "1D", "double"),
        Illustration("AKQ84.AQ4.52.A93", "1D", "double"),
    ),
    "Partner's lowest answer": (
        Illustration("962.8432.J65.982", "1S X P", "2H"),
        Illustration("962.A8432.K65.98", "1S X P", "2H"),
        Illustration("962.AQ432.K65.98", "1S X P", "3H", "2H", "2H"),
        Illustration("KQT84.432.A65.98", "2S X P", "pass"),
        Illustration("KQT84.432.Q65.98", "2S X P", "pass"),
        Illustration("KQT84.432.765.98", "2S X P", "3D"),
    ),
    "With 6 points a raise": (
        Illustration("Q84.K843.J5.9832", "1H P", "2H"),
        Illustration("Q84.K843.85.9832", "1H P", "pass"),
        Illustration("K842.QJ43.QJ62.8", "1H 3S", "4H"),
        Illustration("K842.QJ43.Q762.8", "1H 3S", "pass"),
        Illustration("84.KQ842.2.A9832", "1H P", "4H", "2H", "2H"),
        Illustration("KQ84.73.Q42.9832", "1H P", "1S"),
        Illustration("84.K3.KQ842.9832", "1C P", "1D"),
        Illustration("84.K73.AQ842.K83", "1S P", "2D"),
        Illustration("84.73.AQ842.J983", "1S P", "1N"),
        Illustration("Q84.73.KQ42.9832", "1S P", "1N 2S"),
        Illustration("Q84.73.KQ42.KJ83", "1H P", "2N", "2N", "1N"),
        Illustration("QJ4.73.KJ42.AQ83", "1H P", "3N", "2N", "1N"),
        Illustration("AQ.KQ975.J842.93", "1H P 1S P", "2D"),
        Illustration("AQ.KQ975.J842.93", "1H P 2C P", "2D"),
    ),
    "A jump in a new suit has 17": (
        Illustration("AKQJ5.K4.A842.83", "1H P", "2S"),
        Illustration("AKQJ5.K4.8642.83", "1H P", "1S"),
        Illustration("A4.KQJ85.Q832.Q6", "1H P 2S P", "2N 3D 3H", "not pass", "not pass"),
    ),
    "Over no trumps a suit at its lowest": (
        Illustration("962.QJ8432.65.98", "1N P", "2H"),
        Illustration("K2.QJ843.A54.982", "1N P", "not 2H pass", "2H 2N", "2H pass"),
        Illustration("KJ4.A95.AQ63.K32", "1N P 2H P", "pass"),
        Illustration("AK2.KJ843.A54.98", "1N P", "3H 2C", "not pass", "not pass"),
        Illustration("KJ4.95.AQ63.KQ32", "1N P 3H P", "3N", "not 6N 7N", "not 6N 7N"),
    ),
    "A further bid: with what you": (
        Illustration("AQ4.AKJ85.Q83.Q6", "1H P 2H P", "4H", "pass", "pass"),
        Illustration("Q4.AKJ85.Q83.J62", "1H P 2H P", "pass"),
    ),
    "The lowest says no more": (
        Illustration("Q84.K843.J65.983", "1H P 2H P 3H P", "pass"),
        Illustration("K84.Q843.A65.983", "1H P 2H P 3H P", "4H", "not 4H", "not 4H"),
        Illustration("K84.Q84.KJ65.983", "1H P 2H P 4H P", "pass"),
        Illustration("A4.KQJ85.832.QJ6", "1H P 4H P", "pass"),
        Illustration("KQJ85.4.KQ32.Q86", "1S P 3N P", "pass"),
    ),
    "A suit bid again is a card longer": (
        Illustration("4.AQJ853.K32.Q86", "1H P 1S P", "2H"),
        Illustration("42.AQJ85.K32.K86", "1H P 1S P", "1N"),
    ),
    "At a part score nobody bids past": (
        Illustration("A4.AKQ952.K83.86", "1H P 1S P", "3H", "2H", "2H"),
        Illustration("AQ4.AKJ85.Q83.Q6", "1H P 2H P", "4H", "pass", "pass"),
        Illustration("KJ4.AQ952.AQ3.K6", "1H P 1N P", "not pass 2N", "2N", "pass"),
        Illustration("Q84.K3.AQ32.AJ86", "1D P 3D P", "not pass", "pass 3N", "not 7N"),
    ),
    "Four no trumps over partner's or an agreed": (
        Illustration("Q92.K84.AT98.AQ5", "1H P 4N P", "5H"),
        Illustration("Q92.K84.AT98.AQ5", "1H P 2D P 2H P 4H P 4N P", "5H"),
        Illustration("Q92.K84.KT98.KQ5", "1H P 4N P", "5C"),
        Illustration("A92.A84.AT98.A52", "1H P 4N P", "5C"),
        Illustration("AQ2.K84.AT98.A52", "1H P 3H P 4N P", "5S"),
        Illustration("Q92.K84.AT98.K52", "1H P 2H P 4N P", "5D"),
        Illustration("A4.KQJ853.KQ83.A", "1H P 3H P 4N P 5D P", "6H"),
        Illustration("A4.KQJ853.KQ83.K", "1H P 3H P 4N P 5D P", "5H"),
    ),
    "A raise one above game has 17": (
        Illustration("AK84.KQ84.A4.J32", "1H P", "5H", "3H", "3H"),
        Illustration("AK84.KQ84.A4.932", "1H P", "4H", "2H", "2H"),
    ),
    "Any other double: they should": (
        Illustration("A2.KQJT9.A43.543", "1S 4H", "double"),
        Illustration("Q2.98432.A43.543", "1S 4H", "not double"),
        Illustration("94.AQ85.KQJ98.K3", "1D P 2N P 3C 3D", "double"),
    ),
    "A redouble has over one trick": (
        Illustration("AKJ84.AKQ85.93.4", "1H P 4H X", "double", "double", "double"),
        Illustration("84.KQ9853.AJ3.93", "1H P 4H X", "pass"),
        Illustration("J9642.753.86.T42", "1C X P P XX P", "1S"),
        Illustration("J94.75.QT8642.T2", "1C P P X P P XX P", "1D"),
    ),
    "A bid of their suit with no": (
        Illustration("KQ84.AQ75.4.K962", "1D X P 2D P", "not pass"),
        Illustration("4.KQ8752.KQ5.K62", "1S 2H P 2S P", "not pass"),
        Illustration("84.J7532.9642.92", "1S X P 2H P 2S P", "not pass"),
    ),
    "Over one no trump two clubs ask": (
        Illustration("KQ84.73.Q842.J83", "1N P", "2C", "2N", "pass"),
        Illustration("KJ842.73.Q842.J3", "1N P", "2C", "not 2C", "not 2C"),
        Illustration("KJ84.73.Q842.J83", "1N P", "pass", "not 2C", "not 2C"),
        Illustration("KQ9842.73.K42.83", "1N P", "4S", "2S", "2S"),
    ),
    "Opener bids hearts, else spades": (
        Illustration("KQ4.AQ95.A632.J3", "1N P 2C P", "2H", "pass", "pass"),
        Illustration("KQ74.AQ95.A63.J3", "1N P 2C P", "2H", "pass", "pass"),
        Illustration("KQ74.AQ5.A632.J3", "1N P 2C P", "2S", "pass", "pass"),
        Illustration("KQ7.AQ5.A632.J32", "1N P 2C P", "2D", "pass", "pass"),
    ),
    "Over two, three clubs ask": (
        Illustration("KQ84.73.8432.983", "2N P", "3C", "pass", "pass"),
        Illustration("KJ84.73.8432.983", "2N P", "not 3C", "pass", "pass"),
    ),
    "Later doubles ask": (
        Illustration("KQ84.73.Q842.J83", "1D 2H", "double"),
        Illustration("KQ84.73.8742.J83", "1D 2H", "not double"),
        Illustration("KQ8.K743.84.J983", "1D 1S", "double"),
        Illustration("KJ4.73.KJ42.Q832", "1H X 2H", "double"),
        Illustration("KJ4.73.J942.Q832", "1H X 2H", "not double"),
    ),
    "With 18 one doubles again": (
        Illustration("A5.AQ93.KQ42.A83", "1S X 2S P P", "double"),
        Illustration("A5.AQ93.KQ42.J83", "1S X 2S P P", "pass"),
        Illustration("A5.AQ932.KQ4.J83", "1H 2S P P", "double"),
        Illustration("A5.AQ932.KJ4.983", "1H 2S P P", "not double"),
    ),
    "Last to speak over one or two": (
        Illustration("KQ84.K754.2.Q932", "1D P P", "double"),
        Illustration("KQ84.Q754.2.J932", "1D P P", "not double"),
        Illustration("KQ984.J75.42.932", "1D P P", "1S"),
    ),
    "Their one no trump is doubled": (
        Illustration("KQ84.KQ5.AQ3.932", "1N", "double"),
        Illustration("KQ84.KQ5.AJ3.932", "1N", "pass"),
        Illustration("Q84.432.8653.932", "1N X P", "pass"),
        Illustration("Q84.432.A653.932", "P 1N X P", "pass"),
    ),
    "Raised clubs and diamonds end": (
        Illustration("84.32.AQ843.K932", "1D P", "3D", "3D", "2D 3D"),
        Illustration("84.2.AQ8432.K932", "1D P", "not 4D"),
    ),
}
"""By the beginnings of the sentences of contract bridge, but those of the cards."""

OF_1904: Final = {"schedule": "1904"}

CAREFULLY_BID: Final[dict[str, tuple[Illustration, ...]]] = {
    "With 12 points, or 10 and six cards": (
        Illustration("KQ984.A75.K42.93", "", "1S", game="auction"),
        Illustration("AQ975.K84.J62.J3", "", "pass", game="auction"),
        Illustration("KQ9843.A75.J2.93", "", "1S", game="vint"),
        Illustration("KQ98.A75.KJ42.93", "", "1S 1D", game="vint"),
        Illustration("KQ984.AJ975.2.93", "", "pass", game="vint"),
    ),
    "One higher in a suit of five: 20": (
        Illustration("AKQJ9.AK3.KJ42.2", "", "2S", game="auction"),
        Illustration("AKQJ9.AK3.J842.2", "", "1S", game="vint"),
        Illustration("962.8432.J65.982", "2S P", "not pass", game="auction"),
        Illustration("962.8432.J65.982", "2S P", "not pass", game="vint"),
    ),
    "Two higher in a suit of seven": (
        Illustration("92.KQJ9874.6.K85", "", "3H", game="auction", options=OF_1904),
        Illustration("92.KQJ9874.6.K85", "", "pass", game="auction"),
        Illustration("92.KQJ9874.6.K85", "", "pass", game="vint"),
    ),
    "A suit of five with 8 to 16 points, or six": (
        Illustration("KQ984.K75.42.932", "1D", "1S", game="auction"),
        Illustration("84.K75.A2.KQ9832", "1S", "2C", game="auction"),
        Illustration("842.K75.A2.KQ932", "1S", "pass", game="auction"),
        Illustration("84.K75.42.KQJ932", "1D", "1C pass", game="vint"),
        Illustration("KQ5.A75.KJ42.QJ3", "1S", "1N", game="auction"),
        Illustration("KQ5.A75.KJ42.QJ3", "1S", "1N", game="vint"),
    ),
    "Double of a suit asks": (
        Illustration("KQ84.A754.2.K932", "1D", "double", game="auction"),
        Illustration("KQ84.KQ52.J43.K9", "1D", "pass", game="auction"),
        Illustration("AKQ84.AQ4.52.A93", "1D", "double", game="auction"),
    ),
    "Partner's lowest answer may have nothing, a jump 9.": (
        Illustration("962.8432.J65.982", "1S X P", "2H", game="auction"),
        Illustration("962.AQ432.K65.98", "1S X P", "3H", "3H", "2H", game="auction"),
    ),
    "Pass before anybody has bid": (
        Illustration("AQ97.K84.J962.J3", "", "pass", game="auction"),
        Illustration("AQ97.K84.J962.J3", "", "pass", game="vint"),
    ),
    "A dealer who must open": (
        Illustration("832.K984.962.743", "", "1S", game="auction", options=OF_1904),
        Illustration("4.K984.96532.743", "", "1S", game="auction", options=OF_1904),
    ),
    "Where failing is cheap": (
        Illustration("96.KQ9843.Q65.98", "", "2H", game="auction", options=OF_1904),
        Illustration("96.KQ9843.Q65.98", "", "2H", game="auction", games=(1, 1)),
        Illustration("96.KQ9843.Q65.98", "", "pass", game="auction", games=(1, 0)),
        Illustration("96.KQ9843.Q65.98", "", "pass", game="auction"),
    ),
    "Misère only with 4 points": (
        Illustration("6432.8532.754.63", "1N", "1M 2M 3M", game="auction", options={"misere": "true"}),
        Illustration("6432.8532.754.A3", "1N", "not 1M 2M 3M", game="auction", options={"misere": "true"}),
    ),
}
"""The same of auction bridge and vint, as far as they differ."""


def sentences_of_calls(game: str) -> Iterator[str]:
    """The sentences of the page of a game that tell of calls, without headings."""
    for paragraph in words_of(game).robots:
        text = paragraph.replace("*", "").replace("### How the robots bid\n", "")
        if not text.startswith(("###", "Signals", "The call for trumps", "Trumps are", "Also where")):
            yield from (one for one in re.split(r"(?<=[.]) ", text) if one.count(" ") > 2)


def contradictions(place: Illustration, game: str) -> Iterator[str]:
    """Where a robot calls otherwise there. In another game than the place's the speaker's own part score
    makes other bids the game, and is left out."""
    for own, other, view in place.views(game):
        if own and game != place.game:
            continue
        told, wants = said_by(PlainRobot(), view), place.wanted(own)
        if not is_one_of(told, wants):
            yield f"{game}, {own} and {other} below, {place.hand} after {place.calls}: {told}, not {wants}"


@each("game", [*OF_ONE_PAGE, "auction", "vint"])
def test_every_sentence_about_calls_has_its_places(game: str) -> None:
    known = FREELY_BID if game in OF_ONE_PAGE else {**FREELY_BID, **CAREFULLY_BID}
    for sentence in sentences_of_calls(game):
        if not sentence.startswith("A robot bids what it holds"):  # the rest says what
            assert any(sentence.startswith(beginning) for beginning in known), sentence


@each("beginning", [*FREELY_BID])
def test_a_sentence_about_calls_is_true_at_every_part_score(beginning: str) -> None:
    assert not [line for place in FREELY_BID[beginning] for line in contradictions(place, place.game)]


@each("beginning", [*CAREFULLY_BID])
def test_so_is_one_where_failing_is_dear(beginning: str) -> None:
    assert not [line for place in CAREFULLY_BID[beginning] for line in contradictions(place, place.game)]


@pytest.mark.long
@each("game", OF_ONE_PAGE[1:])
def test_other_games_of_the_page_are_bid_alike_from_nothing(game: str) -> None:
    places = [place for every in FREELY_BID.values() for place in every if not any(place.games)]
    assert not [line for place in places for line in contradictions(place, game)]
