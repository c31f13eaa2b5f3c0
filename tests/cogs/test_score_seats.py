"""Opening a score sheet: users from Discord's own list, and guests on purpose."""

from __future__ import annotations

import pytest
from simcord.actors import MemberActor

from screens.presses import read_as
from screens.scorebook import SeatsPress
from tests.cogs.test_score import add_guest, at, opened, seats_press, sheet
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Answer, Screen


async def asked(house: Club, game: str = "biritch", **users: MemberActor) -> Answer:
    return await house.types(house.anna, "score open", game=game, **users)  # type: ignore[arg-type]


async def choose(house: Club, seen: Screen, seat: str, *who: MemberActor) -> Answer:
    (custom_id,) = [one for one in ids(house, seen) if one.startswith(f"seats-user:{seat}:")]
    return await house.chooses_of(house.anna, seen, custom_id, *who)


def ids(house: Club, seen: Screen) -> list[str]:
    return [str(one["custom_id"]) for one in walk(house.stored(seen).components) if "custom_id" in one]


def walk(components: list[dict[str, object]]) -> list[dict[str, object]]:
    found = []
    for one in components:
        inner = one.get("components")
        found += [one, *(walk(inner) if isinstance(inner, list) else [])]
    return found


def enabled(seen: Screen) -> set[str]:
    return {one["label"] for one in seen.buttons if not one.get("disabled")}


async def test_four_users_are_chosen_from_discords_list_and_the_sheet_opens(house: Club) -> None:
    pad = await asked(house)
    assert pad.private and "Still to choose: 4 of 4 players." in pad.text
    assert "Open the sheet" not in enabled(pad) and not house.room.history()
    for seat, who in zip("NESW", house.four, strict=True):
        pad = await choose(house, pad, seat, who)
        assert at(who) in pad.text
    answer = await seats_press(house, pad, "open")
    assert answer.text.startswith("Score sheet opened: Biritch.")
    assert {one.id for one in house.four} == set((await sheet(house)).people.values())
    await house.presses_id(house.anna, answer, answer.buttons[0]["custom_id"])
    assert "### Deal 1" in house.seen(answer.message).text


async def test_four_users_named_in_the_command_open_it_at_once(house: Club) -> None:
    answer = await opened(house)
    assert answer.text.startswith("Score sheet opened: Biritch.")
    assert len(house.room.history()) == 1


async def test_one_person_sits_in_one_seat_and_a_seat_can_be_cleared(house: Club) -> None:
    pad = await asked(house, north=house.anna)
    pad = await choose(house, pad, "E", house.anna)
    assert f"**East** {at(house.anna)}" in pad.text and "**North** –" in pad.text
    pad = await choose(house, pad, "E")
    assert "**East** –" in pad.text
    pad = await add_guest(house, pad, "east", "Clay")
    pad = await add_guest(house, pad, "east", " ")
    assert "**East** –" in pad.text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("@Boris", "Choose somebody who is on Discord from the list of their seat; a guest's name has no @."),
        ("***", "A guest's name is written in letters."),
        ("clay ", "Two guests have the same name: give each a different name."),
    ],
)
async def test_a_guest_who_is_refused_leaves_everybody_where_they_were(
    house: Club, typed: str, said: str
) -> None:
    pad = await asked(house, south=house.anna)
    pad = await add_guest(house, pad, "north", "Clay")
    pad = await add_guest(house, pad, "west", typed)
    assert said in pad.text
    for kept in ("**North** Clay (guest)", f"**South** {at(house.anna)}", "**West** –"):
        assert kept in pad.text


async def test_the_bot_plays_nowhere(house: Club) -> None:
    assert house.bot.user is not None
    bot = house.guild.add_member(house.env.create_user("robot", bot=True))
    pad = await choose(house, await asked(house), "N", bot)
    assert "I only keep the score: name the players." in pad.text and "**North** –" in pad.text


async def test_nor_does_one_that_was_named_in_the_command_sit_down_by_a_button(house: Club) -> None:
    """A press of a button tells nothing of those whom the pad names."""
    bot = house.guild.add_member(house.env.create_user("robot", bot=True))
    pad = await asked(house, north=bot, east=house.boris, south=house.clara)
    assert "I only keep the score: name the players." in pad.text and "**North** –" in pad.text
    pad = await add_guest(house, pad, "west", "Clay")
    assert "Open the sheet" not in enabled(pad) and f"**East** {at(house.boris)}" in pad.text
    full = await opened(house, "biritch", north=bot, east=house.anna, south=house.clara, west=house.boris)
    assert "**North** –" in full.text and f"**East** {at(house.anna)}" in full.text


async def test_another_game_keeps_those_who_were_chosen_and_says_if_they_are_too_many(house: Club) -> None:
    pad = await asked(house, north=house.anna, east=house.boris, south=house.clara)
    pad = await add_guest(house, pad, "west", "Clay")
    assert "Open the sheet" in enabled(pad)
    pad = house._answer(
        await house.anna.select(pad.message, ["dummy_whist"], custom_id="seats-game::biritch")
    )
    assert "This game is for 3: clear 1 of the seats." in pad.text
    assert "Open the sheet" not in enabled(pad)
    pad = await choose(house, pad, "N")
    assert "Open the sheet" in enabled(pad) and "**North** dummy" in pad.text


async def test_dummies_who_would_be_partners_are_refused_and_the_seats_stay(house: Club) -> None:
    pad = await asked(house, "double_dummy", north=house.anna, south=house.boris)
    assert "Two dummies cannot be partners" in pad.text and f"**South** {at(house.boris)}" in pad.text
    pad = await choose(house, await choose(house, pad, "S"), "E", house.boris)
    assert (await seats_press(house, pad, "open")).text.startswith("Score sheet opened: Double Dummy")


async def test_a_seats_pad_outlasts_a_restart(house: Club) -> None:
    pad = await asked(house, north=house.anna, east=house.boris, south=house.clara)
    pad = await add_guest(house, pad, "west", "Zoë d’Arc")
    await house.restart()
    await seats_press(house, pad, "open")
    assert "**West** Zoë d’Arc" in house.screen().text and at(house.boris) in house.screen().text


async def test_a_guests_name_pings_and_formats_nothing(house: Club) -> None:
    await opened(house, "biritch", north="everyone **x** #room", east="b", south="c", west="d")
    assert "**North** everyone x room" in house.screen().text
    for one in house.messages():
        assert not one.mention_everyone and not one.ping_user_ids


async def test_every_id_of_the_pad_is_read_back(house: Club) -> None:
    pad = await asked(house, north=house.anna)
    pad = await add_guest(house, pad, "west", "Clay")
    for one in ids(house, pad):
        assert str(read_as(SeatsPress, one)) == one and len(one) <= 100
