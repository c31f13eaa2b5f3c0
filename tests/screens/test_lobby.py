"""The message between rubbers, for four, three and two people; and who will have Dummy."""

from __future__ import annotations

import re

import pytest

from rules.frozen import replace
from rules.games.all_games import GAMES
from rules.refusals import Forfeit
from rules.seats import Member, Person, RobotMember, Seat
from rules.table.requests import AddRobot, AgreeToClose, Join, Leave, SetOption, Start, TakeDummy
from screens.lobby import begun_screen
from screens.screen import Style
from screens.table import table_screen
from tests.each import each
from tests.screens.screens import TABLE, buttons, fits, labels
from tests.screens.screens import words as said
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening


def names(member: Member) -> str:
    return f"@{member.alias}" if isinstance(member, Person) else member.name


def lobby(evening: Evening) -> str:
    screen = table_screen(evening.view(None), TABLE, names)
    fits(screen)
    return said(screen)


def pressable(evening: Evening) -> list[str]:
    screen = table_screen(evening.view(None), TABLE, names)
    return [one.label for one in buttons(screen) if not one.disabled]


def south(evening: Evening) -> Member:
    assert evening.table.rubber is not None
    return evening.table.rubber.seats.of(Seat.SOUTH)


@each("game", GAMES)
def test_a_table_has_as_many_chairs_as_sit_down_to_its_game(game: str) -> None:
    evening = Evening(0, game)
    players = evening.table.variant.players
    assert lobby(evening).count("*an empty chair*") == players
    assert "Robots take the empty chairs when you start." in lobby(evening)
    evening.seat(*(ANNA, BORIS, CLARA, DAVID)[:players])
    assert "empty chair" not in lobby(evening)
    assert f"\n{players}. @" in lobby(evening) and f"\n{players + 1}. " not in lobby(evening)
    assert "Press **Start**" in lobby(evening)
    assert ("cut for partners" in lobby(evening)) is (players == 4)
    assert "Wait for a chair" in pressable(evening) and "Add a robot" not in pressable(evening)
    evening.seat(*(Person(f"waits {place}") for place in range(players, 6)))
    assert "Wait for a chair" not in pressable(evening) and "Waiting for a chair: @waits" in lobby(evening)
    idle = replace(evening.view(None), table=replace(evening.view(None).table, abandoned=True))
    shown = buttons(table_screen(idle, TABLE, names))
    assert [one.disabled for one in shown if one.label == "Wait for a chair"] == [True]


@each("game", GAMES)
def test_nobody_reads_join_on_a_button_by_which_they_would_wait(game: str) -> None:
    """While a chair is empty, or a robot would give its own up, the button gives a seat to who presses it."""
    evening = Evening(0, game)
    players = evening.table.variant.players
    for place in range(6):
        public = evening.view(None).table
        idle = replace(evening.view(None), table=replace(public, abandoned=bool(public.members)))
        for view in (evening.view(None), idle):
            (join,) = [one for one in buttons(table_screen(view, TABLE, names)) if one.id.startswith("join:")]
            assert join.label == ("Join" if place < players else "Wait for a chair") and not join.disabled
        evening.seat(Person(f"guest{place}"))
        assert (Person(f"guest{place}") in evening.table.waiting) is (place >= players)
    evening = Evening(0, game).seat(ANNA)
    for _ in range(players - 1):
        evening.ask(ANNA, AddRobot())
    assert {"Join", "Wait for a chair"} & {*pressable(evening)} == ({"Join"} if players > 1 else set())


def test_an_adjourned_table_names_no_button_that_it_has_not() -> None:
    for seated in ((), (ANNA,), (ANNA, BORIS, CLARA, DAVID)):
        evening = Evening(0).seat(*seated)
        idle = replace(evening.view(None), table=replace(evening.view(None).table, abandoned=True))
        screen = table_screen(idle, TABLE, names)
        named = re.findall(r"\*\*(.+?)\*\*", said(screen))
        assert named and {*named} <= {*labels(screen)}


def test_between_rubbers_it_is_told_once_what_to_press_and_nothing_of_the_game_that_all_have_played() -> None:
    evening = Evening(1).seat(ANNA, BORIS, CLARA, DAVID)
    before = lobby(evening)
    after = lobby(evening.start().play_rubber())
    assert before.count("**Start**") == after.count("**Start**") == 1
    assert "Russian Whist" in before and "Russian Whist" not in after
    assert "An odd trick: " in before and "An odd trick: " not in after


def test_what_the_cards_were_cut_for_is_told_on_one_message() -> None:
    evening = Evening(0).seat(ANNA, BORIS, CLARA, DAVID)
    evening.ask(ANNA, Start())
    above, below = said(begun_screen(evening.view(None), names)), lobby(evening)
    assert "First cut: " in above and "First cut: " not in below and below.startswith("### Deal 1")


def green(evening: Evening) -> list[str]:
    screen = table_screen(evening.view(None), TABLE, names)
    return [one.label for one in buttons(screen) if not one.disabled and one.style is Style.SUCCESS]


def test_the_green_button_is_what_the_table_waits_for() -> None:
    """Somebody to join, as long as a chair is empty or only robots sit there; then somebody to start."""
    evening = Evening(0).seat(ANNA)
    assert green(evening) == ["Join"]
    for _ in range(3):
        evening.ask(ANNA, AddRobot())
    assert green(evening) == ["Start"]
    evening.ask(BORIS, Join())
    assert green(evening) == ["Start"]
    evening = Evening(0).seat(ANNA, BORIS, CLARA, DAVID)
    assert green(evening) == ["Start"]
    evening.ask(ANNA, Leave())
    assert green(evening) == ["Join"]


@each(("game", "button"), [("dummy_whist", "Take Dummy"), ("double_dummy", "Deal first")])
def test_only_where_a_hand_has_no_player_there_is_a_button_to_have_it(game: str, button: str) -> None:
    assert button not in pressable(Evening(0, game))
    assert button in pressable(Evening(0, game).seat(ANNA))
    for other in set(GAMES) - {"dummy_whist", "double_dummy"}:
        shown = labels(table_screen(Evening(0, other).seat(ANNA).view(None), TABLE, names))
        assert "Take Dummy" not in shown and "Deal first" not in shown


def test_before_the_first_rubber_the_lowest_will_have_dummy() -> None:
    evening = Evening(0, "dummy_whist").seat(ANNA, BORIS, CLARA)
    assert "The player who cuts lowest has Dummy first, then each in turn." in lobby(evening)
    evening.ask(ANNA, SetOption("seating", "fixed"))
    assert "The first to join has Dummy first" in lobby(evening)
    assert south(evening.start()) == ANNA


def test_a_player_who_takes_dummy_is_named_and_has_dummy() -> None:
    evening = Evening(0, "dummy_whist").seat(ANNA, BORIS, CLARA)
    evening.ask(BORIS, TakeDummy())
    assert "@boris will have Dummy next time." in lobby(evening)
    assert "Then @clara and @anna, in turn." in lobby(evening)
    assert south(evening.start()) == BORIS


def test_a_player_who_took_dummy_and_left_no_longer_has_dummy() -> None:
    evening = Evening(0, "dummy_whist").seat(ANNA, BORIS, CLARA)
    evening.ask(BORIS, TakeDummy())
    evening.ask(BORIS, Leave(Forfeit()))
    assert "@boris" not in lobby(evening)
    assert "The player who cuts lowest has Dummy" in lobby(evening)


@pytest.mark.parametrize("game", ["dummy_whist", "double_dummy"])
@pytest.mark.parametrize("seed", range(4))
def test_the_one_named_for_the_next_rubber_is_the_one_who_has_it(game: str, seed: int) -> None:
    """Through three rubbers, in which everybody's turn comes once at a game for three."""
    evening = Evening(seed, game).seat(ANNA, BORIS)
    evening.start()
    had = [south(evening)]
    for rubber in range(2):
        evening.play_rubber()
        told = lobby(evening)
        if rubber and seed % 2:
            evening.ask(ANNA, TakeDummy())
            told = lobby(evening)
        evening.ask(ANNA, Start())
        had.append(south(evening))
        named = names(south(evening))
        assert f"{named} will have Dummy" in told or f"{named}'s dummy will deal first" in told
    if not seed % 2:
        assert len(set(had)) == evening.table.variant.players


@pytest.mark.parametrize("game", ["dummy_whist", "double_dummy"])
def test_where_partners_stay_for_two_rubbers_the_one_named_has_dummy_for_both(game: str) -> None:
    evening = Evening(1, game, rubbers_per_cut="2")
    evening.seat(*(ANNA, BORIS, CLARA)[: evening.table.variant.players]).start()
    for _ in range(4):
        evening.play_rubber()
        told = lobby(evening)
        evening.ask(ANNA, Start())
        named = names(south(evening))
        assert f"{named} will have Dummy" in told or f"{named}'s dummy will deal first" in told


def test_when_somebody_else_sits_down_dummy_is_cut_for_anew() -> None:
    evening = Evening(2, "dummy_whist").seat(ANNA, BORIS, CLARA).start().play_rubber()
    assert "will have Dummy next time." in lobby(evening)
    evening.ask(CLARA, Leave(Forfeit()))
    evening.ask(DAVID, Join())
    assert "The player who cuts lowest has Dummy" in lobby(evening)


# What the message turns into


def begun(evening: Evening) -> list[str]:
    return said(begun_screen(evening.view(None), names)).split("\n")


def test_where_somebody_asked_for_dummy_nothing_is_cut() -> None:
    evening = Evening(0, "dummy_whist").seat(ANNA, BORIS, CLARA)
    evening.ask(CLARA, TakeDummy())
    told = begun(evening.start())
    assert told[0] == "### Rubber 1" and not any("cut:" in line for line in told)


@each("game", ("biritch", "whist_american", "dummy_whist"))
def test_the_lobby_repeats_nothing_of_a_rubber_whose_result_stands_above_it(game: str) -> None:
    evening = Evening(2, game)
    evening.seat(*(ANNA, BORIS, CLARA, DAVID)[: evening.table.variant.players]).start().play_rubber()
    ended, told = evening.table.ended, lobby(evening)
    assert ended is not None and " below" in told
    assert not any(one in told for one in (" win ", " wins ", "leaderboard", "Totals")), told


def test_a_closed_table_tells_of_a_rubber_that_was_left_and_repeats_no_other() -> None:
    over = Evening(2).seat(ANNA, BORIS).start().play_rubber()
    left = Evening(1, "contract", unfinished_rubber="laws").seat(ANNA, BORIS).start()
    while left.table.rubber is not None and not any(left.table.rubber.standing.games):
        left.step()
    for one in (over, left):
        for who in (ANNA, BORIS):
            one.ask(who, AgreeToClose())
        assert one.table.closed and one.table.ended is not None
    assert " win " not in lobby(over) and "Totals" not in lobby(over)
    assert "The rubber was not finished; North–South are ahead" in lobby(left)


def test_where_partners_are_not_cut_for_only_the_deal_is() -> None:
    evening = Evening(0, "vint", seating="fixed").seat(ANNA, BORIS, CLARA, DAVID).start()
    told = begun(evening)
    assert told[0] == "### Rubber 1: cut for the deal"
    assert "-# The lowest deals, ace low." in told


def test_where_partners_stay_for_two_rubbers_they_are_cut_for_in_the_first() -> None:
    evening = Evening(0, "whist_modern", rubbers_per_cut="2").seat(ANNA, BORIS, CLARA, DAVID)
    titles, below = [], []
    for _ in range(3):
        evening.ask(ANNA, Start())
        titles.append(begun(evening)[0])
        evening.play_rubber()
        below.append("a new cut for partners" in lobby(evening))
    assert below == [False, True, False]
    assert titles == [
        "### Rubber 1: cut for partners",
        "### Rubber 2: cut for the deal",
        "### Rubber 3: cut for partners",
    ]


def test_a_match_of_one_game_begins_as_a_game() -> None:
    evening = Evening(0, "whist_american").seat(ANNA, BORIS, CLARA, DAVID).start()
    assert begun(evening)[0] == "### Game 1: cut for partners"


def test_a_robot_in_the_chair_may_have_dummy_too() -> None:
    evening = Evening(1, "dummy_whist").seat(ANNA).start()
    assert sum(isinstance(member, RobotMember) for member in evening.table.members) == 2
    evening.play_rubber()
    assert "will have Dummy next time." in lobby(evening)


def test_a_full_table_at_which_people_sit_as_they_have_joined_is_told_of_no_cut() -> None:
    evening = Evening(0, seating="fixed").seat(ANNA, BORIS, CLARA, DAVID)
    assert "Press **Start**" in lobby(evening) and "cut" not in lobby(evening)
