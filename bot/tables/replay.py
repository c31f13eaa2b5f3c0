"""What can be read from the stored events of a table: it is replayed from the first event, or from a snapshot
of the table as it stood between two deals.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.errors import DealDamaged
from bot.streams.fair_deal import commitment
from bot.tables.open_table import OpenTable
from robots.law.revoke import only_following
from robots.player import Reasons
from robots.teaching.reasons import Decision, decode
from rules.calls import PLAYS, Action, Play, action_word
from rules.counting.rubber import RubberResult
from rules.errors import Unreadable
from rules.frozen import frozen, replace
from rules.games import all_games
from rules.games.promise import deal_points
from rules.record.codec import decode_table, encode_table
from rules.seats import BySeat, Member, RobotMember, Seat
from rules.table.events import (
    CallMade,
    CardPlayed,
    CardsDealt,
    DealReckoned,
    Opened,
    RubberReckoned,
    TakenBack,
)
from rules.table.seen import seen
from rules.table.table import Table
from rules.view import FinishedDeal, PublicTable, SeatView
from storage.ports.records import Snapshot, Stored, TableId
from storage.ports.storage import UNREADABLE, TableLog
from storage.ports.waits import run_in_thread

logger = logging.getLogger(__name__)


@frozen
class Finished:
    """A deal that is over, and the result of the rubber if the deal ended one. ``options`` are those with
    which it was played: before another rubber the table may have chosen others."""

    deal: FinishedDeal
    ended: RubberResult | None
    seats: BySeat[Member]
    options: tuple[tuple[str, str], ...]

    def public_table(self, table: OpenTable) -> PublicTable:
        """The table as everybody sees it, with the options of this deal."""
        return replace(table.view(None).table, options=self.options)


Made = tuple[Decision, SeatView]
"""What a robot did, and what its seat saw when it did so."""


class Replay(NamedTuple):
    """A table as it stood, and the events that followed."""

    state: Table
    events: Sequence[Stored]


async def of_deal(log: TableLog, table_id: TableId, deal: int, *, whole: bool) -> Replay | None:
    """A replay around one deal that is over, made on a thread; if ``whole``, of all there is. None if there
    is no such table. Raises DealDamaged, and Unreadable for a snapshot that is of no use."""
    try:
        snapshot, stored = await log.read_deal(table_id, deal, whole=whole)
    except UNREADABLE as fault:
        logger.error("deal %s of table %s cannot be shown: %r", deal, table_id, fault)
        raise DealDamaged(deal) from None
    if snapshot is None and not stored:
        return None
    return await run_in_thread(replay, table_id, snapshot, stored)


def replay(table_id: TableId, snapshot: Snapshot | None, stored: Sequence[Stored]) -> Replay:
    """From a snapshot, if there is one, else from the first event, which is ``opened_table``. Raises
    Unreadable for a snapshot that these rules did not write, or of another table."""
    if snapshot is None:
        first = stored[0].event
        assert isinstance(first, Opened)
        return Replay(opened_table(first), stored[1:])
    state = decode_table(snapshot.body, all_games.game)
    if state.last_number != snapshot.over or not _is_of(table_id, state.last):
        raise Unreadable("a snapshot of another table")
    return Replay(state, stored)


def _is_of(table_id: TableId, last: FinishedDeal | None) -> bool:
    """Whether a finished deal was dealt at this table: the commitment to its seed names the table."""
    if last is None:
        return True
    try:
        seed = bytes.fromhex(last.seed)
    except ValueError:
        return False
    return commitment(table_id, last.number, seed) == last.commitment


def snapshot_of(state: Table, version: int) -> Snapshot:
    """The snapshot of a table between two deals, after so many events."""
    return Snapshot(version, state.last_number, encode_table(state))


def replayed_table(begun: Replay) -> Table:
    """The table that its events come to."""
    state = begun.state
    for one in begun.events:
        state = state.after(one.event)
    return state


def opened_table(event: Opened) -> Table:
    """A table as it is opened. Raises Unreadable for a game that is not listed, BadOption, OptionsClash."""
    return Table.opened(all_games.game(event.game), event.options)


def finished_deal(begun: Replay, deal: int) -> Finished | None:
    """A deal that is over, from the events of its table; None if it is not over or was never played. The
    replay must begin before it was over."""
    state = begun.state
    found: Finished | None = None
    for one in begun.events:
        seats = state.rubber.seats if state.rubber is not None else None
        state = state.after(one.event)
        if isinstance(one.event, DealReckoned) and state.last is not None and state.last.number == deal:
            assert seats is not None
            found = Finished(state.last, None, seats, state.options)
        elif isinstance(one.event, RubberReckoned) and found is not None and state.last_number == deal:
            return replace(found, ended=one.event.result)
        elif found is not None and state.deals > deal:
            return found
    return found


def rubber_of(begun: Replay, deal: int) -> tuple[Finished, ...]:
    """The deals that are over of the rubber to which this one belongs, each with who sat where in it: those
    before the replay begins are left out."""
    state, found = begun.state, list[Finished]()
    for one in begun.events:
        seats, rubbers = state.rubber.seats if state.rubber is not None else None, state.rubbers
        state = state.after(one.event)
        if state.rubbers != rubbers and found and found[-1].deal.number >= deal:
            break
        if state.rubbers != rubbers:
            found.clear()
        if isinstance(one.event, DealReckoned) and state.last is not None and seats is not None:
            found.append(Finished(state.last, None, seats, state.options))
    return tuple(found)


def dealt_to(begun: Replay, deal: int) -> BySeat[Member] | None:
    """Who sat where when the cards of a deal were dealt, before partners may have changed places. The replay
    must begin before that."""
    state = begun.state
    for one in begun.events:
        if isinstance(one.event, CardsDealt) and one.event.deal == deal and state.rubber is not None:
            return state.rubber.seats
        state = state.after(one.event)
    return None


def decisions(begun: Replay, deal: int, reasons: Mapping[int, str]) -> tuple[Made, ...]:
    """What robots did in a deal, in order, each with what its seat saw: from the events of its table, and the
    reasons that were stored with them, by version."""
    state = begun.state
    made: list[Made] = []
    for one in begun.events:
        if state.deals > deal:
            break
        if isinstance(one.event, CallMade | CardPlayed) and state.deals == deal:
            decision = _decision(state, one.event, reasons.get(one.version))
            made += [decision] if decision is not None else []
        elif isinstance(one.event, TakenBack) and state.deals == deal:
            made = [one_made for one_made in made if _stands(one_made[0], one.event)]
        state = state.after(one.event)
    return tuple(made)


def _stands(decision: Decision, back: TakenBack) -> bool:
    """Whether a call or card was made before those that were taken back."""
    return decision.place < (back.cards if isinstance(decision.action, Play) else back.calls)


def _decision(state: Table, event: CallMade | CardPlayed, reasons: str | None) -> Made | None:
    """This call or card, made at this state of the table, if a robot made it."""
    assert state.rubber is not None and state.deal is not None
    if isinstance(event, CallMade):
        hand = player = event.called.seat
        action: Action = event.called.call
        place = len(state.deal.calls)
    else:
        hand, action = event.seat, PLAYS[event.card.index]
        place = state.deal.playing.cards_played if state.deal.playing is not None else 0
        player = next(iter(state.deal.may_act))
    by = state.rubber.seats.of(player)
    if not isinstance(by, RobotMember):
        return None
    return Decision(hand, by, place, action, _read_reasons(reasons)), only_following(seen(state, player))


def _read_reasons(reasons: str | None) -> Reasons | None:
    try:
        return decode(reasons) if reasons is not None else None
    except Unreadable:
        return None


def from_seat(state: Table, seat: Seat) -> SeatView:
    """What a robot in this seat goes by."""
    return only_following(seen(state, seat))


def came_to(state: Table) -> tuple[int, tuple[str, ...]]:
    """What the deal that is over brought the side of the person who plays alone, less what it brought the
    other; and its calls and cards in order."""
    deal, alone = state.last, state.alone
    assert deal is not None and alone is not None and alone.given is not None
    own = alone.given.seat
    brought = deal_points(deal, state.variant.rubber)
    line = (
        *(action_word(one.call) for one in deal.calls),
        *(str(card) for trick in deal.tricks for _, card in trick.by_player()),
    )
    return brought.of(own.side) - brought.of(own.side.other), line
