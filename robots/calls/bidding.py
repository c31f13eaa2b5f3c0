"""The calls of a robot in an auction, by the system of ``robots.calls.system`` and by what contracts are
worth.

While hands are being described the system decides: the first call that is true of the hand. After that a
player knows partner's hand roughly, and makes the call whose contract is worth most by the game's own prices;
a bid that leaves the decision to partner is worth what partner's possible hands would make of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple

from robots.calls import aces
from robots.calls.aces import DOUBLED_AT, Outcome
from robots.calls.auction import MOST_ODD, STEPS
from robots.calls.competing import rescue
from robots.calls.meaning import ANY, FIT, SLAM, Heard, Say, falls_short
from robots.calls.system import heard_by, is_true, meaning, over_their_game, saves, says
from robots.calls.trick_outlook import Holding, holding, safe_suits
from robots.payoffs import TRICKS, payoffs_of
from robots.player import Answer, Candidate, Reasons
from rules.calls import Bid, Call, Double, Pass
from rules.counting.reckon import BOOK
from rules.frozen import replace
from rules.tricks import Strain
from rules.view import SeatView

DOWN_TO_DOUBLE: Final = 2.0
"""Tricks by which the adversaries' contract must be expected to fail."""

TO_SPARE: Final = 1.5
"""Expected tricks above the contract with which to redouble."""

HIGH: Final = 4
"""Odd tricks of a bid that a hand doubles which defeats it alone, unless the game is lower."""

HOPELESS: Final = 4
"""The most points of a hand that may bid misère."""

GRAND: Final = 15
"""Points of an even hand that undertakes to win tricks in a game in which nothing else is called."""

REACH: Final = 2.5
"""Tricks by which a bid that is considered may be expected to fail: it may cost less than their contract."""

LEFT_TO_PARTNER: Final = 0.7
"""How much of the gain from a decision left to partner is counted."""

COUNTED_ON: Final = 3
"""How many points above its minimum a hand is expected to have, at most."""

MINOR_SLAM: Final = 26.5
"""Points of both hands below which no slam is bid in clubs or diamonds."""

SEVEN: Final = Bid(MOST_ODD, Strain.NO_TRUMPS)
ALL_THIRTEEN: Final = 36
"""Points of both hands below which nobody bids seven without trumps."""

HOPE: Final = 0.5
"""Points that a slam needs less if the bidding may stop below it: short suits count for more there."""

SLACK: Final = 2
"""Points by which a hand may differ from what its bid tells, when contracts are chosen by their worth."""


def choose_bid(view: SeatView) -> Answer:
    """The call of the view's seat in an auction; where contracts were compared, with what others come to."""
    assert view.own is not None
    if payoffs_of(view.table).auction_law is None:
        return Answer(_high_or_low(view, holding(view.own.dealt)))
    return _Speaker(heard_by(view), holding(view.own.dealt)).reasoned_call()


def _high_or_low(view: SeatView, hand: Holding) -> Call:
    """In a game in which no bid is higher than another: an even hand with enough points calls high."""
    wins = [one for one in view.options if isinstance(one, Bid) and one.strain is not Strain.MISERE]
    even = min(hand.lengths) >= 2 and max(hand.lengths) <= 5
    return wins[0] if wins and even and hand.points >= GRAND else Pass()


def call_of(heard: Heard, hand: Holding) -> Call:
    """The call of the seat that is to speak, with this hand."""
    return _Speaker(heard, hand).call()


def truthful(heard: Heard, hand: Holding) -> Iterator[Call]:
    """The calls that are true of the hand, but for a little strength: bids, doubles of a bid of the
    adversaries, and passes, which over such a bid promise nothing. Redoubles are left to the system."""
    speaker, auction = _Speaker(heard, hand), heard.auction
    over_them = auction.last_bid is not None and auction.last_bid.seat.side is not heard.seat.side
    weak = hand.points <= meaning(heard, Pass()).high + SLACK
    if auction.may_pass and not heard.forced and (over_them or weak):
        yield Pass()
    if heard.placed is heard.seat.partner or heard.punishes is heard.seat.partner:
        return
    if auction.may_double and not auction.level:
        asking = [say for say in says(heard) if isinstance(say.call, Double)]
        if not asking or any(speaker.fits(say) for say in asking):
            yield Double()
    yield from speaker.true_bids()


def beats_alone(heard: Heard, hand: Holding) -> bool:
    """Whether this hand has enough sure tricks to defeat the bid of the adversaries that stands, a game or a
    bid of four at least, which it may double."""
    auction, last = heard.auction, heard.auction.last_bid
    if last is None or auction.level or not auction.may_double or last.bid.strain is Strain.MISERE:
        return False
    game = auction.setting.tricks_for_game(last.seat.side, last.bid.strain)
    asked = heard.asker is last.seat and last.bid == aces.QUESTION
    if asked or last.bid.odd < min(game, HIGH) or meaning(heard, Double()).lengths != ANY:
        return False
    leads = auction.setting.law.declarer(auction.bids).left is heard.seat
    return hand.sure_tricks(last.bid.strain.trumps, leads=leads) > TRICKS - BOOK - last.bid.odd


class _Weighed(NamedTuple):
    call: Call
    worth: float
    preferred: int = 0  # of equals the one with the higher number


class _Speaker:
    """The player whose turn it is, with everything that they base a call on."""

    def __init__(self, heard: Heard, hand: Holding) -> None:
        self.heard, self.hand = heard, hand
        self.auction, self.setting, self.seat = heard.auction, heard.auction.setting, heard.seat

    @cached_property
    def outcome(self) -> Outcome:
        """What contracts come to; not needed for a call that describes the hand."""
        return Outcome(self.heard, self.hand)

    def call(self) -> Call:
        described = self._described()
        return described if described is not None else self._by_worth()[0].call

    def reasoned_call(self) -> Answer:
        described = self._described()
        if described is not None:
            return Answer(described)
        ranked = self._by_worth()
        return Answer(ranked[0].call, Reasons(tuple(Candidate(one.call, one.worth) for one in ranked)))

    def _described(self) -> Call | None:
        """The call that the system has for the hand; None if contracts are to be compared."""
        misere = self._misere()
        if misere is not None:
            return misere
        if self.heard.placed is self.seat.partner or self.heard.punishes is self.seat.partner:
            return Pass()
        if aces.has_partner_answered(self.heard):
            return self._after_aces()
        if beats_alone(self.heard, self.hand):
            return Double()
        call = next((say.call for say in says(self.heard) if self.fits(say)), None)
        if call == Pass() and self._might_save:
            return None
        trumps = self._trumps_to_ask
        if trumps is not None and call == Bid(SLAM, trumps) and self._risk >= aces.LEAST_RISK:
            return aces.QUESTION
        return call

    @property
    def _trumps_to_ask(self) -> Strain | None:
        """Trumps if this hand asked for aces. People may ask elsewhere too, robots over partner's suit."""
        last = self.auction.last_bid
        if last is None or last.seat is not self.seat.partner or last.bid.strain.trumps is None:
            return None
        return aces.trumps_asked(self.heard)

    @property
    def _risk(self) -> float:
        """The chance of too few aces for a slam, if one may ask."""
        return aces.risk(self.heard, self.hand, self._points_together - self.hand.points)

    @property
    def _points_together(self) -> float:
        """The points that both hands are expected to have."""
        return self.hand.points + self.outcome.average(float)

    def _after_aces(self) -> Call:
        """The call of a player whose question has been answered."""
        heard, trumps = self.heard, self.heard.ace_trumps
        assert trumps is not None
        slam, grand = Bid(SLAM, trumps), Bid(MOST_ODD, trumps)
        held = aces.aces_together(heard, self.hand)
        if held < aces.ENOUGH or not self.auction.is_open(slam):
            return aces.stopping_call(heard, trumps)
        six, seven = (self.outcome.gain_from(self.setting.rungs[one], 0, True) for one in (slam, grand))
        return grand if held == aces.ACES and seven > six else slam

    def fits(self, say: Say) -> bool:
        return is_true(self.heard, self.hand, say)

    # By the worth of contracts

    def _by_worth(self) -> list[_Weighed]:
        """The calls in question, the best first."""
        options = list(self._weighed_calls())
        if not options:
            options.append(_Weighed(Pass() if self.auction.may_pass else self.setting.law.ladder[0], 0.0))
        return sorted(options, key=lambda one: one[1:], reverse=True)

    def _weighed_calls(self) -> Iterator[_Weighed]:
        standing = self.standing_contract
        if self.auction.may_pass and not self.heard.forced:
            yield _Weighed(Pass(), self.outcome.gain_from(*standing) if standing is not None else 0.0, 1)
        asks = rescue(self.heard) is not None
        if standing is not None and self.auction.may_double and not asks:
            rung, level, ours = standing
            if self._doubles(rung, ours):
                yield _Weighed(Double(), self.outcome.gain_from(rung, level + 1, ours))
        for one in self._in_question():
            yield _Weighed(one, self._worth_of_bid(one))
        if self._may_ask:
            yield _Weighed(aces.QUESTION, self._worth_of_asking())

    @property
    def standing_contract(self) -> tuple[int, int, bool] | None:
        """The contract that stands: its rung, its doublings, and whether this side has it."""
        if not self.auction.bids:
            return None
        return self.auction.rung - 1, self.auction.level, self.auction.bids[-1].seat.side is self.seat.side

    def _worth_of_bid(self, bid: Bid) -> float:
        """What a bid comes to, if partner goes on whenever that seems better after the bid."""
        rung = self.setting.rungs[bid]
        told = self._points_told(bid) - self.hand.points
        reach = self.outcome.tricks(bid.strain, True, self._most + told) + REACH
        higher = [self.setting.rungs[one] for one in self._raised(bid) if one.odd + BOOK <= reach]
        if not higher:
            return self.outcome.gain_from(rung, 0, True)
        total, at = 0.0, self.outcome.gain_at
        for strength, chance in self.outcome.strengths:
            here = best = at(rung, 0, True, strength)
            seems = at(rung, 0, True, strength + told)
            for one in higher:
                worth = at(one, 0, True, strength + told)
                if worth > seems:
                    seems, best = worth, at(one, 0, True, strength)
            total += chance * (here + LEFT_TO_PARTNER * (best - here))
        return total

    def _worth_of_asking(self) -> float:
        """What a slam comes to if it is not bid when two aces are missing."""
        trumps = aces.trumps_asked(self.heard)
        assert trumps is not None
        slam, five = (self.setting.rungs[Bid(odd, trumps)] for odd in (SLAM, SLAM - 1))
        curves = (self.setting.curve(self.seat.side, rung, 0, True, 0.5, DOUBLED_AT) for rung in (five, slam))
        stopped, failed = (curve[STEPS * (BOOK + SLAM - 1)] for curve in curves)
        gain, saved = self.outcome.gain_at, stopped - failed
        return self.outcome.average(lambda points: gain(slam, 0, True, points + HOPE)) + self._risk * saved

    def _points_told(self, bid: Bid) -> float:
        """The points that partner will count on after a bid."""
        picture = meaning(self.heard, bid).picture_after(self.heard.pictures.of(self.seat))
        return min((picture.low + picture.high) / 2, picture.low + COUNTED_ON)

    def _raised(self, bid: Bid) -> Iterator[Bid]:
        """The bids to which partner might go on: game and slams in this strain."""
        game = self.setting.tricks_for_game(self.seat.side, bid.strain)
        for odd in {game, MOST_ODD - 1, MOST_ODD}:
            if bid.odd < odd <= MOST_ODD:
                yield Bid(odd, bid.strain)

    def true_bids(self) -> Iterator[Bid]:
        for strain in self.setting.strains:
            lowest = self.auction.cheapest(strain)
            for odd in range(lowest, MOST_ODD + 1):
                bid = Bid(odd, strain)
                if self._asks(bid):
                    if self._may_ask:
                        yield bid
                    continue
                told = [say for say in says(self.heard) if say.call == bid]
                free = not told and self._is_suited(strain) and not self._is_past_game(bid)
                natural = free and self._true(bid) and self._reaches(bid)
                if natural or any(map(self._nearly, told)) or self._saves(bid):
                    yield bid

    def _nearly(self, say: Say) -> bool:
        return self.fits(replace(say, low=say.low - SLACK, high=say.high + SLACK, first=None))

    def _saves(self, bid: Bid, trumps: int = FIT + 1) -> bool:
        """Whether a bid is a sacrifice that may be worth it: trumps, and failing by a few tricks."""
        suit = bid.strain.trumps
        if suit is None or not saves(self.heard, bid) or not self._reaches(bid):
            return False
        partners = self.heard.pictures.of(self.seat.partner).lengths[suit.index]
        return self.hand.lengths[suit.index] + partners >= trumps

    @property
    def _might_save(self) -> bool:
        """Whether a hand that would pass has so many trumps that it reckons what passing costs."""
        raises = self.heard.suits_of(self.seat.partner) if over_their_game(self.heard) else ()
        return any(self._saves(self.heard.lowest(strain), FIT + 2) for strain in raises)

    def _reaches(self, bid: Bid) -> bool:
        return bid.odd + BOOK <= self.outcome.tricks(bid.strain, True, self._most) + REACH

    @property
    def _most(self) -> float:
        """The most points that partner is assumed to have."""
        return max([strength for strength, _ in self.outcome.strengths])

    def _in_question(self) -> list[Bid]:
        """The bids that the hand may make: strains that suit the side, no higher than it can reach, and close
        enough to what they tell; if none is, and partner has asked for one, the lowest there are."""
        found, lowest = list(self._sensible()), self.heard.lowest
        if found or not self.heard.forced:
            return found
        even = lowest(Strain.NO_TRUMPS)
        if even.odd <= 3 and self._is_suited(Strain.NO_TRUMPS):
            return [even]
        raises = map(lowest, self.heard.named.of(self.seat.partner))
        others = (lowest(strain) for strain in self.setting.strains if strain not in self.heard.theirs)
        is_open = self.auction.is_open
        return [*filter(is_open, raises)] or [b for b in others if is_open(b) and not self._asks(b)]

    def _sensible(self) -> Iterator[Bid]:
        for strain in self.setting.strains:
            if not self._is_suited(strain):
                continue
            reach = self.outcome.tricks(strain, True, self._most) + REACH
            if self._is_thin(strain):
                reach = min(reach, BOOK + SLAM - 1)
            for odd in range(self.auction.cheapest(strain), MOST_ODD + 1):
                if odd + BOOK > reach:
                    break
                bid = Bid(odd, strain)
                true = self._true(bid) or self._saves(bid)
                if true and not self._asks(bid) and not self._is_past_game(bid):
                    yield bid

    def _is_past_game(self, bid: Bid) -> bool:
        """Whether a bid is short of a slam and goes beyond a game that the side has, or could have lower; or
        whether it is seven without trumps on too few points."""
        last, side = self.auction.last_bid, self.seat.side
        if bid == SEVEN and self.setting.preempts and self._points_together < ALL_THIRTEEN:
            return True
        if bid.odd >= SLAM or last is None:
            return False
        if bid.odd > max(self.setting.tricks_for_game(side, bid.strain), self.auction.cheapest(bid.strain)):
            return True
        if self.heard.forced or last.seat.side is not side or not self.heard.is_game(last.bid):
            return False
        return bid.strain in (last.bid.strain, Strain.NO_TRUMPS) or self._pulls(bid)

    def _pulls(self, bid: Bid) -> bool:
        """Whether a bid takes partner's game away for no other, or without a fit or six hearts or spades."""
        last, suit, partner = self.auction.last_bid, bid.strain.trumps, self.seat.partner
        if last is None or suit is None or last.seat is not partner:
            return False
        mine, theirs = self.hand.lengths[suit.index], self.heard.pictures.of(partner).lengths[suit.index]
        stays = self.heard.is_game(bid) and (mine + theirs >= FIT or (bid.odd <= 4 and mine >= 6))
        return self.heard.is_game(last.bid) and bid.strain is not last.bid.strain and not stays

    def _is_thin(self, strain: Strain) -> bool:
        """Whether a slam would have seven trumps, no hand having six, or too few points for a minor suit."""
        suit = strain.trumps
        if suit is None or not self.setting.preempts:
            return False
        if strain in (Strain.CLUBS, Strain.DIAMONDS) and self._points_together < MINOR_SLAM:
            return True
        return self.hand.lengths[suit.index] < 6 and self.outcome.outlook.length_together(suit) < FIT - 0.5

    @property
    def _may_ask(self) -> bool:
        """Whether a slam is in reach that two missing aces might spoil."""
        trumps = self._trumps_to_ask
        if trumps is None or self._is_thin(trumps):
            return False
        return self._risk >= aces.LEAST_RISK and self._reaches(Bid(SLAM, trumps))

    def _asks(self, bid: Bid) -> bool:
        """Whether this bid would ask for aces."""
        return bid == aces.QUESTION and aces.trumps_asked(self.heard) is not None

    def _is_suited(self, strain: Strain) -> bool:
        suit, heard = strain.trumps, self.heard
        if suit is None:
            stopped = all(self.hand.stops[their.index] for their in heard.their_suits)
            return stopped or strain in heard.named.of(self.seat.partner)
        if suit in heard.their_suits:
            return False
        mine = self.hand.lengths[suit.index]
        ours = strain in heard.bid_by(self.seat, self.seat.partner)
        together = self.outcome.outlook.length_together(suit)
        long = mine >= 6 or (mine >= 5 and (ours or together >= FIT))
        return long or (ours and together >= FIT - 1)

    def _true(self, bid: Bid) -> bool:
        """Whether a bid is true of the hand, but for a little strength."""
        say = meaning(self.heard, bid)
        suit = bid.strain.trumps
        points: float = self.hand.points
        if suit is not None:
            points = max(points, self.hand.support(suit, round(self.outcome.outlook.partners(suit))))
        if falls_short(self.hand.lengths, say.lengths):
            return False
        return say.low - SLACK <= points and self.hand.points <= say.high + SLACK

    def _doubles(self, rung: int, ours: bool) -> bool:
        """Whether to double a contract that should fail, or redouble one with tricks to spare."""
        bid = self.setting.law.ladder[rung]
        if bid.strain is Strain.MISERE:
            return False
        tricks = self.outcome.average(lambda points: self.outcome.tricks(bid.strain, ours, points))
        over = (tricks if ours else 13 - tricks) - BOOK - bid.odd
        return over >= TO_SPARE if ours else over <= -DOWN_TO_DOUBLE

    def _misere(self) -> Bid | None:
        """Misère on a hopeless hand, as a first bid."""
        if not self.setting.has_misere or self.hand.points > HOPELESS or safe_suits(self.hand.hand) < 4:
            return None
        if self.heard.named.of(self.seat) or self.heard.named.of(self.seat.partner):
            return None
        standing = self.standing_contract
        best, call = self.outcome.gain_from(*standing) if standing is not None else 0.0, None
        for rung, bid in enumerate(self.setting.law.ladder):
            if rung >= self.auction.rung and bid.strain is Strain.MISERE and bid.odd <= 3:
                worth = self.outcome.gain_from(rung, 0, True)
                if worth > best:
                    best, call = worth, bid
        return call
