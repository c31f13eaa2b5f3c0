"""Commands typed in direct messages, where a person may have more than one table in mind."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from cogs.finding import seen_here
from cogs.interactions import Asked
from cogs.typed import typed_bid
from rules.cards import Suit
from rules.frozen import replace
from rules.games.auctions import AUCTION
from rules.seats import Seat
from rules.view import May, SeatView
from storage.ports.records import Attempt, Contest, TableId, UserId
from tests.trials.stage.club import Club
from tests.trials.stage.happenings import begin_at_table


async def test_a_deal_can_be_played_from_the_direct_messages(house: Club) -> None:
    await house.begun()
    east, south, west = house.at(Seat.EAST), house.at(Seat.SOUTH), house.at(Seat.WEST)
    assert (await house.writes(east, "turn", act="cut 30")).why == "You lifted 30 cards."
    assert (await house.writes(south, "pass")).text == "You passed, so your partner must name trumps."
    assert (await house.writes(house.at(Seat.NORTH), "declare", trumps="C")).text == "You declared ♣︎ Clubs."
    assert (await house.writes(west, "contre")).text == "You doubled what every trick scores."
    assert (await house.writes(south, "surcontre")).text == "You doubled what every trick scores."
    for seat in (Seat.WEST, Seat.EAST):
        assert (await house.writes(house.at(seat), "turn", act="content")).why == "You accepted."
    for _ in range(5):
        who = house.to_act()
        assert (await house.writes(who, "play", card=house.plays(who)[0])).text.startswith("You played ")
    settled = house.table.state.settled()
    assert settled is not None and (settled.trumps, settled.level) == (Suit.CLUBS, 2)
    claimer = house.who_may(May.CLAIM)[0]
    await house.claims(claimer)
    first, second, _ = house.who_may(May.ANSWER_CLAIM)
    assert (await house.writes(first, "turn", act="agree")).why == "You agreed."
    assert (await house.writes(second, "turn", act="refuse")).why == "You refused: play goes on."
    assert "deal" in (await house.writes(first, "deal", show="last")).text.lower()


async def test_a_refusal_in_the_direct_messages_is_the_same_sentence_as_in_the_channel(house: Club) -> None:
    await house.playing()
    east = house.at(Seat.EAST)
    for command, options in (("play", {"card": "2C"}), ("play", {"card": "?"}), ("declare", {"trumps": "H"})):
        there = await house.writes(east, command, **options)
        assert there.text == (await house.types(east, command, **options)).text  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("hand", {}),
        ("deal last", {}),
        ("pass", {}),
        ("contre", {}),
        ("play", {"card": "QH"}),
        ("turn cut", {}),
    ],
)
async def test_one_who_sits_nowhere_is_told_so_in_the_direct_messages(
    house: Club, command: str, options: dict[str, str]
) -> None:
    await house.playing()
    answer = await house.writes(house.ivan, command, **options)
    assert answer.text.count(".") == 1 and "table" in answer.text


async def test_with_two_tables_the_one_that_waits_for_the_asker_is_meant(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    await house.types(west, "table open", channel=house.parlour)
    card = house.plays(west)[0]
    assert len(await west.user.autocomplete("play", "card", "")) == 13
    await house.writes(west, "play", card=card)
    assert house.cards_played == 1


async def test_with_two_tables_and_none_that_waits_the_asker_is_asked_which_by_their_channels(
    house: Club,
) -> None:
    await house.playing()
    east = house.at(Seat.EAST)
    await house.types(east, "table open", channel=house.parlour)
    answer = await house.writes(east, "hand")
    assert answer.text.startswith("You are at several tables")
    assert house.room.mention in answer.text and house.parlour.mention in answer.text
    assert await east.user.autocomplete("play", "card", "") == []
    assert "no open table" not in (await house.types(east, "hand")).text


async def test_with_two_tables_that_both_wait_the_asker_is_asked_which(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    await house.types(west, "table open", channel=house.parlour)
    await house.types(west, "table start", channel=house.parlour)
    while not any(one["value"] for one in await west.autocomplete(house.parlour, "play", "card", "")):
        for command in ("turn cut", "pass", "turn content"):
            await house.types(west, command, channel=house.parlour)
        await house.types(west, "declare", channel=house.parlour, trumps="H")
    answer = await house.writes(west, "play", card=house.plays(west)[0])
    assert house.room.mention in answer.text and house.parlour.mention in answer.text
    assert house.cards_played == 0
    study = house.guild.create_text_channel("study")
    await house.types(west, "table open", channel=study)  # a third, which does not wait
    everywhere = (await house.writes(west, "hand")).text
    assert all(one.mention in everywhere for one in (house.room, house.parlour, study))


async def test_a_command_in_a_channel_means_the_table_of_that_channel(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    answer = await house.types(west, "play", channel=house.parlour, card=house.plays(west)[0])
    assert "no open table here" in answer.text
    assert house.cards_played == 0


async def test_the_message_that_will_hold_the_hands_rings_nobody_and_the_hand_is_in_it_later(
    house: Club,
) -> None:
    await house.open()
    await house.types(house.boris, "table join")
    for who in (house.anna, house.boris):
        (posted,) = who.user.dm_channel.history()
        assert "No rubber is being played." in house.seen(posted).text
        assert posted.flags.suppress_notifications
    await house.types(house.anna, "table start")
    await house.types(house.anna, "turn", act="cut")
    assert len(house.boris.user.dm_channel.history()) == 1


async def test_closed_tables_are_not_meant(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    await house.types(house.ivan, "table close")
    assert "table" in (await house.writes(west, "hand")).text
    await house.types(west, "table open", channel=house.parlour)
    assert "No rubber is being played" in (await house.writes(west, "hand")).text


async def test_a_reminder_comes_once_a_day_by_direct_message_with_the_days_played_in_a_row(
    house: Club,
) -> None:
    services, store, now = house.bot.services, house.store, house.bot.services.reminders._now
    anna, boris = UserId(house.anna.id), UserId(house.boris.id)
    await services.preferences.change_person(anna, lambda chosen: replace(chosen, daily=True))
    today = datetime.fromisoformat(services.contests.today).date()
    for ago in (1, 2):
        began, day = now() - 86400 * ago, (today - timedelta(days=ago)).isoformat()
        await store.contests.add_contest(Contest(day, "biritch", Seat.SOUTH, "good", b"seed", began))
        for user in (anna, boris):
            table = TableId(f"{user % 100:02}aa{ago:04}")
            assert await begin_at_table(store, Attempt(table, day, user, "", began, began + 30, 8, ("QH",)))
    for _ in range(2):
        await house.bot.services.reminders.remind_due()
    (told,) = [house.seen(one).text for one in house.anna.user.dm_channel.history()]
    assert "2 days played in a row" in told
    assert not house.boris.user.dm_channel.history()


async def test_a_bid_is_made_at_the_table_for_which_it_was_read(
    house: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it is read that table goes on, and another begins to wait for the same person."""
    await house.dealt(AUCTION.key)
    who, here, tables = house.to_act(), house.table, house.bot.services.tables
    await house.types(who, "table open", channel=house.parlour, game=AUCTION.key)
    await house.types(who, "table start", channel=house.parlour)
    while not await who.autocomplete(house.parlour, "bid", "bid", ""):
        await house.types(who, "turn", act="cut", channel=house.parlour)
    (there,) = (one for one in tables._open.values() if one.id != here.id)
    with house.inside():
        await tables.adjourn(there.id)
    assert there.state.deal is not None
    calls = there.state.deal.calls

    async def reads(interaction: Asked) -> SeatView:
        view = await seen_here(interaction)
        await tables.act(here.id, UserId(who.id), typed_bid(view, "1H"))
        await tables.resume(there.id)
        return view

    monkeypatch.setattr("cogs.play.seen_here", reads)
    answer = await house.writes(who, "bid", bid="1H")
    assert not there.adjourned and there.state.deal.calls == calls
    assert "turn" in answer.text
