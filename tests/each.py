"""Families of cases: one test that walks them, which is quicker to collect and to run than a test for each,
and which of them ``make test`` leaves to ``make test-long``."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection, Iterable
from typing import Any

import pytest

Test = Callable[..., None]


def each(names: str | tuple[str, ...], cases: Iterable[Any]) -> Callable[[Test], Test]:
    """As ``pytest.mark.parametrize``, but the cases are walked within one test. All of them are tried, and
    each that fails is named in a note to its failure. The fixtures of the test are the same for all cases, so
    one that a case changes is not for this."""
    parts, several = ((names,), [(case,) for case in cases]) if isinstance(names, str) else (names, [*cases])
    assert several, "no cases"

    def walking(test: Test) -> Test:
        @functools.wraps(test)
        def walked(**fixtures: Any) -> None:
            failed = []
            for values in several:
                case = dict(zip(parts, values, strict=True))
                try:
                    test(**case, **fixtures)
                except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001
                    failed.append(_named(error, case))
            if failed:
                raise ExceptionGroup(f"{len(failed)} of {len(several)} cases", failed)

        signature = inspect.signature(test)
        left = [one for one in signature.parameters.values() if one.name not in parts]
        walked.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return walked

    return walking


def mostly_long(cases: Iterable[Any], short: Collection[Any]) -> list[Any]:
    """For ``pytest.mark.parametrize``: all of these cases, of which only the short ones are not long."""
    return [pytest.param(case, marks=() if case in short else pytest.mark.long) for case in cases]


def _named(error: BaseException, case: dict[str, Any]) -> Exception:
    """The failure with its case in a note. What ``pytest.raises`` raises cannot be held by a group."""
    failure = error if isinstance(error, Exception) else AssertionError(str(error))
    failure.add_note(f"The case: {', '.join(f'{name} = {value!r}' for name, value in case.items())}")
    return failure.with_traceback(error.__traceback__)
