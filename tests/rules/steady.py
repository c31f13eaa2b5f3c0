"""Settings for property tests: the same examples every time, and no time limit."""

from __future__ import annotations

from hypothesis import HealthCheck, settings


def steady(examples: int) -> settings:
    """This many examples, always the same."""
    return settings(
        max_examples=examples,
        derandomize=True,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
