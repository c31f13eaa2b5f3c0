"""Contract Bridge with its figures scaled back to those of Auction. Laws section 10."""

from __future__ import annotations

from typing import Final

from rules.counting.bridge_lines import Honours
from rules.counting.reckon import ByLines, Reckoner
from rules.counting.rubber import RubberLaw
from rules.counting.undertaking import Awards, HonoursInOneHand, PromisedSlams, Undertaking, bid_and_made
from rules.games.variant import WITH_RUBBERS, Choice, Game, House, Options, Variant
from rules.settling.auction import SPADES_HIGH, Auction, by_tricks
from rules.tricks import Prices

PRICES = Prices(no_trumps=10, hearts=8, diamonds=7, clubs=6, spades=9)

HONOURS: dict[str, Reckoner] = {
    "contract": HonoursInOneHand(five=45, four_and_one=30, four=30, aces=45),
    "auction": Honours(PRICES, five_in_one=10, aces=(30, 40, 100)),
}
"""Scaled from contract, or as at auction (ambiguity 68)."""

ROUNDED: Final = {"no": (225, 450, 210), "225": (250, 450, 200), "225_and_450": (250, 500, 200)}
"""Slams of a side that is vulnerable, and a rubber of two games (ambiguity 69; appendix D, D9)."""

CHOICES = (
    *WITH_RUBBERS,
    Choice("honours", tuple(HONOURS)),
    Choice("rounded", tuple(ROUNDED), once=(("false", "no"), ("true", "225_and_450"))),
    Choice("redeal", ("false", "true")),
)


def build(options: Options) -> Variant:
    little, grand, straight = ROUNDED[options["rounded"]]
    return Variant(
        key="scaled_contract",
        settlement=Auction(by_tricks(SPADES_HIGH)),
        reckoning=ByLines(
            (
                Undertaking(
                    PRICES,
                    (
                        Awards(undertricks=(15,)),
                        Awards(undertricks=(30, 60), overtricks=(30,), fulfilment=15),
                        Awards(undertricks=(60, 90), overtricks=(60,), fulfilment=15),
                    ),
                    vulnerable=(
                        Awards(undertricks=(30,)),
                        Awards(undertricks=(60, 90), overtricks=(60,), fulfilment=15),
                        Awards(undertricks=(120, 150), overtricks=(120,), fulfilment=15),
                    ),
                ),
                PromisedSlams(
                    bid_and_made(150, 300),
                    vulnerable=bid_and_made(little, grand),
                ),
                HONOURS[options["honours"]],
            )
        ),
        rubber=RubberLaw(game=30, games=2, bonus=150, straight=straight),
        thrown_in_passes=options["redeal"] == "false",
        house=House.arranged(options),
    )


SCALED_CONTRACT = Game("scaled_contract", CHOICES, build)
