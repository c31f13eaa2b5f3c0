"""The people of the playground and what they can do in Discord: command, press, choose, fill in, read.

A person can only do what Discord's own client allows; anything else is ``NotThere``. Knows the world and the
limits, not whether a page or a test is behind the person.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from playground.answers import Answer, Bell
from playground.errors import Json, NotThere
from playground.limits import Limits
from playground.reading import modal_answers, pressable, select_of, texts
from playground.world import World, is_loading, option_value

_COMMAND, _COMPONENT, _AUTOCOMPLETE, _MODAL = 2, 3, 4, 5
_SUBCOMMAND, _GROUP = 1, 2
_USER, _CHANNEL = 6, 7
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
        timeout: float = 10.0,  # noqa: ASYNC109
    ) -> list[Json]:
        """Wait until what this person sees is as wanted; ``TimeoutError`` shows what it was instead."""
        try:
            async with asyncio.timeout(timeout):
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
        wait: float = 10.0,
        **named: Any,
    ) -> Answer:
        """Use a command, ``"table open"`` for one with a subcommand.

        An option called like an argument here goes into ``options``. A deferred answer is waited for.
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
        wait: float = 10.0,
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
        self, message: Json | int | str, custom_id: str, values: Sequence[str], *, wait: float = 10.0
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

    async def submit(self, shown: Answer | int, values: dict[str, Any], *, wait: float = 10.0) -> Answer:
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
        wait: float = 0.0,
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
            else:
                wire = option_value(name, option, value)
            built.append({"name": key, "type": option["type"], "value": wire})
        return built, resolved | self._resolved_users(users, channel)

    def _resolved_users(self, users: list[int], channel: int) -> dict[str, Any]:
        if not users:
            return {}
        resolved: dict[str, Any] = {"users": {str(one): self._world.user_json(one) for one in users}}
        guild = self._world.get_channel(channel).guild_id
        if guild is not None:
            resolved["members"] = {
                str(one): self._world.member_json(guild, one) | {"permissions": "0"} for one in users
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
