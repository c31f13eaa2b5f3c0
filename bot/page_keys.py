"""Links to the page of a table, and the sessions that they become. Nothing here knows a browser.

A link is good once, for ten minutes; the session that it becomes lasts thirty days, or until its person ends
it or is forgotten. Of both only a hash is stored: nobody who reads the database is let in by what they read.

Who has a page before their eyes is known in memory alone. Their messages in Discord rest meanwhile.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Hashable, Iterable
from hashlib import sha256
from typing import Final, NamedTuple

from bot.settings import Secret
from storage.ports import storage as ports
from storage.ports.records import PageKey, TableId, UserId

LINK_LASTS: Final = 600.0
"""Seconds."""
SESSION_LASTS: Final = 30 * 24 * 3600.0
"""Seconds."""
KEY_BYTES: Final = 16
HANDLE_BYTES: Final = 6


class OnPages:
    """Who has a page of which table before their eyes, as the pages of this process say: open, in the front,
    and heard from within a heartbeat."""

    def __init__(self) -> None:
        self._seen: dict[tuple[TableId, UserId], dict[Hashable, float]] = {}
        self.when_changed: list[Callable[[TableId], None]] = []
        """Told of a table that somebody has begun, or ceased, to see on a page."""

    def page_seen(self, page: Hashable, table: TableId, user: UserId, at: float) -> None:
        """``at`` is in seconds since 1970."""
        pages = self._seen.setdefault((table, user), {})
        begins = not pages
        pages[page] = at
        if begins:
            self._tell(table)

    def page_hidden(self, page: Hashable, table: TableId, user: UserId) -> None:
        """It lies behind others, or is closed."""
        pages = self._seen.get((table, user), {})
        if pages.pop(page, None) is not None and not pages:
            del self._seen[table, user]
            self._tell(table)

    def since(self, table: TableId, user: UserId) -> float | None:
        """When somebody last took up a page that they see now; None if they see none."""
        return max(self._seen.get((table, user), {}).values(), default=None)

    def all_see(self, table: TableId, users: Iterable[UserId | None]) -> bool:
        """Whether each of these people sees a page; not if there are none, or one (None) was forgotten."""
        seen = [(table, user) in self._seen for user in users]
        return bool(seen) and all(seen)

    def _tell(self, table: TableId) -> None:
        for listener in self.when_changed:
            listener(table)


class OpenedPage(NamedTuple):
    """A session that has just begun."""

    key: PageKey
    cookie: Secret


class PageLinks:
    def __init__(self, keys: ports.PageKeys, now: Callable[[], float], address: str | None) -> None:
        """``address`` is what links begin with; None where the host has set no page."""
        self._keys = keys
        self._now = now
        self.address = address

    @property
    def are_offered(self) -> bool:
        """Whether there is a page to which people can be given links."""
        return self.address is not None

    async def link_to(self, table: TableId, user: UserId) -> str:
        """A new link, good once, for one person. Its token stands in the fragment, which browsers send to
        nobody."""
        token = secrets.token_urlsafe(KEY_BYTES)
        until = self._now() + LINK_LASTS
        await self._keys.add_page_link(PageKey(_digest(token), "", user, table, until), self._now())
        return f"{self.address}/open#{token}"

    async def whose_link(self, token: str) -> PageKey | None:
        """Whose link this is, and to which table; None if it is used, too old, or none of ours."""
        found = await self._keys.page_key(_digest(token), self._now())
        return found if found is not None and not found.handle else None

    async def use(self, token: str) -> OpenedPage | None:
        """Turns a link into a session, once."""
        cookie, handle = secrets.token_urlsafe(KEY_BYTES), secrets.token_hex(HANDLE_BYTES)
        until = self._now() + SESSION_LASTS
        key = await self._keys.use_page_link(_digest(token), _digest(cookie), handle, until, self._now())
        return OpenedPage(key, Secret(cookie)) if key is not None else None

    async def session(self, cookie: str, table: str, handle: str) -> PageKey | None:
        """The session of a browser that holds this cookie, if it is the one that the address names."""
        found = await self._keys.page_key(_digest(cookie), self._now())
        if found is None or not handle or (found.table, found.handle) != (table, handle):
            return None
        return found

    async def still_live(self, sessions: Collection[bytes]) -> frozenset[bytes]:
        """Those of these sessions, by their hashes, that have not ended."""
        return await self._keys.live_sessions(tuple(sessions), self._now())

    async def end_all_of(self, user: UserId) -> None:
        """Ends every link and session of a person, wherever they are open."""
        await self._keys.end_pages_of(user)


def _digest(held: str) -> bytes:
    return sha256(held.encode(errors="surrogatepass")).digest()
