"""Laws of added games 1: Norwegian Whist. Who calls, who leads, and what a hand scores; worked out by
hand."""

from __future__ import annotations

import pytest

from rules.calls import Bid, Call, Declare, Double, Pass
from rules.counting.reckon import NOTHING_SCORED, Contract, Entry, Line, Standing, Tally
from rules.deal.deal import Deal
from rules.errors import RulesError
from rules.games.all_games import GAMES, game
from rules.record.audit import audited
from rules.record.reading import read_records
from rules.record.writing import record_text, recorded
from rules.refusals import CallNotOpen, NotYourTurn, Why
from rules.seats import BySeat, BySide, Seat, Side
from rules.settling.high_or_low import HighOrLow
from rules.settling.terms import Dealt, Terms
from rules.tricks import Strain
from screens.words import names
from screens.words.games.all_games import words_of
from tests.each import each
from tests.refusing import refusing
from tests.rules.deals import EAST, EW, NORTH, NS, ORDINARY, SOUTH, WEST
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

GRAND, NULLO = Bid(1, Strain.NO_TRUMPS), Bid(1, Strain.MISERE)
LOW = Pass()
LAW = game("norwegian_whist").variant()


def said(*calls: Call, dealer: Seat = SOUTH, law: HighOrLow | None = None) -> Deal:
    """A deal after these calls in turn, each checked."""
    deal = Deal.begin(law or LAW.settlement, Dealt(dealer, ORDINARY))
    for call in calls:
        (seat,) = deal.may_act
        deal.check(seat, call)
        deal = deal.after(seat, call)
    return deal


def settled(*calls: Call, dealer: Seat = SOUTH, law: HighOrLow | None = None) -> Terms:
    playing = said(*calls, dealer=dealer, law=law).playing
    assert playing is not None
    return playing.terms


def lines(undertaken: Bid, ns: int, by: Side = NS, below: tuple[int, int] = (0, 0)) -> tuple[Entry, ...]:
    """What is entered if NS won this many tricks."""
    tally = Tally(
        trumps=None,
        level=0,
        tricks=BySide(ns, 13 - ns),
        honours=BySeat(4, 0, 0, 0),
        contract=Contract(undertaken, by),
    )
    return LAW.reckon(tally, Standing(below=BySide(*below)))


# The calls (1.2).


def test_the_player_on_the_dealers_left_speaks_first_and_then_each_in_turn() -> None:
    assert [set(said(*[LOW] * number).may_act) for number in range(4)] == [{WEST}, {NORTH}, {EAST}, {SOUTH}]
    assert said(dealer=EAST).may_act == {SOUTH}


def test_each_may_say_grand_or_nullo_and_nothing_else() -> None:
    deal = said(LOW)
    assert deal.options(NORTH) == (GRAND, LOW)
    for call in (NULLO, Bid(2, Strain.NO_TRUMPS), Bid(1, Strain.HEARTS), Double(), Declare(None)):
        with pytest.raises(CallNotOpen):
            deal.check(NORTH, call)


def test_nobody_speaks_out_of_turn() -> None:
    deal = said(LOW)
    for seat in (EAST, SOUTH, WEST):
        assert deal.options(seat) == ()
        with pytest.raises(NotYourTurn):
            deal.check(seat, GRAND)


@each(("lows", "caller"), [(0, WEST), (1, NORTH), (2, EAST), (3, SOUTH)])
def test_ambiguity_n1_the_first_grand_ends_the_calling_whatever_was_said_before(
    lows: int, caller: Seat
) -> None:
    deal = said(*[LOW] * lows, GRAND)
    assert deal.playing is not None
    terms = deal.playing.terms
    assert (terms.contract, terms.declared_by) == (Contract(GRAND, caller.side), caller)
    with refusing(Why.CALLS_ARE_OVER):
        deal.check(caller.left, LOW)


def test_four_nullos_are_played_low_and_not_thrown_in() -> None:
    terms = settled(LOW, LOW, LOW, LOW)
    assert terms.contract is not None
    assert terms.contract.bid == NULLO
    assert terms.declared_by is None


def test_ambiguity_n4_nullo_belongs_to_no_side_and_is_entered_for_the_eldests() -> None:
    for dealer, side in ((SOUTH, EW), (EAST, NS)):
        terms = settled(LOW, LOW, LOW, LOW, dealer=dealer)
        assert (terms.declared_by, terms.contract) == (None, Contract(NULLO, side))


def test_nothing_stands_until_the_calls_are_over() -> None:
    assert said(LOW, LOW, LOW).terms is None


# The play (1.3).


@each(("lows", "leader"), [(0, SOUTH), (1, WEST), (2, NORTH), (3, EAST)])
def test_ambiguity_n2_at_grand_the_player_on_the_callers_right_leads(lows: int, leader: Seat) -> None:
    assert settled(*[LOW] * lows, GRAND).leader is leader


@each(("dealer", "leader"), [(SOUTH, WEST), (WEST, NORTH), (NORTH, EAST), (EAST, SOUTH)])
def test_ambiguity_n3_at_nullo_the_eldest_leads(dealer: Seat, leader: Seat) -> None:
    assert settled(LOW, LOW, LOW, LOW, dealer=dealer).leader is leader


def test_a_law_with_other_leaders_is_obeyed() -> None:
    """Parlett: at grand the caller's left, at nullo the dealer's right."""
    law = HighOrLow(
        GRAND, NULLO, leads_high=lambda caller: caller.left, leads_low=lambda dealer: dealer.right
    )
    assert settled(LOW, GRAND, law=law).leader is EAST
    assert settled(LOW, LOW, LOW, LOW, law=law).leader is EAST


@each("calls", [(GRAND,), (LOW, LOW, LOW, LOW)])
def test_there_are_no_trumps_and_no_dummy(calls: tuple[Call, ...]) -> None:
    terms = settled(*calls)
    assert (terms.trumps, terms.dummies, terms.level) == (None, (), 0)


# The score (1.4).


@each(("tricks", "points"), [(7, 4), (8, 8), (10, 16), (13, 28)])
def test_parlett_a_grand_that_is_made_brings_four_for_each_trick_over_six(tricks: int, points: int) -> None:
    (line,) = lines(GRAND, tricks)
    assert (line.side, line.amount, line.unit) == (NS, points, 4)


@each(("tricks", "points"), [(6, 8), (5, 16), (2, 40), (0, 56)])
def test_parlett_a_grand_that_is_lost_brings_the_others_eight_for_each(tricks: int, points: int) -> None:
    (line,) = lines(GRAND, tricks)
    assert (line.side, line.amount, line.unit) == (EW, points, 8)


@each(("tricks", "side", "points"), [(6, NS, 2), (7, EW, 2), (0, NS, 14), (9, EW, 6), (13, EW, 14)])
def test_parlett_at_nullo_the_side_with_fewer_scores_two_for_each_odd_trick_of_the_others(
    tricks: int, side: Side, points: int
) -> None:
    (line,) = lines(NULLO, tricks)
    assert (line.side, line.amount) == (side, points)


@each("tricks", range(14))
def test_ambiguity_n4_to_which_side_nullo_is_entered_changes_nothing(tricks: int) -> None:
    assert lines(NULLO, tricks, NS) == lines(NULLO, tricks, EW)


@each("undertaken", [GRAND, NULLO])
@each("tricks", range(14))
def test_every_hand_brings_one_side_something_and_the_other_nothing(undertaken: Bid, tricks: int) -> None:
    (line,) = lines(undertaken, tricks)
    assert (line.line, line.amount > 0) == (Line.ODD_TRICKS, True)


# The game (1.5).


def test_fifty_exactly_are_the_game_and_forty_nine_are_not() -> None:
    for before, won_by in ((42, NS), (41, None)):
        standing = Standing(below=BySide(before, 0))
        assert LAW.rubber.game_won_by(standing, lines(GRAND, 8, below=(before, 0))) is won_by


def test_ambiguity_n5_one_game_is_a_match_and_is_worth_the_difference() -> None:
    """48 to 30, then a grand made with seven: 52 to 30."""
    standing = Standing(below=BySide(48, 30), totals=BySide(48, 30))
    after = LAW.rubber.standing_after(standing, lines(GRAND, 7, below=(48, 30)))
    assert LAW.rubber.winner(after) is NS
    assert after.totals == BySide(52, 30)
    assert LAW.rubber.consolation(after, NS).amount == 0


# At a table.


def at_nullo(seed: object) -> Evening:
    """A table at which all four have said nullo."""
    evening = Evening(seed, "norwegian_whist").seat(ANNA, BORIS, CLARA, DAVID).start().cut()
    for seat in (WEST, NORTH, EAST, SOUTH):
        evening.do(seat, LOW)
    return evening


def test_everybody_sees_what_is_undertaken_and_what_it_is_worth() -> None:
    settled = at_nullo("n").view(None).deal.settled  # type: ignore[union-attr]
    assert settled is not None
    assert (settled.bid, settled.declared_by, settled.worth) == (NULLO, None, 2)
    evening = Evening("g", "norwegian_whist").seat(ANNA, BORIS, CLARA, DAVID).start().cut()
    evening.do(WEST, GRAND)
    settled = evening.view(None).deal.settled  # type: ignore[union-attr]
    assert settled is not None
    assert (settled.bid, settled.declared_by, settled.worth) == (GRAND, WEST, 4)


def test_the_dealer_is_refused_before_the_others_have_spoken() -> None:
    evening = Evening("turn", "norwegian_whist").seat(ANNA, BORIS, CLARA, DAVID).start().cut()
    with pytest.raises(RulesError):
        evening.do(SOUTH, GRAND)


@each("seed", range(3))
def test_a_match_comes_to_an_end_and_its_records_read_back_and_audit_clean(seed: int) -> None:
    evening = Evening(seed, "norwegian_whist").seat(ANNA, BORIS, CLARA, DAVID).start()
    turned = 0
    while evening.table.rubber is not None:
        evening.play_deal()
        last = evening.table.last
        assert last is not None
        record = recorded("norwegian_whist", evening.table.options, last)
        assert audited(record) == ()
        assert read_records(record_text(record)) == (record,)
        assert last.before == NOTHING_SCORED or turned
        turned += 1
    ended = evening.table.ended
    assert ended is not None
    assert max(ended.totals) >= 50 > min(ended.totals)
    assert ended.value == max(ended.totals) - min(ended.totals)


def test_the_calls_have_the_names_that_the_players_use() -> None:
    words = words_of("norwegian_whist")
    assert [names.call_name(call, 0, words) for call in (GRAND, LOW, NULLO)] == ["Grand", "Nullo", "Nullo"]
    settled = at_nullo("words").view(None).deal.settled  # type: ignore[union-attr]
    assert settled is not None
    assert names.settled_words(settled, words) == "Nullo"


def test_no_game_of_another_kind_takes_those_names() -> None:
    for key in GAMES:
        if isinstance(game(key).variant().settlement, HighOrLow):
            continue
        assert names.call_name(LOW, 0, words_of(key)) == "pass"
        assert names.call_name(GRAND, 0, words_of(key)) == "1 no trump"
