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
from bot.messages.drawing import names_at, speech_at
from bot.tables.open_table import OpenTable, Point
from cogs import (  # noqa: F401  (they register their answers)
    after,
    challenges,
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
from cogs.alone import LEFT_OVER, followed, redrawn, wait_for_table
from cogs.analyse import hinted, show_hint
from cogs.answers import redraw_hand, show_message
from cogs.errors import answered
from cogs.finding import check_reach, table_here
from cogs.interactions import MEANT, Asked, chosen_values, key_of
from cogs.panels import (
    AloneMessage,
    BusyMessage,
    OwnPanel,
    PressedMessage,
    SharedMessage,
    find_pressed,
    holding,
    pressable_ids,
    pressed_message,
    redraw_once_cut,
    redraw_own_hand,
    redraw_pressed,
    refuse_press,
    show_on_own,
    show_since_then,
)
from cogs.play import claim_pressed
from cogs.refusals import worded
from cogs.registry import press
from cogs.tables import ask_first, take_back
from rules.calls import Bid, Declare, Play, parse_call
from rules.errors import Refusal, Unreadable
from rules.refusals import LeavingCosts, NotYourTurn, Refused, Why
from rules.table.requests import CutPack
from rules.view import SeatView
from screens.hand import hand_screen
from screens.presses import Press, head, read_press
from screens.settling import worth_screen
from storage.ports.records import TableId, UserId

GUARDED: Final = ("play", "call")


ONE_TAP: Final = 0.2
"""Seconds within which nobody can have seen what a first tap came to, and meant a second one."""


class DoubleTaps:
    """Tells a second press that somebody meant from a tap that their finger made twice: the panel changes
    after the first, and another card may stand where it stood. So at a table a press at the same place counts
    as the same tap for ``within`` seconds, by the times that Discord says they were made. Of one at another
    place, or alone, where a card can be taken back, a hand may be as quick as eyes are."""

    def __init__(self, within: float) -> None:
        self._within = within
        self._acted: dict[tuple[UserId, TableId], tuple[int, float, int | None]] = {}

    def refuse_second(self, interaction: Asked, press: Press, message: PressedMessage) -> None:
        """Raises AppWhy.DOUBLE_TAP. The same interaction, delivered once more, is none."""
        by = UserId(interaction.user.id), TableId(press.table)
        before, made, place = self._acted.get(by, (interaction.id, 0.0, None))
        since = interaction.created_at.timestamp() - made
        if press.verb not in GUARDED or before == interaction.id or not 0 <= since < self._within:
            return
        again = place == _place(interaction) and not isinstance(message, AloneMessage)
        if again or since < ONE_TAP:
            raise AppRefused(AppWhy.DOUBLE_TAP)

    def note_acted(self, interaction: Asked, press: Press) -> None:
        """This press has been acted on."""
        now = interaction.created_at.timestamp()
        self._acted = {by: one for by, one in self._acted.items() if now - one[1] < self._within}
        by = UserId(interaction.user.id), TableId(press.table)
        self._acted[by] = interaction.id, now, _place(interaction)


def _place(interaction: Asked) -> int | None:
    """Which of the buttons of its message was pressed, counted from the first."""
    data: Mapping[str, object] = interaction.data or {}
    message, pressed = interaction.message, data.get("custom_id")
    ids = [*pressable_ids(message.components)] if message is not None else []
    return ids.index(pressed) if pressed in ids else None


def verb_of(pressed: object, custom_id: str) -> str:
    """The verb under which a press is answered, by its id."""
    if not isinstance(pressed, Press):
        return head(custom_id)
    named = f"{pressed.verb}:"
    return named if pressed.what and (named in registry.ANSWERS or named in registry.ASKS) else pressed.verb


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

    def find_answers(self) -> None:
        """All cogs have been added."""
        self._answers = registry.answers(self.bot)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Asked) -> None:
        if interaction.type not in PRESSED:
            return
        async with answered(interaction):
            if self.bot.stopping:
                raise AppRefused(AppWhy.RESTARTING)
            await self.answer_press(interaction)

    async def answer_press(self, interaction: Asked) -> None:
        """By whichever door it has come. Raises a Refusal."""
        self.bot.services.blocks.check_answered(UserId(interaction.user.id), interaction.guild_id)
        data: Mapping[str, object] = interaction.data or {}
        custom_id = str(data.get("custom_id", ""))
        pressed = read_press(custom_id)
        if pressed is None:
            table = await self._tables.get(await table_here(interaction))
            await show_since_then(interaction, table, UnknownPress())
            return
        await check_reach(interaction, pressed)
        verb = verb_of(pressed, custom_id)
        if isinstance(pressed, Press):
            interaction.extras[MEANT] = table_id = TableId(pressed.table)
            message = await find_pressed(interaction, table_id)
            if (ask := registry.ASKS.get(verb)) is not None:
                await self._act_on_press(interaction, pressed, ask, message)
                return
        await self._answers[verb](interaction, pressed)

    @press("hand")
    async def hand(self, interaction: Asked, pressed: Press) -> None:
        await _show_own_hand(interaction, await self._tables.get(TableId(pressed.table)))

    @press("back")
    async def back(self, interaction: Asked, pressed: Press) -> None:
        """Takes the presser's own chair back, and shows them their hand."""
        table = await take_back(self._tables, interaction, TableId(pressed.table))
        await _show_own_hand(interaction, table)

    @press("worth")
    async def press_worth(self, interaction: Asked, pressed: Press) -> None:
        """The points of a call chosen in the list or, by a button, of the one that stands: as a new
        message."""
        table = await self._tables.get(TableId(pressed.table))
        if table.state.deals != pressed.at or table.state.deal is None:
            await show_since_then(interaction, table, MomentPassed())
            return
        asked = chosen_values(interaction)
        view = table.view(UserId(interaction.user.id))
        await show_message(interaction, worth_screen(view, worth_asked(asked[0]) if asked else None))

    @press("claim")
    async def claim(self, interaction: Asked, pressed: Press) -> None:
        try:
            await claim_pressed(self.bot, interaction, pressed)
        except PointPassed as refusal:
            table = await self._tables.get(TableId(pressed.table))
            if isinstance(pressed_message(interaction), AloneMessage):
                sentence = worded(refusal, speech_at(table, UserId(interaction.user.id)))
                await redrawn(self.bot, interaction, table, sentence)
            else:
                await show_since_then(interaction, table, refusal)

    @press("hint")
    async def hint(self, interaction: Asked, pressed: Press) -> None:
        table = await self._tables.get(TableId(pressed.table))
        if table.state.deals != pressed.at or table.state.deal is None:
            await show_since_then(interaction, table, MomentPassed())
            return
        user = UserId(interaction.user.id)
        if isinstance(pressed_message(interaction), AloneMessage):
            told = await hinted(self.bot, table, user)
            await redraw_hand(interaction, table, self._drawing.hand_screen(table, user, told))
        else:
            await show_hint(self.bot, interaction, pressed, table)

    @press("level")
    async def level(self, interaction: Asked, pressed: Press) -> None:
        """Opens the bids of a level on the presser's own panel or, from the table's message, on a new one."""
        table, user = await self._tables.get(TableId(pressed.table)), UserId(interaction.user.id)
        view = table.view(user)
        if not table.belongs(user):
            raise Refused(Why.NOT_SEATED)
        refusal = _too_late_to_bid(view, pressed)
        if refusal is not None:
            await refuse_press(interaction, table, pressed_message(interaction), refusal)
            return
        room = f"<#{table.place.channel}>" if table.place.is_in_discord else ""
        level = int(pressed.what) if pressed.what.isdecimal() else 0
        screen = hand_screen(
            view, table.id, names_at(table), room=room, level=level, newcomer=user in self._tables.newcomers
        )
        async with holding(interaction, pressed_message(interaction), OwnPanel) as message:
            await show_on_own(interaction, table, message, screen)

    async def _act_on_press(
        self, interaction: Asked, pressed: Press, ask: registry.Ask, message: PressedMessage
    ) -> None:
        """Acts, and answers by redrawing the message on which the button stands, if that is still kept up to
        date."""
        table_id, user = TableId(pressed.table), UserId(interaction.user.id)
        if isinstance(message, AloneMessage):
            await wait_for_table(self.bot, interaction, message.table, LEFT_OVER)
        async with holding(interaction, message, OwnPanel, SharedMessage) as message:
            try:
                self._double_taps.refuse_second(interaction, pressed, message)
                request = ask(pressed, registry.PressValues(interaction.id, chosen_values(interaction)))
                point = Point(pressed.at, pressed.point, pressed.what)
                if isinstance(request, Play) and not await means_it(
                    self.bot, user, table_id, request, point, interaction.id
                ):
                    await self._show_mark(interaction, table_id, message)
                    return
                table = await self._tables.act(table_id, user, request, point=point, key=key_of(interaction))
            except LeavingCosts as refusal:
                await ask_first(interaction, await self._tables.get(table_id), refusal)
                return
            except Refusal as refusal:
                await refuse_press(interaction, await self._tables.get(table_id), message, refusal)
                return
            self._double_taps.note_acted(interaction, pressed)
            if isinstance(message, AloneMessage):
                await followed(self.bot, interaction, table, request)
            elif isinstance(request, CutPack):
                await redraw_once_cut(interaction, table, message)
            else:
                await redraw_pressed(interaction, table, message)

    async def _show_mark(self, interaction: Asked, table_id: TableId, message: PressedMessage) -> None:
        """On the presser's own panel. Nothing has happened at the table."""
        table = await self._tables.get(table_id)
        match message:
            case BusyMessage(OwnPanel(slot)):  # nothing else asks for that
                self._posting.draw_again(slot)
        await redraw_own_hand(interaction, table, message)


async def means_it(bot: Biritch, user: UserId, table_id: TableId, play: Play, point: Point, by: int) -> bool:
    """Whether the press ``by`` which a card was tapped is to play it: at once or, for those who play with two
    taps, the second time. Raises a Refusal if the card cannot be played."""
    tastes, marks = await bot.services.preferences.of_person(user), bot.services.drawing.marks
    if not tastes.two_tap or marks.is_second_tap(user, by):
        return True
    await bot.services.tables.check_request(table_id, user, play, point)
    table = await bot.services.tables.get(table_id)
    return marks.tapped(user, table_id, table.state.deals, play.card, by)


async def _show_own_hand(interaction: Asked, table: OpenTable) -> None:
    """Raises Why.NOT_SEATED."""
    if not table.belongs(UserId(interaction.user.id)):
        raise Refused(Why.NOT_SEATED)
    async with holding(interaction, pressed_message(interaction), OwnPanel) as message:
        await redraw_own_hand(interaction, table, message)


def worth_asked(chosen: str) -> int | Bid | Declare | None:
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


registry.check_presses()


async def setup(bot: Biritch) -> None:
    """After all other cogs, whose answers it finds."""
    presses = Presses(bot)
    await bot.add_cog(presses)
    presses.find_answers()
