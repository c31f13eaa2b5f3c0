"""Positions in which a partner can annoy, worked out by hand: what a reasonable one plays, or does not.

The south deals. Cards that are not named are dealt at random, with one seed. At Biritch the south declares,
the north is dummy and the west leads; at whist the ace of hearts is turned up and no hand lies open.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from rules.seats import Seat

NORTH, EAST, SOUTH, WEST = Seat

WHIST: Final = "whist_modern"
BIRITCH: Final = "biritch"


class Annoys(NamedTuple):
    """A position, and the cards that are reasonable in it; after ``not`` those that are not. Instead of a
    card the robot may be wanted to claim all tricks that are left, or to play on."""

    why: str
    game: str
    hands: Mapping[Seat, str]
    so_far: str
    by: Seat
    wants: str


# Whist. The east has five small trumps, and calls for them in spades: 5S, then 4S.

CALL: Final = {
    SOUTH: "3S 2S 9H 7H 4H 8D 6D 3D TC 9C 5C 2C AH",
    EAST: "7S 5S 4S 8H 6H 5H 3H 2H QD 7D 6C 4C 3C",
    WEST: "AS KS QS 9S KH JH TH 9D 5D 2D KC 8C 7C",
    NORTH: "JS TS 8S 6S QH AD KD JD TD 4D AC QC JC",
}
FOUR_TRUMPS: Final = {
    **CALL,
    WEST: "AS KS QS 9S KH QH JH TH 5D 2D KC 8C 7C",
    NORTH: "JS TS 8S 6S 9D AD KD JD TD 4D AC QC JC",
}
CALLED: Final = "KS 6S 5S 2S AS 8S 4S 3S"
IN_CLUBS: Final = "2D AD 7D 3D KD QD 6D 5D AC"  # the east follows to a small card for the first time

AT_WHIST: Final = (
    Annoys("a call is answered with the highest of three", WHIST, CALL, CALLED, WEST, "KH"),
    Annoys("a call is answered from four too", WHIST, FOUR_TRUMPS, CALLED, WEST, "KH QH JH TH"),
    Annoys(
        "a call is answered when the lead comes back, tricks later",
        WHIST,
        CALL,
        f"{CALLED} 2D AD 7D 3D AC 3C 2C 7C JC 4C 5C KC",
        WEST,
        "KH JH TH",
    ),
    Annoys("one high card is not yet a call", WHIST, CALL, "KS 6S 5S 2S", WEST, "not KH JH TH"),
    Annoys("five trumps call", WHIST, CALL, "KS 6S", EAST, "5S"),
    Annoys("a call is completed", WHIST, CALL, "KS 6S 5S 2S AS 8S", EAST, "4S"),
    Annoys("a call on an adversary's lead", WHIST, CALL, IN_CLUBS, EAST, "4C"),
    Annoys("and completed late", WHIST, CALL, f"{IN_CLUBS} 4C 2C 7C JC", EAST, "3C"),
    Annoys(
        "four small trumps do not call",
        WHIST,
        {**CALL, EAST: "7S 5S 4S 8H 6H 5H 3H 9D QD 7D 6C 4C 3C", WEST: CALL[WEST].replace("9D", "2H")},
        "KS 6S",
        EAST,
        "4S",
    ),
    Annoys("partner's call is echoed with four", WHIST, FOUR_TRUMPS, f"{CALLED} 2D 4D 7D 8D 2C", WEST, "8C"),
    Annoys(
        "and not with three",
        WHIST,
        CALL,
        f"{CALLED} 2D 4D 7D 8D 2C",
        WEST,
        "7C",
    ),
    Annoys("four trumps are shown on partner's lead of them", WHIST, CALL, f"{CALLED} KH QH", EAST, "3H"),
    Annoys(
        "three are not",
        WHIST,
        {
            **CALL,
            EAST: "7S 5S 4S 6H 3H 2H 9S QD 7D 6C 4C 3C TD",
            WEST: "AS KS QS 8H 5H KH JH TH 9D 5D 2D KC 8C",
            NORTH: "JS TS 8S 6S QH AD KD JD 7C 4D AC QC JC",
        },
        "KH QH",
        EAST,
        "2H",
    ),
)

# Biritch without trumps. The west opens hearts, and the east returns them.

RETURN: Final = {
    WEST: "9S 7S KH JH 8H 5H 3H 6D 5D 3D 8C 6C 4C",
    NORTH: "KS 8S 3S 9H 2H AD JD 9D 8D KC QC 7C 3C",
    EAST: "JS TS 5S 2S TH 7H 6H KD 7D 2D AC 5C 2C",
    SOUTH: "AS QS 6S 4S AH QH 4H QD TD 4D JC TC 9C",
}
OF_FOUR: Final = {WEST: "KH TH 8H 5H", NORTH: "QH 4H", EAST: "AH JH 7H 3H", SOUTH: "9H 6H 2H"}
NO_TRUMPS: Final = {
    NORTH: "AS QS 4S 2S 9H 3H KD 8D 7D 3D QC 6C 2C",
    EAST: "KS 7S 3S AH JH 7H 9D 5D 2D KC TC 8C 4C",
    SOUTH: "JS TS 8S KH 8H 5H AD JD TD AC JC 9C 5C",
    WEST: "9S 6S 5S QH TH 6H 4H 2H QD 6D 4D 7C 3C",
}
HEARTS: Final = "declare:N 4H 3H AH 5H JH KH 2H 9H JS 5S 2S KS"

RETURNED: Final = (
    Annoys(
        "partner's suit is returned, the higher of two",
        BIRITCH,
        {WEST: "QH 9H 8H 5H", NORTH: "KH 7H 6H KS", EAST: "AH JH 3H 9D", SOUTH: "4H 2H TH AS"},
        "declare:N 5H 6H AH 2H",
        EAST,
        "JH",
    ),
    Annoys("of three the lowest", BIRITCH, OF_FOUR, "declare:N 5H 4H AH 2H", EAST, "3H"),
    Annoys("when the lead is won later", BIRITCH, RETURN, "declare:N 5H 2H TH AH QD 3D 8D KD", EAST, "7H 6H"),
    Annoys(
        "and later still",
        BIRITCH,
        RETURN,
        "declare:N 5H 2H TH AH QD 3D 8D 2D TD 5D 9D KD",
        EAST,
        "7H 6H",
    ),
    Annoys("partner's suit is gone on with", BIRITCH, NO_TRUMPS, HEARTS, EAST, "7H"),
    Annoys(
        "a partner who led a singleton is given a ruff",
        BIRITCH,
        {
            WEST: "7D 8S 4S 2S",
            NORTH: "KD JD 9D 3D KS JS",
            EAST: "AD TD 6D 5D 4D",
            SOUTH: "QD 8D 2D AS QS TS 9S",
        },
        "declare:S 7D 3D AD 2D",
        EAST,
        "TD 6D 5D 4D",
    ),
)

# Honours and high cards that are not thrown.

TRUMPS: Final = {
    NORTH: "AS 5S 3S 9H 8H 4H 7D 6D 5D 2D 9C 6C 3C",
    SOUTH: "KS QS 2S AH KH QH JH TH AD 3D 8C 7C 2C",
    WEST: "JS 9S 7S 6H 3H KD QD TD 8D AC JC TC 4C",
    EAST: "TS 8S 6S 4S 7H 5H 2H JD 9D 4D KC QC 5C",
}
DRAWN: Final = "declare:H KD 2D 4D AD AH 3H 4H 2H KH 6H 8H 5H"

KEPT: Final = (
    Annoys("a lost trick gets a low card", BIRITCH, NO_TRUMPS, "declare:N 4H 3H AH 5H JH KH", WEST, "2H"),
    Annoys(
        "a discard keeps the guarded king",
        BIRITCH,
        NO_TRUMPS,
        f"{HEARTS} 7H 8H TH 4S QH 6C",
        EAST,
        "not KC TC",
    ),
    Annoys(
        "dummy throws no honour that is worth a trick",
        BIRITCH,
        NO_TRUMPS,
        f"{HEARTS} 7H 8H TH",
        SOUTH,
        "not AS QS KD QC",
    ),
    Annoys("the ace is not put on partner's king", BIRITCH, TRUMPS, f"{DRAWN} KS 7S", SOUTH, "3S 5S"),
    Annoys("trumps are drawn", BIRITCH, TRUMPS, "declare:H KD 2D 4D AD", SOUTH, "AH KH QH JH TH"),
    Annoys("a discard throws no master", BIRITCH, TRUMPS, f"{DRAWN} QH", WEST, "not AC QD JC"),
    Annoys(
        "fourth hand leaves partner's ace alone",
        BIRITCH,
        {WEST: "4H", NORTH: "AH", EAST: "TH", SOUTH: "KH QH JH 3H"},
        "declare:N 4H AH TH",
        SOUTH,
        "3H",
    ),
    Annoys(
        "fourth hand wins as cheaply as it can",
        BIRITCH,
        {WEST: "4H", NORTH: "2H", EAST: "TH", SOUTH: "AH QH JH 3H"},
        "declare:N 4H 2H TH",
        SOUTH,
        "JH QH",
    ),
    Annoys(
        "no honour falls under partner's ace, where there are trumps",
        BIRITCH,
        {WEST: "AH KH", NORTH: "9H 5H 2H", EAST: "QH JH 7H", SOUTH: "3H 4H 6H 8H TH"},
        "declare:S AH 2H",
        EAST,
        "7H",
    ),
    Annoys(
        "of a sequence the third hand plays the lowest",
        BIRITCH,
        {WEST: "TH 8H 6H 4H", NORTH: "AH 5H 2H", EAST: "KH QH JH 7H", SOUTH: "9H 3H"},
        "declare:N 4H 2H",
        EAST,
        "JH",
    ),
)

RUFFS: Final = "AS KS 5S 3S QD 7D 6D 5D TC 9C 8C 7C 6C"

KEPT_TOO: Final = (
    Annoys(
        "the last hand ruffs low",
        BIRITCH,
        {WEST: "AH 4H", NORTH: "2H", EAST: "9H TH", SOUTH: RUFFS},
        "declare:S AH 2H 9H",
        SOUTH,
        "3S 5S",
    ),
    Annoys(
        "partner's winner is not ruffed",
        BIRITCH,
        {WEST: "4H", NORTH: "AH", EAST: "9H TH", SOUTH: RUFFS},
        "declare:S 4H AH 9H",
        SOUTH,
        "not AS KS 5S 3S QD",
    ),
    Annoys(
        "the second hand does not throw its king on a small card",
        BIRITCH,
        {WEST: "KH 8H 4H 8D 7D 4D 9S 7S 5S 3S 9C 8C 2C", NORTH: "2D 6H", EAST: "5D", SOUTH: "AD 3H"},
        "declare:N 4D 2D 5D AD 3H",
        WEST,
        "4H 8H",
    ),
    Annoys(
        "of king, queen and knave the king is led",
        BIRITCH,
        {WEST: "KD QD JD 4D 9H 4H 2H 8C 7C 6C 4S 3S 2S"},
        "declare:S",
        WEST,
        "KD",
    ),
)

# Signals to a partner, where a dummy lies open.

ATTITUDE: Final = {
    WEST: "AH KH 9H 5H",
    NORTH: "JH 7H 3H",
    EAST: "QH 8H 2H",
    SOUTH: "TH 6H 4H AS KS QS JS 9S",
}
COUNT: Final = {
    WEST: "KS TS 7S 5S 3S 8D 6D 4D 2D",
    NORTH: "4S 2S AD TD 7D",
    EAST: "JS 5D 3D",
    SOUTH: "AS KD QD JD 9D",
}

SIGNALS: Final = (
    Annoys("a queen encourages partner's king", BIRITCH, ATTITUDE, "declare:S KH 3H", EAST, "8H"),
    Annoys(
        "small cards do not",
        BIRITCH,
        {**ATTITUDE, EAST: "8H 6H 2H", SOUTH: "QH TH 4H AS KS QS JS 9S"},
        "declare:S KH 3H",
        EAST,
        "2H",
    ),
    Annoys(
        "two cards and a trump ask for a ruff",
        BIRITCH,
        {**ATTITUDE, EAST: "8H 2H 7S 5S", SOUTH: "QH TH 6H 4H AS KS QS JS 9S"},
        "declare:S KH 3H",
        EAST,
        "8H",
    ),
    Annoys("who asked for a suit is given it", BIRITCH, ATTITUDE, "declare:S KH 3H 8H 4H", WEST, "AH 9H 5H"),
    Annoys("an even number is told", BIRITCH, COUNT, "declare:N 5S 2S JS AS KD", WEST, "8D 6D"),
    Annoys(
        "and an odd one",
        BIRITCH,
        {**COUNT, WEST: "KS TS 7S 5S 3S 8D 4D 2D", EAST: "JS 6D 5D 3D"},
        "declare:N 5S 2S JS AS KD",
        WEST,
        "2D",
    ),
    Annoys("by the other defender too", BIRITCH, COUNT, "declare:N 5S 2S JS AS KD 8D 7D", EAST, "5D"),
)

# Claims.

SPADES: Final = "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"

CLAIMS: Final = (
    Annoys(
        "what cannot be lost is claimed",
        BIRITCH,
        {SOUTH: SPADES, WEST: "KD", NORTH: "2D", EAST: "3D"},
        "declare:S KD 2D 3D 2S",
        SOUTH,
        "claims",
    ),
    Annoys("what may be lost is played", BIRITCH, TRUMPS, DRAWN, SOUTH, "plays"),
)

POSITIONS: Final = (*AT_WHIST, *RETURNED, *KEPT, *KEPT_TOO, *SIGNALS, *CLAIMS)
