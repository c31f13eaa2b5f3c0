"""Draws tables and score sheets: from the name of a slot to the screen that its viewer may see."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from bot.errors import DealDamaged
from bot.languages import Languages
from bot.screen_sync.marks import Marks
from bot.sheets.service import OpenSheet, rubber_on
from bot.tables.open_table import Finished, OpenTable
from bot.tables.service import Tables
from bot.tables.slots import Alert, alert_of, is_between, panel, room
from ports.records import Slot, SlotKey, TableId, UserId
from robots.reasons import explained
from rules.members import Member, Person
from screens.after import sheet_picture
from screens.alerts import alert_screen
from screens.chairs import abandoned_screen, adjourned_screen, sheet_notice, with_presence
from screens.hand import hand_screen, resting_screen
from screens.lobby import begun_screen, waiting_screen
from screens.result import news, result_screen
from screens.scorebook import full_screen, sheet_screen
from screens.screen import CardStyle, Screen
from screens.table import last_trick_screen, score_screen, table_screen
from screens.table_picture import is_pictured, table_picture
from screens.why import why_screen
from screens.words.languages import spoken
from screens.words.names import SOMEBODY, Names, robot_name
from screens.words.table import out_of_reach


class Drawing:
    """Draws for the people who look. A table is drawn from a ``SeatView`` alone, never from its state."""

    def __init__(self, tables: Tables, adjourned_days: int, languages: Languages) -> None:
        """``adjourned_days`` are those after which an adjourned table closes."""
        self._tables = tables
        self._days = adjourned_days
        self.shown: Callable[[SlotKey], Slot | None] = lambda _: None
        """What is known of a slot, for links to its message."""
        self.out_of_reach: Callable[[SlotKey], bool] = lambda _: False
        """Whether the owner of a panel has a copy of it that is perhaps untrue and cannot be reached."""
        self.robots_hurry: Callable[[], bool] = lambda: False
        """Whether robots have less time to think than usual, since many tables wait for them."""
        self.marks = Marks()
        self._languages = languages

    async def draw(
        self,
        table: OpenTable,
        name: str,
        *,
        live: bool = True,
        cards: CardStyle = CardStyle.FOUR_COLOURS,
    ) -> Screen | None:
        """What a slot of a table must show now; None if there is nothing more to show. A panel that is not
        ``live`` shows only what stays true whatever is played next, a table what does until the trick is
        over. ``cards`` is for those of a picture."""
        alert = alert_of(name)
        if alert is not None:
            return self._alert(table, Person(alert.alias), alert) if table.stands(name) else None
        kind, _, rest = name.partition(":")
        if kind == "hand":
            owner = table.panel_owner(name)
            if owner is None:
                return None
            elsewhere = self.out_of_reach(SlotKey(table.id, name))
            return await self.copy(table, table.people[owner], live=live, elsewhere=elsewhere)
        with spoken(await self._languages.of_room(table.place.guild)):
            if kind == "lobby":
                return self._lobby(table, int(rest))
            return await self._deal(table, int(rest), live=live, cards=cards)

    def table(self, table: OpenTable, note: str = "", *, follows: bool = True) -> Screen:
        """The table as the whole room sees it, in the language that is set."""
        return table_screen(table.view(None), table.id, names_at(table), note=note, follows=follows)

    def hand(self, table: OpenTable, user: UserId, note: str = "") -> Screen:
        """The panel of one user, with their own hand, in the language that is set; at an adjourned table,
        what they may do about it."""
        if table.adjourned and not table.closed and table.belongs(user):
            public = table.view(user).table
            draw = abandoned_screen if public.abandoned else adjourned_screen
            return draw(public, table.id, names_at(table), days=self._days, note=note)
        view, names, room = table.view(user), names_at(table), f"<#{table.place.channel}>"
        waits = table.waits(user)
        last = news(view.table, table.person(user), names) if waits or is_between(table.state) else ""
        if waits:
            return waiting_screen(view.table, note=note, news=last, room=room)
        marked = self.marks.of(user, table.id, table.state.deals)
        screen = hand_screen(view, table.id, names, note=note, news=last, room=room, marked=marked)
        return with_presence(screen, view, table.id, names, owns=table.chair(user) is not None)

    async def copy(self, table: OpenTable, user: UserId, *, live: bool, elsewhere: bool = False) -> Screen:
        """The same in the user's language if it is ``live``; else what stays true of it whatever is played
        next. With ``elsewhere`` it says that another of their hands does not follow."""
        with spoken(await self._languages.of_person(user, table.place.guild)):
            note = out_of_reach() if elsewhere else ""
            if live or table.adjourned or table.waits(user):
                return self.hand(table, user, note)
            view, names = table.view(user), names_at(table)
            room, owns = f"<#{table.place.channel}>", table.chair(user) is not None
            last = news(view.table, table.person(user), names)
            at = int(table.at)
            screen = resting_screen(view, table.id, names, as_of=at, room=room, news=last, note=note)
            return with_presence(screen, view, table.id, names, owns=owns)

    def look(self, table: OpenTable, user: UserId, what: str) -> Screen:
        """The last trick, or the score, as a new message for one viewer."""
        make = last_trick_screen if what == "last" else score_screen
        return make(table.view(user), names_at(table))

    async def why(self, table_id: TableId, deal: int, page: str = "") -> Screen:
        """What the robots thought in one part of a deal. Raises NoSuchTable, NoSuchDeal, DealNotOver."""
        table = await self._tables.get(table_id)
        done, made = await self._tables.thoughts(table_id, deal)
        decisions = [explained(decision, view) for decision, view in made]
        return why_screen(done.deal, decisions, table.id, names_at(table), at=done.at(table), page=page)

    async def page(self, sheet: OpenSheet, slot: str) -> Screen:
        """A page of a score sheet, as it stands in its channel."""
        view, rubber = sheet.state.view, rubber_on(slot)
        with spoken(await self._languages.of_room(sheet.place.guild)):
            picture = await asyncio.to_thread(sheet_picture, view, rubber)
            return sheet_screen(view, rubber, sheet.id, names_on(sheet), picture)

    async def notice(self, sheet: OpenSheet, reader: UserId) -> Screen:
        """What those who may write on a sheet are told that has been adjourned."""
        room = f"<#{sheet.place.channel}>"
        with spoken(await self._languages.of_person(reader, sheet.place.guild)):
            return sheet_notice(sheet.state.view, sheet.id, days=self._days, room=room)

    async def full_page(self, sheet: OpenSheet, rubber: int, *, first: int | None = None) -> Screen:
        """A page with every line, for one reader; from this deal on, if one is named. The last page, if the
        sheet has no such rubber."""
        view = sheet.state.view
        number = min(rubber, len(view.pages))
        picture = await asyncio.to_thread(sheet_picture, view, number)
        return full_screen(view, number, names_on(sheet), picture, first=first)

    def _alert(self, table: OpenTable, person: Person, alert: Alert) -> Screen:
        """What tells somebody that the table waits for them, with a link to where they play."""
        user, place = table.people[person], table.place
        slot = self.shown(SlotKey(table.id, panel(person) if alert.private else room(table.state)))
        where = f"<#{place.channel}>"
        if slot is None or slot.message is None:
            link = f"https://discord.com/channels/{place.guild}/{place.channel}"
        else:
            server = "@me" if alert.private else place.guild
            link = f"https://discord.com/channels/{server}/{slot.channel}/{slot.message}"
        return alert_screen(table.id, user, where=where, link=link, private=alert.private)

    def _lobby(self, table: OpenTable, rubbers: int) -> Screen:
        if table.state.rubber is None and table.state.rubbers == rubbers:
            return self.table(table)
        return begun_screen(table.view(None), names_at(table))

    async def _deal(self, table: OpenTable, deal: int, *, live: bool, cards: CardStyle) -> Screen | None:
        playing = table.state.rubber is not None and table.state.deals == deal
        if playing and not (table.state.closed and table.state.last_number == deal):
            return await self._in_progress(table, cards) if live else self.table(table, follows=False)
        try:
            done = self._just_finished(table, deal) or await self._tables.finished(table.id, deal)
        except DealDamaged:  # what was shown of it stays
            return None
        if done is None:  # the table was closed in the middle of it
            return self.table(table)
        names, at = names_at(table), done.at(table)
        return result_screen(done.deal, done.seats, table.id, names, at=at, ended=done.ended)

    async def _in_progress(self, table: OpenTable, cards: CardStyle) -> Screen:
        """With a picture where the table has arranged one, drawn beside the event loop."""
        view = table.view(None)
        picture = await asyncio.to_thread(table_picture, view, cards) if is_pictured(view) else None
        return table_screen(
            view, table.id, names_at(table), picture=picture, robots_hurry=self.robots_hurry()
        )

    @staticmethod
    def _just_finished(table: OpenTable, deal: int) -> Finished | None:
        """The last deal, without reading the log again, if its rubber goes on. The table's options may have
        been changed since a rubber was over."""
        state = table.state
        if state.last is None or state.last.number != deal or state.rubber is None:
            return None
        return Finished(state.last, None, state.rubber.seats, state.options) if state.rubber.entered else None


def names_at(table: OpenTable) -> Names:
    """How a table's members are written: people as mentions, which never ping, and robots by name."""
    return named(table.people, {})


def names_on(sheet: OpenSheet) -> Names:
    """How a sheet's people are written: users as mentions, which never ping, and guests by the names that
    were given, cleaned of all markup when they were read."""
    return named(sheet.people, sheet.guests)


def named(people: Mapping[Person, UserId], guests: Mapping[Person, str]) -> Names:
    """How these people are written, and robots."""

    def name(member: Member) -> str:
        if not isinstance(member, Person):
            return robot_name(member)
        user = people.get(member)
        return f"<@{user}>" if user is not None else guests.get(member, SOMEBODY())

    return name
