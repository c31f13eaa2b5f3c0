"""A score sheet for rubbers with real cards: how it changes, and what is decided when people ask.

``after`` applies an event and checks nothing, since the event has happened. ``decide`` refuses a request, and
nothing changes, or gives the events that follow. It knows who may write and who must confirm; the lines of a
deal come from ``rules.sheet.deals`` and the end of a rubber from ``rules.counting.rubber``, as at the tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rules.counting.reckon import NIL, Entry, Standing
from rules.counting.rubber import End, RubberResult, Share
from rules.frozen import frozen, replace
from rules.games.variant import Game, Variant
from rules.seats import Person, plus
from rules.sheet import errors
from rules.sheet.deals import Given, reckon_deal, with_correction
from rules.sheet.events import (
    CloseSheet,
    Confirm,
    Correct,
    DealCorrected,
    DealEntered,
    DealTakenBack,
    EndTakenBack,
    Enter,
    Next,
    NextBegun,
    NextTakenBack,
    Reject,
    ScoreConfirmed,
    ScoreRejected,
    SheetEvent,
    SheetOpened,
    SheetRequest,
    SheetRubberBegun,
    SheetRubberEnded,
    TakeBack,
)
from rules.sheet.honours import tally_of
from rules.sheet.page import Page, SheetView, Told, Written
from rules.table import events
from rules.table.events import RULES_REVISION
from rules.table.requests import Adjourn, Resume, SetOption


@frozen
class Sheet:
    """A score sheet with the rules of its game."""

    rules: Game
    variant: Variant
    view: SheetView

    @classmethod
    def opened(cls, rules: Game, event: SheetOpened) -> Sheet:
        """A new sheet. Raises BadOption, OptionsClash."""
        variant = rules.variant_of(event.options)
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
        """The sheet after this event."""
        page = self.view.page
        match event:
            case SheetOpened() | SheetRubberBegun():
                return self
            case events.OptionsChosen(options):
                variant = self.rules.variant_of(options)
                return replace(
                    self, variant=variant, view=replace(self.view, options=options, law=variant.rubber)
                )
            case DealEntered(_, told, entries):
                return self._with_page(
                    page.with_deals((*page.deals, self._written_deal(told, entries, page.standing)))
                )
            case DealCorrected(_, rubber, deal, told, entries_of):
                page = self.page(rubber)
                return self._with_page(page.with_deals(self._rewritten(page.deals, deal, told, entries_of)))
            case DealTakenBack():
                return self._with_page(page.with_deals(page.deals[:-1]))
            case SheetRubberEnded(_, result, broken_off):
                page = self.page(result.number)
                return self._with_page(page.with_deals(page.deals, result, broken_off=broken_off))
            case EndTakenBack():
                return self._with_page(page.with_deals(page.deals))
            case NextBegun(number):
                return self._paged((*self.view.pages, Page(number)))
            case NextTakenBack():
                return self._paged(self.view.pages[:-1])
            case ScoreConfirmed(number, person):
                page = self.page(number)
                confirmed, rejected = page.confirmed | {person}, page.rejected - {person}
                return self._with_page(replace(page, confirmed=confirmed, rejected=rejected))
            case ScoreRejected(number, person):
                page = self.page(number)
                confirmed, rejected = page.confirmed - {person}, page.rejected | {person}
                return self._with_page(replace(page, confirmed=confirmed, rejected=rejected))
            case events.RubberReckoned(_, result):
                return self._with_page(replace(self.page(result.number), ended=result, counted=True))
            case events.Closed():
                return replace(self, view=replace(self.view, closed=True))
            case events.Adjourned():
                return replace(self, view=replace(self.view, adjourned=True))
            case events.Resumed():
                return replace(self, view=replace(self.view, adjourned=False))
        assert_never(event)

    def _with_page(self, page: Page) -> Sheet:
        pages = self.view.pages
        return self._paged((*pages[: page.number - 1], page, *pages[page.number :]))

    def _paged(self, pages: tuple[Page, ...]) -> Sheet:
        return replace(self, view=replace(self.view, pages=pages))

    def _rewritten(
        self, deals: tuple[Written, ...], deal: int, told: Told, entries_of: tuple[tuple[Entry, ...], ...]
    ) -> tuple[Written, ...]:
        """The deals of a page with these lines from this one on, which is told otherwise."""
        kept = list(deals[: deal - 1])
        standing = deals[deal - 1].before
        tolds = (told, *(later.told for later in deals[deal:]))
        for one, entries in zip(tolds, entries_of, strict=True):
            kept.append(self._written_deal(one, entries, standing))
            standing = kept[-1].after
        return tuple(kept)

    def _written_deal(self, told: Told, entries: tuple[Entry, ...], before: Standing) -> Written:
        return Written(told, entries, before, self.variant.rubber.standing_after(before, entries))


# What people ask


def decide(sheet: Sheet, who: Person | None, request: SheetRequest) -> tuple[Sheet, tuple[SheetEvent, ...]]:
    """The sheet after this request, and the events. ``who`` is None for a moderator, who may close the sheet,
    and for the bot itself.
    Raises a SheetError, BadOption or OptionsClash if the request is refused."""
    view = sheet.view
    if view.closed:
        raise errors.SheetRefused(errors.SheetWhy.SHEET_IS_CLOSED)
    if view.adjourned and not isinstance(request, Resume | CloseSheet):
        raise errors.SheetRefused(errors.SheetWhy.SHEET_IS_ADJOURNED)
    if not view.may_write(who):
        raise errors.SheetRefused(errors.SheetWhy.NOT_YOUR_SHEET)
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
        case Correct(rubber, deal, given):
            return _correct(sheet, rubber, deal, given)
        case SetOption(key, value):
            return _set_option(sheet, key, value)
        case TakeBack():
            return _take_back(sheet)
        case Confirm(rubber):
            page, person = _to_confirm(sheet, who, rubber)
            if person in page.confirmed:
                raise errors.SheetRefused(errors.SheetWhy.ALREADY_CONFIRMED)
            return (ScoreConfirmed(page.number, person),)
        case Reject(rubber):
            page, person = _to_confirm(sheet, who, rubber)
            if person in page.rejected:
                raise errors.SheetRefused(errors.SheetWhy.ALREADY_CONFIRMED)
            return (ScoreRejected(page.number, person),)
        case Next():
            if sheet.view.page.ended is None:
                raise errors.SheetRefused(errors.SheetWhy.RUBBER_NOT_OVER)
            return (NextBegun(sheet.view.page.number + 1),)
        case CloseSheet():
            return _close(sheet, "agreed" if who is not None else "moderator")
        case Adjourn():
            return (events.Adjourned(),)
        case Resume():
            if not sheet.view.adjourned:
                raise errors.SheetRefused(errors.SheetWhy.SHEET_IS_NOT_ADJOURNED)
            return (events.Resumed(),)
    assert_never(request)


def _enter(sheet: Sheet, given: Given) -> Sequence[SheetEvent]:
    page = sheet.view.page
    if page.ended is not None:
        raise errors.SheetRefused(errors.SheetWhy.RUBBER_IS_OVER)
    told, entries = reckon_deal(sheet.variant, given, page.standing)
    entered = DealEntered(RULES_REVISION, told, entries)
    if page.turn:
        return (entered,)
    return (SheetRubberBegun(page.number, sheet.view.game, sheet.view.options), entered)


def _correct(sheet: Sheet, rubber: int, deal: int, given: Given) -> Sequence[SheetEvent]:
    """The correction, and the end that the rubber then has: it is broken off again if it was."""
    if not 1 <= rubber <= len(sheet.view.pages):
        raise errors.SheetRefused(errors.SheetWhy.NO_SUCH_DEAL)
    page = sheet.page(rubber)
    if page.counted:
        raise errors.SheetRefused(errors.SheetWhy.ALREADY_COUNTED)
    told, entries = with_correction(sheet.variant, page, deal, given)
    happened = DealCorrected(RULES_REVISION, rubber, deal, told, entries)
    after = sheet.after(happened).page(rubber)
    law = sheet.variant.rubber
    end = law.end(after.standing)
    broken_off = end is None and page.broken_off
    if broken_off:
        end = law.broken_off(after.standing)
    if end is not None:
        return (happened, SheetRubberEnded(RULES_REVISION, _result(sheet, after, end), broken_off))
    if rubber < len(sheet.view.pages):
        raise errors.SheetRefused(errors.SheetWhy.RUBBER_WOULD_GO_ON)
    return (happened,)


def _set_option(sheet: Sheet, key: str, value: str) -> Sequence[SheetEvent]:
    view = sheet.view
    if len(view.pages) > 1 or view.page.turn:
        raise errors.SheetRefused(errors.SheetWhy.OPTIONS_STAND)
    options = sheet.rules.with_option(view.options, key, value)
    variant = sheet.rules.variant_of(options)
    if variant.dummies != sheet.variant.dummies:
        raise errors.SeatsMustBeFilled(variant.players)
    return (events.OptionsChosen(options),)


def _take_back(sheet: Sheet) -> Sequence[SheetEvent]:
    pages = sheet.view.pages
    page = pages[-1]
    if page.counted:
        raise errors.SheetRefused(errors.SheetWhy.ALREADY_COUNTED)
    if page.broken_off:
        return (EndTakenBack(),)
    if page.deals:
        return (DealTakenBack(),)
    if len(pages) == 1:
        raise errors.SheetRefused(errors.SheetWhy.NOTHING_TO_TAKE_BACK)
    if pages[-2].counted:
        raise errors.SheetRefused(errors.SheetWhy.ALREADY_COUNTED)
    return (NextTakenBack(),)


def _to_confirm(sheet: Sheet, who: Person | None, rubber: int | None) -> tuple[Page, Person]:
    """The page to confirm: the one that was named, else the last finished one that this person has not
    confirmed."""
    view = sheet.view
    if who is None or who not in view.named:
        raise errors.SheetRefused(errors.SheetWhy.NOT_NAMED)
    if rubber is not None and not 1 <= rubber <= len(view.pages):
        raise errors.SheetRefused(errors.SheetWhy.NO_SUCH_RUBBER)
    over = [page for page in view.pages if page.ended is not None and rubber in (None, page.number)]
    waiting = [page for page in over if who not in page.confirmed and not page.counted]
    if not over:
        raise errors.SheetRefused(errors.SheetWhy.RUBBER_NOT_OVER)
    page = (waiting or over)[-1]
    if page.counted:
        raise errors.SheetRefused(errors.SheetWhy.ALREADY_COUNTED)
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
    """The events that follow by themselves: the last deal ends a rubber, and the last confirmation makes it
    count."""
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
    """The result of the rubber. Guests have no share in it; a person who plays the only dummy wins or loses
    from two adversaries (ambiguity 41)."""
    view = sheet.view
    alone = len(view.dummies) == 1
    shares = tuple(
        Share(person, seat.side, 2 if alone and seat.partner in view.dummies else 1)
        for seat, person in view.seats.items()
        if seat not in view.dummies and person in view.named
    )
    beyond = NIL
    for one in page.deals:
        beyond = plus(beyond, sheet.variant.beyond(tally_of(one.told), one.before))
    return end.result(page.number, shares, page.highest, beyond)
