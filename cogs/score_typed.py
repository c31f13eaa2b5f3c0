"""``/score deal`` for those who type: the nine fields of a deal, and what is offered while they are typed.

What cannot be read is refused, and the rest is kept: it fills in the pad that the refusal comes with.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeVar

from discord import app_commands

from cogs.typed import matching, typed_on_sheet
from rules.errors import Refusal
from rules.games.variant import penalties
from rules.seats import Seat, Side
from rules.sheet.deals import Given, form_of
from rules.sheet.errors import Part, SheetError
from rules.sheet.sheet import Sheet
from screens.reading import read_held, read_revokes, read_seats, read_side
from screens.words import scorebook as words
from screens.words.games.all_games import words_of
from screens.words.names import ON_PAPER

SHOWN_DOUBLINGS: Final = range(7)
MOST_DOUBLINGS: Final = 1000
"""No evening hears a longer chain of contres."""

SIDE_CHOICES: Final = [app_commands.Choice(name=ON_PAPER.side(side), value=side.value) for side in Side]
BY_CHOICES: Final = [
    *SIDE_CHOICES,
    *(app_commands.Choice(name=ON_PAPER.seat(seat), value=seat.letter) for seat in Seat),
]

Offered = list[app_commands.Choice[str]]
Value = TypeVar("Value")


@dataclass
class Reading:
    """Reads fields one by one. ``refusal`` is the first that met one; that field is left out."""

    refusal: Refusal | None = None

    def read(self, text: str | None, reader: Callable[[str], Value]) -> Value | None:
        if not text:
            return None
        try:
            return reader(text)
        except Refusal as refusal:
            self.refusal = self.refusal or refusal
            return None


def typed_deal(
    of: Sheet,
    *,
    declared: str | None,
    by: str | None,
    tricks: int | None,
    doublings: int | None,
    honours: str | None,
    aces: str | None,
    chicane: str | None,
    revokes: str | None,
    called: str | None,
) -> tuple[Given, Refusal | None]:
    """What was typed of a deal, and why a part of it could not be read."""
    reading = Reading()
    given = Given(
        declared=reading.read(declared, lambda text: typed_on_sheet(of.variant, of.view.game, text)),
        by=reading.read(by, read_side),
        tricks=tricks,
        doublings=doublings,
        honours=reading.read(honours, lambda text: read_held(text, Part.HONOURS)),
        aces=reading.read(aces, lambda text: read_held(text, Part.ACES)),
        voids=reading.read(chicane, read_seats) or (),
        revokes=reading.read(revokes, read_revokes) or (),
        called=reading.read(called, lambda text: read_side(text, Part.CALLED)),
    )
    return given, reading.refusal


# While somebody types


def declarations_like(of: Sheet, typed: str) -> Offered:
    variant, game = of.variant, of.view.game
    form = form_of(variant)
    names = {form.meant(one): words.bid_name(one) for one in form.sayings}

    def meaning(text: str) -> str:
        return names.get(form.meant(typed_on_sheet(variant, game, text)), "")

    return matching([(name, name) for name in names.values()], typed, meaning)


def doublings_like(of: Sheet, typed: str) -> list[app_commands.Choice[int]]:
    """The first few numbers, and whatever number is typed. Pressing Tab takes the first that is offered."""
    if not form_of(of.variant).doublings:
        return []
    said, number = words_of(of.view.game), typed.strip()
    longer = [int(number)] if re.fullmatch("[0-9]{1,4}", number) else []
    levels = [one for one in dict.fromkeys((*SHOWN_DOUBLINGS, *longer)) if one <= MOST_DOUBLINGS]
    return matching([(words.doublings_name(one, said), one) for one in levels], number)


def revokes_like(of: Sheet, typed: str) -> Offered:
    offered = [
        (words.revoke_name(ON_PAPER, side, one), f"{side.value} {words.PENALTY_WORDS[one]}")
        for side in Side
        for one in penalties(of.variant, side, None)
    ]
    return matching(offered, typed)


def echoed(typed: str, part: Part) -> Offered:
    """How the text typed so far is understood; empty while it is not."""
    try:
        held = read_held(typed, part)
    except SheetError:
        return []
    if held is None:
        return [app_commands.Choice(name=words.NONE_HELD(), value=typed.strip()[:100])]
    named: list[tuple[str, int]] = [(ON_PAPER.seat(seat), count) for seat, count in held.hands]
    named += [(ON_PAPER.side(side), count) for side, count in held.sides]
    return [app_commands.Choice(name=words.held_name(named), value=typed.strip()[:100])]
