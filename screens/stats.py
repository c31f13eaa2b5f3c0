"""What one person has done at one game in one server: the sums, what they declare and double, with whom they
play, and a chart of their points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Final, Protocol

from rules.strains import Strain
from screens import leaderboard
from screens.leaderboard import Ranked, is_single, mention
from screens.parts import BRASS, heading, small, text
from screens.pictures.charts import DrawnChart
from screens.presses import Press
from screens.screen import Button, Part, Picture, Row, Screen
from screens.words.games.all_games import words_of
from screens.words.gamewords import GameWords
from screens.words.numbers import number

AT_LEAST: Final = 3600.0
"""Seconds before the first rubber at which a chart begins; more, if rubbers lie further apart."""


class BestDeal(Protocol):
    @property
    def table(self) -> str: ...

    @property
    def deal(self) -> int: ...

    @property
    def points(self) -> int: ...


class Record(Protocol):
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


def stats_screen(user: int, game: str, record: Record, chart: bytes | None) -> Screen:
    """With the chart that was drawn of ``chart_of``, if there is one."""
    of, single = words_of(game), is_single(game)
    parts: list[Part] = [
        text(
            heading(leaderboard.stats_of(mention(user), of.name)),
            *_sums(record, single=single),
            small(leaderboard.deals(record.deeds.get("deal", 0))) if record.deeds else "",
            small(leaderboard.COUNTING()) if record.counting else "",
        )
    ]
    drawn = chart_of(record)
    if chart is not None and drawn is not None:
        parts.append(Picture("points.png", chart, leaderboard.chart_alt(drawn.caption, _totals(record))))
    deeds = list(_deeds(record.deeds, of))
    if deeds:
        parts.append(text(*deeds))
    if record.pairs:
        parts.append(text(leaderboard.PARTNERS(), *(_pair(one, single=single) for one in record.pairs)))
    if record.best is not None:
        best = record.best
        parts.append(text(leaderboard.best_deal(best.points)))
        parts.append(Row((Button(str(Press("replay", best.table, best.deal)), leaderboard.REPLAY_BEST()),)))
    return Screen(tuple(parts), BRASS)


def chart_of(record: Record) -> DrawnChart | None:
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
        caption=leaderboard.from_to(_day(times[0]), _day(times[-1])),
    )


def _totals(record: Record) -> list[int]:
    """The points before the first rubber that is drawn, and after each."""
    if record.ranked is None or not record.results:
        return []
    totals = [record.ranked.points - sum(points for _, points in record.results)]
    for _, points in record.results:
        totals.append(totals[-1] + points)
    return totals


def _day(at: float) -> str:
    day: date = datetime.fromtimestamp(at, UTC).date()
    return leaderboard.day(day.year, day.month, day.day)


def _sums(record: Record, *, single: bool) -> Iterator[str]:
    ranked, alone = record.ranked, record.alone
    if ranked is not None:
        yield leaderboard.total(ranked.points, ranked.rubbers, ranked.won, single=single)
    elif record.deeds or alone is not None:
        yield leaderboard.NONE_COUNTED()
    else:
        yield leaderboard.NOTHING_PLAYED()
    if alone is not None:
        yield leaderboard.alone(alone.points, alone.rubbers, alone.won, single=single)


def _deeds(deeds: Mapping[str, int], of: GameWords) -> Iterator[str]:
    """What was declared, strain by strain, and what was doubled."""
    declared = {strain: deeds.get(f"declared {strain.letter}", 0) for strain in reversed(Strain)}
    made = {strain: deeds.get(f"made {strain.letter}", 0) for strain in Strain}
    if any(declared.values()):
        yield leaderboard.declared(sum(declared.values()), sum(made.values()))
        for strain, times in declared.items():
            if times:
                yield small(leaderboard.declared_in(strain, times, made[strain], of))
    won, lost = deeds.get("contre won", 0), deeds.get("contre lost", 0)
    again = deeds.get("surcontre won", 0), deeds.get("surcontre lost", 0)
    if won + lost + sum(again):
        yield leaderboard.doubled(of, won, lost, *again)


def _pair(one: Ranked, *, single: bool) -> str:
    assert one.partner is not None
    return leaderboard.with_partner(mention(one.partner), one.points, one.rubbers, one.rating, single=single)
