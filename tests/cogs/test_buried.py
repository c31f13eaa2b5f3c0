"""Chat that buries the table: its message comes back to the bottom."""

from __future__ import annotations

from simcord.builders import ChannelHandle

from rules.seats import Seat
from tests.trials.stage.club import Club


async def chat(house: Club, count: int, channel: ChannelHandle | None = None) -> None:
    for number in range(count):
        await house.ivan.send(channel or house.room, f"line {number}")
    await house.env.advance_time(0.5)


async def test_after_ten_messages_the_table_comes_back_to_the_bottom_and_stands_there_once(
    house: Club,
) -> None:
    await house.playing()
    before = house.screen()
    await chat(house, 9)
    assert house.room.last_message is not None and house.room.last_message.content == "line 8"
    await chat(house, 1)
    after = house.screen()
    assert after.text == before.text and after.message.id != before.message.id
    standing = [one for one in house.room.history() if house.seen(one).text == before.text]
    assert [one.id for one in standing] == [after.message.id]
    await house.presses(house.at(Seat.WEST), after, "hand")


async def test_it_comes_back_at_most_once_a_minute(house: Club) -> None:
    await house.playing()
    await chat(house, 10)
    first = house.screen()
    assert first.buttons
    await chat(house, 12)
    assert not house.screen().buttons
    await house.env.advance_time(61)
    assert house.screen().buttons and house.screen().message.id != first.message.id


async def test_chat_elsewhere_and_beside_a_table_at_which_nothing_goes_on_moves_nothing(house: Club) -> None:
    await house.playing()
    before = house.screen()
    await chat(house, 12, house.parlour)
    assert house.screen().message.id == before.message.id
    await house.env.advance_time(3601)
    await chat(house, 12)
    assert not house.screen().buttons


async def test_after_a_restart_a_table_is_brought_back_as_before(house: Club) -> None:
    await house.playing()
    await house.restart()
    await chat(house, 10)
    assert house.screen().buttons
