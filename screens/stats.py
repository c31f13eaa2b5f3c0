"""What one person has done at one game in one server: their points, declarations, partners and best deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Final, Protocol

from rules.tricks import Strain
from screens.leaderboard import COUNTING, BestDeal, Ranked, is_single, mention, rubbers_of, rubbers_played
from screens.parts import BRASS, heading, small, text
from screens.pictures.charts import DrawnChart
from screens.presses import Press
from screens.screen import Button, Part, Picture, Row, Screen
from screens.words.games.all_games import words_of
from screens.words.gamewords import GameWords
from screens.words.languages import Label, Plural, Sentence, counted, say
from screens.words.names import number, signed, strain_name


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
