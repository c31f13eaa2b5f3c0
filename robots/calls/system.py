"""The bidding system: the calls that describe a hand, in the order in which a player looks for one that is
true.

It is natural: a bid of a suit is made on that suit, a raise says how many tricks the two hands should win.
The robots bid and read by it; ``screens.words.robot_system`` describes it to people. What an auction has
told about each hand, by the meanings of these calls, is read here too. Nothing here knows anybody's cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from robots.calls import competing, opening
from robots.calls.aces import ACES, QUESTION, ace_answers, is_asked, question
from robots.calls.auction import MOST_ODD, Setting
from robots.calls.meaning import (
    ANSWER,
    ANY,
    FIT,
    MOST_POINTS,
    OPENING,
    SLAM,
    Forcing,
    Heard,
    Lengths,
    Picture,
    Say,
    at_least,
    falls_short,
    merged,
    needed,
    suits,
    within_game,
)
from robots.calls.no_trumps import MAJORS, after_question, to_no_trumps
from robots.calls.trick_outlook import Holding
from robots.payoffs import Payoffs, as_ours, payoffs_of
from rules.calls import Bid, Call, Double, Pass
from rules.counting.reckon import Standing
from rules.frozen import replace
from rules.seats import Seat, Side
from rules.tricks import Strain
from rules.view import SeatView

NEW_AT_TWO: Final = 10
"""Points of an answer in a new suit at the two level."""

JUMP_SHIFT: Final = 17
"""Points of an answer in a new suit one higher than necessary."""

COUNTED: Final = 2
"""How many points above its minimum an answer counts on, in a hand that may be much stronger."""

COUNTED_LATER: Final = 1
"""How many points above its minimum a further bid counts on."""

TRY: Final = 3
"""Points below those of a slam with which a suit is raised one higher than game."""

PUSHED: Final = 3
"""Points that a raise as low as possible may lack: the adversaries may have left no room."""


def says_of(heard: Heard) -> Iterator[Say]:
    """The calls of the system for the seat that is to speak, with bids that are no more high enough. None if
    players choose by what contracts are worth."""
    seat, named = heard.seat, heard.named
    if is_asked(heard):
        return ace_answers(heard)
    asked = after_question(heard)
    if asked is not None:
        return asked
    if heard.forced and seat.partner in (heard.cued, heard.cries):
        return competing.to_cue(heard) if heard.cued is seat.partner else competing.to_rescue(heard)
    free = heard.auction.setting.preempts
    strong = opening.strong(heard)
    if strong is seat:
        return opening.suit_told(heard)
    if strong is seat.partner and not named.of(seat):
        return opening.to_two_clubs(heard)
    if opening.is_weak_two(heard):
        return opening.to_weak_two(heard)
    if heard.asks is seat.partner and (free or not named.of(seat)):
        answers_double = competing.by_opener if named.of(seat) else competing.to_double
        return within_game(heard, answers_double(heard))
    if named.of(seat) or heard.to_game & {seat.side}:
        if _has_described_once(heard):
            return within_game(heard, _second_bids(heard))
        silent = opening.has_told_weakness(heard)
        return iter((Say(Pass()),)) if silent else competing.reopening(heard)
    if heard.has_doubled(seat):
        return within_game(heard, competing.after_double(heard))
    if named.of(seat.partner):
        return competing.to_two_suits(heard) if _has_told_two_suits(heard) else _responses(heard)
    if free and heard.seat.side in heard.asked and heard.theirs and not heard.auction.level:
        return competing.beside_double(heard)
    if heard.theirs or heard.auction.bids:
        return competing.over_them(heard)
    return opening.openings(heard)


def _responses(heard: Heard) -> Iterator[Say]:
    """The first bid of a player whose partner has bid."""
    auction, seat = heard.auction, heard.seat
    partner = heard.pictures.of(seat.partner)
    strain = heard.named.of(seat.partner)[0]
    suit = strain.trumps
    opened = not heard.theirs or auction.bids[0].seat is seat.partner
    if suit is None:
        yield from to_no_trumps(heard)
        return
    if not partner.wide and partner.high != OPENING - 1:
        return
    low = min(partner.middle, partner.low + COUNTED)
    held = partner.lengths[suit.index]
    fresh = suits(heard, (strain, *heard.theirs))
    must = heard.forced
    strong = max(0, partner.low - OPENING)
    for one, other in fresh:
        jump, long = heard.lowest(one, 1), at_least(other, 5)
        if jump.odd <= 3 and opened and not strong:
            yield Say(jump, JUMP_SHIFT, lengths=long, first=other, forcing=Forcing.GAME)
    raises = list(_raises(heard, strain, low, ANSWER))
    fits = [replace(say, lengths=at_least(suit, max(3, FIT - held))) for say in raises]
    free = auction.setting.preempts
    minor = free and not strong and _is_minor(heard, strain)
    if not minor or not partner.wide:
        yield from fits
    if not partner.wide:  # they passed at first
        return
    news, unlikely = list[Say](), list[Say]()
    forcing = Forcing.GAME if strong else Forcing.ONCE if opened else Forcing.NO
    for one, other in fresh:
        bid = heard.lowest(one)
        if bid.odd == 1:
            most = MOST_POINTS if opened or not free else OPENING
            new = Say(bid, ANSWER, most, at_least(other, 4), first=other, forcing=forcing)
            yield new
            if free and opened and one in MAJORS:
                news.append(replace(new, first=None))
        elif bid.odd <= 3:
            least = max(ANSWER, NEW_AT_TWO + 3 * (bid.odd - 2) - strong)
            yield Say(bid, least, MOST_POINTS, at_least(other, 5), first=other, forcing=forcing)
    yield from news
    if opened and free and not minor and (heard.theirs or not strong):
        early = raises if heard.theirs else raises[-1:]
        yield from (replace(say, lengths=at_least(suit, 3)) for say in early)
    if opened:
        yield from competing.for_opener(heard)
    odd = auction.cheapest(Strain.NO_TRUMPS)
    steps = {1: (0 if must else ANSWER, 10), 2: (11, 12), 3: (13, 16)}
    if strong:
        steps = {2: (0, ANSWER + 1), 3: (ANSWER + 2, 12)}
    game = auction.setting.tricks_for_game(seat.side, Strain.NO_TRUMPS)
    for level, (least, most) in sorted(steps.items(), reverse=True):
        if level <= max(game, odd):
            most = steps[max(steps)][1] if level == game else most
            bid = Bid(level, Strain.NO_TRUMPS)
            yield Say(bid, least, most, stopped=heard.their_suits, even=minor)
            unlikely.append(Say(bid, least, most, stopped=heard.their_suits))
    if minor:
        yield from fits
        yield from unlikely
    yield from (replace(say, lengths=at_least(suit, 3)) for say in raises)
    if not must:
        yield Say(Pass(), 0, 10 if heard.theirs else ANSWER - 1)


def _is_minor(heard: Heard, strain: Strain) -> bool:
    """Whether a game from nothing takes fewer tricks in no trumps than in this suit, and in spades too."""
    game = heard.auction.setting.game_from_nothing
    return game(Strain.NO_TRUMPS) < game(Strain.SPADES) < game(strain)


def _raises(heard: Heard, strain: Strain, low: int, least: int) -> Iterator[Say]:
    """Raises of partner's suit, the highest first, each to be made even with partner's minimum."""
    auction, suit = heard.auction, strain.trumps
    assert suit is not None
    lowest, game = auction.cheapest(strain), auction.setting.tricks_for_game(heard.seat.side, strain)
    most = MOST_POINTS
    for odd in range(SLAM, lowest - 1, -1):
        needs = round(needed(strain, odd)) - low
        if max(game, lowest) < odd < SLAM:
            needs = round(needed(strain, SLAM)) - low - TRY
        wants = max(least, needs - PUSHED) if odd == lowest else max(least + 1, needs)
        if wants > most or max(game + 1, lowest) < odd < SLAM:
            continue
        if _is_minor(heard, strain) and heard.auction.setting.preempts and lowest <= 3 < odd < game:
            continue
        yield Say(Bid(odd, strain), wants, most, support=suit)
        most = wants - 1


def _second_bids(heard: Heard) -> Iterator[Say]:
    """The opener's next bid after an answer in a new suit."""
    setting, seat = heard.auction.setting, heard.seat
    mine, partner = heard.pictures.of(seat), heard.pictures.of(seat.partner)
    opened, answered = heard.named.of(seat)[0], heard.named.of(seat.partner)[0]
    suit, partners = opened.trumps, answered.trumps
    assert suit is not None
    if partners is not None:
        held = partner.lengths[partners.index]
        for say in _raises(heard, answered, partner.low, mine.low):
            yield replace(say, lengths=at_least(partners, max(3, FIT - held)))
        for jump, low, high in ((1, 18, 20), (0, 12, 14)):
            yield Say(heard.lowest(Strain.NO_TRUMPS, jump), low, high, even=True, stopped=heard.their_suits)
    again, fresh = heard.lowest(opened), suits(heard, (opened, answered, *heard.theirs))
    for strain, other in fresh:
        yield Say(heard.lowest(strain, 1), 19, lengths=at_least(other, 4), forcing=Forcing.GAME)
    yield Say(heard.lowest(opened, 1), 16, 18, at_least(suit, 6))
    game = setting.tricks_for_game(seat.side, opened)
    if again.odd + 1 < game:
        yield Say(Bid(game, opened), 19, MOST_POINTS, at_least(suit, 6))
    others = list[Say]()
    for strain, other in fresh:
        over = heard.lowest(strain)
        reverse = over.odd > 1 and setting.rungs.get(over, 0) > setting.rungs.get(again, 99)
        asks = reverse or (setting.preempts and partner.low >= NEW_AT_TWO)
        low, forcing = 16 if reverse else mine.low, Forcing.ONCE if asks else Forcing.NO
        others.append(Say(over, low, 18, at_least(other, 4), forcing=forcing))
        if setting.preempts:  # five cards before six are told again
            yield replace(others[-1], lengths=at_least(other, 5))
    yield Say(again, mine.low, 15, at_least(suit, 6))
    yield from others
    if partners is None:
        return
    yield Say(again, mine.low, 17, at_least(suit, 5))
    yield Say(heard.lowest(Strain.NO_TRUMPS), mine.low, 17)


# Later calls


def limited(heard: Heard, bid: Bid) -> Say:
    """The meaning of any further bid: with what partner has shown it should be made, and one more not."""
    seat, setting, strain = heard.seat, heard.auction.setting, bid.strain
    if strain is Strain.MISERE:
        return Say(bid, 0, ANSWER)
    mine, partner = heard.pictures.of(seat), heard.pictures.of(seat.partner)
    game, lowest = setting.tricks_for_game(seat.side, strain), heard.auction.cheapest(strain)
    ours = heard.bid_by(seat, seat.partner)
    base = min(partner.middle, partner.low + COUNTED_LATER)
    low, high = 0, MOST_POINTS
    if bid.odd < game:
        agreed = strain in heard.named.of(seat) and strain in heard.named.of(seat.partner)
        if agreed and not heard.theirs and setting.preempts and bid.odd + 1 == game:
            low, high = (round(needed(strain, game)) - points for points in (partner.high, partner.low))
        elif bid.odd == lowest and (strain in ours or heard.theirs):
            high = round(needed(strain, min(game, MOST_ODD))) - base
            low = round(needed(strain, bid.odd)) - base - 3
        else:
            low = round(needed(strain, bid.odd)) - base
            high = round(needed(strain, min(game, bid.odd + 2))) - base
    elif bid.odd < SLAM:
        target = bid.odd if not heard.theirs else bid.odd - 1
        low = round(needed(strain, target)) - base - 1
        high = round(needed(strain, SLAM)) - base if bid.odd == game else MOST_POINTS
    else:
        low = round(needed(strain, bid.odd)) - base - 2
    low, high = max(0, min(low, mine.high)), max(high, mine.low, low)
    return Say(bid, low, high, _lengths(heard, strain))


def over_their_game(heard: Heard) -> bool:
    """Whether the bid that stands is a game of the adversaries."""
    last, setting = heard.auction.last_bid, heard.auction.setting
    if last is None or last.seat.side is heard.seat.side:
        return False
    return last.bid.odd >= setting.tricks_for_game(last.seat.side, last.bid.strain)


def saves(heard: Heard, bid: Bid) -> bool:
    """Whether a bid might be made only because failing costs less than the adversaries' game: partner's suit,
    as low as it can be. It needs trumps, not points."""
    raises = heard.auction.setting.preempts and bid.strain in heard.suits_of(heard.seat.partner)
    return raises and bid.odd == heard.auction.cheapest(bid.strain) < MOST_ODD and over_their_game(heard)


def _lengths(heard: Heard, strain: Strain) -> Lengths:
    """How many cards of its suit a further bid tells."""
    suit, seat = strain.trumps, heard.seat
    if suit is None:
        return ANY
    if strain in heard.named.of(seat):
        told = heard.pictures.of(seat).lengths[suit.index]
        return at_least(suit, told if strain in heard.named.of(seat.partner) else min(6, told + 1))
    if strain in heard.named.of(seat.partner):
        return at_least(suit, max(2, FIT - 1 - heard.pictures.of(seat.partner).lengths[suit.index]))
    return at_least(suit, 4 if heard.named.of(seat) else 5)


def _has_told_two_suits(heard: Heard) -> bool:
    """Whether partner's only bid, the last so far, has told two suits."""
    last, partner = heard.auction.last_bid, heard.seat.partner
    bids = [one for one in heard.auction.bids if one.seat is partner]
    return len(bids) == 1 and last == bids[0] and len(heard.named.of(partner)) == 2


def _has_described_once(heard: Heard) -> bool:
    """Whether the speaker has opened a suit and partner has answered in another, or in no trumps at one."""
    seat, bids = heard.seat, heard.auction.bids
    mine, partners = heard.named.of(seat), heard.named.of(seat.partner)
    if len(mine) != 1 or len(partners) != 1 or mine[0].trumps is None:
        return False
    made = [one for one in bids if one.seat.side is seat.side]
    if len(made) != 2 or made[0].seat is not seat or mine == partners:
        return False
    if partners[0].trumps is None:
        return made[1].bid.odd == 1 and not heard.theirs and not heard.is_game(made[1].bid)
    return heard.forced


def says(heard: Heard) -> tuple[Say, ...]:
    """The calls of the system here, in the order in which the speaker looks for one that is true."""
    if heard.says is None:
        high_enough = heard.auction.is_open
        heard.says = tuple(
            say for say in says_of(heard) if not isinstance(say.call, Bid) or high_enough(say.call)
        )
    return heard.says


def meaning(heard: Heard, call: Call) -> Say:
    """What a call would tell."""
    say = heard.meanings.get(call)
    if say is None:
        say = _meaning(heard, call)
        if isinstance(call, Bid) and saves(heard, call):
            say = replace(say, low=0, final=True)
        heard.meanings[call] = say
    return say


def _meaning(heard: Heard, call: Call) -> Say:
    asks = question(heard) if call == QUESTION else None
    if asks is not None:
        return asks
    found = [say for say in says(heard) if say.call == call]
    if found:
        return merged(found)
    match call:
        case Bid():
            return competing.cue(heard, call) or limited(heard, call)
        case Double():
            return competing.rescue(heard) or Say(call)
        case Pass():
            return Say(call, 0, heard.pictures.of(heard.seat).high)
    raise ValueError(call)  # nothing else is called in an auction


def is_true(heard: Heard, hand: Holding, say: Say) -> bool:
    """Whether a meaning is true of the speaker's hand."""
    if say.even and not hand.even:
        return False
    if falls_short(hand.lengths, say.lengths):
        return False
    if any(hand.lengths[suit.index] > 3 for suit in say.few) or max(hand.lengths) > say.longest:
        return False
    if say.tricks and hand.playing_tricks < say.tricks:
        return False
    if say.first is not None and say.first is not hand.first and hand.first not in heard.their_suits:
        return False  # it bids its first suit first, unless the adversaries have bid it
    if hand.points + hand.longest_two < say.shaped:
        return False
    points: float = hand.points
    if say.support is not None:
        points = hand.support(say.support, heard.pictures.of(heard.seat.partner).lengths[say.support.index])
    if not say.low - 0.5 <= points < say.high + 0.5:
        return False
    if say.aces is not None and hand.aces % ACES != say.aces:
        return False
    return all(hand.stops[suit.index] for suit in say.stopped)


def heard_after(heard: Heard, call: Call) -> Heard:
    """The state after this call."""
    state = heard.further.get(call)
    if state is None:
        state = heard.further[call] = heard.after(call, forced_opening(heard, call) or meaning(heard, call))
    return state


def forced_opening(heard: Heard, call: Call) -> Say | None:
    """The lowest bid of a dealer who must open: it tells nothing but that the hand is weak."""
    if heard.auction.calls or heard.auction.may_pass or call != heard.auction.setting.law.ladder[0]:
        return None
    return Say(call, Picture().low, OPENING - 1)


def heard_by(view: SeatView) -> Heard:
    """The auction of a view as everybody has understood it. The game must be one of auctions."""
    assert view.deal is not None and view.table.rubber is not None
    standing = as_ours(view.table.rubber.standing, Side.NS)
    heard = Heard.beginning(_setting(payoffs_of(view.table), standing, view.deal.dealer))
    for called in view.deal.calls:
        heard = heard_after(heard, called.call)
    return heard


@lru_cache(maxsize=16)
def _setting(payoffs: Payoffs, standing: Standing, dealer: Seat) -> Setting:
    assert payoffs.auction_law is not None
    return Setting(payoffs, payoffs.auction_law, standing, dealer)
