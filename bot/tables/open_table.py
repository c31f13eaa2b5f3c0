"""A table in memory: the state that the log replays to, and who its people are. A cache of the log."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from bot.ports.records import Place, Stored, TableId, UserId
from robots.player import Reasons
from robots.reasons import Decision, decode
from rules.calls import PLAYS, Action
from rules.counting.rubber import RubberResult
from rules.errors import Unreadable
from rules.games import all_games as variants
from rules.members import Member, Person, RobotMember
from rules.seats import BySeat, Seat
from rules.table.events import CallMade, CardPlayed, DealReckoned, Opened, RubberReckoned
from rules.table.seen import seen
from rules.table.table import Table
from rules.view import Open, SeatView


@dataclass(slots=True)
class Live:
    """One open table. ``lock`` covers deciding and committing, never a Discord call or a robot's thinking."""

    id: TableId
    place: Place
    table: Table
    version: int
    at: float  # when the last event was stored, in seconds since 1970
    people: dict[Person, UserId]
    seeds: dict[int, bytes]  # of deals not yet over
    panels: set[Person]  # who has a panel in his direct messages
    by_dm: set[Person]  # for whom it is the copy to keep true, being the one he used last
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def person(self, user: UserId) -> Person | None:
        """The pseudonym under which this table knows a user."""
        return next((person for person, known in self.people.items() if known == user), None)

    def seat(self, user: UserId) -> Seat | None:
        """Where a user sits in the rubber in progress."""
        person = self.person(user)
        if person is None or self.table.rubber is None:
            return None
        return self.table.rubber.seat_of(person)

    def belongs(self, user: UserId) -> bool:
        return self.person(user) in self.table.members

    def view(self, user: UserId | None) -> SeatView:
        """What this user may see; a user without a seat, like nobody, sees what the whole room does."""
        return seen(self.table, self.seat(user) if user is not None else None)


@dataclass(frozen=True, slots=True)
class Finished:
    """A deal that is over, with the rubber if it was the last of one."""

    deal: Open
    ended: RubberResult | None
    seats: BySeat[Member]


Made = tuple[Decision, SeatView]
"""What a robot did, and what its seat saw at that moment."""


def replayed(stored: Sequence[Stored]) -> Table:
    """The table that its events come to. The first is ``opened``."""
    first = stored[0].event
    assert isinstance(first, Opened)
    table = opened(first)
    for one in stored[1:]:
        table = table.after(one.event)
    return table


def opened(event: Opened) -> Table:
    """A table as it is opened. Raises Unreadable for a game that is not listed, BadOption, OptionsClash."""
    return Table.opened(variants.game(event.game), event.options)


def finished(stored: Sequence[Stored], deal: int) -> Finished | None:
    """A deal that is over, from the events of its table; None if it never was."""
    first = stored[0].event
    assert isinstance(first, Opened)
    table = opened(first)
    found: Finished | None = None
    for one in stored[1:]:
        seats = table.rubber.seats if table.rubber is not None else None
        table = table.after(one.event)
        if isinstance(one.event, DealReckoned) and table.last is not None and table.last.number == deal:
            assert seats is not None
            found = Finished(table.last, None, seats)
        elif isinstance(one.event, RubberReckoned) and found is not None and table.last_number == deal:
            return Finished(found.deal, one.event.result, found.seats)
        elif found is not None and table.deals > deal:
            return found
    return found


def decisions(stored: Sequence[Stored], deal: int, reasons: Mapping[int, str]) -> tuple[Made, ...]:
    """What robots did in a deal, in order, from the events of its table and what was kept beside them; each
    with what its seat saw."""
    first = stored[0].event
    assert isinstance(first, Opened)
    table = opened(first)
    made: list[Made] = []
    for one in stored[1:]:
        if table.deals > deal:
            break
        if isinstance(one.event, CallMade | CardPlayed) and table.deals == deal:
            decision = _decision(table, one.event, reasons.get(one.version))
            made += [decision] if decision is not None else []
        table = table.after(one.event)
    return tuple(made)


def _decision(table: Table, event: CallMade | CardPlayed, kept: str | None) -> Made | None:
    """What this is, if a robot did it."""
    assert table.rubber is not None and table.deal is not None
    if isinstance(event, CallMade):
        hand = player = event.called.seat
        action: Action = event.called.call
        place = len(table.deal.calls)
    else:
        hand, action = event.seat, PLAYS[event.card.index]
        place = table.deal.playing.cards_played if table.deal.playing is not None else 0
        player = next(iter(table.deal.may_act))
    by = table.rubber.seats.of(player)
    if not isinstance(by, RobotMember):
        return None
    return Decision(hand, by, place, action, _read(kept)), seen(table, player)


def _read(kept: str | None) -> Reasons | None:
    try:
        return decode(kept) if kept is not None else None
    except Unreadable:
        return None
