"""Cotton's Whist, the whist of 1674: the deuces out of the pack, and nine points to the game. Laws section
12."""

from __future__ import annotations

from typing import Final

from rules.cards import PACK, Hand, Rank
from rules.counting.points_up import HonourPoints, PointsUp, RevokePoints, Worth
from rules.counting.reckon import FOUR_HONOURS
from rules.counting.rubber import GAME_POINTS_ONLY, RubberLaw
from rules.deal.dealing import Dealing, TurnedUp
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
from rules.settling.turnup import CallAt, TurnUp

NINE_IN_ALL: Final = 9

DEUCES: Final = Hand.of(card for card in PACK if card.rank is Rank.TWO)

CHOICES: Final = (*WITH_PARTNERS, *REVOKE_CHOICES, Choice("both_revoke", ("punished", "cancel")))


def build(options: Options) -> Variant:
    """At a score of eight a player who holds two honours may call them (reading C4)."""
    return Variant(
        key="cottons_whist",
        settlement=TurnUp(CallAt((NINE_IN_ALL - 1,), least=2)),
        reckoning=PointsUp(
            NINE_IN_ALL,
            RevokePoints(cap=NINE_IN_ALL - 1, cancel=options["both_revoke"] == "cancel"),
            HonourPoints(three=2, four=4),
        ),
        rubber=RubberLaw(game=NINE_IN_ALL, games=1, bonus=0, prize=Worth(1), columns=GAME_POINTS_ONLY),
        dealing=Dealing(each=12, turned=TurnedUp.LAST, out=DEUCES),
        honours=FOUR_HONOURS,
        misdeal_passes=True,
        revoking=revoking_of(options),
        house=House.arranged(options),
    )


COTTONS_WHIST: Final = Game("cottons_whist", CHOICES, build)
