"""When something of ours breaks: one sentence for the person who asked, a line in the log, and the game goes
on."""

from __future__ import annotations

import logging
import re
from weakref import WeakKeyDictionary

import pytest
from discord import app_commands

from bot.messages.drawing import Drawing
from bot.tables.open_table import OpenTable
from cogs import interactions
from rules.cards import PACK
from rules.seats import Seat
from screens.screen import Screen
from screens.words.refusals import APOLOGY
from storage.ports.records import UserId
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Screen as Seen

CARD = re.compile(r"\b(?:[2-9TJQKA]|10)[SHDC]\b|[♠♥♦♣]")
HAND_BITS = re.compile(r"\bbits=\d+")


class Blind(Drawing):
    """Drawing that always fails."""

    def hand_screen(self, table: OpenTable, user: UserId, *_: object, **__: object) -> Screen:
        raise ZeroDivisionError(f"no screen at table {table.id}")

    def score_screen(self, table: OpenTable, user: UserId) -> Screen:
        raise ZeroDivisionError(f"no score of table {table.id}")

    def last_trick(self, table: OpenTable, user: UserId) -> Screen:
        raise ZeroDivisionError(f"no trick of table {table.id}")


def blind(house: Club) -> Blind:
    services = house.bot.services
    return Blind(services.tables, 14, services.readers, services.outbox)


SIGHTED: WeakKeyDictionary[object, Drawing] = WeakKeyDictionary()
"""How each bot drew before."""


def blinded(house: Club, *, sight: Drawing | None) -> None:
    """Makes the commands and buttons draw with this from now on."""
    SIGHTED.setdefault(house.bot, house.bot.services.drawing)
    for name in ("Presses", "PlayCommands", "TableCommands"):
        cog = house.bot.get_cog(name)
        assert cog is not None and hasattr(cog, "_drawing")
        cog._drawing = sight or SIGHTED[house.bot]
    house.bot.services.drawing = sight or SIGHTED[house.bot]


async def test_a_fault_in_a_command_is_apologised_for_and_the_next_command_works(
    frail: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await frail.playing()
    west = frail.at(Seat.WEST)
    blinded(
        frail,
        sight=Blind(frail.bot.services.tables, 14, frail.bot.services.readers, frail.bot.services.outbox),
    )
    for command in ("hand", "deal last", "deal score"):
        answer = await frail.types(west, command)
        assert answer.private and answer.text == APOLOGY()
    assert "failed" in caplog.text and "ZeroDivisionError" in caplog.text
    blinded(frail, sight=None)
    assert (await frail.types(west, "hand")).text != APOLOGY()


async def test_a_fault_in_a_press_is_apologised_for_and_the_next_press_works(
    frail: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await frail.playing(cards=4)
    blinded(
        frail,
        sight=Blind(frail.bot.services.tables, 14, frail.bot.services.readers, frail.bot.services.outbox),
    )
    for verb in ("hand", "last", "score"):
        answer = await frail.presses(frail.at(Seat.WEST), frail.screen(), verb)
        assert answer.private and answer.text == APOLOGY()
    assert caplog.text.count("ZeroDivisionError: ") == 3
    blinded(frail, sight=None)
    answer = await frail.presses(frail.at(Seat.WEST), frail.screen(), "hand")
    assert answer.text != APOLOGY()


async def test_a_card_that_was_committed_stays_played_though_its_answer_failed(frail: Club) -> None:
    await frail.playing()
    west = frail.at(Seat.WEST)
    hand = await frail.types(west, "hand")
    blinded(
        frail,
        sight=Blind(frail.bot.services.tables, 14, frail.bot.services.readers, frail.bot.services.outbox),
    )
    answer = await frail.presses(west, hand, "play", frail.plays(west)[0])
    assert answer.text == APOLOGY()
    assert frail.cards_played == 1
    blinded(frail, sight=None)
    await frail.plays_a_card()
    assert frail.cards_played == 2


async def test_a_log_of_faults_and_of_play_names_no_card(
    frail: Club, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    for name in ("discord", "aiosqlite", "asyncio"):  # as ``python -m bot`` has them
        caplog.set_level(logging.INFO, logger=name)
    await frail.dealt()
    dealt = caplog.text
    blinded(
        frail,
        sight=Blind(frail.bot.services.tables, 14, frail.bot.services.readers, frail.bot.services.outbox),
    )
    for who in frail.four:
        await frail.types(who, "hand")
        await frail.presses(who, frail.screen(), "hand")
        await frail.types(who, "play", card="QH?")
    blinded(frail, sight=None)
    assert "ZeroDivisionError" in caplog.text
    assert not CARD.search(dealt) and not CARD.search(caplog.text) and not HAND_BITS.search(caplog.text)
    assert CARD.search(str(PACK[0])) and CARD.search("Q♥")


async def test_a_broken_database_gives_an_apology_to_everybody_and_stops_nothing(
    frail: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await frail.playing()
    west = frail.at(Seat.WEST)
    hand = await frail.types(west, "hand")
    await frail.close_store()
    for answer in (
        await frail.types(west, "play", card=frail.plays(west)[0]),
        await frail.presses(west, hand, "play", frail.plays(west)[0]),
        await frail.types(frail.ivan, "table open", channel=frail.parlour),
        await frail.types(frail.ivan, "leaderboard"),
        await frail.writes(west, "hand"),
    ):
        assert answer.private and answer.text == APOLOGY()
    assert "DatabaseClosed" in caplog.text and not CARD.search(caplog.text)
    assert await west.user.autocomplete("play", "card", "") == []
    assert (await frail.types(frail.ivan, "help")).text.startswith("### Whist for four")
    assert frail.cards_played == 0


async def test_what_is_offered_to_somebody_who_types_needs_no_storage_and_logs_no_fault(
    frail: Club, caplog: pytest.LogCaptureFixture
) -> None:
    """At every key that they press in any field."""
    await frail.playing()
    await frail.close_store()
    asked = [
        (one.qualified_name, option.display_name)
        for one in frail.bot.tree.walk_commands()
        if isinstance(one, app_commands.Command)
        for option in one.parameters
        if option.autocomplete
    ]
    assert ("leaderboard", "season") in asked
    for room in (frail.room, frail.parlour):
        for command, option in asked:
            await frail.anna.autocomplete(room, command, option, "")
    assert [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR] == []


async def test_after_a_broken_database_a_restart_goes_on_where_the_last_commit_was(frail: Club) -> None:
    await frail.playing()
    west = frail.at(Seat.WEST)
    card = frail.plays(west)[0]
    await frail.close_store()
    assert (await frail.types(west, "play", card=card)).text == APOLOGY()
    await frail.restart()
    assert (await frail.types(west, "play", card=card)).text != APOLOGY()
    assert frail.cards_played == 1


@pytest.mark.parametrize(("status", "code"), [(500, 0), (404, 10062), (400, 40060), (404, 10008)])
async def test_an_answer_that_discord_does_not_take_undoes_no_card_and_is_told_of(
    house: Club, status: int, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "cogs.interactions")
    await house.playing()
    west = house.at(Seat.WEST)
    card = house.plays(west)[0]
    house.env.inject_error("POST", "/interactions/*", status=status, code=code, times=None)
    await west.slash(house.room, "play", card=card)
    house.env.backend.faults.clear()
    assert house.cards_played == 1
    (told,) = caplog.messages
    said = f"interaction \\d{{19}} could not be answered: \\w+ {status} \\({code}\\)"
    assert re.fullmatch(said, told), told
    await house.plays_a_card()
    assert house.cards_played == 2


async def test_whoever_presses_on_a_message_that_is_deleted_meanwhile_is_shown_their_hand_anew(
    house: Club,
) -> None:
    """On their panel, on a copy of their hand, and on the message of the table. What they did is done."""
    await house.playing()
    gone = {"status": 404, "code": 10008, "message": "Unknown Message"}
    for number in range(2):
        who = house.to_act()
        hand: Seen = await house.types(who, "hand") if number else house.panel(who)
        house.env.inject_error("POST", "/interactions/*", **gone)  # type: ignore[arg-type]
        answer = await house.presses(who, hand, "play", house.plays(who)[0])
        assert house.cards_played == number + 1
        assert answer.private and answer.message.id != hand.message.id
        assert answer.text == (await house.types(who, "hand")).text
    house.env.inject_error("POST", "/interactions/*", **gone)  # type: ignore[arg-type]
    answer = await house.presses(house.anna, house.screen(), "hand")
    assert answer.private and answer.text == (await house.types(house.anna, "hand")).text


async def test_what_could_not_be_stored_or_answered_is_counted(frail: Club) -> None:
    """What Discord refuses since it has been answered was delivered twice."""
    await frail.playing()
    measures, west = frail.bot.measures, frail.at(Seat.WEST)
    card = frail.plays(west)[0]
    for status, code, counted in ((404, 10062, 1), (400, 40060, 1), (500, 0, 2)):
        frail.env.inject_error("POST", "/interactions/*", status=status, code=code, times=None)
        await west.slash(frail.room, "hand")
        frail.env.backend.faults.clear()
        assert f"biritch_interactions_unanswered_total {counted}.0\n" in measures.exposition().decode()
    assert "biritch_appends_failed_total 0.0\n" in measures.exposition().decode()
    await frail.close_store()
    assert (await frail.types(west, "play", card=card)).text == APOLOGY()
    assert "biritch_appends_failed_total 1.0\n" in measures.exposition().decode()


async def test_a_card_whose_press_discord_lets_nobody_answer_is_played_and_shown_by_another_call(
    house: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord waits three seconds for an answer. One that comes no more must not keep the hand until the
    call itself is given up. By the token it is asked once whether the answer is there, without a word of the
    hand, since nobody knows where that would stand."""
    assert interactions.ANSWER_WITHIN < 3
    monkeypatch.setattr(interactions, "ANSWER_WITHIN", 0.05)
    await house.playing()
    west = house.at(Seat.WEST)
    card, panel = house.plays(west)[0], house.panel(west)
    house.wire.hangs, before = "/callback", len(house.env.http_requests)
    await west.user.click(panel.message, custom_id=panel.button("play", card))
    assert house.cards_played == 1
    by_token = [one.method for one in house.env.http_requests[before:] if one.path.startswith("/webhooks/")]
    assert by_token == ["GET"]
    assert "biritch_interactions_unanswered_total 1.0\n" in house.bot.measures.exposition().decode()
    shown = house.panel(west)
    assert shown.message.id == panel.message.id and "play" in panel.verbs()
    assert shown.text != panel.text and "play" not in shown.verbs()


async def test_a_table_message_that_somebody_deleted_is_posted_again(house: Club) -> None:
    await house.playing()
    await house.ivan.delete(house.screen().message)
    assert not house.room.history() or not house.screen().verbs()
    await house.plays_a_card()
    assert "hand" in house.screen().verbs()
