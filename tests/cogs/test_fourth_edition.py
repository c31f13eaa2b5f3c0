"""The fourth edition of the law on Discord (laws, appendix E): what does not happen that somebody expects who
thinks as at the earlier ones."""

from __future__ import annotations

from typing import Any

import pytest

from rules.calls import PLAYS
from rules.cards import Card, Suit
from rules.seats import Seat
from rules.table.requests import CutPack, Join, Start
from rules.view import May
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Answer


async def dealt(house: Club, game: str, **options: str) -> Answer:
    """Four people, and the pack has been cut. The hand of whoever is to call or to lead."""
    async with house._quiet() as does:
        await house.opens(game, {"ranked": "none", **options})
        for who in house.four:
            await does(who, Join())
        await does(house.anna, Start())
        (cutter,) = (one for one in house.four if May.CUT in house.view(one).may)
        await does(cutter, CutPack(26, ""))
    return await house.types(house.to_act(), "hand")


def cards_of(house: Club, seat: Seat, suit: Suit) -> list[Card]:
    """From the highest."""
    deal = house.table.state.deal
    assert deal is not None
    return sorted((one for one in deal.left(seat) if one.suit is suit), key=lambda one: -one.rank)


async def ruffed_with_the_suit_in_hand(house: Club) -> str:
    """At modern whist, clubs trumps: west has led, and north, who can follow, has ruffed and leads."""
    await dealt(house, "whist_modern", revoke_mode="lawful", quit_delay="60")
    suits = (one for one in Suit if one is not Suit.CLUBS)
    suit = next(one for one in suits if all(cards_of(house, seat, one) for seat in Seat))
    async with house._quiet() as does:
        for seat in (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH):
            card = cards_of(house, seat, Suit.CLUBS if seat is Seat.NORTH else suit)[0]
            await does(house.at(seat), PLAYS[card.index])
    await house.types(house.at(Seat.NORTH), "play", card=str(cards_of(house, Seat.NORTH, Suit.CLUBS)[0]))
    return str(cards_of(house, Seat.NORTH, suit)[0])


async def test_who_takes_back_a_lead_does_not_correct_the_revoke_that_it_has_established(house: Club) -> None:
    follows = await ruffed_with_the_suit_in_hand(house)
    north, east, west = (house.at(seat) for seat in (Seat.NORTH, Seat.EAST, Seat.WEST))
    await house.types(north, "turn", act="takeback")
    await house.types(east, "turn", act="agree")
    await house.types(west, "turn", act="agree")
    assert house.cards_played == 4 and house.to_act() is north
    assert "correct" not in (await house.types(north, "hand")).verbs()
    refused = await house.types(north, "turn", act=f"correct {follows}")
    assert "can no longer be changed" in refused.text and house.cards_played == 4
    await house.types(west, "turn", act="revoke 1:N")
    deal = house.table.state.deal
    assert (
        deal is not None and deal.revoke is not None and [one.right for one in deal.revoke.claims] == [True]
    )


async def test_a_card_played_by_accident_is_replaced_unasked_at_the_games_of_its_source(house: Club) -> None:
    await dealt(house, "whist_american", period_penalties="on")
    west, north = house.at(Seat.WEST), house.at(Seat.NORTH)
    suit = next(one for one in Suit if len(cards_of(house, Seat.WEST, one)) > 1)
    right, slip = map(str, cards_of(house, Seat.WEST, suit)[:2])
    await house.types(west, "play", card=slip)
    await house.types(west, "turn", act=f"correct {right}")
    assert house.cards_played == 1 and house.to_act() is north
    assert (
        house.by_name("Exposed by West") in house.screen().text and "takeback" not in house.screen().verbs()
    )


async def test_a_dealer_who_has_the_ruff_takes_the_stock_and_is_not_asked_whether(house: Club) -> None:
    shown = await dealt(house, "ruff_and_honours", ruff_right="dealer")
    dealer = house.to_act()
    assert house.seat(dealer) is Seat.SOUTH
    assert [one["label"] for one in shown.buttons if "call" in one["custom_id"]] == ["Take the stock"]
    assert "leave it" not in shown.text and "as dealer you take the stock" in shown.text
    passed = await house.types(dealer, "pass")
    assert f"for {house.called(Seat.SOUTH)} to take the stock" in passed.text and house.to_act() is dealer
    looks_on = await house.types(house.at(Seat.NORTH), "hand")
    assert f"**{house.called(Seat.SOUTH)}** is to take the 4 cards of the stock." in looks_on.text


async def test_who_has_the_ace_may_still_leave_the_stock(house: Club) -> None:
    shown = await dealt(house, "ruff_and_honours")
    assert "or leave it?" in shown.text and "else leave it" in shown.text
    await house.types(house.to_act(), "pass")
    assert house.table.state.deal is not None and house.table.state.deal.playing is not None


@pytest.mark.parametrize(
    ("game", "options", "leads"),
    [
        ("whist_short_001", {}, "E"),
        ("whist_long", {"preset": "seed001"}, "E"),
        ("whist_long", {}, "W"),
        ("whist_short_001", {"direction": "clockwise"}, "W"),
        ("whist_short_001", {"edition": "3"}, "W"),
    ],
)
async def test_the_games_of_001_are_led_from_the_dealers_right(
    house: Club, game: str, options: dict[str, str], leads: str
) -> None:
    """South deals. People see east at the right of south, wherever play goes."""
    shown = await dealt(house, game, **options)
    of_dealer = {"E": "Left", "W": "Right"}[leads]  # from where the leader sits
    assert (
        f"{of_dealer}\u00a0{house.called(Seat.SOUTH)}" in shown.text and "**Your turn:** lead." in shown.text
    )


async def test_teams_are_refused_imps_where_a_deal_brings_too_little(house: Club) -> None:
    asked: dict[str, Any] = {"kind": "teams", "team_score": "imps"}
    for game in "whist_long", "norwegian_whist", "ruff_and_honours":
        refused = await house.types(house.anna, "evening open", game=game, **asked)
        assert "so few points that in IMPs nearly all deals would be equal" in refused.text
    opened = await house.types(house.anna, "evening open", game="biritch", **asked)
    assert opened.text.startswith("The evening is open")
