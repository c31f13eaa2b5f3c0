"""What a deal scores when it is told as people tell it, and what is impossible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.calls import Bid
from rules.counting.reckon import NOTHING_SCORED, Column, Penalty, Revoked, Standing
from rules.counting.rubber import gains_in
from rules.games.all_games import GAMES
from rules.games.variant import penalties
from rules.seats import BySeat, BySide, Seat, Side, plus
from rules.sheet import errors
from rules.sheet.deals import Given, form_of, matter_on_a_sheet, reckon_deal
from rules.sheet.errors import Part, SheetError
from rules.sheet.honours import Held
from rules.tricks import Strain
from tests.each import each
from tests.examples.runner import variant_of
from tests.refusing import refusing
from tests.rules.score_pens import (
    EW,
    EXAMPLES,
    HEARTS,
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

# The examples, told as people tell them


def told(vector: Mapping[str, Any]) -> Given:
    given = vector["input"]
    words = {one.name.lower(): one for one in Strain} | {"nt": NO_TRUMPS, "biritch": NO_TRUMPS}
    contract = given.get("contract")
    by = Side(given.get("declarer_side", "NS"))
    takes = {"take": Penalty.TAKE_THREE} | {one.value: one for one in Penalty}
    declared: Strain | Bid | None = None
    if contract is not None:
        declared = Bid(contract["level"], words[contract["strain"]])
    elif "declaration" in given:
        declared = words[given["declaration"]]
    call = given.get("call")
    return Given(
        declared=declared,
        by=by,
        tricks=None if call else given["tricks"][by.value],
        doublings=given.get("contre", contract["doubled"] if contract and "doubled" in contract else 0),
        honours=held(**given["honours"]) if "honours" in given else None,
        aces=held(**given["aces"]) if "aces" in given else None,
        voids=tuple(Seat(one) for one in given.get("void", ())),
        revokes=tuple(Revoked(Side(one["side"]), takes[one["penalty"]]) for one in given.get("revokes", ())),
        called=Side(call) if call else None,
    )


def before(given: Mapping[str, Any]) -> Standing:
    def pair(name: str) -> BySide[int]:
        found = given.get(name, {})
        return BySide(int(found.get("NS", 0)), int(found.get("EW", 0)))

    below = pair("score") if "score" in given else pair("prior_below")
    return Standing(below=below, games=pair("vulnerable"))


SCORED = [one for one in EXAMPLES if one["kind"] in ("deal_score", "whist_hand")]


@each("vector", SCORED)
def test_a_worked_deal_told_by_its_players_comes_to_the_same_points(vector: Mapping[str, Any]) -> None:
    variant = variant_of(GAMES[vector["game"]], vector["options"], vector["kind"])
    given = told(vector)
    if isinstance(given.declared, Bid) and given.declared.strain is Strain.MISERE:
        with pytest.raises(errors.NotNeeded):  # nobody counts honours at misère (ambiguity 57)
            reckon_deal(variant, given, before(vector["input"]))
        given = Given(given.declared, given.by, given.tricks)
    _, entries = reckon_deal(variant, given, before(vector["input"]))
    for column in (Column.BELOW, Column.ABOVE):
        expected = vector["expected"].get(column.value)
        if expected is not None:
            assert gains_in(entries, column) == BySide(expected["NS"], expected["EW"])
    if "score" in vector["expected"]:
        expected, start = vector["expected"]["score"], before(vector["input"]).below
        assert plus(start, gains_in(entries, Column.BELOW)) == BySide(expected["NS"], expected["EW"])


def test_a_rubber_of_biritch_comes_to_what_was_worked_out_by_hand() -> None:
    """Hearts 4 × 8 = 32 win a game, with simple honours 16; no trumps 2 × 10 and three aces 30 the other way;
    diamonds doubled 3 × 12 = 36 win the second, the others' honours 12: 84 + 40 against 62."""
    pen = Pen("biritch")
    pen.enter(declared=HEARTS, by=NS, tricks=10, honours=held(2, 1, 1, 1))
    pen.enter(declared=NO_TRUMPS, by=EW, tricks=8, honours=held(1, 2, 0, 1))
    assert pen.page.ended is None
    pen.enter(declared=Strain.DIAMONDS, by=NS, tricks=9, doublings=1, honours=held(1, 2, 1, 1))
    ended = pen.page.ended
    assert ended is not None
    assert (ended.winner, ended.totals, ended.games, ended.value) == (NS, BySide(124, 62), BySide(2, 0), 62)


def test_a_rubber_of_whist_comes_to_treble_single_and_double_and_the_rubber_points() -> None:
    """Nine tricks and three honours, 3 + 2 to 0, a treble; twelve tricks the other way, another; eleven
    tricks, 5 to 0, a third: 3 + 3 and 2 for the rubber, less 3."""
    pen = Pen("whist_modern")
    pen.enter(by=NS, tricks=9, honours=held(NS=3))
    pen.enter(by=EW, tricks=12)
    pen.enter(declared=HEARTS, by=NS, tricks=11)
    ended = pen.page.ended
    assert ended is not None and (ended.winner, ended.totals, ended.value) == (NS, BySide(8, 3), 5)


def test_a_deal_of_vint_counts_every_trick_and_the_majorities() -> None:
    """Three hearts: a trick is 30; nine and four tricks; three honours and three aces against one each."""
    pen = Pen("vint")
    entries = pen.enter(
        declared=bid(3, HEARTS), by=NS, tricks=9, honours=held(NS=3, EW=1), aces=held(NS=3, EW=1)
    )
    assert lines(entries) == [
        ("tricks", "NS", 270),
        ("tricks", "EW", 120),
        ("honours", "NS", 1800),
    ]


def test_contract_knows_from_its_own_sheet_that_a_side_is_vulnerable() -> None:
    pen = Pen("contract")
    first = pen.enter(declared=bid(3, NO_TRUMPS), by=NS, tricks=9)
    assert lines(first) == [("odd_tricks", "NS", 100)]
    second = pen.enter(declared=bid(4, SPADES), by=NS, tricks=8, doublings=1)
    assert lines(second) == [("undertricks", "EW", 500)]


# What need not be told hand by hand


def test_the_scoring_sides_honours_alone_are_enough() -> None:
    variant = GAMES["biritch"].variant()
    whole = Given(HEARTS, NS, 9, honours=held(2, 1, 1, 1))
    alone = Given(HEARTS, NS, 9, honours=held(N=2, S=1))
    assert reckon_deal(variant, whole, NOTHING_SCORED)[1] == reckon_deal(variant, alone, NOTHING_SCORED)[1]


def test_two_honours_of_one_side_tell_that_the_other_has_simple_honours() -> None:
    _, entries = reckon_deal(
        GAMES["biritch"].variant(), Given(HEARTS, NS, 9, honours=held(NS=2)), NOTHING_SCORED
    )
    assert lines(entries)[-1] == ("honours", "EW", 16)


@each("where", [{"NS": 4}, {"NS": 1}, {"NS": 5}, {"NS": 0}])
def test_a_side_is_not_enough_where_it_matters_how_its_honours_were_divided(where: dict[str, int]) -> None:
    with pytest.raises(errors.TellEveryHand):
        reckon_deal(GAMES["biritch"].variant(), Given(HEARTS, NS, 9, honours=held(**where)), NOTHING_SCORED)


def test_a_side_is_enough_where_only_the_number_counts() -> None:
    _, entries = reckon_deal(
        GAMES["whist_modern"].variant(), Given(None, NS, 8, honours=held(EW=4)), NOTHING_SCORED
    )
    assert lines(entries) == [("odd_tricks", "NS", 2), ("honours", "EW", 4)]


def test_honours_that_may_bring_nothing_need_not_be_told() -> None:
    for game, declared in (("whist_modern", None), ("biritch", NO_TRUMPS), ("contract", bid(1, HEARTS))):
        told, _ = reckon_deal(GAMES[game].variant(), Given(declared, NS, 9), NOTHING_SCORED)
        assert told.honours == BySeat(0, 0, 0, 0)


def test_in_ruff_and_honours_some_may_lie_in_the_stock() -> None:
    variant = GAMES["ruff_and_honours"].variant()
    _, entries = reckon_deal(variant, Given(None, NS, 7, honours=held(NS=3, EW=0)), NOTHING_SCORED)
    assert lines(entries) == [("odd_tricks", "NS", 1), ("honours", "NS", 2)]
    with pytest.raises(errors.HonoursDoNotAddUp):
        reckon_deal(variant, Given(None, NS, 7, honours=held(NS=3, EW=2)), NOTHING_SCORED)


def test_chicane_takes_two_tricks_from_the_other_sides_honours() -> None:
    _, entries = reckon_deal(
        GAMES["biritch"].variant(), Given(HEARTS, NS, 7, honours=held(N=3, S=2), voids=(E,)), NOTHING_SCORED
    )
    assert lines(entries)[1:] == [("honours", "NS", 40), ("chicane", "NS", -16)]


# What is refused


REFUSED: list[tuple[str, Given, SheetError]] = [
    ("biritch", Given(HEARTS, NS, 14), errors.TooManyTricks(13)),
    ("ruff_and_honours", Given(None, NS, 13), errors.TooManyTricks(12)),
    ("biritch", Given(HEARTS, NS, 9, honours=held(3, 1, 1, 1)), errors.HonoursDoNotAddUp(Part.HONOURS, 5)),
    ("biritch", Given(HEARTS, NS, 9, honours=held(1, 1, 1, 1)), errors.HonoursDoNotAddUp(Part.HONOURS, 5)),
    ("biritch", Given(HEARTS, NS, 9, honours=held(N=6)), errors.HonoursDoNotAddUp(Part.HONOURS, 5)),
    ("biritch", Given(NO_TRUMPS, NS, 9, honours=held(N=5)), errors.HonoursDoNotAddUp(Part.HONOURS, 4)),
    ("whist_modern", Given(None, NS, 9, honours=held(NS=3, EW=2)), errors.HonoursDoNotAddUp(Part.HONOURS, 4)),
    (
        "biritch",
        Given(HEARTS, NS, 9, honours=held(2, 1, 1, 1), voids=(E,)),
        errors.VoidWithHonours(E),
    ),
    (
        "biritch",
        Given(HEARTS, NS, 9, honours=held(N=3), voids=(E, W)),
        errors.HonoursDoNotAddUp(Part.HONOURS, 5),
    ),
    (
        "biritch",
        Given(HEARTS, NS, 9, honours=held(N=5), voids=(N, E, S, W)),
        errors.SheetRefused(errors.SheetWhy.TOO_MANY_VOIDS),
    ),
    ("biritch", Given(NO_TRUMPS, NS, 9, voids=(E,)), errors.NotNeeded(Part.CHICANE)),
    ("contract", Given(bid(2, HEARTS), NS, 9, voids=(E,)), errors.NotNeeded(Part.CHICANE)),
    (
        "vint",
        Given(bid(3, HEARTS), NS, 9, honours=held(NS=3), aces=held(NS=5)),
        errors.HonoursDoNotAddUp(Part.ACES, 4),
    ),
    ("vint", Given(bid(3, HEARTS), NS, 9, honours=held(NS=3)), errors.StillNeeded(Part.ACES)),
    ("vint", Given(bid(3, HEARTS), NS, 9), errors.StillNeeded(Part.HONOURS)),
    (
        "vint",
        Given(bid(3, HEARTS), NS, 9, honours=held(NS=4, EW=0), aces=held(NS=0, EW=4)),
        errors.HonoursDoNotAddUp(Part.HONOURS, 4),
    ),
    ("biritch", Given(HEARTS, NS, 9, honours=held(N=3), aces=held(N=1)), errors.NotNeeded(Part.ACES)),
    ("whist_american", Given(None, NS, 9, honours=held(NS=3)), errors.NotNeeded(Part.HONOURS)),
    ("biritch", Given(HEARTS, NS, 9), errors.StillNeeded(Part.HONOURS)),
    ("biritch", Given(HEARTS, NS, honours=held(N=3)), errors.StillNeeded(Part.TRICKS)),
    ("biritch", Given(HEARTS, None, 9, honours=held(N=3)), errors.StillNeeded(Part.BY)),
    ("biritch", Given(None, NS, 9), errors.StillNeeded(Part.DECLARED)),
    ("contract", Given(bid(3, HEARTS), None, 9), errors.StillNeeded(Part.BY)),
    ("contract", Given(HEARTS, NS, 9), errors.SheetRefused(errors.SheetWhy.NO_SUCH_BID)),
    ("biritch", Given(bid(2, HEARTS), NS, 9), errors.SheetRefused(errors.SheetWhy.NO_SUCH_BID)),
    ("whist_modern", Given(NO_TRUMPS, NS, 9), errors.SheetRefused(errors.SheetWhy.NO_SUCH_BID)),
    ("auction", Given(bid(2, Strain.MISERE), NS, 5), errors.SheetRefused(errors.SheetWhy.NO_SUCH_BID)),
    ("auction", Given(bid(2, Strain.ROYALS), NS, 8), errors.SheetRefused(errors.SheetWhy.NO_SUCH_BID)),
    ("contract", Given(bid(3, HEARTS), NS, 9, doublings=3), errors.DoubledTooOften(2)),
    ("vint", Given(bid(3, HEARTS), NS, 9, doublings=1), errors.NotNeeded(Part.DOUBLINGS)),
    ("whist_modern", Given(None, NS, 9, doublings=1), errors.NotNeeded(Part.DOUBLINGS)),
    (
        "contract",
        Given(bid(3, HEARTS), NS, 9, revokes=(Revoked(NS, Penalty.ADD),)),
        errors.NotNeeded(Part.REVOKES),
    ),
    (
        "biritch",
        Given(HEARTS, NS, 9, revokes=(Revoked(NS, Penalty.TRANSFER),)),
        errors.NoSuchPenalty(Penalty.TRANSFER),
    ),
    (
        "auction",
        Given(bid(2, HEARTS), NS, 9, revokes=(Revoked(NS, Penalty.TAKE_THREE),)),
        errors.NoSuchPenalty(Penalty.TAKE_THREE),
    ),
    (
        "whist_modern",
        Given(None, NS, called=NS, honours=held(NS=3)),
        errors.SheetRefused(errors.SheetWhy.MAY_NOT_CALL_NOW),
    ),
    (
        "whist_long",
        Given(None, NS, called=NS, honours=held(NS=3)),
        errors.SheetRefused(errors.SheetWhy.MAY_NOT_CALL_NOW),
    ),
]


@each(("game", "given", "refusal"), REFUSED)
def test_what_cannot_be_is_refused_with_the_fact(game: str, given: Given, refusal: SheetError) -> None:
    with pytest.raises(type(refusal)) as refused:
        reckon_deal(GAMES[game].variant(), given, NOTHING_SCORED)
    assert refused.value.args == refusal.args


def test_contre_stops_at_the_tables_limit_and_nowhere_else() -> None:
    most = 60
    given = Given(SPADES, NS, 7, most, honours=held(N=3))
    _, entries = reckon_deal(GAMES["biritch"].variant(), given, NOTHING_SCORED)
    assert entries[0].amount == 2 << most
    by_number = GAMES["biritch"].variant({"doubling_limit": "2"})
    reckon_deal(by_number, Given(SPADES, NS, 7, 2, honours=held(N=3)), NOTHING_SCORED)
    with pytest.raises(errors.DoubledTooOften):
        reckon_deal(by_number, Given(SPADES, NS, 7, 3, honours=held(N=3)), NOTHING_SCORED)
    by_points = GAMES["biritch"].variant({"doubling_limit": "per_trick_100"})
    reckon_deal(by_points, Given(NO_TRUMPS, NS, 7, 3), NOTHING_SCORED)  # 80
    with pytest.raises(errors.DoubledTooOften):
        reckon_deal(by_points, Given(NO_TRUMPS, NS, 7, 4), NOTHING_SCORED)  # 160


def test_honours_called_at_eight_end_a_game_of_long_whist_without_a_trick() -> None:
    pen = Pen("whist_long")
    pen.enter(by=NS, tricks=13)
    pen.enter(by=NS, tricks=7)
    assert pen.page.standing.below == BySide(8, 0)
    with pytest.raises(errors.NotNeeded):
        pen.enter(called=NS, honours=held(NS=3), tricks=7, by=NS)
    with refusing(errors.SheetWhy.TOO_FEW_TO_CALL):
        pen.enter(called=NS, honours=held(NS=2))
    assert lines(pen.enter(called=NS, honours=held(NS=3))) == [("honours_called", "NS", 2), ("game", "NS", 2)]
    assert pen.page.standing.games == BySide(1, 0)


def test_the_penalties_offered_are_those_of_the_game() -> None:
    def offered(game: str, side: Side = NS, declarers: Side | None = None, **options: str) -> set[str]:
        return {one.value for one in penalties(GAMES[game].variant(options), side, declarers)}

    assert offered("biritch") == offered("whist_modern") == {"take3", "add", "deduct"}
    for negative in ("forget", "floor"):  # of the deduction, not of what may be chosen (ambiguity 37)
        assert offered("whist_modern", negative=negative) == {"take3", "add", "deduct"}
        assert offered("whist_english", negative=negative) == {"transfer", "add", "deduct"}
        assert offered("whist_american", negative=negative) == {"transfer"}
    assert offered("bridge", revoke_choice="take_only") == {"take3"}
    assert offered("auction", NS, NS) == {"add"}
    assert offered("auction", EW, NS) == {"add", "take3"}
    assert offered("vint") == offered("plafond") == offered("contract") == offered("scaled_contract") == set()


def test_a_revoke_by_declarer_costs_nothing_less_than_a_hundred_and_fifty_at_auction() -> None:
    entries = Pen("auction").enter(
        declared=bid(2, HEARTS),
        by=NS,
        tricks=9,
        honours=held(1, 2, 1, 1),
        revokes=(Revoked(NS, Penalty.ADD),),
    )
    assert lines(entries) == [("revoke_added", "EW", 150), ("honours", "EW", 16)]


@each("game", GAMES)
def test_every_game_in_the_list_has_a_form_and_takes_a_plain_deal(game: str) -> None:
    variant = GAMES[game].variant()
    form = form_of(variant)
    declared = form.bids[0] if form.bids else form.declarations[-1]
    given = Given(declared, NS, 8, honours=held(N=3, S=0), aces=held(NS=2, EW=2))
    for part in (Part.ACES, Part.HONOURS):  # what means nothing is left out, as the refusal says
        try:
            reckon_deal(variant, given, NOTHING_SCORED)
        except errors.NotNeeded:
            given = replace(given, aces=None, honours=None if part is Part.HONOURS else given.honours)
    told, entries = reckon_deal(variant, given, NOTHING_SCORED)
    assert entries and sum(told.tricks) == variant.dealing.each


# Hands that cannot be


@each(
    ("honours", "voids", "tricks", "least"),
    [
        (held(N=5), (E, S, W), 12, 13),  # all the trumps in one hand win every trick
        (held(N=3, S=2), (E, W), 6, 7),  # thirteen trumps in two hands
        (held(N=5), (), 4, 5),  # the five highest trumps
        (held(N=4, E=1), (), 2, 3),  # one of them may fall to the adversary's
    ],
)
def test_tricks_that_such_hands_cannot_have_won_are_refused_and_one_more_is_not(
    honours: Held, voids: tuple[Seat, ...], tricks: int, least: int
) -> None:
    variant = GAMES["biritch"].variant()
    with pytest.raises(errors.TooFewTricks) as refused:
        reckon_deal(variant, Given(HEARTS, NS, tricks, honours=honours, voids=voids), NOTHING_SCORED)
    assert (refused.value.side, refused.value.least) == (NS, least)
    reckon_deal(variant, Given(HEARTS, NS, tricks + 1, honours=honours, voids=voids), NOTHING_SCORED)


def test_honours_told_by_side_are_refused_only_if_they_could_lie_in_no_way() -> None:
    """Five honours win two tricks at least: three and two, and the two fall on two of the three."""
    variant = GAMES["whist_modern"].variant()
    reckon_deal(variant, Given(None, NS, 2, honours=held(NS=4)), NOTHING_SCORED)
    with pytest.raises(errors.TooFewTricks) as refused:
        reckon_deal(variant, Given(None, NS, 1, honours=held(NS=4)), NOTHING_SCORED)
    assert refused.value.least == 2


def test_aces_at_no_trumps_and_honours_that_are_captured_win_nothing_by_themselves() -> None:
    reckon_deal(GAMES["biritch"].variant(), Given(NO_TRUMPS, EW, 13, aces=held(N=4)), NOTHING_SCORED)
    captured = GAMES["whist_modern"].variant({"honours_by": "captured"})
    reckon_deal(captured, Given(None, NS, 1, honours=held(N=4)), NOTHING_SCORED)


def test_only_where_honours_can_be_called_may_a_call_be_told() -> None:
    told = {key: form_of(GAMES[key].variant()).calls for key in ("whist_long", "whist_modern", "biritch")}
    assert told == {"whist_long": True, "whist_modern": False, "biritch": False}


def test_a_sheet_asks_only_for_options_that_change_what_can_be_written_on_it() -> None:
    """At Biritch how far tricks may be doubled, and what slams, chicane, the rubber and revokes bring; at
    contract the tricks at no trumps and those that were missed. Not who sits where, or how it is played."""
    asked = {key: [one.key for one in matter_on_a_sheet(GAMES[key])] for key in ("biritch", "contract")}
    assert asked == {
        "biritch": [
            *("doubling_limit", "slam_counts_to_game", "slam_doubled", "chicane_per_hand", "rubber_bonus"),
            *("revoke_unit", "revoke_unit_doubled", "revoke_cap"),
        ],
        "contract": [
            *("nt_tricks", "redoubled_undertricks", "redoubled_insult", "fourth_undertrick"),
            "unfinished_rubber",
        ],
    }
