"""Records and analyses of deals that are over, and whether each was dealt as it was sealed.

A deal that is still played has no record here: a record is made only where the log says that the deal was
reckoned. Analyses are made in a worker process and kept for a while. Nothing here knows Discord.
"""

from __future__ import annotations

import asyncio
import logging
from enum import Enum
from typing import Final, NamedTuple

from bot.errors import AppRefused, AppWhy
from bot.fair_queue import Asked, Owner, Shares
from bot.streams.fair_deal import blind_trump, commitment, shuffled
from bot.streams.open_stream import Recent
from bot.tables import replay
from bot.tables.open_table import OpenTable
from bot.tables.replay import Finished, Replay
from bot.tables.service import Tables
from bot.worker_pool import OutOfTime, TaskRaised, WorkerLost, WorkerPool, WorkersFailed
from robots.teaching.analysis import Analysis, Study, solver_installed
from rules.deal.dealing import TurnedUp
from rules.frozen import frozen
from rules.games.all_games import game
from rules.record.writing import Record, recorded
from storage.ports.records import TableId, UserId


class FinishedDeals:
    """Reads deals from the log as they were played, with the options of their time."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def finished_record(self, table: OpenTable, deal: int | None) -> Record:
        """A deal of this table, the last if ``deal`` is None. Raises AppWhy.NO_DEAL_YET, AppWhy.NO_SUCH_DEAL,
        AppWhy.DEAL_GOES_ON, DealDamaged."""
        number = finished_number(table, deal)
        return next(one for one in await self._records(table, number) if one.deal.number == number)

    async def rubber_of(self, table: OpenTable, deal: int | None) -> tuple[Record, ...]:
        """The deals that are over of the rubber to which a deal belongs. Raises as ``finished_record``
        does."""
        number = finished_number(table, deal)
        return await self._records(table, number, whole=True)

    async def _records(self, table: OpenTable, deal: int, *, whole: bool = False) -> tuple[Record, ...]:
        """Those around a deal or, if ``whole``, of its rubber."""

        def recorded_rubber(begun: Replay) -> tuple[Record, ...]:
            rubber = replay.rubber_of(begun, deal)
            return tuple(recorded(begun.state.game, one.options, one.deal) for one in rubber)

        found = await self._tables.read_back(table.id, deal, recorded_rubber, whole=whole) or ()
        if not any(one.deal.number == deal for one in found):
            raise AppRefused(AppWhy.NO_SUCH_DEAL)
        return found


def finished_number(table: OpenTable, deal: int | None) -> int:
    """The number of a deal of this table that is over, the last if ``deal`` is None. Raises
    AppWhy.NO_DEAL_YET, AppWhy.NO_SUCH_DEAL, AppWhy.DEAL_GOES_ON."""
    state = table.state
    if not state.last_number:
        raise AppRefused(AppWhy.NO_DEAL_YET)
    number = state.last_number if deal is None else deal
    if number == state.deals and number > state.last_number and not state.closed:
        raise AppRefused(AppWhy.DEAL_GOES_ON)
    if not 1 <= number <= state.last_number:
        raise AppRefused(AppWhy.NO_SUCH_DEAL)
    return number


class Verdict(NamedTuple):
    """What a check of a finished deal has found."""

    sealed: bool  # whether the seed is the one committed to before the cut
    dealt: bool  # whether seed and cut give the hands that were played


def verified(table: TableId, record: Record) -> Verdict:
    """Deals the cards again from what is public, and compares."""
    deal = record.deal
    try:
        seed = bytes.fromhex(deal.seed)
    except ValueError:
        return Verdict(False, False)
    dealing = game(record.game).variant_of(record.options).dealing
    from_seed = table, deal.number, seed, deal.cut.at, deal.cut.salt
    blind = blind_trump(*from_seed) if dealing.turned is TurnedUp.BLIND else None
    dealt = dealing.dealt_out(shuffled(*from_seed), deal.dealer, blind)
    return Verdict(
        commitment(table, deal.number, seed) == deal.commitment,
        (dealt.hands, dealt.turned) == (deal.hands, deal.turned),
    )


log = logging.getLogger(__name__)

WITHIN: Final = 10.0
"""Seconds for an analysis with its table of tricks, if the host sets no others. One deal in ten needs more
than one; a few need more than this. When the table is not done in time an analysis is made without it, in
half as many."""
KEPT: Final = 64
"""How many are kept, so that one which is asked for again is there at once."""
SHOWN: Final = 10_000
"""So many deals are remembered whose analysis has been shown to all."""


_Key = tuple[TableId, int]


class Unanalysed(Enum):
    """Why a deal is not analysed."""

    NO_SOLVER = "no_solver"
    NO_WORKERS = "no_workers"  # the host allows no worker process
    NOT_OVER = "not_over"  # or there is no such deal
    NOT_DONE = "not_done"
    FAULT = "fault"  # a bug of ours


@frozen
class Looked:
    """A deal with its analysis."""

    done: Finished
    found: Analysis


class Analyses:
    """Makes each analysis once, however many ask for it."""

    def __init__(
        self,
        tables: Tables,
        workers: WorkerPool | None,
        within: float = WITHIN,
        asked: Asked | None = None,
    ) -> None:
        self._tables = tables
        self._within = within
        self._workers = workers
        self._kept: Recent[_Key, Looked] = Recent(KEPT)
        self._shown: Recent[_Key, None] = Recent(SHOWN)
        self._under_way: dict[_Key, asyncio.Task[Looked | Unanalysed]] = {}
        self._asked = asked or Asked(workers.shares if workers is not None else Shares())

    async def analysable(self, table: OpenTable, deal: int | None) -> Finished | Unanalysed:
        """A deal of this table that can be analysed: the last one, if ``deal`` is None."""
        if not solver_installed():
            return Unanalysed.NO_SOLVER
        if self._workers is None:
            return Unanalysed.NO_WORKERS
        number = table.state.last_number if deal is None else deal
        return await self._tables.finished(table.id, number) or Unanalysed.NOT_OVER

    async def analyse(
        self, table: OpenTable, done: Finished, asker: UserId | None = None
    ) -> Looked | Unanalysed:
        """The analysis of a deal that is over; takes seconds. All who ask meanwhile wait for the same one,
        which counts against the share of the first. Raises AppWhy.ASKED_ENOUGH."""
        key = (table.id, done.deal.number)
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._under_way:
            owner: Owner = table.id if asker is None else asker
            self._asked.check_limit(owner)
            # short-lived: whoever asks waits for it, also after others
            looking = asyncio.create_task(self._analyse(key, table, done, owner), name=f"analysis {key}")
            self._under_way[key] = looking
        return await asyncio.shield(self._under_way[key])

    def analyses_before(self, asker: UserId) -> int:
        """How many analyses and choices of robots come before the one that somebody waits for."""
        return self._workers.patient.turns_before(asker) if self._workers is not None else 0

    def kept(self, table_id: TableId, deal: int) -> Analysis | None:
        """The analysis of this deal if it has been made not long ago. Nothing is begun."""
        looked = self._kept.get((table_id, deal))
        return looked.found if looked is not None else None

    def is_shown(self, table_id: TableId, deal: int) -> bool:
        """Whether the analysis of this deal has been shown to all, since the last start of the bot."""
        return (table_id, deal) in self._shown

    def shown_first(self, table_id: TableId, deal: int) -> bool:
        """Notes that the analysis of this deal is shown to all; True if it is the first time."""
        first = not self.is_shown(table_id, deal)
        self._shown[table_id, deal] = None
        return first

    def not_shown(self, table_id: TableId, deal: int) -> None:
        """It was not shown to all after what ``shown_first`` noted."""
        self._shown.pop((table_id, deal), None)

    async def _analyse(
        self, key: _Key, table: OpenTable, done: Finished, owner: Owner
    ) -> Looked | Unanalysed:
        try:
            assert self._workers is not None
            async with self._asked.turn(owner, self._workers.patient):
                found = await self._studied(table, done, owner)
            if found is None:
                return Unanalysed.NO_SOLVER
            looked = Looked(done, found)
        except TaskRaised as failure:
            log.error("the analysis of table %s, deal %s, failed: %s", *key, failure.told)
            return Unanalysed.FAULT
        except WorkersFailed as failure:
            assert self._workers is not None
            is_fault = isinstance(failure, WorkerLost) and not self._workers.is_closed
            level = logging.ERROR if is_fault else logging.INFO
            log.log(level, "table %s, deal %s, is not analysed: %s", *key, type(failure).__name__)
            return Unanalysed.NOT_DONE
        finally:
            del self._under_way[key]
        self._kept[key] = looked
        return looked

    async def _studied(self, table: OpenTable, done: Finished, owner: Owner) -> Analysis | None:
        """Raises WorkersFailed."""
        assert self._workers is not None
        game, options = table.state.game, done.options
        try:
            return await self._workers.run(Study(done.deal, game, options), within=self._within, owner=owner)
        except OutOfTime:
            without = Study(done.deal, game, options, with_table=False)
            return await self._workers.run(without, within=self._within / 2, owner=owner)
