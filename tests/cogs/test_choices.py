"""``/me`` and ``/settings``: what people and servers choose, and where what a server chooses takes effect."""

from __future__ import annotations

import sqlite3
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from bot.preferences import Alert, Cards, House, Ranked, Tastes
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from screens.words.refusals import NOT_SAVED
from storage.ports.patience import StorageAway
from storage.ports.records import UserId
from tests.trials.stage.club import Club


@pytest.fixture
def warden(house: Club) -> MemberActor:
    """Somebody who may manage the server."""
    role = house.guild.create_role("wardens", permissions=discord.Permissions(manage_guild=True))
    return house.guild.add_member(house.env.create_user("walter"), roles=[role])


async def sets(house: Club, **chosen: object) -> None:
    """The server has chosen this."""
    await house.bot.services.preferences.change_server(house.guild.id, lambda _: House(**chosen))  # type: ignore[arg-type]


async def test_what_is_chosen_in_a_list_is_kept_and_shown(house: Club) -> None:
    me = await house.types(house.anna, "me")
    assert me.private
    for key, value in {
        "alert": "45",
        "remind_at": "7",
        "cards": "text",
        "two_tap": "yes",
        "picture": "yes",
        "language": "fr",
    }.items():
        me = await house.chooses_of(house.anna, me, f"me:{key}", value)
    tastes = await house.bot.services.preferences.of_person(UserId(house.anna.id))
    assert tastes == Tastes(
        Alert.LATER, 45, 7, Cards.TEXT, two_tap=True, language="fr", locale="en-US", picture=True
    )
    await house.chooses_of(house.anna, me, "me:alert", "never")
    tastes = await house.bot.services.preferences.of_person(UserId(house.anna.id))
    assert (tastes.alert, tastes.alert_after) == (Alert.NEVER, 45)
    assert await house.bot.services.preferences.of_person(UserId(house.boris.id)) == Tastes()


async def test_a_person_chooses_in_direct_messages_too(house: Club) -> None:
    me = await house.writes(house.anna, "me")
    await house.chooses_of(house.anna, me, "me:alert", "0")
    assert (await house.bot.services.preferences.of_person(UserId(house.anna.id))).alert is Alert.AT_ONCE


async def test_an_administrator_turns_pages_and_each_choice_is_kept(house: Club, warden: MemberActor) -> None:
    settings = await house.types(warden, "settings")
    assert settings.private and "Settings of this server" in settings.text
    settings = await house.chooses_of(warden, settings, "server:channels", house.room, house.parlour)
    assert f"Now: <#{house.room.id}>, <#{house.parlour.id}>" in settings.text
    settings = await house.chooses_of(warden, settings, "server:threads", "yes")
    settings = await house.presses_id(warden, settings, "server:page:times")
    settings = await house.chooses_of(warden, settings, "server:cut_after", "5")
    settings = await house.presses_id(warden, settings, "server:page:ranking")
    settings = await house.chooses_of(warden, settings, "server:ranked", "full")
    assert await house.bot.services.preferences.of_server(house.guild.id) == House(
        channels=(house.room.id, house.parlour.id), threads=True, cut_after=5, ranked=Ranked.FULL
    )


async def test_nobody_else_sees_or_changes_the_settings_of_a_server(house: Club, warden: MemberActor) -> None:
    settings = await house.types(warden, "settings")
    assert "settings" not in house.anna.available_commands(house.room)
    seen = await house.types(house.anna, "leaderboard")
    for odd in ("server:threads", "server:page:times"):
        answer = await house.presses_late(house.anna, seen, odd)
        assert answer.private and answer.text.startswith("Only those who may manage the server")
    late = await house.presses_late(warden, settings, "server:threads")
    assert late.private and await house.bot.services.preferences.of_server(house.guild.id) == House()


# Where tables may be opened


async def test_tables_are_opened_only_in_the_channels_that_are_chosen(house: Club) -> None:
    await sets(house, channels=(house.parlour.id,))
    refused = await house.types(house.anna, "table open")
    assert refused.text == f"Tables may be opened only in <#{house.parlour.id}>."
    assert house.closed()
    assert "Table opened" in (await house.types(house.anna, "table open", channel=house.parlour)).text


async def test_a_table_that_stood_before_its_channel_was_left_out_goes_on(house: Club) -> None:
    await house.open()
    await sets(house, channels=(house.parlour.id,))
    assert (await house.types(house.boris, "table join")).text.startswith("You have joined the table.")


async def test_a_further_table_in_a_channel_gets_a_thread_if_the_server_wants_it(house: Club) -> None:
    await house.open()
    assert "already has a table" in (await house.types(house.anna, "table open")).text
    await sets(house, threads=True, channels=(house.room.id,))
    came: list[dict[str, Any]] = []
    house.env.backend.subscribers.append(
        lambda event, payload, *_: came.append(payload) if event == "INTERACTION_CREATE" else None
    )
    answer = await house.types(house.boris, "table open", game="vint")
    await house.delivers(*list(came))  # once more
    (thread,) = house.bot.get_guild(house.guild.id).threads  # type: ignore[union-attr]
    where = f"This channel already has a table, so yours is in <#{thread.id}>."
    assert answer.private and answer.text.startswith(f"{where}\nYou have joined the table.")
    assert (thread.parent_id, thread.name) == (house.room.id, "Vint: a table")
    table_id = house.bot.services.tables.stream_in(thread.id)
    assert table_id is not None
    assert (await house.looks_at(table_id)).state.game == "vint"
    assert house.table.state.game == "biritch"


async def test_without_the_permission_to_begin_a_thread_none_is_begun(house: Club) -> None:
    strict = discord.PermissionOverwrite(create_public_threads=False)
    study = house.guild.create_text_channel("study", overwrites={house.guild.default_role: strict})
    await house.types(house.anna, "table open", channel=study)
    await sets(house, threads=True)
    answer = await house.types(house.boris, "table open", channel=study)
    assert answer.private and "create public threads" in answer.text.lower()
    assert not house.bot.get_guild(house.guild.id).threads  # type: ignore[union-attr]


# Named sets of options


async def test_sets_whose_names_differ_in_case_alone_are_one(house: Club) -> None:
    await house.types(house.anna, "table open", game="whist_long")
    await house.types(house.anna, "table options", save="Friday Évening")
    again = await house.types(house.anna, "table options", save="friday évening")
    assert again.text.startswith("There is a set by this name.")
    assert len(await house.bot.services.sets.option_sets(house.guild.id)) == 1
    await house.types(house.boris, "table open", set="FRIDAY ÉVENING", channel=house.parlour)
    table_id = house.bot.services.tables.stream_in(house.parlour.id)
    assert table_id is not None
    assert (await house.looks_at(table_id)).state.game == "whist_long"


async def test_sets_that_were_kept_before_under_names_that_differ_in_case_are_each_found(house: Club) -> None:
    await house.close_store()
    with sqlite3.connect(house._settings.database) as db:  # type: ignore[arg-type]
        for name, game in (("Ours", "vint"), ("ours", "bridge")):
            db.execute("INSERT INTO option_set VALUES (?, ?, ?, '[]')", (house.guild.id, name, game))
    await house.restart()
    await house.types(house.boris, "table open", set="ours")
    assert house.table.state.game == "bridge"
    await house.types(house.ivan, "table close")
    await house.types(house.boris, "table open", set="Ours")
    assert house.table.state.game == "vint"


async def test_a_game_beside_a_set_of_another_game_is_refused_and_of_the_same_one_taken(house: Club) -> None:
    await house.types(house.anna, "table open", game="whist_long")
    await house.types(house.anna, "table options", save="Long")
    told = await house.types(house.boris, "table open", set="Long", game="vint", channel=house.parlour)
    assert told.text == "That set is for Long Whist, ten up: choose that game, or none, with it."
    assert house.closed(house.parlour)
    told = await house.types(house.boris, "evening open", set="Long", game="vint", channel=house.parlour)
    assert told.text == "That set is for Long Whist, ten up: choose that game, or none, with it."
    await house.types(house.boris, "table open", set="Long", game="whist_long", channel=house.parlour)
    assert not house.closed(house.parlour)


async def test_the_options_of_a_table_are_kept_and_a_table_is_opened_with_them(
    house: Club, warden: MemberActor
) -> None:
    await house.types(house.anna, "table open", game="whist_long")
    await house.types(house.anna, "table options", name="call_at", value="8-9")
    await house.types(house.anna, "table options", name="hints", value="on")
    saved = await house.types(house.anna, "table options", save=" Friday evening ")
    assert saved.text.startswith("Saved. `/table open` with the set *Friday evening*")
    found = await house.boris.autocomplete(house.parlour, "table open", "set", "fri")
    assert [(one["name"], one["value"]) for one in found] == [
        ("Friday evening (Long Whist, ten up)", "Friday evening")
    ]
    await house.types(house.boris, "table open", set="Friday evening", channel=house.parlour)
    table_id = house.bot.services.tables.stream_in(house.parlour.id)
    assert table_id is not None
    state = (await house.looks_at(table_id)).state
    assert state.game == "whist_long" and {("call_at", "8-9"), ("hints", "on")} <= set(state.options)
    settings = await house.types(warden, "settings")
    settings = await house.presses_id(warden, settings, "server:page:sets")
    assert "**Friday evening** · Long Whist, ten up" in settings.text
    settings = await house.chooses_of(warden, settings, "server:unsave", "Friday evening")
    assert "The set *Friday evening* is deleted." in settings.text
    gone = await house.types(house.boris, "table open", set="Friday evening", channel=house.parlour)
    assert gone.text == "There is no set of options by this name here."


async def test_a_set_is_named_once_and_in_letters(house: Club) -> None:
    await house.open()
    assert (
        await house.types(house.boris, "table options", save="Ours")
    ).text == "You don't have a chair at this table."
    for odd in ("**Ours**", "<@1>", "", "a" * 33, "our`s", "snake_case"):
        assert (await house.types(house.anna, "table options", save=odd or " ")).text.startswith("A name has")
    assert (await house.types(house.anna, "table options", save="Ours")).text.startswith("Saved.")
    assert (await house.types(house.anna, "table options", save="Ours")).text.startswith("Saved.")
    assert (await house.types(house.anna, "table options", save="ours")).text.startswith(
        "There is a set by this"
    )
    for number in range(24):
        await house.types(house.anna, "table options", save=f"Ours {number}")
    full = await house.types(house.anna, "table options", save="One more")
    assert full.text.startswith("This server keeps 25 sets already.")


async def test_a_thread_for_a_table_that_could_not_be_stored_is_archived(
    house: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.open()
    await sets(house, threads=True)

    async def away(*_: Any, **__: Any) -> OpenTable:
        raise StorageAway

    with monkeypatch.context() as stored:
        stored.setattr(Tables, "open_table", away)
        told = await house.types(house.boris, "table open")
    assert told.text == NOT_SAVED()
    house.errors.clear()
    await house.env.settle()
    assert not [one for one in house.bot.get_guild(house.guild.id).threads if not one.archived]  # type: ignore[union-attr]
