"""What the bot is to Discord as a whole: its commands, their buttons, the people it pings, and what it
listens to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

import screens.presses as presses
from cogs.acts import VERBS
from rules.games.variant import HOUSE_CHOICES
from rules.seats import Seat
from screens.buttons import BUTTON_COMMANDS, kind_of_press
from screens.evening import DIRECTOR_BUTTONS, EVENING_BUTTONS
from screens.presses import Press, read_as
from screens.reference import CHAPTERS, IN_SHORT
from screens.screen import Button, Row
from screens.sheets import SCORE_BUTTONS
from screens.words import options as option_words
from screens.words import table as table_words
from screens.words.after import DEAL_LOOKS
from screens.words.commands import COMMAND_TEXTS
from screens.words.refusals import ONLY_IN_SERVERS
from tests.screens.screens import evenings, screens
from tests.trials.stage.club import Club
from tests.trials.stage.seen import walk

WHOLE_HELP = (*IN_SHORT, *(part for chapter in CHAPTERS for part in chapter.told))
PAGE = Path(__file__).parents[2] / "docs" / "reference" / "commands.md"
GROUPS = ("table", "score", "evening", "privacy")
OF_MANAGERS = {"settings"}
OF_SERVERS = {"evening", "leaderboard", "stats", *OF_MANAGERS}
"""What could only answer in direct messages that it belongs to a channel."""
MOST_ENTRIES = 50
"""Under / in Discord's list: a command, or a subcommand."""


def command_of(path: str) -> str:
    """The command of what does the same as a button: ``turn claim`` is typed into ``/turn``."""
    return path.partition(" ")[0] if path.startswith(("turn ", "deal ")) else path


ON_SCREENS = {
    command_of(name)
    for buttons in (BUTTON_COMMANDS, SCORE_BUTTONS, EVENING_BUTTONS, DIRECTOR_BUTTONS)
    for names in buttons.values()
    for name in names
}
WITHOUT_BUTTON = {
    *(
        "challenge",
        "table open",
        "table pause",
        "leaderboard",
        "stats",
        "me",
        "settings",
        "help",
        "learn",
    )
}
WITHOUT_BUTTON |= {f"privacy {what}" for what in ("show", "export", "forget")}
WITHOUT_BUTTON |= {f"score {what}" for what in ("open", "option", "deal")}
WITHOUT_BUTTON |= {"evening open"}


def commands(house: Club) -> dict[str, app_commands.Command[Any, ..., Any]]:
    return {
        one.qualified_name: one
        for one in house.bot.tree.walk_commands()
        if isinstance(one, app_commands.Command)
    }


async def test_every_button_has_a_slash_command(house: Club) -> None:
    assert set(commands(house)) >= ON_SCREENS
    assert set(commands(house)) - ON_SCREENS == WITHOUT_BUTTON


async def test_at_most_fifty_entries_stand_under_the_slash(house: Club) -> None:
    assert len(commands(house)) <= MOST_ENTRIES


def test_what_a_button_does_is_a_verb_of_a_turn_or_a_look_at_a_deal() -> None:
    paths = {path.partition(" ")[::2] for names in BUTTON_COMMANDS.values() for path in names}
    assert {what for command, what in paths if command == "turn"} <= {*VERBS}
    assert {what for command, what in paths if command == "deal"} - {""} == {*DEAL_LOOKS} - {"rubber"}


def test_every_kind_of_button_in_a_whole_rubber_is_one_whose_command_is_known() -> None:
    found = {
        kind_of_press(press)
        for table in evenings(3, claims=True, contres=3)
        for screen in screens(table)
        for part in screen.parts
        if isinstance(part, Row)
        for button in part.buttons
        if isinstance(button, Button) and (press := read_as(Press, button.id))
    }
    assert found <= set(BUTTON_COMMANDS)
    assert len(found) >= 14


def test_every_verb_that_a_press_may_have_is_on_some_button() -> None:
    assert set(presses.TABLE_VERBS) == {one.partition(":")[0] for one in BUTTON_COMMANDS}


async def test_every_command_has_a_description_and_every_description_a_command(house: Club) -> None:
    assert set(COMMAND_TEXTS) == {*commands(house), *GROUPS}
    assert {name: one.description for name, one in commands(house).items()} == {
        name: text for name, text in COMMAND_TEXTS.items() if name not in GROUPS
    }


async def test_the_page_of_commands_lists_every_command_and_no_other(house: Club) -> None:
    rows = [line for line in PAGE.read_text().splitlines() if line.startswith("| `/")]
    listed = [name for row in rows for name in re.findall(r"`/([a-z ]+)`", row.split("|")[1])]
    assert sorted(listed) == sorted(commands(house))


async def test_help_names_only_commands_that_there_are(house: Club) -> None:
    named = set(re.findall(r"`/([a-z]+(?: [a-z]+)?)`", "\n".join(part() for part in WHOLE_HELP)))
    assert named <= set(commands(house))
    alone = {name for name in commands(house) if not name.startswith(tuple(f"{one} " for one in GROUPS))}
    assert alone <= named | {"help"}


def test_help_names_buttons_as_they_are_labelled() -> None:
    """The titles of its sections begin a paragraph; every other bold word is a button."""
    bold = {
        word
        for part in WHOLE_HELP
        for word in re.findall(r"\*\*(.+?)\*\*", part().partition("\n")[2])
        if not word.endswith(":")
    }
    labels = {
        table_words.JOIN(),
        table_words.START(),
        table_words.PLAY_NOW(),
        table_words.MY_HAND(),
        table_words.LEAVE(),
        option_words.OPTIONS(),
    }
    assert bold == {*labels, table_words.TAKE_BACK()}


def test_help_tells_how_long_a_table_waits_before_a_robot_may_play_on() -> None:
    assert "keeps the table waiting for three minutes" in "".join(part() for part in WHOLE_HELP)
    assert (
        next(one for one in HOUSE_CHOICES if one.key == "absent").values[0] == "3"
    )  # minutes for an absent person


async def test_discord_lists_every_command_where_it_may_be_used_and_nowhere_else(house: Club) -> None:
    assert set(house.anna.available_commands(house.room)) == set(commands(house)) - OF_MANAGERS
    in_private = {name for name in commands(house) if name.split()[0] not in OF_SERVERS}
    assert set(house.anna.user.available_commands()) == in_private


async def test_what_one_plays_alone_is_offered_everywhere_and_what_belongs_to_a_server_only_there(
    house: Club,
) -> None:
    """interactions/application-commands: contexts 0 servers, 1 direct messages with the bot, 2 groups and
    direct messages with others; installations 0 in a server, and unsaid as the portal has it."""
    listed = house.env.backend.commands[None].values()
    places = {one["name"]: (one["contexts"], one["integration_types"]) for one in listed}
    with_the_bot = {"me", "privacy", "score"}
    assert {name for name, one in places.items() if one == ([0], [0])} == OF_SERVERS
    assert {name for name, one in places.items() if one == ([0, 1], [0])} == with_the_bot
    assert all(places[name] == ([0, 1, 2], None) for name in {*places} - OF_SERVERS - with_the_bot)
    at_every_table = {name.partition(" ")[0] for names in BUTTON_COMMANDS.values() for name in names}
    assert not at_every_table & (OF_SERVERS | with_the_bot)


async def test_no_command_in_direct_messages_can_only_say_that_it_belongs_to_a_channel(house: Club) -> None:
    """Each is used without its options; of the commands for tables one at least says something else."""
    told: dict[str, set[str]] = {}
    for name in house.anna.user.available_commands():
        if not any(one.required for one in commands(house)[name].parameters):
            answer = await house.anna.user.slash(name)
            words = answer.response.content if answer.response is not None else ""
            told.setdefault(name.split()[0], set()).add(words)
    assert len(told) > 12
    assert not [name for name, words in told.items() if all(ONLY_IN_SERVERS() in one for one in words)]


async def test_nobody_needs_a_permission_for_any_command_but_those_who_set_up_the_server(house: Club) -> None:
    listed = house.env.backend.commands[None]
    assert len(listed) == len(house.bot.tree.get_commands())
    for one in listed.values():
        needed = discord.Permissions(manage_guild=True).value if one["name"] in OF_MANAGERS else None
        assert one["default_member_permissions"] == needed


async def test_the_bot_asks_for_nothing_but_the_servers_it_is_in(house: Club) -> None:
    assert house.bot.intents == discord.Intents(guilds=True, guild_messages=True)
    assert not (house.bot.intents.members or house.bot.intents.presences or house.bot.intents.message_content)
    await house.playing(cards=2)
    assert not house.bot.cached_messages and not house.bot.persistent_views


# The people it pings


def bodies(house: Club) -> Iterator[dict[str, Any]]:
    """Everything that the bot has sent in which somebody might be mentioned."""
    for request in house.env.http_requests:
        body = request.json
        if not isinstance(body, dict) or request.method not in ("POST", "PATCH"):
            continue
        inner = body.get("data", body)
        if isinstance(inner, dict) and ("components" in inner or "content" in inner):
            yield inner


async def test_no_message_that_the_bot_sends_or_edits_can_ping_anybody(house: Club) -> None:
    await house.begun()
    await house.types(house.anna, "table close")
    east = house.at(Seat.EAST)
    await house.presses(east, house.panel(east), "cut")
    south = house.at(Seat.SOUTH)
    await house.presses(south, house.panel(south), "call", "declare:H")
    for seat in (Seat.WEST, Seat.EAST):
        who = house.at(seat)
        await house.presses(who, await house.presses(who, house.screen(), "hand"), "call", "content")
    for _ in range(4):
        who = house.to_act()
        hand = await house.presses(who, house.screen(), "hand")
        await house.presses(who, hand, "play", house.plays(who)[0])
    await house.presses_late(house.ivan, house.screen(), f"claim:{house.table.id}:1")
    for look in ("last", "score"):
        await house.types(house.anna, "deal", show=look)
    for command in ("hand", "leaderboard", "help"):
        await house.types(house.anna, command)
    sent = list(bodies(house))
    assert len(sent) > 20
    for body in sent:
        assert body.get("allowed_mentions") == {"parse": []}, body
    mentioned = [one for one in house.messages() if "<@" in str(one.components)]
    assert mentioned
    for one in house.messages():
        assert not one.ping_user_ids and not one.ping_role_ids and not one.mention_everyone


async def test_a_name_full_of_markdown_is_never_written_out(house: Club) -> None:
    name = "@everyone **x** `y` <#1>"
    trickster = house.guild.add_member(house.env.create_user("trickster", global_name=name), nick=name[:32])
    await house.types(trickster, "table open")
    await house.types(trickster, "table join")
    await house.types(trickster, "table start")
    for one in house.messages():
        assert "everyone" not in str(one.components) and "everyone" not in one.content


async def test_the_library_keeps_no_view_after_a_deal(house: Club) -> None:
    await house.playing(cards=51)
    for who in house.four:
        await house.types(who, "hand")
    who = house.to_act()
    await house.presses(who, house.panel(who), "play", house.plays(who)[0])
    assert house.table.state.last_number == 1
    views = house.bot._connection._view_store
    assert not views._views and not views._synced_message_views and not views._modals
    assert not views._dynamic_items


@pytest.mark.parametrize("where", ["room", "panel"])
async def test_a_fresh_message_is_sent_for_each_deal_and_edited_within_it(house: Club, where: str) -> None:
    await house.playing(cards=51)
    east = house.at(Seat.EAST)
    before = house.screen() if where == "room" else house.panel(east)
    await house.plays_a_card()
    assert house.screen().message.id == before.message.id or where != "room"  # the result stands
    await house.goes_on()
    after = house.screen() if where == "room" else house.panel(east)
    assert (after.message.id != before.message.id) == (where == "room")


async def test_every_component_that_stands_in_discord_has_an_id_of_ours(house: Club) -> None:
    await house.playing(cards=5)
    ids = [
        one["custom_id"]
        for message in house.messages()
        for one in walk(message.components)
        if one["type"] == 2
    ]
    assert len(ids) >= 10
    assert all(read_as(Press, one) is not None for one in ids)
