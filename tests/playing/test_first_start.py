"""A first start on a large server with much to do at once: Discord refuses no call for haste."""

from __future__ import annotations

from pathlib import Path

import pytest

from playground.errors import Json
from playground.ground import Playground
from playground.people import buttons, texts
from tests.trials.stage.guard import until
from tests.trials.stage.playing import LIMITS, QUICK

CHANNELS, TABLES, CARDS = 200, 16, 85
"""Channels of the server, tables that are due, and emoji of the cards that are uploaded."""
WINDOW = 5.5
"""Seconds after which Discord has forgotten the calls of the process before, of which a first start knows
nothing."""
OF_A_DEAL = ("### Deal 1", "## ")
"""How a message of a deal begins: with its number or, in larger letters, with what is declared."""


def to_start(message: Json) -> str:
    """The button that begins a rubber; empty without one."""
    ids = (one.custom_id or "" for one in buttons(message))
    return next((one for one in ids if one.startswith("start:")), "")


@pytest.mark.long
async def test_sixteen_tables_due_and_all_emoji_to_upload_cost_no_refusal_on_200_channels(
    tmp_path: Path,
) -> None:
    async with Playground.open(limits=LIMITS, database=tmp_path / "tables.sqlite3") as ground:
        world, anna = ground.world, ground.people["anna"]
        channels = [world.create_channel(ground.guild, f"table-{n}").id for n in range(CHANNELS)]
        await ground.start_bot(QUICK)
        for channel in channels[:TABLES]:
            await anna.slash("table open", channel=channel)
        for channel in channels[:TABLES]:
            seen = await anna.until(lambda seen: any(map(to_start, seen)), channel=channel)
            lobby = next(one for one in seen if to_start(one))
            await anna.press(lobby, to_start(lobby))
        assert ground.bot is not None
        ground.bot.kill()
        await ground.bot.dead()
        ground.pass_time(WINDOW)
        ground.calls.clear()
        begun = len(world.application_emojis)
        await ground.start_bot({**QUICK, "CARD_EMOJI": "on"})

        def shown(channel: int) -> bool:
            return any(text.startswith(OF_A_DEAL) for one in anna.sees(channel) for text in texts(one))

        await until(lambda: len(world.application_emojis) - begun >= CARDS, "the emoji")
        await until(lambda: all(map(shown, channels[:TABLES])), "the tables")
        assert not ground.calls.too_fast
        assert ground.calls.count(status=429) == 0
