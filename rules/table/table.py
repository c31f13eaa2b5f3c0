"""A table from its opening to its close: members, the rubber, the deal in progress.

``after`` applies an event and checks nothing, since the event has happened. Refusals are in
``rules.table.decide``, but for the one that every act has in common while a claim is open.
"""

from __future__ import annotations

from typing import assert_never

from rules.cards import Card
from rules.counting.rubber import RubberResult
from rules.deal.brought import Brought, standing_of
from rules.deal.deal import Deal
from rules.deal.revoke import going_back
from rules.frozen import frozen, replace
from rules.games.variant import Game, Stored, Variant
from rules.refusals import ClaimIsOpen
from rules.seats import BySeat, Member, Person, Seat, Side, plus
from rules.settling.terms import Dealt, Dummy
from rules.table import events
from rules.table.apply import applied
from rules.table.events import Event
from rules.table.rubber import Claim, Rubber
from rules.view import (
    Alone,
    Asking,
    AtEvening,
    Cut,
    FinishedDeal,
    GivenDeal,
    GoneOut,
    Pack,
    RefusedClaim,
    Settled,
)


@frozen
class Table:
    """The whole state of a table, with hidden hands."""

    game: str
    rules: Game  # the game's row of data; ``variant`` is made from it and the options
    options: Stored  # as its log names them
    variant: Variant
    members: tuple[Member, ...] = ()  # who have a chair
    waiting: tuple[Person, ...] = ()  # members without one, in the order in which they come in
    running: tuple[tuple[Person, int], ...] = ()  # of those who ended the last rubber: how many running
    gone_out: GoneOut | None = None  # after the last rubber
    rubber: Rubber | None = None
    rubbers: int = 0
    deals: int = 0
    pack: Pack | None = None
    result_seen: frozenset[Person] = frozenset()  # who would go on from the result of the last deal
    cut: Cut | None = None
    commitment: str = ""
    deal: Deal | None = None
    claim: Claim | None = None
    refused: tuple[RefusedClaim, int] | None = None  # the last claim, and the cards played before it
    shown: frozenset[Seat] = frozenset()  # hands laid open by claims in this deal
    witnesses: frozenset[Person] = frozenset()  # who have held a hand of this deal
    seed: str = ""  # of the deal in progress, once it is over
    last: FinishedDeal | None = None
    played: Stored = ()  # the options of the rubber that was begun last
    ended: RubberResult | None = None
    ended_seats: BySeat[Member] | None = None
    end_stands: bool = False  # a rubber is over, and nothing about the table has changed since
    dummy_for: Member | None = None  # who has asked to have Dummy in the next rubber
    sat: tuple[Member, ...] = ()  # who played the last rubber, in the order in which Dummy passes
    rubbers_with_partners: int = 0  # how many rubbers the last partners have played together
    closing: frozenset[Person] = frozenset()
    adjourned: bool = False  # nobody is waited for until it is resumed
    abandoned: bool = False  # it is adjourned, and the place where it stood is there
    paused: Person | None = None  # who has paused it: nobody is waited for until it is resumed
    closed: bool = False
    evening: AtEvening | None = None
    alone: Alone | None = None
    brought: Brought | None = None
    before: Table | None = None  # the last call or card of this deal, where that may be taken back
    taken_back: int = 0  # how often that was done in this deal
    back: tuple[Seat, Card, int] | None = None  # the card that went back last, and the cards played before it

    @classmethod
    def opened(cls, rules: Game, options: Stored) -> Table:
        """A table whose log begins with these options. Raises BadOption, OptionsClash."""
        return cls(rules.key, rules, options, rules.variant_of(options))

    @property
    def persons(self) -> tuple[Person, ...]:
        return tuple(member for member in self.members if isinstance(member, Person))

    @property
    def sitting_or_to_come(self) -> tuple[Person, ...]:
        """The people who have a chair, are promised one for the next deal, or wait for one."""
        promised = self.rubber.reserved if self.rubber is not None else ()
        return (*self.persons, *(person for _, person in promised), *self.waiting)

    @property
    def partners_may_stay(self) -> bool:
        """Whether the same partners play another rubber by arrangement (laws 1.4)."""
        return self.rubbers_with_partners < self.variant.house.rubbers_per_cut

    @property
    def waits_for(self) -> frozenset[Seat]:
        """The seats that must act for the table to go on: to cut, to go on from a result, to answer a claim,
        to call or to play."""
        if self.closed or self.adjourned or self.paused is not None or self.rubber is None:
            return frozenset()
        if self.rubber.seats_open:
            return frozenset((self.rubber.dealer,))
        if self.pack is not None:
            seats = {seat for one in self.unready if (seat := self.rubber.seat_of(one)) is not None}
            return frozenset(seats or (self.pack.cutter,))
        if self.claim is not None:
            return self.unanswered
        if self.deal is None:
            return frozenset()
        if self.deal.revoke is not None:
            return self._revokes_awaited or self.deal.may_act
        return self.deal.may_act

    @property
    def result_stands(self) -> bool:
        """Whether a deal is over and the next one of its rubber has still to be cut for. At an evening, and
        for one person alone, it is not these four who decide when that is."""
        if self.pack is None or self.rubber is None or not self.rubber.entered or self.closed:
            return False
        return self.evening is None and self.alone is None

    @property
    def gone_since(self) -> tuple[Person, ...]:
        """Who played the last rubber to its end and has left since, if that leaves a chair empty."""
        full = len(self.members) >= self.variant.players
        if self.rubber is not None or self.adjourned or full or self.ended_seats is None:
            return ()
        sat = _persons(tuple(self.ended_seats))
        return tuple(one for one in dict.fromkeys(sat) if one not in self.members)

    @property
    def unready(self) -> tuple[Person, ...]:
        """The people who sit at the table and have not yet seen the result that stands."""
        if self.rubber is None or not self.result_stands:
            return ()
        sitting = dict.fromkeys(_persons(tuple(self.rubber.seats)))
        return tuple(one for one in sitting if one not in self.result_seen)

    @property
    def undecided(self) -> frozenset[Seat]:
        """The revokers who have not said whether to play on, where penalties have decided the game (laws
        1.5.6 and 4.2)."""
        deal, rubber = self.deal, self.rubber
        if deal is None or deal.revoke is None or not deal.revoke.claims or rubber is None or deal.over:
            return frozenset()
        revoke = deal.revoke
        sides = {one.seat.side for one in revoke.claims if one.right}
        if not sides or revoke.played_out or any(one.is_open for one in revoke.claims):
            return frozenset()
        if not self.variant.decided_by(revoke.punished, rubber.standing):
            return frozenset()
        return frozenset(one for one in rubber.chairs if one.side in sides) - revoke.thrown_up

    @property
    def _revokes_awaited(self) -> frozenset[Seat]:
        """The seats that must say something about revokes for the table to go on."""
        deal, rubber = self.deal, self.rubber
        assert deal is not None and deal.revoke is not None and rubber is not None
        if not deal.claims_open:
            return self.undecided
        choosing = {one.seat.side.other for one in deal.revoke.claims if one.is_open}
        chairs = frozenset(rubber.chairs)
        return frozenset(one for one in chairs if one.side in choosing) or chairs - deal.revoke.agreed

    @property
    def unanswered(self) -> frozenset[Seat]:
        """The seats that have still to answer the open claim."""
        return self._asked(self.claim) - self.claim.agreed if self.claim is not None else frozenset()

    def check_claim_answered(self) -> None:
        """Raises ClaimIsOpen while somebody has still to answer a claim, or about a card that is to go
        back."""
        if self.claim is not None:
            waits = self.unanswered
            raise ClaimIsOpen(self.claim.seat, tuple(seat for seat in Seat if seat in waits), self.claim.back)

    @property
    def last_number(self) -> int:
        """The number of the last deal that was reckoned; 0 if there is none."""
        return self.last.number if self.last is not None else 0

    def after(self, event: Event) -> Table:
        """The table after this event."""
        if self.end_stands:
            return replace(self, end_stands=False).after(event)
        match event:
            case events.RubberBegun():
                return self._after_rubber_begun(event)
            case events.Acquainted():
                assert self.rubber is not None
                return replace(self, rubber=replace(self.rubber, acquainted=True))
            case events.SeatsChosen(seat):
                assert self.rubber is not None
                rubber = self.rubber.turned(seat)
                return replace(self, rubber=rubber, sat=_in_turn(rubber.seats))
            case events.PackReady(deal, commitment):
                table = self if self.brought is None else self._before_brought(self.brought, deal)
                assert table.rubber is not None
                cutter = table.variant.house.cutter(table.rubber.dealer)
                pack = Pack(deal, commitment, table.own_seat or table.rubber.player_of(cutter))
                return replace(table, pack=pack, cut=None, deals=deal, commitment=commitment)
            case events.PackCut(at, salt, by):
                return replace(self, pack=None, cut=Cut(at, salt, by), result_seen=frozenset())
            case events.ResultSeen(person):
                return replace(self, result_seen=self.result_seen | {person})
            case events.CardsDealt(_, dealer, hands, turned):
                return self._after_dealing(Dealt(dealer, hands, turned, self.variant.dealing.out))
            case events.CallMade(called):
                return self._with_deal(self._running_deal.after(called.seat, called.call))
            case events.CardPlayed(_, card):
                assert self.deal is not None
                if self.alone is not None:
                    return replace(self, deal=self.deal.after_card(card), before=self)
                return replace(self, deal=self.deal.after_card(card))
            case events.TakeBackAsked(seat, card):
                return replace(self, claim=Claim(seat, back=card), refused=None)
            case events.TakenBack(_, calls, cards):
                return self._as_before(calls, cards) if self.alone is not None else self._without_last()
            case events.PartnersTurned(seat):
                return self._after_turning(seat)
            case events.Claimed(seat, tricks):
                return self._after_claim(Claim(seat, tricks))
            case events.ClaimAnswered(seat, agrees):
                return self._after_answer(seat, agrees=agrees)
            case events.SeedRevealed(_, seed):
                return replace(self, seed=seed)
            case events.DealReckoned():
                return self._reckoned(event)
            case events.RubberReckoned(_, result):
                return self._rubber_over(result)
            case events.CardCorrected() if self.refused is not None and self.refused[0].back is not None:
                # the card that was to stay has gone back all the same, and is played anew
                return replace(self, deal=applied(self._running_deal, event), refused=None)
            case _ if isinstance(event, events.RevokeEvent | events.OutOfTurnEvent):
                return self.with_deal(applied(self._running_deal, event))
            case _:
                return self._arranged(event)

    def _arranged(self, event: events.Arranged) -> Table:
        """The table after what changes its members, their chairs, or what has been arranged for it."""
        match event:
            case events.Opened():
                return self
            case events.OpenedForEvening(at):
                return replace(self, evening=at, deals=at.deal - 1)
            case events.DealsBrought(by, deals, first):
                return replace(self, brought=Brought(by, deals, first))
            case events.BringerAdmitted(by):
                assert self.brought is not None
                admitted = self.brought.admitted | {by}
                return replace(self, brought=replace(self.brought, admitted=admitted))
            case events.PlayedAlone(alone):
                return self._for_one(alone)
            case events.OpenedToOthers():
                return self._to_others()
            case events.OptionsChosen(options):
                return replace(self, options=options, variant=self.rules.variant_of(options))
            case events.DummyTaken(member):
                return replace(self, dummy_for=member)
            case events.Joined(member):
                waiting = tuple(other for other in self.waiting if other != member)
                return replace(self, members=(*self.members, member), waiting=waiting)
            case events.Left(member):
                return self._without(member)
            case events.Waited(person):
                return replace(self, waiting=(*self.waiting, person))
            case events.WentOut(gone):
                return self._gone_out(gone)
            case events.StoodOut(gone):
                return self._stood_out(gone)
            case events.RobotTookOver(seat, robot):
                return self._sat_down(seat, robot)._deserted(seat)
            case events.RobotSatIn(seat, robot):
                return self._sat_down(seat, robot)
            case events.TookBack(seat, person):
                return self._sat_down(seat, person)._came_back(seat)
            case events.ChairTaken(seat, person, shares, substitute):
                table = self._sat_down(seat, person)._owned(seat, person, shares=shares)
                return table._substituting(seat, substitute=substitute)
            case events.ChairReserved(seat, person, substitute):
                return self._reserving(seat, person)._substituting(seat, substitute=substitute)
            case events.ChairFreed(seat):
                return self._reserving(seat, None)._substituting(seat, substitute=False)
            case events.SubstituteAsked(seat, person):
                return self._asking(Asking(seat, person))
            case events.SubstituteAnswered(by, agrees):
                assert self.rubber is not None and self.rubber.asking is not None
                asking = self.rubber.asking
                return self._asking(replace(asking, agreed=asking.agreed | {by}) if agrees else None)
            case events.SteppedBack(person):
                return replace(self._without(person), waiting=(*self.waiting, person))
            case events.CloseAgreed(person):
                return replace(self, closing=self.closing | {person})
            case events.Closed():
                return replace(self, closed=True)
            case events.Adjourned():
                return replace(self, adjourned=True, abandoned=False)
            case events.Abandoned():
                return replace(self, adjourned=True, abandoned=True, paused=None)
            case events.Paused(by):
                return replace(self, paused=by)
            case events.Resumed():
                paused = self.paused if self.adjourned else None
                return replace(self, adjourned=False, abandoned=False, paused=paused)
            case _:
                assert_never(event)

    def with_deal(self, deal: Deal) -> Table:
        return replace(self, deal=deal)

    @property
    def all_brought_played(self) -> bool:
        """Whether the deals that somebody has brought are over, the last perhaps without a result."""
        if self.brought is None:
            return False
        last = self.brought.last
        return self.last_number >= last or (self.rubber is None and self.deals >= last)

    def _before_brought(self, brought: Brought, number: int) -> Table:
        """Before a deal that was brought: who deals, and the score, are what the file says."""
        rubber, deal = self.rubber, brought.numbered(number)
        assert rubber is not None
        standing = standing_of(deal, rubber.standing.totals, reckoned=self.variant.has_vulnerability)
        return replace(self, rubber=replace(rubber, dealer=deal.dealer, standing=standing))

    @property
    def own_seat(self) -> Seat | None:
        """Where the person sits who plays alone; None at every other table."""
        if self.alone is None or self.rubber is None:
            return None
        return self.rubber.seat_of(self.persons[0]) if self.persons else None

    @property
    def one_try(self) -> GivenDeal | None:
        """The deal that the person who plays alone has one try at, as everybody else to whom it is dealt."""
        given = self.alone.given if self.alone is not None else None
        return given if given is not None and given.once else None

    def _as_before(self, calls: int, cards: int) -> Table:
        """As it stood in this deal after so many calls and cards."""
        earlier = self.before
        while earlier is not None and earlier.played_so_far != (calls, cards):
            earlier = earlier.before
        assert earlier is not None
        return replace(earlier, taken_back=self.taken_back + 1)

    def _without_last(self) -> Table:
        """Once the card that was played last is back in its hand. Nothing else that has happened is
        undone."""
        playing = self._running_deal.playing
        assert playing is not None
        hand, card = list(playing.all_tricks[-1].by_player())[-1]
        return replace(
            self,
            deal=going_back(self._running_deal).before_last(settled_stays=self.variant.house.settled_stays),
            claim=None,
            taken_back=self.taken_back + 1,
            back=(hand, card, playing.cards_played - 1),
        )

    @property
    def played_so_far(self) -> tuple[int, int]:
        """The calls and the cards of the deal in progress."""
        playing = self._running_deal.playing
        return len(self._running_deal.calls), playing.cards_played if playing is not None else 0

    def _after_turning(self, seat: Seat) -> Table:
        """Once the players at this seat and opposite have changed places."""
        rubber = self.rubber
        assert rubber is not None
        own, other = rubber.seats.of(seat), rubber.seats.of(seat.partner)
        seats = rubber.seats.put(seat, other).put(seat.partner, own)
        return replace(self, rubber=replace(rubber, seats=seats, owners=seats))

    def _for_one(self, alone: Alone) -> Table:
        """As one person plays alone from now on. Whoever declares deals."""
        table = replace(self, alone=alone)
        rubber, own = self.rubber, table.own_seat
        if alone.given is not None:
            return replace(table, deals=alone.given.number - 1)
        if rubber is None or own is None or not alone.declares or rubber.dummies:
            return table
        return replace(table, rubber=replace(rubber, dealer=own))

    def _to_others(self) -> Table:
        """Once others may join. The rubber that was begun alone counts for nobody who sat there."""
        rubber = self.rubber
        if rubber is not None:
            late = frozenset(one for one in rubber.chairs if isinstance(rubber.seats.of(one), Person))
            rubber = replace(rubber, taken_late=rubber.taken_late | late)
        pack = self.pack
        if pack is not None and rubber is not None:
            cutter = rubber.player_of(self.variant.house.cutter(rubber.dealer))
            pack = replace(pack, cutter=cutter)
        return replace(self, alone=None, before=None, rubber=rubber, pack=pack)

    @property
    def _running_deal(self) -> Deal:
        assert self.deal is not None
        return self.deal

    def _without(self, member: Member) -> Table:
        members = tuple(other for other in self.members if other != member)
        closing = self.closing - {member} if isinstance(member, Person) else self.closing
        dummy_for = None if self.dummy_for == member else self.dummy_for
        waiting = tuple(other for other in self.waiting if other != member)
        table = replace(self, members=members, waiting=waiting, closing=closing, dummy_for=dummy_for)
        asking = self.rubber.asking if self.rubber is not None else None
        return table._asking(None) if asking is not None and asking.person == member else table

    def _asking(self, asking: Asking | None) -> Table:
        assert self.rubber is not None
        return replace(self, rubber=replace(self.rubber, asking=asking))

    def _substituting(self, seat: Seat, *, substitute: bool) -> Table:
        """Once it is known whether this chair is a substitute's."""
        assert self.rubber is not None
        others = self.rubber.substitutes - {seat}
        substitutes = others | {seat} if substitute else others
        return replace(self, rubber=replace(self.rubber, substitutes=substitutes))

    def _gone_out(self, gone: GoneOut) -> Table:
        table = replace(self, gone_out=gone)
        for person, _ in gone.out:
            table = table._without(person)
        return replace(table, waiting=(*self.waiting, *(person for person, _ in gone.out)))

    def _stood_out(self, gone: GoneOut) -> Table:
        out = tuple(person for person, _ in gone.out)
        members = tuple(one for one in (*self.members, *self.waiting) if one not in out)
        dummy_for = self.dummy_for if self.dummy_for in members else None
        return replace(self, members=members, waiting=out, gone_out=gone, dummy_for=dummy_for)

    def _rubber_over(self, result: RubberResult) -> Table:
        rubber, played = self.rubber, dict(self.running)
        assert rubber is not None
        sitting = _persons(tuple(rubber.seats.of(seat) for seat in rubber.chairs))
        elsewhere = self.evening is not None or self.alone is not None or self.brought is not None
        asked = self.waiting or self.closing
        same = rubber.seats == rubber.owners and set(rubber.seats) == set(self.members)
        return replace(
            self,
            rubber=None,
            end_stands=same and not elsewhere and not asked,
            ended=result,
            ended_seats=rubber.seats,
            running=tuple((person, played.get(person, 0) + 1) for person in sitting),
            gone_out=None,
        )

    def _after_rubber_begun(self, event: events.RubberBegun) -> Table:
        seats, dummies = event.seats, event.dummies
        before = self.ended_seats
        stayed = (
            before is not None and self.partners_may_stay and _partner_pairs(before) == _partner_pairs(seats)
        )
        rubber = Rubber(event.number, seats, seats, event.cuts, event.dealer, dummies)
        house = self.variant.house
        if house.lowest_chooses and house.seating_cut and not stayed and not dummies and self.evening is None:
            rubber = replace(rubber, seats_open=isinstance(seats.of(event.dealer), Person))
        return replace(
            self,
            rubber=rubber,
            rubbers=event.number,
            played=event.options,
            ended=None,
            ended_seats=None,
            dummy_for=None,
            sat=_in_turn(seats, dummies),
            rubbers_with_partners=self.rubbers_with_partners + 1 if stayed else 1,
        )

    def _after_dealing(self, dealt: Dealt) -> Table:
        assert self.rubber is not None
        dummies = tuple(Dummy(seat, self.rubber.player_of(seat), 0) for seat in self.rubber.dummies)
        variant, house = self.variant, self.variant.house
        deal = Deal.begin(
            variant.settlement,
            dealt,
            self.rubber.standing,
            dummies,
            variant.revoking,
            penalties=house.period_penalties,
            wrong_loses_all=house.wrong_loses_all,
        )
        witnesses = frozenset(_persons(tuple(self.rubber.seats)))
        return replace(
            self,
            deal=deal,
            claim=None,
            refused=None,
            shown=frozenset(),
            witnesses=witnesses,
            seed="",
            before=None,
            taken_back=0,
            back=None,
        )

    def _with_deal(self, deal: Deal) -> Table:
        assert self.rubber is not None
        level = deal.terms.level if deal.terms is not None else 0
        before = self if self.alone is not None else None
        rubber = replace(self.rubber, highest=max(self.rubber.highest, level))
        return replace(self, deal=deal, rubber=rubber, before=before)

    def _after_answer(self, seat: Seat, *, agrees: bool) -> Table:
        """A refusal ends the claim; when all who are asked have agreed it is granted (laws 1.8). A card that
        may be taken back goes back by an event of its own."""
        assert self.claim is not None
        if not agrees:
            playing = self._running_deal.playing
            assert playing is not None
            refused = RefusedClaim(self.claim.seat, seat, self.claim.tricks == 0, self.claim.back)
            return replace(self, claim=None, refused=(refused, playing.cards_played))
        claim = replace(self.claim, agreed=self.claim.agreed | {seat})
        return self._decided(claim) if claim.back is None else replace(self, claim=claim)

    def _after_claim(self, claim: Claim) -> Table:
        shown = self.shown if claim.tricks == 0 else self.shown | {claim.seat}
        return replace(self, shown=shown, refused=None)._decided(claim)

    def _asked(self, claim: Claim) -> frozenset[Seat]:
        """Those who must agree: the three others or, to a concession, the partner alone. The partner may be a
        dummy without a player, and then nobody is asked (laws 1.8, reading R6). That a card goes back takes
        the people of the other side, each of whom has seen it and may have thought of it, but for a dummy,
        who has no part in the play; a robot lets anybody (reading R20)."""
        assert self.rubber is not None
        if claim.back is not None:
            return frozenset(one for one in claim.seat.side.other.seats if self._has_a_say(one))
        chairs = frozenset(self.rubber.chairs)
        return chairs & {claim.seat.partner} if claim.tricks == 0 else chairs - {claim.seat}

    def _has_a_say(self, seat: Seat) -> bool:
        """Whether a person sits there who takes part in the play."""
        rubber, playing = self.rubber, self._running_deal.playing
        assert rubber is not None and playing is not None
        return isinstance(rubber.seats.of(seat), Person) and not playing.terms.is_dummy(seat)

    def _decided(self, claim: Claim) -> Table:
        """The table with this claim or, once all who are asked have agreed, with what it grants."""
        if self._asked(claim) - claim.agreed:
            return replace(self, claim=claim)
        side, playing = claim.seat.side, self._running_deal.playing
        assert playing is not None
        if claim.tricks == 0:
            return replace(self, claim=None, deal=self._running_deal.granted(side.other))
        kept = 0 if claim.tricks is None else playing.tricks_left - claim.tricks
        return replace(self, claim=None, deal=self._running_deal.granted(side, kept))

    def _sat_down(self, seat: Seat, member: Member) -> Table:
        rubber = self.rubber
        assert rubber is not None
        members = tuple(member if other == rubber.seats.of(seat) else other for other in self.members)
        waiting = tuple(other for other in self.waiting if other != member)
        seats = rubber.seats.put(seat, member)
        if seat.partner in rubber.dummies:
            seats = seats.put(seat.partner, member)
        reserved = tuple(one for one in rubber.reserved if one[0] is not seat)
        given_up = {of for of, person in rubber.reserved if of is seat and person != member}
        settled = rubber.asking is not None and seat is rubber.asking.seat and isinstance(member, Person)
        asking = None if settled else rubber.asking
        seeing = {member} if isinstance(member, Person) and self.deal is not None else set()
        return replace(
            self,
            members=members,
            waiting=waiting,
            rubber=replace(
                rubber,
                seats=seats,
                reserved=reserved,
                asking=asking,
                substitutes=rubber.substitutes - given_up,  # who was to have it is none now
            ),
            closing=self.closing & set(_persons(members)),
            witnesses=self.witnesses | seeing,
        )

    def _deserted(self, seat: Seat) -> Table:
        """Once the owner of a chair has left it."""
        assert self.rubber is not None
        return replace(self, rubber=replace(self.rubber, deserted=self.rubber.deserted | {seat}))

    def _came_back(self, seat: Seat) -> Table:
        """Once the owner of a chair sits in it again."""
        assert self.rubber is not None
        return replace(self, rubber=replace(self.rubber, deserted=self.rubber.deserted - {seat}))

    def _owned(self, seat: Seat, person: Person, *, shares: bool) -> Table:
        """Once a chair is this person's for the rest of the rubber."""
        rubber = self.rubber
        assert rubber is not None
        owners = rubber.owners.put(seat, person)
        if seat.partner in rubber.dummies:
            owners = owners.put(seat.partner, person)
        late = rubber.taken_late - {seat} if shares else rubber.taken_late | {seat}
        deserted = rubber.deserted - {seat}
        now = replace(rubber, owners=owners, deserted=deserted, taken_late=late, acquainted=False)
        return replace(self, rubber=now)

    def _reserving(self, seat: Seat, person: Person | None) -> Table:
        """Once a chair is promised to this person or, with None, to nobody."""
        rubber = self.rubber
        assert rubber is not None
        others = tuple(one for one in rubber.reserved if one[0] is not seat)
        reserved = (*others, (seat, person)) if person is not None else others
        asking = None if rubber.asking is not None and rubber.asking.seat is seat else rubber.asking
        return replace(self, rubber=replace(rubber, reserved=reserved, asking=asking))

    def _reckoned(self, event: events.DealReckoned) -> Table:
        rubber, deal, cut = self.rubber, self._running_deal, self.cut
        assert rubber is not None and cut is not None
        playing = deal.playing
        after = self.variant.rubber.standing_after(rubber.standing, event.entries)
        last = FinishedDeal(
            number=self.deals,
            dealer=deal.dealt.dealer,
            hands=deal.dealt.hands,
            turned=deal.dealt.turned,
            out=deal.dealt.out,
            held=deal.held if deal.held != deal.dealt.hands else None,
            calls=deal.calls,
            settled=self.settled(),
            tricks=playing.all_tricks if playing is not None else (),
            won=event.tricks,
            conceded=playing.conceded if playing is not None else None,
            kept=playing.kept if playing is not None else 0,
            entries=event.entries,
            before=rubber.standing,
            after=after,
            commitment=self.commitment,
            cut=cut,
            seed=self.seed,
            entered=(*rubber.entered, event.entries),
            claims=deal.revoke.claims if deal.revoke is not None else (),
            awarded=deal.revoke.awarded if deal.revoke is not None else (),
            stopped=deal.revoke is not None and deal.revoke.stopped,
            stood=playing.stood if playing is not None else (),
            paid=deal.out_of_turn.paid if deal.out_of_turn is not None else (),
            taken_back=self.taken_back,
            brought=self.brought is not None,
        )
        dealer = self.variant.next_dealer(rubber.dealer, thrown_in=playing is None)
        if self.alone is not None and self.alone.declares and not rubber.dummies:
            dealer = self.own_seat or dealer
        beyond = rubber.beyond
        if playing is not None and playing.terms.level:
            tally = deal.tally(self.variant.honours)
            beyond = plus(beyond, self.variant.beyond(tally, rubber.standing))
        rubber = replace(rubber, standing=after, dealer=dealer, entered=last.entered, beyond=beyond)
        return replace(
            self,
            last=last,
            deal=None,
            rubber=rubber,
            claim=None,
            refused=None,
            shown=frozenset(),
            witnesses=frozenset(),
            before=None,
            taken_back=0,
            back=None,
        )

    def settled(self) -> Settled | None:
        """What has been declared so far in this deal, without any hand."""
        terms = self.deal.terms if self.deal is not None else None
        if terms is None:
            return None
        return Settled(
            trumps=terms.trumps,
            level=terms.level,
            worth=self.variant.worth(terms),
            leader=terms.leader,
            declared_by=terms.declared_by,
            bid=terms.contract.bid if terms.contract is not None else None,
            dummies=tuple((dummy.seat, dummy.player) for dummy in terms.dummies),
        )


def _partner_pairs(seats: BySeat[Member]) -> frozenset[frozenset[Member]]:
    """The two pairs of partners."""
    return frozenset(frozenset(seats.of(seat) for seat in side.seats) for side in Side)


def _in_turn(seats: BySeat[Member], dummies: tuple[Seat, ...] = ()) -> tuple[Member, ...]:
    """Who sits at the table, from the south on, without the dummies."""
    return tuple(seats.of(seat) for seat in Seat.SOUTH.onwards() if seat not in dummies)


def _persons(members: tuple[Member, ...]) -> tuple[Person, ...]:
    return tuple(member for member in members if isinstance(member, Person))
