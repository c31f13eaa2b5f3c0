"""What happens when nobody does anything, and when the bot is started anew."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from rules.cards import parse_card
from rules.deal.revoke import lying
from rules.seats import Seat
from rules.table.requests import CutPack, Join, Start
from rules.view import May
from tests.cogs.test_seats import choosing
from tests.trials.stage.club import Club, club

CUT_SECONDS = 10.0


@pytest.fixture
async def brisk(tmp_path: Path) -> AsyncIterator[Club]:
    """A club in which the bot cuts after ten seconds."""
    async with club(tmp_path / "tables.sqlite3", cut_seconds=CUT_SECONDS) as opened:
        yield opened


# The clock


async def test_the_bot_cuts_for_a_neighbour_who_lets_the_time_go_by_and_says_so(brisk: Club) -> None:
    await brisk.begun()
    assert "may cut the pack; otherwise I will." in brisk.screen().text
    await brisk.env.advance_time(CUT_SECONDS - 1)
    assert brisk.table.state.pack is not None
    await brisk.env.advance_time(1)
    assert brisk.table.state.pack is None
    assert brisk.table.state.cut is not None and brisk.table.state.cut.by is None
    assert "the declaration" in brisk.screen().text
    await brisk.plays_out_the_deal_quietly()
    verdict = await brisk.types(brisk.anna, "deal", show="verify")
    assert "Cut by the bot, " in (await brisk.presses(brisk.anna, verdict, "verify")).text


async def test_while_the_gateway_is_away_no_pack_is_cut_and_the_time_for_it_begins_anew_when_it_is_back(
    brisk: Club,
) -> None:
    await brisk.begun()
    await brisk.env.advance_time(CUT_SECONDS - 1)
    await brisk.loses_the_gateway()
    await brisk.env.advance_time(3600)
    assert brisk.table.state.pack is not None
    await brisk.finds_it_again()
    await brisk.env.advance_time(CUT_SECONDS - 1)
    assert brisk.table.state.pack is not None
    await brisk.env.advance_time(2)
    assert brisk.table.state.pack is None


async def test_a_neighbour_who_cuts_in_time_is_not_cut_for(brisk: Club) -> None:
    await brisk.begun()
    await brisk.env.advance_time(CUT_SECONDS - 1)
    await brisk.types(brisk.at(Seat.EAST), "turn", act="cut 7")
    await brisk.env.advance_time(3 * CUT_SECONDS)
    assert brisk.table.state.cut is not None
    assert (brisk.table.state.cut.at, brisk.table.state.deals) == (7, 1)


async def test_a_cut_that_comes_too_late_is_told_that_there_is_nothing_to_cut(brisk: Club) -> None:
    await brisk.begun()
    east = brisk.at(Seat.EAST)
    await brisk.env.advance_time(CUT_SECONDS)
    assert (await brisk.types(east, "turn", act="cut")).why == "No pack is waiting to be cut."


async def test_nobody_plays_for_a_person_who_thinks_long(brisk: Club) -> None:
    await brisk.playing()
    await brisk.env.advance_time(3600)
    assert brisk.cards_played == 0
    await brisk.plays_a_card()
    assert brisk.cards_played == 1


async def test_a_closed_table_is_not_cut_for(brisk: Club) -> None:
    await brisk.begun()
    await brisk.types(brisk.ivan, "table close")
    await brisk.env.advance_time(2 * CUT_SECONDS)
    assert "This table is closed" in brisk.screen().text


async def test_after_a_restart_the_neighbour_has_the_whole_time_again(brisk: Club) -> None:
    await brisk.begun()
    await brisk.env.advance_time(CUT_SECONDS - 1)
    await brisk.restart()
    await brisk.env.advance_time(CUT_SECONDS - 1)
    assert brisk.table.state.pack is not None
    await brisk.env.advance_time(1)
    assert brisk.table.state.pack is None


async def claim_time(house: Club, seconds: int) -> None:
    """A claim that is not answered is refused in this server after so many seconds. Nobody is alerted."""
    await house.bot.services.preferences.change_server(
        house.guild.id, lambda chosen: replace(chosen, claim_after=seconds, alerts=False)
    )


async def test_a_claim_that_is_not_answered_is_refused_after_the_time_of_the_server(house: Club) -> None:
    await claim_time(house, 15)
    await house.playing(cards=5)
    table = house.table
    await house.claims(house.who_may(May.CLAIM)[0])
    await house.env.advance_time(14)
    assert table.state.claim is not None
    await house.env.advance_time(2)
    assert table.state.claim is None and house.cards_played == 5


async def test_the_time_to_answer_a_claim_begins_with_it_however_long_somebody_had_thought(
    house: Club,
) -> None:
    await claim_time(house, 60)
    await house.playing(cards=5)
    await house.env.advance_time(100)
    thinking = house.to_act()
    await house.claims(next(who for who in house.who_may(May.CLAIM) if who is not thinking))
    await house.env.advance_time(50)
    assert house.table.state.claim is not None
    await house.env.advance_time(12)
    assert house.table.state.claim is None


@pytest.mark.parametrize("command", ["turn agree", "table close"])
async def test_a_claim_is_refused_in_time_though_one_of_those_asked_does_something_meanwhile(
    house: Club, command: str
) -> None:
    """Who would close the table has still to answer."""
    await claim_time(house, 60)
    await house.playing(cards=5)
    await house.claims(house.who_may(May.CLAIM)[0])
    await house.env.advance_time(30)
    first, *others = house.who_may(May.ANSWER_CLAIM)
    assert others
    await house.types(first, command)
    assert house.table.state.claim is not None
    await house.env.advance_time(31)
    assert house.table.state.claim is None


async def test_after_a_restart_those_asked_about_a_claim_have_the_whole_time_again(house: Club) -> None:
    await claim_time(house, 60)
    await house.playing(cards=5)
    await house.claims(house.who_may(May.CLAIM)[0])
    await house.env.advance_time(50)
    await house.restart()
    await house.env.advance_time(50)
    assert house.table.state.claim is not None
    await house.env.advance_time(12)
    assert house.table.state.claim is None


# Starting anew


async def test_old_buttons_work_after_a_restart(house: Club) -> None:
    await house.playing(cards=3)
    who = house.to_act()
    panel, hand, table = house.panel(who), await house.types(who, "hand"), house.screen()
    before, card = house.table.state, house.plays(who)[0]
    await house.restart()
    answer = await house.presses(who, hand, "play", card)  # the table is loaded by it
    assert before.deal is not None and house.table.state.deal == before.deal.after_card(parse_card(card))
    assert answer.message.id == hand.message.id and house.cards_played == 4
    who = house.to_act()
    anew = await house.presses(who, table, "hand")
    assert anew.private
    assert (await house.presses(who, anew, "play", house.plays(who)[0])).text
    assert house.cards_played == 5
    assert panel.message.id in [one.id for one in house.everything_in_direct_messages()]


async def test_a_lobby_is_still_open_after_a_restart(house: Club) -> None:
    await house.seated(house.anna, house.boris)
    lobby = house.screen()
    await house.restart()
    await house.presses(house.clara, lobby, "join")
    await house.presses(house.anna, lobby, "start")
    assert house.table.state.rubber is not None


async def test_nothing_is_posted_or_edited_by_a_restart_when_all_is_on_screen(house: Club) -> None:
    await house.playing(cards=3)
    before = [(one.id, one.edited_timestamp, str(one.components)) for one in house.messages()]
    requests = len(house.env.http_requests)
    await house.restart()
    after = [(one.id, one.edited_timestamp, str(one.components)) for one in house.messages()]
    assert after == before
    assert not [one for one in house.env.http_requests[requests:] if "/messages" in one.path]


async def test_what_was_committed_but_not_shown_is_shown_after_a_restart(house: Club) -> None:
    await house.playing(cards=3)
    stale = house.screen().text
    await house.plays_a_card_quietly()
    assert house.screen().text == stale
    await house.restart()
    assert house.screen().text != stale
    assert house.cards_played == 4


async def test_robots_go_on_after_a_restart(house: Club) -> None:
    await house.playing(cards=2)
    for seat in (Seat.WEST, Seat.EAST):
        await house.leaves(house.at(seat))
    while house.plays(house.at(Seat.SOUTH)):
        await house.plays_a_card_quietly()
    await house.restart()
    assert house.plays(house.at(Seat.SOUTH))


async def test_a_claim_is_answered_after_a_restart(house: Club) -> None:
    await house.playing(cards=5)
    await house.claims(house.who_may(May.CLAIM)[0])
    asked = {who: await house.types(who, "hand") for who in house.who_may(May.ANSWER_CLAIM)}
    await house.restart()
    for who, hand in asked.items():
        await house.presses(who, hand, "agree")
    assert house.table.state.last_number == 1


async def test_nobody_who_cuts_lowest_is_waited_for_longer_than_for_the_cut(brisk: Club) -> None:
    """All stay where they are (laws 1.2.2; appendix D, D5)."""
    lowest = await choosing(brisk)
    chooser = brisk.at(lowest)
    await brisk.env.advance_time(CUT_SECONDS - 1)
    assert brisk.table.state.rubber is not None and brisk.table.state.rubber.seats_open
    await brisk.env.advance_time(2)
    assert brisk.table.state.rubber is not None and not brisk.table.state.rubber.seats_open
    assert brisk.at(lowest) is chooser and brisk.table.state.pack is not None


async def test_where_a_revoke_is_claimed_before_the_next_lead_a_trick_lies_as_long_as_the_pack(
    brisk: Club,
) -> None:
    """English whist: ten seconds, and not the two that the table has arranged for other tricks (D2)."""
    options = {"revoke_mode": "lawful", "quit_delay": "2"}
    await brisk.opens("whist_english", options)
    async with brisk._quiet() as does:
        for who in brisk.four:
            await does(who, Join())
        await does(brisk.anna, Start())
        await does(brisk.at(Seat.EAST), CutPack(26, ""))
        for _ in range(3):
            await does(brisk.to_act(), brisk.view(brisk.to_act()).options[0])
    await brisk.plays_a_card()
    assert brisk.table.state.deal is not None and lying(brisk.table.state.deal) == 1
    await brisk.env.advance_time(CUT_SECONDS - 1)
    assert lying(brisk.table.state.deal) == 1
    await brisk.env.advance_time(2)
    assert lying(brisk.table.state.deal) is None
