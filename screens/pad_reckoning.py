"""What a draft on the score pad comes to: what its game asks for, and the lines of the deal.

Also the way back, from a deal on the sheet to the draft that it can be corrected from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import product

from rules.calls import Bid
from rules.counting.reckon import Entry
from rules.counting.standing import Standing
from rules.frozen import frozen
from rules.games.variant import Variant
from rules.seats import Side
from rules.sheet.deals import Form, Given, form_of, may_be_doubled, reckoned
from rules.sheet.errors import Part, SheetError
from rules.sheet.honours import Held
from rules.sheet.offers import Lie, Lies, aces_offered, honours_offered, voids_offered
from rules.sheet.page import Told
from rules.strains import Strain
from screens.pad_draft import MOST_REVOKES, MOST_VOIDS, NOBODY, Draft, side_code


@frozen
class Asked:
    """What a game asks of such a deal."""

    form: Form
    honours: Lies
    aces: Lies
    voids: bool

    @classmethod
    @lru_cache(maxsize=256)
    def of(cls, variant: Variant, strain: Strain | None) -> Asked:
        return cls(
            form_of(variant),
            honours_offered(variant, strain),
            aces_offered(variant, strain),
            voids_offered(variant, strain),
        )


def lie_code(lie: Lie) -> str:
    """``N3`` for a number, ``N41`` for a division of it."""
    richer, poorer = lie.ways[0]
    return f"{side_code(lie.side)}{lie.count if lie.number_only else f'{richer}{poorer}'}"


def lie_of(lies: Lies, code: str) -> Lie | None:
    return next((one for one in lies.offers if lie_code(one) == code), None)


def fitted(draft: Draft, variant: Variant) -> Draft:
    """The draft without what such a deal cannot have: honours in trumps after no trumps were chosen, a number
    of doublings above the limit. Where there is one bid in a strain, its number."""
    form = form_of(variant)
    if draft.strain not in _strains(variant):
        draft = replace(draft, strain=None)
    meant = form.meant(draft.strain)
    if isinstance(meant, Bid):
        draft = replace(draft, odd=meant.odd)
    asked = Asked.of(variant, draft.strain)
    if form.doublings and draft.strain is not None:
        while not may_be_doubled(variant, draft.strain, draft.times):
            draft = replace(draft, times=draft.times - 1)
    return replace(
        draft,
        honours=_kept(asked.honours, draft.honours),
        aces=_kept(asked.aces, draft.aces),
        voids=draft.voids if asked.voids else (),
    )


def _kept(lies: Lies, code: str) -> str:
    if code == NOBODY:
        return code if lies.none else ""
    return code if lie_of(lies, code) is not None else ""


def missing(draft: Draft, asked: Asked) -> Iterator[Part]:
    """What is still to be chosen, in the order of the controls."""
    if asked.form.bids and draft.by is None:
        yield Part.BY
    if not asked.form.trumps_turned and (draft.strain is None or (asked.form.bids and not draft.odd)):
        yield Part.DECLARED
    if draft.called is None and draft.tricks is None:
        yield Part.TRICKS
    if asked.honours.offers and not draft.honours and not asked.honours.none:
        yield Part.HONOURS
    if asked.aces.offers and not draft.aces:
        yield Part.ACES


def reckoned_draft(
    draft: Draft, variant: Variant, standing: Standing
) -> tuple[Given, Told, tuple[Entry, ...]]:
    """What is told, the deal and its lines. Raises a SheetError if something is missing or cannot be."""
    refusal: SheetError | None = None
    for given in _givens(draft, variant):
        try:
            return (given, *reckoned(variant, given, standing))
        except SheetError as error:
            refusal = refusal or error
    assert refusal is not None
    raise refusal


def _givens(draft: Draft, variant: Variant) -> Iterator[Given]:
    """Everything that the choices may mean: where honours were told by how they were divided, either hand may
    be the richer."""
    asked = Asked.of(variant, draft.strain)
    for honours, aces in product(_held(asked.honours, draft.honours), _held(asked.aces, draft.aces)):
        yield Given(
            declared=_declared(draft, asked.form),
            by=draft.by,
            tricks=draft.tricks,
            doublings=draft.times,
            honours=honours,
            aces=aces,
            voids=draft.voids,
            revokes=draft.revokes,
            called=draft.called,
        )


def _declared(draft: Draft, form: Form) -> Strain | Bid | None:
    if not form.bids:
        return draft.strain
    return Bid(draft.odd, draft.strain) if draft.odd and draft.strain is not None else None


def _held(lies: Lies, code: str) -> tuple[Held | None, ...]:
    lie = lie_of(lies, code)
    return tuple(lie.held()) if lie is not None else (None,)


def draft_of(told: Told, variant: Variant, deal: int) -> Draft:
    """The choices that a deal on the sheet came from, so that it can be corrected."""
    strain = told.strain
    by = told.declarers or max(Side, key=lambda side: told.tricks.of(side))
    asked = Asked.of(variant, strain)
    return Draft(
        odd=told.odd,
        strain=strain,
        by=None if told.called else by,
        tricks=None if told.called else told.tricks.of(by),
        times=told.level,
        honours=_code_of(asked.honours, asked.honours.of(told.honours)),
        aces=_code_of(asked.aces, asked.aces.of(told.aces)),
        voids=told.voids,
        revokes=told.revokes[:MOST_REVOKES],
        called=told.called,
        deal=deal,
    )


def draft_given(given: Given, variant: Variant) -> Draft:
    """The choices that come nearest to what was typed of a deal."""
    declared = given.declared
    strain = declared.strain if isinstance(declared, Bid) else declared
    asked = Asked.of(variant, strain if strain in _strains(variant) else None)
    return Draft(
        odd=declared.odd if isinstance(declared, Bid) else 0,
        strain=strain,
        by=given.by,
        tricks=given.tricks,
        times=given.doublings or 0,
        honours=_code_told(asked.honours, given.honours),
        aces=_code_told(asked.aces, given.aces),
        voids=given.voids[:MOST_VOIDS],
        revokes=given.revokes[:MOST_REVOKES],
        called=given.called,
    )


def _strains(variant: Variant) -> set[Strain]:
    form = form_of(variant)
    return {one.strain for one in form.bids} | set(form.declarations)


def _code_told(lies: Lies, held: Held | None) -> str:
    """The first offer that agrees with the numbers that were told of its side."""
    if held is None:
        return ""
    hands, sides = dict(held.hands), dict(held.sides)
    for one in lies.offers:
        first, second = (hands.get(seat) for seat in one.side.seats)
        if first is not None or second is not None:
            way = sorted((first or 0, second or 0), reverse=True)
            if (way[0], way[1]) in one.ways:
                return lie_code(one)
        elif one.number_only and sides.get(one.side) == one.count:
            return lie_code(one)
    return ""


def _code_of(lies: Lies, lie: Lie | None) -> str:
    if lie is None:
        return NOBODY if lies.none and lies.offers else ""
    return lie_code(lie)
