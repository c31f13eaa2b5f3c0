"""A page of a leaderboard, with the buttons that lead to the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

from rules.games.all_games import GAMES
from screens.board_presses import CHOSEN, BoardPress
from screens.parts import BRASS, heading, small, text
from screens.screen import Button, Offer, Part, Row, Screen, Select, Style
from screens.words import standings as words
from screens.words.gamebook import words_of

A_PAGE: Final = 10
"""Lines."""


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
        heading(words.leaderboard(words_of(page.game).name)),
        small(words.listed(page.board, page.period)),
        small(words.COUNTING()) if counting else "",
    )
    single = is_single(page.game)
    lines = [_line(place, line, single=single) for place, line in enumerate(ranked, page.first)]
    body = text(*lines) if lines else text(_nothing(page))
    return Screen((top, body, *_pages(page, len(lines), total), *_ways(page, today)), BRASS)


def is_single(game: str) -> bool:
    """Whether a match of this game is one game, and not a rubber of several."""
    return GAMES[game].variant().rubber.games == 1


def mention(user: int) -> str:
    return f"<@{user}>"


def _line(place: int, line: Ranked, *, single: bool) -> str:
    who = mention(line.user)
    if line.partner is not None:
        who = words.both(who, mention(line.partner))
    if line.rating is not None:
        return words.rated_line(place, who, line.rating, line.rubbers, line.won, single=single)
    return words.rank_line(place, who, line.points, line.rubbers, line.won, single=single)


def _nothing(page: BoardPress) -> str:
    match page.board:
        case "rating":
            return words.NONE_RATED()
        case _ if page.period != "all":
            return words.NONE_IN_PERIOD()
        case "alone":
            return words.NONE_ALONE()
    return words.NONE_RANKED()


def _pages(page: BoardPress, shown: int, total: int) -> Sequence[Part]:
    """Where this page lies, and the buttons to those before and after it."""
    if total <= A_PAGE:
        return ()
    page = page._replace(by="board")
    before, after = max(1, page.first - A_PAGE), page.first + A_PAGE
    return (
        text(small(words.places(page.first, page.first + shown - 1, total))),
        Row(
            (
                Button(str(page._replace(first=before)), words.EARLIER(), disabled=page.first == 1),
                Button(str(page._replace(first=after)), words.LATER(), disabled=after > total),
            )
        ),
    )


def _ways(page: BoardPress, today: str) -> Sequence[Part]:
    """The other leaderboards of the game, and the other periods; a rating is of all time."""
    offers = tuple(Offer(key, name(), chosen=key == page.board) for key, name in words.BOARDS.items())
    which = Select(str(page._replace(board=CHOSEN, first=1, by="board")), words.WHICH_BOARD(), offers)
    if page.board == "rating":
        return (which,)
    periods = {"all": "all", "year": today[:4], "month": today}
    buttons = tuple(
        Button(
            str(page._replace(period=period, first=1, by="when")),
            words.PERIODS[name](),
            Style.PRIMARY if period == page.period else Style.SECONDARY,
            disabled=period == page.period,
        )
        for name, period in periods.items()
    )
    return (which, Row(buttons))
