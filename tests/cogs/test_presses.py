"""Buttons: on the table, on a hand in the channel and in direct messages, fresh and stale."""

from __future__ import annotations

from typing import Any

from simcord.actors import MemberActor

from rules.seats import RobotMember, Seat
from rules.view import May
from screens.presses import Press, read_as
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Answer, Screen

STALE = "That deal is over"
PASSED = "It is too late for that"


async def presses_anything(
    house: Club, who: MemberActor, custom_id: str, seen: Screen | None = None
) -> Answer:
    """A press on the table's message of a button that is not there: no longer, or never."""
    return await house.presses_late(who, seen or house.screen(), custom_id)


async def test_a_rubber_is_begun_with_buttons_alone(house: Club) -> None:
    await house.open()
    for who in house.four[1:3]:
        answer = await house.presses(who, house.screen(), "join")
        assert answer.private and answer.text.startswith("You have joined the table.")
    await house.presses(house.anna, house.screen(), "robot")
    assert isinstance(house.table.state.members[3], RobotMember)
    assert "unrobot" in house.screen().verbs()
    await house.presses(house.anna, house.screen(), "unrobot")
    assert len(house.table.state.members) == 3
    await house.presses(house.clara, house.screen(), "leave")
    assert len(house.table.state.members) == 2
    await house.presses(house.boris, house.screen(), "start")
    assert house.table.state.rubber is not None and len(house.table.state.members) == 4


async def test_the_answer_to_a_press_on_the_table_is_the_table_redrawn(house: Club) -> None:
    await house.seated(house.anna)
    lobby = house.screen()
    answer = await house.presses(house.anna, lobby, "robot")
    assert answer.message.id == lobby.message.id
    assert "(robot)" in answer.text
    assert len(house.room.history()) == 1


async def test_a_deal_is_played_with_the_buttons_of_the_channel(house: Club) -> None:
    """Each of the four keeps one private message with their hand; every answer redraws it."""
    await house.begun()
    hands: dict[int, Screen] = {}
    for who in house.four:
        hands[who.id] = await house.presses(who, house.screen(), "hand")
        assert hands[who.id].private
    east = house.at(Seat.EAST)
    hands[east.id] = await house.presses(east, hands[east.id], "cut")
    for seat, what in ((Seat.SOUTH, "pass"), (Seat.NORTH, "declare:N")):
        who = house.at(seat)
        seen = await house.presses(who, house.screen(), "hand")
        hands[who.id] = await house.presses(who, seen, "call", what)
    west = house.at(Seat.WEST)
    await house.presses(west, await house.presses(west, house.screen(), "hand"), "call", "double")
    for seat in (Seat.SOUTH, Seat.NORTH):
        seen = await house.presses(house.at(seat), house.screen(), "hand")
        await house.presses(house.at(seat), seen, "call", "content")
    for _ in range(8):
        who = house.to_act()
        seen = await house.presses(who, house.screen(), "hand")
        card = house.plays(who)[0]
        hands[who.id] = await house.presses(who, seen, "play", card)
        assert hands[who.id].message.id == seen.message.id
        assert not any(one["custom_id"].endswith(card) for one in hands[who.id].buttons)
    claimer = house.who_may(May.CLAIM)[0]
    seen = await house.presses(claimer, house.screen(), "hand")
    asked = await house.presses(claimer, seen, "claim")
    sure = await house.chooses(claimer, asked, "11")
    await house.presses(claimer, sure, "claim", "11")
    for who in house.who_may(May.ANSWER_CLAIM):
        await house.presses(who, await house.presses(who, house.screen(), "hand"), "agree")
    last = house.table.state.last
    assert last is not None and last.settled.level == 1 and last.conceded is not None  # type: ignore[union-attr]
    assert "cut" in house.screen().verbs()
    views = house.bot._connection._view_store
    assert not views._views and not views._synced_message_views and not views._modals


async def test_a_deal_is_played_with_the_buttons_of_the_direct_messages(house: Club) -> None:
    await house.begun()
    east = house.at(Seat.EAST)
    await house.presses(east, house.panel(east), "cut")
    south = house.at(Seat.SOUTH)
    await house.presses(south, house.panel(south), "call", "declare:H")
    for seat in (Seat.WEST, Seat.EAST):
        await house.presses(house.at(seat), house.panel(house.at(seat)), "call", "content")
    for _ in range(8):
        who = house.to_act()
        before = house.panel(who)
        card = house.plays(who)[-1]
        answer = await house.presses(who, before, "play", card)
        assert answer.message.id == before.message.id and not answer.result.followups
    assert all(len(who.user.dm_channel.history()) == 1 for who in house.four)
    assert house.cards_played == 8


async def test_one_refusal_by_a_button_ends_a_claim(house: Club) -> None:
    await house.playing(cards=5)
    claimer = house.who_may(May.CLAIM)[0]
    await house.claims(claimer)
    other = house.who_may(May.ANSWER_CLAIM)[0]
    await house.presses(other, house.panel(other), "refuse")
    assert house.table.state.claim is None


async def test_people_agree_to_close_with_the_button_that_the_first_has_called_up(house: Club) -> None:
    await house.seated(house.anna, house.boris)
    assert "close" not in house.screen().verbs()
    await house.types(house.anna, "table close")
    await house.presses(house.boris, house.screen(), "close")
    assert house.closed()


async def test_score_and_last_trick_are_shown_to_anybody_who_presses(house: Club) -> None:
    await house.playing(cards=5)
    for verb in ("score", "last"):
        answer = await house.presses(house.ivan, house.screen(), verb)
        assert answer.private and answer.message.id != house.screen().message.id


async def test_a_stranger_who_presses_is_told_that_they_do_not_sit_there(house: Club) -> None:
    await house.playing(cards=5)
    table = house.screen().text
    for button in (house.screen().button("hand"), str(Press("claim", house.table.id, 1))):
        answer = await house.presses_late(house.ivan, house.screen(), button)
        assert answer.private and answer.text == "You don't have a chair at this table."
    assert house.screen().text == table


async def test_a_press_by_another_seat_is_refused_privately(house: Club) -> None:
    await house.dealt()
    table = house.screen()
    button = house.panel(house.at(Seat.SOUTH)).button("call", "declare:S")
    answer = await house.presses_late(house.at(Seat.WEST), table, button)  # an earlier release had it there
    assert answer.private and answer.text == f"It is {house.called(Seat.SOUTH)}'s turn."
    assert house.screen().text == table.text


async def test_the_cut_is_refused_to_everybody_but_the_neighbour(house: Club) -> None:
    await house.begun()
    east = house.at(Seat.EAST)
    button = house.panel(east).button("cut")
    for seat in (Seat.WEST, Seat.NORTH, Seat.SOUTH):
        answer = await house.presses_late(house.at(seat), house.screen(), button)
        assert answer.private and answer.text.startswith(f"{house.called(Seat.EAST)} cuts the pack")
    await house.presses(east, house.panel(east), "cut")
    assert house.table.state.cut is not None and 4 <= house.table.state.cut.at <= 48


async def test_a_refusal_on_ones_own_hand_stands_on_that_hand(house: Club) -> None:
    await house.playing(cards=1)
    east = house.at(Seat.EAST)
    hand = await house.types(east, "hand")
    view = house.view(east)
    assert view.own is not None
    card = f"play:{house.table.id}:1:{view.own.left.cards[0]}"  # as on a message that is out of date
    answer = await house.presses_late(east, hand, card)
    assert answer.message.id == hand.message.id
    assert answer.text.startswith(f"> It is {house.called(Seat.SOUTH)}'s turn.")
    panel = house.panel(east)
    answer = await house.presses_late(east, panel, card)
    assert answer.message.id == panel.message.id
    assert answer.text.startswith(f"> It is {house.called(Seat.SOUTH)}'s turn.")


async def test_a_stale_press_on_an_old_hand_says_so_and_shows_a_fresh_one(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    old = await house.types(west, "hand")
    card = house.plays(west)[0]
    button = old.button("play", card)
    await house.types(west, "play", card=card)
    answer = await house.presses_late(west, old, button)
    assert "> That card has been played. " in answer.text and answer.message.id == old.message.id
    assert not any(one["custom_id"].endswith(card) for one in answer.buttons)


async def test_a_card_on_an_old_hand_is_not_played_to_a_later_trick(house: Club) -> None:
    """A hand that could not be drawn anew shows a turn that has long been taken."""
    await house.playing(cards=1)
    south = house.at(Seat.SOUTH)  # plays for dummy too
    old = await house.types(south, "hand")
    buttons = [one["custom_id"] for one in old.buttons if one["custom_id"].startswith("play:")]
    await house.plays_a_card_quietly()
    while house.to_act() != south or not set(house.plays(south)) & {one[-2:] for one in buttons}:
        await house.plays_a_card_quietly()
    late = next(one for one in buttons if one[-2:] in house.plays(south))
    before = house.cards_played
    answer = await house.presses_late(south, old, late)
    assert house.cards_played == before and answer.message.id == old.message.id
    assert "> It is too late for that. " in answer.text
    fresh = answer.button("play", late[-2:])
    await house.presses(south, answer, "play", fresh[-2:])
    assert house.cards_played == before + 1


async def test_a_stale_press_on_the_table_shows_a_player_the_hand_and_others_the_table(house: Club) -> None:
    await house.declared()
    west = house.at(Seat.WEST)
    content = house.panel(west).button("call", "content")
    await house.types(west, "contre")
    answer = await presses_anything(house, west, content)
    assert answer.private and PASSED in answer.text and "**Your cards**" in answer.text
    answer = await presses_anything(house, house.ivan, content)
    assert answer.private and PASSED in answer.text and "Your cards" not in answer.text
    settled = house.table.state.settled()
    assert settled is not None and settled.level == 1


async def test_an_id_that_nobody_knows_is_answered_with_the_table_as_it_stands(house: Club) -> None:
    await house.playing(cards=5)
    for custom_id in ("x", "play:QH", "hand:7f3a", "explode:7f3a0b1c", "💣" * 25, f"open:{house.table.id}"):
        assert read_as(Press, custom_id) is None
        answer = await presses_anything(house, house.anna, custom_id)
        assert answer.private and "> I don't know that button any more. " in answer.text, custom_id
        assert "'s turn" in answer.text or "Your turn:" in answer.text, custom_id


async def test_a_card_that_cannot_be_played_is_told_why_in_every_state_of_the_deal(house: Club) -> None:
    await house.begun(*house.four)

    async def pressed(deal: int = 1) -> str:
        answer = await presses_anything(house, house.anna, f"play:{house.table.id}:{deal}:QH")
        assert answer.private
        return answer.text.removeprefix("> ").split("\n")[0]

    assert await pressed() == f"First {house.called(Seat.EAST)} cuts the pack, and the cards are dealt."
    await house.types(house.at(Seat.EAST), "turn", act="cut")
    assert await pressed() == "Cards are played after the calls. Here is the table as it is now."
    await house.types(house.at(Seat.SOUTH), "declare", trumps="H")
    assert await pressed() == "Cards are played after the calls. Here is the table as it is now."
    assert await pressed(2) == "I don't know that button any more. Here is the table as it is now."
    await house.plays_out_the_deal_quietly()
    assert await pressed() == f"{STALE}. Here is the table as it is now."


async def test_the_id_of_a_sheet_is_none_of_a_table_and_the_other_way_round(house: Club) -> None:
    await house.playing()
    four: dict[str, Any] = dict(zip(("north", "east", "south", "west"), house.four, strict=True))
    table, table_id = house.screen(), house.table.id
    await house.types(house.anna, "score open", game="biritch", **four)
    sheet_id = house.bot.services.sheets.stream_in(house.room.id)
    for verb in ("show", "undo", "confirm"):
        answer = await presses_anything(house, house.anna, f"sheet-{verb}:{table_id}:1:0", table)
        assert answer.private
        assert answer.text == "There is no open score sheet here: `/score open` opens one.", verb
    for verb in ("hand", "join", "score", "why", "analyse", "options"):
        answer = await presses_anything(house, house.anna, f"{verb}:{sheet_id}:1", table)
        assert answer.private
        assert answer.text == "There is no open table here: `/table open` opens one.", verb


async def test_an_id_of_our_form_that_makes_no_sense_changes_nothing(house: Club) -> None:
    await house.playing(cards=5)
    version, table_id = house.table.version, house.table.id
    for rest in (":1:0:grand", ":1:0:play:QH", ":0:0:double", ":1:99:content", ""):
        answer = await presses_anything(house, house.to_act(), f"call:{table_id}{rest}")
        assert answer.private and answer.text, rest
    for rest in (":1:ZZ", ":1", ":9:QH", ""):
        answer = await presses_anything(house, house.to_act(), f"play:{table_id}{rest}")
        assert answer.private and answer.text, rest
    for verb in ("cut", "agree", "refuse", "start"):
        answer = await presses_anything(house, house.to_act(), f"{verb}:{table_id}:1")
        assert answer.private and answer.text, verb
    assert house.table.version == version


async def test_a_press_of_a_table_that_never_was_is_answered(house: Club) -> None:
    await house.seated()
    for verb in ("hand", "join", "start", "score"):
        answer = await presses_anything(house, house.anna, str(Press(verb, "00000000")))
        assert answer.private and "no open table" in answer.text


async def test_a_press_on_a_table_that_was_closed_says_that_it_is(house: Club) -> None:
    await house.playing(cards=5)
    hand = await house.types(house.anna, "hand")
    await house.types(house.ivan, "table close")
    claims = [one["custom_id"] for one in hand.buttons if not one.get("disabled")]
    answer = await house.presses_late(house.anna, hand, claims[0])
    assert "closed" in answer.text


async def test_a_double_press_plays_one_card(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    hand = await house.types(west, "hand")
    first, second = (hand.button("play", card) for card in house.plays(west)[:2])
    with house.at_once():
        pressed = [await west.click(hand.message, custom_id=one) for one in (first, first, second)]
    await house.env.settle()
    assert all(one.acknowledged for one in pressed)
    assert house.cards_played == 1


async def test_both_adversaries_may_press_content_in_the_same_moment(house: Club) -> None:
    await house.declared()
    west, east = house.at(Seat.WEST), house.at(Seat.EAST)
    panels = {who: house.panel(who) for who in (west, east)}
    with house.at_once():
        pressed = [
            await who.user.click(panel.message, custom_id=panel.button("call", "content"))
            for who, panel in panels.items()
        ]
    await house.env.settle()
    assert all(one.acknowledged for one in pressed)
    assert house.plays(house.at(Seat.WEST))
    assert "call" not in house.screen().verbs()


async def test_everybody_may_press_everything_in_the_same_moment(house: Club) -> None:
    await house.playing(cards=4)
    table = house.screen()
    verbs = ("hand", "last", "score")
    with house.at_once():
        pressed = [
            await who.click(table.message, custom_id=table.button(verb))
            for who in house.four
            for verb in verbs
        ]
    await house.env.settle()
    assert all(one.acknowledged for one in pressed)


async def test_an_interaction_delivered_a_minute_late_changes_nothing(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    hand = await house.types(west, "hand")
    card = house.plays(west)[0]
    held: list[dict[str, object]] = []
    subscribers = house.env.backend.subscribers
    kept, subscribers[:] = list(subscribers), [lambda _, payload, *__: held.append(payload)]
    await west.click(hand.message, custom_id=hand.button("play", card))
    subscribers[:] = kept
    await house.env.advance_time(61)
    house.env.backend.emit("INTERACTION_CREATE", held[0])
    await house.env.settle()
    assert len(held) == 1 and house.cards_played == 0
    await house.types(west, "play", card=card)
    assert house.cards_played == 1


async def test_a_late_press_on_the_tables_message_is_refused_by_the_answer_itself(house: Club) -> None:
    """Not by what follows an acknowledgement: killed in between, the bot would have told nobody."""
    await house.playing(cards=5)
    west = house.at(Seat.WEST)
    old = str(Press("cut", house.table.id, 1))
    for who in (west, house.ivan):
        answer = await house.presses_late(who, house.screen(), old)
        assert answer.private and "Here is the table as it is now" in answer.text
        assert not answer.result.deferred and not answer.result.followups


async def test_a_press_on_a_message_that_was_left_behind_counts_and_shows_the_presser_their_hand(
    house: Club,
) -> None:
    """The table has moved: nothing redraws the message in its old channel any more."""
    await house.begun()
    left, east, table = house.screen(), house.at(Seat.EAST), house.table
    dealer = house.called(Seat.SOUTH)
    await house.types(house.anna, "table show", channel=house.parlour)
    answer = await house.presses_late(east, left, str(Press("cut", table.id, 1)))
    assert table.place.channel == house.parlour.id and table.state.deal is not None
    assert answer.private and "### Deal 1: the declaration" in answer.text
    assert f"Left\u00a0{dealer}" in answer.text
