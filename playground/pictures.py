"""Uploaded pictures and files, at addresses that a browser can open. Knows no messages."""

from collections.abc import Callable
from typing import Any

from simcord.backend.cdn import CdnStore

_KEPT_BLOB_BYTES = 64 * 1024 * 1024


class Pictures(CdnStore):
    """Uploaded files, at addresses that a browser can open. Old ones that no message shows are deleted."""

    def __init__(self, base: str, shown: Callable[[], set[str]]) -> None:
        super().__init__()
        self._base, self._shown, self._held = base, shown, 0

    def store_attachment(
        self, attachment_id: int, channel_id: int, filename: str, data: bytes, description: str | None
    ) -> dict[str, Any]:
        stored = super().store_attachment(attachment_id, channel_id, filename, data, description)
        del self._blobs[stored["url"]]
        stored["url"] = stored["proxy_url"] = self.keep(
            f"attachments/{channel_id}/{attachment_id}/{filename}", data
        )
        return stored

    def keep(self, path: str, data: bytes) -> str:
        url = f"{self._base}/cdn/{path}"
        self._blobs[url] = data
        self._held += len(data)
        if self._held > _KEPT_BLOB_BYTES:
            self._make_room()
        return url

    def drop(self, path: str) -> None:
        self._held -= len(self._blobs.pop(f"{self._base}/cdn/{path}", b""))

    def at(self, path: str) -> bytes | None:
        return self._blobs.get(f"{self._base}/cdn/{path}")

    def _make_room(self) -> None:
        newest = next(reversed(self._blobs))
        shown = self._shown() | {newest}
        self._blobs = {
            url: data for url, data in self._blobs.items() if url in shown or "/cdn/emojis/" in url
        }
        self._held = sum(map(len, self._blobs.values()))
