"""Who cuts lowest chooses a seat, by a button, by a command, or not in time; and who stands out of the first
rubber (laws 1.2; appendix D, D4 and D5)."""

from __future__ import annotations

from rules.seats import Person, Seat
from rules.view import Phase
from tests.trials.stage.club import Club


async def choosing(house: Club) -> Seat:
    """Four people at a table at which the lowest chooses; the seat of the lowest."""
    await house.opens("biritch", {"seats_chosen": "lowest"})
    for who in house.four:
        await house.types(who, "table join")
    await house.types(house.anna, "table start")
    rubber = house.table.state.rubber
    assert rubber is not None and rubber.seats_open
    assert house.view(house.anna).table.phase is Phase.SEATING
    return rubber.dealer


async def test_the_lowest_presses_a_seat_and_nobody_else_may(house: Club) -> None:
    lowest = await choosing(house)
    assert "has cut lowest, and chooses a seat" in house.screen().text
    chooser, other = house.at(lowest), house.at(lowest.left)
    hand = await house.types(chooser, "hand")
    refused = await house.presses_late(other, house.screen(), hand.button("seat", "N"))
    assert refused.text == "The player who cut lowest chooses the seats."
    await house.presses(chooser, hand, "seat", "N")
    rubber = house.table.state.rubber
    assert rubber is not None and house.at(Seat.NORTH) is chooser and rubber.dealer is Seat.NORTH
    assert house.table.state.pack is not None and "to cut" in house.screen().text


async def test_a_seat_is_chosen_by_a_command_once(house: Club) -> None:
    chooser = house.at(await choosing(house))
    answer = await house.types(chooser, "turn", act="seat E")
    assert answer.private and answer.why == "You have chosen your seat."
    assert house.at(Seat.EAST) is chooser
    again = await house.types(chooser, "turn", act="seat W")
    assert again.why == "Seats are chosen once, after the cut for partners."


async def test_of_five_at_a_table_one_stands_out_of_the_first_rubber_and_the_room_reads_who(
    house: Club,
) -> None:
    await house.types(house.anna, "table open")
    for who in (*house.four[1:], house.ivan):
        await house.types(who, "table join")
    lobby = house.screen()
    await house.types(house.anna, "table start")
    (out,) = house.table.state.waiting
    assert isinstance(out, Person)
    told = house.seen(lobby.message).text
    assert "Cut for the chairs: the lowest play" in told and "stands out and waits." in told


async def test_the_end_of_a_rubber_stands_above_the_cut_while_seats_are_chosen_for_the_next(
    house: Club,
) -> None:
    await house.types(house.at(await choosing(house)), "turn", act="seat N")
    await house.plays_out_the_rubber()
    over, before = house.screen(), len(list(house.room.history()))
    await house.presses(house.anna, over, "start")
    cut = house.screen()
    assert "win the rubber" in house.seen(over.message).text and house.seen(over.message).verbs() == {"more"}
    assert cut.text.startswith("### Rubber 2: cut for partners") and "chooses a seat" in cut.text
    rubber = house.table.state.rubber
    assert rubber is not None and rubber.seats_open
    await house.types(house.at(rubber.dealer), "turn", act="seat N")
    assert house.seen(cut.message).text.startswith("### Rubber 2: cut for partners")
    assert "chooses a seat" not in house.seen(cut.message).text and not house.seen(cut.message).verbs()
    assert house.screen().text.startswith(f"### Deal {house.table.state.deals}")
    assert len(list(house.room.history())) == before + 2
    assert "win the rubber" in house.seen(over.message).text
