"""The message between rubbers, and what becomes of it when one begins."""

from __future__ import annotations

from typing import Final

from bot.presenter.buttons import lobby_buttons
from bot.presenter.parts import BRASS, GREY, chairs, closing_lines, heading, noted, small, text
from bot.presenter.rubbers import rubber_lines
from bot.screen import Divider, Part, Screen, Text
from bot.wordings import names as name
from bot.wordings import table as words
from bot.wordings.names import Names
from rules.members import Robot
from rules.standing import NOTHING_SCORED
from rules.view import PublicRubber, PublicTable, SeatView

CHAIRS: Final = 4


def forming_screen(view: SeatView, table_id: str, names: Names, *, note: str = "") -> Screen:
    """Who sits, and what they may do before the next rubber."""
    table = view.table
    parts: list[Part] = [_game(table, note)]
    if table.ended is not None and table.ended_seats is not None:
        parts += [Divider(), text(*rubber_lines(table.ended, table.ended_seats, names))]
    parts += [Divider(), _members(table, names)]
    rubbers = table.ended.number if table.ended is not None else 0
    robots = sum(isinstance(member, Robot) for member in table.members)
    parts += lobby_buttons(table_id, table, robots=robots, rubbers=rubbers, chairs=CHAIRS)
    return Screen(tuple(parts), BRASS)


def _game(table: PublicTable, note: str) -> Text:
    sentences = [words.option(key, value) for key, value in table.options]
    return text(
        noted(note),
        heading(name.game(table.game)),
        words.PITCH[table.game],
        small(words.PRICES[table.game]),
        *(small(sentence) for sentence in sentences if sentence is not None),
    )


def _members(table: PublicTable, names: Names) -> Text:
    empty = CHAIRS - len(table.members)
    lines = [names(member) for member in table.members] + [words.EMPTY_CHAIR] * empty
    return text(
        *(f"{place}. {line}" for place, line in enumerate(lines, 1)),
        small(words.ROBOTS_FILL if empty else words.TABLE_FULL),
        closing_lines(table, names),
    )


def begun_screen(view: SeatView, names: Names) -> Screen:
    """What the message between rubbers turns into once the rubber has begun: how partners were cut."""
    rubber = view.table.rubber
    if rubber is None:
        return Screen((text(words.RUBBER_PLAYED),), GREY)
    return Screen(
        (
            text(heading(words.cutting_for_partners(rubber.number)), cuts_text(rubber, names)),
            text(small(words.RUBBER_BEGUN)),
        ),
        GREY,
    )


def cutting_screen(view: SeatView, names: Names) -> tuple[Part, ...]:
    """The pack waits to be cut; before the first deal of a rubber, with the cut for partners."""
    rubber, pack = view.table.rubber, view.table.pack
    assert rubber is not None and pack is not None
    parts: list[Part] = []
    if rubber.standing == NOTHING_SCORED:
        parts.append(text(heading(words.cutting_for_partners(rubber.number)), cuts_text(rubber, names)))
    who = names(rubber.seats.of(pack.cutter))
    parts += [
        text(heading(words.deal_number(pack.deal)), chairs(view, names)),
        text(words.cut_offered(pack.cutter, who), small(words.sealed(pack.commitment))),
    ]
    return tuple(parts)


def cuts_text(rubber: PublicRubber, names: Names) -> str:
    """Every card drawn and every recut, and what they come to."""
    lines = []
    for place, drawn in enumerate(rubber.cuts):
        cards = " · ".join(words.drew(names(member), card) for member, card in drawn)
        lines.append(f"{words.RECUT if place else words.FIRST_CUT}: {cards}")
    if rubber.cuts:
        lines.append(small(words.ACE_LOW))
    return "\n".join(lines)
