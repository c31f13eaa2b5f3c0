"""What is mutated, by which tests it must be noticed, and how much of it must be."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Package:
    """A package with the tests that have to kill its mutants, as arguments for pytest. Tests that read the
    source, count what is called, wait for a clock or take long are left out, since a mutant should cost
    seconds; one that only those would have noticed is counted as alive."""

    name: str
    goal: int  # per cent killed
    modules: tuple[str, ...]  # patterns of the files whose functions are mutated
    tests: tuple[str, ...]
    spared: str = ""  # in the path of what is not mutated


PACKAGES = {
    package.name: package
    for package in (
        Package(
            "rules",
            90,
            ("rules/*",),
            (
                "tests/examples",
                "tests/rules",
                "--ignore=tests/rules/test_doors.py",
                "--ignore=tests/rules/test_every_game.py",
                "--ignore=tests/rules/test_library.py",
                "--ignore=tests/rules/test_options_matter.py",
                "--ignore-glob=tests/rules/test_oracle_*.py",
                "--ignore=tests/rules/test_properties.py",
                "--ignore=tests/rules/test_stored_before.py",
                "--ignore=tests/rules/test_views.py",
                "--deselect=tests/rules/test_audit.py::"
                "test_the_auditor_finds_nothing_in_two_hundred_deals_of_the_engine",
            ),
        ),
        Package(
            "storage",
            90,
            ("storage/*",),
            (
                "tests/storage",
                "--ignore=tests/storage/test_failing.py",
                "--ignore=tests/storage/test_model.py",
                "--deselect=tests/storage/test_opening.py::test_a_second_process_is_refused",
                "-k=not postgres and not to_a_server",  # each mutant would begin one
            ),
            spared="postgres",
        ),
        Package(
            "bot",
            80,
            # the rest is asked through processes, sockets and a Discord, too slowly for this
            (
                "bot/adjourning.py",
                "bot/errors.py",
                "bot/host/log.py",
                "bot/settings.py",
                "bot/ports/*",
                "bot/sheets/*",
                "bot/streams/*",
                "bot/tables/[!r]*",
            ),
            (
                "tests/bot/test_analyses.py",
                "tests/bot/test_clock.py",
                "tests/bot/test_discord_clock.py",
                "tests/bot/test_fair_deal.py",
                "tests/bot/test_hints.py",
                "tests/bot/test_host_log.py",
                "tests/bot/test_limits.py",
                "tests/bot/test_reasons.py",
                "tests/bot/test_score_sheets.py",
                "tests/bot/test_settings.py",
                "tests/bot/test_snapshots.py",
                "tests/bot/test_streams.py",
                "tests/bot/test_tables.py",
                "tests/cogs/test_adjourned.py",
                "--deselect=tests/bot/test_hints.py::test_a_hint_comes_from_a_worker_where_there_is_one",
            ),
        ),
    )
}
