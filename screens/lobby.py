"""The message between rubbers, and what it turns into when a rubber begins.

Here also stands what those are told who wait for a chair, and who went out after a rubber.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rules.counting.reckon import NOTHING_SCORED
from rules.games.all_games import variant_of
from rules.seats import Member, Person, RobotMember, Seat
from rules.view import GoneOut, PublicRubber, PublicTable, SeatView
from screens import choices
from screens.brought import brought_parts
from screens.buttons import (
    agree_to_close_button,
    close_button,
    join_button,
    leave_button,
    lobby_buttons,
    resume_button,
    start_label,
)
from screens.chairs import (
    ABANDONED,
    NOBODY_LEFT,
    NOBODY_STARTED,
    OTHERS_ASKED,
    WHICH_CHAIR,
    closing_lines,
    waiting_line,
)
from screens.options import differing, dummy_button, options_button
from screens.parts import BRASS, GREY, heading, noted, small, text
from screens.presses import Press
from screens.screen import Button, Divider, Part, Screen, Text, rows
from screens.trick import seats_list
from screens.words import evenings as evening_words
from screens.words import scores
from screens.words import table as words
from screens.words.games.all_games import words_of
from screens.words.languages import Label, Plural, Sentence, colon, say
from screens.words.names import Names, Speech, all_of

# Between rubbers

FULL_AND_UNCUT: Final = Sentence("The table is full. Press **Start**.")
"""Where no partners are cut for: there is a dummy, or people sit as they have joined."""


def forming_screen(view: SeatView, table_id: str, names: Names, *, note: str = "") -> Screen:
    """Who sits at the table, with buttons for what can be done before the next rubber."""
    table = view.table
    parts: list[Part] = [_game(table, note)]
    if table.brought is not None:
        parts += brought_parts(table, table_id, names)
    if table.abandoned:
        why = text(heading(ABANDONED()), NOBODY_STARTED() if table.members else NOBODY_LEFT())
        return Screen((*parts, why, _members(table, names), *rows(_of_an_adjourned(table, table_id))), GREY)
    if table.ended is not None:
        variant = variant_of(table)  # its result stands above
        stay = not variant.house.seating_cut or _partners_may_stay(table, table.ended_seats)
        fresh = variant.rubber.games == 1 or variant.dummies or stay
        start = start_label(table)
        told = scores.FRESH_RUBBER(button=start) if fresh else scores.FRESH_CUT(button=start)
        parts.append(text(small(told)))
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
    """Buttons of an adjourned table. Anybody may join, which resumes it; the others are for its members."""
    if not table.members:
        return (join_button(table_id, table),)
    close = agree_to_close_button(table_id) if table.closing else close_button(table_id)
    return resume_button(table_id), join_button(table_id, table), leave_button(table_id), close


def _game(table: PublicTable, note: str) -> Text:
    """The game, what it is until somebody has played it here, and what is arranged otherwise than usual."""
    of = words_of(table.game)
    about = () if table.ended is not None else (of.pitch, small(of.prices))
    return text(noted(note), heading(of.name), *about, *(small(line) for line in differing(table)))


def _members(table: PublicTable, names: Names) -> Text:
    empty = table.players - len(table.members)
    lines = [names(member) for member in table.members] + [words.EMPTY_CHAIR()] * empty
    dummies = table.players < len(Seat)
    if empty:
        last = small(_empty_chairs(table))
    elif table.ended is not None or table.abandoned:  # what to press has been told
        last = ""
    else:
        cuts = variant_of(table).house.seating_cut and not dummies
        last = small(words.TABLE_FULL() if cuts else FULL_AND_UNCUT())
    return text(
        *(f"{place}. {line}" for place, line in enumerate(lines, 1)),
        *(small(line) for line in _dummy(table, names) if dummies),
        last,
        gone_out_lines(table.gone_out, names),
        waiting_line(table, names),
        closing_lines(table, names),
    )


def _empty_chairs(table: PublicTable) -> str:
    return words.ROBOTS_FILL() if variant_of(table).house.robots else choices.ONLY_PEOPLE()


def _dummy(table: PublicTable, names: Names) -> Iterator[str]:
    """Who will have Dummy next, for a rubber or a game, and who after that (ambiguity 41)."""
    going_on = set(table.sat) == set(table.members) and bool(table.sat)
    stay = table.players > 2 and _partners_may_stay(table, table.sat)
    again = table.sat if stay else (*table.sat[1:], *table.sat[:1])
    turn = again if going_on else table.members
    if table.dummy_for in turn:
        place = turn.index(table.dummy_for)
        turn = (*turn[place:], *turn[:place])
    if table.dummy_for is None and not going_on:
        cut = variant_of(table).house.seating_cut
        yield cut_for_dummy(table.players) if cut else first_has_dummy(table.players)
        return
    yield has_dummy(names(turn[0]), table.players)
    if len(turn) == table.players:
        yield goes_round([names(member) for member in turn[1:]], table.players)


def _partners_may_stay(table: PublicTable, before: Iterable[Member] | None) -> bool:
    """Whether those of the last rubber sit here still, and play another together by arrangement."""
    arranged = table.rubbers_with_partners < variant_of(table).house.rubbers_per_cut
    return arranged and before is not None and set(before) == set(table.members)


def has_dummy(who: str, players: int) -> str:
    """Who has Dummy next: somebody who took it, or whose turn has come."""
    if players > 2:
        return say("{player} will have Dummy next time.", player=who)
    return say("{player}'s dummy will deal first next time.", player=who)


def goes_round(order: list[str], players: int) -> str:
    """Who has Dummy in the rubbers after that."""
    if players > 2:
        return say("Then {players}, in turn.", players=all_of(order))
    return say("Then {players}, and so on by turns.", players=all_of(order))


def cut_for_dummy(players: int) -> str:
    """How it is decided who has Dummy, if nobody has taken it."""
    if players > 2:
        return say("The player who cuts lowest has Dummy first, then each in turn.")
    return say("The player who cuts lower deals first, with their dummy; then each by turns.")


def first_has_dummy(players: int) -> str:
    """Who has Dummy first at a table that does not cut."""
    if players > 2:
        return say("The first to join has Dummy first, then each in turn.")
    return say("The dummy of the first to join deals first; then each by turns.")


# The cut with which a rubber begins

FOR_PARTNERS: Final = Label("what the cards are cut for", "cut for partners")
FOR_DUMMY: Final = Label("what the cards are cut for", "cut for Dummy")
FOR_DEAL: Final = Label("what the cards are cut for", "cut for the deal")
LOWEST_DEALS: Final = Sentence("The lowest deals, ace low.")


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
    """A pack that waits to be cut; at a table of an evening also the cut for the deal, which elsewhere stands
    on the message above."""
    rubber, pack = view.table.rubber, view.table.pack
    assert rubber is not None and pack is not None
    parts: list[Part] = []
    if view.table.evening is not None and rubber.standing == NOTHING_SCORED:
        parts.append(text(heading(_title(view.table, rubber)), cuts_text(view.table, rubber, names)))
    who = names(rubber.seats.of(pack.cutter))
    offered = words.CUT_OFFERED(player=who)
    if view.table.result_stands:
        unready = [names(one) for one in view.table.unready]
        offered = words.WAITING_FOR(players=all_of(unready)) if unready else ""
    parts += [
        text(heading(words.DEAL_NUMBER(number=pack.deal)), seats_list(speech, view, names)),
        text(offered, small(words.sealed(pack.commitment)) if view.table.brought is None else ""),
    ]
    return tuple(parts)


def seating_screen(speech: Speech, view: SeatView, names: Names) -> tuple[Part, ...]:
    """The cut for partners, and who has the choice of seats (laws 1.2.2)."""
    rubber = view.table.rubber
    assert rubber is not None
    lowest = rubber.dealer
    return (
        text(heading(_title(view.table, rubber)), cuts_text(view.table, rubber, names)),
        text(
            seats_list(speech, view, names),
            words.CHOICE_OF_SEATS(seat=speech.seat(lowest), player=names(rubber.seats.of(lowest))),
        ),
    )


def _title(table: PublicTable, rubber: PublicRubber) -> str:
    """The number of the rubber, or of the match of one game, and what the cards were cut for."""
    if table.evening is not None:
        cut = FOR_DEAL() if rubber.cuts else ""
        return evening_words.table_begins(table.evening.table, cut)
    single = variant_of(table).rubber.games == 1
    purpose = FOR_DUMMY() if rubber.dummies else FOR_PARTNERS()
    if not _partners_are_cut(table):
        purpose = FOR_DEAL()
    return begins(rubber.number, purpose if rubber.cuts else "", single=single)


def begins(rubber: int, purpose: str, *, single: bool) -> str:
    """``Rubber 1: cut for partners``. ``single``: a match is one game."""
    title = say("Game {number}", number=rubber) if single else say("Rubber {number}", number=rubber)
    return colon(title, purpose) if purpose else title


def _partners_are_cut(table: PublicTable) -> bool:
    """Whether the cut of this rubber is for partners or for Dummy; if not, it may be for the deal alone."""
    cut = variant_of(table.at_last_rubber).house.seating_cut
    return table.evening is None and cut and table.rubbers_with_partners <= 1


def cuts_text(table: PublicTable, rubber: PublicRubber, names: Names) -> str:
    """Who went out before, and why; every card drawn, recuts included, and what the cut decides."""
    gone = gone_out_lines(table.gone_out, names)
    lines = [gone] if gone else []
    for place, drawn in enumerate(rubber.cuts):
        cards = " · ".join(words.drew(names(member), card) for member, card in drawn)
        lines.append(colon(words.RECUT() if place else words.FIRST_CUT(), cards))
    if rubber.cuts:
        lines.append(small(_meaning(table, rubber)))
    return "\n".join(lines)


def _meaning(table: PublicTable, rubber: PublicRubber) -> str:
    if rubber.dummies:
        return lowest_has_dummy(table.players)
    return words.ACE_LOW() if _partners_are_cut(table) else LOWEST_DEALS()


def lowest_has_dummy(players: int) -> str:
    if players > 2:
        return say("The lowest has Dummy, ace low, and Dummy deals.")
    return say("The lower, ace low, has the first deal, with their dummy.")


# Who waits for a chair, and who went out

YOU_WAIT: Final = Sentence(
    "All the chairs are taken, so you wait. You come in after a rubber: those who have played the most "
    "rubbers in a row make room, two at most. Until then you see what everybody sees."
)
YOU_ASKED: Final = Sentence(
    "The others have been asked whether you can sit in for the player who left. If all agree, the rubber is "
    "yours. Until then you see what everybody sees."
)
YOU_ARE_OUT: Final = Sentence(
    "You are waiting for a chair. You come in after a rubber; until then this message does not change."
)
CUT_TO_GO_OUT: Final = Sentence("Cut to go out: the highest goes")
CUT_FOR_CHAIRS: Final = Sentence("Cut for the chairs: the lowest play")
STANDS_OUT: Final = Sentence("{player} stands out and waits.")
GOES_OUT: Final = Plural(
    "{player} went out after {count} rubber.", "{player} went out after {count} rubbers in a row."
)
"""Somebody who has given up their chair, with the number of rubbers that they played in succession."""


def waiting_screen(table: PublicTable, *, note: str, news: str, room: str) -> Screen:
    """The panel of a member who waits for a chair. No act at the table makes it untrue."""
    of = words_of(table.game)
    where = small(room) if room else ""
    lines = (noted(note), news, where, heading(of.name), YOU_ARE_OUT())
    return Screen((text(*(line for line in lines if line)),), GREY)


def gone_out_lines(gone: GoneOut | None, names: Names) -> str:
    """Who went out after the last rubber and why, with every card drawn; empty if nobody did."""
    if gone is None:
        return ""
    lines = []
    for place, drawn in enumerate(gone.cuts):
        cards = " · ".join(words.drew(names(person), card) for person, card in drawn)
        first = CUT_TO_GO_OUT() if any(rubbers for _, rubbers in gone.out) else CUT_FOR_CHAIRS()
        lines.append(colon(words.RECUT() if place else first, cards))
    lines += [
        GOES_OUT(rubbers, player=names(person)) if rubbers else STANDS_OUT(player=names(person))
        for person, rubbers in gone.out
    ]
    return "\n".join(map(small, lines))


# A robot's chair


def chairs_screen(view: SeatView, table_id: str) -> Screen:
    """The chairs that robots have, for somebody who would take one."""
    speech, rubber = Speech.at_table(view.table), view.table.rubber
    assert rubber is not None
    made = tuple(
        Button(str(Press("join", table_id, what=seat.letter)), chair_named(speech, rubber, seat))
        for seat in rubber.robots
    )
    left = any(isinstance(rubber.owners.of(seat), Person) for seat in rubber.robots)
    asked = small(OTHERS_ASKED()) if left else ""
    return Screen((text(WHICH_CHAIR(), asked), *rows(made)), GREY)


def chair_named(speech: Speech, rubber: PublicRubber, seat: Seat) -> str:
    """A chair with its robot: ``West (Hoyle)``."""
    robot = rubber.seats.of(seat)
    assert isinstance(robot, RobotMember)
    return f"{speech.seat(seat)} ({robot.name})"


def seated_screen(note: str) -> Screen:
    """What the choice of a chair turns into once one is taken."""
    return Screen((text(note),), GREY)
