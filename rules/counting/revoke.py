"""Revokes: when one is established and may be claimed, who is liable, and what the penalty is.

How a revoke comes about at a table, and who may say what about it, is in ``rules.deal.revoke`` (laws 1.5,
2.9, 4.2, 4.3; ambiguities 5, 6, 18 to 21 and 37).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

from rules.cards import Suit
from rules.counting.reckon import Column, Entry, Line, Penalty, Standing, Tally, three_for_each
from rules.frozen import frozen
from rules.seats import SIDES, Seat
from rules.tricks import Prices, Strain, Trick


class ClaimWindow(Enum):
    """How long a revoke may be claimed (laws 1.5; ambiguity 37)."""

    UNTIL_CUT = "until_cut"  # until the cards are cut for the next deal
    BEFORE_NEXT_LEAD = "before_next_lead"


QUIT_DELAY: Final = 5
"""Seconds for which a trick lies on the table, unless the table has arranged otherwise (ambiguity 6)."""


@frozen
class Revoking:
    """A table's rules for revokes besides their price: whether people can revoke at all (ambiguity 5), how
    long a revoke may be claimed, whether the other side also wins the trick itself (ambiguity 37), and after
    how many seconds a complete trick is quitted by itself (ambiguity 6). By the earlier editions a claim did
    not keep a trick from being corrected (appendix D, D1), and where it had to come before the next lead it
    could come before the trick was gathered (D2). Before the fourth a card that went back undid what it had
    settled (appendix E, E1)."""

    window: ClaimWindow = ClaimWindow.UNTIL_CUT
    trick_lost: bool = False
    lawful: bool = False
    quit_delay: int = QUIT_DELAY
    claims_stand: bool = True
    gathered_first: bool = True
    settled_stays: bool = True


def awarded(trick: Trick, revoker: Seat, trumps: Suit | None, wrong: frozenset[Seat] = frozenset()) -> Seat:
    """The seat that wins a trick which the revoker's side cannot win: the one that played the higher card of
    the other side, leaving out those that are ``wrong`` unless both are (ambiguity 37)."""
    others = [(seat, card) for seat, card in trick.by_player() if seat.side is not revoker.side]
    cards = [one for one in others if one[0] not in wrong] or others
    return max(cards, key=lambda one: (one[1].suit is trumps, one[1].suit is trick.led, one[1].rank))[0]


class RevokeUnit(Enum):
    """The unit of "three" when points are added or deducted (ambiguity 18)."""

    VALUE_OF_THREE_TRICKS = "value_of_three_tricks"
    THREE_POINTS = "three_points"


ANY_OF_THREE: Final = frozenset((Penalty.TAKE_THREE, Penalty.ADD, Penalty.DEDUCT))
"""The penalties to choose from by the codes of 1864 and 1904 (laws 2.9)."""

TAKE_ONLY: Final = frozenset((Penalty.TAKE_THREE,))
"""The only penalty by the American code of straight bridge (Elwell 1907; laws 3)."""


@frozen
class RevokeLaw:
    """The penalties in a game that is scored by the trick (laws 2.9)."""

    prices: Prices
    unit: RevokeUnit = RevokeUnit.VALUE_OF_THREE_TRICKS
    unit_doubled: bool = True
    cap: int = 28  # the highest score below game, above which a revoking side cannot come
    choice: frozenset[Penalty] = ANY_OF_THREE

    def penalty_points(self, strain: Strain, multiplier: int) -> int:
        """The points of one penalty (ambiguities 18 and 19)."""
        if self.unit is RevokeUnit.THREE_POINTS:
            return 3
        return 3 * self.prices.of_strain(strain) * (multiplier if self.unit_doubled else 1)

    def penalties(self, tally: Tally, standing: Standing) -> tuple[Tally, Sequence[Entry]]:
        """The tally with tricks transferred, and the lines of points; all reckoned at once from the tricks
        won in play and the scores before the hand (laws 2.9)."""
        entries: list[Entry] = []
        points = self.penalty_points(tally.strain, tally.multiplier)
        for side in SIDES:
            chosen = [revoke.penalty for revoke in tally.revokes if revoke.side is side]
            lost = min(points * chosen.count(Penalty.DEDUCT), standing.below.of(side))
            if lost:
                entries.append(Entry(Line.REVOKE_DEDUCTED, side, -lost, Column.BELOW, 1, -lost))
            for _ in range(chosen.count(Penalty.ADD)):
                entries.append(Entry(Line.REVOKE_ADDED, side.other, points, Column.BELOW, 1, points))
        return tally._replace(taken=three_for_each(tally)), entries

    def enforced(self, tally: Tally, standing: Standing, entries: Sequence[Entry]) -> Sequence[Entry]:
        """The lines with those that keep a revoking side from winning the game (ambiguity 21)."""
        cuts = []
        for side in (one for one in SIDES if tally.revoked(one)):
            mine = [e for e in entries if e.side is side and e.column is Column.BELOW]
            start = standing.below.of(side)
            deducted = start + sum(e.amount for e in mine if e.line is Line.REVOKE_DEDUCTED)
            over = start + sum(e.amount for e in mine) - max(self.cap, deducted)
            if over > 0:
                cuts.append(Entry(Line.REVOKE_CAP, side, -over, Column.BELOW, 1, -over))
        return (*entries, *cuts)
