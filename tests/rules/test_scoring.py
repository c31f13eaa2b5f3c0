"""Keeping the score of a rubber played with real cards: who may write, undoing, the end of a rubber."""

from __future__ import annotations

import pytest

from rules.counting.reckon import NOTHING_SCORED, Line
from rules.counting.rubber import Share
from rules.errors import Unreadable
from rules.games.all_games import GAMES
from rules.record.codec import SHEET_KINDS, decode_sheet, encode
from rules.refusals import BadOption, OptionsClash
from rules.seats import BySeat, Person
from rules.sheet import errors
from rules.sheet.deals import Given, seat_hands
from rules.sheet.events import CloseSheet, Confirm, Correct, Enter, Next, Reject, SheetOpened, TakeBack
from rules.sheet.sheet import Sheet
from rules.table.events import RubberReckoned
from rules.table.requests import Adjourn, Resume, SetOption
from tests.each import each
from tests.refusing import refusing
from tests.rules.score_pens import (
    ANNA,
    BORIS,
    CLARA,
    DAVID,
    EW,
    HEARTS,
    IVAN,
    NO_TRUMPS,
    NS,
    SPADES,
    E,
    N,
    Pen,
    S,
    W,
    bid,
    held,
    lines,
)

# Who may write, undoing, and the end of a rubber


def won(pen: Pen) -> None:
    """Two games of hearts to North and South, 40 each with simple honours 16: 112, and 40 for the rubber."""
    for _ in range(2):
        pen.enter(declared=HEARTS, by=NS, tricks=11, honours=held(2, 1, 1, 1))


def test_the_keeper_and_those_who_play_write_and_nobody_else() -> None:
    pen = Pen("biritch", keeper=IVAN)
    deal = Enter(Given(HEARTS, NS, 9, honours=held(N=3)))
    for who in (ANNA, BORIS, CLARA, DAVID, IVAN):
        pen.ask(deal, who)
        pen.ask(TakeBack(), who)
    with refusing(errors.SheetWhy.NOT_YOUR_SHEET):
        pen.ask(deal, Person("stranger"))


def test_nothing_is_entered_once_the_rubber_is_over() -> None:
    pen = Pen("biritch")
    won(pen)
    with refusing(errors.SheetWhy.RUBBER_IS_OVER):
        pen.enter(declared=HEARTS, by=NS, tricks=11, honours=held(N=3))


def test_a_deal_taken_back_leaves_the_sheet_as_it_was_before_it() -> None:
    pen = Pen("biritch")
    pen.enter(declared=HEARTS, by=NS, tricks=9, honours=held(N=3))
    before = pen.page
    pen.enter(declared=HEARTS, by=EW, tricks=9, honours=held(N=3))
    pen.ask(TakeBack())
    assert pen.page.deals == before.deals and pen.page.standing == before.standing
    assert pen.page.turn > before.turn
    pen.ask(TakeBack())
    with refusing(errors.SheetWhy.NOTHING_TO_TAKE_BACK):
        pen.ask(TakeBack())


def test_the_end_of_a_rubber_goes_with_its_last_deal_and_so_do_the_confirmations() -> None:
    pen = Pen("biritch")
    won(pen)
    pen.ask(Confirm(), ANNA)
    pen.ask(Confirm(), BORIS)
    pen.ask(TakeBack(), DAVID)
    assert pen.page.ended is None and len(pen.page.deals) == 1 and not pen.page.confirmed
    with refusing(errors.SheetWhy.RUBBER_NOT_OVER):
        pen.ask(Confirm(), ANNA)


def test_a_rubber_counts_when_the_last_of_the_players_has_confirmed_it() -> None:
    pen = Pen("biritch")
    won(pen)
    for who in (ANNA, BORIS, CLARA):
        assert not any(isinstance(one, RubberReckoned) for one in pen.ask(Confirm(), who))
    reckoned_now = [one for one in pen.ask(Confirm(), DAVID) if isinstance(one, RubberReckoned)]
    (only,) = reckoned_now
    assert (only.result.value, only.result.uncounted) == (152, "")
    assert set(only.result.shares) == {Share(ANNA, NS), Share(CLARA, NS), Share(BORIS, EW), Share(DAVID, EW)}
    for ask in (TakeBack(), Confirm(), Reject()):
        with refusing(errors.SheetWhy.ALREADY_COUNTED):
            pen.ask(ask)


def test_one_who_rejects_keeps_a_rubber_off_until_they_confirm_it_after_all() -> None:
    pen = Pen("biritch")
    won(pen)
    pen.ask(Reject(), BORIS)
    for who in (ANNA, CLARA, DAVID):
        pen.ask(Confirm(), who)
    assert not pen.page.counted and pen.page.rejected == {BORIS}
    with refusing(errors.SheetWhy.ALREADY_CONFIRMED):
        pen.ask(Reject(), BORIS)
    pen.ask(Confirm(), BORIS)
    assert pen.page.counted and not pen.page.rejected


def test_one_who_did_not_play_can_neither_confirm_nor_reject() -> None:
    pen = Pen("biritch", keeper=IVAN, guests=(DAVID,))
    won(pen)
    for who in (IVAN, DAVID):
        for ask in (Confirm(), Reject()):
            with refusing(errors.SheetWhy.NOT_NAMED):
                pen.ask(ask, who)


def test_a_guest_is_asked_nothing_and_wins_nothing() -> None:
    pen = Pen("biritch", guests=(DAVID,))
    won(pen)
    for who in (ANNA, BORIS, CLARA):
        pen.ask(Confirm(), who)
    assert pen.page.counted and pen.page.ended is not None
    assert {share.person for share in pen.page.ended.shares} == {ANNA, BORIS, CLARA}
    assert pen.page.ended.uncounted == ""


def test_a_rubber_against_guests_alone_is_not_ranked() -> None:
    pen = Pen("biritch", guests=(BORIS, DAVID))
    won(pen)
    assert pen.page.ended is not None and pen.page.ended.uncounted == "seats"


def test_a_rubber_doubled_seven_times_counts_on_the_leaderboard_as_doubled_six_times() -> None:
    """Twice two points, doubled, and four of honours; 40 for the rubber."""
    pen, old = Pen("biritch", edition="3"), Pen("biritch")
    for _ in range(2):
        for one in (pen, old):
            one.enter(declared=SPADES, by=NS, tricks=7, doublings=7, honours=held(N=3))
    assert pen.page.ended is not None and old.page.ended is not None
    assert (pen.page.ended.uncounted, pen.page.ended.value) == ("", 2 * (256 + 4) + 40)
    assert pen.page.ended.leaderboard_points == 2 * (128 + 4) + 40
    assert (old.page.ended.uncounted, old.page.ended.capped) == ("doubling", None)


def test_who_plays_the_only_dummy_wins_twice_what_each_adversary_loses() -> None:
    pen = Pen("dummy_whist", dummies=(N,))
    for _ in range(2):
        pen.ask(Enter(Given(by=NS, tricks=12)), CLARA)
    ended = pen.page.ended
    assert ended is not None and ended.value == 8  # two trebles and two rubber points
    assert set(ended.shares) == {Share(CLARA, NS, 2), Share(BORIS, EW), Share(DAVID, EW)}


def test_two_with_a_dummy_each_win_and_lose_once() -> None:
    pen = Pen("double_dummy", dummies=(N, E))
    for _ in range(2):
        pen.ask(Enter(Given(by=EW, tricks=12)), CLARA)
    assert pen.page.ended is not None
    assert set(pen.page.ended.shares) == {Share(CLARA, NS), Share(DAVID, EW)}


def test_seats_must_fit_the_game() -> None:
    two = {S: CLARA, W: DAVID}
    for players, sitting in ((4, two), (3, {**two, N: ANNA, E: BORIS})):
        with pytest.raises(errors.SeatsMustBeFilled):
            seat_hands(players, sitting)
    with refusing(errors.SheetWhy.DUMMIES_FACE_EACH_OTHER):
        seat_hands(2, {N: ANNA, S: CLARA})
    with refusing(errors.SheetWhy.SITTING_TWICE):
        seat_hands(2, {S: CLARA, W: CLARA})
    assert seat_hands(2, two) == (BySeat(CLARA, DAVID, CLARA, DAVID), (N, E))


def test_options_are_arranged_before_the_first_deal_and_stand_from_then_on() -> None:
    pen = Pen("biritch")
    pen.ask(SetOption("slam_doubled", "true"))
    assert pen.sheet.view.options == (("slam_doubled", "true"),)
    pen.ask(SetOption("rubber_bonus", "100"))
    assert pen.sheet.view.law.bonus == pen.sheet.variant.rubber.bonus == 100
    pen.ask(SetOption("rubber_bonus", "40"))
    entries = pen.enter(declared=SPADES, by=NS, tricks=13, doublings=1, honours=held(N=3))
    assert ("grand_slam", "NS", 80) in lines(entries)
    with refusing(errors.SheetWhy.OPTIONS_STAND):
        pen.ask(SetOption("slam_doubled", "false"))
    pen.ask(TakeBack())
    with refusing(errors.SheetWhy.OPTIONS_STAND):
        pen.ask(SetOption("slam_doubled", "false"))


def test_an_option_that_the_game_has_not_or_that_clashes_is_refused() -> None:
    with pytest.raises(BadOption):
        Pen("biritch").ask(SetOption("slams", "flat"))
    with pytest.raises(OptionsClash):
        Pen("auction").ask(SetOption("one_spade_limit", "true"))


def test_a_new_rubber_begins_at_nothing_with_the_same_people() -> None:
    pen = Pen("biritch")
    with refusing(errors.SheetWhy.RUBBER_NOT_OVER):
        pen.ask(Next())
    won(pen)
    pen.ask(Next())
    assert (pen.page.number, pen.page.standing) == (2, NOTHING_SCORED)
    pen.enter(declared=HEARTS, by=EW, tricks=11, honours=held(N=3))
    assert len(pen.sheet.view.pages) == 2


def test_an_earlier_rubber_can_still_be_confirmed() -> None:
    pen = Pen("biritch")
    won(pen)
    pen.ask(Next())
    pen.enter(declared=HEARTS, by=EW, tricks=11, honours=held(N=3))
    for who in (ANNA, BORIS, CLARA, DAVID):
        happened = pen.ask(Confirm(), who)
    assert isinstance(happened[-1], RubberReckoned) and happened[-1].result.number == 1
    assert pen.sheet.page(1).counted and not pen.page.counted
    assert len(pen.page.deals) == 1


def test_a_mistake_found_after_the_next_rubber_was_begun_is_reached_by_taking_back() -> None:
    pen = Pen("biritch")
    won(pen)
    pen.ask(Next())
    pen.ask(TakeBack())
    assert pen.page.number == 1 and pen.page.ended is not None
    pen.ask(TakeBack())
    assert pen.page.ended is None


def test_a_rubber_that_all_have_confirmed_is_not_taken_back_through_a_new_page() -> None:
    pen = Pen("biritch")
    won(pen)
    for who in (ANNA, BORIS, CLARA, DAVID):
        pen.ask(Confirm(), who)
    pen.ask(Next())
    with refusing(errors.SheetWhy.ALREADY_COUNTED):
        pen.ask(TakeBack())


def test_a_closed_sheet_takes_nothing_more() -> None:
    pen = Pen("biritch")
    pen.enter(declared=HEARTS, by=NS, tricks=9, honours=held(N=3))
    pen.ask(CloseSheet(), None)
    assert pen.sheet.view.closed
    for ask in (TakeBack(), CloseSheet(), Next()):
        with refusing(errors.SheetWhy.SHEET_IS_CLOSED):
            pen.ask(ask)


def test_an_adjourned_sheet_may_only_be_closed_until_it_goes_on() -> None:
    pen = Pen("biritch")
    pen.ask(Adjourn(), None)
    for ask in (TakeBack(), Next(), Adjourn()):
        with refusing(errors.SheetWhy.SHEET_IS_ADJOURNED):
            pen.ask(ask)
    pen.ask(Resume(), None)
    with refusing(errors.SheetWhy.SHEET_IS_NOT_ADJOURNED):
        pen.ask(Resume(), None)
    pen.enter(declared=HEARTS, by=NS, tricks=9, honours=held(N=3))
    pen.ask(Adjourn(), None)
    pen.ask(CloseSheet())
    assert pen.sheet.view.closed


def test_a_rubber_of_contract_left_with_a_game_ahead_is_worth_three_hundred_more_where_so_arranged() -> None:
    pen = Pen("contract", unfinished_rubber="laws")
    pen.enter(declared=bid(3, NO_TRUMPS), by=NS, tricks=9)
    pen.ask(CloseSheet())
    ended = pen.page.ended
    assert not pen.sheet.view.closed and ended is not None
    assert (ended.winner, ended.value, ended.bonus.line) == (NS, 400, Line.UNFINISHED)
    with refusing(errors.SheetWhy.RUBBER_IS_OVER):
        pen.enter(declared=bid(3, NO_TRUMPS), by=NS, tricks=9)
    pen.ask(TakeBack())
    assert pen.page.ended is None and len(pen.page.deals) == 1
    pen.ask(CloseSheet())
    pen.ask(CloseSheet())
    assert pen.sheet.view.closed


# The events


STORED = (
    'sheet_opened {"dummies":["N"],"game":"dummy_whist","guests":["person:d"],"keeper":"person:a","options":'
    '[["form","long"]],"seats":["person:a","person:b","person:a","person:d"]}',
    'options_chosen {"options":[["form","long"]]}',
    'sheet_rubber_begun {"game":"vint","number":2,"options":[]}',
    'deal_entered {"entries":[{"amount":8,"column":"below","count":1,"line":"odd_tricks","seat":null,"side":'
    '"EW","times":1,"unit":8}],"revision":1,"told":{"aces":[0,0,0,0],"called":null,"declarers":"NS","honours":[3,0,1,'
    '1],"level":2,"odd":3,"revokes":[{"penalty":"take3","side":"NS"}],"strain":"H","tricks":[6,7],"voids":["E"]}}',
    'deal_corrected {"deal":2,"entries":[[{"amount":8,"column":"below","count":1,"line":"odd_tricks","seat":'
    'null,"side":"EW","times":1,"unit":8}],[]],"revision":1,"rubber":1,"told":{"aces":[0,0,0,0],"called":null,"declarers":'
    'null,"honours":[2,1,1,1],"level":0,"odd":0,"revokes":[],"strain":"H","tricks":[6,7],"voids":[]}}',
    "deal_taken_back {}",
    'sheet_rubber_ended {"broken_off":true,"result":{"bonus":{"amount":300,"column":"bonus","count":1,"line":'
    '"unfinished","seat":null,"side":"NS","times":1,"unit":300},"games":[1,0],"number":1,"shares":[{"left":false,"person":'
    '"person:a","side":"NS","times":2}],"totals":[400,0],"uncounted":"seats","value":400,"winner":"NS"},'
    '"revision":1}',
    "end_taken_back {}",
    'next_begun {"number":2}',
    "next_taken_back {}",
    'score_confirmed {"person":"person:a","rubber":1}',
    'score_rejected {"person":"person:b","rubber":1}',
    'rubber_reckoned {"result":{"bonus":{"amount":40,"column":"bonus","count":1,"line":"rubber","seat":null,'
    '"side":"NS","times":1,"unit":40},"games":[2,0],"number":1,"shares":[],"totals":[152,0],"uncounted":"","value":152,'
    '"winner":"NS"},"revision":1}',
    'closed {"why":"moderator"}',
    "adjourned {}",
    "resumed {}",
)
"""A line of each kind as it stands in databases: it is never edited, and always read."""


@each("line", STORED)
def test_an_event_that_was_stored_is_read_and_would_be_stored_the_same(line: str) -> None:
    """What counts on a leaderboard was added since."""
    kind, body = line.split(" ", 1)
    word, today = encode(decode_sheet(kind, body))
    assert (word, today.replace('"capped":null,', "")) == (kind, body)


def test_every_kind_of_event_on_a_sheet_has_a_stored_line() -> None:
    assert {line.split(" ", 1)[0] for line in STORED} == set(SHEET_KINDS)


def test_an_event_of_a_table_is_none_of_a_sheets() -> None:
    with pytest.raises(Unreadable):
        decode_sheet("card_played", '{"card":"QH","seat":"N"}')


def test_every_sheet_replays_from_its_stored_events_to_the_same_sheet() -> None:
    pen = Pen("contract", unfinished_rubber="laws")
    pen.ask(SetOption("nt_tricks", "35"))
    pen.enter(declared=bid(3, NO_TRUMPS), by=NS, tricks=9, doublings=2)
    pen.ask(TakeBack())
    pen.ask(Adjourn(), None)
    pen.ask(Resume(), None)
    for _ in range(2):
        pen.enter(declared=bid(4, HEARTS), by=EW, tricks=10, honours=held(N=4))
    pen.ask(Correct(1, 1, Given(bid(4, HEARTS), EW, 10, doublings=1, honours=held(N=4))))
    pen.ask(Reject(), ANNA)
    pen.ask(Next())
    pen.ask(TakeBack())
    pen.ask(Next())
    for who in (ANNA, BORIS, CLARA, DAVID):
        pen.ask(Confirm(), who)
    pen.enter(declared=bid(1, HEARTS), by=EW, tricks=7)
    pen.ask(CloseSheet())
    pen.ask(TakeBack())
    pen.ask(CloseSheet())
    pen.ask(CloseSheet())
    stored = [encode(event) for event in pen.events]
    assert {kind for kind, _ in stored} == set(SHEET_KINDS)
    first, *rest = [decode_sheet(kind, body) for kind, body in stored]
    assert [first, *rest] == pen.events
    assert isinstance(first, SheetOpened)
    sheet = Sheet.opened(GAMES[first.game], first)
    for event in rest:
        sheet = sheet.after(event)
    assert sheet.view == pen.sheet.view
