"""What robots thought, as it is told after a deal, and hints: whole texts, worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from robots.plain import PlainRobot
from robots.player import NO_REASONS, Answer, Candidate, Cause, Reasons
from robots.teaching.maxims import Maxim
from robots.teaching.reasons import Decision
from rules.calls import (
    Action,
    Bid,
    Call,
    CallHonours,
    Content,
    Declare,
    Discard,
    Double,
    Pass,
    Play,
    TakeStock,
)
from rules.cards import Hand, Suit, parse_card
from rules.seats import RobotMember, Seat
from rules.table.requests import AnswerClaim, CutPack, TakeBack
from rules.tricks import Strain
from rules.view import FinishedDeal, PublicTable
from screens.buttons import BUTTON_COMMANDS, kind_of_press
from screens.presses import Press, read_as
from screens.screen import Screen, Select, Text
from screens.why import apart, hint_parts, hint_screen, hint_text, why_screen
from tests.rules.test_laws_play import play
from tests.rules.test_laws_taking_back import led
from tests.screens.screens import TABLE, fits, in_each_language, names
from tests.trials.stage.matches import after, speaks
from tests.trials.stage.tables import ANNA, BORIS, CLARA, DAVID, Evening

NORTH, EAST, SOUTH, WEST = Seat
HOYLE = RobotMember("Hoyle")
EVENING = Evening(3).seat(ANNA, BORIS, CLARA, DAVID).start().cut().play_deal()


def plays(card: str) -> Play:
    return Play(parse_card(card))


def over() -> tuple[FinishedDeal, PublicTable]:
    table = EVENING.view(None).table
    assert table.last is not None
    return table.last, table


def told(*decisions: Decision, page: str = "") -> Screen:
    deal, at = over()
    return why_screen(deal, decisions, TABLE, names, at=at, page=page)


def texts(screen: Screen) -> list[str]:
    return [part.markdown for part in screen.parts if isinstance(part, Text)]


def offers(screen: Screen) -> list[str]:
    (chosen,) = [part for part in screen.parts if isinstance(part, Select)]
    return [offer.label for offer in chosen.offers]


def decided(
    place: int, action: Action, reasons: Reasons | None = NO_REASONS, maxim: Maxim | None = None
) -> Decision:
    return Decision(WEST, HOYLE, place, action, reasons, maxim)


def test_a_choice_is_told_with_its_maxim_and_the_best_of_what_else_there_was() -> None:
    reasons = Reasons(
        (
            Candidate(plays("4S"), 12.5),
            Candidate(plays("KH"), 11.2),
            Candidate(plays("TD"), 12.46),
            Candidate(plays("2C"), -0.5),
            Candidate(plays("3C"), -20.0),
        ),
        60,
    )
    screen = told(decided(0, plays("4S"), reasons, Maxim.FOURTH_BEST))
    assert texts(screen)[2] == (
        "**West** Hoyle (robot): **4♠\ufe0e**\n"
        "It led the fourth best of its longest suit.\n"
        "Next best: K♥\ufe0e (−1.3); 10♦\ufe0e (equal); 2♣\ufe0e (−13). "
        "It looked at 60 layouts of the hidden cards."
    )
    assert texts(screen)[0].startswith("### What the robots thought: Deal 1\n-# ")


@pytest.mark.parametrize(
    ("reasons", "maxim", "lines"),
    [
        (NO_REASONS, Maxim.SECOND_LOW, ["It played low in second hand."]),
        (NO_REASONS, None, ["It did what is usual there."]),
        (NO_REASONS, Maxim.ONLY_CARD, ["It had no choice."]),
        (None, None, ["What it thought was not kept."]),
        (Reasons((Candidate(plays("4S"), 1.0),), 1), None, ["It looked at 1 layout of the hidden cards."]),
    ],
)
def test_what_a_robot_did_without_comparing_is_told_by_its_maxim_alone(
    reasons: Reasons | None, maxim: Maxim | None, lines: list[str]
) -> None:
    assert texts(told(decided(0, plays("4S"), reasons, maxim)))[2].splitlines()[1:] == lines


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (-2.44, "x (−2.4)"),
        (-1.0, "x (−1)"),
        (0.96, "x (+1)"),
        (0.04, "x (equal)"),
        (-0.04, "x (equal)"),
        (-12288.0, "x (−12\u202f288)"),
    ],
)
def test_points_are_told_by_how_far_they_lie_apart(points: float, words: str) -> None:
    assert apart("x", points) == words


def test_the_parts_of_a_deal_are_offered_at_which_a_robot_did_anything() -> None:
    deal, _ = over()
    cards = [decided(place, plays("4S")) for place in (2, 3, 8)]
    calls = [decided(place, one.call) for place, one in enumerate(deal.calls)]
    first = told(*calls, *cards)
    assert offers(first) == ["The calls", "Trick 1", "Trick 3"]
    assert texts(first)[1] == "**The calls**"
    second = told(*calls, *cards, page="t0")
    assert texts(second)[1] == "**Trick 1**" and len(texts(second)) == 5
    assert texts(told(*calls, *cards, page="t9")) == texts(first)


def test_where_no_robot_played_that_is_all_there_is_to_say() -> None:
    assert texts(told())[1:] == ["No robot made a call or played a card in this deal."]


def test_the_longest_deal_of_robots_fits_a_message() -> None:
    """Ten calls and thirteen tricks, in which whatever else there was lay twelve figures apart."""
    deal, at = over()
    declared = deal.calls[0].call
    apart = [123_456_789_012.3 * place for place in range(5)]
    cards = [plays(card) for card in ("4S", "5S", "6S", "7S", "8S")]
    calls = [declared, *(Bid(7, strain) for strain in (*Strain,)[:4])]
    of_calls, of_cards = (
        Reasons(tuple(map(Candidate, actions, apart)), 10_000) for actions in (calls, cards)
    )
    decisions = [decided(place, declared, of_calls, Maxim.CALLS_FOR_TRUMPS) for place in range(10)]
    decisions += [decided(place, cards[0], of_cards, Maxim.CALLS_FOR_TRUMPS) for place in range(52)]
    long = replace(deal, calls=deal.calls[:1] * 10)
    for page in ("", *(f"t{number}" for number in range(13))):
        for _ in in_each_language():
            fits(why_screen(long, decisions, TABLE, names, at=at, page=page))
        screen = why_screen(long, decisions, TABLE, names, at=at, page=page)
        assert sum(len(part) for part in texts(screen)) > (2_500 if not page else 1_000)
        (chosen,) = [part for part in screen.parts if isinstance(part, Select)]
        press = read_as(Press, chosen.id)
        assert press is not None and kind_of_press(press) in BUTTON_COMMANDS and len(chosen.offers) <= 25


# Hints

HANDS = {WEST: "KS JS 8S 6S 2S AH 4H 3H 9D 5D 2D 8C 7C"}


def test_a_hint_names_the_card_the_maxim_and_the_next_best() -> None:
    view = after(HANDS, "declare:N content content").view(WEST)
    reasons = Reasons((Candidate(plays("6S"), 3.0), Candidate(plays("AH"), 1.7)), 60)
    assert hint_text(view, Answer(plays("6S"), reasons)) == (
        "**6♠\ufe0e** — The low cards of your longest suit may win: lead its fourth best. "
        "Next best: A♥\ufe0e (−1.3), in 60 layouts of the hidden cards."
    )
    assert hint_text(view, Answer(plays("2D"))) == "**2♦\ufe0e** — Lead a low card, and keep your high ones."


def test_a_hint_says_how_far_apart_are_cards_that_it_holds_equal() -> None:
    view = after(HANDS, "declare:N content content").view(WEST)
    for points, told in (
        (3.4, "about the same: apart by 0.4"),
        (23.0, "about the same: apart by 20"),
        (3.0, "equal"),
    ):
        reasons = Reasons((Candidate(plays("6S"), 3.0), Candidate(plays("AH"), points)), 60)
        expected = f"Next best: A♥\ufe0e ({told}), in 60 layouts of the hidden cards."
        assert expected in hint_text(view, Answer(plays("6S"), reasons))


def test_a_hint_never_says_about_the_same_of_more_than_twenty_points_or_a_tenth_of_a_trick() -> None:
    view = after(HANDS, "declare:N content content").view(WEST)
    for points, little, told in (
        (24.0, 20.0, "A♥\ufe0e +21 (too close to be sure)"),
        (163.0, 20.0, "A♥\ufe0e +160 (too close to be sure)"),
        (3.5, 0.4, "A♥\ufe0e +0.5 (too close to be sure)"),
        (3.4, 0.5, "A♥\ufe0e (about the same: apart by 0.4)"),
    ):
        every = Candidate(plays("6S"), 3.0), Candidate(plays("AH"), points)
        assert f"Next best: {told}," in hint_text(
            view, Answer(plays("6S"), Reasons(every, 60, little=little))
        )


def test_a_hint_tells_together_what_is_as_good_and_then_the_best_of_the_rest_with_its_error() -> None:
    view = after(HANDS, "declare:N content content").view(WEST)
    points = {"6S": 3.0, "8S": 3.0, "JS": 3.0, "AH": 1.0, "2S": 0.0}
    every = tuple(Candidate(plays(card), of, 0.6 if of < 3 else 0.0) for card, of in points.items())
    assert hint_text(view, Answer(plays("6S"), Reasons(every, 60))).endswith(
        "Next best: 8♠\ufe0e, J♠\ufe0e (equal); A♥\ufe0e (−2 ± 0.6), in 60 layouts of the hidden cards."
    )


def test_a_hint_says_where_nothing_depends_on_the_card_unless_it_cannot_win() -> None:
    west = after(HANDS, "declare:N content content").view(WEST)
    every = tuple(Candidate(option, 3.0) for option in west.options)
    told = hint_text(west, Answer(plays("6S"), Reasons(every, 60)))
    assert told.startswith("**6♠\ufe0e** — It makes no difference: every card comes to the same. Next")
    assert "no difference" not in hint_text(west, Answer(plays("6S"), Reasons(every[:12], 60)))
    east = after({**HANDS, NORTH: "3S", EAST: "9S 7S"}, "declare:N content content KS 3S").view(EAST)
    lowest = min((one for one in east.options if isinstance(one, Play)), key=lambda one: one.card.rank)
    alike = Reasons(tuple(Candidate(option, 3.0) for option in east.options), 60)
    assert "Your partner is winning this trick" in hint_text(east, Answer(lowest, alike))


def test_a_hint_for_a_declaration_always_compares_a_pass() -> None:
    view = after({}, "").view(SOUTH)
    worth: dict[Call, float] = {
        Declare(Suit.SPADES): 9.0,
        Declare(Suit.HEARTS): 8.0,
        Declare(None): 7.0,
        Pass(): -5.0,
    }
    every = tuple(Candidate(call, points) for call, points in worth.items())
    told = hint_text(view, Answer(Declare(Suit.SPADES), Reasons(every)))
    assert told.endswith("Next best: ♥\ufe0e Hearts (−1); pass (−14).")


def test_a_hint_for_a_call_says_first_what_one_has_and_explains_points_to_newcomers() -> None:
    """An ace, a king and two queens with five hearts; at the second bid short suits count too."""
    view = speaks("K52.AQ764.Q3.742", "P P P")
    one_heart = Answer(Bid(1, Strain.HEARTS))
    assert hint_parts(view, one_heart)[0].startswith(
        "**1 ♥\ufe0e Heart** — You have 11 points and 5 hearts. It shows 11 to 21 points and 4 hearts or"
    )
    told, *_ = texts(hint_screen(view, one_heart, TABLE))
    assert "— You have 11 points (ace 4, king 3, queen 2, knave 1) and 5 hearts. It shows" in told


def test_a_hint_to_pass_where_calls_were_compared_says_that_none_promises_more() -> None:
    view = after({}, "bid:1H bid:1S", game="contract").view(NORTH)
    every = Candidate(Pass(), 10.0), Candidate(Bid(2, Strain.HEARTS), -70.0, 20.0)
    told = hint_text(view, Answer(Pass(), Reasons(every, 96)))
    assert told.startswith("**pass** — No bid and no double promises more. Your partner has shown 11 to 21")
    assert "Compared, in points for your side: pass +10; 2 ♥\ufe0e Hearts −70 ± 20." in told


def test_a_hint_says_first_on_which_hidden_card_it_depends() -> None:
    view = after(HANDS, "declare:N content content").view(WEST)
    every = Candidate(plays("6S"), 3.0), Candidate(plays("AH"), 1.7)
    for tricks, told in ((2, "about 2 tricks more"), (1, "about 1 trick more")):
        for seat, who in ((Seat.SOUTH, "South"), (Seat.EAST, "your partner")):
            reasons = Reasons(every, 60, cause=Cause(seat, parse_card("QS"), parse_card("AH"), tricks))
            assert hint_text(view, Answer(plays("6S"), reasons)).startswith(
                f"**6♠\ufe0e** — If {who} has Q♠\ufe0e, this wins {told} than A♥\ufe0e. The low cards of"
            )


def test_a_hint_says_which_cards_so_few_layouts_cannot_tell_apart() -> None:
    view = after(HANDS, "declare:N content content").view(WEST)
    for points, error, told in (
        (1.7, 1.0, "−1.3 ± 1 (too close to be sure)"),
        (4.3, 1.0, "+1.3 ± 1 (too close to be sure)"),
        (1.7, 0.5, "(−1.3 ± 0.5)"),
    ):
        reasons = Reasons((Candidate(plays("6S"), 3.0), Candidate(plays("AH"), points, error)), 60)
        assert f"Next best: A♥\ufe0e {told}," in hint_text(view, Answer(plays("6S"), reasons))


def test_a_hint_does_not_call_best_what_another_card_is_ahead_of() -> None:
    """For the nine no maxim speaks."""
    view = after(HANDS, "declare:N content content 6S QS").view(Seat.EAST)
    reasons = Reasons((Candidate(plays("9S"), 3.0), Candidate(plays("7S"), 3.5)), 60)
    told = hint_text(view, Answer(plays("9S"), reasons))
    assert "promises most" not in told and "Nothing is clearly better." in told


def test_a_hint_for_a_call_always_compares_a_pass_and_a_double() -> None:
    """They are the worst of six."""
    view = after({}, "bid:1H bid:1S", game="contract").view(NORTH)
    bids = [Bid(2, Strain.HEARTS), Bid(2, Strain.DIAMONDS), Bid(3, Strain.HEARTS), Bid(4, Strain.HEARTS)]
    calls: list[Call] = [*bids, Bid(2, Strain.CLUBS), Double(), Pass()]
    reasons = Reasons(tuple(Candidate(call, 70.0 - 20 * place) for place, call in enumerate(calls)), 96)
    told = hint_text(view, Answer(bids[0], reasons))
    assert "; double −30; pass −50." in told and "Clubs" not in told


def test_a_hint_says_which_calls_so_few_layouts_cannot_tell_apart() -> None:
    """Those that are within one and a half standard errors of the choice, above it or below."""
    view = after({}, "bid:1H bid:1S", game="contract").view(NORTH)
    for points, error, told in (
        (40.0, 20.0, "+70; pass +40 ± 20 (too close to be sure)."),
        (90.0, 20.0, "+70; pass +90 ± 20 (too close to be sure)."),
        (40.0, 19.0, "+70; pass +40 ± 19."),
        (70.0, 0.0, "pass +70."),
    ):
        reasons = Reasons((Candidate(Bid(2, Strain.HEARTS), 70.0), Candidate(Pass(), points, error)), 96)
        assert told in hint_text(view, Answer(Bid(2, Strain.HEARTS), reasons))


def test_a_hint_for_dummys_card_names_the_hand_and_gives_a_reason_of_that_hand() -> None:
    """West leads a spade, and south is to play a club from dummy's hand, which has no spades."""
    north = "2C 3C 4C 5C 6C 2D 3D 4D 5D 6D 2H 3H 4H"
    view = after({WEST: "KS JS 8S 6S", NORTH: north}, "declare:N content content play:6S").view(SOUTH)
    reasons = Reasons((Candidate(plays("2C"), 3.0), Candidate(plays("2D"), 2.0)), 4)
    assert hint_text(view, Answer(plays("2C"), reasons)) == (
        "**2♣\ufe0e from dummy** — This hand cannot follow suit: throw a card that it needs least. "
        "Next best: 2♦\ufe0e (−1), in 4 layouts of the hidden cards."
    )


def test_a_hint_for_dummys_only_card_of_the_suit_led_says_that_there_is_no_choice() -> None:
    north = "2S 3C 4C 5C 6C 2D 3D 4D 5D 6D 2H 3H 4H"
    view = after({WEST: "KS JS 8S 6S", NORTH: north}, "declare:N content content play:6S").view(SOUTH)
    assert hint_text(view, Answer(plays("2S"))) == "**2♠\ufe0e from dummy** — You have no choice."


def test_a_hint_for_a_call_is_in_the_words_of_the_game() -> None:
    west = after(HANDS, "declare:S").view(WEST)
    assert hint_text(west, Answer(Double())) == "**contre** — You can expect more than half of the tricks."
    assert hint_text(west, Answer(Content())).startswith("**accept** —")
    doubled = after({SOUTH: HANDS[WEST]}, "declare:S double").view(SOUTH)
    assert hint_text(doubled, Answer(Double())).startswith("**sur contre** —")
    south = after({SOUTH: HANDS[WEST]}, "").view(SOUTH)
    assert hint_text(south, Answer(Declare(Suit.SPADES))).startswith(
        "**♠\ufe0e Spades** — Your longest suit:"
    )


def test_a_hint_for_what_is_no_call_is_a_sentence_too() -> None:
    view = after(HANDS, "declare:S").view(WEST)
    assert hint_text(view, Answer(CutPack(20, ""))).startswith("Cut where you like")
    assert hint_text(view, Answer(AnswerClaim(True))).startswith("Agree: as")
    assert hint_text(view, Answer(AnswerClaim(False))).startswith("Refuse: as")
    assert (
        hint_text(view, Answer(CallHonours())) == "**Ask your partner for honours: “Can you one?”** — "
        "With your partner's honours yours may win the game."
    )
    assert hint_text(view, Answer(TakeStock())).startswith("**Ruff: take the stock** —")
    two = Discard(Hand.of((parse_card("3C"), parse_card("2D"))))
    assert hint_text(view, Answer(two)).startswith("**Put out 2♦\ufe0e 3♣\ufe0e** —")


def test_a_robot_would_let_a_card_go_back_and_the_hint_says_so() -> None:
    evening = led()
    evening.do(EAST, play("5C"))
    evening.do(EAST, TakeBack())
    view = evening.view(SOUTH)
    answer = PlainRobot().choose(view, 1.0, Random(1))
    assert answer.choice == AnswerClaim(agrees=True)
    assert hint_text(view, answer) == "A robot lets anybody take back a card: you may, or not."
