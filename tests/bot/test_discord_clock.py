"""Discord's time is found from what Discord dates, whatever this machine's clock says."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime, formatdate
from itertools import product

import pytest

from bot.clocks import TOLERATED, DiscordClock, elapsed, http_date, retry_after

NOON = 1_700_000_000.0


class Machine:
    """Discord's time, and a machine that has run for a while by a clock of its own."""

    def __init__(self, ahead: float = 0.0) -> None:
        self.discord = NOON
        self.ahead = ahead
        self.running = 5_000.0
        self.clock = DiscordClock(lambda: self.discord + self.ahead, lambda: self.running)

    def passes(self, seconds: float) -> None:
        self.discord += seconds
        self.running += seconds

    def asks(self, there: float = 0.05, back: float = 0.05, wrong: float = 0.0) -> None:
        """One request, so many seconds on its way there and back; whoever dates its answer is so many seconds
        ahead of Discord."""
        sent = self.running
        self.passes(there)
        date = format_datetime(datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=self.discord + wrong))
        self.passes(back)
        self.clock.dated(date, sent, self.running)

    @property
    def error(self) -> float:
        return self.clock.now() - self.discord


def warnings(caplog: pytest.LogCaptureFixture) -> Sequence[str]:
    return [one.getMessage() for one in caplog.records if one.levelno == logging.WARNING]


def test_until_discord_has_answered_the_machines_clock_is_believed() -> None:
    machine = Machine(ahead=60)
    machine.clock.passed(NOON - 300)
    assert machine.error == 60


@pytest.mark.parametrize("ahead", [0, 60, -60, 86_400])
def test_an_interaction_is_as_old_as_it_is_by_discords_clock_whatever_the_machines(ahead: float) -> None:
    machine = Machine(ahead)
    machine.asks()
    for age in (0.2, 59, 61, 300):
        made = machine.discord - age
        machine.clock.passed(made)
        assert abs(machine.clock.now() - made - age) < 0.6


@pytest.mark.parametrize("ahead", [0, 60, -60, 86_400])
def test_after_one_answer_the_time_is_known_to_a_second_whatever_the_machines_clock(ahead: float) -> None:
    machine = Machine(ahead)
    machine.passes(0.7)
    machine.asks()
    assert abs(machine.error) < 0.6
    machine.passes(3600)
    assert abs(machine.error) < 0.6


def test_more_answers_narrow_it_to_their_time_on_the_way() -> None:
    machine = Machine(ahead=60)
    for _ in range(30):
        machine.asks()
        machine.passes(0.37)
    assert abs(machine.error) < 0.1


def test_an_answer_that_was_long_on_its_way_spoils_nothing() -> None:
    machine = Machine()
    for _ in range(30):
        machine.asks()
        machine.passes(0.37)
    before = machine.error
    machine.asks(there=0.1, back=20)
    machine.asks(there=20, back=0.1)
    assert abs(machine.error - before) < 0.1


def test_a_machines_clock_that_is_set_anew_moves_nothing() -> None:
    machine = Machine()
    machine.asks()
    before = machine.error
    machine.ahead = 3600
    assert machine.error == before


def test_after_a_sleep_that_nothing_counted_the_next_two_things_from_discord_are_believed() -> None:
    hears = (Machine.asks, lambda machine: machine.clock.passed(machine.discord - 0.2))
    for first, second in product(hears, hears):
        machine = Machine()
        machine.asks()
        machine.discord += 600
        assert machine.error < -599
        first(machine)
        assert machine.error < -599
        machine.passes(2.5)
        second(machine)
        assert abs(machine.error) < 1


YEAR = 365 * 86_400.0
YEAR_ONE = 978_307_200 - NOON
"""A date in the year 0001 is read as one in 2001 (RFC 5322, 4.3)."""


@pytest.mark.parametrize("wrong", [YEAR_ONE, -10 * YEAR, -3600, -30, 30, 3600, YEAR, 10 * YEAR])
def test_one_date_that_is_wrong_moves_nothing_and_two_that_agree_are_believed_until_two_others_do(
    wrong: float,
) -> None:
    """Presses come in between. What only says that a moment has passed says nothing against a date behind."""
    machine = Machine()
    for _ in range(3):
        machine.asks()
        machine.asks(wrong=wrong)
        machine.clock.passed(machine.discord - 0.2)
        assert abs(machine.error) < 0.6
    machine.asks()
    for ahead in (wrong, 0.0):
        machine.asks(wrong=ahead)
        assert abs(machine.error - ahead) > 1
        machine.asks(wrong=ahead)
        assert abs(machine.error - ahead) < 1


@pytest.mark.parametrize("wrong", [YEAR_ONE, -10 * YEAR, -3 * 86_400, 3 * 86_400, YEAR, 10 * YEAR])
def test_a_first_date_that_is_far_from_the_machines_is_not_believed_before_a_second_one_agrees(
    wrong: float,
) -> None:
    """Either may be wrong: whoever dated the answer, or the machine, whose clock began in 1970."""
    machine = Machine(ahead=2.0)
    machine.asks(wrong=wrong)
    assert machine.error == pytest.approx(2.0)
    machine.asks()
    assert abs(machine.error) < 0.6
    machine = Machine(ahead=wrong)
    machine.asks()
    assert machine.error == pytest.approx(wrong)
    machine.asks()
    assert abs(machine.error) < 0.6


def test_a_date_without_a_zone_is_greenwichs_whatever_the_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Kolkata")
    time.tzset()
    try:
        assert http_date("Tue, 14 Nov 2023 22:13:20 -0000") == NOON
        assert http_date("Tue, 14 Nov 2023 22:13:20 GMT") == NOON
        assert http_date("Mon, 01 Jan 0001 00:00:00 +2359") is not None
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_date_before_which_nothing_is_to_be_asked_is_judged_by_that_of_its_answer_and_an_hour_is_most() -> (
    None
):
    """The machine's clock is years off either."""
    for later, waited in ((90, 90.0), (-5, 0.0), (3600, 3600.0), (10 * YEAR, 3600.0)):
        headers = {"Retry-After": formatdate(NOON + later), "Date": formatdate(NOON)}
        assert retry_after(headers) == waited
    assert retry_after({"Retry-After": formatdate(NOON)}) == 0.0
    assert retry_after({"Retry-After": "86400"}) == 86_400.0


def test_an_interaction_that_comes_late_moves_nothing() -> None:
    machine = Machine()
    machine.asks()
    before = machine.error
    machine.clock.passed(machine.discord - 300)
    assert machine.error == before


def test_an_answer_without_a_date_that_can_be_read_moves_nothing() -> None:
    machine = Machine(ahead=60)
    for date in ("", "yesterday", "Tue, 99 Foo 2026 00:00:00 GMT"):
        machine.clock.dated(date, machine.running, machine.running)
    assert machine.error == 60


@pytest.mark.parametrize(("ahead", "said"), [(61, "61 seconds ahead of"), (-61, "61 seconds behind")])
def test_a_wrong_clock_is_told_once_until_it_is_right_again(
    ahead: float, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    machine = Machine(ahead)
    for _ in range(10):
        machine.asks()
        machine.passes(0.37)
    (line,) = warnings(caplog)
    assert said in line
    machine.ahead = 0
    machine.asks()
    machine.asks()
    assert [one.levelno for one in caplog.records] == [logging.WARNING, logging.INFO]
    machine.ahead = ahead
    machine.asks()
    assert len(warnings(caplog)) == 2


def test_a_clock_that_is_a_little_wrong_is_not_worth_a_line(caplog: pytest.LogCaptureFixture) -> None:
    machine = Machine(ahead=TOLERATED - 0.6)
    machine.asks()
    assert not warnings(caplog)


def test_the_seconds_that_have_elapsed_never_run_backwards() -> None:
    seen = [elapsed() for _ in range(100)]
    assert seen == sorted(seen)
