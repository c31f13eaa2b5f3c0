"""Who is there: whose turn it is, absent people, robots' chairs, who waits for one, pauses, leaving, closing.

Somebody whose leaving has a price is asked first. People are told in private why a table or score sheet of
theirs is adjourned, and what they may do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rules.frozen import replace
from rules.refusals import Ending, Forfeit, Price
from rules.seats import Member, Person
from rules.sheet.page import SheetView
from rules.view import Phase, PublicTable, SeatView
from screens import buttons
from screens.brought import AGREES_TO_BRINGER
from screens.parts import BAIZE, BRASS, CLARET, GREY, heading, noted, small, text
from screens.presses import Press
from screens.screen import ROW_SIZE, Button, Link, Part, Row, Screen, Select, Style, rows
from screens.sheets import ScorePress
from screens.words import scorebook as sheet_words
from screens.words import table as words
from screens.words.languages import Label, Sentence, counted, say
from screens.words.names import Names, Speech, all_of
from screens.words.page import OPEN_THE_TABLE, YOUR_LINK
from screens.words.refusals import leaving_costs

# Whose turn it is

YOUR_TURN: Final = Sentence("{player}, it is your turn.")
"""In the channel, with a mention."""
YOUR_TURN_IN_PRIVATE: Final = Sentence("It is your turn at the table in {channel}.")
"""In direct messages."""
TO_THE_TABLE: Final = Sentence("Go to the table")
TO_YOUR_CARDS: Final = Sentence("Go to your cards")


def alert_screen(table_id: str, user: int, *, where: str, link: str, private: bool) -> Screen:
    """The message that tells somebody that a table waits for them. ``where`` mentions the table's channel;
    ``link`` leads to the table or, in direct messages, to the panel. In the channel, where the user plays
    from copies of their hand, there is a button for one."""
    if private:
        return Screen((text(YOUR_TURN_IN_PRIVATE(channel=where), f"[{TO_YOUR_CARDS()}]({link})"),), BRASS)
    line = text(YOUR_TURN(player=f"<@{user}>"), f"[{TO_THE_TABLE()}]({link})")
    return Screen((line, Row((buttons.hand_button(table_id),))), BRASS, pings=user)


# Absent players, robots' chairs and pauses

ABSENT_ARE_WAITED_FOR: Final = Sentence("This table waits for absent players as long as it takes.")
ROBOT_PLAYS_FOR_YOU: Final = Sentence(
    "A robot plays for you. Press **Take my chair back** whenever you like."
)
"""On the panel of somebody whose chair a robot has."""
CHAIR_BACK: Final = Sentence("The chair is yours again.")

WHICH_CHAIR: Final = Sentence("Which chair do you take?")
OTHERS_ASKED: Final = Sentence("If the player has left, I ask the others first.")
SEATED_NOW: Final = Sentence(
    "You have taken a robot's chair. Press **{button}** on the table to see your cards. "
    "This rubber was under way, so its result does not count for you.",
    button=words.MY_HAND,
)
SEATED_NEXT: Final = Sentence(
    "A robot's chair is yours from the next deal. "
    "This rubber is under way, so its result does not count for you."
)

PAUSED: Final = Sentence("Paused")
RESUMED: Final = Sentence("The table goes on.")
PAUSED_NOTE: Final = Sentence(
    "The table is paused. Anybody who plays may press **{button}**.", button=words.RESUME
)
PAUSED_BY: Final = Sentence("{player} paused the table. Any player may resume it.")
ABANDONED: Final = Sentence("Adjourned")
ABANDONED_WHY: Final = Sentence(
    "Nobody has played for a while. Nothing is lost: anybody who plays may resume."
)
NOBODY_STARTED: Final = Sentence("Nobody has started a rubber for a while. Press **Resume** to go on.")
NOBODY_LEFT: Final = Sentence("Nobody has started a rubber for a while. Press **Join** to go on.")
"""At a table that all have left."""


def presence(view: SeatView, table_id: str, names: Names) -> tuple[Part, ...]:
    """What is shown above a table that is paused or adjourned, or that waits for somebody who is absent."""
    table, rubber = view.table, view.table.rubber
    if table.abandoned:
        said = text(heading(ABANDONED()), ABANDONED_WHY())
        return said, *rows((buttons.resume_button(table_id),))
    if table.paused is not None:
        said = text(heading(PAUSED()), PAUSED_BY(player=names(table.paused)))
        return said, *rows((buttons.resume_button(table_id),))
    late = [seat for seat in table.late if seat is not view.viewer]
    if rubber is None or not late:
        return ()
    absent = text(away([names(rubber.seats.of(seat)) for seat in late]))
    return absent, *rows((buttons.replace_button(table_id, len(late)),))


def away(who: Sequence[str]) -> str:
    """Who has kept the table waiting for long."""
    return counted(
        len(who),
        "{players} has been away for a while. A robot may sit in; the chair stays theirs.",
        "{players} have been away for a while. Robots may sit in; the chairs stay theirs.",
        players=all_of(who),
    )


def house_buttons(view: SeatView, table_id: str) -> tuple[Button, ...]:
    """The buttons below the table: the score, and the chairs that robots have."""
    rubber = view.table.rubber
    assert rubber is not None
    more, chairs = [buttons.score_button(table_id)], zip(rubber.owners, rubber.seats, strict=True)
    if any(isinstance(owner, Person) and owner != one for owner, one in chairs):
        more.append(buttons.back_button(table_id))
    if rubber.robots:
        more.append(buttons.take_chair_button(Speech.at_table(view.table), table_id, rubber.robots))
    return tuple(more)


def with_presence(screen: Screen, view: SeatView, table_id: str, names: Names, *, owns: bool) -> Screen:
    """Somebody's own panel, with what stands above and below the table. ``owns``: they have a chair in the
    rubber, in which a robot may sit."""
    if view.table.rubber is None or view.table.phase is Phase.CLOSED:
        return screen
    above = presence(view, table_id, names)
    after: tuple[Part, ...] = ()
    if owns and view.viewer is None:
        above = (*above, text(ROBOT_PLAYS_FOR_YOU()))
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


def with_page(screen: Screen, table_id: str) -> Screen:
    """Somebody's own panel, with the button that gives them a link to the page of the table."""
    button = buttons.page_button(table_id)
    *before, last = screen.parts
    if isinstance(last, Row) and len(last.buttons) < ROW_SIZE:
        return replace(screen, parts=(*before, Row((*last.buttons, button))))
    return replace(screen, parts=(*screen.parts, Row((button,))))


def link_screen(address: str) -> Screen:
    """A link of their own to the page of a table."""
    return Screen((text(YOUR_LINK()), Link(address, OPEN_THE_TABLE())), BAIZE)


# Who waits for a chair, and a substitute for somebody who left

WAITING: Final = Sentence("Waiting for a chair: {players}.")
"""The members without a chair, the next to come in first."""
ADMIT: Final = Label("a button", "Allow")
DO_NOT_ADMIT: Final = Label("a button", "Refuse")
ADMITTED: Final = Sentence("You agree that they sit in.")
NOT_ADMITTED: Final = Sentence("You refused: nobody sits in.")


def waiting_line(table: PublicTable, names: Names) -> str:
    """The members without a chair; empty if there are none."""
    return (
        small(WAITING(players=all_of([names(person) for person in table.waiting]))) if table.waiting else ""
    )


def members_parts(view: SeatView, table_id: str, names: Names) -> tuple[Part, ...]:
    """Below a table at play: who waits for a chair, and whether somebody may sit in for one who left."""
    table, rubber = view.table, view.table.rubber
    line = waiting_line(table, names)
    parts: tuple[Part, ...] = (text(line),) if line else ()
    if rubber is None or (asking := rubber.asking) is None:
        return parts
    agreed = [names(person) for person in table.members if person in asking.agreed]
    question = asks_to_sit_in(names(asking.person), names(rubber.owners.of(asking.seat)), agreed)
    return (*parts, text(question), *rows(_yes_and_no(table_id, asking.person)))


def asks_to_sit_in(who: str, where: str, agreed: Sequence[str]) -> str:
    """The question whether somebody may be a substitute for another, who left, and who has agreed."""
    question = say(
        "Can {player} sit in for {absent}, who left, until the rubber is over? All must agree.",
        player=who,
        absent=where,
    )
    if not agreed:
        return question
    have = say("Agreed: {players}.", players=all_of(agreed))
    return f"{question} {have}"


def _yes_and_no(table_id: str, about: Person) -> tuple[Button, ...]:
    """Yes and no. Their ids say whom they are about, since somebody else may ask before they are pressed."""
    yes = Press("admit", table_id, what=f"yes:{about.alias}")
    no = Press("admit", table_id, what=f"no:{about.alias}")
    return (
        Button(str(yes), ADMIT(), Style.SUCCESS),
        Button(str(no), DO_NOT_ADMIT(), Style.SECONDARY),
    )


# Closing, if all agree


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


def closing_lines(table: PublicTable, names: Names) -> str:
    """Who would close the table, and who has still to agree; empty if nobody would close it."""
    if not table.closing:
        return ""
    persons = [member for member in table.members if isinstance(member, Person)]
    agreed = all_of([names(member) for member in persons if member in table.closing])
    waiting = [names(member) for member in persons if member not in table.closing]
    if not waiting:
        return say("Close the table? Agreed: {agreed}.", agreed=agreed)
    return say(
        "Close the table? Agreed: {agreed}. Waiting for {waiting}.", agreed=agreed, waiting=all_of(waiting)
    )


# Leaving

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
    """Asks whether somebody means to leave at this ``price``. The table has begun so many ``rubbers``: the
    confirmation holds for the present one only."""
    press = Press("leave", table_id, rubbers, what=_WORDS[price])
    button = Button(str(press), words.LEAVE_ALL_THE_SAME(), Style.DANGER)
    return Screen((text(leaving_costs(price)), Row((button,))), CLARET)


def confirmed(press: Press, rubbers: int) -> Price | None:
    """The price that a press of Leave confirms, if the table is still at the same rubber; else None."""
    if press.at != rubbers:
        return None
    return next((price for price, word in _WORDS.items() if word == press.what), None)


def left_screen(note: str) -> Screen:
    """What the question turns into once it has been answered."""
    return Screen((text(note),), CLARET)


# Adjourned tables and sheets, in private


def adjourned_screen(table: PublicTable, table_id: str, names: Names, *, days: int, note: str = "") -> Screen:
    """A table that cannot be reached. It closes after so many ``days`` without any act."""
    body = text(
        noted(note),
        heading(words.ADJOURNED()),
        words.ADJOURNED_WHY(),
        words.ADJOURNED_HOW(),
        closing_lines(table, names),
        small(words.CLOSES_AFTER(days)),
    )
    return Screen((body, Row((buttons.leave_button(table_id), _closing_button(table, table_id)))), GREY)


def abandoned_screen(table: PublicTable, table_id: str, names: Names, *, days: int, note: str = "") -> Screen:
    """A table at which nobody has done anything for long. It closes after so many ``days`` without an act."""
    body = text(
        noted(note),
        heading(ABANDONED()),
        ABANDONED_WHY(),
        closing_lines(table, names),
        small(words.CLOSES_AFTER(days)),
    )
    acts = (
        buttons.resume_button(table_id),
        buttons.leave_button(table_id),
        _closing_button(table, table_id),
    )
    return Screen((body, Row(acts)), GREY)


def _closing_button(table: PublicTable, table_id: str) -> Button:
    return buttons.agree_to_close_button(table_id) if table.closing else buttons.close_button(table_id)


def sheet_notice(view: SheetView, sheet: str, *, days: int, room: str) -> Screen:
    """A score sheet that is adjourned. It closes after so many ``days`` without any act; ``room`` mentions
    its channel."""
    if view.closed:
        return Screen((text(sheet_words.CLOSED()),), GREY)
    if not view.adjourned:
        return Screen((text(sheet_words.GOES_ON(channel=room)),), GREY)
    body = text(
        heading(sheet_words.ADJOURNED()),
        words.ADJOURNED_WHY(),
        sheet_words.ADJOURNED_HOW(),
        small(words.CLOSES_AFTER(days)),
    )
    press = ScorePress("close", sheet, view.page.number, view.page.turn)
    return Screen((body, Row((Button(str(press), sheet_words.CLOSE()),))), GREY)


# What a command or a press says that it has done


CHAIR_NOTES: Final = {
    "leave": Sentence("You have left the table."),
    "robot": Sentence("A robot has joined."),
    "replaced": Sentence(
        "A robot plays on. The player it plays for can press **{button}**.", button=words.TAKE_BACK
    ),
    "unrobot": Sentence("The robot that came last has gone."),
    "start": Sentence("The rubber begins."),
    "seat": Sentence("You have chosen your seat."),
    "dummy": Sentence("You will have Dummy next time."),
    "first": Sentence("Your dummy will deal first next time."),
    "pause": PAUSED_NOTE,
    "resume": RESUMED,
    "back": CHAIR_BACK,
    "admitted": ADMITTED,
    "bringer": AGREES_TO_BRINGER,
    "unadmitted": NOT_ADMITTED,
}
