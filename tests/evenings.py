"""Whole evenings for tests, from a seed: chance, people, and results made up or rolled."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from rules.cards import PACK, Card
from rules.evening.decide import decide
from rules.evening.evening import Evening
from rules.evening.events import Begin, Enter, EveningEvent, EveningOpened, EveningRequest, Report
from rules.evening.page import Outcome
from rules.evening.plan import Kind, Plan
from rules.games.all_games import game
from rules.seats import BySide, Person

HOST = Person("host")


class Lots:
    """Chance from a random generator; without a seed every order is the one that stands."""

    def __init__(self, seed: object = None) -> None:
        self.random = random.Random(repr(seed))
        self.shuffles = seed is not None
        self.tokens = 0

    def order(self, count: int) -> Sequence[int]:
        numbers = list(range(count))
        if self.shuffles:
            self.random.shuffle(numbers)
        return numbers

    def token(self) -> str:
        self.tokens += 1
        return f"{self.tokens:08x}"

    def cards(self, count: int) -> Sequence[Card]:
        return self.random.sample(PACK, count)

    def commit(self, deal: int) -> str:
        return "sealed"

    def reveal(self, deal: int) -> str:
        return "seed"


class Night:
    """An evening with all that has happened in it."""

    def __init__(self, plan: Plan, seed: object = None) -> None:
        self.lots = Lots(seed)
        first = EveningOpened(plan.within_limits, (HOST,))
        self.evening, self.events = Evening.opened(first), [first]

    def ask(self, who: Person | None, request: EveningRequest) -> tuple[EveningEvent, ...]:
        """Raises whatever is refused."""
        rules = game(self.evening.plan.game)
        self.evening, happened = decide(self.evening, rules, who, request, self.lots)
        self.events += happened  # type: ignore[arg-type]
        return happened

    def begin(self, *entries: Enter, names: Sequence[str] = ()) -> Night:
        """With the host alone if nobody else enters."""
        for name, entry in zip(names, entries, strict=True):
            self.ask(Person(name), entry)
        if not self.evening.entrants:
            self.ask(HOST, Enter())
        self.ask(HOST, Begin())
        return self

    def play(self, outcome: Callable[[int, int], Outcome]) -> None:
        """Every table of the round finishes; ``outcome`` of the table and the deal."""
        number = len(self.evening.rounds)
        for sitting in self.evening.playing:
            for board in self.evening.unfinished(sitting):
                result = outcome(sitting.table, board.number)
                self.ask(None, Report(number, sitting.table, board.number, result))


def plan(kind: Kind, *, of: str = "whist_modern", edition: str = "1", **arranged: object) -> Plan:
    """A plan by an edition of the law: the first, under which the oldest evenings were opened, unless it is
    named."""
    options = (("edition", edition),) if edition != "1" else ()
    return Plan(kind, of, options, **arranged)  # type: ignore[arg-type]


def tricks(ns: int) -> Outcome:
    return Outcome(BySide(ns, 13 - ns))


def points(ns: int) -> Outcome:
    return Outcome(BySide(7, 6), ns)
