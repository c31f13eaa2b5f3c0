"""What the library refuses before any code of ours is called: one sentence, and no traceback."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from discord import app_commands

from bot.errors import AppError, AppRefused, AppWhy
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from cogs.errors import _NotOffered, answered
from cogs.interactions import Asked
from cogs.refusals import SENTENCES
from rules.errors import Refusal
from rules.frozen import replace
from screens.words.refusals import APOLOGY
from storage.errors import DatabaseClosed
from storage.ports.patience import StorageAway
from storage.ports.records import TableId, UserId
from tests.cogs.test_score import GAME, opened
from tests.trials.stage.club import Club


async def test_a_command_whose_check_fails_is_refused(house: Club) -> None:
    @app_commands.command(description="For nobody.")
    @app_commands.check(lambda interaction: False)
    async def hand(interaction: Asked) -> None:
        raise AssertionError("it is not called")

    house.bot.tree.add_command(hand, override=True)
    answer = await house.types(house.anna, "hand")
    assert answer.private and answer.text == SENTENCES[AppError]()


async def test_a_command_that_forgets_to_answer_for_its_faults_is_answered_for(
    frail: Club, caplog: pytest.LogCaptureFixture
) -> None:
    @app_commands.command(description="Fails.")
    async def hand(interaction: Asked) -> None:
        raise ZeroDivisionError("of our own")

    frail.bot.tree.add_command(hand, override=True)
    answer = await frail.types(frail.anna, "hand")
    assert answer.private and answer.text == APOLOGY()
    (record,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert record.exc_info is not None and record.exc_info[0] is ZeroDivisionError


async def test_a_press_that_waited_for_the_database_until_the_stop_is_told_of_the_restart(
    house: Club, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.playing()
    west = house.to_act()
    card, version = house.plays(west)[0], house.table.version
    database = house.store._database

    def stopped_meanwhile() -> None:
        house.bot.stopping = True
        raise DatabaseClosed(Path("tables.sqlite3"))

    with monkeypatch.context() as closed:
        closed.setattr(database, "_check_usable", stopped_meanwhile)
        answer = await house.types(west, "play", card=card)
    house.bot.stopping = False
    assert answer.private and answer.text == SENTENCES[AppWhy.RESTARTING]()
    assert house.table.version == version
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


async def test_who_is_refused_is_told_though_the_storage_no_longer_says_how_the_table_stands(
    house: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Among several processes it is asked for whatever is drawn or named."""
    await house.playing()
    other = next(who for who in house.four if who is not house.to_act())
    get, act = Tables.get, Tables.act
    refused = list[UserId]()

    async def acted(self: Tables, *given: Any, **named: Any) -> OpenTable:
        try:
            return await act(self, *given, **named)
        except Refusal:
            refused.append(UserId(other.id))
            raise

    async def got(self: Tables, table: TableId) -> OpenTable:
        if refused:
            raise StorageAway
        return await get(self, table)

    card = house.plays(house.to_act())[0]
    with monkeypatch.context() as away:
        away.setattr(Tables, "act", acted)
        away.setattr(Tables, "get", got)
        answer = await house.types(other, "play", card=card)
    assert refused and answer.private and answer.text and answer.text != APOLOGY()


async def test_what_is_still_to_be_kept_of_a_person_as_the_bot_stops_is_no_fault(
    house: Club, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their Discord speaks another language than last time, which is kept after the answer."""
    database, preferences = house.store._database, house.bot.services.preferences
    await preferences.change_person(UserId(house.anna.id), lambda tastes: replace(tastes, locale="fr"))
    refused = list[str]()

    def refuse() -> None:
        refused.append("closed")
        raise DatabaseClosed(Path("tables.sqlite3"))

    with monkeypatch.context() as closed:

        @app_commands.command(description="Answers, and then the bot stops.")
        async def hand(interaction: Asked) -> None:
            async with answered(interaction):
                await interaction.response.send_message("first")
                house.bot.stopping = True
                closed.setattr(database, "_check_usable", refuse)

        house.bot.tree.add_command(hand, override=True)
        answer = await house.types(house.anna, "hand")
    house.bot.stopping = False
    assert answer.text == "first" and refused
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


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


def test_only_that_an_offer_did_not_arrive_is_no_fault(caplog: pytest.LogCaptureFixture) -> None:
    """The library tells it as one, with its traceback."""
    caplog.set_level(logging.INFO)
    told = logging.getLogger(app_commands.tree.__name__)
    offered = _NotOffered()
    told.addFilter(offered)
    for fault in (aiohttp.ClientError(), ZeroDivisionError()):
        try:
            raise fault
        except (aiohttp.ClientError, ZeroDivisionError):
            told.exception("while somebody typed")
    told.error("without a fault")
    told.removeFilter(offered)
    assert [(one.levelname, one.exc_info and one.exc_info[0]) for one in caplog.records] == [
        ("INFO", None),
        ("ERROR", ZeroDivisionError),
        ("ERROR", None),
    ]


async def test_a_refusal_after_a_first_answer_is_for_the_asker_alone(house: Club) -> None:
    """Else it would stand in the channel."""

    @app_commands.command(description="Answers, and is refused.")
    async def hand(interaction: Asked) -> None:
        async with answered(interaction):
            await interaction.response.send_message("first")
            raise AppRefused(AppWhy.RESTARTING)

    house.bot.tree.add_command(hand, override=True)
    answer = await house.types(house.anna, "hand")
    assert answer.private and answer.text == SENTENCES[AppWhy.RESTARTING]()


async def test_a_sentence_is_sent_twice_at_most_where_discord_takes_it_and_is_always_late_to_say_so(
    house: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.errors.SENTENCE_RETRIES", (0.5, 3.0, 5.0))

    @app_commands.command(description="Answers, and is refused.")
    async def hand(interaction: Asked) -> None:
        async with answered(interaction):
            await interaction.response.send_message("first")
            house.wire.stays_silent = "/webhooks/"
            raise AppRefused(AppWhy.RESTARTING)

    house.bot.tree.add_command(hand, override=True)
    before = len(house.env.http_requests)
    await house.types(house.anna, "hand")
    sent = [one for one in house.env.http_requests[before:] if one.path.startswith("/webhooks/")]
    assert len(sent) == 2


@pytest.mark.parametrize(
    ("status", "code", "message"),
    [(403, 50013, "Missing Permissions"), (400, 50035, "Invalid Form Body\nIn data.attachments: no")],
)
async def test_an_answer_whose_picture_discord_refuses_is_given_in_words_at_once(
    house: Club, status: int, code: int, message: str
) -> None:
    await opened(house)
    await house.types(house.anna, "score deal", **GAME)
    with_picture = await house.types(house.anna, "score sheet")
    house.env.inject_error("POST", "/interactions/*", status=status, code=code, message=message)
    in_words = await house.types(house.anna, "score sheet")
    assert in_words.private and in_words.text != with_picture.text
    assert "Games      1    0" in in_words.text and "Games      1    0" not in with_picture.text
