"""The grammar of the ids that buttons, lists and forms carry: what is asked, of what, at which point.

An id is a verb and, after colons, the fields of its form. Each form is declared once, beside the screens that
use it, and every id that was ever posted stays readable: messages outlive the bot that drew them. An id names
no hidden card, and is only what somebody asks for. Who it is, and whether they may, is found from Discord's
user id and the stored state.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple, TypeVar

PressT = TypeVar("PressT")

ID: Final = r"[0-9a-f]{8}"
"""A table, a score sheet or an evening."""
COUNT: Final = r"\d{1,6}"

Found = Mapping[str, str]
"""The fields of an id by name; empty for one that is left out."""


class _Form(NamedTuple):
    kind: type
    verb: str
    fields: re.Pattern[str]
    make: Callable[[str, Found], object | None]


_FORMS: Final[dict[str, _Form]] = {}


def form(
    kind: type[PressT], verbs: Iterable[str], fields: str, prefix: str = ""
) -> Callable[[Callable[[str, Found], PressT | None]], Callable[[str, Found], PressT | None]]:
    """Declares the ids of one kind of press: ``prefix`` and a verb, then fields as a pattern with a group for
    each. The function makes the press of a verb and its fields; None if there is no such press. Raises
    ValueError for a verb that another form has."""
    pattern = re.compile(fields, re.ASCII)

    def declared(make: Callable[[str, Found], PressT | None]) -> Callable[[str, Found], PressT | None]:
        for verb in verbs:
            if prefix + verb in _FORMS:
                raise ValueError(f"two forms of ids begin with {prefix + verb}")
            _FORMS[prefix + verb] = _Form(kind, verb, pattern, make)
        return make

    return declared


def head(custom_id: str) -> str:
    """The first word of an id, by which its form and who answers it are found."""
    return custom_id.partition(":")[0]


def read_press(custom_id: str) -> object | None:
    """The press that an id stands for, of whatever kind; None if the id is of no form."""
    verb, colon, fields = custom_id.partition(":")
    found = _FORMS.get(verb)
    match = found.fields.fullmatch(fields) if found is not None and colon else None
    if found is None or match is None:
        return None
    return found.make(found.verb, match.groupdict(""))


def read_as(kind: type[PressT], custom_id: str) -> PressT | None:
    """The press of this kind that an id stands for; None if it is of another kind or of none."""
    press = read_press(custom_id)
    return press if isinstance(press, kind) else None


def heads() -> frozenset[str]:
    """The first words of all ids, prefixes with them. Each must be answered."""
    return frozenset(_FORMS)


TABLE_VERBS: Final = (
    *("join", "back", "leave", "seat", "chairs", "robot", "unrobot", "start", "close", "resume", "dummy"),
    *("rules", "replace", "admit"),
    *("hand", "last", "score", "cut", "call", "play", "level", "discard", "worth"),
    *("claim", "agree", "refuse"),
    *("options", "option", "set"),
    *("why", "hint", "analyse", "verify", "record", "points", "tricks", "replay", "picture"),
    *("gather", "ask", "none", "correct", "revokes", "accuse", "penalty", "playout", "settle"),
    *("demand", "exact", "follow", "instead"),
    *("takeback", "again", "friends", "alone", "compare"),
    *("browse", "more", "report", "lobby"),
)
"""What can be asked of a table. A verb that has been released stays: old messages carry it."""
SET_OPTION: Final = "set"
"""That which names an option and its value by their keys, and once did so by their places."""


class Press(NamedTuple):
    """What a button or a list asks of a table: ``at`` is a deal or rubber number, ``point`` how far the calls
    or the play had come."""

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


ONCE_MORE: Final = "again"
"""What the button says that starts a rubber with the people of the last one."""


def _of_table(verb: str, found: Found) -> Press:
    at, point = found["at"], found["point"]
    return Press(verb, found["table"], int(at) if at else None, int(point) if point else None, found["what"])


_AT: Final = rf"(?P<table>{ID})(?::(?P<at>\d{{1,9}})(?::(?P<point>\d{{1,9}}))?)?"
form(Press, set(TABLE_VERBS) - {SET_OPTION}, rf"{_AT}(?::(?P<what>[A-Za-z0-9:]{{1,20}}))?")(_of_table)
form(Press, (SET_OPTION,), rf"{_AT}(?::(?P<what>[a-z0-9_]{{1,40}}:[a-z0-9_-]{{1,40}}))?")(_of_table)
