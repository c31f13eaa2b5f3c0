"""What a call promises, which calls are open to the seats that may speak, as every spectator can tell, and
what a finished deal came to.

A call promises the points that it scores if it is just made, and if it is one trick short. They come from
the game's own reckoning of a deal without cards, so honours and chicane are left out. In a settlement by
words the open calls do not depend on the cards, so it is replayed without any.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import takewhile
from typing import NamedTuple

from rules.calls import Bid, Call, Called, Declare, Double, Pass, TakeStock
from rules.cards import Hand
from rules.counting.reckon import (
    BOOK,
    NIL,
    NOTHING_SCORED,
    Column,
    Contract,
    Entry,
    Line,
    Revoked,
    Standing,
    Tally,
)
from rules.counting.rubber import RubberLaw, gains_in
from rules.frozen import frozen
from rules.games.variant import Variant
from rules.seats import BySeat, BySide, Side, by_seat, plus
from rules.settling.terms import Dealt, Settling, Terms, ThrownIn
from rules.settling.turnup import Ruff
from rules.tricks import Strain
from rules.view import FinishedDeal, PublicDeal


@frozen
class Outcome:
    """The lines that a deal would score."""

    entries: tuple[Entry, ...]
    game: Side | None  # the side that would win a game

    def points_in(self, column: Column) -> BySide[int]:
        return gains_in(self.entries, column)


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


def open_calls(variant: Variant, deal: PublicDeal) -> tuple[Call, ...]:
    """The calls that some seat may make now, each once. Discards after a ruff are left out, and calls of
    honours, which depend on hidden cards."""
    if deal.playing:
        return ()
    if deal.to_put_out:
        return ()
    if deal.stock:  # who may ruff depends on the cards, but everybody is told (laws 5)
        law = variant.settlement
        return (TakeStock(), Pass()) if isinstance(law, Ruff) and law.may_decline else (TakeStock(),)
    no_cards = Dealt(deal.dealer, by_seat(lambda _: Hand()), deal.turned)
    stage: Settling | Terms | ThrownIn = variant.settlement.begin(no_cards, NOTHING_SCORED, ())
    for one in deal.calls:
        if isinstance(stage, Terms | ThrownIn):
            return ()
        stage = stage.after(one.seat, one.call)
    if isinstance(stage, Terms | ThrownIn):
        return ()
    return tuple(dict.fromkeys(call for seat in deal.may_act for call in stage.options(seat)))


class Made(NamedTuple):
    """How a declarer's side did: ``over`` is how many tricks more it won than it had to."""

    side: Side
    over: int

    @property
    def made(self) -> bool:
        return self.over >= 0


def made(deal: FinishedDeal, variant: Variant) -> Made | None:
    """By the tricks after penalties for revokes. None where nobody declared, or where honours ended the deal
    before it was played out."""
    settled = deal.settled
    if settled is None or settled.declared_by is None or honours_called(deal) is not None:
        return None
    side, tricks = settled.declared_by.side, tricks_scored(deal, variant)
    if settled.bid is None:
        return Made(side, tricks.of(side) - BOOK - 1)
    winners = side.other if settled.bid.strain is Strain.MISERE else side
    return Made(side, tricks.of(winners) - BOOK - settled.bid.odd)


def honours_called(deal: FinishedDeal) -> Side | None:
    """The side that ended the deal with its honours before it was played out."""
    return next((one.side for one in deal.entries if one.line is Line.HONOURS_CALLED), None)


def tricks_scored(deal: FinishedDeal, variant: Variant) -> BySide[int]:
    """The tricks of each side by which the deal is scored: as won, with those taken as penalties for
    revokes."""
    return plus(deal.won, tricks_taken(deal, variant))


def tricks_taken(deal: FinishedDeal, variant: Variant) -> BySide[int]:
    """The tricks that each side gained by penalties for revokes, or lost (laws 2.9, 4.2, 7.3)."""
    revokes = tuple(Revoked(one.seat.side, one.penalty) for one in deal.claims if one.penalty is not None)
    settled = deal.settled
    if settled is None or not revokes:
        return NIL
    contract = None
    if settled.bid is not None and settled.declared_by is not None:
        contract = Contract(settled.bid, settled.declared_by.side)
    tally = Tally(
        settled.trumps, settled.level, deal.won, BySeat(0, 0, 0, 0), revokes=revokes, contract=contract
    )
    return variant.reckoning.taken(tally, deal.before)


def deal_points(deal: FinishedDeal, law: RubberLaw, *, by_itself: bool = False) -> BySide[int]:
    """What the deal brought each side: all that counts in the rubber or, where a rubber is worth only its
    games, the points of the game. ``by_itself``, as at duplicate, without the bonus of a game that it won
    (laws 4.6)."""
    total = BySide(0, 0)
    for column in columns_of_a_deal(law, by_itself=by_itself):
        total = plus(total, gains_in(deal.entries, column))
    return total


def points_by_line(
    deal: FinishedDeal, law: RubberLaw, side: Side, *, by_itself: bool = False
) -> dict[Line, int]:
    """The same for one side, less what the other gained: for each kind of line that brought either
    anything."""
    counting, found = columns_of_a_deal(law, by_itself=by_itself), dict[Line, int]()
    for one in deal.entries:
        if one.column in counting:
            amount = one.amount if one.side is side else -one.amount
            found[one.line] = found.get(one.line, 0) + amount
    return found


def columns_of_a_deal(law: RubberLaw, *, by_itself: bool = False) -> Collection[Column]:
    """The columns that count for what a deal brought."""
    counting = law.columns if Column.BELOW in law.columns else (Column.BELOW, Column.ABOVE)
    return tuple(one for one in counting if one is not Column.BONUS) if by_itself else counting
