"""All that can be looked at once a deal is over: the list behind the button **More**, and what a press on it
leads to. One message shows each in turn, and the way back; its ids say so, so that it works after a restart.
"""

from __future__ import annotations

from typing import Final

from rules.frozen import replace
from rules.games.all_games import variant_of
from rules.seats import BySeat, Member, RobotMember
from rules.view import Alone, FinishedDeal, PublicTable
from screens.alone import to_compare
from screens.buttons import BEHIND_MORE, look_button
from screens.parts import INK, heading, text
from screens.presses import Press, read_as
from screens.result import headline, speech_of_players
from screens.screen import ROW_SIZE, Button, Part, Row, Screen, Select, rows
from screens.words import after as words
from screens.words.games.all_games import words_of
from screens.words.names import Names

IN_PLACE: Final = "in"
"""Which way a button shows what it names: on the message on which it stands."""
RESULT: Final = "out"
"""The way back from the list to the result, where that stood on the same message."""


def more_screen(
    deal: FinishedDeal,
    seats: BySeat[Member],
    table_id: str,
    names: Names,
    *,
    at: PublicTable,
    alone: Alone | None = None,
) -> Screen:
    """The list of what can be looked at, which takes the place of the result where one person plays
    ``alone``."""
    robots = any(isinstance(sitting, RobotMember) for sitting in seats)
    looks = tuple(
        look_button(verb, table_id, deal.number, IN_PLACE) for verb in BEHIND_MORE if robots or verb != "why"
    )
    back = Button(str(Press("more", table_id, deal.number, what=RESULT)), words.BACK())
    offers = alone is not None and alone.given is None
    own = () if alone is None else (*((to_compare(table_id, deal.number),) if offers else ()), back)
    told = heading(
        headline(speech_of_players(deal, seats, names, at), deal, words_of(at.game), variant_of(at))
    )
    three = (looks[at : at + 3] for at in range(0, len(looks), 3))  # a phone breaks rows of four
    return Screen((text(told), *map(Row, three), *rows(own)), INK)


def with_back(screen: Screen, table_id: str, deal: int) -> Screen:
    """What was looked at, with the button that leads back to the list. What else can be looked at from there
    is shown in place too."""
    back = Button(str(Press("more", table_id, deal, what=IN_PLACE)), words.BACK())
    *others, last = (_kept_in_place(part) for part in screen.parts)
    if isinstance(last, Row) and len(last.buttons) < ROW_SIZE:
        return replace(screen, parts=(*others, Row((*last.buttons, back))))
    return replace(screen, parts=(*others, last, Row((back,))))


def _kept_in_place(part: Part) -> Part:
    match part:
        case Row(pressed):
            return Row(tuple(one._replace(id=_in_place(one.id)) for one in pressed))
        case Select():
            return replace(part, id=_in_place(part.id))
    return part


def _in_place(custom_id: str) -> str:
    press = read_as(Press, custom_id)
    if press is None or press.verb not in BEHIND_MORE:
        return custom_id
    return str(press._replace(what=f"{IN_PLACE}:{press.what}" if press.what else IN_PLACE))


def way_of(press: Press) -> tuple[bool, str]:
    """Whether a press is answered in place, and what else it names."""
    way, _, what = press.what.partition(":")
    return (True, what) if way == IN_PLACE else (False, press.what)
