"""The first hand after the very first start, before which all the pictures of cards must be uploaded."""

from __future__ import annotations

from playground.ground import Playground
from screens.pictures.emoji import drawings
from tests.trials.stage.playing import QUICK, UNMETERED, Evening

WITHOUT = "the emoji of the cards take long: play begins without them"
EMOJI = {**QUICK, "CARD_EMOJI": "on", "CUT_SECONDS": "0"}


async def hand_of_the_dealer(ground: Playground) -> str:
    """What they see when they are asked to declare."""
    table = Evening(ground)
    await table.sit_down()
    await table.start()
    await table.play_until(lambda: table.room_text and "to cut" not in table.room_text)
    move = await table.move()
    return str(table.panel(move.person))


async def test_nobody_can_press_anything_before_the_cards_are_pictures() -> None:
    async with Playground.open(limits=UNMETERED) as ground:
        bot = await ground.start_bot(EMOJI)
        uploaded = {emoji.name for emoji in ground.world.application_emojis.values()}
        if uploaded != set(drawings()):
            assert WITHOUT in bot.log  # the machine is so busy that they took longer than a start waits
            return
        assert "_of_" in await hand_of_the_dealer(ground)


async def test_where_discord_does_not_answer_about_pictures_the_game_begins_without_them() -> None:
    async with Playground.open(limits=UNMETERED) as ground:
        asked = ground.hang("GET", "/applications/.*/emojis", times=None)
        bot = await ground.start_bot(EMOJI)
        hand = await hand_of_the_dealer(ground)
        assert asked.used and WITHOUT in bot.log
        assert any(suit in hand for suit in "♠♥♦♣") and "_of_" not in hand
