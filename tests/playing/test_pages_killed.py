"""A short part of ``python -m tests.trials.soak --pages``: kills while everybody plays on a page."""

from __future__ import annotations

import pytest

from tests.trials.soak.__main__ import at_pages
from tests.trials.soak.bot import PAGE_POINTS

KILLS = 4


@pytest.mark.long
async def test_nothing_that_was_acknowledged_on_a_page_is_lost_or_doubled_by_a_kill() -> None:
    met, acts, findings = await at_pages(KILLS, seed=1)
    assert findings == []
    assert set(met) <= set(PAGE_POINTS) and sum(met.values()) == KILLS
    assert acts > 0
