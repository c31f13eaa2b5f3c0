"""Buttons and lists: every press on every message, however old, comes to ``on_interaction`` and is answered.

The library's own registry of buttons is not used: it would silently drop a press on a button that is no
longer in its message. Here the id of a button says what is asked, and the stored state says who may do it.

Double taps: the second of two quick taps may land on another card, since the first redraws the panel.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord
from discord.ext import commands

import cogs.contests  # noqa: F401  (it registers its answers)
from bot.app import Biritch
from bot.errors import AppRefused, AppWhy, MomentPassed, PointPassed, UnknownPress
from bot.messages.drawing import names_at
from bot.tables.open_table import OpenTable, Point
from cogs import (  # noqa: F401  (they register their answers)
    after,
    choices,
    directing,
    evening,
    learn,
    penalties,
    reference,
    registry,
    score,
    standings,
)
from cogs.alone import LEFT_OVER, compared, completed, drawn, followed, redrawn, settled
from cogs.analyse import hinted
from cogs.answers import (
    MEANT,
    Asked,
    acknowledge,
    answered,
    chosen,
    key_of,
    redraw,
    redraw_hand,
    show,
    show_hand,
    whisper,
)
from cogs.finding import check_reach, table_here
from cogs.play import claim_pressed
from cogs.refusals import worded
from cogs.registry import press
from cogs.tables import ask_first, take_back
from ports.records import SlotKey, TableId, UserId
from rules.calls import Bid, Declare, Play, parse_call
from rules.errors import Refusal, Unreadable
from rules.refusals import LeavingCosts, NotYourTurn, Refused, Why
from rules.view import SeatView
from screens.hand import hand_screen
from screens.presses import Press, head, read
from screens.screen import Screen
from screens.settling import worth_screen
from screens.words.names import Speech

GUARDED: Final = ("play", "call")


class DoubleTaps:
    """Lets one press of a person at a table act in ``within`` seconds, by the times that Discord says they
    were made."""

    def __init__(self, within: float) -> None:
        self._within = within
        self._acted: dict[tuple[UserId, TableId], tuple[int, float]] = {}

    def check(self, interaction: Asked, press: Press) -> None:
        """Raises AppWhy.DOUBLE_TAP. The same interaction, delivered once more, is none."""
        by = UserId(interaction.user.id), TableId(press.table)
        before, made = self._acted.get(by, (interaction.id, 0.0))
        since = interaction.created_at.timestamp() - made
        if press.verb in GUARDED and before != interaction.id and 0 <= since < self._within:
            raise AppRefused(AppWhy.DOUBLE_TAP)

    def acted(self, interaction: Asked, press: Press) -> None:
        """This press has been acted on."""
        now = interaction.created_at.timestamp()
        self._acted = {by: one for by, one in self._acted.items() if now - one[1] < self._within}
        self._acted[UserId(interaction.user.id), TableId(press.table)] = interaction.id, now


def verb_of(pressed: object, custom_id: str) -> str:
    """The verb under which a press is answered, by its id."""
    verb = head(custom_id)
    named = f"{verb}:"
    if isinstance(pressed, Press) and pressed.what and (named in registry.ANSWERS or named in registry.ASKS):
        return named
    return verb


PRESSED = (discord.InteractionType.component, discord.InteractionType.modal_submit)
"""Buttons and lists, and forms that were opened by a button."""


class Presses(commands.Cog):
    """Finds who answers a press, and answers those that belong to a hand."""

    def __init__(self, bot: Biritch) -> None:
        self.bot = bot
        self._tables = bot.services.tables
        self._posting = bot.services.posting
        self._drawing = bot.services.drawing
        self._double_taps = DoubleTaps(bot.double_tap)
        self._answers: Mapping[str, registry.Answer] = {}

    def begin(self) -> None:
        """All cogs have been added."""
        self._answers = registry.answers(self.bot)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Asked) -> None:
        if interaction.type not in PRESSED:
            return
        async with answered(interaction):
            if self.bot.stopping:
                raise AppRefused(AppWhy.RESTARTING)
            data: Mapping[str, object] = interaction.data or {}
            custom_id = str(data.get("custom_id", ""))
            pressed = read(custom_id)
            if pressed is None:
                await self._stale(interaction, await table_here(interaction), UnknownPress())
                return
            await check_reach(interaction, pressed)
            slot: SlotKey | None = None
            if isinstance(pressed, Press):
                table_id = TableId(pressed.table)
                interaction.extras[MEANT] = table_id
                if interaction.message is not None:  # what is kept is known now
                    slot = await self._posting.slot_of_message(table_id, interaction.message.id)
            verb = verb_of(pressed, custom_id)
            ask = registry.ASKS.get(verb)
            if ask is not None and isinstance(pressed, Press):
                await self._act(interaction, pressed, ask, slot)
            else:
                await self._answers[verb](interaction, pressed)

    @press("hand")
    async def hand(self, interaction: Asked, pressed: Press) -> None:
        await self._hand(interaction, await self._tables.get(TableId(pressed.table)))

    @press("back")
    async def back(self, interaction: Asked, pressed: Press) -> None:
        """Takes the presser's own chair back, and shows them their hand."""
        await self._hand(interaction, await take_back(self._tables, interaction, TableId(pressed.table)))

    async def _hand(self, interaction: Asked, table: OpenTable) -> None:
        user = UserId(interaction.user.id)
        if not table.belongs(user):
            raise Refused(Why.NOT_SEATED)
        message = interaction.message
        assert message is not None
        slot = await self._posting.slot_of_message(table.id, message.id)
        if _is_own(message, table):
            await redraw_hand(interaction, table, self._drawing.hand(table, user))
        elif slot is not None and slot.slot.kind.private:
            async with self._posting.taking(slot) as free:
                await (self._redraw_slot(interaction, table, slot) if free else acknowledge(interaction))
        else:
            await show_hand(interaction, table, self._drawing.hand(table, user))

    @press("worth")
    async def worth(self, interaction: Asked, pressed: Press) -> None:
        """The points of a call chosen in the list or, by a button, of the one that stands: as a new
        message."""
        table = await self._tables.get(TableId(pressed.table))
        if table.state.deals != pressed.at or table.state.deal is None:
            await self._stale(interaction, table.id, MomentPassed())
            return
        asked = chosen(interaction)
        view = table.view(UserId(interaction.user.id))
        await show(interaction, worth_screen(view, _worth_of(asked[0]) if asked else None))

    @press("claim")
    async def claim(self, interaction: Asked, pressed: Press) -> None:
        try:
            await claim_pressed(self.bot, interaction, pressed)
        except PointPassed as refusal:
            table = await self._tables.get(TableId(pressed.table))
            if table.state.alone is not None:
                sentence = worded(refusal, Speech.at(table.state))
                await redrawn(self.bot, interaction, table, sentence)
            else:
                await self._stale(interaction, table.id, refusal)

    @press("hint")
    async def hint(self, interaction: Asked, pressed: Press) -> None:
        table = await self._tables.get(TableId(pressed.table))
        if table.state.deals != pressed.at or table.state.deal is None:
            await self._stale(interaction, table.id, MomentPassed())
            return
        user = UserId(interaction.user.id)
        told = await hinted(self.bot, table, user)
        if table.state.alone is not None:
            await redraw_hand(interaction, table, self._drawing.hand(table, user, told))
        else:
            await whisper(interaction, told)

    @press("level")
    async def level(self, interaction: Asked, pressed: Press) -> None:
        """Opens the bids of a level on the presser's own panel or, from the table's message, on a new one."""
        table, user = await self._tables.get(TableId(pressed.table)), UserId(interaction.user.id)
        view = table.view(user)
        if not table.belongs(user):
            raise Refused(Why.NOT_SEATED)
        message = interaction.message
        assert message is not None
        ephemeral = _is_own(message, table)
        slot = None if ephemeral else await self._posting.slot_of_message(table.id, message.id)
        in_dm = slot is not None and slot.slot.kind.private
        refusal = _too_late_to_bid(view, pressed)
        if refusal is not None:
            await self._refuse(interaction, refusal, table.id, user, panel=ephemeral or in_dm, slot=slot)
            return
        room = f"<#{table.place.channel}>" if table.place.stands else ""
        level = int(pressed.what) if pressed.what.isdecimal() else 0
        screen = hand_screen(
            view, table.id, names_at(table), room=room, level=level, newcomer=user in self._tables.newcomers
        )
        async with self._posting.taking(slot if in_dm else None) as free:
            if ephemeral:
                await redraw_hand(interaction, table, screen)
            elif in_dm and slot is not None and free:
                await self._answer_slot(interaction, table.version, screen, slot)
            else:
                await show_hand(interaction, table, screen)

    async def _act(self, interaction: Asked, pressed: Press, ask: registry.Ask, slot: SlotKey | None) -> None:
        """Acts, and answers by redrawing the message on which the button stands, ``slot``, if that is still
        kept up to date."""
        table_id, user = TableId(pressed.table), UserId(interaction.user.id)
        message = interaction.message
        assert message is not None
        ephemeral = message.flags.ephemeral
        in_dm = slot is not None and slot.slot.kind.private
        if slot is None and (table := await self._tables.get(table_id)).state.alone is not None:
            ephemeral = True  # nothing but an answer redraws it
            await settled(self.bot, interaction, table, LEFT_OVER)
        async with self._posting.taking(slot) as free:
            try:
                self._double_taps.check(interaction, pressed)
                request = ask(pressed, interaction)
                point = Point(pressed.at, pressed.point, pressed.what)
                if isinstance(request, Play) and not await self._means_it(
                    interaction, table_id, request, point
                ):
                    await self._marked(interaction, table_id, user, slot, free=free)
                    return
                table = await self._tables.act(table_id, user, request, point=point, key=key_of(interaction))
            except Refusal as refusal:
                await self._refuse(interaction, refusal, table_id, user, panel=ephemeral or in_dm, slot=slot)
                return
            self._double_taps.acted(interaction, pressed)
            if table.state.alone is not None:
                table = await followed(self.bot, interaction, table, request)
            if ephemeral and compared(table) is not None:
                await redraw(interaction, await drawn(self.bot, table, user))
                await completed(self.bot, interaction, table)
            elif ephemeral:
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
        if _is_own(interaction.message, table):
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
        sentence = worded(refusal, Speech.at(table.state))
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
        sentence = worded(refusal, Speech.at(table.state))
        if table.seat(user) is not None:
            await show_hand(interaction, table, self._drawing.hand(table, user, sentence), at_once=True)
        else:
            await show(interaction, self._drawing.table(table, sentence), at_once=True)


def _is_own(message: discord.Message, table: OpenTable) -> bool:
    """Whether a message is the presser's own, which nothing but an answer to them redraws."""
    return message.flags.ephemeral or table.state.alone is not None


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
        return Refused(Why.NOT_SEATED)
    return None if view.viewer in deal.may_act else NotYourTurn(deal.may_act)


registry.check()


async def setup(bot: Biritch) -> None:
    """After all other cogs, whose answers it finds."""
    presses = Presses(bot)
    await bot.add_cog(presses)
    presses.begin()
