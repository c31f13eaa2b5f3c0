"""A deal that is being entered on the score pad: what has been chosen so far, as a code of a few characters.

The code stands in the id of every button and list of the pad, so that a pad outlasts the bot that drew it.
It holds what everybody at the table knows, and nobody's name.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from rules.counting.reckon import Penalty, Revoked
from rules.frozen import frozen
from rules.seats import Seat, Side
from rules.strains import Strain

NOBODY: Final = "0"
"""Instead of an offer of honours: nobody scores any."""
MOST_TIMES: Final = 1000
MOST_VOIDS: Final = 3
MOST_REVOKES: Final = 8
"""As many as can be typed."""

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


def chosen(draft: Draft, verb: str, what: tuple[str, ...]) -> Draft:
    """The draft after a choice; the same if it is none."""
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
            return replace(draft, times=min(int(first), MOST_TIMES))
        case "honours":
            return replace(draft, honours=first)
        case "aces":
            return replace(draft, aces=first)
        case "voids":
            return replace(draft, voids=tuple(seat for seat in Seat if seat.letter in what))
        case "revoke":
            return replace(draft, revokes=_revokes(draft, first))
        case "called":
            return replace(draft, called=_SIDES.get(first), tricks=None, revokes=(), voids=())
        case "more":
            return replace(draft, more=first == "1")
    return draft


def _with_strain(draft: Draft, strain: Strain) -> Draft:
    """Three honours in trumps do not become three aces."""
    same = (draft.strain is Strain.NO_TRUMPS) is (strain is Strain.NO_TRUMPS)
    return replace(draft, strain=strain, honours=draft.honours if same else "")


def _revokes(draft: Draft, code: str) -> tuple[Revoked, ...]:
    """One more revoke; without a code, none."""
    side, penalty = _SIDES.get(code[:1]), _PENALTIES.get(code[1:])
    if side is None or penalty is None:
        return ()
    return (*draft.revokes, Revoked(side, penalty))[-MOST_REVOKES:]


def revoke_code(side: Side, penalty: Penalty) -> str:
    return _SIDE_CODES[side] + _PENALTY_CODES[penalty]
