"""What people in a club do, and everything that Discord then shows to whom, written down line by line.

A message is written as it first stands, and after that the lines of it that have changed. Ids of people and
channels are written as their names, and the other ids in the order in which they came about, so that a record
is the same every time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import ndiff
from typing import Any

from simcord.actors import MemberActor
from simcord.builders import ChannelHandle
from simcord.results import ResponseMessage

from tests.trials.stage.club import Club, spelt
from tests.trials.stage.seen import walk

COLOURS = {1: "blue", 2: "grey", 3: "green", 4: "red"}
FIRST_ID = 4096
"""The number of the first id in its millisecond: a cut that nobody chose is drawn from the id of a press."""
OFFERS = 8
"""Of what is offered while somebody types so many lines are written down."""
SILENT = 1 << 12
"""Discord's flag for a message that rings nobody's phone."""


class Chronicle:
    """Of one club, from the first thing that somebody does in it."""

    def __init__(self, house: Club) -> None:
        self.house, self.lines = house, list[str]()
        while house.env.backend.snowflake() % (1 << 22) < FIRST_ID:
            pass
        self._stood: dict[int, list[str]] = {}
        self._names: dict[str, str] = {}
        for one in house.everybody:
            self._names[str(one.id)] = one.user.name
            self._names[str(one.user.dm_channel.id)] = f"the messages of {one.user.name}"
        for channel in (house.room, house.parlour):
            self._names[str(channel.id)] = channel.name  # type: ignore[assignment]
        self._known = len(self._names) - 1
        self._watched = {one.id for one in house.everybody}

    def __str__(self) -> str:
        return "\n".join(self.lines).lstrip("\n") + "\n"

    def knows(self, who: MemberActor) -> None:
        """Somebody who has come into the club since."""
        self._names[str(who.id)] = who.user.name
        self._watched.add(who.id)

    # What people do

    async def types(
        self, who: MemberActor, command: str, *, channel: ChannelHandle | None = None, **options: Any
    ) -> None:
        command, options = spelt(command, options)
        said = " ".join(f"{key}={getattr(value, 'mention', value)}" for key, value in options.items())
        result = await who.slash(channel or self.house.room, command, **options)
        await self._notes(f"{who.user.name} types /{command} {self._plain(said)}".rstrip(), result.modal)

    async def presses(self, who: MemberActor, label: str) -> None:
        """The newest button with this label that this person can press."""
        message, found = self._newest(who, 2, label)
        result = await self._actor(who, message).click(self._pressable(message), custom_id=found["custom_id"])
        self._form = result
        await self._notes(f"{who.user.name} presses {label}", result.modal)

    async def chooses(self, who: MemberActor, prompt: str, *values: Any) -> None:
        """From the newest list with this prompt."""
        message, found = self._newest(who, (3, 5, 8), prompt)
        actor = self._actor(who, message)
        await actor.select(self._pressable(message), list(values), custom_id=found["custom_id"])
        said = ", ".join(str(getattr(value, "mention", value)) for value in values)
        await self._notes(f"{who.user.name} chooses {self._plain(said)} from {prompt}")

    async def begins_to_type(
        self, who: MemberActor, command: str, option: str, typed: str = "", **given: Any
    ) -> None:
        """And is offered what may be meant."""
        offered = await who.autocomplete(self.house.room, command, option, typed, **given)
        said = "".join(f" {key}={value}" for key, value in given.items())
        await self._notes(f"{who.user.name} begins to type /{command}{said} {option}={typed}")
        self.lines += [self._plain(f"    {one['value']} = {one['name']}") for one in offered[:OFFERS]]
        self.lines += [f"    and {len(offered) - OFFERS} more"] if len(offered) > OFFERS else []

    async def sends(self, who: MemberActor, **filled: Any) -> None:
        """The form that was opened last."""
        await who.submit_modal(self._form, filled)
        await self._notes(f"{who.user.name} sends the form: {filled}")

    async def passes(self, seconds: float) -> None:
        await self.house.env.advance_time(seconds)
        await self._notes(f"{seconds:g} seconds pass")

    def only_of(self, *people: MemberActor) -> None:
        """Of what is sent to others alone nothing more is written down."""
        self._watched = {one.id for one in people}

    async def begins(self, what: str) -> None:
        """What has been shown until now is not written down, but only what changes from here on."""
        await self.house.env.settle()
        for message in self._messages():
            self._stood[message.id] = self._written(message)
        self.lines = [f"({what})"]

    async def finds(self, what: str) -> None:
        """What the test itself has brought about."""
        await self._notes(what)

    # What is shown

    async def _notes(self, what: str, form: Mapping[str, Any] | None = None) -> None:
        """Writes down what has been done, and what it has changed."""
        await self.house.env.settle()
        self.lines += ["", f"= {what}"]
        if form is not None:
            self.lines += ["", "A form opens:", *map(self._plain, _form(form))]
        now = {message.id: message for message in self._messages()}
        for gone in [one for one in self._stood if one not in now]:
            self.lines += ["", f"Gone: {self._stood.pop(gone)[0]} {self._name(str(gone))}"]
        for number, message in now.items():
            written, stood = self._written(message), self._stood.get(number)
            if stood is None:
                self.lines += ["", *written]
            elif stood != written:
                changed = [line.rstrip() for line in ndiff(stood, written) if line[0] in "+-"]
                shorter = changed if len(changed) < len(written) else written[1:]
                self.lines += ["", f"{written[0].removesuffix(':')} now:", *shorter]
            self._stood[number] = written

    def _messages(self) -> list[Any]:
        """Those that anybody sees whose messages are written down, channel by channel: what is posted in two
        at the same time comes in either order."""
        unseen = {one.user.dm_channel.id for one in self.house.everybody if one.id not in self._watched}
        seen = (
            one
            for one in self.house.messages()
            if one.channel_id not in unseen and self._reader(one) in (None, *self._watched)
        )
        return sorted(seen, key=lambda one: (self._reader(one) or 0, one.channel_id, one.id))

    def _newest(self, who: MemberActor, kinds: int | tuple[int, ...], words: str) -> tuple[Any, Any]:
        kinds = kinds if isinstance(kinds, tuple) else (kinds,)
        able = []
        for message in sorted(self.house.messages(), key=lambda one: -one.id):
            if not self._sees(who, message):
                continue
            for one in walk(message.components):
                label = str(one.get("label", one.get("placeholder", ""))).replace("\ufe0e", "")
                if one["type"] in kinds and not one.get("disabled"):
                    able.append(label)
                    if label == words:
                        return message, one
        raise AssertionError(f"{who.user.name} can press no {words} but {able}")

    def _pressable(self, message: Any) -> ResponseMessage:
        return ResponseMessage(self.house.env, message)

    def _sees(self, who: MemberActor, message: Any) -> bool:
        mine = who.user.dm_channel.id
        others = {one.user.dm_channel.id for one in self.house.everybody} - {mine}
        return message.channel_id not in others and self._reader(message) in (None, who.id)

    def _reader(self, message: Any) -> int | None:
        """Who alone sees the message."""
        if not message.is_ephemeral:
            return None
        by: dict[str, Any] = message.interaction_metadata["user"]
        return int(by["id"])

    def _actor(self, who: MemberActor, message: Any) -> Any:
        return who.user if message.channel_id == who.user.dm_channel.id else who

    def _written(self, message: Any) -> list[str]:
        reader = self._reader(message)
        where = self._name(str(message.channel_id))
        alone = "" if reader is None else f" for {self._name(str(reader))} alone"
        rings = "".join(f", rings {self._name(str(one))}" for one in message.ping_user_ids)
        silent = ", silent" if message.flags & SILENT else ""
        lines = [f"In {where}{alone}{rings}{silent}:"]
        lines += message.content.split("\n") if message.content else []
        for one in message.components:
            lines += _told(one)
        lines += [f"<file {one['filename']}: {one.get('description')}>" for one in message.attachments]
        return list(map(self._plain, lines))

    def _plain(self, line: str) -> str:
        """A line without what is another in every run."""
        line = line.replace("\ufe0e", "")
        line = re.sub(r"(?<=:u)[0-9a-z]{12}\b", lambda found: self._name(str(int(found[0], 36))), line)
        line = re.sub(r"\bf[0-9a-f]{9,16}(?=[-:])", lambda found: self._name(found[0]), line)  # a challenge
        return re.sub(r"\b(?:\d{17,20}|[0-9a-f]{8})\b", lambda found: self._name(found[0]), line)

    def _name(self, number: str) -> str:
        return self._names.setdefault(number, f"id{len(self._names) - self._known}")


def _told(one: Mapping[str, Any]) -> Iterator[str]:
    """A component with all that it holds, in lines."""
    match one["type"]:
        case 1:
            yield from (line for inner in one["components"] for line in _told(inner))
        case 2:
            to, off = one.get("custom_id", one.get("url")), " (off)" if one.get("disabled") else ""
            emoji = one["emoji"]["name"] + " " if one.get("emoji") else ""
            yield f"  [{emoji}{one.get('label', '')}] {COLOURS.get(one['style'], 'link')}{off} {to}"
        case 3 | 5 | 8:
            yield from _list(one)
        case 10:
            yield from str(one["content"]).split("\n")
        case 12:
            yield from (f"<picture: {inner['description']}>" for inner in one["items"])
        case 14:
            yield "-----"
        case 17:
            yield f"(colour {one['accent_color']:06X})" if one.get("accent_color") else "(no colour)"
            yield from (line for inner in one["components"] for line in _told(inner))
        case _:
            yield str(one)


def _list(one: Mapping[str, Any]) -> Iterator[str]:
    least, most = one.get("min_values", 1), one.get("max_values", 1)
    many, off = "" if least == most == 1 else f" {least} to {most}", " (off)" if one.get("disabled") else ""
    chosen = "".join(f" {given['type']} {given['id']}" for given in one.get("default_values", ()))
    yield f"  <{one.get('placeholder', '')}>{many}{off}{chosen} {one['custom_id']}"
    for offer in one.get("options", ()):
        hint, on = offer.get("description"), " (chosen)" if offer.get("default") else ""
        yield f"    {offer['value']} = {offer['label']}{f' · {hint}' if hint else ''}{on}"


def _form(form: Mapping[str, Any]) -> Iterator[str]:
    yield f"{form['title']} {form['custom_id']}"
    fields: Sequence[Mapping[str, Any]] = form["components"]
    for one in fields:
        inner = one.get("component") or one["components"][0]
        yield f"  <{one.get('label', inner.get('label'))}> {inner['custom_id']}"
        yield from (
            f"    {key} {inner[key]}"
            for key in ("value", "min_length", "max_length", "min_values", "max_values", "required")
            if key in inner
        )
        for offer in inner.get("options", ()):
            yield f"    {offer['value']} = {offer['label']}{' (ticked)' if offer.get('default') else ''}"
