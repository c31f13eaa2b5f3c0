"""What stands in each slot: from the name of a slot to the screen that its viewer may see."""

from __future__ import annotations

from bot.ports.records import TableId, UserId
from bot.tables.open_table import Finished, Live
from bot.tables.service import Tables
from bot.tables.slots import panel
from robots.reasons import with_maxim
from rules.members import Member, Person
from screens.hand import hand_screen
from screens.last_trick_and_score import last_trick_screen, score_screen
from screens.lobby import begun_screen
from screens.result import result_screen
from screens.screen import Screen
from screens.table import table_screen
from screens.why import why_screen
from screens.words.names import robot_name


class Drawing:
    """Draws tables for the people who look at them. What it hands on is made from a ``SeatView`` alone."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def draw(self, live: Live, name: str) -> Screen | None:
        """What must be seen in a slot now; None if there is no more to it."""
        kind, _, rest = name.partition(":")
        if kind == "hand":
            return self._panel(live, name)
        if kind == "lobby":
            return self._lobby(live, int(rest))
        return await self._deal(live, int(rest))

    def table(self, live: Live, note: str = "") -> Screen:
        """The table as the whole room sees it."""
        return table_screen(live.view(None), live.id, self.names(live), note=note)

    def hand(self, live: Live, user: UserId, note: str = "") -> Screen:
        """A user's own panel."""
        room = f"<#{live.place.channel}>"
        return hand_screen(live.view(user), live.id, self.names(live), note=note, room=room)

    def look(self, live: Live, user: UserId, what: str) -> Screen:
        """The last trick, or the score, as a new message for one viewer."""
        make = last_trick_screen if what == "last" else score_screen
        return make(live.view(user), self.names(live))

    async def why(self, table: TableId, deal: int, page: str = "") -> Screen:
        """What the robots thought in one part of a deal. Raises NoSuchTable, NoSuchDeal, DealNotOver."""
        live = await self._tables.get(table)
        done, made = await self._tables.thoughts(table, deal)
        decisions = [with_maxim(decision, view) for decision, view in made]
        at = live.view(None).table
        return why_screen(done.deal, decisions, live.id, self.names(live), at=at, page=page)

    @staticmethod
    def names(live: Live) -> Names:
        return Names(live)

    def _panel(self, live: Live, name: str) -> Screen | None:
        owner = next((person for person in live.people if panel(person) == name), None)
        if owner is None:
            return None
        return self.hand(live, live.people[owner])

    def _lobby(self, live: Live, rubbers: int) -> Screen:
        if live.table.rubber is None and live.table.rubbers == rubbers:
            return self.table(live)
        return begun_screen(live.view(None), self.names(live))

    async def _deal(self, live: Live, deal: int) -> Screen:
        if live.table.rubber is not None and live.table.deals == deal:
            return self.table(live)
        done = self._just_finished(live, deal) or await self._tables.finished(live.id, deal)
        if done is None:  # the table was closed in the middle of it
            return self.table(live)
        at = live.view(None).table
        return result_screen(done.deal, done.seats, live.id, self.names(live), at=at, ended=done.ended)

    @staticmethod
    def _just_finished(live: Live, deal: int) -> Finished | None:
        """The last deal, without reading the log again."""
        table = live.table
        if table.last is None or table.last.number != deal:
            return None
        if table.rubber is not None:
            return Finished(table.last, None, table.rubber.seats)
        if table.ended is not None and table.ended_seats is not None:
            return Finished(table.last, table.ended, table.ended_seats)
        return None


class Names:
    """How a table's members are written: people as mentions, which never ping, and robots by name."""

    def __init__(self, live: Live) -> None:
        self._live = live

    def __call__(self, member: Member) -> str:
        if isinstance(member, Person):
            user = self._live.people.get(member)
            return f"<@{user}>" if user is not None else "somebody"
        return robot_name(member)
