"""The messages of an evening, each a slot with a name.

``evening:0`` is the message with the players, the round and the standings; ``evening:N`` the travelling sheet
of deal N of a duplicate, once every table has played it; ``evening:final`` the final table;
``evening:stopped`` tells the director, while it is so, that tables cannot be opened.
"""

from __future__ import annotations

from typing import Final

from rules.evening.evening import Evening
from rules.evening.standings import played_by_all

EVENING: Final = "evening"
ROOM: Final = f"{EVENING}:0"
FINAL: Final = f"{EVENING}:final"
STOPPED: Final = f"{EVENING}:stopped"


def is_of_evening(slot: str) -> bool:
    """Whether a slot is an evening's."""
    return slot.startswith(f"{EVENING}:")


def sheet(board: int) -> str:
    """The slot of the travelling sheet of a deal."""
    return f"{EVENING}:{board}"


def board_of(slot: str) -> int | None:
    """The deal whose travelling sheet a slot shows."""
    number = slot.partition(":")[2]
    return int(number) if number.isdecimal() and number != "0" else None


def wanted(before: Evening, after: Evening) -> tuple[str, ...]:
    """The slots that are out of date once an evening has come from the one to the other."""
    if before == after:
        return ()
    changed = [ROOM]
    if after.plan.kind.duplicate:
        scored = {one.board for one in after.scored if one not in before.scored}
        changed += [sheet(board) for board in played_by_all(after) if board in scored]
    if after.closed and after.scored:
        changed.append(FINAL)
    return tuple(changed)
