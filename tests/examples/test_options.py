"""Every option that docs/laws.md names is accepted in an example of its games, and no other is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.each import each
from tests.examples.runner import Outcome, run

WHISTS = (
    "whist_modern",
    "whist_long",
    "whist_short_001",
    "whist_english",
    "whist_american",
    "whist_honors",
    "whist_british",
)
RUBBERS = ("whist_modern", "whist_long", "whist_short_001", "whist_english", "whist_honors")
DUMMIES = ("dummy_whist", "double_dummy")
MAJORITY = ("plafond", "contract", "scaled_contract")
LAWFUL = (*WHISTS, *DUMMIES, "ruff_and_honours", "biritch", "bridge", "auction")
ALL = (*LAWFUL, "vint", *MAJORITY)

TABLE: tuple[tuple[tuple[str, ...], str, tuple[object, ...]], ...] = (
    (ALL, "direction", ("clockwise", "counterclockwise")),
    (ALL, "cut_tie", ("recut", "suit_order")),
    (ALL, "seating", ("cut", "fixed")),
    ((*RUBBERS, "biritch", "bridge", "auction", "vint", *MAJORITY), "rubbers_per_cut", (1, 2, "2")),
    (ALL, "revoke_mode", ("strict",)),
    (LAWFUL, "revoke_mode", ("lawful",)),
    (ALL, "quit_delay", (5,)),
    (ALL, "period_penalties", ("off", "on")),
    (ALL, "claims", ("unanimous", "off")),
    (ALL, "robots", ("best", "good", "easy")),
    (ALL, "hints", ("off", "on")),
    (ALL, "pace", ("live", "days")),
    (ALL, "picture", ("off", "on")),
    (ALL, "absent", ("3", "off")),
    (("biritch", "bridge"), "doubling_order", ("either", "laws1904")),
    (("biritch", "bridge"), "doubling_limit", ("none", None, "per_trick_100", 3)),
    (("biritch",), "slam_counts_to_game", (False, True)),
    (("biritch",), "slam_doubled", (False, True)),
    (("biritch", "bridge"), "chicane_per_hand", (True, False)),
    (("biritch", "bridge"), "rubber_bonus", (40, 100)),
    (("biritch", "bridge"), "rubber_value", ("difference", "both_totals")),
    (("biritch", "bridge"), "revoke_unit", ("value_of_three_tricks", "three_points")),
    (("biritch", "bridge"), "revoke_unit_doubled", (True, False)),
    (("biritch", "bridge"), "revoke_cap", (28, 29)),
    (("bridge",), "preset", ("seed001", "laws1904")),
    (("whist_long",), "preset", ("hoyle", "seed001")),
    (("whist_honors",), "match", ("game", "rubber")),
    (("bridge",), "nt_trick", (12, 10)),
    (("bridge",), "five_in_one", (10, 9)),
    (("bridge",), "nt_honours", ("tricks", "laws")),
    (("bridge",), "chicane", ("adjust", "own_side")),
    (("bridge",), "dummy_exposed", ("after_lead", "before_lead")),
    (("bridge",), "revoke_choice", ("three", "take_only")),
    (WHISTS, "trump", ("turn_up", "blind")),
    (("whist_long",), "long_treble", (False, True)),
    (("whist_long",), "call_at", ([8], [8, 9])),
    (
        ("whist_modern", "whist_short_001", "whist_english", "whist_honors"),
        "honours",
        ("full", "halved", "none"),
    ),
    (("whist_modern", "whist_english"), "honours_to_game", (True, False)),
    (("whist_modern", "whist_honors"), "honours_by", ("dealt", "captured")),
    (RUBBERS, "rubber_points", (2, 4)),
    (WHISTS, "negative", ("floor", "forget")),
    (WHISTS, "claim_window", ("until_cut", "before_next_lead")),
    (WHISTS, "revoke_trick_lost", (False, True)),
    (("dummy_whist",), "dummy_rotation", ("rubber", "game")),
    (("ruff_and_honours",), "ruff_right", ("ace_holder", "dealer")),
    (("ruff_and_honours",), "ace_turned", ("dealer", "none")),
    (("ruff_and_honours",), "ace_hidden", ("none", "dealer")),
    (("ruff_and_honours",), "honours_at", ("after_ruff", "as_dealt")),
    (("vint",), "undertricks", ("100x", "none")),
    (("vint",), "vint_honours", (4, 5)),
    (("vint",), "split", ("margin", "count")),
    (("vint",), "tie", ("category", "literal")),
    (("vint",), "passes_to_end", (3, 8, 12)),
    (("vint",), "both_reach", ("higher", "declarer", "trick_by_trick")),
    (("vint",), "failed_slam_to_opponents", (False, True)),
    (("auction",), "schedule", ("1920", "1904", "exp2", "exp3", "exp4", "exp5", "1913", 1913)),
    (("auction",), "slams", ([50, 100], [20, 40])),
    (("auction",), "chicane", (True, False)),
    (("auction",), "dummy", (True, False)),
    (("auction",), "misere", (True, False)),
    (("auction", *MAJORITY), "redeal", (False, True)),
    (("auction",), "one_spade_limit", (False,)),
    (("auction",), "one_spade_limit_max_dbl", (2,)),
    (("plafond",), "overtricks", ("50", 50, "50-30-20-10", "10", 10)),
    (("plafond",), "slams", ("promised", "flat", "literal")),
    (("contract",), "nt_tricks", ("40-30", "35", 35, "30-40")),
    (("contract",), "redoubled_undertricks", ("seed", "laws")),
    (("contract",), "redoubled_insult", (50, 100)),
    (("contract",), "fourth_undertrick", (False, True)),
    (("contract",), "unfinished_rubber", ("none", None, "laws")),
    (("contract",), "honours", ("contract",)),
    (("scaled_contract",), "honours", ("contract", "auction")),
    (("scaled_contract",), "rounded", (False, True)),
    (("auction",), "ranking", ("points",)),
    (MAJORITY, "ranking", ("tricks",)),
    (("vint",), "ranking", ("vint",)),
    (("auction", "vint", *MAJORITY), "must_open", (False,)),
)
"""Appendix A of the laws, and the options of examples (laws 0.2), with their games and values."""


def options_of_games() -> Iterator[tuple[str, str, object]]:
    for games, key, values in TABLE:
        for game in games:
            for value in values:
                yield game, key, value


def misdeal(game: str, **options: Any) -> Outcome:
    """An example that any game answers, with these options: whether a misdeal loses the deal or not, one of
    the two expectations holds."""
    vector = {"id": "X", "game": game, "kind": "misdeal", "options": options, "input": {"dealer": "N"}}
    kept, lost = ({**vector, "expected": {"redeal_same_dealer": same}} for same in (True, False))
    outcome = run(kept)
    return run(lost) if outcome.detail.startswith("redeal_same_dealer") else outcome


@each(("game", "key", "value"), options_of_games())
def test_an_option_of_the_laws_is_accepted(game: str, key: str, value: object) -> None:
    beside = {"match": "rubber"} if game == "whist_honors" and key.startswith("rubber") else {}
    assert misdeal(game, **{key: value}, **beside).detail == ""


@each("game", ALL)
def test_an_option_or_value_that_nobody_knows_is_a_failure_that_names_it(game: str) -> None:
    assert "jokers" in misdeal(game, jokers=2).detail
    assert "seating" in misdeal(game, seating="standing").detail


@each(
    ("game", "options"),
    [
        ("contract", {"revoke_mode": "lawful"}),
        ("vint", {"revoke_mode": "lawful"}),
        ("contract", {"honours": "auction"}),
        ("biritch", {"revoke_mode": "loose"}),
        ("biritch", {"quit_delay": "soon"}),
        ("biritch", {"period_penalties": "half"}),
        ("whist_modern", {"period_penalties": "half"}),
        ("biritch", {"rubber_value": "winner"}),
        ("biritch", {"ranking": "points"}),
        ("contract", {"ranking": "points"}),
        ("contract", {"ranking": "length"}),
        ("contract", {"must_open": True}),
        ("contract", {"must_open": "yes"}),
        ("contract", {"schedule": "1904"}),
        ("auction", {"schedule": "1904", "must_open": False}),
        ("auction", {"schedule": "1920", "one_spade_limit": True}),
        ("auction", {"schedule": "1921"}),
        ("auction", {"slams": [50]}),
        ("bridge", {"revoke_choice": "take_only", "revoke_unit": "three_points"}),
        ("bridge", {"slam_doubled": True}),
        ("plafond", {"schedule": "1920"}),
        ("scaled_contract", {"nt_tricks": "35"}),
    ],
)
def test_options_without_meaning_there_are_a_failure(game: str, options: dict[str, object]) -> None:
    outcome = misdeal(game, **options)
    assert outcome.status == "failed" and outcome.detail


@each(
    ("options", "new", "over", "legal"),
    [
        ({"ranking": "points"}, [3, "clubs"], [2, "nt"], False),
        ({"ranking": "tricks"}, [3, "clubs"], [2, "nt"], True),
        ({"ranking": "vint"}, [2, "clubs"], [2, "spades"], True),
        ({"ranking": "tricks"}, [2, "clubs"], [2, "spades"], False),
        ({"ranking": "points", "schedule": "1904"}, [3, "clubs"], [1, "nt"], True),
        ({"ranking": "points", "schedule": "1904"}, [2, "clubs"], [1, "nt"], False),
        ({"ranking": "points", "schedule": "1920"}, [2, "clubs"], [1, "nt"], True),
    ],
)
@each("game", ["auction", "contract"])
def test_an_example_of_bidding_may_name_its_ranking(
    game: str, options: dict[str, object], new: list[object], over: list[object], legal: bool
) -> None:
    """12 points each: three clubs of 1904 and one no trump. 8 are too few."""
    vector = {"id": "X", "game": game, "kind": "overcall", "options": options}
    given = {"input": {"new": new, "over": over}, "expected": {"legal": legal}}
    assert run({**vector, **given}).detail == ""


@each(("must_open", "found"), [(True, {"illegal_at": 0}), (False, {"open": True})])
def test_an_example_of_bidding_may_say_whether_the_dealer_must_open(
    must_open: bool, found: dict[str, object]
) -> None:
    for game, schedule in (("auction", {"schedule": "1904"}), ("auction", {}), ("contract", {})):
        options = {**schedule, "must_open": must_open}
        vector = {"id": "X", "game": game, "kind": "auction_calls", "options": options}
        assert run({**vector, "input": {"dealer": "N", "calls": ["pass"]}, "expected": found}).detail == ""
