"""What may hold an evening up: kills, people who do not come, tables that stand still, a deleted thread."""

from __future__ import annotations

from simcord.builders import ChannelHandle

from rules.seats import RobotMember
from storage.ports.records import TableId
from tests.cogs.evenings import begun, calmly, comes, play_on, tables, the_evening
from tests.trials.stage.club import Club


def threads(house: Club) -> dict[str, int]:
    return {one.name: one.id for one in house.env.backend.channels.values() if one.is_thread}  # type: ignore[misc]


async def test_a_result_that_was_not_entered_before_a_kill_is_entered_once_after_it(house: Club) -> None:
    await begun(house, house.anna, house.boris, rounds=2)
    await house.bot.services.steward.close()  # killed between the table's last card and the evening's result
    await play_on(house)
    assert the_evening(house).state.scored == () and not list(tables(house))
    await house.restart()
    evening = the_evening(house)
    (scored,) = evening.state.scored
    assert sum(scored.outcome.tricks) == 13
    version = evening.version
    await house.restart()
    assert the_evening(house).version == version


async def test_a_thread_begun_before_a_kill_is_used_after_it_and_no_table_opened_twice(house: Club) -> None:
    await house.types(house.anna, "evening open", tables=2)
    evening = the_evening(house)
    for who in house.everybody:
        await house.types(who, "evening join")
    services = house.bot.services
    await services.steward.close()
    rooms = services.steward._rooms
    of_an_earlier_evening = await rooms.begin_thread(
        evening.place, "Table 2 · Progressive whist", private=False
    )
    await house.env.advance_time(30)
    await house.types(house.anna, "evening direct", what="begin")
    room = await rooms.begin_thread(evening.place, "Table 1 · Progressive whist", private=False)
    assert not list(services.tables.places)
    await house.restart()
    first, second = tables(house)
    assert first.place.channel == room and len(threads(house)) == 2
    assert second.place.channel != of_an_earlier_evening
    streams = {one.boards[0].stream for one in the_evening(house).state.rounds[0].sittings}
    assert {first.id, second.id} == streams
    await house.restart()
    assert {one.id for one in tables(house)} == streams and len(threads(house)) == 2


async def test_a_table_whose_thread_is_deleted_goes_on_in_another(house: Club) -> None:
    await begun(house, house.anna, house.boris, house.clara, house.david, rounds=2)
    (table,) = tables(house)
    gone = table.place.channel
    with house.inside():
        await house.bot.services.adjourning.place_gone(channel=gone)
    house.env.backend.delete_channel(gone)
    await house.env.settle()
    assert table.place.channel != gone and not table.adjourned
    assert threads(house) == {"Table 1 · Progressive whist": table.place.channel}
    await play_on(house)
    assert len(the_evening(house).state.scored) == 1


async def test_the_director_puts_a_robot_in_the_place_of_one_who_does_not_come(house: Club) -> None:
    await begun(house, house.anna, house.boris, house.clara, house.david, rounds=2)
    (table,) = tables(house)
    refused = await house.types(house.boris, "evening direct", person=house.david.user)
    assert "Only the director" in refused.text
    told = await house.types(house.anna, "evening direct", person=house.david.user)
    assert told.text.startswith("A robot plays in their place.")
    await house.env.settle()
    assert table.state.rubber is not None
    assert sum(isinstance(one, RobotMember) for one in table.state.rubber.seats) == 1
    await play_on(house)
    assert len(the_evening(house).state.scored) == 1
    back = await house.types(house.david, "evening join")
    assert back.text.startswith("You are in.")
    await house.types(house.anna, "evening direct", what="signal")
    (table,) = tables(house)
    assert len(table.people) == 4


async def test_a_table_that_stands_still_is_called_and_counts_what_was_played(house: Club) -> None:
    await begun(house, house.anna, house.boris, house.clara, house.david, rounds=2)
    (table,) = tables(house)
    while table.state.deal is None or table.state.deal.playing is None or not table.state.deal.playing.tricks:
        person = next(iter(table.waiting))
        request = calmly(table, person)
        assert request is not None
        with house.inside():
            await house.bot.services.tables.act(table.id, table.people[person], request)
    told = await house.types(house.anna, "evening direct", what="call")
    assert told.text == "The round is over."
    await house.env.settle()
    (scored,) = the_evening(house).state.scored
    assert sum(scored.outcome.tricks) == 1 and scored.outcome.adjusted
    assert table.closed
    await comes(house, "All tables have finished.")


async def test_a_table_closed_by_a_moderator_waits_for_the_directors_result(house: Club) -> None:
    await begun(house, house.anna, house.boris, house.clara, house.david, rounds=2)
    (table,) = tables(house)
    with house.inside():
        await house.bot.services.tables.close(TableId(table.id))
    await house.env.settle()
    evening = the_evening(house)
    assert evening.state.scored == ()
    bad = await house.types(house.anna, "evening adjust", table=1)
    assert bad.text.startswith("A table needs a winner here")
    await house.types(house.anna, "evening adjust", table=1, tricks=8)
    (scored,) = evening.state.scored  # type: ignore[misc]
    assert scored.outcome.tricks == (8, 5)


async def test_nobody_leaves_joins_or_moves_a_table_of_an_evening(house: Club) -> None:
    await begun(house, house.anna, house.boris, house.clara, house.david)
    (table,) = tables(house)
    for command in ("table leave", "table join", "table pause", "table show"):
        who = house.ivan if command == "table join" else house.anna
        service = house.bot.services.tables
        if command == "table show":
            told = await house.types(who, command)
        else:
            told = await house.types(who, command, channel=_handle(house, table.place.channel))
        assert told.text.startswith("This table belongs to an evening"), command
        assert service.stream_in(house.room.id) is None


def _handle(house: Club, channel: int) -> ChannelHandle:
    return ChannelHandle(house.env, house.guild, house.env.backend.channels[channel])


async def test_when_the_minutes_are_over_no_fresh_round_begins_and_threads_are_archived(house: Club) -> None:
    people = (house.anna, house.boris, house.clara, house.david)
    evening = await begun(house, *people, rounds=9, minutes=5, signal=False)
    await house.env.advance_time(299)
    assert not evening.state.time_is_over
    await house.env.advance_time(2)
    assert evening.state.time_is_over and not evening.closed
    await play_on(house)
    assert evening.closed and len(evening.state.rounds) == 1
    (room,) = threads(house).values()
    steward = house.bot.services.steward
    (watch,) = steward._watches.values()
    assert list(watch.ending) == [room]
    await house.env.advance_time(61)
    meta = house.env.backend.channels[room].thread_metadata
    assert meta is not None and meta.archived and not steward._watches


async def test_the_leaderboard_of_a_kind_lists_those_who_played_to_the_end(house: Club) -> None:
    people = (house.anna, house.boris, house.clara, house.david)
    await begun(house, *people, kind="couples", rounds=1)
    await play_on(house)
    told = await house.types(house.ivan, "leaderboard", evening="couples")
    assert told.text.count("in 1 evening, won") == 4
    none = await house.types(house.ivan, "leaderboard", evening="teams")
    assert none.text.endswith("One counts in which two people played.")


async def test_tables_stand_in_the_channels_that_the_director_names(house: Club) -> None:
    people = (house.anna, house.boris, house.clara, house.david, house.ivan)
    await begun(house, *people, channels=f"<#{house.parlour.id}>")
    first, second = tables(house)
    assert first.place.channel == house.parlour.id
    assert threads(house) == {"Table 2 · Progressive whist": second.place.channel}


async def test_an_evening_is_opened_where_the_bot_may_open_threads_and_one_at_a_time(house: Club) -> None:
    refused = await house.types(house.anna, "evening open", kind="couples", game="biritch")
    assert refused.text.startswith("Where winners stay and losers move")
    await house.types(house.anna, "evening open", kind="couples")
    assert (await house.types(house.boris, "evening open")).text == "This channel already has an evening."
    nothing = await house.types(house.boris, "evening direct", what="signal", channel=house.parlour)
    assert nothing.text.startswith("There is no evening in this channel.")
    assert (await house.types(house.anna, "evening direct", what="signal")).text == (
        "The evening has not begun: `/evening direct` begins it."
    )
    await house.types(house.anna, "evening join")
    await house.types(house.anna, "evening direct", what="begin")
    thread = _handle(house, next(iter(threads(house).values())))
    elsewhere = await house.types(house.boris, "evening open", channel=thread)
    assert elsewhere.text.startswith("Tables may be opened only in")


async def test_where_somebody_has_opened_a_table_of_their_own_the_next_one_gets_another_thread(
    house: Club,
) -> None:
    people = (house.anna, house.boris, house.clara, house.david)
    await begun(house, *people, channels=f"<#{house.parlour.id}>", rounds=2)
    await play_on(house)
    await house.types(house.ivan, "table open", channel=house.parlour)
    await house.types(house.anna, "evening direct", what="signal")
    (table,) = tables(house)
    assert list(threads(house).values()) == [table.place.channel]
