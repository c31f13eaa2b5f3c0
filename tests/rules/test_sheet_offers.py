"""What a score sheet offers of honours, and what it takes of tricks and doublings, by the laws of each
game."""

from __future__ import annotations

import pytest

from rules.counting.reckon import NOTHING_SCORED
from rules.games.all_games import GAMES
from rules.seats import BySide, Seat, Side
from rules.sheet.deals import (
    Given,
    Hands,
    Lie,
    Lies,
    aces_offered,
    form_of,
    honours_offered,
    may_be_doubled,
    most_doublings,
    reckon_deal,
    voids_offered,
)
from rules.sheet.errors import SheetError, TooManyTricks
from rules.sheet.honours import Held
from rules.tricks import Strain
from tests.each import each

NS, EW = Side
HEARTS, NO_TRUMPS = Strain.HEARTS, Strain.NO_TRUMPS

THREE: tuple[Hands, ...] = ((3, 0), (2, 1))
FOUR: tuple[Hands, ...] = ((4, 0), (3, 1), (2, 2))
DIVIDED: tuple[Hands, ...] = ((3, 1), (2, 2))
Offer = tuple[tuple[Hands, ...], bool]
"""The ways in which a side holds honours, richer hand first, and whether the number alone tells it."""

AT_WHIST: tuple[Offer, ...] = ((THREE, True), (FOUR, True))
BY_ACES: tuple[Offer, ...] = ((THREE, True), (DIVIDED, False), (((4, 0),), False))
AT_BIRITCH: tuple[Offer, ...] = (*BY_ACES, (((3, 2),), False), (((5, 0), (4, 1)), False))
TEN_FOR_FIVE: tuple[Offer, ...] = (
    *BY_ACES,
    (((3, 2),), False),
    (((4, 1),), False),
    (((5, 0),), False),
)
FOUR_ACES: tuple[Offer, ...] = ((((4, 0),), False),)
IN_ONE_HAND: tuple[Offer, ...] = (*FOUR_ACES, (((4, 1),), False), (((5, 0),), False))
FOUR_ALIKE: tuple[Offer, ...] = ((((4, 0), (4, 1)), False), (((5, 0),), False))


def either(offers: tuple[Offer, ...], *, none: bool) -> Lies:
    """The same for both sides."""
    return Lies(tuple(Lie(side, ways, number) for side in (NS, EW) for ways, number in offers), none)


HONOURS = [
    # game, strain, what can be told, and whether honours that score nothing may be left out
    # of five trump honours one side has three at least; five score nine in one hand or 4-1 (laws 2.6)
    ("biritch", HEARTS, AT_BIRITCH, False),
    ("biritch", None, AT_BIRITCH, False),
    ("biritch", NO_TRUMPS, BY_ACES, True),
    # ten for five in one hand (laws 3)
    ("bridge", HEARTS, TEN_FOR_FIVE, False),
    ("bridge", NO_TRUMPS, BY_ACES, True),
    ("auction", HEARTS, TEN_FOR_FIVE, False),
    ("auction", None, TEN_FOR_FIVE, False),
    ("auction", NO_TRUMPS, BY_ACES, True),
    # three and four, however they lie (laws 4.2, 5, 12)
    ("whist_modern", HEARTS, AT_WHIST, True),
    ("whist_modern", None, AT_WHIST, True),
    ("whist_long", None, AT_WHIST, True),
    ("ruff_and_honours", None, AT_WHIST, True),
    ("cottons_whist", None, AT_WHIST, True),
    # four in one hand: with the fifth opposite they score more at plafond, not at contract (laws 8, 9)
    ("plafond", HEARTS, IN_ONE_HAND, True),
    ("plafond", NO_TRUMPS, FOUR_ACES, True),
    ("contract", HEARTS, FOUR_ALIKE, True),
    ("contract", NO_TRUMPS, FOUR_ACES, True),
    ("scaled_contract", HEARTS, FOUR_ALIKE, True),
    # three aces without trumps, or four, each 25 times the value of a trick (laws 6)
    ("vint", NO_TRUMPS, AT_WHIST, True),
]


@each(("key", "strain", "offers", "none"), HONOURS)
def test_honours_that_score_alike_are_one_offer(
    key: str, strain: Strain | None, offers: tuple[Offer, ...], none: bool
) -> None:
    assert honours_offered(GAMES[key].variant(), strain) == either(offers, none=none)
    assert aces_offered(GAMES[key].variant(), strain) == Lies()


def test_where_honours_and_aces_are_weighed_together_each_number_of_north_and_south_is_an_offer() -> None:
    """Vint with trumps (laws 6.7)."""
    vint = GAMES["vint"].variant()
    ways: tuple[tuple[Hands, ...], ...] = (FOUR, THREE, ((2, 0), (1, 1)), ((1, 0),), ((0, 0),))
    by_number = Lies(tuple(Lie(NS, one, number_only=True) for one in ways), none=False)
    assert honours_offered(vint, HEARTS) == aces_offered(vint, HEARTS) == by_number
    five = honours_offered(GAMES["vint"].variant({"vint_honours": "5"}), HEARTS)
    assert [one.count for one in five.offers] == [5, 4, 3, 2, 1, 0]


def test_nothing_is_offered_where_honours_do_not_count() -> None:
    for key in "whist_american", "whist_british", "norwegian_whist":
        assert honours_offered(GAMES[key].variant(), None) == Lies()
    assert honours_offered(GAMES["whist_modern"].variant({"honours": "none"}), HEARTS) == Lies()


def test_hands_without_a_trump_are_asked_for_only_where_chicane_counts() -> None:
    """At biritch and bridge with trumps, and at auction by the schedules before 1913 (laws 2.7, 7)."""
    asked = {
        key
        for key, game in GAMES.items()
        if voids_offered(game.variant(), HEARTS) or voids_offered(game.variant(), None)
    }
    assert asked == {"biritch", "bridge"}
    assert not voids_offered(GAMES["biritch"].variant(), NO_TRUMPS)
    assert voids_offered(GAMES["auction"].variant({"schedule": "1904"}), HEARTS)


def test_an_offer_says_which_hands_it_means() -> None:
    three, divided = Lie(NS, THREE, number_only=True), Lie(EW, DIVIDED, number_only=False)
    assert list(three.ways_held()) == [Held(sides=((NS, 3),))]
    east, west = Seat.EAST, Seat.WEST
    assert list(divided.ways_held()) == [
        Held(hands=((east, 3), (west, 1))),
        Held(hands=((east, 1), (west, 3))),
        Held(hands=((east, 2), (west, 2))),
    ]


# Tricks and doublings


@each(
    ("key", "tricks", "ns"),
    [
        ("biritch", 0, BySide(0, 13)),
        ("biritch", 13, BySide(13, 0)),
        ("biritch", -1, TooManyTricks(13)),
        ("biritch", 14, TooManyTricks(13)),
        ("ruff_and_honours", 12, BySide(12, 0)),
        ("ruff_and_honours", 0, BySide(0, 12)),
        ("cottons_whist", 13, TooManyTricks(12)),
    ],
)
def test_a_side_wins_from_none_to_all_of_the_tricks(
    key: str, tricks: int, ns: BySide[int] | SheetError
) -> None:
    variant = GAMES[key].variant()
    declared = NO_TRUMPS if key == "biritch" else None
    given = Given(declared, NS, tricks)
    if isinstance(ns, SheetError):
        with pytest.raises(type(ns)) as refused:
            reckon_deal(variant, given, NOTHING_SCORED)
        assert refused.value.args == ns.args
    else:
        assert reckon_deal(variant, given, NOTHING_SCORED)[0].tricks == ns


LIMITS = [
    # game, options, strain, whether none, one, two ... doublings are allowed, and the limit told
    ("biritch", {}, HEARTS, "yyyyyyyy", None),
    ("biritch", {"doubling_limit": "2"}, None, "yyyn", 2),
    ("biritch", {"doubling_limit": "0"}, HEARTS, "yn", 0),
    # a trick of at most a hundred: 8, 16, 32, 64; 10, 20, 40, 80; 2 to 64 (ambiguity 9)
    ("biritch", {"doubling_limit": "per_trick_100"}, HEARTS, "yyyyn", None),
    ("biritch", {"doubling_limit": "per_trick_100"}, NO_TRUMPS, "yyyyn", None),
    ("biritch", {"doubling_limit": "per_trick_100"}, Strain.SPADES, "yyyyyyn", None),
    # not told yet: as without trumps
    ("biritch", {"doubling_limit": "per_trick_100"}, None, "yyyyn", None),
    # double and redouble (laws 7.1, 8, 9)
    ("auction", {}, HEARTS, "yyyn", 2),
    ("contract", {}, None, "yyyn", 2),
    ("vint", {}, HEARTS, "yn", 0),
    ("whist_modern", {}, None, "yn", 0),
    ("norwegian_whist", {}, None, "yn", 0),
]


@each(("key", "options", "strain", "allowed", "most"), LIMITS)
def test_tricks_are_doubled_as_often_as_the_game_and_the_table_allow(
    key: str, options: dict[str, str], strain: Strain | None, allowed: str, most: int | None
) -> None:
    variant = GAMES[key].variant(options)
    may = [may_be_doubled(variant, strain, times) for times in range(len(allowed))]
    assert may == [letter == "y" for letter in allowed]
    assert most_doublings(variant) == most
    assert form_of(variant).doublings is (most != 0)
