"""Biritch, or Russian Whist (Collinson 1886): the main game. Laws section 2."""

from __future__ import annotations

from rules.counting.bridge_lines import Chicane, Honours, OddTricks, Slams
from rules.counting.reckon import ByLines, Column
from rules.counting.revoke import RevokeLaw, RevokeUnit
from rules.counting.rubber import RubberLaw
from rules.games.variant import (
    REVOKE_CHOICES,
    WITH_RUBBERS,
    Choice,
    Game,
    House,
    Options,
    Variant,
    revoking_of,
)
from rules.settling.declaration import Declaration, DoublingOrder
from rules.tricks import Prices

COLLINSON = Prices(no_trumps=10, hearts=8, diamonds=6, clubs=4, spades=2)

CHOICES = (
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
)


def build(options: Options) -> Variant:
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


BIRITCH = Game("biritch", CHOICES, build)
