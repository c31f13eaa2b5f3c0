"""Pacing: nothing waits while there is room, and no limit is ever passed."""

from __future__ import annotations

import random
from collections import deque

from bot.screen_sync.rate_limit import PER_SECOND, WINDOW, RateLimit


class Watch:
    """A clock that goes only when it is told to."""

    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


def may_go(rate_limit: RateLimit, channel: int) -> bool:
    """Whether a call may be made at once."""
    waiting = rate_limit.ready(channel)
    try:
        waiting.send(None)
    except StopIteration:
        return True
    waiting.close()
    return False


async def test_as_many_calls_as_are_allowed_go_at_once_and_the_next_waits() -> None:
    watch = Watch()
    rate_limit = RateLimit(5, watch)
    for _ in range(5):
        assert may_go(rate_limit, 1)
        rate_limit.spent(1)
    assert not may_go(rate_limit, 1)
    watch.at += WINDOW - 0.01
    assert not may_go(rate_limit, 1)
    watch.at += 0.01
    assert may_go(rate_limit, 1)


async def test_waiting_takes_nothing_until_a_call_is_made() -> None:
    rate_limit = RateLimit(1, Watch())
    assert all(may_go(rate_limit, 1) for _ in range(10))
    rate_limit.spent(1)
    assert not may_go(rate_limit, 1)


async def test_one_channel_does_not_wait_for_another() -> None:
    rate_limit = RateLimit(1, Watch())
    for channel in range(10):
        assert may_go(rate_limit, channel)
        rate_limit.spent(channel)
    assert not any(may_go(rate_limit, channel) for channel in range(10))
    assert may_go(rate_limit, 10)


async def test_the_whole_bot_keeps_below_discords_limit() -> None:
    watch = Watch()
    rate_limit = RateLimit(5, watch)
    for channel in range(PER_SECOND):
        rate_limit.spent(channel)
    assert PER_SECOND < 50
    assert not may_go(rate_limit, 99_999)
    watch.at += 1.0
    assert may_go(rate_limit, 99_999)


async def test_neither_limit_is_ever_passed() -> None:
    dice, watch = random.Random(7), Watch()
    rate_limit = RateLimit(3, watch)
    made: list[tuple[float, int]] = []
    for _ in range(5000):
        watch.at += dice.choice((0.0, 0.001, 0.01, 0.1))
        channel = dice.randrange(60)
        if may_go(rate_limit, channel):
            rate_limit.spent(channel)
            made.append((watch.at, channel))
    assert len(made) > 500
    recent: deque[tuple[float, int]] = deque()
    for at, channel in made:
        recent.append((at, channel))
        while recent[0][0] <= at - WINDOW:
            recent.popleft()
        assert sum(other == channel for _, other in recent) <= 3
        assert sum(when > at - 1.0 for when, _ in recent) <= PER_SECOND


async def test_channels_long_quiet_are_forgotten() -> None:
    watch = Watch()
    rate_limit = RateLimit(5, watch)
    for channel in range(10_001):
        watch.at += 0.01
        rate_limit.spent(channel)
    assert len(rate_limit._channels) < 1_000
    watch.at += 1.0
    assert may_go(rate_limit, 10_000)


async def test_somebody_who_waits_goes_on_when_there_is_room() -> None:
    watch = Watch()
    rate_limit = RateLimit(1, watch)
    rate_limit.spent(1)
    watch.at += WINDOW - 0.005
    waiting = rate_limit.ready(1)
    watch.at += 0.01
    await waiting
    assert may_go(rate_limit, 1)
