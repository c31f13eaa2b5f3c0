"""Answering people: every refusal and every fault becomes one sentence for the person who asked.

Without an answer Discord says "This interaction failed"; the library would only log what fails in a button.

While the storage is away they have a sentence in time too. Mostly it is that nothing was done, and then
nothing will be. If a commit is under way nobody knows yet: they are told so, and what it came to once that is
known. Nothing else is shown then, as the answer that would show it has been used up.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final, NoReturn, Protocol

import aiohttp
import discord
from discord import app_commands

from bot.app import Biritch
from bot.discord_api.faults import MessageGone, TokenDead, TryLater, Unsent, may_be_done
from bot.discord_api.layout import Document
from bot.discord_api.sender import DONE_BEFORE, LOST, Grip, Pressed, Shown, Token
from bot.errors import AppError, AppRefused, AppWhy
from bot.first_answer import FIRST_ANSWER, FirstAnswer
from bot.messages.drawing import speech_at
from bot.permissions import Feature
from bot.streams.open_stream import Key
from bot.supervisor import SUPERVISOR
from bot.tables.open_table import OpenTable, panel
from cogs.refusals import answer_refused, worded
from rules.counting.seasons import Month
from rules.errors import Refusal
from screens.deck import in_letters
from screens.screen import Form, Screen, Text, has_pictures, without_pictures
from screens.words.languages import beside, language_spoken, spoken
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
from storage.ports.records import SlotKey, UserId
from storage.ports.storage import StorageError

log = logging.getLogger(__name__)

Asked = discord.Interaction[Biritch]

STORAGE_WITHIN: Final = 2.0
"""Seconds from a press for which the storage is waited for."""
ANSWER_WITHIN: Final = 2.0
"""Seconds for one answer; Discord waits three from the press, and a page longer."""
LATER_WITHIN: Final = 30.0
"""The same for a call after an answer that was deferred: Discord waits a quarter of an hour."""
SENTENCE_RETRIES: Final = (0.5, 3.0, 10.0, 60.0)
"""Seconds before a sentence that Discord has refused after a deferred answer is sent again."""
LONGEST_DELAY: Final = 600.0
"""Seconds that Discord may ask us to wait before that: an interaction can be answered for a quarter of an
hour."""

_UNANSWERED: Final = (Unsent, discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""What keeps an answer from arriving; the library makes some requests too, as for a thread."""
MEANT: Final = "table"
"""Under this an interaction's extras have the table that is meant: a refusal names the seats as it does."""
BY: Final = "by"
"""Under this an interaction's extras have what its answers go by, where that is not Discord: an open page."""
_ANSWERED: Final = "answered"
"""Set once Discord has our answer, to False if it has not said so in time: the library knows only of what it
has answered itself."""
_THINKS: Final = "thinks"
"""Set while Discord shows that the bot thinks, or that it does not know yet."""
_WAITS: Final = "waits"
"""Set while a screen stands in place of the answer which tells nothing but that its person has to wait."""
_UNSURE: Final = "unsure"
"""The task that tells that it is not known yet what has been done."""
_DRAWS: Final = "draws"
"""The message that an interaction has drawn, or will: that of the button, or one in answer to a command."""
_REFUSED: Final = "refused"
"""The code with which Discord has refused the last answer."""


class AnswersBy(Protocol):
    """What answers go by: the one sender to Discord, or an open page. ``answer_anew`` gives the id of a
    message that can be drawn again by its token; None if there is none."""

    async def answer(self, interaction: int, token: Token, screen: Screen | None) -> bool: ...

    async def answer_anew(
        self, interaction: int, token: Token, shown: Shown, *, private: bool = True
    ) -> int | None: ...

    async def think(self, interaction: int, token: Token) -> None: ...

    async def open_form(self, interaction: int, token: Token, form: Form) -> bool: ...

    async def follow_up(self, token: Token, shown: Shown, *, private: bool = True) -> int: ...

    async def edit_original(
        self,
        token: Token,
        shown: Shown,
        documents: Sequence[Document] = (),
        *,
        thinks: bool = False,
        laid_out: bool = False,
    ) -> None: ...


def _answers_by(interaction: Asked) -> AnswersBy:
    by: AnswersBy | None = interaction.extras.get(BY)
    return by if by is not None else interaction.client.services.posting.messenger


class ToldAlready(Exception):
    """The asker has been told that it was not known what has been done, so nothing can be shown in answer."""


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
    with interaction.client.answering(), spoken(language), beside(await _room(interaction) or language):
        try:
            yield
            if _UNSURE in interaction.extras:
                await _was_told(interaction)
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
    if not is_answered(interaction) and interaction.extras.get(_REFUSED) != DONE_BEFORE:
        interaction.client.measures.unanswered.inc()


async def _tell_fault(interaction: Asked, fault: Exception, patience: Patience) -> None:
    """Tells the asker that they are refused, or that something has failed, and the log whatever has."""
    match fault:
        case ToldAlready():
            await whisper(interaction, (SAVED_NOW if patience.stored else NOT_DONE)())
        case Refusal():
            await whisper(interaction, worded(fault, await _speech(interaction)))
        case _ if isinstance(fault, _UNANSWERED):
            # The act is committed and the screens will be drawn; only this answer did not arrive.
            _log(interaction, fault)
            if isinstance(fault, TokenDead) and interaction.extras.get(_ANSWERED) is False:
                del interaction.extras[_ANSWERED]  # it had not taken it
            is_pressed_gone = isinstance(fault, MessageGone) and interaction.message is not None
            if is_answered(interaction) or is_pressed_gone:  # then a new message can be an answer
                await whisper(interaction, answer_refused(fault))
        case _ if _came_too_late(interaction, fault):
            log.info("interaction %s came too late", interaction.id)
            await whisper(interaction, RESTARTING())
        case StorageError(outside=True):
            log.exception("interaction %s failed", interaction.id, exc_info=fault)
            away = SAVED_NOT_SHOWN if patience.stored else NOT_SAVED
            if _UNSURE in interaction.extras:
                away = SAVED_NOW if patience.stored else NOT_DONE
            await whisper(interaction, away())
        case _:
            log.exception("interaction %s failed", interaction.id, exc_info=fault)
            await whisper(interaction, APOLOGY())


def _begin_to_tell_unsure(interaction: Asked) -> None:
    telling = _tell_unsure(interaction, UNSURE())
    interaction.extras[_UNSURE] = SUPERVISOR.run_once(telling, "answers", interaction.id)


async def _tell_unsure(interaction: Asked, sentence: str) -> None:
    in_its_place = not is_answered(interaction) or _THINKS in interaction.extras
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
    if _UNSURE in interaction.extras:
        await interaction.extras[_UNSURE]
    await _whisper(interaction, sentence)


async def _whisper(interaction: Asked, sentence: str) -> None:
    shown = sentence if BY in interaction.extras else await _with_cards(interaction, sentence)
    try:
        if is_answered(interaction):
            await _say_after(interaction, shown)
            return
        async with asyncio.timeout(ANSWER_WITHIN):
            if interaction.type is discord.InteractionType.autocomplete:
                await interaction.response.autocomplete([])  # the library sends all that is offered
            else:
                token = Token(interaction.token)
                await _answers_by(interaction).answer_anew(interaction.id, token, shown)
                interaction.extras[_ANSWERED] = True
    except _UNANSWERED as fault:
        _log(interaction, fault)
        if isinstance(fault, TimeoutError):  # it has often arrived
            interaction.extras[_ANSWERED] = True
    except RuntimeError:  # of a session that is closed
        if not interaction.client.is_closed():
            raise
        log.info("interaction %s came when everything was closed", interaction.id)


async def _say_after(interaction: Asked, sentence: str) -> None:
    """A sentence after the first answer: in the place where Discord shows that the bot thinks, or where they
    are told to wait, or else as a message of its own. What Discord refuses is tried the other way, and then
    again; a message of its own to which nothing is answered only once more, as it has often arrived. Raises
    the last refusal."""
    messenger, token, unheard = _answers_by(interaction), Token(interaction.token), 0
    for pause in (*SENTENCE_RETRIES, None):
        try:
            async with asyncio.timeout(LATER_WITHIN):
                if _THINKS in interaction.extras:
                    with suppress(Unsent):
                        await messenger.edit_original(token, sentence)
                        del interaction.extras[_THINKS]
                        return
                if _WAITS in interaction.extras:
                    with suppress(Unsent):
                        await messenger.edit_original(token, Screen((Text(sentence),)))
                        del interaction.extras[_WAITS]
                        return
                await messenger.follow_up(token, sentence)
                return
        except _UNANSWERED as fault:
            if not interaction.extras.keys() & {_THINKS, _WAITS}:
                unheard += may_be_done(fault) and not getattr(fault, "status", 0)
            if pause is None or unheard > 1 or isinstance(fault, TokenDead):
                raise
            _log(interaction, fault)
            pause = max(pause, _asked_to_wait(fault))
        await asyncio.sleep(pause)


def _asked_to_wait(fault: Exception) -> float:
    """The seconds for which Discord asks not to be asked again."""
    return min(fault.wait, LONGEST_DELAY) if isinstance(fault, Unsent) else 0.0


def is_answered(interaction: Asked) -> bool:
    """Whether Discord has been given a first answer, be it only that another comes."""
    return _ANSWERED in interaction.extras or interaction.response.is_done()


def _log(interaction: Asked, fault: Exception) -> None:
    """Every answer of Discord's is told alike, by its status and code."""
    status, code = getattr(fault, "status", 0), getattr(fault, "code", 0)
    interaction.extras[_REFUSED] = code
    if status:
        log.info("interaction %s could not be answered: HTTPException %s (%s)", interaction.id, status, code)
    else:
        log.info("interaction %s could not be answered: %s", interaction.id, type(fault).__name__)


@asynccontextmanager
async def _answering(
    interaction: Asked, *, deferred: bool = False, may_be_lost: bool = False
) -> AsyncIterator[tuple[AnswersBy, Token]]:
    """What an answer goes by, which must have arrived in time. One that ``may_be_lost`` counts as arrived if
    Discord does not say so: nothing must be left out that follows if it has. Raises ToldAlready."""
    if _UNSURE in interaction.extras:
        await _was_told(interaction)
    if deferred and interaction.extras.get(_ANSWERED) is False:
        await _find_answer(interaction)
    in_time = False
    try:
        async with asyncio.timeout(LATER_WITHIN if deferred or BY in interaction.extras else ANSWER_WITHIN):
            yield _answers_by(interaction), Token(interaction.token)
            in_time = True
    except TimeoutError as fault:
        if not may_be_lost:
            raise
        if interaction.client.services.posting.messenger.has_answered(Token(interaction.token)):
            raise TokenDead(0, DONE_BEFORE, sent=False) from fault  # where it was delivered once more
        _log(interaction, fault)
    interaction.extras[_ANSWERED] = in_time


async def _with_cards(interaction: Asked, sentence: str) -> str:
    """The sentence with cards as the asker has chosen them, which is asked only if there are any in it."""
    deck = interaction.client.deck
    shown = deck.markdown(sentence)
    if shown == in_letters(sentence):
        return shown
    readers, user = interaction.client.services.readers, UserId(interaction.user.id)
    try:
        reader = await readers.person(user, await _guild(interaction))
    except StorageError:
        return shown
    return deck.styled(reader.cards).markdown(sentence)


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
        interaction.extras[_DRAWS] = message
    if message is not None:
        posting.tokens.learn(message, _grip(interaction, follow_up=follow_up))
    return message


async def _find_answer(interaction: Asked, *, anew: bool | None = None) -> int:
    """The id of an answer that Discord has not said to have, of a new message or of that pressed. Raises
    Unsent, TimeoutError: it has none, or another than that to this delivery, which what follows goes with."""
    messenger, pressed = interaction.client.services.posting.messenger, interaction.message
    try:
        async with asyncio.timeout(LATER_WITHIN):
            found = await messenger.find_original(Token(interaction.token))
        if anew is (pressed is not None and found == pressed.id):
            raise TokenDead(0, DONE_BEFORE, sent=False)
        interaction.extras[_ANSWERED] = True
        return found
    except (Unsent, TimeoutError) as fault:
        del interaction.extras[_ANSWERED]
        if isinstance(fault, MessageGone):  # by this token: that pressed may stand
            raise TokenDead(fault.status, fault.code) from fault
        raise


async def open_form(interaction: Asked, form: Form) -> bool:
    """A form in answer to a press. False if Discord takes none of its kind: then nothing is answered yet."""
    async with _answering(interaction) as (messenger, token):
        opened = await messenger.open_form(interaction.id, token, form)
    if not opened:
        del interaction.extras[_ANSWERED]
    return opened


async def think(interaction: Asked) -> None:
    """For an answer that takes longer than Discord waits: it shows that the bot thinks, to the asker alone,
    until ``conclude``, ``hand_over`` or ``whisper`` answers. Asked again, it goes on doing so."""
    if is_answered(interaction):
        return
    async with _answering(interaction, may_be_lost=True) as (messenger, token):
        await messenger.think(interaction.id, token)
    interaction.extras[_THINKS] = True


async def conclude(interaction: Asked, screen: Screen) -> None:
    """An answer that was deferred, for the asker alone: in its place, or on the message on which the button
    stands."""
    screen, thinks = await _sendable(interaction, screen, private=True), _THINKS in interaction.extras
    async with _answering(interaction, deferred=True) as (messenger, token):
        await messenger.edit_original(token, screen, thinks=thinks)
    interaction.extras.pop(_THINKS, None)
    interaction.extras.pop(_WAITS, None)
    _note_drawn(interaction)


async def tell_to_wait(interaction: Asked, screen: Screen) -> None:
    """An answer that was deferred is still to come: this stands in its place until then, if Discord takes it.
    Raises a fault after which it takes no answer."""
    try:
        await conclude(interaction, screen)
    except (TryLater, TimeoutError) as fault:
        _log(interaction, fault)
        if not may_be_done(fault):
            return
    interaction.extras[_WAITS] = True


def has_turned(interaction: Asked) -> bool:
    """Whether the message that this has drawn shows the answer to a later press by now."""
    drawn: int | None = interaction.extras.get(_DRAWS)
    return interaction.client.services.posting.tokens.drawn_by.get(drawn or 0, 0) > interaction.id


def _note_drawn(interaction: Asked) -> None:
    """Answers to earlier presses on the message that this has drawn are late from now on."""
    message, drawn_by = interaction.extras.get(_DRAWS), interaction.client.services.posting.tokens.drawn_by
    if message is not None:
        drawn_by[message] = max(interaction.id, drawn_by.get(message, 0))


async def hand_over(interaction: Asked, sentence: str, files: Mapping[str, str]) -> None:
    """An answer that was deferred: files, given by their names, and a sentence about them."""
    documents = [Document(name, text) for name, text in files.items()]
    async with _answering(interaction, deferred=True) as (messenger, token):
        await messenger.edit_original(token, sentence, documents, laid_out=_WAITS in interaction.extras)


async def show_beside(interaction: Asked, screen: Screen) -> None:
    """A further message for the asker alone, after an answer that others see."""
    screen = await _sendable(interaction, screen, private=True)
    async with _answering(interaction, deferred=True) as (messenger, token):
        posting = interaction.client.services.posting if BY not in interaction.extras else messenger
        await posting.follow_up(token, screen)


async def speaking_to_all(interaction: Asked) -> str:
    """The language of a message for everybody there: that of the server, else that of the asker."""
    return await _room(interaction) or language_spoken()


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
    if _ANSWERED in interaction.extras:
        await conclude(interaction, screen)
    else:
        await _redraw(interaction, screen)
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
        interaction.extras[_DRAWS] = interaction.message.id
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


def chosen_values(interaction: Asked) -> tuple[str, ...]:
    """What has been chosen in a list; empty for a button."""
    data: Mapping[str, object] = interaction.data or {}
    values = data.get("values")
    return tuple(str(value) for value in values) if isinstance(values, list) else ()


def today_of(interaction: Asked) -> Month:
    """The month in which Discord made it, UTC."""
    return Month(interaction.created_at.year, interaction.created_at.month)


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
