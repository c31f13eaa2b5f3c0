"""Tries mutants in processes that are forked from one in which the tests have been collected.

    python -m tests.trials.mutants.trials ASKED ANSWERS      (in mutmut's folder)

``ASKED`` is JSON: the arguments for pytest, for each mutant the tests to run, in this order, and how many
seconds each test took. For each mutant a line of JSON is added to ``ANSWERS``. A test that fails, or hangs,
is run once more without the mutant, and only if it passes then is the mutant killed: else the test is at
fault, or the machine too busy, and the mutant is tried with the others.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Iterable, Mapping, Sequence
from mmap import mmap
from pathlib import Path
from typing import Any, Final

import pytest
from mutmut.mutation.trampoline import set_mutant_under_test

PATIENCE: Final = 8.0
"""Seconds that a test may take in any case. One that took long may take ten times as long."""
SOUND: Final = ""


class Trials:
    """A plugin of pytest that tries mutants in place of running the tests once."""

    def __init__(self, asked: Mapping[str, Sequence[str]], took: Mapping[str, float], answers: Path) -> None:
        self._asked, self._took, self._answers = asked, took, answers
        self._begun = mmap(-1, 4)  # shared with the process that runs tests: the place of the last begun

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        folder: Path = session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        for mutant, tests in self._asked.items():
            chosen = [items[test] for test in tests if test in items]
            by = self._killer(mutant, chosen, folder)
            with self._answers.open("a", encoding="utf-8") as file:
                file.write(json.dumps([mutant, by and by.nodeid]) + "\n")
        return True

    def _killer(self, mutant: str, items: list[pytest.Item], folder: Path) -> pytest.Item | None:
        """The test that kills the mutant, if one does."""
        while items:
            failed = self._first_failed(mutant, items, folder)
            if failed is None or self._first_failed(SOUND, [failed], folder) is None:
                return failed
            items = [item for item in items if item is not failed]
        return None

    def _first_failed(self, mutant: str, items: Sequence[pytest.Item], folder: Path) -> pytest.Item | None:
        child = os.fork()
        if child == 0:
            os._exit(self._run(mutant, items))
        _, status = os.waitpid(child, 0)
        for made in folder.iterdir():  # else it would fill the memory in which it lies
            shutil.rmtree(made, ignore_errors=True)
        return None if status == 0 else items[int.from_bytes(self._begun[:4], "big")]

    def _run(self, mutant: str, items: Sequence[pytest.Item]) -> int:
        """0 if all pass. A test that hangs ends the process by a signal."""
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        set_mutant_under_test(mutant)
        following: Iterable[pytest.Item | None] = [*items[1:], None]
        for place, (item, after) in enumerate(zip(items, following, strict=True)):
            self._begun[:4] = place.to_bytes(4, "big")
            signal.setitimer(signal.ITIMER_REAL, PATIENCE + 10 * self._took.get(item.nodeid, 0.0))
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if item.session.testsfailed:
                return 1
        return 0


def main() -> int:
    given: dict[str, Any] = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    set_mutant_under_test(SOUND)
    trials = Trials(given["asked"], given["took"], Path(sys.argv[2]))
    return int(
        pytest.main(["-q", "--rootdir=.", "-p", "no:cacheprovider", *given["tests"]], plugins=[trials])
    )


if __name__ == "__main__":
    sys.exit(main())
