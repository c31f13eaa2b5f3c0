"""A score sheet: the seats pad, by which it is opened, the sheet as it stands in its channel, and a whole
page of it for somebody who asks.

The sheet is made from a ``SheetView``, which holds nothing but what everybody at the table knows. On the pad
users are chosen from Discord's own list; a guest, who is nobody on Discord, is added by a button and a form,
so that a name typed wrongly never becomes one. Who has been chosen stands in the ids of the lists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rules.counting.reckon import Entry
from rules.frozen import frozen, replace
from rules.games.all_games import GAMES
from rules.games.variant import Game
from rules.seats import BySeat, Member, Person, Seat, Side
from rules.sheet.page import Page, SheetView, Written
from screens.deck import longest
from screens.moments import best_of_sheet
from screens.parts import BAIZE, BRASS, GREY, heading, noted, small, text
from screens.presses import Found, form, read_as
from screens.reading import NAME_LENGTH
from screens.screen import (
    ROOM,
    Button,
    Divider,
    Form,
    Line,
    Offer,
    Part,
    People,
    Picture,
    Row,
    Screen,
    Select,
    Style,
    Text,
    rows,
)
from screens.sheets import ScorePress, in_full, rubber_lines, score_sheet
from screens.words import options as option_words
from screens.words import pad as pad_words
from screens.words import scorebook as words
from screens.words import scores
from screens.words.games.all_games import words_of
from screens.words.gamewords import Held
from screens.words.languages import Label, Sentence, counted, say
from screens.words.names import ON_PAPER, Names, Speech
from screens.words.names import ON_PAPER as SPEECH
from screens.words.table import DUMMY

AROUND: Final = 300
"""The characters that are kept for what tells of the deals before and after."""
OPTIONS_SHOWN: Final = 8


def sheet_screen(
    view: SheetView, rubber: int, sheet: str, names: Names, picture: Picture | None = None
) -> Screen:
    """One page as everybody sees it: the score, as a picture if there is one, the last deal line by line, and
    who has confirmed it."""
    if rubber > len(view.pages):
        return Screen((text(words.TAKEN_AWAY()),), GREY)
    speech, page = ON_PAPER, view.pages[rubber - 1]
    parts: list[Part] = [_heading(speech, view, page, names)]
    if page.deals:
        parts.append(Divider())
        parts.append(text(*_deal_lines(speech, view, len(page.deals), page.deals[-1])))
    parts.append(_score(page_score(speech, view, page), picture))
    if exact := tuple(in_full(speech, page.standing.totals)):
        parts.append(text(*exact))
    if page.ended is not None:
        parts += [Divider(), text(*_ended_lines(speech, view, page, names))]
    if view.closed:
        parts.append(text(small(words.PAGE_CLOSED())))
    parts += rows(_buttons(view, page, sheet))
    return Screen(tuple(parts), GREY if view.closed else BRASS if page.ended is not None else BAIZE)


def full_screen(
    view: SheetView, rubber: int, names: Names, picture: Picture | None = None, *, first: int | None = None
) -> Screen:
    """A page with every line of its deals: beginning with deal ``first``, or else the last deals that fit."""
    speech, page = ON_PAPER, view.pages[rubber - 1]
    blocks = ["\n".join(_deal_lines(speech, view, number, deal)) for number, deal in enumerate(page.deals, 1)]
    head, score = _heading(speech, view, page, names), page_score(speech, view, page)
    ended = text(*_ended_lines(speech, view, page, names)) if page.ended is not None else text()
    room = ROOM - AROUND - sum(map(longest, (head.markdown, score, ended.markdown)))
    start, end = _window([longest(one) for one in blocks], room, first)
    parts: list[Part] = [head]
    if start:
        parts.append(text(small(words.EARLIER(start))))
    if start < end:
        parts.append(text("\n".join(blocks[start:end])))
    if end < len(blocks):
        parts.append(text(small(words.LATER(first=end + 1))))
    parts.append(_score(score, picture))
    if page.ended is not None:
        parts.append(ended)
    return Screen(tuple(parts), BRASS)


def _window(lengths: list[int], room: int, first: int | None) -> tuple[int, int]:
    """Which deals there is room for, by the lengths of their lines."""
    if first is not None:
        start = end = min(max(first - 1, 0), max(len(lengths) - 1, 0))
        while end < len(lengths) and (lengths[end] < room or end == start):
            room -= lengths[end] + 1
            end += 1
        return start, end
    start = len(lengths)
    while start and (lengths[start - 1] < room or start == len(lengths)):
        start -= 1
        room -= lengths[start] + 1
    return start, len(lengths)


def _heading(speech: Speech, view: SheetView, page: Page, names: Names) -> Text:
    """The game, the rubber, who sits where, and the options that are not at their defaults."""
    sitting = (
        words.sits(speech, seat, names(view.seats.of(seat)), dummy=seat in view.dummies) for seat in Seat
    )
    chosen = GAMES[view.game].differing(dict(view.options))
    arranged = [option_words.option_line(key, value) for key, value in chosen]
    return text(
        heading(words.TITLE(game=words_of(view.game).name, number=page.number)),
        *sitting,
        *(small(line) for line in arranged[:OPTIONS_SHOWN]),
    )


def _score(said: str, picture: Picture | None) -> Part:
    """As a picture; in words before the first deal, and where pictures cannot be sent."""
    return replace(picture, instead=said) if picture is not None else text(said)


def undone(before: SheetView, after: SheetView) -> str:
    """What has been taken back from a sheet."""
    if len(after.pages) < len(before.pages):
        return words.PAGE_TAKEN_BACK()
    was, now = before.page, after.page
    if len(now.deals) == len(was.deals):
        return words.GOES_ON_AGAIN() if now != was else words.HAS_BEEN_TAKEN_BACK()
    speech, said = Speech.at_table(before), words_of(before.game)
    return words.TAKEN_BACK(deal=words.deal_title(speech, len(was.deals), was.deals[-1].told, said))


def page_score(speech: Speech, view: SheetView, page: Page) -> str:
    """The score of a rubber as its players would write it down."""
    if not page.deals:
        return words.NOTHING_YET()
    entered = tuple(deal.entries for deal in page.deals)
    return score_sheet(speech, entered, view.law, words_of(view.game), ended=page.ended)


def _deal_lines(speech: Speech, view: SheetView, number: int, deal: Written) -> Iterator[str]:
    """What was declared, the tricks, and each line of the score with its reason, one side after the other."""
    told, of = deal.told, words_of(view.game)
    yield f"**{words.deal_title(speech, number, told, of)}**"
    if told.called is None:
        yield small(scores.tricks_won(speech, told.tricks.ns, told.tricks.ew))
    yield from reasons(speech, view, deal)


def reasons(speech: Speech, view: SheetView, deal: Written) -> Iterator[str]:
    """Each line of the score of a deal with its reason, one side after the other."""
    if not deal.entries:
        yield words.NOTHING_SCORED()
    for side in Side:
        for entry in deal.entries:
            if entry.side is side:
                yield f"- {speech.short_side(side)} {_entry_reason(speech, view, deal, entry)}"


def _entry_reason(speech: Speech, view: SheetView, deal: Written, entry: Entry) -> str:
    of = words_of(view.game)
    told = deal.told
    aces = told.strain is not None and told.strain.trumps is None
    richer, poorer = sorted((told.honours.of(seat) for seat in entry.side.seats), reverse=True)
    line = scores.line(speech, entry, of, held=Held(richer, poorer, aces))
    column = scores.column(entry.column, of)
    return f"{line} · {column}" if column else line


def _ended_lines(speech: Speech, view: SheetView, page: Page, names: Names) -> Iterator[str]:
    """The end of the rubber, and whether it counts, which here depends on the players' confirming it."""
    assert page.ended is not None
    seats, played = BySeat[Member](*view.seats), page.standing.totals
    *told, _ = rubber_lines(speech, page.ended, seats, names, view.game, played)
    yield from told
    yield best_of_sheet(view, page, names)
    yield from in_full(speech, page.ended.totals)
    yield small(_counts(view, page, names))


def _counts(view: SheetView, page: Page, names: Names) -> str:
    assert page.ended is not None
    if not view.named:
        return words.NOBODY_TO_ASK()
    if page.rejected:
        return words.rejected(_people_in_order(view, page.rejected, names))
    if page.ended.uncounted:
        return words.uncounted(page.ended.uncounted, confirmed=page.counted)
    if page.counted:
        return words.COUNTED()
    return words.awaits(_people_in_order(view, view.named - page.confirmed, names))


def _people_in_order(view: SheetView, people: frozenset[Person], names: Names) -> list[str]:
    return [names(one) for one in dict.fromkeys(view.seats) if one in people]


def _buttons(view: SheetView, page: Page, sheet: str) -> tuple[Button, ...]:
    """The whole sheet, always; other buttons as the state of the page allows. What is done next comes
    first."""

    def button(verb: str, label: str, style: Style = Style.SECONDARY) -> Button:
        return Button(str(ScorePress(verb, sheet, page.number, page.turn)), label, style)

    show = button("show", words.SHEET())
    if view.closed:
        return (show,)
    last, over = page is view.page, page.ended is not None
    row: list[Button] = []
    if last and not over:
        row.append(button("enter", pad_words.ENTER(), Style.PRIMARY))
    if over and view.named and not page.counted:
        row += [
            button("confirm", words.CONFIRM(), Style.SUCCESS),
            button("reject", words.REJECT(), Style.DANGER),
        ]
    row.append(show)
    if page.deals and not page.counted:
        row.append(button("correct", pad_words.CORRECT()))
    if last and (page.deals or page.number > 1) and not page.counted:
        row.append(button("undo", words.UNDO()))
    if last and over:
        row.append(button("next", pad_words.NEXT_RUBBER(), Style.PRIMARY))
    return tuple(row)


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


def seat_line(speech: Speech, of: Seat, who: str) -> str:
    return f"**{speech.seat(of)}** {who}"


GUEST_NAME: Final = Sentence("{name} (guest)")


def empty() -> str:
    return "–"


def missing_players(players: int, taken: int) -> str:
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
    def seats_taken(self) -> int:
        return sum(one is not None for one in self.sitting)

    @property
    def is_full(self) -> bool:
        return self.seats_taken == self.players


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


def with_sitter(seating: Seating, seat: Seat, who: Sitting) -> Seating:
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
    missing = missing_players(seating.players, seating.seats_taken)
    parts: list[Part] = [
        text(noted(note), heading(TITLE()), small(HOW())),
        Select(str(SeatsPress("game", rest=seating.game)), GAME(), offers),
        *(_list(seat, seating.sitting.of(seat)) for seat in Seat),
        Row(guests),
        text(*_sit(seating, game), small(missing) if missing else ""),
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
    press = SeatsPress("user", seat, _sitter_code(who))
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
        yield seat_line(SPEECH, seat, who)


def _sitter_code(who: Sitting) -> str:
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
