"""The result of a deal that stands until the people at the table have seen it, and what is left of it then.

While it stands it is the lowest message, and has what the table's message has besides. It does not name those
who are waited for, so that a press changes nothing on it but the moment: who has pressed is told on their own
panel for whom they wait.
"""

from __future__ import annotations

from typing import Final

from rules.games.all_games import variant_of
from rules.seats import BySeat, Member
from rules.view import FinishedDeal, PublicTable, SeatView
from screens.chairs import closing, house_buttons, members_parts, presence
from screens.parts import BAIZE, BRASS, GREY, heading, small, text
from screens.presses import Press
from screens.result import headline, speech_of_players, standing_line
from screens.screen import Button, Part, Row, Screen, Style, rows
from screens.words.after import FORWARD
from screens.words.games.all_games import words_of
from screens.words.languages import Label, Sentence
from screens.words.names import Names, Speech, all_of
from screens.words.table import sealed

ALL: Final = "all"
"""What **Show** asks for: the whole result."""
SHOW: Final = Label("a button", "Show")
GOES_ON: Final = Sentence(
    "The next deal comes {time}, or once all have pressed **{button}**.", button=FORWARD
)
HAVE_YOU_SEEN: Final = Sentence("Press **{button}** for your next hand.")
WAITING_TO_SEE: Final = Sentence("Your next hand comes here. Waiting for {players}.")


def next_button(table_id: str, deal: int) -> Button:
    """It cuts the pack as **Cut the pack** does, once all have pressed it."""
    return Button(str(Press("cut", table_id, deal)), FORWARD(), Style.PRIMARY)


def held_screen(result: Screen, view: SeatView, table_id: str, names: Names, *, until: int) -> Screen:
    """A ``result`` that stands ``until`` then, in seconds since 1970, if nobody presses."""
    *told, looks = result.parts
    still, pack = view.table.stands_still, view.table.pack
    acts: tuple[Button, ...] = looks.buttons if isinstance(looks, Row) else ()
    goes_on: tuple[Part, ...] = ()
    if not still and pack is not None:
        acts = (next_button(table_id, pack.deal), *acts)
        goes_on = (text(small(GOES_ON(time=f"<t:{until}:R>")), small(sealed(pack.commitment))),)
    return Screen(
        (
            *presence(view, table_id, names),
            *told,
            *goes_on,
            *rows((*acts, *house_buttons(view, table_id))),
            *members_parts(view, table_id, names),
            *closing(view.table, table_id, names),
        ),
        GREY if still else BAIZE,
    )


def folded_screen(
    deal: FinishedDeal, seats: BySeat[Member], table_id: str, names: Names, at: PublicTable
) -> Screen:
    """What is left of a result in the channel, once the next deal is dealt."""
    speech, variant = speech_of_players(deal, seats, names, at), variant_of(at)
    told = text(
        heading(headline(speech, deal, words_of(at.game), variant)),
        small(standing_line(Speech.at_table(at), deal, variant.rubber)),
    )
    return Screen((told, Row((Button(str(Press("more", table_id, deal.number, what=ALL)), SHOW()),))), GREY)


def between_screen(view: SeatView, member: Member, table_id: str, names: Names, *, above: str = "") -> Screen:
    """The panel of somebody who sits at a table at which a result stands."""
    unready, pack = view.table.unready, view.table.pack
    if member in unready and pack is not None:
        go_on = Row((next_button(table_id, pack.deal),))
        return Screen((text(above, HAVE_YOU_SEEN(button=FORWARD())), go_on), BRASS)
    waits = WAITING_TO_SEE(players=all_of([names(one) for one in unready])) if unready else ""
    return Screen((text(above, waits),), GREY)
