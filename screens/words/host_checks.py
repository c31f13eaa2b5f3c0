"""What ``biritch check``, ``/admin`` and ``biritch rehearse`` tell a host: each fault in a sentence, with its
cure; each thing that a rehearsal finds out, and what the bot does without it. English."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import Final

from rules.frozen import frozen
from screens.words.hosting import streams_held

MOST: Final = 6
"""Tables or channels of one sort that are named."""
OK: Final = "ok     "
NOTE: Final = "note   "
FAULT: Final = "FAULT  "
ALL_WELL: Final = "Nothing is wrong."
SETTINGS_FINE: Final = "The settings can be read."
DISK_FINE: Final = "There is room on the disk."
NO_DATABASE_YET: Final = "There is no database yet; the first start begins one."
PAGE_FINE: Final = "The page of the table is found where PAGE_ADDRESS says, and sockets reach it."
PAGE_UNTRIED: Final = (
    "Whether browsers find the page can be told only while the bot runs: start it, then check again."
)
PAGE_IS_PLAIN: Final = (
    "PAGE_ADDRESS begins with http://: whoever listens on the way can read everybody's cards."
)
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


def command_missing(program: str) -> str:
    return f"There is no program {program}, to which BACKUP_COMMAND gives backups: write its whole path."


def host_server_closed(number: str) -> str:
    return f"The bot is not in the server {number} of HOST_SERVER, so nobody is offered /admin: invite it."


def faults_channel_closed(number: str) -> str:
    return f"The bot does not see the channel {number} of FAULTS_CHANNEL: give it View Channel."


def faults_channel_lacks(number: str, missing: str) -> str:
    return f"In the channel {number} of FAULTS_CHANNEL the bot lacks {missing}: give it that."


def faults_channel_silent(number: str) -> str:
    return f"Nobody can write in the channel {number} of FAULTS_CHANNEL: name a text channel."


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


def server_unread(server: str, number: str, field: str) -> str:
    return (
        f"The bot cannot read what Discord tells of {server} ({number}, field {field}): update it, or start "
        "it anew if it is the newest."
    )


def servers_fine(well: int, servers: int) -> str:
    return (
        f"In {well:,} of {servers:,} servers the bot may do what it needs; where no table stands, as far as "
        "its roles tell."
    )


def servers_without(count: int, permission: str, what: str) -> str:
    """That a part of what the bot does is not to be had in so many servers."""
    where = f"{count:,} server{'' if count == 1 else 's'}"
    return f"In {where} there are no {what} without {permission}."


def more_faults(count: int) -> str:
    return f"And {count:,} more fault{'' if count == 1 else 's'} of servers: mend these, and check again."


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
    which = f"{others} channel{'' if others == 1 else 's'}"
    return f"In {server} the bot may do what it needs in {_some(channels)}; in {which} it may not write."


def _some(names: Sequence[str]) -> str:
    more = len(names) - MOST
    return ", ".join(names[:MOST]) + (f" and {more:,} more" if more > 0 else "")


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


_DECAYED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "stream": "where {keys} stands, so that it is set aside",
        "person": "who is behind the pseudonyms {keys}, so that their tables are set aside",
        "contest": "the compared deals {keys}, so that nobody is dealt them any more",
        "attempt": "the plays of compared deals at the tables {keys}, so that they are left out",
        "regular": "who plays the deal of the day in a server ({keys}), so that they are left out",
        "preference": "what has been chosen ({keys}), so that it is at its default",
        "challenge": "the challenges {keys}, so that nobody plays them any more",
        "challenged": "who was asked to a challenge ({keys}), so that nobody plays it any more",
        "list": "how long some lists are ({keys}), so that rows are missing",
        "rows": "rows that cannot be read any more (of {keys})",
    }
)


def decayed(table: str, keys: Sequence[str]) -> str:
    """What of one sort is not what was written, beside the events of tables."""
    what = _DECAYED[table].format(keys=_some(keys))
    return (
        f"What is stored was changed or damaged: {what}. biritch restore puts back a backup; without one all "
        "else goes on all the same."
    )


def chains_fine(streams: int, events: int) -> str:
    return f"The database can be opened and is whole: {streams_held(streams, events)}."


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


END_OF_TIME: Final = 253_402_300_799
"""The last second of the year 9999."""
_AHEAD: Final[Mapping[str, str]] = MappingProxyType(
    {
        "event": "something that was done at a table, on a score sheet or at an evening",
        "slot": "when a message is to be sent again",
        "uptime": "until when the bot was connected",
        "attempt": "when a compared deal was played",
        "contest": "when a compared deal was made",
        "challenge": "when a challenge was made",
        "challenged": "when somebody was asked to a challenge, or answered",
    }
)


def rows_ahead(table: str, rows: int, last: float) -> str:
    """What of one sort was stored by a clock that was wrong."""
    until = datetime.fromtimestamp(min(last, END_OF_TIME), UTC)
    return (
        f"Stored of a time ahead of this machine's clock: {_AHEAD[table]} ({rows:,} "
        f"{'row' if rows == 1 else 'rows'}, the last of {until:%Y-%m-%d %H:%M} UTC). A clock was wrong when "
        "that was written, or this one is now. The bot does not wait until then."
    )


def backups_ahead(folder: Path, names: Sequence[str]) -> str:
    return (
        f"Dated ahead of this machine's clock in {folder}: {_some(names)}. Nobody can tell when that was "
        "made, so the bot counts it for nothing and never deletes it: set the clock if that is wrong; "
        "else rename the file by the day on which it was made, or delete it."
    )


def backups_readable_by_others(folder: Path) -> str:
    return f"Others on this machine may read backups in {folder}: chmod 700 {folder}"


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


def overview_text(found: Overview) -> str:
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


# A rehearsal


REHEARSE: Final = "Tries on a real server what no document of Discord's settles, in about five minutes."
REHEARSE_CHANNEL: Final = "the id of a channel in which the bot may write; you must see it too"
REHEARSE_OLD: Final = "the id of a message of the bot's there that is older than an hour"
REHEARSE_REPORT: Final = "where the report goes; it holds no token, no id and no name"
STOP_FIRST: Final = "The bot itself must not run meanwhile: it would answer the buttons of the rehearsal."


class Verdict(Enum):
    """What was found out of one thing."""

    HOLDS = "holds"
    FAILS = "does not"
    UNTRIED = "not tried"


@frozen
class Found:
    """A verdict, with what the bot does instead or why nothing was tried, and what Discord answered."""

    verdict: Verdict
    more: str = ""
    answer: str = ""

    @property
    def finding_line(self) -> str:
        answer = f" ({self.answer})" if self.answer else ""
        return self.verdict.value + answer + (f": {self.more}" if self.more else "")


HOLDS: Final = Found(Verdict.HOLDS)

BETS: Final = MappingProxyType(
    {
        "commands": ("the list of commands comes back as it was sent", "sends the list at every start"),
        "nonce": (
            "a message sent twice with one nonce stands once",
            "may post twice after a fault",
        ),
        "archive": ("the bot may archive its own thread", "leaves the threads of an evening open"),
        "announcements": ("a channel for announcements takes threads", "asks for a text channel"),
        "old edits": ("messages older than an hour can be edited", "posts old messages anew"),
        "in channels": (
            "a press on a public message gives a token that edits it",
            "edits by its own token, and tries again after a day",
        ),
        "tokens' limit": ("one token edits five times in two seconds", "shows runs of cards at once"),
        "on ephemerals": (
            "a press on a message for one person gives a token that edits it",
            "follows in My hand by the first token only, and lets it rest after a quarter of an hour",
        ),
        "files": ("a file can be added by a token", "shows words in place of the picture"),
        "deferred": ("an answer that was deferred can become a layout", "answers with plain text"),
        "forms": ("a form has boxes to be ticked", "shows lists on the score pad"),
        "direct messages": (
            "a press in direct messages gives a token that edits the message",
            "edits by its own token, and tries again after a day",
        ),
        "mentions": (
            "a mention that rings nobody shows a name",
            "has names beside mentions on leaderboards with NAMES_BESIDE=on",
        ),
        "ageing": ("a token still edits minutes later", "edits by its own token sooner"),
    }
)
"""What is found out, by a short name, with what the bot does where it is not so."""


NONCE: Final = "waiting to send the same nonce again"
AGEING: Final = "waiting for a token to grow old"


def waiting_for(letter: str) -> str:
    return f"waiting for somebody to press {letter}"


def press_now(letter: str, *, direct: bool = False) -> str:
    where = "in your direct messages with the bot" if direct else "in the channel"
    return f"Press {letter} now, {where}."


READ_MENTION: Final = (
    "Press G now, in the channel, if the mention above it shows a name; H if it shows a number or an unknown "
    "user."
)
NUMBER_READ: Final = "a number was read"
OWN_SERVER: Final = "let somebody press who does not own the server"


def failed(bet: str, answer: str) -> Found:
    return Found(Verdict.FAILS, f"the bot {BETS[bet][1]}", answer)


def not_tried(why: str) -> Found:
    return Found(Verdict.UNTRIED, why)


def more(found: Found) -> str:
    """What stands below a line that has the verdict."""
    return f"{found.more} ({found.answer})" if found.answer else found.more


def mark_label(found: Found) -> str:
    """Stands before a line where there are no marks."""
    return f"{found.verdict.value:<11}"


NO_PRESS: Final = "nobody pressed"
NO_DIRECT_MESSAGES: Final = "Discord refuses direct messages to you"
NO_OLD_MESSAGE: Final = "give one with --old"
NOT_SUCH_A_CHANNEL: Final = "this is no channel for announcements"
NO_THREAD: Final = "no thread could be begun"


def cannot_write(answer: str) -> str:
    return f"The bot cannot write in that channel: Discord answered {answer}."


NO_SUCH_CHANNEL: Final = (
    "Discord knows no channel by that number: copy it anew (Settings > Advanced > Developer Mode, then Copy "
    "Channel ID)."
)
CHANNEL_HIDDEN: Final = "The bot may not see that channel: allow it View Channel there, or name another."
NOT_IN_A_SERVER: Final = "That is no channel of a server: name one of those."
RUNS_BESIDE: Final = (
    "The bot is running, and would answer the buttons of the rehearsal: stop it, then rehearse again."
)
THREAD_LEFT: Final = "a thread named rehearsal, which a moderator may delete"
MESSAGE_LEFT: Final = "a message of the rehearsal"
UNREACHED_AT_END: Final = "what it has posted, as Discord could not be reached at the end"


def report_not_written(path: object, reason: str) -> str:
    return f"The report could not be written to {path} ({reason}): let --report name another place."


CROSS: Final = "A trick, as it lies on a table:"
COMPARE_CROSS: Final = (
    "A trick stands in the channel until the end: look at it on a phone and at a desk; the cards that lie "
    "opposite stand in one line on both."
)


def found_out(done: int, bet: str) -> str:
    """How far the rehearsal is."""
    return f"{done} of {len(BETS)}: {BETS[bet][0]}"


def findings_table(told: Mapping[str, Found]) -> Sequence[str]:
    """The end of a rehearsal: what holds and what does not."""
    width = max(len(what) for what, _ in BETS.values())
    return ["", *(f"{BETS[bet][0]:<{width}}  {found.finding_line}" for bet, found in told.items()), ""]


def summed_up(told: Mapping[str, Found]) -> str:
    """How many hold, do not, and were not tried."""
    count = Counter(found.verdict for found in told.values())
    parts = [f"{count[Verdict.HOLDS]} of {len(BETS)} hold"]
    if count[Verdict.FAILS]:
        parts.append(f"{count[Verdict.FAILS]} {'does' if count[Verdict.FAILS] == 1 else 'do'} not")
    if count[Verdict.UNTRIED]:
        parts.append(f"{count[Verdict.UNTRIED]} not tried")
    return ", ".join(parts) + "."


def limits(kind: str, told: str) -> str:
    return f"limit of {kind}: {told} s"


def time_left(what: str) -> str:
    return f"left behind: {what}"


def rehearsal_ended(minutes: float, calls: int) -> str:
    return f"{minutes:.1f} minutes, {calls} calls"


def report_written(path: object) -> str:
    return f"The report is in {path}; it holds no token, no id and no name, and may be shown to anybody."


def page_unreachable(address: str, reason: str) -> str:
    return f"Nothing answers at PAGE_ADDRESS, {address} ({reason}): see docs/how-to/put-up-the-page.md."


def page_elsewhere(address: str, status: int) -> str:
    return f"At PAGE_ADDRESS, {address}, something other answers ({status}): have it lead to PAGE."


def page_host_lost(address: str) -> str:
    return (
        f"What leads from {address} to PAGE does not hand on the name of the host: set it to, "
        "as docs/how-to/put-up-the-page.md shows."
    )


def page_without_sockets(address: str) -> str:
    return (
        f"What leads from {address} to PAGE lets no WebSocket through, without which nobody can play: "
        "have it hand on Upgrade and Connection."
    )
