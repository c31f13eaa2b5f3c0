"""CI runs every test that is not long, and of the long ones those that a seed draws. What runs them again
and again does so in the order that it says, tells what failed, and leaves nothing behind."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from start import COMMANDS
from tests import steady
from tests.docs.pages import ROOT, text_of
from tests.each import each
from tests.steady import Ran, busy, quick_files
from tests.trials.stage.guard import HANGS_AFTER, until_now
from tests.trials.stage.processes import children, runs


def recipe(target: str) -> str:
    """The one line that make runs for a target."""
    found = re.search(rf"^{target}:.*\n\t(.*)\n(?!\t)", text_of("Makefile"), re.MULTILINE)
    assert found is not None
    return found[1]


def test_ci_runs_the_tests_that_are_not_long_and_those_that_are() -> None:
    assert re.search(r"^KIND := not long$", text_of("Makefile"), re.MULTILINE)
    short, long = recipe("test"), recipe("test-long")
    assert short.replace('-m "$(KIND)"', "-m long") == long
    steps = re.findall(r"^(?:\w+=\S+ )?step (.+)$", text_of(".ci/run"), re.MULTILINE)
    assert steps.count("make test") == steps.count("make test-long") == 1
    assert 'make test KIND= TESTS="$PART"' in steps
    assert steps.index("make test") < steps.index(".venv/bin/python -m tests.steady file")
    assert re.search(r"^export DRAW=.* ONE_IN=\$\{ONE_IN:-\d+\}$", text_of(".ci/run"), re.MULTILINE)


def test_make_hands_on_what_ci_has_drawn() -> None:
    """What it assigns itself it would put in the place of what is exported."""
    lines = re.findall(r"^export (.*)$", text_of(".ci/run"), re.MULTILINE)
    exported = [name for line in lines for name in re.findall(r"(\w+)=", line)]
    assigned = re.findall(r"^(\w+) *:=", text_of("Makefile"), re.MULTILINE)
    assert {"DRAW", "ONE_IN"} <= {*exported} and not {*exported} & {*assigned}


TWO_KINDS = """
import pytest

quick, long = range(50), [pytest.param(one, marks=pytest.mark.long) for one in range(50, 150)]

@pytest.mark.parametrize("number", [*quick, *long])
def test_one(number): pass
"""


def run_in(folder: Path, **env: str) -> list[int]:
    """The numbers of the tests of ``TWO_KINDS`` in the order in which they would run."""
    (folder / "test_two_kinds.py").write_text(TWO_KINDS)
    command = [
        sys.executable,
        "-m",
        "pytest",
        "--collect-only",
        "-q",
        "-p",
        "tests.dealing",
        "-p",
        "no:cacheprovider",
    ]
    mine = {"PYTHONPATH": str(ROOT), "PYTEST_XDIST_WORKER_COUNT": "1", "ORDER": "", "ONE_IN": "", "DRAW": ""}
    environment = {**os.environ, **mine, **env}
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return [int(one) for one in re.findall(r"test_one\[(\d+)\]", ran.stdout)]


def test_tests_run_in_the_order_that_is_drawn_and_of_the_long_ones_those_that_are(tmp_path: Path) -> None:
    first = run_in(tmp_path, ORDER="1", ONE_IN="4", DRAW="1")
    quick, long = [one for one in first if one < 50], [one for one in first if one >= 50]
    assert sorted(quick) == list(range(50)) != quick
    assert 10 <= len(long) <= 40 and len({*long}) == len(long)
    assert run_in(tmp_path, ORDER="1", ONE_IN="4", DRAW="1") == first
    other = run_in(tmp_path, ORDER="2", ONE_IN="4", DRAW="1")
    assert sorted(other) == sorted(first) and other != first
    assert {*run_in(tmp_path, ONE_IN="4", DRAW="2")} != {*first}
    assert run_in(tmp_path) == list(range(150))


def test_a_test_that_hangs_where_nothing_guards_it_ends_too(pytestconfig: pytest.Config) -> None:
    assert pytestconfig.getini("faulthandler_timeout") == 3 * HANGS_AFTER
    assert pytestconfig.getini("faulthandler_exit_on_timeout") is True


def test_without_make_the_same_tests_are_run() -> None:
    (workers,) = re.findall(r"^WORKERS := (\d+)$", text_of("Makefile"), re.MULTILINE)
    _, *words = recipe("test").replace('"$(KIND)"', "KIND").removesuffix(" $(TESTS)").split()
    meant = {"KIND": "not long", "$(WORKERS)": workers}
    assert [meant.get(one, one) for one in words] == COMMANDS["test"]


LONG = r"^@pytest\.mark\.long\n(?:@.*\n)*(?:async )?def {}\("


@each(("name", "file"), re.findall(r"\[`(test_\w+)`\]\((tests/[\w/]+\.py)\)", text_of("ARCHITECTURE.md")))
def test_what_holds_an_invariant_is_tried_by_make_test_too(name: str, file: str) -> None:
    """A test that is parametrized may leave some of its cases."""
    assert not re.search(LONG.format(name), text_of(file), re.MULTILINE)


def test_a_run_that_failed_or_ended_early_is_told_with_what_failed() -> None:
    said = (
        "..F.\n1 passed, 9 failed\nFAILED tests/a/test_b.py::test_c[d e] - assert 0\n"
        "ERROR tests/a/test_f.py\n==== 1 failed, 12 passed, 3 skipped, 2 errors in 4.50s ====\n"
    )
    ran = Ran(1, 4.6, said)
    assert str(ran) == "   5 s  12 passed, 3 failed  tests/a/test_b.py::test_c[d e], tests/a/test_f.py"
    assert str(Ran(-9, 1.0, "..F.")) == "   1 s  0 passed, 0 failed  status -9"


def test_a_file_is_drawn_among_those_whose_tests_together_took_little(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = (
        ("docs.test_ci", 0.9),
        ("docs.test_ci", 0.9),
        ("storage.test_model.TestStore", 2.1),
        ("gone", 0.1),
    )
    told = "".join(f'<testcase classname="tests.{name}" time="{took}"/>' for name, took in cases)
    (tmp_path / "tests.xml").write_text(f"<testsuites><testsuite>{told}</testsuite></testsuites>")
    monkeypatch.setattr(steady, "TAKEN", tmp_path / "tests.xml")
    assert quick_files() == ["tests/docs/test_ci.py"]


def test_processes_beside_which_a_run_fails_end_with_it() -> None:
    before, seen = children(os.getpid()), set[int]()

    def failing() -> None:
        with busy(2):
            (first,) = children(os.getpid()) - before
            seen.update({first}, until_now(lambda: children(first), "the second"))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        failing()
    assert len(seen) == 2
    until_now(lambda: not any(map(runs, seen)), "the end of both")


def test_a_test_that_is_long_as_a_whole_is_found() -> None:
    rubbers = text_of("tests/playing/test_rubbers.py")
    long, short = (
        "test_thirty_contres_by_buttons_are_all_stored_and_reckoned",
        "test_a_rubber_by_direct_messages",
    )
    assert re.search(LONG.format(long), rubbers, re.MULTILINE)
    assert f"def {short}" in rubbers
    assert not re.search(LONG.format(rf"{short}\w*"), rubbers, re.MULTILINE)
