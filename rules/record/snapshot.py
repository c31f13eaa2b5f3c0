"""A table between two deals as text, and back, so that a long log need not be replayed from its beginning.

A snapshot says nothing that the events do not say. Where one cannot be read, the events are replayed.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from typing import Final, get_type_hints

from rules.errors import Unreadable
from rules.games.variant import Game
from rules.record.codec import plain, read
from rules.refusals import BadOption, OptionsClash
from rules.table.events import RULES_REVISION
from rules.table.table import Table

FORM: Final = f"9.{RULES_REVISION}"
"""What wrote a snapshot: raise the first number when a table has other fields, or ``Table.after`` comes to
something else. A snapshot of another form is not read."""

_MADE: Final = ("rules", "variant")
"""Made from the name of the game and the options."""
_OF_A_DEAL: Final = ("deal", "claim", "refused", "shown", "witnesses", "before", "taken_back", "back")
_NEVER: Final = ("evening",)
"""Of a table that plays a single deal."""
_HINTS: Final = {
    name: hint
    for name, hint in get_type_hints(Table).items()
    if name in {field.name for field in fields(Table)} - {*_MADE, *_OF_A_DEAL, *_NEVER}
}


def can_be_kept(table: Table) -> bool:
    """Whether a snapshot can be made of this table: none while a deal is played, or at an evening."""
    return table.deal is None and table.claim is None and table.evening is None


def encode(table: Table) -> str:
    """The snapshot of a table that can be kept."""
    if not can_be_kept(table):
        raise ValueError("a deal is being played, or the only one of its table is over")
    kept = {"form": FORM, **{name: plain(getattr(table, name)) for name in _HINTS}}
    return json.dumps(kept, separators=(",", ":"), sort_keys=True)


def decode(body: str, game: Callable[[str], Game]) -> Table:
    """The table of which this is a snapshot; ``game`` finds a game by its key. Raises Unreadable."""
    try:
        kept = json.loads(body)
        if kept["form"] != FORM:
            raise Unreadable(str(kept["form"]))
        values = {name: read(hint, kept[name]) for name, hint in _HINTS.items()}
        rules = game(str(values["game"]))
        options = values["options"]
        variant = rules.stored(options)  # type: ignore[arg-type]  # pairs of strings, by its hint
        return Table(rules=rules, variant=variant, **values)  # type: ignore[arg-type]  # as the hints say
    except (KeyError, ValueError, TypeError, AssertionError, BadOption, OptionsClash) as error:
        raise Unreadable("a snapshot") from error
