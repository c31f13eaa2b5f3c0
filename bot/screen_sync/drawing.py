"""What stands in each slot: from the name of a slot to the screen that its viewer may see."""

from __future__ import annotations

from bot.ports.records import TableId, UserId
from bot.tables.open_table import Finished, OpenTable
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

    async def draw(self, table: OpenTable, name: str) -> Screen | None:
        """What must be seen in a slot now; None if there is no more to it."""
        kind, _, rest = name.partition(":")
        if kind == "hand":
            return self._panel(table, name)
        if kind == "lobby":
            return self._lobby(table, int(rest))
        return await self._deal(table, int(rest))

    def table(self, table: OpenTable, note: str = "") -> Screen:
        """The table as the whole room sees it."""
        return table_screen(table.view(None), table.id, self.names(table), note=note)

    def hand(self, table: OpenTable, user: UserId, note: str = "") -> Screen:
        """A user's own panel."""
        room = f"<#{table.place.channel}>"
        return hand_screen(table.view(user), table.id, self.names(table), note=note, room=room)

    def look(self, table: OpenTable, user: UserId, what: str) -> Screen:
        """The last trick, or the score, as a new message for one viewer."""
        make = last_trick_screen if what == "last" else score_screen
        return make(table.view(user), self.names(table))

    async def why(self, table_id: TableId, deal: int, page: str = "") -> Screen:
        """What the robots thought in one part of a deal. Raises NoSuchTable, NoSuchDeal, DealNotOver."""
        table = await self._tables.get(table_id)
        done, made = await self._tables.thoughts(table_id, deal)
        decisions = [with_maxim(decision, view) for decision, view in made]
        at = table.view(None).table
        return why_screen(done.deal, decisions, table.id, self.names(table), at=at, page=page)

    @staticmethod
    def names(table: OpenTable) -> Names:
        return Names(table)

    def _panel(self, table: OpenTable, name: str) -> Screen | None:
        owner = next((person for person in table.people if panel(person) == name), None)
        if owner is None:
            return None
        return self.hand(table, table.people[owner])

    def _lobby(self, table: OpenTable, rubbers: int) -> Screen:
        if table.state.rubber is None and table.state.rubbers == rubbers:
            return self.table(table)
        return begun_screen(table.view(None), self.names(table))

    async def _deal(self, table: OpenTable, deal: int) -> Screen:
        if table.state.rubber is not None and table.state.deals == deal:
            return self.table(table)
        done = self._just_finished(table, deal) or await self._tables.finished(table.id, deal)
        if done is None:  # the table was closed in the middle of it
            return self.table(table)
        at = table.view(None).table
        return result_screen(done.deal, done.seats, table.id, self.names(table), at=at, ended=done.ended)

    @staticmethod
    def _just_finished(table: OpenTable, deal: int) -> Finished | None:
        """The last deal, without reading the log again."""
        state = table.state
        if state.last is None or state.last.number != deal:
            return None
        if state.rubber is not None:
            return Finished(state.last, None, state.rubber.seats)
        if state.ended is not None and state.ended_seats is not None:
            return Finished(state.last, state.ended, state.ended_seats)
        return None


class Names:
    """How a table's members are written: people as mentions, which never ping, and robots by name."""

    def __init__(self, table: OpenTable) -> None:
        self._table = table

    def __call__(self, member: Member) -> str:
        if isinstance(member, Person):
            user = self._table.people.get(member)
            return f"<@{user}>" if user is not None else "somebody"
        return robot_name(member)
