"""Answers that take longer than Discord waits: whatever Discord refuses on the way, they end in words.

Each case is done once as it should be, and every call that the bot makes after the deferral is noted. Then it
is done again for each of these calls and each of these errors, with that one call refused.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import pytest
from simcord.backend import Backend
from simcord.types import HttpLogEntry

from bot.preferences import House
from bot.tables.past_deals import Analyses
from bot.worker_pool import WorkerPool
from playground.copying import copied
from screens.analysis import SHOWN_ALREADY
from screens.words.discord_refusals import NO_THREADS_HERE
from tests.cogs.test_after import result
from tests.each import mostly_long
from tests.solver import needs_solver
from tests.trials.stage.club import Club, club
from tests.trials.stage.guard import HANGS_AFTER
from tests.trials.stage.seen import Answer, Screen

ERRORS: Final = (
    (400, 160006),  # too many threads
    (400, 50035),  # the form of the message
    (400, 50024),  # not in a channel of this kind
    (400, 30033),  # one that has no sentence of its own
    (403, 50013),  # a permission
    (403, 50001),  # no access
    (404, 10003),  # the channel
    (404, 10008),  # the message
    (413, 40005),  # too large
    (429, 0),
    (500, 0),
)
"""The status and the code of each refusal."""
THINKS, ACKNOWLEDGES = 5, 6


class Refusals(list[dict[str, Any]]):
    """The faults of a simulated Discord: the call of this number after a deferral is refused, once."""

    def __init__(self, discord: Backend) -> None:
        super().__init__()
        self._discord = discord
        self.calls: list[HttpLogEntry] = []
        """Those after the deferral."""
        self.thinks = False
        """Whether Discord showed meanwhile that the bot thinks."""
        self.number, self.error = -1, (0, 0)

    def expect(self, number: int, error: tuple[int, int]) -> None:
        self.calls, self.number, self.error = [], number, error
        self._discord.http_requests.clear()

    def end(self) -> None:
        self.number = -1

    def __iter__(self) -> Iterator[dict[str, Any]]:  # once for each call
        *before, call = self._discord.http_requests
        kind = next(filter(None, map(_deferral, before)), None)
        if kind is None:
            return iter(())
        self.thinks = kind == THINKS
        self.calls.append(call)
        if len(self.calls) - 1 != self.number:
            return iter(())
        status, code = self.error
        fault = {"method": "*", "path": "*", "times": None, "status": status, "code": code}
        return iter([{**fault, "message": "refused by the test"}])


def _deferral(call: HttpLogEntry) -> int | None:
    """Discord's number for the answer, if it is one that says that another comes."""
    kind = call.json["type"] if call.path.endswith("/callback") and call.json is not None else None
    return kind if kind in (THINKS, ACKNOWLEDGES) else None


def told(house: Club, answer: Answer, pressed: Screen | None) -> bool:
    """Whether an interaction has ended in words: something new is there to be read, and nowhere does Discord
    show that the bot thinks."""
    original, followups = answer.result.response, answer.result.followups
    if original is not None and original.flags.loading:
        return False
    if followups or original is None:
        return all(house.seen(one).text for one in followups) and bool(followups)
    shown = house.seen(original)
    changed = pressed is None or (shown.text, shown.buttons) != (pressed.text, pressed.buttons)
    return bool(shown.text) and changed


async def threaded(house: Club) -> None:
    """A table stands, and the server has each further one in a thread."""
    await house.bot.services.preferences.change_server(house.guild.id, lambda _: House(threads=True))
    await house.types(house.anna, "table open")


async def a_deal(house: Club) -> None:
    await house.playing(cards=51)
    await house.plays_a_card()


async def cards_played(house: Club) -> None:
    await house.playing(cards=5)


async def a_rubber(house: Club) -> None:
    await house.begun()
    await house.plays_out_the_rubber()


async def tables_in_threads_close(house: Club) -> None:
    tables = house.bot.services.tables
    for table, place in list(tables.places.items()):
        if place.channel != house.room.id:
            with house.inside():
                await tables.close(table)


async def nothing_is_shown_to_all(house: Club) -> None:
    house.bot.services.analyses._shown.clear()


async def no_token_is_known(house: Club) -> None:
    """So that a press on the table is acknowledged first, for the token by which it can follow."""
    house.bot.services.posting.tokens._grips.clear()


async def nothing(house: Club) -> None: ...


async def the_result(house: Club) -> Screen:
    return result(house)


async def the_list(house: Club) -> Screen:
    return await house.presses(house.anna, result(house), "more")


async def an_analysis(house: Club) -> Screen:
    return await house.types(house.anna, "deal", show="analyse")


async def a_replay(house: Club) -> Screen:
    return await house.looks(house.anna, result(house), "replay")


async def the_table(house: Club) -> Screen:
    return house.screen()


@dataclass(frozen=True)
class Case:
    ready: Callable[[Club], Awaitable[None]]
    command: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    on: Callable[[Club], Awaitable[Screen]] = the_result
    """The message on which a button is pressed, if it is no command."""
    verb: str = ""
    what: str = ""
    again: Callable[[Club], Awaitable[None]] = nothing
    """Done before each try."""


TOO_MANY: Final = (
    "This server has as many open threads as Discord allows: when one is archived, there is room again."
)
UNREACHABLE: Final = "Discord cannot be reached now: try again in a minute."

CASES: Final[Mapping[str, Case]] = {
    "a table in a thread": Case(threaded, "table open", again=tables_in_threads_close),
    "picture": Case(a_deal, "deal", {"show": "picture"}),
    "picture, by its button": Case(a_deal, on=the_list, verb="picture"),
    "stats": Case(a_rubber, "stats"),
    "record": Case(a_deal, "deal", {"show": "record"}),
    "record of a rubber": Case(a_deal, "deal", {"show": "rubber"}),
    "record, by its button": Case(a_deal, on=the_list, verb="record"),
    "privacy export": Case(a_deal, "privacy export"),
    "privacy forget": Case(a_deal, "privacy forget", {"sure": "yes"}),
    "analyse": Case(a_deal, "deal", {"show": "analyse"}),
    "analyse, by its button": Case(a_deal, on=the_list, verb="analyse"),
    "analyse, to all": Case(a_deal, on=an_analysis, verb="analyse", again=nothing_is_shown_to_all),
    "analyse, in a replay": Case(a_deal, on=a_replay, verb="replay", what="in:analyse"),
    "a look from the table": Case(cards_played, on=the_table, verb="score", again=no_token_is_known),
}


class Trying:
    """Does a case again and again."""

    def __init__(self, house: Club, case: Case) -> None:
        self._house, self._case = house, case
        self.refusals = Refusals(house.env.backend)
        house.env.backend.faults = self.refusals
        self._on: tuple[Screen, Any] | None = None

    async def ready(self) -> None:
        await self._case.ready(self._house)
        if not self._case.command:
            on = await self._case.on(self._house)
            self._on = on, copied(self._house.stored(on).components)

    async def ended_in_words(self, number: int, error: tuple[int, int]) -> bool:
        """Where the call of this number is refused."""
        house, case = self._house, self._case
        await case.again(house)
        self.refusals.expect(number, error)
        try:
            if self._on is None:
                return told(house, await house.types(house.anna, case.command, **case.options), None)
            on, components = self._on
            self._house.stored(on).components = copied(components)
            pressed = house.seen(on.message)
            answer = await house.presses(house.anna, pressed, case.verb, case.what)
            return told(house, answer, pressed)
        finally:
            self.refusals.end()


@pytest.fixture
async def thinking(tmp_path: Path) -> AsyncIterator[Club]:
    """A club in which Discord refuses, and whose bot has a worker."""
    async with club(tmp_path / "tables.sqlite3", check_errors=False) as house:
        workers = WorkerPool(1)
        services = house.bot.services
        house.bot.services.analyses = Analyses(services.tables, workers, HANGS_AFTER)
        yield house
        await workers.close()


@needs_solver
@pytest.mark.parametrize("case", mostly_long(CASES, short=[*CASES][::3]))
async def test_what_was_deferred_ends_in_words_whichever_call_discord_refuses_after_it(
    thinking: Club, case: str
) -> None:
    trying = Trying(thinking, CASES[case])
    await trying.ready()
    assert await trying.ended_in_words(-1, (0, 0))
    calls = list(trying.refusals.calls)
    assert calls, "nothing was deferred"
    if trying.refusals.thinks:  # a new message in its place is an old way, which Discord wants given up
        assert {one.method for one in calls if one.path.startswith("/webhooks/")} == {"PATCH"}
    silent = []
    for number, call in enumerate(calls):
        for error in ERRORS:
            if not await trying.ended_in_words(number, error):
                silent.append(f"{call.method} {call.path}: {error}")
    assert silent == []


async def test_words_come_a_little_later_where_discord_refuses_every_way_to_say_them(
    house: Club, caplog: pytest.LogCaptureFixture
) -> None:
    """The log tells the host of each refusal."""
    caplog.set_level("INFO", "cogs.interactions")
    await a_deal(house)
    house.env.inject_error("PATCH", "/webhooks/*", status=500, times=6)  # the files, and words in their place
    house.env.inject_error("POST", "/webhooks/*", status=502)
    answer = await house.types(house.anna, "deal", show="record")
    assert answer.text == "Discord did not take my answer. " + UNREACHABLE
    told = [re.sub(r"interaction \d{19}", "it", line) for line in caplog.messages]
    assert told == [f"it could not be answered: HTTPException {status} (0)" for status in (500, 502)]


async def test_somebody_is_told_what_discord_refused_and_what_helps(frail: Club) -> None:
    house = frail  # a form that was refused is noted as an error
    await a_deal(house)
    for (status, code), sentence in {
        (413, 40005): "This is too large for Discord: ask for less, for example one deal.",
        (413, 0): "This is too large for Discord: ask for less, for example one deal.",
        (429, 0): "Discord asks me to wait before I do that again: try again in a minute.",
        (400, 50035): "Discord cannot show the message as I made it. That is my fault, and it is noted.",
        (400, 30033): "Discord's error is 30033: if it happens again, tell whoever runs this bot.",
        (502, 0): UNREACHABLE,
    }.items():
        # what may pass is tried twice more, and a form that is refused once more as plain text
        times = 3 if status in (429, 502) else 2 if code == 50035 else 1
        house.env.inject_error("PATCH", "/webhooks/*", status=status, code=code, times=times)
        answer = await house.types(house.anna, "deal", show="record")
        assert answer.text == f"Discord did not take my answer. {sentence}", (status, code)
    house.env.inject_error("PATCH", "/webhooks/*", status=403, code=50013)
    answer = await house.types(house.anna, "deal", show="record")
    assert answer.text.startswith("I need this permission here: Attach Files.")


async def test_a_thread_that_discord_has_opened_though_its_answer_was_lost_is_that_of_the_table(
    house: Club,
) -> None:
    """The library would ask for another, and leave the first to the channel without a table."""
    await threaded(house)
    house.wire.forgets_once = ["/threads"]
    answer = await house.types(house.boris, "table open")
    (thread,) = (one.id for one in house.env.backend.channels.values() if one.is_thread)
    assert not house.wire.forgets_once and f"<#{thread}>" in answer.text
    assert house.bot.services.tables.stream_in(thread) is not None


async def test_tables_that_are_opened_at_once_have_threads_of_their_own_though_the_answers_were_lost(
    house: Club,
) -> None:
    await threaded(house)
    house.wire.forgets_once = ["/threads", "/threads"]
    with house.at_once():
        for who in (house.boris, house.clara):
            await who.slash(house.room, "table open")
    await house.env.settle()
    threads = [one.id for one in house.env.backend.channels.values() if one.is_thread]
    assert not house.wire.forgets_once and len(threads) == 2
    assert None not in [house.bot.services.tables.stream_in(one) for one in threads]


async def test_a_table_whose_thread_is_refused_is_not_opened_and_its_opener_told_why(house: Club) -> None:
    await threaded(house)
    for (status, code), sentence in {
        (400, 160006): TOO_MANY,
        (403, 50013): "I lack a permission here that an administrator can give me.",
        (403, 50001): "I cannot see this channel: an administrator can give me View Channel.",
        (500, 0): UNREACHABLE,
    }.items():
        times = None if status == 500 else 1  # what may pass is tried again
        house.env.inject_error("POST", "/channels/*/threads", status=status, code=code, times=times)
        answer = await house.types(house.boris, "table open")
        assert answer.text == f"No table is opened, since Discord refused its thread. {sentence}"
    assert len(house.bot.services.tables.places) == 1


async def test_where_a_channel_can_have_no_threads_for_tables_a_further_table_is_refused(house: Club) -> None:
    """Those of announcement channels are of a kind of their own."""
    await threaded(house)
    for channel in (house.guild.create_news_channel("news"), house.guild.create_voice_channel("chat")):
        await house.types(house.anna, "table open", channel=channel)
        answer = await house.types(house.boris, "table open", channel=channel)
        assert answer.text == NO_THREADS_HERE()
    assert len(house.bot.services.tables.places) == 3


@needs_solver
async def test_an_analysis_that_discord_did_not_show_to_all_can_be_shown_again(thinking: Club) -> None:
    house = thinking
    await a_deal(house)
    mine = await house.types(house.anna, "deal", show="analyse")
    for _ in range(3):  # with its picture, without, and plainly
        house.env.inject_error("POST", "/webhooks/*", status=400, code=50035)
    refused = await house.presses(house.anna, mine, "analyse")
    assert refused.private and refused.text.startswith("Discord did not take my answer.")
    shown = await house.presses(house.anna, mine, "analyse")
    assert not shown.private and "Deal 1, analysed" in shown.text


@needs_solver
async def test_an_analysis_that_discord_has_shown_to_all_though_its_answer_was_lost_is_not_shown_again(
    thinking: Club,
) -> None:
    house = thinking
    await a_deal(house)
    mine = await house.types(house.anna, "deal", show="analyse")
    house.wire.forgets_once = ["POST /webhooks/"]
    await house.presses(house.anna, mine, "analyse")
    assert "Deal 1, analysed" in house.screen().text
    again = await house.presses(house.anna, mine, "analyse")
    assert again.private and again.text == SHOWN_ALREADY()


@needs_solver
async def test_an_analysis_that_was_not_sent_since_nobody_knew_of_the_first_answer_can_be_shown(
    thinking: Club,
) -> None:
    """The reply to the first answer is lost, and Discord does not say whether it has that; they are told."""
    house = thinking
    await a_deal(house)
    mine = await house.types(house.anna, "deal", show="analyse")
    house.wire.keeps, house.wire.loses = "/callback", "/messages/@original"
    told = await house.presses(house.anna, mine, "analyse")
    house.wire.keeps = house.wire.loses = "nothing"
    assert told.private and told.text.startswith("Discord did not take my answer.")
    shown = await house.presses(house.anna, mine, "analyse")
    assert not shown.private and "Deal 1, analysed" in shown.text
