"""Messages of a simulated Discord as people see them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from simcord.results import InteractionResult, ResponseMessage

from screens.presses import Press, read_as


@dataclass(frozen=True)
class Screen:
    """A message as a person sees it."""

    text: str
    private: bool
    buttons: tuple[dict[str, Any], ...]
    message: discord.Message | ResponseMessage

    @property
    def channel(self) -> int:
        """The id of where it stands."""
        message = self.message
        return message.channel_id if isinstance(message, ResponseMessage) else message.channel.id

    def button(self, verb: str, what: str = "") -> str:
        """The id of the one enabled button with this verb."""
        found = [
            one["custom_id"]
            for one in self.buttons
            if not one.get("disabled") and _is(read_as(Press, one["custom_id"]), verb, what)
        ]
        assert len(found) == 1, f"{len(found)} enabled buttons for {verb} {what}".strip()
        return str(found[0])

    def verbs(self, *, enabled: bool = True) -> set[str]:
        found = (
            read_as(Press, one["custom_id"]) for one in self.buttons if not (enabled and one.get("disabled"))
        )
        return {press.verb for press in found if press is not None}


@dataclass(frozen=True)
class Answer(Screen):
    """What somebody is told who has typed or pressed."""

    result: InteractionResult

    @property
    def why(self) -> str:
        """Of a refused ``/turn`` the reason alone, without what may be done instead."""
        return re.sub(
            r"; (there is nothing for you to do now|what you can do now: .*)\.$",
            ".",
            self.text,
            flags=re.DOTALL,
        )


def _is(press: Press | None, verb: str, what: str) -> bool:
    return press is not None and press.verb == verb and (not what or press.what == what)


def text_of(content: str, components: Sequence[Mapping[str, Any]]) -> str:
    parts = [content] if content else []
    parts += [str(one["content"]) for one in walk(components) if one["type"] == 10]
    return "\n".join(parts)


def buttons_of(components: Sequence[Mapping[str, Any]]) -> tuple[dict[str, Any], ...]:
    return tuple(dict(one) for one in walk(components) if one["type"] == 2)


def walk(components: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    """Every component, however deep."""
    for one in components:
        yield one
        yield from walk(one.get("components", ()))
