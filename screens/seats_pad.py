"""The seats pad: who plays which hand, before a score sheet is opened.

Users are chosen from Discord's own list. A guest, who is nobody on Discord, is added by a button and a form,
so that a name typed wrongly never becomes one. Who has been chosen stands in the ids of the lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rules.frozen import frozen, replace
from rules.games.all_games import GAMES
from rules.games.variant import Game
from rules.seats import BySeat, Seat
from screens.parts import BAIZE, GREY, heading, noted, small, text
from screens.presses import Found, form, read_as
from screens.reading import NAME_LENGTH
from screens.screen import Button, Form, Line, Offer, Part, People, Row, Screen, Select, Style
from screens.words import pad as pad_words
from screens.words.games.all_games import words_of
from screens.words.languages import Label, Sentence, counted, say
from screens.words.names import ON_PAPER as SPEECH
from screens.words.names import Speech
from screens.words.table import DUMMY

TITLE: Final = Sentence("Who plays?")
HOW: Final = Sentence(
    "Choose a person for each seat. Somebody who is not on Discord is added as a guest, by name."
)
GAME: Final = Label("a list", "Choose the game")
OPEN: Final = Label("a button", "Open the sheet")
GUEST: Final = Label("a field", "The guest's name")
PUT_AWAY: Final = Sentence("No sheet was opened.")
SEAT_LABEL: Final = Label("a list", "{seat}: choose a person")
"""What an empty list of users says."""
GUEST_BUTTON: Final = Label("a button", "Guest {seat}")
GUEST_TITLE: Final = Label("a title", "A guest who plays {seat}")


def sits(speech: Speech, of: Seat, who: str) -> str:
    return f"**{speech.seat(of)}** {who}"


GUEST_NAME: Final = Sentence("{name} (guest)")


def empty() -> str:
    return "–"


def count(players: int, taken: int) -> str:
    """Who is still missing; empty once everybody has a seat."""
    if taken > players:
        return say(
            "This game is for {players}: clear {more} of the seats.", players=players, more=taken - players
        )
    if taken == players:
        return ""
    return counted(
        players - taken,
        "Still to choose: {count} of {players} players.",
        "Still to choose: {count} of {players} players.",
        players=players,
    )


Sitting = int | str | None
"""A user's id, the name of a guest, or nobody: then the hand is a dummy."""

NOBODY: Final = BySeat[Sitting](None, None, None, None)
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
SEATS_VERBS: Final = ("user", "guest", "name", "game", "open", "drop")


@frozen
class Seating:
    """A game, and who sits where."""

    game: str
    sitting: BySeat[Sitting] = NOBODY

    @property
    def players(self) -> int:
        return GAMES[self.game].variant().players

    @property
    def taken(self) -> int:
        return sum(one is not None for one in self.sitting)

    @property
    def is_full(self) -> bool:
        return self.taken == self.players


@frozen
class SeatsPress:
    """A button, list or form of the seats pad. ``rest`` is the game, or who sits there."""

    verb: str
    seat: Seat | None = None
    rest: str = ""

    def __str__(self) -> str:
        return f"seats-{self.verb}:{self.seat.letter if self.seat is not None else ''}:{self.rest}"


@form(SeatsPress, SEATS_VERBS, r"(?P<seat>[NESW]?):(?P<rest>[^:\n]{0,60})", "seats-")
def _of_seats(verb: str, found: Found) -> SeatsPress:
    return SeatsPress(verb, Seat(found["seat"]) if found["seat"] else None, found["rest"])


def seating_of(custom_ids: Iterable[str]) -> Seating | None:
    """What has been chosen on a message with these ids; None if it is no seats pad."""
    game, sitting = None, NOBODY
    for one in custom_ids:
        press = read_as(SeatsPress, one)
        if press is None:
            continue
        if press.verb == "game" and press.rest in GAMES:
            game = press.rest
        elif press.verb == "user" and press.seat is not None:
            sitting = sitting.put(press.seat, _occupant(press.rest))
    return Seating(game, sitting) if game is not None else None


def seated(seating: Seating, seat: Seat, who: Sitting) -> Seating:
    """The seating with this person there. A user is then in no other seat."""
    sitting = BySeat(*(None if isinstance(one, int) and one == who else one for one in seating.sitting))
    return replace(seating, sitting=sitting.put(seat, who))


def seats_screen(seating: Seating, note: str = "") -> Screen:
    game = GAMES[seating.game]
    offers = tuple(Offer(key, words_of(key).name, chosen=key == seating.game) for key in GAMES)
    guests = tuple(
        Button(
            str(SeatsPress("guest", seat)),
            GUEST_BUTTON(seat=SPEECH.seat(seat)),
            Style.PRIMARY if isinstance(seating.sitting.of(seat), str) else Style.SECONDARY,
        )
        for seat in Seat
    )
    parts: list[Part] = [
        text(noted(note), heading(TITLE()), small(HOW())),
        Select(str(SeatsPress("game", rest=seating.game)), GAME(), offers),
        *(_list(seat, seating.sitting.of(seat)) for seat in Seat),
        Row(guests),
        text(*_sit(seating, game), small(count(seating.players, seating.taken))),
        Row(
            (
                Button(str(SeatsPress("open")), OPEN(), Style.SUCCESS, disabled=not seating.is_full),
                Button(str(SeatsPress("drop")), pad_words.DROP()),
            )
        ),
    ]
    return Screen(tuple(parts), BAIZE)


def guest_form(seating: Seating, seat: Seat) -> Form:
    now = seating.sitting.of(seat)
    title = GUEST_TITLE(seat=SPEECH.seat(seat))
    line = Line(GUEST(), now if isinstance(now, str) else "", NAME_LENGTH)
    return Form(str(SeatsPress("name", seat)), title, (line,))


def no_seats_screen() -> Screen:
    return Screen((text(PUT_AWAY()),), GREY)


def opened_screen(said: str, button: str) -> Screen:
    """In place of the pad once the sheet lies in the channel."""
    enter = Button(button, pad_words.ENTER(), Style.PRIMARY)
    return Screen((text(said), Row((enter,))), BAIZE)


def _list(seat: Seat, who: Sitting) -> People:
    press = SeatsPress("user", seat, _code(who))
    return People(str(press), SEAT_LABEL(seat=SPEECH.seat(seat)), who if isinstance(who, int) else None)


def _sit(seating: Seating, game: Game) -> Iterator[str]:
    dummies = seating.is_full and game.variant().dummies
    for seat in Seat:
        match seating.sitting.of(seat):
            case int(user):
                who = f"<@{user}>"
            case str(name):
                who = GUEST_NAME(name=name)
            case _:
                who = DUMMY() if dummies else empty()
        yield sits(SPEECH, seat, who)


def _code(who: Sitting) -> str:
    match who:
        case int(user):
            digits = ""
            while user:
                user, digit = divmod(user, len(_DIGITS))
                digits = _DIGITS[digit] + digits
            return f"u{digits or '0'}"
        case str(name):
            return f"g{name}"
    return ""


def _occupant(code: str) -> Sitting:
    if code.startswith("u") and code[1:].isalnum() and code.isascii():
        return int(code[1:], len(_DIGITS))
    return code[1:] if code.startswith("g") and len(code) > 1 else None
