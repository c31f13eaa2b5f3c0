"""What holds at every moment of any evening: requests, refusals, replay."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from rules.calls import PLAYS, Action, Content, Declare, Double, Pass
from rules.cards import Suit
from rules.counting.standing import NOTHING_SCORED
from rules.errors import RulesError
from rules.refusals import Forfeit
from rules.seats import Seat
from rules.table.decide import decide
from rules.table.events import DealReckoned
from rules.table.requests import AnswerClaim, ClaimRest, CutPack, Leave, Request
from rules.table.seen import seen
from rules.table.table import Table
from rules.view import May
from tests.rules.deals import replayed
from tests.rules.steady import steady
from tests.tables import ANNA, BORIS, CLARA, DAVID, Dice, Evening

EVERY_ACTION: tuple[Action, ...] = (
    *PLAYS,
    *(Declare(suit) for suit in Suit),
    Declare(None),
    Pass(),
    Double(),
    Content(),
)
TABLES: tuple[dict[str, str], ...] = (
    {},
    {"doubling_order": "laws1904"},
    {"doubling_limit": "1"},
    {"doubling_limit": "per_trick_100", "doubling_order": "laws1904"},
    {"claims": "off"},
)
moments = st.tuples(st.integers(0, 10**9), st.integers(0, 120), st.sampled_from(TABLES))
Moment = tuple[int, int, dict[str, str]]


def evening_at(moment: Moment) -> Evening:
    """An evening of four people after this many acts."""
    seed, acts, options = moment
    evening = Evening(seed, **options).seat(ANNA, BORIS, CLARA, DAVID).start()
    for _ in range(acts):
        if evening.table.rubber is None:
            break
        evening.step(claims=True)
    return evening


def accepted(table: Table, seat: Seat, ask: Request) -> bool:
    """Whether the rules accept this; the table itself is unchanged in either case."""
    assert table.rubber is not None
    before = (table, hash(table.deal.dealt) if table.deal else 0, seen(table, seat))
    try:
        decide(table, table.rubber.seats.of(seat), ask, Dice(0))
    except RulesError:
        return False
    finally:
        assert before == (table, hash(table.deal.dealt) if table.deal else 0, seen(table, seat))
    return True


@steady(60)
@given(moments)
def test_every_option_is_accepted_and_nothing_else_is(moment: Moment) -> None:
    evening = evening_at(moment)
    if evening.table.rubber is None:
        return
    for seat in Seat:
        view = evening.view(seat)
        taken = {action for action in EVERY_ACTION if accepted(evening.table, seat, action)}
        assert taken == set(view.options)
        assert len(set(view.options)) == len(view.options)
        assert accepted(evening.table, seat, ClaimRest()) == (May.CLAIM in view.may)
        for agrees in False, True:
            assert accepted(evening.table, seat, AnswerClaim(agrees)) == (May.ANSWER_CLAIM in view.may)
        assert accepted(evening.table, seat, CutPack(26, "")) == (May.CUT in view.may)
    assert replayed(evening.events) == evening.table


def test_among_those_moments_are_cuts_calls_cards_and_claims() -> None:
    choose = random.Random(0)
    found = set()
    for _ in range(60):
        evening = evening_at((choose.randrange(10**9), choose.randrange(121), {}))
        for seat in Seat:
            view = evening.view(seat)
            found |= {may.value for may in view.may} | {type(option).__name__ for option in view.options}
    assert found >= {"cut", "claim", "answer_claim", "Declare", "Pass", "Double", "Content", "Play"}


@steady(40)
@given(moments)
def test_somebody_may_always_act_while_a_rubber_goes_on(moment: Moment) -> None:
    evening = evening_at(moment)
    if evening.table.rubber is not None:
        views = [evening.view(seat) for seat in Seat]
        assert any(view.options or May.CUT in view.may or May.ANSWER_CLAIM in view.may for view in views)


@steady(40)
@given(moments)
def test_refusals_leave_the_table_as_the_events_alone_would_make_it(moment: Moment) -> None:
    evening = evening_at(moment)
    if evening.table.rubber is None:
        return
    table, events, choose = evening.table, evening.events, random.Random(moment[0])
    refused = 0
    for _ in range(40):
        seat, ask = choose.choice(list(Seat)), choose.choice(EVERY_ACTION)
        if ask in evening.view(seat).options:
            continue
        try:
            evening.do(seat, ask)
        except RulesError:
            refused += 1
    assert refused > 0
    assert evening.table == table == replayed(events) and evening.events == events


@steady(30)
@given(moments)
def test_replaying_the_events_gives_the_same_table(moment: Moment) -> None:
    evening = evening_at(moment)
    assert replayed(evening.events) == evening.table


def test_replaying_whole_evenings_with_robots_coming_and_going_gives_the_same_table() -> None:
    for seed in range(6):
        evening = Evening(("replay", seed)).seat(ANNA, BORIS, CLARA, DAVID).start()
        choose = random.Random(seed)
        for _ in range(400):
            if evening.table.rubber is None:
                evening.start()
            evening.step(claims=True)
            if choose.random() < 0.02 and len(evening.table.persons) > 1:
                evening.ask(choose.choice(evening.table.persons), Leave(Forfeit()))
        assert replayed(evening.events) == evening.table


def test_the_score_of_a_rubber_is_the_sum_of_its_lines() -> None:
    for seed in range(6):
        evening = Evening(("sum", seed)).seat(ANNA, BORIS).start().play_rubber(claims=True)
        lines = [e for event in evening.events if isinstance(event, DealReckoned) for e in event.entries]
        result = evening.table.ended
        assert result is not None
        for side, total in result.totals.items():
            assert total == sum(e.amount for e in [*lines, result.bonus] if e.side is side)
        assert result.value == result.totals.of(result.winner) - result.totals.of(result.winner.other)
        assert evening.table.last is not None and evening.table.last.before != NOTHING_SCORED
