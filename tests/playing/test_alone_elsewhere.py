"""Where the bot is no member, somebody who has installed it for themselves plays alone all the same."""

from __future__ import annotations

from playground.calls import Kind
from playground.ground import Playground
from playground.people import texts
from tests.trials.stage.playing import LIMITS, QUICK, next_act


async def test_in_another_server_and_in_a_group_a_deal_is_played_on_one_private_message() -> None:
    async with Playground.open(limits=LIMITS) as ground:
        lounge, group = ground.elsewhere()
        bot = await ground.start_bot({**QUICK})
        anna, boris = ground.people["anna"], ground.people["boris"]
        for place in (lounge, group):
            offered = {one["name"] for one in anna.commands(place)}
            assert {"daily", "help", "learn", "play", "rules", "turn", "hand", "deal", "table"} <= offered
            assert not offered & {"evening", "leaderboard", "me", "privacy", "score", "settings", "stats"}
            begun = await anna.slash("play", channel=place, declare=True)
            assert begun.ephemeral and begun.message is not None
            message = begun.message
            while (act := next_act(message)) is not None:
                assert (await anna.press(message, act)).type == 7
                (message,) = anna.sees(place)
            assert texts(message)[0].startswith("### Deal 1: ")
            assert not boris.sees(place)
        assert not ground.calls.of_kind(Kind.CREATE)
        server = ground.world.get_channel(lounge).guild_id
        assert server is not None
        ground.world.set_right(server, anna.id, "USE_EXTERNAL_APPS", given=False)
        told = await anna.slash("play", channel=lounge)
        assert told.ephemeral and "you lack the permission Use External Apps" in told.texts[0]
        assert await bot.stop() == 0
