"""What people are told in private of an adjourned table or score sheet: why it has stopped, and what they may
do."""

from __future__ import annotations

from rules.sheet.page import SheetView
from rules.view import PublicTable
from screens.buttons import agree_to_close_button, close_button, leave_button, resume_button
from screens.parts import GREY, closing_lines, heading, noted, small, text
from screens.screen import Button, Row, Screen
from screens.sheet_presses import ScorePress
from screens.words import alerts as alert_words
from screens.words import scorebook as sheet_words
from screens.words import table as words
from screens.words.names import Names


def adjourned_screen(table: PublicTable, table_id: str, names: Names, *, days: int, note: str = "") -> Screen:
    """``days`` are those without any act after which the table closes."""
    body = text(
        noted(note),
        heading(words.ADJOURNED()),
        words.ADJOURNED_WHY(),
        words.ADJOURNED_HOW(),
        closing_lines(table, names),
        small(words.closes_after(days)),
    )
    return Screen((body, Row((leave_button(table_id), _closing_button(table, table_id)))), GREY)


def abandoned_screen(table: PublicTable, table_id: str, names: Names, *, days: int, note: str = "") -> Screen:
    """In private, at a table at which nobody has done anything for long."""
    body = text(
        noted(note),
        heading(alert_words.ABANDONED()),
        alert_words.ABANDONED_WHY(),
        closing_lines(table, names),
        small(words.closes_after(days)),
    )
    acts = resume_button(table_id), leave_button(table_id), _closing_button(table, table_id)
    return Screen((body, Row(acts)), GREY)


def _closing_button(table: PublicTable, table_id: str) -> Button:
    return agree_to_close_button(table_id) if table.closing else close_button(table_id)


def sheet_notice(view: SheetView, sheet: str, *, days: int, room: str) -> Screen:
    """``days`` are those without any act after which the sheet closes; ``room`` mentions its channel."""
    if view.closed:
        return Screen((text(sheet_words.CLOSED()),), GREY)
    if not view.adjourned:
        return Screen((text(sheet_words.goes_on(room)),), GREY)
    body = text(
        heading(sheet_words.ADJOURNED()),
        words.ADJOURNED_WHY(),
        sheet_words.ADJOURNED_HOW(),
        small(words.closes_after(days)),
    )
    press = ScorePress("close", sheet, view.page.number, view.page.turn)
    return Screen((body, Row((Button(str(press), sheet_words.CLOSE()),))), GREY)
