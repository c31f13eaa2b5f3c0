"""A page of a leaderboard, with the buttons that lead to the others.

The id of such a button holds everything about the page that it asks for, so that it never stops working.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from rules.games.all_games import GAMES
from screens.parts import BRASS, heading, small, text
from screens.presses import Found, form
from screens.screen import Button, Offer, Part, Row, Screen, Select, Style
from screens.words.games.all_games import words_of
from screens.words.languages import Label, Sentence, counted, say
from screens.words.names import all_of, quotient, signed
from screens.words.table import BAR

# What is listed

BOARDS: Final[Mapping[str, Sentence]] = MappingProxyType(
    {
        "persons": Sentence("Persons"),
        "pairs": Sentence("Partners"),
        "rating": Sentence("Rating of partners"),
        "alone": Sentence("Alone against robots"),
    }
)
PERIODS: Final[Mapping[str, Sentence]] = MappingProxyType(
    {
        "all": Sentence("All time"),
        "year": Sentence("This year"),
        "month": Sentence("This month"),
    }
)
_MONTHS: Final = (
    Label("a month before its year", "January"),
    Label("a month before its year", "February"),
    Label("a month before its year", "March"),
    Label("a month before its year", "April"),
    Label("a month before its year", "May"),
    Label("a month before its year", "June"),
    Label("a month before its year", "July"),
    Label("a month before its year", "August"),
    Label("a month before its year", "September"),
    Label("a month before its year", "October"),
    Label("a month before its year", "November"),
    Label("a month before its year", "December"),
)

LEADERBOARD: Final = Sentence("{game}: the leaderboard")
COUNTING: Final = Sentence("All of this is being counted again just now, and may still change.")
WHICH_BOARD: Final = Label("a list", "Who is listed")
PLACES: Final = Sentence("{first}–{last} of {total}")
EARLIER: Final = Label("a button", "◀ Higher")
LATER: Final = Label("a button", "Lower ▶")

NONE_RANKED: Final = Sentence(
    "Nothing is ranked here yet. Each side needs a person who stays to the end of a rubber."
)
NONE_IN_PERIOD: Final = Sentence("No rubber that counts ended in this time.")
NONE_ALONE: Final = Sentence("Nobody has played a rubber alone against three robots yet.")
NONE_RATED: Final = Sentence(
    "No partners are rated yet. Two people who stay to the end of a ranked rubber as partners are rated "
    "together."
)


def listed(board: str, period: str) -> str:
    """What stands on the page: ``Partners, November 2026 (UTC)``."""
    if board == "rating":
        return say(
            "Rating of partners: how well two play together. A rubber that counts is a match between the two "
            "sides, won by the side that gained points. A side with a robot, a guest or a single player "
            "counts as new partners (1500), and is not rated."
        )
    return f"{BOARDS[board]()}, {period_name(period)}"


def period_name(period: str) -> str:
    """A period as it is stored: ``all``, ``2026`` or ``2026-11``."""
    year, _, month = period.partition("-")
    if period == "all":
        return say("all time")
    if month:
        return say("{month} {year} (UTC)", month=_MONTHS[int(month) - 1](), year=year)
    return say("{year} (UTC)", year=year)


def rank_line(place: int, who: str, points: int, rubbers: int, won: int, bar: str, *, single: bool) -> str:
    """A line of a leaderboard. ``single``: a match is one game."""
    return f"{place}. {who} **{signed(points)}** {bar}\n-# {played(points, rubbers, won, single=single)}"


def bar_of(points: int, most: int) -> str:
    """The points as a share of the most of the page."""
    full = min(BAR, -(-BAR * points // most)) if points > 0 else 0
    return "▰" * full + "▱" * (BAR - full)


def rated_line(place: int, who: str, rating: float, rubbers: int, won: int, *, single: bool) -> str:
    told = say("{rubbers}, {won} won", rubbers=rubbers_of(rubbers, single=single), won=won)
    return f"{place}. {who} **{round(rating)}**\n-# {told}"


def played(points: int, rubbers: int, won: int, *, single: bool) -> str:
    average = quotient(points, rubbers)
    if single:
        return counted(
            rubbers,
            "{count} game, {won} won · {average} a game on average",
            "{count} games, {won} won · {average} a game on average",
            won=won,
            average=average,
        )
    return counted(
        rubbers,
        "{count} rubber, {won} won · {average} a rubber on average",
        "{count} rubbers, {won} won · {average} a rubber on average",
        won=won,
        average=average,
    )


def rubbers_of(count: int, *, single: bool) -> str:
    if single:
        return counted(count, "{count} match of one game", "{count} matches of one game")
    return counted(count, "{count} rubber", "{count} rubbers")


# Pages, and the buttons that lead to them

PATTERN = re.compile(
    rf"(?P<by>board|when):(?P<game>[a-z0-9_]{{1,30}}):(?P<board>{'|'.join(BOARDS)}|\?)"
    r":(?P<period>all|\d{4}|\d{4}-(?:0[1-9]|1[0-2])):(?P<first>[1-9]\d{0,6})",
    re.ASCII,
)
CHOSEN = "?"
"""Stands for the board in the id of a list in which it is chosen."""


class BoardPress(NamedTuple):
    """A page of a leaderboard, from the place ``first`` on."""

    game: str
    board: str
    period: str = "all"
    first: int = 1
    by: str = "board"  # two buttons of a message may ask for the same page, but not by one id

    def __str__(self) -> str:
        return f"{self.by}:{self.game}:{self.board}:{self.period}:{self.first}"


@form(
    BoardPress,
    ("board", "when"),
    rf"(?P<game>[a-z0-9_]{{1,30}}):(?P<board>{'|'.join(BOARDS)}|\?)"
    r":(?P<period>all|\d{4}|\d{4}-(?:0[1-9]|1[0-2])):(?P<first>[1-9]\d{0,6})",
)
def _of_board(verb: str, found: Found) -> BoardPress:
    return BoardPress(found["game"], found["board"], found["period"], int(found["first"]), verb)


A_PAGE: Final = 10
"""The lines of a page."""


class Ranked(Protocol):
    """One line: a user's rubbers, or those of two partners, and what they came to."""

    @property
    def user(self) -> int: ...

    @property
    def partner(self) -> int | None: ...

    @property
    def rubbers(self) -> int: ...

    @property
    def won(self) -> int: ...

    @property
    def points(self) -> int: ...

    @property
    def rating(self) -> float | None: ...


def leaderboard_screen(
    ranked: Sequence[Ranked], total: int, page: BoardPress, today: str, *, counting: bool = False
) -> Screen:
    """The lines of this page, in the order given, of so many in all. ``today`` is the month, ``2026-11``;
    ``counting`` says that the figures are being counted anew."""
    top = text(
        heading(LEADERBOARD(game=words_of(page.game).name)),
        small(listed(page.board, page.period)),
        small(COUNTING()) if counting else "",
    )
    single = is_single(page.game)
    most = max((line.points for line in ranked), default=0)
    lines = [_line(place, line, most, single=single) for place, line in enumerate(ranked, page.first)]
    body = text(*lines) if lines else text(_nothing(page))
    return Screen((top, body, *_pages(page, len(lines), total), *_ways(page, today)), BRASS)


def is_single(game: str) -> bool:
    """Whether a match of this game is one game, and not a rubber of several."""
    return GAMES[game].variant().rubber.games == 1


def mention(user: int) -> str:
    return f"<@{user}>"


def _line(place: int, line: Ranked, most: int, *, single: bool) -> str:
    who = mention(line.user)
    if line.partner is not None:
        who = all_of([who, mention(line.partner)])
    if line.rating is not None:
        return rated_line(place, who, line.rating, line.rubbers, line.won, single=single)
    bar = bar_of(line.points, most)
    return rank_line(place, who, line.points, line.rubbers, line.won, bar, single=single)


def _nothing(page: BoardPress) -> str:
    match page.board:
        case "rating":
            return NONE_RATED()
        case _ if page.period != "all":
            return NONE_IN_PERIOD()
        case "alone":
            return NONE_ALONE()
    return NONE_RANKED()


def _pages(page: BoardPress, shown: int, total: int) -> Sequence[Part]:
    """Where this page lies, and the buttons to those before and after it."""
    if total <= A_PAGE:
        return ()
    page = page._replace(by="board")
    before, after = max(1, page.first - A_PAGE), page.first + A_PAGE
    return (
        text(small(PLACES(first=page.first, last=page.first + shown - 1, total=total))),
        Row(
            (
                Button(str(page._replace(first=before)), EARLIER(), disabled=page.first == 1),
                Button(str(page._replace(first=after)), LATER(), disabled=after > total),
            )
        ),
    )


def _ways(page: BoardPress, today: str) -> Sequence[Part]:
    """The other leaderboards of the game, and the other periods; a rating is of all time."""
    offers = tuple(Offer(key, name(), chosen=key == page.board) for key, name in BOARDS.items())
    which = Select(str(page._replace(board=CHOSEN, first=1, by="board")), WHICH_BOARD(), offers)
    if page.board == "rating":
        return (which,)
    periods = {"all": "all", "year": today[:4], "month": today}
    buttons = tuple(
        Button(
            str(page._replace(period=period, first=1, by="when")),
            PERIODS[name](),
            Style.PRIMARY if period == page.period else Style.SECONDARY,
            disabled=period == page.period,
        )
        for name, period in periods.items()
    )
    return (which, Row(buttons))
