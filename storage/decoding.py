"""Stored text to events, refusing what these rules cannot know. Knows no SQL."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rules.codec import decode
from rules.errors import Unreadable
from rules.events import RULES_REVISION, Event
from storage.errors import UnknownEvent
from storage.records import TableId

_parsed: Final = lru_cache(maxsize=1024)(decode)  # few cards from few seats make most of any log


def decoded(table: TableId, version: int, kind: str, body: str, revision: int) -> Event:
    """The event that was stored as this. Raises UnknownEvent."""
    if revision > RULES_REVISION:
        raise UnknownEvent(table, version, kind, revision)
    try:
        return _parsed(kind, body)
    except Unreadable:
        raise UnknownEvent(table, version, kind, revision) from None  # its cause names the cards of a deal
