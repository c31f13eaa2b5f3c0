"""A thin ctypes layer over libdds, Bo Haglund's double-dummy solver: the tricks that each card is worth when
all four hands are known.

The library is taken from the wheel of the package endplay. The package itself is never imported, since it
would load a plotting library. The solver is not thread-safe and may crash the process when it fails, so it is
used in worker processes only. It writes a position that it refuses into a file in the working directory,
hands included; a worker therefore has no writable one. Without the library ``load_solver`` returns None.
"""

from __future__ import annotations

import ctypes
import sys
import time
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from math import inf
from pathlib import Path
from threading import Lock, Thread
from typing import ClassVar, Final

from rules.cards import Suit
from rules.frozen import frozen
from rules.seats import BySeat

MOST_BOARDS: Final = 200
"""In one call of the library."""

MEGABYTES: Final = 60
"""Of memory that the library may use."""

LONG: Final = 12
"""Cards of a hand that may take the solver long. Shorter ones are not given a thread, which on a busy machine
often waits for its turn."""

_WHOLE_HAND: Final = 13
_NO_TRUMPS: Final = 4
_ONE_CARD: Final = 1  # "solutions": one card of the best, with its tricks
_ALL_CARDS: Final = 3  # "solutions": every card that may be played, with its tricks
_REUSE: Final = 1  # "mode": solve also where the card is forced
_EVERY_TRICK: Final = -1  # "target": as many as can be won
_FILES: Final = {"win32": "dds.dll", "darwin": "libdds.dylib"}


class _Deal(ctypes.Structure):
    _fields_ = [
        ("trump", ctypes.c_int),
        ("first", ctypes.c_int),
        ("trick_suit", ctypes.c_int * 3),
        ("trick_rank", ctypes.c_int * 3),
        ("remain", (ctypes.c_uint * 4) * 4),
    ]


class _Future(ctypes.Structure):
    _fields_ = [
        ("nodes", ctypes.c_int),
        ("cards", ctypes.c_int),
        ("suit", ctypes.c_int * 13),
        ("rank", ctypes.c_int * 13),
        ("equals", ctypes.c_int * 13),
        ("score", ctypes.c_int * 13),
    ]


class _Boards(ctypes.Structure):
    _fields_ = [
        ("count", ctypes.c_int),
        ("deals", _Deal * MOST_BOARDS),
        ("target", ctypes.c_int * MOST_BOARDS),
        ("solutions", ctypes.c_int * MOST_BOARDS),
        ("mode", ctypes.c_int * MOST_BOARDS),
    ]


class _Solved(ctypes.Structure):
    _fields_ = [("count", ctypes.c_int), ("boards", _Future * MOST_BOARDS)]


class _Table(ctypes.Structure):
    _fields_ = [("cards", (ctypes.c_uint * 4) * 4)]


class SolverFailed(Exception):
    """libdds refused a position; ``code`` is its error number."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@frozen
class Position:
    """A position during play. Hands are bits as in ``Hand``, north first, without the cards on the table;
    ``laid`` has the indices of those, from the leader on."""

    hands: Sequence[int]
    trumps: Suit | None
    leader: int
    laid: tuple[int, ...] = ()


class Solver:
    """The library, loaded into this process. One position after another is solved, in whatever thread."""

    _in_use: ClassVar[Lock] = Lock()  # of all: the library's memory is the process's

    def __init__(self, library: Path) -> None:
        if sys.platform == "win32":
            self._dds: ctypes.CDLL = ctypes.WinDLL(str(library))
        else:
            self._dds = ctypes.CDLL(str(library))
        with self._in_use:
            self._dds.SetResources(MEGABYTES, 1)
        self._asked, self._answered = _Boards(), _Solved()

    def solve(self, positions: Sequence[Position]) -> list[dict[int, int]]:
        """For each of at most ``MOST_BOARDS`` positions, the tricks that the side of the hand due wins from
        now on, this one included, by the index of every card it may play. Raises SolverFailed."""
        with self._in_use:
            self._solve_positions(positions, _ALL_CARDS)
            return [_tricks_by_card(self._answered.boards[place]) for place in range(len(positions))]

    def solve_by(self, until: float, positions: Sequence[Position]) -> list[dict[int, int]] | None:
        """As ``solve``, but None if long hands are not solved at this time of ``time.perf_counter``. The
        library cannot be interrupted, and one position in a hundred takes a second before the opening lead:
        it goes on in a thread, and whatever is asked next waits for it. Raises SolverFailed."""
        if until == inf:
            return self.solve(positions)
        left = until - time.perf_counter()
        if left <= 0 or not self._in_use.acquire(timeout=left):
            return None
        self._in_use.release()
        if max(hand.bit_count() for hand in positions[0].hands) < LONG:
            return self.solve(positions)
        found: list[list[dict[int, int]] | SolverFailed] = []

        def solve() -> None:
            try:
                found.append(self.solve(positions))
            except SolverFailed as failure:
                found.append(failure)

        thread = Thread(target=solve, name="the solver", daemon=True)
        thread.start()
        thread.join(max(0.0, until - time.perf_counter()))
        if not found:
            return None
        if isinstance(found[0], SolverFailed):
            raise found[0]
        return found[0]

    def most_tricks(self, positions: Sequence[Position]) -> list[int]:
        """The most tricks of the side of the hand due: half the work of ``solve``. Raises SolverFailed."""
        with self._in_use:
            self._solve_positions(positions, _ONE_CARD)
            return [self._answered.boards[place].score[0] for place in range(len(positions))]

    def _solve_positions(self, positions: Sequence[Position], solutions: int) -> None:
        asked = self._asked
        asked.count = len(positions)
        for place, position in enumerate(positions):
            _fill(asked.deals[place], position)
            asked.target[place] = _EVERY_TRICK
            asked.solutions[place] = solutions
            asked.mode[place] = _REUSE
        code = self._dds.SolveAllBoardsBin(ctypes.byref(asked), ctypes.byref(self._answered))
        if code != 1:
            raise SolverFailed(code)

    def tables(self, hands: Sequence[int]) -> dict[Suit | None, BySeat[int]]:
        """For each strain, the tricks that the side of each seat wins as declarer: with the lead by the hand
        on that seat's left. Raises SolverFailed."""
        table, tricks = _Table(), ((ctypes.c_int * 4) * 5)()  # by strain and seat
        too_many = _WHOLE_HAND - hands[0].bit_count()  # it counts from thirteen, however few cards there are
        for seat, bits in enumerate(hands):
            for suit in range(4):
                table.cards[seat][suit] = _holding(bits, suit)
        with self._in_use:
            code = self._dds.CalcDDtable(table, ctypes.byref(tricks))
        if code != 1:
            raise SolverFailed(code)
        return {
            strain: BySeat(*[won - too_many for won in row])
            for strain, row in zip((*Suit, None), tricks, strict=True)
        }


def _holding(bits: int, suit: int) -> int:
    """The cards of one suit as the library encodes them: bit 2 is the two, bit 14 the ace."""
    return (bits >> 13 * suit & 0x1FFF) << 2


def _fill(deal: _Deal, position: Position) -> None:
    deal.trump = position.trumps.index if position.trumps is not None else _NO_TRUMPS
    deal.first = position.leader
    for place in range(3):
        card = position.laid[place] if place < len(position.laid) else None
        deal.trick_suit[place] = 0 if card is None else card // 13
        deal.trick_rank[place] = 0 if card is None else card % 13 + 2
    for seat, bits in enumerate(position.hands):
        for suit in range(4):
            deal.remain[seat][suit] = _holding(bits, suit)


def _tricks_by_card(future: _Future) -> dict[int, int]:
    """Tricks by card. The library reports equal cards as one, with the others as bits in ``equals``."""
    tricks: dict[int, int] = {}
    for place in range(future.cards):
        suit, score = future.suit[place], future.score[place]
        tricks[13 * suit + future.rank[place] - 2] = score
        equals = future.equals[place]
        while equals:
            low = equals & -equals
            tricks[13 * suit + low.bit_length() - 3] = score
            equals ^= low
    return tricks


def library() -> Path | None:
    """The path of libdds, if the package that carries it is installed."""
    found = find_spec("endplay")
    if found is None:
        return None
    for folder in found.submodule_search_locations or ():
        path = Path(folder) / "_dds" / _FILES.get(sys.platform, "libdds.so")
        if path.is_file():
            return path
    return None


@lru_cache(maxsize=1)
def load_solver() -> Solver | None:
    """The solver of this process, or None where there is no library or it cannot be loaded."""
    path = library()
    try:
        return Solver(path) if path is not None else None
    except OSError:
        return None
