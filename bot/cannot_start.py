"""What a host is told where the bot, or a program beside it, cannot start."""

from __future__ import annotations

from bot.ports.errors import StorageError
from bot.ports.records import ServerUrl
from bot.settings import BadSetting
from screens.words import hosting as words
from storage import errors as stored


class TokenRefused(Exception):
    """Discord refuses the token, or what the bot wants to be told of."""


def cannot_start(fault: Exception) -> str:
    """One sentence for the host."""
    match fault:
        case BadSetting(name=name, need=need):
            return words.bad_setting(name, need)
        case stored.DatabaseInUse(path=path):
            return words.database_in_use(path)
        case stored.CannotOpen(path=path, reason=reason):
            return words.cannot_open(path, reason)
        case stored.NotWritable(place=place):
            return words.not_writable(place)
        case stored.DriverMissing():
            return words.DRIVER_MISSING
        case stored.NotDurable(url=url, setting=setting):
            return words.not_durable(url, setting)
        case stored.DatabaseMissing(path=ServerUrl() as url):
            return words.database_empty(url)
        case stored.DatabaseMissing(path=path, evidence=evidence):
            return words.database_missing(path, evidence)
        case stored.StrayWriteAheadLog(path=path, log=left):
            return words.stray_log(path, left)
        case stored.DatabaseGone(path=path):
            return words.database_gone(path)
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
