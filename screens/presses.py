"""The ids that buttons and lists carry: what is asked, of which table, at which point. They name no hidden
card.

An id is only what somebody asks for. Who it is, and whether they may, is found from Discord's user id and the
stored state.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_WORDS = (
    "join|back|leave|robot|replace|resume|admit|unrobot|start|cut|hand|last|score|claim|agree|refuse|close|call|play|level|discard|worth"
    "|options|option|set|dummy|why|hint|analyse|verify|record"
    "|points|tricks|replay|picture|rules"
    "|chairs|gather|ask|none|correct|revokes|accuse|penalty|playout|settle|demand|exact|follow"
)
PATTERN = re.compile(
    rf"(?P<verb>{_WORDS}):(?P<table>[0-9a-f]{{8}})"
    r"(?::(?P<at>\d{1,9})(?::(?P<point>\d{1,9}))?)?(?::(?P<what>[A-Za-z0-9:]{1,20}))?",
    re.ASCII,
)


class Press(NamedTuple):
    """What a button or a list asks: ``at`` is a deal or rubber number, ``point`` how far the calls or the
    play had come."""

    verb: str
    table: str
    at: int | None = None
    point: int | None = None
    what: str = ""

    def __str__(self) -> str:
        parts = [self.verb, self.table]
        if self.at is not None:
            parts.append(str(self.at))
        if self.point is not None:
            parts.append(str(self.point))
        if self.what:
            parts.append(self.what)
        return ":".join(parts)


def parse_press(custom_id: str) -> Press | None:
    """The press that an id stands for; None if the id is of no such form."""
    match = PATTERN.fullmatch(custom_id)
    if match is None:
        return None
    at, point = match["at"], match["point"]
    return Press(
        match["verb"],
        match["table"],
        int(at) if at is not None else None,
        int(point) if point is not None else None,
        match["what"] or "",
    )
