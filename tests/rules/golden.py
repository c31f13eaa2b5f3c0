"""Whole deals as everybody at the table saw them, event by event, kept in tests/records.

``python -m tests.rules.golden`` writes the files anew. Read the difference before keeping it: a changed rule
shows as a changed line, and a leak as a card in the wrong paragraph.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from rules import events
from rules.calls import Action, Called, Declare, Double, Pass, Play, action_word
from rules.cards import Hand, Suit
from rules.deciding import AnswerClaim, ClaimRest, Join, Leave
from rules.events import Event
from rules.reckon import Entry
from rules.record import recorded, written
from rules.seats import BySeat, BySide, Seat
from rules.seen import seen
from rules.table import Table
from rules.tricks import Trick
from rules.variants import game
from rules.view import PublicDeal, SeatView
from tests.rules.deals import EAST, NORTH, SOUTH, WEST
from tests.tables import ANNA, BORIS, CLARA, DAVID, Evening

RECORDS = Path(__file__).parent.parent / "records"


def plain() -> Evening:
    """Four people; whatever is open to them is done at random."""
    return Evening("plain").seat(ANNA, BORIS, CLARA, DAVID).start().play_deal()


def contres() -> Evening:
    """The dealer passes; contre and two sur contres; then at random."""
    evening = Evening("contres").seat(ANNA, BORIS, CLARA, DAVID).start().cut()
    evening.do(SOUTH, Pass())
    evening.do(NORTH, Declare(Suit.HEARTS))
    for seat in EAST, NORTH, WEST:
        evening.do(seat, Double())
    return evening.play_deal()


def claims() -> Evening:
    """A claim refused after the lead, another granted during the fifth trick; and a robot sits in."""
    evening = Evening("claims").seat(ANNA, BORIS, CLARA).start().cut()
    evening.do(SOUTH, Declare(None))
    _play(evening, 3)
    evening.do(EAST, ClaimRest())
    evening.do(SOUTH, AnswerClaim(agrees=True))
    evening.do(NORTH, AnswerClaim(agrees=False))
    left = evening.table.persons[0]
    evening.ask(left, Leave())
    _play(evening, 14)
    evening.ask(left, Join())
    evening.do(SOUTH, ClaimRest())
    for seat in WEST, NORTH, EAST:
        evening.do(seat, AnswerClaim(agrees=True))
    return evening


def of_1904() -> Evening:
    """The order of 1904 and the limit of a hundred a trick; claims are off."""
    evening = Evening("1904", doubling_order="laws1904", doubling_limit="per_trick_100", claims="off")
    evening.seat(ANNA, BORIS, CLARA, DAVID).start().cut()
    evening.do(SOUTH, Declare(None))
    for seat in WEST, SOUTH, WEST:
        evening.do(seat, Double())
    return evening.play_deal()


DEALS: dict[str, Callable[[], Evening]] = {
    "plain": plain,
    "contres": contres,
    "claims": claims,
    "1904": of_1904,
}


def _play(evening: Evening, cards: int) -> None:
    """Steps until so many cards lie on the table or in tricks; nobody claims."""
    while evening.table.deal is None or len(list(evening.view(None).deal.cards_played())) < cards:  # type: ignore[union-attr]
        evening.step()


def playthrough(name: str) -> str:
    """The first deal of an evening, event by event, and then its record."""
    evening = DEALS[name]()
    first, *rest = evening.events
    assert isinstance(first, events.Opened)
    table = Table(first.game, first.options, game(first.game).variant(dict(first.options)))
    lines = [f"{_told(first)}"]
    for number, event in enumerate(rest, 1):
        table = table.after(event)
        lines += ["", f"{number}. {_told(event)}"]
        lines += _room(seen(table, None))
        for seat in Seat:
            lines += _seat(seen(table, seat))
        if isinstance(event, events.DealReckoned):
            break
    assert table.last is not None
    lines += ["", "The record", "", written(recorded(table.game, table.options, table.last)).rstrip()]
    return "\n".join(lines) + "\n"


def _told(event: Event) -> str:
    """An event in words."""
    words = type(event).__name__
    fields = (f"{name} {_word(getattr(event, name))}" for name in event.__slots__)
    return f"{words}: {'; '.join(fields)}"


def _word(value: object) -> str:
    match value:
        case None:
            return "-"
        case Hand():
            return value.text or "-"
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
        yield f"trumps {trumps}, a trick {settled.worth}, lead {settled.leader.letter}, dummy {dummies}"
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


def _lying(trick: Trick) -> str:
    return (
        " ".join(f"{seat.letter}:{card}" for seat, card in trick.by_player())
        or f"{trick.leader.letter} to lead"
    )


def _seat(view: SeatView) -> Iterator[str]:
    """What one seat sees besides, and what is open to it."""
    assert view.viewer is not None
    if view.own is None and not view.options and not view.may:
        return
    holds = _word(view.own.left) if view.own is not None else "-"
    may = ", ".join(sorted(one.value for one in view.may)) or "-"
    yield f"   {view.viewer.name.lower():5}  holds {holds}"
    yield f"          options {_options(view.options)}; may {may}; unseen {len(view.unseen())}"


def _options(options: tuple[Action, ...]) -> str:
    if options and all(isinstance(option, Play) for option in options):
        return "play " + " ".join(str(option.card) for option in options if isinstance(option, Play))
    return " ".join(map(action_word, options)) or "-"


def path(name: str) -> Path:
    return RECORDS / f"biritch-{name}.txt"


def main() -> int:
    for name in DEALS:
        path(name).write_text(playthrough(name), "utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
