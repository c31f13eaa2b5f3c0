"""Whoever acts is answered before anything is asked of Discord for somebody else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from types import SimpleNamespace

import pytest

from bot.first_answer import FIRST_ANSWER, FirstAnswer
from rules.games.auctions import AUCTION
from rules.games.biritch import BIRITCH
from rules.seats import Seat
from rules.table.requests import AgreeToClose
from storage.ports.records import SlotKey, UserId
from tests.cogs.evenings import presses
from tests.cogs.test_alone import goes_on
from tests.cogs.test_copies import shows_the_trick
from tests.cogs.test_score import opened
from tests.trials.stage.club import Club
from tests.trials.stage.fingers import Finger
from tests.trials.stage.seen import Answer, Screen


async def asked_by(house: Club, act: Awaitable[object]) -> tuple[list[str], int]:
    """What was asked of Discord before the answer to this act, and how much was asked after it."""
    before = len(house.env.http_requests)
    await act
    asked = [f"{one.method} {one.path}" for one in house.env.http_requests[before:] if one.method != "GET"]
    answer = next(place for place, one in enumerate(asked) if "/interactions/" in one)
    return asked[:answer], len(asked) - answer - 1


async def test_a_card_that_is_pressed_is_answered_before_others_see_it(house: Club) -> None:
    await house.playing()
    for _ in range(3):
        who = house.to_act()
        press = house.presses(who, house.panel(who), "play", house.plays(who)[0])
        before, after = await asked_by(house, press)
        assert before == [] and after >= 2


async def test_whoever_presses_on_their_own_hand_has_it_drawn_once_however_long_the_answer_is_on_its_way(
    house: Club,
) -> None:
    """On their panel and on a copy of it. The others are drawn meanwhile."""
    await house.playing()
    house.wire.lags = "/callback"
    for number in range(4):
        who = house.to_act()
        hand: Screen = await house.types(who, "hand") if number % 2 else house.panel(who)
        before = len(house.env.http_requests)
        await house.presses(who, hand, "play", house.plays(who)[0])
        asked = [one.path for one in house.env.http_requests[before:] if one.method == "PATCH"]
        own = (f"/{hand.message.id}", f"/{_opened_by(hand)}/messages/@original")
        assert len(asked) >= 2 and not [one for one in asked if one.endswith(own)]
        assert house.cards_played == number + 1
        assert ("Your turn" in house.seen(hand.message).text) is (house.to_act() is who)


@pytest.mark.parametrize("on_panel", [False, True])
async def test_what_happens_while_the_answer_to_a_press_is_on_its_way_is_drawn_after_it(
    house: Club, on_panel: bool
) -> None:
    await house.playing()
    first = house.at(Seat.WEST)
    hand: Screen = house.panel(first) if on_panel else await house.types(first, "hand")
    lead, house.wire.lags = house.plays(first)[0], "/callback"
    with house.at_once():
        await (first.user if on_panel else first).click(hand.message, custom_id=hand.button("play", lead))
        while not house.cards_played:
            await asyncio.sleep(0)
        second = house.to_act()
        await second.slash(house.room, "play", card=house.plays(second)[0])
    await house.env.settle()
    assert house.cards_played == 2 and shows_the_trick(house, house.seen(hand.message))


async def test_a_hand_follows_a_press_on_it_whose_answer_discord_has_not_taken(house: Club) -> None:
    await house.playing()
    first = house.at(Seat.WEST)
    hand = await house.types(first, "hand")
    house.wire.loses = "/callback"
    await first.click(hand.message, custom_id=hand.button("play", house.plays(first)[0]))
    house.wire.loses = "nothing"
    assert house.cards_played == 1 and "Your turn" not in house.seen(hand.message).text


def _opened_by(hand: Screen) -> str:
    """The token of the command that was answered by this message."""
    return str(hand.result._interaction.token) if isinstance(hand, Answer) else "nothing"


async def test_of_a_move_others_hear_at_once_since_what_they_know_of_the_table_is_untrue(house: Club) -> None:
    await house.playing()
    table, told = house.table, list[int]()
    follower = SimpleNamespace(changed=lambda moved: told.append(moved.place.channel))
    house.bot.services.tables.followers.append(follower)
    token = FIRST_ANSWER.set(FirstAnswer())
    with house.inside():
        await house.bot.services.tables.move(table.id, house.parlour.id)
    FIRST_ANSWER.reset(token)
    assert told == [house.parlour.id]


async def test_a_bid_that_is_typed_is_answered_before_others_see_it(house: Club) -> None:
    await house.dealt(AUCTION.key)
    before, after = await asked_by(house, house.types(house.to_act(), "bid", bid="1H"))
    assert before == [] and after >= 2


async def test_a_deal_that_is_written_is_answered_before_the_sheet_in_the_channel_changes(
    house: Club,
) -> None:
    await opened(house, BIRITCH.key)
    finger = Finger(house, house.anna)
    await finger.on_sheet("enter")
    await finger.press("strain", "H")
    await finger.choose("tricks", "N11")
    await finger.choose("honours", "N3")
    before, after = await asked_by(house, finger.press("write"))
    assert before == [] and after >= 1


async def test_whoever_plays_alone_is_answered_before_anything_else(house: Club) -> None:
    seen: Screen = await house.types(house.anna, "play")

    async def goes() -> None:
        nonlocal seen
        seen = await goes_on(house, house.anna, seen)

    for _ in range(5):
        assert await asked_by(house, goes()) == ([], 0)


async def test_whoever_enters_an_evening_is_answered_before_others_see_it(house: Club) -> None:
    await house.types(house.anna, "evening open", rounds=2)
    await house.env.settle()
    before, after = await asked_by(house, presses(house, house.boris, house.screen(), "join"))
    assert before == [] and after >= 1


async def test_a_message_drawn_as_an_act_left_it_before_others_hear_of_that_is_not_drawn_again(
    house: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the last who closes a table is still being answered, an earlier edit of its message ends, and the
    next shows the end already: nothing of it is left to be shown, also not at the next start."""
    monkeypatch.setattr("bot.first_answer.AT_MOST", 1e6)
    await house.playing()
    shown = house.screen()
    house.wire.hangs = "/messages/"
    await house.acts(house.to_act(), house._calmly(house.to_act()))
    for who in house.four[:3]:
        await house.acts(who, AgreeToClose())
    first = await closes_unheard(house)
    house.wire.hangs = "nothing"
    house.wire.freed.set()
    await house.env.settle()
    assert "This table is closed" in house.seen(shown.message).text
    assert await house.store.slots.due_slots() == ()
    before = len(house.env.http_requests)
    with house.inside():
        first.hand_over()
    await house.env.settle()
    after = house.env.http_requests[before:]
    assert not [one.path for one in after if one.path.endswith(f"/{shown.message.id}")]


@pytest.mark.parametrize("hung", range(5))
async def test_a_message_that_is_edited_while_a_table_closes_shows_that_it_is_closed(
    house: Club, hung: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The edit tells of the act before, and ends before others hear that the table is closed."""
    monkeypatch.setattr("bot.first_answer.AT_MOST", 1e6)
    await house.playing()
    shown = [house.screen(), *map(house.panel, house.four)]
    for who in house.four[:2]:
        await house.acts(who, AgreeToClose())
    house.wire.hangs = f"/messages/{shown[hung].message.id}"
    await house.acts(house.four[2], AgreeToClose())
    first = await closes_unheard(house)
    house.wire.hangs = "nothing"
    house.wire.freed.set()
    with house.inside():
        for _ in range(50):  # turns of the loop, in which the edit ends, and nothing of it is written yet
            await asyncio.sleep(0)
        first.hand_over()
    await house.env.settle()
    assert all("able is closed" in house.seen(one.message).text for one in shown)
    assert await house.store.slots.due_slots() == ()


async def closes_unheard(house: Club) -> FirstAnswer:
    """The last who closes the table is still being answered."""
    with house.inside():
        token = FIRST_ANSWER.set(first := FirstAnswer())
        await house.bot.services.tables.act(house.table.id, UserId(house.four[3].id), AgreeToClose())
        FIRST_ANSWER.reset(token)
    return first


async def test_a_message_that_is_asked_for_below_while_its_table_closes_is_posted_once(
    house: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another asks for it before others hear that the table is closed."""
    monkeypatch.setattr("bot.first_answer.AT_MOST", 1e6)
    await house.playing()
    table = house.table
    for who in house.four[:2]:
        await house.acts(who, AgreeToClose())
    house.wire.hangs = f"/messages/{house.panel(house.anna).message.id}"
    await house.acts(house.four[2], AgreeToClose())
    before = len(house.env.http_requests)
    first = await closes_unheard(house)
    with house.inside():
        await house.bot.services.posting.post_again(SlotKey(table.id, table.moment.room))
    await house.env.settle()
    house.wire.hangs = "nothing"
    house.wire.freed.set()
    with house.inside():
        first.hand_over()
    await house.env.settle()
    posted = [one for one in house.env.http_requests[before:] if one.method == "POST"]
    assert [one.path for one in posted] == [f"/channels/{house.room.id}/messages"]
    assert "able is closed" in house.screen().text
    assert await house.store.slots.due_slots() == ()
