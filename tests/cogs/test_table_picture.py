"""A table that is shown as a picture, on a simulated Discord: the message follows the play, with and without the
permission to send files."""

from __future__ import annotations

from typing import Any

from bot.ports.records import UserId
from rules.table.requests import SetOption
from tests.cogs.club import Club


async def pictured(house: Club) -> None:
    """West is to lead, at a table with a picture."""
    await house.open()
    await house.bot.services.tables.act(
        house.table.id, UserId(house.anna.id), SetOption("picture", "on")
    )
