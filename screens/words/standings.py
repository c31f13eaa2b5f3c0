"""Words of leaderboards and statistics. English."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rules.strains import Strain
from screens.words.gamewords import GameWords
from screens.words.names import strain_name
from screens.words.numbers import number, quotient, signed

BOARDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "persons": "Persons",
        "pairs": "Partners",
        "rating": "Rating of partners",
        "alone": "Alone against robots",
    }
)
PERIODS: Final[Mapping[str, str]] = MappingProxyType(
    {"all": "All time", "year": "This year", "month": "This month"}
)
WHICH_BOARD: Final = "Who is listed"

NONE_RANKED: Final = "Nothing has been ranked here yet. Both sides must have a person who sits it through."
NONE_IN_PERIOD: Final = "No rubber that counts ended in this time."
NONE_ALONE: Final = "Nobody has played a rubber alone against three robots yet."
NONE_RATED: Final = (
    "No partners are rated yet. Two people who sit a ranked rubber through as partners are rated together."
)

EARLIER: Final = "◀ Higher"
LATER: Final = "Lower ▶"

_MONTHS: Final = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def leaderboard(game: str) -> str:
    return f"{game}: the leaderboard"


def listed(board: str, period: str) -> str:
    """What stands on the page: ``Partners, November 2026 (UTC)``."""
    if board == "rating":
        return "Rating of partners: how well two play together. New partners begin at 1500."
    return f"{BOARDS[board]}, {period_name(period)}"


def period_name(period: str) -> str:
    """A period as it is stored: ``all``, ``2026`` or ``2026-11``."""
    year, _, month = period.partition("-")
    if period == "all":
        return "all time"
    return f"{_MONTHS[int(month) - 1]} {year} (UTC)" if month else f"{year} (UTC)"


def places(first: int, last: int, total: int) -> str:
    return f"{first}–{last} of {total}"


def both(first: str, second: str) -> str:
    """Two partners."""
    return f"{first} and {second}"


def rank_line(place: int, who: str, points: int, rubbers: int, won: int, *, single: bool) -> str:
    """``single``: what was played are matches of one game."""
    return f"{place}. {who} **{signed(points)}**\n-# {played(points, rubbers, won, single=single)}"


def rated_line(place: int, who: str, rating: float, rubbers: int, won: int, *, single: bool) -> str:
    return f"{place}. {who} **{round(rating)}**\n-# {rubbers_of(rubbers, single=single)}, {won} won"


def played(points: int, rubbers: int, won: int, *, single: bool) -> str:
    what = "game" if single else "rubber"
    return f"{rubbers_of(rubbers, single=single)}, {won} won · {quotient(points, rubbers)} points a {what}"


def rubbers_of(count: int, *, single: bool) -> str:
    what = "game" if single else "rubber"
    return f"1 {what}" if count == 1 else f"{count} {what}s"


# Statistics


def stats_of(who: str, game: str) -> str:
    return f"{who} at {game}"


NOTHING_PLAYED: Final = "No deal of this game has been played to its end here yet."
NONE_COUNTED: Final = "No rubber that counts yet. Both sides must have a person who sits it through."


def total(points: int, rubbers: int, won: int, *, single: bool) -> str:
    return f"**{signed(points)} points** · {played(points, rubbers, won, single=single)}"


def alone(points: int, rubbers: int, won: int, *, single: bool) -> str:
    return f"Alone against robots: **{signed(points)}** · {played(points, rubbers, won, single=single)}"


def deals(count: int) -> str:
    return "1 deal played." if count == 1 else f"{number(count)} deals played."


def declared(times: int, made: int) -> str:
    return f"**Declared** {_times(times)}, made {made}"


def declared_in(strain: Strain, times: int, made: int, words: GameWords) -> str:
    """``♥ Hearts: 3 of 5``."""
    name = words.no_trumps if strain is Strain.NO_TRUMPS else strain_name(strain)
    return f"{name}: {made} of {times}"


def doubled(words: GameWords, won: int, lost: int, again_won: int, again_lost: int) -> str:
    """How often a person doubled, and how it ended; the same of answers to a doubling, if there were any."""
    first = f"**{words.doubling.once.capitalize()}** {_times(won + lost)}: {won} won, {lost} lost"
    if not again_won + again_lost:
        return first
    again = f"{words.doubling.again} {_times(again_won + again_lost)}: {again_won} won, {again_lost} lost"
    return f"{first} · {again}"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


PARTNERS: Final = "**Partners**"


def with_partner(who: str, points: int, rubbers: int, rating: float | None, *, single: bool) -> str:
    rated = f" · rating {round(rating)}" if rating is not None else ""
    return f"{who} **{signed(points)}** in {rubbers_of(rubbers, single=single)}{rated}"


def best_deal(points: int) -> str:
    return f"**Best deal** {signed(points)} points"


REPLAY_BEST: Final = "Replay the best deal"


def from_to(start: str, end: str) -> str:
    """``3 October to 11 November 2026``."""
    if start == end:
        return start
    shortened = start.removesuffix(end[-5:]) if start[-4:] == end[-4:] else start
    return f"{shortened} to {end}"


def chart_alt(when: str, totals: Sequence[int]) -> str:
    """What the chart shows: the points after each rubber, the first being those before the first drawn."""
    return (
        f"A chart of the points after each rubber, {when}: it begins at {number(totals[0])}, ends at "
        f"{number(totals[-1])}, and lies between {number(min(totals))} and {number(max(totals))}."
    )


def day(year: int, month: int, of_month: int) -> str:
    """``3 November 2026``."""
    return f"{of_month} {_MONTHS[month - 1]} {year}"
