"""The robots' follower: a robot that is due chooses, from what its seat may see, and acts like anybody."""

from __future__ import annotations

import asyncio
import logging

from bot.errors import TableError
from bot.live import Live
from bot.luck import Luck
from bot.robots.robot import Choice, ClaimVerdict, CutAt
from bot.robots.robot import Robot as Player
from bot.tables import Point, Tables
from rules.deciding import AnswerClaim, Ask, CutPack
from rules.errors import RulesError
from rules.members import Robot
from rules.seats import Seat
from rules.seen import seen
from storage.records import TableId

log = logging.getLogger(__name__)


class BadRobot(Exception):
    """A robot chose what was not open to it."""


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
        due = _due(live)
        if due is None:
            return
        seat, robot = due
        deal, version = live.table.deals, live.version
        answer = self._player.choose(seen(live.table, seat), self._budget, self._random)
        try:
            await self._tables.act(live.id, robot, _asked(answer.choice), point=Point(deal, _point(live)))
        except (RulesError, TableError) as refusal:
            if live.version == version:  # the choice was never open: the robot is wrong, and may not be
                raise BadRobot(type(refusal).__name__) from None  # named with the card that it would play
            # else somebody acted first, and the choice no longer stands


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
