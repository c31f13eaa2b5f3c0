"""Fills in what everybody may see of an evening. Of a duplicate that is nothing of a deal that a table has
still to play."""

from __future__ import annotations

from rules.evening.evening import Evening
from rules.evening.lots import drawn, persons_in
from rules.evening.page import Outlook, SeenEvening, SeenTable
from rules.evening.standings import played_by_all, prizes_of, rankings, travelling_sheet
from rules.frozen import replace


def seen(evening: Evening) -> SeenEvening:
    begun = evening.round
    ranked = rankings(evening)
    return SeenEvening(
        plan=evening.plan,
        entrants=evening.entrants,
        holders=evening.holders,
        round=len(evening.rounds),
        last_round=evening.last_round if evening.begun else 0,
        outlook=_outlook(evening) if evening.entrants and not evening.begun else None,
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


def _outlook(evening: Evening) -> Outlook:
    """The order of the lots changes nothing of it."""
    begun = replace(evening, holders=drawn(evening, range))
    people = persons_in(begun.holders)
    return Outlook(begun.tables, begun.last_round, people, len(begun.holders) - people)
