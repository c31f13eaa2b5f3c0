"""The log that a host reads.

A fault that repeats is written once and then counted. A fault of the disk or the network is written in one
line, without a traceback. On a terminal a line has the time of day, a mark for a warning or a fault, and a
margin.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import UTC, datetime
from types import TracebackType
from typing import Final, TextIO

from bot.host.terminal import FAULT, NOTE, QUIET, Glance, can_draw
from ports.storage import StorageError

FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
FIRST: Final = 60.0
"""Seconds for which a repeated line is only counted. Each time it repeats, this doubles,"""
LONGEST: Final = 3600.0
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
            self._write(record)
            return
        key = _same(record)
        said = self._said.pop(key, None)
        if said is not None and said.last + LONGEST < now:
            said = None
        if said is None:
            self._write(record)
            said = _Said(_in_short(record), FIRST, now + FIRST, now)
        else:
            said.last = now
            said.unsaid += 1
        self._said[key] = said
        if len(self._said) > MOST:
            del self._said[next(iter(self._said))]

    def _write(self, record: logging.LogRecord) -> None:
        if self._glance is None:
            super().emit(record)
            return
        level = record.levelno
        mark = FAULT if level >= logging.ERROR else NOTE if level >= logging.WARNING else QUIET
        at = time.strftime("%H:%M:%S", time.localtime(record.created))
        try:
            self._glance.log(at, mark, self.format(record), record.name)
        except Exception:  # noqa: BLE001 (as StreamHandler does: a log never ends what it tells of)
            self.handleError(record)

    def close(self) -> None:
        """Write the counts of lines that have not been written."""
        self._tell_counts(float("inf"))
        super().close()

    def format(self, record: logging.LogRecord) -> str:
        fault = record.exc_info[1] if record.exc_info else None
        if fault is not None and _from_outside(fault, record.name):
            record = _retold(record, f"{record.getMessage()}: {_named(fault)}")
        return super().format(record)

    def _tell_counts(self, now: float) -> None:
        for said in self._said.values():
            if said.unsaid and said.until <= now:
                times = "once" if said.unsaid == 1 else f"{said.unsaid:,} times"
                told = _retold(said.record, f"{said.record.getMessage()} ... and {times} since")
                told.created = time.time()
                self._write(told)
                said.pause = min(2 * said.pause, LONGEST)
                said.until, said.unsaid = now + said.pause, 0


def _same(record: logging.LogRecord) -> Hashable:
    """What two lines about the same fault have in common, whichever table or person they are about."""
    template = str(record.msg).partition("\n")[0]
    kind, fault, trace = record.exc_info or (None, None, None)
    if fault is None:
        return record.name, template, str(record.args)
    if isinstance(fault, StorageError) and fault.outside:
        return kind, str(fault)
    return record.name, template, kind, _origin(trace)


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


def _named(fault: BaseException) -> str:
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
    cause = f": {_named(fault)}" if fault is not None else ""
    return _retold(record, f"{record.getMessage()}{cause}")
