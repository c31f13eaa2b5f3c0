"""What is kept up to date on Discord, and the drawing of tables and score sheets: from a slot to the screen
that its viewer may see.

A stream is kept up to date as a board: that says where its messages stand, who owns those in private, how
urgent each is, and what it must show.

Language and cards are as each person has chosen, in a channel as its server has. A card that somebody has
marked with a first tap, to play it with a second, is kept in memory only: a restart forgets it, and nobody
else's screen is drawn from it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Mapping
from contextlib import suppress
from dataclasses import field
from typing import Final, NamedTuple

from bot.discord_api.scheduler import Urgency
from bot.errors import DealDamaged
from bot.evenings.service import OpenEvening
from bot.messages.outbox import Outbox
from bot.page_keys import OnPages
from bot.readers import Readers
from bot.sheets.service import OpenSheet
from bot.streams.open_stream import OpenStream, Recent
from bot.tables.open_table import Alert, OpenTable, alert_of, last_result, lobby, panel
from bot.tables.replay import Finished
from bot.tables.service import Tables
from bot.worker_pool import WorkerPool
from robots.teaching.analysis import Analysis
from robots.teaching.reasons import explained
from rules.cards import Card
from rules.frozen import frozen
from rules.games.all_games import variant, variant_of
from rules.seats import Member, Person
from rules.view import Alone, PublicTable
from screens.after import hands_picture, rubber_picture, sheet_picture
from screens.alone import closed_screen, over_screen
from screens.chairs import (
    abandoned_screen,
    adjourned_screen,
    alert_screen,
    sheet_notice,
    with_page,
    with_presence,
)
from screens.hand import hand_screen, on_page_screen, own_controls, resting_screen
from screens.lobby import begun_screen, waiting_screen
from screens.moments import PlayedBoard, PlayedDeal, best_moment, best_of_evening
from screens.parts import speech_to
from screens.result import news, result_screen
from screens.scorebook import full_screen, sheet_screen
from screens.screen import CardStyle, Screen
from screens.standing import folded_screen, held_screen
from screens.table import is_pictured, last_trick_screen, on_pages_screen, score_screen, table_screen
from screens.table_picture import table_picture
from screens.why import why_screen
from screens.words.games.all_games import words_of
from screens.words.languages import language_spoken, spoken
from screens.words.names import SOMEBODY, Names, Speech, robot_name
from screens.words.table import out_of_reach
from storage.ports.records import Slot, SlotKey, SlotKind, TableId, UserId
from storage.ports.waits import run_in_thread

RESULTS_KEPT: Final = 256
"""Results that stand, each in a language, of which the screen is kept."""


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

    def marked_card(self, user: UserId, table: TableId, deal: int) -> Card | None:
        mark = self._of.get(user)
        if mark is None or mark.played_by or (mark.table, mark.deal) != (table, deal):
            return None
        return mark.card

    def is_second_tap(self, user: UserId, by: int) -> bool:
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


def _never_analysed(table: TableId, deal: int) -> None: ...


@frozen
class Drawing:
    """Draws for the people who look. A table is drawn from a ``SeatView`` alone, never from its state."""

    _tables: Tables
    _days: int
    """After which an adjourned table closes."""
    _readers: Readers
    _outbox: Outbox
    _workers: WorkerPool | None = None
    """In which robots think with less time than usual while many tables wait for them."""
    newcomers: Container[UserId] = ()
    """Those who have not sat through a deal yet."""
    _analysed: Callable[[TableId, int], Analysis | None] = _never_analysed
    """Gives the analysis of a deal, if it has been made."""
    _has_page: bool = False
    """Whether the host has set a page of the table, which the panels then offer."""
    on_pages: OnPages = field(default_factory=OnPages)
    marks: Marks = field(default_factory=Marks)
    _results: Recent[tuple[TableId, str], tuple[PublicTable, Screen]] = field(
        default_factory=lambda: Recent(RESULTS_KEPT)
    )

    async def draw(self, table: OpenTable, slot: Slot, *, live: bool = True) -> Screen | None:
        """What a slot of a table must show now; None if there is nothing more to show. A panel that is not
        ``live`` shows only what stays true whatever is played next, a table what does until the trick is
        over."""
        user, guild = table.owner(slot), table.place.guild
        if slot.kind is SlotKind.PANEL:
            if user is None:
                return None
            elsewhere = SlotKey(table.id, slot) in self._outbox.out_of_reach
            return await self.copy_screen(table, user, live=live, elsewhere=elsewhere)
        reader = await (self._readers.room(guild) if user is None else self._readers.person(user, guild))
        with spoken(reader.language):
            match slot.kind:
                case SlotKind.LOBBY:
                    screen: Screen | None = self._lobby(table, slot.number)
                case SlotKind.DEAL:
                    screen = await self._deal_screen(table, slot.number, live=live, cards=reader.cards)
                case SlotKind.ALERT | SlotKind.ALERT_IN_PRIVATE:
                    alert = alert_of(slot)
                    screen = self._alert_screen(table, alert) if alert is not None else None
                case _:
                    raise ValueError(slot)
        return screen.with_cards(reader.cards) if screen is not None else None

    def table_screen(self, table: OpenTable, note: str = "", *, follows: bool = True) -> Screen:
        """The table as the whole room sees it, in the language that is set."""
        return table_screen(table.view(None), table.id, names_at(table), note=note, follows=follows)

    def hand_screen(self, table: OpenTable, user: UserId, note: str = "") -> Screen:
        """The panel of one user, with their own hand, in the language that is set; at an adjourned table,
        what they may do about it."""
        if table.adjourned and not table.closed and table.belongs(user):
            public = table.view(user).table
            draw = abandoned_screen if public.abandoned else adjourned_screen
            return draw(public, table.id, names_at(table), days=self._days, note=note)
        if table.state.alone is not None:
            return self._alone_screen(table, table.state.alone, user, note)
        at, names, room = table.place_of(user), names_at(table), f"<#{table.place.channel}>"
        view, waits = table.seen_from(at.seat), at.person in table.state.waiting
        last = news(view.table, at.person, names) if waits or table.moment.between else ""
        if waits:
            return waiting_screen(view.table, note=note, news=last, room=room)
        marked = self.marks.marked_card(user, table.id, table.state.deals)
        screen = hand_screen(
            view,
            table.id,
            names,
            note=note,
            news=last,
            room=room,
            marked=marked,
            newcomer=user in self.newcomers,
            called=self._readers.called_for(user, table.people),
        )
        screen = with_presence(screen, view, table.id, names, owns=at.chair is not None)
        return with_page(screen, table.id) if self._has_page and not table.closed else screen

    def controls(self, table: OpenTable, user: UserId, level: int | None = None) -> Screen:
        """All that somebody who has cards may press besides them, with what is said of it; ``level`` is that
        of the bids that they have opened."""
        at, names = table.place_of(user), names_at(table)
        view = table.seen_from(at.seat)
        screen = Screen(own_controls(speech_to(view, names), view, table.id, level))
        if table.state.alone is not None:
            return screen
        return with_presence(screen, view, table.id, names, owns=at.chair is not None)

    def _alone_screen(self, table: OpenTable, alone: Alone, user: UserId, note: str) -> Screen:
        """Where one person plays alone: their panel or, between two deals, how the last one ended."""
        state, view, names = table.state, table.view(user), names_at(table)
        ended = state.ended if state.rubber is None else None
        seats = state.rubber.seats if state.rubber is not None else state.ended_seats
        entered = state.rubber is None or bool(state.rubber.entered)
        if state.deal is None and state.last is not None and seats is not None and entered:
            result = result_screen(state.last, seats, table.id, names, at=view.table, ended=ended)
            return over_screen(result, view.table, alone, table.id, note)
        if state.closed:
            return closed_screen(table.id, note)
        marked = self.marks.marked_card(user, table.id, state.deals)
        newcomer = user in self.newcomers
        called = self._readers.called_for(user, table.people)
        screen = hand_screen(
            view, table.id, names, note=note, marked=marked, newcomer=newcomer, called=called
        )
        return with_page(screen, table.id) if self._has_page else screen

    async def copy_screen(
        self, table: OpenTable, user: UserId, *, live: bool, elsewhere: bool = False
    ) -> Screen:
        """The same in the user's language and with their cards if it is ``live``; else what stays true of it
        whatever is played next. With ``elsewhere`` it says that another of their hands does not follow."""
        reader = await self._readers.person(user, table.place.guild)
        with spoken(reader.language):
            if not live and not table.adjourned and self.on_pages.since(table.id, user) is not None:
                return on_page_screen(table.id)
            note = out_of_reach() if elsewhere else ""
            at = table.place_of(user) if not live and not table.adjourned else None
            if at is None or at.person in table.state.waiting:
                return self.hand_screen(table, user, note).with_cards(reader.cards)
            names = names_at(table)
            view = table.seen_from(at.seat)
            screen = resting_screen(
                view,
                table.id,
                names,
                as_of=int(table.at),
                room=f"<#{table.place.channel}>",
                news=news(view.table, at.person, names),
                note=note,
                newcomer=user in self.newcomers,
            )
            screen = with_presence(screen, view, table.id, names, owns=at.chair is not None)
            return screen.with_cards(reader.cards)

    def last_trick(self, table: OpenTable, user: UserId) -> Screen:
        """The last trick, for one viewer."""
        return last_trick_screen(table.view(user), names_at(table))

    def score_screen(self, table: OpenTable, user: UserId) -> Screen:
        """The score, for one viewer."""
        return score_screen(table.view(user), names_at(table))

    async def why_screen(self, table_id: TableId, deal: int, page: str = "") -> Screen:
        """What the robots thought in one part of a deal. Raises NoSuchTable, AppWhy.NO_SUCH_DEAL,
        AppWhy.DEAL_NOT_OVER."""
        table = await self._tables.get(table_id)
        done, made = await self._tables.thoughts(table_id, deal)
        decisions = [explained(decision, view) for decision, view in made]
        return why_screen(
            done.deal, decisions, table.id, names_at(table), at=done.public_table(table), page=page
        )

    async def sheet_page(self, sheet: OpenSheet, rubber: int) -> Screen:
        """A page of a score sheet, as it stands in its channel."""
        view, reader = sheet.state.view, await self._readers.room(sheet.place.guild)
        with spoken(reader.language):
            picture = await run_in_thread(sheet_picture, view, rubber)
            screen = sheet_screen(view, rubber, sheet.id, names_at(sheet), picture)
            return screen.with_cards(reader.cards)

    async def notice(self, sheet: OpenSheet, user: UserId) -> Screen:
        """What is said to those who may write on a sheet that has been adjourned."""
        room, reader = f"<#{sheet.place.channel}>", await self._readers.person(user, sheet.place.guild)
        with spoken(reader.language):
            notice = sheet_notice(sheet.state.view, sheet.id, days=self._days, room=room)
            return notice.with_cards(reader.cards)

    async def full_page(self, sheet: OpenSheet, rubber: int, *, first: int | None = None) -> Screen:
        """A page with every line, for one reader; from this deal on, if one is named. The last page, if the
        sheet has no such rubber."""
        view = sheet.state.view
        number = min(rubber, len(view.pages))
        picture = await run_in_thread(sheet_picture, view, number)
        return full_screen(view, number, names_at(sheet), picture, first=first)

    def _alert_screen(self, table: OpenTable, alert: Alert) -> Screen | None:
        """What tells somebody that the table waits for them, with a link to where they play; None if it is
        not to stand, or they have been forgotten."""
        person, place = Person(alert.alias), table.place
        user = table.people.get(person)
        if user is None or not table.keeps_alert(alert.slot):
            return None
        slot = self._outbox.state(SlotKey(table.id, panel(person) if alert.private else table.moment.room))
        where = f"<#{place.channel}>"
        if slot is None or slot.message is None:
            link = f"https://discord.com/channels/{place.guild}/{place.channel}"
        else:
            server = "@me" if alert.private else place.guild
            link = f"https://discord.com/channels/{server}/{slot.channel}/{slot.message}"
        return alert_screen(table.id, user, where=where, link=link, private=alert.private)

    def _lobby(self, table: OpenTable, rubbers: int) -> Screen:
        state = table.state
        if lobby(state).number == rubbers and (state.rubber is None or state.rubber.seats_open):
            return self.table_screen(table)
        return begun_screen(table.view(None), names_at(table))

    async def _deal_screen(
        self, table: OpenTable, deal: int, *, live: bool, cards: CardStyle
    ) -> Screen | None:
        playing = _is_in_play(table, deal)
        if self.is_on_pages(table, deal):
            return on_pages_screen(table.id, deal)
        if playing and not (table.state.closed and table.state.last_number == deal):
            return await self._in_progress(table, cards) if live else self.table_screen(table, follows=False)
        try:
            done = self._just_finished(table, deal) or await self._tables.finished(table.id, deal)
        except DealDamaged:  # what was shown of it stays
            is_room = table.state.end_stands and table.state.last_number == deal
            return self.table_screen(table) if is_room else None
        if done is None:  # the table was closed in the middle of it
            return self.table_screen(table)
        if done.ended is not None or table.state.evening is not None:
            return await self.result(table, done)
        if not table.state.result_stands or table.state.last_number != deal:
            return folded_screen(done.deal, done.seats, table.id, names_at(table), done.public_table(table))
        view, until = table.seen_from(None), int(self._tables.waiting.goes_on_at(table))
        result = await self.result(table, done)
        return held_screen(result, view, table.id, names_at(table), until=until)

    def is_on_pages(self, table: OpenTable, deal: int) -> bool:
        """Whether all who sit at a table see this deal, which is in play, on pages."""
        rubber = table.state.rubber
        if rubber is None or not _is_in_play(table, deal):
            return False
        if table.state.result_stands or table.adjourned or table.closed:
            return False
        sit = [table.people.get(one) for one in rubber.seats if isinstance(one, Person)]
        return self.on_pages.all_see(table.id, sit)

    def result_that_stands(self, table: OpenTable) -> Screen:
        """The same between two deals, at once: with letters for the hands. All who look see the same."""
        state, at, key = table.state, table.seen_from(None).table, (table.id, language_spoken())
        assert state.last is not None and state.rubber is not None
        kept = self._results.get(key)
        if kept is None or kept[0] is not at:
            screen = result_screen(state.last, state.rubber.seats, table.id, names_at(table), at=at)
            kept = self._results[key] = at, screen
        return kept[1]

    async def result(self, table: OpenTable, done: Finished) -> Screen:
        """That of a deal which is over, whole, in the language that is set."""
        names, at, ended = names_at(table), done.public_table(table), done.ended
        if ended is None or at.evening is not None:
            hands = await run_in_thread(hands_picture, done.deal, at)
            return result_screen(done.deal, done.seats, table.id, names, at=at, ended=ended, drawn=hands)
        sheet = await run_in_thread(rubber_picture, done.deal, at, ended)
        best = await self._best_moment(table, done)
        return result_screen(
            done.deal,
            done.seats,
            table.id,
            names,
            at=at,
            ended=ended,
            sheet=sheet,
            best=best,
            again=Slot(SlotKind.DEAL, done.deal.number) in last_result(table.state) and not table.closed,
            stands=table.state.end_stands,
        )

    async def _best_moment(self, table: OpenTable, done: Finished) -> str:
        """That of the rubber which this deal ended; none if a deal of it is damaged."""
        try:
            played = await self._tables.rubber_to(table.id, done.deal.number)
        except DealDamaged:
            return ""
        at, names = done.public_table(table), names_at(table)
        deals = [PlayedDeal(one.deal, one.seats) for one in played]
        return best_moment(
            deals, variant_of(at), words_of(at.game), names, lambda deal: self._analysed(table.id, deal)
        )

    async def best_of_evening(self, evening: OpenEvening) -> str:
        """The best moment of an evening that is over, in the language that is spoken."""
        plan, boards = evening.state.plan, await self._played_at(evening)
        names = names_at(evening)
        return best_of_evening(boards, variant(plan.game, plan.options), words_of(plan.game), names)

    async def _played_at(self, evening: OpenEvening) -> list[PlayedBoard]:
        """The deals of an evening. Those that are damaged, or were not played to their end, are left out."""
        boards = list[PlayedBoard]()
        for number, begun in enumerate(evening.state.rounds, 1):
            for sitting in begun.sittings:
                for board in sitting.boards:
                    with suppress(DealDamaged):
                        done = await self._tables.finished(TableId(board.stream), board.number)
                        if done is not None:
                            deal = PlayedDeal(done.deal, done.seats)
                            boards.append(PlayedBoard(number, sitting.table, deal))
        return boards

    async def _in_progress(self, table: OpenTable, cards: CardStyle) -> Screen:
        """With a picture where the table has arranged one, drawn beside the event loop."""
        view = table.seen_from(None)
        picture = None
        if is_pictured(view):
            called = self._readers.called_in(table.people)
            picture = await run_in_thread(table_picture, view, cards, called)
        hurry = self._workers is not None and self._workers.hurries
        return table_screen(view, table.id, names_at(table), picture=picture, robots_hurry=hurry)

    @staticmethod
    def _just_finished(table: OpenTable, deal: int) -> Finished | None:
        """The last deal, without reading the log again, if its rubber goes on. The table's options may have
        been changed since a rubber was over."""
        state = table.state
        if state.last is None or state.last.number != deal or state.rubber is None:
            return None
        return Finished(state.last, None, state.rubber.seats, state.options) if state.rubber.entered else None


def _is_in_play(table: OpenTable, deal: int) -> bool:
    """Whether its cards are played, or their pack waits. While seats are chosen the last one is over."""
    rubber = table.state.rubber
    return rubber is not None and not rubber.seats_open and table.state.deals == deal


@frozen
class Board(ABC):
    """A stream whose messages are kept up to date."""

    stream: OpenStream

    @property
    def channel(self) -> int | None:
        """Where its messages stand that are not private; None while that place is gone."""
        return self.stream.place.channel if self.stream.has_place else None

    def is_due(self, slot: Slot) -> bool:
        """Whether the owner of a private message is waited for."""
        return False

    def is_final(self, slot: Slot) -> bool:
        """Whether what it must show now will never change again."""
        return self.stream.closed

    def on_page_since(self, slot: Slot) -> float | None:
        """Since when the owner of a private message sees a page in its place, in seconds since 1970."""
        return None

    def rests_on_pages(self, slot: Slot) -> bool:
        """Whether it is drawn otherwise while people see pages."""
        return False

    def is_on_pages(self, slot: Slot) -> bool:
        """Whether they see them now: then it shows nothing that the play changes."""
        return False

    @abstractmethod
    def order(self, slot: Slot) -> tuple[int, ...]:
        """Where among the messages of the channel it stands: the lower is the older."""

    @abstractmethod
    def urgency(self, slot: Slot, *, live: bool) -> Urgency: ...

    @abstractmethod
    async def draw(self, slot: Slot, *, live: bool) -> Screen | None:
        """What the message must show now; None if there is nothing more to show. A private message that is
        not ``live`` shows only what stays true whatever happens next; one in the channel, for a while."""


@frozen
class TableBoard(Board):
    stream: OpenTable
    _drawing: Drawing

    def order(self, slot: Slot) -> tuple[int, ...]:
        if slot.kind.private or slot.kind.rings:
            return ()
        return (slot == self.stream.moment.room, slot.number)

    def is_final(self, slot: Slot) -> bool:
        if slot.kind.rings:
            return False
        state, room = self.stream.state, self.stream.moment.room
        changes = slot.kind.private or slot in (room, *last_result(state))
        if state.end_stands and slot == lobby(state):  # earlier versions posted it at once
            changes = True
        return self.stream.closed or not changes

    def is_due(self, slot: Slot) -> bool:
        if slot.kind is not SlotKind.PANEL:
            return False
        person = Person(slot.owner)
        return person in self.stream.moment.due and person in self.stream.people

    def on_page_since(self, slot: Slot) -> float | None:
        owner = self.stream.owner(slot) if slot.kind is SlotKind.PANEL else None
        return None if owner is None else self._drawing.on_pages.since(self.stream.id, owner)

    def rests_on_pages(self, slot: Slot) -> bool:
        return slot.kind is SlotKind.PANEL or slot == self.stream.moment.room

    def is_on_pages(self, slot: Slot) -> bool:
        if slot.kind is SlotKind.PANEL:
            return not self.stream.adjourned and self.on_page_since(slot) is not None
        return slot.kind is SlotKind.DEAL and self._drawing.is_on_pages(self.stream, slot.number)

    def urgency(self, slot: Slot, *, live: bool) -> Urgency:
        if slot.kind.rings:
            return Urgency.TABLE if self.stream.keeps_alert(slot) else Urgency.RESULT
        if not slot.kind.private:
            return Urgency.TABLE if slot == self.stream.moment.room else Urgency.RESULT
        if self.is_due(slot):
            return Urgency.DUE_PANEL
        return Urgency.PANEL if live or self.stream.moment.between else Urgency.UPKEEP

    async def draw(self, slot: Slot, *, live: bool) -> Screen | None:
        return await self._drawing.draw(self.stream, slot, live=live)


@frozen
class SheetBoard(Board):
    stream: OpenSheet
    _drawing: Drawing

    def order(self, slot: Slot) -> tuple[int, ...]:
        return () if slot.kind.private else (slot.number,)

    def urgency(self, slot: Slot, *, live: bool) -> Urgency:
        return Urgency.TABLE

    async def draw(self, slot: Slot, *, live: bool) -> Screen | None:
        user = self.stream.owner(slot)
        if user is not None:
            return await self._drawing.notice(self.stream, user)
        return await self._drawing.sheet_page(self.stream, slot.number)


def speech_at(table: OpenTable, user: UserId) -> Speech:
    """How one user is told of a table in a sentence of their own."""
    return speech_to(table.view(user), names_at(table))


def names_at(stream: OpenStream) -> Names:
    """How those who play are written: users as mentions, which never ping, robots by name, and guests of a
    sheet by the names that were given, cleaned of all markup when they were read."""
    people = stream.people
    guests: Mapping[Person, str] = stream.guests if isinstance(stream, OpenSheet) else {}

    def name(member: Member) -> str:
        if not isinstance(member, Person):
            return robot_name(member)
        user = people.get(member)
        return f"<@{user}>" if user is not None else guests.get(member, SOMEBODY())

    return name
