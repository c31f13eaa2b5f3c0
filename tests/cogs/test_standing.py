"""The result of a deal stands, as the lowest message, until the people at the table have seen it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from simcord.actors import MemberActor

from rules.frozen import replace
from rules.seats import Seat
from rules.table.requests import CutPack, Join, Pause, Resume, Start
from rules.view import May
from screens.words.names import spoken_card as card_word
from storage.ports.records import UserId
from tests.trials.stage.club import Club, club
from tests.trials.stage.seen import Answer, Screen

DAY = 24 * 3600.0


@pytest.fixture
async def over(house: Club) -> Club:
    """Four people, who have just played a deal."""
    await house.playing()
    await house.plays_out_the_deal_quietly()
    return house


@pytest.fixture
async def brisk(tmp_path: Path) -> AsyncIterator[Club]:
    """The same in a club in which the bot cuts after ten seconds, and robots at once."""
    async with club(tmp_path / "tables.sqlite3", cut_seconds=10.0) as opened:
        await opened.playing()
        await opened.plays_out_the_deal_quietly()
        yield opened


def table_messages(house: Club) -> list[Screen]:
    """All that everybody sees in the room, oldest first."""
    seen = [house.seen(one) for one in house.room.history()]
    return [one for one in seen if not one.private]


def shows_own_hand(house: Club, who: MemberActor, seen: Screen) -> bool:
    """Whether all thirteen cards that somebody has been dealt stand there."""
    own = house.view(who).own
    assert own is not None and len(own.dealt) == 13
    return all(card_word(card) in seen.text for card in own.left)


async def presses_next(house: Club, who: MemberActor) -> Answer:
    return await house.presses(who, house.screen(), "cut")


async def test_the_result_is_the_lowest_message_until_all_have_pressed_next(over: Club) -> None:
    shown = len(table_messages(over))
    assert over.screen().text.startswith("### Deal 1: ") and "The next deal comes <t:" in over.screen().text
    for who in over.four[:3]:
        assert May.CUT in over.view(who).may
        await presses_next(over, who)
        assert over.table.state.deal is None and len(table_messages(over)) == shown
        assert over.screen().text.startswith("### Deal 1: ")
    await presses_next(over, over.david)
    assert over.table.state.deal is not None and len(table_messages(over)) == shown + 1
    assert "the declaration" in over.screen().text and "cut" not in over.screen().verbs()


async def test_whoever_presses_last_is_answered_with_their_next_hand_and_the_others_have_theirs(
    over: Club,
) -> None:
    answers = [await presses_next(over, who) for who in over.four]
    waiting, last = answers[0], answers[-1]
    assert all(one.private for one in answers) and len({one.message.id for one in answers}) == 4
    assert "Your next hand comes here. Waiting for" in waiting.text
    for name in (over.boris, over.clara, over.david):
        assert f"<@{name.id}>" in waiting.text
    assert f"<@{over.anna.id}>" not in waiting.text.partition("Waiting for")[2]
    assert shows_own_hand(over, over.david, last)
    for who, answer in zip(over.four, answers, strict=True):
        assert shows_own_hand(over, who, over.seen(answer.message))


async def test_nothing_of_the_bots_stands_between_a_hand_and_the_table_that_it_is_of(over: Club) -> None:
    answers = [await presses_next(over, who) for who in over.four]
    table = over.screen().message.id
    for answer in answers:
        assert not [one for one in table_messages(over) if answer.message.id < one.message.id < table]


async def test_a_result_that_has_been_seen_is_folded_to_two_lines_and_shown_whole_to_who_asks(
    over: Club,
) -> None:
    whole = over.screen()
    assert whole.text.count("\n") > 4
    for who in over.four:
        await presses_next(over, who)
    folded = over.seen(whole.message)
    first, second = folded.text.splitlines()
    assert first == whole.text.splitlines()[0] and second.startswith("-# ")
    (show,) = folded.buttons
    assert show["label"] == "Show"
    shown = await over.presses(over.ivan, folded, "more")
    assert shown.private and shown.text.startswith(whole.text.splitlines()[0]) and "more" in shown.verbs()
    assert over.seen(whole.message).text == folded.text


async def test_two_deals_cost_three_messages_in_the_channel(over: Club) -> None:
    begun = len(table_messages(over))
    for who in over.four:
        await presses_next(over, who)
    await over.plays_out_the_deal()
    assert over.table.state.last_number == 2 and len(table_messages(over)) == begun + 1


async def test_the_result_names_its_button_in_the_language_of_the_room_whoever_has_pressed_it(
    over: Club,
) -> None:
    """By their panel in direct messages too, where their own language is all that is known of a room."""
    boris = UserId(over.boris.id)
    await over.bot.services.preferences.change_person(boris, lambda chosen: replace(chosen, language="fr"))
    panel = await over.presses(over.boris, over.panel(over.boris), "hand")
    pressed = await over.presses(over.boris, panel, "cut")
    assert "On attend" in pressed.text
    await over.env.advance_time(5)
    assert "or once all have pressed **Next**." in over.screen().text


async def test_who_presses_twice_has_pressed_once(over: Club) -> None:
    await presses_next(over, over.anna)
    version = over.table.version
    again = await presses_next(over, over.anna)
    assert over.table.version == version and "Waiting for" in again.text


async def test_a_stranger_who_presses_next_is_told_alone_that_they_have_no_chair(over: Club) -> None:
    version, shown = over.table.version, over.screen().text
    answer = await presses_next(over, over.ivan)
    assert answer.private and answer.text == "You don't have a chair at this table."
    assert (over.table.version, over.screen().text) == (version, shown)


async def test_nobody_is_replaced_by_a_robot_while_they_look_at_a_result(over: Club) -> None:
    version = over.table.version
    answer = await over.types(over.anna, "table robot")
    assert answer.private and over.table.version == version
    assert len(over.table.state.unready) == 4


async def test_next_can_be_pressed_on_the_panel_in_direct_messages_and_typed(over: Club) -> None:
    for who in over.four[:2]:
        panel = await over.presses(who, over.panel(who), "hand")  # it had not followed the play
        pressed = await over.presses(who, panel, "cut")
        assert pressed.message.id == panel.message.id and "Waiting for" in pressed.text
    typed = await over.types(over.clara, "turn", act="cut 20")
    assert typed.private and "Waiting for" in typed.text and "You lifted" not in typed.text
    await over.types(over.david, "turn", act="cut 30")
    assert over.table.state.cut is not None and over.table.state.cut.at == 30
    assert shows_own_hand(over, over.anna, over.panel(over.anna))


async def test_one_person_among_robots_has_the_next_hand_with_one_press(tmp_path: Path) -> None:
    async with club(tmp_path / "tables.sqlite3") as house:
        await house.begun(house.anna)
        await house.types(house.anna, "turn", act="cut")  # if it falls to her
        await house.env.advance_time(2000)
        while house.table.state.last_number == 0:
            await house.does(house.anna, house.view(house.anna).options[0])
        answer = await presses_next(house, house.anna)
        assert answer.private and shows_own_hand(house, house.anna, answer)
        assert house.table.state.deals == 2 and house.table.state.deal is not None


# The clock


async def test_a_result_stands_for_ninety_seconds_if_nobody_presses(brisk: Club) -> None:
    until = int(brisk.bot.services.tables.waiting.goes_on_at(brisk.table))
    assert f"<t:{until}:R>" in brisk.screen().text
    await brisk.env.advance_time(89)
    assert brisk.table.state.deal is None
    await brisk.env.advance_time(1)
    assert brisk.table.state.deal is not None and brisk.table.state.cut.by is None
    for who in brisk.four:
        assert shows_own_hand(brisk, who, brisk.panel(who))


async def test_it_stands_for_twenty_seconds_after_the_first_press_whoever_else_presses(brisk: Club) -> None:
    await brisk.env.advance_time(30)
    await presses_next(brisk, brisk.anna)
    await brisk.env.advance_time(5)
    await presses_next(brisk, brisk.boris)
    await brisk.env.advance_time(14)
    assert brisk.table.state.deal is None
    await brisk.env.advance_time(1)
    assert brisk.table.state.deal is not None


async def test_a_restart_neither_forgets_who_has_pressed_nor_when_the_first_did(brisk: Club) -> None:
    await presses_next(brisk, brisk.anna)
    await brisk.env.advance_time(10)
    await presses_next(brisk, brisk.boris)
    before = brisk.table.seen_at, brisk.table.result_at
    await brisk.restart()
    assert (brisk.table.seen_at, brisk.table.result_at) == pytest.approx(before, abs=0.001)
    assert len(brisk.table.state.unready) == 2
    await brisk.env.advance_time(21)  # the bot was away for a moment of that
    assert brisk.table.state.deal is not None


async def test_a_table_that_is_paused_waits_with_its_result_and_has_the_whole_time_afterwards(
    brisk: Club,
) -> None:
    await brisk.acts(brisk.anna, Pause())
    assert "Paused" in brisk.screen().text and "cut" not in brisk.screen().verbs()
    await brisk.env.advance_time(600)
    assert brisk.table.state.deal is None
    await brisk.acts(brisk.anna, Resume())
    await brisk.env.advance_time(89)
    assert brisk.table.state.deal is None and "cut" in brisk.screen().verbs()
    await brisk.env.advance_time(1)
    assert brisk.table.state.deal is not None


async def test_who_leaves_is_waited_for_no_longer(brisk: Club) -> None:
    for who in brisk.four[:3]:
        await presses_next(brisk, who)
    await brisk.leaves(brisk.david)
    assert brisk.table.state.deal is not None


async def test_where_people_take_turns_over_days_a_result_stands_for_a_day(house: Club) -> None:
    async with house._quiet() as does:
        await house.opens("biritch", {"pace": "days"})
        for who in house.four:
            await does(who, Join())
        await does(house.anna, Start())
        await does(house.at(Seat.EAST), CutPack(26, ""))
        while not house._nearly_over():
            who = house.to_act()
            await does(who, house._calmly(who))
    await house.plays_a_card()
    table_id = house.table.id
    await house.env.advance_time(DAY - 3600)
    state = (await house.looks_at(table_id)).state
    assert state.deal is None and len(state.unready) == 4
    await house.env.advance_time(3700)
    assert (await house.looks_at(table_id)).state.deal is not None


async def test_again_stands_on_the_end_of_a_rubber_until_the_next_one_begins(house: Club) -> None:
    await house.playing()
    await house.plays_out_the_rubber()
    (over,) = (one for one in house.room.history() if "win the rubber" in house.seen(one).text)
    await house.types(house.ivan, "table join")
    lobby = house.screen().text
    assert {"start", "more"} == house.seen(over).verbs() and lobby.count("**Start**") == 1
    assert not any(told in lobby for told in ("Russian Whist", "Totals", "is full"))
    await house.presses(house.boris, house.seen(over), "start")
    assert house.table.state.rubber is not None and house.seen(over).verbs() == {"more"}
    cut = [one for one in house.room.history() if "First cut: " in house.seen(one).text]
    assert len(cut) == 2, "that of each rubber on one message"
