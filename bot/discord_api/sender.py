"""The one sender: all that leaves for Discord about a message, one request for each call.

It answers an interaction, follows an answer up and edits it, by the interaction's token; it posts, edits and
deletes messages and opens direct messages, by the bot's own. Every fault of Discord's becomes one of
``bot.discord_api.faults``, by which those who ask decide what to do.

Answers too go by it, and not by the library's ``interaction.response``. That tries again after one, three and
five seconds, and Discord waits for three; takes it for a fault that its own first try was answered; has no
other form of a screen to try; and tells nobody when its bytes are on their way, for which others wait
(``bot.first_answer``).

One thing goes another way: what is offered while somebody types a command. The library's command tree finds
the offers and sends them in one function, and nothing has been done that others could hear of too early.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import field
from enum import Enum, IntEnum
from time import monotonic
from types import MappingProxyType
from typing import Final, NamedTuple
from weakref import WeakValueDictionary

from bot.clocks import is_within
from bot.cluster import ALONE, Cluster
from bot.discord_api.emoji import CardEmoji
from bot.discord_api.faults import (
    Form,
    MessageGone,
    NoPlace,
    NotOurs,
    Refused,
    ShutOut,
    TokenDead,
    TooFast,
    TryLater,
    Unsent,
    may_be_done,
)
from bot.discord_api.layout import (
    COMPONENTS_V2,
    JSON,
    MOST_PLAIN,
    Document,
    Payload,
    components,
    form_data,
    in_words,
    payload,
    payload_bytes,
    plain_components,
    with_documents,
)
from bot.discord_api.rest import TOO_MANY, Banned, Endpoint, Limited, Rejected, Rest, Unreachable
from bot.discord_api.scheduler import ANSWER, CREATE, DELETE, EDIT, OPEN_DM, Route, by_token
from rules.frozen import frozen
from screens.deck import LETTERS
from screens.screen import Boxes, Picture, Screen, Undrawn, with_drawn, without_pictures
from screens.screen import Form as Fields
from storage.ports.records import TableId
from storage.ports.waits import run_in_thread

log = logging.getLogger(__name__)


Shown = Screen | str
"""What a message shows: a screen, or one sentence."""


@frozen
class Token:
    """An interaction's token. It does not print itself."""

    text: str = field(repr=False)


class Pressed(Enum):
    """Where a message stands on which somebody has pressed. Discord's documents do not say that the token of
    a press reaches it, so it is found out for each."""

    IN_CHANNEL = "a message in a channel"
    DIRECT = "a direct message"
    ALONE = "a message that one person sees"


class Grip(NamedTuple):
    """What reaches one message by a token."""

    token: Token
    follow_up: int | None
    """The id of the message if it followed the answer; None if it is the answer, or the one pressed."""
    made: float
    """When the interaction was made, in seconds since 1970."""
    pressed: Pressed | None = None
    """Where the message stands, if it is the one pressed; None if it is what the bot has answered."""


class Callback(IntEnum):
    """Discord's numbers for the kinds of answers."""

    MESSAGE = 4
    THINK = 5
    ACKNOWLEDGE = 6
    REDRAW = 7
    FORM = 9


GONE: Final = {10008: "message", 30046: "old message", 50083: "message in an archived thread"}
NO_PLACE: Final = {
    10003: "channel gone",
    10004: "server gone",
    50001: "no access",
    50013: "no permission",
    50007: "direct messages refused",
    50278: "no server in common",
    160005: "thread locked",
    200000: "blocked by the server's filter",
}
DONE_BEFORE: Final = 40060
"""The code for an interaction that has been answered."""
DEAD: Final = frozenset({10015, 10062, DONE_BEFORE, 50027})
"""The codes of tokens that have expired, that Discord does not know, or whose press is answered already."""
NOT_ALLOWED: Final = 50013
BAD_FORM: Final = 50035
TOO_LARGE: Final = 413
FILES_REFUSED: Final = 600.0
"""Seconds for which no files are tried where Discord has refused one: each refusal is a call for nothing, and
Discord shuts out a bot with too many."""
ANSWER_RETRIES: Final = (0.2, 0.6)
"""Seconds before an answer that failed is tried again: Discord waits for it no longer than three."""
LATER_AGAIN: Final = (1.0, 3.0)
"""The same once it was deferred: Discord waits a quarter of an hour."""
WORTH_WAITING: Final = 60.0
"""Seconds beyond which somebody is told at once that it was in vain."""
ANSWERS_KEPT: Final = 1_000
LOST: Final = 0
"""The id of an answer of which Discord has not said that it has it."""
EPHEMERAL: Final = 1 << 6
SUPPRESS_NOTIFICATIONS: Final = 1 << 12
NO_FILES: Final[Mapping[str, object]] = MappingProxyType({"attachments": ()})
"""For an edit without any: files that the message had would else stay with it, unseen."""


class Messenger:
    """``cards`` are the emoji that cards are shown as, and ``now`` gives a time in seconds."""

    def __init__(
        self,
        rest: Rest,
        refused: Refused,
        cards: CardEmoji | None = None,
        now: Callable[[], float] = monotonic,
        cluster: Cluster = ALONE,
    ) -> None:
        self._rest = rest
        self._refused = refused
        self._cards = cards
        self._now = now
        self._cluster = cluster
        self._files_refused: dict[Hashable, float] = {}
        """When, by the channel or the interaction's token."""
        self._taken: dict[Hashable, bool] = {}
        """Whether Discord has said of an interaction, by its token, that it has an answer, or that it has
        none: it may deliver one twice."""
        self._asked = WeakValueDictionary[Hashable, asyncio.Lock]()
        """Held while Discord is asked whether it has an answer to one."""

    async def post(self, stream: TableId | None, channel: int, screen: Screen, nonce: str) -> int:
        """A new message, of a stream or of none; its id. The same nonce again within minutes posts nothing
        and gives the same id. Raises NoPlace, TryLater, NotOurs."""
        try:
            content = await self._in_some_form(
                stream,
                Endpoint("POST", f"/channels/{channel}/messages", Route(CREATE, channel)),
                screen,
                {"nonce": nonce, "enforce_nonce": True, **_rings(screen)},
            )
        except MessageGone as error:
            raise NoPlace("thread archived", 50083, error.status) from error
        return _id(content)

    async def edit(self, stream: TableId, channel: int, message: int, screen: Screen) -> None:
        """Raises NoPlace, TryLater, NotOurs, MessageGone."""
        to = Endpoint("PATCH", f"/channels/{channel}/messages/{message}", Route(EDIT, channel))
        await self._in_some_form(stream, to, screen, NO_FILES)

    async def edit_by(self, stream: TableId, grip: Grip, screen: Screen) -> None:
        """By an interaction's token. Raises NoPlace, TryLater, NotOurs, MessageGone, TokenDead."""
        which = "@original" if grip.follow_up is None else grip.follow_up
        path = f"/webhooks/{self._rest.application}/{grip.token.text}/messages/{which}"
        to = Endpoint("PATCH", path, by_token(grip.token))
        await self._in_some_form(stream, to, screen, NO_FILES)

    async def delete(self, stream: TableId, channel: int, message: int) -> None:
        """Raises NoPlace, TryLater, NotOurs, MessageGone."""
        path = f"/channels/{channel}/messages/{message}"
        await self._sent(stream, Endpoint("DELETE", path, Route(DELETE, channel)))

    async def open_dm(self, stream: TableId | None, user: int) -> int:
        """The channel of a user's direct messages. Raises NoPlace, TryLater, NotOurs."""
        to, asked = Endpoint("POST", "/users/@me/channels", OPEN_DM), {"recipient_id": str(user)}
        self._refused.dms.check_open()
        try:
            channel = _id(await self._sent(stream, to, Payload(payload_bytes(asked), JSON)))
        except TryLater as fault:
            self._refused.dms.note_held(fault)
            raise
        self._refused.dms.note_opened()
        return channel

    # Answers, all of which raise a fault that is Unsent

    async def answer(self, interaction: int, token: Token, screen: Screen | None) -> bool:
        """Answers a press: the message on which it was made becomes this screen or, with None, stays as it
        is. False if Discord has an answer, which may be that to another delivery."""
        path = f"/interactions/{interaction}/{token.text}/callback"
        to = Endpoint("POST", path, Route(ANSWER, token, counted=False))
        if screen is None:
            await self._sent(None, to, _callback_body(Callback.ACKNOWLEDGE), ANSWER_RETRIES)
        else:
            await self._in_some_form(None, to, screen, NO_FILES, Callback.REDRAW, ANSWER_RETRIES)
        return self.has_answered(token)

    def has_answered(self, token: Token) -> bool:
        """Whether Discord has said that it took an answer."""
        return self._taken.get(token, False)

    async def answer_anew(
        self, interaction: int, token: Token, shown: Shown, *, private: bool = True
    ) -> int | None:
        """Answers by a new message, for the asker alone if ``private``; its id, if Discord tells it, and
        ``LOST`` if Discord has an answer, which may be that to another delivery."""
        to = _callback(interaction, token, "?with_response=true")
        content = await self._new_message(
            to, shown, private=private, answer=Callback.MESSAGE, again=ANSWER_RETRIES
        )
        if not self.has_answered(token):
            return LOST
        try:
            return int(json.loads(content)["interaction"]["response_message_id"])
        except (ValueError, KeyError, TypeError):
            return None  # it has been answered all the same

    async def find_original(self, token: Token) -> int:
        """The id of what was answered or, if it was no new message, of that pressed. Raises a fault that is
        Unsent."""
        path = f"/webhooks/{self._rest.application}/{token.text}/messages/@original"
        asked = self._asked.setdefault(token, asyncio.Lock())
        async with asked:
            if self._taken.get(token) is False:
                raise TokenDead
            try:
                return _id(await self._sent(None, Endpoint("GET", path, by_token(token))))
            except (TokenDead, MessageGone):
                self._note_taken(token, taken=False)
                raise

    async def think(self, interaction: int, token: Token) -> None:
        """Has Discord show to the asker alone that the bot thinks."""
        content = _callback_body(Callback.THINK, {"flags": EPHEMERAL})
        await self._sent(None, _callback(interaction, token), content, ANSWER_RETRIES)

    async def open_form(self, interaction: int, token: Token, form: Fields) -> bool:
        """Answers by a form to be filled in. False if it has boxes and Discord takes none: it is not answered
        then."""
        has_boxes = any(isinstance(one, Boxes) for one in form.fields)
        if has_boxes and self._refused.lately(Form.BOXES):
            return False
        content = _callback_body(Callback.FORM, form_data(form))
        try:
            await self._sent(None, _callback(interaction, token), content, ANSWER_RETRIES)
        except _BadForm:
            if not has_boxes:
                raise
            self._refused.note_form(Form.BOXES)
            return False
        return True

    async def follow_up(self, token: Token, shown: Shown, *, private: bool = True) -> int:
        """A new message after the answer, for the asker alone if ``private``; its id."""
        to = Endpoint("POST", f"/webhooks/{self._rest.application}/{token.text}", by_token(token))
        return _id(await self._new_message(to, shown, private=private, answer=None, again=()))

    async def edit_original(
        self,
        token: Token,
        shown: Shown,
        documents: Sequence[Document] = (),
        *,
        thinks: bool = False,
        laid_out: bool = False,
    ) -> None:
        """What was answered becomes this, with these files if it is a sentence; ``laid_out`` says that a
        screen stands there. Where Discord takes no layout in place of its own sign that the bot ``thinks``, a
        screen is plain text."""
        path = f"/webhooks/{self._rest.application}/{token.text}/messages/@original"
        to = Endpoint("PATCH", path, by_token(token))
        if isinstance(shown, Screen):
            await self._in_some_form(None, to, shown, NO_FILES, None, LATER_AGAIN, thinks=thinks)
        else:
            words = in_words(shown, None, documents, **NO_FILES)
            await self._sent(None, to, with_documents(shown, documents) if laid_out else words, LATER_AGAIN)

    async def _new_message(
        self, to: Endpoint, shown: Shown, *, private: bool, answer: Callback | None, again: Sequence[float]
    ) -> bytes:
        """Sends a new message, for the asker alone if ``private``."""
        flags = EPHEMERAL if private else 0
        if isinstance(shown, Screen):
            others = {**_rings(shown), "flags": COMPONENTS_V2 | flags}
            return await self._in_some_form(None, to, shown, others, answer, again)
        return await self._sent(None, to, in_words(shown, answer, (), flags=flags), again)

    async def _in_some_form(
        self,
        stream: TableId | None,
        to: Endpoint,
        screen: Screen,
        others: Mapping[str, object],
        answer: Callback | None = None,
        again: Sequence[float] = (),
        *,
        thinks: bool = False,
    ) -> bytes:
        """Sends a screen as it is laid out; where the bot may send no files, with words for its pictures;
        and if that is too long or refused by Discord, as plain text."""
        deck, where = self._cards.deck if self._cards is not None else LETTERS, to.route.major
        pictures = [part for part in screen.parts if isinstance(part, Picture | Undrawn)]
        for pictured in (True, False) if pictures else (False,):
            if (pictured and not self._may_send_files(where)) or (
                thinks and self._refused.lately(Form.LAYOUT)
            ):
                continue
            if pictures and not pictured:
                screen = without_pictures(screen)
            elif pictured and [one for one in pictures if isinstance(one, Undrawn)]:
                screen = await run_in_thread(with_drawn, screen)
            files = [part for part in screen.parts if isinstance(part, Picture)] if pictured else ()
            try:
                content = payload(components(screen, deck), answer, files, **others)
                return await self._sent(stream, to, content, again)
            except NoPlace as refusal:
                if not files or refusal.code != NOT_ALLOWED:
                    raise
                words = without_pictures(screen)
                told = await self._in_some_form(stream, to, words, others, answer, again, thinks=thinks)
                self._files_refused[where] = self._now()
                return told
            except TryLater as refusal:
                if not files or refusal.status != TOO_LARGE:
                    raise
            except (_BadForm, ValueError) as error:
                self._note_form(error, to, files, thinks=thinks)
        return await self._sent(stream, to, self._plain_payload(screen, others, answer, thinks=thinks), again)

    def _note_form(self, error: Exception, to: Endpoint, files: Sequence[Picture], *, thinks: bool) -> None:
        """Which form it is that Discord does not take, if that is known."""
        if thinks and _blames(error, "flags"):
            self._refused.note_form(Form.LAYOUT)
        elif not files:
            log.error("a message had to be sent plainly: %s", type(error).__name__)
        elif isinstance(to.route.major, Token) and _blames(error, "attachments"):
            self._refused.note_form(Form.FILES)

    def _plain_payload(
        self, screen: Screen, others: Mapping[str, object], answer: Callback | None, *, thinks: bool
    ) -> Payload:
        parts = plain_components(without_pictures(screen))
        if not (thinks and self._refused.lately(Form.LAYOUT)):
            return payload(parts, answer, (), **others)
        text, *rows = parts
        return in_words(str(text["content"])[:MOST_PLAIN], answer, (), components=rows[:5], **others)

    def _note_taken(self, token: Hashable, *, taken: bool) -> None:
        self._taken[token] = taken
        if len(self._taken) > ANSWERS_KEPT:
            del self._taken[next(iter(self._taken))]

    def _may_send_files(self, where: Hashable) -> bool:
        """Whether none has been refused there lately. Forgets what is no longer so."""
        if isinstance(where, Token) and self._refused.lately(Form.FILES):
            return False
        now = self._now()
        for one in [one for one, at in self._files_refused.items() if not is_within(FILES_REFUSED, at, now)]:
            del self._files_refused[one]
        return where not in self._files_refused

    async def _sent(
        self,
        stream: TableId | None,
        to: Endpoint,
        content: Payload | None = None,
        again: Sequence[float] = (),
    ) -> bytes:
        """One request, if this process looks after the stream; None is for answers, which any may give.
        One that may succeed later is made ``again`` after each of these pauses. It may have been taken though
        its reply was lost; or the press was delivered twice, and is answered there. If that is not known, an
        answer has no content."""
        for tries, pause in enumerate((*again, None)):
            if stream is not None and not self._cluster.holds(stream):
                raise NotOurs
            try:
                told = await self._rest.call(to, *(content or ()))
                if to.route.kind == ANSWER:
                    self._note_taken(to.route.major, taken=True)
                return told
            except (Rejected, Unreachable) as error:
                fault = _as_named(error, of_answer=stream is None and not to.route.counted)
                if tries and fault.code == DONE_BEFORE:
                    await asyncio.sleep(again[0])  # what Discord says to the other may be on its way
                    if not self._taken.get(to.route.major):
                        return b""
                worth_it = _may_succeed_later(fault) and fault.wait <= WORTH_WAITING
                if pause is None or self._rest.is_closed or not worth_it:
                    raise fault from error
            await asyncio.sleep(max(pause, fault.wait))
        raise AssertionError


def _callback(interaction: int, token: Token, query: str = "") -> Endpoint:
    path = f"/interactions/{interaction}/{token.text}/callback{query}"
    return Endpoint("POST", path, Route(ANSWER, token, counted=False))


def _callback_body(kind: Callback, data: Mapping[str, object] | None = None) -> Payload:
    """An answer that holds no message."""
    return Payload(payload_bytes({"type": kind} if data is None else {"type": kind, "data": data}), JSON)


def _rings(screen: Screen) -> Mapping[str, object]:
    """How a new message differs from others, which mention nobody and ring as messages of bots do."""
    if screen.silent:
        return {"flags": COMPONENTS_V2 | SUPPRESS_NOTIFICATIONS}
    if screen.pings is not None:
        return {"allowed_mentions": {"parse": [], "users": [str(screen.pings)]}}
    return {}


class _BadForm(Unsent):
    """Discord refuses the form of a message. It takes no files there, or it is a bug of ours, which must
    not block a table."""

    def __init__(self, error: Rejected) -> None:
        super().__init__(error.status, error.code)
        self.fields = error.fields


def _blames(error: Exception, part: str) -> bool:
    """Whether Discord refuses a message for this part of it."""
    return isinstance(error, _BadForm) and any(part in path.split(".") for path in error.fields)


def _may_succeed_later(fault: Unsent) -> bool:
    """Whether the same request may succeed a little later."""
    if not isinstance(fault, TryLater) or isinstance(fault, ShutOut):
        return False
    return fault.status in (0, TOO_MANY) or may_be_done(fault)


def _as_named(error: Rejected | Unreachable, *, of_answer: bool) -> Unsent:
    """What an error of Discord's is called by those who send messages. Who answers a person tells the log of
    it themselves."""
    if isinstance(error, Unreachable):
        log.warning("Discord could not be reached: %s", error)
        return TryLater(sent=error.sent)
    said = error.status, error.code
    if error.code in GONE:
        return MessageGone(*said)
    if error.code in DEAD:
        return TokenDead(*said)
    if error.code in NO_PLACE:
        return NoPlace(NO_PLACE[error.code], error.code, error.status)
    if error.code == BAD_FORM:
        log.warning("Discord refused the form of a message: %s", error.message)
        return _BadForm(error)
    if isinstance(error, Banned):
        return ShutOut(*said, error.wait)
    if not of_answer:
        log.warning("Discord answered %s", error)
    return (TooFast if isinstance(error, Limited) else TryLater)(*said, error.wait)


def _id(content: bytes) -> int:
    """The id of what an answer describes. Raises TryLater if it describes nothing."""
    try:
        return int(json.loads(content)["id"])
    except (ValueError, KeyError, TypeError) as error:
        raise TryLater from error
