"""The screens of score sheets: what stands in each slot, and who keeps it so.

A sheet's slots are kept as a table's are, by a ``Posting`` of their own: of tables that asks no more than to
get one, and of a table where it stands, its version and its slots, all of which a sheet has too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from bot.ports.storage import Slots
from bot.screen_sync.posting import Draw, Messenger, Posting
from bot.screen_sync.rate_limit import RateLimit
from bot.sheets.open_sheet import OpenSheet
from bot.sheets.service import ScoreSheets, is_page, slot
from bot.tables.open_table import OpenTable
from bot.tables.service import Tables
from rules.members import Member, Person
from screens.scorebook import sheet_screen
from screens.screen import Screen
from screens.words.names import Names, robot_name


class SheetPosting:
    """Brings the messages in Discord to what the sheets say."""

    def __init__(
        self,
        slots: Slots,
        books: ScoreSheets,
        messenger: Messenger,
        rate_limit: RateLimit,
        now: Callable[[], float],
    ) -> None:
        tables, draw = cast(Tables, books), cast(Draw, draw_sheet)  # as said above
        self._posting = Posting(slots, tables, messenger, draw, rate_limit, now)

    def changed(self, sheet: OpenSheet) -> None:
        """Has what is out of date brought up to date."""
        self._posting.changed(cast(OpenTable, sheet))

    async def post_again(self, sheet: OpenSheet, rubber: int) -> None:
        """Posts a page anew at the bottom of its channel, and takes the old message away."""
        await self._posting.post_again(cast(OpenTable, sheet), slot(rubber))

    async def wake(self) -> None:
        """At a start: what is due is brought."""
        await self._posting.wake(is_page)

    async def close(self) -> None:
        """Stops; what is not yet shown is due at the next start."""
        await self._posting.close()


async def draw_sheet(sheet: OpenSheet, name: str) -> Screen | None:
    """What must be seen in a slot now."""
    rubber = int(name.partition(":")[2])
    return sheet_screen(sheet.state.view, rubber, sheet.id, names_on(sheet))


def names_on(sheet: OpenSheet) -> Names:
    """How a sheet's people are written: users as mentions, which never ping, and guests by the names that
    were given, cleaned of all markup when they were read."""

    def name(member: Member) -> str:
        if not isinstance(member, Person):
            return robot_name(member)
        user = sheet.people.get(member)
        return f"<@{user}>" if user is not None else sheet.guests.get(member, "somebody")

    return name
