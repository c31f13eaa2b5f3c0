"""The calls of a robot in an auction, by the system of ``robots.calls.reading`` and by what contracts are
worth.

While hands are still described the system decides: the first call that is true of the hand. After that a
player knows about what partner has, and makes the call whose contract is worth most by the game's own prices;
a bid that leaves the decision to partner is worth what partner's hands would make of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from robots.calls import aces
from robots.calls.auction import MOST_ODD
from robots.calls.heard import Heard
from robots.calls.meaning import Say
from robots.calls.reading import heard_by, meaning, says
from robots.calls.system import FIT, SLAM
from robots.calls.trick_outlook import (
    EVEN_ERROR,
    IN_THE_PACK,
    SUIT_ERROR,
    Holding,
    TrickOutlook,
    holding,
    losing_tricks,
    safe_suits,
)
from robots.payoffs import Payoffs
from robots.player import Answer, Candidate, Reasons
from rules.calls import Bid, Call, Double, Pass
from rules.counting.reckon import BOOK
from rules.frozen import replace
from rules.strains import Strain
from rules.view import SeatView

DOWN_TO_DOUBLE: Final = 1.0
"""Tricks by which the adversaries' contract must be expected to fail."""

TO_SPARE: Final = 1.5
"""Expected tricks above the contract with which to redouble."""

HOPELESS: Final = 4
"""The most points of a hand that may bid misère."""

GRAND: Final = 15
"""Points of an even hand that undertakes to win tricks where nothing else is called."""

REACH: Final = 2.5
"""Tricks by which a bid may be expected to fail and still be considered: it may cost less than their
contract."""

LEFT_TO_PARTNER: Final = 0.7
"""How much of the gain from a decision left to partner is counted on."""

COUNTED_ON: Final = 3
"""The most points above its least that a hand is counted on to have."""

DOUBLED_AT: Final = 4
DOUBLED_OVER_THEM: Final = 1
"""Tricks by which a bid must fail to be counted as doubled: if the adversaries have not bid, and if they
have."""

HOPE: Final = 0.5
"""Points by which both hands are better for a slam than their points say, where one may stop below it: short
suits count for more there."""

SLACK: Final = 2
"""Points by which a hand may differ from what its bid tells, where contracts are chosen by their worth."""

THEIR_WORD: Final = 0.15
"""How far the adversaries are believed to know what they bid: the weight of their bid beside what one sees
oneself."""


def bid(view: SeatView, payoffs: Payoffs) -> Answer:
    """The call of the view's seat in an auction; with what others would come to, if contracts were
    compared."""
    assert view.deal is not None and view.own is not None and view.viewer is not None
    law = payoffs.auction
    if law is None:
        return Answer(_high_or_low(view, holding(view.own.dealt)))
    return _Speaker(heard_by(view, payoffs), holding(view.own.dealt)).answer()


def _high_or_low(view: SeatView, hand: Holding) -> Call:
    """Where nothing is bid over anything: an even hand of enough points calls high."""
    wins = [one for one in view.options if isinstance(one, Bid) and one.strain is not Strain.MISERE]
    even = min(hand.lengths) >= 2 and max(hand.lengths) <= 5
    return wins[0] if wins and even and hand.points >= GRAND else Pass()


def call_of(heard: Heard, hand: Holding) -> Call:
    """The call of the seat that is to speak, with this hand."""
    return _Speaker(heard, hand).call()


def truthful(heard: Heard, hand: Holding) -> Iterator[Call]:
    """The calls that are true of the hand, but for a little strength: passes, doubles and bids."""
    speaker, auction = _Speaker(heard, hand), heard.auction
    if auction.may_pass and not heard.forced and hand.points <= meaning(heard, Pass()).high + SLACK:
        yield Pass()
    if heard.placed is heard.seat.partner or heard.punishes is heard.seat.partner:
        return
    if auction.may_double:
        asking = [say for say in says(heard) if isinstance(say.call, Double)]
        if not asking or any(speaker.fits(say) for say in asking):
            yield Double()
    yield from speaker.bids()


class _Weighed(NamedTuple):
    """A call with what it comes to."""

    call: Call
    worth: float
    preferred: int = 0  # of equals the one with the higher number


class _Speaker:
    """The player whose turn it is, with all that they base a call on."""

    def __init__(self, heard: Heard, hand: Holding) -> None:
        self.heard, self.hand = heard, hand
        self.auction, self.setting, self.seat = heard.auction, heard.auction.setting, heard.seat
        self.outlook = TrickOutlook(self.seat, hand, heard.pictures)
        self.score = self.setting.score(self.seat.side)
        self.strengths = self.outlook.strengths
        self.partner = heard.pictures.of(self.seat.partner)

    def call(self) -> Call:
        described = self._described()
        return described if described is not None else self._by_worth()[0].call

    def answer(self) -> Answer:
        """The call with its reasons."""
        described = self._described()
        if described is not None:
            return Answer(described)
        ranked = self._by_worth()
        return Answer(ranked[0].call, Reasons(tuple(Candidate(one.call, one.worth) for one in ranked)))

    def _described(self) -> Call | None:
        """The call that the system has for the hand; None where contracts are to be compared."""
        misere = self._misere()
        if misere is not None:
            return misere
        if self.heard.placed is self.seat.partner or self.heard.punishes is self.seat.partner:
            return Pass()
        if aces.is_answered(self.heard):
            return self._after_aces()
        call = next((say.call for say in says(self.heard) if self.fits(say)), None)
        trumps = aces.trumps_asked(self.heard)
        if trumps is not None and call == Bid(SLAM, trumps) and self._risk >= aces.LEAST_RISK:
            return aces.QUESTION
        return call

    @property
    def _risk(self) -> float:
        """The chance of too few aces for a slam, where one may ask."""
        strength = sum(chance * strength for strength, chance in self.strengths)
        return aces.risk(self.heard, self.hand, strength)

    def _after_aces(self) -> Call:
        """The call of a player whose question has been answered."""
        heard, trumps = self.heard, self.heard.ace_trumps
        assert trumps is not None
        slam, grand = Bid(SLAM, trumps), Bid(MOST_ODD, trumps)
        held = aces.together(heard, self.hand)
        if held < aces.ENOUGH or not self.auction.is_open(slam):
            return aces.stop(heard, trumps)
        six, seven = self.setting.rungs[slam], self.setting.rungs[grand]
        all_of_them = held == aces.ACES and self.worth(seven, 0, True) > self.worth(six, 0, True)
        return grand if all_of_them else slam

    def fits(self, say: Say) -> bool:
        """Whether a meaning is true of the hand."""
        hand = self.hand
        if say.even and not hand.even:
            return False
        if any(have < least for have, least in zip(hand.lengths, say.lengths, strict=True)):
            return False
        if say.first is not None and say.first is not self._first(say.first):
            return False
        points: float = hand.points
        if say.support is not None:
            points = hand.support(say.support, self.partner.lengths[say.support.index])
        if not say.low - 0.5 <= points < say.high + 0.5:
            return False
        if say.aces is not None and hand.aces % aces.ACES != say.aces:
            return False
        return all(hand.stops[suit.index] for suit in say.stopped)

    def _first(self, asked: object) -> object:
        """The suit to bid first, of those that the adversaries have not bid."""
        theirs = self.heard.their_suits
        mine = self.hand.first
        if mine not in theirs:
            return mine
        return asked

    # By the worth of contracts

    def _by_worth(self) -> list[_Weighed]:
        """The calls in question, the best first."""
        options: list[_Weighed] = []
        standing = self.standing
        if self.auction.may_pass and not self.heard.forced:
            options.append(_Weighed(Pass(), self.worth(*standing) if standing is not None else 0.0, 1))
        if standing is not None and self.auction.may_double and self._doubles(*standing):
            rung, level, ours = standing
            options.append(_Weighed(Double(), self.worth(rung, level + 1, ours)))
        options += [_Weighed(one, self._worth_of_bid(one)) for one in self._in_question()]
        if self._may_ask:
            options.append(_Weighed(aces.QUESTION, self._worth_of_asking()))
        if not options:
            options.append(_Weighed(Pass() if self.auction.may_pass else self.setting.law.ladder[0], 0.0))
        return sorted(options, key=lambda one: (one.worth, one.preferred), reverse=True)

    @property
    def standing(self) -> tuple[int, int, bool] | None:
        """The contract that stands: its rung, its doublings, and whether it is of this side."""
        if not self.auction.bids:
            return None
        return self.auction.rung - 1, self.auction.level, self.auction.bids[-1].seat.side is self.seat.side

    def worth(self, rung: int, level: int, ours: bool) -> float:
        """The expected gain of this side from a contract."""
        return sum(
            chance * self._worth_at(rung, level, ours, strength) for strength, chance in self.strengths
        )

    def _worth_at(self, rung: int, level: int, ours: bool, strength: float) -> float:
        setting, bid = self.setting, self.setting.law.ladder[rung]
        strain = bid.strain
        if strain is Strain.MISERE:
            tricks = self._losing(ours, self.hand.points + strength)
        else:
            tricks = self.outlook.tricks(strain, strength, ours=ours)
            if not ours:
                tricks += THEIR_WORD * (13 - BOOK - bid.odd - tricks)
        share = round(20 * strength / max(1, IN_THE_PACK - self.hand.points))
        held = (self.hand.bits & setting.honour_cards[strain]).bit_count()
        return setting.worth(
            self.seat.side,
            rung,
            level,
            ours=ours,
            tricks=tricks,
            spread=EVEN_ERROR if strain.trumps is None else SUIT_ERROR,
            doubled_at=DOUBLED_OVER_THEM if self.heard.theirs else DOUBLED_AT,
        ) + setting.honours(rung, ours=ours, held=held, aces=self.hand.aces, share=share)

    def _losing(self, ours: bool, points: float) -> float:
        if ours:
            return losing_tricks(self.hand.hand, points)
        return 13 - losing_tricks(None, IN_THE_PACK - points)

    def _worth_of_bid(self, bid: Bid) -> float:
        """What a bid comes to, if partner goes on where what the bid tells makes that seem better."""
        rung = self.setting.rungs[bid]
        higher = [self.setting.rungs[one] for one in self._raised(bid)]
        told = self._told(bid) - self.hand.points
        total = 0.0
        for strength, chance in self.strengths:
            here = best = self._worth_at(rung, 0, True, strength)
            seems = self._worth_at(rung, 0, True, strength + told)
            for one in higher:
                worth = self._worth_at(one, 0, True, strength + told)
                if worth > seems:
                    seems, best = worth, self._worth_at(one, 0, True, strength)
            total += chance * (here + LEFT_TO_PARTNER * (best - here))
        return total

    def _worth_of_asking(self) -> float:
        """What a slam comes to if it is not bid where two aces are missing."""
        trumps = aces.trumps_asked(self.heard)
        assert trumps is not None
        slam, five = (self.setting.rungs[Bid(odd, trumps)] for odd in (SLAM, SLAM - 1))
        saved = self._with(five, BOOK + SLAM - 1) - self._with(slam, BOOK + SLAM - 1)
        worth = sum(
            chance * self._worth_at(slam, 0, True, strength + HOPE) for strength, chance in self.strengths
        )
        return worth + self._risk * saved

    def _with(self, rung: int, tricks: int) -> float:
        return self.setting.worth(
            self.seat.side, rung, 0, ours=True, tricks=tricks, spread=0.5, doubled_at=DOUBLED_AT
        )

    def _told(self, bid: Bid) -> float:
        """The points that partner will count on after a bid."""
        picture = meaning(self.heard, bid).told(self.heard.pictures.of(self.seat))
        return min((picture.low + picture.high) / 2, picture.low + COUNTED_ON)

    def _raised(self, bid: Bid) -> Iterator[Bid]:
        """Where partner might go on to: game and slams in this strain."""
        game = self.setting.game(self.seat.side, bid.strain)
        for odd in {game, MOST_ODD - 1, MOST_ODD}:
            if bid.odd < odd <= MOST_ODD:
                yield Bid(odd, bid.strain)

    def bids(self) -> Iterator[Bid]:
        """The bids that are true of the hand."""
        for strain in self.setting.strains:
            lowest = self.auction.cheapest(strain)
            for odd in range(lowest, MOST_ODD + 1):
                bid = Bid(odd, strain)
                if self._asks(bid):
                    if self._may_ask:
                        yield bid
                    continue
                told = [say for say in says(self.heard) if say.call == bid]
                if (told and any(self._nearly(say) for say in told)) or (
                    not told and self._suits(strain) and self._true(bid) and self._reaches(bid)
                ):
                    yield bid

    def _nearly(self, say: Say) -> bool:
        return self.fits(replace(say, low=say.low - SLACK, high=say.high + SLACK, first=None))

    def _reaches(self, bid: Bid) -> bool:
        most = max(strength for strength, _ in self.strengths)
        return bid.odd + BOOK <= self.outlook.tricks(bid.strain, most, ours=True) + REACH

    def _in_question(self) -> Iterator[Bid]:
        """The bids that the hand may make: strains that suit the side, not higher than it can reach, and true
        enough to what they tell."""
        most = max(strength for strength, _ in self.strengths)
        for strain in self.setting.strains:
            if not self._suits(strain):
                continue
            reach = self.outlook.tricks(strain, most, ours=True) + REACH
            for odd in range(self.auction.cheapest(strain), MOST_ODD + 1):
                if odd + BOOK > reach:
                    break
                bid = Bid(odd, strain)
                if not self._asks(bid) and self._true(bid):
                    yield bid

    @property
    def _may_ask(self) -> bool:
        """Whether a slam is in reach that two missing aces might spoil."""
        trumps = aces.trumps_asked(self.heard)
        return trumps is not None and self._risk >= aces.LEAST_RISK and self._reaches(Bid(SLAM, trumps))

    def _asks(self, bid: Bid) -> bool:
        """Whether this bid would ask for aces."""
        return bid == aces.QUESTION and aces.trumps_asked(self.heard) is not None

    def _suits(self, strain: Strain) -> bool:
        suit, heard = strain.trumps, self.heard
        if suit is None:
            return all(self.hand.stops[their.index] for their in heard.their_suits)
        if suit in heard.their_suits:
            return False
        mine = self.hand.lengths[suit.index]
        ours = strain in heard.bid_by(self.seat, self.seat.partner)
        together = self.outlook.together(suit)
        return (
            (ours and together >= FIT - 1)
            or mine >= 6
            or (ours and mine >= 5)
            or (mine >= 5 and together >= FIT)
        )

    def _true(self, bid: Bid) -> bool:
        """Whether a bid is true of the hand, but for a little strength."""
        say = meaning(self.heard, bid)
        suit = bid.strain.trumps
        points: float = self.hand.points
        if suit is not None:
            points = max(points, self.hand.support(suit, round(self.outlook.partners(suit))))
        if any(have < least for have, least in zip(self.hand.lengths, say.lengths, strict=True)):
            return False
        return say.low - SLACK <= points and self.hand.points <= say.high + SLACK

    def _doubles(self, rung: int, level: int, ours: bool) -> bool:
        """Whether to double a contract that should fail, or redouble one that should be made with tricks to
        spare."""
        bid = self.setting.law.ladder[rung]
        if bid.strain is Strain.MISERE:
            return False
        tricks = sum(
            chance * self.outlook.tricks(bid.strain, strength, ours=ours)
            for strength, chance in self.strengths
        )
        over = (tricks if ours else 13 - tricks) - BOOK - bid.odd
        return over >= TO_SPARE if ours else over <= -DOWN_TO_DOUBLE

    def _misere(self) -> Bid | None:
        """Misère on a hopeless hand, as a first bid."""
        if not self.setting.has_misere or self.hand.points > HOPELESS or safe_suits(self.hand.hand) < 4:
            return None
        if self.heard.named.of(self.seat) or self.heard.named.of(self.seat.partner):
            return None
        standing = self.standing
        best, call = self.worth(*standing) if standing is not None else 0.0, None
        for rung, bid in enumerate(self.setting.law.ladder):
            if rung >= self.auction.rung and bid.strain is Strain.MISERE and bid.odd <= 3:
                worth = self.worth(rung, 0, True)
                if worth > best:
                    best, call = worth, bid
        return call
