"""Fills in what everybody may see of an evening. Of a duplicate that is nothing of a deal that a table has
still to play."""

from __future__ import annotations

from rules.evening.evening import Evening
from rules.evening.page import SeenEvening, SeenTable
from rules.evening.standings import played_by_all, prizes_of, rankings, travelling_sheet


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
