"""Every copy of a hand is true: it follows each card, or shows nothing that a card makes untrue."""

from __future__ import annotations

import asyncio
import re

import pytest
from simcord.actors import MemberActor

from bot.discord_api.scheduler import Scheduler
from bot.messages.tokens import LIFE, RESTS
from bot.tables.open_table import panel
from rules.cards import Card
from rules.seats import Seat
from screens.presses import Press
from storage.ports.records import SlotKey, UserId
from tests.trials.stage.club import BUTTON, Club
from tests.trials.stage.seen import Screen

RESTING = "to follow it here, press **My hand**"
ELSEWHERE = "A hand that you opened elsewhere no longer follows the play."


def slot_of(house: Club, who: MemberActor) -> SlotKey:
    person = house._person(who)
    return SlotKey(house.table.id, panel(person))


def tells_more_than_the_hand(seen: Screen) -> bool:
    return any(word in seen.text for word in ("Last: ", "to play", "to lead", "`")) or any(
        verb in seen.verbs() for verb in ("play", "call", "claim", "agree")
    )


def edits_by_the_bots_token(house: Club, channel: int) -> int:
    return sum(
        one.method == "PATCH" and one.path.startswith(f"/channels/{channel}/messages/")
        for one in house.env.backend.http_requests
    )


async def a_card_is_played(house: Club) -> None:
    """The player whose turn it is plays a card, and shows no new copy to themselves."""
    who = house.to_act()
    await house.acts(who, house.view(who).options[0])


async def plays_by_no_press(house: Club) -> None:
    """The same, and no time passes."""
    who = house.to_act()
    with house.inside():
        await house.bot.services.tables.act(house.table.id, UserId(who.id), house.view(who).options[0])
    await house.this_moment()


async def played_from_the_panel(house: Club) -> MemberActor:
    """West, who is to lead, has pressed a card on the panel in direct messages."""
    await house.playing()
    west = house.at(Seat.WEST)
    await house.presses(west, house.panel(west), "play", house.plays(west)[0])
    return west


def laid(house: Club) -> tuple[Card, ...]:
    """The cards of the trick on the table."""
    deal = house.table.view(None).deal
    assert deal is not None and deal.trick is not None
    return deal.trick.cards


def shows_the_trick(house: Club, seen: Screen) -> bool:
    """Whether every card of the trick on the table is on it, and no other is laid."""
    return in_cross(seen) == in_cross(house.screen()) != []


def in_cross(seen: Screen) -> list[str]:
    """The cards of the trick. Each reader sees them from where they sit, without a place of their own before
    they have played."""
    lines = re.findall(r"^`([^`\n]+)`$", seen.text.replace("\ufe0e", ""), re.MULTILINE)
    return sorted(sign for line in lines for sign in line.split() if sign[-1] in "♠♥♦♣")


async def test_both_copies_of_a_hand_follow_every_card_at_no_counted_call(house: Club) -> None:
    west = await played_from_the_panel(house)
    copy = await house.types(west, "hand")
    before = edits_by_the_bots_token(house, west.user.dm_channel.id)
    for _ in range(5):
        await a_card_is_played(house)
        assert shows_the_trick(house, house.panel(west))
        assert shows_the_trick(house, house.seen(copy.message))
    assert edits_by_the_bots_token(house, west.user.dm_channel.id) == before


async def test_a_hand_shown_by_a_press_on_the_table_follows_and_so_does_the_table(house: Club) -> None:
    await house.playing(cards=1)
    east = house.at(Seat.EAST)
    copy = await house.presses(east, house.screen(), "hand")
    assert copy.private and copy.message.id != house.screen().message.id
    before = edits_by_the_bots_token(house, house.room.id)
    for _ in range(4):
        await a_card_is_played(house)
        assert shows_the_trick(house, house.seen(copy.message))
    assert edits_by_the_bots_token(house, house.room.id) == before


async def test_a_panel_that_cannot_follow_shows_the_hand_and_nothing_that_a_card_makes_untrue(
    house: Club,
) -> None:
    await house.playing(cards=6)
    waits = [who for who in house.four if not house.view(who).options]
    assert waits
    for who in waits:
        seen = house.panel(who)
        assert RESTING in seen.text and "**Your cards" in seen.text
        assert not tells_more_than_the_hand(seen)
    due = house.to_act()
    assert house.panel(due).button("play", house.plays(due)[0])


async def test_my_hand_on_a_resting_panel_brings_it_to_life(house: Club) -> None:
    await house.playing(cards=1)
    east = house.at(Seat.EAST)
    panel = house.panel(east)
    answer = await house.presses(east, panel, "hand")
    assert answer.message.id == panel.message.id and shows_the_trick(house, house.panel(east))
    await a_card_is_played(house)
    assert shows_the_trick(house, house.panel(east))


async def test_every_copy_rests_before_its_token_expires_and_is_then_left(house: Club) -> None:
    west = await played_from_the_panel(house)
    copy = await house.types(west, "hand")
    await house.env.advance_time(LIFE - RESTS + 1)
    for seen in (house.panel(west), house.seen(copy.message)):
        assert RESTING in seen.text and not tells_more_than_the_hand(seen)
    await house.env.advance_time(120)
    before = len(house.env.backend.http_requests)
    while house.to_act() == west:
        await a_card_is_played(house)
    await a_card_is_played(house)
    calls = house.env.backend.http_requests[before:]
    assert not [one for one in calls if one.path.startswith("/webhooks/") and one.method == "PATCH"]
    assert RESTING in house.seen(copy.message).text


async def test_a_token_that_discord_takes_no_longer_costs_one_try(house: Club) -> None:
    west = await played_from_the_panel(house)
    house.env.inject_error("PATCH", "/webhooks/*", status=401, code=50027, message="Invalid Webhook Token")
    before = len(house.env.backend.http_requests)
    await a_card_is_played(house)
    calls = house.env.backend.http_requests[before:]
    assert len([one for one in calls if one.path.startswith("/webhooks/") and one.method == "PATCH"]) == 1
    panel = house.panel(west)
    assert RESTING in panel.text or house.to_act() == west


async def test_an_older_copy_rests_once_there_is_a_newer_one(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    older, newer = await house.types(west, "hand"), await house.types(west, "hand")
    await a_card_is_played(house)
    assert RESTING in house.seen(older.message).text
    assert shows_the_trick(house, house.seen(newer.message))


async def test_open_hands_are_brought_up_to_date_by_a_start_and_follow_from_then_on(house: Club) -> None:
    await house.playing(cards=1)
    typed = await house.types(house.at(Seat.EAST), "hand")
    pressed = await house.presses(house.at(Seat.NORTH), house.screen(), "hand")
    before = house.seen(typed.message).text
    await house.plays_a_card_quietly()  # stored, and killed before anybody was shown it
    assert house.seen(typed.message).text == before
    await house.restart()
    assert house.seen(typed.message).text != before
    for _ in range(4):
        assert shows_the_trick(house, house.seen(typed.message))
        assert shows_the_trick(house, house.seen(pressed.message))
        await a_card_is_played(house)


async def test_a_hand_that_followed_when_the_bot_was_killed_says_nothing_untrue_after_the_next_card(
    house: Club,
) -> None:
    """The last that was noted of it is that it rested. It rests again, and must be drawn so."""
    await house.playing(cards=1)
    west, outbox = house.at(Seat.WEST), house.bot.services.outbox
    await outbox.flush()
    outbox._next_notes = lambda: None  # type: ignore[method-assign]  # killed before anything more is noted
    await house.presses(west, house.panel(west), "hand")
    assert shows_the_trick(house, house.panel(west))
    await house.restart()
    await a_card_is_played(house)
    assert RESTING in house.panel(west).text
    assert not tells_more_than_the_hand(house.panel(west))


async def test_of_two_hands_the_older_rests_after_a_start(house: Club) -> None:
    await house.playing(cards=1)
    west = house.at(Seat.WEST)
    older = await house.types(west, "hand")
    house.bot.services.posting.copies._messenger = None  # type: ignore[assignment]  # killed before it is drawn
    newer = await house.types(west, "hand")
    assert RESTING not in house.seen(older.message).text
    assert [line for line in house.errors if "edit_by" not in line] == []
    house.errors.clear()
    await house.restart()
    assert RESTING in house.seen(older.message).text
    assert shows_the_trick(house, house.seen(newer.message))


async def test_a_card_that_is_played_while_a_press_on_a_hand_is_answered_is_shown_on_it(house: Club) -> None:
    """The answer was drawn before the card, and arrives after what shows the card."""
    await house.playing(cards=1)
    who = house.to_act()
    copy = await house.types(who, "hand")
    gate, carried = asyncio.Event(), house.wire.request

    async def held(method: str, path: str, *others: object) -> object:
        if path.endswith("/callback"):
            house.wire.request = carried  # type: ignore[method-assign]
            await gate.wait()
        return await carried(method, path, *others)  # type: ignore[arg-type]

    house.wire.request = held  # type: ignore[assignment, method-assign]
    with house.at_once():
        pressed = await who.click(copy.message, custom_id=copy.button("play", house.plays(who)[0]))
    await house.this_moment()
    assert house.to_act() != who and not pressed.acknowledged
    await plays_by_no_press(house)
    gate.set()
    await house.env.settle()
    assert pressed.acknowledged
    assert shows_the_trick(house, house.seen(copy.message))


async def test_somebody_whose_hand_cannot_be_reached_any_more_is_told_so_on_their_panel(house: Club) -> None:
    """The token ended while the bot was away."""
    await house.playing(cards=1)
    east, others = house.at(Seat.EAST), [who for who in house.four if who != house.at(Seat.EAST)]
    copy = await house.types(east, "hand")
    house._wall.ahead = LIFE
    await house.restart()
    assert ELSEWHERE in house.panel(east).text
    assert not any(ELSEWHERE in house.panel(who).text for who in others)
    house._wall.ahead = 0.0
    await house.presses(east, house.panel(east), "hand")
    await a_card_is_played(house)
    assert ELSEWHERE not in house.panel(east).text
    assert await house.store.slots.private_copies() == ()
    assert not shows_the_trick(house, house.seen(copy.message))


@pytest.mark.parametrize("lost", [("/webhooks/",), ("/callback", "/@original")], ids=["pressed", "typed"])
async def test_somebody_whose_hand_stands_nobody_knows_where_is_told_on_their_panel_that_it_does_not_follow(
    house: Club, lost: tuple[str, ...]
) -> None:
    """Discord has taken the answer, and its own answers do not arrive."""
    await house.playing(cards=1)
    east = house.at(Seat.EAST)
    house.wire.forgets_once = [*lost]
    if len(lost) == 1:
        await house.presses(east, house.screen(), "hand")
    else:
        await house.types(east, "hand")
    assert not house.wire.forgets_once and ELSEWHERE in house.panel(east).text
    await house.types(east, "hand")
    await a_card_is_played(house)
    assert ELSEWHERE not in house.panel(east).text


async def test_a_hand_opened_anew_takes_the_place_of_one_that_cannot_be_reached(house: Club) -> None:
    await house.playing(cards=1)
    east = house.at(Seat.EAST)
    await house.types(east, "hand")
    house._wall.ahead = LIFE
    await house.restart()
    house._wall.ahead = 0.0
    await house.types(east, "hand")
    assert ELSEWHERE not in house.panel(east).text


async def test_a_late_call_by_a_token_never_leaves_an_older_frame_over_a_newer_one(house: Club) -> None:
    west = await played_from_the_panel(house)
    wire, gate = house.wire, asyncio.Event()
    carried = wire.request

    async def held(method: str, path: str, *others: object) -> object:
        if method == "PATCH" and path.startswith("/webhooks/"):
            wire.request = carried  # type: ignore[method-assign]
            await gate.wait()
        return await carried(method, path, *others)  # type: ignore[arg-type]

    wire.request = held  # type: ignore[assignment, method-assign]
    panel = house.panel(west)
    gone = house.env.backend.get_message(west.user.dm_channel.id, panel.message.id)
    late = str(Press("play", house.table.id, 1, what=str(laid(house)[0])))
    gone.components = [{"type": 1, "components": [{**BUTTON, "custom_id": late}]}]
    await plays_by_no_press(house)  # the frame that shows this card is on its way to West, and late
    assert wire.request == carried
    with house.at_once():
        pressed = await west.user.click(panel.message, custom_id=late)
    await plays_by_no_press(house)
    gate.set()
    await house.env.settle()
    assert pressed.acknowledged
    assert shows_the_trick(house, house.panel(west))


async def test_while_calls_are_short_a_table_is_shown_trick_by_trick_and_nothing_untrue(
    house: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.playing(cards=4)
    assert house.bot.services.posting.tokens.grip_on(house.screen().message.id) is None
    monkeypatch.setattr(Scheduler, "used", property(lambda _: 1.0))
    edits = []
    for _ in range(8):
        before = edits_by_the_bots_token(house, house.room.id)
        await plays_by_no_press(house)
        edits.append(edits_by_the_bots_token(house, house.room.id) - before)
        assert not tells_more_than_the_trick(house.screen())
    assert edits == [1, 0, 0, 1, 0, 0, 0, 1], "at first, and at the end of each trick"
    copy = await house.presses(house.at(Seat.EAST), house.screen(), "hand")
    await a_card_is_played(house)
    assert shows_the_trick(house, house.seen(copy.message)), "the table follows by the token of that press"


def tells_more_than_the_trick(seen: Screen) -> bool:
    return any(word in seen.text for word in ("to play", "to lead", "plays dummy", "?"))


async def test_a_copy_rests_in_time_also_if_a_call_for_it_had_to_be_made_again(house: Club) -> None:
    west = await played_from_the_panel(house)
    copy = await house.types(west, "hand")
    house.env.inject_error("PATCH", "/webhooks/*", status=500, times=4)
    await a_card_is_played(house)
    await house.env.advance_time(LIFE - RESTS + 1)
    assert RESTING in house.seen(copy.message).text
    assert not tells_more_than_the_hand(house.seen(copy.message))
