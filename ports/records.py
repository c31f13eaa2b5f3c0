"""The values that pass between the bot and its storage. Nothing here knows SQL.

Times are seconds since 1970, rounded to the millisecond when they are stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Final, NamedTuple, NewType
from urllib.parse import quote

from rules.evening.events import EveningEvent
from rules.evening.plan import Kind
from rules.frozen import frozen
from rules.members import Person
from rules.sheet.events import SheetEvent
from rules.table.events import Event

TableId = NewType("TableId", str)
"""The id of a stream of events, a table, a score sheet or an evening, in the log and in buttons: a short
random token."""

UserId = NewType("UserId", int)
"""A Discord user."""


_SERVERS: Final = ("postgresql://", "postgres://")


class ServerUrl:
    """The URL of a database on a server. As text it leaves out the password, so that no log shows it."""

    __slots__ = ("_password", "_url")

    def __init__(self, url: str, password: str = "") -> None:
        """``password`` is one that does not stand in the URL."""
        self._url, self._password = url, password

    def told(self) -> str:
        if not self._password:
            return self._url
        return f"{self._url}{'&' if '?' in self._url else '?'}password={quote(self._password, safe='')}"

    def with_password(self, password: str) -> ServerUrl:
        return ServerUrl(self._url, password)

    @property
    def holds_password(self) -> bool:
        """Whether a password stands in the URL."""
        _, _, rest = self._url.partition("://")
        user, _, place = rest.rpartition("@")
        return ":" in user or "password" in place.partition("?")[2]

    def __str__(self) -> str:
        scheme, _, rest = self._url.partition("://")
        if "password" in rest:
            return f"{scheme}://..."
        user, at, place = rest.rpartition("@")
        return f"{scheme}://{user.partition(':')[0]}{at}{place.partition('?')[0]}"

    __repr__ = __str__


DatabaseAddress = Path | ServerUrl
"""Where a database is: in an SQLite file, or on a PostgreSQL server."""


def database_at(text: str) -> DatabaseAddress:
    """From what a host writes: a URL, or else the path of a file. Raises ValueError for a URL of anything
    else."""
    if text.startswith(_SERVERS):
        return ServerUrl(text)
    if "://" in text:
        raise ValueError("a URL of something else")  # without it: it may hold a password
    return Path(text)


@frozen
class Place:
    """Where a table or a sheet stands: ids of Discord's."""

    guild: int
    channel: int


@frozen
class Stream:
    """A table or a sheet as the storage lists it: from open to close it is one stream of events."""

    table: TableId
    kind: str  # ``table``, ``sheet`` or ``evening``
    place: Place
    version: int  # the number of its events
    open: bool
    at: float  # when the last event was stored


@frozen
class Stored:
    """An event of a table in its place in the log."""

    version: int  # 1 for the first event of a stream
    event: Event
    actor: Person | None  # None: a robot, the clock or the house
    at: float


@frozen
class StoredScore:
    """An event of a score sheet in its place in the log."""

    version: int
    event: SheetEvent
    actor: Person | None
    at: float


@frozen
class StoredTurn:
    """An event of an evening in its place in the log."""

    version: int
    event: EveningEvent
    actor: Person | None
    at: float


@frozen
class Reason:
    """Why a robot chose what the first event of an append says."""

    deal: int
    text: str = field(repr=False)  # tells hidden cards: to be read once the deal is over


@frozen
class Snapshot:
    """A table as it stood after its first ``version`` events, as text."""

    version: int
    over: int  # the number of the last deal that was over
    body: str = field(repr=False)


@frozen
class KeptTable:
    """All that is kept of a table: what its newest snapshot does not say is in the events after it."""

    stream: Stream
    people: Mapping[Person, UserId]
    snapshot: Snapshot | None
    events: Sequence[Stored]  # those after the snapshot
    seeds: Mapping[int, bytes] = field(repr=False)  # of deals that are not over
    slots: Sequence[Slot]
    lost: bool  # whether what is stored of other slots is not what was written


@frozen
class KeptSheet:
    """All that is kept of a score sheet."""

    stream: Stream
    people: Mapping[Person, UserId]
    guests: Mapping[Person, str]
    events: Sequence[StoredScore]
    lost: bool  # as of a table


@frozen
class KeptEvening:
    """All that is kept of an evening."""

    stream: Stream
    people: Mapping[Person, UserId]
    events: Sequence[StoredTurn]
    seeds: Mapping[int, bytes] = field(repr=False)
    lost: bool  # as of a table


@frozen
class Done:
    """What an append under an idempotency key came to."""

    table: TableId
    version: int


class SlotKey(NamedTuple):
    """One message that must be on screen, by a name that its stream understands: ``table:3``, ``sheet:1``."""

    table: TableId
    name: str


class Slot(NamedTuple):
    """One message that must be on screen, and what is known of the one that is there."""

    key: SlotKey
    wanted: int  # the version of the stream when it was last wanted
    shown: int | None = None  # the version that was last shown; None if nothing is there
    digest: str | None = None
    channel: int | None = None
    message: int | None = None
    posts: int = 0  # how many messages stood there earlier and are gone, or were left behind
    tries: int = 0  # failures since it was last shown
    not_before: float = 0.0
    parked: str | None = None  # why it has been given up, if it has

    @property
    def due(self) -> bool:
        """Whether it must still be shown as last wanted; ``not_before`` may lie ahead."""
        return self.parked is None and (self.shown is None or self.shown < self.wanted)

    def as_wanted(self, version: int) -> Slot:
        return self._replace(wanted=max(version, self.wanted))

    def as_shown(self, version: int, digest: str, channel: int, message: int) -> Slot:
        """Once this message shows a version. News of an older one than was shown before is passed over."""
        if self.shown is not None and version < self.shown:
            return self
        return Slot(self.key, self.wanted, version, digest, channel, message, self.posts)

    def as_failed(self, not_before: float) -> Slot:
        """After it could not be shown, and must not be tried again before this time."""
        return self._replace(tries=self.tries + 1, not_before=not_before)

    def as_lost(self) -> Slot:
        """Once its message is gone: it is due again, with a new one."""
        return self._replace(shown=None, digest=None, channel=None, message=None, posts=self.posts + 1)

    def as_unsure(self) -> Slot:
        """While nobody here knows what its message shows."""
        return self._replace(digest=None)

    def as_parked(self, why: str) -> Slot:
        """Given up until it is unparked, shown all the same, or moved."""
        return self._replace(parked=why)

    def as_unparked(self) -> Slot:
        return self._replace(parked=None, tries=0, not_before=0.0)


@frozen
class PrivateCopy:
    """A message that only one person sees: it shows the same as a slot, and an interaction's token reaches
    it."""

    message: int
    key: SlotKey
    token: str = field(repr=False)
    follow_up: bool  # whether it followed the answer to the interaction, and was not that answer
    made: float  # when the interaction was made


class Notes(NamedTuple):
    """What is to be written of messages: of slots, and which are to be forgotten; of private copies, and the
    ids of those to be forgotten."""

    noted: Sequence[Slot]
    retired: Sequence[Slot]
    copies: Sequence[PrivateCopy] = ()
    dropped: Sequence[int] = ()


@frozen
class DirectMessages:
    """What is known of a user's direct messages."""

    channel: int | None  # None if never opened
    refused: bool


@frozen
class DealShare:
    """What a finished deal says of one of its players. ``deeds`` are words of ours for what is counted:
    ``deal``; ``declared H`` and ``made H`` with the letter of the strain; ``contre won`` and ``contre lost``
    of a player who doubled the other side, ``surcontre won`` and ``surcontre lost`` of one who answered."""

    person: Person
    points: int  # of their side, less those of the other
    deeds: tuple[str, ...]


@frozen
class DealCount:
    """What is counted of a finished deal, for the people who sat there at its end."""

    game: str
    number: int
    shares: tuple[DealShare, ...]


class Board(Enum):
    """The leaderboards."""

    PERSONS = "persons"
    PAIRS = "pairs"
    RATING = "rating"  # of pairs, of all time
    ALONE = "alone"  # one person against robots


@frozen
class Ranked:
    """A line of a leaderboard: the rubbers of one user, or of two as partners."""

    user: UserId
    rubbers: int
    won: int
    points: int
    partner: UserId | None = None
    rating: float | None = None

    @property
    def average(self) -> Fraction:
        """Points per rubber."""
        return Fraction(self.points, self.rubbers)


@frozen
class BoardPage:
    """Some lines of a leaderboard."""

    lines: tuple[Ranked, ...]
    first: int  # the place of the first of them, from 1
    total: int  # lines of the whole board
    counting: bool = False  # whether everything is still to be counted as this version counts


@frozen
class Checked:
    """What came of counting everything anew."""

    mended: Mapping[int, int]  # by server, how many rows were not what the log comes to
    damaged: Mapping[TableId, int]  # the tables of which not everything can be read, and from which event on


@frozen
class BestDeal:
    """The finished deal that brought somebody most."""

    table: TableId
    deal: int
    points: int


@frozen
class Record:
    """What one user has done at one game in one server."""

    ranked: Ranked | None  # None without a rubber that counts
    alone: Ranked | None  # against robots
    results: tuple[tuple[float, int], ...]  # when the last rubbers that count ended, and their points
    deeds: Mapping[str, int]  # as in ``DealShare``, how often each
    best: BestDeal | None
    pairs: tuple[Ranked, ...]  # with each partner, those with most rubbers first
    counting: bool = False  # as in ``BoardPage``


@frozen
class OptionSet:
    """A game with options that are not at their defaults, which a server keeps under a name."""

    name: str
    game: str
    options: tuple[tuple[str, str], ...]


class Saving(Enum):
    """What became of a set that was to be kept."""

    DONE = "done"
    TAKEN = "taken"  # there is one by its name
    FULL = "full"


def evening_board(kind: Kind) -> str:
    """The name under which the leaderboard of a kind of evenings is kept, where others have a game's."""
    return f"evening {kind.value}"


def millis(seconds: float) -> int:
    """A time in milliseconds, as it is stored."""
    return round(seconds * 1000)


def seconds(millis: int) -> float:
    """A stored time in seconds."""
    return millis / 1000
