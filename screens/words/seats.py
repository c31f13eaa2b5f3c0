"""Words of the seats pad, on which people say who plays before a score sheet is opened."""

from __future__ import annotations

from typing import Final

from rules.seats import Seat
from screens.words.languages import Label, Sentence, counted, meant, say
from screens.words.speech import Speech

TITLE: Final = Sentence("Who plays?")
HOW: Final = Sentence(
    "Choose a person for each seat. Somebody who is not on Discord is added as a guest, by name."
)
GAME: Final = Label("a list", "Choose the game")
OPEN: Final = Label("a button", "Open the sheet")
GUEST: Final = Label("a field", "The guest's name")
PUT_AWAY: Final = Sentence("No sheet was opened.")


def seat(speech: Speech, of: Seat) -> str:
    """What an empty list of users says."""
    return meant("a list", "{seat}: choose a person", seat=speech.seat(of))


def guest_button(speech: Speech, of: Seat) -> str:
    return meant("a button", "Guest {seat}", seat=speech.seat(of))


def guest_title(speech: Speech, of: Seat) -> str:
    return meant("a title", "A guest who plays {seat}", seat=speech.seat(of))


def sits(speech: Speech, of: Seat, who: str) -> str:
    return f"**{speech.seat(of)}** {who}"


def guest(name: str) -> str:
    return say("{name} (guest)", name=name)


def dummy() -> str:
    return meant("beside a player's name", "dummy")


def empty() -> str:
    return "–"


def count(players: int, taken: int) -> str:
    """Who is still missing; empty once everybody has a seat."""
    if taken > players:
        return say(
            "This game is for {players}: clear {more} of the seats.", players=players, more=taken - players
        )
    if taken == players:
        return ""
    return counted(
        players - taken,
        "Still to choose: {count} of {players} players.",
        "Still to choose: {count} of {players} players.",
        players=players,
    )
