"""The first hand after the very first start, before which all the pictures of cards must be uploaded."""

from __future__ import annotations

import asyncio
import time

from bot.discord_api.commands import PATIENCE
from playground.calls import Kind
from playground.ground import Playground
from playground.limits import Limits
from screens.pictures.emoji import drawings
from tests.playing.evening import QUICK, Evening

EMOJI = {**QUICK, "CARD_EMOJI": "on", "CUT_SECONDS": "0"}


async def hand_of_the_dealer(ground: Playground) -> str:
    """What they see when they are asked to declare."""
    table = Evening(ground)
    await table.sit_down()
    await table.start()
    while (move := await table.move()).verb == "cut":
        await asyncio.sleep(0.05)
    return str(table.panel(move.person))


async def test_nobody_can_press_anything_before_the_cards_are_pictures() -> None:
    async with Playground.open(limits=Limits().unmetered()) as ground:
        await ground.start_bot(EMOJI)
        waited = time.time() - ground.calls.of(Kind.EMOJI)[0].at
        uploaded = {emoji.name for emoji in ground.world.application_emojis.values()}
        if uploaded != set(drawings()):
            assert waited > PATIENCE  # on a machine that is so busy that they took longer
            return
        assert "_of_" in await hand_of_the_dealer(ground)


async def test_where_discord_does_not_answer_about_pictures_the_game_begins_without_them() -> None:
    async with Playground.open(limits=Limits().unmetered()) as ground:
        ground.hang("GET", "/applications/.*/emojis", seconds=60)
        await ground.start_bot(EMOJI)
        hand = await hand_of_the_dealer(ground)
        assert any(suit in hand for suit in "♠♥♦♣") and "_of_" not in hand
