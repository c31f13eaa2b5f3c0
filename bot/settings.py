"""Settings from the environment and a ``.env`` file.

The fields of ``Settings`` are the one table of them: a row has the variable, what it is read as, the default
and the sentence that explains it. ``.env.example`` and ``docs/reference/settings.md`` are written from it, by
``python -m tests.bot.test_env_example``.
"""

from __future__ import annotations

import logging
import re
import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, fields
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Generic, NamedTuple, TypeVar

from dotenv import dotenv_values

from rules.frozen import frozen, replace
from screens.words import hosting as words
from storage.ports.records import DatabaseAddress, database_at
from storage.ports.storage import EVERY, AnyShard, Shards

T = TypeVar("T")
Number = TypeVar("Number", int, float)

BACKUPS: Final = "backups"
UNREADABLE_SERVERS: Final = "unreadable-servers"
LEAST_PACE: Final = 0.1
"""Seconds of ``ROBOT_PACE`` with which a robot's choice by rule is hidden in its wait."""


class BadSetting(Exception):
    """A setting is missing or wrong; ``name`` is its variable, ``need`` what it must be."""

    def __init__(self, name: str, need: str) -> None:
        super().__init__(name, need)
        self.name, self.need = name, need


class Secret:
    """A string that does not print itself."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return "<secret>"


def shards_of(text: str) -> Shards | AnyShard:
    """``0-3/16`` are four of sixteen shards, ``any/16`` whichever of them is free; without text, all there
    are. Raises ValueError."""
    if not text:
        return EVERY
    which, _, count = text.partition("/")
    if which == "any":
        if count and int(count) < 1:
            raise ValueError
        return AnyShard(int(count) if count else None)
    first, _, last = which.partition("-")
    shards = Shards(int(first), int(last or first), int(count))
    if not 0 <= shards.first <= shards.last < shards.count:
        raise ValueError
    return shards


def _token(text: str) -> Secret:
    if not text:
        raise BadSetting("DISCORD_TOKEN", "the token of your bot, from Discord's developer portal")
    if not re.fullmatch(r"[!-~]+", text):
        raise ValueError
    return Secret(text)


def _page_address(text: str) -> str | None:
    address = text.rstrip("/")
    if address and not re.fullmatch(r"https?://[^/?#@\s]+", address):
        raise ValueError
    return address or None


def _networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    return tuple(ip_network(one) for one in text.split())


def _listening(text: str) -> tuple[str, int] | None:
    if not text:
        return None
    host, _, port = text.rpartition(":")
    number = int(port)
    if not host or not 0 <= number < 1 << 16:
        raise ValueError
    return host.strip("[]"), number


def _folder(text: str) -> Path | None:
    return None if text.lower() == "off" else Path(text)


def _words(text: str) -> tuple[str, ...]:
    return tuple(shlex.split(text))


def _discord_number(text: str) -> int:
    """0 if there is none."""
    if text and not re.fullmatch(r"[1-9][0-9]{15,18}", text):
        raise ValueError
    return int(text or 0)


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 <= seconds < 3600:
        raise ValueError
    return seconds


def _at_least(least: Number, read: Callable[[str], Number]) -> Callable[[str], Number]:
    def checked(text: str) -> Number:
        number = read(text)
        if number < least:
            raise ValueError
        return number

    return checked


class SettingKind(NamedTuple, Generic[T]):
    """What the text of a setting is read as. ``need`` says what it must be, in a sentence to the host;
    ``read`` raises ValueError if it is not."""

    need: str
    read: Callable[[str], T]


def _word(need: str, **values: T) -> SettingKind[T]:
    """One of these words, in either case."""

    def read(text: str) -> T:
        if text.lower() not in values:
            raise ValueError
        return values[text.lower()]

    return SettingKind(need, read)


def _beginning(*schemes: str) -> SettingKind[str | None]:
    """An address; None is Discord's own."""

    def read(text: str) -> str | None:
        if text and not text.startswith(schemes):
            raise ValueError
        return text.rstrip("/") or None

    return SettingKind(f"an address that begins with {' or '.join(schemes)}", read)


_SECONDS: Final = SettingKind("a number of seconds, 0 or more", _seconds)
_WHOLE: Final = SettingKind("a whole number, 0 or more", _at_least(0, int))
_NUMBER: Final = SettingKind("empty, or a number of Discord's: 16 to 19 figures", _discord_number)
_ONE_OR_MORE: Final = SettingKind("a whole number, 1 or more", _at_least(1, int))


class SettingRow(NamedTuple):
    """A setting of the table: its variable, what it must be, the text that is read where it is not set (None:
    it must be set), and what it is, for the host who sets it."""

    name: str
    need: str
    default: str | None
    told: str
    read: Callable[[str], Any]

    def among(self, given: Mapping[str, str]) -> Any:
        """What it is by what has been set. Raises BadSetting."""
        try:
            return self.read(given.get(self.name, self.default or ""))
        except ValueError:
            raise BadSetting(self.name, self.need) from None


def _row(name: str, kind: SettingKind[T], default: str | None, told: str) -> T:
    """A field of ``Settings`` whose default is the one that is written in the row."""
    metadata = {"row": SettingRow(name, kind.need, default, told, kind.read)}
    if default is None:
        return field(metadata=metadata)  # type: ignore[no-any-return]
    return field(default=kind.read(default), metadata=metadata)


@frozen
class Settings:
    """What a host may set. The token is kept out of the repr, so that no log shows it."""

    token: Secret = _row(
        "DISCORD_TOKEN",
        SettingKind(
            "a token as Discord's developer portal shows it: one word, with no space and no line break in it",
            _token,
        ),
        None,
        "The token of your bot, from https://discord.com/developers/applications (required; keep it secret).",
    )
    database: DatabaseAddress = _row(
        "DATABASE",
        SettingKind(words.ADDRESS, database_at),
        "biritch.sqlite3",
        "The SQLite file in which everything is kept; it is made at the first start. Beside it the bot "
        "leaves a marker, biritch.sqlite3.marker: while that is there, a missing or empty database stops "
        "the bot. Delete the marker to begin again with an empty database. Or the URL of a PostgreSQL "
        "database, postgresql://user:password@host/name.",
    )
    new_database: bool = _row(
        "NEW_DATABASE",
        _word("allowed or refused", allowed=True, refused=False),
        "allowed",
        '"refused" if the bot may never begin a new database, as where a volume that is not mounted would '
        'leave it with an empty folder. For the first start it must be "allowed".',
    )
    backups: Path | None = _row(
        "BACKUPS",
        SettingKind("the name of a folder, or off", _folder),
        BACKUPS,
        "The folder in which the bot keeps a backup of every day: of the last seven days, five weeks and "
        "twelve months that have one, in at most three times the room of the largest. It lies beside the "
        'database, unless its name begins with a slash. "off" for none but those that SIGUSR1 asks for.',
    )
    backup_command: tuple[str, ...] = _row(
        "BACKUP_COMMAND",
        SettingKind("empty, or a program with its arguments, which have quotes in pairs", _words),
        "",
        "A program that is given each backup, as to copy it to another machine: rclone copy {} away:biritch. "
        "{} stands for the path of the backup, which without it is the last argument. There is no shell, and "
        "the program has an hour.",
    )
    log_level: int = _row(
        "LOG_LEVEL",
        _word(
            "one of DEBUG, INFO, WARNING, ERROR",
            debug=logging.DEBUG,
            info=logging.INFO,
            warning=logging.WARNING,
            error=logging.ERROR,
        ),
        "INFO",
        "DEBUG, INFO, WARNING or ERROR. No level logs a card or a token.",
    )
    log_json: bool = _row(
        "LOG_FORMAT",
        _word("text or json", text=False, json=True),
        "text",
        '"text", or "json" for one JSON object a line.',
    )
    metrics: tuple[str, int] | None = _row(
        "METRICS",
        SettingKind("empty, or an address and a port: 127.0.0.1:9464", _listening),
        "",
        "Where /metrics (for Prometheus), /health and /live can be asked for, an address and a port, say "
        "127.0.0.1:9464; nowhere if it is empty. All who can reach it can read it.",
    )
    page: tuple[str, int] | None = _row(
        "PAGE",
        SettingKind("empty, or an address and a port: 127.0.0.1:8080", _listening),
        "",
        "Where the page of the table listens, an address and a port, say 127.0.0.1:8080: a card table in "
        "the browser, to which people are given links of their own. There is none if it is empty.",
    )
    page_address: str | None = _row(
        "PAGE_ADDRESS",
        SettingKind(
            "the address at which browsers find the page, without a path: https://cards.example.org",
            _page_address,
        ),
        "",
        "What these links begin with, say https://cards.example.org: the address at which browsers reach "
        "PAGE, through a proxy that speaks HTTPS. With http:// everybody on the way can read the cards.",
    )
    page_proxies: tuple[IPv4Network | IPv6Network, ...] = _row(
        "PAGE_PROXIES",
        SettingKind("addresses or networks with blanks between: 127.0.0.1 10.0.0.0/8", _networks),
        "",
        "The addresses or networks of those proxies, with blanks between, say 127.0.0.1: only what they "
        "say of who asks (X-Forwarded-For) is believed.",
    )
    robot_pace: float = _row(
        "ROBOT_PACE",
        SettingKind("a number of seconds, 0.1 or more", _seconds),
        "0.8",
        "Seconds before a robot acts, 0.1 or more: the same with a single card as with a choice, so that "
        "the wait tells nothing of its hand. 0 is taken only where DISCORD_API is set, for tests.",
    )
    robot_seconds: float = _row(
        "ROBOT_SECONDS",
        _SECONDS,
        "0.7",
        "Seconds for which a robot may think over a call or a card; they are part of those before it acts. "
        "Where they are more, it acts a tenth of a second after them.",
    )
    analysis_seconds: float = _row(
        "ANALYSIS_SECONDS",
        _SECONDS,
        "10",
        "Seconds for which a deal that is over may be analysed. A slow machine needs more.",
    )
    robot_workers: int = _row(
        "ROBOT_WORKERS",
        _WHOLE,
        "2",
        "Processes that think for the robots, each with up to 120 MiB; no more are started than the "
        "machine has cores. With 0 there are none, and every robot plays by rule, as those do that are set "
        'to "easy".',
    )
    cut_seconds: float = _row(
        "CUT_SECONDS",
        _SECONDS,
        "10",
        "Seconds for which the dealer's neighbour is offered the cut before the bot cuts.",
    )
    card_emoji: bool = _row(
        "CARD_EMOJI",
        _word("on or off", on=True, off=False),
        "on",
        'Whether the bot uploads the cards as emoji of its application, once, and shows them; "off" for '
        "letters.",
    )
    double_tap: float = _row(
        "DOUBLE_TAP",
        _SECONDS,
        "0.6",
        "Seconds in which a second press of a card or a call at the same place counts as the same tap; 0 for "
        "none.",
    )
    tables_per_person: int = _row(
        "TABLES_PER_PERSON",
        _ONE_OR_MORE,
        "20",
        "How many tables that are still open one person may have opened, of those at which they sit or "
        "nobody does. Games that they play alone do not count.",
    )
    tables_per_server: int = _row(
        "TABLES_PER_SERVER", _ONE_OR_MORE, "500", "How many tables may be open in one server."
    )
    sheets_per_person: int = _row(
        "SHEETS_PER_PERSON",
        _ONE_OR_MORE,
        "20",
        "How many score sheets that are still open one person may have opened.",
    )
    sheets_per_server: int = _row(
        "SHEETS_PER_SERVER", _ONE_OR_MORE, "500", "How many score sheets may be open in one server."
    )
    abandoned_hours: int = _row(
        "ABANDONED_HOURS",
        _ONE_OR_MORE,
        "24",
        "Hours in which nobody does anything after which a table is adjourned: anybody who plays may then "
        "resume it.",
    )
    adjourned_days: int = _row(
        "ADJOURNED_DAYS",
        _ONE_OR_MORE,
        "14",
        "Days after which an adjourned table or score sheet closes by itself.",
    )
    details_days: int = _row(
        "DETAILS_DAYS",
        _ONE_OR_MORE,
        "365",
        "Days for which the bot keeps why robots acted and how those went who played a compared deal; "
        "what it came to stays.",
    )
    names_beside: bool = _row(
        "NAMES_BESIDE",
        _word("on or off", on=True, off=False),
        "off",
        '"on" to have names beside mentions on leaderboards, for a bot in servers so large that Discord '
        "shows numbers there to their readers; biritch rehearse asks whether it does.",
    )
    host_server: int = _row(
        "HOST_SERVER",
        _NUMBER,
        "",
        "The number of your own server at Discord: there, and nowhere else, /admin is offered, to those who "
        "own the application or are of its team. It is offered nowhere if this is empty.",
    )
    faults_channel: int = _row(
        "FAULTS_CHANNEL",
        _NUMBER,
        "",
        "The number of a channel in which the bot tells you of faults that its log has, in short and at most "
        "every five minutes; of none if it is empty.",
    )
    leave_after_days: int = _row(
        "LEAVE_AFTER_DAYS",
        _WHOLE,
        "0",
        "Days after which the bot leaves a server in which nobody has played or used it, 365 for a year. It "
        "says so in the system channel a month before. With 0 it never does.",
    )
    shards: Shards | AnyShard = _row(
        "SHARDS",
        SettingKind("shards and how many there are, as 0-3/16, or any/16 for whichever is free", shards_of),
        "",
        "The shards of this process and how many there are in all, as 0-3/16, or any/16 for whichever one "
        "is free: for a bot of several processes, which must share a PostgreSQL database. Without it there "
        "is one process, with as many shards as Discord advises.",
    )
    identify_seconds: float = _row(
        "IDENTIFY_SECONDS",
        _SECONDS,
        "5",
        "Seconds at least between two sessions that the processes begin with Discord, which asks for five.",
    )
    lease_seconds: float = _row(
        "LEASE_SECONDS",
        SettingKind("a number of seconds, 1 or more", _at_least(1.0, _seconds)),
        "5",
        "Seconds without a sign of life after which a process is given up, and the others take over its "
        "tables.",
    )
    hand_over_seconds: float = _row(
        "HAND_OVER_SECONDS",
        SettingKind("a number of seconds, 1 or more", _at_least(1.0, _seconds)),
        "7",
        "Seconds for which a process that is to stop goes on until another has begun to serve its shard, "
        "where SHARDS is any/16 or the like and one stands by. What stops it must not kill it before.",
    )
    api: str | None = _row(
        "DISCORD_API",
        _beginning("http://", "https://"),
        "",
        "The address of Discord's HTTP API; set it only to go through a proxy (default: Discord's own).",
    )
    gateway: str | None = _row(
        "DISCORD_GATEWAY",
        _beginning("ws://", "wss://"),
        "",
        "The address of Discord's gateway; set it only to go through a proxy (default: Discord's own).",
    )

    @property
    def served(self) -> Shards:
        """The shards of this process, once ``bot.standby`` knows them."""
        assert isinstance(self.shards, Shards)
        return self.shards


ROWS: Final[Mapping[str, SettingRow]] = MappingProxyType(
    {one.name: one.metadata["row"] for one in fields(Settings)}
)
"""The table, by the fields of ``Settings``."""


def load_settings(environment: Mapping[str, str], dotenv: Path) -> Settings:
    """The settings; the environment wins over the file. Raises BadSetting naming the first that is wrong."""
    found = given(environment, dotenv)
    for wrong in _wrong_among(found):
        raise wrong
    settings = Settings(**{name: row.among(found) for name, row in ROWS.items()})
    return replace(settings, backups=backups_set(environment, dotenv))


def wrong_settings(environment: Mapping[str, str], dotenv: Path) -> Iterator[BadSetting]:
    """Each at which ``load_settings`` would stop if those before it were right."""
    try:
        found = given(environment, dotenv)
    except BadSetting as unreadable:
        yield unreadable
    else:
        yield from _wrong_among(found)


def _wrong_among(found: Mapping[str, str]) -> Iterator[BadSetting]:
    read = dict[str, Any]()
    for name, row in ROWS.items():
        try:
            read[name] = row.among(found)
        except BadSetting as wrong:
            yield wrong
    if read.get("robot_pace", LEAST_PACE) < LEAST_PACE and read.get("api", "") is None:
        yield BadSetting("ROBOT_PACE", ROWS["robot_pace"].need)
    if read.get("shards", EVERY) != EVERY and isinstance(read.get("database"), Path):
        yield BadSetting("SHARDS", "left out: a database file has one process, with every shard")
    if read.get("page") is not None and read.get("page_address", "") is None:
        yield BadSetting("PAGE_ADDRESS", ROWS["page_address"].need)


def database_set(environment: Mapping[str, str], dotenv: Path) -> DatabaseAddress:
    """The database alone, for what needs no token. Raises BadSetting."""
    database: DatabaseAddress = ROWS["database"].among(given(environment, dotenv))
    return database


def token_set(given: Mapping[str, str]) -> str:
    """The token, which is a word. Raises BadSetting."""
    token: Secret = ROWS["token"].among(given)
    return token.reveal()


def metrics_set(given: Mapping[str, str]) -> tuple[str, int] | None:
    """Where the endpoint listens; None for nowhere. Raises BadSetting."""
    listens: tuple[str, int] | None = ROWS["metrics"].among(given)
    return listens


def page_set(given: Mapping[str, str]) -> tuple[tuple[str, int] | None, str | None]:
    """Where the page of the table listens, and what its links begin with. Raises BadSetting, also where there
    is a page and no address."""
    listens, address = ROWS["page"].among(given), ROWS["page_address"].among(given)
    if listens is not None and address is None:
        raise BadSetting("PAGE_ADDRESS", ROWS["page_address"].need)
    return listens, address


def backups_set(environment: Mapping[str, str], dotenv: Path) -> Path | None:
    """The folder of the daily backups; None if there are to be none. Raises BadSetting."""
    folder: Path | None = ROWS["backups"].among(given(environment, dotenv))
    return None if folder is None else backups_folder(database_set(environment, dotenv), folder)


def command_set(environment: Mapping[str, str], dotenv: Path) -> tuple[str, ...]:
    """The program that is given each backup, with its arguments; none if it is empty. Raises BadSetting."""
    command: tuple[str, ...] = ROWS["backup_command"].among(given(environment, dotenv))
    return command


def backups_folder(database: DatabaseAddress, folder: Path | str = BACKUPS) -> Path:
    """Where backups lie: beside the database, unless the setting begins at the root. Of a database on a
    server, in the folder in which the bot is started."""
    beside = database.parent if isinstance(database, Path) else Path()
    return beside / folder


def unreadable_folder(database: DatabaseAddress) -> Path:
    """Where the running bot notes servers of which it cannot read what Discord tells. ``biritch check`` looks
    there, as it cannot open the database of a running bot."""
    return backups_folder(database, UNREADABLE_SERVERS)


TEXT: Final = "utf-8-sig"
"""Of the file of settings: some editors put a byte order mark before what they save."""


def given(environment: Mapping[str, str], dotenv: Path) -> dict[str, str]:
    """What has been set, by the names of the settings. Raises BadSetting if the file cannot be read."""
    try:
        written = {
            key: value for key, value in dotenv_values(dotenv, encoding=TEXT).items() if value is not None
        }
    except (OSError, UnicodeDecodeError):
        raise BadSetting(str(dotenv), "a text file that the bot may read") from None
    return {key: value.strip() for key, value in {**written, **environment}.items() if value.strip()}
