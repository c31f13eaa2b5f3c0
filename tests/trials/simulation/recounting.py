"""Recounts what people did beside the table of a world: from what is stored, and from what they saw and did.

Nothing here asks the bot what it has counted: the acts are those of the log, the points the sums of its
lines, and the tables of one deal are laid beside each other.
"""

from __future__ import annotations

import sqlite3
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

from bot.tables import replay
from rules.calls import Bid, action_word
from rules.contests import is_daily
from rules.games.promise import columns_of_a_deal
from rules.seats import Person
from rules.table.events import CallMade, CardPlayed, CardsDealt, Claimed, DealReckoned, Opened, TakenBack
from storage.ports.records import Stored, TableId, UserId
from storage.store import Store
from tests.trials.cluster.checked import unlawful
from tests.trials.simulation.beside import Deed, Ledger, Life
from tests.trials.simulation.checking import UNSEEN, Finding, is_of
from tests.trials.simulation.people import Table as Sitting
from tests.trials.simulation.secrets import Shown, Watch, moments, too_soon

KEYS: Final = "SELECT key, table_id, version FROM seen"
STREAMS: Final = "SELECT table_id FROM stream WHERE kind = 'table' AND table_id <> ? ORDER BY table_id"
PLAYS: Final = """
    SELECT contest, user_id, table_id, ended, points, line, began FROM attempt WHERE robot = ''
    ORDER BY contest, table_id
"""
ONCE: Final = "every act beside the table is that of who did it, once"
LOST: Final = "no acknowledged act beside the table is lost"
PLAYED: Final = "each has one play of a deal that is compared, and its points are those of its log"
SAYS: Final = "a table is what its log says"
MEANT: Final = {
    "play": "play",
    "play by typing": "play",
    "call": "call",
    "take back": "take back",
    "take back by typing": "take back",
    "claim": "claim",
}
"""The verbs of deeds that a table keeps, and as what."""
NEAR: Final = 60.0
"""Seconds within which a play is begun that is asked for."""
LEVELS: Final = "234567"
"""Ranks of cards that a bid may be of."""
AROUND: Final = 5.0
"""Seconds by which the bot's clock may be from Discord's."""


@dataclass(frozen=True)
class Alone:
    """One table at which somebody plays alone."""

    id: TableId
    events: tuple[Stored, ...]
    users: Mapping[Person, UserId]


@dataclass(frozen=True)
class Play:
    """A row of what somebody made of a deal that is compared."""

    contest: str
    user: int | None
    table: TableId
    ended: int | None
    points: str | None
    line: str | None
    began: int
    """Milliseconds."""


@dataclass(frozen=True)
class Kept:
    """All that is stored of what was done beside the table."""

    keys: Mapping[int, tuple[TableId, int]]
    """The table of each interaction that was acted on, and its version then."""
    tables: Mapping[TableId, Alone]
    plays: Sequence[Play]


async def recounted(
    ledger: Ledger, lives: Sequence[Life], watch: Watch, sitting: Sitting, path: Path
) -> list[Finding]:
    """What is wrong with what people did beside the table."""
    findings = [Finding("nobody is told of a fault of ours", one) for one in ledger.apologies]
    findings += [Finding(*one) for one in ledger.wrong]
    try:
        async with Store.open(path) as store:
            kept = await _kept(store, watch.main, ledger.deeds, path)
            for table in kept.tables.values():
                findings += [Finding(SAYS, one) async for one in _otherwise(store, table)]
        with closing(sqlite3.connect(path)) as db:
            findings += [Finding(*one) for life in lives for one in life.broken(db)]
    except Exception as error:  # noqa: BLE001  # whatever it is, it is found
        return [*findings, Finding("the database can be read", repr(error))]
    findings += [Finding(LOST, str(one)) for one in _lost(ledger.deeds, kept)]
    findings += [Finding(ONCE, one) for one in _altered(ledger.deeds, kept)]
    findings += [Finding(UNSEEN, one) for one in _too_soon(watch, sitting, kept)]
    findings += [Finding(PLAYED, one) for one in _played_otherwise(kept)]
    findings += [Finding(PLAYED, one) for one in _parted(kept)]
    findings += [
        Finding("a day begins for all as it begins in UTC", one) for one in _days(ledger.deeds, kept)
    ]
    return findings


async def _kept(store: Store, main: str, deeds: Sequence[Deed], path: Path) -> Kept:
    with closing(sqlite3.connect(path)) as db:
        keys = [(key.rpartition(":")[2], table, version) for key, table, version in db.execute(KEYS)]
        streams = [TableId(one) for (one,) in db.execute(STREAMS, (main,))]
        plays = [Play(*row) for row in db.execute(PLAYS)]
    acted = {int(key): (TableId(table), version) for key, table, version in keys if key.isdecimal()}
    by = {acted[one.interaction][0]: UserId(one.user) for one in deeds if one.interaction in acted}
    tables = {}
    for one in streams:
        events, users = await store.streams.read(one), dict(await store.streams.users_of(one))
        aliases = [stored.actor for stored in events if stored.actor is not None]
        if one in by:  # of who was forgotten nothing is there but what they did
            users = dict.fromkeys(aliases, by[one]) | users
        tables[one] = Alone(one, events, users)
    return Kept(acted, tables, plays)


async def _otherwise(store: Store, table: Alone) -> AsyncIterator[str]:
    """What a table is otherwise than its log says, and what is against the laws."""
    if await store.streams.verify_chain(table.id) != len(table.events):
        yield f"the chain of {table.id} is broken"
    loaded, whole = await store.streams.load(table.id), await store.streams.load(table.id, whole=True)
    assert loaded is not None and whole is not None
    quickly, plainly = (
        replay.replayed_table(replay.replay(table.id, one.snapshot, one.events)) for one in (loaded, whole)
    )
    if quickly != plainly:
        yield f"the snapshot of {table.id} is of another table"
    begun = replay.replay(table.id, None, table.events)
    for number in range(1, plainly.deals + 1):
        done = replay.finished_deal(begun, number)
        for fault in unlawful(begun.state.game, done) if done is not None else ():
            yield f"deal {number} of {table.id}: {fault}"


# Who did what


def _act(event: object) -> tuple[str, str] | None:
    """An act as it is told of the deed that it must be of."""
    match event:
        case CardPlayed(card=card):
            return "play", str(card)
        case CallMade(called=called):
            return "call", action_word(called.call)
        case TakenBack():
            return "take back", ""
        case Claimed():
            return "claim", ""
    return None


def _meant(deed: Deed) -> tuple[str, str] | None:
    """The same of what was pressed or typed; None of what no table keeps."""
    verb = MEANT.get(deed.verb)
    if verb is None:
        return None
    if verb == "call":
        return verb, ":".join(deed.what.split(":")[4:])
    return verb, deed.what.rpartition(":")[2] if verb == "play" else ""


def _lost(deeds: Sequence[Deed], kept: Kept) -> Iterator[Deed]:
    """Acts that were acknowledged, and of which the log has no key."""
    yield from (one for one in deeds if one.done and _meant(one) and one.interaction not in kept.keys)


def _altered(deeds: Sequence[Deed], kept: Kept) -> Iterator[str]:
    """Acts of people in the log that are not those of a deed, and deeds that are there otherwise or twice."""
    by = {one.interaction: one for one in deeds}
    ends = defaultdict[TableId, list[tuple[int, int]]](list)
    for interaction, (at, version) in kept.keys.items():
        ends[at].append((version, interaction))
    told = Counter[int]()
    for table in kept.tables.values():
        versions = sorted(ends[table.id])
        for stored in table.events:
            what, user = _act(stored.event), table.users.get(stored.actor) if stored.actor else None
            if what is None or user is None:
                continue
            end = next((key for version, key in versions if version >= stored.version), None)
            deed = by.get(end) if end is not None else None
            if deed is None:
                yield f"{table.id} {stored.version}: {what} by {user}, which nobody pressed"
            elif (deed.user, _meant(deed)) != (user, what):
                yield f"{table.id} {stored.version}: {what} by {user}, and it was {deed}"
            else:
                told[deed.interaction] += 1
    yield from (f"{by[one]} is there {times} times" for one, times in told.items() if times > 1)
    for deed in deeds:
        place = kept.tables.get(kept.keys[deed.interaction][0]) if deed.interaction in kept.keys else None
        theirs = place is not None and deed.user in place.users.values()
        if deed.done and theirs and _meant(deed) and not told[deed.interaction]:
            yield f"nothing is there of {deed}"


def _too_soon(watch: Watch, sitting: Sitting, kept: Kept) -> Iterator[str]:
    """Cards that were sent to somebody beside the table before they might see them."""
    known = {
        one.id: list(moments(replay.opened_table(first), one.events[1:], one.users, watch.written[one.id]))
        for one in kept.tables.values()
        if isinstance(first := one.events[0].event, Opened)
    }
    for shown in watch.shown:
        if is_of(sitting, watch.main, shown):
            continue
        named = {TableId(one) for one in shown.tables} & known.keys() or {
            one.id for one in kept.tables.values() if shown.to is None or shown.to in one.users.values()
        }
        wrong = [
            next(too_soon([_without_bids(shown, kept.tables[one])], known[one]), "") for one in sorted(named)
        ]
        if not wrong or all(wrong):
            yield min(wrong, key=len, default=f"{shown} of no table")


def _without_bids(shown: Shown, table: Alone) -> Shown:
    """At a game with an auction a bid reads as a low card does, so that those are left out."""
    opened = table.events[0].event
    assert isinstance(opened, Opened)
    bids = any(
        isinstance(one.event, CallMade) and isinstance(one.event.called.call, Bid) for one in table.events
    )
    left = frozenset(one for one in shown.cards if one[0] not in LEVELS) if bids else shown.cards
    return replace(shown, cards=left)


# Deals that are compared


def _played_otherwise(kept: Kept) -> Iterator[str]:
    """Plays that are there twice, or with another end, other points or another line than their table's."""
    counted = Counter((one.contest, one.user) for one in kept.plays if one.user is not None)
    yield from (f"{one} has {times} plays" for one, times in counted.items() if times > 1)
    for play in kept.plays:
        table = kept.tables.get(play.table)
        if table is None:
            yield f"{play} is at no table"
            continue
        over = next((one.event for one in table.events if isinstance(one.event, DealReckoned)), None)
        if play.user is not None and (over is None) != (play.ended is None):
            yield f"{play} is over in {'its log' if over else 'its row'} alone"
        if over is None or play.points is None:
            continue
        state = replay.replayed_table(replay.replay(table.id, None, table.events))
        assert state.alone is not None and state.alone.given is not None
        side = state.alone.given.seat.side
        columns = columns_of_a_deal(state.variant.rubber)
        counts = [one for one in over.entries if one.column in columns]
        recount = sum(one.amount if one.side is side else -one.amount for one in counts)
        if int(play.points) != recount:
            yield f"{play}: its lines come to {recount}"
        if (play.line or "").split() != (own := [what for what, _ in _chosen(table)]):
            yield f"{play}: played was {' '.join(own)}"


def _chosen(table: Alone) -> list[tuple[str, bool]]:
    """All calls and cards, and whether a person chose them."""
    acts = ((_act(one.event), one.actor is not None) for one in table.events)
    return [(act[1], is_own) for act, is_own in acts if act is not None and act[1]]


def _parted(kept: Kept) -> Iterator[str]:
    """Where the same deal was dealt otherwise, and where robots chose otherwise after the same."""
    plays = defaultdict[str, list[Alone]](list)
    for play in kept.plays:
        if play.table in kept.tables:
            plays[play.contest].append(kept.tables[play.table])
    for contest, tables in plays.items():
        dealt = {
            (event.dealer, tuple((seat, tuple(map(str, hand))) for seat, hand in event.hands.items()))
            for one in tables
            for stored in one.events
            if isinstance(event := stored.event, CardsDealt)
        }
        if len(dealt) > 1:
            yield f"{contest} was dealt otherwise at some of {[one.id for one in tables]}"
        for at, one in enumerate(tables):
            for other in tables[:at]:
                both = zip(_chosen(one), _chosen(other), strict=False)
                first = next((pair for pair in both if pair[0][0] != pair[1][0]), None)
                if first is not None and not (first[0][1] and first[1][1]):
                    yield f"{contest}: after the same {first[0][0]} and {first[1][0]}, not by people"


def _days(deeds: Sequence[Deed], kept: Kept) -> Iterator[str]:
    """Plays of a day that their people have not begun on that day."""
    for play in kept.plays:
        if not is_daily(play.contest) or play.user is None:
            continue
        asked = [one.at for one in deeds if one.user == play.user and one.verb in ("daily", "daily again")]
        began = [at for at in asked if abs(at - play.began / 1000) < NEAR] or asked
        days = {datetime.fromtimestamp(at + late, UTC).date() for at in began for late in (-AROUND, AROUND)}
        if date.fromisoformat(play.contest) not in days:
            yield f"{play}, and asked was on {sorted(map(str, days))}"
