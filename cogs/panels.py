"""Where a press stands: on whose message, and what draws that message besides the answer.

It is found once, when the press comes in, and decides what the answer draws. A message of a table is one of
these: the presser's own panel, everybody's, a copy that they alone see, that of a game which they play alone,
or one that is no longer kept up to date. While an edit of one that is kept is under way, an answer that drew
it too could be overtaken, so it is left to what follows.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final

from bot.discord_api.faults import MessageGone
from bot.errors import PointPassed
from bot.messages.drawing import speech_at
from bot.tables.open_table import OpenTable
from cogs.answers import acknowledge, redraw, redraw_hand, show_hand, show_message
from cogs.errors import whisper
from cogs.interactions import Asked, is_answered
from cogs.refusals import worded
from rules.errors import Refusal
from rules.frozen import frozen
from screens.presses import head
from screens.screen import Screen
from screens.words.names import Speech
from storage.ports.records import SlotKey, TableId, UserId


@frozen
class OwnCopy:
    """A message that the presser alone sees. An answer to them draws it; a hand also follows the play, by the
    token of the last answer."""


@frozen
class OwnLobby:
    """One of those that shows what may be done between rubbers, and goes on to until the next begins."""


@frozen
class AloneMessage:
    """That of a game which the presser plays alone: nothing but an answer to them draws it."""

    table: OpenTable


@frozen
class OwnPanel:
    """A message in the presser's direct messages that is kept up to date."""

    slot: SlotKey


@frozen
class SharedMessage:
    """A message in the table's channel that is kept up to date."""

    slot: SlotKey


@frozen
class BusyMessage:
    """One of those two, of which an edit is under way that does not end in time."""

    kept: OwnPanel | SharedMessage


@frozen
class LeftMessage:
    """A message that nothing draws any more, as in a channel that the table has left."""


PressedMessage = OwnCopy | OwnLobby | AloneMessage | OwnPanel | SharedMessage | BusyMessage | LeftMessage

_PRESSED: Final = "pressed"
"""Under this an interaction's extras have the message on which a button of a table was pressed."""


def pressable_ids(components: Sequence[object]) -> Iterator[str]:
    """The ids of everything on a message that can be pressed, in the order in which it stands there."""
    for one in components:
        custom_id = getattr(one, "custom_id", None)
        if isinstance(custom_id, str):
            yield custom_id
        yield from pressable_ids(getattr(one, "children", ()))


def is_own_copy(interaction: Asked) -> bool:
    """Whether the asker has pressed on a message that they alone see."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def find_pressed(interaction: Asked, table_id: TableId) -> PressedMessage:
    """Where a press stands that names this table, for all who answer it; brings what is kept of the table
    into memory."""
    message, posting = interaction.message, interaction.client.services.posting
    slot = await posting.slot_of_message(table_id, message.id) if message is not None else None
    if slot is None:
        found = await _find_unkept(interaction, table_id)
    else:
        found = OwnPanel(slot) if slot.slot.kind.private else SharedMessage(slot)
    interaction.extras[_PRESSED] = found
    return found


async def _find_unkept(interaction: Asked, table_id: TableId) -> PressedMessage:
    message, tables = interaction.message, interaction.client.services.tables
    if table_id not in tables.places:  # those that people play together stand in a channel
        with suppress(Refusal):
            table = await tables.get(table_id)
            if table.state.alone is not None:
                return AloneMessage(table)
    if message is None or not is_own_copy(interaction):
        return LeftMessage()
    shown = map(head, pressable_ids(message.components))
    return OwnLobby() if "start" in shown else OwnCopy()


def pressed_message(interaction: Asked) -> PressedMessage:
    """Where a press on a button of a table stands, as ``find_pressed`` has found."""
    found: PressedMessage = interaction.extras[_PRESSED]
    return found


@asynccontextmanager
async def holding(
    interaction: Asked, message: PressedMessage, *kinds: type[OwnPanel] | type[SharedMessage]
) -> AsyncIterator[PressedMessage]:
    """Holds a message of one of these ``kinds``, so that nothing else draws it before the answer has: the
    message or, if it could not be held in time, a busy one."""
    if isinstance(message, kinds):
        async with interaction.client.services.posting.taking(message.slot) as free:
            yield message if free else BusyMessage(message)
    else:
        yield message


async def redraw_pressed(interaction: Asked, table: OpenTable, message: PressedMessage) -> None:
    """Answers a press by which something has happened at the table: the message pressed is drawn or, if
    nothing keeps it up to date, the presser's hand on a new one. So it is if the message is gone by then: it
    has moved down its channel, or was put away."""
    try:
        match message:
            case OwnPanel(slot) | SharedMessage(slot):
                await _draw_slot(interaction, table, slot)
            case BusyMessage():
                await acknowledge(interaction)
            case OwnLobby() if table.state.rubber is None:
                await redraw(interaction, _table(interaction, table))
            case _:
                await show_on_own(interaction, table, message, _hand(interaction, table))
    except MessageGone:
        if is_answered(interaction):
            raise
        await _show_now(interaction, table)


def is_between(table: OpenTable) -> bool:
    """Whether a cut that has just been asked for came between two deals of a rubber."""
    rubber = table.state.rubber
    return rubber is not None and bool(rubber.entered)


async def redraw_once_cut(interaction: Asked, table: OpenTable, message: PressedMessage) -> None:
    """Answers a press by which the pack was cut, or by which somebody would go on from a result: between two
    deals the presser's hand is a new message, below whatever came after the last."""
    match message:
        case OwnPanel() | BusyMessage(OwnPanel()):
            await redraw_pressed(interaction, table, message)
        case _ if is_between(table):
            await show_hand(interaction, table, _hand(interaction, table))
        case _:
            await redraw_pressed(interaction, table, message)


async def redraw_own_hand(interaction: Asked, table: OpenTable, message: PressedMessage) -> None:
    """Answers a press by which nothing has happened at the table: the presser's hand is drawn, where others
    see the message pressed on a new one."""
    match message:
        case SharedMessage() | BusyMessage(SharedMessage()):
            try:
                await show_hand(interaction, table, _hand(interaction, table))
            except MessageGone:
                if is_answered(interaction):
                    raise
                await _show_now(interaction, table)
        case _:
            await redraw_pressed(interaction, table, message)


async def show_on_own(interaction: Asked, table: OpenTable, message: PressedMessage, screen: Screen) -> None:
    """Answers with this screen, on which the presser's hand is: in place of the message pressed if it is
    theirs, else as a new one."""
    match message:
        case OwnPanel(slot):
            await _answer_slot(interaction, table.version, screen, slot)
        case OwnCopy() | OwnLobby() | AloneMessage():
            await redraw_hand(interaction, table, screen)
        case _:
            await show_hand(interaction, table, screen)


async def refuse_press(
    interaction: Asked, table: OpenTable, message: PressedMessage, refusal: Refusal
) -> None:
    """Says why: on the message pressed if it is the presser's own. Elsewhere a press that is too late gets a
    fresh view too."""
    match message:
        case OwnCopy() | AloneMessage() | OwnPanel() | BusyMessage(OwnPanel()):
            own = message.kept if isinstance(message, BusyMessage) else message
            sentence = worded(refusal, _speech_at(interaction, table))
            await show_on_own(interaction, table, own, _hand(interaction, table, sentence))
        case OwnLobby() if _has_seat(interaction, table):
            sentence = worded(refusal, _speech_at(interaction, table))
            await show_on_own(interaction, table, message, _hand(interaction, table, sentence))
        case OwnLobby():
            sentence = worded(refusal, _speech_at(interaction, table))
            await redraw(interaction, _table(interaction, table, sentence))
        case _ if isinstance(refusal, PointPassed):
            await show_since_then(interaction, table, refusal)
        case _:
            await whisper(interaction, worded(refusal, _speech_at(interaction, table)))


async def show_since_then(interaction: Asked, table: OpenTable, refusal: PointPassed) -> None:
    """The moment of a button is over: a new message says so, with the presser's hand or the table."""
    await _show_now(interaction, table, worded(refusal, _speech_at(interaction, table)))


async def _show_now(interaction: Asked, table: OpenTable, note: str = "") -> None:
    """A new message with the presser's hand or, if they have none, the table."""
    if _has_seat(interaction, table):
        await show_hand(interaction, table, _hand(interaction, table, note), at_once=True)
    else:
        await show_message(interaction, _table(interaction, table, note), at_once=True)


def _has_seat(interaction: Asked, table: OpenTable) -> bool:
    return table.seat(UserId(interaction.user.id)) is not None


def _speech_at(interaction: Asked, table: OpenTable) -> Speech:
    return speech_at(table, UserId(interaction.user.id))


def _hand(interaction: Asked, table: OpenTable, note: str = "") -> Screen:
    return interaction.client.services.drawing.hand_screen(table, UserId(interaction.user.id), note)


def _table(interaction: Asked, table: OpenTable, note: str = "") -> Screen:
    return interaction.client.services.drawing.table_screen(table, note)


async def _draw_slot(interaction: Asked, table: OpenTable, slot: SlotKey) -> None:
    """Answers with what the slot must show."""
    version = table.version
    screen = await interaction.client.services.drawing.draw(table, slot.slot)
    if screen is None:
        await acknowledge(interaction)
    else:
        await _answer_slot(interaction, version, screen, slot)


async def _answer_slot(interaction: Asked, version: int, screen: Screen, slot: SlotKey) -> None:
    """Answers with a screen of the table at this version, and notes that the slot shows it."""
    drawn, channel = interaction.message, interaction.channel_id
    assert drawn is not None and channel is not None
    screen = await redraw(interaction, screen)
    await interaction.client.services.posting.shows(slot, version, screen, channel, drawn.id)


async def answer_on_own_copy(interaction: Asked, screen: Screen) -> None:
    """Answers in place of the message pressed if the asker alone sees it, else with a new one."""
    await (redraw if is_own_copy(interaction) else show_message)(interaction, screen)
