"""What must be refused, and why."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum

import pytest

from rules.errors import Refusal


@contextmanager
def refusing(fact: type[Refusal] | Enum) -> Iterator[None]:
    """What is done inside is refused for this reason, or by a refusal of exactly this class."""
    with pytest.raises(Refusal) as found:
        yield
    assert found.value.fact is fact
