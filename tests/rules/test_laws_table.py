"""Laws 1.2 to 1.4: who sits, the cut of the pack, the deal; leaving and coming back; closing."""

from __future__ import annotations

import pytest

from rules.calls import Pass, Play
from rules.cards import PACK
from rules.counting.rubber import RANKED_DOUBLINGS
from rules.deal.dealing import WHOLE_PACK_DEALT
from rules.errors import RulesError, Unreadable
from rules.games.all_games import game
from rules.members import Member, Person, RobotMember, parse_member
from rules.refusals import (
    AlreadySeated,
    BadOption,
    CutTooThin,
    Ending,
    Forfeit,
    LeavingCosts,
    NobodyAwaited,
    NobodySeated,
    NoRobotThere,
    NoRubber,
    NothingIsPlayed,
    NothingToCall,
    NothingToCut,
    NotSeated,
    NotYoursToCut,
    RubberUnderWay,
    TableIsAdjourned,
    TableIsClosed,
    TableIsFull,
    TableIsNotAdjourned,
)
from rules.seats import BySeat, Seat
from rules.table.events import CardsDealt, Closed, PackCut, PackReady, RubberBegun, SeedRevealed
from rules.table.requests import (
    AddRobot,
    Adjourn,
    AgreeToClose,
    AnswerClaim,
    AnswerSubstitute,
    ClaimRest,
    CloseTable,
    CutPack,
    Join,
    Leave,
    RemoveRobot,
    Request,
    Resume,
    RobotForAbsent,
    Start,
)
from rules.view import May, Phase
from tests.each import each
from tests.rules.deals import EAST, NORTH, NS, ORDINARY, SOUTH, WEST, Rigged, declared, granted, rigged
from tests.tables import ANNA, BORIS, CLARA, DAVID, Dice, Evening

EMMA = Person("emma")
HOYLE, CAVENDISH, CLAY = RobotMember("Hoyle"), RobotMember("Cavendish"), RobotMember("Clay")


def refused(
    evening: Evening, who: Person | RobotMember | None, ask: Request, error: type[RulesError]
) -> None:
    """Refused, and nothing has changed."""
    table, events = evening.table, evening.events
    with pytest.raises(error) as caught:
        evening.ask(who, ask)
    assert caught.type is error
    assert (evening.table, evening.events) == (table, events)


def members(evening: Evening) -> tuple[Member, ...]:
    return evening.table.members


def seats(evening: Evening) -> BySeat[Person | RobotMember]:
    assert evening.table.rubber is not None
    return evening.table.rubber.seats


# Who sits.


def test_a_table_has_four_chairs() -> None:
    evening = rigged()
    evening.ask(EMMA, Join())
    assert members(evening) == (ANNA, BORIS, CLARA, DAVID)
    refused(evening, ANNA, AddRobot(), TableIsFull)


def test_nobody_sits_twice() -> None:
    refused(Evening().seat(ANNA), ANNA, Join(), AlreadySeated)


def test_robots_fill_the_empty_chairs_at_the_start_in_the_order_of_their_names() -> None:
    evening = Evening().seat(ANNA).start()
    assert members(evening) == (ANNA, HOYLE, CAVENDISH, CLAY)
    assert set(seats(evening)) == {ANNA, HOYLE, CAVENDISH, CLAY}


def test_a_robot_may_be_seated_and_the_last_one_sent_away_between_rubbers() -> None:
    evening = Evening().seat(ANNA)
    evening.ask(ANNA, AddRobot())
    evening.ask(ANNA, AddRobot())
    assert members(evening) == (ANNA, HOYLE, CAVENDISH)
    evening.ask(ANNA, RemoveRobot())
    assert members(evening) == (ANNA, HOYLE)
    evening.ask(ANNA, RemoveRobot())
    refused(evening, ANNA, RemoveRobot(), NoRobotThere)


def test_a_robot_sent_away_leaves_its_name_to_the_next() -> None:
    evening = Evening().seat(ANNA)
    for ask in AddRobot(), RemoveRobot(), AddRobot():
        evening.ask(ANNA, ask)
    assert members(evening) == (ANNA, HOYLE)


@each("ask", [Start(), AddRobot(), RemoveRobot(), Leave(), AgreeToClose(), ClaimRest()])
def test_who_does_not_belong_to_the_table_may_only_join(ask: Request) -> None:
    refused(Evening().seat(ANNA), EMMA, ask, NotSeated)
    refused(Evening().seat(ANNA), None, ask, NotSeated)


def test_a_rubber_needs_a_person() -> None:
    evening = Evening()
    evening.ask(HOYLE, Join())
    refused(evening, HOYLE, Start(), NobodySeated)


@each("ask", [Start(), AddRobot(), RemoveRobot()])
def test_chairs_are_not_changed_during_a_rubber(ask: Request) -> None:
    refused(rigged().start(), ANNA, ask, RubberUnderWay)


@each("ask", [Pass(), Play(PACK[0]), ClaimRest(), AnswerClaim(agrees=True)])
def test_without_a_rubber_there_is_nothing_to_play(ask: Request) -> None:
    refused(rigged(), ANNA, ask, NoRubber)


def test_before_the_cards_are_dealt_there_is_nothing_to_call_or_play() -> None:
    evening = rigged().start()
    refused(evening, ANNA, Pass(), NothingToCall)
    refused(evening, ANNA, Play(PACK[0]), NothingIsPlayed)
    refused(evening, ANNA, ClaimRest(), NothingIsPlayed)


# The cut and the deal (laws 1.3).


def test_the_dealers_right_hand_neighbour_cuts() -> None:
    evening = rigged().start()
    assert evening.table.pack is not None and evening.table.pack.cutter is EAST
    assert [seat for seat in Seat if May.CUT in evening.view(seat).may] == [EAST]
    for seat in NORTH, SOUTH, WEST:
        refused(evening, evening.member(seat), CutPack(26, ""), NotYoursToCut)
    refused(evening, EMMA, CutPack(26, ""), NotSeated)
    evening.do(EAST, CutPack(26, ""))


@each("at", [-1, 0, 3, 49, 52])
def test_fewer_than_four_cards_in_a_packet_are_no_cut(at: int) -> None:
    evening = rigged().start()
    refused(evening, evening.member(EAST), CutPack(at, ""), CutTooThin)


@each("at", [4, 48])
def test_four_cards_in_a_packet_suffice(at: int) -> None:
    evening = rigged().start()
    assert evening.do(EAST, CutPack(at, "salt"))[0] == PackCut(at, "salt", evening.member(EAST))


def test_the_bot_may_cut_for_one_who_does_not() -> None:
    evening = rigged().start()
    assert evening.ask(None, CutPack(20, ""))[0] == PackCut(20, "", None)
    assert evening.table.deal is not None


def test_there_is_nothing_to_cut_once_the_cards_are_dealt_or_before_a_rubber() -> None:
    refused(rigged(), None, CutPack(26, ""), NothingToCut)
    refused(rigged().start().cut(), None, CutPack(26, ""), NothingToCut)


def test_the_cut_reaches_the_shuffle() -> None:
    evening = rigged().start()
    evening.do(EAST, CutPack(17, "pepper"))
    assert isinstance(evening.dice, Rigged) and evening.dice.packs == [(1, 17, "pepper")]


def test_the_commitment_is_shown_before_the_cut_and_the_seed_after_the_deal() -> None:
    evening = rigged().start()
    granted(evening, NS)
    kinds = [type(event) for event in evening.events]
    assert kinds.index(PackReady) < kinds.index(PackCut) < kinds.index(CardsDealt) < kinds.index(SeedRevealed)


def test_cards_are_dealt_one_at_a_time_beginning_on_the_dealers_left() -> None:
    """East deals: the first card is south's, the second west's, the fourth east's own, the fifth south's."""
    hands = WHOLE_PACK_DEALT.dealt_out(PACK, EAST).hands
    for at, seat in enumerate((SOUTH, WEST, NORTH, EAST, SOUTH)):
        assert PACK[at] in hands.of(seat)
    assert PACK[51] in hands.east


def test_all_fifty_two_are_dealt_thirteen_to_each() -> None:
    hands = WHOLE_PACK_DEALT.dealt_out(PACK, EAST).hands
    assert [len(hand) for hand in hands] == [13, 13, 13, 13]
    assert len(hands.north | hands.east | hands.south | hands.west) == 52


def test_collinson_a_misdeal_does_not_change_the_deal() -> None:
    """Laws 1.7: re-shuffled, re-cut and re-dealt by the same dealer; at whist it passes to the left."""
    biritch, whist = game("biritch").variant(), game("whist_modern").variant()
    assert biritch.next_dealer(NORTH, misdealt=True) is NORTH
    assert whist.next_dealer(NORTH, misdealt=True) is EAST
    assert biritch.next_dealer(NORTH) is whist.next_dealer(NORTH) is EAST


# After a rubber (laws 1.4).


def test_collinson_after_each_rubber_there_is_a_fresh_cut_for_partners() -> None:
    """First Anna and Boris against Clara and David; then, with other cards, Clara and Anna, Clara dealing."""
    evening = rigged("2S 3S 4S 5S", "3H KH AH QH").start()
    granted(evening, NS)
    granted(evening, NS)
    assert evening.table.rubber is None and evening.view(None).table.phase is Phase.FORMING
    evening.start()
    assert members(evening) == (ANNA, BORIS, CLARA, DAVID)
    assert (seats(evening).south, seats(evening).north) == (CLARA, ANNA)
    begun = [event for event in evening.events if isinstance(event, RubberBegun)]
    assert [event.number for event in begun] == [1, 2]
    assert evening.table.rubber is not None and evening.table.rubber.dealer is SOUTH


def test_the_deals_of_a_table_are_numbered_through_its_rubbers() -> None:
    evening = rigged().start()
    granted(evening, NS)
    granted(evening, NS)
    evening.start()
    assert evening.table.pack is not None and evening.table.pack.deal == 3


# Leaving, and taking the chair back.


def test_between_rubbers_a_chair_given_up_is_free() -> None:
    evening = rigged()
    evening.ask(BORIS, Leave(Forfeit()))
    assert members(evening) == (ANNA, CLARA, DAVID)
    evening.ask(EMMA, Join())
    assert members(evening) == (ANNA, CLARA, DAVID, EMMA)


def test_during_a_rubber_a_robot_plays_on_for_one_who_leaves() -> None:
    evening = rigged().start()
    evening.ask(BORIS, Leave(Forfeit()))
    assert seats(evening).north == HOYLE
    assert HOYLE in evening.table.members and BORIS not in evening.table.members


def test_the_owner_may_take_a_chair_back_until_somebody_else_has_taken_it() -> None:
    evening = rigged().start()
    evening.ask(BORIS, Leave(Forfeit()))
    refused(evening, CAVENDISH, Join(), RubberUnderWay)
    evening.ask(BORIS, Join())
    assert seats(evening).north == BORIS and HOYLE not in evening.table.members
    evening.ask(BORIS, Leave(Forfeit()))
    evening.ask(EMMA, Join())
    for other in ANNA, CLARA, DAVID:
        evening.ask(other, AnswerSubstitute(agrees=True))
    assert seats(evening).north == EMMA
    evening.ask(BORIS, Join())
    assert seats(evening).north == EMMA and evening.table.waiting == (BORIS,)


def test_a_chair_may_be_left_and_taken_back_in_the_middle_of_a_trick_with_its_cards() -> None:
    evening = declared(rigged().start())
    west = evening.member(WEST)
    assert isinstance(west, Person)
    before = evening.view(WEST)
    evening.ask(west, Leave(Forfeit()))
    assert evening.view(WEST).own == before.own and evening.view(WEST).options == before.options
    evening.ask(west, Join())
    assert evening.view(WEST).options == before.options


def test_a_robot_may_be_relieved_only_by_the_person_it_stands_for() -> None:
    """Anna and Boris are both away; each gets their own chair back."""
    evening = rigged().start()
    evening.ask(BORIS, Leave(Forfeit()))
    evening.ask(ANNA, Leave(Forfeit()))
    evening.ask(ANNA, Join())
    evening.ask(BORIS, Join())
    assert (seats(evening).south, seats(evening).north) == (ANNA, BORIS)


def test_when_the_rubber_ends_a_robot_gives_its_chair_to_the_next_who_joins() -> None:
    evening = rigged().start()
    evening.ask(BORIS, Leave(Forfeit()))
    granted(evening, NS)
    granted(evening, NS)
    assert set(evening.table.members) == {ANNA, HOYLE, CLARA, DAVID}
    evening.ask(BORIS, Join())
    assert set(evening.table.members) == {ANNA, BORIS, CLARA, DAVID}


def test_with_the_seats_fixed_only_the_deal_is_cut_for() -> None:
    """Laws ambiguity 3: people who were seated by hand sit in the order of joining."""
    evening = Evening(3, seating="fixed").seat(ANNA, BORIS, CLARA, DAVID).start()
    rubber = evening.table.rubber
    assert rubber is not None
    assert tuple(rubber.seats) == (ANNA, BORIS, CLARA, DAVID)
    drawn = {who: card.rank.in_cutting for who, card in rubber.cuts[0]}
    assert len(set(drawn.values())) == 4, "the example needs four different cards"
    assert rubber.seats.of(rubber.dealer) == min(drawn, key=lambda who: drawn[who])


def test_a_robot_plays_on_for_those_who_keep_the_table_waiting_and_for_nobody_else() -> None:
    evening = rigged().start()
    assert evening.table.pack is not None
    absent = evening.member(evening.table.pack.cutter)
    asking = next(person for person in evening.table.persons if person != absent)
    refused(evening, absent, RobotForAbsent(), NobodyAwaited)
    evening.ask(asking, RobotForAbsent())
    assert set(evening.table.members) == {HOYLE, *evening.table.persons}
    assert absent not in evening.table.members
    refused(evening, asking, RobotForAbsent(), NobodyAwaited)
    assert isinstance(absent, Person)
    evening.ask(absent, Join())
    assert evening.member(evening.table.pack.cutter) == absent


def test_replacing_the_only_one_against_it_closes_the_table() -> None:
    evening = rigged().start()
    assert evening.table.pack is not None
    absent = evening.member(evening.table.pack.cutter)
    others = [person for person in evening.table.persons if person != absent]
    for person in others:
        evening.ask(person, AgreeToClose())
    assert evening.ask(others[0], RobotForAbsent())[-1] == Closed("agreed")


RUBBER = Ending(rubber=True, agreed=False)
"""Nobody else sits at the table, and a rubber is being played."""


def test_when_the_last_person_leaves_the_table_closes() -> None:
    evening = Evening().seat(ANNA).start().cut()
    happened = evening.ask(ANNA, Leave(RUBBER))
    assert happened[-1] == Closed("empty")
    assert evening.table.closed


@each(
    ("people", "begun", "closing", "ends"),
    [
        ((ANNA,), False, (), Ending(rubber=False, agreed=False)),
        ((ANNA,), True, (), RUBBER),
        ((ANNA, BORIS), False, (BORIS,), Ending(rubber=False, agreed=True)),
        ((ANNA, BORIS, CLARA), True, (BORIS, CLARA), Ending(rubber=True, agreed=True)),
        ((ANNA, BORIS), False, (), None),
        ((ANNA, BORIS), True, (ANNA,), None),
        ((ANNA, BORIS, CLARA), True, (BORIS,), None),
    ],
)
def test_leaving_must_be_confirmed_where_the_table_would_end_and_nowhere_else(
    people: tuple[Person, ...], begun: bool, closing: tuple[Person, ...], ends: Ending | None
) -> None:
    evening = Evening().seat(*people)
    if begun:
        evening.start().cut()
    for person in closing:
        evening.ask(person, AgreeToClose())
    if ends is None:
        assert not isinstance(evening.ask(ANNA, Leave(Forfeit()))[-1], Closed)
        return
    others = [Ending(rubber, agreed) for rubber in (False, True) for agreed in (False, True)]
    for confirmed in (None, *(one for one in others if one != ends)):
        with pytest.raises(LeavingCosts) as told:
            evening.ask(ANNA, Leave(confirmed))
        assert told.value.price == ends
    assert isinstance(evening.ask(ANNA, Leave(ends))[-1], Closed)


def test_who_leaves_a_rubber_that_would_count_for_them_is_asked_first_and_only_once() -> None:
    evening = rigged().start().cut()
    for confirmed in (None, RUBBER):
        with pytest.raises(LeavingCosts) as told:
            evening.ask(ANNA, Leave(confirmed))
        assert told.value.price == Forfeit()
    evening.ask(ANNA, Leave(Forfeit()))
    evening.ask(ANNA, Join())
    with pytest.raises(LeavingCosts):
        evening.ask(ANNA, Leave())
    with pytest.raises(LeavingCosts):
        evening.ask(BORIS, Leave())


def test_who_leaves_a_rubber_that_counts_for_nobody_is_not_asked() -> None:
    partners = Evening(1)
    partners.dice = Rigged(["2S 3S 4S 5S"])
    partners.seat(ANNA, BORIS).start()  # they play together, against two robots
    assert partners.ask(ANNA, Leave())
    doubled = declared(rigged().start(), level=RANKED_DOUBLINGS + 1)
    assert doubled.ask(CLARA, Leave())


def test_an_abandoned_deals_seed_is_revealed_too() -> None:
    for cut in False, True:
        evening = Evening().seat(ANNA).start()
        if cut:
            evening.cut()
        assert SeedRevealed(1, "seed-1") in evening.ask(ANNA, Leave(RUBBER))


# The close.


def test_the_table_closes_when_all_who_sit_agree() -> None:
    evening = rigged().start().cut()
    for person in ANNA, BORIS, CLARA:
        evening.ask(person, AgreeToClose())
        assert not evening.table.closed
    assert evening.ask(DAVID, AgreeToClose())[-1] == Closed("agreed")
    assert evening.view(None).table.phase is Phase.CLOSED


def test_robots_are_not_asked_whether_to_close() -> None:
    evening = Evening().seat(ANNA).start()
    refused(evening, HOYLE, AgreeToClose(), NotSeated)
    assert evening.ask(ANNA, AgreeToClose())[-1] == Closed("agreed")


def test_the_table_closes_when_the_only_one_against_it_leaves() -> None:
    evening = Evening().seat(ANNA, BORIS).start()
    evening.ask(ANNA, AgreeToClose())
    leaving = Leave(Ending(rubber=True, agreed=True))
    assert evening.ask(BORIS, leaving)[-1] == Closed("agreed")


def test_who_comes_back_has_not_agreed_to_close() -> None:
    evening = Evening().seat(ANNA, BORIS, CLARA).start()
    evening.ask(ANNA, AgreeToClose())
    evening.ask(ANNA, Leave(Forfeit()))
    evening.ask(ANNA, Join())
    evening.ask(BORIS, AgreeToClose())
    evening.ask(CLARA, AgreeToClose())
    assert not evening.table.closed


def test_a_moderator_may_close_at_once() -> None:
    evening = declared(rigged().start())
    assert evening.ask(None, CloseTable())[-1] == Closed("moderator")


def test_a_closed_table_refuses_everything_and_shows_no_hand() -> None:
    evening = declared(rigged().start())
    evening.ask(None, CloseTable())
    for ask in Join(), Start(), Leave(), CloseTable(), CutPack(26, ""), Play(PACK[0]):
        refused(evening, ANNA, ask, TableIsClosed)
    for seat in Seat:
        view = evening.view(seat)
        assert view.own is None and view.options == () and view.may == frozenset()


# Options.


def test_every_option_of_the_game_has_the_default_of_the_laws() -> None:
    """Appendix A: the first value is the default."""
    assert {choice.key: choice.default({}) for choice in game("biritch").choices} == {
        "direction": "clockwise",
        "cut_tie": "recut",
        "seating": "cut",
        "rubbers_per_cut": "1",
        "claims": "unanimous",
        "robots": "best",
        "hints": "off",
        "pace": "live",
        "picture": "off",
        "absent": "3",
        "doubling_order": "either",
        "doubling_limit": "none",
        "slam_counts_to_game": "false",
        "slam_doubled": "false",
        "chicane_per_hand": "true",
        "rubber_bonus": "40",
        "revoke_unit": "value_of_three_tricks",
        "revoke_unit_doubled": "true",
        "revoke_cap": "usual",
        "revoke_mode": "strict",
        "quit_delay": "5",
        "period_penalties": "off",
    }


@each(
    ("key", "value"),
    [
        ("slam_doubled", "yes"),
        ("doubling_limit", "-1"),
        ("rubber_bonus", "1.5"),
        ("claims", ""),
        ("trumps", "H"),
    ],
)
def test_an_option_or_a_value_that_the_game_does_not_have_is_refused(key: str, value: str) -> None:
    with pytest.raises(BadOption) as caught:
        game("biritch").variant({key: value})
    assert (caught.value.key, caught.value.value) == (key, value)


def test_a_game_that_is_not_on_the_list_is_refused() -> None:
    with pytest.raises(Unreadable):
        game("old maid")


def test_members_read_back_from_their_names() -> None:
    assert parse_member(str(ANNA)) == ANNA and parse_member(str(HOYLE)) == HOYLE
    for text in ("", "anna", "person:", "robot:", "cat:Tom"):
        with pytest.raises(Unreadable):
            parse_member(text)


def test_the_same_chance_and_the_same_asks_make_the_same_table() -> None:
    first, second = (Evening("again").seat(ANNA, BORIS).start().play_rubber(claims=True) for _ in range(2))
    assert first.events == second.events and first.table == second.table
    assert Evening("other").seat(ANNA, BORIS).start().play_rubber().events != first.events


def test_the_hands_of_the_tests_are_whole_packs() -> None:
    assert len(ORDINARY.north | ORDINARY.east | ORDINARY.south | ORDINARY.west) == 52
    assert isinstance(Dice(0).reveal(1), str)


# Adjourning


def test_an_adjourned_table_waits_for_nobody_and_goes_on_where_it_was() -> None:
    evening = declared(rigged().start())
    before = evening.table
    evening.ask(None, Adjourn())
    assert evening.table.waits_for == frozenset()
    for who, ask in ((ANNA, Start()), (BORIS, RobotForAbsent()), (None, CutPack(26, "")), (None, Adjourn())):
        refused(evening, who, ask, TableIsAdjourned)
    evening.ask(None, Resume())
    assert evening.table == before
    refused(evening, None, Resume(), TableIsNotAdjourned)


def test_an_adjourned_table_may_be_left_and_is_closed_when_all_agree() -> None:
    evening = rigged().start()
    evening.ask(None, Adjourn())
    evening.ask(ANNA, Leave(Forfeit()))
    assert ANNA not in members(evening)
    for who in (BORIS, CLARA, DAVID):
        evening.ask(who, AgreeToClose())
    assert evening.table.closed
