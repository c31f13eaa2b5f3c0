"""A table where cards can be played out of turn, on Discord: the buttons, lists and commands."""

from __future__ import annotations

from rules.calls import PLAYS, Content, parse_call
from rules.cards import parse_card
from rules.seats import Seat
from rules.table.requests import CutPack, Join, Start
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Answer


async def begun(house: Club, **options: str) -> None:
    """Biritch, hearts: west is to lead, and south plays for north."""
    async with house._quiet() as does:
        await house.opens("biritch", {"period_penalties": "on", **options})
        for who in house.four:
            await does(who, Join())
        await does(house.anna, Start())
        await does(house.at(Seat.EAST), CutPack(26, ""))
        await does(house.at(Seat.SOUTH), parse_call("declare:H"))
        await does(house.at(Seat.WEST), Content())
    await house.types(house.at(Seat.EAST), "turn", act="content")


async def panel(house: Club, seat: Seat) -> Answer:
    return await house.types(house.at(seat), "hand")


async def test_for_a_lead_out_of_turn_the_lead_of_a_suit_is_called(house: Club) -> None:
    await begun(house)
    east, west, south = house.at(Seat.EAST), house.at(Seat.WEST), house.at(Seat.SOUTH)
    shown = await panel(house, Seat.EAST)
    assert "A card that you press now is out of turn" in shown.text
    await house.presses(east, shown, "play", "QS")
    assert house.by_name("**East** has led Q♠︎ out of turn. **West** is still to lead") in house.screen().text
    assert house.to_act() is west and house.by_name("**South** may demand a penalty.") in house.screen().text
    assert "demand" not in (await panel(house, Seat.WEST)).verbs()

    listed = await house.presses(south, await panel(house, Seat.SOUTH), "demand")
    assert listed.private and "is final" in listed.text
    labels = {one["label"] for one in listed.buttons}
    assert {"Call Q♠︎", "Call a lead of spades", "Second hand must win the trick"} <= labels
    await house.presses(south, listed, "exact", "suit:S")
    assert house.by_name("**South** calls a lead of spades when East–West lead.") in house.screen().text
    assert house.plays(west) == ("5S", "3S")
    refused = await house.types(west, "play", card="AH")
    assert refused.text == "The other side has demanded a penalty, and you can pay it."
    await house.types(west, "play", card="5S")
    assert "calls a lead" not in house.screen().text


async def test_a_card_is_called_by_command_and_a_wrong_demand_loses_the_right(house: Club) -> None:
    await begun(house)
    east, west, south = house.at(Seat.EAST), house.at(Seat.WEST), house.at(Seat.SOUTH)
    async with house._quiet() as does:
        for who, card in ((west, "5S"), (south, "2S"), (east, "4S"), (south, "AS"), (south, "6C")):
            await does(who, PLAYS[parse_card(card).index])
    await house.types(east, "play", card="AC")
    assert f"Exposed by {house.called(Seat.EAST)}: A♣︎" in house.screen().text and house.to_act() is west
    await house.types(south, "turn", act="demand card:AC")
    assert house.by_name("**South** calls A♣︎ of East") in house.screen().text
    again = await house.types(south, "turn", act="demand card:AC")
    assert again.why == "That has been demanded already."
    await house.types(west, "play", card="3D")
    await house.types(south, "play", card="5C")
    assert house.plays(east) == ("AC",)
    assert "**Your turn:** play what was demanded." in (await panel(house, Seat.EAST)).text
    await house.types(east, "play", card="AC")
    assert "Exposed" not in house.screen().text

    await house.types(east, "play", card="JD")
    await house.types(west, "play", card="AD")  # before south
    listed = await house.presses(south, await panel(house, Seat.SOUTH), "demand")
    await house.presses(south, listed, "exact", "win")
    assert (
        house.by_name("South demanded what the law does not give: the right is lost.") in house.screen().text
    )
    assert "Exposed" not in house.screen().text
    refused = await house.types(south, "turn", act="demand card:AD")
    assert refused.text.startswith("There is nothing to demand")


async def test_a_lead_out_of_turn_that_all_follow_stands(house: Club) -> None:
    await begun(house)
    await house.types(house.at(Seat.EAST), "play", card="QS")
    for seat, card in ((Seat.SOUTH, "AS"), (Seat.WEST, "3S")):
        listed = await house.presses(house.at(seat), await panel(house, seat), "follow")
        await house.presses(house.at(seat), listed, "follow", card)
    assert house.by_name("Followed by A♠︎ (South), 3♠︎ (West)") in house.screen().text
    refused = await house.types(house.at(Seat.SOUTH), "turn", act="follow QH")
    assert "must follow suit" in refused.text
    await house.types(house.at(Seat.SOUTH), "turn", act="follow 2S")
    assert house.to_act() is house.at(Seat.SOUTH) and "out of turn" not in house.screen().text


async def test_an_old_button_of_a_wrong_demand_costs_nothing(house: Club) -> None:
    await begun(house)
    south = house.at(Seat.SOUTH)
    await house.types(house.at(Seat.EAST), "play", card="QS")
    listed, other = [await house.presses(south, await panel(house, Seat.SOUTH), "demand") for _ in range(2)]
    await house.types(house.at(Seat.WEST), "play", card="3D")
    late = await house.presses(south, listed, "exact", "suit:S")  # west has led: it would be wrong now
    assert "It is too late for that." in late.text
    assert f"Exposed by {house.called(Seat.EAST)}: Q♠︎" in house.screen().text
    await house.presses(south, other, "exact", "card:QS")
    assert house.by_name("**South** calls Q♠︎ of East") in house.screen().text


async def test_a_card_played_by_accident_is_replaced_by_button_and_by_command(house: Club) -> None:
    await begun(house, replaced="exposed")
    east, west, south = house.at(Seat.EAST), house.at(Seat.WEST), house.at(Seat.SOUTH)
    await house.types(west, "play", card="5S")
    assert "instead" not in (await panel(house, Seat.WEST)).verbs()  # dummy is open
    await house.types(south, "play", card="2S")
    await house.types(east, "play", card="QS")
    shown = await panel(house, Seat.EAST)
    listed, other = [await house.presses(east, shown, "instead") for _ in range(2)]
    assert listed.private and "The first lies exposed then" in listed.text
    await house.presses(east, listed, "instead", "4S")
    assert f"Exposed by {house.called(Seat.EAST)}: Q♠︎" in house.screen().text and house.to_act() is south
    changed = await house.types(east, "turn", act="correct QS")
    assert "the first lies exposed" in changed.text
    assert f"Exposed by {house.called(Seat.EAST)}: 4♠︎" in house.screen().text
    await house.types(south, "play", card="AS")
    wrong = await house.types(south, "turn", act="correct 6C")
    assert "must follow suit" in wrong.text
    late = await house.presses(east, other, "instead", "4S")
    assert "It is too late for that." in late.text
