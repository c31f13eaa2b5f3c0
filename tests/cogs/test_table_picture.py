"""A table that is shown as a picture, on a simulated Discord: the message in the channel follows the play,
with and without the permission to send files."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Event

from simcord.actors import MemberActor

from rules.seats import Seat
from rules.table.requests import SetOption
from storage.ports.records import UserId
from tests.cogs.test_alone import finishes, goes_on
from tests.cogs.test_evening_rooms import forbid
from tests.trials.stage.club import Club
from tests.trials.stage.guard import until
from tests.trials.stage.seen import Screen, walk

GALLERY = 12


def descriptions(house: Club) -> list[str]:
    """The alt texts of the pictures in the last message that everybody sees."""
    message = house.stored(house.screen())
    galleries = [one for one in walk(message.components) if one["type"] == GALLERY]
    return [item["description"] for one in galleries for item in one["items"]]


async def with_picture(house: Club) -> None:
    """West is to lead, at a table with a picture."""
    await house.seated()
    await house.acts(house.anna, SetOption("picture", "on"))
    await house.types(house.anna, "table start")
    await house.types(house.at(Seat.EAST), "turn", act="cut")
    await house.types(house.at(Seat.SOUTH), "declare", trumps="H")
    for seat in (Seat.WEST, Seat.EAST):
        await house.types(house.at(seat), "turn", act="content")


async def test_a_picture_follows_the_play_card_by_card_and_says_whose_turn_it_is(house: Club) -> None:
    await with_picture(house)
    (before,) = descriptions(house)
    west = house.at(Seat.WEST).name
    assert f"Trick 1: no card yet. {west} is to lead." in before
    await house.plays_a_card()
    (after,) = descriptions(house)
    dummy = house.at(Seat.NORTH).name
    assert f"Trick 1: {west} led the " in after
    assert f"to play from dummy ({dummy}). Dummy ({dummy}): " in after and f"{dummy}: North, dummy" in after


async def test_a_card_that_is_played_while_a_picture_is_drawn_is_on_the_next_picture(house: Club) -> None:
    """The older picture is not noted as that of the newest card."""
    await with_picture(house)
    busy, threads = Event(), ThreadPoolExecutor(1)
    asyncio.get_running_loop().set_default_executor(threads)
    threads.submit(busy.wait)
    try:
        for is_drawn in (True, False):
            who = house.to_act()
            with house.inside():
                await house.bot.services.tables.act(
                    house.table.id, UserId(who.id), house.view(who).options[0]
                )
            if is_drawn:
                await until(lambda: not threads._work_queue.empty(), "a picture that waits for the thread")
    finally:
        busy.set()
    await house.env.settle()
    assert f"{house.at(Seat.NORTH).name} played the " in descriptions(house)[0]


async def test_where_no_file_may_be_sent_the_same_message_has_words_instead(house: Club) -> None:
    await with_picture(house)
    path = f"/channels/{house.room.id}/messages/*"
    house.env.inject_error("PATCH", path, status=403, code=50013)
    await house.plays_a_card()
    assert descriptions(house) == []
    assert house.stored(house.screen()).attachments == []
    assert "\n**N** " in house.screen().text and "plays dummy" in house.screen().text
    await house.plays_a_card()
    assert descriptions(house) == []  # it is not tried again at once


def shown_alone(house: Club, seen: Screen) -> list[str]:
    """The alt texts of the pictures in a message that somebody alone sees."""
    galleries = [one for one in walk(house.stored(seen).components) if one["type"] == GALLERY]
    return [item["description"] for one in galleries for item in one["items"]]


async def wants_pictures(house: Club, who: MemberActor, value: str = "yes") -> None:
    me = await house.types(who, "me")
    await house.chooses_of(who, me, "me:picture", value)


async def test_whoever_has_chosen_a_picture_sees_the_table_from_their_seat_with_their_hand(
    house: Club,
) -> None:
    """West has: in direct messages, and on the copy that they press. East has not, and the room has not."""
    await house.playing()
    west, east = house.at(Seat.WEST), house.at(Seat.EAST)
    await wants_pictures(house, west)
    (at_once,) = shown_alone(house, house.panel(west))
    assert "Your cards: " in at_once and f"{west.name}: you" in at_once
    copy = await house.presses(west, house.screen(), "hand")
    assert shown_alone(house, copy) == [at_once]
    copy = await house.presses(west, copy, "play", house.plays(west)[0])
    (after,) = shown_alone(house, copy)
    assert f"Trick 1: {west.name} led the " in after
    await house.plays_a_card()
    (later,) = shown_alone(house, copy)  # it follows
    assert " played the " in later
    assert shown_alone(house, house.panel(east)) == descriptions(house) == []
    await wants_pictures(house, west, "no")
    assert shown_alone(house, house.panel(west)) == []
    assert house.stored(house.panel(west)).attachments == []


async def test_a_game_played_alone_is_a_picture_for_those_who_have_chosen_it(house: Club) -> None:
    await wants_pictures(house, house.anna)
    seen: Screen = await house.types(house.anna, "play")
    while "play" not in seen.verbs():
        assert shown_alone(house, seen) == []
        seen = await goes_on(house, house.anna, seen)
    (alt,) = shown_alone(house, seen)
    assert "Your cards: " in alt and "(robot)" in alt
    seen = await finishes(house, house.anna, seen)
    assert shown_alone(house, seen) == []


async def test_where_an_answer_may_hold_no_file_a_game_played_alone_is_told_in_words(house: Club) -> None:
    await wants_pictures(house, house.anna)
    forbid(house, "attach_files")
    seen: Screen = await house.types(house.anna, "play")
    while "play" not in seen.verbs():
        seen = await goes_on(house, house.anna, seen)
    assert shown_alone(house, seen) == [] and "Partner" in seen.text


async def test_a_table_without_the_option_has_no_picture(house: Club) -> None:
    await house.playing(cards=1)
    assert descriptions(house) == []
