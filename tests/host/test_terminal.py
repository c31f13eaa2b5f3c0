"""What a terminal shows a host: marks in colour, a margin beside sentences, a table, a frame, and a bar."""

from __future__ import annotations

import io
import logging
import os
import pty
import re
from collections.abc import Iterator
from typing import Final, TextIO

import pytest

from bot.host.terminal import DONE, FAULT, GOOD, NOTE, QUIET, Glance, HostLog, Progress, print_result
from storage.engine import Part
from tests.trials.stage.guard import until_now

COLOURS: Final = {
    "0": "",
    "2": "dim",
    "32": "green",
    "1;32": "bold green",
    "33": "yellow",
    "1;31": "bold red",
    "1;36": "bold cyan",
}
"""Of what terminals are told (ECMA-48, 8.3.117), what is used here."""


class Terminal:
    """Forty letters wide."""

    def __init__(self) -> None:
        self._reading, writing = pty.openpty()
        self.out: TextIO = os.fdopen(writing, "w")

    def raw(self) -> str:
        """All that has been written since last asked."""
        said = b""
        os.set_blocking(self._reading, False)
        try:
            while some := os.read(self._reading, 65536):
                said += some
        except BlockingIOError:
            pass
        return said.decode().replace("\r\n", "\n")

    def lines(self) -> list[str]:
        """The same as lines, with the name of a colour where it begins: ``<green>✔<> all is well``."""
        named = re.sub(r"\x1b\[([\d;]*)m", lambda code: f"<{COLOURS[code[1]]}>", self.raw())
        links = re.sub(r"\x1b\]8;[^;]*;([^\x1b]*)\x1b\\", lambda link: f"[{link[1]}]", named)
        return [re.sub(r" +(<>)?$", r"\1", line) for line in links.splitlines()]

    def close(self) -> None:
        self.out.close()
        os.close(self._reading)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    for name, value in (("TERM", "xterm-256color"), ("COLUMNS", "40"), ("LINES", "20")):
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR", raising=False)
    opened = Terminal()
    yield opened
    opened.close()


def test_a_sentence_has_a_mark_before_it_and_a_margin_and_its_address_stays_whole(terminal: Terminal) -> None:
    glance = Glance(terminal.out)
    glance.row(GOOD, "ok     ", "There is room for many tables on the disk of this machine.")
    glance.row(
        FAULT, "FAULT  ", "Look at https://discord.com/developers/applications/1234567890 and correct it."
    )
    glance.row(QUIET, "", "It waits.")
    link = "[https://discord.com/developers/applications/1234567890]"
    assert terminal.lines() == [
        "<green>✔<> <dim>There is room for many tables on the<>",
        "  <dim>disk of this machine.<>",
        "<bold red>✘<> Look at",
        f"  {link}https://discord.com/developers/applica[]",
        f"  {link}tions/1234567890[] and correct it.",
        "  It waits.",
    ]


def test_the_sum_of_it_all_stands_in_a_frame_of_its_marks_colour(terminal: Terminal) -> None:
    Glance(terminal.out).print_sum(DONE, "All is well.")
    assert terminal.lines() == [
        "<bold green>╭────────────────╮<>",
        "<bold green>│<> <bold green>✔ All is well.<> <bold green>│<>",
        "<bold green>╰────────────────╯<>",
    ]


def test_a_table_has_a_row_for_each_and_what_stands_below_in_its_last_column(terminal: Terminal) -> None:
    rows = [
        (GOOD, "safe", "the whole database", ""),
        (NOTE, "old", "a backup that nobody has looked at for long", "Make another one now, and look at it."),
    ]
    Glance(terminal.out).print_table(["as lines"], rows)
    assert terminal.lines() == [
        "",
        "<green>✔<> <green>safe<> <dim>the whole database<>",
        "<yellow>●<> <yellow>old <> a backup that nobody has looked",
        "       at for long",
        "       Make another one now, and look at",
        "       it.",
        "",
    ]


def test_a_line_of_the_log_has_the_time_of_day_a_mark_for_what_is_wrong_and_who_says_it(
    terminal: Terminal,
) -> None:
    log = logging.Logger("bot.app")
    log.addHandler(HostLog(terminal.out))
    log.info("ready")
    log.warning("Discord cannot be reached, and is asked again")
    log.error("the disk is full")
    lines = [re.sub(r"^<dim>\d\d:\d\d:\d\d<>", "<dim>TIME<>", line) for line in terminal.lines()]
    assert lines == [
        "<dim>TIME<>   ready<dim> · bot.app<>",
        "<dim>TIME<> <yellow>●<> Discord cannot be reached,",
        "           and is asked again<dim> · bot.app<>",
        "<dim>TIME<> <bold red>✘<> the disk is full<dim> · bot.app<>",
    ]


def test_long_work_draws_a_bar_for_each_part_from_its_beginning_and_leaves_nothing_behind(
    terminal: Terminal,
) -> None:
    said = ""

    def told(words: str) -> bool:
        nonlocal said
        said += terminal.raw()
        return words in plain(said)

    with Progress(terminal.out) as progress:
        until_now(lambda: told("opening"), "the first part")
        progress.step(Part.COPYING, 1, 4)
        until_now(lambda: told("25%"), "a quarter")
        progress.step(Part.COMPARING, 1, 2)
        until_now(lambda: told("50%"), "a half")
    said += terminal.raw()
    pictures = [
        re.sub("[━╸╺]+", "=", one).split(maxsplit=1)[1] for one in plain(said).split("\r") if one.strip()
    ]
    shown = list(dict.fromkeys(re.sub(r"\d+ s left", "N s left", one).rstrip() for one in pictures))
    assert shown == [
        "opening =",
        "copying rows =  25% about N s left",
        "copying rows =   0%",
        "comparing rows =  50% about N s left",
    ]
    assert said.endswith("\x1b[?25h\r\x1b[1A\x1b[2K"), "the cursor is shown again, and the bar's line empty"


def plain(said: str) -> str:
    return re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", said)


def test_on_a_terminal_that_knows_no_colours_and_in_a_file_there_are_plain_lines(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    file = io.StringIO()
    for out in (terminal.out, file):
        glance = Glance(out)
        glance.row(GOOD, "ok     ", "There is room on the disk of this machine for many tables.")
        glance.print_table(["one line", "and another"], [(GOOD, "safe", "the whole database", "")])
        glance.print_sum(FAULT, "1 fault.")
    lines = [
        "ok     There is room on the disk of this machine for many tables.",
        "one line",
        "and another",
        "1 fault.",
    ]
    assert terminal.lines() == file.getvalue().splitlines() == lines


def test_a_fault_is_told_where_programs_tell_of_faults_and_all_else_where_they_answer(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_result(DONE, "A backup has been made.")
    print_result(FAULT, "There is no database.")
    assert capsys.readouterr() == ("A backup has been made.\n", "There is no database.\n")


def test_long_work_tells_a_file_again_and_again_how_far_it_is_in_whole_lines() -> None:
    file = io.StringIO()
    with Progress(file, lines=0.01) as progress:
        progress.step(Part.COPYING, 1, 4)
        until_now(lambda: file.getvalue().count("copying") >= 2, "two lines")
    *lines, last = file.getvalue().split("\n")
    assert last == "" and {
        re.sub(r"\d+ s left", "N s left", line) for line in lines if "copying" in line
    } == {"copying rows: 25 %, about N s left"}
