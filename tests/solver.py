"""The double-dummy solver, which not every Python has a build of."""

from __future__ import annotations

from typing import Final

import pytest

from robots.search import double_dummy

needs_solver: Final = pytest.mark.skipif(
    double_dummy.library() is None, reason="no libdds for this Python here"
)
