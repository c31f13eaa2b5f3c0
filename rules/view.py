"""What one viewer may see of a table. ``SeatView`` has no field in which another player's hand would fit.

Robots, screens and pictures get this and nothing else. This module imports nothing that holds a whole deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import Enum
from typing import Final

from rules.calls import Action, Bid, Called
from rules.cards import WHOLE_PACK, Card, Hand, Suit
from rules.counting.reckon import Entry, Penalty, Standing
from rules.counting.rubber import RubberResult
from rules.frozen import frozen, replace
from rules.out_of_turn import OutOfTurnState, Paid
from rules.revoke import RevokeClaim, RevokeState
from rules.seats import ROUND, BySeat, BySide, Member, Person, Seat, Side
from rules.tricks import Strain, Trick, plain_strain

HINTS_ON: Final = ("hints", "on")
"""The option of a table that gives hints, and its value."""

PICTURE_ON: Final = ("picture", "on")
"""The option of a table that is shown as a picture, and its value."""


@frozen
class Settled:
    """The terms of play as everybody heard them. During the calls, those that stand so far."""

    trumps: Suit | None
    level: int  # doublings
    worth: int  # what an odd trick is worth now, or the contract if it is just made
    leader: Seat
    declared_by: Seat | None
    dummies: tuple[tuple[Seat, Seat], ...]  # each dummy and who plays its cards
    bid: Bid | None = None  # what declarer's side has undertaken

    @property
    def strain_played(self) -> Strain:
        return self.bid.strain if self.bid is not None else plain_strain(self.trumps)

    @property
    def at_misere(self) -> bool:
        """Whether a side has undertaken to lose tricks."""
        return self.bid is not None and self.bid.strain is Strain.MISERE

    def player_of(self, hand: Seat) -> Seat:
        """The seat that chooses the cards of this hand."""
        return next((player for dummy, player in self.dummies if dummy is hand), hand)


@frozen
class FacedHand:
    """A hand that lies open on the table: a dummy's, or a claimer's."""

    seat: Seat
    dealt: Hand
    left: Hand


@frozen
class OpenClaim:
    """A claim of tricks that are left or, of none, a concession; or the wish to take back the card that was
    played last. And who has agreed, and who is to answer."""

    seat: Seat
    tricks: int
    agreed: frozenset[Seat]
    unanswered: tuple[Seat, ...]
    back: Card | None = None  # nothing is claimed, and this card would be taken back

    @property
    def word(self) -> str:
        """Whose claim it is and of how many tricks, as the ids of buttons that answer it have it: ``S5``."""
        return f"{self.seat.letter}{self.tricks if self.back is None else 'b'}"


@frozen
class RefusedClaim:
    """A claim or, of no trick, a concession, or the wish to take back a card; and who refused it."""

    seat: Seat
    by: Seat
    conceded: bool
    back: Card | None = None  # the card


@frozen
class PublicDeal:
    """The deal in progress as the whole room sees it."""

    number: int
    dealer: Seat
    calls: tuple[Called, ...]
    point: int  # how far the calls have come: a button pressed for an earlier point is out of date
    settled: Settled | None
    playing: bool
    counts: BySeat[int]  # cards left in each hand
    faced: tuple[FacedHand, ...]
    tricks: tuple[Trick, ...]  # completed
    trick: Trick | None  # on the table; None until play begins
    won: BySide[int]
    may_act: tuple[Seat, ...]  # in turn order
    hand_due: Seat | None
    claim: OpenClaim | None
    turned: Card | None = None  # the card turned up for trumps
    turned_with: Seat | None = None  # who is known to hold it still
    stock: int = 0  # cards that lie face down beside the table
    ruffed_by: Seat | None = None  # who has taken them
    to_put_out: int = 0  # cards that this player has still to put out
    out: Hand = Hand()
    revoke: RevokeState | None = None  # where people can revoke
    deciding: tuple[Seat, ...] = ()  # revokers who have not said whether to play on: penalties won the game
    out_of_turn: OutOfTurnState | None = None  # where cards out of turn can be played, and have penalties
    refused: RefusedClaim | None = None  # the last claim, until everybody has played a card since
    taken_back: int = 0  # how often somebody has taken back a call or a card
    back: tuple[Seat, Card] | None = None  # the card that went back last, until everybody has played since
    places_changed: bool | None = (
        False  # by partners, since these calls; None: somebody else may sit there now
    )

    @property
    def trumps(self) -> Suit | None:
        return self.settled.trumps if self.settled is not None else None

    @property
    def tricks_left(self) -> int:
        """The tricks to which a claim can refer, counting the one on the table."""
        return max(self.counts)

    def known_cards(self, seat: Seat) -> Hand:
        """The cards that everybody knows to be in this hand, since they have been seen in it."""
        if self.out_of_turn is None or not self.out_of_turn.shown:
            return Hand()
        return self.out_of_turn.seen(seat) - Hand.of(card for _, card in self.cards_played())

    def faced_hand(self, seat: Seat) -> FacedHand | None:
        return next((faced for faced in self.faced if faced.seat is seat), None)

    def laid_open(self, seat: Seat) -> bool:
        """Whether this hand lies open since its player has claimed with it, and not as a dummy's."""
        dummies = self.settled.dummies if self.settled is not None else ()
        return any(one.seat is seat for one in self.faced) and all(dummy is not seat for dummy, _ in dummies)

    @property
    def cards_gone(self) -> int:
        """How many cards have been played so far."""
        return 4 * len(self.tricks) + (len(self.trick.cards) if self.trick is not None else 0)

    def cards_played(self) -> Iterator[tuple[Seat, Card]]:
        """Every card played so far, in order, with the hand it came from."""
        for trick in self.tricks:
            yield from trick.by_player()
        if self.trick is not None:
            yield from self.trick.by_player()


@frozen
class FinishedDeal:
    """A finished deal. Everybody may see all of it."""

    number: int
    dealer: Seat
    hands: BySeat[Hand]  # as dealt
    calls: tuple[Called, ...]
    settled: Settled | None  # None: everybody passed, and it was thrown in
    tricks: tuple[Trick, ...]
    won: BySide[int]
    conceded: Side | None  # the side to which a claim gave the rest, or part of it
    entries: tuple[Entry, ...]
    before: Standing
    after: Standing
    commitment: str
    cut: Cut
    seed: str
    turned: Card | None = None
    held: BySeat[Hand] | None = None  # when play began, if a ruff changed a hand
    entered: tuple[tuple[Entry, ...], ...] = ()  # score lines of each deal of the rubber up to this one
    out: Hand = Hand()
    kept: int = 0  # of the rest, what a claim left to the side that is not ``conceded``
    claims: tuple[RevokeClaim, ...] = ()  # of revokes, right and wrong
    awarded: tuple[tuple[int, Seat], ...] = ()  # tricks that revokers lost, and who has each instead
    stopped: bool = False  # penalties for revokes decided the game, and the hand was not played out
    stood: tuple[int, ...] = ()  # tricks that were led out of turn and stand
    paid: tuple[Paid, ...] = ()  # what was demanded for cards out of turn and shown in error
    taken_back: int = 0  # how often somebody took back a call or a card
    brought: bool = False  # somebody brought the hands in a file: the seed says nothing of them

    @property
    def stock(self) -> Hand:
        """What was dealt to nobody."""
        north, east, south, west = self.hands
        return (
            WHOLE_PACK - (north | east | south | west) - self.out
        )  # a record by hand may have one card in two hands

    @property
    def tricks_decided(self) -> int:
        """The tricks that some side has, played or by a claim: all of the game's, unless honours or penalties
        ended the deal before."""
        return self.won.ns + self.won.ew


@frozen
class Cut:
    """How a pack was cut. ``salt`` was mixed into the shuffle besides; ``by`` is None if the bot cut."""

    at: int
    salt: str
    by: Member | None

    @property
    def chosen(self) -> bool:
        """Whether the salt was chosen, of several that were tried, for the best hand of one who plays alone.
        Behind the point stands which."""
        return "." in self.salt


@frozen
class Pack:
    """A shuffled pack that waits for this seat to cut it. Everybody has seen the commitment to it."""

    deal: int
    commitment: str
    cutter: Seat


MEMBERS: Final = 6
"""How many belong to a table at most (laws 1.2)."""


@frozen
class Asking:
    """Somebody who would play the rubber to its end in the chair of one who left, and who have agreed."""

    seat: Seat
    person: Person
    agreed: frozenset[Person] = frozenset()


@frozen
class PublicRubber:
    """The rubber in progress."""

    number: int
    seats: BySeat[Member]  # who sits there now
    owners: BySeat[Member]  # who sat there when the rubber began
    cuts: tuple[tuple[tuple[Member, Card], ...], ...]  # by round: who drew which card
    standing: Standing
    dealer: Seat
    dummies: tuple[Seat, ...] = ()  # hands without a player of their own
    entered: tuple[tuple[Entry, ...], ...] = ()  # score lines of each deal that is over
    reserved: tuple[tuple[Seat, Person], ...] = ()  # who takes which robot's chair in the next deal
    robots: tuple[Seat, ...] = ()  # chairs that a person may take from a robot
    highest: int = 0  # the longest chain of doublings
    asking: Asking | None = None  # who would be a substitute


@frozen
class GoneOut:
    """Who went out after a rubber for those who waited, each with the rubbers they had played in succession,
    and the cards of those who cut for it, by round (laws 1.4)."""

    out: tuple[tuple[Person, int], ...]
    cuts: tuple[tuple[tuple[Person, Card], ...], ...]


@frozen
class AtEvening:
    """A table of an evening (laws 4.5, 4.6): it plays one deal and closes. Where all tables play the same
    deals, ``shared``, the pack is shuffled under the evening's id instead of the table's."""

    evening: str
    table: int
    deal: int
    shared: bool


@frozen
class GivenDeal:
    """A deal that was shuffled for another table, and is dealt here once more: the cut, who deals, and from
    which seat a person plays it."""

    shuffled_as: str
    number: int
    at: int
    salt: str
    dealer: Seat
    seat: Seat
    once: bool = False  # many play it, each once and with nothing taken back


@frozen
class Alone:
    """How one person plays with robots, on messages that nobody else sees."""

    declares: bool = False  # they deal every time
    best_hand: bool = False  # of several shuffles the one is dealt that gives them the best hand
    given: GivenDeal | None = None  # the only deal of the table


@frozen
class DealsFrom:
    """Who brought the deals of a table that were not shuffled, and who have agreed that they play too, though
    they know the hands."""

    by: Person | None
    count: int
    first: int  # the number of the first of them at the table
    admitted: frozenset[Person]


class Phase(Enum):
    FORMING = "forming"  # between rubbers: people join and leave
    SEATING = "seating"  # who cut lowest chooses a seat
    CUTTING = "cutting"  # a pack waits for the cut
    SETTLING = "settling"
    PLAYING = "playing"
    CLOSED = "closed"


@frozen
class PublicTable:
    """The table as the whole room sees it."""

    game: str
    options: tuple[tuple[str, str], ...]
    phase: Phase
    members: tuple[Member, ...]  # who have a chair, in order of joining
    rubber: PublicRubber | None
    pack: Pack | None
    cut: Cut | None  # of the deal in progress
    last: FinishedDeal | None  # the deal before this one
    ended: RubberResult | None  # the rubber before this one; its seats are in ``ended_seats``
    ended_seats: BySeat[Member] | None
    dummy_for: Member | None  # who has asked to have Dummy in the next rubber
    players: int  # how many sit down to this game
    closing: frozenset[Person]  # who would close the table
    deals: int  # how many deals this table has begun
    sat: tuple[Member, ...] = ()  # who played the last rubber, in the order in which Dummy passes
    paused: Person | None = None  # who has paused the table
    brought: DealsFrom | None = None
    abandoned: bool = False  # it is adjourned since nobody has done anything for long
    late: tuple[Seat, ...] = ()  # who have kept the table waiting so long that a robot may sit in for them
    waiting: tuple[Person, ...] = ()  # members without a chair, in the order in which they come in
    gone_out: GoneOut | None = None  # after the last rubber
    evening: AtEvening | None = None
    alone: Alone | None = None
    played: tuple[tuple[str, str], ...] = ()  # the options of the rubber that was begun last
    result_stands: bool = False  # the last deal is over, and the people who sit there look at its result
    unready: tuple[Person, ...] = ()  # who of them have not yet said that they would go on
    rubbers_with_partners: int = 0  # how many rubbers the last partners have played together

    @property
    def outsider(self) -> Person | None:
        """Who has brought the deals, if they neither have a chair nor will have one."""
        by = self.brought.by if self.brought is not None else None
        return by if by not in self.sitting_or_to_come else None

    @property
    def sitting_or_to_come(self) -> tuple[Member, ...]:
        """Who has a chair, is promised one for the next deal, or waits for one."""
        promised = self.rubber.reserved if self.rubber is not None else ()
        return (*self.members, *(person for _, person in promised), *self.waiting)

    @property
    def at_last_rubber(self) -> PublicTable:
        """With the options of the last rubber: others may have been chosen since for the next."""
        return self if self.played in ((), self.options) else replace(self, options=self.played)

    @property
    def stands_still(self) -> bool:
        """Whether nothing may be called or played until the table is resumed."""
        return self.paused is not None or self.abandoned

    @property
    def gives_hints(self) -> bool:
        """Whether the members have arranged that hints are given."""
        return HINTS_ON in self.options

    @property
    def as_picture(self) -> bool:
        """Whether the members have arranged that the play is shown as a picture."""
        return PICTURE_ON in self.options


class May(Enum):
    """What a seat may do besides calling and playing."""

    __hash__ = object.__hash__  # quicker than an Enum's own; members are equal only to themselves

    CHOOSE_SEAT = "choose_seat"  # after the cut for partners
    CUT = "cut"  # or, while a result stands, go on
    CLAIM = "claim"
    ANSWER_CLAIM = "answer_claim"
    PUT_OUT = "put_out"  # cards of the player's choice, after a ruff
    GATHER = "gather"  # the trick on the table
    ASK_SUIT = "ask_suit"  # "None of that suit?"
    DENY_SUIT = "deny_suit"  # the answer: none
    CORRECT = "correct"  # a renounce, if it was a revoke; whether it was, the hand tells
    CHOOSE_PENALTY = "choose_penalty"
    PLAY_OUT = "play_out"  # or not, where penalties have decided the game
    AGREE_SCORE = "agree_score"
    OUT_OF_TURN = "out_of_turn"  # a card that is played now will lie exposed
    FOLLOW = "follow"  # a lead out of turn
    DEMAND = "demand"  # a penalty for an error of the other side
    REPLACE = "replace"  # their last card, played by accident, which will lie exposed
    TAKE_BACK = "take_back"  # their last card, if they are let; alone, their last call or card


@frozen
class OwnHand:
    """The viewer's own cards."""

    dealt: Hand  # as play began; during a ruff, as it is now
    left: Hand
    put_out: Hand = Hand()


@frozen
class SeatView:
    """What a seat may see; without a viewer, what every spectator may."""

    viewer: Seat | None
    table: PublicTable
    deal: PublicDeal | None
    own: OwnHand | None = None
    options: tuple[Action, ...] = ()  # the calls or cards open to the viewer now
    may: frozenset[May] = frozenset()
    claimable: tuple[tuple[int, Seat], ...] = ()  # tricks and hands that the viewer may claim as revokes
    choosing: tuple[tuple[RevokeClaim, tuple[Penalty, ...]], ...] = ()  # and penalties open to them

    def unseen(self) -> Hand:
        """The cards that the viewer cannot place: in hidden hands, or out of play."""
        seen = 0
        if self.own is not None:
            seen |= self.own.dealt.bits | self.own.put_out.bits
        if self.deal is not None:
            seen |= self.deal.out.bits
            if self.deal.turned is not None and (self.deal.turned_with is not None or self.deal.stock):
                seen |= self.deal.turned.bit
            for faced in self.deal.faced:
                seen |= faced.dealt.bits
            for _, card in self.deal.cards_played():
                seen |= card.bit
            if self.deal.out_of_turn is not None:
                for _, card in self.deal.out_of_turn.shown:
                    seen |= card.bit
        return Hand(WHOLE_PACK.bits & ~seen)

    def placed(self, seat: Seat) -> Hand:
        """The cards of a hidden hand that everybody knows to be there: the turned card, and those that were
        seen in it."""
        deal = self.deal
        if deal is None:
            return Hand()
        known = deal.known_cards(seat)
        if deal.turned is not None and deal.turned_with is seat:
            return known | Hand.of((deal.turned,))
        return known

    def shown_voids(self) -> Mapping[Seat, frozenset[Suit]]:
        """The suits to which each seat has not followed, as everybody saw."""
        void: dict[Seat, set[Suit]] = {seat: set() for seat in ROUND}
        if self.deal is not None:
            tricks = (*self.deal.tricks, self.deal.trick) if self.deal.trick else self.deal.tricks
            for trick in tricks:
                led = trick.led
                for seat, card in trick.by_player():
                    if led is not None and card.suit is not led:
                        void[seat].add(led)
            for one in self.deal.out_of_turn.paid if self.deal.out_of_turn is not None else ():
                suit = one.demand.suit
                if suit is not None and tricks[one.trick - 1].led is not suit:
                    void[one.hand].add(suit)  # called upon to lead it, and could not
        return {seat: frozenset(suits) for seat, suits in void.items()}
