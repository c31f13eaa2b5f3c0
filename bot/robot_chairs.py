"""The robots' follower: a robot that is due chooses, from what its seat may see, and acts like anybody."""

from __future__ import annotations

import asyncio
import logging
import traceback
from collections.abc import Iterator

from bot.errors import TableError
from bot.live import Live
from bot.luck import Luck
from bot.robots.robot import Choice, ClaimVerdict, CutAt
from bot.robots.robot import Robot as Player
from bot.tables import Point, Tables
from rules.asks import AnswerClaim, Ask, CutPack
from rules.calls import CallHonours, Content, Discard, Pass, Play
from rules.cards import Hand
from rules.errors import RulesError
from rules.members import Robot
from rules.seats import Seat
from rules.seen import seen
from rules.view import May, SeatView
from storage.records import TableId

log = logging.getLogger(__name__)


class BadRobot(Exception):
    """Nothing that a robot could do was open to it."""


class RobotChairs:
    """Plays for the robots at every table, at a set pace."""

    def __init__(self, tables: Tables, player: Player, luck: Luck, pace: float, budget: float = 1.0) -> None:
        self._tables = tables
        self._player = player
        self._pace = pace
        self._budget = budget  # seconds for one choice
        self._random = luck.robots
        self._playing: dict[TableId, asyncio.Task[None]] = {}

    def changed(self, live: Live) -> None:
        if live.id not in self._playing and _due(live) is not None:
            self._playing[live.id] = asyncio.create_task(self._play(live), name=f"robots {live.id}")

    async def close(self) -> None:
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, live: Live) -> None:
        """Acts until no robot is due."""
        try:
            while _due(live) is not None:
                await asyncio.sleep(self._pace)
                await self._act(live)
        except Exception:
            log.exception("the robots of table %s failed", live.id)
        finally:
            del self._playing[live.id]

    async def _act(self, live: Live) -> None:
        """Does what the robot that is due chooses; failing that, the plainest thing that is open to its seat,
        so that nobody waits for a robot that is wrong."""
        due = _due(live)
        if due is None:
            return
        seat, robot = due
        point, version = Point(live.table.deals, _point(live)), live.version
        view = seen(live.table, seat)
        for choice in self._choices(live, view):
            try:
                await self._tables.act(live.id, robot, _asked(choice), point=point)
            except (RulesError, TableError) as refusal:
                if live.version != version:  # somebody acted first, and the choice no longer stands
                    return
                # not named with the card that it would play
                log.error("a robot at table %s was refused: %s", live.id, type(refusal).__name__)
            else:
                return
        raise BadRobot

    def _choices(self, live: Live, view: SeatView) -> Iterator[Choice]:
        """What the robot would do, if it knows, and then what else is open."""
        wished = self._wish(live, view)
        if wished is not None:
            yield wished
        yield from plainest(view)

    def _wish(self, live: Live, view: SeatView) -> Choice | None:
        try:
            return self._player.choose(view, self._budget, self._random).choice
        except Exception as failure:  # noqa: BLE001 (its own words might name a card: the log says where, not what)
            where = "".join(traceback.format_tb(failure.__traceback__))
            log.error("a robot at table %s failed: %s\n%s", live.id, type(failure).__name__, where)
            return None


def plainest(view: SeatView) -> Iterator[Choice]:
    """Whatever is open to a seat, the most harmless first: it lets things stand, and plays any card."""
    if May.CUT in view.may:
        yield CutAt(26)
    if May.ANSWER_CLAIM in view.may:
        yield ClaimVerdict(agrees=False)
    if May.PUT_OUT in view.may and view.own is not None and view.deal is not None:
        lowest = sorted(view.own.left, key=lambda card: card.rank)
        yield Discard(Hand.of(lowest[: view.deal.to_put_out]))
    harmless = (Pass | Content, Play)
    for kind in harmless:
        yield from (option for option in view.options if isinstance(option, kind))
    others = (option for option in view.options if not isinstance(option, Pass | Content | Play))
    yield from (option for option in others if option != CallHonours())


def _due(live: Live) -> tuple[Seat, Robot] | None:
    """The first seat in turn for which a robot must act."""
    table = live.table
    if table.rubber is None:
        return None
    for seat in table.rubber.dealer.onwards():
        sitting = table.rubber.seats.of(seat)
        if seat in table.waits_for and isinstance(sitting, Robot):
            return seat, sitting
    return None


def _point(live: Live) -> int | None:
    table = live.table
    if table.claim is not None and table.deal is not None and table.deal.playing is not None:
        return table.deal.playing.cards_played
    return table.deal.point if table.deal is not None else None


def _asked(choice: Choice) -> Ask:
    match choice:
        case CutAt(at):
            return CutPack(at, "")
        case ClaimVerdict(agrees):
            return AnswerClaim(agrees)
        case _:
            return choice
