"""``python -m bot``: reads the settings, runs the bot, and says in one sentence why it could not."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from pathlib import Path

import discord

from bot.app import run
from bot.ports.errors import StorageError
from bot.settings import BadSetting, load
from screens.words import hosting as words
from storage import errors as stored


def main() -> int:
    """The exit status: 0 after a clean stop, 2 where a setting or the database file forbids a start, 3 where
    Discord refuses the token. Neither is mended by trying again."""
    try:
        settings = load(os.environ, Path(".env"))
    except BadSetting as wrong:
        print(cannot_start(wrong), file=sys.stderr)
        return 2
    logging.basicConfig(level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    # At DEBUG the library logs whole requests: other people's cards and the tokens of interactions.
    for name in ("discord", "aiosqlite", "asyncio"):
        logging.getLogger(name).setLevel(max(settings.log_level, logging.INFO))
    try:
        asyncio.run(run(settings))
    except StorageError as fault:
        print(cannot_start(fault), file=sys.stderr)
        return 2
    except (discord.LoginFailure, discord.PrivilegedIntentsRequired) as refusal:
        print(cannot_start(refusal), file=sys.stderr)
        return 3
    return 0


def cannot_start(fault: Exception) -> str:
    """One sentence for the host."""
    match fault:
        case BadSetting(name=name, need=need):
            return words.bad_setting(name, need)
        case stored.DatabaseInUse(path=path):
            return words.database_in_use(path)
        case stored.CannotOpen(path=path, reason=reason):
            return words.cannot_open(path, reason)
        case stored.NotADatabase(path=path) | stored.ForeignDatabase(path=path):
            return words.not_ours(path)
        case stored.NewerDatabase(path=path):
            return words.newer_database(path)
        case stored.DamagedDatabase(path=path, finding=finding):
            return words.damaged_database(path, finding)
        case StorageError():
            return words.database_failed(f"{type(fault).__name__} {fault}")
        case _:
            return words.TOKEN_REFUSED


if __name__ == "__main__":
    sys.exit(main())
