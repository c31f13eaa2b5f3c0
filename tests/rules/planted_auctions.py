"""Faults in the games of an auction, by the rows of docs/reference/seeds.md that they are faults of."""

from __future__ import annotations

from typing import Any, Final

from rules.calls import MOST_ODD_TRICKS, Bid
from rules.counting import undertaking
from rules.counting.bridge_lines import Honours, Slams
from rules.counting.points_up import Worth
from rules.counting.reckon import Column, Line
from rules.counting.rubber import RubberLaw
from rules.counting.undertaking import (
    Awards,
    EveryTrick,
    HonoursInOneHand,
    LossLimit,
    Majorities,
    SlamPrize,
    SlamsBid,
    Tie,
    TrickValue,
    Undertaking,
)
from rules.frozen import replace
from rules.games import auctions
from rules.seats import BySide, Side
from rules.settling import auction
from rules.settling.auction import Auction, Bidding
from rules.tricks import Strain
from tests.rules.planted_revokes import Around
from tests.rules.planted_values import built, choice, entry, instead, lines, other, read, unheeded
from tests.trials.stage.seams import Function, Seam, after, constant, given


def both_counted(found: tuple[Side, int], self: Majorities, tally: Any) -> tuple[Side, int]:
    (honours_to, honours), (aces_to, aces) = (
        self._majority(one, found[0]) for one in (tally.honours, tally.aces)
    )
    return found if honours_to is aces_to else (found[0], honours + aces)


def tricks_won(towards: Function) -> Function:
    def won(tally: Any, contract: Any, **named: Any) -> Any:
        return towards(tally, contract._replace(bid=Bid(contract.bid.odd, Strain.NO_TRUMPS)), **named)

    return won


def awards(change: Function) -> Seam:
    return Seam(auctions, "plafond_awards", change)


def overtricks(change: Function) -> Around:
    return given(lambda scale, doublings: (change(scale), doublings))


OF_VINT: Final[dict[str, Seam]] = {
    "001-vint-dummy": built("vint", Auction, dummy_shown_after=1),
    "001-vint-doubling": built("vint", Auction, max_doublings=2),
    "001-vint-every": Seam(
        EveryTrick, "__call__", lines(Line.TRICKS, lambda one, *_: one if one.side is Side.NS else None)
    ),
    "001-vint-ten": built("vint", TrickValue, per_odd_trick=20),
    "001-vint-game": Seam(auctions, "VINT_GAME", constant(600)),
    "001-vint-thousand": built("vint", Worth, points=1_500),
    "001-vint-two-thousand": built("vint", RubberLaw, bonus=1_000),
    "001-vint-little": built("vint", SlamsBid, little=6_000),
    "001-vint-little-unbid": built("vint", SlamsBid, little_unbid=2_000),
    "001-vint-grand": built("vint", SlamsBid, grand=10_000),
    "001-vint-grand-after": built("vint", SlamsBid, grand_after_little=6_000),
    "001-vint-grand-unbid": built("vint", SlamsBid, grand_unbid=3_000),
    "001-vint-honours": built("vint", Majorities, times=20),
    "001-vint-split": Seam(Majorities, "_majority_side", after(both_counted)),
    "001-vint-tie": built("vint", Majorities, tie=Tie.CATEGORY),
    "001-vint-aces": built("vint", Majorities, times_without_trumps=10),
    "001-three-passes": built("vint", Auction, passes_to_end={3: 4}),
}

OF_AUCTION: Final[dict[str, Seam]] = {
    "001-auction-whist": unheeded("auction", dummy="true"),
    "001-schedule-1920": entry(auctions, "SCHEDULES", "1920", spades=8),
    "001-schedule-1904": entry(auctions, "SCHEDULES", "1904", no_trumps=10),
    "001-schedule-1913": entry(auctions, "SCHEDULES", "1913", royals=10),
    "001-schedules-between": entry(auctions, "SCHEDULES", "exp4", royals=9),
    "001-misere": Seam(undertaking, "won_towards", tricks_won),
    "001-misere-price": Seam(auctions, "MISERE_TRICK", constant(12)),
    "001-chicane-1913": choice("auction", "chicane", unless=()),
    "001-must-open": built("auction", Auction, must_open=False),
    "001-one-spade": built("auction", LossLimit, points=150),
    "001-redouble": Seam(
        Bidding, "_may_double", constant(lambda self, _: self.bids and self.level < self.law.max_doublings)
    ),
    "001-rank": Seam(
        auction,
        "by_points",
        after(
            lambda ladder, prices: tuple(
                sorted(ladder, key=lambda bid: (bid.odd, bid.odd * prices.of_strain(bid.strain)))
            )
        ),
    ),
    "001-first-named": Seam(auction, "first_to_bid_the_suit", constant(auction.final_bidder)),
    "001-declarer-left": Seam(
        Bidding, "terms_so_far", read(lambda terms, _: terms and terms._replace(leader=terms.leader.partner))
    ),
    "001-only-declarer": Seam(
        Undertaking,
        "_short",
        after(lambda one, *_: replace(one, line=Line.ODD_TRICKS, column=Column.BELOW)),
    ),
    "001-auction-under": built("auction", Awards, undertricks={(200,): (150,)}),
    "001-auction-over": built("auction", Awards, overtricks={(100,): (50,)}),
    "001-auction-fulfilled": built("auction", Awards, fulfilment={100: 50}),
    "001-auction-slams": choice("auction", "slams", values=("20-40", "50-100")),
    "001-auction-honours": built("auction", Honours, five_in_one=9),
    "001-auction-aces": built("auction", Honours, aces=(20, 40, 100)),
    "001-auction-rubber": built("auction", RubberLaw, bonus=200),
}

OF_PLAFOND: Final[dict[str, Seam]] = {
    "001-ceiling": built("plafond", Undertaking, ceiling=False),
    "001-majority": Seam(
        auction,
        "by_tricks",
        constant(
            lambda order: tuple(Bid(odd, strain) for strain in order for odd in range(1, MOST_ODD_TRICKS + 1))
        ),
    ),
    "001-plafond-over": choice("plafond", "overtricks", values=("10", "50-30-20-10", "50")),
    "001-plafond-sliding": awards(overtricks(lambda scale: scale[:1])),
    "001-plafond-canada": awards(overtricks(lambda scale: tuple(max(points, 20) for points in scale))),
    "001-plafond-under": awards(
        after(lambda found, _, level: found._replace(undertricks=(*found.undertricks[:2], 200 << level)))
    ),
    "001-plafond-promised": built("plafond", SlamPrize, points={500: 600}),
    "001-plafond-flat": built("plafond", Slams, grand=250),
    "001-plafond-honours": built("plafond", HonoursInOneHand, four_and_one=100),
    "001-plafond-first": Seam(auctions, "first_game_bonus", constant(lambda _: 100)),
    "001-plafond-rubber": built("plafond", RubberLaw, bonus=300),
}

OF_CONTRACT: Final[dict[str, Seam]] = {
    "001-contract-nt": entry(auctions, "NO_TRUMP_TRICKS", "40-30", (30, 40)),
    "001-contract-35": entry(auctions, "NO_TRUMP_TRICKS", "35", (30,)),
    "001-contract-30": entry(auctions, "NO_TRUMP_TRICKS", "30-40", (30, 40, 40, 40, 30, 40, 30)),
    "001-contract-below": built("contract", Undertaking, ceiling=False),
    "001-contract-under": built("contract", Awards, undertricks={(100, 200): (100, 300)}),
    "001-contract-vulnerable": Seam(
        Undertaking,
        "__call__",
        given(
            lambda law, tally, standing: (law, tally, replace(standing, games=BySide(*standing.games[::-1])))
        ),
    ),
    "001-contract-over": built("contract", Awards, overtricks={(100,): (150,)}),
    "001-contract-fulfilled": instead(
        "contract", Awards((100, 200), (100,), 50), Awards((100, 200), (100,), 60)
    ),
    "001-contract-slams": built("contract", SlamPrize, points={1000: 1500}),
    "001-contract-slams-vul": built("contract", SlamPrize, points={750: 700}),
    "001-contract-honours": built("contract", HonoursInOneHand, five=200),
    "001-contract-aces": built("contract", HonoursInOneHand, aces=100),
    "001-contract-700": built("contract", RubberLaw, straight=500),
    "001-contract-500": built("contract", RubberLaw, bonus=400),
    "001-scaled": built("scaled_contract", Awards, undertricks={(15,): (20,)}),
    "001-scaled-over": instead("scaled_contract", Awards((30, 60), (30,), 15), Awards((30, 60), (30,), 20)),
    "001-scaled-tricks": Seam(auctions, "SCALED_PRICES", other(spades=8)),
    "001-scaled-slams": built("scaled_contract", SlamPrize, points={300: 350}),
    "001-scaled-rounded": entry(auctions, "ROUNDED_FIGURES", "225", (225, 450, 200)),
    "001-scaled-450": entry(auctions, "ROUNDED_FIGURES", "225_and_450", (250, 450, 200)),
    "001-scaled-210": entry(auctions, "ROUNDED_FIGURES", "225", (250, 450, 210)),
    "001-scaled-honours": built("scaled_contract", Honours, five_in_one=9),
}
