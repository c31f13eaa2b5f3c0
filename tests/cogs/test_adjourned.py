"""Tables and score sheets whose channel or server is gone: nothing is lost, and nobody is held there."""

from __future__ import annotations

import discord
import pytest
from simcord.backend import serializers

from bot.adjourning import DAY, Finding
from bot.client.places import DiscordPlaces
from bot.errors import SetAside
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from rules.table.requests import Adjourn
from screens.words.refusals import NO_TABLE_OF_YOURS, SET_ASIDE
from storage.ports.patience import StorageAway
from storage.ports.records import Place, UserId
from tests.cogs.test_score import GAME, opened, presses
from tests.trials.stage.club import Club

DAYS = 14
ADJOURNED = "### The table is adjourned"
LEFT = "You have left the table."


def the_table(house: Club) -> OpenTable:
    """The only one there is."""
    (table,) = house.bot.services.tables._open.values()
    return table


async def adjourned(house: Club) -> OpenTable:
    """A table with a card on it whose channel has just been deleted."""
    await house.playing(cards=1)
    house.env.backend.delete_channel(house.room.id)
    await house.env.settle()
    return the_table(house)


def told(house: Club) -> bool:
    return all(house.panel(who).text.startswith(ADJOURNED) for who in house.four)


# How it comes about


async def test_a_table_whose_channel_is_deleted_is_adjourned_and_its_members_are_told_in_private(
    house: Club,
) -> None:
    table = await adjourned(house)
    assert table.adjourned and table.state.waits_for == frozenset()
    assert told(house)
    panels = [len(who.user.dm_channel.history()) for who in house.four]
    assert panels == [1, 1, 1, 1]
    assert house.panel(house.anna).verbs() == {"leave", "close"}
    assert "14 days" in house.panel(house.anna).text


async def test_a_channel_deleted_while_the_bot_was_down_is_missed_at_the_start(house: Club) -> None:
    await house.playing(cards=1)
    del house.env.backend.channels[house.room.id]
    house.env.backend.guilds[house.guild.id].channel_ids.remove(house.room.id)
    await house.restart()
    assert the_table(house).adjourned and told(house)


async def test_a_table_in_a_thread_of_which_the_gateway_tells_nothing_is_asked_for_and_stands(
    house: Club,
) -> None:
    await house.playing(cards=1)
    guild = house.bot.get_guild(house.guild.id)
    assert guild is not None
    del guild._channels[house.room.id]  # as a thread that the gateway does not list
    before = len(house.env.http_requests)

    def asked() -> list[str]:
        return [one.path for one in house.env.http_requests[before:] if one.method == "GET"]

    with house.inside():
        house.bot.services.adjourning.compare_places()
    await house.env.settle()
    assert asked() == [f"/channels/{house.room.id}"]
    assert not the_table(house).adjourned


@pytest.mark.parametrize("code", [10003, 10004, 50001])
async def test_a_place_that_discord_says_is_gone_when_a_message_is_posted_is_asked_for_once_and_left(
    house: Club, code: int
) -> None:
    await house.playing(cards=1)
    for method, path in (("PATCH", "messages/*"), ("POST", "messages")):
        house.env.inject_error(method, f"/channels/{house.room.id}/{path}", status=404, code=code, times=None)
    house.env.inject_error("GET", f"/channels/{house.room.id}", status=404, code=code, times=None)
    await house.plays_a_card()
    assert the_table(house).adjourned and told(house)
    asked = len(house.env.http_requests)
    await house.env.advance_time(3600)
    assert len(house.env.http_requests) == asked  # nothing more is sent to a place that is gone


async def test_one_wrong_answer_adjourns_nothing_where_the_channel_stands(house: Club) -> None:
    await house.playing(cards=1)
    house.env.inject_error("PATCH", f"/channels/{house.room.id}/messages/*", status=404, code=10003)
    await house.plays_a_card()
    assert not the_table(house).adjourned


async def test_a_server_that_is_only_out_of_order_keeps_its_tables(house: Club) -> None:
    await house.playing(cards=1)
    house.env.backend.emit("GUILD_DELETE", {"id": str(house.guild.id), "unavailable": True})
    await house.env.settle()
    with house.inside():
        house.bot.services.adjourning.compare_places()
    await house.env.settle()
    assert not the_table(house).adjourned


# How it goes on


async def test_a_bot_that_is_let_in_again_goes_on_where_it_was(house: Club) -> None:
    await house.playing(cards=1)
    backend, before = house.env.backend, the_table(house).state
    guild, channels = backend.guilds[house.guild.id], dict(backend.channels)
    messages = dict(backend.messages)
    backend.remove_guild(guild.id)
    await house.env.settle()
    assert the_table(house).adjourned and told(house)
    await house.restart()
    assert the_table(house).adjourned
    backend.guilds[guild.id] = guild
    backend.channels.update(channels)
    backend.messages.update(messages)
    backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, guild))
    await house.env.settle()
    assert not the_table(house).adjourned
    assert the_table(house).state == before
    assert "play" in house.panel(house.to_act()).verbs()
    await house.plays_a_card()
    assert house.cards_played == 2


async def test_a_channel_that_can_be_seen_again_has_its_table_again(house: Club) -> None:
    await house.playing(cards=1)
    channel = house.bot.get_channel(house.room.id)
    assert isinstance(channel, discord.TextChannel)
    house.env.inject_error("GET", f"/channels/{house.room.id}", status=403, code=50001)
    with house.inside():
        house.bot.services.adjourning.look_at(the_table(house).id)
    await house.env.settle()
    assert the_table(house).adjourned
    await channel.edit(topic="whist")
    await house.env.settle()
    assert not the_table(house).adjourned
    await house.plays_a_card()
    assert "hand" in house.screen().verbs()


async def test_a_member_brings_an_adjourned_table_into_another_channel_of_the_server(house: Club) -> None:
    table = await adjourned(house)
    boris = house.boris
    await house.types(boris, "table open", channel=house.parlour)  # a channel with a table of its own
    refused = await house.types(boris, "table show", channel=house.parlour)
    assert table.adjourned, refused.text
    study = house.guild.create_text_channel("study")
    await house.types(boris, "table show", channel=study)
    assert not table.adjourned and table.place.channel == study.id
    assert "hand" in house.screen(study).verbs()
    who = next(one for one in house.four if table.view(UserId(one.id)).options)
    assert (await house.types(who, "hand", channel=study)).verbs() >= {"play"}


async def test_somebody_with_a_table_elsewhere_is_not_asked_which_though_one_is_adjourned(
    house: Club,
) -> None:
    await adjourned(house)
    west = house.anna
    await house.types(west, "table open", channel=house.parlour)
    assert "No rubber is being played" in (await house.writes(west, "hand")).text
    asked = await house.writes(west, "table leave")
    assert (await house.presses(west, asked, "leave")).text == LEFT


async def test_a_table_that_nobody_used_any_more_does_not_go_on_by_itself_though_its_place_stands(
    house: Club,
) -> None:
    await house.playing(cards=1)
    table, adjourning = the_table(house), house.bot.services.adjourning
    await house.acts(None, Adjourn(abandoned=True))
    with house.inside():
        adjourning.look_at(table.id)
    await house.env.settle()
    assert table.adjourned


async def test_what_cannot_be_asked_of_discord_is_told_to_the_host_and_asked_again(
    house: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.playing(cards=1)
    adjourning, table = house.bot.services.adjourning, the_table(house)
    asks, asked = DiscordPlaces.ask_discord, list[Place]()

    async def ask(places: DiscordPlaces, place: Place) -> Finding:
        asked.append(place)
        if len(asked) == 1:
            raise ZeroDivisionError
        return await asks(places, place)

    monkeypatch.setattr(DiscordPlaces, "ask_discord", ask)
    with house.inside():
        adjourning.look_at(table.id)
    await house.this_moment()
    assert house.errors == [f"the place of {table.id} could not be looked at: ZeroDivisionError()"]
    house.errors.clear()
    with house.inside():
        adjourning.look_at(table.id)
    await house.env.settle()
    assert asked == [table.place] * 2 and not table.adjourned


# How it is left and closed


async def test_an_adjourned_table_is_left_from_the_direct_messages_by_button_and_by_command(
    house: Club,
) -> None:
    table = await adjourned(house)
    assert told(house)
    asked = await house.presses(house.anna, house.panel(house.anna), "leave")
    assert (await house.presses(house.anna, asked, "leave")).text == LEFT
    asked = await house.writes(house.boris, "table leave")
    assert (await house.presses(house.boris, asked, "leave")).text == LEFT
    assert len(table.state.persons) == 2
    assert "open table" in (await house.writes(house.anna, "hand")).text
    assert "leave" not in house.panel(house.anna).verbs()


async def two_adjourned(house: Club) -> tuple[OpenTable, ...]:
    """That of the parlour, where Anna and Boris sit, was adjourned an hour before that of the room."""
    await house.types(house.anna, "table open", channel=house.parlour)
    await house.types(house.boris, "table join", channel=house.parlour)
    first = the_table(house)
    await house.playing(cards=1)
    second = house.table
    for channel in (house.parlour, house.room):
        house.env.backend.delete_channel(channel.id)
        await house.env.advance_time(3600)
    return await as_they_are(house, first, second)


async def as_they_are(house: Club, *tables: OpenTable) -> tuple[OpenTable, ...]:
    """Tables that nobody has used for an hour are let go of memory, and loaded again."""
    return tuple([await house.looks_at(one.id) for one in tables])


async def test_of_two_adjourned_tables_the_older_one_is_shown_first(house: Club) -> None:
    first, second = await two_adjourned(house)
    study = house.guild.create_text_channel("study")
    await house.types(house.boris, "table show", channel=study)
    first, second = await as_they_are(house, first, second)
    assert first.place.channel == study.id and second.adjourned


async def test_who_has_agreed_to_close_one_adjourned_table_is_asked_about_the_other_next(house: Club) -> None:
    """Also where somebody has done something there since."""
    first, second = await two_adjourned(house)
    await house.writes(house.anna, "table close")
    await house.env.advance_time(60)
    await house.writes(house.clara, "table close")
    first, second = await as_they_are(house, first, second)
    assert (len(first.state.closing), len(second.state.closing)) == (1, 1)
    await house.writes(house.anna, "table close")
    first, second = await as_they_are(house, first, second)
    assert (len(first.state.closing), len(second.state.closing)) == (1, 2)


async def test_an_adjourned_table_is_closed_from_the_direct_messages_once_all_agree(house: Club) -> None:
    table = await adjourned(house)
    assert told(house)
    await house.presses(house.anna, house.panel(house.anna), "close")
    assert f"Agreed: {house.anna.mention}." in house.panel(house.anna).text
    assert house.anna.mention in house.panel(house.boris).text
    for who in (house.boris, house.clara):
        assert "You asked to close the table" in (await house.writes(who, "table close")).text
    await house.presses(house.david, house.panel(house.david), "close")
    assert table.closed
    assert "The table is closed" in house.panel(house.anna).text


async def test_what_else_is_asked_of_an_adjourned_table_is_refused(house: Club) -> None:
    table = await adjourned(house)
    before = table.version
    refusal = (
        "This table is adjourned: `/table show` in a channel of its server continues it. Until "
        "then you can leave it or close it."
    )
    for command, options in (("pass", {}), ("play", {"card": "2C"}), ("table robot", {})):
        assert (await house.writes(house.anna, command, **options)).text == refusal
    told = (await house.writes(house.anna, "turn claim")).text
    assert told == f"{refusal.removesuffix('.')}; there is nothing for you to do now."
    assert table.version == before


async def test_in_another_channel_the_players_of_an_adjourned_table_or_sheet_are_told_how_it_goes_on(
    house: Club,
) -> None:
    await opened(house)
    await adjourned(house)
    for command in ("pass", "hand", "deal score", "turn claim"):
        told = (await house.types(house.anna, command, channel=house.parlour)).text
        assert told == (
            "There is no open table here. Yours is adjourned: `/table show` continues it in this channel."
        )
    sheet_id = next(iter(house.bot.services.sheets.places))
    assert house.bot.services.sheets._open[sheet_id].adjourned
    told = (await house.types(house.anna, "score undo", channel=house.parlour)).text
    assert told == (
        "There is no open score sheet here. Yours is adjourned: `/score sheet` continues it in this channel."
    )
    stranger = (await house.types(house.ivan, "pass", channel=house.parlour)).text
    assert stranger == "There is no open table here: `/table open` opens one."


async def test_what_belongs_into_a_channel_is_refused_in_direct_messages(house: Club) -> None:
    for command, options in (("table open", {}), ("table show", {}), ("score open", {"game": "biritch"})):
        answer = await house.writes(house.anna, command, **options)
        assert answer.text == "Use that command in a channel of a server."
    for command in ("score sheet", "score close", "score undo"):
        assert "no open score sheet here" in (await house.writes(house.anna, command)).text


async def test_an_adjourned_table_closes_after_its_term_also_when_the_bot_was_down(house: Club) -> None:
    table = await adjourned(house)
    await house.env.advance_time(DAYS * DAY - 60)
    assert not table.closed
    await house.restart()
    await house.env.advance_time(61)
    assert not house.bot.services.tables.places


# Score sheets


async def test_a_sheet_whose_channel_is_deleted_is_brought_into_another_with_all_that_is_on_it(
    house: Club,
) -> None:
    await opened(house)
    await house.types(house.anna, "score deal", **GAME)
    page = house.screen().text
    house.env.backend.delete_channel(house.room.id)
    await house.env.settle()
    assert house.panel(house.david).text.startswith("### The score sheet is adjourned")
    assert len(house.david.user.dm_channel.history()) == 1
    await house.types(house.boris, "score sheet", channel=house.parlour)
    assert house.screen(house.parlour).text == page
    assert house.panel(house.david).text == f"The score sheet is in {house.parlour.mention} again."
    answer = await house.types(house.anna, "score deal", channel=house.parlour, **GAME)
    assert answer.text.startswith("Deal 2 is entered")


async def test_an_adjourned_sheet_is_closed_from_the_direct_messages(house: Club) -> None:
    for closing in ("button", "command"):
        room = house.guild.create_text_channel(closing)
        four = dict(zip(("north", "east", "south", "west"), house.four, strict=True))
        await house.types(house.anna, "score open", channel=room, game="biritch", **four)
        house.env.backend.delete_channel(room.id)
        await house.env.settle()
        assert house.panel(house.anna).text.startswith("### The score sheet is adjourned")
        if closing == "button":
            answer = await presses(house, house.anna, house.panel(house.anna), "close")
        else:
            answer = await house.writes(house.boris, "score close")
        assert answer.text == "The sheet is closed."
        assert house.panel(house.anna).text == "The sheet is closed."
    assert not house.bot.services.sheets.places


async def test_a_sheet_that_is_not_adjourned_stays_open_however_long_nobody_writes_on_it(house: Club) -> None:
    await opened(house)
    await house.env.advance_time(DAYS * DAY + 60)
    assert len(house.bot.services.sheets.places) == 1


async def test_a_sheet_closes_after_its_term_though_its_rubber_has_a_value_unfinished(house: Club) -> None:
    await opened(house, "contract")
    await house.types(house.anna, "score option", name="unfinished_rubber", value="laws")
    await house.types(house.anna, "score deal", declared="3 no trumps", by="NS", tricks=9)
    house.env.backend.delete_channel(house.room.id)
    await house.env.settle()
    await house.env.advance_time(DAYS * DAY + 1)
    assert not house.bot.services.sheets.places


# A table whose record is damaged


async def test_a_damaged_table_is_told_of_in_a_sentence_and_its_channel_and_members_are_free(
    house: Club,
) -> None:
    await house.playing(cards=1)
    damaged, before = the_table(house).id, house.screen()
    await house.store._database.alone(  # type: ignore[attr-defined]
        lambda db: db.execute("UPDATE event SET at = at + 1 WHERE table_id = ?1 AND version = 3", (damaged,))
    )
    await house.restart()
    assert (await house.presses_id(house.anna, before, f"hand:{damaged}")).text == SET_ASIDE()
    (told,) = house.errors
    assert told.startswith(f"table {damaged} cannot be read and is set aside")
    house.errors.clear()
    assert (await house.writes(house.anna, "hand")).text == NO_TABLE_OF_YOURS()
    await house.types(house.anna, "table open")
    assert the_table(house).id != damaged
    assert (await house.writes(house.anna, "hand")).text not in (NO_TABLE_OF_YOURS(), SET_ASIDE())
    assert (await house.types(house.anna, "table close")).text


TYPED: tuple[tuple[str, str, dict[str, str]], ...] = (
    ("table join", "chair", {}),
    ("table options", "name", {}),
    ("table options", "value", {"name": "hints"}),
    ("turn", "act", {}),
    ("play", "card", {}),
    ("deal", "call", {}),
)


@pytest.mark.parametrize("fault", [SetAside, StorageAway])
async def test_while_somebody_types_at_a_table_that_cannot_be_read_nothing_is_offered_and_no_fault_logged(
    house: Club, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, fault: type[Exception]
) -> None:
    """Its record is damaged, or the database away. The rules are shown all the same."""
    await house.playing(cards=1)

    async def unread(*_: object) -> OpenTable:
        raise fault

    with monkeypatch.context() as away:
        away.setattr(Tables, "get", unread)
        for command, option, given in TYPED:
            assert await house.anna.autocomplete(house.room, command, option, "", **given) == [], command
        assert "Ignoring exception" not in caplog.text
        assert (await house.types(house.anna, "rules")).text.startswith("### Biritch")
