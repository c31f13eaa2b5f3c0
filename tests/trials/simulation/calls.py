"""Every fault of Discord's at every call of a deal: each call of a kind of fault is met in some world.

In one world every twelfth call meets the fault, in the next those after them, and so on. A fault that lasts
meets all calls of a minute and a half, from a drawn call on. At the end all must be as without any fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Final

from playground.errors import Fault
from playground.ground import Playground

STRIDE: Final = 12
"""In each world, of so many calls one."""
LASTS: Final = 90.0
"""Seconds."""
DRAWN: Final = 5
"""Calls from which on a fault lasts, each in a world of its own."""
_ANY: Final = re.compile(r"/.*")
_ANSWERS: Final = re.compile(r"/(gateway|users/@me$|applications|oauth2).*")


def _status(status: int, code: int = 0, *, effect: bool = False, wait: float | None = None) -> Fault:
    body: dict[str, object] = {"code": code, "message": f"{status}: ordered"}
    if wait is not None:
        body |= {"retry_after": wait, "global": False}
    return Fault("*", _ANY, 1, effect, status=status, body=body)


FAULTS: Final[dict[str, Callable[[], Fault]]] = {
    "500": lambda: _status(500),
    "502": lambda: _status(502),
    "502 though it was done": lambda: _status(502, effect=True),
    "503": lambda: _status(503),
    "504 though it was done": lambda: _status(504, effect=True),
    "520": lambda: _status(520),
    "524 though it was done": lambda: _status(524, effect=True),
    "429": lambda: _status(429, wait=1.5),
    "reset": lambda: Fault("*", _ANY, 1, effect=False, cut=True),
    "reset though it was done": lambda: Fault("*", _ANY, 1, effect=True, cut=True),
    "late by four seconds": lambda: Fault("*", _ANY, 1, effect=True, seconds=4.0),
    "hangs and is reset": lambda: Fault("*", _ANY, 1, effect=False, seconds=12.0, cut=True),
}
"""The faults that pass; each is made anew where it is met."""


LASTING: Final[dict[str, Callable[[], Fault]]] = {
    "401": lambda: _status(401),
    "403": lambda: _status(403, 50013),
}
"""Refusals after which nothing is tried again at once: met only for a while."""


class AtCalls:
    """Has the calls of one world meet one kind of fault."""

    def __init__(
        self,
        ground: Playground,
        kind: str,
        offset: int,
        now: Callable[[], float],
        lasts: float = LASTS,
        earliest: int = 20,
    ) -> None:
        """With an ``offset`` below the stride one call of so many; above it the fault lasts, from a call on
        that is drawn, the ``earliest`` or later."""
        self.met = 0
        self._calls, self._kind, self._offset, self._now = 0, kind, offset, now
        self._lasts = lasts
        self._from = Random(f"{kind} {offset}").randint(earliest, 10 * earliest)
        self._until: float | None = None
        self._take = ground.rest.faults.next_fault
        ground.rest.faults.next_fault = self.take  # type: ignore[method-assign]

    @property
    def told(self) -> str:
        """What was met."""
        return f"{self._kind} at a call" if self._offset < STRIDE else f"{self._kind} for a while"

    def stop(self) -> None:
        """No call meets the fault any more."""
        self._kind, self._offset = next(iter(FAULTS)), STRIDE
        self._from = 0
        self._until = None

    def take(self, method: str, path: str) -> Fault | None:
        if _ANSWERS.match(path):
            return self._take(method, path)
        self._calls += 1
        if self._offset < STRIDE:
            meets = self._calls % STRIDE == self._offset
        else:
            if self._calls == self._from:
                self._until = self._now() + self._lasts
            meets = self._until is not None and self._now() < self._until
        if not meets:
            return self._take(method, path)
        self.met += 1
        return {**FAULTS, **LASTING}[self._kind]()
