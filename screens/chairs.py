"""Who is there: absent people, chairs that robots have, pauses, leaving, and tables that are adjourned.

Somebody whose leaving has a price is asked first. Of an adjourned table or score sheet people are told in
private why it has stopped, and what they may do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from rules.members import Member, Person
from rules.refusals import Ending, Forfeit, Price
from rules.sheet.page import SheetView
from rules.view import Phase, PublicTable, SeatView
from screens import buttons
from screens.buttons import agree_to_close_button, close_button, leave_button, resume_button
from screens.parts import CLARET, GREY, closing_lines, heading, noted, small, text
from screens.presses import Press
from screens.screen import Button, Part, Row, Screen, Select, Style, rows
from screens.sheets import ScorePress
from screens.words import alerts as alert_words
from screens.words import scorebook as sheet_words
from screens.words import table as words
from screens.words.names import Names, Speech
from screens.words.refusals import leaving_costs


def presence(view: SeatView, table_id: str, names: Names) -> tuple[Part, ...]:
    """What stands above the table where it stands still, or waits for somebody who is absent."""
    table, rubber = view.table, view.table.rubber
    if table.abandoned:
        said = text(heading(alert_words.ABANDONED()), alert_words.ABANDONED_WHY())
        return said, *rows((buttons.resume_button(table_id),))
    if table.paused is not None:
        said = text(heading(alert_words.PAUSED()), alert_words.paused_by(names(table.paused)))
        return said, *rows((buttons.resume_button(table_id),))
    late = [seat for seat in table.late if seat is not view.viewer]
    if rubber is None or not late:
        return ()
    away = text(alert_words.away([names(rubber.seats.of(seat)) for seat in late]))
    return away, *rows((buttons.replace_button(table_id, len(late)),))


def house_buttons(view: SeatView, table_id: str) -> tuple[Button, ...]:
    """Below the table: the score, and the chairs that robots have."""
    rubber = view.table.rubber
    assert rubber is not None
    more = [buttons.score_button(table_id)]
    if any(
        isinstance(owner, Person) and owner != rubber.seats.of(one) for one, owner in rubber.owners.items()
    ):
        more.append(buttons.back_button(table_id))
    if rubber.robots:
        more.append(buttons.take_chair_button(Speech.at(view.table.options), table_id, rubber.robots))
    return tuple(more)


def closing(
    table: PublicTable, table_id: str, names: Names, viewer: Member | None = None
) -> tuple[Part, ...]:
    """Who would close the table, and the button with which others agree; nothing if nobody would. The
    ``viewer`` of a panel of their own may have agreed already."""
    if not table.closing:
        return ()
    said = text(small(closing_lines(table, names)))
    if viewer in table.closing:
        return (said,)
    return said, *rows((buttons.agree_to_close_button(table_id),))


def with_presence(screen: Screen, view: SeatView, table_id: str, names: Names, *, owns: bool) -> Screen:
    """Somebody's own panel, with the same in private. ``owns``: they have a chair in the rubber, in which a
    robot may sit."""
    if view.table.rubber is None or view.table.phase is Phase.CLOSED:
        return screen
    above = presence(view, table_id, names)
    after: tuple[Part, ...] = ()
    if owns and view.viewer is None:
        above = (*above, text(alert_words.robot_plays_for_you()))
        after = rows((buttons.back_button(table_id),))
    if view.table.closing and view.viewer is not None:
        sitting = view.table.rubber.seats.of(view.viewer)
        after = (*after, *closing(view.table, table_id, names, sitting))
    if not above and not after:
        return screen
    still = view.table.stands_still
    kept = tuple(part for part in screen.parts if not (still and isinstance(part, Row | Select)))
    identity = f"{screen.identity} {above} {after}" if screen.identity else ""
    return replace(screen, parts=(*above, *kept, *after), identity=identity)


_WORDS: Final[Mapping[Price, str]] = {
    Forfeit(): "share",
    **{
        Ending(
            rubber=rubber, agreed=agreed
        ): f"{'rubber' if rubber else 'table'}{':agreed' if agreed else ''}"
        for rubber in (False, True)
        for agreed in (False, True)
    },
}
"""Each price as it stands in the button's id."""


def leaving_screen(table_id: str, rubbers: int, price: Price) -> Screen:
    """``rubbers``: how many this table has begun; a confirmation holds for this one only."""
    press = Press("leave", table_id, rubbers, what=_WORDS[price])
    question = leaving_costs(price)
    return Screen(
        (text(question), Row((Button(str(press), words.LEAVE_ALL_THE_SAME(), Style.DANGER),))), CLARET
    )


def confirmed(press: Press, rubbers: int) -> Price | None:
    """What a press of Leave confirms, if the table is still at the same rubber; None where it asks first."""
    if press.at != rubbers:
        return None
    return next((price for price, word in _WORDS.items() if word == press.what), None)


def left_screen(note: str) -> Screen:
    """What the question turns into once it has been answered."""
    return Screen((text(note),), CLARET)


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
