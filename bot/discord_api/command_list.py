"""Keeps Discord's list of our slash commands equal to ours: compared at every start, sent only if it differs.

Two hundred creations a day are allowed, so a bot that restarts often must not send its list each time; and
one that meets a fresh server of an old token must.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Final

from discord.ext import commands

log = logging.getLogger(__name__)

_COMPARED: Final = (
    "type",
    "name",
    "description",
    "required",
    "min_value",
    "max_value",
    "min_length",
    "max_length",
    "autocomplete",
    "default_member_permissions",
    "contexts",
    "integration_types",
)
"""What a command or an option says of itself; the rest of what Discord lists is Discord's own."""
_FILLED_IN: Final = ("contexts", "integration_types")
_SILENT: Final[tuple[object, ...]] = (None, False, "", [], {})


async def bring_up_to_date(bot: commands.AutoShardedBot) -> None:
    """Sends our commands if Discord lists others."""
    assert bot.application_id is not None
    said = {command.name: command.to_dict(bot.tree) for command in bot.tree.get_commands()}
    ours = {name: _shape(payload) for name, payload in said.items()}
    listed = await bot.http.get_global_commands(bot.application_id)
    theirs = {payload["name"]: _shape(_unfilled(payload, said)) for payload in listed}
    if ours != theirs:
        await bot.tree.sync()
        log.info("sent %d commands to Discord", len(ours))


def _unfilled(listed: Mapping[str, object], said: Mapping[str, Mapping[str, object]]) -> Mapping[str, object]:
    """A command as Discord lists it, without the defaults that it puts in where we say nothing."""
    ours = said.get(str(listed["name"]), {})
    return {key: value for key, value in listed.items() if key not in _FILLED_IN or ours.get(key)}


def _shape(payload: Mapping[str, object]) -> object:
    """A command or option without what is unsaid or not ours, so that equal ones compare equal."""
    shape: dict[str, object] = {
        key: sorted(value) if isinstance(value, list) else value
        for key in _COMPARED
        if (value := payload.get(key)) not in _SILENT
    }
    shape.setdefault("type", 1)
    options = payload.get("options")
    if isinstance(options, list) and options:
        shape["options"] = [_shape(option) for option in options]
    choices = payload.get("choices")
    if isinstance(choices, list) and choices:
        shape["choices"] = [(choice["name"], choice["value"]) for choice in choices]
    return shape
