"""Norwegian Whist, grand or nullo: no trumps, and each hand is played to win tricks or to lose them. Laws of
added games, section 1."""

from __future__ import annotations

from typing import Final

from rules.calls import Bid
from rules.counting.reckon import ByLines
from rules.counting.rubber import RubberLaw
from rules.counting.undertaking import MostOrFewest
from rules.games.variant import WITH_PARTNERS, Game, House, Options, Variant
from rules.settling.high_or_low import HighOrLow
from rules.tricks import Strain

GRAND: Final = Bid(1, Strain.NO_TRUMPS)
"""To win at least seven tricks, without trumps."""

NULLO: Final = Bid(1, Strain.MISERE)
"""To lose at least seven tricks."""

FIFTY: Final = 50


def build(options: Options) -> Variant:
    return Variant(
        key="norwegian_whist",
        settlement=HighOrLow(GRAND, NULLO),
        reckoning=ByLines((MostOrFewest(made=4, failed=8, lost=2),)),
        rubber=RubberLaw(game=FIFTY, games=1, bonus=0),
        house=House.arranged(options),
    )


NORWEGIAN_WHIST: Final = Game("norwegian_whist", WITH_PARTNERS, build)
