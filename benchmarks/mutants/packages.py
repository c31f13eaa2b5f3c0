"""What is mutated, by which tests it must be noticed, and how much of it must be."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Package:
    """A package with the tests that have to kill its mutants: arguments for pytest, the quickest first. Tests
    that read the source, count what is called or take long are left out, since a mutant should cost
    seconds; one that only those would have noticed is counted as alive."""

    name: str
    goal: int  # per cent killed
    tests: tuple[str, ...]


PACKAGES = {
    package.name: package
    for package in (
        Package(
            "rules",
            90,
            (
                "tests/examples",
                "tests/rules",
                "--ignore=tests/rules/test_doors.py",
                "--ignore=tests/rules/test_every_game.py",
                "--ignore=tests/rules/test_library.py",
                "--ignore-glob=tests/rules/test_oracle_*.py",
                "--ignore=tests/rules/test_properties.py",
                "--ignore=tests/rules/test_stored_before.py",
                "--ignore=tests/rules/test_views.py",
                "--deselect=tests/rules/test_audit.py::"
                "test_the_auditor_finds_nothing_in_six_hundred_deals_of_the_engine",
            ),
        ),
        Package("storage", 90, ("tests/storage",)),
        Package("bot", 80, ("tests/bot", "tests/screens/test_layout.py")),
    )
}
