"""Every option that appendix A of the laws names is accepted in an example of its games, and no other is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from rules.games.all_games import GAMES
from tests.each import each
from tests.examples.runner import Outcome, run
from tests.rules.test_appendix import rows

MAJORITY = ("plafond", "contract", "scaled_contract")
OF_EXAMPLES: tuple[tuple[tuple[str, ...], str, tuple[object, ...]], ...] = (
    (("biritch", "bridge"), "rubber_value", ("difference", "both_totals")),
    (("biritch", "bridge"), "doubling_limit", (None,)),
    (("contract",), "unfinished_rubber", (None,)),
    (("contract",), "honours", ("contract",)),
    (("scaled_contract",), "rounded", (False, True)),
    (("auction",), "ranking", ("points",)),
    (MAJORITY, "ranking", ("tricks",)),
    (("vint",), "ranking", ("vint",)),
    (("auction", "vint", *MAJORITY), "must_open", (False,)),
)
"""What examples may name besides the options of the laws, or write otherwise (laws 0.2)."""
BESIDE: dict[str, dict[str, object]] = {
    "whist_honors": {"match": "rubber"},
    "dummy_whist": {"form": "long"},
    "double_dummy": {"form": "long"},
    "auction": {"schedule": "1904"},
}
"""What goes with an option that has no meaning beside the usual others."""


AS_LISTS = ("call_at", "slams")


def written(key: str, value: str) -> object:
    """As an example writes what appendix A has."""
    if value in ("true", "false"):
        return value == "true"
    if key in AS_LISTS and value[0].isdecimal():
        return [int(number) for number in value.split("-")]
    return int(value) if value.isdecimal() else value


def options_of_games() -> Iterator[tuple[str, str, object]]:
    for key, game, told in rows():
        if game in GAMES:
            least_and_most = told.numbers.split(" to ") if told.numbers else []
            for value in (*told.values, *least_and_most):
                yield game, key, written(key, value)
    for games, key, values in OF_EXAMPLES:
        yield from product(games, (key,), values)


def misdeal(game: str, **options: Any) -> Outcome:
    """An example that any game answers, with these options: whether a misdeal loses the deal or not, one of
    the two expectations holds."""
    vector = {"id": "X", "game": game, "kind": "misdeal", "options": options, "input": {"dealer": "N"}}
    kept, lost = ({**vector, "expected": {"redeal_same_dealer": same}} for same in (True, False))
    outcome = run(kept)
    return run(lost) if outcome.detail.startswith("redeal_same_dealer") else outcome


@each(("game", "key", "value"), options_of_games())
def test_an_option_of_the_laws_is_accepted(game: str, key: str, value: object) -> None:
    told = misdeal(game, **{key: value})
    if told.detail.startswith("options that have no meaning together"):
        told = misdeal(game, **{**BESIDE[game], key: value})
    assert (told.status, told.detail) == ("passed", "")


@each("game", GAMES)
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
