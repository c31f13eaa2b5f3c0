"""A deal that is being entered on the score pad, as a code of a few characters, and what it comes to.

The code stands in the id of every button and list of the pad, so that a pad outlasts the bot that drew it.
It holds what everybody at the table knows, and nobody's name. A deal on the sheet can be turned back into the
draft that it is corrected from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import Final

from rules.calls import Bid
from rules.counting.reckon import Entry, Penalty, Revoked, Standing
from rules.frozen import frozen, replace
from rules.games.variant import Variant, penalties
from rules.seats import Seat, Side
from rules.sheet.deals import (
    Form,
    Given,
    Lie,
    Lies,
    aces_offered,
    form_of,
    honours_offered,
    may_be_doubled,
    reckon_deal,
    voids_offered,
)
from rules.sheet.errors import Part, SheetError
from rules.sheet.honours import Held
from rules.sheet.page import SheetView, Told
from rules.tricks import Strain
from screens.presses import COUNT, ID, Found, form

NOBODY: Final = "0"
"""Stands for an offer of honours where nobody scores any."""
MOST_DOUBLED: Final = 1000
MOST_VOIDS: Final = 3
MOST_REVOKES: Final = 8
"""As many as can be typed in a command."""

_SIDES: Final = {"N": Side.NS, "E": Side.EW}
_SIDE_CODES: Final = {side: code for code, side in _SIDES.items()}
_PENALTIES: Final = {
    "t": Penalty.TAKE_THREE,
    "a": Penalty.ADD,
    "d": Penalty.DEDUCT,
    "x": Penalty.TRANSFER,
}
_PENALTY_CODES: Final = {penalty: code for code, penalty in _PENALTIES.items()}
_CODE: Final = re.compile(
    r"(?P<odd>[1-7]?)(?P<strain>[CDHSRNM]?)\.(?P<by>[NE]?)(?P<tricks>\d{0,2})\.(?P<times>\d{1,4})"
    r"\.(?P<honours>[NE]\d{1,2}|0|)\.(?P<aces>[NE]\d{1,2}|0|)\.(?P<voids>N?E?S?W?)"
    rf"\.(?P<revokes>(?:[NE][tadx]){{0,{MOST_REVOKES}}})\.(?P<called>[NE]?)\.(?P<deal>\d{{1,4}})(?P<more>m?)",
    re.ASCII,
)


@frozen
class Draft:
    """What has been chosen; empty values are still to be chosen, or need not be."""

    odd: int = 0
    strain: Strain | None = None
    by: Side | None = None  # who declared or, in a game without bids, who won ``tricks``
    tricks: int | None = None
    times: int = 0  # doubled
    honours: str = ""  # the code of an offer, or NOBODY
    aces: str = ""
    voids: tuple[Seat, ...] = ()
    revokes: tuple[Revoked, ...] = ()
    called: Side | None = None
    deal: int = 0  # the number of a deal that is corrected; 0 for a new one
    more: bool = False  # whether chicane, revokes and calls of honours are shown

    def __str__(self) -> str:
        revokes = "".join(_SIDE_CODES[one.side] + _PENALTY_CODES[one.penalty] for one in self.revokes)
        return ".".join(
            (
                f"{self.odd or ''}{self.strain.letter if self.strain is not None else ''}",
                f"{side_code(self.by)}{'' if self.tricks is None else self.tricks}",
                str(self.times),
                self.honours,
                self.aces,
                "".join(seat.letter for seat in self.voids),
                revokes,
                side_code(self.called),
                f"{self.deal}{'m' if self.more else ''}",
            )
        )


def side_code(side: Side | None) -> str:
    return _SIDE_CODES[side] if side is not None else ""


def parse_draft(code: str) -> Draft | None:
    """The draft that a code stands for; None if it is of no such form."""
    match = _CODE.fullmatch(code)
    if match is None:
        return None
    strain, tricks, revokes = match["strain"], match["tricks"], match["revokes"]
    return Draft(
        odd=int(match["odd"] or 0),
        strain=Strain(strain) if strain else None,
        by=_SIDES.get(match["by"]),
        tricks=int(tricks) if tricks else None,
        times=int(match["times"]),
        honours=match["honours"],
        aces=match["aces"],
        voids=tuple(Seat(letter) for letter in match["voids"]),
        revokes=tuple(
            Revoked(_SIDES[side], _PENALTIES[penalty])
            for side, penalty in zip(revokes[::2], revokes[1::2], strict=True)
        ),
        called=_SIDES.get(match["called"]),
        deal=int(match["deal"]),
        more=bool(match["more"]),
    )


# What is pressed


def draft_after(draft: Draft, verb: str, what: tuple[str, ...]) -> Draft:
    """The draft after a choice; unchanged if it is no choice."""
    first = what[0] if what else ""
    match verb:
        case "odd" if first.isdecimal():
            return replace(draft, odd=int(first))
        case "strain" if first in {one.letter for one in Strain}:
            return _with_strain(draft, Strain(first))
        case "by":
            return replace(draft, by=_SIDES.get(first, draft.by))
        case "tricks":
            side, number = _SIDES.get(first[:1]), first.lstrip("NE")
            by = side or draft.by
            return replace(draft, by=by, tricks=int(number)) if number.isdecimal() else draft
        case "times" if first.isdecimal():
            return replace(draft, times=min(int(first), MOST_DOUBLED))
        case "honours":
            return replace(draft, honours=first)
        case "aces":
            return replace(draft, aces=first)
        case "voids":
            return replace(draft, voids=tuple(seat for seat in Seat if seat.letter in what))
        case "revoke":
            return replace(draft, revokes=_with_revoke(draft, first))
        case "rare":
            voids = tuple(seat for seat in Seat if seat.letter in what)
            revokes = tuple(one for one in map(_revoke, what) if one is not None)
            return replace(draft, voids=voids, revokes=revokes[:MOST_REVOKES])
        case "called":
            return replace(draft, called=_SIDES.get(first), tricks=None, revokes=(), voids=())
        case "more":
            return replace(draft, more=first == "1")
    return draft


def _with_strain(draft: Draft, strain: Strain) -> Draft:
    """The draft with another strain. Honours are dropped where they would turn into aces, or back."""
    same = (draft.strain is Strain.NO_TRUMPS) is (strain is Strain.NO_TRUMPS)
    return replace(draft, strain=strain, honours=draft.honours if same else "")


def _with_revoke(draft: Draft, code: str) -> tuple[Revoked, ...]:
    """The revokes with one more; none if the code names none."""
    revoked = _revoke(code)
    return (*draft.revokes, revoked)[-MOST_REVOKES:] if revoked is not None else ()


def _revoke(code: str) -> Revoked | None:
    """The revoke of a code; after it may stand which of several like it this is."""
    side, penalty = _SIDES.get(code[:1]), _PENALTIES.get(code[1:2])
    return Revoked(side, penalty) if side is not None and penalty is not None else None


def revoke_code(side: Side, penalty: Penalty) -> str:
    return _SIDE_CODES[side] + _PENALTY_CODES[penalty]


PAD_VERBS: Final = (
    "odd",
    "strain",
    "by",
    "tricks",
    "times",
    "honours",
    "aces",
    "voids",
    "revoke",
    "called",
    "more",
    "rare",  # the form of what is rare
    "write",
    "pick",  # a deal to be corrected, from the list of them
    "list",  # another part of that list
    "drop",
)


@frozen
class Leaf:
    """What a pad was drawn for: a page, how often it had been written on, and the options of the game."""

    sheet: str
    rubber: int
    turn: int
    arranged: str

    @classmethod
    def of_rubber(cls, view: SheetView, sheet: str, rubber: int) -> Leaf:
        return cls(sheet, rubber, view.pages[rubber - 1].turn, view.options_key)


@frozen
class PadPress:
    """A button or list of a pad. ``draft`` is what had been chosen before."""

    verb: str
    leaf: Leaf
    draft: Draft
    what: str = ""

    def __str__(self) -> str:
        leaf = self.leaf
        parts = [f"pad-{self.verb}", leaf.sheet, str(leaf.rubber), str(leaf.turn), leaf.arranged]
        parts.append(str(self.draft))
        return ":".join([*parts, self.what] if self.what else parts)


@form(
    PadPress,
    PAD_VERBS,
    rf"(?P<sheet>{ID}):(?P<rubber>{COUNT}):(?P<turn>{COUNT}):(?P<arranged>[0-9a-f]{{8}})"
    r":(?P<draft>[A-Za-z0-9.]{1,60})(?::(?P<what>[A-Za-z0-9]{1,6}))?",
    "pad-",
)
def _parse_pad_press(verb: str, fields: Found) -> PadPress | None:
    draft = parse_draft(fields["draft"])
    if draft is None:
        return None
    leaf = Leaf(fields["sheet"], int(fields["rubber"]), int(fields["turn"]), fields["arranged"])
    return PadPress(verb, leaf, draft, fields["what"])


# What a game asks of a deal


@frozen
class Choosable:
    """What a game asks about a deal in one strain."""

    form: Form
    honours: Lies
    aces: Lies
    voids: bool

    @classmethod
    @lru_cache(maxsize=256)
    def in_strain(cls, variant: Variant, strain: Strain | None) -> Choosable:
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


def lie_by_code(lies: Lies, code: str) -> Lie | None:
    return next((one for one in lies.offers if lie_code(one) == code), None)


def fitted_draft(draft: Draft, variant: Variant) -> Draft:
    """The draft without what such a deal cannot have and no button takes away: honours in trumps after no
    trumps were chosen, a number of doublings above the limit, or penalties that the game does not have. Where
    there is one bid in a strain, its number."""
    form = form_of(variant)
    if draft.strain not in _strains_of(variant):
        draft = replace(draft, strain=None)
    meant = form.meant(draft.strain)
    if isinstance(meant, Bid):
        draft = replace(draft, odd=meant.odd)
    asked = Choosable.in_strain(variant, draft.strain)
    if form.doublings and draft.strain is not None:
        while not may_be_doubled(variant, draft.strain, draft.times):
            draft = replace(draft, times=draft.times - 1)
    elif not form.doublings:
        draft = replace(draft, times=0)
    return replace(
        draft,
        revokes=draft.revokes if penalties(variant, None, None) else (),
        honours=_kept_code(asked.honours, draft.honours),
        aces=_kept_code(asked.aces, draft.aces),
        voids=draft.voids if asked.voids else (),
    )


def _strains_of(variant: Variant) -> set[Strain]:
    form = form_of(variant)
    return {one.strain for one in form.bids} | set(form.declarations)


def _kept_code(lies: Lies, code: str) -> str:
    if code == NOBODY:
        return code if lies.none else ""
    return code if lie_by_code(lies, code) is not None else ""


def missing_parts(draft: Draft, asked: Choosable) -> Iterator[Part]:
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


# The deal that a draft means


def reckoned_draft(
    draft: Draft, variant: Variant, standing: Standing
) -> tuple[Given, Told, tuple[Entry, ...]]:
    """What is told, the deal and its lines. Raises a SheetError if something is missing or cannot be."""
    refusal: SheetError | None = None
    for given in _givens(draft, variant):
        try:
            return (given, *reckon_deal(variant, given, standing))
        except SheetError as error:
            refusal = refusal or error
    assert refusal is not None
    raise refusal


def _givens(draft: Draft, variant: Variant) -> Iterator[Given]:
    """Everything that the choices may mean: if honours were told by their division, either hand of the side
    may have more."""
    asked = Choosable.in_strain(variant, draft.strain)
    for honours, aces in product(_holdings(asked.honours, draft.honours), _holdings(asked.aces, draft.aces)):
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


def _holdings(lies: Lies, code: str) -> tuple[Held | None, ...]:
    lie = lie_by_code(lies, code)
    return tuple(lie.ways_held()) if lie is not None else (None,)


# The draft that a deal came from


def draft_of(on_sheet: Told, variant: Variant, deal: int) -> Draft:
    """The choices that a deal on the sheet came from, so that it can be corrected."""
    strain = on_sheet.strain
    by = on_sheet.declarers or max(Side, key=lambda side: on_sheet.tricks.of(side))
    asked = Choosable.in_strain(variant, strain)
    return Draft(
        odd=on_sheet.odd,
        strain=strain,
        by=None if on_sheet.called else by,
        tricks=None if on_sheet.called else on_sheet.tricks.of(by),
        times=on_sheet.level,
        honours=_code_of_lie(asked.honours, asked.honours.offer_for(on_sheet.honours)),
        aces=_code_of_lie(asked.aces, asked.aces.offer_for(on_sheet.aces)),
        voids=on_sheet.voids,
        revokes=on_sheet.revokes[:MOST_REVOKES],
        called=on_sheet.called,
        deal=deal,
    )


def draft_given(given: Given, variant: Variant) -> Draft:
    """The choices that come nearest to what was typed of a deal."""
    declared = given.declared
    strain = declared.strain if isinstance(declared, Bid) else declared
    asked = Choosable.in_strain(variant, strain if strain in _strains_of(variant) else None)
    return Draft(
        odd=declared.odd if isinstance(declared, Bid) else 0,
        strain=strain,
        by=given.by,
        tricks=given.tricks,
        times=given.doublings or 0,
        honours=_code_held(asked.honours, given.honours),
        aces=_code_held(asked.aces, given.aces),
        voids=given.voids[:MOST_VOIDS],
        revokes=given.revokes[:MOST_REVOKES],
        called=given.called,
    )


def _code_held(lies: Lies, held: Held | None) -> str:
    """The first offer that agrees with the numbers that were told of its side."""
    if held is None:
        return ""
    hands, sides = dict(held.hands), dict(held.sides)
    for lie in lies.offers:
        first, second = (hands.get(seat) for seat in lie.side.seats)
        if first is not None or second is not None:
            way = sorted((first or 0, second or 0), reverse=True)
            if (way[0], way[1]) in lie.ways:
                return lie_code(lie)
        elif lie.number_only and sides.get(lie.side) == lie.count:
            return lie_code(lie)
    return ""


def _code_of_lie(lies: Lies, lie: Lie | None) -> str:
    if lie is None:
        return NOBODY if lies.none and lies.offers else ""
    return lie_code(lie)
