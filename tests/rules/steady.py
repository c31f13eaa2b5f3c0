"""How the properties of the rules are tried: the same examples every time, and no clock."""

from __future__ import annotations

from hypothesis import HealthCheck, settings


def steady(examples: int) -> settings:
    """So many examples, always the same ones."""
    return settings(
        max_examples=examples,
        derandomize=True,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
