"""A set of slots from which those of one stream are taken at once, however many others there are: hundreds of
streams are let go of together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableSet

from storage.ports.records import SlotKey, TableId


class SlotKeys(MutableSet[SlotKey]):
    def __init__(self, keys: Iterable[SlotKey] = ()) -> None:
        self._of: dict[TableId, set[SlotKey]] = {}
        for key in keys:
            self.add(key)

    def __contains__(self, key: object) -> bool:
        return isinstance(key, SlotKey) and key in self._of.get(key.table, ())

    def __iter__(self) -> Iterator[SlotKey]:
        for keys in self._of.values():
            yield from keys

    def __len__(self) -> int:
        return sum(map(len, self._of.values()))

    def __bool__(self) -> bool:
        return bool(self._of)

    def add(self, value: SlotKey) -> None:
        self._of.setdefault(value.table, set()).add(value)

    def discard(self, value: SlotKey) -> None:
        keys = self._of.get(value.table)
        if keys is not None:
            keys.discard(value)
            if not keys:
                del self._of[value.table]

    def drop(self, stream_id: TableId) -> None:
        """Without those of this stream from now on."""
        self._of.pop(stream_id, None)
