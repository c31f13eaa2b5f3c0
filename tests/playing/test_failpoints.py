"""A short part of ``make soak``: the bot's process is killed once at every failpoint while people play."""

from __future__ import annotations

from benchmarks.soak.__main__ import soaked
from benchmarks.soak.bot import POINTS


async def test_nothing_is_lost_doubled_or_left_on_screen_by_a_kill_at_any_failpoint() -> None:
    met, acts, findings = await soaked(len(POINTS), seed=1)
    assert findings == []
    assert sum(met.values()) == len(POINTS)
    assert acts > 10
