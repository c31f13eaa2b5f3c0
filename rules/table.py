"""A table from its opening to its close: who sits, the rubber, the deal in progress. Applies events.

``after`` contains no checks: what it is told has happened. ``rules.deciding`` is where refusals live.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from rules import events
from rules.cards import Card
from rules.deal import Deal
from rules.events import Event
from rules.members import Member, Person, Robot
from rules.rubber import RubberResult
from rules.seats import BySeat, Seat
from rules.standing import NOTHING_SCORED, Standing
from rules.terms import Dealt
from rules.variant import Variant
from rules.view import Cut, Open, Pack, Settled


@dataclass(frozen=True, slots=True)
class Rubber:
    """A rubber in progress."""

    number: int
    seats: BySeat[Member]
    owners: BySeat[Member]
    cuts: tuple[tuple[tuple[Member, Card], ...], ...]
    dealer: Seat  # of the deal in progress, or of the one that the pack is ready for
    standing: Standing = NOTHING_SCORED
    deserted: frozenset[Seat] = frozenset()  # chairs that their owners have ever left
    highest: int = 0  # the longest chain of doublings

    def seat_of(self, member: Member) -> Seat | None:
        return next((seat for seat, sitting in self.seats.items() if sitting == member), None)

    def chair_of(self, person: Person) -> Seat | None:
        """The chair this person cut in to, whoever sits there now."""
        return next((seat for seat, owner in self.owners.items() if owner == person), None)


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim of all the rest that lies on the table."""

    seat: Seat
    agreed: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Table:
    """The whole truth about one table, hidden hands and all."""

    game: str
    options: tuple[tuple[str, str], ...]
    variant: Variant
    members: tuple[Member, ...] = ()
    rubber: Rubber | None = None
    rubbers: int = 0
    deals: int = 0
    pack: Pack | None = None
    cut: Cut | None = None
    commitment: str = ""
    deal: Deal | None = None
    claim: Claim | None = None
    shown: frozenset[Seat] = frozenset()  # who has laid his hand open by claiming in this deal
    seed: str = ""  # of the deal in progress, once it is over
    last: Open | None = None
    ended: RubberResult | None = None
    ended_seats: BySeat[Member] | None = None
    closing: frozenset[Person] = frozenset()
    closed: bool = False

    @property
    def persons(self) -> tuple[Person, ...]:
        return tuple(member for member in self.members if isinstance(member, Person))

    @property
    def waits_for(self) -> frozenset[Seat]:
        """The seats without whom nothing goes on: to cut, to answer a claim, to call or to play."""
        if self.closed or self.rubber is None:
            return frozenset()
        if self.pack is not None:
            return frozenset((self.pack.cutter,))
        if self.claim is not None:
            return frozenset(Seat) - {self.claim.seat} - self.claim.agreed
        return self.deal.may_act if self.deal is not None else frozenset()

    @property
    def last_number(self) -> int:
        """The number of the last deal that was reckoned."""
        return self.last.number if self.last is not None else 0

    def after(self, event: Event) -> Table:
        """The table once this has happened."""
        match event:
            case events.Opened():
                return self
            case events.Joined(member):
                return replace(self, members=(*self.members, member))
            case events.Left(member):
                return self._without(member)
            case events.RubberBegun(number, _, _, seats, dealer, cuts):
                rubber = Rubber(number, seats, seats, cuts, dealer)
                return replace(self, rubber=rubber, rubbers=number, ended=None, ended_seats=None)
            case events.PackReady(deal, commitment):
                assert self.rubber is not None
                pack = Pack(deal, commitment, self.rubber.dealer.right)
                return replace(self, pack=pack, cut=None, deals=deal, commitment=commitment)
            case events.PackCut(at, salt, by):
                return replace(self, pack=None, cut=Cut(at, salt, by))
            case events.CardsDealt(_, dealer, hands, turned):
                deal_begun = Deal.begin(self.variant.settlement, Dealt(dealer, hands, turned))
                return replace(self, deal=deal_begun, claim=None, shown=frozenset(), seed="")
            case events.CallMade(called):
                return self._heard(self._deal.after(called.seat, called.call))
            case events.CardPlayed(_, card):
                return replace(self, deal=self._deal.played(card))
            case events.Claimed(seat):
                return replace(self, claim=Claim(seat), shown=self.shown | {seat})
            case events.ClaimAnswered(seat, agrees):
                return self._answered(seat, agrees=agrees)
            case events.RobotTookOver(seat, robot):
                return self._sat_down(seat, robot)
            case events.TookBack(seat, person):
                return self._sat_down(seat, person)
            case events.SeedRevealed(_, seed):
                return replace(self, seed=seed)
            case events.DealReckoned():
                return self._reckoned(event)
            case events.RubberReckoned(_, result):
                assert self.rubber is not None
                return replace(self, rubber=None, ended=result, ended_seats=self.rubber.seats)
            case events.CloseAgreed(person):
                return replace(self, closing=self.closing | {person})
            case events.Closed():
                return replace(self, closed=True)
        assert_never(event)

    @property
    def _deal(self) -> Deal:
        assert self.deal is not None
        return self.deal

    def _without(self, member: Member) -> Table:
        members = tuple(other for other in self.members if other != member)
        closing = self.closing - {member} if isinstance(member, Person) else self.closing
        return replace(self, members=members, closing=closing)

    def _heard(self, deal: Deal) -> Table:
        assert self.rubber is not None
        level = deal.terms.level if deal.terms is not None else 0
        return replace(self, deal=deal, rubber=replace(self.rubber, highest=max(self.rubber.highest, level)))

    def _answered(self, seat: Seat, *, agrees: bool) -> Table:
        """One refusal ends a claim; the third consent grants it."""
        assert self.claim is not None
        if not agrees:
            return replace(self, claim=None)
        agreed = self.claim.agreed | {seat}
        if len(agreed) < 3:
            return replace(self, claim=replace(self.claim, agreed=agreed))
        return replace(self, claim=None, deal=self._deal.granted(self.claim.seat.side))

    def _sat_down(self, seat: Seat, member: Member) -> Table:
        rubber = self.rubber
        assert rubber is not None
        members = tuple(member if other == rubber.seats.of(seat) else other for other in self.members)
        deserted = rubber.deserted | {seat} if isinstance(member, Robot) else rubber.deserted
        rubber = replace(rubber, seats=rubber.seats.put(seat, member), deserted=deserted)
        return replace(self, members=members, rubber=rubber, closing=self.closing & set(_persons(members)))

    def _reckoned(self, event: events.DealReckoned) -> Table:
        rubber, deal, cut = self.rubber, self._deal, self.cut
        assert rubber is not None and deal.playing is not None and cut is not None
        settled = self.settled()
        assert settled is not None
        after = self.variant.rubber.after(rubber.standing, event.entries)
        last = Open(
            number=self.deals,
            dealer=deal.dealt.dealer,
            hands=deal.dealt.hands,
            calls=deal.calls,
            settled=settled,
            tricks=deal.playing.all_tricks,
            won=event.tricks,
            conceded=deal.playing.conceded,
            entries=event.entries,
            before=rubber.standing,
            after=after,
            commitment=self.commitment,
            cut=cut,
            seed=self.seed,
        )
        rubber = replace(rubber, standing=after, dealer=rubber.dealer.left)
        return replace(self, last=last, deal=None, rubber=rubber, claim=None, shown=frozenset())

    def settled(self) -> Settled | None:
        """What has been declared so far in the deal in progress, without any hand."""
        terms = self.deal.terms if self.deal is not None else None
        if terms is None:
            return None
        return Settled(
            trumps=terms.trumps,
            level=terms.level,
            worth=self.variant.prices.of(terms.trumps) * terms.multiplier,
            leader=terms.leader,
            declared_by=terms.declared_by,
            dummies=tuple((dummy.seat, dummy.player) for dummy in terms.dummies),
        )


def _persons(members: tuple[Member, ...]) -> tuple[Person, ...]:
    return tuple(member for member in members if isinstance(member, Person))
