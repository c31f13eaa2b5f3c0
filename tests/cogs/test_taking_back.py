"""A card that goes back: the button on the panel, the answers of the other side, and the command."""

from __future__ import annotations

from rules.seats import Seat
from rules.view import May
from tests.trials.stage.club import Club


async def mistaken(house: Club) -> None:
    """Nothing is ranked here. South has played dummy's card to west's lead."""
    await house.playing(cards=2, ranked="none")


def dummys(house: Club) -> int:
    deal = house.table.view(None).deal
    assert deal is not None
    return deal.counts.of(Seat.NORTH)


async def test_a_press_asks_both_adversaries_and_two_presses_bring_the_card_back(house: Club) -> None:
    await mistaken(house)
    south, west, east = (house.at(seat) for seat in (Seat.SOUTH, Seat.WEST, Seat.EAST))
    assert house.who_may(May.TAKE_BACK) == [south] and dummys(house) == 12
    await house.presses(south, await house.types(south, "hand"), "takeback")
    said = house.called(Seat.SOUTH)
    for seen, asked in ((house.screen(), False), (house.panel(east), True), (house.panel(west), True)):
        assert f"{said} would like to take back" in seen.text
        assert {"agree", "refuse"} & seen.verbs() == ({"agree", "refuse"} if asked else set())
    dummy = await house.types(house.at(Seat.NORTH), "hand")
    assert not {"agree", "refuse"} & dummy.verbs()
    await house.presses(west, house.panel(west), "agree")
    assert dummys(house) == 12
    await house.presses(east, house.panel(east), "agree")
    assert dummys(house) == 13 and house.to_act() is south
    assert "Taken back:" in house.screen().text and house.by_name("(North)") in house.screen().text


async def test_one_refusal_says_by_whom_and_the_play_goes_on(house: Club) -> None:
    await mistaken(house)
    south, east = house.at(Seat.SOUTH), house.at(Seat.EAST)
    asked = await house.types(south, "turn", act="takeback")
    assert "The other side is asked whether your card goes back." in asked.text
    answered = await house.types(east, "turn", act="refuse")
    assert "You refused: play goes on." in answered.text
    assert house.by_name("**East** did not agree") in house.screen().text and dummys(house) == 12
    again = await house.types(south, "turn", act="takeback")
    assert again.why == "The other side did not agree: your card stays."


async def test_strangers_who_play_for_a_place_on_the_leaderboard_have_no_such_button(house: Club) -> None:
    await house.playing(cards=2)
    south = house.at(Seat.SOUTH)
    assert "takeback" not in house.panel(south).verbs()
    refused = await house.types(south, "turn", act="takeback")
    assert refused.why == (
        "This rubber is ranked, and not all who play it have ended one together before: cards stay."
    )
