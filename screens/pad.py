"""The score pad: one message on which a deal with real cards is entered or corrected by touch.

It asks for exactly what the game needs, in the order in which people say it, and shows what that comes to
before it is written down. It is for the person who opened it alone: the sheet is what all share, and two
pads cannot write the same deal. At a table the phone is handed round with the pad on it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.counting.reckon import Column, Entry
from rules.counting.rubber import gained
from rules.seats import Side, plus
from rules.sheet.errors import SheetError
from rules.sheet.page import Told, Written
from rules.strains import Strain
from screens.pad_controls import Pad, common, rare, turn, weighed_of
from screens.pad_presses import PadPress
from screens.pad_reckoning import lie_of, missing
from screens.parts import BAIZE, BRASS, heading, noted, small, text
from screens.scorebook import reasons
from screens.screen import Button, Row, Screen, Style
from screens.words import pad as words
from screens.words import scorebook as sheet_words
from screens.words import scores as score_words
from screens.words.names import Names, bid_at, declared, doubling, strain_name
from screens.words.speech import ON_PAPER as SPEECH


def pad_screen(pad: Pad, names: Names, note: str = "") -> Screen:
    controls = rare(pad) if pad.draft.more else common(pad)
    written, problem = _outcome(pad)
    end = [_write(pad, ready=written is not None), *turn(pad)]
    end.append(pad.button("drop", "", words.DROP()))
    return Screen(
        (
            text(noted(note), *_head(pad, names)),
            *controls,
            text(_summary(pad), *(_points(pad, written) if written is not None else (problem,))),
            Row(tuple(end)),
        ),
        BRASS if pad.draft.deal else BAIZE,
    )


def _head(pad: Pad, names: Names) -> Iterator[str]:
    title = words.correcting if pad.draft.deal else words.title
    yield heading(title(pad.deal, pad.leaf.rubber))
    sides = (
        words.partners(SPEECH, side, [names(pad.view.seats.of(seat)) for seat in side.seats]) for side in Side
    )
    yield small(" · ".join(sides))


def _write(pad: Pad, *, ready: bool) -> Button:
    label = words.change(pad.deal) if pad.draft.deal else words.WRITE()
    press = PadPress("write", pad.leaf, pad.draft)
    return Button(str(press), label, Style.SUCCESS, disabled=not ready)


# What has been chosen, and what it comes to


def _summary(pad: Pad) -> str:
    return " · ".join(_chosen(pad)) or words.NOTHING_CHOSEN()


def _chosen(pad: Pad) -> Iterator[str]:
    draft, asked = pad.draft, pad.asked
    what = _declaration(pad)
    if what:
        yield f"**{what}**"
    if draft.called is not None:
        yield words.called(SPEECH, draft.called)
    if asked.form.bids and draft.by is not None and draft.tricks is None:
        yield words.declared_by(SPEECH, draft.by)
    if draft.tricks is not None and draft.by is not None:
        yield words.summed_tricks(SPEECH, draft.by, draft.tricks)
    for lies, code, aces in (
        (asked.honours, draft.honours, draft.strain is Strain.NO_TRUMPS),
        (asked.aces, draft.aces, True),
    ):
        lie = lie_of(lies, code)
        if lie is not None:
            yield words.lie(SPEECH, lie, aces=aces, weighed=weighed_of(lies))
    if draft.voids:
        yield words.chicane(SPEECH, draft.voids)
    for one in draft.revokes:
        yield words.revoke(SPEECH, one.side, one.penalty)


def _declaration(pad: Pad) -> str:
    draft, asked, said = pad.draft, pad.asked, pad.said
    what = ""
    if asked.form.bids:
        bid = next(
            (one for one in asked.form.bids if (one.odd, one.strain) == (draft.odd, draft.strain)), None
        )
        if bid is not None:
            what = bid_at(bid, said)
        elif draft.strain is not None:
            what = strain_name(draft.strain)
        elif draft.odd:
            what = str(draft.odd)
    elif draft.strain is not None:
        what = declared(draft.strain.trumps, said)
    if draft.times:
        doubled = doubling(draft.times, said.doubling)
        return f"{what}, {doubled}" if what else doubled
    return what


def _outcome(pad: Pad) -> tuple[Written | None, str]:
    """The deal if it is complete and possible, else the sentence that says what is wrong or missing."""
    lacking = tuple(missing(pad.draft, pad.asked))
    if lacking:
        return None, words.missing(lacking)
    try:
        return pad.reckoned(), ""
    except SheetError as error:
        return None, words.refused(SPEECH, error, sheet_words.refused(SPEECH, error))


def _points(pad: Pad, written: Written) -> Iterator[str]:
    """What the deal brings each side and why, and a game that it wins."""
    yield words.sums(SPEECH, *_brought(written.entries))
    yield from reasons(SPEECH, pad.view, written)
    winner = pad.variant.rubber.game_won_by(written.before, written.entries)
    if winner is not None:
        yield score_words.game_won(SPEECH, winner, pad.said)


def _brought(entries: tuple[Entry, ...]) -> tuple[int, int]:
    below, above = gained(entries, Column.BELOW), gained(entries, Column.ABOVE)
    return plus(below, above)


def told_of(pad: Pad) -> Told | None:
    """The deal that the pad would write; None if it could not."""
    try:
        return pad.reckoned().told
    except SheetError:
        return None
