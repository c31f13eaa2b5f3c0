"""Chairs that change hands in the middle of a rubber, robots for the absent, pauses and abandoned tables."""

from __future__ import annotations

from rules import refusals
from rules.games.all_games import GAMES
from rules.refusals import Forfeit
from rules.seats import Person, RobotMember, Seat, Side
from rules.table.decide import decide
from rules.table.events import (
    Abandoned,
    Adjourned,
    ChairFreed,
    ChairReserved,
    ChairTaken,
    Event,
    Joined,
    Left,
    Paused,
    Resumed,
    RobotSatIn,
    SteppedBack,
    SubstituteAnswered,
    SubstituteAsked,
    TookBack,
    Waited,
)
from rules.table.requests import (
    Adjourn,
    AgreeToClose,
    AnswerClaim,
    AnswerSubstitute,
    ClaimRest,
    CutPack,
    Join,
    Leave,
    Pause,
    Resume,
    RobotForAbsent,
    Start,
)
from rules.view import May
from tests.each import each
from tests.refusing import refusing
from tests.rules.deals import replayed
from tests.rules.short_rubbers import with_robots
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Dice, Evening

FRIEND = Person("emil")


def playing(*people: Person, of: str = "biritch") -> Evening:
    """A rubber in whose first deal some cards lie played."""
    evening = Evening(1, of).seat(*people).start().cut()
    while evening.table.deal is None or evening.table.deal.playing is None:
        evening.step()
    for _ in range(6):
        evening.step()
    return evening


def substituted(evening: Evening, person: Person) -> Event:
    """Somebody asks to sit in for one who left, and all others agree; what comes of it."""
    asked = evening.ask(person, Join())[-1]
    assert isinstance(asked, SubstituteAsked) and evening.table.waiting[-1] == person
    return [evening.ask(other, AnswerSubstitute(agrees=True)) for other in evening.table.persons][-1][-1]


def shares(evening: Evening) -> set[Person]:
    assert evening.table.ended is not None
    return {share.person for share in evening.table.ended.shares}


# Robots for the absent


def test_a_robot_that_sits_in_for_an_absent_person_leaves_them_the_chair_and_its_share() -> None:
    evening = Evening(1).seat(ANNA, BORIS, CLARA, DAVID).start()
    assert evening.table.pack is not None
    absent = evening.member(evening.table.pack.cutter)
    assert isinstance(absent, Person)
    asking = next(person for person in evening.table.persons if person != absent)
    (sat_in,) = evening.ask(asking, RobotForAbsent())
    assert isinstance(sat_in, RobotSatIn) and absent not in evening.table.members
    evening.ask(FRIEND, Join())
    assert evening.table.waiting == (FRIEND,)  # the robot keeps the chair for its owner
    evening.play_rubber()
    assert shares(evening) == {ANNA, BORIS, CLARA, DAVID}


def test_an_absent_person_takes_the_chair_back_with_one_request() -> None:
    evening = Evening(1).seat(ANNA, BORIS, CLARA, DAVID).start()
    assert evening.table.pack is not None
    cutter = evening.table.pack.cutter
    absent = evening.member(cutter)
    assert isinstance(absent, Person)
    evening.ask(next(one for one in evening.table.persons if one != absent), RobotForAbsent())
    assert evening.ask(absent, Join()) == (TookBack(cutter, absent),)
    evening.play_rubber()
    assert shares(evening) == {ANNA, BORIS, CLARA, DAVID}


def test_only_those_who_are_named_absent_are_sat_in_for() -> None:
    evening = Evening(1).seat(ANNA, BORIS, CLARA, DAVID).start()
    assert evening.table.pack is not None
    cutter = evening.table.pack.cutter
    asking = evening.member(cutter.left)
    with refusing(refusals.Why.NOBODY_AWAITED):
        evening.ask(asking, RobotForAbsent(frozenset((cutter.left, cutter.right))))
    evening.ask(None, RobotForAbsent(frozenset((cutter,))))
    assert isinstance(evening.member(cutter), RobotMember)


def test_robots_are_never_left_alone_at_a_table() -> None:
    evening = Evening(1).seat(ANNA).start().cut()
    while not any(evening.member(seat) == ANNA for seat in evening.table.waits_for):
        evening.step()
    with refusing(refusals.Why.NOBODY_SEATED):
        evening.ask(None, RobotForAbsent())
    assert evening.table.members[0] == ANNA


# Leaving for good


@each("side", list(Side))
def test_whoever_leaves_for_good_loses_the_rubber_and_the_others_win_or_lose_it_as_ever(side: Side) -> None:
    """Both of a side leave, and the other side's rubber is still ranked (reading R13)."""
    evening = playing(ANNA, BORIS, CLARA, DAVID)
    leaving = [evening.member(seat) for seat in side.seats]
    for person in leaving:
        evening.ask(person, Leave(Forfeit()))
    evening.play_rubber()
    result = evening.table.ended
    assert result is not None and result.uncounted == "" and len(result.shares) == 4
    for share in result.shares:
        assert share.left is (share.person in leaving) and share.left is (share.side is side)
        if share.left:
            assert not result.is_won_by(share) and result.points(share) == -abs(result.value)
        else:
            assert result.is_won_by(share) is (result.winner is side.other)
            assert result.points(share) == (result.value if result.is_won_by(share) else -result.value)


def test_whoever_comes_back_after_leaving_answers_for_the_rubber_as_before() -> None:
    evening = playing(ANNA, BORIS, CLARA, DAVID)
    evening.ask(ANNA, Leave(Forfeit()))
    evening.play_deal()
    evening.ask(ANNA, Join())
    evening.play_rubber()
    assert evening.table.ended is not None and not any(share.left for share in evening.table.ended.shares)
    assert shares(evening) == {ANNA, BORIS, CLARA, DAVID}


# Substitutes


def test_a_substitute_needs_the_consent_of_the_other_three_and_then_the_rubber_is_theirs() -> None:
    evening = playing(ANNA, BORIS, CLARA, DAVID)
    evening.ask(CLARA, Leave(Forfeit()))
    assert evening.ask(FRIEND, Join())[0] == Waited(FRIEND)
    assert evening.ask(ANNA, AnswerSubstitute(agrees=True)) == (SubstituteAnswered(ANNA, agrees=True),)
    with refusing(refusals.Why.SUBSTITUTE_IS_ACCEPTED):
        evening.ask(ANNA, AnswerSubstitute(agrees=False))
    with refusing(refusals.Why.NO_SUBSTITUTE):  # a button that stood there when somebody else asked
        evening.ask(BORIS, AnswerSubstitute(agrees=True, about=CLARA))
    with refusing(refusals.Why.WAITS_FOR_CHAIR):
        evening.ask(FRIEND, AnswerSubstitute(agrees=True))
    with refusing(refusals.Why.SUBSTITUTE_IS_ASKED):
        evening.ask(FRIEND, Join())
    evening.ask(BORIS, AnswerSubstitute(agrees=True))
    assert evening.table.waiting == (FRIEND,) and evening.view(None).own is None
    _, taken = evening.ask(DAVID, AnswerSubstitute(agrees=True))
    assert isinstance(taken, ChairTaken) and taken.shares and evening.member(taken.seat) == FRIEND
    evening.play_rubber()
    assert shares(evening) == {ANNA, BORIS, DAVID, FRIEND}
    assert evening.table.ended is not None and not any(one.left for one in evening.table.ended.shares)


def test_one_refusal_is_enough_and_whoever_comes_back_settles_the_question() -> None:
    evening = playing(ANNA, BORIS, CLARA, DAVID)
    evening.ask(CLARA, Leave(Forfeit()))
    for settled in AnswerSubstitute(agrees=False), Join():
        evening.ask(FRIEND, Join())
        evening.ask(ANNA, AnswerSubstitute(agrees=True))
        evening.ask(BORIS if settled != Join() else CLARA, settled)
        with refusing(refusals.Why.NO_SUBSTITUTE):
            evening.ask(DAVID, AnswerSubstitute(agrees=True))
    assert evening.table.waiting == (FRIEND,) and CLARA in evening.table.members
    assert replayed(evening.events) == evening.table


def test_a_substitute_plays_for_that_rubber_only_and_then_waits_behind_the_others() -> None:
    evening = playing(ANNA, BORIS, CLARA, DAVID)
    evening.ask(CLARA, Leave(Forfeit()))
    substituted(evening, FRIEND)
    evening.ask(CLARA, Join())
    while evening.table.rubber is not None:
        evening.step()
    begun = next(place for place, one in enumerate(evening.events) if one == SteppedBack(FRIEND))
    assert evening.events[begun + 1] == Joined(CLARA)
    assert FRIEND in evening.table.waiting or FRIEND in evening.table.members


def test_who_comes_back_before_the_substitute_has_sat_down_keeps_the_chair_after_the_rubber() -> None:
    """A hand lay open, so that the friend would have sat down with the next deal only."""
    evening = playing(ANNA, BORIS, CLARA, DAVID)
    seat = next(one for one in Seat if evening.member(one) != CLARA and May.CLAIM in evening.view(one).may)
    evening.do(seat, ClaimRest())
    evening.do(next(iter(evening.table.waits_for)), AnswerClaim(agrees=False))
    evening.ask(CLARA, Leave(Forfeit()))
    assert isinstance(substituted(evening, FRIEND), ChairReserved)
    evening.ask(CLARA, Join())
    while evening.table.rubber is not None:
        evening.step()
    assert not [one for one in evening.events if isinstance(one, SteppedBack)]


# Taking a robot's chair


def test_a_friend_takes_a_robots_chair_in_the_middle_of_a_deal_of_which_they_have_seen_nothing() -> None:
    evening = playing(ANNA, BORIS, CLARA)
    (taken,) = evening.ask(FRIEND, Join())
    assert isinstance(taken, ChairTaken) and not taken.shares
    assert evening.member(taken.seat) == FRIEND and evening.table.persons == (ANNA, BORIS, CLARA, FRIEND)
    assert evening.view(taken.seat).own is not None


@each("game", sorted(GAMES))
def test_in_every_game_a_friend_plays_on_to_the_end_of_the_rubber(game: str) -> None:
    evening = with_robots(game)
    while evening.table.deal is None or evening.table.deal.playing is None:
        evening.step()
    for _ in range(6):
        evening.step()
    evening.ask(FRIEND, Join())
    evening.play_rubber()
    assert FRIEND in evening.table.persons and shares(evening) == {ANNA}
    assert replayed(evening.events) == evening.table


def test_after_a_hand_was_laid_open_a_friend_waits_for_the_next_deal() -> None:
    evening = playing(ANNA, BORIS, CLARA)
    evening.do(next(seat for seat in Seat if May.CLAIM in evening.view(seat).may), ClaimRest())
    (reserved,) = evening.ask(FRIEND, Join())
    assert isinstance(reserved, ChairReserved)
    with refusing(refusals.Why.CHAIR_IS_PROMISED):
        evening.ask(FRIEND, Join())
    while evening.table.last_number == 0:
        evening.step(claims=True)
    assert evening.member(reserved.seat) == FRIEND


def test_somebody_who_held_a_hand_of_this_deal_gets_another_chair_only_in_the_next() -> None:
    evening = playing(ANNA, BORIS, CLARA)
    evening.ask(CLARA, Leave(Forfeit()))
    evening.ask(FRIEND, Join())  # the robot's own chair
    taken = substituted(evening, DAVID)  # Clara's: she has left
    assert isinstance(taken, ChairTaken)
    evening.ask(BORIS, Leave(Forfeit()))
    reserved = substituted(evening, CLARA)
    assert isinstance(reserved, ChairReserved)
    assert evening.ask(CLARA, Leave()) == (ChairFreed(reserved.seat), Left(CLARA))
    evening.play_rubber()
    assert CLARA not in (*evening.table.members, *evening.table.waiting)


def test_who_sits_down_before_the_first_call_shares_in_the_rubber_and_who_comes_later_does_not() -> None:
    early = Evening(1).seat(ANNA, BORIS).start().cut()
    (taken,) = early.ask(FRIEND, Join())
    assert isinstance(taken, ChairTaken) and taken.shares
    assert shares(early.play_rubber()) == {ANNA, BORIS, FRIEND}

    late = Evening(1).seat(ANNA, BORIS).start().cut().play_deal()
    (taken,) = late.ask(FRIEND, Join())
    assert isinstance(taken, ChairTaken) and not taken.shares
    assert shares(late.play_rubber()) == {ANNA, BORIS}


def test_a_promised_chair_is_a_seat_in_the_lobby_if_the_deal_ends_the_rubber() -> None:
    evening = Evening(1).seat(ANNA, BORIS, CLARA).start()
    while not _ends_the_rubber(evening):
        evening.step()
    evening.ask(CLARA, Leave(Forfeit()))
    evening.ask(FRIEND, Join())  # the robot's own chair
    assert isinstance(substituted(evening, DAVID), ChairTaken)  # Clara's
    evening.ask(FRIEND, Leave())  # late as they came, it costs them nothing
    assert isinstance(substituted(evening, CLARA), ChairReserved)
    evening.step()
    assert evening.table.rubber is None
    assert set(evening.table.members) == {ANNA, BORIS, CLARA, DAVID}
    assert shares(evening) == {ANNA, BORIS, DAVID}


def _ends_the_rubber(evening: Evening) -> bool:
    """Whether the next card is the last of the rubber."""
    deal = evening.table.deal
    if deal is None or deal.playing is None or deal.playing.cards_played < 51:
        return False
    (seat,) = evening.table.waits_for
    after, _ = decide(evening.table, evening.member(seat), evening.view(seat).options[0], Dice(0))
    return after.rubber is None


# Pauses and abandoned tables


def test_a_paused_table_waits_for_nobody_and_anyone_seated_resumes_it() -> None:
    evening = playing(ANNA, BORIS, CLARA, DAVID)
    before, due = evening.table, next(iter(evening.table.waits_for))
    assert evening.ask(ANNA, Pause()) == (Paused(ANNA),)
    assert evening.table.waits_for == frozenset() and not evening.view(due).options
    for who, ask in ((BORIS, Pause()), (BORIS, RobotForAbsent()), (None, CutPack(26, ""))):
        with refusing(refusals.Why.TABLE_IS_PAUSED):
            evening.ask(who, ask)
    with refusing(refusals.Why.NOT_SEATED):
        evening.ask(FRIEND, Resume())
    assert evening.ask(BORIS, Resume()) == (Resumed(),)
    assert evening.table == before
    with refusing(refusals.Why.TABLE_IS_NOT_PAUSED):
        evening.ask(BORIS, Resume())


def test_a_paused_table_may_be_closed_by_agreement() -> None:
    evening = playing(ANNA, BORIS)
    evening.ask(ANNA, Pause())
    evening.ask(ANNA, AgreeToClose())
    evening.ask(BORIS, AgreeToClose())
    assert evening.table.closed


def test_an_abandoned_table_is_resumed_by_a_member_and_one_whose_place_is_gone_only_by_the_bot() -> None:
    evening = playing(ANNA, BORIS)
    before = evening.table
    assert evening.ask(None, Adjourn(abandoned=True)) == (Abandoned(),)
    assert evening.table.adjourned and evening.table.waits_for == frozenset()
    assert evening.ask(ANNA, Resume()) == (Resumed(),)
    assert evening.table == before
    evening.ask(None, Adjourn(abandoned=True))
    assert evening.ask(None, Adjourn()) == (Adjourned(),)
    with refusing(refusals.Why.TABLE_IS_ADJOURNED):
        evening.ask(ANNA, Resume())
    evening.ask(None, Resume())
    assert evening.table == before


def test_there_is_nothing_to_pause_between_rubbers() -> None:
    with refusing(refusals.Why.NO_RUBBER):
        Evening(1).seat(ANNA).ask(ANNA, Pause())


# Between rubbers


def test_a_table_that_nobody_starts_is_resumed_by_those_who_sit_there_and_by_those_who_join() -> None:
    evening = Evening(0).seat(ANNA)
    for resumed in (ANNA, Resume()), (BORIS, Join()):
        evening.ask(None, Adjourn(abandoned=True))
        with refusing(refusals.Why.NOBODY_HAS_PLAYED):
            evening.ask(ANNA, Start())
        evening.ask(*resumed)
        assert not evening.table.adjourned
    assert evening.table.members == (ANNA, BORIS) and replayed(evening.events) == evening.table
