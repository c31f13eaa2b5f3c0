"""What Discord's gateway tells, read into the library's memory of servers and channels.

An event that cannot be read is left out. The log names it once, with the field at which reading failed and
never with what stood there; it is counted; and what it had begun to change is put back. Only a server whose
``GUILD_CREATE`` cannot be read is taken to be in an outage until Discord tells of it again: presses are
answered, and nothing is known of its channels or of what the bot may do there.

Events, and parts of a server, of which nobody here makes any use are not read at all: they cannot fail. The
library holds up no fault of its parsers: the first ends the shard's task, and with it the bot.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import discord
from prometheus_client import Counter

from screens.words.hosting import EVENT_SKIPPED, SERVER_READABLE, SERVER_UNREADABLE

if TYPE_CHECKING:
    from discord.state import AutoShardedConnectionState

log = logging.getLogger(__name__)

EventData = dict[str, Any]
"""What comes with an event: the field ``d`` of its frame."""

SERVER_CHANGES: Final = frozenset(
    {
        "CHANNEL_CREATE",
        "CHANNEL_DELETE",
        "CHANNEL_UPDATE",
        "GUILD_MEMBER_UPDATE",
        "GUILD_ROLE_CREATE",
        "GUILD_ROLE_DELETE",
        "GUILD_ROLE_UPDATE",
        "GUILD_UPDATE",
        "THREAD_CREATE",
        "THREAD_DELETE",
        "THREAD_LIST_SYNC",
        "THREAD_UPDATE",
    }
)
"""Events that change what is known of a server: none can be understood where nothing is known of it."""
ABOUT_SERVERS: Final = SERVER_CHANGES | {"GUILD_CREATE", "GUILD_DELETE"}
EVENTS_READ: Final = ABOUT_SERVERS | {
    "INTERACTION_CREATE",
    "MESSAGE_CREATE",
    "READY",
    "RESUMED",
}
UNREAD_OF_SERVERS: Final = (
    "emojis",
    "guild_scheduled_events",
    "presences",
    "soundboard_sounds",
    "stage_instances",
    "stickers",
    "voice_states",
)
"""Parts of a server."""
TYPES_OF_SERVERS: Final[Mapping[str, Any]] = MappingProxyType(
    {"member_count": int | None, "system_channel_id": str | int | None}
)
"""What the library does not check: whoever uses it would fail, or the next field would be named."""
UNREAD_OF_INTERACTIONS: Final = {"attachment_size_limit": 0, "entitlements": [], "version": 1}
"""Parts of an interaction that the library must have."""

OBFUSCATED: Final = 1 << 17
"""The flag of a channel that the bot may not view. Only its id, type, position and parent are real."""
VIEWING_DENIED: Final = {"type": 0, "allow": "0", "deny": str(1 << 10)}
"""The overwrite that denies View Channel."""

NAMED_AT_MOST: Final = 500
"""Fields of events that the log names."""
OF_COMMANDS: Final = (discord.InteractionType.application_command, discord.InteractionType.autocomplete)
OF_COMPONENTS: Final = (discord.InteractionType.component, discord.InteractionType.modal_submit)


SUBCOMMANDS: Final = (1, 2)
"""The types of options that name a subcommand, or a group of them."""
TYPES_OF_OPTIONS: Final[Mapping[object, Any]] = MappingProxyType({4: int, 5: bool, 10: int | float})
"""What the values of options are, by the type of the option; of all others they are text."""


class UnreadableField(Exception):
    """What the library would read, and nobody could use. ``field`` is its path."""

    def __init__(self, field: str) -> None:
        super().__init__(field)
        self.field = field


class EventReader:
    """Stands before the library's parsers of events, and in the place of some. ``skipped`` counts, by event,
    what could not be read. ``marks`` is a folder for a file for each server that is as in an outage, where
    ``biritch check`` finds them."""

    def __init__(self, state: AutoShardedConnectionState[Any], skipped: Counter, marks: Path) -> None:
        self._state, self._skipped, self._marks = state, skipped, marks
        self.unreadable_servers: dict[int, str] = {}
        """Servers whose last GUILD_CREATE could not be read, each with the field."""
        self._named: set[tuple[str, str]] = set()
        theirs = state.parsers
        self._parsers: dict[str, Callable[[EventData], None]] = {
            **{name: theirs[name] for name in EVENTS_READ},
            "CHANNEL_CREATE": partial(_parse_channel, theirs["CHANNEL_CREATE"]),
            "CHANNEL_UPDATE": partial(_parse_channel, theirs["CHANNEL_UPDATE"]),
            "GUILD_CREATE": partial(self._server, theirs["GUILD_CREATE"], whole=True),
            "GUILD_UPDATE": partial(self._server, theirs["GUILD_UPDATE"], whole=False),
            "INTERACTION_CREATE": self._interaction,
            "MESSAGE_CREATE": self._message,
        }
        theirs.clear()  # and not replaced: each connection of the library holds this mapping
        for name in EVENTS_READ:
            reads = self._read_of_server if name in ABOUT_SERVERS else self._read_event
            theirs[name] = partial(reads, name)

    def _read_event(self, name: str, payload: EventData) -> None:
        """Reads an event that is needed, or leaves it out."""
        try:
            self._parsers[name](payload)
        except Exception as fault:  # noqa: BLE001 (the library may raise anything)
            self.skip_event(name, self._field(name, payload, fault))

    def _read_of_server(self, name: str, payload: EventData) -> None:
        """The same for one about a server: what it has begun to change is put back if it is left out."""
        server = _server_of(name, payload)
        if name in SERVER_CHANGES and server in self.unreadable_servers:
            return
        put_back = self._undo_for(name, payload, server)
        try:
            self._parsers[name](payload)
        except Exception as fault:  # noqa: BLE001 (as before)
            put_back()
            self.skip_event(name, self._field(name, payload, fault), server)
            put_back()
        else:
            if server in self.unreadable_servers and not payload.get("unavailable"):
                self._readable_again(name, server)

    def skip_event(self, name: str, field: str, server: int | None = None) -> None:
        """Counts an event that is left out, or of which a part is, and names it once."""
        self._skipped.labels(name).inc()
        if name == "GUILD_CREATE" and server is not None:
            if self.unreadable_servers.get(server) != field:
                log.error(SERVER_UNREADABLE, server, field)
            self.unreadable_servers[server] = field
            with suppress(OSError):
                self._marks.mkdir(exist_ok=True)
                (self._marks / str(server)).write_text(field, encoding="utf-8")
        elif (name, field) not in self._named and len(self._named) < NAMED_AT_MOST:
            self._named.add((name, field))
            log.warning(EVENT_SKIPPED, name, field)

    def sound_ready(self, payload: object, shard: tuple[int | None, int | None], gateway: str) -> EventData:
        """READY, without which there is no session, as the library can read it: with what is known from the
        login, and of the rest what is sound. A session without an id cannot be resumed."""
        given = payload if isinstance(payload, dict) else {}
        session, url, listed = (given.get(key) for key in ("session_id", "resume_gateway_url", "guilds"))
        servers = [
            _id_number(one.get("id")) if isinstance(one, dict) else None
            for one in (listed if isinstance(listed, list) else [None])
        ]
        sound = {
            "session_id": isinstance(session, str),
            "resume_gateway_url": isinstance(url, str) and url.startswith(("wss://", "ws://")),
            "guilds": None not in servers,
        }
        for field in (field for field, is_sound in sound.items() if not is_sound):
            self.skip_event("READY", field)
        own = self._state.user
        assert own is not None
        return {
            "session_id": session if sound["session_id"] else None,
            "resume_gateway_url": url if sound["resume_gateway_url"] else gateway,
            "shard": shard,
            "user": {
                "id": own.id,
                "username": own.name,
                "discriminator": own.discriminator,
                "avatar": None,
                "bot": True,
            },
            "guilds": [{"id": one, "unavailable": True} for one in servers if one is not None],
        }

    # What is read

    def _server(self, parser: Callable[[EventData], None], payload: EventData, *, whole: bool) -> None:
        """Without the role of everybody no permission can be worked out, and none of ours without us."""
        for part in UNREAD_OF_SERVERS:
            payload.pop(part, None)
        if payload.get("unavailable") is not True:
            number, own = int(payload["id"]), self._state.self_id
            if not any(int(role["id"]) == number for role in payload["roles"]):
                raise UnreadableField("roles")
            for field, types in TYPES_OF_SERVERS.items():
                if not isinstance(payload.get(field), types):
                    raise UnreadableField(field)
            if whole:
                payload["members"] = [one for one in payload["members"] if int(one["user"]["id"]) == own]
                if not payload["members"]:
                    raise UnreadableField("members")
            if "channels" in payload:
                payload["channels"] = [_viewed(one, number) for one in payload["channels"]]
        parser(payload)

    def _message(self, payload: EventData) -> None:
        """Of what people write only where it stands, and whose it is: no message is built or kept."""
        self._state.dispatch(
            "written", int(payload["channel_id"]), int(payload["id"]), int(payload["author"]["id"])
        )

    def _interaction(self, payload: EventData, *, to_no_effect: bool = False) -> None:
        """Commands go to the tree. The library's registries of buttons and forms are not used here. Raises
        UnreadableField for what the library takes, and no door could work with."""
        payload.update(UNREAD_OF_INTERACTIONS)
        if not isinstance(payload.get("locale"), str):
            payload.pop("locale", None)
        state, data = self._state, payload.get("data")
        asked: discord.Interaction[Any] = discord.Interaction(data=payload, state=state)  # type: ignore[arg-type]
        if asked.message is None and "message" in payload:  # the library holds its faults back
            discord.Message(state=state, channel=asked.channel, data=payload["message"])  # type: ignore[arg-type]
        if asked.channel is None:  # of a type that the library does not know
            number = int(payload["channel"]["id"])
            asked.channel = discord.PartialMessageable(state, number, asked.guild_id)  # type: ignore[assignment]
        typed = asked.type in OF_COMMANDS
        wanted = data.get("name" if typed else "custom_id") if isinstance(data, dict) else None
        sound = {
            "type": typed or asked.type in OF_COMPONENTS,
            "token": isinstance(asked.token, str),
            "data": isinstance(data, dict),
            "data.name" if typed else "data.custom_id": isinstance(wanted, str),
            "member" if asked.guild_id is not None else "user": asked.user is not discord.utils.MISSING,
            "message": asked.message is not None or asked.type is not discord.InteractionType.component,
        }
        for field, is_sound in sound.items():
            if not is_sound:
                raise UnreadableField(field)
        if typed:
            _check_command(asked, payload["data"])
        if to_no_effect:
            return
        if typed and state._command_tree is not None:  # as the library's parser does, which alone may
            state._command_tree._from_interaction(asked)
        state.dispatch("interaction", asked)

    # What is not

    def _undo_for(self, name: str, payload: EventData, server: int | None) -> Callable[[], None]:
        """What undoes the half of an event about this server."""
        guild = self._state._get_guild(server)
        if name == "GUILD_CREATE" and server is not None:
            return partial(self._put_in_outage, server)
        if guild is None or name not in SERVER_CHANGES:
            return _nothing
        part = payload.get("role") or payload.get("user") or payload
        number = _id_number(part.get("id")) if isinstance(part, dict) else None
        held: tuple[dict[int, Any], ...] = (guild._channels, guild._threads, guild._roles, guild._members)
        about = [one.get(number) for one in held if number is not None]
        return partial(_put_back, [(one, _attributes(one)) for one in (guild, *about) if one is not None])

    def _put_in_outage(self, server: int) -> None:
        state = self._state
        state._add_guild(discord.Guild._create_unavailable(state=state, guild_id=server, data=None))

    def _field(self, name: str, payload: EventData, fault: Exception) -> str:
        """Reads the same once more, to no effect, for the field that is looked at last."""
        state, trail = self._state, Trail()
        dispatch, state.dispatch = state.dispatch, _nothing
        try:
            if name == "INTERACTION_CREATE":
                self._interaction(trail.wrapped(payload, ""), to_no_effect=True)
            elif not isinstance(fault, UnreadableField):
                self._parsers[name](trail.wrapped(payload, ""))
        except Exception as again:  # noqa: BLE001 (as before)
            fault = again
        finally:
            state.dispatch = dispatch
        return fault.field if isinstance(fault, UnreadableField) else trail.ends_at(fault)

    def _readable_again(self, name: str, server: int | None) -> None:
        if server is None:
            return
        del self.unreadable_servers[server]
        if name == "GUILD_CREATE":
            log.info(SERVER_READABLE, server)
        with suppress(OSError):
            (self._marks / str(server)).unlink()
            self._marks.rmdir()


def _check_command(asked: discord.Interaction[Any], data: EventData) -> None:
    """What the library would read later, where nobody holds its faults up."""
    if not isinstance(data.get("type", 1), int):
        raise UnreadableField("data.type")
    options = [*_given(data.get("options", []), "data.options[]")]
    if asked.type is discord.InteractionType.autocomplete and not any(one.get("focused") for one in options):
        raise UnreadableField("data.options")
    _ = asked.namespace  # reads those whom the options name


def _given(options: list[EventData], path: str) -> Iterator[EventData]:
    """The options of a command, or of the subcommand that is meant."""
    for one in options:
        if one["type"] in SUBCOMMANDS:
            yield from _given(one.get("options", []), f"{path}.options[]")
            continue
        value = TYPES_OF_OPTIONS.get(one["type"], str)
        if one.get("focused") and value is not str:  # of a number that is being typed any text is told
            value |= str
        for field, types in (("name", str), ("type", int), ("value", value)):
            if not isinstance(one[field], types):
                raise UnreadableField(f"{path}.{field}")
        yield one


def _parse_channel(parser: Callable[[EventData], None], payload: EventData) -> None:
    parser(_viewed(payload, payload.get("guild_id")))


def _viewed(channel: EventData, server: object) -> EventData:
    """A channel as it is told; one that the bot may not view with nothing but what is real of it."""
    flags = channel.get("flags")
    if not isinstance(flags, int) or not flags & OBFUSCATED:
        return channel
    return {
        "id": channel["id"],
        "type": channel["type"],
        "guild_id": server,
        "parent_id": channel.get("parent_id"),
        "position": channel.get("position", 0),
        "name": "",
        "permission_overwrites": [{"id": server, **VIEWING_DENIED}],
        "bitrate": 0,
        "user_limit": 0,
    }


def _server_of(name: str, payload: object) -> int | None:
    if not isinstance(payload, dict):
        return None
    named_by_id = name in ("GUILD_CREATE", "GUILD_DELETE", "GUILD_UPDATE")
    return _id_number(payload.get("id" if named_by_id else "guild_id"))


def _id_number(text: Any) -> int | None:
    try:
        return int(text)
    except (OverflowError, TypeError, ValueError):
        return None


def _nothing(*_: object, **__: object) -> None:
    pass


Attributes = dict[str, object]


def _attributes(thing: object) -> Attributes:
    """What an object of the library holds. It adds to its dictionaries, and replaces all else."""
    names = [name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())]
    held = {name: getattr(thing, name) for name in names if hasattr(thing, name)}
    return {name: dict(value) if isinstance(value, dict) else value for name, value in held.items()}


def _put_back(kept: list[tuple[object, Attributes]]) -> None:
    for thing, attributes in kept:
        for name, value in attributes.items():
            setattr(thing, name, dict(value) if isinstance(value, dict) else value)


NAME_OF_FIELD: Final = re.compile("[a-z_]+")
"""The names of fields as Discord has them. What is named otherwise is named by somebody's id."""


class Trail:
    """Makes copies that note which of their fields are looked at, and in which order."""

    def __init__(self) -> None:
        self._looked_at: list[tuple[str, object]] = []

    def wrapped(self, value: Any, path: str) -> Any:
        """A copy of what stands at this path."""
        if isinstance(value, dict):
            value = _Fields(value, path, self)
        elif isinstance(value, list):
            value = _Items(value, path, self)
        self._looked_at.append((path, value))
        return value

    def ends_at(self, fault: Exception) -> str:
        """The path of the field at which reading failed: the last, unless Python says at which value."""
        if isinstance(fault, AttributeError):
            for path, value in reversed(self._looked_at):
                if value is fault.obj:
                    return path or "d"
        return self._looked_at[-1][0] or "d"


class _Fields(dict[str, Any]):
    def __init__(self, payload: EventData, path: str, trail: Trail) -> None:
        super().__init__(payload)
        self._path, self._trail = path, trail

    def __getitem__(self, key: str) -> Any:
        value = self.get(key)
        if key not in self:
            raise KeyError(key)
        return value

    def get(self, key: str, default: Any = None) -> Any:
        path = f"{self._path}.{key}".lstrip(".") if NAME_OF_FIELD.fullmatch(str(key)) else f"{self._path}[]"
        return self._trail.wrapped(super().get(key, default), path)

    def items(self) -> Any:
        return [(key, self[key]) for key in self]

    def values(self) -> Any:
        return [self[key] for key in self]


class _Items(list[Any]):
    def __init__(self, payload: list[Any], path: str, trail: Trail) -> None:
        super().__init__(payload)
        self._path, self._trail = f"{path}[]", trail

    def __iter__(self) -> Iterator[Any]:
        for value in super().__iter__():
            yield self._trail.wrapped(value, self._path)
