"""Contract Bridge, at the figures of 1935. Laws section 9."""

from __future__ import annotations

from rules.counting.reckon import ByLines
from rules.counting.rubber import RubberLaw
from rules.counting.undertaking import Awards, HonoursInOneHand, PromisedSlams, Undertaking, bid_and_made
from rules.games.variant import EDITION, FIRST, WITH_RUBBERS, Choice, Game, House, Options, Variant
from rules.settling.auction import SPADES_HIGH, Auction, by_tricks
from rules.tricks import Prices

PRICES = Prices(no_trumps=30, hearts=30, diamonds=20, clubs=20, spades=30)

NO_TRUMPS = {"40-30": (40, 30), "35": (35,), "30-40": (30, 40, 30, 40, 30, 40, 30)}
"""What the first, second, third ... odd trick scores without trumps (ambiguity 65)."""

CHOICES = (
    *WITH_RUBBERS,
    Choice("nt_tricks", tuple(NO_TRUMPS)),
    Choice("redoubled_undertricks", ("seed", "laws")),
    Choice("redoubled_insult", ("50", "100")),
    Choice("fourth_undertrick", ("false", "true")),
    Choice("unfinished_rubber", ("none", "laws")),
    Choice("redeal", ("false", "true")),
)


def build(options: Options) -> Variant:
    by_the_laws = options["redoubled_undertricks"] == "laws"
    insult = int(options["redoubled_insult"])
    finished_only = options["unfinished_rubber"] == "none"
    doubled = (100, 200, 200, 300) if options["fourth_undertrick"] == "true" else (100, 200)
    return Variant(
        key="contract",
        settlement=Auction(by_tricks(SPADES_HIGH)),
        reckoning=ByLines(
            (
                Undertaking(
                    PRICES,
                    (
                        Awards(undertricks=(50,)),
                        Awards(undertricks=doubled, overtricks=(100,), fulfilment=50),
                        Awards(
                            undertricks=tuple(2 * one for one in doubled) if by_the_laws else (200, 300),
                            overtricks=(200,),
                            fulfilment=insult,
                        ),
                    ),
                    vulnerable=(
                        Awards(undertricks=(100,)),
                        Awards(undertricks=(200, 300), overtricks=(200,), fulfilment=50),
                        Awards(
                            undertricks=(400, 600) if by_the_laws else (400, 500),
                            overtricks=(400,),
                            fulfilment=insult,
                        ),
                    ),
                    no_trumps=NO_TRUMPS[options["nt_tricks"]],
                ),
                PromisedSlams(bid_and_made(500, 1000), vulnerable=bid_and_made(750, 1500)),
                HonoursInOneHand(five=150, four_and_one=100, four=100, aces=150),
            )
        ),
        rubber=RubberLaw(
            game=100,
            games=2,
            bonus=500,
            straight=700,
            lone_game=0 if finished_only else 300,
            part_score=0 if finished_only else 50,
            unfinished_counts=not finished_only and options[EDITION] != FIRST,
        ),
        thrown_in_passes=options["redeal"] == "false",
        house=House.arranged(options),
    )


CONTRACT = Game("contract", CHOICES, build)
