"""What the host has the bot say: news, a maintenance, that it will leave a server; and faults to the host."""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import discord
import pytest

from bot.host.carrying import EVERY, Carrying
from bot.host.fault_channel import MOST_KEPT, FaultChannel
from bot.host.orders import Does
from rules.frozen import replace
from screens.host_messages import MAINTENANCE_BEGINS, NEWS, SERVER_LEFT
from screens.words.languages import spoken
from storage.errors import DatabaseFailed
from tests.cogs.hosted import ordered
from tests.cogs.test_evening_rooms import forbid
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Answer

DAY = 24 * 3600.0


def welcomes_in_parlour(house: Club) -> None:
    """Discord tells the bot of the server's system channel."""
    guild = house.bot.get_guild(house.guild.id)
    assert guild is not None
    guild._system_channel_id = house.parlour.id


def said(house: Club, begins: str, channel: object = None) -> list[str]:
    """The messages in a channel that have these words."""
    found = [house.seen(one).text for one in (channel or house.parlour).history()]  # type: ignore[attr-defined]
    return [text for text in found if begins in text]


async def wants_news(house: Club, **more: object) -> None:
    await house.bot.services.preferences.change_server(
        house.guild.id,
        lambda chosen: replace(chosen, news=True, **more),  # type: ignore[arg-type]
    )


async def looks(house: Club) -> None:
    """The bot looks for what is due."""
    with house.inside():
        await house.bot.services.carrying.carry_out()
    await house.env.settle()


async def test_an_announcement_stands_once_where_people_play_and_want_news(house: Club) -> None:
    welcomes_in_parlour(house)
    await house.dealt()
    await ordered(house, Does.ANNOUNCE, text="Whist on Friday, @everyone.")
    assert said(house, "Whist on Friday") == []  # nobody has agreed to it
    await wants_news(house)
    for _ in range(2):
        await looks(house)
        (told,) = said(house, "Whist on Friday")
        assert NEWS() in told
        await house.restart()
        welcomes_in_parlour(house)
    await ordered(house, Does.ANNOUNCE, text="And on Saturday.")
    assert len(said(house, "And on Saturday.")) == 1


async def test_who_has_not_played_for_three_months_or_is_blocked_is_told_no_news(house: Club) -> None:
    welcomes_in_parlour(house)
    await wants_news(house)
    await ordered(house, Does.ANNOUNCE, text="First.")
    assert said(house, "First.") == []  # nobody has ever played here
    await house.dealt()
    await ordered(house, Does.BLOCK, "guild", house.guild.id)
    await ordered(house, Does.ANNOUNCE, text="Second.")
    assert said(house, "Second.") == []
    await ordered(house, Does.UNBLOCK, "guild", house.guild.id)
    await looks(house)
    assert len(said(house, "Second.")) == 1


async def test_between_two_whole_looks_no_server_is_asked_again_about_an_announcement_that_was_heard_of(
    house: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Among several processes orders are looked for every three seconds, and silent servers are many."""
    welcomes_in_parlour(house)
    await wants_news(house)
    carrying, asked = house.bot.services.carrying, list[int]()
    has_played = Carrying._has_played

    async def counted(self: Carrying, guild: int, *others: float) -> bool:
        asked.append(guild)
        return await has_played(self, guild, *others)

    monkeypatch.setattr(Carrying, "_has_played", counted)
    await ordered(house, Does.ANNOUNCE, text="First.")
    for whole, times in ((False, 1), (True, 2), (False, 2)):
        with house.inside():
            await carrying.carry_out(whole=whole)
        assert asked == [house.guild.id] * times
    await ordered(house, Does.ANNOUNCE, text="Second.")
    await house.dealt()
    with house.inside():
        await carrying.carry_out(whole=True)
    await house.env.settle()
    assert asked == [house.guild.id] * 4 and len(said(house, "Second.")) == 1


async def test_what_is_withdrawn_or_a_week_old_is_posted_no_more(house: Club) -> None:
    welcomes_in_parlour(house)
    await house.dealt()
    await ordered(house, Does.ANNOUNCE, text="Withdrawn.")
    await ordered(house, Does.ANNOUNCE, text="off")
    await wants_news(house)
    await looks(house)
    assert said(house, "Withdrawn.") == []
    await house.bot.services.preferences.change_server(
        house.guild.id, lambda chosen: replace(chosen, news=False)
    )
    await ordered(house, Does.ANNOUNCE, text="Old.")
    await wants_news(house)
    house._wall.ahead = 8 * DAY
    await looks(house)
    assert said(house, "Old.") == []
    house._wall.ahead = 6 * DAY
    await looks(house)
    assert len(said(house, "Old.")) == 1


async def test_those_who_play_are_told_of_a_maintenance_a_quarter_of_an_hour_before(house: Club) -> None:
    await house.dealt()
    begins = MAINTENANCE_BEGINS.english.partition(" {time}")[0]
    assert "begins at" in await ordered(house, Does.MAINTENANCE, text="20")
    await house.env.advance_time(240)
    assert said(house, begins, house.room) == []
    await house.env.advance_time(90)
    (told,) = said(house, begins, house.room)
    assert said(house, begins) == []  # nobody plays in the parlour
    assert ":R>" in told
    await house.restart()
    await house.env.advance_time(600)
    assert len(said(house, begins, house.room)) == 1


async def test_a_channel_that_has_been_told_of_a_maintenance_is_not_told_again_for_the_sake_of_another(
    house: Club,
) -> None:
    """Discord knows the same message sent twice for some minutes alone."""
    await house.dealt()
    await house.types(house.ivan, "table open", channel=house.parlour)
    closed = f"/channels/{house.parlour.id}/messages"
    house.env.inject_error("POST", closed, status=400, code=240000, times=None)
    before = len(house.env.http_requests)
    await ordered(house, Does.MAINTENANCE, text="10")
    for _ in range(2):
        await looks(house)
    asked = Counter(one.path for one in house.env.http_requests[before:] if one.method == "POST")
    assert asked[closed] == 3 and asked[f"/channels/{house.room.id}/messages"] == 1


async def test_an_announcement_whose_answer_was_lost_is_found_out_at_once_to_stand(house: Club) -> None:
    welcomes_in_parlour(house)
    await wants_news(house)
    await house.dealt()
    house.wire.forgets_once = [f"POST /channels/{house.parlour.id}/messages"]
    before = len(house.env.http_requests)
    await ordered(house, Does.ANNOUNCE, text="Whist on Friday.")
    once_more = nonces_posted(house, before)
    assert len(once_more) == 2 and len({*once_more}) == 1  # so that Discord posts it once
    await house.env.advance_time(EVERY)
    await looks(house)
    assert nonces_posted(house, before) == once_more


def nonces_posted(house: Club, before: int) -> list[str]:
    """In the parlour, by the requests after so many."""
    path = f"/channels/{house.parlour.id}/messages"
    sent = [one for one in house.env.http_requests[before:] if (one.method, one.path) == ("POST", path)]
    bodies: list[Any] = [one.json for one in sent]
    return [body["nonce"] for body in bodies]


async def test_a_maintenance_that_is_taken_back_or_moved_is_taken_back_where_it_was_told(house: Club) -> None:
    await house.dealt()
    begins = MAINTENANCE_BEGINS.english.partition(" {time}")[0]
    await ordered(house, Does.MAINTENANCE, text="10")
    assert len(said(house, begins, house.room)) == 1 and said(house, "after all", house.room) == []
    await ordered(house, Does.MAINTENANCE, text="off")
    (told,) = said(house, "after all", house.room)
    assert told.startswith("**I will not be away at <t:")
    await looks(house)
    await ordered(house, Does.MAINTENANCE, text="12")
    await ordered(house, Does.MAINTENANCE, text="600")  # which is told later
    await looks(house)
    assert len(said(house, "after all", house.room)) == 2
    assert len(said(house, begins, house.room)) == 2


async def test_a_maintenance_that_is_taken_back_and_named_again_for_the_same_hour_is_told_once_more(
    house: Club,
) -> None:
    """Else they go on as if nothing came; and Discord posts nothing whose nonce it has just seen."""
    await house.dealt()
    begins, hour = MAINTENANCE_BEGINS.english.partition(" {time}")[0], "00:10"
    for times in (1, 2, 3):
        await ordered(house, Does.MAINTENANCE, text=hour)
        await looks(house)
        assert len(said(house, begins, house.room)) == times
        await ordered(house, Does.MAINTENANCE, text="off")
        await looks(house)
        assert len(said(house, "after all", house.room)) == times


async def test_who_plays_alone_is_told_of_a_maintenance_and_of_news_once_with_their_next_press(
    house: Club,
) -> None:
    """Also in direct messages, and though no server here wants news."""

    def told(answer: Answer) -> list[str]:
        assert answer.result.response is not None
        assert re.search("(Your|Dummy's) turn", house.seen(answer.result.response).text)
        return [house.seen(one).text for one in answer.result.followups]

    begins = MAINTENANCE_BEGINS.english.partition(" {time}")[0]
    assert told(await house.writes(house.anna, "play")) == []
    await ordered(house, Does.MAINTENANCE, text="10")
    await ordered(house, Does.ANNOUNCE, text="Whist on Friday.")
    away, news = told(await house.writes(house.anna, "play"))
    assert away.startswith(begins) and "Whist on Friday." in news and "this server" not in news
    assert told(await house.writes(house.anna, "play")) == []
    await house.restart()
    (away,) = told(await house.types(house.anna, "play"))  # the news they have read
    assert away.startswith(begins)
    await ordered(house, Does.MAINTENANCE, text="off")
    (off,) = told(await house.types(house.anna, "play"))
    assert "after all" in off
    assert told(await house.types(house.anna, "play")) == []


async def test_of_a_press_that_was_answered_nobody_is_told_that_it_failed_as_the_news_could_not_be_noted(
    house: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are told the news with the next one."""
    await house.writes(house.anna, "play")
    await ordered(house, Does.ANNOUNCE, text="Whist on Friday.")
    noted = house.store.preferences.set_choices

    async def fails(owner: str, chosen: Mapping[str, str | None]) -> None:
        raise DatabaseFailed("SQLITE_FULL", "the disk is full")

    monkeypatch.setattr(house.store.preferences, "set_choices", fails)
    assert (await house.writes(house.anna, "play")).result.followups == []
    monkeypatch.setattr(house.store.preferences, "set_choices", noted)
    await ordered(house, Does.MAINTENANCE, text="10")
    monkeypatch.setattr(house.store.preferences, "set_choices", fails)
    (away,) = (await house.writes(house.anna, "play")).result.followups
    assert "I will be away" in house.seen(away).text
    monkeypatch.setattr(house.store.preferences, "set_choices", noted)
    (news,) = (await house.writes(house.anna, "play")).result.followups
    assert "Whist on Friday." in house.seen(news).text


async def test_of_a_press_that_was_answered_nobody_is_told_that_it_failed_as_the_answer_to_the_news_was_lost(
    house: Club,
) -> None:
    await house.writes(house.anna, "play")
    await ordered(house, Does.ANNOUNCE, text="Whist on Friday.")
    house.wire.forgets_once = ["POST /webhooks/"]
    (news,) = (await house.writes(house.anna, "play")).result.followups
    assert "Whist on Friday." in house.seen(news).text


async def test_news_that_discord_has_refused_is_told_with_the_next_press(house: Club) -> None:
    await house.writes(house.anna, "play")
    await ordered(house, Does.ANNOUNCE, text="Whist on Friday.")
    await ordered(house, Does.MAINTENANCE, text="10")
    house.env.inject_error("POST", "/webhooks/*", status=429, times=1)
    assert (await house.writes(house.anna, "play")).result.followups == []
    told = [house.seen(one).text for one in (await house.writes(house.anna, "play")).result.followups]
    assert ["Whist on Friday." in one for one in told] == [False, True] and "I will be away" in told[0]
    assert (await house.writes(house.anna, "play")).result.followups == []


async def test_news_that_follows_what_is_perhaps_told_is_told_with_the_next_press(house: Club) -> None:
    await house.writes(house.anna, "play")
    await ordered(house, Does.ANNOUNCE, text="Whist on Friday.")
    await ordered(house, Does.MAINTENANCE, text="10")
    house.wire.forgets_once = ["POST /webhooks/"]
    (away,) = (await house.writes(house.anna, "play")).result.followups
    assert "I will be away" in house.seen(away).text
    told = [house.seen(one).text for one in (await house.writes(house.anna, "play")).result.followups]
    assert "Whist on Friday." in told[-1]
    assert (await house.writes(house.anna, "play")).result.followups == []


async def test_a_maintenance_that_is_off_is_told_so_though_discord_has_refused_it_once(house: Club) -> None:
    await house.writes(house.anna, "play")
    await ordered(house, Does.MAINTENANCE, text="10")
    await house.writes(house.anna, "play")
    await ordered(house, Does.MAINTENANCE, text="off")
    house.env.inject_error("POST", "/webhooks/*", status=429, times=1)
    assert (await house.writes(house.anna, "play")).result.followups == []
    (off,) = (await house.writes(house.anna, "play")).result.followups
    assert "after all" in house.seen(off).text
    assert (await house.writes(house.anna, "play")).result.followups == []


async def test_the_language_of_what_is_posted_is_the_servers(house: Club) -> None:
    welcomes_in_parlour(house)
    await house.dealt()
    await wants_news(house, language="fr")
    await ordered(house, Does.ANNOUNCE, text="Whist.")
    with spoken("fr"):
        assert said(house, NEWS()) != [] and NEWS() != NEWS.english


def leaving_after(house: Club, days: int) -> Carrying:
    carrying = house.bot.services.carrying
    carrying._leave_after = days * DAY
    carrying._is_sure = lambda: True
    return carrying


async def test_a_server_that_has_not_played_for_a_year_is_told_and_left_a_month_later(house: Club) -> None:
    welcomes_in_parlour(house)
    leaving_after(house, 365)
    house._wall.ahead = 364 * DAY
    await looks(house)
    told = SERVER_LEFT.english.partition("** ")[0]
    assert said(house, told) == []
    house._wall.ahead = 366 * DAY
    await looks(house)
    assert len(said(house, told)) == 1
    for days in (367, 390):
        house._wall.ahead = days * DAY
        await looks(house)
    assert len(said(house, told)) == 1 and house.bot.get_guild(house.guild.id) is not None
    house._wall.ahead = 397 * DAY
    await looks(house)
    assert house.bot.get_guild(house.guild.id) is None


async def test_a_server_without_a_system_channel_is_told_that_it_is_left_in_the_first_that_takes_it(
    house: Club,
) -> None:
    leaving_after(house, 365)
    guild = house.bot.get_guild(house.guild.id)
    assert guild is not None
    first, other = sorted((house.room, house.parlour), key=lambda one: one.id != guild.text_channels[0].id)
    forbid(house, "send_messages", channel=first)
    await house.env.settle()
    house._wall.ahead = 366 * DAY
    await looks(house)
    told = SERVER_LEFT.english.partition("** ")[0]
    assert said(house, told, first) == [] and len(said(house, told, other)) == 1


async def test_a_notice_that_is_no_longer_fresh_is_given_once_more_before_a_server_is_left(
    house: Club,
) -> None:
    """The host had taken the setting back meanwhile, or the bot was not there."""
    welcomes_in_parlour(house)
    carrying = leaving_after(house, 365)
    house._wall.ahead = 366 * DAY
    await looks(house)
    carrying._leave_after = 0
    house._wall.ahead = 500 * DAY
    await looks(house)
    leaving_after(house, 365)
    house._wall.ahead = 501 * DAY
    await looks(house)
    assert house.bot.get_guild(house.guild.id) is not None
    assert len(said(house, SERVER_LEFT.english.partition("** ")[0])) == 2
    house._wall.ahead = 532 * DAY
    await looks(house)
    assert house.bot.get_guild(house.guild.id) is None


async def test_a_server_that_has_left_and_comes_back_is_not_left_by_what_was_noted_before(
    house: Club,
) -> None:
    """Neither by an old notice, nor by an order that was carried out."""
    welcomes_in_parlour(house)
    carrying = leaving_after(house, 365)
    house._wall.ahead = 366 * DAY
    await looks(house)
    assert await carrying._of_servers("told_leaving")
    guild = house.bot.get_guild(house.guild.id)
    assert guild is not None and guild.me is not None
    house._wall.ahead = 400 * DAY
    guild.me.joined_at = datetime.fromtimestamp(house.bot.now(), UTC)  # invited again on this day
    await looks(house)
    assert house.bot.get_guild(house.guild.id) is not None
    assert not await carrying._of_servers("told_leaving")


async def test_a_server_in_which_somebody_uses_the_bot_once_more_is_not_left(house: Club) -> None:
    welcomes_in_parlour(house)
    leaving_after(house, 365)
    house._wall.ahead = 366 * DAY
    await looks(house)
    await house.types(house.anna, "help")
    for days in (400, 500, 700):
        house._wall.ahead = days * DAY
        await looks(house)
        assert house.bot.get_guild(house.guild.id) is not None


async def test_a_server_that_cannot_be_looked_at_keeps_no_other_from_being_told_that_it_is_left(
    house: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The one that fails comes first, and the log names it."""
    welcomes_in_parlour(house)
    carrying = leaving_after(house, 365)
    joined, has_played = carrying._servers.joined, house.store.standings.has_played_since
    here = next(iter(joined()))
    monkeypatch.setattr(carrying._servers, "joined", lambda: [here._replace(number=1), here], raising=False)

    async def fails_in_one(guild: int, since: float) -> bool:
        if guild == 1:
            raise DatabaseFailed("SQLITE_CORRUPT", "a page is damaged")
        return await has_played(guild, since)

    monkeypatch.setattr(carrying._rankings, "has_played_since", fails_in_one)
    house._wall.ahead = 366 * DAY
    await looks(house)
    assert len(said(house, SERVER_LEFT.english.partition("** ")[0])) == 1
    assert "whether the server 1 is to be left could not be seen" in caplog.messages
    house.errors.clear()


async def test_by_a_clock_that_nobody_has_confirmed_no_server_is_left_and_by_default_none_ever(
    house: Club,
) -> None:
    welcomes_in_parlour(house)
    for days in (400, 800):
        house._wall.ahead = days * DAY
        await looks(house)
    carrying = leaving_after(house, 365)
    carrying._is_sure = lambda: False
    for days in (1200, 1600):
        house._wall.ahead = days * DAY
        await looks(house)
    assert house.bot.get_guild(house.guild.id) is not None
    assert said(house, SERVER_LEFT.english.partition("** ")[0]) == []


async def test_an_order_to_leave_is_carried_out(house: Club) -> None:
    await house.dealt()
    await ordered(house, Does.LEAVE, "guild", house.guild.id)
    assert house.bot.get_guild(house.guild.id) is None


async def test_faults_are_told_in_their_channel_in_short_and_counted(house: Club) -> None:
    services = house.bot.services
    telling = FaultChannel(house.parlour.id, services.posting.messenger, house.bot.now)
    log = logging.getLogger("bot.test")
    try:
        for number in (1, 1, 2):
            log.error("fault %s of a `test`", number)
        log.warning("no fault")
        try:
            raise ValueError("what somebody typed")
        except ValueError:
            log.exception("an interaction failed")
        with house.inside():
            assert await telling._tell_channel()
            assert telling._heard == {}
    finally:
        telling.close_channel()
        house.errors.clear()
    await house.env.settle()
    (told,) = said(house, "Faults in the log")
    assert "fault 1 of a 'test'` (2 times)" in told and "fault 2 of a 'test'`" in told
    assert "an interaction failed (ValueError)" in told
    assert "what somebody typed" not in told and "no fault" not in told


async def test_a_fault_that_comes_again_with_other_numbers_is_told_once_with_its_first_and_counted(
    house: Club,
) -> None:
    """Such as that of each press, whose line has the interaction's."""
    telling = FaultChannel(house.parlour.id, house.bot.services.posting.messenger, house.bot.now)
    for number in (7, 8, 9):
        try:
            raise KeyError(number)
        except KeyError:
            logging.getLogger("bot.test").exception("interaction %s failed", number)
    telling.close_channel()
    house.errors.clear()
    with house.inside():
        await telling._tell_channel()
    await house.env.settle()
    (told,) = said(house, "interaction")
    assert "`interaction 7 failed (KeyError)` (3 times)" in told and "interaction 8" not in told


async def test_faults_of_which_the_answer_is_lost_are_told_once_and_what_failed_meanwhile_after_them(
    house: Club,
) -> None:
    """Of messages with one nonce Discord posts the first; this one posts all."""
    telling = FaultChannel(house.parlour.id, house.bot.services.posting.messenger, house.bot.now)
    telling.close_channel()
    fault = {"levelno": logging.ERROR, "name": "bot"}
    telling.handle(logging.makeLogRecord({"msg": "the first", **fault}))
    house.wire.forgets = f"/channels/{house.parlour.id}/messages"
    with house.inside():
        assert not await telling._tell_channel()
        house.wire.forgets = "nothing"
        house._wall.ahead += 20
        telling.handle(logging.makeLogRecord({"msg": "the second", **fault}))
        assert await telling._tell_channel()
        house._wall.ahead += 300
        assert await telling._tell_channel()
    await house.env.settle()
    path = f"/channels/{house.parlour.id}/messages"
    posted = [one.json for one in house.env.backend.http_requests if one.path == path and one.json]
    nonces = [one["nonce"] for one in posted]
    assert len({*nonces}) == 2 and nonces[0] == nonces[-2] != nonces[-1]
    assert ["the second" in str(one) for one in posted] == [False] * (len(posted) - 1) + [True]
    assert "the first" not in str(posted[-1])


async def test_of_faults_that_differ_without_end_only_so_many_are_kept_and_the_others_are_counted(
    house: Club,
) -> None:
    telling = FaultChannel(house.parlour.id, house.bot.services.posting.messenger, house.bot.now)
    telling.close_channel()
    for number in range(MOST_KEPT + 5):
        telling.handle(logging.makeLogRecord({"msg": f"fault {number}", "levelno": logging.ERROR}))
    telling.handle(logging.makeLogRecord({"msg": "fault 3", "levelno": logging.ERROR}))
    assert len(telling._heard) == MOST_KEPT
    with house.inside():
        assert await telling._tell_channel()
    await house.env.settle()
    (told,) = said(house, "Faults in the log")
    assert "`fault 3` (2 times)" in told and "- and 995 others, which the log has" in told


async def test_where_faults_cannot_be_told_they_are_in_the_log_and_nothing_else_fails(
    house: Club, caplog: pytest.LogCaptureFixture
) -> None:
    closed = {house.guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    study = house.guild.create_text_channel("study", overwrites=closed)  # type: ignore[arg-type]
    telling = FaultChannel(study.id, house.bot.services.posting.messenger, house.bot.now)
    telling.handle(logging.makeLogRecord({"msg": "a fault", "levelno": logging.ERROR, "name": "bot"}))
    try:
        with house.inside():
            assert await telling._tell_channel()
        assert telling._heard == {} and "faults cannot be told" in caplog.text
    finally:
        telling.close_channel()
