"""Who is there: what is said, and which buttons there are, where somebody is absent, a robot has a chair, the
table is paused, or somebody would close it."""

from __future__ import annotations

from dataclasses import replace

from rules.members import Member, Person
from rules.view import Phase, PublicTable, SeatView
from screens import buttons
from screens.parts import closing_lines, heading, small, text
from screens.screen import Button, Part, Row, Screen, Select, rows
from screens.words import alerts as words
from screens.words.names import Names
from screens.words.speech import Speech


def presence(view: SeatView, table_id: str, names: Names) -> tuple[Part, ...]:
    """What stands above the table where it stands still, or waits for somebody who is absent."""
    table, rubber = view.table, view.table.rubber
    if table.abandoned:
        said = text(heading(words.ABANDONED()), words.ABANDONED_WHY())
        return said, *rows((buttons.resume_button(table_id),))
    if table.paused is not None:
        said = text(heading(words.PAUSED()), words.paused_by(names(table.paused)))
        return said, *rows((buttons.resume_button(table_id),))
    late = [seat for seat in table.late if seat is not view.viewer]
    if rubber is None or not late:
        return ()
    away = text(words.away([names(rubber.seats.of(seat)) for seat in late]))
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
        above = (*above, text(words.robot_plays_for_you()))
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
