"""Tables turned by one seat: the same hands, score and calls, each at the place of the left neighbour.

``python -m tests.robots.turned [--auctions N] [--deals N] [--game GAME ...] [--strength STRENGTH ...]`` draws
auctions and deals at part scores and games and says where robots choose otherwise once a table is turned.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from math import inf
from typing import Any, Final

from robots.payoffs import payoffs_of
from robots.player import Answer, Player, Strength
from robots.process.thinking import alike_robot
from rules.cards import PACK, Card, Hand
from rules.counting.reckon import Standing
from rules.deal.play import Playing
from rules.frozen import replace
from rules.games.all_games import GAMES
from rules.games.variant import Game, Variant
from rules.seats import BySeat, BySide, Seat, Side
from rules.view import SeatView
from tests.trials.stage.matches import RandomRobot, among_robots, deal_from, waiting
from tests.trials.stage.tables import Evening

SEATLESS: Final = (str, int, float, type(None), Enum, Card, Hand, Variant, Game)
"""What has no seat in it, or looks the same from every seat."""

DRAWN_BELOW: Final = (0, 0, 20, 40, 60, 90)
"""Part scores, in hundredths of a game."""

WILD: Final = 0.15
"""How often somebody in a drawn auction calls at random, as people do who know no system."""


def one_seat_on(value: Any) -> Any:
    """The same value with everybody one seat further on. Raises TypeError for what it does not know."""
    match value:
        case Seat():
            return value.left
        case Side():
            return value.other
        case BySeat():
            north, east, south, west = map(one_seat_on, value)
            return BySeat(west, north, east, south)
        case BySide():
            ns, ew = map(one_seat_on, value)
            return BySide(ew, ns)
        case _ if isinstance(value, SEATLESS):
            return value
        case Playing():
            return Playing(*map(one_seat_on, value._replace(left=())))._replace(
                left=one_seat_on(BySeat(*value.left))
            )
        case tuple():
            parts = map(one_seat_on, value)
            return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
        case frozenset():
            return frozenset(map(one_seat_on, value))
        case Mapping():
            return {one_seat_on(key): one_seat_on(one) for key, one in value.items()}
        case _ if is_dataclass(value) and not isinstance(value, type):
            return type(value)(**{one.name: one_seat_on(getattr(value, one.name)) for one in fields(value)})
        case _ if callable(value):
            return value
    raise TypeError(type(value))


def turned_table(evening: Evening) -> Evening:
    """The evening at a turned table, which goes on by itself."""
    other = Evening(0, evening.table.game)
    other.table, other.dice = one_seat_on(evening.table), evening.dice
    return other


def at_drawn_score(evening: Evening, rng: random.Random) -> Evening:
    """The evening at a drawn part score, in a drawn game of the rubber."""
    rubber = evening.table.rubber
    assert rubber is not None
    law = payoffs_of(evening.view(None).table).law.rubber
    below = BySide(*(rng.choice(DRAWN_BELOW) * law.game // 100 for _ in Side))
    games = BySide(*(rng.randrange(law.games) for _ in Side))
    evening.table = replace(evening.table, rubber=replace(rubber, standing=Standing(below, games)))
    return evening


class Difference(AssertionError):
    """A robot has chosen otherwise at the turned table."""


def same_answer(robot: Player, view: SeatView, other: SeatView, seed: int) -> Answer:
    """What the robot chooses, the same at both tables. Raises Difference."""
    here, there = (robot.choose(one, inf, random.Random(seed)) for one in (view, other))
    if here != there:
        assert view.deal is not None
        calls = " ".join(str(called.call) for called in view.deal.calls)
        score = view.table.rubber.standing if view.table.rubber is not None else None
        raise Difference(f"{here.choice}, turned {there.choice}, after {calls}; {score}")
    return here


def walk_both_tables(game: str, robot: Player, seed: object, *, cards: bool) -> int:
    """A drawn auction at both tables, and with ``cards`` the play, at random in part; the number of choices
    that were the same. Raises Difference."""
    rng = random.Random(f"{game} {seed}")
    evening = at_drawn_score(deal_from(rng.sample(PACK, 52), game), rng)
    other, wild, made = turned_table(evening), RandomRobot(), 0
    while evening.table.last is None:
        view = waiting(evening)
        assert view.viewer is not None and view.deal is not None
        if view.deal.playing and not cards:
            break
        turn = other.view(view.viewer.left)
        if rng.random() < 0.5:
            view, turn = among_robots(view), among_robots(turn)
        chosen = same_answer(robot, view, turn, rng.randrange(1 << 30)).choice
        made += 1
        if not view.deal.playing and rng.random() < WILD:  # type: ignore[union-attr]
            chosen = wild.choose(view, inf, rng).choice
        assert view.viewer is not None
        evening.do(view.viewer, chosen)
        other.do(view.viewer.left, chosen)
    return made


def main(words: Sequence[str] | None = None) -> None:
    asked = argparse.ArgumentParser(prog="python -m tests.robots.turned")
    asked.add_argument("--auctions", type=int, default=500)
    asked.add_argument("--deals", type=int, default=10)
    asked.add_argument("--game", nargs="+", default=[*GAMES], choices=GAMES)
    asked.add_argument("--strength", nargs="+", default=[one.value for one in Strength])
    given = asked.parse_args(words)
    for game in given.game:
        for name in given.strength:
            for line in _told(game, Strength(name), given.auctions, given.deals):
                sys.stdout.write(f"{line}\n")


def _told(game: str, strength: Strength, auctions: int, deals: int) -> Iterator[str]:
    robot, made, other = alike_robot(strength), 0, 0
    for number in range(auctions + deals):
        try:
            made += walk_both_tables(game, robot, number, cards=number >= auctions)
        except Difference as difference:
            other += 1
            yield f"{game}, {strength.value}, {number}: {difference}"
    yield f"{game}, {strength.value}: {made} choices, {other} walks in which one is another when turned"


if __name__ == "__main__":
    main()
