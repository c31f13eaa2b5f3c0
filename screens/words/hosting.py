"""Why the bot cannot start, for its host. English."""

from __future__ import annotations

from pathlib import Path
from typing import Final

TOKEN_REFUSED: Final = "Discord refuses the token: copy DISCORD_TOKEN anew from the developer portal."


def bad_setting(name: str, need: str) -> str:
    return f"The setting {name} must be {need}."


def database_in_use(path: Path) -> str:
    return f"Another process holds the database {path}: stop it first."


def cannot_open(path: Path, reason: str) -> str:
    return f"The database {path} cannot be opened: {reason}."


def not_ours(path: Path) -> str:
    return f"The file {path} is no database of this bot; it has not been touched."


def newer_database(path: Path) -> str:
    return f"The database {path} was written by a later release of this bot; it has not been touched."


def damaged_database(path: Path, finding: str) -> str:
    return f"The database {path} is damaged: {finding}."


def database_failed(what: str) -> str:
    return f"The database failed: {what}."


RECORDS: Final = "Prints the finished deals of a table, from the database of a bot that is not running."
RECORDS_DATABASE: Final = "the file that the setting DATABASE names"
RECORDS_TABLE: Final = "the table's name"
RECORDS_DEAL: Final = "the number of a deal; without it, all of them"


def no_database(path: Path) -> str:
    return f"There is no database {path}."


def no_such_table(table: str) -> str:
    return f"The database has no table {table}."


def no_finished_deal(table: str, deal: int | None) -> str:
    which = "" if deal is None else f" {deal}"
    return f"At table {table} no deal{which} has been finished."
