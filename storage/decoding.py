"""From stored text to events, refusing those that these rules cannot read. Knows no SQL."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeVar

from bot.ports.errors import UnknownEvent
from bot.ports.records import TableId
from rules.errors import Unreadable
from rules.evening.events import EveningEvent
from rules.record.codec import decode, decode_evening, decode_sheet
from rules.sheet.events import SheetEvent
from rules.table.events import RULES_REVISION, Event

T = TypeVar("T")

_parsed: Final = lru_cache(maxsize=1024)(decode)  # few cards from few seats make most of any log


def decoded(table: TableId, version: int, kind: str, body: str, revision: int) -> Event:
    """The event that was stored as this. Raises UnknownEvent."""
    return _checked(_parsed, table, version, kind, body, revision)


def decoded_score(sheet: TableId, version: int, kind: str, body: str, revision: int) -> SheetEvent:
    """The same for a score sheet."""
    return _checked(decode_sheet, sheet, version, kind, body, revision)


def decoded_turn(evening: TableId, version: int, kind: str, body: str, revision: int) -> EveningEvent:
    """The same for an evening."""
    return _checked(decode_evening, evening, version, kind, body, revision)


def _checked(
    parse: Callable[[str, str], T], table: TableId, version: int, kind: str, body: str, revision: int
) -> T:
    if revision > RULES_REVISION:
        raise UnknownEvent(table, version, kind, revision)
    try:
        return parse(kind, body)
    except Unreadable:
        raise UnknownEvent(table, version, kind, revision) from None  # its cause names the cards of a deal
