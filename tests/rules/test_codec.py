"""Events as they are stored. Stored words never change: tests/records has a line of each kind.

``stored-events.txt`` is as it was written when Biritch was the only game, ``family-events.txt`` as events are
written since.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given

from rules.calls import (
    Bid,
    Called,
    CallHonours,
    Content,
    Declare,
    Discard,
    Double,
    Pass,
    TakeStock,
    action_word,
    parse_action,
    parse_call,
)
from rules.cards import Hand, Suit, parse_card
from rules.counting.reckon import Column, Entry, Line, Penalty
from rules.counting.rubber import RubberResult, Share
from rules.deal.brought import BroughtDeal
from rules.errors import Unreadable
from rules.out_of_turn import Exacted
from rules.record.codec import KINDS, decode, encode
from rules.seats import BySeat, BySide, RobotMember, Seat, Side
from rules.table import events
from rules.table.events import Event
from rules.tricks import Strain
from rules.view import Alone, AtEvening, GivenDeal, GoneOut
from tests.each import each
from tests.rules.deals import EAST, EW, NORTH, NS, ORDINARY, SOUTH, WEST
from tests.rules.every_event import EVERY
from tests.rules.steady import steady
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

RECORDS = Path(__file__).parent.parent / "records"
STORED, OF_THE_FAMILY = RECORDS / "stored-events.txt", RECORDS / "family-events.txt"
HOYLE = RobotMember("Hoyle")


def test_every_kind_of_event_is_tried() -> None:
    assert set(EVERY) == set(KINDS)


OF_MANY_PARTS = ("went_out", "rubber_begun", "cards_dealt", "call_made", "deal_reckoned", "rubber_reckoned")


@each("kind", EVERY)
def test_every_event_reads_back_from_what_is_stored(kind: str) -> None:
    @steady(40 if kind in OF_MANY_PARTS else 12)
    @given(EVERY[kind])
    def reads_back(event: Event) -> None:
        word, body = encode(event)
        assert word == kind
        assert decode(word, body) == event
        assert type(decode(word, body)) is type(event)

    reads_back()


def test_every_event_of_whole_evenings_reads_back() -> None:
    for seed in range(4):
        evening = Evening(("codec", seed)).seat(ANNA, BORIS).start().play_rubber(claims=True)
        for event in evening.events:
            assert decode(*encode(event)) == event


def test_numbers_beyond_two_to_the_fifty_third_are_stored_as_text_and_smaller_ones_as_numbers() -> None:
    def tricks(ns: int) -> object:
        return json.loads(encode(events.DealReckoned(1, BySide(ns, 0), ()))[1])["tricks"][0]

    assert tricks(2**53 - 1) == 9007199254740991
    assert tricks(2**53) == "9007199254740992"
    assert tricks(-(2**53)) == "-9007199254740992"
    assert tricks(2**200) == "1606938044258990275541962092341162602522202993782792835301376"


def test_a_small_number_stored_as_text_is_read_too() -> None:
    assert decode("seed_revealed", '{"deal":"7","seed":"s"}') == events.SeedRevealed(7, "s")


@each(
    ("kind", "body"),
    [
        ("shuffled", "{}"),
        ("", "{}"),
        ("joined", ""),
        ("joined", "{}"),
        ("joined", "[]"),
        ("joined", "null"),
        ("joined", '"anna"'),
        ("joined", '{"member":"anna"}'),
        ("joined", '{"member":7}'),
        ("card_played", '{"seat":"N","card":"1H"}'),
        ("card_played", '{"seat":"X","card":"AH"}'),
        ("call_made", '{"called":"N hearts"}'),
        ("call_made", '{"called":"hearts"}'),
        ("seed_revealed", '{"deal":"seven","seed":"s"}'),
        ("seed_revealed", '{"deal":null,"seed":"s"}'),
        ("deal_reckoned", '{"revision":1,"tricks":[7],"entries":[]}'),
        ("deal_reckoned", '{"revision":1,"tricks":7,"entries":[]}'),
        ("deal_reckoned", '{"revision":1,"tricks":[7,6],"entries":{}}'),
        ("deal_reckoned", '{"revision":1,"tricks":[7,6],"entries":[[]]}'),
        ("cards_dealt", '{"deal":1,"dealer":"N","hands":["AH","AS"],"turned":null}'),
    ],
)
def test_a_body_that_no_rules_wrote_is_unreadable(kind: str, body: str) -> None:
    with pytest.raises(Unreadable):
        decode(kind, body)


@each(
    ("kind", "body"),
    [
        ("closed", '{"why":7}'),
        ("claim_answered", '{"seat":"E","agrees":"no"}'),
        ("took_back", '{"seat":"E","person":"robot:Hoyle"}'),
        ("seed_revealed", '{"deal":1.5,"seed":"s"}'),
    ],
)
def test_a_value_of_the_wrong_sort_is_unreadable(kind: str, body: str) -> None:
    with pytest.raises(Unreadable):
        decode(kind, body)


ENTRIES = (
    Entry(Line.ODD_TRICKS, NS, 7 * 8 * 2**60, Column.BELOW, 7, 8, 2**60),
    Entry(Line.GRAND_SLAM, NS, 40, Column.ABOVE, 1, 40),
    Entry(Line.HONOURS, EW, 40, Column.ABOVE, 5, 8),
    Entry(Line.CHICANE, EW, -16, Column.ABOVE, -2, 8, seat=NORTH),
)
BEFORE: tuple[Event, ...] = (
    events.Opened("biritch", (("doubling_limit", "6"),)),
    events.Joined(ANNA),
    events.Left(HOYLE),
    events.RubberBegun(
        2,
        "biritch",
        (("doubling_limit", "6"),),
        BySeat(ANNA, BORIS, CLARA, HOYLE),
        SOUTH,
        (
            (
                (ANNA, parse_card("6H")),
                (BORIS, parse_card("6S")),
                (CLARA, parse_card("AD")),
                (HOYLE, parse_card("KC")),
            ),
            ((ANNA, parse_card("TS")), (BORIS, parse_card("2S"))),
        ),
    ),
    events.PackReady(7, "c0ffee"),
    events.PackCut(26, "pepper", BORIS),
    events.PackCut(26, "", None),
    events.CardsDealt(7, WEST, ORDINARY, None),
    events.CallMade(Called(WEST, Pass())),
    events.CallMade(Called(EAST, Declare(Suit.HEARTS))),
    events.CallMade(Called(EAST, Declare(None))),
    events.CallMade(Called(NORTH, Double())),
    events.CallMade(Called(SOUTH, Content())),
    events.CardPlayed(NORTH, parse_card("TS")),
    events.Claimed(SOUTH),
    events.ClaimAnswered(EAST, True),
    events.RobotTookOver(EAST, HOYLE),
    events.TookBack(EAST, CLARA),
    events.SeedRevealed(7, "5eed"),
    events.DealReckoned(1, BySide(13, 0), ENTRIES),
    events.RubberReckoned(
        1,
        RubberResult(
            number=2,
            winner=NS,
            value=-160,
            totals=BySide(328, 488),
            games=BySide(2, 1),
            bonus=Entry(Line.RUBBER, NS, 40, Column.ABOVE, 1, 40),
            shares=(Share(ANNA, NS), Share(BORIS, EW)),
            uncounted="",
        ),
    ),
    events.CloseAgreed(ANNA),
    events.Closed("agreed"),
)


SINCE: tuple[Event, ...] = (
    events.Opened("dummy_whist", (("form", "long"),)),
    events.OptionsChosen((("claims", "off"), ("rubbers_per_cut", "2"))),
    events.DummyTaken(ANNA),
    events.RubberBegun(
        1,
        "dummy_whist",
        (("form", "long"),),
        BySeat(ANNA, CLARA, ANNA, HOYLE),
        NORTH,
        (),
        dummies=(NORTH,),
    ),
    events.CardsDealt(1, NORTH, ORDINARY, parse_card("QS")),
    events.CallMade(Called(SOUTH, CallHonours())),
    events.CallMade(Called(EAST, TakeStock())),
    events.CallMade(Called(EAST, Discard(Hand.parse("9H 2C 3C 4D")))),
    events.CallMade(Called(WEST, Bid(1, Strain.CLUBS))),
    events.CallMade(Called(WEST, Bid(2, Strain.DIAMONDS))),
    events.CallMade(Called(WEST, Bid(3, Strain.HEARTS))),
    events.CallMade(Called(WEST, Bid(4, Strain.SPADES))),
    events.CallMade(Called(WEST, Bid(5, Strain.ROYALS))),
    events.CallMade(Called(WEST, Bid(6, Strain.NO_TRUMPS))),
    events.CallMade(Called(WEST, Bid(7, Strain.MISERE))),
    events.DealReckoned(1, BySide(0, 0), ()),
    events.DealReckoned(
        1,
        BySide(7, 6),
        tuple(
            Entry(line, EW, 1, column, 1, 1)
            for line, column in (
                (Line.TRICKS, Column.BELOW),
                (Line.OVERTRICKS, Column.ABOVE),
                (Line.UNDERTRICKS, Column.ABOVE),
                (Line.FULFILMENT, Column.ABOVE),
                (Line.SLAM_FAILED, Column.ABOVE),
                (Line.HONOURS_CALLED, Column.BELOW),
                (Line.GAME, Column.BONUS),
                (Line.UNFINISHED, Column.BONUS),
            )
        ),
    ),
    events.RubberReckoned(
        1,
        RubberResult(
            number=1,
            winner=EW,
            value=5,
            totals=BySide(1, 6),
            games=BySide(0, 2),
            bonus=Entry(Line.RUBBER, EW, 2, Column.BONUS, 1, 2),
            shares=(Share(ANNA, NS, 2), Share(CLARA, EW), Share(DAVID, EW)),
            uncounted="",
        ),
    ),
    events.Adjourned(),
    events.Resumed(),
    events.Claimed(SOUTH, 5),
    events.Claimed(WEST, 0),
    events.DealReckoned(
        1,
        BySide(11, 2),
        (
            Entry(Line.HONOURS, NS, 4, Column.NOTED, 1, 4),
            Entry(Line.HONOURS_NOTED, NS, 6, Column.BONUS, 1, 6),
        ),
    ),
    events.RobotSatIn(EAST, HOYLE),
    events.ChairTaken(NORTH, DAVID, shares=False),
    events.ChairReserved(WEST, BORIS),
    events.ChairFreed(WEST),
    events.Abandoned(),
    events.Paused(ANNA),
    events.TrickQuitted(4, None),
    events.SuitAsked(5, WEST),
    events.SuitDenied(5, WEST),
    events.CardCorrected(6, EAST, parse_card("TH")),
    events.RevokeClaimed(SOUTH, 7, EAST),
    events.PenaltyChosen(7, EAST, Penalty.TAKE_THREE, NORTH),
    events.PlayOutWished(WEST, play_on=False),
    events.PlayStopped(),
    events.ScoreAgreed(NORTH),
    events.ClaimsClosed(),
    events.Waited(DAVID),
    events.WentOut(
        GoneOut(((ANNA, 3),), (((ANNA, parse_card("KS")), (BORIS, parse_card("AH"))),)),
    ),
    events.SubstituteAsked(EAST, DAVID),
    events.SubstituteAnswered(ANNA, agrees=True),
    events.ChairTaken(EAST, DAVID, shares=True, substitute=True),
    events.ChairReserved(EAST, DAVID, substitute=True),
    events.SteppedBack(DAVID),
    events.PlayedOutOfTurn(EAST, parse_card("AS")),
    events.LeadFollowed(SOUTH, parse_card("KS")),
    events.CardReplaced(SOUTH, parse_card("QS")),
    events.PenaltyDemanded(SOUTH, Exacted.SUIT, None, Suit.HEARTS),
    events.OpenedForEvening(AtEvening("0a1b2c3d", table=3, deal=7, shared=True)),
    events.StoodOut(GoneOut(((DAVID, 0),), (((ANNA, parse_card("KS")), (DAVID, parse_card("QH"))),))),
    events.SeatsChosen(EAST, ANNA),
    events.DealReckoned(1, BySide(9, 4), (Entry(Line.GAME_POINTS, NS, 7, Column.BONUS, 1, 7),)),
    events.PlayedAlone(Alone(declares=True, best_hand=True)),
    events.PlayedAlone(Alone(given=GivenDeal("0badcafe", 7, 26, "word", WEST, EAST))),
    events.TakenBack(SOUTH, 4, 9),
    events.PartnersTurned(NORTH),
    events.OpenedToOthers(),
    events.TakeBackAsked(SOUTH, parse_card("QH")),
    events.Acquainted(),
    events.ResultSeen(BORIS),
    events.DealsBrought(ANNA, (BroughtDeal(7, WEST, BySide(True, False), ORDINARY),), 3),
    events.BringerAdmitted(BORIS),
)


def lines(file: Path) -> list[tuple[str, str]]:
    stored = file.read_text("utf-8").splitlines()
    return [(kind, body) for kind, _, body in (line.partition(" ") for line in stored)]


def test_what_was_stored_when_biritch_was_the_only_game_is_read_as_it_was_meant() -> None:
    assert [decode(*line) for line in lines(STORED)] == list(BEFORE)


def test_stored_words_are_those_that_were_always_stored() -> None:
    """If this fails, tables that were stored before can no longer be read. Some kinds have fields that were
    added since: hands without a player, how many tricks are claimed, how many times over a player wins, who
    left, and what counts on a leaderboard."""
    written = [encode(event) for event in BEFORE]
    for place, added in (
        (3, '"dummies":[],'),
        (14, ',"tricks":null}'),
        (-3, ',"times":1}'),
        (-3, '"left":false,'),
        (-3, '"capped":null,'),
    ):
        kind, body = written[place]
        assert added in body
        written[place] = kind, body.replace(added, added[-1] if added[-1] == "}" else "")
    assert written == lines(STORED)


def test_the_words_of_the_family_are_those_that_were_always_stored() -> None:
    """Since then a chair may be a substitute's, who has a share may have left, and many may play a
    deal once."""
    written = [(kind, body.replace(',"substitute":false', "")) for kind, body in map(encode, SINCE)]
    for added in ('"left":false,', '"capped":null,', '"once":false,'):
        written = [(kind, body.replace(added, "")) for kind, body in written]
    assert written == lines(OF_THE_FAMILY)
    assert [decode(*line) for line in lines(OF_THE_FAMILY)] == list(SINCE)


def test_the_stored_samples_show_every_kind_of_event_and_every_line_and_column() -> None:
    stored = [*lines(STORED), *lines(OF_THE_FAMILY)]
    assert {kind for kind, _ in stored} == set(KINDS)
    told = " ".join(body for _, body in stored)
    assert {line for line in Line if f'"line":"{line.value}"' not in told} <= {
        Line.PETIT_SLAM,
        Line.REVOKE_ADDED,
        Line.REVOKE_DEDUCTED,
        Line.REVOKE_CAP,
    }
    assert all(f'"column":"{column.value}"' in told for column in Column)


def test_the_words_of_lines_columns_sides_and_seats_are_fixed() -> None:
    assert {line.value for line in Line} == {
        *("odd_tricks", "grand_slam", "petit_slam", "honours", "chicane"),
        *("revoke_added", "revoke_deducted", "revoke_cap", "rubber"),
        *("tricks", "overtricks", "undertricks", "fulfilment", "slam_failed", "honours_called"),
        *("game", "unfinished", "honours_noted", "game_points"),
    }
    assert [c.value for c in Column] + [s.value for s in Side] + [s.value for s in Seat] == [
        *("below", "above", "bonus", "noted"),
        *("NS", "EW"),
        *("N", "E", "S", "W"),
    ]


def test_actions_are_written_in_words_that_read_back() -> None:
    words = [
        "pass",
        "double",
        "content",
        "declare:N",
        "declare:S",
        "declare:H",
        "declare:D",
        "declare:C",
        "play:QH",
        "ruff",
        "honours",
        "discard:9H.4D.3C.2C",
        "discard:",
        *(f"bid:{odd}{strain}" for odd in range(1, 8) for strain in "CDHSRNM"),
    ]
    assert [action_word(parse_action(word)) for word in words] == words
    for word in ("", "bid", "bid:8S", "bid:0N", "bid:1X", "declare:X", "play:1H", "DOUBLE", "discard:1H"):
        with pytest.raises(Unreadable):
            parse_action(word)
    with pytest.raises(Unreadable):
        parse_call("play:QH")
