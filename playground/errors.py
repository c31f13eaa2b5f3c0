"""Errors of the playground, and faults that a test orders: wrong, late or missing answers."""

import asyncio
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Json = dict[str, Any]


class PlaygroundError(Exception):
    """Root of all errors of this package."""


class Refused(PlaygroundError):
    """Discord's answer to a request that it will not carry out."""

    def __init__(self, status: int, code: int, message: str, errors: Json | None = None) -> None:
        super().__init__(status, code, message)
        self.status, self.code, self.message, self.errors = status, code, message, errors

    @property
    def body(self) -> Json:
        body: Json = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class NotThere(PlaygroundError):
    """A person tried something that Discord's client does not allow, such as pressing a button that is not
    there."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class PortTaken(PlaygroundError):
    """Another program listens on the port that was asked for."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.port = port


class BotDied(PlaygroundError):
    """The bot's process ended before it was ready."""

    def __init__(self, code: int | None, log: str) -> None:
        super().__init__(f"exit code {code}\n{log}")
        self.code, self.log = code, log


class Flaw(NamedTuple):
    """One thing that is wrong with a form, in Discord's words: where, its code, a sentence."""

    path: tuple[str, ...]
    code: str
    message: str

    def under(self, *steps: str) -> "Flaw":
        """This flaw of a part as one of the whole."""
        return Flaw((*steps, *self.path), self.code, self.message)


def invalid_form(flaws: Iterable[Flaw]) -> Refused:
    """Code 50035, with every flaw at its path in a tree (reference#error-messages)."""
    errors: Json = {}
    for flaw in flaws:
        place = errors
        for step in flaw.path:
            place = place.setdefault(step, {})
        place.setdefault("_errors", []).append({"code": flaw.code, "message": flaw.message})
    return Refused(400, 50035, "Invalid Form Body", errors)


def form_error(path: str, code: str, message: str) -> Refused:
    """An invalid form with one flaw, at a dotted path such as ``components.0.emoji``."""
    return invalid_form([Flaw(tuple(path.split(".")), code, message)])


@dataclass
class Fault:
    """One order. With ``effect`` the request is carried out and only its answer is at fault. It comes so many
    ``seconds`` late: None, once all faults are cleared."""

    method: str
    pattern: re.Pattern[str]
    times: int | None  # None: until cleared
    effect: bool
    status: int | None = None  # None: the true answer, or none at all if ``cut``
    body: Json = field(default_factory=dict)
    seconds: float | None = 0.0
    cut: bool = False
    headers: dict[str, str] = field(default_factory=dict)
    """Those of the answer that are other than they ought to be."""
    change: Callable[[str, Any], Any] | None = None
    """Makes another body of that of the answer, told method and path with its numbers taken out; bytes
    are sent as they are."""
    used: int = 0
    cleared: asyncio.Event = field(default_factory=asyncio.Event)

    def meets(self, method: str, path: str) -> bool:
        spent = self.times is not None and self.used >= self.times
        return not spent and self.method in (method, "*") and self.pattern.fullmatch(path) is not None

    async def delay(self) -> None:
        """For as long as the answer is late."""
        if self.seconds is None:
            await self.cleared.wait()
        else:
            await asyncio.sleep(self.seconds)


class Faults:
    """The orders not yet used up. The first that was given is used first."""

    def __init__(self) -> None:
        self._orders: list[Fault] = []

    def plan_fault(self, fault: Fault) -> Fault:
        self._orders.append(fault)
        return fault

    def clear(self) -> None:
        for fault in self._orders:
            fault.cleared.set()
        self._orders.clear()

    def next_fault(self, method: str, path: str) -> Fault | None:
        for fault in self._orders:
            if fault.meets(method, path):
                fault.used += 1
                return fault
        return None
