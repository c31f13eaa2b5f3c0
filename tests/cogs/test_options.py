"""``/table options``, its list and buttons, who takes Dummy, and the commands that name a game."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from rules.games.all_games import GAMES
from rules.table.requests import SetOption
from tests.trials.stage.club import Club


async def opened(house: Club, game: str) -> None:
    await house.types(house.anna, "table open", game=game)


@pytest.mark.parametrize("game", ["contract", "dummy_whist", "vint"])
async def test_a_table_of_any_game_is_opened_by_its_name(house: Club, game: str) -> None:
    answer = await house.types(house.anna, "table open", game=game)
    assert house.table.state.game == game
    assert answer.private and "Table opened: " in answer.text
    assert house.screen().text.count("*an empty chair*") == house.table.state.variant.players - 1


async def test_anybody_may_look_at_the_options_and_is_answered_alone(house: Club) -> None:
    await opened(house, "whist_long")
    answer = await house.types(house.boris, "table options")
    assert answer.private
    assert answer.text.endswith("All options are as usual.") and len(house.lists(answer)) == 4
    pressed = await house.presses(house.boris, house.screen(), "options")
    assert pressed.private and pressed.text == answer.text


async def test_an_option_is_chosen_from_the_list_and_set_by_a_button(house: Club) -> None:
    await opened(house, "whist_long")
    screen = await house.presses(house.anna, house.screen(), "options")
    one = house._answer(
        await house.anna.select(screen.message, custom_id=f"option:{house.table.id}", values=["call_at"])
    )
    assert "Honours are called: at eight" in one.text
    done = await house.presses_id(house.anna, one, f"set:{house.table.id}:call_at:8-9")
    assert "> Honours are called: at eight and at nine." in done.text
    assert dict(house.table.state.options) == {"edition": "4", "call_at": "8-9"}
    assert "Honours are called: at eight and at nine" in house.screen().text
    back = await house.presses(house.anna, done, "options")
    assert "Honours are called: **at eight and at nine** (usually: at eight)" in back.text


async def test_an_option_is_set_by_a_command_with_a_value_or_a_number(house: Club) -> None:
    await opened(house, "biritch")
    answer = await house.types(house.anna, "table options", name="doubling_limit", value="3")
    assert "Doubling: **at most 3 times** (usually: without limit)" in answer.text
    await house.types(house.anna, "table options", name="slam_doubled", value="true")
    assert dict(house.table.state.options) == {"edition": "4", "doubling_limit": "3", "slam_doubled": "true"}
    assert "Contre doubles slams too: yes" in house.screen().text


@pytest.mark.parametrize(
    ("name", "value"), [("doubling_limit", "1000"), ("doubling_limit", "soon"), ("dummy", "true"), ("x", "")]
)
async def test_an_option_that_the_game_does_not_have_is_refused(house: Club, name: str, value: str) -> None:
    await opened(house, "biritch")
    answer = await house.types(house.anna, "table options", name=name, value=value or " ")
    no_value = "That option has no such value: choose one of those that are offered as you type."
    assert answer.text == (no_value if name == "doubling_limit" else "This game has no such option.")
    assert house.table.state.options == (("edition", "4"),)


async def test_options_that_mean_nothing_together_are_refused_by_name(house: Club) -> None:
    await opened(house, "whist_modern")
    await house.types(house.anna, "table options", name="honours", value="none")
    answer = await house.types(house.anna, "table options", name="honours_by", value="captured")
    assert "“Honours”" in answer.text and "“Honours belong to”" in answer.text
    assert dict(house.table.state.options) == {"edition": "4", "honours": "none"}


async def test_only_those_who_sit_may_change_an_option(house: Club) -> None:
    await opened(house, "contract")
    answer = await house.types(house.boris, "table options", name="nt_tricks", value="35")
    assert answer.text == "You don't have a chair at this table."
    screen = await house.types(house.boris, "table options")
    one = house._answer(
        await house.boris.select(screen.message, custom_id=f"option:{house.table.id}", values=["nt_tricks"])
    )
    refused = await house.presses_id(house.boris, one, f"set:{house.table.id}:nt_tricks:35")
    assert refused.text == f"> You don't have a chair at this table.\n{one.text}"
    assert house.table.state.options == (("edition", "4"),)


async def test_once_the_first_hand_is_being_dealt_the_options_stand(house: Club) -> None:
    await opened(house, "contract")
    await house.types(house.anna, "table start")
    answer = await house.types(house.anna, "table options", name="nt_tricks", value="35")
    assert answer.text == "That must wait until the rubber is over."
    shown = await house.types(house.anna, "table options")
    assert "They stay like this until this rubber is over." in shown.text


async def test_the_strength_of_the_robots_is_set_by_command(house: Club) -> None:
    await opened(house, "biritch")
    answer = await house.types(house.anna, "table options", name="robots", value="good")
    assert answer.private and "Robots: **good**" in answer.text
    assert dict(house.table.state.options) == {"edition": "4", "robots": "good"}
    assert "Robots: good" in house.screen().text
    await house.types(house.anna, "table start")
    answer = await house.types(house.anna, "table options", name="robots", value="best")
    assert answer.text == "That must wait until the rubber is over."


async def test_a_command_offers_the_options_of_this_table_and_their_values(house: Club) -> None:
    await opened(house, "vint")
    offered = await house.anna.autocomplete(house.room, "table options", "name", "auction")
    assert [(one["name"], one["value"]) for one in offered] == [
        ("The auction ends after: three passes", "passes_to_end")
    ]
    offered = await house.anna.autocomplete(house.room, "table options", "value", "", name="passes_to_end")
    assert [one["value"] for one in offered] == ["3", "8", "12"]
    offered = await house.anna.autocomplete(house.room, "table options", "value", "", name="nonsense")
    assert not offered


async def test_a_number_is_offered_if_it_is_one_of_those_taken(house: Club) -> None:
    await opened(house, "biritch")
    for typed, values in (("7", ["7"]), ("1000", []), ("none", ["none"])):
        offered = await house.anna.autocomplete(
            house.room, "table options", "value", typed, name="doubling_limit"
        )
        assert [one["value"] for one in offered] == values


async def test_dummy_is_asked_for_by_button_and_by_command(house: Club) -> None:
    await opened(house, "dummy_whist")
    await house.types(house.boris, "table join")
    answer = await house.types(house.boris, "turn", act="dummy")
    assert answer.why == "You will have Dummy next time."
    assert f"{house.boris.mention} will have Dummy next time." in house.screen().text
    await house.presses(house.anna, house.screen(), "dummy")
    assert f"{house.anna.mention} will have Dummy next time." in house.screen().text


async def test_where_every_hand_has_a_player_nobody_has_dummy(house: Club) -> None:
    await opened(house, "contract")
    answer = await house.types(house.anna, "turn", act="dummy")
    assert answer.why == "Nobody takes Dummy's hand at this game."


@pytest.mark.parametrize("game", GAMES)
async def test_the_rules_and_the_leaderboard_of_every_game_can_be_read(house: Club, game: str) -> None:
    rules = await house.types(house.anna, "rules", game=game)
    assert rules.private and rules.text.startswith("### ")
    robots = await house.types(house.anna, "rules", game=game, about="robots")
    assert robots.private and "How the robots" in robots.text
    board = await house.types(house.anna, "leaderboard", game=game)
    assert "the leaderboard" in board.text and "Nothing is ranked here yet." in board.text


@pytest.mark.parametrize(
    ("drawn", "key", "value"),
    [
        (datetime(2026, 11, 22, 8, 30, tzinfo=UTC), "doubling_limit", "per_trick_100"),
        (datetime(2026, 11, 23, 12, 0, tzinfo=UTC), "quit_delay", "3"),
        (datetime(2026, 11, 24, 12, 0, tzinfo=UTC), "revoke_mode", "lawful"),
        (datetime(2026, 11, 28, 12, 0, tzinfo=UTC), "rubbers_per_cut", "2"),
    ],
)
async def test_a_button_that_named_its_option_by_a_place_sets_what_it_said_when_it_was_drawn(
    house: Club, drawn: datetime, key: str, value: str
) -> None:
    """Each was the thirteenth of Biritch at its time."""
    await opened(house, "biritch")
    if key == "quit_delay":  # else it decides nothing
        await house.acts(house.anna, SetOption("revoke_mode", "lawful"))
    shown = await house.types(house.anna, "table options")
    house.stored(shown).edited_timestamp = drawn.isoformat()
    await house.presses_late(house.anna, shown, f"set:{house.table.id}:12:1")
    assert dict(house.table.state.options)[key] == value


async def test_a_value_without_an_option_is_told_to_name_one(house: Club) -> None:
    await opened(house, "biritch")
    answer = await house.types(house.anna, "table options", value="3")
    assert answer.text == "Say in `name` which option has that value: its values are offered then."
    assert house.table.state.options == (("edition", "4"),)


async def test_who_deals_first_at_double_dummy_is_not_told_of_a_dummy_for_a_rubber(house: Club) -> None:
    await opened(house, "double_dummy")
    told = await house.types(house.anna, "turn", act="dummy")
    assert told.text == "Your dummy will deal first next time."
    await house.types(house.anna, "table close")
    await opened(house, "dummy_whist")
    told = await house.types(house.anna, "turn", act="dummy")
    assert told.text == "You will have Dummy next time."
