"""Worked examples of evenings (docs/laws.md 4.5, 4.6): couples, international match points, movements. Their
form is in tests/examples/README.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from rules.errors import Refusal
from rules.evening.decide import check_plan
from rules.evening.events import Enter
from rules.evening.page import Line, Outcome, Ranking
from rules.evening.plan import (
    Counting,
    Kind,
    Plan,
    Schedule,
    TeamScore,
    howell,
    mitchell,
    teams_of_four,
)
from rules.evening.standings import imps, prizes_of, rankings, team_points, tied_for_prizes
from rules.games.all_games import GAMES
from rules.games.variant import Variant
from rules.seats import BySide, Person
from tests.evenings import Night
from tests.examples.vectors import Found, Malformed, Vector, choice, count, sides, word

TRICKS: Final = 13
PLAYED: Final = BySide(7, 6)


def couples(vector: Vector) -> Found:
    """An evening of these couples, in the order of their tickets, after the hands that are told."""
    given = vector["input"]
    pairs = [tuple(map(str, pair)) for pair in given["couples"]]
    if len(pairs) < 2 or len(pairs) % 2 or len({one for pair in pairs for one in pair}) != 2 * len(pairs):
        raise Malformed("couples are of two people each, and as many as tables have sides")
    key = "score" if "score" in vector["options"] else "progressive_score"
    counting = Counting(choice(vector, key, "all_tricks", "winners_odd"))
    plan = Plan(
        Kind.COUPLES,
        "whist_modern",
        GAMES["whist_modern"].opening({}),
        rounds=len(given["hands"]) + 1,
        counting=counting,
        signal=False,
    )
    entries = [Enter(Person(second)) for _, second in pairs]
    night = Night(plan).begin(*entries, names=[first for first, _ in pairs])
    for hand in given["hands"]:
        won = [sides(tricks) for tricks in hand]
        if len(won) != len(pairs) // 2 or any(sum(tricks) != TRICKS for tricks in won):
            raise Malformed("a hand is thirteen tricks at each table")
        night.play(lambda table, _, won=won: Outcome(won[table - 1]))  # type: ignore[misc]
    (ranking,) = rankings(night.evening)

    def named(places: tuple[int, ...]) -> list[str]:
        return list(pairs[places[0] // 2])

    def meets(first: int, second: int) -> list[list[str]]:
        return [named((first,)), named((second,))]

    return {
        "tables": [meets(one.seats.north, one.seats.east) for one in night.evening.playing],
        "scores": [int(_line(ranking, 2 * number).score) for number in range(len(pairs))],
        "ranks": [_line(ranking, 2 * number).rank for number in range(len(pairs))],
        "tied": sorted(sorted(named((one,)) for one in group) for group in tied_for_prizes(night.evening)),
        "prizes": _prizes(night, ranking, named),
    }


def _line(ranking: Ranking, place: int) -> Line:
    return next(one for one in ranking.lines if place in one.places)


def _prizes(
    night: Night, ranking: Ranking, named: Callable[[tuple[int, ...]], list[str]]
) -> Mapping[str, list[str]] | None:
    """None where fewer than three compete, or somebody has still to cut for one."""
    won = prizes_of(night.evening, ranking)
    if won is None or tied_for_prizes(night.evening):
        return None
    return {"first": named(won.first), "second": named(won.second), "booby": named(won.booby)}


def imps_of(vector: Vector, variant: Variant) -> Found:
    """What deals of teams count. Their points are those of north and south less those of east and west at
    each table: the first team sits north and south at the first, east and west at the second."""
    options = {key: word(value) for key, value in vector["options"].items() if key != "team_score"}
    score = TeamScore(choice(vector, "team_score", "imps", "points"))
    deals = vector["input"].get("deals", [])
    opening = GAMES[vector["game"]].opening(options)
    rounds = max(len(deals), 1)
    plan = Plan(Kind.TEAMS, vector["game"], opening, rounds=rounds, signal=False, team_score=score)
    try:
        check_plan(plan, GAMES[vector["game"]].variant_of(opening))
    except Refusal:
        return {"refused": True}
    night = Night(plan).begin()
    ahead = []
    for deal in deals:
        points = [_of_a_table(one) for one in deal]
        if len(points) != 2:
            raise Malformed("a deal of teams is played at two tables")
        before = team_points(night.evening)
        night.play(lambda table, _, points=points: points[table - 1])  # type: ignore[misc]
        ahead.append(team_points(night.evening) - before)
    total = team_points(night.evening) if deals else 0
    return {
        "refused": False,
        "counts": ahead,
        "total": total,
        "winner": 1 if total > 0 else 2 if total < 0 else None,
        "worth": [imps(count(one, "difference")) for one in vector["input"].get("differences", [])],
    }


def _of_a_table(points: object) -> Outcome:
    """None is a deal that the table has not played."""
    if points is None:
        return Outcome(PLAYED, average=True)
    if not isinstance(points, int) or isinstance(points, bool):
        raise Malformed(f"points: {points}")
    return Outcome(PLAYED, points)


def movement(vector: Vector) -> Found:
    """Who meets whom in each round: pairs and rounds are numbered from 0, as in laws 4.6."""
    given = vector["input"]
    schedule, lines = _schedule(given)
    opponents = {tuple(sorted(meeting)) for meetings in schedule for meeting in meetings}
    found: dict[str, Any] = {
        "rounds": len(schedule),
        "meetings": [[sorted(meeting) for meeting in meetings] for meetings in schedule],
        "tables": [[list(meeting) for meeting in meetings] for meetings in schedule],
        "winners": lines,
        "repeated": len(opponents) != sum(map(len, schedule)),
    }
    if "pair" in given:
        pair = count(given["pair"], "pair")
        met = [(at, one) for meetings in schedule for at, one in enumerate(meetings) if pair in one]
        found["at"] = [at for at, _ in met]
        found["against"] = [one.ew if one.ns == pair else one.ns for _, one in met]
        found["line"] = ["NS" if one.ns == pair else "EW" for _, one in met]
    return found


def _schedule(given: Mapping[str, Any]) -> tuple[Schedule, int]:
    """The rounds of a movement, and how many winners it has."""
    tables, arrow = count(given.get("tables", 2), "tables"), given.get("arrow", True)
    if not isinstance(arrow, bool):
        raise Malformed(f"arrow is {arrow}")
    match given["movement"]:
        case "teams" if tables == 2:
            return teams_of_four(count(given.get("rounds", 2), "rounds")), 1
        case "howell" if 2 <= tables <= 12:
            return howell(tables), 1
        case "mitchell" if 2 <= tables <= 12:
            return mitchell(tables, arrow=arrow), 1 if arrow else 2
    raise Malformed(f"no {given['movement']} of {tables} tables")


OF_A_VARIANT: Final[Mapping[str, Callable[[Vector, Variant], Found]]] = {"imps": imps_of}
OF_ANY_GAME: Final[Mapping[str, Callable[[Vector], Found]]] = {"couples": couples, "movement": movement}
