"""Whole evenings and a table of six members against tests/records, and the auditor of who goes out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rules.cards import parse_card
from rules.record.codec import decode_evening
from rules.record.findings import CutByOthers, Finding, Miscounted, Rotation, WronglyOut  # type: ignore[attr-defined]
from rules.seats import Person
from rules.table.events import Event, RubberReckoned, Waited, WentOut
from rules.view import GoneOut
from tests.each import each
from tests.rules.golden_evenings import (
    ANNA,
    BORIS,
    CLARA,
    DAVID,
    GOLDEN,
    NIGHTS,
    path,
    six,
    told,
)

SIX = six().events


@each("name", GOLDEN)
def test_an_evening_goes_as_its_record_says(name: str) -> None:
    assert GOLDEN[name]() == path(name).read_text("utf-8")


@each("name", NIGHTS)
def test_an_evening_that_was_stored_still_comes_to_the_same_page_after_every_event(name: str) -> None:
    text = path(name).read_text("utf-8")
    stored = [line.partition(" ")[::2] for line in text.splitlines() if not line.startswith(" ")]
    assert told(decode_evening(kind, body) for kind, body in stored) == text


def audited(log: Iterable[Event], *, suits_decide: bool = False) -> list[Finding]:
    rotation = Rotation()
    return [finding for event in log for finding in rotation.note_event(event, suits_decide=suits_decide)]  # type: ignore[misc]


def with_fault(rubber: int, **fault: object) -> list[Event]:
    """The evening of the six in which something else was noted of who went out after this rubber."""
    gone = [n for n, event in enumerate(SIX) if isinstance(event, WentOut)][rubber - 1]
    event = SIX[gone]
    assert isinstance(event, WentOut)
    return [*SIX[:gone], WentOut(replace(event.gone, **fault))]  # type: ignore[arg-type]


def test_the_auditor_finds_nothing_in_an_evening_of_six_and_has_looked_at_every_rubber() -> None:
    assert sum(isinstance(event, RubberReckoned) for event in SIX) == 7
    assert audited(SIX) == []


def test_the_auditor_finds_whoever_goes_out_in_anothers_place() -> None:
    """After the second rubber boris and david have played two running; after the first the jack and the ten
    are the highest, the ace being low."""
    due, instead = frozenset({BORIS, DAVID}), frozenset({BORIS, ANNA})
    assert audited(with_fault(2, out=((BORIS, 2), (ANNA, 0)))) == [WronglyOut(2, instead, due)]
    out = frozenset({ANNA, DAVID})
    assert audited(with_fault(1, out=((ANNA, 1), (DAVID, 1)))) == [
        WronglyOut(1, out, frozenset({ANNA, CLARA}))
    ]
    assert audited(with_fault(2, out=((BORIS, 2),))) == [WronglyOut(2, frozenset({BORIS}), due)]


def test_the_auditor_counts_the_rubbers_itself() -> None:
    assert audited(with_fault(2, out=((BORIS, 2), (DAVID, 3)))) == [Miscounted(2, DAVID, 3, 2)]


def test_the_auditor_finds_a_cut_between_others_than_the_equals_and_one_that_decided_nothing() -> None:
    first = [(ANNA, "JH"), (BORIS, "TH"), (CLARA, "TC"), (DAVID, "AC")]

    def after_first(*cuts: list[tuple[Person, str]]) -> list[Event]:
        drawn = tuple(tuple((who, parse_card(card)) for who, card in cut) for cut in cuts)
        return with_fault(1, cuts=drawn)

    equals = frozenset({ANNA, BORIS, CLARA, DAVID})
    assert audited(after_first(first[:3])) == [CutByOthers(1, equals - {DAVID}, equals)]
    undecided = WronglyOut(1, frozenset({ANNA, CLARA}), frozenset({ANNA}))
    assert audited(after_first(first)) == [undecided]
    assert audited(after_first(first, [(BORIS, "2H"), (CLARA, "3C")])) == []
    assert audited(after_first(first), suits_decide=True) == []


def test_without_anybody_waiting_nobody_is_to_go_out() -> None:
    begun = next(n for n, event in enumerate(SIX) if isinstance(event, RubberReckoned))
    alone = [event for event in SIX[: begun + 1] if not isinstance(event, Waited)]
    assert audited([*alone, WentOut(GoneOut(((ANNA, 1),), ()))]) == [
        WronglyOut(1, frozenset({ANNA}), frozenset())
    ]
