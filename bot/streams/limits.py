"""How many streams of one kind may be open at once."""

from __future__ import annotations

from rules.frozen import frozen


@frozen
class Limits:
    """The most that one person may have opened, and that may stand in one server."""

    person: int = 20
    server: int = 500
