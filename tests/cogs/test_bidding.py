"""Auctions, the ruff and honours at a table in Discord: by buttons, by lists and by commands."""

from __future__ import annotations

from simcord.actors import MemberActor

from rules.calls import Bid, Called, Discard, TakeStock
from rules.seats import Seat
from rules.tricks import Strain
from rules.view import May
from screens.presses import Press, read_as
from screens.reading import read_card, read_cards
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Answer, Screen

PASSED = "It is too late for that"


def due(house: Club) -> MemberActor:
    assert house.table.state.deal is not None
    return house.at(next(iter(house.table.state.deal.may_act)))


def after(house: Club, who: MemberActor) -> MemberActor:
    return house.at(house.seat(who).left)


async def chooses(house: Club, who: MemberActor, seen: Screen, verb: str, *values: str) -> Answer:
    """Chooses in the one list with this verb."""
    (found,) = (one for one in house.lists(seen) if (press := read_as(Press, one)) and press.verb == verb)
    return await house.chooses_of(who, seen, found, *values)


def bids(house: Club) -> list[str]:
    deal = house.table.state.deal
    assert deal is not None
    return [str(one.call) for one in deal.calls if isinstance(one.call, Bid)]


# Bidding


async def test_a_bid_of_the_lowest_level_is_one_press_and_another_two_on_ones_own_hand(house: Club) -> None:
    await house.dealt("contract")
    who = due(house)
    hand = await house.presses(who, house.screen(), "hand")
    opened = await house.presses(who, hand, "level", "2")
    assert opened.message.id == hand.message.id and opened.private
    assert "of what?" in opened.text
    back = await house.presses(who, opened, "level", "0")
    assert "**Your turn.**" in back.text
    done = await house.presses(who, back, "call", "bid:1H")
    assert done.message.id == hand.message.id and bids(house) == ["1H"]
    assert "1 ♥︎ by " in house.screen().text
    who = due(house)
    hand = await house.presses(who, house.screen(), "hand")
    ids = [one["custom_id"].rpartition(":")[2] for one in hand.buttons if ":bid:" in one["custom_id"]]
    assert ids == ["1S", "1N"]
    opened = await house.presses(who, hand, "level", "4")
    await house.presses(who, opened, "call", "bid:4D")
    assert bids(house) == ["1H", "4D"]


async def opens_at_the_table(house: Club, who: MemberActor, odd: int) -> Answer:
    """Presses a level on a message of the table that an earlier release has posted."""
    button = (await house.types(due(house), "hand")).button("level", str(odd))
    return await house.presses_late(who, house.screen(), button)


async def test_a_level_pressed_at_the_table_opens_on_a_hand_that_only_the_presser_sees(house: Club) -> None:
    await house.dealt("contract")
    before = house.screen().text
    who = due(house)
    opened = await opens_at_the_table(house, who, 3)
    assert opened.private and "of what?" in opened.text
    hand = opened.text.splitlines()[-1].split()
    assert len(hand) == 13 and "play" not in opened.verbs()
    assert house.screen().text == before
    await house.presses(who, opened, "call", "bid:3N")
    assert bids(house) == ["3N"]


async def test_bids_that_were_opened_from_the_table_follow_the_auction(house: Club) -> None:
    """The moment for them passes: nothing of them can be pressed any more, and the calls since are shown."""
    await house.dealt("contract")
    who = due(house)
    opened = await opens_at_the_table(house, who, 3)
    await house.acts(who, Bid(1, Strain.HEARTS))
    now = house.seen(opened.message)
    assert "of what?" not in now.text and "call" not in now.verbs()
    assert "1 ♥︎ by " in now.text and "· to call" in now.text


async def test_a_level_opens_on_the_hand_in_direct_messages_without_a_new_message(house: Club) -> None:
    await house.dealt("vint")
    who = due(house)
    panel = house.panel(who)
    opened = await house.presses(who, panel, "level", "2")
    assert opened.message.id == panel.message.id
    assert "of what?" in house.panel(who).text
    await house.presses(who, house.panel(who), "call", "bid:2S")
    assert bids(house) == ["2S"] and "· to call" in house.panel(who).text
    assert len(who.user.dm_channel.history()) == 1


async def test_a_level_is_refused_out_of_turn_and_when_the_moment_has_passed(
    house: Club,
) -> None:
    await house.dealt("contract")
    who = due(house)
    other = await opens_at_the_table(house, after(house, who), 2)
    assert other.private and other.text.startswith("It is ") and other.text.endswith("'s turn.")
    stranger = await opens_at_the_table(house, house.ivan, 2)
    assert stranger.text == "You don't have a chair at this table."
    hand = await house.types(who, "hand")
    button = hand.button("level", "2")
    await house.types(who, "pass")
    late = await house.presses_late(who, hand, button)
    assert late.message.id == hand.message.id and PASSED in late.text
    assert bids(house) == []


async def test_bids_doubles_and_passes_are_typed(house: Club) -> None:
    await house.dealt("contract")
    for command in ("bid 2h", "double", "redouble", "bid 3 no trumps", "pass"):
        name, _, bid = command.partition(" ")
        given = {"bid": bid} if bid else {"act": name} if "double" in name else {}
        answer = await house.types(due(house), "turn" if "act" in given else name, **given)  # type: ignore[arg-type]
        assert answer.private
    assert bids(house) == ["2H", "3N"]
    half = await house.types(due(house), "bid", bid="hearts")
    assert half.text.startswith("That could mean 7 things, such as 1 ♥")
    low = await house.types(due(house), "bid", bid="2S")
    assert low.text and bids(house) == ["2H", "3N"]
    nonsense = await house.types(due(house), "bid", bid="eight hearts")
    assert nonsense.text == "I don't know any card or call by that name."
    for _ in range(2):
        await house.types(due(house), "pass")
    assert "3 no trumps by " in house.screen().text
    assert house.table.state.deal is not None and house.table.state.deal.playing is not None


async def test_only_the_bids_that_are_open_are_offered_and_only_to_the_player_to_call(house: Club) -> None:
    await house.dealt("contract")
    await house.types(due(house), "bid", bid="6S")
    who = due(house)
    offered = await who.autocomplete(house.room, "bid", "bid", "")
    sent = [one["value"].replace("\ufe0e", "") for one in offered]
    assert sent == ["6N", "7♣", "7♦", "7♥", "7♠", "7N"]
    (seven,) = await who.autocomplete(house.room, "bid", "bid", "7h")
    assert seven["value"] == "7♥\ufe0e"
    assert await after(house, who).autocomplete(house.room, "bid", "bid", "") == []
    assert await house.ivan.autocomplete(house.room, "bid", "bid", "") == []


async def test_anybody_may_ask_for_the_points_of_a_call_and_is_told_privately(house: Club) -> None:
    await house.dealt("contract")
    await house.types(due(house), "bid", bid="4S")
    before = house.screen().text
    answer = await chooses(house, house.ivan, house.screen(), "worth", "0")
    assert answer.private and "120 below" in answer.text and "One trick short" in answer.text
    assert "As the robots read it: **weak opening bid on a long suit**. It shows 5 to 9 points" in answer.text
    assert house.screen().text == before
    typed = await house.types(house.ivan, "deal", show="worth")
    assert typed.private and typed.text == answer.text
    other = await house.types(house.ivan, "deal", show="worth", call="7NT")
    assert "7 no trumps" in other.text and "1000 above" in other.text
    who = due(house)
    opened = await house.presses(who, house.panel(who), "level", "5")
    assert "5 of what?" in opened.text
    asked = await chooses(house, who, house.panel(who), "worth", "bid:5C")
    assert asked.private and "100 below" in asked.text
    assert "5 of what?" in house.panel(who).text


async def test_four_passes_throw_the_cards_in_and_the_next_deals(house: Club) -> None:
    await house.dealt("contract")
    for _ in range(4):
        await house.types(due(house), "pass")
    table = house.table.state
    assert table.last is not None and table.last.settled is None and table.pack is not None


async def test_a_claim_and_the_worth_of_the_contract_stand_on_the_table_once_cards_are_played(
    house: Club,
) -> None:
    await house.dealt("auction")
    await house.types(due(house), "bid", bid="2S")
    for _ in range(3):
        await house.types(due(house), "pass")
    answer = await house.presses(house.ivan, house.screen(), "worth")
    assert answer.private and "18 below" in answer.text


# The ruff


async def test_the_ruffer_takes_the_stock_and_puts_out_four_chosen_in_a_list(house: Club) -> None:
    await house.dealt("ruff_and_honours", ruff_right="dealer")
    who = due(house)
    south = house.called(Seat.SOUTH)
    assert f"**{south}** is to take the 4 cards of the stock." in house.screen().text
    await house.presses(who, house.panel(who), "call", "ruff")
    mine = house.panel(who)
    own = house.view(who).own
    assert own is not None and len(own.left) == 16
    out = [str(card) for card in own.left][:4]
    others = [one for one in house.four if one is not who]
    for other in others:
        assert not house.lists(house.panel(other))
    answer = await chooses(house, who, mine, "discard", *out)
    assert answer.message.id == mine.message.id and "You put out " in answer.text
    own = house.view(who).own
    assert own is not None and sorted(map(str, own.put_out)) == sorted(out)
    for seen in (house.screen(), *map(house.panel, others)):
        assert "You put out" not in seen.text
        assert not set(out) & {one["custom_id"].rsplit(":", 1)[-1] for one in seen.buttons}


async def test_the_ruff_and_the_discard_are_typed(house: Club) -> None:
    await house.dealt("ruff_and_honours", ruff_right="dealer")
    who = due(house)
    refused = await house.types(after(house, who), "turn", act="ruff")
    assert refused.private and TakeStock not in [type(one.call) for one in _calls(house)]
    await house.types(who, "turn", act="ruff")
    own = house.view(who).own
    assert own is not None
    out = [str(card) for card in own.left][-4:]
    three = await house.types(who, "turn", act=f"discard {' '.join(out[:3])}")
    assert May.PUT_OUT in house.view(who).may and three.private
    first = await who.autocomplete(house.room, "turn", "act", "")
    assert [read_card(one["value"].removeprefix("discard ")) for one in first] == list(own.left)
    more = await who.autocomplete(house.room, "turn", "act", f"discard {out[0]} {out[1]} ")
    assert len(more) == 14
    assert [str(card) for card in read_cards(more[0]["value"].removeprefix("discard "))][:2] == out[:2]
    assert await after(house, who).autocomplete(house.room, "turn", "act", "discard") == []
    await house.types(who, "turn", act=f"discard {', '.join(out).lower()}")
    assert May.PUT_OUT not in house.view(who).may
    heard = [one.call for one in _calls(house) if isinstance(one.call, Discard)]
    assert heard == [Discard()]


async def test_the_stock_is_let_lie_by_a_button_or_a_pass(house: Club) -> None:
    await house.dealt("ruff_and_honours", ace_hidden="dealer")  # so that somebody may ruff
    await house.presses(due(house), await house.types(due(house), "hand"), "call", "pass")
    assert house.table.state.deal is not None and house.table.state.deal.playing is not None


def _calls(house: Club) -> tuple[Called, ...]:
    assert house.table.state.deal is not None
    return house.table.state.deal.calls


# Honours, and the other way round


async def test_honours_are_called_only_where_and_when_they_may_be(house: Club) -> None:
    await house.dealt("whist_modern")
    for who in house.four:
        answer = await house.types(who, "turn", act="honours")
        assert answer.private and answer.text
    assert _calls(house) == ()


async def test_refusals_name_who_sits_there_where_play_goes_the_other_way_too(house: Club) -> None:
    await house.dealt("contract", direction="counterclockwise")
    while house.seat(due(house)) is not Seat.WEST:
        await house.types(due(house), "pass")
    other = house.at(Seat.NORTH)
    assert (await house.types(other, "pass")).text == f"It is {house.called(Seat.WEST)}'s turn."
    passing = (await house.types(due(house), "hand")).button("call", "pass")
    told = await house.presses_late(other, house.screen(), passing)
    assert told.private and told.text == f"It is {house.called(Seat.WEST)}'s turn."


async def test_in_biritch_a_double_is_a_contre_and_a_bid_is_no_call(house: Club) -> None:
    await house.declared()
    told = (await house.types(house.at(Seat.WEST), "turn", act="redouble")).why
    assert told == "That is not doubled yet: first double it, or say contre."
    told = (await house.types(house.at(Seat.WEST), "bid", bid="1N")).text
    others = f"{house.called(Seat.WEST)} or {house.called(Seat.EAST)}"
    assert told == f"That call is not open now: it is for {others} to double or accept."
    answer = await house.types(house.at(Seat.WEST), "turn", act="double")
    assert answer.why == "You doubled what every trick scores."
    settled = house.table.state.settled()
    assert settled is not None and settled.level == 1
    told = await house.types(house.ivan, "deal", show="worth")  # type: ignore[assignment]
    assert "♥︎ Hearts, contre ×2" in told.text and "16 to game" in told.text  # type: ignore[attr-defined]
    other = await house.types(house.ivan, "deal", show="worth", call="biritch")
    assert "Biritch" in other.text and "10 to game" in other.text
