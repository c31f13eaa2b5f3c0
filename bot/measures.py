"""What the running bot measures of itself, in the text format that Prometheus reads.

The format is a few lines of text, so it is written here instead of by a library. Nothing that is measured
names a person, a table or a card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final

STEPS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0)
"""Upper bounds of a histogram, in seconds; Discord waits three for an answer."""


class Times:
    """How long something took, as a histogram."""

    def __init__(self) -> None:
        self._counts = [0] * (len(STEPS) + 1)
        self._sum = 0.0

    def took(self, seconds: float) -> None:
        self._sum += seconds
        self._counts[next((place for place, step in enumerate(STEPS) if seconds <= step), len(STEPS))] += 1

    def lines(self, name: str) -> Iterator[str]:
        total = 0
        for step, count in zip((*map(str, STEPS), "+Inf"), self._counts, strict=True):
            total += count
            yield f'{name}_bucket{{le="{step}"}} {total}'
        yield f"{name}_sum {self._sum:.6f}"
        yield f"{name}_count {total}"


class Measures:
    """All that is measured. ``gauges`` and ``counters`` are asked when somebody reads."""

    def __init__(self) -> None:
        self.answers = Times()
        self.appends = Times()
        self.lag = Times()
        self.limited: Counter[str] = Counter()  # by the kind of route
        self.gauges: dict[str, Callable[[], float]] = {}
        self.counters: dict[str, Callable[[], float]] = {}

    def text(self) -> str:
        return "".join(f"{line}\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        for name, times in self._times().items():
            yield from _head(name, "histogram")
            yield from times.lines(name)
        yield from _head("biritch_rate_limited_total", "counter")
        for kind, count in sorted(self.limited.items()):
            yield f'biritch_rate_limited_total{{route="{kind}"}} {count}'
        for type_, asked in (("counter", self.counters), ("gauge", self.gauges)):
            for name, value in asked.items():
                yield from _head(name, type_)
                yield f"{name} {value():g}"

    def _times(self) -> Mapping[str, Times]:
        return {
            "biritch_answer_seconds": self.answers,
            "biritch_append_seconds": self.appends,
            "biritch_loop_lag_seconds": self.lag,
        }


TOLD: Final = {
    "biritch_answer_seconds": "From a press or command that arrives until Discord has our answer.",
    "biritch_append_seconds": "Storing what an act came to.",
    "biritch_loop_lag_seconds": "How much later than due the event loop ran a timer, twice a second.",
    "biritch_rate_limited_total": "Answers of Discord that a limit was passed (429), by kind of call.",
    "biritch_frames_coalesced_total": "Screens that were not sent because a newer one was due.",
    "biritch_open_tables": "Tables that are open.",
    "biritch_open_sheets": "Score sheets that are open.",
    "biritch_open_evenings": "Evenings of many tables that are open.",
    "biritch_damaged_tables": "Tables, score sheets and evenings whose record cannot be read.",
    "biritch_robot_tasks": "Choices of robots that are being thought over, or wait for it.",
    "biritch_calls_waiting": "Calls to Discord that wait for a limit.",
}


def _head(name: str, type_: str) -> Iterator[str]:
    yield f"# HELP {name} {TOLD[name]}"
    yield f"# TYPE {name} {type_}"
