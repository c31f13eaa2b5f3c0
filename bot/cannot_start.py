"""What a host is told where the bot, or a program beside it, cannot start."""

from __future__ import annotations

import errno
from pathlib import Path

from bot.settings import BadSetting
from screens.words import hosting as words
from screens.words.languages import CatalogueMissing
from storage import errors as stored
from storage.ports.records import DatabaseAddress, ServerUrl
from storage.ports.storage import StorageError
from storage.sqlite.file import before_migration


class TokenRefused(Exception):
    """Discord refuses the token, or how the bot connects: ``code`` is that with which its gateway says so."""

    def __init__(self, code: int | None = None) -> None:
        super().__init__(code)
        self.code = code


def cannot_start(fault: Exception) -> str:
    """One sentence for the host."""
    match fault:
        case BadSetting(name=name, need=need):
            return words.bad_setting(name, need)
        case CatalogueMissing(path=path):
            return words.catalogue_missing(path)
        case stored.DatabaseInUse(path=path):
            return words.database_in_use(path)
        case stored.CannotOpen(path=path, reason=reason):
            return _not_opened(fault, path, reason)
        case stored.NotReadable(path=path):
            return words.not_readable(path)
        case stored.NotWritable(place=place):
            return words.not_writable(place)
        case stored.DiskFull(place=place):
            return words.disk_full(place)
        case stored.DriverMissing():
            return words.DRIVER_MISSING
        case stored.ServerTooOld(url=url, version=version, oldest=oldest):
            return words.server_too_old(url, version, oldest)
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
        case stored.EarlierDatabase(schema=schema):
            return words.earlier_database(schema)
        case stored.NewerDatabase(path=path, found=found, known=known):
            return words.newer_database(path, found, known, _left_by_update(path, known))
        case stored.DamagedDatabase(path=path, finding=finding):
            return words.damaged_database(path, " ".join(finding.split()))
        case stored.DatabaseFailed(code="SQLITE_FULL" | "53100"):
            return words.DATABASE_FULL
        case stored.DatabaseFailed(code=code, reason=reason):
            return words.database_failed(f"{reason} ({code})")
        case StorageError():
            return words.database_failed(f"{type(fault).__name__} {fault}")
        case TokenRefused(code=int() as code):
            return words.gateway_closed(code)
        case _:
            return words.TOKEN_REFUSED


def _not_opened(fault: stored.CannotOpen, path: DatabaseAddress, reason: str) -> str:
    match fault:
        case stored.NoFolder(path=Path() as file):
            return words.no_folder(file.parent)
        case stored.ServerAway():
            return words.server_away(path, reason)
        case stored.PasswordMissing():
            return words.password_missing(path)
        case stored.PasswordWrong():
            return words.password_wrong(path)
        case stored.NoSuchRole():
            return words.no_such_role(path, reason)
        case stored.NoSuchDatabase():
            return words.no_such_database(path, reason)
        case stored.NotLetIn():
            return words.not_let_in(path, reason)
        case stored.NotPermitted():
            return words.not_permitted(path, reason)
        case _:
            return words.cannot_open(path, reason)


def _left_by_update(path: DatabaseAddress, known: int) -> Path | None:
    left = before_migration(path, known) if isinstance(path, Path) else None
    return left if left is not None and left.exists() else None


def is_full(fault: BaseException) -> bool:
    """Whether an error of the system, or of the storage, is that a disk has no room."""
    match fault:
        case OSError(errno=errno.ENOSPC | errno.EDQUOT) | stored.DiskFull():
            return True
        case stored.DatabaseFailed(code="SQLITE_FULL"):
            return True
        case _:
            return fault.__cause__ is not None and is_full(fault.__cause__)


def reason_of(fault: OSError) -> str:
    """In a few words, without the number that a programmer would see."""
    if is_full(fault):
        return words.DISK_FULL
    reason = fault.strerror or type(fault).__name__
    return f"{reason} ({fault.filename})" if fault.filename is not None else reason
