"""Which defaults a log has by its edition and its other options, and which have no meaning together."""

from __future__ import annotations

import pytest

from rules.games.all_games import GAMES
from rules.games.variant import Choice
from rules.refusals import BadValue, OptionsClash
from tests.each import each


def test_one_option_is_kept_for_logs_alone() -> None:
    """Reading R4. Which options there are is compared with the laws in ``test_appendix``."""
    kept = [(key, one.key) for key, game in GAMES.items() for one in game.choices if not one.offered]
    assert kept == [("dummy_whist", "misdeal")]


# Defaults that hang on other options


LAWS_1904, SEED_001 = {"preset": "laws1904"}, {"preset": "seed001"}
DEFAULTS = [
    # game, what a log names, and the defaults that it has then
    ("bridge", {}, "doubling_order: either, doubling_limit: none, nt_honours: tricks, chicane: adjust"),
    ("bridge", {}, "dummy_exposed: after_lead, rubber_bonus: 40"),
    ("bridge", {"edition": "2"}, "dummy_exposed: before_lead, rubber_bonus: 40, chicane: adjust"),
    ("bridge", {"edition": "4"}, "dummy_exposed: before_lead, doubling_limit: none"),
    ("bridge", LAWS_1904, "doubling_order: laws1904, doubling_limit: per_trick_100, nt_honours: laws"),
    ("bridge", LAWS_1904, "chicane: own_side, dummy_exposed: after_lead, rubber_bonus: 100"),
    ("bridge", {"edition": "4", **LAWS_1904}, "dummy_exposed: after_lead, chicane_per_hand: true"),
    ("auction", {}, "misere: false, chicane: false, one_spade_limit: false"),
    ("auction", {"schedule": "1904"}, "misere: false, chicane: true, one_spade_limit: true"),
    ("auction", {"schedule": "exp2"}, "misere: false, chicane: true, one_spade_limit: true"),
    ("auction", {"schedule": "exp3"}, "misere: true, chicane: true, one_spade_limit: true"),
    ("auction", {"schedule": "exp4"}, "misere: false, chicane: true, one_spade_limit: true"),
    ("auction", {"schedule": "exp5"}, "misere: false, chicane: true, one_spade_limit: true"),
    ("auction", {"schedule": "1913"}, "misere: false, chicane: false, one_spade_limit: true"),
    ("plafond", {}, "slams: promised"),
    ("plafond", {"edition": "2"}, "slams: flat"),
    ("plafond", {"edition": "4"}, "slams: flat"),
    ("vint", {}, "tie: category"),
    ("vint", {"edition": "2"}, "tie: literal"),
    ("vint", {"edition": "4"}, "tie: literal"),
    # appendix E: E6 to E8
    ("bridge", {"edition": "3"}, "direction: clockwise"),
    ("bridge", {"edition": "4"}, "direction: counterclockwise"),
    ("bridge", {"edition": "4", **LAWS_1904}, "direction: clockwise"),
    ("whist_short_001", {"edition": "3"}, "direction: clockwise"),
    ("whist_short_001", {"edition": "4"}, "direction: counterclockwise"),
    ("whist_english", {"edition": "3"}, "replaced: no"),
    ("whist_english", {"edition": "4"}, "replaced: exposed"),
    ("whist_american", {"edition": "4"}, "replaced: exposed"),
    ("whist_modern", {"edition": "4"}, "replaced: no"),
    ("whist_honors", {"edition": "3"}, "match: rubber"),
    ("whist_honors", {"edition": "4"}, "match: game"),
    ("whist_long", {"edition": "4"}, "direction: clockwise, call_at: 8, long_treble: false"),
    ("whist_long", SEED_001, "direction: counterclockwise, call_at: 8-9, long_treble: true"),
    ("whist_long", {**SEED_001, "direction": "clockwise"}, "direction: clockwise, call_at: 8-9"),
    ("whist_english", {"edition": "2"}, "honours_to_game: true, honours_by: dealt"),
    ("whist_english", {"edition": "4"}, "honours_to_game: false, rubber_points: printed"),
    ("whist_english", {"rubber_points": "2"}, "rubber_points: printed"),
    ("whist_modern", {"edition": "4"}, "honours_to_game: true"),
    ("scaled_contract", {"rounded": "true"}, "rounded: 225_and_450"),
    ("scaled_contract", {"rounded": "false"}, "rounded: no"),
]


@each(("key", "named", "has"), DEFAULTS)
def test_a_log_has_the_defaults_of_its_edition_and_of_its_other_options(
    key: str, named: dict[str, str], has: str
) -> None:
    settled = GAMES[key].options(named)
    assert (
        ", ".join(f"{one}: {settled[one]}" for one in (pair.split(":")[0] for pair in has.split(", "))) == has
    )


def test_a_number_that_is_in_no_range_or_is_no_plain_number_is_refused() -> None:
    minutes = Choice("absent", ("3", "off"), numbers=range(1, 121))
    assert [minutes.checked_value(value) for value in ("off", "1", "120", "00007")] == [
        "off",
        "1",
        "120",
        "00007",
    ]
    for value in ("0", "121", "-1", "1.5", "", "three", "\u0663", "\u00b2", "000007"):
        with pytest.raises(BadValue) as refused:
            minutes.checked_value(value)
        assert (refused.value.key, refused.value.value) == ("absent", value)


# Options that exclude each other


CLASHES = [
    # game, options, the two that have no meaning together
    ("bridge", "revoke_choice take_only, revoke_unit three_points", "revoke_unit, revoke_choice"),
    ("bridge", "revoke_choice take_only, revoke_unit_doubled false", "revoke_unit_doubled, revoke_choice"),
    ("bridge", "honours_as points, nt_honours laws", "honours_as, nt_honours"),
    ("bridge", "honours_as points, preset laws1904", "honours_as, nt_honours"),
    ("auction", "one_spade_limit true", "one_spade_limit, schedule"),
    ("auction", "one_spade_limit_max_dbl 1", "one_spade_limit_max_dbl, one_spade_limit"),
    (
        "auction",
        "schedule 1904, one_spade_limit false, one_spade_limit_max_dbl 1",
        "one_spade_limit_max_dbl, one_spade_limit",
    ),
    ("auction", "schedule 1904, redeal true", "redeal, schedule"),
    ("auction", "schedule exp5, redeal true", "redeal, schedule"),
    ("ruff_and_honours", "ruff_right dealer, ace_turned none", "ruff_right, ace_turned"),
    ("ruff_and_honours", "ruff_right dealer, ace_hidden dealer", "ruff_right, ace_hidden"),
    ("ruff_and_honours", "honours none, honours_at as_dealt", "honours, honours_at"),
    ("whist_modern", "honours none, honours_to_game false", "honours, honours_to_game"),
    ("whist_modern", "honours none, honours_by captured", "honours, honours_by"),
    ("whist_english", "honours none, honours_to_game true", "honours, honours_to_game"),
    ("whist_long", "honours_to_game false, call_at 8-9", "honours_to_game, call_at"),
    ("whist_long", "game_at 9, call_at 8-9", "game_at, call_at"),
    ("whist_long", "honours_by captured, call_at 8-9", "honours_by, call_at"),
    ("whist_long", "preset seed001, game_at 9", "game_at, call_at"),
    ("whist_honors", "match game, rubber_points 4", "match, rubber_points"),
    ("whist_honors", "match game, honours_to_game false", "match, honours_to_game"),
    ("whist_honors", "match game, rubbers_per_cut 2", "match, rubbers_per_cut"),
    ("dummy_whist", "dummy_rotation game, rubber_points 4", "dummy_rotation, rubber_points"),
    ("dummy_whist", "dummy_rotation game, honours_to_game false", "dummy_rotation, honours_to_game"),
    ("dummy_whist", "dummy_rotation game, rubbers_per_cut 2", "dummy_rotation, rubbers_per_cut"),
    ("dummy_whist", "call_at 8-9", "form, call_at"),
    ("dummy_whist", "long_treble true", "form, long_treble"),
    ("double_dummy", "form long, honours halved", "form, honours"),
    ("double_dummy", "call_at 8-9", "form, call_at"),
]

TOGETHER = [
    ("bridge", "revoke_choice take_only, revoke_unit_doubled true"),
    ("bridge", "honours_as points, nt_honours tricks, preset laws1904"),
    ("auction", "schedule 1904, one_spade_limit_max_dbl 1"),
    ("auction", "schedule 1904, one_spade_limit false"),
    ("auction", "redeal true"),
    ("ruff_and_honours", "ruff_right ace_holder, ace_turned none, ace_hidden dealer"),
    ("ruff_and_honours", "honours none"),
    ("ruff_and_honours", "honours_at as_dealt"),
    ("whist_english", "honours none"),
    ("whist_modern", "honours halved, honours_to_game false, honours_by captured"),
    ("whist_long", "game_at 9, honours_to_game false, honours_by captured"),
    ("whist_honors", "match rubber, rubber_points 4, rubbers_per_cut 2"),
    ("whist_long", "preset seed001, call_at 8, game_at 9"),
    ("dummy_whist", "dummy_rotation game, form long, long_treble true"),
    ("double_dummy", "form long, call_at 8-9, rubbers_per_cut 2"),
]


def chosen(words: str) -> dict[str, str]:
    return dict(pair.split() for pair in words.split(", "))


@each(("key", "options", "clash"), CLASHES)
def test_options_without_a_meaning_together_are_refused_and_both_are_named(
    key: str, options: str, clash: str
) -> None:
    with pytest.raises(OptionsClash) as refused:
        GAMES[key].variant(chosen(options))
    assert ", ".join((refused.value.key, refused.value.other)) == clash


@each(("key", "options"), TOGETHER)
def test_options_that_go_together_are_taken(key: str, options: str) -> None:
    assert GAMES[key].variant(chosen(options)).key == key
