"""The people of the playground and what they can do in Discord: command, press, choose, fill in, read.

A person can only do what Discord's own client allows; anything else is ``NotThere``. Knows the world and the
limits, not whether a page or a test is behind the person.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, ClassVar

from playground.copying import components_in
from playground.errors import Json, NotThere
from playground.limits import Limits
from playground.world import Record, World, is_loading, option_value

_BUTTON, _TEXT, _THUMBNAIL, _GALLERY, _FILE = 2, 10, 11, 12, 13
_SELECTS = (3, 5, 6, 7, 8)
_RADIO, _BOXES, _BOX = 21, 22, 23


@dataclass(frozen=True)
class Button:
    """A button on the screen; a link has no ``custom_id``."""

    custom_id: str | None
    label: str
    disabled: bool
    style: int  # 1 primary, 2 secondary, 3 success, 4 danger, 5 link
    emoji: str
    url: str | None


def texts(message: Json) -> list[str]:
    """Every piece of text of a message in reading order, alt texts and embeds included, labels not."""
    return [text for text in _texts(message) if text]


def _texts(message: Json) -> Iterator[str]:
    yield message.get("content") or ""
    for embed in message.get("embeds") or ():
        yield (embed.get("author") or {}).get("name") or ""
        yield embed.get("title") or ""
        yield embed.get("description") or ""
        for field in embed.get("fields") or ():
            yield field["name"]
            yield field["value"]
        yield (embed.get("footer") or {}).get("text") or ""
    for component in components_in(message.get("components") or []):
        if component["type"] == _TEXT:
            yield component["content"]
        elif component["type"] == _THUMBNAIL:
            yield component.get("description") or ""
        elif component["type"] == _GALLERY:
            for item in component["items"]:
                yield item.get("description") or ""
    for attachment in message.get("attachments") or ():
        yield attachment.get("description") or ""


def buttons(message: Json) -> list[Button]:
    """Every button of a message, from the top left."""
    return [
        Button(
            custom_id=component.get("custom_id"),
            label=component.get("label") or "",
            disabled=bool(component.get("disabled")),
            style=int(component["style"]),
            emoji=(component.get("emoji") or {}).get("name") or "",
            url=component.get("url"),
        )
        for component in components_in(message.get("components") or [])
        if component["type"] == _BUTTON
    ]


def pressable(message: Json, custom_id: str | None, label: str | None) -> Json:
    """The one enabled button that is meant; ``NotThere`` if a person could not press it."""
    found = [
        component
        for component in components_in(message.get("components") or [])
        if component["type"] == _BUTTON
        and component.get("custom_id")
        and custom_id in (None, component["custom_id"])
        and label in (None, component.get("label"))
    ]
    meant = repr(custom_id if custom_id is not None else label)
    if len(found) != 1:
        on_screen = [button.custom_id for button in buttons(message)]
        raise NotThere(f"{len(found)} buttons match {meant}; on the screen are {on_screen}")
    if found[0].get("disabled"):
        raise NotThere(f"the button {meant} is disabled")
    return found[0]


def select_of(message: Json, custom_id: str, values: list[str]) -> Json:
    """The enabled select menu with this id, if these values can be chosen in it."""
    for component in components_in(message.get("components") or []):
        if component["type"] in _SELECTS and component.get("custom_id") == custom_id:
            offered = {option["value"] for option in component.get("options") or ()}
            low, high = component.get("min_values", 1), component.get("max_values", 1)
            if component.get("disabled"):
                raise NotThere(f"the menu {custom_id!r} is disabled")
            if not low <= len(values) <= high:
                raise NotThere(f"the menu {custom_id!r} takes {low} to {high} values")
            if component["type"] == _SELECTS[0] and not set(values) <= offered:
                raise NotThere(f"the menu {custom_id!r} offers {sorted(offered)}")
            return component
    raise NotThere(f"no menu {custom_id!r} on the screen")


def modal_answers(modal: Json, values: dict[str, Any]) -> list[Json]:
    """A filled form as Discord sends it back: the layout of the form, values in place of fields."""
    missing = set(values) - {
        part["custom_id"] for part in components_in(modal["components"]) if "custom_id" in part
    }
    if missing:
        raise NotThere(f"the form has no fields {sorted(missing)}")
    return [_filled(component, values) for component in modal["components"]]


def _filled(component: Json, values: dict[str, Any]) -> Json:
    filled: Json = {"type": component["type"]}
    if component.get("id") is not None:
        filled["id"] = component["id"]
    if "components" in component:
        filled["components"] = [_filled(child, values) for child in component["components"]]
    if "component" in component:
        filled["component"] = _filled(component["component"], values)
    if "custom_id" in component:
        custom_id = component["custom_id"]
        filled["custom_id"] = custom_id
        given = values.get(custom_id)
        if component["type"] in (_RADIO, _BOXES) and custom_id not in values:
            given = [one["value"] for one in component["options"] if one.get("default")]
        if component["type"] in (*_SELECTS, 19, _RADIO, _BOXES):
            chosen = [] if given is None else [given] if isinstance(given, str) else list(given)
            if component["type"] in (_RADIO, _BOXES):
                _check_ticked(component, chosen)
            if component["type"] == _RADIO:
                filled["value"] = chosen[0] if chosen else None
            else:
                filled["values"] = chosen
        elif component["type"] == _BOX:
            filled["value"] = bool(component.get("default")) if given is None else bool(given)
        elif component["type"] == 4:
            filled["value"] = component.get("value", "") if given is None else given
            _check_length(component, filled["value"])
        else:
            filled["value"] = given
    return filled


def _check_ticked(group: Json, ticked: list[str]) -> None:
    """Of a group that must be answered at least one is ticked; of boxes as many as it asks for, or none."""
    offered = [one["value"] for one in group["options"]]
    if not set(ticked) <= set(offered) or len(set(ticked)) < len(ticked):
        raise NotThere(f"the field {group['custom_id']!r} offers {offered}, each once")
    low, high = group.get("min_values"), group.get("max_values")
    low, high = 1 if low is None else low, len(offered) if high is None else high
    high = 1 if group["type"] == _RADIO else high
    needed = group.get("required", True) is not False
    if (ticked or needed) and not max(low, needed) <= len(ticked) <= high:
        raise NotThere(f"the field {group['custom_id']!r} takes {low} to {high} of its lines")


def _check_length(field: Json, text: str) -> None:
    low, high = field.get("min_length") or 0, field.get("max_length") or 4000
    if (text or field.get("required", True)) and not max(low, field.get("required", True)) <= len(
        text
    ) <= high:
        raise NotThere(f"the field {field['custom_id']!r} takes {low} to {high} characters")


_TYPES = {
    "message": 4,
    "deferred": 5,
    "deferred_update": 6,
    "update": 7,
    "autocomplete": 8,
    "modal": 9,
}


class Bell:
    """Wakes whatever waits for a change. Wait on it directly: a task in between may miss a change."""

    def __init__(self) -> None:
        self._waiting: dict[asyncio.Future[None], None] = {}  # in the order in which they came

    def ring(self) -> None:
        waiting, self._waiting = self._waiting, {}
        for future in waiting:
            if not future.done():
                future.set_result(None)

    async def wait(self) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[future] = None
        try:
            await future
        finally:
            self._waiting.pop(future, None)


class Answer:
    """The result of one interaction. ``message`` and ``texts`` are read when asked for, and so current."""

    def __init__(self, world: World, record: Record, took: float) -> None:
        self._world, self._record = world, record
        self.took = took  # seconds until the acknowledgement, or until it was given up
        self.interaction_id = record.id

    @property
    def acknowledged(self) -> bool:
        return self._record.responded

    @property
    def failed(self) -> bool:
        """Whether Discord shows "This interaction failed"."""
        return not self._record.responded

    @property
    def type(self) -> int | None:
        """4 message, 5 deferred message, 6 deferred update, 7 update, 8 choices, 9 modal; None if failed."""
        kind = self._record.response_kind
        return None if kind is None else _TYPES.get(kind)

    @property
    def message(self) -> Json | None:
        """The message that the answer shows: a new one, or the one pressed if that is what it updated."""
        if self._record.message_id is None:
            return None
        return self._world.message_json(self._record.channel_id, self._record.message_id)

    @property
    def followups(self) -> list[Json]:
        found = (self._world.message_json(self._record.channel_id, one) for one in self._record.followup_ids)
        return [message for message in found if message is not None]

    @property
    def reply(self) -> Json | None:
        """What was meant for the one who asked: the last follow-up, or without one the message."""
        return self.followups[-1] if self.followups else self.message

    @property
    def ephemeral(self) -> bool:
        return self.message is not None and bool(self.message["flags"] & 64)

    @property
    def texts(self) -> list[str]:
        """All text of the message shown and of the follow-ups."""
        shown = [self.message] if self.message is not None else []
        return [text for message in shown + self.followups for text in texts(message)]

    @property
    def modal(self) -> Json | None:
        return self._record.modal

    @property
    def choices(self) -> list[Json]:
        return self._record.autocomplete_choices or []

    def __repr__(self) -> str:
        return f"<Answer type={self.type} texts={self.texts!r}>"


_COMMAND, _COMPONENT, _AUTOCOMPLETE, _MODAL = 2, 3, 4, 5
_SUBCOMMAND, _GROUP = 1, 2
_USER, _CHANNEL, _ATTACHMENT = 6, 7, 11
_WINDOW = 50


@dataclass
class Crowd:
    """What all persons of one world share."""

    world: World
    limits: Limits
    channel: int
    bell: Bell
    pending: dict[int, asyncio.Future[None]]


class Person:
    """A person with Discord open. ``dm`` is the channel of their direct messages with the bot."""

    patience: ClassVar[float] = 10.0
    """Seconds for which they look for what they want to see, and for an answer that was deferred. Tests give
    them more."""

    def __init__(self, crowd: Crowd, key: str, user_id: int) -> None:
        self._crowd, self._world = crowd, crowd.world
        self.key, self.id = key, user_id
        self.name: str = crowd.world.user_json(user_id)["global_name"]
        self.dm: int = crowd.world.get_dm_channel(user_id).id
        self.locale = "en-US"
        self._dismissed: set[int] = set()
        self._opened = 0  # ephemeral messages older than this went with the last reload

    # ------------------------------------------------------------------ seeing

    def sees(self, channel: int | None = None, *, newest: int = _WINDOW) -> list[Json]:
        """The newest messages on this person's screen, oldest first, live ephemeral ones included."""
        channel = self._crowd.channel if channel is None else channel
        seen = self._world.newest_seen_by(self.id, channel, newest)
        return [message for message in seen if self._still_shown(message)]

    async def until(
        self,
        wanted: Callable[[list[Json]], Any],
        *,
        channel: int | None = None,
        timeout: float | None = None,  # noqa: ASYNC109
    ) -> list[Json]:
        """Wait until what this person sees is as wanted; ``TimeoutError`` shows what it was instead."""
        try:
            async with asyncio.timeout(self.patience if timeout is None else timeout):
                while not wanted(seen := self.sees(channel)):
                    await self._crowd.bell.wait()
                return seen
        except TimeoutError:
            shown = [texts(message) for message in self.sees(channel)[-5:]]
            raise TimeoutError(f"{self.name} still sees {shown}") from None

    def dismiss(self, message: Json | int | str) -> None:
        """Press "Dismiss message" on an ephemeral message."""
        self._dismissed.add(_id_of(message))

    def reload(self) -> None:
        """Reload the client: every ephemeral message is gone for good."""
        self._opened = self._world.snowflake()

    def _still_shown(self, message: Json) -> bool:
        number = int(message["id"])
        ephemeral = bool(message["flags"] & 64)
        return not ephemeral or (number >= self._opened and number not in self._dismissed)

    # ------------------------------------------------------------------ acting

    def commands(self, channel: int | None = None) -> list[Json]:
        """The commands that this person's picker offers."""
        return self._world.commands_for(self.id, self._crowd.channel if channel is None else channel)

    async def slash(
        self,
        name: str,
        *,
        channel: int | None = None,
        options: dict[str, Any] | None = None,
        wait: float | None = None,
        **named: Any,
    ) -> Answer:
        """Use a command, ``"table open"`` for one with a subcommand.

        An option called like an argument here goes into ``options``. A file is its name and its bytes. A
        deferred answer is waited for.
        """
        channel = self._crowd.channel if channel is None else channel
        command, leaf, path = self._find(name, channel)
        given = named | (options or {})
        built, resolved = self._options(name, leaf, given, channel)
        required = {option["name"] for option in leaf.get("options") or () if option.get("required")}
        if required - set(given):
            raise NotThere(f"/{name} needs {sorted(required - set(given))}")
        data = _nested(command, path, built)
        if resolved:
            data["resolved"] = resolved
        return await self._interact(_COMMAND, channel, data, command=name, wait=wait)

    async def autocomplete(
        self,
        name: str,
        option: str,
        value: str = "",
        *,
        channel: int | None = None,
        options: dict[str, Any] | None = None,
        **named: Any,
    ) -> list[Json]:
        """The choices (``name`` and ``value``) that the bot offers for what has been typed so far."""
        answer = await self.complete(name, option, value, channel=channel, options=named | (options or {}))
        return answer.choices

    async def complete(
        self, name: str, option: str, value: str, *, channel: int | None = None, options: dict[str, Any]
    ) -> Answer:
        """As ``autocomplete``, but an answer that never came differs from one without choices."""
        channel = self._crowd.channel if channel is None else channel
        command, leaf, path = self._find(name, channel)
        focused = next((one for one in leaf.get("options") or () if one["name"] == option), None)
        if focused is None or not focused.get("autocomplete"):
            raise NotThere(f"/{name} completes no option {option!r}")
        built, _ = self._options(name, leaf, options, channel)
        built.append({"name": option, "type": focused["type"], "value": value, "focused": True})
        return await self._interact(_AUTOCOMPLETE, channel, _nested(command, path, built))

    async def press(
        self,
        message: Json | int | str,
        custom_id: str | None = None,
        *,
        label: str | None = None,
        anyway: bool = False,
        wait: float | None = None,
    ) -> Answer:
        """Press a button by its id or its label.

        ``anyway``: press it although it is disabled or gone; a message given as JSON is then sent as it was
        when read, as by a finger that was faster than the last edit.
        """
        shown, channel = self._on_screen(message, anyway=anyway)
        if anyway and custom_id is not None:
            button: Json = {"custom_id": custom_id}
        else:
            button = pressable(shown, custom_id, label)
        data = {"custom_id": button["custom_id"], "component_type": 2, "id": button.get("id", 1)}
        return await self._interact(_COMPONENT, channel, data, message=shown, wait=wait)

    async def choose(
        self, message: Json | int | str, custom_id: str, values: Sequence[str], *, wait: float | None = None
    ) -> Answer:
        """Choose in a select menu; users are chosen by their ids."""
        shown, channel = self._on_screen(message, anyway=False)
        menu = select_of(shown, custom_id, list(values))
        data: Json = {"custom_id": custom_id, "component_type": menu["type"], "id": menu.get("id", 1)}
        data["values"] = list(values)
        if menu["type"] == 8:
            channels = {value: self._world.channel_json(int(value), self.id) for value in values}
            data["resolved"] = {"channels": channels}
        elif menu["type"] != 3:
            data["resolved"] = self._resolved_users([int(value) for value in values], channel)
        return await self._interact(_COMPONENT, channel, data, message=shown, wait=wait)

    async def submit(
        self, shown: Answer | int, values: dict[str, Any], *, wait: float | None = None
    ) -> Answer:
        """Send the form that an answer (or the interaction with this id) has opened."""
        opener = self._world.interactions.get(shown.interaction_id if isinstance(shown, Answer) else shown)
        if opener is None or opener.modal is None or opener.user_id != self.id:
            raise NotThere("there is no form to send")
        data = {
            "custom_id": opener.modal["custom_id"],
            "components": modal_answers(opener.modal, values),
        }
        source = opener.source_message_id
        message = None if source is None else self._world.message_json(opener.channel_id, source)
        return await self._interact(_MODAL, opener.channel_id, data, message=message, wait=wait)

    def say(self, text: str, channel: int | None = None) -> Json:
        """Write an ordinary message."""
        channel = self._crowd.channel if channel is None else channel
        if not text.strip() or len(text) > 2000:
            raise NotThere("a message has 1 to 2000 characters")
        writes = "send_messages_in_threads" if self._world.get_channel(channel).is_thread else "send_messages"
        if not self._world.may(self.id, channel, writes):
            raise NotThere(f"{self.name} may not write here")
        written = self._world.create_message(channel, self.id, text)
        message = self._world.message_json(channel, written.id)
        assert message is not None
        return message

    # ------------------------------------------------------------------ how

    async def _interact(
        self,
        kind: int,
        channel: int,
        data: Json,
        *,
        command: str | None = None,
        message: Json | None = None,
        wait: float | None = None,
    ) -> Answer:
        limits = self._crowd.limits
        record, payload = self._world.interact(
            kind,
            self.id,
            channel,
            data,
            locale=self.locale,
            answer_seconds=limits.answer_seconds,
            token_seconds=limits.token_seconds,
            command=command,
            message=message,
        )
        loop = asyncio.get_running_loop()
        acknowledged: asyncio.Future[None] = loop.create_future()
        self._crowd.pending[record.id] = acknowledged
        began = loop.time()
        try:
            self._world.emit("INTERACTION_CREATE", payload)
            await asyncio.wait([acknowledged], timeout=limits.answer_seconds)
        finally:
            del self._crowd.pending[record.id]
        answer = Answer(self._world, record, loop.time() - began)
        wait = self.patience if wait is None else wait
        with suppress(TimeoutError):
            async with asyncio.timeout_at(began + wait):
                while wait > 0 and answer.message is not None and is_loading(answer.message):
                    await self._crowd.bell.wait()
        return answer

    def _on_screen(self, message: Json | int | str, *, anyway: bool) -> tuple[Json, int]:
        number = _id_of(message)
        channel = (
            int(message["channel_id"]) if isinstance(message, dict) else self._world.channel_holding(number)
        )
        if channel is None:
            raise NotThere(f"there is no message {number}")
        if anyway and isinstance(message, dict):
            return message, channel
        current = self._world.message_json(channel, number)
        if (
            current is None
            or not self._world.may_see(self.id, channel, number)
            or not self._still_shown(current)
        ):
            raise NotThere(f"{self.name} sees no message {number}")
        return current, channel

    def _find(self, name: str, channel: int) -> tuple[Json, Json, list[Json]]:
        """The command, its leaf, and the subcommands on the way to the leaf."""
        if not self._world.may_read(self.id, channel):
            raise NotThere(f"{self.name} cannot open that channel")
        first, *rest = name.split()
        command = self._world.command_for(first, self.id, channel)
        if command is None:
            raise NotThere(f"{self.name} has no command /{first} here")
        leaf, path = command, []
        for word in rest:
            nested = [one for one in leaf.get("options") or () if one["type"] in (_SUBCOMMAND, _GROUP)]
            found = next((one for one in nested if one["name"] == word), None)
            if found is None:
                raise NotThere(f"/{first} has no {word!r}, but {[one['name'] for one in nested]}")
            leaf = found
            path.append(found)
        if any(one["type"] in (_SUBCOMMAND, _GROUP) for one in leaf.get("options") or ()):
            raise NotThere(f"/{name} is only the name of a group")
        return command, leaf, path

    def _options(
        self, name: str, leaf: Json, given: dict[str, Any], channel: int
    ) -> tuple[list[Json], dict[str, Any]]:
        declared = {option["name"]: option for option in leaf.get("options") or ()}
        built: list[Json] = []
        users: list[int] = []
        resolved: dict[str, Any] = {}
        for key, value in given.items():
            option = declared.get(key)
            if option is None:
                raise NotThere(f"/{name} has no option {key!r}, but {sorted(declared)}")
            wire: Any
            if option["type"] == _USER:
                users.append(value.id if isinstance(value, Person) else int(value))
                wire = str(users[-1])
            elif option["type"] == _CHANNEL:
                wire = str(int(value))
                resolved["channels"] = {wire: self._world.channel_json(int(value), self.id)}
            elif option["type"] == _ATTACHMENT:
                if not isinstance(value, tuple):
                    raise NotThere(f"the option {key!r} of /{name} is a file: its name and its bytes")
                sent = self._world.keep_upload(channel, *value)
                wire = sent["id"]
                resolved["attachments"] = {wire: sent}
            else:
                wire = option_value(name, option, value)
            built.append({"name": key, "type": option["type"], "value": wire})
        return built, resolved | self._resolved_users(users, channel)

    def _resolved_users(self, users: list[int], channel: int) -> dict[str, Any]:
        if not users:
            return {}
        resolved: dict[str, Any] = {"users": {str(one): self._world.user_json(one) for one in users}}
        world, guild = self._world, self._world.get_channel(channel).guild_id
        if guild is not None:
            resolved["members"] = {
                str(one): world.member_json(guild, one)
                | {"permissions": str(world.compute_permissions(guild, one, channel))}
                for one in users
            }
        return resolved


def _id_of(message: Json | int | str) -> int:
    return int(message["id"]) if isinstance(message, dict) else int(message)


def _nested(command: Json, path: list[Json], options: list[Json]) -> Json:
    """The ``data`` of a command, its options wrapped in the subcommands that lead to them."""
    for step in reversed(path):
        options = [{"name": step["name"], "type": step["type"], "options": options}]
    data: Json = {
        "id": command["id"],
        "name": command["name"],
        "type": command.get("type", 1),
        "options": options,
    }
    if command.get("guild_id"):
        data["guild_id"] = command["guild_id"]
    return data
