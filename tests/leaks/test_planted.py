"""Every leak that is planted is found, each by the way that it was meant to go."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.leaks.outputs import different, told
from tests.leaks.planted import FOUND_BY, Patch, looked_through
from tests.leaks.test_two_worlds import states
from tests.leaks.worlds import lookers

LONGEST = 120
"""States in which a planted leak may hide before the gate is held to have failed."""


@pytest.mark.parametrize("plant", FOUND_BY, ids=lambda plant: plant.__name__)
async def test_this_planted_leak_is_found(
    plant: Callable[[Patch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_through(monkeypatch.setattr)
    plant(monkeypatch.setattr)
    for watched, chance in states(1, LONGEST):
        for viewer in lookers(watched.evening.table):
            theirs = watched.twin(viewer, chance)
            if theirs is None:
                continue
            found = different(told(watched.evening.table, viewer), told(theirs, viewer))
            if any(name.startswith(FOUND_BY[plant]) for name in found):
                return
    pytest.fail(f"nobody could tell in {LONGEST} states")
