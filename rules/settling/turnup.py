"""Settling by a turned card: its suit is trumps, and only honours may be called (laws 4.1, 4.2)."""

from __future__ import annotations

from rules.cards import Hand, Rank
from rules.counting.reckon import FOUR_HONOURS
from rules.counting.standing import Standing
from rules.frozen import frozen
from rules.seats import BySeat, Side
from rules.settling.terms import Calling, Dealt, Dummy, Terms


@frozen
class CallAt:
    """The scores at which a side may call its honours before play, and how many the player who asks must
    hold: two at long whist, any number at the short whist of [001] (laws 4.2)."""

    scores: tuple[int, ...]
    least: int
    ranks: tuple[Rank, ...] = FOUR_HONOURS.ranks

    def calling(self, standing: Standing) -> Calling | None:
        """Who may call honours at this score, if anybody."""
        sides = frozenset(side for side in Side if standing.below.of(side) in self.scores)
        return Calling(sides, self.ranks, self.least) if sides else None


@frozen
class TurnUp:
    """The procedure: as soon as the cards are dealt everything is settled."""

    call_at: CallAt | None = None

    def begin(self, dealt: Dealt, standing: Standing, dummies: tuple[Dummy, ...]) -> Terms:
        return turned_up(dealt, dealt.hands, standing, dummies, self.call_at)


def turned_up(
    dealt: Dealt,
    hands: BySeat[Hand],
    standing: Standing,
    dummies: tuple[Dummy, ...],
    call_at: CallAt | None,
) -> Terms:
    """The terms after a card was turned up: the eldest hand leads (laws 4.1)."""
    assert dealt.turned is not None
    return Terms(
        trumps=dealt.turned.suit,
        level=0,
        leader=dealt.dealer.left,
        hands=hands,
        dummies=dummies,
        calling=call_at.calling(standing) if call_at is not None else None,
    )
