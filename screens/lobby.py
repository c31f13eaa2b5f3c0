"""The message between rubbers, and what it turns into when a rubber begins."""

from __future__ import annotations

from collections.abc import Iterator

from rules.counting.standing import NOTHING_SCORED
from rules.members import RobotMember
from rules.seats import Seat
from rules.view import PublicRubber, PublicTable, SeatView
from screens.arranged import variant_of
from screens.buttons import (
    agree_to_close_button,
    close_button,
    join_button,
    leave_button,
    lobby_buttons,
    resume_button,
)
from screens.lobby_buttons import dummy_button, options_button
from screens.members import gone_out_lines, waiting_line
from screens.options import differing
from screens.parts import BRASS, GREY, chairs, closing_lines, heading, noted, small, text
from screens.rubbers import rubber_lines
from screens.screen import Button, Divider, Part, Screen, Text, rows
from screens.words import alerts as alert_words
from screens.words import choices as choice_words
from screens.words import evenings as evening_words
from screens.words import lobby as lobby_words
from screens.words import table as words
from screens.words.gamebook import words_of
from screens.words.names import Names
from screens.words.speech import Speech


def forming_screen(speech: Speech, view: SeatView, table_id: str, names: Names, *, note: str = "") -> Screen:
    """Who sits at the table, with buttons for what can be done before the next rubber."""
    table = view.table
    parts: list[Part] = [_game(table, note)]
    if table.abandoned:
        why = text(heading(alert_words.ABANDONED()), alert_words.NOBODY_STARTED())
        return Screen((*parts, why, _members(table, names), *rows(_of_an_adjourned(table, table_id))), GREY)
    if table.ended is not None and table.ended_seats is not None:
        parts += [Divider(), text(*rubber_lines(speech, table.ended, table.ended_seats, names, table.game))]
    parts += [Divider(), _members(table, names)]
    rubbers = table.ended.number if table.ended is not None else 0
    robots = sum(isinstance(member, RobotMember) for member in table.members)
    *upper, lowest = lobby_buttons(table_id, table, robots=robots, rubbers=rubbers, chairs=table.players)
    more = [options_button(table_id)]
    if table.players < len(Seat):
        more.append(dummy_button(table_id, table.players, disabled=not table.members))
    parts += (*upper, *rows((*lowest.buttons, *more)))
    return Screen(tuple(parts), BRASS)


def _of_an_adjourned(table: PublicTable, table_id: str) -> tuple[Button, ...]:
    """Anybody may join, which also resumes it; the rest is for those who sit there."""
    if not table.members:
        return (join_button(table_id),)
    close = agree_to_close_button(table_id) if table.closing else close_button(table_id)
    return resume_button(table_id), join_button(table_id), leave_button(table_id), close


def _game(table: PublicTable, note: str) -> Text:
    of = words_of(table.game)
    return text(
        noted(note),
        heading(of.name),
        of.pitch,
        small(of.prices),
        *(small(line) for line in differing(table)),
    )


def _members(table: PublicTable, names: Names) -> Text:
    empty = table.players - len(table.members)
    lines = [names(member) for member in table.members] + [words.EMPTY_CHAIR()] * empty
    dummies = table.players < len(Seat)
    full = lobby_words.FULL_WITH_DUMMY() if dummies else words.TABLE_FULL()
    return text(
        *(f"{place}. {line}" for place, line in enumerate(lines, 1)),
        *(small(line) for line in _dummy(table, names) if dummies),
        small(_empty_chairs(table) if empty else full),
        gone_out_lines(table.gone_out, names),
        waiting_line(table, names),
        closing_lines(table, names),
    )


def _empty_chairs(table: PublicTable) -> str:
    return words.ROBOTS_FILL() if variant_of(table).house.robots else choice_words.ONLY_PEOPLE()


def _dummy(table: PublicTable, names: Names) -> Iterator[str]:
    """Who will have Dummy in the next rubber, and who after that (ambiguity 41)."""
    going_on = set(table.sat) == set(table.members) and bool(table.sat)
    turn = (*table.sat[1:], table.sat[0]) if going_on else table.members
    if table.dummy_for in turn:
        place = turn.index(table.dummy_for)
        turn = (*turn[place:], *turn[:place])
    if table.dummy_for is None and not going_on:
        cut = variant_of(table).house.seating_cut
        yield lobby_words.cut_for_dummy(table.players) if cut else lobby_words.first_has_dummy(table.players)
        return
    yield lobby_words.has_dummy(names(turn[0]), table.players)
    if len(turn) == table.players:
        yield lobby_words.goes_round([names(member) for member in turn[1:]], table.players)


def begun_screen(view: SeatView, names: Names) -> Screen:
    """What the message between rubbers turns into once a rubber has begun: how the partners were cut."""
    rubber = view.table.rubber
    if rubber is None:
        return Screen((text(words.RUBBER_PLAYED()),), GREY)
    return Screen(
        (text(heading(_title(view.table, rubber)), cuts_text(view.table, rubber, names)),),
        GREY,
    )


def cutting_screen(speech: Speech, view: SeatView, names: Names) -> tuple[Part, ...]:
    """A pack that waits to be cut; before the first deal of a rubber also the cut for partners."""
    rubber, pack = view.table.rubber, view.table.pack
    assert rubber is not None and pack is not None
    parts: list[Part] = []
    if rubber.standing == NOTHING_SCORED:
        parts.append(text(heading(_title(view.table, rubber)), cuts_text(view.table, rubber, names)))
    who = names(rubber.seats.of(pack.cutter))
    parts += [
        text(heading(words.deal_number(pack.deal)), chairs(speech, view, names)),
        text(words.cut_offered(speech, pack.cutter, who), small(words.sealed(pack.commitment))),
    ]
    return tuple(parts)


def _title(table: PublicTable, rubber: PublicRubber) -> str:
    """The number of the rubber, or of the match of one game, and what the cards were cut for."""
    if table.evening is not None:
        cut = lobby_words.FOR_DEAL() if rubber.cuts else ""
        return evening_words.table_begins(table.evening.table, cut)
    single = variant_of(table).rubber.games == 1
    purpose = lobby_words.FOR_DUMMY() if rubber.dummies else lobby_words.FOR_PARTNERS()
    if not _partners_are_cut(table):
        purpose = lobby_words.FOR_DEAL()
    return lobby_words.begins(rubber.number, purpose if rubber.cuts else "", single=single)


def _partners_are_cut(table: PublicTable) -> bool:
    """Whether the cut of each rubber is for partners or for Dummy; if not, it may be for the deal alone."""
    house = variant_of(table).house
    return table.evening is None and house.seating_cut and house.rubbers_per_cut == 1


def cuts_text(table: PublicTable, rubber: PublicRubber, names: Names) -> str:
    """Who went out before, and why; every card drawn, recuts included, and what the cut decides."""
    gone = gone_out_lines(table.gone_out, names)
    lines = [gone] if gone else []
    for place, drawn in enumerate(rubber.cuts):
        cards = " · ".join(words.drew(names(member), card) for member, card in drawn)
        lines.append(f"{words.RECUT() if place else words.FIRST_CUT()}: {cards}")
    if rubber.cuts:
        lines.append(small(_meaning(table, rubber)))
    return "\n".join(lines)


def _meaning(table: PublicTable, rubber: PublicRubber) -> str:
    if rubber.dummies:
        return lobby_words.lowest_has_dummy(table.players)
    return words.ACE_LOW() if _partners_are_cut(table) else lobby_words.LOWEST_DEALS()
