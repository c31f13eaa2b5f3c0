"""A page of a leaderboard, with the buttons that lead to the others; and what one person has done at a game.

The id of such a button holds everything about the page that it asks for, so that it never stops working.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from types import MappingProxyType
from typing import Final, NamedTuple, Protocol

from rules.games.all_games import GAMES
from rules.tricks import Strain
from screens.parts import BRASS, heading, small, text
from screens.pictures.charts import DrawnChart
from screens.presses import Found, Press, form
from screens.screen import Button, Offer, Part, Picture, Row, Screen, Select, Style
from screens.words.games.all_games import words_of
from screens.words.gamewords import GameWords
from screens.words.languages import Label, Plural, Sentence, counted, say
from screens.words.names import all_of, number, quotient, signed, strain_name

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
NONE_ALONE: Final = Sentence(
    "Nobody has played a rubber alone against three robots yet. What one plays with `/play` does not count: "
    "only rubbers at tables in channels do."
)
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
    lines = [_ranked_line(place, line, most, single=single) for place, line in enumerate(ranked, page.first)]
    body = text(*lines) if lines else text(_nothing(page))
    return Screen((top, body, *_pages(page, len(lines), total), *_other_boards(page, today)), BRASS)


def is_single(game: str) -> bool:
    """Whether a match of this game is one game, and not a rubber of several."""
    return GAMES[game].variant().rubber.games == 1


def mention(user: int) -> str:
    return f"<@{user}>"


def _ranked_line(place: int, line: Ranked, most: int, *, single: bool) -> str:
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


def _other_boards(page: BoardPress, today: str) -> Sequence[Part]:
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


# What one person has done at one game in one server


class BestDeal(Protocol):
    @property
    def table(self) -> str: ...

    @property
    def deal(self) -> int: ...

    @property
    def points(self) -> int: ...


class Career(Protocol):
    """What has been counted of somebody at a game in a server."""

    @property
    def ranked(self) -> Ranked | None: ...

    @property
    def alone(self) -> Ranked | None: ...

    @property
    def results(self) -> Sequence[tuple[float, int]]: ...

    @property
    def deeds(self) -> Mapping[str, int]: ...

    @property
    def best(self) -> BestDeal | None: ...

    @property
    def pairs(self) -> Sequence[Ranked]: ...

    @property
    def counting(self) -> bool: ...


# Their screen

STATS_OF: Final = Sentence("{player} at {game}")
DEALS: Final = Plural("{count} deal played.", "{count} deals played.")
PARTNERS: Final = Sentence("**Partners**")
BEST_DEAL: Final = Plural("**Best deal** {count} point", "**Best deal** {count} points")
REPLAY_BEST: Final = Label("a button", "Replay the best deal")


def stats_screen(user: int, game: str, record: Career, chart: bytes | None) -> Screen:
    """With the chart that was drawn of ``chart_of``, if there is one."""
    of, single = words_of(game), is_single(game)
    deals = record.deeds.get("deal", 0)
    parts: list[Part] = [
        text(
            heading(STATS_OF(player=mention(user), game=of.name)),
            *_sums(record, single=single),
            small(DEALS(deals, count=number(deals))) if record.deeds else "",
            small(COUNTING()) if record.counting else "",
        )
    ]
    drawn = chart_of(record)
    if chart is not None and drawn is not None:
        parts.append(Picture("points.png", chart, _chart_alt(drawn.caption, _totals(record))))
    deeds = list(_deeds(record.deeds, of))
    if deeds:
        parts.append(text(*deeds))
    if record.pairs:
        parts.append(text(PARTNERS(), *(_pair_line(one, single=single) for one in record.pairs)))
    if record.best is not None:
        best = record.best
        parts.append(text(BEST_DEAL(best.points, count=signed(best.points))))
        parts.append(Row((Button(str(Press("replay", best.table, best.deal)), REPLAY_BEST()),)))
    return Screen(tuple(parts), BRASS)


# Their sums

NOTHING_PLAYED: Final = Sentence("No deal of this game has been finished here yet.")
ALONE_NOT_COUNTED: Final = Sentence(
    "Only deals at tables in channels are counted here, not those that one plays alone with `/play` or "
    "`/daily`: `/deal` shows the last of them."
)
NONE_COUNTED: Final = Sentence(
    "No rubber that counts yet. Each side needs a person who stays to the end of a rubber."
)


def _sums(record: Career, *, single: bool) -> Iterator[str]:
    ranked, alone = record.ranked, record.alone
    if ranked is not None:
        yield _total_line(ranked.points, ranked.rubbers, ranked.won, single=single)
    elif record.deeds or alone is not None:
        yield NONE_COUNTED()
    else:
        yield NOTHING_PLAYED()
        yield small(ALONE_NOT_COUNTED())
    if alone is not None:
        yield _alone_line(alone.points, alone.rubbers, alone.won, single=single)


def _total_line(points: int, rubbers: int, won: int, *, single: bool) -> str:
    sum_ = counted(points, "**{count} point**", "**{count} points**", count=signed(points))
    return f"{sum_} · {rubbers_played(points, rubbers, won, single=single)}"


def _alone_line(points: int, rubbers: int, won: int, *, single: bool) -> str:
    sum_ = say("Alone against robots: **{points}**", points=signed(points))
    return f"{sum_} · {rubbers_played(points, rubbers, won, single=single)}"


# What they declared and doubled, and with whom

DECLARED: Final = Plural("**Declared** {count} time, made {made}", "**Declared** {count} times, made {made}")


def _deeds(deeds: Mapping[str, int], of: GameWords) -> Iterator[str]:
    """What was declared, strain by strain, and what was doubled."""
    declared = {strain: deeds.get(f"declared {strain.letter}", 0) for strain in reversed(Strain)}
    made = {strain: deeds.get(f"made {strain.letter}", 0) for strain in Strain}
    if any(declared.values()):
        yield DECLARED(sum(declared.values()), made=sum(made.values()))
        for strain, times in declared.items():
            if times:
                yield small(_declared_in(strain, times, made[strain], of))
    won, lost = deeds.get("contre won", 0), deeds.get("contre lost", 0)
    again = deeds.get("surcontre won", 0), deeds.get("surcontre lost", 0)
    if won + lost + sum(again):
        yield _doubling_line(of, won, lost, *again)


def _declared_in(strain: Strain, times: int, made: int, words: GameWords) -> str:
    """``♥ Hearts: 3 of 5``."""
    name = words.no_trumps if strain is Strain.NO_TRUMPS else strain_name(strain)
    return say("{declaration}: {made} of {times}", declaration=name, made=made, times=times)


def _doubling_line(words: GameWords, won: int, lost: int, again_won: int, again_lost: int) -> str:
    """How often a person doubled, and how it ended; the same of answers to a doubling, if there were any."""
    once = words.doubling.once
    first = say("**{call}**: {won} won, {lost} lost", call=once[:1].upper() + once[1:], won=won, lost=lost)
    if not again_won + again_lost:
        return first
    again = say("{call}: {won} won, {lost} lost", call=words.doubling.again, won=again_won, lost=again_lost)
    return f"{first} · {again}"


def _pair_line(one: Ranked, *, single: bool) -> str:
    assert one.partner is not None
    return _with_partner(mention(one.partner), one.points, one.rubbers, one.rating, single=single)


def _with_partner(who: str, points: int, rubbers: int, rating: float | None, *, single: bool) -> str:
    told = say(
        "{player} **{points}** ({rubbers})",
        player=who,
        points=signed(points),
        rubbers=rubbers_of(rubbers, single=single),
    )
    if rating is None:
        return told
    rated = say("rating {rating}", rating=round(rating))
    return f"{told} · {rated}"


# The chart of their points

AT_LEAST: Final = 3600.0
"""Seconds before the first rubber at which a chart begins; more, if rubbers lie further apart."""
_MONTHS_AFTER_DAYS: Final = (
    Label("a month after its day", "January"),
    Label("a month after its day", "February"),
    Label("a month after its day", "March"),
    Label("a month after its day", "April"),
    Label("a month after its day", "May"),
    Label("a month after its day", "June"),
    Label("a month after its day", "July"),
    Label("a month after its day", "August"),
    Label("a month after its day", "September"),
    Label("a month after its day", "October"),
    Label("a month after its day", "November"),
    Label("a month after its day", "December"),
)


def chart_of(record: Career) -> DrawnChart | None:
    """The chart of a person's points after each rubber that counts; None if there is none yet."""
    totals = _totals(record)
    if len(totals) < 2:
        return None
    times = [at for at, _ in record.results]
    gap = max(AT_LEAST, (times[-1] - times[0]) / len(times))
    figures = dict.fromkeys((max(totals), 0, min(totals)))
    spread = max(*totals, 0) - min(*totals, 0)
    shown = [one for one in figures if one == 0 or abs(one) * 10 > spread]  # else it would cover the nought
    return DrawnChart(
        points=tuple(zip((times[0] - gap, *times), totals, strict=True)),
        figures=tuple((one, number(one)) for one in shown),
        caption=_from_to(_day(times[0]), _day(times[-1])),
    )


def _totals(record: Career) -> list[int]:
    """The points before the first rubber that is drawn, and after each."""
    if record.ranked is None or not record.results:
        return []
    totals = [record.ranked.points - sum(points for _, points in record.results)]
    for _, points in record.results:
        totals.append(totals[-1] + points)
    return totals


def _day(at: float) -> str:
    """``3 November 2026``, of seconds since 1970."""
    day: date = datetime.fromtimestamp(at, UTC).date()
    month = _MONTHS_AFTER_DAYS[day.month - 1]()
    return say("{day} {month} {year}", day=day.day, month=month, year=day.year)


def _from_to(start: str, end: str) -> str:
    """``3 October 2026 to 11 November 2026``."""
    return start if start == end else say("{start} to {end}", start=start, end=end)


def _chart_alt(when: str, totals: Sequence[int]) -> str:
    """What the chart shows: the points after each rubber, the first being those before the first drawn."""
    return say(
        "A chart of the points after each rubber, {when}: it begins at {first}, ends at {last}, and lies "
        "between {least} and {most}.",
        when=when,
        first=number(totals[0]),
        last=number(totals[-1]),
        least=number(min(totals)),
        most=number(max(totals)),
    )
