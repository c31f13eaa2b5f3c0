"""``/table`` and its chairs, typed in a channel."""

from __future__ import annotations

import re

import discord
import pytest

from rules.seats import RobotMember, Seat
from storage.ports.records import UserId
from tests.trials.stage.club import Club

# Opening, showing, closing


async def test_a_table_is_opened_in_a_channel_with_a_word_to_the_asker(house: Club) -> None:
    answer = await house.types(house.anna, "table open")
    assert answer.private
    assert answer.text == (
        "Table opened: Biritch, or Russian Whist (1886).\n"
        "You have joined the table. Your hands will come to our direct messages, or press **My hand** here."
    )
    assert {"join", "leave", "robot", "start", "rules", "options"} == house.screen().verbs(enabled=False)
    assert len(house.room.history()) == 1


async def test_who_opens_a_table_sits_at_it_and_plays_at_once_with_robots(house: Club) -> None:
    await house.open()
    assert [house.table.people[one] for one in house.table.state.persons] == [house.anna.id]
    assert house.anna.mention in house.screen().text
    begun = await house.presses(house.anna, house.screen(), "start")
    assert not begun.private and len(house.table.state.members) == 4
    assert house.table.state.rubber is not None and len(house.table.state.persons) == 1


async def test_the_button_that_starts_says_whether_robots_will_play(house: Club) -> None:
    def starts() -> str:
        return next(one["label"] for one in house.screen().buttons if one["custom_id"].startswith("start:"))  # type: ignore[no-any-return]

    await house.seated(house.anna, house.boris, house.clara)
    assert starts() == "Play now with robots"
    await house.types(house.david, "table join")
    assert starts() == "Start"


async def test_the_rules_of_the_game_are_one_press_away_for_anybody(house: Club) -> None:
    await house.types(house.anna, "table open", game="vint")
    answer = await house.presses(house.ivan, house.screen(), "rules")
    assert answer.private and answer.text == (await house.types(house.ivan, "rules", game="vint")).text


async def test_the_game_may_be_named_when_a_table_is_opened(house: Club) -> None:
    await house.types(house.anna, "table open", game="biritch")
    assert house.table.state.game == "biritch"


async def test_a_second_table_in_the_same_channel_is_refused(house: Club) -> None:
    await house.open()
    table_id = house.table.id
    answer = await house.types(house.boris, "table open")
    assert answer.private
    assert answer.text == "This channel already has a table: `/table show` brings it back into sight."
    assert house.table.id == table_id and len(house.room.history()) == 1


async def test_two_channels_have_a_table_each(house: Club) -> None:
    await house.open()
    await house.types(house.anna, "table open", channel=house.parlour)
    assert house.screen().text == house.screen(house.parlour).text


async def test_no_table_is_opened_where_the_bot_may_not_write_and_the_permission_is_named(
    house: Club,
) -> None:
    quiet = discord.PermissionOverwrite(send_messages=False)
    study = house.guild.create_text_channel("study", overwrites={house.guild.default_role: quiet})
    answer = await house.types(house.ivan, "table open", channel=study)
    assert answer.text == "I need these permissions here: Send Messages."
    assert house.closed(study)


async def test_somebody_who_has_opened_as_many_tables_as_the_host_allows_is_told_how_many(
    house: Club,
) -> None:
    for place in range(21):
        channel = house.guild.create_text_channel(f"table {place}")
        answer = await house.types(house.anna, "table open", channel=channel)
    assert answer.text == (
        "You already have 20 tables open, which is the limit for one person: close one first."
    )
    assert house.closed(channel) and not channel.history()


async def test_a_table_is_shown_again_below_what_has_been_said_since(house: Club) -> None:
    await house.seated()
    first = house.screen()
    await house.boris.send(house.room, "Has anybody seen my hat?")
    answer = await house.types(house.boris, "table show")
    assert answer.text == "The table comes to the bottom of this channel."
    assert house.screen().text == first.text
    tables = [one for one in house.room.history() if house.seen(one).buttons]
    assert [one.id for one in tables] == [house.screen().message.id]


async def test_who_asks_for_a_table_whose_message_cannot_be_deleted_is_told_that_it_stays(
    house: Club,
) -> None:
    await house.seated()
    before = house.screen().message.id
    house.env.inject_error("DELETE", "/channels/*", status=500)
    answer = await house.types(house.boris, "table show")
    assert answer.text == "Discord did not delete the old message: it stays where it is, and goes on there."
    assert house.screen().message.id == before


async def test_a_member_brings_the_table_into_another_channel(house: Club) -> None:
    await house.seated()
    before = house.screen().text
    await house.types(house.boris, "table show", channel=house.parlour)
    assert house.closed(house.room) and not house.closed(house.parlour)
    assert house.screen(house.parlour).text == before
    assert (await house.types(house.anna, "hand", channel=house.parlour)).private


async def test_a_stranger_does_not_bring_anybodys_table_into_another_channel(house: Club) -> None:
    await house.seated(house.anna)
    answer = await house.types(house.boris, "table show", channel=house.parlour)
    assert answer.text == "There is no open table here: `/table open` opens one."
    assert not house.closed(house.room)


async def test_a_table_is_not_brought_into_a_channel_that_has_one(house: Club) -> None:
    await house.seated()
    await house.types(house.ivan, "table open", channel=house.parlour)
    here, there = house.table.id, house.screen(house.parlour).text
    await house.types(house.boris, "table show", channel=house.parlour)
    assert house.table.id == here
    assert house.screen(house.parlour).text == there


async def test_a_moderator_who_does_not_sit_there_closes_a_table_at_once(house: Club) -> None:
    await house.playing(cards=3)
    answer = await house.types(house.ivan, "table close")
    assert answer.text == "The table is closed."
    assert house.closed()
    assert "This table is closed" in house.screen().text and not house.screen().buttons
    assert all("The table is closed" in house.panel(who).text for who in house.four)


async def test_what_could_not_be_shown_of_a_closed_table_is_shown_after_a_start(house: Club) -> None:
    """No table is loaded for it: a closed one does not go on."""
    await house.playing(cards=3)
    path = f"/channels/{house.room.id}/messages/*"
    house.env.inject_error("PATCH", path, status=500, times=None)
    await house.types(house.ivan, "table close")
    assert house.closed() and "This table is closed" not in house.screen().text
    house.env.backend.faults.clear()
    await house.restart()
    await house.env.advance_time(60)
    assert "This table is closed" in house.screen().text


async def test_people_close_a_table_only_when_all_who_sit_agree(house: Club) -> None:
    await house.seated(house.anna, house.boris)
    answer = await house.types(house.anna, "table close")
    assert answer.text == "You asked to close the table. It closes once everybody agrees."
    assert not house.closed()
    assert f"Agreed: {house.anna.mention}." in house.screen().text
    answer = await house.types(house.boris, "table close")
    assert answer.text == "The table is closed."
    assert house.closed()


async def test_a_stranger_may_not_close_a_table(house: Club) -> None:
    await house.seated(house.anna)
    answer = await house.types(house.boris, "table close")
    assert answer.text == "You don't have a chair at this table."
    assert not house.closed()


async def test_a_channel_whose_table_was_closed_may_have_a_new_one(house: Club) -> None:
    await house.seated()
    await house.types(house.ivan, "table close")
    await house.open()
    assert [house.table.people[one] for one in house.table.state.persons] == [house.anna.id]


@pytest.mark.parametrize(
    "command", ["table close", "table join", "table leave", "table robot", "turn resume", "table start"]
)
async def test_where_no_table_stands_a_command_says_how_to_open_one(house: Club, command: str) -> None:
    answer = await house.types(house.anna, command)
    assert answer.private
    assert answer.text == "There is no open table here: `/table open` opens one."


async def test_where_no_table_stands_its_members_are_told_where_theirs_is(house: Club) -> None:
    await house.seated(house.anna)
    for command, given in (("pass", {}), ("deal score", {}), ("play", {"card": "2C"})):
        told = (await house.types(house.anna, command, channel=house.parlour, **given)).text
        assert told == (
            f"There is no open table here: `/table open` opens one. Yours is in <#{house.room.id}>."
        )


async def test_the_score_and_a_show_also_need_a_table(house: Club) -> None:
    for command in ("deal score", "table show", "hand", "deal last", "turn claim", "pass"):
        assert "no open table" in (await house.types(house.anna, command)).text


# Chairs


async def test_a_player_who_joins_is_told_where_their_cards_will_come_and_they_come_there(
    house: Club,
) -> None:
    await house.open()
    answer = await house.types(house.boris, "table join")
    assert answer.private
    assert "Your hands will come to our direct messages" in answer.text
    assert "Your cards will be here when one is." in house.panel(house.boris).text
    assert f"2. {house.boris.mention}" in house.screen().text


async def test_a_player_whose_direct_messages_are_closed_is_told_to_press_my_hand(house: Club) -> None:
    await house.open()
    house.env.inject_error(
        "POST", f"/channels/{house.boris.user.dm_channel.id}/messages", status=403, code=50007
    )
    answer = await house.types(house.boris, "table join")
    assert "I cannot send you direct messages, so press **My hand**" in answer.text
    await house.types(house.boris, "table start")
    assert not house.boris.user.dm_channel.history()
    assert len((await house.types(house.boris, "hand")).text) > 0


async def test_nobody_joins_twice(house: Club) -> None:
    await house.seated(house.anna)
    answer = await house.types(house.anna, "table join")
    assert answer.text == "You already have a chair at this table."
    assert len(house.table.state.members) == 1


async def test_a_fifth_does_not_find_a_chair_and_waits_for_one(house: Club) -> None:
    await house.seated()
    answer = await house.types(house.ivan, "table join")
    assert answer.text.startswith("All the chairs are taken, so you wait.")
    assert not house.ivan.user.dm_channel.history()


async def test_a_stranger_does_not_join_during_a_rubber_where_no_robot_has_a_chair(house: Club) -> None:
    await house.begun()
    answer = await house.types(house.ivan, "table join")
    assert answer.text.startswith("All the chairs are taken, so you wait. You come in after a rubber")


async def test_a_robot_plays_on_for_a_player_who_leaves_and_may_take_the_chair_back(house: Club) -> None:
    await house.playing()
    west, hand = house.at(Seat.WEST), house.view(house.at(Seat.WEST)).own
    asked = await house.types(west, "table leave")
    assert asked.private and house.at(Seat.WEST) is west
    assert asked.text == (
        "If you leave, a robot plays on for you and you lose this rubber, whichever side wins it, unless you "
        "take your chair back before it is over or a substitute takes it."
    )
    answer = await house.presses(west, asked, "leave")
    assert answer.text == "You have left the table."
    assert house.table.state.rubber is not None
    assert isinstance(house.table.state.rubber.seats.of(Seat.WEST), RobotMember)
    assert house.table.state.deal is not None and house.table.state.deal.playing is not None
    assert house.table.state.deal.playing.cards_played == 1
    assert "join" in house.screen().verbs()
    answer = await house.types(west, "table join")
    assert answer.text.startswith("You have joined the table.")
    assert house.at(Seat.WEST) is west
    own = house.view(west).own
    assert own is not None and hand is not None and own.dealt == hand.dealt and len(own.left) == 12
    assert "join" not in house.screen().verbs()


async def test_a_player_who_has_left_plays_no_more_cards(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    await house.leaves(west)
    told = (await house.types(west, "play", card="2C")).text
    assert told == "A robot sits in your chair: `/table join` takes it back."
    assert (await house.types(west, "hand")).text == "You don't have a chair at this table."
    assert (await house.types(west, "table leave")).text == told


async def test_when_the_last_person_leaves_the_table_is_closed(house: Club) -> None:
    await house.begun(house.anna, house.boris)
    await house.leaves(house.boris)
    assert not house.closed()
    asked = await house.types(house.anna, "table leave")
    assert asked.private and not house.closed()
    assert asked.text == (
        "Nobody else is at this table: if you leave, it closes, and the rubber stays unfinished "
        "and is worth nothing."
    )
    answer = await house.presses(house.anna, asked, "leave")
    assert answer.text == "You have left the table." and answer.message.id == asked.message.id
    assert house.closed()
    assert "This table is closed" in house.screen().text


async def test_the_button_that_leaves_asks_first_where_the_table_would_close(house: Club) -> None:
    await house.seated(house.anna, house.boris)
    left = await house.presses(house.boris, house.screen(), "leave")
    assert left.message.id == house.screen().message.id and not house.closed()
    asked = await house.presses(house.anna, house.screen(), "leave")
    assert asked.private and not house.closed()
    assert asked.text == "Nobody else is at this table, so it closes if you leave."
    await house.presses(house.anna, asked, "leave")
    assert house.closed()


async def test_what_was_confirmed_is_asked_again_where_more_would_end_by_now(house: Club) -> None:
    await house.seated(house.anna)
    asked = await house.types(house.anna, "table leave")
    await house.types(house.anna, "table start")
    again = await house.presses(house.anna, asked, "leave")
    assert again.message.id == asked.message.id and "the rubber stays unfinished" in again.text
    assert not house.closed()


async def test_who_confirms_when_somebody_else_has_come_leaves_and_the_table_goes_on(house: Club) -> None:
    await house.seated(house.anna)
    asked = await house.types(house.anna, "table leave")
    await house.types(house.boris, "table join")
    answer = await house.presses(house.anna, asked, "leave")
    assert answer.text == "You have left the table." and not house.closed()


async def test_who_would_stay_last_with_those_who_want_to_close_is_asked_first(house: Club) -> None:
    await house.begun(house.anna, house.boris)
    await house.types(house.boris, "table close")
    asked = await house.types(house.anna, "table leave")
    assert asked.text == (
        "All the others have agreed to close the table: if you leave, it closes, and the rubber stays "
        "unfinished."
    )
    await house.presses(house.anna, asked, "leave")
    assert house.closed()


async def test_robots_come_and_go_between_rubbers_and_only_members_send_for_them(house: Club) -> None:
    await house.seated(house.anna)
    assert (await house.types(house.boris, "table robot")).text == "You don't have a chair at this table."
    assert (await house.types(house.anna, "table robot", away=True)).text == "There is no robot to send away."
    for count in (2, 3, 4):
        assert (await house.types(house.anna, "table robot")).text == "A robot has joined."
        assert len(house.table.state.members) == count
    assert (await house.types(house.anna, "table robot")).text == "All the chairs are taken."
    assert (
        await house.types(house.anna, "table robot", away=True)
    ).text == "The robot that came last has gone."
    assert len(house.table.state.members) == 3


async def test_a_robot_gives_its_chair_to_a_person_between_rubbers(house: Club) -> None:
    await house.seated(house.anna)
    for _ in range(3):
        await house.types(house.anna, "table robot")
    assert (await house.types(house.boris, "table join")).text.startswith("You have joined the table.")
    assert sum(isinstance(member, RobotMember) for member in house.table.state.members) == 2


async def test_a_rubber_begins_with_robots_in_the_empty_chairs(house: Club) -> None:
    await house.seated(house.anna)
    assert (await house.types(house.boris, "table start")).text == "You don't have a chair at this table."
    answer = await house.types(house.anna, "table start")
    assert answer.text == "The rubber begins."
    assert sum(isinstance(member, RobotMember) for member in house.table.state.members) == 3
    assert house.screen().text.startswith(("### Rubber 1", "### Deal 1"))


async def test_what_belongs_between_rubbers_is_refused_during_one(house: Club) -> None:
    await house.begun()
    answer = await house.types(house.anna, "table robot", away=True)
    assert answer.text == "That must wait until the rubber is over."
    assert (await house.types(house.anna, "table start")).text == "A rubber is already being played."


async def test_nobody_is_replaced_by_a_robot_before_the_table_has_waited_long_for_them(house: Club) -> None:
    await house.playing()
    answer = await house.types(house.at(Seat.EAST), "table robot")
    assert "in 180 seconds" in answer.text
    assert house.at(Seat.WEST) in house.four
    await house.env.advance_time(180)
    assert (
        await house.types(house.at(Seat.WEST), "table robot")
    ).text == "The table is not waiting for anybody else."
    west = house.at(Seat.WEST)
    answer = await house.types(house.at(Seat.EAST), "table robot")
    assert answer.text.startswith("A robot plays on")
    assert house.table.seat(UserId(west.id)) is None
    await house.types(west, "table join")
    assert house.at(Seat.WEST) is west


async def test_anybody_may_see_the_score(house: Club) -> None:
    await house.playing()
    for who in (house.anna, house.ivan):
        answer = await house.types(who, "deal", show="score")
        assert answer.private and answer.text.startswith("### The score")


async def test_a_won_rubber_tells_its_best_moment_and_stands_on_the_leaderboard_and_a_new_one_may_begin(
    house: Club,
) -> None:
    await house.begun()
    answer = await house.types(house.ivan, "leaderboard")
    assert not answer.private and not any(who.mention in answer.text for who in house.four)
    await house.plays_out_the_rubber()
    ended = house.table.state.ended
    assert ended is not None and ended.value > 0
    answer = await house.types(house.ivan, "leaderboard", game="biritch")
    ranks = [line for line in answer.text.splitlines() if "<@" in line]
    first = [user for user in house.table.people.values() if any(f"<@{user}>" in line for line in ranks[:2])]
    winners = [house.table.people[share.person] for share in ended.shares if share.side is ended.winner]
    (end,) = (one.text for one in map(house.seen, house.room.history()) if "Best moment" in one.text)
    best = re.search(r"\*\*Best moment:\*\* <@(\d+)>'s .+ won the game \(deal (\d+), trick", end)
    assert best is not None and house.table.state.last is not None
    assert int(best[1]) in winners and int(best[2]) == house.table.state.last.number
    assert len(ranks) == 4 and sorted(first) == sorted(winners)
    assert f"**+{ended.value}**" in ranks[0]
    assert (await house.types(house.anna, "table start")).text.startswith("The rubber begins")
