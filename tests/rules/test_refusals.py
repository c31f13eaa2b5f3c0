"""Why something is refused, where a sentence depends on it. The hands are those of ``lawful``."""

from __future__ import annotations

import inspect
import pickle
from dataclasses import replace
from typing import Any

import pytest

from rules import errors as of_all
from rules import refusals
from rules.cards import Suit
from rules.counting.reckon import Penalty, Standing
from rules.errors import Refusal
from rules.evening import errors as of_evenings
from rules.out_of_turn import Exacted
from rules.seats import BySide, Person, Seat
from rules.sheet import errors as of_sheets
from rules.table.requests import (
    AddRobot,
    AgreeScore,
    AgreeToClose,
    ChoosePenalty,
    ClaimRest,
    ClaimRevoke,
    DemandPenalty,
    DenySuit,
    Join,
    Leave,
    Pause,
    PlayAlone,
    PlayOut,
    RemoveRobot,
    RobotForAbsent,
    Start,
    TakeBack,
)
from rules.view import Alone, AtEvening, GivenDeal
from tests.refusing import refusing
from tests.rules.deals import EAST, NORTH, SOUTH, WEST
from tests.rules.lawful import begun, play, played_out, revoked
from tests.rules.test_alone import Parlour
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

Why = refusals.Why
STRANGER = Person("a stranger")


CARRYING = [
    one
    for module in (refusals, of_all, of_evenings, of_sheets)
    for one in vars(module).values()
    if inspect.isclass(one) and issubclass(one, Refusal) and "__init__" in vars(one)
    if one is not refusals.NotYoursToAnswer  # one of its facts goes by name alone
]


@pytest.mark.parametrize("refusal", CARRYING)
def test_a_refusal_holds_its_facts_by_name_and_in_order_and_passes_through_pickle(
    refusal: type[Refusal],
) -> None:
    """A sentence needs them, and a worker process sends them."""
    facts = {name: f"the {name}" for name in inspect.signature(refusal).parameters}
    for one in (refusal(*facts.values()), pickle.loads(pickle.dumps(refusal(*facts.values())))):
        assert {name: getattr(one, name) for name in facts} == facts
        assert one.args == tuple(facts.values())


def decided(**options: Any) -> Evening:
    """A penalty for east's revoke has won the game, and east and west say whether the deal is played out: at
    five up two points and three for the revoke (laws 2.9)."""
    evening = play(revoked(**options), "KS 2S")
    assert evening.table.rubber is not None
    standing = Standing(below=BySide(2, 0))
    evening.table = replace(evening.table, rubber=replace(evening.table.rubber, standing=standing))
    evening.do(SOUTH, ClaimRevoke(1, EAST))
    evening.do(SOUTH, ChoosePenalty(1, EAST, Penalty.ADD))
    return evening


def test_while_the_revokers_decide_nobody_claims_takes_back_or_demands() -> None:
    with refusing(Why.REVOKERS_DECIDE):
        decided().do(NORTH, ClaimRest())
    with refusing(Why.REVOKERS_DECIDE):
        decided(ranked="none").do(WEST, TakeBack())
    with refusing(Why.REVOKERS_DECIDE):
        decided(period_penalties="on").do(SOUTH, DemandPenalty(Exacted.SUIT, suit=Suit.SPADES))


def test_only_the_side_that_revoked_says_whether_the_deal_is_played_out() -> None:
    evening = decided()
    with refusing(Why.NOT_A_REVOKER):
        evening.do(NORTH, PlayOut(True))
    evening.do(EAST, PlayOut(True))
    with refusing(Why.NOT_A_REVOKER):  # it is decided
        evening.do(WEST, PlayOut(False))


def test_once_the_play_is_over_nobody_plays_or_claims_though_the_deal_is_not_scored() -> None:
    evening = revoked()
    played_out(evening)
    with refusing(Why.PLAY_IS_OVER):
        evening.do(SOUTH, ClaimRest())
    with refusing(Why.NOTHING_IS_PLAYED):
        evening.do(SOUTH, DemandPenalty(Exacted.WIN))


def test_the_score_is_agreed_to_once_and_after_the_play() -> None:
    evening = revoked()
    with refusing(Why.NOTHING_TO_AGREE):
        evening.do(SOUTH, AgreeScore())
    played_out(evening)
    evening.do(SOUTH, AgreeScore())
    with refusing(Why.NOTHING_TO_AGREE):
        evening.do(SOUTH, AgreeScore())


def test_who_was_not_asked_has_nothing_to_deny() -> None:
    evening = revoked()
    with refusing(Why.NOT_ASKED):
        evening.do(EAST, DenySuit())


def test_a_called_card_or_suit_is_named_and_no_other_demand_has_one() -> None:
    evening = begun(revoke_mode="strict", period_penalties="on")
    for what, suit in (
        (Exacted.CARD, None),
        (Exacted.SUIT, None),
        (Exacted.WIN, Suit.SPADES),
        (Exacted.CARD, Suit.SPADES),
    ):
        with refusing(Why.SUIT_IS_NAMED):
            evening.do(SOUTH, DemandPenalty(what, suit=suit))


def test_no_penalty_is_demanded_where_the_table_has_none_of_the_period() -> None:
    evening = revoked()
    with refusing(Why.NO_PERIOD_PENALTIES):
        evening.do(SOUTH, DemandPenalty(Exacted.WIN))


def test_who_has_a_robot_in_their_chair_is_told_so_and_a_stranger_that_they_do_not_sit_here() -> None:
    evening = Evening(1).seat(ANNA, BORIS, CLARA, DAVID).start().cut()
    (seat,) = list(evening.table.waits_for)[:1]
    absent = evening.member(seat)
    evening.ask(None, RobotForAbsent(frozenset((seat,))))
    with refusing(Why.ROBOT_SITS_IN):
        evening.ask(absent, ClaimRest())
    with refusing(Why.NOT_SEATED):
        evening.ask(STRANGER, ClaimRest())


def test_a_chair_is_chosen_only_in_a_rubber_and_from_those_that_robots_have() -> None:
    evening = Evening(1).seat(ANNA, BORIS, CLARA)
    with refusing(Why.NO_ROBOTS_CHAIR):
        evening.ask(DAVID, Join(NORTH))
    evening.start()
    assert evening.table.rubber is not None
    person = evening.table.rubber.seat_of(ANNA)
    with refusing(Why.NO_ROBOTS_CHAIR):
        evening.ask(DAVID, Join(person))


def test_at_an_evening_who_sits_where_is_left_to_the_director() -> None:
    evening = begun()
    evening.table = replace(evening.table, evening=AtEvening("e", 1, 1, shared=False))
    for request in (AddRobot(), AgreeToClose(), Leave(), Pause(), RemoveRobot(), Start()):
        with refusing(Why.BELONGS_TO_EVENING):
            evening.ask(ANNA, request)
    with refusing(Why.BELONGS_TO_EVENING):
        evening.ask(STRANGER, Join())


def test_how_one_is_dealt_to_alone_is_arranged_between_two_deals() -> None:
    parlour = Parlour(Alone()).dealt()
    with refusing(Why.DEAL_UNDER_WAY):
        parlour.ask(ANNA, PlayAlone(Alone(best_hand=True)))
    while parlour.table.deal is not None:
        parlour.step()
    parlour.ask(ANNA, PlayAlone(Alone(best_hand=True)))
    assert parlour.table.alone == Alone(best_hand=True)


def test_of_a_deal_that_is_compared_nothing_is_taken_back() -> None:
    given = GivenDeal("0badcafe", 7, 30, "word", Seat.WEST, Seat.EAST, once=True)
    parlour = Parlour(Alone(given=given))
    parlour.to_her()
    parlour.step()
    with refusing(Why.ONE_TRY):
        parlour.ask(ANNA, TakeBack())
