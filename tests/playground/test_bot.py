"""A real bot, in its own process, under the faults of Discord and of its machine."""

import asyncio
import os
import signal
import sys
import time
from dataclasses import replace
from typing import Any

import pytest

from playground.errors import BotDied, NotThere, PortTaken
from playground.ground import Playground
from playground.limits import Limit
from playground.people import buttons, texts
from tests.trials.stage.guard import until
from tests.trials.stage.playing import LIMITS


async def opened(ground: Playground) -> Any:
    answer = await ground.people["anna"].slash("table open", game="biritch")
    assert answer.type == 4
    return answer.message


async def test_a_table_is_opened_and_its_buttons_are_all_there(ground: Playground) -> None:
    message = await opened(ground)
    assert "# biritch\n" in texts(message)[0]
    assert [button.label for button in buttons(message)][:3] == ["panel", "dm", "modal"]
    assert next(button for button in buttons(message) if button.label == "Closed").disabled
    assert message["interaction_metadata"]["name"] == "table open"
    assert all(person.sees()[-1]["id"] == message["id"] for person in ground.people.values())


async def test_only_its_owner_sees_an_ephemeral_panel_until_it_is_dismissed_or_reloaded(
    ground: Playground,
) -> None:
    message = await opened(ground)
    anna, boris = ground.people["anna"], ground.people["boris"]
    first = await anna.press(message, label="panel")
    second = await anna.press(message, label="panel")
    assert first.ephemeral
    assert len(anna.sees()) == 3
    assert len(boris.sees()) == 1
    assert first.message is not None
    with pytest.raises(NotThere):
        await boris.press(first.message, "deed:nothing:A♠")
    assert (await anna.press(first.message, "deed:nothing:A♠")).type == 6
    anna.dismiss(first.message)
    assert len(anna.sees()) == 2
    with pytest.raises(NotThere):
        await anna.press(first.message, "deed:nothing:A♠")
    anna.reload()
    assert len(anna.sees()) == 1
    assert second.message is not None


async def test_what_is_not_on_the_screen_cannot_be_pressed_but_a_late_finger_can(ground: Playground) -> None:
    message = await opened(ground)
    anna = ground.people["anna"]
    for wrong in ("count:7", "closed"):
        with pytest.raises(NotThere):
            await anna.press(message, wrong)
    with pytest.raises(NotThere):
        await anna.slash("table close")
    with pytest.raises(NotThere):
        await anna.slash("table open", game="poker")
    await anna.press(message, "count:0")
    late = await anna.press(message, "count:0", anyway=True)
    assert late.texts[0] == "count is 1"


async def test_autocomplete_is_asked_with_an_empty_field_too(ground: Playground) -> None:
    anna = ground.people["anna"]
    assert len(await anna.autocomplete("play", "card")) == 4
    assert [one["value"] for one in await anna.autocomplete("play", "card", "h")] == ["Hearts ♥"]
    assert (await anna.slash("play", card="Hearts ♥", channel=anna.dm)).texts == ["played Hearts ♥"]


async def test_a_form_and_a_menu_reach_the_bot(ground: Playground) -> None:
    message = await opened(ground)
    clara = ground.people["clara"]
    form = await clara.press(message, label="modal")
    assert form.type == 9
    assert form.modal is not None
    field = form.modal["components"][0]["components"][0]["custom_id"]
    assert (await clara.submit(form, {field: "Clara"})).texts == ["hello Clara"]
    with pytest.raises(NotThere):
        await clara.submit(form, {field: "C" * 21})
    assert (await clara.choose(message, "pick", ["H"])).texts == ["picked H"]
    assert (await clara.choose(message, "discards", ["AC", "TC"])).texts == ["put out AC TC"]
    for wrong in (["AC"], ["AC", "KC", "QC"], ["AC", "2S"]):
        with pytest.raises(NotThere):
            await clara.choose(message, "discards", wrong)


async def test_a_direct_message_arrives_and_its_button_works_there(ground: Playground) -> None:
    message = await opened(ground)
    boris = ground.people["boris"]
    assert (await boris.press(message, label="dm")).texts == ["sent"]
    (hand,) = boris.sees(boris.dm)
    assert (await boris.press(hand, "count:0")).texts == ["count is 1"]
    assert ground.people["anna"].sees(boris.dm) == []
    ground.close_dms("boris")
    assert (await boris.press(message, label="dm")).texts == ["refused 50007"]


async def test_an_answer_after_the_deadline_has_failed_and_the_bot_is_told_10062(
    ground: Playground,
) -> None:
    bot, message = ground.bot, await opened(ground)
    assert bot is not None
    pressing = asyncio.create_task(ground.people["anna"].press(message, label="late"))
    await asyncio.sleep(0)
    ground.pass_time(LIMITS.answer_seconds)
    assert (await pressing).failed
    os.kill(bot.pid, signal.SIGUSR1)  # only now does it answer
    await until(lambda: "late: 10062" in bot.log)


async def test_a_second_answer_tells_the_bot_40060(ground: Playground) -> None:
    message = await opened(ground)
    assert (await ground.people["anna"].press(message, label="twice")).type == 6
    assert ground.bot is not None
    await until(lambda: "twice: 40060" in ground.bot.log if ground.bot else False)


async def test_discord_py_waits_out_a_429_and_succeeds(small_bot: list[str]) -> None:
    limits = replace(LIMITS, create_message=Limit(2, 0.5))
    async with Playground.open(command=small_bot, limits=limits) as ground:
        await ground.start_bot()
        ground.fail("POST", r"/channels/\d+/messages", status=429, retry_after=0.3)
        answer = await ground.people["anna"].slash("burst", messages=5)
        assert answer.texts == ["5 messages"]
        refused = ground.calls.count("create message", status=429)
        assert 1 <= refused <= 3, "one is ordered, and none is tried again before its time"
        assert ground.calls.count("create message", status=200) == 5


async def test_a_500_is_retried_and_the_nonce_keeps_it_one_message(ground: Playground) -> None:
    ground.fail("POST", r"/channels/\d+/messages", status=500, effect=True)
    answer = await ground.people["anna"].slash("burst", messages=1, nonce="deal-1")
    assert answer.texts == ["1 messages"]
    assert ground.calls.count("create message") == 2
    sent = [one for one in ground.people["anna"].sees() if one["content"].startswith("burst")]
    assert len(sent) == 1


@pytest.mark.parametrize("politely", [False, True])
async def test_a_press_during_a_lost_connection_is_replayed_on_resume(
    ground: Playground, politely: bool
) -> None:
    message = await opened(ground)
    await ground.drop_gateway(politely=politely)
    answer = await ground.people["anna"].press(message, "count:0")
    assert answer.texts[0] == "count is 1"
    assert (ground.gateway.identified, ground.gateway.resumed) == (1, 1)


@pytest.mark.parametrize("told", [False, True])
async def test_a_lost_session_makes_the_bot_identify_again(ground: Playground, told: bool) -> None:
    message = await opened(ground)
    if told:
        await ground.invalidate_session()
    else:
        await ground.drop_gateway(resume=False)
    await until(lambda: ground.gateway.identified == 2)
    assert ground.gateway.resumed == 0
    assert (await ground.people["anna"].press(message, "count:0")).texts[0] == "count is 1"


async def test_a_button_older_than_the_process_still_works_after_kill_9(ground: Playground) -> None:
    message = await opened(ground)
    anna, bot = ground.people["anna"], ground.bot
    assert bot is not None
    await anna.press(message, "count:0")
    before = bot.pid
    bot.kill()
    assert await bot.dead() == -9
    await bot.restart()
    assert bot.pid != before
    assert (await anna.press(message, "count:1")).texts[0] == "count is 2"


async def test_an_interaction_delivered_twice_reaches_the_bot_twice(ground: Playground) -> None:
    message = await opened(ground)
    ground.deliver_twice = True
    answer = await ground.people["anna"].press(message, "count:0")
    assert answer.texts[0] == "count is 1"
    await until(lambda: ground.calls.count("answer 7") == 2)
    assert [call.status for call in ground.calls.of_kind("answer 7")] == [200, 400]


async def test_a_deleted_message_is_gone_for_everybody(ground: Playground) -> None:
    message = await opened(ground)
    ground.delete_message(message)
    assert await ground.people["boris"].until(lambda seen: not seen) == []
    with pytest.raises(NotThere):
        await ground.people["anna"].press(message, "count:0")


async def test_four_people_pressing_at_once_are_all_answered(ground: Playground) -> None:
    message = await opened(ground)
    people = [ground.people[name] for name in ("anna", "boris", "clara", "david")]
    answers = await asyncio.gather(*(person.press(message, label="panel") for person in people))
    assert [answer.type for answer in answers] == [4] * 4


async def test_the_interaction_is_built_as_discord_builds_it(ground: Playground) -> None:
    heard: list[Any] = []
    ground.world.subscribers.append(lambda event, payload: heard.append(payload))
    message = await opened(ground)
    anna = ground.people["anna"]
    await anna.press(message, label="dm")
    await anna.press(anna.sees(anna.dm)[0], "count:0")
    command, pressed, dm = (one for one in heard if "application_id" in one and "token" in one)
    assert command["data"]["options"][0]["name"] == "open"
    assert int(pressed["member"]["permissions"]) > 0
    assert pressed["member"]["user"]["id"] == str(anna.id)
    assert "user" not in pressed
    assert pressed["message"]["id"] == message["id"]
    assert pressed["authorizing_integration_owners"] == {"0": str(ground.guild)}
    assert (pressed["context"], dm["context"]) == (0, 1)
    assert pressed["guild_id"] == str(ground.guild)
    assert "member" not in dm
    assert "guild_id" not in dm
    assert dm["user"]["id"] == str(anna.id)
    assert dm["channel"]["type"] == 1
    made = ((int(dm["id"]) >> 22) + 1420070400000) / 1000
    assert abs(made - time.time()) < 60


async def test_a_bot_that_cannot_start_says_why_and_a_taken_port_is_named() -> None:
    async with Playground.open(command=[sys.executable, "-c", "raise SystemExit('no cards')"]) as ground:
        with pytest.raises(BotDied) as death:
            await ground.start_bot()
        assert death.value.code == 1
        assert "no cards" in death.value.log
        port = int(ground.url.rpartition(":")[2])
        with pytest.raises(PortTaken):
            async with Playground.open(port=port):
                pass


async def test_an_unexpected_death_is_told_and_an_expected_one_is_not(small_bot: list[str]) -> None:
    deaths: list[int] = []
    async with Playground.open(command=small_bot) as ground:
        bot = await ground.start_bot(on_death=deaths.append)
        os.kill(bot.pid, 9)
        await until(lambda: deaths == [-9])
        await bot.start()
        await bot.stop()
    assert deaths == [-9]
