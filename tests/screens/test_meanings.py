"""What a call of an auction tells, in the explanation after a deal and in a hint: whole sentences."""

from __future__ import annotations

import random
from dataclasses import replace

from robots.plain import PlainRobot
from robots.teaching.meanings import Aim, BidName, Told, told_by
from robots.teaching.reasons import Decision, explained
from rules.calls import Bid, Declare, Double, Pass, parse_call
from rules.cards import Suit
from rules.seats import RobotMember, Seat
from rules.tricks import Strain
from rules.view import SeatView
from screens.screen import Text
from screens.settling import worth_screen
from screens.why import hint_text, thoughts
from screens.words.games.all_games import words_of
from screens.words.meanings import meaning_sentence, tells
from tests.each import each
from tests.trials.stage.matches import after
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

NORTH, EAST, SOUTH, WEST = Seat
HEARTS = "AS 7S 2S KH QH JH 6H 3H KD 8D 4D 7C 2C"
NOTHING = "8S 7S 2S 9H 6H 3H TD 8D 4D 7C 5C 3C 2C"


@each(
    ("before", "call", "sentence"),
    [
        ("", "bid:1N", "It showed 15 to 17 points and an even hand."),
        (
            "",
            "bid:2C",
            "It showed 20 points or more. Its partner must not pass.",
        ),
        ("", "bid:2H", "It showed 5 to 10 points and 6 hearts or more."),
        ("", "pass", "It showed at most 11 points."),
        (
            "bid:1H pass",
            "bid:1S",
            "It showed 6 points or more and 4 spades or more. Its partner must not pass.",
        ),
        ("bid:1N pass", "bid:3N", "Its partner should leave it there."),
        (
            "bid:1N pass",
            "bid:2C",
            "It showed 7 points or more. It asked its partner for four hearts or spades.",
        ),
        ("bid:1N pass bid:2C pass", "bid:2H", "It showed 4 hearts or more."),
        ("bid:5S", "double", "It said that the other side should fail."),
        ("bid:5S double", "double", "It said that the contract should be made with tricks to spare."),
    ],
)
def test_a_call_is_explained_by_what_it_told(before: str, call: str, sentence: str) -> None:
    evening = after({}, before, game="contract")
    assert evening.table.deal is not None
    (seat,) = evening.table.deal.may_act
    meaning = told_by(evening.view(seat), parse_call(call))
    assert meaning is not None
    assert meaning_sentence(meaning).endswith(sentence)
    assert tells(meaning)


def test_a_double_that_asks_for_a_suit_names_its_suits_and_the_strength_that_needs_none() -> None:
    view = after({}, "bid:1C", game="contract").view(WEST)
    meaning = told_by(view, Double())
    assert meaning is not None
    asks = Told(12, None, (3, 3, 3, 0), False, Aim.ASKS_FOR_SUIT, BidName.FOR_A_SUIT, shorter=14, whatever=17)
    assert meaning == asks
    shown = "12 points or more, 3 spades or more, 3 hearts or more and 3 diamonds or more"
    assert meaning_sentence(meaning).startswith(
        f"It showed {shown}. Or 14 with a card less, or 17 with any suits."
    )


def test_a_dealer_who_must_open_is_said_to_tell_nothing() -> None:
    view = after({SOUTH: NOTHING}, "", game="auction", schedule="1904").view(SOUTH)
    answer = PlainRobot().choose(view, 1, random.Random(0))
    assert (
        hint_text(view, answer)
        == "**1 ♠︎ Spade** — You have to open, and this says nothing but that you are weak."
    )


def test_where_there_is_no_auction_a_call_tells_nothing() -> None:
    assert told_by(after({}, "").view(SOUTH), Declare(Suit.HEARTS)) is None
    assert told_by(after({}, "").view(SOUTH), Pass()) is None


def test_a_decision_is_explained_by_the_call_and_not_by_the_cards() -> None:
    view = after({SOUTH: HEARTS}, "", game="contract").view(SOUTH)
    decision = Decision(SOUTH, RobotMember("Hoyle"), 0, Bid(1, Strain.HEARTS), None)
    meaning = explained(decision, view).told
    assert meaning is not None
    assert (meaning.low, meaning.high, meaning.lengths) == (11, 21, (0, 4, 0, 0))


def test_a_hint_tells_what_partner_has_shown_and_what_the_calls_compared_came_to() -> None:
    """After a single raise the opener compares contracts: fifteen points pass."""
    view = after({SOUTH: HEARTS.replace("8D", "QD")}, "bid:1H pass bid:2H pass", game="plafond").view(SOUTH)
    answer = PlainRobot().choose(view, 1, random.Random(0))
    assert answer.choice == Pass()
    (first, second, *_) = (round(one.points) for one in answer.reasons.candidates)
    assert hint_text(view, answer).startswith(
        "**pass** — No bid and no double promises more. "
        "Your partner has shown 6 to 9 points and 3 hearts or more. "
        f"Compared, in points for your side: pass +{first}; 3 ♥︎ Hearts +{second}; "
    )


# What the system calls a bid, for everybody at the table


@each(
    ("calls", "said"),
    [
        ("bid:1H", "opening bid**. It shows 11 to 21 points and 4 hearts or more."),
        ("bid:1N", "opening bid on an even hand**. It shows 15 to 17 points and an even hand."),
        ("bid:2C", "strong opening bid**. It shows 20 points or more. Its partner must not pass."),
        ("bid:2H", "weak opening bid on a long suit**. It shows 5 to 10 points and 6 hearts or more."),
        ("bid:2C pass bid:2D", "answer that tells nothing yet**."),
        ("bid:2C pass bid:2D pass bid:2S", "bid of a new suit**. It shows 20 points or more"),
        (
            "bid:2C pass bid:2H",
            "bid of a new suit**. It shows 8 points or more and 5 hearts or more. Neither",
        ),
        ("bid:1C double", "double that asks for a suit**. It shows 12 points or more"),
        ("bid:1C double pass bid:1S", "answer to partner's double**."),
        ("bid:5S double", "penalty double**. It says that the other side should fail."),
        ("bid:5S double double", "redouble to play**."),
        ("bid:1H bid:1S", "overcall**."),
        ("bid:1H pass bid:1S", "bid of a new suit**."),
        ("bid:1H pass bid:2H", "raise of partner's suit**."),
        ("bid:1H pass bid:3H", "jump raise of partner's suit**."),
        ("bid:1H pass bid:2H pass bid:6H", "slam bid**."),
        ("bid:1H pass bid:1S pass bid:2H", "second bid of a suit**."),
        ("bid:1H pass bid:2N", "bid without a suit**."),
        (
            "bid:1H bid:2H",
            "bid of two suits at once**. It shows 6 to 11 points, 5 spades or more and 5 diamonds",
        ),
        ("bid:1H bid:1S pass bid:2H", "bid of a suit of the other side**."),
    ],
)
def test_a_bid_on_the_table_is_named_and_explained_to_whoever_taps_it(calls: str, said: str) -> None:
    evening = after({}, calls, game="contract")
    place = len(calls.split()) - 1
    for seat in (None, *Seat):
        assert f"As the robots read it: **{said}" in alerted(evening.view(seat), place)


def test_the_alert_is_the_same_in_two_worlds_with_different_hands() -> None:
    """The same auction over two packs: all who ask are told the same to the letter, after each call, but for
    how a player is called and a side."""
    calls = "bid:1C double pass bid:1H bid:2C double double bid:2H"
    here, there = (after({}, calls, seed, "contract") for seed in (1, 2))
    assert here.view(SOUTH).own != there.view(SOUTH).own
    for place in range(8):
        told = {
            (seat, alerted(evening.view(seat), place)) for evening in (here, there) for seat in (None, *Seat)
        }
        assert len(told) == 1 + len(Seat)
        read = {tuple(line for line in one.split("\n") if "robots" in line) for _, one in told}
        assert len(read) == 1


def test_where_there_is_no_auction_nothing_is_said_of_a_declaration() -> None:
    assert "robots" not in alerted(after({}, "declare:H").view(WEST), 0)


def test_a_decision_tells_what_its_partner_had_shown_and_what_the_calls_came_to() -> None:
    evening = after({SOUTH: HEARTS.replace("8D", "QD")}, "bid:1H pass bid:2H pass", game="plafond")
    view = evening.view(SOUTH)
    answer = PlainRobot().choose(view, 1, random.Random(0))
    assert isinstance(answer.choice, Pass)
    decision = explained(Decision(SOUTH, RobotMember("Hoyle"), 4, answer.choice, answer.reasons), view)
    over = Evening(3).seat(ANNA, BORIS, CLARA, DAVID).start().cut().play_deal().table.last
    assert over is not None and view.deal is not None
    lines = list(thoughts(decision, replace(over, calls=view.deal.calls), words_of(view.table.game)))
    assert lines[1] == "Its partner had shown 6 to 9 points and 3 hearts or more."
    assert lines[2].startswith("What it compared, in points for its own side: pass +")


def alerted(view: SeatView, place: int) -> str:
    """What somebody sees who taps a call in the list."""
    return "\n".join(part.markdown for part in worth_screen(view, place).parts if isinstance(part, Text))
