"""Tables at which people take turns over days: one reminder a day, and a robot after some days."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.clocks import Uptime
from rules.seats import RobotMember, Seat
from rules.table.requests import Join
from storage.ports.records import UserId
from storage.store import Store
from tests.cogs.test_alerts import alerts
from tests.trials.stage.club import Club

HOUR = 3600.0
DAY = 24 * HOUR


async def by_days(house: Club, **options: str) -> None:
    """West is to lead, at a table by turns over days; it is midnight, UTC."""
    await house.opens("biritch", {"pace": "days", **options})
    for who in house.four:
        await house.acts(who, Join())
    await house.types(house.anna, "table start")
    await house.types(house.at(Seat.EAST), "turn", act="cut")
    await house.types(house.at(Seat.SOUTH), "declare", trumps="H")
    await house.types(house.at(Seat.WEST), "turn", act="content")
    await house.types(house.at(Seat.EAST), "turn", act="content")


async def test_a_player_is_reminded_once_a_day_at_the_hour_they_have_chosen(house: Club) -> None:
    await by_days(house, absent="off")
    west = house.at(Seat.WEST)
    await house.bot.services.preferences.change_person(
        UserId(west.id), lambda chosen: replace(chosen, remind_at=7)
    )
    await house.env.advance_time(7 * HOUR - 60)
    assert not alerts(house, west)
    await house.env.advance_time(120)
    (first,) = alerts(house, west)
    await house.env.advance_time(23 * HOUR)
    assert [one.id for one in alerts(house, west)] == [first.id]
    await house.restart()
    await house.env.advance_time(HOUR)
    (second,) = alerts(house, west)
    assert second.id != first.id
    assert datetime.fromtimestamp(house.env.now().timestamp(), UTC).hour == 7
    await house.plays_a_card()
    await house.env.advance_time(5)
    assert not alerts(house, west)


async def test_after_three_days_a_robot_sits_in_and_the_table_goes_on(house: Club) -> None:
    await by_days(house)
    west = house.at(Seat.WEST)
    table = house.table.id
    await house.env.advance_time(3 * DAY - 60)
    await house.looks_at(table)
    assert house.at(Seat.WEST) is west
    await house.env.advance_time(120)
    rubber = house.table.state.rubber
    assert rubber is not None and isinstance(rubber.seats.of(Seat.WEST), RobotMember)
    assert house.cards_played == 1 and not house.table.adjourned
    assert (await house.types(west, "table join")).text == "The chair is yours again."


async def test_days_on_which_the_gateway_was_away_do_not_count_either(house: Club) -> None:
    await by_days(house)
    west, table = house.at(Seat.WEST), house.table.id
    await house.env.advance_time(DAY)
    await house.loses_the_gateway()
    await house.env.advance_time(5 * DAY)
    await house.finds_it_again()
    await house.env.advance_time(2 * DAY - 60)
    await house.looks_at(table)
    assert house.at(Seat.WEST) is west
    await house.env.advance_time(120)
    rubber = house.table.state.rubber
    assert rubber is not None and isinstance(rubber.seats.of(Seat.WEST), RobotMember)


async def test_days_on_which_the_bot_was_away_do_not_count(tmp_path: Path) -> None:
    clock = [10 * DAY]
    async with Store.open(tmp_path / "one.sqlite3", lambda: clock[0]) as store:
        first = Uptime(store.uptime, lambda: clock[0])
        await first.load_periods()
        first.connected()
        began = clock[0]
        clock[0] += DAY
        await first.disconnected()
        clock[0] += 5 * DAY
        second = Uptime(store.uptime, lambda: clock[0])
        await second.load_periods()
        assert second.connected_seconds(began) == pytest.approx(DAY)
        second.connected()
        clock[0] += 2 * HOUR
        assert second.connected_seconds(began) == pytest.approx(DAY + 2 * HOUR)
        assert second.connected_seconds(clock[0] - HOUR) == pytest.approx(HOUR)
