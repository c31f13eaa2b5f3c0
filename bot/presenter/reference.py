"""What belongs to no single table: help, the rules, the leaderboard, and which table is meant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from bot.presenter.parts import BRASS, heading, small, text
from bot.screen import Screen
from bot.wordings import reference as words
from bot.wordings import scores
from bot.wordings.names import game

RANKS_SHOWN: Final = 20
TABLES_SHOWN: Final = 10


class Ranked(Protocol):
    """A line of the leaderboard: what a user's ranked rubbers came to."""

    @property
    def user(self) -> int: ...

    @property
    def rubbers(self) -> int: ...

    @property
    def won(self) -> int: ...

    @property
    def points(self) -> int: ...


def help_screen() -> Screen:
    return Screen((text("\n\n".join(words.HELP).replace("\n\n", "\n", 1)),), BRASS)


def rules_screen(key: str) -> Screen:
    """The rules of a game in short, with what is done where its source is silent."""
    return Screen((text("\n\n".join(words.RULES[key]).replace("\n\n", "\n", 1)),), BRASS)


def leaderboard_screen(ranked: Sequence[Ranked], key: str) -> Screen:
    """The first of the leaderboard, in the order given."""
    if not ranked:
        return Screen((text(heading(scores.leaderboard(game(key))), scores.NO_RANKS),), BRASS)
    lines = [
        scores.rank_line(place, f"<@{line.user}>", line.points, line.rubbers, line.won)
        for place, line in enumerate(ranked[:RANKS_SHOWN], 1)
    ]
    rest = len(ranked) - RANKS_SHOWN
    return Screen(
        (
            text(
                heading(scores.leaderboard(game(key))),
                *lines,
                small(scores.rank_rest(rest)) if rest > 0 else "",
            ),
        ),
        BRASS,
    )
