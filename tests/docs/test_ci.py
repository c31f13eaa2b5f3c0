"""No test is left out by CI: what ``make test`` leaves, it runs as ``make test-long``."""

from __future__ import annotations

import re

from start import COMMANDS
from tests.docs.pages import text_of
from tests.each import each


def recipe(target: str) -> str:
    """The one line that make runs for a target."""
    found = re.search(rf"^{target}:.*\n\t(.*)\n(?!\t)", text_of("Makefile"), re.MULTILINE)
    assert found is not None
    return found[1]


def test_ci_runs_the_tests_that_are_not_long_and_those_that_are() -> None:
    assert re.search(r"^KIND := not long$", text_of("Makefile"), re.MULTILINE)
    short, long = recipe("test"), recipe("test-long")
    assert short.replace('-m "$(KIND)"', "-m long") == long
    run = text_of(".ci/run").splitlines()
    assert run.count("make test") == run.count("make test-long") == 1
    assert 'make test KIND= TESTS="$PART"' in run


def test_without_make_the_same_tests_are_run() -> None:
    _, *words = recipe("test").replace('"$(KIND)"', "KIND").removesuffix(" $(TESTS)").split()
    assert ["not long" if one == "KIND" else one for one in words] == COMMANDS["test"]


LONG = r"^@pytest\.mark\.long\n(?:@.*\n)*(?:async )?def {}\("


@each(("name", "file"), re.findall(r"\[`(test_\w+)`\]\((tests/[\w/]+\.py)\)", text_of("ARCHITECTURE.md")))
def test_what_holds_an_invariant_is_tried_by_make_test_too(name: str, file: str) -> None:
    """A test that is parametrized may leave some of its cases."""
    assert not re.search(LONG.format(name), text_of(file), re.MULTILINE)


def test_a_test_that_is_long_as_a_whole_is_found() -> None:
    rubbers = text_of("tests/playing/test_rubbers.py")
    long, short = (
        "test_thirty_contres_by_buttons_are_all_stored_and_reckoned",
        "test_a_rubber_by_direct_messages",
    )
    assert re.search(LONG.format(long), rubbers, re.MULTILINE)
    assert f"def {short}" in rubbers
    assert not re.search(LONG.format(rf"{short}\w*"), rubbers, re.MULTILINE)
