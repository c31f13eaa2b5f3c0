"""Records of deals that are over, and whether each was dealt as it was sealed.

A deal that is still played has no record here: a record is made only where the log says that the deal was
reckoned.
"""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from bot.errors import DealGoesOn, NoDealYet, NoSuchDeal
from bot.ports.records import TableId
from bot.ports.storage import TableLog
from bot.streams.fair_deal import blind_trump, commitment, shuffled
from bot.tables import open_table
from bot.tables.open_table import OpenTable, Replay
from rules.deal.dealing import TurnedUp
from rules.errors import Unreadable
from rules.games.all_games import game
from rules.record.writing import Record, recorded
from rules.table.events import DealReckoned


class FinishedDeals:
    """Reads deals from the log as they were played, with the options of their time."""

    def __init__(self, log: TableLog) -> None:
        self._log = log

    async def one(self, table: OpenTable, deal: int | None) -> Record:
        """A deal of this table, the last if ``deal`` is None. Raises NoDealYet, NoSuchDeal, DealGoesOn,
        DealDamaged."""
        number = over(table, deal)
        return next(one for one in await self._records(table, number) if one.deal.number == number)

    async def rubber_of(self, table: OpenTable, deal: int | None) -> tuple[Record, ...]:
        """The deals that are over of the rubber to which a deal belongs. Raises as ``one`` does."""
        number = over(table, deal)
        return await self._records(table, number, whole=True)

    async def _records(self, table: OpenTable, deal: int, *, whole: bool = False) -> tuple[Record, ...]:
        """Those around a deal or, if ``whole``, of its rubber."""
        try:
            found = await self._read(table.id, deal, whole=whole)
        except Unreadable:  # the snapshot: the tables have logged it
            found = await self._read(table.id, deal, whole=True)
        if not any(one.deal.number == deal for one in found):
            raise NoSuchDeal
        return found

    async def _read(self, table_id: TableId, deal: int, *, whole: bool) -> tuple[Record, ...]:
        begun = await open_table.of_deal(self._log, table_id, deal, whole=whole)
        return () if begun is None else await asyncio.to_thread(records, begun, deal)


def over(table: OpenTable, deal: int | None) -> int:
    """The number of a deal of this table that is over, the last if ``deal`` is None. Raises NoDealYet,
    NoSuchDeal, DealGoesOn."""
    state = table.state
    if not state.last_number:
        raise NoDealYet
    number = state.last_number if deal is None else deal
    if number == state.deals and number > state.last_number and not state.closed:
        raise DealGoesOn
    if not 1 <= number <= state.last_number:
        raise NoSuchDeal
    return number


def records(begun: Replay, deal: int) -> tuple[Record, ...]:
    """The deals of a rubber that are over, up to the end of the rubber or of the events. The replay may begin
    within the rubber."""
    state, found = begun.state, list[Record]()
    for one in begun.events:
        before = state.rubbers
        state = state.after(one.event)
        if state.rubbers != before and found and found[-1].deal.number >= deal:
            break
        if state.rubbers != before:
            found.clear()
        if isinstance(one.event, DealReckoned) and state.last is not None:
            found.append(recorded(state.game, state.options, state.last))
    return tuple(found)


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
    dealing = game(record.game).stored(record.options).dealing
    from_seed = table, deal.number, seed, deal.cut.at, deal.cut.salt
    blind = blind_trump(*from_seed) if dealing.turned is TurnedUp.BLIND else None
    dealt = dealing.dealt_out(shuffled(*from_seed), deal.dealer, blind)
    return Verdict(
        commitment(table, deal.number, seed) == deal.commitment,
        (dealt.hands, dealt.turned) == (deal.hands, deal.turned),
    )
