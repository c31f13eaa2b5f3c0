"""The score sheet on the screen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rules.counting.reckon import Penalty
from rules.games.all_games import GAMES
from rules.seats import Member, Person, Seat, Side
from rules.sheet import errors as score_errors
from rules.sheet.deals import Given, seat_hands
from rules.sheet.errors import Part, SheetError
from rules.sheet.events import Confirm, Enter, Next, Reject, SheetOpened, TakeBack
from rules.sheet.honours import Held
from rules.sheet.sheet import Sheet, decide
from rules.tricks import Strain
from screens.chairs import sheet_notice
from screens.presses import read_as
from screens.scorebook import full_screen, sheet_screen, undone
from screens.screen import Screen
from screens.sheets import SCORE_BUTTONS, ScorePress
from screens.words import scorebook as words
from screens.words.games.all_games import words_of
from screens.words.names import ON_PAPER
from tests.each import each
from tests.rules.score_pens import (
    ANNA,
    BORIS,
    CLARA,
    DAVID,
    EW,
    HEARTS,
    IVAN,
    NO_TRUMPS,
    NS,
    SPADES,
    N,
    Pen,
    bid,
    held,
)
from tests.rules.test_scoring import won
from tests.rules.test_scoring_deals import REFUSED
from tests.screens.screens import buttons, fits, fits_as_emoji, in_each_language, words_shown

SHEET = "7f3a0b1c"


def names(member: Member) -> str:
    """As long as a mention can be."""
    assert isinstance(member, Person)
    return f"<@{1_234_567_890_123_456_000 + ord(member.alias[0])}>"


def verbs(screen: Screen) -> list[str]:
    presses = [read_as(ScorePress, one.id) for one in buttons(screen)]
    return [press.verb for press in presses if press is not None]


def public(pen: Pen, rubber: int | None = None) -> Screen:
    view = pen.sheet.view
    return sheet_screen(view, rubber or len(view.pages), SHEET, names)


def test_a_fresh_sheet_says_who_sits_where_and_how_to_go_on() -> None:
    screen = public(Pen("biritch", guests=(DAVID,)))
    assert words_shown(screen).splitlines()[1:] == [
        f"**North** {names(ANNA)}",
        f"**East** {names(BORIS)}",
        f"**South** {names(CLARA)}",
        f"**West** {names(DAVID)}",
        "No deal has been entered yet.",
    ]
    assert verbs(screen) == ["enter", "show"]


def test_the_last_deal_stands_there_line_by_line_with_its_reasons() -> None:
    pen = Pen("biritch")
    pen.enter(declared=HEARTS, by=NS, tricks=10, doublings=1, honours=held(2, 1, 1, 1))
    shown = words_shown(public(pen)).splitlines()
    start = shown.index("**Deal 1: ♥︎ Hearts, contre ×2**")
    assert shown[start + 1 : start + 4] == [
        "-# Tricks: N–S 10, E–W 3",
        "- N–S 4 tricks over six × 8 × 2 = **64** · to game",
        "- N–S Simple honours (3): 2 × 8 = **16** · rubber only",
    ]
    assert verbs(public(pen)) == ["enter", "show", "correct", "undo"]


def test_a_contract_is_told_with_its_side_and_its_two_columns_with_the_line() -> None:
    pen = Pen("contract")
    pen.enter(declared=bid(3, NO_TRUMPS), by=NS, tricks=10)
    pen.enter(declared=bid(4, SPADES), by=EW, tricks=9)
    shown = words_shown(public(pen))
    assert "**Deal 2: 4 ♠︎ Spades by East–West**" in shown
    code = shown.split("```")[1]
    assert "═╪═" in code and "─┼─" in code
    assert [line.split() for line in code.splitlines()[2:]][-1] == ["Total", "180", "│", "0"]


def test_whist_is_written_points_up_with_what_each_game_was() -> None:
    pen = Pen("whist_modern")
    pen.enter(by=NS, tricks=11)
    pen.enter(by=EW, tricks=9)
    code = words_shown(public(pen)).split("```")[1]
    assert [line.split() for line in code.strip().splitlines()] == [
        ["N–S", "E–W"],
        ["Game", "1", "5", "0", "treble"],
        ["Game", "2", "0", "3"],
        ["Points", "3", "0"],
    ]


def test_vint_counts_in_thousands_on_its_sheet() -> None:
    pen = Pen("vint")
    pen.enter(declared=bid(7, NO_TRUMPS), by=NS, tricks=13, honours=held(NS=4, EW=0))
    code = words_shown(public(pen)).split("```")[
        1
    ]  # 910 below, 12 000, aces 4 × 1 750, and 1 000 for the game
    assert code.splitlines()[-1].split("│")[0].replace("\u202f", "").split() == ["Total", "20910"]


def test_a_rubber_that_is_over_waits_for_those_who_have_not_confirmed_it() -> None:
    pen = Pen("biritch", guests=(DAVID,))
    won(pen)
    assert verbs(public(pen)) == ["confirm", "reject", "show", "correct", "undo", "next"]
    assert f"once {names(ANNA)}, {names(BORIS)} and {names(CLARA)} have confirmed it" in words_shown(
        public(pen)
    )
    pen.ask(Confirm(), ANNA)
    pen.ask(Confirm(), CLARA)
    assert f"once {names(BORIS)} has confirmed it" in words_shown(public(pen))
    pen.ask(Reject(), BORIS)
    assert f"It does not count: {names(BORIS)} rejected the score." in words_shown(public(pen))
    pen.ask(Confirm(), BORIS)
    assert "it counts for the leaderboard" in words_shown(public(pen))
    assert verbs(public(pen)) == ["show", "next"]


@each(
    ("guests", "said"),
    [
        ((BORIS, DAVID), "each side needs a player who is on Discord"),
        ((ANNA, BORIS, CLARA, DAVID), "nobody on Discord played it"),
    ],
)
def test_a_rubber_that_cannot_count_says_why_before_anybody_is_asked(
    guests: tuple[Person, ...], said: str
) -> None:
    pen = Pen("biritch", guests=guests)
    won(pen)
    assert said in words_shown(public(pen))
    assert ("confirm" in verbs(public(pen))) == (len(guests) < 4)


def test_nothing_on_the_sheet_says_that_a_rubber_counts_before_it_does() -> None:
    pen = Pen("biritch")
    won(pen)
    assert "This counts for the leaderboard." not in words_shown(public(pen))


def test_whoever_takes_back_is_told_what() -> None:
    pen = Pen("biritch")

    def told() -> str:
        before = pen.sheet.view
        pen.ask(TakeBack())
        return undone(before, pen.sheet.view)

    won(pen)
    pen.ask(Next())
    assert told() == "The page of the new rubber is taken back."
    deals = len(pen.sheet.view.page.deals)
    assert told().startswith(f"Taken back: Deal {deals}: ")
    same = pen.sheet.view
    assert undone(same, same) == "That has been taken back."
    off = replace(same, pages=(*same.pages[:-1], replace(same.page, broken_off=True)))
    assert undone(off, same) == "That the rubber was broken off is taken back: it goes on."


def test_a_page_left_behind_keeps_its_confirm_and_loses_its_undo() -> None:
    pen = Pen("biritch")
    won(pen)
    pen.ask(Next())
    assert verbs(public(pen, 1)) == ["confirm", "reject", "show", "correct"]
    assert verbs(public(pen, 2)) == ["enter", "show", "undo"]
    pen.ask(TakeBack())
    assert words_shown(public(pen, 2)) == words.TAKEN_AWAY()


def test_what_is_arranged_otherwise_than_usual_is_said() -> None:
    assert "Contre doubles slams too: yes" in words_shown(public(Pen("biritch", slam_doubled="true")))


def test_the_full_sheet_has_every_deal_from_the_one_that_is_asked_for() -> None:
    pen = Pen("biritch")
    for _ in range(60):
        pen.enter(declared=SPADES, by=NS, tricks=7, honours=held(2, 1, 1, 1))
        if pen.page.ended is not None:
            break
    deals = len(pen.page.deals)
    view = pen.sheet.view
    latest = words_shown(full_screen(view, 1, names))
    assert f"**Deal {deals}:" in latest and "**Deal 1:" not in latest
    beginning = words_shown(full_screen(view, 1, names, first=1))
    assert "**Deal 1:" in beginning and f"**Deal {deals}:" not in beginning
    shown = [number for number in range(1, deals + 1) if f"**Deal {number}:" in beginning]
    assert shown == list(range(1, len(shown) + 1))
    assert f"`deal:{len(shown) + 1}`" in beginning
    past_the_end = words_shown(full_screen(view, 1, names, first=9999))
    assert f"**Deal {deals}:" in past_the_end


def long_evening(key: str) -> Pen:
    """A hundred deals of a game, some doubled as often as anybody may, each with every sort of line."""
    dummies = {0: (), 1: (N,), 2: (N, Seat.EAST)}[GAMES[key].variant().dummies]
    pen = Pen(key, dummies=dummies, keeper=IVAN)
    for deal in range(100):
        if pen.page.ended is not None:
            pen.ask(Next(), IVAN)
        for given in tries(deal):
            try:
                pen.ask(Enter(given), IVAN)
            except SheetError:
                continue
            break
    return pen


def tries(deal: int) -> Iterator[Given]:
    """What might be told of a deal at any game; the first that the game takes is entered."""
    side, tricks = (NS, 7) if deal % 3 else (EW, 12)
    strain = tuple(Strain)[deal % 4]
    whole = Held(tuple(zip(Seat, (2, 1, 1, 1), strict=True)))
    for level in (1000 if deal % 7 == 0 else 0, 2 if deal % 5 == 0 else 0, 0):
        for declared in (strain, bid(1 + deal % 2, strain), bid(1, NO_TRUMPS)):
            for honours, aces in (
                (whole, None),
                (held(NS=2, EW=2), held(NS=1, EW=3)),
                (held(NS=3), None),
                (None, None),
            ):
                yield Given(declared, side, tricks, level, honours, aces)


def every_page_fits(game: str) -> None:
    pen = long_evening(game)
    assert sum(len(page.deals) for page in pen.sheet.view.pages) == 100
    view = pen.sheet.view
    for page in view.pages:
        for _ in in_each_language():
            fits(sheet_screen(view, page.number, SHEET, names))
            fits_as_emoji(full_screen(view, page.number, names))
            fits_as_emoji(full_screen(view, page.number, names, first=1))
        for screen in (sheet_screen(view, page.number, SHEET, names), full_screen(view, page.number, names)):
            assert all(len(one.id) <= 100 and read_as(ScorePress, one.id) for one in buttons(screen))


@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.long), 4])
def test_every_page_of_every_game_fits_a_message(every: int) -> None:
    """``make test`` fills the pages of one game of four."""
    each("game", [*GAMES][::every])(every_page_fits)()


def test_every_button_of_a_sheet_has_its_command() -> None:
    pen = Pen("biritch")
    fresh = verbs(public(pen))
    won(pen)
    in_private = sheet_notice(replace(pen.sheet.view, adjourned=True), SHEET, days=14, room="")
    assert {*fresh, *verbs(public(pen)), *verbs(in_private)} == set(SCORE_BUTTONS)
    assert {name for names in SCORE_BUTTONS.values() for name in names} <= set(words.SCORE_COMMANDS)


def test_an_id_is_read_back_and_no_other_text_is_taken_for_one() -> None:
    for one in buttons(public(Pen("biritch"))):
        assert str(read_as(ScorePress, one.id)) == one.id
    for other in (
        "",
        "score:7f3a0b1c",
        "sheet-open:7f3a0b1c:1:1",
        "sheet-undo:7f3a0b1c:1",
        "sheet-undo:X:1:1",
    ):
        assert read_as(ScorePress, other) is None


# Words


PLAIN: list[SheetError] = [*map(score_errors.SheetRefused, score_errors.SheetWhy)]
EXAMPLES: list[SheetError] = [
    *(refusal for _, _, refusal in REFUSED),
    *(score_errors.NotUnderstood(part) for part in Part),
    *(score_errors.StillNeeded(part) for part in Part),
    *(score_errors.NotNeeded(part) for part in Part),
    score_errors.TooFewTricks(Side.NS, 7),
    score_errors.ChangesLaterDeal(3),
    *(score_errors.NoSuchPenalty(one) for one in Penalty if one is not Penalty.NONE),
    *(score_errors.SeatsMustBeFilled(players) for players in (2, 3, 4)),
    score_errors.TellEveryHand(Part.HONOURS),
    score_errors.DoubledTooOften(None),
    score_errors.DoubledTooOften(0),
    score_errors.DoubledTooOften(1),
    *PLAIN,
]


@each("error", EXAMPLES)
def test_every_refusal_of_a_sheet_is_one_sentence(error: SheetError) -> None:
    sentence = words.sheet_refusal(ON_PAPER, error)
    assert sentence.endswith(".") and "\n" not in sentence and len(sentence) < 120


def test_every_refusal_has_a_sentence_of_its_own() -> None:
    assert {type(error) for error in EXAMPLES} == set(SheetError.__subclasses__())
    plain = [words.sheet_refusal(ON_PAPER, error) for error in PLAIN]
    assert len(set(plain)) == len(plain) and words.SENTENCES[SheetError] not in plain


def test_commands_and_options_have_descriptions_that_discord_takes() -> None:
    for said in (*words.SCORE_COMMANDS.values(), *words.SCORE_OPTIONS.values()):
        assert 0 < len(said) <= 100


def test_the_words_of_a_game_are_on_its_sheet() -> None:
    pen = Pen("biritch")
    pen.enter(declared=NO_TRUMPS, by=NS, tricks=7)
    assert f"**Deal 1: {words_of('biritch').no_trumps} — no trumps**" in words_shown(public(pen))


def test_a_sheet_opened_from_its_event_is_drawn_like_the_one_that_was_kept() -> None:
    seats, dummies = seat_hands(4, dict(zip(Seat, (ANNA, BORIS, CLARA, DAVID), strict=True)))
    sheet = Sheet.opened(GAMES["biritch"], SheetOpened("biritch", (), seats, dummies, (), IVAN))
    sheet, _ = decide(sheet, IVAN, Enter(Given(HEARTS, Side.NS, 11, honours=held(2, 1, 1, 1))))
    pen = Pen("biritch")
    pen.enter(declared=HEARTS, by=NS, tricks=11, honours=held(2, 1, 1, 1))
    assert sheet_screen(sheet.view, 1, SHEET, names).digest == public(pen).digest
