"""The contract at par: that of four players who see all cards, where neither side gains by another call."""

from __future__ import annotations

from lab.robots.auction_table import Reached, Scored
from rules.seats import Side
from rules.tricks import Strain

ALL_PASS = Reached((), None)


def at_par(scored: Scored) -> Reached:
    """Found from the highest bid down: over each the other side passes, doubles once where the game has
    doubles, or bids higher. North and south may bid first. The game must be one of auctions."""
    law = scored.payoffs.auction_law
    assert law is not None
    levels = (0, 1) if law.max_doublings else (0,)
    best: dict[Side, Reached] = {}  # that each side can reach by a bid of this height or more
    for bid in reversed([one for one in law.ladder if one.strain is not Strain.MISERE]):
        higher = dict(best)
        for side in Side:
            declarer = max(side.seats, key=lambda seat: scored.gain(bid, 0, seat))
            ends = [Reached((), bid, level, declarer) for level in levels]
            if side.other in higher:
                ends.append(higher[side.other])
            end = min(ends, key=lambda one: scored.gain_of(side, one))
            if side not in higher or scored.gain_of(side, end) >= scored.gain_of(side, higher[side]):
                best[side] = end
    passed = max(ALL_PASS, best[Side.EW], key=lambda one: scored.gain_of(Side.EW, one))
    return max(passed, best[Side.NS], key=lambda one: scored.gain_of(Side.NS, one))
