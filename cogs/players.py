"""The people at a table with real cards: users and guests, from what is typed for each seat."""

from __future__ import annotations

from collections.abc import Mapping

from bot.errors import NoName, NotAPlayer, NotPicked, SameName
from bot.ports.records import UserId
from bot.sheets.service import Player
from rules.seats import Seat
from screens.words.score_reading import read_player


def players(typed: Mapping[Seat, str | None], bot: int | None) -> dict[Seat, Player]:
    """The player of each seat for which something is typed. ``bot`` is the bot's own user id.

    Raises NoName, NotPicked, NotAPlayer, SameName.
    """
    sitting = {seat: _player(text, bot) for seat, text in typed.items() if text is not None}
    guests = [player.casefold() for player in sitting.values() if isinstance(player, str)]
    if len(set(guests)) < len(guests):
        raise SameName
    return sitting


def _player(typed: str, bot: int | None) -> Player:
    player = read_player(typed)
    if player is None:
        raise NotPicked if "@" in typed and "<" not in typed else NoName
    if player == bot:
        raise NotAPlayer
    return UserId(player) if isinstance(player, int) else player
