"""The score pad of every game: what it asks for, that it fits Discord, and that it loses nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from rules.counting.reckon import NOTHING_SCORED, Penalty, Revoked
from rules.games.all_games import GAMES
from rules.seats import Member, Person, Seat, Side
from rules.sheet.errors import SheetError
from rules.sheet.events import Enter
from rules.tricks import Strain
from screens.pad import Pad, pad_screen, pick_screen, rare_form, written_screen
from screens.pad_draft import (
    MOST_REVOKES,
    PAD_VERBS,
    Draft,
    Leaf,
    PadPress,
    draft_after,
    draft_of,
    parse_draft,
    reckoned_draft,
)
from screens.presses import read_as
from screens.screen import Boxes, Row, Screen, Select
from screens.words.names import ON_PAPER
from tests.each import each
from tests.rules.score_pens import IVAN, NS, Pen
from tests.screens.screens import fits, in_each_language, words_shown

SHEET = "7f3a0b1c"
DUMMIES = {"dummy_whist": (Seat.NORTH,), "double_dummy": (Seat.NORTH, Seat.EAST)}


def names(member: Member) -> str:
    assert isinstance(member, Person)
    return f"<@{1_234_567_890_123_456_000 + ord(member.alias[0])}>"


def pen_of(game: str, **options: Any) -> Pen:
    return Pen(game, dummies=DUMMIES.get(game, ()), **options)


def pad_of(pen: Pen, draft: Draft) -> Pad:
    return Pad.of_draft(pen.sheet.view, SHEET, 1, draft)


def test_a_revoke_on_the_pad_says_what_its_penalty_is_worth_once_that_is_known() -> None:
    """A trick at no trumps is 10 in biritch, and 20 doubled: three are 60."""
    offered = [
        str(part)
        for draft in (Draft(more=True), Draft(more=True, odd=7, by=NS, strain=Strain.NO_TRUMPS, times=1))
        for part in pad_screen(pad_of(pen_of("biritch"), draft), names).parts
        if isinstance(part, Select) and "revoked" in str(part)
    ]
    assert len(offered) == 2 and "(" not in offered[0].split("revoked", 1)[1].split("'")[0]
    assert "N–S revoked: points to the others (60)" in offered[1]
    assert "E–W revoked: three tricks taken'" in offered[1]


def controls(screen: Screen) -> Iterator[tuple[PadPress, tuple[str, ...]]]:
    """Every press that the pad offers and what may be chosen with it."""
    for part in screen.parts:
        if isinstance(part, Row):
            for button in part.buttons:
                press = read_as(PadPress, button.id)
                assert press is not None
                if not button.disabled:
                    yield press, (press.what,)
        elif isinstance(part, Select):
            press = read_as(PadPress, part.id)
            assert press is not None
            yield press, tuple(offer.value for offer in part.offers)


ASKED = {
    "biritch": "strain times tricks honours",
    "bridge": "strain times tricks honours",
    "vint": "by odd strain tricks honours aces",
    "auction": "by odd strain times tricks honours",
    "plafond": "by odd strain times tricks honours",
    "contract": "by odd strain times tricks honours",
    "scaled_contract": "by odd strain times tricks honours",
    "norwegian_whist": "by strain tricks",
    "whist_american": "tricks",
    "whist_british": "tricks",
}
"""In order; the other games of the whist family ask for tricks and honours."""


@each("game", GAMES)
def test_a_pad_asks_for_what_its_game_needs_in_the_order_in_which_people_say_it(game: str) -> None:
    screen = pad_screen(pad_of(pen_of(game), Draft(strain=Strain.HEARTS, odd=2)), names)
    asked = list(dict.fromkeys(press.verb for press, _ in controls(screen)))
    end = [verb for verb in asked if verb in ("write", "more", "drop")]
    assert asked == [*ASKED.get(game, "tricks honours").split(), *end]


@each("game", GAMES)
def test_whatever_is_chosen_on_a_pad_fits_discord_and_is_read_back_from_every_id(game: str) -> None:
    """Also: a pad that can be written down shows its points, and is filled in the same from the sheet."""
    random, pen = Random(game), pen_of(game)
    draft, written = Draft(), 0
    for turn in range(80):
        pad = pad_of(pen, draft)
        draft = pad.draft
        for _ in in_each_language() if turn % 8 == 0 else ():
            fits(pad_screen(pad, names))
        screen = pad_screen(pad, names, note="You still have a diamond, so you must follow suit.")
        fits(screen)
        assert all(len(part.buttons) <= 4 for part in screen.parts if isinstance(part, Row))
        offered = list(controls(screen))
        assert all(press.draft == draft and len(str(press)) <= 100 for press, _ in offered)
        if any(press.verb == "write" for press, _ in offered) and written < 4:
            written += 1
            assert "**N–S" in words_shown(screen) and "Still to choose" not in words_shown(screen)
            _, told, _ = reckoned_draft(draft, pad.variant, NOTHING_SCORED)
            again = draft_of(told, pad.variant, 0)
            _, same, _ = reckoned_draft(again, pad.variant, NOTHING_SCORED)
            assert (same.tricks, same.strain, same.level) == (told.tricks, told.strain, told.level)
            assert pad_of(pen, again).reckoned().entries == pad.reckoned().entries
        press, values = random.choice([one for one in offered if one[0].verb not in ("write", "drop")])
        what = tuple(random.sample(values, 2)) if press.verb == "voids" else (random.choice(values),)
        draft = draft_after(draft, press.verb, what)
    assert written


@each("game", GAMES)
def test_the_form_of_what_is_rare_fits_discord_with_the_longest_draft_in_each_language(game: str) -> None:
    """Six kinds of revoke, four of them told, are ten boxes; an eleventh would be too many."""
    pen = pen_of(game)
    told = tuple(Revoked(side, one) for side in Side for one in (Penalty.TAKE_THREE, Penalty.ADD))
    for _ in in_each_language():
        pad = pad_of(pen, Draft(odd=7, by=NS, strain=Strain.NO_TRUMPS, revokes=told))
        asked = rare_form(replace(pad, leaf=Leaf(SHEET, 1, 99999, "0123abcd")))
        if asked is None:
            assert all(press.verb != "more" for press, _ in controls(pad_screen(pad, names)))
            continue
        assert len(asked.id) <= 100 and len(asked.title) <= 45 and len(asked.fields) <= 5
        for one in asked.fields:
            assert isinstance(one, Boxes)
            assert len(one.label) <= 45 and 1 <= one.most <= len(one.offers) <= 10
            assert all(len(offer.label) <= 90 for offer in one.offers)
    biritch = pad_of(pen_of("biritch"), Draft(revokes=(*told, told[0])))
    assert rare_form(biritch) is None


@each("game", GAMES)
def test_every_way_of_honours_that_a_pad_offers_can_be_written_down(game: str) -> None:
    variant = GAMES[game].variant()
    pen = pen_of(game)
    for strain in Strain:
        base = pad_of(pen, Draft(odd=1, strain=strain, by=NS, tricks=variant.dealing.each // 2 + 2)).draft
        screen = pad_screen(pad_of(pen, base), names)
        lists = {press.verb: values for press, values in controls(screen) if press.verb != "more"}
        if base.strain is None and "strain" in lists:
            continue  # a strain that the game does not have
        for code in lists.get("honours", ("",)):
            for other in lists.get("aces", ("",)):
                draft = replace(base, honours=code, aces=other)
                for tricks in (base.tricks, 6, 5):  # whose honours they are may decide how many were won
                    try:
                        reckoned_draft(replace(draft, tricks=tricks), variant, NOTHING_SCORED)
                        break
                    except SheetError as error:
                        refusal = error
                else:
                    # the ace of trumps is an honour and an ace: not all honours here and all aces there
                    assert game == "vint" and {code, other} == {"N4", "N0"}, (code, other, refusal)


def test_a_change_of_trumps_leaves_no_more_doublings_than_the_table_allows() -> None:
    """No trick may score more than 100: at spades, 2 a trick, five doublings make 64; at no trumps, 10 a
    trick, three make 80."""
    pen = pen_of("biritch", doubling_limit="per_trick_100")
    spades = pad_of(pen, Draft(strain=Strain.SPADES, times=5)).draft
    assert spades.times == 5
    no_trumps = pad_of(pen, draft_after(spades, "strain", ("N",))).draft
    assert (no_trumps.strain, no_trumps.times) == (Strain.NO_TRUMPS, 3)


def test_the_longest_draft_still_fits_an_id() -> None:
    draft = Draft(
        odd=7,
        strain=Strain.NO_TRUMPS,
        by=Side.EW,
        tricks=13,
        times=1000,
        honours="E50",
        aces="E31",
        voids=(Seat.NORTH, Seat.EAST, Seat.SOUTH),
        revokes=(Revoked(Side.EW, Penalty.TAKE_THREE),) * MOST_REVOKES,
        called=Side.EW,
        deal=9999,
        more=True,
    )
    longest = max(PAD_VERBS, key=len)
    press = PadPress(longest, Leaf(SHEET, 9999, 99999, "0123abcd"), draft, "1000")
    assert len(str(press)) <= 100
    assert read_as(PadPress, str(press)) == press


@each("code", ["", "3H", "3H.N.0", "8H.N7.0......0", "3H.Q7.0......0", "3H.N7.0......0x"])
def test_text_that_is_no_draft_is_not_read_as_one(code: str) -> None:
    assert parse_draft(code) is None


def test_the_points_that_a_pad_shows_are_those_at_the_present_score() -> None:
    """At long whist a side at nine counts no honours: three are worth 2 before that and nothing then."""
    pen = Pen("whist_long")
    draft = Draft(by=NS, tricks=7, honours="N3")
    assert "**N–S +3 · E–W 0**" in words_shown(pad_screen(pad_of(pen, draft), names))
    for tricks in (13, 7, 7):
        pen.enter(by=NS, tricks=tricks)
    assert pen.page.standing.below == (9, 0)
    assert "**N–S +1 · E–W 0**" in words_shown(pad_screen(pad_of(pen, draft), names))


@each("game", GAMES)
def test_the_list_of_deals_and_a_written_deal_fit_discord(game: str) -> None:
    pen = pen_of(game)
    pad = pad_of(pen, Draft())
    form_odd = Draft(odd=1, strain=Strain.NO_TRUMPS, by=NS, tricks=7)
    for draft in (form_odd, replace(form_odd, strain=Strain.HEARTS, honours="N3", aces="N3")):
        pad = pad_of(pen, draft)
        try:
            given, _, _ = reckoned_draft(pad.draft, pad.variant, pad.standing)
        except SheetError:
            continue
        pen.ask(Enter(given), IVAN)
    for _ in in_each_language():
        fits(pick_screen(pen.sheet.view, SHEET, 1))
        fits(written_screen(pen.sheet.view, SHEET, 1, 1, names, "Deal 1 is written down"))
    screen = written_screen(pen.sheet.view, SHEET, 1, 1, names, "Deal 1 is written down")
    assert ON_PAPER.short_side(NS) in words_shown(screen)


@each(
    ("game", "draft"),
    [
        ("whist_modern", Draft(times=1)),  # nothing is doubled
        ("norwegian_whist", Draft(revokes=(Revoked(NS, Penalty.ADD),))),  # nobody revokes
        ("biritch", Draft(called=NS)),  # nobody calls honours
        ("whist_english", Draft(called=NS)),  # nor at nothing
    ],
)
def test_a_pad_keeps_nothing_of_what_was_typed_that_no_button_takes_away(game: str, draft: Draft) -> None:
    """``/score deal`` opens a pad with what it has refused."""
    assert pad_of(pen_of(game), draft).draft == Draft()


def test_a_thousand_doublings_are_the_most_and_no_button_offers_one_more() -> None:
    draft = Draft(by=NS, strain=Strain.HEARTS, times=1000)
    offered = [press for press, _ in controls(pad_screen(pad_of(pen_of("biritch"), draft), names))]
    for press in offered:
        if press.verb == "times":
            assert draft_after(press.draft, press.verb, (press.what,)).times == int(press.what)
