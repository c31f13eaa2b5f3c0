"""The games in which the highest bid stands: Auction Bridge, Plafond, Contract Bridge, the same at figures of
auction, and Vint. Laws sections 6 to 10."""

from __future__ import annotations

from typing import Final

from rules.calls import Bid
from rules.counting.bridge_lines import Chicane, Honours, Slams
from rules.counting.points_up import Worth
from rules.counting.reckon import FIVE_HONOURS, FOUR_HONOURS, ByLines, Line, Reckoner
from rules.counting.rubber import RubberLaw, WinnerOfBoth, Won, higher
from rules.counting.undertaking import (
    Awards,
    ContractRevokes,
    EveryTrick,
    HonoursInOneHand,
    LossLimit,
    Majorities,
    PromisedSlams,
    SlamPrize,
    SlamsBid,
    Split,
    Successive,
    Tie,
    TrickByTrick,
    TricksShort,
    Undertaking,
    bid_and_made,
    winning_declarer,
)
from rules.games.variant import (
    EDITION,
    FIRST,
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
)
from rules.refusals import OptionsClash
from rules.settling.auction import (
    SPADES_HIGH,
    SPADES_LOW,
    Auction,
    by_points,
    by_tricks,
    final_bidder,
    first_to_bid_the_suit,
    first_to_name,
)
from rules.tricks import Prices, Strain

# Auction Bridge, 1904 to 1920, and Auction Whist, which is the same without a dummy (laws 7)


MISERE_TRICK = 14

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

AUCTION_TARIFF = (
    Awards(undertricks=(50,), overtricks=()),
    Awards(undertricks=(100,), overtricks=(50,), fulfilment=50),
    Awards(undertricks=(200,), overtricks=(100,), fulfilment=100),
)

AUCTION_CHOICES = (
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
    REPLACED,
)


def auction(options: Options) -> Variant:
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
        prices = prices._replace(misere=MISERE_TRICK)
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
                Undertaking(prices, AUCTION_TARIFF, ceiling=False, limit=limit if limited else None),
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


AUCTION = Game("auction", AUCTION_CHOICES, auction)


# Plafond: auction bridge in which only the tricks that were bid count towards game (laws 8)


PLAFOND_PRICES = Prices(no_trumps=10, hearts=8, diamonds=7, clubs=6, spades=9)

PRIZES_READ_HIGHER = (
    SlamPrize(6, 12, 250, Line.PETIT_SLAM),
    SlamPrize(6, 13, 300, Line.GRAND_SLAM),
    SlamPrize(7, 13, 500, Line.GRAND_SLAM),
)
"""The figures of [001] read one trick higher, since five odd tricks are not a slam (ambiguity 60)."""

PRIZES_AS_PRINTED = (
    SlamPrize(5, 12, 250, Line.PETIT_SLAM),
    SlamPrize(5, 13, 300, Line.GRAND_SLAM),
    SlamPrize(6, 12, 250, Line.PETIT_SLAM),
    SlamPrize(6, 13, 500, Line.GRAND_SLAM),
    SlamPrize(7, 13, 500, Line.GRAND_SLAM),
)
"""The figures as they stand in [001] (ambiguity 60)."""

PLAFOND_SLAMS: dict[str, Reckoner] = {
    "promised": PromisedSlams(PRIZES_READ_HIGHER),
    "flat": Slams(petit=100, grand=200),
    "literal": PromisedSlams(PRIZES_AS_PRINTED),
}

PLAFOND_CHOICES = (
    *WITH_RUBBERS,
    Choice("overtricks", ("50", "50-30-20-10", "10")),
    Choice("slams", tuple(PLAFOND_SLAMS), unless=((EDITION, SECOND, "flat"),)),
    Choice("redeal", ("false", "true")),
    REPLACED,
)


def first_game_bonus(won: Won) -> int | None:
    """A bonus of 100 for the first game of the rubber, whichever side wins it (ambiguity 62)."""
    return None if any(won.games) else 100


def plafond_awards(overtricks: Successive, doublings: int) -> Awards:
    """The awards after this many doublings: each multiplies them by two, and making a doubled contract scores
    besides (ambiguity 61)."""
    times = 1 << doublings
    return Awards(
        undertricks=tuple(times * points for points in (50, 100, 150)),
        overtricks=tuple(times * points for points in overtricks),
        fulfilment=50 * doublings,
    )


def plafond(options: Options) -> Variant:
    overtricks = tuple(int(points) for points in options["overtricks"].split("-"))
    tariff = plafond_awards(overtricks, 0), plafond_awards(overtricks, 1), plafond_awards(overtricks, 2)
    return Variant(
        key="plafond",
        settlement=Auction(by_tricks(SPADES_HIGH)),
        reckoning=ByLines(
            (
                Undertaking(PLAFOND_PRICES, tariff),
                PLAFOND_SLAMS[options["slams"]],
                HonoursInOneHand(five=200, four_and_one=150, four=100, aces=200),
            )
        ),
        rubber=RubberLaw(game=30, games=2, bonus=400, prize=first_game_bonus),
        thrown_in_passes=options["redeal"] == "false",
        house=House.arranged(options),
    )


PLAFOND = Game("plafond", PLAFOND_CHOICES, plafond)


# Contract Bridge, at the figures of 1935 (laws 9)


CONTRACT_PRICES = Prices(no_trumps=30, hearts=30, diamonds=20, clubs=20, spades=30)

NO_TRUMP_TRICKS = {"40-30": (40, 30), "35": (35,), "30-40": (30, 40, 30, 40, 30, 40, 30)}
"""What the first, second, third ... odd trick scores without trumps (ambiguity 65)."""

CONTRACT_CHOICES = (
    *WITH_RUBBERS,
    Choice("nt_tricks", tuple(NO_TRUMP_TRICKS)),
    Choice("redoubled_undertricks", ("seed", "laws")),
    Choice("redoubled_insult", ("50", "100")),
    Choice("fourth_undertrick", ("false", "true")),
    Choice("unfinished_rubber", ("none", "laws")),
    Choice("redeal", ("false", "true")),
    REPLACED,
)


def contract(options: Options) -> Variant:
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
                    CONTRACT_PRICES,
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
                    no_trumps=NO_TRUMP_TRICKS[options["nt_tricks"]],
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


CONTRACT = Game("contract", CONTRACT_CHOICES, contract)


# Contract Bridge with its figures scaled back to those of auction (laws 10)


SCALED_PRICES = Prices(no_trumps=10, hearts=8, diamonds=7, clubs=6, spades=9)

SCALED_HONOURS: dict[str, Reckoner] = {
    "contract": HonoursInOneHand(five=45, four_and_one=30, four=30, aces=45),
    "auction": Honours(SCALED_PRICES, five_in_one=10, aces=(30, 40, 100)),
}
"""Scaled from contract, or as at auction (ambiguity 68)."""

ROUNDED_FIGURES: Final = {"no": (225, 450, 210), "225": (250, 450, 200), "225_and_450": (250, 500, 200)}
"""Slams of a side that is vulnerable, and a rubber of two games (ambiguity 69; appendix D, D9)."""

SCALED_CONTRACT_CHOICES = (
    *WITH_RUBBERS,
    Choice("honours", tuple(SCALED_HONOURS)),
    Choice("rounded", tuple(ROUNDED_FIGURES), once=(("false", "no"), ("true", "225_and_450"))),
    Choice("redeal", ("false", "true")),
    REPLACED,
)


def scaled_contract(options: Options) -> Variant:
    little, grand, straight = ROUNDED_FIGURES[options["rounded"]]
    return Variant(
        key="scaled_contract",
        settlement=Auction(by_tricks(SPADES_HIGH)),
        reckoning=ByLines(
            (
                Undertaking(
                    SCALED_PRICES,
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
                SCALED_HONOURS[options["honours"]],
            )
        ),
        rubber=RubberLaw(game=30, games=2, bonus=150, straight=straight),
        thrown_in_passes=options["redeal"] == "false",
        house=House.arranged(options),
    )


SCALED_CONTRACT = Game("scaled_contract", SCALED_CONTRACT_CHOICES, scaled_contract)


# Vint, where every trick counts (laws 6)


VINT_GAME: Final = 500

VINT_HONOURS: Final = {"4": FOUR_HONOURS, "5": FIVE_HONOURS}
WINNERS_OF_BOTH: Final[dict[str, WinnerOfBoth]] = {
    "higher": higher,
    "declarer": winning_declarer,
    "trick_by_trick": TrickByTrick(VINT_GAME),
}

VINT_CHOICES: Final = (
    *WITH_RUBBERS,
    Choice("undertricks", ("100x", "none")),
    Choice("vint_honours", tuple(VINT_HONOURS)),
    Choice("split", tuple(split.value for split in Split)),
    Choice("tie", tuple(tie.value for tie in Tie), unless=((EDITION, SECOND, Tie.LITERAL.value),)),
    Choice("passes_to_end", ("3", "8", "12")),
    Choice("both_reach", tuple(WINNERS_OF_BOTH)),
    Choice("failed_slam_to_opponents", ("false", "true")),
    Choice("failed_grand_pays_little", ("true", "false")),
    REPLACED,
)


def vint(options: Options) -> Variant:
    short = (TricksShort(),) if options["undertricks"] == "100x" else ()
    return Variant(
        key="vint",
        settlement=Auction(
            by_tricks(SPADES_LOW),
            max_doublings=0,
            passes_to_end=int(options["passes_to_end"]),
            dummy_shown_after=None,
            declarer=final_bidder,
        ),
        reckoning=ByLines(
            (
                EveryTrick(),
                *short,
                SlamsBid(
                    failed_to_adversaries=options["failed_slam_to_opponents"] == "true",
                    failed_grand_pays_little=options["failed_grand_pays_little"] == "true",
                ),
                Majorities(split=Split(options["split"]), tie=Tie(options["tie"])),
            )
        ),
        rubber=RubberLaw(
            game=VINT_GAME,
            games=2,
            bonus=2_000,
            prize=Worth(1_000),
            winner_of_both=WINNERS_OF_BOTH[options["both_reach"]],
        ),
        honours=VINT_HONOURS[options["vint_honours"]],
        house=House.arranged(options),
    )


VINT: Final = Game("vint", VINT_CHOICES, vint)
