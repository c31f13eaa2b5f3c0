"""What the ids of buttons meant that named an option and its value by their places in lists: ``set:T:19:1``.

Today an id names both by their keys. The old ones stay in messages, and each is read by the lists of the
release that was the newest when its message was last drawn. From release to release options were put between
others, and only two lists of values ever changed. All this stands in ``posted_options.txt``, and is frozen.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

ValueT = TypeVar("ValueT")

FROZEN: Final = Path(__file__).with_name("posted_options.txt")
LATEST: Final = datetime.max.replace(tzinfo=UTC)
"""Later than every release that posted such ids."""
_FIRST: Final = datetime(2026, 11, 21, 8, 39, tzinfo=UTC)
_THIRD_EDITION: Final = datetime(2026, 11, 23, 17, 35, tzinfo=UTC)


class _Lists(NamedTuple):
    """By the key of an option, or by that of a game, a dot and it where one game differs from the others."""

    added: Mapping[str, datetime]
    options: Mapping[str, tuple[str, ...]]  # by game, in their places
    values: Mapping[str, tuple[str, ...]]
    earlier: Mapping[str, tuple[str, ...]]


@cache
def _lists() -> _Lists:
    added: dict[str, datetime] = {}
    options: dict[str, list[str]] = {}
    values: dict[str, tuple[str, ...]] = {}
    earlier: dict[str, tuple[str, ...]] = {}
    for line in FROZEN.read_text("utf-8").splitlines():
        kind, name, *words = line.split() if line and not line.startswith("#") else ("", "")
        match kind:
            case "since":
                added.update(dict.fromkeys(words, datetime.fromisoformat(name).replace(tzinfo=UTC)))
            case "options":
                options[name] = words
            case "values":
                values[name] = tuple(words)
            case "earlier":
                earlier[name] = tuple(words)
    table = options.pop("*")
    of_games = {game: (*table, *own) for game, own in options.items()}
    return _Lists(added, of_games, values, earlier)


def posted_option(game: str, place: int, at: int, drawn: datetime) -> tuple[str, str] | None:
    """The option and value that an old id named, on a message that was drawn last at this moment; None if it
    named none. A message that is older than all releases is read as one of the last."""
    lists, drawn = _lists(), drawn if drawn >= _FIRST else LATEST

    def of_game(found: Mapping[str, ValueT], key: str, otherwise: ValueT) -> ValueT:
        return found.get(f"{game}.{key}") or found.get(key, otherwise)

    keys = [key for key in lists.options.get(game, ()) if of_game(lists.added, key, _FIRST) <= drawn]
    if place >= len(keys):
        return None
    key = keys[place]
    named = of_game(lists.values, key, ())
    if drawn < _THIRD_EDITION:
        named = of_game(lists.earlier, key, named)
    return (key, named[at]) if at < len(named) else None
