"""Cards that people have marked with a first tap, to play them with a second. Kept in memory only: a restart
forgets them, and nobody else's screen is drawn from them."""

from __future__ import annotations

from typing import NamedTuple

from bot.recent import Recent
from ports.records import TableId, UserId
from rules.cards import Card


class _Mark(NamedTuple):
    table: TableId
    deal: int
    card: Card
    by: int  # the interaction that marked it
    played_by: int = 0  # the interaction that was the second tap


class Marks:
    """The newest mark of each person, who has one at a time."""

    def __init__(self) -> None:
        self._of: Recent[UserId, _Mark] = Recent()

    def of(self, user: UserId, table: TableId, deal: int) -> Card | None:
        mark = self._of.get(user)
        if mark is None or mark.played_by or (mark.table, mark.deal) != (table, deal):
            return None
        return mark.card

    def plays(self, user: UserId, by: int) -> bool:
        """Whether this interaction was a second tap, delivered once more."""
        mark = self._of.get(user)
        return mark is not None and mark.played_by == by

    def tapped(self, user: UserId, table: TableId, deal: int, card: Card, by: int) -> bool:
        """Notes a tap on a card. Whether it is the second, which plays it; the same interaction, delivered
        once more, is what it was."""
        mark = self._of.get(user)
        if mark is not None and mark[:3] == (table, deal, card) and mark.by != by and not mark.played_by:
            self._of[user] = mark._replace(played_by=by)
            return True
        self._of[user] = _Mark(table, deal, card, by)
        return False
