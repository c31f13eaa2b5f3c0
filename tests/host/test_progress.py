"""Long work tells how far it is: in one line on a terminal, in lines elsewhere, nothing if it is short."""

from __future__ import annotations

import io

from bot.host.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def worked(out: io.StringIO, seconds: int) -> str:
    """A hundred steps in so many seconds."""
    at = 0.0
    with Progress(out, lambda: at) as progress:
        for step in range(1, 101):
            at += seconds / 100
            progress.step("copying rows", step, 100)
    return out.getvalue()


def test_without_a_terminal_there_is_a_line_every_five_seconds_with_what_is_left() -> None:
    lines = worked(io.StringIO(), 50).splitlines()
    assert len(lines) == 10
    assert lines[0] == "copying rows: 10 %, about 45 s left"
    assert lines[8] == "copying rows: 90 %, about 5 s left"


def test_on_a_terminal_one_line_changes_and_is_gone_at_the_end() -> None:
    told = worked(Terminal(), 10)
    assert "\n" not in told and told.count("\r") > 30
    assert told.endswith("\r" + " " * 78 + "\r")


def test_of_what_takes_less_than_a_second_nothing_is_told() -> None:
    assert worked(Terminal(), 0) == worked(io.StringIO(), 1) == ""
