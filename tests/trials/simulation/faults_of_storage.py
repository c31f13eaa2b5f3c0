"""Faults to plant in what is stored, and in how."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from rules.frozen import replace
from rules.record import codec
from storage import challenges, contests, deeds, log, slots, streams
from storage.events import START
from storage.sqlite import connections, database
from tests.trials.stage.seams import Function, Seam, constant, during


class Undoing:
    """A connection that undoes what is to be committed."""

    def __init__(self, db: Any) -> None:
        self._db = db

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)

    def execute(self, statement: str, *given: Any) -> Any:
        return self._db.execute("ROLLBACK" if statement == "COMMIT" else statement, *given)


def appending(**otherwise: Any) -> Callable[[Function], Function]:
    """In place of ``append_events``: with this in what is appended."""
    return lambda append: lambda db, new, at: append(db, replace(new, **otherwise), at)


def key_forgotten(append: Function) -> Function:
    def forgetting(db: Any, new: Any, at: int) -> Any:
        appended = append(db, new, at)
        db.execute("DELETE FROM seen WHERE key = ?1", (new.key,))
        return appended

    return forgetting


def noted_of_all(store: Function) -> Function:
    """Of each slot of a table that is listed after one that is noted, too."""

    def storing(db: Any, shown: Any) -> None:
        for state in (shown := tuple(shown)):
            keys = [one.key for one in slots.slots_of_table(db, state.key.table)]
            after = [key for key in keys if str(key.slot) > str(state.key.slot)]
            store(db, [state._replace(key=key) for key in after])
        store(db, shown)

    return storing


def retired_with_others(retire: Function) -> Function:
    def retiring(db: Any, states: Any) -> None:
        for state in (states := tuple(states)):
            others = slots.slots_of_table(db, state.key.table)
            after = [one for one in others if str(one.key.slot) > str(state.key.slot)]
            retire(db, [one for one in after if one.wanted <= state.wanted])
        retire(db, states)

    return retiring


def counted_twice(count_deal: Function) -> Function:
    def counting(db: Any, table: Any, deal: Any, at: int) -> None:
        shares = tuple(replace(share, deeds=(*share.deeds, *share.deeds)) for share in deal.shares)
        count_deal(db, table, replace(deal, shares=shares), at)

    return counting


def unmarked(change: Function) -> Function:
    def changing(db: Any, row: Any, **columns: Any) -> Any:
        return change(db, row, **(columns | {"mark": None} if "mark" in columns else columns))

    return changing


def unacquainted(decode: Function) -> Function:
    def decoding(*given: Any) -> Any:
        table = decode(*given)
        rubber = table.rubber and replace(table.rubber, acquainted=False)
        return replace(table, rubber=rubber)

    return decoding


OF_STORAGE: Final[dict[str, Seam]] = {
    "an interaction's key is not stored": Seam(log, "append_events", key_forgotten),
    "what is to be shown is asked for one version too low": Seam(
        slots,
        "want_slots",
        lambda want: lambda db, table, names, at: want(db, table, names, at - 1),
    ),
    "a transaction is undone at its end": Seam(
        connections, "transaction", lambda run: lambda db, work: run(Undoing(db), work)
    ),
    "writes that share a commit are undone": Seam(
        connections, "run_together", lambda run: lambda db, works: run(Undoing(db), works)
    ),
    "the log is not synced in each commit": Seam(
        database,
        "_SETTINGS",
        lambda settings: (*settings, "PRAGMA synchronous = NORMAL"),
    ),
    "a deal is counted twice": Seam(deeds, "count_deal", counted_twice),
    "who did it is not stored": Seam(log, "append_events", appending(actor=None)),
    "the chain of hashes begins anew at each event": Seam(
        log,
        "append_events",
        during(log, link=lambda link: lambda head, *given: link(START, *given)),
    ),
    "seeds are kept in memory only": Seam(log, "append_events", appending(secrets={})),
    "nobody's account is stored": Seam(log, "append_events", appending(people={})),
    "keys are forgotten at each start": Seam(streams, "KEYS_KEPT", constant(0)),
    "what is noted of one message is noted of all": Seam(slots, "store_shown", noted_of_all),
    "a message that is finished takes the others along": Seam(slots, "retire", retired_with_others),
    "a snapshot forgets who is acquainted": Seam(codec, "decode_table", unacquainted),
    "the marks of who is forgotten go with them": Seam(contests, "_changed", unmarked),
    "who is forgotten stays in the places of challenges": Seam(
        challenges, "unlink_places", constant(lambda *_: 0)
    ),
}
"""Each under what it does."""
