"""The end of a rubber is one message: no lobby repeats it until something of the table has changed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.tables.open_table import room
from storage.ports.records import Slot, SlotKind, UserId
from storage.slots import want_now
from tests.trials.stage.club import Club
from tests.trials.stage.happenings import inside
from tests.trials.stage.seen import Screen

TABLE = {"start", "more", "lobby"}
"""What the end of a rubber offers while nothing has changed."""


async def ended(house: Club) -> Screen:
    """Four have played a rubber to its end, which is the last message."""
    await house.playing()
    await house.plays_out_the_rubber()
    return house.screen()


def lobbies(house: Club) -> list[Screen]:
    """The messages in the channel that offer a chair."""
    found = [house.seen(one) for one in house.room.history()]
    return [one for one in found if "join" in one.verbs()]


async def test_the_end_of_a_rubber_is_the_message_of_its_last_deal_and_no_lobby_comes(house: Club) -> None:
    await house.playing()
    before = [one.id for one in house.room.history()]
    await house.plays_out_the_rubber()
    over = house.screen()
    dealt = house.table.state.deals - 1  # those between were posted too; nothing came after the last
    assert len(list(house.room.history())) == len(before) + dealt
    assert "win the rubber" in over.text and over.verbs() == TABLE and len(over.buttons) == 3
    assert all(f"<@{who.id}>" in over.text for who in house.four)
    assert [one["type"] for one in house.stored(over).components[0]["components"]].count(12) == 1
    assert lobbies(house) == []
    assert room(house.table.state) == Slot(SlotKind.DEAL, house.table.state.last_number)


async def somebody_joins(house: Club) -> None:
    await house.types(house.ivan, "table join")


async def somebody_leaves(house: Club) -> None:
    await house.leaves(house.clara)


async def an_option_is_chosen(house: Club) -> None:
    await house.types(house.anna, "table options", name="robots", value="easy")


async def somebody_would_close(house: Club) -> None:
    await house.types(house.boris, "table close")


async def nobody_comes_back(house: Club) -> None:
    await house.env.advance_time(25 * 60 * 60)


CHANGES = (somebody_joins, somebody_leaves, an_option_is_chosen, somebody_would_close, nobody_comes_back)


@pytest.mark.parametrize("change", CHANGES)
async def test_what_changes_at_the_table_brings_the_lobby_below(
    house: Club, change: Callable[[Club], Awaitable[None]]
) -> None:
    over = await ended(house)
    await change(house)
    (lobby,) = lobbies(house)
    assert lobby.message.id == house.screen().message.id != over.message.id
    assert house.seen(over.message).verbs() == {"start", "more"}
    assert "win the rubber" in house.seen(over.message).text and "win the rubber" not in lobby.text


async def test_again_says_who_has_left_and_no_robot_sits_down_unasked(house: Club) -> None:
    over = await ended(house)
    await house.leaves(house.clara)
    told = (
        f"No longer at this table: <@{house.clara.id}>. 1 chair is empty: wait until it is taken, or press "
        "**Play now with robots**."
    )
    assert (await house.presses(house.anna, over, "start")).text == told
    typed = await house.types(house.boris, "turn", act="again")
    assert typed.text == f"{told.removesuffix('.')}; what you can do now: Play now with robots."
    await house.leaves(house.david)
    pressed = await house.presses(house.anna, over, "start")
    assert pressed.private and "2 chairs are empty" in pressed.text
    assert all(f"<@{one.id}>" in pressed.text for one in (house.clara, house.david))
    state = house.table.state
    assert state.rubber is None and len(state.members) == 2
    (lobby,) = lobbies(house)
    await house.presses(house.anna, lobby, "start")
    assert house.table.state.rubber is not None


async def test_again_begins_with_somebody_who_has_taken_the_chair(house: Club) -> None:
    over = await ended(house)
    await house.leaves(house.clara)
    await house.types(house.ivan, "table join")
    await house.presses(house.anna, over, "start")
    rubber = house.table.state.rubber
    assert rubber is not None and house.table.belongs(UserId(house.ivan.id))


async def test_again_at_a_table_that_nobody_played_at_for_a_day_says_how_it_goes_on(house: Club) -> None:
    over = await ended(house)
    await house.env.advance_time(25 * 60 * 60)
    stands = "Nobody has played here for a while. Those who sit here go on with **Resume**."
    assert (await house.presses(house.anna, over, "start")).text == stands
    await house.leaves(house.clara)
    assert (await house.presses(house.anna, over, "start")).text == stands
    (lobby,) = lobbies(house)
    await house.presses(house.boris, lobby, "resume")
    assert "No longer at this table" in (await house.presses(house.anna, over, "start")).text
    await house.types(house.clara, "table join")
    await house.presses(house.anna, over, "start")
    assert house.table.state.rubber is not None


async def test_a_change_that_is_taken_back_leaves_the_one_lobby_where_it_is(house: Club) -> None:
    await ended(house)
    await house.types(house.ivan, "table join")
    (lobby,) = lobbies(house)
    await house.types(house.ivan, "table leave")
    assert [one.message.id for one in lobbies(house)] == [lobby.message.id]
    assert f"<@{house.ivan.id}>" not in house.seen(lobby.message).text
    await house.types(house.ivan, "table join")
    assert [one.message.id for one in lobbies(house)] == [lobby.message.id]
    assert f"<@{house.ivan.id}>" in house.seen(lobby.message).text


async def test_one_press_shows_what_the_lobby_offers_to_the_presser_alone(house: Club) -> None:
    over = await ended(house)
    for who in (house.anna, house.ivan):
        shown = await house.presses(who, over, "lobby")
        assert shown.private and {"join", "leave", "start", "rules", "options"} <= shown.verbs()
        assert all(f"<@{one.id}>" in shown.text for one in house.four)
    assert lobbies(house) == [] and house.screen().message.id == over.message.id


async def test_a_chair_is_asked_for_from_the_end_of_a_rubber(house: Club) -> None:
    over = await ended(house)
    shown = await house.presses(house.ivan, over, "lobby")
    told = await house.presses(house.ivan, shown, "join")
    assert told.message.id == shown.message.id and told.text.startswith("You have joined the table.")
    (lobby,) = lobbies(house)
    assert f"<@{house.ivan.id}>" in lobby.text and "went out after 1 rubber." in lobby.text


async def test_who_leaves_from_the_end_of_a_rubber_sees_the_table_without_them(house: Club) -> None:
    over = await ended(house)
    shown = await house.presses(house.clara, over, "lobby")
    left = await house.presses(house.clara, shown, "leave")
    assert left.message.id == shown.message.id and left.private
    assert f"<@{house.clara.id}>" not in left.text and "join" in left.verbs()
    assert not house.table.belongs(UserId(house.clara.id))
    (lobby,) = lobbies(house)
    assert f"<@{house.clara.id}>" not in lobby.text
    starts = next(one["label"] for one in lobby.buttons if one["custom_id"] == lobby.button("start"))
    assert starts == "Play now with robots" and f"press **{starts}** below" in lobby.text


async def test_the_rules_and_the_options_are_shown_from_the_end_of_a_rubber(house: Club) -> None:
    over = await ended(house)
    shown = await house.presses(house.boris, over, "lobby")
    rules = await house.presses(house.boris, shown, "rules")
    assert rules.private and "Biritch" in rules.text
    options = await house.presses(house.boris, shown, "options")
    assert options.private and options.message.id == shown.message.id
    assert lobbies(house) == []


async def test_a_start_from_ones_own_view_of_the_table_shows_their_hand(house: Club) -> None:
    over = await ended(house)
    shown = await house.presses(house.david, over, "lobby")
    hand = await house.presses(house.david, shown, "start")
    assert hand.message.id == shown.message.id and "Your cards" in hand.text
    assert house.table.state.rubbers == 2 and house.table.state.rubber is not None


async def test_a_refusal_on_ones_own_view_of_the_table_stands_above_it(house: Club) -> None:
    over = await ended(house)
    shown = await house.presses(house.ivan, over, "lobby")
    refused = await house.presses(house.ivan, shown, "start")
    assert refused.message.id == shown.message.id and {"join", "start"} <= refused.verbs()
    assert house.table.state.rubber is None and lobbies(house) == []


async def test_of_all_who_press_again_the_first_begins_and_the_others_see_their_hands(house: Club) -> None:
    over = await ended(house)
    again = over.button("start")
    await house.presses(house.clara, over, "start")
    for who in house.four:  # the first of them twice
        told = await house.presses_late(who, over, again)
        assert told.private and told.text.startswith("> The rubber has begun already.")
        assert "Your cards" in told.text
    assert house.table.state.rubbers == 2


async def test_a_start_that_comes_second_turns_ones_own_view_of_the_table_into_their_hand(
    house: Club,
) -> None:
    over = await ended(house)
    shown = await house.presses(house.david, over, "lobby")
    await house.presses(house.clara, over, "start")
    late = await house.presses(house.david, shown, "start")
    assert late.message.id == shown.message.id and "Your cards" in late.text
    assert late.text.startswith("> The rubber has begun already.")


@pytest.mark.parametrize("by", ["all who sit there", "a moderator"])
async def test_once_the_table_is_closed_nothing_offers_another_rubber(house: Club, by: str) -> None:
    over = await ended(house)
    for who in (house.ivan,) if by == "a moderator" else house.four:
        await house.types(who, "table close")
    assert house.closed() and house.seen(over.message).verbs() == {"more"}
    assert "win the rubber" in house.seen(over.message).text


async def test_who_presses_again_as_the_message_moves_sees_their_hand(house: Club) -> None:
    over = await ended(house)
    house.env.inject_error("POST", "/interactions/*", status=404, code=10008, message="Unknown Message")
    answer = await house.presses(house.boris, over, "start")
    assert house.table.state.rubbers == 2
    assert answer.private and "### Your cards" in answer.text and "gone" not in answer.text


@pytest.mark.parametrize("restarts", [False, True])
async def test_again_begins_the_next_rubber_and_the_cut_stands_between(house: Club, restarts: bool) -> None:
    over = await ended(house)
    if restarts:
        await house.restart()
    answer = await house.presses(house.boris, over, "start")
    assert answer.message.id == over.message.id and house.seen(over.message).verbs() == {"more"}
    assert house.table.state.rubbers == 2 and house.table.state.rubber is not None
    in_order = sorted(house.room.history(), key=lambda one: one.id)
    last, cut, dealt = (house.seen(one) for one in in_order[-3:])
    assert last.message.id == over.message.id and cut.text.startswith("### Rubber 2: cut for partners")
    assert dealt.text.startswith(f"### Deal {house.table.state.deals}")


async def test_who_only_types_is_told_how_the_next_rubber_begins_and_may_say_again(house: Club) -> None:
    await ended(house)
    told = await house.types(house.anna, "turn", act="next")
    assert told.text == "No pack is waiting to be cut; what you can do now: Start."
    begun = await house.types(house.boris, "turn", act="again")
    assert begun.text == "The rubber begins." and house.table.state.rubbers == 2


async def test_table_show_brings_the_end_of_the_rubber_to_the_bottom(house: Club) -> None:
    over = await ended(house)
    await house.ivan.send(house.room, "What a rubber!")
    await house.types(house.ivan, "table show")
    assert house.screen().message.id != over.message.id
    assert "win the rubber" in house.screen().text and house.screen().verbs() == TABLE
    await house.types(house.anna, "table start")
    assert house.table.state.rubbers == 2


async def test_table_show_in_another_channel_brings_the_end_of_the_rubber_there(house: Club) -> None:
    await ended(house)
    await house.types(house.anna, "table show", channel=house.parlour)
    over = house.screen(house.parlour)
    assert "win the rubber" in over.text and over.verbs() == TABLE
    await house.presses(house.anna, over, "start")
    cut, dealt = (house.seen(one) for one in sorted(house.parlour.history(), key=lambda one: one.id)[-2:])
    assert cut.text.startswith("### Rubber 2: cut for partners") and dealt.text.startswith("### Deal ")


async def test_what_may_be_done_from_an_old_end_of_a_rubber_is_what_may_be_done_now(house: Club) -> None:
    over = await ended(house)
    await house.types(house.anna, "table start")
    shown = await house.presses_late(house.ivan, over, f"lobby:{house.table.id}")
    assert shown.private and "join" not in shown.verbs() and "to cut" in shown.text


async def has_lobby_of_an_older_bot(house: Club) -> None:
    """It was wanted when the rubber ended, and stands below that."""
    table = house.table
    old = Slot(SlotKind.LOBBY, table.state.rubbers)
    await inside(house.store, lambda db: want_now(db, table.id, old))
    await house.restart()
    await house.restart()


async def test_a_lobby_of_an_older_bot_goes_on_to_work(house: Club) -> None:
    over = await ended(house)
    await has_lobby_of_an_older_bot(house)
    (lobby,) = lobbies(house)
    assert lobby.message.id != over.message.id
    await house.presses(house.ivan, lobby, "join")
    assert [one.message.id for one in lobbies(house)] == [lobby.message.id]
    assert f"<@{house.ivan.id}>" in house.seen(lobby.message).text


async def test_an_old_lobby_on_which_start_is_pressed_says_how_the_partners_were_cut(house: Club) -> None:
    await ended(house)
    await has_lobby_of_an_older_bot(house)
    (lobby,) = lobbies(house)
    answer = await house.presses(house.anna, lobby, "start")
    assert answer.message.id == lobby.message.id and answer.text.startswith("### Rubber 2: cut for partners")


async def test_somebody_who_waited_brings_the_lobby_when_the_rubber_ends(house: Club) -> None:
    await house.playing()
    await house.types(house.ivan, "table join")
    await house.plays_out_the_rubber()
    (lobby,) = lobbies(house)
    assert lobby.message.id == house.screen().message.id and "went out after 1 rubber." in lobby.text
