"""What the library refuses before any code of ours is called: one sentence, and no traceback."""

from __future__ import annotations

import logging

import pytest
from discord import app_commands

from bot.errors import AppError, AppWhy
from cogs.answers import Asked
from cogs.refusals import SENTENCES
from screens.words.refusals import APOLOGY
from tests.cogs.club import Club


async def test_a_command_whose_check_fails_is_refused(house: Club) -> None:
    @app_commands.command(description="For nobody.")
    @app_commands.check(lambda interaction: False)
    async def last(interaction: Asked) -> None:
        raise AssertionError("it is not called")

    house.bot.tree.add_command(last, override=True)
    answer = await house.types(house.anna, "last")
    assert answer.private and answer.text == SENTENCES[AppError]()


async def test_a_command_that_forgets_to_answer_for_its_faults_is_answered_for(
    frail: Club, caplog: pytest.LogCaptureFixture
) -> None:
    @app_commands.command(description="Fails.")
    async def last(interaction: Asked) -> None:
        raise ZeroDivisionError("of our own")

    frail.bot.tree.add_command(last, override=True)
    answer = await frail.types(frail.anna, "last")
    assert answer.private and answer.text == APOLOGY()
    (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert record.exc_info is not None and record.exc_info[0] is ZeroDivisionError


async def test_while_the_bot_stops_everybody_is_told_to_try_again_and_nothing_is_done(house: Club) -> None:
    await house.playing()
    west = house.to_act()
    hand = await house.types(west, "hand")
    card, version = house.plays(west)[0], house.table.version
    house.bot.stopping = True
    for answer in (
        await house.types(west, "play", card=card),
        await house.presses(west, hand, "play", card),
        await house.types(house.ivan, "score open", game="biritch", channel=house.parlour),
    ):
        assert answer.private and answer.text == SENTENCES[AppWhy.RESTARTING]()
    assert await west.autocomplete(house.room, "play", "card", "") == []
    house.bot.stopping = False
    assert house.table.version == version
