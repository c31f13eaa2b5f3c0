"""A table that is shown as a picture, on a simulated Discord: the message in the channel follows the play,
with and without the permission to send files."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from threading import Event

from rules.seats import Seat
from rules.table.requests import SetOption
from storage.ports.records import UserId
from tests.cogs.club import Club
from tests.cogs.seen import walk
from tests.guard import until

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
    assert "Trick 1: no card yet. West is to lead." in before
    await house.plays_a_card()
    (after,) = descriptions(house)
    assert "Trick 1: West led the " in after and "to play from dummy (North). Dummy (North): " in after


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
    assert "North played the " in descriptions(house)[0]


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


async def test_a_table_without_the_option_has_no_picture(house: Club) -> None:
    await house.playing(cards=1)
    assert descriptions(house) == []
