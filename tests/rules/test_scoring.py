"""Keeping the score of a rubber that is played with real cards."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules import score_errors as errors
from rules.asks import SetOption
from rules.calls import Bid
from rules.codec import SCORE_KINDS, decode_score, encode
from rules.errors import BadOption, OptionsClash, Unreadable
from rules.events import RubberReckoned
from rules.members import Person
from rules.reckon import Column, Entry, Line, Penalty, Revoked
from rules.rubber import Share, gained
from rules.score_deal import Given, form_of, penalties, reckoned
from rules.score_errors import Part, ScoreError
from rules.score_events import ScoreEvent, SheetOpened
from rules.score_honours import Held
from rules.score_sheet import Page
from rules.scoring import (
    CloseSheet,
    Confirm,
    Enter,
    Next,
    Reject,
    ScoreAsk,
    Sheet,
    TakeBack,
    decide,
    seated,
)
from rules.seats import BySeat, BySide, Seat, Side, plus
from rules.standing import NOTHING_SCORED, Standing
from rules.strains import Strain
from rules.variants import GAMES
from tests.examples.runner import variant_of

NS, EW = Side.NS, Side.EW
N, E, S, W = Seat
ANNA, BORIS, CLARA, DAVID, IVAN = (Person(name) for name in ("anna", "boris", "clara", "david", "ivan"))
HEARTS, SPADES, CLUBS, NO_TRUMPS = Strain.HEARTS, Strain.SPADES, Strain.CLUBS, Strain.NO_TRUMPS
EXAMPLES = json.loads((Path(__file__).parents[1] / "examples" / "examples.json").read_text())


def held(*hands: int, **where: int) -> Held:
    """Four numbers, or how many lay where: ``held(N=3, S=1)``, ``held(NS=4)``."""
    if hands:
        return Held(tuple(zip(Seat, hands, strict=True)))
    return Held(
        tuple((Seat(place), count) for place, count in where.items() if len(place) == 1),
        tuple((Side(place), count) for place, count in where.items() if len(place) == 2),
    )


def bid(odd: int, strain: Strain) -> Bid:
    return Bid(odd, strain)


class Pen:
    """A sheet, and those who write on it."""

    def __init__(
        self,
        game: str,
        *,
        dummies: tuple[Seat, ...] = (),
        guests: tuple[Person, ...] = (),
        keeper: Person = IVAN,
        **options: str,
    ) -> None:
        people = {N: ANNA, E: BORIS, S: CLARA, W: DAVID}
        seats, empty = seated(
            4 - len(dummies), {seat: who for seat, who in people.items() if seat not in dummies}
        )
        opened = SheetOpened(game, tuple(sorted(options.items())), seats, empty, guests, keeper)
        self.sheet = Sheet.opened(GAMES[game], opened)
        self.events: list[ScoreEvent] = [opened]

    def ask(self, ask: ScoreAsk, who: Person | None = ANNA) -> tuple[ScoreEvent, ...]:
        self.sheet, happened = decide(self.sheet, who, ask)
        self.events += happened
        return happened

    def enter(self, **given: Any) -> tuple[Entry, ...]:
        self.ask(Enter(Given(**given)))
        return self.page.deals[-1].entries

    @property
    def page(self) -> Page:
        return self.sheet.view.page


def lines(entries: tuple[Entry, ...]) -> list[tuple[str, str, int]]:
    return [(one.line.value, one.side.value, one.amount) for one in entries]


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


SCORED = [pytest.param(one, id=one["id"]) for one in EXAMPLES if one["kind"] in ("deal_score", "whist_hand")]


@pytest.mark.parametrize("vector", SCORED)
def test_a_worked_deal_told_by_its_players_comes_to_the_same_points(vector: Mapping[str, Any]) -> None:
    variant = variant_of(GAMES[vector["game"]], vector["options"], vector["kind"])
    given = told(vector)
    if isinstance(given.declared, Bid) and given.declared.strain is Strain.MISERE:
        with pytest.raises(errors.NotNeeded):  # nobody counts honours at misère (ambiguity 57)
            reckoned(variant, given, before(vector["input"]))
        given = Given(given.declared, given.by, given.tricks)
    _, entries = reckoned(variant, given, before(vector["input"]))
    for column in (Column.BELOW, Column.ABOVE):
        expected = vector["expected"].get(column.value)
        if expected is not None:
            assert gained(entries, column) == BySide(expected["NS"], expected["EW"])
    if "score" in vector["expected"]:
        expected, start = vector["expected"]["score"], before(vector["input"]).below
        assert plus(start, gained(entries, Column.BELOW)) == BySide(expected["NS"], expected["EW"])


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
    assert reckoned(variant, whole, NOTHING_SCORED)[1] == reckoned(variant, alone, NOTHING_SCORED)[1]


def test_two_honours_of_one_side_tell_that_the_other_has_simple_honours() -> None:
    _, entries = reckoned(
        GAMES["biritch"].variant(), Given(HEARTS, NS, 9, honours=held(NS=2)), NOTHING_SCORED
    )
    assert lines(entries)[-1] == ("honours", "EW", 16)


@pytest.mark.parametrize("where", [{"NS": 4}, {"NS": 1}, {"NS": 5}, {"NS": 0}])
def test_a_side_is_not_enough_where_it_matters_how_its_honours_were_divided(where: dict[str, int]) -> None:
    with pytest.raises(errors.TellEveryHand):
        reckoned(GAMES["biritch"].variant(), Given(HEARTS, NS, 9, honours=held(**where)), NOTHING_SCORED)


def test_a_side_is_enough_where_only_the_number_counts() -> None:
    _, entries = reckoned(
        GAMES["whist_modern"].variant(), Given(None, NS, 8, honours=held(EW=4)), NOTHING_SCORED
    )
    assert lines(entries) == [("odd_tricks", "NS", 2), ("honours", "EW", 4)]


def test_honours_that_may_bring_nothing_need_not_be_told() -> None:
    for game, declared in (("whist_modern", None), ("biritch", NO_TRUMPS), ("contract", bid(1, HEARTS))):
        told, _ = reckoned(GAMES[game].variant(), Given(declared, NS, 9), NOTHING_SCORED)
        assert told.honours == BySeat(0, 0, 0, 0)


def test_in_ruff_and_honours_some_may_lie_in_the_stock() -> None:
    variant = GAMES["ruff_and_honours"].variant()
    _, entries = reckoned(variant, Given(None, NS, 7, honours=held(NS=3, EW=0)), NOTHING_SCORED)
    assert lines(entries) == [("odd_tricks", "NS", 1), ("honours", "NS", 2)]
    with pytest.raises(errors.HonoursDoNotAddUp):
        reckoned(variant, Given(None, NS, 7, honours=held(NS=3, EW=2)), NOTHING_SCORED)


def test_chicane_takes_two_tricks_from_the_other_sides_honours() -> None:
    _, entries = reckoned(
        GAMES["biritch"].variant(), Given(HEARTS, NS, 7, honours=held(N=3, S=2), voids=(E,)), NOTHING_SCORED
    )
    assert lines(entries)[1:] == [("honours", "NS", 40), ("chicane", "NS", -16)]


# What is refused


REFUSED: list[tuple[str, Given, ScoreError]] = [
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
    ("biritch", Given(HEARTS, NS, 9, honours=held(N=5), voids=(N, E, S, W)), errors.TooManyVoids()),
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
    ("contract", Given(HEARTS, NS, 9), errors.NoSuchBid()),
    ("biritch", Given(bid(2, HEARTS), NS, 9), errors.NoSuchBid()),
    ("whist_modern", Given(NO_TRUMPS, NS, 9), errors.NoSuchBid()),
    ("auction", Given(bid(2, Strain.MISERE), NS, 5), errors.NoSuchBid()),
    ("auction", Given(bid(2, Strain.ROYALS), NS, 8), errors.NoSuchBid()),
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
    ("whist_modern", Given(None, NS, called=NS, honours=held(NS=3)), errors.MayNotCallNow()),
    ("whist_long", Given(None, NS, called=NS, honours=held(NS=3)), errors.MayNotCallNow()),
]


@pytest.mark.parametrize(("game", "given", "refusal"), REFUSED)
def test_what_cannot_be_is_refused_with_the_fact(game: str, given: Given, refusal: ScoreError) -> None:
    with pytest.raises(type(refusal)) as refused:
        reckoned(GAMES[game].variant(), given, NOTHING_SCORED)
    assert refused.value.args == refusal.args


def test_contre_stops_at_the_tables_limit_and_nowhere_else() -> None:
    most = 60
    given = Given(SPADES, NS, 7, most, honours=held(N=3))
    _, entries = reckoned(GAMES["biritch"].variant(), given, NOTHING_SCORED)
    assert entries[0].amount == 2 << most
    by_number = GAMES["biritch"].variant({"doubling_limit": "2"})
    reckoned(by_number, Given(SPADES, NS, 7, 2, honours=held(N=3)), NOTHING_SCORED)
    with pytest.raises(errors.DoubledTooOften):
        reckoned(by_number, Given(SPADES, NS, 7, 3, honours=held(N=3)), NOTHING_SCORED)
    by_points = GAMES["biritch"].variant({"doubling_limit": "per_trick_100"})
    reckoned(by_points, Given(NO_TRUMPS, NS, 7, 3), NOTHING_SCORED)  # 80
    with pytest.raises(errors.DoubledTooOften):
        reckoned(by_points, Given(NO_TRUMPS, NS, 7, 4), NOTHING_SCORED)  # 160


def test_honours_called_at_eight_end_a_game_of_long_whist_without_a_trick() -> None:
    pen = Pen("whist_long")
    pen.enter(by=NS, tricks=13)
    pen.enter(by=NS, tricks=7)
    assert pen.page.standing.below == BySide(8, 0)
    with pytest.raises(errors.NotNeeded):
        pen.enter(called=NS, honours=held(NS=3), tricks=7, by=NS)
    with pytest.raises(errors.TooFewToCall):
        pen.enter(called=NS, honours=held(NS=2))
    assert lines(pen.enter(called=NS, honours=held(NS=3))) == [("honours_called", "NS", 2), ("game", "NS", 2)]
    assert pen.page.standing.games == BySide(1, 0)


def test_the_penalties_offered_are_those_of_the_game() -> None:
    def offered(game: str, side: Side = NS, declarers: Side | None = None, **options: str) -> set[str]:
        return {one.value for one in penalties(GAMES[game].variant(options), side, declarers)}

    assert offered("biritch") == offered("whist_modern") == {"take3", "add", "deduct"}
    assert offered("whist_english") == {"take3", "add", "deduct", "transfer"}
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


@pytest.mark.parametrize("game", GAMES)
def test_every_game_in_the_list_has_a_form_and_takes_a_plain_deal(game: str) -> None:
    variant = GAMES[game].variant()
    form = form_of(variant)
    declared = form.bids[0] if form.bids else form.declarations[-1]
    given = Given(declared, NS, 8, honours=held(N=3, S=0), aces=held(NS=2, EW=2))
    for part in (Part.ACES, Part.HONOURS):  # what means nothing is left out, as the refusal says
        try:
            reckoned(variant, given, NOTHING_SCORED)
        except errors.NotNeeded:
            given = replace(given, aces=None, honours=None if part is Part.HONOURS else given.honours)
    told, entries = reckoned(variant, given, NOTHING_SCORED)
    assert entries and sum(told.tricks) == variant.dealing.each


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
    with pytest.raises(errors.NotYourSheet):
        pen.ask(deal, Person("stranger"))


def test_nothing_is_entered_once_the_rubber_is_over() -> None:
    pen = Pen("biritch")
    won(pen)
    with pytest.raises(errors.RubberIsOver):
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
    with pytest.raises(errors.NothingToTakeBack):
        pen.ask(TakeBack())


def test_the_end_of_a_rubber_goes_with_its_last_deal_and_so_do_the_confirmations() -> None:
    pen = Pen("biritch")
    won(pen)
    pen.ask(Confirm(), ANNA)
    pen.ask(Confirm(), BORIS)
    pen.ask(TakeBack(), DAVID)
    assert pen.page.ended is None and len(pen.page.deals) == 1 and not pen.page.confirmed
    with pytest.raises(errors.RubberNotOver):
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
        with pytest.raises(errors.AlreadyCounted):
            pen.ask(ask)


def test_one_who_rejects_keeps_a_rubber_off_until_he_confirms_it_after_all() -> None:
    pen = Pen("biritch")
    won(pen)
    pen.ask(Reject(), BORIS)
    for who in (ANNA, CLARA, DAVID):
        pen.ask(Confirm(), who)
    assert not pen.page.counted and pen.page.rejected == {BORIS}
    with pytest.raises(errors.AlreadyConfirmed):
        pen.ask(Reject(), BORIS)
    pen.ask(Confirm(), BORIS)
    assert pen.page.counted and not pen.page.rejected


def test_one_who_did_not_play_can_neither_confirm_nor_reject() -> None:
    pen = Pen("biritch", keeper=IVAN, guests=(DAVID,))
    won(pen)
    for who in (IVAN, DAVID):
        for ask in (Confirm(), Reject()):
            with pytest.raises(errors.NotNamed):
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


def test_a_rubber_doubled_seven_times_is_not_ranked() -> None:
    pen = Pen("biritch")
    for _ in range(2):
        pen.enter(declared=SPADES, by=NS, tricks=7, doublings=7, honours=held(N=3))
    assert pen.page.ended is not None and pen.page.ended.uncounted == "doubling"


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
            seated(players, sitting)
    with pytest.raises(errors.DummiesFaceEachOther):
        seated(2, {N: ANNA, S: CLARA})
    with pytest.raises(errors.SittingTwice):
        seated(2, {S: CLARA, W: CLARA})
    assert seated(2, two) == (BySeat(CLARA, DAVID, CLARA, DAVID), (N, E))


def test_options_are_arranged_before_the_first_deal_and_stand_from_then_on() -> None:
    pen = Pen("biritch")
    pen.ask(SetOption("slam_doubled", "true"))
    assert pen.sheet.view.options == (("slam_doubled", "true"),)
    entries = pen.enter(declared=SPADES, by=NS, tricks=13, doublings=1, honours=held(N=3))
    assert ("grand_slam", "NS", 80) in lines(entries)
    with pytest.raises(errors.OptionsStand):
        pen.ask(SetOption("slam_doubled", "false"))
    pen.ask(TakeBack())
    with pytest.raises(errors.OptionsStand):
        pen.ask(SetOption("slam_doubled", "false"))


def test_an_option_that_the_game_has_not_or_that_clashes_is_refused() -> None:
    with pytest.raises(BadOption):
        Pen("biritch").ask(SetOption("slams", "flat"))
    with pytest.raises(OptionsClash):
        Pen("auction").ask(SetOption("one_spade_limit", "true"))


def test_a_new_rubber_begins_at_nothing_with_the_same_people() -> None:
    pen = Pen("biritch")
    with pytest.raises(errors.RubberNotOver):
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
    with pytest.raises(errors.AlreadyCounted):
        pen.ask(TakeBack())


def test_a_closed_sheet_takes_nothing_more() -> None:
    pen = Pen("biritch")
    pen.enter(declared=HEARTS, by=NS, tricks=9, honours=held(N=3))
    pen.ask(CloseSheet(), None)
    assert pen.sheet.view.closed
    for ask in (TakeBack(), CloseSheet(), Next()):
        with pytest.raises(errors.SheetIsClosed):
            pen.ask(ask)


def test_a_rubber_of_contract_left_with_a_game_ahead_is_worth_three_hundred_more_where_so_arranged() -> None:
    pen = Pen("contract", unfinished_rubber="laws")
    pen.enter(declared=bid(3, NO_TRUMPS), by=NS, tricks=9)
    pen.ask(CloseSheet())
    ended = pen.page.ended
    assert not pen.sheet.view.closed and ended is not None
    assert (ended.winner, ended.value, ended.bonus.line) == (NS, 400, Line.UNFINISHED)
    with pytest.raises(errors.RubberIsOver):
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
    "deal_taken_back {}",
    'sheet_rubber_ended {"broken_off":true,"result":{"bonus":{"amount":300,"column":"bonus","count":1,"line":'
    '"unfinished","seat":null,"side":"NS","times":1,"unit":300},"games":[1,0],"number":1,"shares":[{"person":'
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
)
"""A line of each kind as it stands in databases: it is never edited, and always read."""


@pytest.mark.parametrize("line", STORED, ids=lambda line: line.split(" ", 1)[0])
def test_an_event_that_was_stored_is_read_and_would_be_stored_the_same(line: str) -> None:
    kind, body = line.split(" ", 1)
    assert encode(decode_score(kind, body)) == (kind, body)


def test_every_kind_of_event_on_a_sheet_has_a_stored_line() -> None:
    assert {line.split(" ", 1)[0] for line in STORED} == set(SCORE_KINDS)


def test_an_event_of_a_table_is_none_of_a_sheets() -> None:
    with pytest.raises(Unreadable):
        decode_score("card_played", '{"card":"QH","seat":"N"}')


def test_every_sheet_replays_from_its_stored_events_to_the_same_sheet() -> None:
    pen = Pen("contract", unfinished_rubber="laws")
    pen.ask(SetOption("nt_tricks", "35"))
    pen.enter(declared=bid(3, NO_TRUMPS), by=NS, tricks=9, doublings=2)
    pen.ask(TakeBack())
    for _ in range(2):
        pen.enter(declared=bid(4, HEARTS), by=EW, tricks=10, honours=held(N=4))
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
    assert {kind for kind, _ in stored} == set(SCORE_KINDS)
    first, *rest = [decode_score(kind, body) for kind, body in stored]
    assert [first, *rest] == pen.events
    assert isinstance(first, SheetOpened)
    sheet = Sheet.opened(GAMES[first.game], first)
    for event in rest:
        sheet = sheet.after(event)
    assert sheet.view == pen.sheet.view
