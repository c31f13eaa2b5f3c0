"""Keeping the score of rubbers played with real cards: a sheet as a frozen value, what may be asked of it,
and what follows. The reckoning and the rubber are those of the tables.

Knows who may write and who must confirm. How a deal is told is in ``rules.sheet.deals``; nothing here has a
clock, a name or a screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from rules.counting.reckon import Entry
from rules.counting.rubber import End, RubberResult, Share
from rules.games.variant import Game, Variant
from rules.members import Person
from rules.seats import BySeat, Seat
from rules.sheet import errors
from rules.sheet.deals import Given, reckoned
from rules.sheet.events import (
    DealEntered,
    DealTakenBack,
    EndTakenBack,
    NextBegun,
    NextTakenBack,
    ScoreConfirmed,
    ScoreRejected,
    SheetEvent,
    SheetOpened,
    SheetRubberBegun,
    SheetRubberEnded,
)
from rules.sheet.page import Page, SheetView, Told, Written
from rules.table import events
from rules.table.events import RULES_REVISION
from rules.table.requests import SetOption


@dataclass(frozen=True, slots=True)
class Enter:
    """Write a deal down."""

    given: Given


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Cross out the last deal; or let a rubber go on that was broken off; or take away a page on which
    nothing is written."""


@dataclass(frozen=True, slots=True)
class Confirm:
    """Say that the score of a rubber is right; of the last that waits for this, if none is named."""

    rubber: int | None = None


@dataclass(frozen=True, slots=True)
class Reject:
    """Say that it is not."""

    rubber: int | None = None


@dataclass(frozen=True, slots=True)
class Next:
    """Begin a new rubber, with the same people in the same seats."""


@dataclass(frozen=True, slots=True)
class CloseSheet:
    """Close the sheet; a rubber that is worth something unfinished is broken off first (ambiguity 66)."""


SheetRequest = Enter | SetOption | TakeBack | Confirm | Reject | Next | CloseSheet


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet with its rules."""

    rules: Game
    variant: Variant
    view: SheetView

    @classmethod
    def opened(cls, rules: Game, event: SheetOpened) -> Sheet:
        """A fresh sheet. Raises BadOption, OptionsClash."""
        variant = rules.variant(dict(event.options))
        view = SheetView(
            game=rules.key,
            options=event.options,
            law=variant.rubber,
            seats=event.seats,
            dummies=event.dummies,
            guests=frozenset(event.guests),
            keeper=event.keeper,
            pages=(Page(1),),
            closed=False,
        )
        return cls(rules, variant, view)

    def page(self, number: int) -> Page:
        return self.view.pages[number - 1]

    def after(self, event: SheetEvent) -> Sheet:
        """The sheet once this has happened."""
        page = self.view.page
        match event:
            case SheetOpened() | SheetRubberBegun():
                return self
            case events.OptionsChosen(options):
                variant = self.rules.variant(dict(options))
                return replace(
                    self, variant=variant, view=replace(self.view, options=options, law=variant.rubber)
                )
            case DealEntered(_, told, entries):
                return self._with(page.after((*page.deals, self._written(told, entries))))
            case DealTakenBack():
                return self._with(page.after(page.deals[:-1]))
            case SheetRubberEnded(_, result, broken_off):
                return self._with(page.after(page.deals, result, broken_off=broken_off))
            case EndTakenBack():
                return self._with(page.after(page.deals))
            case NextBegun(number):
                return self._paged((*self.view.pages, Page(number)))
            case NextTakenBack():
                return self._paged(self.view.pages[:-1])
            case ScoreConfirmed(number, person):
                page = self.page(number)
                confirmed, rejected = page.confirmed | {person}, page.rejected - {person}
                return self._with(replace(page, confirmed=confirmed, rejected=rejected))
            case ScoreRejected(number, person):
                page = self.page(number)
                confirmed, rejected = page.confirmed - {person}, page.rejected | {person}
                return self._with(replace(page, confirmed=confirmed, rejected=rejected))
            case events.RubberReckoned(_, result):
                return self._with(replace(self.page(result.number), ended=result, counted=True))
            case events.Closed():
                return replace(self, view=replace(self.view, closed=True))
        assert_never(event)

    def _with(self, page: Page) -> Sheet:
        pages = self.view.pages
        return self._paged((*pages[: page.number - 1], page, *pages[page.number :]))

    def _paged(self, pages: tuple[Page, ...]) -> Sheet:
        return replace(self, view=replace(self.view, pages=pages))

    def _written(self, told: Told, entries: tuple[Entry, ...]) -> Written:
        before = self.view.page.standing
        return Written(told, entries, before, self.variant.rubber.after(before, entries))


def seated(players: int, sitting: dict[Seat, Person]) -> tuple[BySeat[Person], tuple[Seat, ...]]:
    """Who plays each hand, and which hands are dummies: those where nobody sits, played from opposite (laws
    4.3, 4.4). Raises SeatsMustBeFilled, DummiesFaceEachOther, SittingTwice."""
    if len(sitting) != players:
        raise errors.SeatsMustBeFilled(players)
    if len(set(sitting.values())) < len(sitting):
        raise errors.SittingTwice
    dummies = tuple(seat for seat in Seat if seat not in sitting)
    if any(seat.partner in dummies for seat in dummies):
        raise errors.DummiesFaceEachOther
    return BySeat(*(sitting.get(seat) or sitting[seat.partner] for seat in Seat)), dummies


def decide(sheet: Sheet, who: Person | None, request: SheetRequest) -> tuple[Sheet, tuple[SheetEvent, ...]]:
    """The sheet after what was asked, and all that happened. ``who`` is None for a moderator, who may close
    it. Raises a ScoreError, BadOption or OptionsClash, and then nothing has happened."""
    view = sheet.view
    if view.closed:
        raise errors.SheetIsClosed
    may_write = who is None or who == view.keeper or who in view.seats
    if not may_write:
        raise errors.NotYourSheet
    happened: list[SheetEvent] = []
    pending: Sequence[SheetEvent] = _first(sheet, who, request)
    while pending:
        for event in pending:
            sheet = sheet.after(event)
        happened += pending
        pending = _sequel(sheet)
    return sheet, tuple(happened)


def _first(sheet: Sheet, who: Person | None, request: SheetRequest) -> Sequence[SheetEvent]:
    match request:
        case Enter(given):
            return _enter(sheet, given)
        case SetOption(key, value):
            return _set_option(sheet, key, value)
        case TakeBack():
            return _take_back(sheet)
        case Confirm(rubber):
            page, person = _to_confirm(sheet, who, rubber)
            if person in page.confirmed:
                raise errors.AlreadyConfirmed
            return (ScoreConfirmed(page.number, person),)
        case Reject(rubber):
            page, person = _to_confirm(sheet, who, rubber)
            if person in page.rejected:
                raise errors.AlreadyConfirmed
            return (ScoreRejected(page.number, person),)
        case Next():
            if sheet.view.page.ended is None:
                raise errors.RubberNotOver
            return (NextBegun(sheet.view.page.number + 1),)
        case CloseSheet():
            return _close(sheet, "agreed" if who is not None else "moderator")
    assert_never(request)


def _enter(sheet: Sheet, given: Given) -> Sequence[SheetEvent]:
    page = sheet.view.page
    if page.ended is not None:
        raise errors.RubberIsOver
    told, entries = reckoned(sheet.variant, given, page.standing)
    entered = DealEntered(RULES_REVISION, told, entries)
    if page.turn:
        return (entered,)
    return (SheetRubberBegun(page.number, sheet.view.game, sheet.view.options), entered)


def _set_option(sheet: Sheet, key: str, value: str) -> Sequence[SheetEvent]:
    view = sheet.view
    if len(view.pages) > 1 or view.page.turn:
        raise errors.OptionsStand
    chosen = {**dict(view.options), key: value}
    variant = sheet.rules.variant(chosen)  # raises BadOption, OptionsClash
    if variant.dummies != sheet.variant.dummies:
        raise errors.SeatsMustBeFilled(variant.players)
    return (events.OptionsChosen(sheet.rules.differing(chosen)),)


def _take_back(sheet: Sheet) -> Sequence[SheetEvent]:
    pages = sheet.view.pages
    page = pages[-1]
    if page.counted:
        raise errors.AlreadyCounted
    if page.broken_off:
        return (EndTakenBack(),)
    if page.deals:
        return (DealTakenBack(),)
    if len(pages) == 1:
        raise errors.NothingToTakeBack
    if pages[-2].counted:
        raise errors.AlreadyCounted
    return (NextTakenBack(),)


def _to_confirm(sheet: Sheet, who: Person | None, rubber: int | None) -> tuple[Page, Person]:
    """The page that is meant: the one named, else the last that is over and that he has not yet confirmed."""
    view = sheet.view
    if who is None or who not in view.named:
        raise errors.NotNamed
    over = [page for page in view.pages if page.ended is not None and rubber in (None, page.number)]
    waiting = [page for page in over if who not in page.confirmed and not page.counted]
    if not over:
        raise errors.RubberNotOver
    page = (waiting or over)[-1]
    if page.counted:
        raise errors.AlreadyCounted
    return page, who


def _close(sheet: Sheet, why: str) -> Sequence[SheetEvent]:
    page = sheet.view.page
    closed = events.Closed(why)
    if page.ended is not None or not page.deals:
        return (closed,)
    end = sheet.variant.rubber.broken_off(page.standing)
    if end is None:
        return (closed,)
    return (SheetRubberEnded(RULES_REVISION, _result(sheet, page, end), broken_off=True),)


def _sequel(sheet: Sheet) -> Sequence[SheetEvent]:
    """What follows by itself: the last deal ends the rubber, and the last consent makes it count."""
    page, view = sheet.view.page, sheet.view
    if view.closed:
        return ()
    end = sheet.variant.rubber.end(page.standing)
    if page.ended is None and end is not None:
        return (SheetRubberEnded(RULES_REVISION, _result(sheet, page, end), broken_off=False),)
    for one in view.pages:
        if one.ended is not None and not one.counted and view.named and view.named <= one.confirmed:
            return (events.RubberReckoned(RULES_REVISION, one.ended),)
    return ()


def _result(sheet: Sheet, page: Page, end: End) -> RubberResult:
    """What the rubber came to. Guests have no share in it; he who plays the only dummy has two adversaries to
    win from (ambiguity 41)."""
    view = sheet.view
    alone = len(view.dummies) == 1
    shares = tuple(
        Share(person, seat.side, 2 if alone and seat.partner in view.dummies else 1)
        for seat, person in view.seats.items()
        if seat not in view.dummies and person in view.named
    )
    return end.result(page.number, shares, page.highest)
