"""The play of the cards, the same in every game (laws 1.1), and what demands for cards out of turn hold a
hand to in it (laws 1.6; readings R16 and R17). A dummy's cards are chosen by another seat.

Knows trumps, dummies and tricks; knows nothing of calls, prices or games.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.calls import Play, plays
from rules.cards import Card, Hand, new_value
from rules.frozen import replace
from rules.out_of_turn import OF_A_CARD, Demand, Exacted, Offence, OutOfTurnState, Paid
from rules.refusals import CardNotHeld, MustFollowSuit, NotYourTurn, OtherHandDue, Refused, Why
from rules.seats import ROUND, BySeat, BySide, Seat, Side
from rules.settling.terms import Terms
from rules.tricks import Trick, playable, winner


class Playing(NamedTuple):
    """The play in progress."""

    terms: Terms
    left: tuple[int, ...]  # what each hand still holds, as a hand's bits, by the seat's index
    tricks: tuple[Trick, ...]  # those completed
    leader: Seat  # of the trick being played, or of the next one
    laid: tuple[Card, ...] = ()  # on the table; empty between tricks
    conceded: Side | None = None  # the side to which a claim granted the rest
    called: Side | None = None  # the side that won the game by honours called before play
    kept: int = 0  # of the rest, what a claim of fewer tricks left to the other side
    stood: tuple[int, ...] = ()  # tricks, counted from one, that were led out of turn and stand
    begun: tuple[Seat, ...] = ()  # hands that have played to the first trick, though that card went back
    followed: bool = False  # the next hand has played since the last card, though its card went back

    @classmethod
    def begin(cls, terms: Terms) -> Playing:
        return cls(terms, tuple([hand.bits for hand in terms.hands]), (), terms.leader)

    @property
    def hands(self) -> BySeat[Hand]:
        """What each hand still holds."""
        return BySeat(*map(Hand, self.left))

    @property
    def cards_left(self) -> BySeat[int]:
        """How many cards each hand still holds."""
        return BySeat(*[bits.bit_count() for bits in self.left])

    @property
    def trick(self) -> Trick:
        """The trick being played."""
        return Trick(self.leader, self.laid)

    @property
    def hand_due(self) -> Seat:
        """The hand from which the next card comes."""
        return ROUND[(self.leader.index + len(self.laid)) & 3]

    @property
    def to_act(self) -> Seat:
        """The seat that chooses the next card."""
        return self.terms.chooser(self.hand_due)

    @property
    def over(self) -> bool:
        if self.conceded is not None or self.called is not None:
            return True
        return not self.laid and not self.left[self.leader.index]

    @property
    def cards_played(self) -> int:
        return 4 * len(self.tricks) + len(self.laid)

    @property
    def legal(self) -> Hand:
        """The cards that the hand due may play."""
        laid = self.laid
        if not laid:
            return new_value(Hand, (self.left[self.leader.index],))
        return new_value(Hand, (playable(self.left[(self.leader.index + len(laid)) & 3], laid[0].suit),))

    def options(self, seat: Seat, *, free: bool = False) -> tuple[Play, ...]:
        """The cards that this seat may play, unless play is over; if ``free``, all of its own hand, whatever
        was led (ambiguity 5)."""
        if seat is not self.to_act:
            return ()
        return plays(Hand(self.left[seat.index]) if free and self.hand_due is seat else self.legal)

    def check(self, seat: Seat, card: Card, *, free: bool = False) -> None:
        """Raises a RulesError if this seat may not play this card now. If ``free``, only a dummy's cards must
        follow suit."""
        due = self.hand_due
        if self.terms.is_dummy(seat):
            raise Refused(Why.DUMMY_MAY_NOT_ACT)
        player = self.terms.chooser(due)
        if seat is not player:
            raise NotYourTurn((player,))
        hand = Hand(self.left[due.index])
        if card not in hand:
            others = (other for other in Seat if self.terms.chooser(other) is seat)
            elsewhere = any(self.left[other.index] & card.bit for other in others)
            raise OtherHandDue(due) if elsewhere else CardNotHeld(card)
        led = self.laid[0].suit if self.laid and (due is not seat or not free) else None
        if led is not None and card.suit is not led and hand.holds(led):
            raise MustFollowSuit(led, card)

    def after(self, card: Card) -> Playing:
        """The play after the hand due has played this card."""
        terms, before, tricks, leader, laid, _, _, _, stood, begun, _ = self
        left = [*before]
        left[(leader.index + len(laid)) & 3] ^= card.bit
        laid += (card,)
        if len(laid) == 4:
            trick = new_value(Trick, (leader, laid))
            tricks += (trick,)
            leader, laid = winner(trick, terms.trumps), ()
        return new_value(
            Playing, (terms, tuple(left), tricks, leader, laid, None, None, 0, stood, begun, False)
        )

    def before_last(self, *, settled_stays: bool = True) -> Playing:
        """The play before the card that was played last, of which there must be one. The same player is to
        play again. What that card has shut stays shut (appendix E, E1)."""
        *earlier, last = self.all_tricks
        hand, card = list(last.by_player())[-1]
        left = [*self.left]
        left[hand.index] |= card.bit
        before = self._replace(
            left=tuple(left), tricks=tuple(earlier), leader=last.leader, laid=last.cards[:-1]
        )
        if not settled_stays:
            return before
        return before._replace(begun=self.have_begun, followed=True)

    @property
    def have_begun(self) -> tuple[Seat, ...]:
        """The hands that have played to the first trick, also those whose card went back."""
        first = self.all_tricks[0].by_player() if self.tricks or self.laid else ()
        return (*self.begun, *(hand for hand, _ in first if hand not in self.begun))

    def faced(self) -> tuple[Seat, ...]:
        """The dummies whose hands are laid open now."""
        played = self.cards_played
        return tuple(dummy.seat for dummy in self.terms.dummies if played >= dummy.shown_after)

    @property
    def tricks_left(self) -> int:
        """The tricks to which a claim can refer, counting the one on the table."""
        return max([bits.bit_count() for bits in self.left])

    def may_claim(self, seat: Seat) -> bool:
        """Whether this seat may claim or concede (laws 1.8): any seat but dummy, after the opening lead."""
        return not self.over and self.cards_played > 0 and not self.terms.is_dummy(seat)

    def may_still_call(self, seat: Seat) -> bool:
        """Whether this seat could call honours if it holds enough: its side is at a calling score and the
        player has not played to the first trick (laws 4.2)."""
        calling = self.terms.calling
        return (
            calling is not None
            and not self.over
            and seat.side in calling.sides
            and not self.terms.is_dummy(seat)
            and self.left[seat.index] == self.terms.hands.of(seat).bits
            and seat not in self.begun
        )

    def honours_held(self, seat: Seat) -> int:
        """The trump honours with which this hand began, where they may be called."""
        calling, trumps = self.terms.calling, self.terms.trumps
        assert calling is not None and trumps is not None
        return sum(card.rank in calling.ranks for card in self.terms.hands.of(seat).suit(trumps))

    def after_honours_asked(self, seat: Seat) -> Playing:
        """The play after this seat has asked its partner for honours: it is over if they hold enough (laws
        4.2)."""
        assert self.terms.calling is not None
        held = self.honours_held(seat) + self.honours_held(seat.partner)
        return self._replace(called=seat.side) if held >= self.terms.calling.enough else self

    def played_cards(self) -> Hand:
        """Every card played so far."""
        return Hand.of(card for trick in self.all_tricks for card in trick.cards)

    @property
    def all_tricks(self) -> tuple[Trick, ...]:
        """The tricks, including an unfinished one."""
        return (*self.tricks, self.trick) if self.laid else self.tricks

    def winners(self) -> tuple[Seat, ...]:
        """The winner of each completed trick, in turn."""
        if not self.tricks:
            return ()
        if self.stood:  # who led to a trick had not always won the one before
            return tuple([winner(trick, self.terms.trumps) for trick in self.tricks])
        return (*[trick.leader for trick in self.tricks[1:]], self.leader)

    def won(self) -> BySide[int]:
        """The tricks won by each side, including those granted after a claim."""
        return self.count_tricks(self.winners())

    def count_tricks(self, winners: tuple[Seat, ...]) -> BySide[int]:
        """The tricks of each side, from the winners of the completed ones and what a claim granted."""
        ew = winners.count(Seat.EAST) + winners.count(Seat.WEST)
        won = BySide(len(winners) - ew, ew)
        if self.conceded is None:
            return won
        rest = max(map(len, self.terms.hands)) - len(winners)
        to, other = self.conceded, self.conceded.other
        return won.put(to, won.of(to) + rest - self.kept).put(other, won.of(other) + self.kept)


CORRECTING: Final = frozenset((Exacted.HIGHEST, Exacted.LOWEST))
LEADS: Final = frozenset((Exacted.SUIT,))
SECOND: Final = frozenset((Exacted.WIN, Exacted.LOSE))


def bound(state: OutOfTurnState, playing: Playing) -> Hand | None:
    """The cards to which demands hold the hand that is due; None if it may play as ever. Nobody need play a
    card that would make a revoke (laws 1.6), and a demand that cannot be obeyed is paid. Of two that meet in
    one card the first binds, and the other as far as it still can (reading R17)."""
    held: Hand | None = None
    for demand in state.demands:
        if demand.binds(playing.hand_due, leads=not playing.laid):
            cards = _obeying(demand, playing)
            both = Hand(cards.bits & held.bits) if held is not None else cards
            held = both or held
    return held


def _obeying(demand: Demand, playing: Playing) -> Hand:
    """The cards with which the hand that is due obeys a demand."""
    legal = playing.legal
    match demand.what:
        case Exacted.CARD:
            return Hand.of(card for card in legal if card is demand.card)
        case Exacted.SUIT:
            assert demand.suit is not None
            return legal.suit(demand.suit)
        case Exacted.HIGHEST | Exacted.LOWEST:
            suit = legal.suit(playing.laid[0].suit) if playing.laid else Hand()
            ends = (max, min)[demand.what is Exacted.LOWEST]
            return Hand.of((ends(suit, key=lambda card: card.rank),)) if suit else Hand()
    wins = demand.what is Exacted.WIN
    return Hand.of(card for card in legal if _would_win(playing, card) is wins)


def _would_win(playing: Playing, card: Card) -> bool:
    trick = Trick(playing.leader, (*playing.laid, card))
    return winner(trick, playing.terms.trumps) is playing.hand_due


def after_card(state: OutOfTurnState, before: Playing, card: Card) -> OutOfTurnState:
    """The state after the hand that is due has played this card: what lapses by it and what is paid, and a
    lead out of turn that lay there is taken back."""
    state = without_lead(state)
    if not state.offences and not state.demands:
        return state
    hand, leads, trick = before.hand_due, not before.laid, len(before.tricks) + 1
    left = Hand(before.left[hand.index] & ~card.bit)
    due = [one for one in state.demands if one.binds(hand, leads=leads)]
    again = (one.card for one in due if one.card is not None and one.card in left)  # it may be called again
    state = replace(
        state,
        demands=tuple(one for one in state.demands if one not in due),
        paid=(*state.paid, *(Paid(trick, hand, replace(one, of=hand)) for one in due)),
        offences=(*state.offences, *(Offence(trick, hand, card, OF_A_CARD) for card in again)),
    )
    state = state.lapsed(CORRECTING)
    if leads:
        state = state.lapsed(LEADS, side=hand.side)
    return without_card(state.lapsed(SECOND, seat=hand.partner), card)


def without_card(state: OutOfTurnState, card: Card) -> OutOfTurnState:
    """Once a card has been played it cannot be called, and a call of it is settled."""
    demands = tuple(one for one in state.demands if one.card is not card)
    offences = tuple(
        replace(one, open_to=one.open_to - OF_A_CARD) if one.card is card else one for one in state.offences
    )
    return replace(state, demands=demands, offences=tuple(one for one in offences if one.open_to))


def without_lead(state: OutOfTurnState) -> OutOfTurnState:
    """A lead out of turn is discovered: the cards that followed it go back, and have no penalty."""
    return replace(state, astray=None) if state.astray is not None else state
