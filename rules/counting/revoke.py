"""Revokes: when one is established and may be claimed, who is liable, and what the penalty is.

The bot refuses an illegal card, so nobody can revoke at its tables. This is for deals with real cards and for
the worked examples (laws 1.5, 2.9, 4.2, 4.3; ambiguities 5, 18 to 21 and 37).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from rules.cards import Suit
from rules.counting.reckon import Column, Entry, Line, Penalty, Tally
from rules.counting.standing import Standing
from rules.seats import Seat, Side, by_side
from rules.strains import Prices
from rules.tricks import Trick


class RevokeEvent(Enum):
    """What can happen after a renounce, in the words of the worked examples (laws 0.2)."""

    PARTNER_ASKS = "partner_asks"
    ANSWERS_NO = "answers_no"
    CORRECTS = "corrects"
    TURNED = "trick_turned_and_quitted"
    REVOKER_PLAYS = "revoker_plays_to_next"
    PARTNER_PLAYS = "revoker_partner_plays_to_next"
    ADVERSARY_LEADS = "adversary_leads_to_next"
    CUT = "cut_for_next_deal"
    CLAIM = "claim"


class ClaimWindow(Enum):
    """How long a revoke may be claimed (laws 1.5; ambiguity 37)."""

    UNTIL_CUT = "until_cut"  # until the cards are cut for the next deal
    BEFORE_NEXT_LEAD = "before_next_lead"


@dataclass(frozen=True, slots=True)
class Revoking:
    """A game's rules for revokes besides their price: how long they may be claimed, and whether the other
    side also wins the trick itself (ambiguity 37)."""

    window: ClaimWindow = ClaimWindow.UNTIL_CUT
    trick_lost: bool = False


@dataclass(frozen=True, slots=True)
class RevokeStatus:
    established: bool
    penalty_due: bool


def revoke_status(events: Iterable[RevokeEvent], window: ClaimWindow = ClaimWindow.UNTIL_CUT) -> RevokeStatus:
    """Whether a revoke is established, and claimed in time, after these events (laws 1.5). If the partner
    asks before the trick is quitted, it is not established by that, unless the answer is "no" or the side
    plays on."""
    asked = denied = turned = played_on = corrected = closed = claimed = False
    led_closes = window is ClaimWindow.BEFORE_NEXT_LEAD

    def established() -> bool:
        return not corrected and (played_on or (turned and (denied or not asked)))

    for event in events:
        match event:
            case RevokeEvent.PARTNER_ASKS:
                asked = asked or not turned
            case RevokeEvent.ANSWERS_NO:
                denied = asked
            case RevokeEvent.CORRECTS:
                corrected = corrected or not established()
            case RevokeEvent.TURNED:
                turned = True
            case RevokeEvent.REVOKER_PLAYS | RevokeEvent.PARTNER_PLAYS:
                played_on = True
                closed = closed or led_closes
            case RevokeEvent.ADVERSARY_LEADS:
                closed = closed or led_closes
            case RevokeEvent.CUT:
                closed = True
            case RevokeEvent.CLAIM:
                claimed = claimed or (established() and not closed)
    return RevokeStatus(established(), claimed)


@dataclass(frozen=True, slots=True)
class RevokeLiability:
    """Whether a revoke of some hand is punished, and whether the trick stands."""

    penalty: bool
    trick_stands: bool


def revoke_liability(*, exposed_hand: bool) -> RevokeLiability:
    """The exposed hand cannot revoke: once the trick is quitted its wrong card stands, without penalty
    (Collinson 1886, "Method of Playing"; laws 2.3). At dummy whist dummy cannot either, but dummy's player
    can revoke with their own hand (laws 4.3)."""
    return RevokeLiability(penalty=not exposed_hand, trick_stands=exposed_hand)


def awarded(trick: Trick, revoker: Seat, trumps: Suit | None) -> Seat:
    """The seat that wins a trick which the revoker's side cannot win: the one that played the higher card of
    the other side (ambiguity 37)."""
    cards = [(seat, card) for seat, card in trick.by_player() if seat.side is not revoker.side]
    return max(cards, key=lambda one: (one[1].suit is trumps, one[1].suit is trick.led, one[1].rank))[0]


class RevokeUnit(Enum):
    """The unit of "three" when points are added or deducted (ambiguity 18)."""

    VALUE_OF_THREE_TRICKS = "value_of_three_tricks"
    THREE_POINTS = "three_points"


ANY_OF_THREE: Final = frozenset((Penalty.TAKE_THREE, Penalty.ADD, Penalty.DEDUCT))
"""The penalties to choose from by the codes of 1864 and 1904 (laws 2.9)."""

TAKE_ONLY: Final = frozenset((Penalty.TAKE_THREE,))
"""The only penalty by the American code of straight bridge (Elwell 1907; laws 3)."""


@dataclass(frozen=True, slots=True)
class RevokeLaw:
    """The penalties in a game that is scored by the trick (laws 2.9)."""

    prices: Prices
    unit: RevokeUnit = RevokeUnit.VALUE_OF_THREE_TRICKS
    unit_doubled: bool = True
    cap: int = 28  # the highest score below game, above which a revoking side cannot come
    choice: frozenset[Penalty] = ANY_OF_THREE

    def points(self, tally: Tally) -> int:
        """The points of one penalty (ambiguities 18 and 19)."""
        if self.unit is RevokeUnit.THREE_POINTS:
            return 3
        return 3 * self.prices.of(tally.strain) * (tally.multiplier if self.unit_doubled else 1)

    def penalties(self, tally: Tally, standing: Standing) -> tuple[Tally, Sequence[Entry]]:
        """The tally with tricks transferred, and the lines of points; all reckoned at once from the tricks
        won in play and the scores before the hand (laws 2.9)."""
        taken = {Side.NS: 0, Side.EW: 0}
        entries: list[Entry] = []
        points = self.points(tally)
        for side in Side:
            chosen = [revoke.penalty for revoke in tally.revokes if revoke.side is side]
            tricks = min(3 * chosen.count(Penalty.TAKE_THREE), tally.tricks.of(side))
            taken[side] -= tricks
            taken[side.other] += tricks
            lost = min(points * chosen.count(Penalty.DEDUCT), standing.below.of(side))
            if lost:
                entries.append(Entry(Line.REVOKE_DEDUCTED, side, -lost, Column.BELOW, 1, -lost))
            for _ in range(chosen.count(Penalty.ADD)):
                entries.append(Entry(Line.REVOKE_ADDED, side.other, points, Column.BELOW, 1, points))
        return tally._replace(taken=by_side(lambda side: taken[side])), entries

    def enforced(self, tally: Tally, standing: Standing, entries: Sequence[Entry]) -> Sequence[Entry]:
        """The lines with those that keep a revoking side from winning the game (ambiguity 21)."""
        cuts = []
        for side in (one for one in Side if tally.revoked(one)):
            mine = [e for e in entries if e.side is side and e.column is Column.BELOW]
            start = standing.below.of(side)
            deducted = start + sum(e.amount for e in mine if e.line is Line.REVOKE_DEDUCTED)
            over = start + sum(e.amount for e in mine) - max(self.cap, deducted)
            if over > 0:
                cuts.append(Entry(Line.REVOKE_CAP, side, -over, Column.BELOW, 1, -over))
        return (*entries, *cuts)
