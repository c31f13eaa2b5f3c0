"""One deal, from the dealt cards to the last trick: first the settlement, then the play."""

from __future__ import annotations

from typing import Final, NamedTuple

from rules.calls import Action, Call, Called, CallHonours, Content, Discard, Play, plays
from rules.cards import SUIT_BITS, Card, Hand
from rules.counting.reckon import ACES, NOTHING_SCORED, Counted, HonourCards, Standing, Tally
from rules.counting.revoke import Revoking
from rules.deal.play import Playing, after_card, bound
from rules.frozen import replace
from rules.out_of_turn import OutOfTurnState
from rules.refusals import CallsComeFirst, HeldToADemand, HonoursAskedBefore, Refused, TooFewHonours, Why
from rules.revoke import RevokeState
from rules.seats import ALONE, BySeat, BySide, Seat, Side, by_seat
from rules.settling.terms import Dealt, Dummy, Settlement, Settling, Terms, ThrownIn

_NOBODY: Final[frozenset[Seat]] = frozenset()
NO_REVOKES: Final = Revoking()
"""The rules of a table at which nobody can revoke."""


class Deal(NamedTuple):
    """One deal with all four hands. Only the table service may hold it; everybody else gets a view."""

    dealt: Dealt
    stage: Settling | Playing | ThrownIn
    calls: tuple[Called, ...] = ()  # as everybody heard them
    point: int = 0  # calls but for contents, which both partners may say at once: how far the calls have come
    revoke: RevokeState | None = None  # where people can revoke
    out_of_turn: OutOfTurnState | None = None  # where cards out of turn can be played, and have penalties

    @classmethod
    def begin(
        cls,
        settlement: Settlement,
        dealt: Dealt,
        standing: Standing = NOTHING_SCORED,
        dummies: tuple[Dummy, ...] = (),
        law: Revoking = NO_REVOKES,
        *,
        penalties: bool = False,
        wrong_loses_all: bool = True,
    ) -> Deal:
        return cls(
            dealt,
            _stage(settlement.begin(dealt, standing, dummies)),
            revoke=RevokeState(law) if law.lawful else None,
            out_of_turn=OutOfTurnState(bool(dummies), wrong_loses_all) if penalties else None,
        )

    @property
    def playing(self) -> Playing | None:
        return self.stage if isinstance(self.stage, Playing) else None

    @property
    def terms(self) -> Terms | None:
        """The terms of play; during the settlement, those that stand so far."""
        if isinstance(self.stage, Playing):
            return self.stage.terms
        return None if isinstance(self.stage, ThrownIn) else self.stage.terms_so_far

    @property
    def over(self) -> bool:
        stage = self.stage
        if isinstance(stage, Playing):
            return stage.over or (self.revoke is not None and self.revoke.stopped)
        return isinstance(stage, ThrownIn)

    @property
    def claims_open(self) -> bool:
        """Whether the play is over and revokes can still be claimed: not where honours that were called have
        ended it, since the cards already played are then void (laws 4.2)."""
        playing, revoke = self.playing, self.revoke
        if revoke is None or revoke.closed or playing is None or not self.over:
            return False
        return playing.called is None and playing.cards_played > 0

    @property
    def may_act(self) -> frozenset[Seat]:
        """The seats that must act for the deal to go on. Others may call honours besides (``options``)."""
        match self.stage:
            case Playing() as playing:
                return _NOBODY if self.over else ALONE[playing.to_act.index]
            case ThrownIn():
                return _NOBODY
            case settling:
                return settling.may_act

    def options(self, seat: Seat) -> tuple[Action, ...]:
        """What this seat may call or play now. Discards are not listed: there are too many."""
        match self.stage:
            case Playing() as playing:
                if self.over:
                    return ()
                cards = playing.options(seat, free=self.revoke is not None)
                if cards and self.out_of_turn is not None:
                    held = bound(self.out_of_turn, playing)
                    cards = plays(held) if held is not None else cards
                calling = playing.terms.calling is not None and self._may_call_honours(playing, seat)
                return (*cards, CallHonours()) if calling else cards
            case ThrownIn():
                return ()
            case settling:
                return settling.options(seat)

    def _may_call_honours(self, playing: Playing, seat: Seat) -> bool:
        if not playing.may_still_call(seat):
            return False
        try:
            self._check_honours(playing, seat)
        except (TooFewHonours, HonoursAskedBefore):
            return False
        return True

    def check(self, seat: Seat, action: Action) -> None:
        """Raises a RulesError if this seat may not call or play this now."""
        match self.stage:
            case ThrownIn():
                raise Refused(Why.NOTHING_IS_PLAYED)
            case Playing() as playing:
                if self.over:
                    raise Refused(Why.PLAY_IS_OVER)
                if isinstance(action, Play):
                    playing.check(seat, action.card, free=self.revoke is not None)
                    held = bound(self.out_of_turn, playing) if self.out_of_turn is not None else None
                    if held is not None and action.card not in held:
                        raise HeldToADemand(held)
                elif isinstance(action, CallHonours):
                    self._check_honours(playing, seat)
                else:
                    raise Refused(Why.CALLS_ARE_OVER)
            case settling:
                if isinstance(action, Play | CallHonours):
                    due = self.may_act
                    raise CallsComeFirst(tuple(one for one in self.dealt.dealer.onwards() if one in due))
                settling.check(seat, action)

    def _check_honours(self, playing: Playing, seat: Seat) -> None:
        calling = playing.terms.calling
        if calling is None or seat.side not in calling.sides:
            raise Refused(Why.HONOURS_NOT_CALLED)
        asked = any(isinstance(one.call, CallHonours) and one.seat.side is seat.side for one in self.calls)
        if playing.terms.is_dummy(seat):
            raise Refused(Why.DUMMY_MAY_NOT_ACT)
        if not playing.may_still_call(seat):
            raise Refused(Why.TOO_LATE_TO_CALL_HONOURS)
        if asked:
            raise HonoursAskedBefore
        if playing.honours_held(seat) < calling.least:
            raise TooFewHonours(calling.least)

    def after(self, seat: Seat, call: Call) -> Deal:
        """The deal after this call, which is not checked."""
        heard = Called(seat, Discard() if isinstance(call, Discard) else call)
        point = self.point if isinstance(call, Content) else self.point + 1
        stage = self.stage
        assert not isinstance(stage, ThrownIn)
        after = (
            stage.after_honours_asked(seat) if isinstance(stage, Playing) else _stage(stage.after(seat, call))
        )
        return Deal(self.dealt, after, (*self.calls, heard), point, self.revoke, self.out_of_turn)

    def after_card(self, card: Card) -> Deal:
        """The deal after the hand due has played this card."""
        before, state = self.stage, self.out_of_turn
        assert isinstance(before, Playing)
        state = after_card(state, before, card) if state is not None else None
        return Deal(self.dealt, before.after(card), self.calls, self.point, self.revoke, state)

    def before_last(self, *, settled_stays: bool = True) -> Deal:
        """The deal before the card that was played last. What partner was asked about that card is void."""
        before, state = self.stage, self.revoke
        assert isinstance(before, Playing)
        if state is not None:
            number, hand = len(before.all_tricks), list(before.all_tricks[-1].by_player())[-1][0]
            asked = tuple([one for one in state.asked if (one.trick, one.of) != (number, hand)])
            state = replace(state, asked=asked)
        return self._replace(stage=before.before_last(settled_stays=settled_stays), revoke=state)

    def with_revoke(self, revoke: RevokeState) -> Deal:
        return self._replace(revoke=revoke)

    @property
    def held(self) -> BySeat[Hand]:
        """The hands with which play began; before it, as they are now."""
        match self.stage:
            case Playing():
                return self.stage.terms.hands
            case ThrownIn():
                return self.dealt.hands
        return self.stage.hands

    def left(self, seat: Seat) -> Hand:
        """The cards that a seat holds now."""
        return Hand(self.stage.left[seat.index]) if isinstance(self.stage, Playing) else self.held.of(seat)

    def granted(self, side: Side, kept: int = 0) -> Deal:
        """The deal after this side has been granted the remaining tricks, but ``kept`` of them (laws 1.8)."""
        assert isinstance(self.stage, Playing)
        return self._replace(stage=self.stage._replace(conceded=side, kept=kept))

    def won(self) -> BySide[int]:
        """The tricks of each side so far, after those that revokers have lost."""
        assert isinstance(self.stage, Playing)
        return self.stage.count_tricks(self.winners())

    def winners(self) -> tuple[Seat, ...]:
        """Who has each complete trick, in turn, after those that revokers have lost."""
        assert isinstance(self.stage, Playing)
        won, revoke = self.stage.winners(), self.revoke
        if revoke is None or not revoke.awarded:
            return won
        instead = dict(revoke.awarded)
        return tuple(instead.get(number, by) for number, by in enumerate(won, 1))

    def tally(self, honours: HonourCards) -> Tally:
        """The counts of a deal that was played and is over."""
        assert isinstance(self.stage, Playing)
        tally = tallied(self.dealt, self.stage, honours, self.winners())
        return tally._replace(revokes=self.revoke.punished) if self.revoke is not None else tally


def _stage(settled: Settling | Terms | ThrownIn) -> Settling | Playing | ThrownIn:
    return Playing.begin(settled) if isinstance(settled, Terms) else settled


def tallied(
    dealt: Dealt, playing: Playing, honours: HonourCards, winners: tuple[Seat, ...] | None = None
) -> Tally:
    """The counts of a deal that is over; ``winners`` have the complete tricks, where these are not those who
    won them. Honours are counted in the hands as dealt and not where they were
    captured (laws 2.6), unless the game says otherwise; voids always are."""
    terms = playing.terms
    trumps = terms.trumps
    winners = playing.winners() if winners is None else winners
    owned = _owned(dealt, playing, honours.counted, winners)
    honour_bits = honours.in_suit(trumps).bits if trumps is not None else ACES.bits
    suit_bits = SUIT_BITS[trumps.index] if trumps is not None else 0
    return Tally(
        trumps=trumps,
        level=terms.level,
        tricks=playing.count_tricks(winners),
        honours=BySeat(*[(hand.bits & honour_bits).bit_count() for hand in owned]),
        voids=frozenset(s for s, hand in dealt.hands.items() if suit_bits and not hand.bits & suit_bits),
        aces=BySeat(*[(hand.bits & ACES.bits).bit_count() for hand in owned]),
        contract=terms.contract,
        called=playing.called,
        won_by=tuple([seat.side for seat in winners]),
    )


def _owned(dealt: Dealt, playing: Playing, counted: Counted, winners: tuple[Seat, ...]) -> BySeat[Hand]:
    """The cards in which each seat's honours are counted (ambiguities 35 and 46)."""
    match counted:
        case Counted.DEALT:
            return dealt.hands
        case Counted.PLAYED:
            return playing.terms.hands
        case Counted.CAPTURED:
            laid = (Hand.of(trick.cards) for trick in playing.tricks)
            tricks = list(zip(winners, laid, strict=True))
            if playing.conceded is not None:
                rest = Hand(sum(playing.left)) | Hand.of(playing.laid)
                most = 2 * playing.kept <= playing.tricks_left  # reading R5
                to = playing.conceded if most else playing.conceded.other
                tricks.append((to.seats[0], rest))
            return by_seat(lambda seat: Hand(sum(cards.bits for by, cards in tricks if by is seat)))
