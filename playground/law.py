"""What Discord refuses and SimCord lets pass: empty buttons, unknown emoji, closed DMs, dead tokens.

Knows the world and the numbers, not the sockets. Sources are Discord's documentation (codes in
topics/opcodes-and-status-codes) unless a comment says otherwise.
"""

import binascii
import re
from base64 import b64decode
from collections.abc import Iterator
from typing import Any

from playground.calls import Kind, Route
from playground.errors import Json, Refused, form_error
from playground.limits import Limits
from playground.world import ENTRY_POINT, EPHEMERAL, File, World

_EMOJI_NAME = re.compile(r"\w{2,32}", re.ASCII)
_BUTTON, _PREMIUM = 2, 6
_NONCE_LENGTH = 25


class Law:
    """The checks of one world. Holds the nonces of the last minutes and who has closed DMs."""

    def __init__(self, world: World, limits: Limits) -> None:
        self.world, self.limits = world, limits
        self.closed: set[int] = set()
        self._nonces: dict[tuple[int, str], int] = {}

    def check(self, route: Route, body: Any, files: list[File]) -> None:
        """Raise ``Refused`` if Discord would not carry this out."""
        if route.token is not None and route.kind is not Kind.ANSWER:
            self._check_token(route.token)
        self._check_files(files)
        message = _message_in(route, body)
        if message is not None:
            self._check_components(message, "data.components" if route.kind is Kind.ANSWER else "components")
        if route.kind in (Kind.CREATE, Kind.EDIT) and route.channel_id in self.world.channels:
            assert route.channel_id is not None
            self._check_channel(route, route.channel_id, files)
        if route.kind in (Kind.EDIT, Kind.DELETE):
            self._check_ephemeral(route)
        if route.kind is Kind.EMOJI and route.method == "POST":
            self._check_emoji(body)
        if route.kind is Kind.COMMANDS and route.method == "PUT" and "/guilds/" not in route.template:
            self._check_entry_point(body)

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

    # ------------------------------------------------------------------ checks

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
        message = self.world.message_json(route.channel_id, route.message_id)
        if message is not None and message["flags"] & EPHEMERAL:
            raise Refused(404, 10008, "Unknown Message")

    def _check_channel(self, route: Route, channel_id: int, files: list[File]) -> None:
        if route.kind is Kind.CREATE and self.world.recipient_of(channel_id) in self.closed:
            raise Refused(403, 50007, "Cannot send messages to this user")
        may = self.world.bot_may
        if files and may(channel_id, "view_channel") and not may(channel_id, "attach_files"):
            raise Refused(403, 50013, "Missing Permissions")

    def _check_components(self, message: Json, root: str) -> None:
        nonce = message.get("nonce")
        if nonce is not None and len(str(nonce)) > _NONCE_LENGTH:
            raise form_error("nonce", "BASE_TYPE_MAX_LENGTH", f"Must be {_NONCE_LENGTH} or fewer in length.")
        for path, component in _with_paths(message.get("components"), root):
            self._check_defaults(component, path)
            emoji = component.get("emoji")
            is_button = component.get("type") == _BUTTON and component.get("style") != _PREMIUM
            if is_button and not component.get("label") and not emoji:
                raise form_error(f"{path}.label", "BASE_TYPE_REQUIRED", "This field is required")
            if isinstance(emoji, dict):
                self._check_button_emoji(emoji, path)
            for index, option in enumerate(component.get("options") or ()):
                if isinstance(option, dict) and isinstance(option.get("emoji"), dict):
                    self._check_button_emoji(option["emoji"], f"{path}.options.{index}")

    def _check_defaults(self, component: Json, path: str) -> None:
        """What a list shows as chosen could have been chosen by somebody."""
        most = component.get("max_values") or 1
        given = component.get("default_values") or []
        if any(one.get("type") != "user" or not str(one.get("id", "")).isdecimal() for one in given):
            raise form_error(f"{path}.default_values", "BASE_TYPE_CHOICES", "Value must be a user")
        marked = sum(bool(one.get("default")) for one in component.get("options") or ())
        if len(given) > most or marked > most:
            raise form_error(f"{path}.default_values", "BASE_TYPE_BAD_LENGTH", f"Must be {most} or fewer.")

    def _check_button_emoji(self, emoji: Json, path: str) -> None:
        if emoji.get("id"):
            known = str(emoji["id"]).isdecimal() and self.world.knows_emoji(int(emoji["id"]))
        else:
            # letters are no emoji: that much is known without a list of them
            known = bool(emoji.get("name")) and not str(emoji["name"]).isascii()
        if not known:
            raise form_error(f"{path}.emoji.name", "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")

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


def _message_in(route: Route, body: Any) -> Json | None:
    """The message that a call carries, wherever its route puts it."""
    if not isinstance(body, dict):
        return None
    if route.kind is Kind.ANSWER:
        return body.get("data") if body.get("type") in (4, 7) else None
    return body if route.kind in (Kind.CREATE, Kind.EDIT, Kind.FOLLOWUP, Kind.EDIT_BY_TOKEN) else None


def _with_paths(components: Any, path: str) -> Iterator[tuple[str, Json]]:
    for index, component in enumerate(components if isinstance(components, list) else ()):
        if isinstance(component, dict):
            here = f"{path}.{index}"
            yield here, component
            yield from _with_paths(component.get("components"), f"{here}.components")
            accessory = component.get("accessory")
            if isinstance(accessory, dict):
                yield f"{here}.accessory", accessory
