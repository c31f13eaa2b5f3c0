"""Absent players, pauses, robots' chairs and closing, as people see them."""

from __future__ import annotations

import re
from dataclasses import replace

from rules.seats import Person, RobotMember, Seat
from rules.view import May
from storage.ports.records import UserId
from tests.cogs.test_alerts import alerts
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Screen

MINUTES = 60.0


async def test_after_three_minutes_the_others_may_put_a_robot_in_the_chair_and_its_owner_takes_it_back(
    house: Club,
) -> None:
    await house.playing()
    west, east = house.at(Seat.WEST), house.at(Seat.EAST)
    assert "replace" not in house.screen().verbs()
    await house.env.advance_time(3 * MINUTES + 1)
    assert "been away for a while" in house.screen().text
    assert "replace" in house.panel(east).verbs() and "replace" not in house.panel(west).verbs()
    await house.presses(east, house.screen(), "replace")
    rubber = house.table.state.rubber
    assert rubber is not None and isinstance(rubber.seats.of(Seat.WEST), RobotMember)
    assert "replace" not in house.screen().verbs()
    assert "A robot plays for you." in house.panel(west).text
    await house.presses(west, house.panel(west), "back")
    assert house.at(Seat.WEST) is west
    assert "A robot plays for you." not in house.panel(west).text


async def test_only_those_who_still_keep_the_table_waiting_are_said_to_be_away(house: Club) -> None:
    """Three are asked about a claim. One would close the table a minute before time is up, so that they have
    been there; when another answers, the third alone is away."""
    await house.bot.services.preferences.change_server(
        house.guild.id, lambda chosen: replace(chosen, alerts=False, claim_after=0)
    )
    await house.playing(cards=5)
    await house.claims(house.who_may(May.CLAIM)[0])
    await house.env.advance_time(2 * MINUTES)
    there, answers, away = house.who_may(May.ANSWER_CLAIM)
    await house.types(there, "table close")
    await house.env.advance_time(MINUTES + 1)
    assert _away(house) == {answers.mention, away.mention}
    await house.types(answers, "turn", act="agree")
    assert _away(house) == {away.mention}
    await house.types(away, "turn", act="agree")
    assert _away(house) == set()


def _away(house: Club) -> set[str]:
    """Who is said to be away at the top of the table."""
    told = house.screen().text.partition(" been away for a while")
    return set(re.findall(r"<@\d+>", told[0])) if told[1] else set()


async def test_a_chair_is_taken_back_from_the_table_and_by_a_command_but_only_by_its_owner(
    house: Club,
) -> None:
    await house.playing()
    west, east = house.at(Seat.WEST), house.at(Seat.EAST)
    await house.env.advance_time(3 * MINUTES + 1)
    await house.types(east, "table robot")
    refused = await house.presses(house.ivan, house.screen(), "back")
    assert refused.text == "You don't have a chair at this table."
    hand = await house.presses(west, house.screen(), "back")
    assert hand.private and house.at(Seat.WEST) is west
    await house.env.advance_time(3 * MINUTES + 1)
    if west is house.to_act():
        await house.types(east, "table robot")
        assert (await house.types(west, "table join")).text == "The chair is yours again."


async def test_time_in_which_the_bot_was_down_makes_nobody_absent(house: Club) -> None:
    await house.playing()
    await house.env.advance_time(2 * MINUTES)
    await house.restart()
    await house.env.advance_time(2 * MINUTES)
    assert "replace" not in house.screen().verbs()
    await house.env.advance_time(MINUTES + 1)
    assert "replace" in house.screen().verbs()


async def test_time_in_which_the_gateway_was_away_makes_nobody_absent_and_rings_for_nobody(
    house: Club,
) -> None:
    """The bot itself went on; it is told of the loss, and of the end of it."""
    await house.playing()
    west = house.at(Seat.WEST)
    await house.env.advance_time(15)
    await house.loses_the_gateway()
    await house.env.advance_time(10 * MINUTES)
    assert "replace" not in house.screen().verbs() and not alerts(house, west)
    await house.finds_it_again()
    await house.env.advance_time(18)
    assert not alerts(house, west)
    await house.env.advance_time(4)
    assert len(alerts(house, west)) == 1
    await house.env.advance_time(2 * MINUTES)
    assert "replace" not in house.screen().verbs()
    await house.env.advance_time(MINUTES)
    assert "replace" in house.screen().verbs()


async def test_a_paused_table_offers_nothing_to_play_until_somebody_resumes_it(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    await house.types(house.at(Seat.EAST), "table pause")
    assert "paused the table" in house.screen().text
    for seen in (house.screen(), house.panel(west)):
        assert "resume" in seen.verbs() and "play" not in seen.verbs()
    await house.env.advance_time(3600)
    assert "replace" not in house.screen().verbs()
    refused = await house.types(west, "play", card="2C")
    assert refused.text == "The table is paused. Press **Resume** to go on."
    await house.presses(west, house.panel(west), "resume")
    assert "play" in house.panel(west).verbs()


async def test_an_abandoned_table_is_adjourned_kept_and_resumed_days_later(house: Club) -> None:
    await house.playing(cards=2)
    before = house.table.state
    await house.env.advance_time(25 * 60 * MINUTES)
    assert house.table.adjourned and "Nobody has played for a while" in house.screen().text
    await house.restart()
    await house.env.advance_time(3 * 24 * 60 * MINUTES)
    assert house.screen().text.startswith("### Adjourned")
    await house.presses(house.anna, house.screen(), "resume")
    assert house.table.state == before
    await house.plays_a_card()


async def test_a_lobby_that_nobody_starts_is_adjourned_and_who_joins_has_it_go_on(house: Club) -> None:
    await house.types(house.anna, "table open")
    await house.restart()
    await house.env.advance_time(25 * 60 * MINUTES)
    assert house.table.adjourned and "Nobody has started a rubber for a while." in house.screen().text
    assert house.screen().verbs() == {"resume", "join", "leave", "close"}
    await house.presses(house.boris, house.screen(), "join")
    assert not house.table.adjourned and "start" in house.screen().verbs()
    assert len(house.table.state.members) == 2


async def test_a_friend_takes_a_robots_chair_in_mid_rubber_by_a_button(house: Club) -> None:
    await house.begun(house.anna, house.boris, house.clara)
    cutter = house.table.state.pack
    assert cutter is not None
    answer = await house.presses(house.david, house.screen(), "join")
    assert answer.text.startswith(("You have joined the table.", "You have taken a robot's chair."))
    assert house.table.seat(house.table.people[_person(house, house.david.id)]) is not None
    assert "join" not in house.screen().verbs()


def labels(seen: Screen, verb: str) -> list[str]:
    return [one["label"] for one in seen.buttons if str(one["custom_id"]).startswith(f"{verb}:")]


async def test_the_button_for_the_only_robots_chair_says_which_chair_it_is(house: Club) -> None:
    await house.begun(house.anna, house.boris, house.clara)
    (seat,) = house.table.view(None).table.rubber.robots  # type: ignore[union-attr]
    assert labels(house.screen(), "join") == [f"Take {seat.name.capitalize()}'s chair"]
    await house.presses(house.david, house.screen(), "join")
    assert house.seat(house.david) is seat


async def test_of_several_robots_chairs_a_friend_chooses_one(house: Club) -> None:
    await house.begun(house.anna)
    free = house.table.view(None).table.rubber.robots  # type: ignore[union-attr]
    assert len(free) == 3 and labels(house.screen(), "chairs") == ["Take a chair"]
    asked = await house.presses(house.boris, house.screen(), "chairs")
    assert asked.private and not house.table.belongs(UserId(house.boris.id))
    named = [f"{one.name.capitalize()} ({house.table.state.rubber.seats.of(one).name})" for one in free]  # type: ignore[union-attr]
    assert labels(asked, "join") == named
    wanted = free[-1]
    answer = await house.presses(house.boris, asked, "join", wanted.letter)
    assert answer.message.id == asked.message.id and not answer.buttons
    assert answer.text.startswith(("You have joined the table.", "You have taken a robot's chair."))
    assert house.seat(house.boris) is wanted


async def test_a_chair_that_is_no_robots_any_more_is_refused_and_leaves_the_choice(house: Club) -> None:
    await house.begun(house.anna)
    wanted = house.table.view(None).table.rubber.robots[0]  # type: ignore[union-attr]
    asked = await house.presses(house.boris, house.screen(), "chairs")
    late = asked.button("join", wanted.letter)
    await house.types(house.clara, "table join", chair=wanted.name.capitalize())
    assert house.seat(house.clara) is wanted
    told = await house.presses_id(house.boris, asked, late)
    assert told.text == "No robot has that chair now: look at the table, and choose again."
    assert not house.table.belongs(UserId(house.boris.id))
    again = await house.presses(house.boris, house.screen(), "chairs")
    assert len(labels(again, "join")) == 2


async def test_a_chair_is_named_when_joining_is_typed_and_only_robots_chairs_are_offered(house: Club) -> None:
    await house.begun(house.anna)
    offered = await house.boris.autocomplete(house.room, "table join", "chair", "")
    free = house.table.view(None).table.rubber.robots  # type: ignore[union-attr]
    assert [one["name"].split(" (")[0] for one in offered] == [one.name.capitalize() for one in free]
    mine = house.seat(house.anna).name.capitalize()
    for typed in (mine, "nowhere"):
        told = await house.types(house.boris, "table join", chair=typed)
        assert told.text == "No robot has that chair now: look at the table, and choose again."
    await house.types(house.boris, "table join", chair=offered[1]["value"])
    assert house.seat(house.boris) is free[1]


def _person(house: Club, user: int) -> Person:
    return next(person for person, known in house.table.people.items() if known == user)


async def test_closing_shows_who_has_agreed_and_a_button_to_agree(house: Club) -> None:
    await house.playing()
    await house.types(house.anna, "table close")
    seen = house.screen()
    assert f"Close the table? Agreed: <@{house.anna.id}>. Waiting for " in seen.text
    assert [one["label"] for one in seen.buttons if one["custom_id"].startswith("close:")] == [
        "Agree to close"
    ]
    assert "close" not in house.panel(house.anna).verbs() and "close" in house.panel(house.boris).verbs()
    await house.presses(house.boris, seen, "close")
    assert f"Agreed: <@{house.anna.id}> and <@{house.boris.id}>." in house.screen().text
    await house.presses(house.clara, house.panel(house.clara), "close")
    await house.presses(house.david, house.screen(), "close")
    assert house.closed()
