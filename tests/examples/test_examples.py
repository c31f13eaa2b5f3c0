"""The worked examples of docs/laws.md 0.2, and how the command line reports on them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.each import each
from tests.examples.__main__ import main
from tests.examples.runner import run
from tests.examples.vectors import KINDS

HERE = Path(__file__).parent
FILES = tuple(sorted(file.name for file in HERE.glob("*.json")))
Vector = dict[str, Any]


def vectors(*names: str) -> list[Vector]:
    return [vector for name in names for vector in json.loads((HERE / name).read_text("utf-8"))]


EVERY = vectors(*FILES)


@each("vector", EVERY)
def test_the_example_comes_out_as_worked_by_hand(vector: Vector) -> None:
    outcome = run(vector)
    assert (outcome.status, outcome.detail) == ("passed", ""), vector["why"]


IN_THE_README = [
    json.loads(block.partition("```")[0])
    for block in (HERE / "README.md").read_text("utf-8").split("```json\n")[1:]
]


@each("vector", IN_THE_README)
def test_the_example_of_the_readme_comes_out_as_it_says(vector: Vector) -> None:
    outcome = run(vector)
    assert (outcome.status, outcome.detail) == ("passed", "")


def test_the_readme_shows_two_examples_of_each_kind_that_it_explains() -> None:
    assert Counter(vector["kind"] for vector in IN_THE_README) == dict.fromkeys(FORMS, 2)
    assert {vector["kind"] for vector in EVERY} == KINDS, "a kind without an example, or without a form"


FORMS = ("take_back", "couples", "imps", "rotation", "movement")
BAD = [
    ("take_back", {"acts": [["W", "dances", None]]}),
    ("take_back", {"robots": ["S"]}),
    ("take_back", {"hands": {"N": "S A", "E": "S K", "S": "S Q", "W": "S J"}}),
    ("couples", {"couples": [["a", "b"], ["a", "c"]]}),
    ("couples", {"hands": [[{"NS": 8, "EW": 4}, {"NS": 9, "EW": 4}]]}),
    ("imps", {"deals": [[620]]}),
    ("imps", {"deals": [["620", 0]]}),
    ("rotation", {"rubbers": [{}]}),
    ("rotation", {"people": ["a", "b", "c"]}),
    ("rotation", {"first_cut": []}),
    ("movement", {"movement": "swiss"}),
    ("movement", {"tables": 13}),
    ("movement", {"arrow": "yes"}),
]


@each(("kind", "changed"), BAD)
def test_an_example_of_these_kinds_that_cannot_be_fails_with_a_reason(kind: str, changed: Vector) -> None:
    good = next(vector for vector in IN_THE_README if vector["kind"] == kind)
    outcome = run({**good, "input": {**good["input"], **changed}})
    assert outcome.status == "failed" and "expected" not in outcome.detail


def test_an_example_of_honors_whist_that_goes_on_after_a_game_is_of_a_rubber() -> None:
    games = [{"winner": "NS", "loser_score": 0}, {"winner": "NS", "loser_score": 3}]
    vector = {
        "id": "X",
        "game": "whist_honors",
        "kind": "whist_rubber",
        "options": {},
        "input": {"games": games},
    }
    assert run({**vector, "expected": {"rubber_value": 3 + 1 + 2}}).detail == ""
    alone = {**vector, "options": {"match": "game"}, "expected": {"winner": "NS"}}
    assert run(alone).status == "failed"


def test_no_two_examples_share_an_id_and_each_says_why() -> None:
    assert len({vector["id"] for vector in EVERY}) == len(EVERY)
    assert all(vector["why"] and vector["source"] for vector in EVERY)


@each("prefix", ["BIR", "BRG", "AUC", "PLA", "CON", "SCA", "BID", "CLM", "PEN", "FE"])
def test_a_wrong_expectation_of_an_example_is_noticed(prefix: str) -> None:
    """Every figure in the answers is turned into another, one example of a family after another."""
    for vector in (one for one in EVERY if one["id"].startswith(prefix)):
        for key, value in vector["expected"].items():
            wrong = {**vector, "expected": {key: spoilt(value)}}
            assert run(wrong).status == "failed", (vector["id"], key)


def spoilt(value: object) -> object:
    """Another value than this answer."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case dict():
            return {key: spoilt(part) for key, part in value.items()}
        case list():
            return [*value, "more"]
    return "something else"


GOOD = {
    "id": "X-1",
    "game": "biritch",
    "kind": "deal_score",
    "options": {},
    "input": {"declaration": "hearts", "contre": 0, "tricks": {"NS": 9, "EW": 4}},
    "expected": {"below": {"NS": 24, "EW": 0}},
    "why": "3 x 8",
    "source": "000",
}


def but(**parts: Any) -> Vector:
    return {**GOOD, **parts}


def of(kind: str, given: object, expected: object, **options: object) -> Vector:
    return but(kind=kind, input=given, expected=expected, options=options)


def scored(**parts: Any) -> Vector:
    return but(input={**GOOD["input"], **parts})  # type: ignore[dict-item]


def bid_with(**parts: object) -> Vector:
    """A good deal at contract, but for another part of its contract."""
    contract = {"level": 4, "strain": "hearts", "doubled": 0, **parts}
    given = {"contract": contract, "declarer_side": "NS", "tricks": {"NS": 10, "EW": 3}}
    return but(game="contract", input=given, expected={"game_won_by": "NS"})


def test_a_key_that_no_example_knows_is_named() -> None:
    assert run(bid_with()).status == "passed"
    assert run(bid_with(redoubled=1)).detail == "malformed: no such key in contract: redoubled"
    assert run(scored(trick=9)).detail == "malformed: no such key in deal_score: trick"


def test_a_right_example_passes_and_a_wrong_one_fails_with_both_figures() -> None:
    assert run(GOOD).status == "passed"
    outcome = run(but(expected={"below": {"NS": 16, "EW": 0}}))
    assert outcome.status == "failed"
    assert outcome.detail == "below: expected {'NS': 16, 'EW': 0}, found {'NS': 24, 'EW': 0}"


def test_only_the_keys_that_are_expected_are_asserted() -> None:
    assert run(but(expected={"game_won_by": None})).status == "passed"


@each(
    "vector",
    [
        None,
        7,
        "deal_score",
        [],
        {},
        {key: value for key, value in GOOD.items() if key != "id"},
        {key: value for key, value in GOOD.items() if key != "kind"},
        {key: value for key, value in GOOD.items() if key != "input"},
        {key: value for key, value in GOOD.items() if key != "expected"},
        but(id=7),
        but(kind=["deal_score"]),
        but(kind="deal_scores"),
        but(game=None),
        but(options=[]),
        but(input=[]),
        but(expected={}),
        but(expected={"bellow": 24}),
        but(options={"slam_doubled": "perhaps"}),
        but(options={"nt_trick": 12}),
        but(options={"direction": "upwards"}),
        but(options={"doubling_limit": -1}),
        scored(declaration="bells"),
        scored(declaration=None),
        scored(contre=-1),
        scored(contre="twice"),
        scored(tricks={"NS": 9, "EW": 9}),
        scored(tricks={"NS": 14, "EW": -1}),
        scored(tricks={"NS": 9, "EW": 4, "X": 0}),
        scored(tricks={"NS": "9", "EW": "4"}),
        scored(tricks=9),
        scored(honours={"N": 6}),
        scored(honours={"N": 3, "E": 3}),
        scored(honours={"N": 3, "Q": 0}),
        scored(honours={"N": 3}, void=["N"]),
        scored(void=["Q"]),
        scored(revokes=[{"side": "NS", "penalty": "shoot"}]),
        scored(revokes=[{"side": "NN", "penalty": "add"}]),
        scored(revokes=["NS"]),
        of("rubber", {"deals": [{"declaration": "hearts"}]}, {"winner": None}),
        of(
            "rubber",
            {"deals": [{"declaration": "hearts", "tricks": {"NS": 13, "EW": 0}}] * 3},
            {"winner": "NS"},
        ),
        of("declaration", {"dealer": "Q", "calls": []}, {"state": "DEALER"}),
        of("declaration", {"dealer": "S", "calls": [["S"]]}, {"state": "DEALER"}),
        of("declaration", {"dealer": "S", "calls": [["S", "bells"]]}, {"state": "DOUBLING"}),
        of("declaration", {"calls": []}, {"state": "DEALER"}),
        of("legal_plays", {"hand": ["1H"], "led_suit": "H", "trump": None}, {"legal": ["1H"]}),
        of("legal_plays", {"hand": ["AH"], "led_suit": "X", "trump": None}, {"legal": ["AH"]}),
        of("legal_plays", {"hand": ["AH"], "led_suit": "H"}, {"legal": "AH"}),
        of("legal_plays", {"hand": ["AH"], "led_suit": "H"}, {"legal": None}),
        of("trick_winner", {"cards": [], "trump": None}, {"winner": "N"}),
        of("trick_winner", {"cards": [["N", "AH"], ["S", "2H"]], "trump": None}, {"winner": "N"}),
        of("trick_winner", {"cards": [["N", "AH"], ["E", "AH"]], "trump": None}, {"winner": "N"}),
        of("cutting", {"rounds": []}, {"dealer": "a"}),
        of("cutting", {"rounds": [{"a": "2", "b": "3", "c": "4"}]}, {"dealer": "a"}),
        of("cutting", {"rounds": [{"a": "2", "b": "3", "c": "3", "d": "5"}]}, {"dealer": "a"}),
        of("cutting", {"rounds": [{"a": "2", "b": "3", "c": "4", "d": "5"}, {"a": "2"}]}, {"dealer": "a"}),
        of(
            "cutting",
            {"rounds": [{"a": "2", "b": "3", "c": "3", "d": "5"}, {"a": "2", "b": "3"}]},
            {"dealer": "a"},
        ),
        of("cutting", {"rounds": [{"a": "1", "b": "3", "c": "4", "d": "5"}]}, {"dealer": "a"}),
        of(
            "cutting",
            {"rounds": [{"a": "2", "b": "3", "c": "4", "d": "5"}]},
            {"dealer": "a"},
            cut_tie="never",
        ),
        of("cut_out", {"consecutive": {}, "entrants": 1, "cuts": {}}, {"out": []}),
        of("misdeal", {"dealer": "Q"}, {"next_dealer": "Q"}),
        of("revoke_status", {"events": ["faints"]}, {"established": False}),
        scored(trick={"NS": 9, "EW": 4}),
        scored(revokes=[{"side": "NS", "penalty": "add", "tricks": 3}]),
        scored(honors={"N": 3}),
        bid_with(redoubled=1),
        of("rubber", {"deals": [{**GOOD["input"], "level": 1}]}, {"winner": None}),  # type: ignore[dict-item]
        of("legal_plays", {"hand": ["AH"], "led_suit": "H", "trump": None, "dummy": 1}, {"legal": ["AH"]}),
        of("cut_out", {"consecutive": {}, "entrants": 0, "cuts": {}, "out": []}, {"out": []}),
        of("misdeal", {"dealer": "N", "player": "E"}, {"next_dealer": "N"}),
    ],
)
def test_a_malformed_example_is_a_failure_with_a_reason_and_never_a_crash(vector: object) -> None:
    outcome = run(vector)
    assert outcome.status == "failed" and outcome.detail


BID = {"contract": {"level": 4, "strain": "hearts", "doubled": 0}, "declarer_side": "NS"}
PLAYED = {**BID, "tricks": {"NS": 10, "EW": 3}}


def bid(game: str = "contract", **parts: object) -> Vector:
    """A deal at four hearts, except these parts; a part that is None is left out."""
    given = {key: value for key, value in {**PLAYED, **parts}.items() if value is not None}
    return but(game=game, input=given, expected={"game_won_by": "NS"})


def called(*calls: object, game: str = "contract", **parts: object) -> Vector:
    given = {"dealer": "N", "calls": list(calls), **parts}
    return but(game=game, kind="auction_calls", input=given, expected={"open": True})


def at(level: object, strain: object = "hearts", doubled: object = 0) -> dict[str, object]:
    return {"level": level, "strain": strain, "doubled": doubled}


def test_the_deal_that_is_spoilt_below_is_good() -> None:
    assert run(bid()).status == "passed" and run(called("1clubs")).status == "passed"


@each(
    "vector",
    [
        bid(game="boston"),
        bid(game="biritch"),
        bid(contract=None),
        bid(declarer_side=None),
        bid(declarer_side="N"),
        bid(declaration="hearts"),
        bid(contract=at(8)),
        bid(contract=at(0)),
        bid(contract=at("four")),
        bid(contract=at(4, "bells")),
        bid(contract=at(4, "royals")),
        bid(contract=at(4, "misere")),
        bid(contract=at(4, doubled=3)),
        bid(contract=at(4, doubled=-1)),
        bid(contract=at(4, doubled=True)),
        bid(game="vint", contract=at(4, doubled=1)),
        bid(tricks={"NS": 14, "EW": -1}),
        bid(tricks={"NS": 10, "EW": 2}),
        bid(honours={"N": 6}),
        bid(honours={"NS": 3, "EW": 3}),
        bid(contract=at(4, "nt"), honours={"N": 5}),
        bid(game="vint", aces={"NS": 3, "EW": 2}),
        bid(honours={"N": 3}, void=["N"]),
        bid(void=["N", "E", "S", "W"]),
        bid(prior_below={"NS": 100, "EW": 0}),
        bid(prior_below={"NS": -10, "EW": 0}),
        bid(vulnerable={"NS": "yes"}),
        bid(vulnerable={"N": True}),
        bid(revokes=[{"side": "EW", "penalty": "add"}]),
        bid(game="auction", revokes=[{"side": "EW", "penalty": "deduct"}]),
        bid(game="auction", revokes=[{"side": "EW", "hand": "N", "penalty": "add"}]),
        but(input={**GOOD["input"], "declaration": "royals"}),  # type: ignore[dict-item]
        but(input={**GOOD["input"], "contre": True}),  # type: ignore[dict-item]
        but(input={**GOOD["input"], "prior_below": {"NS": 30, "EW": 0}}),  # type: ignore[dict-item]
        but(game="bridge", input={**GOOD["input"], "revokes": [{"side": "EW", "penalty": "transfer"}]}),  # type: ignore[dict-item]
        but(game="contract", kind="declaration", input={"dealer": "S", "calls": []}),
        but(game="any", kind="deal_score"),
        but(game="any", kind="trick_winner", options={"jokers": 2}),
        called("1clubs", game="biritch"),
        called("1bells"),
        called("clubs"),
        called("contract"),
        called(""),
        called(1),
        called("1clubs", dealer="Q"),
        but(game="contract", kind="overcall", input={"new": [2, "clubs"], "over": [8, "clubs"]}),
        but(game="contract", kind="overcall", input={"new": [2], "over": [1, "clubs"]}),
        but(game="contract", kind="overcall", input={"over": [1, "clubs"]}),
        but(game="biritch", kind="overcall", input={"new": [2, "clubs"], "over": [1, "clubs"]}),
        but(
            game="contract",
            kind="rubber",
            input={"deals": [{**PLAYED, "vulnerable": {"NS": True, "EW": False}}]},
            expected={"winner": None},
        ),
    ],
)
def test_a_contract_that_cannot_be_is_a_failure_with_a_reason(vector: Vector) -> None:
    outcome = run(vector)
    assert outcome.status == "failed" and outcome.detail
    assert "expected" not in outcome.detail


@each(
    ("word", "strain"),
    [("2nt", "nt"), ("3misere", "misere"), ("1 royals", "royals"), ("1royal_spades", "royal_spades")],
)
def test_bids_are_read_as_they_are_written(word: str, strain: str) -> None:
    contract = {"level": int(word[0]), "strain": strain, "doubled": 0}
    vector = called(word, game="auction")
    assert run({**vector, "options": {"schedule": "exp3"}, "expected": {"contract": contract}}).detail == ""


def test_a_bid_beyond_the_ladder_is_illegal_and_no_nonsense() -> None:
    assert run({**called("8clubs"), "expected": {"illegal_at": 0}}).status == "passed"


def written(folder: Path, *content: object) -> str:
    file = folder / "some.json"
    file.write_text(json.dumps(content), "utf-8")
    return str(file)


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


def test_the_last_line_counts_and_the_status_is_nought_when_all_pass(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([written(tmp_path, GOOD, but(id="X-2"))]) == 0
    assert lines(capsys) == ["2 passed, 0 failed"]


def test_each_failure_is_printed_with_its_id_and_the_status_is_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([written(tmp_path, GOOD, but(id="X-2", expected={"game_won_by": "NS"}), "nonsense")]) == 1
    assert lines(capsys) == [
        "X-2: game_won_by: expected NS, found None",
        "(no id): malformed: not an object",
        "1 passed, 2 failed",
    ]


def test_several_files_are_counted_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, GOOD)
    assert main([file, file]) == 0
    assert lines(capsys) == ["2 passed, 0 failed"]


@pytest.mark.parametrize("content", ["", "{", '{"id": "X-1"}', '"X-1"', "null", "\udcff"])
def test_a_file_that_holds_no_examples_is_one_failure(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(content.encode("utf-8", "surrogateescape"))
    assert main([str(file)]) == 1
    first, last = lines(capsys)
    assert first.startswith(f"{file}: ") and last == "0 passed, 1 failed"


def test_a_file_that_is_not_there_is_one_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.json")]) == 1
    assert lines(capsys)[-1] == "0 passed, 1 failed"


def test_without_a_file_the_usage_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "FILE" in capsys.readouterr().err


def test_our_own_files_pass_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(HERE / name) for name in FILES]) == 0
    assert ", 0 failed" in lines(capsys)[-1]
