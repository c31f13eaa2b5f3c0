"""Hints: what the best robot would do in the place of a player whose turn it is, shown to that player only.

A hint is made from the player's own view. It is not stored, and nothing about it is logged except that a
robot failed.
"""

from __future__ import annotations

import logging
import random
from typing import Final

from bot.errors import HintsAreOff
from bot.ports.records import UserId
from bot.tables.open_table import OpenTable
from bot.worker_pool import MARGIN, TaskRaised, WorkerPool, WorkersFailed
from robots.plain import PlainRobot
from robots.player import DUTIES, Answer, awaited
from robots.revoke import following
from robots.strength import Strength
from robots.thinking import Think
from rules.refusals import ClaimIsOpen, NoRubber, NotSeated, NotYourTurn
from rules.view import SeatView

log = logging.getLogger(__name__)

PLAIN: Final = PlainRobot()
AT_ONCE: Final = 0.0
AT_MOST: Final = 1.5
"""The most seconds of thought, whatever robots have: Discord waits three seconds for the answer."""


class Hints:
    """Hints at every table that has the option. ``thinking`` is in seconds. Without ``workers``, or if they
    do not answer in time, the plain robot gives the hint."""

    def __init__(self, workers: WorkerPool | None, thinking: float) -> None:
        self._workers = workers
        self._thinking = min(thinking, AT_MOST)

    async def hint(self, table: OpenTable, user: UserId) -> tuple[SeatView, Answer]:
        """The player's view and what the robot would do.

        Raises HintsAreOff, NoRubber, NotSeated, ClaimIsOpen, NotYourTurn.
        """
        view = table.view(user)
        if not view.table.gives_hints:
            raise HintsAreOff
        if view.table.rubber is None:
            raise NoRubber
        if view.viewer is None:
            raise NotSeated
        if not awaited(view):
            claim = view.deal.claim if view.deal is not None else None
            if claim is not None:
                raise ClaimIsOpen(claim.seat, claim.unanswered)
            raise NotYourTurn(view.deal.may_act if view.deal is not None else ())
        return view, await self._answer(table, following(view), seed=table.version)

    async def _answer(self, table: OpenTable, view: SeatView, seed: int) -> Answer:
        """The answer for this seed, so that asking again gives the same hint, except for effects of the
        clock."""
        if self._workers is not None and (len(view.options) > 1 or view.may & DUTIES):
            try:
                return await self._workers.run_timed(
                    lambda seconds: Think(view, Strength.BEST, seconds, seed), within=self._thinking + MARGIN
                )
            except TaskRaised as failure:
                log.error("a hint at table %s failed: %s", table.id, failure.told)
            except WorkersFailed:
                pass
        return PLAIN.choose(view, AT_ONCE, random.Random(seed))
