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
_SILENT: Final[tuple[object, ...]] = (None, False, "", [], {})


async def bring_up_to_date(bot: commands.AutoShardedBot) -> None:
    """Sends our commands if Discord lists others."""
    assert bot.application_id is not None
    ours = {command.name: _shape(command.to_dict(bot.tree)) for command in bot.tree.get_commands()}
    listed = await bot.http.get_global_commands(bot.application_id)
    theirs = {payload["name"]: _shape(payload) for payload in listed}
    if ours != theirs:
        await bot.tree.sync()
        log.info("sent %d commands to Discord", len(ours))


def _shape(payload: Mapping[str, object]) -> object:
    """A command or option without what is unsaid or not ours, so that equal ones compare equal."""
    shape: dict[str, object] = {
        key: sorted(value) if isinstance(value, list) else value
        for key in _COMPARED
        if (value := payload.get(key)) not in _SILENT
    }
    shape.setdefault("type", 1)
    options = payload.get("options")
    if isinstance(options, list):
        shape["options"] = [_shape(option) for option in options]
    choices = payload.get("choices")
    if isinstance(choices, list):
        shape["choices"] = [(choice["name"], choice["value"]) for choice in choices]
    return shape
