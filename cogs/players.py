"""The people at a table with real cards: users as Discord names them, and guests by the names in a form."""

from __future__ import annotations

from bot.errors import NoName, NotAPlayer, NotPicked, SameName
from bot.ports.records import UserId
from bot.sheets.service import Player
from rules.seats import BySeat, Seat
from screens.seats_pad import Sitting
from screens.words.score_reading import read_guest


def guest(typed: str) -> str | None:
    """The name of a guest; None if the field was emptied. Raises NoName, NotPicked."""
    if not typed.strip():
        return None
    name = read_guest(typed)
    if name is None:
        raise NotPicked if "@" in typed else NoName
    return name


def players(sitting: BySeat[Sitting], bots: frozenset[int]) -> dict[Seat, Player]:
    """The player of each seat that is taken. Raises NotAPlayer for a bot, and SameName."""
    guests = [who.casefold() for who in sitting if isinstance(who, str)]
    if len(set(guests)) < len(guests):
        raise SameName
    if any(isinstance(who, int) and who in bots for who in sitting):
        raise NotAPlayer
    taken: dict[Seat, Player] = {}
    for seat, who in sitting.items():
        if isinstance(who, int):
            taken[seat] = UserId(who)
        elif who is not None:
            taken[seat] = who
    return taken
