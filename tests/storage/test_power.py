"""Cuts of the power amid what the storage writes; ``python -m tests.trials.soak.power`` makes more."""

from __future__ import annotations

import pytest

from tests.trials.soak.power import cuts, library

pytestmark = pytest.mark.skipif(library() is None, reason="this Python has an SQLite of its own built in")


async def test_no_acknowledged_event_is_lost_by_a_cut_of_the_power_in_either_model_of_loss() -> None:
    for found in (await cuts(25, 80, seed=1886)).values():
        assert [one for one in found if one.lost or one.corrupt] == []


async def test_the_same_cuts_lose_acknowledged_events_if_commits_are_not_synced() -> None:
    for found in (await cuts(12, 80, seed=1886, synchronous="NORMAL")).values():
        assert any(one.lost for one in found)
