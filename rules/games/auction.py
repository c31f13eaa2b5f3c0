"""Auction Bridge, 1904 to 1920, and Auction Whist, which is the same without a dummy. Laws section 7."""

from __future__ import annotations

from rules.calls import Bid
from rules.counting.bridge_lines import Chicane, Honours, Slams
from rules.counting.reckon import ByLines
from rules.counting.rubber import RubberLaw
from rules.counting.undertaking import Awards, ContractRevokes, LossLimit, Undertaking
from rules.games.variant import (
    EDITION,
    FIRST,
    REVOKE_CHOICES,
    WITH_RUBBERS,
    Choice,
    Game,
    House,
    Options,
    Variant,
    revoking_of,
)
from rules.refusals import OptionsClash
from rules.settling.auction import Auction, by_points, first_to_bid_the_suit, first_to_name
from rules.tricks import Prices, Strain

MISERE = 14

SCHEDULES = {
    "1920": Prices(no_trumps=10, hearts=8, diamonds=7, clubs=6, spades=9),
    "1904": Prices(no_trumps=12, hearts=8, diamonds=6, clubs=4, spades=2),
    "exp2": Prices(no_trumps=12, hearts=8, diamonds=6, clubs=4, spades=2),
    "exp3": Prices(no_trumps=12, hearts=8, diamonds=6, clubs=4, spades=2, royals=10),
    "exp4": Prices(no_trumps=12, hearts=8, diamonds=6, clubs=4, spades=2, royals=10),
    "exp5": Prices(no_trumps=12, hearts=8, diamonds=6, clubs=4, spades=2, royals=9),
    "1913": Prices(no_trumps=10, hearts=8, diamonds=7, clubs=6, spades=2, royals=9),
}
"""The seven columns of laws 7.2, without misère: each of them may have it by an option (ambiguity 56)."""

CHEAP_SPADES = 2
"""The value of a trick in spades up to 1913. With it the dealer had to open, and one spade could not lose
much (laws 7.2, 7.3)."""

TARIFF = (
    Awards(undertricks=(50,), overtricks=()),
    Awards(undertricks=(100,), overtricks=(50,), fulfilment=50),
    Awards(undertricks=(200,), overtricks=(100,), fulfilment=100),
)

CHOICES = (
    *WITH_RUBBERS,
    *REVOKE_CHOICES,
    Choice("schedule", tuple(SCHEDULES)),
    Choice("misere", ("false", "true"), unless=(("schedule", "exp3", "true"),)),
    Choice("dummy", ("true", "false")),
    Choice("slams", ("50-100", "20-40")),
    Choice(
        "chicane",
        ("true", "false"),
        unless=(("schedule", "1913", "false"), ("schedule", "1920", "false")),
    ),
    Choice("one_spade_limit", ("true", "false"), unless=(("schedule", "1920", "false"),)),
    Choice("one_spade_limit_max_dbl", ("2", "1")),
    Choice("redeal", ("false", "true")),
)


def build(options: Options) -> Variant:
    prices = SCHEDULES[options["schedule"]]
    cheap_spades = prices.spades == CHEAP_SPADES
    limited = options["one_spade_limit"] == "true"
    redealt = options["redeal"] == "true"
    if limited and not cheap_spades:
        raise OptionsClash("one_spade_limit", "schedule")
    if not limited and options["one_spade_limit_max_dbl"] != "2":
        raise OptionsClash("one_spade_limit_max_dbl", "one_spade_limit")
    if redealt and cheap_spades:
        raise OptionsClash("redeal", "schedule")  # the dealer must open, so no deal is ever passed out
    if options["misere"] == "true":
        prices = prices._replace(misere=MISERE)
    limit = LossLimit(Bid(1, Strain.SPADES), 100, int(options["one_spade_limit_max_dbl"]))
    little, grand = map(int, options["slams"].split("-"))
    honours = Honours(prices, five_in_one=10, aces=(30, 40, 100))
    return Variant(
        key="auction",
        settlement=Auction(
            by_points(prices),
            must_open=cheap_spades,
            dummy_shown_after=1 if options["dummy"] == "true" else None,
            declarer=first_to_name if options[EDITION] == FIRST else first_to_bid_the_suit,
        ),
        reckoning=ByLines(
            (
                Undertaking(prices, TARIFF, ceiling=False, limit=limit if limited else None),
                Slams(petit=little, grand=grand),
                honours,
                *((Chicane(honours),) if options["chicane"] == "true" else ()),
            ),
            ContractRevokes(points=150, further=100),
        ),
        rubber=RubberLaw(game=30, games=2, bonus=250),
        thrown_in_passes=not redealt,
        revoking=revoking_of(options),
        house=House.arranged(options),
    )


AUCTION = Game("auction", CHOICES, build)
