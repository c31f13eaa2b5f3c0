"""Biritch, or Russian Whist (Collinson 1886), and straight bridge, which grew from it: the dealer or their
partner names trumps. Laws sections 2 and 3."""

from __future__ import annotations

from typing import Final

from rules.counting.bridge_lines import Chicane, Honours, OddTricks, Slams
from rules.counting.reckon import ByLines, Column
from rules.counting.revoke import ANY_OF_THREE, TAKE_ONLY, RevokeLaw, RevokeUnit
from rules.counting.rubber import RubberLaw
from rules.games.variant import (
    EDITION,
    FOURTH,
    REPLACED,
    REVOKE_CHOICES,
    SECOND,
    WITH_RUBBERS,
    Choice,
    Game,
    House,
    Options,
    Variant,
    revoking_of,
    with_direction,
)
from rules.refusals import OptionsClash
from rules.settling.declaration import Declaration, DoublingOrder
from rules.tricks import Prices

# Biritch (laws 2)


COLLINSON = Prices(no_trumps=10, hearts=8, diamonds=6, clubs=4, spades=2)

BIRITCH_CHOICES = (
    *WITH_RUBBERS,
    *REVOKE_CHOICES,
    Choice("doubling_order", ("either", "laws1904")),
    Choice("doubling_limit", ("none", "per_trick_100"), numbers=range(1000)),
    Choice("slam_counts_to_game", ("false", "true")),
    Choice("slam_doubled", ("false", "true")),
    Choice("chicane_per_hand", ("true", "false")),
    Choice("rubber_bonus", ("40",), numbers=range(1000)),
    Choice("revoke_unit", ("value_of_three_tricks", "three_points")),
    Choice("revoke_unit_doubled", ("true", "false")),
    Choice("revoke_cap", ("usual",), numbers=range(30)),
    REPLACED,
)


def biritch(options: Options) -> Variant:
    limit = options["doubling_limit"]
    unit = RevokeUnit(options["revoke_unit"])
    usual_cap = 29 if unit is RevokeUnit.THREE_POINTS else 28
    honours = Honours(COLLINSON)
    return Variant(
        key="biritch",
        settlement=Declaration(
            COLLINSON,
            order=DoublingOrder(options["doubling_order"]),
            max_doublings=int(limit) if limit.isdecimal() else None,
            max_trick=100 if limit == "per_trick_100" else None,
        ),
        reckoning=ByLines(
            (
                OddTricks(COLLINSON),
                Slams(
                    petit=20,
                    grand=40,
                    doubled=options["slam_doubled"] == "true",
                    column=Column.BELOW if options["slam_counts_to_game"] == "true" else Column.ABOVE,
                ),
                honours,
                Chicane(honours, per_hand=options["chicane_per_hand"] == "true"),
            ),
            RevokeLaw(
                COLLINSON,
                unit=unit,
                unit_doubled=options["revoke_unit_doubled"] == "true",
                cap=usual_cap if options["revoke_cap"] == "usual" else int(options["revoke_cap"]),
            ),
        ),
        rubber=RubberLaw(game=30, games=2, bonus=int(options["rubber_bonus"])),
        revoking=revoking_of(options),
        house=House.arranged(options),
    )


BIRITCH = Game("biritch", BIRITCH_CHOICES, biritch)


# Straight bridge, as it was played from the 1890s to 1904 (laws 3)


LAWS_1904 = "laws1904"

POINTS: Final = Prices(no_trumps=1, hearts=1, diamonds=1, clubs=1, spades=1)
"""What each of the "points" of honours is worth, read to the letter (appendix D, D8)."""

BRIDGE_CHOICES = (
    *with_direction(WITH_RUBBERS, ("preset", LAWS_1904, "clockwise"), (EDITION, FOURTH, "counterclockwise")),
    *REVOKE_CHOICES,
    Choice("preset", ("seed001", LAWS_1904)),
    Choice("doubling_order", ("either", LAWS_1904), unless=(("preset", LAWS_1904, LAWS_1904),)),
    Choice(
        "doubling_limit",
        ("none", "per_trick_100"),
        numbers=range(1000),
        unless=(("preset", LAWS_1904, "per_trick_100"),),
    ),
    Choice("nt_trick", ("12", "10")),
    Choice("five_in_one", ("10", "9")),
    Choice("honours_as", ("tricks", "points")),
    Choice("nt_honours", ("tricks", "laws"), unless=(("preset", LAWS_1904, "laws"),)),
    Choice("chicane", ("adjust", "own_side"), unless=(("preset", LAWS_1904, "own_side"),)),
    Choice("chicane_per_hand", ("true", "false")),
    Choice(
        "dummy_exposed",
        ("after_lead", "before_lead"),
        unless=(("preset", LAWS_1904, "after_lead"), (EDITION, SECOND, "before_lead")),
    ),
    Choice("rubber_bonus", ("40",), numbers=range(1000), unless=(("preset", LAWS_1904, "100"),)),
    Choice("revoke_choice", ("three", "take_only")),
    Choice("revoke_unit", ("value_of_three_tricks", "three_points")),
    Choice("revoke_unit_doubled", ("true", "false")),
    Choice("revoke_cap", ("usual",), numbers=range(30)),
    REPLACED,
)


def bridge(options: Options) -> Variant:
    limit = options["doubling_limit"]
    unit = RevokeUnit(options["revoke_unit"])
    take_only = options["revoke_choice"] == "take_only"
    if take_only and unit is RevokeUnit.THREE_POINTS:
        raise OptionsClash("revoke_unit", "revoke_choice")  # no points are added or deducted
    if take_only and options["revoke_unit_doubled"] == "false":
        raise OptionsClash("revoke_unit_doubled", "revoke_choice")
    usual_cap = 29 if unit is RevokeUnit.THREE_POINTS else 28
    prices = Prices(no_trumps=int(options["nt_trick"]), hearts=8, diamonds=6, clubs=4, spades=2)
    to_the_letter = options["honours_as"] == "points"
    if to_the_letter and options["nt_honours"] == "laws":
        raise OptionsClash("honours_as", "nt_honours")
    honours = Honours(
        POINTS if to_the_letter else prices,
        five_in_one=int(options["five_in_one"]),
        aces=(30, 40, 100) if options["nt_honours"] == "laws" else None,
    )
    law = RevokeLaw(
        prices,
        unit=unit,
        unit_doubled=options["revoke_unit_doubled"] == "true",
        cap=usual_cap if options["revoke_cap"] == "usual" else int(options["revoke_cap"]),
        choice=TAKE_ONLY if take_only else ANY_OF_THREE,
    )
    return Variant(
        key="bridge",
        settlement=Declaration(
            prices,
            order=DoublingOrder(options["doubling_order"]),
            max_doublings=int(limit) if limit.isdecimal() else None,
            max_trick=100 if limit == "per_trick_100" else None,
            dummy_shown_after=0 if options["dummy_exposed"] == "before_lead" else 1,
        ),
        reckoning=ByLines(
            (
                OddTricks(prices),
                Slams(petit=20, grand=40),
                honours,
                Chicane(
                    honours,
                    per_hand=options["chicane_per_hand"] == "true",
                    own_side=options["chicane"] == "own_side",
                ),
            ),
            law,
        ),
        rubber=RubberLaw(game=30, games=2, bonus=int(options["rubber_bonus"])),
        revoking=revoking_of(options),
        house=House.arranged(options),
    )


BRIDGE = Game("bridge", BRIDGE_CHOICES, bridge)
