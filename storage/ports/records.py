"""The values that pass between the bot and its storage. Nothing here knows SQL.

Times are seconds since 1970, rounded to the millisecond when they are stored.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from datetime import UTC, datetime
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Final, Generic, NamedTuple, NewType, TypeVar, overload
from urllib.parse import quote

from rules.challenges import LONGEST, is_challenge
from rules.contests import is_daily
from rules.evening.events import EveningEvent
from rules.evening.plan import Kind
from rules.frozen import frozen
from rules.seats import Person, Seat
from rules.sheet.events import SheetEvent
from rules.table.events import Event

TableId = NewType("TableId", str)
"""The id of a stream of events, a table, a score sheet or an evening, in the log and in buttons: a short
random token."""

UserId = NewType("UserId", int)
"""A Discord user."""

EventT_co = TypeVar("EventT_co", covariant=True)


_SERVERS: Final = ("postgresql://", "postgres://")


class ServerUrl:
    """The URL of a database on a server. As text it leaves out the password, so that no log shows it."""

    __slots__ = ("_password", "_url")

    def __init__(self, url: str, password: str = "") -> None:
        """``password`` is one that does not stand in the URL."""
        self._url, self._password = url, password

    def url_with_password(self) -> str:
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
        raise ValueError  # without the text: it may hold a password
    return Path(text)


@frozen
class Place:
    """Where a table or a sheet stands: ids of Discord's."""

    guild: int
    channel: int

    @property
    def is_in_discord(self) -> bool:
        """Whether it is a place in Discord."""
        return self.channel != 0


NOWHERE: Final = Place(0, 0)
"""Of a table at which one person plays alone: it is shown on the messages on which they press."""


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
    newcomers: frozenset[UserId]  # those of them who have not sat through a deal anywhere
    snapshot: Snapshot | None
    events: Sequence[Stored]  # those after the snapshot
    seeds: Mapping[int, bytes] = field(repr=False)  # of deals that are not over
    slots: Sequence[SlotState]
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


GRACE: Final = 3600.0
"""For so many seconds after midnight, UTC, the deal of a day may still be ended. Then its secret is shown."""
_A_DAY: Final = 24 * 3600


def closes_at(contest: str, begun: float) -> float:
    """The moment at which the day of a contest and its grace are over, for a play that was begun then. A deal
    that has no day has that of each play; one of a challenge lasts for as long as any challenge."""
    over = begun // _A_DAY * _A_DAY + _A_DAY + (LONGEST if is_challenge(contest) else 0.0)
    with suppress(ValueError):
        if is_daily(contest):
            day = datetime.fromisoformat(contest).replace(tzinfo=UTC)
            over = max(over, day.timestamp() + _A_DAY)
    return over + GRACE


@frozen
class Contest:
    """A deal that many people play alone. The deal of a day has its date for a name."""

    id: str
    game: str
    dealer: Seat
    strength: str  # of the robots
    secret: bytes = field(repr=False)
    made: float


@frozen
class Attempt:
    """A play of a contest: of a user, or of a robot of some strength in a person's chair. Both are missing
    where a user has been forgotten, and points too where that ended it."""

    table: TableId
    contest: str
    user: UserId | None
    robot: str
    began: float
    ended: float | None
    points: int | None  # of their side, less those of the other
    line: tuple[str, ...] = field(repr=False)  # the calls and cards in order


class Plays(tuple[Attempt, ...]):
    """Every play of a contest, or of a user, those that go on among them."""

    lost: int
    """How many more there are of which what is stored is not what was written."""

    def __new__(cls, plays: Iterable[Attempt], lost: int) -> Plays:
        made = super().__new__(cls, plays)
        made.lost = lost
        return made


_NOBODY: Final = 0  # in the place of a user

Result = tuple[str, UserId | None, float, int]
"""The contest, the user, when it was ended, and the points."""


class Results(Sequence[Result]):
    """Every result of some contests, each contest's together. Months of them are held, in thirty bytes
    each."""

    def __init__(self, rows: Iterable[Result], lacking: frozenset[str] = frozenset()) -> None:
        self._contests: list[str] = []
        self._begin: list[int] = []  # the place of the first result of each
        self._users, self._ended = array("q"), array("d")
        self._points = list[int]()
        same = dict[int, int]()  # one number for all that are equal
        for contest, user, ended, points in rows:
            if not self._contests or self._contests[-1] != contest:
                self._contests.append(contest)
                self._begin.append(len(self._points))
            self._users.append(_NOBODY if user is None else user)
            self._ended.append(ended)
            self._points.append(same.setdefault(points, points))
        self.lacking = lacking
        """The contests of which not every play could be read."""

    def __len__(self) -> int:
        return len(self._points)

    @overload
    def __getitem__(self, place: int, /) -> Result: ...
    @overload
    def __getitem__(self, place: slice, /) -> Sequence[Result]: ...
    def __getitem__(self, place: int | slice, /) -> Result | Sequence[Result]:
        if isinstance(place, slice):
            return tuple(self[one] for one in range(*place.indices(len(self))))
        place = range(len(self))[place]
        contest = self._contests[bisect_right(self._begin, place) - 1]
        user = self._users[place]
        return contest, None if user == _NOBODY else UserId(user), self._ended[place], self._points[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Results({tuple(self)}, {self.lacking})"

    def by_contest(self) -> Iterator[tuple[str, Sequence[int], Iterable[tuple[int, float, int]]]]:
        """Of each contest all points, and the results of those who are known: who, when, and the points."""
        ends = [*self._begin, len(self)][1:]
        for contest, first, end in zip(self._contests, self._begin, ends, strict=True):
            points = self._points[first:end]
            rows = zip(self._users[first:end], self._ended[first:end], points, strict=True)
            yield contest, points, (row for row in rows if row[0] != _NOBODY)


class Regulars(frozenset[UserId]):
    """Those who have asked for the deal of a day in a server."""

    whole: bool
    """Whether everybody is among them who was noted."""

    def __new__(cls, users: Iterable[UserId], *, whole: bool) -> Regulars:
        made = super().__new__(cls, users)
        made.whole = whole
        return made


@frozen
class Append(Generic[EventT_co]):
    """What one act appends to the log of a stream, with all that is stored in the same transaction."""

    stream: TableId
    expected: int
    """The version that the events were decided on; 0 opens a stream, which takes a ``place`` too."""
    events: Sequence[EventT_co]
    at: float | None = None
    """When it happened; None is when it is stored."""
    key: str | None = None
    """The idempotency key of the request."""
    actor: Person | None = None
    slots: Sequence[Slot] = ()
    """The messages that it puts out of date."""
    people: Mapping[Person, UserId] = field(default_factory=dict)
    """The users behind new pseudonyms, the actor's among them."""
    guests: Mapping[Person, str] = field(default_factory=dict, repr=False)
    """The names of people on a score sheet who have no Discord account."""
    secrets: Mapping[int, bytes] = field(default_factory=dict, repr=False)
    """The seeds of deals; each is deleted by the SeedRevealed of its deal."""
    reason: Reason | None = None
    """Why a robot did the first of the events."""
    snapshot: Snapshot | None = None
    """Of the stream after the events."""
    goes_on: bool = False
    """Whether the stream then goes on without anybody's doing."""
    deal: DealCount | None = None
    """What is counted of a deal that the events end."""
    attempt: Attempt | None = None
    """The play of a contest that begins with the stream, or that the events end."""
    place: Place | None = None
    beside: Collection[TableId] | None = None
    """Where another process may open a stream too, the open ones that are known to stand in the place."""


@frozen
class Done:
    """What an append under an idempotency key came to."""

    table: TableId
    version: int


class SlotKind(Enum):
    """What a message is there for. The value is the word with which its stored name begins, or all of it."""

    LOBBY = "lobby"  # between rubbers, after so many of them
    DEAL = "table"  # a deal by its number, which becomes its result
    PANEL = "hand"  # in a person's direct messages
    ALERT = "alert"  # rings for a person in the channel: posted once, never changed, deleted
    ALERT_IN_PRIVATE = "alert-dm"
    PAGE = "sheet"  # of a score sheet, by the number of its rubber
    NOTICE = "notice"  # tells a person that a score sheet is adjourned
    EVENING = "evening:0"
    BOARD = "evening"  # the travelling sheet of a deal
    FINAL = "evening:final"
    STOPPED = "evening:stopped"  # rings for the director while tables cannot be opened
    ROUND_OVER = "evening:over"  # rings for the director until they give the signal for the next round
    OWN_END = "evening-dm"  # tells a person how they have done in an evening that is over
    UNKNOWN = ""  # stored by another version of the bot

    def __init__(self, word: str) -> None:
        self.private = word in ("hand", "alert-dm", "notice", "evening-dm")
        """Whether it stands in somebody's direct messages."""
        self.rings = word in ("alert", "alert-dm", "evening:stopped", "evening:over")
        """Whether it is posted to ring, and deleted instead of changed."""


class Slot(str):
    """One message of a stream: its kind, and whose or which it is. As text it is the name that is stored."""

    __slots__ = ("kind", "owner")

    def __new__(cls, kind: SlotKind, owner: str | int = "") -> Slot:
        made = super().__new__(cls, f"{kind.value}:{owner}" if owner != "" else kind.value)
        made.kind, made.owner = kind, str(owner)
        return made

    kind: SlotKind
    owner: str
    """A pseudonym or a number; of an alert, a pseudonym and the second at which it was wanted."""

    @property
    def number(self) -> int:
        """Of a rubber, a deal or a board."""
        return int(self.owner)

    @staticmethod
    @lru_cache(maxsize=4096)
    def of_name(name: str) -> Slot:
        """The slot of a stored name. What is not known is of the kind ``UNKNOWN``, and keeps its name."""
        if name in _WHOLE:
            return Slot(_WHOLE[name])
        word, colon, owner = name.partition(":")
        if colon and word in _KINDS:
            return Slot(_KINDS[word], owner)
        unknown = str.__new__(Slot, name)
        unknown.kind, unknown.owner = SlotKind.UNKNOWN, name
        return unknown


_WHOLE: Final = {kind.value: kind for kind in SlotKind if ":" in kind.value}
_KINDS: Final = {kind.value: kind for kind in SlotKind if kind.value and ":" not in kind.value}


class SlotKey(NamedTuple):
    """A slot of one stream."""

    table: TableId
    slot: Slot


class SlotState(NamedTuple):
    """What must stand in a slot, and what is known of the message that is there."""

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

    def as_wanted(self, version: int) -> SlotState:
        return self._replace(wanted=max(version, self.wanted))

    def as_shown(self, version: int, digest: str, channel: int, message: int) -> SlotState:
        """Once this message shows a version. News of an older one than was shown before is passed over."""
        if self.shown is not None and version < self.shown:
            return self
        return SlotState(self.key, self.wanted, version, digest, channel, message, self.posts)

    def as_failed(self, not_before: float) -> SlotState:
        """After it could not be shown, and must not be tried again before this time."""
        return self._replace(tries=self.tries + 1, not_before=not_before)

    def as_lost(self) -> SlotState:
        """Once its message is gone: it is due again, with a new one."""
        return self._replace(shown=None, digest=None, channel=None, message=None, posts=self.posts + 1)

    def as_unsure(self) -> SlotState:
        """While nobody here knows what its message shows."""
        return self._replace(digest=None)

    def as_parked(self, why: str) -> SlotState:
        """Given up until it is unparked, shown all the same, or moved."""
        return self._replace(parked=why)

    def as_unparked(self) -> SlotState:
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


@frozen
class PageKey:
    """What lets one person's browser in to the page of a table."""

    digest: bytes = field(repr=False)  # of what the browser holds
    handle: str  # of a session, as it stands in its address; empty for a link
    user: UserId
    table: TableId
    until: float


class Notes(NamedTuple):
    """What is to be written of messages: of slots, and which are to be forgotten; of private copies, and the
    ids of those to be forgotten."""

    noted: Sequence[SlotState]
    retired: Sequence[SlotState]
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


class Decayed(NamedTuple):
    """Something stored that is not what was written: a row by its key, a ``list`` by its name that lacks rows
    or has too many, or with no key the rows of a table that cannot be read."""

    table: str
    key: str = ""


@frozen
class Checked:
    """What came of counting everything anew."""

    mended: Mapping[int, int]  # by server, how many rows were not what the log comes to
    damaged: Mapping[TableId, int]  # the tables of which not everything can be read, and from which event on
    misplaced: int = 0  # rows of messages that could not be found, or belonged to no table: put in order
    decayed: tuple[Decayed, ...] = ()


@frozen
class BestDeal:
    """The finished deal that brought somebody most."""

    table: TableId
    deal: int
    points: int


@frozen
class Career:
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


class Admission(Enum):
    """What became of a challenge that was to be made, or taken up, or declined."""

    DONE = "done"  # now or before
    NO_CHALLENGE = "no challenge"
    NOT_ASKED = "not asked"  # it was meant for somebody else, or for another channel
    CLOSED = "closed"  # nobody else comes in any more
    MOST_OPEN = "most open"  # they play as many as they may
    MOST_ASKED = "most asked"  # as many wait for the friend's answer as may
    ASKED_BEFORE = "asked before"  # one of the same person to the same friend may still be taken up


def evening_board(kind: Kind) -> str:
    """The name under which the leaderboard of a kind of evenings is kept, where others have a game's."""
    return f"evening {kind.value}"


def millis(seconds: float) -> int:
    """A time in milliseconds, as it is stored."""
    return round(seconds * 1000)


def seconds(millis: object) -> float:
    """A stored time in seconds; 0 of what has decayed into another type, as a column of SQLite's may."""
    return millis / 1000 if isinstance(millis, int) else 0.0
