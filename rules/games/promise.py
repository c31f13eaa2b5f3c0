"""What a call promises: the points it scores if it is just made, and if it is one trick short.

They come from the game's own reckoning of a deal without cards, so honours and chicane are left out.
"""

from __future__ import annotations

from itertools import takewhile

from rules.calls import Bid, Called, Declare, Double
from rules.counting.reckon import BOOK, Column, Contract, Entry, Tally
from rules.counting.rubber import gained
from rules.counting.standing import Standing
from rules.frozen import frozen
from rules.games.variant import Variant
from rules.seats import BySeat, BySide, Side
from rules.strains import Strain


@frozen
class Outcome:
    """The lines that a deal would score."""

    entries: tuple[Entry, ...]
    game: Side | None  # the side that would win a game

    def of(self, column: Column) -> BySide[int]:
        return gained(self.entries, column)


@frozen
class Promise:
    """What a call comes to, for the side that made it. It undertakes the tricks of a bid or, without a bid,
    one odd trick."""

    side: Side
    made: Outcome
    short: Outcome


def promise(variant: Variant, call: Bid | Declare, level: int, side: Side, standing: Standing) -> Promise:
    """What a bid or declaration scores for both sides if ``side`` just makes it, and if it is one trick
    short, after ``level`` doublings at this score (laws 2.4, 6, 7.3, 8, 9)."""
    contract = Contract(call, side) if isinstance(call, Bid) else None
    trumps = call.strain.trumps if isinstance(call, Bid) else call.trumps
    needs = contract.needs if contract is not None else BOOK + 1
    at_misere = contract is not None and contract.bid.strain is Strain.MISERE
    tally = Tally(
        trumps=trumps, level=level, tricks=BySide(0, 0), honours=BySeat(0, 0, 0, 0), contract=contract
    )

    def outcome(tricks: int) -> Outcome:
        """The outcome if the side has won, or at misère lost, this many tricks."""
        won = variant.dealing.each - tricks if at_misere else tricks
        lost = variant.dealing.each - won
        played = tally._replace(tricks=BySide(won, lost) if side is Side.NS else BySide(lost, won))
        entries = variant.reckon(played, standing)
        return Outcome(entries, variant.rubber.game_won_by(standing, entries))

    return Promise(side, outcome(needs), outcome(needs - 1))


def standing_after(calls: tuple[Called, ...], place: int) -> tuple[Called, int] | None:
    """The bid or declaration that stood after the call at this place, and how often it had been doubled; None
    if nothing stood."""
    heard = calls[: place + 1]
    back = tuple(reversed(heard))
    since = tuple(takewhile(lambda one: not isinstance(one.call, Bid | Declare), back))
    if len(since) == len(back):
        return None
    return back[len(since)], sum(isinstance(one.call, Double) for one in since)
