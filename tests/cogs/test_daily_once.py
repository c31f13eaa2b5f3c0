"""The deal of the day is played once, shown to a channel once, and seen of others by those who know them; and
what is damaged of it is told in a sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from wsgiref.handlers import format_date_time

import pytest
from discord import Permissions
from simcord.actors import MemberActor

from bot.errors import AppRefused, AppWhy, NoSuchTable
from bot.tables.open_table import OpenTable
from cogs.refusals import worded
from screens.choices import LOST_OF_PERSON, LOST_OF_SERVER
from screens.contests import LACKING, NEXT_DAMAGED, PLAYS_LOST, SOMEBODY_LOST
from screens.words.languages import spoken
from screens.words.names import ON_PAPER
from screens.words.refusals import (
    CHALLENGE_WAITS,
    CONTEST_DAMAGED,
    DAY_WAITS,
    NO_TABLE_OF_YOURS,
    NOT_ACQUAINTED,
    PLAY_DAMAGED,
    PLAY_FIRST,
    PLAYED_BEFORE,
    SET_ASIDE,
    SHARED_ALREADY,
)
from storage.errors import DatabaseFailed
from storage.ports.patience import CURRENT_PATIENCE
from storage.ports.records import TableId, UserId
from tests.cogs.test_alone import goes_on
from tests.cogs.test_challenges import challenged, presses, taken_up
from tests.cogs.test_contests import daily_of, plays, robots_done, today
from tests.trials.stage.club import Club
from tests.trials.stage.happenings import inside
from tests.trials.stage.seen import Screen, text_of

CARD = re.compile(r"\*\*Deal of the day, ")


async def played(house: Club, *people: MemberActor) -> list[Screen]:
    """What each of them is shown who has played the deal of the day."""
    over = [await plays(house, who, await house.types(who, "daily")) for who in people]
    await robots_done(house)
    return over


async def change(house: Club, statement: str, rows: int = 1) -> None:
    """Something decays, and the bot is started anew."""
    assert await inside(house.store, lambda db: db.execute(statement).rowcount) == rows
    await house.restart()


def cards(house: Club) -> list[int]:
    """The channels in which a card stands for everybody, once for each."""
    public = [one for one in house.messages() if not one.is_ephemeral]
    return [one.channel_id for one in public if CARD.search(text_of(one.content, one.components))]


def share_of(house: Club) -> str:
    return f"contest:{today(house)}:share"


async def test_whoever_was_forgotten_is_told_that_they_have_begun_the_deal_of_the_day(house: Club) -> None:
    await played(house, house.boris)
    begun = await house.types(house.anna, "daily")
    assert (await house.types(house.anna, "privacy forget", sure="yes")).private
    for _ in range(2):
        again = await house.types(house.anna, "daily")
        assert again.private and again.text == PLAYED_BEFORE()
        pressed = await house.presses_late(house.anna, begun, f"contest:{today(house)}:play")
        assert pressed.text == PLAYED_BEFORE()
        await house.restart()
    assert str(house.anna.id) not in repr(await house.store.contests.attempts(today(house)))


@pytest.mark.long
async def test_the_running_bot_deletes_marks_and_keys_when_the_day_and_its_grace_are_over(
    house: Club,
) -> None:
    await played(house, house.boris)
    await house.types(house.anna, "daily")
    await house.types(house.anna, "privacy forget", sure="yes")
    clock = house.bot.discord_clock
    clock.dated(format_date_time(house.env.now().timestamp()), clock.elapsed(), clock.elapsed())
    kept = (
        "SELECT mark FROM attempt WHERE mark IS NOT NULL UNION SELECT key FROM contest WHERE key IS NOT NULL"
    )
    assert len(await inside(house.store, lambda db: db.execute(kept).fetchall())) == 3
    await house.env.advance_time(26 * 3600)
    assert await inside(house.store, lambda db: db.execute(kept).fetchall()) == []
    assert {"call", "play"} & (await house.types(house.anna, "daily")).verbs()


async def test_a_card_stands_once_in_a_channel_however_often_it_is_asked_for(house: Club) -> None:
    (over,) = await played(house, house.anna)
    first = await house.presses_id(house.anna, over, share_of(house))
    assert not first.private and cards(house) == [house.room.id]
    again = await house.presses_id(house.anna, over, share_of(house))
    assert again.private and again.text == SHARED_ALREADY()
    await house.restart()
    anew = await house.types(house.anna, "daily")
    assert (await house.presses_id(house.anna, anew, share_of(house))).text == SHARED_ALREADY()
    elsewhere = await house.types(house.anna, "daily", channel=house.parlour)
    for _ in range(2):
        await house.presses_id(house.anna, elsewhere, share_of(house))
    assert sorted(cards(house)) == sorted([house.room.id, house.parlour.id])
    (others,) = await played(house, house.boris)
    await house.presses_id(house.boris, others, share_of(house))
    assert cards(house).count(house.room.id) == 2


@pytest.mark.long
async def test_a_press_that_is_delivered_twice_shows_one_card(house: Club) -> None:
    (over,) = await played(house, house.anna)
    with house.held_up() as payloads:
        await house.anna.click(over.message, custom_id=share_of(house))
    await house.delivers(*payloads, *payloads)
    assert cards(house) == [house.room.id]


@pytest.mark.long
@pytest.mark.parametrize(("status", "code", "shown"), [(400, 50035, 1), (403, 50013, 1), (500, 0, 0)])
async def test_a_card_that_discord_has_refused_can_be_shown_and_one_that_may_stand_there_is_not_doubled(
    house: Club, status: int, code: int, shown: int
) -> None:
    (over,) = await played(house, house.anna)
    house.env.inject_error("POST", "/interactions/*", status=status, code=code, times=None)
    await house.anna.click(over.message, custom_id=share_of(house))
    house.env.backend.faults.clear()
    house.errors.clear()
    await house.presses_id(house.anna, over, share_of(house))
    assert len(cards(house)) == shown


async def test_a_card_whose_answer_was_lost_is_shown_as_its_press_is_delivered_once_more(house: Club) -> None:
    """Discord takes one answer to a press, so that it cannot stand there twice."""
    (over,) = await played(house, house.anna)
    with house.held_up() as payloads:
        await house.anna.click(over.message, custom_id=share_of(house))
    house.env.inject_error("POST", "/interactions/*", status=500, times=None)
    await house.delivers(*payloads)
    house.env.backend.faults.clear()
    assert cards(house) == []
    await house.delivers(*payloads)
    assert cards(house) == [house.room.id]
    assert (await house.presses_id(house.anna, over, share_of(house))).text == SHARED_ALREADY()


@pytest.mark.parametrize("is_told", [True, False])
async def test_a_card_that_was_noted_as_shown_while_the_storage_hung_can_be_shown_then(
    house: Club, is_told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are told what it came to, or a connection goes in the commit itself: the card was not sent."""
    (over,) = await played(house, house.anna)
    contests = house.store.contests
    share = contests.share

    async def hangs(table: TableId, channel: int) -> bool:
        is_first, patience = await share(table, channel), CURRENT_PATIENCE.get()
        monkeypatch.setattr(contests, "share", share)
        assert is_first and patience is not None
        if not is_told:
            raise DatabaseFailed("08006", "the connection was lost")
        patience.may_commit(share)
        assert not patience.give_up()  # nobody knows, they are told
        return is_first

    monkeypatch.setattr(contests, "share", hangs)
    await house.anna.click(over.message, custom_id=share_of(house))
    assert cards(house) == []
    house.errors.clear()
    await house.presses_id(house.anna, over, share_of(house))
    assert cards(house) == [house.room.id]
    assert (await house.presses_id(house.anna, over, share_of(house))).text == SHARED_ALREADY()


@pytest.mark.long
async def test_how_somebody_played_is_shown_to_friends_and_in_the_same_server_and_to_nobody_else(
    house: Club,
) -> None:
    stranger, elsewhere = house.env.create_user("stella"), house.env.create_guild("elsewhere")
    other = elsewhere.add_member(stranger)
    lounge = elsewhere.create_text_channel("lounge")
    begun: Screen = await house.types(other, "daily", channel=lounge)
    await plays(house, other, begun)
    await played(house, house.anna, house.boris)
    own = await house.types(house.anna, "daily", what="replay")
    assert "replay" in own.verbs()
    for asked in (house.types, house.writes):
        theirs = await asked(house.anna, "daily", what="replay", person=other.user)
        assert theirs.private and theirs.text == NOT_ACQUAINTED()
        assert "replay" in (await asked(house.anna, "daily", what="replay", person=house.boris.user)).verbs()
    early = await house.types(house.clara, "daily", what="replay", person=other.user)
    assert early.text in (NOT_ACQUAINTED(), PLAY_FIRST())
    guest = house.guild.add_member(stranger)
    assert "replay" in (await house.types(house.anna, "daily", what="replay", person=guest)).verbs()


@pytest.mark.long
async def test_whoever_has_been_at_a_table_with_somebody_sees_how_they_played_wherever_they_are(
    house: Club,
) -> None:
    stranger, elsewhere = house.env.create_user("stella"), house.env.create_guild("elsewhere")
    other, lounge = elsewhere.add_member(stranger), elsewhere.create_text_channel("lounge")
    await plays(house, other, await house.types(other, "daily", channel=lounge))
    await played(house, house.anna)
    assert (await house.writes(house.anna, "daily", what="replay", person=stranger)).text == NOT_ACQUAINTED()
    here = house.guild.add_member(stranger)
    await house.types(house.anna, "table open", game="biritch")
    await house.types(here, "table join")
    assert "replay" in (await house.writes(house.anna, "daily", what="replay", person=stranger)).verbs()


# What is damaged


TONGUES = ("en", "fr", "ru")


async def speak(house: Club, who: MemberActor, language: str) -> None:
    await house.store.preferences.set_choices(f"user:{who.id}", {"language": language})


@pytest.mark.long
@pytest.mark.parametrize("language", TONGUES)
async def test_a_deal_of_the_day_that_is_damaged_is_dealt_to_nobody_more_and_ended_by_who_was_at_it(
    house: Club, language: str
) -> None:
    for who in (house.anna, house.boris):
        await speak(house, who, language)
    begun = await house.types(house.anna, "daily")
    await robots_done(house)
    await change(house, f"UPDATE contest SET secret = zeroblob(32) WHERE contest = '{today(house)}'")
    with spoken(language):
        told = await house.types(house.boris, "daily")
        assert told.private and told.text == CONTEST_DAMAGED()
        for asked in ({"what": "seal"}, {"what": "replay"}):
            answer = await house.types(house.boris, "daily", **asked)  # type: ignore[arg-type]
            assert answer.text in (CONTEST_DAMAGED(), PLAY_FIRST())
        assert not (await house.types(house.boris, "daily", what="week")).text.startswith("Some")
        seen: Screen = await house.types(house.anna, "daily")
        table: OpenTable = await daily_of(house, house.anna)
        while not table.closed:
            seen = await goes_on(house, house.anna, seen)
        assert CONTEST_DAMAGED() in seen.text
        assert CONTEST_DAMAGED() in (await house.types(house.anna, "daily")).text
    assert begun.private
    await house.env.advance_time(26 * 3600)
    assert {"call", "play"} & (await house.types(house.boris, "daily")).verbs()
    house.errors.clear()


@pytest.mark.long
async def test_whose_play_is_damaged_is_told_so_and_all_others_that_one_is_left_out(house: Club) -> None:
    await played(house, house.anna, house.boris)
    await change(house, f"UPDATE attempt SET points = '9999' WHERE user_id = {house.anna.id}")
    own = await house.types(house.anna, "daily")
    assert own.private and own.text == PLAY_DAMAGED()
    other = await house.types(house.boris, "daily")
    assert "of the matchpoints" in other.text and PLAYS_LOST(lost=1) in other.text
    week = await house.types(house.boris, "daily", what="week")
    assert f"<@{house.boris.id}>" in week.text and f"<@{house.anna.id}>" not in week.text
    assert LACKING(days=today(house)) in week.text and SOMEBODY_LOST() not in week.text
    theirs = await house.types(house.boris, "daily", what="replay", person=house.anna)
    assert theirs.text == PLAY_DAMAGED()
    house.errors.clear()


async def test_a_damaged_table_of_the_deal_of_the_day_keeps_nobody_from_what_others_show(house: Club) -> None:
    await played(house, house.anna)
    daily = (await daily_of(house, house.anna)).id
    await house.types(house.anna, "table open")
    await change(house, f"UPDATE event SET at = at + 1 WHERE table_id = '{daily}' AND version = 2")
    assert (await house.types(house.anna, "deal", show="score")).text != SET_ASIDE()
    assert SET_ASIDE() not in (await house.types(house.anna, "play")).text
    house.errors.clear()


@pytest.mark.long
async def test_a_server_whose_list_of_people_is_damaged_is_told_so_and_plays_on(house: Club) -> None:
    await played(house, house.anna, house.boris)
    await change(house, f"UPDATE regular SET guild = guild + 1 WHERE user_id = {house.boris.id}")
    week = await house.types(house.anna, "daily", what="week")
    assert f"<@{house.anna.id}>" in week.text and f"<@{house.boris.id}>" not in week.text
    assert SOMEBODY_LOST() in week.text
    await house.types(house.boris, "daily")
    assert f"<@{house.boris.id}>" in (await house.types(house.anna, "daily", what="week")).text


@pytest.mark.long
async def test_the_seal_of_a_day_is_told_though_the_next_one_is_damaged(house: Club) -> None:
    await house.types(house.anna, "daily", what="seal")
    tomorrow = house.bot.services.contests.tomorrow
    await change(house, f"UPDATE contest SET made = made + 1 WHERE contest = '{tomorrow}'")
    told = await house.types(house.anna, "daily", what="seal")
    assert NEXT_DAMAGED(day=tomorrow) in told.text and today(house) in told.text
    house.errors.clear()


@pytest.mark.long
@pytest.mark.parametrize("language", TONGUES)
async def test_who_had_chosen_something_that_is_damaged_is_told_so_once_when_they_look(
    house: Club, language: str
) -> None:
    await speak(house, house.ivan, language)
    chosen: Mapping[str, str | None] = {"cards": "text", "alert": "never"}
    await house.store.preferences.set_choices(f"user:{house.ivan.id}", chosen)
    await house.store.preferences.set_choices(f"guild:{house.guild.id}", {"robots": "no", "hints": "no"})
    await change(house, "UPDATE preference SET value = 'two colours' WHERE name = 'cards'")
    await change(house, "UPDATE preference SET name = 'hinds' WHERE name = 'hints'")
    with spoken(language):
        first, again = [(await house.types(house.ivan, "me")).text for _ in range(2)]
        assert LOST_OF_PERSON() in first and LOST_OF_PERSON() not in again
    assert (await house.bot.services.preferences.of_person(UserId(house.ivan.id))).cards is None
    assert not (await house.bot.services.preferences.of_server(house.guild.id)).robots


@pytest.mark.long
async def test_a_server_is_told_once_of_what_it_had_chosen_that_is_damaged(house: Club) -> None:
    role = house.guild.create_role("wardens", permissions=Permissions(manage_guild=True))
    warden = house.guild.add_member(house.env.create_user("walter"), roles=[role])
    store, guild = house.store, house.guild.id
    await store.preferences.set_choices(f"guild:{guild}", {"robots": "no", "hints": "no"})
    await change(house, "UPDATE preference SET value = 'yes' WHERE name = 'hints'")
    first, again = [await house.types(warden, "settings") for _ in range(2)]
    assert LOST_OF_SERVER() in first.text and LOST_OF_SERVER() not in again.text


async def test_the_deal_of_the_day_once_more_is_the_one_deal_at_a_time_and_changes_no_result(
    house: Club,
) -> None:
    (over,) = await played(house, house.anna)
    table, contests = await daily_of(house, house.anna), house.bot.services.contests
    before = await contests.compared(UserId(house.anna.id), contests.today)
    again = f"again:{table.id}:1"
    more = await house.presses_late(house.anna, over, again)
    (beside,) = (one for one in house.bot.services.tables._open.values() if not one.closed)
    assert beside.state.alone is not None and beside.state.alone.given is not None
    await goes_on(house, house.anna, more)
    refused = await house.presses_late(house.anna, over, again)
    assert worded(AppRefused(AppWhy.ONE_MORE_OPEN), ON_PAPER) in refused.text
    assert [one for one in house.bot.services.tables._open.values() if not one.closed] == [beside]
    assert await contests.compared(UserId(house.anna.id), contests.today) == before


async def test_who_would_leave_the_deal_of_the_day_is_told_that_it_waits_in_a_channel_and_in_direct_messages(
    house: Club,
) -> None:
    for tells in (house.types, house.writes):
        await tells(house.anna, "daily")
        refused = await tells(house.anna, "table leave")
        assert refused.private and refused.text == DAY_WAITS()
        assert not (await daily_of(house, house.anna)).closed


@pytest.mark.parametrize("begun", ["daily", "challenge"])
async def test_who_would_join_a_table_where_none_is_is_told_so_whatever_deal_waits_for_them(
    house: Club, begun: str
) -> None:
    if begun == "daily":
        await house.types(house.anna, "daily")
    else:
        await begin_challenge(house)
    cases: tuple[dict[str, Any], ...] = ({}, {"chair": "north"})
    for options in cases:
        asked = await house.types(house.anna, "table join", **options)
        assert asked.private and asked.text == worded(NoSuchTable(), ON_PAPER)
        written = await house.writes(house.anna, "table join", **options)
        assert written.text == NO_TABLE_OF_YOURS()
    await house.types(house.boris, "table open", game="biritch")
    await house.types(house.anna, "table join")
    assert house.table.belongs(UserId(house.anna.id))


async def begin_challenge(house: Club) -> None:
    page = await taken_up(house, house.anna, await challenged(house, house.anna, house.boris))
    await presses(house, house.anna, page, "deal")


async def test_a_deal_of_a_challenge_is_left_as_little_and_is_not_called_that_of_the_day(house: Club) -> None:
    await begin_challenge(house)
    for tells in (house.types, house.writes):
        refused = await tells(house.anna, "table leave")
        assert refused.private and refused.text == CHALLENGE_WAITS()
