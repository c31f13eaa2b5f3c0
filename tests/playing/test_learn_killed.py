"""Somebody learns on one private message: wherever they are, and though the process is killed."""

from __future__ import annotations

from playground.calls import Kind
from playground.ground import Playground
from playground.people import texts
from tests.trials.stage.playing import LIMITS, QUICK, now


async def test_a_lesson_and_an_answer_survive_a_kill_and_the_old_message_goes_on() -> None:
    async with Playground.open(limits=LIMITS) as ground:
        bot = await ground.start_bot({**QUICK})
        anna = ground.people["anna"]
        begun = await anna.slash("learn", channel=anna.dm)
        message = begun.message
        assert message is not None and not begun.ephemeral
        await anna.press(message, "learn:exercise:0:0")
        await anna.press(now(anna, message), "learn:answer:0:0:4S")
        await anna.press(now(anna, message), "learn:menu:0:0")
        await anna.press(now(anna, message), "learn:page:1:1")
        await anna.press(now(anna, message), "learn:page:1:2")
        bot.kill()
        await bot.dead()
        await bot.restart()
        assert (await anna.press(now(anna, message), "learn:act:1:2:KH")).type == 7
        assert "Step 3 of 7" in texts(now(anna, message))[0]
        again = await anna.slash("learn", channel=anna.dm)
        assert "Step 3 of 7" in again.texts[0]
        counted = (Kind.CREATE, Kind.EDIT, Kind.DELETE, Kind.OPEN_DM)
        assert not [call for kind in counted for call in ground.calls.of_kind(kind)]
        assert await bot.stop() == 0


async def test_in_another_server_and_in_a_group_a_lesson_is_seen_by_its_person_alone() -> None:
    async with Playground.open(limits=LIMITS) as ground:
        lounge, group = ground.elsewhere()
        bot = await ground.start_bot({**QUICK})
        anna, boris = ground.people["anna"], ground.people["boris"]
        for place in (lounge, group):
            begun = await anna.slash("learn", channel=place)
            assert begun.ephemeral and begun.message is not None
            turned = await anna.press(begun.message, "learn:page:1:1")
            assert turned.type == 7 and not boris.sees(place)
        assert not ground.calls.of_kind(Kind.CREATE)
        server = ground.world.get_channel(lounge).guild_id
        assert server is not None
        ground.world.set_right(server, anna.id, "USE_EXTERNAL_APPS", given=False)
        told = await anna.slash("learn", channel=lounge)
        assert told.ephemeral and "you lack the permission Use External Apps" in " ".join(told.texts)
        assert await bot.stop() == 0
