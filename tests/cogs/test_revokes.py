"""A table where people can revoke, on Discord: the buttons, lists and commands."""

from __future__ import annotations

import json

from rules.seats import Seat
from rules.table.requests import AgreeScore, Gather
from tests.trials.stage.club import Club


def everything(house: Club) -> str:
    """All that the bot's messages say."""
    return "\n".join(json.dumps(message.components, ensure_ascii=False) for message in house.messages())


async def test_a_card_that_does_not_follow_is_asked_about_and_corrected(house: Club) -> None:
    await house.renounced()
    east, west, south = house.at(Seat.EAST), house.at(Seat.WEST), house.at(Seat.SOUTH)
    assert "correct" in house.panel(east).verbs() and "ask" in house.panel(west).verbs()
    assert "ask" not in house.panel(south).verbs() and "correct" not in house.panel(west).verbs()
    assert not {"gather", "ask", "revokes"} & house.screen().verbs()
    asking = house.panel(west).button("ask")
    refused = await house.presses_late(house.ivan, house.screen(), asking)
    assert refused.text == "You don't have a chair at this table."

    await house.presses(west, house.panel(west), "ask")
    assert house.by_name("asks **East**: none of that suit?") in house.screen().text
    assert {"none", "correct"} <= house.panel(east).verbs()
    listed = await house.presses(east, house.panel(east), "correct")
    assert listed.private
    deal = house.table.state.deal
    assert deal is not None and deal.playing is not None
    led = deal.playing.tricks[0].led
    assert led is not None
    fitting = [str(card) for card in deal.left(Seat.EAST).suit(led)]
    await house.presses(east, listed, "correct", fitting[0])
    assert "Taken back:" in house.screen().text
    assert house.to_act() is south  # who played after east, and plays again


async def test_a_revoke_is_claimed_from_a_list_punished_by_a_button_and_told_in_the_result(
    house: Club,
) -> None:
    await house.renounced()
    east, south = house.at(Seat.EAST), house.at(Seat.SOUTH)
    empty = await house.presses_late(south, house.screen(), f"revokes:{house.table.id}:1")
    assert "can still be corrected" in empty.text
    await house.acts(None, Gather())
    listed = await house.presses(south, await house.types(south, "hand"), "revokes")
    assert listed.private and "A wrong claim costs nothing" in listed.text
    hand = await house.chooses(south, listed, "1:E")
    assert house.by_name("South claimed that East revoked in trick 1: **so it was**.") in house.screen().text
    assert "penalty" in hand.verbs() and "penalty" not in house.panel(east).verbs()
    await house.presses(south, hand, "penalty", "E:add")
    assert "points are added" in house.screen().text

    await house.claims(house.to_act(), 0)  # the rest is conceded
    for who in house.four:
        if house.table.state.claim is not None and house.seat(who) in house.table.state.waits_for:
            await house.types(who, "turn", act="agree")
    assert house.table.state.last is None
    for who in house.four:
        await house.presses(who, await house.types(who, "hand"), "settle")
    assert house.table.state.last is not None
    told = everything(house)
    assert (
        house.by_name("South claimed that East revoked in trick 1: **so it was**, and points are added.")
        in told
    )


async def test_when_no_claim_is_possible_any_more_the_result_tells_what_nobody_noticed(house: Club) -> None:
    await house.renounced()
    await house.claims(house.to_act(), 0)
    for who in house.four:
        if house.table.state.claim is not None and house.seat(who) in house.table.state.waits_for:
            await house.types(who, "turn", act="agree")
    before = everything(house)
    assert "Nobody noticed" not in before
    await house.acts(None, AgreeScore())
    assert house.by_name("Nobody noticed: East revoked in trick 1") in everything(house)
