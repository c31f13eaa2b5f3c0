"""Answering people: every refusal and every fault becomes one sentence for the person who asked.

Without an answer Discord says "This interaction failed"; the library would only log what fails in a button.

While the storage is away they have a sentence in time too. Mostly it is that nothing was done, and then
nothing will be. If a commit is under way nobody knows yet: they are told so, and what it came to once that is
known. Nothing else is shown then, as the answer that would show it has been used up.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from io import BytesIO
from typing import Final, NoReturn

import aiohttp
import discord
from discord import app_commands

from bot.app import Biritch
from bot.clocks import retry_after
from bot.discord_api.layout import laid_out, pictures, plain_message
from bot.errors import AppError, AppRefused, AppWhy
from bot.messages.discord import Form, Grip, MessageGone, NoPlace, Pressed, Token, TokenDead, TryLater
from bot.permissions import Feature
from bot.streams.first_answer import FIRST_ANSWER, FirstAnswer
from bot.streams.open_stream import Key
from bot.supervisor import SUPERVISOR
from bot.tables.open_table import OpenTable, panel
from cogs.refusals import unanswered, worded
from ports.patience import CURRENT_PATIENCE, Patience
from ports.records import SlotKey, UserId
from ports.storage import StorageError
from rules.errors import Refusal
from screens.deck import in_letters
from screens.screen import Screen, has_pictures, without_pictures
from screens.words.languages import beside, spoken
from screens.words.names import ON_PAPER, Speech
from screens.words.refusals import (
    APOLOGY,
    NOT_DONE,
    NOT_SAVED,
    RESTARTING,
    SAVED_NOT_SHOWN,
    SAVED_NOW,
    UNSURE,
)

log = logging.getLogger(__name__)

Asked = discord.Interaction[Biritch]

STORAGE_WITHIN: Final = 2.0
"""Seconds from a press for which the storage is waited for."""
ANSWER_WITHIN: Final = 2.0
"""Seconds for one answer; Discord waits three from the press."""
LATER_WITHIN: Final = 30.0
"""The same for a call after an answer that was deferred: Discord waits a quarter of an hour."""
AGAIN: Final = (0.5, 3.0, 10.0, 60.0)
"""Seconds before a sentence that Discord has refused after a deferred answer is sent again."""
LONGEST: Final = 600.0
"""Seconds that Discord may ask us to wait before that: an interaction can be answered for a quarter of an
hour."""

_UNANSWERED: Final = (
    discord.HTTPException,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
    MessageGone,
    NoPlace,
    TokenDead,
    TryLater,
)
"""What keeps an answer from arriving."""
DONE_BEFORE: Final = 40060
"""Discord's code for an interaction that has been answered."""
DEAD: Final = frozenset({10015, 10062, 50027})
"""Discord's codes for an interaction that can be answered no longer."""
INVALID_FORM: Final = 50035
"""Discord's code for a form or a message that it does not take."""
MEANT: Final = "table"
"""Under this an interaction's extras have the table that is meant: a refusal names the seats as it does."""
_ANSWERED: Final = "answered"
_THINKS: Final = "thinks"
"""Set while Discord shows that the bot thinks, or that it does not know yet."""
_UNSURE: Final = "unsure"
"""The task that tells that it is not known yet what has been done."""
_REFUSED: Final = "refused"
"""The code with which Discord has refused the last answer."""


class ToldAlready(Exception):
    """The asker has been told that it was not known what has been done, so nothing can be shown in answer."""


@asynccontextmanager
async def answered(interaction: Asked) -> AsyncIterator[None]:
    """Speaks the asker's language, and tells them whatever goes wrong inside. What is committed stays
    committed."""
    patience = Patience(
        STORAGE_WITHIN, lambda: _begin_to_tell_unsure(interaction), lambda: _acknowledged(interaction)
    )
    CURRENT_PATIENCE.set(patience)
    FIRST_ANSWER.set(first := FirstAnswer())
    readers, user = interaction.client.services.readers, UserId(interaction.user.id)
    readers.hear(user, interaction.locale.value, interaction.user.display_name)
    language = await readers.asker(user, interaction.locale.value)
    with interaction.client.answering(), spoken(language), beside(await _room(interaction) or language):
        try:
            yield
            if _UNSURE in interaction.extras:
                await _was_told(interaction)
        except ToldAlready:
            await whisper(interaction, (SAVED_NOW if patience.stored else NOT_DONE)())
        except Refusal as refusal:
            await whisper(interaction, worded(refusal, await _speech(interaction)))
        except _UNANSWERED as fault:
            # The act is committed and the screens will be drawn; only this answer did not arrive.
            _log(interaction, fault)
            if _acknowledged(interaction):
                await whisper(interaction, unanswered(fault))
        except StorageError as fault:
            if _came_too_late(interaction, fault):
                log.info("interaction %s came too late", interaction.id)
                await whisper(interaction, RESTARTING())
                return
            log.exception("interaction %s failed", interaction.id)
            away = SAVED_NOT_SHOWN if patience.stored else NOT_SAVED
            if _UNSURE in interaction.extras:
                away = SAVED_NOW if patience.stored else NOT_DONE
            await whisper(interaction, (away if fault.outside else APOLOGY)())
        except Exception:
            log.exception("interaction %s failed", interaction.id)
            await whisper(interaction, APOLOGY())
        finally:
            first.hand_over()
        try:
            await readers.remember(user)
        except Exception as fault:
            if not _came_too_late(interaction, fault):
                log.exception("a person's locale could not be kept")
    if not _acknowledged(interaction) and interaction.extras.get(_REFUSED) != DONE_BEFORE:
        interaction.client.measures.unanswered.inc()


def _begin_to_tell_unsure(interaction: Asked) -> None:
    telling = _tell_unsure(interaction, UNSURE())
    interaction.extras[_UNSURE] = SUPERVISOR.run_once(telling, "answers", interaction.id)


async def _tell_unsure(interaction: Asked, sentence: str) -> None:
    in_its_place = not _acknowledged(interaction) or _THINKS in interaction.extras
    await _whisper(interaction, sentence)
    if in_its_place:  # stands what it comes to
        interaction.extras[_THINKS] = True


async def _was_told(interaction: Asked) -> NoReturn:
    """Raises ToldAlready once they have been."""
    await interaction.extras[_UNSURE]
    raise ToldAlready


def _came_too_late(interaction: Asked, fault: Exception) -> bool:
    """Whether it had waited for the database as the bot stopped."""
    return isinstance(fault, StorageError) and fault.closed and interaction.client.stopping


async def _room(interaction: Asked) -> str | None:
    """The language of what everybody sees there; None in direct messages."""
    try:
        guild = interaction.guild_id
        return (await interaction.client.services.readers.room(guild)).language if guild is not None else None
    except Exception:
        log.exception("what a server has chosen could not be read")
        return None


async def _speech(interaction: Asked) -> Speech:
    table_id = interaction.extras.get(MEANT)
    if table_id is None:
        return ON_PAPER
    try:
        table = await interaction.client.services.tables.get(table_id)
    except Refusal:
        return ON_PAPER
    return Speech.at(table.state)


async def command_failed(interaction: Asked, error: app_commands.AppCommandError) -> None:
    """For what fails before one of our commands begins."""
    async with answered(interaction):
        if interaction.client.stopping:
            raise AppRefused(AppWhy.RESTARTING)
        match error:
            case (
                app_commands.CommandNotFound()
                | app_commands.CommandSignatureMismatch()
                | app_commands.TransformerError()
            ):
                raise AppRefused(AppWhy.COMMAND_CHANGED)  # a client still shows it as it was before an update
            case app_commands.CheckFailure():
                raise AppError
            case app_commands.CommandInvokeError(original=fault):
                raise fault
        raise error


async def whisper(interaction: Asked, sentence: str) -> None:
    """One sentence for the asker alone. While somebody types a command there is no room for one."""
    if _UNSURE in interaction.extras:
        await interaction.extras[_UNSURE]
    await _whisper(interaction, sentence)


async def _whisper(interaction: Asked, sentence: str) -> None:
    shown = await _with_cards(interaction, sentence)
    try:
        if _acknowledged(interaction):
            await _tell(interaction, shown)
            return
        async with asyncio.timeout(ANSWER_WITHIN):
            if interaction.type is discord.InteractionType.autocomplete:
                await interaction.response.autocomplete([])
            else:
                await interaction.response.send_message(shown, ephemeral=True)
    except _UNANSWERED as fault:
        _log(interaction, fault)
    except RuntimeError:  # of a session that is closed
        if not interaction.client.is_closed():
            raise
        log.info("interaction %s came when everything was closed", interaction.id)


async def _tell(interaction: Asked, sentence: str) -> None:
    """A sentence after the first answer: in the place where Discord shows that the bot thinks, or else as a
    message of its own. What Discord refuses is tried the other way, and then again. Raises the last refusal.
    """
    for pause in (*AGAIN, None):
        try:
            async with asyncio.timeout(LATER_WITHIN):
                if _THINKS in interaction.extras:
                    with suppress(discord.HTTPException):
                        await interaction.edit_original_response(content=sentence)
                        del interaction.extras[_THINKS]
                        return
                await interaction.followup.send(sentence, ephemeral=True)
                return
        except _UNANSWERED as fault:
            if pause is None or is_dead(fault):
                raise
            _log(interaction, fault)
            pause = max(pause, _asked_to_wait(fault))
        await asyncio.sleep(pause)


def is_dead(fault: Exception) -> bool:
    """Whether an interaction can be answered no longer, whatever is tried."""
    return isinstance(fault, TokenDead) or (isinstance(fault, discord.HTTPException) and fault.code in DEAD)


def _asked_to_wait(fault: Exception) -> float:
    """The seconds for which Discord asks not to be asked again."""
    if not isinstance(fault, discord.HTTPException) or "Retry-After" not in fault.response.headers:
        return 0.0
    return min(retry_after(fault.response.headers), LONGEST)


def _acknowledged(interaction: Asked) -> bool:
    """Whether Discord has been given a first answer, be it only that another comes."""
    return interaction.response.is_done() or _ANSWERED in interaction.extras


def _log(interaction: Asked, fault: Exception) -> None:
    said = f" {fault.status} ({fault.code})" if isinstance(fault, discord.HTTPException) else ""
    interaction.extras[_REFUSED] = getattr(fault, "code", 0)
    log.info("interaction %s could not be answered: %s%s", interaction.id, type(fault).__name__, said)


async def _with_cards(interaction: Asked, sentence: str) -> str:
    """The sentence with cards as the asker has chosen them, which is asked only if there are any in it."""
    deck = interaction.client.deck
    shown = deck.markdown(sentence)
    if shown == in_letters(sentence):
        return shown
    readers, user = interaction.client.services.readers, UserId(interaction.user.id)
    reader = await readers.person(user, await _guild(interaction))
    return deck.styled(reader.cards).markdown(sentence)


async def show(
    interaction: Asked, screen: Screen, *, private: bool = True, at_once: bool = False
) -> int | None:
    """A new message in answer, for the asker alone unless said otherwise. Its id, if its token was noted for
    it. ``at_once`` for a refusal: it is the answer itself, since a press that was only acknowledged looks
    like one that was done."""
    if _UNSURE in interaction.extras:
        await _was_told(interaction)
    screen = await _styled(interaction, screen, private=private)
    async with asyncio.timeout(ANSWER_WITHIN):
        if private and not at_once and await _renewed(interaction):
            posting = interaction.client.services.posting
            message = await posting.follow_up(Token(interaction.token), screen)
            posting.tokens.learn(message, _grip(interaction, follow_up=message))
            return message
        answer = await _sent(interaction, screen, private=private)
        if answer.message_id is not None:
            interaction.client.services.posting.tokens.learn(answer.message_id, _grip(interaction))
        return answer.message_id


async def _sent(
    interaction: Asked, screen: Screen, *, private: bool
) -> discord.InteractionCallbackResponse[Biritch]:
    """With its pictures if Discord takes files here."""
    screen = _sendable(interaction, screen)
    try:
        return await interaction.response.send_message(
            view=laid_out(screen, interaction.client.deck), files=pictures(screen), ephemeral=private
        )
    except discord.HTTPException as fault:
        of_files = isinstance(fault, discord.Forbidden) or _of_files(interaction, fault)
        if not has_pictures(screen) or not of_files:
            raise
        return await _sent(interaction, without_pictures(screen), private=private)


def _sendable(interaction: Asked, screen: Screen) -> Screen:
    """The screen without its pictures where the bot may send no files, or Discord has taken none lately."""
    in_server = interaction.guild_id is not None
    forbidden = in_server and Feature.FILES.lacking(interaction.app_permissions.value)
    if has_pictures(screen) and (forbidden or interaction.client.refused.lately(Form.FILES)):
        return without_pictures(screen)
    return screen


def _of_files(interaction: Asked, fault: discord.HTTPException) -> bool:
    """Whether Discord refuses an answer because of its files; then none are tried for a day."""
    if not _names(fault, "attachments"):
        return False
    interaction.client.refused.note(Form.FILES)
    return True


async def think(interaction: Asked) -> None:
    """For an answer that takes longer than Discord waits: it shows that the bot thinks, to the asker alone,
    until ``conclude``, ``hand_over`` or ``whisper`` answers."""
    if _UNSURE in interaction.extras:
        await _was_told(interaction)
    await interaction.response.defer(ephemeral=True, thinking=True)
    interaction.extras[_THINKS] = True


async def conclude(interaction: Asked, *screens: Screen) -> None:
    """An answer that was deferred, for the asker alone: in its place, or on the message on which the button
    stands, comes the first of these screens that Discord takes. The later ones need less of it; the last has
    no pictures. Where Discord takes no layout in place of its own sign that the bot thinks, it is plain text.
    """
    if _UNSURE in interaction.extras:
        await _was_told(interaction)
    *_, last = screens
    if has_pictures(last):
        screens = (*screens, without_pictures(last))
    refused, thinks = interaction.client.refused, _THINKS in interaction.extras
    for screen in screens:
        if (thinks and refused.lately(Form.LAYOUT)) or (has_pictures(screen) and refused.lately(Form.FILES)):
            continue
        styled = _sendable(interaction, await _styled(interaction, screen, private=True))
        view, files = laid_out(styled, interaction.client.deck), pictures(styled)
        try:
            async with asyncio.timeout(LATER_WITHIN):
                await interaction.edit_original_response(view=view, attachments=files)
        except discord.HTTPException as fault:
            no_layout = thinks and _names(fault, "flags")
            if is_dead(fault) or (screen is screens[-1] and not no_layout):
                raise
            _log(interaction, fault)
            if no_layout:
                refused.note(Form.LAYOUT)
            else:
                _of_files(interaction, fault)
        else:
            break
    else:
        text, buttons = plain_message(last)
        async with asyncio.timeout(LATER_WITHIN):
            await interaction.edit_original_response(content=text, view=buttons)
    interaction.extras.pop(_THINKS, None)


def _names(fault: discord.HTTPException, field: str) -> bool:
    """Whether Discord refuses a message for this field of it."""
    return fault.code == INVALID_FORM and re.search(rf"In (data\.)?{field}", fault.text) is not None


async def hand_over(interaction: Asked, sentence: str, files: Mapping[str, str]) -> None:
    """An answer that was deferred: files, given by their names, and a sentence about them."""
    if _UNSURE in interaction.extras:
        await _was_told(interaction)
    sent = [discord.File(BytesIO(body.encode()), name) for name, body in files.items()]
    async with asyncio.timeout(LATER_WITHIN):
        await interaction.edit_original_response(content=sentence, attachments=sent)


async def tell_all(interaction: Asked, screen: Screen) -> None:
    """A new message for everybody there after an answer that was deferred; without its pictures where
    Discord refuses them."""
    if _UNSURE in interaction.extras:
        await _was_told(interaction)
    screen = _sendable(interaction, await _styled(interaction, screen, private=False))
    try:
        async with asyncio.timeout(LATER_WITHIN):
            await interaction.followup.send(
                view=laid_out(screen, interaction.client.deck), files=pictures(screen)
            )
    except discord.HTTPException as fault:
        if not has_pictures(screen) or is_dead(fault):
            raise
        _log(interaction, fault)
        _of_files(interaction, fault)
        await tell_all(interaction, without_pictures(screen))


async def show_hand(interaction: Asked, table: OpenTable, screen: Screen, *, at_once: bool = False) -> None:
    """The asker's own hand, as a new message for them alone that follows the play."""
    version = table.version
    screen = await _styled(interaction, screen, private=True)
    message = await show(interaction, screen, at_once=at_once)
    if message is not None:
        await _hand_shown(interaction, table, version, message, screen)


async def redraw_hand(interaction: Asked, table: OpenTable, screen: Screen) -> None:
    """The copy of the asker's hand on which the button stands becomes this screen, and follows the play."""
    assert interaction.message is not None
    version, message = table.version, interaction.message.id
    async with interaction.client.services.posting.copies.answering(table.id, message):
        screen = await redraw(interaction, screen)
        await _hand_shown(interaction, table, version, message, screen)


async def _hand_shown(
    interaction: Asked, table: OpenTable, version: int, message: int, screen: Screen
) -> None:
    """This message shows the asker's hand, drawn when the table had this version. Where they play alone,
    nothing but their own acts changes it."""
    person = table.person(UserId(interaction.user.id))
    if person is not None and table.state.alone is None:
        await interaction.client.services.posting.copy_shows(
            SlotKey(table.id, panel(person)), screen, message, current=table.version == version
        )


async def redraw(interaction: Asked, screen: Screen) -> Screen:
    """The message on which the button stands becomes this screen, also where that was deferred; the screen
    with its reader's cards."""
    pressed = interaction.message
    private = interaction.guild_id is None or (pressed is not None and pressed.flags.ephemeral)
    screen = await _styled(interaction, screen, private=private)
    if interaction.response.is_done():
        await conclude(interaction, screen)
    else:
        await _answer(interaction, screen)
    return screen


async def _styled(interaction: Asked, screen: Screen, *, private: bool) -> Screen:
    """The screen with the cards of those who will see it: the asker alone, or everybody there."""
    readers, guild = interaction.client.services.readers, await _guild(interaction)
    user = UserId(interaction.user.id)
    reader = await (readers.person(user, guild) if private else readers.room(guild))
    return screen.with_cards(reader.cards)


async def _guild(interaction: Asked) -> int | None:
    """The server in which they are or, in direct messages, that of the table which is meant."""
    guild, table_id = interaction.guild_id, interaction.extras.get(MEANT)
    if guild is None and table_id is not None:
        with suppress(Refusal):
            return (await interaction.client.services.tables.get(table_id)).place.guild
    return guild


async def acknowledge(interaction: Asked) -> None:
    """The press is answered, and the message on which the button stands will be drawn as others are."""
    await _answer(interaction, None)


async def _answer(interaction: Asked, screen: Screen | None) -> None:
    """Redraws the message on which the button stands, or only acknowledges the press. The library would have
    Discord send the whole message back, and read it."""
    if _UNSURE in interaction.extras:
        await _was_told(interaction)
    posting, token = interaction.client.services.posting, Token(interaction.token)
    async with asyncio.timeout(ANSWER_WITHIN):
        await posting.messenger.answer(interaction.id, token, screen)
    interaction.extras[_ANSWERED] = True
    if interaction.message is not None:
        posting.pressed(interaction.message.id, _grip(interaction, pressed=True), drawn=screen is not None)


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


def chosen(interaction: Asked) -> tuple[str, ...]:
    """What has been chosen in a list; empty for a button."""
    data: Mapping[str, object] = interaction.data or {}
    values = data.get("values")
    return tuple(str(value) for value in values) if isinstance(values, list) else ()


def key_of(interaction: Asked) -> Key:
    """The idempotency key of an interaction."""
    made = interaction.created_at.timestamp()
    interaction.client.discord_clock.passed(made)
    return Key(str(interaction.id), made)


class _NotOffered(logging.Filter):
    """The library tells as a fault, with its traceback, that what it offered while somebody typed did not
    arrive: it was delivered twice, or they had typed on; and that it has nothing to offer for an option that
    a client still shows."""

    def filter(self, record: logging.LogRecord) -> bool:
        fault = record.exc_info[1] if record.exc_info else None
        if isinstance(fault, app_commands.CommandSignatureMismatch):
            return False
        if not isinstance(fault, discord.HTTPException | aiohttp.ClientError):
            return True
        log.info("what was offered did not arrive: %s", type(fault).__name__)
        return False


_NOT_OFFERED: Final = _NotOffered()


async def setup(bot: Biritch) -> None:
    bot.tree.error(command_failed)
    logging.getLogger(app_commands.tree.__name__).addFilter(_NOT_OFFERED)
