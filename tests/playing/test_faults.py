"""Discord fails in every way in the middle of a game, and the game goes on."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from bot.errors import MomentPassed, PointPassed, UnknownPress
from cogs.refusals import worded
from playground.calls import Kind
from playground.people import buttons, texts
from rules.errors import Unreadable
from rules.table.events import CardPlayed
from screens.words.names import ON_PAPER
from tests.trials.stage.book import book
from tests.trials.stage.guard import until
from tests.trials.stage.playing import FOUR, Evening, Way, evening, leaves

CALLBACK = r"/interactions/\d+/[^/]+/callback"
PASSED = worded(PointPassed(), ON_PAPER)
NO_TABLE = "You are not at any open table: join one in a channel of your server, or play alone with `/play`."
ADJOURNED = "The table is adjourned"
LATER = worded(MomentPassed(), ON_PAPER)


async def led(table: Evening, cards: int = 1) -> None:
    """The calls are made and so many cards played."""
    while sum(done.accepted and done.move.verb == "play" for done in table.done) < cards:
        before = table.room_text
        assert (await table.act()).accepted
        await table.settled(before)


async def moves(table: Evening, count: int) -> None:
    for _ in range(count):
        before = table.room_text
        assert (await table.act()).accepted
        await table.until_changed(before)


# ---------------------------------------------------------------------- deliveries


async def test_a_deal_whose_every_interaction_is_delivered_twice_is_played_once() -> None:
    async with evening(ways={"boris": Way.HAND, "clara": Way.SLASH}, seed=11) as table:
        table.ground.deliver_twice = True
        await table.play_deal()
        assert all(done.accepted for done in table.done)
        assert table.ground.calls.count(Kind.ANSWER, status=400) >= 52, "nothing arrived twice"
        assert len(table.public()) == 3
        assert not table.complaints()
        kept = await table.book()
    played = [one.event.card for one in kept.events if isinstance(one.event, CardPlayed)]
    assert len(played) == len(set(played)) == 52
    assert kept.findings == ()


async def test_what_is_offered_twice_or_to_a_client_that_has_gone_on_is_no_fault_in_the_log() -> None:
    async with evening(seed=4) as table:
        table.ground.deliver_twice = True
        anna = table.ground.people["anna"]
        for _ in range(3):
            assert await anna.autocomplete("table options", "name", "hints")
        await until(lambda: table.ground.calls.count(Kind.ANSWER, status=400) >= 3, "what came twice")
        bot = table.bot
        await table.book()
        assert "Traceback" not in bot.log and " ERROR " not in bot.log, bot.log


async def test_a_press_that_reaches_the_bot_after_more_than_a_minute_changes_nothing() -> None:
    async with evening(seed=2) as table:
        move = await table.move()
        before, panel = table.room_text, texts(table.panel(move.person))
        world = table.ground.world
        made = world.snowflake() - (61_000 << 22)
        world.snowflake = lambda: made  # type: ignore[method-assign]
        late = await move.person.press(move.message or {}, move.what)
        del world.snowflake
        assert late.texts[0].splitlines()[0] == "> That reached me too late, so nothing has changed."
        assert texts(table.panel(move.person))[0].endswith(panel[0])
        assert table.room_text == before
        assert (await table.act()).accepted
        await table.until_changed(before)


@pytest.mark.long
async def test_old_and_unknown_buttons_are_answered_with_the_table_as_it_stands() -> None:
    async with evening(ways=dict.fromkeys(FOUR, Way.HAND), seed=5) as table:
        first = await table.move()
        await led(table)
        old = table.room
        await table.play_deal()
        anna = table.person("anna")

        cut = await first.person.press(first.message or {}, first.what, anyway=True)
        assert cut.texts[0].splitlines()[0] == f"> {LATER}"
        table_id = first.what.split(":")[1]
        stale = {"play:{}:1:2C": PASSED, "call:{}:1:0:pass": LATER, "agree:{}:1:3": LATER, "cut:{}:1": LATER}
        for what, sentence in stale.items():
            for shown in (old, table.panel(anna)):
                answer = await anna.press(shown, what.format(table_id), anyway=True)
                note, *view = answer.texts[0].splitlines()
                assert note == f"> {sentence}", what
                assert any("Your cards" in line or "Deal 2" in line for line in view), (what, view)
        for what in ("nonsense", "play", f"play:{table_id}", "x" * 100, f"keep:{table_id}"):
            answer = await anna.press(old, what, anyway=True)
            assert answer.acknowledged, what
            assert answer.texts[0].lstrip("> ").splitlines()[0] in (
                PASSED,
                LATER,
                worded(UnknownPress(), ON_PAPER),
                worded(Unreadable(""), ON_PAPER),
            )
        await moves(table, 3)


# ---------------------------------------------------------------------- closed doors


@pytest.mark.long
async def test_those_whose_direct_messages_are_closed_are_told_so_and_play_by_my_hand() -> None:
    closed = ("clara", "david")  # one of them may be dummy
    async with evening(seated=False, ways=dict.fromkeys(closed, Way.HAND), seed=7) as table:
        for name in closed:
            table.ground.close_dms(name)
        told = await table.sit_down()
        for name in closed:
            assert told[name].texts == [
                "You have joined the table. I cannot send you direct messages, so press **My hand** "
                "on the table: only you will see your cards."
            ]
        assert "our direct messages" in told["anna"].texts[0]
        await table.start()
        await table.play_deal()
        cards = [one for one in table.done if one.move.person.key in closed and one.move.verb == "play"]
        assert cards
        assert all(one.answer.ephemeral and one.accepted for one in cards)
        for name in closed:
            assert table.person(name).sees(table.person(name).dm) == []
        refused = table.ground.calls.count(Kind.CREATE, status=403)
        assert refused == len(closed), f"the closed doors were tried {refused} times"


async def test_somebody_who_opens_their_direct_messages_and_joins_again_is_sent_their_panel() -> None:
    async with evening(seated=False, seed=19) as table:
        table.ground.close_dms("clara")
        told, clara = await table.sit_down(), table.person("clara")
        assert "I cannot send you direct messages" in told["clara"].texts[0]
        table.ground.open_dms("clara")
        await clara.slash("table leave")
        again = await clara.slash("table join")
        assert "I cannot send you direct messages" not in again.texts[0]
        await table.until(lambda: len(table.panels(clara)) == 1)


async def test_a_table_is_not_opened_where_the_bot_may_not_write_and_the_permission_is_named() -> None:
    async with evening(seated=False) as table:
        table.ground.deny("SEND_MESSAGES")
        answer = await table.person("anna").slash("table open")
        assert answer.texts == ["I need these permissions here: Send Messages."]
        assert table.public() == []
        table.ground.allow("SEND_MESSAGES")
        await table.sit_down()


async def test_a_table_shut_out_of_its_channel_is_adjourned_and_brought_into_another() -> None:
    async with evening(seed=8) as table:
        await led(table, 3)
        ground, stale = table.ground, table.room
        ground.deny("VIEW_CHANNEL")
        seen = len(ground.calls)
        (mover,) = [
            one
            for one in table.people
            if any(button.style == 1 and not button.disabled for button in buttons(table.panel(one)))
        ]
        card = next(one for one in buttons(table.panel(mover)) if one.style == 1 and not one.disabled)
        answer = await mover.press(table.panel(mover), card.custom_id)
        assert answer.type == 7
        assert card.label not in [one.label for one in buttons(answer.message or {})]
        await until(lambda: all(ADJOURNED in "".join(texts(table.panel(one))) for one in table.people))
        refused = [call for call in list(ground.calls)[seen:] if call.status == 403]
        assert len(refused) == 2, f"{len(refused)} calls were refused"  # the message, and the question

        shown = await table.person("anna").slash("table show", channel=ground.spare_channel)
        assert shown.texts == ["The table comes to the bottom of this channel."]
        table.channel = ground.spare_channel
        await table.until(lambda: table.public() and table.due())
        assert texts(stale) != texts(table.room)
        await table.play_deal()
        assert len(table.results()) == 1


@pytest.mark.long
async def test_a_table_in_a_thread_that_was_archived_is_posted_anew_and_goes_on() -> None:
    async with evening(seed=15) as table:
        await led(table)
        frozen = table.room
        table.ground.fail("PATCH", rf"/channels/{table.channel}/messages/\d+", status=400, code=50083)
        assert (await table.act()).accepted
        await table.until(lambda: table.room["id"] != frozen["id"])
        await table.play_deal()
        assert len(table.results()) == 1


@pytest.mark.long
async def test_a_result_that_could_not_be_shown_is_shown_once_the_bot_may_write_again() -> None:
    async with evening(seed=16) as table:
        while sum(done.accepted and done.move.verb == "play" for done in table.done) < 51:
            before = table.room_text
            assert (await table.act()).accepted
            await table.settled(before)
        ground = table.ground
        last = await table.move()
        ground.deny("VIEW_CHANNEL")
        assert (await table.do(last)).accepted
        await until(lambda: any(call.status == 403 for call in ground.calls))
        assert not table.results()
        ground.allow("VIEW_CHANNEL")
        await table.person("anna").slash("table show")
        await table.until(lambda: len(table.results()) == 1)
        await table.play_until(lambda: table.titles()[-1].startswith("### Deal 2"))
        assert len(table.results()) == 1


async def test_a_table_that_was_closed_as_the_bot_was_killed_is_closed_on_screen_after_the_start() -> None:
    async with evening(seed=17) as table:
        for name in FOUR[1:]:
            await leaves(table.person(name))
        ground = table.ground
        assert any(not button.disabled for button in buttons(table.room))
        asked = await table.person("anna").slash("table leave")
        assert asked.message is not None
        ground.hang("PATCH", rf"/channels/{table.channel}/messages/\d+", effect=False)
        left = await table.person("anna").press(asked.message, label="Leave anyway")
        assert left.acknowledged
        table.bot.kill()
        await table.bot.dead()
        ground.mend()
        await table.bot.restart()
        await table.until(lambda: not any(not button.disabled for button in buttons(table.room)))


async def test_a_table_whose_channel_is_deleted_lets_its_members_go_after_a_kill_too() -> None:
    async with evening(seed=18) as table:
        await led(table)
        table.ground.delete_channel(table.channel)
        anna = table.person("anna")
        await until(lambda: ADJOURNED in "".join(texts(table.panel(anna))))
        table.bot.kill()
        await table.bot.dead()
        await table.bot.restart()
        asked = await anna.press(table.panel(anna), label="Leave")
        await anna.until(lambda _: asked.followups, channel=anna.dm)
        assert asked.reply is not None
        assert (await anna.press(asked.reply, label="Leave anyway")).acknowledged
        assert (await anna.slash("hand", channel=anna.dm)).texts == [NO_TABLE]


async def test_a_message_that_a_moderator_deletes_is_posted_again_once() -> None:
    async with evening(seed=9) as table:
        await led(table)
        ground = table.ground
        gone = table.room["id"]
        ground.delete_message(table.room)
        panel = next(p for p in table.people if any(b.style == 1 for b in buttons(table.panel(p))))
        card = next(b for b in buttons(table.panel(panel)) if b.style == 1 and not b.disabled)
        assert (await panel.press(table.panel(panel), card.custom_id)).type == 7
        await table.until(lambda: table.playing)
        assert table.room["id"] != gone
        await moves(table, 4)
        assert len(table.public()) == 2

        await table.move()
        idle = next(person for person in table.people if person not in table.due())
        ground.delete_message(table.panel(idle))
        await table.play_deal()
        assert len(table.public()) == 3
        assert all(len(table.panels(person)) <= 1 for person in table.people)


# ---------------------------------------------------------------------- bad answers


async def test_refused_and_broken_calls_are_made_good_and_nothing_is_posted_twice() -> None:
    """People press on their panels, so that the table's message follows by the bot's own token."""
    async with evening(seed=12) as table:
        ground, posts = table.ground, rf"/channels/{table.channel}/messages"
        edits = rf"{posts}/\d+"
        await led(table)
        for order in (
            partial(ground.fail, "PATCH", edits, status=429, retry_after=0.2),
            partial(ground.fail, "PATCH", edits, status=500),
            partial(ground.fail, "PATCH", edits, status=503),
            partial(ground.fail, "PATCH", edits, status=503, effect=True),
            partial(ground.cut_off, "PATCH", edits),
            partial(ground.fail, "POST", CALLBACK, status=429, retry_after=0.2),
            partial(ground.fail, "POST", CALLBACK, status=500, effect=True),
        ):
            fault = order()
            await moves(table, 1)
            assert fault.used == 1, fault
        assert len(table.public()) == 2
        lost = ground.cut_off("POST", posts, effect=True)
        await table.play_deal()
        await moves(table, 1)  # which the message can show once it has been asked for again
        assert lost.used == 1 and len(table.public()) == 3


@pytest.mark.long
async def test_a_result_is_followed_by_one_new_message_though_the_post_is_answered_badly() -> None:
    async with evening(seed=13, ways=dict.fromkeys(FOUR, Way.HAND)) as table:
        ground, posts = table.ground, rf"/channels/{table.channel}/messages"
        ground.fail("POST", posts, status=429, retry_after=0.2)
        ground.fail("POST", posts, status=500, effect=True)
        ground.fail("POST", posts, status=503, effect=True)
        ground.cut_off("POST", posts, effect=True)
        await table.play_deal()
        while [done.move.verb for done in table.done if done.accepted].count("cut") < 2:
            await table.act()
        await table.until(lambda: table.titles()[2:] == ["### Deal 2: the declaration"])
        await moves(table, 2)
        assert ground.calls.count(Kind.CREATE, status=0) == 1
        assert len(table.public()) == 3, table.titles()
        assert (await table.book()).findings == ()


async def test_a_hand_that_discord_is_slow_to_take_does_not_keep_the_table_waiting() -> None:
    async with evening(seed=14) as table:
        await led(table)
        before = table.room_text
        move = await table.move()
        following = [person for person in table.people if person is not move.person]
        by_token = r"/webhooks/\d+/[^/]+/messages/[^/]+"
        slow = [
            table.ground.hang("PATCH", rf"/channels/{person.dm}/messages/\d+|{by_token}")
            for person in following
        ]
        done = await table.do(move)
        assert done.accepted
        await table.until_changed(before)
        assert any(one.used for one in slow), "no hand was slow"
        stands = table.room_text
        mover = table.due()[0]
        hand = await table.shown_hand(mover)
        assert hand is not None
        card = next(one for one in buttons(hand) if one.style == 1 and not one.disabled)
        assert (await mover.press(hand, card.custom_id)).type == 7
        await table.until_changed(stands)


async def test_a_thread_whose_answer_was_lost_is_used_and_no_other_begun() -> None:
    async with evening(seated=False) as table:
        ground, anna = table.ground, table.person("anna")
        lost = ground.fail("POST", r"/channels/\d+/threads", status=502, effect=True)
        await anna.slash("evening open", tables=2, rounds=1, signal=False)
        await anna.slash("evening join")
        await anna.slash("evening direct", what="begin")
        await anna.slash("evening leave")
        await table.until(lambda: any("Final table" in text for one in anna.sees() for text in texts(one)))
        assert lost.used == 1
        assert len([one for one in ground.world.channels.values() if one.is_thread]) == 2


# ---------------------------------------------------------------------- the gateway


async def test_a_press_made_while_the_gateway_is_away_is_answered_when_it_resumes() -> None:
    async with evening(seed=15) as table:
        gateway = table.ground.gateway
        for count, politely in enumerate((True, False), 1):
            await table.ground.drop_gateway(resume=True, politely=politely)
            await moves(table, 1)
            assert gateway.resumed == count


async def test_after_a_lost_and_an_invalid_session_the_bot_identifies_and_the_buttons_work() -> None:
    async with evening(seed=16) as lost, evening(seed=17) as invalid:
        await lost.ground.drop_gateway(resume=False)
        await invalid.ground.invalidate_session()
        for table in (lost, invalid):
            gateway = table.ground.gateway
            await until(lambda gateway=gateway: gateway.identified == 2)  # type: ignore[misc]
            await moves(table, 2)
            assert len(table.public()) == 2


# ---------------------------------------------------------------------- SIGTERM


async def test_sigterm_ends_the_bot_at_once_and_what_was_answered_is_kept() -> None:
    async with evening(seed=17) as table:
        await led(table, 2)
        for _ in range(2):
            table.ground.hang("PATCH", ".*", times=None)  # what is under way does not end by itself
            moving = asyncio.create_task(table.do(await table.move()))
            await asyncio.sleep(0)
            assert await table.bot.stop() == 0
            table.ground.mend()
            assert not table.complaints(), table.bot.tail
            if not moving.done():
                moving.cancel()
            await asyncio.gather(moving, return_exceptions=True)
            await table.bot.start()
            await moves(table, 3)
        done = [one for one in table.done if one.accepted]
        assert await table.bot.stop() == 0
        kept = await book(
            table.ground.database, table.ground.guild, tuple(one.answer.interaction_id for one in done)
        )
    assert len(kept.kept) == len(done)
