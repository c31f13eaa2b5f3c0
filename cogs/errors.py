"""Every refusal and every fault becomes one sentence for the person who asked.

Without an answer Discord says "This interaction failed"; the library would only log what fails in a button.

While the storage is away they have a sentence in time too. Mostly it is that nothing was done, and then
nothing will be. If a commit is under way nobody knows yet: they are told so, and what it came to once that is
known. Nothing else is shown then, as the answer that would show it has been used up.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

import aiohttp
import discord
from discord import app_commands

from bot.app import Biritch
from bot.discord_api.faults import MessageGone, TokenDead, Unsent, may_be_done
from bot.discord_api.sender import DONE_BEFORE, Token
from bot.errors import AppError, AppRefused, AppWhy
from bot.first_answer import FIRST_ANSWER, FirstAnswer
from bot.messages.drawing import speech_at
from bot.supervisor import SUPERVISOR
from cogs.interactions import (
    ANSWERED,
    BY,
    MEANT,
    REFUSED_WITH,
    THINKS,
    TOLD_UNSURE,
    UNANSWERED,
    WAITS,
    Asked,
    ToldAlready,
    answer_timeout,
    answers_by,
    is_answered,
    log_unanswered,
    server_of,
    wait_until_told,
)
from cogs.refusals import answer_refused, worded
from rules.errors import Refusal
from screens.deck import in_letters
from screens.screen import Screen, Text
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
from storage.ports.patience import CURRENT_PATIENCE, Patience
from storage.ports.records import UserId
from storage.ports.storage import StorageError

log = logging.getLogger(__name__)

STORAGE_WITHIN: Final = 2.0
"""Seconds from a press for which the storage is waited for."""
SENTENCE_RETRIES: Final = (0.5, 3.0, 10.0, 60.0)
"""Seconds before a sentence that Discord has refused after a deferred answer is sent again."""
LONGEST_DELAY: Final = 600.0
"""Seconds that Discord may ask us to wait before that: an interaction can be answered for a quarter of an
hour."""


@asynccontextmanager
async def answered(interaction: Asked) -> AsyncIterator[None]:
    """Speaks the asker's language, and tells them whatever goes wrong inside. What is committed stays
    committed."""
    patience = Patience(
        STORAGE_WITHIN, lambda: _begin_to_tell_unsure(interaction), lambda: is_answered(interaction)
    )
    CURRENT_PATIENCE.set(patience)
    FIRST_ANSWER.set(first := FirstAnswer())
    readers, user = interaction.client.services.readers, UserId(interaction.user.id)
    if BY not in interaction.extras:  # which knows neither
        readers.hear(user, interaction.locale.value, interaction.user.display_name)
    language = await readers.asker(user, interaction.locale.value)
    in_room = await readers.server_language(interaction.guild_id) or language
    with interaction.client.answering(), spoken(language), beside(in_room):
        try:
            yield
            if TOLD_UNSURE in interaction.extras:
                await wait_until_told(interaction)
        except Exception as fault:  # noqa: BLE001 (it is told, and what nobody else would tell is logged)
            await _tell_fault(interaction, fault, patience)
            if _came_too_late(interaction, fault):
                return
        finally:
            first.hand_over()
        services = interaction.client.services
        services.carrying.note_use(interaction.guild_id)
        try:
            if not services.blocks.is_person_blocked(user):
                await readers.remember(user)
        except Exception as fault:
            if not _came_too_late(interaction, fault):
                log.exception("a person's locale could not be kept")
    if not is_answered(interaction) and interaction.extras.get(REFUSED_WITH) != DONE_BEFORE:
        interaction.client.measures.unanswered.inc()


async def _tell_fault(interaction: Asked, fault: Exception, patience: Patience) -> None:
    """Tells the asker that they are refused, or that something has failed, and the log whatever has."""
    match fault:
        case ToldAlready():
            await whisper(interaction, (SAVED_NOW if patience.stored else NOT_DONE)())
        case Refusal():
            await whisper(interaction, worded(fault, await _speech(interaction)))
        case _ if isinstance(fault, UNANSWERED):
            # The act is committed and the screens will be drawn; only this answer did not arrive.
            log_unanswered(interaction, fault)
            if isinstance(fault, TokenDead) and interaction.extras.get(ANSWERED) is False:
                del interaction.extras[ANSWERED]  # it had not taken it
            is_pressed_gone = isinstance(fault, MessageGone) and interaction.message is not None
            if is_answered(interaction) or is_pressed_gone:  # then a new message can be an answer
                await whisper(interaction, answer_refused(fault))
        case _ if _came_too_late(interaction, fault):
            log.info("interaction %s came too late", interaction.id)
            await whisper(interaction, RESTARTING())
        case StorageError(outside=True):
            log.exception("interaction %s failed", interaction.id, exc_info=fault)
            away = SAVED_NOT_SHOWN if patience.stored else NOT_SAVED
            if TOLD_UNSURE in interaction.extras:
                away = SAVED_NOW if patience.stored else NOT_DONE
            await whisper(interaction, away())
        case _:
            log.exception("interaction %s failed", interaction.id, exc_info=fault)
            await whisper(interaction, APOLOGY())


def _begin_to_tell_unsure(interaction: Asked) -> None:
    telling = _tell_unsure(interaction, UNSURE())
    interaction.extras[TOLD_UNSURE] = SUPERVISOR.run_once(telling, "answers", interaction.id)


async def _tell_unsure(interaction: Asked, sentence: str) -> None:
    in_its_place = not is_answered(interaction) or THINKS in interaction.extras
    await _whisper(interaction, sentence)
    if in_its_place:  # stands what it comes to
        interaction.extras[THINKS] = True


def _came_too_late(interaction: Asked, fault: Exception) -> bool:
    """Whether it had waited for the database as the bot stopped."""
    return isinstance(fault, StorageError) and fault.closed and interaction.client.stopping


async def _speech(interaction: Asked) -> Speech:
    table_id = interaction.extras.get(MEANT)
    if table_id is None:
        return ON_PAPER
    try:
        table = await interaction.client.services.tables.get(table_id)
    except (Refusal, StorageError):  # the sentence is told all the same
        return ON_PAPER
    return speech_at(table, UserId(interaction.user.id))


async def command_failed(interaction: Asked, error: app_commands.AppCommandError) -> None:
    """For what fails before one of our commands begins."""
    async with answered(interaction):
        if interaction.client.stopping:
            raise AppRefused(AppWhy.RESTARTING)
        interaction.client.services.blocks.check_answered(UserId(interaction.user.id), interaction.guild_id)
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
    if TOLD_UNSURE in interaction.extras:
        await interaction.extras[TOLD_UNSURE]
    await _whisper(interaction, sentence)


async def _whisper(interaction: Asked, sentence: str) -> None:
    shown = sentence if BY in interaction.extras else await _with_cards(interaction, sentence)
    try:
        if is_answered(interaction):
            await _say_after(interaction, shown)
            return
        async with answer_timeout(interaction):
            if interaction.type is discord.InteractionType.autocomplete:
                await interaction.response.autocomplete([])  # the library sends all that is offered
            else:
                token = Token(interaction.token)
                await answers_by(interaction).answer_anew(interaction.id, token, shown)
                interaction.extras[ANSWERED] = True
    except UNANSWERED as fault:
        log_unanswered(interaction, fault)
        if isinstance(fault, TimeoutError):  # it has often arrived
            interaction.extras[ANSWERED] = True
    except RuntimeError:  # of a session that is closed
        if not interaction.client.is_closed():
            raise
        log.info("interaction %s came when everything was closed", interaction.id)


async def _say_after(interaction: Asked, sentence: str) -> None:
    """A sentence after the first answer: in the place where Discord shows that the bot thinks, or where they
    are told to wait, or else as a message of its own. What Discord refuses is tried the other way, and then
    again; a message of its own to which nothing is answered only once more, as it has often arrived. Raises
    the last refusal."""
    messenger, token, unheard = answers_by(interaction), Token(interaction.token), 0
    for pause in (*SENTENCE_RETRIES, None):
        try:
            async with answer_timeout(interaction, deferred=True):
                if THINKS in interaction.extras:
                    with suppress(Unsent):
                        await messenger.edit_original(token, sentence)
                        del interaction.extras[THINKS]
                        return
                if WAITS in interaction.extras:
                    with suppress(Unsent):
                        await messenger.edit_original(token, Screen((Text(sentence),)))
                        del interaction.extras[WAITS]
                        return
                await messenger.follow_up(token, sentence)
                return
        except UNANSWERED as fault:
            if not interaction.extras.keys() & {THINKS, WAITS}:
                unheard += may_be_done(fault) and not getattr(fault, "status", 0)
            if pause is None or unheard > 1 or isinstance(fault, TokenDead):
                raise
            log_unanswered(interaction, fault)
            pause = max(pause, _asked_to_wait(fault))
        await asyncio.sleep(pause)


def _asked_to_wait(fault: Exception) -> float:
    """The seconds for which Discord asks not to be asked again."""
    return min(fault.wait, LONGEST_DELAY) if isinstance(fault, Unsent) else 0.0


async def _with_cards(interaction: Asked, sentence: str) -> str:
    """The sentence with cards as the asker has chosen them, which is asked only if there are any in it."""
    deck = interaction.client.deck
    shown = deck.markdown(sentence)
    if shown == in_letters(sentence):
        return shown
    readers, user = interaction.client.services.readers, UserId(interaction.user.id)
    try:
        reader = await readers.person(user, await server_of(interaction))
    except StorageError:
        return shown
    return deck.styled(reader.cards).markdown(sentence)


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
