"""A variant is one value: a row of data that composes a settlement, the play, reckoners and a rubber.

A number is data; a procedure is which object stands in a slot. Nothing asks a variant for its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.errors import BadOption
from rules.reckon import Entry, Prices, Reckoner, Tally
from rules.revoke import RevokeLaw
from rules.rubber import RubberLaw
from rules.standing import Standing
from rules.terms import Settlement


@dataclass(frozen=True, slots=True)
class Choice:
    """A table option: its key in laws appendix A, the values offered with the default first, and the whole
    numbers that are taken besides them."""

    key: str
    values: tuple[str, ...]
    numbers: range = range(0)

    @property
    def default(self) -> str:
        return self.values[0]

    def check(self, value: str) -> str:
        """The value if it is allowed. Raises BadOption."""
        if value in self.values:
            return value
        if value.isascii() and value.isdecimal() and len(value) < 6 and int(value) in self.numbers:
            return value
        raise BadOption(self.key, value)


Options = Mapping[str, str]
"""Chosen values by option key, every key of the game present."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A rule set with its options settled."""

    key: str
    settlement: Settlement
    prices: Prices
    reckoners: tuple[Reckoner, ...]
    revokes: RevokeLaw
    rubber: RubberLaw
    claims: bool = True
    misdeal_passes: bool = False  # a misdeal loses the deal, which passes to the left (laws 1.7)
    seating_cut: bool = True  # partners are cut for; else the chairs stand as people took them
    suit_order_breaks_ties: bool = False  # in cutting (laws ambiguity 2)

    def reckon(self, tally: Tally, standing: Standing) -> tuple[Entry, ...]:
        """Every line of a deal: penalties first, since they go before every other score, and the cap last."""
        tally, penalties = self.revokes.penalties(tally, standing.below)
        entries = [*penalties, *(entry for reckoner in self.reckoners for entry in reckoner(tally, standing))]
        return (*entries, *self.revokes.capped(tally, standing.below, entries))


@dataclass(frozen=True, slots=True)
class Game:
    """A game as the list offers it: its options, and how they make a variant."""

    key: str
    choices: tuple[Choice, ...]
    build: Callable[[Options], Variant]

    def variant(self, chosen: Mapping[str, str] | None = None) -> Variant:
        """The variant with these options, the rest at their defaults. Raises BadOption."""
        given = dict(chosen or {})
        options = {choice.key: choice.check(given.pop(choice.key, choice.default)) for choice in self.choices}
        for key, value in given.items():
            raise BadOption(key, value)
        return self.build(options)
