"""Moments that are stored: which there are, and that nothing is deleted by a clock that may be wrong."""

from __future__ import annotations

from typing import Final

import pytest

from bot.clocks import DiscordClock
from rules.challenges import Challenge, Challenged
from rules.seats import Seat
from storage.ports.records import Append, Attempt, Contest, Slot, SlotKey, SlotState, UserId
from storage.store import Store
from storage.streams import AHEAD, KEYS_KEPT
from tests.storage.conftest import Clock
from tests.trials.stage.happenings import HERE, OPENED, OTHER, TABLE, played

YEAR: Final = 365 * 86_400.0


TOLD: Final = frozenset(
    {
        "event.at",
        "slot.not_before",
        "uptime.began",
        "uptime.ended",
        "attempt.began",
        "attempt.ended",
        "contest.made",
        "challenge.made",
        *("challenged.asked", "challenged.answered", "challenged.reminded"),
    }
)


async def test_each_stored_moment_that_lies_ahead_is_named_and_none_that_does_not(
    store: Store, clock: Clock
) -> None:
    assert {one.partition(".")[0] for one in TOLD} == set(AHEAD)
    day, at, key = "2023-11-14", clock.time, SlotKey(TABLE, Slot.of_name("hand:a1"))
    await store.streams.append(Append(TABLE, 0, [OPENED, played()], place=HERE, at=at, slots=[key.slot]))
    await store.slots.note_slots([SlotState(key, wanted=2, not_before=at)])
    await store.uptime.note_period(at - 60, at, 0.0)
    await store.contests.add_contest(Contest(day, "biritch", Seat.NORTH, "strong", bytes(32), at))
    assert await store.contests.begin_attempt(Attempt(OTHER, day, None, "strong", at, at, 1, ()))
    asked = Challenged(UserId(11), at, at, True)
    made = Challenge("f1", "biritch", "strong", at, 0, 1, False, (asked,))
    await store.challenges.begin_challenge(made, ())
    assert await store.checks.moments_ahead() == {}
    clock.time -= YEAR
    rows = {"event": (2, at), "slot": (1, at), "uptime": (1, at), "contest": (1, at), "attempt": (1, at)}
    rows |= {"challenge": (1, at), "challenged": (1, at)}
    assert await store.checks.moments_ahead() == rows


def answer(clock: DiscordClock) -> None:
    for _ in range(2):
        clock.dated("Tue, 14 Nov 2023 22:13:20 GMT", 0.0, 0.1)


@pytest.mark.parametrize("by", [KEYS_KEPT + 60, YEAR, 10 * YEAR])
@pytest.mark.parametrize("answered", [False, True])
async def test_a_start_by_a_clock_that_is_ahead_deletes_no_key_that_is_still_needed(
    store: Store, clock: Clock, by: float, answered: bool
) -> None:
    """Neither before Discord has told the time nor afterwards."""
    await store.streams.append(Append(TABLE, 0, [OPENED], place=HERE, key="a press"))
    discord = DiscordClock(lambda: clock.time + by, lambda: 0.0)
    store.judge_by(discord.now, lambda: discord.has_been_told)
    if answered:
        answer(discord)
    assert await store.streams.forget_old_keys() == 0
    assert await store.contests.forget_marks(discord.now()) == 0
    assert await store.streams.done("a press") is not None


async def test_a_key_that_is_too_old_by_discords_time_goes_whatever_the_machine_says(
    store: Store, clock: Clock
) -> None:
    await store.streams.append(
        Append(TABLE, 0, [OPENED], place=HERE, key="a press", at=clock.time - KEYS_KEPT - 60)
    )
    discord = DiscordClock(lambda: clock.time - YEAR, lambda: 0.0)
    store.judge_by(discord.now, lambda: discord.has_been_told)
    assert await store.streams.forget_old_keys() == 0
    answer(discord)
    assert await store.streams.forget_old_keys() == 1


async def test_the_periods_of_connection_are_read_from_a_moment_on_and_grow_until_they_are_forgotten(
    store: Store,
) -> None:
    for began, ended in ((100.0, 200.0), (300.0, 400.5), (300.0, 450.25), (300.0, 420.0)):
        await store.uptime.note_period(began, ended, 0.0)
    assert await store.uptime.periods(0.0) == ((100.0, 200.0), (300.0, 450.25))
    assert await store.uptime.periods(199.999) == ((100.0, 200.0), (300.0, 450.25))
    assert await store.uptime.periods(200.0) == ((300.0, 450.25),)
    await store.uptime.note_period(500.0, 600.0, 200.0)
    assert await store.uptime.periods(0.0) == ((300.0, 450.25), (500.0, 600.0))
