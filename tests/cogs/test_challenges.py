"""Friends play the same five deals, each alone: who may take a challenge up, what each is shown and when, and
what a press on it answers, whoever makes it and whenever."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import discord
import pytest
from simcord.actors import MemberActor

from bot.messages.reminders import Reminders
from rules.challenges import DEALS, Challenge, is_challenge
from rules.frozen import replace
from screens.words import challenges as words
from screens.words.refusals import RESTARTING
from storage.ports.records import Attempt, TableId, UserId
from tests.cogs.test_alone import goes_on, posted
from tests.trials.stage.club import Club
from tests.trials.stage.happenings import begin_at_table, inside
from tests.trials.stage.seen import Answer, Screen

HOUR, DAY = 3600.0, 24 * 3600.0


async def challenged(house: Club, by: MemberActor, friend: MemberActor | None, **options: Any) -> Answer:
    named: dict[str, Any] = {"friend": friend} if friend is not None else {}
    answer: Answer = await house.types(by, "challenge", **named, **options)
    return answer


def name_in(seen: Screen) -> str:
    """The id of the challenge on whose message this is."""
    found = (str(one.get("custom_id", "")).split(":") for one in seen.buttons)
    return next(parts[1] for parts in found if parts[0] == "challenge")


async def presses(house: Club, who: MemberActor, seen: Screen, what: str) -> Answer:
    """Presses a button of a challenge, be it there or not."""
    answer: Answer = await house.presses_late(who, seen, f"challenge:{name_in(seen)}:{what}")
    return answer


async def taken_up(house: Club, who: MemberActor, seen: Screen) -> Answer:
    """What somebody is shown, for themselves, who has pressed **I play**."""
    return await presses(house, who, seen, "play")


async def plays_deal(house: Club, who: MemberActor, seen: Screen) -> Screen:
    """Plays the next deal to its end, by the first button each time; on a new message of theirs alone."""
    shown: Screen = await presses(house, who, seen, "deal")
    mine = await house.bot.services.tables.tables_of(UserId(who.id))
    (table,) = (one for one in mine if is_challenge(one.shuffled_as))
    while not table.closed:
        shown = await goes_on(house, who, shown)
    return shown


async def the_challenge(house: Club, seen: Screen) -> Challenge:
    return await house.bot.services.challenges.find(name_in(seen))


@pytest.mark.long
async def test_two_friends_play_the_same_five_deals_and_each_sees_the_other_after_their_own(
    house: Club,
) -> None:
    anna, boris = house.anna, house.boris
    called = await challenged(house, anna, boris)
    assert not called.private
    assert called.text.startswith(f"### {anna.mention} challenges {boris.mention} to five deals of Biritch.")
    own: Screen = await taken_up(house, anna, called)
    assert own.private and words.TO_BE_PLAYED() in own.text
    over = await plays_deal(house, anna, own)
    assert f"**Deal 1** · {anna.mention} **" in over.text and boris.mention not in over.text
    theirs: Screen = await taken_up(house, boris, called)
    assert theirs.private and anna.mention not in theirs.text.partition("**Deal 1**")[2]
    assert f"They play: {anna.mention}, {boris.mention}." in house.seen(called.message).text
    for deal in range(1, DEALS + 1):
        theirs = await plays_deal(house, boris, theirs)
        assert (anna.mention in theirs.text.partition("**Deal 1**")[2]) and f"**Deal {deal}**" in theirs.text
    for _ in range(2, DEALS + 1):
        over = await plays_deal(house, anna, over)
    assert words.IS_OVER() in over.text and words.ALIKE(who=boris.mention) in over.text
    played = [await played_by(house, who, called) for who in (anna, boris)]
    assert played[0] == played[1] and len({repr(one) for one in played[0]}) == DEALS
    assert posted(house) == [], "no call of it counts against what Discord allows a bot"


async def played_by(house: Club, who: MemberActor, called: Screen) -> list[object]:
    """The hands of each deal of a challenge that somebody has played, and how they went."""
    found, contests = list[object](), house.bot.services.contests
    for deal in (await the_challenge(house, called)).deals:
        last = (await contests.table_of(UserId(who.id), deal)).state.last
        assert last is not None
        found.append((last.hands, last.calls, last.tricks))
    return found


async def enters(house: Club, called: Screen, who: MemberActor, *points: int) -> None:
    """Somebody has played so many deals, and they came to this."""
    one = await the_challenge(house, called)
    for deal, came_to in zip(one.deals, points, strict=False):
        at = house._wall()
        over = Attempt(TableId(f"{deal} {who.id}"), deal, UserId(who.id), "", at, at, came_to, ())
        assert await begin_at_table(house.store, over)


async def test_a_deal_is_begun_with_what_it_is_and_what_the_friend_made_is_shown_after_it_and_not_before(
    house: Club,
) -> None:
    called = await challenged(house, house.anna, house.boris)
    await taken_up(house, house.boris, called)
    await enters(house, called, house.boris, 888, -777)
    own = await taken_up(house, house.anna, called)
    assert own.private and "888" not in own.text and house.boris.mention not in own.text
    begun = await presses(house, house.anna, own, "deal")
    ends = int((await the_challenge(house, called)).ends)
    assert begun.text.splitlines()[:3] == [
        "> **Challenge · Biritch · deal 1 of five**",
        "> One try, the same for everybody.",
        f"> The challenge ends <t:{ends}:R>, at <t:{ends}:f>.",
    ]
    assert "takeback" not in begun.verbs() and "hint" not in begun.verbs()
    over = await plays_deal(house, house.anna, own)
    (line,) = (one for one in over.text.splitlines() if one.startswith("**Deal 1**"))
    assert re.fullmatch(
        rf"\*\*Deal 1\*\* · {house.boris.mention} \*\*\+888\*\* · {house.anna.mention} \*\*[+−]\d+\*\*", line
    )
    assert f"**Deal 2** · {words.TO_BE_PLAYED()}" in over.text and "777" not in over.text
    assert {"again", "compare"} & over.verbs() == set() and posted(house) == []


async def test_two_who_press_i_play_at_once_are_both_named_whichever_answer_arrives_first(
    house: Club,
) -> None:
    called = await challenged(house, house.anna, None)
    gate, carried = asyncio.Event(), house.wire.request

    async def held(method: str, path: str, *others: object) -> object:
        if path.endswith("/callback"):
            house.wire.request = carried  # type: ignore[method-assign]
            await gate.wait()
        return await carried(method, path, *others)  # type: ignore[arg-type]

    house.wire.request = held  # type: ignore[assignment, method-assign]
    button = f"challenge:{name_in(called)}:play"
    with house.at_once():
        first = await house.boris.click(called.message, custom_id=button)
    await house.this_moment()
    with house.at_once():
        await house.clara.click(called.message, custom_id=button)
    await house.this_moment()
    assert not first.acknowledged and house.clara.mention in house.seen(called.message).text
    gate.set()
    await house.env.settle()
    named = house.seen(called.message).text.partition("They play")[2]
    assert first.acknowledged and house.boris.mention in named and house.clara.mention in named


async def test_the_message_names_a_friend_who_took_it_up_elsewhere_once_anybody_presses_it(
    house: Club,
) -> None:
    """In their direct messages with the bot, or where a kill came between the press and the message."""
    called = await challenged(house, house.anna, house.boris)
    listed = await house.writes(house.boris, "challenge")
    await house.presses_late(house.boris, listed, f"challenge:{name_in(called)}:play")
    page = await taken_up(house, house.anna, called)
    assert page.private and words.TO_BE_PLAYED() in page.text
    shown = house.seen(called.message)
    assert f"They play: {house.anna.mention}, {house.boris.mention}." in shown.text
    assert [one.get("label") for one in shown.buttons] == [words.HOW_IT_STANDS()]


@pytest.mark.parametrize("to_friend", [True, False])
async def test_a_challenge_of_which_discord_took_no_message_is_posted_when_it_is_asked_for_again(
    house: Club, to_friend: bool
) -> None:
    """Else the friend never hears of it, and who challenges them is told that they have a day to answer."""
    named: dict[str, Any] = {"friend": house.boris} if to_friend else {}
    house.env.inject_error("POST", "/interactions/*", status=404, code=10062, times=1)  # it came too late
    await house.anna.slash(house.room, "challenge", **named)
    assert not house.room.history()
    called = await challenged(house, house.anna, named.get("friend"))
    assert not called.private
    (asked,) = await house.store.challenges.challenges_of(UserId(house.anna.id), 0.0)
    assert name_in(called) == asked.id
    again = await challenged(house, house.anna, named.get("friend"))
    assert again.text == words.CHALLENGED_BEFORE() if to_friend else name_in(again) != asked.id


async def test_to_decline_tells_nobody_and_changes_nothing_that_others_see(house: Club) -> None:
    called = await challenged(house, house.anna, house.boris)
    asked = await house.types(house.boris, "challenge", what="mine")
    assert f"1. {house.anna.mention} challenges you to Biritch" in asked.text
    before = [house.seen(called.message).text, (await taken_up(house, house.anna, called)).text]
    told = await presses(house, house.boris, called, "decline")
    assert told.private and told.text == words.DECLINED()
    assert [house.seen(called.message).text, (await taken_up(house, house.anna, called)).text] == before
    assert words.NO_CHALLENGES() in (await house.types(house.boris, "challenge", what="mine")).text
    again = await challenged(house, house.anna, house.boris)
    assert again.private and again.text == words.CHALLENGED_BEFORE()
    assert (await taken_up(house, house.boris, called)).private, "they may think better of it"
    assert house.boris.mention in house.seen(called.message).text.partition("They play")[2]
    assert (await presses(house, house.boris, called, "decline")).text == words.NOT_CHALLENGED()


async def test_a_press_of_anybody_else_or_of_long_ago_or_from_elsewhere_is_answered_by_one_sentence(
    house: Club,
) -> None:
    anna, boris, clara = house.anna, house.boris, house.clara
    to_one, to_all = await challenged(house, anna, boris), await challenged(house, anna, None)
    verbs = ("play", "decline", "deal", "see", "share", "again")
    for what in verbs:
        told = await presses(house, clara, to_one, what)
        assert told.private and told.text == words.NOT_CHALLENGED(), what
    elsewhere = await house.types(clara, "help", channel=house.parlour)
    told = await house.presses_late(clara, elsewhere, f"challenge:{name_in(to_all)}:play")
    assert told.private and told.text == words.NOT_CHALLENGED()
    assert (await presses(house, boris, to_one, "deal")).text == words.NOT_CHALLENGED(), (
        "before he takes it up"
    )
    never = await house.presses_late(clara, elsewhere, "challenge:fabc:see")
    assert never.private and never.text == words.NO_CHALLENGE()
    assert (await presses(house, anna, to_one, "share")).text == words.CHALLENGE_GOES_ON()
    await house.env.advance_time(DAY + 60)
    for who, seen, sentence in (
        (boris, to_one, words.CHALLENGE_CLOSED()),
        (clara, to_all, words.CHALLENGE_CLOSED()),
    ):
        assert (await presses(house, who, seen, "play")).text == sentence
    for what in ("see", "share", "again", "decline"):
        assert (await presses(house, boris, to_one, what)).text == words.CHALLENGE_CLOSED(), what
    assert (await presses(house, anna, to_one, "deal")).text == words.CHALLENGE_OVER()
    assert words.OVER_ALONE() in (await presses(house, anna, to_one, "play")).text
    assert (await presses(house, anna, to_one, "share")).text == words.NOTHING_COMPARED()
    house.bot.stopping = True
    for what in verbs:
        assert (await presses(house, anna, to_one, what)).text == RESTARTING()
    assert (await challenged(house, anna, boris)).text == RESTARTING()
    house.bot.stopping = False


async def test_nobody_is_challenged_who_would_not_see_it_or_wants_none(house: Club) -> None:
    anna, boris = house.anna, house.boris
    stranger = house.env.create_user("stella")
    for asked in (
        house.types(anna, "challenge", friend=stranger),
        house.writes(anna, "challenge", friend=boris.user),
    ):
        told = await asked
        assert told.private and told.text == words.NOT_SEEN_HERE()
    assert (await challenged(house, anna, anna)).text == words.NO_OPPONENT()
    listed = await house.writes(anna, "challenge")
    assert words.NO_CHALLENGES() in listed.text, "with the bot alone theirs are listed"
    me = await house.types(boris, "me")
    await house.chooses_of(boris, me, "me:challenged", "no")
    assert (await challenged(house, anna, boris)).text == words.TAKES_NO_CHALLENGES()
    assert (await house.types(anna, "challenge", what="mine")).text == listed.text


async def test_nobody_is_challenged_in_a_channel_into_which_they_cannot_see(house: Club) -> None:
    """Discord tells with the command what the friend may do there; the simulated one leaves that out."""
    unseen = discord.PermissionOverwrite(view_channel=False)
    study = house.guild.create_text_channel("study", overwrites={house.boris: unseen})
    for room, made in ((study, 0), (house.room, 1)):
        rights = house.env.backend.compute_permissions(house.guild.id, house.boris.id, room.id)
        with house.held_up() as payloads:
            asked = await house.anna.slash(room, "challenge", friend=house.boris)
        (payload,) = payloads
        payload["data"]["resolved"]["members"][str(house.boris.id)]["permissions"] = str(rights)
        await house.delivers(payload)
        assert (house._answer(asked).text == words.NOT_SEEN_HERE()) is not bool(made)
        assert len(await house.store.challenges.challenges_of(UserId(house.boris.id), 0.0)) == made


async def test_nobody_is_challenged_again_where_they_would_not_see_it(house: Club) -> None:
    """In another server, to which the friend need not belong, and where the bot may show nothing to all."""
    called = await challenged(house, house.anna, house.boris)
    page = await taken_up(house, house.anna, called)
    elsewhere = house.env.create_guild("Elsewhere")
    room = elsewhere.create_text_channel("hall")
    anna = elsewhere.add_member(house.anna.user)
    await house.env.advance_time(DAY + 60)
    listed = house._answer(await anna.slash(room, "challenge", what="mine"))
    no = await house.presses_late(anna, listed, f"challenge:{name_in(page)}:again")
    assert no.private and no.text == words.NOT_SEEN_HERE()
    assert len(await house.store.challenges.challenges_of(UserId(house.boris.id), 0.0)) == 1
    again = await presses(house, house.anna, page, "again")
    assert not again.private and house.boris.mention in again.text


async def test_who_has_left_the_server_is_not_challenged_there_again(house: Club) -> None:
    called = await challenged(house, house.anna, house.boris)
    page = await taken_up(house, house.anna, called)
    await house.env.advance_time(DAY + 60)
    house.env.backend.remove_member(house.guild.id, house.boris.id)
    no = await presses(house, house.anna, page, "again")
    assert no.private and no.text == words.NOT_SEEN_HERE()
    assert len(await house.store.challenges.challenges_of(UserId(house.boris.id), 0.0)) == 1


async def test_of_a_deal_of_a_challenge_nothing_is_taken_back_hinted_analysed_or_shown_to_others(
    house: Club,
) -> None:
    """By whatever is typed or pressed, be it offered or not."""
    called = await challenged(house, house.anna, None)
    own = await taken_up(house, house.anna, called)
    shown: Screen = await presses(house, house.anna, own, "deal")
    (mine,) = await house.bot.services.tables.tables_of(UserId(house.anna.id))
    begun = mine.version
    for what in ("takeback", "hint"):
        assert (await house.presses_late(house.anna, shown, f"{what}:{mine.id}:1:0")).private
    for act in ("take back", "hint"):
        assert (await house.types(house.anna, "turn", act=act)).private
    for look in ("hint", "record", "replay", "why", "analyse", "verify"):
        assert (await house.types(house.anna, "deal", show=look)).private
    assert (await house.types(house.anna, "play", step="friends")).private
    assert mine.version == begun and not mine.place.is_in_discord
    while not mine.closed:
        shown = await goes_on(house, house.anna, shown)
    for who in (house.boris, house.clara):  # one who may play it and one who has asked to
        for verb in (
            "replay",
            "record",
            "why",
            "analyse",
            "verify",
            "report",
            "again",
            "last",
            "score",
            "hand",
        ):
            told = await house.presses_late(who, called, f"{verb}:{mine.id}:1")
            assert told.private and "♠" not in told.text, verb
        await taken_up(house, house.clara, called)
    again = await house.presses_late(house.anna, shown, f"again:{mine.id}:1")
    await house.types(house.anna, "play", step="friends")
    theirs = await house.bot.services.tables.tables_of(UserId(house.anna.id))
    assert again.private and not any(one.place.is_in_discord for one in theirs)
    await house.presses_late(house.anna, shown, f"analyse:{mine.id}:1:all")
    assert posted(house) == [], "nobody else is shown anything"


async def test_the_menu_of_a_person_challenges_them_and_only_they_are_told_by_name(house: Club) -> None:
    answer = house._answer(await house.anna.context_menu(house.room, "Challenge", house.boris))
    assert not answer.private and f"challenges {house.boris.mention}" in answer.text
    (message,) = (one for one in house.messages() if not one.is_ephemeral)
    assert [*message.ping_user_ids] == [house.boris.id]
    await taken_up(house, house.boris, answer)
    again = house._answer(await house.anna.context_menu(house.room, "Challenge", house.anna))
    assert again.private and again.text == words.NO_OPPONENT()


async def test_a_command_and_a_press_that_are_delivered_twice_do_it_once(house: Club) -> None:
    with house.held_up() as payloads:
        await house.anna.slash(house.room, "challenge", friend=house.boris)
    await house.delivers(*payloads, *payloads)
    mine = await house.store.challenges.challenges_of(UserId(house.boris.id), 0.0)
    assert len(mine) == 1
    called = house.screen()
    with house.held_up() as payloads:
        await house.boris.click(called.message, custom_id=f"challenge:{name_in(called)}:play")
    await house.delivers(*payloads, *payloads)
    found = await the_challenge(house, called)
    assert found.known_players == (house.anna.id, house.boris.id)
    first = await taken_up(house, house.boris, called)
    second = await taken_up(house, house.boris, called)
    assert first.private and first.text == second.text


async def test_whoever_was_forgotten_neither_plays_it_again_nor_is_named_in_it(house: Club) -> None:
    called, to_one = (
        await challenged(house, house.anna, None),
        await challenged(house, house.anna, house.boris),
    )
    await presses(house, house.boris, await taken_up(house, house.boris, called), "deal")
    await house.types(house.boris, "privacy forget", sure="yes")
    again = await taken_up(house, house.boris, called)
    assert again.private and again.text == words.BEGUN_BEFORE()
    assert (await taken_up(house, house.boris, to_one)).text == words.NOT_CHALLENGED()
    seen = await taken_up(house, house.anna, called)
    assert house.boris.mention not in seen.text and house.errors == []


async def test_eight_play_a_challenge_to_all_and_each_is_named_on_its_message(house: Club) -> None:
    called = await challenged(house, house.anna, None)
    for who in (house.boris, house.clara, house.david):
        await taken_up(house, who, called)
    playing = house.seen(called.message).text.partition("They play: ")[2]
    assert playing == f"{', '.join(one.mention for one in house.four)}."
    for number in range(4):
        more = house.guild.add_member(house.env.create_user(f"more{number}"))
        assert (await taken_up(house, more, called)).private
    assert (await taken_up(house, house.ivan, called)).text == words.CHALLENGE_CLOSED()


def reminders(house: Club) -> Reminders:
    services, store = house.bot.services, house.store
    return Reminders(
        store.contests,
        store.preferences,
        store.slots,
        services.contests,
        services.challenges,
        services.readers,
        services.posting.messenger,
        house._wall,
        house.bot.services.blocks,
    )


@pytest.mark.long
async def test_those_who_have_deals_to_play_are_reminded_once_half_a_day_before_the_end(house: Club) -> None:
    anna, boris, clara = house.anna, house.boris, house.clara
    called = await challenged(house, anna, None)
    for who in (boris, clara):
        await taken_up(house, who, called)
    await enters(house, called, boris, 1, 2, 3, 4, 5)
    await house.bot.services.preferences.change_person(
        UserId(clara.id), lambda tastes: replace(tastes, challenged=False)
    )
    for hours, told in ((83, 0), (2, 1), (1, 1), (12, 1)):
        await house.env.advance_time(hours * HOUR)
        await reminders(house).remind_due()
        await house.env.settle()
        assert [len(one.user.dm_channel.history()) for one in (anna, boris, clara)] == [told, 0, 0], hours
    message = house.seen(anna.user.dm_channel.history()[0])
    assert "you have deals to play" in message.text and boris.mention in message.text
    page = await house.presses_id(anna, message, f"challenge:{name_in(called)}:see")
    assert words.IS_OVER() in page.text and words.NOT_IN_TIME() in page.text


def table_lines(seen: Screen) -> list[str]:
    return re.findall(r"^\d\. <@\d+> \*\*.*$", seen.text, re.MULTILINE)


@pytest.mark.long
async def test_at_the_end_the_card_for_the_channel_names_sums_and_no_card_and_stands_once(
    house: Club,
) -> None:
    """Also where none of the tables at which it was played can be read any more."""
    anna, boris, clara = house.anna, house.boris, house.clara
    called = await challenged(house, anna, None, game="vint")
    pages: dict[MemberActor, Screen] = {
        one: await taken_up(house, one, called) for one in (anna, boris, clara)
    }
    for who, deals in ((anna, 5), (boris, 5), (clara, 2)):
        for _ in range(deals):
            pages[who] = await plays_deal(house, who, pages[who])
    assert (await presses(house, boris, called, "share")).text == words.CHALLENGE_GOES_ON()
    await house.restart()
    await house.env.advance_time(4 * DAY + 60)
    pages = {who: await taken_up(house, who, called) for who in (anna, boris, clara)}
    assert len({tuple(table_lines(page)) for page in pages.values()}) == 1
    assert all(words.IS_OVER() in page.text for page in pages.values())
    assert pages[clara].text.count(words.NOT_IN_TIME()) == 3
    spoil = "UPDATE event SET at = at + 1 WHERE version = 2"
    await inside(house.store, lambda db: db.execute(spoil))
    await house.restart()
    card = await presses(house, clara, called, "share")
    assert not card.private and table_lines(card) == table_lines(pages[anna])
    assert not re.search("[♠♥♦♣]", card.text) and card.text.startswith("**Challenge · Vint**")
    assert (await presses(house, anna, called, "share")).text == words.CARD_STANDS()
    again: Any = await presses(house, anna, called, "again")
    assert not again.private and again.text.startswith(f"### {anna.mention} challenges everybody here")
    house.errors.clear()
    assert len(posted(house)) == 1, "of all calls that count: who had deals to play was reminded"
    plain = {}
    for who in (anna, boris, clara):
        found = [
            await house.store.contests.attempt(deal, UserId(who.id))
            for deal in (await the_challenge(house, called)).deals
        ]
        points = [one.points for one in found if one is not None and one.points is not None]
        plain[who.id] = (len(points), sum(points))
    shown = re.findall(r"<@(\d+)> \*\*([^*]+)\*\* · (\d)\sdeal", card.text)
    totals = {
        int(who): (int(deals), re.sub("[^-+0-9]", "", total.replace("−", "-"))) for who, total, deals in shown
    }
    assert totals == {who: (deals, f"{total:+d}") for who, (deals, total) in plain.items()}
