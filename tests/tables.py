"""Whole tables for tests, from a seed: chance, and members who do anything that is open to them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from hashlib import sha256

from rules.calls import Action, Double
from rules.cards import PACK, Card
from rules.deciding import AnswerClaim, Ask, ClaimRest, CutPack, Join, Start, decide
from rules.events import Event, Opened
from rules.members import Member, Person
from rules.seats import Seat
from rules.seen import seen
from rules.table import Table
from rules.variants import game
from rules.view import May, SeatView


class Dice:
    """Chance from a random generator; its commitments and seeds are readable stand-ins."""

    def __init__(self, seed: object) -> None:
        self.random = random.Random(repr(seed))

    def cards(self, count: int) -> Sequence[Card]:
        return self.random.sample(PACK, count)

    def commit(self, deal: int) -> str:
        return sha256(f"deal {deal}".encode()).hexdigest()

    def pack(self, deal: int, at: int, salt: str) -> Sequence[Card]:
        return self.random.sample(PACK, 52)

    def reveal(self, deal: int) -> str:
        return f"seed-{deal}"


ANNA, BORIS, CLARA, DAVID = (Person(name) for name in ("anna", "boris", "clara", "david"))


def opened(**options: str) -> tuple[Table, tuple[Event, ...]]:
    """A new table of Biritch."""
    variant = game("biritch").variant(options)
    event = Opened("biritch", tuple(sorted(options.items())))
    return Table(event.game, event.options, variant), (event,)


class Evening:
    """A table with all that has happened at it."""

    def __init__(self, seed: object = 0, **options: str) -> None:
        self.dice = Dice(seed)
        self.table, self.events = opened(**options)

    def ask(self, who: Member | None, ask: Ask) -> tuple[Event, ...]:
        """Raises whatever the rules refuse."""
        self.table, happened = decide(self.table, who, ask, self.dice)
        self.events += happened
        return happened

    def seat(self, *people: Person) -> Evening:
        for person in people:
            self.ask(person, Join())
        return self

    def start(self) -> Evening:
        self.ask(self.table.persons[0], Start())
        return self

    def member(self, seat: Seat) -> Member:
        assert self.table.rubber is not None
        return self.table.rubber.seats.of(seat)

    def do(self, seat: Seat, ask: Ask) -> tuple[Event, ...]:
        return self.ask(self.member(seat), ask)

    def view(self, seat: Seat | None) -> SeatView:
        return seen(self.table, seat)

    def cut(self) -> Evening:
        """The neighbour cuts, and the cards are dealt."""
        assert self.table.pack is not None
        self.do(self.table.pack.cutter, CutPack(26, ""))
        return self

    def step(self, *, claims: bool = False) -> Seat:
        """Somebody who may act does something that is open to him; who."""
        views = [view for seat in Seat if (view := self.view(seat)).options or view.may]
        if not claims:
            acting = [view for view in views if view.options or May.CUT in view.may]
            views = acting or views
        view = self.dice.random.choice(views)
        assert view.viewer is not None
        self.do(view.viewer, self._anything(view, claims=claims))
        return view.viewer

    def _anything(self, view: SeatView, *, claims: bool) -> Ask:
        choose = self.dice.random
        if May.CUT in view.may:
            return CutPack(choose.randrange(4, 49), "")
        if May.ANSWER_CLAIM in view.may:
            return AnswerClaim(choose.random() < 0.7)
        if claims and May.CLAIM in view.may and (not view.options or choose.random() < 0.02):
            return ClaimRest()
        return likely(choose, view.options)

    def play_deal(self) -> Evening:
        """To the end of the deal in progress."""
        deal = self.table.deals
        while self.table.last_number < deal:
            self.step()
        return self

    def play_rubber(self, *, claims: bool = False) -> Evening:
        while self.table.rubber is not None:
            self.step(claims=claims)
        return self


def likely(choose: random.Random, options: Sequence[Action]) -> Action:
    """Any option, but doubling seldom, so that rubbers end at readable figures."""
    calm = [option for option in options if not isinstance(option, Double)]
    return choose.choice(calm if choose.random() < 0.8 else list(options))
