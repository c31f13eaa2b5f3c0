"""How a deal is being settled: what may be called, the auction so far, and the list of calls whose worth can
be asked. It is made from what everybody at the table knows, and from no cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Final

from rules.calls import Action, Bid, Call, Called, Declare, Double, action_word
from rules.counting.reckon import NOTHING_SCORED, Column
from rules.games.all_games import variant_of
from rules.games.promise import open_calls, promise
from rules.seats import Seat, Side
from rules.view import SeatView
from screens.presses import Press
from screens.screen import Offer, Select
from screens.words import calls as words
from screens.words import names
from screens.words.games.all_games import words_of
from screens.words.gamewords import GameWords
from screens.words.names import Speech

ROWS_SHOWN: Final = 10
"""The most rows of an auction; of a longer one only the end is shown."""
OFFERS_SHOWN: Final = 25
"""Discord's limit for the lines of a list."""

_COLUMNS: Final = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
_WIDTH: Final = 7  # four columns are 28 characters: a phone shows 30


class Stage(Enum):
    """What is being settled."""

    DECLARING = "declaring"
    DOUBLING = "doubling"
    BIDDING = "bidding"
    RUFFING = "ruffing"
    PUTTING_OUT = "putting out"


def stage(view: SeatView) -> Stage | None:
    """What is being settled; None while cards are played, and between deals."""
    deal = view.deal
    if deal is None or deal.playing:
        return None
    if deal.to_put_out:
        return Stage.PUTTING_OUT
    if deal.stock:
        return Stage.RUFFING
    if deal.settled is not None:
        return Stage.DOUBLING if deal.settled.bid is None else Stage.BIDDING
    return Stage.BIDDING if bids(calls_open(view)) else Stage.DECLARING


def calls_open(view: SeatView) -> tuple[Call, ...]:
    """What the player whose turn it is may say, as everybody can tell."""
    return open_calls(variant_of(view.table), view.deal) if view.deal is not None else ()


def prices(view: SeatView, calls: Iterable[Action]) -> Mapping[Declare, int]:
    """What each declaration among the calls scores for a trick over six."""
    at, side = variant_of(view.table), Side.NS  # which side declares makes no difference
    return {
        call: promise(at, call, 0, side, NOTHING_SCORED).made.of(Column.BELOW).of(side)
        for call in calls
        if isinstance(call, Declare)
    }


def bids(calls: Iterable[Action]) -> tuple[Bid, ...]:
    return tuple(call for call in calls if isinstance(call, Bid))


# The auction so far


def with_levels(calls: Iterable[Called]) -> Iterator[tuple[Called, int]]:
    """Each call, with the number of doublings of what then stood."""
    level = 0
    for one in calls:
        level = level + 1 if isinstance(one.call, Double) else 0 if isinstance(one.call, Bid) else level
        yield one, level


def auction_table(speech: Speech, calls: Sequence[Called], said: GameWords, *, goes_on: bool = False) -> str:
    """The calls in four columns, beginning with the seat that spoke first. With ``goes_on`` a question mark
    stands where the next call will."""
    cells = [""] * _COLUMNS.index(calls[0].seat)
    cells += [_cell(one.call, level, said) for one, level in with_levels(calls)]
    if goes_on:
        cells.append("?")
    rows = [cells[start : start + 4] for start in range(0, len(cells), 4)]
    left_out = rows[:-ROWS_SHOWN]
    lines: list[list[str]] = [[speech.seat(one) for one in _COLUMNS], *rows[-ROWS_SHOWN:]]
    before = sum(bool(cell) for row in left_out for cell in row)
    above = f"… {words.CALLS_BEFORE(before)}\n" if before else ""
    return f"```\n{above}{_lined_up(lines)}\n```"


def _cell(call: Call, level: int, said: GameWords) -> str:
    match call:
        case Bid():
            return names.short_bid(call, said)
        case Double():
            return words.doubled(again=level > 1)
        case _:
            return names.said(call, level, said).lower()


def _lined_up(rows: Sequence[Sequence[str]]) -> str:
    return "\n".join("".join(_padded(cell) for cell in row).rstrip() for row in rows)


def _padded(cell: str) -> str:
    """The cell at the width of a column. The mark that asks for a suit sign's letter-like form takes no
    room."""
    return cell + " " * (_WIDTH - len(cell.replace(names.TEXT_FORM, "")))


# Asking after a call


def worth_list(
    speech: Speech, view: SeatView, table_id: str, offered: Sequence[Bid] = ()
) -> tuple[Select, ...]:
    """A list of the bids and doublings made, and of those ``offered``: choosing one shows its points."""
    deal, said = view.deal, words_of(view.table.game)
    assert deal is not None
    made = [
        Offer(str(place), words.CALLED(seat=speech.seat(one.seat), call=names.said(one.call, level, said)))
        for place, (one, level) in enumerate(with_levels(deal.calls))
        if isinstance(one.call, Bid | Double)
    ]
    offers = [Offer(action_word(bid), names.bid_at(bid, said)) for bid in offered]
    offers += made[max(0, len(made) + len(offers) - OFFERS_SHOWN) :]
    if not offers:
        return ()
    return (Select(str(Press("worth", table_id, deal.number)), words.WORTH_OF(), tuple(offers)),)
