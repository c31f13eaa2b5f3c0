"""Ruff and Honours, the game before whist (Cotton 1674). Laws section 5."""

from __future__ import annotations

from typing import Final

from rules.counting.points_up import HonourPoints, PointsUp, RevokePoints, Worth
from rules.counting.reckon import FOUR_HONOURS, Counted
from rules.counting.rubber import GAME_POINTS_ONLY, RubberLaw
from rules.deal.dealing import Dealing, TurnedUp
from rules.frozen import replace
from rules.games.variant import (
    REVOKE_CHOICES,
    WITH_PARTNERS,
    Choice,
    Game,
    House,
    Options,
    Variant,
    revoking_of,
)
from rules.refusals import OptionsClash
from rules.settling.turnup import CallAt, Ruff, RuffRight

NINE_UP: Final = 9

CHOICES: Final = (
    *WITH_PARTNERS,
    Choice("ruff_right", tuple(right.value for right in RuffRight)),
    Choice("ace_turned", ("dealer", "none")),
    Choice("ace_hidden", ("none", "dealer")),
    Choice("honours", ("full", "none")),
    Choice("honours_at", ("after_ruff", "as_dealt")),
    *REVOKE_CHOICES,
    Choice("both_revoke", ("punished", "cancel")),
)


def build(options: Options) -> Variant:
    """At a score of eight, a player who holds two honours may call them, as at long whist ([002]). Raises
    OptionsClash."""
    right = RuffRight(options["ruff_right"])
    for key, usual in (("ace_turned", "dealer"), ("ace_hidden", "none")):
        if right is RuffRight.DEALER and options[key] != usual:
            raise OptionsClash("ruff_right", key)
    as_dealt, counted = options["honours_at"] == "as_dealt", options["honours"] == "full"
    if as_dealt and not counted:
        raise OptionsClash("honours", "honours_at")
    return Variant(
        key="ruff_and_honours",
        settlement=Ruff(
            right,
            dealer_if_ace_turned=options["ace_turned"] == "dealer",
            dealer_if_ace_hidden=options["ace_hidden"] == "dealer",
            call_at=CallAt((NINE_UP - 1,), least=2) if counted else None,
        ),
        reckoning=PointsUp(
            NINE_UP,
            RevokePoints(cap=NINE_UP - 1, cancel=options["both_revoke"] == "cancel"),
            HonourPoints(three=2, four=4) if counted else None,
        ),
        rubber=RubberLaw(game=NINE_UP, games=1, bonus=0, prize=Worth(1), columns=GAME_POINTS_ONLY),
        dealing=Dealing(each=12, turned=TurnedUp.STOCK),
        honours=replace(FOUR_HONOURS, counted=Counted.DEALT if as_dealt else Counted.PLAYED),
        misdeal_passes=True,
        revoking=revoking_of(options),
        house=House.arranged(options),
    )


RUFF_AND_HONOURS: Final = Game("ruff_and_honours", CHOICES, build)
