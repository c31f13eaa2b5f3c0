"""Members who wait for a chair, those who went out after a rubber, and substitutes: lines and buttons."""

from __future__ import annotations

from rules.members import Person, RobotMember
from rules.seats import Seat
from rules.view import GoneOut, PublicRubber, PublicTable, SeatView
from screens.parts import GREY, heading, noted, small, text
from screens.presses import Press
from screens.screen import Button, Part, Screen, Style, rows
from screens.words import alerts as alert_words
from screens.words import members as words
from screens.words import table as table_words
from screens.words.gamebook import words_of
from screens.words.names import Names
from screens.words.speech import Speech


def gone_out_lines(gone: GoneOut | None, names: Names) -> str:
    """Who went out after the last rubber and why, with every card drawn; empty if nobody did."""
    if gone is None:
        return ""
    lines = []
    for place, drawn in enumerate(gone.cuts):
        cards = " · ".join(table_words.drew(names(person), card) for person, card in drawn)
        lines.append(f"{table_words.RECUT() if place else words.CUT_TO_GO_OUT()}: {cards}")
    lines += [words.goes_out(names(person), rubbers) for person, rubbers in gone.out]
    return "\n".join(map(small, lines))


def waiting_line(table: PublicTable, names: Names) -> str:
    """The members without a chair; empty if there are none."""
    return small(words.waiting([names(person) for person in table.waiting])) if table.waiting else ""


def members_parts(view: SeatView, table_id: str, names: Names) -> tuple[Part, ...]:
    """Below a table at play: who waits for a chair, and whether somebody may sit in for one who left."""
    table, rubber = view.table, view.table.rubber
    line = waiting_line(table, names)
    parts: tuple[Part, ...] = (text(line),) if line else ()
    if rubber is None or rubber.asking is None:
        return parts
    asking = rubber.asking
    agreed = [names(person) for person in table.members if person in asking.agreed]
    question = words.asks_to_sit_in(names(asking.person), names(rubber.owners.of(asking.seat)), agreed)
    return (*parts, text(question), *rows(_answers(table_id, asking.person)))


def _answers(table_id: str, about: Person) -> tuple[Button, ...]:
    """Each says in its id whom it is about: somebody else may ask before it is pressed."""
    yes = Press("admit", table_id, what=f"yes:{about.alias}")
    no = Press("admit", table_id, what=f"no:{about.alias}")
    return (
        Button(str(yes), words.ADMIT(), Style.SUCCESS),
        Button(str(no), words.DO_NOT_ADMIT(), Style.SECONDARY),
    )


def chairs_screen(view: SeatView, table_id: str) -> Screen:
    """The chairs that robots have, for somebody who would take one."""
    speech, rubber = Speech.at(view.table.options), view.table.rubber
    assert rubber is not None
    made = tuple(
        Button(str(Press("join", table_id, what=seat.letter)), chair_named(speech, rubber, seat))
        for seat in rubber.robots
    )
    left = any(isinstance(rubber.owners.of(seat), Person) for seat in rubber.robots)
    asked = small(alert_words.OTHERS_ASKED()) if left else ""
    return Screen((text(alert_words.WHICH_CHAIR(), asked), *rows(made)), GREY)


def chair_named(speech: Speech, rubber: PublicRubber, seat: Seat) -> str:
    robot = rubber.seats.of(seat)
    assert isinstance(robot, RobotMember)
    return alert_words.chair_of(speech, seat, robot.name)


def seated_screen(note: str) -> Screen:
    """What the choice of a chair turns into once one is taken."""
    return Screen((text(note),), GREY)


def waiting_screen(table: PublicTable, *, note: str, news: str, room: str) -> Screen:
    """The panel of a member who waits. It says nothing that an act at the table makes untrue."""
    of = words_of(table.game)
    where = small(table_words.table_in(room)) if room else ""
    lines = (noted(note), news, where, heading(of.name), words.YOU_ARE_OUT())
    return Screen((text(*(line for line in lines if line)),), GREY)
