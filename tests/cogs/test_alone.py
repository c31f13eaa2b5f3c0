"""Playing alone: one message, drawn in answer to what its person does and at no other time."""

from __future__ import annotations

import re
from typing import Final

from simcord.actors import MemberActor

from bot.tables.open_table import OpenTable
from rules.seats import RobotMember, Seat
from screens.words.refusals import MOMENT_PASSED, NO_GAME_ALONE
from storage.ports.records import UserId
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Answer, Screen

TEXT_STYLE: Final = "\ufe0e"
"""After the sign of a suit, so that it is drawn as a letter."""


async def table_of(house: Club, who: MemberActor) -> OpenTable:
    table = await house.bot.services.alone.table_of(UserId(who.id))
    assert table is not None
    return table


async def goes_on(house: Club, who: MemberActor, seen: Screen) -> Answer:
    """Presses the first button that calls, plays or agrees."""
    ids = [str(one["custom_id"]) for one in seen.buttons if not one.get("disabled")]
    acts = ("play:", "call:", "agree:")
    return await house.presses_id(who, seen, next(one for one in ids if one.startswith(acts)))


async def finishes(house: Club, who: MemberActor, seen: Screen) -> Screen:
    """Plays until the deal is over."""
    table = await table_of(house, who)
    deal = table.state.deals
    while table.state.last_number < deal:
        seen = await goes_on(house, who, seen)
    return seen


def posted(house: Club) -> list[str]:
    """The requests that count against what Discord allows a bot: all but answers to interactions."""
    own = ("/interactions/", "/webhooks/")
    return [
        f"{one.method} {one.path}"
        for one in house.env.http_requests
        if one.method != "GET" and not one.path.startswith(own) and "/messages" in one.path
    ]


async def test_a_whole_deal_is_played_on_one_private_message_without_one_counted_call(house: Club) -> None:
    seen: Screen = await house.types(house.anna, "play")
    assert seen.private
    first = seen.message.id
    seen = await finishes(house, house.anna, seen)
    assert seen.message.id == first
    assert {"cut", "again", "alone", "friends"} <= seen.verbs()
    assert posted(house) == []
    assert not list(house.room.history())


async def test_only_in_somebodys_first_deal_it_is_told_what_to_do_now(house: Club) -> None:
    seen: Screen = await house.types(house.anna, "play", strength="easy")
    assert "First deal: " in seen.text
    seen = await finishes(house, house.anna, seen)
    assert "First deal: " not in (await house.presses(house.anna, seen, "cut")).text
    await house.restart()
    assert "First deal: " not in (await house.types(house.anna, "play", game="bridge")).text


async def test_in_direct_messages_the_command_takes_the_game_up_where_it_was(house: Club) -> None:
    begun = await house.writes(house.anna, "play", game="vint", strength="easy")
    assert not begun.private
    table = await table_of(house, house.anna)
    assert table.state.game == "vint"
    again = await house.writes(house.anna, "play")
    assert again.text == begun.text and (await table_of(house, house.anna)).id == table.id


async def test_the_game_played_last_is_begun_once_more(house: Club) -> None:
    await house.types(house.anna, "play", game="vint", strength="easy", declare=True)
    before = await table_of(house, house.anna)
    await house.types(house.anna, "play", best_hand=True)
    after = await table_of(house, house.anna)
    assert before.closed and not after.closed and after.state.game == "vint"
    assert after.state.alone is not None and after.state.alone.declares and after.state.alone.best_hand
    assert dict(after.state.options)["robots"] == "easy"


async def test_another_game_is_begun_in_the_midst_of_a_deal_only_once_they_have_said_so(house: Club) -> None:
    begun = await goes_on(
        house, house.anna, await house.types(house.anna, "play", declare=True, strength="easy")
    )
    before = await table_of(house, house.anna)
    asked = await house.types(house.anna, "play", game="vint", strength="easy")
    assert asked.private and asked.text == (
        "Your deal of Biritch is not over. **Go on** takes it up; **Start anew** drops it, and begins Vint."
    )
    assert (await table_of(house, house.anna)).id == before.id and not before.closed
    went_on = await house.presses(house.anna, asked, "hand")
    assert went_on.text == begun.text and went_on.message.id == asked.message.id
    played = before.version
    for wish in ({"strength": "good"}, {"declare": False}, {"best_hand": True}):
        again = await house.types(house.anna, "play", **wish)
        assert "is not over" in again.text and before.version == played
    anew = next(str(one["custom_id"]) for one in again.buttons if str(one["custom_id"]).startswith("anew:"))
    new = await house.presses_id(house.anna, again, anew)
    after = await table_of(house, house.anna)
    assert before.closed and after.state.game == "biritch" and {"call"} <= new.verbs()
    assert after.state.alone is not None and after.state.alone.best_hand and after.state.alone.declares
    await goes_on(house, house.anna, new)
    stale = await house.presses_late(house.anna, new, anew)  # it was asked about another deal
    assert "is not over" in stale.text and not after.closed


async def test_the_same_deal_again_drops_no_deal_that_is_being_played_and_adds_none_to_two(
    house: Club,
) -> None:
    over = await finishes(house, house.anna, await house.types(house.anna, "play", strength="easy"))
    compared = await house.types(house.anna, "play", step="compared")
    await goes_on(house, house.anna, compared)
    again = await house.presses_late(house.anna, over, over.button("again"))
    begun = {one.id for one in house.bot.services.tables._open.values() if not one.closed}
    assert len(begun) == 3, "the rubber, the deal that is compared, and the one played once more"
    seen = await goes_on(house, house.anna, again)
    for ask in (
        lambda: house.presses_late(house.anna, over, over.button("again")),
        lambda: house.types(house.anna, "play", step="again"),
    ):
        refused = await ask()
        assert refused.private and "once more already" in refused.text
    assert {one.id for one in house.bot.services.tables._open.values() if not one.closed} == begun
    while "again" not in seen.verbs():
        seen = await goes_on(house, house.anna, seen)
    await house.presses_late(house.anna, over, over.button("again"))
    still = {one.id for one in house.bot.services.tables._open.values() if not one.closed}
    assert len(still) == 3 and len(still & begun) == 2


async def test_who_has_played_alone_is_told_where_those_deals_are_seen_and_that_they_are_not_counted(
    house: Club,
) -> None:
    seen: Screen = await house.types(house.anna, "play", strength="easy")
    await finishes(house, house.anna, seen)
    told = await house.types(house.anna, "stats")
    assert "not those that one plays alone with `/play` or `/daily`" in told.text
    assert (
        "`/deal` shows" in told.text
        and "Deal 1," in (await house.types(house.anna, "deal", show="replay", deal=1)).text
    )


async def test_somebody_who_has_never_played_begins_with_easy_robots_hints_and_a_line_of_what_to_do(
    house: Club,
) -> None:
    begun = await house.types(house.anna, "play")
    table = await table_of(house, house.anna)
    assert (
        dict(table.state.options)["robots"] == "easy" and table.view(UserId(house.anna.id)).table.gives_hints
    )
    assert "hint" in begun.verbs() or "First deal:" in begun.text
    over = await finishes(house, house.anna, begun)
    assert "These are the easy robots" in over.text
    best = await house.types(house.anna, "play", strength="best")
    assert "First deal:" not in best.text
    assert dict((await table_of(house, house.anna)).state.options)["robots"] == "best"


async def test_a_press_on_an_older_message_shows_the_game_as_it_is(house: Club) -> None:
    old = await house.types(house.anna, "play", declare=True, strength="easy")
    new = await house.types(house.anna, "play")
    moved = await goes_on(house, house.anna, new)
    ids = [str(one["custom_id"]) for one in old.buttons]
    late = await house.presses_id(house.anna, old, next(one for one in ids if one.startswith("call:")))
    assert late.message.id == old.message.id
    assert MOMENT_PASSED() in late.text and moved.verbs() <= late.verbs()


async def test_after_a_restart_in_the_middle_of_a_trick_the_next_press_goes_on(house: Club) -> None:
    seen: Screen = await house.types(house.anna, "play", declare=True, strength="easy")
    while "play" not in seen.verbs():
        seen = await goes_on(house, house.anna, seen)
    await house.restart()
    seen = await goes_on(house, house.anna, house.seen(seen.message))
    assert (await table_of(house, house.anna)).state.deal is not None
    await finishes(house, house.anna, seen)


async def test_what_is_taken_back_is_marked_in_the_record(house: Club) -> None:
    first = await house.types(house.anna, "play", declare=True, strength="easy")
    called = await goes_on(house, house.anna, first)
    back = await house.presses(house.anna, called, "takeback")
    assert {"call"} <= back.verbs() and "takeback" not in back.verbs()
    over = await finishes(house, house.anna, back)
    assert "Taken back one time." in over.text
    table = await table_of(house, house.anna)
    assert table.state.last is not None and table.state.last.taken_back == 1


async def test_the_same_deal_again_has_the_same_hands_is_verified_and_leaves_the_rubber(house: Club) -> None:
    over = await finishes(house, house.anna, await house.types(house.anna, "play", strength="easy"))
    rubber = await table_of(house, house.anna)
    again = await house.presses(house.anna, over, "again")
    table = await table_of(house, house.anna)
    assert table.id != rubber.id and table.state.deal is not None and rubber.state.last is not None
    assert table.state.deal.dealt.hands == rubber.state.last.hands
    over = await finishes(house, house.anna, again)
    proof = await house.presses(house.anna, await house.looks(house.anna, over, "verify"), "verify")
    assert "checks out" in proof.text and rubber.id in proof.text
    back = await house.presses(house.anna, await house.presses(house.anna, proof, "more"), "more", "out")
    assert (await house.presses(house.anna, back, "alone")).verbs() >= {"cut", "again"}
    assert (await table_of(house, house.anna)).id == rubber.id


async def test_what_the_best_robot_would_do_stands_on_the_message_itself(house: Club) -> None:
    first = await house.types(house.anna, "play", declare=True, strength="easy")
    hinted = await house.presses(house.anna, first, "hint")
    assert hinted.message.id == first.message.id
    assert len(hinted.text) > len(first.text) and hinted.verbs() == first.verbs()


async def test_a_wish_is_pressed_between_deals_and_holds_from_the_next(house: Club) -> None:
    over = await finishes(house, house.anna, await house.types(house.anna, "play", strength="easy"))
    wished = await house.presses(house.anna, over, "alone", "declares")
    assert "you deal every time" in wished.text
    await house.presses(house.anna, wished, "cut")
    table = await table_of(house, house.anna)
    assert table.state.deal is not None and table.state.deal.dealt.dealer is table.state.own_seat


async def test_a_friend_takes_a_robots_chair_once_the_table_stands_in_a_channel(house: Club) -> None:
    seen = await house.types(house.anna, "play", declare=True, strength="easy")
    over = await finishes(house, house.anna, seen)
    told = await house.presses(house.anna, over, "friends")
    assert f"<#{house.room.id}>" in told.text
    assert house.table.state.alone is None and house.table.place.guild == house.guild.id
    chairs = await house.presses(house.boris, house.screen(), "chairs")
    offered = [str(one["custom_id"]) for one in chairs.buttons]
    assert chairs.private and len(offered) == 3
    await house.presses_id(house.boris, chairs, offered[0])
    rubber = house.table.state.rubber
    assert rubber is not None and sum(isinstance(one, RobotMember) for one in rubber.seats) == 2
    assert house.seat(house.boris) in Seat
    assert "hand" in told.verbs() and (await house.presses(house.anna, told, "hand")).private


async def test_a_table_that_was_moved_to_a_channel_by_a_process_that_ended_then_is_opened_at_the_start(
    house: Club,
) -> None:
    """Nobody need do anything: neither its player, whose press came to nothing, nor those in the channel."""
    seen = await house.types(house.anna, "play", declare=True, strength="easy")
    over = await finishes(house, house.anna, seen)
    table = await table_of(house, house.anna)
    await house.store.streams.move(table.id, house.room.id, guild=house.guild.id)  # killed before the other
    assert not list(house.room.history())
    await house.restart()
    assert house.table.state.alone is None and len(house.room.history()) == 1
    refused = await house.types(house.boris, "table open")
    assert refused.private and "`/table show` brings it back into sight" in refused.text
    assert "chairs" in house.screen().verbs()
    again = await house.presses(house.anna, over, "friends")  # as if it had opened it
    assert again.private and len(house.room.history()) == 1
    assert f"<#{house.room.id}>" in again.text and "hand" in again.verbs()


async def test_who_presses_again_what_a_storage_that_was_away_left_half_done_has_their_table_opened(
    house: Club,
) -> None:
    seen = await house.types(house.anna, "play", declare=True, strength="easy")
    over = await finishes(house, house.anna, seen)
    table = await table_of(house, house.anna)
    with house.inside():
        await house.bot.services.tables.move(table.id, house.room.id, house.guild.id)
    again = await house.presses(house.anna, over, "friends")
    assert f"<#{house.room.id}>" in again.text and "hand" in again.verbs()
    assert house.table.state.alone is None and len(house.room.history()) == 1


async def test_who_takes_a_robots_chair_in_mid_deal_sees_the_cards_of_that_seat_and_no_others(
    house: Club,
) -> None:
    seen: Screen = await house.types(house.anna, "play", game="whist_modern", strength="easy")
    while (await table_of(house, house.anna)).state.played_so_far < (0, 4):
        seen = await goes_on(house, house.anna, seen)
    deal = (await table_of(house, house.anna)).state.deal
    assert deal is not None and deal.playing is not None
    await house.types(house.anna, "play", step="friends")
    chairs = await house.presses(house.boris, house.screen(), "chairs")
    taken = next(str(one["custom_id"]) for one in chairs.buttons)
    await house.presses_id(house.boris, chairs, taken)
    own, seat = await house.types(house.boris, "hand"), house.seat(house.boris)
    played = {str(card) for trick in deal.playing.all_tricks for _, card in trick.by_player()}
    shown = {
        rank.replace("10", "T") + "SHDC"["♠♥♦♣".index(suit)]
        for rank, suit in re.findall(r"(10|[2-9AKQJ])([♠♥♦♣])", own.text.replace(TEXT_STYLE, ""))
    }
    pressed = {str(one["custom_id"]).rpartition(":")[2] for one in own.buttons if "play:" in one["custom_id"]}
    assert (shown | pressed) - played == {str(card) for card in deal.left(seat)} - played


async def test_a_deal_with_something_taken_back_is_not_opened_to_friends_and_the_channel_is_free(
    house: Club,
) -> None:
    seen: Screen = await house.types(house.anna, "play", declare=True, strength="easy")
    seen = await goes_on(house, house.anna, seen)
    await house.presses(house.anna, seen, "takeback")
    refused = await house.types(house.anna, "play", step="friends")
    assert refused.text.startswith("You have taken something back in this deal")
    assert house.closed() and (await table_of(house, house.anna)).state.alone is not None


async def test_in_direct_messages_friends_are_told_where(house: Club) -> None:
    over = await finishes(house, house.anna, await house.writes(house.anna, "play", strength="easy"))
    told = await house.presses(house.anna, over, "friends")
    assert told.text.startswith("I cannot open a table here.")
    assert (await table_of(house, house.anna)).state.alone is not None


async def test_typed_calls_and_cards_reach_the_game_played_alone(house: Club) -> None:
    await house.types(house.anna, "play", declare=True, strength="easy")
    typed = await house.types(house.anna, "declare", trumps="H")
    assert typed.private and (await table_of(house, house.anna)).state.deal is not None
    seen: Screen = await house.types(house.anna, "play")
    while "play" not in seen.verbs():
        seen = await goes_on(house, house.anna, seen)
    table = await table_of(house, house.anna)
    cards = [str(one["custom_id"]) for one in seen.buttons if str(one["custom_id"]).startswith("play:")]
    played = table.state.played_so_far
    await house.types(house.anna, "play", card=cards[0].rpartition(":")[2])
    assert table.state.played_so_far > played


async def test_of_a_best_hand_the_proof_says_that_it_was_chosen(house: Club) -> None:
    seen: Screen = await house.types(house.anna, "play", best_hand=True, strength="easy")
    told = await house.looks(house.anna, await finishes(house, house.anna, seen), "verify")
    proof = await house.presses(house.anna, told, "verify")
    assert "checks out" in proof.text and "eight salts were tried" in proof.text


async def test_a_press_that_is_delivered_twice_is_done_once(house: Club) -> None:
    seen: Screen = await house.types(house.anna, "play", declare=True, strength="easy")
    table = await table_of(house, house.anna)
    seen = await goes_on(house, house.anna, seen)
    with house.held_up() as payloads:
        await house.anna.click(seen.message, custom_id=seen.button("takeback"))
    await house.delivers(*payloads, *payloads)
    assert table.state.taken_back == 1 and table.state.played_so_far == (0, 0)


async def test_of_a_deal_played_once_more_only_the_last_is_open(house: Club) -> None:
    over = await finishes(house, house.anna, await house.types(house.anna, "play", strength="easy"))
    rubber = await table_of(house, house.anna)
    await house.presses(house.anna, over, "again")
    first = await table_of(house, house.anna)
    await house.presses_late(house.anna, over, over.button("again"))
    second = await table_of(house, house.anna)
    assert first.closed and not second.closed and not rubber.closed and second.id != first.id


async def test_a_deal_takes_a_tap_for_each_own_card_and_one_for_each_call(house: Club) -> None:
    """Thirteen cards at whist, where nobody calls; and nothing else is pressed. A robot's claim is answered
    by one tap, and saves those for the cards that are left."""
    seen: Screen = await house.types(house.anna, "play", game="whist_modern", strength="easy")
    table, taps = await table_of(house, house.anna), 0
    while table.state.last_number < 1:
        seen = await goes_on(house, house.anna, seen)
        taps += 1
    assert table.state.last is not None
    own = sum(len(trick.cards) == 4 for trick in table.state.last.tricks)
    assert taps <= own + (table.state.last.conceded is not None) <= 14


async def test_a_wish_about_the_game_one_plays_alone_begins_no_other_and_touches_none_that_is_not_in_hand(
    house: Club,
) -> None:
    steps = ("back", "again", "friends")
    for step in steps:
        refused = await house.types(house.anna, "play", step=step)
        assert refused.private and refused.text == NO_GAME_ALONE()
    solo = await house.types(house.anna, "play", strength="easy")
    await goes_on(house, house.anna, solo)
    beside = await table_of(house, house.anna)
    acted = beside.state.played_so_far
    begun = await house.types(house.anna, "daily")
    await goes_on(house, house.anna, begun)
    refused = await house.types(house.anna, "play", step="back")
    assert refused.private and "nothing is taken back" in refused.text
    assert beside.state.played_so_far == acted and not beside.closed
    assert await house.bot.services.tables.is_newcomer(UserId(house.boris.id))
    begun = await house.types(house.boris, "daily")
    for step, told in zip(
        steps, ("nothing is taken back", "No deal of this table", "cannot join"), strict=True
    ):
        refused = await house.types(house.boris, "play", step=step)
        assert refused.private and told in refused.text
    mine = await house.bot.services.tables.tables_of(UserId(house.boris.id))
    assert len(mine) == 1
