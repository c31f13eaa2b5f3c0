"""Contres without end: what one more costs does not grow with the chain. Work is counted in lines of
Python, since seconds tell of the machine."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

import pytest

from rules.calls import Content, Declare, Double
from rules.cards import Suit
from rules.record.reading import read_records
from rules.record.writing import record_text, recorded
from rules.refusals import NotYourTurn
from rules.seats import Seat, Side
from rules.table.decide import decide
from rules.table.table import Table
from tests.rules.deals import EAST, NORTH, ORDINARY, SOUTH, WEST, begun, laid_open, rigged, said
from tests.trials.stage.tables import Evening


def lines_run(act: Callable[[], object]) -> int:
    """How many lines of Python are run by this."""
    count = 0

    def line(frame: FrameType, event: str, arg: object) -> Callable[..., object]:
        nonlocal count
        count += event == "line"
        return line

    before = sys.gettrace()
    sys.settrace(line)  # type: ignore[arg-type]
    try:
        act()
    finally:
        sys.settrace(before)
    return count


def table_after(doublings: int) -> Evening:
    """Anna, south, has declared hearts; west and south have doubled by turns."""
    evening = rigged("2S 3S 4S 5S").start().cut()
    evening.do(SOUTH, Declare(Suit.HEARTS))
    for turn in range(doublings):
        evening.do(WEST if turn % 2 == 0 else SOUTH, Double())
    return evening


def refused(table: Table, seat: Seat, evening: Evening) -> None:
    with pytest.raises(NotYourTurn):
        decide(table, evening.member(seat), Double(), evening.dice)


WORK: dict[str, Callable[[Evening], object]] = {
    "one more doubling": lambda at: decide(at.table, at.member(WEST), Double(), at.dice),
    "a content": lambda at: decide(at.table, at.member(WEST), Content(), at.dice),
    "a doubling out of turn": lambda at: refused(at.table, NORTH, at),
    "whom the table waits for": lambda at: at.table.waits_for,
    "the view of one who may speak": lambda at: at.view(EAST),
    "the view of one who may not": lambda at: at.view(SOUTH),
    "the view of the room": lambda at: at.view(None),
}


def test_nothing_that_a_table_does_during_the_calls_looks_at_earlier_ones() -> None:
    short, long = table_after(20), table_after(1000)
    for name, act in WORK.items():
        act(short), act(long)  # what is remembered of a level, as its worth, is so for both
        assert lines_run(lambda: act(short)) == lines_run(lambda: act(long)), name  # noqa: B023


def test_a_deal_is_doubled_ten_thousand_times_and_the_last_doublers_come_first() -> None:
    deal = said(begun(ORDINARY, doubling_order="laws1904"), "S hearts")
    for turn in range(10_000):
        (first,) = deal.may_act
        assert first is (WEST, SOUTH)[turn % 2]
        deal = deal.after(first, Double())
    deal = said(deal, "W content, E content")
    assert deal.terms is not None and deal.terms.level == deal.point - 1 == 10_000
    assert deal.terms.multiplier == 2**10_000


def test_the_record_of_a_chain_is_written_and_read_at_the_same_cost_for_each_call() -> None:
    writing, reading = [], []
    for doublings in (100, 200, 300):
        deal = said(begun(ORDINARY), "S hearts")
        for turn in range(doublings):
            deal = deal.after(WEST if turn % 2 == 0 else SOUTH, Double())
        deal = said(deal, "W content, E content").granted(Side.NS)
        record = recorded("biritch", (), laid_open(deal))
        text = record_text(record)
        assert read_records(text) == (record,)  # and the regular expressions are compiled
        writing.append(lines_run(lambda: record_text(record)))  # noqa: B023
        reading.append(lines_run(lambda: read_records(text)))  # noqa: B023
    for lines in (writing, reading):
        assert lines[2] - lines[1] == lines[1] - lines[0] > 0
