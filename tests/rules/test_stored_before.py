"""What was stored by earlier versions: it is read, replayed and reckoned today as it was then.

``tests/records/before`` has whole logs with the records of their deals, and a score sheet, all as they were
written then: some when Biritch was the only game, some by the first edition of the laws, at tables where the
second would come to something else, the others when the third or the fourth was not yet known. These files
never change.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rules.calls import Called, CallHonours, Pass
from rules.counting.rubber import with_bonus
from rules.games.all_games import game
from rules.record.codec import decode, decode_sheet, encode
from rules.record.reading import read_records
from rules.record.writing import record_text, recorded
from rules.sheet.events import DealEntered, SheetOpened, SheetRubberEnded
from rules.sheet.honours import lines as lines_of
from rules.sheet.sheet import Sheet
from rules.table.decide import decide
from rules.table.events import (
    CallMade,
    CardCorrected,
    DealReckoned,
    Event,
    Opened,
    PenaltyDemanded,
    RevokeClaimed,
    RubberReckoned,
    TakeBackAsked,
)
from rules.table.requests import ClaimRevoke, Correct, CutPack, DemandPenalty, Request, TakeBack
from rules.table.table import Table
from tests.each import each
from tests.trials.stage.tables import Dice

BEFORE = Path(__file__).parent.parent / "records" / "before"
BIRITCH = {"claims-off": 1, "laws1904-with-claims": 2}
FIRST_EDITION = {
    "auction-spades-then-royals": 1,
    "bridge-dummy-after-the-lead": 1,
    "contract-broken-off-at-one-all": 0,
    "plafond-slams-promised": 1,
    "vint-two-aces-each": 1,
    "whist_english-honours-aside": 1,
    "whist_long-called-at-nine": 1,
}
BEFORE_THE_THIRD = {
    "first-biritch-corrected-after-a-claim": 0,
    "first-biritch-doubled": 1,
    "first-biritch-six-members": 1,
    "first-biritch-wrong-demands": 0,
    "first-scaled_contract-rounded": 0,
    "first-whist_american-claimed-before-the-gathering": 1,
    "second-bridge": 1,
    "second-plafond": 0,
    "second-vint": 0,
    "second-whist_english-claimed-before-the-gathering": 0,
    "second-whist_english-honours-aside": 1,
    "second-whist_english": 1,
    "second-whist_long-called": 3,
    "second-whist_modern-corrected-after-a-claim": 0,
    "second-whist_modern-wrong-demands": 1,
}
OF_THE_THIRD = {
    "third-bridge-clockwise": 0,
    "third-ruff_and_honours-dealer-declines": 0,
    "third-whist_american-out-of-turn": 1,
    "third-whist_english-claimed-after-the-lead-went-back": 0,
    "third-whist_honors-rubber": 1,
    "third-whist_long-called": 1,
    "third-whist_modern-settled-undone": 0,
    "third-whist_short_001-called-again": 1,
}
LOGS = BIRITCH | FIRST_EDITION | BEFORE_THE_THIRD | OF_THE_THIRD
"""The number of rubbers in each."""


def stored(name: str) -> list[tuple[str, str]]:
    lines = (BEFORE / f"{name}.events").read_text("utf-8").splitlines()
    return [(kind, body) for kind, _, body in (line.partition(" ") for line in lines)]


def events(name: str) -> list[Event]:
    return [decode(kind, body) for kind, body in stored(name)]


@cache
def moments(name: str) -> tuple[tuple[Table, Event], ...]:
    """Each event with the table as it was before it."""
    return tuple(_moments(name))


def _moments(name: str) -> Iterator[tuple[Table, Event]]:
    first, *rest = events(name)
    assert isinstance(first, Opened)
    table = Table.opened(game(first.game), first.options)
    for event in rest:
        yield table, event
        table = table.after(event)


@each("name", LOGS)
def test_the_records_of_the_deals_are_what_they_were(name: str) -> None:
    """Hands, calls, tricks, every line of the score, and the standing before and after."""
    told = ""
    for table, event in moments(name):
        if isinstance(event, DealReckoned):
            after = table.after(event)
            assert after.last is not None
            told += record_text(recorded(after.game, after.options, after.last))
    assert told == (BEFORE / f"{name}.records").read_text("utf-8")


@each("name", LOGS)
def test_a_record_written_then_reads_back_and_is_written_the_same(name: str) -> None:
    text = (BEFORE / f"{name}.records").read_text("utf-8")
    records = read_records(text)
    assert len(records) >= 3
    assert [record_text(record) for record in records] == [f"Game:{each}" for each in text.split("Game:")[1:]]


@each("name", LOGS)
def test_every_deal_is_reckoned_today_as_it_was_then(name: str) -> None:
    deals = 0
    for table, event in moments(name):
        if isinstance(event, DealReckoned):
            assert table.deal is not None and table.rubber is not None
            if table.deal.playing is None:
                continue  # thrown in
            tally = table.deal.tally(table.variant.honours)
            assert tally.tricks == event.tricks
            assert table.variant.reckon(tally, table.rubber.standing) == event.entries
            deals += 1
    assert deals >= 3


@each("name", BEFORE_THE_THIRD | OF_THE_THIRD)
def test_what_people_asked_then_of_revokes_and_cards_out_of_turn_is_decided_as_it_was(name: str) -> None:
    """Those who asked ask again, at the table as it then was."""
    for table, event in moments(name):
        match event:
            case CardCorrected(_, by, card):
                asked: Request = Correct(card)
            case RevokeClaimed(by, trick, seat):
                asked = ClaimRevoke(trick, seat)
            case PenaltyDemanded(by, what, called, suit):
                asked = DemandPenalty(what, called, suit)
            case TakeBackAsked(by, _):
                asked = TakeBack()
            case CallMade(Called(by, Pass() | CallHonours() as asked)):
                pass
            case _:
                continue
        assert table.rubber is not None
        _, happened = decide(table, table.rubber.seats.of(by), asked, Dice(0))
        assert happened[0] == event


def test_by_the_earlier_editions_a_wrong_demand_loses_one_right_and_a_claimed_card_is_corrected() -> None:
    """That is what the stored logs have, and the third edition does otherwise (appendix D, D1 and D6)."""
    lost, undone = [], []
    for table, event in (moment for name in BEFORE_THE_THIRD for moment in moments(name)):
        deal = table.deal
        if isinstance(event, PenaltyDemanded) and deal is not None and deal.out_of_turn is not None:
            against = deal.out_of_turn.against(event.by.side.other)
            if deal.out_of_turn.offence_for(event.by, event.what, event.card) is None:
                after = table.after(event).deal
                assert after is not None and after.out_of_turn is not None
                lost.append((len(against), len(after.out_of_turn.against(event.by.side.other))))
        if isinstance(event, CardCorrected) and deal is not None and deal.revoke is not None:
            undone += [one for one in deal.revoke.claims if one.trick >= event.trick]
    assert all(after == before - 1 for before, after in lost) and max(lost)[0] > 1
    assert undone


@each("name", LOGS)
def test_every_rubber_comes_to_what_it_came_to_then(name: str) -> None:
    """The bonus has its own column now, and its sum is the same."""
    rubbers = 0
    for table, event in moments(name):
        if isinstance(event, RubberReckoned):
            assert table.rubber is not None
            law, then = table.variant.rubber, event.result
            winner = law.winner(table.rubber.standing)
            assert winner is not None
            bonus = law.consolation(table.rubber.standing, winner)
            assert (winner, bonus.amount) == (then.winner, then.bonus.amount)
            assert with_bonus(table.rubber.standing.totals, bonus) == then.totals
            assert table.rubber.standing.games == then.games
            assert {share.times for share in then.shares} == {1}
            rubbers += 1
    assert rubbers == LOGS[name]


@each("name", LOGS)
def test_written_today_the_events_say_the_same_and_what_is_new_is_empty(name: str) -> None:
    for (kind, body), event in zip(stored(name), events(name), strict=True):
        then, (word, today) = json.loads(body), encode(event)
        now = json.loads(today)
        assert word == kind
        if kind == "rubber_begun" and "dummies" not in then:
            assert now.pop("dummies") == []
        if kind == "claimed" and "tricks" not in then:
            assert now.pop("tricks") is None
        if kind == "rubber_reckoned":
            if "capped" not in then["result"]:
                assert now["result"].pop("capped") is None
            for was, share in zip(then["result"]["shares"], now["result"]["shares"], strict=True):
                assert was.setdefault("times", 1) == share["times"]
                assert was.setdefault("left", False) == share["left"]
        assert now == then


def test_a_score_sheet_comes_to_what_it_came_to_then() -> None:
    """At vint, with honours or aces two each: each such sort goes to the side that won the hand."""
    lines = (BEFORE / "vint-sheet.sheet").read_text("utf-8").splitlines()
    first, *rest = [decode_sheet(kind, body) for kind, _, body in (line.partition(" ") for line in lines)]
    assert isinstance(first, SheetOpened)
    sheet = Sheet.opened(game(first.game), first)
    for event in rest:
        if isinstance(event, DealEntered):
            assert lines_of(sheet.variant, event.told, sheet.view.page.standing) == event.entries
        if isinstance(event, SheetRubberEnded):
            end = sheet.variant.rubber.end(sheet.view.page.standing)
            assert end is not None and end.totals == event.result.totals
        sheet = sheet.after(event)
    assert sheet.view.page.counted


@each("name", BIRITCH)
def test_a_table_cut_short_in_its_log_goes_on_under_the_rules_of_today(name: str) -> None:
    """From before the second cut: the pack is cut and dealt."""
    tables = (table for table, _ in moments(name))
    waiting = next(table for table in tables if table.pack is not None and table.pack.deal == 2)
    table, happened = decide(waiting, None, CutPack(20, ""), Dice(0))
    assert len(happened) == 2 and table.deal is not None and table.deal.dealt.turned is None
