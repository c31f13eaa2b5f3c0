"""Screens of what is over, worked out by hand: a deal, its score, a rubber, a cut."""

from __future__ import annotations

from rules.calls import Content, Declare
from rules.cards import Hand
from rules.counting.reckon import Column, Entry, Line, Standing
from rules.counting.rubber import RubberResult
from rules.games.all_games import variant_of
from rules.refusals import Forfeit
from rules.seats import BySeat, BySide, Seat, Side
from rules.table.requests import AnswerClaim, ClaimRest, CutPack, Leave
from rules.view import Cut, FinishedDeal, Settled
from screens.after import verify_screen
from screens.result import points_screen, result_screen, tricks_screen
from screens.screen import Row
from screens.sheets import rubber_lines, summary
from screens.table import score_screen
from screens.words.games.all_games import words_of
from screens.words.gamewords import Held
from screens.words.languages import spoken
from screens.words.names import ON_PAPER
from screens.words.scores import counts_less, line
from tests.each import each
from tests.screens.screens import TABLE, labels, words
from tests.screens.stacked import (
    EAST,
    HANDS,
    NORTH,
    SEATS,
    SOUTH,
    WEST,
    begun,
    names,
    played,
    table,
)
from tests.trials.stage.tables import Evening


def test_a_deal_that_is_over_shows_the_hands_and_why_it_scored() -> None:
    evening = played("6C JC 3C 7C AS 4S 8S")
    evening.do(EAST, ClaimRest())
    for seat in (NORTH, SOUTH, WEST):
        evening.do(seat, AnswerClaim(True))
    last = evening.table.last
    assert last is not None
    at = evening.view(None).table
    shown = result_screen(last, SEATS, TABLE, names, at=at)
    assert without_blanks(words(shown)) == [
        "### Deal 1: @clara lost ♥ Hearts, contre ×2: @boris and @anna won 6 tricks over six",
        "@boris and @anna **+116** · @david and @clara **+16**",
        "**@boris and @anna win the game.** Both sides start the next one from 0.",
        "-# Game: N–S 0, E–W 0 of 30 · games 0–1 · rubber 16–116",
        "-# @anna deals next.",
        "**N** ♠ A 10 5 ♥ Q J 6",
        "♦ K ♣ Q J 10 8 5 2",
        "**W** **E**",
        "♠ – ♠ J 7 4",
        "♥ K 10 5 4 2 ♥ 8",
        "♦ Q 7 6 5 4 ♦ A J 10 9 8 2",
        "♣ 9 6 4 ♣ A K 3",
        "**S** ♠ K Q 9 8 6 3 2 ♥ A 9 7 3",
        "♦ 3 ♣ 7",
        "-# **N** @david · **E** @boris · **S** @clara · **W** @anna",
    ]
    assert [[button.label for button in part.buttons] for part in shown.parts if isinstance(part, Row)] == [
        ["More"],
    ]
    assert words(tricks_screen(last, at=at)).split("\n") == [
        "### Deal 1: calls and tricks",
        "♥ Hearts, contre ×2",
        "South: ♥ Hearts · West: contre · South: accept · North: accept",
        "1. West: 6♣ J♣ 3♣ 7♣ → North",
        "2. North: A♠ 4♠ 8♠",
        "The last 12 tricks went to East–West by agreement.",
        "-# Each line begins with the seat that led and ends with the one that won.",
    ]
    assert words(points_screen(last, SEATS, names, at=at)).split("\n") == [
        "### Deal 1: the score",
        "♥ Hearts, contre ×2",
        "**North–South**",
        "- Simple honours (3): 2 × 8 = **16** · rubber only",
        "**East–West**",
        "- 6 tricks over six × 8 × 2 = **96** · to game",
        "- Petit Slamm: **20** · rubber only",
        "**The rubber so far**",
        "```",
        "         N–S  E–W",
        "To game    0    0",
        "Games      0    1",
        "Rubber    16  116",
        "```",
    ]


def without_blanks(text: str) -> list[str]:
    """The lines, with one blank in place of those by which columns are lined up."""
    return [" ".join(line.split()) for line in text.split("\n")]


def test_the_score_between_deals_repeats_the_last_one_line_by_line() -> None:
    evening = played("6C JC 3C 7C AS 4S 8S")
    evening.do(EAST, ClaimRest())
    for seat in (NORTH, SOUTH, WEST):
        evening.do(seat, AnswerClaim(True))
    said = words(score_screen(evening.view(None), names))
    assert said.startswith("### The score\n```\n         N–S  E–W\n")
    assert "**Deal 1: ♥ Hearts, contre ×2**\n**North–South**\n- Simple honours (3)" in said
    assert said.endswith(f"-# The seal of the pack of deal 2: `{evening.dice.commit(2)}`")


def test_a_robot_sits_for_a_player_who_left_and_the_chair_can_be_taken_back() -> None:
    evening = begun().cut()
    evening.do(EAST, Leave(Forfeit()))
    assert "**E** Hoyle · for @boris" in words(table(evening))
    assert "Take my chair back" in labels(table(evening))


def entry(
    of: Line, amount: int, count: int = 1, unit: int = 0, times: int = 1, seat: Seat | None = None
) -> Entry:
    return Entry(of, Side.NS, amount, Column.ABOVE, count, unit, times, seat)


NONE = Held(0, 0)


@each(
    ("language", "told"),
    [
        ("en", "On the leaderboard it counts 2 621 556 points,"),
        ("fr", "2 621 556 points"),
        ("ru", "2 621 556 очков"),
    ],
)
def test_what_a_rubber_counts_for_the_leaderboard_is_grouped_as_the_figures_beside_it(
    language: str, told: str
) -> None:
    with spoken(language):
        assert told in counts_less(2_621_556).replace("\u202f", " ").replace("\u00a0", " ")


def test_every_line_of_a_score_gives_its_reason() -> None:
    def told(of: Entry, held: Held = NONE) -> str:
        return line(ON_PAPER, of, words_of("biritch"), held=held)

    assert told(entry(Line.ODD_TRICKS, 96, 3, 8, 4)) == "3 tricks over six × 8 × 4 = **96**"
    assert told(entry(Line.ODD_TRICKS, 8, 1, 8)) == "1 trick over six × 8 = **8**"
    assert told(entry(Line.HONOURS, 16, 2, 8), Held(2, 1)) == "Simple honours (3): 2 × 8 = **16**"
    assert told(entry(Line.HONOURS, 16, 4, 4), Held(3, 1)) == "Four honours, divided: 4 × 4 = **16**"
    assert told(entry(Line.HONOURS, 32, 8, 4), Held(4, 0)) == "Four honours in one hand: 8 × 4 = **32**"
    assert told(entry(Line.HONOURS, 10, 5, 2), Held(3, 2)) == "Five honours, divided: 5 × 2 = **10**"
    assert told(entry(Line.HONOURS, 18, 9, 2), Held(4, 1)) == "Five honours, four in one hand: 9 × 2 = **18**"
    assert told(entry(Line.HONOURS, 18, 9, 2), Held(5, 0)) == "Five honours in one hand: 9 × 2 = **18**"
    aces, in_one = Held(3, 1, aces=True), Held(4, 0, aces=True)
    assert told(entry(Line.HONOURS, 30, 3, 10), Held(2, 1, aces=True)) == "Three aces: 3 × 10 = **30**"
    assert told(entry(Line.HONOURS, 40, 4, 10), aces) == "Four aces, divided: 4 × 10 = **40**"
    assert told(entry(Line.HONOURS, 80, 8, 10), in_one) == "Four aces in one hand: 8 × 10 = **80**"
    assert (
        told(entry(Line.CHICANE, 16, 2, 8, seat=SOUTH))
        == "Chicane (South was dealt no trump): 2 × 8 = **16**"
    )
    assert (
        told(entry(Line.CHICANE, -16, -2, 8, seat=WEST))
        == "Chicane (West was dealt no trump): −2 × 8 = **−16**"
    )
    assert told(entry(Line.GRAND_SLAM, 40, 1, 40)) == "Grand Slamm: **40**"
    assert told(entry(Line.PETIT_SLAM, 80, 1, 20, 4)) == "Petit Slamm: 20 × 4 = **80**"
    assert told(entry(Line.RUBBER, 40, 1, 40)) == "Consolation: **40**"
    big = told(entry(Line.ODD_TRICKS, 3 * 10 * 2**200, 3, 10, 2**200))
    assert big == "3 tricks over six × 10 × 2²⁰⁰ = **≈ 4.82 × 10⁶¹**"


def rubber(value: int, uncounted: str = "") -> RubberResult:
    bonus = Entry(Line.RUBBER, Side.EW, 40, Column.ABOVE, 1, 40)
    totals = BySide(100, 100 + value)
    return RubberResult(1, Side.EW, value, totals, BySide(1, 2), bonus, (), uncounted)


def test_a_rubbers_end_tells_who_wins_how_much_and_whether_it_counts() -> None:
    assert list(rubber_lines(ON_PAPER, rubber(126), SEATS, names, "biritch")) == [
        "### @boris and @anna win the rubber, 2 games to 1",
        "Consolation: **40** to the winners.",
        "Totals: North–South **100**, East–West **226**.",
        "East–West win **126** each; North–South lose as much.",
        "-# East–West: East @boris · West @anna",
        "-# North–South: North @david · South @clara",
        "-# This counts for the leaderboard.",
    ]
    lost = list(rubber_lines(ON_PAPER, rubber(-12, "seats"), SEATS, names, "biritch"))
    assert "On points, though, East–West lose **12** each; North–South win as much." in lost
    assert lost[-1] == "-# Not ranked: it did not begin with a person on each side."
    even = list(rubber_lines(ON_PAPER, rubber(0, "doubling"), SEATS, names, "biritch"))
    assert "The totals are equal, so nobody wins or loses anything." in even
    assert even[-1] == "-# Not ranked: tricks were doubled more than six times."


def test_a_rubber_that_is_won_on_points_by_the_side_with_fewer_games_is_told_so() -> None:
    """English whist with the rubber points added: two games to one for North-South, who have 14 to 18."""
    bonus = Entry(Line.RUBBER, Side.NS, 2, Column.BONUS, 1, 2)
    ended = RubberResult(1, Side.EW, 4, BySide(14, 18), BySide(2, 1), bonus, (), "")
    assert list(rubber_lines(ON_PAPER, ended, SEATS, names, "whist_english"))[:4] == [
        "### @boris and @anna win the rubber on points",
        "Rubber points: **2** to North–South.",
        "Totals: North–South **14**, East–West **18**.",
        "East–West win **4** each; North–South lose as much.",
    ]


def test_a_score_sheet_is_narrow_or_stacked() -> None:
    small = summary(ON_PAPER, Standing(BySide(16, 8), BySide(1, 0), BySide(64, 12_345)))
    assert small.split("\n") == [
        "```",
        "         N–S     E–W",
        "To game   16       8",
        "Games      1       0",
        "Rubber    64  12\u202f345",
        "```",
    ]
    large = summary(ON_PAPER, Standing(BySide(0, 0), BySide(1, 1), BySide(10**40, 10**50)))
    assert large == (
        "**North–South** To game 0 · Games 1 · Rubber ≈ 1.00 × 10⁴⁰\n"
        "**East–West** To game 0 · Games 1 · Rubber ≈ 1.00 × 10⁵⁰"
    )


def test_a_result_with_endless_contres_gives_every_digit_too() -> None:
    points = 10 * 2**200
    deal = FinishedDeal(
        number=1,
        dealer=SOUTH,
        hands=BySeat(*(Hand.parse(held) for held in HANDS)),
        calls=(),
        settled=Settled(None, 200, points, WEST, SOUTH, ((NORTH, SOUTH),)),
        tricks=(),
        won=BySide(7, 6),
        conceded=None,
        entries=(Entry(Line.ODD_TRICKS, Side.NS, points, Column.BELOW, 1, 10, 2**200),),
        before=Standing(),
        after=Standing(BySide(0, 0), BySide(1, 0), BySide(points, 0)),
        commitment="c",
        cut=Cut(26, "77", None),
        seed="s",
    )
    at = Evening().view(None).table
    said = words(points_screen(deal, SEATS, names, at=at))
    assert "Biritch — no trumps, sur contre ×2²⁰⁰" in said
    assert "- 1 trick over six × 10 × 2²⁰⁰ = **≈ 1.61 × 10⁶¹** · to game" in said
    assert f"**In full**\nNorth–South {points}\nEast–West 0" in said.replace("\u202f", "")
    first = words(result_screen(deal, SEATS, TABLE, names, at=at))
    assert "@david and @clara **+≈ 1.61 × 10⁶¹** · @boris and @anna **0**" in first and "rubber" not in first
    proof = words(verify_screen(ON_PAPER, deal, TABLE, variant_of(at), sealed=True, dealt=False))
    assert "-# Cut by the bot, 26 cards down, salt `77`" in proof and "does not check out" in proof


def test_a_cut_by_hand_is_told_with_its_salt() -> None:
    evening = begun()
    evening.do(EAST, CutPack(30, "99"))
    evening.do(SOUTH, Declare(None))
    evening.do(WEST, Content())
    evening.do(EAST, Content())
    evening.play_deal()
    last = evening.table.last
    assert last is not None
    at = evening.view(None).table
    assert "-# Cut by East, 30 cards down, salt `99`" in words(
        verify_screen(ON_PAPER, last, TABLE, variant_of(at), sealed=True, dealt=True)
    )
