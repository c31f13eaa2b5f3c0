"""Who is reminded of the deal of the day, and when."""

from __future__ import annotations

from datetime import UTC, datetime

from bot.messages.reminders import is_due
from ports.records import Attempt, TableId, UserId

TODAY = "2026-11-24"


def at(day: int, hour: int, minute: int = 0) -> float:
    return datetime(2026, 11, day, hour, minute, tzinfo=UTC).timestamp()


def play(day: int, hour: int, *, over: bool = True) -> Attempt:
    began = at(day, hour)
    ended = began + 300 if over else None
    return Attempt(
        TableId("7f3a9c01"), f"2026-11-{day}", UserId(1), "", began, ended, 8 if over else None, ()
    )


def test_somebody_is_reminded_from_the_hour_on_at_which_they_played_the_day_before() -> None:
    yesterday = [play(23, 21)]
    assert not is_due(yesterday, TODAY, at(24, 20, 59))
    assert is_due(yesterday, TODAY, at(24, 21))


def test_nobody_is_reminded_who_has_begun_today_or_did_not_play_yesterday() -> None:
    assert not is_due([play(23, 21), play(24, 9, over=False)], TODAY, at(24, 22))
    assert not is_due([play(22, 21)], TODAY, at(24, 22))
    assert not is_due([play(23, 21, over=False)], TODAY, at(24, 22))
    assert not is_due([], TODAY, at(24, 22))
