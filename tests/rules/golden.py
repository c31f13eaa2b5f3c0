"""Whole deals as everybody at the table saw them, event by event, kept in tests/records.

``python -m tests.rules.golden`` writes the files anew. Read the difference before keeping it: a changed rule
shows as a changed line, and a leak as a card in the wrong paragraph. For Biritch everything is written at
every event; for the other games what has changed since the event before, and in the middle of the play only
the card. ``tests.rules.golden_deals`` plays the deals.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import MISSING, fields
from pathlib import Path

from rules.calls import Action, Bid, Called, Play, action_word
from rules.cards import Card, Hand
from rules.counting.reckon import Entry
from rules.games.all_games import game
from rules.out_of_turn import OutOfTurnState
from rules.record.writing import record_text, recorded
from rules.revoke import RevokeState
from rules.seats import BySeat, BySide, Seat
from rules.table.events import Event
from rules.table.seen import seen
from rules.table.table import Table, events  # type: ignore[attr-defined]
from rules.tricks import Trick
from rules.view import PublicDeal, SeatView
from tests.rules.golden_deals import DEALS, FAMILY

RECORDS = Path(__file__).parent.parent / "records"


def playthrough(name: str) -> str:
    """The first deal of an evening of Biritch, event by event, and then its record."""
    evening = DEALS[name]()
    first, *rest = evening.events
    assert isinstance(first, events.Opened)
    table = Table.opened(game(first.game), first.options)
    lines = [f"{_told(first)}"]
    for number, event in enumerate(rest, 1):
        table = table.after(event)
        lines += ["", f"{number}. {_told(event)}"]
        lines += _room(seen(table, None))
        for seat in Seat:
            lines += _seat(seen(table, seat))
        if isinstance(event, events.DealReckoned):
            break
    return "\n".join([*lines, *_record(table)]) + "\n"


def last_deal(name: str) -> str:
    """The last deal of an evening of any game with all that ended with it, and then its record."""
    evening = FAMILY[name]()
    first, *rest = evening.events
    assert isinstance(first, events.Opened)
    table = Table.opened(game(first.game), first.options)
    last = max(n for n, event in enumerate(rest) if isinstance(event, events.PackReady) and _ends(rest[n:]))
    start = 0 if last < 15 else last
    lines = [f"{_told(first)}"]
    before: dict[str, list[str]] = {}
    for number, event in enumerate(rest, 1):
        table = table.after(event)
        if number <= start:
            continue
        now = {"room": list(_room(seen(table, None)))}
        now |= {seat.letter: list(_seat(seen(table, seat))) for seat in Seat}
        lines += ["", f"{number}. {_told(event)}"] if _shown(table) else [f"{number}. {_told(event)}"]
        if _shown(table):
            for who, told in now.items():
                lines += _changed(before.get(who, []), told)
            before = now
    return "\n".join([*lines, *_record(table)]) + "\n"


def _ends(rest: list[Event]) -> bool:
    return any(isinstance(event, events.DealReckoned) for event in rest)


def _shown(table: Table) -> bool:
    """All but the tricks in the middle."""
    playing = table.deal.playing if table.deal is not None else None
    if playing is None or table.claim is not None:
        return True
    left = sum(map(len, playing.hands))
    return playing.cards_played <= 5 or left <= 2


def _changed(before: list[str], now: list[str]) -> Iterator[str]:
    """The lines that are new, after the heading of their paragraph if there are any."""
    new = [line for line in now if line not in before]
    if new:
        yield from (line for line in now if line in new or line == now[0])


def _record(table: Table) -> list[str]:
    assert table.last is not None
    return ["", "The record", "", record_text(recorded(table.game, table.options, table.last)).rstrip()]


def _told(event: Event) -> str:
    """An event in words, without empty fields that only some games have."""
    told = ((field, getattr(event, field.name)) for field in fields(event))
    words = [f"{field.name} {_word(value)}" for field, value in told if value or field.default is MISSING]
    return f"{type(event).__name__}: {'; '.join(words)}"


def _word(value: object) -> str:
    match value:
        case None:
            return "-"
        case Hand():
            return value.text or "-"
        case Card():
            return str(value)
        case Seat():
            return value.letter
        case Called():
            return f"{value.seat.letter} {action_word(value.call)}"
        case Entry():
            return f"{value.side.value} {value.column.value} {value.line.value} {value.amount}"
        case BySide():
            return f"{value.ns}-{value.ew}"
        case BySeat():
            return ", ".join(f"{seat.letter} {_word(one)}" for seat, one in value.items())
        case tuple():
            return f"[{', '.join(map(_word, value))}]"
    return str(value)


def _room(view: SeatView) -> Iterator[str]:
    """What the spectator sees."""
    table, deal = view.table, view.deal
    assert view.own is None and not view.options and not view.may
    yield f"   room   {table.phase.value}; {', '.join(map(str, table.members)) or 'nobody'}"
    if table.rubber is not None:
        score = table.rubber.standing
        below, games, totals = map(_word, (score.below, score.games, score.totals))
        yield f"          rubber {table.rubber.number}, below {below}, games {games}, total {totals}"
    if table.pack is not None:
        yield f"          pack {table.pack.deal}, to be cut by {table.pack.cutter.letter}"
    if deal is not None:
        yield from (f"          {line}" for line in _public(deal))


def _public(deal: PublicDeal) -> Iterator[str]:
    calls = ", ".join(_word(called) for called in deal.calls)
    yield f"deal {deal.number}, dealer {deal.dealer.letter}; calls {calls or '-'}"
    if deal.settled is not None:
        settled = deal.settled
        trumps = settled.trumps.letter if settled.trumps is not None else "none"
        dummies = ", ".join(f"{dummy.letter} by {player.letter}" for dummy, player in settled.dummies)
        worth = "a trick" if settled.bid is None else f"{settled.bid} doubled {settled.level} times, worth"
        leader = settled.leader.letter
        yield f"trumps {trumps}, {worth} {settled.worth}, lead {leader}, dummy {dummies or '-'}"
    if deal.turned is not None:
        holder = f" with {deal.turned_with.letter}" if deal.turned_with is not None else ""
        yield f"turned {deal.turned}{holder}"
    if deal.stock or deal.ruffed_by is not None:
        taken = f"; taken by {deal.ruffed_by.letter}, to put out {deal.to_put_out}" if deal.ruffed_by else ""
        yield f"stock {deal.stock}{taken}"
    if deal.trick is not None:
        last = f"; last {_lying(deal.tricks[-1])}" if deal.tricks else ""
        yield f"trick {len(deal.tricks) + 1}: {_lying(deal.trick)}{last}; won {_word(deal.won)}"
    yield f"cards {_word(deal.counts)}; to act {''.join(s.letter for s in deal.may_act) or '-'}" + (
        f" from {deal.hand_due.letter}" if deal.hand_due is not None else ""
    )
    for faced in deal.faced:
        yield f"open {faced.seat.letter}: {_word(faced.left)}"
    if deal.claim is not None:
        agreed = "".join(seat.letter for seat in Seat if seat in deal.claim.agreed)
        yield f"claim by {deal.claim.seat.letter}, agreed {agreed or '-'}"
    if deal.revoke is not None:
        yield from _revoke(deal.revoke)
    if deal.out_of_turn is not None:
        yield from _exposed(deal.out_of_turn)


def _revoke(state: RevokeState) -> Iterator[str]:
    """What was asked, taken back and claimed where people can revoke."""
    asked = ", ".join(f"{one.trick}:{one.of.letter}{' none' * one.denied}" for one in state.asked)
    back = ", ".join(f"{one.trick}:{one.seat.letter}:{one.card}" for one in state.withdrawn)
    claims = ", ".join(
        f"{one.trick}:{one.seat.letter} by {one.by.letter} {one.right} "
        f"{one.penalty.value if one.penalty else '-'}"
        for one in state.claims
    )
    agreed = "".join(seat.letter for seat in Seat if seat in state.agreed)
    yield f"quitted {state.quitted}; asked {asked or '-'}; back {back or '-'}"
    yield f"claims {claims or '-'}; agreed {agreed or '-'}"


def _exposed(state: OutOfTurnState) -> Iterator[str]:
    """What lies exposed and astray, what may be demanded and what was, where cards can be out of turn."""
    shown = ", ".join(f"{seat.letter}:{card}" for seat, card in state.shown)
    told = ", ".join(
        f"{one.trick}:{one.seat.letter}:{one.card} {'/'.join(sorted(what.value for what in one.open_to))}"
        for one in state.offences
    )
    demands = ", ".join(
        f"{one.of.letter} {one.what.value} {one.card or one.suit or '-'}" for one in state.demands
    )
    wrong = ", ".join(f"{one.trick}:{one.by.letter} {one.what.value}" for one in state.wrong)
    yield f"shown {shown or '-'}; astray {_lying(state.astray) if state.astray else '-'}"
    yield f"may be demanded {told or '-'}; demanded {demands or '-'}; wrongly {wrong or '-'}"


def _lying(trick: Trick) -> str:
    return (
        " ".join(f"{seat.letter}:{card}" for seat, card in trick.by_player())
        or f"{trick.leader.letter} to lead"
    )


def _seat(view: SeatView) -> Iterator[str]:
    """What one seat sees besides, and what it may do."""
    assert view.viewer is not None
    if view.own is None and not view.options and not view.may:
        return
    holds = _word(view.own.left) if view.own is not None else "-"
    may = ", ".join(sorted(one.value for one in view.may)) or "-"
    yield f"   {view.viewer.name.lower():5}  holds {holds}"
    if view.own is not None and view.own.put_out:
        yield f"          has put out {_word(view.own.put_out)}"
    yield f"          options {_options(view.options)}; may {may}; unseen {len(view.unseen())}"


def _options(options: tuple[Action, ...]) -> str:
    if options and all(isinstance(option, Play) for option in options):
        return "play " + " ".join(str(option.card) for option in options if isinstance(option, Play))
    bids = [action_word(option) for option in options if isinstance(option, Bid)]
    words = [action_word(option) for option in options if not isinstance(option, Bid)]
    return " ".join([*words, *([f"{bids[0]} and {len(bids) - 1} higher"] if bids else [])]) or "-"


def path(name: str) -> Path:
    return RECORDS / f"biritch-{name}.txt"


def family_path(name: str) -> Path:
    return RECORDS / f"{name}.txt"


def main() -> int:
    for name in DEALS:
        path(name).write_text(playthrough(name), "utf-8", newline="\n")
    for name in FAMILY:
        family_path(name).write_text(last_deal(name), "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
