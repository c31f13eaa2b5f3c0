"""The record of the HTTP calls that the bot has made. Knows routes, not what they do."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Kind(StrEnum):
    """What a call is for."""

    ANSWER = "answer"
    CREATE = "create message"
    EDIT = "edit message"
    DELETE = "delete message"
    OPEN_DM = "open dm"
    FOLLOWUP = "followup"
    EDIT_BY_TOKEN = "edit by token"
    DELETE_BY_TOKEN = "delete by token"
    READ_BY_TOKEN = "read by token"
    EMOJI = "emoji"
    COMMANDS = "commands"
    OTHER = "other"


class Scope(StrEnum):
    """Whose limit a call has passed: one bucket of the bot's, all that the bot may call, or one that every
    caller shares (topics/rate-limits, ``X-RateLimit-Scope``)."""

    USER = "user"
    GLOBAL = "global"
    SHARED = "shared"


@dataclass(frozen=True)
class Route:
    """A method and a path with its numbers taken out, and the places that the path names."""

    method: str
    template: str
    kind: Kind
    channel_id: int | None = None
    message_id: int | None = None
    token: str | None = None
    interaction_id: int | None = None

    @property
    def by_token(self) -> bool:
        """Whether the call counts against an interaction's token and not against the bot's own rate limit."""
        return self.token is not None


_ROUTES: tuple[tuple[str, str, Kind], ...] = (
    ("POST", "/interactions/{interaction}/{token}/callback", Kind.ANSWER),
    ("POST", "/webhooks/{app}/{token}", Kind.FOLLOWUP),
    ("PATCH", "/webhooks/{app}/{token}/messages/{message}", Kind.EDIT_BY_TOKEN),
    ("DELETE", "/webhooks/{app}/{token}/messages/{message}", Kind.DELETE_BY_TOKEN),
    ("GET", "/webhooks/{app}/{token}/messages/{message}", Kind.READ_BY_TOKEN),
    ("POST", "/channels/{channel}/messages", Kind.CREATE),
    ("PATCH", "/channels/{channel}/messages/{message}", Kind.EDIT),
    ("DELETE", "/channels/{channel}/messages/{message}", Kind.DELETE),
    ("POST", "/users/@me/channels", Kind.OPEN_DM),
)
_NUMBER = re.compile(r"(?<=/)\d{5,}")


def _compiled(template: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", template))


_COMPILED = tuple((method, template, _compiled(template), kind) for method, template, kind in _ROUTES)


def route_of(method: str, path: str) -> Route:
    for wanted, template, pattern, kind in _COMPILED:
        found = pattern.fullmatch(path) if method == wanted else None
        if found:
            named = found.groupdict()
            return Route(
                method,
                template,
                kind,
                channel_id=_int_or_none(named.get("channel")),
                message_id=_int_or_none(named.get("message")),
                token=named.get("token"),
                interaction_id=_int_or_none(named.get("interaction")),
            )
    if path.startswith("/applications/") and "/emojis" in path:
        kind = Kind.EMOJI
    elif path.startswith("/applications/") and "/commands" in path:
        kind = Kind.COMMANDS
    else:
        kind = Kind.OTHER
    return Route(method, _NUMBER.sub("{id}", path), kind)


def _int_or_none(text: str | None) -> int | None:
    return int(text) if text is not None and text.isdecimal() else None


@dataclass(frozen=True)
class Upload:
    """A file that the bot sent, without keeping its bytes."""

    name: str
    size: int
    sha256: str


@dataclass(frozen=True)
class Call:
    """One HTTP call of the bot and how it was answered."""

    at: float  # seconds since 1970, when the call had arrived
    took: float
    method: str
    route: str
    path: str
    status: int  # 0: the connection was cut without an answer
    scope: Scope | None  # whose limit this call passed; None also for a 429 that a test has ordered
    kind: Kind
    interaction_type: int | None  # 2 command, 3 component, 4 autocomplete, 5 modal
    answer_type: int | None  # 4, 5, 6, 7, 8, 9
    message_id: int | None
    channel_id: int | None
    bytes: int
    body: Any  # the JSON as sent, None without one
    files: tuple[Upload, ...]
    counted: bool  # whether it counts against the bot's fifty calls a second

    @property
    def sent_text(self) -> str:
        """Everything readable that was sent: path, JSON without escapes, names of files."""
        return "\n".join(
            [self.path, json.dumps(self.body, ensure_ascii=False), *(upload.name for upload in self.files)]
        )

    @property
    def label(self) -> str:
        """The kind, and for an answer its type: ``answer 7``."""
        return f"{self.kind} {self.answer_type}" if self.answer_type is not None else str(self.kind)


class Calls:
    """The calls so far, oldest first. ``on`` may be set to False for long runs.

    ``too_fast`` counts the calls that passed a limit, also those of a long run.
    """

    def __init__(self) -> None:
        self.on = True
        self.too_fast: Counter[Scope] = Counter()
        self._calls: list[Call] = []

    def __iter__(self) -> Iterator[Call]:
        return iter(tuple(self._calls))

    def __len__(self) -> int:
        return len(self._calls)

    def __getitem__(self, index: int) -> Call:
        return self._calls[index]

    def add(self, call: Call) -> None:
        if call.scope is not None:
            self.too_fast[call.scope] += 1
        if self.on:
            self._calls.append(call)

    def clear(self) -> None:
        self._calls.clear()
        self.too_fast.clear()

    def of_kind(self, kind: Kind | str, *, status: int | None = None) -> list[Call]:
        """The calls of one kind, or of one label such as ``answer 7``."""
        return [
            call
            for call in self._calls
            if kind in (call.kind, call.label) and (status is None or call.status == status)
        ]

    def count(self, kind: Kind | str | None = None, *, status: int | None = None) -> int:
        if kind is None:
            return sum(status is None or call.status == status for call in self._calls)
        return len(self.of_kind(kind, status=status))

    def by_kind(self) -> Counter[str]:
        """How many of each label, the commonest first."""
        return Counter(call.label for call in self._calls)
