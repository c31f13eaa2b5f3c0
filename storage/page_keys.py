"""What lets a browser in to the page of a table: links, each good once, and the sessions that they become.

A key is known by the hash of what the browser holds, which is kept nowhere. Keys that are over are deleted
when a link is added. A row whose seal does not fit is as if it were not there.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from storage import engine
from storage.engine import Connection
from storage.events import seal
from storage.ports import storage as ports
from storage.ports.records import PageKey, TableId, UserId, millis, seconds
from storage.roles import Role, acting, reading

ADD: Final = """
    INSERT INTO page_key (digest, handle, user_id, table_id, until, seal) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
    ON CONFLICT (digest) DO NOTHING
"""
ONE: Final = "SELECT digest, handle, user_id, table_id, until, seal FROM page_key WHERE digest = ?1"
DROP: Final = "DELETE FROM page_key WHERE digest = ?1"
OVER: Final = "DELETE FROM page_key WHERE until < ?1"
LIVE: Final = "SELECT digest, until FROM page_key WHERE handle <> '' AND until BETWEEN ?1 AND ?2"
FORGET: Final = "DELETE FROM page_key WHERE user_id = ?1"
OF_USER: Final = "SELECT table_id, until FROM page_key WHERE user_id = ?1 ORDER BY until, table_id"

LONGEST_TERM: Final = 31 * 24 * 3600.0
"""Seconds. A key whose term ends later was made by a clock that was ahead, and is over too."""


def add_page_link(db: Connection, link: PageKey, now: float) -> None:
    """Store a link, and delete what is over."""
    db.execute(OVER, (millis(now),))
    _add(db, link)


def page_key(db: Connection, digest: bytes, now: float) -> PageKey | None:
    """The link or session that this is the hash of, unless it is over."""
    found = db.execute(ONE, (digest,)).fetchone()
    if found is None:
        return None
    key, handle, user, table, until, sealed = found
    is_sound = seal(key, handle, user, table, until) == sealed
    if not (is_sound and millis(now) <= until <= millis(now + LONGEST_TERM)):
        return None
    return PageKey(key, handle, UserId(user), TableId(table), seconds(until))


def use_page_link(
    db: Connection, digest: bytes, session: bytes, handle: str, until: float, now: float
) -> PageKey | None:
    """Turn a link into a session; None if there is none, or it has been used for another."""
    engine.take_turn(db)
    link = page_key(db, digest, now)
    if link is None:
        return page_key(db, session, now)  # this may be done again, once nobody knows what has come of it
    if link.handle:
        return None
    db.execute(DROP, (digest,))
    opened = PageKey(session, handle, link.user, link.table, until)
    _add(db, opened)
    return opened


def live_sessions(db: Connection, among: Collection[bytes], now: float) -> frozenset[bytes]:
    """Those of these sessions that are not over."""
    rows = db.execute(LIVE, (millis(now), millis(now + LONGEST_TERM))).fetchall()
    return frozenset(among) & {digest for digest, _ in rows}


def end_pages_of(db: Connection, user: UserId) -> None:
    """Delete every link and session of a user."""
    db.execute(FORGET, (user,))


def pages_of(db: Connection, user: UserId) -> list[tuple[TableId, float]]:
    """The tables to which a user has links or sessions, and until when."""
    rows = db.execute(OF_USER, (user,)).fetchall()
    return [(TableId(table), seconds(until)) for table, until in rows]


def _add(db: Connection, key: PageKey) -> None:
    row = (key.digest, key.handle, key.user, key.table, millis(key.until))
    db.execute(ADD, (*row, seal(*row)))


class PageKeys(Role, ports.PageKeys):
    """Links to pages, and sessions."""

    add_page_link = acting(add_page_link)
    page_key = reading(page_key)
    use_page_link = acting(use_page_link)
    live_sessions = reading(live_sessions)
    end_pages_of = acting(end_pages_of)
