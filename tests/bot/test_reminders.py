"""Who is reminded of the deal of the day, and when."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.host.orders import Does
from bot.messages.reminders import EVERY, Reminders, is_due
from bot.tables.contests import day_of
from rules.contests import Streak
from storage.ports.records import Attempt, TableId, UserId
from tests.cogs.hosted import ordered
from tests.trials.stage.club import Club, club
from tests.trials.stage.happenings import begin_at_table

TODAY = "2026-11-24"


def at(day: int, hour: int, minute: int = 0) -> float:
    return datetime(2026, 11, day, hour, minute, tzinfo=UTC).timestamp()


def play(day: int, hour: int, *, over: bool = True) -> Attempt:
    began = at(day, hour)
    ended = began + 300 if over else None
    return Attempt(
        TableId("7f3a9c01"), f"2026-11-{day}", UserId(1), "", began, ended, 8 if over else None, ()
    )


def test_somebody_is_reminded_from_the_hour_on_at_which_they_played_the_day_before() -> None:
    yesterday = [play(23, 21)]
    assert not is_due(yesterday, TODAY, at(24, 20, 59))
    assert is_due(yesterday, TODAY, at(24, 21))


def test_nobody_is_reminded_who_has_begun_today_or_did_not_play_yesterday() -> None:
    assert not is_due([play(23, 21), play(24, 9, over=False)], TODAY, at(24, 22))
    assert not is_due([play(22, 21)], TODAY, at(24, 22))
    assert not is_due([play(23, 21, over=False)], TODAY, at(24, 22))
    assert not is_due([], TODAY, at(24, 22))


def test_whenever_one_has_played_one_of_the_looks_of_the_next_day_finds_it_due_in_time_to_play() -> None:
    """Looks are five minutes apart and begin at any minute; at the last one an hour is left at least but for
    those five minutes."""
    for minute in (*range(0, 24 * 60, 59), 23 * 60 + 58, 24 * 60 - 1):
        began = at(23, 0) + 60 * minute
        played = replace(play(23, 0), began=began, ended=began + 300)
        for offset in (0, 299):
            looks = [at(24, 0) + offset + EVERY * number for number in range(24 * 12)]
            due = next((look for look in looks if is_due([played], TODAY, look)), None)
            assert due is not None and due < at(24, 23) + EVERY, (minute, offset)
            assert due >= min(began + 86_400, at(24, 23))


# On a simulated Discord


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[Club]:
    async with club(tmp_path / "tables.sqlite3") as opened:
        yield opened


def reminders(house: Club) -> Reminders:
    services = house.bot.services
    contests, messenger = services.contests, services.posting.messenger
    store = house.store
    return Reminders(
        store.contests,
        store.preferences,
        store.slots,
        contests,
        services.challenges,
        services.readers,
        messenger,
        house._wall,
        house.bot.services.blocks,
    )


async def played_yesterday(house: Club, *users: int) -> str:
    """They have played the deal of yesterday, at this hour, and want to be reminded. The day that it is."""
    contests, now = house.bot.services.contests, house._wall()
    yesterday = day_of(now - 24 * 3600).isoformat()
    await contests.of_day(yesterday)
    for number, user in enumerate(users):
        began = now - 24 * 3600
        await begin_at_table(
            house.store,
            Attempt(TableId(f"0000000{number}"), yesterday, UserId(user), "", began, began + 30, 8, ()),
        )
        await house.bot.services.preferences.change_person(
            UserId(user), lambda tastes: replace(tastes, daily=True)
        )
    return contests.today


async def test_who_played_yesterday_is_told_once_in_private_of_the_deal_of_today_and_their_streak(
    house: Club,
) -> None:
    day = await played_yesterday(house, house.anna.id)
    for _ in range(2):
        await reminders(house).remind_due()
        await house.env.settle()
    (told,) = [house.seen(one) for one in house.anna.user.dm_channel.history()]
    assert await house.bot.services.contests.streak(UserId(house.anna.id)) == Streak(1, 2)
    tomorrow = int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp()) + 86_400
    assert f"It ends <t:{tomorrow}:R>, at <t:{tomorrow}:t>." in told.text
    assert "1 day" in told.text and day in "".join(str(one["custom_id"]) for one in told.buttons)
    nobody_else = [who.user.dm_channel.history() for who in house.everybody if who is not house.anna]
    assert not any(nobody_else)
    kept = house.store.slots
    assert (await kept.dm(UserId(house.anna.id))).channel == house.anna.user.dm_channel.id


async def test_a_reminder_that_is_sent_again_is_posted_once(house: Club) -> None:
    """Discord knows it by its day and the last digits of its person."""
    day = await played_yesterday(house, house.anna.id)
    await reminders(house).remind_due()
    await house.env.settle()
    (posted,) = [
        one.json
        for one in house.env.backend.http_requests
        if one.path == f"/channels/{house.anna.user.dm_channel.id}/messages" and one.json is not None
    ]
    assert posted["nonce"] == f"d{str(house.anna.id)[-12:].lstrip('0')}{day[-5:]}" and posted["enforce_nonce"]


@pytest.mark.parametrize("path", ["/users/@me/channels", "/channels/{dm}/messages"])
async def test_who_is_to_be_reminded_while_discord_fails_once_is_reminded_all_the_same(
    house: Club, path: str
) -> None:
    """They were noted as reminded, and lost their days in a row."""
    await played_yesterday(house, house.anna.id)
    house.env.inject_error("POST", path.format(dm=house.anna.user.dm_channel.id), status=503, times=1)
    await reminders(house).remind_due()
    await house.env.settle()
    assert len(house.anna.user.dm_channel.history()) == 1


async def test_direct_messages_that_are_known_are_not_opened_for_a_reminder(house: Club) -> None:
    await played_yesterday(house, house.anna.id)
    kept, opened = house.store.slots, house.anna.user.dm_channel.id
    await kept.remember_dm(UserId(house.anna.id), opened)
    await reminders(house).remind_due()
    await house.env.settle()
    asked = [one.path for one in house.env.backend.http_requests if one.path == "/users/@me/channels"]
    assert len(house.anna.user.dm_channel.history()) == 1 and asked == []


async def test_who_wants_to_be_reminded_and_did_not_play_yesterday_is_not(house: Club) -> None:
    await house.bot.services.preferences.change_person(
        UserId(house.anna.id), lambda tastes: replace(tastes, daily=True)
    )
    await reminders(house).remind_due()
    await house.env.settle()
    assert not house.anna.user.dm_channel.history()


async def test_a_reminder_speaks_the_language_of_its_person(house: Club) -> None:
    await played_yesterday(house, house.anna.id)
    await house.bot.services.preferences.change_person(
        UserId(house.anna.id), lambda tastes: replace(tastes, language="fr")
    )
    await reminders(house).remind_due()
    await house.env.settle()
    assert "jour" in house.panel(house.anna).text


async def test_who_takes_no_direct_messages_is_not_asked_again_and_keeps_nobody_from_being_reminded(
    house: Club, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.messages.reminders")
    await played_yesterday(house, house.anna.id, house.boris.id)
    house.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=1)
    for _ in range(2):
        await reminders(house).remind_due()
        await house.env.settle()
    history = [len(who.user.dm_channel.history()) for who in (house.anna, house.boris)]
    assert sorted(history) == [0, 1]
    assert caplog.messages == ["somebody is not reminded: NoPlace"]


async def test_a_look_asks_the_storage_as_often_for_many_as_for_one(
    house: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes every five minutes, and most of those who want it are not due."""
    reads, database = list[object](), type(house.store._database)
    read = database.read

    async def counted(self: Any, work: Any) -> Any:
        reads.append(work)
        return await read(self, work)

    monkeypatch.setattr(database, "read", counted)
    found = list[int]()
    for wants in ([house.boris], [house.clara, house.david]):
        for who in wants:
            await house.bot.services.preferences.change_person(
                UserId(who.id), lambda tastes: replace(tastes, daily=True)
            )
        reads.clear()
        await reminders(house).remind_due()
        found.append(len(reads))
    assert found[0] == found[1]


async def test_who_has_not_asked_for_it_is_never_reminded(house: Club) -> None:
    await played_yesterday(house, house.anna.id)
    await house.bot.services.preferences.change_person(
        UserId(house.anna.id), lambda tastes: replace(tastes, daily=False)
    )
    await reminders(house).remind_due()
    await house.env.settle()
    assert not house.anna.user.dm_channel.history()


async def test_who_is_blocked_is_reminded_of_nothing(house: Club) -> None:
    today = await played_yesterday(house, house.anna.id, house.boris.id)
    await ordered(house, Does.BLOCK, whom=house.anna.id)
    await reminders(house).remind_due()
    await house.env.settle()
    told = {who.name: len(list(who.user.dm_channel.history())) for who in (house.anna, house.boris)}
    assert told == {"anna": 0, "boris": 1}, today
