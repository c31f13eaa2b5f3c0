"""What a host reads: on a terminal marks in colour, long sentences with a margin, a table, how far long
work is and for how long it goes on; elsewhere plain lines, as another program can read them. And the log.

A thread of its own tells how far the work is, so that nothing that works for long without a word leaves the
host in silence. Work that is soon done tells nothing, and does not import what draws the bar.

In the log a fault that repeats is written once and then counted. A fault of the disk or the network is
written in one line, without a traceback. On a terminal a line has the time of day, a mark for a warning or a
fault, and a margin.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import threading
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import TYPE_CHECKING, Final, NamedTuple, TextIO

from bot.host.stops import signals_blocked
from screens.words import hosting as words
from storage.engine import Part
from storage.ports.storage import StorageError

SHOWN_AFTER: Final = 0.5
"""Seconds of work before a terminal shows anything."""
LINES: Final = 4.0
"""Seconds between two lines where there is no terminal."""
FRAME: Final = 0.25
"""Seconds between two pictures of the bar. Drawing costs the work some of its processor."""

PARTS: Final = {
    Part.BACKING_UP: words.BACKING_UP,
    Part.CHECKING: words.CHECKING,
    Part.COPYING: words.COPYING,
    Part.COMPARING: words.COMPARING,
    Part.COUNTING: words.COUNTING,
    Part.SHRINKING: words.SHRINKING,
}


def can_draw(out: TextIO) -> bool:
    """Whether lines that have been written can be changed, and have colours."""
    if not out.isatty():
        return False
    from rich.console import Console

    return not Console(file=out).is_dumb_terminal


class Stage(NamedTuple):
    """A part of the work and how far it is, as it was at a moment."""

    part: str
    began: float
    done: float = 0.0
    total: float = 0.0
    waits: bool = False
    """Whether what is done is the time that has passed."""

    def share(self, now: float) -> float | None:
        """From 0 to 1; None if it is not known."""
        done = now - self.began if self.waits else self.done
        return min(1.0, done / self.total) if self.total else None

    def time_left(self, now: float) -> str:
        share = self.share(now)
        return words.time_left((now - self.began) * (1 - share) / share) if share else ""


class HowFar:
    """What is being done, and how much of it has been. ``now`` gives seconds that never run backwards."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._stage = Stage(words.OPENING, now())  # one value: another thread reads it meanwhile

    def step(self, part: Part, done: int, total: int) -> None:
        """So much of a part of the work is done."""
        goes_on = PARTS[part] == self._stage.part
        self._stage = Stage(PARTS[part], self._stage.began if goes_on else self._now(), done, total)

    def begin_wait(self, part: str, seconds: float) -> None:
        """A part has begun that takes so long."""
        self._stage = Stage(part, self._now(), total=seconds, waits=True)

    @property
    def progress_line(self) -> str:
        """In one line."""
        stage, now = self._stage, self._now()
        share = stage.share(now)
        percent = None if share is None else int(100 * share)
        return words.how_far(stage.part, percent, stage.time_left(now))


class Progress(HowFar):
    """Reports progress. It is a context: reporting ends with it, and what was drawn on a terminal is removed.
    What ``Glance`` writes to the same terminal meanwhile stands above the bar."""

    def __init__(self, out: TextIO = sys.stderr, lines: float = LINES) -> None:
        super().__init__()
        self._out, self._lines = out, lines
        self._over = threading.Event()
        self._telling = threading.Thread(target=self._report, name="progress", daemon=True)

    def __enter__(self) -> Progress:
        with signals_blocked():  # no signal reaches that thread, which could not put it off
            self._telling.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._over.set()
        self._telling.join()

    def _report(self) -> None:
        if can_draw(self._out):
            if not self._over.wait(SHOWN_AFTER):
                self._draw()
            return
        while not self._over.wait(self._lines):
            self._out.write(self.progress_line + "\n")
            self._out.flush()

    def _draw(self) -> None:
        from rich import get_console
        from rich.console import Console
        from rich.progress import BarColumn, SpinnerColumn, TaskProgressColumn, TextColumn
        from rich.progress import Progress as Bar

        console = get_console() if self._out is sys.stdout else Console(file=self._out)
        bar = Bar(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[left]}"),
            console=console,
            redirect_stdout=False,
            redirect_stderr=False,
            transient=True,
            auto_refresh=False,  # by a second thread
        )
        with bar:
            part = self._stage.part
            one = bar.add_task(part, total=None, left="")
            while not self._over.wait(FRAME):
                stage, now = self._stage, self._now()
                if stage.part != part:  # a bar that was full once would stay at its end
                    part = stage.part
                    bar.reset(one, total=None, left="")
                if (share := stage.share(now)) is None:
                    bar.update(one, description=part, refresh=True)
                else:
                    left = stage.time_left(now)
                    bar.update(one, description=part, completed=share, total=1.0, left=left, refresh=True)


if TYPE_CHECKING:
    from rich.console import Console


ADDRESS: Final = re.compile(r"https?://\S+")


class Mark(NamedTuple):
    """A sign and its colour, before a sentence."""

    sign: str
    style: str


GOOD: Final = Mark("✔", "green")
DONE: Final = Mark("✔", "bold green")
"""The work is done for which the host has given a command; ``GOOD`` is one of many things that are well."""
NOTE: Final = Mark("●", "yellow")
FAULT: Final = Mark("✘", "bold red")
QUIET: Final = Mark(" ", "")
ASKED: Final = Mark("▶", "bold cyan")


class Glance:
    """Writes to a stream, at once. Without a stream, to what ``print`` writes to."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stdout
        self._console: Console | None = None
        if can_draw(self._out):
            from rich import get_console
            from rich.console import Console

            self._console = get_console() if self._out is sys.stdout else Console(file=self._out)

    def print_line(self, told: str) -> None:
        print(told, file=self._out, flush=True)

    def row(self, mark: Mark, label: str, told: str) -> None:
        """A sentence; ``label`` stands before it where there are no marks."""
        if self._console is None:
            self.print_line(f"{label}{told}")
            return
        from rich.table import Table
        from rich.text import Text

        grid = Table.grid(padding=(0, 1))
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        quiet = "dim" if mark is GOOD else ""
        text = Text(told, quiet)
        for found in ADDRESS.finditer(told):  # it stays whole for a click, though its line is broken
            text.stylize(f"link {found[0]}", *found.span())
        grid.add_row(Text(mark.sign, mark.style), text)
        self._console.print(grid)

    def print_log_line(self, at: str, mark: Mark, told: str, who: str) -> None:
        """A line of a log on a terminal: when, what, and the part of the program that says it."""
        assert self._console is not None
        from rich.table import Table
        from rich.text import Text

        grid = Table.grid(padding=(0, 1))
        for _ in range(2):
            grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        grid.add_row(Text(at, "dim"), Text(mark.sign, mark.style), Text.assemble(told, (f" · {who}", "dim")))
        self._console.print(grid)

    def print_sum(self, mark: Mark, told: str) -> None:
        """The sum of it all."""
        if self._console is None:
            self.print_line(told)
            return
        from rich.panel import Panel
        from rich.text import Text

        self._console.print(Panel.fit(Text(f"{mark.sign} {told}", mark.style), border_style=mark.style))

    def print_table(self, plain: Sequence[str], rows: Sequence[tuple[Mark, str, str, str]]) -> None:
        """Rows of a mark, a word or two for it, what it is about, and what stands below that; ``plain`` where
        there are no marks."""
        if self._console is None:
            for line in plain:
                self.print_line(line)
            return
        from rich.table import Table
        from rich.text import Text

        grid = Table.grid(padding=(0, 1))
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        for mark, word, about, below in rows:
            quiet = "dim" if mark is GOOD else ""
            grid.add_row(Text(mark.sign, mark.style), Text(word, mark.style), Text(about, quiet))
            if below:
                grid.add_row("", "", Text(below))
        self._console.print("", grid, "", sep="\n")


def print_result(mark: Mark, told: str) -> None:
    """What has come of a command, in a sentence; a fault goes to ``stderr``."""
    Glance(sys.stderr if mark is FAULT else sys.stdout).row(mark, "", told)


FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
FIRST: Final = 60.0
"""Seconds for which a repeated line is only counted. Each time it repeats, this doubles,"""
LONGEST_PAUSE: Final = 3600.0
"""up to this many. A line that has not come for so long counts as a new one."""
MOST: Final = 1000
"""How many different lines are remembered."""

_CONNECTION: Final = ("discord.client", "discord.gateway", "discord.shard")
"""The loggers of the library that report its connection to Discord."""


class AsJson(logging.Formatter):
    """One JSON object for each line: the time (UTC), the level, the logger, the message, and a traceback if
    any."""

    def format(self, record: logging.LogRecord) -> str:
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            said["traceback"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


@dataclass(slots=True)
class _Said:
    """A line, and how often it has come since it was last written."""

    record: logging.LogRecord
    pause: float
    until: float  # when it may be written again
    last: float  # when it last came
    unsaid: int = 0


class HostLog(logging.StreamHandler[TextIO]):
    """Writes to a stream. ``clock`` gives seconds that never run backwards."""

    def __init__(
        self, stream: TextIO, clock: Callable[[], float] = time.monotonic, *, as_json: bool = False
    ) -> None:
        super().__init__(stream)
        self._glance = Glance(stream) if not as_json and can_draw(stream) else None
        words = logging.Formatter(FORMAT if self._glance is None else "%(message)s")
        self.setFormatter(AsJson() if as_json else words)
        self._clock = clock
        self._said: dict[Hashable, _Said] = {}

    def emit(self, record: logging.LogRecord) -> None:
        now = self._clock()
        self._tell_counts(now)
        if record.levelno < logging.INFO:
            self._write_record(record)
            return
        key = same_fault(record)
        said = self._said.pop(key, None)
        if said is not None and said.last + LONGEST_PAUSE < now:
            said = None
        if said is None:
            self._write_record(record)
            said = _Said(_in_short(record), FIRST, now + FIRST, now)
        else:
            said.last = now
            said.unsaid += 1
        self._said[key] = said
        if len(self._said) > MOST:
            del self._said[next(iter(self._said))]

    def _write_record(self, record: logging.LogRecord) -> None:
        if self._glance is None:
            super().emit(record)
            return
        level = record.levelno
        mark = FAULT if level >= logging.ERROR else NOTE if level >= logging.WARNING else QUIET
        at = time.strftime("%H:%M:%S", time.localtime(record.created))
        try:
            self._glance.print_log_line(at, mark, self.format(record), record.name)
        except Exception:  # noqa: BLE001 (as StreamHandler does: a log never ends what it tells of)
            self.handleError(record)

    def close(self) -> None:
        """Write the counts of lines that have not been written."""
        self._tell_counts(float("inf"))
        super().close()

    def format(self, record: logging.LogRecord) -> str:
        fault = record.exc_info[1] if record.exc_info else None
        if fault is not None and _from_outside(fault, record.name):
            record = _retold(record, f"{record.getMessage()}: {_fault_name(fault)}")
        return super().format(record)

    def _tell_counts(self, now: float) -> None:
        for said in self._said.values():
            if said.unsaid and said.until <= now:
                times = "once" if said.unsaid == 1 else f"{said.unsaid:,} times"
                told = _retold(said.record, f"{said.record.getMessage()} ... and {times} since")
                told.created = time.time()
                self._write_record(told)
                said.pause = min(2 * said.pause, LONGEST_PAUSE)
                said.until, said.unsaid = now + said.pause, 0


def same_fault(record: logging.LogRecord) -> Hashable:
    """What two lines about the same fault have in common, whichever table or person they are about."""
    template = str(record.msg).partition("\n")[0]
    kind, fault, trace = record.exc_info or (None, None, None)
    if fault is None:
        return record.name, template, _fault_told(record) or str(record.args)
    if isinstance(fault, StorageError) and fault.outside:
        return kind, str(fault)
    return record.name, template, kind, _origin(trace)


def _fault_told(record: logging.LogRecord) -> Hashable:
    """The class and the last place of a fault that is told in words, as workers tell theirs; None if it is
    none."""
    for one in record.args if isinstance(record.args, tuple) else ():
        places = [line for line in str(one).splitlines() if line.startswith(_PLACE)]
        if places:
            return str(one).partition("\n")[0], places[-1]
    return None


_PLACE: Final = '  File "'
"""Begins the line of a traceback that has a file and a line."""


def _origin(trace: TracebackType | None) -> tuple[str, int] | None:
    """The file and line at which an exception was raised."""
    if trace is None:
        return None
    while trace.tb_next is not None:
        trace = trace.tb_next
    return trace.tb_frame.f_code.co_filename, trace.tb_lineno


def _from_outside(fault: BaseException, logger: str) -> bool:
    """Whether the fault is the machine's or the network's, so that a traceback would not help a host."""
    if isinstance(fault, StorageError):
        return fault.outside
    of_the_network = type(fault).__module__.partition(".")[0] in ("aiohttp", "discord")
    return logger in _CONNECTION and (of_the_network or isinstance(fault, OSError))


def _fault_name(fault: BaseException) -> str:
    """The class of a fault and the system's text for it; never the text of a request, which holds tokens."""
    if isinstance(fault, StorageError):
        return f"{type(fault).__name__} {' '.join(map(str, fault.args))}"
    reason = getattr(fault, "strerror", None)
    return f"{type(fault).__name__} {reason}" if reason else type(fault).__name__


def _retold(record: logging.LogRecord, text: str) -> logging.LogRecord:
    """The same line in other words, without a traceback."""
    copy = logging.makeLogRecord(record.__dict__)
    copy.msg, copy.args, copy.exc_info, copy.exc_text = text, None, None, None
    return copy


def _in_short(record: logging.LogRecord) -> logging.LogRecord:
    """The text under which repetitions of a line are counted, with the cause in a word or two."""
    fault = record.exc_info[1] if record.exc_info else None
    cause = f": {_fault_name(fault)}" if fault is not None else ""
    said, _, _ = record.getMessage().partition("\n")
    return _retold(record, f"{said}{cause}")
