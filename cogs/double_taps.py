"""Double taps: the second of two quick taps may land on another card, since the first redraws the panel."""

from __future__ import annotations

from typing import Final

from bot.errors import AppRefused, AppWhy
from cogs.answers import Asked
from ports.records import TableId, UserId
from screens.presses import Press

GUARDED: Final = ("play", "call")


class DoubleTaps:
    """Lets one press of a person at a table act in ``within`` seconds, by the times that Discord says they
    were made."""

    def __init__(self, within: float) -> None:
        self._within = within
        self._acted: dict[tuple[UserId, TableId], tuple[int, float]] = {}

    def check(self, interaction: Asked, press: Press) -> None:
        """Raises AppWhy.DOUBLE_TAP. The same interaction, delivered once more, is none."""
        before, made = self._acted.get(_by(interaction, press), (interaction.id, 0.0))
        since = interaction.created_at.timestamp() - made
        if press.verb in GUARDED and before != interaction.id and 0 <= since < self._within:
            raise AppRefused(AppWhy.DOUBLE_TAP)

    def acted(self, interaction: Asked, press: Press) -> None:
        """This press has been acted on."""
        now = interaction.created_at.timestamp()
        self._acted = {by: one for by, one in self._acted.items() if now - one[1] < self._within}
        self._acted[_by(interaction, press)] = interaction.id, now


def _by(interaction: Asked, press: Press) -> tuple[UserId, TableId]:
    return UserId(interaction.user.id), TableId(press.table)
