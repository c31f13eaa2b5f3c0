"""Seasons as people meet them: on the leaderboard, in the settings, and as one message at the end."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import discord
import pytest
from simcord.actors import MemberActor

from bot.client.places import DiscordPlaces, DiscordThreads
from bot.host.orders import Does
from bot.messages.season_ends import SETTLED, TOO_LATE, SeasonEnds
from rules.counting.seasons import Month, Season
from rules.games.all_games import GAMES
from rules.seats import Side
from rules.table.events import Closed
from screens.leaderboard import BoardPress, season_over_screen
from screens.presses import read_as
from screens.screen import Screen
from screens.words.games.all_games import words_of
from storage.ports.records import Append, Place, Ranked, TableId, UserId
from tests.cogs.hosted import ordered
from tests.cogs.test_server_options import sets
from tests.screens.screens import fits, in_each_language, words
from tests.trials.stage.club import Club
from tests.trials.stage.happenings import (
    ANNA,
    BORIS,
    CLARA,
    DMITRI,
    OPENED,
    begun,
    inside,
    no_deals,
    reckoned,
)
from tests.trials.stage.seen import Answer

DAY = 86_400.0
GONE = 10**17
"""A channel that is not there any more."""
DECEMBER = datetime(2025, 12, 1, tzinfo=UTC).timestamp()
NEW_YEAR = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
MARCH = datetime(2026, 3, 1, tzinfo=UTC).timestamp()
WINTER = Season(Month(2025, 12), Month(2026, 3))


async def played(
    house: Club,
    at: float,
    value: int = 120,
    *,
    game: str = "biritch",
    table: str = "7f3a9c01",
    room: int = 0,
) -> None:
    """A rubber ended at a moment, at a table of its own in the room: Anna and Clara won it."""
    four = (ANNA, BORIS, CLARA, DMITRI)
    users = {person: UserId(who.id) for person, who in zip(four, house.four, strict=True)}
    place = Place(house.guild.id, room or house.room.id)
    events = [OPENED, begun(1, game), reckoned(1, Side.NS, value), Closed("agreed")]
    await house.store.streams.append(Append(TableId(table), 0, events, place=place, people=users, at=at))  # type: ignore[arg-type]


def ends(house: Club, now: float | None) -> SeasonEnds:
    """As a process that has just begun, at this moment."""
    bot, services, store = house.bot, house.bot.services, house.store
    messenger, places = services.posting.messenger, DiscordPlaces(bot, services.rest, services.blocks)
    preferences, readers = services.preferences, services.readers
    return SeasonEnds(store.seasons, store.standings, preferences, readers, messenger, places, lambda: now)


async def tells(house: Club, now: float | None) -> None:
    with house.inside():
        await ends(house, now).tell_due()
    await house.env.settle()


def told(house: Club) -> list[str]:
    """What has been told of ends, wherever it stands."""
    texts = [house.seen(one).text for room in (house.room, house.parlour) for one in room.history()]
    return [text for text in texts if "The season is over" in text]


def nonces(house: Club) -> set[str]:
    """Those of the messages that were posted in the room."""
    path = f"/channels/{house.room.id}/messages"
    posted = (one.json for one in house.env.backend.http_requests if one.path == path)
    return {str(one["nonce"]) for one in posted if one is not None and one["enforce_nonce"]}


async def test_the_end_of_a_season_is_told_once_in_the_channel_in_which_it_was_played(house: Club) -> None:
    await played(house, NEW_YEAR, table="7f3a9c01", room=house.parlour.id)
    await played(house, NEW_YEAR + DAY, 30, game="vint", table="7f3a9c02")
    for _ in range(2):
        await tells(house, MARCH + 2 * SETTLED)
    anna, clara = house.anna.id, house.clara.id
    boris, david = house.boris.id, house.david.id
    first, second = sorted((anna, clara))
    third = min(boris, david)
    assert told(house) == [
        "### The season is over: December 2025 to February 2026\n"
        f"**Biritch**\n1. <@{first}> **+120** · 1 rubber\n2. <@{second}> **+120** · 1 rubber\n"
        f"3. <@{third}> **−120** · 1 rubber\n"
        f"**{words_of('vint').name}**\n1. <@{first}> **+30** · 1 rubber\n2. <@{second}> **+30** · 1 rubber\n"
        f"3. <@{third}> **−30** · 1 rubber\n"
        "-# The next one has begun and ends with May 2026. What was won stays: `/leaderboard season:` shows "
        "this one, and all time counts on."
    ]
    assert "The season is over" in house.screen().text
    assert house.stored(house.screen()).flags & 1 << 12, "it rings nobody's phone"


async def test_in_a_server_that_the_host_has_blocked_no_end_is_told(house: Club) -> None:
    await played(house, NEW_YEAR)
    await ordered(house, Does.BLOCK, "guild", house.guild.id)
    await tells(house, MARCH + 2 * SETTLED)
    assert told(house) == []


@pytest.mark.parametrize("looks", [0, 3, 10, 30, 100, 300])
async def test_whenever_a_process_dies_as_it_tells_an_end_it_is_told_at_most_once(
    house: Club, looks: int
) -> None:
    """After so many turns of the loop; another process looks at the same time, and a third one later."""
    await played(house, NEW_YEAR)
    with house.inside():
        dying, other = (asyncio.create_task(ends(house, MARCH + 2 * SETTLED).tell_due()) for _ in range(2))
        for _ in range(looks):
            await asyncio.sleep(0)
        dying.cancel()
        await asyncio.gather(dying, other, return_exceptions=True)
    await tells(house, MARCH + 3 * SETTLED)
    assert len(told(house)) <= 1 and await house.store.seasons.is_end_told(house.guild.id, WINTER)


async def test_no_end_is_told_where_nothing_was_ranked_or_nobody_wants_seasons_or_the_time_is_not_sure(
    house: Club,
) -> None:
    await tells(house, MARCH + 2 * SETTLED)
    await played(house, DECEMBER - 60)
    await tells(house, MARCH + 2 * SETTLED)
    await played(house, NEW_YEAR, table="7f3a9c02")
    for now in (None, MARCH - 1, MARCH + SETTLED - 1, MARCH + TOO_LATE, MARCH - 31 * DAY, NEW_YEAR + 3600):
        await tells(house, now)
    await sets(house, seasons=0)
    await tells(house, MARCH + 2 * SETTLED)
    assert told(house) == []
    await sets(house)
    await tells(house, MARCH + 2 * SETTLED)
    assert len(told(house)) == 1


async def test_while_all_is_counted_anew_no_end_is_told_of_what_may_still_change(house: Club) -> None:
    await played(house, NEW_YEAR)
    await inside(house.store, lambda db: db.execute("UPDATE counted SET revision = 2"))
    with house.inside():
        process = ends(house, MARCH + 2 * SETTLED)
        await process.tell_due()
        assert told(house) == []
        await house.store.checks.rebuild_projections(no_deals)
        await process.tell_due()
    await house.env.settle()
    assert len(told(house)) == 1


async def test_where_a_season_is_a_month_each_is_told(house: Club) -> None:
    await house.store.seasons.set_season_length(house.guild.id, 1, Month(2025, 12))
    await played(house, NEW_YEAR - DAY)
    await tells(house, NEW_YEAR + 2 * SETTLED)
    (text,) = told(house)
    assert text.startswith("### The season is over: December 2025\n") and "ends with January 2026" in text


@pytest.mark.parametrize("fault", ["hangs", "forgets", "loses"])
async def test_a_kill_while_the_end_is_told_and_an_answer_that_is_lost_tell_it_at_most_once(
    house: Club, fault: str
) -> None:
    """The process dies once it has noted that it tells it; or the reply to the message, or that itself, is
    lost and the process goes on. Of messages with one nonce Discord posts the first; this one posts all."""
    await played(house, NEW_YEAR)
    setattr(house.wire, fault, f"/channels/{house.room.id}/messages")
    with house.inside():
        task = asyncio.create_task(ends(house, MARCH + 2 * SETTLED).tell_due())
        while not await house.store.seasons.is_end_told(house.guild.id, WINTER):
            await asyncio.sleep(0)
        dies = fault == "hangs"
        if dies:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
    setattr(house.wire, fault, "nothing")
    if not dies:
        await house.env.advance_time(60)
        with house.inside():
            await task
    await house.restart()
    before = told(house)
    for later in (2 * SETTLED + 600, DAY):
        await tells(house, MARCH + later)
    assert told(house) == before and len(nonces(house)) == (0 if dies else 1)


async def test_of_a_thread_it_is_told_in_its_channel_and_of_one_that_is_gone_where_was_played_before(
    house: Club,
) -> None:
    await played(house, NEW_YEAR, table="7f3a9c01", room=house.parlour.id)
    place = Place(house.guild.id, house.room.id)
    with house.inside():
        threads = DiscordThreads(house.bot, house.bot.services.rest)
        thread = await threads.begin_thread(place, "a table", private=False)
    await played(house, NEW_YEAR + DAY, table="7f3a9c02", room=thread)
    await played(house, NEW_YEAR + 2 * DAY, table="7f3a9c03", room=GONE)
    await tells(house, MARCH + 2 * SETTLED)
    assert len(told(house)) == 1 and "The season is over" in house.screen().text


@pytest.mark.parametrize("is_archived", [False, True])
async def test_of_a_thread_of_a_forum_it_is_told_in_the_thread_itself(
    house: Club, *, is_archived: bool
) -> None:
    """Discord takes no message in a forum, outside its threads."""
    forum = house.bot.get_channel(house.guild.create_forum_channel("talk").id)
    assert isinstance(forum, discord.ForumChannel)
    with house.inside():
        thread = (await forum.create_thread(name="bridge", content="Who plays?")).thread
    await played(house, NEW_YEAR, room=thread.id)
    if is_archived:
        forum.guild._threads.pop(thread.id, None)
    await tells(house, MARCH + 2 * SETTLED)
    posted = [one.path for one in house.env.backend.http_requests if one.json and "nonce" in one.json]
    assert posted == [f"/channels/{thread.id}/messages"]


async def test_where_a_channel_takes_no_messages_it_is_told_where_was_played_before(house: Club) -> None:
    """40058: a channel that holds threads alone, of a kind that is unknown here."""
    await played(house, NEW_YEAR, table="7f3a9c01", room=house.parlour.id)
    await played(house, NEW_YEAR + DAY, table="7f3a9c02")
    house.env.inject_error("POST", f"/channels/{house.room.id}/messages", status=400, code=40058, times=9)
    await tells(house, MARCH + 2 * SETTLED)
    assert len(told(house)) == 1 and not [one for one in house.room.history() if "season" in one.content]


async def test_a_server_whose_end_cannot_be_told_keeps_no_other_from_its_own(
    house: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes first, and what fails in it is a mistake of ours."""
    await played(house, NEW_YEAR)
    season_lengths = house.store.seasons.season_lengths

    async def fails_in_one(guild: int) -> object:
        if guild != house.guild.id:
            raise LookupError("no such server")
        return await season_lengths(guild)

    monkeypatch.setattr(DiscordPlaces, "servers", lambda _: [1, house.guild.id])
    monkeypatch.setattr(house.store.seasons, "season_lengths", fails_in_one)
    await tells(house, MARCH + 2 * SETTLED)
    assert len(told(house)) == 1
    house.errors.clear()


async def test_where_discord_does_not_tell_of_the_channel_the_end_is_told_once_it_does(
    house: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is noted as told before that is known."""
    with house.inside():
        threads = DiscordThreads(house.bot, house.bot.services.rest)
        place = Place(house.guild.id, house.room.id)
        thread = await threads.begin_thread(place, "a table", private=False)
    await played(house, NEW_YEAR, room=thread)
    guild = house.bot.get_guild(house.guild.id)
    assert guild is not None
    guild._threads.pop(thread, None)  # archived
    get_channel = house.bot.http.get_channel

    async def away(_channel: int) -> None:
        raise OSError("Discord is away")

    monkeypatch.setattr(house.bot.http, "get_channel", away)
    await tells(house, MARCH + 2 * SETTLED)
    assert told(house) == [] and not await house.store.seasons.is_end_told(house.guild.id, WINTER)
    monkeypatch.setattr(house.bot.http, "get_channel", get_channel)
    await tells(house, MARCH + 2 * SETTLED + 300)
    assert len(told(house)) == 1 and "The season is over" in house.screen().text


async def test_where_tables_may_be_opened_in_some_channels_alone_it_is_told_in_one_of_these(
    house: Club,
) -> None:
    await played(house, NEW_YEAR)
    await sets(house, channels=(house.parlour.id,))
    await tells(house, MARCH + 2 * SETTLED)
    assert len(told(house)) == 1 and "The season is over" in house.screen(house.parlour).text


def test_however_much_was_played_the_end_is_short_enough_for_a_phone() -> None:
    lines = [Ranked(UserId(10**18 + place), 1000, 999, 10**6 - place) for place in range(10)]
    for count in (1, 2, 3, 5, len(GAMES)):
        best = dict.fromkeys([*GAMES][:count], lines)
        for _ in in_each_language():
            screen: Screen = season_over_screen(WINTER, Season(Month(2026, 3), Month(2026, 9)), best)
            fits(screen)
            assert len(words(screen)) <= 700, (count, words(screen))
    assert "And 14 more games." in words(season_over_screen(WINTER, WINTER, best))


# The leaderboard


def periods(seen: Answer) -> dict[str, str]:
    found = {one["label"]: read_as(BoardPress, one["custom_id"]) for one in seen.buttons}
    return {label: press.period for label, press in found.items() if press is not None}


async def test_the_leaderboard_is_that_of_the_season_and_all_time_is_one_press_away(house: Club) -> None:
    await played(house, DECEMBER - 60, 1000)
    await played(house, NEW_YEAR - 60, 20, table="7f3a9c02")
    board = await house.types(house.anna, "leaderboard", game="biritch")
    head = f"-# Persons, December 2025 to February 2026 (UTC)\n-# The season ends <t:{int(MARCH)}:R>."
    assert head in board.text and "**+20**" in board.text and "1020" not in board.text
    place = 1 if house.anna.id < house.clara.id else 2
    assert f"-# {house.anna.mention}: place {place} of 4, **+20**" in board.text
    assert periods(board) == {
        "This season": "s2025-12",
        "All time": "all",
        "This year": "2026",
        "This month": "2026-01",
    }
    ever = await house.presses_id(house.ivan, board, "when:biritch:persons:all:1")
    assert "all time" in ever.text and "**+1020**" in ever.text and "place" not in ever.text
    back = await house.presses_id(house.ivan, ever, "when:biritch:persons:s2025-12:1")
    assert head in back.text and "place" not in back.text, "ivan has played nothing"


async def test_a_season_that_is_over_is_chosen_by_its_name_and_stays_as_it_was(house: Club) -> None:
    await played(house, DECEMBER - 60, 1000)
    await played(house, DECEMBER - 100 * DAY, 7, table="7f3a9c02")
    await played(house, NEW_YEAR - 60, 20, table="7f3a9c03")
    found = await house.anna.autocomplete(house.room, "leaderboard", "season", "")
    assert [(one["name"], one["value"]) for one in found] == [
        ("September to November 2025", "s2025-09"),
        ("June to August 2025", "s2025-06"),
    ]
    typed = await house.anna.autocomplete(house.room, "leaderboard", "season", "june")
    assert [one["value"] for one in typed] == ["s2025-06"]
    board = await house.types(house.anna, "leaderboard", game="biritch", season="s2025-09")
    assert "-# Persons, September to November 2025 (UTC)\n" in board.text and "**+1000**" in board.text
    assert "ends" not in board.text and f"-# {house.anna.mention}: place" in board.text
    by_name = await house.types(
        house.anna, "leaderboard", game="biritch", season="September to November 2025"
    )
    assert by_name.text == board.text
    for odd in ("s2025-10", "winter", "all", "s2031-09"):
        no = await house.types(house.anna, "leaderboard", game="biritch", season=odd)
        assert no.private and no.text.startswith("There is no such season"), odd
    evening = await house.types(house.anna, "leaderboard", evening="pairs", season="s2025-09")
    assert evening.private and evening.text.startswith("There is no such season")


async def test_presses_for_seasons_that_never_began_are_refused(house: Club) -> None:
    board = await house.types(house.anna, "leaderboard", game="biritch")
    for odd in ("s2025-10", "s2026-03", "s9999-12", "s2025-13", "s0000-09"):
        answer = await house.presses_late(house.anna, board, f"when:biritch:persons:{odd}:1")
        assert answer.private or "No rubber that counts ended in this time." in answer.text, odd


async def test_a_server_without_seasons_has_the_board_of_all_time_and_what_it_played_is_in_them_later(
    house: Club,
) -> None:
    await sets(house, seasons=0)
    await played(house, NEW_YEAR - 60)
    board = await house.types(house.anna, "leaderboard", game="biritch")
    assert "Persons, all time" in board.text and "This season" not in periods(board)
    asked = await house.types(house.anna, "leaderboard", game="biritch", period="season")
    assert asked.text == board.text
    await sets(house)
    board = await house.types(house.anna, "leaderboard", game="biritch")
    assert "December 2025 to February 2026" in board.text and "**+120**" in board.text


@pytest.fixture
def manager(house: Club) -> MemberActor:
    """Somebody who may manage the server."""
    role = house.guild.create_role("wardens", permissions=discord.Permissions(manage_guild=True))
    return house.guild.add_member(house.env.create_user("walter"), roles=[role])


async def test_who_manages_the_server_sets_how_long_a_season_is_and_the_present_one_keeps_what_was_won(
    house: Club, manager: MemberActor
) -> None:
    """In January, of a winter that began in December."""
    await played(house, NEW_YEAR - 60)
    settings = await house.types(manager, "settings")
    settings = await house.presses_id(manager, settings, "server:page:ranking")
    for months, named in (
        ("1", "December 2025 to January 2026"),
        ("6", "December 2025 to February 2026"),
        ("12", "December 2025 to August 2026"),
        ("0", "all time"),
        ("3", "December 2025 to February 2026"),
    ):
        settings = await house.chooses_of(manager, settings, "server:seasons", months)
        board = await house.types(house.anna, "leaderboard", game="biritch")
        assert f"Persons, {named}" in board.text and "**+120**" in board.text, months
