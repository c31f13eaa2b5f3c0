"""What the bot tells its host: why it cannot start or go on. English."""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path
from types import MappingProxyType
from typing import Final, Protocol

BEGUN: Final = "A new database was begun: %s"
UNREADABLE: Final = "an answer that cannot be read"
UNREACHABLE: Final = "Discord cannot be reached (%s); the bot goes on trying."
STARTED_OFTEN: Final = (
    "The bot has been started %s times today, and Discord allows %s: it connects in %.0f seconds. "
    "See in the log why it ends so soon."
)
COPIED_AWAY: Final = "The backup %s was given to BACKUP_COMMAND."
NOT_COPIED_AWAY: Final = (
    "BACKUP_COMMAND failed for the backup %s: %s. It is tried again every hour until the next backup."
)
COMMAND_SAID: Final = "BACKUP_COMMAND said: %s"
HOST_SERVER_CLOSED: Final = "/admin cannot be offered in HOST_SERVER, %s: is the bot there?"
TOKEN_REFUSED: Final = "Discord refuses the token: copy DISCORD_TOKEN anew from the developer portal."
EVENT_SKIPPED: Final = (
    "Something that Discord told could not be read and was left out (%s, field %s). It is not named again; "
    "if this is not the newest Biritch, update it."
)
SERVER_UNREADABLE: Final = (
    "What Discord tells of the server %s cannot be read (GUILD_CREATE, field %s): it is as in an outage "
    "until Discord tells of it again. If this is not the newest Biritch, update it."
)
SERVER_READABLE: Final = "What Discord tells of the server %s can be read again."
_CLOSED: Final = MappingProxyType(
    {
        4000: "for a reason of its own: the bot connects again; see https://discordstatus.com if that lasts",
        4001: "since it does not know what the bot asked: the bot connects again; if that lasts, update it",
        4002: "since it could not read what the bot sent: the bot connects again; if that lasts, update it, "
        "and look at its proxy",
        4003: "since it knows of no session here: the bot begins another",
        4005: "since the bot said twice who it is: the bot connects again; if that lasts, update it",
        4007: "since it cannot go on where the session was left: the bot begins another",
        4008: "since the bot sent too much in a minute: the bot connects again; if that lasts, update it",
        4009: "since it heard nothing for too long: the bot begins another session; if that lasts, see "
        "whether this machine or its network stands still at times",
        4010: "since it knows no such shard: correct SHARDS",
        4011: "since the bot is in too many servers for so few shards: start it again, with more of them "
        "where SHARDS is set",
        4012: "since it no longer speaks the version of its API that the bot does: update the bot",
        4013: "since it does not know what the bot wants to be told of: update the bot",
        4014: "since the bot may not be told of what it wants to be: update the bot, which needs no "
        "privileged intent, or allow them under Bot in the developer portal",
    }
)
"""Why Discord closes a connection to its gateway (topics/opcodes-and-status-codes), but for a wrong token."""
WRONG_TOKEN: Final = 4004
DISCORDS_CODES: Final = 4000
"""From this on codes are Discord's; those below are of any such connection."""


def not_ended_within(seconds: float) -> str:
    return f"it had not ended after {seconds:,.0f} s, and was ended"


def not_written(reason: str) -> str:
    return f"What there is to say could not be written ({reason})."


def exit_status(status: int) -> str:
    return f"killed by signal {-status}" if status < 0 else f"exit status {status}"


def not_copied_away(reason: str) -> str:
    return f"The backup is there, but BACKUP_COMMAND failed: {reason}."


def gateway_closed(code: int | None) -> str:
    """Why the connection was closed, and what to do. None: whoever closed it gives no code."""
    if code == WRONG_TOKEN:
        return TOKEN_REFUSED
    if code is None or code < DISCORDS_CODES:
        return f"The connection to Discord has ended ({code or 'no code'}): the bot connects again."
    unknown = "for a reason that this bot does not know: it connects again; if that lasts, update it"
    return f"Discord has closed the connection ({code}) {_CLOSED.get(code, unknown)}."


DRIVER: Final = "psycopg[binary]==3.3.9"
PLAYGROUND: Final = "simcord==3.2.1"
SOLVER: Final = "endplay==0.5.12"
"""What of an extra of pyproject.toml is missing, as it stands there."""
INSTALL: Final = f"{sys.executable} -m pip install"
DRIVER_MISSING: Final = (
    f"DATABASE names a PostgreSQL server, and psycopg is not installed: {INSTALL} '{DRIVER}'"
)
PLAYGROUND_MISSING: Final = f"The playground needs simcord, which is not installed: {INSTALL} '{PLAYGROUND}'"
SOLVER_MISSING: Final = (
    "There is no double-dummy solver, so the best robots play by other means, and no deal is analysed: "
    f"{INSTALL} --no-deps --only-binary :all: --python-version 3.13 --implementation cp --abi cp313 "
    f"--target '{sysconfig.get_path('platlib')}' {SOLVER}"
)


class Address(Protocol):
    """Where a database is: the path of a file, or the URL of a server as it may be shown."""

    def __str__(self) -> str: ...


def bad_setting(name: str, need: str) -> str:
    return f"The setting {name} must be {need}."


def catalogue_missing(path: Path) -> str:
    return (
        f"The sentences of {path} have not been compiled or cannot be read: run make words in a clone, or "
        "install the bot anew."
    )


def database_in_use(path: Address) -> str:
    return f"Another process holds the database {path}: stop it first."


def cannot_open(path: Address, reason: str) -> str:
    return f"The database {path} cannot be opened: {reason}."


def no_folder(folder: Path) -> str:
    return f"There is no folder {folder} for the database: make it, or let DATABASE name another."


def server_away(url: Address, reason: str) -> str:
    return f"No server answers for {url} ({reason}): start it, or correct the address."


def password_missing(url: Address) -> str:
    return (
        f"The server of {url} asks for a password: write it into ~/.pgpass, or into the address in DATABASE, "
        "user:password@host."
    )


def password_wrong(url: Address) -> str:
    return (
        f"The server of {url} refuses the password: correct it where it stands, in DATABASE, PGPASSWORD or "
        "~/.pgpass."
    )


def no_such_role(url: Address, reason: str) -> str:
    return (
        f"The server of {url} does not know this user ({reason}): make it with createuser, or correct the "
        "address."
    )


def no_such_database(url: Address, reason: str) -> str:
    return (
        f"The server of {url} has no such database ({reason}): make it with createdb --owner and the bot's "
        "user, or correct the address."
    )


def not_let_in(url: Address, reason: str) -> str:
    return (
        f"The server of {url} refuses the connection ({reason}): see who may connect in its pg_hba.conf, and "
        "how many in its max_connections."
    )


def server_too_old(url: Address, version: str, oldest: int) -> str:
    return f"The server of {url} is PostgreSQL {version}, and the bot needs {oldest} or newer: upgrade it."


def not_permitted(url: Address, what: str) -> str:
    return (
        f"The user of {url} may not {what}: let the server's administrator make them the owner of the "
        "database and of its tables."
    )


DISK_FULL: Final = "the disk is full: make room on it"
DATABASE_FULL: Final = "The disk of the database is full: make room on it."


def disk_full(place: Path) -> str:
    return f"The disk of {place} is full: make room on it."


def not_readable(path: Path) -> str:
    return f"The bot may not read {path}: give its user the permission."


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
    return f"{path} is no database of this bot; it has not been touched: let DATABASE name another."


def newer_database(path: Address, found: int, known: int, left: Path | None) -> str:
    """``left`` is the copy that the update to the later release has left."""
    backup = "a backup that this one made" if left is None else f"{left}, which the update left"
    return (
        f"The database {path} was written by a later release of this bot, with schema {found} (this one "
        f"reads none after {known}); it has not been touched: install a release that reads it (the page "
        f"docs/reference/releases.md says which), or put back {backup}."
    )


def earlier_database(schema: int) -> str:
    return (
        f"The database is of an earlier release (schema {schema}) and has not been touched: start the bot on "
        "it once, which brings it up to date."
    )


def damaged_database(path: Path, finding: str) -> str:
    return f"The database {path} is damaged ({finding}): put back a backup with biritch restore."


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


BACKING_UP: Final = "copying pages"
CHECKING: Final = "checking events"
COPYING: Final = "copying rows"
COMPARING: Final = "comparing rows"
COUNTING: Final = "counting tables"
SHRINKING: Final = "writing pages anew"
OPENING: Final = "opening"


def how_far(part: str, share: int | None, left: str) -> str:
    """``share`` is in percent, None if it is not known."""
    return ", ".join(filter(None, (part if share is None else f"{part}: {share} %", left)))


def time_left(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"about {minutes} min {rest} s left" if minutes else f"about {rest} s left"


COPY: Final = "Copies a whole database into an empty one: from a file to a PostgreSQL server, or back."
COPY_FROM: Final = "a file, or the URL of a database on a server without its password; it stays as it is"
COPY_TO: Final = "another, which is new or empty"
ADDRESS: Final = "the path of a file, or the URL of a PostgreSQL database: postgresql://user@host/name"
PASSWORD_SHOWN: Final = (
    "Everybody on this machine can read a password that stands in a command: leave it out of the address; "
    "the command asks for it, or takes it from PGPASSWORD or ~/.pgpass."
)


def ask_password(url: Address) -> str:
    return f"The password for {url} (it is not shown): "


def streams_held(streams: int, events: int) -> str:
    """How much a database holds."""
    tables = "table or score sheet" if streams == 1 else "tables and score sheets"
    return f"{streams:,} {tables}, {events:,} event{'' if events == 1 else 's'}"


def copied_note(streams: int, events: int, target: Address) -> str:
    return f"Copied to {target}: {streams_held(streams, events)} in whole chains."


def copied_broken(stream: str, version: int) -> str:
    return f"Table {stream} was damaged before, at event {version}, and was copied as it is."


def copy_not_empty(target: Address) -> str:
    return f"The database {target} is not empty; it has not been touched."


def copy_failed(work: str) -> str:
    return f"The copy failed at {work} and was undone; nothing has been kept."


COMMAND: Final = "Biritch, a Discord bot for card games from whist to bridge, and what its host needs."
COMMAND_SETTINGS: Final = "Settings are read from the environment and from the file .env in this folder."
COMMAND_VERSION: Final = "Says which release this is, and of which commit."
PLAY: Final = "Tries the bot in a browser, with no token: the real bot and a Discord on this machine."
PLAY_PORT: Final = "0 for any free one; without it 8080"
RUN: Final = "Runs the bot; the first time, on a terminal, asks for its token and writes the settings."
RUN_SHARDS: Final = (
    "0-3/16: four of sixteen shards, of a bot of several processes on one PostgreSQL server; any/16: "
    "whichever is free"
)
HOW_MANY_SHARDS: Final = "any/16, with the number of shards: no other process runs that says it"
STANDS_BY: Final = "This process stands by: it takes the first shard whose process is gone, or stops."
SHARD_TAKEN: Final = "This process serves shard %s of %s."
NO_SHARD_YET: Final = "No shard can be taken yet: %s"
NOT_TAKEN: Final = "Nobody has taken the shard of this process in time: %s"
CHECK: Final = "Looks for what would keep the bot from working, and says how to mend it. Changes nothing."
BACKUP: Final = "Makes a backup of the database of a bot that is not running, or of one on a server."
BACKUP_FILE: Final = "a new file; without it one in the folder that the setting BACKUPS names"
RESTORE: Final = "Puts a backup in the place of the database, which is moved aside."
RESTORE_FILE: Final = "the backup; it stays as it is"
REBUILD: Final = "Counts leaderboards and statistics anew from the log of all tables."
SHRINK: Final = "Makes the file of a bot that is not running as small as what is in it."
FORGET: Final = "Forgets a person: pseudonyms and games stay, but lead to nobody."
FORGET_USER: Final = "their number at Discord (with developer mode on: Copy User ID)"

MENDED: Final = "what is counted of server %s was damaged: %s rows were counted again from the log"
DECAYED: Final = "of the rows of %s, %s are not what was written and are left out: biritch check names them"
IN_ORDER: Final = "the rows of %s messages were damaged or could not be found: they have been put in order"
NOT_COUNTED: Final = "leaderboards and statistics could not be counted again: %s"
COUNTED_SO_FAR: Final = "leaderboards and statistics are being counted anew: %s"
REBUILT: Final = "Leaderboards and statistics have been counted anew."
BACKED_UP: Final = "a backup was made: %s"


def shrunk(before: int, after: int) -> str:
    return f"The database took {before / 1e6:,.1f} MB and takes {after / 1e6:,.1f} MB now."


def shrink_on_server(url: Address) -> str:
    return f"A server uses the room of what was deleted again. To give it back: psql -c 'VACUUM FULL' {url}"


def forgotten_note(user: int, tables: int) -> str:
    return f"User {user} is forgotten; they belonged to {tables:,} tables and score sheets that are open."


def backed_up(file: Path) -> str:
    return (
        f"The backup is {file}. It holds everything, people and seeds too: keep it as you keep the database."
    )


def forget_while_running(user: int) -> str:
    return f"The bot is running: biritch admin forget {user} has it forget them at once."


def backup_while_running(database: Address) -> str:
    return (
        f"The bot is running on {database} and makes its backups itself, every day and when it gets the "
        "signal SIGUSR1: systemctl kill -s USR1 biritch, or kill -USR1 and the number of its process."
    )


def backup_failed(reason: str) -> str:
    return f"No backup could be made: {reason}."


def restore_on_server(file: Path, url: Address) -> str:
    return f"A database on a server is restored by a copy into an empty one: biritch copy {file} {url}"


def restore_itself(file: Path) -> str:
    return f"{file} is the database itself, not a backup of it."


def restore_failed(reason: str) -> str:
    return f"Nothing was restored: {reason}."


def restored_damaged(stream: str, version: int) -> str:
    return f"Table {stream} is damaged in the backup, at event {version}; the bot will set it aside."


def restored(file: Path, streams: int, events: int) -> str:
    return f"Restored from {file}: {streams_held(streams, events)} in whole chains."


def moved_aside(path: Path) -> str:
    return f"The database that was there before is now {path}; delete it when you no longer need it."


FIRST_RUN: Final = """\
Biritch needs an application at Discord and the token of its bot:
1. Open https://discord.com/developers/applications and press New Application. Your friends will see its name.
2. Under Bot press Reset Token, and copy the token. It is a password; all privileged intents may stay off."""
ASK_TOKEN: Final = "The token (it is not shown): "
TOKEN_NOT_KNOWN: Final = (
    "Discord does not know this token. Copy it once more, or reset it and copy the new one."
)
ASK_UNIT: Final = "Have systemd run it whenever this machine is on? [y/N] "


def discord_failed(status: int) -> str:
    return f"Discord answered with an error ({status}); try again in a minute."


def discord_unreachable(reason: str) -> str:
    return f"Discord cannot be reached ({reason}): check this machine's network, its proxy and its firewall."


def token_known(name: str) -> str:
    return f"This is the token of {name}."


def settings_written(path: Path) -> str:
    return f"The token is in {path}, which only you may read."


def settings_not_written(path: Path, reason: str) -> str:
    return f"{path} cannot be written: {reason}."


def invite(least: str, more: str) -> str:
    """Where the bot is invited: with the permissions for play alone, or with all that it can use."""
    return (
        f"Invite the bot to your server with this address:\n\n    {least}\n\n"
        f"or, with evenings and pictures, with this one:\n\n    {more}\n"
    )


def unit_written(path: Path) -> str:
    return (
        f"{path} is written. Start the bot, and keep it running when you log out, with:\n\n"
        f"    systemctl --user enable --now {path.name}\n    loginctl enable-linger\n"
    )
