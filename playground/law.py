"""What Discord refuses: a request against its description, against the rules beyond it, or against the world.

Knows the world and the numbers, not the sockets. The description is ``document``, the rules for bodies alone
are ``message_forms`` and ``command_forms``; here are those that ask the world: dead tokens, answers of the
wrong type, files, threads, permissions, emoji. Sources are Discord's documentation (codes in
topics/opcodes-and-status-codes) unless a comment says otherwise.
"""

import binascii
import re
from base64 import b64decode
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from playground.calls import Kind, Route
from playground.command_forms import (
    ENTRY_POINT,
    command_flaws,
    command_list_flaws,
    completion_flaws,
)
from playground.document import Document, Operation, discords, not_one_of, required
from playground.errors import Flaw, Json, Refused, form_error, invalid_form
from playground.limits import Limits, Mood
from playground.message_forms import (
    COMPONENTS_V2,
    EPHEMERAL,
    NEW_FLAGS,
    Around,
    boxes_in,
    is_empty,
    message_flaws,
    modal_flaws,
    unknown_files,
    voice_fault,
)
from playground.world import File, Record, World

_EMOJI_NAME = re.compile(r"\w{2,32}", re.ASCII)
_SILENT_DEFER, _MESSAGE, _NO_CHANGE, _UPDATE, _CHOICES, _MODAL = 5, 4, 6, 7, 8, 9
_COMMAND, _COMPONENT, _AUTOCOMPLETE, _SUBMITTED = 2, 3, 4, 5
_TEXT_CHANNEL, _NEWS_CHANNEL, _FORUMS = 0, 5, (15, 16)
_NEWS_THREAD, _PUBLIC_THREAD, _PRIVATE_THREAD = 10, 11, 12


@dataclass
class Request:
    """One request, read."""

    route: Route
    path: str
    params: dict[str, Any] = field(default_factory=dict)
    body: Any = None
    files: list[File] = field(default_factory=list)
    bytes: int = 0

    def number_files(self) -> None:
        """Number the files in the body as Discord does, by text. Libraries do it by number."""
        inner = self.body.get("data") or self.body if isinstance(self.body, dict) else None
        declared = inner.get("attachments") if isinstance(inner, dict) else None
        for one in declared if isinstance(declared, list) else ():
            if isinstance(one, dict) and type(one.get("id")) is int and 0 <= one["id"] < len(self.files):
                one["id"] = str(one["id"])


WATCHERS: list[Callable[[Request, Refused | None], None]] = []
"""Told of every request that a playground of this process checks, and of its refusal if there is one."""


class Law:
    """The checks of one world. Holds the nonces of the last minutes and who has closed DMs."""

    def __init__(self, world: World, limits: Limits, moods: Collection[Mood] = ()) -> None:
        self.world, self.limits, self.moods = world, limits, moods
        self.closed: set[int] = set()
        self._document: Document = discords()
        self._nonces: dict[tuple[int, str], int] = {}

    def check_call(self, asked: Request) -> None:
        """Raise ``Refused`` if Discord would not carry this out."""
        refusal: Refused | None = None
        try:
            self._check(asked)
        except Refused as refused:
            refusal = refused
            raise
        finally:
            for watcher in WATCHERS:
                watcher(asked, refusal)
        if self.moods:  # which are no fault of the bot's
            self._check_moods(asked)

    def _check(self, asked: Request) -> None:
        route = asked.route
        operation = self._check_form(asked)
        if route.token is not None and route.kind is not Kind.ANSWER:
            self._check_token(route.token)
        self._check_files(asked.files)
        self._check_answer(asked)
        for message, root, around in self._messages(asked):
            _refuse(flaw.under(*root) for flaw in message_flaws(message, around))
            _refuse(flaw.under(*root) for flaw in unknown_files(message, around))
            if (fault := voice_fault(message, around)) is not None:
                raise Refused(400, *fault)
            if is_empty(message, around):
                raise Refused(400, 50006, "Cannot send an empty message")
        if route.channel_id in self.world.channels:
            assert route.channel_id is not None
            self._check_channel(asked, route.channel_id)
        if route.kind in (Kind.EDIT, Kind.DELETE):
            self._check_ephemeral(route)
        if route.kind is Kind.EMOJI and route.method == "POST":
            self._check_emoji(asked.body)
        if route.kind is Kind.COMMANDS:
            self._check_commands(asked)
        self._check_thread(asked, operation)

    # ------------------------------------------------------------------ nonces

    def already_sent(self, route: Route, body: Any) -> Json | None:
        """The message that this nonce made a moment ago, if the bot asked for that check."""
        key = _nonce_key(route, body)
        if key is None or key not in self._nonces:
            return None
        found = self.world.message_json(key[0], self._nonces[key])
        if found is None or self.world.age(int(found["id"])) > self.limits.nonce_seconds:
            return None
        return found | {"nonce": body["nonce"]}

    def remember(self, route: Route, body: Any, message_id: int) -> None:
        key = _nonce_key(route, body)
        if key is not None:
            self._nonces[key] = message_id
            self._forget_old_nonces()

    def _forget_old_nonces(self) -> None:
        for key, message_id in list(self._nonces.items()):
            if self.world.age(message_id) <= self.limits.nonce_seconds:
                return
            del self._nonces[key]

    # ------------------------------------------------------------------ forms

    def _check_form(self, asked: Request) -> Operation:
        """The request as the description has it."""
        found = self._document.operation(asked.route.method, asked.path)
        if found is None:
            others = ("GET", "POST", "PUT", "PATCH", "DELETE")
            if any(self._document.operation(one, asked.path) for one in others):
                raise Refused(405, 0, "405: Method Not Allowed")
            raise Refused(404, 0, "404: Not Found")
        operation, named = found
        body = {} if asked.body is None and not asked.bytes else asked.body
        _refuse(operation.flaws(named, asked.params, body))
        return operation

    def _messages(self, asked: Request) -> Iterable[tuple[Json, tuple[str, ...], Around]]:
        """The messages that a request carries: where in the body, and what they are sent with."""
        route, body = asked.route, asked.body if isinstance(asked.body, dict) else {}
        names = _names_of(asked.files, (body.get("data") or body).get("attachments"))
        record = self.world.interaction_of(route.token) if route.token is not None else None
        match route.kind:
            case Kind.CREATE:
                yield body, (), self._around(names)
            case Kind.EDIT:
                yield body, (), self._around(names, route.channel_id, route.message_id)
            case Kind.ANSWER if record is not None and body.get("type") == _MESSAGE:
                yield body.get("data") or {}, ("data",), self._around(names, more=EPHEMERAL)
            case Kind.ANSWER if record is not None and body.get("type") == _UPDATE:
                around = self._around(names, record.channel_id, record.source_message_id)
                yield body.get("data") or {}, ("data",), around
            case Kind.FOLLOWUP if record is not None:
                if record.loading:  # the follow-up becomes the answer, whose flags are settled
                    around = self._around(names, record.channel_id, record.message_id, thinking=True)
                    yield body, (), around
                else:
                    yield body, (), self._around(names, more=EPHEMERAL)
            case Kind.EDIT_BY_TOKEN if record is not None:
                last = asked.path.rpartition("/")[2]
                place = int(last) if last.isdecimal() else record.message_id
                around = self._around(names, record.channel_id, place, thinking=record.loading)
                yield body, (), around
            case _ if "message" in body and asked.path.endswith("/threads"):  # a post in a forum
                yield body["message"] or {}, ("message",), self._around(names)

    def _around(
        self,
        files: tuple[str, ...],
        channel: int | None = None,
        message: int | None = None,
        *,
        more: int = 0,
        thinking: bool = False,
    ) -> Around:
        before = None
        if channel is not None and message is not None:
            before = self.world.before(channel, message)
            if before is not None and thinking:
                before = before | {"flags": before["flags"] | NEW_FLAGS & ~(1 << 15) | EPHEMERAL}
        return Around(files, before, NEW_FLAGS | more, self.world.knows_emoji)

    def _check_answer(self, asked: Request) -> None:
        """The answer is of a type that this kind of interaction takes."""
        route, body = asked.route, asked.body
        record = self.world.interaction_of(route.token) if route.token is not None else None
        if route.kind is not Kind.ANSWER or record is None:
            return
        takes = {
            _COMMAND: {_MESSAGE, _SILENT_DEFER, _MODAL},
            _COMPONENT: {_MESSAGE, _SILENT_DEFER, _NO_CHANGE, _UPDATE, _MODAL},
            _AUTOCOMPLETE: {_CHOICES},
            _SUBMITTED: {_MESSAGE, _SILENT_DEFER},
        }[record.type]
        if record.type == _SUBMITTED and record.source_message_id is not None:
            takes |= {_NO_CHANGE, _UPDATE}
        if self.world.entry_point is not None and record.type != _AUTOCOMPLETE:
            takes.add(12)  # starts the Activity
        if body["type"] not in takes:
            _refuse([not_one_of(takes, "type")])
        data = body.get("data") or {}
        if body["type"] == _MODAL:
            _refuse(flaw.under("data") for flaw in modal_flaws(data, self._around(())))
        elif body["type"] == _CHOICES:
            kind = self.world.completing.get(record.id)
            _refuse(flaw.under("data") for flaw in completion_flaws(data, kind))

    def _check_commands(self, asked: Request) -> None:
        route, body = asked.route, asked.body
        if route.method == "PUT" and "/permissions" not in asked.path:
            _refuse(command_list_flaws(body or ()))
            if "/guilds/" not in route.template:
                self._check_entry_point(body or ())
        elif route.method == "POST":
            _refuse(command_flaws(body))

    # ------------------------------------------------------------------ the world

    def _check_token(self, token: str) -> None:
        record = self.world.interaction_of(token)
        if record is None or (record.expires_at is not None and self.world.now_iso() >= record.expires_at):
            raise Refused(401, 50027, "Invalid Webhook Token")
        if not record.responded:
            raise Refused(404, 10015, "Unknown Webhook")

    def _check_files(self, files: list[File]) -> None:
        if len(files) > self.limits.files:
            raise form_error(
                "attachments", "BASE_TYPE_MAX_LENGTH", f"Must be {self.limits.files} or fewer in length."
            )
        if any(file.size > self.limits.file_bytes for file in files):
            raise Refused(413, 40005, "Request entity too large. Try sending something smaller in size")

    def _check_ephemeral(self, route: Route) -> None:
        """An ephemeral message is stored nowhere: only an interaction's token reaches it."""
        if route.channel_id is None or route.message_id is None:
            return
        before = self.world.before(route.channel_id, route.message_id)
        if before is not None and before["flags"] & EPHEMERAL:
            raise Refused(404, 10008, "Unknown Message")

    def _check_channel(self, asked: Request, channel_id: int) -> None:
        """Whether the bot may write this here."""
        route, body = asked.route, asked.body
        if route.kind not in (Kind.CREATE, Kind.EDIT):
            return
        if route.kind is Kind.CREATE and self.world.recipient_of(channel_id) in self.closed:
            raise Refused(403, 50007, "Cannot send messages to this user")
        may = self.world.bot_may
        if not may(channel_id, "view_channel"):
            return  # 50001, which the world answers
        if asked.files and not may(channel_id, "attach_files"):
            raise Refused(403, 50013, "Missing Permissions")
        if route.kind is Kind.CREATE and body.get("message_reference"):
            self._check_reference(body["message_reference"], channel_id)
        thread = self.world.channels[channel_id].thread_metadata
        if thread is not None and thread.archived:
            if route.kind is Kind.EDIT:
                raise Refused(400, 50083, "Thread is archived")
            if thread.locked and not may(channel_id, "manage_threads"):
                raise Refused(403, 160005, "This thread is locked")

    def _check_reference(self, reference: Json, channel_id: int) -> None:
        if reference.get("type") == 1:
            return  # forwarding, which the world checks
        there = int(reference.get("channel_id") or channel_id)
        if there != channel_id:
            words = "Cannot reply to a message in a different channel"
            code = "REPLIES_CANNOT_REFERENCE_OTHER_CHANNEL"
            raise form_error("message_reference", code, words)
        known = self.world.before(channel_id, int(reference["message_id"])) is not None
        if not known and reference.get("fail_if_not_exists") is not False:
            raise form_error("message_reference", "MESSAGE_REFERENCE_UNKNOWN_MESSAGE", "Unknown message")

    def _check_thread(self, asked: Request, operation: Operation) -> None:
        """Where a thread may begin (resources/channel, "Thread Types"), and that it has a name."""
        if asked.route.method != "POST" or not operation.template.endswith("/threads"):
            return
        parent = self.world.channels.get(int(asked.path.split("/")[2]))
        if parent is None:
            return
        _refuse([required("name")] if not asked.body["name"].strip() else ())
        if parent.type not in (_TEXT_CHANNEL, _NEWS_CHANNEL, *_FORUMS):
            raise Refused(400, 50024, "Cannot execute action on this channel type")
        if parent.type in _FORUMS:
            _refuse([required("message")] if not asked.body.get("message") else ())
            return
        if "{message_id}" in operation.template:
            begun_from = self.world.channels.get(int(asked.path.split("/")[4]))
            if begun_from is not None:
                raise Refused(400, 160004, "A thread has already been created for this message")
            return
        kind = asked.body.get("type") or _PRIVATE_THREAD  # resources/channel#start-thread-without-message
        if (kind == _PRIVATE_THREAD and parent.type == _NEWS_CHANNEL) or (
            kind == _NEWS_THREAD and parent.type != _NEWS_CHANNEL
        ):
            raise Refused(400, 50024, "Cannot execute action on this channel type")

    # ------------------------------------------------------------------ moods

    def _check_moods(self, asked: Request) -> None:
        """What is refused in the moods that the world is in."""
        route, body = asked.route, asked.body if isinstance(asked.body, dict) else {}
        record = self.world.interaction_of(route.token) if route.token is not None else None
        if record is not None and route.kind is not Kind.ANSWER:
            if asked.path.endswith("/@original") and self._has_lost_original(record):
                raise Refused(404, 10008, "Unknown Message")
            flags = int(body.get("flags") or 0)
            if Mood.NO_V2_AFTER_DEFERRING in self.moods and record.loading and flags & COMPONENTS_V2:
                words = "These flags cannot be set by an edit."
                raise form_error("flags", "MESSAGE_FLAGS_INVALID", words)
        if route.by_token and Mood.NO_FILES_BY_TOKEN in self.moods and asked.files:
            inner = body.get("data") or body
            if int(inner.get("flags") or 0) & COMPONENTS_V2:
                raise form_error("attachments", "ATTACHMENT_NOT_ALLOWED", "Files are not allowed here.")
        opens = route.kind is Kind.ANSWER and body["type"] == _MODAL
        if opens and Mood.NO_BOXES_IN_FORMS in self.moods:
            _refuse(flaw.under("data") for flaw in boxes_in(body["data"]))
        thread = self.world.channels.get(_number_in(asked.path))
        if thread is None or not asked.path.startswith("/channels/"):
            return
        if Mood.NO_ARCHIVING in self.moods and route.method == "PATCH" and body.get("archived"):
            raise Refused(403, 50013, "Missing Permissions")
        news = thread.type == _NEWS_CHANNEL and asked.path.endswith("/threads")
        if news and Mood.NO_THREADS_IN_ANNOUNCEMENTS in self.moods:
            raise Refused(400, 50024, "Cannot execute action on this channel type")

    def _has_lost_original(self, record: Record) -> bool:
        """Whether, in these moods, a press has given a token that does not reach the message pressed."""
        if record.response_kind not in ("update", "deferred_update") or record.source_message_id is None:
            return False
        before = self.world.before(record.channel_id, record.source_message_id)
        if before is not None and before["flags"] & EPHEMERAL:
            return Mood.NO_ORIGINAL_ON_EPHEMERALS in self.moods
        if record.guild_id is None:
            return Mood.NO_ORIGINAL_IN_DIRECT_MESSAGES in self.moods
        return Mood.NO_ORIGINAL_IN_CHANNELS in self.moods

    def _check_entry_point(self, body: Any) -> None:
        """Code 50240; the words are those that bot authors report."""
        if self.world.entry_point is not None and not any(one.get("type") == ENTRY_POINT for one in body):
            raise Refused(
                400,
                50240,
                "You cannot remove this app's Entry Point command in a bulk update operation. "
                "Please include the Entry Point command in your update request or delete it separately.",
            )

    def _check_emoji(self, body: Any) -> None:
        name = str(body.get("name", "")) if isinstance(body, dict) else ""
        if not _EMOJI_NAME.fullmatch(name):
            raise form_error("name", "BASE_TYPE_BAD_LENGTH", "Must be between 2 and 32 in length.")
        held = self.world.application_emojis
        if any(emoji.name == name for emoji in held.values()):
            taken = "An emoji with this name already exists"
            raise form_error("name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", taken)
        if len(held) >= self.limits.emojis:
            raise Refused(400, 30008, f"Maximum number of emojis reached ({self.limits.emojis})")
        kind, _, encoded = str(body.get("image", "")).partition(";base64,")
        try:
            image = b64decode(encoded, validate=True)
        except binascii.Error:
            image = b""
        if not kind.startswith("data:image/") or not image:
            raise form_error("image", "IMAGE_INVALID", "Invalid image data")
        if len(image) > self.limits.emoji_bytes:
            raise form_error("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")


def _nonce_key(route: Route, body: Any) -> tuple[int, str] | None:
    if route.kind is not Kind.CREATE or route.channel_id is None or not isinstance(body, dict):
        return None
    if not body.get("enforce_nonce") or body.get("nonce") is None:
        return None
    return route.channel_id, str(body["nonce"])


def _number_in(path: str) -> int:
    """The id that is second in a path; 0 without one."""
    second = path.split("/")[2:3]
    return int(second[0]) if second and second[0].isdecimal() else 0


def _refuse(flaws: Iterable[Flaw]) -> None:
    found = list(flaws)
    if found:
        raise invalid_form(found)


def _names_of(files: list[File], declared: Any) -> tuple[str, ...]:
    """The names of the files; the body may give them others, by number."""
    given = {
        str(one.get("id")): one["filename"]
        for one in (declared if isinstance(declared, list) else ())
        if isinstance(one, dict) and one.get("filename")
    }
    return tuple(given.get(str(number), file.filename) for number, file in enumerate(files))
