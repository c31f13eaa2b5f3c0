"""The world behind the playground: server, channels, threads, people, messages, files, interactions.

With ``copying`` the only module that touches SimCord, whose backend is no public interface, so the version is
exact. Knows no sockets and no rate limits. What it refuses it refuses as Discord does; what SimCord does
otherwise than Discord is put right here.
"""

import base64
import logging
import re
import secrets
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib.metadata import version
from typing import Any, BinaryIO

import discord
import simcord
import simcord.http.routes  # registers every route with the router
from simcord import intents as simcord_intents
from simcord._clock import Clock
from simcord.backend import Backend, serializers
from simcord.backend.access import channel_accessible
from simcord.backend.cdn import CdnStore
from simcord.backend.command_access import command_access
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel, Guild, Interaction, Message, Overwrite, User
from simcord.backend.permissions import flag
from simcord.enums import ChannelType, OverwriteType
from simcord.http import router
from simcord.http.router import dispatch
from simcord.interactions import base_payload

from playground.command_forms import ENTRY_POINT
from playground.copying import components_in
from playground.errors import Json, NotThere, Refused
from playground.message_forms import EPHEMERAL
from playground.obfuscation import Views

_KEPT_BLOB_BYTES = 64 * 1024 * 1024


class Pictures(CdnStore):
    """Uploaded files, at addresses that a browser can open. Old ones that no message shows are deleted."""

    def __init__(self, base: str, shown: Callable[[], set[str]]) -> None:
        super().__init__()
        self._base, self._shown, self._held = base, shown, 0

    def store_attachment(
        self, attachment_id: int, channel_id: int, filename: str, data: bytes, description: str | None
    ) -> dict[str, Any]:
        stored = super().store_attachment(attachment_id, channel_id, filename, data, description)
        del self._blobs[stored["url"]]
        stored["url"] = stored["proxy_url"] = self.keep(
            f"attachments/{channel_id}/{attachment_id}/{filename}", data
        )
        return stored

    def keep(self, path: str, data: bytes) -> str:
        url = f"{self._base}/cdn/{path}"
        self._blobs[url] = data
        self._held += len(data)
        if self._held > _KEPT_BLOB_BYTES:
            self._make_room()
        return url

    def drop_picture(self, path: str) -> None:
        self._held -= len(self._blobs.pop(f"{self._base}/cdn/{path}", b""))

    def picture_at(self, path: str) -> bytes | None:
        return self._blobs.get(f"{self._base}/cdn/{path}")

    def _make_room(self) -> None:
        newest = next(reversed(self._blobs))
        shown = self._shown() | {newest}
        self._blobs = {
            url: data for url, data in self._blobs.items() if url in shown or "/cdn/emojis/" in url
        }
        self._held = sum(map(len, self._blobs.values()))


_CHANNEL = re.compile(r"/channels/(\d+)")
_OWNERS_FIELDS = frozenset(("archived", "auto_archive_duration", "name"))


class Threads(Backend):
    """``threads_changed`` hears of threads that are begun, edited or deleted, and of their members."""

    threads_changed: list[Callable[[], None]]

    def may_read(self, user_id: int, channel_id: int) -> bool:
        """Whether a channel is open to this person; a private thread is to its members."""
        return channel_accessible(self, channel_id, user_id)

    def threads_for(self, user_id: int) -> list[Json]:
        """The threads that this person may read, oldest first, those included that are archived."""
        return [
            {
                "id": str(one.id),
                "name": one.name,
                "parent": str(one.parent_id),
                "archived": one.thread_metadata is not None and one.thread_metadata.archived,
            }
            for one in self.channels.values()
            if one.is_thread and self.may_read(user_id, one.id)
        ]

    def create_thread(
        self, parent_id: int, name: str, owner_id: int, *, type: int = ChannelType.PUBLIC_THREAD, **how: Any
    ) -> Channel:
        """A private thread is not announced by a message in its channel."""
        if type != ChannelType.PRIVATE_THREAD:
            return super().create_thread(parent_id, name, owner_id, type=type, **how)
        thread = super().create_thread(parent_id, name, owner_id, type=type, **how | {"broadcast": False})
        self.announce_thread_create(thread)
        return thread

    def edited_by_owner(self, method: str, path: str, asked: Any) -> Json | None:
        """The bot's own thread, if that is to be archived or named anew: its owner may do that, for which
        SimCord wants more permissions. None for every other request."""
        found = _CHANNEL.fullmatch(path)
        thread = self.channels.get(int(found[1])) if found is not None else None
        if method != "PATCH" or thread is None or not thread.is_thread or set(asked) - _OWNERS_FIELDS:
            return None
        if thread.owner_id != self.bot_user.id:
            return None
        name = {"name": asked["name"]} if asked.get("name") else {}
        how = {key: value for key, value in asked.items() if key in ("archived", "auto_archive_duration")}
        return dict(
            serializers.channel_payload(self, self.edit_channel(thread.id, name, thread_metadata=how))
        )

    def wake(self, channel_id: int) -> None:
        """End the sleep of a thread in which something is written."""
        thread = self.channels[channel_id].thread_metadata
        if thread is not None and thread.archived and not thread.locked:
            self.edit_channel(channel_id, {}, thread_metadata={"archived": False})

    def emit(self, event: str, payload: Mapping[str, Any]) -> None:
        super().emit(event, payload)
        if event.startswith("THREAD_"):
            for listener in self.threads_changed:
                listener()


if version("simcord") != "3.2.1":
    raise ImportError(f"the playground is built on simcord 3.2.1, this is {version('simcord')}")

_CALLBACK = re.compile(r"/interactions/\d+/([^/]+)/callback")
_CHANNELS = re.compile(r"/guilds/(\d+)/channels")
_GROUP, _PRIVATE_CHANNEL = 3, 2  # the type of a channel, and the context of what is done there
_OWN_INSTALL = 1  # where a person has installed the application for themselves
_EVERYWHERE = (0, _OWN_INSTALL)


class Elsewhere(Threads):
    """Where the bot is no member, but people have installed it for themselves: other servers, and groups.
    Nothing there reaches it but what they do with its commands, and no token of its own lets it write."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(clock=clock)
        self.foreign: set[int] = set()  # servers
        self.groups: dict[int, tuple[int, ...]] = {}  # channels, with the people in each

    def is_elsewhere(self, channel_id: int) -> bool:
        return channel_id in self.groups or self.get_channel(channel_id).guild_id in self.foreign

    def found_elsewhere(self, name: str, channel: str, users: Sequence[User]) -> int:
        """Another server, with these members; its channel."""
        guild = self.create_guild(name)
        for role in guild.roles.values():
            role.permissions = 0
        self.foreign.add(guild.id)
        for user in users:
            self.add_member(guild.id, user.id)
            role = self.create_role(guild.id, user.name, permissions=PERSON_PERMISSIONS.value)
            self.add_member_role(guild.id, user.id, role.id)
        return self.create_channel(guild.id, channel).id

    def gather(self, name: str, users: Sequence[User]) -> int:
        """A group of these people; its channel."""
        channel = self.create_channel(None, name, type=ChannelType.DM)
        channel.recipient_ids = [user.id for user in users]
        self.groups[channel.id] = tuple(channel.recipient_ids)
        return channel.id

    def may_read(self, user_id: int, channel_id: int) -> bool:
        group = self.groups.get(channel_id)
        return user_id in group if group is not None else super().may_read(user_id, channel_id)

    def offers(self, command: Json, user_id: int, channel_id: int) -> bool:
        """Whether this person's picker offers a command there."""
        if channel_id not in self.groups:
            allowed = command_access(self, command, user_id=user_id, channel_id=channel_id).allowed
        else:
            contexts = command.get("contexts")
            allowed = contexts is None or _PRIVATE_CHANNEL in contexts
        if not self.is_elsewhere(channel_id):
            return bool(allowed)
        return bool(allowed) and _OWN_INSTALL in (command.get("integration_types") or _EVERYWHERE)

    def told_elsewhere(self, payload: Json, user_id: int, channel_id: int) -> None:
        """Correct an interaction that is made there."""
        if not self.is_elsewhere(channel_id):
            return
        payload["authorizing_integration_owners"] = {str(_OWN_INSTALL): str(user_id)}
        payload["app_permissions"] = str(_DM_PERMISSIONS.value)
        if channel_id in self.groups:
            payload["context"] = _PRIVATE_CHANNEL
            payload["channel"]["type"] = _GROUP

    def hides(self, body: Json, user_id: int, channel_id: int) -> None:
        """Make an answer ephemeral that not everybody there may be shown: a member lacks the permission Use
        External Apps."""
        guild = self.get_channel(channel_id).guild_id
        if guild not in self.foreign or not isinstance(body.get("data"), dict):
            return
        if not self.compute_permissions(guild, user_id, channel_id) & flag("use_external_apps"):
            body["data"]["flags"] = body["data"].get("flags", 0) | EPHEMERAL

    def is_heard(self, event: str, payload: Mapping[str, Any]) -> bool:
        """Whether the bot is told of an event."""
        if event == "INTERACTION_CREATE":
            return True
        guild = payload.get("id" if event.startswith("GUILD_") and "guild_id" not in payload else "guild_id")
        if guild is not None:
            return int(guild) not in self.foreign
        return int(payload.get("channel_id") or 0) not in self.groups


_log = logging.getLogger(__name__)
_EPOCH_MS = 1420070400000
_LOADING = 1 << 7
_AUTOCOMPLETE = 4  # the type of an interaction
_TOKEN_KNOWN_FOR = 3600.0  # seconds after its end
_SILENT = EPHEMERAL | _LOADING | 1 << 12  # SUPPRESS_NOTIFICATIONS
_BOT_PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    create_private_threads=True,
    attach_files=True,
)
"""What the bot's invitation asks for. Nothing comes to it from ``@everyone``: that role has no permission
here, and people have their own."""
PERSON_PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    create_private_threads=True,
    embed_links=True,
    attach_files=True,
    add_reactions=True,
    external_emojis=True,
    read_message_history=True,
    use_application_commands=True,
    use_external_apps=True,
    change_nickname=True,
    connect=True,
    speak=True,
)
"""What Discord gives to the people of a new server."""
_DM_PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    add_reactions=True,
    external_emojis=True,
    use_application_commands=True,
)
Record = Interaction  # one interaction and what has come of it


@dataclass(frozen=True)
class File:
    """An upload, in the shape in which SimCord reads one."""

    filename: str
    fp: BinaryIO
    size: int
    description: str | None = None


class _RealClock(Clock):
    def now(self) -> datetime:
        return datetime.now(UTC)

    def advance(self, seconds: float) -> None:
        """Part of SimCord's interface. Raises RuntimeError: real time cannot be moved."""
        raise RuntimeError("the playground's clock is the real one")


class _Unkept(list[Any]):
    """A list that stays empty: SimCord's journals would grow as long as the playground runs."""

    def append(self, item: Any) -> None:
        pass


class World(Elsewhere):
    """One server with its people. ``changed`` hears of messages, ``answered`` of acknowledgements."""

    _last_snowflake = 0

    def __init__(self, base: str, bot_name: str) -> None:
        super().__init__(_RealClock())
        self.transcript = _Unkept()
        self.http_requests = _Unkept()
        self.bot_user.name = bot_name
        self.application_id = self.bot_user.id
        self.pictures = Pictures(base, self._urls_shown)
        self.cdn = self.pictures
        self.entry_point: Json | None = None
        self.completing: dict[int, int] = {}  # the type of the option that an interaction completes
        self.changed: list[Callable[[int, int], None]] = []
        self.answered: list[Callable[[int], None]] = []
        self.threads_changed = []
        self.views = Views(lambda channel: self.bot_may(channel, "view_channel"))
        self.ticks: Callable[[], float] = time.monotonic
        """The seconds by which limits are counted; a test may have them stand still."""
        self._passed: list[tuple[int, float]] = []  # the snowflake at which so many seconds were made to pass

    def keep_upload(self, channel: int, name: str, data: bytes) -> Json:
        """A file that somebody sends with a command, as the interaction describes it."""
        return self.pictures.store_attachment(self.snowflake(), channel, name, data, None)

    def snowflake(self) -> int:
        """A new id, higher than all before. SimCord's own method keeps every id that it ever gave."""
        now = int(datetime.now(UTC).timestamp() * 1000) - _EPOCH_MS
        World._last_snowflake = max(now << 22, World._last_snowflake + 1)
        return World._last_snowflake

    # ------------------------------------------------------------------ setting the scene

    def found(self, name: str) -> Guild:
        """A new server, where the bot may do what its invitation asks for and no more."""
        guild = self.create_guild(name)
        guild.roles[guild.id].permissions = 0
        bot_role = guild.members[self.bot_user.id].role_ids[0]
        guild.roles[bot_role].permissions = _BOT_PERMISSIONS.value
        return guild

    def new_member(self, guild: Guild, name: str) -> User:
        """A new member, with a role of their own."""
        user = self.make_user(name.lower(), global_name=name)
        self.let_in(guild, user.id, name)
        return user

    def let_in(self, guild: Guild, user_id: int, name: str) -> None:
        """Have somebody join, with a role of their own: without one they may read nothing there."""
        self.add_member(guild.id, user_id)
        role = self.create_role(guild.id, name, permissions=PERSON_PERMISSIONS.value)
        self.add_member_role(guild.id, user_id, role.id)

    def set_right(self, guild_id: int, user_id: int, permission: str, *, given: bool) -> None:
        """Give a permission (``ATTACH_FILES``) to a person's own role, or take it away."""
        guild, bit = self.get_guild(guild_id), flag(permission.lower())
        role = guild.roles[guild.members[user_id].role_ids[0]]
        role.permissions = role.permissions | bit if given else role.permissions & ~bit
        self.emit("GUILD_ROLE_UPDATE", {"guild_id": str(guild_id), "role": serializers.role_payload(role)})

    def let_manage(self, guild: Guild, user: User) -> None:
        """Have somebody manage the server, who so has the commands of administrators."""
        role = self.create_role(guild.id, "managers", permissions=flag("manage_guild"))
        self.add_member_role(guild.id, user.id, role.id)

    def enable_activity(self) -> None:
        """As an owner does in the developer portal: Discord adds the command that starts the Activity."""
        self.entry_point = {
            "id": str(self.snowflake()),
            "application_id": str(self.application_id),
            "version": str(self.snowflake()),
            "type": ENTRY_POINT,
            "name": "launch",
            "name_localizations": None,
            "description": "",
            "default_member_permissions": None,
            "handler": 2,
            "contexts": [0, 1, 2],
            "integration_types": [0, 1],
        }
        self.commands.setdefault(None, {})["launch", ENTRY_POINT] = self.entry_point

    def set_permission(self, channel_id: int, permission: str, *, denied: bool) -> None:
        """Take a permission (``SEND_MESSAGES``) from the bot in one channel, or give it back."""
        bit, bot = flag(permission.lower()), self.bot_user.id
        before = next((o.deny for o in self.get_channel(channel_id).overwrites if o.target_id == bot), 0)
        deny = before | bit if denied else before & ~bit
        self.set_overwrite(channel_id, Overwrite(bot, OverwriteType.MEMBER, deny=deny))

    def bot_may(self, channel_id: int, permission: str) -> bool:
        return self.may(self.bot_user.id, channel_id, permission)

    def may(self, user_id: int, channel_id: int, permission: str) -> bool:
        """Whether somebody has a permission in a channel. In direct messages everybody has."""
        guild_id = self.get_channel(channel_id).guild_id
        if guild_id is None:
            return channel_id not in self.groups or user_id in self.groups[channel_id]
        return bool(self.compute_permissions(guild_id, user_id, channel_id) & flag(permission))

    # ------------------------------------------------------------------ the bot's side

    def _application(self) -> Json:
        """What Discord tells a bot of its application, which SimCord knows by an older address."""
        told = dispatch(self, "GET", "/oauth2/applications/@me", json=None, params={}, files=[], reason=None)
        return {
            **told,
            "type": None,
            "flags_new": "0",
            "redirect_uris": [],
            "interactions_endpoint_url": None,
            "role_connections_verification_url": None,
            "approximate_guild_count": len(self.guilds),
            "approximate_user_install_count": 0,
            "approximate_user_authorization_count": 0,
            "explicit_content_filter": 0,
            "eligible_oauth2_scopes": [],
        }

    def request(
        self,
        method: str,
        path: str,
        *,
        json: Any,
        params: dict[str, Any],
        files: list[File],
        reason: str | None,
    ) -> tuple[int, Any]:
        """Carry out one call; what Discord would refuse comes back as its status and body."""
        if method == "PUT" and path == f"/applications/{self.application_id}/commands":
            json = [one for one in json if one.get("type") != ENTRY_POINT]  # SimCord knows none
        if (method, path) == ("GET", "/applications/@me"):
            return 200, self._application()
        if (found := _CALLBACK.fullmatch(path)) and (asked := self.interaction_of(found[1])) is not None:
            self.hides(json, asked.user_id, asked.channel_id)
        edited = self.edited_by_owner(method, path, json)
        if edited is not None:
            return 200, edited
        try:
            body = dispatch(self, method, path, json=json, params=params, files=list(files), reason=reason)
        except (router.RouteNotImplemented, router.UnsupportedField) as gap:
            _log.error("not in the playground: %s", gap.message)
            return 501, gap.to_json()
        except BackendError as refusal:
            return refusal.status, refusal.to_json()
        except (KeyError, ValueError, TypeError) as fault:
            _log.warning("%s %s was malformed: %r", method, path, fault)
            return 400, Refused(400, 50035, f"Invalid Form Body: {fault}").body
        if method == "GET" and _CHANNELS.fullmatch(path):
            body = [one for one in body if self.views.in_view(one, body)]
        return (204, None) if body is None else (200, body)

    def register_commands(self, guild_id: int | None, payloads: list[Json]) -> list[Json]:
        """The entry point stays as it is: a list without it has been refused."""
        registered = super().register_commands(guild_id, payloads)
        if guild_id is None and self.entry_point is not None:
            self.commands[None]["launch", ENTRY_POINT] = self.entry_point
            registered.append(self.entry_point)
        return registered

    def interaction_of(self, token: str) -> Interaction | None:
        return self.interactions.get(self.interaction_tokens.get(token, 0))

    def channel_of_token(self, token: str) -> int | None:
        record = self.interaction_of(token)
        return None if record is None else record.channel_id

    def knows_emoji(self, emoji_id: int) -> bool:
        return emoji_id in self.application_emojis or any(
            emoji_id in guild.emojis for guild in self.guilds.values()
        )

    def drop_emoji_image(self, emoji_id: int) -> None:
        self.pictures.drop_picture(f"emojis/{emoji_id}.png")

    def keep_emoji_image(self, emoji_id: int, data_uri: str) -> None:
        self.pictures.keep(f"emojis/{emoji_id}.png", base64.b64decode(data_uri.partition(",")[2]))

    def recipient_of(self, channel_id: int) -> int | None:
        """The person to whom a DM channel belongs; None for other channels."""
        channel = self.channels.get(channel_id)
        if channel is None or not channel.recipient_ids or channel_id in self.groups:
            return None
        return channel.recipient_ids[0]

    def commit_message(self, message: Message, *, broadcast: bool = True) -> Message:
        _write_emoji_ids_as_text(message.components)
        self.wake(message.channel_id)
        committed = super().commit_message(message, broadcast=broadcast)
        self._tell(message.channel_id, message.id)
        return committed

    def edit_message(self, channel_id: int, message_id: int, fields: dict[str, Any]) -> Message:
        _write_emoji_ids_as_text(fields.get("components") or [])
        was_loading = self.get_message(channel_id, message_id).flags & _LOADING
        edited = super().edit_message(channel_id, message_id, fields)
        if was_loading:
            edited.edited_timestamp = None  # to a reader, the end of "thinking…" is no edit
        self._tell(channel_id, message_id)
        return edited

    def delete_message(self, channel_id: int, message_id: int) -> None:
        super().delete_message(channel_id, message_id)
        self._tell(channel_id, message_id)

    def _tell(self, channel_id: int, message_id: int) -> None:
        for listener in self.changed:
            listener(channel_id, message_id)

    def _urls_shown(self) -> set[str]:
        return {
            attachment["url"]
            for messages in self.messages.values()
            for message in messages.values()
            for attachment in message.attachments
        }

    # ------------------------------------------------------------------ the gateway's side

    def ready(self, session_id: str, resume_url: str) -> Json:
        return {
            "v": 10,
            "user": dict(serializers.user_payload(self.bot_user)),
            "guilds": [
                {"id": str(guild_id), "unavailable": True}
                for guild_id in self.guilds
                if guild_id not in self.foreign
            ],
            "session_id": session_id,
            "resume_gateway_url": resume_url,
            "shard": [0, 1],
            "application": {"id": str(self.application_id), "flags": 0},
        }

    def guild_frames(self) -> Iterator[Mapping[str, Any]]:
        for guild in self.guilds.values():
            if guild.id not in self.foreign:
                yield serializers.guild_create_payload(self, guild)

    def member_chunk(self, wanted: Json) -> Json:
        guild = self.get_guild(int(wanted["guild_id"]))
        ids = wanted.get("user_ids")
        only = {int(one) for one in (ids if isinstance(ids, list) else [ids])} if ids else None
        return {
            "guild_id": str(guild.id),
            "members": [
                serializers.member_payload(self, guild, member)
                for member in guild.members.values()
                if only is None or member.user_id in only
            ],
            "chunk_index": 0,
            "chunk_count": 1,
            "nonce": wanted.get("nonce"),
        }

    def for_intents(self, event: str, payload: Mapping[str, Any], mask: int) -> Json | None:
        """The event as a bot with these intents receives it, or ``None`` if it does not."""
        intents = discord.Intents.none()
        intents.value = mask
        needed = simcord_intents.required_intent(event, payload)
        if (needed is not None and not getattr(intents, needed)) or not self.is_heard(event, payload):
            return None
        seen = dict(payload)
        if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and not intents.message_content:
            simcord_intents.censor_message(seen, self.bot_user.id, backend=self)
        if event == "GUILD_CREATE":
            simcord_intents.prune_guild_create(seen, intents, self.bot_user.id)
            seen["channels"] = self.views.as_told(seen["channels"], seen["id"], seen["channels"])
        if event in ("CHANNEL_CREATE", "CHANNEL_UPDATE") and "guild_id" in seen:
            (seen,) = self.views.as_told([seen], seen["guild_id"], self._channels_of(seen["guild_id"]))
        return seen

    def newly_viewed(self, guild_id: str) -> list[Json]:
        """The channels of a server that the bot may view since it was told of them last, or may no longer."""
        return [] if int(guild_id) in self.foreign else self.views.views_changed(self._channels_of(guild_id))

    def _channels_of(self, guild_id: str) -> list[Json]:
        held = (self.get_channel(one) for one in self.get_guild(int(guild_id)).channel_ids)
        return [dict(serializers.channel_payload(self, one)) for one in held]

    # ------------------------------------------------------------------ the people's side

    def user_json(self, user_id: int) -> Json:
        return dict(serializers.user_payload(self.get_user(user_id)))

    def member_json(self, guild_id: int, user_id: int) -> Json:
        guild = self.get_guild(guild_id)
        return dict(serializers.member_payload(self, guild, guild.members[user_id], with_user=False))

    def channel_json(self, channel_id: int, for_user: int) -> Json:
        channel = self.get_channel(channel_id)
        payload = dict(serializers.channel_payload(self, channel))
        if channel.guild_id is not None:
            payload["permissions"] = str(self.compute_permissions(channel.guild_id, for_user, channel_id))
        return payload

    def message_json(self, channel_id: int, message_id: int) -> Json | None:
        message = self.messages.get(channel_id, {}).get(message_id)
        return None if message is None else dict(serializers.message_payload(self, message))

    def before(self, channel_id: int, message_id: int) -> Json | None:
        """What an edit of a message begins with. A quicker ``message_json``."""
        message = self.messages.get(channel_id, {}).get(message_id)
        if message is None:
            return None
        return {
            "flags": message.flags,
            "content": message.content,
            "embeds": message.embeds,
            "components": message.components,
            "attachments": message.attachments,
            "sticker_items": message.stickers,
            "poll": message.poll,
        }

    def channel_holding(self, message_id: int) -> int | None:
        return next((channel for channel, held in self.messages.items() if message_id in held), None)

    def may_see(self, user_id: int, channel_id: int, message_id: int) -> bool:
        message = self.messages.get(channel_id, {}).get(message_id)
        return message is not None and self.may_read(user_id, channel_id) and message.visible_to(user_id)

    def pings(self, user_id: int, channel_id: int, message_id: int) -> bool:
        """Whether a message mentions this person so that Discord tells them."""
        message = self.messages.get(channel_id, {}).get(message_id)
        return message is not None and message.author_id != user_id and user_id in message.ping_user_ids

    def rings(self, user_id: int, channel_id: int, message_id: int) -> bool:
        """Whether this person's telephone rings for a message that is new. Ephemeral messages, and those that
        were sent silently, never ring."""
        message = self.messages.get(channel_id, {}).get(message_id)
        if message is None or message.author_id == user_id or message.flags & _SILENT:
            return False
        return self.recipient_of(channel_id) == user_id or self.pings(user_id, channel_id, message_id)

    def newest_seen_by(self, user_id: int, channel_id: int, count: int) -> list[Json]:
        """The newest messages of a channel that this person may see, the oldest of them first."""
        if not self.may_read(user_id, channel_id):
            return []
        newest: deque[Message] = deque()
        for message in reversed(self.messages[channel_id].values()):
            if message.visible_to(user_id):
                newest.appendleft(message)
                if len(newest) == count:
                    break
        return [dict(serializers.message_payload(self, message)) for message in newest]

    def commands_for(self, user_id: int, channel_id: int) -> list[Json]:
        if not self.is_elsewhere(channel_id):
            return self.visible_commands(user_id=user_id, channel_id=channel_id)
        own = self.commands.get(None, {}).values()
        return [one for one in own if self.offers(one, user_id, channel_id)]

    def command_for(self, name: str, user_id: int, channel_id: int) -> Json | None:
        """The command of this name, if this person's picker offers it: a quicker ``commands_for``."""
        guild = self.get_channel(channel_id).guild_id
        for scope in (None,) if guild is None else (guild, None):
            command = self.commands.get(scope, {}).get((name, 1))
            if command and self.offers(command, user_id, channel_id):
                return command
        return None

    def interact(
        self,
        kind: int,
        user_id: int,
        channel_id: int,
        data: Json,
        *,
        locale: str,
        answer_seconds: float,
        token_seconds: float,
        command: str | None = None,
        message: Json | None = None,
    ) -> tuple[Interaction, Json]:
        """A new interaction, and its event as Discord builds it."""
        self._forget_expired()
        guild_id = self.get_channel(channel_id).guild_id
        record, payload = base_payload(
            self, type=kind, channel_id=channel_id, guild_id=guild_id, user_id=user_id, data=data
        )
        del self.interaction_tokens[record.token]
        record.token = payload["token"] = secrets.token_urlsafe(96)
        self.interaction_tokens[record.token] = record.id
        record.initial_response_deadline = self.iso_after(answer_seconds)
        record.expires_at = self.iso_after(token_seconds)
        if kind == _AUTOCOMPLETE and (option := _focused(data)) is not None:
            self.completing[record.id] = option["type"]
        payload["locale"] = locale
        payload["attachment_size_limit"] = 10 * 1024 * 1024
        if guild_id is None:
            payload["authorizing_integration_owners"] = {"0": "0"}
            payload["app_permissions"] = str(_DM_PERMISSIONS.value)
        else:
            payload["authorizing_integration_owners"] = {"0": str(guild_id)}
            payload["guild"] = {"id": str(guild_id), "locale": "en-US", "features": []}
            payload["channel"]["permissions"] = payload["member"]["permissions"]
        self.told_elsewhere(payload, user_id, channel_id)
        if command is not None:
            record.command_name = command
        if message is not None:
            record.source_message_id = int(message["id"])
            payload["message"] = message
        return record, payload

    def _forget_expired(self) -> None:
        """Drop the tokens that ended long ago."""
        long_ago = self.iso_after(-_TOKEN_KNOWN_FOR)
        while self.interactions:
            oldest = next(iter(self.interactions.values()))
            if oldest.expires_at is None or oldest.expires_at > long_ago:
                return
            del self.interactions[oldest.id]
            self.completing.pop(oldest.id, None)
            self.interaction_tokens.pop(oldest.token, None)

    # ------------------------------------------------------------------ time

    def pass_time(self, seconds: float) -> None:
        """Make everything that is there so much older. The clock that the bot sees does not jump."""
        self._passed.append((self.snowflake(), seconds))
        for record in self.interactions.values():
            record.expires_at = _earlier(record.expires_at, seconds)
            record.initial_response_deadline = _earlier(record.initial_response_deadline, seconds)

    def answered_late(self, interaction: int) -> bool:
        """Whether an answer that comes now would come too late."""
        due = self.interactions[interaction].initial_response_deadline
        return due is not None and due < self.iso_after(0)

    def elapsed(self) -> float:
        """Seconds, those that were made to pass among them, since some moment."""
        return self.ticks() + sum(seconds for _, seconds in self._passed)

    def age(self, snowflake: int) -> float:
        """Seconds since a snowflake was made."""
        made = ((snowflake >> 22) + _EPOCH_MS) / 1000
        passed = sum(seconds for when, seconds in self._passed if snowflake < when)
        return datetime.now(UTC).timestamp() - made + passed


def _focused(data: Json) -> Json | None:
    """The option that is being typed, however deep it lies in subcommands."""
    for option in data.get("options") or ():
        found: Json | None = option if option.get("focused") else _focused(option)
        if found is not None:
            return found
    return None


def _earlier(moment: str | None, seconds: float) -> str | None:
    """An ISO date moved back. SimCord compares them as text, so the form stays."""
    if moment is None:
        return None
    return (datetime.fromisoformat(moment) - timedelta(seconds=seconds)).isoformat()


def _write_emoji_ids_as_text(components: list[Json]) -> None:
    """Bots may send an id as a number; Discord answers with text, which a browser does not round."""
    for component in components_in(components):
        for holder in (component, *(component.get("options") or ())):
            emoji = holder.get("emoji")
            if emoji and emoji.get("id") is not None:
                emoji["id"] = str(emoji["id"])


def is_loading(message: Json) -> bool:
    """Whether the message still reads "thinking…"."""
    return bool(message["flags"] & _LOADING)


def option_value(command: str, option: Json, value: Any) -> Any:
    """The value as Discord's client would send it; ``NotThere`` if the client would not let one."""
    try:
        return simcord.interactions.validate_option_value(command, option, value)
    except simcord.backend.errors.SetupError as impossible:
        raise NotThere(str(impossible)) from impossible
