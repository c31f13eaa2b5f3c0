"""Which messages a table has, each a slot; which of them an act puts out of date; and for whom a table waits.

An alert told a person at its second, in the channel or in their direct messages, that the table waits for
them. It is posted once, never changed, and deleted when its slot is wanted again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ports.records import Slot, SlotKind
from rules.deal import out_of_turn, revoke
from rules.deal.deal import Deal
from rules.frozen import frozen
from rules.seats import ROUND, Person, Seat
from rules.table.events import Event
from rules.table.table import Table

EVERY_ALERT: Final = "alert*"


class Alert(NamedTuple):
    """What the slot of an alert says."""

    alias: str
    at: int  # in seconds since 1970
    private: bool

    @property
    def slot(self) -> Slot:
        kind = SlotKind.ALERT_IN_PRIVATE if self.private else SlotKind.ALERT
        return Slot(kind, f"{self.alias}:{self.at}")


def alert_of(slot: Slot) -> Alert | None:
    """The alert whose slot this is, if it is one."""
    if slot.kind not in (SlotKind.ALERT, SlotKind.ALERT_IN_PRIVATE):
        return None
    alias, _, at = slot.owner.rpartition(":")
    return Alert(alias, int(at), slot.kind.private)


def room(state: Table) -> Slot:
    """The slot of the message in the channel that is up to date now."""
    if state.rubber is not None:
        return Slot(SlotKind.DEAL, state.deals)
    return Slot(SlotKind.LOBBY, state.rubbers)


def panel(person: Person) -> Slot:
    """The slot of the panel in a person's direct messages."""
    return Slot(SlotKind.PANEL, person.alias)


def wanted(before: Table, after: Table, happened: Sequence[Event]) -> tuple[Slot, ...]:
    """The slots that these events put out of date: the messages in the channel before those in private. A
    table at which one person plays alone has none."""
    if not happened or after.alone is not None:
        return ()
    people = dict.fromkeys(before.persons + after.persons)
    return tuple(dict.fromkeys((room(before), room(after), *map(panel, people))))


@frozen
class Moment:
    """What is asked of one state of a table again and again while its messages are shown."""

    room: Slot
    """The message in the channel that is up to date."""
    waits_for: frozenset[Seat] = frozenset()
    awaited: frozenset[Person] = frozenset()
    """The persons for whom the table waits."""
    due: frozenset[Person] = frozenset()
    """These, and whoever else may say something just now that cannot wait."""
    between: bool = True
    """Whether a deal has just been dealt, or none is in progress: nobody has called or played yet."""


def moment(state: Table) -> Moment:
    shown, rubber, deal = room(state), state.rubber, state.deal
    between = deal is None or not (deal.calls or deal.playing)
    if rubber is None:
        return Moment(shown, between=between)
    waits_for = state.waits_for
    people = [(seat, one) for seat, one in zip(ROUND, rubber.seats, strict=True) if isinstance(one, Person)]
    speak = deal is not None and (deal.revoke is not None or deal.out_of_turn is not None)
    awaited = frozenset(one for seat, one in people if seat in waits_for)
    due = frozenset(
        one
        for seat, one in people
        if seat not in rubber.dummies and (seat in waits_for or (speak and deal and _may_speak(deal, seat)))
    )
    return Moment(shown, waits_for, awaited, due, between)


def _may_speak(deal: Deal, seat: Seat) -> bool:
    """Whether this seat may ask, answer or correct just now, choose a penalty, or demand one that may soon be
    lost, as everybody knows."""
    if deal.out_of_turn is not None and out_of_turn.may_soon_lose(deal, seat):
        return True
    if deal.revoke is None:
        return False
    chooses = any(one.open and one.seat.side is not seat.side for one in deal.revoke.claims)
    asks = revoke.askable(deal, seat) is not None
    return chooses or asks or revoke.correctable(deal, seat) is not None
