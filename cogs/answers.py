"""What somebody is shown in answer: a new message, the message on which they pressed, a form, files.

Discord waits three seconds for a first answer, which may be that another comes. ``cogs.errors`` answers where
nothing can be shown.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import discord

from bot.discord_api.faults import MessageGone, TokenDead, TryLater, Unsent, may_be_done
from bot.discord_api.layout import Document
from bot.discord_api.sender import DONE_BEFORE, LOST, Grip, Pressed, Token
from bot.permissions import Feature
from bot.tables.open_table import OpenTable, panel
from cogs.interactions import (
    ANSWERED,
    BY,
    DRAWS,
    THINKS,
    TOLD_UNSURE,
    WAITS,
    AnswersBy,
    Asked,
    answer_timeout,
    answers_by,
    is_answered,
    key_of,
    log_unanswered,
    server_of,
    wait_until_told,
)
from screens.screen import Form, Screen, has_pictures, without_pictures
from screens.words.languages import language_spoken
from storage.ports.records import SlotKey, UserId


@asynccontextmanager
async def _answering(
    interaction: Asked, *, deferred: bool = False, may_be_lost: bool = False
) -> AsyncIterator[tuple[AnswersBy, Token]]:
    """What an answer goes by, which must have arrived in time. One that ``may_be_lost`` counts as arrived if
    Discord does not say so: nothing must be left out that follows if it has. Raises ToldAlready."""
    if TOLD_UNSURE in interaction.extras:
        await wait_until_told(interaction)
    if deferred and interaction.extras.get(ANSWERED) is False:
        try:
            await _find_answer(interaction)
        except (TryLater, TimeoutError) as fault:  # that of the enquiry: nothing else has been asked
            interaction.extras[ANSWERED] = False
            raise TryLater(wait=getattr(fault, "wait", 0.0), sent=False) from fault
    in_time = False
    try:
        async with answer_timeout(interaction, deferred=deferred):
            yield answers_by(interaction), Token(interaction.token)
            in_time = True
    except TimeoutError as fault:
        if not may_be_lost:
            raise
        if interaction.client.services.posting.messenger.has_answered(Token(interaction.token)):
            raise TokenDead(0, DONE_BEFORE, sent=False) from fault  # where it was delivered once more
        log_unanswered(interaction, fault)
    interaction.extras[ANSWERED] = in_time


async def show_message(
    interaction: Asked, screen: Screen, *, private: bool = True, at_once: bool = False
) -> int | None:
    """A new message in answer, for the asker alone unless said otherwise; its id, if its token was noted.
    ``at_once`` for a refusal: a press that was only acknowledged looks like one that was done."""
    screen = await _sendable(interaction, screen, private=private)
    message: int | None = LOST
    follow_up, posting = None, interaction.client.services.posting
    if private and not at_once and await _renewed(interaction):
        async with _answering(interaction, deferred=True) as (_, token):
            message = follow_up = await posting.follow_up(token, screen)
    else:
        async with _answering(interaction, may_be_lost=True) as (messenger, token):
            message = await messenger.answer_anew(interaction.id, token, screen, private=private)
        if message == LOST:
            message = await _find_answer(interaction, anew=True)
        interaction.extras[DRAWS] = message
    if message is not None:
        posting.tokens.learn(message, _grip(interaction, follow_up=follow_up))
    return message


async def _find_answer(interaction: Asked, *, anew: bool | None = None) -> int:
    """The id of an answer that Discord has not said to have, of a new message or of that pressed. Raises
    Unsent, TimeoutError: it has none, or another than that to this delivery, which what follows goes with."""
    messenger, pressed = interaction.client.services.posting.messenger, interaction.message
    try:
        async with answer_timeout(interaction, deferred=True):
            found = await messenger.find_original(Token(interaction.token))
        if anew is (pressed is not None and found == pressed.id):
            raise TokenDead(0, DONE_BEFORE, sent=False)
        interaction.extras[ANSWERED] = True
        return found
    except (Unsent, TimeoutError) as fault:
        del interaction.extras[ANSWERED]
        if isinstance(fault, MessageGone):  # by this token: that pressed may stand
            raise TokenDead(fault.status, fault.code) from fault
        raise


async def open_form(interaction: Asked, form: Form) -> bool:
    """A form in answer to a press. False if Discord takes none of its kind: then nothing is answered yet."""
    async with _answering(interaction) as (messenger, token):
        opened = await messenger.open_form(interaction.id, token, form)
    if not opened:
        del interaction.extras[ANSWERED]
    return opened


async def think(interaction: Asked) -> None:
    """For an answer that takes longer than Discord waits: it shows that the bot thinks, to the asker alone,
    until ``conclude``, ``hand_over`` or ``whisper`` answers. Asked again, it goes on doing so."""
    if is_answered(interaction):
        return
    async with _answering(interaction, may_be_lost=True) as (messenger, token):
        await messenger.think(interaction.id, token)
    interaction.extras[THINKS] = True


async def conclude(interaction: Asked, screen: Screen) -> None:
    """An answer that was deferred, for the asker alone: in its place, or on the message on which the button
    stands."""
    screen, thinks = await _sendable(interaction, screen, private=True), THINKS in interaction.extras
    async with _answering(interaction, deferred=True) as (messenger, token):
        await messenger.edit_original(token, screen, thinks=thinks)
    interaction.extras.pop(THINKS, None)
    interaction.extras.pop(WAITS, None)
    _note_drawn(interaction)


async def tell_to_wait(interaction: Asked, screen: Screen) -> None:
    """An answer that was deferred is still to come: this stands in its place until then, if Discord takes it.
    Raises a fault after which it takes no answer."""
    try:
        await conclude(interaction, screen)
    except (TryLater, TimeoutError) as fault:
        log_unanswered(interaction, fault)
        if not may_be_done(fault):
            return
    interaction.extras[WAITS] = True


def has_turned(interaction: Asked) -> bool:
    """Whether the message that this has drawn shows the answer to a later press by now."""
    drawn: int | None = interaction.extras.get(DRAWS)
    return interaction.client.services.posting.tokens.drawn_by.get(drawn or 0, 0) > interaction.id


def _note_drawn(interaction: Asked) -> None:
    """Answers to earlier presses on the message that this has drawn are late from now on."""
    message, drawn_by = interaction.extras.get(DRAWS), interaction.client.services.posting.tokens.drawn_by
    if message is not None:
        drawn_by[message] = max(interaction.id, drawn_by.get(message, 0))


async def hand_over(interaction: Asked, sentence: str, files: Mapping[str, str]) -> None:
    """An answer that was deferred: files, given by their names, and a sentence about them."""
    documents = [Document(name, text) for name, text in files.items()]
    async with _answering(interaction, deferred=True) as (messenger, token):
        await messenger.edit_original(token, sentence, documents, laid_out=WAITS in interaction.extras)


async def show_beside(interaction: Asked, screen: Screen) -> None:
    """A further message for the asker alone, after an answer that others see."""
    screen = await _sendable(interaction, screen, private=True)
    async with _answering(interaction, deferred=True) as (messenger, token):
        posting = interaction.client.services.posting if BY not in interaction.extras else messenger
        await posting.follow_up(token, screen)


async def speaking_to_all(interaction: Asked) -> str:
    """The language of a message for everybody there: that of the server, else that of the asker."""
    return (
        await interaction.client.services.readers.server_language(interaction.guild_id) or language_spoken()
    )


async def tell_all(interaction: Asked, screen: Screen) -> None:
    """A new message for everybody there after an answer that was deferred."""
    screen = await _sendable(interaction, screen, private=False)
    async with _answering(interaction, deferred=True) as (messenger, token):
        await messenger.follow_up(token, screen, private=False)


async def _sendable(interaction: Asked, screen: Screen, *, private: bool) -> Screen:
    """As its readers want it, and without its pictures where the bot may send no files."""
    screen = await _styled(interaction, screen, private=private)
    in_server = interaction.guild_id is not None
    if in_server and has_pictures(screen) and Feature.FILES.lacking(interaction.app_permissions.value):
        return without_pictures(screen)
    return screen


async def show_hand(interaction: Asked, table: OpenTable, screen: Screen, *, at_once: bool = False) -> None:
    """The asker's own hand, as a new message for them alone that follows the play."""
    version = table.version
    screen = await _styled(interaction, screen, private=True)
    try:
        message = await show_message(interaction, screen, at_once=at_once)
    except (Unsent, TimeoutError) as fault:
        if may_be_done(fault):
            _hand_stands_somewhere(interaction, table)
        raise
    if message is not None:
        await _hand_shown(interaction, table, version, message, screen)
    elif BY not in interaction.extras:
        _hand_stands_somewhere(interaction, table)


async def redraw_hand(interaction: Asked, table: OpenTable, screen: Screen) -> None:
    """The copy of the asker's hand on which the button stands becomes this screen, and follows the play."""
    if BY in interaction.extras:
        await redraw(interaction, screen)
        return
    assert interaction.message is not None
    version, message = table.version, interaction.message.id
    async with interaction.client.services.posting.copies.answering(table.id, message):
        screen = await redraw(interaction, screen)
        await _hand_shown(interaction, table, version, message, screen)


async def _hand_shown(
    interaction: Asked, table: OpenTable, version: int, message: int, screen: Screen
) -> None:
    """This message shows the asker's hand, drawn when the table had this version."""
    if (key := _panel_of(interaction, table)) is not None:
        current = table.version == version
        await interaction.client.services.posting.copy_shows(key, screen, message, current=current)


def _hand_stands_somewhere(interaction: Asked, table: OpenTable) -> None:
    """Discord may show the asker their hand, and does not say on which message: nothing changes it."""
    if (key := _panel_of(interaction, table)) is not None:
        interaction.client.services.posting.copy_out_of_reach(key)


def _panel_of(interaction: Asked, table: OpenTable) -> SlotKey | None:
    """The asker's own. None where they play alone: nothing but their own acts changes their hand."""
    person = table.person(UserId(interaction.user.id))
    if person is None or table.state.alone is not None:
        return None
    return SlotKey(table.id, panel(person))


async def redraw(interaction: Asked, screen: Screen) -> Screen:
    """The message on which the button stands becomes this screen, also where that was deferred; the screen
    with its reader's cards."""
    pressed = interaction.message
    private = interaction.guild_id is None or (pressed is not None and pressed.flags.ephemeral)
    screen = await _styled(interaction, screen, private=private)
    if ANSWERED in interaction.extras:
        await conclude(interaction, screen)
    else:
        await _redraw(interaction, screen)
    return screen


async def _styled(interaction: Asked, screen: Screen, *, private: bool) -> Screen:
    """The screen with the cards of those who will see it: the asker alone, or everybody there."""
    readers, guild = interaction.client.services.readers, await server_of(interaction)
    user = UserId(interaction.user.id)
    reader = await (readers.person(user, guild) if private else readers.room(guild))
    return screen.with_cards(reader.cards)


async def acknowledge(interaction: Asked) -> None:
    """The press is answered. The message on which the button stands will be drawn as others are, or by
    ``conclude``."""
    await _redraw(interaction, None)


async def _redraw(interaction: Asked, screen: Screen | None) -> None:
    """Redraws the message on which the button stands, or only acknowledges the press."""
    arrived = False
    async with _answering(interaction, may_be_lost=True) as (messenger, token):
        arrived = await messenger.answer(interaction.id, token, screen)
    if screen is not None and not arrived:  # as it is: what everybody sees has not the presser's own cards
        await _find_answer(interaction, anew=False)
        async with _answering(interaction, deferred=True) as (messenger, token):
            await messenger.edit_original(token, screen)
        arrived = True
    posting = interaction.client.services.posting
    if interaction.message is not None and BY not in interaction.extras:
        interaction.extras[DRAWS] = interaction.message.id
        if screen is not None:
            _note_drawn(interaction)
        if arrived:
            grip = _grip(interaction, pressed=True)
            posting.pressed(interaction.message.id, grip, drawn=screen is not None)


async def _renewed(interaction: Asked) -> bool:
    """Acknowledges a press on a message that is kept up to date and that needs a token. Whether it did."""
    pressed = interaction.message
    if pressed is None or interaction.type is not discord.InteractionType.component:
        return False
    if not interaction.client.services.posting.needs_token(pressed.id):
        return False
    await acknowledge(interaction)
    return True


def _grip(interaction: Asked, *, follow_up: int | None = None, pressed: bool = False) -> Grip:
    where = None
    if pressed and interaction.message is not None:
        where = Pressed.DIRECT if interaction.guild_id is None else Pressed.IN_CHANNEL
        if interaction.message.flags.ephemeral:
            where = Pressed.ALONE
    return Grip(Token(interaction.token), follow_up, key_of(interaction).at, where)
