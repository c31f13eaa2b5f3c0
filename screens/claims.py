"""Claiming, step by step, for the claimer alone: how many tricks, what will be laid open, and then once more
whether they mean it. Nothing here lays anything open.
"""

from __future__ import annotations

from rules.seats import Seat
from rules.view import PublicDeal, SeatView
from screens.parts import CLARET, GREY, in_line, noted, small, text
from screens.presses import Press
from screens.screen import Button, Offer, Row, Screen, Select, Style
from screens.words import claims as words
from screens.words.names import Names, Speech

BACK = "back"


def how_many_screen(view: SeatView, table_id: str, note: str = "") -> Screen:
    """The list of numbers that can be claimed, from all to none."""
    deal, viewer, speech = _deal(view), _viewer(view), Speech.at(view.table.options)
    left = deal.tricks_left
    numbers = Select(
        str(Press("claim", table_id, deal.number, len(deal.tricks))),
        words.CHOOSE(),
        tuple(
            Offer(
                str(tricks),
                words.offer(tricks, left),
                words.offer_hint(speech, viewer.side.other, tricks, left),
            )
            for tricks in range(left, -1, -1)
        ),
    )
    return Screen(
        (text(noted(note), words.how_many(left), small(words.NOTHING_YET())), numbers),
        CLARET,
    )


def confirming_screen(view: SeatView, table_id: str, tricks: int, names: Names) -> Screen:
    """What so many tricks would lay open and who would be asked, with the button that does it."""
    deal, viewer, speech = _deal(view), _viewer(view), Speech.at(view.table.options)
    left = deal.tricks_left
    if tricks == 0:
        said = [
            words.you_concede(speech, viewer.side, left),
            f"{words.STAYS_CLOSED()} {_partner_asked(view, viewer, names)}",
        ]
    else:
        assert view.own is not None
        trumps = deal.settled.trumps if deal.settled is not None else None
        said = [
            words.you_claim(speech, viewer.side, tricks, left),
            words.LAYS_OPEN(),
            in_line(view.own.left, trumps),
            words.ALL_ASKED(),
        ]
    at = (deal.number, len(deal.tricks))
    sure = Press("claim", table_id, *at, what=str(tricks))
    back = Press("claim", table_id, *at, what=BACK)
    buttons = (
        Button(str(sure), words.confirm(tricks, left), Style.DANGER),
        Button(str(back), words.BACK()),
    )
    return Screen((text(*said), Row(buttons)), CLARET)


def claimed_screen(note: str) -> Screen:
    """What the question turns into once it has been answered, or can be answered no more."""
    return Screen((text(note),), GREY)


def _partner_asked(view: SeatView, viewer: Seat, names: Names) -> str:
    rubber = view.table.rubber
    assert rubber is not None
    if viewer.partner in rubber.dummies:
        return words.NOBODY_ASKED()
    return words.partner_asked(names(rubber.seats.of(viewer.partner)))


def _deal(view: SeatView) -> PublicDeal:
    assert view.deal is not None
    return view.deal


def _viewer(view: SeatView) -> Seat:
    assert view.viewer is not None
    return view.viewer
