"""An evening from its opening to its close: who plays, the rounds, and what they came to.

``after`` applies an event and checks nothing, since the event has happened. Refusals are in
``rules.evening.decide``, and scores in ``rules.evening.standings``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from rules.cards import Card
from rules.evening import events
from rules.evening.events import BoardScored, EveningEvent, RoundBegun
from rules.evening.page import BoardAt, Entrant, Outcome, Sitting
from rules.evening.plan import Kind, Plan, schedule
from rules.frozen import frozen, replace
from rules.members import Member, Person
from rules.table.events import Adjourned, Closed, Resumed, SeedRevealed


@frozen
class Evening:
    """The whole state of an evening."""

    plan: Plan
    directors: tuple[Person, ...]
    entrants: tuple[Entrant, ...] = ()
    holders: tuple[Member, ...] = ()  # of the places, once lots are drawn
    commitment: str = ""
    seed: str = ""  # of all deals, once it is over
    left: tuple[tuple[Person, int], ...] = ()  # who gave up which place, once lots were drawn
    rounds: tuple[RoundBegun, ...] = ()
    scored: tuple[BoardScored, ...] = ()
    time_is_over: bool = False
    cuts: tuple[tuple[tuple[int, Card], ...], ...] = ()
    adjourned: bool = False
    closed: bool = False

    @classmethod
    def opened(cls, event: events.EveningOpened) -> Evening:
        return cls(event.plan, event.directors)

    @property
    def people(self) -> tuple[Person, ...]:
        """All who play."""
        if self.holders:
            return tuple(one for one in self.holders if isinstance(one, Person))
        return tuple(person for entrant in self.entrants for person in entrant.people)

    @property
    def begun(self) -> bool:
        """Whether lots have been drawn."""
        return bool(self.holders)

    @property
    def tables(self) -> int:
        """How many there are, once lots are drawn."""
        return len(self.holders) // 4

    @property
    def round(self) -> RoundBegun | None:
        """The last that was begun."""
        return self.rounds[-1] if self.rounds else None

    @property
    def last_round(self) -> int:
        """How many rounds there are to be, unless the time is over before."""
        if self.plan.kind is Kind.PAIRS:
            most = len(schedule(self.plan.movement, self.tables, arrow=self.plan.arrow))
            return min(self.plan.rounds or most, most)
        return self.plan.rounds or (2 if self.plan.kind is Kind.TEAMS else self.tables)

    @property
    def outcomes(self) -> Mapping[tuple[int, int, int], Outcome]:
        """What each deal came to, by round, table and number."""
        return {(one.round, one.table, one.board): one.outcome for one in self.scored}

    def unfinished(self, sitting: Sitting) -> tuple[BoardAt, ...]:
        """The deals that this table of the last round has still to play, in order."""
        number, known = len(self.rounds), self.outcomes
        return tuple(board for board in sitting.boards if (number, sitting.table, board.number) not in known)

    @property
    def playing(self) -> tuple[Sitting, ...]:
        """The tables of the last round that have not finished."""
        begun = self.round
        return tuple(one for one in begun.sittings if self.unfinished(one)) if begun is not None else ()

    @property
    def round_is_over(self) -> bool:
        return self.round is not None and not self.playing

    @property
    def waits_for_signal(self) -> bool:
        """Whether the director has the next round to open."""
        return self.round_is_over and not self.closed

    @property
    def no_more_rounds(self) -> bool:
        """Whether the round in progress is the last one."""
        return self.time_is_over or len(self.rounds) >= self.last_round

    def place_of(self, member: Member) -> int | None:
        return self.holders.index(member) if member in self.holders else None

    def sitting_of(self, person: Person) -> Sitting | None:
        """Where somebody sits in the last round."""
        place, begun = self.place_of(person), self.round
        if place is None or begun is None:
            return None
        return next((one for one in begun.sittings if place in one.seats), None)

    def after(self, event: EveningEvent) -> Evening:
        """The evening after this event."""
        match event:
            case events.EveningOpened() | events.EveningReckoned():
                return self
            case events.Entered(people, role, team):
                others = tuple(one for one in self.entrants if not set(one.people) & set(people))
                return replace(self, entrants=(*others, Entrant(people, role, team)))
            case events.Withdrew(person):
                return replace(self, entrants=tuple(_without(self.entrants, person)))
            case events.LotsDrawn(holders, commitment):
                return replace(self, holders=holders, commitment=commitment)
            case events.RoundBegun():
                return replace(self, rounds=(*self.rounds, event))
            case events.BoardScored(number, table, board):
                spot = (number, table, board)
                others_scored = tuple(one for one in self.scored if (one.round, one.table, one.board) != spot)
                return replace(self, scored=(*others_scored, event))
            case events.PlaceTaken(place, holder):
                before = self.holders[place]
                left = (*self.left, (before, place)) if isinstance(before, Person) else self.left
                holders = (*self.holders[:place], holder, *self.holders[place + 1 :])
                return replace(self, holders=holders, left=left)
            case events.TimeCalled():
                return replace(self, time_is_over=True)
            case events.PrizesCut(cuts):
                return replace(self, cuts=cuts)
            case SeedRevealed(_, seed):
                return replace(self, seed=seed)
            case Adjourned():
                return replace(self, adjourned=True)
            case Resumed():
                return replace(self, adjourned=False)
            case Closed():
                return replace(self, closed=True)
        assert_never(event)


def _without(entrants: tuple[Entrant, ...], person: Person) -> list[Entrant]:
    """The entrants once this person plays no more; a partner stays."""
    left = [replace(one, people=tuple(other for other in one.people if other != person)) for one in entrants]
    return [one for one in left if one.people]
