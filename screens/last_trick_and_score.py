"""What anybody at the table may look at in between, shown to the asker alone: the last trick and the
score."""

from __future__ import annotations

from rules.seats import Seat
from rules.tricks import winner
from rules.view import SeatView
from screens.arranged import variant_of
from screens.deck import face
from screens.parts import BAIZE, BRASS, heading, small, text
from screens.result import come_to, score_parts
from screens.rubbers import in_full, rubber_lines
from screens.screen import Part, Screen
from screens.sheets import score_sheet
from screens.words import scores as score_words
from screens.words import table as words
from screens.words.gamebook import words_of
from screens.words.names import Names
from screens.words.speech import Speech


def last_trick_screen(view: SeatView, names: Names) -> Screen:
    """The last trick, card by card; between deals that of the deal before."""
    table, deal = view.table, view.deal
    speech = Speech.at(table.options)
    seats = table.rubber.seats if table.rubber is not None else table.ended_seats
    of = deal if deal is not None else table.last
    tricks = [trick for trick in of.tricks if len(trick.cards) == len(Seat)] if of is not None else []
    if of is None or of.settled is None or seats is None or not tricks:
        return Screen((text(words.NO_TRICK_YET()),), BAIZE)
    took = winner(tricks[-1], of.settled.trumps)
    lines = [heading(words.trick_number(of.number, len(tricks)))]
    for one, card in tricks[-1].by_player():
        who = f"**{speech.seat(one)}** {names(seats.of(one))}"
        lines.append(words.played_card(face(card), who, won=one is took, led=one is tricks[-1].leader))
    return Screen((text(*lines),), BAIZE)


def score_screen(view: SeatView, names: Names) -> Screen:
    """The rubber so far, the score of the last deal line by line, and the seal of the pack in play."""
    table = view.table
    speech = Speech.at(table.options)
    law, of = variant_of(table).rubber, words_of(table.game)
    parts: list[Part] = []
    if table.rubber is not None:
        score = score_sheet(speech, table.rubber.entered, law, of)
        parts.append(
            text(heading(score_words.SCORE()), score, *in_full(speech, table.rubber.standing.totals))
        )
    elif table.ended is not None and table.ended_seats is not None:
        parts.append(text(*rubber_lines(speech, table.ended, table.ended_seats, names, table.game)))
        if table.last is not None:
            parts.append(text(score_sheet(speech, table.last.entered, law, of, bonus=table.ended.bonus)))
        parts += [text(*lines)] if (lines := list(in_full(speech, table.ended.totals))) else []
    else:
        return Screen((text(score_words.NOTHING_SCORED()),), BRASS)
    if table.last is not None:
        title = score_words.result_of(words.deal_number(table.last.number), come_to(table.last, of))
        parts += [text(f"**{title}**"), *score_parts(speech, table.last, table)]
    if table.pack is not None:
        parts.append(text(small(words.sealed_in_full(table.pack.deal, table.pack.commitment))))
    return Screen(tuple(parts), BRASS)
