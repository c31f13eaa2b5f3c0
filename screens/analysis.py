"""The analysis of a finished deal: what was best, what the play gave away, and a picture of the four hands
with their double-dummy table.

It is made from a deal that is over, so nothing in it is secret.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from robots.analysis import Analysis, Course, TrickTable
from rules.cards import Hand, Suit
from rules.counting.reckon import Counted
from rules.members import Member
from rules.seats import BySeat, Seat
from rules.table.outcome import honours_called
from rules.view import Open, PublicTable
from screens.arranged import variant_of
from screens.parts import BAIZE, heading, small, text
from screens.pictures.four_hands import Diagram, DrawnHand, DrawnTable, drawn
from screens.presses import Press
from screens.result import come_to
from screens.screen import Button, Divider, Part, Picture, Row, Screen
from screens.words import analysis as words
from screens.words.gamebook import words_of
from screens.words.gamewords import GameWords
from screens.words.names import Names, card, rank
from screens.words.speech import Speech
from screens.words.table import deal_number

COLUMNS: Final = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES, None)
TO_ALL: Final = "all"
"""What the button asks for that shows an analysis to everybody in the channel."""


def analysis_screen(
    deal: Open,
    seats: BySeat[Member],
    found: Analysis,
    png: bytes,
    names: Names,
    *,
    at: PublicTable,
    table_id: str = "",
) -> Screen:
    """The analysis of a deal at this table. With the table's id it has a button that shows it to all."""
    speech = Speech.at(at.options)
    of = words_of(at.game)
    parts: list[Part] = [
        text(heading(words.title(deal_number(deal.number), come_to(deal, of))), *_best(speech, found, of)),
        text(f"**{words.PLAY()}**", *_played(speech, deal, seats, found, names, at)),
        Picture(f"deal-{deal.number}.png", png, _alt(speech, deal, found.table)),
        text(small(words.HOW()), small(_explained(deal, found))),
    ]
    if table_id:
        press = Press("analyse", table_id, deal.number, what=TO_ALL)
        parts += [Divider(), Row((Button(str(press), words.SHOW_TO_ALL()),))]
    return Screen(tuple(parts), BAIZE)


def _explained(deal: Open, found: Analysis) -> str:
    if found.table is None:
        return words.NO_TABLE()
    return words.TABLE_MARKED() if deal.settled is not None else words.TABLE()


def _best(speech: Speech, found: Analysis, of: GameWords) -> Iterator[str]:
    """A line for each side that might have declared. Empty where nothing could be chosen."""
    if not found.chosen or found.table is None:
        return
    contracts = any(one.bid is not None for one in found.best) or not found.best
    yield f"**{words.CONTRACTS() if contracts else words.DECLARATION()}**"
    if not found.best:
        yield words.NOTHING_MADE()
    for one in found.best:
        what = words.best(speech, one.side, one.by, one.bid, one.trumps, of)
        yield f"- {what}: {words.would_win(one.tricks, one.points)}"
    if contracts and len(found.best) == 1:
        yield f"- {words.no_contract(speech, found.best[0].side.other)}"


def _played(
    speech: Speech, deal: Open, seats: BySeat[Member], found: Analysis, names: Names, at: PublicTable
) -> Iterator[str]:
    if not found.covered:
        yield words.TO_LOSE()
    elif found.course is None:
        yield _why_not(deal)
    else:
        yield from _course(speech, found.course, seats, names)
        if variant_of(at).honours.counted is Counted.CAPTURED:
            yield small(words.HONOURS_TAKEN())


def _why_not(deal: Open) -> str:
    """Why the play of a deal was not studied, though it was played to win tricks."""
    if honours_called(deal) is not None:
        return words.BY_HONOURS()
    if not any(trick.cards for trick in deal.tricks):
        return words.NO_CARD_PLAYED()
    return words.OUT_OF_TURN() if deal.stood or deal.paid else words.BY_REVOKE()


def _course(speech: Speech, course: Course, seats: BySeat[Member], names: Names) -> Iterator[str]:
    possible = course.possible, course.points_possible
    yield words.course(speech, course.side, possible, (course.made, course.points_made))
    worst = course.worst
    if worst is None:
        yield words.NO_CARD_COST()
    else:
        who = names(seats.of(worst.by))
        yield words.dearest(speech, card(worst.card), worst.hand, worst.by, who, worst.trick)
        yield words.cost(worst.loss.points, worst.loss.tricks)
        yield words.better([card(one) for one in worst.better])
        yield words.given(speech, [(one, loss.points, loss.tricks) for one, loss in course.given.items()])
    if course.granted:
        yield words.granted(speech, course.side, course.granted)


# The picture


def picture_of(deal: Open, found: Analysis, at: PublicTable) -> bytes:
    """The four hands and their double-dummy table, as a PNG. Takes a tenth of a second."""
    return drawn(diagram(deal, found.table, at))


def diagram(deal: Open, tricks: TrickTable | None, at: PublicTable) -> Diagram:
    """What is drawn. Where play goes the other way, the hands are drawn in a mirror, as they are named."""
    speech = Speech.at(at.options)
    hands = deal.held or deal.hands
    right, left = (Seat.EAST, Seat.WEST) if variant_of(at).house.clockwise else (Seat.WEST, Seat.EAST)
    top, at_right, bottom, at_left = (
        _hand(speech, one, hands.of(one)) for one in (Seat.NORTH, right, Seat.SOUTH, left)
    )
    table = _table(speech, deal, tricks) if tricks is not None else None
    return Diagram(top, at_right, bottom, at_left, table)


def _table(speech: Speech, deal: Open, tricks: TrickTable) -> DrawnTable:
    rows = ((speech.seat(one), tuple(tricks.declaring(trumps, one) for trumps in COLUMNS)) for one in Seat)
    return DrawnTable(COLUMNS, words.NO_TRUMPS(), tuple(rows), _marked(deal), words.TRICKS())


def _hand(speech: Speech, one: Seat, hand: Hand) -> DrawnHand:
    return DrawnHand(
        speech.seat(one), tuple((suit, tuple(rank(each.rank) for each in hand.suit(suit))) for suit in Suit)
    )


def _marked(deal: Open) -> tuple[int, int] | None:
    """The row and column of the figure for what was played: the row of declarer, or where nobody declared of
    the player to the right of the leader."""
    if deal.settled is None:
        return None
    return deal.settled.leader.right.index, COLUMNS.index(deal.settled.trumps)


def _alt(speech: Speech, deal: Open, tricks: TrickTable | None) -> str:
    rows = [] if tricks is None else [(one, _row(tricks, one)) for one in Seat]
    return words.alt(speech, list((deal.held or deal.hands).items()), rows)


def hands_alt(speech: Speech, deal: Open) -> str:
    """The four hands in words, for a picture of them alone."""
    return _alt(speech, deal, None)


def _row(tricks: TrickTable, one: Seat) -> list[tuple[str, int]]:
    return [(words.strain(trumps), tricks.declaring(trumps, one)) for trumps in COLUMNS]
