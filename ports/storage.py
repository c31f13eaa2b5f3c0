"""What the bot needs of the storage: the methods that it calls, and the errors that it handles.

``storage.store.Store`` has them all; each service is handed the part that it uses, and can call no other. The
values that pass between the two are those of ``ports.records``. Only what a host starts (``bot.app``,
``bot.__main__``, ``bot.records``) knows the store itself. Errors that only a host meets, say a file that
cannot be opened, are in ``storage.errors``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from ports.records import (
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
    Place,
    PrivateCopy,
    Saving,
    Slot,
    SlotState,
    Snapshot,
    Stored,
    Stream,
    TableId,
    UserId,
)
from rules.evening.events import EveningEvent
from rules.sheet.events import SheetEvent
from rules.table.events import Event

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


class TableLog(StreamLog[Event], Protocol):
    """What the tables need besides."""

    async def open_tables_of(self, user: UserId) -> Sequence[Stream]: ...
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

    async def open_sheets_of(self, user: UserId) -> Sequence[Stream]: ...
    async def load_sheet(self, sheet_id: TableId) -> KeptSheet | None: ...


class EveningLog(StreamLog[EveningEvent], Protocol):
    """What the evenings need besides."""

    async def open_evenings_of(self, user: UserId) -> Sequence[Stream]: ...
    async def table(self, table: TableId) -> Stream | None: ...
    async def load_evening(self, evening_id: TableId) -> KeptEvening | None: ...
    async def want(self, table_id: TableId, *slots: Slot) -> None: ...


class Slots(Protocol):
    """What keeping messages up to date needs."""

    async def due_slots(self) -> Sequence[SlotState]: ...
    async def slots(self, stream_id: TableId) -> Sequence[SlotState]: ...
    async def private_copies(self, stream_id: TableId | None = None) -> Sequence[PrivateCopy]: ...
    async def note_slots(
        self,
        slots: Sequence[SlotState],
        retired: Sequence[SlotState] = (),
        copies: Sequence[PrivateCopy] = (),
        dropped: Sequence[int] = (),
    ) -> None: ...
    def let_notes_ride(self, take: Callable[[], Notes | None], lost: Callable[[Notes], None]) -> None: ...
    async def dm(self, user: UserId) -> DirectMessages: ...
    async def remember_dm(self, user: UserId, channel: int) -> None: ...
    async def dm_refused(self, user: UserId) -> None: ...


class KnownPeople(Protocol):
    """What telling people of what is kept of them needs, and forgetting them."""

    async def known(self, user: UserId) -> Mapping[str, Any]: ...
    async def forget(self, user: UserId) -> Sequence[TableId]: ...


class Troubles(Protocol):
    """What telling a host of tables that are stuck needs."""

    async def late(self, before: float) -> Sequence[Stream]: ...
    async def hidden(self) -> Mapping[TableId, str]: ...
    @property
    def damaged(self) -> Collection[TableId]: ...


class Choices(Protocol):
    """What keeping preferences needs. An owner is ``user:ID`` or ``guild:ID``."""

    async def choices(self, owner: str) -> Mapping[str, str]: ...
    async def choose(self, owner: str, chosen: Mapping[str, str | None]) -> None: ...
    async def is_met(self, user: UserId) -> bool:
        """Whether a user has taken part in anything, and has not been forgotten since."""


class Contests(Protocol):
    """What the deals that are compared need."""

    async def add_contest(self, new: Contest) -> Contest: ...
    async def contest(self, contest: str) -> Contest | None: ...
    async def contest_not_played(self, game: str, user: UserId, but: tuple[str, str]) -> Contest | None: ...
    async def enter(self, new: Attempt) -> bool: ...
    async def attempts(self, contest: str) -> Sequence[Attempt]: ...
    async def attempts_of(self, user: UserId) -> Sequence[Attempt]: ...
    async def results(self, first: str, last: str) -> Sequence[tuple[str, UserId | None, float, int]]: ...
    async def frequents(self, guild: int, user: UserId) -> None: ...
    async def regulars(self, guild: int) -> frozenset[UserId]: ...
    async def sat_with(self, user: UserId) -> frozenset[UserId]: ...
    async def remind(self, user: UserId, day: str) -> bool: ...
    async def chosen_by_all(self, name: str) -> Mapping[str, str]: ...
    async def dm(self, user: UserId) -> DirectMessages: ...
    async def remember_dm(self, user: UserId, channel: int) -> None: ...


class OptionSets(Protocol):
    """What named sets of options need."""

    async def option_sets(self, guild: int) -> Sequence[OptionSet]: ...
    async def save_set(self, guild: int, one: OptionSet) -> Saving: ...
    async def delete_set(self, guild: int, name: str) -> bool: ...


class Rankings(Protocol):
    """What leaderboards and statistics need."""

    async def leaderboard(
        self, guild: int, game: str, board: Board = ..., period: str = ..., *, first: int = ...
    ) -> BoardPage: ...
    async def record(self, guild: int, game: str, user: UserId) -> Career: ...
    async def last_game(self, guild: int) -> str | None: ...


class StorageError(Exception):
    """The root of the storage's errors. Unless a subclass says otherwise, nothing has been written.

    ``outside`` is true if the cause is the machine's disk and not a mistake in our code."""

    outside = False


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
    ``what`` is ``people``, ``seeds`` or ``rows``."""

    def __init__(self, table: TableId, what: str) -> None:
        super().__init__(table, what)
        self.table, self.what = table, what


UNREADABLE = (BrokenChain, DamagedRows, UnknownEvent)
"""What is raised of a stream that cannot be read, now or when it is tried again."""
