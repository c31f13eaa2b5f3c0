"""Which penalties a game has for a revoke, and which of them pays best (laws 2.9, 3, 4.2, 7.3)."""

from __future__ import annotations

from typing import Final

from rules.counting.points_up import PointsUp, RevokePoints
from rules.counting.reckon import ByLines, Penalty, Revoked, Tally
from rules.counting.revoke import RevokeLaw
from rules.counting.standing import Standing
from rules.counting.undertaking import ContractRevokes
from rules.games.variant import Variant
from rules.seats import BySide, Side

ALL_PENALTIES: Final = (Penalty.TAKE_THREE, Penalty.ADD, Penalty.DEDUCT, Penalty.TRANSFER)


def penalties(
    variant: Variant, side: Side | None, declarers: Side | None, *, further: bool = False
) -> tuple[Penalty, ...]:
    """The penalties to choose from if this side has revoked; without a side, all there are. In a game with a
    contract, three tricks can only be taken from declarer's adversaries, and only for the first of their
    revokes, not for a ``further`` one (laws 7.3)."""
    match variant.reckoning:
        case PointsUp(revokes=RevokePoints(choice=choice)) | ByLines(revokes=RevokeLaw(choice=choice)):
            return tuple(one for one in ALL_PENALTIES if one in choice)
        case ByLines(revokes=ContractRevokes(choice=choice)):
            if further or side is declarers is not None:
                return (Penalty.ADD,)
            return tuple(one for one in ALL_PENALTIES if one in choice)
    return ()


def best_penalty(
    variant: Variant, tally: Tally, standing: Standing, side: Side, open_to: tuple[Penalty, ...]
) -> Penalty:
    """The penalty for a further revoke by this side that pays the other side best, as the deal was played and
    the score stood before it: the rubber before a game, a game before points. Of equals, the first."""

    def worth(penalty: Penalty) -> tuple[int, ...]:
        punished = tally._replace(revokes=(*tally.revokes, Revoked(side, penalty)))
        after = variant.rubber.after(standing, variant.reckon(punished, standing))
        won = variant.rubber.winner(after)
        rubber = 0 if won is None else 1 if won is side.other else -1
        return rubber, *(_lead(pair, side.other) for pair in (after.games, after.totals, after.below))

    return max(open_to, key=worth)


def _lead(pair: BySide[int], side: Side) -> int:
    return pair.of(side) - pair.of(side.other)
