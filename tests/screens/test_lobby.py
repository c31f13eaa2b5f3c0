"""The message between rubbers, for four, three and two people; and who will have Dummy."""

from __future__ import annotations

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
from tests.tables import ANNA, BORIS, CLARA, DAVID, Evening


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
    assert "Join" in pressable(evening) and "Add a robot" not in pressable(evening)
    evening.seat(*(Person(f"waits {place}") for place in range(players, 6)))
    assert "Join" not in pressable(evening) and "Waiting for a chair: @waits" in lobby(evening)
    idle = replace(evening.view(None), table=replace(evening.view(None).table, abandoned=True))
    assert "Join" in labels(table_screen(idle, TABLE, names))
    assert "Join" not in [one.label for one in buttons(table_screen(idle, TABLE, names)) if not one.disabled]


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
    assert "The player who cuts lowest has Dummy for a rubber, then each in turn." in lobby(evening)
    evening.ask(ANNA, SetOption("seating", "fixed"))
    assert "The first to join has Dummy for a rubber" in lobby(evening)
    assert south(evening.start()) == ANNA


def test_a_player_who_takes_dummy_is_named_and_has_dummy() -> None:
    evening = Evening(0, "dummy_whist").seat(ANNA, BORIS, CLARA)
    evening.ask(BORIS, TakeDummy())
    assert "@boris will have Dummy in the next rubber." in lobby(evening)
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


def test_when_somebody_else_sits_down_dummy_is_cut_for_anew() -> None:
    evening = Evening(2, "dummy_whist").seat(ANNA, BORIS, CLARA).start().play_rubber()
    assert "will have Dummy in the next rubber." in lobby(evening)
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


def test_a_match_of_one_game_begins_as_a_game() -> None:
    evening = Evening(0, "whist_american").seat(ANNA, BORIS, CLARA, DAVID).start()
    assert begun(evening)[0] == "### Game 1: cut for partners"


def test_a_robot_in_the_chair_may_have_dummy_too() -> None:
    evening = Evening(1, "dummy_whist").seat(ANNA).start()
    assert sum(isinstance(member, RobotMember) for member in evening.table.members) == 2
    evening.play_rubber()
    assert "will have Dummy in the next rubber." in lobby(evening)
