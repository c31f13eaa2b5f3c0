"""The leaderboard of a kind of evenings."""

from __future__ import annotations

from collections.abc import Sequence

from rules.evening.plan import Kind
from screens.leaderboard import Ranked, mention
from screens.parts import BRASS, heading, text
from screens.screen import Screen
from screens.words import evenings as words


def ranks_screen(kind: Kind, ranked: Sequence[Ranked]) -> Screen:
    """The first lines, in the order given."""
    lines = [
        words.leaderboard_line(place, mention(one.user), one.points, one.rubbers, one.won)
        for place, one in enumerate(ranked, 1)
    ]
    return Screen((text(heading(words.leaderboard_title(kind))), text(*(lines or [words.NONE_YET()]))), BRASS)
