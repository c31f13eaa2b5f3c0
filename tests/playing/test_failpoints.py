"""A short part of ``make soak``: the bot's process is killed at the first failpoints while people play."""

from __future__ import annotations

from tests.trials.soak.__main__ import soaked
from tests.trials.soak.bot import POINTS

KILLS = 6
"""Around a commit, an answer and a post."""


async def test_nothing_is_lost_doubled_or_left_on_screen_by_a_kill_around_a_commit_an_answer_or_a_post() -> (
    None
):
    met, acts, findings = await soaked(KILLS, seed=1)
    assert findings == []
    assert set(met) <= set(POINTS) and sum(met.values()) == KILLS
    assert acts > 0
