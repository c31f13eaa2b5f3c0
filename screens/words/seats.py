"""Words of the seats pad, on which people say who plays before a score sheet is opened. English."""

from __future__ import annotations

from typing import Final

from rules.seats import Seat
from screens.words.numbers import spelt
from screens.words.speech import Speech

TITLE: Final = "Who plays?"
HOW: Final = "Choose a person for each seat. Somebody who is not on Discord is added as a guest, by name."
GAME: Final = "Choose the game"
OPEN: Final = "Open the sheet"
GUEST: Final = "The guest's name"
PUT_AWAY: Final = "No sheet was opened."


def seat(speech: Speech, of: Seat) -> str:
    """What an empty list of users says."""
    return f"{speech.seat(of)}: choose a person"


def guest_button(speech: Speech, of: Seat) -> str:
    return f"Guest {speech.seat(of)}"


def guest_title(speech: Speech, of: Seat) -> str:
    return f"A guest who plays {speech.seat(of)}"


def sits(speech: Speech, of: Seat, who: str) -> str:
    return f"**{speech.seat(of)}** {who}"


def guest(name: str) -> str:
    return f"{name} (guest)"


def dummy() -> str:
    return "dummy"


def empty() -> str:
    return "–"


def count(players: int, taken: int) -> str:
    """Who is still missing; empty once everybody has a seat."""
    if taken > players:
        return f"This game is played by {spelt(players)}: clear {spelt(taken - players)} of the seats."
    if taken == players:
        return ""
    return f"Still to choose: {spelt(players - taken)} of {spelt(players)} players."
