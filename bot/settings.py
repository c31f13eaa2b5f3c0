"""Settings from the environment and a ``.env`` file. ``.env.example`` lists every one with its default."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Final, TypeVar

from dotenv import dotenv_values

from ports.records import DatabaseAddress, ServerUrl, database_at
from ports.storage import EVERY, Shards
from rules.frozen import frozen
from screens.words import hosting as words

T = TypeVar("T")

DATABASE: Final = "biritch.sqlite3"
BACKUPS: Final = "backups"
UNREADABLE_SERVERS: Final = "unreadable-servers"
LEAST_PACE: Final = 0.1
"""Seconds of ``ROBOT_PACE`` with which a robot's choice by rule is hidden in its wait."""


class BadSetting(Exception):
    """A setting is missing or wrong; ``name`` is its variable, ``need`` what it must be."""

    def __init__(self, name: str, need: str) -> None:
        super().__init__(name, need)
        self.name, self.need = name, need


@frozen
class Settings:
    """What a host may set. The token is kept out of the repr, so that no log shows it."""

    token: Secret
    database: DatabaseAddress
    api: str | None  # None: Discord's own
    gateway: str | None
    log_level: int
    robot_pace: float  # seconds before a robot acts
    robot_seconds: float  # for which it may think
    analysis_seconds: float  # for which a deal that is over may be studied
    robot_workers: int  # processes that think for the robots; 0: they all play by rule
    cut_seconds: float  # how long the dealer's neighbour is offered the cut
    backups: Path | None = None  # the folder for the daily ones; None: there are none
    metrics: tuple[str, int] | None = None  # where the endpoint listens; None: there is none
    log_json: bool = False  # each line of the log as JSON
    new_database: bool = True  # whether one may be begun where there is none
    card_emoji: bool = True  # whether the cards are uploaded as emoji of the application
    double_tap: float = 0.6  # seconds within which two presses at one place of a panel count as one
    tables_per_person: int = 20  # open at once that one person has opened
    tables_per_server: int = 500
    sheets_per_person: int = 20
    sheets_per_server: int = 500
    abandoned_hours: int = 24  # without any act, after which a table is adjourned until somebody resumes it
    shards: Shards = EVERY  # those of this process, where several share a server
    identify_seconds: float = 5.0  # at least, between two sessions with Discord that processes begin
    lease_seconds: float = 5.0  # after which the others take over what a silent process looked after
    adjourned_days: int = 14  # without any act, after which a table or sheet closes whose place is gone
    details_days: int = 365  # for which it is kept why robots acted, and how compared deals were played
    page: tuple[str, int] | None = None  # where the page of the table listens; None: there is none
    page_address: str | None = None  # what its links begin with
    page_proxies: tuple[IPv4Network | IPv6Network, ...] = ()  # whose X-Forwarded-For is believed


class Secret:
    """A string that does not print itself."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def told(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return "<secret>"


def load(environment: Mapping[str, str], dotenv: Path) -> Settings:
    """The settings; the environment wins over the file. Raises BadSetting naming the first that is wrong."""
    found = given(environment, dotenv)
    token = token_set(found)
    database = _database(found)
    api = _address(found, "DISCORD_API", ("http://", "https://"))
    pace = _read(found, "ROBOT_PACE", "0.8", _seconds, "a number of seconds, 0.1 or more")
    if pace < LEAST_PACE and api is None:
        raise BadSetting("ROBOT_PACE", "a number of seconds, 0.1 or more")
    shards = _read(found, "SHARDS", "0-0/1", shards_of, "shards and how many there are, as 0-3/16")
    if shards != EVERY and not isinstance(database, ServerUrl):
        raise BadSetting("SHARDS", "left out: a database file has one process, with every shard")
    page, page_address = page_set(found)
    return Settings(
        token=Secret(token),
        database=database,
        shards=shards,
        identify_seconds=_read(found, "IDENTIFY_SECONDS", "5", _seconds, "a number of seconds, 0 or more"),
        lease_seconds=_read(found, "LEASE_SECONDS", "5", _lease, "a number of seconds, 1 or more"),
        api=api,
        gateway=_address(found, "DISCORD_GATEWAY", ("ws://", "wss://")),
        log_level=_read(found, "LOG_LEVEL", "INFO", _level, "one of DEBUG, INFO, WARNING, ERROR"),
        robot_pace=pace,
        robot_seconds=_read(found, "ROBOT_SECONDS", "0.7", _seconds, "a number of seconds, 0 or more"),
        analysis_seconds=_read(found, "ANALYSIS_SECONDS", "10", _seconds, "a number of seconds, 0 or more"),
        robot_workers=_read(found, "ROBOT_WORKERS", "2", _number, "a whole number, 0 or more"),
        cut_seconds=_read(found, "CUT_SECONDS", "10", _seconds, "a number of seconds, 0 or more"),
        double_tap=_read(found, "DOUBLE_TAP", "0.6", _seconds, "a number of seconds, 0 or more"),
        tables_per_person=_read(found, "TABLES_PER_PERSON", "20", _count, "a whole number, 1 or more"),
        tables_per_server=_read(found, "TABLES_PER_SERVER", "500", _count, "a whole number, 1 or more"),
        sheets_per_person=_read(found, "SHEETS_PER_PERSON", "20", _count, "a whole number, 1 or more"),
        sheets_per_server=_read(found, "SHEETS_PER_SERVER", "500", _count, "a whole number, 1 or more"),
        adjourned_days=_read(found, "ADJOURNED_DAYS", "14", _count, "a whole number, 1 or more"),
        details_days=_read(found, "DETAILS_DAYS", "365", _count, "a whole number, 1 or more"),
        abandoned_hours=_read(found, "ABANDONED_HOURS", "24", _count, "a whole number, 1 or more"),
        card_emoji=_read(found, "CARD_EMOJI", "on", _on, "on or off"),
        metrics=metrics_set(found),
        log_json=_read(found, "LOG_FORMAT", "text", _as_json, "text or json"),
        backups=backups_set(environment, dotenv),
        new_database=_read(found, "NEW_DATABASE", "allowed", _allowed, "allowed or refused"),
        page=page,
        page_address=page_address,
        page_proxies=_read(
            found,
            "PAGE_PROXIES",
            "",
            _networks,
            "addresses or networks with blanks between: 127.0.0.1 10.0.0.0/8",
        ),
    )


def database_set(environment: Mapping[str, str], dotenv: Path) -> DatabaseAddress:
    """The database alone, for what needs no token. Raises BadSetting."""
    return _database(given(environment, dotenv))


def token_set(given: Mapping[str, str]) -> str:
    """The token, which is a word. Raises BadSetting."""
    token = given.get("DISCORD_TOKEN")
    if token is None:
        raise BadSetting("DISCORD_TOKEN", "the token of your bot, from Discord's developer portal")
    if not re.fullmatch(r"[!-~]+", token):
        need = (
            "a token as Discord's developer portal shows it: one word, with no space and no line break in it"
        )
        raise BadSetting("DISCORD_TOKEN", need)
    return token


def metrics_set(given: Mapping[str, str]) -> tuple[str, int] | None:
    """Where the endpoint listens; None for nowhere. Raises BadSetting."""
    return _read(given, "METRICS", "", _listening, "empty, or an address and a port: 127.0.0.1:9464")


def page_set(given: Mapping[str, str]) -> tuple[tuple[str, int] | None, str | None]:
    """Where the page of the table listens, and what its links begin with. Raises BadSetting."""
    listens = _read(given, "PAGE", "", _listening, "empty, or an address and a port: 127.0.0.1:8080")
    return listens, _page_address(given)


def backups_set(environment: Mapping[str, str], dotenv: Path) -> Path | None:
    """The folder of the daily backups; None if there are to be none."""
    folder = given(environment, dotenv).get("BACKUPS", BACKUPS)
    if folder.lower() == "off":
        return None
    return backups_folder(database_set(environment, dotenv), folder)


def backups_folder(database: DatabaseAddress, folder: str = BACKUPS) -> Path:
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


def shards_of(text: str) -> Shards:
    """``0-3/16`` are four of sixteen shards. Raises ValueError."""
    which, _, count = text.partition("/")
    first, _, last = which.partition("-")
    shards = Shards(int(first), int(last or first), int(count))
    if not 0 <= shards.first <= shards.last < shards.count:
        raise ValueError
    return shards


def _read(given: Mapping[str, str], name: str, default: str, read: Callable[[str], T], need: str) -> T:
    try:
        return read(given.get(name, default))
    except (KeyError, ValueError):
        raise BadSetting(name, need) from None


def _database(given: Mapping[str, str]) -> DatabaseAddress:
    return _read(given, "DATABASE", DATABASE, database_at, words.ADDRESS)


def _address(given: Mapping[str, str], name: str, schemes: tuple[str, ...]) -> str | None:
    address = given.get(name)
    if address is not None and not address.startswith(schemes):
        raise BadSetting(name, f"an address that begins with {' or '.join(schemes)}")
    return address.rstrip("/") if address else None


def _page_address(given: Mapping[str, str]) -> str | None:
    """What the links to the page begin with: a scheme and a host. Raises BadSetting if it is something else,
    or missing where PAGE is set."""
    address = _address(given, "PAGE_ADDRESS", ("https://", "http://"))
    if address is None and given.get("PAGE") is None:
        return None
    if address is None or not re.fullmatch(r"https?://[^/?#@\s]+", address):
        need = "the address at which browsers find the page, without a path: https://cards.example.org"
        raise BadSetting("PAGE_ADDRESS", need)
    return address


def _networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    return tuple(ip_network(one) for one in text.split())


def _level(text: str) -> int:
    if text.upper() not in ("DEBUG", "INFO", "WARNING", "ERROR"):
        raise ValueError
    return logging.getLevelNamesMapping()[text.upper()]


def _allowed(text: str) -> bool:
    return {"allowed": True, "refused": False}[text.lower()]


def _as_json(text: str) -> bool:
    return {"text": False, "json": True}[text.lower()]


def _listening(text: str) -> tuple[str, int] | None:
    if not text:
        return None
    host, _, port = text.rpartition(":")
    number = int(port)
    if not host or not 0 <= number < 1 << 16:
        raise ValueError
    return host.strip("[]"), number


def _on(text: str) -> bool:
    return {"on": True, "off": False}[text.lower()]


def _count(text: str) -> int:
    count = _number(text)
    if count < 1:
        raise ValueError
    return count


def _number(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError
    return number


def _lease(text: str) -> float:
    seconds = _seconds(text)
    if seconds < 1:
        raise ValueError
    return seconds


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 <= seconds < 3600:
        raise ValueError
    return seconds
