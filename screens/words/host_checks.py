"""What ``biritch check`` and ``/admin`` tell a host: each fault in a sentence, with its cure. English."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Final

from rules.frozen import frozen
from screens.words.hosting import held

MOST: Final = 6
"""Tables or channels of one sort that are named."""
OK: Final = "ok     "
NOTE: Final = "note   "
FAULT: Final = "FAULT  "
ALL_WELL: Final = "Nothing is wrong."
SETTINGS_FINE: Final = "The settings can be read."
DISK_FINE: Final = "There is room on the disk."
NO_DATABASE_YET: Final = "There is no database yet; the first start begins one."
ENDPOINT_RUNS: Final = "A running bot answers where METRICS says."
BACKUPS_OFF: Final = "Daily backups are off."

ENDPOINT_SET: Final = (
    "The application has an Interactions Endpoint URL, so Discord sends the bot no press and no command: "
    "clear it under General Information in the developer portal."
)
CODE_GRANT: Final = (
    "The application requires an OAuth2 code grant, so an invitation fails: switch that off under Bot in the "
    "developer portal."
)
INTENTS_FINE: Final = "The bot needs no privileged intent."


def faults(count: int) -> str:
    return f"{count} fault{'' if count == 1 else 's'}."


def settings_readable_by_others(path: Path) -> str:
    return f"Others on this machine may read {path} and the token in it: chmod 600 {path}"


def token_fine(name: str) -> str:
    return f"Discord knows the token; it is that of {name}."


def starts_used_up(reset: timedelta) -> str:
    hours = max(1, round(reset.total_seconds() / 3600))
    return (
        f"The bot has been started so often today that Discord refuses the next start for {hours} h: wait, "
        "and see in its log why it ends so soon."
    )


def in_no_server(address: str) -> str:
    return f"The bot is in no server: invite it with {address}"


def server_unknown(server: str, status: int) -> str:
    return f"Discord does not tell of the server {server} ({status}): invite the bot to it once more."


def permissions_missing(server: str, channel: str, missing: str) -> str:
    return f"In {server}, #{channel}, the bot lacks {missing}: allow it for the bot's role in that channel."


def without(server: str, channels: Sequence[str], permission: str, what: str) -> str:
    """That a part of what the bot does is not to be had; in no channel if none is named."""
    where = f"In {server}, {', '.join(channels)}," if channels else f"In {server}"
    return f"{where} there are no {what} without {permission}: allow it for the bot's role if you want them."


def writes_nowhere(server: str, address: str) -> str:
    return (
        f"In {server} the bot may write in no channel: allow it in one, or invite it once more with {address}"
    )


def channel_gone(server: str, channel: int) -> str:
    return (
        f"In {server} the channel {channel}, where tables stand or may be opened, is gone or hidden from the "
        "bot: allow it View Channel there, or choose other channels with /settings."
    )


def permissions_fine(server: str, channels: Sequence[str], others: int) -> str:
    """Where the bot may do what it needs: everywhere unless there are channels in which it may not write."""
    if not others:
        return f"In {server} the bot may do what it needs."
    named = ", ".join(channels[:MOST]) + (f" and {len(channels) - MOST} more" if len(channels) > MOST else "")
    which = f"{others} channel{'' if others == 1 else 's'}"
    return f"In {server} the bot may do what it needs in {named}; in {which} it may not write."


def database_running(path: object) -> str:
    return f"The bot, or another process, has the database {path} open; stop it to have its tables checked."


def earlier_release(path: object, schema: int) -> str:
    return (
        f"The database {path} is of an earlier release (schema {schema}): the next start brings it up to "
        "date; where its tables stand is not looked at before."
    )


def chain_broken(stream: str, version: int) -> str:
    return (
        f"Table {stream} was changed or damaged at event {version} and cannot go on: biritch restore puts "
        "back a backup; without one every other table goes on all the same."
    )


def chains_fine(streams: int, events: int) -> str:
    return f"The database can be opened and is whole: {held(streams, events)}."


def clock_wrong(seconds: float) -> str:
    which, off = "ahead of" if seconds > 0 else "behind", round(abs(seconds))
    return (
        f"The clock of this machine is {off:,} second{'' if off == 1 else 's'} {which} Discord's: have it "
        "set by the network, say with timedatectl set-ntp true."
    )


def clock_fine(seconds: float) -> str:
    return f"The clock agrees with Discord's to {abs(seconds):.0f} s."


def disk_full(folder: Path, free: int, needed: int) -> str:
    return (
        f"The disk of {folder} has {free / 1e6:,.0f} MB left, and a backup may need {needed / 1e6:,.0f} MB: "
        "make room, or let BACKUPS name a folder on another disk."
    )


def backups_not_writable(folder: Path) -> str:
    return f"No backup can be made in {folder}: give the bot's user the right to read and write there."


def backups_no_folder(folder: Path) -> str:
    return f"No backup can be made in {folder}: there is a file in its place; let BACKUPS name a folder."


def backups_without_room(folder: Path) -> str:
    return (
        f"No backup can be made in {folder}: its disk is full; make room, or let BACKUPS name a folder on "
        "another disk."
    )


def backup_old(folder: Path, days: int) -> str:
    return (
        f"The newest backup in {folder} is {days} day{'' if days == 1 else 's'} old: see in the bot's log "
        "why none are made."
    )


def backups_fine(count: int, folder: Path) -> str:
    return f"{count} backup{'' if count == 1 else 's'} in {folder}."


WHY: Final = 60
"""Characters of what Discord says of each."""


@frozen
class Overview:
    """What ``/admin`` tells of."""

    versions: str
    tables: int
    sheets: int
    servers: int
    waiting: int  # calls to Discord
    late: Sequence[tuple[str, int, int]]  # table, channel, minutes
    hidden: Sequence[tuple[str, str]]  # table, why
    set_aside: Sequence[str]


def versions(bot: str, python: str, library: str) -> str:
    return f"Biritch {bot}, Python {python}, discord.py {library}"


def told(found: Overview) -> str:
    lines = [
        f"**{found.versions}**",
        f"{found.tables} tables and {found.sheets} score sheets are open, in {found.servers} servers. "
        f"{found.waiting} calls to Discord wait for a limit.",
    ]
    late = [f"- `{table}` in <#{channel}>: {minutes} min" for table, channel, minutes in found.late]
    lines += _part(
        "These should go on by themselves and do not",
        late,
        (
            "See the log for a fault of the table or of its robots. A restart loads it anew and loses "
            "nothing; `/table close` by somebody who may manage messages ends it."
        ),
    )
    hidden = [f"- `{table}`: {why[:WHY]}" for table, why in found.hidden]
    lines += _part(
        "The messages of these cannot be shown",
        hidden,
        (
            "Give the bot View Channel, Send Messages and, in threads, Send Messages in Threads, or have "
            "`/table show` given in another channel. `biritch check` names what is missing where."
        ),
    )
    aside = [f"- `{table}`" for table in found.set_aside]
    lines += _part(
        "These are damaged and set aside",
        aside,
        (
            "Their channels are free. With the bot stopped, `biritch check` says where the damage begins, "
            "and `biritch restore` puts back a backup."
        ),
    )
    if len(lines) == 2:
        lines.append("Nothing is stuck.")
    return "\n".join(lines)


def _part(title: str, lines: Sequence[str], cure: str) -> Sequence[str]:
    if not lines:
        return ()
    more = [f"- and {len(lines) - MOST} more"] if len(lines) > MOST else []
    return (f"**{title}**", *lines[:MOST], *more, cure)
