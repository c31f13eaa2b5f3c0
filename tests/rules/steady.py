"""Settings for property tests: the same examples every time, and no time limit."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture import providers

# Hypothesis also tries the numbers and words that stand in modules of the project. Each process would parse
# all that it has loaded for that, and the examples of a test would change with what else has been collected.
assert callable(providers._get_local_constants)  # the library has no public switch
providers._get_local_constants = lambda: providers._local_constants

_BEYOND_LATIN_1 = (
    (0x100, 0x250),  # Latin
    (0x300, 0x700),  # combining marks, Greek, Cyrillic, Hebrew, Arabic with digits of its own
    (0x2000, 0x2070),  # spaces, line and paragraph separators, marks of direction
    (0x2660, 0x2668),  # suits
    (0x4E00, 0x4E10),  # Chinese
    (0xE000, 0xE008),  # private
    (0xFE00, 0xFE10),  # variation selectors
    (0xFEFF, 0xFF20),  # the byte order mark, letters of full width
    (0xFFF0, 0x10000),  # the replacement character, two that are none
    (0x1F0A0, 0x1F0B0),  # playing cards
    (0x1F600, 0x1F610),  # emoji
    (0xE0020, 0xE0030),  # tags
    (0x10FFF8, 0x110000),
)
CHARACTERS = st.sampled_from([chr(one) for one in range(0x100)]) | st.sampled_from(
    [chr(one) for first, end in _BEYOND_LATIN_1 for one in range(first, end)]
)
"""Characters of every sort. For the usual alphabet, all that UTF-8 can write, each process makes tables that
take it seconds."""


def steady(examples: int) -> settings:
    """This many examples, always the same."""
    return settings(
        max_examples=examples,
        derandomize=True,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
