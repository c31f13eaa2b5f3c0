"""What everybody may see of an evening. Of a duplicate that is nothing of a deal that a table has still to
play."""

from __future__ import annotations

from dataclasses import dataclass

from rules.cards import Card
from rules.evening.evening import Entrant, Evening
from rules.evening.events import Sitting
from rules.evening.plan import Plan
from rules.evening.progression import Prizes
from rules.evening.standings import (
    Ranking,
    SheetLine,
    played_by_all,
    prizes_of,
    rankings,
    travelling_sheet,
)
from rules.members import Member


@dataclass(frozen=True, slots=True)
class SeenTable:
    """A table of the last round, and how many deals it has still to play."""

    sitting: Sitting
    left: int


@dataclass(frozen=True, slots=True)
class SeenEvening:
    """An evening as the whole room sees it."""

    plan: Plan
    entrants: tuple[Entrant, ...]
    holders: tuple[Member, ...]
    round: int  # the number of the last that was begun; 0 before
    last_round: int  # how many there are to be; 0 before lots are drawn
    tables: tuple[SeenTable, ...]
    rankings: tuple[Ranking, ...]
    prizes: tuple[Prizes[tuple[int, ...]] | None, ...]  # of each ranking, once it is over
    sheets: tuple[tuple[int, tuple[SheetLine, ...]], ...]  # of the deals that every table has played
    cuts: tuple[tuple[tuple[int, Card], ...], ...]
    commitment: str
    seed: str
    time_is_over: bool
    adjourned: bool
    closed: bool

    @property
    def open_tables(self) -> tuple[SeenTable, ...]:
        """Those that have not finished."""
        return tuple(one for one in self.tables if one.left)

    @property
    def waits_for_signal(self) -> bool:
        return bool(self.round) and not self.open_tables and not self.closed


def seen(evening: Evening) -> SeenEvening:
    begun = evening.round
    ranked = rankings(evening)
    return SeenEvening(
        plan=evening.plan,
        entrants=evening.entrants,
        holders=evening.holders,
        round=len(evening.rounds),
        last_round=evening.last_round if evening.begun else 0,
        tables=tuple(
            SeenTable(one, len(evening.unfinished(one))) for one in (begun.sittings if begun else ())
        ),
        rankings=ranked,
        prizes=tuple(prizes_of(evening, one) if evening.closed else None for one in ranked),
        sheets=tuple((board, travelling_sheet(evening, board)) for board in played_by_all(evening))
        if evening.plan.kind.duplicate
        else (),
        cuts=evening.cuts,
        commitment=evening.commitment,
        seed=evening.seed,
        time_is_over=evening.time_is_over,
        adjourned=evening.adjourned,
        closed=evening.closed,
    )
