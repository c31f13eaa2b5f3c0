"""Plafond: auction bridge in which only the tricks that were bid count towards game. Laws section 8."""

from __future__ import annotations

from rules.counting.bridge_lines import Slams
from rules.counting.reckon import ByLines, Line, Reckoner
from rules.counting.rubber import RubberLaw, Won
from rules.counting.undertaking import (
    Awards,
    HonoursInOneHand,
    PromisedSlams,
    SlamPrize,
    Successive,
    Undertaking,
)
from rules.games.variant import EDITION, SECOND, WITH_RUBBERS, Choice, Game, House, Options, Variant
from rules.settling.auction import SPADES_HIGH, Auction, by_tricks
from rules.tricks import Prices

PRICES = Prices(no_trumps=10, hearts=8, diamonds=7, clubs=6, spades=9)

PROMISED = (
    SlamPrize(6, 12, 250, Line.PETIT_SLAM),
    SlamPrize(6, 13, 300, Line.GRAND_SLAM),
    SlamPrize(7, 13, 500, Line.GRAND_SLAM),
)
"""The figures of [001] read one trick higher, since five odd tricks are not a slam (ambiguity 60)."""

LITERAL = (
    SlamPrize(5, 12, 250, Line.PETIT_SLAM),
    SlamPrize(5, 13, 300, Line.GRAND_SLAM),
    SlamPrize(6, 12, 250, Line.PETIT_SLAM),
    SlamPrize(6, 13, 500, Line.GRAND_SLAM),
    SlamPrize(7, 13, 500, Line.GRAND_SLAM),
)
"""The figures as they stand in [001] (ambiguity 60)."""

SLAMS: dict[str, Reckoner] = {
    "promised": PromisedSlams(PROMISED),
    "flat": Slams(petit=100, grand=200),
    "literal": PromisedSlams(LITERAL),
}

CHOICES = (
    *WITH_RUBBERS,
    Choice("overtricks", ("50", "50-30-20-10", "10")),
    Choice("slams", tuple(SLAMS), unless=((EDITION, SECOND, "flat"),)),
    Choice("redeal", ("false", "true")),
)


def first_game(won: Won) -> int | None:
    """A bonus of 100 for the first game of the rubber, whichever side wins it (ambiguity 62)."""
    return None if any(won.games) else 100


def awards(overtricks: Successive, doublings: int) -> Awards:
    """The awards after this many doublings: each multiplies them by two, and making a doubled contract scores
    besides (ambiguity 61)."""
    times = 1 << doublings
    return Awards(
        undertricks=tuple(times * points for points in (50, 100, 150)),
        overtricks=tuple(times * points for points in overtricks),
        fulfilment=50 * doublings,
    )


def build(options: Options) -> Variant:
    overtricks = tuple(int(points) for points in options["overtricks"].split("-"))
    tariff = awards(overtricks, 0), awards(overtricks, 1), awards(overtricks, 2)
    return Variant(
        key="plafond",
        settlement=Auction(by_tricks(SPADES_HIGH)),
        reckoning=ByLines(
            (
                Undertaking(PRICES, tariff),
                SLAMS[options["slams"]],
                HonoursInOneHand(five=200, four_and_one=150, four=100, aces=200),
            )
        ),
        rubber=RubberLaw(game=30, games=2, bonus=400, prize=first_game),
        thrown_in_passes=options["redeal"] == "false",
        house=House.arranged(options),
    )


PLAFOND = Game("plafond", CHOICES, build)
