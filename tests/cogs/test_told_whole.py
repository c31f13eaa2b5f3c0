"""Single sentences and pages: what somebody is told who is refused, or who asks for one thing."""

from __future__ import annotations

import platform
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, NamedTuple

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.errors import AppRefused, AppWhy, NoSuchEvening, NoSuchSheet, NoSuchTable, UnknownPress
from bot.host.version import VERSION
from bot.learning import DAY
from cogs.penalties import read_claim
from cogs.play import _note_after
from cogs.refusals import worded
from cogs.typed import matching
from rules.errors import Refusal, Unreadable
from rules.evening.errors import EveningRefused, EveningWhy
from rules.frozen import replace
from rules.refusals import Refused, Why
from rules.seats import Seat
from rules.sheet.errors import SheetRefused, SheetWhy
from rules.table.requests import ClaimRevoke, TakeBack
from screens.words.languages import spoken
from screens.words.names import ON_PAPER
from screens.words.refusals import NO_SUCH_ACT
from storage.ports.records import UserId
from tests.cogs.evenings import begun as evening_begun
from tests.cogs.evenings import tables
from tests.cogs.hosted import as_hosts_server
from tests.cogs.test_alone import finishes
from tests.cogs.test_learn import pressing
from tests.cogs.test_score import GAME, opened
from tests.trials.stage.club import Club
from tests.trials.stage.seen import Screen, walk
from tests.trials.stage.tables import BORIS, Evening

# What a command answers when it is refused


class Case(NamedTuple):
    why: Refusal
    command: str
    options: Mapping[str, Any] = {}
    ready: Callable[[Club], Awaitable[Any]] | None = None


NO_TABLE: Final = NoSuchTable()
UNREADABLE: Final = Unreadable("x")
"""What is typed as an act and is none."""
NO_DAY: Final = AppRefused(AppWhy.NO_SUCH_DAY)

REFUSED: Final = (
    Case(NO_DAY, "daily", {"what": "seal", "day": "2020-01-01"}),
    Case(NO_DAY, "daily", {"what": "seal", "day": "2026-1-1"}),
    Case(NO_DAY, "daily", {"day": "2026-01-02"}),
    Case(NO_DAY, "deal", {"show": "verify", "day": "2020-01-01"}),
    Case(AppRefused(AppWhy.PLAY_FIRST), "daily", {"what": "replay"}),
    Case(AppRefused(AppWhy.NO_SUCH_WORD), "rules", {"about": "a word that nobody knows"}),
    Case(NoSuchEvening(), "evening show"),
    Case(NoSuchEvening(), "evening show", {"what": "standings"}),
    Case(
        EveningRefused(EveningWhy.NOT_BEGUN), "evening direct", {"what": "call"}, lambda house: lobby(house)
    ),
    Case(NoSuchSheet(), "score pad"),
    Case(NoSuchSheet(), "score undo"),
    Case(SheetRefused(SheetWhy.NO_SUCH_RUBBER), "score pad", {"correct": True, "rubber": 7}, opened),
    Case(NO_TABLE, "turn", {"act": "correct QH"}),
    Case(Refused(Why.NO_PENALTY_OPEN), "turn", {"act": "penalty add"}, Club.renounced),
    Case(UNREADABLE, "turn", {"act": "revoke 100:E"}, Club.renounced),
    Case(UNREADABLE, "turn", {"act": "revoke east"}, Club.renounced),
    Case(UNREADABLE, "turn", {"act": "demand nonsense"}, Club.renounced),
    Case(Refused(Why.NOT_SEATED), "table start", {}, lambda house: house.begun(*house.four[1:])),
)


async def lobby(house: Club) -> None:
    await house.types(house.anna, "evening open", rounds=2)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("case", REFUSED, ids=lambda case: f"{case.command} {dict(case.options)}")
async def test_a_command_that_is_refused_is_answered_by_one_sentence_in_the_language_of_the_asker(
    house: Club, case: Case, language: str
) -> None:
    await house.bot.services.preferences.change_person(
        UserId(house.anna.id), lambda tastes: replace(tastes, language=language)
    )
    if case.ready is not None:
        await case.ready(house)
    answer = await house.types(house.anna, case.command, **case.options)
    with spoken(language):
        told = worded(case.why, ON_PAPER) if case.why != UNREADABLE else NO_SUCH_ACT()
    if case.command == "turn" and case.ready is not None:  # it goes on with what may be done
        assert answer.text.startswith(f"{told.removesuffix('.')}; ") and ". " not in answer.text
        told = answer.text
    assert answer.private and answer.text == told


async def test_who_has_followed_suit_is_told_that_there_is_nothing_to_correct(house: Club) -> None:
    await house.renounced()
    late = f"correct:{house.table.id}:1"
    answer = await house.presses_late(house.at(Seat.SOUTH), house.screen(), late)
    assert answer.private
    assert answer.text == "You followed suit, or your card can no longer be changed."


def test_a_claim_of_a_revoke_names_one_of_at_most_ninety_nine_tricks_and_a_seat() -> None:
    assert read_claim("13:E") == ClaimRevoke(13, Seat.EAST) and read_claim("4:N") == ClaimRevoke(
        4, Seat.NORTH
    )
    for odd in ("100:E", "x:E", ":E", "4:", "4", "4:X", "-1:E", ""):
        with pytest.raises(ValueError):
            read_claim(odd)


# What stands in a list that no message of ours has


async def chooses_oddly(house: Club, seen: Screen, custom_id: str, *values: str) -> Screen:
    """From a list that has these values too, though we never put them there."""
    message = house.stored(seen)
    found = next(one for one in walk(message.components) if one.get("custom_id") == custom_id)
    assert isinstance(found, dict)
    found["options"] += [{"label": value or "-", "value": value} for value in values]
    return await house.chooses_of(house.anna, seen, custom_id, *values)


@pytest.mark.parametrize("odd", ["x", "0", "99"])
async def test_a_lesson_that_there_is_not_is_a_button_that_is_not_known(house: Club, odd: str) -> None:
    menu = await house.types(house.anna, "learn")
    told = await chooses_oddly(house, menu, house.lists(menu)[0], odd)
    assert told.private and told.text == worded(UnknownPress(), ON_PAPER)


@pytest.mark.parametrize("odd", ["x", "0", "2"])
async def test_a_deal_that_is_not_on_the_sheet_cannot_be_corrected(house: Club, odd: str) -> None:
    await opened(house)
    await house.types(house.anna, "score deal", **GAME)
    pick = await house.types(house.anna, "score pad", correct=True)
    told = await chooses_oddly(house, pick, house.lists(pick)[0], odd)
    assert told.private and told.text == "There is no such deal on the sheet."


# What a page tells


async def test_once_the_exercises_of_a_day_are_answered_the_next_come_at_midnight(house: Club) -> None:
    """The simulated Discord begins on 1 January 2026, at 1767225600."""
    today = 1767225600 // DAY
    await house.bot.services.learning.change_progress(
        UserId(house.anna.id),
        lambda one: replace(one, answered=5, day=today, today=5, streak=2, best=3),
    )
    menu = await house.types(house.anna, "learn")
    told = await house.presses_id(house.anna, menu, pressing(menu, "exercise"))
    assert told.text.split("\n")[1] == (
        "That was the last exercise of today. There are new ones <t:1767312000:R>."
    )
    assert [one["label"] for one in told.buttons][:1] == ["All lessons"]


async def test_the_host_is_told_of_which_versions_this_is(house: Club) -> None:
    host, _ = await as_hosts_server(house)
    told = (await house.types(host, "admin")).text
    for version in (VERSION, platform.python_version(), discord.__version__):
        assert version in told


async def test_every_card_of_a_robot_is_explained_in_a_replay(house: Club) -> None:
    """Three robots play to the first trick, and one person."""
    begun = await house.types(house.anna, "play", game="whist_modern", strength="easy")
    await finishes(house, house.anna, begun)
    replay = await house.types(house.anna, "deal", show="replay", deal=1)
    first = await house.presses(house.anna, replay, "replay", "forward")
    played = re.split(r"\n(?=\S+ \*\*(?:North|East|South|West)\*\*)", first.text.replace("\ufe0e", ""))[1:]
    assert len(played) == 4
    assert sorted("\n-# It " in one for one in played) == [False, True, True, True]


async def test_rules_are_told_as_the_server_has_them_and_in_direct_messages_as_is_usual(house: Club) -> None:
    usual = (await house.writes(house.anna, "rules", game="biritch", about="robots")).text
    assert (await house.types(house.anna, "rules", game="biritch", about="robots")).text == usual
    direct = await house.writes(house.anna, "rules", game="biritch")
    assert direct.text.startswith("### Biritch")


async def test_a_threads_evening_is_that_of_its_channel_also_for_who_does_not_play(house: Club) -> None:
    await evening_begun(house, house.anna, house.boris, rounds=2)
    (table,) = tables(house)
    thread = ChannelHandle(house.env, house.guild, house.env.backend.channels[table.place.channel])
    for channel in (house.room, thread):
        told = await house.types(house.ivan, "evening show", what="standings", channel=channel)
        assert told.text.startswith("### "), told.text
    elsewhere = await house.types(house.ivan, "evening show", what="standings", channel=house.parlour)
    assert elsewhere.text == worded(NoSuchEvening(), ON_PAPER)


async def test_who_begins_a_game_alone_without_a_wish_has_that_which_they_played_last(house: Club) -> None:
    await house.types(house.anna, "play", game="vint", strength="easy")
    await house.types(house.boris, "play", game="whist_modern", strength="easy")
    for table in list(house.bot.services.tables._open):
        await house.bot.services.tables.close(table)
    for who, game in ((house.anna, "vint"), (house.boris, "whist_modern")):
        await house.types(who, "play")
        table = await house.bot.services.alone.table_of(UserId(who.id))  # type: ignore[assignment]
        assert table is not None and table.state.game == game  # type: ignore[attr-defined]


# What is said of an act, and what is offered meanwhile


def test_a_card_that_is_asked_back_goes_back_at_once_where_nobody_need_agree() -> None:
    view = Evening(1, "biritch").seat(BORIS).start().cut().view(None)
    assert _note_after(TakeBack(), view) == "Your card is back in your hand."


def test_what_is_offered_is_all_that_fits_the_best_first_and_else_in_its_order() -> None:
    offers = [("A 10", "q10"), ("10 B", "b"), ("1", "c"), ("B 1", "d"), ("1 A", "e"), ("none", "f")]
    assert [one.value for one in matching(offers, "1")] == ["c", "b", "e", "q10", "d"]
    assert [one.name for one in matching(offers, "")] == [name for name, _ in offers]
    # what it means stands before what it is called
    assert [one.value for one in matching(offers, "1", lambda _: "f")] == ["c", "f", "b", "e", "q10", "d"]
