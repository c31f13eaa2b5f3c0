"""What a director does in an evening by buttons, on a message that only they see.

They end the round, give a table a result, seat a robot, bring the evening's message down, or close the
evening. What cannot be undone is asked once more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rules.evening.page import SeenEvening
from screens.evening import EveningPress
from screens.parts import BAIZE, CLARET, heading, noted, small, text
from screens.presses import ID, Found, form
from screens.screen import Button, Offer, Part, People, Row, Screen, Select, Style, rows
from screens.words import evenings as words
from screens.words.languages import Label, Plural, Sentence

DIRECTOR_BUTTONS: Final = {
    "call": ("evening call",),
    "close": ("evening close",),
    "show": ("evening show",),
    "robot": ("evening robot",),
    "adjust": ("evening adjust",),
    "result": ("evening adjust",),
    "back": ("evening show",),
}
"""Every button and list of a director's message, by verb, with the commands that do the same."""
SURE: Final = "sure"
"""What the id of a button says that does what has been asked once more."""
AVERAGE: Final = "average"


@form(
    EveningPress,
    DIRECTOR_BUTTONS,
    rf"(?P<evening>{ID}):(?P<round>\d{{1,3}})(?::(?P<what>\w{{1,8}}))?",
    "evening-",
)
def _of_director(verb: str, found: Found) -> EveningPress:
    return EveningPress(verb, found["evening"], int(found["round"]), found["what"] or "")


TITLE: Final = Sentence("You direct this evening")
WHOSE: Final = Sentence("A robot in whose place?")
WHICH: Final = Sentence("Give a table a result")
TABLE: Final = Label("a list", "Table {table}")
RESULT: Final = Label("a list", "North and south won…")
RESULT_AT: Final = Sentence("**Table {table}**: what is its result?")
NS_WON: Final = Plural("{count} trick", "{count} tricks")
AN_AVERAGE: Final = Label("a list", "An average: half of the matchpoints")
POINTS_BY_COMMAND: Final = Sentence(
    "Points of your own: `/evening adjust` with `points` and `table: {table}`"
)
END_ROUND: Final = Label("a button of an evening", "End this round")
CLOSE: Final = Label("a button of an evening", "Close the evening")
LOWEST: Final = Label("a button of an evening", "Bring the message down")
GO_BACK: Final = Label("a button", "Back")
ENDS_ROUND: Final = Sentence(
    "**End this round now?** Tables that are still playing stop: where losers move their tricks so far "
    "count, at duplicate they have an average."
)
ENDS_EVENING: Final = Sentence(
    "**Close the evening now?** What has been scored counts, and nothing is played on."
)
LISTED: Final = 25
"""Discord's limit for the lines of a list."""


def director_screen(seen: SeenEvening, evening_id: str, note: str = "") -> Screen:
    """All that a director may do now."""
    playing = [one.sitting.table for one in seen.open_tables]
    told = words.still_playing(playing) if playing and not seen.closed else ""
    top = text(noted(note), heading(TITLE()), small(words.title(seen.plan)), told)
    return Screen((top, *_lists(seen, evening_id), *_buttons(seen, evening_id)), BAIZE)


def _lists(seen: SeenEvening, evening_id: str) -> Iterator[Part]:
    if seen.closed or not seen.round:
        return
    yield People(_press("robot", evening_id, seen), WHOSE())
    tables = [one.sitting.table for one in seen.open_tables or seen.tables]
    yield Select(
        _press("adjust", evening_id, seen),
        WHICH(),
        tuple(Offer(str(one), TABLE(table=one)) for one in tables[:LISTED]),
    )


def _buttons(seen: SeenEvening, evening_id: str) -> tuple[Row, ...]:
    acts = [Button(_press("show", evening_id, seen), LOWEST())]
    if not seen.closed:
        if seen.open_tables:
            acts.append(Button(_press("call", evening_id, seen), END_ROUND(), Style.DANGER))
        acts.append(Button(_press("close", evening_id, seen), CLOSE(), Style.DANGER))
    return rows(tuple(acts))


def sure_screen(seen: SeenEvening, evening_id: str, verb: str) -> Screen:
    """Asks once more before the round or the evening ends."""
    asked, label = (ENDS_ROUND(), END_ROUND()) if verb == "call" else (ENDS_EVENING(), CLOSE())
    sure = Button(_press(verb, evening_id, seen, SURE), label, Style.DANGER)
    return Screen((text(asked), *rows((sure, _back(seen, evening_id)))), CLARET)


def result_screen(seen: SeenEvening, evening_id: str, table: int) -> Screen:
    """The results that a table can be given by a list: tricks where losers move, an average at duplicate."""
    duplicate = seen.plan.kind.duplicate
    offers = (
        (Offer(AVERAGE, AN_AVERAGE()),)
        if duplicate
        else tuple(Offer(str(tricks), NS_WON(tricks)) for tricks in range(14))
    )
    asked = text(RESULT_AT(table=table), small(POINTS_BY_COMMAND(table=table)) if duplicate else "")
    results = Select(_press("result", evening_id, seen, str(table)), RESULT(), offers)
    return Screen((asked, results, *rows((_back(seen, evening_id),))), BAIZE)


def _back(seen: SeenEvening, evening_id: str) -> Button:
    return Button(_press("back", evening_id, seen), GO_BACK())


def _press(verb: str, evening_id: str, seen: SeenEvening, what: str = "") -> str:
    return str(EveningPress(verb, evening_id, seen.round, what))
