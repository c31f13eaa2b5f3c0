"""The messages of a table, each a slot with a name, and which of them an act puts out of date.

``lobby:R`` is the message between rubbers, after R of them; ``table:N`` that of deal N, which becomes its
result; ``hand:ALIAS`` the panel in a person's direct messages. ``alert:ALIAS:WHEN`` and
``alert-dm:ALIAS:WHEN`` are messages that told a person at that second, in the channel or in their direct
messages, that the table waits for them. Such a message is posted once, never changed, and deleted when the
slot is wanted again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rules.deal import out_of_turn, revoke
from rules.members import Person
from rules.seats import Seat
from rules.table.events import Event
from rules.table.table import Table


def room(state: Table) -> str:
    """The slot of the message in the channel that is up to date now."""
    return f"table:{state.deals}" if state.rubber is not None else f"lobby:{state.rubbers}"


_PANEL: Final = "hand:"
_ALERT: Final = "alert"
_ALERT_IN_PRIVATE: Final = "alert-dm"
EVERY_ALERT: Final = "alert*"


class Alert(NamedTuple):
    """What the name of an alert's slot says."""

    alias: str
    at: int  # in seconds since 1970
    private: bool

    @property
    def slot(self) -> str:
        return f"{_ALERT_IN_PRIVATE if self.private else _ALERT}:{self.alias}:{self.at}"


def alert_of(name: str) -> Alert | None:
    """The alert whose slot this is, if it is one."""
    if not name.startswith(_ALERT):
        return None
    kind, _, rest = name.partition(":")
    alias, _, at = rest.rpartition(":")
    return Alert(alias, int(at), kind == _ALERT_IN_PRIVATE)


def is_alert(name: str) -> bool:
    return name.startswith(_ALERT)


def is_alert_in_private(name: str) -> bool:
    return name.startswith(_ALERT_IN_PRIVATE)


def panel(person: Person) -> str:
    """The slot of the panel in a person's direct messages."""
    return f"{_PANEL}{person.alias}"


@lru_cache(maxsize=4096)
def panel_owner(name: str) -> Person | None:
    """The person whose panel this slot is, if it is one."""
    return Person(name.removeprefix(_PANEL)) if name.startswith(_PANEL) else None


def is_panel(name: str) -> bool:
    """Whether a slot is a panel in somebody's direct messages."""
    return name.startswith(_PANEL)


def is_of_table(name: str) -> bool:
    """Whether a slot is a table's."""
    return name.startswith(("lobby:", "table:", _PANEL, f"{_ALERT}:", f"{_ALERT_IN_PRIVATE}:"))


def wanted(before: Table, after: Table, happened: Sequence[Event]) -> tuple[str, ...]:
    """The slots that these events put out of date: the messages in the channel before those in private."""
    if not happened:
        return ()
    people = map(panel, before.persons + after.persons)
    return tuple(dict.fromkeys((room(before), room(after), *people)))


def is_due(state: Table, person: Person) -> bool:
    """Whether the table waits for this person."""
    if state.rubber is None:
        return False
    seat = state.rubber.seat_of(person)
    return seat is not None and (seat in state.waits_for or _may_speak(state, seat))


def _may_speak(state: Table, seat: Seat) -> bool:
    """Whether this seat may ask, answer or correct just now, choose a penalty, or demand one that may soon be
    lost, as everybody knows."""
    deal = state.deal
    if deal is not None and out_of_turn.may_soon_lose(deal, seat):
        return True
    if deal is None or deal.course is None:
        return False
    chooses = any(one.open and one.seat.side is not seat.side for one in deal.course.claims)
    asks = revoke.askable(deal, seat) is not None
    return chooses or asks or revoke.correctable(deal, seat) is not None


def awaited(state: Table) -> frozenset[Person]:
    """The persons for whom the table waits."""
    if state.rubber is None:
        return frozenset()
    sitting = map(state.rubber.seats.of, state.waits_for)
    return frozenset(one for one in sitting if isinstance(one, Person))


def is_between(state: Table) -> bool:
    """Whether a deal has just been dealt, or none is in progress: nobody has called or played yet."""
    return state.deal is None or not (state.deal.calls or state.deal.playing)
