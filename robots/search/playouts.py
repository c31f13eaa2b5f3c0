"""A fast simulation of the rest of a deal with all four hands known. Cards are bits.

Each hand plays by a few rules that look at all four hands, as a solver does, so that the result is close to
that of best play; no rule knows a convention. The card that a hand leads comes from a linear model of what
such leads are worth, fitted by ``lab.robots.fit_leads`` to leads whose worth was known double dummy.
Throughout, ``trumps`` and ``led`` are the bits of a suit (0 for no trumps), ``best`` is the card that wins
the trick so far, ``best_by`` and ``turn`` are seats counted from north, and ``laid`` is the number of cards
on the table.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Final

from robots.fitted import figures
from rules.cards import SUIT_BITS, Suit


def cards_of(trumps: Suit | None) -> int:
    """The bits of the trumps; 0 where there are none."""
    return SUIT_BITS[trumps.index] if trumps is not None else 0


# the offsets of the feature tables in a row of figures
_FIRST_SECOND, _FIRST_THIRD, _SECOND_THIRD = 0, 20, 40  # who has the three highest cards: 4 or 5 by 5
_LENGTHS = 65  # of the leader and partner, 1 to 4 by 0 to 3
_THEIRS = 81  # lengths of the adversaries, 0 to 2 by 0 to 2
_MASTERS = 90  # ours by the number of theirs, 0 to 4 by 0 to 5
_LONG = 120  # the leader's length by the number of theirs, 1 to 6 by 0 to 5
_RUFF = 156  # partner void or not, the leader's length, partner's trumps: 2 by 4 by 3
_RUFFED = 180  # who of the adversaries has trumps, and their lengths: 2 by 2 by 3 by 3

WEIGHTS: Final = figures("leads")
"""In tenths. Three rows each (the only card of its suit, the lowest, the highest) for a deal without trumps,
for leading trumps, for leading a plain suit while the adversaries have trumps, and for one when they have
none."""

WITHOUT, OF_TRUMPS = -2, -1
"""Values of ``ruffs`` where nobody can ruff: a deal without trumps, and a lead of trumps."""


def lead(hands: list[int], trumps: int, turn: int) -> int:
    """The card, as a bit, that the hand due leads. ``trumps`` are the bits of their suit, 0 for none."""
    hand, left, partner, right = hands[turn], hands[turn + 1 & 3], hands[turn ^ 2], hands[turn + 3 & 3]
    ruffs = ruffing(left & trumps, partner & trumps, right & trumps) if trumps else WITHOUT
    most, card = -9999, 0
    for suit in SUIT_BITS:
        mine = hand & suit
        if mine:
            of_suit = OF_TRUMPS if suit == trumps else ruffs
            liked, one = _better_lead(mine, partner & suit, left & suit, right & suit, of_suit)
            if liked > most:
                most, card = liked, one
    return card


def ruffing(left: int, partner: int, right: int) -> int:
    """Who may ruff a plain suit, as one number: partner's trumps (0 to 2), plus 3 if the hand on the left has
    any, plus 6 if the one on the right has."""
    return min(2, partner.bit_count()) + 3 * bool(left) + 6 * bool(right)


@lru_cache(maxsize=1 << 15)
def _better_lead(mine: int, partners: int, left: int, right: int, ruffs: int) -> tuple[int, int]:
    """The better lead of a suit, its lowest card or its highest: its score and the card."""
    row, places = features(mine, partners, left, right, ruffs)
    low, top = mine & -mine, 1 << mine.bit_length() - 1
    if low == top:
        only = WEIGHTS[row]
        return sum([only[place] for place in places]), low
    of_low, of_top = WEIGHTS[row + 1], WEIGHTS[row + 2]
    liked, liked_top = sum([of_low[place] for place in places]), sum([of_top[place] for place in places])
    return (liked_top, top) if liked_top > liked else (liked, low)


def features(mine: int, partners: int, left: int, right: int, ruffs: int) -> tuple[int, tuple[int, ...]]:
    """For a suit as it lies in the four hands: the row for a lead of its only card (the next two rows are for
    the lowest and the highest), and the indices in the row whose figures add up to the score of the lead."""
    first, second, third = _owners(mine, partners, left, right)
    theirs = left | right
    length = mine.bit_count()
    at_left, at_right = min(2, left.bit_count()), min(2, right.bit_count())
    out = min(5, theirs.bit_count())
    masters = min(4, ((mine | partners) >> theirs.bit_length()).bit_count())
    theirs_ruff, partners_trumps = divmod(max(0, ruffs), 3)
    short = min(4, length) - 1
    row = 0 if ruffs == WITHOUT else 3 if ruffs == OF_TRUMPS else 6 if theirs_ruff else 9
    return row, (
        _FIRST_SECOND + 5 * first + second,
        _FIRST_THIRD + 5 * first + third,
        _SECOND_THIRD + 5 * second + third,
        _LENGTHS + 4 * short + min(3, partners.bit_count()),
        _THEIRS + 3 * at_left + at_right,
        _MASTERS + 6 * masters + out,
        _LONG + 6 * (min(6, length) - 1) + out,
        _RUFF + 12 * (not partners) + 3 * short + partners_trumps,
        _RUFFED + 18 * (theirs_ruff & 1) + 9 * (theirs_ruff >> 1) + 3 * at_left + at_right,
    )


def _owners(mine: int, partners: int, left: int, right: int) -> tuple[int, int, int]:
    """Who holds the three highest cards of a suit: the leader 0, the others in turn 1 to 3, nobody 4."""
    rest, owners = mine | partners | left | right, [4, 4, 4]
    for place in range(3):
        if not rest:
            break
        top = 1 << rest.bit_length() - 1
        rest ^= top
        owners[place] = 0 if top & mine else 1 if top & left else 2 if top & partners else 3
    first, second, third = owners
    return first, second, third


Lead = Callable[[list[int], int, int], int]
Follow = Callable[[list[int], int, int, int, int, int, bool, int], int]


def _played(
    choose_lead: Lead,
    choose: Follow,
    hands: list[int],
    trumps: int,
    turn: int,
    led: int = 0,
    best: int = 0,
    best_by: int = 0,
    laid: int = 0,
) -> int:
    """The tricks that north and south still win, the one on the table included, if everybody chooses so. The
    list ``hands`` is emptied."""
    won = 0
    beats = beating(best, led, trumps)
    while True:
        if not laid:
            hand = hands[turn]
            if not hand:
                return won
            best = choose_lead(hands, trumps, turn) if hand & (hand - 1) else hand
            led = SUIT_BITS[(best.bit_length() - 1) // 13]
            beats = beating(best, led, trumps)
            hands[turn] = hand ^ best
            best_by, turn, laid = turn, turn + 1 & 3, 1
        while laid < 4:
            hand = hands[turn]
            card = legal = hand & led or hand
            if legal & (legal - 1):
                card = choose(hands, legal, turn, trumps, led, beats, best_by == turn ^ 2, laid)
            if card & beats:
                best_by, beats = turn, beating(card, led, trumps)
            hands[turn] = hand ^ card
            turn, laid = turn + 1 & 3, laid + 1
        turn, laid = best_by, 0
        won += 1 - (turn & 1)


def beating(best: int, led: int, trumps: int) -> int:
    """The cards that would take the trick from this one."""
    if best & trumps:
        return trumps & -(best << 1)
    return led & -(best << 1) | trumps


def following_card(
    hands: list[int], legal: int, turn: int, trumps: int, led: int, beats: int, partners: bool, laid: int
) -> int:
    """The card of a hand that does not lead, out of the legal ones. ``beats`` are the cards that would take
    the trick, and ``partners`` says whether it is partner's so far."""
    card = _taking(hands, legal, turn, trumps, led, beats, partners, laid) if legal & beats else 0
    if card:
        return card
    return legal & -legal if legal & led else _discard(hands, turn, trumps)


def _taking(
    hands: list[int], legal: int, turn: int, trumps: int, led: int, beats: int, partners: bool, laid: int
) -> int:
    """The card with which a hand takes the trick; 0 where it does not."""
    winning = legal & beats
    if laid == 3:
        return 0 if partners else winning & -winning
    after = hands[turn + 1 & 3]
    over = (after & led or after) & beats
    if over:
        beats = beating(1 << over.bit_length() - 1, led, trumps)
    sure = winning & beats
    if laid == 2:
        if partners and not over:
            return 0
        if not sure and not partners and legal & led:
            return 1 << winning.bit_length() - 1  # so that the fourth hand needs a high card
        return sure & -sure
    partner = hands[turn ^ 2]
    if (partner & led or partner) & beats:
        return 0
    return sure & -sure


def _discard(hands: list[int], turn: int, trumps: int) -> int:
    """The discard of a hand that cannot follow: the cheapest card of a plain suit, or the lowest trump."""
    hand = hands[turn]
    plain = hand & ~trumps
    if not plain:
        return hand & -hand
    theirs = hands[turn + 1 & 3] | hands[turn + 3 & 3]
    least, card = 999, 0
    for place, suit in enumerate(SUIT_BITS):
        held = plain & suit
        if held:
            low, out = held & -held, theirs & suit
            missed = low.bit_length() - 13 * place  # 1 for a two, 13 for an ace
            if low > out:
                missed += 40
            else:
                length = held.bit_count()
                higher = (out >> held.bit_length()).bit_count()
                if 1 <= higher <= 2 and length <= higher + 1:
                    missed += 3 * max(0, held.bit_length() - 13 * place - 8)  # it guards a king or a queen
                if length >= 4:
                    missed += 2 * length
            if missed < least:
                least, card = missed, low
    return card


# Where both sides try to lose tricks, without trumps


def _losing_card(
    hands: list[int], legal: int, turn: int, trumps: int, led: int, beats: int, partners: bool, laid: int
) -> int:
    """The highest card that does not take the trick; if there is none, the lowest where a later hand may
    still go over it, else the highest."""
    if not legal & led:
        return _rid_of(hands, turn)
    top, under = 1 << legal.bit_length() - 1, legal & ~beats
    highest_under = 1 << under.bit_length() - 1 if under else 0
    if laid == 3:
        return top if partners or not under else highest_under
    low, after = legal & -legal, hands[turn + 1 & 3] & led
    if under:  # the fourth hand need not take partner's trick
        stays = laid == 2 and partners and (not after or after & -after & ~beats)
        return top if stays else highest_under
    return top if laid == 2 and (not after or after & -after < low) else low


def _lowest_lead(hands: list[int], trumps: int, turn: int) -> int:
    """The lowest card of the suit in which an adversary must take the trick, or may."""
    hand, left, partner, right = hands[turn], hands[turn + 1 & 3], hands[turn ^ 2], hands[turn + 3 & 3]
    most, card = -99.0, 0
    for suit in SUIT_BITS:
        held = hand & suit
        if held:
            low, lowest_over = held & -held, 0
            liked = -0.2 * held.bit_count()
            for theirs in (left & suit, right & suit):
                if theirs > low:
                    lowest = theirs & -theirs
                    liked += 4 if lowest > low else 1
                    lowest_over = max(lowest_over, lowest)
            if not (left | right) & suit:
                liked -= 5
            partners = partner & suit
            if partners & -partners > max(low, lowest_over):
                liked -= 3  # partner would have to take it
            if liked > most:
                most, card = liked, low
    return card


def _rid_of(hands: list[int], turn: int) -> int:
    """The most dangerous card of a hand that cannot follow."""
    hand = hands[turn]
    others = (hands[0] | hands[1] | hands[2] | hands[3]) & ~hand
    most, card = -99.0, 0
    for place, suit in enumerate(SUIT_BITS):
        held = hand & suit
        if held:
            top, out = 1 << held.bit_length() - 1, others & suit
            feared = (out & (top - 1)).bit_count() - 1.5 * (held.bit_count() - 1) if out else -20.0
            feared += 0.01 * (held.bit_length() - 13 * place)
            if feared > most:
                most, card = feared, top
    return card


play_out: Final = partial(_played, lead, following_card)
"""If everybody tries to win the tricks."""

lose_out: Final = partial(_played, _lowest_lead, _losing_card)
"""If everybody tries to lose them, without trumps."""
