"""What people and servers have chosen: the one place that knows each choice and its default.

A choice is kept as a row of text. What cannot be read, since an earlier or later version wrote it, counts as
not chosen. A server's choices become options of the tables and sheets that are opened there, so that a later
choice changes no table that people sit at.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields
from enum import Enum
from math import inf
from typing import Final, Generic, TypeVar

from bot.streams.open_stream import Locks, Recent
from rules.counting.seasons import SEASON_LENGTHS, USUAL_LENGTH
from rules.frozen import frozen
from rules.games.variant import HINTS_GIVEN, RANKED, RANKED_LIMIT, ROBOTS_SIT
from storage.ports.records import UserId
from storage.ports.storage import Choices, KnownPeople, StorageError

T = TypeVar("T")
ChosenT = TypeVar("ChosenT", "Tastes", "House")


class Alert(Enum):
    """When a person is told, by a message that rings, that a table waits for them."""

    AT_ONCE = "at once"
    LATER = "later"  # after ``Tastes.alert_after`` seconds
    NEVER = "never"


class Cards(Enum):
    """What cards look like."""

    FOUR_COLOURS = "four colours"
    TWO_COLOURS = "two colours"
    TEXT = "text"


class Ranked(Enum):
    """Which rubbers count for the leaderboard and the rating of a server."""

    SIDES = "sides"  # those with a person on each side who sat them through
    FULL = "full"  # those in which a person sat every chair through
    NONE = "none"


@frozen
class Tastes:
    """What one person has chosen, for every table and server."""

    alert: Alert = Alert.LATER
    alert_after: int = 20  # seconds
    remind_at: int = 18  # the hour, UTC, of the daily reminder where people play by turns over days
    cards: Cards | None = None  # None: as the server has it
    two_tap: bool = False  # the first tap marks a card, the second plays it
    language: str | None = None  # a locale as Discord names it; None: as their Discord is set
    locale: str | None = None  # what their Discord was set to when they last did something; not chosen
    daily: bool = False  # whether they are reminded of the deal of the day
    challenged: bool = True  # whether anybody may challenge them
    alone: str = ""  # what they last played alone; not chosen either
    learning: str = ""  # how far they have come in lessons and exercises; likewise
    heard: int = 0  # which announcement of the host's they were told of as they played alone; not chosen
    picture: bool = False  # whether the table is a picture where they alone see it


@frozen
class House:
    """What the administrators of one server have chosen."""

    cards: Cards = Cards.FOUR_COLOURS
    language: str | None = None  # a locale as Discord names it; None: as the server is set in Discord
    channels: tuple[int, ...] = ()  # where tables may be opened, and in their threads; empty: everywhere
    threads: bool = False  # whether a further table in a channel gets a thread of its own
    cut_after: int | None = None  # seconds until the bot cuts the pack; None: as the host has it
    absent: int = 3  # minutes after which a robot may sit in for an absent person, at tables opened from now
    claim_after: int = 0  # seconds until a claim that is not answered is refused; 0: never
    alerts: bool = True  # whether anybody is alerted in this server
    alert_least: int = 0  # seconds before which nobody is alerted, whatever they have chosen
    robots: bool = True  # whether robots may take chairs at tables opened from now on
    hints: bool = True  # whether tables may have hints; likewise
    ranked: Ranked = Ranked.SIDES  # at tables and sheets opened from now on
    ranked_doublings: int = 6  # a rubber with a longer chain of doublings does not count; likewise
    sheets_count: bool = True  # whether rubbers with real cards count; likewise
    seasons: int = USUAL_LENGTH  # months of a season of the leaderboards; 0: there are none
    news: bool = False  # whether the host may announce something in the system channel


UNSET: Final = "-"
"""In place of a choice that is left to others, as the language is to Discord."""

NO_TASTES: Final = Tastes()
NO_HOUSE: Final = House()


def _tastes(kept: Mapping[str, str]) -> Tastes:
    return Tastes(
        alert=_read_choice(kept, "alert", Alert, NO_TASTES.alert),
        alert_after=_read_choice(kept, "alert_after", int, NO_TASTES.alert_after),
        remind_at=_read_choice(kept, "remind_at", int, NO_TASTES.remind_at),
        cards=_read_choice(kept, "cards", Cards, NO_TASTES.cards),
        two_tap=_read_choice(kept, "two_tap", _yes, NO_TASTES.two_tap),
        language=_read_choice(kept, "language", _locale, NO_TASTES.language),
        locale=_read_choice(kept, "locale", str, NO_TASTES.locale),
        daily=_read_choice(kept, "daily", _yes, NO_TASTES.daily),
        challenged=_read_choice(kept, "challenged", _yes, NO_TASTES.challenged),
        alone=_read_choice(kept, "alone", str, NO_TASTES.alone),
        learning=_read_choice(kept, "learning", str, NO_TASTES.learning),
        heard=_read_choice(kept, "heard", int, NO_TASTES.heard),
        picture=_read_choice(kept, "picture", _yes, NO_TASTES.picture),
    )


def _house(kept: Mapping[str, str]) -> House:
    return House(
        cards=_read_choice(kept, "cards", Cards, NO_HOUSE.cards),
        language=_read_choice(kept, "language", _locale, NO_HOUSE.language),
        channels=_read_choice(kept, "channels", _parse_ids, NO_HOUSE.channels),
        threads=_read_choice(kept, "threads", _yes, NO_HOUSE.threads),
        cut_after=_read_choice(kept, "cut_after", int, NO_HOUSE.cut_after),
        absent=_read_choice(kept, "absent", int, NO_HOUSE.absent),
        claim_after=_read_choice(kept, "claim_after", int, NO_HOUSE.claim_after),
        alerts=_read_choice(kept, "alerts", _yes, NO_HOUSE.alerts),
        alert_least=_read_choice(kept, "alert_least", int, NO_HOUSE.alert_least),
        robots=_read_choice(kept, "robots", _yes, NO_HOUSE.robots),
        hints=_read_choice(kept, "hints", _yes, NO_HOUSE.hints),
        ranked=_read_choice(kept, "ranked", Ranked, NO_HOUSE.ranked),
        ranked_doublings=_read_choice(kept, "ranked_doublings", int, NO_HOUSE.ranked_doublings),
        sheets_count=_read_choice(kept, "sheets_count", _yes, NO_HOUSE.sheets_count),
        seasons=_read_choice(kept, "seasons", _months, NO_HOUSE.seasons),
        news=_read_choice(kept, "news", _yes, NO_HOUSE.news),
    )


class Preferences:
    """Reads and keeps the choices of people and of servers."""

    def __init__(self, choices: Choices, known: KnownPeople, fresh: float = inf) -> None:
        """What was read longer than ``fresh`` seconds ago is read again, since other processes change it
        too."""
        self._known = known
        self._people = _Owners(choices, "user", NO_TASTES, _tastes, fresh)
        self._servers = _Owners(choices, "guild", NO_HOUSE, _house, fresh)
        self.of_person = self._people.choices_of
        self.of_server = self._servers.choices_of
        self.last_read = self._people.last_read
        """What a person had chosen when that was read last, as it is before anything is drawn for them."""

    async def change_person(self, user: UserId, change: Callable[[Tastes], Tastes]) -> Tastes:
        """Keeps what this changes, and nothing else of what was chosen; all that is chosen now."""
        return await self._people.change(user, change)

    async def is_known(self, user: UserId) -> bool:
        """Whether anything is kept of a person: they have played, or chosen something."""
        return await self.of_person(user) != NO_TASTES or await self._known.is_met(user)

    def forgotten(self, user: UserId) -> None:
        """The storage has forgotten a person."""
        self._people.forgotten(user)

    async def person_lost(self, user: UserId) -> bool:
        """Whether a person is to be told that something they had chosen is damaged; they are told once."""
        return await self._people.lost(user)

    async def server_lost(self, guild: int) -> bool:
        """The same of a server."""
        return await self._servers.lost(guild)

    async def change_server(self, guild: int, change: Callable[[House], House]) -> House:
        return await self._servers.change(guild, change)


class _Owners(Generic[ChosenT]):
    """The choices of one kind of owner; those used last are in memory."""

    def __init__(
        self,
        choices: Choices,
        kind: str,
        default: ChosenT,
        read: Callable[[Mapping[str, str]], ChosenT],
        fresh: float,
    ) -> None:
        self._choices = choices
        self._kind = kind
        self._default: ChosenT = default
        self._read: Callable[[Mapping[str, str]], ChosenT] = read
        self._known: Recent[int, tuple[ChosenT, float]] = Recent()  # with when it was read
        self._changes: Recent[int, int] = Recent()  # how many there have been
        self._changing: Locks[int] = Locks()
        self._fresh = fresh

    async def choices_of(self, owner: int) -> ChosenT:
        """What cannot be read, since the storage fails, is as nobody has chosen: it decides only how things
        look."""
        known, at = self._known.get(owner, (None, 0.0))
        if known is not None and time.monotonic() - at <= self._fresh:
            self._known.move_to_end(owner)
            return known
        try:
            return await self._load_choices(owner)
        except StorageError:
            return self._default

    def last_read(self, owner: int) -> ChosenT:
        known, _ = self._known.get(owner, (None, 0.0))
        return known if known is not None else self._default

    async def _load_choices(self, owner: int) -> ChosenT:
        """Raises StorageError."""
        at, changes = time.monotonic(), self._changes.get(owner, 0)
        known = self._read(await self._choices.choices(f"{self._kind}:{owner}"))
        if changes == self._changes.get(owner, 0):  # else it may be what was chosen before
            self._known[owner] = known, at
        return known

    async def change(self, owner: int, change: Callable[[ChosenT], ChosenT]) -> ChosenT:
        """One after the other. Raises StorageError."""
        async with self._changing.lock_for(owner):
            return await self._change(owner, change)

    async def _change(self, owner: int, change: Callable[[ChosenT], ChosenT]) -> ChosenT:
        known, _ = self._known.get(owner, (None, 0.0)) if self._fresh == inf else (None, 0.0)
        before = known if known is not None else await self._load_choices(owner)
        after = change(before)
        changed: dict[str, str | None] = {}
        for one in fields(after):
            value = getattr(after, one.name)
            if value != getattr(before, one.name):
                changed[one.name] = None if value == getattr(self._default, one.name) else _stored_text(value)
        if changed:
            try:
                await self._choices.set_choices(f"{self._kind}:{owner}", changed)
            finally:
                self.forgotten(owner)
        return await self.choices_of(owner)

    async def lost(self, owner: int) -> bool:
        with suppress(StorageError):
            return await self._choices.choices_lost(f"{self._kind}:{owner}")
        return False

    def forgotten(self, owner: int) -> None:
        """What was read, or is being read, of an owner holds no longer."""
        self._changes[owner] = self._changes.get(owner, 0) + 1
        self._known.pop(owner, None)


def as_texts(chosen: Tastes | House) -> dict[str, str]:
    """Every choice as text, by its name; ``UNSET`` for one that is left to others."""
    values = ((one.name, getattr(chosen, one.name)) for one in fields(chosen))
    return {name: UNSET if value is None else _stored_text(value) for name, value in values}


def tastes_with(tastes: Tastes, changed: Mapping[str, str]) -> Tastes:
    """With these choices, given as ``as_texts`` gives them; what cannot be read is as nobody chose it."""
    return _tastes({**as_texts(tastes), **changed})


def house_with(house: House, changed: Mapping[str, str]) -> House:
    return _house({**as_texts(house), **changed})


def _read_choice(kept: Mapping[str, str], name: str, read: Callable[[str], T], default: T) -> T:
    try:
        return read(kept[name])
    except (KeyError, ValueError):
        return default


def _yes(text: str) -> bool:
    return {"yes": True, "no": False}[text]


def _months(text: str) -> int:
    return {str(months): months for months in (0, *SEASON_LENGTHS)}[text]


def _locale(text: str) -> str | None:
    return None if text == UNSET else text


def _parse_ids(text: str) -> tuple[int, ...]:
    return tuple(int(one) for one in text.split())


def _stored_text(value: object) -> str:
    match value:
        case tuple():
            return " ".join(map(str, value))
        case bool():
            return "yes" if value else "no"
        case Enum():
            return str(value.value)
    return str(value)


def table_choices(house: House) -> dict[str, str]:
    """Those of a table that are not at their defaults."""
    options = _ranking(house, house.ranked)
    if not house.robots:
        options[ROBOTS_SIT.key] = "no"
    if not house.hints:
        options[HINTS_GIVEN.key] = "no"
    if house.absent != NO_HOUSE.absent:
        options["absent"] = str(house.absent)
    return options


def of_sheet(house: House) -> Mapping[str, str]:
    return _ranking(house, Ranked.SIDES if house.sheets_count else Ranked.NONE)


def _ranking(house: House, ranked: Ranked) -> dict[str, str]:
    options: dict[str, str] = {}
    if ranked is not NO_HOUSE.ranked:
        options[RANKED.key] = ranked.value
    if house.ranked_doublings != NO_HOUSE.ranked_doublings:
        options[RANKED_LIMIT.key] = str(house.ranked_doublings)
    return options
