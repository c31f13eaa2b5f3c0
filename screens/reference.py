"""Screens that belong to no table: help, the rules, how the robots play, the leaderboard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from rules.games.all_games import GAMES
from rules.games.variant import WITH_RUBBERS
from screens.parts import BRASS, heading, small, text
from screens.screen import Screen, Text
from screens.words import reference as words
from screens.words import scores
from screens.words.gamebook import words_of
from screens.words.options import label

RANKS_SHOWN: Final = 20


class Ranked(Protocol):
    """One line of the leaderboard: a user's ranked rubbers and what they came to."""

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
    """The rules of a game in short, how this bot fills the gaps of its source, and the options of its
    tables."""
    of = words_of(key)
    own = [label(choice.key) for choice in GAMES[key].offered if choice not in WITH_RUBBERS]
    sections = (*of.rules, *([words.options(own)] if own else []))
    return Screen((_page(sections), text(small(words.OF_ROBOTS))), BRASS)


def robots_screen(key: str) -> Screen:
    """How the robots bid and play at a game, for the people who play with them."""
    return Screen((text(heading(words_of(key).name)), _page(words_of(key).robots)), BRASS)


def _page(sections: Sequence[str]) -> Text:
    """Paragraphs. The first is a heading, which needs no empty line beneath it."""
    return text("\n\n".join(sections).replace("\n\n", "\n", 1))


def leaderboard_screen(ranked: Sequence[Ranked], key: str) -> Screen:
    """The first lines of the leaderboard, in the order given."""
    title = heading(scores.leaderboard(words_of(key).name))
    if not ranked:
        return Screen((text(title, scores.NO_RANKS),), BRASS)
    single = GAMES[key].variant().rubber.games == 1
    lines = [
        scores.rank_line(place, f"<@{line.user}>", line.points, line.rubbers, line.won, single=single)
        for place, line in enumerate(ranked[:RANKS_SHOWN], 1)
    ]
    rest = len(ranked) - RANKS_SHOWN
    return Screen((text(title, *lines, small(scores.rank_rest(rest)) if rest > 0 else ""),), BRASS)
