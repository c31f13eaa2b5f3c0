"""A page of a leaderboard, with the buttons that lead to the others; and what is told once a season is over.

The id of such a button holds everything about the page that it asks for, so that it never stops working.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from rules.counting.seasons import Month, Season
from rules.games.all_games import GAMES
from screens.parts import BRASS, heading, small, text
from screens.presses import Found, form
from screens.reading import read_guest
from screens.screen import Button, Offer, Part, Row, Screen, Select, Style
from screens.words.games.all_games import words_of
from screens.words.languages import Label, Plural, Sentence, counted, say
from screens.words.names import all_of, quotient, signed

# What is listed

BAR: Final = 5
"""Signs in the bar of a score, which a line does not break."""
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
        "season": Sentence("This season"),
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
COUNTING: Final = Sentence("All of this is being counted again now, and may still change.")
WHICH_BOARD: Final = Label("a list", "Who is listed")
PLACES: Final = Sentence("{first}–{last} of {total}")
EARLIER: Final = Label("a button", "◀ Higher")
LATER: Final = Label("a button", "Lower ▶")

NONE_RANKED: Final = Sentence(
    "Nothing is ranked here yet. Each side needs a person who stays to the end of a rubber."
)
NONE_IN_PERIOD: Final = Sentence("No rubber that counts ended in this time.")
NO_SUCH_SEASON: Final = Sentence(
    "There is no such season. The list has those that are over and in which something was ranked: choose one "
    "of these."
)
SEASON_ENDS: Final = Sentence("The season ends {when}.")
OWN_PLACE: Final = Sentence("{player}: place {place} of {total}, **{points}**")
NONE_ALONE: Final = Sentence(
    "Nobody has played a rubber alone against three robots yet. What one plays with `/play` does not count: "
    "only rubbers at tables in channels do."
)
NONE_RATED: Final = Sentence(
    "No partners are rated yet. Two people who stay to the end of a ranked rubber as partners are rated "
    "together."
)


def listed(board: str, period: str) -> str:
    """What stands on the page: ``Partners, November 2026 (UTC)``; ``period`` is its name."""
    if board == "rating":
        return say(
            "Rating of partners: how well two play together. A rubber that counts is a match between the two "
            "sides, won by the side that gained points. A side with a robot, a guest or a single player "
            "counts as new partners (1500), and is not rated."
        )
    return f"{BOARDS[board]()}, {period}"


def period_name(period: str, season: Season | None = None) -> str:
    """A period as it is stored: ``all``, ``2026`` or ``2026-11``; or the season that is shown."""
    year, _, month = period.partition("-")
    if season is not None:
        return say("{season} (UTC)", season=season_name(season))
    if period == "all":
        return say("all time")
    if month:
        return say("{month} {year} (UTC)", month=_MONTHS[int(month) - 1](), year=year)
    return say("{year} (UTC)", year=year)


def season_name(season: Season) -> str:
    """``September to November 2026``."""
    begin, last = season.begin, season.last
    if begin == last:
        return month_name(begin)
    first, to = (_MONTHS[one.number - 1]() for one in (begin, last))
    if begin.year == last.year:
        return say("{first} to {last} {year}", first=first, last=to, year=begin.year)
    return say("{first} to {last}", first=month_name(begin), last=month_name(last))


def month_name(month: Month) -> str:
    return say("{month} {year}", month=_MONTHS[month.number - 1](), year=month.year)


def rank_line(place: int, who: str, points: int, rubbers: int, won: int, bar: str, *, single: bool) -> str:
    """A line of a leaderboard. ``single``: a match is one game."""
    return (
        f"{place}. {who} **{signed(points)}** {bar}\n-# {rubbers_played(points, rubbers, won, single=single)}"
    )


def bar_of(points: int, most: int) -> str:
    """The points as a share of the most of the page."""
    full = min(BAR, -(-BAR * points // most)) if points > 0 else 0
    return "▰" * full + "▱" * (BAR - full)


def rated_line(place: int, who: str, rating: float, rubbers: int, won: int, *, single: bool) -> str:
    told = say("{rubbers}, {won} won", rubbers=rubbers_of(rubbers, single=single), won=won)
    return f"{place}. {who} **{round(rating)}**\n-# {told}"


def rubbers_played(points: int, rubbers: int, won: int, *, single: bool) -> str:
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
    r":(?P<period>all|\d{4}|s?\d{4}-(?:0[1-9]|1[0-2])):(?P<first>[1-9]\d{0,6})",
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


class BestDeal(Protocol):
    """The deal that brought somebody most."""

    @property
    def table(self) -> str: ...

    @property
    def deal(self) -> int: ...

    @property
    def points(self) -> int: ...


class SeasonsHere(NamedTuple):
    """What a page needs of the seasons of its server."""

    running: Season | None = None  # None where the server has none
    shown: Season | None = None  # that of the page, if it is of one
    ends: int = 0  # when that is over, in seconds since 1970; 0 if it is
    own: tuple[int, Ranked] | None = None  # the reader's own place in it, with their line


NO_SEASONS: Final = SeasonsHere()


def leaderboard_screen(
    ranked: Sequence[Ranked],
    total: int,
    page: BoardPress,
    today: str,
    *,
    counting: bool = False,
    seasons: SeasonsHere = NO_SEASONS,
) -> Screen:
    """The lines of this page, in the order given, of so many in all. ``today`` is the month, ``2026-11``;
    ``counting`` says that the figures are being counted anew."""
    season = seasons.shown if page.board != "rating" else None
    top = text(
        heading(LEADERBOARD(game=words_of(page.game).name)),
        small(listed(page.board, period_name(page.period, season))),
        small(SEASON_ENDS(when=f"<t:{seasons.ends}:R>")) if season is not None and seasons.ends else "",
        small(COUNTING()) if counting else "",
    )
    single = is_single(page.game)
    most = max((line.points for line in ranked), default=0)
    lines = [_ranked_line(place, line, most, single=single) for place, line in enumerate(ranked, page.first)]
    body = text(*lines, _own_place(seasons.own, total)) if lines else text(_nothing(page, seasons))
    pages, others = _pages(page, len(lines), total), _other_boards(page, today, seasons.running)
    return Screen((top, body, *pages, *others), BRASS)


def is_single(game: str) -> bool:
    """Whether a match of this game is one game, and not a rubber of several."""
    return GAMES[game].variant().rubber.games == 1


_BESIDE: Final = ContextVar[Mapping[int, str]]("names beside mentions", default=MappingProxyType({}))


@contextmanager
def names_beside(names: Mapping[int, str]) -> Iterator[None]:
    """Inside, these people are named beside the mentions of them. A name is what somebody calls themselves,
    so only letters of it are left, as of a guest's."""
    before = _BESIDE.set({user: name for user, told in names.items() if (name := read_guest(told))})
    try:
        yield
    finally:
        _BESIDE.reset(before)


def mention(user: int) -> str:
    """Of somebody whom their reader's Discord does not know it shows a number."""
    name = _BESIDE.get().get(user)
    return f"<@{user}> ({name})" if name else f"<@{user}>"


def _ranked_line(place: int, line: Ranked, most: int, *, single: bool) -> str:
    who = mention(line.user)
    if line.partner is not None:
        who = all_of([who, mention(line.partner)])
    if line.rating is not None:
        return rated_line(place, who, line.rating, line.rubbers, line.won, single=single)
    bar = bar_of(line.points, most)
    return rank_line(place, who, line.points, line.rubbers, line.won, bar, single=single)


def _own_place(own: tuple[int, Ranked] | None, total: int) -> str:
    if own is None:
        return ""
    place, line = own
    told = OWN_PLACE(player=mention(line.user), place=place, total=total, points=signed(line.points))
    return small(told)


def _nothing(page: BoardPress, seasons: SeasonsHere) -> str:
    match page.board:
        case "rating":
            return NONE_RATED()
        case _ if page.period != "all" and not (seasons.ends and page.board != "alone"):
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


def _other_boards(page: BoardPress, today: str, running: Season | None) -> Sequence[Part]:
    """The other leaderboards of the game, and the other periods; a rating is of all time."""
    offers = tuple(Offer(key, name(), chosen=key == page.board) for key, name in BOARDS.items())
    which = Select(str(page._replace(board=CHOSEN, first=1, by="board")), WHICH_BOARD(), offers)
    if page.board == "rating":
        return (which,)
    periods = {"season": running.period} if running is not None else {}
    periods |= {"all": "all", "year": today[:4], "month": today}
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


# What is told once a season is over

SEASON_OVER: Final = Sentence("The season is over: {season}")
NEXT_SEASON: Final = Sentence(
    "The next one has begun and ends with {month}. What was won stays: `/leaderboard season:` shows this "
    "one, and all time counts on."
)
MORE_GAMES: Final = Plural("And {count} more game.", "And {count} more games.")

GAMES_NAMED: Final = 5
FULL_GAMES: Final = 2
"""Games up to which the first three of each are named."""
PLACES_NAMED: Final = 3


def season_over_screen(season: Season, following: Season, best: Mapping[str, Sequence[Ranked]]) -> Screen:
    """Short enough for a phone, however many games were played. ``best`` has the first lines of each, that
    with most rubbers first."""
    most = PLACES_NAMED if len(best) <= FULL_GAMES else 1
    lines = [line for game in [*best][:GAMES_NAMED] for line in _game_lines(game, best[game][:most])]
    more = len(best) - GAMES_NAMED
    return Screen(
        (
            text(heading(SEASON_OVER(season=season_name(season)))),
            text(*lines, MORE_GAMES(more) if more > 0 else ""),
            text(small(NEXT_SEASON(month=month_name(following.last)))),
        ),
        BRASS,
        silent=True,
    )


def _game_lines(game: str, ranked: Sequence[Ranked]) -> Iterator[str]:
    yield f"**{words_of(game).name}**"
    for place, line in enumerate(ranked, 1):
        rubbers = rubbers_of(line.rubbers, single=is_single(game))
        yield f"{place}. {mention(line.user)} **{signed(line.points)}** · {rubbers}"
