"""More people than chairs, as people see them: waiting, going out, coming in, and sitting in for another."""

from __future__ import annotations

from rules.seats import Seat
from storage.ports.records import UserId
from tests.trials.stage.club import Club

ASKED = "The others have been asked whether you can sit in"


async def test_of_five_one_waits_and_another_goes_out_after_the_rubber(
    house: Club,
) -> None:
    await house.playing()
    told = await house.types(house.ivan, "table join")
    assert told.text.startswith("All the chairs are taken, so you wait.")
    assert f"Waiting for a chair: <@{house.ivan.id}>." in house.screen().text
    seen = await house.presses(house.ivan, house.screen(), "hand")
    assert seen.private and "You are waiting for a chair." in seen.text and not seen.verbs()
    again = await house.types(house.ivan, "table join")
    assert again.text == "You already belong to this table and come in after a rubber."
    told = (await house.types(house.ivan, "table pause")).text  # type: ignore[assignment]
    assert told == "You have no chair yet: you come in after a rubber."

    await house.plays_out_the_rubber()
    lobby, table = house.screen(), house.table
    (out,) = table.state.waiting
    (gone,) = (who for who in house.four if table.person(UserId(who.id)) == out)
    assert f"<@{gone.id}> went out after 1 rubber." in lobby.text and "Cut to go out" in lobby.text
    assert f"Waiting for a chair: <@{gone.id}>." in lobby.text
    assert "You are waiting for a chair." in house.panel(gone).text

    await house.types(house.ivan, "table start")
    rubber = house.table.state.rubber
    assert rubber is not None and house.table.seat_of(out) is None
    assert f"<@{gone.id}> went out after 1 rubber." in house.seen(lobby.message).text
    rests = house.panel(gone).text
    await house.env.advance_time(600)
    assert "You are waiting for a chair." in rests and house.panel(gone).text == rests
    assert out not in house.table.waiting and out not in house.table.alerts


async def test_a_substitute_sits_down_when_the_last_of_the_three_agrees(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    await house.leaves(west)
    assert (await house.types(house.ivan, "table join")).text.startswith(ASKED)
    assert f"Can <@{house.ivan.id}> sit in for <@{west.id}>" in house.screen().text
    north, east, south = house.at(Seat.NORTH), house.at(Seat.EAST), house.at(Seat.SOUTH)
    assert house.table.state.rubber is not None and house.table.state.rubber.asking is not None
    admit = f"yes:{house.table.state.rubber.asking.person.alias}"
    await house.presses(north, house.screen(), "admit", admit)
    assert f"Agreed: <@{north.id}>." in house.screen().text
    await house.presses(east, house.screen(), "admit", admit)
    answer = await house.types(south, "turn", act="substitute yes")
    assert answer.why == "You agree that they sit in."
    assert house.at(Seat.WEST) is house.ivan and "admit" not in house.screen().verbs()
    assert "Your cards" in house.panel(house.ivan).text
