"""The message between rubbers, and what it turns into when a rubber begins.

With it stand members who wait for a chair, those who went out after a rubber, and substitutes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rules.counting.standing import NOTHING_SCORED
from rules.games.all_games import variant_of
from rules.members import Person, RobotMember
from rules.seats import Seat
from rules.view import GoneOut, PublicRubber, PublicTable, SeatView
from screens import choices, options
from screens.buttons import (
    agree_to_close_button,
    close_button,
    join_button,
    leave_button,
    lobby_buttons,
    resume_button,
)
from screens.options import differing, dummy_button, options_button
from screens.parts import BRASS, GREY, chairs, closing_lines, heading, noted, small, text
from screens.presses import Press
from screens.rubbers import rubber_lines
from screens.screen import Button, Divider, Part, Screen, Style, Text, rows
from screens.words import alerts as alert_words
from screens.words import evenings as evening_words
from screens.words import table as table_words
from screens.words import table as words
from screens.words.games.all_games import words_of
from screens.words.languages import Label, Sentence, counted, say
from screens.words.names import Names, Speech, all_of

YOU_WAIT: Final = Sentence(
    "All the chairs are taken, so you wait. You come in after a rubber: those who have played the most "
    "rubbers in a row make room, two at most. Until then you see what everybody sees."
)
YOU_ASKED: Final = Sentence(
    "The others have been asked whether you can sit in for the player who left. If all agree, the rubber is "
    "yours. Until then you see what everybody sees."
)
YOU_ARE_OUT: Final = Sentence(
    "You are waiting for a chair. You come in after a rubber; until then this message rests."
)
ADMITTED: Final = Sentence("You agree that they sit in.")
NOT_ADMITTED: Final = Sentence("Then they do not sit in.")
ADMIT: Final = Label("a button", "Let them sit in")
DO_NOT_ADMIT: Final = Label("a button", "Do not let them")
CUT_TO_GO_OUT: Final = Sentence("Cut to go out: the highest goes")
CUT_FOR_CHAIRS: Final = Sentence("Cut for the chairs: the lowest play")


def waiting(who: Sequence[str]) -> str:
    """The members without a chair, the next to come in first."""
    return say("Waiting for a chair: {players}.", players=all_of(who))


def stands_out(who: str) -> str:
    return say("{player} stands out and waits.", player=who)


def goes_out(who: str, rubbers: int) -> str:
    """Somebody who has given up the chair, with the rubbers that they had played in succession."""
    return counted(
        rubbers,
        "{player} went out after {count} rubber.",
        "{player} went out after {count} rubbers in a row.",
        player=who,
    )


def asks_to_sit_in(who: str, where: str, agreed: Sequence[str]) -> str:
    """Somebody would be a substitute for another, who left."""
    question = say(
        "Can {player} sit in for {absent}, who left, until the rubber is over? All must agree.",
        player=who,
        absent=where,
    )
    if not agreed:
        return question
    have = say("Agreed: {players}.", players=all_of(agreed))
    return f"{question} {have}"


def gone_out_lines(gone: GoneOut | None, names: Names) -> str:
    """Who went out after the last rubber and why, with every card drawn; empty if nobody did."""
    if gone is None:
        return ""
    lines = []
    for place, drawn in enumerate(gone.cuts):
        cards = " · ".join(table_words.drew(names(person), card) for person, card in drawn)
        first = CUT_TO_GO_OUT() if any(rubbers for _, rubbers in gone.out) else CUT_FOR_CHAIRS()
        lines.append(f"{table_words.RECUT() if place else first}: {cards}")
    lines += [
        goes_out(names(person), rubbers) if rubbers else stands_out(names(person))
        for person, rubbers in gone.out
    ]
    return "\n".join(map(small, lines))


def waiting_line(table: PublicTable, names: Names) -> str:
    """The members without a chair; empty if there are none."""
    return small(waiting([names(person) for person in table.waiting])) if table.waiting else ""


def members_parts(view: SeatView, table_id: str, names: Names) -> tuple[Part, ...]:
    """Below a table at play: who waits for a chair, and whether somebody may sit in for one who left."""
    table, rubber = view.table, view.table.rubber
    line = waiting_line(table, names)
    parts: tuple[Part, ...] = (text(line),) if line else ()
    if rubber is None or rubber.asking is None:
        return parts
    asking = rubber.asking
    agreed = [names(person) for person in table.members if person in asking.agreed]
    question = asks_to_sit_in(names(asking.person), names(rubber.owners.of(asking.seat)), agreed)
    return (*parts, text(question), *rows(_answers(table_id, asking.person)))


def _answers(table_id: str, about: Person) -> tuple[Button, ...]:
    """Each says in its id whom it is about: somebody else may ask before it is pressed."""
    yes = Press("admit", table_id, what=f"yes:{about.alias}")
    no = Press("admit", table_id, what=f"no:{about.alias}")
    return (
        Button(str(yes), ADMIT(), Style.SUCCESS),
        Button(str(no), DO_NOT_ADMIT(), Style.SECONDARY),
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
    lines = (noted(note), news, where, heading(of.name), YOU_ARE_OUT())
    return Screen((text(*(line for line in lines if line)),), GREY)


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
    full = options.FULL_WITH_DUMMY() if dummies else words.TABLE_FULL()
    return text(
        *(f"{place}. {line}" for place, line in enumerate(lines, 1)),
        *(small(line) for line in _dummy(table, names) if dummies),
        small(_empty_chairs(table) if empty else full),
        gone_out_lines(table.gone_out, names),
        waiting_line(table, names),
        closing_lines(table, names),
    )


def _empty_chairs(table: PublicTable) -> str:
    return words.ROBOTS_FILL() if variant_of(table).house.robots else choices.ONLY_PEOPLE()


def _dummy(table: PublicTable, names: Names) -> Iterator[str]:
    """Who will have Dummy in the next rubber, and who after that (ambiguity 41)."""
    going_on = set(table.sat) == set(table.members) and bool(table.sat)
    turn = (*table.sat[1:], table.sat[0]) if going_on else table.members
    if table.dummy_for in turn:
        place = turn.index(table.dummy_for)
        turn = (*turn[place:], *turn[:place])
    if table.dummy_for is None and not going_on:
        cut = variant_of(table).house.seating_cut
        yield options.cut_for_dummy(table.players) if cut else options.first_has_dummy(table.players)
        return
    yield options.has_dummy(names(turn[0]), table.players)
    if len(turn) == table.players:
        yield options.goes_round([names(member) for member in turn[1:]], table.players)


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


def seating_screen(speech: Speech, view: SeatView, names: Names) -> tuple[Part, ...]:
    """The cut for partners, and who has the choice of seats (laws 1.2.2)."""
    rubber = view.table.rubber
    assert rubber is not None
    return (
        text(heading(_title(view.table, rubber)), cuts_text(view.table, rubber, names)),
        text(
            chairs(speech, view, names),
            words.choice_of_seats(speech, rubber.dealer, names(rubber.seats.of(rubber.dealer))),
        ),
    )


def _title(table: PublicTable, rubber: PublicRubber) -> str:
    """The number of the rubber, or of the match of one game, and what the cards were cut for."""
    if table.evening is not None:
        cut = options.FOR_DEAL() if rubber.cuts else ""
        return evening_words.table_begins(table.evening.table, cut)
    single = variant_of(table).rubber.games == 1
    purpose = options.FOR_DUMMY() if rubber.dummies else options.FOR_PARTNERS()
    if not _partners_are_cut(table):
        purpose = options.FOR_DEAL()
    return options.begins(rubber.number, purpose if rubber.cuts else "", single=single)


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
        return options.lowest_has_dummy(table.players)
    return words.ACE_LOW() if _partners_are_cut(table) else options.LOWEST_DEALS()
