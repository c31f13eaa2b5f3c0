"""Long work tells how far it is: with a bar on a terminal, in lines elsewhere, nothing if it is short."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot.host.terminal import HowFar, Progress
from storage.engine import Part

ROOMS = Path(__file__).parents[2]
WORK = """
import logging, sys
from bot.host.terminal import HostLog
from bot.host.terminal import FAULT, GOOD, Glance, Progress
from storage.engine import Part
glance = Glance()
with Progress(sys.stdout, lines=0.01) as progress:
    progress.step(Part.COPYING, 1, 4)
    sys.stdin.read()  # until whoever reads this has seen how far it is
print('rich' in sys.modules)
log = logging.getLogger("bot.app")
log.addHandler(HostLog(sys.stdout))
log.warning("Discord cannot be reached")
glance.row(GOOD, "ok     ", "There is room on the disk.")
glance.print_sum(FAULT, "1 fault.")
"""


def worked(reading: int, writing: int, shown: str) -> str:
    """All that the work writes there, which ends once it has shown this."""
    environment = {"PYTHONPATH": str(ROOMS), "PATH": os.environ["PATH"], "TERM": "xterm-256color"}
    said = b""
    with subprocess.Popen(
        [sys.executable, "-c", WORK], stdin=subprocess.PIPE, stdout=writing, env=environment
    ) as working:
        os.close(writing)
        assert working.stdin is not None
        try:
            while some := os.read(reading, 65536):
                said += some
                if shown.encode() in said and not working.stdin.closed:
                    working.stdin.close()
        except OSError:  # how a terminal ends
            pass
        assert working.wait() == 0, said
    os.close(reading)
    return said.decode()


def test_whenever_another_thread_looks_no_share_is_told_of_another_part_than_its_own() -> None:
    far, told = HowFar(lambda: 0.0), list[str]()

    def looks(*_: object) -> Callable[..., Any]:
        told.append(far.progress_line)
        return looks

    before = sys.gettrace()
    far.step(Part.COPYING, 3, 4)
    sys.settrace(looks)  # before each line
    far.step(Part.COMPARING, 1, 2)
    far.begin_wait("waiting", 5)
    sys.settrace(before)
    shares = [line.partition(" %")[0] for line in told]
    assert list(dict.fromkeys(shares)) == ["copying rows: 75", "comparing rows: 50", "waiting: 0"]


def test_how_far_it_is_and_what_is_left_is_told_of_each_part() -> None:
    at = 0.0
    far = HowFar(lambda: at)
    assert far.progress_line == "opening"
    far.step(Part.COPYING, 0, 400)
    at = 10.0
    far.step(Part.COPYING, 100, 400)
    assert far.progress_line == "copying rows: 25 %, about 30 s left"
    far.step(Part.COMPARING, 1, 400)
    at = 20.0
    far.step(Part.COMPARING, 40, 400)
    assert far.progress_line == "comparing rows: 10 %, about 1 min 30 s left"
    far.begin_wait("waiting", 180.0)
    at = 65.0
    assert far.progress_line == "waiting: 25 %, about 2 min 15 s left"


def test_in_a_pipe_there_are_plain_lines_and_nothing_is_drawn() -> None:
    reading, writing = os.pipe()
    said = worked(reading, writing, "copying rows: 25 %")
    assert "\x1b" not in said and "copying rows: 25 %" in said
    *_, imported, logged, row, end = said.splitlines()
    assert (imported, row, end) == ("False", "ok     There is room on the disk.", "1 fault.")
    assert re.fullmatch(r"[\d-]+ [\d:,]+ WARNING bot.app: Discord cannot be reached", logged)


def test_on_a_terminal_there_is_a_bar_and_marks_in_colour() -> None:
    reading, writing = pty.openpty()
    said = worked(reading, writing, "25%")
    assert "copying rows" in said and "25%" in said and "\x1b[" in said
    assert "✔" in said and "✘ 1 fault." in said
    words = re.sub(r"\x1b\[[\d;?]*[A-Za-z]", "", said).replace("\r", "\n")
    assert re.search(r"^\d\d:\d\d:\d\d ● Discord cannot be reached · bot.app *$", words, re.MULTILINE)


def test_of_what_is_soon_done_nothing_is_told() -> None:
    out = io.StringIO()
    with Progress(out) as progress:
        progress.step(Part.COPYING, 1, 1)
    assert out.getvalue() == ""
