"""Where the tables of an evening stand: what is checked before it is accepted and before each round, and what
the director is told where a table can have no place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.backend import Backend
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.enums import OverwriteType

from rules.evening.events import Signal
from rules.frozen import replace
from screens.words.discord_refusals import NO_THREADS_HERE
from storage.ports.records import UserId
from tests.cogs.evenings import begun, messages_in, play_on, shown, tables, the_evening
from tests.trials.stage.club import Club
from tests.trials.stage.seen import text_of

PUBLIC, PRIVATE, IN_THREADS = "create_public_threads", "create_private_threads", "send_messages_in_threads"
TOO_MANY_THREADS = {"status": 400, "code": 160006, "message": "refused by the test"}
TOO_MANY = (
    "This server has as many open threads as Discord allows: when one is archived, there is room again. It "
    "opens by itself as soon as it can."
)


def forbid(house: Club, *permissions: str, channel: ChannelHandle | None = None) -> None:
    """Takes these from everybody in a channel, and gives back those that were taken before."""
    denied = discord.Permissions(**dict.fromkeys(permissions, True)).value
    everybody = Overwrite(house.guild.default_role.id, OverwriteType.ROLE, 0, denied)
    house.env.backend.edit_channel((channel or house.room).id, {}, overwrites=[everybody])


class NoThread(list[dict[str, Any]]):
    """Has Discord refuse every thread of this table."""

    def __init__(self, discord: Backend, table: str) -> None:
        super().__init__()
        self._discord, self._table = discord, table

    def __iter__(self) -> Iterator[dict[str, Any]]:  # once for each call
        call = self._discord.http_requests[-1]
        if call.json is None or not str(call.json.get("name", "")).startswith(self._table):
            return iter(())
        return iter([{**dict.fromkeys(("method", "path"), "*"), "times": None, **TOO_MANY_THREADS}])


async def opens(house: Club, *, channel: ChannelHandle | None = None, **arranged: Any) -> str:
    return (await house.types(house.anna, "evening open", channel=channel, **arranged)).text


def rooms(house: Club) -> list[str]:
    """The names of the threads that stand."""
    return [one.name for one in house.env.backend.channels.values() if one.is_thread]  # type: ignore[misc]


def alerts(house: Club) -> list[str]:
    """The messages for the director alone."""
    texts = [text_of(one.content, one.components) for one in messages_in(house, house.room.id)]
    return [text for text in texts if "you direct this evening" in text]


async def joined(house: Club, *people: MemberActor, **arranged: Any) -> None:
    await opens(house, **arranged)
    for who in people:
        await house.types(who, "evening join")


async def test_an_evening_is_refused_in_a_channel_that_can_have_no_threads_for_its_tables(
    house: Club,
) -> None:
    for channel in (house.guild.create_news_channel("news"), house.guild.create_voice_channel("chat")):
        assert await opens(house, channel=channel) == NO_THREADS_HERE()
    assert not house.bot.services.evenings.places
    named = house.room.mention
    told = await opens(house, channel=house.guild.create_voice_channel("hall"), channels=named)
    assert told.startswith("The evening is open")


async def test_an_evening_is_refused_where_the_bot_may_not_open_the_threads_of_its_kind(house: Club) -> None:
    for kind, permission, name in (
        ("progressive", PUBLIC, "Create Public Threads"),
        ("pairs", PRIVATE, "Create Private Threads"),
        ("couples", IN_THREADS, "Send Messages in Threads"),
    ):
        forbid(house, permission)
        game: dict[str, Any] = {"game": "whist_modern"} if kind == "pairs" else {}
        assert await opens(house, kind=kind, **game) == f"I need these permissions here: {name}."
    forbid(house, PRIVATE)
    assert (await opens(house)).startswith("The evening is open")


async def test_a_channel_is_named_for_a_table_only_if_one_can_stand_there(house: Club) -> None:
    quiet = discord.PermissionOverwrite(send_messages=False)
    closed = house.guild.create_text_channel("closed", overwrites={house.guild.default_role: quiet})
    told = await opens(house, channels=f"{house.parlour.mention} {closed.mention}")
    assert told == f"I need these permissions in {closed.mention}: Send Messages."
    elsewhere = house.env.create_guild("Another").create_text_channel("bridge")
    for channel in (
        elsewhere,
        house.guild.create_category("rooms"),
        house.guild.create_forum_channel("talk"),
    ):
        told = await opens(house, channels=f"<#{channel.id}>")
        assert told.startswith(f"No table can stand in <#{channel.id}>:")
    assert not house.bot.services.evenings.places


async def test_an_evening_begins_with_somebody_in_it(house: Club) -> None:
    await opens(house, tables=2)
    version = the_evening(house).version
    told = await house.types(house.anna, "evening direct", what="begin")
    assert told.text == "Nobody has joined yet: one person at least must play."
    await house.env.settle()
    assert the_evening(house).version == version and not rooms(house)


async def test_no_lots_are_drawn_while_the_bot_may_not_open_the_threads(house: Club) -> None:
    await joined(house, house.anna, house.boris)
    forbid(house, PUBLIC)
    told = await house.types(house.anna, "evening direct", what="begin")
    assert told.text == "I need these permissions here: Create Public Threads."
    assert not the_evening(house).state.begun
    assert "Only the director" in (await house.types(house.boris, "evening direct", what="begin")).text
    forbid(house)
    await house.types(house.anna, "evening direct", what="begin")
    assert len(list(tables(house))) == 1


async def test_no_lots_are_drawn_while_the_bot_may_not_write_in_a_channel_that_was_named(
    house: Club,
) -> None:
    """No thread is needed then, and whether there could be one is not asked."""
    await joined(house, house.anna, house.boris, channels=house.parlour.mention)
    forbid(house, PUBLIC)
    forbid(house, "send_messages", channel=house.parlour)
    told = await house.types(house.anna, "evening direct", what="begin")
    assert told.text == f"I need these permissions in {house.parlour.mention}: Send Messages."
    forbid(house, channel=house.parlour)
    await house.types(house.anna, "evening direct", what="begin")
    (table,) = tables(house)
    assert table.place.channel == house.parlour.id and not rooms(house)


async def test_where_a_server_names_its_channels_no_table_of_an_evening_stands_in_another(
    house: Club,
) -> None:
    await house.bot.services.preferences.change_server(
        house.guild.id, lambda one: replace(one, channels=(house.room.id,))
    )
    told = await opens(house, channels=f"{house.room.mention} {house.parlour.mention}")
    assert told == f"Tables may be opened only in {house.room.mention}."
    assert (await opens(house, channels=house.room.mention)).startswith("The evening is open")


async def test_a_named_channel_that_is_closed_to_the_bot_stops_its_table_and_no_thread_takes_its_place(
    house: Club,
) -> None:
    named = f"{house.parlour.mention} {house.room.mention}"
    await begun(house, *house.everybody, channels=named, rounds=2)
    await play_on(house)
    forbid(house, "send_messages", channel=house.parlour)
    with house.inside():
        await house.bot.services.evenings.act(the_evening(house).id, UserId(house.anna.id), Signal())
    await house.env.settle()
    assert [one.place.channel for one in tables(house)] == [house.room.id] and not rooms(house)
    (alert,) = alerts(house)
    assert f"I need these permissions in {house.parlour.mention}: Send Messages." in alert
    forbid(house, channel=house.parlour)
    await house.env.settle()
    assert [one.place.channel for one in tables(house)] == [house.parlour.id, house.room.id]


async def test_a_signal_is_refused_while_the_next_round_could_have_no_threads(house: Club) -> None:
    await begun(house, *house.four, kind="pairs", game="whist_modern", rounds=2, boards=1)
    await play_on(house)
    forbid(house, PRIVATE)
    told = await house.types(house.anna, "evening direct", what="signal")
    assert told.text == "I need these permissions here: Create Private Threads."
    assert len(the_evening(house).state.rounds) == 1
    forbid(house)
    await house.types(house.anna, "evening direct", what="signal")
    assert list(tables(house)) and len(rooms(house)) == 4


async def test_the_director_is_told_what_stops_a_table_and_it_goes_on_by_itself_when_that_is_over(
    house: Club,
) -> None:
    """Nobody presses anything to whom it could be told."""
    await begun(house, *house.four, rounds=2)
    (table,) = tables(house)
    gone = table.place.channel
    forbid(house, PUBLIC)
    house.env.backend.delete_channel(gone)
    await house.env.settle()
    sentence = "**Table 1 cannot open.** I need these permissions here: Create Public Threads."
    (alert,) = alerts(house)
    assert alert.startswith(house.anna.mention) and sentence in alert
    posted = [one.json for one in house.env.backend.http_requests if one.method == "POST"]
    pinged = [(one or {}).get("allowed_mentions", {}).get("users") for one in posted]
    assert [str(house.anna.id)] in pinged
    assert sentence in shown(house, "Hand 1 of")
    where = await house.types(house.boris, "evening show", what="table")
    assert where.text.startswith(f"Your next table is not open yet. {sentence}")
    forbid(house)
    await house.env.settle()
    assert table.place.channel != gone and not table.adjourned
    await house.env.settle()
    assert not alerts(house) and "cannot open" not in shown(house, "Hand 1 of")


async def test_an_alert_for_the_director_does_not_outlive_a_restart_after_which_all_is_well(
    house: Club,
) -> None:
    house.env.inject_error("POST", "/channels/*/threads", status=400, code=160006, times=99)
    await begun(house, house.anna, house.boris)
    assert len(alerts(house)) == 1
    house.env.backend.faults.clear()
    await house.restart()
    assert len(list(tables(house))) == 1 and not alerts(house)


async def test_where_discord_refuses_one_thread_the_other_tables_are_opened(house: Club) -> None:
    await joined(house, *house.everybody)
    house.env.backend.faults = NoThread(house.env.backend, "Table 1")
    await house.types(house.anna, "evening direct", what="begin")
    assert [one.state.evening.table for one in tables(house) if one.state.evening] == [2]
    await house.env.settle()
    assert f"**Table 1 cannot open.** {TOO_MANY}" in shown(house, "Hand 1 of")
    house.env.backend.faults = []
    watch = next(iter(house.bot.services.steward._watches.values()))
    with house.inside():
        house.bot.services.steward._attend(watch)
    await house.env.settle()
    assert len(list(tables(house))) == 2


async def test_in_place_of_a_named_channel_that_is_gone_one_thread_serves_for_all_rounds(house: Club) -> None:
    evening = await begun(house, *house.four, channels=house.parlour.mention, rounds=3)
    (table,) = tables(house)
    assert table.place.channel == house.parlour.id
    house.env.backend.delete_channel(house.parlour.id)
    await house.env.settle()
    for _ in range(2):
        await play_on(house)
        await house.types(house.anna, "evening direct", what="signal")
    assert rooms(house) == ["Table 1 · Progressive whist"]
    await play_on(house)
    assert evening.closed


async def test_a_thread_that_is_deleted_between_two_rounds_is_made_anew_once(house: Club) -> None:
    await begun(house, *house.four, rounds=3)
    await play_on(house)
    (thread,) = (one.id for one in house.env.backend.channels.values() if one.is_thread)
    house.env.backend.delete_channel(thread)
    for number in (2, 3):
        await house.types(house.anna, "evening direct", what="signal")
        (table,) = tables(house)
        assert table.place.channel != thread and len(rooms(house)) == 1, number
        await play_on(house)


async def test_beside_a_table_of_somebody_elses_one_thread_serves_for_all_rounds(house: Club) -> None:
    evening = await begun(house, *house.four, channels=house.parlour.mention, rounds=3)
    await play_on(house)
    await house.types(house.ivan, "table open", channel=house.parlour)
    for _ in range(2):
        await house.types(house.anna, "evening direct", what="signal")
        await play_on(house)
    assert rooms(house) == ["Table 1 · Progressive whist"] and evening.closed


async def test_after_a_restart_a_thread_serves_for_all_rounds_and_is_not_archived_between_them(
    house: Club,
) -> None:
    await begun(house, *house.four, rounds=3, tables=1)
    await house.restart()
    for _ in range(2):
        await play_on(house)
        await house.types(house.anna, "evening direct", what="signal")
    (watch,) = house.bot.services.steward._watches.values()
    (table,) = tables(house)
    assert [*watch.rooms.values()] == [table.place.channel] and not watch.ending
    assert rooms(house) == ["Table 1 · Progressive whist"]


async def test_a_private_thread_that_may_not_be_made_for_the_next_deal_is_told_to_the_director(
    house: Club,
) -> None:
    await begun(house, *house.four, kind="pairs", game="whist_modern", rounds=2, boards=1, signal=False)
    forbid(house, PRIVATE)
    await play_on(house)
    (alert,) = alerts(house)
    assert "I need these permissions here: Create Private Threads." in alert
    forbid(house, PUBLIC)
    await house.env.settle()
    assert list(tables(house)) and not the_evening(house).stopped
