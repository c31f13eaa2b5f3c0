"""The parts of the code that are mutated, the tests that must notice, and the share that must be noticed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

ROOMS: Final = ("rules", "robots", "screens", "bot", "cogs", "web", "storage")
"""The folders that are instrumented, so that the copy imports its own modules."""


@dataclass(frozen=True, slots=True)
class Package:
    """A part of the code with the tests that have to kill its mutants, as arguments for pytest.

    Tests that read the source, count calls, wait for a clock or take long are left out, since a mutant should
    cost seconds. A mutant that only those would notice counts as alive.
    """

    name: str
    goal: int  # per cent killed
    modules: tuple[str, ...]  # patterns of the files whose functions are mutated
    tests: tuple[str, ...]
    spared: tuple[str, ...] = ()  # patterns of the files among them that are not mutated
    sql: str = ""  # the folder with statements of SQL, if there is one


PACKAGES: Final = {
    package.name: package
    for package in (
        Package(
            "rules",
            92,
            ("rules/*",),
            (
                # what the pad offers, evenings and what a deal came to are asked where they are used
                "tests/bot/test_evenings.py",
                "tests/bot/test_score_sheets.py",
                "tests/bot/test_steward.py",
                "tests/examples",
                "tests/rules",
                "tests/screens/test_lessons.py",
                "tests/screens/test_pad.py",
                "tests/screens/test_results.py",
                "tests/screens/test_score_reading.py",
                "tests/screens/test_texts.py",
                "--ignore=tests/rules/test_doors.py",
                "--ignore=tests/rules/test_every_game.py",
                "--ignore=tests/rules/test_fuzz.py",
                "--ignore=tests/rules/test_library.py",
                "--ignore=tests/rules/test_options_matter.py",
                "--ignore-glob=tests/rules/test_oracle_*.py",
                "--ignore=tests/rules/test_properties.py",
                "--ignore=tests/rules/test_stored_before.py",
                "--deselect=tests/rules/test_audit.py::test_the_auditor_finds_nothing_in_deals_of_the_engine",
            ),
        ),
        Package(
            "storage",
            92,
            ("storage/*",),
            (
                "tests/cogs/test_contests.py",
                "tests/cogs/test_privacy.py",
                "tests/storage",
                "--ignore=tests/storage/test_model.py",
                # which kill processes, or fail at every instruction in turn
                "--deselect=tests/storage/test_failing.py::"
                "test_a_failure_at_any_instruction_of_the_database_leaves_nothing_half",
                "--deselect=tests/storage/test_failing.py::"
                "test_a_kill_at_any_statement_leaves_all_or_nothing_and_the_key_tells",
                "--deselect=tests/storage/test_failing.py::"
                "test_ten_kills_at_random_moments_lose_no_acknowledged_append",
                "--deselect=tests/storage/test_failing.py::"
                "test_an_acknowledgement_before_the_commit_would_have_been_caught",
                "--deselect=tests/storage/test_failing.py::"
                "test_a_kill_in_any_migration_leaves_a_file_that_the_next_start_brings_on",
                "--deselect=tests/storage/test_failing.py::"
                "test_a_migration_without_a_transaction_would_have_been_caught",
                "--deselect=tests/storage/test_opening.py::test_a_second_process_is_refused",
                "-k=not postgres and not simulated and not goes_to_a_server",  # each mutant would begin one
            ),
            spared=("*postgres*",),
            sql="storage",
        ),
        Package(
            "conformance",
            90,
            ("storage/*",),
            ("tests/storage/conformance", "-k=not postgres and not simulated"),
            # an engine, what it copies from another, how callers wait, and several processes on a server
            spared=(
                *("*postgres*", "storage/sqlite*", "storage/schema*"),
                *("storage/ports/patience.py", "storage/ports/waits.py"),
                *("storage/cluster.py", "storage/copying.py", "storage/engine.py", "storage/errors.py"),
            ),
            sql="storage",
        ),
        Package(
            "bot",
            85,
            # the rest is asked through processes, sockets and a Discord, too slowly for this
            (
                "bot/adjourning.py",
                "bot/errors.py",
                "bot/host/terminal.py",
                "bot/settings.py",
                "bot/sheets/*",
                "bot/streams/*",
                "bot/tables/[!r]*",
                "storage/ports/*",
            ),
            (
                "tests/bot/test_adjourning.py",
                "tests/bot/test_analyses.py",
                "tests/bot/test_clock.py",
                "tests/bot/test_contests.py",
                "tests/bot/test_counting.py",
                "tests/bot/test_damage.py",
                "tests/bot/test_discord_clock.py",
                "tests/bot/test_errors.py",
                "tests/bot/test_fair_deal.py",
                "tests/bot/test_hints.py",
                "tests/bot/test_host_log.py",
                "tests/bot/test_limits.py",
                "tests/bot/test_past_deals.py",
                "tests/bot/test_reasons.py",
                "tests/bot/test_score_sheets.py",
                "tests/bot/test_settings.py",
                "tests/bot/test_sheets_kept.py",
                "tests/bot/test_slots.py",
                "tests/bot/test_snapshots.py",
                "tests/bot/test_streams.py",
                "tests/bot/test_streams_beside.py",
                "tests/bot/test_tables.py",
                "tests/bot/test_tables_kept.py",
                "tests/bot/test_uptime.py",
                "tests/bot/test_wishes.py",
                "tests/cogs/test_adjourned.py",
                "tests/cogs/test_alerts.py",
                "tests/cogs/test_alone.py",
                "tests/cogs/test_buried.py",
                "tests/cogs/test_by_days.py",
                "tests/cogs/test_contests.py",
                "tests/cogs/test_damaged_deals.py",
                "tests/cogs/test_direct_messages.py",
                "tests/cogs/test_evening.py",
                "tests/cogs/test_evening_duplicate.py",
                "tests/cogs/test_learn.py",
                "tests/cogs/test_let_go.py",
                "tests/cogs/test_penalties.py",
                "tests/cogs/test_record.py",
                "tests/cogs/test_revokes.py",
                "tests/cogs/test_standings.py",
                "tests/cogs/test_taking_back.py",
                "tests/cogs/test_time.py",
                "tests/host/test_endpoint.py::"
                "test_a_line_of_the_log_as_json_is_one_line_also_with_a_traceback",
                "tests/host/test_progress.py",
                "tests/host/test_terminal.py",
                "tests/storage/conformance/test_values.py",
                "--deselect=tests/bot/test_hints.py::test_a_hint_comes_from_a_worker_where_there_is_one",
            ),
        ),
        Package(
            "messages",
            87,
            ("bot/messages/*",),
            (
                "tests/bot/test_boards.py",
                "tests/bot/test_buried.py",
                "tests/bot/test_calls_made.py",
                "tests/bot/test_drawing.py",
                "tests/bot/test_drawn.py",
                "tests/bot/test_kept_slots.py",
                "tests/bot/test_leases.py",
                "tests/bot/test_messenger.py",
                "tests/bot/test_posted.py",
                "tests/bot/test_posting.py",
                "tests/bot/test_posting_doors.py",
                "tests/bot/test_press_tokens.py",
                "tests/bot/test_private_copies.py",
                "tests/bot/test_recent.py",
                "tests/bot/test_reminders.py",
                "tests/bot/test_scheduler.py",
                "tests/bot/test_sending.py",
                "tests/bot/test_waking.py",
                "tests/cogs/test_adjourned.py",
                "tests/cogs/test_alerts.py",
                "tests/cogs/test_alone.py",
                "tests/cogs/test_buried.py",
                "tests/cogs/test_card_styles.py",
                "tests/cogs/test_closed_channels.py",
                "tests/cogs/test_contests.py",
                "tests/cogs/test_copies.py",
                "tests/cogs/test_direct_messages.py",
                "tests/cogs/test_evening.py",
                "tests/cogs/test_evening_duplicate.py",
                "tests/cogs/test_evening_rooms.py",
                "tests/cogs/test_languages.py",
                "tests/cogs/test_let_go.py",
                "tests/cogs/test_newcomers.py",
                "tests/cogs/test_open_buttons.py",
                "tests/cogs/test_play.py",
                "tests/cogs/test_presses.py",
                "tests/cogs/test_score.py",
                "tests/cogs/test_table_picture.py",
                "tests/cogs/test_tables.py",
                "tests/cogs/test_two_taps.py",
                "tests/cogs/test_why.py",
            ),
        ),
        Package(
            "evenings",
            85,
            ("bot/evenings/*",),
            (
                "tests/bot/test_evenings.py",
                "tests/bot/test_steward.py",
                "tests/cogs/test_evening.py",
                "tests/cogs/test_evening_duplicate.py",
                "tests/cogs/test_evening_held_up.py",
                "tests/cogs/test_evening_rooms.py",
            ),
        ),
        Package(
            "contests",
            87,
            ("bot/tables/challenges.py", "bot/tables/contests.py", "bot/tables/fields.py"),
            (
                "tests/bot/test_challenges.py",
                "tests/bot/test_contests.py",
                "tests/bot/test_fields.py",
                "tests/bot/test_one_play.py",
                "tests/cogs/test_challenges.py",
                "tests/cogs/test_compared.py",
                "tests/cogs/test_contests.py",
                "tests/cogs/test_daily_once.py",
            ),
        ),
        Package(
            "discord",
            87,
            ("bot/discord_api/*",),
            (
                "tests/bot/test_calls_made.py",
                "tests/bot/test_card_emoji.py",
                "tests/bot/test_command_list.py",
                "tests/bot/test_first_answer.py",
                "tests/bot/test_messenger.py",
                "tests/bot/test_posting_doors.py",
                "tests/bot/test_press_tokens.py",
                "tests/bot/test_scheduler.py",
                "tests/bot/test_sending.py",
                "tests/cogs/test_answers_lost.py",
                "tests/cogs/test_card_styles.py",
                "tests/cogs/test_copies.py",
                "tests/cogs/test_deferred.py",
                "tests/cogs/test_languages.py",
                "tests/cogs/test_refusals.py",
                "tests/cogs/test_shown.py",
                "tests/screens/test_deck.py",
                "tests/screens/test_layout.py",
                "tests/screens/test_turned.py",
            ),
        ),
        Package("web", 87, ("web/*",), ("tests/web",)),
        Package(
            "host",
            85,
            (
                "bot/blocks.py",
                "bot/host/backup_command.py",
                "bot/host/carrying.py",
                "bot/host/fault_channel.py",
                "bot/host/orders.py",
            ),
            (
                "tests/cogs/test_admin.py",
                "tests/cogs/test_blocked.py",
                "tests/cogs/test_host_tells.py",
                "tests/host/test_admin.py",
                "tests/host/test_backup_command.py",
                # which begin the bot or the command as processes of their own
                "-k=not hears_of_an_order_at_once and not meet_a_stop and not no_message_can_hold"
                " and not no_quotes and not cannot_be_written and not on_a_server",
            ),
        ),
        Package("leases", 85, ("bot/cluster.py",), ("tests/bot/test_leases.py",)),
        Package(
            "cogs",
            87,
            ("cogs/*",),
            (
                # the list of commands, refusals and the words of the trade are asked where they are used
                "tests/bot/test_command_list.py",
                "tests/bot/test_reminders.py",
                "tests/cogs",
                "tests/screens/test_glossary.py",
                "tests/screens/test_wording.py",
                "--ignore=tests/cogs/test_pads_together.py",
                "--ignore=tests/cogs/test_time.py",
            ),
        ),
        Package(
            "screens",
            85,
            ("screens/*",),
            (
                "tests/screens",
                "tests/words/test_numbers.py",
                "tests/words/test_ranking.py",
                "tests/cogs",
                "--ignore=tests/cogs/test_deferred.py",  # which asks about answers, not what they show
                "--ignore=tests/cogs/test_pads_together.py",
                "--ignore=tests/cogs/test_time.py",
                "--ignore=tests/screens/test_every_state.py",
                "--deselect=tests/words/test_numbers.py::test_whatever_is_counted_agrees_with_its_number",
            ),
            # prose, which a test would only repeat; what it tells of figures is compared with the rows
            spared=("screens/words/*",),
        ),
    )
}
