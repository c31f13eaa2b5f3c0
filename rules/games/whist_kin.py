"""Relatives of whist: Ruff and Honours and Cotton's Whist, with twelve cards each (Cotton 1674; laws sections
5 and 12), and Norwegian Whist (laws of added games, section 1)."""

from __future__ import annotations

from typing import Final

from rules.calls import Bid
from rules.cards import PACK, Hand, Rank
from rules.counting.points_up import HonourPoints, PointsUp, RevokePoints, Worth
from rules.counting.reckon import FOUR_HONOURS, ByLines, Counted
from rules.counting.rubber import GAME_POINTS_ONLY, RubberLaw
from rules.counting.undertaking import MostOrFewest
from rules.deal.dealing import Dealing, TurnedUp
from rules.frozen import replace
from rules.games.variant import (
    EDITION,
    FOURTH,
    REPLACED,
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
from rules.settling.high_or_low import HighOrLow
from rules.settling.turnup import CallAt, Ruff, RuffRight, TurnUp
from rules.tricks import Strain

# Ruff and Honours (laws 5)


NINE_UP: Final = 9

RUFF_AND_HONOURS_CHOICES: Final = (
    *WITH_PARTNERS,
    Choice("ruff_right", tuple(right.value for right in RuffRight)),
    Choice("ace_turned", ("dealer", "none")),
    Choice("ace_hidden", ("none", "dealer")),
    Choice("honours", ("full", "none")),
    Choice("honours_at", ("after_ruff", "as_dealt")),
    *REVOKE_CHOICES,
    Choice("both_revoke", ("punished", "cancel")),
    REPLACED,
)


def ruff_and_honours(options: Options) -> Variant:
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
            may_decline=right is RuffRight.ACE_HOLDER or options[EDITION] < FOURTH,
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


RUFF_AND_HONOURS: Final = Game("ruff_and_honours", RUFF_AND_HONOURS_CHOICES, ruff_and_honours)


# Cotton's Whist (laws 12)


DEUCES: Final = Hand.of(card for card in PACK if card.rank is Rank.TWO)

COTTONS_CHOICES: Final = (
    *WITH_PARTNERS,
    *REVOKE_CHOICES,
    Choice("both_revoke", ("punished", "cancel")),
    REPLACED,
)


def cottons_whist(options: Options) -> Variant:
    """At a score of eight a player who holds two honours may call them (reading C4)."""
    return Variant(
        key="cottons_whist",
        settlement=TurnUp(CallAt((NINE_UP - 1,), least=2)),
        reckoning=PointsUp(
            NINE_UP,
            RevokePoints(cap=NINE_UP - 1, cancel=options["both_revoke"] == "cancel"),
            HonourPoints(three=2, four=4),
        ),
        rubber=RubberLaw(game=NINE_UP, games=1, bonus=0, prize=Worth(1), columns=GAME_POINTS_ONLY),
        dealing=Dealing(each=12, turned=TurnedUp.LAST, out=DEUCES),
        honours=FOUR_HONOURS,
        misdeal_passes=True,
        revoking=revoking_of(options),
        house=House.arranged(options),
    )


COTTONS_WHIST: Final = Game("cottons_whist", COTTONS_CHOICES, cottons_whist)


# Norwegian Whist, grand or nullo: no trumps, and each hand is played to win tricks or to lose them (laws of
# added games 1)


GRAND: Final = Bid(1, Strain.NO_TRUMPS)
"""To win at least seven tricks, without trumps."""

NULLO: Final = Bid(1, Strain.MISERE)
"""To lose at least seven tricks."""

NORWEGIAN_GAME: Final = 50


def norwegian_whist(options: Options) -> Variant:
    return Variant(
        key="norwegian_whist",
        settlement=HighOrLow(GRAND, NULLO),
        reckoning=ByLines((MostOrFewest(made=4, failed=8, lost=2),)),
        rubber=RubberLaw(game=NORWEGIAN_GAME, games=1, bonus=0),
        house=House.arranged(options),
    )


NORWEGIAN_WHIST: Final = Game("norwegian_whist", (*WITH_PARTNERS, REPLACED), norwegian_whist)
