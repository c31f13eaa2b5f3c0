"""Posts, edits and deletes messages in Discord, and opens direct messages: one request for each call.

Every fault of Discord's becomes one of the errors here, by which those who keep messages up to date decide
what to do.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Hashable, Mapping
from dataclasses import field
from enum import Enum
from time import monotonic
from typing import Final, NamedTuple

from bot.clocks import is_within
from bot.cluster import ALONE, Cluster
from bot.discord_api.commands import CardEmoji
from bot.discord_api.layout import (
    COMPONENTS_V2,
    JSON,
    Payload,
    components,
    payload,
    plain_components,
    written,
)
from bot.discord_api.rest import Banned, Endpoint, Limited, Rejected, Rest, Unreachable
from bot.messages.scheduler import ANSWER, CREATE, DELETE, EDIT, OPEN_DM, Route, by_token
from ports.records import TableId
from rules.frozen import frozen
from screens.deck import LETTERS
from screens.screen import Picture, Screen, without_pictures


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


class Form(Enum):
    """A form of an answer that Discord may not take; the value is how the log has it."""

    BOXES = "a form with boxes"
    FILES = "files by the token of an interaction"
    LAYOUT = "a layout in an answer that was deferred"


class Refused:
    """The forms that Discord has refused: not tried for a day."""

    AGAIN: Final = 24 * 3600.0
    """Seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._since: dict[Form, float] = {}

    def note(self, form: Form) -> None:
        if not self.lately(form):
            log.warning("Discord does not take %s: not tried for a day", form.value)
        self._since[form] = self._now()

    def lately(self, form: Form) -> bool:
        return form in self._since and is_within(self.AGAIN, self._since[form], self._now())


class MessageGone(Exception):
    """The message to be edited is not there, or is too old to be edited so often."""


UNREACHABLE: Final = frozenset({10003, 10004, 50001})
"""The codes of channels that are gone, or that the bot cannot see."""
FORGOTTEN: Final = 0
"""In place of a code: it is no longer known whose direct messages it stood in."""
UNWELCOME: Final = frozenset({FORGOTTEN, 50007, 50278})
"""The codes of people who take no direct messages from the bot."""


class NoPlace(Exception):
    """Nothing can be sent there: the channel is gone or closed to the bot, or direct messages are refused.

    ``code`` is Discord's."""

    def __init__(self, why: str, code: int) -> None:
        super().__init__(why)
        self.why, self.code = why, code


class TryLater(Exception):
    """It did not work this time."""


class TooFast(TryLater):
    """Refused for having come too soon; the rate limits have been told."""


class ShutOut(TryLater):
    """Refused by what stands before Discord: nothing but answers to people is sent for a while."""


class TokenDead(Exception):
    """The token reaches the message no longer."""


class NotOurs(Exception):
    """Another process looks after this by now, so that no request was made."""


log = logging.getLogger(__name__)

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
DEAD: Final = frozenset({10015, 10062, 40060, 50027})
"""The codes of tokens that have expired, that Discord does not know, or whose press is answered already."""
NOT_ALLOWED: Final = 50013
BAD_FORM: Final = 50035
FILES_REFUSED: Final = 600.0
"""Seconds for which no files are tried where Discord has refused one: each refusal is a call for nothing, and
Discord shuts out a bot with too many."""
AGAIN: Final = (0.2, 0.6)
"""Seconds before an answer that failed is tried again: Discord waits for it no longer than three."""
EPHEMERAL: Final = 1 << 6
SUPPRESS_NOTIFICATIONS: Final = 1 << 12
NO_FILES: Final[tuple[object, ...]] = ()
"""The attachments of an edit without any: files that the message had would else stay with it, unseen."""
_ACKNOWLEDGE, _REDRAW = 6, 7
"""Discord's numbers for the kinds of answers."""


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

    async def post(self, stream: TableId | None, channel: int, screen: Screen, nonce: str) -> int:
        """A new message, of a stream or of none; its id. The same nonce again within minutes posts nothing
        and gives the same id. Raises NoPlace, TryLater, NotOurs."""
        try:
            content = await self._in_some_form(
                stream,
                Endpoint("POST", f"/channels/{channel}/messages", Route(CREATE, channel)),
                screen,
                None,
                nonce=nonce,
                enforce_nonce=True,
                **_rings(screen),
            )
        except MessageGone as error:
            raise NoPlace("thread archived", 50083) from error
        return _id(content)

    async def edit(self, stream: TableId, channel: int, message: int, screen: Screen) -> None:
        """Raises NoPlace, TryLater, NotOurs, MessageGone."""
        to = Endpoint("PATCH", f"/channels/{channel}/messages/{message}", Route(EDIT, channel))
        await self._in_some_form(stream, to, screen, attachments=NO_FILES)

    async def edit_by(self, stream: TableId, grip: Grip, screen: Screen) -> None:
        """By an interaction's token. Raises NoPlace, TryLater, NotOurs, MessageGone, TokenDead."""
        which = "@original" if grip.follow_up is None else grip.follow_up
        path = f"/webhooks/{self._rest.application}/{grip.token.text}/messages/{which}"
        to = Endpoint("PATCH", path, by_token(grip.token))
        await self._in_some_form(stream, to, screen, attachments=NO_FILES)

    async def answer(self, interaction: int, token: Token, screen: Screen | None) -> None:
        """Answers a press: the message on which it was made becomes this screen or, with None, stays as it
        is. Raises NoPlace, TryLater, MessageGone, TokenDead."""
        path = f"/interactions/{interaction}/{token.text}/callback"
        to = Endpoint("POST", path, Route(ANSWER, token, counted=False))
        for pause in (*AGAIN, None):
            try:
                if screen is None:
                    await self._sent(None, to, Payload(written({"type": _ACKNOWLEDGE}), JSON))
                else:
                    await self._in_some_form(None, to, screen, answer=_REDRAW, attachments=NO_FILES)
                return
            except TryLater as fault:
                if pause is None or isinstance(fault, ShutOut):
                    raise
                await asyncio.sleep(pause)

    async def follow_up(self, token: Token, screen: Screen) -> int:
        """A new message for the one who pressed alone; its id. Raises NoPlace, TryLater, TokenDead."""
        path = f"/webhooks/{self._rest.application}/{token.text}"
        to = Endpoint("POST", path, by_token(token))
        return _id(await self._in_some_form(None, to, screen, flags=COMPONENTS_V2 | EPHEMERAL))

    async def delete(self, stream: TableId, channel: int, message: int) -> None:
        """Raises NoPlace, TryLater, NotOurs, MessageGone."""
        path = f"/channels/{channel}/messages/{message}"
        await self._sent(stream, Endpoint("DELETE", path, Route(DELETE, channel)))

    async def open_dm(self, stream: TableId | None, user: int) -> int:
        """The channel of a user's direct messages. Raises NoPlace, TryLater, NotOurs."""
        to, asked = Endpoint("POST", "/users/@me/channels", OPEN_DM), {"recipient_id": str(user)}
        return _id(await self._sent(stream, to, Payload(written(asked), JSON)))

    async def _in_some_form(
        self,
        stream: TableId | None,
        to: Endpoint,
        screen: Screen,
        answer: int | None = None,
        **others: object,
    ) -> bytes:
        """Sends a screen as it is laid out; where the bot may send no files, with words for its pictures;
        and if that is too long or refused by Discord, as plain text."""
        files = [part for part in screen.parts if isinstance(part, Picture)]
        if files and not self._may_send_files(to.route.major):
            screen, files = without_pictures(screen), []
        deck = self._cards.deck if self._cards is not None else LETTERS
        try:
            content = payload(components(screen, deck), answer, files, **others)
            return await self._sent(stream, to, content)
        except NoPlace as refusal:
            if refusal.code != NOT_ALLOWED or not files:
                raise
            told = await self._in_some_form(stream, to, without_pictures(screen), answer, **others)
            self._files_refused[to.route.major] = self._now()
            return told
        except (_BadForm, ValueError) as error:
            if files:
                if isinstance(to.route.major, Token) and isinstance(error, _BadForm) and error.of_files:
                    self._refused.note(Form.FILES)
                return await self._in_some_form(stream, to, without_pictures(screen), answer, **others)
            log.error("a message had to be sent plainly: %s", type(error).__name__)
            parts = plain_components(without_pictures(screen))
            return await self._sent(stream, to, payload(parts, answer, (), **others))

    def _may_send_files(self, where: Hashable) -> bool:
        """Whether none has been refused there lately. Forgets what is no longer so."""
        if isinstance(where, Token) and self._refused.lately(Form.FILES):
            return False
        now = self._now()
        for one in [one for one, at in self._files_refused.items() if not is_within(FILES_REFUSED, at, now)]:
            del self._files_refused[one]
        return where not in self._files_refused

    async def _sent(self, stream: TableId | None, to: Endpoint, content: Payload | None = None) -> bytes:
        """One request, if this process looks after the stream; None is for answers, which any may give."""
        if stream is not None and not self._cluster.holds(stream):
            raise NotOurs
        try:
            return await self._rest.call(to, *(content or ()))
        except Rejected as error:
            raise _as_named(error) from error
        except Unreachable as error:
            log.warning("Discord could not be reached: %s", error)
            raise TryLater from error


def _rings(screen: Screen) -> Mapping[str, object]:
    """How a new message differs from others, which mention nobody and ring as messages of bots do."""
    if screen.silent:
        return {"flags": COMPONENTS_V2 | SUPPRESS_NOTIFICATIONS}
    if screen.pings is not None:
        return {"allowed_mentions": {"parse": [], "users": [str(screen.pings)]}}
    return {}


class _BadForm(Exception):
    """Discord refuses the form of a message. It takes no files there, or it is a bug of ours, which must
    not block a table."""

    def __init__(self, *, of_files: bool) -> None:
        self.of_files = of_files


def _as_named(error: Rejected) -> Exception:
    """What an error of Discord's is called by those who keep messages up to date."""
    if error.code in GONE:
        return MessageGone()
    if error.code in DEAD:
        return TokenDead()
    if error.code in NO_PLACE:
        return NoPlace(NO_PLACE[error.code], error.code)
    if error.code == BAD_FORM:
        log.warning("Discord refused the form of a message: %s", error.message)
        return _BadForm(of_files=any("attachments" in field.split(".") for field in error.fields))
    if isinstance(error, Banned):
        return ShutOut()
    log.warning("Discord answered %s", error)
    return TooFast() if isinstance(error, Limited) else TryLater()


def _id(content: bytes) -> int:
    """The id of what an answer describes. Raises TryLater if it describes nothing."""
    try:
        return int(json.loads(content)["id"])
    except (ValueError, KeyError, TypeError) as error:
        raise TryLater from error
