"""A score sheet for rubbers with real cards.

``after`` applies an event and checks nothing, since the event has happened. Refusals are in
``rules.sheet.decide``.
"""

from __future__ import annotations

from typing import assert_never

from rules.counting.reckon import Entry, Standing
from rules.frozen import frozen, replace
from rules.games.variant import Game, Variant
from rules.sheet.events import (
    DealCorrected,
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


@frozen
class Sheet:
    """A score sheet with the rules of its game."""

    rules: Game
    variant: Variant
    view: SheetView

    @classmethod
    def opened(cls, rules: Game, event: SheetOpened) -> Sheet:
        """A new sheet. Raises BadOption, OptionsClash."""
        variant = rules.stored(event.options)
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
                variant = self.rules.stored(options)
                return replace(
                    self, variant=variant, view=replace(self.view, options=options, law=variant.rubber)
                )
            case DealEntered(_, told, entries):
                return self._with(page.after((*page.deals, self._written(told, entries, page.standing))))
            case DealCorrected(_, rubber, deal, told, entries_of):
                page = self.page(rubber)
                return self._with(page.after(self._rewritten(page.deals, deal, told, entries_of)))
            case DealTakenBack():
                return self._with(page.after(page.deals[:-1]))
            case SheetRubberEnded(_, result, broken_off):
                page = self.page(result.number)
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
            case events.Adjourned():
                return replace(self, view=replace(self.view, adjourned=True))
            case events.Resumed():
                return replace(self, view=replace(self.view, adjourned=False))
        assert_never(event)

    def _with(self, page: Page) -> Sheet:
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
            kept.append(self._written(one, entries, standing))
            standing = kept[-1].after
        return tuple(kept)

    def _written(self, told: Told, entries: tuple[Entry, ...], before: Standing) -> Written:
        return Written(told, entries, before, self.variant.rubber.after(before, entries))
