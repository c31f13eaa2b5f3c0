"""What must be so at the end of a world, whatever has befallen it.

Who did what is compared with the log act by act, the log with what was counted and kept from it, and all that
was shown with what the log lets be known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from bot.tables import replay
from bot.tables.counting import deal_counts
from rules.frozen import frozen
from rules.table.events import Opened
from storage.ports.records import DatabaseAddress, Stored, TableId
from storage.store import Store
from tests.trials.cluster import checked as acts
from tests.trials.simulation.people import Table, first_line
from tests.trials.simulation.secrets import Shown, Watch, moments, too_soon
from tests.trials.stage import settled

UNASKED: Final = "no call is made that must be refused"
UNSEEN: Final = "no hidden card is in any byte sent"
COUNTED: Final = "what is counted is what the log comes to"


@frozen
class Finding:
    """Something that is not as was promised."""

    promise: str
    seen: str

    def __str__(self) -> str:
        return f"{self.promise}: {self.seen}"


async def checked(table: Table, watch: Watch | None, database: DatabaseAddress) -> tuple[int, list[Finding]]:
    """How many deals were played, and what is wrong. Without a ``watch`` nobody has heard what was sent."""
    findings = [Finding("nobody is told of a fault of ours", one) for one in table.apologies]
    try:
        async with Store.open(database) as store:
            (stream,) = [
                one for one in await store.streams.all_open("table") if one.place.channel == table.channel
            ]
            events = await store.streams.read(stream.table)
            deals, stored = await _stored(store, stream.table, events, table)
            shown = await _shown(store, stream.table, events, watch, table) if watch is not None else []
            improper = watch.improper if watch is not None else []
            calls = [Finding(UNASKED, one) for one in improper]
            return deals, findings + stored + shown + calls + list(_screens(table, deals))
    except Exception as error:  # noqa: BLE001  # whatever it is, it is found
        return 0, [*findings, Finding("the database can be read", repr(error))]


async def at_rest(table: Table, database: DatabaseAddress) -> list[Finding]:
    """What is wrong while nobody does anything, and nothing has struck for a while."""
    try:
        async with Store.open(database) as store:
            (stream,) = [
                one for one in await store.streams.all_open("table") if one.place.channel == table.channel
            ]
            standing = await acts.standing(store, stream.table)
            waiting = [one for one in await store.slots.of_stream(stream.table) if one.due]
    except Exception as error:  # noqa: BLE001  # whatever it is, it is found
        return [Finding("the database can be read", repr(error))]
    findings = [Finding("what is to be shown is shown soon", str(one.key.slot)) for one in waiting]
    findings += [Finding("every screen is right soon", one) for one in acts.wrong(table, standing)]
    for person in table.people:
        is_awaited, rung = person.id in standing.awaited, len(table.alerts(person))
        if rung > 1 or (rung and not is_awaited) or (is_awaited and not rung):
            seen = f"{rung} alerts for {person.name}, who is {'' if is_awaited else 'not '}waited for"
            findings.append(Finding("an alert stands for those who are waited for", seen))
    if not standing.awaited and not table.to_start and table.goes_on is None:
        findings.append(Finding("a table goes on by itself", table.picture()))
    return findings


async def _stored(
    store: Store, stream: TableId, events: tuple[Stored, ...], table: Table
) -> tuple[int, list[Finding]]:
    """How many deals are over, and whatever is stored otherwise than it was done."""
    kept = await acts.kept(store, stream, table)
    done = await acts.keys(store, stream)
    lost = [act for act in table.acts if act.acknowledged and act.interaction not in done]
    findings = [Finding("no acknowledged act is lost", str(act)) for act in lost]
    findings += [Finding("every act is that of who did it, once", one) for one in kept.altered]
    if kept.doubled:
        findings.append(Finding("every act is that of who did it, once", f"{kept.doubled} acts twice"))
    findings += [Finding("nobody is shown cards that they do not hold", one) for one in kept.unheld]
    if kept.findings:
        findings.append(Finding("every deal is played by the laws", f"{kept.findings} times not"))
    findings += [Finding("what is to be shown is shown at the end", str(one)) for one in kept.due]
    findings += [Finding("every table is right on screen", one) for one in acts.wrong(table, kept.standing)]
    loaded, whole = await store.streams.load(stream), await store.streams.load(stream, whole=True)
    assert loaded is not None and whole is not None
    quickly, plainly = (
        replay.replayed_table(replay.replay(stream, one.snapshot, one.events)) for one in (loaded, whole)
    )
    if quickly != plainly:
        findings.append(Finding("a table is what its log says", "its snapshot is of another table"))
    mended = (await store.checks.check_projections(deal_counts, unhurried=False)).mended
    if any(mended.values()):
        findings.append(Finding(COUNTED, f"{mended} rows were not"))
    deals, opened = len(list(deal_counts(stream, events))), events[0].event
    assert isinstance(opened, Opened)
    findings += _unsettled(opened, events[1:])
    for user in (await store.streams.users_of(stream)).values():
        counted = (await store.standings.record(table.ground.guild, opened.game, user)).deeds.get("deal", 0)
        if counted > deals:  # which is no question for those who count again as they have counted
            findings.append(Finding(COUNTED, f"somebody has played {counted} of {deals} deals"))
    return deals, findings


def _unsettled(opened: Opened, events: tuple[Stored, ...]) -> Iterator[Finding]:
    """What a card that went back has undone besides itself (laws, appendix E, E1)."""
    try:
        for _ in settled.watched(replay.opened_table(opened), tuple(one.event for one in events)):
            pass
    except AssertionError as error:
        yield Finding("what is settled at a table stays settled", str(error))


async def _shown(
    store: Store, stream: TableId, events: tuple[Stored, ...], watch: Watch, table: Table
) -> list[Finding]:
    users = await store.streams.users_of(stream)
    first = events[0].event
    assert isinstance(first, Opened)
    known = list(moments(replay.opened_table(first), events[1:], users, watch.written[stream]))
    mine = [one for one in watch.shown if is_of(table, stream, one)]
    asked = [{(one.to, card) for card in one.cards} <= table.asked for one in mine]
    told = [one for one, is_asked in zip(mine, asked, strict=True) if not is_asked or len(one.cards) > 1]
    return [Finding(UNSEEN, one) for one in too_soon(told, known)]


def is_of(table: Table, stream: str, shown: Shown) -> bool:
    """Whether what was shown is of the table of the channel: it names it, or names none, and is shown there
    or to somebody who sits there."""
    if shown.tables:
        return stream in shown.tables
    return (shown.to is None and shown.channel in (table.channel, None)) or shown.to in {
        person.id for person in table.people
    }


def _screens(table: Table, deals: int) -> Iterator[Finding]:
    lines = Counter((int(one["channel_id"]), first_line(one)) for one in table.messages())
    for (_, line), count in lines.items():
        if count > 1 and line.startswith("### Deal"):
            yield Finding("no message is posted twice", f"{count} times {line!r}")
    if len(table.results()) != deals:
        seen = f"{len(table.results())} results of {deals} deals"
        yield Finding("every table is right on screen", seen)
