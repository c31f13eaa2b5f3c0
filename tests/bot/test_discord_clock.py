"""Discord's time is found from what Discord dates, whatever this machine's clock says."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from email.utils import formatdate

import pytest

from bot.clocks import TOLERATED, DiscordClock, elapsed

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

    def asks(self, there: float = 0.05, back: float = 0.05) -> None:
        """One request, so many seconds on its way there and back."""
        sent = self.running
        self.passes(there)
        date = formatdate(self.discord, usegmt=True)
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


def test_after_a_sleep_that_nothing_counted_the_next_thing_from_discord_is_believed() -> None:
    for hears in (Machine.asks, lambda machine: machine.clock.passed(machine.discord - 0.2)):
        machine = Machine()
        machine.asks()
        machine.discord += 600
        assert machine.error < -599
        hears(machine)
        assert abs(machine.error) < 1


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
