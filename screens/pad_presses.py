"""The ids of the buttons and lists on a score pad: what is chosen, and the whole draft so far."""

from __future__ import annotations

import re
from typing import Final

from rules.frozen import frozen
from rules.sheet.page import SheetView
from screens.pad_draft import Draft, parse_draft

PAD_VERBS: Final = (
    "odd",
    "strain",
    "by",
    "tricks",
    "times",
    "honours",
    "aces",
    "voids",
    "revoke",
    "called",
    "more",
    "write",
    "pick",  # a deal to be corrected, from the list of them
    "list",  # another part of that list
    "drop",
)

_PATTERN: Final = re.compile(
    rf"pad-(?P<verb>{'|'.join(PAD_VERBS)}):(?P<sheet>[0-9a-f]{{8}}):(?P<rubber>\d{{1,6}}):(?P<turn>\d{{1,6}})"
    r":(?P<arranged>[0-9a-f]{8}):(?P<draft>[A-Za-z0-9.]{1,60})(?::(?P<what>[A-Za-z0-9]{1,6}))?",
    re.ASCII,
)


@frozen
class Leaf:
    """What a pad was drawn for: a page, how often it had been written on, and the options of the game."""

    sheet: str
    rubber: int
    turn: int
    arranged: str

    @classmethod
    def of(cls, view: SheetView, sheet: str, rubber: int) -> Leaf:
        return cls(sheet, rubber, view.pages[rubber - 1].turn, view.arranged)


@frozen
class PadPress:
    """A button or list of a pad. ``draft`` is what had been chosen before."""

    verb: str
    leaf: Leaf
    draft: Draft
    what: str = ""

    def __str__(self) -> str:
        leaf = self.leaf
        parts = [f"pad-{self.verb}", leaf.sheet, str(leaf.rubber), str(leaf.turn), leaf.arranged]
        parts.append(str(self.draft))
        return ":".join([*parts, self.what] if self.what else parts)


def parse_pad_press(custom_id: str) -> PadPress | None:
    """The press that an id stands for; None if the id is of no such form."""
    match = _PATTERN.fullmatch(custom_id)
    draft = parse_draft(match["draft"]) if match is not None else None
    if match is None or draft is None:
        return None
    leaf = Leaf(match["sheet"], int(match["rubber"]), int(match["turn"]), match["arranged"])
    return PadPress(match["verb"], leaf, draft, match["what"] or "")
