"""Faults that a test orders in advance: wrong, late or missing answers. Knows nothing of Discord."""

import re
from dataclasses import dataclass, field

from playground.errors import Json


@dataclass
class Fault:
    """One order. With ``effect`` the request is carried out and only its answer is at fault."""

    method: str
    pattern: re.Pattern[str]
    times: int | None  # None: until cleared
    effect: bool
    status: int | None = None  # None: the true answer, or none at all if ``cut``
    body: Json = field(default_factory=dict)
    seconds: float = 0.0
    cut: bool = False
    used: int = 0

    def meets(self, method: str, path: str) -> bool:
        spent = self.times is not None and self.used >= self.times
        return not spent and self.method in (method, "*") and self.pattern.fullmatch(path) is not None


class Faults:
    """The orders not yet used up. The first that was given is used first."""

    def __init__(self) -> None:
        self._orders: list[Fault] = []

    def order(self, fault: Fault) -> Fault:
        self._orders.append(fault)
        return fault

    def clear(self) -> None:
        self._orders.clear()

    def take(self, method: str, path: str) -> Fault | None:
        for fault in self._orders:
            if fault.meets(method, path):
                fault.used += 1
                return fault
        return None
