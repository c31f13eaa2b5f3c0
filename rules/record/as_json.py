"""Finished deals as JSON, for programs. The keys are part of what users rely on: they do not change.

Cards are written as in the event log (``QH``), calls by their words there (``declare:H``), seats and sides by
their letters. A claim gives the rest to ``conceded``, but ``kept`` tricks of it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from rules.calls import action_word
from rules.counting.reckon import Entry
from rules.counting.standing import Standing
from rules.exposures import Paid
from rules.record.writing import Record
from rules.seats import BySide
from rules.tricks import winner
from rules.view import Open, Settled


def as_json(records: Sequence[Record]) -> str:
    """A list with an object for each deal."""
    return json.dumps([_deal(one) for one in records], indent=1) + "\n"


def _deal(record: Record) -> dict[str, object]:
    deal = record.deal
    trumps = deal.settled.trumps if deal.settled is not None else None
    lost = dict(deal.awarded)
    return {
        "game": record.game,
        "options": dict(record.options),
        "deal": deal.number,
        "dealer": deal.dealer.letter,
        "hands": {seat.letter: [str(card) for card in hand] for seat, hand in deal.hands.items()},
        "held": _held(deal),
        "out": [str(card) for card in deal.out],
        "stock": [str(card) for card in deal.stock],
        "turned": str(deal.turned) if deal.turned is not None else None,
        "calls": [{"seat": one.seat.letter, "call": action_word(one.call)} for one in deal.calls],
        "settled": _settled(deal.settled) if deal.settled is not None else None,
        "tricks": [
            {
                "leader": trick.leader.letter,
                "cards": [str(card) for card in trick.cards],
                "winner": (lost.get(number) or winner(trick, trumps)).letter
                if len(trick.cards) == 4
                else None,
            }
            for number, trick in enumerate(deal.tricks, 1)
        ],
        "won": _pair(deal.won),
        "revokes": [
            {
                "trick": one.trick,
                "seat": one.seat.letter,
                "by": one.by.letter,
                "found": one.right,
                "penalty": one.penalty.value if one.penalty is not None else None,
            }
            for one in deal.claims
        ],
        "awarded": {str(number): seat.letter for number, seat in deal.awarded},
        "stopped": deal.stopped,
        "stood": list(deal.stood),
        "demanded": [_paid(one) for one in deal.paid],
        "conceded": deal.conceded.value if deal.conceded is not None else None,
        "kept": deal.kept,
        "score": [_entry(one) for one in deal.entries],
        "before": _standing(deal.before),
        "after": _standing(deal.after),
        "commitment": deal.commitment,
        "cut": {"at": deal.cut.at, "by": str(deal.cut.by) if deal.cut.by is not None else None},
        "salt": deal.cut.salt,
        "seed": deal.seed,
    }


def _held(deal: Open) -> dict[str, list[str]] | None:
    """The hands as play began, if a ruff changed one."""
    if deal.held is None:
        return None
    return {seat.letter: [str(card) for card in hand] for seat, hand in deal.held.items()}


def _settled(settled: Settled) -> dict[str, object]:
    return {
        "trumps": settled.trumps.letter if settled.trumps is not None else None,
        "bid": str(settled.bid) if settled.bid is not None else None,
        "declared_by": settled.declared_by.letter if settled.declared_by is not None else None,
        "doublings": settled.level,
        "worth": settled.worth,
        "leader": settled.leader.letter,
        "dummies": {dummy.letter: player.letter for dummy, player in settled.dummies},
    }


def _paid(paid: Paid) -> dict[str, object]:
    demand = paid.demand
    return {
        "trick": paid.trick,
        "seat": paid.hand.letter,
        "by": demand.by.letter,
        "what": demand.what.value,
        "card": str(demand.card) if demand.card is not None else None,
        "suit": demand.suit.letter if demand.suit is not None else None,
    }


def _entry(entry: Entry) -> dict[str, object]:
    return {
        "side": entry.side.value,
        "line": entry.line.value,
        "column": entry.column.value,
        "count": entry.count,
        "unit": entry.unit,
        "times": entry.times,
        "amount": entry.amount,
        "seat": entry.seat.letter if entry.seat is not None else None,
    }


def _standing(standing: Standing) -> dict[str, object]:
    return {
        "below": _pair(standing.below),
        "games": _pair(standing.games),
        "totals": _pair(standing.totals),
        "noted": _pair(standing.noted),
    }


def _pair(pair: BySide[int]) -> dict[str, int]:
    return {"NS": pair.ns, "EW": pair.ew}
