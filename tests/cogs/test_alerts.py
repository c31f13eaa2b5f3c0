"""People are told that it is their turn by a message that rings, and by one alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import discord
from simcord.actors import MemberActor

from bot.preferences import Alert
from rules.seats import Seat
from screens.presses import Press, read_as
from storage.ports.records import UserId
from tests.trials.stage.club import Club

APART = 20.0


async def chooses(house: Club, who: MemberActor, alert: Alert, after: int = 20) -> None:
    await house.bot.services.preferences.change_person(
        UserId(who.id), lambda chosen: replace(chosen, alert=alert, alert_after=after)
    )


def alerts(house: Club, who: MemberActor) -> Sequence[discord.Message]:
    """The messages that tell somebody that it is their turn."""
    everywhere = (*house.room.history(), *who.user.dm_channel.history())
    mine = f"<@{who.id}>, it is your turn."
    return [
        one
        for one in everywhere
        if mine in house.seen(one).text or "It is your turn at the table" in house.seen(one).text
    ]


async def test_somebody_whose_turn_it_is_is_told_so_after_twenty_seconds_and_once(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    await house.env.advance_time(19)
    assert not alerts(house, west)
    await house.env.advance_time(2)
    (alert,) = alerts(house, west)
    assert alert.channel.id == west.user.dm_channel.id
    assert f"/channels/@me/{west.user.dm_channel.id}/" in house.seen(alert).text
    await house.env.advance_time(600)
    assert len(alerts(house, west)) == 1
    assert not any(alerts(house, who) for who in house.four if who is not west)


async def test_an_alert_in_private_says_in_which_channel_the_table_stands(house: Club) -> None:
    await house.playing()
    await house.env.advance_time(21)
    (alert,) = alerts(house, house.at(Seat.WEST))
    assert f"It is your turn at the table in <#{house.room.id}>" in house.seen(alert).text


async def test_an_alert_is_deleted_once_they_have_acted(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    await house.env.advance_time(21)
    assert alerts(house, west)
    await house.plays_a_card()
    await house.env.advance_time(3)
    assert not alerts(house, west)


async def test_who_plays_in_the_channel_is_told_there_by_a_mention_of_them_alone(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    await house.presses(west, house.screen(), "hand")
    await house.env.advance_time(21)
    (alert,) = alerts(house, west)
    assert alert.channel.id == house.room.id
    stored = house.env.backend.get_message(house.room.id, alert.id)
    assert stored.ping_user_ids == [west.id]
    hand = await house.presses(west, house.seen(alert), "hand")
    assert hand.private and "Your turn" in hand.text


async def test_an_alert_speaks_the_language_of_its_person_and_in_the_channel_that_of_the_server(
    house: Club,
) -> None:
    preferences = house.bot.services.preferences
    await preferences.change_server(house.guild.id, lambda chosen: replace(chosen, language="fr"))
    await house.playing()
    west = house.at(Seat.WEST)
    await preferences.change_person(UserId(west.id), lambda tastes: replace(tastes, language="ru"))
    await house.env.advance_time(21)
    private = [house.seen(one).text for one in west.user.dm_channel.history()]
    assert any("Ваш ход за столом в" in text for text in private)
    await house.plays_a_card()
    due = house.to_act()
    await house.presses(due, house.screen(), "hand")
    await house.env.advance_time(41)
    assert any(f"<@{due.id}>, c’est à vous de jouer." in house.seen(one).text for one in house.room.history())


async def test_who_wants_it_at_once_is_told_at_once_but_never_twice_in_twenty_seconds(house: Club) -> None:
    for who in house.four:
        await chooses(house, who, Alert.AT_ONCE)
    await house.playing()
    west = house.at(Seat.WEST)
    await house.env.advance_time(APART)  # since the bot was connected
    (first,) = alerts(house, west)
    await house.plays_a_card()
    await house.env.advance_time(1)
    second = house.to_act()
    assert second is not west and len(alerts(house, second)) == 1
    while house.to_act() is second or house.cards_played < 4:
        await house.plays_a_card()
    await house.env.advance_time(1)
    assert first.id not in [one.id for one in alerts(house, west)]
    assert not alerts(house, second)
    while house.to_act() is not second:
        await house.plays_a_card()
    await house.env.advance_time(1)
    assert not alerts(house, second), "told twice within twenty seconds"
    await house.env.advance_time(APART)
    assert len(alerts(house, second)) == 1


async def test_who_wants_no_alerts_gets_none(house: Club) -> None:
    for who in house.four:
        await chooses(house, who, Alert.NEVER)
    await house.playing()
    await house.env.advance_time(3600)
    assert not any(alerts(house, who) for who in house.four)


async def play_a_trick(house: Club) -> None:
    """Each card is seen by what tells people that it is their turn."""
    for _ in range(4):
        await house.plays_a_card()
        await house.env.advance_time(APART + 1)


async def test_who_wanted_no_alerts_and_then_wants_them_is_told_of_their_next_turn(house: Club) -> None:
    for who in house.four:
        await chooses(house, who, Alert.NEVER)
    await house.playing()
    await play_a_trick(house)
    for who in house.four:
        await chooses(house, who, Alert.AT_ONCE)
    await house.plays_a_card()
    await house.env.advance_time(1)
    assert len(alerts(house, house.to_act())) == 1


async def test_once_a_server_has_alerts_again_people_are_told_of_their_next_turn(house: Club) -> None:
    change = house.bot.services.preferences.change_server
    await change(house.guild.id, lambda chosen: replace(chosen, alerts=False))
    await house.playing()
    await play_a_trick(house)
    await change(house.guild.id, lambda chosen: replace(chosen, alerts=True))
    await house.plays_a_card()
    await house.env.advance_time(APART + 1)
    assert len(alerts(house, house.to_act())) == 1


async def test_an_alert_survives_a_restart_and_is_not_doubled_by_it(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    await house.env.advance_time(21)
    (before,) = alerts(house, west)
    await house.restart()
    await house.env.advance_time(60)
    assert [one.id for one in alerts(house, west)] == [before.id]
    await house.plays_a_card_quietly()  # and the process ends before the alert is deleted
    await house.restart()
    await house.env.advance_time(5)
    assert not alerts(house, west)


async def test_after_a_restart_those_who_had_not_been_told_are_told(house: Club) -> None:
    await house.playing()
    await house.env.advance_time(10)
    await house.restart()
    assert not alerts(house, house.at(Seat.WEST))
    await house.env.advance_time(21)
    assert len(alerts(house, house.at(Seat.WEST))) == 1


async def test_no_alert_is_left_where_a_table_is_moved_paused_or_closed(house: Club) -> None:
    await house.playing()
    west = house.at(Seat.WEST)
    await house.presses(west, house.screen(), "hand")
    await house.env.advance_time(21)
    assert alerts(house, west)
    await house.types(house.at(Seat.EAST), "table pause")
    await house.env.advance_time(60)
    assert not alerts(house, west)
    await house.types(house.at(Seat.EAST), "turn", act="resume")
    await house.presses(west, house.screen(), "hand")
    await house.env.advance_time(41)
    assert alerts(house, west)
    await house.types(house.at(Seat.NORTH), "table show", channel=house.parlour)
    await house.env.advance_time(5)
    assert not alerts(house, west)


async def test_an_alert_names_no_card(house: Club) -> None:
    await house.playing(cards=2)
    await house.env.advance_time(21)
    (alert,) = alerts(house, house.to_act())
    seen = house.seen(alert)
    assert not any(suit in seen.text for suit in "♠♥♦♣")
    assert [read_as(Press, one["custom_id"]) for one in seen.buttons] == []


async def test_in_a_server_without_alerts_nobody_gets_any(house: Club) -> None:
    await house.bot.services.preferences.change_server(
        house.guild.id, lambda chosen: replace(chosen, alerts=False)
    )
    await house.playing()
    await house.env.advance_time(600)
    assert not any(alerts(house, who) for who in house.four)


async def test_nobody_is_told_before_the_least_time_of_the_server_and_who_wants_it_later_is_told_later(
    house: Club,
) -> None:
    await house.bot.services.preferences.change_server(
        house.guild.id, lambda chosen: replace(chosen, alert_least=60)
    )
    for who in house.four:
        await chooses(house, who, Alert.AT_ONCE)
    await house.playing()
    west = house.at(Seat.WEST)
    await house.env.advance_time(59)
    assert not alerts(house, west)
    await house.env.advance_time(2)
    assert len(alerts(house, west)) == 1
    await house.plays_a_card()
    south = house.to_act()
    await chooses(house, south, Alert.LATER, after=90)
    await house.env.advance_time(89)
    assert not alerts(house, south)
    await house.env.advance_time(2)
    assert len(alerts(house, south)) == 1
