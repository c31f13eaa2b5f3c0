"""A walk over cases tries every one and names each that fails."""

from __future__ import annotations

import pytest

from tests.each import each


def test_every_case_is_tried_and_each_that_fails_is_named() -> None:
    tried = []

    @each("more", [0, 10])
    @each(("number", "square"), [(1, 1), (2, 5), (3, 9)])
    def squares(number: int, square: int, more: int) -> None:
        tried.append(number + more)
        assert number**2 == square
        with pytest.raises(ZeroDivisionError):
            assert more or 1 / 0

    with pytest.raises(ExceptionGroup) as failed:
        squares()
    assert tried == [1, 2, 3, 11, 12, 13]
    first, second = failed.value.exceptions
    assert first.__notes__ == ["The case: more = 0"] and second.__notes__ == ["The case: more = 10"]
    assert isinstance(first, ExceptionGroup) and isinstance(second, ExceptionGroup)
    assert [one.__notes__ for one in first.exceptions] == [["The case: number = 2, square = 5"]]
    assert [type(one) for one in second.exceptions] == [AssertionError] * 3


def test_a_walk_without_cases_is_a_mistake() -> None:
    with pytest.raises(AssertionError, match="no cases"):
        each("number", [])
