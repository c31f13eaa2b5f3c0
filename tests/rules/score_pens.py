"""A score sheet, and the people who write on it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rules.calls import Bid
from rules.counting.reckon import Entry
from rules.games.all_games import GAMES
from rules.seats import Person, Seat, Side
from rules.sheet.deals import Given, seat_hands
from rules.sheet.events import Enter, SheetEvent, SheetOpened, SheetRequest
from rules.sheet.honours import Held
from rules.sheet.page import Page
from rules.sheet.sheet import Sheet, decide
from rules.tricks import Strain

NS, EW = Side.NS, Side.EW
N, E, S, W = Seat
ANNA, BORIS, CLARA, DAVID, IVAN = (Person(name) for name in ("anna", "boris", "clara", "david", "ivan"))
HEARTS, SPADES, CLUBS, NO_TRUMPS = Strain.HEARTS, Strain.SPADES, Strain.CLUBS, Strain.NO_TRUMPS
EXAMPLES = json.loads((Path(__file__).parents[1] / "examples" / "examples.json").read_text())


def held(*hands: int, **where: int) -> Held:
    """The number in each hand, or in a side: ``held(N=3, S=1)``, ``held(NS=4)``."""
    if hands:
        return Held(tuple(zip(Seat, hands, strict=True)))
    return Held(
        tuple((Seat(place), count) for place, count in where.items() if len(place) == 1),
        tuple((Side(place), count) for place, count in where.items() if len(place) == 2),
    )


def bid(odd: int, strain: Strain) -> Bid:
    return Bid(odd, strain)


class Pen:
    """A sheet, and the people who write on it."""

    def __init__(
        self,
        game: str,
        *,
        dummies: tuple[Seat, ...] = (),
        guests: tuple[Person, ...] = (),
        keeper: Person = IVAN,
        **options: str,
    ) -> None:
        people = {N: ANNA, E: BORIS, S: CLARA, W: DAVID}
        seats, empty = seat_hands(
            4 - len(dummies), {seat: who for seat, who in people.items() if seat not in dummies}
        )
        opened = SheetOpened(game, tuple(sorted(options.items())), seats, empty, guests, keeper)
        self.sheet = Sheet.opened(GAMES[game], opened)
        self.events: list[SheetEvent] = [opened]

    def ask(self, ask: SheetRequest, who: Person | None = ANNA) -> tuple[SheetEvent, ...]:
        self.sheet, happened = decide(self.sheet, who, ask)
        self.events += happened
        return happened

    def enter(self, **given: Any) -> tuple[Entry, ...]:
        self.ask(Enter(Given(**given)))
        return self.page.deals[-1].entries

    @property
    def page(self) -> Page:
        return self.sheet.view.page


def lines(entries: tuple[Entry, ...]) -> list[tuple[str, str, int]]:
    return [(one.line.value, one.side.value, one.amount) for one in entries]
