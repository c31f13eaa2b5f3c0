"""The messages of an evening: what they say, and that the largest fit Discord's limits."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from io import BytesIO

import pytest
from PIL import Image

from rules.evening.events import Adjust, CloseEvening, Enter
from rules.evening.plan import MOST_TABLES, Kind, Movement, TeamScore
from rules.evening.standings import evening_as_seen
from rules.seats import Member, Person, RobotMember
from screens.evening import (
    EVENING_BUTTONS,
    EveningPress,
    director_screen,
    evening_screen,
    final_picture,
    final_screen,
    own_end_screen,
    sheet_screen,
    standings_screen,
    stopped_screen,
)
from screens.pictures.four_hands import FOOT, WIDTH
from screens.presses import read_as
from screens.screen import Button, Picture, Row, Select, Text, has_pictures, without_pictures
from screens.words.evenings import ROBOTS_WIN_NONE, score_text, table_numbers
from screens.words.languages import spoken
from tests.each import each
from tests.evenings import HOST, Night, plan, points, tricks
from tests.screens.screens import fits, in_each_language
from tests.screens.screens import words as said

MOST_PEOPLE = [(kind, 4 * most) for kind, most in MOST_TABLES.items()]


def mention(member: Member) -> str:
    """As long as the longest of Discord's."""
    return "<@1234567890123456789>" if isinstance(member, Person) else f"{member.name} (robot)"


def by_robot_name(player: Member) -> str:
    return player.name if isinstance(player, RobotMember) else "Alexandra"


def crowded(kind: Kind, count: int) -> Night:
    night = Night(plan(kind, rounds=1, signal=False), seed=3)
    for number in range(count):
        night.ask(Person(f"p{number}"), Enter())
    return night


@pytest.mark.parametrize(("kind", "count"), MOST_PEOPLE)
def test_the_messages_of_the_largest_evenings_fit(kind: Kind, count: int) -> None:
    night = crowded(kind, count)
    directors = [mention(HOST)] * 2
    before = evening_as_seen(night.evening)
    night.begin()
    during = evening_as_seen(night.evening)
    night.play(lambda table, _: tricks(7) if kind in (Kind.PROGRESSIVE, Kind.COUPLES) else points(table % 3))
    after = evening_as_seen(night.evening)
    assert after.closed
    for _ in in_each_language():
        for shown in (before, during, after):
            fits(evening_screen(shown, "0a1b2c3d", directors, mention))
        picture = final_picture(after, "final.png", by_robot_name)
        assert len(picture.png) <= 25_000
        fits(final_screen(after, mention, picture))
        fits(standings_screen(after, mention, own=len(after.holders) - 1))
        fits(standings_screen(after, mention, len(after.holders) - 1, picture))
        if kind.duplicate:
            sheet = sheet_screen(after, 1)
            assert sheet is not None
            fits(sheet)


@each("kind", Kind)
def test_nobody_can_join_an_evening_in_which_every_place_is_taken(kind: Kind) -> None:
    """Before lots are drawn as many may join as there are places at most; after, in a robot's place."""

    def joins(night: Night) -> bool:
        screen = evening_screen(evening_as_seen(night.evening), "0a1b2c3d", ["@host"], str)
        pressed = [one for part in screen.parts if isinstance(part, Row) for one in part.buttons]
        (join,) = [one for one in pressed if one.label == "Join"]
        return not join.disabled

    most = 4 * MOST_TABLES[kind]
    night = crowded(kind, most - 1)
    assert joins(night)
    night.ask(Person("last"), Enter())
    assert not joins(night)
    night.begin()
    assert not joins(night)
    assert joins(crowded(kind, most - 1).begin())


def test_the_final_table_is_a_picture_that_says_in_words_what_it_shows() -> None:
    night = Night(plan(Kind.PAIRS, rounds=1)).begin()
    night.play(lambda table, _: points(10 * table))
    shown = evening_as_seen(night.evening)
    names = {shown.holders[0]: "Anna", shown.holders[1]: "Boris", shown.holders[2]: "Clara"}
    picture = final_picture(shown, "final.png", lambda player: names.get(player, ""))
    assert Image.open(BytesIO(picture.png)).size == (WIDTH, 26 + 44 + 4 * 56 + FOOT)
    assert picture.alt.startswith("Final table of Duplicate pairs")
    told = "1. Pair 1: Anna, Boris 100 % (2); 1. Pair 2: Clara 100 % (2); 3. Pair 3 0 % (0)"
    assert told in picture.alt
    screen = final_screen(shown, mention, picture)
    (drawn,) = [part for part in screen.parts if isinstance(part, Picture)]
    assert drawn.png == picture.png and "Pair 1" in drawn.instead
    assert "Pair 1" not in said(screen) and "Pair 1" in said(without_pictures(screen))


def test_the_standings_are_a_picture_with_the_readers_own_line_and_words_where_no_files_are_taken() -> None:
    night = Night(plan(Kind.PAIRS, rounds=1)).begin()
    picture = final_picture(evening_as_seen(night.evening), "standings.png", by_robot_name)
    nothing = standings_screen(evening_as_seen(night.evening), mention, 4, picture)
    assert not has_pictures(nothing) and "Nothing has been scored" in str(nothing)
    night.play(lambda table, _: points(10 * table))
    shown = evening_as_seen(night.evening)
    pictured = standings_screen(shown, mention, 4, picture)
    assert has_pictures(pictured)
    (mine,) = [line for line in str(pictured.parts[-1]).split("\\n") if "Pair" in line]
    assert "Pair 3" in mine
    words = standings_screen(shown, mention, 4)
    assert all(line in str(without_pictures(pictured)) for line in str(words.parts[1]).split("\\n")[1:-1])


@pytest.mark.parametrize("kind", [Kind.PROGRESSIVE, Kind.COUPLES])
@pytest.mark.parametrize("people", [1, 2, 3, 5, 9])
def test_no_robot_has_a_prize_and_no_ticket_stands_beside_a_name(kind: Kind, people: int) -> None:
    """However few the people are: what they leave is nobody's prize."""
    night = Night(plan(kind, rounds=1, signal=False, edition="4"), seed=3)
    for number in range(people):
        night.ask(Person(f"p{number}"), Enter())
    night.begin().play(lambda table, _: tricks(5 + table % 5))
    after = evening_as_seen(night.evening)
    shown = final_screen(after, mention, final_picture(after, "final.png", by_robot_name))
    told = "\n".join(part.markdown for part in shown.parts if isinstance(part, Text))
    prizes = [line for line in told.split("\n") if " prize: " in line]
    assert not any("(robot)" in line for line in prizes) and len(prizes) <= len(after.rankings)
    assert any("First prize: " in line for line in prizes) or not any(after.prizes)
    picture = next(part for part in shown.parts if isinstance(part, Picture))
    unknown = final_picture(after, "final.png", lambda _: "")
    if kind is Kind.PROGRESSIVE:
        assert not re.search(r"\b[AB]\d+\b", f"{told} {picture.alt} {unknown.alt}")


def test_a_prize_that_has_gone_past_robots_says_that_they_win_none() -> None:
    """To all, once, and to each who has won it from behind one; to nobody else."""
    met = set()
    for seed in range(6):
        night = Night(plan(Kind.PROGRESSIVE, rounds=1, signal=False, edition="4", least_tables=2), seed=seed)
        for number in range(3):
            night.ask(Person(f"p{number}"), Enter())
        night.begin().play(lambda table, _: tricks(5 + 3 * (table % 2)))
        after = evening_as_seen(night.evening)
        told_to_all = "\n".join(
            part.markdown for part in final_screen(after, str, None).parts if isinstance(part, Text)
        )
        behind = False
        for ranking, won in zip(after.rankings, after.prizes, strict=True):
            for line in ranking.lines:
                (holder,) = (after.holders[place] for place in line.places)
                if not isinstance(holder, Person):
                    continue
                robots = any(
                    other.rank < line.rank and not isinstance(after.holders[other.places[0]], Person)
                    for other in ranking.lines
                )
                wins = won is not None and line.places in won
                own = own_end_screen(after, str, holder, "https://discord.com/channels/1/2")
                (told,) = (part.markdown for part in own.parts if isinstance(part, Text))
                assert (ROBOTS_WIN_NONE() in told) is (wins and robots)
                behind |= won is not None and line.places in won[:2] and robots
        assert told_to_all.count(ROBOTS_WIN_NONE()) == behind
        met.add(behind)
    assert met == {True, False}


@each("kind", Kind)
@each("people", (1, 3, 6, 9))
def test_everybody_is_told_their_place_their_prize_and_who_was_first(kind: Kind, people: int) -> None:
    """Of everybody who played to the end; ``final_screen`` names the prizes for all."""
    night = Night(plan(kind, rounds=1, signal=False, edition="4"), seed=people)
    for number in range(min(people, 4 * MOST_TABLES[kind])):
        night.ask(Person(f"p{number}"), Enter())
    duplicate = kind in (Kind.PAIRS, Kind.TEAMS)
    night.begin().play(
        lambda table, board: points(table % 3) if duplicate else tricks(5 + (table + board) % 5)
    )
    after = evening_as_seen(night.evening)
    assert after.closed
    told_to_all = "\n".join(
        part.markdown for part in final_screen(after, str, None).parts if isinstance(part, Text)
    )
    prizes = 0
    for person in (one for one in after.holders if isinstance(one, Person)):
        for _ in in_each_language():
            fits(own_end_screen(after, mention, person, "https://discord.com/channels/1/2"))
        screen = own_end_screen(after, str, person, "https://discord.com/channels/1/2")
        (told,) = (part.markdown for part in screen.parts if isinstance(part, Text))
        assert told.startswith("### The evening is over.") and screen.silent
        (line, ranking) = next(
            (line, ranking)
            for ranking in after.rankings
            for line in ranking.lines
            if person in [after.holders[place] for place in line.places]
        )
        assert f"Your place: {line.rank} of {len(ranking.lines)}, with **" in told
        best = ranking.lines[0].places[0]
        assert ("First: " in told) is (line.rank != 1)
        assert line.rank == 1 or str(after.holders[best]) in told
        for what in ("First", "Second", "Booby"):
            winners = " ".join(re.findall(rf"{what} prize: ([^.]*)\.", told_to_all)).replace(",", "").split()
            assert (f"won the {what.lower()} prize" in told) is (str(person) in winners)
            prizes += str(person) in winners
        assert not re.search(r"\b[AB]\d+\b", told)
    assert prizes or duplicate or people < 6


@each("kind", Kind)
def test_standings_and_prizes_of_an_evening_that_is_over_stand_on_one_message(kind: Kind) -> None:
    duplicate = kind in (Kind.PAIRS, Kind.TEAMS)
    night = crowded(kind, 6).begin()
    night.play(lambda table, board: points(30 * table) if duplicate else tricks(5 + (table + board) % 5))
    after = evening_as_seen(night.evening)
    over = said(evening_screen(after, "0a1b2c3d", ["@host"], str))
    final = said(final_screen(after, str, None))
    assert "The evening is over.** The final table is below." in over
    for line in final.split("\n"):
        if " prize: " in line or re.match(r"\d+\\\\?\. ", line):
            assert line not in over
    assert " prize: " not in over and ("First prize: " in final or duplicate)


def test_an_evening_that_is_closed_before_anything_was_scored_has_no_final_table() -> None:
    night = crowded(Kind.COUPLES, 6).begin()
    night.ask(HOST, CloseEvening())
    over = said(evening_screen(evening_as_seen(night.evening), "0a1b2c3d", ["@host"], str))
    assert "Nothing has been scored yet." in over and "The evening is over." in over and "below" not in over


@each("came", [(50, 50), (110, 100)])
def test_teams_that_are_level_have_a_final_table_which_says_so(came: tuple[int, int]) -> None:
    """The same points at both tables, or so few more that they are no international match point."""
    night = Night(plan(Kind.TEAMS, rounds=1, of="contract", team_score=TeamScore.IMPS)).begin()
    night.play(lambda table, _: points(came[table - 1]))
    after = evening_as_seen(night.evening)
    over = said(evening_screen(after, "0a1b2c3d", ["@host"], str))
    assert "The final table is below." in over and "Nothing has been scored yet." not in over
    final = said(final_screen(after, str, None))
    assert final.count("1\\. Team") == 2 and final.count("**0**") == 2


def test_a_travelling_sheet_says_who_met_whom_and_what_came_of_it() -> None:
    night = Night(plan(Kind.PAIRS, rounds=1)).begin()
    assert sheet_screen(evening_as_seen(night.evening), 1) is None
    night.play(lambda table, _: points(90 if table == 1 else -20))
    screen = sheet_screen(evening_as_seen(night.evening), 1)
    assert screen is not None
    (text,) = (part.markdown for part in screen.parts if isinstance(part, Text))
    assert "Table 1: Pair 4 against Pair 1: **+90** · matchpoints 2 to 0" in text
    assert "Table 2: Pair 2 against Pair 3: **\u221220** · matchpoints 0 to 2" in text


def test_an_adjusted_result_says_so_and_an_average_names_no_points() -> None:
    night = Night(plan(Kind.PAIRS, rounds=2)).begin()
    night.ask(HOST, Adjust(1))
    night.play(lambda *_: points(50))
    night.ask(HOST, Adjust(2, outcome=replace(points(60), adjusted=True)))
    screen = sheet_screen(evening_as_seen(night.evening), 1)
    assert screen is not None
    (text,) = (part.markdown for part in screen.parts if isinstance(part, Text))
    assert "**average** · matchpoints 1 to 1" in text and "**+60 (adjusted)**" in text


def test_every_button_of_an_evening_is_known_and_reads_back() -> None:
    night = crowded(Kind.COUPLES, 9)
    screens = [evening_screen(evening_as_seen(night.evening), "0a1b2c3d", ["x"], mention)]
    open_night = Night(plan(Kind.COUPLES, rounds=2)).begin()
    open_night.play(lambda *_: tricks(9))
    screens.append(evening_screen(evening_as_seen(open_night.evening), "0a1b2c3d", ["x"], mention))
    ids = [
        button.id
        for screen in screens
        for part in screen.parts
        if isinstance(part, Row)
        for button in part.buttons
        if isinstance(button, Button)
    ]
    presses = [read_as(EveningPress, one) for one in ids]
    assert {press.verb for press in presses if press is not None} == set(EVENING_BUTTONS)
    assert [str(press) for press in presses] == ids
    assert read_as(EveningPress, str(EveningPress("fly", "0a1b2c3d"))) is None


def test_a_mitchell_of_two_lines_has_two_standings() -> None:
    night = Night(plan(Kind.PAIRS, movement=Movement.MITCHELL, arrow=False, rounds=1)).begin()
    night.play(lambda table, _: points(10 * table))
    told = standings_screen(evening_as_seen(night.evening), mention, None)
    assert "North and south" in str(told) and "East and west" in str(told)


def test_a_list_of_forty_tables_names_those_for_which_it_has_no_room() -> None:
    night = crowded(Kind.PROGRESSIVE, 160)
    night.begin()
    shown = director_screen(evening_as_seen(night.evening), "0a1b2c3d")
    fits(shown)
    told = "\n".join(str(one) for one in shown.parts if isinstance(one, Text))
    assert "by `/evening adjust`: 26–40" in told and "Still playing: tables 1–40." in told


def test_tables_are_run_together_from_three_in_a_row_on() -> None:
    assert table_numbers([7, 8, 10, 11, 12, 15]) == "7, 8, 10–12 and 15"
    assert table_numbers([3]) == "3" and table_numbers([1, 2]) == "1 and 2"


def test_two_who_direct_are_directors_and_one_is_the_director() -> None:
    seen = evening_as_seen(crowded(Kind.COUPLES, 1).evening)
    assert "Director: @anna." in said(evening_screen(seen, "0a1b2c3d", ["@anna"], mention))
    assert "Directors: @anna and @boris." in said(
        evening_screen(seen, "0a1b2c3d", ["@anna", "@boris"], mention)
    )


def test_shares_of_matchpoints_have_the_comma_of_the_language() -> None:
    thirds = Fraction(200, 3)
    with spoken("en"):
        assert score_text(Fraction(8, 3), thirds) == "66.7 % (2.7)"
    with spoken("fr"):
        assert score_text(Fraction(8, 3), thirds) == "66,7 % (2,7)"


def test_of_many_channels_that_stop_tables_a_few_are_told_and_how_many_more() -> None:
    stopped = [f"**Table {one} cannot open.** {'x' * 250} It opens by itself." for one in range(1, 31)]
    night = crowded(Kind.COUPLES, 120)
    night.begin()
    for _ in in_each_language():
        shown = evening_screen(evening_as_seen(night.evening), "0a1b2c3d", ["@host"], mention, stopped)
        fits(shown)
        fits(stopped_screen(stopped, 2**60, rings=True))
    assert said(stopped_screen(stopped, 2**60, rings=True)).endswith(
        "Tables in 26 more channels cannot open, for reasons like these."
    )


@each(("boards", "listed"), [(1, True), (2, False)])
def test_once_all_have_finished_no_list_gives_a_result_to_a_deal_that_it_does_not_name(
    boards: int, listed: bool
) -> None:
    night = Night(plan(Kind.PAIRS, rounds=2, boards=boards)).begin()
    night.play(lambda *_: points(10))
    shown = director_screen(evening_as_seen(night.evening), "0a1b2c3d")
    assert any(isinstance(part, Select) for part in shown.parts) is listed
