"""Whist in seven forms: long and short, with full, halved or no honours, English, American and British (laws,
section 4); and Cotton's of 1674, with twelve cards each (laws, section 12)."""

from __future__ import annotations

from typing import Final

from rules.cards import PACK, Hand, Rank
from rules.counting.points_up import HonourPoints, Margin, PointsUp, RevokePoints, Worth
from rules.counting.reckon import FOUR_HONOURS, Penalty
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
from rules.games.whist_forms import (
    FIVE_UP,
    TEN_UP,
    TREBLE_DOUBLE_SINGLE,
    Form,
    build,
    choices,
)
from rules.settling.turnup import CallAt, TurnUp

FORMS: Final = {
    "whist_modern": FIVE_UP,
    "whist_long": replace(TEN_UP, game_at=("10", "9")),
    "whist_short_001": Form(5, TREBLE_DOUBLE_SINGLE, ("halved", "full", "none"), call_at=("4",)),
    "whist_english": replace(
        FIVE_UP,
        penalties=frozenset((Penalty.TRANSFER, Penalty.DEDUCT, Penalty.ADD)),
        honours_aside=True,
        points_added=True,
        negative="forget",
        claim_window="before_next_lead",
        trick_lost="true",
    ),
    "whist_american": Form(
        7,
        Margin(7),
        matches=("game",),
        penalty=2,
        penalties=frozenset((Penalty.TRANSFER,)),
        negative="forget",
        claim_window="before_next_lead",
        trick_lost="true",
    ),
    "whist_honors": replace(FIVE_UP, matches=("rubber", "game")),
    "whist_british": Form(5, Worth(1), matches=("game",)),
}


def game_of(key: str, form: Form) -> Game:
    return Game(key, tuple(choices(form)), lambda options: build(key, form, options))


WHISTS: Final = tuple(game_of(key, form) for key, form in FORMS.items())


NINE_IN_ALL: Final = 9

DEUCES: Final = Hand.of(card for card in PACK if card.rank is Rank.TWO)

COTTONS_CHOICES: Final = (*WITH_PARTNERS, *REVOKE_CHOICES, Choice("both_revoke", ("punished", "cancel")))


def cottons(options: Options) -> Variant:
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


COTTONS_WHIST: Final = Game("cottons_whist", COTTONS_CHOICES, cottons)
