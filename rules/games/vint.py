"""Vint, where every trick counts. Laws section 6."""

from __future__ import annotations

from typing import Final

from rules.counting.points_up import Worth
from rules.counting.reckon import FIVE_HONOURS, FOUR_HONOURS, ByLines
from rules.counting.rubber import RubberLaw, WinnerOfBoth, higher
from rules.counting.undertaking import (
    EveryTrick,
    Majorities,
    SlamsBid,
    Split,
    Tie,
    TrickByTrick,
    TricksShort,
    declarer,
)
from rules.games.variant import EDITION, SECOND, WITH_RUBBERS, Choice, Game, House, Options, Variant
from rules.settling.auction import SPADES_LOW, Auction, by_tricks, final_bidder

FIVE_HUNDRED: Final = 500

HONOURS: Final = {"4": FOUR_HONOURS, "5": FIVE_HONOURS}
BOTH_REACH: Final[dict[str, WinnerOfBoth]] = {
    "higher": higher,
    "declarer": declarer,
    "trick_by_trick": TrickByTrick(FIVE_HUNDRED),
}

CHOICES: Final = (
    *WITH_RUBBERS,
    Choice("undertricks", ("100x", "none")),
    Choice("vint_honours", tuple(HONOURS)),
    Choice("split", tuple(split.value for split in Split)),
    Choice("tie", tuple(tie.value for tie in Tie), unless=((EDITION, SECOND, Tie.LITERAL.value),)),
    Choice("passes_to_end", ("3", "8", "12")),
    Choice("both_reach", tuple(BOTH_REACH)),
    Choice("failed_slam_to_opponents", ("false", "true")),
    Choice("failed_grand_pays_little", ("true", "false")),
)


def build(options: Options) -> Variant:
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
            game=FIVE_HUNDRED,
            games=2,
            bonus=2_000,
            prize=Worth(1_000),
            winner_of_both=BOTH_REACH[options["both_reach"]],
        ),
        honours=HONOURS[options["vint_honours"]],
        house=House.arranged(options),
    )


VINT: Final = Game("vint", CHOICES, build)
