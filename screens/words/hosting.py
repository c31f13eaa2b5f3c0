"""What the bot tells its host: why it cannot start or go on. English."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Protocol

BEGUN: Final = "A new database was begun: %s"
UNREACHABLE: Final = "Discord cannot be reached (%s); the bot goes on trying."
TOKEN_REFUSED: Final = "Discord refuses the token: copy DISCORD_TOKEN anew from the developer portal."
DRIVER_MISSING: Final = (
    "DATABASE names a PostgreSQL server, and psycopg is not installed: pip install 'biritch[postgres]'."
)


class Address(Protocol):
    """Where a database is: the path of a file, or the URL of a server as it may be shown."""

    def __str__(self) -> str: ...


def bad_setting(name: str, need: str) -> str:
    return f"The setting {name} must be {need}."


def database_in_use(path: Path) -> str:
    return f"Another process holds the database {path}: stop it first."


def cannot_open(path: Address, reason: str) -> str:
    return f"The database {path} cannot be opened: {reason}."


def not_writable(place: Path) -> str:
    return f"The bot may not write to {place}: give its user the permission."


def database_missing(path: Address, evidence: Path | None) -> str:
    if evidence is None:
        return f"There is no database {path}, and NEW_DATABASE forbids to begin one: is its volume mounted?"
    return (
        f"The database {path} is missing or empty, but {evidence.name} beside it shows that there was one: "
        f"put it back, or delete {evidence} to begin again with an empty one."
    )


def stray_log(path: Path, log: Path) -> str:
    return f"The database {path} is a copy, and {log.name} belongs to another one: delete {log}."


def database_gone(path: Address) -> str:
    return f"The file {path} was removed, replaced or cut short while the bot ran: the bot has stopped."


def database_empty(url: Address) -> str:
    return f"The database {url} is empty, and NEW_DATABASE forbids to begin in it: is it the right one?"


def not_durable(url: Address, setting: str) -> str:
    return f"The server of {url} has {setting} off and can lose what was answered: set {setting} to on."


def not_ours(path: Address) -> str:
    return f"{path} is no database of this bot; it has not been touched."


def newer_database(path: Address) -> str:
    return f"The database {path} was written by a later release of this bot; it has not been touched."


def damaged_database(path: Path, finding: str) -> str:
    return f"The database {path} is damaged: {finding}."


def database_failed(what: str) -> str:
    return f"The database failed: {what}."


RECORDS: Final = "Prints the finished deals of a table, from the database of a bot that is not running."
RECORDS_DATABASE: Final = "the file or the URL that the setting DATABASE names"
RECORDS_TABLE: Final = "the table's name"
RECORDS_DEAL: Final = "the number of a deal; without it, all of them"


def no_database(path: Address) -> str:
    return f"There is no database {path}."


def no_such_table(table: str) -> str:
    return f"The database has no table {table}."


def no_finished_deal(table: str, deal: int | None) -> str:
    which = "" if deal is None else f" {deal}"
    return f"At table {table} no deal{which} has been finished."


COPY: Final = "Copies a whole database into an empty one: from a file to a PostgreSQL server, or back."
COPY_FROM: Final = "a file, or the URL of a database on a server, as DATABASE would have it"
COPY_TO: Final = "another, which is new or empty"


def copied(streams: int, events: int, target: Address) -> str:
    return f"Copied to {target}: {streams:,} tables and score sheets, {events:,} events in whole chains."


def copied_broken(stream: str, version: int) -> str:
    return f"Table {stream} was damaged before, at event {version}, and was copied as it is."


def copy_not_empty(target: Address) -> str:
    return f"The database {target} is not empty; it has not been touched."


def copy_failed(work: str) -> str:
    return f"The copy failed at {work} and was undone; nothing has been kept."
