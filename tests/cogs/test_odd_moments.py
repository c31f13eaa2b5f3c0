"""What is answered out of the usual places, and when something else has happened meanwhile."""

from __future__ import annotations

from simcord.builders import ChannelHandle

from bot.tables.past_deals import Analyses
from bot.worker_pool import WorkerPool
from rules.frozen import replace
from rules.seats import Seat
from rules.table.requests import Join, Start
from tests.cogs.evenings import begun, tables
from tests.cogs.hosted import as_hosts_server
from tests.cogs.test_alone import goes_on
from tests.cogs.test_compared import OPENED, looked, played
from tests.cogs.test_contests import Busy
from tests.cogs.test_evening_rooms import IN_THREADS, forbid
from tests.cogs.test_score import opened
from tests.cogs.test_shown import calls
from tests.solver import needs_solver
from tests.trials.stage.club import Club
from tests.trials.stage.guard import HANGS_AFTER


async def test_a_player_is_told_of_their_only_evening_anywhere_in_its_server(house: Club) -> None:
    await begun(house, house.anna, house.boris, rounds=2)
    here = await house.types(house.boris, "evening show", what="standings")
    assert here.text.startswith("### ")
    assert (
        await house.types(house.boris, "evening show", what="standings", channel=house.parlour)
    ).text == here.text
    told = await house.types(house.clara, "evening show", what="standings", channel=house.parlour)
    assert told.text == "There is no evening in this channel. `/evening open` opens one."


async def test_in_another_server_nobody_is_told_of_a_table_at_which_they_sit_in_this_one(house: Club) -> None:
    await house.playing()
    other = house.env.create_guild("Another")
    anna, elsewhere = other.add_member(house.anna.user), other.create_text_channel("bridge")
    in_another = await house.types(house.anna, "hand", channel=house.parlour)
    assert str(house.room.id) in in_another.text
    told = await house.types(anna, "hand", channel=elsewhere)
    assert told.private and str(house.room.id) not in told.text
    assert told.text == (await house.types(house.ivan, "hand", channel=house.parlour)).text


async def test_in_a_thread_the_bot_needs_to_write_in_threads_and_in_a_channel_to_write(house: Club) -> None:
    await begun(house, house.anna, house.boris, rounds=2)
    (table,) = tables(house)
    thread = ChannelHandle(house.env, house.guild, house.env.backend.channels[table.place.channel])
    both = {"room": house.room, "thread": thread}
    for taken, place, named in (
        (IN_THREADS, "thread", "Send Messages in Threads"),
        ("send_messages", "room", "Send Messages"),
    ):
        forbid(house, taken)
        told = {
            name: (await house.types(house.clara, "score open", game="biritch", channel=channel)).text
            for name, channel in both.items()
        }
        assert told.pop(place) == f"I need these permissions here: {named}."
        assert next(iter(told.values())).startswith("### Who plays?")


async def test_a_claim_that_another_has_come_before_is_refused_where_it_was_asked(house: Club) -> None:
    await house.playing(cards=6)
    west, east = house.at(Seat.WEST), house.at(Seat.EAST)
    sure = await house.types(west, "turn", act="claim 3")
    await house.claims(east, 5)
    told = await house.presses(west, sure, "claim", "3")
    east, north, south, west = map(house.called, (Seat.EAST, Seat.NORTH, Seat.SOUTH, Seat.WEST))  # type: ignore[assignment]
    assert told.text == f"{east} has made a claim: first {north}, {south} and {west} must agree or refuse."
    assert told.message.id == sure.message.id and not told.buttons


async def test_who_would_enter_a_deal_on_a_sheet_that_is_closed_is_told_so(house: Club) -> None:
    await opened(house)
    sheet = house.screen()
    enter = next(str(one["custom_id"]) for one in sheet.buttons if one["label"] == "Enter a deal")
    await house.types(house.ivan, "score close")
    told = await house.presses_late(house.anna, sheet, enter)
    assert told.private and told.text == "This sheet is closed."


async def test_the_host_is_told_for_how_many_minutes_a_table_should_have_gone_on(house: Club) -> None:
    """Nobody but the test knows that it waits for robots."""
    host, _ = await as_hosts_server(house)
    house.bot.services.tables.followers.clear()
    table = await house.opens("biritch", {})
    await house.acts(house.anna, Join())
    await house.acts(house.anna, Start())
    await house.env.advance_time(7260)
    told = (await house.types(host, "admin")).text
    assert f"- `{table.id}` in <#{house.room.id}>: 121 min" in told.split("\n")


async def test_who_waits_for_robots_is_told_their_place_within_two_seconds_and_only_once(house: Club) -> None:
    """The simulated Discord waits for what comes within nine seconds."""
    begun = await house.types(house.boris, "daily")
    house.bot.services.contests.thinkers._room = Busy(house)
    await house.types(house.anna, "daily")
    calls(house)
    waits = await house.types(house.clara, "daily")
    assert "Robots' moves that come before yours: 1." in waits.text and calls(house) == ["callback"]
    pressed = await goes_on(house, house.boris, begun)
    assert "Robots' moves that come before yours: 2." in pressed.text
    assert calls(house) == ["callback", "@original"]


@needs_solver
async def test_a_compared_deal_that_is_analysed_already_is_drawn_once(house: Club) -> None:
    table, _, _ = await played(house, house.anna)
    services = house.bot.services
    house.bot.services.analyses = Analyses(services.tables, WorkerPool(1), HANGS_AFTER)
    await looked(house, table, True)
    calls(house)
    told = await house.types(house.anna, "daily")
    assert OPENED.format(9, 10) in told.text and calls(house) == ["callback"]


async def test_where_a_server_names_its_channels_a_game_is_opened_to_friends_in_these_alone(
    house: Club,
) -> None:
    await house.bot.services.preferences.change_server(
        house.guild.id, lambda one: replace(one, channels=(house.parlour.id,))
    )
    calls(house)
    begun = await house.types(house.anna, "play", game="whist_modern", strength="easy")
    assert begun.private and calls(house) == ["callback"]
    refused = await house.types(house.anna, "play", step="friends")
    assert refused.private and refused.text == f"Tables may be opened only in <#{house.parlour.id}>."
    assert house.closed()
    backend = house.env.backend
    backend.create_thread(house.parlour.id, "beside", house.anna.id)
    (thread,) = house.parlour.threads
    await house.env.settle()
    await house.types(house.anna, "play", step="friends", channel=thread)
    assert not house.closed(thread)


async def test_where_a_server_names_its_channels_a_table_is_brought_to_no_other(house: Club) -> None:
    await house.open()
    await house.bot.services.preferences.change_server(
        house.guild.id, lambda one: replace(one, channels=(house.room.id,))
    )
    refused = await house.types(house.anna, "table show", channel=house.parlour)
    assert refused.private and refused.text == f"Tables may be opened only in <#{house.room.id}>."
    assert house.closed(house.parlour) and not house.closed()
    assert "opened only" not in (await house.types(house.anna, "table show")).text
