"""What the bot needs of the storage: the methods that it calls, and the errors that it handles; and what
several processes on one database share. A database file has one process only, and none of that.

Each port is filled by a role of ``storage.store.Store``; a service is handed the role that it uses, and can
call no other. The values that pass between the two are those of ``storage.ports.records``. Only what a host
starts (``bot.parts``, ``bot.__main__``, ``bot.host.records``) knows the store itself. Errors that only a host
meets, say a file that cannot be opened, are in ``storage.errors``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from rules.challenges import Challenge
from rules.contests import Field
from rules.counting.seasons import Lengths, Month, Season
from rules.evening.events import EveningEvent
from rules.frozen import frozen
from rules.sheet.events import SheetEvent
from rules.table.events import Event
from storage.ports.records import (
    Admission,
    Append,
    Attempt,
    Board,
    BoardPage,
    Career,
    Contest,
    DirectMessages,
    Done,
    KeptEvening,
    KeptSheet,
    KeptTable,
    Notes,
    OptionSet,
    PageKey,
    Place,
    Plays,
    PrivateCopy,
    Ranked,
    Regulars,
    Results,
    Saving,
    Slot,
    SlotKey,
    SlotState,
    Snapshot,
    Stored,
    Stream,
    TableId,
    UserId,
)

EventT_contra = TypeVar("EventT_contra", contravariant=True)


class StreamLog(Protocol[EventT_contra]):
    """What the service of any kind of stream needs."""

    async def append(self, new: Append[EventT_contra]) -> int:
        """The version of the stream afterwards. All of it is stored or nothing. Raises AlreadyDone,
        StaleVersion, PlaceTaken."""

    async def done(self, key: str) -> Done | None: ...
    async def open_places(self, kind: str) -> Sequence[tuple[TableId, Place]]: ...
    async def going_on(self, kind: str) -> Sequence[TableId]: ...
    async def move(
        self, stream_id: TableId, channel: int, staying: str = "", guild: int | None = None
    ) -> None: ...
    async def renew(self, stream_id: TableId, *slots: Slot) -> None: ...
    async def count_open(self, kind: str, guild: int) -> int: ...
    async def opened_by(self, kind: str, user: UserId) -> Sequence[TableId]: ...
    async def open_of_user(self, kind: str, user: UserId) -> Sequence[Stream]: ...


class TableLog(StreamLog[Event], Protocol):
    """What the tables need besides."""

    async def load(self, table_id: TableId, *, whole: bool = False) -> KeptTable | None: ...
    async def read_deal(
        self, table_id: TableId, deal: int, *, whole: bool = False
    ) -> tuple[Snapshot | None, Sequence[Stored]]: ...
    async def has_played(self, user: UserId) -> bool: ...
    async def have_met(self, users: Sequence[UserId]) -> bool: ...
    async def reasons(self, table_id: TableId, deal: int) -> Mapping[int, str]: ...
    async def want(self, table_id: TableId, *slots: Slot) -> None: ...


class SheetLog(StreamLog[SheetEvent], Protocol):
    """What the score sheets need besides."""

    async def load_sheet(self, sheet_id: TableId) -> KeptSheet | None: ...


class EveningLog(StreamLog[EveningEvent], Protocol):
    """What the evenings need besides."""

    async def find_stream(self, stream_id: TableId) -> Stream | None: ...
    async def load_evening(self, evening_id: TableId) -> KeptEvening | None: ...
    async def want(self, table_id: TableId, *slots: Slot) -> None: ...


class Uptime(Protocol):
    """What measuring how long the bot was connected needs."""

    async def periods(self, moment: float) -> Sequence[tuple[float, float]]:
        """Each period since a moment in which the bot was connected, as its beginning and end."""

    async def note_period(self, began: float, ended: float, forget: float) -> None:
        """Store that a period lasts, or lasted, until ``ended``, and forget those that ended before
        ``forget``."""


class Slots(Protocol):
    """What keeping messages up to date needs."""

    async def due_slots(self) -> Sequence[SlotState]: ...
    async def of_stream(self, table: TableId) -> Sequence[SlotState]: ...
    async def private_copies(self, table: TableId | None = None) -> Sequence[PrivateCopy]: ...
    async def note_slots(
        self,
        slots: Sequence[SlotState],
        retired: Sequence[SlotState] = (),
        copies: Sequence[PrivateCopy] = (),
        dropped: Sequence[int] = (),
    ) -> None: ...
    def let_notes_ride(self, take: Callable[[], Notes | None], tell: Callable[[Notes, bool], None]) -> None:
        """``take`` is asked at each write for notes that can share its commit; ``tell`` hears of each of them
        whether they were stored."""

    async def dm(self, user: UserId) -> DirectMessages: ...
    async def remember_dm(self, user: UserId, channel: int) -> None: ...
    async def dm_refused(self, user: UserId) -> None: ...


class PageKeys(Protocol):
    """What letting browsers in to the pages of tables needs. Hashes stand for what they hold."""

    async def add_page_link(self, link: PageKey, now: float) -> None: ...
    async def page_key(self, digest: bytes, now: float) -> PageKey | None: ...
    async def use_page_link(
        self, digest: bytes, session: bytes, handle: str, until: float, now: float
    ) -> PageKey | None: ...
    async def live_sessions(self, among: Collection[bytes], now: float) -> frozenset[bytes]: ...
    async def end_pages_of(self, user: UserId) -> None: ...


class KnownPeople(Protocol):
    """What telling people of what is kept of them needs, and forgetting them."""

    async def known(self, user: UserId) -> Mapping[str, Any]: ...
    async def forget(self, user: UserId) -> Sequence[TableId]: ...
    async def end_forgetting(self) -> Sequence[UserId]: ...
    async def is_met(self, user: UserId) -> bool:
        """Whether a user has taken part in anything, and has not been forgotten since."""


class Troubles(Protocol):
    """What telling a host of tables that are stuck needs."""

    async def late(self, before: float) -> Sequence[Stream]: ...
    async def hidden(self) -> Mapping[TableId, str]: ...

    damaged: Mapping[TableId, int]
    """Those of which not everything could be read when all was last counted, with the first wrong event of
    each."""
    flaw: str | None
    """What was wrong with the pages of the file when all of it was last read."""


class Choices(Protocol):
    """What keeping preferences needs. An owner is ``user:ID`` or ``guild:ID``."""

    async def choices(self, owner: str) -> Mapping[str, str]: ...
    async def choices_lost(self, owner: str) -> bool: ...
    async def set_choices(self, owner: str, chosen: Mapping[str, str | None]) -> None: ...
    async def chosen_by_all(self, name: str) -> Mapping[str, str]: ...
    async def remind(self, user: UserId, day: str) -> bool:
        """Note that a user is reminded of a day. Returns False if they have been."""


class Contests(Protocol):
    """What the deals that are compared need."""

    async def add_contest(self, new: Contest) -> Contest: ...
    async def contest(self, contest: str) -> Contest | None: ...
    async def contest_not_played(self, game: str, user: UserId, but: Collection[str]) -> Contest | None: ...
    async def begin_attempt(self, new: Attempt) -> bool: ...
    async def attempt(self, contest: str, user: UserId) -> Attempt | None: ...
    async def attempts(self, contest: str) -> Plays: ...
    async def attempts_of(self, user: UserId) -> Plays: ...
    async def field(self, contest: str) -> Field: ...
    async def robots_of(self, contest: str) -> Collection[str]: ...
    async def attempt_of_anybody(self, contest: str) -> Attempt | None: ...
    async def results(self, first: str, last: str) -> Results: ...
    async def share(self, table: TableId, channel: int) -> bool: ...
    async def unshare(self, table: TableId, channel: int) -> None: ...
    async def forget_marks(self, now: float) -> int: ...
    async def frequents(self, guild: int, user: UserId) -> None: ...
    async def regulars(self, guild: int) -> Regulars: ...
    async def share_server(self, one: UserId, other: UserId) -> bool: ...
    async def sat_with(self, user: UserId) -> frozenset[UserId]: ...


class Challenges(Protocol):
    """Deals that friends play against each other."""

    async def begin_challenge(self, new: Challenge, deals: Sequence[Contest]) -> Admission: ...
    async def challenge(self, challenge: str) -> Challenge | None: ...
    async def challenges_of(self, user: UserId, since: float) -> Sequence[Challenge]: ...
    async def take_up(
        self, challenge: str, user: UserId, place: tuple[int, int], now: float
    ) -> Admission: ...
    async def decline(self, challenge: str, user: UserId, now: float) -> Admission: ...
    async def unreminded(self, since: float) -> Sequence[str]: ...
    async def remind_of(self, challenge: str, user: UserId, now: float) -> bool:
        """Note that somebody is reminded of a challenge. Returns False if they have been."""


class OptionSets(Protocol):
    """What named sets of options need."""

    async def option_sets(self, guild: int) -> Sequence[OptionSet]: ...
    async def save_set(self, guild: int, chosen: OptionSet) -> Saving: ...
    async def delete_set(self, guild: int, name: str) -> bool: ...


class Rankings(Protocol):
    """What leaderboards and statistics need."""

    async def leaderboard(
        self, guild: int, game: str, board: Board = ..., period: str = ..., *, first: int = ...
    ) -> BoardPage: ...
    async def placed_line(
        self, guild: int, game: str, board: Board, period: str, user: UserId
    ) -> tuple[int, Ranked] | None: ...
    async def record(self, guild: int, game: str, user: UserId) -> Career: ...
    async def last_game(self, guild: int) -> str | None: ...
    async def has_played_since(self, guild: int, moment: float) -> bool: ...


class Seasons(Protocol):
    """What the seasons of a server's leaderboards need."""

    async def season_lengths(self, guild: int) -> Lengths: ...
    async def set_season_length(self, guild: int, months: int, today: Month) -> None: ...
    async def seasons_played(self, guild: int, game: str, before: Month) -> Sequence[Season]: ...
    async def season_rooms(self, guild: int, season: Season) -> Sequence[int]: ...
    async def is_end_told(self, guild: int, season: Season) -> bool: ...
    async def claim_end(self, guild: int, season: Season) -> bool:
        """Note that the end of a season is told. Returns False if it has been."""


class UnknownShards(Exception):
    """No process says how many shards there are."""


class StorageError(Exception):
    """The root of the storage's errors. Unless a subclass says otherwise, nothing has been written.

    ``outside`` is true if the cause is the machine's disk and not a mistake in our code; ``closed`` if the
    store had been closed, as at a stop."""

    outside = closed = False


class StaleVersion(StorageError):
    """The table is at another version than expected, or (``actual`` 0) was never opened."""

    def __init__(self, table: TableId, expected: int, actual: int) -> None:
        super().__init__(table, expected, actual)
        self.table, self.expected, self.actual = table, expected, actual


class AlreadyDone(StorageError):
    """The idempotency key was stored before, by an append that left its stream at this version."""

    def __init__(self, key: str, table: TableId, version: int) -> None:
        super().__init__(key, table, version)
        self.key, self.table, self.version = key, table, version


class PlaceTaken(StorageError):
    """Another process has meanwhile opened a stream in the same channel."""

    def __init__(self, channel: int) -> None:
        super().__init__(channel)
        self.channel = channel


class UnknownEvent(StorageError):
    """A stored event that these rules cannot read: they do not know its kind or its body, or it was written
    by a later revision of them."""

    def __init__(self, table: TableId, version: int, kind: str, revision: int) -> None:
        super().__init__(table, version, kind, revision)
        self.table, self.version, self.kind, self.revision = table, version, kind, revision


class BrokenChain(StorageError):
    """The log of a table is not what was appended; ``version`` is the first wrong or missing event."""

    def __init__(self, table: TableId, version: int) -> None:
        super().__init__(table, version)
        self.table, self.version = table, version


class DamagedRows(StorageError):
    """Something that is kept of a stream besides its events is not what was stored, or cannot be read:
    ``what`` is ``place``, ``people``, ``seeds`` or ``rows``."""

    def __init__(self, table: TableId, what: str) -> None:
        super().__init__(table, what)
        self.table, self.what = table, what


class DamagedContest(StorageError):
    """What is stored of a contest is not what was written: nobody can be dealt it as others were."""

    def __init__(self, contest: str) -> None:
        super().__init__(contest)
        self.contest = contest


class DamagedPlay(StorageError):
    """What is stored of a user's own play of a contest is not what was written."""

    def __init__(self, contest: str) -> None:
        super().__init__(contest)
        self.contest = contest


class PlayedBefore(StorageError):
    """A user has begun a contest before, and has been forgotten since. Also raised to anybody who would begin
    one of which that can no longer be known."""

    def __init__(self, contest: str) -> None:
        super().__init__(contest)
        self.contest = contest


UNREADABLE = (BrokenChain, DamagedRows, UnknownEvent)
"""What is raised of a stream that cannot be read, now or when it is tried again."""


@frozen
class Shards:
    """The shards of one process, ``first`` to ``last`` of ``count``. Each server belongs to one shard."""

    first: int = 0
    last: int = 0
    count: int = 1

    def has(self, guild: int) -> bool:
        return self.first <= (guild >> 22) % self.count <= self.last

    @property
    def ids(self) -> list[int]:
        return list(range(self.first, self.last + 1))


EVERY = Shards()
"""All shards, however many Discord advises."""


@frozen
class AnyShard:
    """Whichever shard no process serves, of ``count``; without it, of as many as the other processes say."""

    count: int | None = None


class Beat(NamedTuple):
    """What a process is told when it has said that it lives."""

    held: frozenset[TableId]
    """The streams that it may look after from now on."""
    leaving: frozenset[TableId]
    """Those of them that belong to the shards of another process, which is there again."""
    alive: int
    """How many processes live, this one too."""


class Held(NamedTuple):
    """A stream that a process looks after."""

    stream_id: TableId
    kind: str  # as it is stored: "table" or "sheet"
    goes_on: bool
    due: bool  # whether a message is out of date
    orphaned: bool
    """Whether it has just been taken over from a process that ended without a farewell."""


class Standing(NamedTuple):
    """How far a stream has come, where it stands, and of how many people the users are known."""

    version: int
    channel: int
    known: int


class Errand(NamedTuple):
    """Something that the process that looks after a stream is asked to do with a message of its."""

    key: SlotKey
    what: str

    @property
    def task_name(self) -> str:
        """What is to be done."""
        return self.what.partition(" ")[0]

    @property
    def secret(self) -> str:
        """What is told with it, and never logged."""
        return self.what.partition(" ")[2]


class Peers(Protocol):
    """The other processes, as one process sees them."""

    async def join(self, lasts: float, *, serves: bool = True) -> None:
        """Be one of them, under a new name, until so many seconds from now by the database's clock. One that
        does not serve yet only lives: no stream comes home to it."""

    async def beat(self, lasts: float, most: int, *, serves: bool = True) -> Beat | None:
        """Live on for so many seconds, and take at most so many streams of which nobody takes care. None if
        the others have taken this process for dead: it holds nothing any more."""

    async def about(self, streams: Collection[TableId]) -> Sequence[Held]: ...
    async def due_streams(self) -> Sequence[Held]:
        """Those that this process looks after of which a message is out of date."""

    async def take(self, stream_id: TableId) -> bool:
        """Take a stream that has just begun; whether it is ours."""

    async def leave(self, streams: Collection[TableId]) -> None:
        """Have others take these streams."""

    async def part(self) -> None:
        """The process ends: have others take everything."""

    async def standings(self, streams: Collection[TableId]) -> Mapping[TableId, Standing]:
        """Of those that are there."""

    async def in_channel(self, kind: str, channel: int) -> Sequence[TableId]:
        """The open streams of a kind that stand in a channel, the last opened last."""

    async def send_errand(self, errand: Errand) -> None: ...
    async def errands(self) -> Sequence[Errand]:
        """Those for the streams that this process looks after."""

    async def done(self, errands: Collection[Errand]) -> None: ...

    async def claim_shard(self, of: AnyShard, lasts: float) -> Shards | None:
        """Stand by for so many seconds more, and take the first shard that no process serves or wants, or one
        whose process is leaving. What this process then joins as is what stood by. None while all are served.
        Raises UnknownShards where nobody says how many there are."""

    async def leave_shards(self) -> bool:
        """Have somebody who stands by take the shards of this process, which goes on until then. Whether
        anybody stands by."""

    async def are_shards_taken(self, *, or_wanted: bool = False) -> bool:
        """Whether another process serves them, or is about to."""

    async def identify_in(self, apart: float) -> float:
        """Take the next turn to begin a session with Discord; the seconds until it comes. Turns are so many
        seconds apart."""
