"""Every planted leak is found, each in the output in which it was planted."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from rules.table.table import Table
from tests.each import mostly_long
from tests.leaks.__main__ import compared
from tests.leaks.outputs import different, is_drawn, looked, told
from tests.leaks.planted import ELSEWHERE, FOUND_BY, OF_HONOURS, Patch, looked_through
from tests.leaks.planted_more import MORE, MORE_ELSEWHERE
from tests.leaks.test_two_worlds import Stops, asked_for_honours, states, stopped
from tests.leaks.worlds import lookers
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

LONGEST = 120
"""How many states are searched for a planted leak before the test fails."""
ALL = {**FOUND_BY, **MORE}
OTHER_GAMES = {**ELSEWHERE, **MORE_ELSEWHERE}
WHERE: dict[str, Callable[[Table], bool]] = {
    "sent picture": is_drawn,
    "record": lambda table: table.last_number > 0,
    "claims of revokes": lambda table: bool(table.deal is not None and table.deal.revoke),
}
"""Where alone there is anything to see in some outputs: nobody looks elsewhere."""


@pytest.mark.parametrize("plant", mostly_long(ALL, short=[*ALL][::3]), ids=lambda plant: plant.__name__)
async def test_this_planted_leak_is_found(
    plant: Callable[[Patch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_through(monkeypatch.setattr)
    plant(monkeypatch.setattr)
    assert found_by(ALL[plant], states(1, LONGEST))


@pytest.mark.parametrize(
    "plant", mostly_long(OTHER_GAMES, short=[*OTHER_GAMES][::3]), ids=lambda plant: plant.__name__
)
async def test_this_leak_planted_at_another_game_is_found(
    plant: Callable[[Patch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_through(monkeypatch.setattr)
    plant(monkeypatch.setattr)
    key, options, output = OTHER_GAMES[plant]
    evening = Evening(plant.__name__, key, **options).seat(ANNA, BORIS, CLARA, DAVID)
    assert found_by(output, stopped(evening, Random(key), LONGEST, calling=1.0))


@pytest.mark.parametrize("plant", OF_HONOURS, ids=lambda plant: plant.__name__)
async def test_this_leak_planted_where_honours_may_be_called_is_found(
    plant: Callable[[Patch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_through(monkeypatch.setattr)
    plant(monkeypatch.setattr)
    key, output = OF_HONOURS[plant]
    assert any(found_by(output, asked_for_honours(key, seed)) for seed in range(6))


async def test_one_look_in_each_deal_finds_a_planted_leak_and_nothing_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    who, leaks = compared("biritch", 12, seed=3)
    assert who.total() == 12 and not leaks
    looked_through(monkeypatch.setattr)
    next(iter(FOUND_BY))(monkeypatch.setattr)
    who, leaks = compared("biritch", 12, seed=3)
    assert who.total() == 12 and leaks


def found_by(output: str, stops: Stops) -> bool:
    """Whether somebody can tell two worlds apart by this output."""
    look = looked if "view" in output else told
    where = WHERE.get(output, lambda _: True)
    for watched, chance in stops:
        if not where(watched.evening.table):
            continue
        for viewer in lookers(watched.evening.table):
            theirs = watched.twin(viewer, chance)
            if theirs is None:
                continue
            found = different(look(watched.evening.table, viewer), look(theirs, viewer))
            if any(name.startswith(output) for name in found):
                return True
    return False
