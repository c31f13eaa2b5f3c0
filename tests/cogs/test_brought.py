"""``/table open`` and ``/evening open`` with a file of deals: what is told of it, who may sit, what is dealt,
and what is left when the file is bad."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from bot.preferences import House
from bot.tables.counting import is_counted
from bot.tables.open_table import OpenTable
from cogs.brought import LARGEST_FILE
from rules.evening.errors import EveningWhy
from rules.evening.events import EveningReckoned
from rules.record.boards import Flaw, read_boards
from rules.refusals import Why
from rules.seats import Person
from rules.table.requests import GoOn
from screens import brought as words
from screens.words.evenings import SENTENCES as EVENING_SENTENCES
from screens.words.refusals import SENTENCES
from storage.ports.records import UserId
from tests.cogs.evenings import comes, play_on, shown, tables, the_evening
from tests.rules.endplay_boards import FOLDER
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Answer

PLAIN = (FOLDER / "plain.pbn").read_bytes()
BOARDS = read_boards(PLAIN.decode())
TWO = PLAIN[: PLAIN.index(b'[Event "A class', PLAIN.index(b'[Board "2"]'))]
"""The first two boards."""
DEALER_AT = TWO[: TWO.index(b"[Dealer")].count(b"\n") + 1
ADMIT = "deals"


async def opens(house: Club, data: bytes = PLAIN, name: str = "my.pbn", game: str = "contract") -> Answer:
    return await house.types(house.anna, "table open", game=game, deals=(name, data))


async def plays_on(house: Club, *, until: int) -> OpenTable:
    """Until so many deals are over, at the table service."""
    service, table = house.bot.services.tables, house.table
    with house.inside():
        while table.state.last_number < until and not table.closed:
            state = table.state
            if state.result_stands:
                for one in state.unready:
                    await service.act(table.id, UserId(table.people[one]), GoOn(26, ""))
                continue
            seat = next(iter(state.waits_for))
            assert state.rubber is not None
            sitting = state.rubber.seats.of(seat)
            assert isinstance(sitting, Person)
            await service.act(table.id, UserId(table.people[sitting]), table.seen_from(seat).options[0])
    return table


async def test_the_opener_has_no_chair_and_the_message_says_whose_hands_they_are(house: Club) -> None:
    answer = await opens(house)
    assert answer.private and answer.text.endswith(words.opened_with_deals(6))
    assert not house.table.state.members and house.table.person(UserId(house.anna.id)) is not None
    told = house.screen().text
    assert f"<@{house.anna.id}> brought 6 deals in a file" in told and words.NOT_PLAYING() in told
    assert words.NOT_RANKED() in told and "admit" not in house.screen().verbs()
    refused = await house.types(house.boris, "table join")
    assert "admit" in house.screen().verbs() and refused.private


async def test_a_file_is_taken_too_where_the_table_gets_a_thread_of_its_own(house: Club) -> None:
    await house.bot.services.preferences.change_server(house.guild.id, lambda _: House(threads=True))
    await house.types(house.boris, "table open", game="contract")
    opened = await opens(house)
    (thread,) = house.bot.get_guild(house.guild.id).threads  # type: ignore[union-attr]
    assert opened.private and opened.text == (
        f"This channel already has a table, so yours is in <#{thread.id}>.\n{words.opened_with_deals(6)}"
    )
    with house.inside():
        there = house.bot.services.tables.stream_in(thread.id)
        assert there is not None
        table = await house.bot.services.tables.get(there)
    assert table.state.brought is not None and len(table.state.brought.deals) == 6


async def test_who_knows_the_hands_plays_once_all_who_sit_there_have_let_them(house: Club) -> None:
    await opens(house)
    await house.types(house.boris, "table join")
    await house.types(house.clara, "table join")
    kept_out = await house.types(house.anna, "table join")
    assert kept_out.text == SENTENCES[Why.KNOWS_THE_HANDS]()
    await house.presses(house.boris, house.screen(), "admit", ADMIT)
    assert f"Agreed: <@{house.boris.id}>." in house.screen().text
    assert (await house.types(house.anna, "table join")).text == kept_out.text
    await house.types(house.clara, "turn", act=f"substitute {ADMIT}")
    await house.types(house.anna, "table join")
    assert house.table.belongs(UserId(house.anna.id))
    assert words.PLAYS_TOO() in house.screen().text and "admit" not in house.screen().verbs()


async def test_who_brought_the_deals_and_was_forgotten_does_not_come_back_as_somebody_else(
    house: Club,
) -> None:
    """Nor does anybody who was not there before, since nobody can tell them apart; those who sit play on."""
    await opens(house)
    await house.types(house.boris, "table join")
    await house.types(house.anna, "privacy forget", sure="yes")
    for who in (house.anna, house.clara):
        refused = await house.types(who, "table join")
        assert refused.private and refused.text == words.BRINGER_FORGOTTEN()
    await house.types(house.boris, "table leave")
    assert (await house.types(house.anna, "table join")).text == words.BRINGER_FORGOTTEN()
    assert (await house.types(house.boris, "table join")).text != words.BRINGER_FORGOTTEN()
    await house.restart()
    assert (await house.types(house.anna, "table join")).text == words.BRINGER_FORGOTTEN()
    await house.types(house.boris, "table start")
    assert house.table.state.rubber is not None


async def test_nor_do_they_come_into_the_evening_to_which_they_brought_them(house: Club) -> None:
    await house.types(
        house.ivan, "evening open", kind="pairs", game="contract", boards=2, rounds=3, deals=("my.pbn", PLAIN)
    )
    await house.types(house.anna, "evening join")
    await house.types(house.ivan, "privacy forget", sure="yes")
    for who, partner in ((house.ivan, None), (house.clara, None), (house.anna, house.ivan)):
        named: dict[str, Any] = {"partner": partner.user} if partner is not None else {}
        refused = await house.types(who, "evening join", **named)
        assert refused.private and refused.text == words.BRINGER_FORGOTTEN()
    assert len(the_evening(house).state.entrants) == 1


async def test_the_files_hands_are_dealt_also_by_another_process_and_count_for_nothing(house: Club) -> None:
    await opens(house, TWO)
    for who in (house.boris, house.clara, house.david, house.ivan):
        await house.types(who, "table join")
    await house.types(house.boris, "table start")
    if house.table.state.rubber is not None and house.table.state.rubber.seats_open:
        await house.types(house.at(house.table.state.rubber.dealer), "turn", act="seat S")
    await house.restart()
    assert house.table.state.deal is not None
    assert house.table.state.deal.dealt.hands == BOARDS[0].hands
    assert words.NOT_PLAYING() in house.screen().text
    assert "are vulnerable" in house.screen().text or "nobody is vulnerable" in house.screen().text
    await plays_on(house, until=1)
    await house.env.settle()
    checked = await house.types(house.david, "deal", show="verify")
    assert checked.text == words.hands_were_brought(1, f"<@{house.anna.id}>")
    table = await plays_on(house, until=2)
    assert not is_counted(table.state)
    assert table.closed and table.state.last is not None
    assert table.state.last.hands == BOARDS[1].hands
    for who in house.everybody:
        assert not await house.bot.services.tables._log.has_played(UserId(who.id))


@pytest.fixture
def everything_logged(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.DEBUG)
    return caplog


async def test_a_bad_file_is_told_in_a_sentence_and_nothing_is_opened_or_logged_of_it(
    house: Club, everything_logged: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = [
        (
            b'[Board "1"]\n[Deal "N:AKQJT98765432 ... ... ..."]',
            "my.pbn",
            "Line 2 of the file, board 1, `Deal`: I cannot read the hands.",
        ),
        (
            TWO.replace(b"Dealer", b"Dealr"),
            "my.pbn",
            f"Line {DEALER_AT} of the file, board 1: this tag is misspelt, and has to read `Dealer`.",
        ),
        (b"nothing", "my.lin", words.FLAWS[Flaw.NO_DEALS]()),
        (PLAIN, "my.doc", words.NOT_A_FILE_OF_DEALS()),
        (PLAIN, "pbn", words.NOT_A_FILE_OF_DEALS()),
        (b" " * (LARGEST_FILE + 1), "my.PBN", words.FILE_TOO_LARGE()),
    ]
    for data, name, sentence in cases:
        answer = await opens(house, data, name)
        assert answer.private and answer.text == sentence, name
    monkeypatch.setattr(house.env.backend.cdn, "get", lambda url: None)
    assert (await opens(house)).text == words.FILE_NOT_THERE()
    assert house.bot.services.tables.stream_in(house.room.id) is None
    assert "AKQJT98765432" not in everything_logged.text


async def test_a_game_with_another_pack_takes_no_file(house: Club) -> None:
    for game in ("cottons_whist", "dummy_whist"):
        assert (await opens(house, game=game)).text == SENTENCES[Why.NOT_FOR_BROUGHT]()
    assert house.bot.services.tables.stream_in(house.room.id) is None


async def test_at_duplicate_all_tables_play_the_deals_of_the_file_and_the_evening_ends_with_them(
    house: Club,
) -> None:
    opened = await house.types(
        house.ivan,
        "evening open",
        kind="pairs",
        game="contract",
        boards=2,
        rounds=3,
        signal=False,
        deals=("my.pbn", PLAIN[: PLAIN.index(b'[Event "A class', PLAIN.index(b'[Board "3"]'))]),
    )
    assert opened.private and not opened.buttons and "evening" in opened.text.lower()
    assert f"<@{house.ivan.id}> brought 3 deals in a file" in await comes(house, "They know the hands")
    assert "sealed" not in shown(house, "They know the hands")
    refused = await house.types(house.ivan, "evening join")
    assert refused.text == EVENING_SENTENCES[EveningWhy.KNOWS_THE_HANDS]()
    with_them = await house.types(house.anna, "evening join", partner=house.ivan.user)
    assert with_them.text == refused.text
    for who in house.four:
        await house.types(who, "evening join")
    await house.types(house.ivan, "evening direct", what="begin")
    await house.env.settle()
    evening = the_evening(house)
    assert evening.state.last_round == 2
    dealt = [one.state.deal.dealt for one in tables(house) if one.state.deal is not None]
    assert {(one.hands, one.dealer) for one in dealt} == {(BOARDS[0].hands, BOARDS[0].dealer)}
    at = next(tables(house))
    assert at.state.rubber is not None
    assert at.state.rubber.standing.games == tuple(map(int, BOARDS[0].vulnerable))
    await play_on(house)
    await house.env.settle()
    assert evening.closed and {one.board for one in evening.state.scored} == {1, 2, 3}
    assert len(evening.state.rounds) == 2
    kept = await house.bot.services.evenings._log.load_evening(evening.id)
    assert kept is not None and not any(isinstance(one.event, EveningReckoned) for one in kept.events)


async def test_where_losers_move_no_file_is_taken(house: Club) -> None:
    answer = await house.types(house.anna, "evening open", kind="progressive", deals=("my.pbn", PLAIN))
    assert answer.text == EVENING_SENTENCES[EveningWhy.FILE_NEEDS_DUPLICATE]()
