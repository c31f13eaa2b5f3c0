"""The card that a hand leads in a quick play-out: a linear model of what such leads are worth.

The figures were fitted by ``lab.fit_leads`` to leads whose worth was known double dummy. It
looks at all four hands, as a solver does. It knows no conventions.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from robots.fitted import figures

SUITS: Final = (0x1FFF, 0x1FFF << 13, 0x1FFF << 26, 0x1FFF << 39)
"""The cards of each suit, as bits of a hand."""

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

PLACES: Final = 216
"""The number of figures in a row."""

WITHOUT, OF_TRUMPS = -2, -1
"""Values of ``ruffs`` where nobody can ruff: a deal without trumps, and a lead of trumps."""


def lead(hands: list[int], trumps: int, turn: int) -> int:
    """The card, as a bit, that the hand due leads. ``trumps`` are the bits of their suit, 0 for none."""
    hand, left, partner, right = hands[turn], hands[turn + 1 & 3], hands[turn ^ 2], hands[turn + 3 & 3]
    ruffs = ruffing(left & trumps, partner & trumps, right & trumps) if trumps else WITHOUT
    most, card = -9999, 0
    for suit in SUITS:
        mine = hand & suit
        if mine:
            of_suit = OF_TRUMPS if suit == trumps else ruffs
            liked, one = _judged(mine, partner & suit, left & suit, right & suit, of_suit)
            if liked > most:
                most, card = liked, one
    return card


def ruffing(left: int, partner: int, right: int) -> int:
    """Who may ruff a plain suit, as one number: partner's trumps (0 to 2), plus 3 if the hand on the left has
    any, plus 6 if the one on the right has."""
    return min(2, partner.bit_count()) + 3 * bool(left) + 6 * bool(right)


@lru_cache(maxsize=1 << 15)
def _judged(mine: int, partners: int, left: int, right: int, ruffs: int) -> tuple[int, int]:
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
    """Who holds the three highest cards of a suit: 0 for the leader, 1 to 3 for the others in turn, 4 for
    nobody."""
    rest, owners = mine | partners | left | right, [4, 4, 4]
    for place in range(3):
        if not rest:
            break
        top = 1 << rest.bit_length() - 1
        rest ^= top
        owners[place] = 0 if top & mine else 1 if top & left else 2 if top & partners else 3
    first, second, third = owners
    return first, second, third
