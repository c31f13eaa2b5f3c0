"""What stands beside the score pad: the list of deals to correct, and a deal that is written down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.members import Member
from rules.seats import BySeat
from rules.sheet.page import SheetView
from screens.pad_draft import Draft
from screens.pad_presses import Leaf, PadPress
from screens.parts import BAIZE, BRASS, GREY, heading, noted, small, text
from screens.rubbers import rubber_lines
from screens.scorebook import page_score, reasons
from screens.screen import Button, Offer, Part, Row, Screen, Select, Style
from screens.sheet_presses import ScorePress
from screens.words import pad as words
from screens.words import scorebook as sheet_words
from screens.words import scores as score_words
from screens.words.gamebook import words_of
from screens.words.names import Names
from screens.words.speech import ON_PAPER as SPEECH

LISTED: Final = 25
"""Discord's limit for the lines of a list."""


def pick_screen(view: SheetView, sheet: str, rubber: int, start: int | None = None, note: str = "") -> Screen:
    """The deals of a rubber, the last ones first to be seen; from ``start`` on, if it is given."""
    page, of = view.pages[rubber - 1], words_of(view.game)
    head = (noted(note), heading(words.PICK_TITLE()), small(words.of_rubber(of.name, rubber)))
    if not page.deals:
        return Screen((text(*head, words.NO_DEALS()),), BRASS)
    start = max(len(page.deals) - LISTED, 0) if start is None else min(start, len(page.deals) - 1)
    leaf, nothing = Leaf.of(view, sheet, rubber), Draft()
    offers = tuple(
        Offer(
            str(number),
            words.deal_offer(number, sheet_words.what(SPEECH, deal.told, of))[:100],
            score_words.tricks_won(SPEECH, *deal.told.tricks),
        )
        for number, deal in list(enumerate(page.deals, 1))[start : start + LISTED]
    )
    buttons: list[Button] = []
    if start:
        before = str(PadPress("list", leaf, nothing, str(max(start - LISTED, 0))))
        buttons.append(Button(before, words.EARLIER()))
    if start + LISTED < len(page.deals):
        after = str(PadPress("list", leaf, nothing, str(start + LISTED)))
        buttons.append(Button(after, words.LATER()))
    buttons.append(Button(str(PadPress("drop", leaf, nothing)), words.DROP()))
    parts: list[Part] = [text(*head), Select(str(PadPress("pick", leaf, nothing)), words.PICK(), offers)]
    return Screen((*parts, Row(tuple(buttons))), BRASS)


def written_screen(view: SheetView, sheet: str, rubber: int, deal: int, names: Names, said: str) -> Screen:
    """A deal that is on the sheet, with its points, the score, and the way to the next."""
    page = view.pages[rubber - 1]
    over = page.ended is not None
    lines: Iterator[str] = iter(())
    if page.ended is not None:
        lines = rubber_lines(SPEECH, page.ended, BySeat[Member](*view.seats), names, view.game)

    def button(verb: str, label: str, style: Style = Style.SECONDARY) -> Button:
        return Button(str(ScorePress(verb, sheet, rubber, page.turn)), label, style)

    row = [button("show", sheet_words.SHEET()), button("correct", words.CORRECT())]
    if not view.closed and page is view.page:
        onwards = ("next", words.NEXT_RUBBER()) if over else ("enter", words.ENTER_NEXT())
        row.insert(0, button(*onwards, Style.PRIMARY))
    return Screen(
        (
            text(heading(said), *reasons(SPEECH, view, page.deals[deal - 1])),
            text(page_score(SPEECH, view, page)),
            *((text(*list(lines)[:-1]),) if over else ()),
            Row(tuple(row)),
        ),
        BRASS if over else BAIZE,
    )


def put_away_screen() -> Screen:
    return Screen((text(words.DROPPED()),), GREY)
