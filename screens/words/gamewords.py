"""The form of a game's page of words, and words that several games share. English.

It knows no game. Where a game differs from the others, its page holds a value or a function.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from rules.calls import Call
from screens.words.robot_system import LEADS


@dataclass(frozen=True, slots=True)
class Doubling:
    """The words for the first doubling and for each further one."""

    once: str
    again: str


CONTRE: Final = Doubling("contre", "sur contre")
DOUBLE: Final = Doubling("double", "redouble")


class Held(NamedTuple):
    """The honours of a side, or without trumps its aces, in the richer hand and in the poorer."""

    richer: int
    poorer: int
    aces: bool = False

    @property
    def both(self) -> int:
        return self.richer + self.poorer


HonourWords = Callable[[Held], str]
"""The name of a line for honours."""


def by_hands(held: Held) -> str:
    """Where it matters whether four are in one hand (laws 2.6)."""
    kind, one = ("aces", "Four aces in one hand") if held.aces else ("honours", "Four honours in one hand")
    match held.both, held.richer:
        case 3, _:
            return "Three aces" if held.aces else "Simple honours (3)"
        case 4, 4:
            return one
        case 4, _:
            return f"Four {kind}, divided"
        case 5, 5:
            return "Five honours in one hand"
        case 5, 4:
            return "Five honours, four in one hand"
        case 5, _:
            return "Five honours, divided"
        case _:
            return kind.capitalize()


def by_number(held: Held) -> str:
    """Where only the number matters (laws 4.2)."""
    return {3: "Three honours", 4: "Four honours"}.get(held.both, "Honours")


def by_majority(held: Held) -> str:
    """Where honours and aces are counted together (laws 6.7)."""
    return "Aces" if held.aces else "Honours and aces"


Mark = Callable[[int], str]
"""The name of a game won, by the points that it brought."""


def treble_double_single(points: int) -> str:
    """The names at whist (laws 4.2)."""
    return {3: "treble", 2: "double", 1: "single"}.get(points, "")


def unmarked(points: int) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class ColumnWords:
    """What stands after the sum of a line, by its column; empty where all lines count alike."""

    below: str = ""
    above: str = ""
    bonus: str = ""


TO_GAME: Final = ColumnWords("to game", "rubber only", "rubber only")
THE_LINE: Final = ColumnWords("below", "above", "above")
POINTS_UP: Final = ColumnWords("", "rubber only", "")


@dataclass(frozen=True, slots=True)
class GameWords:
    """All words that are one game's own."""

    name: str  # over a screen, at most 40 characters
    pitch: str  # one line, at most 100 characters
    prices: str  # what a trick is worth, in one line
    rules: tuple[str, ...]  # the sections of ``/rules``, each a paragraph with its heading
    title: str = ""  # the name in full, with its year
    hook: str = ""  # what it is, after the title in the list of games: 98 characters with it
    doubling: Doubling = DOUBLE
    no_trumps: str = "No trumps"
    petit_slam: str = "Little slam"
    grand_slam: str = "Grand slam"
    consolation: str = "For the rubber"
    honours: HonourWords = by_hands
    prize: str = "The game"  # for what a game that is won brings points, where it does
    mark: Mark = unmarked
    after_game: str = ""  # what is said besides of a side that has won a game
    columns: ColumnWords = THE_LINE
    calls: tuple[tuple[Call, str], ...] = ()  # those that have names of their own in this game
    robots: tuple[str, ...] = LEADS  # how the robots call and play, a paragraph each
    lined: bool = True  # a sheet in two columns, with a line drawn under each game

    def named(self, call: Call) -> str | None:
        """The name of a bid or a pass, if this game has one of its own for it."""
        return next((name for one, name in self.calls if one == call), None)

    @property
    def offer(self) -> str:
        """The game as the list of games shows it."""
        return f"{self.title}: {self.hook}"
