"""The deal of the day: one deal for all, played once, and seen by nobody before their own play."""

from __future__ import annotations

import io
import re
from contextlib import redirect_stdout
from datetime import UTC, date, datetime
from typing import Any

from simcord.actors import MemberActor

from bot.fair_queue import FairQueue, Owner, Rank, Shares
from bot.tables.contests import sealed
from bot.tables.open_table import OpenTable
from rules.frozen import replace
from screens.words.refusals import PLAY_FIRST
from storage.ports.records import UserId
from tests.cogs.test_alone import finishes, goes_on, posted
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Answer, Screen


async def daily_of(house: Club, who: MemberActor) -> OpenTable:
    contests = house.bot.services.contests
    return await contests.table_of(UserId(who.id), contests.today)


async def plays(house: Club, who: MemberActor, seen: Screen) -> Screen:
    """Plays the deal to its end, by the first button each time."""
    while not (await daily_of(house, who)).closed:
        seen = await goes_on(house, who, seen)
    return seen


async def robots_done(house: Club) -> None:
    contests = house.bot.services.contests
    for filling in list(contests._filling.values()):
        await filling


async def test_the_deal_of_the_day_is_the_same_for_two_people_card_for_card_and_each_plays_it_once(
    house: Club,
) -> None:
    before: Answer = await house.types(house.boris, "daily")
    begun = await house.types(house.anna, "daily")
    assert begun.private and "takeback" not in begun.verbs() and "hint" not in begun.verbs()
    await robots_done(house)
    over = await plays(house, house.anna, begun)
    assert "of the matchpoints" in over.text and "1 day played in a row" in over.text
    assert "Robots in your chair: easy" in over.text
    await plays(house, house.boris, before)
    one, other = [(await daily_of(house, who)).state.last for who in (house.anna, house.boris)]
    assert one is not None and other is not None
    assert (one.hands, one.calls, one.tricks) == (other.hands, other.calls, other.tricks)
    again = await house.types(house.anna, "daily")
    assert "of the matchpoints" in again.text and posted(house) == []
    # two that are equal, and three robots of whom some are beaten: 50 % at least against the other person
    (shown,) = re.findall(r"\*\*(\d+) %\*\*", again.text)
    contests = house.bot.services.contests
    attempts = await contests._kept.attempts(contests.today)
    results = [one.points for one in attempts if one.points is not None]
    own = next(one.points for one in attempts if one.user == house.anna.id)
    assert own is not None and len(results) == 3
    beaten = sum(points < own for points in results)
    level = results.count(own) - 1
    assert int(shown) == int((2 * beaten + level) / 4 * 100 + 0.5)


def midnight(house: Club) -> int:
    """At which today ends."""
    today = date.fromisoformat(house.bot.services.contests.today)
    return int(datetime(today.year, today.month, today.day, tzinfo=UTC).timestamp()) + 86_400


async def test_a_first_daily_says_in_three_lines_what_it_is_and_when_it_ends_in_the_readers_own_time(
    house: Club,
) -> None:
    begun = await house.types(house.anna, "daily")
    first, second, third, *_ = begun.text.splitlines()
    assert first == f"> **Deal of the day, {today(house)} · Biritch**"
    assert second == "> One try, the same for everybody."
    end = midnight(house)
    assert third == f"> It ends <t:{end}:R>, at <t:{end}:t>."
    acted = await goes_on(house, house.anna, begun)
    assert (
        "Deal of the day" not in acted.text and "One try" not in (await house.types(house.anna, "daily")).text
    )
    compared = await house.types(house.boris, "play", step="compared", game="vint")
    assert compared.text.splitlines()[:2] == ["> **A deal to compare · Vint**", second]
    assert "It ends" not in compared.text


async def test_the_page_of_a_day_names_people_says_who_else_has_played_and_when_the_next_deal_comes(
    house: Club,
) -> None:
    over = await plays(house, house.anna, await house.types(house.anna, "daily"))
    await robots_done(house)
    over = await house.types(house.anna, "daily")
    headline = over.text.splitlines()[1]
    assert headline.startswith(f"{house.anna.mention} lost ") and headline.endswith("tricks over six")
    assert ": the other side won " in headline
    assert "Nobody else has played it yet." in over.text
    end = midnight(house)
    assert f"The next deal comes <t:{end}:R>, at <t:{end}:t>." in over.text
    assert "ranked only in your server and among friends" in over.text and "no ranks" not in over.text
    await plays(house, house.boris, await house.types(house.boris, "daily"))
    assert "Others who have played it: 1." in (await house.types(house.anna, "daily")).text


async def test_a_day_that_one_has_not_played_is_told_apart_from_one_that_had_no_deal(house: Club) -> None:
    anna, boris = house.anna, house.boris
    await house.types(anna, "daily")
    day, tomorrow = today(house), house.bot.services.contests.tomorrow
    await house.env.advance_time(3 * 86_400)
    missed = "You have not played the deal of that day, and its day is over. That of today: `/daily`."
    for options in ({}, {"what": "replay"}, {"what": "replay", "person": anna.user}):
        assert (await house.types(boris, "daily", day=day, **options)).text == missed
        for never in ("2020-02-02", "2025-12-31"):
            told = await house.types(boris, "daily", day=never, **options)
            assert told.text.startswith("There was no deal of that day."), (never, options)
    assert (await house.types(anna, "daily", day=tomorrow)).text == missed, "it was sealed, and nobody came"
    assert (await house.types(anna, "daily", what="replay", day=day)).text == PLAY_FIRST()
    assert "Your turn" in (await house.types(anna, "daily", day=day)).text, "what was begun can be ended"


async def test_a_day_ended_after_the_hour_of_grace_says_why_it_does_not_count(house: Club) -> None:
    """It is midnight when the club opens: begun at 23:50, ended at 01:20."""
    await house.env.advance_time(86_400 - 600)
    day, end = today(house), midnight(house)
    seen: Screen = await house.types(house.anna, "daily")
    seen = await goes_on(house, house.anna, seen)
    await house.env.advance_time(1800)  # 00:20
    todays = await house.types(house.anna, "daily")
    assert f"Yesterday's is not over, and counts until <t:{end + 3600}:t>: `/daily day:{day}`." in todays.text
    yesterdays = await house.types(house.anna, "daily", day=day)
    until = f"Its day is over. It counts if it ends by <t:{end + 3600}:t> (<t:{end + 3600}:R>)."
    assert yesterdays.text.startswith(f"> {until}")
    await house.env.advance_time(3600)  # 01:20
    late = await house.types(house.anna, "daily", day=day)
    assert late.text.startswith(f"> The day {day} is over: this counts neither")
    table = await house.bot.services.contests.table_of(UserId(house.anna.id), day)
    seen = late
    while "claim" not in seen.verbs():
        seen = await goes_on(house, house.anna, seen)
    sure = await house.types(house.anna, "turn", act="claim 0")
    seen = await house.presses(house.anna, sure, "claim", "0")
    assert table.closed
    ended = int(table.at)
    assert (
        f"It was begun in time, but ended at <t:{ended}:t>, after the hour of grace (<t:{end + 3600}:t>): "
        "this day counts neither for your days in a row nor in the tables.\n0 days played in a row"
    ) in seen.text


async def test_who_has_played_the_deal_of_a_day_is_no_newcomer(house: Club) -> None:
    tables, anna = house.bot.services.tables, UserId(house.anna.id)
    begun = await house.types(house.anna, "daily")
    assert await tables.is_newcomer(anna)
    await plays(house, house.anna, begun)
    assert not await tables.is_newcomer(anna)


async def test_how_others_played_is_shown_to_nobody_who_has_still_to_play(house: Club) -> None:
    begun = await house.types(house.anna, "daily")
    await plays(house, house.anna, begun)
    early = await house.types(house.boris, "daily", what="replay", person=house.anna.user)
    assert early.text == PLAY_FIRST()
    await plays(house, house.boris, await house.types(house.boris, "daily"))
    late = await house.types(house.boris, "daily", what="replay", person=house.anna.user)
    assert "replay" in late.verbs()


async def test_a_share_card_names_no_card_and_its_marks_are_told_in_words(house: Club) -> None:
    over = await plays(house, house.anna, await house.types(house.anna, "daily"))
    await robots_done(house)
    shared = await house.presses_id(
        house.anna,
        over,
        next(str(one["custom_id"]) for one in over.buttons if str(one["custom_id"]).endswith(":share")),
    )
    assert not shared.private and "of 13" in shared.text
    assert shared.text.startswith(
        f"<@{house.anna.id}> · **Deal of the day"
    )  # who else would know whose it is
    assert len(re.findall("[🟩🟧⬜]", shared.text)) == 13
    assert not re.search("[♠♥♦♣]", shared.text)


async def test_the_secret_of_a_day_is_shown_once_the_day_is_over_and_is_what_was_sealed(house: Club) -> None:
    contests = house.bot.services.contests
    today = contests.today
    contest = await contests.of_day(today)
    told = await house.types(house.anna, "daily", what="seal")
    assert sealed(contest) in told.text and contest.secret.hex() not in told.text
    await house.env.advance_time(26 * 3600)
    later = await house.types(house.anna, "daily", what="seal", day=today)
    assert contest.secret.hex() in later.text


async def test_the_secret_of_a_past_day_is_checked_against_the_hands_that_were_dealt(house: Club) -> None:
    contests = house.bot.services.contests
    today = contests.today
    early = await house.types(house.anna, "deal", show="verify", day=today)
    assert early.text.startswith("There was no deal of that day.")
    await plays(house, house.anna, await house.types(house.anna, "daily"))
    early = await house.types(house.boris, "deal", show="verify", day=today)
    secret = (await contests.of_day(today)).secret.hex()
    assert "shown when that day is over" in early.text and secret not in early.text
    tomorrow, beforehand = contests.tomorrow, await house.types(house.anna, "daily", what="seal")
    await house.env.advance_time(50 * 3600)
    told = await house.types(house.boris, "deal", show="verify", day=today)
    assert f"✅ **The secret of {today} gives its seal, and the hands that were dealt.**" in told.text
    assert "It was chosen on the day itself" in told.text and secret in told.text
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(told.text.partition("```python\n")[2].partition("```")[0])  # what anybody may run
    seal, seed = printed.getvalue().split()
    table = await contests.table_of(UserId(house.anna.id), today)
    assert seal in told.text and table.state.last is not None and table.state.last.seed == seed
    # the next day's had been drawn by then, and nobody played it
    told = await house.types(house.boris, "deal", show="verify", day=tomorrow)
    assert f"It was drawn on {today}, before that day began." in told.text
    assert "Nobody has played that deal" in told.text
    (sealed_then,) = re.findall(rf"Sealed for tomorrow, {tomorrow}:\n`(.*)`", beforehand.text)
    assert sealed_then in told.text


async def test_another_secret_than_that_of_the_day_does_not_give_its_hands(house: Club) -> None:
    contests = house.bot.services.contests
    today = contests.today
    await plays(house, house.anna, await house.types(house.anna, "daily"))
    await house.env.advance_time(26 * 3600)
    contests._known[today] = replace(contests._known[today], secret=bytes(32))
    told = await house.types(house.boris, "deal", show="verify", day=today)
    assert f"❌ **The secret of {today} does not give the hands that were dealt.**" in told.text


async def test_who_is_forgotten_stays_in_the_field_without_their_number(house: Club) -> None:
    await plays(house, house.anna, await house.types(house.anna, "daily"))
    contests = house.bot.services.contests
    known = await house.bot.services.privacy.known_of(UserId(house.anna.id))
    assert [one["contest"] for one in known["compared deals"]] == [contests.today]
    await house.bot.services.privacy.forget_person(UserId(house.anna.id))
    kept = await contests._kept.attempts(contests.today)
    assert house.anna.id not in {one.user for one in kept}
    assert any(one.user is None and not one.robot and one.points is not None for one in kept)
    known = await house.bot.services.privacy.known_of(UserId(house.anna.id))
    assert not known["compared deals"] and not known["plays the deal of the day in"]


class Busy(FairQueue):
    """Room in which nobody thinks before it is released. What waits for it is no work of the bot's."""

    def __init__(self, house: Club) -> None:
        super().__init__(Shares(), 0)
        self._env = house.env

    async def acquire(self, owner: Owner, rank: Rank = Rank.PEOPLE) -> None:
        await self._env.external_wait(super().acquire(owner, rank), reason="robots think for others")


async def test_in_direct_messages_no_button_leads_to_the_table_of_a_server(house: Club) -> None:
    buttons = {
        place: [
            str(one["custom_id"]).rpartition(":")[2]
            for one in (await ask(house.anna, "daily", what="week")).buttons
        ]
        for place, ask in (("server", house.types), ("direct", house.writes))
    }
    assert buttons == {"server": ["week", "month", "fweek", "fmonth"], "direct": ["fweek", "fmonth"]}


async def test_while_robots_think_for_others_a_place_in_the_queue_is_told_and_then_the_hand(
    house: Club,
) -> None:
    house.bot.services.contests.thinkers._room = room = Busy(house)
    waiting = [await house.types(who, "daily") for who in (house.anna, house.boris, house.clara)]
    # the robots that play the deal in their chair come after those of all three
    told = [re.findall(r"Robots' moves that come before yours: (\d+)\.", one.text) for one in waiting]
    assert told == [[], ["1"], ["2"]]
    assert not any({"call", "play"} & one.verbs() for one in waiting)
    while room.locked():
        room.release()
        await house.env.settle()
    # The bot looks every two seconds whether there is a place for Anna, who has waited for minutes by then
    for one in map(house.seen, (answer.message for answer in waiting[1:])):
        assert {"call", "play"} & one.verbs() and "Choices that robots" not in one.text


async def test_a_reminder_is_switched_on_and_off_by_the_command_and_by_the_button(house: Club) -> None:
    wanted = house.bot.services.preferences.of_person
    over = await plays(house, house.anna, await house.types(house.anna, "daily"))
    for told, daily in (("once a day", True), ("not remind you again", False)):
        assert told in (await house.types(house.anna, "daily", what="remind")).text
        assert (await wanted(UserId(house.anna.id))).daily is daily
    pressed = await house.presses_late(house.anna, over, f"contest:{today(house)}:remind")
    assert pressed.private and "once a day" in pressed.text
    assert (await wanted(UserId(house.anna.id))).daily


async def test_what_switches_a_reminder_does_so_once_though_it_is_delivered_twice(house: Club) -> None:
    over = await plays(house, house.anna, await house.types(house.anna, "daily"))
    came: list[dict[str, Any]] = []
    house.env.backend.subscribers.append(
        lambda event, payload, *_: came.append(payload) if event == "INTERACTION_CREATE" else None
    )
    for ask in (
        house.types(house.anna, "daily", what="remind"),
        house.presses_late(house.anna, over, f"contest:{today(house)}:remind"),
    ):
        before = (await house.bot.services.preferences.of_person(UserId(house.anna.id))).daily
        await ask
        await house.delivers(*list(came))
        assert (await house.bot.services.preferences.of_person(UserId(house.anna.id))).daily is not before
        came.clear()


async def test_a_button_of_the_reminder_does_what_it_says_however_old_it_is(house: Club) -> None:
    over = await plays(house, house.anna, await house.types(house.anna, "daily"))
    (button,) = (one for one in over.buttons if one["label"] == "Remind me tomorrow")
    await house.types(house.anna, "daily", what="remind")
    pressed = await house.presses_id(house.anna, over, str(button["custom_id"]))
    assert "once a day" in pressed.text
    assert (await house.bot.services.preferences.of_person(UserId(house.anna.id))).daily


def today(house: Club) -> str:
    return house.bot.services.contests.today


async def test_after_a_deal_that_was_compared_another_of_its_game_is_dealt_once(house: Club) -> None:
    practice = await finishes(house, house.anna, await house.types(house.anna, "play"))
    game = newest(house).state.game
    seen: Screen = await house.looks(house.anna, practice, "compare")
    while (table := newest(house)).state.last is None:
        seen = await goes_on(house, house.anna, seen)
    await robots_done(house)
    again = next(str(one["custom_id"]) for one in seen.buttons if str(one["custom_id"]).endswith(":next"))
    with house.held_up() as payloads:
        await house.anna.click(seen.message, custom_id=again)
    await house.delivers(*payloads, *payloads)
    assert newest(house) is not table and newest(house).state.last is None
    assert house.seen(seen.message).text != seen.text
    assert {one.state.game for one in house.bot.services.tables._open.values()} == {game}
    entered = await house.bot.services.contests._kept.attempts_of(UserId(house.anna.id))
    assert len(entered) == 2, "the press was delivered twice"


def newest(house: Club) -> OpenTable:
    """Of all tables in memory that which was opened last."""
    return list(house.bot.services.tables._open.values())[-1]


async def test_before_its_day_is_over_the_hands_of_a_day_cannot_be_checked(house: Club) -> None:
    await house.types(house.anna, "daily")
    contest = await house.bot.services.contests.of_day(today(house))
    told = await house.types(house.boris, "deal", show="verify", day=today(house))
    assert told.private and today(house) in told.text and sealed(contest) in told.text
    assert contest.secret.hex() not in told.text
