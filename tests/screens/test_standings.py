"""Leaderboards and statistics as people read them."""

from __future__ import annotations

import re
from fractions import Fraction

from rules.contests import Ranked as RankedOfDays
from rules.games.all_games import GAMES
from screens.contests import STRENGTHS
from screens.contests import standings_screen as week_screen
from screens.leaderboard import BOARDS, BoardPress, leaderboard_screen
from screens.presses import read_as
from screens.screen import Screen, Select
from screens.words.names import number
from screens.words.options_of_tables import OF_EVERY_TABLE
from storage.ports.records import Ranked, UserId
from tests.screens.screens import buttons, fits, ids, in_each_language, words

TODAY = "2026-11"
MANY = [
    Ranked(UserId(10**18 + place), 1000, 999, 2**200 - place, UserId(10**18), 1500.5) for place in range(10)
]


def board(*lines: Ranked, total: int = 2, of: str = "persons", period: str = "all", first: int = 1) -> Screen:
    return leaderboard_screen(lines, total, BoardPress("biritch", of, period, first), TODAY)


def test_the_leaderboard_tells_points_rubbers_and_average_and_draws_the_points() -> None:
    said = words(
        board(Ranked(UserId(1), 3, 2, 126), Ranked(UserId(3), 1, 1, 60), Ranked(UserId(2), 1, 0, -40))
    )
    assert said == (
        "### Biritch: the leaderboard\n-# Persons, all time\n"
        "1. <@1> **+126** ▰▰▰▰▰\n-# 3 rubbers, 2 won · 42 a rubber on average\n"
        "2. <@3> **+60** ▰▰▰▱▱\n-# 1 rubber, 1 won · 60 a rubber on average\n"
        "3. <@2> **−40** ▱▱▱▱▱\n-# 1 rubber, 0 won · −40 a rubber on average"
    )


def test_partners_stand_in_one_line_and_their_rating_is_a_whole_number() -> None:
    pair = Ranked(UserId(1), 3, 2, 126, UserId(2))
    said = words(board(pair, of="pairs", period="2026-11", first=11, total=11))
    assert "-# Partners, November 2026 (UTC)\n11. <@1> and <@2> **+126**" in said
    assert "-# 11–11 of 11" in said
    rated = words(board(Ranked(UserId(1), 3, 2, 126, UserId(2), 1582.5), of="rating"))
    assert "1. <@1> and <@2> **1582**\n-# 3 rubbers, 2 won" in rated


def test_a_leaderboard_that_is_being_counted_says_so() -> None:
    page = BoardPress("biritch", "persons", "all", 1)
    for counting in (False, True):
        said = words(leaderboard_screen([], 0, page, TODAY, counting=counting))
        assert ("being counted again" in said) is counting


def test_every_leaderboard_is_within_discords_limits_and_its_buttons_say_the_whole_page() -> None:
    for game in GAMES:
        for of in BOARDS:
            for period in ("all", "2026", "2026-11"):
                for lines, total in ((MANY, 10**6), ([], 0)):
                    for _ in in_each_language():
                        fits(leaderboard_screen(lines, total, BoardPress(game, of, period, 11), TODAY))
                    screen = leaderboard_screen(lines, total, BoardPress(game, of, period, 11), TODAY)
                    assert len(set(ids(screen))) == len(ids(screen))
                    for one in ids(screen):
                        press = read_as(BoardPress, one)
                        assert press is not None and str(press) == one and press.game == game
    assert read_as(BoardPress, "board:biritch:persons:2026-13:1") is None


def test_a_leaderboard_of_more_than_ten_has_pages_and_one_of_ten_has_none() -> None:
    def pages(screen: Screen) -> list[tuple[str, bool]]:
        return [(one.id.rpartition(":")[2], one.disabled) for one in buttons(screen) if "er" in one.label]

    assert pages(board(*MANY, total=10)) == []
    assert pages(board(*MANY, total=11)) == [("1", True), ("11", False)]
    assert pages(board(*MANY, total=25, first=11)) == [("1", False), ("21", False)]
    assert pages(board(*MANY[:5], total=25, first=21)) == [("11", False), ("31", True)]


def test_an_empty_board_says_what_would_fill_it() -> None:
    assert "Nothing is ranked here yet" in words(board(total=0))
    assert "No rubber that counts ended in this time." in words(board(total=0, period="2026"))
    assert "alone against three robots" in words(board(total=0, of="alone"))
    (which,) = (part for part in board(total=0).parts if isinstance(part, Select))
    assert [one.value for one in which.offers if one.chosen] == ["persons"]


def test_whoever_stands_below_the_lines_of_a_week_finds_their_own_and_how_many_are_ranked() -> None:
    for people in (20, 21, 1_250):
        lines = [RankedOfDays(rank, 10**18 + rank, Fraction(5000 - rank), 7) for rank in range(1, people + 1)]
        for rank in (1, 20, people):
            screen = week_screen(10**18 + rank, lines, "2026-11-24", month=False, friends=False)
            told = words(screen).splitlines()
            shown = [int(line.partition(".")[0]) for line in told if re.match(r"\d+\. ", line)]
            assert shown == [*range(1, 21), *((rank,) if rank > 20 else ())]
            assert any(f"<@{10**18 + rank}>" in line for line in told)
            assert [line for line in told if "in all" in line] == [
                f"-# Ranked in all: {number(people)}." for _ in range(people > 20)
            ]
            fits(screen)


def test_robots_are_called_in_a_result_as_where_their_strength_is_chosen() -> None:
    for language in in_each_language():
        for key, called in STRENGTHS.items():
            assert OF_EVERY_TABLE["robots"].values[key]().startswith(called()), language
