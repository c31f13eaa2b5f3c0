"""Laws 1.2 to 1.4, 4.3, 4.4 and 7.1 at the tables of all games: options before the first hand, who has Dummy,
how long partners stay, deals thrown in, and rubbers broken off."""

from __future__ import annotations

from rules.calls import Bid, Call, Pass
from rules.counting.reckon import NOTHING_SCORED
from rules.counting.rubber import RubberResult
from rules.errors import RulesError
from rules.games.all_games import GAMES
from rules.games.variant import EDITION, FOURTH
from rules.refusals import BadOption, BadValue, Forfeit, OptionsClash, Why
from rules.seats import BySeat, BySide, Member, Person, Seat
from rules.table.events import DealReckoned, DummyTaken, OptionsChosen, RubberBegun, SeedRevealed
from rules.table.requests import (
    AgreeToClose,
    AnswerClaim,
    ClaimRest,
    Join,
    Leave,
    Request,
    SetOption,
    Start,
    TakeDummy,
)
from rules.tricks import Strain
from tests.each import each
from tests.refusing import refusing
from tests.rules.deals import EAST, NORTH, NS, SOUTH, SUITS, WEST, Rigged, granted, replayed, rigged
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

EMMA = Person("emma")

EDITION_4 = (EDITION, FOURTH)


def refused(evening: Evening, who: Person, ask: Request, fact: type[RulesError] | Why) -> None:
    before = evening.table, evening.events
    with refusing(fact):
        evening.ask(who, ask)
    assert (evening.table, evening.events) == before


def rubber_over(evening: Evening) -> Evening:
    return evening.start().play_rubber(claims=True)


def begun(evening: Evening) -> RubberBegun:
    return [event for event in evening.events if isinstance(event, RubberBegun)][-1]


# What is arranged.


def test_what_differs_from_the_defaults_is_noted_and_the_rubber_is_played_by_it() -> None:
    evening = Evening(0, "whist_modern").seat(ANNA, BORIS)
    assert evening.ask(ANNA, SetOption("rubber_points", "4")) == (
        OptionsChosen((EDITION_4, ("rubber_points", "4"))),
    )
    assert evening.ask(BORIS, SetOption("claims", "off")) == (
        OptionsChosen((("claims", "off"), EDITION_4, ("rubber_points", "4"))),
    )
    assert evening.ask(BORIS, SetOption("rubber_points", "2")) == (
        OptionsChosen((("claims", "off"), EDITION_4)),
    )
    evening.start()
    assert begun(evening).options == (("claims", "off"), EDITION_4)
    assert not evening.table.variant.house.claims and replayed(evening.events) == evening.table


def test_an_option_that_means_nothing_or_clashes_changes_nothing() -> None:
    evening = Evening(0, "whist_modern").seat(ANNA)
    refused(evening, ANNA, SetOption("schedule", "1904"), BadOption)
    refused(evening, ANNA, SetOption("rubber_points", "3"), BadValue)
    evening.ask(ANNA, SetOption("honours", "none"))
    refused(evening, ANNA, SetOption("honours_by", "captured"), OptionsClash)


def test_how_the_robots_play_and_whether_hints_are_given_is_arranged_anew_for_each_rubber() -> None:
    evening = Evening(0, "contract").seat(ANNA, BORIS)
    evening.ask(ANNA, SetOption("claims", "off"))
    evening.start()
    for key, value in (("robots", "easy"), ("hints", "on")):
        refused(evening, ANNA, SetOption(key, value), Why.RUBBER_UNDER_WAY)
    evening.play_rubber()
    assert evening.ask(ANNA, SetOption("robots", "easy")) == (
        OptionsChosen((("claims", "off"), EDITION_4, ("robots", "easy"))),
    )
    evening.ask(BORIS, SetOption("hints", "on"))
    refused(evening, ANNA, SetOption("rubbers_per_cut", "2"), Why.OPTION_IS_FIXED)
    refused(evening, ANNA, SetOption("robots", "strong"), BadValue)
    evening.ask(ANNA, Start())
    assert begun(evening).options == (("claims", "off"), EDITION_4, ("hints", "on"), ("robots", "easy"))
    assert replayed(evening.events) == evening.table


def test_between_rubbers_options_are_chosen_for_the_next_and_no_deal_is_played_by_two() -> None:
    evening = Evening(0, "contract").seat(ANNA).start()
    refused(evening, ANNA, SetOption("redeal", "true"), Why.RUBBER_UNDER_WAY)
    evening.play_rubber(claims=True)
    evening.ask(ANNA, SetOption("redeal", "true"))
    assert evening.table.played == (EDITION_4,)
    evening.ask(ANNA, Start())
    assert begun(evening).options == evening.table.played == (EDITION_4, ("redeal", "true"))
    assert replayed(evening.events) == evening.table


def test_for_how_many_rubbers_partners_are_cut_stands_once_the_first_hand_is_begun() -> None:
    evening = Evening(0, "contract").seat(ANNA).start()
    refused(evening, ANNA, SetOption("rubbers_per_cut", "2"), Why.OPTION_IS_FIXED)
    evening.play_rubber(claims=True)
    refused(evening, ANNA, SetOption("rubbers_per_cut", "2"), Why.OPTION_IS_FIXED)


def test_a_preset_brings_its_own_defaults_and_what_agrees_with_it_is_not_noted() -> None:
    evening = Evening(0, "bridge").seat(ANNA)
    evening.ask(ANNA, SetOption("preset", "laws1904"))
    assert evening.table.variant.rubber.bonus == 100
    assert evening.ask(ANNA, SetOption("rubber_bonus", "100"))[0] == OptionsChosen(
        (EDITION_4, ("preset", "laws1904"))
    )
    assert evening.ask(ANNA, SetOption("rubber_bonus", "40"))[0] == OptionsChosen(
        (EDITION_4, ("preset", "laws1904"), ("rubber_bonus", "40"))
    )


# Who has Dummy (laws 4.3, 4.4; ambiguity 41).


def test_the_lowest_cut_has_dummy_who_sits_opposite_and_deals_first() -> None:
    """Clara cuts the ace, which is low."""
    evening = Evening(0, "dummy_whist")
    evening.dice = Rigged(["7S 3S AD"])
    evening.seat(ANNA, BORIS, CLARA).start()
    assert begun(evening).seats == BySeat(CLARA, BORIS, CLARA, ANNA) or begun(evening).seats == BySeat(
        CLARA, ANNA, CLARA, BORIS
    )
    assert (begun(evening).dealer, begun(evening).dummies) == (NORTH, (NORTH,))
    assert evening.table.rubber is not None and evening.table.rubber.chairs == (EAST, SOUTH, WEST)


@each(("key", "people"), [("dummy_whist", 3), ("double_dummy", 2)])
def test_dummy_goes_round_among_those_who_stay(key: str, people: int) -> None:
    evening = Evening(7, key).seat(*(ANNA, BORIS, CLARA)[:people])
    had: list[Member] = []
    for _ in range(2 * people):
        rubber_over(evening)
        had.append(begun(evening).seats.south)
    assert set(had[:people]) == set((ANNA, BORIS, CLARA)[:people])
    assert had[:people] == had[people:]


def test_at_double_dummy_the_other_dummy_deals_first_in_the_next_rubber() -> None:
    """North always deals first; which player has that dummy changes."""
    evening = Evening(7, "double_dummy").seat(ANNA, BORIS)
    rubber_over(evening)
    first = begun(evening)
    rubber_over(evening)
    second = begun(evening)
    assert first.dealer is second.dealer is NORTH
    assert first.dummies == second.dummies == (NORTH, EAST)
    assert (first.seats.north, first.seats.east) == (second.seats.east, second.seats.north)
    assert first.cuts and not second.cuts


def test_somebody_new_means_a_new_cut_for_dummy() -> None:
    evening = rubber_over(Evening(7, "dummy_whist").seat(ANNA, BORIS, CLARA))
    evening.ask(BORIS, Leave(Forfeit()))
    evening.ask(EMMA, Join())
    rubber_over(evening)
    assert begun(evening).cuts


def test_who_asks_for_dummy_has_it_without_a_cut_and_the_others_after_them_in_turn() -> None:
    evening = Evening(3, "dummy_whist").seat(ANNA, BORIS, CLARA)
    assert evening.ask(BORIS, TakeDummy()) == (DummyTaken(BORIS),)
    assert evening.view(None).table.dummy_for == BORIS
    rubber_over(evening)
    assert begun(evening).seats == BySeat(BORIS, ANNA, BORIS, CLARA) and not begun(evening).cuts
    assert evening.view(None).table.dummy_for is None
    rubber_over(evening)
    assert begun(evening).seats.south == CLARA


def test_dummy_asked_for_by_one_who_then_leaves_is_nobodys() -> None:
    evening = Evening(3, "dummy_whist").seat(ANNA, BORIS, CLARA)
    evening.ask(BORIS, TakeDummy())
    evening.ask(BORIS, Leave(Forfeit()))
    assert evening.table.dummy_for is None


@each("key", [key for key, rules in GAMES.items() if not rules.variant().dummies])
def test_where_four_people_play_nobody_has_dummy_from_the_first(key: str) -> None:
    refused(Evening(0, key).seat(ANNA), ANNA, TakeDummy(), Why.NOBODY_HAS_DUMMY)


def test_dummy_is_not_asked_for_in_the_middle_of_a_rubber() -> None:
    refused(Evening(0, "dummy_whist").seat(ANNA).start(), ANNA, TakeDummy(), Why.RUBBER_UNDER_WAY)


def test_the_player_with_dummy_wins_or_loses_twice_over() -> None:
    """The value from each of two adversaries (ambiguity 41)."""
    evening = rubber_over(Evening(7, "dummy_whist").seat(ANNA, BORIS, CLARA))
    result, seats = ended(evening), begun(evening).seats
    assert {share.person: share.times for share in result.shares} == {
        seats.south: 2,
        seats.east: 1,
        seats.west: 1,
    }
    assert len(result.shares) == 3 and result.uncounted == ""


def test_at_double_dummy_each_wins_or_loses_once() -> None:
    result = ended(rubber_over(Evening(7, "double_dummy").seat(ANNA, BORIS)))
    assert [share.times for share in result.shares] == [1, 1]


def test_the_seat_of_a_robot_that_plays_on_carries_its_dummy_too() -> None:
    evening = Evening(7, "dummy_whist").seat(ANNA, BORIS, CLARA)
    evening.ask(ANNA, TakeDummy())
    evening.start()
    evening.ask(ANNA, Leave(Forfeit()))
    assert evening.table.rubber is not None
    seats = evening.table.rubber.seats
    assert seats.north == seats.south != ANNA
    evening.ask(ANNA, Join())
    assert (evening.member(NORTH), evening.member(SOUTH)) == (ANNA, ANNA)


@each(("key", "people"), [("dummy_whist", 3), ("double_dummy", 2)])
def test_a_claim_is_granted_by_those_who_sit_there(key: str, people: int) -> None:
    evening = Evening(7, key).seat(*(ANNA, BORIS, CLARA)[:people]).start().cut()
    evening.step()
    claimer = evening.chairs[0]
    evening.do(claimer, ClaimRest())
    others = [seat for seat in evening.chairs if seat is not claimer]
    assert len(others) == people - 1 and evening.table.waits_for == set(others)
    for seat in others:
        assert evening.table.claim is not None
        evening.do(seat, AnswerClaim(agrees=True))
    assert evening.table.last is not None and evening.table.last.conceded is claimer.side


# How long partners stay (laws 1.4).


def pairs(event: RubberBegun) -> set[frozenset[Member]]:
    seats = event.seats
    return {frozenset((seats.north, seats.south)), frozenset((seats.east, seats.west))}


def test_by_arrangement_of_two_rubbers_partners_change_after_every_second() -> None:
    """Also if the cut has brought the same two together again, as it does one time in three."""
    again = 0
    for seed in range(3):
        evening = Evening(("two", seed), "whist_modern", rubbers_per_cut="2").seat(ANNA, BORIS, CLARA, DAVID)
        for _ in range(8):
            rubber_over(evening)
        every = [event for event in evening.events if isinstance(event, RubberBegun)]
        for first, second in zip(every[::2], every[1::2], strict=True):
            assert pairs(first) == pairs(second) and first.seats == second.seats
        again += sum(pairs(one) == pairs(two) for one, two in zip(every[1::2], every[2::2], strict=False))
    assert 1 <= again < 6


@each(("cut_tie", "dealer", "cuts"), [("suit_order", CLARA, 1), ("recut", ANNA, 2)])
def test_partners_who_stay_cut_for_the_deal_alone_and_equal_cards_are_settled_as_arranged(
    cut_tie: str, dealer: Person, cuts: int
) -> None:
    """Anna and Clara cut sixes for the second rubber. The heart is the lower; or they cut again: a three and
    a king."""
    evening = rigged("2S 3S 4S 5S", "6S QD 6H JC", "3H KH", rubbers_per_cut="2", cut_tie=cut_tie)
    evening.start()
    granted(evening, NS)
    granted(evening, NS)
    seats = begun(evening).seats
    evening.start()
    again = begun(evening)
    assert again.seats == seats and again.seats.of(again.dealer) == dealer
    assert [len(cut) for cut in again.cuts] == [4, 2][:cuts]


def test_a_newcomer_ends_the_arrangement() -> None:
    evening = Evening(1, "whist_modern", rubbers_per_cut="2").seat(ANNA, BORIS, CLARA, DAVID)
    rubber_over(evening)
    evening.ask(DAVID, Leave(Forfeit()))
    evening.ask(EMMA, Join())
    evening.ask(ANNA, Start())
    assert evening.table.rubbers_with_partners == 1


def test_by_arrangement_of_two_rubbers_dummy_stays_with_its_player_for_both() -> None:
    evening = Evening(1, "dummy_whist", rubbers_per_cut="2").seat(ANNA, BORIS, CLARA)
    for _ in range(5):
        rubber_over(evening)
    had_dummy = [event.seats.north for event in evening.events if isinstance(event, RubberBegun)]
    first, _, second, _, third = had_dummy
    assert had_dummy == [first, first, second, second, third]
    assert {first, second, third} == {ANNA, BORIS, CLARA}


def test_at_double_dummy_the_dummies_deal_first_in_turn_whatever_was_arranged_for_partners() -> None:
    """Laws 4.4: there are no partners to cut for."""
    evening = Evening(("y", 1), "double_dummy", rubbers_per_cut="2").seat(ANNA, BORIS)
    for _ in range(4):
        rubber_over(evening)
    dealt_first = [event.seats.of(event.dealer) for event in evening.events if isinstance(event, RubberBegun)]
    first, second, *others = dealt_first[:4]
    assert {first, second} == {ANNA, BORIS}
    assert others == [first, second]


# Hands thrown in (laws 7.1; ambiguity 59).


@each(
    ("key", "redeal"),
    [(key, redeal) for key in ("auction", "plafond", "contract") for redeal in ("false", "true")],
)
def test_four_passes_throw_the_hand_in_and_nobody_scores(key: str, redeal: str) -> None:
    evening = rigged(of=key, redeal=redeal).start().cut()
    for seat in SOUTH, WEST, NORTH:
        evening.do(seat, Pass())
    happened = evening.do(EAST, Pass())
    assert [type(event) for event in happened[1:3]] == [SeedRevealed, DealReckoned]
    last, rubber = evening.table.last, evening.table.rubber
    assert last is not None and rubber is not None
    assert (last.settled, last.tricks, last.entries, last.won) == (None, (), (), BySide(0, 0))
    assert rubber.standing == NOTHING_SCORED
    assert rubber.dealer is (SOUTH if redeal == "true" else WEST)
    assert evening.table.pack is not None and evening.table.deals == 2


def test_at_vint_the_next_deals_after_four_passes_and_at_long_auctions_too() -> None:
    for passes_to_end in "3", "8", "12":
        evening = rigged(of="vint", passes_to_end=passes_to_end).start().cut()
        for seat in SOUTH, WEST, NORTH, EAST:
            evening.do(seat, Pass())
        assert evening.table.rubber is not None and evening.table.rubber.dealer is WEST


# Rubbers broken off (ambiguity 66).


def ended(evening: Evening) -> RubberResult:
    assert evening.table.ended is not None
    return evening.table.ended


def bid_by_north(evening: Evening, bid: Bid) -> Evening:
    """With deals.SUITS north has all the hearts. North bids and claims all, and the adversaries agree."""
    evening.cut()
    while evening.table.deal is not None and evening.table.deal.playing is None:
        (seat,) = evening.table.waits_for
        call: Call = bid if seat is NORTH and bid in evening.view(seat).options else Pass()
        evening.do(seat, call)
    (leader,) = evening.table.waits_for
    evening.do(leader, evening.view(leader).options[0])
    evening.do(NORTH, ClaimRest())
    for seat in EAST, SOUTH, WEST:
        evening.do(seat, AnswerClaim(agrees=True))
    return evening


def broken_off(evening: Evening) -> list[str]:
    """The names of the events when the last person agrees to close."""
    people = evening.table.persons
    for person in people[:-1]:
        evening.ask(person, AgreeToClose())
    return [type(event).__name__ for event in evening.ask(people[-1], AgreeToClose())]


def test_a_lone_game_in_a_rubber_of_contract_that_is_broken_off_is_worth_three_hundred() -> None:
    """Four hearts and three more: 120 below, 90 for overtricks, 150 for honours; 660 with the 300."""
    evening = bid_by_north(
        rigged(of="contract", unfinished_rubber="laws", hands=SUITS).start(), Bid(4, Strain.HEARTS)
    )
    assert broken_off(evening) == ["CloseAgreed", "SeedRevealed", "RubberReckoned", "Closed"]
    result = ended(evening)
    assert (result.winner, result.value, result.bonus.amount) == (NS, 660, 300)
    assert (result.totals, result.games) == (BySide(660, 0), BySide(1, 0))
    assert len(result.shares) == 4 and replayed(evening.events) == evening.table


def test_a_lone_part_score_is_worth_fifty() -> None:
    """One heart and six more: 30 + 180 + 150, and 50."""
    evening = bid_by_north(
        rigged(of="contract", unfinished_rubber="laws", hands=SUITS).start(), Bid(1, Strain.HEARTS)
    )
    broken_off(evening)
    assert (ended(evening).value, ended(evening).bonus.amount) == (410, 50)


def test_a_game_and_a_part_score_ahead_are_worth_three_hundred_and_fifty() -> None:
    """120 below, 90 for three more and 150 for honours; then 30, 180 and 150: twice 360, and the 350."""
    evening = rigged(of="contract", unfinished_rubber="laws", hands=SUITS).start()
    bid_by_north(evening, Bid(4, Strain.HEARTS))
    bid_by_north(evening, Bid(1, Strain.HEARTS))
    broken_off(evening)
    assert (ended(evening).value, ended(evening).bonus.amount) == (360 + 360 + 350, 350)


def test_broken_off_in_the_middle_of_a_hand_what_was_scored_before_it_counts() -> None:
    evening = rigged(of="contract", unfinished_rubber="laws", hands=SUITS).start()
    bid_by_north(evening, Bid(4, Strain.HEARTS)).cut()
    assert broken_off(evening) == ["CloseAgreed", "SeedRevealed", "RubberReckoned", "Closed"]
    assert ended(evening).value == 660
    for seat in Seat:
        assert evening.view(seat).own is None


@each("key", [key for key in GAMES if key != "contract"])
def test_elsewhere_a_rubber_that_is_broken_off_has_no_value(key: str) -> None:
    people = (ANNA, BORIS, CLARA, DAVID)[: GAMES[key].variant().players]
    evening = Evening(3, key).seat(*people).start()
    while evening.table.deals < 2 and evening.table.rubber is not None:
        evening.step()
    if evening.table.rubber is not None:
        assert "RubberReckoned" not in broken_off(evening)
        assert evening.table.ended is None and evening.table.closed


def test_by_default_a_rubber_of_contract_that_is_broken_off_has_no_value_either() -> None:
    evening = bid_by_north(rigged(of="contract", hands=SUITS).start(), Bid(4, Strain.HEARTS))
    assert "RubberReckoned" not in broken_off(evening)


def test_where_neither_side_is_ahead_a_rubber_that_is_broken_off_has_no_value() -> None:
    evening = rigged(of="contract", unfinished_rubber="laws", hands=SUITS).start()
    assert broken_off(evening) == ["CloseAgreed", "SeedRevealed", "Closed"]
