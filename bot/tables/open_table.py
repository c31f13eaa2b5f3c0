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
class OpenTable:
    """One open table. ``lock`` covers deciding and committing, never a Discord call or a robot's thinking."""

    id: TableId
    place: Place
    state: Table
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
        if person is None or self.state.rubber is None:
            return None
        return self.state.rubber.seat_of(person)

    def belongs(self, user: UserId) -> bool:
        return self.person(user) in self.state.members

    def view(self, user: UserId | None) -> SeatView:
        """What this user may see; a user without a seat, like nobody, sees what the whole room does."""
        return seen(self.state, self.seat(user) if user is not None else None)


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
    state = opened(first)
    for one in stored[1:]:
        state = state.after(one.event)
    return state


def opened(event: Opened) -> Table:
    """A table as it is opened. Raises Unreadable for a game that is not listed, BadOption, OptionsClash."""
    return Table.opened(variants.game(event.game), event.options)


def finished(stored: Sequence[Stored], deal: int) -> Finished | None:
    """A deal that is over, from the events of its table; None if it never was."""
    first = stored[0].event
    assert isinstance(first, Opened)
    state = opened(first)
    found: Finished | None = None
    for one in stored[1:]:
        seats = state.rubber.seats if state.rubber is not None else None
        state = state.after(one.event)
        if isinstance(one.event, DealReckoned) and state.last is not None and state.last.number == deal:
            assert seats is not None
            found = Finished(state.last, None, seats)
        elif isinstance(one.event, RubberReckoned) and found is not None and state.last_number == deal:
            return Finished(found.deal, one.event.result, found.seats)
        elif found is not None and state.deals > deal:
            return found
    return found


def decisions(stored: Sequence[Stored], deal: int, reasons: Mapping[int, str]) -> tuple[Made, ...]:
    """What robots did in a deal, in order, from the events of its table and what was kept beside them; each
    with what its seat saw."""
    first = stored[0].event
    assert isinstance(first, Opened)
    state = opened(first)
    made: list[Made] = []
    for one in stored[1:]:
        if state.deals > deal:
            break
        if isinstance(one.event, CallMade | CardPlayed) and state.deals == deal:
            decision = _decision(state, one.event, reasons.get(one.version))
            made += [decision] if decision is not None else []
        state = state.after(one.event)
    return tuple(made)


def _decision(state: Table, event: CallMade | CardPlayed, kept: str | None) -> Made | None:
    """What this is, if a robot did it."""
    assert state.rubber is not None and state.deal is not None
    if isinstance(event, CallMade):
        hand = player = event.called.seat
        action: Action = event.called.call
        place = len(state.deal.calls)
    else:
        hand, action = event.seat, PLAYS[event.card.index]
        place = state.deal.playing.cards_played if state.deal.playing is not None else 0
        player = next(iter(state.deal.may_act))
    by = state.rubber.seats.of(player)
    if not isinstance(by, RobotMember):
        return None
    return Decision(hand, by, place, action, _read(kept)), seen(state, player)


def _read(kept: str | None) -> Reasons | None:
    try:
        return decode(kept) if kept is not None else None
    except Unreadable:
        return None
