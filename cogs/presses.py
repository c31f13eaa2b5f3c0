"""Buttons and lists: every press on every message, however old, comes to ``on_interaction`` and is answered.

The library's own registry of buttons is not used: it would silently drop a press on a button that is no
longer in its message. Here the id of a button says what is asked, and the stored state says who may do it.
"""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord.ext import commands

from bot.app import Biritch
from bot.errors import MomentPassed, PointPassed, Restarting, UnknownPress
from bot.messages.drawing import names_at
from bot.tables.open_table import OpenTable, Point
from cogs.after import after_pressed, record_pressed
from cogs.analyse import analyse_pressed, hinted
from cogs.answers import (
    Asked,
    acknowledge,
    answered,
    key_of,
    means,
    redraw,
    redraw_hand,
    show,
    show_hand,
    whisper,
    worded,
)
from cogs.choices import choice_pressed
from cogs.double_taps import DoubleTaps
from cogs.evening import evening_pressed
from cogs.finding import table_here
from cogs.options import OPTION_VERBS, option_pressed
from cogs.out_of_turn import list_pressed as penalties_pressed
from cogs.out_of_turn import requested as penalty_requested
from cogs.play import claim_pressed
from cogs.reference import page as reference_page
from cogs.reference import page_pressed
from cogs.revoke import ACTS as REVOKE_ACTS
from cogs.revoke import list_pressed
from cogs.revoke import requested as revoke_requested
from cogs.score import score_pressed
from cogs.score_pad import ScorePads
from cogs.score_seats import SeatsPads
from cogs.standings import board_pressed
from cogs.tables import ask_first, joined, leave_confirmed, take_back
from ports.records import SlotKey, TableId, UserId
from rules.calls import Bid, Declare, Discard, Play, parse_action, parse_call
from rules.cards import Hand, parse_card
from rules.errors import Refusal, Unreadable
from rules.members import Person
from rules.refusals import LeavingCosts, NotSeated, NotYourTurn
from rules.seats import Seat
from rules.table.requests import (
    AddRobot,
    AgreeToClose,
    AnswerClaim,
    AnswerSubstitute,
    CutPack,
    Join,
    Leave,
    RemoveRobot,
    Request,
    Resume,
    RobotForAbsent,
    Start,
    TakeDummy,
)
from rules.view import SeatView
from screens.choices import parse_choice_press
from screens.evening import parse_evening_press
from screens.hand import hand_screen
from screens.leaderboard import parse_board_press
from screens.lobby import chairs_screen, seated_screen
from screens.pad_draft import parse_pad_press
from screens.presses import Press, parse_press
from screens.reference import Page, parse_page
from screens.screen import Screen
from screens.seats_pad import parse_seats_press
from screens.sheets import parse_score_press
from screens.words.names import Speech
from screens.worth import worth_screen

PRESSED = (discord.InteractionType.component, discord.InteractionType.modal_submit)
"""Buttons and lists, and forms that were opened by a button."""


class Presses(commands.Cog):
    def __init__(self, bot: Biritch) -> None:
        self.bot = bot
        self._tables = bot.services.tables
        self._posting = bot.services.posting
        self._drawing = bot.services.drawing
        self._double_taps = DoubleTaps(bot.double_tap)
        self._pads = ScorePads(bot.services.sheets)
        self._seats = SeatsPads(bot.services.sheets)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Asked) -> None:
        if interaction.type not in PRESSED:
            return
        async with answered(interaction):
            if self.bot.stopping:
                raise Restarting
            data: Mapping[str, object] = interaction.data or {}
            custom_id = str(data.get("custom_id", ""))
            on_sheet = parse_score_press(custom_id)
            if on_sheet is not None:
                await score_pressed(interaction, on_sheet, self.bot.services, self._pads)
                return
            on_pad = parse_pad_press(custom_id)
            if on_pad is not None:
                await self._pads.pressed(interaction, on_pad)
                return
            on_seats = parse_seats_press(custom_id)
            if on_seats is not None:
                await self._seats.pressed(interaction, on_seats)
                return
            in_evening = parse_evening_press(custom_id)
            if in_evening is not None:
                await evening_pressed(self.bot, interaction, in_evening)
                return
            board = parse_board_press(custom_id)
            if board is not None:
                await board_pressed(self.bot, interaction, board, _chosen(interaction))
                return
            choice = parse_choice_press(custom_id)
            if choice is not None:
                await choice_pressed(self.bot, interaction, choice, _chosen(interaction))
                return
            page = parse_page(custom_id)
            if page is not None:
                await page_pressed(self.bot, interaction, page)
                return
            press = parse_press(custom_id)
            if press is None:
                await self._stale(interaction, await table_here(interaction), UnknownPress())
            else:
                await self._pressed(interaction, press)

    async def _pressed(self, interaction: Asked, press: Press) -> None:
        user, table_id = UserId(interaction.user.id), TableId(press.table)
        means(interaction, table_id)
        if interaction.message is not None:
            await self._posting.slot_of_message(table_id, interaction.message.id)  # what is kept is known now
        match press.verb:
            case "hand":
                await self._hand(interaction, await self._tables.get(table_id), user)
            case "last":
                await show(interaction, self._drawing.last_trick(await self._tables.get(table_id), user))
            case "score":
                await show(interaction, self._drawing.score(await self._tables.get(table_id), user))
            case "rules":
                table = await self._tables.get(table_id)
                await show(
                    interaction, await reference_page(self.bot, interaction, Page("game", table.state.game))
                )
            case "join":
                await self._join(interaction, table_id, user, press)
            case "chairs":
                await self._chairs(interaction, table_id, user, press)
            case "back":
                await self._back(interaction, table_id, user)
            case "leave" if press.what:
                await leave_confirmed(interaction, self._tables, press)
            case "why":
                await self._why(interaction, press)
            case "analyse":
                await analyse_pressed(self.bot, interaction, press)
            case "points" | "tricks" | "replay" | "picture":
                await after_pressed(self.bot, interaction, press, _chosen(interaction))
            case "verify" | "record":
                await record_pressed(self.bot, interaction, press)
            case "claim":
                await self._claim(interaction, press, table_id)
            case "hint":
                await self._hint(interaction, press, await self._tables.get(table_id), user)
            case "worth":
                await self._worth(interaction, press, await self._tables.get(table_id), user)
            case "level":
                await self._level(interaction, press, await self._tables.get(table_id), user)
            case "revokes":
                await list_pressed(interaction, press, self._tables)
            case "correct" if not press.what:
                await list_pressed(interaction, press, self._tables)
            case "demand":
                await penalties_pressed(interaction, press, self._tables)
            case "follow" if not press.what:
                await penalties_pressed(interaction, press, self._tables)
            case verb if verb in OPTION_VERBS:
                await option_pressed(interaction, press, self._tables)
            case _:
                await self._act(interaction, press, table_id, user)

    async def _hand(self, interaction: Asked, table: OpenTable, user: UserId) -> None:
        if not table.belongs(user):
            raise NotSeated
        message = interaction.message
        assert message is not None
        slot = await self._posting.slot_of_message(table.id, message.id)
        if message.flags.ephemeral:
            await redraw_hand(interaction, table, self._drawing.hand(table, user))
        elif slot is not None and slot.slot.kind.private:
            async with self._posting.taking(slot) as free:
                await (self._redraw_slot(interaction, table, slot) if free else acknowledge(interaction))
        else:
            await show_hand(interaction, table, self._drawing.hand(table, user))

    async def _worth(self, interaction: Asked, press: Press, table: OpenTable, user: UserId) -> None:
        """The points of a call chosen in the list or, by a button, of the one that stands: as a new
        message."""
        if table.state.deals != press.at or table.state.deal is None:
            await self._stale(interaction, table.id, MomentPassed())
            return
        asked = _chosen(interaction)
        await show(interaction, worth_screen(table.view(user), _worth_of(asked[0]) if asked else None))

    async def _why(self, interaction: Asked, press: Press) -> None:
        """What robots thought, as a new message; a choice in the list of that message redraws it."""
        asked = _chosen(interaction)
        screen = await self._drawing.why(TableId(press.table), press.at or 0, asked[0] if asked else "")
        if asked:
            await redraw(interaction, screen)
        else:
            await show(interaction, screen)

    async def _claim(self, interaction: Asked, press: Press, table_id: TableId) -> None:
        try:
            await claim_pressed(self.bot, interaction, press, _chosen(interaction))
        except PointPassed as refusal:
            await self._stale(interaction, table_id, refusal)

    async def _hint(self, interaction: Asked, press: Press, table: OpenTable, user: UserId) -> None:
        if table.state.deals != press.at or table.state.deal is None:
            await self._stale(interaction, table.id, MomentPassed())
            return
        await whisper(interaction, await hinted(self.bot, table, user))

    async def _level(self, interaction: Asked, press: Press, table: OpenTable, user: UserId) -> None:
        """Opens the bids of a level on the presser's own panel or, from the table's message, on a new one."""
        view = table.view(user)
        if not table.belongs(user):
            raise NotSeated
        message = interaction.message
        assert message is not None
        ephemeral = message.flags.ephemeral
        slot = None if ephemeral else await self._posting.slot_of_message(table.id, message.id)
        in_dm = slot is not None and slot.slot.kind.private
        refusal = _too_late_to_bid(view, press)
        if refusal is not None:
            await self._refuse(interaction, refusal, table.id, user, panel=ephemeral or in_dm, slot=slot)
            return
        room = f"<#{table.place.channel}>"
        level = int(press.what) if press.what.isdecimal() else 0
        screen = hand_screen(view, table.id, names_at(table), room=room, level=level)
        async with self._posting.taking(slot if in_dm else None) as free:
            if ephemeral:
                await redraw_hand(interaction, table, screen)
            elif in_dm and slot is not None and free:
                await self._answer_slot(interaction, table.version, screen, slot)
            else:
                await show_hand(interaction, table, screen)

    async def _join(self, interaction: Asked, table_id: TableId, user: UserId, press: Press) -> None:
        """Joins, and takes the chair that the button names. Where that was one of several, the list of them
        turns into the answer."""
        chair = Seat(press.what) if press.what in {seat.letter for seat in Seat} else None
        table = await self._tables.act(table_id, user, Join(chair), key=key_of(interaction))
        note = await joined(self.bot, table, user)
        if interaction.message is not None and interaction.message.flags.ephemeral:
            await redraw(interaction, seated_screen(note))
        else:
            await whisper(interaction, note)

    async def _chairs(self, interaction: Asked, table_id: TableId, user: UserId, press: Press) -> None:
        """Shows the chairs that robots have, if there is a choice. Raises what joining raises."""
        await self._tables.check(table_id, user, Join())
        table = await self._tables.get(table_id)
        view = table.view(None)
        if view.table.rubber is None or len(view.table.rubber.robots) < 2 or table.chair(user) is not None:
            await self._join(interaction, table_id, user, press)
        else:
            await show(interaction, chairs_screen(view, table_id))

    async def _back(self, interaction: Asked, table_id: TableId, user: UserId) -> None:
        """Takes the presser's own chair back, and shows them their hand."""
        table = await take_back(self._tables, interaction, table_id)
        await self._hand(interaction, table, user)

    async def _act(self, interaction: Asked, press: Press, table_id: TableId, user: UserId) -> None:
        """Acts, and answers by redrawing the message on which the button stands if that is still kept up to
        date."""
        message = interaction.message
        assert message is not None
        ephemeral = message.flags.ephemeral
        slot = None if ephemeral else await self._posting.slot_of_message(table_id, message.id)
        in_dm = slot is not None and slot.slot.kind.private
        async with self._posting.taking(slot) as free:
            try:
                self._double_taps.check(interaction, press)
                request = requested(press, interaction.id, _chosen(interaction))
                point = Point(press.at, press.point, press.what)
                if isinstance(request, Play) and not await self._means_it(
                    interaction, table_id, request, point
                ):
                    await self._marked(interaction, table_id, user, slot, free=free)
                    return
                table = await self._tables.act(table_id, user, request, point=point, key=key_of(interaction))
            except Refusal as refusal:
                await self._refuse(interaction, refusal, table_id, user, panel=ephemeral or in_dm, slot=slot)
                return
            self._double_taps.acted(interaction, press)
            if ephemeral:
                await redraw_hand(interaction, table, self._drawing.hand(table, user))
            elif slot is None:
                await show_hand(interaction, table, self._drawing.hand(table, user))
            elif not free:
                await acknowledge(interaction)
            else:
                await self._redraw_slot(interaction, table, slot)

    async def _means_it(self, interaction: Asked, table_id: TableId, play: Play, point: Point) -> bool:
        """Whether a press on a card is to play it: at once or, for those who play with two taps, the second
        time. Raises a Refusal if the card cannot be played."""
        user = UserId(interaction.user.id)
        tastes = await self.bot.services.preferences.of_person(user)
        marks = self._drawing.marks
        if not tastes.two_tap or marks.plays(user, interaction.id):
            return True
        await self._tables.check(table_id, user, play, point)
        table = await self._tables.get(table_id)
        return marks.tapped(user, table_id, table.state.deals, play.card, interaction.id)

    async def _marked(
        self, interaction: Asked, table_id: TableId, user: UserId, slot: SlotKey | None, *, free: bool
    ) -> None:
        """Shows the mark on the presser's own panel. Nothing has happened at the table."""
        table = await self._tables.get(table_id)
        assert interaction.message is not None
        if interaction.message.flags.ephemeral:
            await redraw_hand(interaction, table, self._drawing.hand(table, user))
        elif slot is None or not slot.slot.kind.private:
            await show_hand(interaction, table, self._drawing.hand(table, user))
        elif free:
            await self._redraw_slot(interaction, table, slot)
        else:
            self._posting.draw_again(slot)
            await acknowledge(interaction)

    async def _redraw_slot(self, interaction: Asked, table: OpenTable, slot: SlotKey, note: str = "") -> None:
        """Answers with what the slot must show, and notes that it is shown."""
        version = table.version
        if note:
            screen = self._drawing.hand(table, UserId(interaction.user.id), note)
        else:
            drawn = await self._drawing.draw(table, slot.slot)
            if drawn is None:
                await acknowledge(interaction)
                return
            screen = drawn
        await self._answer_slot(interaction, version, screen, slot)

    async def _answer_slot(self, interaction: Asked, version: int, screen: Screen, slot: SlotKey) -> None:
        assert interaction.message is not None and interaction.channel_id is not None
        screen = await redraw(interaction, screen)
        await self._posting.shows(slot, version, screen, interaction.channel_id, interaction.message.id)

    async def _refuse(
        self,
        interaction: Asked,
        refusal: Refusal,
        table_id: TableId,
        user: UserId,
        *,
        panel: bool,
        slot: SlotKey | None,
    ) -> None:
        """Says why, on the presser's own panel if the button was there; a press that is too late also gets a
        fresh view."""
        table = await self._tables.get(table_id)
        if isinstance(refusal, LeavingCosts):
            await ask_first(interaction, table, refusal)
            return
        sentence = worded(refusal, Speech.at(table.state.options))
        if panel and slot is None:
            await redraw_hand(interaction, table, self._drawing.hand(table, user, sentence))
        elif panel and slot is not None:
            await self._redraw_slot(interaction, table, slot, sentence)
        elif isinstance(refusal, PointPassed):
            await self._stale(interaction, table_id, refusal)
        else:
            await whisper(interaction, sentence)

    async def _stale(self, interaction: Asked, table_id: TableId, refusal: PointPassed) -> None:
        """The moment of the button is over: a new message says so, with the presser's hand or the table."""
        table, user = await self._tables.get(table_id), UserId(interaction.user.id)
        sentence = worded(refusal, Speech.at(table.state.options))
        if table.seat(user) is not None:
            await show_hand(interaction, table, self._drawing.hand(table, user, sentence), at_once=True)
        else:
            await show(interaction, self._drawing.table(table, sentence), at_once=True)


def _chosen(interaction: Asked) -> tuple[str, ...]:
    """What has been chosen in a list; empty for a button."""
    data: Mapping[str, object] = interaction.data or {}
    values = data.get("values")
    return tuple(str(value) for value in values) if isinstance(values, list) else ()


def _worth_of(chosen: str) -> int | Bid | Declare | None:
    """A call chosen in the list: the place of one that was made, or one that is open. Raises UnknownPress."""
    if chosen.isdecimal() and len(chosen) < 5:
        return int(chosen)
    try:
        call = parse_call(chosen)
    except Unreadable:
        raise UnknownPress from None
    if not isinstance(call, Bid | Declare):
        raise UnknownPress
    return call


def _too_late_to_bid(view: SeatView, press: Press) -> Refusal | None:
    """The reason why the bids that a button would open are not open to this viewer, if there is one."""
    deal = view.deal
    if deal is None or (deal.number, deal.point) != (press.at, press.point):
        return MomentPassed()
    if view.viewer is None:
        return NotSeated()
    return None if view.viewer in deal.may_act else NotYourTurn(deal.may_act)


def requested(press: Press, interaction: int, chosen: tuple[str, ...]) -> Request:
    """What a button or a list asks of the table."""
    if press.verb in REVOKE_ACTS:
        return revoke_requested(press, chosen)
    match press.verb:
        case "follow" | "exact":
            return penalty_requested(press)
        case "leave":
            return Leave()
        case "robot":
            return AddRobot()
        case "unrobot":
            return RemoveRobot()
        case "start":
            return Start()
        case "close":
            return AgreeToClose()
        case "replace":
            return RobotForAbsent()
        case "resume":
            return Resume()
        case "admit":
            return _answer_about(press.what)
        case "dummy":
            return TakeDummy()
        case "agree" | "refuse":
            return AnswerClaim(press.verb == "agree")
        case "cut":
            return CutPack(4 + interaction % 45, str(interaction))
        case "discard":
            return Discard(Hand.of(parse_card(one) for one in chosen))
        case "play" | "call":
            return parse_action(f"play:{press.what}" if press.verb == "play" else press.what)
    raise UnknownPress


def _answer_about(what: str) -> AnswerSubstitute:
    """Buttons of earlier versions do not say who would sit in."""
    answer, _, alias = what.partition(":")
    return AnswerSubstitute(answer == "yes", Person(alias) if alias else None)


async def setup(bot: Biritch) -> None:
    await bot.add_cog(Presses(bot))
