"""The first minute: what a server is told once, a table at one press, what is read at a first deal."""

from __future__ import annotations

from typing import Any

import discord

from bot.app import Biritch
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Screen

BEGIN = "begin:biritch"


def greetings(house: Club) -> list[Any]:
    """The messages of a channel with the button by which anybody begins."""
    return [one for one in house.room.history() if BEGIN in ids(house.seen(one))]


def ids(seen: Screen) -> list[str]:
    return [one["custom_id"] for one in seen.buttons]


async def greeted(bot: Biritch, house: Club, *, came: bool) -> None:
    """Discord tells the bot of the server, whose system channel is the room."""
    guild = bot.get_guild(house.guild.id)
    assert guild is not None
    guild._system_channel_id = house.room.id
    await (bot.on_guild_join(guild) if came else bot.on_guild_available(guild))


async def test_a_server_is_told_once_how_to_begin_whatever_starts_between(house: Club) -> None:
    await greeted(house.bot, house, came=True)
    (told,) = greetings(house)
    lines = house.seen(told).text.split("\n")
    assert len(lines) == 3 and "/table open" in lines[1] and "/help" in lines[2]
    await greeted(house.bot, house, came=True)
    await house.restart()
    await greeted(house.bot, house, came=False)
    assert len(greetings(house)) == 1


async def test_a_server_that_removes_the_bot_and_asks_it_back_is_told_again(house: Club) -> None:
    await greeted(house.bot, house, came=True)
    member = house.bot.get_guild(house.guild.id).me  # type: ignore[union-attr]  # it is there
    assert member.joined_at is not None
    member.joined_at = member.joined_at.replace(second=(member.joined_at.second + 7) % 60)
    await greeted(house.bot, house, came=True)
    assert len(greetings(house)) == 2


async def test_where_the_bot_may_not_write_a_server_is_told_nothing(house: Club) -> None:
    closed = {house.guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    study = house.guild.create_text_channel("study", overwrites=closed)  # type: ignore[arg-type]
    house.room = study
    await greeted(house.bot, house, came=True)
    assert greetings(house) == []


async def test_one_press_opens_a_table_with_robots_and_hints_for_who_has_never_played(house: Club) -> None:
    await greeted(house.bot, house, came=True)
    (told,) = greetings(house)
    answer = await house.presses_id(house.boris, house.seen(told), BEGIN)
    assert answer.private and answer.text.startswith("Table opened: Biritch")
    table = house.table
    assert table.state.rubber is not None and ("hints", "on") in table.state.options
    assert len(table.state.persons) == 1 and BEGIN in ids(house.seen(told))


async def test_the_first_deal_says_what_to_do_now_and_the_second_does_not(house: Club) -> None:
    await house.playing()
    for who in house.four:
        assert "First deal: " in (await house.types(who, "hand")).text
    await house.restart()
    assert "First deal: " in (await house.types(house.anna, "hand")).text
    await house.plays_out_the_deal()
    await house.env.advance_time(60)
    for who in house.four:
        assert "First deal: " not in (await house.types(who, "hand")).text
    await house.restart()
    assert "First deal: " not in (await house.types(house.anna, "hand")).text


async def test_hints_are_offered_to_who_has_never_played_and_one_press_turns_them_on(house: Club) -> None:
    await house.types(house.anna, "table open")
    panel = house.panel(house.anna)
    assert "what a robot would do in your place" in panel.text
    await house.presses(house.anna, panel, "set")
    assert ("hints", "on") in house.table.state.options
    await house.env.advance_time(1)
    assert "what a robot would do in your place" not in house.panel(house.anna).text
