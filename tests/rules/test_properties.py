"""What holds at every moment of any evening: requests, refusals, replay."""

from __future__ import annotations

import random
from functools import cache

from rules.calls import PLAYS, Action, Content, Declare, Double, Pass
from rules.cards import Suit
from rules.counting.reckon import NOTHING_SCORED
from rules.errors import RulesError
from rules.refusals import Forfeit
from rules.seats import Seat
from rules.table.decide import decide
from rules.table.events import DealReckoned
from rules.table.requests import AnswerClaim, ClaimRest, CutPack, Leave, Request
from rules.table.seen import seen
from rules.table.table import Table
from rules.view import May
from tests.each import each
from tests.rules.deals import replayed
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Dice, Evening

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
Moment = tuple[int, int, int]
"""A seed, a number of acts, and which of the tables it is."""
MOMENTS: tuple[Moment, ...] = tuple((seed, 2 * seed, seed % len(TABLES)) for seed in range(0, 61, 2))


@cache
def evening_at(moment: Moment) -> Evening:
    """An evening of four people after this many acts. It is the same one for every test: nothing may be done
    at it that the rules would not refuse."""
    seed, acts, options = moment
    evening = Evening(seed, **TABLES[options]).seat(ANNA, BORIS, CLARA, DAVID).start()
    for _ in range(acts):
        if evening.table.rubber is None:
            break
        evening.step(claims=True)
    return evening


def accepted(table: Table, seat: Seat, ask: Request) -> bool:
    assert table.rubber is not None
    try:
        decide(table, table.rubber.seats.of(seat), ask, Dice(0))
    except RulesError:
        return False
    return True


@each("moment", MOMENTS)
def test_every_option_is_accepted_and_nothing_else_is(moment: Moment) -> None:
    evening = evening_at(moment)
    if evening.table.rubber is None:
        return
    deal = evening.table.deal
    for seat in Seat:
        view, dealt = evening.view(seat), hash(deal.dealt) if deal is not None else 0
        taken = {action for action in EVERY_ACTION if accepted(evening.table, seat, action)}
        assert taken == set(view.options)
        assert len(set(view.options)) == len(view.options)
        assert accepted(evening.table, seat, ClaimRest()) == (May.CLAIM in view.may)
        for agrees in False, True:
            assert accepted(evening.table, seat, AnswerClaim(agrees)) == (May.ANSWER_CLAIM in view.may)
        assert accepted(evening.table, seat, CutPack(26, "")) == (May.CUT in view.may)
        assert seen(evening.table, seat) == view and (deal is None or hash(deal.dealt) == dealt)
    assert replayed(evening.events) == evening.table


def test_among_those_moments_are_cuts_calls_cards_and_claims() -> None:
    found = set()
    for evening in map(evening_at, MOMENTS):
        for seat in Seat:
            view = evening.view(seat)
            found |= {may.value for may in view.may} | {type(option).__name__ for option in view.options}
    assert found >= {"cut", "claim", "answer_claim", "Declare", "Pass", "Double", "Content", "Play"}


@each("moment", MOMENTS)
def test_somebody_may_always_act_while_a_rubber_goes_on(moment: Moment) -> None:
    evening = evening_at(moment)
    if evening.table.rubber is not None:
        views = [evening.view(seat) for seat in Seat]
        assert any(view.options or May.CUT in view.may or May.ANSWER_CLAIM in view.may for view in views)


@each("moment", MOMENTS[::2])
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


@each("moment", MOMENTS)
def test_replaying_the_events_gives_the_same_table(moment: Moment) -> None:
    evening = evening_at(moment)
    assert replayed(evening.events) == evening.table


def test_replaying_whole_evenings_with_robots_coming_and_going_gives_the_same_table() -> None:
    for seed in range(3):
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
    for seed in range(3):
        evening = Evening(("sum", seed)).seat(ANNA, BORIS).start().play_rubber(claims=True)
        lines = [e for event in evening.events if isinstance(event, DealReckoned) for e in event.entries]
        result = evening.table.ended
        assert result is not None
        for side, total in result.totals.items():
            assert total == sum(e.amount for e in [*lines, result.bonus] if e.side is side)
        assert result.value == result.totals.of(result.winner) - result.totals.of(result.winner.other)
        assert evening.table.last is not None and evening.table.last.before != NOTHING_SCORED
